"""Finder of Franken fish, and the kernel of its tier.

A *Franken fish* has as many cover houses as base houses: rows and boxes against columns and boxes, or vice versa. At least one
house is a box. A *fin* is a place in more bases than covers: outside the covers, or where two bases meet (an endo-fin). If no fin
holds the digit, the bases use up the covers, and places in more covers than bases are empty: outside the bases, or where two
covers meet. Those of them that see all fins are eliminated, even places of the bases themselves (a cannibalistic fish).

A fish counts if no house can be left out. For some place outside the bases and in one cover only the following must hold. With
the digit there, every base has places left, all in the other covers; no two bases have the same; and each other cover has some.

As for finned fish, the search starts from the place that the fish would eliminate. With the digit in this target, the bases keep
the places that it does not see. These must lie in the covers that do not hold the target, one fewer than bases. No fish
eliminates a place that is part of some way to put the digit into all rows, columns and boxes; that saves nearly all searches.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import BOX, COLUMN, ROW, Array
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import BASE, CANDIDATE, COVER, FIN, FOUND, HOUSE, Board, Tables, note
from bookmaker.logic.techniques.finders.scratch import BARREN, Scratch, base_of, clear, close, done, start, take_set
from bookmaker.logic.techniques.finders.workspace import Workspace

FRANKEN, FINNED = Family.FRANKEN_FISH.code, Family.FINNED_FRANKEN_FISH.code

FREE, SAFE, COVERED, USED = 0, 1, 2, 3
"""Rows of ``Scratch.sets``: places that the target leaves; places known to belong to some way; cells of the covers without the
target; from here on, the places of the bases chosen, one row for each number of them."""

COVERS, BASES, POOL, FIT, AT, STACK, LEFT, ROWS = range(8)
"""Rows of ``Scratch.lists``: the covers, that of the target first; the bases; covers to choose from; bases that fit; the choice
from these two lists, the second after the first; and for :func:`_is_possible` free places, places not tried, rows.
"""

MAY = STACK
"""And this row, after it: the houses that may be bases."""

_STEPS = 4000
"""How long to look for such a way before the target is searched anyway; no result depends on it."""


@inner
def _take_away(tables: Tables, stack: Array, to: int, of: int, cell: int, words: int, lines: bool) -> None:
    """The places at ``to`` in the stack: those at ``of`` that a cell does not see; with ``lines`` by row, column or box."""
    for w in range(words):
        seen = int64(0) if lines else tables.seen[cell, w]
        for k in range(tables.house_count[cell] if lines else 0):
            house = int64(tables.cell_houses[cell, k])
            if tables.house_kind[house] <= BOX:
                seen |= tables.members[house, w]
        stack[to * words + w] = stack[of * words + w] & ~seen


@inner
def _has_more_peers(tables: Tables, cell: int, words: int) -> bool:
    """Whether a cell sees others than those of its row, column and box."""
    more = int64(0)
    for w in range(words):
        seen = tables.seen[cell, w]
        for k in range(tables.house_count[cell]):
            house = int64(tables.cell_houses[cell, k])
            if tables.house_kind[house] <= BOX:
                seen &= ~tables.members[house, w]
        more |= seen
    return bool(more)


@inner
def _is_possible(tables: Tables, board: Board, scratch: Scratch, digit: int, target: int, lines: bool) -> bool:
    """Whether the digit can be in the target and once in each row without seeing itself; such a way joins the SAFE places.

    With ``lines`` only the target sees all its peers, other cells those of their rows, columns and boxes. No fish looks at more:
    each of its bases would hold a place of the way, all in one cover less. Other places of the way may see more of it.
    """
    words = board.spots.shape[1]
    stack, left, rows, safe = scratch.lists[STACK], scratch.lists[LEFT], scratch.lists[ROWS], scratch.sets[SAFE]
    count = 0
    for house in range(tables.houses.shape[0]):
        holds_target = (tables.members[house, target >> 6] >> (target & 63)) & 1
        if tables.house_kind[house] == ROW and board.places[house, digit] != 0 and holds_target == 0:
            rows[count] = house
            count += 1
    for w in range(words):
        stack[w] = board.spots[digit, w] & ~tables.seen[target, w]
    depth = 0
    fresh = True
    for _ in range(_STEPS):
        if depth == count:
            for i in range(0 if lines else count):
                cell = left[i] & 0xFFFF
                safe[cell >> 6] |= int64(1) << (cell & 63)
            return True
        places = int64(0)
        house = rows[depth]
        if fresh:
            for p in range(tables.size):
                cell = int64(tables.houses[house, p])
                places |= ((stack[depth * words + (cell >> 6)] >> (cell & 63)) & 1) << p
        else:
            places = left[depth] >> 16
        if places == 0:
            if depth == 0:
                return False
            depth -= 1
            fresh = False
            continue
        cell = int64(tables.houses[house, lowest(places)])
        left[depth] = (places & (places - 1)) << 16 | cell
        depth += 1
        if depth < count:
            _take_away(tables, stack, depth, depth - 1, cell, words, lines)
        fresh = True
    return False


@inner
def _write(tables: Tables, board: Board, scratch: Scratch, code: int, digit: int, size: int) -> None:
    """Write the fish of the BASES and COVERS if it is of the wanted kind and has a box."""
    bases, covers = scratch.lists[BASES], scratch.lists[COVERS]
    boxes = False
    for i in range(size):
        boxes |= tables.house_kind[bases[i]] == BOX or tables.house_kind[covers[i]] == BOX
    if not boxes:
        return
    fins, gone = scratch.sets[10], scratch.sets[11]
    words = board.spots.shape[1]
    finned = False
    for w in range(words):
        in_base = in_bases = in_cover = in_covers = int64(0)
        for i in range(size):
            base, cover = tables.members[bases[i], w], tables.members[covers[i], w]
            in_bases |= in_base & base
            in_base |= base
            in_covers |= in_cover & cover
            in_cover |= cover
        fins[w] = (in_base & ~in_cover | in_bases & ~in_covers) & board.spots[digit, w]
        gone[w] = (in_cover & ~in_base | in_covers & ~in_bases) & board.spots[digit, w]
        finned |= fins[w] != 0
    if finned != (code >= FINNED):
        return
    for w in range(words):
        rest = fins[w]
        while rest:
            cell = w << 6 | lowest(rest)
            rest &= rest - 1
            for v in range(words):
                gone[v] &= tables.seen[cell, v]
    start(board, scratch, code)
    take_set(board, scratch, 11, digit)
    if close(board, scratch, base_of(digit)):
        for i in range(size):
            note(board, HOUSE, BASE, bases[i], 0)
            note(board, HOUSE, COVER, covers[i], 0)
        for w in range(words):
            in_base = int64(0)
            for i in range(size):
                in_base |= tables.members[bases[i], w]
            rest = in_base & board.spots[digit, w]
            while rest:
                p = lowest(rest)
                rest &= rest - 1
                note(board, CANDIDATE, FIN if (fins[w] >> p) & 1 else BASE, w << 6 | p, digit)
        done(board)


@inner
def _list_bases(tables: Tables, scratch: Scratch, target: int, kind: int, words: int) -> int:
    """List the houses of this kind and boxes that keep places and do not hold the target. Returns how many there are."""
    may, count = scratch.lists[MAY], 0
    for house in range(tables.houses.shape[0]):
        if tables.house_kind[house] != kind and tables.house_kind[house] != BOX:
            continue
        some = int64(0)
        for w in range(words):
            some |= tables.members[house, w] & scratch.sets[FREE, w]
        if some and (tables.members[house, target >> 6] >> (target & 63)) & 1 == 0:
            may[count] = house
            count += 1
    return count


@inner
def _choose_bases(tables: Tables, board: Board, scratch: Scratch, code: int, digit: int, size: int, most: int) -> None:
    """The fish with the chosen covers: its bases are among the ``most`` houses of MAY, and all their places are covered."""
    words = board.spots.shape[1]
    fit, covers, bases, at = scratch.lists[FIT], scratch.lists[COVERS], scratch.lists[BASES], scratch.lists[AT]
    scratch.sets[COVERED] = 0
    for i in range(1, size):
        for w in range(words):
            scratch.sets[COVERED, w] |= tables.members[covers[i], w]
    count = 0
    for k in range(most):
        house, loose = scratch.lists[MAY, k], int64(0)
        for w in range(words):
            loose |= tables.members[house, w] & scratch.sets[FREE, w] & ~scratch.sets[COVERED, w]
        wanted = loose == 0
        for i in range(size):
            wanted &= covers[i] != house
        if wanted:
            fit[count] = house
            count += 1
    if count < size:
        return
    scratch.sets[USED] = 0
    depth = 0
    at[size] = 0
    while depth >= 0:
        i = at[size + depth]
        if i > count - (size - depth):
            depth -= 1
            if depth >= 0:
                at[size + depth] += 1
            continue
        house = fit[i]
        clash = int64(0)
        for w in range(words):
            places = tables.members[house, w] & scratch.sets[FREE, w]
            clash |= places & scratch.sets[USED + depth, w]
            scratch.sets[USED + depth + 1, w] = places | scratch.sets[USED + depth, w]
        if clash == 0:
            bases[depth] = house
            if depth + 1 < size:
                depth += 1
                at[size + depth] = i + 1
                continue
            needed = True
            for j in range(1, size):
                some = int64(0)
                for w in range(words):
                    some |= tables.members[covers[j], w] & scratch.sets[USED + size, w]
                needed &= some != 0
            if needed:
                _write(tables, board, scratch, code, digit, size)
        at[size + depth] += 1


@inner
def _choose_covers(
    tables: Tables, board: Board, scratch: Scratch, code: int, digit: int, size: int, target: int, kind: int
) -> None:
    """The fish with bases of this kind and boxes that eliminate the digit from the target."""
    other = COLUMN if kind == ROW else ROW
    words = board.spots.shape[1]
    pool, covers, at = scratch.lists[POOL], scratch.lists[COVERS], scratch.lists[AT]
    count = 0
    for house in range(tables.houses.shape[0]):
        if tables.house_kind[house] in (other, BOX):
            some = int64(0)
            for w in range(words):
                some |= tables.members[house, w] & scratch.sets[FREE, w]
            if some:
                pool[count] = house
                count += 1
    most = int64(_list_bases(tables, scratch, target, kind, words))
    for k in range(tables.house_count[target] if most >= size else 0):
        own = int64(tables.cell_houses[target, k])
        if tables.house_kind[own] != other and tables.house_kind[own] != BOX:
            continue
        covers[0] = own
        depth = 1
        at[1] = 0
        while depth > 0:
            if at[depth] > count - (size - depth):
                depth -= 1
                at[depth] += 1
                continue
            covers[depth] = pool[at[depth]]
            if depth + 1 < size:
                at[depth + 1] = at[depth] + 1
                depth += 1
                continue
            _choose_bases(tables, board, scratch, code, digit, size, most)
            at[depth] += 1


@inner
def _aim(tables: Tables, board: Board, scratch: Scratch) -> bool:
    """Fill ``targets``: for each digit the places that it cannot be in. Returns whether there is any.

    A digit whose places are those of the last search that found nothing is left out.
    """
    words, some = board.spots.shape[1], int64(0)
    scratch.targets[:] = 0
    # Of several grids there are more rows than the lists have room for.
    for digit in range(1, tables.size + 1 if tables.lines.shape[0] == 2 else 0):
        new = int64(0)
        for w in range(words):
            new |= board.spots[digit, w] ^ scratch.barren[digit, w]
        if new == 0:
            continue
        scratch.sets[SAFE] = 0
        for w in range(words):
            left = board.spots[digit, w]
            while left:
                target = w << 6 | lowest(left)
                left &= left - 1
                safe = (scratch.sets[SAFE, target >> 6] >> (target & 63)) & 1
                if (
                    safe == 0
                    and not _is_possible(tables, board, scratch, digit, target, False)
                    and not (
                        _has_more_peers(tables, target, words)
                        and _is_possible(tables, board, scratch, digit, target, True)
                    )
                ):
                    scratch.targets[digit, w] |= int64(1) << (target & 63)
            some |= scratch.targets[digit, w]
    return bool(some)


@inner
def find(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every Franken fish of the size and kind of ``code`` that eliminates one of the ``targets``."""
    size = (code & 15) + 2
    words = board.spots.shape[1]
    for digit in range(1, tables.size + 1):
        for w in range(words):
            targets = scratch.targets[digit, w]
            while targets:
                target = w << 6 | lowest(targets)
                targets &= targets - 1
                for v in range(words):
                    scratch.sets[FREE, v] = board.spots[digit, v] & ~tables.seen[target, v]
                scratch.sets[FREE, target >> 6] &= ~(int64(1) << (target & 63))
                for kind in (ROW, COLUMN):
                    _choose_covers(tables, board, scratch, code, digit, size, target, kind)


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for this tier's techniques.

    A fish is made of the places of one digit: while these stay the same, a search of the same techniques finds nothing again.
    """
    scratch, asked = workspace.scratch, int64(0)
    for i in range(order.size):
        if order[i] >= 0:
            asked |= int64(1) << (order[i] - FRANKEN)
    if scratch.marks[BARREN] != asked:
        scratch.barren[:] = 0
        scratch.marks[BARREN] = asked
    clear(board, scratch)
    if _aim(tables, board, scratch):
        for i in range(order.size):
            if order[i] < 0:
                continue
            clear(board, scratch)
            find(tables, board, scratch, order[i])
            if board.marks[FOUND]:
                return i
    for digit in range(board.spots.shape[0]):
        for w in range(board.spots.shape[1]):
            scratch.barren[digit, w] = board.spots[digit, w]
    return -1
