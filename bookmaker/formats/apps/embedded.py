"""Grids within JSON under any name: lists and texts as large as a grid, and which of them is the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bookmaker.formats.base import other_keys
from bookmaker.formats.base.cells import BLANKS, ILLEGAL, SIZES, digit_of, digits, fits
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.names import NAMES, PUZZLE
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import cells_text

_MOST_CELLS = 626
"""One more than there are in any grid."""

_SMALLEST_TEXT = 36
_DEEPEST = 12
_FIRST = frozenset(
    {"initial", "given", "givens", "start", "original", "clues", "mission", "task", "puzzle", "unsolved"}
)
"""Names of the puzzle as it was at the beginning, beside which there may be one in progress."""

_PUZZLE = PUZZLE | {"cages"}
"""What a cell of a grid does not have."""

_VALUES = ("value", "val", "digit", "number", "num", "n")
_GIVEN = (
    "given",
    "fixed",
    "isgiven",
    "isfixed",
    "locked",
    "islocked",
    "original",
    "isoriginal",
    "prefilled",
    "readonly",
    "clue",
)
_PLACED = ("editable", "iseditable", "mutable")


@dataclass(frozen=True)
class Embedded:
    """A puzzle that was found: its path, its cells and those of its answer (None: no answer) as text, its name, and what stands
    beside it in its object.
    """

    path: str
    givens: str
    answer: str | None
    name: str
    beside: Mapping[str, Any] = field(default_factory=dict)


def is_grid(item: list[Any]) -> bool:
    """Whether a list is a grid by itself: a list of its rows, or of all its cells."""
    rows = [row if isinstance(row, list) else [row] for row in item[:_MOST_CELLS]]
    size = SIZES.get(sum(map(len, rows)), 0)
    cells = [cell for row in rows for cell in row]
    return (
        size > 0
        and {len(row) for row in rows} in ({size}, {1})
        and not any(isinstance(cell, list) for cell in cells)
        and all(_value(cell) is not _MISSING and not _is_puzzle(cell) for cell in cells if isinstance(cell, dict))
    )


def _is_puzzle(item: Mapping[str, Any]) -> bool:
    """Whether an object is no cell, whatever number it has, since it holds a puzzle of its own."""
    return any(
        (isinstance(value, str) and len(value) in SIZES) or (isinstance(value, list) and bool(value))
        for key, value in item.items()
        if str(key).lower() in _PUZZLE
    )


def are_puzzles(listed: Any) -> bool:
    """Whether a list has puzzles for its items, and is none itself, neither by its cells nor by texts that are its rows."""
    if not isinstance(listed, list) or is_grid(listed):
        return False
    rows = [row for row in listed[:_MOST_CELLS] if isinstance(row, str)]
    return len(rows) < len(listed) or sum(len("".join(row.split())) for row in rows) not in SIZES


_MISSING = object()


def _value(cell: Mapping[str, Any]) -> Any:
    """The value of a cell that is an object; 0 where the object says that it is no given, _MISSING where it has none."""
    fields = {str(key).lower(): value for key, value in cell.items()}
    value = next((fields[key] for key in _VALUES if key in fields), _MISSING)
    given = any(fields.get(key) is False for key in _GIVEN) or any(fields.get(key) is True for key in _PLACED)
    return 0 if given and value is not _MISSING else value


def symbols(item: list[Any]) -> Iterator[str]:
    """The symbols of the cells of such a grid. Raises WrongError for what is no cell."""
    cells = [cell for row in item for cell in (row if isinstance(row, list) else [row])]
    size = SIZES[len(cells)]
    for at, cell in enumerate(cells):
        value = _value(cell) if isinstance(cell, dict) else cell
        digit = ILLEGAL
        if value in (None, "", " ", -1) or (value == 0 and value is not False):
            digit = 0
        elif isinstance(value, int | str) and not isinstance(value, bool):
            digit = digit_of(str(value).strip(), size)
        if digit > size:
            where = f"{shorten(cell)} in {cell_name(at, size)}"
            raise WrongError(f"{where} is neither a digit of a {size}×{size} grid nor an empty cell")
        yield SYMBOLS[digit - 1] if digit else "."


def _text(value: Any) -> str | None:
    """The cells of a value that is as large as a grid and holds nothing else."""
    if isinstance(value, list) and is_grid(value):
        try:
            return "".join(symbols(value))
        except WrongError:
            return None
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value[:_MOST_CELLS]):
        square = {len(row) for row in value} == {len(value)}
        fields = [row.split(",") for row in value[:_MOST_CELLS]]
        if not square and len(value) in BOXES and {len(row) for row in fields} == {len(value)}:
            return _text([[field.strip() for field in row] for row in fields])
        value = "".join(value) if square else None
    if not isinstance(value, str) or len(value) > 2 * _MOST_CELLS:
        return None
    bare = "".join(value.split())
    size = SIZES.get(len(bare), 0)
    cells = digits(bare)
    if (
        not size
        or len(bare) < _SMALLEST_TEXT
        or not fits(cells, size)
        or not any(map(str.isdigit, bare.replace("0", "")))
    ):
        return None
    return cells_text(cells)


def listed(item: Any, depth: int = 0) -> Any:
    """The same value, where objects whose keys count their fields (``{"0": ..., "1": ...}``, ``{"r1": ...}``) are lists."""
    if depth > _DEEPEST or not isinstance(item, dict) or len(item) not in BOXES:
        return item
    fields = {key: listed(value, depth + 1) for key, value in item.items()}
    name = str(next(iter(item))).rstrip("0123456789")
    counted = any(list(item) == [f"{name}{number + base}" for number in range(len(item))] for base in (0, 1))
    return list(fields.values()) if counted else item


def _saved(fields: Mapping[str, Any]) -> str | None:
    """The givens of a game that GNOME Sudoku saved: the cells that are not empty, each with its position."""
    cells = fields.get("cells")
    if (
        not isinstance(cells, list)
        or not cells
        or not all(isinstance(one, dict) and "position" in one for one in cells)
    ):
        return None
    text = ["."] * 81
    for one in cells:
        place, value, fixed = one["position"], one.get("value"), one.get("fixed")
        sound = (
            isinstance(place, list) and len(place) == 2 and all(type(part) is int and 0 <= part < 9 for part in place)
        )
        if not sound or type(value) is not int or not 0 <= value <= 9 or not isinstance(fixed, bool):
            raise WrongError(f"{shorten(one)} is no cell of a saved game", "cells")
        if value and fixed:
            text[place[0] * 9 + place[1]] = str(value)
    return "".join(text)


def found(item: Any, path: str = "", depth: int = 0) -> Iterator[Embedded]:
    """The puzzles within a value. Raises WrongError where two lists could be one, and for rules that are not known here."""
    if depth > _DEEPEST:
        return
    if isinstance(item, list):
        for index, value in enumerate(item):
            text = _text(value)
            if text is not None:
                yield Embedded(f"{path}[{index}]", text, None, "")
            elif isinstance(value, list | dict):
                yield from found(value, f"{path}[{index}]", depth + 1)
        return
    if not isinstance(item, dict):
        return
    saved = _saved(item)
    if saved is not None:
        yield Embedded(path, saved, None, "")
        return
    grids = {str(key): text for key, value in item.items() if (text := _text(value)) is not None}
    if grids:
        strange = other_keys.forbidden(item, grids)
        if strange is not None:
            raise WrongError(f"it has {shorten(strange)}, which is not known here beside a list of digits", path)
        names = [str(item[key]) for key in NAMES if isinstance(item.get(key), str | int)]
        chosen = list(_chosen(grids))
        read = {text for _, givens, answer in chosen for text in (givens, answer)}
        # A map of regions may look like a full grid, too.
        beside = {str(name): value for name, value in item.items() if name not in grids or grids[name] not in read}
        for key, givens, answer in chosen:
            yield Embedded(f"{path}.{key}".strip("."), givens, answer, names[0] if names else "", beside)
    for key, value in item.items():
        if key not in grids and isinstance(value, list | dict):
            yield from found(value, f"{path}.{key}".strip("."), depth + 1)


def _chosen(grids: Mapping[str, str]) -> Iterator[tuple[str, str, str | None]]:
    """The puzzles among the grids of one object, each with its name and its answer."""
    full = {key: text for key, text in grids.items() if "." not in text}
    open_ones = {key: text for key, text in grids.items() if "." in text}
    first = [key for key in open_ones if key.lower() in _FIRST]
    if len(open_ones) > 1 and len(first) == 1:
        open_ones = {first[0]: open_ones[first[0]]}
    keys = list(open_ones)
    for at, key in enumerate(keys):
        other = next((one for one in keys[at + 1 :] if _agree(open_ones[key], open_ones[one])), None)
        if other is not None:
            raise WrongError(f"{shorten(key)} and {shorten(other)} may both be the puzzle", "", "leave one of them out")
    for key, text in (open_ones or dict(list(full.items())[:1])).items():
        yield key, text, next((one for one in full.values() if one != text and _agree(text, one)), None)


def _agree(one: str, other: str) -> bool:
    """Whether one of two grids extends the other."""
    if len(one) != len(other):
        return False
    blank = set(BLANKS)
    return any(all(a in blank or a == b for a, b in zip(x, y, strict=True)) for x, y in ((one, other), (other, one)))
