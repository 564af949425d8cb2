"""The commands ``grade`` and ``generate``: they print text for people, or JSON lines for programs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.api.records import NO_GRADE, made_record
from bookmaker.base import output
from bookmaker.base.errors import Fault, ImproperError, InputError, Place, UsageError
from bookmaker.base.resources import packaged
from bookmaker.cli import messages
from bookmaker.cli.input import Text, print_worked
from bookmaker.cli.loading import compile_first
from bookmaker.cli.messages import Bar
from bookmaker.logic.generation.order_fields import DRAWINGS
from bookmaker.logic.solve.work import bound_of
from bookmaker.puzzles.grid.geometry import box_text
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.grid.symmetry import parse_mask
from bookmaker.puzzles.rules.limits import usual_size
from bookmaker.puzzles.rules.places import DRAWN

if TYPE_CHECKING:
    from bookmaker.logic.generation.order import Order
    from bookmaker.publishing.explain.profile import Profile
    from bookmaker.publishing.submissions.loose_answers import LooseAnswers, WrongAnswer


def json_line(fields: dict[str, Any]) -> str:
    """An object on a line of its own: ASCII only, so that it is JSON whatever the encoding of the output."""
    return f"{json.dumps(fields)}\n"


def files_record(files: Mapping[Path, bytes]) -> list[dict[str, Any]]:
    """What ``--json`` says of files that were written."""
    return [{"path": str(path), "bytes": len(content)} for path, content in files.items()]


def source_of(puzzle: Puzzle) -> str | None:
    """The file that a puzzle comes from, and the line if the file has lines; None if it comes from no file."""
    return None if puzzle.source is None else puzzle.source.to_line


def names(puzzle: Puzzle) -> dict[str, Any]:
    """The fields that each JSON object begins with: source, puzzle, name if there is one, and boxes of an unusual shape."""
    named = {"name": puzzle.name} if puzzle.name else {}
    box = puzzle.geometry.own_box
    return {"source": source_of(puzzle), "puzzle": str(puzzle), **named, **({"boxes": box_text(box)} if box else {})}


def how_many(count: int, limit: int) -> str:
    """The words for a number of solutions that were counted up to ``limit``, of a puzzle that is not proven to have one."""
    if count == 0:
        return "no solution"
    if count == 1:
        return "1 solution" if limit > 1 else "1 solution or more"
    return f"{count} solutions" + (" or more" if count == limit else "")


def print_wrong_answers(answers: LooseAnswers, as_json: bool) -> Iterator[WrongAnswer]:
    """Print the answers that fit no puzzle, each beside the puzzle that it is meant for."""
    for wrong in answers.wrong():
        about = wrong.puzzle
        if as_json:
            fault = wrong.fault.as_dict(about.geometry)
            fields = {"status": "answer", "answer": cells_text(wrong.cells), "faults": [fault]}
            sys.stdout.write(json_line({**names(about), **fields}))
        else:
            print(f"{source_of(about)}: {wrong.fault.message}")
        yield wrong
    if answers.unknown:
        sys.stdout.flush()
        what = "an answer fits" if answers.unknown == 1 else f"{answers.unknown} answers fit"
        messages.note(f"note: {what} none of the first puzzles; there are too many to try all")
    if left_out := answers.left_out:
        sys.stdout.flush()
        what = "1 full grid was" if left_out == 1 else f"{left_out} full grids were"
        messages.note(f"note: {what} not compared with the puzzles; there are too many to try all")


def grade(arguments: Namespace) -> int:
    """Print the grade of each puzzle. Exit code 5 if a puzzle is not proper."""
    from bookmaker.logic.grading import graded
    from bookmaker.logic.verify.check import full_fault
    from bookmaker.publishing.explain.profile import profile

    uniqueness, bound = not arguments.no_uniqueness, bound_of(arguments.seconds)

    def graded_texts(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle, found in zip(puzzles, graded(puzzles, uniqueness, bound), strict=True):
            full = 0 not in puzzle.givens
            if isinstance(found, ImproperError) or full:
                message = found.faults[0].message if isinstance(found, ImproperError) else full_fault().message
                fields = {**names(puzzle), **NO_GRADE, "error": message}
                yield (json_line(fields) if arguments.json else f"{source_of(puzzle)}: {message}\n"), False
            elif arguments.json:
                publish = (
                    {"publish": profile(puzzle, uniqueness).as_dict(arguments.language)} if arguments.publish else {}
                )
                yield json_line({**names(puzzle), **found.as_dict(), **publish}), True
            else:
                steps = ", ".join(f"{count} {name}" for name, count in found.techniques.items())
                hardest = f", hardest {found.hardest}" if found.hardest else ", not finished by these techniques"
                minutes = f", {found.time}" if str(found.time) else ""
                level = f"{found.label}, score {found.score}{minutes}{hardest}"
                editors = _for_editors(profile(puzzle, uniqueness), arguments.language) if arguments.publish else ""
                yield f"{source_of(puzzle)}: {level} ({steps})\n{editors}", True

    return print_worked(arguments, graded_texts)


def _for_editors(found: Profile, code: str) -> str:
    ways = " ".join(f"{moment.step}:{moment.ways}" for moment in found.moments)
    stretches = (
        (str(one.first) if one.first == one.last else f"{one.first}-{one.last}", one.hardest.technique)
        for one in found.bottlenecks
    )
    narrow = ", ".join(f"{where} ({name})" for where, name in stretches) or "none"
    spikes = ", ".join(f"{step} ({name})" for step, name in found.spikes) or "none"
    return f"  ways on, by step: {ways}\n  bottlenecks: {narrow}\n  spikes: {spikes}\n  advice: {found.advice(code)}\n"


def generate(arguments: Namespace) -> int:
    """Print puzzles, each as soon as it is ready, or write all of them into a file; the same for any number of jobs."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.logic.generation.distinct_puzzles import Attempts, generated, ungraded

    order = order_of(arguments)
    path = None if arguments.output in (None, "-") else Path(arguments.output)
    if arguments.explain_pattern:
        from bookmaker.logic.generation.own_grounds import refusals

        for reason, count in refusals(order, arguments.seed, arguments.count):
            print(f"{count:6} {reason}")
        return 0
    compile_first([order], timed=arguments.json)
    done, name = 0, ""
    parts: list[str] = []
    with nullcontext() if path is None else output.prepared(path.parent), Bar() as bar:
        tried = Attempts(lambda made: bar("puzzles", done, arguments.count, made))
        jobs = arguments.jobs or cpu_count()
        make = ungraded if arguments.no_grade else generated
        for stocked in make(order, arguments.count, arguments.seed, jobs, tried=tried):
            done += 1
            tried(0)
            puzzle = stocked.puzzle
            name = _format_of(puzzle)
            text = formats.FORMATS[name].render([puzzle]) + ("\n" if name == "grids" else "")
            text = json_line(made_record(stocked)) if arguments.json else text
            if path is not None:
                parts.append(text)
                continue
            sys.stdout.write(text)
            # The reader of a pipe gets each puzzle at once, and Ctrl-C cuts no line in two.
            sys.stdout.flush()
        if path is not None:
            output.commit({path: "".join(parts).encode()})
    if not arguments.json and name == "lines" and order.geometry.rules:
        kind = order.geometry.kind
        messages.note(f"these lines do not say their kind: name `--kind {kind}` where they are read, or write `--json`")
    if path is not None and path.is_file() and not arguments.json:  # Standard output can have the name of a file, too.
        print(path)
    return 0


