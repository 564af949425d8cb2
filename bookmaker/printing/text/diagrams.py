"""Running text in several kinds of type, and diagrams in it: blocks for pages of a user's own and for lessons.

Text is indented or centred, with a rule between parts. Diagrams are pictures of deductions side by side, each with words above
and below, or beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.strokes import draw_rules
from bookmaker.printing.grids.grid_drawing import GridStyle
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import CandidatePicture, full_cell, label_room, least_cell
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Align
from bookmaker.printing.text.lines import Hyphens, Word, break_lines, clean, fill_lines, hyphens_for, shorten
from bookmaker.printing.text.text_blocks import Paragraph, UnsplitBlock

_SLACK = 1e-6
_Glued = tuple[Word, ...]
"""A word as it is broken onto lines: its parts stay together, each in a face of its own."""


@dataclass(frozen=True, slots=True)
class RichText(Paragraph):
    """A paragraph of ``runs``: (words, face), one after another without further space. ``text`` is not used.

    ``left`` and ``right`` are indents in points; ``marker`` hangs in the left one, in front of the first line.
    """

    runs: tuple[Word, ...] = ()
    left: float = 0.0
    right: float = 0.0
    marker: str = ""
    align: Align = "left"

    def lines(self, width: float) -> list[list[Word]]:
        """The runs of each line, spaces included, broken to a width in points."""
        measure = max(width - self.left - self.right, self.size)
        # Headings and centred lines are not divided.
        plain = self.keep_with_next or self.align != "left"
        hyphens = None if plain else hyphens_for(self.style, self.size, measure)
        lines = _lines(self.runs, self.size, measure, self.style.type.scrap, self.align == "centre", hyphens)
        return list(lines[self.skip : None if self.take is None else self.skip + self.take])

    def scaled(self, scale: float) -> RichText:
        """The same in larger or smaller type, none of it below the style's floor."""
        size = max(self.style.type.least_word, self.size * scale)
        grown = size / self.size
        return replace(self, size=size, before=self.before * scale, left=self.left * grown, right=self.right * grown)

    def split(self, width: float, room: float, *, force: bool) -> tuple[RichText, RichText] | None:
        """The part that fits into ``room`` points and the rest, as that of :class:`Paragraph`."""
        parts = Paragraph.split(self, width, room, force=force)
        if parts is None:
            return None
        first, rest = parts
        assert isinstance(first, RichText) and isinstance(rest, RichText)
        return first, replace(rest, marker="")

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        y = top - self.size * (self.style.type.leading + 1) / 2 + self.size * 0.15
        measure = width - self.left - self.right
        if self.marker:
            face = self.style.face("text")
            # The marker ends where a space before the words would begin.
            x = left + self.left - face.width(f"{self.marker}\u00a0", self.size)
            canvas.text(max(x, left), y, self.marker, face, self.size)
        for line in self.lines(width):
            spare = measure - sum(face.width(text, self.size) for text, face in line)
            x = left + self.left + {"left": 0.0, "centre": spare / 2, "right": spare}[self.align]
            for text, face in line:
                canvas.text(x, y, text, face, self.size)
                x += face.width(text, self.size)
            y -= self.line


# A long paragraph is split over pages, and each part of it asks for its lines many times.
@lru_cache(maxsize=512)
def _lines(
    runs: tuple[Word, ...], size: float, measure: float, scrap: float, centred: bool, hyphens: Hyphens | None
) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for paragraph in _paragraphs(runs):
        lines += [_joined(line) for line in _broken(paragraph, size, measure, scrap, hyphens, centred=centred)]
    return lines


def _broken(
    words: Sequence[_Glued], size: float, measure: float, scrap: float, hyphens: Hyphens | None, *, centred: bool
) -> list[list[_Glued]]:
    lines = _fill(words, size, measure, hyphens)
    longest = max((_width([word], size) for word in words), default=0.0)
    # As in other text, no short last line where narrower lines can help it; centred lines are all evened out.
    for step in range(1, 51 if centred else 13):
        if len(lines) < 2 or (not centred and _width(lines[-1], size) >= scrap * measure):
            break
        narrower = measure * (1 - step / 100)
        tried = _fill(words, size, narrower, hyphens)
        if len(tried) > len(lines) or longest > narrower + _SLACK:
            break
        lines = tried
    return lines


