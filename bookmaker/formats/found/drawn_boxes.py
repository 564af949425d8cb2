"""The boxes that a text draws around a puzzle's cells, or names in words; and those without which a puzzle is not proper.

A grid of 6x6 has boxes of two rows and three columns, or of three rows and two columns, and larger grids have more shapes. The
readers of formats look at cells only. Here the lines of the text around a puzzle are looked at once more: the signs between two
rows, and between two cells of a row, at the edges of boxes and elsewhere. A web page is asked for borders, classes and groups of
its rows and columns. The drawing decides. Where nothing is drawn or said, another shape is taken only if it alone makes the
puzzle proper, with a note.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from typing import TypeGuard

from bookmaker.base.errors import Fault, Note
from bookmaker.formats.base.cells import BLANKS, digit_of, soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.stream.rows import Batch
from bookmaker.puzzles.grid.geometry import BOXES, SHAPES, boxes_of_map
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

Box = tuple[int, int]
_KEPT = 4 << 20
"""Bytes of a text that are remembered."""

_MORE = 5
"""Lines from one row to the next, at most."""

_ABOVE = 4
"""Lines from where a puzzle begins to its first row, at most: an edge of its frame, numbers of its columns."""

_BEFORE = 40
"""Lines from the beginning of a table of a web page to its first row, at most."""


class Lines:
    """The end of a text as it is read: pieces of whole lines, each with the number of its first line."""

    def __init__(self) -> None:
        self._pieces: deque[tuple[int, bytes]] = deque()
        self._lines: dict[int, list[str]] = {}
        self._held = 0
        self._said: dict[int, Box] = {}

    def kept(self, pieces: Iterable[tuple[int, bytes] | Fault]) -> Iterator[tuple[int, bytes] | Fault]:
        """The same pieces, each remembered. Hardly a text is ever asked for its lines, so they are not parted here."""
        for piece in pieces:
            if isinstance(piece, tuple):
                self._pieces.append(piece)
                self._held += len(piece[1])
                while self._held > _KEPT and len(self._pieces) > 1:
                    first, data = self._pieces.popleft()
                    self._held -= len(data)
                    self._lines.pop(first, None)
            yield piece

    def from_line(self, line: int, many: int) -> list[str]:
        """So many lines from a line on, of those that are remembered."""
        found: list[str] = []
        for first, data in self._pieces:
            if first < line + many:
                found += self._of(first, data)[max(0, line - first) : max(0, line + many - first)]
        return found

    def said(self, size: int) -> Box | None:
        """The boxes of grids of this size that the text names last, in words."""
        for first, data in self._pieces:
            self._of(first, data)
        return self._said.get(size)

    def whole(self, most: int) -> str:
        """The whole text; "" if it has more than ``most`` symbols."""
        short = self._held <= most and (not self._pieces or self._pieces[0][0] == 1)
        return "".join(data.decode("utf-8", "replace") for _, data in self._pieces) if short else ""

    def _of(self, first: int, data: bytes) -> list[str]:
        lines = self._lines.get(first)
        if lines is None:
            lines = self._lines[first] = data.decode("utf-8", "replace").split("\n")[:-1]
            for line in lines:
                if _WORDED.search(line) and len(line) < _LONGEST_WORDS:
                    self._said.update((box[0] * box[1], box) for box in boxes_in_words(line))
        return lines


def shaped(
    items: Iterable[Puzzle | Fault | Batch], lines: Lines, source: Source, box: Box | None
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, each puzzle with the boxes that it is drawn with, or that the text names; ``source.boxed`` has its place.

    ``box``: the (height, width) that the reader of the text named for grids of its size; None: none.
    """
    held: list[Puzzle | Fault | Batch] = []
    for item in items:
        if isinstance(item, Puzzle) and _open(item) and item.source not in source.boxed:
            found = _said(item, lines, box)
            if found is not None and item.source is not None:
                source.boxed.add(item.source)
            elif 0 not in item.givens:
                found = _kept(item.givens, item)
                if held and found is not None and found != BOXES[item.geometry.size] and _agree(held[0], item):
                    # The answer below a puzzle belongs to it only on the same ground.
                    held = [_with(held[0], found), *held[1:], _taken(item, found, "which the answer keeps")]
            made = item if found is None else _with(item, found)
            yield from held
            held = [made] if found is None and 0 in item.givens else []
            yield from () if held else (made,)
        elif held and isinstance(item, Note) and len(held) < _NOTES:
            held.append(item)
        else:
            yield from held
            held = []
            yield item
    yield from held


