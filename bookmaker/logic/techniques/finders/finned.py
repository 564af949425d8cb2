"""Finder of finned and sashimi fish.

A *finned fish* would be a fish but for further places of its base lines, the fins. Either no fin holds the digit and the fish
holds, or one does. Places that the fish would eliminate *and* that see all fins go in both cases. *Sashimi*: without its fins
some base line has only one place. Base and cover are rows and columns, as in ``fish``.

The search starts from the cell that a fish would eliminate. With the digit in this target, base lines lose the places that it
sees. If k lines then have places in only k-1 cover lines, they make a fish of size k with these and the target's cover line. Its
fins are the base places outside the covers; the target sees them all. So every fish searched eliminates something, and fins may
lie in any house, even a diagonal.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FIN,
    FOUND,
    HOUSE,
    Board,
    Tables,
    has_changed,
    mark_unchanged,
    note,
)
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.groups import next_group
from bookmaker.logic.techniques.finders.scratch import Scratch, base_of, close, done, start, take_set

FINNED, SASHIMI = Family.FINNED_FISH.code, Family.SASHIMI_FISH.code

NONE, FINS, BARE = range(3)
"""What lines and covers make: no fish with fins, one, or a sashimi."""


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
def find(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every finned or sashimi fish of the size of ``code``.

    The search for finned fish also notes where there are no sashimi fish of the size, which mostly saves the second search.
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
