"""The XML of office files: documents of word processors (.docx, .odt) and sheets of OpenDocument (.ods) as texts and tables.

What repeats a cell or a row is charged as often as it is filled; empty ones cost nothing, as the rows below a sheet come as one
that is repeated a million times. Remarks beside the text, deleted text, and the second copy of a text box are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from xml.parsers import expat

from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.document_tables import Table
from bookmaker.formats.stream.inputs import Budget

Flow = list[str | Table]
"""Paragraphs and tables in their order."""

_MOST_SPAN = 1000
_EDGE = 1 << 20
"""Rows of a sheet, as all programs have them."""
_REPEATED = 4
"""The cost of each cell that a document fills by saying how often it comes: some bytes say any number."""


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of a format for its elements: paragraphs, tables with their rows and cells, what holds text (None: any
    paragraph), tabs and breaks, and all that is not part of the text.
    """

    paragraphs: frozenset[str]
    tables: frozenset[str]
    row: str
    cells: frozenset[str]
    text: str | None
    signs: Mapping[str, str]
    remarks: frozenset[str]


_WORD = _Names(
    frozenset({"w:p"}),
    frozenset({"w:tbl"}),
    "w:tr",
    frozenset({"w:tc"}),
    "w:t",
    {"w:tab": "\t", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-"},
    frozenset({"mc:Fallback", "w:moveFrom"}),
)
_OPEN = _Names(
    frozenset({"text:p", "text:h"}),
    frozenset({"table:table", "table:sub-table"}),
    "table:table-row",
    frozenset({"table:table-cell", "table:covered-table-cell"}),
    None,
    {"text:tab": "\t", "text:line-break": "\n", "text:s": " "},
    frozenset({"office:annotation", "text:tracked-changes", "table:shapes", "text:note"}),
)


@dataclass(slots=True)
class _Begun:
    """A table that has begun: where its next cell is, how often the row and the cell come, and the texts of the cell so far."""

    table: Table
    row: int = -1
    column: int = 0
    rows: int = 1
    widest: int = 0
    columns: int = 1
    value: str | None = None
    paragraphs: list[str] | None = None
    nested: list[Table] = field(default_factory=list)
    inside: dict[int, tuple[str, list[Table]]] = field(default_factory=dict)
    sides: list[int | None] = field(default_factory=lambda: [None] * 4)
    frame: list[int] = field(default_factory=lambda: [0] * 6)
    styles: list[str] = field(default_factory=list)
    """Of the columns."""

    style: str = ""
    all_inside: list[list[tuple[str, list[Table]]]] = field(default_factory=list)
    drawn: list[tuple[int, int, list[int | None]]] = field(default_factory=list)


class _Reader:
    """Collects paragraphs and tables; of sheets the tables alone."""

    def __init__(self, names: _Names, budget: Budget, *, sheets: bool) -> None:
        self.flow: Flow = []
        self._names, self._budget, self._sheets = names, budget, sheets
        self._line: list[str] = []
        self._open: list[_Begun] = []
        self._inside = self._remarks = 0
        self._styles: dict[str, list[int]] = {}
        self._style = ""
        self._frame = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._budget.charge("elements")
        names = self._names
        self._remarks += name in names.remarks
        if self._remarks:
            return
        begun = self._open[-1] if self._open else None
        if name in names.tables:
            self._budget.charge("tables")
            shape = None if self._sheets and begun is None else (0, 0)
            self._open.append(_Begun(Table(attributes.get("table:name", ""), shape=shape)))
        elif begun is not None and name == names.row:
            begun.row += begun.rows if begun.row >= 0 else 1
            begun.rows = _number(attributes.get("table:number-rows-repeated"))
            begun.column, begun.columns, begun.inside = 0, 0, {}
        elif begun is not None and name in names.cells and begun.row >= 0:
            begun.column += begun.columns
            begun.columns = _number(attributes.get("table:number-columns-repeated"))
            begun.value = None if attributes.get("office:value-type") == "string" else attributes.get("office:value")
            begun.paragraphs, begun.nested, begun.sides = [], [], [None] * 4
            begun.style = attributes.get("table:style-name", "")
            wide = _number(attributes.get("table:number-columns-spanned"))
            high = _number(attributes.get("table:number-rows-spanned"))
            if wide * high > 1:
                place = begun.row, begun.column
                begun.table.merged.append((*place, begun.row + high - 1, begun.column + wide - 1))
        elif name in names.signs:
            many = min(_number(attributes.get("text:c")), _MOST_SPAN)
            self._budget.charge("characters", many)
            self._line.append(names.signs[name] * many)
        elif begun is not None:
            self._drawn(name, attributes, begun)
        if name == "style:style":
            self._style = attributes.get("style:name", "")
        elif name == "style:table-cell-properties":
            self._styles[self._style] = _borders(attributes)
        if name == names.text or (names.text is None and name in names.paragraphs):
            self._inside += 1

    def _drawn(self, name: str, attributes: Mapping[str, str], begun: _Begun) -> None:
        """Take how many columns a cell spans, and the lines around it."""
        if name == "w:gridSpan":
            begun.columns = min(_number(attributes.get("w:val")), _MOST_SPAN)
        elif name == "w:tblBorders":
            self._frame = True
        elif name == "w:tcBorders":
            self._frame = False
        elif name in _SIDES and "w:val" in attributes:
            none = attributes["w:val"] in ("nil", "none")
            weight = 0 if none else _number(attributes.get("w:sz"))
            if self._frame:
                begun.frame[_SIDES[name]] = weight
            elif _SIDES[name] < _INSIDE:
                begun.sides[_SIDES[name]] = weight
        elif name == "table:table-column":
            style = attributes.get("table:default-cell-style-name", "")
            many = min(_number(attributes.get("table:number-columns-repeated")), _MOST_SPAN)
            if len(begun.styles) < _MOST_SPAN:
                begun.styles += [style] * many

    def end(self, name: str) -> None:
        names = self._names
        if self._remarks:
            self._remarks -= name in names.remarks
            return
        begun = self._open[-1] if self._open else None
        if name in names.paragraphs:
            line, self._line = "".join(self._line), []
            if begun is not None and begun.paragraphs is not None:
                begun.paragraphs.append(line)
            elif begun is None and not self._sheets:
                self.flow.append(line)
        elif begun is not None and name in names.cells and begun.paragraphs is not None:
            self._end_cell(begun)
        elif begun is not None and name == names.row:
            begun.widest = max(begun.widest, begun.column + begun.columns)
            begun.all_inside.append([begun.inside[at] for at in sorted(begun.inside)])
        elif begun is not None and name in names.tables:
            self._open.pop()
            self._end_table(begun)
        if name == names.text or (names.text is None and name in names.paragraphs):
            self._inside -= 1

    def data(self, text: str) -> None:
        if self._inside and not self._remarks:
            self._budget.charge("characters", len(text))
            self._line.append(text)

    def _end_cell(self, begun: _Begun) -> None:
        text = " ".join(begun.paragraphs or ()) if begun.value is None else number_text(begun.value)
        text = " ".join(text.split())
        begun.paragraphs = None
        begun.inside[begun.column] = text, begun.nested
        style = begun.style or (begun.styles[begun.column] if begun.column < len(begun.styles) else "")
        drawn = self._styles.get(style) if self._sheets or style else None
        sides: list[int | None] = begun.sides if drawn is None else [*drawn]
        lined = any(sides) or any(one is not None for one in begun.sides)
        # A style of empty cells to the edge of a sheet draws nothing that anybody means.
        many = begun.rows * begun.columns if begun.row + begun.rows < _EDGE and begun.columns < _MOST_SPAN else 0
        if text:
            filled = begun.rows * begun.columns
            self._budget.charge("cells", filled if filled == 1 else _REPEATED * filled)
            self._budget.charge("characters", len(text) * filled)
        elif lined:
            self._budget.charge("cells", many)
        for row in range(begun.row, begun.row + begun.rows) if text or (lined and many) else ():
            for column in range(begun.column, begun.column + begun.columns):
                # A cell of Word that spans several has its text in the first.
                if text and (self._names is not _WORD or column == begun.column):
                    begun.table.cells[row, column] = text
                if lined:
                    begun.drawn.append((row, column, sides))

    def _end_table(self, begun: _Begun) -> None:
        table = begun.table
        high, wide = begun.row + begun.rows if begun.row >= 0 else 0, begun.widest
        for row, column, sides in begun.drawn:
            table.draw((row, column), [one or 0 for one in sides])
        if any(begun.frame) and high * wide <= _MOST_SPAN:
            _frame(table, begun.frame, (high, wide), {(row, column): sides for row, column, sides in begun.drawn})
        if table.shape is not None:
            table.shape = (high, wide)
        joined = of_tables(begun.all_inside)
        made = [joined] if joined is not None else [table, *_nested(begun.all_inside)]
        if self._open and self._open[-1].paragraphs is not None:
            self._open[-1].nested += made
        elif not self._open:
            self.flow += made


_SIDES = {
    **{"w:top": 0, "w:left": 1, "w:start": 1, "w:bottom": 2, "w:right": 3, "w:end": 3},
    **{"w:insideH": 4, "w:insideV": 5},
}
_INSIDE = 4


def _frame(
    table: Table, frame: list[int], shape: tuple[int, int], own: Mapping[tuple[int, int], list[int | None]]
) -> None:
    """Draw the lines that a table has by itself where its cells say nothing else."""
    for row in range(shape[0]):
        for column in range(shape[1]):
            around = [
                frame[0] if row == 0 else frame[4],
                frame[1] if column == 0 else frame[5],
                frame[2] if row == shape[0] - 1 else frame[4],
                frame[3] if column == shape[1] - 1 else frame[5],
            ]
            said = own.get((row, column), [None] * 4)
            table.draw(
                (row, column), [weight if one is None else one for weight, one in zip(around, said, strict=True)]
            )


def of_tables(rows: Iterable[Iterable[tuple[str, list[Table]]]]) -> Table | None:
    """One table of a table of tables: where each cell of each row holds one table and no text, and all have one shape."""
    inner = [[(text, tables) for text, tables in row] for row in rows]
    whole = [one for row in inner for one in row]
    if len(whole) < _FEWEST_TABLES or any(text or len(tables) != 1 for text, tables in whole):
        return None
    shapes = {tables[0].shape for _, tables in whole}
    if len(shapes) != 1 or len({len(row) for row in inner}) != 1:
        return None
    high, wide = shapes.pop() or (0, 0)
    if high * wide < _FEWEST_TABLES:
        return None
    made = Table(shape=(high * len(inner), wide * len(inner[0])), box=(high, wide))
    for at, row in enumerate(inner):
        for beside, (_, (table,)) in enumerate(row):
            for (down, across), text in table.cells.items():
                made.cells[at * high + down, beside * wide + across] = text
    return made


_FEWEST_TABLES = 4


def _nested(rows: Iterable[Iterable[tuple[str, list[Table]]]]) -> Iterable[Table]:
    return chain.from_iterable(tables for row in rows for _, tables in row)


def _number(text: str | None) -> int:
    """A number of times, 1 if none is said. Raises ValueError."""
    return max(int(text), 1) if text else 1


_LENGTH = expression(r"([0-9.]+)(pt|mm|cm|in|px)?")
_POINTS = {"pt": 1.0, "mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "px": 0.75}


def _borders(attributes: Mapping[str, str]) -> list[int]:
    """The weights of the lines above, before, below and behind the cells of a style, in hundredths of a point."""
    found = []
    for side in ("top", "left", "bottom", "right"):
        said = attributes.get(f"fo:border-{side}", attributes.get("fo:border", "none"))
        length = _LENGTH.match(said)
        found.append(round(float(length[1]) * _POINTS[length[2] or "pt"] * 100) if length else 0)
    return found


_MOST_DIGITS = 15
"""Digits that a number of a sheet has: of more, those behind them are lost."""


def number_text(value: str) -> str:
    """A number of a sheet as text: whole ones without a point; one of more digits than are kept stays as it is written."""
    number = float(value)
    whole = number.is_integer() and abs(number) < 10**_MOST_DIGITS
    return str(int(number)) if whole else f"{number:e}" if number.is_integer() else value


def _flow(pieces: Iterable[bytes], names: _Names, budget: Budget, *, sheets: bool) -> Flow:
    reader = _Reader(names, budget, sheets=sheets)
    parse(pieces, reader.start, reader.end, reader.data)
    return reader.flow


def parse(
    pieces: Iterable[bytes],
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    data: Callable[[str], None],
) -> None:
    """Parse XML in pieces. Raises expat.ExpatError."""
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    parser.buffer_text = True
    for piece in pieces:
        parser.Parse(piece, False)
    parser.Parse(b"", True)


def document(pieces: Iterable[bytes], budget: Budget, *, word: bool) -> Flow:
    """The text and tables of a document's main file; ``word``: of a .docx, else of an .odt.

    Raises InputError for a document beyond its budget, expat.ExpatError, and ValueError for a number that is none.
    """
    return _flow(pieces, _WORD if word else _OPEN, budget, sheets=False)


def sheets(pieces: Iterable[bytes], budget: Budget) -> list[Table]:
    """The sheets of an .ods file. Raises as :func:`document` does."""
    return [one for one in _flow(pieces, _OPEN, budget, sheets=True) if isinstance(one, Table)]
