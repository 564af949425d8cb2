"""ipuz: JSON with ``"kind": ["http://ipuz.org/sudoku#1"]``, by itself or as ``ipuz({...})``.

``puzzle`` holds rows of cells: a number, a character of ``charset``, an object with a ``cell``, ``given`` or ``value`` and a
style, or the sign for an empty cell, 0 unless ``empty`` names another. ``zones`` are the regions, and ``cages`` have a ``value``,
and an ``operator`` (or ``type``) in a Calcudoku; their cells are [column, row] from 0 on. ``boxes`` says whether there are boxes.
Several addresses under ``kind`` hold together. Digits that a solver has entered, under ``saved``, are not part of the puzzle.
Source: http://www.ipuz.org, version 2, sections on PuzzleKinds and Sudoku.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bookmaker.base.errors import Place, UsageError
from bookmaker.formats.base import json_cages, json_values
from bookmaker.formats.base.cells import digit_of
from bookmaker.formats.base.format import Capacity, Format, misnamed, require
from bookmaker.formats.base.json_values import WrongError, load_here, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source, plain_name
from bookmaker.puzzles.grid.geometry import SIZES, Clue, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLUES, boxless, expressed, geometry, regions_of, understood, vocabulary, with_cages

NAME = "ipuz"
_SITE = "http://ipuz.org/"
_KIND = expression(r"https?://(?:www\.)?ipuz\.org/([a-z]+)(?:/([a-z]+))?(?:#[0-9.]+)?/?")
_ROOT = "sudoku"
_WITHOUT_WORDS = {
    "jigsawsudoku": "zones",
    "killersudoku": "cages",
    "killerjigsawsudoku": "zones cages",
    "wordoku": "",
    "latinsquare": "boxless",
}
"""Kinds that say no more than that there are zones, cages, or letters, or no boxes."""

_READ = frozenset(("block", "empty", "kind", "boxes", "puzzle", "saved", "solution", "zones", "cages", "showoperators"))
"""Keys beside those that have nothing to do with rules by their names."""

_CELL = ("cell", "given", "value")
_SIGNS = ("lessthan", "greaterthan", "equal")
"""Styles that are signs between cells."""

_OPENS = expression(r"\s*ipuz\s*\(|\s*\{.*ipuz\.org/")
_BEGINS = expression(r"[\s,;]*(?:ipuz\s*\(\s*)?")
_ENDS = expression(r"[\s,;)]*")
_MOST_TEXT = 16 << 20


def knows(fields: Mapping[str, Any]) -> bool:
    """Whether an object is one of ipuz."""
    kinds = fields.get("kind")
    named = [fields.get("version"), *(kinds if isinstance(kinds, list) else [kinds])]
    return "puzzle" in fields and any(isinstance(one, str) and "ipuz.org/" in one for one in named)


def from_fields(fields: Mapping[str, Any], place: Place, source: Source) -> Puzzle:
    """The puzzle of an object. Raises WrongError."""
    words, needed = _words(fields.get("kind"))
    json_values.said(fields, _READ, "", place, source)
    rows = fields.get("puzzle")
    if not isinstance(rows, list) or len(rows) not in SIZES:
        raise WrongError(f"{len(rows) if isinstance(rows, list) else 'no'} rows; no grid has that size", "puzzle")
    size = len(rows)
    charset = fields.get("charset")
    if charset is not None and not (isinstance(charset, str) and len(charset) == len(set(charset)) == size):
        raise WrongError(f"{shorten(charset)} is not {size} different characters", "charset")
    if charset and any(map(str.isalpha, charset)) and size < 10:
        source.guess(f"the letters {charset} are taken for the digits 1 to {size}", place.line, place.column)
    empty = fields.get("empty", 0)
    givens = _digits(rows, size, charset, empty, "puzzle")
    solution = fields.get("solution")
    answer = _digits(solution, size, charset, empty, "solution") if solution else None
    rules = understood(words, NAME)
    operated = not rules.isdisjoint(json_cages.OPERATED)
    listed = fields.get("cages") or []
    if not isinstance(listed, list):
        raise WrongError(f"{shorten(listed)} is not a list of cages", "cages")
    found = json_cages.read(
        [_turned(cage, f"cages[{at}]") for at, cage in enumerate(listed)], size, lambda: None, "cages", operated
    )
    if found.guess:
        source.guess(found.guess, place.line, place.column)
    if found.clues and not operated:
        raise WrongError("cages with an operation, in a kind without them", "cages")
    zones = _zones(fields.get("zones") or [], size)
    for part, has in (("zones", zones), ("cages", listed)):
        if (part in needed or (operated and part == "cages")) and not has:
            raise WrongError(f"its kind has {part}, and there are none", part)
    boxes = fields.get("boxes", not operated and "boxless" not in needed)
    rules = rules if boxes is not False or zones is not None else boxless(rules)
    rules = with_cages(rules) if found.cages else rules
    for cell, digit in found.givens:
        givens = givens[:cell] + bytes([digit]) + givens[cell + 1 :]
    try:
        regions = None if zones is None else regions_of(zones, size)
        ground = geometry(rules, size, regions, found.clues if operated else None)
    except ValueError as error:
        raise WrongError(f"the map of its regions {error}", "zones") from None
    except UsageError as error:
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None
    title = fields.get("title")
    name = plain_name(title) if isinstance(title, str) else ""
    return Puzzle(ground, givens, place, name, None if answer is None or 0 in answer else answer, found.cages)


def _words(kinds: Any) -> tuple[list[str], str]:
    """The words of the kinds that are rules, and the parts that their puzzles must have. Raises WrongError."""
    words, needed = [], ""
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        found = _KIND.fullmatch(kind) if isinstance(kind, str) else None
        word = found[2] or "" if found is not None else ""
        if found is None or found[1] != _ROOT or not (not word or word in _WITHOUT_WORDS or word in vocabulary(NAME)):
            known = ", ".join(sorted([*_WITHOUT_WORDS, *vocabulary(NAME)]))
            raise WrongError(f"{shorten(kind)} is not a kind of ipuz that is known here", "kind", f"{known} are")
        if word in _WITHOUT_WORDS:
            needed += f" {_WITHOUT_WORDS[word]}"
        elif word:
            words.append(word)
    return words, needed


def _digits(rows: Any, size: int, charset: str | None, empty: Any, key: str) -> bytes:
    if not isinstance(rows, list) or len(rows) != size or not all(isinstance(r, list) and len(r) == size for r in rows):
        raise WrongError(f"the grid has not {size} rows of {size} cells", key)
    return bytes(
        _digit(cell, size, charset, empty, f"{key}[{at}]", at * size + column)
        for at, row in enumerate(rows)
        for column, cell in enumerate(row)
    )


def _digit(cell: Any, size: int, charset: str | None, empty: Any, path: str, at: int) -> int:
    value = cell
    if isinstance(cell, dict):
        style = cell.get("style")
        sign = next((one for one in _SIGNS if isinstance(style, dict) and style.get(one)), None)
        more = [key for key in cell if key not in (*_CELL, "style")]
        if sign or more:
            raise WrongError(f"a cell with {shorten(sign or more[0])}, which is not known here", path)
        value = next((cell[key] for key in _CELL if key in cell), 0)
    if value is None or value in (empty, ""):
        return 0
    if isinstance(value, str) and charset is not None and value in charset and len(value) == 1:
        return charset.index(value) + 1
    digit = digit_of(str(value), size) if isinstance(value, int | str) and not isinstance(value, bool) else size + 1
    if digit > size:
        where = f"{shorten(value)} in {cell_name(at, size)}"
        raise WrongError(f"{where} is neither a digit of a {size}×{size} grid nor an empty cell", path)
    return digit


def _turned(group: Any, path: str) -> Any:
    """A zone or cage with its cells as [row, column]. Raises WrongError."""
    if not isinstance(group, dict) or not isinstance(group.get("cells"), list) or group.get("rect"):
        raise WrongError(f"{shorten(group)} is not a list of cells", path)
    cells = [cell[::-1] if isinstance(cell, list) else cell for cell in group["cells"]]
    return {**{key: value for key, value in group.items() if key not in ("style", "outline")}, "cells": cells}


def _zones(zones: Any, size: int) -> list[int] | None:
    if not zones:
        return None
    if not isinstance(zones, list):
        raise WrongError(f"{shorten(zones)} is not a list of zones", "zones")
    labels = [-1] * (size * size)
    for index, zone in enumerate(zones):
        path = f"zones[{index}]"
        for cell in _turned(zone, path)["cells"]:
            sound = (
                isinstance(cell, list) and len(cell) == 2 and all(type(one) is int and 0 <= one < size for one in cell)
            )
            if not sound or labels[cell[0] * size + cell[1]] >= 0:
                raise WrongError(f"{shorten(cell)} is not a cell of the grid that is in no other zone", path)
            labels[cell[0] * size + cell[1]] = index
    return labels


def detect(block: Block) -> bool:
    """Whether it begins as such an object does, and names the site."""
    first = next(block.content(), (0, ""))[1]
    return first.lstrip()[:1] in ("{", "i") and any("ipuz.org/" in line for _, line in block.content())


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every object of the blocks of one document, one after another; a fault within one becomes a fault of the source."""
    rows: list[str] = []
    first = 1
    for block in blocks:
        first = first if rows else block.first
        rows += [""] * (block.first - first - len(rows))
        rows += block.lines
    text = "\n".join(rows)
    at = _BEGINS.match(text, 0).end()  # type: ignore[union-attr]
    if len(text) > _MOST_TEXT:
        source.fault(f"a document of more than {_MOST_TEXT >> 20} MB", first, 1)
        return
    while at < len(text):
        line, column = first + text.count("\n", 0, at), at - text.rfind("\n", 0, at)
        try:
            found, end = load_here(text, at)
        except WrongError as wrong:
            source.fault(wrong.message, line + wrong.line, wrong.column or column, wrong.advice)
            yield None
            # The next line that begins an object of its own, no further right, is read all the same.
            again = expression(rf"\n(?=[ \t]{{0,{column}}}(?:ipuz\s*\(\s*)?\{{)").search(text, at)
            if again is None:
                return
            at = _BEGINS.match(text, again.end()).end()  # type: ignore[union-attr]
            continue
        try:
            if not isinstance(found, dict) or not knows(found):
                raise WrongError(f"{shorten(found)} is not an object of ipuz")
            yield from_fields(found, source.place(line, column), source)
        except WrongError as wrong:
            message = f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message
            source.fault(message, line + wrong.line, wrong.column or column, wrong.advice)
            yield None
        at = _BEGINS.match(text, _ENDS.match(text, end).end()).end()  # type: ignore[union-attr]


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    words = expressed(ground.rules, NAME)[0]
    if ground.caged and ground.areas:
        words.append("killerjigsawsudoku")
    elif ground.caged or ground.areas:
        words.append("killersudoku" if ground.caged else "jigsawsudoku")
    made: dict[str, Any] = {
        "version": f"{_SITE}v2",
        "kind": [f"{_SITE}{_ROOT}{f'/{word}' if word else ''}#1" for word in ["", *words]],
    }
    if puzzle.name:
        made["title"] = puzzle.name
    made["dimensions"] = {"width": size, "height": size}
    made["boxes"] = bool(ground.boxed and not ground.areas)
    made["puzzle"] = _rows(puzzle.givens, size)
    if puzzle.answer is not None:
        made["solution"] = _rows(puzzle.answer, size)
    if ground.areas:
        members = {label: [c for c in range(size * size) if ground.areas[c] == label] for label in range(size)}
        made["zones"] = [{"cells": _spots(cells, size)} for cells in members.values()]
    if puzzle.cages:
        made["cages"] = [_cage(cage, size) for cage in puzzle.cages]
    if puzzle.clues:
        made["cages"] = [_operation(clue, size) for clue in puzzle.clues]
    return made


