"""What Sudoku Explainer does where it needs chains: the kernel of the estimated rating.

Sudoku Explainer tries kinds of chain in order and takes the shortest of the first kind that finds any. It rates the chain by its
kind and its number of nodes: a tenth more each time that the nodes less two exceed 4, 6, 8, 12, 16, 24, ... Its rating of a
puzzle is the highest of its steps. Here a call takes *all* conclusions rated no higher than the highest so far; if there are
none, all those of the lowest rating. The highest rating comes out the same unless steps interfere, and depends neither on
orientation nor on numbering.

The number of nodes of a chain is exact. That of a net is an expected value (``weights.py``), since Sudoku Explainer counts the
nodes that it happens to visit.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.finders.alternations import (
    EVERYWHERE,
    IN_CELLS,
    SHOWN,
    closed,
    end,
    go_further,
    is_proven,
    seen_by_both,
    set_out,
)
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.decorators import inner, int64, kernel
from bookmaker.logic.techniques.finders.forcing import by_holders
from bookmaker.logic.techniques.finders.implications import COUNT, FAR, ImplicationWorkspace, chain, link, number
from bookmaker.logic.techniques.finders.nets import UNKNOWN, net, net_without
from bookmaker.logic.techniques.finders.weights import refutation

LOOP, X_CHAIN, CHAIN, NISHIO, MULTIPLE, DYNAMIC = map(int64, (65, 66, 70, 75, 80, 85))
"""Ratings in tenths, without the term for the length."""

NEVER = 1000
"""No rating."""

LONGEST = 12
"""The term of the longest chains searched."""

STRIDE = 6
"""Layers added to nets when the shorter ones show nothing."""


@inner
def _term(nodes: int) -> int:
    """What a proof's nodes add to its rating, in tenths."""
    term, most = int64(0), int64(4)
    while nodes - 2 > most:
        most = most * 4 // 3 if term & 1 else most * 3 // 2
        term += 1
    return int(term)


@inner
def _expected(nodes: int, base: int) -> int:
    """The nodes of the proof that Sudoku Explainer finds, where one by a net has so many.

    On a single digit it is the same. Dynamic chains have many ways to one conclusion, of which it takes the shortest: an eighth
    less fits best.
    """
    return nodes if base == NISHIO else nodes * 7 // 8


@inner
def _take(board: Board, space: ImplicationWorkspace, literal: int) -> None:
    """Write the conclusion as a pending effect."""
    most = space.cell.size
    i = literal if literal < most else literal - most
    cell, digit = int64(space.cell[i]), int64(space.digit[i])
    if literal < most:
        board.placing[cell] = digit
    else:
        board.removing[cell] |= int64(1) << (digit - 1)


@inner
def _least(space: ImplicationWorkspace) -> int:
    """The least rating in ``best``."""
    count, most = int64(space.marks[COUNT]), space.cell.size
    least = int64(NEVER)
    for i in range(count):
        least = min(least, int64(space.best[i]), int64(space.best[most + i]))
    return int(least)


@inner
def _take_up_to(board: Board, space: ImplicationWorkspace, highest: int) -> int:
    """Take the conclusions whose rating in ``best`` is at most ``highest``; if none, those of the least rating.

    Returns that rating (or ``highest``), 0 if there is no conclusion.
    """
    count, most = int64(space.marks[COUNT]), space.cell.size
    least = int64(_least(space))
    if least == NEVER:
        return 0
    limit = max(least, highest)
    for i in range(count):
        if space.best[i] <= limit:
            _take(board, space, i)
        if space.best[most + i] <= limit:
            _take(board, space, most + i)
    return int(limit)


@inner
def _conclude(space: ImplicationWorkspace, literal: int, rating: int) -> None:
    space.best[literal] = min(int64(space.best[literal]), rating)


@inner
def _conclude_shown(space: ImplicationWorkspace, rating: int) -> bool:
    """Rate the candidates in SHOWN as off. Returns whether there are any."""
    some = False
    for w in range((space.marks[COUNT] + 63) >> 6):
        left = space.sets[SHOWN, w]
        some |= left != 0
        while left:
            _conclude(space, space.cell.size + (w << 6 | lowest(left)), rating)
            left &= left - 1
    return some


@inner
def _chains(space: ImplicationWorkspace, highest: int) -> None:
    """Rate what chains and loops prove, unless it cannot be the least nor below ``highest``.

    Chains and loops on one digit come first, then loops through cells with two candidates, then all others.
    """
    least = int64(NEVER)
    for kind in range(3):
        loop = CHAIN if kind == EVERYWHERE else LOOP
        if max(least, highest) < loop:
            continue
        ends = set_out(space, kind)
        nodes, more = int64(4), ends > 0
        while more:
            looped = loop + _term(nodes)
            if looped > min(max(least, highest), loop + LONGEST):
                break
            chained = (CHAIN if kind == EVERYWHERE else X_CHAIN) + _term(nodes)
            if kind != IN_CELLS and chained <= max(least, highest):
                seen_by_both(space, ends)
                if _conclude_shown(space, chained):
                    least = min(least, int64(chained))
            more = go_further(space, ends)
            for e in range(ends if kind != IN_CELLS else 0):
                if is_proven(space, e):
                    _conclude(space, end(space, e), chained)
                    least = min(least, int64(chained))
            closed(space, ends)
            if _conclude_shown(space, looped):
                least = min(least, int64(looped))
            nodes += 2


