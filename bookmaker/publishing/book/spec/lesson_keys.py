"""The keys of a lesson: a section of a spec that teaches a technique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bookmaker.base import language, schema
from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.schema import Choice, Integer, Text, key
from bookmaker.logic.generation.defaults import BOOK_SYMMETRY, KIND, SIZE
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import TIER_OF, Tier
from bookmaker.publishing.book.spec.values import KindName
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry
from bookmaker.puzzles.rules import is_caged
from bookmaker.puzzles.rules.limits import MADE_SIZES

LESSONS = tuple(technique.name for technique in TECHNIQUES if technique.level < Level.BEYOND)
"""The techniques that there are lessons for, easiest first."""

_SINGLES = frozenset(technique.name for technique in SINGLES)


@dataclass(frozen=True, kw_only=True)
class LessonKeys(schema.Record):
    """What a lesson has instead of the puzzles of a section. ``taught``: the techniques of the lessons before this one."""

    title: str = key(
        Text(empty=True), "Title of the lesson; left out, the name of its technique in the book's language.", default=""
    )
    lesson: str = key(
        Choice(
            *LESSONS, wanted="the name of a technique, such as `x-wing`", advice="`bookmaker techniques` lists them"
        ),
        "The technique that this section teaches, on a page of its own.",
        examples=["x-wing"],
    )
    practice: int = key(
        Integer(1, 1000),
        "How many puzzles follow; they need the technique and nothing harder, and of the easier ones only singles and what "
        "lessons before this one teach, as far as there are such puzzles.",
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
    taught: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def untaught(self) -> tuple[str, ...]:
        """The easier techniques that the reader cannot know yet."""
        easier = LESSONS[: LESSONS.index(self.lesson)]
        return tuple(name for name in easier if name not in _SINGLES and name not in self.taught)

    def name_in(self, words: language.Catalogue) -> str:
        """What the book calls the technique."""
        return language.techniques_of(words).text(f"name.{self.lesson}")

    @property
    def level(self) -> Level:
        """The level of the technique."""
        return BY_NAME[self.lesson].level

    @property
    def goes_on(self) -> bool:
        """Whether a step of the technique may go on from grid to grid, where several share cells."""
        return TIER_OF[BY_NAME[self.lesson].family] is not Tier.BASIC

    def cross_faults(self) -> Iterator[Fault]:
        """There must be puzzles of this kind that need the technique."""
        if is_caged(self.kind):
            advice = "choose another kind; the chapter `techniques` explains what Killers of the book need"
            yield Fault("a lesson takes no Killers: none can be made for a technique", self.place("kind"), advice)
            return
        try:
            order_for(
                kind=self.kind,
                size=self.size,
                symmetry=self.symmetry,
                hardest=self.lesson,
                avoid=self.untaught,
                attempts=self.attempts,
            )
        except UsageError as error:
            for fault in error.faults:
                where = fault.code if fault.code in ("size", "symmetry", "attempts", "kind") else "lesson"
                yield replace(fault, place=self.place(where), code="")
