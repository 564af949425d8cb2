"""Finders of colours, of finned fish and of Sue de Coq, and the kernel of their tier, with unique loops.

*Colours*: cells joined by strong links of one digit, in two alternating colours. Either all cells of a colour hold the digit, or
none does. *Simple, trap*: the digit leaves the cells that see both colours of a chain. *Wrap*: two cells of one colour see each
other, so this colour is false. *Multi, 1*: a colour of one chain sees a colour of another, so one of the opposite colours is
true; the digit leaves the cells that see both of these. *Multi, 2*: a colour sees both colours of another chain, so it is false.

A *finned fish* would be a fish but for further places of its base lines, the fins. Either no fin holds the digit and the fish
holds, or one does. Places that the fish would eliminate *and* that see all fins go in both cases. *Sashimi*: without its fins
some base line has only one place. Base and cover are rows and columns, as in fish without fins.

The search for them starts from the cell that a fish would eliminate. With the digit in this target, base lines lose the places
that it sees. If k lines then have places in only k-1 cover lines, they make a fish of size k with these and the target's cover
line. Its fins are the base places outside the covers; the target sees them all. So every fish searched eliminates something, and
fins may lie in any house, even a diagonal.

*Sue de Coq*: cells of a box and a line with as many digits as cells, each digit in the box or in the line. Two or three cells
where box and line meet have at least two digits more than cells. Cells of the rest of the line and of the rest of the box,
without a digit in common, make up for the difference. Every digit is then in the pattern exactly once, and leaves the other cells
of box and line that see all its cells there.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX, COLUMN, ROW, Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FIN,
    FOUND,
    HOUSE,
    LINK,
    SECOND_BASE,
    SECOND_LINK,
    Board,
    Tables,
    has_changed,
    mark_unchanged,
    next_group,
    note,
)
from bookmaker.logic.techniques.finders.deadly import find_unique_loops
from bookmaker.logic.techniques.finders.scratch import (
    LOOPS,
    Scratch,
    base_of,
    clear,
    close,
    done,
    note_cell,
    set_seen_by_holders,
    start,
    take_set,
    two_places,
)
from bookmaker.logic.techniques.finders.workspace import Workspace

CODE = CODES["sue-de-coq"]

MOST = 5
"""Cells that the pattern may have in the line outside the box, and in the box outside the line."""


@inner
def _candidates_of(tables: Tables, board: Board, groups: Array, house: int, other: int, inside: bool) -> int:
    """Fill ``groups`` with the empty cells of ``house`` that lie in ``other``, or with those that do not."""
    count = 0
    for p in range(tables.size):
        cell = int64(tables.houses[house, p])
        left = int64(board.candidates[cell])
        held = (tables.members[other, cell >> 6] >> (cell & 63)) & 1 != 0
        if left != 0 and held == inside:
            groups[0, count] = left
            groups[4, count] = cell
            count += 1
    return count


@inner
def _write_sue_de_coq(
    tables: Tables, board: Board, scratch: Scratch, box: int, line: int, count: int, digits: int
) -> None:
    """The pattern's cells are the first ``count`` of ``lists[0]``."""
    cells = scratch.lists[0]
    start(board, scratch, CODE)
    rest = digits
    while rest:
        digit = lowest(rest) + 1
        if set_seen_by_holders(tables, board, scratch, digit, cells, count):
            for w in range(board.spots.shape[1]):
                scratch.sets[0, w] &= tables.members[box, w] | tables.members[line, w]
            take_set(board, scratch, 0, digit)
        rest &= rest - 1
    if close(board, scratch, digits):
        note(board, HOUSE, BASE, box, 0)
        note(board, HOUSE, BASE, line, 0)
        for i in range(count):
            note_cell(board, BASE, cells[i], digits)
        done(board)


