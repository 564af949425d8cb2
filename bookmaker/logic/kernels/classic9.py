"""The fast path: solutions of 9x9 classic puzzles. A node of the search is settled by
:mod:`bookmaker.logic.kernels.propagation9`.

All state is one array ``work`` uint64[WORK], so that nothing is allocated. It holds the output of
:func:`bookmaker.logic.kernels.layout9.lay_out` and a stack of nodes.

A guess is in one cell, chosen by :mod:`bookmaker.logic.kernels.choice9`. Each branch assumes the candidates that the other
excludes, so each solution is found exactly once. Both branches are settled together; the search continues with one, the other
waits on the stack.

If solutions are only counted, :func:`bookmaker.logic.kernels.choice9.ways_out` replaces the search of a node whose open cells
all have two candidates, and :mod:`bookmaker.logic.kernels.templates9` that of a node with few candidates, once the puzzle is
known to have several solutions. If they are only counted up to two, :mod:`bookmaker.logic.kernels.dive9` replaces the search of
most grids with few givens, and one of the two branches of a guess waits unsettled.

In a grid with few givens the search may get lost: below a contradiction it tries every way to fill cells that do not matter. Many
nodes wait then, while a hard puzzle has few. So a search that finds no solution for long and has many nodes waiting restarts. It
guesses by blame, whatever the number of candidates, and in a turned grid, alternately. Either way alone leaves grids that take
thousands of guesses (``benchmarks/tail.py``).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.jit.bundle import Bundle, array, octets
from bookmaker.logic.jit.decorators import bare, direct, inner, kernel, lean
from bookmaker.logic.kernels import choice9, dive9, layout9, propagation9, templates9
from bookmaker.logic.kernels.lanes import HALF, WORD, Lanes, many_registers
from bookmaker.logic.kernels.propagation9 import LANES, NODE, begin, copy_solution
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.kernels.vectors import peek

# A guess in a node of :mod:`bookmaker.logic.kernels.propagation9`: the two nodes that follow.


def _branches(context: Any, builder: Any, signature: Any, args: Any) -> tuple[list[Lanes], list[Any]]:
    """The rows and the addresses of the two nodes that :func:`split` settles."""
    kind = signature.args[0]
    node = propagation9.node_at(context, builder, kind, args[0], args[1])
    target = propagation9.node_at(context, builder, kind, args[0], args[2])
    other = builder.gep(target, [ir.Constant(WORD, NODE)])
    mark = propagation9.node_at(
        context, builder, signature.args[3], args[3], builder.mul(args[4], ir.Constant(ir.IntType(64), 6))
    )

    def copies(place: int) -> Lanes:
        vector = ir.Constant(ir.VectorType(HALF, LANES), ir.Undefined)
        word = builder.load(builder.gep(mark, [ir.Constant(WORD, place)]))
        return Lanes(builder, builder.insert_element(vector, word, ir.Constant(WORD, 0))).take([0] * LANES)

    rows: list[Lanes] = []
    here = propagation9.load(builder, node)
    for lanes in args[5:]:
        keeping = builder.trunc(lanes, WORD)
        losing = builder.trunc(builder.lshr(lanes, ir.Constant(lanes.type, LANES)), WORD)
        for row, words in enumerate(here):
            rows.append(words & copies(row).where(keeping, copies(3 + row).where(losing, -1)))
    return rows, [target, other]


@intrinsic
def split(typingctx: Any, work: Any, at: Any, to: Any, marks: Any, cell: Any, first: Any, second: Any) -> Any:
    """Guess in a cell of the node at ``at``: settle the two nodes that follow, and write them to ``to`` and ``to`` + NODE.

    ``marks`` is MARKS, ``cell`` is 9 * row + column within the band. ``first`` and ``second`` are what each branch assumes, as
    lanes (bit i is lane i): lanes in the lower half keep the cell and lose the rest of their row, lanes in the upper half lose
    the cell. ``at`` may be ``to`` or ``to`` + NODE. Returns how they ended: the first + 4 x the second.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows, (target, other) = _branches(context, builder, signature, args)
        if many_registers():
            one, two = propagation9.emit(builder, rows, [target, other])
        else:
            (one,), (two,) = (
                propagation9.emit(builder, rows[:3], [target]),
                propagation9.emit(builder, rows[3:], [other]),
            )
        return builder.or_(one, builder.shl(two, ir.Constant(two.type, 2)))

    whole = types.int64
    return whole(work, whole, whole, marks, whole, types.uint64, types.uint64), codegen


