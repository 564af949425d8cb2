r"""Texts that a program holds line by line, each line in quotes and ended by ``\n``: ``"53..7....\n"``, as in C, Java or Python.

The compiler joins such lines to one text. Here each is replaced by what it will print, so that it is read as that text would be,
whatever it draws: rows, a frame, several puzzles. Code before the first quote and behind the last one goes.

A line of rows whose ends are written as the two characters ``\n``, in no quotes, is cut there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookmaker.base.errors import Fault
from bookmaker.formats.stream.rows import Batch, Row

_FEWEST = 4
"""Lines of the smallest grid. One or two such lines are messages of a program."""

_LONGEST = 400
_ROW = re.compile(
    r"""[^"'`]*(?P<quote>["'])(?P<inside>[^"'`\\]*)(?P<end>(?:\\r)?\\n)?(?P=quote)"""
    r"""[\s+,.;&)}\]\\<]*(?:endl\s*;)?\s*(?://.*|/\*.*|\#.*)?"""
)
_OPEN = frozenset("=([{+\"' ")
_BEGINS = re.compile(r"[^\"'`]*[=(\[{+]\s*(?:\"\"|'')?\s*")
_ENDS = re.compile(r"\s*[\s+,.;&)}\]]*")


_MARK = re.compile(r"(?:\\r)?\\n")
_NAME = re.compile(r"[^:=A-Za-z]*+[A-Za-z][^:=]*+[:=]\s*")
_FEWEST_ENDS = 3
_DRAWN = re.compile(r"[\s0-9A-P._*xX|+=:\u2500-\u257f-]*")


def cut(text: str) -> list[str]:
    r"""The rows of a line in which ``\n`` stands between them, and what is before the first; none where it is no such line."""
    if '"' in text or "'" in text or text.count("\\n") < _FEWEST_ENDS:
        return []
    rows = _MARK.split(text)
    if not all(map(_DRAWN.fullmatch, rows[1:])) or not any(map(str.isdigit, "".join(rows[1:]))):
        return []
    name = _NAME.match(rows[0])
    return rows if name is None else [name[0], rows[0][name.end() :], *rows[1:]]


class _Unquoting:
    def __init__(self) -> None:
        self._held: list[tuple[Row, str]] = []
        """Lines as they stand, each with what it prints, until there are enough of them."""

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
        if len(self._held) == _FEWEST:
            yield from ((number, "") for number, _ in self._head)
            yield from ((number, inside) for (number, _), inside in self._held)
            self._held, self._head, self._inside = [], [], True

    def flushed(self) -> Iterator[Row]:
        """The lines that were held back, as they stand."""
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
