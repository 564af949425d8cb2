"""``grade`` and ``generate``: text for people, JSON lines for programs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.cli.input import Text, print_worked
from bookmaker.cli.progress import Bar
from bookmaker.errors import Fault, ImproperError, InputError, Place, UsageError
from bookmaker.grid import mask
from bookmaker.grid.puzzle import Puzzle, cells_text

if TYPE_CHECKING:
    from bookmaker.generation.killer_maker import CageOrder
    from bookmaker.generation.maker import Order


def json_line(fields: dict[str, Any]) -> str:
    """An object on a line of its own: ASCII only, so that it is JSON whatever the encoding of the output."""
    return f"{json.dumps(fields)}\n"


def source_of(puzzle: Puzzle) -> str | None:
    """The file and line of a puzzle."""
    place = puzzle.source
    return None if place is None else f"{place.path}:{place.line}"


def names(puzzle: Puzzle) -> dict[str, Any]:
    """Where a puzzle stands and what it is, as every object begins."""
    return {"source": source_of(puzzle), "puzzle": str(puzzle), **({"name": puzzle.name} if puzzle.name else {})}


def grade(arguments: Namespace) -> int:
    """Print the grade of each puzzle. Exit code 5 if one is not proper."""
    from bookmaker.grading import graded

    uniqueness = not arguments.no_uniqueness

    def graded_texts(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle, found in zip(puzzles, graded(puzzles, uniqueness), strict=True):
            if isinstance(found, ImproperError):
                message = found.faults[0].message
                fields = {**names(puzzle), **_NO_GRADE, "error": message}
                yield (json_line(fields) if arguments.json else f"{source_of(puzzle)}: {message}\n"), False
            elif arguments.json:
                yield json_line({**names(puzzle), **found.as_dict()}), True
            else:
                steps = ", ".join(f"{count} {name}" for name, count in found.techniques.items())
                hardest = f", hardest {found.hardest}" if found.hardest else ", not finished by these techniques"
                yield f"{source_of(puzzle)}: {found.level}, score {found.score}{hardest} ({steps})\n", True

    return print_worked(arguments, graded_texts)


_NO_GRADE: dict[str, Any] = {
    "level": None,
    "score": None,
    "hardest": None,
    "techniques": {},
    "rounds": None,
    "narrowest": None,
    "estimates": None,
}


def generate(arguments: Namespace) -> int:
    """Print puzzles as lines, as soon as each is ready; the same for any number of jobs."""
    from bookmaker.book.build import cages_told
    from bookmaker.book.stock import Attempts, generated
    from bookmaker.parallel import cpu_count

    order = _order(arguments)
    done = 0
    with Bar() as bar:
        tried = Attempts(lambda made: bar("puzzles", done, arguments.count, made))
        jobs = arguments.jobs or cpu_count()
        for stocked in generated(order, arguments.count, arguments.seed, jobs, tried=tried):
            done += 1
            tried(0)
            if arguments.json:
                solution = cells_text(stocked.solution)
                puzzle = stocked.puzzle
                kind = {"kind": arguments.kind} if puzzle.geometry.caged else {}
                fields = {
                    "puzzle": str(puzzle),
                    "solution": solution,
                    "seed": stocked.seed,
                    **kind,
                    **cages_told(puzzle),
                }
                print(json_line({**fields, **stocked.grade.as_dict()}), end="")
            elif stocked.puzzle.geometry.caged:
                # A line of 81 characters has no room for cages.
                print(formats.FORMATS["json"].render([stocked.puzzle]), end="")
            else:
                print(stocked.puzzle)
            # A program at the other end of a pipe works on the first while the second is made, and Ctrl-C cuts no line.
            sys.stdout.flush()
    return 0


def _order(arguments: Namespace) -> Order | CageOrder:
    from bookmaker.api import cage_mix, level_named, require_plain
    from bookmaker.generation.killer_maker import CageOrder
    from bookmaker.generation.maker import Order
    from bookmaker.techniques.requirements import Path
    from bookmaker.variants import geometry

    ground, level = geometry(arguments.kind, arguments.size), level_named(arguments.difficulty)
    least, most = arguments.givens or (None, None)
    drawn = _mask(arguments.mask, arguments.size)
    solution = _solution(arguments.solution, arguments.kind, arguments.size)
    path = Path(tuple(arguments.requires), arguments.hardest, tuple(arguments.avoid), arguments.score)
    if not ground.caged:
        if arguments.cage_sizes is not None:
            raise UsageError("--cage-sizes goes with --kind killer and killer-x only")
        minimal, attempts = arguments.minimal, arguments.attempts
        return Order(ground, level, arguments.symmetry, least, most, minimal, drawn, solution, path, attempts)
    require_plain(path, arguments.minimal)
    if drawn is not None:
        raise UsageError("--mask does not go with Killers")
    mix = cage_mix(arguments.cage_sizes)
    return CageOrder(ground, level, arguments.symmetry, mix, least, most, solution, arguments.attempts)


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