@intrinsic
def split_later(typingctx: Any, work: Any, at: Any, to: Any, marks: Any, cell: Any, first: Any, second: Any) -> Any:
    """As :func:`split`, but the first node, which may never be needed, is not settled. Returns how the second ended."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows, (target, other) = _branches(context, builder, signature, args)
        propagation9.store(rows[:3], target)
        return propagation9.emit(builder, rows[3:], [other])[0]

    whole = types.int64
    return whole(work, whole, whole, marks, whole, types.uint64, types.uint64), codegen


# A 9x9 grid turned, with other digits: the same puzzle, in which a search that got lost begins anew and takes other ways.

_FURTHER = 4
"""How many digits further each digit is when a grid is turned."""


def _turned() -> list[int]:
    rows, columns = [4, 5, 3, 8, 6, 7, 0, 1, 2], [7, 6, 8, 0, 2, 1, 5, 3, 4]
    return [9 * rows[cell % 9] + columns[cell // 9] for cell in range(81)]


TURN = np.array(_turned(), dtype=np.uint8)
"""[cell] -> the cell that a turn brings there: rows become columns, and all lines change places."""


@inner
def turn(cells: Array, turns: int, turned: Array) -> None:
    """Write the grid ``cells``, turned by TURN several times and with other digits, to ``turned`` uint8[81]."""
    for cell in range(81):
        source: Any = np.int64(cell)
        for _ in range(turns):
            source = np.int64(TURN[source])
        digit = np.int64(cells[source])
        turned[cell] = (digit & NOT) + ((digit & ~NOT) + _FURTHER * turns - 1) % 9 + 1 if digit else 0


@lean
def turn_back(work: Array, room_at: int, turns: int, out: Array) -> None:
    """Turn the grids ``out`` uint8[k, 81] back, each through 81 bytes of ``work`` uint64[], from the word ``room_at`` on."""
    room = octets(work)[8 * room_at : 8 * room_at + 81]
    for grid in range(len(out)):
        for cell in range(81):
            source: Any = np.int64(cell)
            for _ in range(turns):
                source = np.int64(TURN[source])
            room[source] = (np.int64(out[grid, cell]) + (9 - _FURTHER) * turns - 1) % 9 + 1
        for cell in range(81):
            out[grid, cell] = room[cell]


_LINE = 8
_LAID = -(-layout9.LAID // _LINE) * _LINE
_TURNED = 2 * _LINE + _LAID + 83 * NODE
_BLAMED = _TURNED + 11
_TEMPLATES = _BLAMED + choice9.PLACES
WORK = _TEMPLATES + templates9.SCRATCH
"""Each guess that leaves another node on the stack decides one of the 81 digits of rows. The first words align the nodes to cache
lines and leave a word before them. The last hold a turned grid, the blame of each place, and what
:mod:`bookmaker.logic.kernels.templates9` needs.
"""

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""

_PATIENCE = 100
"""Guesses without a solution before the search restarts, if they are also more than a quarter of all: repeated work stays in
proportion even when many solutions are counted.
"""

_DEEP = 6 * NODE
"""The fewest waiting nodes for a restart."""

_UNSETTLED = -1
"""The root of a search is to be made from the givens, and settled."""

_BARREN = -2
"""Returned by the search (:func:`_explorer`) when the search should restart."""

_LANES = propagation9.LANES
_PLACED = np.array([[_LANES - 1, *lanes, *[_LANES - 1] * 6] for lanes in propagation9.LANE], dtype=np.int64)
"""[band][digit, of four bits] -> its lane; padded, so that a digit without meaning stays inside."""

_BAND = np.array([sum(1 << lane for lane in lanes) for lanes in propagation9.LANE], dtype=np.uint64)
"""[band] -> the lanes of its digits."""


def _mark(cell: int) -> list[list[int]]:
    bits = [1 << cell % 9 if row == cell // 9 else 0 for row in range(3)]
    return [[bit or 0xFFFF for bit in bits], [0xFFFF ^ bit for bit in bits]]


MARKS = np.array([_mark(cell) for cell in range(27)], dtype=np.uint16)
"""[cell of a band][0 or 1][row of the band] -> the columns of a row if the cell is to be all, or if it is not to be."""


@inner
def _laid_at(work: Array) -> int:
    """Where what :func:`layout9.lay_out` writes begins: with it the nodes behind are aligned to cache lines."""
    return int(_LINE + (-(work.ctypes.data >> 3) & _LINE - 1))


NO_SOLUTION, UNSEEN = 0, -1
"""What :func:`glance` returns instead of a solution: none; not known."""


@lean
def glance(work: Array, cells: Array, dives: int) -> int:
    """Where ``work`` uint64[WORK] has a solution of ``cells`` uint8[81] as a node, after a quick look; or NO_SOLUTION or UNSEEN.

    It need not be the first solution that :func:`search` lists. ``dives``: how many are tried at the most, 1 or 2.
    """
    root = _laid_at(work) + _LAID
    if not begin(work, root, cells):
        return NO_SOLUTION
    ended = propagation9.settle(work, root)
    if ended != propagation9.OPEN:
        return int(root) if ended == propagation9.SOLVED else NO_SOLUTION
    for attempt in range(dives):
        if dive9.dive(work, root, root + NODE, dive9.TIGHT[attempt]) == propagation9.SOLVED:
            return int(root + NODE)
    return UNSEEN


def _explorer(count_leaf: Any, lazily: bool) -> Any:
    """The search below a node. ``count_leaf`` is :func:`templates9.count`, or :func:`templates9.none` where solutions are hardly
    ever counted, and a user waits for the kernel to be compiled. There nothing is done ``lazily`` either.
    """

    @inner
    def explore(work: Array, laid: int, blamed: bool, limit: int, max_nodes: int, out: Array) -> int:
        """Search from the settled node at the bottom of the stack. ``blamed``: guess by :func:`choice9.choose_blamed`. Returns as
        :func:`search` does, or _BARREN.
        """
        bottom = laid + _LAID
        found: Any = np.int64(0)
        nodes = np.int64(work[0])
        barren: Any = np.int64(0)
        top = at = bottom
        fresh: Any = True
        # Until the search goes back for the first time, only one branch of a guess is settled: where there are many solutions,
        # the other is hardly ever needed. Nodes on the stack wait for that up to this one.
        later: Any = lazily and limit <= 2 and len(out) == 0
        waiting: Any = np.int64(bottom - 1)
        while True:
            chosen = choice9.choose(work, at, laid, _BLAMED, found >= len(out))
            ends = np.int64(0)
            ways: Any = np.int64(templates9.UNKNOWN)
            if chosen == choice9.GRAVE:
                ways = np.int64(choice9.ways_out(work, laid))
            elif fresh and found > 1 and found >= len(out) and chosen != choice9.CLASH:
                ways = np.int64(count_leaf(work, at, laid, _TEMPLATES, limit - found))
                if ways == templates9.GIVEN_UP:
                    fresh = False
                    continue
            fresh = True
            if ways >= 0:
                found += ways
                if found >= limit:
                    return int(limit)
                if ways:
                    barren = np.int64(0)
            elif chosen != choice9.CLASH:
                if nodes == max_nodes and max_nodes > 0:
                    return UNDECIDED
                if barren >= _PATIENCE and top - bottom > _DEEP and barren > nodes >> 2:
                    return _BARREN
                nodes += 1
                barren += 1
                work[0] = nodes
                many = chosen < 0
                if blamed:
                    chosen = choice9.choose_blamed(work, laid, _BLAMED)
                    many = chosen >> 16 != 0
                    chosen &= 0xFFFF
                elif many:
                    chosen = choice9.choose_any(work, at, laid)
                band, cell = chosen >> 13, chosen >> 8 & 31
                here = peek(_BAND, band)
                one = np.uint64(1) << np.uint64(peek(_PLACED, 16 * band + 1 + (chosen >> 4 & 15)))
                two = np.uint64(1) << np.uint64(peek(_PLACED, 16 * band + 1 + (chosen & 15)))
                # The other branch excludes the digit of the first. If the cell has only one more, that is its digit.
                first = one | (here ^ one) << np.uint64(32)
                second = one << np.uint64(32) if many else two | (here ^ two) << np.uint64(32)
                if later:
                    ended = split_later(work, at, top, MARKS, cell, second, first)
                    waits = ended == propagation9.OPEN
                    ends = ended << 2 | (propagation9.OPEN if waits else propagation9.settle(work, top))
                    waiting = np.int64(top if waits else waiting)
                else:
                    ends = split(work, at, top, MARKS, cell, second, first)
                work[_BLAMED + (chosen >> 8)] += np.uint64(ends & 3 == 0) + np.uint64(ends >> 2 == 0)
            while True:
                if ends & 5:
                    for branch in range(2):
                        if ends >> 2 * branch & 3 == propagation9.SOLVED:
                            if found < len(out):
                                copy_solution(work, top + branch * NODE, out[found])
                            found += 1
                            if found == limit:
                                return int(found)
                    barren = np.int64(0)
                if ends >> 2 == propagation9.OPEN:
                    at = top + NODE
                    if ends & 3 == propagation9.OPEN:
                        top += NODE
                    break
                if ends & 3 == propagation9.OPEN:
                    at = top
                    break
                if top == bottom:
                    return int(found)
                top -= NODE
                later = False
                if top > waiting:
                    at = top
                    break
                waiting = np.int64(top - NODE)
                ends = np.int64(propagation9.settle(work, top))

    return explore


@lean
def _several(work: Array, root: int, limit: int) -> bool:
    """Whether a quick look at a settled node, which is left as it is, proves that it has ``limit`` solutions, 1 or 2."""
    if dive9.candidates(work, root) <= dive9.FRESH:
        return False
    solved, trial = root + NODE, root + 2 * NODE
    for attempt in range(2):
        if dive9.dive(work, root, solved, dive9.TIGHT[attempt]) == propagation9.SOLVED:
            if limit == 1 or dive9.exchange(work, root, solved, trial) == propagation9.OPEN:
                return True
            for _ in range(dive9.PAIRINGS - 1):
                if dive9.exchange(work, trial + NODE, trial + 2 * NODE, trial) == propagation9.OPEN:
                    return True
    return False


@inner
def _not_several(work: Array, root: int, limit: int) -> bool:
    """False, in place of :func:`_several` where a kernel is to be compiled sooner."""
    return False


def _searcher(count_leaf: Any, several: Any, lazily: bool) -> Any:
    """:func:`search` for other kernels. They say how the root ended, the node at the bottom of the stack, if it is settled, and
    _UNSETTLED if not. ``count_leaf`` and ``lazily`` are as for :func:`_explorer`; ``several`` is :func:`_several`, or
    :func:`_not_several`, on the same grounds.
    """
    explore = _explorer(count_leaf, lazily)

    @lean
    def find(work: Array, cells: Array, root: int, limit: int, max_nodes: int, out: Array) -> int:
        work[0] = 0
        laid = _laid_at(work)
        bottom = laid + _LAID
        given = cells
        starts: Any = np.int64(0)
        status: Any = np.int64(root)
        while True:
            if status == _UNSETTLED:
                if not begin(work, bottom, given):
                    return 0
                status = propagation9.settle(work, bottom)
            if status != propagation9.OPEN:
                if status == propagation9.SOLVED and len(out):
                    copy_solution(work, bottom, out[0])
                return 1 if status == propagation9.SOLVED else 0
            if limit <= 2 and len(out) == 0 and starts == 0 and several(work, bottom, limit):
                return int(limit)
            blamed = starts & 1 != 0
            if not blamed:
                for place in range(choice9.PLACES):
                    work[_BLAMED + place] = 0
            found = explore(work, laid, blamed, limit, max_nodes, out)
            if found != _BARREN:
                break
            status = np.int64(_UNSETTLED)
            starts += 1
            if starts & 1 == 0:
                given = octets(work)[8 * _TURNED : 8 * _TURNED + 81]
                turn(cells, starts >> 1, given)
        if starts > 1 and found > 0:
            turn_back(work, _TURNED, starts >> 1, out[:found])
        return int(found)

    return find


_search: Any = _searcher(templates9.none, _not_several, False)
_search_many: Any = _searcher(templates9.count, _several, True)


class Ground(Bundle):
    """The memory of :func:`search`."""

    work: Array = array("uint64[WORK]", "scratch")


def ground() -> Ground:
    """New memory. Pass the same to every call."""
    return Ground(np.empty(WORK, np.uint64))


@bare
def search(ground: Ground, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions of a 9x9 classic puzzle, up to a limit, without allocating.

    ``ground.work`` is scratch; its first word is the number of guesses made when the search ends. ``cells`` uint8[81], 0 =
    empty, is not written to; NOT + a digit is an empty cell without that digit. ``limit`` >= 1. ``max_nodes``: give up after so
    many guesses, 0 = never. ``out`` uint8[k, 81], k >= 0: the first k solutions are written to it, always in the same order.
    Returns the number of solutions, at most ``limit``: 0 if givens clash or a number is neither a digit nor NOT plus one;
    UNDECIDED (-1) if it gave up before.
    """
    return int(_search(ground.work, cells, _UNSETTLED, limit, max_nodes, out))


