"""The rounds of many grids in one call, through every tier that works at the desk, and that of cages.

The kernels of the tiers come as function pointers, so that each is compiled once, for itself, and only when the first grid needs
it: the course comes back for what is not ready yet, for the tiers that have a room of their own, and where nothing is found.
"""

from __future__ import annotations

from typing import Any

from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders.board import FOUND, NEWS, STUCK, Board, Tables
from bookmaker.techniques.finders.cages import Cages
from bookmaker.techniques.finders.decorators import inner, int64
from bookmaker.techniques.finders.desk import Desk
from bookmaker.techniques.finders.driver import INSTANCES, NARROWEST, ROUNDS

RESUME, LOAD, GO_ON = -2, -1, 0
"""Where a grid's way begins: at a position kept, at its givens, or with the pending effects. Any higher number is a stretch to
search."""

ALONE = 1
"""In the mask of the tiers that are ready, at the place of the basic one: whether a grid where nothing is found is done with."""

STAGE = 8
"""The lowest bits of a course's answer: they hold the stretch."""


@inner
def _count(tally: Array, row: int, found: int, narrowest: int) -> None:
    tally[row, INSTANCES] += found
    tally[row, ROUNDS] += 1
    if tally.shape[1] > NARROWEST and narrowest and (tally[row, NARROWEST] == 0 or narrowest < tally[row, NARROWEST]):
        tally[row, NARROWEST] = narrowest


@inner
def _resume(
    logic: Any, tables: Tables, board: Board, digits: Array, candidates: Array, none: Array, tally: Array
) -> int:
    """Set up the board with these digits and candidates."""
    logic(tables, digits, none, board, tally)
    for cell in range(candidates.size):
        board.removing[cell] = board.candidates[cell] & ~candidates[cell]
    return int(logic(tables, digits[:0], none, board, tally))


@inner
def _know(board: Board, codes: Array) -> None:
    """Note that these techniques of the basic tier find nothing."""
    known = int64(0)
    for k in range(codes.size):
        known |= int64(1) << codes[k] % NEWS
    for house in range(board.house_news.size):
        board.house_news[house] &= ~known
    for digit in range(board.digit_news.size):
        board.digit_news[digit] &= ~known


def course(
    logic: Any, searches: Any, caged: Any, tables: Tables, board: Board, desk: Desk, cages: Cages,
    ready: int, tiers: Array, starts: Array, rows: Array, codes: Array, counts: Array,
    grids: Array, first: int, stage: int, tallies: Array, ends: Array,
    digits: Array, candidates: Array, begin: int,
) -> int:  # fmt: skip
    """Solve ``grids`` uint8[n, cells] from index ``first`` on, which begins at ``stage`` (GO_ON, a stretch, or as the others).

    The others begin at ``begin``. LOAD: at their givens; where each is first stuck is written to ``digits`` uint8[n, cells]
    and ``candidates`` uint32[n, cells], unless n is 0 there. RESUME: at such positions, where nothing of the basic tier is found.

    A plan in arrays: ``tiers`` int64[s] of the stretches; ``starts`` and ``rows`` int64[s + 1], where each begins in ``codes``
    and in a tally. ``ready``: a mask of the tiers whose kernels are in ``searches`` (tier 1 first), and after them ``caged``;
    and ALONE.
    ``counts`` int64[most, 3]: room to work, of as many columns as the tallies. Adds to ``tallies`` int64[n, k, 3 or 2] as
    ``run_logic`` does, and writes how each grid ended to ``ends`` int64[n].
    Returns ``n << STAGE`` when all are done; else ``index << STAGE | stretch`` of a grid that is STUCK so far: the board
    is at its position, and the stretch's tier is not ready, or (unless ALONE) there is no such stretch: nothing is found.
    """
    stretches = int64(tiers.size)
    for i in range(first, len(grids)):
        tally, at, status = tallies[i], int64(1), int64(STUCK)
        easiest, begun = codes[: starts[1]], tally[: rows[1]]
        if stage == LOAD:
            for cell in range(grids.shape[1]):
                desk.given[cell] = grids[i, cell] > 0
            status = logic(tables, grids[i], easiest, board, begun)
            if status == STUCK and len(digits):
                for cell in range(grids.shape[1]):
                    digits[i, cell] = board.digits[cell]
                    candidates[i, cell] = board.candidates[cell]
        elif stage == RESUME:
            for cell in range(grids.shape[1]):
                desk.given[cell] = grids[i, cell] > 0
            status = _resume(logic, tables, board, digits[i], candidates[i], codes[:0], begun)
            for s in range(stretches):
                if tiers[s] == 0:
                    _know(board, codes[starts[s] : starts[s + 1]])
        elif stage == GO_ON:
            status = logic(tables, grids[i, :0], easiest, board, begun)
        else:
            at = int64(stage)
        stage = int64(begin)
        while status == STUCK:
            found = False
            while at < stretches and not found:
                tier, wanted = tiers[at], codes[starts[at] : starts[at + 1]]
                if tier == 0:
                    counts[: wanted.size] = 0
                    logic(tables, grids[i, :0], wanted, board, counts[: wanted.size])
                    for row in range(wanted.size):
                        if counts[row, ROUNDS] and not found:
                            narrowest = counts[row, NARROWEST] if counts.shape[1] > NARROWEST else int64(0)
                            _count(tally, rows[at] + row, counts[row, INSTANCES], narrowest)
                            found = True
                elif (ready >> tier) & 1 == 0:
                    return int(i << STAGE | at)
                else:
                    if tier > len(searches):
                        index = int64(caged(tables, board, cages, wanted))
                    else:
                        index = int64(searches[tier - 1](tables, board, desk, wanted))
                    if index >= 0:
                        instances = board.marks[FOUND]
                        _count(tally, rows[at] + index, instances, instances)
                        found = True
                at += 1
            if not found:
                if ready & ALONE:
                    break
                return int(i << STAGE | at)
            status = logic(tables, grids[i, :0], easiest, board, begun)
            at = int64(1)
        ends[i] = status
    return len(grids) << STAGE
