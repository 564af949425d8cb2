"""An estimate of Sudoku Explainer's rating (ER): the rating of the hardest step that it would need.

Up to 6.4 Sudoku Explainer's steps are techniques of our own table, tried in its order. From 6.5 on they are chains, rated by
their length; these have a kernel of their own (``finders/explainer_chains.py``).
"""

from __future__ import annotations

from functools import cache
from math import log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.nested9 import REFUTED, STATE, WORK, refute
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.declare import Technique
from bookmaker.logic.techniques.families import BEGINNERS, CODES, DIRECT, HIDDEN_SINGLE_IN_BOX, Family
from bookmaker.logic.techniques.finders.board import SOLVED
from bookmaker.logic.techniques.finders.course import RESTART, ROUNDS
from bookmaker.logic.techniques.finders.explainer_chains import rate

KNOWN: tuple[Technique, ...] = tuple(
    BY_NAME[name]
    for name in (
        *("full-house", "hidden-single", "naked-single", "pointing", "claiming"),
        *("naked-pair", "hidden-pair", "naked-triple", "hidden-triple", "naked-quadruple", "hidden-quadruple"),
        *("x-wing", "swordfish", "jellyfish", "xy-wing", "xyz-wing"),
        *Family.RECTANGLES.value[:4],
        *Family.UNIQUE_LOOPS.value,
        *Family.UNIVERSAL_GRAVES.value,
    )
)
"""The techniques that Sudoku Explainer 1.2.1 has. It treats all other techniques as chains."""

NESTED = 11.0
"""The rating of a puzzle for which nets are not enough, on grids other than classic ones of 9x9."""

_SIMPLE = 9.6
"""The rating of one for which suppositions followed by locked candidates, too, are enough."""

_HARDEST = 11.9
"""The highest rating of a known puzzle."""

_TRIPLET = 75
"""The rating of aligned triplet exclusion, in tenths. Sudoku Explainer tries it after chains and before proofs by supposition."""

_TRIPLETS_END = 80
"""Triplets are looked for where a puzzle would be rated this or more, and has not been. Lower ratings are near theirs."""


def _nested(candidates: npt.NDArray[np.uint32], digits: npt.NDArray[np.uint8]) -> float:
    """The rating of a classic 9x9 puzzle that nets leave in a position, uint32[81] and uint8[81].

    Sudoku Explainer now nests suppositions, which takes it minutes. The more suppositions there are that nested ones refute, the
    shorter is the shortest proof, by which it rates. The rating falls by 0.6 each time that they are twice as many: so it does,
    within 0.5, for nine published puzzles rated 10.5 to 11.9, the only ones that it was tried on.
    """
    held = np.where(digits > 0, np.uint32(1) << np.maximum(digits, 1).astype(np.uint32) - np.uint32(1), candidates)
    work, state = np.zeros(WORK, np.uint64), np.zeros(STATE, np.int64)
    hardest = int(refute(held.astype(np.uint32), work, state))
    if hardest <= 0:
        return _SIMPLE if hardest == 0 else _HARDEST
    passes, refuted = hardest >> 16, hardest & REFUTED
    return round(min(_HARDEST, max(_SIMPLE, 14.65 - 0.6 * log2(refuted) + 0.6 * (passes - 1))), 1)


_MONOTONE = 44
"""A rating in tenths. Techniques up to this rating are monotone: after placements and eliminations they still show what they
showed before, because the rest of a subset, a fish or a wing is a smaller one, or singles. In any order they therefore reach
the same end, and if techniques rated at most r finish a puzzle, its rating is at most r. Unique rectangles come next and are not
monotone: an elimination may spoil one.
"""


_LATER = round(10 * BY_NAME["xy-wing"].se)
"""The lowest rating, in tenths, of a technique outside the basic tier. Techniques with lower ratings are monotone."""