def _format_of(puzzle: Puzzle) -> str:
    """The format that ``generate`` prints a puzzle in: a line, unless the puzzle has more than givens to show."""
    ground = puzzle.geometry
    if ground.overlapping:
        # The shape of some arrangements does not say which it is.
        return "json" if formats.FORMATS["grids"].lost(puzzle) else "grids"
    return "json" if ground.caged or ground.clued or ground.own_box or not ground.boxed else "lines"


def order_of(arguments: Namespace) -> Order:
    """The order that ``generate`` was given. Raises UsageError for one that cannot be met."""
    from bookmaker.formats.reading import solution_in
    from bookmaker.logic.generation.order import order_for
    from bookmaker.logic.generation.order_fields import ORDER_FIELDS

    words = {name: getattr(arguments, name) for name in ORDER_FIELDS}
    words["mask"] = (
        None if arguments.mask is None else _mask(arguments.mask, arguments.size or usual_size(arguments.kind))
    )
    words["solution"] = solution_in(arguments.solution)
    words["pattern"] = None if arguments.pattern is None else _drawing("pattern", arguments.pattern)
    try:
        return order_for(**words)
    except UsageError as error:
        place = error.faults[0].place
        if arguments.pattern is None or place is None:
            raise
        fault = replace(error.faults[0], place=replace(place, path=arguments.pattern), code="")
        raise InputError(fault) from error


def _mask(name: str, size: int) -> str | dict[int, int]:
    try:
        drawing = _drawing("mask", name)
        return drawing if drawing == name else parse_mask(drawing, size)
    except ValueError as error:
        raise InputError(Fault(str(error), Place(name))) from error


def _drawing(key: str, name: str) -> str:
    """The drawing in a file; a name of one of this program's own drawings stays as it is."""
    known = packaged(DRAWINGS[key], name, ".txt") is not None or (
        key == "pattern" and DRAWN.fullmatch(name) is not None
    )
    return name if known and not Path(name).exists() else formats.read_text(name)
