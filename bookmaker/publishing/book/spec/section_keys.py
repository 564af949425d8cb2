"""The keys of a spec that say what a part of the book holds: a section of puzzles, or a lesson."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.schema import Choice, Integer, Nested, Text, key
from bookmaker.printing.grids.cage_drawing import CAGE_STYLES, CageStyle
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.publishing.book.spec.answer_keys import SectionAnswers
from bookmaker.publishing.book.spec.generated import Generated
from bookmaker.publishing.book.spec.lesson_keys import LessonKeys
from bookmaker.publishing.book.spec.page_keys import Intro
from bookmaker.publishing.book.spec.puzzle_keys import Imported
from bookmaker.publishing.book.spec.symbol_keys import SymbolsShape, SymbolWish
from bookmaker.publishing.book.spec.values import LayoutName

PuzzleOrder = Literal["rising", "as-made", "mixed"]


@dataclass(frozen=True, kw_only=True)
class Section(schema.Record):
    """A part of the book: puzzles of one sort in one layout."""

    title: str = key(Text(), "Title of the section.", examples=["Warm-up"])
    id: str = key(
        Text(empty=True),
        "A name that its puzzles follow from, with the book's seed; left out, the title. With it a section keeps its puzzles "
        "when its title changes, or is translated.",
        default="",
        examples=["warm-up"],
    )
    intro: str | Intro | None = key(
        schema.Either(Text(most=2000, multiline=True), Nested(Intro)),
        "A few lines printed under the title of the section; or a Markdown file, and an image. Left out, the rule of the "
        "section's kind in a book of several kinds; `none` for nothing.",
        default=None,
        examples=["One to a page.", {"page": "tunnel.md", "image": "tunnel.png"}],
    )
    puzzles: Generated | Imported = key(
        schema.Switch(
            "from",
            Nested(Imported),
            Nested(Generated),
            "puzzles from a file keep their own kind, size, givens and grade",
        ),
        "Puzzles to be made, or the file to take them from.",
        examples=[{"count": 24, "difficulty": "easy"}],
    )
    layout: str | None = key(
        LayoutName("puzzles"),
        "Layout of the pages: a file of layouts/, without .yaml; left out, the first of the style's that fits.",
        default=None,
    )
    order: PuzzleOrder | None = key(
        Choice[PuzzleOrder](*get_args(PuzzleOrder)),
        "Order of the puzzles: rising by the minutes that they take, as they were made or stand in their file, or mixed by "
        "chance. Left out: rising for puzzles that are made, as-made for those from files.",
        default=None,
    )
    start: Literal["right", "any"] | None = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "On a right-hand page, or on any; left out, as `openers` of the page says. The first begins on page 1, on the right, "
        "where pages are numbered from the puzzles on.",
        default=None,
    )
    puzzles_on: Literal["right", "any"] | None = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Puzzles of this section on right-hand pages only, with notes on the left, or on any; left out, as `page` says.",
        default=None,
    )
    notes: Paper | None = key(
        Choice[Paper](*get_args(Paper)),
        "What the left-hand pages of such a section are ruled with, or a frame to draw in; left out, as `page` says.",
        default=None,
    )
    cut_lines: bool | None = key(
        schema.Boolean(),
        "Dashed lines between the puzzles of a page, to cut it into cards; left out, as `page` says.",
        default=None,
    )
    cages: CageStyle = key(
        Choice[CageStyle](*CAGE_STYLES),
        "How the cages of Killers are shown: dashed outlines, or tints.",
        default="dashed",
    )
    symbols: SymbolWish | None = key(
        SymbolsShape(),
        "What is printed for the digits: letters, numbers above 9, pictures, a word; left out, what `design` says.",
        default=None,
        examples=["animals", "ABCDEFGHI", {"word": "DUMPLINGS"}],
    )
    number_from: int | None = key(
        Integer(1, 100_000), "Number of the first puzzle of the section; left out, the numbers go on.", default=None
    )
    answers: SectionAnswers = key(
        Nested(SectionAnswers), "How the answers of this section are printed, if not as those of the book.", default={}
    )

    @property
    def named(self) -> str:
        """The name that its puzzles follow from."""
        return self.id or self.title


@dataclass(frozen=True, kw_only=True)
class Lesson(LessonKeys, Section):
    """A section that teaches a technique: what it is, an example, one to try, and puzzles that need it."""

    puzzles: Generated = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Make the order of the practice puzzles."""
        wish = Generated(
            node=self.node,
            kind=self.kind,
            size=self.size,
            count=self.practice,
            symmetry=self.symmetry,
            hardest=self.lesson,
            avoid=self.untaught,
            attempts=self.attempts,
        )
        object.__setattr__(self, "puzzles", wish)

    @property
    def named(self) -> str:
        """The name of its technique in specs, which is the same in all languages."""
        return self.id or self.lesson
