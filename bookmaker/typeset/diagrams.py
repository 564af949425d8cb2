"""Diagrams in running text: pictures of deductions side by side, each with a heading above and a few lines below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.typeset.candidates import CandidatePicture, draw_candidates, full_cell, label_room, least_cell
from bookmaker.typeset.canvas import Canvas
from bookmaker.typeset.fonts import face
from bookmaker.typeset.grids import BOX_SHARE, GridStyle
from bookmaker.typeset.lines import LEAST_SIZE, break_lines, shorten

GAP = 18.0
_HEADING, _TEXT, _LEADING = 9.0, 8.0, 1.35
_MOST_ACROSS = 3


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture, what stands above it in bold, and what stands below it."""

    picture: CandidatePicture
    heading: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagrams:
    """A row of diagrams, with room for ``across`` of them; ``most`` is the largest side of a grid in points.

    ``centred``: in the middle of the measure; else a row that is not full begins on the left.
    """

    row: tuple[Diagram, ...]
    across: int = 1
    most: float = 300.0
    before: float = 14.0
    scale: float = 1.0
    centred: bool = False
    keep_with_next: bool = False

    def side(self, width: float) -> float:
        """The side of the grids in points."""
        return min(self.most, *(_side(one.picture, self._column(width)) for one in self.row))

    def _column(self, width: float) -> float:
        return (width - (self.across - 1) * GAP) / self.across

    def _below(self, diagram: Diagram, width: float) -> list[str]:
        size = _TEXT * self.scale
        measure = self._column(width) if self.across > 1 else max(self.side(width) + 12.0, 0.8 * width)
        return break_lines(diagram.text, face("label"), size, min(measure, width)) if diagram.text else []

    def _above(self, side: float) -> float:
        heading = any(one.heading for one in self.row)
        return self._labels(side) + heading * 1.7 * _HEADING * self.scale

    def _labels(self, side: float) -> float:
        return max(label_room(side / one.picture.geometry.size) for one in self.row)

    def _outline(self, side: float) -> float:
        return max(GridStyle().fitted(side / one.picture.geometry.size).box for one in self.row)

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        side = self.side(width)
        lines = max(len(self._below(one, width)) for one in self.row)
        below = (lines * _LEADING + 0.8) * _TEXT * self.scale if lines else 0.0
        return self._above(side) + self._outline(side) + side + below

    def split(self, width: float, room: float, *, force: bool) -> None:
        """A row is not split."""

    def scaled(self, scale: float) -> Diagrams:
        """The same, larger or smaller."""
        return replace(self, before=self.before * scale, scale=self.scale * scale, most=self.most * scale)

    def fitted(self, width: float, height: float) -> Diagrams:
        """Smaller, if the row is too high for a page."""
        row = replace(self, most=self.side(width))
        while row.height(width) > height and row.most > 20:
            row = replace(row, most=row.most - 2)
        return row

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        side, style = self.side(width), GridStyle()
        outline, labels = self._outline(side), self._labels(side)
        taken = side + outline + labels
        for index, diagram in enumerate(self.row):
            x = left + index * (self._column(width) + GAP)
            if self.centred:
                x += (self._column(width) - taken) / 2
            y = top
            if any(one.heading for one in self.row):
                size = _HEADING * self.scale
                font, room = face("label-bold"), self._column(width)
                smaller = min(size, size * room / max(font.width(diagram.heading, size), 1.0))
                fitted = max(LEAST_SIZE, smaller)
                canvas.text(x, y - size, shorten(diagram.heading, font, fitted, room), font, fitted)
                y -= 1.7 * size
            bottom = y - labels - outline / 2 - side
            draw_candidates(canvas, diagram.picture, x + labels + outline / 2, bottom, side, style)
            size = _TEXT * self.scale
            y = bottom - outline / 2 - 0.8 * size
            lines = self._below(diagram, width)
            start = x
            if self.centred and lines:
                start = left + (width - max(face("label").width(line, size) for line in lines)) / 2
            for line in lines:
                y -= size
                canvas.text(start, y, line, face("label"), size)
                y -= (_LEADING - 1) * size


def _side(picture: CandidatePicture, column: float) -> float:
    # The outline and the numbers stand outside the side; both grow with it.
    size = picture.geometry.size
    room = column - GridStyle().box - label_room(column / size)
    return max(10.0, min(room, (column - label_room(column / size)) / (1 + BOX_SHARE / size)) // 0.25 * 0.25)


def diagram_rows(diagrams: Sequence[Diagram], width: float, most: float = 300.0) -> Iterator[Diagrams]:
    """Diagrams dealt into rows: as many side by side as allow each of the row to be read."""
    row: list[Diagram] = []
    room = _MOST_ACROSS
    for diagram in diagrams:
        across = _across(diagram.picture, width)
        if row and len(row) + 1 > min(room, across):
            yield _dealt(row, room, most)
            row, room = [], _MOST_ACROSS
        row.append(diagram)
        room = min(room, across)
    if row:
        yield _dealt(row, room, most)


def _dealt(row: Sequence[Diagram], across: int, most: float) -> Diagrams:
    if across == 1 and any(row[0].picture.candidates):
        most = max(most, full_cell(row[0].picture) * row[0].picture.geometry.size)
    return Diagrams(tuple(row), across, most)


def _across(picture: CandidatePicture, width: float) -> int:
    for across in range(_MOST_ACROSS, 1, -1):
        column = (width - (across - 1) * GAP) / across
        if _side(picture, column) / picture.geometry.size >= least_cell(picture):
            return across
    return 1
