"""What relations, sums and lines leave of the candidates in a net: candidates that go because others went.

A net looks at the relations, sums and lines of the cells that have lost candidates since it last looked. All are looked at on the
same position, and what they exclude goes in one layer, so that their order decides nothing.
"""

from __future__ import annotations

from bookmaker.logic.jit.decorators import inner as part
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.clues import BEFORE, CELL, IN_NETS, LEFT, ClueWorkspace, look_at
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.implications import OFFS_NEEDED, ImplicationWorkspace, need


@part
def has_rules(tables: Tables, space: ImplicationWorkspace) -> bool:
    """Whether there is any relation, sum or line."""
    return bool(tables.allowed.shape[0] > 0 or space.clues.watch.size > 0)


@part
def _allowed(tables: Tables, table: int, mask: int) -> int:
    """The digits that one of a mask allows in a related cell."""
    allowed, every = int64(0), (int64(1) << tables.size) - 1
    while mask and allowed != every:
        allowed |= tables.allowed[table, lowest(mask)]
        mask &= mask - 1
    return int(allowed)


@inner
def excluded(tables: Tables, board: Board, space: ImplicationWorkspace, begin: int, end: int) -> int:
    """Write into ``clues.excluded`` what goes after the candidates ``gone[begin:end]``. Returns how many cells lose any."""
    clues, cells, count = space.clues, board.candidates.size, int64(0)
    clues.changed[:] = 0
    for k in range(begin, end):
        cell = int64(space.cell[space.gone[k]])
        clues.changed[cell >> 6] |= int64(1) << (cell & 63)
    clues.excluded[:] = 0
    for word in range(clues.changed.size if tables.allowed.shape[0] else 0):
        left = clues.changed[word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            mine = int64(space.live[cell])
            for table in range(tables.allowed.shape[0] if mine else 0):
                gone = ((int64(1) << tables.size) - 1) & ~_allowed(tables, table, mine)
                while gone:
                    digit = lowest(gone) + 1
                    gone &= gone - 1
                    for w in range(space.spots.shape[1]):
                        near = tables.related[table, cell, w] & space.spots[digit, w]
                        while near:
                            clues.excluded[w << 6 | lowest(near)] |= int64(1) << (digit - 1)
                            near &= near - 1
    if clues.watch.size:
        for cell in range(cells):
            digit = int64(board.digits[cell])
            clues.held[cell] = int64(1) << (digit - 1) if digit else int64(space.live[cell])
        for number in range(clues.watch.shape[0]):
            touched = int64(0)
            for word in range(clues.changed.size):
                touched |= clues.watch[number, word] & clues.changed[word]
            if touched == 0:
                continue
            for i in range(look_at(tables, clues, number, IN_NETS)):
                if clues.work[LEFT, i] != clues.work[BEFORE, i]:
                    clues.excluded[clues.work[CELL, i]] |= clues.work[BEFORE, i] & ~clues.work[LEFT, i]
    for cell in range(cells):
        clues.excluded[cell] &= space.live[cell]
        count += clues.excluded[cell] != 0
    return int(count)


@inner
def _excludes(tables: Tables, clues: ClueWorkspace, number: int, cell: int, digit: int) -> bool:
    """Whether a sum or line leaves no way for a digit of a cell, by ``held``."""
    for i in range(look_at(tables, clues, number, IN_NETS)):
        if clues.work[CELL, i] == cell:
            return (clues.work[LEFT, i] >> (digit - 1)) & 1 == 0  # type: ignore[no-any-return]
    return False


@inner
def need_causes(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, layer: int) -> None:
    """Mark the offs before ``layer`` by which a relation, a sum or a line turned candidate ``i`` off."""
    cell, digit, most = int64(space.cell[i]), int64(space.digit[i]), space.cell.size
    clues = space.clues
    for other in range(board.candidates.size):
        filled = int64(board.digits[other])
        mask, left = int64(0), int64(board.candidates[other])
        while left:
            if row[most + space.node[other, lowest(left) + 1]] >= layer:
                mask |= left & -left
            left &= left - 1
        clues.held[other] = int64(1) << (filled - 1) if filled else mask
        for table in range(tables.allowed.shape[0] if mask else 0):
            if (tables.related[table, other, cell >> 6] >> (cell & 63)) & 1 and (
                _allowed(tables, table, mask) >> (digit - 1)
            ) & 1 == 0:
                left = int64(board.candidates[other]) & ~mask
                while left:
                    if (tables.allowed[table, lowest(left)] >> (digit - 1)) & 1:
                        need(space, OFFS_NEEDED, int64(space.node[other, lowest(left) + 1]))
                    left &= left - 1
                return
    for number in range(clues.watch.shape[0]):
        if (clues.watch[number, cell >> 6] >> (cell & 63)) & 1 == 0:
            continue
        if not _excludes(tables, clues, number, cell, digit):
            continue
        for other in range(board.candidates.size):
            if (clues.watch[number, other >> 6] >> (other & 63)) & 1 == 0 or board.digits[other]:
                continue
            mask, clues.held[other] = int64(clues.held[other]), int64(board.candidates[other])
            if other == cell or _excludes(tables, clues, number, cell, digit):
                continue
            clues.held[other] = mask
            left = int64(board.candidates[other]) & ~mask
            while left:
                need(space, OFFS_NEEDED, int64(space.node[other, lowest(left) + 1]))
                left &= left - 1
        return
