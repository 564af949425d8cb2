"""The general search: solutions of any grid that is houses and peers, sizes 4 to 25.

Sets of cells are words of whole rows (:class:`bookmaker.kernels.rules.WordRules`), and a vector is such a word for sixteen
digits, one in each lane: the cells where the digit is a candidate. So a house is a mask, a rule is a few operations for all
digits, and 9x9 is three vectors (grids of more than 16 digits take two blocks of vectors, one after the other). All state is one
array ``work``, a stack of nodes, so that going back is a step down. A node of grid with W words, its numbers counted by _Shape:

    16 * (W * block + word) + lane     the candidates of digit 16 * block + lane + 1
    DONE + word                        the cells that are decided and whose peers know
    PAIRS + word                       the cells with two candidates
    GUESS, GUESS + 1                   the guess made here: the index of its word in the node, its bit

Adding lanes into "at least one, at least two" tells the cells with one candidate (naked singles), adding the parts of a house
tells the digits with one place in it (hidden singles). When there is no single left, pairs of houses with several cells in common
are looked at: where all places of a digit in the one house lie in the other, the rest of the other loses it (pointing and
claiming). That is cheap beside the guesses that it saves.

A guess is one candidate, and the other branch is its removal: every solution has the candidate or has it not, so no
solution is met twice and none is missed. Guessed is a cell with two candidates, of these the one whose digits have most to
lose (see :mod:`bookmaker.kernels.classic9`); else a digit with two places in a house, else a cell with the fewest: the
fewer ways, the sooner the other branch is decided by a single.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bookmaker.kernels.bits import lowest
from bookmaker.kernels.jit import inner, kernel, lean
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.kernels.vectors import LANES, copies, load, nothing, popcounts, some, store, tally, total

_ONE = np.uint32(1)
_NONE = np.uint32(0)
DEAD, SOLVED, OPEN = 0, 1, 2
"""What settling a node comes to: a contradiction; every cell is decided; neither."""

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


class _Shape(NamedTuple):
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
def _shape(size: int, width: int, words: int) -> _Shape:
    blocks = (size + LANES - 1) // LANES
    vectors = blocks * words * LANES
    node = (vectors + 2 * words + 2 + LANES - 1) // LANES * LANES
    # Two lanes of digits that there are, by block, come first; then the spare vectors, then a word for each word.
    fresh = blocks * LANES + vectors
    first = fresh + (words + LANES - 1) // LANES * LANES
    return _Shape(
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
def _eliminate(shape: Any, near: Array, work: Array, at: int, cell: int) -> None:
    """Take the digit of a decided cell from its peers."""
    bit = _ONE << np.uint32(cell % shape.width)
    for block in range(shape.blocks):
        base = at + block * shape.words * LANES
        mine = ~nothing(load(work, base + cell // shape.width * LANES) & bit)
        for word in range(shape.words):
            place = base + word * LANES
            store(work, place, load(work, place) & ~(mine & near[cell, word]))


@inner
def _eliminate_fresh(shape: Any, near: Array, work: Array, at: int) -> None:
    """Take the digits of the cells noted as fresh from their peers."""
    for word in range(shape.words):
        cells = work[shape.fresh + word]
        work[at + shape.done + word] |= cells
        while cells:
            _eliminate(shape, near, work, at, word * shape.width + lowest(cells))
            cells &= cells - _ONE


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
def _hidden(
    shape: Any, plain: int, starts: Array, parts: Array, masks: Array, full: Array, work: Array, at: int
) -> int:
    """Leave in cells that are a digit's only place in a house that digit, and note them as fresh. Returns DEAD (a digit has
    no place in a house, or two digits have the same cell alone), OPEN + 1 if something is fresh, else OPEN.
    """
    size = shape.size
    row = (_ONE << np.uint32(size)) - _ONE
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
        alone = one
        for shift in range(size, shape.width, size):
            alone |= one << shift
        for word in range(shape.words):
            store(work, spare + word * LANES, load(work, base + word * LANES) & alone)
        for house in range(plain):
            one = copies(_NONE)
            two = copies(_NONE)
            for part in range(starts[house], starts[house + 1]):
                mine = load(work, base + parts[part] * LANES) & masks[part]
                two |= (mine & (mine - 1)) | (mine & ~nothing(one))
                one |= mine
            bad |= nothing(one)
            alone = nothing(two)
            for part in range(starts[house], starts[house + 1]):
                place = parts[part] * LANES
                mine = load(work, base + place) & masks[part] & alone
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
def _locked(shape: Any, starts: Array, parts: Array, masks: Array, work: Array, at: int) -> bool:
    """Where all places of a digit in one house lie in another, remove it from the rest of the other. Returns whether
    something was removed.
    """
    removed = False
    for block in range(shape.blocks):
        base = at + block * shape.words * LANES
        spare = shape.spare + block * shape.words * LANES
        for word in range(shape.words):
            store(work, spare + word * LANES, copies(_NONE))
        for pair in range(0, len(starts) - 1, 2):
            one = copies(_NONE)
            other = copies(_NONE)
            for part in range(starts[pair], starts[pair + 1]):
                one |= load(work, base + parts[part] * LANES) & masks[part]
            for part in range(starts[pair + 1], starts[pair + 2]):
                other |= load(work, base + parts[part] * LANES) & masks[part]
            one = nothing(one)
            other = nothing(other)
            for part in range(starts[pair], starts[pair + 1]):
                place = spare + parts[part] * LANES
                store(work, place, load(work, place) | (other & masks[part]))
            for part in range(starts[pair + 1], starts[pair + 2]):
                place = spare + parts[part] * LANES
                store(work, place, load(work, place) | (one & masks[part]))
        change = copies(_NONE)
        for word in range(shape.words):
            words = load(work, base + word * LANES)
            gone = words & load(work, spare + word * LANES)
            change |= gone
            store(work, base + word * LANES, words ^ gone)
        removed |= some(change)
    return removed


@inner
def _settle(shape: Any, rules: Any, work: Array, at: int) -> int:
    """Draw the consequences of a node's candidates. Returns DEAD, SOLVED or OPEN."""
    while True:
        status = _naked(shape, rules.full, work, at)
        if status == OPEN:
            status = _hidden(
                shape, rules.plain, rules.house_start, rules.house_word, rules.house_mask, rules.full, work, at
            )
            if status == OPEN:
                if _locked(shape, rules.rest_start, rules.rest_word, rules.rest_mask, work, at):
                    continue
                return OPEN
        if status <= SOLVED:
            return status
        _eliminate_fresh(shape, rules.near, work, at)


