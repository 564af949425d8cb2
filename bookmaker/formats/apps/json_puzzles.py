"""The puzzle of a JSON object or list, in the forms that programs and sites write.

Givens stand under one of the names that tables use, as a text or as rows. Without one, the list or text that is as large as a
grid is the puzzle, under whatever name, and a full one that agrees with it its answer. Cells may be objects that say whether
they are given. ``cages`` are lists of cells, by name (``r1c3``), as [row, column] from 0 on, or as indices from 0 on, with sums.
Names counted from 0 on, and pairs from 1 on, are seen where the cages cover the grid so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isqrt
from typing import Any

from bookmaker.base.errors import Place, UsageError
from bookmaker.formats.apps import embedded, fpuzzles, sudokupad
from bookmaker.formats.base import clues, givens_one_by_one, other_keys
from bookmaker.formats.base.cage_labels import LONGEST_NUMBER
from bookmaker.formats.base.cells import digits, fits, shown
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.names import ANSWER, NAMES, NO_ANSWER, PUZZLE, plain_name
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import SIZES, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLASSIC, DIAGONALS, arrangements, geometry, known, regions_of, rules_of, with_cages

_NAMED = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_GIVENS = PUZZLE | {"mission"}
_KEYS = frozenset({"kind", "size", "diagonals", "regions", "clues", "cages", "candidates", *NAMES})
_CAGE_KEYS = frozenset({"sum", "value", "cells"})


def read_all(item: Any, place: Place, source: Source, path: str) -> Iterator[Puzzle | None]:
    """The puzzles of a JSON value at ``path`` of its document; what is wrong with it becomes a fault of the source."""
    try:
        yield from _read(item, place, source)
    except WrongError as wrong:
        where = ".".join(part for part in (path, wrong.path) if part)
        source.fault(f"{where}: {wrong.message}" if where else wrong.message, place.line, place.column, wrong.advice)
        yield None


def _read(item: Any, place: Place, source: Source) -> Iterator[Puzzle]:
    if isinstance(item, list) and embedded.is_grid(item):
        item = {"givens": item}
    if isinstance(item, dict) and sudokupad.knows(item):
        yield sudokupad.from_fields(item, place, source)
    elif isinstance(item, dict) and fpuzzles.knows(item):
        yield fpuzzles.from_fields(item, place, source)
    elif isinstance(item, dict) and (_givens_key(item) or "cages" in item) and "newboard" not in item:
        yield _own(item, place, source)
    else:
        found = list(embedded.found([item] if isinstance(item, str) else item))
        rows = item if found else embedded.listed(item)
        if rows is not item and isinstance(rows, list) and embedded.is_grid(rows):
            yield from _read(rows, place, source)
            return
        if not found:
            if isinstance(item, dict):
                raise WrongError('neither "cages" nor "givens"')
            raise WrongError(f'{shorten(item)} is no puzzle; an object with "cages" or "givens" is expected')
        if isinstance(item, dict):
            keys = {re.split(r"[.\[]", one.path, maxsplit=1)[0] for one in found}
            other_keys.note(item, keys, source.kind, place, source)
        for one in found:
            if one.path and isinstance(item, dict | list):
                source.guess(f"{shorten(one.path)} is taken for the puzzle", place.line, place.column)
            other_keys.look_at(one.beside, (), source.kind, place, source)
            fields = {"givens": one.givens, "solution": one.answer, "name": plain_name(one.name)}
            yield _own(fields, place, source)


def _givens_key(item: dict[str, Any]) -> str:
    """The name under which an object has its givens, "" if it has none under a usual one. A mere number is none."""
    keys = [key for key in item if key.lower() in _GIVENS and isinstance(item[key], str | list)]
    if len(keys) != 1:
        return keys[0] if keys and "cages" in item else ""
    # A full grid may be the answer of a puzzle that has another name.
    value = item[keys[0]]
    others = [one for one in item.values() if isinstance(one, list) and one is not value and embedded.is_grid(one)]
    rows = isinstance(value, list) and _by_name(value) is None and embedded.is_grid(value)
    full = rows and "." not in "".join(embedded.symbols(value))
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
    other_keys.look_at(item, {*_KEYS, givens_key, solution_key}, ground.kind, place, source)
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
            other_keys.note(cage, _CAGE_KEYS, ground.kind, place, source)
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
        raise WrongError(f"{shorten(labels)} is no text of {size * size} symbols", "regions")
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
        ground = geometry(rules, size, regions)
        listed = clues.read(item.get("clues"), size)
        if listed is not None and not ground.clued:
            raise WrongError(f"a puzzle of the kind {ground.kind} has no clues", "clues")
        if ground.clued:
            return clues.placed(rules, size, regions, listed)
    except UsageError as error:  # Not every kind has every size.
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None
    if ground.needs_regions:
        raise WrongError(f"a puzzle of the kind {ground.kind} needs a map of its regions", "regions")
    return ground


def _size(item: dict[str, Any], source: Source, *keys: str) -> int:
    size = item.get("size")
    if size is not None:
        if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
            raise WrongError(f"{shorten(size)} is no size of a grid; sizes are {', '.join(map(str, SIZES))}", "size")
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
        if embedded.is_grid(value):
            return "".join(embedded.symbols(value))
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
        raise WrongError(f"{shorten(text)} is no text of {count} symbols", key)
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
        raise WrongError(f"{shorten(listed)} is no list of cages", "cages")
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
            raise WrongError(f'{shorten(item)} is no cage, such as {{"sum": 3, "cells": ["r1c1", "r1c2"]}}', path)


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
        raise WrongError(f"{shorten(total)} is no sum", f"{path}.sum")
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
    raise WrongError(f'{shorten(item)} is no cell, such as "r1c3"', path)


def _is_pair(item: Any) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(map(_whole, item))


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**LONGEST_NUMBER


def kind_named(kind: Any) -> str:
    """The kind that a field names, one name or a list of them. Raises UsageError for what is none."""
    names = kind if isinstance(kind, list) else [kind]
    for name in names or [kind]:
        if not isinstance(name, str) or not known(name):
            rules_of(shown(name if isinstance(name, str) else json.dumps(kind)).strip("'"))
    return "+".join(names)
