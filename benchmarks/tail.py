"""The slowest 9x9 grids that a search for them meets: ``python -m benchmarks.tail [--number N] [--limit L] [FILE...]``.

A FILE holds puzzles as :mod:`benchmarks.solving` reads them (default: the samples of the tests). Sub-puzzles with 7 to 35 givens
are drawn from random grids, and from the FILEs: some of the givens of a puzzle, or all of them and more of its solution. One in
three then gets a wrong digit. Printed are, by the number of givens, how many guesses they take, and how long the slowest take.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.solving import read
from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels import classic9, fill
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent.parent / "tests" / "data"
DEFAULT = [DATA / name for name in ("17_clue_sample.txt.gz", "top1465.txt.gz", "top95.txt.gz")]

_LEAST, _MOST = 7, 35
_PIECE = 50_000
_KEPT = 200
_MARKS = 100, 200, 500, 1000

_GIVE_UP = 1_000_000
"""Guesses after which a grid counts as one that never ends."""


@kernel
def guesses_of(ground: classic9.Ground, puzzles: Array, limit: int, most: int, counts: Array, guesses: Array) -> None:
    """As ``classic9.count_batch``, and how many guesses each row took: ``guesses`` int64[n]."""
    none = np.zeros((0, 81), np.uint8)
    for row in range(len(puzzles)):
        counts[row] = classic9.search(ground, puzzles[row], limit, most, none)
        guesses[row] = ground.work[0]


def random_grids(number: int) -> np.ndarray:
    grids, state = np.zeros((number, 81), np.uint8), np.array([1], np.uint64)
    for row in grids:
        fill.fill(rule_arrays(geometry()), state, row)
    return grids


def solved(puzzles: np.ndarray) -> np.ndarray:
    counts, out = np.zeros(len(puzzles), np.int64), np.zeros((len(puzzles), 1, 81), np.uint8)
    classic9.count_batch(puzzles, 2, 0, counts, out)
    assert (counts == 1).all()
    return out[:, 0]


def sources(files: list[Path]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Puzzles and their solutions, uint8[n, 81] each: of random grids, whose puzzles are empty, and of each file."""
    random = random_grids(20_000)
    read_in = [read(path) for path in files]
    return [(np.zeros_like(random), random), *((puzzles, solved(puzzles)) for puzzles in read_in)]


def drawn(puzzles: np.ndarray, grids: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Sub-puzzles of one piece: of each grid the givens of its puzzle first, then others."""
    chosen = chance.integers(len(grids), size=_PIECE)
    full = grids[chosen]
    order = chance.random((_PIECE, 81), dtype=np.float32) - (puzzles[chosen] > 0)
    places = order.argsort(axis=1).argsort(axis=1)
    givens = chance.integers(_LEAST, _MOST + 1, size=(_PIECE, 1))
    cells = np.where(places < givens, full, 0).astype(np.uint8)
    wrong = np.flatnonzero(chance.random(_PIECE) < 1 / 3)
    cells[wrong, np.argmax(places[wrong] == 0, axis=1)] = chance.integers(1, 10, size=len(wrong))
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT)
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--limit", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    drawn_from = sources(arguments.files)
    chance = np.random.default_rng(arguments.seed)
    numbers = np.zeros(_MOST + 1, np.int64)
    most = np.zeros(_MOST + 1, np.int64)
    beyond = np.zeros((len(_MARKS), _MOST + 1), np.int64)
    slowest, theirs = np.zeros((0, 81), np.uint8), np.zeros(0, np.int64)
    counts, guesses = np.zeros(_PIECE, np.int64), np.zeros(_PIECE, np.int64)
    taken = 0.0
    for piece in range(-(-arguments.number // _PIECE)):
        cells = drawn(*drawn_from[piece % len(drawn_from)], chance)
        start = time.thread_time()
        guesses_of(classic9.ground(), cells, arguments.limit, _GIVE_UP, counts, guesses)
        taken += time.thread_time() - start
        givens = (cells > 0).sum(axis=1)
        np.add.at(numbers, givens, 1)
        np.maximum.at(most, givens, guesses)
        for place, mark in enumerate(_MARKS):
            np.add.at(beyond[place], givens[guesses > mark], 1)
        slowest, theirs = np.concatenate([slowest, cells]), np.concatenate([theirs, guesses])
        kept = np.argsort(-theirs, kind="stable")[:_KEPT]
        slowest, theirs = slowest[kept], theirs[kept]
    print("givens   grids      most  " + "".join(f"{f'> {mark}':>8}" for mark in _MARKS))
    for number in np.flatnonzero(numbers):
        print(f"{number:6} {numbers[number]:9,} {most[number]:8,}  " + "".join(f"{n:8}" for n in beyond[:, number]))
    print(f"   all {numbers.sum():9,} {most.max():8,}  " + "".join(f"{n:8}" for n in beyond.sum(axis=1)))
    print(f"{numbers.sum() / taken:,.0f} a second, limit {arguments.limit}; the slowest, each alone, best of five:")
    alone = np.full(len(slowest), np.inf)
    for _ in range(5):
        for row in range(len(slowest)):
            start = time.perf_counter()
            guesses_of(classic9.ground(), slowest[row : row + 1], arguments.limit, _GIVE_UP, counts, guesses)
            alone[row] = min(alone[row], time.perf_counter() - start)
    for row in np.argsort(-alone)[:5]:
        text = "".join("." if digit == 0 else str(digit) for digit in slowest[row].tolist())
        print(f"  {text}  {1000 * alone[row]:.3f} ms, {theirs[row]:,} guesses")


if __name__ == "__main__":
    main()
