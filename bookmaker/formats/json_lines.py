"""JSON lines: one object a line, as ``--json`` of our own commands prints them and as many collections come.

``puzzle`` (or another of the names that tables use) holds the cells in one text, or rows in a list; ``solution`` the
answer; ``cages`` a list of ``{"sum": 15, "cells": ["r1c1", ...]}``, where cells may also be ``[row, column]`` from 0 on. An
object with cages and no puzzle is a Killer without givens. ``kind`` and ``size`` are told where givens do not tell them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bookmaker.errors import UsageError
from bookmaker.formats.cells import BAD_SYMBOL, SIZES, cells_of, shown
from bookmaker.formats.names import ANSWER, NAMES, PUZZLE, plain_name
from bookmaker.formats.source import Block, Format, Source
from bookmaker.formats.tables import answer_of
from bookmaker.grid.geometry import BOXES, Geometry, cell_name
from bookmaker.grid.puzzle import Cage, Puzzle, cells_text, labels_text
from bookmaker.variants import geometry, known, regions_of, rules_of, with_cages

_CELL = re.compile(r"[Rr]([1-9][0-9]?)[Cc]([1-9][0-9]?)")
_MOST_CAGES = 1000


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
            yield _parse_line(line, number, source)


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        source.fault(f"this is no JSON: {error.msg}", number, error.colno)
        return None
    except (ValueError, RecursionError):
        source.fault("this is no JSON: a number or a nesting without end", number, 1)
        return None
    if not isinstance(found, dict):
        source.fault("a JSON object is expected in each line", number, 1)
        return None
    fields = {str(key).lower(): value for key, value in found.items()}
    cages = fields.get("cages") or []
    text = _first(fields, PUZZLE)
    written = "" if text is None else _text(text)
    if not written and not cages:
        source.fault('no "puzzle" in this object', number, 1)
        return None
    size = fields.get("size")
    if not written:
        size = 9 if size is None else size
        if not isinstance(size, int) or size not in BOXES:
            source.fault(f"there is no grid of size {shown(str(size))!r}", number, 1)
            return None
        written = "." * (size * size)
    cells = cells_of(written, source, number, max(line.find(written), 0) + 1)
    if cells is None:
        return None
    ground = _ground(fields, SIZES[len(cells)], bool(cages), number, source)
    if ground is None:
        return None
    read = _cages(cages, ground, number, source)
    if read is None:
        return None
    # A number under "solutions" tells how many there are, as our own commands print it.
    solution = next((value for key, value in fields.items() if key in ANSWER and isinstance(value, str | list)), None)
    answer = None if solution is None else answer_of(_text(solution), cells, source, number, 1)
    name = plain_name(str(next((fields[key] for key in NAMES if fields.get(key) not in (None, "")), "")))
    masks = _masks(fields.get("candidates"), ground, cells)
    try:
        return Puzzle(ground, cells, source.place(number, 1), name, answer, read, masks)
    except ValueError as error:
        source.fault(str(error), number, 1, "", BAD_SYMBOL)
        return None


def _first(fields: Mapping[str, Any], keys: frozenset[str]) -> Any:
    return next((value for key, value in fields.items() if key in keys), None)


def _text(value: Any) -> str:
    """Cells in one text, from a text or from rows of texts or numbers."""
    if isinstance(value, str):
        return "".join(value.split()) if "\n" in value else value
    if isinstance(value, list) and len(value) <= 625:
        return "".join(map(_text, value))
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9:
        return str(value)
    return "." if value is None else "?"


def _ground(fields: Mapping[str, Any], size: int, caged: bool, number: int, source: Source) -> Geometry | None:
    kind, labels = fields.get("kind"), fields.get("regions")
    try:
        rules = rules_of(kind_named(kind)) if kind is not None else rules_of(source.kind)
        if caged and kind is None:
            rules = with_cages(rules)
        regions = None if labels is None else regions_of(_text(labels), size)
        return source.placed(lambda: geometry(rules, size, regions), number)
    except ValueError as error:
        source.fault(f"the map of its regions {error}", number, 1)
    except UsageError as error:
        source.fault(error.faults[0].message, number, 1, error.faults[0].advice)
    return None


def kind_named(kind: Any) -> str:
    """The kind that a field tells, a name or a list of names. Raises UsageError for what is none."""
    names = kind if isinstance(kind, list) else [kind]
    wrong = next((name for name in names if not isinstance(name, str) or not known(name)), None)
    if wrong is not None or not names:
        rules_of(shown(wrong if isinstance(wrong, str) else json.dumps(kind)).strip("'"))
    return "+".join(names)


def _cages(value: Any, ground: Geometry, number: int, source: Source) -> tuple[Cage, ...] | None:
    if not isinstance(value, list) or len(value) > _MOST_CAGES:
        source.fault('"cages" is no list of cages', number, 1)
        return None
    if value and not ground.caged:
        source.fault(f"cages in a puzzle of kind {ground.kind}", number, 1, 'leave out "kind", or make it "killer"')
        return None
    out = []
    for item in value:
        total = item.get("sum", item.get("value")) if isinstance(item, dict) else None
        listed = item.get("cells") if isinstance(item, dict) else None
        if isinstance(total, str) and total.isascii() and total.isdigit() and len(total) < 6:
            total = int(total)
        if not isinstance(listed, list) or isinstance(total, bool | float | str | list | dict):
            source.fault(f"{shown(json.dumps(item))} is no cage", number, 1, 'such as {"sum": 15, "cells": ["r1c1"]}')
            return None
        cells, strays = [], []
        for cell in listed:
            at = _cell(cell, ground.size)
            if at is None:
                strays.append(shown(cell if isinstance(cell, str) else json.dumps(cell)))
            else:
                cells.append(at)
        out.append(Cage(tuple(cells), total, tuple(strays)))
    return tuple(out)


def _cell(value: Any, size: int) -> int | None:
    if isinstance(value, str):
        named = _CELL.fullmatch(value)
        row, column = (int(named[1]) - 1, int(named[2]) - 1) if named else (-1, -1)
    elif isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        row, column = value
    else:
        return None
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def _masks(value: Any, ground: Geometry, cells: bytes) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != len(cells) or not all(type(mask) is int for mask in value):
        return None
    return tuple(value)


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """What an object tells of a puzzle."""
    size = puzzle.geometry.size
    fields: dict[str, Any] = {"puzzle": cells_text(puzzle.givens)}
    if puzzle.geometry.rules:
        fields["kind"] = puzzle.geometry.kind
    if puzzle.geometry.regions:
        fields["regions"] = labels_text(puzzle.geometry.regions)
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


FORMAT = Format(
    "jsonl",
    frozenset({"givens", "answer", "name", "cages", "kind", "candidates"}),
    lambda block: any(claims(line) for _, line in block.content()),
    parse,
    render,
    claims=claims,
)
