"""JSON: one object for each puzzle, a line each or in a list.

``{"kind": "killer", "size": 9, "cages": [{"sum": 15, "cells": ["r1c3", "r1c4", "r1c5"]}], "givens": "81 symbols"}``. ``name``
(or ``title`` or ``id``) and ``solution`` (or ``answer``) may follow; the givens may also be called as tables call them.
``kind`` may be several joined by ``+``, or a list, and ``regions`` is the map of a jigsaw. Without ``kind``, a puzzle with
``cages`` is a Killer, and ``"diagonals": true`` adds the diagonals; without ``size`` it is 9, or what the number of givens
tells. Cells may also be written as [row, column] from 0 on, or as indices from 0 on; a cage that is a mere list of cells has
the sum that the solution tells. A grid may also stand by itself, as a list of its rows, or of its cells, in numbers: ``[[5,
3, 0, ...], ...]``. So the files of many programs and sites can be read, and what ``bookmaker generate --json`` prints; and
also the objects that f-puzzles and SudokuPad save.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bookmaker.errors import Place, UsageError
from bookmaker.formats import fpuzzles, json_lines, sudokupad
from bookmaker.formats.cage_labels import LONGEST_NUMBER, misnamed, require
from bookmaker.formats.cells import SIZES, digits, fits
from bookmaker.formats.names import ANSWER, PUZZLE
from bookmaker.formats.objects import WrongError, load_here, loads, shorten
from bookmaker.formats.source import FOREIGN, Block, Format, Source
from bookmaker.grid.geometry import BOXES, SYMBOLS, Geometry, cell_name
from bookmaker.grid.puzzle import Cage, Puzzle, cells_text, labels_text
from bookmaker.variants import CLASSIC, DIAGONALS, geometry, regions_of, rules_of, with_cages

_NAMED = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_BEGINS = re.compile(r'\s*(?:[\[{\]}]|"[^"]*"\s*:)')
_OPENS = re.compile(r'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$)|\[(?:\s*-?[0-9]+\s*,){35})')
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?')
_BARE = re.compile(r"\s*[0-9A-Za-z._*-]{16,}(?:\s|$)")
_LIST = re.compile(r"\[\s*(?=\{)")
_RULED = re.compile(r"""["'](?:cages?|killercages?|kind|rules?|regions|lines|arrows?|thermos?)["']""", re.IGNORECASE)
_GAP = re.compile(r"[\s,]*")

_GIVENS = PUZZLE | {"mission"}

_MOST_TEXT = 64 << 20
"""Symbols of one document."""


def detect(block: Block) -> bool:
    """Whether it begins as JSON does, or goes on as an object does after a blank line."""
    return bool(block.lines) and _BEGINS.match(block.lines[0]) is not None


def opens(line: str) -> bool:
    """Whether a list or an object begins, which goes on until its last bracket is closed."""
    return _OPENS.match(line) is not None and not json_lines.claims(line)


def stays(line: str) -> bool:
    """Whether a line may stand within JSON: a bare puzzle may not, and shows that a bracket was forgotten above."""
    return _BARE.match(line) is None


def closing() -> Callable[[str], bool]:
    """Tells of each line of a document whether it closes the last bracket."""
    depth = 0

    def last(line: str) -> bool:
        nonlocal depth
        bare = _STRING.sub("", line)
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
        return depth <= 0

    return last


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every object, and every object of every list; what is wrong within one becomes a fault of the source."""
    first, text = _text(blocks)
    if text is None:
        source.fault(f"a JSON document of more than {_MOST_TEXT >> 20} MB", first, 1, "write one object a line")
        return
    at = _after(text, 0)
    line, counted, begun, inside = first, 0, 0, -1
    while at < len(text):
        line += text.count("\n", counted, at)
        begun = max(begun, text.rfind("\n", counted, at) + 1)
        counted = at
        place = source.place(line, at - begun + 1)
        listed = _LIST.match(text, at) if inside < 0 else None
        if listed is not None:
            # Object by object, so that each keeps its own line, and one that is spoilt does not spoil the list.
            inside, at = 0, listed.end()
            continue
        if inside >= 0 and text[at] == "]":
            inside, at = -1, _after(text, at + 1)
            continue
        try:
            found, end = loads(text, at) if inside < 0 else load_here(text, at)
        except WrongError as wrong:
            # What a program writes in brackets is no document of ours; one with cages would lose them if it were read as a list.
            code = "" if _RULED.search(text) else FOREIGN
            source.fault(wrong.message, line + wrong.line, wrong.column or place.column, code=code)
            yield None
            # The next line that begins an object of its own, no further right, is read all the same.
            again = re.compile(rf"\n(?=[ \t]{{0,{at - begun}}}[\[{{])").search(text, at)
            if again is None:
                return
            at = _after(text, again.end())
            continue
        for path, item in _items(found) if inside < 0 else ((f"[{inside}]", found),):
            yield _puzzle(item, place, source, path)
        inside += inside >= 0
        at = _after(text, end)
    if inside >= 0:
        source.fault("this is no JSON: the list has no end", line, None, "close it with ]")


def _text(blocks: Iterable[Block]) -> tuple[int, str | None]:
    """The number of the first line and the whole text, comments blanked; None if it is too long."""
    first = length = 0
    rows: list[str] = []
    for block in blocks:
        first = first or block.first
        if length <= _MOST_TEXT:
            rows += [""] * (block.first - first - len(rows))
            rows += ["" if line.lstrip().startswith("#") else line for line in block.lines]
            length += sum(map(len, block.lines))
    return first, "\n".join(rows) if length <= _MOST_TEXT else None


def _after(text: str, at: int) -> int:
    """Where something stands again that is neither blank nor a comma."""
    return _GAP.match(text, at).end()  # type: ignore[union-attr]


def _items(found: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(found, dict) and isinstance(found.get("puzzles"), list):
        found = found["puzzles"]
    if isinstance(found, list) and not _is_grid(found):
        yield from ((f"[{index}]", item) for index, item in enumerate(found))
    else:
        yield "", found


def _puzzle(item: Any, place: Place, source: Source, path: str) -> Puzzle | None:
    try:
        if isinstance(item, list) and _is_grid(item):
            item = {"givens": "".join(_symbols(item))}
        if not isinstance(item, dict):
            raise WrongError(f'{shorten(item)} is no puzzle; an object with "cages" or "givens" is expected')
        if sudokupad.knows(item):
            return sudokupad.from_fields(item, place, source)
        if fpuzzles.knows(item):
            return fpuzzles.from_fields(item, place, source)
        return _own(item, place, source)
    except WrongError as wrong:
        where = ".".join(part for part in (path, wrong.path) if part)
        source.fault(f"{where}: {wrong.message}" if where else wrong.message, place.line, place.column, wrong.advice)
        return None


def _is_grid(item: list[Any]) -> bool:
    """Whether a list is a grid by itself: a list of its rows, or of all its cells."""
    rows = [row if isinstance(row, list) else [row] for row in item[:_MOST_CELLS]]
    size = SIZES.get(sum(map(len, rows)), 0)
    return (
        size > 0
        and {len(row) for row in rows} in ({size}, {1})
        and not any(isinstance(cell, dict | list) for row in rows for cell in row)
    )


def _symbols(item: list[Any]) -> Iterator[str]:
    """The symbols of the cells of such a grid. Raises WrongError for what is no cell."""
    cells = [cell for row in item for cell in (row if isinstance(row, list) else [row])]
    size = SIZES[len(cells)]
    for at, cell in enumerate(cells):
        if cell in (0, None, "", " ") and cell is not False:
            yield "."
        elif _whole(cell) and cell <= size:
            yield SYMBOLS[cell - 1]
        elif isinstance(cell, str) and len(cell) == 1 and fits(digits(cell), size):
            yield cell
        else:
            told = f"{shorten(cell)} in {cell_name(at, size)}"
            raise WrongError(f"{told} is neither a digit of a {size}×{size} grid nor an empty cell")


def _own(item: dict[str, Any], place: Place, source: Source) -> Puzzle:
    givens_key = next((key for key in item if key.lower() in _GIVENS), "givens")
    # A number under "solutions" tells how many there are, as our own commands print it.
    solution_key = next(
        (key for key in item if key.lower() in ANSWER and isinstance(item[key], str | list)), "solution"
    )
    if "cages" not in item and givens_key not in item:
        raise WrongError('neither "cages" nor "givens"')
    size = _size(item, givens_key, solution_key)
    ground = _ground(item, size, source)
    answer = _cells(item, solution_key, size)
    if answer is not None and 0 in answer:
        raise WrongError("an answer has no empty cells", solution_key)
    cages = tuple(_cages(item.get("cages") or [], size, answer))
    if cages and not ground.caged:
        raise WrongError(f"a puzzle of the kind {ground.kind} has no cages", "kind")
    name = item.get("name") or item.get("title") or item.get("id") or ""
    name = str(name) if _whole(name) and "name" not in item else name
    if not isinstance(name, str) or any(symbol < " " or "\x7f" <= symbol < "\xa0" for symbol in name):
        raise WrongError("a name is a text of one line", "name")
    givens = _cells(item, givens_key, size) or bytes(size * size)
    return Puzzle(ground, givens, place, " ".join(name.split()), answer, cages)


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
            rules = rules_of(json_lines.kind_named(kind))
        else:
            rules = rules_of(source.kind if diagonals is None else DIAGONALS if diagonals else CLASSIC)
            rules = with_cages(rules) if item.get("cages") else rules
        ground = geometry(rules, size, regions)
    except UsageError as error:  # Not every kind has every size.
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None
    if ground.needs_regions:
        raise WrongError(f"a puzzle of the kind {ground.kind} needs a map of its regions", "regions")
    return ground


def _size(item: dict[str, Any], *told_by: str) -> int:
    size = item.get("size")
    if size is not None:
        if isinstance(size, bool) or not isinstance(size, int) or size not in BOXES:
            raise WrongError(f"{shorten(size)} is no size of a grid; sizes are {', '.join(map(str, BOXES))}", "size")
        return size
    for key in told_by:
        text = _joined(item.get(key))
        if isinstance(text, str) and text:
            return SIZES.get(len(text), 9)
    return 9


def _joined(value: Any) -> Any:
    """Cells in one text, from a text or from rows of texts or numbers."""
    if isinstance(value, list):
        return "".join("".join(map(str, row)) if isinstance(row, list) else str(row) for row in value[:_MOST_CELLS])
    return "".join(value.split()) if isinstance(value, str) and "\n" in value else value


_MOST_CELLS = 626
"""One more than there are in any grid."""


def _cells(item: dict[str, Any], key: str, size: int) -> bytes | None:
    text = _joined(item.get(key))
    if text is None or text == "":
        return None
    if not isinstance(text, str):
        raise WrongError(f"{shorten(text)} is no text of {size * size} symbols", key)
    cells = digits(text)
    if len(text) != size * size:
        raise WrongError(f"{len(text)} symbols; the grid has {size * size} cells", key)
    if not fits(cells, size):
        at = next(at for at, digit in enumerate(cells) if digit > size)
        raise WrongError(
            f"{text[at]!r} in {cell_name(at, size)} is neither a digit of a {size}×{size} grid nor an empty cell", key
        )
    return cells


def _cages(listed: Any, size: int, answer: bytes | None) -> Iterator[Cage]:
    if not isinstance(listed, list):
        raise WrongError(f"{shorten(listed)} is no list of cages", "cages")
    if len(listed) > 4 * size * size:
        raise WrongError(f"{len(listed)} cages in a grid of {size * size} cells", "cages")
    for index, item in enumerate(listed):
        path = f"cages[{index}]"
        if isinstance(item, list):
            cage = _cage(item, None, size, path)
            if answer is None or cage.strays:
                raise WrongError("a cage without a sum, and no solution that would tell it", path)
            yield Cage(cage.cells, sum(answer[cell] for cell in cage.cells))
        elif isinstance(item, dict) and isinstance(item.get("cells"), list):
            yield _cage(item["cells"], _sum(item, path), size, f"{path}.cells")
        else:
            raise WrongError(f'{shorten(item)} is no cage, such as {{"sum": 3, "cells": ["r1c1", "r1c2"]}}', path)


def _sum(item: dict[str, Any], path: str) -> int | None:
    total = item.get("sum", item.get("value"))
    if total is None or total == "":
        return None
    if isinstance(total, str) and total.isascii() and total.isdigit() and len(total) <= LONGEST_NUMBER:
        total = int(total)
    if isinstance(total, bool) or not isinstance(total, int) or not 0 <= total < 10**LONGEST_NUMBER:
        raise WrongError(f"{shorten(total)} is no sum", f"{path}.sum")
    return total


def _cage(listed: list[Any], total: int | None, size: int, path: str) -> Cage:
    if len(listed) > size * size:
        raise WrongError(f"a cage of {len(listed)} cells; the grid has {size * size}", path)
    cells: list[int] = []
    strays: list[str] = []
    for index, item in enumerate(listed):
        row, column = _row_column(item, size, f"{path}[{index}]")
        if 0 <= row < size and 0 <= column < size:
            cells.append(row * size + column)
        else:
            strays.append(f"r{row + 1}c{column + 1}")
    return Cage(tuple(cells), total, tuple(strays))


def _row_column(item: Any, size: int, path: str) -> tuple[int, int]:
    """Row and column from 0 on."""
    if isinstance(item, str):
        named = _NAMED.fullmatch(item)
        if named is not None and int(named[1]) and int(named[2]):
            return int(named[1]) - 1, int(named[2]) - 1
    elif isinstance(item, list) and len(item) == 2 and all(_whole(number) for number in item):
        return int(item[0]), int(item[1])
    elif _whole(item):
        return item // size, item % size
    raise WrongError(f'{shorten(item)} is no cell, such as "r1c3"', path)


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**LONGEST_NUMBER


def render(puzzles: Sequence[Puzzle]) -> str:
    """One object to a line."""
    require("json", misnamed, puzzles)
    return "".join(json.dumps(as_object(puzzle), ensure_ascii=False) + "\n" for puzzle in puzzles)


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON has it."""
    size = puzzle.geometry.size
    made: dict[str, Any] = {"kind": puzzle.geometry.kind, "size": size}
    if puzzle.geometry.regions:
        made["regions"] = labels_text(puzzle.geometry.regions)
    if puzzle.name:
        made["name"] = puzzle.name
    if puzzle.geometry.caged:
        made["cages"] = [
            {"sum": cage.sum, "cells": [*(cell_name(cell, size) for cell in cage.cells), *cage.strays]}
            for cage in puzzle.cages
        ]
    if puzzle.given_count or not puzzle.geometry.caged:
        made["givens"] = cells_text(puzzle.givens)
    if puzzle.answer is not None:
        made["solution"] = cells_text(puzzle.answer)
    return made


FORMAT = Format(
    "json",
    frozenset({"kind", "givens", "cages", "answer", "name"}),
    detect,
    parse,
    render,
    opens=opens,
    stays=stays,
    last=closing,
    lacks=misnamed,
)
