"""The keys of a spec that say which puzzles a section takes from files, and within which bounds others are made."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.schema import Choice, Integer, key
from bookmaker.publishing.book.spec.values import PuzzleFiles

Repair = Literal["none", "add-givens", "reject"]


@dataclass(frozen=True, kw_only=True)
class GivenRange(schema.Record):
    """How many givens a puzzle may have; either end may be left open."""

    min: int | None = key(Integer(0, 624), "At least so many givens.", default=None)
    max: int | None = key(Integer(0, 624), "At most so many givens.", default=None)


@dataclass(frozen=True, kw_only=True)
class ScoreRange(schema.Record):
    """Which scores a puzzle may have; either end may be left open."""

    min: int | None = key(Integer(0, 1_000_000), "At least this score.", default=None)
    max: int | None = key(Integer(0, 1_000_000), "At most this score.", default=None)


@dataclass(frozen=True, kw_only=True)
class MinuteRange(schema.Record):
    """How long a puzzle may take an average solver; either end may be left open."""

    min: int | None = key(Integer(0, 10_000), "At least so many minutes.", default=None)
    max: int | None = key(Integer(1, 10_000), "At most so many minutes.", default=None)


@dataclass(frozen=True, kw_only=True)
class Imported(schema.Record):
    """Puzzles from files; they are verified, solved and graded like any other. ``files`` is sorted and not empty."""

    files: tuple[pathlib.Path, ...] = key(
        PuzzleFiles(),
        "File of puzzles, or a pattern for several, relative to the folder of the spec.",
        name="from",
        examples=["puzzles.txt", "letters/*.txt"],
    )
    count: int | None = key(Integer(1, 10_000), "Take so many, from the first on; all if left out.", default=None)
    strict: bool = key(
        schema.Boolean(),
        "Whether anything in the files that cannot be read stops the build; otherwise it is left out and reported.",
        default=False,
    )
    repair: Repair = key(
        Choice[Repair](*get_args(Repair)),
        "What is done with a puzzle that does not have exactly one solution: none stops the build; reject leaves it out; "
        "add-givens gives one with several solutions the fewest further givens that leave one (a Killer may have a cage cut "
        "in two instead) and leaves out one without any. Build and manifest list what was mended or left out.",
        default="none",
    )
