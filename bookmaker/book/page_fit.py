"""Whether the grids of a book fit its page: asked of a spec before any puzzle is made, and of the pages as planned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookmaker.book.spec import Generated, Page, Section, Spec
from bookmaker.errors import Fault, Place, SpecError
from bookmaker.grid.geometry import Mark
from bookmaker.typeset import layouts
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.grids import GridPicture, puzzle_picture
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import content_area
from bookmaker.typeset.setup import PageSetup
from bookmaker.units import MM
from bookmaker.variants import geometry


def page_setup(page: Page) -> PageSetup:
    """The page of a spec as the typesetter takes it."""
    margins = page.margins
    gutter = None if page.gutter == "auto" else page.gutter
    return PageSetup(page.trim, margins.outside, margins.top, margins.bottom, gutter, page.bleed)


def require_room(layout: Layout, name: str, sizes: Iterable[int], area: Box, place: Place | None) -> None:
    """Check that the layout's cells are no smaller than it allows, for grids of these sizes. Raises SpecError at ``place``."""
    for size in sorted(sizes):
        cell = layout.side(layout.frames(area)[0], size) / size
        if cell < layout.cell.least:
            message = (
                f"the layout `{name}` leaves {cell / MM:.1f}mm for a cell of a {size}x{size} grid on this page; "
                f"it allows no less than {layout.cell.least / MM:.1f}mm"
            )
            advice = "choose a layout with fewer grids, a larger trim or smaller margins"
            raise SpecError(Fault(message, place, advice))


def require_sum_room(
    layout: Layout, name: str, pictures: Iterable[GridPicture], area: Box, place: Place | None
) -> None:
    """Check that the sums of cages can be printed legibly in the layout's cells. Raises SpecError at ``place``."""
    worst = 0.0
    told = ""
    for picture in pictures:
        size = picture.geometry.size
        cell = layout.side(layout.frames(area)[0], size) / size
        least = picture.least_cell(layout.style, cell)
        if least - cell > max(worst, 1e-6):
            worst = least - cell
            told = (
                f"the layout `{name}` leaves {cell / MM:.1f}mm for a cell of a {size}x{size} Killer on this page; "
                f"to be legible the sums need {least / MM:.1f}mm"
            )
    if told:
        raise SpecError(Fault(told, place, "choose a layout with fewer grids, a larger trim or smaller margins"))


def require_look(pictures: Iterable[GridPicture], place: Place | None) -> None:
    """Check that tinted cages stand in grids without shaded cells, which could not be told from them. Raises SpecError."""
    for picture in pictures:
        if picture.cages == "tinted" and picture.caged and any(mark.kind == "shade" for mark in picture.geometry.marks):
            message = f"tinted cages cannot be told from the shaded cells of {picture.geometry.kind}"
            raise SpecError(Fault(message, place, "write `cages: dashed`"))


def require_spec_room(spec: Spec) -> None:
    """Check the sections whose grids are known before they are made. Raises SpecError with a fault for each that cannot fit."""
    faults: list[Fault] = []
    area = content_area(page_setup(spec.page).live(0, 0))
    for layout, name, section, place in _known(spec):
        assert isinstance(section.puzzles, Generated)
        picture = _likely(section, section.puzzles)
        try:
            require_room(layout, name, [picture.geometry.size], area, place)
            if layout.use == "puzzles":
                require_look([picture], section.place("cages"))
                require_sum_room(layout, name, [picture], area, place)
        except SpecError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise SpecError(faults)


def _likely(section: Section, wanted: Generated) -> GridPicture:
    """A puzzle as it is going to look: of a Killer, one with a sum of as many figures as there can be."""
    ground = geometry(wanted.kind, wanted.size)
    figures = "8" * len(str(wanted.size * (wanted.size + 1) // 2))
    marks = (Mark("cage", (0, 1), figures),) if ground.caged else ()
    return puzzle_picture(ground, bytes(ground.cell_count), marks, section.cages)


def _known(spec: Spec) -> Iterator[tuple[Layout, str, Section, Place]]:
    folder = spec.path.parent
    for section in spec.sections:
        if isinstance(section.puzzles, Generated):
            yield layouts.find(section.layout, folder), section.layout, section, section.place("layout")
            yield layouts.find(spec.answers.layout, folder), spec.answers.layout, section, spec.place("answers")