_NOTES = 4
"""Notes between a puzzle and its answer, at most."""


def _agree(puzzle: Puzzle | Fault | Batch, full: Puzzle) -> TypeGuard[Puzzle]:
    """Whether a full grid extends a puzzle of the same rules."""
    return (
        isinstance(puzzle, Puzzle)
        and puzzle.geometry is full.geometry
        and all(given in (0, digit) for given, digit in zip(puzzle.givens, full.givens, strict=True))
    )


def _taken(puzzle: Puzzle, box: Box, why: str) -> Note:
    message = f"boxes of {box[0]} rows and {box[1]} columns are taken, {why}; this is a guess"
    return Note(message, puzzle.source, "look at the puzzle")


def guessed(items: Iterable[Puzzle | Fault | Batch], source: Source) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where those puzzles that have nothing drawn around their boxes have the only ones that make them proper,
    each with a note.
    """
    for item in items:
        if isinstance(item, Puzzle) and _open(item):
            place = item.source
            found = None if place in source.boxed or 0 not in item.givens else _guessed(item)
            if place is not None:
                source.boxed.discard(place)
            if found is not None:
                yield _with(item, found)
                yield _taken(item, found, "by which alone it has exactly one solution")
                continue
        yield item


def _open(puzzle: Puzzle) -> bool:
    """Whether its boxes may be others than were read."""
    ground = puzzle.geometry
    return ground.boxed and len(SHAPES.get(ground.size, ())) > 1 and not (ground.own_box or ground.overlapping)


def _with(puzzle: Puzzle, box: Box) -> Puzzle:
    ground = puzzle.geometry
    return replace(puzzle, geometry=geometry(ground.rules, ground.size, None, ground.clues, box))


def _said(puzzle: Puzzle, lines: Lines, named: Box | None) -> Box | None:
    """The boxes that are drawn or named, None where that is not known."""
    size, place = puzzle.geometry.size, puzzle.source
    if named is not None and named[0] * named[1] == size:
        return named
    drawn, whole = None, False
    if place is not None and place.line is not None:
        drawn, whole = drawn_box(puzzle.givens, size, lines, place.line)
    if drawn is None or whole or drawn == BOXES[size]:
        return drawn or lines.said(size)
    # Gaps between rows only may mean something else.
    return None if soon_counted(puzzle) == 1 != soon_counted(_with(puzzle, drawn)) else drawn


def _kept(answer: bytes, puzzle: Puzzle) -> Box | None:
    """The only boxes that a full grid keeps, None where it keeps the usual ones, or not those of one other shape."""
    keeping = [box for box in SHAPES[puzzle.geometry.size] if _with(puzzle, box).geometry.holds(answer)]
    return keeping[0] if len(keeping) == 1 else None


def _guessed(puzzle: Puzzle) -> Box | None:
    """The only boxes that make a puzzle proper, of those that its answer keeps, where the usual ones do not."""
    size, answer = puzzle.geometry.size, puzzle.answer
    # A loose filter first, which needs no compiler: hardly a puzzle of many givens passes it.
    others = [box for box in SHAPES[size] if box != BOXES[size] and _is_possible(puzzle.givens, size, box)]
    if answer is not None and len(answer) == size * size and 0 not in answer:
        if puzzle.geometry.holds(answer):
            return None
        others = [box for box in others if _with(puzzle, box).geometry.holds(answer)] or others
    if not others or soon_counted(puzzle) in (1, -1):
        return None
    proper = [box for box in others if soon_counted(_with(puzzle, box)) == 1]
    return proper[0] if len(proper) == 1 else None


def _is_possible(givens: bytes, size: int, box: Box) -> bool:
    """Whether no box has a given twice."""
    height, width = box
    across = size // width
    held = [
        (cell // size // height * across + cell % size // width, digit) for cell, digit in enumerate(givens) if digit
    ]
    return len(set(held)) == len(held)


# Boxes in words: only where it is said which number is that of rows.

_NUMBERS = {
    **{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8},
    **{"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "ocho": 8},
}
_NUMBER = rf"([0-9]{{1,2}}|{'|'.join(_NUMBERS)})"
_CELL = r"[-\s]*(?:(?:cells?|celdas?|клет\w+)\s+)?"
_ROWS = rf"{_CELL}(?:rows?|high|tall|filas?|de alto|строк\w*|ряд\w*|в высоту|zeilen|lignes)\b"
_COLUMNS = rf"{_CELL}(?:columns?|cols?|wide|columnas?|de ancho|столбц\w*|столбик\w*|в ширину|spalten|colonnes)\b"
_BETWEEN = r"[\s,;]*(?:by|and|x|×|por|y|и|на|und|et|de|of)?[\s,;]*"
_HIGH_WIDE = expression(rf"\b{_NUMBER}{_ROWS}{_BETWEEN}\b{_NUMBER}{_COLUMNS}", re.IGNORECASE)
_WIDE_HIGH = expression(rf"\b{_NUMBER}{_COLUMNS}{_BETWEEN}\b{_NUMBER}{_ROWS}", re.IGNORECASE)
_IN_ORDER = expression(r"\b(\d{1,2})\s*[x×]\s*(\d{1,2})\s*\(?\s*(?:rows?\s*(?:x|×|by)\s*col(?:umn)?s?)", re.IGNORECASE)
_WORDED = expression(r"\b(?:sub)?(?:box|block|region|caja|bloque|región|блок|област|квадрат|bloc)", re.IGNORECASE)
_LONGEST_WORDS = 400


def boxes_in_words(line: str) -> Iterator[Box]:
    """The (height, width) of boxes that a line names with both words: "boxes of 3 rows and 2 columns"."""
    for pattern, turned in ((_HIGH_WIDE, False), (_WIDE_HIGH, True), (_IN_ORDER, False)):
        for found in pattern.finditer(line):
            one, other = (_NUMBERS.get(number.lower()) or int(number) for number in found.groups())
            box = (other, one) if turned else (one, other)
            if box in SHAPES.get(one * other, ()):
                yield box


# Boxes in drawn lines: the signs between two rows, and between two cells of a row.

_BARS = "&|¦│┃║┆┇┊┋╎╏╽╿"
_BAR = expression(rf"[{_BARS}]+")
_TOKEN = expression(r"[0-9]{1,2}|[A-Za-z]|[._*-]")
_WORDS = expression(r"[0-9A-Za-z.]+")
"""Candidates of a cell, or its digit."""

_RUN = expression(r"[0-9A-Za-z._*-]+")
"""Cells without anything between them: a row at most, and its label."""

_RULE_WORDS = expression(r"\\(?:hline|cline|midrule|toprule|bottomrule|specialrule)\b(?:\{[^}]*\})*")
_Key = tuple[Hashable, ...]


def drawn_box(givens: bytes, size: int, lines: Lines, line: int) -> tuple[Box | None, bool]:
    """The (height, width) of the boxes that are drawn around the cells of a grid which begins at a line, None if there is none
    such; and whether the edges are drawn both ways.
    """
    rows = _rows_of(givens, size, lines.from_line(line, (size + 1) * _MORE))
    if rows is None:
        around = lines.from_line(line - _BEFORE, _BEFORE + (size + 1) * _MORE * 4)
        return (
            (_of_markup(givens, size, "\n".join(around)), True)
            if any("<t" in text for text in around)
            else (None, False)
        )
    high = _regular(rows.between, {height for height, _ in SHAPES[size]})
    wide = rows.width({width for _, width in SHAPES[size]})
    if high and wide:
        return ((high, wide) if high * wide == size else None), True
    if high or wide:
        return (high or size // (wide or 1), wide or size // (high or 1)), False
    return None, False


class _Rows:
    """The lines of a text that are the rows of a grid, and the signs between them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.lines: list[str] = []
        self.tokens: list[list[tuple[int, int]]] = []
        """Where the cells of each row begin and end; [] where a blank is an empty cell."""

        self.between: list[_Key] = []

    def width(self, widths: set[int]) -> int | None:
        """The columns of a box, by the signs between the cells."""
        if all(self.tokens):
            return _regular(self._gaps(), widths)
        bars = self._bars()
        if bars is None:
            return None
        if len(bars) == self.size - 1:
            return _regular([(bar,) for bar in bars], widths)
        many = len(bars) + 1
        return self.size // many if many > 1 and not self.size % many and self.size // many in widths else None

    def _gaps(self) -> list[_Key]:
        """For each two neighbours of a row the bars between them, and how far they are apart."""
        keys: list[_Key] = []
        starts, ends = ({tuple(cell[side] for cell in row) for row in self.tokens} for side in (0, 1))
        aligned = next((next(iter(one)) for one in (starts, ends) if len(one) == 1), None)
        for at in range(self.size - 1):
            gaps = [line[row[at][1] : row[at + 1][0]] for line, row in zip(self.lines, self.tokens, strict=True)]
            bars = Counter("".join(sign for sign in gap if not sign.isspace()) for gap in gaps).most_common(1)[0][0]
            apart = aligned[at + 1] - aligned[at] if aligned else min(map(len, gaps))
            keys.append((bars, apart))
        # Columns of candidates are as wide as their words: where there are bars, these decide.
        return [(bars, 0) for bars, _ in keys] if len({bars for bars, _ in keys}) > 1 else keys

    def _bars(self) -> list[str] | None:
        """The bars of every row, if they all have the same, without those of the frame."""
        found = [[(one.start(), one[0]) for one in _BAR.finditer(line)] for line in self.lines]
        kinds = {tuple(bar for _, bar in bars) for bars in found}
        if len(kinds) != 1 or not all(found):
            return None
        (bars,) = kinds
        first = all(not line[: one[0][0]].strip(" >") for line, one in zip(self.lines, found, strict=True))
        last = all(
            not line[one[-1][0] + len(one[-1][1]) :].strip() for line, one in zip(self.lines, found, strict=True)
        )
        return list(bars[int(first) : len(bars) - int(last)])


