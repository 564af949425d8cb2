"""Naive twins of the chains: nodes and links straight from their definitions, walks layer by layer, paths by recursion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from techniques_data import Position
from techniques_naive_wings_and_rectangles import Effects, Instance

Node = tuple[int, frozenset[int]]
Links = dict[Node, set[Node]]
MOST = 64
PREFIXES = {"": 0, "grouped-": 1, "als-": 2}
NO_DIGITS: frozenset[int] = frozenset()


class Net:
    """The graph of a kind: ``weak`` and ``strong`` links, and ``sets``, which link the nodes of two digits."""

    def __init__(self, at: Position, kind: str) -> None:
        self.at, self.ground = at, at.ground
        self.sets: dict[tuple[Node, Node], list[tuple[frozenset[int], frozenset[int]]]] = {}
        chosen = [cell for cell, left in enumerate(at.candidates) if kind != "xy-chain" or len(left) == 2]
        self.nodes: set[Node] = {(digit, frozenset({cell})) for cell in chosen for digit in at.candidates[cell]}
        if kind in ("grouped-", "als-"):
            for one, two in combinations(self.ground.houses, 2):
                shared = frozenset(one.cells) & frozenset(two.cells)
                if len(shared) >= 2 and shared != frozenset(one.cells):
                    self.nodes |= {
                        n for d in range(1, self.ground.size + 1) if len((n := self.node(d, shared))[1]) >= 2
                    }
        self.strong: Links = {node: set() for node in self.nodes}
        self.strong_of_places(kind)
        self.plain = Net(at, "grouped-").strong if kind == "als-" else Net(at, "").strong if kind == "grouped-" else {}
        if kind == "als-":
            self.strong_of_sets()
            self.strong_beside_sets()
        self.weak: Links = {
            node: {other for other in self.nodes if self.clash(node, other, kind)} for node in self.nodes
        }

    def node(self, digit: int, cells: frozenset[int]) -> Node:
        return digit, frozenset(cell for cell in cells if digit in self.at.candidates[cell])

    def clash(self, one: Node, two: Node, kind: str) -> bool:
        if one[0] == two[0]:
            return all(b in self.ground.peers[a] for a, b in product(one[1], two[1]))
        return kind not in ("x-chain", "xy-chain") and one[1] == two[1] and len(one[1]) == 1 and one != two

    def strong_of_places(self, kind: str) -> None:
        for one, two in combinations(self.nodes, 2):
            if one[0] != two[0]:
                found = kind != "x-chain" and one[1] == two[1] and len(self.at.candidates[min(one[1])]) == 2
            else:
                found = kind != "xy-chain" and any(
                    one[1] | two[1] == places and places not in (one[1], two[1])
                    for house in self.ground.houses
                    if (places := self.node(one[0], frozenset(house.cells))[1])
                )
            if found and (one[0] == two[0] or len(one[1]) == 1):
                self.strong[one].add(two)
                self.strong[two].add(one)

    def strong_of_sets(self) -> None:
        size = self.ground.size
        for house in self.ground.houses:
            empty = [cell for cell in house.cells if self.at.candidates[cell]]
            for count in range(2, min(size - 1, 8 if size <= 9 else 4) + 1):
                for cells in combinations(empty, count):
                    digits = frozenset().union(*(self.at.candidates[cell] for cell in cells))
                    if len(digits) == count + 1:
                        held = frozenset(cells)
                        for d, e in product(digits, repeat=2):
                            if d != e:
                                pair = self.node(d, held), self.node(e, held)
                                told = self.sets.setdefault(pair, [])
                                if (held, digits) not in told:
                                    told.append((held, digits))
                                for node, other in (pair, pair[::-1]):
                                    self.nodes.add(node)
                                    self.strong.setdefault(node, set()).add(other)

    def strong_beside_sets(self) -> None:
        """A set that lost one digit takes from a cell outside of its houses all candidates but one."""
        for held, digits in {told for listed in self.sets.values() for told in listed}:
            for cell, left in enumerate(self.at.candidates):
                taken = {d for d in left & digits if set(self.node(d, held)[1]) <= set(self.ground.peers[cell])}
                in_house = any(held | {cell} <= frozenset(house.cells) for house in self.ground.houses)
                if len(taken) < 2 or len(left - taken) != 1 or in_house:
                    continue
                (last,) = left - taken
                for digit in digits - left:
                    one, two = self.node(digit, held), self.node(last, frozenset({cell}))
                    for node, other in ((one, two), (two, one)):
                        self.sets.setdefault((node, other), []).append((held | {cell}, digits | {last}))
                        self.strong[node].add(other)

    def walk(self, start: Node, on: bool, strong: Links) -> dict[tuple[Node, bool], int]:
        """How many links from the start each node is, off (False) and on (True)."""
        depth = {(start, on): 0}
        layer = list(depth)
        while layer:
            further = []
            for node, state in layer:
                for other in (self.weak if state else strong).get(node, ()):
                    if (other, not state) not in depth:
                        depth[other, not state] = depth[node, state] + 1
                        further.append((other, not state))
            layer = further
        return depth

    def seeing(self, *nodes: Node) -> Effects:
        """The candidates of the nodes' digit that see all their cells."""
        seen = set.intersection(*(set(self.ground.peers[cell]) for _, cells in nodes for cell in cells))
        return frozenset((cell, nodes[0][0]) for cell in seen if nodes[0][0] in self.at.candidates[cell])

    def others(self, one: Node, two: Node) -> Effects:
        cell = min(one[1])
        return frozenset((cell, digit) for digit in self.at.candidates[cell] if digit not in (one[0], two[0]))


