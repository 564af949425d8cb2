"""Naive twins of the almost locked sets. An instance is (digits eliminated, eliminations), as the finders count them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations, product

from techniques_data import Position
from techniques_naive_patterns import Effects, Instance, gone, sees


@dataclass(frozen=True)
class Almost:
    """Cells of one house with a digit more than there are cells."""

    cells: frozenset[int]
    digits: frozenset[int]


def almost_locked(at: Position) -> list[Almost]:
    found = set()
    for house in at.ground.houses:
        empty = [cell for cell in house.cells if at.candidates[cell]]
        for size in range(1, len(empty) + 1):
            for cells in combinations(empty, size):
                digits = frozenset().union(*(at.candidates[cell] for cell in cells))
                if len(digits) == size + 1:
                    found.add(Almost(frozenset(cells), digits))
    return sorted(found, key=lambda one: sorted(one.cells))


def holders(at: Position, one: Almost, digit: int) -> list[int]:
    return [cell for cell in one.cells if digit in at.candidates[cell]]


def restricted(at: Position, one: Almost, two: Almost) -> frozenset[int]:
    """Digits that cannot stand in both sets."""
    return frozenset(
        digit
        for digit in one.digits & two.digits
        if all(sees(at, a, b) for a, b in product(holders(at, one, digit), holders(at, two, digit)))
    )


def seen_by_all(at: Position, sets: list[Almost], digits: frozenset[int]) -> Effects:
    out: Effects = frozenset()
    for digit in digits:
        out |= gone(at, digit, [cell for one in sets for cell in holders(at, one, digit)])
    return out


def told(effects: Effects) -> Instance:
    return frozenset(digit for _, digit in effects), effects
