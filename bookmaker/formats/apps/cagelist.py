"""A cage to a line: ``15 r1c3 r1c4 r1c5``, or ``15 1,3 1,4 1,5``, counted from 1. Meant to be written by hand, and also YAML.

    kind: killer
    size: 9
    cages:
    - 3 r1c1 r1c2
    - any r5c5 r5c6

The lines above the cages, and the dashes, may be left out. There are ``kind`` (one with cages), ``size``, ``name``,
``givens`` and ``answer`` (a symbol for each cell), and ``regions`` of a jigsaw (for each cell the symbol of its region).
``any`` or ``?`` means an unknown sum; the sum may also come last, if there is a key or at least four such cages. Where
``1,3`` is counted from 0, as programs do, that is seen if the cages cover the whole grid. Without ``size``, cages that fill a
grid of some size set it; otherwise it is 9. ``---`` parts two puzzles; a blank line after cages does as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bookmaker.formats.base import givens_one_by_one
from bookmaker.formats.base.cells import SIZE_OF, digits, fits, is_text, report_symbol
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Format, commented, misnamed, quoted, require
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text, labels_text
from bookmaker.puzzles.rules import geometry, is_caged, known, regions_of, with_cages

_CELL = r"[rR][0-9]+[cC][0-9]+|[\[(]?[0-9]+,[0-9]+[\])]?"
# Blanks are never given back, since they fit in one way only: of thousands before something that is not a cell, two ways take
# seconds.
_CAGE = expression(rf"\s*+(?:-\s++)?([0-9]+|\?|any)(?:\s*+[:=]\s*+|\s++)(?=(?:{_CELL})(?:[\s+;,]|$))")
_CELLS_FIRST = expression(
    rf"\s*+(?:-\s++)?((?:{_CELL})(?:(?:\s*+[+;]\s*+|,?\s++)(?:{_CELL}))*)(?:\s*+[:=]\s*+|\s++)([0-9]+)\s*+$"
)
_ANY_CELL = expression(r"[rR][0-9]+[cC][0-9]+|(?<![0-9])[\[(]?[0-9]++,[0-9]+[\])]?")
"""A cell anywhere in a line; of a run of digits only the first begins one."""

_KEY = expression(r"\s*+(kind|size|name|givens|answer|regions|cages)\s*+:(?=\s|$)\s*+(.*)")
_CAPITAL = expression(r"\s*+((?i:givens|cages))\s*+:(?=\s|$)\s*+(.*)")
"""Keys that may have capitals, as in texts for people, where no text follows: "Givens: 24" is a heading."""

_OPENS_LIST = expression(r"\s*+(?i:givens)\s*+:\s*+$")
"""The key of givens listed below it, a cell or several to a line."""

_WORD = expression(r"[^\s;+]+")
_NAMED = expression(r"[rR]([0-9]+)[cC]([0-9]+)")
_PAIR = expression(r"[\[(]?([0-9]+),([0-9]+)[\])]?")
_PARTING = "---\n"
_BETWEEN = expression(r"\s*---\s*$")
_ITS_OWN = frozenset({"kind", "size", "givens", "cages"})
"""Keys that other descriptions of a puzzle in YAML hardly have."""

_LOOKED_AT = 10
_MOST_LISTED = 81
_FEWEST = 4
_FEWEST_CELLS = 16
"""Cages with their sums last that are taken for a puzzle, or as many cells in fewer."""

_LONGEST = 100_000


def detect(block: Block) -> bool:
    """Whether one of the first lines is a cage, or the first one a key of this format."""
    lines = _head(block)
    keys = {key[1] for key in map(_KEY.match, lines) if key is not None}
    if any(map(_CAGE.match, lines)) or _ends_in_sums(lines, bool(keys)):
        return True
    if "cages" not in keys and any(givens_one_by_one.BEGINS_LIST.match(line) for line in lines if _KEY.match(line)):
        return False  # A list of givens, and no Killer.
    begins = bool(lines) and (_KEY.match(lines[0]) or _BETWEEN.match(lines[0])) is not None
    return begins and (not keys or not keys.isdisjoint(_ITS_OWN))


def _ends_in_sums(lines: Sequence[str], keyed: bool) -> bool:
    """Whether most lines are several cells and their sum. One cell and a number are a given: r1c1=5.

    Where no key says that these are cages, there must be many: one who solves a puzzle writes a few such lines about candidates.
    """
    listed = [len(_ANY_CELL.findall(cage[1])) for cage in map(_CELLS_FIRST.match, lines) if cage is not None]
    cages = [count for count in listed if count > 1]
    return len(cages) > len(lines) // 2 and (keyed or len(cages) >= _FEWEST or sum(cages) >= _FEWEST_CELLS)


def _head(block: Block) -> list[str]:
    """The first lines of a block, without those of a list of givens."""
    lines: list[str] = []
    listed, below = 0, False
    for _, line in block.content():
        line = line[:_LONGEST]
        if below and listed < _MOST_LISTED and givens_one_by_one.listed(line) is not None:
            listed += 1
            continue
        if len(lines) == _LOOKED_AT:
            break
        lines.append(line)
        below = _OPENS_LIST.match(line) is not None
    return lines


def _key(line: str) -> re.Match[str] | None:
    """The key that a line begins with, and its value; None where there is none."""
    key = _KEY.match(line)
    capital = _CAPITAL.match(line) if key is None else None
    if capital is None:
        return key
    value = capital[2].strip()
    cells = value.strip("\"'")
    are_givens = givens_one_by_one.BEGINS.match(value) is not None or (len(cells) in SIZE_OF and " " not in cells)
    return capital if not value or (capital[1].lower() == "givens" and are_givens) else None


@dataclass
class _Draft:
    """A puzzle being read; each cage with its cells as (row, column), counted from 1. ``listing``: a list of givens goes on."""

    first: int
    listing: bool = False
    keys: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    cages: list[tuple[int | None, list[tuple[int, int]], int]] = field(default_factory=list)
    sound: bool = True


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle]:
    """Every puzzle; lines that are neither cages nor keys become faults of the source."""
    draft: _Draft | None = None
    for block in blocks:
        if draft is not None and draft.cages:
            yield from _finished(draft, source)
            draft = None
        for number, line in block.content():
            if _BETWEEN.match(line[:_LONGEST]):
                yield from _finished(draft, source) if draft is not None else ()
                draft = None
                continue
            if draft is None and _is_title(line):
                source.passed_over(line, number)
                continue
            draft = draft or _Draft(number)
            draft.sound &= _take(draft, line, number, source)
    if draft is not None:
        yield from _finished(draft, source)


def _is_title(line: str) -> bool:
    """Whether a line above the cages is text, and no cage or key that was spoilt."""
    return _ANY_CELL.search(line) is None and _key(line) is None and is_text(line)


def _take(draft: _Draft, line: str, number: int, source: Source) -> bool:
    """Add a line to a draft; whether it was sound."""
    start = len(line) - len(line.lstrip()) + 1
    if len(line) > _LONGEST:
        source.fault(f"a line of {len(line)} characters is not a cage", number, start)
        return False
    key = _key(line)
    if key is not None:
        word = key[1].lower()
        if word in draft.keys:
            source.fault(f"a second `{word}` in one puzzle", number, start, "write --- between two puzzles")
            return False
        draft.keys[word] = key[2].rstrip(), number, key.start(2) + 1
        draft.listing = word == "givens" and (not key[2].strip() or givens_one_by_one.BEGINS.match(key[2]) is not None)
        return True
    listed = givens_one_by_one.listed(line) if draft.listing else None
    if listed is not None:
        given, *place = draft.keys["givens"]
        # Behind givens in the line of the key, a single cell may be a cage with its sum.
        if not given or "\n" in given or len(_ANY_CELL.findall(listed)) > 1:
            draft.keys["givens"] = f"{given}\n{listed}", place[0], place[1]
            return True
    draft.listing = False
    text = line.partition(" #")[0]
    cage = _CAGE.match(text)
    last = _CELLS_FIRST.match(text) if cage is None else None
    if cage is not None:
        total, column, begin, end = cage[1], cage.start(1), cage.end(), len(text)
    elif last is not None:
        total, column, (begin, end) = last[2], last.start(2), last.span(1)
    else:
        advice = "a cage is its sum and its cells: 15 r1c3 r1c4 r1c5"
        source.fault(f"{quoted(line.strip())} is not a cage", number, start, advice)
        return False
    cells: list[tuple[int, int]] = []
    sound = True
    for word in _WORD.finditer(text, begin, end):
        named = word[0].rstrip(",")
        found = _NAMED.fullmatch(named) or _PAIR.fullmatch(named)
        if found is None or len(named) > 2 * LONGEST_NUMBER:
            source.fault(f"{quoted(word[0])} is not a cell, such as r1c3 or 1,3", number, word.start() + 1)
            sound = False
        else:
            cells.append((int(found[1]), int(found[2])))
    if total.isdecimal() and len(total) > LONGEST_NUMBER:
        source.fault(f"the sum {quoted(total)} is too large", number, column + 1)
        sound = False
    if sound:
        draft.cages.append((int(total) if total.isdecimal() else None, cells, number))
    return sound


def _finished(draft: _Draft, source: Source) -> Iterator[Puzzle]:
    if not draft.sound:
        return
    before = len(source.faults)
    _count_from_one(draft, source)
    size = _size(draft, source)
    kind, number, column = draft.keys.get("kind", ("", 0, 0))
    if kind and not (known(kind) and is_caged(kind)):
        source.fault(f"{quoted(kind)} is not a kind of Killer", number, column, "write killer or killer-x")
    value, number, column = draft.keys.get("cages", ("", 0, 0))
    if value not in ("", "[]"):
        source.fault(f"{quoted(value)} is beside `cages:`", number, column, "write each cage in a line of its own")
    if not draft.cages and "cages" not in draft.keys:
        source.fault("a puzzle without cages", draft.first, 1)
    if len(source.faults) > before:
        return
    cages = [_cage(total, cells, size, number, source) for total, cells, number in draft.cages]
    givens = _cells(draft, "givens", size, source)
    answer = _cells(draft, "answer", size, source)
    regions = _regions(draft, size, source)
    name = _name(draft, source)
    if len(source.faults) == before:
        grid = source.placed(lambda: geometry(with_cages(kind or source.kind), size, regions), number)
        if grid is None:
            return
        place = source.place(draft.first, 1)
        if not draft.keys and 2 * sum(len(cage.cells) for cage in cages) < size * size:
            source.listed.add(place)  # Cages in a small part of a grid belong to one beside them.
        yield Puzzle(grid, givens or bytes(size * size), place, name, answer, tuple(cages))


def _count_from_one(draft: _Draft, source: Source) -> None:
    """Where the cages cover a whole grid whose rows and columns are counted from 0, count them from 1."""
    many = [cell for _, cells, _ in draft.cages for cell in cells]
    side = SIZE_OF.get(len(many), 0)
    if set(many) != {(row, column) for row in range(side) for column in range(side)} or not many:
        return
    source.guess("rows and columns are taken to be counted from 0", draft.first, 1)
    draft.cages = [
        (total, [(row + 1, column + 1) for row, column in cells], number) for total, cells, number in draft.cages
    ]


def _size(draft: _Draft, source: Source) -> int:
    named = {cell for _, cells, _ in draft.cages for cell in cells}
    text, number, column = draft.keys.get("size", ("", 0, 0))
    if not text:
        side = SIZE_OF.get(len(named), 9)
        whole = {(row, column) for row in range(1, side + 1) for column in range(1, side + 1)}
        return side if named == whole else 9
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and int(text) in BOXES):
        source.fault(
            f"{quoted(text)} is not a size of a grid", number, column, f"sizes are {', '.join(map(str, BOXES))}"
        )
        return 9
    return int(text)


def _cage(total: int | None, cells: list[tuple[int, int]], size: int, number: int, source: Source) -> Cage:
    if len(cells) > size * size:
        source.fault(f"a cage of {len(cells)} cells; the grid has {size * size}", number, 1)
        return Cage((), total)
    if any(0 in cell for cell in cells):
        source.fault("a cell in row or column 0", number, 1, "rows and columns are counted from 1")
    inside = tuple((row - 1) * size + column - 1 for row, column in cells if 1 <= row <= size and 1 <= column <= size)
    strays = tuple(f"r{row}c{column}" for row, column in cells if row > size or column > size)
    return Cage(inside, total, strays)


def _cells(draft: _Draft, key: str, size: int, source: Source) -> bytes | None:
    text, number, column = draft.keys.get(key, ("", 0, 0))
    if not text:
        return None
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text, column = text[1:-1], column + 1
    if givens_one_by_one.BEGINS.match(text) is not None:
        text = givens_one_by_one.cells_of(text, size) or text
    cells = digits(text)
    if len(text) != size * size:
        source.fault(f"`{key}` has {len(text)} symbols; the grid has {size * size} cells", number, column)
    elif not fits(cells, size):
        at = next(at for at, digit in enumerate(cells) if digit > size)
        report_symbol(source, text[at], size, number, column + at)
    return cells


def _regions(draft: _Draft, size: int, source: Source) -> tuple[int, ...] | None:
    text, number, column = draft.keys.get("regions", ("", 0, 0))
    try:
        return regions_of(text.strip("\"'"), size) if text else None
    except ValueError as error:
        source.fault(f"the map of its regions {error}", number, column)
        return None


def _name(draft: _Draft, source: Source) -> str:
    text, number, column = draft.keys.get("name", ("", 0, 0))
    if text.startswith('"'):
        try:
            text = str(json.loads(text))
        except ValueError:
            source.fault("the name begins with a quotation mark and has no good end", number, column)
    if any(symbol < " " or "\x7f" <= symbol < "\xa0" for symbol in text):
        source.fault("the name holds a control character", number, column)
    return " ".join(text.split())


def render(puzzles: Sequence[Puzzle]) -> str:
    """Each puzzle as a YAML document of its own."""
    require("cages", _lacking, puzzles)
    return _PARTING.join(map(_render, puzzles))


def _render(puzzle: Puzzle) -> str:
    size = puzzle.geometry.size
    lines = [f"kind: {puzzle.geometry.kind}", f"size: {size}"]
    name = " ".join(puzzle.name.split())
    if name:
        lines.append(f"name: {json.dumps(name, ensure_ascii=False)}")
    if puzzle.given_count:
        lines.append(f'givens: "{cells_text(puzzle.givens)}"')
    if puzzle.answer is not None:
        lines.append(f'answer: "{cells_text(puzzle.answer)}"')
    if puzzle.geometry.areas:
        lines.append(f'regions: "{labels_text(puzzle.geometry.areas)}"')
    lines.append("cages:" if puzzle.cages else "cages: []")
    for cage in puzzle.cages:
        cells = [*(cell_name(cell, size) for cell in cage.cells), *cage.strays]
        lines.append(f"- {'any' if cage.sum is None else cage.sum} {' '.join(cells)}")
    return "\n".join(lines) + "\n"


_CAPACITY = Capacity(named=True, givens=True, broken=True)
_HOLDS = frozenset({"kind", "givens", "cages", "answer", "name"})


def _lacking(puzzle: Puzzle) -> Iterator[str]:
    yield from _CAPACITY.lacking(puzzle)
    yield from misnamed(puzzle)
    if any(not cage.cells and not cage.strays for cage in puzzle.cages):
        yield "a cage without cells"


FORMAT = Format("cages", _HOLDS, detect, parse, render, lacks=_lacking, between=_PARTING, sourced=commented)