@inner
def _start(shape: Any, near: Array, full: Array, work: Array, cells: Array) -> bool:
    """Set the first node to the givens. Returns False if two clash or a digit is above the size."""
    words, at = shape.words, shape.first
    for digit in range(shape.blocks * LANES):
        work[digit] = ~_NONE if digit < shape.size else _NONE
        for word in range(words):
            place = (digit // LANES * words + word) * LANES + digit % LANES
            work[at + place] = full[word] if digit < shape.size else _NONE
            work[shape.spare + place] = _NONE
    for word in range(words):
        work[at + shape.done + word] = _NONE
    for cell in range(len(cells)):
        digit = np.int64(cells[cell]) - 1
        if digit >= 0:
            if digit >= shape.size:
                return False
            base = digit // LANES * words * LANES + digit % LANES
            word = cell // shape.width
            bit = _ONE << np.uint32(cell % shape.width)
            if not work[at + base + word * LANES] & bit:
                return False
            work[shape.spare + base + word * LANES] |= bit
            work[at + shape.done + word] |= bit
            for other in range(words):
                work[at + base + other * LANES] &= ~near[cell, other]
    for block in range(shape.blocks):
        for word in range(words):
            place = (block * words + word) * LANES
            free = copies(~work[at + shape.done + word])
            store(work, at + place, load(work, at + place) & (free | load(work, shape.spare + place)))
    return True


@inner
def _guess(shape: Any, work: Array, at: int, word: int, bit: Any) -> None:
    """Note as the guess the first digit of a word that has the bit."""
    for digit in range(shape.size):
        place = (digit // LANES * shape.words + word) * LANES + digit % LANES
        if work[at + place] & bit:
            work[at + shape.guess] = place
            work[at + shape.guess + 1] = bit
            return


@inner
def _choose_pair(shape: Any, near: Array, work: Array, at: int) -> bool:
    """Set the guess to one in a cell with two candidates. Returns False if there is none."""
    most = np.int64(-1)
    best = 0
    for word in range(shape.words):
        cells = work[at + shape.pairs + word]
        while cells:
            place = lowest(cells)
            cells &= cells - _ONE
            cell = word * shape.width + place
            loss = 0
            for block in range(shape.blocks):
                base = at + block * shape.words * LANES
                count = copies(_NONE)
                for other in range(shape.words):
                    lost = load(work, base + other * LANES) & near[cell, other]
                    pairs = popcounts(lost & work[at + shape.pairs + other])
                    count += popcounts(lost) + pairs + pairs + pairs
                mine = load(work, base + word * LANES) & (_ONE << np.uint32(place))
                loss += np.int64(total(count & ~nothing(mine)))
            if loss > most:
                most, best = loss, cell
    if most >= 0:
        _guess(shape, work, at, best // shape.width, _ONE << np.uint32(best % shape.width))
    return most >= 0


@inner
def _choose_place(shape: Any, starts: Array, parts: Array, masks: Array, work: Array, at: int) -> bool:
    """Set the guess to one of a digit with two places in a house. Returns False if there is none."""
    for house in range(len(starts) - 1):
        for block in range(shape.blocks):
            base = at + block * shape.words * LANES
            count = copies(_NONE)
            for part in range(starts[house], starts[house + 1]):
                count += popcounts(load(work, base + parts[part] * LANES) & masks[part])
            if some(nothing(count ^ 2)):
                store(work, shape.spare, nothing(count ^ 2))
                lane = 0
                while work[shape.spare + lane] == _NONE:
                    lane += 1
                part = starts[house]
                while not work[base + parts[part] * LANES + lane] & masks[part]:
                    part += 1
                place = base + parts[part] * LANES + lane
                work[at + shape.guess] = place - at
                work[at + shape.guess + 1] = _ONE << np.uint32(lowest(work[place] & masks[part]))
                return True
    return False


@inner
def _choose_cell(shape: Any, work: Array, at: int) -> None:
    """Set the guess to one in a cell with the fewest candidates."""
    fewest = 99
    best = 0
    for cell in range(shape.size * shape.size):
        word, bit = cell // shape.width, _ONE << np.uint32(cell % shape.width)
        ways = 0
        for block in range(shape.blocks):
            mine = load(work, at + (block * shape.words + word) * LANES) & bit
            ways -= np.int64(np.int32(total(~nothing(mine))))
        if 1 < ways < fewest:
            fewest, best = ways, cell
    _guess(shape, work, at, best // shape.width, _ONE << np.uint32(best % shape.width))


@inner
def _branch(shape: Any, work: Array, at: int) -> None:
    """Make the next node this one with the guess of it, and remove the guess from this one."""
    after = at + shape.node
    guess, bit = np.int64(work[at + shape.guess]), work[at + shape.guess + 1]
    for word in range(shape.words):
        work[after + shape.done + word] = work[at + shape.done + word]
    here = guess // LANES % shape.words
    for block in range(shape.blocks):
        for word in range(shape.words):
            place = (block * shape.words + word) * LANES
            words = load(work, at + place)
            store(work, after + place, words & ~bit if word == here else words)
    work[after + guess] |= bit
    work[at + guess] ^= bit


@kernel
def _workspace(rules: RuleArrays) -> Array:
    shape = _shape(rules.size, rules.words.width, len(rules.words.full))
    return np.empty(shape.first + (len(rules.peers) + 1) * shape.node, np.uint32)


@lean
def _search(size: int, rules: Any, work: Array, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """:func:`search` with its memory."""
    shape = _shape(size, rules.width, len(rules.full))
    found = 0
    nodes = 0
    at = shape.first
    if not _start(shape, rules.near, rules.full, work, cells):
        return 0
    while True:
        status = _settle(shape, rules, work, at)
        if status == OPEN:
            if nodes == max_nodes and max_nodes > 0:
                return UNDECIDED
            nodes += 1
            if not _choose_pair(shape, rules.near, work, at) and not _choose_place(
                shape, rules.house_start, rules.house_word, rules.house_mask, work, at
            ):
                _choose_cell(shape, work, at)
            _branch(shape, work, at)
            at += shape.node
            continue
        if status == SOLVED:
            if found < len(out):
                for digit in range(size):
                    for word in range(shape.words):
                        here = work[at + (digit // LANES * shape.words + word) * LANES + digit % LANES]
                        while here:
                            out[found, word * shape.width + lowest(here)] = digit + 1
                            here &= here - _ONE
            found += 1
            if found == limit:
                return found
        if at == shape.first:
            return found
        at -= shape.node


@kernel
def search(rules: RuleArrays, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions, up to a limit.

    ``cells`` uint8[cells], 0 = empty, is not written to. ``limit`` >= 1. ``max_nodes``: give up after so many guesses,
    0 = never. ``out`` uint8[k, cells], k >= 0: the first k solutions are written to it, in an order that depends on
    rules and givens only. Returns the number of solutions, at most ``limit``: 0 if givens clash or a digit is above the
    size; UNDECIDED (-1) if it gave up before.
    """
    return _search(rules.size, rules.words, _workspace(rules), cells, limit, max_nodes, out)


@kernel
def count(rules: RuleArrays, cells: Array, limit: int, solution: Array) -> int:
    """The number of solutions, at most ``limit``; the first is written to ``solution`` uint8[cells]. See
    :func:`search`.
    """
    return search(rules, cells, limit, 0, solution.reshape(1, len(solution)))


@kernel
def count_within(rules: RuleArrays, cells: Array, limit: int, max_nodes: int, solution: Array) -> int:
    """:func:`count` that returns UNDECIDED (-1) when ``max_nodes`` guesses were not enough (0 = no bound)."""
    return search(rules, cells, limit, max_nodes, solution.reshape(1, len(solution)))


@kernel
def enumerate_solutions(rules: RuleArrays, cells: Array, limit: int, out: Array) -> int:
    """The number of solutions, at most ``limit``; as many as fit are written to ``out`` uint8[k, cells]. See
    :func:`search`.
    """
    return search(rules, cells, limit, 0, out)


@kernel
def count_batch(rules: RuleArrays, puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, cells]; writes ``counts`` int64[n] and ``out`` uint8[n, k,
    cells], k >= 0.
    """
    work = _workspace(rules)
    for row in range(len(puzzles)):
        counts[row] = _search(rules.size, rules.words, work, puzzles[row], limit, max_nodes, out[row])
