"""Loose sheets: puzzles of a file on pages of their own, without a spec."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from bookmaker.base import language
from bookmaker.base.errors import Fault, SpecError, UsageError
from bookmaker.base.language import Catalogue
from bookmaker.logic.grading import grade_many
from bookmaker.logic.techniques.labels import level_of
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.grids.clue_drawing import CageStyle
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import usual_symbols
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.document import draw_document, pdf_document
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import Band, GridsPage, Page, content_area, grids_pages, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import MARKS
from bookmaker.printing.text.text_blocks import Block, text_of
from bookmaker.publishing.book.pages.front_matter import rules_beside
from bookmaker.publishing.book.pages.page_fit import glyph_faults, require_name_glyphs, require_room, require_sum_room
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.cages import cage_marks

_Some = TypeVar("_Some", bound=Page)


def chosen_layout(
    name: str | None, puzzles: Sequence[Puzzle], answers: bool, trim: tuple[float, float], look: Style
) -> Layout:
    """The layout of that name for puzzles or their answers; None: see :func:`usual_layout`.

    Raises SpecError for a layout that does not exist or has no room, UsageError for one of the other use.
    """
    named = usual_layout(puzzles, answers, trim, look) if name is None else name
    layout = find_layout(named, puzzles, trim, look)
    if layout.use != ("answers" if answers else "puzzles"):
        other = "puzzles" if layout.use == "answers" else "answers"
        message = f"the layout {name} is for {layout.use}, and {other} are printed"
        raise UsageError(Fault(message, None, f"print {layout.use}, or take a layout for {other}"))
    return layout


def usual_layout(puzzles: Sequence[Puzzle], answers: bool, trim: tuple[float, float], look: Style) -> str:
    """The layout for these puzzles where none is named: up to four on a page, and fewer where they would be too small."""
    names = ["nine-up", "six-up-answers"] if answers else ["four-up", "two-up", "one-up"]
    names = names if answers else names[{1: 2, 2: 1}.get(len(puzzles), 0) :]
    return _first_that_fits(names, puzzles, trim, look)


def _first_that_fits(
    names: Sequence[str], puzzles: Sequence[Puzzle], trim: tuple[float, float], look: Style, *, answers: bool = False
) -> str:
    for name in names:
        try:
            find_layout(name, puzzles, trim, look, answers=answers)
        except SpecError:
            continue
        return name
    return names[0]


def sheets(
    puzzles: Sequence[Puzzle],
    layout: Layout,
    code: str,
    title: str,
    answers: bool,
    cages: CageStyle = "dashed",
    numbers: Sequence[int] | None = None,
) -> list[GridsPage]:
    """Pages of puzzles, each under its own name if it has one, else its number, as they come if there are no ``numbers``; or of
    their answers.

    Raises ImproperError: a puzzle that is not proper has no grade and no answer. Raises UsageError for a title, InputError for
    the names of puzzles that the fonts cannot print.
    """
    words = language.load(code)
    _require_glyphs(layout.style.look, puzzles, title)
    solutions = require_proper(puzzles)
    slots = []
    numbers = numbers or range(1, len(puzzles) + 1)
    for number, puzzle, solution, graded in zip(numbers, puzzles, solutions, grade_many(puzzles), strict=True):
        label = puzzle.name or words.text(words.for_puzzle("number.puzzle", puzzle.geometry), number=number)
        if answers:
            picture = answer_picture(puzzle.geometry, puzzle.givens, solution, usual_symbols(puzzle.geometry))
            slots.append(Slot(picture, label))
        else:
            slots.append(_labelled(_picture(puzzle, cages), label, graded.label, words, layout.style.look))
    pages = with_head(grids_pages(slots, layout, title), title)
    return _numbered(pages)


def with_head(pages: Iterable[_Some], title: str) -> list[_Some]:
    """The pages with this title at their heads, also in a style whose books have none there: "" leaves the style its way.

    It is in the margin then, so that grids are as large as without it.
    """
    made = list(pages)
    if not title or not made or made[0].look.head.where != "none":
        return made
    look = made[0].look
    drop = look.head.strip - look.sheets.head_above * look.head.size
    headed = replace(look, head=replace(look.head, where="centre", drop=drop))
    return [replace(page, look=headed) for page in made]


def with_rules(
    pages: Sequence[GridsPage], puzzles: Sequence[Puzzle], words: Catalogue, trim: tuple[float, float]
) -> list[Page]:
    """The pages with the rules of their puzzles, beside those of a Sudoku, at their heads; or behind a page of all these rules.

    The latter where a page has no room for its own. A rule that not all puzzles of a page have, is led by their numbers or names.
    """
    if not pages:
        return []
    look, layout = pages[0].look, pages[0].layout
    area = content_area(look, loose_setup(trim).live(0, 1))
    banded: list[Page] = []
    for index, page in enumerate(pages):
        own = puzzles[index * layout.per_page :][: len(page.slots)]
        blocks = _rules(look, words, own, [slot.label for slot in page.slots])
        bands = (
            [] if not blocks else [_band(look, blocks, area, size) for size in (1.0, *look.writing.tighter, *_TIGHTER)]
        )
        band = next((one for one in bands if _leaves_room(one, layout, own, area)), None)
        if blocks and band is None:
            texts = _rules(look, words, puzzles, [slot.label for page in pages for slot in page.slots])
            front = text_pages(look, words.text("how.title"), texts, area)
            return _numbered([*(replace(page, head=pages[0].head) for page in front), *pages])
        banded.append(replace(page, band=band))
    return banded


def _numbered(pages: Sequence[_Some]) -> list[_Some]:
    return [replace(page, folio=str(number) if len(pages) > 1 else "") for number, page in enumerate(pages, 1)]


def _rules(look: Style, words: Catalogue, puzzles: Sequence[Puzzle], labels: Sequence[str]) -> list[Block]:
    """The rules of puzzles, a paragraph for all that those of a kind have."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for puzzle, label in zip(puzzles, labels, strict=True):
        kinds.setdefault(tuple(rules_beside(words, puzzle.geometry)), []).append(label)
    if len(kinds) == 1:
        return [text_of(look, text) for text in next(iter(kinds))]
    leads = {texts: words.text("headed", head=", ".join(own)) for texts, own in kinds.items()}
    return [text_of(look, " ".join(texts), lead) for texts, lead in leads.items() if texts]


