"""Nets: everything that follows from an assumption when singles are placed, layer by layer (see ``implications.py``).

A net looks at the relations, sums and lines of the cells that have lost candidates since it last looked. It looks at all of them
on the same position, and the candidates that they exclude go in one layer, so that their order decides nothing.

:func:`fail_together` says when the net of each candidate fails, for all candidates at once: a bit for each, layer by layer. It
says of each candidate what :func:`net` returns. In a round all that has been turned on turns off its weak links, and relations
turn off the candidates that they excluded before the round; then the last candidates of cells and houses turn on. A round is two
layers. For each candidate there is a row of bits, those of the assumptions that have turned it off or on. An operation on a row
is one on 512 assumptions, which do not mix. What a failed assumption still turns on or off is not read.

Sums and lines are not known here: puzzles with these need the nets one by one.
"""

from __future__ import annotations

from bookmaker.logic.jit.decorators import inner as part
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import copies, load, some, store
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import (
    CHECKS,
    COUNT,
    EMPTY,
    FAR,
    GONE,
    HOUSES,
    LANES,
    OFFS_NEEDED,
    ON,
    WORD,
    ImplicationWorkspace,
    NetRows,
    need,
)
from bookmaker.logic.techniques.finders.sums_and_lines import BEFORE, CELL, IN_NETS, LEFT, ClueWorkspace, look_at


@part
def _off(
    tables: Tables, space: ImplicationWorkspace, cell: int, digit: int, row: Array, layer: int, wide: int, checks: int
) -> int:
    """Turn off a candidate that is still there. Adds the holders to look at to ``checks`` and returns their number."""
    i = int64(space.node[cell, digit])
    row[space.cell.size + i] = layer
    space.gone[space.marks[GONE]] = i
    space.marks[GONE] += 1
    space.spots[digit, cell >> 6] &= ~(int64(1) << (cell & 63))
    if wide:
        left = space.live[cell] & ~(int64(1) << (digit - 1))
        space.live[cell] = left
        if left & (left - 1) == 0:
            space.checks[checks] = cell
            checks += 1
    for k in range(tables.house_count[cell]):
        house = int64(tables.cell_houses[cell, k])
        left = space.open[house, digit] & ~(int64(1) << tables.cell_place[cell, k])
        space.open[house, digit] = left
        if left & (left - 1) == 0:
            space.checks[checks] = HOUSES + (house << 8) + digit
            checks += 1
    return checks


