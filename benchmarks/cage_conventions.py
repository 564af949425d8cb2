"""How Killers look beside printed ones, as ``python -m benchmarks.conventions killer --count 300`` prints it.

A line for each level: how many were made a second of processor time, profiles (numbers of cages of each size) and the
share of the commonest, cages with their deviation, shapes in the first hundred and in a puzzle, the share that is symmetric,
sizes, and the share of upright pairs. Wanted: at least 150 profiles in 300, 5 % of one at most, a deviation of 2, 40 shapes in
100 puzzles, 90 % symmetric, 22 to 38 cages. Printed ones (``published_cages.txt``): 585 profiles in
1,195, 30.0 cages with a deviation of 2.3, all symmetric (KrazyDad); 110 in 243, 33.8 with 3.0, 81 % (janko.at).
"""

from __future__ import annotations

import time
from collections import Counter
from statistics import mean, pstdev

import bookmaker
from bookmaker.logic.generation.cage_shapes import forms_of
from bookmaker.publishing.bank.records import symmetry_of
from bookmaker.puzzles.grid.puzzle import Puzzle


def shapes(puzzle: Puzzle) -> set[tuple[tuple[int, int], ...]]:
    """The shapes of its cages, each in the first of its positions."""
    size = puzzle.geometry.size
    return {forms_of(divmod(cell, size) for cell in cage.cells)[0] for cage in puzzle.cages}


def upright(puzzle: Puzzle) -> float:
    pairs = [cage.cells for cage in puzzle.cages if len(cage.cells) == 2]
    return mean([abs(one - other) > 1 for one, other in pairs] or [0.5])


def told(level: str, puzzles: list[Puzzle], seconds: float) -> str:
    profiles = Counter(tuple(sorted(len(cage.cells) for cage in puzzle.cages)) for puzzle in puzzles)
    cages = [len(puzzle.cages) for puzzle in puzzles]
    sizes = Counter(len(cage.cells) for puzzle in puzzles for cage in puzzle.cages)
    own = [shapes(puzzle) for puzzle in puzzles]
    ways = Counter(map(symmetry_of, puzzles))
    grain = [upright(puzzle) for puzzle in puzzles]
    parts = (
        f"{level}: {len(puzzles)} puzzles, {len(puzzles) / seconds:.1f} a second",
        f"{len(profiles)} profiles, the commonest {100 * max(profiles.values()) / len(puzzles):.1f} %",
        f"{mean(cages):.1f} cages (deviation {pstdev(cages):.1f}, {min(cages)} to {max(cages)})",
        f"{len(set().union(*own[:100]))} shapes in the first {min(100, len(own))}, {mean(map(len, own)):.1f} a puzzle",
        f"symmetric {100 - 100 * ways['none'] / len(puzzles):.0f} % ({dict(ways.most_common())})",
        "sizes " + " ".join(f"{size}: {100 * count / sizes.total():.1f}" for size, count in sorted(sizes.items())),
        f"upright pairs {100 * mean(grain):.0f} % (deviation {100 * pstdev(grain):.0f})",
    )
    return "; ".join(parts)


def cages_measured(kind: str, level: str, count: int, seed: int) -> str:
    """The line of a kind with cages and a level, after one puzzle that warms up."""
    bookmaker.generate(1, level, seed + 1, kind=kind, jobs=1)
    begun = time.process_time()
    made = bookmaker.generate(count, level, seed, kind=kind, jobs=1)
    return told(f"{kind} {level}", [one.puzzle for one in made], time.process_time() - begun)
