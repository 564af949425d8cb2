"""Killers solved and proven, beside OR-tools' CP-SAT: ``python -m benchmarks.killer FILE... [--yardstick N]``.

A FILE holds one JSON object a line: ``cages`` [{``sum``, ``cells`` [[row, column], ...]}], and, if need be, ``size``,
``solution``, ``source`` and ``difficulty``. Puzzles are reported in groups: extreme ones, and the others by source. Times
are of one thread, CPU time of one puzzle at a time (limit 2), the better of two. CP-SAT (``pip install ortools``)
gets the first N of each group, one worker: it solves, then searches for another solution. Then the wait for a first
call, with an empty cache.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from bookmaker.logic.kernels import killer
from bookmaker.logic.solve.clue_arrays import cage_arrays, killer_workspace, sum_rules
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry


def read(path: Path) -> list[tuple[str, Puzzle, str | None]]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        size = row.get("size", 9)
        ground = geometry("killer-x" if "diagonal" in path.stem else "killer", size)
        cages = tuple(Cage(tuple(r * size + c for r, c in cage["cells"]), cage.get("sum")) for cage in row["cages"])
        extreme = "extreme" in str(row.get("difficulty"))
        group = f"{path.stem}: {'very hard' if extreme else row.get('source', '')}"
        found.append((group, Puzzle(ground, bytes(size * size), cages=cages), row.get("solution")))
    return found


def ours(puzzle: Puzzle, answer: str | None) -> tuple[float, int, int]:
    """Milliseconds, solutions, guesses; an answer other than the given one ends the run."""
    rules, cages = sum_rules(puzzle.geometry), cage_arrays([puzzle])
    cells = np.zeros((1, puzzle.geometry.cell_count), np.uint8)
    counts, guesses, out = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros((1, 1, cells.size), np.uint8)
    work = killer_workspace(rules, cages)
    best = float("inf")
    for _ in range(2):
        start = time.thread_time()
        killer.count_batch(rules, cages, cells, 2, 0, work, counts, guesses, out)
        best = min(best, time.thread_time() - start)
    if answer is not None and (counts[0] != 1 or "".join(map(str, out[0, 0])) != answer):
        sys.exit(f"{puzzle}: {counts[0]} solutions, or not {answer}")
    return 1000 * best, int(counts[0]), int(guesses[0])


def cp_sat(puzzle: Puzzle) -> float:
    """Milliseconds of CP-SAT for one puzzle of any rules, the making of its model included."""
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    ground = puzzle.geometry
    every = (1 << ground.size) - 1
    model: Any = cp_model.CpModel()
    cells = []
    for given, may in zip(puzzle.givens, ground.may or [every] * ground.cell_count, strict=True):
        digits = [given] if given else [digit for digit in range(1, ground.size + 1) if may >> digit - 1 & 1]
        cells.append(model.new_int_var_from_domain(cp_model.Domain.from_values(digits), ""))
    for house in ground.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for one, others in enumerate(ground.peers):
        for other in others:
            if one < other and other not in ground.housed[one]:
                model.add(cells[one] != cells[other])
    for table, related in zip(ground.tables, ground.related, strict=True):
        allowed = [(d + 1, e + 1) for d in range(ground.size) for e in range(ground.size) if table[d] >> e & 1]
        for one, others in enumerate(related):
            for other in others:
                model.add_allowed_assignments([cells[one], cells[other]], allowed)
    for total in ground.totals:
        plus, minus = (sum(cells[cell] for cell in part) for part in (total.plus, total.minus))
        model.add(plus - minus == total.total)
    for line in ground.lines:
        steps = [
            (state, digit, to)
            for state, edges in enumerate(line.automaton.edges)
            for mask, to in edges
            for digit in range(1, ground.size + 1)
            if mask >> digit - 1 & 1
        ]
        last = line.automaton.layers[-1] - 1
        model.add_automaton([cells[cell] for cell in line.cells], 0, [last], steps)
    for cage in puzzle.cages:
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum is not None:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 20
    if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        differs = []
        for cell in cells:
            other = model.new_bool_var("")
            model.add(cell != solver.value(cell)).only_enforce_if(other)
            differs.append(other)
        model.add_bool_or(differs)
        solver.solve(model)
    return 1000 * (time.perf_counter() - start)


FIRST_CALL = """
import time
import numba
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.puzzles.rules import geometry
start = time.perf_counter()
count_solutions(Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1), 3),)))
print(time.perf_counter() - start)
"""


def first_call() -> float:
    with tempfile.TemporaryDirectory() as folder:
        command, environment = [sys.executable, "-c", FIRST_CALL], {**os.environ, "NUMBA_CACHE_DIR": folder}
        return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def told(name: str, times: list[float]) -> str:
    return f"{name} median {np.median(times):.3f} ms, p95 {np.percentile(times, 95):.3f} ms, most {max(times):.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--yardstick", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    groups: dict[str, list[tuple[Puzzle, str | None]]] = {}
    for path in arguments.files:
        for group, puzzle, answer in read(path):
            groups.setdefault(group, []).append((puzzle, answer))
    for group, puzzles in groups.items():
        ours(puzzles[0][0], None)  # Compiles, or loads from the cache.
        done = [ours(puzzle, answer) for puzzle, answer in puzzles]
        proper = sum(count == 1 for _, count, _ in done)
        print(f"{group}: {len(done)} puzzles, {proper} proper, guesses median {np.median([g for _, _, g in done]):.0f}")
        print(told("  bookmaker", [spent for spent, _, _ in done]))
        if arguments.yardstick:
            print(told("  CP-SAT   ", [cp_sat(puzzle) for puzzle, _ in puzzles[: arguments.yardstick]]), flush=True)
    print(f"first call with an empty cache: {first_call():.1f} s")


if __name__ == "__main__":
    main()
