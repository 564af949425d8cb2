"""What logic does on Killers: whether its steps are sound, the same for every copy, and its scores true to a series.

``python -m benchmarks.killer_logic books FILE`` grades the puzzles of a FILE whose ``difficulty`` names a book ("book 12/100")
of a series that gets harder from book to book, and prints how many logic finishes, how the levels are shared out over the series,
and the rank correlation of the books' mean scores with their numbers. Beside it stands what the same kind of score reaches on
books that it was not fitted to: costs of techniques, none negative, are fitted to nine tenths, or one half, of the books and
tried on the others. ``--fit`` prints the costs that fit all books best.
``python -m benchmarks.killer_logic soundness --count N [FILE...]`` follows each step that any technique finds on the
puzzles of the FILEs and, until they are N, on Killers made at every level and on random cages that a search proved to be
proper; every step must keep the answer. The exit code is 1 if one does not.
``python -m benchmarks.killer_logic copies --count N [FILE...]`` compares the grades of puzzles with those of random copies:
bands, stacks, rows, columns, transposition, and all digits counted from the other end.
FILEs are as ``benchmarks/killer.py`` has them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

import bookmaker
from benchmarks.killer import read
from bookmaker.logic.grading import grade
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, CAGED_TECHNIQUES, CAGES, engine
from bookmaker.logic.techniques.families import Tier
from bookmaker.logic.techniques.finders import board as kernel
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

ALL_OVER = 25
"""One puzzle of this many is searched for every cage technique at every position, which takes far longer than its path."""

Floats = npt.NDArray[np.float64]


def ranks(numbers: Floats) -> Floats:
    _, inverse, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: Floats = (ends - (counts - 1) / 2)[inverse]
    return shared


def spearman(one: Floats, other: Floats) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def over_books(scores: Floats, books: Floats) -> float:
    numbers = np.unique(books)
    means = np.array([scores[books == number].mean() for number in numbers])
    return spearman(means, numbers)


def reliability(scores: Floats, books: Floats) -> float:
    """How much of the variance of the books' means would be there if each book had no end of puzzles."""
    parts = [scores[books == number] for number in np.unique(books)]
    chance = np.mean([part.var(ddof=1) / len(part) for part in parts])
    return float(1 - chance / np.var([part.mean() for part in parts], ddof=1))


def not_negative(columns: Floats, wanted: Floats, ridge: float = 30.0) -> Floats:
    """Least squares with weights of 0 and more, and an offset; ``ridge`` in columns scaled to unit deviation."""
    scale = columns.std(axis=0)
    scale[scale == 0] = 1
    scaled = (columns - columns.mean(axis=0)) / scale
    square = scaled.T @ scaled + ridge * np.eye(scaled.shape[1])
    slope = scaled.T @ (wanted - wanted.mean())
    weights = np.zeros(scaled.shape[1])
    for _ in range(500):
        for i in range(len(weights)):
            weights[i] = max(0.0, weights[i] + (slope[i] - square[i] @ weights) / square[i, i])
    return weights / scale


def books(path: Path, fit: bool) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    told = [re.search(r"book (\d+)", str(row.get("difficulty"))) for row in rows]
    chosen = [(puzzle, int(book[1])) for (_, puzzle, _), book in zip(read(path), told, strict=True) if book]
    numbers = np.array([book for _, book in chosen], float)
    grades = [grade(puzzle) for puzzle, _ in chosen]
    scores = np.array([found.score for found in grades], float)
    print(f"{len(chosen)} puzzles, {np.mean([found.level != 'beyond' for found in grades]):.2%} finished by logic")
    for least in range(1, int(numbers.max()) + 1, 20):
        some = [found for found, number in zip(grades, numbers, strict=True) if least <= number < least + 20]
        levels = Counter(found.level for found in some)
        parts = ", ".join(f"{level} {count / len(some):.0%}" for level, count in levels.most_common())
        print(f"books {least} to {least + 19}: mean score {np.mean([found.score for found in some]):.0f}; {parts}")
    print(f"rank correlation with the book's number: puzzles {spearman(scores, numbers):.3f}", end="")
    print(f", means of books {over_books(scores, numbers):.3f}")
    names = [t.name for t in CAGED_TECHNIQUES if any(t.name in found.techniques for found in grades)]
    counts = np.array([[found.techniques.get(name, 0) for name in names] for found in grades], float)
    for parts in (10, 2):
        tried = np.zeros(len(numbers))
        for part in range(parts):
            test = numbers % parts == part
            weights = not_negative(counts[~test], numbers[~test])
            predicted = counts @ weights
            tried[test] = predicted[test] - predicted[~test].mean()
        print(f"of {parts} parts of the books, fitted to the others: puzzles {spearman(tried, numbers):.3f}", end="")
        print(f", means of books {over_books(tried, numbers):.3f}")
    print(f"share of the spread of the books' means that is not chance: {reliability(scores, numbers):.2f}")
    if fit:
        for name, weight in zip(names, not_negative(counts, numbers), strict=True):
            print(f"  {name} {weight:.2f} (now {BY_NAME[name].score})")


