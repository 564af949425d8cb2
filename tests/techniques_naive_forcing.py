"""Naive twins of the forcing techniques, and a checker of the proofs that steps tell.

A literal is (cell, digit, on). A conclusion is a literal; of all that nets prove, those with the shortest proofs count.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from techniques_data import Position

from bookmaker.logic.techniques.declare import PatternCandidate, Step

Literal = tuple[int, int, bool]
Holder = frozenset[tuple[int, int]]
"""The candidates of a cell, or of a digit in a house: one of them is true."""


@lru_cache(maxsize=4)
def holders(at: Position) -> tuple[list[Holder], list[Holder]]:
    cells = [frozenset((cell, digit) for digit in left) for cell, left in enumerate(at.candidates) if left]
    houses = [
        frozenset((cell, digit) for cell in house.cells if digit in at.candidates[cell])
        for house, digit in product(at.ground.houses, range(1, at.ground.size + 1))
    ]
    return cells, [held for held in houses if held]


def excludes(at: Position, one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one != two and (one[0] == two[0] or (one[1] == two[1] and two[0] in at.ground.peers[one[0]]))


@lru_cache(maxsize=4)
def weak_links(at: Position) -> dict[tuple[int, int], set[tuple[int, int]]]:
    everything = [(cell, digit) for cell, left in enumerate(at.candidates) for digit in left]
    return {one: {other for other in everything if excludes(at, one, other)} for one in everything}


def chain(at: Position, source: tuple[int, int]) -> dict[Literal, int]:
    """How many links it takes from ``source`` on, by single links, to all that follows."""
    pairs = [held for kind in holders(at) for held in kind if len(held) == 2]
    weak = weak_links(at)
    far: dict[Literal, int] = {(*source, True): 0}
    queue = [(*source, True)]
    for cell, digit, on in queue:
        here = (cell, digit)
        if on:
            new = [(*other, False) for other in weak[here]]
        else:
            new = [(*other, True) for pair in pairs if here in pair for other in pair - {here}]
        for literal in new:
            if literal not in far:
                far[literal] = far[cell, digit, on] + 1
                queue.append(literal)
    return far


def net(at: Position, source: tuple[int, int], digits: set[int]) -> tuple[dict[Literal, int], int]:
    """The layer of all that follows when singles are placed, and the layer in which nothing is left for a holder, or 0.

    ``digits``: those that the net may use; with one of them, cells are no reason.
    """
    cells, houses = holders(at)
    reasons = [held for held in houses if next(iter(held))[1] in digits] + (cells if len(digits) > 1 else [])
    weak = weak_links(at)
    layers: dict[Literal, int] = {(*source, True): 0}
    new, layer, gone = [source], 0, set()
    while new:
        fresh = {other for one in new for other in weak[one] if other[1] in digits} - gone
        layers.update(((*other, False), layer + 1) for other in fresh)
        gone |= fresh
        layer += 2
        touched = [held for held in reasons if not held.isdisjoint(fresh)]
        if any(held <= gone for held in touched):
            return layers, layer
        lasting = [next(iter(held - gone)) for held in touched if len(held - gone) == 1]
        new = [one for one in set(lasting) if (*one, True) not in layers]
        layers.update(((*one, True), layer) for one in new)
    return layers, 0


def alike(nodes: int) -> int:
    return next(most + 2 for most in (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256) if nodes - 2 <= most)


def twin(at: Position, name: str) -> set[Literal]:
    """The conclusions that a round of the technique takes."""
    everything = [(cell, digit) for cell, left in enumerate(at.candidates) for digit in left]
    all_digits = set(range(1, at.ground.size + 1))
    if name in ("nishio-forcing-chain", "forcing-net"):
        ends = {one: net(at, one, {one[1]} if name[0] == "n" else all_digits)[1] for one in everything}
        proofs = {(*one, False): 2 * end for one, end in ends.items() if end}
    else:
        if name.endswith("chain"):
            ways = {one: chain(at, one) for one in everything}
        else:
            nets = {one: net(at, one, all_digits) for one in everything}
            ways = {one: layers for one, (layers, end) in nets.items() if not end}
        proofs = {}
        for held in holders(at)[name.startswith("house")]:
            if len(held) > 1 and all(one in ways for one in held):
                for literal in set.intersection(*(set(ways[one]) for one in held)):
                    nodes = sum(ways[one][literal] + 1 for one in held)
                    proofs[literal] = min(nodes, proofs.get(literal, nodes))
    if not proofs:
        return set()
    longest = alike(min(proofs.values())) if name.endswith("net") else max(proofs.values())
    best = {literal for literal, nodes in proofs.items() if nodes <= longest}
    placed = [(cell, digit) for cell, digit, on in best if on]
    return {
        literal
        for literal in best
        if literal[2] or not any(excludes(at, (cell, digit), literal[:2]) for cell, digit in placed)
    }


def conclusions(steps: list[Step]) -> set[Literal]:
    """What steps conclude: one literal each, no two the same."""
    out = [(*effect, True) for step in steps for effect in step.placements]
    out += [(*effect, False) for step in steps for effect in step.eliminations]
    assert len(out) == len(set(out)) == len(steps)
    return set(out)


def branches(step: Step) -> list[list[PatternCandidate]]:
    out: list[list[PatternCandidate]] = []
    for item in step.pattern:
        if item.role in ("if-on", "if-off"):
            out.append([item])
        elif item.role in ("then-on", "then-off"):
            out[-1].append(item)
    return out


def proves(at: Position, step: Step) -> bool:
    """Whether what the step tells is a proof, node by node, in which no node is idle."""
    told = branches(step)
    firsts = {(branch[0].cell, branch[0].digit) for branch in told}
    assert all(branch[0].role == "if-on" for branch in told)
    assert not step.technique.endswith("-chain") or step.technique.startswith("nishio") or all(map(_single_file, told))
    cells, houses = holders(at)
    ends = []
    for branch in told:
        on, off, used = {(branch[0].cell, branch[0].digit)}, set(), set()
        for item in branch[1:]:
            here = (item.cell, item.digit)
            if item.role == "then-off":
                causes = [other for other in on if excludes(at, other, here)]
                if not causes:
                    return False
                used.update(causes)
                off.add(here)
            else:
                reasons = [held - {here} for held in cells + houses if here in held and held - {here} <= off]
                if not any(reasons):
                    return False
                used.update(*reasons)
                on.add(here)
        ends.append((on, off, used))
    if step.technique in ("nishio-forcing-chain", "forcing-net"):
        (_, off, _) = ends[0]
        return len(told) == 1 and step.eliminations == tuple(firsts) and any(held <= off for held in cells + houses)
    (target,) = conclusions([step])
    if firsts not in holders(at)[step.technique.startswith("house")]:
        return False
    return all(target[:2] in (on if target[2] else off) for on, off, _ in ends)


def _single_file(branch: list[PatternCandidate]) -> bool:
    """Whether ons and offs take turns, as in a chain."""
    return all((item.role == "then-off") == (place % 2 == 0) for place, item in enumerate(branch[1:]))
