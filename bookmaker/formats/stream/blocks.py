"""Lines to blocks: which lines of a text belong together, and to which format.

A blank line ends a block. So does a change from lines that hold a puzzle each to lines that do not, or back, or to
lines of another format: a drawn grid may follow a line without a blank line between them. A document, such as XML,
goes on until it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import Fault
from bookmaker.formats.base.cells import BLANKS, is_map
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, is_comment
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS

_WHOLE = frozenset(size * size for size in BOXES if size > 5)
"""Lengths that only a puzzle in one line has: no row of a grid is so long."""

_MOST_WHOLE = 1000
_SHORTEST = 5
"""Symbols of the shortest line that can be a whole puzzle: ``2x2:p``, an empty one of Simon Tatham's."""

_MOST_LINES = 51_480
_MOST_SYMBOLS = 16 << 20
"""Where a block is cut that does not end by itself, so that memory is bounded. Grids of 8 to 13 lines each, with their borders
and names, are cut between two of them."""


_MOST_COMMENTS = 400
"""Comments that are kept: only of texts of a few puzzles they are looked at."""

_BARE_ROW = expression("[0-9.]{5,15}")
"""A row of a grid that no format claims, and nothing else: there may be hundreds of thousands of them."""

_FIRST = expression(r"[^\s,;#]+")
_NO_SYMBOLS = str.maketrans("", "", SYMBOLS + SYMBOLS.lower() + BLANKS)


def _is_whole(line: str) -> bool:
    """Whether the first word is plainly a puzzle, so that no format has to be tried."""
    found = _FIRST.match(line)
    return (
        found is not None and len(found[0]) in _WHOLE and not found[0].translate(_NO_SYMBOLS) and not is_map(found[0])
    )


def _has_fields(word: str) -> bool:
    """Whether a word is a row of fields of one cell each, which may by chance be as long as a puzzle."""
    return sum(map(word.count, ",;|")) * 4 > len(word)


def _is_empty_row(line: str) -> bool:
    """Whether a line looks blank, and is a row without givens as spreadsheets save it: fields parted by tabs."""
    return bool(line) and not line.strip("\t") and len(line) + 1 in BOXES


@dataclass(frozen=True, slots=True)
class Cut:
    """A block, the format that it is of if its lines said so, and the number of its document, 0 for none."""

    block: Block
    format: Format | None
    document: int = 0


class Cutter:
    """Cuts the lines of one text. ``forced`` is the format that all of it is to be read as."""

    def __init__(self, formats: Sequence[Format], forced: Format | None = None) -> None:
        self._claims = [(format.claims, format) for format in formats if format.claims is not None]
        self._opens = [(format.opens, format) for format in formats if format.opens is not None]
        self._forced = forced
        self._lines: list[str] = []
        self._first = self._symbols = self._documents = 0
        self._was: object = None
        self._document: Format | None = None
        self._last: Callable[[str], bool] = lambda _: False
        self.comments: dict[int, str] = {}
        """The first comments of the text outside documents, by the numbers of their lines."""

    def cut(self, rows: Iterable[Row | Batch | Fault]) -> Iterator[Cut | Batch | Fault]:
        """The blocks of the lines, in order; blocks of comments only are left out. Batches and faults pass in their places."""
        for item in rows:
            if isinstance(item, Fault):
                yield from self._ended()
                yield item
            elif isinstance(item, tuple):
                yield from self._line(*item)
            elif self._document is not None:
                for row in item.rows():
                    yield from self._line(*row)
            else:
                yield from self._ended()
                yield item
        yield from self._ended()

    def _line(self, number: int, line: str) -> Iterator[Cut]:
        if self._document is not None:
            if self._document.stays(line):
                yield from self._added(number, line)
                if self._last(line):
                    yield from self._ended()
                return
            yield from self._ended()
        stripped = line.lstrip()
        if not stripped and not _is_empty_row(line):
            yield from self._ended()
            return
        if not stripped:
            if self._was is not False:
                yield from self._ended()
            self._was = False
        elif self._forced is None and _BARE_ROW.fullmatch(line) is not None:
            if self._was is not None and self._was is not False:
                yield from self._ended()
            self._was = False
        elif not is_comment(stripped):
            whole = self._forced is None and _is_whole(stripped)
            opened = None if whole else self._opened(line)
            kind = whole or opened or self._class_of(line)
            if opened is not None or (self._was is not None and kind != self._was):
                # Comments above a document are its head.
                if self._was is not None:
                    yield from self._ended()
                if opened is not None:
                    self._document, self._last = opened, opened.last()
                    self._documents += 1
            self._was = kind
        elif len(self.comments) < _MOST_COMMENTS:
            self.comments[number] = stripped
        yield from self._added(number, line)
        if self._document is not None and self._last(line):
            yield from self._ended()

    def _opened(self, line: str) -> Format | None:
        if self._forced is not None:
            return self._forced if self._forced.opens is not None else None
        return next((format for opens, format in self._opens if opens(line)), None)

    def _class_of(self, line: str) -> object:
        """What kind of line it is: the format that claims it, whether it is as long as a puzzle, or neither."""
        if self._forced is not None:
            return self._forced
        if len(line) < _SHORTEST:
            return False
        for claims, format in self._claims:
            if claims(line):
                return format
        word = line.split(None, 1)[0]
        return len(word) in _WHOLE and not word.startswith(("+", "|")) and not _has_fields(word) and not is_map(word)

    def _added(self, number: int, line: str) -> Iterator[Cut]:
        if not self._lines:
            self._first = number
        self._lines.append(line)
        self._symbols += len(line)
        most = _MOST_LINES if self._was is False else _MOST_WHOLE
        if len(self._lines) >= most or self._symbols > _MOST_SYMBOLS:
            yield from self._flushed()

    def _ended(self) -> Iterator[Cut]:
        yield from self._flushed()
        self._was = self._document = None

    def _flushed(self) -> Iterator[Cut]:
        if not self._lines:
            return
        block = Block(self._first, self._lines)
        self._lines, self._symbols = [], 0
        if self._document is not None:
            yield Cut(block, self._document, self._documents)
        elif self._was is not None:
            yield Cut(block, self._was if isinstance(self._was, Format) else None)