@cache
def _order(uniqueness: bool, bound: int = 0) -> tuple[engine.Plan, npt.NDArray[np.int64]]:
    """The plan in Sudoku Explainer's order of the techniques rated below ``bound`` tenths (0: of all), and the rating of each
    in tenths.

    From the rating of a naked single on, all singles come first: that is faster and leads to the same end.
    """
    rated = [(technique.code, technique.se) for technique in KNOWN if uniqueness or not technique.presumes_proper]
    # Techniques that lead straight to a single come early: a person finds them without writing candidates.
    rated += [
        (HIDDEN_SINGLE_IN_BOX, _IN_BOX),
        *_DIRECT,
    ]
    tenths = [(code, round(10 * rating)) for code, rating in sorted(rated, key=lambda entry: entry[1])]
    single = round(10 * BY_NAME["naked-single"].se)
    easier = [(code, rating) for code, rating in tenths if rating < single]
    singles = [(technique.code, round(10 * technique.se)) for technique in KNOWN[:3]]
    rest = [entry for entry in tenths if entry not in singles and entry[0] != HIDDEN_SINGLE_IN_BOX]
    both = [*easier, (RESTART, 0), *singles, *rest]
    if bound:
        both = [entry for entry in (both if bound > single else easier) if entry[1] < bound]
    return engine.Plan(code for code, _ in both), np.array([rating for _, rating in both])


_IN_BOX = 1.2
"""The rating of a hidden single in a box."""

_DIRECT = (
    (CODES["pointing"] | DIRECT, 1.7),
    (CODES["claiming"] | DIRECT, 1.9),
    (CODES["hidden-pair"] | DIRECT, 2.0),
    (CODES["hidden-triple"] | DIRECT, 2.5),
)
"""Codes and ratings of what leads straight to a single."""

_ON_THE_WAY, _KNOWN = -1, -2
"""Instead of a bound: there is none, but the search may start from the position where the path was first stuck; and the rating is
known."""


@cache
def _later(uniqueness: bool) -> tuple[engine.Plan, npt.NDArray[np.int64]]:
    """The plan and the ratings from a position on where techniques rated below :data:`_LATER` find nothing.

    The next step is rated higher than all of these, so neither their choice nor the source of a single matters any more.
    """
    rated = [(t.code, round(10 * t.se)) for t in KNOWN if uniqueness or not t.presumes_proper]
    rated.sort(key=lambda entry: (entry[1] > round(10 * BY_NAME["naked-single"].se), entry[1]))
    return engine.Plan(code for code, _ in rated), np.array([rating for _, rating in rated])


@cache
def _too_high(plan: engine.Plan) -> npt.NDArray[np.bool_]:
    """Which techniques of a plan's basic tier are rated :data:`_LATER` or higher, bool[techniques]."""
    first = slice(plan.course.starts[1])
    high = np.zeros(len(plan.codes), dtype=np.bool_)
    high[first] = _tenths(plan)[first] >= _LATER
    return high


@cache
def _tenths(plan: engine.Plan) -> npt.NDArray[np.int64]:
    """The ratings of a plan's techniques in tenths, int64[techniques], capped at :data:`_MONOTONE` + 1."""
    locked = (BY_NAME[name] for name in Family.LOCKED_SUBSETS.value)
    rated = {technique.code: round(10 * technique.se) for technique in (*KNOWN, *locked)}
    return np.array([min(rated.get(code, _MONOTONE + 1), _MONOTONE + 1) for code in plan.codes])


_WITHOUT_NAKED = (
    (BEGINNERS, _IN_BOX),
    (CODES["hidden-single"], BY_NAME["hidden-single"].se),
    *_DIRECT[:3],
)
"""Codes and ratings of all techniques below a naked single."""

WITHOUT_NAKED_SINGLES = engine.Plan(code for code, _ in _WITHOUT_NAKED)
"""The plan of these. The first row has the steps that a beginner sees."""


