"""Finders of forcing chains and nets.

An instance is one conclusion: a literal that follows from every candidate of a cell, or from every place of a digit in a
house; or that a candidate is false because a net from it leaves a cell or a house without candidates. Of each technique a
round takes the shortest proofs there are: those whose number of nodes lies in the lowest class of :func:`longest_alike`.
What merely follows from a placement of the round, because it sees it, is no instance of its own.
"""

from __future__ import annotations

from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques import forcing as family
from bookmaker.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FOUND,
    HEAD,
    HOUSE,
    IF_ON,
    OVERFLOW,
    PIVOT,
    THEN_OFF,
    THEN_ON,
    Board,
    Tables,
    begin,
    finish,
    note,
    place,
    remove,
)
from bookmaker.techniques.finders.compiled import inner, int64, kernel
from bookmaker.techniques.finders.links import COUNT, EMPTY, FAR, Room, chain, link, number
from bookmaker.techniques.finders.nets import net

NISHIO = family.NISHIO.code
CELL_CHAIN = family.CELL_CHAIN.code
HOUSE_CHAIN = family.HOUSE_CHAIN.code
NET = family.NET.code
CELL_NET = family.CELL_NET.code

ONS, OFFS = int64(6), int64(7)
"""Rows of ``Room.sets`` with the literals that a proof needs."""

SEEN = int64(5)
"""Row of the candidates that see a placement."""

NOTHING, CHAINS, NETS = range(3)
"""What ``Room.ways`` holds."""


@inner
def longest_alike(nodes: int) -> int:
    """The most nodes of a proof that counts as no longer than one of ``nodes``: 6, 8, 10, 14, 18, 26, 34, ...

    These are the classes of Sudoku Explainer's length term.
    """
    most, odd = int64(4), False
    while nodes - 2 > most:
        most = most * 4 // 3 if odd else most * 3 // 2
        odd = not odd
    return int(most + 2)


@inner
def _add(room: Room, source: int, count: int) -> None:
    """Add the ways from ``source`` to ``total``."""
    most = room.cell.size
    total, row = room.total, room.ways[source]
    for i in range(count):
        total[i] += row[i]
    for i in range(most, most + count):
        total[i] += row[i]


@inner
def _keep(room: Room, sources: int, count: int) -> None:
    """Take proofs by ``total`` into ``best`` where they are shorter. Each source counts as a node."""
    most = room.cell.size
    total, best = room.total, room.best
    for i in range(count):
        best[i] = min(best[i], total[i] + sources)
        total[i] = 0
    for i in range(most, most + count):
        best[i] = min(best[i], total[i] + sources)
        total[i] = 0


@inner
def _several(mask: int) -> bool:
    return bool(mask & (mask - 1) != 0)


@inner
def by_cells(board: Board, room: Room) -> None:
    """Fill ``best`` with the shortest proofs by a cell."""
    count = int64(room.marks[COUNT])
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        if _several(left):
            sources = 0
            while left:
                _add(room, int64(room.node[cell, lowest(left) + 1]), count)
                sources += 1
                left &= left - 1
            _keep(room, sources, count)


@inner
def by_houses(tables: Tables, board: Board, room: Room) -> None:
    """Fill ``best`` with the shortest proofs by a digit's places in a house."""
    count = int64(room.marks[COUNT])
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left = int64(board.places[house, digit])
            if _several(left):
                sources = 0
                while left:
                    _add(room, int64(room.node[tables.houses[house, lowest(left)], digit]), count)
                    sources += 1
                    left &= left - 1
                _keep(room, sources, count)


@inner
def _has(sets: Array, row: int, i: int) -> bool:
    return bool((sets[row, i >> 6] >> (i & 63)) & 1)


@inner
def _need(room: Room, row: int, i: int) -> None:
    room.sets[row, i >> 6] |= int64(1) << (i & 63)


@inner
def _others_off(room: Room, row: Array, i: int, layer: int) -> bool:
    """Whether candidate ``i`` was off before ``layer``."""
    return bool(row[room.cell.size + i] < layer)


@inner
def _need_cause_of_on(tables: Tables, board: Board, room: Room, row: Array, i: int, layer: int) -> None:
    """Mark the offs that brought candidate ``i`` on: those of its cell or house with the fewest candidates."""
    cell, digit = int64(room.cell[i]), int64(room.digit[i])
    fewest, chosen = int64(FAR), int64(-2)
    for k in range(-1, tables.house_count[cell]):
        size, known = int64(0), True
        if k < 0:
            left = int64(board.candidates[cell]) & ~(int64(1) << (digit - 1))
        else:
            left = int64(board.places[tables.cell_houses[cell, k], digit])
            left &= ~(int64(1) << tables.cell_place[cell, k])
        while left:
            at = lowest(left)
            if k < 0:
                other = int64(room.node[cell, at + 1])
            else:
                other = int64(room.node[tables.houses[tables.cell_houses[cell, k], at], digit])
            known = known and _others_off(room, row, other, layer)
            size += 1
            left &= left - 1
        if known and 0 < size < fewest:
            fewest, chosen = size, int64(k)
    if chosen == -1:
        _need_cell(board, room, cell, i)
    elif chosen >= 0:
        _need_house(tables, board, room, int64(tables.cell_houses[cell, chosen]), digit, i)


