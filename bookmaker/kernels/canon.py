"""The canonical form of a classic puzzle or grid: the least of all its symmetric images.

The order. An image is what a cell symmetry (for square boxes: rows and columns exchanged; bands, rows in a band, stacks and
columns in a stack permuted; 3,359,232 for 9x9) and a relabelling of the digits make of a puzzle. Images are compared as
strings in reading order with empty < 1 < 2 < ...; the least is the canonical form, so that two puzzles have the same
one exactly if they are images of each other. This is the "min-lex" form that lists of puzzles and grids are kept in
(0 or . as the least symbol). Once the cells are arranged, the least relabelling numbers the digits as they first
appear. What remains is to find the least arrangement.

The search goes row by row and keeps, after each row, *every* arrangement of the rows above that gives the least string so
far, so that it is exact: the least string of k + 1 rows begins with the least string of k rows. Row-by-row searches that drop
whatever falls behind have been described on the New Sudoku Players' Forum since 2008 (gsf, dobrichev, blue); this one
keeps sets of arrangements as one state each, which is what bounds it on puzzles with few givens:

- Columns that look alike so far stay unordered. A state has an ordered partition of the columns within each stack, and one of the
  stacks; it stands for every arrangement that agrees with both. Given a row, its least string is found from left to
  right: at a place, the columns of the class there that show the least number come first, as a class of their own if
  that number is "empty" (or, where givens clash, one that is labelled already), for nothing tells them apart. So do the
  stacks of a class whose cells in the row are all empty or labelled. Tied stacks have equal strings in every row so
  far, hence classes of equal sizes.
- Only where digits get their first labels is the search split: one state for each digit that may be the next, because
  later rows tell them apart.
- Of equal rows of a band (empty ones, unless givens clash), and of equal bands, only the first is tried: exchanging the
  two is a symmetry that changes nothing.

In a solution grid nothing is empty and row 1 is 12...9 in every arrangement: 1296 ways for each of 18 rows. There rows 1
and 2 are placed together. Choose both, and the order of the first stack. The digits under 1, 2 and 3 stand in row 1 at columns
of other stacks, and the least number that each can show is had in one way only: its column is the first free one of its
stack, and that stack, if it has no slot yet, takes the next. Every least arrangement is made like this; the few columns
that stay free are tried in all orders.

The number of arrangements that give the canonical form is the number of symmetries of the puzzle. It falls out: each
final state counts the arrangements that it stands for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.jit import kernel
from bookmaker.kernels.rules import Array

# A state is a row of an array int64[states, _FIELDS]. Lists are packed into words by four bits, so that sizes go up to 9
# (and would up to 15); a word stays positive.
_COLUMNS = 0
"""Four bits p: the column of the puzzle at place p. Columns of a class, and stacks of a class, stand in any order."""
_LABELS = 1
"""Four bits d: the label of digit d, 0 if it has none yet; four bits 0 are 0, so that an empty cell reads as 0."""
_STARTS = 2
"""Bit p: a class of columns starts at place p; every stack starts one. Bit 16 + s: a class of stacks starts at slot s."""
_ROWS = 3
"""Bit r: row r of the puzzle has no place yet. From bit 16: the number of the band that was begun last."""
_KNOWN = 4
"""How many digits are labelled."""
_ACROSS = 5
"""1 if rows and columns are exchanged, else 0."""
_PLACE = 6
"""Within :func:`_place_row`, the next place to fill; and ..."""
_AHEAD = 7
"""... the first place whose stack is not chosen yet."""
_FIELDS = 8

_ROOM = 128
"""States that :func:`_place_row` may put off: fewer than size for each place."""

_WORST = 99
_STACKS = 16


@kernel
def _to_front(columns: Any, slot: int, chosen: int, width: int, stop: int) -> Any:
    """Move the stacks whose slots are set in ``chosen`` to slot, slot + 1, ... Returns the new word of columns."""
    bits = 4 * width
    block = (1 << bits) - 1
    front = slot
    for other in range(slot, stop):
        if chosen >> other & 1:
            if other != front:
                swap = (columns >> (bits * other) ^ columns >> (bits * front)) & block
                columns ^= swap << (bits * other) | swap << (bits * front)
            front += 1
    return columns


@kernel
def _shown(line: Array, columns: Any, labels: Any, known: int, place: int) -> Any:
    """What a place shows in a row: 0 if empty, the digit's label, known + 1 for a digit without one."""
    digit = line[columns >> 4 * place & 15]
    label = labels >> 4 * digit & 15
    return known + 1 if digit != 0 and label == 0 else label


@kernel
def _class_end(starts: Any, first: int, stop: int) -> int:
    """The end of the class that holds place (or 16 + slot) ``first``, at most ``stop``."""
    end = first + 1
    while end < stop and not starts >> end & 1:
        end += 1
    return end


