"""``solve`` and ``canon``: a line for each puzzle, or an object; and ``bench``, which compares ways of searching.

A few puzzles are solved without the compiler, and then numpy is not loaded either: what works on many lines is imported where
many lines come (:mod:`bookmaker.cli.plain_lines`).
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bookmaker import formats
from bookmaker.base.errors import UsageError
from bookmaker.cli.input import Input, Text, print_worked
from bookmaker.cli.puzzles import how_many, json_line, names, source_of
from bookmaker.logic.solve.few_puzzles import few_decided, starting
from bookmaker.logic.solve.work import Bound, bound_of
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import geometry, rules_of


def solve(arguments: Namespace) -> int:
    """Print the solution of each puzzle. Exit code 5 if one has none or several."""
    ground = geometry(arguments.kind, 9)
    bound = bound_of(arguments.seconds)

    def solved(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle, (count, limit, only, undecided) in zip(
            puzzles, _found(puzzles, arguments.limit, bound), strict=True
        ):
            solution = None if only is None else cells_text(only)
            searched = _searched(puzzle) if arguments.stats else {}
            if arguments.json:
                fields = {"solutions": count, "limit": limit, "solution": solution}
                text = json_line({**names(puzzle), **fields, **searched})
            else:
                said = undecided if count is None else how_many(count, limit)
                figures = "".join(f", {name} {'-' if number is None else number}" for name, number in searched.items())
                text = f"{source_of(puzzle)}: {solution or said}{figures}\n"
            yield text, count == 1

    def plain(batch: formats.Batch) -> Text:
        """What :func:`solved` says, without a Puzzle for each line."""
        from bookmaker.cli.plain_lines import solved_lines

        said = solved_lines(batch, ground, arguments.limit, arguments.json)
        if said is None:
            texts = list(solved(list(batch.puzzles(ground))))
            return "".join(text for text, _ in texts), all(fine for _, fine in texts)
        return said

    return print_worked(arguments, solved, None if arguments.stats else plain)


_Found = tuple[int | None, int, bytes | None, str]
"""The number of solutions up to a limit, as everywhere in what programs read None where it is not known; that limit; the only
solution, if there is one; what is said where the number is not known.
"""


def _found(puzzles: Sequence[Puzzle], limit: int, bound: Bound) -> Iterator[_Found]:
    few = few_decided(puzzles, limit) if starting() else None
    if few is not None:
        for count, only in few:
            yield count, limit, only, ""
        return
    from bookmaker.logic.solve.solver import UNDECIDED, solve_or_bound
    from bookmaker.logic.verify.check import undecided

    for puzzle, one in zip(puzzles, solve_or_bound(puzzles, limit, bound), strict=True):
        if one.solutions == UNDECIDED:
            yield None, one.limit, None, f"undecided: {undecided(puzzle, limit, bound)}"
        else:
            yield one.solutions, one.limit, one.solution, ""


def _searched(puzzle: Puzzle) -> dict[str, int | None]:
    from bookmaker.logic.solve.search_statistics import search

    (done,) = search([puzzle])
    return {"guesses": done.guesses, "depth": done.depth if done.solved else None, "deepest": done.deepest}


def canon(arguments: Namespace) -> int:
    """Print the canonical form of each puzzle, as a text that holds all of it.

    That is a line of its cells where those are the whole puzzle for who reads them with the same ``--kind``; an object, as
    ``convert --to jsonl`` writes, where it has cages, clues, regions or another kind.
    """
    from bookmaker.cli.plain_lines import canonical_lines
    from bookmaker.formats.apps.json_files import render_lines
    from bookmaker.logic.solve.canonical_form import canonical_of

    ground = geometry(arguments.kind, 9)
    rules = rules_of(arguments.kind)

    def text_of(form: Puzzle) -> str:
        own = form.cages or form.geometry.areas or form.geometry.clued or form.geometry.rules != rules
        return render_lines([replace(form, name="", candidates=None)]).strip() if own else str(form)

    def forms(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle in puzzles:
            form = text_of(canonical_of(puzzle))
            yield (json_line({**names(puzzle), "canonical": form}) if arguments.json else f"{form}\n"), True

    def plain(batch: formats.Batch) -> Text:
        """What :func:`forms` says, without a Puzzle for each line."""
        return canonical_lines(batch, ground, arguments.json), True

    return print_worked(arguments, forms, plain if ground.plain else None)


def bench(arguments: Namespace) -> int:
    """Print a line for each way of searching, and draw the distributions into the file of ``--output``."""
    from statistics import median

    from bookmaker.base import output
    from bookmaker.publishing.documents import search_charts

    path = None if arguments.output is None else Path(arguments.output)
    if path is not None and path.suffix.lower() not in (".svg", ".png"):
        raise UsageError(f"--output {path}: the name must end in .svg or .png")
    read = Input(arguments)
    if path is not None:
        read.require_other(path)
    puzzles = list(read.puzzles())
    if not puzzles:
        return read.code(0)
    done = search_charts.experiment(puzzles)
    for way, found in done.searches.items():
        fields = {
            "way": way.name,
            "puzzles": len(found),
            "given_up": sum(one.solved is None for one in found),
            "seconds": round(sum(one.seconds for one in found), 4),
            "median_guesses": median(one.guesses for one in found),
            "most_guesses": max(one.guesses for one in found),
            "deepest": max(one.deepest for one in found),
        }
        if arguments.json:
            print(json.dumps(fields))
        else:
            print(
                f"{way.name:36} {fields['seconds']:9.3f} s  guesses: median {fields['median_guesses']:g}, "
                f"most {fields['most_guesses']}; deepest {fields['deepest']}; given up {fields['given_up']}"
            )
    if path is not None:
        output.commit({path: search_charts.picture(done, path.suffix.lower())})
        print(path)
    return read.code(0)
