"""The words of a forcing chain or net: from which candidates, and how, its conclusion follows."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    HOUSE,
    IF_ON,
    PIVOT,
    THEN_OFF,
    THEN_ON,
    Board,
    Tables,
    note,
)
from bookmaker.logic.techniques.finders.implications import (
    COUNT,
    EMPTY,
    FAR,
    HOUSES,
    OFFS_NEEDED,
    ONS_NEEDED,
    ImplicationWorkspace,
    has,
    holder_of,
    member,
    members,
    need,
)
from bookmaker.logic.techniques.finders.nets import need_causes


@inner
def how_many(tables: Tables, board: Board, cells: bool) -> int:
    """The number of cells, or of the other holders."""
    return int(board.candidates.size if cells else tables.houses.shape[0] * tables.size)


@inner
def nth(tables: Tables, cells: bool, n: int) -> int:
    """The n-th cell, or the n-th other holder."""
    return n if cells else HOUSES + (n // tables.size << 8) + n % tables.size + 1


@inner
def _need_cause_of_on(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, layer: int
) -> None:
    """Mark the offs that turned candidate ``i`` on: those of its cell or house with the fewest candidates."""
    fewest, chosen = int64(FAR), int64(-1)
    for k in range(-1, int64(tables.house_count[space.cell[i]])):
        holder = holder_of(tables, space, i, k)
        size, known, left = int64(0), True, members(tables, board, holder)
        while left:
            other = member(tables, space, holder, lowest(left))
            if other != i:
                known = known and row[space.cell.size + other] < layer
                size += 1
            left &= left - 1
        if known and 0 < size < fewest:
            fewest, chosen = size, int64(holder)
    _need_all(tables, board, space, chosen, i)


@inner
def _need_all(tables: Tables, board: Board, space: ImplicationWorkspace, holder: int, but: int) -> None:
    """Mark all candidates of the holder as needed off, but one."""
    left = members(tables, board, holder)
    while left:
        i = member(tables, space, holder, lowest(left))
        if i != but:
            need(space, OFFS_NEEDED, i)
        left &= left - 1


@inner
def _need_cause_of_off(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, layer: int
) -> None:
    """Mark what turned candidate ``i`` off: an on that is linked to it, or else what relations, sums or lines need."""
    for j in range(space.marks[COUNT]):
        if row[j] == layer - 1 and has(space.weak, i, j):
            need(space, ONS_NEEDED, j)
            return
    need_causes(tables, board, space, row, i, layer)


@inner
def _note_proof(tables: Tables, board: Board, space: ImplicationWorkspace, source: int) -> None:
    """Note how the literals marked in ``sets`` follow from ``source`` on, layer by layer."""
    count = int64(space.marks[COUNT])
    most = space.cell.size
    row = space.ways[source]
    deepest = int64(0)
    for i in range(count):
        if has(space.sets, ONS_NEEDED, i):
            deepest = max(deepest, int64(row[i]))
        if has(space.sets, OFFS_NEEDED, i):
            deepest = max(deepest, int64(row[most + i]))
    for layer in range(deepest, 0, -1):
        for i in range(count):
            if layer & 1 == 0 and row[i] == layer and has(space.sets, ONS_NEEDED, i):
                _need_cause_of_on(tables, board, space, row, i, layer)
            elif layer & 1 and row[most + i] == layer and has(space.sets, OFFS_NEEDED, i):
                _need_cause_of_off(tables, board, space, row, i, layer)
    note(board, CANDIDATE, IF_ON, int64(space.cell[source]), int64(space.digit[source]))
    for layer in range(1, deepest + 1):
        for i in range(count):
            cell, digit = int64(space.cell[i]), int64(space.digit[i])
            if layer & 1 == 0 and row[i] == layer and has(space.sets, ONS_NEEDED, i):
                note(board, CANDIDATE, THEN_ON, cell, digit)
            elif layer & 1 and row[most + i] == layer and has(space.sets, OFFS_NEEDED, i):
                note(board, CANDIDATE, THEN_OFF, cell, digit)


@inner
def _note_branch(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, target: int) -> None:
    """Note how literal ``target`` (an index of ``best``) follows from ``source`` on."""
    space.sets[ONS_NEEDED] = 0
    space.sets[OFFS_NEEDED] = 0
    if target < space.cell.size:
        need(space, ONS_NEEDED, target)
    else:
        need(space, OFFS_NEEDED, target - space.cell.size)
    _note_proof(tables, board, space, source)


@inner
def note_verity(tables: Tables, board: Board, space: ImplicationWorkspace, target: int, cells: bool) -> None:
    """Note the first holder that proves the target with as few nodes as any, and its branches."""
    for n in range(how_many(tables, board, cells)):
        holder = nth(tables, cells, n)
        left, sources, nodes = members(tables, board, holder), int64(0), int64(0)
        while left:
            nodes += 1 + int64(space.ways[member(tables, space, holder, lowest(left)), target])
            sources += 1
            left &= left - 1
        if sources < 2 or nodes != space.best[target]:
            continue
        if holder >= HOUSES:
            note(board, HOUSE, BASE, (holder - HOUSES) >> 8, int64(0))
        left = members(tables, board, holder)
        while left:
            i = member(tables, space, holder, lowest(left))
            note(board, CANDIDATE, BASE, int64(space.cell[i]), int64(space.digit[i]))
            left &= left - 1
        left = members(tables, board, holder)
        while left:
            _note_branch(tables, board, space, member(tables, space, holder, lowest(left)), target)
            left &= left - 1
        return


@inner
def note_refutation(tables: Tables, board: Board, space: ImplicationWorkspace, source: int) -> None:
    """Note the cell (PIVOT) or house (COVER) that the net from ``source`` empties, and the net."""
    space.sets[ONS_NEEDED] = 0
    space.sets[OFFS_NEEDED] = 0
    empty = int64(space.marks[EMPTY])
    if empty >= HOUSES:
        note(board, HOUSE, COVER, (empty - HOUSES) >> 8, int64(0))
    else:
        left = members(tables, board, empty)
        while left:
            note(board, CANDIDATE, PIVOT, empty, lowest(left) + 1)
            left &= left - 1
    _need_all(tables, board, space, empty, int64(-1))
    _note_proof(tables, board, space, source)
