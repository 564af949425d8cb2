"""Drawing the clues of a puzzle: shapes and lines of cells under the lines of the grid, marks on borders above them, cages.

Cages are dashed outlines that leave space for the sum, or tints; they say how large a cell must be for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import TYPE_CHECKING, Literal

from bookmaker.printing.canvases.canvas import Canvas, Dash, Point
from bookmaker.printing.canvases.outlines import Run, borders, corner_links, dashed, inset_border
from bookmaker.printing.canvases.strokes import circle, diamond, plus, square, triangle
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Look, Mark

if TYPE_CHECKING:
    from bookmaker.printing.styles.style_pages import Clues

CageStyle = Literal["dashed", "tinted"]
CAGE_STYLES: tuple[CageStyle, ...] = ("dashed", "tinted")


@dataclass(frozen=True, slots=True)
class CageMeasures:
    """Lengths in points for cells of one size, measured from the middle of the line around a cell.

    ``inset``: the middle of an outline of ``width``, with dashes of about ``on`` and ``off``. ``sum_size``: type size of sums,
    whose ink begins at ``sum_inset`` from the left and from the top. ``clear``: the free space around a sum and around digits.
    """

    look: Style
    inset: float
    width: float
    on: float
    off: float
    sum_size: float
    sum_inset: float
    clear: float

    @property
    def edge(self) -> float:
        """How far from the border of a cell the ink of an outline reaches."""
        return self.inset + self.width / 2

    def sum_height(self) -> float:
        """Height of a sum's figures."""
        return self.sum_size * self.look.face("sum").digit_height()

    def sum_box(self, text: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the free space for a sum, from the upper left corner of its cell."""
        right = self.sum_inset + self.look.face("sum").width(text, self.sum_size) + self.clear
        return 0.0, 0.0, right, self.sum_inset + self.sum_height() + self.clear


def measures(look: Style, cell: float, thin: float, heavy: float) -> CageMeasures:
    """The lengths for cells of ``cell`` points between thin lines, the others at most ``heavy`` points (fitted to the cell)."""
    cages = look.cages
    width = max(cages.line, min(thin, cages.line_share * cell))
    # A heavy line may run along any side of a cell: outlines and sums keep clear of it everywhere, so that all look alike.
    return CageMeasures(
        look=look,
        inset=max(cages.inset * cell, heavy / 2 + cages.line_gap + width / 2),
        width=width,
        on=max(cages.dash, cages.dash_share * cell),
        off=max(cages.space, cages.space_share * cell),
        sum_size=max(look.type.least, cages.sum_share * cell),
        sum_inset=heavy / 2 + max(cages.sum_inset, cages.sum_inset_share * cell),
        clear=max(cages.clear, cages.clear_share * cell),
    )


def needed(fitted: CageMeasures, sums: Iterable[str], *, given: bool) -> float:
    """The least side of a cell that has room for these sums, and below a sum for a digit if ``given``."""
    widest = max((fitted.sum_box(text)[2] for text in set(sums)), default=0.0)
    low = fitted.sum_box("0")[3]
    size = max(fitted.look.type.least, fitted.sum_size / fitted.look.cages.sum_most)
    digit = size * fitted.look.face("given").digit_height() if given else 0.0
    return max(widest, low + digit) + fitted.edge + (fitted.clear if given else 0.0)


def tint_cages(
    canvas: Canvas, cages: Sequence[Mark], size: int, cell: float, at: Point, tints: Sequence[float]
) -> None:
    """Fill the cells of each cage with the tint of its tone, for a grid whose lower left corner is ``at``."""
    x, y = at
    for mark in cages:
        ink = tints[mark.tone]
        if not ink:
            continue
        # One rectangle for cells in a row: where two meet, a viewer may show a hair of white.
        for first, last in _rows(mark.cells, size):
            left, bottom = x + first % size * cell, y + (size - 1 - first // size) * cell
            canvas.fill((left, bottom, left + (last - first + 1) * cell, bottom + cell), ink)


def _rows(cells: Sequence[int], size: int) -> Iterable[tuple[int, int]]:
    first = last = cells[0]
    for cell in (*cells[1:], None):
        if cell is not None and cell == last + 1 and cell % size:
            last = cell
            continue
        yield first, last
        if cell is not None:
            first = last = cell


def outline_cages(
    canvas: Canvas, cages: Sequence[Mark], size: int, cell: float, at: Point, fitted: CageMeasures
) -> None:
    """Draw the dashed outline of each cage, cut around its sum."""
    x, y = at[0], at[1] + size * cell
    for mark in cages:
        for run in cage_runs(mark, size, cell, fitted):
            _stroke(canvas, run, (x, y), fitted.width)


def tie_cages(canvas: Canvas, cages: Sequence[Mark], size: int, cell: float, at: Point, fitted: CageMeasures) -> None:
    """Tie the pieces of a cage together that touch by a corner only, by a short line across it."""
    x, y = at[0], at[1] + size * cell
    for mark in cages:
        for (x1, y1), (x2, y2) in corner_links(mark.cells, size, cell, fitted.inset):
            canvas.stroke([(x + x1, y - y1), (x + x2, y - y2)], fitted.width)


def cage_runs(mark: Mark, size: int, cell: float, fitted: CageMeasures) -> list[Run]:
    """The runs of a cage's outline, in points from the grid's upper left corner, y down."""
    cut = None
    if mark.text:
        row, column = divmod(mark.cells[0], size)
        left, top, right, bottom = fitted.sum_box(mark.text)
        cut = column * cell + left, row * cell + top, column * cell + right, row * cell + bottom
    runs = []
    for corners in borders(mark.cells, size):
        runs += dashed(inset_border(corners, cell, fitted.inset), fitted.on, fitted.off, cut)
    return runs


def _stroke(canvas: Canvas, run: Run, origin: Point, width: float) -> None:
    # Each of two runs that meet at a corner reaches half a width over it, which fills the corner's outer square.
    (x1, y1), (x2, y2) = run.start, run.end
    length = abs(x2 - x1) + abs(y2 - y1)
    along = (x2 - x1) / length * width / 2, (y2 - y1) / length * width / 2
    before, after = (1.0 if corner else 0.0 for corner in run.joined)
    x1, y1, x2, y2 = x1 - along[0] * before, y1 - along[1] * before, x2 + along[0] * after, y2 + along[1] * after
    dash: Dash | None = None
    if run.off:
        dash = run.on, run.off, run.phase - width / 2 * before
    x, y = origin
    canvas.stroke([(x + x1, y - y1), (x + x2, y - y2)], width, dash=dash)


def write_sums(canvas: Canvas, cages: Sequence[Mark], size: int, cell: float, at: Point, fitted: CageMeasures) -> None:
    """Set each sum in the upper left corner of its cage's first cell."""
    font = fitted.look.face("sum")
    for mark in cages:
        if mark.text:
            row, column = divmod(mark.cells[0], size)
            x = at[0] + column * cell + fitted.sum_inset
            y = at[1] + (size - row) * cell - fitted.sum_inset - fitted.sum_height()
            canvas.text(x, y, mark.text, font, fitted.sum_size)


_WHITE_BEADS: tuple[Look, ...] = ("pearls", "lozenges")
_DARK_BEADS: tuple[Look, ...] = ("spikes", "pluses")
FILLED: frozenset[Look] = frozenset(("tile", "clone"))
"""Shades that fill a cell."""
_HOLLOW_BEADS: tuple[Look, ...] = ("boxes", "triangles")
_BEADED: tuple[Look, ...] = ("beads", "rhombs", *_DARK_BEADS, *_WHITE_BEADS, *_HOLLOW_BEADS)
_AREAS: tuple[Look, ...] = ("up-triangle", "down-triangle", "tile", "frame", "clone")
_DOTS: tuple[Look, ...] = ("white-dot", "black-dot", "white-number", "black-number")
UNDER: frozenset[Look] = frozenset(
    (
        "disc",
        "block",
        "tube",
        "bulb",
        "wire",
        "cord",
        "shaft",
        "ends",
        "double-ends",
        *_BEADED,
        *_AREAS,
        "diamonds",
        "hollow-bulb",
    )
)
OVER: frozenset[Look] = frozenset((*_DOTS, "quadruple-circle", "bar", "letter", "sign", "outside", "outside-arrow"))
AROUND: frozenset[Look] = frozenset(("outside", "outside-arrow"))
"""Numbers around the grid."""

HIDING: frozenset[Look] = frozenset(("quadruple-circle", "white-number", "black-number", "clone", "outside-arrow"))
"""Marks with words or numbers: left out of answers, as cages are, where they would be too small or hide digits."""

_OUTLINE = 0.95
"""A layout has room for numbers around a grid but for the outline, which takes a little of each cell."""

_ONE_ROW = 3
"""So many digits in a circle are set in two rows."""

_PAPER = 0.0
"""The ink of areas that stay white."""


class ClueMarks:
    """Draws marks of clues on a grid whose square of ``span`` cells has its lower left corner at (0, 0).

    ``answer``: shapes and lines lie under digits in every cell, and are pale. ``beside``: they lie under candidates, and are
    paler; digits in circles are as small as can be read.
    """

    def __init__(
        self,
        canvas: Canvas,
        geometry: Geometry,
        cell: float,
        style: Style,
        *,
        answer: bool = False,
        beside: bool = False,
    ) -> None:
        look, self._beside = style.clues, beside
        self._ink = look.answer_ink if answer else look.beside_ink if beside else 1.0
        self._canvas, self._geometry, self._cell, self._look, self._style = canvas, geometry, cell, look, style
        self._line = max(look.line, look.line_share * cell)
        # The white inside of a hollow line is at least as wide as its sides.
        self._dot = look.dot * cell * (look.answer_dot if answer else 1.0)
        self._cord = max(look.cord * cell, 3 * self._line)

    def draw(self, mark: Mark) -> None:
        """Draw one mark."""
        places = [self._centre(cell) for cell in mark.cells]
        look, cell = self._look, self._cell
        match mark.kind:
            case "disc":
                self._outlined(
                    circle(*places[0], look.shape * cell), self._pale(look.shape_ink), self._pale(look.shape_line)
                )
            case "block":
                self._outlined(
                    square(*places[0], look.shape * cell), self._pale(look.shape_ink), self._pale(look.shape_line)
                )
            case "up-triangle" | "down-triangle":
                up = 1 if mark.kind == "up-triangle" else -1
                self._outlined(
                    triangle(*places[0], look.shape * cell, up), self._pale(look.shape_ink), self._pale(look.shape_line)
                )
            case "tile":
                self._canvas.shape(square(*places[0], look.tile * cell), self._pale(look.tile_ink))
            case "frame":
                # Shapes and no strokes, as for hollow beads: strokes beside a heavy line would be read as lines of the grid.
                outer, inner = _hollow("boxes", places[0], look.frame * cell, self._line)
                self._canvas.shape(outer, self._pale(look.frame_ink))
                self._canvas.shape(inner, _PAPER)
            case "clone":
                half = len(mark.cells) // 2
                for part in (mark.cells[:half], mark.cells[half:]):
                    self._area(part, mark.text)
            case "bulb":
                self._along(places, look.tube * cell, self._pale(look.tube_ink))
                self._canvas.shape(circle(*places[0], look.bulb * cell), self._pale(look.tube_ink))
            case "tube":
                self._along(places, look.tube * cell, self._pale(look.tube_ink))
            case "wire":
                self._along(places, look.wire * cell, self._pale(look.wire_ink))
            case "cord":
                self._along(places, self._cord, self._pale(look.cord_ink))
                self._along(places, self._cord - 2 * self._line, _PAPER)
            case "shaft":
                self._along(places, look.shaft * cell, self._pale(look.shaft_ink))
                self._head(places)
                self._ring(places[0])
            case "ends" | "double-ends":
                self._along(places, look.shaft * cell, self._pale(look.shaft_ink))
                for place in (places[0], places[-1]):
                    self._ring(place)
                    if mark.kind == "double-ends":
                        self._ring(place, look.inner_ring)
            case "diamonds":
                self._along(places, look.shaft * cell, self._pale(look.shaft_ink))
                for place in (places[0], places[-1]):
                    self._outlined(diamond(*place, look.diamond * cell), _PAPER, self._pale(look.ring_ink))
            case "beads" | "rhombs" | "spikes" | "pluses" | "pearls" | "lozenges" | "boxes" | "triangles":
                self._along(places, look.shaft * cell, self._pale(look.shaft_ink))
                for place in places:
                    self._bead(mark.kind, place)
            case "hollow-bulb":
                for less, ink in ((0.0, self._pale(look.cord_ink)), (self._line, _PAPER)):
                    self._along(places, self._cord - 2 * less, ink)
                    self._canvas.shape(circle(*places[0], look.bulb * cell - less), ink)
            case "white-dot":
                self._outlined(circle(*_middle(places), self._dot - self._line / 2), _PAPER, 1.0)
            case "black-dot":
                self._canvas.shape(circle(*_middle(places), self._dot), 1.0)
            case "white-number" | "black-number":
                self._numbered(mark.kind, mark.text, _middle(places))
            case "quadruple-circle":
                self._digits_in_circle(mark.text, _middle([places[0], places[-1]]))
            case "bar":
                self._bar(places)
            case "letter":
                self._letter(mark.text, _middle(places))
            case "sign":
                self._sign(places)
            case "outside":
                self._outside(mark, places, self._look.outside)
            case "outside-arrow":
                self._pointer(places)
                self._outside(mark, places, self._look.arrow_number)

    def _pale(self, ink: float) -> float:
        return ink * self._ink

    def _centre(self, index: int) -> Point:
        row, column = self._geometry.spot(index)
        return (column + 0.5) * self._cell, (self._geometry.span - row - 0.5) * self._cell

    def _pointer(self, places: Sequence[Point]) -> None:
        """An arrow in the corner of a cell of the frame, towards the first cell."""
        (x1, y1), (x2, y2) = places[:2]
        across, up = _sign(x2 - x1), _sign(y2 - y1)
        tip = x1 - across * self._look.arrow_clear * self._cell, y1 - up * self._look.arrow_clear * self._cell
        long, head = self._look.arrow * self._cell, self._look.arrow * self._cell / 2
        tail = tip[0] - across * long, tip[1] - up * long
        self._canvas.stroke([tail, (tip[0] - across * head / 2, tip[1] - up * head / 2)], self._line)
        self._canvas.shape([tip, (tip[0] - across * head, tip[1]), (tip[0], tip[1] - up * head)], 1.0)

    def _outside(self, mark: Mark, places: Sequence[Point], share: float) -> None:
        font, text, high = self._style.face("candidate"), mark.text, share * self._cell
        points = high / font.digit_height()
        points = min(points, points * self._look.outside_wide * self._cell / font.width(text, points))
        points = self._legible(points)
        x, y = outside_place(mark, places, self._cell, self._look)
        self._canvas.text(x - font.width(text, points) / 2, y - font.digit_height() * points / 2, text, font, points)

    def _legible(self, points: float) -> float:
        """A type size, or the least one: layouts have room for it, but for the line around the grid, which takes a little."""
        return max(points, self._style.type.least)

    def _area(self, cells: Sequence[int], text: str) -> None:
        """A tinted area, with its letter in the corner of its first cell."""
        size, (left, top) = self._geometry.size, self._centre(0)
        left, top = left - self._cell / 2, top + self._cell / 2
        parts = [inset_border(one, self._cell, self._look.area * self._cell) for one in borders(cells, size)]
        contours = [[(left + x, top - y) for x, y in part] for part in parts]
        self._canvas.area(contours, self._look.area_ink, even_odd=True)
        x, y = self._centre(min(cells))
        inset, foot, points = letter_of_area(self._style, self._cell)
        left, top = x - self._cell / 2, y + self._cell / 2
        self._canvas.text(left + inset, top - foot, text, self._style.face("sum"), points)

    def _numbered(self, kind: Look, text: str, place: Point) -> None:
        """A dot with a number, black on white or white on black."""
        white, font, (x, y) = kind == "white-number", self._style.face("sum"), place
        least, usual = self._style.type.least, self._look.number * self._cell / font.digit_height()
        points, radius = max(least, usual), self._look.number_dot * self._cell * max(1.0, least / usual)
        wide = self._look.number_wide
        points = max(least, min(points, points * wide * radius / font.width(text, points)))
        radius = max(radius, font.width(text, points) / wide)
        if white:
            self._outlined(circle(x, y, radius - self._line / 2), _PAPER, 1.0)
        else:
            self._canvas.shape(circle(x, y, radius), 1.0)
        foot = y - font.digit_height() * points / 2
        self._canvas.text(x - font.width(text, points) / 2, foot, text, font, points, 1.0 if white else _PAPER)

    def _outlined(self, points: Sequence[Point], ink: float, line: float) -> None:
        self._canvas.shape(points, ink)
        self._canvas.stroke(points, self._line, closed=True, ink=line)

    def _along(self, places: Sequence[Point], width: float, ink: float) -> None:
        """A line with round ends and corners."""
        for one, other in pairwise(places):
            self._canvas.stroke([one, other], width, ink=ink)
        for x, y in places:
            self._canvas.shape(circle(x, y, width / 2), ink)

    def _digits_in_circle(self, text: str, place: Point) -> None:
        """Digits in one row, in two rows where they are more than two."""
        look, face = self._look, self._style.face("sum")
        size = self._style.type.least if self._beside else digits_in_circle(self._style, self._cell)
        self._outlined(circle(*place, look.around / look.inside * size), _PAPER, 1.0)
        high = size * face.digit_height()
        rows = [text] if len(text) < _ONE_ROW else [text[: (len(text) + 1) // 2], text[(len(text) + 1) // 2 :]]
        (x, y), step = place, high + 2 * self._line
        for number, row in enumerate(rows):
            foot = y - high / 2 + ((len(rows) - 1) / 2 - number) * step
            self._canvas.text(x - face.width(row, size) / 2, foot, row, face, size)

    def _bead(self, kind: Look, place: Point) -> None:
        radius = self._look.bead * self._cell
        if kind in _WHITE_BEADS:
            self._outlined(_bead(kind, place, radius), _PAPER, self._pale(self._look.ring_ink))
        elif kind in _HOLLOW_BEADS:
            # Shapes and no strokes: level ones that touch a shaft would be read as lines of the grid.
            outer, inner = _hollow(kind, place, radius, self._line)
            self._canvas.shape(outer, self._pale(self._look.ring_ink))
            self._canvas.shape(inner, _PAPER)
        else:
            ink = self._look.bead_ink if kind in _DARK_BEADS else self._look.shaft_ink
            self._canvas.shape(_bead(kind, place, radius), self._pale(ink))

    def _ring(self, place: Point, share: float = 1.0) -> None:
        """A white disc with a line around it, which a shaft leaves; ``share``: of the usual radius."""
        self._outlined(circle(*place, share * self._look.ring * self._cell), _PAPER, self._pale(self._look.ring_ink))

    def _head(self, places: Sequence[Point]) -> None:
        """Two strokes that meet in the middle of the last cell, turned back by 45 degrees each."""
        (x1, y1), (x, y) = places[-2:]
        far, long = hypot(x1 - x, y1 - y), self._look.head * self._cell / sqrt(2)
        across, up = (x1 - x) / far * long, (y1 - y) / far * long
        ends = [(x + across - up, y + up + across), (x + across + up, y + up - across)]
        self._canvas.stroke(
            [ends[0], (x, y), ends[1]], self._look.shaft * self._cell, ink=self._pale(self._look.shaft_ink)
        )

    def _bar(self, places: Sequence[Point]) -> None:
        (x, y), level = _middle(places), places[0][1] == places[1][1]
        along, across = self._look.bar * self._cell / 2, self._look.bar_wide * self._cell / 2
        wide, high = (across, along) if level else (along, across)
        self._canvas.shape(
            [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)], 1.0
        )

    def _letter(self, text: str, place: Point) -> None:
        """An X or a V of strokes, as wide as it is high, on white: a glyph would look like a digit in its place."""
        (x, y), half = place, self._look.letter * self._cell / 2
        self._canvas.shape(square(x, y, half + self._line), _PAPER)
        if text == "X":
            self._canvas.stroke([(x - half, y - half), (x + half, y + half)], self._line)
            self._canvas.stroke([(x - half, y + half), (x + half, y - half)], self._line)
        else:
            self._canvas.stroke([(x - half, y + half), (x, y - half), (x + half, y + half)], self._line)

    def _sign(self, places: Sequence[Point]) -> None:
        (x, y), half = _middle(places), self._look.sign * self._cell / 2
        # From the larger digit to the smaller one, which the tip points at.
        across, up = _sign(places[1][0] - places[0][0]), _sign(places[1][1] - places[0][1])
        tip = x + half * across, y + half * up
        ends = [(x - half * across + side * half * up, y - half * up + side * half * across) for side in (1, -1)]
        self._canvas.shape(square(x, y, half), _PAPER)
        self._canvas.stroke([ends[0], tip, ends[1]], self._line)


def digits_in_circle(style: Style, cell: float) -> float:
    """The type size of the digits in a circle on a corner of cells of ``cell`` points."""
    return max(style.type.least, style.clues.inside * cell)


def reach_into_cell(style: Style, looks: Collection[Look], cell: float) -> float:
    """How far marks of these looks on borders and corners reach into cells of this side, as a share of it; beside candidates."""
    look, least = style.clues, style.type.least / cell
    number = max(look.number_dot, least * style.face("sum").digit_height() * look.number_dot / look.number)
    reaches: dict[Look, float] = {
        "white-dot": look.dot, "black-dot": look.dot, "bar": look.bar_wide / 2, "sign": look.sign / 2,
        "letter": look.letter / 2, "white-number": number, "black-number": number,
        "clone": look.area + look.area_letter * 0.75,  # beside its letter
        # Of a circle on a corner so much that a square in the middle of the cell, a little round at its corners, is clear of it.
        "quadruple-circle": look.around / look.inside * least / sqrt(2) - _ROUND,
    }  # fmt: skip
    return max((reaches[kind] for kind in looks if kind in reaches), default=0.0)


_ROUND = 0.03
"""The part of the corner of a candidate's place without ink, as a share of a cell."""


def letter_of_area(style: Style, cell: float) -> tuple[float, float, float]:
    """How far in points the letter of an area is from the left side of its first cell, its baseline from the top; its size."""
    high, inset = style.face("sum").digit_height(), 1.5 * style.clues.area * cell
    points = max(style.type.least, style.clues.area_letter * cell / high)
    return inset, inset + high * points, points


def least_clue_cell(style: Style, looks: Collection[Look], figures: str) -> float:
    """The side in points of a cell in which clues of these looks can be read; ``figures``: the widest number around the grid."""
    look, least, needed = style.clues, style.type.least, 0.0
    if "quadruple-circle" in looks:
        needed = look.around / look.inside * least / look.around_most
    high = least * style.face("sum").digit_height()
    if not {"white-number", "black-number"}.isdisjoint(looks):
        needed = max(needed, look.number_dot / look.number * high / look.number_dot_most)
    if "clone" in looks:
        needed = max(needed, high / look.area_letter_most)
    for kind, share in (("outside", look.outside), ("outside-arrow", look.arrow_number)):
        if kind in looks:
            font = style.face("candidate")
            wide = font.width(figures, least) / look.outside_wide
            needed = max(needed, wide, least * font.digit_height() / share)
    return needed


def crowded(style: Style, marks: Iterable[Mark], cell: float) -> bool:
    """Whether the numbers around a grid would run together, at their least size, in cells of ``cell`` points."""
    around = [mark for mark in marks if mark.kind in AROUND]
    widest = max((mark.text for mark in around), key=len, default="")
    return cell < _OUTLINE * least_clue_cell(style, {mark.kind for mark in around}, widest)


def outside_place(mark: Mark, places: Sequence[Point], cell: float, look: Clues) -> Point:
    """The middle of a number beside the grid: as far from the first cell as this is from the second, in a cell of the frame.

    ``places``: the middles of the first cells of the mark. One with an arrow stands aside.
    """
    (x1, y1), (x2, y2) = places[:2]
    shift = look.arrow_shift * cell if mark.kind == "outside-arrow" else 0.0
    return 2 * x1 - x2 - shift * _sign(x2 - x1), 2 * y1 - y2 - shift * _sign(y2 - y1)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _bead(kind: Look, place: Point, radius: float) -> list[Point]:
    """The corners of a small shape on a line."""
    match kind:
        case "pearls":
            return circle(*place, radius)
        case "beads":
            return square(*place, radius)
        case "spikes":
            return triangle(*place, radius, 1)
        case "pluses":
            return plus(*place, radius)
    return diamond(*place, radius)


def _hollow(kind: Look, place: Point, radius: float, line: float) -> tuple[list[Point], list[Point]]:
    """The outer and the inner corners of a small shape with an outline as wide as ``line``."""
    if kind == "boxes":
        return square(*place, radius + line / 2), square(*place, radius - line / 2)
    # The ring within a triangle as wide as it is high has this share of its half width as its radius.
    share = (sqrt(5) - 1) / 2
    more = line / 2 / share
    inner = place[0], place[1] - 2 * more * (1 - share)
    return triangle(*place, radius + more, 1), triangle(*inner, radius - more, 1)


def _middle(places: Sequence[Point]) -> Point:
    (x1, y1), (x2, y2) = places
    return (x1 + x2) / 2, (y1 + y2) / 2


def free_below(geometry: Geometry) -> bool:
    """Whether the space below a grid for clues around it is empty: it has no number."""
    if not geometry.frame or geometry.wraps:
        return False
    last = geometry.span - geometry.frame - 1
    ends = (mark.cells[:2] for mark in geometry.marks if mark.kind in AROUND)
    # A number is as far from the first cell of its line as this is from the second.
    return all(2 * geometry.spot(one)[0] - geometry.spot(other)[0] <= last for one, other in ends)
