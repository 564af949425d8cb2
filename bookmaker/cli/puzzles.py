"""The commands ``solve``, ``grade``, ``canon`` and ``generate``: they print text for people, or JSON lines for programs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.cli.input import Input
from bookmaker.cli.progress import Bar
from bookmaker.errors import Fault, ImproperError, InputError, Place
from bookmaker.grid import mask
from bookmaker.grid.puzzle import Puzzle, cells_text
from bookmaker.solve.solver import UNDECIDED
from bookmaker.solve.solver import solve as solve_one
from bookmaker.verify.check import most_guesses

if TYPE_CHECKING:
    from bookmaker.generation.order import Order


def _line(fields: dict[str, Any]) -> None:
    # ASCII only, so that a line is JSON whatever the encoding of the output.
    print(json.dumps(fields))


def source_of(puzzle: Puzzle) -> str | None:
    """The file and line that a puzzle comes from, None if it comes from no file."""
    place = puzzle.source
    return None if place is None else f"{place.path}:{place.line}"


def names(puzzle: Puzzle) -> dict[str, Any]:
    """The fields that each JSON object begins with: source, puzzle, and name if there is one."""
    return {"source": source_of(puzzle), "puzzle": str(puzzle), **({"name": puzzle.name} if puzzle.name else {})}


def _how_many(count: int, limit: int) -> str:
    if count == UNDECIDED:
        return f"undecided: its solutions could not be counted within {most_guesses(limit)} guesses"
    if count == 0:
        return "no solution"
    if count == 1:
        return "1 solution" if limit > 1 else "1 solution or more"
    return f"{count} solutions" + (" or more" if count == limit else "")


def solve(arguments: Namespace) -> int:
    """Print the solution of each puzzle. Exit code 5 if a puzzle is not proper."""
    code = 0
    read = Input(arguments)
    for puzzle in read.puzzles():
        solved = solve_one(puzzle, arguments.limit, most_guesses(arguments.limit))
        solution = None if solved.solution is None else cells_text(solved.solution)
        if solved.solutions != 1:
            code = ImproperError.exit_code
        searched = _searched(puzzle) if arguments.stats else {}
        if arguments.json:
            # In all JSON output, null stands for what is not known.
            count = None if solved.solutions == UNDECIDED else solved.solutions
            found = {"solutions": count, "limit": arguments.limit, "solution": solution}
            _line({**names(puzzle), **found, **searched})
        else:
            more = "".join(f", {name} {'-' if number is None else number}" for name, number in searched.items())
            print(f"{source_of(puzzle)}: {solution or _how_many(solved.solutions, arguments.limit)}{more}")
    return read.code(code)


def _searched(puzzle: Puzzle) -> dict[str, int | None]:
    from bookmaker.solve.search_statistics import search

    (done,) = search([puzzle])
    return {"guesses": done.guesses, "depth": done.depth if done.solved else None, "deepest": done.deepest}


def grade(arguments: Namespace) -> int:
    """Print the grade of each puzzle. Exit code 5 if a puzzle is not proper."""
    from bookmaker.grading import graded
    from bookmaker.minutes import FITTED

    code = 0
    read = Input(arguments)
    uniqueness = not arguments.no_uniqueness
    pairs = (pair for batch in read.batches() for pair in zip(batch, graded(batch, uniqueness), strict=True))
    for puzzle, found in pairs:
        if isinstance(found, ImproperError):
            code = found.exit_code
            if arguments.json:
                _line({**names(puzzle), **_NO_GRADE, "error": found.faults[0].message})
            else:
                print(f"{source_of(puzzle)}: {found.faults[0].message}")
        elif arguments.json:
            _line({**names(puzzle), **found.as_dict()})
        else:
            steps = ", ".join(f"{count} {name}" for name, count in found.techniques.items())
            hardest = f", hardest {found.hardest}" if found.hardest else ", not finished by these techniques"
            time = f"{found.minutes:.0f} minutes" if found.minutes >= 10 else f"{found.minutes:.1f} minutes"
            guess = "" if found.basis == FITTED else ", estimated"
            print(f"{source_of(puzzle)}: {found.level}, score {found.score}, {time}{guess}{hardest} ({steps})")
    return read.code(code)


_NO_GRADE: dict[str, Any] = {
    "level": None,
    "score": None,
    "hardest": None,
    "techniques": {},
    "rounds": None,
    "narrowest": None,
    "minutes": None,
    "minutes_80": None,
    "basis": None,
    "estimates": None,
}


def canon(arguments: Namespace) -> int:
    """Print the canonical form of each puzzle."""
    from bookmaker.solve.canonical_form import canonical_of

    read = Input(arguments)
    for puzzle in read.puzzles():
        form = str(canonical_of(puzzle))
        if arguments.json:
            _line({**names(puzzle), "canonical": form})
        else:
            print(form)
    return read.code(0)


def generate(arguments: Namespace) -> int:
    """Print puzzles, each as soon as it is ready; the same for any number of jobs."""
    from bookmaker.formats.records import as_object
    from bookmaker.generation.distinct_puzzles import Attempts, generated
    from bookmaker.parallel import cpu_count

    order = _order(arguments)
    done = 0
    with Bar() as bar:
        tried = Attempts(lambda made: bar("puzzles", done, arguments.count, made))
        jobs = arguments.jobs or cpu_count()
        for stocked in generated(order, arguments.count, arguments.seed, jobs, tried=tried):
            done += 1
            tried(0)
            puzzle = stocked.puzzle
            if arguments.json:
                fields = {"puzzle": str(puzzle), "solution": cells_text(stocked.solution), "seed": stocked.seed}
                if puzzle.geometry.caged:
                    fields |= {name: value for name, value in as_object(puzzle).items() if name in ("kind", "cages")}
                _line({**fields, **stocked.grade.as_dict()})
            elif puzzle.geometry.caged:
                # A line of 81 characters cannot hold cages.
                print(formats.FORMATS["json"].render([puzzle]), end="")
            else:
                print(puzzle)
            # The reader of a pipe gets each puzzle at once, and Ctrl-C cuts no line in two.
            sys.stdout.flush()
    return 0


def _order(arguments: Namespace) -> Order:
    from bookmaker.generation.order import order_for

    return order_for(
        kind=arguments.kind,
        size=arguments.size,
        difficulty=arguments.difficulty,
        symmetry=arguments.symmetry,
        givens=arguments.givens,
        minimal=arguments.minimal,
        mask=None if arguments.mask is None else _mask(arguments.mask, arguments.size),
        solution=arguments.solution,
        requires=arguments.requires,
        hardest=arguments.hardest,
        avoid=arguments.avoid,
        score=arguments.score,
        minutes=arguments.minutes,
        cage_sizes=arguments.cage_sizes,
        attempts=arguments.attempts,
    )


def _mask(name: str, size: int) -> frozenset[int]:
    try:
        return mask.parse(formats.read_text(name), size)
    except ValueError as error:
        raise InputError(Fault(str(error), Place(name))) from error
