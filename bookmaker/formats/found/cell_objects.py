"""Cells that programs and XML write as objects: ``{row: 0, col: 1, value: 5}``, ``'r1c1' => 5``, ``<cell row="0" col="1">``.

They are the records of :mod:`bookmaker.formats.base.cell_records`. Any program has objects with coordinates, so that only
those are taken which fill a whole grid, or are the givens of a proper puzzle. Pages without tables have an element for each
cell, ``<div class="cell">5</div>``: as many of one name as a grid has cells, row by row or box by box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from bookmaker.formats.base import cell_records
from bookmaker.formats.base.box_shapes import from_boxes
from bookmaker.formats.base.cells import SIZE_OF, digits, fits, only_proper
from bookmaker.formats.base.format import Recogniser
from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import program_lists
from bookmaker.formats.found.grids_by_columns import LEAST_FOUND
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
    grids: list[Found] = []
    for run in by_name.values():
        placed = {key for _, _, record in run for key in record}
        if any(cell_records.is_axis(key, False) for key in placed) and any(
            cell_records.is_axis(key, True) for key in placed
        ):
            grids += _grids(run, text, first, source)
    if not grids and _TABLED.search(text) is None:
        grids += _of_leaves(text, first, source)
    yield from grids


_TABLED = expression(r"(?i)<(?:table|tr|row|r)[\s>]")
_LEAF = expression(r"<([A-Za-z][\w:-]*+)([^<>]*+)>([^<>]{0,20})</")
_CLASS = expression(r"\bclass\s*=\s*[\"']?\s*([\w-]+)")
_HIDDEN = expression(r"\b(?:data-[\w-]{1,20}|value)\s*=\s*[\"']?([0-9A-Za-z.]?)[\"'\s>]")
_OPENING = expression(r"<([A-Za-z][^<>]*+)>[^<>]*+\Z")
_BOX = expression(r"(?i)box|block|square|region|subgrid|sub-grid|group|house|nonet|3x3")
_NOTHING = frozenset({"", "0", ".", "_", "-", "?", "*"})


def _of_leaves(text: str, first: int, source: Source) -> Iterator[Found]:
    """The grid of a page with as many elements of one name, or of one class, as it has cells, each with a digit or nothing.

    Elements around them that are named after boxes hold one each.
    """
    by_name: dict[tuple[str, str], list[re.Match[str]]] = {}
    for found in _LEAF.finditer(text):
        if sum((one or other).isdecimal() for _, one, other in _ATTRIBUTE.findall(found[2])) > 1:
            return  # They may say where it is.
        named = _CLASS.search(found[2])
        for key in {(found[1], ""), (found[1], named[1] if named is not None else "")}:
            by_name.setdefault(key, []).append(found)
    for leaves in by_name.values():
        size = SIZE_OF.get(len(leaves), 0)
        fields = [unescape(one[3]).strip() for one in leaves]
        if not any(fields):
            fields = [hidden[1] if (hidden := _HIDDEN.search(f"{one[2]} ")) else "" for one in leaves]
        fields = ["." if field in _NOTHING else field for field in fields]
        if size < LEAST_FOUND or not all(field == "." or fits(digits(field), size) for field in fields):
            continue
        if len(fields) - fields.count(".") < size:
            continue
        around = [_OPENING.search(text, max(0, one.start() - _LONGEST_OPENING), one.start()) for one in leaves]
        named_boxes = [tag is not None and _BOX.search(tag[1]) is not None for tag in around[1:]]
        boxed = named_boxes == [at % size == 0 for at in range(1, len(leaves))]
        fields = from_boxes(fields, size) if boxed else fields
        order = "box by box" if boxed else "row by row"
        line = first + text.count("\n", 0, leaves[0].start())
        source.guess(f"{len(fields)} elements {leaves[0][1]!r} are taken for the cells of a grid, {order}", line, 1)
        yield Found(fields, leaves[0].start(), leaves[-1].end())
        return


_LONGEST_OPENING = 200
"""Symbols before an element in which the one around it begins."""


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
