"""One puzzle on two facing pages: its left part on the left-hand page, the rest on the right-hand one, at one height.

Both parts stand at the gutter, and outside the inner margin, so that no cell lies in the fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bookmaker.typeset.canvas import Box, Canvas, Dash, Pixels, Point, Sheet
from bookmaker.typeset.fonts import Face
from bookmaker.typeset.grids import draw_grid
from bookmaker.typeset.labels import Labels, Slot
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import Page, draw_title, title_height
from bookmaker.typeset.seams import part_columns

_SLACK = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfPage(Page):
    """One of the two pages of a puzzle or of its answer: that on the left, or that on the ``right``.

    A title stands on the left-hand page, and the right-hand one leaves its room free.
    """

    layout: Layout
    slot: Slot
    right: bool
    title: str = ""

    @property
    def beside(self) -> bool:
        """A puzzle has the column for notes on both sides, an answer on none."""
        return self.layout.use == "puzzles"

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the part of the grid that lies on this page, and its share of the words around it."""
        layout, look, ground = self.layout, self.look, self.slot.picture.geometry
        if self.right:
            left, bottom, right, top = area
            area = left, bottom, right, top - title_height(look, self.title, right - left, top - bottom)
        else:
            area = draw_title(canvas, look, self.title, area)
        spread = layout.spread
        assert spread is not None
        cell, seam = layout.cell_in(area, ground), layout.seam(area, ground)
        outline = layout.style.fitted(cell).outline
        before, behind = part_columns(ground, seam)
        high = ground.height * cell + outline
        spare = max(area[3] - area[1] - layout.label - layout.note - high, 0.0)
        top = area[3] - spare * look.labels.above - layout.label
        edge = area[0] + spread.reach if self.right else area[2] - spread.reach
        # The square of ``span`` cells, in whose middle the grids stand.
        down, side = (ground.span - ground.height) // 2, ground.span * cell
        corner = edge - seam * cell, top - outline / 2 + down * cell - side
        # A picture that is stamped is one of those with the same name: what a part shows depends on its reach, too.
        name = f"part{seam}{'r' if self.right else 'l'}{spread.reach:g}"
        part = OneSide(canvas, edge, spread.reach, right=self.right, name=name)
        draw_grid(part, self.slot.picture, *corner, side, layout.style)
        outer = edge + behind * cell + outline / 2 if self.right else edge - before * cell - outline / 2
        start, stop = min(edge, outer), max(edge, outer)
        labels = Labels.of(look, layout, (self.slot,), (min(before, behind) * cell,))
        own = self._words()
        labels.draw(canvas, own, (start, top, stop), area)
        if self.right:
            labels.draw_note(canvas, own, (start, top - high, stop), area)

    def _words(self) -> Slot:
        """The number stands on the left-hand page, the level and where the answer is on the other, as if on one line."""
        slot = self.slot
        barred = self.look.labels.plate == "bar"
        if self.right:
            aside, marks = ("", ()) if barred else (slot.aside, slot.marks)
            return replace(slot, label="", short="", aside=aside, marks=marks)
        return slot if barred else replace(slot, aside="", marks=())


def half_pages(slots: Sequence[Slot], layout: Layout, head: str, title: str = "") -> Iterator[HalfPage]:
    """The pages of puzzles or answers that lie over two each: the left-hand one first. The title stands on the first."""
    for index, slot in enumerate(slots):
        own = "" if index else title
        for right in (False, True):
            yield HalfPage(look=layout.style.look, layout=layout, slot=slot, right=right, head=head, title=own)


@dataclass(frozen=True, slots=True)
class OneSide:
    """A canvas that draws what lies on one side of an upright line at ``edge``; level lines across it run on for ``reach``."""

    canvas: Canvas
    edge: float
    reach: float
    right: bool
    name: str

    def _within(self, x: float) -> float:
        """How far a place lies on this side."""
        return x - self.edge if self.right else self.edge - x

    def begin_page(self, sheet: Sheet) -> None:
        """Start a page."""
        self.canvas.begin_page(sheet)

    def end_page(self) -> None:
        """Finish the page."""
        self.canvas.end_page()

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line that begins on this side."""
        if self._within(x) > 0:
            self.canvas.text(x, y, text, face, size, ink, tracking)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set those characters that stand on this side."""
        self.canvas.glyphs([one for one in placed if self._within(one[0]) > 0], face, size)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke what of a path lies on this side; a line along the edge belongs to both sides, an outline to its own."""
        depths = [self._within(x) for x, _ in points]
        if min(depths) >= -_SLACK and (not closed or max(depths) > _SLACK):
            self.canvas.stroke(points, width, closed=closed, ink=ink, dash=dash)
            return
        if max(depths) <= _SLACK:
            return
        run: list[Point] = []
        ring = [*points, points[0]] if closed else [*points]
        start = next((i for i, (x, _) in enumerate(ring) if self._within(x) < -_SLACK), 0) if closed else 0
        ring = [*ring[start:-1], *ring[:start], ring[start]] if closed else ring
        for one, other in pairwise(ring):
            kept = self._kept(one, other, width)
            if not kept:
                continue
            if run and run[-1] != kept[0]:
                self.canvas.stroke(run, width, ink=ink, dash=dash)
                run = []
            run = [*run, kept[1]] if run else [*kept]
        if run:
            self.canvas.stroke(run, width, ink=ink, dash=dash)

    def _kept(self, one: Point, other: Point, width: float) -> tuple[Point, Point] | None:
        """What of a piece lies on this side. A line that ends on the edge reaches half the width of the other one beyond it."""
        a, b = self._within(one[0]), self._within(other[0])
        if max(a, b) <= (width if min(a, b) < -_SLACK else _SLACK):
            return None
        if min(a, b) >= -width:
            return one, other
        # So wide a line has its corner, where it turns, no further out than its end.
        beyond = self.reach - width / 2 if one[1] == other[1] else 0.0
        share = min(1.0, (max(a, b) + beyond) / abs(a - b))
        inner, outer = (one, other) if a > b else (other, one)
        cut = inner[0] + share * (outer[0] - inner[0]), inner[1] + share * (outer[1] - inner[1])
        return (one, cut) if a > b else (cut, other)

    def fill(self, box: Box, ink: float) -> None:
        """Fill what of a rectangle lies on this side."""
        left, bottom, right, top = box
        left, right = (max(left, self.edge), right) if self.right else (left, min(right, self.edge))
        if left < right:
            self.canvas.fill((left, bottom, right, top), ink)

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape whose middle lies on this side."""
        if self._within(sum(x for x, _ in points) / len(points)) > 0:
            self.canvas.shape(points, ink)

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours, as shapes, by the middle of the first."""
        if self._within(sum(x for x, _ in contours[0]) / len(contours[0])) > 0:
            self.canvas.area(contours, ink, even_odd=even_odd)

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image by its middle."""
        if self._within((box[0] + box[2]) / 2) > 0:
            self.canvas.image(box, pixels)

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw what of a picture lies on this side."""
        self.canvas.stamp(
            f"{key}-{self.name}", x, y, lambda inner: draw(replace(self, canvas=inner, edge=self.edge - x))
        )

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw a picture upside down, by its corner: none of a grid's is turned."""
        if self._within(x) > 0:
            self.canvas.turned(x, y, draw)