def _regular(keys: Sequence[_Key], sides: Iterable[int]) -> int | None:
    """The side of a box after each of which, and nowhere else, the same thing parts two cells; None if there is not one."""
    found = []
    for side in sides:
        edges = {key for at, key in enumerate(keys, 1) if at % side == 0}
        inner = {key for at, key in enumerate(keys, 1) if at % side}
        if len(edges) == 1 and not edges & inner and all(_weight(next(iter(edges))) >= _weight(key) for key in inner):
            found.append(side)
    return found[0] if len(found) == 1 else None


def _weight(key: _Key) -> int:
    """How much is drawn: lines between rows, or the distance of two cells."""
    return sum(one if isinstance(one, int) else bool(one) for one in key)


def _rows_of(givens: bytes, size: int, lines: Sequence[str]) -> _Rows | None:
    """The rows of these cells in lines, of which the first is at the beginning; None where they are not there, or not all."""
    wanted = [givens[start : start + size] for start in range(0, size * size, size)]
    found = _Rows(size)
    since: list[str] = []
    for at, line in enumerate(lines):
        if at >= _ABOVE and not found.lines:
            break
        bare = _RULE_WORDS.sub(" ─ ", line)
        cells = _cells(bare, wanted[len(found.lines)], found)
        if cells is None:
            if any(map(str.isalnum, bare)) or len(since) > _MORE:
                if found.lines:
                    return None
                continue
            since.append(bare)
            continue
        if found.lines:
            ending = _ending(found.lines[-1])
            found.between.append((len(since) + bool(ending), ending, *(frozenset(one) - {" "} for one in since)))
        since = []
        found.lines.append(bare)
        found.tokens.append(cells)
        if len(found.lines) == size:
            return found
    return None


