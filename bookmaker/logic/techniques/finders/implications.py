"""Implications between candidates, and how far each follows from another.

Candidates of a position are numbered 0..n-1. A *literal* is a candidate assumed true ("on") or false ("off"). Weak links: a
candidate that is on turns off the others of its cell, its digit in the peers, and the candidates that it forbids in related
cells. Strong links: a candidate that is off turns on the other one of a cell or a house with two.

**Layers.** A *chain* follows single links; its distances are those of a breadth-first search. A *net* follows all links at once.
In each odd layer the new ons turn off all their weak links. Relations, sums and lines turn off what
the offs of the layers before exclude (``nets.py``). In each even layer the last candidate of a cell, or of a digit in a
house, turns on. From a literal that is off, even and odd change places. Sets and numbers of links alone define both, never the
order of candidates, so an isomorphism of the grid keeps every distance and every layer. It therefore also keeps what the finders
find; the numbering only decides which of several equally long proofs is reported.

A position with more than :data:`MOST` candidates is skipped (isomorphs have equally many).
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import inner as part
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.sums_and_lines import ClueWorkspace

MOST = 2048
"""The most candidates of a position for forcing: a 16x16 grid has about a thousand when singles are stuck."""

ONS, ONS_REACHED, OFFS_REACHED, OFFS = map(int64, range(4))
"""Rows of ``ImplicationWorkspace.sets`` of a search: the ons and offs of the last step, and of all steps."""

ONS_NEEDED, OFFS_NEEDED = int64(6), int64(7)
"""Rows of ``ImplicationWorkspace.sets`` with the literals that a proof needs."""

HOUSES = 1 << 20
"""A *holder* has exactly one true candidate: a cell, by its index, or a digit in a house, HOUSES + (house << 8) + digit."""

FAR = 1000
"""A distance that means "does not follow"."""

COUNT, EMPTY, ON, GONE, CHECKS = range(5)
"""Places in ``ImplicationWorkspace.marks``: candidates of the position; of the last net, the first holder that it left empty,
the candidates in ``queue``, those in ``gone``, and the last layer's ``checks``."""


LANES, WORD = 16, 32
"""Words of a row of ``NetRows``, and bits of each."""


class NetRows(Bundle):
    """Nets of many candidates at once: see ``nets.py``."""

    off: Array = array("uint32[N * LANES]", "for each candidate the assumptions that turn it off")
    on: Array = array("uint32[N * LANES]", "and those that turn it on")
    excluded: Array = array("uint32[N * LANES]", "those by which relations turn it off")
    failed: Array = array("uint32[LANES]", "the assumptions that have failed")
    fresh: Array = array("int8[N]", "1 where more assumptions have turned a candidate on")
    stale: Array = array("int8[N]", "1 where more have turned it off in this round")
    lost: Array = array("int8[cells]", "1 where more have turned off a candidate of the cell")


