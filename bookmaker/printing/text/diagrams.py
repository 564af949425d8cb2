"""Diagrams in running text: pictures of deductions side by side, each with words above and below, or beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.grids.grid_drawing import GridStyle
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import CandidatePicture, full_cell, label_room, least_cell
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines, shorten
from bookmaker.printing.text.text_blocks import Paragraph, UnsplitBlock


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture, the bold words above it, and the words below it."""

    picture: CandidatePicture
    heading: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagrams(UnsplitBlock):
    """A row of diagrams, with room for ``across`` of them; ``most`` is the largest side of a grid in points.

    ``centred``: in the middle of the measure; else a row that is not full begins on the left.
    """

    look: Style
    row: tuple[Diagram, ...]
    across: int
    most: float
    scale: float = 1.0
    centred: bool = False
    keep_with_next: bool = False

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.look.diagrams.before * self.scale

    @property
    def _text_size(self) -> float:
        return max(self.look.type.least_word, self.look.diagrams.text * self.scale)

    @property
    def _heading_size(self) -> float:
        return max(self.look.type.least_word, self.look.diagrams.heading * self.scale)

    def side(self, width: float) -> float:
        """The side of the grids in points, of a whole one also where a part is shown."""
        return min(self.most, *(_side(self.look, one.picture, self._column(width)) for one in self.row))

    def _column(self, width: float) -> float:
        return (width - (self.across - 1) * self.look.diagrams.gap) / self.across

    def across_room(self, width: float) -> float:
        """Width that the grid, its outline and its coordinates take in an area of this width."""
        side = self.side(width)
        wide = max(_drawn(self.look, one.picture, side)[0] for one in self.row)
        return wide + self._labels(side) + self._outline(side)

    def _below(self, diagram: Diagram, width: float) -> list[str]:
        measures = self.look.diagrams
        size = self._text_size
        alone = max(
            _drawn(self.look, diagram.picture, self.side(width))[0] + measures.overhang, measures.measure * width
        )
        measure = self._column(width) if self.across > 1 else alone
        return break_lines(diagram.text, self.look.face("caption"), size, min(measure, width)) if diagram.text else []

    def _above(self, side: float) -> float:
        heading = any(one.heading for one in self.row)
        measures = self.look.diagrams
        return self._labels(side) + heading * measures.heading_leading * self._heading_size

    def _labels(self, side: float) -> float:
        return max(label_room(self.look, side / one.picture.geometry.span) for one in self.row)

    def _outline(self, side: float) -> float:
        return max(GridStyle.in_text(self.look).fitted(side / one.picture.geometry.span).outline for one in self.row)

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        side, measures = self.side(width), self.look.diagrams
        lines = max(len(self._below(one, width)) for one in self.row)
        below = (lines * measures.leading + measures.drop) * self._text_size if lines else 0.0
        high = max(_drawn(self.look, one.picture, side)[1] for one in self.row)
        return self._above(side) + self._outline(side) + high + below

    def scaled(self, scale: float) -> Diagrams:
        """The same, larger or smaller."""
        return replace(self, scale=self.scale * scale, most=self.most * scale)

    def fitted(self, width: float, height: float) -> Diagrams:
        """Smaller, if the row is too high for a page."""
        row = replace(self, most=self.side(width))
        while row.height(width) > height and row.most > 20:
            row = replace(row, most=row.most - 2)
        return row

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        look, measures = self.look, self.look.diagrams
        side, style = self.side(width), GridStyle.in_text(look)
        outline, labels = self._outline(side), self._labels(side)
        for index, diagram in enumerate(self.row):
            x = left + index * (self._column(width) + measures.gap)
            wide, high = _drawn(look, diagram.picture, side)
            if self.centred:
                x += (self._column(width) - wide - outline - labels) / 2
            y = top
            if any(one.heading for one in self.row):
                size = self._heading_size
                font, room = look.face("caption_bold"), self._column(width)
                smaller = min(size, size * room / max(font.width(diagram.heading, size), 1.0))
                fitted = max(look.type.least_word, smaller)
                canvas.text(x, y - size, shorten(diagram.heading, font, fitted, room), font, fitted)
                y -= measures.heading_leading * size
            bottom = y - labels - outline / 2 - high
            picture, cut = diagram.picture, diagram.picture.open_sides
            beyond = look.candidates.open_edge * side / picture.geometry.span
            corner = x + labels + outline / 2 + beyond * ("left" in cut), bottom + beyond * ("below" in cut)
            draw_candidates(canvas, picture, *corner, side, style)
            size, font = self._text_size, look.face("caption")
            y = bottom - outline / 2 - measures.drop * size
            lines = self._below(diagram, width)
            start = x
            if self.centred and lines:
                start = left + (width - max(font.width(line, size) for line in lines)) / 2
            for line in lines:
                y -= size
                canvas.text(start, y, line, font, size)
                y -= (measures.leading - 1) * size