@kernel
def _stack_word(line: Array, columns: Any, labels: Any, starts: Any, known: int, first: int, width: int) -> Any:
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
            least, ties = _WORST, 0
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
def _copy(states: Array, source: int, target: Array, at: int) -> None:
    """Loops here and below, not slices: numba's code for a slice takes long to compile."""
    for field in range(_FIELDS):
        target[at, field] = states[source, field]


@kernel
def _lower(best: Array, row: int, place: int, shown: int) -> None:
    """A string less than the least so far was found: note its number at ``place``, and that nothing is known behind."""
    best[row, place] = shown
    for other in range(place + 1, best.shape[1]):
        best[row, other] = _WORST


@kernel
def _with_room(states: Array, count: int) -> Array:
    """``states`` itself, or moved to a longer array if it is full."""
    if count < len(states):
        return states
    longer = np.empty((2 * count, _FIELDS), np.int64)
    for at in range(count):
        _copy(states, at, longer, at)
    return longer


@kernel
def _place_row(line: Array, width: int, best: Array, work: Array, found: Array, count: int) -> Any:
    """Put the cells ``line`` uint8[size] of a row next, in each of the ways that give the least string.

    ``work`` int64[room, _FIELDS] is a stack whose item 0 is the state to go on from, its _ROWS set already. ``best``
    uint8[size] is the least string of this row over all states so far, and is lowered if this one has a lower; then
    the ``count`` states of ``found`` int64[states, _FIELDS] are dropped. States that reach ``best`` are appended.
    Returns ``found``, moved if it was too short, and its count.
    """
    size = len(line)
    slots = size // width
    top = 0
    while top >= 0:
        columns, labels, starts = work[top, _COLUMNS], work[top, _LABELS], work[top, _STARTS]
        known, place, ahead = work[top, _KNOWN], work[top, _PLACE], work[top, _AHEAD]
        alive = True
        while place < size:
            if place == ahead:
                slot = place // width
                end = _class_end(starts, _STACKS + slot, _STACKS + slots) - _STACKS
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
                    starts |= 1 << (_STACKS + slot + 1)
                    ahead += width
                    before, first_choice = columns, True
                    for other in range(slot, end):
                        if chosen >> other & 1:
                            moved = _to_front(before, slot, 1 << other, width, end)
                            if first_choice:
                                columns, first_choice = moved, False
                            else:
                                _copy(work, top, work, top + 1)
                                work[top, _COLUMNS], work[top, _LABELS], work[top, _STARTS] = moved, labels, starts
                                work[top, _KNOWN], work[top, _PLACE], work[top, _AHEAD] = known, place, ahead
                                top += 1
                else:
                    columns = _to_front(columns, slot, chosen, width, end)
                    starts |= 1 << (_STACKS + slot + ties)
                    ahead += ties * width

            end = _class_end(starts, place, size)
            least, chosen, ties = _WORST, 0, 0
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
                    _lower(best, at, other, least)
                    count = 0
            if not alive:
                break
            if fresh:
                known += 1
                starts |= 1 << (place + 1)
                before, labels_before, first_choice = columns, labels, True
                for other in range(place, end):
                    if chosen >> other & 1:
                        moved = _to_front(before, place, 1 << other, 1, end)
                        labelled = labels_before | known << 4 * line[moved >> 4 * place & 15]
                        if first_choice:
                            columns, labels, first_choice = moved, labelled, False
                        else:
                            _copy(work, top, work, top + 1)
                            work[top, _COLUMNS], work[top, _LABELS], work[top, _STARTS] = moved, labelled, starts
                            work[top, _KNOWN], work[top, _PLACE], work[top, _AHEAD] = known, place + 1, ahead
                            top += 1
            else:
                columns = _to_front(columns, place, chosen, 1, end)
                starts |= 1 << (place + ties)
            place += ties
        if alive:
            found = _with_room(found, count)
            _copy(work, top, found, count)
            found[count, _COLUMNS], found[count, _LABELS], found[count, _STARTS] = columns, labels, starts
            found[count, _KNOWN] = known
            count += 1
        top -= 1
    return found, count


