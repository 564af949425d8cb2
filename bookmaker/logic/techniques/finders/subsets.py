"""Finders of subsets, k cells of a house that hold k digits between them, and of fish, the same in the lines of one digit.

*Naked*: the cells have no other candidates, so the digits leave the cells that see all of them. *Hidden*: the digits have no
other places, so other candidates leave the cells. *Locked*: a naked subset of a box that also lies in a second house and
eliminates in both; a person sees it as one step. There is one instance for each set of cells and digits, however many houses show
it.

*Fish without fins*: all places of a digit in k rows lie in k columns, so the columns' other places go; and vice versa. Base and
cover are rows and columns on every kind of grid, of one grid where several share cells: other houses make fish of other names.
There is one instance for each digit and set of base lines.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX
from bookmaker.logic.techniques.families import DIRECT, Family
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FOUND,
    HOUSE,
    Board,
    Tables,
    begin,
    finish,
    has_changed,
    mark_unchanged,
    next_group,
    note,
    place,
    remove,
    shared,
)

NAKED = Family.NAKED_SUBSETS.code
HIDDEN = Family.HIDDEN_SUBSETS.code


@inner
def _seen(tables: Tables, board: Board, size: int, word: int, digits: int) -> int:
    """Word ``word`` of the cells that see all ``size`` cells of ``scratch[1]`` and have one of ``digits``."""
    seen = int64(-1)
    for i in range(size):
        seen &= tables.seen[board.group[1, i], word]
    if seen:
        spots = int64(0)
        while digits:
            spots |= board.spots[lowest(digits) + 1, word]
            digits &= digits - 1
        seen &= spots
    return int(seen)


@inner
def _is_locked(tables: Tables, board: Board, size: int, digits: int) -> bool:
    """Whether the cells lie in a box and in another house, and each loses candidates outside the other.

    Where grids share cells, the other house may be a line of each of them.
    """
    cells = board.group[1]
    box = other = int64(-1)
    for rank in range(tables.house_count[cells[0]]):
        house = int64(shared(tables, cells, size, rank))
        if house >= 0 and tables.house_kind[house] == BOX:
            box = house
        elif house >= 0 and other < 0:
            other = house
    if box < 0 or other < 0:
        return False
    in_box = in_other = False
    for rank in range(tables.house_count[cells[0]]):
        house = int64(shared(tables, cells, size, rank))
        if house >= 0 and tables.house_kind[house] == tables.house_kind[other]:
            for w in range(board.spots.shape[1]):
                seen = int64(_seen(tables, board, size, w, digits))
                in_box |= seen & tables.members[box, w] & ~tables.members[house, w] != 0
                in_other |= seen & tables.members[house, w] & ~tables.members[box, w] != 0
    return in_box and in_other


@inner
def _write_pattern(tables: Tables, board: Board, size: int, digits: int) -> None:
    cells = board.group[1]
    for rank in range(2):
        house = shared(tables, cells, size, rank)
        if house >= 0:
            note(board, HOUSE, BASE, house, 0)
    for i in range(size):
        mask = int64(board.candidates[cells[i]]) & digits
        while mask:
            note(board, CANDIDATE, BASE, cells[i], lowest(mask) + 1)
            mask &= mask - 1


@inner
def _with_few(tables: Tables, board: Board, size: int) -> None:
    """``scratch[5]`` = the cells with 2 to ``size`` candidates (``size`` up to 4), counted for all cells at once in words of
    bits.
    """
    for w in range(board.spots.shape[1]):
        one, two, three, four, five = int64(0), int64(0), int64(0), int64(0), int64(0)
        for digit in range(1, tables.size + 1):
            spots = board.spots[digit, w]
            five |= four & spots
            four |= three & spots
            three |= two & spots
            two |= one & spots
            one |= spots
        more = five
        if size == 2:
            more = three
        elif size == 3:
            more = four
        board.group[5, w] = two & ~more


@inner
def _naked(tables: Tables, board: Board, code: int, size: int) -> None:
    masks, cells, picked, meaning = board.group[0], board.group[1], board.group[2], board.group[4]
    _with_few(tables, board, size)
    for house in range(tables.houses.shape[0]):
        if not has_changed(board.house_changed, house, code):
            continue
        found, met = board.marks[FOUND], False
        count = int64(0)
        for w in range(board.spots.shape[1]):
            count += popcount(board.group[5, w] & tables.members[house, w])
        if count >= size:
            # No branch: the processor could not predict it.
            count = int64(0)
            for i in range(tables.size):
                cell = int64(tables.houses[house, i])
                masks[count] = int64(board.candidates[cell])
                meaning[count] = cell
                count += (board.group[5, cell >> 6] >> (cell & 63)) & 1
        picked[0] = 0
        while count >= size:
            digits = next_group(board.group, count, size, 0, size)
            if digits == 0:
                break
            for i in range(size):
                cells[i] = meaning[picked[i + 1]]
            seen = int64(0)
            for w in range(board.spots.shape[1]):
                seen |= _seen(tables, board, size, w, digits)
            if seen == 0 or popcount(digits) < size or shared(tables, cells, size, 0) != house:
                continue
            met = True
            if code < NAKED and not _is_locked(tables, board, size, digits):
                continue
            begin(board, code)
            for w in range(board.spots.shape[1]):
                seen = _seen(tables, board, size, w, digits)
                while seen:
                    cell = w << 6 | lowest(seen)
                    gone = int64(board.candidates[cell]) & digits
                    while gone:
                        remove(board, cell, lowest(gone) + 1)
                        gone &= gone - 1
                    seen &= seen - 1
            _write_pattern(tables, board, size, digits)
            finish(board)
        if board.marks[FOUND] == found:
            mark_unchanged(board.house_changed, house, code)
        if not met:
            mark_unchanged(board.house_changed, house, NAKED + size - 2)


@inner
def _shown_before(tables: Tables, board: Board, house: int, size: int, digits: int) -> bool:
    """Whether an earlier house than ``house`` confines the digits to the same cells."""
    cells = board.group[1]
    rank = 0
    while True:
        other = shared(tables, cells, size, rank)
        if other >= house:
            return False
        union, rest = int64(0), digits
        while rest:
            union |= int64(board.places[other, lowest(rest) + 1])
            rest &= rest - 1
        if popcount(union) == size:
            return True
        rank += 1


@inner
def _write_direct(tables: Tables, board: Board, code: int, house: int, taken: int, digits: int) -> None:
    """Place each digit but ``digits`` that keeps one place in ``house`` once the places ``taken`` are gone."""
    for digit in range(1, tables.size + 1):
        places = int64(board.places[house, digit])
        left = places & ~taken
        if (digits >> (digit - 1)) & 1 == 0 and left & (left - 1) == 0 and left not in (0, places):
            cell = int64(tables.houses[house, lowest(left)])
            if board.placing[cell] != digit:
                begin(board, code)
                place(board, cell, digit)
                finish(board)


@inner
def _hidden(tables: Tables, board: Board, code: int, size: int) -> None:
    masks, cells, picked, meaning = board.group[0], board.group[1], board.group[2], board.group[4]
    plain = code & ~DIRECT
    for house in range(tables.houses.shape[0]):
        if not has_changed(board.house_changed, house, plain):
            continue
        found, met = board.marks[FOUND], False
        count = int64(0)
        for digit in range(1, tables.size + 1):
            places = int64(board.places[house, digit])
            masks[count] = places
            meaning[count] = digit
            count += int64(places & (places - 1) != 0) & int64(popcount(places) <= size)
        picked[0] = 0
        while count >= size:
            places = next_group(board.group, count, size, 0, size)
            if places == 0:
                break
            digits = int64(0)
            for i in range(size):
                digits |= int64(1) << (meaning[picked[i + 1]] - 1)
            held, gone, rest = 0, int64(0), places
            while rest:
                cells[held] = tables.houses[house, lowest(rest)]
                gone |= int64(board.candidates[cells[held]]) & ~digits
                held += 1
                rest &= rest - 1
            met |= gone != 0 and held == size
            if code & DIRECT and held == size:
                _write_direct(tables, board, code ^ DIRECT, house, places, digits)
                continue
            if gone == 0 or held < size or _shown_before(tables, board, house, size, digits):
                continue
            begin(board, code)
            for i in range(size):
                gone = int64(board.candidates[cells[i]]) & ~digits
                while gone:
                    remove(board, cells[i], lowest(gone) + 1)
                    gone &= gone - 1
            _write_pattern(tables, board, size, digits)
            finish(board)
        # A placement follows from eliminations only, so that both finders have nothing to look for where there are none.
        if not met or (code == plain and board.marks[FOUND] == found):
            mark_unchanged(board.house_changed, house, plain)


@inner
def find_subsets(tables: Tables, board: Board, code: int) -> None:
    """Write every subset of the kind and size of ``code``. A cell or digit with one choice left belongs to no subset."""
    size = (code & ~DIRECT & 15) + 2
    if code >= HIDDEN:
        _hidden(tables, board, code, size)
    else:
        _naked(tables, board, code, size)


FISH = Family.FISH.code


@inner
def _write_fish(tables: Tables, board: Board, code: int, size: int, line_set: int, digit: int, union: int) -> None:
    """Write the fish whose base lines :func:`next_group` has picked, if it eliminates anything."""
    lines, picked = board.group[4], board.group[2]
    bases = int64(0)
    for i in range(size):
        bases |= int64(1) << lines[picked[i + 1]]
    begin(board, code)
    rest = union
    while rest:
        cover = int64(tables.lines[line_set ^ 1, lowest(rest)])
        gone = int64(board.places[cover, digit]) & ~bases
        while gone:
            remove(board, int64(tables.houses[cover, lowest(gone)]), digit)
            gone &= gone - 1
        note(board, HOUSE, COVER, cover, 0)
        rest &= rest - 1
    for i in range(size):
        base = int64(tables.lines[line_set, lines[picked[i + 1]]])
        note(board, HOUSE, BASE, base, 0)
        places = int64(board.places[base, digit])
        while places:
            note(board, CANDIDATE, BASE, int64(tables.houses[base, lowest(places)]), digit)
            places &= places - 1
    finish(board)


@inner
def find_fish(tables: Tables, board: Board, code: int) -> None:
    """Write every fish of the size of ``code``, rows against columns and columns against rows."""
    size = code - FISH + 2
    masks, lines = board.group[0], board.group[4]
    telling = int64(0)
    for line_set in range(tables.lines.shape[0]):
        for digit in range(1, tables.size + 1):
            if not has_changed(board.digit_changed, digit, code):
                continue
            count, found = int64(0), board.marks[FOUND]
            for line in range(tables.size):
                places = int64(board.places[tables.lines[line_set, line], digit])
                masks[count] = places
                lines[count] = line
                count += int64(places & (places - 1) != 0) & int64(popcount(places) <= size)
            board.group[2, 0] = 0
            while count >= size:
                union = next_group(board.group, count, size, 0, size)
                if union == 0:
                    break
                if popcount(union) == size:
                    _write_fish(tables, board, code, size, line_set, digit, union)
            telling |= int64(board.marks[FOUND] != found) << digit
    for digit in range(1, tables.size + 1):
        if (telling >> digit) & 1 == 0:
            mark_unchanged(board.digit_changed, digit, code)
