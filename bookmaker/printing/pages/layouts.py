"""Layouts: how many grids a page has, and where. A layout is a YAML file of lengths in ``layouts/``, no code.

A layout may part a grid for two facing pages at a seam: between two boxes, so that no cell and no box is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

from bookmaker.base import resources, schema
from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.schema import key
from bookmaker.base.schema.tree import read_bytes
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.grid_drawing import GridStyle
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import Geometry


@cache
def seams(ground: Geometry) -> tuple[int, ...]:
    """The columns of the square of ``span`` cells before which an upright line cuts no box.

    There are none where each puzzle has marks of its own, which may lie across any line: cages, clues, regions.
    """
    if ground.caged or ground.clued or ground.mapped or not ground.boxed:
        return ()
    at = {ground.spot(cell): box for cell, box in enumerate(ground.box_of)}
    first = min(column for _, column in at)
    return tuple(
        seam
        for seam in range(first + 1, first + ground.width)
        if all(at.get((row, seam - 1)) != at.get((row, seam), -1) for row in range(ground.span))
    )


def part_columns(ground: Geometry, seam: int) -> tuple[int, int]:
    """How many columns of cells lie before a seam, and behind it."""
    first = min(column for _, column in ground.spots)
    return seam - first, first + ground.width - seam


@dataclass(frozen=True, kw_only=True)
class CellSize(schema.Record):
    """How small and how large a cell of the layout may be."""

    least: float = key(schema.Length("1mm", "50mm"), "A page too small for cells of this size is refused.")
    most: float = key(schema.Length("1mm", "50mm"), "Cells do not grow beyond this size, however much room there is.")

    def cross_faults(self) -> Iterator[Fault]:
        """The least size may not exceed the largest."""
        if self.least > self.most:
            yield Fault("the least cell is larger than the largest", self.place("least"), "exchange the two")


@dataclass(frozen=True, kw_only=True)
class Spread(schema.Record):
    """One puzzle on two facing pages, parted between two boxes."""

    reach: float = key(
        schema.Length("0mm", "20mm"),
        "How far heavy lines run on into the gutter where they go on on the other page. No cell comes as near to it.",
    )


@dataclass(frozen=True, kw_only=True)
class LayoutFile(schema.Record):
    """A page of grids in rows and columns, as its file says. Lengths are in points once read.

    Type sizes and strips are those of the classic style; others make them larger.
    """

    use: str = key(schema.Choice("puzzles", "answers"), "The use of the layout.")
    columns: int = key(schema.Integer(1, 12), "Grids side by side.")
    rows: int = key(schema.Integer(1, 12), "Grids one under another.")
    column_gap: float = key(schema.Length("0mm", "100mm"), "Space between columns.", default="0mm")
    row_gap: float = key(schema.Length("0mm", "100mm"), "Space between rows.", default="0mm")
    label: float = key(schema.Length("0mm", "100mm"), "Height of the strip above each grid: its number and level.")
    label_size: float = key(schema.Length("5pt", "40pt"), "Type size of the number.")
    note: float = key(
        schema.Length("0mm", "100mm"), "Height of the strip below each grid: where its answer is.", default="0pt"
    )
    note_size: float = key(schema.Length("5pt", "40pt"), "Type size of the note.", default="8pt")
    cell: CellSize = key(schema.Nested(CellSize), "The size of a cell.")
    spread: Spread | None = key(
        schema.Nested(Spread),
        "Lay each puzzle, or each answer, over two facing pages. Left out: each page has its own.",
        default=None,
    )
    turn: bool = key(
        schema.Boolean(),
        "On a wide page its rows and columns change places, if that makes the grids much larger.",
        default=False,
    )
    aside: float | None = key(
        schema.Length("20mm", "100mm"),
        "Width of a column beside each grid that takes the words around it, where the grids stay as large. Left out: none.",
        default=None,
    )
    thin: float | None = key(
        schema.Length("0.25pt", "5pt"),
        "Width of the lines between cells, if not the style's.",
        default=None,
        examples=["0.4pt"],
    )
    box: float | None = key(
        schema.Length("0.25pt", "10pt"),
        "Width of the lines between boxes, if not the style's.",
        default=None,
        examples=["1.2pt"],
    )
    digit: float | None = key(
        schema.Number(0.2, 0.9),
        "Height of a digit as a share of the cell, if not the style's.",
        default=None,
        examples=[0.64],
    )

    def cross_faults(self) -> Iterator[Fault]:
        """The strips must hold their type; two facing pages hold one grid."""
        if self.spread is not None and (self.columns, self.rows) != (1, 1):
            advice = "give it one column and row"
            yield Fault("a layout of two facing pages has one grid on them", self.place("spread"), advice)
        for strip, name in ((self.label, "label"), (self.note, "note")):
            size = self.label_size if name == "label" else self.note_size
            if (name == "label" or strip) and strip < LEAST_STRIP * size - 1e-6:
                message = f"`{name}` is too low for type of {size:g}pt"
                advice = f"give it {LEAST_STRIP * size:.1f}pt or more, or lower `{name}_size`"
                yield Fault(message, self.place(name), advice)


_NOTE = 0.85
"""Size of notes on wide pages, at least, as a share of that of text."""
_STRIP = 1.25
"""Height of the strip for a note, at least, as a multiple of its type size."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A layout in a style. Lengths are in points; ``label`` and ``note`` are strips above and below each grid.

    ``row`` is the height of the row of symbols between label and grid, in cells. ``spread``: its grid lies over two pages.
    ``turn``: rows and columns may change places. ``aside`` is the width of the column that may be beside each grid, and
    ``beside`` says that it is there. ``around``: the room for a frame, of a grid without such a column. ``alike``:
    by the size of plain grids the most that a cell may be, so that these are as large as on other pages.
    """

    name: str
    use: str
    columns: int
    rows: int
    column_gap: float
    row_gap: float
    label: float
    label_size: float
    note: float
    note_size: float
    cell: CellSize
    style: GridStyle
    row: float = 0.0
    spread: Spread | None = None
    turn: bool = False
    aside: float = 0.0
    beside: bool = False
    around: float = 0.0
    alike: tuple[tuple[int, float], ...] = ()

    @property
    def per_page(self) -> int:
        """Grids on a full page."""
        return self.columns * self.rows

    @property
    def sheets(self) -> int:
        """Pages that its grids lie on together."""
        return 1 if self.spread is None else 2

    def for_answers(self) -> Layout:
        """The same frames for answers: without a note below, and with cells and digits as in layouts that are made for them."""
        return self if self.use == "answers" else self._for_answers

    @cached_property
    def _for_answers(self) -> Layout:
        grid = self.style.look.grid
        cell = replace(self.cell, least=min(self.cell.least, grid.least_answer_cell))
        style = GridStyle.in_answers(self.style.look)
        style = replace(style, digit=max(self.style.digit, style.digit))
        # A number and a page fill no column beside a grid.
        return replace(self, use="answers", note=0.0, aside=0.0, around=0.0, beside=False, cell=cell, style=style)

    def turned(self, area: Box, ground: Geometry) -> Layout:
        """The same with rows and columns exchanged, if it may be and makes the cells of a grid much larger on an area."""
        if not self.turn:
            return self
        other = replace(self, beside=False)._in_rows(self.columns, self.rows)
        return other if other.cell_in(area, ground) > _MUCH_LARGER * self.cell_in(area, ground) else self

    def of_few(self, rows: int, columns: int) -> Layout:
        """The layout on a part of a page, with other rows and columns: where grids are fewer, they may be larger."""
        most = self.cell.most * max(1.0, self.per_page / (rows * columns)) ** 0.5
        return replace(self._in_rows(rows, columns), cell=replace(self.cell, most=most))

    def _in_rows(self, rows: int, columns: int) -> Layout:
        """The same grids in so many rows and columns."""
        across, down = self.column_gap or self.row_gap, self.row_gap or self.column_gap
        return replace(self, rows=rows, columns=columns, column_gap=across, row_gap=down)

    def with_column(self, area: Box, ground: Geometry) -> Layout:
        """The same with the words in a column beside each grid, if it may have one and its cells stay as large."""
        if not self.aside or self.columns > 1 or self.beside:
            return self
        other = replace(self, beside=True)
        return other if other.cell_in(area, ground) > _AS_LARGE * self.cell_in(area, ground) else self

    def for_page(self, count: int, area: Box, ground: Geometry) -> Layout:
        """The same for a page of ``count`` grids: fewer than it has frames are larger, and leave at most one of these free."""
        if self.spread is not None or not 0 < count <= self.per_page:
            return self
        plain = replace(self, beside=False)
        if count == self.per_page:
            upright = (
                plain if plain.rows >= plain.columns or not plain.turn else plain._in_rows(plain.columns, plain.rows)
            )
            return upright.with_column(area, ground).turned(area, ground)
        roomy = replace(self.cell, most=self.cell.most * (self.per_page / count) ** 0.5)
        most = max(self.rows, self.columns)
        found = [
            replace(plain._in_rows(rows, columns), cell=roomy).with_column(area, ground)
            for rows in range(1, most + 1)
            for columns in range(1, most + 1)
            if count <= rows * columns <= min(count + 1, self.per_page)
        ]
        best = max(found, key=lambda one: (one.cell_in(area, ground), -one.per_page), default=self)
        return best if best.cell_in(area, ground) > self.cell_in(area, ground) else self

    def grown(self, width: float) -> Layout:
        """The same with larger words around grids where running text is larger, unless they are as large as that.

        On such a page, which is read from further away, notes are not much smaller than text.
        """
        look = self.style.look
        scale = look.scale_for(width)
        if self.use != "puzzles" or scale <= 1.0:
            return self
        grown = self
        if max(self.note_size, self.label_size) < look.writing.size:
            strips = {name: getattr(self, name) * scale for name in ("label", "label_size", "note", "note_size")}
            grown = replace(self, **strips)
        # They take no more room from the grids.
        size = min(_NOTE * look.writing.size, grown.note / _STRIP)
        return replace(grown, note_size=max(grown.note_size, size))

    def frames(self, area: Box) -> list[Box]:
        """The frames of a page in reading order."""
        left, bottom, right, top = area
        width = (right - left - (self.columns - 1) * self.column_gap) / self.columns
        height = (top - bottom - (self.rows - 1) * self.row_gap) / self.rows
        frames = []
        for row in range(self.rows):
            for column in range(self.columns):
                x = left + column * (width + self.column_gap)
                y = top - row * (height + self.row_gap)
                frames.append((x, y - height, x + width, y))
        return frames

    def inner(self, frame: Box) -> Box:
        """The part of a frame inside the line around it."""
        labels = self.style.look.labels
        pad = labels.frame + labels.frame_pad if labels.frame and self.use == "puzzles" else 0.0
        return frame[0] + pad, frame[1] + pad, frame[2] - pad, frame[3] - pad

    def cell_in(self, area: Box, ground: Geometry) -> float:
        """The side of a cell of a grid on the area of a page, or of each of two; 0 where it cannot be parted but must."""
        if self.spread is None:
            return self.side_of(self.frames(area)[0], ground) / ground.span
        return max((self._parted_at(area, ground, seam) for seam in seams(ground)), default=0.0)

    def seam(self, area: Box, ground: Geometry) -> int:
        """The column of the square of ``span`` cells before which a grid is parted: where its cells are largest, then where
        fewest grids are cut, then next to the middle. There must be one.
        """

        def worth(seam: int) -> tuple[float, int, int]:
            (_, over), (_, column) = ground.spot(0), ground.place(0)
            at = seam - over + column
            cut = sum(left < at < left + ground.size for _, left in ground.corners)
            return -self._parted_at(area, ground, seam), cut, abs(2 * seam - ground.span)

        return min(seams(ground), key=worth)

    def _parted_at(self, area: Box, ground: Geometry, seam: int) -> float:
        assert self.spread is not None
        left, bottom, right, top = area
        share = self.style.look.grid.outline_share
        wide, high = right - left - self.spread.reach, top - bottom - self.label - self.note
        columns = max(part_columns(ground, seam))
        room = min((wide - self.style.outline / 2) / columns, wide / (columns + share / 2))
        room = min(room, (high - self.style.outline) / ground.height, high / (ground.height + share))
        return max(0.0, min(room, self.cell.most) // 0.25 * 0.25)

    def side_of(self, frame: Box, ground: Geometry) -> float:
        """The side of the square around a grid inside a frame: as :meth:`side`, and as large as others of its size."""
        side, most = self.side(frame, ground.span), dict(self.alike).get(ground.size)
        return side if most is None or ground.overlapping else min(side, most * ground.span)

    def side(self, frame: Box, size: int) -> float:
        """The side of a grid of size x size cells inside a frame: as large as it allows, in whole quarters of a point.

        The outline's outer half lies outside the side, but inside the frame; in a large grid the outline is heavier.
        """
        left, bottom, right, top = frame
        # Words in a column take none of the height.
        wide, high = right - left, top - bottom - (0.0 if self.beside else self.label + self.note)
        wide, high = (wide - self.aside - COLUMN_GAP, high) if self.beside else (wide - self.around, high - self.around)
        share, row = self.style.look.grid.outline_share / size, self.row / size
        room = min(wide - self.style.outline, wide / (1 + share))
        room = min(room, (high - self.style.outline) / (1 + row), high / (1 + share + row))
        # Small grids have larger cells, up to twice the usual: they would be lost on the page.
        most = self.cell.most * max(size, min(_USUAL_SIZE, 2 * size))
        return max(0.0, min(room, most) // 0.25 * 0.25)


def dealt(count: int, each: int, *, least: int = 0) -> Iterator[range]:
    """The indices of the grids on each page, so many a page.

    A last page with fewer than ``least`` shares its grids with the one before it.
    """
    last = count % each
    full = count - last - (each if 0 < last < least and count > each else 0)
    yield from (range(start, start + each) for start in range(0, full, each))
    rest = count - full
    if rest > each:
        yield range(full, full + (rest + 1) // 2)
        full += (rest + 1) // 2
    if full < count:
        yield range(full, count)


_USUAL_SIZE = 9
"""The size of grid that the largest cell of a layout is meant for."""

COLUMN_GAP = 14.0
"""Points between a grid and the column beside it."""

_AS_LARGE, _MUCH_LARGER = 0.95, 1.1
"""Cells of this share of the size are worth a column beside grids; and so much larger ones, grids side by side."""

LEAST_STRIP = 1.5
"""Height of a strip of type as a multiple of its size: the type itself, and the space between it and the grid."""


def find(name: str, look: Style, beside: Path | None = None) -> Layout:
    """The layout of that name, beside the spec or packaged, in a style. Raises SpecError, with all faults of its file."""
    path = resources.find("layouts", f"{name}.yaml", beside)
    if path is None:
        known = ", ".join(resources.names("layouts", ".yaml"))
        raise SpecError(Fault(f"there is no layout {name!r}; there are {known}", _named_at(name, look)))
    return styled(_file(path, read_bytes(path)), look, name)


def _named_at(name: str, look: Style) -> Place | None:
    """The place of a layout's name in the file of a style; None if the style does not name it."""
    lists = {"puzzle_layouts": look.puzzle_layouts, "answer_layouts": look.answer_layouts}
    return next((look.place(key, names.index(name)) for key, names in lists.items() if name in names), None)


