"""SudokuPad: ``https://sudokupad.app/`` and ``scl`` (or ``ctc``) with LZString of its JSON, or ``fpuz`` with that of f-puzzles.

Its JSON holds rows of ``cells``, whose ``value`` is a given; ``regions`` and ``cages`` of [row, column] counted from 0; the
title, the rules and the solution are under ``metadata``, or as cages without cells: ``{"value": "title: ..."}``. The JSON
may be shortened (:func:`unzipped`). ``scf`` holds the givens of a classic puzzle, run by run. Lines from corner to corner are the
diagonals, and the words of f-puzzles for other rules are under ``metadata``; whatever else is drawn may mean a rule that
no program can know, and such a puzzle is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import unquote

from bookmaker.base.errors import Place
from bookmaker.formats.apps import fpuzzles, fpuzzles_drawings
from bookmaker.formats.apps.fpuzzles import answer_of, digit_of, one_line_of, square, sum_of, unpacked
from bookmaker.formats.apps.fpuzzles_drawings import rules_in_words
from bookmaker.formats.base import lz
from bookmaker.formats.base.format import Line, one_line
from bookmaker.formats.base.json_values import WrongError, decoder, loads, pairs_of, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import arrangements, expressed, geometry, houses_listed

# Several grids that share cells in SudokuPad's own form.
#
# ``cells`` holds all rows of the board, with an empty object where no cell is. ``norowcol`` under ``metadata`` says that its rows
# and columns are not houses; those of the grids are hidden cages instead, of the type ``rowcol``, and the boxes are ``regions``.
# All of these houses together say which arrangement it is. White patches cover the places without a cell.

NO_LINES = "norowcol"
"""The word for a board whose rows and columns are not houses."""

DRAWINGS = frozenset(("overlays", "underlays"))
"""The keys of the drawings on such a board: its patches and shades."""

_HIDDEN = {"unique": True, "type": "rowcol", "hidden": True}
_WHITE, _GREY = "#FFFFFF", "#CFCFCF"
_NONE, _UNKNOWN_TO_GRIDS = "?", "?."
"""The sign in a solution where no cell is, and the signs for a digit that is not known."""

_LARGEST = 60
"""Rows and columns of a board at most."""

_Spot = tuple[int, int]


def has_several_grids(meta: Mapping[str, Any]) -> bool:
    """Whether these are the metadata of such a board."""
    return str(meta.get(NO_LINES, "")).lower() == "true"


def row_columns(cells: Any, path: str, most: int) -> list[_Spot]:
    """Rows and columns of a list of cells, from 0. Raises WrongError."""
    if not isinstance(cells, list):
        raise WrongError(f"{shorten(cells)} is not a list of cells", path)
    if len(cells) > most:
        raise WrongError(f"a cage of {len(cells)} cells; the grid has {most}", path)
    for cell in cells:
        if not (
            isinstance(cell, list) and len(cell) == 2 and all(type(part) is int and 0 <= part < 10_000 for part in cell)
        ):
            raise WrongError(f"{shorten(cell)} is not a cell, such as [0, 2]", path)
    return [(row, column) for row, column in cells]


def lacking(puzzle: Puzzle) -> Iterator[str]:
    """What of several grids it cannot hold, in words: any rule besides their arrangement."""
    if len(puzzle.geometry.rules) > 1:
        yield f"puzzles of the kind {puzzle.geometry.kind}"


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle."""
    ground = puzzle.geometry
    given = dict(zip(map(ground.place, range(ground.cell_count)), puzzle.givens, strict=True))
    board = range(ground.height), range(ground.width)
    made: dict[str, Any] = {
        "cellSize": 50,
        "cells": [[{"value": given[(r, c)]} if given.get((r, c)) else {} for c in board[1]] for r in board[0]],
        "regions": [_listed(house.cells, ground) for house in ground.houses if house.kind == "box"],
        "cages": [{"cells": _listed(house.cells, ground), **_HIDDEN} for house in ground.houses if house.kind != "box"],
    }
    made["underlays"], made["overlays"] = _shades(ground), list(_patches(ground))
    title = {"title": puzzle.name} if puzzle.name else {}
    made["metadata"] = {**title, NO_LINES: True, "rules": "\n".join(rules_in_words(ground))}
    if puzzle.answer is not None:
        answer = dict(zip(given, puzzle.answer, strict=True))
        made["metadata"]["solution"] = "".join(str(answer.get((r, c), _NONE)) for r in board[0] for c in board[1])
    return {key: value for key, value in made.items() if value}


