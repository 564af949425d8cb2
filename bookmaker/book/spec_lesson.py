"""The keys of a lesson: a section of a spec that teaches a technique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bookmaker import language, schema
from bookmaker.book.spec_values import KindName, TechniqueName
from bookmaker.errors import Fault, UsageError
from bookmaker.generation.defaults import BOOK_SYMMETRY, KIND, SIZE
from bookmaker.generation.order import order_for
from bookmaker.grid.symmetry import SYMMETRIES, Symmetry
from bookmaker.schema import Choice, Integer, ListOf, Text, key
from bookmaker.techniques import BY_NAME, SINGLES, TECHNIQUES
from bookmaker.techniques.declare import Level
from bookmaker.techniques.names import named
from bookmaker.variants.limits import MADE_SIZES

LESSONS = tuple(technique.name for technique in TECHNIQUES if technique.level < Level.BEYOND)
"""The techniques that there are lessons for, easiest first."""

_SINGLES = frozenset(technique.name for technique in SINGLES)
_NAMED = 3
"""The most techniques that advice names: the hardest ones, which make puzzles the least rare."""


@dataclass(frozen=True, kw_only=True)
class LessonKeys(schema.Record):
    """What a lesson has instead of the puzzles of a section. ``taught``: the techniques of the lessons before this one."""

    title: str = key(
        Text(empty=True), "Title of the lesson; left out, the name of its technique in the book's language.", default=""
    )
    lesson: str = key(
        Choice(*LESSONS), "The technique that this section teaches, on a page of its own.", examples=["x-wing"]
    )
    practice: int = key(
        Integer(1, 1000),
        "How many puzzles follow; they need the technique, and besides it only singles and what lessons before this one teach.",
        default=8,
    )
    kind: str = key(KindName(), "Kind of the puzzles.", default=KIND)
    size: int = key(Choice[int](*MADE_SIZES), "Cells along a side of the grid.", default=SIZE)
    symmetry: Symmetry = key(
        Choice[Symmetry](*SYMMETRIES), "How the pattern of givens is symmetric.", default=BOOK_SYMMETRY
    )
    attempts: int | None = key(
        Integer(1, 1_000_000_000), "Give up on a puzzle after so many attempts at it.", default=None
    )
    knows: tuple[str, ...] = key(
        ListOf(TechniqueName(), unique=True),
        "Techniques that the puzzles may need besides, though no lesson before this one teaches them.",
        default=[],
        examples=[["naked-pair"]],
    )
    taught: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def untaught(self) -> tuple[str, ...]:
        """The easier techniques that the reader cannot know yet."""
        easier = LESSONS[: LESSONS.index(self.lesson)]
        known = {*_SINGLES, *self.taught, *(technique.name for name in self.knows for technique in named(name))}
        return tuple(name for name in easier if name not in known)

    @property
    def easier_by(self) -> str:
        """What makes its puzzles easier to find, as advice."""
        if not self.untaught:
            return "raise `attempts`, or choose another symmetry"
        names = ", ".join(self.untaught[-_NAMED:])
        return f"raise `attempts`, teach easier techniques in lessons before it, or name them under `knows`, such as {names}"

    def name_in(self, code: str) -> str:
        """What the technique is called in a language."""
        return language.techniques(code).text(f"name.{self.lesson}")

    @property
    def level(self) -> Level:
        """The level of the technique."""
        return BY_NAME[self.lesson].level

    def cross_faults(self) -> Iterator[Fault]:
        """There must be puzzles of this kind that need the technique."""
        try:
            order_for(kind=self.kind, size=self.size, symmetry=self.symmetry, hardest=self.lesson, avoid=self.untaught)
        except UsageError as error:
            for fault in error.faults:
                where = fault.code if fault.code in ("size", "symmetry", "attempts", "kind") else "lesson"
                yield replace(fault, place=self.place(where), code="")
