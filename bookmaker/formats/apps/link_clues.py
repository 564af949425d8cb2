"""The clues of puzzles in links: lists of objects with ``cells``, a ``cell`` or ``lines``, and with values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bookmaker.formats.apps import fpuzzles_drawings
from bookmaker.formats.base import clues, outside_clues
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES
from bookmaker.puzzles.rules.places import OUTSIDE

NAME = fpuzzles_drawings.NAME


def listed(fields: Mapping[str, Any], key: str) -> list[Any]:
    """The list that a key holds, [] if it holds nothing. Raises WrongError."""
    found = fields.get(key) or []
    if not isinstance(found, list):
        raise WrongError(f"{shorten(found)} is no list", key)
    return found


def read(fields: Mapping[str, Any], size: int, found: fpuzzles_drawings.Found) -> tuple[frozenset[str], list[Clue]]:
    """The rules of the clues of an object, and these; ``found`` has those that are drawn. Raises WrongError."""
    for word in sorted(clues.words(NAME)):
        for index, item in enumerate(listed(fields, word)):
            path = f"{word}[{index}]"
            if not isinstance(item, dict):
                raise WrongError(f"{shorten(item)} is no clue", path)
            value = item.get("value")
            name = clues.key_of(NAME, word, value)
            if name is None:
                raise WrongError(f"the value {shorten(value)}, which is not known here", path)
            if clues.has_number(name):
                digits: tuple[int, ...] = (int(str(value)),)
            else:
                digits = _digits(item.get("values"), f"{path}.values") if clues.is_valued(NAME, name) else ()
            shape = next(kind.shape for kind in CLUES.values() if kind.foreign.get(NAME) == name)
            if shape in OUTSIDE:
                held = [outside_clues.line_of(item.get("cell"), item.get("direction"), size, f"{path}.cell")]
            else:
                held = _cells_of(item, size, path)
            found.setdefault(name, []).extend((cells, digits) for cells in held)
    negative = listed(fields, "negative")
    if not all(isinstance(word, str) and word in clues.all_shown_words(NAME) for word in negative):
        raise WrongError(f"{shorten(negative)}, which is not known here", "negative")
    return clues.understood(found, negative, NAME)


def _digits(values: Any, path: str) -> tuple[int, ...]:
    """The digits of a clue. Raises WrongError."""
    if not isinstance(values, list) or not all(type(value) is int and 0 < value < 100 for value in values):
        raise WrongError(f"{shorten(values)} is no list of digits", path)
    return tuple(sorted(values))


def _cells_of(item: Mapping[str, Any], size: int, path: str) -> list[tuple[int, ...]]:
    """The cells of each clue of an object. Raises WrongError."""
    if "lines" not in item:
        cells = [item["cell"]] if "cell" in item else item.get("cells")
        if "cloneCells" in item and isinstance(cells, list) and isinstance(item["cloneCells"], list):
            cells = [*cells, *item["cloneCells"]]
        return [clues.cells_of(cells, size, f"{path}.cells")]
    lines = item["lines"] if isinstance(item["lines"], list) else [item["lines"]]
    held = [clues.cells_of(line, size, f"{path}.lines") for line in lines]
    circle = clues.cells_of(item.get("cells") or [], size, f"{path}.cells")
    if circle and not (len(circle) == 1 and all(line[:1] == circle for line in held)):
        raise WrongError(f"a circle of {len(circle)} cells, which is not known here", f"{path}.cells")
    return held


def written(puzzle: Puzzle) -> dict[str, list[dict[str, Any]]]:
    """The clues of a puzzle, by the words for them."""
    size = puzzle.geometry.size
    made: dict[str, list[dict[str, Any]]] = {}
    for name, held in clues.expressed(puzzle, NAME)[0].items():
        if clues.is_coded(name):
            continue
        word, value = clues.written(name)
        kind = next(kind for kind in CLUES.values() if kind.foreign.get(NAME) == name)
        for cells, digits in held:
            names = [f"R{cell // size + 1}C{cell % size + 1}" for cell in cells]
            if len(names) == 1:
                item: dict[str, Any] = {"cell": names[0]}
            elif kind.shape in OUTSIDE:
                item, value = outside_clues.beside(cells, names, size), str(digits[0])
            elif kind.shape == "line":
                item = {"lines": [names], "cells": names[:1]} if kind.circled else {"lines": [names]}
            elif kind.shape == "areas":
                item = {"cells": names[: len(names) // 2], "cloneCells": names[len(names) // 2 :]}
            elif clues.has_number(name):
                item, value = {"cells": names}, str(digits[0])
            elif digits:
                item = {"cells": names, "values": list(digits)}
            else:
                item = {"cells": names}
            made.setdefault(word, []).append({**item, "value": value} if value else item)
    return made
