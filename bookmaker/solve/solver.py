"""The bridge from the model (puzzles, geometries) to arrays and kernels, and the solver's public face.

Kernels, and the arrays that they search with, are imported where a search needs them: that takes longer than all else that a
command loads (:mod:`bookmaker.solve.few_puzzles`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solve.work import (
    Account,
    Bound,
    Seconds,
    Spent,
    Work,
    account,
    charge,
    guess_cost,
    guesses_for,
    spending,
)
from bookmaker.variants import geometry as geometry_of

_LARGEST_LIMIT = (1 << 63) - 1

_FEW = 64
"""Up to this many puzzles are solved one by one: that takes less time than compiling a kernel for many."""

_PATIENCE = 5_000
_EACH_SOLUTION = 4
"""Guesses of the general search, and more for each solution up to the limit, before the search that learns begins anew. Few
puzzles need as many."""

_PATIENCE_OF_CELLS = 2_000
"""The same for the search of cells, which is the dearer one, before the thorough one begins anew."""

_CONTRADICTION = 2
"""What a contradiction costs the search that learns, in guesses of the general search."""

UNDECIDED = -1
"""The count of a puzzle that the search gave up on, at its bound (``max_nodes``)."""

CADICAL = "cadical (python-sat)"
"""The other solver (:mod:`bookmaker.solve.satisfiability`), as verdicts name it."""

_Found = tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.bool_]]
"""Counts int64[n], the first solutions of each uint8[n, k, cells], and whether another solver decided, bool[n]."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What a search for at most ``limit`` solutions of one puzzle found.

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


def _search(
    geometry: Geometry, cells: npt.NDArray[np.uint8], limit: int, keep: int, max_nodes: Bound, others: bool = False
) -> _Found:
    """The counts of puzzles without cages, and their first ``keep`` solutions. ``others``: another solver may take over."""
    return searched(
        lambda rows, most: _searched(geometry, cells if rows is None else cells[rows], limit, keep, most, others),
        len(cells),
        guess_cost(geometry),
        guesses_for(geometry, False, limit, max_nodes) if isinstance(max_nodes, Work) else max_nodes,
    )


