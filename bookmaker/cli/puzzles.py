"""``solve``, ``grade``, ``verify``, ``canon`` and ``generate``: text for people, JSON lines for programs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from bookmaker import formats
from bookmaker.checking import check
from bookmaker.cli.progress import Bar
from bookmaker.errors import Fault, ImproperError, InputError, Place, UsageError
from bookmaker.grid import mask
from bookmaker.grid.puzzle import Puzzle, cells_text
from bookmaker.solving import solve as solve_one


def _line(fields: dict[str, Any]) -> None:
    # ASCII only, so that a line is JSON whatever the encoding of the output.
    print(json.dumps(fields))


def _names(puzzle: Puzzle) -> dict[str, Any]:
    place = puzzle.source
    source = None if place is None else f"{place.path}:{place.line}"
    return {"source": source, "puzzle": str(puzzle), **({"name": puzzle.name} if puzzle.name else {})}


def _how_many(count: int, limit: int) -> str:
    if count == 0:
        return "no solution"
    if count == 1:
        return "1 solution" if limit > 1 else "1 solution or more"
    return f"{count} solutions" + (" or more" if count == limit else "")


def solve(arguments: Namespace) -> int:
    """Print the solution of each puzzle. Exit code 5 if one has none or several."""
    code = 0
    for puzzle in formats.read_all(arguments.files, arguments.kind):
        solved = solve_one(puzzle, arguments.limit)
        solution = None if solved.solution is None else cells_text(solved.solution)
        if solved.solutions != 1:
            code = ImproperError.exit_code
        searched = _searched(puzzle) if arguments.stats else {}
        if arguments.json:
            found = {"solutions": solved.solutions, "limit": arguments.limit, "solution": solution}
            _line({**_names(puzzle), **found, **searched})
        else:
            told = "".join(f", {name.replace('_', ' ')} {number}" for name, number in searched.items())
            print(f"{_names(puzzle)['source']}: {solution or _how_many(solved.solutions, arguments.limit)}{told}")
    return code


def _searched(puzzle: Puzzle) -> dict[str, int]:
    from bookmaker.probing import search

    (done,) = search([puzzle])
    return {"guesses": done.guesses, "depth": done.depth, "deepest": done.deepest}


def grade(arguments: Namespace) -> int:
    """Print the grade of each puzzle. Exit code 5 if one is not proper."""
    from bookmaker.grading import grade as grade_one

    code = 0
    for puzzle in formats.read_all(arguments.files, arguments.kind):
        try:
            graded = grade_one(puzzle)
        except ImproperError as error:
            code = error.exit_code
            if arguments.json:
                _line({**_names(puzzle), **_NO_GRADE, "error": error.faults[0].message})
            else:
                print(f"{_names(puzzle)['source']}: {error.faults[0].message}")
            continue
        if arguments.json:
            _line({**_names(puzzle), **graded.as_dict()})
        else:
            steps = ", ".join(f"{count} {name}" for name, count in graded.techniques.items())
            hardest = f", hardest {graded.hardest}" if graded.hardest else ", not finished by these techniques"
            print(f"{_names(puzzle)['source']}: {graded.level}, score {graded.score}{hardest} ({steps})")
    return code


_NO_GRADE: dict[str, Any] = {
    "level": None,
    "score": None,
    "hardest": None,
    "techniques": {},
    "rounds": None,
    "estimates": None,
}


def verify(arguments: Namespace) -> int:
    """Print what is wrong with each puzzle. Exit code 5 if one is not proper."""
    code = 0
    for puzzle in formats.read_all(arguments.files, arguments.kind):
        verdict = check(puzzle, arguments.limit)
        if not verdict.sound:
            code = ImproperError.exit_code
        if arguments.json:
            _line({**_names(puzzle), **verdict.as_dict()})
        else:
            told = "; ".join(fault.message for fault in verdict.faults)
            print(f"{_names(puzzle)['source']}: {verdict.status}{f': {told}' if told else ''}")
            for line in _compared(verdict.examples):
                print(f"  {line}")
    return code


def _compared(examples: tuple[bytes, ...]) -> list[str]:
    """Two solutions, and below them a mark where they differ."""
    if not examples:
        return []
    one, other = examples
    marks = "".join("^" if a != b else " " for a, b in zip(one, other, strict=True))
    return [cells_text(one), cells_text(other), marks.rstrip()]


def canon(arguments: Namespace) -> int:
    """Print the canonical form of each puzzle."""
    from bookmaker.canonical import canonical_of

    for puzzle in formats.read_all(arguments.files, arguments.kind):
        form = str(canonical_of(puzzle))
        if arguments.json:
            _line({**_names(puzzle), "canonical": form})
        else:
            print(form)
    return 0


def generate(arguments: Namespace) -> int:
    """Print puzzles as lines, as soon as each is ready; the same for any number of jobs."""
    from bookmaker.api import level_named
    from bookmaker.book.stock import generated
    from bookmaker.generation.making import Order
    from bookmaker.parallel import cpu_count
    from bookmaker.variants import geometry

    least, most = arguments.givens or (None, None)
    order = Order(
        geometry(arguments.kind, arguments.size),
        level_named(arguments.difficulty),
        arguments.symmetry,
        least,
        most,
        arguments.minimal,
        _mask(arguments.mask, arguments.size),
        _solution(arguments.solution, arguments.kind, arguments.size),
    )
    with Bar() as bar:
        for done, stocked in enumerate(
            generated(order, arguments.count, arguments.seed, arguments.jobs or cpu_count()), 1
        ):
            bar("puzzles", done, arguments.count)
            if arguments.json:
                solution = cells_text(stocked.solution)
                fields = {"puzzle": str(stocked.puzzle), "solution": solution, "seed": stocked.seed}
                _line({**fields, **stocked.grade.as_dict()})
            else:
                print(stocked.puzzle)
            # A program at the other end of a pipe works on the first while the second is made, and Ctrl-C cuts no line.
            sys.stdout.flush()
    return 0


def _mask(name: str | None, size: int) -> frozenset[int] | None:
    if name is None:
        return None
    try:
        return mask.parse(formats.read_text(name), size)
    except ValueError as error:
        raise InputError(Fault(str(error), Place(name))) from error


def _solution(text: str | None, kind: str, size: int) -> bytes | None:
    if text is None:
        return None
    found = formats.parse(text, "--solution", kind)
    if len(found) != 1 or found[0].geometry.size != size or found[0].given_count != size * size:
        raise UsageError(f"--solution: one full {size}x{size} grid is wanted")
    return found[0].givens
