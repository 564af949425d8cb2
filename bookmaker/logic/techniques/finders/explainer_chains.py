"""Sudoku Explainer's steps by chains: the kernel of the estimated rating.

Sudoku Explainer tries kinds of chain in order and takes the shortest of the first kind that finds any. It rates the chain by its
kind and its number of nodes: a tenth more each time that the nodes less two exceed 4, 6, 8, 12, 16, 24, ... Its rating of a
puzzle is the highest of its steps. Here a call takes *all* conclusions rated no higher than the highest so far; if there are
none, all those of the lowest rating. The highest rating comes out the same unless steps interfere, and depends neither on
orientation nor on numbering.

The number of nodes of a chain is exact. That of a net is an expected value, since Sudoku Explainer counts the
nodes that it happens to visit.

**Chains from all candidates at once.** Strong and weak links alternate. A chain of interest begins and ends with a strong link:
one end off turns the other end on. Therefore only candidates with a strong link are *ends*, and only these are numbered here.
They are a third of a position or less. A chain joins its ends in both directions, because every link holds in both. What a chain
proves follows from its two ends. If they are one candidate, that is on. If not, one of them is on, so that whatever both exclude
is off. If they exclude each other, too, the chain closes to a loop.

**The number of nodes of a net.** A literal of a net often follows in several ways. Which way a program takes first depends on how
it numbers cells, so that the length of *its* proof is not a property of the puzzle. Here a literal passes its weight on to
everything that it may follow from. An off passes it in equal parts to the ons of the layer before that see it; one by a sum, a
line or a relation of several candidates passes it nowhere, so that its proof weighs less than it is long. An on passes it to all
offs of its smallest holder (cell or house) that leave it alone, in equal parts if several are smallest. No literal weighs more
than one. The sum is nearly the expected number of nodes if each tie is decided by lot, and an isomorphism keeps it. Weights are
integers, so the order of sums does not matter either.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.forcing import by_holders
from bookmaker.logic.techniques.finders.implications import (
    CHECKS,
    COUNT,
    FAR,
    GONE,
    ON,
    ImplicationWorkspace,
    chain,
    has,
    holder_of,
    link,
    member,
    members,
    number,
)
from bookmaker.logic.techniques.finders.nets import UNKNOWN, net, net_without, single_of

ONE = 1 << 20
"""The weight of a literal that every proof needs."""

_NONE = 1 << 40


@inner
def _others(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, holder: int, layer: int
) -> int:
    """How many others candidate ``i`` had in a holder that the net had emptied before ``layer``; 0 if one was still there."""
    most = space.cell.size
    left = members(tables, board, holder)
    count = popcount(left) - 1
    while left:
        j = member(tables, space, holder, lowest(left))
        if j != i and row[most + j] >= layer:
            return 0
        left &= left - 1
    return int(count)


@inner
def _pass_on(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, weight: int) -> None:
    """Candidate ``i``, on, needs the offs that left it alone."""
    most = space.cell.size
    layer = int64(row[i])
    fewest, ties = int64(_NONE), int64(0)
    houses = tables.house_count[space.cell[i]]
    for k in range(int64(-1), int64(houses)):
        count = _others(tables, board, space, row, i, holder_of(tables, space, i, k), layer)
        if count and count < fewest:
            fewest, ties = int64(count), int64(1)
        elif count == fewest:
            ties += 1
    for k in range(int64(-1), int64(houses)):
        holder = holder_of(tables, space, i, k)
        if _others(tables, board, space, row, i, holder, layer) != fewest:
            continue
        left = members(tables, board, holder)
        while left:
            j = member(tables, space, holder, lowest(left))
            if j != i:
                space.weight[most + j] += weight // ties
            left &= left - 1


@inner
def weigh(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array) -> int:
    """The nodes that the literals with a weight need, themselves too, in parts of ONE. Clears ``weight``.

    For the last net, whose layers are in ``row``; after ``implications.link``.
    """
    most = space.cell.size
    ons, offs = int64(space.marks[ON]) - 1, int64(space.marks[GONE]) - 1
    sum_ = int64(0)
    while ons >= 0 or offs >= 0:
        layer_on = int64(row[space.queue[ons]]) if ons >= 0 else int64(-1)
        layer_off = int64(row[most + space.gone[offs]]) if offs >= 0 else int64(-1)
        if layer_off > layer_on:
            i = int64(space.gone[offs])
            offs -= 1
            weight = min(space.weight[most + i], int64(ONE))
            space.weight[most + i] = 0
            if weight == 0:
                continue
            sum_ += weight
            ties = int64(0)
            k = ons
            while k >= 0 and row[space.queue[k]] == layer_off - 1:
                ties += has(space.weak, i, int64(space.queue[k]))
                k -= 1
            k = ons
            while k >= 0 and row[space.queue[k]] == layer_off - 1:
                if has(space.weak, i, int64(space.queue[k])):
                    space.weight[space.queue[k]] += weight // ties
                k -= 1
        else:
            i = int64(space.queue[ons])
            ons -= 1
            weight = min(space.weight[i], int64(ONE))
            space.weight[i] = 0
            if weight:
                sum_ += weight
                if layer_on > 0:
                    _pass_on(tables, board, space, row, i, weight)
    return int(sum_)


@inner
def refutation(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array) -> int:
    """The nodes of the shortest contradiction in the last net, which ended with one, rounded.

    Of the emptied cells and houses it takes one that had the fewest candidates. There a candidate removed last is both on (all
    others are off) and off. Of two such, either serves.
    """
    most = space.cell.size
    best, fewest = int64(_NONE), int64(_NONE)
    for k in range(space.marks[CHECKS]):
        holder = int64(space.checks[k])
        if single_of(tables, space, holder) < 0:
            fewest = min(fewest, popcount(members(tables, board, holder)))
    for k in range(space.marks[CHECKS]):
        holder = int64(space.checks[k])
        held = members(tables, board, holder)
        if popcount(held) != fewest or single_of(tables, space, holder) >= 0:
            continue
        last, left = int64(-1), held
        while left:
            last = max(last, int64(row[most + member(tables, space, holder, lowest(left))]))
            left &= left - 1
        left = held
        while left:
            y = int64(member(tables, space, holder, lowest(left)))
            left &= left - 1
            if row[most + y] != last:
                continue
            others = held
            while others:
                j = int64(member(tables, space, holder, lowest(others)))
                if j != y:
                    space.weight[most + j] = ONE
                others &= others - 1
            nodes = int64(ONE) + weigh(tables, board, space, row)
            space.weight[most + y] = ONE
            nodes += weigh(tables, board, space, row)
            best = min(best, nodes)
            if fewest == 2:
                break
    return int((best + ONE // 2) // ONE)


ON_DIGIT, IN_CELLS, EVERYWHERE = range(3)
"""Kinds of chain: on a single digit; with the strong links in cells with two candidates; with all links."""

ENDS, NEW, SHOWN = int64(4), int64(5), int64(6)
"""Rows of ``ImplicationWorkspace.sets``: the candidates that are ends; what one more step leads to; what :func:`seen_by_both` and
:func:`closed` have found."""

STEP, FRONT, REACHED, BACK = map(int64, range(4))
"""Parts of ``ImplicationWorkspace.onward``, sets of ends for each end: those that are on two links after it is on; those that are
on after it is off, by chains of the present length, and by any so far; those that a weak link joins to it."""


@inner
def _serves(space: ImplicationWorkspace, kind: int, i: int, j: int) -> bool:
    """Whether a strong link is one for chains of a kind."""
    if kind == ON_DIGIT:
        return bool(space.digit[i] == space.digit[j])
    return bool(kind == EVERYWHERE or space.cell[i] == space.cell[j])


@inner
def end(space: ImplicationWorkspace, e: int) -> int:
    """The candidate that is the end with this number."""
    return int(space.total[space.cell.size + e])


@inner
def set_out(space: ImplicationWorkspace, kind: int) -> int:
    """Number the ends of chains of a kind, and begin with the chains of one link. After ``implications.link``.

    Returns how many ends there are. Overwrites ``total``, which holds the number of each candidate, and of each number its
    candidate.
    """
    count, most = int64(space.marks[COUNT]), space.cell.size
    words = (count + 63) >> 6
    of_ends, number = space.sets[ENDS], space.total
    of_ends[:words] = 0
    ends = int64(0)
    for i in range(count):
        some = False
        for w in range(words):
            left = space.strong[i, w]
            while left and not some:
                some = _serves(space, kind, i, w << 6 | lowest(left))
                left &= left - 1
        if some:
            of_ends[i >> 6] |= int64(1) << (i & 63)
            number[i] = ends
            number[most + ends] = i
            ends += 1
    across = (ends + 63) >> 6
    for e in range(ends):
        i = int64(number[most + e])
        front, reached, back = space.onward[FRONT, e], space.onward[REACHED, e], space.onward[BACK, e]
        front[:across] = 0
        back[:across] = 0
        for w in range(words):
            left = space.strong[i, w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                if _serves(space, kind, i, j):
                    front[number[j] >> 6] |= int64(1) << (number[j] & 63)
            left = space.weak[i, w] & of_ends[w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                if kind != ON_DIGIT or space.digit[i] == space.digit[j]:
                    back[number[j] >> 6] |= int64(1) << (number[j] & 63)
        for w in range(across):
            reached[w] = front[w]
    for e in range(ends):
        _lead_on(space, STEP, BACK, e, across)
        space.onward[STEP, e, e >> 6] &= ~(int64(1) << (e & 63))
    # A strong link back makes a loop of two nodes, which locked candidates and pairs have shown before.
    for e in range(ends if kind != IN_CELLS else 0):
        for w in range(across):
            space.onward[BACK, e, w] &= ~space.onward[FRONT, e, w]
    return int(ends)


@inner
def _lead_on(space: ImplicationWorkspace, to: int, through: int, e: int, across: int) -> None:
    """Set part ``to`` of an end to what FRONT has for the ends in its part ``through``."""
    row = space.onward[to, e]
    row[:across] = 0
    for w in range(across):
        left = space.onward[through, e, w]
        while left:
            middle = w << 6 | lowest(left)
            left &= left - 1
            for v in range(across):
                row[v] |= space.onward[FRONT, middle, v]


@inner
def go_further(space: ImplicationWorkspace, ends: int) -> bool:
    """Lengthen all chains by a weak and a strong link, to the ends in FRONT that no shorter one has reached.

    Returns whether there are any.
    """
    across = (ends + 63) >> 6
    new = space.sets[NEW]
    more = False
    for e in range(ends):
        front, reached = space.onward[FRONT, e], space.onward[REACHED, e]
        new[:across] = 0
        for w in range(across):
            left = front[w]
            while left:
                middle = w << 6 | lowest(left)
                left &= left - 1
                for v in range(across):
                    new[v] |= space.onward[STEP, middle, v]
        for w in range(across):
            front[w] = new[w] & ~reached[w]
            reached[w] |= new[w]
            more |= front[w] != 0
    return more


@inner
def is_proven(space: ImplicationWorkspace, e: int) -> bool:
    """Whether a chain of this length leads from an end off to itself on."""
    return bool((space.onward[FRONT, e, e >> 6] >> (e & 63)) & 1)


@inner
def _excluded(space: ImplicationWorkspace, e: int, joined: Array, words: int) -> None:
    """Add to SHOWN the candidates that an end and one in ``joined`` exclude. Only those with higher numbers count: chains join
    both ways.
    """
    shown, i = space.sets[SHOWN], int64(end(space, e))
    for w in range(e >> 6, len(joined)):
        left = joined[w]
        if w == e >> 6:
            left &= -(int64(2) << (e & 63))
        while left:
            j = int64(end(space, w << 6 | lowest(left)))
            left &= left - 1
            for v in range(words):
                shown[v] |= space.weak[i, v] & space.weak[j, v]


@inner
def seen_by_both(space: ImplicationWorkspace, ends: int) -> None:
    """Fill SHOWN with the candidates that a weak link joins to both ends of a chain of this length."""
    words, across = (space.marks[COUNT] + 63) >> 6, (ends + 63) >> 6
    space.sets[SHOWN, :words] = 0
    for e in range(ends):
        _excluded(space, e, space.onward[FRONT, e, :across], words)


@inner
def closed(space: ImplicationWorkspace, ends: int) -> None:
    """Fill SHOWN with the candidates that a weak link joins to both ends of a chain of this length, if another one closes it."""
    words, across = (space.marks[COUNT] + 63) >> 6, (ends + 63) >> 6
    new = space.sets[NEW]
    space.sets[SHOWN, :words] = 0
    for e in range(ends):
        for w in range(across):
            new[w] = space.onward[FRONT, e, w] & space.onward[BACK, e, w]
        _excluded(space, e, new[:across], words)


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
    """The share of a proof's nodes in its rating, in tenths."""
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

    Returns that rating (or ``highest``), 0 without a conclusion.
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

    Returns the highest rating now; 0 without a conclusion, -1 if there are too many candidates. The position itself is not
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
