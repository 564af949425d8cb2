"""Grids within the values of JSON, YAML and TOML, under any name: texts, rows, columns, and cells that are objects.

A grid is a text or a list as large as one, rows of texts, lists or objects, an object whose keys count its rows or name its
cells, or records of cells (:mod:`bookmaker.formats.base.cell_records`). Which of several grids in an object is the puzzle
follows from their cells: a full one that agrees with another is its answer, and flags say which cells of a full one are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bookmaker.formats.base import cell_records
from bookmaker.formats.base.box_shapes import from_boxes
from bookmaker.formats.base.cell_records import Cells
from bookmaker.formats.base.cells import BLANKS, ILLEGAL, SIZE_OF, digit_of, digits, fits
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import NAMES, PUZZLE
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import cells_text

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

_BY_BOXES = expression(
    r"(?i)\A(?:box|block|sub[-_]?grid|nonet)(?:e?s)?\Z|(?:box|block)[-_ ]?(?:major|first|wise)|by[-_ ]?box"
)
_BY_COLUMNS = expression(r"(?i)\A(?:cols?|columns?)\Z|col(?:umn)?s?[-_ ]?(?:major|first|wise)|by[-_ ]?col")


@dataclass(frozen=True)
class Embedded:
    """A puzzle that was found: its path, its grid, its name, and the rest of the objects that it is in."""

    path: str
    grid: Cells
    name: str
    others: Mapping[str, Any] = field(default_factory=dict)


def is_grid(item: list[Any]) -> bool:
    """Whether a list is a grid by itself: a list of its rows, or of all its cells."""
    flat = _flat(item)
    if flat is None:
        return False
    _, cells = flat
    if not any(isinstance(cell, dict) for cell in cells):
        return True
    if any(isinstance(cell, dict) and _is_puzzle(cell) for cell in cells):
        return False
    # Rows of objects are cells, whatever is known of them; as many in one list may be anything.
    return len(item) < len(cells) or is_listed(cells)


def _flat(item: list[Any]) -> tuple[int, list[Any]] | None:
    """The size and the cells of a list of rows, or of all cells."""
    item = _rows_of_objects(item[:_MOST_GRID_CELLS])
    rows = [row if isinstance(row, list) else [row] for row in item]
    size = SIZE_OF.get(sum(map(len, rows)), 0)
    cells = [cell for row in rows for cell in row]
    sound = size > 0 and {len(row) for row in rows} in ({size}, {1}) and not any(isinstance(c, list) for c in cells)
    return (size, cells) if sound else None


def _rows_of_objects(item: list[Any]) -> list[Any]:
    """Rows that are objects with one list each, as the lists; others as they are."""
    if len(item) not in BOXES or not all(isinstance(row, dict) for row in item):
        return item
    lists = [[value for value in row.values() if isinstance(value, list)] for row in item]
    return [row[0] for row in lists] if all(len(row) == 1 and len(row[0]) == len(item) for row in lists) else item


def _is_puzzle(item: Mapping[str, Any]) -> bool:
    """Whether an object is not a cell, whatever number it has, since it holds a puzzle of its own."""
    return any(
        (isinstance(value, str) and len(value) in SIZE_OF) or (isinstance(value, list) and bool(value))
        for key, value in item.items()
        if str(key).lower() in _PUZZLE
    )


def are_puzzles(value: Any) -> bool:
    """Whether a list has puzzles for its items, and is none itself, neither by its cells nor by texts that are its rows."""
    if not isinstance(value, list) or is_grid(value) or is_listed(value):
        return False
    rows = [row for row in value[:_MOST_GRID_CELLS] if isinstance(row, str)]
    return len(rows) < len(value) or sum(len("".join(row.split())) for row in rows) not in SIZE_OF


def grid_symbols(item: list[Any]) -> Iterator[str]:
    """The symbols of the cells of a grid of rows or cells. Raises WrongError for anything but a cell."""
    yield from _cells_of(item).givens


def _cells_of(item: list[Any]) -> Cells:
    flat = _flat(item)
    assert flat is not None
    size, cells = flat
    if any(isinstance(cell, dict) for cell in cells):
        found = cell_records.read(cells)
        if found is None:
            keys = ", ".join(
                map(shorten, dict.fromkeys(key for cell in cells if isinstance(cell, dict) for key in cell))
            )
            raise WrongError(f"cells that are objects, and no key of theirs is a digit of a {size}×{size} grid: {keys}")
        return found
    return Cells(size, "".join(_symbol(cell, at, size) for at, cell in enumerate(cells)))


def _symbol(value: Any, at: int, size: int) -> str:
    digit = ILLEGAL
    if value in (None, "", " ", -1) or (value == 0 and value is not False):
        digit = 0
    elif isinstance(value, int | str) and not isinstance(value, bool):
        digit = digit_of(str(value).strip(), size)
    if digit > size:
        where = f"{shorten(value)} in {cell_name(at, size)}"
        raise WrongError(f"{where} is neither a digit of a {size}×{size} grid nor an empty cell")
    return SYMBOLS[digit - 1] if digit else "."


def grid_of(value: Any, sized: int | None = None) -> Cells | None:
    """The grid of a value that is as large as one and holds nothing else, or that lists cells of one of the size ``sized``.

    Raises WrongError for cells that are objects which are not understood.
    """
    value = as_lists(value)
    if isinstance(value, dict):
        records = cell_records.in_map(value)
        return None if records is None else cell_records.read(records, sized)
    if isinstance(value, list) and is_grid(value):
        try:
            return _cells_of(value)
        except WrongError:
            if any(isinstance(cell, dict) for cell in _flat(value)[1]):  # type: ignore[index]
                raise
            return None
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value[:_MOST_GRID_CELLS]):
        square = {len(row) for row in value} == {len(value)}
        fields = [row.split(",") for row in value[:_MOST_GRID_CELLS]]
        if not square and len(value) in BOXES and {len(row) for row in fields} == {len(value)}:
            return grid_of([[field.strip() for field in row] for row in fields])
        value = "".join(value) if square else None
    if isinstance(value, list) and (listed := _listed_cells(value, sized)) is not None:
        return listed
    if not isinstance(value, str) or len(value) > 2 * _MOST_GRID_CELLS:
        return None
    bare = "".join(value.split())
    size = SIZE_OF.get(len(bare), 0)
    cells = digits(bare)
    if (
        not size
        or len(bare) < _SMALLEST_TEXT
        or not fits(cells, size)
        or not any(map(str.isdecimal, bare.replace("0", "")))
    ):
        return None
    return Cells(size, cells_text(cells))


def _listed_cells(value: list[Any], sized: int | None = None) -> Cells | None:
    """The grid of a list of cells that say where they are."""
    cells = value and all(isinstance(one, dict) and not _is_puzzle(one) for one in value)
    return cell_records.read(value, sized) if cells else None


def is_listed(value: list[Any]) -> bool:
    """Whether a list is one of cells that say where they are, even if they are not understood."""
    try:
        return _listed_cells(value) is not None
    except WrongError:
        return True


def as_lists(item: Any, depth: int = 0) -> Any:
    """The same value, where objects whose keys count their fields (``{"0": ..., "1": ...}``, ``{"r1": ...}``) are lists."""
    if depth > _DEEPEST or not isinstance(item, dict) or len(item) not in BOXES:
        return item
    fields = {key: as_lists(value, depth + 1) for key, value in item.items()}
    name = str(next(iter(item))).rstrip("0123456789")
    counted = any(list(item) == [f"{name}{number + base}" for number in range(len(item))] for base in (0, 1))
    return list(fields.values()) if counted else item


def grids_within(
    item: Any, path: str = "", depth: int = 0, around: Mapping[str, Any] | None = None
) -> Iterator[Embedded]:
    """The puzzles within a value; ``around`` has the fields of the objects that it is in. Raises WrongError where two lists
    could be one.
    """
    around = around or {}
    if depth > _DEEPEST:
        return
    if isinstance(item, list):
        for index, value in enumerate(item):
            found = grid_of(value)
            if found is not None:
                yield Embedded(f"{path}[{index}]", found, "", around)
            elif isinstance(value, list | dict):
                yield from grids_within(value, f"{path}[{index}]", depth + 1, around)
        return
    if not isinstance(item, dict):
        return
    grids = {str(key): found for key, value in item.items() if (found := grid_of(value)) is not None}
    flags = {str(key): made for key, value in item.items() if (made := _booleans(value)) is not None} if grids else {}
    read: set[str] = set()
    if grids:
        turned = any(isinstance(value, str) and _BY_COLUMNS.search(value) for value in item.values())
        boxed = any(isinstance(value, str) and _BY_BOXES.search(value) for value in item.values())
        for key, one in grids.items():
            if turned or _BY_COLUMNS.match(key):
                grids[key] = _turned(one)
            elif "." in one.givens and (boxed or _BY_BOXES.match(key)) and len(item[key]) == one.size:
                grids[key] = _of_boxes(one)
        names = [str(item[key]) for key in NAMES if isinstance(item.get(key), str | int)]
        chosen = list(_chosen(grids, flags))
        read = {key for key, _, used in chosen for key in (key, *used)}
        # A map of regions may look like a full grid, too.
        others = {**around, **{str(name): value for name, value in item.items() if name not in read}}
        for key, grid, _ in chosen:
            yield Embedded(f"{path}.{key}".strip("."), grid, names[0] if names else "", others)
    beside = {**around, **{str(key): value for key, value in item.items() if key not in read}}
    for key, value in item.items():
        if key not in grids and isinstance(value, list | dict):
            own = {name: other for name, other in beside.items() if name != key}
            yield from grids_within(value, f"{path}.{key}".strip("."), depth + 1, own)


def _turned(grid: Cells) -> Cells:
    """The same grid from a list of its columns."""
    size = grid.size

    def turn(text: str) -> str:
        return "".join(text[column * size + row] for row in range(size) for column in range(size))

    return Cells(size, turn(grid.givens), None if grid.answer is None else turn(grid.answer), None, grid.guesses)


def _of_boxes(grid: Cells) -> Cells:
    """The same grid from a list of its boxes."""
    givens = "".join(from_boxes(grid.givens, grid.size))
    answer = None if grid.answer is None else "".join(from_boxes(grid.answer, grid.size))
    guess = "its lists are taken for the boxes of a grid"
    return replace(grid, givens=givens, answer=answer, guesses=(*grid.guesses, guess))


def _chosen(
    grids: Mapping[str, Cells], booleans: Mapping[str, list[bool]]
) -> Iterator[tuple[str, Cells, tuple[str, ...]]]:
    """The puzzles among the grids of one object, each with its name, and the names of the others that it was read with."""
    full = {key: grid for key, grid in grids.items() if "." not in grid.givens}
    masks = {key: _mask(key, flags) for key, flags in booleans.items() if len(set(flags)) > 1} if full else {}
    for key, grid in grids.items():
        if full and set(grid.givens) == {".", "1"} and grid.givens.count("1") > grid.size:
            masks[key] = _mask(key, [symbol == "1" for symbol in grid.givens])
    open_ones = {key: grid for key, grid in grids.items() if key not in full and key not in masks}
    if masks and not open_ones:
        (key, grid), (name, flags) = next(iter(full.items())), next(iter(masks.items()))
        if len(full) + len(masks) > 2 or flags == [] or len(flags) != len(grid.givens):
            raise WrongError(f"{shorten(name)} may say which cells of {shorten(key)} are given", "", 'call it "given"')
        givens = "".join(one if given else "." for one, given in zip(grid.givens, flags, strict=True))
        yield key, Cells(grid.size, givens, grid.givens, grid.regions, grid.guesses), (name,)
        return
    first = [key for key in open_ones if key.lower() in _FIRST]
    if len(open_ones) > 1 and len(first) == 1:
        open_ones = {first[0]: open_ones[first[0]]}
    keys = list(open_ones)
    for at, key in enumerate(keys):
        other = next((one for one in keys[at + 1 :] if agree(open_ones[key].givens, open_ones[one].givens)), None)
        if other is not None:
            raise WrongError(f"{shorten(key)} and {shorten(other)} may both be the puzzle", "", "leave one of them out")
    for key, grid in (open_ones or dict(list(full.items())[:1])).items():
        others = (one for one, other in full.items() if one != key and agree(grid.givens, other.givens))
        solved = next(others, None)
        if solved is None or grid.answer is not None or full[solved].givens == grid.givens:
            yield key, grid, () if solved is None or full[solved].givens != grid.givens else (solved,)
        else:
            yield key, Cells(grid.size, grid.givens, full[solved].givens, grid.regions, grid.guesses), (solved,)


def _mask(name: str, flags: list[bool]) -> list[bool]:
    """Which cells are given, by flags under a name; [] where it does not say which of them are."""
    given = cell_records.says_given(name)
    return [] if given is None else [flag == given for flag in flags]


def _booleans(value: Any) -> list[bool] | None:
    """The flags of a list as large as a grid."""
    flat = _flat(value) if isinstance(value, list) else None
    return flat[1] if flat is not None and all(isinstance(one, bool) for one in flat[1]) else None


def agree(one: str, other: str) -> bool:
    """Whether one of two grids extends the other."""
    if len(one) != len(other):
        return False
    blank = set(BLANKS)
    return any(all(a in blank or a == b for a, b in zip(x, y, strict=True)) for x, y in ((one, other), (other, one)))
