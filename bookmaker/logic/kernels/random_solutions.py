"""Random solutions of a puzzle with the weights that make them an unbiased sample of all its solutions.

Knuth's estimator ("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975): a random walk down the
search tree, here the tree of guesses in a cell with the fewest candidates. Let p be the product of the numbers of candidates at
its guesses: a walk finds its solution with probability 1 / p, and has the weight p. A walk that ends in a contradiction has the
weight 0. The expected weight is the number of solutions. Counting only walks whose solution has a digit in a cell, it is the
number of solutions with the digit there.
"""

from __future__ import annotations

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.fill import draw
from bookmaker.logic.kernels.rules import Array, RuleArrays
from bookmaker.logic.kernels.singles import propagate, queue_room, start


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
