"""The puzzle of a JSON object or list, in the forms that programs and sites write.

Givens have one of the names that tables use, as a text or as rows. Without one, the list or text that is as large as a
grid is the puzzle, under whatever name, and a full one that agrees with it its answer. Cells may be objects that say whether
they are given. ``cages`` are lists of cells, by name (``r1c3``), as [row, column] from 0 on, or as indices from 0 on, with sums.
Names counted from 0 on, and pairs from 1 on, are seen where the cages cover the grid so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from bookmaker.base.errors import Place, UsageError
from bookmaker.formats.apps import fpuzzles, sudokupad
from bookmaker.formats.base import clues, givens_one_by_one, json_values
from bookmaker.formats.base.box_shapes import box_said, says_boxes
from bookmaker.formats.base.cells import BLANKS, ILLEGAL, SIZE_OF, digit_of, digits, fits, shown
from bookmaker.formats.base.format import LONGEST_NUMBER
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.source import ANSWER, NAMES, NO_ANSWER, PUZZLE, Source, plain_name
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, SYMBOLS, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import (
    CLASSIC,
    DIAGONALS,
    arrangements,
    geometry,
    has_boxes,
    known,
    regions_of,
    rules_of,
    with_cages,
)

# Grids within JSON under any name: lists and texts as large as a grid, and which of them is the puzzle.

_MOST_GRID_CELLS = 626
"""One more than there are in any grid."""

_SMALLEST_TEXT = 36
_DEEPEST = 12
_FIRST = frozenset(
    {"initial", "given", "givens", "start", "original", "clues", "mission", "task", "puzzle", "unsolved"}
)
"""Names of the puzzle as it was at the beginning, beside which there may be one in progress."""

_PUZZLE = PUZZLE | {"cages"}
"""The keys that a cell of a grid does not have."""

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
    """A puzzle that was found: its path, its cells and those of its answer (None: no answer) as text, its name, and the
    rest of its object.
    """

    path: str
    givens: str
    answer: str | None
    name: str
    others: Mapping[str, Any] = field(default_factory=dict)


def is_grid(item: list[Any]) -> bool:
    """Whether a list is a grid by itself: a list of its rows, or of all its cells."""
    rows = [row if isinstance(row, list) else [row] for row in item[:_MOST_GRID_CELLS]]
    size = SIZE_OF.get(sum(map(len, rows)), 0)
    cells = [cell for row in rows for cell in row]
    return (
        size > 0
        and {len(row) for row in rows} in ({size}, {1})
        and not any(isinstance(cell, list) for cell in cells)
        and all(_value(cell) is not _MISSING and not _is_puzzle(cell) for cell in cells if isinstance(cell, dict))
    )


def _is_puzzle(item: Mapping[str, Any]) -> bool:
    """Whether an object is not a cell, whatever number it has, since it holds a puzzle of its own."""
    return any(
        (isinstance(value, str) and len(value) in SIZE_OF) or (isinstance(value, list) and bool(value))
        for key, value in item.items()
        if str(key).lower() in _PUZZLE
    )


def are_puzzles(value: Any) -> bool:
    """Whether a list has puzzles for its items, and is none itself, neither by its cells nor by texts that are its rows."""
    if not isinstance(value, list) or is_grid(value):
        return False
    rows = [row for row in value[:_MOST_GRID_CELLS] if isinstance(row, str)]
    return len(rows) < len(value) or sum(len("".join(row.split())) for row in rows) not in SIZE_OF


_MISSING = object()


def _value(cell: Mapping[str, Any]) -> Any:
    """The value of a cell that is an object; 0 where the object says that it is not a given, _MISSING where it has none."""
    fields = {str(key).lower(): value for key, value in cell.items()}
    value = next((fields[key] for key in _VALUES if key in fields), _MISSING)
    given = any(fields.get(key) is False for key in _GIVEN) or any(fields.get(key) is True for key in _PLACED)
    return 0 if given and value is not _MISSING else value


def grid_symbols(item: list[Any]) -> Iterator[str]:
    """The symbols of the cells of such a grid. Raises WrongError for anything but a cell."""
    cells = [cell for row in item for cell in (row if isinstance(row, list) else [row])]
    size = SIZE_OF[len(cells)]
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
            return "".join(grid_symbols(value))
        except WrongError:
            return None
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value[:_MOST_GRID_CELLS]):
        square = {len(row) for row in value} == {len(value)}
        fields = [row.split(",") for row in value[:_MOST_GRID_CELLS]]
        if not square and len(value) in BOXES and {len(row) for row in fields} == {len(value)}:
            return _text([[field.strip() for field in row] for row in fields])
        value = "".join(value) if square else None
    if not isinstance(value, str) or len(value) > 2 * _MOST_GRID_CELLS:
        return None
    bare = "".join(value.split())
    size = SIZE_OF.get(len(bare), 0)
    cells = digits(bare)
    if (
        not size
        or len(bare) < _SMALLEST_TEXT
        or not fits(cells, size)
        or not any(map(str.isdigit, bare.replace("0", "")))
    ):
        return None
    return cells_text(cells)


def as_lists(item: Any, depth: int = 0) -> Any:
    """The same value, where objects whose keys count their fields (``{"0": ..., "1": ...}``, ``{"r1": ...}``) are lists."""
    if depth > _DEEPEST or not isinstance(item, dict) or len(item) not in BOXES:
        return item
    fields = {key: as_lists(value, depth + 1) for key, value in item.items()}
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
            raise WrongError(f"{shorten(one)} is not a cell of a saved game", "cells")
        if value and fixed:
            text[place[0] * 9 + place[1]] = str(value)
    return "".join(text)


def grids_within(item: Any, path: str = "", depth: int = 0) -> Iterator[Embedded]:
    """The puzzles within a value. Raises WrongError where two lists could be one, and for rules that are not known here."""
    if depth > _DEEPEST:
        return
    if isinstance(item, list):
        for index, value in enumerate(item):
            text = _text(value)
            if text is not None:
                yield Embedded(f"{path}[{index}]", text, None, "")
            elif isinstance(value, list | dict):
                yield from grids_within(value, f"{path}[{index}]", depth + 1)
        return
    if not isinstance(item, dict):
        return
    saved = _saved(item)
    if saved is not None:
        yield Embedded(path, saved, None, "")
        return
    grids = {str(key): text for key, value in item.items() if (text := _text(value)) is not None}
    if grids:
        strange = json_values.forbidden(item, grids)
        if strange is not None:
            raise WrongError(f"it has {shorten(strange)}, which is not known here beside a list of digits", path)
        names = [str(item[key]) for key in NAMES if isinstance(item.get(key), str | int)]
        chosen = list(_chosen(grids))
        read = {text for _, givens, answer in chosen for text in (givens, answer)}
        # A map of regions may look like a full grid, too.
        others = {str(name): value for name, value in item.items() if name not in grids or grids[name] not in read}
        for key, givens, answer in chosen:
            yield Embedded(f"{path}.{key}".strip("."), givens, answer, names[0] if names else "", others)
    for key, value in item.items():
        if key not in grids and isinstance(value, list | dict):
            yield from grids_within(value, f"{path}.{key}".strip("."), depth + 1)


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


_NAMED = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_GIVENS = PUZZLE | {"mission"}
_KEYS = frozenset({"kind", "size", "boxes", "diagonals", "regions", "clues", "cages", "candidates", *NAMES})
_CAGE_KEYS = frozenset({"sum", "value", "cells"})


def read_all(item: Any, place: Place, source: Source, path: str) -> Iterator[Puzzle | None]:
    """The puzzles of a JSON value at ``path`` of its document; its faults become faults of the source."""
    try:
        yield from _read(item, place, source)
    except WrongError as wrong:
        where = ".".join(part for part in (path, wrong.path) if part)
        source.fault(f"{where}: {wrong.message}" if where else wrong.message, place.line, place.column, wrong.advice)
        yield None


def _read(item: Any, place: Place, source: Source) -> Iterator[Puzzle]:
    if isinstance(item, list) and is_grid(item):
        item = {"givens": item}
    if isinstance(item, dict) and sudokupad.knows(item):
        yield sudokupad.from_fields(item, place, source)
    elif isinstance(item, dict) and fpuzzles.knows(item):
        yield fpuzzles.from_fields(item, place, source)
    elif isinstance(item, dict) and (_givens_key(item) or "cages" in item) and "newboard" not in item:
        yield _own(item, place, source)
    else:
        found = list(grids_within([item] if isinstance(item, str) else item))
        rows = item if found else as_lists(item)
        if rows is not item and isinstance(rows, list) and is_grid(rows):
            yield from _read(rows, place, source)
            return
        if not found:
            if isinstance(item, dict):
                raise WrongError('neither "cages" nor "givens"')
            raise WrongError(f'{shorten(item)} is not a puzzle; an object with "cages" or "givens" is expected')
        if isinstance(item, dict):
            keys = {re.split(r"[.\[]", one.path, maxsplit=1)[0] for one in found}
            json_values.note(item, keys, source.kind, place, source)
        for one in found:
            if one.path and isinstance(item, dict | list):
                source.guess(f"{shorten(one.path)} is taken for the puzzle", place.line, place.column)
            json_values.look_at(one.others, (), source.kind, place, source)
            fields = {"givens": one.givens, "solution": one.answer, "name": plain_name(one.name)}
            beside = {key: value for key, value in one.others.items() if says_boxes(key)}
            yield _own(beside | fields, place, source)


def _givens_key(item: dict[str, Any]) -> str:
    """The name under which an object has its givens, "" if it has none under a usual one. A mere number is none."""
    keys = [key for key in item if key.lower() in _GIVENS and isinstance(item[key], str | list)]
    if len(keys) != 1:
        return keys[0] if keys and "cages" in item else ""
    # A full grid may be the answer of a puzzle that has another name.
    value = item[keys[0]]
    others = [one for one in item.values() if isinstance(one, list) and one is not value and is_grid(one)]
    rows = isinstance(value, list) and _by_name(value) is None and is_grid(value)
    full = rows and "." not in "".join(grid_symbols(value))
    return "" if full and others else keys[0]


def _own(item: dict[str, Any], place: Place, source: Source) -> Puzzle:
    item = {key: value for key, value in item.items() if key.lower() not in ANSWER or not _is_no_answer(value)}
    givens_key = _givens_key(item) or "givens"
    # A number under "solutions" is how many there are, as our own commands print it.
    solution_key = next(
        (key for key in item if key.lower() in ANSWER and isinstance(item[key], str | list)), "solution"
    )
    size = _size(item, source, givens_key, solution_key)
    ground = _ground(item, size, source)
    json_values.look_at(item, {*_KEYS, givens_key, solution_key}, ground.kind, place, source)
    answer = _cells(item, solution_key, ground)
    if answer is not None and 0 in answer:
        raise WrongError("an answer has no empty cells", solution_key)
    listed = item.get("cages") or []
    first = _first(listed, size)
    if first is not None:
        source.guess(f"rows and columns are taken to be counted from {first}", place.line, place.column)
    cages = tuple(_cages(listed, size, answer, first))
    for cage in listed:
        if isinstance(cage, dict):
            json_values.note(cage, _CAGE_KEYS, ground.kind, place, source)
    if cages and not ground.caged:
        raise WrongError(f"a puzzle of the kind {ground.kind} has no cages", "kind")
    name = plain_name(str(next((item[key] for key in NAMES if item.get(key) not in (None, "")), "")))
    if not name and isinstance(item.get("puzzle"), int):
        name = str(item["puzzle"])
    givens = _cells(item, givens_key, ground) or bytes(ground.cell_count)
    try:
        return Puzzle(ground, givens, place, name, answer, cages, _masks(item.get("candidates"), givens))
    except ValueError as error:
        raise WrongError(str(error)) from None


def _is_no_answer(value: Any) -> bool:
    return (type(value) is int and value == 0) or (isinstance(value, str) and value.strip().lower() in NO_ANSWER)


def _masks(value: Any, cells: bytes) -> tuple[int, ...] | None:
    sound = isinstance(value, list) and len(value) == len(cells) and all(type(mask) is int for mask in value)
    return tuple(value) if sound else None


def _ground(item: dict[str, Any], size: int, source: Source) -> Geometry:
    kind, diagonals, labels = item.get("kind"), item.get("diagonals"), _joined(item.get("regions"))
    if not (diagonals is None or isinstance(diagonals, bool)):
        raise WrongError(f"{shorten(diagonals)} is neither true nor false", "diagonals")
    if not (labels is None or isinstance(labels, str)):
        raise WrongError(f"{shorten(labels)} is not text of {size * size} symbols", "regions")
    try:
        regions = None if labels is None else regions_of(labels, size)
    except ValueError as error:
        raise WrongError(f"the map of its regions {error}", "regions") from None
    try:
        if kind is not None:
            rules = rules_of(kind_named(kind))
        else:
            rules = rules_of(source.kind if diagonals is None else DIAGONALS if diagonals else CLASSIC)
            rules = with_cages(rules) if item.get("cages") else rules
        box = None if regions is not None or not has_boxes(rules) else box_said(item, size)
        ground = geometry(rules, size, regions, box=box)
        listed = clues.read(item.get("clues"), size)
        if listed is not None and not ground.clued:
            raise WrongError(f"a puzzle of the kind {ground.kind} has no clues", "clues")
        if ground.clued:
            return clues.placed(rules, size, ground.areas, listed)
    except UsageError as error:  # Not every kind has every size.
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None
    if ground.needs_regions:
        raise WrongError(f"a puzzle of the kind {ground.kind} needs a map of its regions", "regions")
    return ground


def _size(item: dict[str, Any], source: Source, *keys: str) -> int:
    size = item.get("size")
    if size is not None:
        if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
            raise WrongError(f"{shorten(size)} is not a size of a grid; sizes are {', '.join(map(str, SIZES))}", "size")
        return size
    kind = item.get("kind", source.kind)
    if any(name in arrangements() for name in (kind if isinstance(kind, list) else str(kind).split("+"))):
        return 9
    for key in keys:
        text = _joined(item.get(key))
        if isinstance(text, str) and text and _by_name(item.get(key)) is None:
            side = isqrt(len(text))
            return side if side * side == len(text) and side in SIZES else 9
    return 9


def _joined(value: Any) -> Any:
    """Cells in one text, from a text or from rows of texts or numbers."""
    if isinstance(value, list):
        named = _by_name(value)
        if named is not None:
            return named
        if is_grid(value):
            return "".join(grid_symbols(value))
        return "".join("".join(map(str, row)) if isinstance(row, list) else str(row) for row in value[:_MOST_CELLS])
    return "".join(value.split()) if isinstance(value, str) and "\n" in value else value


_MOST_CELLS = 1000
"""More than there are in any puzzle."""


def _by_name(value: Any) -> str | None:
    """The text of givens by the names of their cells, of a text or of texts in a list; None for anything else."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value[:_MOST_CELLS]):
        value = "\n".join(value[:_MOST_CELLS])
    # Cells may begin a line below the word.
    begins = isinstance(value, str) and givens_one_by_one.BEGINS.match(" ".join(value[:_MOST_CELLS].split()))
    return value if begins else None