@part
def _on(tables: Tables, space: ImplicationWorkspace, i: int, row: Array, layer: int, wide: int, checks: int) -> int:
    """Turn off the weak links of candidate ``i``, which is on. Returns as :func:`_off`."""
    cell, digit = int64(space.cell[i]), int64(space.digit[i])
    if wide:
        others = space.live[cell] & ~(int64(1) << (digit - 1))
        while others:
            checks = _off(tables, space, cell, lowest(others) + 1, row, layer, wide, checks)
            others &= others - 1
    for w in range(space.spots.shape[1]):
        seen = tables.seen[cell, w] & space.spots[digit, w]
        while seen:
            checks = _off(tables, space, w << 6 | lowest(seen), digit, row, layer, wide, checks)
            seen &= seen - 1
    for table in range(tables.allowed.shape[0] if wide else 0):
        gone = ((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1]
        while gone:
            other = lowest(gone) + 1
            gone &= gone - 1
            for w in range(space.spots.shape[1]):
                near = tables.related[table, cell, w] & space.spots[other, w]
                while near:
                    checks = _off(tables, space, w << 6 | lowest(near), other, row, layer, wide, checks)
                    near &= near - 1
    return checks


@part
def single_of(tables: Tables, space: ImplicationWorkspace, holder: int) -> int:
    """The candidate that the holder has left in the net, -1 for none."""
    if holder < HOUSES:
        left = space.live[holder]
        return -1 if left == 0 else int64(space.node[holder, lowest(left) + 1])
    house, digit = (holder - HOUSES) >> 8, holder & 255
    left = space.open[house, digit]
    return -1 if left == 0 else int64(space.node[tables.houses[house, lowest(left)], digit])


@part
def _exclude(tables: Tables, space: ImplicationWorkspace, row: Array, layer: int, checks: int) -> int:
    """Turn off what :func:`excluded` wrote and is still there. Returns as :func:`_off`."""
    for cell in range(space.live.size):
        left = space.clues.excluded[cell] & space.live[cell]
        while left:
            checks = _off(tables, space, cell, lowest(left) + 1, row, layer, int64(1), checks)
            left &= left - 1
    return checks


UNKNOWN = -1
"""The result of a net that has more layers than the limit."""


@inner
def net(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, wide: int, layers: int) -> int:
    """Fill ``ways[source]`` with the layers of what follows from ``source`` on, after ``implications.number``.

    ``wide``: 1 by cells and houses; 0 (Nishio) on the source's digit alone. Returns the layer that leaves a cell or house without
    candidates, which ends the net (EMPTY is the first such check); 0 if none does; UNKNOWN if the net has more ``layers``.
    """
    return int(_net(tables, board, space, source, space.ways[source], int64(1), wide, layers))


@inner
def net_without(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, layers: int) -> int:
    """As :func:`net` (wide), from ``source`` off, into the last row of ``ways``: ons are in odd layers, offs in even ones."""
    return int(_net(tables, board, space, source, space.ways[space.cell.size], int64(0), int64(1), layers))


@inner
def keep_reached(space: ImplicationWorkspace, source: int, holds: bool) -> None:
    """Fill ``reached`` with what follows from ``source`` on by the last net: nothing if that does not hold."""
    for state in range(2):
        row = space.reached[state, source]
        for w in range((space.marks[COUNT] + 63) >> 6):
            row[w] = 0
        for k in range(space.marks[GONE if state else ON] if holds else 0):
            i = int64(space.gone[k] if state else space.queue[k])
            row[i >> 6] |= int64(1) << (i & 63)


@inner
def _begin_on(space: ImplicationWorkspace, digit: int) -> None:
    """Copy the parts of the position that a net on one digit reads: the places and the cells of the digit."""
    houses, across = space.open.shape
    at = space.live.size + digit
    for house in range(houses):
        space.open[house, digit] = space.start[at]
        at += across
    at = space.live.size + houses * across + digit * space.spots.shape[1]
    for w in range(space.spots.shape[1]):
        space.spots[digit, w] = space.start[at + w]


@inner
def _net(
    tables: Tables, board: Board, space: ImplicationWorkspace, source: int, row: Array, on: int, wide: int, layers: int
) -> int:
    count = space.marks[COUNT]
    most = space.cell.size
    row[:count] = FAR
    row[most : most + count] = FAR
    digit = int64(space.digit[source])
    if wide:
        for k in range(space.now.size):
            space.now[k] = space.start[k]
    else:
        _begin_on(space, digit)
    head, size, layer, checks = int64(0), int64(0), int64(0), int64(0)
    space.marks[GONE] = 0
    if on:
        row[source] = 0
        space.queue[0] = source
        size = 1
    else:
        checks = _off(tables, space, int64(space.cell[source]), digit, row, int64(0), wide, int64(0))
    looked, ruled, first_off = int64(0), bool(wide and has_rules(tables, space)), not on
    while head < size or checks or (ruled and looked < space.marks[GONE]):
        if layer >= layers:
            return UNKNOWN
        lost = int64(0)
        # The exclusions by a first off wait for the singles that it leaves: so no clue moves the layers that need none.
        if ruled and not first_off:
            lost = int64(excluded(tables, board, space, looked, int64(space.marks[GONE])))
            looked = int64(space.marks[GONE])
            if lost == 0 and head == size and checks == 0:
                break
        first_off = False
        if head < size or lost:
            layer += 1
        while head < size:
            checks = int64(_on(tables, space, int64(space.queue[head]), row, layer, wide, checks))
            head += 1
        if lost:
            checks = int64(_exclude(tables, space, row, layer, checks))
        layer += 1
        for k in range(checks):
            i = single_of(tables, space, int64(space.checks[k]))
            if i < 0:
                space.marks[EMPTY] = space.checks[k]
                space.marks[CHECKS] = checks
                space.marks[ON] = size
                return int(layer)
            if row[i] == FAR:
                row[i] = layer
                space.queue[size] = i
                size += 1
        checks = int64(0)
    space.marks[ON] = size
    return 0


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


@inner
def longest_alike(nodes: int) -> int:
    """The most nodes of a proof in the class of one with ``nodes``: 6, 8, 10, 14, 18, 26, 34, ...

    These are the classes of Sudoku Explainer's length term.
    """
    most, odd = int64(4), False
    while nodes - 2 > most:
        most = most * 4 // 3 if odd else most * 3 // 2
        odd = not odd
    return int(most + 2)


@inner
def _assume(space: ImplicationWorkspace, base: int) -> None:
    """Begin the nets of candidate ``base`` and those after it, 512 at most. After ``implications.link``."""
    rows, count = space.rows, int64(space.marks[COUNT])
    for i in range(count * LANES):
        rows.off[i] = rows.on[i] = rows.excluded[i] = 0
    rows.failed[:] = 0
    rows.fresh[:count] = 0
    rows.lost[:] = 0
    for i in range(base, min(base + LANES * WORD, count)):
        at = i - base
        rows.on[i * LANES + at // WORD] |= int64(1) << at % WORD
        rows.fresh[i] = 1


@inner
def _turn_off(rows: NetRows, i: int, more: Array, at: int, cell: int) -> None:
    """Candidate ``i`` of a cell is off where the row at ``at`` says so."""
    old = load(rows.off, i * LANES)
    new = old | load(more, at)
    if some(old ^ new):
        store(rows.off, i * LANES, new)
        rows.stale[i] = 1
        rows.lost[cell] = 1


@inner
def _follow_weak_links(rows: NetRows, weak: Array, cells: Array, digits: Array, count: int, wide: int) -> None:
    """Turn off the candidates linked to those that are newly on: not ``wide``, those of their digit only."""
    words = (count + 63) >> 6
    for i in range(count):
        if rows.fresh[i] == 0:
            continue
        rows.fresh[i] = 0
        for w in range(words):
            left = weak[i, w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                if wide or digits[j] == digits[i]:
                    _turn_off(rows, j, rows.on, i * LANES, int64(cells[j]))


@inner
def _exclude_all(tables: Tables, board: Board, rows: NetRows, node: Array) -> bool:
    """Fill ``excluded`` with the candidates of related cells that have no partner left in the cells of ``lost``. Returns
    whether there is any.

    A digit goes where all candidates that allow it are off. If there was none before, any loss in the cell shows that.
    """
    more = False
    for cell in range(board.candidates.size):
        if rows.lost[cell] == 0:
            continue
        rows.lost[cell] = 0
        for table in range(tables.allowed.shape[0]):
            digits = int64(0)
            for w in range(tables.related.shape[2]):
                near = tables.related[table, cell, w]
                while near:
                    digits |= int64(board.candidates[w << 6 | lowest(near)])
                    near &= near - 1
            while digits:
                digit = lowest(digits) + 1
                digits &= digits - 1
                allowing, lost, every = int64(0), copies(0), ~copies(0)
                left = int64(board.candidates[cell])
                while left:
                    own = lowest(left)
                    left &= left - 1
                    row = load(rows.off, int64(node[cell, own + 1]) * LANES)
                    lost |= row
                    if (tables.allowed[table, own] >> (digit - 1)) & 1:
                        allowing += 1
                        every &= row
                if allowing == 0:
                    every = lost
                if not some(every):
                    continue
                for w in range(board.spots.shape[1]):
                    left = tables.related[table, cell, w] & board.spots[digit, w]
                    while left:
                        at = int64(node[w << 6 | lowest(left), digit]) * LANES
                        left &= left - 1
                        old = load(rows.excluded, at)
                        store(rows.excluded, at, old | every)
                        more |= bool(some(every & ~load(rows.off, at)))
    return more


@inner
def _take_excluded(rows: NetRows, cells: Array, count: int) -> None:
    for i in range(count):
        _turn_off(rows, i, rows.excluded, i * LANES, int64(cells[i]))


@inner
def _look_at(rows: NetRows, members: Array, count: int) -> bool:
    """Turn on the last of the candidates of a cell or house, and note where there is none. Returns whether any is newly on."""
    stale = int64(0)
    for k in range(count):
        stale |= rows.stale[members[k]]
    if stale == 0:
        return False
    once, twice = copies(0), copies(0)
    for k in range(count):
        alive = ~load(rows.off, members[k] * LANES)
        twice |= once & alive
        once |= alive
    store(rows.failed, int64(0), load(rows.failed, int64(0)) | ~once)
    once &= ~twice
    more = False
    if count > 1 and some(once):
        for k in range(count):
            at = members[k] * LANES
            old = load(rows.on, at)
            new = old | once & ~load(rows.off, at)
            if some(old ^ new):
                store(rows.on, at, new)
                rows.fresh[members[k]] = 1
                more = True
    return more


@inner
def _look_at_all(tables: Tables, board: Board, rows: NetRows, node: Array, members: Array, wide: int) -> bool:
    """:func:`_look_at` all houses, and ``wide`` all cells. Returns whether any candidate is newly on."""
    more = False
    for cell in range(board.candidates.size if wide else 0):
        left, count = int64(board.candidates[cell] if rows.lost[cell] else 0), int64(0)
        while left:
            members[count] = node[cell, lowest(left) + 1]
            left &= left - 1
            count += 1
        if count:
            more |= bool(_look_at(rows, members, count))
    for house in range(tables.houses.shape[0]):
        lost = int64(0)
        for p in range(tables.size):
            lost |= rows.lost[tables.houses[house, p]]
        for digit in range(1, tables.size + 1 if lost else 1):
            left, count = int64(board.places[house, digit]), int64(0)
            while left:
                members[count] = node[tables.houses[house, lowest(left)], digit]
                left &= left - 1
                count += 1
            if count:
                more |= bool(_look_at(rows, members, count))
    return more


@inner
def _note_failed(space: ImplicationWorkspace, base: int, layer: int) -> bool:
    """Write into ``total`` the layer for the assumptions that have failed and have 0 there. Returns whether there is any."""
    rows, total, count, some_failed = space.rows, space.total, int64(space.marks[COUNT]), False
    if some(load(rows.failed, int64(0))):
        for i in range(base, min(base + LANES * WORD, count)):
            at = i - base
            if total[i] == 0 and (int64(rows.failed[at // WORD]) >> at % WORD) & 1:
                total[i] = layer
                some_failed = True
    return some_failed


@inner
def _follow(tables: Tables, board: Board, space: ImplicationWorkspace, wide: int) -> bool:
    """Go on by two layers. ``wide`` as for a net. Returns whether there may be more to follow."""
    rows, count = space.rows, int64(space.marks[COUNT])
    ruled = bool(wide and tables.allowed.shape[0] > 0)
    rows.stale[:count] = 0
    excluded = False
    if ruled:
        excluded = bool(_exclude_all(tables, board, rows, space.node))
    else:
        rows.lost[:] = 0
    _follow_weak_links(rows, space.weak, space.cell, space.digit, count, wide)
    if excluded:
        _take_excluded(rows, space.cell, count)
    # The weights are those of proofs, of which there is none yet.
    more = bool(_look_at_all(tables, board, rows, space.node, space.weight, wide))
    for cell in range(rows.lost.size if ruled else 0):
        more |= rows.lost[cell] != 0
    return more


@inner
def fail_together(tables: Tables, board: Board, space: ImplicationWorkspace, wide: int) -> int:
    """Write into ``total`` the layer in which the net of each candidate fails, else 0. Returns the least, or FAR if none fails.

    ``wide`` as for a net. Wide nets that are longer than the class of the shortest are left unfinished. Of a puzzle without sums
    and lines, after ``implications.link``. Writes no ``ways``.
    """
    count = int64(space.marks[COUNT])
    shortest, layers = int64(FAR), int64(FAR)
    space.total[:count] = 0
    for base in range(0, count, LANES * WORD):
        _assume(space, base)
        layer, more = int64(0), True
        while more and layer < layers:
            layer += 2
            more = bool(_follow(tables, board, space, wide))
            if _note_failed(space, base, layer):
                shortest = min(shortest, layer)
                if wide:
                    layers = min(layers, int64(longest_alike(2 * shortest)) // 2)
    return int(shortest)