@lru_cache(maxsize=64)
def _file(path: Path, written: bytes) -> LayoutFile:
    """The file of a layout: a book tries every layout for every run of answers. ``written``: its bytes, which may change."""
    return schema.load(LayoutFile, path)


def styled(file: LayoutFile, look: Style, name: str) -> Layout:
    """A layout in a style."""
    labels = look.labels

    def sized(strip: float, size: float, most: float) -> tuple[float, float]:
        size = max(look.type.least_word, size * labels.scale)
        return max(strip * labels.scale, labels.strip * size * most), size

    label, label_size = sized(file.label, file.label_size, max(1.0, labels.number, labels.level))
    note, note_size = sized(file.note, file.note_size * labels.note_size, 1.0) if file.note else (0.0, file.note_size)
    usual = GridStyle.in_answers(look) if file.use == "answers" else GridStyle.in_puzzles(look)
    style = replace(
        usual,
        thin=file.thin or usual.thin,
        box=file.box or usual.box,
        outline=max(file.box or 0.0, usual.outline),
        digit=file.digit or usual.digit,
    )
    return Layout(
        name=name,
        use=file.use,
        columns=file.columns,
        rows=file.rows,
        column_gap=file.column_gap,
        row_gap=file.row_gap,
        label=label,
        label_size=label_size,
        note=note,
        note_size=note_size,
        cell=file.cell,
        style=style,
        spread=file.spread,
        turn=file.turn,
        aside=file.aside or 0.0,
    )