def _cells(item: dict[str, Any], key: str, ground: Geometry) -> bytes | None:
    text, size, count = _joined(item.get(key)), ground.size, ground.cell_count
    if ground.overlapping and isinstance(text, str):
        # Rows of several grids have blanks where no cell is.
        text = "".join(text.split())
    if text is None or text == "":
        return None
    if not isinstance(text, str):
        raise WrongError(f"{shorten(text)} is not text of {count} symbols", key)
    named = None if ground.overlapping else _by_name(item[key])
    if named is not None:
        text = givens_one_by_one.cells_of(named, size) or text
    cells = digits(text)
    if len(text) != count:
        raise WrongError(f"{len(text)} symbols; the grid has {count} cells", key)
    if not fits(cells, size):
        at = next(at for at, digit in enumerate(cells) if digit > size)
        raise WrongError(
            f"{text[at]!r} in {cell_name(at, ground)} is neither a digit of a {size}×{size} grid nor an empty cell", key
        )
    return cells


def _first(listed: Any, size: int) -> int | None:
    """From which number on cages count rows and columns, if they cover the grid so and it is not the usual one for such cells."""
    if not isinstance(listed, list) or len(listed) > size * size:
        return None
    cages = [item.get("cells") if isinstance(item, dict) else item for item in map(_paired, listed)]
    cells = [cell for cage in cages if isinstance(cage, list) for cell in cage[: size * size]]
    named = [_NAMED.fullmatch(cell) for cell in cells if isinstance(cell, str)]
    found = [(int(one[1]), int(one[2])) for one in named if one is not None]
    first = 0 if named else 1
    found += [(cell[0], cell[1]) for cell in cells if _is_pair(cell) and not named]
    whole = [(row + first, column + first) for row in range(size) for column in range(size)]
    return first if len(found) == len(cells) == size * size and sorted(found) == whole else None


