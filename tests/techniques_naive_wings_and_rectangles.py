"""Naive twins of turbot fish, wings, rectangles and universal graves.

An instance is (digits of the pattern, eliminations), as the finders count them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from techniques_data import Position

from bookmaker.puzzles.grid.geometry import House

Effects = frozenset[tuple[int, int]]
Instance = tuple[frozenset[int], Effects]


def places(at: Position, house: House, digit: int) -> tuple[int, ...]:
    return tuple(cell for cell in house.cells if digit in at.candidates[cell])


def sees(at: Position, one: int, two: int) -> bool:
    return two in at.ground.peers[one]


def gone(at: Position, digit: int, cells: Iterable[int]) -> Effects:
    """What leaves if one of ``cells`` holds the digit."""
    seen = set.intersection(*(set(at.ground.peers[cell]) for cell in cells))
    return frozenset((cell, digit) for cell in seen if digit in at.candidates[cell])


def kept(found: Iterator[Instance]) -> set[Instance]:
    return {instance for instance in found if instance[1]}


def held_by(at: Position, cells: Iterable[int]) -> list[House]:
    return [house for house in at.ground.houses if set(cells) <= set(house.cells)]


def two_links(at: Position, kinds: set[tuple[str, str]] | None, joint: str | None) -> Iterator[Instance]:
    for digit in range(1, at.ground.size + 1):
        links = [(house, pair) for house in at.ground.houses if len(pair := places(at, house, digit)) == 2]
        for (one, first), (two, second) in permutations(links, 2):
            if kinds is not None and (one.kind, two.kind) not in kinds:
                continue
            for (a, p), (q, b) in product(permutations(first), permutations(second)):
                line = joint
                if joint == "line":
                    line = "column" if one.kind == "row" else "row"
                joined = [house for house in held_by(at, (p, q)) if line is None or house.kind == line]
                if joined and len({a, p, q, b}) == 4:
                    yield frozenset({digit}), gone(at, digit, (a, b))


def empty_rectangles(at: Position) -> Iterator[Instance]:
    houses = at.ground.houses
    for box, line, cross in product(houses, houses, houses):
        if box.kind != "box" or {line.kind, cross.kind} != {"row", "column"}:
            continue
        for digit in range(1, at.ground.size + 1):
            inside = set(places(at, box, digit))
            only_line, only_cross = (
                inside & set(line.cells) - set(cross.cells),
                inside & set(cross.cells) - set(line.cells),
            )
            if not only_line or not only_cross or inside - set(line.cells) - set(cross.cells):
                continue
            for link in houses:
                pair = places(at, link, digit)
                if link.kind != cross.kind or len(pair) != 2 or set(pair) & set(box.cells):
                    continue
                for near, far in permutations(pair):
                    if near in line.cells and far not in line.cells:
                        out = gone(at, digit, (far,))
                        yield (
                            frozenset({digit}),
                            frozenset((c, d) for c, d in out if c in cross.cells and c not in box.cells),
                        )


def remote_pairs(at: Position) -> Iterator[Instance]:
    twos = [cell for cell, left in enumerate(at.candidates) if len(left) == 2]
    told: set[int] = set()
    for first in twos:
        if first in told:
            continue
        colour, queue = {first: 0}, [first]
        for cell in queue:
            for other in twos:
                if other not in colour and at.candidates[other] == at.candidates[first] and sees(at, cell, other):
                    colour[other] = 1 - colour[cell]
                    queue.append(other)
        told.update(colour)
        if len(colour) >= 4:
            seen = [set().union(*(at.ground.peers[c] for c, side in colour.items() if side == k)) for k in (0, 1)]
            digits = at.candidates[first]
            out = (seen[0] & seen[1]) - set(colour)
            yield digits, frozenset((cell, digit) for cell in out for digit in digits & at.candidates[cell])


def w_wings(at: Position) -> Iterator[Instance]:
    twos = [cell for cell, left in enumerate(at.candidates) if len(left) == 2]
    for one, two in permutations(twos, 2):
        if at.candidates[one] != at.candidates[two] or sees(at, one, two):
            continue
        for linked, digit in permutations(at.candidates[one]):
            for house in at.ground.houses:
                pair = places(at, house, linked)
                if len(pair) == 2 and not {one, two} & set(pair) and sees(at, one, pair[0]) and sees(at, two, pair[1]):
                    yield at.candidates[one], gone(at, digit, (one, two))


def bent_sets(at: Position, size: int, widths: tuple[int, ...] | None) -> Iterator[Instance]:
    cells = [cell for cell, left in enumerate(at.candidates) if 2 <= len(left) <= size]
    for group in combinations(cells, size):
        digits = frozenset().union(*(at.candidates[cell] for cell in group))
        if len(digits) != size or (widths and tuple(sorted(len(at.candidates[cell]) for cell in group)) != widths):
            continue
        free = [
            digit
            for digit in digits
            if any(not sees(at, *pair) for pair in combinations([c for c in group if digit in at.candidates[c]], 2))
        ]
        if len(free) == 1:
            yield digits, gone(at, free[0], [cell for cell in group if free[0] in at.candidates[cell]])


def rectangles(at: Position) -> Iterator[tuple[int, int, int, int]]:
    """Corners in the order of walking round, of two rows and two columns; each house holds none or two neighbours."""
    size = at.ground.size
    for (r, s), (c, d) in product(combinations(range(size), 2), repeat=2):
        round_ = (r * size + c, r * size + d, s * size + d, s * size + c)
        touched = [set(house.cells) & set(round_) for house in at.ground.houses]
        if all(not held or (len(held) == 2 and held not in ({*round_[::2]}, {*round_[1::2]})) for held in touched):
            yield round_


def unique_rectangles(at: Position, kind: int) -> Iterator[Instance]:
    for round_ in rectangles(at):
        left = [at.candidates[cell] for cell in round_]
        for digits in {side for side in left if len(side) == 2}:
            if not all(side & digits for side in left):
                continue
            extra = [cell for cell in round_ if at.candidates[cell] - digits]
            union = frozenset().union(*(at.candidates[cell] for cell in extra)) - digits
            line = len(extra) == 2 and sees(at, *extra)
            if kind == 1 and len(extra) == 1:
                yield digits, frozenset((extra[0], digit) for digit in digits & at.candidates[extra[0]])
            if kind == 2 and line and len(union) == 1:
                yield digits, gone(at, next(iter(union)), extra)
            if kind == 5 and len(extra) >= 2 and not line and len(union) == 1:
                yield digits, gone(at, next(iter(union)), extra)
            if kind == 3 and line:
                for house, size in product(held_by(at, extra), range(1, 6)):
                    others = [c for c in house.cells if at.candidates[c] and c not in extra]
                    for group in combinations(others, size):
                        held = union.union(*(at.candidates[c] for c in group))
                        if len(held) == size + 1:
                            out: Effects = frozenset()
                            for digit in held:
                                holders = [c for c in group if digit in at.candidates[c]]
                                holders += [c for c in extra if digit in at.candidates[c] - digits]
                                out |= gone(at, digit, holders)
                            yield digits, frozenset(effect for effect in out if effect[0] not in extra)
            if kind == 4 and line:
                for digit, other in permutations(digits):
                    if any(set(places(at, house, digit)) == set(extra) for house in held_by(at, extra)):
                        yield digits, frozenset((cell, other) for cell in extra if other in at.candidates[cell])
            if kind == 6 and len(extra) == 2 and not line:
                for digit in digits:
                    for turn in (0, 1):
                        sides = [(round_[turn], round_[turn + 1]), (round_[turn + 2], round_[(turn + 3) % 4])]
                        if all(
                            any(
                                len(held := places(at, h, digit)) > 0 and set(held) <= set(side)
                                for h in held_by(at, side)
                            )
                            for side in sides
                        ):
                            yield digits, frozenset((cell, digit) for cell in extra if digit in at.candidates[cell])


def hidden_rectangles(at: Position) -> Iterator[Instance]:
    for round_ in rectangles(at):
        for i in range(4):
            digits, across = at.candidates[round_[i]], round_[i - 2]
            if len(digits) != 2 or not all(at.candidates[cell] & digits for cell in round_):
                continue
            for digit, other in permutations(digits):
                sides = [{across, round_[i - 1]}, {across, round_[i - 3]}]
                if all(any(set(places(at, h, digit)) == side for h in held_by(at, side)) for side in sides):
                    yield digits, frozenset({(across, other)} if other in at.candidates[across] else ())


def avoidable_rectangles(at: Position, given: list[bool], kind: int) -> Iterator[Instance]:
    """Every way to fill the corners with two digits in turn, that fits what they hold and may hold besides one digit."""
    size = at.ground.size
    for round_ in rectangles(at):
        if any(given[cell] for cell in round_):
            continue
        empty = [cell for cell in round_ if not at.givens[cell]]
        for pair in permutations(range(1, size + 1), 2):
            want = {cell: pair[i % 2] for i, cell in enumerate(round_)}
            if any(at.givens[cell] not in (0, want[cell]) for cell in round_):
                continue
            if kind == 1 and len(empty) == 1 and want[empty[0]] in at.candidates[empty[0]]:
                yield frozenset(pair), frozenset({(empty[0], want[empty[0]])})
            if kind == 2 and len(empty) == 2:
                extras = {at.candidates[cell] - {want[cell]} for cell in empty}
                fits = all(want[cell] in at.candidates[cell] for cell in empty)
                if fits and len(extras) == 1 and len(extra := next(iter(extras))) == 1:
                    yield frozenset(pair), gone(at, next(iter(extra)), empty)


TWINS = {
    "skyscraper": lambda at: two_links(at, {("row", "row"), ("column", "column")}, "line"),
    "two-string-kite": lambda at: two_links(at, {("row", "column")}, "box"),
    "turbot-fish": lambda at: two_links(at, None, None),
    "empty-rectangle": empty_rectangles,
    "remote-pair": remote_pairs,
    "w-wing": w_wings,
    "xy-wing": lambda at: bent_sets(at, 3, (2, 2, 2)),
    "xyz-wing": lambda at: bent_sets(at, 3, (2, 2, 3)),
    "wxyz-wing": lambda at: bent_sets(at, 4, None),
    "unique-rectangle-1": lambda at: unique_rectangles(at, 1),
    "unique-rectangle-2": lambda at: unique_rectangles(at, 2),
    "unique-rectangle-3": lambda at: unique_rectangles(at, 3),
    "unique-rectangle-4": lambda at: unique_rectangles(at, 4),
    "unique-rectangle-5": lambda at: unique_rectangles(at, 5),
    "unique-rectangle-6": lambda at: unique_rectangles(at, 6),
    "hidden-rectangle": hidden_rectangles,
}
