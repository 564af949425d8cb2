"""Naive twins of the kernels: slow, short, and checked by eye. They share no code with the package.

A house is a list of cells, a grid a list of digits with 0 for an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def houses(size: int, height: int, width: int, *, diagonals: bool = False) -> list[list[int]]:
    """Rows, columns and boxes of a grid with boxes of height x width, and on request the two diagonals."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    named: dict[tuple[str, int, int], list[int]] = {}
    for index, (row, column) in enumerate(cells):
        named.setdefault(("row", row, 0), []).append(index)
        named.setdefault(("column", column, 0), []).append(index)
        named.setdefault(("box", row // height, column // width), []).append(index)
        if diagonals and row == column:
            named.setdefault(("falling", 0, 0), []).append(index)
        if diagonals and row + column == size - 1:
            named.setdefault(("rising", 0, 0), []).append(index)
    return list(named.values())


def legal(grid: Sequence[int], rules: list[list[int]]) -> bool:
    """No house holds a digit twice."""
    for house in rules:
        digits = [grid[cell] for cell in house if grid[cell]]
        if len(digits) != len(set(digits)):
            return False
    return True


def sides(size: int) -> list[tuple[int, int]]:
    """The pairs of cells that share a side."""
    across = [(row * size + column, row * size + column + 1) for row in range(size) for column in range(size - 1)]
    down = [(row * size + column, row * size + size + column) for row in range(size - 1) for column in range(size)]
    return across + down


def solutions(
    grid: Sequence[int], size: int, rules: list[list[int]], apart: Sequence[tuple[int, int]] = ()
) -> Iterator[list[int]]:
    """Every solution: fill the first empty cell with each digit that its houses do not hold yet, and go on.

    Those that hold consecutive digits in a pair of ``apart`` are left out.
    """
    if not legal(grid, rules) or any(abs(grid[a] - grid[b]) == 1 and grid[a] and grid[b] for a, b in apart):
        return
    beside = [{a + b - cell for a, b in apart if cell in (a, b)} for cell in range(len(grid))]
    peers = [{peer for house in rules if cell in house for peer in house} - {cell} for cell in range(len(grid))]
    work = list(grid)

    def fill(start: int) -> Iterator[list[int]]:
        cell = start
        while cell < len(work) and work[cell]:
            cell += 1
        if cell == len(work):
            yield list(work)
            return
        taken = {work[peer] for peer in peers[cell]}
        for digit in range(1, size + 1):
            if digit not in taken and not any(abs(work[near] - digit) == 1 and work[near] for near in beside[cell]):
                work[cell] = digit
                yield from fill(cell + 1)
        work[cell] = 0

    yield from fill(0)


def count(grid: Sequence[int], size: int, rules: list[list[int]], limit: int) -> int:
    """How many solutions, at most ``limit``."""
    found = 0
    for _ in solutions(grid, size, rules):
        found += 1
        if found == limit:
            break
    return found