def _searched(
    geometry: Geometry, cells: npt.NDArray[np.uint8], limit: int, keep: int, max_nodes: int, others: bool
) -> _Found:
    """As :func:`_search`, within a bound of guesses: the one place that chooses the kernel."""
    counts, by_other = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.bool_)
    out = np.zeros((len(cells), keep, geometry.cell_count), np.uint8)
    if geometry == geometry_of():
        from bookmaker.kernels import classic9

        if len(cells) > _FEW:
            classic9.loaded_batch()(cells, limit, max_nodes, counts, out)
            return counts, out, by_other
        # Generation uses this kernel too, so that a few puzzles wait for no further compiling.
        search, work = classic9.loaded_search(), np.empty(classic9.WORK, np.uint64)
        for row, puzzle in enumerate(cells):
            counts[row] = search(work, puzzle, limit, max_nodes, out[row])
    elif geometry.needs_cell_search:
        from bookmaker.kernels import killer
        from bookmaker.solve.cage_arrays import shared_cageless

        # This search takes any graph of cells, sums and lines; the other one has whole rows in a word.
        ground = shared_cageless(geometry)
        patience, rest = _shares(_PATIENCE_OF_CELLS, limit, max_nodes)
        for row, puzzle in enumerate(cells):
            counts[row] = killer.search(ground, puzzle, limit, patience, out[row])
            if counts[row] == UNDECIDED and rest >= 0:
                from bookmaker.solve.thorough_count import thorough_count

                out[row] = 0
                counts[row] = thorough_count(ground.rules, ground.cages, 0, puzzle, limit, rest, out[row])
    else:
        from bookmaker.kernels import search as general
        from bookmaker.solve.rule_arrays import rule_arrays

        patience, rest = _shares(_PATIENCE, limit, max_nodes)
        general.count_batch(rule_arrays(geometry), cells, limit, patience, counts, out)
        for row in np.flatnonzero(counts == UNDECIDED).tolist() if rest >= 0 else ():
            from bookmaker.solve.hard_grids import count

            out[row] = 0
            most = -(-rest // _CONTRADICTION)
            counts[row], by_other[row] = count(geometry, cells[row], limit, most, out[row], others)
    return counts, out, by_other


def _shares(patience: int, limit: int, max_nodes: int) -> tuple[int, int]:
    """The guesses of the first search and of the one that takes over (0: no bound, -1: none does), of ``max_nodes`` in all."""
    patience += _EACH_SOLUTION * limit
    if max_nodes == 0:
        return patience, 0
    return (patience, max_nodes - patience) if max_nodes > patience else (max_nodes, -1)


def _search_puzzles(
    geometry: Geometry, puzzles: Sequence[Puzzle], limit: int, keep: int, max_nodes: Bound, others: bool = False
) -> _Found:
    """As :func:`_search`, for puzzles of one geometry, with their cages."""
    if not any(puzzle.cages for puzzle in puzzles):
        return _search(geometry, _stacked(puzzles), limit, keep, max_nodes, others)
    return searched(
        lambda rows, most: _searched_killers(
            geometry, puzzles if rows is None else [puzzles[row] for row in rows], limit, keep, most
        ),
        len(puzzles),
        guess_cost(geometry, caged=True),
        guesses_for(geometry, True, limit, max_nodes) if isinstance(max_nodes, Work) else max_nodes,
    )


def _searched_killers(geometry: Geometry, puzzles: Sequence[Puzzle], limit: int, keep: int, max_nodes: int) -> _Found:
    from bookmaker.kernels import killer
    from bookmaker.solve.cage_arrays import cage_arrays, shared_workspace, sum_rules
    from bookmaker.solve.cage_sums import impossible

    counts = np.zeros(len(puzzles), np.int64)
    out = np.zeros((len(puzzles), keep, geometry.cell_count), np.uint8)
    able = [i for i, puzzle in enumerate(puzzles) if not any(impossible(cage, geometry) for cage in puzzle.cages)]
    if able:
        chosen = [puzzles[i] for i in able]
        found, filled = np.zeros(len(able), np.int64), np.zeros((len(able), *out.shape[1:]), np.uint8)
        guesses = np.zeros(len(able), np.int64)
        rules, cages, cells = sum_rules(geometry), cage_arrays(chosen), _stacked(chosen)
        patience, rest = _shares(_PATIENCE_OF_CELLS, limit, max_nodes)
        killer.count_batch(
            rules, cages, cells, limit, patience, shared_workspace(geometry, cages), found, guesses, filled
        )
        for row in np.flatnonzero(found == UNDECIDED).tolist() if rest >= 0 else ():
            from bookmaker.solve.thorough_count import thorough_count

            filled[row] = 0
            found[row] = thorough_count(rules, cages, row, cells[row], limit, rest, filled[row])
        counts[able], out[able] = found, filled
    return counts, out, np.zeros(len(puzzles), np.bool_)


_Run = Callable[[npt.NDArray[np.intp] | None, int], _Found]
"""A search of some rows (None: of all) within a bound of guesses."""

_WALK = 60e-9
"""Seconds of work of one random walk, for each candidate of an empty grid."""

_FIRST = 100
_GROWTH = 10
"""A search that is charged to an account begins with so many guesses, and begins anew with more: so its cost is known."""

_BASE = 5
"""What a search costs besides its guesses, in guesses."""

_SLICE = 0.25
"""Seconds of work between looks at the account."""


def searched(run: _Run, number: int, cost: float, bound: int | Seconds) -> _Found:
    """Search ``number`` rows, each within a bound, and all within the account that is open, if any. Raises Spent for that."""
    spent = account()
    if isinstance(bound, Seconds):
        counts, out, by_other = run(None, max(1, int(_SLICE / cost)))
        for row in np.flatnonzero(counts == UNDECIDED):
            with spending(seconds=bound) as own:
                try:
                    counts[[row]], out[[row]], by_other[[row]] = _charged(run, np.array([row]), cost, 0, own)
                except Spent:
                    continue
        return counts, out, by_other
    if spent is None:
        return run(None, bound)
    return _charged(run, np.arange(number), cost, bound, spent)


def _charged(run: _Run, rows: npt.NDArray[np.intp], cost: float, bound: int, to: Account) -> _Found:
    """Search rows with more and more guesses, up to a bound, and charge an account. What was decided is the same as without."""
    counts: npt.NDArray[np.int64] = np.full(len(rows), UNDECIDED, np.int64)
    out, by_other = np.empty(0, np.uint8), np.zeros(len(rows), np.bool_)
    hard = np.arange(len(rows))
    done, most = 0, _FIRST
    while True:
        most = min(most, bound) if bound else most
        together = max(1, int(_SLICE / (cost * most)))
        for begin in range(0, max(len(hard), 1), together):
            some = hard[begin : begin + together]
            found, filled, by = run(rows[some], most)
            if not out.size:
                out = np.zeros((len(rows), *filled.shape[1:]), np.uint8)
            counts[some], out[some], by_other[some] = found, filled, by
            given_up = int((found == UNDECIDED).sum())
            to.charge(cost * (_BASE * len(some) + (len(some) - given_up) * 3 * done + given_up * most))
        hard = hard[counts[hard] == UNDECIDED]
        if not len(hard) or most == bound:
            return counts, out, by_other
        done, most = most, most * _GROWTH
        # A search ten times as long may be more than all that is left: what a search costs is known when it has ended.
        most = int(min(most, to.left_of_all() / cost))
        if most <= done:
            raise Spent
        if to.end is not None and len(hard) == 1:
            # What can still be done in the time that is left, by the pace of the last search.
            most = min(most, int(done * to.left() / max(to.took, 1e-6)))
            if most <= done:
                raise Spent


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
    return _as_kernels_like(array)


def _as_kernels_like(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """One type for every call: numba would compile a kernel again for another memory order or a read-only array."""
    return np.require(array, np.uint8, ["C_CONTIGUOUS", "WRITEABLE"])


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
        return _search(ground, as_cells(puzzles, ground), limit, 0, max_nodes)[0]
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if not all(isinstance(puzzle, Puzzle) for puzzle in several):
        raise ValueError("puzzles are neither an array nor Puzzle objects")
    if geometry is not None and any(puzzle.geometry != geometry for puzzle in several):
        raise ValueError("a puzzle has another geometry than the one requested")
    counts = np.zeros(len(several), np.int64)
    for ground, chosen in _by_geometry(several).items():
        counts[chosen] = _search_puzzles(ground, [several[place] for place in chosen], limit, 0, max_nodes)[0]
    return counts


def first_solutions(
    cells: npt.NDArray[Any], geometry: Geometry, limit: int = 2, max_nodes: Bound = 0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """As :func:`count_solutions` of an array, and the first solution of each puzzle, uint8[n, cells], 0 where there is none."""
    _checked(limit, max_nodes)
    counts, out, _ = _search(geometry, as_cells(cells, geometry), limit, 1, max_nodes)
    return counts, out[:, 0]


def _stacked(puzzles: Sequence[Puzzle]) -> npt.NDArray[np.uint8]:
    givens = b"".join(puzzle.givens for puzzle in puzzles)
    return _as_kernels_like(np.frombuffer(givens, np.uint8).reshape(len(puzzles), -1))


def solve(puzzle: Puzzle, limit: int = 2, max_nodes: Bound = 0) -> Solved:
    """Search for at most ``limit`` solutions of a puzzle. Arguments and errors as for :func:`count_solutions`."""
    return solve_many([puzzle], limit, max_nodes)[0]


def solve_many(puzzles: Sequence[Puzzle], limit: int = 2, max_nodes: Bound = 0, others: bool = False) -> list[Solved]:
    """:func:`solve` for each of several puzzles, those of one geometry together.

    ``others``: another solver, where installed, may take over from ours. What is decided then depends on what is installed, so
    that it is for verdicts only: nothing that goes into a book, a bank, a grade or a mend may ask for it.
    """
    _checked(limit, max_nodes)
    found: list[Solved] = [Solved(0, limit, None, None)] * len(puzzles)
    for ground, chosen in _by_geometry(puzzles).items():
        some_puzzles = [puzzles[place] for place in chosen]
        counts, out, by_other = _search_puzzles(ground, some_puzzles, limit, min(limit, 2), max_nodes, others)
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


Attempt = Callable[[npt.NDArray[np.uint8]], tuple[int, npt.NDArray[np.uint8]]]
"""From givens uint8[cells], 0 = empty, to the number of solutions, at most 1, or UNDECIDED; and the first, valid until the next
call.
"""


def attempts(puzzle: Puzzle, max_nodes: int) -> Attempt:
    """A search for one solution of other givens with the rules and cages of a puzzle, to be called very often.

    On the classic 9x9 grid no call is charged to an account: what goes on around a search there takes longer than the search.
    """
    ground = puzzle.geometry
    if ground != geometry_of() or puzzle.cages:

        def search(givens: npt.NDArray[np.uint8]) -> tuple[int, npt.NDArray[np.uint8]]:
            other = replace(puzzle, givens=givens.tobytes(), candidates=None)
            counts, out, _ = _search_puzzles(ground, [other], 1, 1, max_nodes)
            return int(counts[0]), out[0, 0]

        return search
    from bookmaker.kernels import classic9

    work, first = np.empty(classic9.WORK, np.uint64), np.zeros((1, ground.cell_count), np.uint8)
    found = classic9.loaded_search()
    return lambda givens: (found(work, givens, 1, max_nodes, first), first[0])


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
        most = max(int(_search_puzzles(puzzle.geometry, [puzzle], limit, 0, max_nodes)[0][0]), 0)
    counts, out, _ = _search_puzzles(puzzle.geometry, [puzzle], limit, most, max_nodes)
    return out[0, : max(int(counts[0]), 0)]


def solutions(puzzle: Puzzle, limit: int = 2, max_nodes: Bound = 0) -> list[bytes]:
    """The solutions of a puzzle as :func:`solution_array` has them, each a digit 1..size for each cell."""
    return [row.tobytes() for row in solution_array(puzzle, limit, max_nodes)]


def sampled_solutions(puzzle: Puzzle, number: int, seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Random solutions uint8[n, cells] of a puzzle without cages, which may repeat, and their weights float64[n].

    Makes ``number`` trials, some of which find none. The sum of the weights divided by them estimates the number of solutions
    without bias; the sum over solutions with given digits, the number of those (:mod:`bookmaker.kernels.random_solutions`).
    """
    from bookmaker.kernels import random_solutions
    from bookmaker.solve.clue_arrays import keeping
    from bookmaker.solve.rule_arrays import rule_arrays

    if puzzle.cages:
        raise ValueError("no puzzles with cages are sampled")
    out, weights = np.zeros((number, puzzle.geometry.cell_count), np.uint8), np.zeros(number)
    state = np.array([seed], np.uint64)
    found = random_solutions.walks(rule_arrays(puzzle.geometry), _stacked([puzzle])[0], state, number, out, weights)
    charge(number * _WALK * puzzle.geometry.size * puzzle.geometry.cell_count)
    out, weights = out[:found], weights[:found] / number
    if puzzle.geometry.totals or puzzle.geometry.lines:
        # The walks know no sums and lines. Those that break some are no solutions, and the rest keeps its weights.
        kept = keeping(puzzle.geometry, out)
        out, weights = out[kept], weights[kept]
    return out, weights


def two_solutions(
    cells: npt.NDArray[Any], geometry: Geometry, max_nodes: Bound = 0, limit: int = 2
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """As :func:`count_solutions` of an array, and the first two solutions of each puzzle, uint8[n, 2, cells]."""
    _checked(limit, max_nodes)
    return _search(geometry, as_cells(cells, geometry), limit, 2, max_nodes)[:2]
