"""f-puzzles: ``https://www.f-puzzles.com/?load=`` and LZString of JSON; also that JSON by itself.

``grid`` holds rows of cells, of which ``given`` ones have a ``value``; ``extraregion`` lists houses
besides rows, columns and boxes, and ``killercage`` lists ``cells`` ("R1C1") with a ``value``,
a text that may be absent; clues such as ``ratio`` and ``thermometer`` list ``cells``, a ``cell`` or ``lines``, and ``negative``
names those of which all are shown; the words of rules, such as ``diagonal+`` and ``nonconsecutive``, are true or not there; cells
may have a ``region``, which is null where there are none. A puzzle with any rule that is not known here is refused: without the
rule it would be another puzzle. Digits that a solver has entered are not part of the puzzle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import islice
from typing import Any
from urllib.parse import unquote

from bookmaker.base.errors import Place, UsageError
from bookmaker.formats.apps import fpuzzles_drawings
from bookmaker.formats.base import clues, lz
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Line, misnamed, one_line
from bookmaker.formats.base.json_values import WrongError, loads, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import (
    CLASSIC,
    CLUES,
    boxless,
    clue_kinds,
    expressed,
    geometry,
    houses_listed,
    regions_of,
    understood,
    understood_houses,
    vocabulary,
    with_cages,
)
from bookmaker.puzzles.rules.places import OUTSIDE

# The clues of puzzles in links: lists of objects with ``cells``, a ``cell`` or ``lines``, and with values.


def list_under(fields: Mapping[str, Any], key: str) -> list[Any]:
    """The list that a key holds, [] if it holds nothing. Raises WrongError."""
    found = fields.get(key) or []
    if not isinstance(found, list):
        raise WrongError(f"{shorten(found)} is not a list", key)
    return found


def read_clues(
    fields: Mapping[str, Any], size: int, found: fpuzzles_drawings.Found
) -> tuple[frozenset[str], list[Clue]]:
    """The rules of the clues of an object, and these; ``found`` has those that are drawn. Raises WrongError."""
    for word in sorted(clues.words(NAME)):
        for index, item in enumerate(list_under(fields, word)):
            path = f"{word}[{index}]"
            if not isinstance(item, dict):
                raise WrongError(f"{shorten(item)} is not a clue", path)
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
                held = [clues.line_of(item.get("cell"), item.get("direction"), size, f"{path}.cell")]
            else:
                held = _cells_of(item, size, path)
            found.setdefault(name, []).extend((cells, digits) for cells in held)
    negative = list_under(fields, "negative")
    if not all(isinstance(word, str) and word in clues.all_shown_words(NAME) for word in negative):
        raise WrongError(f"{shorten(negative)}, which is not known here", "negative")
    return clues.understood(found, negative, NAME)


def _digits(values: Any, path: str) -> tuple[int, ...]:
    """The digits of a clue. Raises WrongError."""
    if not isinstance(values, list) or not all(type(value) is int and 0 < value < 100 for value in values):
        raise WrongError(f"{shorten(values)} is not a list of digits", path)
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


def written_clues(puzzle: Puzzle) -> dict[str, list[dict[str, Any]]]:
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
                item, value = clues.beside(cells, names, size), str(digits[0])
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


ADDRESS = "https://www.f-puzzles.com/?load="
_STARTS = r"(?:https?://)?(?:www\.)?f-puzzles\.com/"
_LOAD = expression(r"[?&]load=([^&#]*)")
_NAMED = expression(r"R([0-9]{1,4})C([0-9]{1,4})")
_META = expression(r"[A-Za-z]+: ")
NAME = fpuzzles_drawings.NAME
RULES = frozenset(word for word in vocabulary(NAME) if not clues.is_coded(word))
"""The words that both sites of links have for rules."""

CLUE_WORDS = clues.words(NAME)
"""The words for clues."""

_HOUSES = "extraregion"
"""The word for a house besides rows, columns and boxes."""

_PLAIN = (
    RULES
    | CLUE_WORDS
    | {
        "negative",
        _HOUSES,
        *("size", "title", "author", "ruleset", "grid", "solution", "killercage", "cage"),
        *("disabledlogic", "truecandidatesoptions", "highlightconflicts", "highlightConflicts"),
    }
)


def _read(line: Line) -> Puzzle | None:
    load = _LOAD.search(line.text)
    if load is None:
        advice = "open it in a browser and export a long link, with load= in it"
        line.fault(
            "this address holds no puzzle: the puzzle that it names would have to be fetched, and nothing is", 0, advice
        )
        return None
    return unpacked(load[1], load.start(1), line, from_object)


def unpacked(packed: str, start: int, line: Line, read: Callable[[str, Place, Source], Puzzle]) -> Puzzle | None:
    """The puzzle that ``read`` finds in packed JSON at ``start`` of a line, or None once the fault is recorded."""
    # Some programs write a space for the plus sign, as forms do.
    packed = unquote(packed).replace(" ", "+")
    try:
        text = unpack(packed)
    except ValueError as error:
        line.fault(f"this link cannot be read: {error}", start, "copy it anew, whole")
        return None
    try:
        puzzle = read(text, line.place, line.source)
    except WrongError as wrong:
        message = f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message
        line.fault(message, start, wrong.advice)
        return None
    return replace(puzzle, name=line.name) if line.name else puzzle


def unpack(packed: str) -> str:
    """The text of a link. Raises ValueError.

    Some browsers and chats make one slash of two in an address: where a link cannot be read, each slash is tried as two.
    """
    try:
        return lz.unpack(packed)
    except lz.DamagedError as error:
        # What was read without a later slash would be read in the same way with it.
        slashes = (found.start() for found in re.finditer("/", packed[: error.symbols]))
        for slash in islice(slashes, _MOST_SLASHES):
            try:
                return lz.unpack(f"{packed[:slash]}/{packed[slash:]}")
            except ValueError:
                continue
        raise error


_MOST_SLASHES = 40


def from_object(text: str, place: Place, source: Source) -> Puzzle:
    """The puzzle of a text of JSON. Raises WrongError."""
    found, end = loads(text)
    if text[end:].strip() or not isinstance(found, dict):
        raise WrongError("a link holds one JSON object")
    return from_fields(found, place, source)


def knows(fields: Mapping[str, Any]) -> bool:
    """Whether an object is one of f-puzzles: rows of cells with its keys, and given ones where any has a value."""
    cells = cells_under(fields, "grid", _CELL_KEYS)
    if not cells or "cells" in fields or not all(isinstance(cell.get("given"), bool | None) for cell in cells):
        return False
    if any(fields.get(key) for key in _PLAIN - {"grid", "title", "author", "solution", "size"}):
        return True
    bare = any(cell.get("value") for cell in cells) and not any("given" in cell for cell in cells)
    return fields.keys() <= _PLAIN | {_DRAWN, *fpuzzles_drawings.KEYS} and not bare


def cells_under(fields: Mapping[str, Any], key: str, known: Set[str]) -> list[dict[str, Any]]:
    """The objects in the rows of cells under a key; [] where there are none, or any has a key that is not known."""
    rows = fields.get(key)
    listed = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    cells = [cell for row in rows for cell in row] if listed else []  # type: ignore[union-attr]
    sound = all(cell is None or (isinstance(cell, dict) and cell.keys() <= known) for cell in cells)
    return [cell for cell in cells if cell is not None] if sound else []


_CELL_KEYS = frozenset(
    {"value", "given", "region", "c", "highlight", "highlights"}
    | {"cornerPencilMarks", "centerPencilMarks", "givenPencilMarks", "highlightPencilMarks"}
)


_NONE_ELSE, _STEPS, _ALL_SHOWN = "nonconsecutive", "difference", "negative"
"""Words of f-puzzles: no consecutive neighbours, dots between them, and of which clues all are shown."""


def _is_step(item: Any) -> bool:
    """Whether a dot is between consecutive digits, and not between those with a difference that it names."""
    return isinstance(item, dict) and item.get("value") in (None, "", "1", 1)


def from_fields(fields: Mapping[str, Any], place: Place, source: Source) -> Puzzle:
    """The puzzle of an object. Raises WrongError."""
    rows = square(fields.get("grid"), "grid")
    size = len(rows)
    fields, found, words = fpuzzles_drawings.taken(whole := fields, size)
    for key, value in fields.items():
        if key not in _PLAIN and value and not (key == _DRAWN and _only_drawn(fields)):
            known = f"killercage, {', '.join(sorted(RULES | CLUE_WORDS))} are"
            said = fpuzzles_drawings.advice(whole, size) if key in fpuzzles_drawings.KEYS else ""
            raise WrongError(f"it has {shorten(key)}, which is not known here", "", said or known)
    if fields.get(_NONE_ELSE) and any(map(_is_step, list_under(fields, _STEPS))):
        # Beside dots between consecutive digits it says that all of them are shown.
        fields = {**fields, _NONE_ELSE: False, _ALL_SHOWN: [*list_under(fields, _ALL_SHOWN), _STEPS]}
    cages = tuple(_cages(fields, size))
    ruled = {word for word in RULES if fields.get(word)} | words
    rules, held = read_clues(fields, size, found)
    ground = ground_of(size, bool(cages), ruled, _regions(rows), (rules | _housed(fields, size), held))
    givens = bytes(
        digit_of(cell.get("value"), size, f"grid[{r}][{c}]") if cell.get("given") else 0
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    )
    for index, cage in enumerate(list_under(fields, "cage")):
        value = cage.get("value") if isinstance(cage, dict) else None
        if not (isinstance(value, str) and _META.match(value)):
            said = fpuzzles_drawings.advice(whole, size) or "make it a killer cage"
            raise WrongError("a cage that is drawn only, and has no rule", f"cage[{index}]", said)
    title = fields.get("title")
    name = one_line_of(title) if isinstance(title, str) else ""
    return Puzzle(ground, givens, place, name, answer_of(fields.get("solution"), size), cages)


_DRAWN = "line"
"""The key of lines that are drawn, and have no rule of their own."""


def _only_drawn(fields: Mapping[str, Any]) -> bool:
    """Whether every line that is drawn is one of a clue, too, so that it says nothing more."""
    items = fields[_DRAWN]
    if not isinstance(items, list) or not all(map(_is_drawing, items)):
        return False
    if any(item.get(fpuzzles_drawings.OWNER) for item in items):
        return False  # It belongs to a constraint that is not in the link.
    ruled = {line for word in CLUE_WORDS for line in _lines_of(fields, word)}
    return ruled.issuperset(_lines_of(fields, _DRAWN))


def _is_drawing(item: Any) -> bool:
    """Whether it is an object with lines of cells, as f-puzzles writes them."""
    lines = item.get("lines") if isinstance(item, dict) else None
    return isinstance(lines, list) and all(
        isinstance(line, list) and all(isinstance(cell, str) for cell in line) for line in lines
    )


def _lines_of(fields: Mapping[str, Any], key: str) -> set[tuple[str, ...]]:
    items = fields.get(key)
    found = [item.get("lines") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    lines = [line for several in found if isinstance(several, list) for line in several]
    return {tuple(map(str, line)) for line in lines if isinstance(line, list)}


def square(rows: Any, path: str) -> list[list[dict[str, Any]]]:
    """Rows of cells as objects, as many as there are cells in each. Raises WrongError."""
    if not isinstance(rows, list) or len(rows) not in SIZES:
        count = f"{len(rows)} rows" if isinstance(rows, list) else "no rows"
        raise WrongError(f"{count}; no grid has that size", path)
    out = []
    for index, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(rows):
            raise WrongError(f"a row that has not {len(rows)} cells", f"{path}[{index}]")
        if not all(cell is None or isinstance(cell, dict) for cell in row):
            raise WrongError("a cell that is not an object", f"{path}[{index}]")
        out.append([cell or {} for cell in row])
    return out


def digit_of(value: Any, size: int, path: str) -> int:
    """A digit, written as number or as text. Raises WrongError."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 4:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= size:
        raise WrongError(f"{shorten(value)} is not a digit of a {size}×{size} grid", path)
    return value


