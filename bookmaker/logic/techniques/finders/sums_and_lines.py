"""Finders for sums and lines of clues.

The digits that a line leaves follow from both sweeps of :mod:`bookmaker.logic.kernels.sum_propagation`. As a step of its own,
a line whose cells all see each other, so that its digits differ, is swept with sets of digits: for each state of the line's
automaton a sweep carries the sets by which it can be reached. Bit u of its words is the set u, whose bit
d-1 is digit d; to add a digit is a shift.

A clue *points* where each way to keep it has a digit in cells that another cell sees. The digits of a sum are listed while they
are few and cells that see each other differ; otherwise the smallest and the largest digits bound it. Either way the result
depends on the cells of the clue, not on their order.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.bits import highest, lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.sum_propagation import LineRules, look_at_line
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import BASE, CANDIDATE, Board, Tables, begin, finish, note, remove

LARGEST = 9
"""The most digits of a grid: there are 2^LARGEST sets."""

_CELL, _BEFORE, _LEFT = range(3)

_HALVES = (
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)
"""The sets of a word that lack each of the first six digits."""


@inner
def _without(digit: int) -> int:
    mask = int64(_HALVES[0])
    for d in range(1, 6):
        if d == digit:
            mask = int64(_HALVES[d])
    return int(mask)


@inner
def _all_see(seen: Array, cells: Array, begin: int, end: int) -> bool:
    for i in range(begin, end):
        for j in range(begin, i):
            if (seen[cells[i], cells[j] >> 6] >> (cells[j] & 63)) & 1 == 0:
                return False
    return True


@inner
def _step(one: Array, other: Array, digit: int, back: bool) -> None:
    """Add to ``other`` the sets of ``one`` with ``digit`` (from 0) put in, or taken out if ``back``, where they can be."""
    if digit < 6:
        without, shift = int64(_without(digit)), int64(1) << digit
        for w in range(one.size):
            moved = (one[w] >> shift) & without if back else (one[w] & without) << shift
            other[w] |= moved
    else:
        bit = int64(1) << (digit - 6)
        for w in range(one.size):
            if (w & bit != 0) == back:
                other[w ^ bit] |= one[w]


@inner
def _joins(one: Array, other: Array, digit: int) -> bool:
    """Whether a set of ``one``, with ``digit`` put in, is a set of ``other``."""
    some = int64(0)
    if digit < 6:
        without, shift = int64(_without(digit)), int64(1) << digit
        for w in range(one.size):
            some |= (one[w] & without) << shift & other[w]
    else:
        bit = int64(1) << (digit - 6)
        for w in range(one.size):
            if w & bit == 0:
                some |= one[w] & other[w | bit]
    return some != 0  # type: ignore[no-any-return]


@inner
def look_at_ways(seen: Array, lines: LineRules, held: Array, line: int, work: Array, ways: Array) -> int:
    """As :func:`bookmaker.logic.kernels.sum_propagation.look_at_line`, for different digits. ``ways`` int64[2, states, words
    for 2^size sets].

    Returns 0 where the cells do not all see each other, or the grid has more than :data:`LARGEST` digits.
    """
    begin, end, layer = lines.line_start[line], lines.line_start[line + 1], lines.line_layer[line]
    if ways.shape[2] == 0 or not _all_see(seen, lines.line_cells, begin, end):
        return 0
    count, first = end - begin, lines.layers[layer]
    for state in range(first, lines.layers[layer + count + 1]):
        for w in range(ways.shape[2]):
            ways[0, state - first, w] = ways[1, state - first, w] = 0
    if first == lines.layers[layer + count + 1]:
        return 0
    ways[0, 0, 0] = 1
    for place in range(count):
        cell = lines.line_cells[begin + place]
        mine = held[cell]
        work[_CELL, place], work[_BEFORE, place], work[_LEFT, place] = cell, mine, 0
        for state in range(lines.layers[layer + place], lines.layers[layer + place + 1]):
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                left = lines.edge_mask[edge] & mine
                while left:
                    _step(ways[0, state - first], ways[0, lines.edge_to[edge] - first], lowest(left), False)
                    left &= left - 1
    for state in range(lines.layers[layer + count], lines.layers[layer + count + 1]):
        for w in range(ways.shape[2]):
            ways[1, state - first, w] = ways[0, state - first, w]
    for place in range(count - 1, -1, -1):
        mine = work[_BEFORE, place]
        for state in range(lines.layers[layer + place], lines.layers[layer + place + 1]):
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                left = lines.edge_mask[edge] & mine
                to = lines.edge_to[edge] - first
                while left:
                    digit = lowest(left)
                    left &= left - 1
                    if _joins(ways[0, state - first], ways[1, to], digit):
                        work[_LEFT, place] |= int64(1) << digit
                        _step(ways[1, to], ways[1, state - first], digit, True)
    return int(count)


SUM_LAST, SUM = CODES["clue-sum-last"], CODES["clue-sum"]
LINE_LAST, LINE = CODES["clue-line-last"], CODES["clue-line"]
POINTING, WAYS, ALONE = CODES["clue-pointing"], CODES["clue-line-ways"], CODES["clue-alone"]

CELL, BEFORE, LEFT, SIGN, OPEN, DIGIT, LOW, HIGH, ROWS = range(9)
"""Rows of ``work``; the first five serve :func:`look_at_line`. LOW and HIGH bound the sums of the cells from one on."""

LAST_OF_LINE = 3
"""So many open cells of a row beside a number are soon tried: two digits have two orders there, three have six."""

LAST_OF_SUM = 2
"""So many open cells of a sum people add up in their heads, as in Killers."""

MOST_WAYS, IN_NETS = 50_000, 2_000
"""Digits of a sum are listed while the candidates of its cells, multiplied, are at most so many: for a step; in a net."""


class ClueWorkspace(Bundle):
    """The sums and lines of a puzzle's clues, and scratch."""

    lines: LineRules = field()
    held: Array = array("int64[cells]", "the candidates of a cell, or the digit that it holds")
    work: Array = array("int64[ROWS, most + 1]", "most: the cells of the largest clue")
    reached: Array = array("int64[2, states]", "as for :func:`bookmaker.logic.kernels.sum_propagation.look_at_line`")
    watch: Array = array("int64[clues, words]", "the cells of each sum, then of each line, as a set")
    changed: Array = array(
        "int64[words]", "cells of a net that have lost candidates; of a pointing clue, the cells seen"
    )
    excluded: Array = array(
        "int64[cells]", "the candidates that a net excludes; a copy of ``held`` while a clue is tried"
    )
    alone: Array = array(
        "int64[clues, most]", "what each sum, then each line, leaves of its cells with nothing filled in"
    )
    ways: Array = array("int64[2, states, sets]", "as for :func:`look_at_ways`")


