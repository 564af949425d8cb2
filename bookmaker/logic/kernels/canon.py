"""The canonical form of a classic puzzle or grid: the least of all its symmetric images.

The order. A cell symmetry and a relabelling of the digits turn a puzzle into an image. Cell symmetries permute bands, rows in a
band, stacks and columns in a stack and, for square boxes, exchange rows and columns: 3,359,232 for 9x9. Images are compared as
strings in reading order with empty < 1 < 2 < ... The least is the canonical form, so that two puzzles have the same one exactly
if they are images of each other. This is the "min-lex" form of published lists of puzzles and grids (0 or . as the least symbol).
For a given arrangement of the cells, the least relabelling numbers the digits as they first appear. What remains is to find the
least arrangement.

The search goes row by row and keeps, after each row, *every* arrangement of the rows above that gives the least string so far, so
that it is exact: the least string of k + 1 rows begins with the least string of k rows. The New Sudoku Players' Forum has
described row-by-row searches that drop whatever falls behind since 2008 (gsf, dobrichev, blue). This one keeps whole sets of
arrangements as one state each, which bounds it on puzzles with few givens:

- Columns that are alike so far stay unordered. A state has an ordered partition of the columns within each stack, and one of the
  stacks; it represents every arrangement that agrees with both. The least string of a row is found from left to right. At each
  place, the columns of its class that show the least number come first. They form a class of their own if that number is "empty"
  (or, where givens clash, already labelled), because nothing distinguishes them. The same goes for stacks of a class whose cells
  in the row are all empty or labelled. Tied stacks have equal strings in every row so far, hence classes of equal sizes.
- The search splits only where digits get their first labels: one state for each digit that may be the next, because later rows
  distinguish them.
- Of equal rows of a band (empty ones, unless givens clash), and of equal bands, only the first is tried: exchanging the
  two is a symmetry that changes nothing.

In a solution grid nothing is empty and row 1 is 12...9 in every arrangement: 1296 ways for each of 18 rows. Rows 1 and 2 are
therefore placed together. Choose both, and the order of the first stack. In row 1 the digits under 1, 2 and 3 are in columns of
other stacks, and only one way gives each its least number: its column is the first free one of its stack, and a stack without a
slot takes the next one. Every least arrangement arises like this. The few columns that stay free are tried in all orders
(:mod:`bookmaker.logic.kernels.canon`).

The number of arrangements that give the canonical form is the number of symmetries of the puzzle: each final state counts the
arrangements that it represents.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.rules import Array

# The canonical form of a solution grid: rows 1 and 2 are placed at once.
#
# Rows of the grid are words, bits 4c.. the digit of column c.

# One row of the search for a canonical form: sets of arrangements, and the least string that each can show next.
#
# The docstring of the module defines a state and proves the search.

# A state is a row of an array int64[states, FIELDS]. Lists are packed into words, four bits to an item: enough for sizes up to
# 15, and faster to copy and to compile than arrays. A row of a puzzle is such a word too: bits 4c.. are the digit of column c, 0
# = empty.
COLUMNS = 0
"""Bits 4p..: the column of the puzzle at place p. The order within a class of columns, or of stacks, has no meaning."""
LABELS = 1
"""Bits 4d..: the label of digit d, 0 if it has none yet; bits 0..3 are 0, so that an empty cell reads as 0."""
STARTS = 2
"""Bit p: a class of columns starts at place p; every stack starts one. Bit 16 + s: a class of stacks starts at slot s."""
ROWS = 3
"""Bit r: row r of the puzzle has no place yet. From bit 16: the number of the band that was begun last."""
KNOWN = 4
"""How many digits are labelled."""
ACROSS = 5
"""1 if rows and columns are exchanged, else 0."""
PLACE = 6
"""Within :func:`place_row`, the next place to fill; and ..."""
AHEAD = 7
"""... the first place whose stack is not chosen yet."""
FIELDS = 8

STACKS = 16
"""The bit in STARTS for slot 0."""

WORST = 99
"""More than any number that a place can show."""

int64: Any = np.int64
"""Around a constant that starts a variable: numba would otherwise compile the functions that take it once more for constants."""

ROOM = 128
"""States that :func:`place_row` may defer: fewer than size for each place."""


@kernel
def copy_state(states: Array, source: int, target: Array, at: int) -> None:
    """Copy one state. A loop here and below, not a slice: numba's code for a slice takes long to compile."""
    for field in range(FIELDS):
        target[at, field] = states[source, field]