def _ending(line: str) -> str:
    """The sign behind the end of a row of LaTeX for a line below it, "" if there is none."""
    return "─" if "─" in line.rpartition("\\\\")[2] and "\\\\" in line else ""


def _cells(line: str, wanted: bytes, found: _Rows) -> list[tuple[int, int]] | None:
    """Where each cell of a row is in a line, [] where blanks are empty cells; None if it is not this row."""
    size, digits = len(wanted), [digit for digit in wanted if digit]
    if max(map(len, _RUN.findall(line)), default=0) > size + 1:
        return None  # A whole puzzle in a line, an edge of boxes, a text.
    words = [(one[0], one.start(), one.end()) for one in _WORDS.finditer(line)]
    held = bytes(digit_of(one, size) if len(one) == 1 else 0 for one, _, _ in words)
    if len(words) == size and held == wanted and any(len(one) > 1 for one, _, _ in words):
        return [(start, end) for _, start, end in words]
    signs = [
        [(one[0], one.start(), one.end()) for one in _TOKEN.finditer(line)],
        [(sign, at, at + 1) for at, sign in enumerate(line) if sign.isascii() and (sign.isalnum() or sign in BLANKS)],
    ]
    for tokens in signs[size <= 9 :]:
        values = [digit_of(sign, size) for sign, _, _ in tokens]
        for first, last in ((0, len(tokens)), (1, len(tokens)), (0, len(tokens) - 1)):
            if last - first == size and bytes(values[first:last]) == wanted:
                if not digits and not _like_blanks(tokens, found):
                    continue
                return [(start, end) for _, start, end in tokens[first:last]]
    bars = _BAR.search(line) is not None
    for tokens in signs[size <= 9 :]:
        values = [value for sign, _, _ in tokens if (value := digit_of(sign, size))]
        if bars and digits and values == digits:
            return []
    only_bars = bars and not line.translate({ord(bar): None for bar in _BARS}).strip(" \\─")
    return [] if not digits and only_bars else None


