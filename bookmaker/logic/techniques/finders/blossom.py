"""Finder of death blossoms, on the net of :mod:`bookmaker.logic.techniques.finders.almost_net`.

A *death blossom* is a cell, the stem, with an almost locked set, a petal, for each of its candidates; the stem sees all the
petal's cells with that candidate. One petal lacks its candidate and so holds all its other digits. A digit common to all petals
therefore leaves the cells that see all its places in all of them.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders.almost import note_node, note_set
from bookmaker.logic.techniques.finders.almost_net import (
    BY_DIGIT,
    DIGIT,
    DIGIT_FROM,
    FIRST,
    NODE_COUNT,
    NODE_OF,
    OWNERS,
    OWNERS_FROM,
    Sets,
)
from bookmaker.logic.techniques.finders.board import PIVOT, Board
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.scratch import close, done, mixed, note_cell, start, take_set

CODE = CODES["death-blossom"]
AIMS, FROM, COVERS, NODE, OWNER, MARK, PICKED, SEEN = range(8)
"""Rows of ``Sets.lists``: the aims, for each digit the cells that it may leave; where the petals of each of the stem's candidates
begin; at each depth the aims that the chosen petals cover; of each petal its node, its set, and a hash of its share of the aims;
the petal chosen at each depth; for each cell the digits that have a petal.
"""


@inner
def _share(board: Board, space: Sets, aims: Array, base: int, one: int, node: int, to: Array, at: int) -> bool:
    """``to[at ...]`` = the part of ``aims[base ...]`` that sees all cells of a set with the digit. Returns whether there is any.

    ``node`` is the node that the stem sees; it is left out.
    """
    words = board.spots.shape[1]
    digits = board.spots.shape[0]
    for i in range(digits * words):
        to[at + i] = 0
    some = int64(0)
    for state in range(space.sets[FIRST + one], space.sets[FIRST + one + 1]):
        other = space.sets[NODE_OF + state]
        if other != node:
            for w in range(words):
                i = space.sets[DIGIT + other] * words + w
                to[at + i] = aims[base + i] & space.seen[other, w]
                some |= to[at + i]
    return bool(some)


@inner
def _aims(board: Board, space: Sets, stem: int) -> bool:
    """Fill the aims: cells that see, for each candidate of the stem, all cells of a digit in some petal of the candidate.

    Returns whether there is any.
    """
    sets, words, digits = space.sets, board.spots.shape[1], board.spots.shape[0]
    aims, union = space.lists[AIMS], space.lists[COVERS]
    aims[0 : digits * words] = -1
    rest = int64(board.candidates[stem])
    if rest & ~space.lists[SEEN, stem]:
        return False
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        union[0 : digits * words] = 0
        for i in range(sets[DIGIT_FROM + digit], sets[DIGIT_FROM + digit + 1]):
            node = sets[BY_DIGIT + i]
            if (space.seen[node, stem >> 6] >> (stem & 63)) & 1 == 0:
                continue
            for k in range(sets[OWNERS_FROM + node], sets[OWNERS_FROM + node + 1]):
                one = sets[OWNERS + k]
                for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
                    other = sets[NODE_OF + state]
                    if other != node:
                        for w in range(words):
                            union[sets[DIGIT + other] * words + w] |= space.seen[other, w]
        some = int64(0)
        for i in range(digits * words):
            aims[i] &= union[i]
            some |= aims[i]
        if some == 0:
            return False
    return True


@inner
def _petals(board: Board, space: Sets, stem: int) -> int:
    """List the petals of each candidate, one of those with the same share of the aims. Returns the number of candidates."""
    sets, words = space.sets, board.spots.shape[1]
    digits = board.spots.shape[0]
    first, marks, share = space.lists[FROM], space.lists[MARK], space.lists[COVERS]
    count = int64(0)
    depth = 0
    rest = int64(board.candidates[stem])
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        first[depth] = count
        for i in range(sets[DIGIT_FROM + digit], sets[DIGIT_FROM + digit + 1]):
            node = sets[BY_DIGIT + i]
            if (space.seen[node, stem >> 6] >> (stem & 63)) & 1 == 0:
                continue
            for k in range(sets[OWNERS_FROM + node], sets[OWNERS_FROM + node + 1]):
                one = sets[OWNERS + k]
                if not _share(board, space, space.lists[AIMS], 0, one, node, share, 0):
                    continue
                mark = int64(0)
                for j in range(digits * words):
                    left = share[j]
                    while left:
                        mark += mixed(int64(j) << 8 | lowest(left))
                        left &= left - 1
                known = False
                for j in range(first[depth], count):
                    known |= marks[j] == mark
                if not known:
                    marks[count] = mark
                    space.lists[NODE, count] = node
                    space.lists[OWNER, count] = one
                    count += 1
        depth += 1
    first[depth] = count
    return depth


@inner
def _write(board: Board, space: Sets, stem: int, depth: int) -> None:
    scratch, covers, words, digits = space.scratch, space.lists[COVERS], board.spots.shape[1], board.spots.shape[0]
    gone = int64(0)
    start(board, scratch, CODE)
    for digit in range(1, digits):
        some = int64(0)
        for w in range(words):
            scratch.sets[0, w] = covers[(depth * digits + digit) * words + w]
            some |= scratch.sets[0, w]
        if some:
            take_set(board, scratch, 0, digit)
            gone |= int64(1) << (digit - 1)
    if close(board, scratch, gone):
        note_cell(board, PIVOT, stem, int64(board.candidates[stem]))
        for i in range(depth):
            note_set(board, space, space.lists[OWNER, space.lists[PICKED, i]])
        for i in range(depth):
            note_node(board, space, space.lists[NODE, space.lists[PICKED, i]])
        done(board)


@inner
def _list_petals(board: Board, space: Sets) -> None:
    """List for each cell, as a mask, the digits that some set has only in cells that it sees."""
    sets, seen = space.sets, space.lists[SEEN]
    for cell in range(board.candidates.size):
        seen[cell] = 0
    for node in range(space.counts[NODE_COUNT]):
        for w in range(board.spots.shape[1]):
            left = space.seen[node, w]
            while left:
                seen[w << 6 | lowest(left)] |= int64(1) << (sets[DIGIT + node] - 1)
                left &= left - 1


@inner
def find(board: Board, space: Sets) -> None:
    """Write every death blossom: each stem, each choice of a petal for each of its candidates that cover an aim together."""
    words, digits = board.spots.shape[1], board.spots.shape[0]
    first, picked, covers = space.lists[FROM], space.lists[PICKED], space.lists[COVERS]
    _list_petals(board, space)
    for stem in range(board.candidates.size):
        if popcount(int64(board.candidates[stem])) < 2 or not _aims(board, space, stem):
            continue
        depths = _petals(board, space, stem)
        for i in range(digits * words):
            covers[i] = space.lists[AIMS, i]
        depth = 0
        picked[0] = first[0]
        while depth >= 0:
            petal = picked[depth]
            if petal == first[depth + 1]:
                depth -= 1
                if depth >= 0:
                    picked[depth] += 1
                continue
            base = depth * digits * words
            one, node = space.lists[OWNER, petal], space.lists[NODE, petal]
            if _share(board, space, covers, base, one, node, covers, base + digits * words):
                if depth + 1 < depths:
                    depth += 1
                    picked[depth] = first[depth]
                    continue
                _write(board, space, stem, depths)
            picked[depth] += 1
