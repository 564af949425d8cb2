"""Bytes to numbered lines of text, in constant memory: line ends, byte order marks, bytes that are not text, lines without end.

Lines that are nothing but a classic 9x9 puzzle, 81 digits and signs for empty cells, are found by the thousand and
passed on as one :class:`Batch` of arrays. That is only a shorter way to the same puzzles: :meth:`Batch.rows` gives the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Any

from bookmaker.base.errors import Fault, Place
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.inputs import MOST_LINE
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle

# Texts that a program holds line by line, each line in quotes and ended by ``\n``: ``"53..7....\n"``, as in C, Java or Python.
#
# The compiler joins such lines to one text. Here each is replaced by the text that it will print, so that it is read as that
# text would be, whatever it draws: rows, a frame, several puzzles. Code before the first quote and behind the last one goes.
#
# A line of rows whose ends are written as the two characters ``\n``, in no quotes, is cut there.

_FEWEST_QUOTED = 4
"""Lines of the smallest grid. One or two such lines are messages of a program."""

_LONGEST = 400
_ROW = expression(
    r"""[^"'`]*(?P<quote>["'])(?P<inside>[^"'`\\]*)(?P<end>(?:\\r)?\\n)?(?P=quote)"""
    r"""[\s+,.;&)}\]\\<]*(?:endl\s*;)?\s*(?://.*|/\*.*|\#.*)?"""
)
_OPEN = frozenset("=([{+\"' \\")
_BEGINS = expression(r"[^\"'`]*[=(\[{+]\s*(?:\"\"|'')?\s*")
_ENDS = expression(r"\s*[\s+,.;&)}\]]*")


_MARK = expression(r"(?:\\r)?\\n")
_NAME = expression(r"[^:=A-Za-z]*+[A-Za-z][^:=]*+[:=]\s*")
_FEWEST_ENDS, _FEWEST_QUOTED_ENDS = 3, 5
_DRAWN = expression(r"[\s0-9A-P._*xX|+=:\u2500-\u257f-]*")


_QUOTED = expression(r"\"(?:[^\"\\]|\\[nr])*\"|'(?:[^'\\]|\\[nr])*'")


def cut(text: str) -> list[str]:
    r"""The rows of a line in which ``\n`` is between them, and the text before the first; none where it is not such a line.

    A program has them in one pair of quotes, with nothing drawn beside these.
    """
    if text.count("\\n") < _FEWEST_ENDS:
        return []
    if '"' in text or "'" in text:
        quotes = [one[0][1:-1] for one in _QUOTED.finditer(text) if one[0].count("\\n") >= _FEWEST_QUOTED_ENDS]
        rows = _MARK.split(quotes[0]) if len(quotes) == 1 else []
        return rows if rows and _are_drawn(rows) else []
    rows = _MARK.split(text)
    if not _are_drawn(rows[1:]):
        return []
    name = _NAME.match(rows[0])
    return rows if name is None else [name[0], rows[0][name.end() :], *rows[1:]]


def _are_drawn(rows: list[str]) -> bool:
    return all(map(_DRAWN.fullmatch, rows)) and any(map(str.isdecimal, "".join(rows)))


_BROKEN = expression(r"[ \t]*\[[0-9., \t]{3,200}\],?\\")
"""A row as a list with the sign of Markdown for the end of a line."""


class _Unquoting:
    def __init__(self) -> None:
        self._held: list[tuple[Row, str]] = []
        """Lines as they are, each with the text that it prints, until there are enough of them."""

        self._head: list[Row] = []
        self._inside = False
        self.waits = True
        """Whether nothing is held, and the last line was none in quotes."""

    def line(self, row: Row) -> Iterator[Row]:
        number, text = row
        self.waits = False
        found = _ROW.fullmatch(text) if ('"' in text or "'" in text) and len(text) < _LONGEST else None
        if found is not None and (found["end"] or self._inside or self._held):
            if self._inside:
                yield number, found["inside"]
            else:
                self._held.append((row, found["inside"]))
                yield from self._enough()
            return
        if self._inside and _ENDS.fullmatch(text):
            self._inside, self.waits = False, True
            yield number, ""
            return
        yield from self.flushed()
        if _BROKEN.fullmatch(text) is not None:
            yield number, text[:-1]
            return
        rows = cut(text)
        if rows:
            # Between blank lines, so that nothing before or behind it is taken for one of its rows.
            yield from ((number, one) for one in ("", *rows, ""))
            return
        if text[-1:] in _OPEN and len(text) < _LONGEST and _BEGINS.fullmatch(text) is not None:
            self._head, self.waits = [row], False
        else:
            yield row

    def _enough(self) -> Iterator[Row]:
        if len(self._held) == _FEWEST_QUOTED:
            yield from ((number, "") for number, _ in self._head)
            yield from ((number, inside) for (number, _), inside in self._held)
            self._held, self._head, self._inside = [], [], True

    def flushed(self) -> Iterator[Row]:
        """The lines that were held back, unchanged."""
        yield from self._head
        yield from (row for row, _ in self._held)
        self._held, self._head, self._inside, self.waits = [], [], False, True


def unquoted(rows: Iterable[Row | Batch | Fault]) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, those in quotes as they will be printed, where several follow one another."""
    state, waits = _Unquoting(), True
    for row in rows:
        if type(row) is tuple:
            # Most lines of most texts are neither such a line nor the code before one.
            text = row[1]
            if waits and (not text or text[-1] not in _OPEN) and "\\n" not in text:
                yield row
            else:
                yield from state.line(row)
                waits = state.waits
        else:
            yield from state.flushed()
            waits = True
            yield row
    yield from state.flushed()


_NOTEBOOK = re.compile(rb'\s*\{\s*"(?:cells|metadata|nbformat)"\s*:')
_SOURCE = expression(r'\s*"source"\s*:\s*\[\s*')
_QUOTE = expression(r'\s*("(?:[^"\\]|\\.)*")\s*,?\s*')


def is_notebook(data: bytes) -> bool:
    """Whether a text is a notebook of Jupyter, by its beginning: JSON, with the lines of each cell in quotes."""
    return _NOTEBOOK.match(data) is not None and b'"cell_type"' in data


def of_notebook(rows: Iterable[Row | Batch | Fault]) -> Iterator[Row | Batch | Fault]:
    """The lines of the cells of a notebook, in their places, and blank ones for all else, such as what a program printed.

    A notebook whose lines are not lines of its file, as programs pack it, has them numbered from 1 on.
    """
    lines, rest = short(rows, _MOST_PACKED)
    packed = _packed([text for _, text in lines]) if rest is None else []
    if packed:
        yield from enumerate(packed, 1)
        return
    inside = False
    for row in lines if rest is None else chain(lines, rest):
        if type(row) is not tuple:
            yield row
            continue
        number, text = row
        quoted = _QUOTE.fullmatch(text) if inside and len(text) < _LONGEST else None
        inside = quoted is not None or _SOURCE.fullmatch(text) is not None
        line = ""
        if quoted is not None:
            try:
                line = str(json.loads(quoted[1])).rstrip("\n")
            except ValueError:
                line = quoted[1]
        yield number, "" if "\n" in line else line


_IN_ONE = expression(r'"source"\s*:\s*(?:"(?!")|\[\s*"[^\n]*"source")')
"""A cell whose lines are one text, or two cells in a line."""

_FEW_LINES = 2
_MOST_PACKED = 2000
"""Lines of a notebook that is looked at as a whole."""


def _packed(lines: list[str]) -> list[str]:
    """The lines of the cells of a notebook that has a cell, or all of them, in one line; none of any other."""
    if len(lines) > _FEW_LINES and not any(map(_IN_ONE.search, lines)):
        return []
    try:
        cells = json.loads("\n".join(lines))["cells"]
        sources = [cell["source"] for cell in cells]
        return [line for one in sources for line in (*"".join(one).split("\n"), "")]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


Row = tuple[int, str]
"""The number of a line, from 1 on, and its text without the end of line."""

_BOM = b"\xef\xbb\xbf"
_COLOUR = rb"[345]8;(?:5;\d*|2(?:;\d*){3})|(?![345]8;[25];|0*8[;:m])[0-9:]*"
_SHOWN = (
    rb"\x1b(?:\[(?:%b)(?:;(?:%b))*m(?:\x1b\[0?K)?|\[\?[0-9;]*[hl]|[()][A-Z0-9]|\][^\x07\x1b\n]*(?:\x07|\x1b\\))"
) % (_COLOUR, _COLOUR)
_LOOK = re.compile(rb"(?m)^(?:%b|\x1b\[(?:[0-3]?[JK]|H))+|%b|\x1b\[0?K(?:%b)*$" % (_SHOWN, _SHOWN, _SHOWN))
"""Sequences by which a program says how a terminal shows text, and that move and hide no cell: colours, a hidden cursor, titles
and links; at the start of a line, before any text, erased screens and lines and the way home; what erases the rest of a
line at its end, and after a colour, where ``grep`` writes it. All others stay, and are faults: they move or erase cells, or
conceal them (8, where it is not a colour's number). No text fits the pattern of a colour in two ways, so that none takes long.
"""

_FORUM_TAG = re.compile(rb"\[(/?(?:table|tr|td|th))(?:[ =][^\]\n]{0,40})?\]")
"""A table of a forum, ``[td]5[/td]``, is one of HTML."""

_CELLS = 81
_FEWEST = 16
_MANY_BLANK = 1000
_ZERO = ord("0")
_PLAIN = b"123456789"
_EMPTY = b".0_*-"
"""Without X, which among other signs is a slip of the finger: such lines go the careful way."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Consecutive lines that hold a puzzle of 81 cells each. ``first`` is the number of the first line.

    ``symbols`` uint8[n, 81] are the bytes of the file: digits, and signs for empty cells.
    """

    name: str
    first: int
    symbols: Any

    @cached_property
    def cells(self) -> Any:
        """The digits, 0 for empty: uint8[n, 81]. They are made by the thread that first asks: reading is one thread's work."""
        cells = self.symbols - _ZERO
        cells *= cells <= 9
        return cells

    def rows(self) -> Iterator[Row]:
        """The lines."""
        for number, symbols in enumerate(self.symbols, self.first):
            yield number, symbols.tobytes().decode("ascii")

    def puzzles(self, ground: Geometry) -> Iterator[Puzzle]:
        """The puzzles on this geometry."""
        make = Puzzle if ground.needs_regions or ground.needs_clues else Puzzle.plain
        for number, cells in enumerate(self.cells, self.first):
            yield make(ground, cells.tobytes(), Place(self.name, number, 1))


def chunks(pieces: Iterable[bytes], name: str) -> Iterator[tuple[int, bytes] | Fault]:
    """Pieces of bytes cut at the ends of lines: the number of the first line, and whole lines that end in ``\\n`` each.

    All usual ends of line become ``\\n``. A line longer than MOST_LINE becomes a Fault.
    """
    number = 1
    parts: list[bytes] = []
    length = 0
    skipping = held = False
    for piece in pieces:
        if held:
            piece = b"\r" + piece
        held = piece.endswith(b"\r")
        if b"\r" in piece:
            piece = (piece[:-1] if held else piece).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\0" in piece:
            # Where the text ends anyway: a device or a disk image may have no line end for ever.
            yield number, _unmarked(number, b"".join((*parts, piece, b"\n")))
            return
        if skipping:
            end = piece.find(b"\n")
            if end < 0:
                continue
            piece, skipping = piece[end + 1 :], False
            number += 1
        end = piece.rfind(b"\n") + 1
        if end:
            whole = _unmarked(number, b"".join((*parts, piece[:end])))
            yield number, whole
            number += whole.count(b"\n")
            parts, length = [], 0
        parts.append(piece[end:])
        length += len(piece) - end
        if length > MOST_LINE:
            yield Fault(f"a line of more than {MOST_LINE >> 20} MB", Place(name, number), "no puzzle is so long")
            parts, length, skipping = [], 0, True
    rest = _unmarked(number, b"".join(parts))
    if not skipping and (rest or held):
        yield number, rest + b"\n"


def _unmarked(number: int, data: bytes) -> bytes:
    data = data.removeprefix(_BOM) if number == 1 else data
    data = _FORUM_TAG.sub(rb"<\1>", data) if b"[/td]" in data else data
    return _LOOK.sub(b"", data) if b"\x1b" in data else data


_MOST_SIGNS = 1 << 16
"""A text of more is not held."""


def short(items: Iterable[Row | Batch | Fault], most: int) -> tuple[list[Row], Iterator[Row | Batch | Fault] | None]:
    """All lines of a text of at most so many, and None; else its first lines, and an iterator over what follows them."""
    rest = iter(items)
    lines: list[Row] = []
    held = 0
    for item in rest:
        # A batch is no line, and is not waited for: what follows it has not been read yet.
        held += len(item[1]) if type(item) is tuple else 0
        if type(item) is not tuple or len(lines) == most or held > _MOST_SIGNS:
            return lines, chain([item], rest)
        lines.append(item)
    return lines, None


def rows(chunks: Iterable[tuple[int, bytes] | Fault], name: str, batches: bool) -> Iterator[Row | Batch | Fault]:
    """The lines of a text; with ``batches``, many plain ones at a time. A line that is not UTF-8 text becomes a Fault.

    A NUL byte ends the text: it is none.
    """
    lines = _lines if batches else _decoded
    for chunk in chunks:
        if isinstance(chunk, Fault):
            yield chunk
            continue
        first, data = chunk
        if len(data) > _MANY_BLANK and data[0] in b"\n " and not data.strip(b"\n "):
            # However many blank lines end a block as one does.
            yield first, ""
            continue
        nul = data.find(b"\0")
        if nul >= 0:
            start = data.rfind(b"\n", 0, nul) + 1
            yield from lines(first, data[:start], name)
            number = first + data.count(b"\n", 0, start)
            column = len(data[start:nul].decode("utf-8", "replace")) + 1
            yield Fault("a NUL byte; this is not a text file", Place(name, number, column))
            return
        yield from lines(first, data, name)


def _lines(first: int, data: bytes, name: str) -> Iterator[Row | Batch | Fault]:
    if len(data) < _FEWEST * (_CELLS + 1):
        yield from _decoded(first, data, name)
        return
    import numpy as np

    text = np.frombuffer(data, np.uint8)
    whole = _all_plain(text, data)
    if whole is not None:
        yield Batch(name, first, whole)
        return
    ends = np.flatnonzero(text == ord("\n"))
    starts = np.empty_like(ends)
    starts[0] = 0
    starts[1:] = ends[:-1] + 1
    plain = ends - starts == _CELLS
    if plain.all():
        symbols = text.reshape(-1, _CELLS + 1)[:, :_CELLS]
    else:
        symbols = text[starts[plain, None] + np.arange(_CELLS)]
    cells = _table()[symbols]
    legal = (cells <= 9).all(axis=1)
    legal[_answered(cells, np.flatnonzero(plain))] = False
    legal &= cells.any(axis=1)  # Without a given it may be a drawn line.
    symbols = symbols[legal]
    plain[plain] = legal
    # The beginning and the end of each run of plain lines.
    turns = np.flatnonzero(np.diff(plain, prepend=False, append=False))
    line, at, taken = 0, 0, 0
    for begin, end in turns.reshape(-1, 2).tolist():
        many = end - begin
        if many >= _FEWEST:
            yield from _decoded(first + line, data[at : starts[begin]], name)
            stop = taken + many
            yield Batch(name, first + begin, symbols[taken:stop])
            line, at = end, int(ends[end - 1]) + 1
        taken += many
    yield from _decoded(first + line, data[at:], name)


def _all_plain(text: Any, data: bytes) -> Any | None:
    """The symbols of a text of nothing but plain lines, none of which can be the answer of another; else None.

    That is the usual text, and reading is one thread's work: it looks no closer than it must.
    """
    number, rest = divmod(len(data), _CELLS + 1)
    if rest or data[_CELLS :: _CELLS + 1].count(b"\n") != number:
        return None
    import numpy as np

    # The usual symbols are side by side in ASCII, with a slash between the dot and the digits.
    others = np.count_nonzero(text - ord(".") > ord("9") - ord("."))
    if (others != number or b"/" in data) and len(data.translate(None, _PLAIN + _EMPTY)) != number:
        return None
    symbols = text.reshape(number, -1)[:, :_CELLS]
    # Eight symbols at a time: the top bit of each tells digits from empty cells, if an underscore may pass for a digit.
    leading: Any = np.ndarray((number, 2), np.uint64, data, 0, (_CELLS + 1, 8))
    digits = leading + _TO_TOP & _TOP
    if (digits == _TOP).all(axis=1).any():
        return None
    barren = np.flatnonzero(~digits.any(axis=1))
    if b"_" * _CELLS in data or not _table()[symbols[barren]].any(axis=1).all():
        return None  # A line without a given, which may be a drawn line.
    return symbols


def _answered(cells: Any, lines: Any) -> Any:
    """Which of plain lines are a puzzle and the answer below it: the careful way joins the two. ``lines`` are their numbers."""
    import numpy as np

    full = cells.all(axis=1)
    below = np.flatnonzero(full[1:] & ~full[:-1] & (np.diff(lines) == 1))
    agree = ((cells[below] == 0) | (cells[below] == cells[below + 1])).all(axis=1)
    return np.concatenate([below[agree], below[agree] + 1])


def plain_cells(text: str) -> bytes | None:
    """The cells of a text that is nothing but a plain line with a given and an empty cell, None for any other."""
    if len(text) != _CELLS or not text.isascii():
        return None
    cells = text.encode("ascii").translate(_DIGITS)
    return cells if _NO_CELL not in cells and any(cells) and 0 in cells else None


_NO_CELL = 255

_DIGITS = bytes(
    _PLAIN.index(symbol) + 1 if symbol in _PLAIN else 0 if symbol in _EMPTY else _NO_CELL for symbol in range(256)
)

_TOP = 0x8080808080808080
_TO_TOP = (0x80 - ord("1")) * 0x0101010101010101
"""The top bit of eight bytes, and what takes digits from 1 on up to it. Hardly a puzzle has 16 givens at its beginning."""


@cache
def _table() -> Any:
    import numpy as np

    return np.frombuffer(_DIGITS, np.uint8)


def _decoded(first: int, data: bytes, name: str) -> Iterator[Row | Fault]:
    if not data:
        return
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        for number, line in enumerate(data.split(b"\n")[:-1], first):
            try:
                yield number, line.decode("utf-8")
            except UnicodeDecodeError as error:
                column = len(line[: error.start].decode("utf-8")) + 1
                message = f"byte 0x{line[error.start]:02X} is not UTF-8 text"
                yield Fault(message, Place(name, number, column), "save the file as UTF-8")
        return
    lines.pop()
    yield from enumerate(lines, first)