def _like_blanks(tokens: Sequence[tuple[str, int, int]], found: _Rows) -> bool:
    """Whether an empty row has the signs that empty cells have elsewhere. A line of dashes may be an edge of boxes."""
    signs = {sign for sign, _, _ in tokens}
    known = {
        line[start:end]
        for line, row in zip(found.lines, found.tokens, strict=True)
        for start, end in row
        if line[start:end] in BLANKS
    }
    return signs <= known if known else signs <= {".", "0", "_"}


# Boxes of a table of a web page: borders, classes and colours of its cells, groups of its rows and columns.

_NTH = expression(r"\b(td|th|tr)[^{},:]*:nth-child\(\s*(\d)n\s*(?:\+\s*(\d)\s*)?\)[^{}]*\{[^}]*border", re.IGNORECASE)
_SIDES = ("top", "right", "bottom", "left")
_NUMBERED = expression(r"(.*?)(\d+)")
_LONGEST_PAGE = 1 << 20
_MOST, _LEAST = 0.8, 0.35
"""Shares of the cells of a column that have a border, where it has one and where it has none: corners may have another."""


class _Tables(HTMLParser):
    """Collects the tables of a page: for each row its own marks, its group, and the marks and the text of each cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self._open: list[_Table] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            table = _Table()
            if self._open:
                self._open[-1].inner.append(table)
            self._open.append(table)
            self.tables.append(table)
        elif self._open:
            self._open[-1].add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].cells and self._open[-1].cells[-1]:
            self._open[-1].texts[-1][-1] += data.strip()


class _Table:
    def __init__(self) -> None:
        self.cells: list[list[set[str]]] = []
        self.texts: list[list[str]] = []
        self.rows: list[set[str]] = []
        self.bands: list[int] = []
        self.stacks: list[int] = []
        self.inner: list[_Table] = []
        self._band = 0

    def add(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element of the table."""
        if tag in ("tbody", "thead", "tfoot"):
            self._band += 1
        elif tag == "tr":
            self.rows.append(_marks(attrs))
            self.cells.append([])
            self.texts.append([])
            self.bands.append(self._band)
        elif tag in ("td", "th") and self.cells:
            self.cells[-1].append(_marks(attrs))
            self.texts[-1].append("")
        elif tag == "input" and self.cells and self.cells[-1]:
            self.texts[-1][-1] += (dict(attrs).get("value") or "").strip()
        elif tag == "colgroup":
            span = dict(attrs).get("span") or "0"
            self.stacks.append(int(span) if span.isascii() and span.isdecimal() and len(span) < 3 else 0)
        elif tag == "col" and self.stacks:
            self.stacks[-1] += 1


def _marks(attrs: Iterable[tuple[str, str | None]]) -> set[str]:
    """The classes of an element, each part of its style, and its other attributes."""
    found = set()
    for name, value in attrs:
        text = " ".join((value or "").lower().split())
        if name == "class":
            found |= {f".{one}" for one in text.split()}
        elif name == "style":
            for part in text.split(";"):
                key, _, said = (one.strip() for one in part.partition(":"))
                sides = said.split()
                if key.startswith("border-") and len(sides) == len(_SIDES) and key.count("-") == 1:
                    found |= {f"{key}-{side}:{one}" for side, one in zip(_SIDES, sides, strict=True)}
                elif said:
                    found.add(f"{key}:{said}")
        else:
            found.add(f"{name}={text}")
    return found


