"""Whether the grids of a book fit its page: asked of a spec before any puzzle is made, and of the pages as planned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookmaker.book.spec import Generated, Spec
from bookmaker.errors import Fault, Place, SpecError
from bookmaker.typeset import layouts
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import content_area
from bookmaker.typeset.setup import PageSetup
from bookmaker.units import MM


def page_setup(spec: Spec) -> PageSetup:
    """The spec's page as the typesetter takes it."""
    page, margins = spec.page, spec.page.margins
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


def require_spec_room(spec: Spec) -> None:
    """Check the sections whose grids are known before they are made. Raises SpecError with a fault for each that cannot fit."""
    faults: list[Fault] = []
    for layout, name, size, place in _known(spec):
        try:
            require_room(layout, name, [size], content_area(page_setup(spec).live(0, 0)), place)
        except SpecError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise SpecError(faults)


def _known(spec: Spec) -> Iterator[tuple[Layout, str, int, Place]]:
    folder = spec.path.parent
    for section in spec.sections:
        if isinstance(section.puzzles, Generated):
            size = section.puzzles.size
            yield layouts.find(section.layout, folder), section.layout, size, section.place("layout")
            yield layouts.find(spec.answers.layout, folder), spec.answers.layout, size, spec.place("answers")