class ImplicationWorkspace(Bundle):
    """The workspace of one thread for implications, made by :func:`bookmaker.logic.techniques.workspaces.implication_workspace`.

    N is the most candidates, W = N / 64 rounded up. A set of candidates is a row of W words.
    """

    node: Array = array("int16[cells, size + 1]", "a candidate's number, -1 where there is none")
    cell: Array = array("int16[N]", "and back")
    digit: Array = array("int16[N]")
    weak: Array = array("int64[N, W]", "the candidates that are off when one is on")
    strong: Array = array(
        "int64[N, W]", "those that are on when it is off, by two-candidate cells and two-place houses"
    )
    onward: Array = array("int64[4, N, W]", "chains of many candidates at once: see ``explainer_chains.py``")
    ways: Array = array(
        "int16[N + 1, 2 * N]", "[s, i]: distance or layer of i on, [s, N + i] of i off, from s on; [N] is for others"
    )
    reached: Array = array("int64[2, N, W]", "for each s the ons, and the offs, that ``ways[s]`` has a way to")
    best: Array = array("int16[2 * N]", "the least number of nodes that proves a literal")
    total: Array = array("int16[2 * N]", "scratch: for each literal what one cell or house says of it")
    sets: Array = array("int64[8, W]")
    start: Array = array(
        "int64[...]", "the position: digits of each cell, places of each house and digit, cells of each digit"
    )
    now: Array = array("int64[...]", "the candidates that a net has left, in these three parts:")
    live: Array = array("int64[cells]", "candidates left in a net, bit d-1 is digit d")
    open: Array = array("int64[houses, size + 1]", "places left in a net")
    spots: Array = array("int64[size + 1, words]", "cells left for a digit in a net")
    queue: Array = array("int32[N]", "candidates that are on in a net, layer by layer")
    gone: Array = array("int32[N]", "candidates that are off")
    weight: Array = array("int64[2 * N]", "how much of a literal a proof needs, in parts of ``explainer_chains.ONE``")
    checks: Array = array("int32[4 * holders]", "holders with one candidate left or none")
    marks: Array = array("int64[5]", "see COUNT .. CHECKS")
    rows: NetRows = field("nets of many candidates at once")
    clues: ClueWorkspace = field("the sums and lines of the puzzle's clues, for nets")


@inner
def has(sets: Array, row: int, i: int) -> bool:
    """Whether the set of a row has candidate i."""
    return bool((sets[row, i >> 6] >> (i & 63)) & 1)


@inner
def need(space: ImplicationWorkspace, row: int, i: int) -> None:
    """Mark that a proof needs candidate i on or off, as the row says."""
    space.sets[row, i >> 6] |= int64(1) << (i & 63)


@inner
def number(board: Board, space: ImplicationWorkspace) -> bool:
    """Number the candidates of the board and copy the position. Returns whether there are few enough."""
    count = 0
    space.node[:] = -1
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        while left:
            if count == space.cell.size:
                return False
            digit = lowest(left) + 1
            left &= left - 1
            space.node[cell, digit] = count
            space.cell[count] = cell
            space.digit[count] = digit
            count += 1
    space.marks[COUNT] = count
    at = 0
    for cell in range(board.candidates.size):
        space.start[at] = int64(board.candidates[cell])
        at += 1
    for house in range(board.places.shape[0]):
        for digit in range(board.places.shape[1]):
            space.start[at] = int64(board.places[house, digit])
            at += 1
    for digit in range(board.spots.shape[0]):
        for w in range(board.spots.shape[1]):
            space.start[at] = board.spots[digit, w]
            at += 1
    return True


@part
def members(tables: Tables, board: Board, holder: int) -> int:
    """The candidates of a holder on the board, as a mask: digits of a cell, places in a house."""
    if holder < HOUSES:
        return int64(board.candidates[holder])  # type: ignore[no-any-return]
    return int64(board.places[(holder - HOUSES) >> 8, holder & 255])  # type: ignore[no-any-return]


@part
def member(tables: Tables, space: ImplicationWorkspace, holder: int, at: int) -> int:
    """The candidate at bit ``at`` of :func:`members`."""
    if holder < HOUSES:
        return int64(space.node[holder, at + 1])  # type: ignore[no-any-return]
    return int64(space.node[tables.houses[(holder - HOUSES) >> 8, at], holder & 255])  # type: ignore[no-any-return]


@part
def holder_of(tables: Tables, space: ImplicationWorkspace, i: int, k: int) -> int:
    """The cell (k = -1) or the k-th house of candidate ``i``, as a holder."""
    cell = int64(space.cell[i])
    if k < 0:
        return cell  # type: ignore[no-any-return]
    return HOUSES + (int64(tables.cell_houses[cell, k]) << 8) + int64(space.digit[i])  # type: ignore[no-any-return]


@inner
def _add(sets: Array, row: int, item: int) -> None:
    sets[row, item >> 6] |= int64(1) << (item & 63)


