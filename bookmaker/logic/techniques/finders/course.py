"""The one loop over tiers: rounds of the easiest technique that finds anything, of many grids in one call.

The kernels of the tiers come as function pointers, so that each is compiled once, separately, and only when the first grid needs
it. The loop returns where a tier is not ready; the next call continues there.
"""

from __future__ import annotations

from typing import Any

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import CHANGE_BITS, EASY_LINKS, FOUND, SHORTEST, STUCK, Board, Tables
from bookmaker.logic.techniques.finders.driver import INSTANCES, LINKS, NARROWEST, ONCE, ROUND_BY_ROUND, ROUNDS
from bookmaker.logic.techniques.finders.workspace import Workspace

RESUME, LOAD, GO_ON = -3, -2, -1
"""How a grid begins: at a position that was kept; at its givens; with the pending effects. Any other number is a stretch to
search."""

NEVER, WHERE_STUCK, EACH_ROUND = range(3)
"""When :func:`run` returns before all grids are done, except for a tier that is not ready."""

STRETCH = 8
"""The lowest bits of the answer of :func:`run`: they hold the stretch."""


class Course(Bundle):
    """Techniques in the order in which they are tried, cut into stretches of one tier."""

    codes: Array = array("int64[n]", "technique codes")
    starts: Array = array("int64[k + 1]", "where each stretch begins in ``codes``, and n")
    tiers: Array = array("int64[k]", "the tier of each, the first 0")


class Engine(Bundle):
    """The kernels of the tiers, and what one thread needs to run them.

    tables, board, workspace
    """

    tables: Tables = field()
    board: Board = field()
    workspace: Workspace = field()
    logic: Any = field("the basic tier: ``run_logic(tables, givens, order, board, tally, how_long) -> status``")
    searches: Any = field("tier 1 and those after it: ``search(tables, board, workspace, order) -> index or -1``")
    ready: int = field("the tiers whose kernel, and whose part of the workspace, are there: bit t is tier t")


class Batch(Bundle):
    """Grids to run a course on."""

    grids: Array = array("uint8[n, cells]", "the givens of each")
    tallies: Array = array(
        "int64[n, k, 2 to 4]",
        "added to: the INSTANCES and ROUNDS of each technique of the course; with a third column the LINKS beyond "
        "EASY_LINKS of each round's shortest chain; with a fourth the fewest ways, as ``run_logic`` counts them",
    )
    ends: Array = array("int64[n]", "how each grid ends, written")
    digits: Array = array(
        "uint8[n, cells]", "positions. With LOAD: written where the basic tier is first stuck (none if n is 0)."
    )
    candidates: Array = array("uint32[n, cells]", "With RESUME: read.")
    unshared: Array = array(
        "int8[k or 0]",
        "1 for each technique that another course lacks, none of them basic: where the first finds "
        "anything, the two paths part",
    )
    parted_digits: Array = array("uint8[n or 0, cells]", "positions where the paths part, written")
    parted_candidates: Array = array("uint32[n or 0, cells]", "zeros where they never do")
    parted_tallies: Array = array("int64[n or 0, k, 2]", "the tallies up to there, written")
    begin: int = field("how each grid begins, LOAD or RESUME")
    pause: int = field("NEVER, WHERE_STUCK or EACH_ROUND")


@inner
def _count(row: Array, found: int, shortest: int) -> None:
    row[INSTANCES] += found
    row[ROUNDS] += 1
    if row.size > LINKS:
        row[LINKS] += max(int64(0), shortest - EASY_LINKS)
    if row.size > NARROWEST and found and (row[NARROWEST] == 0 or found < row[NARROWEST]):
        row[NARROWEST] = found


@inner
def _resume(engine: Engine, digits: Array, candidates: Array, none: Array, tally: Array) -> int:
    """Set up the board with these digits and candidates."""
    board = engine.board
    engine.logic(engine.tables, digits, none, board, tally, ROUND_BY_ROUND)
    for cell in range(candidates.size):
        board.removing[cell] = board.candidates[cell] & ~candidates[cell]
    return int(engine.logic(engine.tables, digits[:0], none, board, tally, ROUND_BY_ROUND))


