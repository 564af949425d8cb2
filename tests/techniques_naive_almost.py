"""Naive twins of almost locked sets, Franken fish, aligned pairs and triplets. An instance is (digits, eliminations).

Of sets, the digits are those eliminated, as the finders count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product

from techniques_data import Position
from techniques_naive_wings_and_rectangles import Effects, Instance, gone, sees


@dataclass(frozen=True)
class Almost:
    """Cells of one house with a digit more than there are cells, and for each digit the cells that have it."""

    cells: frozenset[int]
    holders: dict[int, tuple[int, ...]]

    @property
    def digits(self) -> frozenset[int]:
        return frozenset(self.holders)


def almost_locked(at: Position) -> list[Almost]:
    found = {}
    for house in at.ground.houses:
        empty = [cell for cell in house.cells if at.candidates[cell]]
        for size in range(1, len(empty) + 1):
            for cells in combinations(sorted(empty), size):
                digits = frozenset().union(*(at.candidates[cell] for cell in cells))
                if len(digits) == size + 1:
                    holders = {d: tuple(cell for cell in cells if d in at.candidates[cell]) for d in sorted(digits)}
                    found[cells] = Almost(frozenset(cells), holders)
    return list(found.values())


class Net:
    """The almost locked sets of a position, and which digits are restricted between two of them."""

    def __init__(self, at: Position) -> None:
        self.at, self.sets = at, almost_locked(at)
        self.seen: list[dict[int, Effects]] = [
            {digit: gone(at, digit, cells) for digit, cells in one.holders.items()} for one in self.sets
        ]
        self.near: list[list[tuple[int, frozenset[int]]]] = [[] for _ in self.sets]
        for a, b in combinations(range(len(self.sets)), 2):
            if digits := self._restricted(self.sets[a], self.sets[b]):
                self.near[a].append((b, digits))
                self.near[b].append((a, digits))

    def _restricted(self, one: Almost, two: Almost) -> frozenset[int]:
        return frozenset(
            digit
            for digit in one.digits & two.digits
            if all(sees(self.at, a, b) for a, b in product(one.holders[digit], two.holders[digit]))
        )

    def common(self, a: int, b: int, but: frozenset[int]) -> Effects:
        """What sees all cells of both sets with a digit, for all digits of both but these."""
        digits = (self.sets[a].digits & self.sets[b].digits) - but
        return frozenset().union(*(self.seen[a][digit] & self.seen[b][digit] for digit in digits))


def _told(effects: Effects) -> Instance:
    return frozenset(digit for _, digit in effects), effects


def als_xz(at: Position) -> Iterator[Instance]:
    net = Net(at)
    for a, near in enumerate(net.near):
        for b, restricted in near:
            if len(restricted) == 1:
                yield _told(net.common(a, b, restricted))
                continue
            out: Effects = frozenset()
            for digit in net.sets[a].digits | net.sets[b].digits:
                sides = [net.seen[one].get(digit, frozenset()) for one in (a, b)]
                out |= sides[0] & sides[1] if digit in restricted else sides[0] | sides[1]
            inside = net.sets[a].cells | net.sets[b].cells
            yield _told(frozenset(effect for effect in out if effect[0] not in inside))


def als_xy_wings(at: Position) -> Iterator[Instance]:
    net = Net(at)
    for near in net.near:
        for (a, to_a), (b, to_b) in combinations(near, 2):
            for x, y in product(to_a, to_b):
                if x != y:
                    yield _told(net.common(a, b, frozenset({x, y})))


def als_chains(at: Position) -> Iterator[Instance]:
    """From each set and first digit: which sets then lack which digit, after three links or more."""
    net = Net(at)
    for a, near in enumerate(net.near):
        for x in net.sets[a].digits:
            lacking = {(b, x, 1) for b, digits in near if x in digits}
            waiting = list(lacking)
            for one, missing, links in waiting:
                for b, digits in net.near[one]:
                    for y in digits - {missing}:
                        state = (b, y, min(links + 1, 3))
                        if state not in lacking:
                            lacking.add(state)
                            waiting.append(state)
            for b, y, links in lacking:
                if links == 3 and b != a:
                    yield _told(net.common(a, b, frozenset({x, y})))


def death_blossoms(at: Position) -> Iterator[Instance]:
    net = Net(at)
    for stem, digits in enumerate(at.candidates):
        if len(digits) < 2:
            continue
        petals: list[set[Effects]] = []
        for digit in digits:
            covers = set()
            for one, seen in zip(net.sets, net.seen, strict=True):
                if digit in seen and (stem, digit) in seen[digit]:
                    covers.add(frozenset().union(*(seen[other] for other in one.digits - {digit})))
            petals.append(covers)
        for out in reduce(lambda some, more: {a & b for a, b in product(some, more)} - {frozenset()}, petals):
            yield _told(out)


def franken_fish(at: Position, size: int, finned: bool) -> Iterator[Instance]:
    """All bases and covers, with the places of a digit as bits of an int, by the definition in ``techniques/franken.py``."""
    ground = at.ground
    peers = [sum(1 << cell for cell in seen) for seen in ground.peers]
    members = [sum(1 << cell for cell in house.cells) for house in ground.houses]
    kinds = [house.kind for house in ground.houses]
    for digit in range(1, ground.size + 1):
        spots = sum(1 << cell for cell, left in enumerate(at.candidates) if digit in left)
        for line, other in (("row", "column"), ("column", "row")):
            some = [h for h, cells in enumerate(members) if cells & spots]
            covers = [(over, _twice(over, members)) for over in combinations(_of(some, kinds, other), size)]
            for under in combinations(_of(some, kinds, line), size):
                base, bases = _twice(under, members)
                for over, (cover, both) in covers:
                    fins = (base & ~cover | bases & ~both) & spots
                    if bool(fins) != finned or set(under) & set(over):
                        continue
                    if all(kinds[h] != "box" for h in (*under, *over)):
                        continue
                    out = (cover & ~base | both & ~bases) & spots
                    for fin in _bits(fins):
                        out &= peers[fin]
                    if any(_needs(t, under, over, members, spots & ~peers[t]) for t in _bits(out & ~base & ~both)):
                        yield frozenset({digit}), frozenset((cell, digit) for cell in _bits(out))


def _of(houses: list[int], kinds: list[str], line: str) -> list[int]:
    return [h for h in houses if kinds[h] in (line, "box")]


def _twice(houses: tuple[int, ...], members: list[int]) -> tuple[int, int]:
    """The cells in one of the houses or more, and those in two or more."""
    once = twice = 0
    for house in houses:
        twice |= once & members[house]
        once |= members[house]
    return once, twice


def _bits(cells: int) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def _needs(target: int, under: tuple[int, ...], over: tuple[int, ...], members: list[int], free: int) -> bool:
    """With the digit in the target: bases have places, no two the same, and each cover without the target has some."""
    kept = [members[base] & free for base in under]
    union = reduce(lambda a, b: a | b, kept)
    others = [members[cover] for cover in over if not members[cover] >> target & 1]
    apart = sum(places.bit_count() for places in kept) == union.bit_count()
    return all(kept) and apart and all(cover & union for cover in others)


def aligned_pairs(at: Position) -> Iterator[Instance]:
    empty = [cell for cell, left in enumerate(at.candidates) if left]
    for one, two in combinations(empty, 2):
        barring = [
            at.candidates[c] for c in empty if len(at.candidates[c]) == 2 and sees(at, c, one) and sees(at, c, two)
        ]
        pairs = [
            (a, b)
            for a, b in product(at.candidates[one], at.candidates[two])
            if not (a == b and sees(at, one, two)) and {a, b} not in barring
        ]
        if barring:
            out = {(one, a) for a in at.candidates[one] - {a for a, _ in pairs}}
            out |= {(two, b) for b in at.candidates[two] - {b for _, b in pairs}}
            yield at.candidates[one] | at.candidates[two], frozenset(out)


def aligned_triplets(at: Position) -> Iterator[Instance]:
    empty = [cell for cell, left in enumerate(at.candidates) if left]
    for cells in combinations(empty, 3):
        near = [c for c in empty if len(at.candidates[c]) in (2, 3) and all(sees(at, c, cell) for cell in cells)]
        barring = [at.candidates[c] for c in near]
        if len(barring) < 2:
            continue
        triplets = [
            held
            for held in product(*(at.candidates[cell] for cell in cells))
            if not any(held[i] == held[j] and sees(at, cells[i], cells[j]) for i, j in combinations(range(3), 2))
            and not any(left <= set(held) for left in barring)
        ]
        some = frozenset().union(*barring)
        out = {(c, d) for i, c in enumerate(cells) for d in at.candidates[c] & some - {held[i] for held in triplets}}
        yield frozenset().union(*(at.candidates[cell] for cell in cells)), frozenset(out)


TWINS = {
    "als-xz": als_xz,
    "als-xy-wing": als_xy_wings,
    "als-chain": als_chains,
    "death-blossom": death_blossoms,
    "aligned-pair-exclusion": aligned_pairs,
    "aligned-triplet-exclusion": aligned_triplets,
    "franken-x-wing": lambda at: franken_fish(at, 2, False),
    "franken-swordfish": lambda at: franken_fish(at, 3, False),
    "finned-franken-x-wing": lambda at: franken_fish(at, 2, True),
    "finned-franken-swordfish": lambda at: franken_fish(at, 3, True),
}