def random_cages(grid: bytes, generator: np.random.Generator) -> tuple[Cage, ...]:
    """Cages of up to five cells that hang together and hold different digits."""
    free, made = set(range(81)), []
    for first in generator.permutation(81).tolist():
        if first not in free:
            continue
        cells, wanted = [first], int(generator.choice([2, 2, 2, 3, 3, 3, 4, 5]))
        while len(cells) < wanted:
            held = {grid[cell] for cell in cells}
            near = {cell + step for cell in cells for step in (-9, 9, -1, 1)}
            ways = [
                cell for cell in sorted(near & free - set(cells))
                if grid[cell] not in held and any(abs(cell % 9 - one % 9) + abs(cell // 9 - one // 9) == 1 for one in cells)
            ]  # fmt: skip
            if not ways:
                break
            cells.append(int(generator.choice(ways)))
        free -= set(cells)
        made.append(Cage(tuple(sorted(cells)), sum(grid[cell] for cell in cells)))
    return tuple(made)


def puzzles(files: list[Path], seed: int) -> Iterator[tuple[str, Puzzle, bytes]]:
    """Those of the files, then made and random ones in turn, without end: where from, the puzzle and its answer."""
    for path in files:
        for group, puzzle, answer in read(path):
            if answer:
                yield group, puzzle, bytes(map(int, answer))
    generator = np.random.default_rng(seed)
    while True:
        for level in ("easy", "medium", "hard", "expert", "any"):
            kind = str(generator.choice(["killer", "killer", "killer-x"]))
            for made in bookmaker.generate(20, level, int(generator.integers(1 << 40)), kind=kind):
                yield f"made: {kind}", made.puzzle, made.solution
        grids = [made.solution for made in bookmaker.generate(60, "easy", int(generator.integers(1 << 40)))]
        for grid in (grid for grid in grids for _ in range(20)):
            puzzle = Puzzle(geometry("killer"), bytes(81), cages=random_cages(grid, generator))
            if solve(puzzle, 2, 2000).solutions == 1:
                yield "random cages", puzzle, grid


def contradictions(
    puzzle: Puzzle, answer: bytes, solver: engine.Solver, all_over: bool
) -> tuple[Counter[str], list[str]]:
    """Steps by technique, and those techniques that contradict the answer.

    If ``all_over``, cage techniques are asked at every position of the path, also where an easier one goes on; else, and
    all others, as the path needs them. What all instances of a technique do is looked at together, as the engine applies it.
    """
    solver.take(puzzle.geometry, puzzle.cages)
    rules, position = solver.tables, solver.board
    right = np.array([1 << (digit - 1) for digit in answer], np.uint32)
    digits = np.frombuffer(answer, np.uint8)
    kernel.load(rules, position, np.frombuffer(bytearray(puzzle.givens), np.uint8), np.zeros(0, np.uint32))
    kernel.apply(rules, position)
    steps, wrong = Counter[str](), []
    solver.workspace.scratch.given[:] = [digit > 0 for digit in puzzle.givens]
    while position.marks[kernel.FILLED] < len(answer) and not wrong:
        kept = None
        for technique in CAGED_TECHNIQUES:
            if technique.tier is Tier.BRUTE_FORCE or (kept and technique not in CAGES):
                continue
            if kept and not all_over:
                break
            instances = solver.search(technique.code)
            if instances == 0:
                continue
            steps[technique.name] += instances
            bad = (position.removing & right) | ((position.placing > 0) & (position.placing != digits))
            if bad.any() or position.marks[kernel.CLASH]:
                wrong.append(f"{puzzle}: {technique.name}, cells {np.flatnonzero(bad).tolist()}")
            if kept is None:
                kept = position.removing.copy(), position.placing.copy()
            position.removing[:], position.placing[:], position.marks[kernel.CLASH] = 0, 0, 0
        if kept is None:
            break
        position.removing[:], position.placing[:] = kept
        kernel.apply(rules, position)
    return steps, wrong


def soundness(files: list[Path], count: int, seed: int) -> int:
    solvers: dict[Geometry, engine.Solver] = {}
    groups, steps, bad = Counter[str](), Counter[str](), 0
    start = time.monotonic()
    for number, (group, puzzle, answer) in enumerate(islice(puzzles(files, seed), count), 1):
        if puzzle.geometry not in solvers:
            solvers[puzzle.geometry] = engine.Solver(puzzle.geometry)
        some, wrong = contradictions(puzzle, answer, solvers[puzzle.geometry], number % ALL_OVER == 0)
        groups[group] += 1
        steps += some
        bad += bool(wrong)
        for told in wrong:
            print("contradiction:", told, flush=True)
        if number % 500 == 0 or number == count:
            print(
                f"{number} puzzles, {steps.total()} steps, {bad} contradicted, {time.monotonic() - start:.0f} s",
                flush=True,
            )
    print(", ".join(f"{group} {many}" for group, many in groups.items()))
    for name in (technique.name for technique in CAGED_TECHNIQUES if steps[technique.name]):
        print(f"  {name} {steps[name]}")
    return 1 if bad else 0


def copied(puzzle: Puzzle, generator: np.random.Generator) -> Puzzle:
    """A random copy of a puzzle on 9x9 without further houses."""

    def order() -> list[int]:
        return [3 * int(band) + int(line) for band in generator.permutation(3) for line in generator.permutation(3)]

    rows, columns, turned, mirrored = order(), order(), bool(generator.integers(2)), bool(generator.integers(2))

    def moved(cell: int) -> int:
        row, column = rows[cell // 9], columns[cell % 9]
        return column * 9 + row if turned else row * 9 + column

    cages = [
        Cage(
            tuple(sorted(moved(cell) for cell in cage.cells)),
            10 * len(cage.cells) - cage.sum if mirrored and cage.sum else cage.sum,
        )
        for cage in puzzle.cages
    ]
    return replace(puzzle, cages=tuple(cages[i] for i in generator.permutation(len(cages))))


def copies(files: list[Path], count: int, seed: int) -> int:
    generator = np.random.default_rng(seed)
    plain = ((puzzle, answer) for _, puzzle, answer in puzzles(files, seed) if puzzle.geometry is geometry("killer"))
    changed = 0
    for number, (puzzle, _) in enumerate(islice(plain, count), 1):
        ours, theirs = grade(puzzle), grade(copied(puzzle, generator))
        if ours != theirs:
            changed += 1
            print(f"changed: {puzzle}: {ours} and {theirs}", flush=True)
        if number % 200 == 0 or number == count:
            print(f"{number} copies, {changed} with another grade", flush=True)
    return 1 if changed else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, dest="command")
    series = commands.add_parser("books")
    series.add_argument("file", type=Path)
    series.add_argument("--fit", action="store_true")
    for name in ("soundness", "copies"):
        command = commands.add_parser(name)
        command.add_argument("files", nargs="*", type=Path)
        command.add_argument("--count", type=int, default=1000)
        command.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.command == "books":
        books(arguments.file, arguments.fit)
        return
    run = soundness if arguments.command == "soundness" else copies
    sys.exit(run(arguments.files, arguments.count, arguments.seed))


if __name__ == "__main__":
    main()
