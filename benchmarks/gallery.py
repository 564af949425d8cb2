"""The pictures of README, the tutorial and the cookbook: telling pages of each example book, side by side in one small PNG; and
such a picture of each style, which the studio shows.

``python -m benchmarks.gallery`` makes all in ``examples/pages/``; names such as ``pocket`` or ``style-gift`` after it make
only these.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from bookmaker.base import output
from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.page_kinds import GridsPage, Page, SharedPage, TextPage, draw_page
from bookmaker.printing.pages.reward_pages import RewardPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.draft import Drafted, draft
from bookmaker.publishing.book.spec.spec_file import load

EXAMPLES = Path(__file__).parent.parent / "examples"
HEIGHT, GAP, PAPER = 400, 8, 176
"""Pixels of a page's height and of the space around it, and the grey behind the pages."""


def _of(kind: type[Page], number: int = 1) -> Callable[[Page], bool]:
    """The page of this kind that comes as ``number``, from 1 on."""
    seen = 0

    def wanted(page: Page) -> bool:
        nonlocal seen
        seen += isinstance(page, kind)
        return seen == number

    return wanted


def _rule(name: str) -> Callable[[Page], bool]:
    """The first page of puzzles of this kind."""
    return lambda page: (
        isinstance(page, GridsPage) and page.layout.use == "puzzles" and page.slots[0].picture.geometry.kind == name
    )


def _answers(page: Page) -> bool:
    """The first page of answers."""
    return isinstance(page, GridsPage) and page.layout.use == "answers"


BOOKS: dict[str, tuple[int | None, tuple[Callable[[Page], bool], ...]]] = {
    "starter": (20, (_of(TitlePage), _of(GridsPage, 1), _of(GridsPage, 2))),
    "tren": (20, (_of(TitlePage), _of(OpenerPage), _of(GridsPage, 1))),
    "poezd": (20, (_of(TitlePage), _of(GridsPage, 1), _of(GridsPage, 2))),
    "pocket": (20, (_of(TitlePage), _of(OpenerPage), _of(GridsPage, 3))),
    "senior": (16, (_of(TitlePage), _of(OpenerPage), _of(GridsPage, 1))),
    "children": (None, (_of(GridsPage, 1), _of(GridsPage, 9), _of(GridsPage, 18), _of(RewardPage))),
    "killer": (26, (_of(TitlePage), _of(TextPage, 2), _of(GridsPage, 1), _of(GridsPage, 13))),
    "newspaper": (None, (_of(GridsPage, 1), _of(GridsPage, 7), _of(SharedPage))),
    "course": (16, (_of(TitlePage), _of(TextPage, 3), _of(GridsPage, 1))),
    "variety": (None, (_rule("arrow"), _rule("sandwich"), _rule("futoshiki"), _rule("samurai"))),
    "tutorial": (None, (_of(TitlePage), _of(OpenerPage), _of(GridsPage, 1), _answers)),
    "handout": (None, (_of(GridsPage, 1), _of(GridsPage, 2), _answers)),
    "week": (None, (_of(GridsPage, 1), _of(GridsPage, 4), _of(GridsPage, 6))),
    "championship": (None, (_of(GridsPage, 1), _of(GridsPage, 3), _of(GridsPage, 4))),
    "readers": (None, (_of(GridsPage, 1), _answers)),
    "photographs": (None, (_of(GridsPage, 1), _of(GridsPage, 2), _answers)),
}
"""For each example how many of its pages are made, all if None, and which of them are shown."""


STYLE = "style-"
"""The beginning of the name of a picture of a style."""


def strip(book: Drafted, chosen: Sequence[Callable[[Page], bool]], height: int = HEIGHT) -> bytes:
    """The chosen pages side by side on grey, as a PNG of sixteen greys."""
    drawn = []
    for wanted in chosen:
        index = next(index for index, page in enumerate(book.pages) if wanted(page))
        canvas = RasterCanvas(round(height / book.setup.trim[1] * 72))
        draw_page(canvas, book.pages[index], book.setup, index, book.total)
        drawn.append(canvas.pages[0])
    width = sum(page.width for page in drawn) + GAP * (len(drawn) + 1)
    sheet = Image.new("L", (width, max(page.height for page in drawn) + 2 * GAP), PAPER)
    left = GAP
    for page in drawn:
        sheet.paste(page, (left, GAP))
        left += page.width + GAP
    out = io.BytesIO()
    sheet.quantize(16).save(out, "PNG", optimize=True)
    return out.getvalue()


def styled(name: str) -> bytes:
    """A style by the opener and the first puzzles of the example of styles."""
    spec = load(EXAMPLES / "styles.yaml")
    spec = replace(spec, design=replace(spec.design, style=name, openers="page"))
    try:
        book = draft(spec, None, 1, lambda *_: None)
    except SpecError:
        # The digits of the style have no room in the layouts of the example: it has layouts of its own.
        own = tuple(replace(section, layout=None) for section in spec.sections)
        book = draft(replace(spec, sections=own), None, 1, lambda *_: None)
    return strip(book, (_of(OpenerPage), _of(GridsPage)), 240)


def main(names: Sequence[str]) -> None:
    """Make the pictures of these books and styles."""
    for name in names:
        if name.startswith(STYLE):
            content = styled(name.removeprefix(STYLE))
        else:
            most, chosen = BOOKS[name]
            content = strip(draft(load(EXAMPLES / f"{name}.yaml"), most, 2, lambda *_: None), chosen)
        output.commit({EXAMPLES / "pages" / f"{name}.png": content})
        print(f"examples/pages/{name}.png  {len(content) / 1000:.0f} kB")


if __name__ == "__main__":
    every = [name for name in BOOKS if (EXAMPLES / f"{name}.yaml").is_file()] + [STYLE + name for name in style.names()]
    main(sys.argv[1:] or every)
