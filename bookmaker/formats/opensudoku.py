"""The XML of the OpenSudoku app (.opensudoku): ``<opensudoku><game data="81 digits"/>...</opensudoku>``.

No schema of it was ever published. What is held to here is the form of the files that the app itself ships
(https://github.com/ogarcia/opensudoku, folder ``sudoku``): a head of ``name``, ``author``, ``description``, ``comment``,
``created``, ``source``, ``level`` and ``sourceURL``, which tell of the collection and not of a puzzle, then a ``game`` for each
puzzle, whose ``data`` are its cells in reading order, 0 for an empty one. Exports of newer versions have their games in
``folder`` elements. What else a file has is passed over.

The document is read as it comes, by expat, in constant memory. A document type may define entities that unfold to
gigabytes, or that name other files; nothing of ours has one, so the first sign of it ends the reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.parsers import expat

from bookmaker.formats.cells import cells_of
from bookmaker.formats.source import Block, Format, Source
from bookmaker.grid.puzzle import Puzzle, cells_text

_GAME, _DATA = "game", "data"
_MOST_DEEP = 20


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
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.EntityDeclHandler = self._doctype

    def feed(self, text: str, last: bool = False) -> bool:
        """Read on; False, with a fault told, if there is no reading on."""
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), last)
        except _Refused as refused:
            self._source.fault(str(refused), self._line(), 1)
            return False
        except expat.ExpatError as error:
            message = f"this is no XML: {expat.ErrorString(error.code)}"
            self._source.fault(message, self._first + error.lineno - 1, error.offset + 1)
            return False
        return True

    def _line(self) -> int:
        return self._first + self._parser.CurrentLineNumber - 1

    def _doctype(self, *_: object) -> None:
        raise _Refused("a document type or an entity; puzzles need none, and it can be a trap")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEEP:
            raise _Refused(f"elements within elements, more than {_MOST_DEEP} deep")
        if name.lower() != _GAME:
            return
        self.games += 1
        text = attributes.get(_DATA, "")
        if text.startswith("version:"):
            message = "a game in progress, of which the givens cannot be told from the rest"
            self._source.fault(message, self._line(), 1, "export the puzzle without its state")
            return
        cells = cells_of(text, self._source, self._line(), self._parser.CurrentColumnNumber + 1)
        if cells is not None:
            ground = self._source.geometry(round(len(cells) ** 0.5))
            self.found.append(Puzzle(ground, cells, self._source.place(self._line(), 1)))

    def _end(self, _: str) -> None:
        self._depth -= 1


def opens(line: str) -> bool:
    """Whether XML begins in the line."""
    start = line.lstrip()[:40].lower()
    return start.startswith(("<?xml", "<opensudoku", "<!doctype"))


def last(line: str) -> bool:
    """Whether the document ends in the line."""
    return "</opensudoku" in line.lower()


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every game of one document; what is none becomes faults of the source."""
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
