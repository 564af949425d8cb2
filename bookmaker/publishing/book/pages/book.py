"""A book as its pages see it: the texts as printed, the look, the words of its language, and the edition that is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from bookmaker.base.language import Catalogue
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.printers import Edition
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.spec.book_keys import BookDetails, OtherBook
from bookmaker.publishing.book.spec.design_keys import Page, Techniques
from bookmaker.publishing.book.spec.page_keys import BookPage
from bookmaker.publishing.book.spec.section_keys import Answers, Numbering, Section
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish


@dataclass(frozen=True, kw_only=True)
class Book:
    """A book to be laid out. Each text has the quotes and dashes of the language.

    ``words``: the catalogue of the language, with the user's own words. ``edition``: that of the printer, None where the book
    names none. ``symbols``: those of sections that name none. ``name_line``: the line for a name above the puzzles, "" for none.
    ``story``: the sentences that are said from the first page of puzzles to the last, () for none.
    ``front`` and ``back``: the pages before the puzzles and after the answers. ``path``: the file of the spec, beside which
    images and layouts are looked for. ``date``: the day that the files of printers bear.
    ``others``: the other books of its series. ``earlier``: by section, answers of an earlier issue with their numbers.
    ``openers_asked``: whether the spec says what opens a section.
    """

    details: BookDetails
    look: Style
    words: Catalogue
    edition: Edition | None
    page: Page
    sections: tuple[Section, ...]
    symbols: SymbolWish | None
    name_line: str
    story: tuple[str, ...]
    number_from: int
    numbering: Numbering
    answers: Answers
    techniques: Techniques | None
    front: tuple[BookPage, ...]
    back: tuple[BookPage, ...]
    path: Path
    date: str | None
    others: tuple[OtherBook, ...] = ()
    earlier: Mapping[int, Sequence[tuple[int, GridPicture]]] = field(default_factory=dict)
    openers_asked: bool = False

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        return {}

    def layout(self, name: str) -> Layout:
        """The layout of that name in the look of the book, read once. Raises SpecError."""
        if name not in self._layouts:
            found, grid = layouts.find(name, self.look, self.path.parent), self.look.grid
            around = 2 * grid.frame_pad if grid.frames and found.use == "puzzles" else 0.0
            self._layouts[name] = replace(found, around=around)
        return self._layouts[name]

    def puzzles_apart(self, section: Section) -> bool:
        """Whether the puzzles of a section are on right-hand pages only."""
        return (section.puzzles_on or self.page.puzzles_on) == "right"

    def cuts(self, section: Section) -> bool:
        """Whether lines to cut along are between the puzzles of a section."""
        return self.page.cut_lines if section.cut_lines is None else section.cut_lines

    def numbers(self, counts: Sequence[int]) -> list[range]:
        """The numbers of the puzzles of each section; ``counts``: how many each has."""
        ranges, first = [], self.number_from
        for section, count in zip(self.sections, counts, strict=True):
            if section.number_from is not None:
                first = section.number_from
            elif self.numbering == "section":
                first = self.number_from
            ranges.append(range(first, first + count))
            first += count
        return ranges
