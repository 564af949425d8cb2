"""Drawing a grid: marks, rules (in the printer's sense: lines), digits.

An answer is the same drawing of a fuller grid: the solution, with the givens bold. Where the regions of a grid go on beyond its
edges, its outline is open and lines run on outwards. Sums of cages that clues would strike through have white paper under them.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, pairwise
from math import sqrt
from typing import Literal, NamedTuple

from bookmaker.printing.canvases.canvas import Canvas, Point, inked, prints_colours
from bookmaker.printing.canvases.strokes import rounded
from bookmaker.printing.grids.clue_drawing import (
    AROUND,
    FILLED,
    HIDING,
    OVER,
    UNDER,
    CageMeasures,
    CageStyle,
    ClueMarks,
    crowded,
    least_clue_cell,
    letter_of_area,
    measures,
    needed,
    outline_cages,
    tie_cages,
    tint_cages,
    write_sums,
)
from bookmaker.printing.grids.symbols import DIGITS, Symbols, shifts
from bookmaker.printing.styles.fonts import Face, Role
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Look, Mark


class Widths(NamedTuple):
    """The widths of lines in points."""

    outline: float
    box: float
    thin: float


class _Side(NamedTuple):
    """One side of the grid, along which cells are counted: where it begins, the way along it and the way outwards, per cell.

    ``inner`` are the cells along it, ``outer`` those at the opposite side, which come next beyond it.
    """

    start: Point
    along: Point
    out: Point
    inner: Sequence[int]
    outer: Sequence[int]


def draw_open_outline(canvas: Canvas, geometry: Geometry, cell: float, widths: Widths, look: Style) -> None:
    """Draw the outline of a geometry with marks ``"open"``, whose square of ``span`` cells has its lower left corner at (0, 0).

    Where a region goes on, the outline is a thin line, and the lines between cells run on beyond it, heavy between regions.
    """
    opened = {frozenset(mark.cells) for mark in geometry.marks if mark.kind == "open"}
    for side in _sides(geometry, cell):
        goes_on = [frozenset(pair) in opened for pair in zip(side.inner, side.outer, strict=True)]
        for is_open, run in groupby(range(geometry.size), goes_on.__getitem__):
            places = list(run)
            # Heavy ends reach half a width further, which squares the corners.
            more = -0.5 * widths.outline / cell if is_open else 0.5 * widths.outline / cell
            ends = [_at(side, cell, places[0] - more), _at(side, cell, places[-1] + 1 + more)]
            canvas.stroke(ends, widths.thin if is_open else widths.outline, ink=look.grid.thin_ink if is_open else 1.0)
        for place, heavy in _running_on(geometry, side, goes_on):
            # A heavy one begins where that within the grid ends.
            start = -0.5 * widths.box / cell if heavy else 0.5 * widths.thin / cell
            ends = [_at(side, cell, place, start), _at(side, cell, place, look.clues.beyond)]
            canvas.stroke(ends, widths.box if heavy else widths.thin, ink=1.0 if heavy else look.grid.thin_ink)


def _sides(geometry: Geometry, cell: float) -> Iterator[_Side]:
    size, last = geometry.size, geometry.size - 1
    row, column = geometry.spot(0)
    left, top = column * cell, (geometry.span - row) * cell
    right, bottom = left + size * cell, top - size * cell
    rows = [[line * size + place for place in range(size)] for line in (0, last)]
    columns = [[place * size + line for place in range(size)] for line in (0, last)]
    yield _Side((left, top), (1, 0), (0, 1), rows[0], rows[1])
    yield _Side((left, bottom), (1, 0), (0, -1), rows[1], rows[0])
    yield _Side((left, top), (0, -1), (-1, 0), columns[0], columns[1])
    yield _Side((right, top), (0, -1), (1, 0), columns[1], columns[0])


def _at(side: _Side, cell: float, place: float, out: float = 0.0) -> Point:
    return (
        side.start[0] + (side.along[0] * place + side.out[0] * out) * cell,
        side.start[1] + (side.along[1] * place + side.out[1] * out) * cell,
    )


def _running_on(geometry: Geometry, side: _Side, goes_on: Sequence[bool]) -> Iterator[tuple[int, bool]]:
    """The lines that run on beyond a side: each by the cells before it, and whether it is heavy."""
    size, box_of = geometry.size, geometry.box_of
    for place in range(size + 1):
        if any(goes_on[max(0, place - 1) : place + 1]):
            yield place, box_of[side.outer[place - 1]] != box_of[side.outer[place % size]]


_STRIKING: frozenset[Look] = UNDER - {"tile", "clone", "tube", "bulb"} | {"line"}
"""What crosses a sum out. The others are so light and so wide that a sum is read on them as it is."""


def whiten_sums(
    canvas: Canvas,
    geometry: Geometry,
    cages: Sequence[Mark],
    cell: float,
    at: Point,
    fitted: CageMeasures,
    tints: Sequence[float] = (),
) -> None:
    """Fill the space around each sum that a clue crosses, in a grid whose lower left corner is ``at``.

    It has the ink of its cell; ``tints``: those of the tones of cages, none where they have outlines.
    """
    struck, look = crossed(geometry), fitted.look
    shaded = {cell for mark in geometry.marks if mark.kind == "shade" for cell in mark.cells}
    size = geometry.span - 2 * geometry.frame
    # No line of the grid is covered.
    edge = fitted.sum_inset - max(look.cages.sum_inset, look.cages.sum_inset_share * cell)
    for mark in cages:
        if not mark.text or mark.cells[0] not in struck:
            continue
        row, column = divmod(mark.cells[0], size)
        left, top = at[0] + column * cell, at[1] + (size - row) * cell
        _, _, wide, high = fitted.sum_box(mark.text)
        ink = tints[mark.tone] if tints else look.grid.shade if mark.cells[0] in shaded else 0.0
        canvas.fill((left + edge, top - high, left + wide, top - edge), ink)


def crossed(geometry: Geometry) -> set[int]:
    """The cells in whose upper left part a line or a shape of a clue may lie."""
    places = {geometry.place(cell): cell for cell in range(geometry.cell_count)}
    return {cell for mark in geometry.marks if mark.kind in _STRIKING for cell in _touched(mark, geometry, places)}


def _touched(mark: Mark, geometry: Geometry, places: dict[tuple[int, int], int]) -> Iterator[int]:
    """The cells of a mark, and those whose upper left corner its line crosses between two of them."""
    yield from mark.cells
    for one, other in pairwise(mark.cells):
        (up, left), (down, right) = sorted(map(geometry.place, (one, other)))
        if down == up + 1 and right == left - 1 and (down, left) in places:
            yield places[down, left]


def shade_cells(
    canvas: Canvas, geometry: Geometry, cells: Sequence[int], cell: float, corner: Point, ink: float
) -> None:
    """Shade cells of a grid whose square has its lower left corner there."""
    for index in cells:
        row, column = geometry.spot(index)
        left, bottom = corner[0] + column * cell, corner[1] + (geometry.span - row - 1) * cell
        canvas.fill((left, bottom, left + cell, bottom + cell), ink)


Segment = tuple[float, float, float, float]

Layer = Literal["whole", "below", "above"]


@dataclass(frozen=True, slots=True)
class GridStyle:
    """Line widths in points; ``digit`` is the height of a figure of face ``role`` as a share of the cell."""

    look: Style
    thin: float
    box: float
    outline: float
    digit: float
    role: Role = "given"

    @staticmethod
    def in_puzzles(look: Style) -> GridStyle:
        """The style of puzzles."""
        return GridStyle(look, look.grid.thin, look.grid.box, look.grid.outline, look.grid.digit)

    @staticmethod
    def in_answers(look: Style) -> GridStyle:
        """The style of answers."""
        grid = look.grid
        return GridStyle(look, grid.answer_thin, grid.answer_box, grid.answer_outline, grid.digit_in_answers, "answer")

    @staticmethod
    def in_text(look: Style) -> GridStyle:
        """The style of pictures within text."""
        return GridStyle(look, look.grid.thin, look.grid.box, look.grid.outline, look.grid.digit_in_text)

    def fitted(self, cell: float) -> GridStyle:
        """The style for cells of this size: lines grow with a large grid, and never fall below their least width."""
        grid = self.look.grid
        thin, box = max(self.thin, grid.thin_share * cell), max(self.box, grid.box_share * cell)
        outline = max(self.outline, grid.outline_share * cell)
        return GridStyle(self.look, thin, box, outline, self.digit, self.role)

    def digit_size(self, cell: float) -> float:
        """The type size of the digits in a cell, both in points."""
        return cell * self.digit / self.look.face(self.role).digit_height()


@dataclass(frozen=True, slots=True)
class GridPicture:
    """What to draw. ``digits`` are the cells as shown, 0 for empty; cells in ``bold`` are set bold.

    ``marks`` are those of this puzzle, besides those of its geometry; ``cages`` tells how cages among them look. Digits that
    are not bold have the face ``plain``. ``clues``: whether the clues of its geometry are drawn; numbers around it are anyway.
    """

    geometry: Geometry
    digits: bytes
    bold: Collection[int] = frozenset()
    marks: tuple[Mark, ...] = ()
    cages: CageStyle = "dashed"
    plain: Role = "given"
    symbols: Symbols = DIGITS
    clues: bool = True

    @property
    def caged(self) -> list[Mark]:
        """The cages among its marks."""
        return [mark for mark in self.marks if mark.kind == "cage"] if self.marks else []

    @property
    def full(self) -> bool:
        """Whether every cell has a digit, as in an answer."""
        return 0 not in self.digits

    @property
    def tinted(self) -> bool:
        """Whether it has cages, shown by tints."""
        return self.cages == "tinted" and bool(self.caged)

    def least_cell(self, style: GridStyle, cell: float) -> float:
        """The side in points that a cell must have for the sums in it to be legible; 0 if there are none.

        ``cell`` is the side that it has, on which the widths of lines depend.
        """
        sums = [mark.text for mark in self.caged if mark.text]
        given = any(self.digits[mark.cells[0]] for mark in self.caged if mark.text)
        return needed(_measures(style, cell), sums, given=given) if sums else 0.0


def legible_in_text(picture: GridPicture, cell: float, style: GridStyle) -> bool:
    """Whether digits, sums and clues of a picture within text can be read in cells of ``cell`` points."""
    marks = [
        mark for mark in picture.geometry.marks if picture.geometry.clued and not (picture.full and mark.kind in HIDING)
    ]
    figures = max((mark.text for mark in marks if mark.kind in AROUND), key=len, default="")
    clues = least_clue_cell(style.look, {mark.kind for mark in marks}, figures)
    height, _ = digit_place(picture, style.fitted(cell), cell)
    faces = [style.look.face(role) for role in (picture.plain, "answer_given" if picture.bold else picture.plain)]
    size = height / max(face.digit_height() for face in faces)
    return size >= style.look.type.least and cell >= max(clues, picture.least_cell(style, cell))


def puzzle_picture(
    geometry: Geometry,
    givens: bytes,
    marks: tuple[Mark, ...] = (),
    cages: CageStyle = "dashed",
    symbols: Symbols = DIGITS,
) -> GridPicture:
    """The grid as the reader gets it."""
    return GridPicture(geometry, givens, frozenset(), marks, cages, symbols=symbols)


_BYTES = 256
"""Cells whose numbers are bytes."""


def answer_picture(geometry: Geometry, givens: bytes, solution: bytes, symbols: Symbols = DIGITS) -> GridPicture:
    """The same grid filled, its givens bold. Cages are left out: around each digit they would only be in its way."""
    bold = [cell for cell, digit in enumerate(givens) if digit]
    # A large book holds all of its pictures at once, and a set is thirty times as large as bytes.
    held = bytes(bold) if len(givens) <= _BYTES else frozenset(bold)
    return GridPicture(geometry, solution, held, plain="answer", symbols=symbols)


def draw_grid(canvas: Canvas, picture: GridPicture, x: float, y: float, side: float, style: GridStyle) -> None:
    """Draw a grid of ``side`` points whose lower left corner is at (x, y). The outline's outer half lies outside ``side``."""
    cages, frame = picture.caged, picture.geometry.frame
    cell = side / picture.geometry.span
    size, inner = picture.geometry.span - 2 * frame, (x + frame * cell, y + frame * cell)
    if picture.tinted:
        tint_cages(canvas, cages, size, cell, inner, style.look.cages.tints)
    for mark in picture.marks:
        if mark.kind == "shade":
            shade_cells(canvas, picture.geometry, mark.cells, cell, (x, y), style.look.grid.shade)
    ground, symbols, bare = picture.geometry, picture.symbols, not picture.clues
    draw_ground(canvas, ground, x, y, side, style, symbols, flags=picture.tinted, full=picture.full, bare=bare)
    if cages:
        fitted = _measures(style, cell)
        tints = style.look.cages.tints if picture.tinted else ()
        whiten_sums(canvas, picture.geometry, cages, cell, inner, fitted, tints)
        if not picture.tinted:
            outline_cages(canvas, cages, size, cell, inner, fitted)
        tie_cages(canvas, cages, size, cell, inner, fitted)
        write_sums(canvas, cages, size, cell, inner, fitted)
    draw_digits(canvas, picture, x, y, side, style)


