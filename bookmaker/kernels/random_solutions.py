"""Random solutions of a puzzle with the weights that make them an unbiased sample of all its solutions.

Knuth's estimator ("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975): a random walk
down the search tree, here the tree of guesses in a cell with the fewest candidates. A walk that ends in a solution has met
it with the probability 1 / (product of the numbers of candidates guessed among), and weighs that product; one that ends in a
contradiction weighs nothing. The mean weight is the number of solutions, and the mean weight of the walks whose
solution has a digit in a cell is the number of solutions that have it there.
"""

from __future__ import annotations

import numpy as np

from bookmaker.jit.decorators import kernel
from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.fill import draw
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.kernels.singles import propagate, queue_room, start


@kernel
def walks(rules: RuleArrays, cells: Array, state: Array, number: int, out: Array, weights: Array) -> int:
    """``number`` walks from the givens ``cells`` uint8[cells] (0 = empty); returns how many of them ended in a solution.

    Those are written to ``out`` uint8[number, cells], which may repeat, and their weights to ``weights`` float64[number].
    ``state`` uint64[1] is the generator's and is advanced.
    """
    count = len(cells)
    root, cand = np.empty(count, np.uint32), np.empty(count, np.uint32)
    touched = np.empty(len(rules.houses), np.uint8)
    queue = np.empty(queue_room(rules), np.int32)
    tail = start(rules, cells, root, touched, queue)
    if tail < 0 or not propagate(rules, root, touched, queue, tail):
        return 0
    found = 0
    for _ in range(number):
        # Cell by cell: numba compiles a second for the message of a row that does not fit.
        for cell in range(count):
            cand[cell] = root[cell]
        weight = 1.0
        while True:
            guess = draw(cand, state)
            if guess < 0:
                break
            weight *= popcount(cand[guess >> 5])
            queue[0] = guess
            if not propagate(rules, cand, touched, queue, 1):
                touched[:] = 0
                weight = 0.0
                break
        if weight > 0.0:
            for cell in range(count):
                out[found, cell] = lowest(cand[cell]) + 1
            weights[found] = weight
            found += 1
    return found
