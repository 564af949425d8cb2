"""Faults of puzzles as records, with the cells and numbers of their messages; and those of cages, before any search.

A fault of cages blocks (its code is in :data:`BLOCKING`) if it is a mistake of the setter whatever a solver finds: the cages
cannot be as meant, or no digits fill them. The others are remarks on a solvable puzzle: a cage in pieces still has its sum, and
one without a sum still holds different digits. Cages that overlap may be meant so: whether they are is seen by solving.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from bookmaker.logic.solve.cage_sums import impossible, sum_bounds
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, House, cell_name, connected
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

_CELLS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class PuzzleFault:
    """One thing that is wrong with a puzzle.

    ``code`` is ``clash``, ``too-few-givens``, ``no-solution``, ``several-solutions``, ``undecided``, ``answer-wrong``,
    ``answer-not-only``, ``answer-foreign`` (that of another puzzle), ``candidates-wrong``, a remark
    (:data:`bookmaker.logic.verify.check.REMARKS`), or one of a cage (:func:`cage_faults`). ``cells`` are
    the indices of the cells it is about, ascending, empty if it is about the whole.
    """

    code: str
    cells: tuple[int, ...]
    message: str

    def as_dict(self, ground: Geometry) -> dict[str, object]:
        """The fields that ``--json`` prints; cells by name."""
        cells = [cell_name(cell, ground) for cell in self.cells]
        return {"code": self.code, "cells": cells, "message": self.message}


def many(count: int, what: str) -> str:
    """``2, "cell"`` -> ``"2 cells"``."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def listed(names: Sequence[str], what: str, beyond: int = 0) -> str:
    """``r1c1, r1c2 and r5c6``, or the first few and how many more there are of ``what``, ``beyond`` of them without a name."""
    beyond += len(names)
    if beyond > _CELLS_SHOWN:
        return f"{', '.join(names[:_CELLS_SHOWN])} and {many(beyond - _CELLS_SHOWN, f'more {what}')}"
    return f"{', '.join(names[:-1])} and {names[-1]}" if beyond > 1 else names[0]


def listed_cells(cells: Sequence[int], ground: Geometry) -> str:
    """:func:`listed` of cells by their names."""
    if ground.overlapping:
        shown = [cell_name(cell, ground) for cell in cells[:_CELLS_SHOWN]]
    else:
        names = _cell_names(ground.size)
        shown = [names[cell] for cell in cells[:_CELLS_SHOWN]]
    return listed(shown, "cell", len(cells) - len(shown))


@cache
def _cell_names(size: int) -> tuple[str, ...]:
    return tuple(cell_name(cell, size) for cell in range(size * size))


_REMEMBERED = 1 << 15

_UNSUMMED, _MOST_UNSUMMED = "cage-without-sum", 3
"""The code of a cage without a sum, and how many of these have a message each."""

IN_PIECES = "cage-in-pieces"
"""The code of a cage whose cells do not hang together."""

BLOCKING = frozenset(
    {
        "cage-empty",
        "cage-outside",
        "cage-repeats-cell",
        "cage-twice",
        "cage-too-large",
        "cage-sum",
        "cage-clash",
        "cage-givens",
        "cage-house",
        "cage-total",
    }
)
"""Codes of the faults after which a puzzle is ``broken``; not ``cage-in-pieces``, ``cage-without-sum`` and ``cage-overlap``."""


def blocked(puzzle: Puzzle) -> bool:
    """Whether the cages of a puzzle that has a solution have a blocking fault. Their sums fit it, so that their cells decide."""
    twice = any(one == other for one, other in pairwise(puzzle.cages))
    return twice or any(not cage.cells or impossible(cage, puzzle.geometry) for cage in puzzle.cages)


def uncovered(puzzle: Puzzle) -> tuple[int, ...]:
    """The cells in no cage, ascending, if cages cover nearly all of the grid; none if many cells are in no cage."""
    bare = set(range(puzzle.geometry.cell_count)).difference(*(cage.cells for cage in puzzle.cages))
    return tuple(sorted(bare)) if puzzle.cages and len(bare) <= puzzle.geometry.size else ()


def uncovered_fault(puzzle: Puzzle, *, proper: bool) -> Iterator[PuzzleFault]:
    """The fault of cells in no cage where the other cells are in cages; of a proper puzzle a remark, since it may be meant so."""
    cells = uncovered(puzzle)
    if cells:
        is_are = "is" if len(cells) == 1 else "are"
        message = f"{listed_cells(cells, puzzle.geometry)} {is_are} in no cage"
        message += ", which is right only if no cage was left out" if proper else ""
        yield PuzzleFault("cage-uncovered", cells, message)