def answer_of(solution: Any, size: int) -> bytes | None:
    """A whole answer; None for one that is blank or has gaps: such a list says nothing of the puzzle. Raises WrongError."""
    if isinstance(solution, str) and solution:
        wide = len(solution) // (size * size) if size > 9 else 1
        solution = solution.split(",") if "," in solution else re.findall("." * max(wide, 1), solution)
    if not solution:
        return None
    if not isinstance(solution, list) or len(solution) != size * size:
        raise WrongError(f"a solution that has not {size * size} cells", "solution")
    digits = [
        int(item) if isinstance(item, str) and item.isascii() and item.isdecimal() and len(item) < 4 else item
        for item in solution
    ]
    if not all(isinstance(digit, int) and not isinstance(digit, bool) and 1 <= digit <= size for digit in digits):
        return None
    return bytes(digits)


def sum_of(value: Any, path: str) -> int | None:
    """The sum of a cage, a number or a text, None if there is none. Raises WrongError."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if (
        isinstance(value, str)
        and value.strip().isascii()
        and value.strip().isdecimal()
        and len(value) <= LONGEST_NUMBER
    ):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**LONGEST_NUMBER:
        raise WrongError(f"{shorten(value)} is not a sum", path)
    return value


def one_line_of(text: str) -> str:
    """A title as a name: one line, without control characters."""
    return " ".join("".join(char if char >= " " and not "\x7f" <= char < "\xa0" else " " for char in text).split())


def ground_of(
    size: int,
    caged: bool,
    words: Collection[str],
    labels: Sequence[Hashable] | None,
    clued: tuple[frozenset[str], list[Clue]] = (frozenset(), []),
) -> Geometry:
    """The grid with the rules of these words and of ``clued``, whose clues it has, and a region's label for each cell, None for
    boxes, [] for no regions at all. Raises WrongError.
    """
    rules = understood(words, NAME) | clued[0]
    if labels is not None and not labels:
        rules, labels = boxless(rules), None
    try:
        regions = None if labels is None else regions_of(labels, size)
        return geometry(with_cages(rules) if caged else rules, size, regions, clued[1] if clued[0] else None)
    except ValueError as error:
        raise WrongError(f"the map of its regions {error}") from None
    except UsageError as error:  # Not every rule has every size.
        raise WrongError(str(error)) from None


def _cages(fields: Mapping[str, Any], size: int) -> Iterator[Cage]:
    for index, item in enumerate(list_under(fields, "killercage")):
        path = f"killercage[{index}]"
        named = item.get("cells") if isinstance(item, dict) else None
        if not isinstance(named, list):
            raise WrongError(f"{shorten(item)} is not a cage", path)
        if len(named) > size * size:
            raise WrongError(f"a cage of {len(named)} cells; the grid has {size * size}", path)
        cells: list[int] = []
        strays: list[str] = []
        for name in named:
            found = _NAMED.fullmatch(name) if isinstance(name, str) else None
            if found is None:
                raise WrongError(f'{shorten(name)} is not a cell, such as "R1C3"', f"{path}.cells")
            row, column = int(found[1]) - 1, int(found[2]) - 1
            if 0 <= row < size and 0 <= column < size:
                cells.append(row * size + column)
            else:
                strays.append(name.lower())
        yield Cage(tuple(cells), sum_of(item.get("value"), f"{path}.value"), tuple(strays))


def _housed(fields: Mapping[str, Any], size: int) -> frozenset[str]:
    """The rules of the houses that are listed. Raises WrongError."""
    houses = []
    for index, item in enumerate(list_under(fields, _HOUSES)):
        path = f"{_HOUSES}[{index}]"
        if not isinstance(item, dict):
            raise WrongError(f"{shorten(item)} is not a house", path)
        houses.append(clues.cells_of(item.get("cells"), size, f"{path}.cells"))
    rules = understood_houses(houses, size)
    if rules is None:
        raise WrongError("houses that no rule known here has, and without them this would be another puzzle", _HOUSES)
    return rules


def _regions(rows: list[list[dict[str, Any]]]) -> list[Any] | None:
    """The region of each cell, None where no cell names one, [] where each says that it has none. A cell that names none lies in
    its box.
    """
    size, cells = len(rows), [cell for row in rows for cell in row]
    if not any("region" in cell for cell in cells):
        return None
    if all("region" in cell and cell["region"] is None for cell in cells):
        return []
    boxes = [box - 1 for box in geometry(size=size).box_of] if size in BOXES else [None] * (size * size)
    numbers = [cell.get("region", boxes[at]) for at, cell in enumerate(cells)]
    if any(not isinstance(number, int) for number in numbers):
        raise WrongError("a cell in no region, which is not known here", "grid")
    return numbers


def _write(puzzle: Puzzle) -> str:
    return ADDRESS + packed(puzzle)


def packed(puzzle: Puzzle) -> str:
    """The part of a link behind the address."""
    return lz.pack(json.dumps(_fields(puzzle), ensure_ascii=False, separators=(",", ":")))


def _fields(puzzle: Puzzle) -> dict[str, Any]:
    size = puzzle.geometry.size
    cells: list[dict[str, Any]] = [{"value": digit, "given": True} if digit else {} for digit in puzzle.givens]
    regions = [None] * len(cells) if not puzzle.geometry.boxed else ()
    for cell, region in zip(cells, puzzle.geometry.areas or regions, strict=False):
        cell["region"] = region
    made: dict[str, Any] = {"size": size}
    if puzzle.name:
        made["title"] = puzzle.name
    made["grid"] = [cells[start : start + size] for start in range(0, size * size, size)]
    made.update((word, True) for word in expressed(puzzle.geometry.rules, NAME)[0] if not clues.is_coded(word))
    constraints = written_clues(puzzle)
    made.update(constraints)
    made.update(fpuzzles_drawings.written(puzzle, constraints))
    if puzzle.geometry.clued and (negative := clues.expressed(puzzle, NAME)[1]):
        made["negative"] = negative
    houses = [_named(cells, size) for cells in houses_listed(puzzle.geometry, NAME)]
    if houses:
        made[_HOUSES] = [{"cells": names} for names in houses]
    if puzzle.cages:
        made["killercage"] = [_cage(cage, size) for cage in puzzle.cages]
    if puzzle.answer is not None:
        made["solution"] = list(puzzle.answer)
    return made


def _named(cells: Iterable[int], size: int) -> list[str]:
    return [f"R{cell // size + 1}C{cell % size + 1}" for cell in cells]


def _cage(cage: Cage, size: int) -> dict[str, Any]:
    cells = _named(cage.cells, size) + [stray.upper() for stray in cage.strays]
    return {"cells": cells} if cage.sum is None else {"cells": cells, "value": str(cage.sum)}


def also(puzzle: Puzzle) -> Iterator[str]:
    """More that the two sites of links cannot hold: a Killer grid without cages, and answers that are none."""
    if puzzle.geometry.caged and not puzzle.cages:
        yield "a Killer without cages"
    yield from clues.lacking(puzzle, NAME)
    worded = all(NAME in kind.foreign for kind in clue_kinds(puzzle.geometry.rules))
    if worded and fpuzzles_drawings.is_drawn(puzzle) and not _read_again(puzzle):
        yield f"puzzles of the kind {puzzle.geometry.kind}, whose drawings look alike"
    yield from misnamed(puzzle, digits=4)


def _read_again(puzzle: Puzzle) -> bool:
    """Whether a puzzle, once written, is read back."""
    try:
        return from_fields(_fields(puzzle), Place("", 1, 1), Source("", CLASSIC)) == puzzle
    except WrongError:
        return False


HOLDS = frozenset({"kind", "givens", "cages", "clues", "answer", "name"})
CAPACITY = Capacity(format=NAME, uncaged=True, regions=True, houses=True, givens=True, broken=True)
FORMAT = one_line(NAME, _STARTS, CAPACITY, _read, _write, HOLDS, also, titled=True)