def _rows(cells: bytes, size: int) -> list[list[int]]:
    return [list(cells[at : at + size]) for at in range(0, size * size, size)]


def _spots(cells: Sequence[int], size: int) -> list[list[int]]:
    return [[cell % size, cell // size] for cell in cells]


def _cage(cage: Cage, size: int) -> dict[str, Any]:
    cells = {"cells": _spots(cage.cells, size)}
    return cells if cage.sum is None else {"value": cage.sum, **cells}


def _operation(clue: Clue, size: int) -> dict[str, Any]:
    return {"value": clue.value[0], "operator": CLUES[clue.kind].foreign[NAME], "cells": _spots(clue.cells, size)}


CAPACITY = Capacity(format=NAME, uncaged=True, regions=True, givens=True)


def _lacks(puzzle: Puzzle) -> Iterator[str]:
    yield from CAPACITY.lacking(puzzle)
    if puzzle.geometry.caged and not puzzle.cages:
        yield "a Killer without cages"
    yield from misnamed(puzzle)


def render(puzzles: Sequence[Puzzle]) -> str:
    """One object to a line."""
    require(NAME, _lacks, puzzles)
    return "".join(json.dumps(as_object(puzzle), ensure_ascii=False) + "\n" for puzzle in puzzles)


FORMAT = Format(
    NAME,
    frozenset({"kind", "givens", "cages", "clues", "answer", "name"}),
    detect,
    parse,
    render,
    opens=lambda line: _OPENS.match(line) is not None,
    lacks=_lacks,
)
