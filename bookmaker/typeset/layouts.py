"""Layouts: how many grids stand on a page, and where. A layout is a YAML file of lengths in ``layouts/``, no code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from bookmaker import resources, schema
from bookmaker.errors import Fault, SpecError
from bookmaker.schema import key
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.grids import BOX_SHARE, GridStyle
from bookmaker.units import MM


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
class Layout(schema.Record):
    """A page of grids in rows and columns. Lengths are in points once read."""

    use: str = key(schema.Choice("puzzles", "answers"), "What the layout is for.")
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
    thin: float = key(schema.Length("0.25pt", "5pt"), "Width of the lines between cells.", default="0.75pt")
    box: float = key(schema.Length("0.25pt", "10pt"), "Width of the lines between boxes.", default="2pt")
    digit: float = key(schema.Number(0.2, 0.9), "Height of a digit as a share of the cell.", default=0.56)

    @property
    def per_page(self) -> int:
        """Grids on a full page."""
        return self.columns * self.rows

    def for_answers(self) -> Layout:
        """The same frames for answers: without a note below, and with cells and digits as in layouts that are made for them."""
        if self.use == "answers":
            return self
        cell = replace(self.cell, least=min(self.cell.least, _ANSWER_CELL))
        return replace(self, use="answers", note=0.0, cell=cell, digit=max(self.digit, _ANSWER_DIGIT))

    @cached_property
    def style(self) -> GridStyle:
        """How its grids are drawn."""
        return GridStyle(self.thin, self.box, self.digit)

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

    def side(self, frame: Box, size: int) -> float:
        """The side of a grid of size x size cells: as large as frame and largest cell allow, in whole quarters of a point.

        The outline's outer half lies outside the side, but inside the frame; in a large grid the outline is heavier.
        """
        left, bottom, right, top = frame
        room = min(right - left, top - bottom - self.label - self.note)
        room = min(room - self.box, room / (1 + BOX_SHARE / size))
        return max(0.0, min(room, self.cell.most * size) // 0.25 * 0.25)

    def cross_faults(self) -> Iterator[Fault]:
        """The strips must hold their type."""
        for strip, name in ((self.label, "label"), (self.note, "note")):
            size = self.label_size if name == "label" else self.note_size
            if (name == "label" or strip) and strip < STRIP * size - 1e-6:
                message = f"`{name}` is too low for type of {size:g}pt"
                yield Fault(message, self.place(name), f"give it {STRIP * size:.1f}pt or more, or lower `{name}_size`")


_ANSWER_CELL, _ANSWER_DIGIT = 3 * MM, 0.6
"""Nobody writes into the cells of an answer, or beside its digits."""

STRIP = 1.5
"""Height of a strip of type as a multiple of its size: the type itself, and the space between it and the grid."""


def find(name: str, beside: Path | None = None) -> Layout:
    """The layout of that name, beside the spec or packaged. Raises SpecError, with all faults of its file."""
    path = resources.find("layouts", f"{name}.yaml", beside)
    if path is None:
        known = ", ".join(resources.names("layouts", ".yaml"))
        raise SpecError(f"there is no layout {name!r}; there are {known}")
    return schema.load(Layout, path)