@inner
def _complete(
    tables: Tables, board: Board, scratch: Scratch, box: int, line: int, count: int, both: int, others: int
) -> None:
    """``count`` cells of the line with the digits ``both`` are chosen; the box may add of the ``others`` in ``groups``."""
    for size in range(1, min(MOST, others) + 1):
        scratch.groups[2, 0] = 0
        while popcount(both) - count <= size:
            digits = next_group(scratch.groups, others, size, both, count + size)
            if digits == 0:
                break
            if popcount(digits) == count + size:
                for i in range(size):
                    scratch.lists[0, count + i] = scratch.groups[4, scratch.groups[2, i + 1]]
                _write_sue_de_coq(tables, board, scratch, box, line, count + size, digits)


@inner
def _meeting(
    tables: Tables,
    board: Board,
    scratch: Scratch,
    box: int,
    line: int,
    size: int,
    digits: int,
    outside: int,
    inside: int,
) -> None:
    """The first ``size`` of ``lists[0]`` are cells where box and line meet, with two digits too many or more.

    ``scratch`` holds the ``outside`` cells of the line, ``lists[2]`` the ``inside`` cells of the box, ``lists[3]`` the
    candidates of these.
    """
    for more in range(1, min(MOST, outside) + 1):
        board.group[2, 0] = 0
        while True:
            # All cells outside, except at most one, bring a new digit: otherwise the line alone would have too few digits.
            union = next_group(board.group, outside, more, digits, popcount(digits) + more - 1)
            if union == 0:
                break
            in_line = int64(0)
            for i in range(more):
                at = board.group[2, i + 1]
                in_line |= board.group[0, at]
                scratch.lists[0, size + i] = board.group[4, at]
            lacking = popcount(union) - size - more
            others = 0
            for i in range(inside):
                if scratch.lists[3, i] & in_line == 0:
                    scratch.groups[0, others] = scratch.lists[3, i]
                    scratch.groups[4, others] = scratch.lists[2, i]
                    others += 1
            if 0 < lacking <= others:
                _complete(tables, board, scratch, box, line, size + more, union, others)


