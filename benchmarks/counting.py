"""Puzzles with several solutions counted, beside qqwing in the same run: ``python -m benchmarks.counting [FILE...]``.

A FILE holds puzzles as :mod:`benchmarks.solving` reads them (default: the samples of the tests). Counted are sub-puzzles of
random grids, and the puzzles of the FILEs with a given less. Rates are of one thread, by processor time, the best of three. The
yardstick is 27 x qqwing on puzzles of 17 givens, about what tdoku proves in a second; tdoku does 0.63 of that up to limit 2 on
its own puzzles with many solutions, and 0.014 up to limit 1000.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import numpy as np

from benchmarks.solving import qqwing, read
from benchmarks.tail import DATA, DEFAULT, random_grids
from bookmaker.logic.kernels import classic9

_LIMITS = {2: 10_000, 50: 2_000, 1000: 500}
"""Limits, and how many puzzles are counted up to each."""

_TIMES = 27
_BEYOND = 2_000


def taken(cells: np.ndarray, limit: int) -> float:
    counts, none = np.zeros(len(cells), np.int64), np.zeros((len(cells), 0, 81), np.uint8)
    start = time.thread_time()
    classic9.count_batch(cells, limit, 0, counts, none)
    return time.thread_time() - start


def yardstick(cells: np.ndarray) -> float:
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    qqwing(cells)
    return _TIMES * len(cells) / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start)


def sub_puzzles(grids: np.ndarray, least: int, most: int, number: int, chance: np.random.Generator) -> np.ndarray:
    full = grids[chance.integers(len(grids), size=number)]
    places = chance.random((number, 81)).argsort(axis=1).argsort(axis=1)
    return np.where(places < chance.integers(least, most + 1, size=(number, 1)), full, 0).astype(np.uint8)


def with_one_less(puzzles: np.ndarray, number: int, chance: np.random.Generator) -> np.ndarray:
    some = puzzles[chance.integers(len(puzzles), size=number)]
    some[np.arange(number), np.argmax(np.where(some > 0, chance.random(some.shape), -1), axis=1)] = 0
    return some


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT)
    chance, most = np.random.default_rng(7), max(_LIMITS.values())
    grids = random_grids(5_000)
    sets = {f"{a}-{b} givens": sub_puzzles(grids, a, b, most, chance) for a, b in ((7, 16), (17, 24), (25, 30))}
    for path in parser.parse_args().files:
        sets[f"{path.name}, one less"] = with_one_less(read(path), most, chance)
    beside = yardstick(read(DATA / "17_clue_sample.txt.gz")[:_BEYOND])
    print(f"{_TIMES} x qqwing on 17 givens: {beside:,.0f} /s")
    taken(grids[:1], 2)  # Compiles, or loads from the cache.
    for name, cells in sets.items():
        for limit, number in _LIMITS.items():
            some = np.ascontiguousarray(cells[:number])
            rate = number / min(taken(some, limit) for _ in range(3))
            print(f"{name:34} limit {limit:5}: {rate:10,.0f} /s  {rate / beside:6.3f} x the yardstick")


if __name__ == "__main__":
    main()