@kernel
def with_room(states: Array, count: int) -> Array:
    """``states`` itself, or moved to a longer array if it is full."""
    if count < len(states):
        return states
    longer = np.empty((2 * count, FIELDS), np.int64)
    for at in range(count):
        copy_state(states, at, longer, at)
    return longer


@kernel
def lower(best: Array, row: int, place: int, shown: int) -> None:
    """Note that a string below the least so far has this number at ``place``, and that nothing is known after it."""
    best[row, place] = shown
    for other in range(place + 1, best.shape[1]):
        best[row, other] = WORST


@kernel
def _to_front(columns: Any, first: int, chosen: int, width: int, stop: int) -> Any:
    """The word of columns with the blocks of ``width`` columns whose bits are set in ``chosen`` moved to block ``first``,
    first + 1, ..., and the others of the blocks up to ``stop`` behind them.
    """
    bits = 4 * width
    block = (1 << bits) - 1
    front = first
    for other in range(first, stop):
        if chosen >> other & 1:
            swap = (columns >> (bits * other) ^ columns >> (bits * front)) & block
            if other != front:
                columns ^= swap << (bits * other) | swap << (bits * front)
            front += 1
    return columns


@kernel
def _shown(line: Any, columns: Any, labels: Any, known: int, place: int) -> Any:
    """The content of a place in a row: 0 if empty, the digit's label, known + 1 for a digit without one."""
    digit = line >> 4 * (columns >> 4 * place & 15) & 15
    label = labels >> 4 * digit & 15
    return known + 1 if digit != 0 and label == 0 else label


@kernel
def _class_end(starts: Any, first: int, stop: int) -> int:
    """The end of the class that holds place (or STACKS + slot) ``first``, at most ``stop``."""
    end = first + 1
    while end < stop and not starts >> end & 1:
        end += 1
    return end


@kernel
def _stack_word(line: Any, columns: Any, labels: Any, starts: Any, known: int, first: int, width: int) -> Any:
    """The least string of the stack at places first.., up to its first digit without a label: four bits for each place,
    the leftmost on top, zeros after that digit. What follows it depends on which digit gets the label.
    """
    word = 0
    place = first
    while place < first + width:
        begin = place
        end = _class_end(starts, begin, first + width)
        written = -1
        while place < end:
            least, ties = WORST, 0
            for other in range(begin, end):
                shown = _shown(line, columns, labels, known, other)
                if shown > written:
                    if shown < least:
                        least, ties = shown, 1
                    elif shown == least:
                        ties += 1
            for _ in range(ties):
                word |= least << 4 * (first + width - 1 - place)
                if least > known:
                    return word
                place += 1
            written = least
    return word


@kernel
def _put_off(work: Array, top: int, columns: Any, labels: Any, starts: Any, known: int, place: int, ahead: int) -> None:
    """Insert a state for later below the top of the stack ``work``; the top moves up."""
    copy_state(work, top, work, top + 1)
    work[top, COLUMNS], work[top, LABELS], work[top, STARTS] = columns, labels, starts
    work[top, KNOWN], work[top, PLACE], work[top, AHEAD] = known, place, ahead


