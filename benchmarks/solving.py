"""Uniqueness proofs a second, beside qqwing in the same run: ``python benchmarks/solving.py FILE...``.

A FILE holds one 9x9 puzzle a line (81 characters, . or 0 for empty), plain or gzip; a short file is solved several times
over. Every rate is the best of five rounds in which all take turns, of one thread if not said otherwise; qqwing, if it is
installed, gets the first 10,000 puzzles of each file. Then how the rate of each further file compares with that of the first, the
wait for a first call, in processes of their own with an empty cache and with a full one, and 16x16 puzzles made here, one at a
time.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from bookmaker.logic.generation.maker import make
from bookmaker.logic.generation.order import Order
from bookmaker.logic.kernels import classic9, search
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry

_MANY = 200_000
"""Puzzles of a round: with few, what starting a thread takes would be a part of what two threads take."""


def read(path: Path) -> np.ndarray:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [line.split()[0] for line in text.decode().splitlines() if line.strip() and not line.startswith("#")]
    return np.array([[0 if symbol in ".0" else int(symbol) for symbol in row] for row in rows], np.uint8)


def qqwing(cells: np.ndarray) -> None:
    text = "\n".join("".join("." if digit == 0 else str(digit) for digit in row) for row in cells)
    command = ["qqwing", "--solve", "--nosolution", "--count-solutions", "--one-line"]
    subprocess.run(command, input=text, text=True, capture_output=True, check=True)


def prove(cells: np.ndarray) -> np.ndarray:
    counts = np.zeros(len(cells), np.int64)
    classic9.count_batch(cells, 2, 0, counts, np.zeros((len(cells), 0, 81), np.uint8))
    return counts


def prove_in_general(cells: np.ndarray) -> None:
    counts = np.zeros(len(cells), np.int64)
    search.count_batch(rule_arrays(geometry()), cells, 2, 0, counts, np.zeros((len(cells), 0, 81), np.uint8))


def measure(path: Path) -> float:
    """Prints the rates for a file, and returns that of classic9."""
    once = read(path)
    cells = np.ascontiguousarray(np.tile(once, (-(-_MANY // len(once)), 1)))
    halves = cells[: len(cells) // 2], cells[len(cells) // 2 :]
    pool = ThreadPoolExecutor(2)
    runs: dict[str, tuple[int, Callable[[], object]]] = {
        "classic9": (len(cells), lambda: prove(cells)),
        "two threads": (len(cells), lambda: list(pool.map(prove, halves))),
        "general": (len(cells[:10_000]), lambda: prove_in_general(cells[:10_000])),
    }
    if shutil.which("qqwing"):
        runs["qqwing"] = (len(once[:10_000]), lambda: qqwing(once[:10_000]))
    prove(once[:1])  # Compiles, or loads from the cache.
    prove_in_general(once[:1])
    rates = dict.fromkeys(runs, 0.0)
    for _ in range(5):
        for name, (number, run) in runs.items():
            start = time.perf_counter()
            run()
            rates[name] = max(rates[name], number / (time.perf_counter() - start))
    print(f"{path.name}: {len(once)} puzzles, {(prove(once) == 1).sum()} of them proper")
    for name, rate in rates.items():
        times = f"{rate / rates['qqwing']:8.1f} x qqwing" if "qqwing" in rates else ""
        print(f"  {name:12} {rate:10,.0f} /s  {rate / rates['classic9']:6.2f} x classic9 {times}")
    return rates["classic9"]


FIRST_CALL = """
import time
import numpy as np
start = time.perf_counter()
import numba
loaded = time.perf_counter()
from bookmaker.logic.solve import solver
solver.count_solutions(np.zeros((1, 81), np.uint8))
print(loaded - start, time.perf_counter() - loaded)
"""


def first_calls() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for state in ("empty cache", "full cache"):
            done = subprocess.run(
                [sys.executable, "-c", FIRST_CALL],
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            )
            imported, called = map(float, done.stdout.split())
            print(f"first call, {state}: {called:.2f} s, and {imported:.2f} s to import numba")


def sixteen() -> None:
    ground = geometry("classic", 16)
    made = [make(Order(ground, None, "rotational"), seed).givens for seed in range(40)]
    rules = rule_arrays(ground)
    times = []
    for givens in made:
        cells = np.array(list(givens), np.uint8).reshape(1, -1)
        counts, none = np.zeros(1, np.int64), np.zeros((1, 0, 256), np.uint8)
        search.count_batch(rules, cells, 2, 0, counts, none)
        start = time.perf_counter()
        search.count_batch(rules, cells, 2, 0, counts, none)
        times.append(1000 * (time.perf_counter() - start))
    numbers = [len(givens) - givens.count(0) for givens in made]
    print(
        f"16x16, {len(made)} puzzles of {min(numbers)}-{max(numbers)} givens: median {statistics.median(times):.2f} ms, "
        f"slowest {max(times):.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    files = parser.parse_args().files
    rates = [measure(path) for path in files]
    for path, rate in zip(files[1:], rates[1:], strict=True):
        print(f"{path.name}: {rate / rates[0]:.3f} x the rate of {files[0].name}")
    first_calls()
    sixteen()


if __name__ == "__main__":
    main()
