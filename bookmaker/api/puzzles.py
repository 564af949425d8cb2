"""Puzzles as the Python functions take them: a Puzzle, an item of ``generate``, or cells as a text, bytes, a list or an array.

This is also what answers the questions that a Puzzle has for the rooms above it (:mod:`bookmaker.base.above`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any, Literal, Protocol

from bookmaker import formats
from bookmaker.api import arguments
from bookmaker.base.errors import BookmakerError, Fault, InputError, Place, UsageError
from bookmaker.formats.apps.json_files import fields_of
from bookmaker.formats.base.cells import SIZE_OF
from bookmaker.formats.stream.rows import plain_cells
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import CLASSIC, geometry

if TYPE_CHECKING:
    import numpy.typing as npt

    Several = Iterable["AnyPuzzle"] | npt.NDArray[Any]
    """Several puzzles as an argument; an array is [n, cells], 0 = empty."""

__all__ = ["AnyPuzzle", "Made", "Several", "fields_of"]


class Made(Protocol):
    """An item of ``generate``."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        ...


AnyPuzzle = Puzzle | Made | str | bytes | Sequence[int]
"""A puzzle as an argument."""

OnError = Literal["raise", "return"]
"""What becomes of the error of one of several puzzles: all of them are raised together, or each is returned in its place."""

_BARE = re.compile(r"[0-9A-Za-z.*_-]+")
_NO_CELL = (-1, 255)


def _bare(puzzle: object) -> object:
    """The puzzle of an item of ``generate``, else what was passed. To name the classes of the items loads the compiler."""
    held = getattr(puzzle, "puzzle", None)
    return held if isinstance(held, Puzzle) else puzzle


def puzzle_of(puzzle: object) -> Puzzle:
    """The puzzle itself. Raises InputError for a text that does not hold one puzzle, UsageError for another object."""
    bare = _bare(puzzle)
    if isinstance(bare, Puzzle):
        return bare
    if isinstance(bare, str):
        return parsed(bare)
    if isinstance(bare, bytes | bytearray) or is_cells(bare):
        return from_cells(bare, {})
    raise UsageError(f"a Puzzle or a text of one is wanted, not {arguments.shown(puzzle)}")


def is_cells(value: object) -> bool:
    """Whether it is the cells of one grid: digits in a list or in an array of one dimension."""
    dimensions = getattr(value, "ndim", None)
    if dimensions is not None:
        return bool(dimensions == 1) and getattr(getattr(value, "dtype", None), "kind", "") in "iuf"
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, int) for one in value)


def puzzles_of(puzzles: AnyPuzzle | Several) -> list[Puzzle]:
    """One puzzle or several; a text may hold several. Raises InputError for a text that is none, UsageError for anything else."""
    if isinstance(puzzles, str):
        return formats.parse(puzzles)
    rows = rows_of(puzzles)
    if rows is not None:
        return sound(rows)
    if not isinstance(_bare(puzzles), Puzzle | bytes | bytearray) and not is_cells(puzzles):
        raise UsageError(f"puzzles or texts of some are wanted, not {arguments.shown(puzzles)}")
    return [puzzle_of(puzzles)]


def rows_of(puzzles: object) -> list[Puzzle | BookmakerError] | None:
    """Several puzzles, each of them or the error that it is; None if it is one puzzle, or nothing that holds any.

    Raises UsageError for an array of another shape.
    """
    bare = _bare(puzzles)
    if isinstance(bare, Puzzle | str | bytes | bytearray) or is_cells(bare):
        return None
    if getattr(bare, "ndim", 0) == 2 and hasattr(bare, "dtype"):
        return [*_of_array(bare)]
    if not arguments.has_parts(bare) or isinstance(bare, Mapping) or hasattr(bare, "columns"):
        return None
    ground, place = geometry(), Place("<text>", 1, 1)
    return [
        Puzzle.plain(ground, cells, place)
        if isinstance(one, str) and (cells := plain_cells(one)) is not None
        else _or_error(one)
        for one in bare
    ]


def _of_array(array: Any) -> Iterable[Puzzle]:
    """The rows of an array [n, cells]. Raises UsageError for any other array."""
    from bookmaker.logic.solve.solver import as_cells

    rows, cells = array.shape
    size = SIZE_OF.get(cells)
    if size is None or rows == cells:
        advice = "one grid is Puzzle(array); several in rows of all their cells have the shape [n, 81]"
        raise UsageError(Fault(f"an array of {rows} rows of {cells} digits may be one grid", None, advice))
    ground = geometry(CLASSIC, size)
    try:
        whole = as_cells(array, ground).tobytes()
    except ValueError as error:
        raise UsageError(str(error)) from None
    return [Puzzle.plain(ground, whole[at : at + cells]) for at in range(0, len(whole), cells)]


def _or_error(one: object) -> Puzzle | BookmakerError:
    try:
        return puzzle_of(one)
    except BookmakerError as error:
        return error


def sound(rows: Iterable[Any]) -> list[Any]:
    """The rows, none of which is an error. Raises the errors of all rows as one, of the class of the first."""
    listed = list(rows)
    wrong = [(at, one) for at, one in enumerate(listed) if isinstance(one, BookmakerError)]
    if wrong:
        named = (replace(fault, message=f"puzzles[{at}]: {fault.message}") for at, one in wrong for fault in one.faults)
        raise type(wrong[0][1])(named)
    return listed


