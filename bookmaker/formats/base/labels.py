"""Labels of rows and columns around a grid, as spreadsheets, data frames and chess-like drawings have them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bookmaker.formats.base.cells import (
    WRONG_LENGTH,
    decoded,
    digit_of,
    digits_of,
    is_text,
    only_possible,
    only_proper,
    shown,
)
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

Field = tuple[str, int]
"""What stands in a field, and its column."""

Row = tuple[int, list[Field]]
"""The number of a line, and its fields."""

_LETTERS = re.compile(r"[A-Za-z]")
_NUMBERS = re.compile(r"(?i:r|c|row|col|column)?[ _]?([0-9]{1,2})[.:)]?")


_SLIPS = 2
"""Labels that may be spoilt where a grid with labels would else be read as a larger one."""


def counts(fields: Sequence[str], slips: int = 0) -> bool:
    """Whether fields count, but for ``slips`` of them: 0, 1, 2 ..., 1, 2, 3 ..., r1, r2 ..., or A, B, C ..."""
    if len(fields) < 2 + slips:
        return False
    numbers = []
    for field in fields:
        found = _NUMBERS.fullmatch(field)
        letter = _LETTERS.fullmatch(field.rstrip(".:)"))
        numbers.append(int(found[1]) if found else ord(field[0].upper()) - 64 if letter else -1)
    return any(sum(number != at for at, number in enumerate(numbers, first)) <= slips for first in (0, 1))


def unlabelled(rows: Sequence[Row], slips: int = 0) -> tuple[list[Row], int] | None:
    """The rows of a grid without the labels around them, and its size; None if they are not those of a grid with labels.

    ``slips``: how many labels above, and how many beside, may be spoilt.
    """
    body = list(rows)
    above = [field for field, _ in body[0][1]] if body else []
    size = len(body) - 1
    if size in BOXES and len(above) in (size, size + 1) and counts(above[-size:], slips):
        body = body[1:]
    else:
        size = len(body)
    if size not in BOXES:
        return None
    if all(len(fields) == size + 1 for _, fields in body) and counts([fields[0][0] for _, fields in body], slips):
        return [(number, fields[1:]) for number, fields in body], size
    return (body, size) if len(body) < len(rows) and all(len(fields) == size for _, fields in body) else None


def without_text(rows: Sequence[Row], width: int, lines: Mapping[int, str], source: Source) -> list[Row]:
    """The rows without the text around complete grids, which is recorded as passed over; ``lines`` by their numbers.

    Where the other rows make no complete grids all rows stay, since what looks like text may be a spoilt row.
    """

    def whole(part: Sequence[Row]) -> bool:
        return len(part) % height(part, width) == 0 or (above and len(part) == BOXES.get(width, (0,))[0])

    odd = {at for at, (_, fields) in enumerate(rows) if _is_odd([field for field, _ in fields], width)}
    # A blank line may end the first band of a grid below text.
    above = odd == {0} and is_text(lines[rows[0][0]])
    parts: list[list[Row]] = [[]]
    for at, row in enumerate(rows):
        if at in odd:
            parts.append([])
        else:
            parts[-1].append(row)
    if not odd or not any(parts) or not all(map(whole, parts)):
        return list(rows)
    for at in sorted(odd):
        number, fields = rows[at]
        if is_text(lines[number]):
            source.passed_over(lines[number], number)
        else:
            message = f"{shown(lines[number].strip())!r} is no row of the grid beside it"
            source.fault(message, number, fields[0][1], "a comment begins with #")
    return [row for part in parts for row in part]


def _is_odd(fields: Sequence[str], width: int) -> bool:
    if len(fields) != width:
        return not (len(fields) == width - 1 and counts(fields))
    filled = [field for field in fields if field]
    cells = digits_of(filled, width)
    return sum(digit > width for digit in cells) * 2 > len(filled) and not counts(filled)


def height(rows: Sequence[Row], width: int) -> int:
    """How many rows each of several grids takes, one below the other, with its labels."""
    for count in (width + 1, width, width - 1):
        if count and len(rows) % count == 0 and unlabelled(rows[:count]) is not None:
            return count
    return max(width, 1)


_MOST_WRONG = 4
"""Rows of a wrong length that are reported one by one; of more, one message says it, and their symbols are not looked at."""


def read(rows: Sequence[Row], size: int, source: Source, *, ends: bool = False) -> Puzzle | None:
    """The puzzle of rows of fields; None once what is wrong is recorded.

    There may be labels above and beside the rows, or the answer to the right of them. A square of 10 by 10 fields may be a
    grid of that size, or a smaller one with labels: the reading that is a proper puzzle is taken, and recorded as a guess.
    So it is where the first fields count, the last ones are empty, and a separator may end a row (``ends``): there may be labels
    and an empty column, or neither.
    """
    if len(rows) in BOXES and all(len(fields) == 2 * len(rows) for _, fields in rows):
        return _with_answer(rows, len(rows), source)
    whole = len(rows) == size and all(len(fields) == size for _, fields in rows)
    inner = unlabelled(rows, _SLIPS if whole else 0)
    if whole and inner is not None:
        body, less = inner
        if all(digit_of(field, less) <= less for _, row in body for field, _ in row):
            return _either(rows, size, body, less, source)
    if inner is not None and not whole:
        if ends and len(rows) == inner[1] and not any(fields[-1][0] for _, fields in rows):
            return _ended(rows, inner[0], inner[1], source)
        return _puzzle(inner[0], inner[1], source)
    if size not in BOXES:
        source.fault(f"rows of {size} cells; no grid has that size", rows[0][0], 1, "write dots for empty cells")
        return None
    before = len(source.faults)
    if len(rows) != size:
        message = f"{len(rows)} rows of {size} cells; a grid of {size}×{size} has {size}"
        source.fault(message, rows[0][0], 1, "", WRONG_LENGTH)
    wrong = [row for row in rows if len(row[1]) != size]
    if len(wrong) > _MOST_WRONG:
        number, fields = wrong[0]
        message = f"{len(wrong)} of {len(rows)} rows have not the {size} cells of a grid of {size}×{size}, this one {len(fields)}"
        source.fault(message, number, fields[0][1], "this is no grid, or text stands among its rows", WRONG_LENGTH)
        return None
    for number, fields in rows:
        if len(fields) != size:
            message = f"{len(fields)} cells in this row; a grid of {size}×{size} has {size}"
            source.fault(message, number, fields[0][1], "", WRONG_LENGTH)
    puzzle = _puzzle(rows, size, source)
    return puzzle if len(source.faults) == before else None


def _either(rows: Sequence[Row], size: int, body: Sequence[Row], less: int, source: Source) -> Puzzle | None:
    quiet = Source(source.name, source.kind)
    outer, inner = _puzzle(rows, size, quiet), _puzzle(body, less, quiet)
    if outer is None or inner is None:
        return _puzzle(rows, size, source) if inner is None else _puzzle(body, less, source)
    which = only_proper([(one.geometry, one.givens) for one in (outer, inner)])
    if which is None:
        message = f"a grid of {size}×{size}, or one of {less}×{less} with labels: neither or both are proper puzzles"
        source.fault(message, rows[0][0], 1, "take the labels away, or write dots for empty cells", WRONG_LENGTH)
    elif which == 1:
        source.guess(f"the first row and column are taken for labels of a grid of {less}×{less}", rows[0][0], 1)
    return None if which is None else (outer, inner)[which]


def _ended(rows: Sequence[Row], body: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    """The puzzle of rows that have a field more than cells: the first one is a label, or the last one is none."""
    quiet = Source(source.name, source.kind)
    labelled, bare = _puzzle(body, size, quiet), _puzzle([(number, row[:-1]) for number, row in rows], size, quiet)
    if labelled is None or bare is None:
        return _puzzle(body, size, source)
    which = only_possible([(one.geometry, one.givens) for one in (labelled, bare)])
    if which is None:
        message = f"{size + 1} fields in each row: labels and {size} cells, or the cells first: neither or both can be a puzzle"
        source.fault(message, rows[0][0], 1, "take the labels away, or write dots for empty cells", WRONG_LENGTH)
        return None
    source.guess(
        "the last column is taken to be none" if which else "the first column is taken for labels", rows[0][0], 1
    )
    return (labelled, bare)[which]


def _with_answer(rows: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    """The puzzle of two grids side by side of which the right one is the answer of the left one."""
    left = _puzzle([(number, fields[:size]) for number, fields in rows], size, source)
    right = _puzzle([(number, fields[size:]) for number, fields in rows], size, source)
    if left is None or right is None:
        return None
    if 0 in right.givens or any(
        given not in (0, digit) for given, digit in zip(left.givens, right.givens, strict=True)
    ):
        advice = "write one below the other"
        source.fault("two grids side by side, of which the right one is not the answer", rows[0][0], 1, advice)
        return None
    return replace(left, answer=right.givens)


def _puzzle(rows: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    fields = [(field, (number, column)) for number, row in rows for field, column in row]
    cells = decoded([field for field, _ in fields], size, lambda at: fields[at][1], source)
    if cells is None or len(cells) != size * size:
        return None
    return source.puzzle(size, cells, source.place(rows[0][0], 1))