def _cages(listed: Any, size: int, answer: bytes | None, first: int | None) -> Iterator[Cage]:
    if not isinstance(listed, list):
        raise WrongError(f"{shorten(listed)} is not a list of cages", "cages")
    if len(listed) > 4 * size * size:
        raise WrongError(f"{len(listed)} cages in a grid of {size * size} cells", "cages")
    for index, item in enumerate(listed):
        path = f"cages[{index}]"
        item = _paired(item)
        if isinstance(item, list):
            cage = _cage(item, None, size, path, first)
            if answer is None or cage.strays:
                raise WrongError("a cage without a sum, and no solution to take it from", path)
            yield Cage(cage.cells, sum(answer[cell] for cell in cage.cells))
        elif isinstance(item, dict) and isinstance(item.get("cells"), list):
            yield _cage(item["cells"], _sum(item, path), size, f"{path}.cells", first)
        else:
            raise WrongError(f'{shorten(item)} is not a cage, such as {{"sum": 3, "cells": ["r1c1", "r1c2"]}}', path)


def _paired(item: Any) -> Any:
    """A cage that is written as [sum, cells] or [cells, sum], as an object; anything else as it is."""
    if not (isinstance(item, list) and len(item) == 2):
        return item
    total, cells = item if isinstance(item[1], list) else (item[1], item[0])
    whole = isinstance(total, int) and not isinstance(total, bool) and isinstance(cells, list)
    return {"sum": total, "cells": cells} if whole else item