def cage_faults(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    """Every fault of the cages: of single cages, of overlaps, then of houses and of the whole grid."""
    if not puzzle.cages:
        return
    geometry = puzzle.geometry
    sound = []
    unsummed: list[PuzzleFault] = []
    blank = not any(puzzle.givens)
    for cage in puzzle.cages:
        if blank and _nothing_wrong(cage, geometry.size):
            sound.append(cage)
            continue
        faults = list(_of_one(cage, puzzle))
        unsummed += [fault for fault in faults if fault.code == _UNSUMMED]
        yield from (fault for fault in faults if fault.code != _UNSUMMED)
        if not any(fault.code in BLOCKING for fault in faults):
            sound.append(cage)
    yield from unsummed if len(unsummed) <= _MOST_UNSUMMED else [_of_unsummed(unsummed, puzzle)]
    shared = _shared(puzzle.cages)
    yield from _overlaps(puzzle.cages, shared, geometry)
    apart = [cage for cage in sound if shared.keys().isdisjoint(cage.cells)]
    held = _houses_of_cells(geometry)
    inside: dict[int, list[Cage]] = {}
    for cage in apart:
        houses = -1
        for cell in cage.cells:
            houses &= held[cell]
        while houses > 0 and cage.sum is not None:
            inside.setdefault((houses & -houses).bit_length() - 1, []).append(cage)
            houses &= houses - 1
    for number, within in sorted(inside.items()):
        yield from _of_house(geometry.houses[number], within, geometry)
    yield from _of_all(puzzle, apart)


def _of_unsummed(faults: Sequence[PuzzleFault], puzzle: Puzzle) -> PuzzleFault:
    """One fault of many cages without a sum: a line for each would drown all others."""
    shown = "; ".join(listed_cells(fault.cells, puzzle.geometry) for fault in faults[:_MOST_UNSUMMED])
    rest = len(faults) - _MOST_UNSUMMED
    message = f"{len(faults)} of {len(puzzle.cages)} cages have no sum: {shown}; and {rest} more"
    return PuzzleFault(_UNSUMMED, tuple(sorted({cell for fault in faults for cell in fault.cells})), message)


@lru_cache(maxsize=64)
def _houses_of_cells(geometry: Geometry) -> list[int]:
    """The houses of each cell; bit h is house h."""
    return [
        sum(1 << h for h, house in enumerate(geometry.houses) if cell in house.cells)
        for cell in range(geometry.cell_count)
    ]


def cage_named(cage: Cage, geometry: Geometry) -> str:
    """The cage as messages name it: by its sum and its cells."""
    total = "without a sum" if cage.sum is None else f"with sum {cage.sum}"
    cells = tuple(dict.fromkeys(cage.cells))
    return f"the cage {total} at {listed_cells(cells, geometry)}" if cells else f"the cage {total}"


def _of_one(cage: Cage, puzzle: Puzzle) -> Iterator[PuzzleFault]:
    geometry = puzzle.geometry
    size, name = geometry.size, cage_named(cage, geometry)
    times = Counter(cage.cells)
    cells = tuple(sorted(times))
    if cage.strays:
        yield PuzzleFault("cage-outside", cells, f"{name} has {_strays(cage.strays)} outside the {size}x{size} grid")
    elif not cells:
        yield PuzzleFault("cage-empty", (), f"{name} has no cells")
    repeated = tuple(cell for cell in cells if times[cell] > 1)
    if repeated:
        yield PuzzleFault(
            "cage-repeats-cell", repeated, f"{name} has {listed_cells(repeated, geometry)} more than once"
        )
    if len(cells) > size:
        message = f"{name} has {len(cells)} cells, and there are {size} different digits"
        yield PuzzleFault("cage-too-large", cells, message)
    if cells and not connected(cells, size):
        yield PuzzleFault(IN_PIECES, cells, f"{name} is in pieces: its cells do not touch side by side")
    if cage.sum is None:
        yield PuzzleFault(_UNSUMMED, cells, f"{name}: nobody can tell what its digits make")
    if cage.strays or repeated or not 0 < len(cells) <= size:
        return
    low, high = sum_bounds(len(cells), size)
    if cage.sum is not None and not low <= cage.sum <= high:
        range_ = f"{len(cells)} different digits make {low} to {high}" if low < high else f"they make {low}"
        range_ = f"it is one digit from {low} to {high}" if len(cells) == 1 else range_
        yield PuzzleFault("cage-sum", cells, f"{name} cannot have this sum: {range_}")
    else:
        yield from _of_givens(cage, puzzle, name)


@lru_cache(_REMEMBERED)
def _nothing_wrong(cage: Cage, size: int) -> bool:
    """Whether a cage without givens has no fault of its own. Cached, since many puzzles have the same cages."""
    count = len(cage.cells)
    if cage.strays or cage.sum is None or not 0 < count <= size or len(set(cage.cells)) < count:
        return False
    low, high = sum_bounds(count, size)
    return low <= cage.sum <= high and connected(cage.cells, size)


def _strays(names: Sequence[str]) -> str:
    return f"{listed(list(dict.fromkeys(names)), 'cell')}"


def _of_givens(cage: Cage, puzzle: Puzzle, name: str) -> Iterator[PuzzleFault]:
    """Givens that break a cage whose sum some digits make."""
    size = puzzle.geometry.size
    stands: dict[int, list[int]] = {}
    for cell in cage.cells:
        if puzzle.givens[cell]:
            stands.setdefault(puzzle.givens[cell], []).append(cell)
    clash = False
    for digit, where in sorted(stands.items()):
        if len(where) > 1:
            clash = True
            times = "twice" if len(where) == 2 else f"{len(where)} times"
            message = f"the digit {SYMBOLS[digit - 1]} stands {times} in {name}: {listed_cells(where, puzzle.geometry)}"
            yield PuzzleFault("cage-clash", tuple(where), message)
    if clash or cage.sum is None or not stands:
        return
    rest = cage.sum - sum(stands)
    missing = len(cage.cells) - len(stands)
    if rest not in _sums(missing, [digit for digit in range(1, size + 1) if digit not in stands]):
        cells = tuple(where[0] for where in stands.values())
        message = f"the givens in {name} make {sum(stands)}"
        if missing:
            message += f", and {many(missing, 'other digit')} cannot make the {rest} that are left" if rest > 0 else ""
        yield PuzzleFault("cage-givens", tuple(sorted(cells)), message)


def _sums(count: int, digits: Sequence[int]) -> set[int]:
    """What ``count`` different digits of these can make."""
    made: list[set[int]] = [{0}] + [set() for _ in range(count)]
    for digit in digits:
        for chosen in range(count, 0, -1):
            made[chosen] |= {total + digit for total in made[chosen - 1]}
    return made[count]


def _shared(cages: Sequence[Cage]) -> dict[int, tuple[int, ...]]:
    """The cells of several cages, with the places of these."""
    if sum(len(cage.cells) for cage in cages) == len({cell for cage in cages for cell in cage.cells}):
        return {}
    held: dict[int, list[int]] = {}
    for place, cage in enumerate(cages):
        for cell in set(cage.cells):
            held.setdefault(cell, []).append(place)
    return {cell: tuple(places) for cell, places in sorted(held.items()) if len(places) > 1}


def _overlaps(cages: Sequence[Cage], shared: dict[int, tuple[int, ...]], geometry: Geometry) -> Iterator[PuzzleFault]:
    """One fault for each set of cages that share the same cells, and for a cage that is given more than once."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, places in shared.items():
        groups.setdefault(places, []).append(cell)
    for places, cells in groups.items():
        same = {cages[place] for place in places}
        if len(same) == 1:
            (cage,) = same
            times = "twice" if len(places) == 2 else f"{len(places)} times"
            yield PuzzleFault("cage-twice", tuple(cells), f"{cage_named(cage, geometry)} is there {times}")
            continue
        names = [cage_named(cages[place], geometry) for place in places[:9]]
        names += [""] * (len(places) - len(names))
        is_are = "is" if len(cells) == 1 else "are"
        message = f"{listed_cells(cells, geometry)} {is_are} in {len(places)} cages: {listed(names, 'cage')}"
        yield PuzzleFault("cage-overlap", tuple(cells), message)


def _of_house(house: House, inside: Sequence[Cage], geometry: Geometry) -> Iterator[PuzzleFault]:
    """The rule of 45: the other cells of a house must be able to make what its whole cages, ``inside``, leave."""
    cells = house.cells
    total = sum(cage.sum or 0 for cage in inside)
    others = len(cells) - sum(len(cage.cells) for cage in inside)
    whole = geometry.size * (geometry.size + 1) // 2
    low, high = sum_bounds(others, geometry.size)
    if low <= whole - total <= high:
        return
    name = f"{house.kind} {house.label}"
    shown = listed([cage_named(cage, geometry) for cage in inside], "cage")
    rest = many(others, "other cell")
    if others and total >= whole:
        message = f"the cages inside {name} make {total} of {whole}, which leaves nothing for the {rest}: {shown}"
    elif others:
        message = f"the cages inside {name} make {total}, which cannot leave {whole - total} of {whole} for the {rest}: {shown}"
    else:
        message = f"the cages of {name} make {total}, and its digits make {whole}: {shown}"
    yield PuzzleFault("cage-house", tuple(sorted(cells)), message)


def _of_all(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[PuzzleFault]:
    """Cages that cover the grid, each cell once, and do not make what all digits make."""
    size = puzzle.geometry.size
    if sum(len(cage.cells) for cage in cages) != size * size or any(cage.sum is None for cage in cages):
        return
    total, whole = sum(cage.sum or 0 for cage in cages), size * size * (size + 1) // 2
    if total != whole:
        yield PuzzleFault("cage-total", (), f"all cages together make {total}, and all digits make {whole}")
