"""What a spec says of puzzles that are to be made."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bookmaker.base import schema, seeds
from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.schema import Choice, Integer, ListOf, Range, Text, key
from bookmaker.logic.generation.defaults import BOOK_SYMMETRY, KIND, SIZE
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.publishing.book.spec.puzzle_keys import GivenRange, MinuteRange, ScoreRange
from bookmaker.publishing.book.spec.values import (
    Difficulties,
    KindName,
    MaskFile,
    TechniqueName,
    check_cage_sizes,
    check_shown,
    read_mask,
)
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry
from bookmaker.puzzles.rules.limits import MADE_SIZES


@dataclass(frozen=True, slots=True)
class Share:
    """Puzzles of one level: what they must be like, how many, and what stands for them in their seeds."""

    order: Order
    count: int
    part: int


@dataclass(frozen=True, kw_only=True)
class Generated(schema.Record):
    """Puzzles to be made."""

    kind: str = key(
        KindName(),
        "Kind of puzzle, or several whose rules all hold: x adds the two diagonals as houses, killer cages with sums, jigsaw "
        "regions of any shape instead of boxes; non-consecutive keeps digits that differ by one from cells side by side.",
        default=KIND,
        examples=["jigsaw+killer"],
    )
    size: int = key(Choice[int](*MADE_SIZES), "Cells along a side of the grid.", default=SIZE)
    count: int = key(Integer(1, 10_000), "How many puzzles.", examples=[24])
    difficulty: str | tuple[str, ...] | None = key(
        Difficulties(),
        "The level that every puzzle has, by the techniques a person needs; any takes all levels, also puzzles beyond these "
        "techniques. Several, such as easy-hard or a list, have as many puzzles each. Left out, it is easy, or whatever suits "
        "`requires`, `hardest`, `score` or `minutes`.",
        default=None,
        examples=["medium", "easy-hard", ["easy", "hard"]],
    )
    requires: tuple[str, ...] = key(
        ListOf(TechniqueName(), unique=True),
        "Techniques that every puzzle needs: those not harder than its hardest do not finish it without.",
        default=[],
        examples=[["x-wing"]],
    )
    hardest: str | None = key(
        TechniqueName(),
        "The hardest technique of every puzzle: the easier ones do not finish it.",
        default=None,
        examples=["xy-wing"],
    )
    avoid: tuple[str, ...] = key(
        ListOf(TechniqueName(), unique=True),
        "Techniques that the solving path of no puzzle uses.",
        default=[],
        examples=[["unique-rectangle"]],
    )
    score: ScoreRange = key(
        Range(ScoreRange), "Which scores a puzzle may have.", default={}, examples=[{"min": 600, "max": 900}]
    )
    minutes: MinuteRange = key(
        Range(MinuteRange),
        "The expected time of an average solver, for every puzzle.",
        default={},
        examples=[{"min": 8, "max": 15}],
    )
    attempts: int | None = key(
        Integer(1, 1_000_000_000), "Give up on a puzzle after so many attempts at it.", default=None
    )
    symmetry: Symmetry = key(
        Choice[Symmetry](*SYMMETRIES),
        "How the pattern of givens, and of the cages of Killers, is symmetric.",
        default=BOOK_SYMMETRY,
    )
    givens: GivenRange = key(
        Range(GivenRange),
        "How many givens a puzzle may have; Killers have none if nothing is said.",
        default={},
        examples=[{"min": 24, "max": 30}],
    )
    minimal: bool = key(
        schema.Boolean(),
        "Only puzzles in which every given is needed for the answer to be the only one.",
        default=False,
    )

    mask: pathlib.Path | None = key(
        MaskFile(),
        "File that draws which cells hold givens, no more and no fewer: a line a row, . for a cell without.",
        default=None,
        examples=["heart.txt"],
    )

    cage_sizes: str | None = key(
        Text(wanted="sizes of cages such as `2-5`", check=check_cage_sizes),
        "How many cells the cages of Killers have: a range, or each size with its share of the cages. Left out, it follows from "
        "the difficulty.",
        default=None,
        examples=["2-5", "2:40 3:40 4:20"],
    )

    clues: str | None = key(
        Text(wanted="a number of clues such as `12` or `8-12`, or `all`, or `needed`", check=check_shown),
        "How many clues besides givens a puzzle shows, of kinds that have such; all that there is room for; or needed: none "
        "that can go, alone or with its images by the symmetry, while the puzzle meets its order. Left out, the kind says it.",
        default=None,
        examples=["8-12", "all", "needed"],
    )

    stock: bool = key(
        schema.Boolean(),
        "Take them from the bank of the series, as far as it holds such puzzles that no book has printed; only the rest "
        "is made. There `requires` means that the path of the grade uses the technique.",
        default=False,
    )

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The difficulties of the puzzles, easiest first; None where nothing is said."""
        return self.difficulty if isinstance(self.difficulty, tuple) else (self.difficulty,)

    def shares(self, part: int) -> list[Share]:
        """The puzzles of each level. ``part`` stands for the section in their seeds.

        They are dealt one by one, so that more puzzles leave the others as they are; each level has seeds of its own, so that
        a further level does.
        """
        levels = self.levels
        if len(levels) == 1:
            return [Share(self.order(), self.count, part)]
        return [
            Share(
                replace(self, difficulty=level).order(),
                len(range(at, self.count, len(levels))),
                seeds.seed_for(part, seeds.text_seed(str(level))),
            )
            for at, level in enumerate(levels)
        ]

    def order(self) -> Order:
        """What the puzzles must be like, those of the easiest level if there are several.

        Raises UsageError; the ``code`` of each fault is the key that is at fault.
        """
        mask = None
        if self.mask is not None:
            try:
                mask = read_mask(self.mask)
            except ValueError as error:
                raise UsageError(Fault(str(error), code="mask")) from error
        # A mask goes with no symmetry, not even with the usual one.
        usual = mask is not None and self.place("symmetry") == self.place()
        return order_for(
            kind=self.kind,
            size=self.size,
            difficulty=self.levels[0],
            symmetry="none" if usual else self.symmetry,
            givens=(self.givens.min, self.givens.max),
            minimal=self.minimal,
            mask=mask,
            requires=self.requires,
            hardest=self.hardest,
            avoid=self.avoid,
            score=(self.score.min, self.score.max),
            minutes=(self.minutes.min, self.minutes.max),
            cage_sizes=self.cage_sizes,
            clues=self.clues,
            attempts=self.attempts,
        )

    def cross_faults(self) -> Iterator[Fault]:
        """The keys must make an order that puzzles can meet."""
        found: dict[Fault, None] = {}
        for level in self.levels:
            try:
                replace(self, difficulty=level).order()
            except UsageError as error:
                found |= dict.fromkeys(error.faults)
        for fault in found:
            yield replace(fault, place=self.place(*fault.code.split(".")), code="")
        if self.count < len(self.levels):
            message = f"a count of {self.count} is too small for {len(self.levels)} levels"
            yield Fault(message, self.place("difficulty"), "name fewer of them, or raise `count`")
        if self.stock:
            for name in ("minimal", "mask", "cage_sizes", "clues"):
                if getattr(self, name):
                    message = f"`{name}` does not go with `stock`: a bank does not know it of its puzzles"
                    yield Fault(message, self.place(name), "leave out one of them")