def _listed(cells: Iterable[int], ground: Geometry) -> list[list[int]]:
    return [list(ground.place(cell)) for cell in cells]


def _shades(ground: Geometry) -> list[dict[str, Any]]:
    cells = [cell for mark in ground.marks if mark.kind == "shade" for cell in mark.cells]
    return [_patch(*ground.place(cell), 1, 1, _GREY) for cell in cells]


def _patch(row: int, column: int, height: int, width: int, colour: str) -> dict[str, Any]:
    look = {"backgroundColor": colour, "borderColor": colour, "rounded": False}
    return {"center": [row + height / 2, column + width / 2], "width": width, "height": height, **look}


def _patches(ground: Geometry) -> Iterator[dict[str, Any]]:
    """Rectangles that cover all places without a cell: stretches of a row, together while the rows are alike."""
    rows = []
    for row in range(ground.height):
        free = [column for column in range(ground.width) if (row, column) not in ground.cell_at]
        starts = [column for column in free if column - 1 not in free]
        rows.append([(start, next(c for c in range(start, ground.width + 1) if c not in free)) for start in starts])
    for row, stretches in enumerate(rows):
        for start, end in stretches:
            if row and (start, end) in rows[row - 1]:
                continue
            height = next(
                n for n in range(1, len(rows) + 1) if row + n == len(rows) or (start, end) not in rows[row + n]
            )
            yield _patch(row, start, height, end - start, _WHITE)


@cache
def _arrangements() -> dict[frozenset[frozenset[_Spot]], str]:
    """The arrangement of all its houses."""
    found = {}
    for name in arrangements():
        ground = geometry(name)
        found[frozenset(frozenset(map(ground.place, house.cells)) for house in ground.houses)] = name
    return found


def of_several_grids(fields: Mapping[str, Any], meta: Mapping[str, Any], place: Place) -> Puzzle:
    """The puzzle of an object with several grids. Raises WrongError."""
    rows = fields.get("cells")
    if not (isinstance(rows, list) and 0 < len(rows) <= _LARGEST and all(isinstance(row, list) for row in rows)):
        raise WrongError(f"{shorten(rows)} are not rows of cells", "cells")
    houses: set[frozenset[_Spot]] = set()
    others: list[str] = []
    regions, cages = fields.get("regions") or [], fields.get("cages") or []
    if not (isinstance(regions, list) and isinstance(cages, list) and all(isinstance(one, dict) for one in cages)):
        raise WrongError("regions and cages that are not lists", "cages")
    for index, region in enumerate(regions):
        houses.add(frozenset(row_columns(region, f"regions[{index}]", _LARGEST)))
    for index, cage in enumerate(cages):
        if not cage.get("cells"):
            continue  # A text that belongs to no cell.
        spots = row_columns(cage["cells"], f"cages[{index}].cells", _LARGEST)
        if all(str(cage.get(word)).lower() == "true" for word in ("hidden", "unique")):
            houses.add(frozenset(spots))
        else:
            others.append(f"cages[{index}]")
    name = _arrangements().get(frozenset(houses))
    if name is None:
        raise WrongError(f"it has the rule {shorten(NO_LINES)} with houses that are not known here")
    if others:
        raise WrongError("a cage on several grids, which is not known here", others[0])
    ground = geometry(name)
    _check_drawings(fields, ground)
    title = meta.get("title", fields.get("title"))
    name = one_line_of(title) if isinstance(title, str) else ""
    return Puzzle(ground, _cells_of_grids(rows, ground), place, name, _answer_of_grids(meta, ground))


