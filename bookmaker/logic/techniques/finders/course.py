"""The one loop over tiers: rounds of the easiest technique that finds anything, of many grids in one call.

The kernels of the tiers come as function pointers, so that each is compiled once, separately, and only when the first grid needs
it. The loop returns where a tier is not ready; the next call continues there.

The driver of the basic tier comes first: its rounds are those of the easiest techniques.

**Rounds, and why a grade is a property of the puzzle.** In each round the techniques are tried in order on an unchanged board
until one finds an instance. *All* its instances are applied together. Then the order starts again.

Let s be an isomorphism of the grid: a permutation of the cells that maps the set of houses onto itself and keeps kinds
(rows and columns may change places as a whole), with a permutation of the digits. Write s(B) for the board so renamed.

1. A finder F writes exactly the tuples of cells, digits and houses that satisfy a predicate made of "is in the house",
   "is of this kind" (with rows and columns treated alike), "sees" and "is a candidate". Each of these is kept by s,
   hence F(s(B)) = s(F(B)) as sets: every tuple is tried, and no search ends early or has a cap.
2. Each instance is written once: it is identified by a set (of cells and digits, or of a house and a digit, ...), and where
   several houses show the same set, only *which* of them is named depends on their numbers. So the count is kept.
3. Finders do not see the effects of the round (``placing`` and ``removing`` are apart from the board), and a full buffer
   loses words only (see ``board.py``). So the round's effects are the union over the set F(B): kept by s.
4. Loading, and applying a set of effects, end in the same board and the same contradiction in any order: a candidate or a
   place is gone once anything removes it, and a contradiction is a set that has become empty.

By induction over the rounds, the boards of s(P) are the images of the boards of P, and which technique each round uses and how
many instances it has are equal. Level, score, hardest technique, counts and rounds are functions of these.

A harder tier is a kernel of its own (such as ``wings.py``), compiled only when a puzzle needs it. It writes one round, with the
same four properties (an instance is its eliminations and digits, see ``scratch.py``). The outer loop then returns to the easiest
technique.
"""

from __future__ import annotations

from typing import Any

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import basic, inner, int64, kernel
from bookmaker.logic.techniques.finders.basic import find_intersections, find_singles
from bookmaker.logic.techniques.finders.board import (
    CHANGE_BITS,
    EASY_LINKS,
    FOUND,
    HEAD,
    OVERFLOW,
    SHORTEST,
    STUCK,
    Board,
    Tables,
    set_up,
    take_up,
)
from bookmaker.logic.techniques.finders.subsets import find_fish, find_subsets
from bookmaker.logic.techniques.finders.workspace import Workspace

RESTART = -2
"""A code that is not a technique. Once a run has passed it, each round starts with the technique after it."""

ROUND_BY_ROUND, ONCE = range(2)
"""When :func:`run_logic` stops: where nothing is found; or as soon as a technique finds something, which stays pending."""

INSTANCES, ROUNDS, LINKS, NARROWEST = range(4)
"""Columns of a tally: see :func:`run_logic`."""

HIDDEN_SINGLE = CODES["hidden-single"]

SINGLES, INTERSECTIONS, FISH = Family.SINGLES.number, Family.INTERSECTIONS.number, Family.FISH.number
LOCKED, HIDDEN = Family.LOCKED_SUBSETS.number, Family.HIDDEN_SUBSETS.number


@inner
def _dispatch(tables: Tables, board: Board, code: int) -> None:
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    family = code >> 4
    if family == SINGLES:
        find_singles(tables, board, code)
    elif family == INTERSECTIONS:
        find_intersections(tables, board, code)
    elif LOCKED <= family <= HIDDEN:
        find_subsets(tables, board, code)
    elif family == FISH:
        find_fish(tables, board, code)


@kernel
def run_logic(tables: Tables, givens: Array, order: Array, board: Board, tally: Array, how_long: int) -> int:
    """Solve ``givens`` uint8[cells] with the techniques of ``order`` int64[n] (codes) only, easiest first.

    With ``givens`` uint8[0] it applies the pending effects and continues from there. With ONCE it applies nothing: the first
    technique that finds anything leaves its effects pending, and FOUND is 0 if none does. ``tally`` int64[n, 4] has a row for
    each technique of ``order``. INSTANCES and ROUNDS are added to; LINKS are for harder tiers. NARROWEST is the
    fewest ways to continue in one of its rounds: its instances, or all cells that any single fills. It is written only where
    there are fewer ways than at any point before, so that only the smallest nonzero number of the column counts. The round that
    fills the last cells never counts. With fewer columns there is no NARROWEST, which is faster. The board is left at the end
    position. Allocates nothing. Returns SOLVED (1), STUCK (0) or CONTRADICTION (-1). SOLVED proves that the givens have exactly
    one solution, unless ``order`` has a technique that presumes it.
    """
    if givens.size:
        set_up(tables, board, givens, board.removing[:0])
    board.marks[FOUND] = 0
    status = int64(STUCK) if how_long == ONCE else int64(take_up(tables, board))
    counting = tally.shape[1] > NARROWEST
    fewest = int64(board.digits.size + 1)
    if counting:
        for row in range(len(tally)):
            if 0 < tally[row, NARROWEST] < fewest:
                fewest = tally[row, NARROWEST]
    i = begin = 0
    while status == STUCK and i < order.size:
        if order[i] == RESTART:
            i += 1
            begin = i
            continue
        _dispatch(tables, board, order[i])
        if board.marks[FOUND]:
            found = board.marks[FOUND]
            ways = found
            if counting and found < fewest and order[i] <= HIDDEN_SINGLE:
                ways = basic.ways(tables, board, fewest)
            if how_long != ONCE:
                status = int64(take_up(tables, board))
            tally[i, INSTANCES] += found
            tally[i, ROUNDS] += 1
            if counting and ways < fewest and status == STUCK:
                tally[i, NARROWEST] = ways
                fewest = ways
            i = order.size if how_long == ONCE else begin
        else:
            i += 1
    return int(status)


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