def _sum(item: dict[str, Any], path: str) -> int | None:
    total = item.get("sum", item.get("value"))
    if total is None or total == "":
        return None
    if isinstance(total, str) and total.isascii() and total.isdigit() and len(total) <= LONGEST_NUMBER:
        total = int(total)
    if isinstance(total, bool) or not isinstance(total, int) or not 0 <= total < 10**LONGEST_NUMBER:
        raise WrongError(f"{shorten(total)} is not a sum", f"{path}.sum")
    return total


def _cage(listed: list[Any], total: int | None, size: int, path: str, first: int | None) -> Cage:
    if len(listed) > size * size:
        raise WrongError(f"a cage of {len(listed)} cells; the grid has {size * size}", path)
    cells: list[int] = []
    strays: list[str] = []
    for index, item in enumerate(listed):
        row, column = _row_column(item, size, f"{path}[{index}]", first)
        if 0 <= row < size and 0 <= column < size:
            cells.append(row * size + column)
        else:
            strays.append(f"r{row + 1}c{column + 1}")
    return Cage(tuple(cells), total, tuple(strays))


def _row_column(item: Any, size: int, path: str, first: int | None) -> tuple[int, int]:
    """Row and column from 0 on; ``first``: from which number on the cell counts them, None for the usual one."""
    if isinstance(item, str):
        named = _NAMED.fullmatch(item)
        if named is not None:
            first = 1 if first is None else first
            return int(named[1]) - first, int(named[2]) - first
    elif _is_pair(item):
        return item[0] - (first or 0), item[1] - (first or 0)
    elif _whole(item):
        return item // size, item % size
    raise WrongError(f'{shorten(item)} is not a cell, such as "r1c3"', path)


def _is_pair(item: Any) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(map(_whole, item))


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**LONGEST_NUMBER


def kind_named(kind: Any) -> str:
    """The kind that a field names, one name or a list of them. Raises UsageError for anything else."""
    names = kind if isinstance(kind, list) else [kind]
    for name in names or [kind]:
        if not isinstance(name, str) or not known(name):
            rules_of(shown(name if isinstance(name, str) else json.dumps(kind)).strip("'"))
    return "+".join(names)
