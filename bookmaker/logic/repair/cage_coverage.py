"""Cells in two cages or in none: every small change after which each cell is in one cage.

An entry too many (a cell in a second cage, twice in one, or outside the grid) may belong to a cell that is in no cage; a cell
in no cage may belong to a cage beside it, or be the rest of a cage that was forgotten. The ways are combined, the fewest
changes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from bookmaker.logic.repair.cage_changes import CageMend
from bookmaker.logic.solve.cage_sums import sum_bounds
from bookmaker.logic.verify.cage_faults import uncovered
from bookmaker.puzzles.grid.adjacency import beside
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

_MOST = 20_000
"""Combinations that are looked at."""

_APART = 4
"""Cells that may each be in a cage of their own: with more there would be too many ways, none of them likely."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A cell that a cage has too many. ``cell`` is None if it is outside the grid, or already there."""

    cage: int
    cell: int | None


def resolutions(puzzle: Puzzle) -> Iterator[CageMend]:
    """The changes; none if no cell is in two cages or, where the cages should cover the grid, in none."""
    kept = list(dict.fromkeys(puzzle.cages))
    again = list((Counter(puzzle.cages) - Counter(kept)).elements())
    cages = [sorted(set(cage.cells)) for cage in kept]
    loose = [
        _Entry(at, None)
        for at, cage in enumerate(kept)
        for _ in range(len(cage.cells) - len(set(cage.cells)) + len(cage.strays))
    ]
    bare = uncovered(puzzle)
    holders: dict[int, list[int]] = {}
    for at, cells in enumerate(cages):
        for cell in cells:
            holders.setdefault(cell, []).append(at)
    shared: dict[tuple[int, ...], list[int]] = {}
    for cell, places in sorted(holders.items()):
        if len(places) > 1:
            shared.setdefault(tuple(places), []).append(cell)
    if not (again or loose or shared or bare):
        return
    seen: set[tuple[tuple[Cage, ...], tuple[Cage, ...]]] = set()
    for taken in islice(product(*(_ways(places, cells) for places, cells in shared.items())), _MOST):
        gone = [entry for some in taken for entry in some]
        for kind, changed in _filled(puzzle, kept, cages, [*loose, *gone], bare):
            new = tuple(cage for cage in changed if cage.cells)
            old = Counter(puzzle.cages)
            fresh = Counter(new)
            mend = CageMend(kind, tuple((old - fresh).elements()), tuple((fresh - old).elements()))
            if (mend.old, mend.new) not in seen and all(_fits(cage, puzzle.geometry.size) for cage in mend.new):
                seen.add((mend.old, mend.new))
                yield mend


def _ways(places: Sequence[int], cells: Sequence[int]) -> list[list[_Entry]]:
    """For cells that the same cages share, what goes where they stay in one of these: all in the same first."""
    stays: list[tuple[int, ...]] = [(place,) * len(cells) for place in places]
    if len(cells) <= _APART:
        stays = sorted(product(places, repeat=len(cells)), key=lambda stay: len(set(stay)))
    return [
        [_Entry(at, cell) for cell, stay in zip(cells, chosen, strict=True) for at in places if at != stay]
        for chosen in stays
    ]


def _filled(
    puzzle: Puzzle, kept: Sequence[Cage], cages: Sequence[Sequence[int]], gone: Sequence[_Entry], bare: Sequence[int]
) -> Iterator[tuple[str, list[Cage]]]:
    """The cages without the entries that go, and with the cells that were in none."""
    size = puzzle.geometry.size
    rests = [[cell for cell in cells if _Entry(at, cell) not in gone] for at, cells in enumerate(cages)]
    base = [replace(cage, cells=tuple(cells), strays=()) for cage, cells in zip(kept, rests, strict=True)]
    if not bare:
        yield ("cell-twice" if gone else "cage-twice"), base
        return
    parts = _parts(bare, size)
    lacking = size**2 * (size + 1) // 2 - sum(cage.sum or 0 for cage in base if cage.cells)
    if len(parts) == 1 and all(cage.sum is not None for cage in base):
        yield "cage-forgotten", [*base, Cage(tuple(parts[0]), lacking)]
    # Cells that hang together go to one cage, or, if they are few, each to a cage of its own.
    groupings = [parts, [[cell] for cell in bare]] if len(parts) < len(bare) <= _APART else [parts]
    for groups in groupings:
        homes = [_homes(group, base, gone, size) for group in groups]
        for chosen in islice(product(*homes), _MOST):
            cells = [list(cage.cells) for cage in base]
            for group, at in zip(groups, chosen, strict=True):
                cells[at] += group
            mistyped = {entry.cage for entry in gone}.intersection(chosen)
            several = any(len(group) > 1 for group in groups)
            kind = "cell-mistyped" if mistyped else "cage-split" if several else "cell-forgotten"
            yield kind, [replace(cage, cells=tuple(sorted(own))) for cage, own in zip(base, cells, strict=True)]


def _homes(group: Sequence[int], base: Sequence[Cage], gone: Sequence[_Entry], size: int) -> list[int]:
    """The cages that cells may belong to: those that lost an entry, and those beside them."""
    near = {other for cell in group for other in beside(cell, size)}
    losers = [entry.cage for entry in gone]
    touching = [at for at, cage in enumerate(base) if near.intersection(cage.cells)]
    return list(dict.fromkeys([*(losers if len(group) == 1 else ()), *touching]))


def _parts(cells: Sequence[int], size: int) -> list[list[int]]:
    """Cells in connected parts."""
    left = set(cells)
    parts = []
    for cell in cells:
        if cell not in left:
            continue
        part, waiting = [], [cell]
        left.discard(cell)
        while waiting:
            part.append(waiting.pop())
            near = left.intersection(beside(part[-1], size))
            left -= near
            waiting += sorted(near)
        parts.append(sorted(part))
    return parts


def _fits(cage: Cage, size: int) -> bool:
    low, high = sum_bounds(len(cage.cells), size)
    return 0 < len(cage.cells) <= size and (cage.sum is None or low <= cage.sum <= high)
