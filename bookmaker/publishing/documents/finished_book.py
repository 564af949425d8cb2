"""A finished book as others want it: each puzzle as a drawing of its own, with its answer.

All is read from the folder of a build. Puzzles are proven again before they are drawn: what lies on disk may have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookmaker import formats
from bookmaker.base.errors import BookmakerError, Fault, InputError, Note, Place
from bookmaker.base.output import json_file
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.grids.cage_drawing import CageStyle
from bookmaker.printing.grids.symbols import PICTURES, Symbols, picture, usual_symbols
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.making.ownership import MANIFEST
from bookmaker.publishing.documents.drawing import puzzle_drawing
from bookmaker.puzzles.grid.puzzle import Puzzle

INDEX = "index.json"
"""The file that says which drawing is which puzzle."""


def manifest_of(book: Path) -> tuple[Path, dict[str, Any]]:
    """The manifest of a book, and its contents. ``book``: the folder of a build, or its manifest. Raises InputError."""
    path = book / MANIFEST if book.is_dir() else book
    advice = f"name the folder of a book that `bookmaker build` wrote, or its {MANIFEST}"
    try:
        held = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(str(path)), advice)) from error
    except ValueError as error:
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)), advice)) from error
    needed: dict[str, type | tuple[type, ...]] = {"title": str, "files": dict, "puzzles": list, "pages": int}
    if not isinstance(held, dict) or not all(isinstance(held.get(name), kind) for name, kind in needed.items()):
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)), advice))
    return path, held


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle of a book: its record in the manifest, itself with the symbols that are printed, and its proven answer."""

    record: Mapping[str, Any]
    puzzle: Puzzle
    solution: bytes
    symbols: Symbols

    @property
    def number(self) -> int:
        """Its number in the book."""
        return int(self.record["number"])


def puzzles_of(
    path: Path, held: Mapping[str, Any], places: Sequence[int] | None = None
) -> tuple[list[PrintedPuzzle], list[Note]]:
    """The puzzles of a manifest, or those at some places in it, proven again; and notes. Raises InputError and ImproperError."""
    try:
        records = [dict(one) for one in held["puzzles"]]
        numbers = [int(one["number"]) for one in records]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)))) from error
    try:
        found = list(formats.read_all([path]))
    except BookmakerError as error:
        raise InputError([Fault(fault.message, fault.place or Place(str(path))) for fault in error.faults]) from error
    if len(found) != len(records):
        message = f"{len(records)} puzzles are listed here, and {len(found)} of them can be read"
        raise InputError(Fault(message, Place(str(path)), "build the book again"))
    if places is not None:
        records, numbers, found = ([one[place] for place in places] for one in (records, numbers, found))  # type: ignore[assignment]
    # It compares the answers that are written beside them, too.
    solutions = require_proper(found)
    notes, made = list[Note](), []
    for record, puzzle, solution, number in zip(records, found, solutions, numbers, strict=True):
        symbols, note = _symbols(record, puzzle)
        notes += [Note(f"puzzle {number}: {note}", Place(str(path)))] if note else []
        made.append(PrintedPuzzle(record, puzzle, solution, symbols))
    return made, notes


def _symbols(record: Mapping[str, Any], puzzle: Puzzle) -> tuple[Symbols, str]:
    """The symbols that the book printed for digits, and why they cannot be drawn here, "" if they can."""
    names = record.get("symbols")
    usual = usual_symbols(puzzle.geometry)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or not names:
        return usual, ""
    named = tuple(names)
    if all(name in PICTURES for name in named):
        return Symbols("picture", tuple(map(picture, named)), named), ""
    if all(len(name) <= 2 for name in named):
        return Symbols("letter", named, named), ""
    return usual, "its pictures are the book's own and are not in the manifest; its drawing has digits"


def drawings(
    puzzles: Sequence[PrintedPuzzle],
    endings: Sequence[str],
    look: Style,
    width: float,
    dpi: int,
    cages: CageStyle,
    progress: Callable[[int, int], None],
    *,
    answers: bool = True,
) -> dict[str, bytes]:
    """The drawings of puzzles and of their answers by the names of their files, and an index. Raises as puzzle_drawing."""
    files: dict[str, bytes] = {}
    index = []
    for done, (name, one) in enumerate(_named(puzzles)):
        progress(done, len(puzzles))
        entry: dict[str, Any] = {key: one.record.get(key) for key in INDEXED}
        for what, solution in (("puzzle", None), ("answer", one.solution))[: 2 if answers else 1]:
            own = {}
            for ending in endings:
                file = f"{name}{'' if solution is None else '-answer'}.{ending}"
                drawn = puzzle_drawing(one.puzzle, solution, look, width, f".{ending}", dpi, cages, one.symbols)
                files[file] = drawn
                own[ending] = file
            entry[what] = own
        index.append(entry)
    files[INDEX] = json_file({"width": round(width, 3), "puzzles": index})
    return files


def earlier(folder: Path) -> Iterator[Path]:
    """The files that an earlier export left in a folder, as its index names them; none where there is no such index."""
    try:
        listed = json.loads((folder / INDEX).read_bytes())["puzzles"]
        names = [name for one in listed for what in ("puzzle", "answer") for name in one.get(what, {}).values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
    yield from (folder / name for name in names if isinstance(name, str) and Path(name).name == name)


INDEXED = ("number", "section", "page", "answer_page", "kind", "size", "level")
"""The fields of a puzzle in the index, besides its files."""


def _named(puzzles: Sequence[PrintedPuzzle]) -> Iterator[tuple[str, PrintedPuzzle]]:
    """Each puzzle and the name of its files: its number, or its place in the book where numbers come again."""
    numbers = [one.number for one in puzzles]
    places = numbers if len(set(numbers)) == len(numbers) else range(1, len(numbers) + 1)
    digits = max(3, len(str(max(places, default=0))))
    for place, one in zip(places, puzzles, strict=True):
        yield f"{place:0{digits}}", one