@inner
def _join(space: ImplicationWorkspace, one: int, two: int) -> None:
    _add(space.strong, one, two)
    _add(space.strong, two, one)


@inner
def link(tables: Tables, board: Board, space: ImplicationWorkspace) -> None:
    """Fill ``weak`` and ``strong``, after :func:`number`."""
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    for i in range(count):
        space.weak[i, :words] = 0
        space.strong[i, :words] = 0
    for i in range(count):
        cell, digit = int64(space.cell[i]), int64(space.digit[i])
        left = int64(board.candidates[cell]) & ~(int64(1) << (digit - 1))
        while left:
            _add(space.weak, i, int64(space.node[cell, lowest(left) + 1]))
            left &= left - 1
        for w in range(board.spots.shape[1]):
            seen = tables.seen[cell, w] & board.spots[digit, w]
            while seen:
                _add(space.weak, i, int64(space.node[w << 6 | lowest(seen), digit]))
                seen &= seen - 1
        for table in range(tables.allowed.shape[0]):
            gone = ~tables.allowed[table, digit - 1]
            for w in range(tables.related.shape[2]):
                near = tables.related[table, cell, w]
                while near:
                    other = w << 6 | lowest(near)
                    near &= near - 1
                    left = int64(board.candidates[other]) & gone
                    while left:
                        _add(space.weak, i, int64(space.node[other, lowest(left) + 1]))
                        left &= left - 1
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        rest = left & (left - 1)
        if rest != 0 and rest & (rest - 1) == 0:
            _join(space, int64(space.node[cell, lowest(left) + 1]), int64(space.node[cell, lowest(rest) + 1]))
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left = int64(board.places[house, digit])
            rest = left & (left - 1)
            if rest != 0 and rest & (rest - 1) == 0:
                one = int64(tables.houses[house, lowest(left)])
                two = int64(tables.houses[house, lowest(rest)])
                _join(space, int64(space.node[one, digit]), int64(space.node[two, digit]))


@inner
def _spread(links: Array, sets: Array, front: int, reached: int, new: int, words: int) -> bool:
    """``sets[new]`` = the candidates linked to those of ``sets[front]``, except ``sets[reached]``, to which it is added."""
    for w in range(words):
        sets[new, w] = 0
    for v in range(words):
        left = sets[front, v]
        while left:
            i = v << 6 | lowest(left)
            left &= left - 1
            for w in range(words):
                sets[new, w] |= links[i, w]
    some = int64(0)
    for w in range(words):
        sets[new, w] &= ~sets[reached, w]
        sets[reached, w] |= sets[new, w]
        some |= sets[new, w]
    return bool(some)


@inner
def _measure(row: Array, sets: Array, new: int, words: int, start: int, depth: int) -> None:
    for w in range(words):
        left = sets[new, w]
        while left:
            row[start + (w << 6 | lowest(left))] = depth
            left &= left - 1


@inner
def chain(space: ImplicationWorkspace, source: int) -> None:
    """Fill ``ways[source]`` with the lengths of the shortest chains, and ``reached``, after :func:`link`."""
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    most = space.cell.size
    row = space.ways[source]
    row[:count] = FAR
    row[most : most + count] = FAR
    sets = space.sets
    sets[:4, :words] = 0
    _add(sets, ONS, source)
    _add(sets, ONS_REACHED, source)
    row[source] = 0
    depth = int64(1)
    while _spread(space.weak, sets, ONS, OFFS_REACHED, OFFS, words) and depth < FAR:
        _measure(row, sets, OFFS, words, most, depth)
        if not _spread(space.strong, sets, OFFS, ONS_REACHED, ONS, words):
            break
        _measure(row, sets, ONS, words, int64(0), depth + 1)
        depth += 2
    for w in range(words):
        space.reached[0, source, w] = sets[ONS_REACHED, w]
        space.reached[1, source, w] = sets[OFFS_REACHED, w]
