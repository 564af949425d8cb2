"""One puzzle on two facing pages: its left part on the left-hand page, the rest on the right-hand one, at one height.

Both parts stand at the gutter, and outside the inner margin, so that no cell lies in the fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.canvases.clipping import OneSide
from bookmaker.printing.grids.grid_drawing import draw_grid
from bookmaker.printing.pages.labels import Labels, Slot
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import Page, draw_title, title_height
from bookmaker.printing.pages.seams import part_columns


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
        part = OneSide(canvas, "right" if self.right else "left", edge, spread.reach, name)
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