@inner
def _need_cell(board: Board, room: Room, cell: int, but: int) -> None:
    left = int64(board.candidates[cell])
    while left:
        i = int64(room.node[cell, lowest(left) + 1])
        if i != but:
            _need(room, OFFS, i)
        left &= left - 1


@inner
def _need_house(tables: Tables, board: Board, room: Room, house: int, digit: int, but: int) -> None:
    left = int64(board.places[house, digit])
    while left:
        i = int64(room.node[tables.houses[house, lowest(left)], digit])
        if i != but:
            _need(room, OFFS, i)
        left &= left - 1


@inner
def _note_proof(tables: Tables, board: Board, room: Room, source: int) -> None:
    """Note how the literals marked in ``sets`` follow from ``source`` on: all that is needed, layer by layer."""
    count = int64(room.marks[COUNT])
    most = room.cell.size
    row = room.ways[source]
    deepest = int64(0)
    for i in range(count):
        if _has(room.sets, ONS, i):
            deepest = max(deepest, int64(row[i]))
        if _has(room.sets, OFFS, i):
            deepest = max(deepest, int64(row[most + i]))
    for layer in range(deepest, 0, -1):
        for i in range(count):
            if layer & 1 == 0 and row[i] == layer and _has(room.sets, ONS, i):
                _need_cause_of_on(tables, board, room, row, i, layer)
            elif layer & 1 and row[most + i] == layer and _has(room.sets, OFFS, i):
                for j in range(count):
                    if row[j] == layer - 1 and _has(room.weak, i, j):
                        _need(room, ONS, j)
                        break
    note(board, CANDIDATE, IF_ON, int64(room.cell[source]), int64(room.digit[source]))
    for layer in range(1, deepest + 1):
        for i in range(count):
            cell, digit = int64(room.cell[i]), int64(room.digit[i])
            if layer & 1 == 0 and row[i] == layer and _has(room.sets, ONS, i):
                note(board, CANDIDATE, THEN_ON, cell, digit)
            elif layer & 1 and row[most + i] == layer and _has(room.sets, OFFS, i):
                note(board, CANDIDATE, THEN_OFF, cell, digit)


@inner
def _note_branch(tables: Tables, board: Board, room: Room, source: int, target: int) -> None:
    """Note how literal ``target`` (an index of ``best``) follows from ``source`` on."""
    room.sets[ONS] = 0
    room.sets[OFFS] = 0
    if target < room.cell.size:
        _need(room, ONS, target)
    else:
        _need(room, OFFS, target - room.cell.size)
    _note_proof(tables, board, room, source)


@inner
def _note_cell(tables: Tables, board: Board, room: Room, target: int) -> None:
    """Note the first cell that proves the target with as few nodes as any, and its branches."""
    for cell in range(board.candidates.size):
        left, sources, nodes = int64(board.candidates[cell]), int64(0), int64(0)
        while left:
            nodes += 1 + int64(room.ways[room.node[cell, lowest(left) + 1], target])
            sources += 1
            left &= left - 1
        if sources > 1 and nodes == room.best[target]:
            left = int64(board.candidates[cell])
            while left:
                note(board, CANDIDATE, BASE, cell, lowest(left) + 1)
                left &= left - 1
            left = int64(board.candidates[cell])
            while left:
                _note_branch(tables, board, room, int64(room.node[cell, lowest(left) + 1]), target)
                left &= left - 1
            return


@inner
def _note_house(tables: Tables, board: Board, room: Room, target: int) -> None:
    """Note the first house and digit that prove the target with as few nodes as any, and their branches."""
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left, sources, nodes = int64(board.places[house, digit]), int64(0), int64(0)
            while left:
                nodes += 1 + int64(room.ways[room.node[tables.houses[house, lowest(left)], digit], target])
                sources += 1
                left &= left - 1
            if sources > 1 and nodes == room.best[target]:
                note(board, HOUSE, BASE, house, int64(0))
                left = int64(board.places[house, digit])
                while left:
                    note(board, CANDIDATE, BASE, int64(tables.houses[house, lowest(left)]), digit)
                    left &= left - 1
                left = int64(board.places[house, digit])
                while left:
                    i = int64(room.node[tables.houses[house, lowest(left)], digit])
                    _note_branch(tables, board, room, i, target)
                    left &= left - 1
                return


