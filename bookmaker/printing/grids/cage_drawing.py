"""Drawing cages: dashed outlines that leave space for the sum, or tints; and how large a cell must be for that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bookmaker.printing.canvases.canvas import Canvas, Dash, Point
from bookmaker.printing.canvases.outlines import Run, borders, corner_links, dashed, inset_border
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.marks import Mark

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
