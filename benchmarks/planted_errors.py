"""Errors planted in good puzzles. Knows nothing of how they are mended: only what a person does who types a puzzle from paper.

Twelve kinds for givens (:data:`TYPING`) and twelve for the cages of a Killer (:data:`CAGING`). Each function takes a random
source and the puzzle, and returns the wrong one, or None if this puzzle offers no place for the error.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

Error = Callable[[random.Random, Puzzle], Puzzle | None]

_CONFUSED = {1: "74", 2: "73", 3: "85", 4: "91", 5: "63", 6: "85", 7: "12", 8: "36", 9: "48"}
"""What each digit is read as, the likelier first, on worn print and in handwriting."""

_KEYS = ("789", "456", "123")
"""A keypad; in the row of a keyboard the digits stand in their order."""


def _with(puzzle: Puzzle, cells: list[int]) -> Puzzle:
    return replace(puzzle, givens=bytes(cells))


def _lines(size: int) -> list[list[int]]:
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def misread(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cells = list(puzzle.givens)
    cell = dice.choice([at for at, digit in enumerate(cells) if digit])
    cells[cell] = int(dice.choice(_CONFUSED[cells[cell]]))
    return _with(puzzle, cells)


def key_beside(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cells = list(puzzle.givens)
    cell = dice.choice([at for at, digit in enumerate(cells) if digit])
    digit = cells[cell]
    row, column = next((r, keys.index(str(digit))) for r, keys in enumerate(_KEYS) if str(digit) in keys)
    near = {int(_KEYS[r][c]) for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if 0 <= r < 3 and 0 <= c < 3}  # fmt: skip
    near |= {other for other in (digit - 1, digit + 1) if 1 <= other <= 9}
    cells[cell] = dice.choice(sorted(near))
    return _with(puzzle, cells)


def any_digit(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cells = list(puzzle.givens)
    cell = dice.choice([at for at, digit in enumerate(cells) if digit])
    cells[cell] = dice.choice([digit for digit in range(1, 10) if digit != cells[cell]])
    return _with(puzzle, cells)


def rows_exchanged(dice: random.Random, puzzle: Puzzle, down: int = 0) -> Puzzle | None:
    size, cells = puzzle.geometry.size, list(puzzle.givens)
    lines = _lines(size)[down * size : (down + 1) * size]
    first = dice.randrange(size - 1)
    second = first + 1 if dice.random() < 0.7 else dice.choice([line for line in range(size) if line != first])
    for one, other in zip(lines[first], lines[second], strict=True):
        cells[one], cells[other] = cells[other], cells[one]
    return _with(puzzle, cells)


def columns_exchanged(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    return rows_exchanged(dice, puzzle, 1)


def neighbours_exchanged(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    size, cells = puzzle.geometry.size, list(puzzle.givens)
    pairs = [(at, at + 1) for at in range(size * size) if at % size < size - 1 and cells[at] != cells[at + 1]]
    one, other = dice.choice(pairs)
    cells[one], cells[other] = cells[other], cells[one]
    return _with(puzzle, cells)


def digits_exchanged(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cells = list(puzzle.givens)
    line = dice.choice(_lines(puzzle.geometry.size))
    filled = [cell for cell in line if cells[cell]]
    if len(filled) < 2:
        return None
    one, other = dice.sample(filled, 2)
    cells[one], cells[other] = cells[other], cells[one]
    return _with(puzzle, cells)


def row_slipped(dice: random.Random, puzzle: Puzzle, down: int = 0) -> Puzzle | None:
    """An empty cell of a line is left out, and one is added at its end, or the other way round."""
    size, cells = puzzle.geometry.size, list(puzzle.givens)
    line = dice.choice(_lines(size)[down * size : (down + 1) * size])
    digits = [cells[cell] for cell in line]
    empty = [at for at, digit in enumerate(digits) if not digit]
    if dice.random() < 0.5:
        if not empty:
            return None
        digits.pop(dice.choice(empty))
        digits.append(0)
    elif digits[-1]:
        return None
    else:
        digits.pop()
        digits.insert(dice.choice(range(size - 1)), 0)
    for cell, digit in zip(line, digits, strict=True):
        cells[cell] = digit
    return _with(puzzle, cells)


def column_slipped(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    return row_slipped(dice, puzzle, 1)


def run_on(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """In a line of 81 symbols a blank is left out, and noticed some rows later, where one is added."""
    cells = list(puzzle.givens)
    empty = [at for at, digit in enumerate(cells[:-20]) if not digit]
    gone = dice.choice(empty)
    cells.pop(gone)
    cells.insert(min(gone + dice.randint(9, 30), len(cells)), 0)
    return _with(puzzle, cells)


def doubled(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """A digit is typed twice, the second time over the empty cell that follows."""
    size, cells = puzzle.geometry.size, list(puzzle.givens)
    places = [at for at, digit in enumerate(cells) if digit and at % size < size - 1 and not cells[at + 1]]
    at = dice.choice(places)
    cells[at + 1] = cells[at]
    return _with(puzzle, cells)


def stray_digit(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """A digit in a cell that should be empty."""
    cells = list(puzzle.givens)
    cells[dice.choice([at for at, digit in enumerate(cells) if not digit])] = dice.randint(1, 9)
    return _with(puzzle, cells)


TYPING: tuple[Error, ...] = (
    misread,
    key_beside,
    any_digit,
    rows_exchanged,
    columns_exchanged,
    neighbours_exchanged,
    digits_exchanged,
    row_slipped,
    column_slipped,
    run_on,
    doubled,
    stray_digit,
)


def _beside(cell: int, size: int) -> list[int]:
    row, column = divmod(cell, size)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]


def _in_one_piece(cells: set[int], size: int) -> bool:
    waiting = [min(cells)]
    left = cells - set(waiting)
    while waiting:
        near = left.intersection(_beside(waiting.pop(), size))
        left -= near
        waiting += near
    return not left


def _caged(puzzle: Puzzle, gone: list[Cage], new: list[Cage]) -> Puzzle:
    cages = list(puzzle.cages)
    for cage in gone:
        cages.remove(cage)
    return replace(puzzle, cages=(*cages, *new))


def _mistyped(dice: random.Random, total: int) -> int:
    """One digit of a sum is wrong, as often one that looks like it as any other."""
    text = str(total)
    at = dice.randrange(len(text))
    digit = int(text[at])
    likely = _CONFUSED[digit] if digit and dice.random() < 0.5 else "0123456789".replace(text[at], "")
    return int(text[:at] + dice.choice(likely) + text[at + 1 :])


def sum_mistyped(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cage = dice.choice(puzzle.cages)
    new = _mistyped(dice, cage.sum or 0)
    return _caged(puzzle, [cage], [replace(cage, sum=new)]) if new else None


def sum_transposed(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    able = [
        cage
        for cage in puzzle.cages
        if (cage.sum or 0) >= 10 and len(set(str(cage.sum))) > 1 and str(cage.sum)[1] != "0"
    ]
    if not able:
        return None
    cage = dice.choice(able)
    return _caged(puzzle, [cage], [replace(cage, sum=int(str(cage.sum)[::-1]))])


def _side_by_side(dice: random.Random, puzzle: Puzzle) -> tuple[Cage, Cage]:
    size = puzzle.geometry.size
    one = dice.choice(puzzle.cages)
    near = {cell for own in one.cells for cell in _beside(own, size)}
    return one, dice.choice([cage for cage in puzzle.cages if cage != one and near.intersection(cage.cells)])


def sums_exchanged(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    one, other = _side_by_side(dice, puzzle)
    if one.sum == other.sum:
        return None
    return _caged(puzzle, [one, other], [replace(one, sum=other.sum), replace(other, sum=one.sum)])


def two_sums(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    one, other = dice.sample(puzzle.cages, 2)
    sums = [_mistyped(dice, cage.sum or 0) for cage in (one, other)]
    new = [replace(cage, sum=total) for cage, total in zip((one, other), sums, strict=True)]
    return _caged(puzzle, [one, other], new) if all(sums) else None


def sum_missing(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cage = dice.choice(puzzle.cages)
    return _caged(puzzle, [cage], [replace(cage, sum=None)])


def cell_forgotten(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    cage = dice.choice([cage for cage in puzzle.cages if len(cage.cells) > 1])
    cell = dice.choice(cage.cells)
    return _caged(puzzle, [cage], [replace(cage, cells=tuple(c for c in cage.cells if c != cell))])


def cell_moved(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """A cell at the edge of a cage is drawn into the cage beside it."""
    size = puzzle.geometry.size
    one, other = _side_by_side(dice, puzzle)
    near = {cell for own in other.cells for cell in _beside(own, size)}
    ways = [c for c in one.cells if c in near and len(one.cells) > 1 and _in_one_piece(set(one.cells) - {c}, size)]
    if not ways:
        return None
    cell = dice.choice(ways)
    rest = tuple(c for c in one.cells if c != cell)
    return _caged(puzzle, [one, other], [replace(one, cells=rest), replace(other, cells=(*other.cells, cell))])


def cell_twice(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    one, other = _side_by_side(dice, puzzle)
    cell = dice.choice(one.cells)
    return _caged(puzzle, [other], [replace(other, cells=(*other.cells, cell))])


def cell_mistyped(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """One cell of a list is written with a wrong row or column, one off."""
    size = puzzle.geometry.size
    cage = dice.choice(puzzle.cages)
    cell = dice.choice(cage.cells)
    wrong = [near for near in _beside(cell, size) if near not in cage.cells]
    if not wrong:
        return None
    new = dice.choice(wrong)
    return _caged(puzzle, [cage], [replace(cage, cells=tuple(new if c == cell else c for c in cage.cells))])


def cage_twice(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    return replace(puzzle, cages=(*puzzle.cages, dice.choice(puzzle.cages)))


def cages_joined(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """The line between two cages is overlooked; the sum of the first is taken, or both are added."""
    one, other = _side_by_side(dice, puzzle)
    total = (one.sum or 0) + (other.sum or 0) if dice.random() < 0.5 else one.sum
    return _caged(puzzle, [one, other], [Cage((*one.cells, *other.cells), total)])


def cage_split(dice: random.Random, puzzle: Puzzle) -> Puzzle | None:
    """A line is seen where none is: the sum stays with the first part, the other has none."""
    size = puzzle.geometry.size
    cage = dice.choice([cage for cage in puzzle.cages if len(cage.cells) > 1])
    cells = sorted(cage.cells)
    parts = [(cells[:at], cells[at:]) for at in range(1, len(cells))]
    parts = [pair for pair in parts if all(_in_one_piece(set(part), size) for part in pair)]
    if not parts:
        return None
    one, other = dice.choice(parts)
    return _caged(puzzle, [cage], [Cage(tuple(one), cage.sum), Cage(tuple(other), None)])


CAGING: tuple[Error, ...] = (
    sum_mistyped,
    sum_transposed,
    sums_exchanged,
    two_sums,
    sum_missing,
    cell_forgotten,
    cell_moved,
    cell_twice,
    cell_mistyped,
    cage_twice,
    cages_joined,
    cage_split,
)
