"""What follows from the candidates of a grid of any houses and peers, sizes 4 to 25, for sixteen digits at once.

Sets of cells are words of whole rows (:class:`bookmaker.logic.kernels.rules.WordRules`), and a vector is such a word for sixteen
digits, one in each lane: the cells where the digit is a candidate. A house is thus a mask, a rule is a few operations for all
digits, and 9x9 is three vectors (grids of more than 16 digits take two blocks of vectors, one after the other). The state of a
search is one array ``work`` of nodes. A node of a grid with W words, with the places of :class:`Shape`:

    16 * (W * block + word) + lane     the candidates of digit 16 * block + lane + 1
    done + word                        the cells that are decided and whose peers know
    pairs + word                       the cells with two candidates
    guess, guess + 1                   the guess made here: the index of its word in the node, its bit

Adding lanes into "at least one, at least two" gives the cells with one candidate (naked singles). Adding the parts of a house
gives the digits with one place in it (hidden singles). When no single is left, pairs of houses with several common cells follow:
if all places of a digit in one house lie in the other, the rest of the other loses it (pointing and claiming). That costs little
compared with the guesses that it saves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bookmaker.logic.jit.decorators import inner
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import LANES, copies, lanes_with, load, nothing, peek, some, store, tally

# Relations between two cells: what tables of allowed pairs of digits leave of the candidates.
#
# On the nodes of :mod:`bookmaker.logic.kernels.propagation`, for the general search. A digit in a cell removes from the related
# cells what its row of the table forbids. The effects that all alternatives share follow, too:
#
# - candidates that no candidate of a cell allows leave the related cells;
# - where all places of a digit in a house are a cell or related to it, the cell loses every digit that forbids this one there.


@inner
def _place(shape: Any, at: int, digit: int, word: int) -> int:
    return int(at + (digit // LANES * shape.words + word) * LANES + digit % LANES)


@inner
def exclude(shape: Any, tables: Array, related: Array, work: Array, at: int) -> None:
    """Remove the digits that fresh cells forbid from the cells related to them."""
    every = (_ONE << np.uint32(shape.size)) - _ONE
    cells_of = shape.size * shape.size
    for word in range(shape.words):
        cells = work[shape.fresh + word]
        while cells:
            bit = cells & (~cells + _ONE)
            cell = word * shape.width + lowest(cells)
            cells ^= bit
            for block in range(shape.blocks):
                lanes = lanes_with(load(work, at + (block * shape.words + word) * LANES), bit)
                if not lanes:
                    continue
                digit = block * LANES + lowest(lanes)
                for table in range(len(tables)):
                    gone = every & ~tables[table, digit]
                    while gone:
                        other = lowest(gone)
                        gone &= gone - _ONE
                        for near in range(shape.words):
                            mask = peek(related, (table * cells_of + cell) * shape.words + near)
                            work[_place(shape, at, other, near)] &= ~mask


@inner
def _by_cells(shape: Any, full: Array, tables: Array, related: Array, work: Array, at: int) -> bool:
    """Remove from related cells the candidates that no candidate of a cell allows. Returns whether anything was removed."""
    taken = _NONE
    cells_of = shape.size * shape.size
    for table in range(len(tables)):
        for digit in range(shape.size):
            for word in range(shape.words):
                allowing = _NONE
                for held in range(shape.size):
                    if (tables[table, held] >> np.uint32(digit)) & _ONE:
                        allowing |= work[_place(shape, at, held, word)]
                cells = full[word] & ~(allowing | work[at + shape.done + word])
                while cells:
                    cell = word * shape.width + lowest(cells)
                    cells &= cells - _ONE
                    for near in range(shape.words):
                        place = _place(shape, at, digit, near)
                        gone = work[place] & peek(related, (table * cells_of + cell) * shape.words + near)
                        work[place] ^= gone
                        taken |= gone
    return bool(taken)


@inner
def _by_houses(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """Remove what all places of a digit in a house forbid in a cell. Returns whether anything was removed."""
    taken = _NONE
    for ring in range(len(rules.ring_cell)):
        confined = mine = _NONE
        cell = peek(rules.ring_cell, ring)
        word, bit = cell // shape.width, _ONE << np.uint32(cell % shape.width)
        for block in range(shape.blocks):
            base = at + block * shape.words * LANES
            outside = copies(_NONE)
            for item in range(rules.ring_start[ring], rules.ring_start[ring + 1]):
                outside |= load(work, base + peek(rules.ring_word, item) * LANES) & peek(rules.ring_mask, item)
            shift = np.uint32(block * LANES)
            confined |= lanes_with(nothing(outside) & load(work, block * LANES), _ONE) << shift
            mine |= lanes_with(load(work, base + word * LANES), bit) << shift
        if confined == 0:
            continue
        left = mine
        while left:
            held = lowest(left)
            own = left & (~left + _ONE)
            left ^= own
            if not rules.ring_inside[ring]:
                own = _NONE
            # A cell of the house may itself hold the confined digit.
            if confined & ~(rules.tables[rules.ring_table[ring], held] | own):
                work[_place(shape, at, held, word)] &= ~bit
                taken |= bit
    return bool(taken)


@inner
def keep_related(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """Remove what all alternatives exclude, in a node without fresh cells. Returns whether anything was removed."""
    if _by_cells(shape, rules.full, rules.tables, rules.related, work, at):
        return True
    return bool(_by_houses(shape, rules, work, at))


_ONE = np.uint32(1)
_NONE = np.uint32(0)

DEAD, SOLVED, OPEN = 0, 1, 2
"""How settling a node ends: a contradiction; every cell is decided; neither."""


class Shape(NamedTuple):
    """Numbers of a grid and of its nodes: see the module. ``done``, ``pairs`` and ``guess`` are places in a node, ``node`` its
    length. ``spare`` vectors and ``fresh`` words are scratch before the first node, which is at ``first``.
    """

    size: int
    width: int
    words: int
    blocks: int
    done: int
    pairs: int
    guess: int
    node: int
    spare: int
    fresh: int
    first: int


@inner
def shape_of(size: int, width: int, words: int) -> Shape:
    """The numbers of a grid with these numbers of digits, of cells in a full word, and of words."""
    blocks = (size + LANES - 1) // LANES
    vectors = blocks * words * LANES
    node = (vectors + 2 * words + 2 + LANES - 1) // LANES * LANES
    # The masks of lanes that are digits come first, a vector for each block; then the spare vectors, then the fresh words.
    fresh = blocks * LANES + vectors
    first = fresh + (words + LANES - 1) // LANES * LANES
    return Shape(
        size,
        width,
        words,
        blocks,
        vectors,
        vectors + words,
        vectors + 2 * words,
        node,
        blocks * LANES,
        fresh,
        first,
    )


@inner
def _eliminate(shape: Any, near: Array, work: Array, at: int, home: int, bit: Any, cell: int) -> None:
    """Take the digit of a decided cell from its peers."""
    for block in range(shape.blocks):
        base = at + block * shape.words * LANES
        other = nothing(load(work, base + home * LANES) & bit)
        for word in range(shape.words):
            place = base + word * LANES
            store(work, place, load(work, place) & (other | ~peek(near, cell * shape.words + word)))


@inner
def _eliminate_fresh(shape: Any, near: Array, work: Array, at: int) -> None:
    """Take the digits of the cells noted as fresh from their peers."""
    for word in range(shape.words):
        cells = work[shape.fresh + word]
        work[at + shape.done + word] |= cells
        while cells:
            bit = cells & (~cells + _ONE)
            _eliminate(shape, near, work, at, word, bit, word * shape.width + lowest(cells))
            cells ^= bit


@inner
def _naked(shape: Any, full: Array, work: Array, at: int) -> int:
    """Note cells with one candidate as fresh. Returns DEAD (a cell has none), SOLVED (every cell has one, and nothing is
    fresh), OPEN, or OPEN + 1 if something is fresh. PAIRS is set.
    """
    fresh = several = _NONE
    for word in range(shape.words):
        one = two = three = _NONE
        for block in range(shape.blocks):
            a, b, c = tally(load(work, at + (block * shape.words + word) * LANES))
            three |= c | (one & b) | (two & a)
            two |= b | (one & a)
            one |= a
        if one != full[word]:
            return DEAD
        alone = one & ~two & ~work[at + shape.done + word]
        work[shape.fresh + word] = alone
        work[at + shape.pairs + word] = two & ~three
        fresh |= alone
        several |= two
    if fresh:
        return OPEN + 1
    return OPEN if several else SOLVED


@inner
def _hidden(shape: Any, rules: Any, work: Array, at: int) -> int:
    """Reduce each cell that is a digit's only place in a house to that digit, and note it as fresh. Returns DEAD (a digit has no
    place in a house, or two digits have the same only place), OPEN + 1 if something is fresh, else OPEN.
    """
    size = shape.size
    row = (_ONE << np.uint32(size)) - _ONE
    starts, parts, masks = rules.house_start, rules.house_word, rules.house_mask
    for block in range(shape.blocks):
        base = at + block * shape.words * LANES
        spare = shape.spare + block * shape.words * LANES
        bad = copies(_NONE)
        # All columns at once: a bit for each, in the lowest row of a word.
        one = copies(_NONE)
        two = copies(_NONE)
        for word in range(shape.words):
            words = load(work, base + word * LANES)
            for shift in range(0, shape.width, size):
                mine = (words >> shift) & row
                two |= one & mine
                one |= mine
        bad |= (one ^ row) & row
        one = one & ~two
        column = one
        for shift in range(size, shape.width, size):
            column |= one << shift
        for word in range(shape.words):
            # All rows of a word at once: subtracting 1 from each removes its first place. It borrows from the next row only if
            # there is none; the last bit of an empty row then shows the contradiction.
            words = load(work, base + word * LANES)
            first = peek(rules.first, word)
            last = first << np.uint32(size - 1)
            others = peek(rules.full, word) ^ last
            less = words - first
            bad |= less & ~words & last
            several = words & less
            several = (((several & others) + others) | several) & last
            alone = words & ~((several + several) - (several >> (size - 1)))
            store(work, spare + word * LANES, alone | (words & column))
        for part in range(starts[size], starts[rules.within]):
            place = peek(parts, part) * LANES
            mine = load(work, base + place) & peek(masks, part)
            bad |= nothing(mine)
            alone = mine & nothing(mine & (mine - 1))
            store(work, spare + place, load(work, spare + place) | alone)
        for house in range(rules.within, rules.plain):
            one = copies(_NONE)
            two = copies(_NONE)
            for part in range(starts[house], starts[house + 1]):
                mine = load(work, base + peek(parts, part) * LANES) & peek(masks, part)
                two |= (mine & (mine - 1)) | (mine & ~nothing(one))
                one |= mine
            bad |= nothing(one)
            alone = nothing(two)
            for part in range(starts[house], starts[house + 1]):
                place = peek(parts, part) * LANES
                mine = load(work, base + place) & peek(masks, part) & alone
                store(work, spare + place, load(work, spare + place) | mine)
        if some(bad & load(work, block * LANES)):
            return DEAD
    fresh = _NONE
    for word in range(shape.words):
        done = work[at + shape.done + word]
        one = two = _NONE
        for block in range(shape.blocks):
            a, b, _ = tally(load(work, shape.spare + (block * shape.words + word) * LANES))
            two |= b | (one & a)
            one |= a
        one &= ~done
        if two & ~done:
            return DEAD
        work[shape.fresh + word] = one
        fresh |= one
        for block in range(shape.blocks):
            place = (block * shape.words + word) * LANES
            words = load(work, at + place)
            store(work, at + place, words & (load(work, shape.spare + place) | copies(~one)))
    return OPEN + 1 if fresh else OPEN


@inner
def _locked(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """If all places of a digit in one house lie in another, remove it from the rest of the other. Returns whether any was
    removed.
    """
    removed = False
    for block in range(shape.blocks):
        base = at + block * shape.words * LANES
        spare = shape.spare + block * shape.words * LANES
        removed |= _locked_within(shape, rules, work, base, spare)
        if len(rules.rest_start) > 1:
            removed |= _locked_across(shape, rules.rest_start, rules.rest_word, rules.rest_mask, work, base, spare)
    return removed


@inner
def _locked_within(shape: Any, rules: Any, work: Array, base: int, spare: int) -> Any:
    """:func:`_locked` for pairs of houses that lie in one word, and of a column and a house that lies in one word."""
    size = shape.size
    row = (_ONE << np.uint32(size)) - _ONE
    # The columns, a bit for each, that have the digit in a word (kept in ``spare``), in some word, in several.
    one = copies(_NONE)
    two = copies(_NONE)
    for word in range(shape.words):
        words = load(work, base + word * LANES)
        columns = words & row
        for shift in range(size, shape.width, size):
            columns |= (words >> shift) & row
        two |= one & columns
        one |= columns
        store(work, spare + word * LANES, columns)
    change = copies(_NONE)
    once = copies(_NONE)
    more = copies(_NONE)
    for word in range(shape.words):
        words = load(work, base + word * LANES)
        gone = copies(_NONE)
        for pair in range(peek(rules.near_start, word), peek(rules.near_start, word + 1)):
            rest = peek(rules.near_one, pair)
            other = peek(rules.near_other, pair)
            gone |= (nothing(words & rest) & other) | (nothing(words & other) & rest)
        elsewhere = two | (one & ~load(work, spare + word * LANES))
        struck = copies(_NONE)
        for pair in range(peek(rules.column_start, word), peek(rules.column_start, word + 1)):
            column = peek(rules.column_bit, pair)
            rest = peek(rules.column_rest, pair)
            other = peek(rules.column_other, pair)
            pointing = nothing(words & other)
            gone |= (nothing((elsewhere & column) | (words & rest)) & other) | (pointing & rest)
            struck |= pointing & column
        gone &= words
        change |= gone
        store(work, base + word * LANES, words ^ gone)
        store(work, spare + word * LANES, struck)
        more |= once & struck
        once |= struck
    for word in range(shape.words):
        # Remove columns to which another word confines the digit.
        columns = more | (once & ~load(work, spare + word * LANES))
        gone = columns
        for shift in range(size, shape.width, size):
            gone |= columns << shift
        words = load(work, base + word * LANES)
        gone &= words
        change |= gone
        store(work, base + word * LANES, words ^ gone)
    return some(change)


@inner
def _locked_across(shape: Any, starts: Array, parts: Array, masks: Array, work: Array, base: int, spare: int) -> Any:
    """:func:`_locked` for all other pairs."""
    for word in range(shape.words):
        store(work, spare + word * LANES, copies(_NONE))
    for pair in range(0, len(starts) - 1, 2):
        one = copies(_NONE)
        other = copies(_NONE)
        for part in range(starts[pair], starts[pair + 1]):
            one |= load(work, base + peek(parts, part) * LANES) & peek(masks, part)
        for part in range(starts[pair + 1], starts[pair + 2]):
            other |= load(work, base + peek(parts, part) * LANES) & peek(masks, part)
        one = nothing(one)
        other = nothing(other)
        for part in range(starts[pair], starts[pair + 1]):
            place = spare + peek(parts, part) * LANES
            store(work, place, load(work, place) | (other & peek(masks, part)))
        for part in range(starts[pair + 1], starts[pair + 2]):
            place = spare + peek(parts, part) * LANES
            store(work, place, load(work, place) | (one & peek(masks, part)))
    change = copies(_NONE)
    for word in range(shape.words):
        words = load(work, base + word * LANES)
        gone = words & load(work, spare + word * LANES)
        change |= gone
        store(work, base + word * LANES, words ^ gone)
    return some(change)


@inner
def settle(shape: Any, rules: Any, work: Array, at: int) -> int:
    """Draw the consequences of a node's candidates. Returns DEAD, SOLVED or OPEN."""
    while True:
        status = _naked(shape, rules.full, work, at)
        if status == OPEN:
            status = _hidden(shape, rules, work, at)
            if status == OPEN:
                if _locked(shape, rules, work, at):
                    continue
                if len(rules.tables) and keep_related(shape, rules, work, at):
                    continue
                return OPEN
        if status <= SOLVED:
            return status
        _eliminate_fresh(shape, rules.near, work, at)
        if len(rules.tables):
            exclude(shape, rules.tables, rules.related, work, at)