@kernel
def place_row(line: Any, width: int, at: int, best: Array, work: Array, found: Array, count: int) -> Any:
    """Put the row ``line`` at ``at``, in each of the ways that give the least string.

    ``work`` int64[ROOM, FIELDS] is a stack whose item 0 is the state to continue from, its ROWS set already. ``best`` uint8[size,
    size] holds the least string of each row; that of row ``at`` over all states so far is lowered if this one has a lower, and
    then the ``count`` states of ``found`` int64[states, FIELDS] are dropped. States that reach the least string are appended.
    Returns ``found``, moved if it was too short, and its count.
    """
    size = best.shape[1]
    slots = size // width
    top = int64(0)
    while top >= 0:
        columns, labels, starts = work[top, COLUMNS], work[top, LABELS], work[top, STARTS]
        known, place, ahead = work[top, KNOWN], work[top, PLACE], work[top, AHEAD]
        alive = True
        while place < size:
            if place == ahead:
                slot = place // width
                end = _class_end(starts, STACKS + slot, STACKS + slots) - STACKS
                chosen, ties, fresh = 1 << slot, 1, False
                if end > slot + 1:
                    least_word = _stack_word(line, columns, labels, starts, known, place, width)
                    for other in range(slot + 1, end):
                        word = _stack_word(line, columns, labels, starts, known, other * width, width)
                        if word < least_word:
                            least_word, chosen, ties = word, 1 << other, 1
                        elif word == least_word:
                            chosen |= 1 << other
                            ties += 1
                    for i in range(width):
                        fresh = fresh or (least_word >> 4 * i & 15) > known
                if fresh:
                    starts |= 1 << (STACKS + slot + 1)
                    ahead += width
                    before, first_choice = columns, True
                    for other in range(slot, end):
                        if chosen >> other & 1:
                            moved = _to_front(before, slot, 1 << other, width, end)
                            if first_choice:
                                columns, first_choice = moved, False
                            else:
                                _put_off(work, top, moved, labels, starts, known, place, ahead)
                                top += 1
                else:
                    columns = _to_front(columns, slot, chosen, width, end)
                    starts |= 1 << (STACKS + slot + ties)
                    ahead += ties * width

            end = _class_end(starts, place, size)
            least, chosen, ties = int64(WORST), int64(0), int64(0)
            for other in range(place, end):
                shown = _shown(line, columns, labels, known, other)
                if shown < least:
                    least, chosen, ties = shown, 1 << other, 1
                elif shown == least:
                    chosen |= 1 << other
                    ties += 1
            fresh = least > known
            if fresh:
                ties = 1
            for other in range(place, place + ties):
                if least != best[at, other]:
                    alive = least < best[at, other]
                    if not alive:
                        break
                    lower(best, at, other, least)
                    count = 0
            if not alive:
                break
            if fresh:
                known += 1
                starts |= 1 << (place + 1)
                before, labels_before, first_choice = columns, labels, True
                for other in range(place, end):
                    if chosen >> other & 1:
                        moved = _to_front(before, place, 1 << other, int64(1), end)
                        labelled = labels_before | known << 4 * (line >> 4 * (moved >> 4 * place & 15) & 15)
                        if first_choice:
                            columns, labels, first_choice = moved, labelled, False
                        else:
                            _put_off(work, top, moved, labelled, starts, known, place + 1, ahead)
                            top += 1
            else:
                columns = _to_front(columns, place, chosen, int64(1), end)
                starts |= 1 << (place + ties)
            place += ties
        if alive:
            found = with_room(found, count)
            copy_state(work, top, found, count)
            found[count, COLUMNS], found[count, LABELS], found[count, STARTS] = columns, labels, starts
            found[count, KNOWN] = known
            count += 1
        top -= 1
    return found, count


