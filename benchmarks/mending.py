"""Mending: ``python benchmarks/mending.py [--count N]``, as JSON lines.

Puzzles are made improper by taking 1 to 8 givens from minimal ones. For each, the smallest additions to the wanted answer by
bookmaker and, where there are not too many solutions, by an independent program (the Hitman of python-sat, on the list of all
solutions), and what the published frequency method needs, which is proper in all or the run ends; where there are 2 to
100,000 solutions, the time of ``fix`` when any answer will do. Then: 100,000 solutions listed with their table of frequencies.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from pathlib import Path

import numpy as np
from pysat.examples.hitman import Hitman

from bookmaker.api.generating import generate
from bookmaker.logic.repair import added_givens, fixes
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.solve.solver import count_solutions, solution_array, solve
from bookmaker.puzzles.grid.puzzle import Puzzle

LISTED = 20_000


def by_hitman(puzzle: Puzzle, answer: bytes) -> int | None:
    """The fewest cells that tell the answer from every other solution, or None where there are too many solutions."""
    found = solution_array(puzzle, LISTED)
    if len(found) == LISTED:
        return None
    wanted = np.frombuffer(answer, np.uint8)
    sets = {tuple(np.flatnonzero(row != wanted).tolist()) for row in found} - {()}
    kept: list[set[int]] = []
    for cells in sorted(map(set, sets), key=len):
        if not any(other <= cells for other in kept):
            kept.append(cells)
    with Hitman(bootstrap_with=[list(cells) for cells in kept], htype="sorted") as hitman:
        return len(hitman.get())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    choose = random.Random(5)
    agree: Counter[str] = Counter()
    longer: Counter[int] = Counter()
    proven: Counter[str] = Counter()
    times: list[float] = []
    slow: list[float] = []
    for made in generate(options.count, "any", 11, minimal=True, jobs=1):
        answer = solve(made.puzzle).solution
        assert answer is not None
        givens = [cell for cell, digit in enumerate(made.puzzle.givens) if digit]
        taken = choose.sample(givens, choose.randint(1, 8))
        puzzle = with_givens(made.puzzle, ((cell, 0) for cell in taken))
        start = time.perf_counter()
        found = added_givens.to_answer(puzzle, answer, 1)
        times.append(time.perf_counter() - start)
        oracle = by_hitman(puzzle, answer)
        agree["no oracle" if oracle is None else str(oracle == found.least and found.proven)] += 1
        assert solve(with_givens(puzzle, found.mends[0])).solution == answer
        listed = int(count_solutions(puzzle, 100_001)[0])
        if 1 < listed <= 100_000:
            start = time.perf_counter()
            fixed = fixes.fix(puzzle)
            slow.append(time.perf_counter() - start)
            assert fixed.result is not None
            assert solve(fixed.result).solutions == 1
            assert fixed.least <= found.least
            proven["proven" if fixed.proven_minimal else "bound"] += 1
        added, _ = added_givens.by_frequency(puzzle, answer)
        assert solve(with_givens(puzzle, added)).solution == answer
        longer[len(added) - len(found.mends[0])] += 1
    print(json.dumps({"smallest as by Hitman": agree, "seconds median": statistics.median(times), "most": max(times)}))
    print(json.dumps({"frequency method longer by": {str(key): longer[key] for key in sorted(longer)}}))
    print(
        json.dumps(
            {
                "fix of 2 to 100,000 solutions, seconds median": statistics.median(slow),
                "most": max(slow),
                "smallest": proven,
            }
        )
    )
    text = Path(__file__).parents[1].joinpath("tests/data/sixteen_givens.txt").read_text(encoding="utf-8").split()[-1]
    from bookmaker.formats import parse

    (puzzle,) = parse(text)
    start = time.perf_counter()
    added_givens.frequencies(solution_array(puzzle, 100_000), 9)
    print(json.dumps({"100,000 solutions with table, seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
