"""``solve`` and ``canon``: a line for each puzzle, or an object."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from itertools import count as count_from

import numpy as np

from bookmaker import formats
from bookmaker.cli.input import Text, print_worked
from bookmaker.cli.numbered_lines import numbered_lines
from bookmaker.cli.puzzles import json_line, names, source_of
from bookmaker.grid.geometry import SYMBOLS
from bookmaker.grid.puzzle import Puzzle, cells_text
from bookmaker.solve.solver import UNDECIDED, Solved, first_solutions, solve_or_bound
from bookmaker.solve.work import EACH_SOLUTION, bound_of
from bookmaker.variants import geometry
from bookmaker.verify.check import undecided

_ZERO = np.uint8(ord("0"))
_TEXT = bytes.maketrans(bytes(range(10)), b"." + SYMBOLS[:9].encode())


_FEW_GUESSES = 20_000
"""Nearly every plain line is decided by these; the few others are searched one by one."""


def _how_many(count: int, limit: int) -> str:
    if count == 0:
        return "no solution"
    if count == 1:
        return "1 solution" if limit > 1 else "1 solution or more"
    return f"{count} solutions" + (" or more" if count == limit else "")


def solve(arguments: Namespace) -> int:
    """Print the solution of each puzzle. Exit code 5 if one has none or several."""
    limit = arguments.limit
    ground = geometry(arguments.kind, 9)
    bound = bound_of(arguments.seconds)

    def said(puzzle: Puzzle, found: Solved) -> str:
        if found.solutions == UNDECIDED:
            return f"undecided: {undecided(puzzle, limit, bound)}"
        return _how_many(found.solutions, found.limit)

    def solved(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle, found in zip(puzzles, solve_or_bound(puzzles, limit, bound), strict=True):
            solution = None if found.solution is None else cells_text(found.solution)
            searched = _searched(puzzle) if arguments.stats else {}
            if arguments.json:
                # As everywhere in what programs read, null is what is not known.
                count = None if found.solutions == UNDECIDED else found.solutions
                fields = {"solutions": count, "limit": found.limit, "solution": solution}
                text = json_line({**names(puzzle), **fields, **searched})
            else:
                figures = "".join(f", {name} {'-' if number is None else number}" for name, number in searched.items())
                text = f"{source_of(puzzle)}: {solution or said(puzzle, found)}{figures}\n"
            yield text, found.solutions == 1

    def plain(batch: formats.Batch) -> Text:
        """What :func:`solved` says, without a Puzzle for each line."""
        counts, firsts = first_solutions(batch.cells, ground, limit, _FEW_GUESSES + EACH_SOLUTION * limit)
        if (counts == UNDECIDED).any():
            texts = list(solved(list(batch.puzzles(ground))))
            return "".join(text for text, _ in texts), all(fine for _, fine in texts)
        if not arguments.json and limit > 1 and (counts == 1).all():
            return numbered_lines(batch.name, batch.first, firsts + _ZERO), True
        solutions = firsts.tobytes().translate(_TEXT).decode("ascii")
        counted = counts.tolist()
        rows = zip(count_from(batch.first), range(0, len(solutions), 81), counted)
        if arguments.json:
            start = f'{{"source": {json.dumps(batch.name)[:-1]}:'
            puzzles = batch.cells.tobytes().translate(_TEXT).decode("ascii")
            ends = {count: f'"solutions": {count}, "limit": {limit}, "solution": ' for count in set(counted)}
            lines = [
                f'{start}{number}", "puzzle": "{puzzles[at : at + 81]}", {ends[count]}'
                + (f'"{solutions[at : at + 81]}"}}\n' if count == 1 < limit else "null}\n")
                for number, at, count in rows
            ]
        else:
            others = {count: _how_many(count, limit) for count in set(counted)}
            lines = [
                f"{batch.name}:{number}: {solutions[at : at + 81] if count == 1 < limit else others[count]}\n"
                for number, at, count in rows
            ]
        return "".join(lines), bool((counts == 1).all())

    return print_worked(arguments, solved, None if arguments.stats else plain)


def _searched(puzzle: Puzzle) -> dict[str, int | None]:
    from bookmaker.solve.search_statistics import search

    (done,) = search([puzzle])
    return {"guesses": done.guesses, "depth": done.depth if done.solved else None, "deepest": done.deepest}


def canon(arguments: Namespace) -> int:
    """Print the canonical form of each puzzle."""
    from bookmaker.solve.canonical_form import canonical, canonical_of

    ground = geometry(arguments.kind, 9)

    def forms(puzzles: list[Puzzle]) -> Iterator[Text]:
        for puzzle in puzzles:
            form = str(canonical_of(puzzle))
            yield (json_line({**names(puzzle), "canonical": form}) if arguments.json else f"{form}\n"), True

    def plain(batch: formats.Batch) -> Text:
        """What :func:`forms` says, without a Puzzle for each line."""
        found = canonical(batch.cells, ground)
        if not arguments.json:
            ends = np.full((len(found), 1), ord("\n"), np.uint8)
            texts = np.frombuffer(found.tobytes().translate(_TEXT), np.uint8).reshape(found.shape)
            return np.hstack((texts, ends)).tobytes().decode("ascii"), True
        puzzles, texts_of = (cells.tobytes().translate(_TEXT).decode("ascii") for cells in (batch.cells, found))
        start = f'{{"source": {json.dumps(batch.name)[:-1]}:'
        rows = zip(count_from(batch.first), range(0, len(puzzles), 81), strict=False)
        lines = [
            f'{start}{number}", "puzzle": "{puzzles[at : at + 81]}", "canonical": "{texts_of[at : at + 81]}"}}\n'
            for number, at in rows
        ]
        return "".join(lines), True

    return print_worked(arguments, forms, plain if ground.plain else None)
