"""What the typesetting tests share: filled grids without a solver, pages of each kind, and a canvas that knows where ink lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from fontTools.ttLib import TTFont

from bookmaker.base.units import INCH, MM
from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Point, Sheet
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, answer_picture, puzzle_picture
from bookmaker.printing.pages import contents, frontmatter, layouts, page_kinds
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.page_kinds import GridsPage, Page
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import find
from bookmaker.printing.text.text_blocks import Figures, Paragraph, heading_of, text_of
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry

LOOK = find()
IN_TEXT = GridStyle.in_text(LOOK)
LAYOUTS = ("one-up", "two-up", "four-up", "six-up", "six-up-answers", "nine-up", "twelve-up", "twenty-up", "whole-page")
SETUPS = {
    "6x9in": PageSetup((6 * INCH, 9 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH),
    "a4": PageSetup((210 * MM, 297 * MM), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH),
}


def filled(grid: Geometry) -> bytes:
    """A grid that holds each digit once in each row, column and box: rows shifted by the width of a box."""
    height, width = grid.box
    size = grid.size
    return bytes((width * (r % height) + r // height + c) % size + 1 for r in range(size) for c in range(size))


def givens(grid: Geometry) -> bytes:
    size = grid.size
    return bytes(d if (cell % size * 3 + cell // size * 7) % 5 < 2 else 0 for cell, d in enumerate(filled(grid)))


def picture(answers: bool, kind: str = "classic", size: int = 9) -> GridPicture:
    grid = geometry(kind, size)
    return answer_picture(grid, givens(grid), filled(grid)) if answers else puzzle_picture(grid, givens(grid))


def grids_page(
    layout_name: str, sizes: Sequence[int], first: int = 1, kind: str = "classic", **words: str
) -> GridsPage:
    layout = layouts.find(layout_name, LOOK)
    answers = layout.use == "answers"
    slots = []
    for index in range(layout.per_page):
        number = str(first + index)
        slots.append(
            Slot(
                picture(answers, kind, sizes[index % len(sizes)]),
                words.get("label", "Puzzle\u00a0{}").format(number),
                words.get("aside", "page\u00a0{}" if answers else "Medium").format(number),
                "" if answers else words.get("note", "Answer on page\u00a0{}").format(number),
                number,
            )
        )
    return GridsPage(
        look=LOOK, layout=layout, slots=tuple(slots), head=words.get("head", "Rolling Country"), folio="12"
    )


def text_blocks() -> list[Paragraph | Figures]:
    pictures = ((picture(False), "Puzzle"), (picture(True), "Answer"))
    body = "Fill every empty cell with a digit from 1 to\u00a09 so that each row, column and box holds every digit exactly once. "
    return [
        text_of(LOOK, body * 2),
        Figures(LOOK, pictures),
        heading_of(LOOK, "Ways to begin"),
        text_of(LOOK, body * 3, "Look for the last places."),
    ]


@dataclass(frozen=True)
class FrontWords:
    """The words of the front pages; tests make them long."""

    title: str = "Sudoku for the Long Train Ride"
    subtitle: str = "Fifty puzzles from a first warm-up to a long tunnel"
    author: str = "A. Publisher"
    intro: str = "Full-sized grids now, and still a gentle ride."


def front_pages(setup: PageSetup, count: int, words: FrontWords = FrontWords()) -> dict[str, list[Page]]:
    """Each kind of page of the front, made as the book makes it."""
    area = page_kinds.content_area(LOOK, setup.live(0, count))
    small = ["© 2026 A. Publisher", "All rights reserved. No part of this book may be reproduced. " * 4, "Bookmaker."]
    entries = [contents.Entry("How to play", "", "iii")]
    entries += [contents.Entry(f"{words.title} {n}", f"{n} puzzles · easy to hard", str(n)) for n in range(1, 9)]
    title_page = frontmatter.TitlePage(
        look=LOOK,
        title=words.title,
        subtitle=words.subtitle,
        author=words.author,
        summary="50\u00a0puzzles with answers",
        publisher="Window Seat Press",
    )
    return {
        "title": [title_page],
        "copyright": [*frontmatter.small_print_pages(LOOK, small, area)],
        "how-to-play": [*page_kinds.text_pages(LOOK, "How to play", text_blocks(), area)],
        "contents": [*contents.contents_pages(LOOK, "Contents", entries, area)],
        "opener": frontmatter.opener_pages(LOOK, words.title, "14\u00a0puzzles · easy", words.intro, area),
    }


@cache
def _boxes(path: str) -> dict[str, Box]:
    with TTFont(path) as font:
        table, boxes = font["glyf"], {}
        for code, name in font.getBestCmap().items():
            glyph = table[name]
            if glyph.numberOfContours:
                boxes[chr(code)] = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
        return boxes


def ink_box(char: str, x: float, y: float, font: Face, size: float) -> Box | None:
    """Where the ink of a character lies, or None for a space."""
    assert char in font.advances, f"{font.name} has no {char!r}"
    found = _boxes(str(font.path)).get(char)
    if found is None:
        return None
    left, bottom, right, top = (side * size / font.units for side in found)
    return x + left, y + bottom, x + right, y + top


@dataclass
class InkCanvas:
    """Collects what is drawn: characters with their ink, straight lines with their widths, fills."""

    sheet: Sheet | None = None
    chars: list[tuple[str, Box, float]] = field(default_factory=list)
    digits: list[tuple[str, Box, float]] = field(default_factory=list)
    lines: list[tuple[Point, Point, float]] = field(default_factory=list)
    dashed: list[tuple[Point, Point, float]] = field(default_factory=list)
    outlines: list[tuple[Box, float]] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    strings: list[tuple[float, float, str, Face, float]] = field(default_factory=list)
    _offset: Point = (0.0, 0.0)

    def begin_page(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def end_page(self) -> None:
        pass

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        self.strings.append((x, y, text, face, size))
        for char, kern in zip(text, face.kerns(text) or [0] * len(text), strict=True):
            box = ink_box(char, x, y, face, size)
            if box is not None:
                self.chars.append((char, box, size))
            x += face.width(char, size) + (tracking + kern / face.units) * size

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        for x, y, char in placed:
            box = ink_box(char, x, y, face, size)
            assert box is not None
            self.digits.append((char, box, size))

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        moved = [(x + self._offset[0], y + self._offset[1]) for x, y in points]
        if closed:
            xs, ys = [x for x, _ in moved], [y for _, y in moved]
            self.outlines.append(((min(xs), min(ys), max(xs), max(ys)), width))
        elif dash is not None:
            self.dashed += [(a, b, width) for a, b in pairwise(moved)]
        else:
            self.lines += [(a, b, width) for a, b in pairwise(moved)]

    def fill(self, box: Box, ink: float) -> None:
        x, y = self._offset
        self.fills.append((box[0] + x, box[1] + y, box[2] + x, box[3] + y))

    def shape(self, points: Sequence[Point], ink: float) -> None:
        xs, ys = [x + self._offset[0] for x, _ in points], [y + self._offset[1] for _, y in points]
        self.fills.append((min(xs), min(ys), max(xs), max(ys)))

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        before = self._offset
        self._offset = (before[0] + x, before[1] + y)
        draw(self)
        self._offset = before

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        inner = InkCanvas()
        draw(inner)

        def over(box: Box) -> Box:
            return x - box[2], y - box[3], x - box[0], y - box[1]

        self.chars += [(char, over(box), size) for char, box, size in inner.chars]
        self.digits += [(char, over(box), size) for char, box, size in inner.digits]
        self.fills += map(over, inner.fills)
        self.outlines += [(over(box), width) for box, width in inner.outlines]
        for own, other in ((self.lines, inner.lines), (self.dashed, inner.dashed)):
            own += [((x - x1, y - y1), (x - x2, y - y2), width) for (x1, y1), (x2, y2), width in other]

    def everything(self) -> list[Box]:
        """The box of every mark of ink."""
        boxes = [box for _, box, _ in self.chars + self.digits] + self.fills
        for (x1, y1), (x2, y2), width in self.lines + self.dashed:
            dx, dy = (0.0, width / 2) if y1 == y2 else (width / 2, 0.0)
            boxes.append((min(x1, x2) - dx, min(y1, y2) - dy, max(x1, x2) + dx, max(y1, y2) + dy))
        for (left, bottom, right, top), width in self.outlines:
            half = width / 2
            boxes.append((left - half, bottom - half, right + half, top + half))
        return boxes
