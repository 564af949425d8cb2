"""The keys of a spec that say where answers and hints stand and what they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.errors import Fault
from bookmaker.base.schema import Choice, Integer, Text, key
from bookmaker.publishing.book.spec.values import LayoutName

AnswerPlace = Literal["back", "section", "overleaf", "foot", "none"]
Shown = Literal["grid", "row"]
Numbering = Literal["book", "section"]
_LONGEST_NOTE = 100

_PLACE = (
    "Where the answers stand: at the back of the book; at the end of each section; overleaf, so that puzzles stand on right-hand "
    "pages and their answers on the back of the leaf; or small and upside down at the foot of the page. None: not in the "
    "book, as those of a prize puzzle; the answer key and the manifest have them."
)
_LAYOUT = "Layout of the pages: a file of layouts/, without .yaml; left out, the first of the style's that fits."
_NOTE = "What stands below each puzzle whose answer is not in the book, such as where it is going to appear; left out, nothing."
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
    note: str | None = key(Text(most=_LONGEST_NOTE), _NOTE, default=None, examples=["The answer is in our next issue"])

    @property
    def printed(self) -> bool:
        """Whether they stand in the book."""
        return self.place_name != "none"

    clues: bool = key(schema.Boolean(), _CLUES, default=True)


@dataclass(frozen=True, kw_only=True)
class SectionAnswers(schema.Record):
    """The answers of one section, where they differ from those of the book."""

    place_name: AnswerPlace | None = key(
        Choice[AnswerPlace](*get_args(AnswerPlace)), _PLACE, default=None, name="place", examples=["foot"]
    )
    show: Shown | None = key(Choice[Shown](*get_args(Shown)), _SHOW, default=None)
    layout: str | None = key(LayoutName("answers"), _LAYOUT, default=None)
    note: str | None = key(Text(most=_LONGEST_NOTE), _NOTE, default=None, examples=["The answer is in our next issue"])
    clues: bool | None = key(schema.Boolean(), _CLUES, default=None)

    def within(self, book: Answers) -> Answers:
        """All keys, those that this section leaves out from the book's.

        The book's layout and note are meant for the book's place: answers that stand elsewhere do not take them.
        """
        if (self.place_name, self.show, self.layout, self.note, self.clues) == (None,) * 5:
            return book
        place_name = self.place_name or book.place_name
        usual, note = (book.layout, book.note) if place_name == book.place_name else (None, None)
        return Answers(
            node=self.node,
            place_name=place_name,
            show=self.show or book.show,
            layout=self.layout or usual,
            note=self.note or note,
            clues=book.clues if self.clues is None else self.clues,
        )


def note_faults(book: Answers, sections: Iterable[SectionAnswers]) -> Iterator[Fault]:
    """Notes on answers that the book has: a page is named there, or none needs to be."""
    each: list[tuple[Answers | SectionAnswers, Answers]] = [(book, book)]
    each += [(own, own.within(book)) for own in sections]
    for own, held in each:
        if own.note is not None and held.printed:
            message = f"`note` stands where the book has no answer, and these are at `place: {held.place_name}`"
            yield Fault(message, own.place("note"), "write `place: none` with it, or leave it out")


@dataclass(frozen=True, kw_only=True)
class Hints(schema.Record):
    """The section of hints at the back."""

    count: int = key(
        Integer(1, 2),
        "Nudges for each puzzle: where to look first, and as the second the hardest step. They name no digit.",
        default=2,
    )