_TIGHTER = (0.85, 0.75)
"""Sizes of the type of rules, as shares of that of a text, that are better than a page of their own."""


def _band(look: Style, blocks: Sequence[Block], area: Box, size: float) -> Band:
    scale = size * look.scale_for(area[2] - area[0])
    return Band(look, "", "", tuple(block.scaled(scale) for block in blocks))


def _leaves_room(band: Band, layout: Layout, puzzles: Sequence[Puzzle], area: Box) -> bool:
    if band.height(area) > band.look.opener.band_most * (area[3] - area[1]):
        return False
    try:
        require_room(layout, [puzzle.geometry for puzzle in puzzles], band.below(area), None)
        require_sum_room(layout, map(_picture, puzzles), band.below(area), None)
    except SpecError:
        return False
    return True


def _labelled(picture: GridPicture, label: str, level: str, words: Catalogue, look: Style) -> Slot:
    """A puzzle with its number or name, and its level as the style shows it: in words, bars or stars."""
    marks = tuple(mark for mark in MARKS if f"{{{mark}}}" in look.labels.right)
    return Slot(picture, label, "" if marks else words.text(f"level.{level}"), marks=marks, rank=level_of(level))


def _picture(puzzle: Puzzle, cages: CageStyle = "dashed") -> GridPicture:
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), cages, usual_symbols(puzzle.geometry))


def _require_glyphs(look: Style, puzzles: Sequence[Puzzle], title: str) -> None:
    for fault in glyph_faults(look, title, None):
        raise UsageError(Fault(f"the title cannot be printed: {fault.message}", None, fault.advice))
    require_name_glyphs(look, puzzles)


def loose_setup(trim: tuple[float, float]) -> PageSetup:
    """Equal margins on both sides: nothing is bound."""
    margin = style.find().sheets.margin
    return PageSetup(trim, margin, margin, margin, margin)


def loose_area(trim: tuple[float, float]) -> tuple[Style, Box]:
    """The usual style, and the part of a page that is not bound between running title and page number."""
    look = style.find()
    return look, content_area(look, loose_setup(trim).live(0, 1))


def usual_key_layout(puzzles: Sequence[Puzzle], trim: tuple[float, float], look: Style) -> str:
    """The layout of a key where none is named: nine to a page, and fewer where the digits would be too small."""
    return _first_that_fits(("nine-up", "six-up", "four-up", "two-up", "one-up"), puzzles, trim, look, answers=True)


def find_layout(
    name: str, puzzles: Sequence[Puzzle], trim: tuple[float, float], look: Style, *, answers: bool = False
) -> Layout:
    """The layout in a style, if its cells are large enough on this page for every puzzle. ``answers``: any is one for answers.

    Raises SpecError.
    """
    # Loose sheets do not face each other.
    layout = replace(layouts.find(name, look), spread=None)
    if answers:
        layout = layout.for_answers()
    area = content_area(look, loose_setup(trim).live(0, 1))
    require_room(layout, [puzzle.geometry for puzzle in puzzles], area, None)
    if layout.use == "puzzles":
        require_sum_room(layout, map(_picture, puzzles), area, None)
    return layout


def sheets_pdf(pages: Sequence[Page], trim: tuple[float, float], title: str, code: str, name: str) -> bytes:
    """The sheets as a PDF."""
    return pdf_document(pages, loose_setup(trim), Metadata(title, "", code), 0, name)


def sheets_png(pages: Sequence[Page], trim: tuple[float, float], dpi: int) -> list[bytes]:
    """The sheets as one PNG each."""
    canvas = RasterCanvas(dpi)
    draw_document(canvas, pages, loose_setup(trim))
    return [canvas.png(page) for page in range(len(pages))]
