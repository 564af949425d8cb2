"""What a printer would object to in the pages as planned: their size and margins, type and lines too small."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import content_area
from bookmaker.printing.printers import breaches
from bookmaker.printing.printers.breaches import SLACK, Breach
from bookmaker.puzzles.grid.geometry import Geometry


def page_breaches(setup: PageSetup) -> Iterator[Breach]:
    """The rules that a page of this kind breaks, whatever stands on it."""
    edition = setup.edition
    yield from breaches.trim_breaches(edition)
    margins = {"outside": setup.outside, "top": setup.top, "bottom": setup.bottom}
    yield from breaches.margin_breaches(edition, margins)


def layout_breaches(
    setup: PageSetup, pages: int, used: Mapping[str, tuple[Layout, Collection[Geometry]]]
) -> Iterator[Breach]:
    """Type and lines that are too small. ``used`` has for each layout's name the layout and the grids set in it."""
    rule, edition = setup.edition.printer.least, setup.edition
    if rule is None:
        return
    source = edition.cited(rule.source)
    wants = f"{edition.printer.title} wants"
    for name, (layout, grounds) in used.items():
        area = content_area(layout.style.look, setup.live(0, pages, side=layout.use == "puzzles"))
        digits = min((layout.style.digit_size(layout.cell_in(area, one)) for one in grounds), default=rule.text)
        types = [("labels", layout.label_size), ("digits", digits)]
        if layout.note:
            types.insert(1, ("notes", layout.note_size))
        for what, size in types:
            if size < rule.text - SLACK:
                message = f"the layout `{name}` sets {what} in {size:.1f}pt; {wants} {rule.text:g}pt or more ({source})"
                yield Breach(what, message, rule.required)
        for what, width in (("thin", layout.style.thin), ("box", layout.style.box)):
            if width < rule.line - SLACK:
                message = f"the layout `{name}` draws `{what}` lines of {width:g}pt; {wants} {rule.line:g}pt or more ({source})"
                yield Breach(what, message, rule.required)
