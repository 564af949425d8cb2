"""How far our random grids and minimal puzzles are from unbiased ones: ``python -m benchmarks.spread``.

**Grids.** The reference is Knuth's estimator ("Estimating the efficiency of backtrack programs", 1975): fill the cells in a
fixed order, each with a random one of the digits that rows, columns and boxes leave; a full grid reached by choices among
c1, c2, ... digits came out with probability 1/(c1 c2 ...), so that its weight c1 c2 ... makes any mean over the grids
unbiased. The mean weight itself estimates the number of grids, known to be 6,670,903,752,021,072,936,960 (Felgenhauer and
Jarvis, 2005): that is how one sees that the reference is right. Compared are two properties that do not change when
a grid is turned or relabelled: deadly rectangles, and pairs of boxes of one band whose rows hold the same three digits.

**Puzzles.** The number of givens of minimal puzzles, top-down from random grids, with its mean and spread.
"""

from __future__ import annotations

import argparse
import json

import numpy as np
from numba import njit

from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.kernels.fill import fill, shuffle_grid
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry

GRIDS = 6_670_903_752_021_072_936_960


@njit(cache=True)
def _knuth(state: np.ndarray, cells: np.ndarray) -> float:
    rows, columns, boxes = np.zeros(9, np.int64), np.zeros(9, np.int64), np.zeros(9, np.int64)
    weight = 1.0
    for place in range(81):
        # Box by box along a diagonal first: three boxes that do not see each other never fail.
        block = (0, 4, 8, 1, 2, 3, 5, 6, 7)[place // 9]
        row, column = block // 3 * 3 + place % 9 // 3, block % 3 * 3 + place % 3
        used = rows[row] | columns[column] | boxes[block]
        ways = 0
        for digit in range(9):
            ways += 1 - (used >> digit & 1)
        if ways == 0:
            return 0.0
        weight *= ways
        skip = below(state, ways)
        for digit in range(9):
            if not used >> digit & 1:
                if skip == 0:
                    cells[row * 9 + column] = digit + 1
                    bit = 1 << digit
                    rows[row] |= bit
                    columns[column] |= bit
                    boxes[block] |= bit
                    break
                skip -= 1
    return weight


@njit(cache=True)
def _properties(cells: np.ndarray, out: np.ndarray) -> None:
    """Deadly rectangles (two digits exchangeable on four cells in two boxes), and box pairs with equal row sets."""
    out[:] = 0
    for turned in range(2):
        step, across = (9, 1) if turned == 0 else (1, 9)
        for one in range(9):
            for other in range(one + 1, 9):
                if one // 3 != other // 3:
                    continue
                for first in range(9):
                    for second in range(first + 1, 9):
                        if first // 3 == second // 3:
                            continue
                        a, b = cells[one * step + first * across], cells[one * step + second * across]
                        c, d = cells[other * step + first * across], cells[other * step + second * across]
                        if a == d and b == c:
                            out[0] += 1
        for band in range(3):
            for left in range(3):
                for right in range(left + 1, 3):
                    same = 0
                    for i in range(3):
                        mine = 0
                        for j in range(3):
                            mine |= 1 << cells[(band * 3 + i) * step + (left * 3 + j) * across]
                        for k in range(3):
                            theirs = 0
                            for j in range(3):
                                theirs |= 1 << cells[(band * 3 + k) * step + (right * 3 + j) * across]
                            if mine == theirs:
                                same += 1
                    if same == 3:
                        out[1] += 1


@njit(cache=True)
def _reference(state: np.ndarray, count: int, weights: np.ndarray, found: np.ndarray) -> None:
    cells = np.zeros(81, np.uint8)
    for index in range(count):
        weights[index] = _knuth(state, cells)
        if weights[index] > 0:
            _properties(cells, found[index])


def grids(count: int, samples: int) -> None:
    state = np.array([seed_for(1)], np.uint64)
    weights, theirs = np.zeros(samples), np.zeros((samples, 2))
    _reference(state, samples, weights, theirs)
    estimate = weights.mean()
    spread = weights.std() / np.sqrt(samples)
    means = (weights[:, None] * theirs).sum(0) / weights.sum()
    errors = np.sqrt((weights[:, None] ** 2 * (theirs - means) ** 2).sum(0)) / weights.sum()
    print(json.dumps({"measure": "reference", "grids": estimate, "known": float(GRIDS), "standard_error": spread}))
    rules = rule_arrays(geometry())
    cells, ours = np.zeros(81, np.uint8), np.zeros((count, 2))
    for row in ours:
        fill(rules, state, cells)
        shuffle_grid(state, 3, 3, cells)
        _properties(cells, row)
    for place, name in enumerate(("deadly rectangles", "box pairs with equal rows")):
        fields = {
            "measure": name,
            "ours": round(ours[:, place].mean(), 4),
            "our_error": round(ours[:, place].std() / np.sqrt(count), 4),
            "unbiased": round(means[place], 4),
            "its_error": round(errors[place], 4),
        }
        print(json.dumps(fields))


def puzzles(count: int) -> None:
    made = Maker(Order(geometry(), minimal=True)).make([seed_for(1, index) for index in range(count)])
    givens = np.array([81 - item.givens.count(0) for item in made if isinstance(item, Made)])
    numbers, counts = np.unique(givens, return_counts=True)
    shares = {int(n): round(c / len(givens), 5) for n, c in zip(numbers, counts, strict=True)}
    print(
        json.dumps(
            {"measure": "givens of minimal puzzles", "mean": givens.mean(), "deviation": givens.std(), "shares": shares}
        )
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--grids", type=int, default=100_000)
    parser.add_argument("--samples", type=int, default=20_000_000)
    parser.add_argument("--puzzles", type=int, default=50_000)
    arguments = parser.parse_args()
    grids(arguments.grids, arguments.samples)
    puzzles(arguments.puzzles)
