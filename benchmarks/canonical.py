"""Canonical forms a second, as JSON lines: ``python benchmarks/canonical.py FILE...``.

A FILE holds one 9x9 puzzle a line (81 characters, . or 0 for empty), plain or gzip. For each: the rate of one thread (best of
three), how many forms there are, whether a random image of each puzzle has the same form, and the slowest of the first
10,000 puzzles by itself. Then the same for the puzzles' solution grids, and the cost of a first call in processes with an empty
and with a full kernel cache.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import numpy as np

from bookmaker.logic.kernels import classic9
from bookmaker.logic.solve.canonical_form import canonical

FIRST_CALL = """
import time, numpy
start = time.perf_counter()
from bookmaker.logic.solve.canonical_form import canonical
canonical(numpy.zeros((1, 81), numpy.uint8))
puzzles = time.perf_counter()
canonical(numpy.array([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]]))
print(puzzles - start, time.perf_counter() - puzzles)
"""


def read(path: Path) -> np.ndarray:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [line[:81] for line in text.decode().splitlines() if line.strip() and not line.startswith("#")]
    return np.array([[0 if symbol in ".0" else int(symbol) for symbol in row] for row in rows], np.uint8)


def best_of_three(run: Callable[[], object]) -> float:
    def once() -> float:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return min(once() for _ in range(3))


def images(cells: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A random image of each puzzle: rows and columns ordered, perhaps exchanged, digits relabelled."""
    inside = list(permutations(range(3)))
    orders = np.array(
        [[3 * g + i for g in outer for i in three[g]] for outer in inside for three in product(inside, repeat=3)]
    )
    out = np.zeros_like(cells)
    for at, puzzle in enumerate(cells):
        rows, columns = orders[generator.integers(1296, size=2)]
        grid = puzzle.reshape(9, 9)[rows][:, columns]
        labels = np.array([0, *(1 + generator.permutation(9))], np.uint8)
        out[at] = labels[grid.T if generator.integers(2) else grid].ravel()
    return out


def slowest(cells: np.ndarray) -> float:
    def once(puzzle: np.ndarray) -> float:
        start = time.perf_counter()
        canonical(puzzle[None])
        return time.perf_counter() - start

    return max(once(puzzle) for puzzle in cells)


def measure(name: str, cells: np.ndarray) -> None:
    forms = canonical(cells)
    rate = len(cells) / best_of_three(lambda: canonical(cells))
    some = cells[np.random.default_rng(1).permutation(len(cells))[:10_000]]
    same = (canonical(images(some, np.random.default_rng(2))) == canonical(some)).all(axis=1)
    fields = {
        "file": name,
        "puzzles": len(cells),
        "per_second": round(rate),
        "forms": len(np.unique(forms, axis=0)),
        "images": len(some),
        "images_with_the_same_form": int(same.sum()),
        "slowest_ms": round(1000 * slowest(some), 2),
    }
    print(json.dumps(fields), flush=True)


def first_call() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for cache in ("empty", "full"):
            done = subprocess.run(
                [sys.executable, "-c", FIRST_CALL],
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            )
            puzzles, grids = map(float, done.stdout.split())
            fields = {"cache": cache, "first_puzzle_s": round(puzzles, 2), "first_grid_s": round(grids, 2)}
            print(json.dumps(fields), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    for path in parser.parse_args().files:
        cells = read(path)
        measure(path.name, cells)
        solutions = np.zeros((len(cells), 1, 81), np.uint8)
        counts = np.zeros(len(cells), np.int64)
        classic9.count_batch(cells, 2, 0, counts, solutions)
        measure(f"solutions of {path.name}", solutions[counts == 1, 0])
    first_call()


if __name__ == "__main__":
    main()
