"""Which candidates chains join: strong and weak links in turn, from all candidates at once.

A chain of interest begins and ends with a strong link: one end off turns the other end on. Therefore only candidates with a
strong link are *ends*, and only these are numbered here. They are a third of a position or less. A chain joins its ends in both
directions, because every link holds in both.

What a chain proves follows from its two ends. If they are one candidate, that is on. If not, one of them is on, so that whatever
both exclude is off. If they exclude each other, too, the chain closes to a loop.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.implications import COUNT, ImplicationWorkspace

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
    """Number the ends of chains of a kind, and begin with the chains of one link. After :func:`bookmaker...implications.link`.

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
    """Add to SHOWN what an end and one in ``joined`` exclude. Only those with higher numbers count: chains join both ways."""
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
