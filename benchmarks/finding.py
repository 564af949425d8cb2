"""Finding what went wrong: ``python -m benchmarks.finding typing|cages PUZZLES [--count N] [--answers]``.

Plants errors of twelve kinds (:mod:`benchmarks.planted_errors`) in the proper puzzles of a file, and has ``fix`` name the
cause. An error that leaves a proper puzzle without a fault cannot be noticed; another is planted instead. For each kind: how
often the true cause is named first, and among the first three; and the processor time of the slowest, as JSON lines; in the last,
how likely the first cause was said to be, in the mean, where there were others. With
``--answers`` each wrong puzzle comes with its answer; with ``--beside N`` it stands among N others of the file. The kinds take
turns, and so do the puzzles, so that any count is a fair sample.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from dataclasses import replace

import bookmaker
from benchmarks.planted_errors import CAGING, TYPING, Error
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.cage_errors import recaged
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import check
from bookmaker.puzzles.grid.puzzle import Puzzle

_TRIES = 100


def planted(error: Error, dice: random.Random, puzzle: Puzzle, answer: bytes, told: bool) -> Puzzle | None:
    """The puzzle with an error that can be noticed, by its answer if ``told`` is set; None if none came up."""
    for _ in range(_TRIES):
        wrong = error(dice, puzzle)
        if wrong is None or wrong == puzzle:
            continue
        if not check(replace(wrong, answer=answer if told else None)).sound:
            return wrong
    return None


def named_causes(fixed: Fix) -> list[Puzzle]:
    """The puzzles that the causes named would make, the likeliest first."""
    puzzle = fixed.puzzle
    made = [recaged(puzzle, mend) for mend in fixed.cage_mends]
    made += [with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes)) for slip in fixed.corrections]
    return [fixed.result, *made] if fixed.result is not None and (fixed.sums or not made) else made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("typing", "cages"))
    parser.add_argument("puzzles")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--only", help="one kind of error, by its name in planted_errors")
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--beside", type=int, default=0, help="proper puzzles of the file that fix is shown, too")
    parser.add_argument("--difficulty", help="the level of all puzzles of the file, which fix is to prefer")
    options = parser.parse_args()
    level = None if options.difficulty is None else Level[options.difficulty.upper()]
    errors = [
        error for error in (TYPING if options.what == "typing" else CAGING) if options.only in (None, error.__name__)
    ]
    puzzles = [replace(puzzle, answer=None) for puzzle in bookmaker.read(options.puzzles)]
    if options.what == "cages":
        puzzles = [puzzle for puzzle in puzzles if puzzle.cages]
    solved = [(puzzle, answer) for puzzle in puzzles if (answer := solve(puzzle, 2, 1_000_000).solution) is not None]
    places: dict[str, Counter[str]] = defaultdict(Counter)
    slowest: Counter[str] = Counter()
    said = []
    for number in range(options.count):
        error = errors[number % len(errors)]
        puzzle, answer = solved[(number // len(errors) * 7 + number) % len(solved)]
        wrong = planted(error, random.Random(f"{options.seed} {number}"), puzzle, answer, options.answers)
        if wrong is None:
            places[error.__name__]["no place"] += 1
            continue
        dice = random.Random(f"{options.seed} beside {number}")
        beside = [one for one, _ in dice.sample(solved, min(len(solved), options.beside + 1)) if one != puzzle]
        start = time.process_time()
        fixed = fix(wrong, answer if options.answers else None, difficulty=level, others=beside[: options.beside])
        found = named_causes(fixed)
        said += [slip.share for slip in fixed.corrections[:1] if slip.share is not None]
        took = time.process_time() - start
        place = found.index(puzzle) if puzzle in found else -1
        tally = places[error.__name__]
        tally["first" if place == 0 else "to third" if 0 < place < 3 else "later" if place >= 0 else "missed"] += 1
        slowest[error.__name__] = max(slowest[error.__name__], round(took, 2))  # type: ignore[assignment]
    total: Counter[str] = Counter()
    for name, tally in places.items():
        print(json.dumps({"error": name, **tally, "slowest seconds": slowest[name]}))
        total.update(tally)
    whole = total.total() - total["no place"]
    first, three = total["first"] / whole, (total["first"] + total["to third"]) / whole
    sums = {"all": whole, "first": round(first, 3), "among three": round(three, 3)}
    print(json.dumps({**sums, **({"said": round(sum(said) / len(said), 3)} if said else {})}))


if __name__ == "__main__":
    main()
