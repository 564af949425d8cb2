"""Several grids that share cells in SudokuPad's own form.

``cells`` holds all rows of the board, with an empty object where no cell is. ``norowcol`` under ``metadata`` says that its rows
and columns are no houses; those of the grids are hidden cages instead, of the type ``rowcol``, and the boxes are ``regions``. All
of these houses together say which arrangement it is. White patches cover the places without a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from bookmaker.base.errors import Place
from bookmaker.formats.apps.fpuzzles import digit_of, one_line_of
from bookmaker.formats.apps.rules_in_words import rules_in_words
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements, geometry

NO_LINES = "norowcol"
"""The word for a board whose rows and columns are no houses."""

DRAWINGS = frozenset(("overlays", "underlays"))
"""The keys of the drawings on such a board: its patches and shades."""

_HIDDEN = {"unique": True, "type": "rowcol", "hidden": True}
_WHITE, _GREY = "#FFFFFF", "#CFCFCF"
_NONE, _UNKNOWN = "?", "?."
"""What stands in a solution where no cell is, and the signs for a digit that is not known."""

_LARGEST = 60
"""Rows and columns of a board at most."""

_Spot = tuple[int, int]


def knows(meta: Mapping[str, Any]) -> bool:
    """Whether these are the metadata of such a board."""
    return str(meta.get(NO_LINES, "")).lower() == "true"


def row_columns(cells: Any, path: str, most: int) -> list[_Spot]:
    """Rows and columns of a list of cells, from 0. Raises WrongError."""
    if not isinstance(cells, list):
        raise WrongError(f"{shorten(cells)} is no list of cells", path)
    if len(cells) > most:
        raise WrongError(f"a cage of {len(cells)} cells; the grid has {most}", path)
    for cell in cells:
        if not (
            isinstance(cell, list) and len(cell) == 2 and all(type(part) is int and 0 <= part < 10_000 for part in cell)
        ):
            raise WrongError(f"{shorten(cell)} is no cell, such as [0, 2]", path)
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


def from_fields(fields: Mapping[str, Any], meta: Mapping[str, Any], place: Place) -> Puzzle:
    """The puzzle of an object with several grids. Raises WrongError."""
    rows = fields.get("cells")
    if not (isinstance(rows, list) and 0 < len(rows) <= _LARGEST and all(isinstance(row, list) for row in rows)):
        raise WrongError(f"{shorten(rows)} are no rows of cells", "cells")
    houses: set[frozenset[_Spot]] = set()
    others: list[str] = []
    regions, cages = fields.get("regions") or [], fields.get("cages") or []
    if not (isinstance(regions, list) and isinstance(cages, list) and all(isinstance(one, dict) for one in cages)):
        raise WrongError("regions and cages that are no lists", "cages")
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
    return Puzzle(ground, _cells(rows, ground), place, name, _answer(meta, ground))


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


def _cells(rows: Sequence[Sequence[Any]], ground: Geometry) -> bytes:
    """The givens of rows that have the shape of the board. Raises WrongError."""
    if len(rows) != ground.height:
        raise WrongError(f"{len(rows)} rows; the board has {ground.height}", "cells")
    given = [0] * ground.cell_count
    for r, row in enumerate(rows):
        if len(row) != ground.width:
            raise WrongError(f"a row that has not {ground.width} cells", f"cells[{r}]")
        for c, cell in enumerate(row):
            if not (cell is None or isinstance(cell, dict)):
                raise WrongError("a cell that is no object", f"cells[{r}][{c}]")
            value = cell.get("value") if cell else None
            if value in (None, ""):
                continue
            if (r, c) not in ground.cell_at:
                raise WrongError("a given where no cell is", f"cells[{r}][{c}]")
            given[ground.cell_at[(r, c)]] = digit_of(value, ground.size, f"cells[{r}][{c}]")
    return bytes(given)


def _answer(meta: Mapping[str, Any], ground: Geometry) -> bytes | None:
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
        if said[place] not in digits + _UNKNOWN:
            raise WrongError(f"{shorten(said[place])} is no digit, and not ? or .", "solution")
    return None if any(said[place] in _UNKNOWN for place in places) else bytes(int(said[place]) for place in places)