def _drawn(look: Style, picture: CandidatePicture, side: float) -> tuple[float, float]:
    """Width and height in points of the part drawn of a grid of this side, without outline and numbers."""
    wide, high = picture.cells(look.candidates.open_edge)
    cell = side / picture.geometry.span
    return wide * cell, high * cell


def _side(look: Style, picture: CandidatePicture, column: float) -> float:
    # The outline and the numbers are outside the cells; both grow with them.
    across, _ = picture.cells(look.candidates.open_edge)
    free = column - label_room(look, column / across)
    wide = max(10.0, min(free - look.grid.outline, free / (1 + look.grid.outline_share / across)) // 0.25 * 0.25)
    span = picture.geometry.span
    return wide if picture.part is None and across == span else wide / across * span


def diagram_rows(
    look: Style, diagrams: Sequence[Diagram], width: float, most: float | None = None
) -> Iterator[Diagrams]:
    """Diagrams dealt into rows: as many side by side as allow each of the row to be read."""
    row: list[Diagram] = []
    widest = look.diagrams.across
    most, room = most or look.diagrams.most, widest
    for diagram in diagrams:
        across = abreast(look, diagram.picture, width)
        if row and len(row) + 1 > min(room, across):
            yield _dealt(look, row, room, most)
            row, room = [], widest
        row.append(diagram)
        room = min(room, across)
    if row:
        yield _dealt(look, row, room, most)


def _dealt(look: Style, row: Sequence[Diagram], across: int, most: float) -> Diagrams:
    most = max(most, *(least_cell(look, one.picture) * one.picture.geometry.span for one in row))
    if across == 1 and any(row[0].picture.candidates):
        most = max(most, full_cell(look, row[0].picture) * row[0].picture.geometry.span)
    return Diagrams(look, tuple(row), across, most)


def abreast(look: Style, picture: CandidatePicture, width: float) -> int:
    """How many such pictures side by side can be read."""
    for across in range(look.diagrams.across, 1, -1):
        column = (width - (across - 1) * look.diagrams.gap) / across
        if _side(look, picture, column) / picture.geometry.span >= least_cell(look, picture):
            return across
    return 1


@dataclass(frozen=True, slots=True)
class TextWithDiagram(UnsplitBlock):
    """Paragraphs on the left, and a row of one diagram on the right of them, their tops level.

    Where this is too high for a page, the words are above the picture instead.
    """

    look: Style
    words: tuple[Paragraph, ...]
    picture: Diagrams
    before: float
    keep_with_next: bool = False

    def _side(self, width: float) -> float:
        return self.picture.across_room(width)

    def _measure(self, width: float) -> float:
        return width - self._side(width) - self.look.diagrams.gap

    def _words_height(self, width: float) -> float:
        measure = self._measure(width)
        return sum(one.height(measure) + (one.before if index else 0.0) for index, one in enumerate(self.words))

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return max(self._words_height(width), self.picture.height(self._side(width)))

    def scaled(self, scale: float) -> TextWithDiagram:
        """The same, larger or smaller."""
        words = tuple(one.scaled(scale) for one in self.words)
        return replace(self, words=words, picture=self.picture.scaled(scale), before=self.before * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        side, measure, y = self._side(width), self._measure(width), top
        self.picture.draw(canvas, left + width - side, top, side)
        for index, one in enumerate(self.words):
            y -= one.before if index else 0.0
            one.draw(canvas, left, y, measure)
            y -= one.height(measure)
