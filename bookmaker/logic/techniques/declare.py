"""Levels, techniques and steps. Nothing here imports numba: a spec check must not wait for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from bookmaker.base.errors import Fault, Place, ResourceError
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

    level: that of a puzzle whose hardest step it is. score: the share of a step in a puzzle's score
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


_TABLE = Place("bookmaker/logic/techniques/table.py")


def read_table(text: str) -> tuple[Technique, ...]:
    """The techniques of a table: a line of headings, then a line for each. At least two blanks separate columns; - is nothing.

    The column HoDoKu may be absent. Raises ResourceError with every fault, each named by its row and column.
    """
    headings, *rows = (re.split(" {2,}", line.strip()) for line in text.strip().splitlines())
    found, faults = [], list[Fault]()
    for row in rows:
        if len(row) != len(headings):
            faults.append(Fault(f"{row[0]!r} has {len(row)} columns, and needs {', '.join(headings)}", _TABLE))
            continue
        cell = dict(zip(headings, row, strict=True))
        wrong = {column: needed for column, (fits, needed) in _COLUMNS.items() if not fits(cell.get(column, "-"))}
        faults += [
            Fault(f"'{row[0]}.{column}' {needed}, not {cell[column]!r}", _TABLE) for column, needed in wrong.items()
        ]
        if not wrong:
            found.append(_technique(cell))
    if faults:
        raise ResourceError(faults)
    return tuple(found)


_COLUMNS: dict[str, tuple[Callable[[str], object], str]] = {
    "technique": (CODES.__contains__, "must be a name of a family in logic/techniques/families.py"),
    "level": (lambda text: text.upper() in Level.__members__, f"must be one of {', '.join(map(str, Level))}"),
    "score": (lambda text: text.isdecimal() and int(text), "must be a whole number above 0"),
    "SE": (lambda text: re.fullmatch(r"[1-9]\d?\.\d", text), "must be a rating such as 3.2"),
    "HoDoKu": (
        lambda text: re.fullmatch(r"-|\S+ [A-Z]+( off| \d+)?", text),
        "must be a code, a level, and `off` or another score, such as `0803 HARD off`",
    ),
    "source": (lambda text: text != "-", "must say where the definition is from"),
}
"""For each column whether it takes a text, and the message where it does not."""


def _technique(cell: Mapping[str, str]) -> Technique:
    code, level, more = (*cell.get("HoDoKu", "-").split(), "", "")[:3]
    base = int(more) if more.isdigit() else int(cell["score"])
    return Technique(
        name=cell["technique"],
        level=Level[cell["level"].upper()],
        score=int(cell["score"]),
        se=float(cell["SE"]),
        source=cell["source"],
        hodoku=Hodoku(code, level, base, by_default=more != "off") if level else None,
    )


def require_rows(tables: Sequence[tuple[Technique, ...]]) -> None:
    """Raises ResourceError with every fault unless each name of a family has a row, and levels never fall in the first table."""
    names = [technique.name for table in tables for technique in table]
    faults = [
        Fault(f"{name!r} of logic/techniques/families.py has no row", _TABLE) for name in CODES if name not in names
    ]
    faults += [Fault(f"{name!r} has two rows", _TABLE) for name, count in Counter(names).items() if count > 1]
    for before, after in pairwise(tables[0]):
        if after.level < before.level:
            message = f"'{after.name}.level' must be {before.level} or harder, as that of {before.name!r} above it"
            faults.append(Fault(message, _TABLE))
    if faults:
        raise ResourceError(faults)


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