@inner
def _part(batch: Batch, board: Board, i: int) -> None:
    """Keep the position of a grid, and its tallies, unless that was done before."""
    some = int64(0)
    for cell in range(board.candidates.size):
        some |= int64(batch.parted_candidates[i, cell])
    if some:
        return
    for cell in range(board.candidates.size):
        batch.parted_digits[i, cell] = board.digits[cell]
        batch.parted_candidates[i, cell] = board.candidates[cell]
    for k in range(batch.parted_tallies.shape[1]):
        for column in range(batch.parted_tallies.shape[2]):
            batch.parted_tallies[i, k, column] = batch.tallies[i, k, column]


@inner
def _know(board: Board, codes: Array) -> None:
    """Note that these techniques of the basic tier find nothing."""
    known = int64(0)
    for k in range(codes.size):
        known |= int64(1) << codes[k] % CHANGE_BITS
    for house in range(board.house_changed.size):
        board.house_changed[house] &= ~known
    for digit in range(board.digit_changed.size):
        board.digit_changed[digit] &= ~known


@kernel
def run(engine: Engine, course: Course, batch: Batch, first: int, stage: int) -> int:
    """Solve the grids from index ``first`` on, which begins at ``stage``: a way to begin, or a stretch of the course to search.

    Returns ``n << STRETCH`` when all are done, else ``index << STRETCH | stretch`` of a grid that is not. The board is then at
    its position, and one of three holds: the tier of the stretch is not ready; with EACH_ROUND, the stretch has found
    something, which is pending; with WHERE_STUCK, nothing is found, and the stretch is the number of all.
    """
    tables, board, given = engine.tables, engine.board, engine.workspace.scratch.given
    grids, codes, starts, stretches = batch.grids, course.codes, course.starts, int64(course.tiers.size)
    # The basic tier runs its rounds in its own loop, unless the caller pauses at each.
    after = int64(0) if batch.pause == EACH_ROUND else int64(1)
    easiest, nothing = codes[: starts[after]], board.digits[:0]
    for i in range(first, len(grids)):
        tally, at, status = batch.tallies[i], after, int64(STUCK)
        begun = tally[: starts[after]]
        if stage < GO_ON:
            for cell in range(grids.shape[1]):
                given[cell] = grids[i, cell] > 0
        if stage == LOAD:
            status = engine.logic(tables, grids[i], easiest, board, begun, ROUND_BY_ROUND)
            if status == STUCK and len(batch.digits):
                for cell in range(grids.shape[1]):
                    batch.digits[i, cell] = board.digits[cell]
                    batch.candidates[i, cell] = board.candidates[cell]
        elif stage == RESUME:
            status = _resume(engine, batch.digits[i], batch.candidates[i], codes[:0], begun)
            # With EACH_ROUND a grid begins anywhere, otherwise where the basic tier has found nothing.
            for s in range(0 if batch.pause == EACH_ROUND else stretches):
                if course.tiers[s] == 0:
                    _know(board, codes[starts[s] : starts[s + 1]])
        elif stage == GO_ON:
            status = engine.logic(tables, nothing, easiest, board, begun, ROUND_BY_ROUND)
        else:
            at = int64(stage)
        stage = int64(batch.begin)
        while status == STUCK:
            found = False
            while at < stretches and not found:
                tier, order, rows = (
                    course.tiers[at],
                    codes[starts[at] : starts[at + 1]],
                    tally[starts[at] : starts[at + 1]],
                )
                if (engine.ready >> tier) & 1 == 0:
                    return int(i << STRETCH | at)
                if tier == 0:
                    engine.logic(tables, nothing, order, board, rows, ONCE)
                    found = board.marks[FOUND] != 0
                else:
                    board.marks[SHORTEST] = 0
                    index = int64(engine.searches[tier - 1](tables, board, engine.workspace, order))
                    found = index >= 0
                    if found and batch.unshared.size and batch.unshared[starts[at] + index]:
                        _part(batch, board, i)
                    if found:
                        _count(rows[index], board.marks[FOUND], board.marks[SHORTEST])
                at += 1
            if batch.pause == (EACH_ROUND if found else WHERE_STUCK):
                return int(i << STRETCH | at - 1 if found else i << STRETCH | at)
            if not found:
                break
            status = engine.logic(tables, nothing, easiest, board, begun, ROUND_BY_ROUND)
            at = after
        batch.ends[i] = status
    return len(grids) << STRETCH