def ends(at: Position, kind: str) -> Iterator[Instance]:
    net = Net(at, kind)
    for one in net.nodes:
        depth = net.walk(one, False, net.strong)
        plain = net.walk(one, False, net.plain)
        for (two, on), links in depth.items():
            if not on or two == one or links < (5 if kind == "xy-chain" else 3) or (two, True) in plain:
                continue
            out: Effects = frozenset()
            if one[0] == two[0]:
                out = net.seeing(one, two)
            elif kind in PREFIXES and len(one[1]) == len(two[1]) == 1 and min(two[1]) in net.ground.peers[min(one[1])]:
                crossed = {(min(one[1]), two[0]), (min(two[1]), one[0])}
                out = frozenset((cell, digit) for cell, digit in crossed if digit in at.candidates[cell])
            if len(out) >= (1 if kind in ("x-chain", "xy-chain") else 2):
                yield NO_DIGITS, out


def discontinuous(at: Position, kind: str) -> Iterator[Instance]:
    net = Net(at, kind)
    reach = {node: net.walk(node, False, net.strong) for node in net.nodes}
    for node in net.nodes:
        if len(node[1]) > 1:
            continue
        if (node, True) in reach[node] and (node, True) not in net.walk(node, False, net.plain):
            yield NO_DIGITS, net.others(node, node)
        back = {z for a in net.weak[node] for (z, on), links in reach[a].items() if on and links >= 3} & net.weak[node]
        if back and (node, False) not in net.walk(node, True, net.plain):
            yield NO_DIGITS, frozenset({(min(node[1]), node[0])})


def continuous(at: Position, kind: str) -> Iterator[Instance]:
    net = Net(at, kind)
    for first in net.nodes:
        depth = net.walk(first, False, net.strong)
        for last in net.weak[first]:
            if depth.get((last, True), 0) < 3:
                continue
            found = [loop for path in paths(net, depth, last, True) for loop in chosen(net, path)]
            if len(found) <= MOST:
                for path, sets in found:
                    if not net.plain or any(
                        b not in net.plain.get(a, ()) for a, b in zip(path[::2], path[1::2], strict=True)
                    ):
                        yield NO_DIGITS, loop_effects(net, path, sets)
            elif not net.plain or (last, True) not in net.walk(first, False, net.plain):
                yield NO_DIGITS, link_effects(net, last, first)


def paths(net: Net, depth: dict[tuple[Node, bool], int], node: Node, on: bool) -> Iterator[list[Node]]:
    if depth[node, on] == 0:
        yield [node]
        return
    for other in (net.strong if on else net.weak).get(node, ()):
        if depth.get((other, not on), -1) == depth[node, on] - 1:
            for path in paths(net, depth, other, not on):
                yield [*path, node]


def chosen(net: Net, path: list[Node]) -> Iterator[tuple[list[Node], list[tuple[frozenset[int], frozenset[int]]]]]:
    """The path with each choice of almost locked sets for those of its links that have no easier reason."""
    needed = [
        pair
        for pair in zip(path[::2], path[1::2], strict=True)
        if net.sets and pair[1] not in net.plain.get(pair[0], ())
    ]
    for sets in product(*(net.sets[pair] for pair in needed)):
        yield path, [(cells, digits - {a[0], b[0]}) for (cells, digits), (a, b) in zip(sets, needed, strict=True)]


def link_effects(net: Net, one: Node, two: Node) -> Effects:
    return net.seeing(one, two) if one[0] == two[0] else net.others(one, two)


def loop_effects(net: Net, path: list[Node], sets: list[tuple[frozenset[int], frozenset[int]]]) -> Effects:
    own = frozenset().union(*(cells for _, cells in path), *(cells for cells, _ in sets))
    out: Effects = frozenset()
    for one, two in zip(path[1::2], [*path[2::2], path[0]], strict=True):
        effects = link_effects(net, one, two)
        out |= effects if one[0] != two[0] else frozenset(effect for effect in effects if effect[0] not in own)
    for cells, digits in sets:
        for digit in digits:
            out |= frozenset(effect for effect in net.seeing(net.node(digit, cells)) if effect[0] not in own)
    return out


TWINS = {
    "x-chain": lambda at: ends(at, "x-chain"),
    "xy-chain": lambda at: ends(at, "xy-chain"),
    **{f"{prefix}aic": (lambda at, kind=prefix: ends(at, kind)) for prefix in PREFIXES},
    **{f"{prefix}discontinuous-nice-loop": (lambda at, kind=prefix: discontinuous(at, kind)) for prefix in PREFIXES},
    **{f"{prefix}continuous-nice-loop": (lambda at, kind=prefix: continuous(at, kind)) for prefix in PREFIXES},
}