def grid_text(name: str, grid: object) -> str | None:
    """The text of a grid that was passed in any form; None for None. Raises UsageError."""
    grid = _bare(grid)
    if isinstance(grid, bytes | bytearray) and max(grid, default=0) <= len(SYMBOLS):
        return cells_text(bytes(grid))
    return str(grid) if isinstance(grid, Puzzle) else arguments.grid(name, grid)


# A Puzzle asks for these.


def parsed(text: str, kind: str = "", format: str | None = None) -> Puzzle:
    """The puzzle of a text. Raises InputError for one that does not hold one puzzle."""
    found = formats.parse(
        arguments.text("text", text, "53..7....", optional=False), kind=kind or CLASSIC, format=format
    )
    if len(found) != 1:
        message = f"one puzzle is wanted, and the text holds {len(found)}"
        raise InputError(Fault(message, None, "pass them one at a time"))
    return found[0]


def from_fields(fields: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object as docs/json.md describes it. Raises InputError."""
    try:
        text = json.dumps(dict(fields))
    except (TypeError, ValueError) as error:
        raise UsageError(f"a puzzle as a dict has values as of JSON only: {error}") from None
    found = formats.parse(text, "<dict>", format="jsonl")
    if len(found) != 1:
        raise InputError(Fault(f"one puzzle is wanted, and the object holds {len(found)}"))
    return replace(found[0], source=None)


_OF_TEXTS = frozenset({"kind", "name", "answer"})
"""What may be said of a text in any format."""

_SAID = ("kind", "size", "boxes", "regions", "cages", "clues", "answer", "name", "candidates")


def from_cells(cells: object, said: Mapping[str, Any]) -> Puzzle:
    """The puzzle of cells in any form, with further fields. Raises InputError and UsageError."""
    if strange := said.keys() - {*_SAID}:
        raise TypeError(f"a Puzzle has no argument {sorted(strange)[0]!r}")
    bare = _bare(cells)
    if isinstance(bare, Puzzle):
        fields = fields_of(bare)
    else:
        text = _symbols("cells", bare)
        if (
            not isinstance(bare, str | bytes | bytearray)
            and "kind" not in said
            and len(text.replace("\n", "")) not in SIZE_OF
        ):
            raise UsageError(
                f"{len(text)} cells are no grid, of which there are those of {', '.join(map(str, SIZE_OF))} cells"
            )
        given = {name for name, value in said.items() if value not in (None, "", (), [])}
        if isinstance(bare, str | bytes | bytearray) and not (_BARE.fullmatch(text) and given) and given <= _OF_TEXTS:
            found = parsed(text, said.get("kind") or "")
            if not given - {"kind"}:
                return found
            fields = fields_of(found)
        else:
            fields = {"puzzle": text}
    return from_fields(
        fields | {_FIELDS.get(name, name): _field(name, value) for name, value in said.items() if _is_said(value)}
    )


_FIELDS = {"answer": "solution"}
_GRIDS = ("regions", "answer")


def _is_said(value: object) -> bool:
    return value is not None and not (isinstance(value, str | tuple | list) and not value)


def _field(name: str, value: Any) -> Any:
    """An argument as JSON has it."""
    if name in _GRIDS:
        return _symbols(name, _bare(value))
    if name in ("cages", "clues"):
        return [_listed(one) for one in value]
    return list(value) if name == "candidates" else value


def _listed(one: Any) -> Any:
    if isinstance(one, Cage):
        raise UsageError("a Cage goes with a geometry; write {'sum': 7, 'cells': ['r1c1', 'r1c2']}")
    if isinstance(one, Clue):
        raise UsageError("a Clue goes with a geometry; write {'kind': 'white-dot', 'cells': ['r1c1', 'r1c2']}")
    return dict(one)


def _symbols(name: str, value: Any) -> str:
    """Cells as a text: rows of an array or a list in lines."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes | bytearray):
        return cells_text(bytes(value)) if max(value, default=0) <= len(SYMBOLS) else value.decode("utf-8", "replace")
    plain = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(plain, Sequence):
        raise UsageError(f"`{name}` must be a text, bytes, a list or an array, not {arguments.shown(value)}")
    rows = any(isinstance(one, Sequence) and len(one) > 1 for one in plain)
    return ("\n" if rows else "").join(_symbols(name, one) if rows else _symbol(name, one) for one in plain)


def _symbol(name: str, value: Any) -> str:
    """One cell: a digit, a symbol, or nothing."""
    if value is None or value == "" or (isinstance(value, float) and isnan(value)):
        return "."
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and len(value) == 1:
        return _symbol(name, value[0])
    if isinstance(value, int | float) and not isinstance(value, bool) and value == int(value):
        if int(value) in _NO_CELL:
            return " "
        if 0 <= value <= len(SYMBOLS):
            return "." if value == 0 else SYMBOLS[int(value) - 1]
    raise UsageError(f"`{name}` has {arguments.shown(value)} in a cell; a digit is wanted, 0 for an empty cell")