def _check_drawings(fields: Mapping[str, Any], ground: Geometry) -> None:
    """Raise WrongError for drawings that may mean something."""
    for key, wanted in (("overlays", list(_patches(ground))), ("underlays", _shades(ground))):
        found = fields.get(key) or []
        if not isinstance(found, list) or any(one not in wanted for one in found):
            raise WrongError(
                f"it draws {shorten(key)}, whose meaning a link does not hold", "", "such a puzzle cannot be read"
            )
    if fields.get("lines"):
        raise WrongError('it draws "lines", whose meaning a link does not hold', "", "such a puzzle cannot be read")


def _cells_of_grids(rows: Sequence[Sequence[Any]], ground: Geometry) -> bytes:
    """The givens of rows that have the shape of the board. Raises WrongError."""
    if len(rows) != ground.height:
        raise WrongError(f"{len(rows)} rows; the board has {ground.height}", "cells")
    given = [0] * ground.cell_count
    for r, row in enumerate(rows):
        if len(row) != ground.width:
            raise WrongError(f"a row that has not {ground.width} cells", f"cells[{r}]")
        for c, cell in enumerate(row):
            if not (cell is None or isinstance(cell, dict)):
                raise WrongError("a cell that is not an object", f"cells[{r}][{c}]")
            value = cell.get("value") if cell else None
            if value in (None, ""):
                continue
            if (r, c) not in ground.cell_at:
                raise WrongError("a given where no cell is", f"cells[{r}][{c}]")
            given[ground.cell_at[(r, c)]] = digit_of(value, ground.size, f"cells[{r}][{c}]")
    return bytes(given)


def _answer_of_grids(meta: Mapping[str, Any], ground: Geometry) -> bytes | None:
    """The answer of a text with a sign for each place of the board, None if there is none, or it has gaps. Raises WrongError."""
    said = meta.get("solution")
    if said in (None, ""):
        return None
    count = ground.height * ground.width
    if not isinstance(said, str) or len(said) != count:
        raise WrongError(f"a solution that has not {count} signs, one for each place of the board", "solution")
    places = [row * ground.width + column for row, column in map(ground.place, range(ground.cell_count))]
    digits = "123456789"[: ground.size]
    for place in places:
        if said[place] not in digits + _UNKNOWN_TO_GRIDS:
            raise WrongError(f"{shorten(said[place])} is not a digit, and not ? or .", "solution")
    return (
        None
        if any(said[place] in _UNKNOWN_TO_GRIDS for place in places)
        else bytes(int(said[place]) for place in places)
    )


