"""From puzzles to arrays and kernels: the one place that chooses the search for a puzzle.

Kernels, and the arrays that they search with, are imported where a search needs them: that takes longer than all else that a
command loads (:mod:`bookmaker.logic.solve.few_puzzles`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.work import (
    UNDECIDED,
    Account,
    Bound,
    Seconds,
    Spent,
    Work,
    account,
    guess_cost,
    guesses_for,
    spending,
)
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry as geometry_of

# A search within a bound for each puzzle, and within the account that is open for several.

Found = tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.bool_]]
"""Counts int64[n], the first solutions of each uint8[n, k, cells], and whether another solver decided, bool[n]."""

Run = Callable[[npt.NDArray[np.intp] | None, int], Found]
"""A search of some rows (None: of all) within a bound of guesses."""

_FIRST = 100
_GROWTH = 10
"""A search that is charged to an account begins with so many guesses, and begins anew with more: so its cost is known."""

_BASE = 5
"""The cost of a search besides its guesses, in guesses."""

_SLICE = 0.25
"""Seconds of work between looks at the account."""


def searched(run: Run, number: int, cost: float, bound: int | Seconds) -> Found:
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


def _charged(run: Run, rows: npt.NDArray[np.intp], cost: float, bound: int, to: Account) -> Found:
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
        # A search ten times as long may be more than all that is left: its cost is known when it has ended.
        most = int(min(most, to.left_of_all() / cost))
        if most <= done:
            raise Spent
        if to.end is not None and len(hard) == 1:
            # What can still be done in the time that is left, by the pace of the last search.
            most = min(most, int(done * to.left() / max(to.took, 1e-6)))
            if most <= done:
                raise Spent


_FEW = 64
"""Up to this many puzzles are solved one by one: that takes less time than compiling a kernel for many."""

PATIENCE = 5_000
EACH_SOLUTION = 4
"""Guesses of the general search, and more for each solution up to the limit, before the search that learns begins anew. Few
puzzles need as many."""

PATIENCE_OF_CELLS = 2_000
"""The same for the search of cells, which is the dearer one, before the thorough one begins anew."""

_CONTRADICTION = 2
"""The cost of a contradiction in the search that learns, in guesses of the general search."""


def search_givens(
    geometry: Geometry, cells: npt.NDArray[np.uint8], limit: int, keep: int, max_nodes: Bound, others: bool = False
) -> Found:
    """The counts of puzzles without cages, and their first ``keep`` solutions. ``others``: another solver may take over."""
    return searched(
        lambda rows, most: _searched(geometry, cells if rows is None else cells[rows], limit, keep, most, others),
        len(cells),
        guess_cost(geometry),
        guesses_for(geometry, False, limit, max_nodes) if isinstance(max_nodes, Work) else max_nodes,
    )


def _searched(
    geometry: Geometry, cells: npt.NDArray[np.uint8], limit: int, keep: int, max_nodes: int, others: bool
) -> Found:
    """As :func:`search_givens`, within a bound of guesses: the one place that chooses the kernel."""
    counts, by_other = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.bool_)
    out = np.zeros((len(cells), keep, geometry.cell_count), np.uint8)
    if geometry == geometry_of():
        from bookmaker.logic.kernels import classic9

        if len(cells) > _FEW:
            classic9.loaded_batch()(cells, limit, max_nodes, counts, out)
            return counts, out, by_other
        # Generation uses this kernel too, so that a few puzzles wait for no further compiling.
        search, work = classic9.loaded_search(), classic9.ground()
        for row, puzzle in enumerate(cells):
            counts[row] = search(work, puzzle, limit, max_nodes, out[row])
    elif geometry.needs_cell_search:
        from bookmaker.logic.kernels import killer
        from bookmaker.logic.solve.clue_arrays import shared_cageless

        # This search takes any graph of cells, sums and lines; the other one has whole rows in a word.
        ground = shared_cageless(geometry)
        patience, rest = _shares(PATIENCE_OF_CELLS, limit, max_nodes)
        for row, puzzle in enumerate(cells):
            counts[row] = killer.search(ground, puzzle, limit, patience, out[row])
            if counts[row] == UNDECIDED and rest >= 0:
                from bookmaker.logic.solve.thorough_count import thorough_count

                out[row] = 0
                counts[row] = thorough_count(ground.rules, ground.cages, 0, puzzle, limit, rest, out[row])
    else:
        from bookmaker.logic.kernels import search as general
        from bookmaker.logic.solve.rule_arrays import rule_arrays

        patience, rest = _shares(PATIENCE, limit, max_nodes)
        rules = rule_arrays(geometry)
        if len(cells) > _FEW:
            general.count_batch(rules, cells, limit, patience, counts, out)
        else:
            for row, puzzle in enumerate(cells):
                counts[row] = general.search(rules, puzzle, limit, patience, out[row])
        for row in np.flatnonzero(counts == UNDECIDED).tolist() if rest >= 0 else ():
            from bookmaker.logic.solve.hard_grids import count

            out[row] = 0
            most = -(-rest // _CONTRADICTION)
            counts[row], by_other[row] = count(geometry, cells[row], limit, most, out[row], others)
    return counts, out, by_other


def _shares(patience: int, limit: int, max_nodes: int) -> tuple[int, int]:
    """The guesses of the first search and of the one that takes over (0: no bound, -1: none does), of ``max_nodes`` in all."""
    patience += EACH_SOLUTION * limit
    if max_nodes == 0:
        return patience, 0
    return (patience, max_nodes - patience) if max_nodes > patience else (max_nodes, -1)


def search_puzzles(
    geometry: Geometry, puzzles: Sequence[Puzzle], limit: int, keep: int, max_nodes: Bound, others: bool = False
) -> Found:
    """As :func:`search_givens`, for puzzles of one geometry, with their cages."""
    if not any(puzzle.cages for puzzle in puzzles):
        return search_givens(geometry, stacked(puzzles), limit, keep, max_nodes, others)
    return searched(
        lambda rows, most: _searched_killers(
            geometry, puzzles if rows is None else [puzzles[row] for row in rows], limit, keep, most
        ),
        len(puzzles),
        guess_cost(geometry, caged=True),
        guesses_for(geometry, True, limit, max_nodes) if isinstance(max_nodes, Work) else max_nodes,
    )


def _searched_killers(geometry: Geometry, puzzles: Sequence[Puzzle], limit: int, keep: int, max_nodes: int) -> Found:
    from bookmaker.logic.kernels import killer
    from bookmaker.logic.solve.cage_sums import impossible
    from bookmaker.logic.solve.clue_arrays import cage_arrays, shared_workspace, sum_rules

    counts = np.zeros(len(puzzles), np.int64)
    out = np.zeros((len(puzzles), keep, geometry.cell_count), np.uint8)
    able = [i for i, puzzle in enumerate(puzzles) if not any(impossible(cage, geometry) for cage in puzzle.cages)]
    if able:
        chosen = [puzzles[i] for i in able]
        found, filled = np.zeros(len(able), np.int64), np.zeros((len(able), *out.shape[1:]), np.uint8)
        guesses = np.zeros(len(able), np.int64)
        rules, cages, cells = sum_rules(geometry), cage_arrays(chosen), stacked(chosen)
        patience, rest = _shares(PATIENCE_OF_CELLS, limit, max_nodes)
        killer.count_batch(
            rules, cages, cells, limit, patience, shared_workspace(geometry, cages), found, guesses, filled
        )
        for row in np.flatnonzero(found == UNDECIDED).tolist() if rest >= 0 else ():
            from bookmaker.logic.solve.thorough_count import thorough_count

            filled[row] = 0
            found[row] = thorough_count(rules, cages, row, cells[row], limit, rest, filled[row])
        counts[able], out[able] = found, filled
    return counts, out, np.zeros(len(puzzles), np.bool_)


def stacked(puzzles: Sequence[Puzzle]) -> npt.NDArray[np.uint8]:
    """The givens of puzzles of one geometry, as the kernels want them: uint8[n, cells]."""
    givens = b"".join(puzzle.givens for puzzle in puzzles)
    return as_kernels_like(np.frombuffer(givens, np.uint8).reshape(len(puzzles), -1))


def as_kernels_like(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """One type for every call: numba would compile a kernel again for another memory order or a read-only array."""
    return np.require(array, np.uint8, ["C_CONTIGUOUS", "WRITEABLE"])


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
            counts, out, _ = search_puzzles(ground, [other], 1, 1, max_nodes)
            return int(counts[0]), out[0, 0]

        return search
    from bookmaker.logic.kernels import classic9

    work, first = classic9.ground(), np.zeros((1, ground.cell_count), np.uint8)
    found = classic9.loaded_search()
    return lambda givens: (found(work, givens, 1, max_nodes, first), first[0])