def direct_ratings(ends: npt.NDArray[np.int64], tallies: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The ratings in tenths, int64[n], of puzzles that singles finish, from a run of :data:`WITHOUT_NAKED_SINGLES`.

    ``ends`` and ``tallies`` as :meth:`Solver.run_many` returns them. Puzzles that full houses finish are rated as if by hidden
    singles.
    """
    rated = np.array([round(10 * rating) for _, rating in _WITHOUT_NAKED])
    found: npt.NDArray[np.int64] = (rated * (tallies[:, :, ROUNDS] > 0)).max(axis=1)
    found[ends != SOLVED] = round(10 * BY_NAME["naked-single"].se)
    return found


class Path(NamedTuple):
    """Facts on some puzzles from the path of a plan that finished each of them."""

    plan: engine.Plan
    used: npt.NDArray[np.bool_]
    """bool[n, techniques]: which techniques of the plan. If these are easy, they bound the rating; only easier ones are tried."""
    positions: engine.Positions
    """where the plan was first stuck: the search starts there if it would reach the same position itself"""
    direct: npt.NDArray[np.int64]
    """int64[n]: a bound in tenths, which is the rating unless full houses finish the puzzle (:func:`direct_ratings`); 0: none"""


def ratings(
    solver: engine.Solver, grids: npt.NDArray[np.uint8], uniqueness: bool = True, path: Path | None = None
) -> list[float | None]:
    """The ratings of puzzles uint8[n, cells]: None for a grid too large for chains.

    ``uniqueness``: whether techniques may be used that presume a proper puzzle. ``path``: saves work and changes no rating.
    """
    estimates: list[float | None] = [None] * len(grids)
    bounds = np.zeros(len(grids), dtype=np.int64)
    if path is not None:
        bounds = (_tenths(path.plan) * path.used).max(axis=1)
        bounds[bounds > _MONOTONE] = 0
        bounds[(bounds == 0) & ~path.used[:, _too_high(path.plan)].any(axis=1)] = _ON_THE_WAY
        known = path.direct > 0
        for row in np.nonzero(known)[0].tolist():
            estimates[row] = min(int(bounds[row]), int(path.direct[row])) / 10
        bounds[known] = _KNOWN
    for bound in np.unique(bounds[bounds != _KNOWN]).tolist():
        (rows,) = np.nonzero(bounds == bound)
        some = grids if len(rows) == len(grids) else grids[rows]
        if bound > 0:
            found = _easier(solver, some, uniqueness, bound)
        else:
            resume = path.positions.some(rows) if path and bound == _ON_THE_WAY else None
            found = _ratings(solver, some, uniqueness, resume)
        for row, rating in zip(rows.tolist(), found, strict=True):
            estimates[row] = rating
    return estimates


def _easier(solver: engine.Solver, grids: npt.NDArray[np.uint8], uniqueness: bool, bound: int) -> list[float | None]:
    """The ratings of puzzles known to be rated at most ``bound`` tenths, ``bound`` at most :data:`_MONOTONE`."""
    rated = np.full(len(grids), bound)
    if bound > round(10 * BY_NAME["full-house"].se):
        plan, tenths = _order(uniqueness, bound)
        tallies = np.zeros((len(grids), len(plan.codes), 2), dtype=np.int64)
        ends, _ = solver.run_many(grids, plan, tallies=tallies)
        rated = np.where(ends == SOLVED, (tenths * (tallies[:, :, ROUNDS] > 0)).max(axis=1), bound)
    estimates: list[float | None] = (rated / 10).tolist()
    return estimates


def _ratings(
    solver: engine.Solver, grids: npt.NDArray[np.uint8], uniqueness: bool, resume: engine.Positions | None
) -> list[float | None]:
    plan, tenths = _later(uniqueness) if resume else _order(uniqueness)
    chained = [0] * len(grids)
    final: dict[int, float | None] = {}
    tallies = np.zeros((len(grids), len(plan.codes), 2), dtype=np.int64)

    def chains(index: int) -> bool:
        highest = max(chained[index], int((tenths * (tallies[index, :, ROUNDS] > 0)).max()))
        board = solver.board
        found = int(rate(solver.tables, board, solver.part("links"), highest))
        if highest < _TRIPLETS_END and (found == 0 or found >= _TRIPLETS_END):
            pending = board.removing.copy(), board.placing.copy()
            board.removing[:] = board.placing[:] = 0
            if solver.search(CODES["aligned-triplet-exclusion"]):
                chained[index] = max(highest, _TRIPLET)
                return True
            board.removing[:], board.placing[:] = pending
        if found <= 0:
            nested = _nested(board.candidates, board.digits) if solver.classic else NESTED
            final[index] = nested if found == 0 else None
            return False
        chained[index] = found
        return True

    solver.run_many(grids, plan, chains, tallies=tallies, resume=resume)
    highest = np.maximum((tenths * (tallies[:, :, ROUNDS] > 0)).max(axis=1), chained) / 10
    return [final.get(index, rating) for index, rating in enumerate(highest.tolist())]
