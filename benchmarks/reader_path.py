"""What a reader meets on the path to the answer: ``python -m benchmarks.reader_path [FILE...] [--count N]``.

For puzzles of FILEs, in any format, or else N puzzles made to each of some orders, it prints by kind and by whether singles are
enough: the shares of full houses, hidden and naked singles among the cells filled, how many steps come before the first digit,
how many steps beyond singles there are, and the processor time of a path. Every effect is checked against the answer, and every
step is left out on trial. ``--orders`` names other kinds and levels to make: ``kropki:easy``.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import bookmaker
from bookmaker.formats import read_all
from bookmaker.logic.grading import known
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import SINGLES
from bookmaker.publishing.explain.fewest_steps import fewest
from bookmaker.publishing.explain.readers_path import Reading, readers_path
from bookmaker.puzzles.grid.puzzle import Puzzle

ORDERS = (("classic", "easy"), ("classic", "medium"), ("classic", "hard"), ("killer", "easy"), ("killer", "medium"))
NAMES = [technique.name for technique in SINGLES]


def made(orders: Iterable[tuple[Any, Any]], count: int) -> Iterator[Puzzle]:
    for kind, level in orders:
        yield from (found.puzzle for found in bookmaker.generate(count, level, seed=11, kind=kind))


def wrong(path: list[Reading], answer: bytes) -> int:
    """How many effects contradict the answer."""
    placed = sum(answer[cell] != digit for step, _, _ in path for cell, digit in step.placements)
    return placed + sum(answer[cell] == digit for step, _, _ in path for cell, digit in step.eliminations)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--orders", nargs="*", metavar="KIND:LEVEL")
    asked = parser.parse_args()
    shares: dict[str, Counter[str]] = defaultdict(Counter)
    before, harder, effects, faults, unfinished, seconds = defaultdict(list), defaultdict(list), 0, 0, 0, 0.0
    needless = 0
    named = [(kind, level) for kind, _, level in (order.partition(":") for order in asked.orders or ())]
    puzzles = read_all(asked.files) if asked.files else list(made(named or ORDERS, asked.count))
    for puzzle in puzzles:
        answer = solve(puzzle).solution
        if answer is None:
            continue
        start = process_time()
        techniques = known(puzzle)
        path = list(readers_path(puzzle, techniques))
        seconds += process_time() - start
        beyond = [step for step, _, _ in path if step.technique not in NAMES]
        kind = "+".join(puzzle.geometry.rules) or "classic"
        name = f"{kind}{' with cages' if puzzle.cages else ''}, {'harder' if beyond else 'singles only'}"
        shares[name].update(step.technique for step, _, _ in path if step.technique in NAMES)
        before[name].append(next((n for n, (step, _, _) in enumerate(path) if step.placements), len(path)))
        harder[name].append(len(beyond))
        effects += sum(len(step.placements) + len(step.eliminations) for step, _, _ in path)
        faults += wrong(path, answer)
        kept = fewest(puzzle, techniques, [[step] for step, _, _ in path]) if beyond else []
        needless += len(beyond) - sum(step.technique not in NAMES for found in kept for step in found.steps)
        unfinished += bool(path) and path[-1].position.after([path[-1].step]).digits.count(0) > 0
    for name, found in shares.items():
        total = sum(found.values())
        told = ", ".join(f"{each} {100 * found[each] / total:.1f} %" for each in NAMES)
        print(
            f"{name}: {len(before[name])} puzzles, {told}; before the first digit {median(before[name]):g}, "
            f"steps beyond singles {median(harder[name]):g} (medians)"
        )
    print(
        f"{effects} effects, {faults} against the answer; {needless} needless steps; "
        f"{unfinished} paths that techniques do not finish; "
        f"{1000 * seconds / max(1, len(puzzles)):.1f} ms a path"
    )


if __name__ == "__main__":
    main()
