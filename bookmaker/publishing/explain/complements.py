"""Groups of five cells and more by name: what is left of a house beside a subset.

Of the empty cells of a house, those that a naked subset leaves are a hidden group for the digits that it leaves, and the other
way round; both remove the same candidates. On 9x9 one of the two has four cells at most, so that finders look for no more.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.geometry import House

LEAST = 5
"""Smaller groups are techniques with names of their own."""

_SIZES = {5: "quintuple", 6: "sextuple", 7: "septuple"}


@dataclass(frozen=True, slots=True)
class Group:
    """The digits that only these cells hold (``hidden``), or the cells that hold only these digits (not ``hidden``)."""

    hidden: bool
    digits: tuple[int, ...]
    cells: tuple[int, ...]

    @property
    def kind(self) -> str:
        """``"naked-quintuple"`` or such; ``"naked-group"`` beyond seven."""
        return f"{'hidden' if self.hidden else 'naked'}-{_SIZES.get(len(self.cells), 'group')}"


def complements(step: Step, position: Position) -> tuple[Group, ...]:
    """The groups of five cells and more that make the same step, house by house; () unless the step is a subset's."""
    family = FAMILY_OF[step.technique]
    if family not in (Family.NAKED_SUBSETS, Family.HIDDEN_SUBSETS, Family.LOCKED_SUBSETS):
        return ()
    found = (_beside(step, house, position, hidden=family is not Family.HIDDEN_SUBSETS) for house in _houses(position))
    return tuple(group for group in found if group is not None)


def _houses(position: Position) -> tuple[House, ...]:
    size = position.geometry.size
    return tuple(house for house in position.geometry.houses if len(house.cells) == size)


def _beside(step: Step, house: House, position: Position, *, hidden: bool) -> Group | None:
    own, digits = set(step.cells), set(step.digits)
    cells = tuple(cell for cell in house.cells if not position.digits[cell] and cell not in own)
    if not own <= set(house.cells) or len(cells) < LEAST:
        return None
    if hidden:
        works = any(cell in cells for cell, _ in step.eliminations)
    else:
        works = all(own.issuperset(position.places(house, digit)) for digit in digits)
    left = set(range(1, position.geometry.size + 1)) - digits - {position.digits[cell] for cell in house.cells}
    if not works or len(left) != len(cells):
        return None
    return Group(hidden, tuple(sorted(left)), tuple(sorted(cells)))