@inner
def _bounded(work: Array, count: int, total: int) -> None:
    """Write into LEFT the digits that the bounds of the other cells leave to each."""
    for i in range(count):
        least = most = int64(0)
        for j in range(count):
            if j != i:
                small, large = lowest(work[BEFORE, j]) + 1, int64(highest(work[BEFORE, j]))
                least += small if work[SIGN, j] > 0 else -large
                most += large if work[SIGN, j] > 0 else -small
        left, kept = work[BEFORE, i], int64(0)
        while left:
            digit = lowest(left) + 1
            if least <= total - work[SIGN, i] * digit <= most:
                kept |= left & -left
            left &= left - 1
        work[LEFT, i] = kept


@inner
def _listed(tables: Tables, work: Array, count: int, total: int) -> None:
    """Write into LEFT the digits of all ways to make the sum in which cells that see each other differ."""
    at = int64(0)
    work[OPEN, 0] = work[BEFORE, 0]
    while at >= 0:
        if work[OPEN, at] == 0:
            at -= 1
            if at >= 0:
                total += work[SIGN, at] * work[DIGIT, at]
            continue
        digit = lowest(work[OPEN, at]) + 1
        work[OPEN, at] &= work[OPEN, at] - 1
        rest, cell = total - work[SIGN, at] * digit, work[CELL, at]
        fits = work[LOW, at + 1] <= rest <= work[HIGH, at + 1]
        for i in range(at):
            if work[DIGIT, i] == digit and (tables.seen[cell, work[CELL, i] >> 6] >> (work[CELL, i] & 63)) & 1:
                fits = False
        if not fits:
            continue
        work[DIGIT, at] = digit
        if at == count - 1:
            for i in range(count):
                work[LEFT, i] |= int64(1) << (work[DIGIT, i] - 1)
            continue
        total = rest
        at += 1
        work[OPEN, at] = work[BEFORE, at]