def draw_ground(
    canvas: Canvas,
    geometry: Geometry,
    x: float,
    y: float,
    side: float,
    style: GridStyle,
    symbols: Symbols = DIGITS,
    *,
    flags: bool = False,
    full: bool = False,
    sharp: bool = False,
    layer: Layer = "whole",
    bare: bool = False,
) -> None:
    """Draw the grid alone, as in :func:`draw_grid`: its lines, and the marks of its kind.

    ``flags``: shaded cells have a black corner instead of a shade, which tints of cages would make another tone. ``full``:
    without marks that would hide digits of an answer, and the others pale. ``sharp``: its corners cover those of corner cells.
    ``symbols``: those of marks that name a digit. ``layer``: the part below the tints of a picture with candidates, or above.
    ``bare``: without clues, but for numbers around the grid.
    """
    cell = side / geometry.span
    style = style.fitted(cell)
    full = full and geometry.clued
    marks = geometry.marks
    if full:
        left_out = AROUND | HIDING if crowded(style.look, marks, cell) else HIDING
        marks = tuple(mark for mark in marks if mark.kind not in left_out)
    if bare:
        marks = tuple(mark for mark in marks if mark.kind in AROUND or mark.kind not in OVER | UNDER)
    named = any(mark.digit for mark in marks) and symbols is not DIGITS
    marks = tuple(_in_symbols(mark, symbols) for mark in marks) if named else marks
    key = f"{_ground_name(geometry)}-{side:.3f}-{style.thin:.3f}-{style.box:.3f}"
    key += f"{'-flags' if flags else ''}{'-full' if full else ''}{'-bare' if bare else ''}{'-sharp' if sharp else ''}"
    key += f"{'' if layer == 'whole' else '-' + layer}"
    key += f"{'-' + ''.join(symbols.texts) if named else ''}"
    sharp = sharp or geometry.caged or any(in_corner(geometry, mark.cells) for mark in marks)
    canvas.stamp(key, x, y, lambda inner: _draw_ground(inner, geometry, marks, cell, style, flags, full, sharp, layer))


