"""The keys of a spec that say where answers and hints stand and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker import schema
from bookmaker.book.spec_values import LayoutName
from bookmaker.schema import Choice, Integer, key

AnswerPlace = Literal["back", "section", "overleaf", "foot"]
Shown = Literal["grid", "row"]
Numbering = Literal["book", "section"]

_PLACE = (
    "Where the answers stand: at the back of the book; at the end of each section; overleaf, so that puzzles stand on right-hand "
    "pages and their answers on the back of the leaf; or small and upside down at the foot of the page."
)
_LAYOUT = "Layout of the pages: a file of layouts/, without .yaml; left out, the first of the style's that fits."
_CLUES = (
    "Whether dots, lines, shapes and signs of the puzzles are drawn in their answers, too; numbers around the grid, diagonals "
    "and regions are in any case."
)
_SHOW = "The whole grid, or only its bottom row, by which a teacher can check."


@dataclass(frozen=True, kw_only=True)
class Answers(schema.Record):
    """The answers of a book."""

    place_name: AnswerPlace = key(
        Choice[AnswerPlace](*get_args(AnswerPlace)), _PLACE, default="back", name="place", examples=["foot"]
    )
    show: Shown = key(Choice[Shown](*get_args(Shown)), _SHOW, default="grid")
    layout: str | None = key(LayoutName("answers"), _LAYOUT, default=None)
    clues: bool = key(schema.Boolean(), _CLUES, default=True)


@dataclass(frozen=True, kw_only=True)
class SectionAnswers(schema.Record):
    """The answers of one section, where they differ from those of the book."""

    place_name: AnswerPlace | None = key(
        Choice[AnswerPlace](*get_args(AnswerPlace)), _PLACE, default=None, name="place", examples=["foot"]
    )
    show: Shown | None = key(Choice[Shown](*get_args(Shown)), _SHOW, default=None)
    layout: str | None = key(LayoutName("answers"), _LAYOUT, default=None)
    clues: bool | None = key(schema.Boolean(), _CLUES, default=None)

    def within(self, book: Answers) -> Answers:
        """All keys, those that this section leaves out from the book's.

        The book's layout is meant for the book's place: answers that stand elsewhere do not take it.
        """
        if (self.place_name, self.show, self.layout, self.clues) == (None, None, None, None):
            return book
        place_name = self.place_name or book.place_name
        usual = book.layout if place_name == book.place_name else None
        return Answers(
            node=self.node,
            place_name=place_name,
            show=self.show or book.show,
            layout=self.layout or usual,
            clues=book.clues if self.clues is None else self.clues,
        )


@dataclass(frozen=True, kw_only=True)
class Hints(schema.Record):
    """The section of hints at the back."""

    count: int = key(
        Integer(1, 2),
        "Nudges for each puzzle: where to look first, and as the second the hardest step. They name no digit.",
        default=2,
    )