@cache
def loaded_search() -> Any:
    """:func:`search` for calls from Python, as :func:`bookmaker.logic.jit.decorators.direct` has it: arrays have to be
    contiguous.

    To look at the types of arguments numba imports more modules, which takes longer than loading the kernel.
    """
    cells, number = types.uint8, types.int64
    return direct(search, number(numba.typeof(ground()), cells[::1], number, number, cells[:, ::1]))


@inner
def _begin_next(work: Array, at: int, puzzles: Array, row: int, counts: Array) -> int:
    """Set the node at ``at`` to the first puzzle from ``row`` on whose givens do not clash. Returns its row, or a number beyond
    the last one.
    """
    while row < len(puzzles) and not begin(work, at, puzzles[row]):
        counts[row] = 0
        row += 1
    return int(row)


@lean
def _count_two_abreast(work: Array, puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`count_batch`. ``work`` uint64[2 * WORK].

    The roots of two puzzles are settled together, since a second node costs a third more. The one that ends first is searched,
    and gives its place to the next puzzle.
    """
    place, beside = 0, WORK
    at = _laid_at(work[:WORK]) + _LAID
    at_beside = WORK + _laid_at(work[WORK:]) + _LAID
    row = _begin_next(work, at, puzzles, 0, counts)
    row_beside = _begin_next(work, at_beside, puzzles, row + 1, counts)
    last = row_beside
    while row < len(puzzles):
        ended: Any = np.int64(_UNSETTLED)  # The last one is alone.
        if row_beside < len(puzzles):
            ended = propagation9.settle_either(work, at, at_beside)
            if ended & 3 == propagation9.GOING:
                place, beside, at, at_beside, row, row_beside = beside, place, at_beside, at, row_beside, row
                ended >>= 2
            ended &= 3
        counts[row] = _search_many(work[place : place + WORK], puzzles[row], ended, limit, max_nodes, out[row])
        last = row = _begin_next(work, at, puzzles, last + 1, counts)
        if row >= len(puzzles):
            place, row, row_beside = beside, row_beside, row


@lean
def _count_one_by_one(work: Array, puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """The same, where two nodes do not fit into the registers."""
    for row in range(len(puzzles)):
        counts[row] = _search_many(work, puzzles[row], _UNSETTLED, limit, max_nodes, out[row])


_count: Any = _count_two_abreast if many_registers() else _count_one_by_one


@kernel
def count_batch(puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, 81]; writes ``counts`` int64[n] and ``out`` uint8[n, k, 81], k >= 0."""
    _count(np.empty(2 * WORK, np.uint64), puzzles, limit, max_nodes, counts, out)


@cache
def loaded_batch() -> Any:
    """:func:`count_batch` for calls from Python, on the same grounds as :func:`loaded_search`."""
    cells, number = types.uint8, types.int64
    return direct(count_batch, types.none(cells[:, ::1], number, number, number[::1], cells[:, :, ::1]))
