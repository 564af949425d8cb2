"""Random full grids, and random symmetries of them.

A fill is a search with random guesses. It guesses a random candidate of the cell with the fewest, ties broken at random; the
other branch removes that candidate. Every full grid can come out, since each guess may draw any candidate of its cell. Grids do
not come out equally often, because a guess does not know how many grids follow from it. :func:`shuffle_in` makes those equally
likely that are symmetric images of each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare, index, inner, kernel, lean
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.cell_singles import DIGITS, FIXED, propagate, queue_room, remove, start
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import Array, RuleArrays

# Random solutions of a puzzle with the weights that make them an unbiased sample of all its solutions.
#
# Knuth's estimator ("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975): a random walk down
# the search tree, here the tree of guesses in a cell with the fewest candidates. Let p be the product of the numbers of
# candidates at its guesses: a walk finds its solution with probability 1 / p, and has the weight p. A walk that ends in a
# contradiction has the weight 0. The expected weight is the number of solutions. Counting only walks whose solution has a digit
# in a cell, it is the number of solutions with the digit there.


@kernel
def walks(rules: RuleArrays, cells: Array, state: Array, number: int, out: Array, weights: Array) -> int:
    """``number`` walks from the givens ``cells`` uint8[cells] (0 = empty); returns how many of them ended in a solution.

    Solutions, which may repeat, are written to ``out`` uint8[number, cells], their weights to ``weights`` float64[number].
    ``state`` uint64[1] is the generator's and is advanced.
    """
    count = len(cells)
    root, cand, left = np.empty(count, np.uint32), np.empty(count, np.uint32), np.empty(count, np.uint32)
    number_of_places = len(rules.houses) * rules.size
    root_places, places = np.empty(number_of_places, np.uint8), np.empty(number_of_places, np.uint8)
    queue = np.empty(queue_room(rules), np.int32)
    tail = start(rules, cells, root, root_places, queue)
    if tail < 0 or not propagate(rules, root, root_places, queue, tail):
        return 0
    found = 0
    for _ in range(number):
        # Cell by cell: the error message of a slice that does not fit costs numba a second to compile.
        for cell in range(count):
            cand[cell] = root[cell]
        for place in range(number_of_places):
            places[place] = root_places[place]
        weight = 1.0
        while True:
            guess = draw(cand, left, state)
            if guess < 0:
                break
            weight *= popcount(cand[guess >> 5])
            queue[0] = guess
            if not propagate(rules, cand, places, queue, 1):
                weight = 0.0
                break
        if weight > 0.0:
            for cell in range(count):
                out[found, cell] = lowest(cand[cell]) + 1
            weights[found] = weight
            found += 1
    return found


_ONE = np.uint32(1)
PATIENCE = 4
"""Wrong guesses for each cell of the grid before a fill restarts: an unlucky 16x16 or 25x25 start can be hopeless, but rarely
two.
"""

ATTEMPTS = 1000
"""Such starts before a fill is given up."""


@lean
def draw(cand: Array, left: Array, state: Array) -> Any:
    """A random candidate of a random cell among those with the fewest, as cell << 5 | digit-1; -1 if every cell is decided.

    ``left`` uint32[cells] is scratch.
    """
    undecided = 0
    for cell in range(index(len(cand))):
        mine = cand[cell]
        left[cell] = DIGITS if mine & FIXED else mine
        undecided += not mine & FIXED
    if undecided == 0:
        return -1
    # All cells lose one candidate after the other, which takes no branch for each cell as counting would.
    fewest = ties = 0
    while ties == 0:
        fewest += 1
        for cell in range(index(len(cand))):
            left[cell] &= left[cell] - _ONE
            ties += left[cell] == 0
    skip = below(state, ties)
    for cell in range(len(cand)):
        if left[cell] == 0:
            if skip == 0:
                mine = cand[cell]
                for _ in range(below(state, fewest)):
                    mine &= mine - _ONE
                return cell << 5 | lowest(mine)
            skip -= 1
    return -1


@kernel
def _room(rules: RuleArrays) -> Any:
    """The memory of a search: candidates and places of each node, its guess; candidates, and a queue."""
    count = len(rules.peers)
    return (
        np.empty((count + 1, count), np.uint32),
        np.empty((count + 1, len(rules.houses) * rules.size), np.uint8),
        np.empty(count + 1, np.int32),
        np.empty(count, np.uint32),
        np.empty(queue_room(rules), np.int32),
    )


@lean
def _fill(
    rules: RuleArrays,
    cells: Array,
    state: Array,
    attempts: int,
    out: Array,
    cand: Array,
    places: Array,
    guesses: Array,
    left: Array,
    queue: Array,
) -> bool:
    """:func:`fill_from` with the memory passed."""
    count = len(cells)
    for _ in range(attempts):
        tail = start(rules, cells, cand[0], places[0], queue)
        if tail < 0 or not propagate(rules, cand[0], places[0], queue, tail):
            return False
        depth = 0
        wrong = 0
        while wrong <= PATIENCE * count:
            guess = draw(cand[depth], left, state)
            if guess < 0:
                for cell in range(count):
                    out[cell] = lowest(cand[depth, cell]) + 1
                return True
            guesses[depth] = guess
            # Cell by cell: the error message of a slice that does not fit costs numba a second to compile.
            for cell in range(count):
                cand[depth + 1, cell] = cand[depth, cell]
            for place in range(places.shape[1]):
                places[depth + 1, place] = places[depth, place]
            depth += 1
            queue[0] = guess
            alive = propagate(rules, cand[depth], places[depth], queue, 1)
            while not alive:
                if depth == 0:
                    return False
                wrong += 1
                depth -= 1
                guess = guesses[depth]
                tail = remove(rules, cand[depth], places[depth], queue, guess >> 5, guess & 31)
                alive = tail >= 0 and propagate(rules, cand[depth], places[depth], queue, tail)
    return False


@kernel
def fill_from(rules: RuleArrays, cells: Array, state: Array, attempts: int, out: Array) -> bool:
    """A random full grid that holds the givens of ``cells`` uint8[cells] (0 = empty), written to ``out`` uint8[cells].

    ``state`` uint64[1] is the generator's and is advanced. Each attempt is a search that ends after a bounded number of
    wrong guesses. Returns False if there is no such grid (proven), or none was found in ``attempts`` attempts.
    """
    cand, places, guesses, left, queue = _room(rules)
    return _fill(rules, cells, state, attempts, out, cand, places, guesses, left, queue)


@kernel
def fill(rules: RuleArrays, state: Array, out: Array) -> bool:
    """A random full grid written to ``out`` uint8[cells]; ``state`` uint64[1] is advanced. See :func:`fill_from`.

    Returns False if the rules allow no full grid, or (for rules far from those of printed puzzles) ATTEMPTS
    attempts found none.
    """
    cand, places, guesses, left, queue = _room(rules)
    return _fill(rules, np.zeros(len(out), np.uint8), state, ATTEMPTS, out, cand, places, guesses, left, queue)


@inner
def _order(state: Array, size: int, group: int, lines: Array, groups: Array, inside: Array) -> None:
    """Write to ``lines`` int64[size] a random order of 0..size-1 that keeps groups of ``group`` neighbours together.

    The two other arrays, as long, are scratch.
    """
    for place in range(size):
        groups[place] = inside[place] = place
    shuffle(state, groups[: size // group])
    for place in range(size // group):
        shuffle(state, inside[:group])
        for i in range(group):
            lines[place * group + i] = groups[place] * group + inside[i]


def room_for(size: int) -> Any:
    """The scratch of :func:`shuffle_in`: int64[...]."""
    return np.empty(size * size + 5 * size, np.int64)


@bare
def shuffle_in(state: Array, box_height: int, box_width: int, cells: Array, room: Array) -> None:
    """Replace a classic grid by a random one of its symmetric images, each symmetry equally likely.

    ``cells`` uint8[size * size] with size = box_height * box_width, 0 = empty (so that it works on puzzles), is changed
    in place; ``state`` uint64[1] is advanced; ``room`` is :func:`room_for` the size. The symmetries: digits relabelled, bands and
    the rows in a band permuted, stacks and the columns in a stack permuted, and, where boxes are square, rows and columns
    exchanged. For grids with more houses (diagonals, regions) these are not symmetries.
    """
    size = box_height * box_width
    digits, rows, columns = room[:size], room[size : 2 * size], room[2 * size : 3 * size]
    groups, inside = room[3 * size : 4 * size], room[4 * size : 5 * size]
    for digit in range(size):
        digits[digit] = digit + 1
    shuffle(state, digits)
    _order(state, size, box_height, rows, groups, inside)
    _order(state, size, box_width, columns, groups, inside)
    across = box_height == box_width and below(state, 2) == 1
    before = room[5 * size :]
    for cell in range(size * size):
        before[cell] = cells[cell]
    for row in range(size):
        for column in range(size):
            r, c = rows[row], columns[column]
            digit = before[c * size + r] if across else before[r * size + c]
            cells[row * size + column] = digits[digit - 1] if digit else 0


def shuffle_grid(state: Any, box_height: int, box_width: int, cells: Any) -> None:
    """:func:`shuffle_in` with scratch of its own."""
    shuffle_in(state, box_height, box_width, cells, room_for(box_height * box_width))