@kernel
def _is_solution(cells: Array, height: int, width: int) -> bool:
    """Whether every row, column and box of ``cells`` uint8[size, size] holds each digit."""
    size = height * width
    every = (1 << (size + 1)) - 2
    for line in range(size):
        row, column, box = 0, 0, 0
        top, left = line // height * height, line % height * width
        for i in range(size):
            row |= 1 << cells[line, i]
            column |= 1 << cells[i, line]
            box |= 1 << cells[top + i // width, left + i % width]
        if row != every or column != every or box != every:
            return False
    return True


@kernel
def _set_order(code: int, items: Array, count: int) -> None:
    """Put the first ``count`` items of an ascending list into order number ``code`` of count! orders, in place."""
    for place in range(count - 1):
        skip = code % (count - place)
        code //= count - place
        taken = items[place + skip]
        for other in range(place + skip, place, -1):
            items[other] = items[other - 1]
        items[place] = taken


@kernel
def _finish_pair(
    first: Array, second: Array, places: Array, width: int, start: Array, best: Array, found: Array, count: int
) -> Any:
    """Give the columns without a place (-1) in ``places`` int64[size] those that are left in their stacks, in every order.

    Stacks have their slots in ``places``'s last items. ``first`` and ``second`` uint8[size] are the rows that come
    first; ``start`` int64[_FIELDS] is the state but for _COLUMNS and _LABELS. ``best``, ``found``, ``count`` and the result as in :func:`_place_row`, for row 2.
    """
    size = len(first)
    slots = size // width
    free = np.zeros((slots, width), np.int64)
    free_count = np.zeros(slots, np.int64)
    orders = 1
    for stack in range(slots):
        for column in range(stack * width, (stack + 1) * width):
            if places[column] < 0:
                free[stack, free_count[stack]] = column
                free_count[stack] += 1
                orders *= free_count[stack]
    row = np.empty(size, np.int64)
    order = np.empty(width, np.int64)
    for number in range(orders):
        rest = number
        columns, labels = 0, 0
        for stack in range(slots):
            many = free_count[stack]
            ways = 1
            for i in range(many):
                order[i] = free[stack, i]
                ways *= i + 1
            _set_order(rest % ways, order, many)
            rest //= ways
            base = places[size + stack] * width
            for i in range(width):
                column = stack * width + i
                if places[column] >= 0:
                    row[places[column]] = column
            for i in range(many):
                row[base + width - many + i] = order[i]
        for place in range(size):
            columns |= row[place] << 4 * place
            labels |= (place + 1) << 4 * first[row[place]]
        alive = True
        for place in range(size):
            shown = labels >> 4 * second[row[place]] & 15
            if shown != best[place]:
                alive = shown < best[place]
                if not alive:
                    break
                best[place] = shown
                best[place + 1 :] = _WORST
                count = 0
        if alive:
            found = _with_room(found, count)
            _copy(start, 0, found, count)
            found[count, _COLUMNS], found[count, _LABELS] = columns, labels
            count += 1
    return found, count


@kernel
def _place_two(grid: Array, height: int, width: int, across: int, best: Array, found: Array, count: int) -> Any:
    """Place rows 1 and 2 of a solution grid uint8[size, size] in every way that makes row 2 least; row 1 is 12...size.

    ``best``, ``found``, ``count`` and the result as in :func:`_place_row`, for row 2.
    """
    size = height * width
    slots = height
    places = np.empty(size + slots, np.int64)
    filled = np.empty(slots, np.int64)
    order = np.empty(width, np.int64)
    column_of = np.empty(size + 1, np.int64)
    start = np.zeros(_FIELDS, np.int64)
    start[_STARTS] = (1 << (_STACKS + slots)) - 1
    start[_KNOWN], start[_ACROSS] = size, across
    orders = 1
    for i in range(width):
        orders *= i + 1
    for one in range(size):
        for column in range(size):
            column_of[grid[one, column]] = column
        band = one // height
        for two in range(band * height, (band + 1) * height):
            if two == one:
                continue
            start[_ROWS] = ((1 << size) - 1) & ~(1 << one | 1 << two) | band << 16
            for lead in range(slots):
                for number in range(orders):
                    for i in range(width):
                        order[i] = lead * width + i
                    _set_order(number, order, width)
                    places[:] = -1
                    filled[:] = 0
                    places[size + lead] = 0
                    slot = 1
                    for i in range(width):
                        places[order[i]] = i
                    for i in range(width):
                        column = column_of[grid[two, order[i]]]
                        stack = column // width
                        if places[size + stack] < 0:
                            places[size + stack] = slot
                            slot += 1
                        places[column] = places[size + stack] * width + filled[stack]
                        filled[stack] += 1
                        if places[column] + 1 > best[i]:
                            break
                        if places[column] + 1 < best[i]:
                            best[i] = places[column] + 1
                            best[i + 1 :] = _WORST
                            count = 0
                    else:
                        for stack in range(slots):
                            if places[size + stack] < 0:
                                places[size + stack] = slot
                                slot += 1
                        found, count = _finish_pair(grid[one], grid[two], places, width, start, best, found, count)
    return found, count


@kernel
def _twins(grid: Array, height: int, width: int, rows: Array, bands: Array) -> int:
    """Which rows of a band, and which bands, are equal.

    ``rows`` int64[size] gets, for each row, the bits of the equal rows of its band above it; ``bands`` int64[width]
    the like for bands. Returns how many symmetries exchange twins among each other.
    """
    size = height * width
    ways = 1
    for row in range(size):
        rows[row] = 0
        many = 1
        for other in range(row // height * height, row):
            if (grid[row] == grid[other]).all():
                rows[row] |= 1 << other
                many += 1
        ways *= many
    for band in range(width):
        bands[band] = 0
        many = 1
        for other in range(band):
            if (grid[band * height : (band + 1) * height] == grid[other * height : (other + 1) * height]).all():
                bands[band] |= 1 << other
                many += 1
        ways *= many
    return ways


@kernel
def _may_follow(state: Array, row: int, height: int, fresh_band: bool, rows: Array, bands: Array) -> bool:
    """Whether to try a row next: it has no place yet, the band is right, and no twin of it would do as well."""
    left = state[_ROWS]
    band = row // height
    if not left >> row & 1 or rows[row] & left:
        return False
    if not fresh_band:
        return band == left >> 16
    whole = (1 << height) - 1
    if left >> (band * height) & whole != whole:
        return False
    other_bands = bands[band]
    other = 0
    while other_bands >> other:
        if other_bands >> other & 1 and left >> (other * height) & whole == whole:
            return False
        other += 1
    return True


@kernel
def _arrangements(state: Array, height: int, width: int) -> int:
    """How many orders of columns a state stands for."""
    starts = state[_STARTS]
    ways = 1
    run = 0
    for place in range(height * width):
        run = 1 if starts >> place & 1 else run + 1
        ways *= run
    for slot in range(height):
        run = 1 if starts >> (_STACKS + slot) & 1 else run + 1
        ways *= run
    return ways


@kernel
def canonical_form(cells: Array, height: int, width: int, out: Array) -> int:
    """Write the canonical form of a puzzle or solution grid to ``out`` uint8[size * size].

    ``cells`` uint8[size * size], 0 = empty, size = height * width <= 9 with boxes of ``height`` rows and ``width``
    columns, at most 3 boxes in a row; givens may clash. Returns the number of cell symmetries that, with a
    relabelling, map the puzzle to itself: 3359232 for the empty 9x9 grid, 1 for most puzzles.
    """
    size = height * width
    turns = 2 if height == width else 1
    grids = np.empty((turns, size, size), np.uint8)
    row_twins = np.empty((turns, size), np.int64)
    band_twins = np.empty((turns, width), np.int64)
    twin_ways = np.empty(turns, np.int64)
    work = np.empty((_ROOM, _FIELDS), np.int64)
    states = np.empty((64, _FIELDS), np.int64)
    found = np.empty((64, _FIELDS), np.int64)
    best = np.empty((size, size), np.uint8)
    best[:] = _WORST
    for row in range(size):
        for column in range(size):
            grids[0, row, column] = cells[row * size + column]
            grids[turns - 1, column if turns == 2 else row, row if turns == 2 else column] = cells[row * size + column]
    count = 0
    placed = 0
    for across in range(turns):
        twin_ways[across] = _twins(grids[across], height, width, row_twins[across], band_twins[across])
    if _is_solution(grids[0], height, width):
        best[0] = np.arange(1, size + 1)
        for across in range(turns):
            states, count = _place_two(grids[across], height, width, across, best[1], states, count)
        placed = 2
    else:
        for across in range(turns):
            states[across] = 0
            for place in range(size):
                states[across, _COLUMNS] |= place << 4 * place
                if place % width == 0:
                    states[across, _STARTS] |= 1 << place
            states[across, _STARTS] |= 1 << _STACKS
            states[across, _ROWS] = (1 << size) - 1
            states[across, _ACROSS] = across
        count = turns
    for place in range(placed, size):
        found_count = 0
        for at in range(count):
            across = states[at, _ACROSS]
            for row in range(size):
                if _may_follow(
                    states[at], row, height, place % height == 0, row_twins[across], band_twins[across]
                ):
                    work[0] = states[at]
                    work[0, _ROWS] = states[at, _ROWS] & 0xFFFF & ~(1 << row) | row // height << 16
                    work[0, _PLACE] = work[0, _AHEAD] = 0
                    found, found_count = _place_row(grids[across, row], width, best[place], work, found, found_count)
        states, found, count = found, states, found_count
    symmetries = 0
    for at in range(count):
        symmetries += twin_ways[states[at, _ACROSS]] * _arrangements(states[at], height, width)
    out[:] = best.ravel()
    return symmetries


@kernel
def canonical_batch(puzzles: Array, height: int, width: int, out: Array, symmetries: Array) -> None:
    """:func:`canonical_form` of each row of ``puzzles`` uint8[n, cells] into ``out`` uint8[n, cells] and ``symmetries`` int64[n]."""
    for at in range(len(puzzles)):
        symmetries[at] = canonical_form(puzzles[at], height, width, out[at])
