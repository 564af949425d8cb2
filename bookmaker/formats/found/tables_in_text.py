"""The tables of a text: rows of numbers and signs in brackets, in calls of functions, or in lines of their own.

``lt = [[1, 2, 1, 1], ...]``, ``new int[] {15, 1, 3, 1, 4}``, ``[sum, [[r, c], ...]]``, ``f.addGtRule(3, 1, 4, 1);``, and
lines such as ``1 0 -1``.
No code is run. The meaning of a table is not decided here; its label is the text beside it.

Also the objects with keys of any language, as values of JSON: ``{size: 4, cages: ['5 + A1 A2', ...], },``. Keys may have no
quotes, or a colon before them, as in Ruby; ``=>`` and ``=`` may follow a key; commas may be too many; tuples are lists. A value
that is none of this, such as a name or a call, is its text. What a program assigns to its names one after another is such an
object, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Any

from bookmaker.formats.base.cells import digit_of
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.found.program_lists import Node, parsed
from bookmaker.puzzles.grid.geometry import SIZES
from bookmaker.puzzles.rules import names_kinds

Row = tuple[str, ...]

_NONE = frozenset({"_", "?", ".", "-", "*", "#", "null", "nil", "none", "nan", "undefined", ""})
"""Words and signs for no number, in small letters."""

_CALL = expression(r"\b([A-Za-z]\w*+(?:\.\w++){0,9}+)[ \t]*+\((?:[&*]\w++(?:\[\w++\])?+,)?+([-\w'\"(),<> \t]{2,200})\)")
_DIRECTED = expression(r"(?m)^[ \t]*([A-Za-z][A-Za-z_]*):?[ \t]+([0-9]{1,2}(?:[ \t]+[0-9]{1,2}){2,4})[ \t]*$")
NAMED_LIST = expression(r"(?<=[=:])[ \t]*(?:new[ \t]+)?[a-z_][\w.]*[\[\] ]*[({]$")
"""A call that makes a list of values, behind its name, at the end of a label: ``np.array(``."""

_PARTS = expression(r"[\s,;|()'\"]+")
_FENCED = expression(r"\"\"\"|'''|```|[Rr]\"\w*\(|\)\w*\"|[\"'`]")
_LONGEST, _MOST = 400, 60
"""Symbols of a line, and fields of a row, of those that are looked at."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of fields, "." for none; the numbers of the first and the last line, and the text beside it in small letters.

    ``remarks``: for each row the text behind it in its line.
    """

    rows: tuple[Row, ...]
    first: int
    last: int
    label: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The number of fields of each row; 0 where they differ."""
        widths = {len(row) for row in self.rows}
        return widths.pop() if len(widths) == 1 else 0

    @property
    def flat(self) -> Row:
        """All fields."""
        return tuple(field for row in self.rows for field in row)

    def cut(self, first: int, last: int) -> Table:
        """Some of its rows, of a table with a row to a line."""
        return Table(self.rows[first:last], self.first + first, self.first + last - 1, self.label)


Fields = dict[str, Any]
"""A puzzle as our own JSON has it."""


@dataclass(frozen=True)
class Found:
    """Some tables that are one puzzle: ways to take them, each with the words of a note, and their first and last line."""

    ways: Sequence[tuple[str, Fields]]
    first: int
    last: int
    tables: int
    doubt: str = ""
    """The words of the fault where no way, or more than one, is proper."""
    usual: bool = False
    """Whether the first way is taken where it is proper, and where none is, unless it is a guess without any solution."""
    boxed: bool = False
    """Whether ways with boxes come before those without: these are asked only where no other is proper."""
    strict: bool = False
    """Whether no way is taken that is not proper."""
    guess: str = ""
    """The words of a note where there is one way, which the text does not say."""


def grid_of(table: Table) -> tuple[int, str] | None:
    """The size and the cells of a table that is a grid of a puzzle."""
    fields = table.flat
    size = len(table.rows) if len(table.rows) > 1 else next((one for one in SIZES if one * one == len(fields)), 0)
    if size not in SIZES or len(fields) != size * size or (len(table.rows) > 1 and table.width != size):
        return None
    cells = ["." if field in (".", "0") else field for field in fields]
    if any(digit_of(cell, size) > size for cell in cells):
        return None
    return size, "".join(chr(55 + int(cell)) if cell.isdecimal() and int(cell) > 9 else cell for cell in cells)


def grid_beside(tables: Sequence[Table], at: int, many: int) -> tuple[int, tuple[int, str]] | None:
    """The grid directly before or behind some tables: -1 or 1, its size and its cells."""
    for step, index in ((-1, at - 1), (1, at + many)):
        found = grid_of(tables[index]) if 0 <= index < len(tables) else None
        if found is not None:
            return step, found
    return None


Rule = Callable[[Sequence[Table], int, str, int, str], Found | None]
"""Takes tables, from one of them on, for a puzzle: by the text, the number of its first line, and its words with its name."""


def field_of(word: str) -> str:
    """A field as tables have it: "." for a word or sign for nothing."""
    return "." if word.lower() in _NONE else word


class _Text:
    """A text that tells the line of each place in it."""

    def __init__(self, text: str, first: int) -> None:
        self.text, self._first = text, first
        self._counted = self._line = 0

    def line(self, at: int) -> int:
        if at < self._counted:
            self._counted = self._line = 0
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        return self._first + self._line

    def before(self, at: int) -> str:
        """The text before a place in its line, or in the one above where there is none, and a comment above that."""
        begin = self.text.rfind("\n", 0, at) + 1
        above = self.text.rfind("\n", 0, max(0, begin - 1)) + 1
        two = self.text[max(above, at - _LONGEST) : at]
        if not self.text[begin:at].strip():
            two = self.text[max(self.text.rfind("\n", 0, max(0, above - 1)) + 1, at - _LONGEST) : at]
        return two.lower()

    def behind(self, at: int) -> str:
        """The text behind a place in its line."""
        end = self.text.find("\n", at)
        return self.text[at : end if end >= 0 else len(self.text)][:_LONGEST].lower()


def in_brackets(text: str, first: int) -> Iterator[Table]:
    """The tables in brackets of any language, in the order of the text."""
    yield from _within(parsed(text), _Text(text, first), root=True)


def _atoms(node: Node) -> Row | None:
    """The fields of a list of nothing but words and numbers."""
    fields = []
    for child in node.inside:
        if child.word is None or len(child.word) > 40:
            return None
        fields.append(field_of(child.word.strip()))
    return tuple(fields) if fields and not node.dull and len(fields) <= 25 * 25 else None


def _row(node: Node, depth: int = 0) -> Row | None:
    """The fields of a list whose lists are at most pairs, or lists of pairs: a cage, or two cells."""
    own = _atoms(node)
    if own is not None or depth > 2 or len(node.inside) > _MOST:
        return own
    parts: list[str] = []
    lists = [child for child in node.inside if child.word is None and child.inside]
    for child in node.inside:
        if child.word is not None:
            parts.append(field_of(child.word.strip()))
        elif child.inside:
            inner = _row(child, depth + 1)
            alone = len(lists) == len(node.inside) and len(lists) > 1
            if inner is None or (len(inner) != 2 and (alone or len(lists) > 1)):
                return None
            parts += inner
    return tuple(parts) if parts and len(parts) <= _MOST else None


def _within(node: Node, text: _Text, *, root: bool = False) -> Iterator[Table]:
    lists = [child for child in node.inside if child.word is None and child.inside]
    atoms = any(child.word is not None for child in node.inside)
    rows = [] if root or atoms or len(lists) < 2 else [_row(child) for child in lists]
    if rows and None not in rows:
        yield Table(
            tuple(row for row in rows if row is not None),
            text.line(node.start),
            text.line(node.end),
            text.before(node.start),
            tuple(text.behind(child.end) for child in lists),
        )
        return
    for child in lists:
        flat = _atoms(child)
        barred = _barred(text.text[child.start + 1 : child.end - 1]) if flat is not None else ()
        if barred:
            first, last = text.line(child.start), text.line(child.end)
            yield Table(barred, first, last, text.before(child.start), ("",) * len(barred))
        elif flat is not None and len(flat) > 3:
            yield Table((flat,), text.line(child.start), text.line(child.end), text.before(child.start))
        elif flat is None:
            yield from _within(child, text)


def _barred(inner: str) -> tuple[Row, ...]:
    """The rows of a list whose rows have bars before them, ``[|1, 2 |3, 4|]``; none of another."""
    if not inner.lstrip().startswith("|"):
        return ()
    rows = [part.replace(",", " ").split() for part in inner.split("|")]
    return tuple(tuple(map(field_of, row)) for row in rows if row)


_NUMBER = expression(r"(?<![A-Za-z_])[0-9]")


def in_calls(text: str, first: int) -> Iterator[Table]:
    """The calls of one function after another with as many arguments: a row each, and the name of the function as label. A line
    of a word and numbers is one: ``gt 0 0 0 1``.
    """
    every = sorted(chain(_CALL.finditer(text), _DIRECTED.finditer(text)), key=lambda found: found.start())
    calls = []
    for found in every:
        fields = tuple(map(field_of, filter(None, _PARTS.split(found[2]))))
        calls.append(
            (found[1].lower().rpartition(".")[2], fields, found.start(), found.end(), _NUMBER.search(found[2]))
        )
    place = _Text(text, first)
    # The function itself, which names its arguments, is none of its calls.
    for (name, many, _), some in groupby(calls, lambda call: (call[0], len(call[1]), call[4] is not None)):
        run = list(some)
        if 3 <= many <= 5:
            yield Table(tuple(call[1] for call in run), place.line(run[0][2]), place.line(run[-1][3]), name)


def lines_of(text: str, first: int) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, those parted that have a fence or a quote around several lines."""
    for number, line in enumerate(text.split("\n"), first):
        short = line[:_LONGEST]
        parts = _FENCED.split(short) if _FENCED.search(short) else [short]
        for part in parts:
            yield number, part


def in_lines(text: str, first: int) -> Iterator[Table]:
    """The tables of lines: as many fields in each, parted by blanks or commas, or each one symbol."""
    run: list[tuple[int, Row]] = []
    for number, row in [*_unspaced([(number, _fields(line)) for number, line in lines_of(text, first)]), (0, None)]:
        if len(run) == 1 and row is not None and names_kinds("".join(run[0][1])):
            run = []  # The heading of a grid.
        if run and (row is None or len(row) != len(run[-1][1])):
            whole = Table(tuple(fields for _, fields in run), run[0][0], run[-1][0])
            # A grid and the map of its cages often have no line between them, nor have a small grid and its pairs of cells.
            half = len(run) // 2 if len(run) == 2 * whole.width > 8 and run[-1][0] - run[0][0] < len(run) else len(run)
            cuts = [*range(0, len(run), half), len(run)]
            for at in (4, len(run) - 4) if whole.width == 4 < len(run) else ():
                parts = (whole.rows[:at], whole.rows[at:])
                if sum(map(_are_neighbours, parts)) == 1 and not _are_neighbours(parts[at != 4]):
                    cuts = [0, at, len(run)]
            # A heading is a row of letters.
            letters = len(run) == 1 and len(run[0][1]) > 2 and all(map(str.isalpha, run[0][1]))
            parted = pairwise(cuts if not letters else ())
            yield from (whole if end - at == len(run) else whole.cut(at, end) for at, end in parted)
            run = []
        if row is not None:
            run.append((number, row))


def _unspaced(rows: Sequence[tuple[int, Row | None]]) -> Iterator[tuple[int, Row | None]]:
    """The rows of lines, None for one that is none; without the lines between them where each other line is one of a square."""
    at, many = 0, len(rows)
    while at < many:
        row, end = rows[at][1], at
        if row is not None and at + 6 < many and rows[at + 1][1] is None:
            while end + 2 < many and rows[end + 1][1] is None and len(rows[end + 2][1] or ()) == len(row):
                end += 2
        # Four rows may be the numbers along the sides of a grid.
        run = [one for one in rows[at : end + 1 : 2] if row is not None and len(row) == (end - at) // 2 + 1 > 3]
        yield from run if len(run) > 4 or any("<" in (one or ()) for _, one in run) else rows[at : end + 1]
        at = end + 1


def _are_neighbours(rows: Sequence[Row]) -> bool:
    """Whether rows of four numbers are pairs of cells beside one another."""
    numbers = [numbers_of(row) or [0] * 4 for row in rows]
    return all(abs(a - c) + abs(b - d) == 1 for a, b, c, d in numbers)


_WORDY = expression(r"[^\W\d_]{3,}")
_SYMBOLS = expression(r"[\w.<>^*#○●-]{3,25}")


def _fields(line: str) -> Row | None:
    bare = line.strip().strip("[](){}").strip().rstrip(",;$")
    if not bare or (_WORDY.search(bare) and not _SYMBOLS.fullmatch(bare)):
        return None
    words = [word for word in bare.replace(",", " ").replace("|", " ").split() if word]
    if len(words) == 1:
        return tuple(map(field_of, bare)) if _SYMBOLS.fullmatch(bare) else None
    return tuple(map(field_of, words)) if 0 < len(words) <= 25 and max(map(len, words)) <= 5 else None


def numbers_of(fields: Sequence[str]) -> list[int] | None:
    """The fields as numbers; None where one is none."""
    try:
        return [int(field) for field in fields]
    except ValueError:
        return None


_TOKEN = expression(
    r"(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<number>-?[0-9]+(?![\w.]))"
    r"|(?P<sign>=>|:=|[\[\](){},:=])"
    r"|(?P<word>:?[.A-Za-z_$][\w.$]*)"
    r"|(?P<other>.)"
)
_OPENS_OBJECT = expression(r"[{(]\s*(?:[\"':.]?[A-Za-z_]\w*[\"']?)\s*(?:=>|[:=])")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "nil": None, "none": None, "undefined": None}
_CLOSING = {"{": "}", "[": "]", "(": ")"}
_DEEPEST, _MOST_TOKENS = 24, 20_000
"""Brackets in one another, and tokens of one object."""


class _UnlikeError(Exception):
    """The text is not an object."""


def objects(text: str) -> Iterator[tuple[dict[str, Any], int, int]]:
    """The outermost objects of a text, each with where it begins and ends."""
    at = 0
    while (found := _OPENS_OBJECT.search(text, at)) is not None:
        reader = _Reader(text, found.start())
        try:
            value = reader.value(0)
        except (_UnlikeError, RecursionError):
            at = found.start() + 1
            continue
        at = max(reader.at, found.start() + 1)
        if isinstance(value, dict) and value:
            yield value, found.start(), at


_ASSIGNS = expression(
    r"(?m)^[ \t]*(?:[A-Za-z][\w:<>*&]*+(?:,[ \t]*[\w:<>*&]++){0,3}+[ \t]+){0,4}([A-Za-z_]\w*)[ \t]*"
    r"(?:\[[^\]\n]{0,30}\][ \t]*){0,3}(?::[^=\n]{1,60})?:?=[ \t]*"
    r"(?:new[ \t]+\w+(?:\[\])*[ \t]*|dict(?=\()|[A-Za-z_][\w.]{0,40}\()?(?=[\[({\"']|[Tt]rue\b|[Ff]alse\b)"
)


def assigned(text: str) -> Iterator[dict[str, tuple[Any, int, int]]]:
    """What a program assigns to its names, as objects, each value with where its assignment begins and ends: a name that comes
    again begins the next one.
    """
    made: dict[str, tuple[Any, int, int]] = {}
    at = 0
    while (found := _ASSIGNS.search(text, at)) is not None:
        reader = _Reader(text, found.end())
        try:
            value = reader.value(0)
        except (_UnlikeError, RecursionError):
            at = found.end()
            continue
        at = max(reader.at, found.end() + 1)
        if found[1] in made:
            yield made
            made = {}
        made[found[1]] = value, found.start(), at
    if made:
        yield made


class _Reader:
    """Reads one value from a place of a text on."""

    def __init__(self, text: str, at: int) -> None:
        self._text, self.at, self._many = text, at, 0

    def _next(self, *, peek: bool = False) -> tuple[str, str]:
        while True:
            found = _TOKEN.match(self._text, self.at)
            self._many += 1
            if found is None or self._many > _MOST_TOKENS:
                raise _UnlikeError
            if found.lastgroup != "skip":
                if not peek:
                    self.at = found.end()
                return str(found.lastgroup), found[0]
            self.at = found.end()

    def value(self, depth: int) -> Any:
        """The value that begins here, and what follows it up to a comma or a closing bracket where that is a call or a sum."""
        if depth > _DEEPEST:
            raise _UnlikeError
        kind, token = self._next()
        made: Any
        if token in _CLOSING:
            made = self._inside(token, depth)
        elif kind == "text":
            made = token[1:-1]
        elif kind == "number":
            made = int(token) if len(token) < 12 else token
        elif kind in ("word", "other"):
            made = _WORDS.get(token.lower(), token.lstrip(":"))
        else:
            raise _UnlikeError
        if depth == 0:
            return made
        while (following := self._next(peek=True))[1] not in (",", "}", "]", ")"):
            if following[1] in _CLOSING:
                inner = self.value(depth + 1)
                made = (
                    f"{made} {inner}" if isinstance(inner, str) else inner if isinstance(inner, dict | list) else made
                )
            elif following[1] in ("=>", ":", "=", ":="):
                raise _UnlikeError
            else:
                made = f"{made}{self._next()[1]}"
        return made

    def _inside(self, opening: str, depth: int) -> Any:
        keyed: dict[str, Any] = {}
        listed: list[Any] = []
        while True:
            token = self._next(peek=True)[1]
            if token == _CLOSING[opening]:
                self._next()
                return keyed if keyed and not listed else listed
            if token == ",":
                self._next()
                continue
            key = self._key()
            if key is not None:
                keyed[key] = self.value(depth + 1)
            else:
                listed.append(self.value(depth + 1))

    def _key(self) -> str | None:
        """The key that begins here; None, and nothing read, where there is none."""
        begin = self.at
        kind, token = self._next()
        sign = self._next()[1] if kind in ("word", "text", "number") else ""
        if sign in ("=>", ":", "=", ":="):
            return token.strip("\"'").lstrip(":.")
        self.at = begin
        return None
