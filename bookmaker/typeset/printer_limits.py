"""What a printer would object to, told before the file is sent: page count, trim, margins, gutter, type and lines too small.

These are notes and not errors: the rules are one printer's, and a book may be meant for another or for the printer at home.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import content_area
from bookmaker.typeset.setup import PageSetup, printer_rules
from bookmaker.units import INCH

_SLACK = 0.01
"""Points by which rounded measures may miss a rule."""


def notes(setup: PageSetup, pages: int, used: Mapping[str, tuple[Layout, Collection[int]]]) -> Iterator[str]:
    """A sentence for each rule of print-on-demand printers that a book of so many pages breaks.

    ``used`` tells for each layout's name the layout and the sizes of the grids set in it.
    """
    yield from _page_notes(setup, pages)
    yield from _margin_notes(setup, pages)
    for name, (layout, sizes) in used.items():
        yield from _layout_notes(setup, pages, name, layout, sizes)


def _page_notes(setup: PageSetup, pages: int) -> Iterator[str]:
    rules = printer_rules()
    width, height = (side / INCH for side in setup.trim)
    bounds = rules["pages"]
    large = [most for wide, high, most in bounds["most_of_large"] if width >= wide and height >= high]
    most = large[0] if large else bounds["most"]
    if pages < bounds["least"]:
        yield f"{pages} pages: print-on-demand printers take {bounds['least']} or more"
    elif pages > most:
        yield f"{pages} pages: print-on-demand printers take at most {most} of this size"
    for name, side, (least, largest) in (
        ("wide", width, rules["trim"]["width"]),
        ("high", height, rules["trim"]["height"]),
    ):
        if not least - 0.005 <= side <= largest + 0.005:
            yield f"the page is {side:.2f}in {name}: print-on-demand printers take {least:g}in to {largest:g}in"


def _margin_notes(setup: PageSetup, pages: int) -> Iterator[str]:
    rules = printer_rules()
    least = rules["margin_with_bleed" if setup.bleed else "margin"]
    kind = " with bleed" if setup.bleed else ""
    for name, margin in (("outside", setup.outside), ("top", setup.top), ("bottom", setup.bottom)):
        if margin < least * INCH - _SLACK:
            yield f"the {name} margin is {margin / INCH:.3g}in: printers ask for {least:g}in or more{kind}"
    gutter = setup.least_inside(pages)
    if setup.inside(pages) < gutter - _SLACK:
        inside = f"{setup.inside(pages) / INCH:.3g}in"
        yield f"the gutter is {inside}: printers ask for {gutter / INCH:g}in or more in a book of {pages} pages"


def _layout_notes(setup: PageSetup, pages: int, name: str, layout: Layout, sizes: Collection[int]) -> Iterator[str]:
    rules = printer_rules()
    frame = layout.frames(content_area(layout.style.look, setup.live(0, pages, side=layout.use == "puzzles")))[0]
    digits = min((layout.style.digit_size(layout.side(frame, size) / size) for size in sizes), default=rules["text"])
    types = [("labels", layout.label_size), ("digits", digits)]
    if layout.note:
        types.insert(1, ("notes", layout.note_size))
    for what, size in types:
        if size < rules["text"] - _SLACK:
            yield f"the layout `{name}` sets {what} in {size:.1f}pt: printers ask for {rules['text']}pt or more"
    for what, width in (("thin", layout.style.thin), ("box", layout.style.box)):
        if width < rules["line"] - _SLACK:
            yield f"the layout `{name}` draws `{what}` lines of {width:g}pt: printers ask for {rules['line']}pt or more"