@kernel
def _is_solution(lines: Array, height: int, width: int) -> bool:
    """Whether every row, column and box of the grid with rows ``lines`` int64[size] holds each digit."""
    size = height * width
    every = (1 << (size + 1)) - 2
    for line in range(size):
        row, column, box = 0, 0, 0
        top, left = line // height * height, line % height * width
        for i in range(size):
            row |= 1 << (lines[line] >> 4 * i & 15)
            column |= 1 << (lines[i] >> 4 * line & 15)
            box |= 1 << (lines[top + i // width] >> 4 * (left + i % width) & 15)
        if row != every or column != every or box != every:
            return False
    return True


@kernel
def _set_order(code: int, items: Array, first: int, count: int) -> None:
    """Put ``count`` items from ``first`` on into order number ``code`` of count! orders, in place."""
    for place in range(first, first + count - 1):
        left = first + count - place
        other = place + code % left
        code //= left
        items[place], items[other] = items[other], items[place]


@kernel
def _finish_pair(
    one: Any, two: Any, width: int, row: Array, filled: Array, start: Array, best: Array, found: Array, count: int
) -> Any:
    """Try the free columns of each stack in every order.

    ``one`` and ``two`` are the rows that come first; ``row`` int64[size] holds the column at each place, the first
    ``filled`` int64[slots] of each stack as they must be; ``start`` int64[1, FIELDS] is the state but for COLUMNS and
    LABELS. ``best``, ``found``, ``count`` and the result as in :func:`_place_two`.
    """
    size = best.shape[1]
    order = np.empty(size, np.int64)
    orders = 1
    for slot in range(size // width):
        for free in range(2, width - filled[slot] + 1):
            orders *= free
    for number in range(orders):
        rest = number
        for place in range(size):
            order[place] = row[place]
        for slot in range(size // width):
            free = width - filled[slot]
            ways = 1
            for i in range(2, free + 1):
                ways *= i
            _set_order(rest % ways, order, slot * width + filled[slot], free)
            rest //= ways
        columns, labels = 0, 0
        for place in range(size):
            columns |= order[place] << 4 * place
            labels |= (place + 1) << 4 * (one >> 4 * order[place] & 15)
        alive = True
        for place in range(size):
            shown = labels >> 4 * (two >> 4 * order[place] & 15) & 15
            if shown != best[1, place]:
                alive = shown < best[1, place]
                if not alive:
                    break
                lower(best, 1, place, shown)
                count = 0
        if alive:
            found = with_room(found, count)
            copy_state(start, int64(0), found, count)
            found[count, COLUMNS], found[count, LABELS] = columns, labels
            count += 1
    return found, count


@kernel
def _pair_up(
    one: Any, two: Any, height: int, width: int, lead: int, number: int, row: Array, filled: Array, best: Array
) -> int:
    """Order the columns so that row ``two`` shows the least that it can in a first stack ``lead`` of order ``number``.

    ``row`` int64[size] gets the column at each place, ``filled`` int64[slots] how many of each slot's are forced.
    Returns -1 if ``best``'s row 1 is less than that, 0 if equal, 1 if more, lowered then.
    """
    # Until its slot is known, a stack stays in the slot where it is, so that `row` is an order of columns in slots throughout.
    size = height * width
    for place in range(size):
        row[place] = place
    for slot in range(height):
        filled[slot] = 0
    for i in range(width):
        row[i], row[lead * width + i] = row[lead * width + i], row[i]
    _set_order(number, row, int64(0), width)
    filled[0] = width
    slots = 1
    verdict = 0
    for i in range(width):
        digit = two >> 4 * row[i] & 15
        place = width
        while one >> 4 * row[place] & 15 != digit:
            place += 1
        slot = place // width
        if slot >= slots:
            for j in range(width):
                here, there = slot * width + j, slots * width + j
                row[here], row[there] = row[there], row[here]
            place += (slots - slot) * width
            slot = slots
            slots += 1
        target = slot * width + filled[slot]
        row[place], row[target] = row[target], row[place]
        filled[slot] += 1
        if target + 1 > best[1, i]:
            return -1
        if target + 1 < best[1, i]:
            lower(best, 1, i, target + 1)
            verdict = 1
    return verdict


@kernel
def _place_two(lines: Array, height: int, width: int, across: int, best: Array, found: Array, count: int) -> Any:
    """Place rows 1 and 2 of a solution grid in every way that makes row 2 least; row 1 is 12...size in all.

    ``lines`` int64[size] are its rows. ``best`` uint8[size, size], its row 1 (counted from 0), is lowered if there is a
    way to show less, and then the ``count`` states of ``found`` int64[states, FIELDS] are dropped. States that reach the
    least string are appended. Returns ``found``, moved if it was too short, and its count.
    """
    size = height * width
    row = np.empty(size, np.int64)
    filled = np.empty(height, np.int64)
    start = np.zeros((1, FIELDS), np.int64)
    start[0, STARTS] = (1 << (STACKS + height)) - 1
    start[0, KNOWN], start[0, ACROSS] = size, across
    orders = 1
    for i in range(2, width + 1):
        orders *= i
    for one in range(size):
        band = one // height
        for two in range(band * height, (band + 1) * height):
            if two != one:
                start[0, ROWS] = ((1 << size) - 1) & ~(1 << one | 1 << two) | band << 16
                for choice in range(height * orders):
                    lead, number = choice // orders, choice % orders
                    verdict = _pair_up(lines[one], lines[two], height, width, lead, number, row, filled, best)
                    if verdict > 0:
                        count = 0
                    if verdict >= 0:
                        found, count = _finish_pair(
                            lines[one], lines[two], width, row, filled, start, best, found, count
                        )
    return found, count


@kernel
def grids_batch(grids: Array, height: int, width: int, out: Array, symmetries: Array) -> None:
    """Write the canonical form of each solution grid in ``grids`` uint8[n, cells] to ``out`` uint8[n, cells].

    Sizes, and the counts in ``symmetries`` int64[n], as in :func:`bookmaker.logic.kernels.canon.canonical_batch`; the count is
    0, and ``out`` untouched, where the cells are no solution grid.
    """
    size = height * width
    lines = np.empty((2, size), np.int64)
    states = np.empty((64, FIELDS), np.int64)
    found = np.empty((64, FIELDS), np.int64)
    best = np.empty((size, size), np.uint8)
    for at in range(len(grids)):
        symmetries[at] = 0
        read_lines(grids[at], lines)
        if _is_solution(lines[0], height, width):
            for place in range(size):
                best[0, place] = place + 1
            for row in range(1, size):
                lower(best, row, int64(0), int64(WORST))
            count = int64(0)
            for across in range(2 if height == width else 1):
                states, count = _place_two(lines[across], height, width, across, best, states, count)
            states, found, symmetries[at] = place_rest(
                lines, height, width, int64(2), best, states, found, count, out[at]
            )


_STATES = 64
"""States that fit at first; the array grows as needed."""


@kernel
def _twins(lines: Array, height: int, rows: Array, bands: Array) -> int:
    """Which rows of a band, and which bands, are equal.

    ``rows`` int64[size] gets, for each row of ``lines``, the bits of the equal rows of its band above it; ``bands``
    int64[size / height], for each band, the bits of the first rows of the equal bands above it. Returns how many
    symmetries exchange twins among each other.
    """
    ways = 1
    for row in range(len(lines)):
        rows[row] = 0
        many = 1
        for other in range(row // height * height, row):
            if lines[row] == lines[other]:
                rows[row] |= 1 << other
                many += 1
        ways *= many
    for band in range(len(bands)):
        bands[band] = 0
        many = 1
        for other in range(band):
            same = True
            for i in range(height):
                same = same and lines[band * height + i] == lines[other * height + i]
            if same:
                bands[band] |= 1 << (other * height)
                many += 1
        ways *= many
    return ways


@kernel
def _may_follow(left: int, row: int, height: int, begins: bool, rows: Array, bands: Array) -> bool:
    """Whether to try a row next: it has no place yet, its band is right, and no earlier twin would serve as well.

    ``left`` is a state's ROWS, ``begins`` whether a band begins, ``rows`` and ``bands`` are of :func:`_twins`.
    """
    band = row // height
    if not left >> row & 1 or rows[row] & left:
        return False
    if not begins:
        return band == left >> 16
    # Between bands, a band has all of its rows left or none, so its first row is enough to look at.
    twins_left: int = bands[band] & left
    return twins_left == 0


@kernel
def _arrangements(starts: Any, height: int, width: int) -> int:
    """How many orders of columns a state represents."""
    ways = 1
    run = 0
    for place in range(height * width):
        run = 1 if starts >> place & 1 else run + 1
        ways *= run
    for slot in range(height):
        run = 1 if starts >> (STACKS + slot) & 1 else run + 1
        ways *= run
    return ways


@kernel
def read_lines(cells: Array, lines: Array) -> None:
    """``cells`` uint8[size * size] as words (see :mod:`bookmaker.logic.kernels.canon`): its rows in ``lines[0]``, its
    columns in ``lines[1]``; ``lines`` int64[2, size].
    """
    size = lines.shape[1]
    for row in range(size):
        lines[0, row] = lines[1, row] = 0
        for column in range(size):
            lines[0, row] |= np.int64(cells[row * size + column]) << 4 * column
            lines[1, row] |= np.int64(cells[column * size + row]) << 4 * column


@kernel
def place_rest(
    lines: Array, height: int, width: int, placed: int, best: Array, states: Array, found: Array, count: int, out: Array
) -> Any:
    """Place the rows from number ``placed`` on, and write the canonical form to ``out`` uint8[size * size].

    ``lines`` is of :func:`read_lines`; the first ``count`` states of ``states`` int64[states, FIELDS] are all ways to place the
    first rows so that they give ``best`` uint8[size, size], whose later rows are WORST; ``found`` is scratch of the same shape as
    ``states``. Returns ``states`` and ``found``, exchanged or moved to longer arrays, and the number of symmetries of the puzzle.
    """
    size = height * width
    row_twins = np.empty((2, size), np.int64)
    band_twins = np.empty((2, width), np.int64)
    twin_ways = np.empty(2, np.int64)
    work = np.empty((ROOM, FIELDS), np.int64)
    for across in range(2 if height == width else 1):
        twin_ways[across] = _twins(lines[across], height, row_twins[across], band_twins[across])
    for place in range(placed, size):
        found_count = int64(0)
        for i in range(count):
            across, left = states[i, ACROSS], states[i, ROWS]
            for row in range(size):
                if _may_follow(left, row, height, place % height == 0, row_twins[across], band_twins[across]):
                    copy_state(states, i, work, int64(0))
                    work[0, ROWS] = left & 0xFFFF & ~(1 << row) | row // height << 16
                    work[0, PLACE] = work[0, AHEAD] = 0
                    found, found_count = place_row(lines[across, row], width, place, best, work, found, found_count)
        states, found, count = found, states, found_count
    symmetries = 0
    for i in range(count):
        symmetries += twin_ways[states[i, ACROSS]] * _arrangements(states[i, STARTS], height, width)
    for row in range(size):
        for column in range(size):
            out[row * size + column] = best[row, column]
    return states, found, symmetries


@kernel
def canonical_batch(puzzles: Array, height: int, width: int, out: Array, symmetries: Array) -> None:
    """Write the canonical form of each row of ``puzzles`` uint8[n, cells] to ``out`` uint8[n, cells].

    0 = empty; cells = size * size, size = height * width <= 9, with boxes of ``height`` rows and ``width`` columns and
    at most 3 boxes in a row; digits up to size, but givens may clash. ``symmetries`` int64[n] gets the number of cell
    symmetries that, with a relabelling, map the puzzle to itself: 3359232 for the empty 9x9 grid, 1 for most puzzles.
    For solution grids :func:`bookmaker.logic.kernels.canon.grids_batch` gives the same sooner.
    """
    size = height * width
    turns = 2 if height == width else 1
    lines = np.empty((2, size), np.int64)
    states = np.empty((_STATES, FIELDS), np.int64)
    found = np.empty((_STATES, FIELDS), np.int64)
    best = np.empty((size, size), np.uint8)
    starts = 1 << STACKS
    columns = 0
    for place in range(size):
        columns |= place << 4 * place
        if place % width == 0:
            starts |= 1 << place
    for at in range(len(puzzles)):
        read_lines(puzzles[at], lines)
        for row in range(size):
            lower(best, row, int64(0), int64(WORST))
        for across in range(turns):
            for field in range(FIELDS):
                states[across, field] = 0
            states[across, COLUMNS], states[across, STARTS] = columns, starts
            states[across, ROWS], states[across, ACROSS] = (1 << size) - 1, across
        states, found, symmetries[at] = place_rest(lines, height, width, int64(0), best, states, found, turns, out[at])
