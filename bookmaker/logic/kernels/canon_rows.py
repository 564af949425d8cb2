"""One row of the search for a canonical form: sets of arrangements, and the least string that each can show next.

:mod:`bookmaker.logic.kernels.canon` says what a state is and why the search is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.rules import Array

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
    """What a place shows in a row: 0 if empty, the digit's label, known + 1 for a digit without one."""
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
