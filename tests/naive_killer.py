"""Naive twins of what is said of cages: slow, short, and checked by eye. They share no code with the package.

A cage is a sum, None for none, and a list of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import naive

Cages = Sequence[tuple[int | None, Sequence[int]]]


def fits(grid: Sequence[int], cages: Cages) -> bool:
    """No cage holds a digit twice, a full one has its sum, and none has more."""
    for total, cells in cages:
        digits = [grid[cell] for cell in cells if grid[cell]]
        if len(digits) != len(set(digits)):
            return False
        if total is not None and (sum(digits) > total or (len(digits) == len(cells) and sum(digits) != total)):
            return False
    return True


def solutions(grid: Sequence[int], size: int, rules: list[list[int]], cages: Cages) -> Iterator[list[int]]:
    """Every solution: fill the first empty cell with each digit that its houses and cages allow, and go on."""
    if not naive.legal(grid, rules) or not fits(grid, cages):
        return
    houses = [[house for house in rules if cell in house] for cell in range(len(grid))]
    caged = [[cage for cage in cages if cell in cage[1]] for cell in range(len(grid))]
    work = list(grid)

    def fill(cell: int) -> Iterator[list[int]]:
        while cell < len(work) and work[cell]:
            cell += 1
        if cell == len(work):
            yield list(work)
            return
        for digit in range(1, size + 1):
            if not any(work[peer] == digit for house in houses[cell] for peer in house):
                work[cell] = digit
                if fits(work, caged[cell]):
                    yield from fill(cell + 1)
                work[cell] = 0

    yield from fill(0)


def count(grid: Sequence[int], size: int, rules: list[list[int]], cages: Cages, limit: int) -> int:
    """How many solutions, at most ``limit``."""
    found = 0
    for _ in solutions(grid, size, rules, cages):
        found += 1
        if found == limit:
            break
    return found