def _in_symbols(mark: Mark, symbols: Symbols) -> Mark:
    return replace(mark, text=symbols.texts[mark.digit - 1]) if mark.digit else mark


def _measures(style: GridStyle, cell: float) -> CageMeasures:
    fitted = style.fitted(cell)
    return measures(style.look, cell, fitted.thin, max(fitted.box, fitted.outline))


def digit_place(picture: GridPicture, style: GridStyle, cell: float) -> tuple[float, float]:
    """Height of the figures in points, and how far their middle lies under that of the cell, clear of outlines and sums."""
    digits, cages, top, bottom = picture.digits, picture.caged, 0.0, 0.0
    if cages:
        fitted = _measures(style, cell)
        top = bottom = fitted.edge + fitted.clear if not picture.tinted else 0.0
        if any(mark.text and digits[mark.cells[0]] for mark in cages):
            top = max(top, fitted.sum_box("0")[3])
    areas = [] if picture.full else [mark.cells for mark in picture.geometry.marks if mark.kind == "clone"]
    halves = (part for cells in areas for part in (cells[: len(cells) // 2], cells[len(cells) // 2 :]))
    if any(digits[min(part)] for part in halves):
        _, foot, _ = letter_of_area(style.look, cell)
        # Round figures are a little higher than flat ones.
        top = max(top, foot + 0.02 * cell)
    height = min(style.digit * cell, cell - top - bottom)
    # In the middle of the cell if that is clear, else as near to it as the sum or the letter lets it be.
    return height, max(0.0, top + height / 2 - cell / 2)


@cache
def _ground_name(geometry: Geometry) -> str:
    # Two grids of one kind and size may still differ in their boxes or marks: then their grounds are two pictures.
    where = (geometry.places,) if geometry.overlapping else ()
    drawn = repr((geometry.box_of, geometry.marks, *where)).encode()
    return f"{geometry.kind}-{geometry.size}-{zlib.crc32(drawn):08x}"


def _draw_ground(
    canvas: Canvas,
    geometry: Geometry,
    marks: Sequence[Mark],
    cell: float,
    style: GridStyle,
    flags: bool,
    full: bool,
    sharp: bool,
    layer: Layer,
) -> None:
    size = geometry.span
    side = size * cell
    clues = ClueMarks(canvas, geometry, cell, style.look, answer=full, beside=layer != "whole")
    if layer != "whole":
        marks = [mark for mark in marks if (mark.kind == "shade" or mark.kind in FILLED) == (layer == "below")]
    for mark in marks:
        if mark.kind == "shade":
            for index in mark.cells:
                row, column = geometry.spot(index)
                left, bottom = column * cell, side - (row + 1) * cell
                if flags:
                    right, reach = left + cell, style.look.grid.flag * cell
                    canvas.shape([(right, bottom), (right, bottom + reach), (right - reach, bottom)], 1.0)
                else:
                    canvas.fill((left, bottom, left + cell, bottom + cell), style.look.grid.shade)
        elif mark.kind == "line":
            ends = [mark.cells[0], mark.cells[-1]]
            spots = [geometry.spot(index) for index in ends]
            centres = [((column + 0.5) * cell, side - (row + 0.5) * cell) for row, column in spots]
            ink = style.look.clues.shaft_ink * (style.look.clues.answer_ink if full else 1.0)
            canvas.stroke(centres, style.thin * (1.0 if full else style.look.clues.straight), ink=ink)
    for mark in marks:
        if mark.kind in UNDER:
            clues.draw(mark)
    if layer == "below":
        return
    thin, heavy = grid_lines(geometry)
    # Thin lines stop at the edge of the heavy ones and heavy ones at the inner edge of the outline, so that no join is inked
    # twice; heavy ends inside the grid reach half a width further, which squares the corner of two that meet.
    half, ink = style.box / 2, style.look.grid.thin_ink
    for x1, y1, x2, y2 in thin:
        across = y1 == y2
        dx, dy = (half, 0.0) if across else (0.0, half)
        canvas.stroke(
            [(x1 * cell + dx, side - y1 * cell - dy), (x2 * cell - dx, side - y2 * cell + dy)], style.thin, ink=ink
        )
    for x1, y1, x2, y2 in heavy:
        start = -half if min(x1, y1) > 0 else half
        stop = half if max(x2, y2) < size else -half
        across = y1 == y2
        if across:
            canvas.stroke([(x1 * cell + start, side - y1 * cell), (x2 * cell + stop, side - y2 * cell)], style.box)
        else:
            canvas.stroke([(x1 * cell, side - y1 * cell - start), (x2 * cell, side - y2 * cell - stop)], style.box)
    # Where grids share cells, a round corner would cut a cell of the other; a sum or a tint in it must not stick out.
    corner = 0.0 if geometry.overlapping else style.look.grid.corner * cell
    if sharp:
        # The greatest radius with which the outline still covers the corner of its square.
        corner = min(corner, style.outline / 2 / (sqrt(2) - 1))
    if any(mark.kind == "open" for mark in marks):
        widths = Widths(style.outline, style.box, style.thin)
        draw_open_outline(canvas, geometry, cell, widths, style.look)
    else:
        (down, over), (row, column) = geometry.spot(0), geometry.place(0)
        for corner_row, corner_column in geometry.corners:
            top, left = corner_row + down - row, corner_column + over - column
            right, bottom = left + geometry.size, top + geometry.size
            edges = left * cell, side - bottom * cell, right * cell, side - top * cell
            canvas.stroke(rounded(edges, corner), style.outline, closed=True)
    for mark in marks:
        if mark.kind in OVER:
            clues.draw(mark)


def in_corner(geometry: Geometry, cells: Iterable[int]) -> bool:
    """Whether one of these cells lies in a corner of the grid."""
    ends = {geometry.frame, geometry.span - geometry.frame - 1}
    return any(set(geometry.spot(cell)) <= ends for cell in cells)


def grid_lines(geometry: Geometry) -> tuple[list[Segment], list[Segment]]:
    """The thin and heavy lines inside the outline, as straight runs in units of a cell, y counted down from the top.

    A line is heavy where the cells on its two sides belong to different boxes.
    """
    size, at = geometry.span, {geometry.spot(cell): box for cell, box in enumerate(geometry.box_of)}
    thin: list[Segment] = []
    heavy: list[Segment] = []
    for line in range(1, size):
        for across in (True, False):
            start, was = 0, None
            for i in range(size + 1):
                one, other = ((line - 1, i), (line, i)) if across else ((i, line - 1), (i, line))
                # None: beyond the end, or where no cells of several grids lie on both sides.
                now = at[one] != at[other] if one in at and other in at else None
                crossed = was is False and now is not None and at[_before(other, across)] != at[other]
                if i and (now != was or crossed):
                    run = (start, line, i, line) if across else (line, start, line, i)
                    if was is not None:
                        (heavy if was else thin).append((float(run[0]), float(run[1]), float(run[2]), float(run[3])))
                    start = i
                was = now
    return thin, heavy


def _before(place: tuple[int, int], across: bool) -> tuple[int, int]:
    # A thin run is cut where a heavy line runs across it: where the cells before and after belong to different boxes.
    row, column = place
    return (row, column - 1) if across else (row - 1, column)


def draw_digits(canvas: Canvas, picture: GridPicture, x: float, y: float, side: float, style: GridStyle) -> None:
    """Draw the digits of a grid alone, as in :func:`draw_grid`."""
    cell = side / picture.geometry.span
    fitted = style.fitted(cell)
    height, drop = digit_place(picture, fitted, cell)
    geometry, bold_cells = picture.geometry, picture.bold
    size = geometry.span
    filled = _filled(picture.digits, geometry.spots, bold_cells)
    symbols, texts = picture.symbols, picture.symbols.texts
    for bold, cells in zip((False, True), filled, strict=True):
        if not cells:
            continue
        font = symbols.face(style.look, "answer_given" if bold else picture.plain)
        points = symbols.points(style.look, font, height, cell)
        foot = y + size * cell + (cell - font.digit_height() * points) / 2 - drop
        middles = [x + (column + 0.5) * cell for column in range(size)]
        feet = [foot - (row + 1) * cell for row in range(size)]
        known = [
            (across * points, up * points, text)
            for (across, up), text in zip(shifts(symbols, geometry.size, font), texts, strict=False)
        ]
        placed = [
            (middles[column] - across, feet[row] + up, text)
            for digit, (row, column) in cells
            for across, up, text in (known[digit - 1],)
        ]
        if symbols.drawn and style.look.colours.pictures and prints_colours(canvas):
            for text in dict.fromkeys(text for _, _, text in placed):
                with inked(canvas, picture_colour(symbols, text, style.look)):
                    canvas.glyphs([one for one in placed if one[2] == text], font, points)
        elif symbols.single:
            canvas.glyphs(placed, font, points)
        else:
            set_symbols(canvas, placed, font, points)


def picture_colour(symbols: Symbols, text: str, look: Style) -> str:
    """The colour of a picture in a style that has colours."""
    return look.colours.pictures[symbols.texts.index(text) % len(look.colours.pictures)]


_Filled = list[tuple[int, tuple[int, int]]]
"""Digits with the row and the column of each."""


def _filled(digits: bytes, spots: Sequence[tuple[int, int]], bold: Collection[int]) -> tuple[_Filled, _Filled]:
    """The digits that are not bold, and those that are."""
    if not bold:
        # All of one weight, as in a puzzle, need not be asked one by one.
        return [one for one in zip(digits, spots, strict=True) if one[0]], []
    plain: _Filled = []
    heavy: _Filled = []
    for cell, one in enumerate(zip(digits, spots, strict=True)):
        if one[0]:
            (heavy if cell in bold else plain).append(one)
    return plain, heavy


def set_symbols(canvas: Canvas, placed: Sequence[tuple[float, float, str]], font: Face, points: float) -> None:
    """Set symbols, each from its own place on: single characters together, numbers of several figures one by one."""
    canvas.glyphs([one for one in placed if len(one[2]) == 1], font, points)
    for x, y, text in placed:
        if len(text) > 1:
            canvas.text(x, y, text, font, points)