@inner
def _look_at_sum(tables: Tables, space: ClueWorkspace, one: int, most_ways: int) -> int:
    """Write the cells of a sum, their candidates, and those that are left. Returns the number of cells."""
    lines, work = space.lines, space.work
    start = lines.sum_start[one]
    count = lines.sum_start[one + 1] - start
    ways = int64(1)
    work[LOW, count] = work[HIGH, count] = 0
    for i in range(count - 1, -1, -1):
        cell = lines.sum_cells[start + i]
        mine = space.held[cell]
        work[CELL, i], work[BEFORE, i], work[LEFT, i] = cell, mine, 0
        plus = i < lines.sum_minus[one]
        work[SIGN, i] = 1 if plus else -1
        small, large = lowest(mine) + 1, int64(highest(mine))
        work[LOW, i] = work[LOW, i + 1] + (small if plus else -large)
        work[HIGH, i] = work[HIGH, i + 1] + (large if plus else -small)
        ways = min(ways * popcount(mine), most_ways + 1)
    if ways <= most_ways:
        _listed(tables, work, count, lines.sum_total[one])
    else:
        _bounded(work, count, lines.sum_total[one])
    return int(count)


@inner
def look_at(tables: Tables, space: ClueWorkspace, number: int, most_ways: int) -> int:
    """Write the cells of a sum, or of a line after all sums, their part of ``held``, and the rest of that: nothing at all
    where it cannot be kept; where bounds decide on a sum, maybe nothing of one cell only. Returns how many cells there are.
    """
    lines = space.lines
    if number < lines.sum_total.size:
        return int(_look_at_sum(tables, space, number, most_ways))
    line = number - lines.sum_total.size
    look_at_line(lines, space.held, 0, lines.line_cells, line, space.work, space.reached)
    return int(lines.line_start[line + 1] - lines.line_start[line])


@inner
def _note(board: Board, cell: int, held: int) -> None:
    while held:
        note(board, CANDIDATE, BASE, cell, lowest(held) + 1)
        held &= held - 1


@inner
def _is_needed(tables: Tables, space: ClueWorkspace, number: int, digit: int, cell: int) -> bool:
    """Whether every way to keep a sum or line has a digit in some of its cells: in those that ``cell`` sees, or in any for -1."""
    bit = int64(1) << (digit - 1)
    for other in range(space.held.size):
        space.excluded[other] = space.held[other]
        near = cell < 0 or (tables.seen[cell, other >> 6] >> (other & 63)) & 1
        if near and (space.watch[number, other >> 6] >> (other & 63)) & 1:
            space.held[other] &= ~bit
    alive = int64(1)
    for i in range(look_at(tables, space, number, MOST_WAYS)):
        alive = min(alive, int64(space.work[LEFT, i] != 0))
    for other in range(space.held.size):
        space.held[other] = space.excluded[other]
    return alive == 0  # type: ignore[no-any-return]


