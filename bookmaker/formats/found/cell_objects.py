"""Cells that programs and XML write as objects: ``{row: 0, col: 1, value: 5}``, ``'r1c1' => 5``, ``<cell row="0" col="1">``.

They are the records of :mod:`bookmaker.formats.base.cell_records`. Any program has objects with coordinates, so that only
those are taken which fill a whole grid, or are the givens of a proper puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from bookmaker.formats.base import cell_records
from bookmaker.formats.base.cells import digits, only_proper
from bookmaker.formats.base.format import Recogniser
from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import program_lists
from bookmaker.formats.found.program_lists import Found
from bookmaker.formats.found.rewritten_rows import Numbered
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

_FEWEST = 16
_OBJECT = expression(r"\{(?:[^{}\[\]]|\{[^{}\[\]]{3,100}\}){3,300}\}")
_BETWEEN = expression(r"(?:[\s,;\[\](){}]|#[^\n]*|//[^\n]*)*")
_NAME = r"[\"']?([A-Za-z_]\w{0,30})[\"']?"
_VALUE = r"(\{[^{}]*\}|\"[^\"\n]{0,20}\"|'[^'\n]{0,20}'|-?[0-9]{1,3}\b|(?i:true|false|null|none|nil|undefined)\b)"
_PAIR = expression(rf"\s*{_NAME}\s*(?::|=>|=)\s*{_VALUE}\s*(?:,|\Z)")
_ENTRY = expression(r"[\"'](\w{1,9})[\"'][\])]?\s*(?:=>|:|=|,)\s*[\"']?(\w{1,9}|\.)[\"']?(?![\w.])")
_CELL = expression(r"[rR][0-9]{1,2}[cC][0-9]{1,2}|[A-Ia-i][1-9]")
_ELEMENT = expression(
    r"<([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*(?:/>|>([^<>]{0,20})(?=</))"
)
_ATTRIBUTE = expression(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nil": None, "undefined": None}


def has_objects(text: str) -> bool:
    """Whether a text may have cells as objects."""
    return "{" in text or _ENTRY.search(text) is not None


def read(text: str, first: int, source: Source, found_before: bool = False) -> Iterator[Found]:
    """The grids of a program, of objects that follow one another, and of entries by the names of cells: where it has no other."""
    if found_before:
        return
    for pattern, made in ((_OBJECT, _of_object), (_ENTRY, _of_entry)):
        run: list[tuple[int, int, Any]] = []
        sound, end = True, 0
        for found in pattern.finditer(text):
            if _BETWEEN.fullmatch(text, end, found.start()) is None:
                yield from _grids(run if sound else [], text, first, source)
                run, sound = [], True
            record, end = made(found), found.end()
            # One beside them that is not a cell may be a spoilt one.
            sound = sound and record is not None
            run.append((found.start(), end, record))
        yield from _grids(run if sound else [], text, first, source)


def of_elements(text: list[Numbered], source: Source) -> list[Puzzle]:
    """The puzzles of the lines of XML whose elements are cells with their rows and columns."""
    first = text[0][0]
    rows: list[str] = []
    for number, line in text:
        rows += [""] * (number - first - len(rows))
        rows.append(line)
    return program_lists.read("\n".join(rows), first, source, [Recogniser("elements", lambda _: True, _elements)])[0]


def _elements(text: str, first: int, source: Source, *_: object) -> Iterator[Found]:
    """The grids of XML whose cells are elements of one name, with their rows and columns as attributes."""
    by_name: dict[str, list[tuple[int, int, Any]]] = {}
    for found in _ELEMENT.finditer(text):
        record: dict[str, Any] = {key: unescape(one or other) for key, one, other in _ATTRIBUTE.findall(found[2])}
        if found[3] is not None and found[3].strip():
            record["text"] = unescape(found[3]).strip()
        by_name.setdefault(found[1], []).append((found.start(), found.end(), record))
    for run in by_name.values():
        placed = {key for _, _, record in run for key in record}
        if any(cell_records.is_axis(key, False) for key in placed) and any(
            cell_records.is_axis(key, True) for key in placed
        ):
            yield from _grids(run, text, first, source)


def _of_object(found: re.Match[str], group: int = 0) -> dict[str, Any] | None:
    """The fields of an object of nothing but names with numbers, words and short texts, or one more such object."""
    inside, record, at = found[group][1:-1].strip(), dict[str, Any](), 0
    while at < len(inside):
        pair = _PAIR.match(inside, at)
        if pair is None:
            return None
        if pair[2][0] == "{":
            inner = _of_object(pair, 2)
            if inner is None:
                return None
            record[pair[1]] = inner
        else:
            value = pair[2].strip("\"'")
            record[pair[1]] = _WORDS.get(value.lower(), value) if pair[2][0] not in "\"'" else value
        at = pair.end()
    return record or None


def _of_entry(found: re.Match[str]) -> dict[str, Any] | None:
    sound = _CELL.fullmatch(found[1]) and len(found[2]) == 1
    return {"cell": found[1], "value": found[2]} if sound else None


def _grids(run: list[tuple[int, int, Any]], text: str, first: int, source: Source) -> Iterator[Found]:
    if len(run) < _FEWEST:
        return
    try:
        cells = cell_records.read([record for _, _, record in run])
    except WrongError:
        return
    if cells is None or set(cells.givens) == {"."}:
        return
    whole = len(run) == cells.size**2
    ground = geometry(size=cells.size) if cells.size in BOXES else None
    if not whole and (ground is None or only_proper([(ground, digits(cells.givens))]) is None):
        return
    line = first + text.count("\n", 0, run[0][0])
    for guess in cells.guesses:
        source.guess(guess, line, 1)
    yield Found(list(cells.givens), run[0][0], run[-1][1])
