"""Naive twins of fish with fins, Sue de Coq, colours and unique loops.

An instance is (digits of the pattern, eliminations), as the finders count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from techniques_data import Position
from techniques_naive_wings_and_rectangles import Effects, Instance, gone, held_by, places, sees

from bookmaker.puzzles.grid.geometry import House


def finned_fish(at: Position, size: int, sashimi: bool) -> Iterator[Instance]:
    houses = at.ground.houses
    for base_kind, cover_kind in (("row", "column"), ("column", "row")):
        bases = [house for house in houses if house.kind == base_kind]
        covers = [house for house in houses if house.kind == cover_kind]
        for digit in range(1, at.ground.size + 1):
            usable = [set(held) for house in bases if (held := places(at, house, digit))]
            crossed = [house for house in covers if places(at, house, digit)]
            for lines, over in product(combinations(usable, size), combinations(crossed, size)):
                covered = {cell for house in over for cell in house.cells}
                fins = set().union(*lines) - covered
                bodies = [line & covered for line in lines]
                if not fins or not all(bodies) or not all(set().union(*bodies) & set(house.cells) for house in over):
                    continue
                if any(len(body) == 1 for body in bodies) == sashimi:
                    in_base = {
                        cell for house in bases for cell in house.cells if set(house.cells) & set().union(*lines)
                    }
                    out = [c for c, _ in gone(at, digit, fins) if c in covered and c not in in_base]
                    if any(_needs_all(at, target, lines, over) for target in out):
                        yield frozenset({digit}), frozenset((cell, digit) for cell in out)


def _needs_all(at: Position, target: int, lines: tuple[set[int], ...], over: tuple[House, ...]) -> bool:
    """Whether no line is empty as soon as the target holds the digit, and the places then left are in all other covers."""
    left = [{cell for cell in line if not sees(at, target, cell)} for line in lines]
    others = [set(house.cells) for house in over if target not in house.cells]
    return all(left) and all(house & set().union(*left) for house in others)


def sue_de_coqs(at: Position, most: int = 5) -> Iterator[Instance]:
    def digits_of(cells: tuple[int, ...]) -> frozenset[int]:
        return frozenset().union(*(at.candidates[cell] for cell in cells))

    for box, line in product(at.ground.houses, repeat=2):
        if box.kind != "box" or line.kind not in ("row", "column"):
            continue
        empty = [[c for c in h.cells if at.candidates[c]] for h in (box, line)]
        shared = [cell for cell in empty[0] if cell in line.cells]
        outside = [[c for c in side if c not in shared] for side in empty]
        groups = [
            [(g, digits_of(g)) for size in range(1, most + 1) for g in combinations(side, size)] for side in outside
        ]
        for core in (core for size in range(2, len(shared) + 1) for core in combinations(shared, size)):
            inner = digits_of(core)
            if len(inner) < len(core) + 2:
                continue
            helping = [[(g, held) for g, held in side if len(held - inner) < len(g)] for side in groups]
            for (in_box, box_digits), (in_line, line_digits) in product(*helping):
                cells, digits = core + in_box + in_line, inner | box_digits | line_digits
                if len(digits) == len(cells) and not box_digits & line_digits:
                    out: Effects = frozenset()
                    for digit in digits:
                        out |= gone(at, digit, [cell for cell in cells if digit in at.candidates[cell]])
                    yield digits, frozenset((c, d) for c, d in out if c in box.cells or c in line.cells)


def chains(at: Position, digit: int) -> list[tuple[set[int], set[int]]]:
    links: dict[int, set[int]] = {}
    for house in at.ground.houses:
        pair = places(at, house, digit)
        if len(pair) == 2:
            links.setdefault(pair[0], set()).add(pair[1])
            links.setdefault(pair[1], set()).add(pair[0])
    out, told = [], set()
    for first in links:
        if first not in told:
            colour, queue = {first: 0}, [first]
            for cell in queue:
                for other in links[cell] - set(colour):
                    colour[other] = 1 - colour[cell]
                    queue.append(other)
            told.update(colour)
            out.append(tuple({cell for cell, side in colour.items() if side == k} for k in (0, 1)))
    return out


def colours(at: Position, kind: str) -> Iterator[Instance]:
    def meet(one: set[int], two: set[int]) -> bool:
        return any(sees(at, a, b) for a, b in product(one, two))

    def both(digit: int, one: set[int], two: set[int]) -> Effects:
        cells = [cell for cell, left in enumerate(at.candidates) if digit in left]
        return frozenset((cell, digit) for cell in cells if meet({cell}, one) and meet({cell}, two))

    for digit in range(1, at.ground.size + 1):
        found = chains(at, digit)
        for chain in found:
            inside = chain[0] | chain[1]
            if kind == "trap":
                yield frozenset({digit}), frozenset(e for e in both(digit, *chain) if e[0] not in inside)
            for colour in chain:
                if kind == "wrap" and meet(colour, colour):
                    yield frozenset({digit}), frozenset((cell, digit) for cell in colour)
        for one, two in permutations(found, 2):
            for colour in one:
                if kind == "multi-2" and meet(colour, two[0]) and meet(colour, two[1]):
                    yield frozenset({digit}), frozenset((cell, digit) for cell in colour)
            if kind == "multi-1":
                out: Effects = frozenset()
                for i, j in product((0, 1), repeat=2):
                    if meet(one[i], two[j]):
                        out |= both(digit, one[1 - i], two[1 - j])
                yield frozenset({digit}), out


def unique_loops(at: Position, kind: int, longest: int = 10) -> Iterator[Instance]:
    """Loops of up to ``longest`` cells, with two cells or fewer that have extra candidates."""
    for digits in combinations(range(1, at.ground.size + 1), 2):
        core = frozenset(digits)
        nodes = [cell for cell, left in enumerate(at.candidates) if core <= left]
        walks = [(cell,) for cell in nodes]
        while walks:
            walk = walks.pop()
            if len(walk) >= 6 and len(walk) % 2 == 0 and sees(at, walk[0], walk[-1]) and walk[1] < walk[-1]:
                yield from _loop(at, walk, core, kind)
            if len(walk) < longest:
                for cell in nodes:
                    if cell > walk[0] and cell not in walk and sees(at, walk[-1], cell):
                        longer = (*walk, cell)
                        if sum(at.candidates[c] != core for c in longer) <= 2 and all(
                            len(set(longer[p::2]) & set(h.cells)) <= 1 for h in at.ground.houses for p in (0, 1)
                        ):
                            walks.append(longer)


def _loop(at: Position, walk: tuple[int, ...], core: frozenset[int], kind: int) -> Iterator[Instance]:
    for house in at.ground.houses:
        if len(set(walk[::2]) & set(house.cells)) != len(set(walk[1::2]) & set(house.cells)):
            return
    extra = [cell for cell in walk if at.candidates[cell] != core]
    union = frozenset().union(*(at.candidates[cell] for cell in extra)) - core
    if kind == 1 and len(extra) == 1:
        yield core, frozenset((extra[0], digit) for digit in core)
    if len(extra) != 2:
        return
    if kind == 2 and len(union) == 1:
        yield core, gone(at, next(iter(union)), extra)
    if kind == 3:
        for house, size in product(held_by(at, extra), range(1, 6)):
            others = [c for c in house.cells if at.candidates[c] and c not in extra]
            for group in combinations(others, size):
                held = union.union(*(at.candidates[c] for c in group))
                if len(held) == size + 1:
                    out: Effects = frozenset()
                    for digit in held:
                        holders = [c for c in group if digit in at.candidates[c]]
                        holders += [c for c in extra if digit in at.candidates[c] - core]
                        out |= gone(at, digit, holders)
                    yield core, frozenset(effect for effect in out if effect[0] not in extra)
    if kind == 4:
        for digit, other in permutations(core):
            if any(set(places(at, house, digit)) == set(extra) for house in held_by(at, extra)):
                yield core, frozenset((cell, other) for cell in extra)


TWINS = {
    "finned-x-wing": lambda at: finned_fish(at, 2, False),
    "sashimi-x-wing": lambda at: finned_fish(at, 2, True),
    "finned-swordfish": lambda at: finned_fish(at, 3, False),
    "sashimi-swordfish": lambda at: finned_fish(at, 3, True),
    "sue-de-coq": sue_de_coqs,
    "simple-colours-trap": lambda at: colours(at, "trap"),
    "simple-colours-wrap": lambda at: colours(at, "wrap"),
    "multi-colours-1": lambda at: colours(at, "multi-1"),
    "multi-colours-2": lambda at: colours(at, "multi-2"),
    "unique-loop-1": lambda at: unique_loops(at, 1),
    "unique-loop-2": lambda at: unique_loops(at, 2),
    "unique-loop-3": lambda at: unique_loops(at, 3),
    "unique-loop-4": lambda at: unique_loops(at, 4),
}
