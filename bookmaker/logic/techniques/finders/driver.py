"""The driver of the basic tier: rounds of the easiest technique that finds anything.

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

By induction over the rounds, the boards of s(P) are the images of the boards of P, and which technique each round uses
and how many instances it has are equal. Level, score, hardest technique, counts and rounds are functions of these.

A harder tier is a kernel of its own (such as ``wings.py``), compiled only when a puzzle needs it. It writes one
round, with the same four properties (an instance is its eliminations and digits, see ``scratch.py``). The outer loop
(``course.py``) then returns to the easiest technique.
"""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import basic, inner, int64, kernel
from bookmaker.logic.techniques.finders.basic import find_intersections, find_singles
from bookmaker.logic.techniques.finders.board import FOUND, HEAD, OVERFLOW, STUCK, Board, Tables, set_up, take_up
from bookmaker.logic.techniques.finders.subsets import find_fish, find_subsets

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
    each technique of ``order``. INSTANCES and ROUNDS are added to; LINKS are for harder tiers (``course.py``). NARROWEST is the
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