ADDRESS = "https://sudokupad.app/scl"
_STARTS = (
    r"(?:https?://)?(?:[a-z0-9-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com)/"
    r"|sudokupad://puzzle/|(?:scl|ctc|fpuz(?:zles)?)[A-Za-z0-9+/%]{20,}(?:=|%3D){0,3}(?!\S)"
)
_PLACE = expression(r"(?:^|/(?:sudoku/)?|[?&](?:puzzleid|load)=)(scl|ctc|fpuz(?:zles)?|scf)(?=[A-Za-z0-9+/%]{8})")
_ENDS = expression(r"[?&#\s]")
_META = expression(r"([A-Za-z]+):\s*(.*)", re.DOTALL)
_PLAIN = frozenset(("cells", "regions", "cages", "lines", "metadata", "metaData", "title", "author", "rules", "id")) | {
    *("cellSize", "settings", "duration", "videos", "saved")
}
_OWN = DRAWINGS | {"cellSize", "metadata", "metaData", "regions", "lines", "arrows"}
_UNKNOWN = frozenset((NO_LINES, "fogofwar", "foglight"))
_DIAGONALS = {"diagonal-": ([0, 0], [1, 1]), "diagonal+": ([0, 1], [1, 0])}
"""The corners that the line of a diagonal joins, in sizes of the grid, by the word of f-puzzles."""
_LONG = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
_TOKEN = expression(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[\[\]{}:,]|[^\[\]{}:,'\"\s]+|\s+|.", re.DOTALL)


def _read(line: Line) -> Puzzle | None:
    found = _PLACE.search(line.text)
    if found is None:
        advice = "open it in a browser, and copy the long link from its menu: Share, Full link"
        line.fault("a short link names a puzzle that would have to be fetched, and nothing is", 0, advice)
        return None
    ends = _ENDS.search(line.text, found.end())
    packed = line.text[found.end() : ends.start() if ends else len(line.text)]
    if found[1] == "scf":
        return _classic(unquote(packed), found.end(), line)
    read = fpuzzles.from_object if found[1].startswith("fpuz") else from_object
    return unpacked(packed, found.end(), line, read)


def _classic(text: str, start: int, line: Line) -> Puzzle | None:
    """A symbol for each digit and the up to five empty cells after it: ten of them for each number of empty cells."""
    cells: list[int] = []
    for offset, symbol in enumerate(text):
        code = ord(symbol) - (61 if symbol > "Z" else 55 if symbol > "9" else 48)
        if not (symbol.isascii() and symbol.isalnum() and code < 60) or len(cells) > 81:
            line.fault(f"{symbol!r} is not a symbol of this form of link, or there are too many", start + offset)
            return None
        cells += [code % 10, *[0] * (code // 10)]
    if len(cells) != 81:
        line.fault(f"{len(cells)} cells; this form of link holds 81", start)
        return None
    return line.source.puzzle(9, bytes(cells), line.place, line.name)


def from_object(text: str, place: Place, source: Source) -> Puzzle:
    """The puzzle of a text of JSON, shortened or not. Raises WrongError."""
    if not text.lstrip().startswith('{"'):
        text = unzipped(text)
    found, end = loads(text, 0, _DECODER)
    if text[end:].strip() or not isinstance(found, dict):
        raise WrongError("a link holds one JSON object")
    return from_fields(found, place, source)


def _lengthened(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return pairs_of([(_LONG.get(name, name), value) for name, value in pairs])


_DECODER = decoder(_lengthened)


def unzipped(text: str) -> str:
    """Shortened JSON written out, but for its names: quotes are ``'``, names bare, empty objects left out, colours bare.

    ``[`` and ``,`` directly before another sign mean an empty object each; ``t`` and ``f`` for true and false.
    """
    bare = '"' not in text
    out: list[str] = []
    before = ""
    for token in _TOKEN.findall(text):
        if token.isspace():
            continue
        if token in "]}," and before in "[{," and not (before == "{" and token == "}"):
            out.append("{}")
        if bare and len(token) > 1 and token[0] == token[-1] == "'":
            inside = token[1:-1]
            out.append(
                '"'
                + re.sub(r"\\(.)", lambda escape: "'" if escape[1] == "'" else escape[0], inside, flags=re.DOTALL)
                + '"'
            )
        elif before in ("{", ",", "[") and token.isalnum() and not token.isdecimal():
            out.append(f'"{token}"')
        elif before == ":" and token in _VALUES:
            out.append(_VALUES[token])
        elif before == ":" and re.fullmatch("[0-9a-fA-F]{6}", token):
            out.append(f'"#{token}"')
        else:
            out.append(token)
        before = token
    return "".join(out)


_VALUES = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}


def knows(fields: Mapping[str, Any]) -> bool:
    """Whether an object is one of SudokuPad: rows of cells with its keys, and no others beside them, or any that only it has."""
    own = fields.keys() <= _PLAIN or not _OWN.isdisjoint(fields)
    return own and bool(fpuzzles.cells_under(fields, "cells", _CELL_KEYS))


_CELL_KEYS = frozenset(
    ("value", "pencilMarks", "centremarks", "cornermarks", "candidates", "highlights", "colours", "colors", "c")
)


def from_fields(fields: Mapping[str, Any], place: Place, source: Source) -> Puzzle:
    """The puzzle of an object whose names are written out. Raises WrongError."""
    meta = _said(fields)
    several = has_several_grids(meta)
    for key, value in fields.items():
        if key not in _PLAIN and value and not (several and key in DRAWINGS):
            what = "draws" if key in ("arrows", "overlays", "underlays") else "has"
            raise WrongError(
                f"it {what} {shorten(key)}, whose meaning a link does not hold", "", "such a puzzle cannot be read"
            )
    ruled = {name for name, value in meta.items() if value and str(value).lower() != "false"}
    # No rule of one grid is known on several.
    strange = (ruled & (_UNKNOWN | fpuzzles.RULES)) - {NO_LINES} if several else ruled & _UNKNOWN
    for name in sorted(strange):
        raise WrongError(f"it has the rule {shorten(name)}, which is not known here{' on several grids' * several}")
    if several:
        return of_several_grids(fields, meta, place)
    rows = square(fields.get("cells"), "cells")
    size = len(rows)
    cages = tuple(_cages(fields, size))
    words = _diagonals(fields, size) | ruled & fpuzzles.RULES
    ground = fpuzzles.ground_of(size, bool(cages), words, _regions(fields.get("regions"), size))
    givens = bytes(
        0 if cell.get("value") in (None, "") else digit_of(cell["value"], size, f"cells[{r}][{c}]")
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    )
    title = meta.get("title", fields.get("title"))
    solution = meta.get("solution")
    answer = answer_of(str(solution) if isinstance(solution, int) else solution, size)
    return Puzzle(ground, givens, place, one_line_of(title) if isinstance(title, str) else "", answer, cages)


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The texts under ``metadata``, or in cages that are texts."""
    meta: dict[str, Any] = {}
    for name in ("metadata", "metaData"):
        if isinstance(fields.get(name), dict):
            meta.update(fields[name])
    listed = fields.get("cages")
    for item in listed if isinstance(listed, list) else ():
        text = _text_of(item)
        if text is not None:
            meta.setdefault(text[1].lower(), text[2])
    return meta


def _text_of(item: Any) -> re.Match[str] | None:
    """The text that a cage is, None if it is a cage."""
    value = item.get("value") if isinstance(item, dict) and item.get("sum") is None else None
    return _META.match(value) if isinstance(value, str) else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if type(value) is int else None


def _cages(fields: Mapping[str, Any], size: int) -> Iterator[Cage]:
    listed = fields.get("cages") or []
    if not isinstance(listed, list):
        raise WrongError(f"{shorten(listed)} is not a list", "cages")
    for index, item in enumerate(listed):
        path = f"cages[{index}]"
        if not isinstance(item, dict):
            raise WrongError(f"{shorten(item)} is not a cage", path)
        if _text_of(item) is not None:
            continue
        value, total = item.get("value"), item.get("sum")
        shown, meant = _number(value), _number(total)
        if shown is not None and meant is not None and shown != meant:
            raise WrongError(f"its value is {shorten(value)}, and its sum {shorten(total)}", path)
        value = value if total is None else total
        if item.get("cells") in (None, []) and _number(value) is None:
            continue  # A text that belongs to no cell.
        if item.get("unique") is False:
            raise WrongError("a cage in which digits may repeat, which is not known here", path)
        places = row_columns([] if item.get("cells") is None else item["cells"], f"{path}.cells", size * size)
        inside = tuple(row * size + column for row, column in places if row < size and column < size)
        strays = tuple(f"r{row + 1}c{column + 1}" for row, column in places if row >= size or column >= size)
        yield Cage(inside, sum_of(value, f"{path}.value"), strays)


def _diagonals(fields: Mapping[str, Any], size: int) -> set[str]:
    lines = fields.get("lines") or []
    if not isinstance(lines, list):
        raise WrongError(f"{shorten(lines)} is not a list", "lines")
    seen: set[str] = set()
    for index, line in enumerate(lines):
        points = line.get("wayPoints") if isinstance(line, dict) else None
        corners = sorted(map(str, points)) if isinstance(points, list) else []
        if corners == [str([0, 0]), str([size, size])]:
            seen.add("diagonal-")
        elif corners == [str([0, size]), str([size, 0])]:
            seen.add("diagonal+")
        else:
            raise WrongError("it draws a line, whose meaning a link does not hold", f"lines[{index}]")
    return seen


def _regions(regions: Any, size: int) -> list[int] | None:
    """The region of each cell, None without a map of them."""
    if not regions:
        return None
    if not isinstance(regions, list):
        raise WrongError(f"{shorten(regions)} is not a list", "regions")
    labels = [-1] * (size * size)
    for index, region in enumerate(regions):
        for row, column in row_columns(region, f"regions[{index}]", size * size):
            if row >= size or column >= size or labels[row * size + column] >= 0:
                raise WrongError("a cell in two regions, or outside the grid", f"regions[{index}]")
            labels[row * size + column] = index
    return labels


def _write(puzzle: Puzzle) -> str:
    if puzzle.geometry.overlapping:
        return _link(fields_of(puzzle))
    listed = houses_listed(puzzle.geometry, fpuzzles.NAME)
    if (
        listed
        or puzzle.geometry.clued
        or fpuzzles_drawings.is_drawn(puzzle)
        or not (puzzle.geometry.boxed or puzzle.geometry.regions)
    ):
        # Its own form has drawings only, whose meaning no program knows, and boxes where it names no region.
        return ADDRESS.removesuffix("scl") + "fpuz" + fpuzzles.packed(puzzle)
    ground, size = puzzle.geometry, puzzle.geometry.size
    cells = [{"value": digit} if digit else {} for digit in puzzle.givens]
    boxes = [house.cells for house in ground.houses if house.kind in ("box", "region")]
    made: dict[str, Any] = {
        "cellSize": 50,
        "cells": [cells[start : start + size] for start in range(0, size * size, size)],
        "regions": [[list(divmod(cell, size)) for cell in box] for box in boxes],
    }
    if puzzle.cages:
        made["cages"] = [_cage(cage, size) for cage in puzzle.cages]
    words = expressed(ground.rules, fpuzzles.NAME)[0]
    ends = [[[size * part for part in corner] for corner in _DIAGONALS[word]] for word in words if word in _DIAGONALS]
    if ends:
        made["lines"] = [{"color": "#34BBE6", "thickness": 2, "wayPoints": line} for line in ends]
    meta: dict[str, Any] = {"title": puzzle.name} if puzzle.name else {}
    meta |= dict.fromkeys((word for word in words if word not in _DIAGONALS), True)
    rules = list(rules_in_words(ground))
    if rules:
        meta["rules"] = "\n".join(rules)
    if puzzle.answer is not None:
        meta["solution"] = "".join(f"{digit:0{len(str(size))}}" for digit in puzzle.answer)
    if meta:
        made["metadata"] = meta
    return _link(made)


def _link(made: Mapping[str, Any]) -> str:
    return ADDRESS + lz.pack(json.dumps(made, ensure_ascii=False, separators=(",", ":")))


def _cage(cage: Cage, size: int) -> dict[str, Any]:
    strays = (re.findall("[0-9]+", stray) for stray in cage.strays)
    cells = [list(divmod(cell, size)) for cell in cage.cells]
    made: dict[str, Any] = {
        "cells": cells + [[int(row) - 1, int(column) - 1] for row, column in strays],
        "unique": True,
    }
    if cage.sum is not None:
        made["value"], made["sum"] = str(cage.sum), cage.sum
    return made


def _also(puzzle: Puzzle) -> Iterator[str]:
    yield from lacking(puzzle) if puzzle.geometry.overlapping else ()
    yield from fpuzzles.also(puzzle)


_CAPACITY = replace(fpuzzles.CAPACITY, several=True)
FORMAT = one_line("sudokupad", _STARTS, _CAPACITY, _read, _write, fpuzzles.HOLDS | {"several"}, _also, titled=True)
