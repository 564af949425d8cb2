"""Uniqueness proofs a second, beside qqwing in the same run: ``python benchmarks/solving.py FILE...``.

A FILE holds one 9x9 puzzle a line (81 characters, . or 0 for empty), plain or gzip. Every rate is of one thread, the
best of three runs; qqwing, if it is installed, gets the first 10,000 puzzles of each file.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bookmaker.kernels import classic9, search
from bookmaker.solving import rule_arrays
from bookmaker.variants import geometry


def read(path: Path) -> np.ndarray:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [line.split()[0] for line in text.decode().splitlines() if line.strip() and not line.startswith("#")]
    return np.array([[0 if symbol in ".0" else int(symbol) for symbol in row] for row in rows], np.uint8)


def best_of_three(run: Callable[[], object]) -> float:
    def once() -> float:
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    return min(once() for _ in range(3))


def qqwing(cells: np.ndarray) -> float:
    text = "\n".join("".join("." if digit == 0 else str(digit) for digit in row) for row in cells)
    command = ["qqwing", "--solve", "--nosolution", "--count-solutions", "--one-line"]
    return best_of_three(lambda: subprocess.run(command, input=text, text=True, capture_output=True, check=True))


def measure(path: Path) -> None:
    cells = read(path)
    rules = rule_arrays(geometry())
    counts = np.zeros(len(cells), np.int64)
    none = np.zeros((len(cells), 0, 81), np.uint8)
    runs: dict[str, Callable[[], object]] = {
        "classic9": lambda: classic9.count_batch(cells, 2, 0, counts, none),
        "general": lambda: search.count_batch(rules, cells, 2, 0, counts, none),
    }
    for run in runs.values():
        run()  # Compiles, or loads from the cache.
    rates = {name: len(cells) / best_of_three(run) for name, run in runs.items()}
    if shutil.which("qqwing"):
        rates["qqwing"] = len(cells[:10_000]) / qqwing(cells[:10_000])
    print(f"{path.name}: {len(cells)} puzzles, {(counts == 1).sum()} of them proper")
    for name, rate in rates.items():
        times = f"{rate / rates['qqwing']:8.1f} x qqwing" if "qqwing" in rates else ""
        print(f"  {name:10} {rate:10,.0f} /s {times}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    for path in parser.parse_args().files:
        measure(path)


if __name__ == "__main__":
    main()