@inner
def _point(tables: Tables, board: Board, space: ClueWorkspace, number: int, code: int) -> None:
    """Write an instance for each digit that the clue needs and that cells outside lose."""
    words = space.changed.size
    for digit in range(1, tables.size + 1):
        places, given = int64(0), False
        space.changed[:] = 0
        for word in range(words):
            left = space.watch[number, word]
            while left:
                cell = word << 6 | lowest(left)
                left &= left - 1
                given |= board.digits[cell] == digit
                if (space.held[cell] >> (digit - 1)) & 1:
                    places += 1
                    for w in range(words):
                        space.changed[w] |= tables.seen[cell, w]
        if given or places == 0 or not _is_needed(tables, space, number, digit, int64(-1)):
            continue
        opened = False
        for word in range(words):
            left = space.changed[word] & board.spots[digit, word] & ~space.watch[number, word]
            while left:
                cell = word << 6 | lowest(left)
                left &= left - 1
                if not _is_needed(tables, space, number, digit, cell):
                    continue
                if not opened:
                    opened = True
                    begin(board, code)
                remove(board, cell, digit)
        if opened:
            for cell in range(space.held.size):
                if (space.watch[number, cell >> 6] >> (cell & 63)) & 1:
                    _note(board, cell, int64(space.held[cell]))
            finish(board)


@inner
def _are_last(tables: Tables, board: Board, work: Array, count: int, most: int) -> bool:
    """Whether so few cells are open that their digits are soon tried: one, up to ``most`` of a sum, or of a line that holds every
    digit.
    """
    empty = int64(0)
    for i in range(count):
        empty += board.digits[work[CELL, i]] == 0
    if empty == 1 or empty > most or most == LAST_OF_SUM:
        return 1 <= empty <= most  # type: ignore[no-any-return]
    if count < tables.size:
        return False
    for i in range(count):
        for j in range(i):
            one, other = work[CELL, i], work[CELL, j]
            if (tables.seen[one, other >> 6] >> (other & 63)) & 1 == 0:
                return False
    return empty > 0  # type: ignore[no-any-return]


@inner
def _write(tables: Tables, board: Board, work: Array, count: int, code: int, last: int) -> None:
    """Write an instance if there is any: ``last`` is the code where the last cells are open, ``code`` the other one's."""
    empty = int64(0)
    for i in range(count):
        empty += board.digits[work[CELL, i]] == 0
    most = int64(LAST_OF_LINE if last == LINE_LAST else LAST_OF_SUM)
    if empty == 0 or (code <= LINE and _are_last(tables, board, work, count, most) != (code == last)):
        return
    begin(board, code)
    for i in range(count):
        cell = work[CELL, i]
        gone = work[BEFORE, i] & ~work[LEFT, i]
        while gone and board.digits[cell] == 0:
            remove(board, cell, lowest(gone) + 1)
            gone &= gone - 1
        _note(board, cell, work[BEFORE, i])
    finish(board)


@inner
def find_clues(tables: Tables, board: Board, space: ClueWorkspace, code: int) -> None:
    """Find all instances of one technique."""
    lines = space.lines
    for cell in range(space.held.size):
        digit = int64(board.digits[cell])
        space.held[cell] = int64(1) << (digit - 1) if digit else int64(board.candidates[cell])
    if code in (SUM, SUM_LAST):
        for one in range(lines.sum_total.size):
            count = _look_at_sum(tables, space, one, MOST_WAYS)
            _write(tables, board, space.work, count, code, SUM_LAST)
    elif code == POINTING:
        for number in range(space.watch.shape[0]):
            _point(tables, board, space, number, code)
    elif code == ALONE:
        sums = lines.sum_total.size
        for number in range(space.alone.shape[0]):
            starts, at = (lines.sum_start, number) if number < sums else (lines.line_start, number - sums)
            cells = lines.sum_cells if number < sums else lines.line_cells
            for i in range(starts[at + 1] - starts[at]):
                cell = cells[starts[at] + i]
                space.work[CELL, i], space.work[BEFORE, i] = cell, space.held[cell]
                space.work[LEFT, i] = space.held[cell] & space.alone[number, i]
            _write(tables, board, space.work, starts[at + 1] - starts[at], code, code)
    elif code == WAYS:
        for line in range(lines.line_layer.size):
            count = look_at_ways(tables.seen, lines, space.held, line, space.work, space.ways)
            if count > 0:
                _write(tables, board, space.work, count, code, code)
    else:
        for line in range(lines.line_layer.size):
            count = look_at_line(lines, space.held, 0, lines.line_cells, line, space.work, space.reached)
            if count > 0:
                _write(tables, board, space.work, count, code, LINE_LAST)