@lru_cache(2)
def _tables(text: str) -> list[_Table]:
    """The tables of a page, kept because each of its puzzles asks for them."""
    reader = _Tables()
    try:
        reader.feed(text[text.find("<") :])
    except AssertionError:  # As in the reader of documents.
        return []
    return reader.tables


def _of_markup(givens: bytes, size: int, text: str) -> Box | None:
    if len(text) > _LONGEST_PAGE:
        return None
    styled = [(one[1].lower(), int(one[2]), int(one[3] or 0)) for one in _NTH.finditer(text)]
    for table in _tables(text):
        if len(table.inner) == size and (box := _of_inner(givens, size, table.inner)) is not None:
            return box
        kept = [at for at, row in enumerate(table.cells) if len(row) == size]
        if len(kept) != size:
            continue
        cells = [[set(marks) for marks in table.cells[at]] for at in kept]
        if bytes(digit_of(one, size) if one else 0 for at in kept for one in table.texts[at]) != givens:
            continue
        for tag, every, rest in styled:
            for row, column in ((row, column) for row in range(size) for column in range(size)):
                if every and ((row if tag == "tr" else column) + 1) % every == rest % every:
                    cells[row][column].add(f"{tag}:nth-child({every}n+{rest})")
        return _of_table(cells, [table.rows[at] for at in kept], [table.bands[at] for at in kept], table.stacks)
    return None


def _of_inner(givens: bytes, size: int, tables: Sequence[_Table]) -> Box | None:
    """The boxes of a table of tables: each of these is one of them."""
    high, wide = len(tables[0].texts), len(tables[0].texts[0]) if tables[0].texts else 0
    if (high, wide) not in SHAPES[size]:
        return None
    for at, table in enumerate(tables):
        first = at // (size // wide) * high * size + at % (size // wide) * wide
        cells = [bytes(digit_of(one, size) if one else 0 for one in row) for row in table.texts]
        if cells != [givens[start : start + wide] for start in range(first, first + high * size, size)]:
            return None
    return high, wide


def _of_table(
    cells: Sequence[Sequence[set[str]]], rows: Sequence[set[str]], bands: Sequence[int], stacks: Sequence[int]
) -> Box | None:
    size = len(cells)
    shapes = SHAPES[size]
    names = set().union(*(marks for row in cells for marks in row))
    for name in {found[1] for one in names if (found := _NUMBERED.fullmatch(one)) is not None}:
        labels = [
            [one for one in marks if one.startswith(name) and one[len(name) :].isdecimal()]
            for row in cells
            for marks in row
        ]
        if all(len(one) == 1 for one in labels) and (box := boxes_of_map([one[0] for one in labels], size)) is not None:
            return box
    for name in sorted(names):
        held = [name in marks for row in cells for marks in row]
        for height, width in shapes:
            if all(there == (held[0] ^ _odd(at, size, height, width)) for at, there in enumerate(held)):
                return height, width
    across = _side(
        [[cells[row][column] for row in range(size)] for column in range(size)], {width for _, width in shapes}
    )
    marked = [[*row, *[own] * size] if own else list(row) for row, own in zip(cells, rows, strict=True)]
    down = _side(marked, {height for height, _ in shapes})
    across = across or (stacks[0] if stacks and len(set(stacks)) == 1 and stacks[0] * len(stacks) == size else None)
    several = Counter(bands)
    down = down or (bands.count(bands[0]) if len(several) > 1 and len(set(several.values())) == 1 else None)
    if across and down:
        return (down, across) if (down, across) in shapes else None
    box = (down or size // (across or 1), across or size // (down or 1))
    return box if box in shapes else None


def _odd(cell: int, size: int, height: int, width: int) -> bool:
    return bool((cell // size // height + cell % size // width) % 2)


def _side(lines: Sequence[Sequence[set[str]]], sides: Iterable[int]) -> int | None:
    """How many lines a box has, by a mark that the cells of the first or the last line of each box have, and no others."""
    size, found = len(lines), set()
    for name in set().union(*(marks for line in lines for marks in line)):
        shares = [sum(name in marks for marks in line) / len(line) for line in lines]
        for side in sides:
            for edge, free in ((side - 1, size - 1), (0, 0)):
                inner = [at for at in range(size) if at != free]
                if all(shares[at] >= _MOST if at % side == edge else shares[at] <= _LEAST for at in inner) and any(
                    at % side == edge for at in inner
                ):
                    found.add(side)
    return found.pop() if len(found) == 1 else None
