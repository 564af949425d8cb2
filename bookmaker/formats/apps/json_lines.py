"""JSON lines: one object a line, as ``--json`` of our own commands prints them and as many collections come.

``puzzle`` (or another of the names that tables use) holds the cells in one text, or rows in a list; ``solution`` the
answer; ``cages`` a list of ``{"sum": 15, "cells": ["r1c1", ...]}``, where cells may also be ``[row, column]`` from 0 on. An
object with cages and no puzzle is a Killer without givens. ``kind`` and ``size`` stand where givens do not
show them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bookmaker.formats.apps import embedded, json_puzzles
from bookmaker.formats.base import clues, other_keys
from bookmaker.formats.base.json_values import WrongError, loads
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text, labels_text

_TABULAR = re.compile(
    r'"(?:puzzles?|quiz|quizzes|sudoku|question|problem)"\s*:|"(?:grid|board)"\s*:\s*\[?\s*[\["]\s*["0-9]',
    re.IGNORECASE,
)


def claims(line: str) -> bool:
    """Whether the line looks like an object with a puzzle under one of the names that tables use; see ``records`` for others."""
    return line.lstrip().startswith("{") and line.rstrip().endswith("}") and _TABULAR.search(line) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a puzzle; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            yield from _parse_line(line, number, source)
            yield None


def _parse_line(line: str, number: int, source: Source) -> Iterator[Puzzle | None]:
    start = len(line) - len(line.lstrip())
    try:
        found, end = loads(line, start)
        if line[end:].strip():
            raise WrongError("this is no JSON: more than one value in the line", column=end + 1)
    except WrongError as wrong:
        source.fault(wrong.message, number, wrong.column or start + 1)
        return
    place = source.place(number, start + 1)
    if isinstance(found, dict) and embedded.are_puzzles(found.get("puzzles")):
        # A whole document that was written without line breaks.
        other_keys.note(found, ("puzzles",), source.kind, place, source)
        for index, item in enumerate(found["puzzles"]):
            yield from json_puzzles.read_all(item, place, source, f"[{index}]")
        return
    yield from json_puzzles.read_all(found, place, source, "")


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """The fields of the object that describes a puzzle."""
    size = puzzle.geometry.size
    fields: dict[str, Any] = {"puzzle": cells_text(puzzle.givens)}
    if puzzle.geometry.rules:
        fields["kind"] = puzzle.geometry.kind
    if puzzle.geometry.regions:
        fields["regions"] = labels_text(puzzle.geometry.regions)
    if puzzle.geometry.clued:
        fields["clues"] = clues.listed(puzzle)
    if puzzle.cages:
        fields["cages"] = [
            {"sum": cage.sum, "cells": [*(cell_name(cell, size) for cell in cage.cells), *cage.strays]}
            for cage in puzzle.cages
        ]
    if puzzle.answer is not None:
        fields["solution"] = cells_text(puzzle.answer)
    if puzzle.name:
        fields["name"] = puzzle.name
    if puzzle.candidates is not None:
        fields["candidates"] = list(puzzle.candidates)
    return fields


def render(puzzles: Sequence[Puzzle]) -> str:
    """One object a line, in ASCII."""
    return "".join(f"{json.dumps(fields_of(puzzle))}\n" for puzzle in puzzles)


def with_source(text: str, source: str) -> str:
    """The line of an object with a field more, which says where its puzzle came from."""
    return f"{text.rstrip().removesuffix('}')}, {json.dumps('source')}: {json.dumps(source)}}}\n"


FORMAT = Format(
    "jsonl",
    frozenset({"givens", "answer", "name", "cages", "clues", "kind", "candidates", "several"}),
    lambda block: any(claims(line) for _, line in block.content()),
    parse,
    render,
    claims=claims,
    sourced=with_source,
)
