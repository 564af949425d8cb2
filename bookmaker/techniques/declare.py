"""What a technique and a step are. Nothing here imports numba: a spec check must not wait for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

ROLES = (
    *("base", "cover", "fin", "link", "pivot"),
    *("if-on", "if-off", "then-on", "then-off", "more"),
    *("set", "member"),
    *("second-base", "second-link"),
)
"""Names of the roles of pattern candidates and houses, at the index that finders write."""


class Level(IntEnum):
    """How hard a puzzle is, by the hardest technique that it needs.

    BEGINNER is an easy puzzle that looking at one box at a time, or at the last empty cell of a house, finishes, with several
    ways on at every point (:data:`bookmaker.techniques.singles.BEGINNERS`). BEYOND: only brute force finishes it.
    """

    BEGINNER = 0
    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    DIABOLICAL = 5
    EXTREME = 6
    BEYOND = 7

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Hodoku:
    """How HoDoKu 2.2.0 knows the technique: its library code, its level, its base score, and whether it is on by default."""

    code: str
    level: str
    score: int
    by_default: bool = True


@dataclass(frozen=True, slots=True)
class Technique:
    """A human technique as declared by its family.

    code: what the finders call it; the family is ``code >> 4``. score: what one step adds to a puzzle's score.
    hodoku: None where HoDoKu does not know it. se: Sudoku Explainer's rating. sentence: the pattern in English, with
    arguments from :mod:`bookmaker.explain.step_words`. source: where the definition is from. presumes_proper: its argument is
    "otherwise there would be another solution", so that it proves nothing about a puzzle not known to be proper.
    """

    name: str
    code: int
    level: Level
    score: int
    hodoku: Hodoku | None
    se: float
    sentence: str
    source: str
    presumes_proper: bool = False


@dataclass(frozen=True, slots=True)
class HouseRef:
    """A house in a step: its role in the pattern and its index in the geometry's ``houses``."""

    role: str
    house: int


@dataclass(frozen=True, slots=True)
class PatternCandidate:
    """A candidate on which a step rests, with its role."""

    role: str
    cell: int
    digit: int


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction. Placements and eliminations are (cell, digit), in the order found; at least one of them is there."""

    technique: str
    placements: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    pattern: tuple[PatternCandidate, ...]
    houses: tuple[HouseRef, ...]

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits of the pattern's base, or those placed where there is no pattern, ascending."""
        if self.pattern:
            return tuple(sorted({candidate.digit for candidate in self.pattern if candidate.role == "base"}))
        return tuple(sorted({digit for _, digit in self.placements}))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the pattern's base, or those filled where there is no pattern, ascending."""
        if self.pattern:
            return self.cells_of("base")
        return tuple(sorted({cell for cell, _ in self.placements}))

    def cells_of(self, role: str) -> tuple[int, ...]:
        """The cells that have a pattern candidate of this role, ascending."""
        return tuple(sorted({candidate.cell for candidate in self.pattern if candidate.role == role}))
