"""The XML of the OpenSudoku app (.opensudoku): ``<opensudoku><game data="81 digits"/>...</opensudoku>``.

No schema of it was ever published. The form kept here is that of the files that the app itself ships
(https://github.com/ogarcia/opensudoku, folder ``sudoku``): a head of ``name``, ``author``, ``description``, ``comment``,
``created``, ``source``, ``level`` and ``sourceURL``, which describe the collection and not a puzzle, then a ``game`` for each
puzzle, whose ``data`` are its cells in reading order, 0 for an empty one. Exports of newer versions have their games in
``folder`` elements. What else a file has is passed over. A game in progress begins with ``version:`` and has for each cell its
digit, its marks and whether it may be edited: cells that may not are the givens.

The games that KSudoku saves (its ``serializer.cpp``) are read too: the classic ones, whose ``values`` are letters.

The document is read as it comes, by expat, in constant memory. A document type may define entities that unfold to
gigabytes, or that name other files. KSudoku's has none, so the first entity ends the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.parsers import expat

from bookmaker.formats.base.cells import SIZE_OF, cells_of, fits, shown
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import FOREIGN, Block, Source
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

_ROOT, _GAME, _DATA = "opensudoku", "game", "data"
_MOST_DEEP = 20


_CELL = {
    1: expression(r"(\d)\|(?:(?:\d+,)+|-)\|([01])\|"),
    2: expression(r"(\d)\|\d+\|{1,2}([01])\|"),
    3: expression(r"(\d)\|\d+\|([01])\|"),
    4: expression(r"(\d)\|\d+\|\d+\|([01])\|"),
    5: expression(r"(\d)\|\d+\|\d+\|\d+\|([01])\|"),
}
"""A cell of a game in progress, by the version of the app: the digit, marks, from version 5 on a colour, and 0 for a given."""

_PLAYED = expression(r"version: ?([1-5])\s(.*)", re.DOTALL)
_FOREIGN = "ksudoku"


class _Refused(Exception):  # noqa: N818 -- it never leaves this module
    pass


class _Reader:
    def __init__(self, source: Source, first: int) -> None:
        self.found: list[Puzzle] = []
        self.games = 0
        self._source, self._first, self._depth = source, first, 0
        # Whatever it declares, it was decoded already, and is handed over in UTF-8.
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._entity
        self._root = self._order = self._type = ""
        self._values: str | None = None

    def feed(self, text: str, last: bool = False) -> bool:
        """Read on. Returns False, with a fault recorded, if the rest cannot be read."""
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), last)
        except _Refused as refused:
            foreign = self._root not in ("", _ROOT, _FOREIGN)
            self._source.fault(str(refused), self._line(), 1, code=FOREIGN if foreign else "")
            return False
        except expat.ExpatError as error:
            message = f"this is not XML: {expat.ErrorString(error.code)}"
            self._source.fault(message, self._first + error.lineno - 1, error.offset + 1)
            return False
        return True

    def _line(self) -> int:
        return self._first + self._parser.CurrentLineNumber - 1

    def _entity(self, *_: object) -> None:
        raise _Refused("a document with an entity of its own; puzzles need none, and it can be a trap")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEEP:
            raise _Refused(f"elements within elements, more than {_MOST_DEEP} deep")
        name = name.lower()
        self._root = self._root or name
        if self._root == _FOREIGN:
            self._saved(name, attributes)
            return
        if self._root != _ROOT:
            raise _Refused(f"a document of {shown(name)!r}, which is not known here")
        if name != _GAME:
            return
        self.games += 1
        text = attributes.get(_DATA, "")
        played = _PLAYED.fullmatch(text)
        if played is not None:
            self._game(int(played[1]), played[2])
            return
        cells = cells_of(text, self._source, self._line(), self._parser.CurrentColumnNumber + 1)
        if cells is not None:
            self._take(cells)

    def _take(self, cells: bytes, masks: tuple[int, ...] | None = None) -> None:
        place = self._source.place(self._line(), 1)
        puzzle = self._source.puzzle(round(len(cells) ** 0.5), cells, place, candidates=masks)
        self.found += [] if puzzle is None else [puzzle]

    def _game(self, version: int, text: str) -> None:
        """A game in progress: cells that may not be edited are givens, and other digits were placed by the player."""
        cells = _CELL[version].findall(text)
        if len(cells) != 81 or _CELL[version].sub("", text).strip():
            self._source.fault(f"a game in progress of version {version} that is damaged", self._line(), 1)
            return
        digits = bytes(int(digit) for digit, _ in cells)
        givens = bytes(digit if cell[1] == "0" else 0 for digit, cell in zip(digits, cells, strict=True))
        if any(digits) and not any(givens):
            message = "a game in progress in which no digit is marked as a given"
            self._source.fault(message, self._line(), 1, "export the puzzle without its state")
            return
        self._take(givens, tuple(1 << digit - 1 if digit else (1 << 9) - 1 for digit in digits))

    def _saved(self, name: str, attributes: dict[str, str]) -> None:
        """An element of a game that KSudoku saved; its values are letters, from b for 1 on."""
        if name == "graph":
            self._order, self._type = attributes.get("order", ""), attributes.get("type", "")
            if self._type != "sudoku":
                what = shown(attributes.get("specific-type") or attributes.get("name") or self._type)
                raise _Refused(f"a saved puzzle of the kind {what!r}, which cannot be read from KSudoku")
        elif name == "values":
            self._values = ""

    def _data(self, text: str) -> None:
        if self._values is not None:
            self._values += text

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name.lower() == "values" and self._values is not None:
            word, self._values, self.games = "".join(self._values.split()), None, self.games + 1
            cells = bytes(0 if letter == "_" else min(max(ord(letter) - ord("a"), 0) or 255, 255) for letter in word)
            size = SIZE_OF.get(len(cells), 0)
            if not size or str(size) != self._order or not fits(cells, size):
                raise _Refused(f"{len(cells)} values that make no grid of order {shown(self._order)}")
            self._take(cells)


def opens(line: str) -> bool:
    """Whether XML begins in the line."""
    start = line.lstrip()[:40].lower()
    if start.startswith("<!doctype html"):
        return False
    return start.startswith(("<?xml", "<opensudoku", "<ksudoku", "<!doctype"))


def last(line: str) -> bool:
    """Whether the document ends in the line."""
    return any(end in line.lower() for end in ("</opensudoku", "</ksudoku"))


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every game of one document; anything else becomes a fault of the source."""
    reader: _Reader | None = None
    for block in blocks:
        if reader is None:
            start = next((place for place, line in enumerate(block.lines) if opens(line)), 0)
            reader = _Reader(source, block.first + start)
            lines: Sequence[str] = block.lines[start:]
            lines = [lines[0].lstrip(), *lines[1:]]
        else:
            lines = block.lines
        for line in lines:
            sound = reader.feed(f"{line}\n")
            yield from reader.found
            reader.found = []
            if not sound:
                return
        yield None
    if reader is not None and reader.feed("", True) and not reader.games:
        source.fault("no game in this document", None, None, 'such as <game data="81 digits"/>')


def render(puzzles: Sequence[Puzzle]) -> str:
    """A game for each puzzle."""
    return "".join(f'  <game data="{cells_text(puzzle.givens).replace(".", "0")}"/>\n' for puzzle in puzzles)


FORMAT = Format(
    "opensudoku",
    frozenset({"givens"}),
    lambda block: opens(block.lines[0]),
    parse,
    render,
    frozenset({9}),
    opens=opens,
    last=lambda: last,
    head='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n',
    tail="</opensudoku>\n",
)