@inner
def _write(tables: Tables, board: Board, room: Room, code: int, target: int) -> None:
    """An instance that proves literal ``target``."""
    most = room.cell.size
    i = target if target < most else target - most
    begin(board, code)
    if target < most:
        place(board, int64(room.cell[i]), int64(room.digit[i]))
    else:
        remove(board, int64(room.cell[i]), int64(room.digit[i]))
    if board.records.size:
        if code in (CELL_CHAIN, CELL_NET):
            _note_cell(tables, board, room, target)
        else:
            _note_house(tables, board, room, target)
    finish(board)


@inner
def _verity(tables: Tables, board: Board, room: Room, code: int) -> None:
    """What follows from every candidate of a cell or every place in a house, as ``ways`` tells."""
    count = int64(room.marks[COUNT])
    most = room.cell.size
    room.best[:] = FAR
    room.total[:] = 0
    if code in (CELL_CHAIN, CELL_NET):
        by_cells(board, room)
    else:
        by_houses(tables, board, room)
    shortest = int64(FAR)
    for i in range(count):
        shortest = min(shortest, int64(room.best[i]), int64(room.best[most + i]))
    if shortest == FAR:
        return
    longest = min(longest_alike(shortest), int64(FAR) - 1)
    words = (count + 63) >> 6
    seen = room.sets[SEEN]
    seen[:words] = 0
    for i in range(count):
        if room.best[i] <= longest:
            _write(tables, board, room, code, i)
            for w in range(words):
                seen[w] |= room.weak[i, w]
    for i in range(count):
        if room.best[most + i] <= longest and not _has(room.sets, SEEN, i):
            _write(tables, board, room, code, most + i)


@inner
def _refute(tables: Tables, board: Board, room: Room, code: int) -> None:
    """Candidates whose net leaves a cell or house empty. ``ways`` of those are then FAR: nothing is built on them."""
    count = int64(room.marks[COUNT])
    shortest, wide = int64(FAR), int64(code != NISHIO)
    for i in range(count):
        room.total[i] = net(tables, board, room, i, wide)
        if room.total[i]:
            shortest = min(shortest, int64(room.total[i]))
            room.ways[i] = FAR
    if code not in (NISHIO, NET) or shortest == FAR:
        return
    # A net of so many layers shows a candidate both on and off: two branches of that length.
    longest = longest_alike(2 * shortest)
    for i in range(count):
        if room.total[i] == 0 or 2 * room.total[i] > longest:
            continue
        cell, digit = int64(room.cell[i]), int64(room.digit[i])
        begin(board, code)
        remove(board, cell, digit)
        note(board, CANDIDATE, BASE, cell, digit)
        if board.records.size:
            net(tables, board, room, i, wide)
            _note_refutation(tables, board, room, i)
            room.ways[i] = FAR
        finish(board)


@inner
def _note_refutation(tables: Tables, board: Board, room: Room, source: int) -> None:
    """Note the cell (PIVOT) or house (COVER) that the net from ``source`` empties, and the net."""
    room.sets[ONS] = 0
    room.sets[OFFS] = 0
    cells = board.candidates.size
    empty = int64(room.marks[EMPTY])
    if empty < cells:
        left = int64(board.candidates[empty])
        while left:
            note(board, CANDIDATE, PIVOT, empty, lowest(left) + 1)
            left &= left - 1
        _need_cell(board, room, empty, int64(-1))
    else:
        house = (empty - cells) // (tables.size + 1)
        note(board, HOUSE, COVER, house, int64(0))
        _need_house(tables, board, room, house, (empty - cells) % (tables.size + 1), int64(-1))
    _note_proof(tables, board, room, source)


@kernel
def search(tables: Tables, board: Board, room: Room, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for forcing chains and nets."""
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    if not number(board, room):
        return -1
    link(tables, board, room)
    held = NOTHING
    for k in range(order.size):
        code = int64(order[k])
        if code in (NISHIO, NET):
            _refute(tables, board, room, code)
            held = NETS if code == NET else NOTHING
        elif code in (CELL_CHAIN, HOUSE_CHAIN):
            for i in range(room.marks[COUNT] if held != CHAINS else 0):
                chain(room, i)
            held = CHAINS
            _verity(tables, board, room, code)
        else:
            if held != NETS:
                _refute(tables, board, room, int64(0))
            held = NETS
            _verity(tables, board, room, code)
        if board.marks[FOUND]:
            return k
    return -1
