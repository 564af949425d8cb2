"""The keys of a spec that say what the pages of a book are like: size and margins, style and fonts, the chapter of techniques."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.errors import Fault
from bookmaker.base.schema import Choice, Integer, Length, ListOf, Nested, key
from bookmaker.base.units import INCH
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import Role
from bookmaker.printing.styles.style_pages import OPENINGS, Opening, Paper
from bookmaker.publishing.book.spec.design_values import FontFiles, StyleName
from bookmaker.publishing.book.spec.symbol_keys import SymbolsShape, SymbolWish
from bookmaker.publishing.book.spec.values import TechniqueName

Difficulty = Literal["beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme"]

TRIMS = {"a4": "210x297mm", "a5": "148x210mm", "letter": "8.5x11in"}
LARGEST_TRIM = 40 * INCH
LEAST_AREA = 2 * INCH
"""The margins must leave this much of the page, across and down."""


@dataclass(frozen=True, kw_only=True)
class Margins(schema.Record):
    """The margins apart from the inner one, which is the gutter."""

    outside: float = key(Length("3mm", "5in"), "Margin on the side away from the spine.", default="0.5in")
    top: float = key(Length("3mm", "5in"), "Margin at the top.", default="0.5in")
    bottom: float = key(Length("3mm", "5in"), "Margin at the bottom.", default="0.5in")


@dataclass(frozen=True, kw_only=True)
class Page(schema.Record):
    """The page: size after trimming, bleed, gutter, margins."""

    trim: tuple[float, float] = key(
        schema.Size(TRIMS, "3in", "40in"),
        "Size of the trimmed page: a4, a5, letter, or width x height.",
        default="6x9in",
        examples=["6x9in", "a4", "8.5x11in", ["152mm", "229mm"]],
    )
    bleed: bool = key(
        schema.Boolean(),
        "Give the sheet 0.125in more than the trimmed page at the top, the bottom and the outside.",
        default=False,
    )
    gutter: float | Literal["auto"] = key(
        schema.Either(Choice[Literal["auto"]]("auto"), Length("3mm", "5in")),
        "Margin at the spine; auto takes it from the number of pages.",
        default="auto",
        examples=["auto", "0.75in"],
    )
    margins: Margins = key(Nested(Margins), "The other margins.", default={})
    pages: int | None = key(
        Integer(1, 10_000),
        "So many pages has the book: pages for notes at the end make up what is wanting, and a book that needs more is refused. "
        "Left out, as many as it needs.",
        default=None,
        examples=[96],
    )
    numbers: Literal["puzzles", "book"] = key(
        Choice[Literal["puzzles", "book"]]("puzzles", "book"),
        "Page 1 is the first page of the puzzles, and pages before it have numbers of their own, as the style says; or it is the "
        "first page of the book, so that each page has the number that it has in the file.",
        default="puzzles",
    )
    openers: Literal["right", "any"] = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Sections, and the answers, begin on a right-hand page, or on any; the first on page 1, which is always on the right, "
        "where pages are numbered from the puzzles on.",
        default="right",
    )
    puzzles_on: Literal["right", "any"] = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Puzzles on right-hand pages only, for pens that bleed through: left-hand pages are for notes; or on any.",
        default="any",
    )
    notes: Paper | None = key(
        Choice[Paper](*get_args(Paper)),
        "What these left-hand pages are for: ruled, or `drawing` with a picture to draw; left out, as the style says.",
        default=None,
    )
    name_line: bool | str = key(
        schema.Either(schema.Boolean(), schema.Text(most=200)),
        "A line above the puzzles of each page, as worksheets have it: true for a name and a date in the book's language, or "
        "words of your own, in which ___ is a line to write on.",
        default=False,
        examples=[True, "Name: ______ Class: ___ Date: ___"],
    )
    cut_lines: bool = key(
        schema.Boolean(), "Dashed lines between the puzzles of a page, to cut it into cards.", default=False
    )

    def cross_faults(self) -> Iterator[Fault]:
        """The margins may not eat up the page."""
        margins = self.margins
        inner = margins.outside if self.gutter == "auto" else self.gutter
        width, height = self.trim
        for name, left in (
            ("width", width - inner - margins.outside),
            ("height", height - margins.top - margins.bottom),
        ):
            if left < LEAST_AREA:
                message = f"the margins leave {max(left, 0) / INCH:.2f}in of the page's {name}"
                yield Fault(message, self.place("margins"), f"leave at least {LEAST_AREA / INCH:g}in")


@dataclass(frozen=True, kw_only=True)
class Techniques(schema.Record):
    """The chapter of techniques."""

    where: Literal["front", "back"] = key(
        Choice[Literal["front", "back"]]("front", "back"),
        "In the front matter, where it stands among its pages, or before the answers.",
        default="front",
        name="place",
    )
    least: Difficulty | None = key(
        Choice[Difficulty](*get_args(Difficulty)),
        "The level of the easiest technique in it.",
        default=None,
        name="from",
    )
    most: int = key(
        Integer(1, 200),
        "At most so many techniques: each kind and level of the book has a share of them, and takes what most of its puzzles "
        "need.",
        default=16,
    )
    only: tuple[str, ...] = key(
        ListOf(TechniqueName(), unique=True),
        "The techniques that the chapter has, in place of `from` and `most`, as far as puzzles of the book need them.",
        default=[],
        examples=[["skyscraper", "w-wing", "xy-wing"]],
    )
    examples: Literal["made", "own"] = key(
        Choice[Literal["made", "own"]]("made", "own"),
        "Examples are puzzles made for the chapter, as far as they are soon made, or copies of the book's own, turned and "
        "relabelled. Puzzles without a printed answer show nothing by which a reader soon knows them.",
        default="made",
    )


@dataclass(frozen=True, kw_only=True)
class Design(schema.Record):
    """The look of the book."""

    style: str = key(
        StyleName(), "A shipped style, or a file of your own beside the spec, such as mine.yaml.", default=style.USUAL
    )
    fonts: tuple[tuple[Role, pathlib.Path], ...] = key(
        FontFiles(),
        "Font files of your own (.ttf, .woff2) for some of the roles; digit and label stand for several.",
        default={},
        examples=[{"title": "fonts/Mine.ttf"}],
    )
    openers: Opening | None = key(
        OPENINGS,
        "What opens a section: a page, a band above its first puzzles, or none. Left out, as the style says.",
        default=None,
    )
    symbols: SymbolWish | None = key(
        SymbolsShape(),
        "What is printed for the digits, in sections that say nothing else: letters, numbers above 9, pictures, a word.",
        default=None,
        examples=["letters", {"set": "animals", "row": "cut-out"}],
    )
