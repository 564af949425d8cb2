"""Levels, techniques and steps. Nothing here imports numba: a spec check must not wait for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from bookmaker.logic.techniques.families import CODES, FAMILY_OF, TIER_OF, UNIQUENESS, Family, Tier

ROLES = (
    *("base", "cover", "fin", "link", "pivot"),
    *("if-on", "if-off", "then-on", "then-off", "more"),
    *("set", "member"),
    *("second-base", "second-link"),
)
"""The roles of candidates and houses in a pattern. Finders write the index of a role."""


class Level(IntEnum):
    """How hard a puzzle is, by the hardest technique that it needs.

    BEGINNER is an easy puzzle that full houses and hidden singles in boxes finish, with several of them to find at every point
    (:data:`BEGINNERS_WAYS`). BEYOND: only brute force finishes it.
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


BEGINNERS_WAYS = 3
"""The fewest cells that can be filled at any point of a beginner's puzzle: nobody has to hunt for the only next step."""

BEGINNERS_SIZE = 6
"""The smallest grid with this level. Nearly every 4x4 puzzle would be a beginner's, and with some symmetries every one."""


@dataclass(frozen=True, slots=True)
class Hodoku:
    """How HoDoKu 2.2.0 knows a technique: its library code, level and base score, and whether HoDoKu uses it by default."""

    code: str
    level: str
    score: int
    by_default: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A human technique: a row of a table (:func:`read_table`).

    level: that of a puzzle whose hardest step it is. score: what a step adds to a puzzle's score
    (:mod:`bookmaker.logic.techniques.effort`). se: the rating of a step by Sudoku Explainer. source: where the definition is
    from. hodoku: None where HoDoKu does not know it.
    """

    name: str
    level: Level
    score: int
    se: float
    source: str
    hodoku: Hodoku | None = None

    @property
    def code(self) -> int:
        """The integer that the finders know it by (:mod:`bookmaker.logic.techniques.families`)."""
        return CODES[self.name]

    @property
    def family(self) -> Family:
        """The family whose finder finds it."""
        return FAMILY_OF[self.name]

    @property
    def tier(self) -> Tier:
        """The tier that runs its finder."""
        return TIER_OF[self.family]

    @property
    def presumes_proper(self) -> bool:
        """Whether its argument is "otherwise there would be another solution", so that it needs a puzzle known to be proper."""
        return self.family in UNIQUENESS


def read_table(text: str) -> tuple[Technique, ...]:
    """The techniques of a table: a line of headings, then a line for each. At least two blanks separate columns; - is nothing.

    The column HoDoKu may be absent. Raises ValueError naming a row that does not fit the headings, or is of no family.
    """
    headings, *rows = (re.split(" {2,}", line.strip()) for line in text.strip().splitlines())
    found = []
    for row in rows:
        if len(row) != len(headings):
            raise ValueError(f"{row[0]}: {len(row)} columns, not {', '.join(headings)}")
        if row[0] not in CODES:
            raise ValueError(f"{row[0]}: no family in families.py has this name")
        cell = dict(zip(headings, row, strict=True))
        code, level, more = (*cell.get("HoDoKu", "-").split(), "", "")[:3]
        base = int(more) if more.isdigit() else int(cell["score"])
        found.append(
            Technique(
                name=cell["technique"],
                level=Level[cell["level"].upper()],
                score=int(cell["score"]),
                se=float(cell["SE"]),
                source=cell["source"],
                hodoku=Hodoku(code, level, base, by_default=more != "off") if level else None,
            )
        )
    return tuple(found)


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
    """One deduction. Placements and eliminations are (cell, digit), in the order found; there is at least one of either."""

    technique: str
    placements: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    pattern: tuple[PatternCandidate, ...]
    houses: tuple[HouseRef, ...]

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits of the pattern's base, ascending; without a pattern the digits placed."""
        if self.pattern:
            return tuple(sorted({candidate.digit for candidate in self.pattern if candidate.role == "base"}))
        return tuple(sorted({digit for _, digit in self.placements}))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the pattern's base, ascending; without a pattern the cells filled."""
        if self.pattern:
            return self.cells_of("base")
        return tuple(sorted({cell for cell, _ in self.placements}))

    def cells_of(self, role: str) -> tuple[int, ...]:
        """The cells that have a pattern candidate of this role, ascending."""
        return tuple(sorted({candidate.cell for candidate in self.pattern if candidate.role == role}))
