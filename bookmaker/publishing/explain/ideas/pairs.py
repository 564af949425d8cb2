"""Ideas of clues that relate two cells: dots, bars, letters, signs, and cages of two cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from bookmaker.publishing.explain.ideas.seen import Idea, Said, Seen, digits_of, mask_of
from bookmaker.puzzles.grid.geometry import Clue, Geometry

_FEW = 4
"""Of a cell with so many candidates these are named, and those of its neighbour."""


def alone(seen: Seen) -> Iterator[Said]:
    """The pairs that the clue allows in any two cells."""
    left = seen.left(())
    tables = [table for _, _, table in seen.related()]
    sets = {(a, b) for table in tables for a, mask in enumerate(table, 1) for b in digits_of(mask) if a <= b}
    gone = digits_of(seen.every & ~left[seen.cells[0]])
    if gone:
        yield Said(left, seen.cells, digits=gone, sets=tuple(sorted(sets)), value=seen.clue.value)


def partner(seen: Seen) -> Iterator[Said]:
    """A cell with few candidates leaves few to its neighbour."""
    for cell in seen.open(seen.cells):
        mask = seen.mask(cell)
        if mask.bit_count() <= _FEW:
            for other, allowed in seen.beside(cell, mask).items():
                yield Said({other: allowed}, (cell,), digits_of(mask), digits_of(allowed), (other,), (cell,))


def lacking(seen: Seen) -> Iterator[Said]:
    """A digit that would need another beside it, which the neighbour cannot hold."""
    for cell in seen.open(seen.cells):
        for other, allowed in seen.beside(cell, seen.mask(cell)).items():
            gone = digits_of(seen.mask(other) & ~allowed)
            wants = seen.beside(other, mask_of(gone)).get(cell, 0)
            if 0 < len(gone) <= _FEW and wants:
                yield Said({other: seen.every & ~mask_of(gone)}, (cell,), gone, digits_of(wants), (other,), (cell,))


def _meeting(seen: Seen) -> Iterator[tuple[Clue, int, int, int]]:
    """Another clue of the kind that meets this one at a cell, and (outer, middle, outer), where the outer ones see each other."""
    for clue in seen.position.geometry.clues or ():
        shared = {*clue.cells} & {*seen.cells}
        if clue.kind == seen.clue.kind and clue.value == seen.clue.value and len(shared) == 1:
            (middle,) = shared
            (one,), (other,) = {*seen.cells} - shared, {*clue.cells} - shared
            if other in seen.position.seen(one):
                yield clue, one, middle, other


def two_in_line(seen: Seen) -> Iterator[Said]:
    """Two signs meet at a cell, whose neighbours differ: the digits of the three."""
    tables = {(one, other): table for one, other, table in seen.related()}
    if not tables:
        return
    table = tables[seen.cells[0], seen.cells[1]]
    for clue, one, middle, other in _meeting(seen):
        ways = [
            (a, b, c)
            for b in range(1, seen.size + 1)
            for a in digits_of(table[b - 1])
            for c in digits_of(table[b - 1])
            if a != c
        ]
        left = {cell: mask_of(way[i] for way in ways) for i, cell in enumerate((one, middle, other))}
        sets = tuple(dict.fromkeys(min(way, way[::-1]) for way in ways))
        yield Said(
            left,
            (one, middle, other),
            digits_of(left[middle]),
            (),
            (one, middle, other),
            (middle,),
            sets=sets,
            also=(clue,),
        )


@lru_cache(maxsize=256)
def heights(geometry: Geometry, kind: str) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """For each cell the longest chains of signs that fall from it, and that rise from it, without itself."""
    lower: dict[int, list[int]] = {}
    higher: dict[int, list[int]] = {}
    for clue in geometry.clues or ():
        if clue.kind == kind:
            one, other = clue.cells
            lower.setdefault(one, []).append(other)
            higher.setdefault(other, []).append(one)

    def longest(near: dict[int, list[int]]) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}

        def of(cell: int) -> tuple[int, ...]:
            if cell not in found:
                found[cell] = max(((other, *of(other)) for other in near.get(cell, ())), key=len, default=())
            return found[cell]

        for cell in {*lower, *higher}:
            of(cell)
        return found

    return longest(lower), longest(higher)


def chain(seen: Seen) -> Iterator[Said]:
    """Signs one after another: each cell has so many lower ones behind it and so many higher ones before it."""
    lower, higher = heights(seen.position.geometry, seen.clue.kind)
    large, small = seen.cells
    path = (*reversed(higher[large]), large, small, *lower[small])
    size, last = seen.size, len(path) - 1
    left = {cell: mask_of(range(last - place + 1, size - place + 1)) for place, cell in enumerate(path)}
    signs = {clue.cells: clue for clue in seen.position.geometry.clues or () if clue.kind == seen.clue.kind}
    also = tuple(signs[pair] for pair in pairwise(path))
    if last > 1:
        yield Said(left, path, cells=path, value=(last, size - last, last + 1), also=also)


def ends(seen: Seen) -> Iterator[Said]:
    """The larger of two digits is not the lowest, the smaller not the highest."""
    large, small = seen.cells
    left = {large: seen.every & ~1, small: seen.every >> 1}
    yield Said(left, seen.cells, (1,), (seen.size,), (large,), (small,))


def _several(side: int) -> Callable[[Seen], Iterator[Said]]:
    """Several different cells are less than one (side 0), or greater (side 1)."""

    def reads(seen: Seen) -> Iterator[Said]:
        cell = seen.clue.cells[side]
        clues = (clue for clue in seen.position.geometry.clues or () if clue.kind == seen.clue.kind)
        also = tuple(clue for clue in clues if clue.cells[side] == cell)
        near = tuple(clue.cells[1 - side] for clue in also)
        if len(near) > 1 and seen.apart(near):
            gone = (1 << len(near)) - 1
            mask = seen.every >> len(near) if side else seen.every & ~gone
            yield Said(
                {cell: mask}, near, (seen.size - len(near) if side else len(near) + 1,), (), (cell,), near, also=also
            )

    return reads


def _bounded(side: int) -> Callable[[Seen], Iterator[Said]]:
    """The least that the smaller can be bounds the larger (side 0), the most that the larger can be the smaller (side 1)."""

    def reads(seen: Seen) -> Iterator[Said]:
        cell, other = seen.clue.cells[side], seen.clue.cells[1 - side]
        mask = seen.mask(other)
        end = mask.bit_length() if side else digits_of(mask)[0]
        left = mask_of(range(1, end)) if side else seen.every & ~mask_of(range(1, end + 1))
        yield Said({cell: left}, (other,), (end,), (end - 1 if side else end + 1,), (cell,), (other,))

    return reads


_DOTS = ("black-dot",)
_BY_ONE = ("white-dot", "bar")
_NUMBERED = ("difference", "ratio", "difference-cage", "quotient-cage")
_LETTERS = ("x-sum", "v-sum")

IDEAS = (
    Idea("black-pairs", _DOTS, alone, once=True),
    Idea("v-pairs", ("v-sum",), alone, once=True),
    Idea("x-pairs", ("x-sum",), alone, once=True),
    Idea("pairs-by-number", _NUMBERED, alone, once=True),
    Idea("sign-chain", ("greater-than",), chain, tells=True),
    Idea("sign-ends", ("greater-than",), ends, once=True),
    Idea("sign-over-several", ("greater-than",), _several(0), tells=True),
    Idea("sign-under-several", ("greater-than",), _several(1), tells=True),
    Idea("black-line", _DOTS, two_in_line),
    Idea("white-run", _BY_ONE, two_in_line),
    Idea("black-partner", _DOTS, partner),
    Idea("white-partner", _BY_ONE, partner),
    Idea("letter-partner", _LETTERS, partner),
    Idea("number-partner", _NUMBERED, partner),
    Idea("sign-over", ("greater-than",), _bounded(0), tells=True),
    Idea("sign-under", ("greater-than",), _bounded(1), tells=True),
    Idea("lacks-partner", (*_DOTS, *_BY_ONE, *_LETTERS, *_NUMBERED), lacking),
)
