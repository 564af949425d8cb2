"""JSON and JSON lines: one object for each puzzle, a line each or in a list.

``{"kind": "killer", "size": 9, "cages": [{"sum": 15, "cells": ["r1c3", "r1c4", "r1c5"]}], "givens": "81 symbols"}``. ``name``
(or ``title`` or ``id``) and ``solution`` (or ``answer``) may follow; the givens may also be called as tables call them.
``kind`` may be several joined by ``+``, or a list, ``regions`` is the map of a jigsaw, and ``clues`` lists what its rules show:
``{"kind": "white-dot", "cells": ["r1c1", "r1c2"]}``. Without ``kind``, a puzzle with ``cages`` is a Killer, and ``"diagonals":
true`` adds the diagonals; without ``size`` it is 9, or follows from the number of givens. Cells may also be written as [row,
column] from 0 on, or as indices from 0 on, and a cage as [sum, cells]; one that is a mere list of cells has the sum of its
cells in the solution. A grid may also come by itself, as a list of its rows, or of its cells, in numbers: ``[[5, 3, 0, ...],
...]``, or as its rows one after another, each a list. So the files of many programs and sites can be read, and what ``bookmaker
generate --json`` prints; and also the objects that f-puzzles and SudokuPad save.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bookmaker.formats.apps import json_puzzles
from bookmaker.formats.base import clues
from bookmaker.formats.base.cells import SIZE_OF, digit_of
from bookmaker.formats.base.format import Format, misnamed, require
from bookmaker.formats.base.json_cages import covered
from bookmaker.formats.base.json_grids import is_grid
from bookmaker.formats.base.json_values import WrongError, load_here, loads
from bookmaker.formats.base.patterns import expression, says
from bookmaker.formats.base.source import CUT_SHORT, FOREIGN, Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, box_text, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text, labels_text

# JSON lines: one object a line, as ``--json`` of our own commands prints them and as many collections come.
#
# ``puzzle`` (or another of the names that tables use) holds the cells in one text, or rows in a list; ``solution`` the
# answer; ``cages`` a list of ``{"sum": 15, "cells": ["r1c1", ...]}``, where cells may also be ``[row, column]`` from 0 on. An
# object with cages and no puzzle is a Killer without givens. ``kind`` and ``size`` are there where givens do not
# show them.

_TABULAR = expression(
    r'"(?:puzzles?|quiz|quizzes|sudoku|question|problem)"\s*:|"(?:grid|board)"\s*:\s*\[?\s*[\["]\s*["0-9]',
    re.IGNORECASE,
)


def claims(line: str) -> bool:
    """Whether the line looks like an object with a puzzle under one of the names that tables use; see ``records`` for others."""
    return line.lstrip().startswith("{") and line.rstrip().endswith("}") and _TABULAR.search(line) is not None


def parse_lines(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
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
            raise WrongError("this is not JSON: more than one value in the line", column=end + 1)
    except WrongError as wrong:
        source.fault(wrong.message, number, wrong.column or start + 1)
        return
    place = source.place(number, start + 1)
    for path, item in json_puzzles.items_of(found):
        yield from json_puzzles.read_all(item, place, source, path)


RULE_FIELDS = ("boxes", "regions", "clues", "cages")
"""The fields that say what holds in a puzzle besides its kind and size."""


def _ground(puzzle: Puzzle) -> dict[str, str]:
    """The map of regions, or boxes of an unusual shape."""
    ground = puzzle.geometry
    if ground.own_box:
        return {"boxes": box_text(ground.own_box)}
    return {"regions": labels_text(ground.regions)} if ground.regions else {}


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """The fields of the object that describes a puzzle."""
    size = puzzle.geometry.size
    fields: dict[str, Any] = {"puzzle": cells_text(puzzle.givens)}
    if puzzle.geometry.rules:
        fields["kind"] = puzzle.geometry.kind
    fields |= _ground(puzzle)
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


def render_lines(puzzles: Sequence[Puzzle]) -> str:
    """One object a line, in ASCII."""
    return "".join(f"{json.dumps(fields_of(puzzle))}\n" for puzzle in puzzles)


def with_source(text: str, source: str) -> str:
    """The line of an object with a field more, which says where its puzzle came from."""
    return f"{text.rstrip().removesuffix('}')}, {json.dumps('source')}: {json.dumps(source)}}}\n"


LINES = Format(
    "jsonl",
    frozenset({"givens", "answer", "name", "cages", "clues", "kind", "candidates", "several"}),
    lambda block: any(claims(line) for _, line in block.content()),
    parse_lines,
    render_lines,
    claims=claims,
    sourced=with_source,
)


_BEGINS = expression(r'\s*(?:[\[{\]}]|"[^"]*"\s*:)')
_OPENS = expression(r'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$)|\[(?:\s*-?[0-9]+\s*,){35})')
_STRING = expression(r'"[^"\\]*(?:\\.[^"\\]*)*"?')
_BARE = expression(r"\s*[0-9A-Za-z._*-]{16,}(?:\s|$)")
_LIST = expression(r"\[\s*(?=\{)")
_RULED = expression(r"""["'](?:cages?|killercages?|kind|rules?|regions|lines|arrows?|thermos?)["']""", re.IGNORECASE)
_OBJECT = expression(r'[\s\[]*\{\s*"[^"\n]*"\s*:')
"""What hardly anything but JSON begins with."""

_DATE = expression(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_GAP = expression(r"[\s,]*")

_MOST_TEXT = 64 << 20
"""Symbols of one document."""


def detect(block: Block) -> bool:
    """Whether it begins as JSON does, or goes on as an object does after a blank line."""
    return bool(block.lines) and _BEGINS.match(block.lines[0]) is not None


def opens(line: str) -> bool:
    """Whether a list or an object begins, which goes on until its last bracket is closed."""
    return _OPENS.match(line) is not None and not claims(line)


def stays(line: str) -> bool:
    """Whether a line may be part of JSON: a bare puzzle may not, and shows that a bracket was forgotten above."""
    return _BARE.match(line) is None


def closing() -> Callable[[str], bool]:
    """Says of each line of a document whether it closes the last bracket."""
    depth = 0

    def last(line: str) -> bool:
        nonlocal depth
        bare = _STRING.sub("", line)
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
        return depth <= 0

    return last


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every object, and every object of every list; a fault within one becomes a fault of the source."""
    first, text = _text(blocks)
    if text is None:
        source.fault(f"a JSON document of more than {_MOST_TEXT >> 20} MB", first, 1, "write one object a line")
        return
    at = _after(text, 0)
    repeated: Counter[str] = Counter()
    line, counted, begun, inside, stray, listed_at = first, 0, 0, -1, False, 0
    while at < len(text):
        line += text.count("\n", counted, at)
        begun = max(begun, text.rfind("\n", counted, at) + 1)
        counted = at
        place = source.place(line, at - begun + 1)
        listed = _LIST.match(text, at) if inside < 0 else None
        if listed is not None:
            # Object by object, so that each keeps its own line, and one that is spoilt does not spoil the list.
            whole, end = _one_list(text, at)
            if end:
                source.listed |= {place} if covered(whole) else set()
                yield from json_puzzles.read_all(whole, place, source, "")
                at = _after(text, end)
                continue
            inside, at, listed_at = 0, listed.end(), line
            continue
        if inside >= 0 and text[at] == "]":
            inside, at = -1, _after(text, at + 1)
            continue
        try:
            found, end = loads(text, at) if inside < 0 else load_here(text, at)
        except WrongError as wrong:
            # Brackets in a program are not a document of ours; one with cages would lose them if it were read as a list.
            code = "" if says(_RULED, text) else CUT_SHORT if wrong.cut and _OBJECT.match(text) else FOREIGN
            source.fault(wrong.message, line + wrong.line, wrong.column or place.column, code=code)
            yield None
            # The next line that begins an object of its own, no further right, is read all the same.
            again = re.compile(rf"\n(?=[ \t]{{0,{at - begun}}}[\[{{])").search(text, at)
            if again is None:
                return
            at = _after(text, again.end())
            continue
        if inside < 0:
            found, end = _stacked(found, text, end)
        for path, item in json_puzzles.items_of(found) if inside < 0 else ((f"[{inside}]", found),):
            lost = isinstance(item, int | float | None) and bool(path)
            if lost and not stray:
                # One word for all of them: a list of numbers that has lost its bracket.
                source.fault(
                    f"{path}: numbers beside the lists",
                    place.line,
                    place.column,
                    "look for a bracket [ that is missing",
                )
                yield None
            if not lost:
                # Of several in one line, or at one place, each says which it is.
                own = replace(place, part=_part(path, item)) if inside < 0 or line == listed_at else place
                yield from json_puzzles.read_all(item, own, source, path, repeated)
            stray = lost
        inside += inside >= 0
        at = _after(text, end)
    json_puzzles.report_others(repeated, source.place(first, 1), source)
    if inside >= 0:
        source.fault("this is not JSON: the list has no end", line, None, "close it with ]")


def _one_list(text: str, at: int) -> tuple[Any, int]:
    """A list of objects that is one puzzle as a whole, by its cells or cages, and where it ends; 0 for one of several puzzles."""
    try:
        begun, _ = load_here(text, _LIST.match(text, at).end())  # type: ignore[union-attr]
        if not isinstance(begun, dict) or not json_puzzles.may_be_part(begun):
            return None, 0
        whole, end = load_here(text, at)
        return (whole, end) if json_puzzles.is_one(whole) else (None, 0)
    except WrongError:
        return None, 0


def _text(blocks: Iterable[Block]) -> tuple[int, str | None]:
    """The number of the first line and the whole text, comments blanked; None if it is too long."""
    first = length = 0
    rows: list[str] = []
    for block in blocks:
        first = first or block.first
        if length <= _MOST_TEXT:
            rows += [""] * (block.first - first - len(rows))
            rows += ["" if line.lstrip().startswith("#") else line for line in block.lines]
            length += sum(map(len, block.lines))
    return first, "\n".join(rows) if length <= _MOST_TEXT else None


def _stacked(row: Any, text: str, end: int) -> tuple[Any, int]:
    """A list and the lists that follow it as one, if together they are the rows of a grid, and where they end; else as it was."""
    rows, at = [row], end
    size = len(row) if isinstance(row, list) and not any(isinstance(cell, list | dict) for cell in row) else 0
    while isinstance(rows[-1], list) and len(rows[-1]) == size and len(rows) < size <= max(BOXES):
        start = _after(text, at)
        if text[start : start + 1] != "[":
            return row, end
        try:
            one, at = loads(text, start)
        except WrongError:
            return row, end
        rows.append(one)
    sound = len(rows) == size and size in BOXES and is_grid(rows) and not _are_grids(rows)
    return (rows, at) if sound else (row, end)


def _are_grids(rows: Sequence[list[Any]]) -> bool:
    """Whether lists of cells are small grids rather than rows of one: they fit as such, and hardly one has a larger digit."""
    side = SIZE_OF.get(len(rows[0]), 0)
    large = sum(any(side < digit_of(str(cell), len(row)) <= len(row) for cell in row) for row in rows)
    return side > 0 and large * 2 < len(rows)


def _after(text: str, at: int) -> int:
    """Where the next thing begins that is neither blank nor a comma."""
    return _GAP.match(text, at).end()  # type: ignore[union-attr]


def _part(path: str, item: Any) -> str:
    """Which item of a document it is: its date where it has one, else its place in the list."""
    date = item.get("date") if path and isinstance(item, dict) else None
    return f"[{date}]" if isinstance(date, str) and _DATE.fullmatch(date) else path


def render(puzzles: Sequence[Puzzle]) -> str:
    """One object to a line."""
    require("json", misnamed, puzzles)
    return "".join(json.dumps(as_object(puzzle), ensure_ascii=False) + "\n" for puzzle in puzzles)


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON has it."""
    size = puzzle.geometry.size
    made: dict[str, Any] = {"kind": puzzle.geometry.kind, "size": size}
    made |= _ground(puzzle)
    if puzzle.name:
        made["name"] = puzzle.name
    if puzzle.geometry.clued:
        made["clues"] = clues.listed(puzzle)
    if puzzle.geometry.caged:
        made["cages"] = [
            {"sum": cage.sum, "cells": [*(cell_name(cell, size) for cell in cage.cells), *cage.strays]}
            for cage in puzzle.cages
        ]
    if puzzle.given_count or not puzzle.geometry.caged:
        made["givens"] = cells_text(puzzle.givens)
    if puzzle.answer is not None:
        made["solution"] = cells_text(puzzle.answer)
    return made


FORMAT = Format(
    "json",
    frozenset({"kind", "givens", "cages", "clues", "answer", "name", "several"}),
    detect,
    parse,
    render,
    opens=opens,
    stays=stays,
    last=closing,
    lacks=misnamed,
    sourced=with_source,
)