def _paragraphs(runs: Sequence[Word]) -> list[list[_Glued]]:
    """The words between line feeds; a word is glued of the runs that no space parts."""
    paragraphs: list[list[list[Word]]] = [[]]
    open_word = False
    for text, face in runs:
        for char_run in _cut(clean(text)):
            if char_run == "\n":
                paragraphs.append([])
                open_word = False
            elif char_run == " ":
                open_word = False
            elif open_word:
                paragraphs[-1][-1].append((char_run, face))
            else:
                paragraphs[-1].append([(char_run, face)])
                open_word = True
    return [[tuple(word) for word in paragraph] for paragraph in paragraphs]


def _cut(text: str) -> list[str]:
    """Words, spaces and line feeds, in their order."""
    out: list[str] = []
    for number, line in enumerate(text.split("\n")):
        out += ["\n"] if number else []
        for place, word in enumerate(line.split(" ")):
            out += [" "] if place else []
            out += [word] if word else []
    return out


def _fill(words: Sequence[_Glued], size: float, measure: float, hyphens: Hyphens | None = None) -> list[list[_Glued]]:
    lines: list[list[_Glued]] = []
    used, divided = 0.0, 0
    for word in words:
        wide, gap = _width([word], size), word[0][1].width(" ", size)
        if lines and used + gap + wide <= measure + _SLACK:
            lines[-1].append(word)
            used += gap + wide
            continue
        if hyphens and lines and len(word) == 1 and divided < len(lines) and measure - used > hyphens.rough * measure:
            ((text, face),) = word
            room = measure + _SLACK - used - gap
            ways = ((head, tail) for head, tail in hyphens.divided(text) if face.width(head, size) <= room)
            head, tail = next(ways, ("", text))
            if head:
                lines[-1].append(((head, face),))
                word, divided = ((tail, face),), len(lines) + 1
                wide = _width([word], size)
        pieces = [word]
        if wide > measure + _SLACK:
            # Longer than a line, such as an address: broken, each run of it for itself.
            pieces = [tuple(line) for run in word for line in fill_lines([run], size, measure)]
        lines += [[piece] for piece in pieces]
        used = _width([pieces[-1]], size)
    return lines


def _width(words: Sequence[_Glued], size: float) -> float:
    spaces = sum(word[0][1].width(" ", size) for word in words[1:])
    return spaces + sum(face.width(text, size) for word in words for text, face in word)


def _joined(line: Sequence[_Glued]) -> list[Word]:
    """The runs of a line: neighbours in one face are one run, and a space belongs to the word after it."""
    runs: list[tuple[str, Face]] = []
    for number, word in enumerate(line):
        for place, (text, face) in enumerate(word):
            text = f" {text}" if number and not place else text
            if runs and runs[-1][1] is face:
                runs[-1] = (runs[-1][0] + text, face)
            else:
                runs.append((text, face))
    return runs


@dataclass(frozen=True, slots=True)
class RuleBlock(UnsplitBlock):
    """A thematic break: a short rule in the middle."""

    style: Style
    scale: float = 1.0
    keep_with_next: bool = False

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.style.own_pages.rule_before * self.scale

    def height(self, width: float) -> float:
        """Height in points, without the space before, with that below."""
        return self.style.own_pages.rule_after * self.scale

    def scaled(self, scale: float) -> RuleBlock:
        """The same with more or less space around it."""
        return replace(self, scale=self.scale * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw it in the middle of the width."""
        own = self.style.own_pages
        length = min(own.rule, width)
        start = left + (width - length) / 2
        if length:
            draw_rules(
                canvas,
                start,
                start + length,
                top - own.rule_width / 2,
                own.rule_width,
                own.rules,
                self.style.page.rule_gap,
            )


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
