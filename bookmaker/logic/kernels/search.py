"""The general search: solutions of any grid that is houses, peers and relations, sizes 4 to 25.

All state is one array ``work``, a stack of the nodes of :mod:`bookmaker.logic.kernels.propagation`; backtracking is a step down.

A guess is one candidate; the other branch removes it. Every solution either has the candidate or lacks it, so each is found
exactly once. The search guesses in a cell with two candidates, the one whose guess removes most (see
:mod:`bookmaker.logic.kernels.choice9`); else a digit with two places in a house, else in a cell with the fewest candidates. The
fewer the alternatives, the sooner a single decides the other branch. The scan of the cells with two candidates also finds naked
pairs; candidates that they exclude are removed first, and may save the guess.

Where cells are related by tables, and where a cell may not hold a digit (NOT), a cell without two candidates is chosen by its
*weight*: how often a guess in it has failed at once. The search then stays where the contradictions are (after Boussemart,
Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints", 2004). Hard searches for another solution of
puzzles with whispers take an eighth of the time, with a knight's move a third.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner, kernel, lean
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.propagation import OPEN, SOLVED, exclude, settle, shape_of
from bookmaker.logic.kernels.rules import NOT, Array, RuleArrays
from bookmaker.logic.kernels.vectors import LANES, copies, lanes_with, load, nothing, peek, popcounts, store

_ONE = np.uint32(1)
_NONE = np.uint32(0)
_SET, _REMOVED, _NO_PAIR = 0, 1, 2

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


@inner
def _start(shape: Any, near: Array, full: Array, may: Array, work: Array, cells: Array) -> bool:
    """Set the first node to the givens. Returns False if two clash, or a number is neither a digit nor NOT plus a digit."""
    words, at = shape.words, shape.first
    for digit in range(shape.blocks * LANES):
        work[digit] = ~_NONE if digit < shape.size else _NONE
    for block in range(shape.blocks):
        digits = load(work, block * LANES)
        for word in range(words):
            place = (block * words + word) * LANES
            store(work, at + place, digits & peek(full, word))
            store(work, shape.spare + place, copies(_NONE))
    for digit in range(len(may)):
        for word in range(words):
            work[at + (digit // LANES * words + word) * LANES + digit % LANES] &= may[digit, word]
    for word in range(words):
        work[at + shape.done + word] = _NONE
    for cell in range(len(cells)):
        given: Any = np.int64(cells[cell]) - 1
        if given >= NOT:
            digit = given - NOT
            if digit >= shape.size:
                return False
            word = cell // shape.width
            place = at + (digit // LANES * words + word) * LANES + digit % LANES
            work[place] &= ~(_ONE << np.uint32(cell % shape.width))
        elif given >= 0:
            if given >= shape.size:
                return False
            base = given // LANES * words * LANES + given % LANES
            word = cell // shape.width
            bit = _ONE << np.uint32(cell % shape.width)
            if not work[at + base + word * LANES] & bit:
                return False
            work[shape.spare + base + word * LANES] |= bit
            work[at + shape.done + word] |= bit
            for other in range(words):
                work[at + base + other * LANES] &= ~peek(near, cell * words + other)
    for block in range(shape.blocks):
        for word in range(words):
            place = (block * words + word) * LANES
            free = copies(~work[at + shape.done + word])
            store(work, at + place, load(work, at + place) & (free | load(work, shape.spare + place)))
    return True


@inner
def _strike(words: int, near: Array, work: Array, one: int, two: int, cell: int, other: int) -> bool:
    """Remove two digits, whose words are at ``one`` and ``two``, from the cells that see both of two cells. Returns whether any
    had them.
    """
    taken = _NONE
    for word in range(words):
        both = peek(near, cell * words + word) & peek(near, other * words + word)
        for digit in (one, two):
            place = digit + word * LANES
            taken |= work[place] & both
            work[place] &= ~both
    return bool(taken)


@inner
def _choose_pair(shape: Any, near: Array, work: Array, at: int) -> Any:
    """Set the guess to a cell with two candidates; or, if two of them are a naked pair, remove the pair's candidates from the
    cells that see both. Returns _SET (the guess is set), _REMOVED (it is not; settle the node again), or _NO_PAIR.
    """
    words = shape.words
    pairs_at = at + shape.pairs
    most: Any = np.int64(-1)
    removed = False
    for word in range(words):
        cells = peek(work, pairs_at + word)
        while cells:
            bit = cells & (~cells + _ONE)
            cell = word * shape.width + lowest(cells)
            cells ^= bit
            one: Any = np.int64(-1)
            two: Any = np.int64(-1)
            for block in range(shape.blocks):
                base = at + block * words * LANES
                lanes = lanes_with(load(work, base + word * LANES), bit)
                if lanes:
                    two = base + lowest(lanes)
                    if one < 0:
                        one = two
                        lanes &= lanes - _ONE
                        two = base + lowest(lanes) if lanes else -1
            if two < 0:
                continue  # The cell has just lost one.
            loss = 0
            for other in range(words):
                seen = peek(near, cell * words + other)
                pairs = peek(work, pairs_at + other)
                lost = peek(work, one + other * LANES) & seen
                lost_too = peek(work, two + other * LANES) & seen
                loss += popcount(lost) + popcount(lost_too) + 3 * (popcount(lost & pairs) + popcount(lost_too & pairs))
                twins = lost & lost_too & pairs
                while twins:
                    twin = other * shape.width + lowest(twins)
                    twins &= twins - _ONE
                    removed |= _strike(words, near, work, one, two, cell, twin)
            if loss > most:
                most = loss
                work[at + shape.guess] = one + word * LANES - at
                work[at + shape.guess + 1] = bit
    if removed:
        return _REMOVED
    return _NO_PAIR if most < 0 else _SET


@inner
def _choose_place(shape: Any, starts: Array, parts: Array, masks: Array, work: Array, at: int) -> bool:
    """Set the guess to a digit with two places in a house. Returns False if there is none."""
    for house in range(len(starts) - 1):
        for block in range(shape.blocks):
            base = at + block * shape.words * LANES
            count = copies(_NONE)
            for part in range(starts[house], starts[house + 1]):
                count += popcounts(load(work, base + peek(parts, part) * LANES) & peek(masks, part))
            lanes = lanes_with(nothing(count ^ 2), _ONE)
            if lanes:
                lane = lowest(lanes)
                part = starts[house]
                while not work[base + peek(parts, part) * LANES + lane] & peek(masks, part):
                    part += 1
                place = base + peek(parts, part) * LANES + lane
                work[at + shape.guess] = place - at
                work[at + shape.guess + 1] = _ONE << np.uint32(lowest(work[place] & peek(masks, part)))
                return True
    return False


@inner
def _weights(shape: Any) -> int:
    """Where the weights of the cells begin in ``work``: after the nodes."""
    return int(shape.first + (shape.size * shape.size + 1) * shape.node)


@inner
def _blame(shape: Any, work: Array, at: int) -> None:
    """Count that the guess made in a node has failed."""
    word, bit = np.int64(work[at + shape.guess]) // LANES % shape.words, work[at + shape.guess + 1]
    work[_weights(shape) + word * shape.width + lowest(bit)] += _ONE


@inner
def _choose_cell(shape: Any, work: Array, at: int, weighs: bool) -> None:
    """Set the guess in a cell with the fewest candidates, or with ``weighs`` the fewest for its weight."""
    fewest, weight = 99, 1
    for cell in range(shape.size * shape.size):
        word, bit = cell // shape.width, _ONE << np.uint32(cell % shape.width)
        ways = 0
        place = 0
        for block in range(shape.blocks):
            base = (block * shape.words + word) * LANES
            lanes = lanes_with(load(work, at + base), bit)
            if lanes:
                place = base + lowest(lanes)
            ways += popcount(lanes)
        mine = 1 + int(work[_weights(shape) + cell]) if weighs else 1
        if ways > 1 and ways * weight < fewest * mine:
            fewest, weight = ways, mine
            work[at + shape.guess] = place
            work[at + shape.guess + 1] = bit


@inner
def _branch(shape: Any, work: Array, at: int) -> None:
    """Copy the node, with its guess placed, as the next node, and remove the guess from this one."""
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
    shape = shape_of(rules.size, rules.words.width, len(rules.words.full))
    return np.empty(_weights(shape) + len(rules.peers), np.uint32)


@lean
def _search(size: int, rules: Any, work: Array, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """:func:`search` with the memory passed."""
    shape = shape_of(size, rules.width, len(rules.full))
    found = 0
    nodes = 0
    at = shape.first
    if not _start(shape, rules.near, rules.full, rules.may, work, cells):
        return 0
    weighs = len(rules.tables) > 0
    for cell in range(len(cells)):
        work[_weights(shape) + cell] = _NONE
        weighs |= cells[cell] > NOT
    if len(rules.tables):
        # The givens are as fresh as what follows will be.
        for word in range(shape.words):
            work[shape.fresh + word] = work[at + shape.done + word]
        exclude(shape, rules.tables, rules.related, work, at)
    while True:
        status = settle(shape, rules, work, at)
        if status == OPEN:
            choice = _choose_pair(shape, rules.near, work, at)
            if choice == _REMOVED:
                continue
            if nodes == max_nodes and max_nodes > 0:
                return UNDECIDED
            nodes += 1
            if choice == _NO_PAIR and (
                weighs or not _choose_place(shape, rules.house_start, rules.house_word, rules.house_mask, work, at)
            ):
                _choose_cell(shape, work, at, weighs)
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
        if status != SOLVED:
            _blame(shape, work, at)


@kernel
def search(rules: RuleArrays, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions, up to a limit.

    ``cells`` uint8[cells], 0 = empty, or NOT plus a digit that the cell may not hold, is not written to. ``limit`` >= 1.
    ``max_nodes``: give up after so many guesses, 0 = never. ``out`` uint8[k, cells], k >= 0: the first k solutions are written
    to it, in an order that depends on rules and givens only. Returns the number of solutions, at most ``limit``: 0 if givens
    clash or a number is neither a digit of the size nor NOT plus one; UNDECIDED (-1) if it gave up before.
    """
    return _search(rules.size, rules.words, _workspace(rules), cells, limit, max_nodes, out)


@kernel
def count_batch(rules: RuleArrays, puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, cells]; writes ``counts`` int64[n] and ``out`` uint8[n, k,
    cells], k >= 0.
    """
    work = _workspace(rules)
    for row in range(len(puzzles)):
        counts[row] = _search(rules.size, rules.words, work, puzzles[row], limit, max_nodes, out[row])
