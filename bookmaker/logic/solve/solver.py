"""The solver's public face: solutions of puzzles, counted, listed or sampled. :mod:`bookmaker.logic.solve.chosen_search` finds
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.chosen_search import as_kernels_like, search_givens, search_puzzles, stacked
from bookmaker.logic.solve.work import UNDECIDED, Bound, charge
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry as geometry_of

__all__ = [
    "CADICAL",
    "UNDECIDED",
    "Solved",
    "as_cells",
    "count_solutions",
    "first_solutions",
    "sampled_solutions",
    "solution_array",
    "solutions",
    "solve",
    "solve_many",
    "solve_or_bound",
    "two_solutions",
]

_LARGEST_LIMIT = (1 << 63) - 1

CADICAL = "cadical (python-sat)"
"""The other solver (:mod:`bookmaker.logic.solve.hard_grids`), as verdicts name it."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a search for at most ``limit`` solutions of one puzzle.

    ``solutions`` is their number, capped at ``limit`` (``UNDECIDED`` if the search gave up); ``solution`` is the
    solution, a digit 1..size for each cell, if there is exactly one and None otherwise; ``first`` is the first solution
    found, None if there is none; ``examples`` are the first two of several. With limit 1 a search cannot know that there is one
    only, so that ``solution`` is None then. ``prover`` names who decided, if not our own search.
    """

    solutions: int
    limit: int
    solution: bytes | None
    first: bytes | None
    examples: tuple[bytes, ...] = ()
    prover: str | None = None

    @property
    def proper(self) -> bool:
        """True if it is proven that there is exactly one solution."""
        return self.solution is not None


_WALK = 60e-9
"""Seconds of work of one random walk, for each candidate of an empty grid."""


def _checked(limit: int, max_nodes: Bound) -> None:
    if not 1 <= limit <= _LARGEST_LIMIT:
        raise ValueError(f"limit {limit}: it has to be 1 or more")
    if not 0 <= max_nodes <= _LARGEST_LIMIT:
        raise ValueError(f"max_nodes {max_nodes}: it has to be 0 (no bound) or more")


def as_cells(puzzles: npt.ArrayLike, geometry: Geometry) -> npt.NDArray[np.uint8]:
    """Puzzles of any integer type, checked, as the kernels want them: uint8[n, cells]. Raises ValueError."""
    array = np.asarray(puzzles)
    if array.ndim != 2 or array.shape[1] != geometry.cell_count:
        raise ValueError(f"puzzles have shape {array.shape}, not (n, {geometry.cell_count})")
    if array.dtype.kind not in "iu":
        raise ValueError(f"puzzles have type {array.dtype}, not an integer type")
    if array.size and (array.min() < 0 or array.max() > geometry.size):
        raise ValueError(f"puzzles hold a digit outside 0..{geometry.size}")
    return as_kernels_like(array)


def count_solutions(
    puzzles: Puzzle | Iterable[Puzzle] | npt.NDArray[Any],
    limit: int = 2,
    geometry: Geometry | None = None,
    max_nodes: Bound = 0,
) -> npt.NDArray[np.int64]:
    """How many solutions each puzzle has: int64[n], each capped at ``limit``; 0 if its givens clash.

    ``puzzles`` is an array of any integer type of shape [n, cells] (0 = empty) on ``geometry`` (9x9 classic if None), or a Puzzle
    or several Puzzles, which bring their own geometries. ``max_nodes``, if not 0, bounds the guesses for each puzzle, its
    :class:`Work` or its :class:`Seconds`; one that needs more counts ``UNDECIDED`` (-1). Raises ValueError for a wrong shape or
    type, a digit out of range, or a limit under 1.
    """
    _checked(limit, max_nodes)
    if isinstance(puzzles, np.ndarray):
        ground = geometry or geometry_of()
        return search_givens(ground, as_cells(puzzles, ground), limit, 0, max_nodes)[0]
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if not all(isinstance(puzzle, Puzzle) for puzzle in several):
        raise ValueError("puzzles are neither an array nor Puzzle objects")
    if geometry is not None and any(puzzle.geometry != geometry for puzzle in several):
        raise ValueError("a puzzle has another geometry than the one requested")
    counts = np.zeros(len(several), np.int64)
    for ground, chosen in _by_geometry(several).items():
        counts[chosen] = search_puzzles(ground, [several[place] for place in chosen], limit, 0, max_nodes)[0]
    return counts


def first_solutions(
    cells: npt.NDArray[Any], geometry: Geometry, limit: int = 2, max_nodes: Bound = 0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """As :func:`count_solutions` of an array, and the first solution of each puzzle, uint8[n, cells], 0 where there is none."""
    _checked(limit, max_nodes)
    counts, out, _ = search_givens(geometry, as_cells(cells, geometry), limit, 1, max_nodes)
    return counts, out[:, 0]


def solve(puzzle: Puzzle, limit: int = 2, max_nodes: Bound = 0) -> Solved:
    """Search for at most ``limit`` solutions of a puzzle. Arguments and errors as for :func:`count_solutions`."""
    return solve_many([puzzle], limit, max_nodes)[0]


def solve_many(puzzles: Sequence[Puzzle], limit: int = 2, max_nodes: Bound = 0, others: bool = False) -> list[Solved]:
    """:func:`solve` for each of several puzzles, those of one geometry together.

    ``others``: another solver, where installed, may take over from ours. The decision then depends on the installed packages, so
    that it is for verdicts only: nothing that goes into a book, a bank, a grade or a mend may ask for it.
    """
    _checked(limit, max_nodes)
    found: list[Solved] = [Solved(0, limit, None, None)] * len(puzzles)
    for ground, chosen in _by_geometry(puzzles).items():
        some_puzzles = [puzzles[place] for place in chosen]
        counts, out, by_other = search_puzzles(ground, some_puzzles, limit, min(limit, 2), max_nodes, others)
        for place, count, some, by in zip(chosen, counts.tolist(), out, by_other.tolist(), strict=True):
            # A search that gave up may have found a solution, but it proves nothing about it.
            first = some[0].tobytes() if count > 0 else None
            examples = (some[0].tobytes(), some[1].tobytes()) if count > 1 else ()
            solution = first if count == 1 and limit > 1 else None
            found[place] = Solved(count, limit, solution, first, examples, CADICAL if by else None)
    return found


def solve_or_bound(
    puzzles: Sequence[Puzzle], limit: int = 2, max_nodes: Bound = 0, others: bool = False
) -> list[Solved]:
    """As :func:`solve_many`; but of a puzzle with more solutions than could be counted within the bound, two are found at least.

    The ``limit`` of its result is then 2.
    """
    found = solve_many(puzzles, limit, max_nodes, others)
    hard = [place for place, one in enumerate(found) if one.solutions == UNDECIDED] if limit > 2 else []
    again = solve_many([puzzles[place] for place in hard], 2, max_nodes, others)
    for place, one in zip(hard, again, strict=True):
        found[place] = one if one.solutions > 1 else found[place]
    return found


def _by_geometry(puzzles: Sequence[Puzzle]) -> dict[Geometry, list[int]]:
    """The places of the puzzles on each geometry."""
    places: dict[Geometry, list[int]] = {}
    for place, puzzle in enumerate(puzzles):
        places.setdefault(puzzle.geometry, []).append(place)
    return places


_FEW_SOLUTIONS = 16
"""Up to this limit an array for all solutions costs less than counting them first."""


def solution_array(puzzle: Puzzle, limit: int = 2, max_nodes: Bound = 0) -> npt.NDArray[np.uint8]:
    """The solutions of a puzzle, at most ``limit``: uint8[n, cells] with digits 1..size; always in the same order.

    None are returned if the search gave up after ``max_nodes`` guesses (0: never). Raises ValueError for a limit under 1.
    """
    _checked(limit, max_nodes)
    # Count first, so that a large limit costs memory only for existing solutions.
    most = limit
    if limit > _FEW_SOLUTIONS:
        most = max(int(search_puzzles(puzzle.geometry, [puzzle], limit, 0, max_nodes)[0][0]), 0)
    counts, out, _ = search_puzzles(puzzle.geometry, [puzzle], limit, most, max_nodes)
    return out[0, : max(int(counts[0]), 0)]


def solutions(puzzle: Puzzle, limit: int = 2, max_nodes: Bound = 0) -> list[bytes]:
    """The solutions of a puzzle as :func:`solution_array` has them, each a digit 1..size for each cell."""
    return [row.tobytes() for row in solution_array(puzzle, limit, max_nodes)]


def sampled_solutions(puzzle: Puzzle, number: int, seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Random solutions uint8[n, cells] of a puzzle without cages, which may repeat, and their weights float64[n].

    Makes ``number`` trials, some of which find none. The sum of the weights divided by them estimates the number of solutions
    without bias; the sum over solutions with given digits, the number of those (:mod:`bookmaker.logic.kernels.fill`).
    """
    from bookmaker.logic.kernels import fill
    from bookmaker.logic.solve.clue_arrays import keeping
    from bookmaker.logic.solve.rule_arrays import rule_arrays

    if puzzle.cages:
        raise ValueError("no puzzles with cages are sampled")
    out, weights = np.zeros((number, puzzle.geometry.cell_count), np.uint8), np.zeros(number)
    state = np.array([seed], np.uint64)
    found = fill.walks(rule_arrays(puzzle.geometry), stacked([puzzle])[0], state, number, out, weights)
    charge(number * _WALK * puzzle.geometry.size * puzzle.geometry.cell_count)
    out, weights = out[:found], weights[:found] / number
    if puzzle.geometry.has_sums_or_lines:
        # The walks know no sums and lines. Those that break some are not solutions, and the rest keeps its weights.
        kept = keeping(puzzle.geometry, out)
        out, weights = out[kept], weights[kept]
    return out, weights


def two_solutions(
    cells: npt.NDArray[Any], geometry: Geometry, max_nodes: Bound = 0, limit: int = 2
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """As :func:`count_solutions` of an array, and the first two solutions of each puzzle, uint8[n, 2, cells]."""
    _checked(limit, max_nodes)
    return search_givens(geometry, as_cells(cells, geometry), limit, 2, max_nodes)[:2]
