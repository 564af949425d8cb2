"""The parts of a style for answers at the foot of a page, hints, lessons and cage combinations."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.schema import key
from bookmaker.printing.styles.style_parts import LENGTH, RULE, SHARE, TYPE


@dataclass(frozen=True, kw_only=True, eq=False)
class Feet(schema.Record):
    """Answers upside down at the foot of a page of puzzles."""

    cell: float = key(LENGTH, "Side of a cell, if the least digits of answers need no larger one.")
    gap: float = key(LENGTH, "Space between answers.")
    above: float = key(LENGTH, "Space between the puzzles and the answers.")
    label: float = key(TYPE, "The number of an answer, and the digits of its check line.")
    strip: float = key(SHARE, "Line distance of these, as a share of their size.")
    rule: float = key(RULE, "Width of a rule between puzzles and answers, 0pt for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class HintPages(schema.Record):
    """The hints at the back. Shares are of the type size."""

    size: float = key(TYPE, "Type size.")
    before: float = key(SHARE, "Space above a hint.")
    column: float = key(SHARE, "Least width of a column.")
    gap: float = key(SHARE, "Space between columns.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Lessons(schema.Record):
    """The pages that teach a technique."""

    most: float = key(LENGTH, "Largest side of the grid of an example.")
    small: float = key(LENGTH, "The same without candidates.")
    lines: int = key(schema.Integer(0, 40), "The most lines that are ruled below the grid to try.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Combinations(schema.Record):
    """The sets of digits that make the sum of a cage, as far as the table has them."""

    ways: int = key(schema.Integer(1, 99), "Sums that more sets make are left out.")
    cells: int = key(schema.Integer(2, 9), "Larger cages are left out.")
    plus: bool = key(schema.Boolean(), "Whether a plus stands between the digits of a set.")