@inner
def _begin(space: ImplicationWorkspace, offs: int) -> None:
    """Set ``total`` to UNKNOWN for each literal whose net is worth building, to 0 for the others.

    ``offs``: whether candidates are assumed off, too. That is worth a net if it turns several on; if only one, the net of that
    one on does the same.
    """
    count, most = int64(space.marks[COUNT]), space.cell.size
    words = (count + 63) >> 6
    for i in range(count):
        space.total[i] = UNKNOWN
        partners = int64(0)
        for w in range(words):
            partners += popcount(space.strong[i, w])
        space.total[most + i] = UNKNOWN if offs and partners > 1 else 0


@inner
def _ends(tables: Tables, board: Board, space: ImplicationWorkspace, wide: int, layers: int) -> bool:
    """The layer in which the net of each literal ends with a contradiction, into ``total``, 0 for none.

    Nets longer than ``layers`` stay UNKNOWN. Returns whether there are any.
    """
    count, most = int64(space.marks[COUNT]), space.cell.size
    more = False
    for i in range(count):
        if space.total[i] == UNKNOWN:
            space.total[i] = net(tables, board, space, i, wide, layers)
            more |= space.total[i] == UNKNOWN
        if space.total[most + i] == UNKNOWN:
            space.total[most + i] = net_without(tables, board, space, i, layers)
            more |= space.total[most + i] == UNKNOWN
    return more


@inner
def _nets(tables: Tables, board: Board, space: ImplicationWorkspace, base: int, highest: int, offs: int) -> None:
    """Rate what nets refute, those of few layers first: on one digit where ``base`` is NISHIO.

    Ratings that can be neither the lowest nor below ``highest`` are left out. So are nets of more layers than one rated no higher
    than ``highest``: that one is enough to continue.
    """
    count, most = int64(space.marks[COUNT]), space.cell.size
    wide = int64(base != NISHIO)
    least = int64(NEVER)
    _begin(space, offs)
    known, layer, more = int64(0), int64(0), True
    while True:
        layer += 1
        # A lower bound: one branch has a node in all layers but the last, the other a node or two, and the contradiction is two.
        if base + _term(_expected(layer + 3, base)) > max(least, highest) or least <= highest:
            return
        if layer > known:
            if not more:
                return
            known += STRIDE
            more = _ends(tables, board, space, wide, known)
        for i in range(count):
            if space.total[i] == layer:
                net(tables, board, space, i, wide, known)
                rating = base + _term(_expected(refutation(tables, board, space, space.ways[i]), base))
                _conclude(space, most + i, rating)
                least = min(least, int64(rating))
            if space.total[most + i] == layer:
                net_without(tables, board, space, i, known)
                rating = base + _term(_expected(refutation(tables, board, space, space.ways[most]), base))
                _conclude(space, i, rating)
                least = min(least, int64(rating))


@inner
def _multiple(tables: Tables, board: Board, space: ImplicationWorkspace, base: int) -> None:
    """Rate what follows from all candidates of a cell or all places in a house, by the ways there are."""
    count, most = int64(space.marks[COUNT]), space.cell.size
    space.best[:] = FAR
    for cells in range(2):
        by_holders(tables, board, space, cells == 1)
    for i in range(count):
        space.best[i] = NEVER if space.best[i] >= FAR else base + _term(int64(space.best[i]))
        space.best[most + i] = NEVER if space.best[most + i] >= FAR else base + _term(int64(space.best[most + i]))


@kernel
def rate(tables: Tables, board: Board, space: ImplicationWorkspace, highest: int) -> int:
    """One round: write conclusions as pending effects. ``highest``: the rating so far, in tenths.

    Returns the highest rating now; 0 if there is no conclusion, -1 if there are too many candidates. The position itself is not
    changed.
    """
    if not number(board, space):
        return -1
    link(tables, board, space)
    space.best[:] = NEVER
    if highest >= DYNAMIC:
        _nets(tables, board, space, DYNAMIC, highest, int64(0))
        # Nets find most of what chains find in one pass. A rating above the highest so far has to wait for the other kinds.
        if _least(space) <= highest:
            return int(_take_up_to(board, space, highest))
        space.best[:] = NEVER
    _chains(space, highest)
    rating = _take_up_to(board, space, highest)
    if rating:
        return int(rating)
    _nets(tables, board, space, NISHIO, highest, int64(0))
    rating = _take_up_to(board, space, highest)
    if rating:
        return int(rating)
    for i in range(space.marks[COUNT]):
        chain(space, i)
    _multiple(tables, board, space, MULTIPLE)
    rating = _take_up_to(board, space, highest)
    if rating:
        return int(rating)
    space.best[:] = NEVER
    _nets(tables, board, space, DYNAMIC, highest, int64(1))
    return int(_take_up_to(board, space, highest))
