"""How far made puzzles are from what good sources print: symmetry, clean lines, few givens, all off the clues.

``python -m benchmarks.conventions [KIND[:LEVEL] ...] [--count N]`` prints a line for each kind and level, with the bars that
are missed. That puzzles are proper is the matter of :mod:`benchmarks.clue_models`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import bookmaker
from benchmarks.cage_conventions import cages_measured
from bookmaker.base.errors import BookmakerError
from bookmaker.logic.generation.interest import clues_at_work, layout_points
from bookmaker.logic.grading import steps
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, maps, symmetries_of
from bookmaker.puzzles.rules import CLUES, RULES, is_caged, kind_of
from bookmaker.puzzles.rules.limits import convention_of

LEVELS = ("easy", "medium", "hard")
KINDS = [name for name in RULES if RULES[name].convention is not None]
KINDS += [kind_of({"latin", name}) for name in KINDS if (RULES[name].convention or RULES[name].convention).square]  # type: ignore[union-attr]

LEAST = {"symmetric": 90, "key": 95, "at work": 90, "soon": 90, "like hand-made": 80}
"""The least shares, in a hundred puzzles: symmetric ones, those whose first digit needs a clue, those that name at least nine
clues in ten, those with at most ``LONGEST`` rounds of steps before the first digit, those with a layout in the band."""

MOST = {"hairpins": 0, "curls": 5, "tips": 0, "on lines": 1}
"""The most: hairpins and curls in a hundred lines, the rest a puzzle."""

LONGEST = 8
_NO_BAND = 1000


def moves(line: Sequence[int], size: int) -> list[tuple[int, int]]:
    return [(b // size - a // size, b % size - a % size) for a, b in pairwise(line)]


def is_hairpin(line: Sequence[int], size: int) -> bool:
    """Whether a line turns by 135 degrees."""
    return any(a[0] * b[0] + a[1] * b[1] < 0 for a, b in pairwise(moves(line, size)))


def is_curl(line: Sequence[int], size: int) -> bool:
    """Whether two cells of a line lie side by side that do not follow each other."""
    beside = [(i, j) for i in range(len(line)) for j in range(i + 2, len(line))]
    return any(sum(map(abs, moves((line[i], line[j]), size)[0])) == 1 for i, j in beside)


def waits(puzzle: Puzzle) -> int:
    """The rounds of steps before the first digit: those of one technique are one, as a person does them in one go."""
    rounds = steps(puzzle)
    return next((at for at, found in enumerate(rounds) if any(step.placements for step in found)), len(rounds))


def is_symmetric(puzzle: Puzzle) -> bool:
    """Whether some symmetry maps givens to givens and the places of clues to places of clues."""
    ground = puzzle.geometry
    given = {(cell,) for cell, digit in enumerate(puzzle.givens) if digit}
    # Where all clues are shown, their places are the solution's.
    free = not any(RULES[name].unmarked for name in ground.rules)
    places = {tuple(sorted(clue.cells)) for clue in ground.clues or () if free}
    for symmetry in SYMMETRIES[1:]:
        if symmetry in symmetries_of(ground):
            image = maps(symmetry, ground)[1]
            moved = [{tuple(sorted(image[cell] for cell in one)) for one in group} for group in (given, places)]
            if moved == [given, places]:
                return True
    return False


def measured(kind: str, level: str, count: int, seed: int) -> str:
    """A line of the table."""
    start = time.process_time()
    made, failed = [], 0
    for number in range(count):
        try:
            made += bookmaker.generate(1, level, seed=seed + number, kind=kind, jobs=1)
        except BookmakerError:
            failed += 1
    took = (time.process_time() - start) / count
    if not made:
        return f"{kind:18} {level:7} none made"
    puzzles = [item.puzzle for item in made]
    size = puzzles[0].geometry.size
    lines = [c.cells for p in puzzles for c in p.geometry.clues or () if CLUES[c.kind].shape == "line"]
    on_lines = tips = between = 0
    for puzzle in puzzles:
        for clue in puzzle.geometry.clues or ():
            if CLUES[clue.kind].shape == "line":
                on_lines += sum(puzzle.givens[cell] > 0 for cell in clue.cells)
                tips += puzzle.givens[clue.cells[-1]] > 0
            between += CLUES[clue.kind].shape != "cell" and all(puzzle.givens[cell] for cell in clue.cells)
    givens = sorted(puzzle.given_count for puzzle in puzzles)
    clues = [len(puzzle.geometry.clues or ()) for puzzle in puzzles]
    works = [(begins, idle, count) for count, (begins, idle) in zip(clues, map(clues_at_work, puzzles), strict=True)]
    convention = convention_of(puzzles[0].geometry.rules)
    low, high = (convention and convention.lines.band) or (-_NO_BAND, _NO_BAND)
    layouts = [layout_points(puzzle) for puzzle in puzzles]
    shares = {
        "symmetric": [is_symmetric(puzzle) for puzzle in puzzles],
        "key": [begins for begins, _, _ in works],
        "at work": [10 * idle <= count for _, idle, count in works],
        "soon": [waits(puzzle) <= LONGEST for puzzle in puzzles],
        "like hand-made": [low <= points <= high for points in layouts],
    }
    good = {name: 100 * sum(each) / len(each) for name, each in shares.items()}
    found = {
        "hairpins": 100 * sum(is_hairpin(line, size) for line in lines) / max(1, len(lines)),
        "curls": 100 * sum(is_curl(line, size) for line in lines) / max(1, len(lines)),
        "tips": tips / len(puzzles),
        "on lines": on_lines / len(puzzles),
    }
    usual = ""
    if convention is not None and convention.givens is not None:
        least, most = convention.givens[LEVELS.index(level)]
        whole = size * size / convention.of**2
        within = sum(one <= round(most * whole) for one in givens) * 100 // len(givens)
        usual = f"{round(least * whole)}-{round(most * whole)}: {within} %"
    missed = [name for name, bar in LEAST.items() if good[name] < bar]
    missed += [name for name, bar in MOST.items() if found[name] > bar]
    band = f"layout {median(layouts):.0f} ({good['like hand-made']:.0f} % in {low}-{high})  " if low > -_NO_BAND else ""
    tenth = len(givens) // 10
    return (
        f"{kind:18} {level:7} {len(made):3} {took:6.2f} s  givens {median(givens):4.0f} ({givens[tenth]}-{givens[-1 - tenth]};"
        f" {usual})  clues {median(clues):4.0f} ({min(clues)}-{max(clues)})  sym {good['symmetric']:3.0f} %"
        f"  key {good['key']:.0f} work {good['at work']:.0f} soon {good['soon']:.0f} %  {band}"
        f"hairpin {found['hairpins']:.0f} curl {found['curls']:.0f} tips {found['tips']:.1f} on lines {found['on lines']:.1f}"
        f" between {between / len(puzzles):.1f}"
        + (f"  failed {failed}" if failed else "")
        + (f"  MISSED {', '.join(missed)}" if missed else "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=KINDS)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        name, _, level = kind.partition(":")
        for one in [level] if level else LEVELS:
            measure = cages_measured if is_caged(name) else measured
            print(measure(name, one, arguments.count, arguments.seed), flush=True)


if __name__ == "__main__":
    main()