@inner
def find_sue_de_coq(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every Sue de Coq: each box, each line that meets it, each two or more cells there.

    Nothing is new where neither the box nor the line has changed since a search that found nothing.
    """
    meet = scratch.lists[1]
    for box in range(tables.houses.shape[0]):
        if tables.house_kind[box] != BOX:
            continue
        for line in range(tables.houses.shape[0]):
            if tables.house_kind[line] not in (ROW, COLUMN):
                continue
            if not (has_changed(board.house_changed, box, code) or has_changed(board.house_changed, line, code)):
                continue
            count = _candidates_of(tables, board, scratch.groups, box, line, True)
            if count < 2:
                continue
            for i in range(count):
                meet[i] = scratch.groups[4, i]
            inside = _candidates_of(tables, board, scratch.groups, box, line, False)
            for i in range(inside):
                scratch.lists[2, i] = scratch.groups[4, i]
                scratch.lists[3, i] = scratch.groups[0, i]
            outside = _candidates_of(tables, board, board.group, line, box, False)
            for chosen in range(1 << count):
                size = 0
                digits = int64(0)
                for i in range(count):
                    if (chosen >> i) & 1:
                        scratch.lists[0, size] = meet[i]
                        digits |= int64(board.candidates[meet[i]])
                        size += 1
                if size >= 2 and popcount(digits) >= size + 2:
                    _meeting(tables, board, scratch, box, line, size, digits, outside, inside)
    if board.marks[FOUND] == 0:
        for house in range(tables.houses.shape[0]):
            mark_unchanged(board.house_changed, house, code)


TRAP = CODES["simple-colours-trap"]
WRAP = CODES["simple-colours-wrap"]
MULTI_1 = CODES["multi-colours-1"]

MEMBERS, SEEN = 0, 2
"""Rows of ``Scratch.sets`` of a chain: the cells of its two colours, and the cells that see one of the first or second."""


@inner
def _paint(tables: Tables, board: Board, scratch: Scratch, digit: int) -> int:
    """Number the chains from 1: ``lists[0, cell]`` is twice the chain's number plus the colour, 0 for none. Returns how many.

    ``lists[1]`` holds the cells of all chains in turn, ``lists[2, chain]`` where those of a chain end.
    """
    mark, queue, ends = scratch.lists[0], scratch.lists[1], scratch.lists[2]
    for cell in range(board.candidates.size):
        mark[cell] = 0
    chains = 0
    head = size = ends[0] = 0
    for house in range(tables.houses.shape[0]):
        if not two_places(board, house, digit):
            continue
        first = int64(tables.houses[house, lowest(int64(board.places[house, digit]))])
        if mark[first]:
            continue
        chains += 1
        mark[first] = 2 * chains
        queue[size] = first
        size += 1
        while head < size:
            cell = queue[head]
            head += 1
            for k in range(tables.house_count[cell]):
                home = tables.cell_houses[cell, k]
                if two_places(board, home, digit):
                    places = int64(board.places[home, digit])
                    other = int64(tables.houses[home, lowest(places)])
                    if other == cell:
                        other = int64(tables.houses[home, lowest(places & (places - 1))])
                    if mark[other] == 0:
                        mark[other] = mark[cell] ^ 1
                        queue[size] = other
                        size += 1
        ends[chains] = size
    return chains


@inner
def _collect(tables: Tables, board: Board, scratch: Scratch, chain: int, row: int) -> None:
    """Fill ``sets[row..row+3]`` with the MEMBERS and SEEN of the chain."""
    scratch.sets[row : row + 4] = 0
    for place in range(scratch.lists[2, chain - 1], scratch.lists[2, chain]):
        cell = scratch.lists[1, place]
        colour = scratch.lists[0, cell] & 1
        scratch.sets[row + MEMBERS + colour, cell >> 6] |= int64(1) << (cell & 63)
        for w in range(board.spots.shape[1]):
            scratch.sets[row + SEEN + colour, w] |= tables.seen[cell, w]


@inner
def _meet(board: Board, scratch: Scratch, one: int, two: int) -> bool:
    some = int64(0)
    for w in range(board.spots.shape[1]):
        some |= scratch.sets[one, w] & scratch.sets[two, w]
    return bool(some)


@inner
def _note_set(board: Board, scratch: Scratch, row: int, role: int, digit: int) -> None:
    for w in range(board.spots.shape[1]):
        left = scratch.sets[row, w]
        while left:
            note(board, CANDIDATE, role, w << 6 | lowest(left), digit)
            left &= left - 1


@inner
def _write_colours(board: Board, scratch: Scratch, code: int, digit: int, target: int, one: int, two: int) -> None:
    """An instance that eliminates from ``sets[target]``. Its pattern is the colour ``one`` (a row of MEMBERS) and its opposite;
    if ``two`` is not negative, also the colour ``two`` of another chain and its opposite.
    """
    start(board, scratch, code)
    take_set(board, scratch, target, digit)
    if close(board, scratch, base_of(digit)):
        _note_set(board, scratch, one, BASE, digit)
        _note_set(board, scratch, one ^ 1, LINK, digit)
        if two >= 0:
            _note_set(board, scratch, two, SECOND_BASE, digit)
            _note_set(board, scratch, two ^ 1, SECOND_LINK, digit)
        done(board)


@inner
def _simple(board: Board, scratch: Scratch, code: int, digit: int) -> None:
    if code == TRAP:
        for w in range(board.spots.shape[1]):
            scratch.sets[8, w] = (
                scratch.sets[SEEN, w] & scratch.sets[SEEN + 1, w] & ~scratch.sets[0, w] & ~scratch.sets[1, w]
            )
        _write_colours(board, scratch, code, digit, 8, MEMBERS, -1)
    else:
        for colour in range(2):
            if _meet(board, scratch, MEMBERS + colour, SEEN + colour):
                _write_colours(board, scratch, code, digit, MEMBERS + colour, MEMBERS + colour, -1)


@inner
def _multi(board: Board, scratch: Scratch, code: int, digit: int) -> None:
    """Two chains, one in rows 0 to 3, the other in 4 to 7. Type 1 eliminates all that both chains prove together. Its pattern
    begins with two colours that see each other and eliminate something.
    """
    for w in range(board.spots.shape[1]):
        scratch.sets[8, w] = 0
    first = second = int64(-1)
    for one in range(2):
        if code != MULTI_1:
            if _meet(board, scratch, MEMBERS + one, 4 + SEEN) and _meet(board, scratch, MEMBERS + one, 5 + SEEN):
                _write_colours(board, scratch, code, digit, MEMBERS + one, MEMBERS + one, 4 + MEMBERS)
            continue
        for two in range(2):
            if _meet(board, scratch, MEMBERS + one, 4 + SEEN + two):
                some = int64(0)
                for w in range(board.spots.shape[1]):
                    seen = scratch.sets[SEEN + 1 - one, w] & scratch.sets[5 + SEEN - two, w]
                    some |= seen & board.spots[digit, w]
                    scratch.sets[8, w] |= seen
                if some and first < 0:
                    first, second = int64(MEMBERS + one), int64(4 + MEMBERS + two)
    if first >= 0:
        _write_colours(board, scratch, code, digit, 8, first, second)


@inner
def find_colours(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every instance of the kind ``code``."""
    for digit in range(1, tables.size + 1):
        if not has_changed(board.digit_changed, digit, code):
            continue
        found = board.marks[FOUND]
        chains = _paint(tables, board, scratch, digit)
        for chain in range(1, chains + 1):
            _collect(tables, board, scratch, chain, 0)
            if code in (TRAP, WRAP):
                _simple(board, scratch, code, digit)
                continue
            for other in range(1, chains + 1):
                if other != chain and (code != MULTI_1 or chain < other):
                    _collect(tables, board, scratch, other, 4)
                    _multi(board, scratch, code, digit)
        if board.marks[FOUND] == found:
            mark_unchanged(board.digit_changed, digit, code)


FINNED, SASHIMI = Family.FINNED_FISH.code, Family.SASHIMI_FISH.code

NONE, FINS, BARE = range(3)
"""The pattern of lines and covers: no fish with fins, one, or a sashimi."""


@inner
def _kind(board: Board, scratch: Scratch, digit: int, size: int, covers: int) -> int:
    """Whether the picked lines and the covers make a fish with fins and no cover is empty: NONE, FINS or BARE."""
    lines, picked = scratch.groups[4], scratch.groups[2]
    union = int64(0)
    single = False
    for i in range(size):
        places = int64(board.places[lines[picked[i + 1]], digit])
        union |= places
        single |= popcount(places & covers) == 1
    if union & ~covers == 0 or union & covers != covers:
        return NONE
    return BARE if single else FINS


@inner
def _write(tables: Tables, board: Board, scratch: Scratch, code: int, line_set: int, digit: int, covers: int) -> None:
    size, lines, picked = (code & 15) + 2, scratch.groups[4], scratch.groups[2]
    for w in range(board.spots.shape[1]):
        covered = int64(0)
        rest = covers
        while rest:
            covered |= tables.members[tables.lines[line_set ^ 1, lowest(rest)], w]
            rest &= rest - 1
        for i in range(size):
            line = lines[picked[i + 1]]
            covered &= ~tables.members[line, w]
            fins = int64(board.places[line, digit]) & ~covers
            while fins:
                covered &= tables.seen[tables.houses[line, lowest(fins)], w]
                fins &= fins - 1
        scratch.sets[0, w] = covered
    start(board, scratch, code)
    take_set(board, scratch, 0, digit)
    if not close(board, scratch, base_of(digit)):
        return
    for i in range(size):
        line = lines[picked[i + 1]]
        note(board, HOUSE, BASE, line, 0)
        places = int64(board.places[line, digit])
        while places:
            p = lowest(places)
            note(board, CANDIDATE, BASE if (covers >> p) & 1 else FIN, int64(tables.houses[line, p]), digit)
            places &= places - 1
    rest = covers
    while rest:
        note(board, HOUSE, COVER, int64(tables.lines[line_set ^ 1, lowest(rest)]), 0)
        rest &= rest - 1
    done(board)


@inner
def _groups(
    tables: Tables, board: Board, scratch: Scratch, code: int, line_set: int, digit: int, count: int, own: int
) -> bool:
    """The fish of the first ``count`` lines of ``groups``, with the cover ``own``. Returns whether any is a sashimi."""
    size = (code & 15) + 2
    wanted = BARE if code >= SASHIMI else FINS
    bare = False
    while True:
        union = next_group(scratch.groups, count, size, 0, size - 1)
        if union == 0:
            break
        if popcount(union) == size - 1:
            kind = _kind(board, scratch, digit, size, union | own)
            if kind == wanted:
                _write(tables, board, scratch, code, line_set, digit, union | own)
            bare |= kind == BARE
    return bare


@inner
def _own_place(tables: Tables, line_set: int, cell: int) -> int:
    """The cell's place in its row or column, as a bit; 0 if none of this set holds it."""
    for k in range(tables.house_count[cell]):
        if (tables.line_sets[tables.cell_houses[cell, k]] >> line_set) & 1:
            return int(int64(1) << tables.cell_place[cell, k])
    return 0


@inner
def _list_lines(tables: Tables, board: Board, scratch: Scratch, digit: int) -> None:
    """List the lines that have places for the digit in ``lists[0]``, set by set: ``lists[1]`` says where each set begins."""
    count = 0
    for line_set in range(tables.lines.shape[0]):
        scratch.lists[1, line_set] = count
        for house in tables.lines[line_set]:
            if board.places[house, digit]:
                scratch.lists[0, count] = house
                count += 1
    scratch.lists[1, tables.lines.shape[0]] = count


@inner
def find_finned(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every finned or sashimi fish of the size of ``code``.

    The search for finned fish also notes which digits have no sashimi fish of the size, which mostly saves the second search.
    """
    size = (code & 15) + 2
    masks, lines, picked = scratch.groups[0], scratch.groups[4], scratch.groups[2]
    for digit in range(1, tables.size + 1):
        if not has_changed(board.digit_changed, digit, code):
            continue
        found, bare = board.marks[FOUND], False
        _list_lines(tables, board, scratch, digit)
        for w in range(board.spots.shape[1]):
            targets = board.spots[digit, w]
            while targets:
                target = w << 6 | lowest(targets)
                targets &= targets - 1
                for line_set in range(tables.lines.shape[0]):
                    own = int64(_own_place(tables, line_set, target))
                    if own == 0:
                        continue
                    count = int64(0)
                    for i in range(scratch.lists[1, line_set], scratch.lists[1, line_set + 1]):
                        house = scratch.lists[0, i]
                        left = int64(board.places[house, digit]) & ~int64(tables.sights[target, house])
                        masks[count] = left
                        lines[count] = house
                        # Every place of the target's own line sees the target.
                        count += int64(left != 0) & int64(popcount(left) < size)
                    if count >= size:
                        picked[0] = 0
                        bare |= _groups(tables, board, scratch, code, line_set, digit, count, own)
        if board.marks[FOUND] == found:
            mark_unchanged(board.digit_changed, digit, code)
        if code < SASHIMI and not bare:
            mark_unchanged(board.digit_changed, digit, code - FINNED + SASHIMI)


COLOURS, SUE_DE_COQ, UNIQUE_LOOPS = Family.COLOURS.number, Family.SUE_DE_COQ.number, Family.UNIQUE_LOOPS.number
FINNED_FAMILY, SASHIMI_FAMILY = Family.FINNED_FISH.number, Family.SASHIMI_FISH.number


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for this tier's techniques."""
    scratch = workspace.scratch
    scratch.marks[LOOPS] = -1
    for i in range(order.size):
        clear(board, scratch)
        family = order[i] >> 4
        if family == COLOURS:
            find_colours(tables, board, scratch, order[i])
        elif family in (FINNED_FAMILY, SASHIMI_FAMILY):
            find_finned(tables, board, scratch, order[i])
        elif family == SUE_DE_COQ:
            find_sue_de_coq(tables, board, scratch, order[i])
        elif family == UNIQUE_LOOPS:
            find_unique_loops(tables, board, scratch, order[i])
        if board.marks[FOUND]:
            return i
    return -1
