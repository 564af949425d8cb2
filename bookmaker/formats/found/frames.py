"""Grids in frames, with blanks for empty cells: bars or box-drawing characters between the boxes, as programs and books print.

Each row has its bars in the same places. Between two of them stand the cells of a box, one beside the other or with blanks
around and between them, in the same places in every box and row, so that no blank is missing unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bookmaker.formats.base.cells import BLANKS, digits, fits
from bookmaker.puzzles.grid.geometry import BOXES

Numbered = tuple[int, str]
"""The number of a line, and its text."""

BORDER = re.compile(r"[\s|+:*=─-╿_-]*")
_BARS = str.maketrans("│┃║┆┇┊┋", "|||||||")
_RULE = re.compile(r"[\s|+=:─-╿-]*(?:-{2}|={2}|[─━┄┅┈┉═╌╍])[\s|+=:─-╿-]*")
_WIDEST = 120
_STEPS = (1, 2, 3, 4)
"""Characters from one cell of a box to the next."""


def framed(part: Sequence[Numbered]) -> list[Numbered] | None:
    """The rows of such a grid, with dots for the blanks; None where the lines are none."""
    lines = [(number, line.rstrip().translate(_BARS)) for number, line in part]
    if len(lines) > 1 and _counts(lines[0][1].split()):
        del lines[0]
    longest = max(len(line) for _, line in lines)
    if longest > _WIDEST:
        return None
    rows = [(number, line.ljust(longest)) for number, line in lines if not _RULE.fullmatch(line)]
    filled = [line for _, line in rows if not BORDER.fullmatch(line)]
    bars = [at for at, symbol in enumerate(filled[0]) if symbol == "|"] if filled else []
    if not bars or any([at for at, symbol in enumerate(line) if symbol == "|"] != bars for _, line in rows):
        return None
    for boxes in _boxes(filled, bars, longest):
        size = len(rows)
        if size not in BOXES or len(boxes) != size // BOXES[size][1]:
            continue
        places = _places([[line[start:end].ljust(end - start) for start, end in boxes] for _, line in rows], size)
        if places is None:
            continue
        made = [
            (number, "".join(line[start + at] for start, _ in boxes for at in places).replace(" ", "."))
            for number, line in ((number, line.ljust(boxes[-1][1])) for number, line in rows)
        ]
        cells = "".join(line for _, line in made)
        if fits(digits(cells), size) and set(cells) & set(BLANKS) == {"."}:
            return made
    return None


def _boxes(filled: Sequence[str], bars: Sequence[int], longest: int) -> Iterator[list[tuple[int, int]]]:
    """Where boxes of one width begin and end: between bars, with an outer frame or without."""
    inner = [(one + 1, two) for one, two in pairwise(bars)]
    first = min(len(line) - len(line.lstrip()) for line in filled)
    beside = [line[: bars[0]].strip() for line in filled]
    if inner and not any(line[bars[-1] + 1 :].strip() for line in filled) and (not any(beside) or _counts(beside)):
        yield from _even(inner)
    if first < bars[0]:
        # Without a frame, blanks at the ends of the lines may be missing.
        width = inner[0][1] - inner[0][0] if inner else bars[0]
        yield from _even([(max(0, bars[0] - width), bars[0]), *inner, (bars[-1] + 1, bars[-1] + 1 + width)])


def _counts(fields: Sequence[str]) -> bool:
    """Whether fields are labels: 0, 1, 2 ..., 1, 2, 3 ..., or A, B, C ..., each with a sign behind it or without."""
    bare = [field.rstrip(".:)").upper() for field in fields]
    return len(bare) in BOXES and any(
        bare == [label(at) for at in range(len(bare))]
        for label in (str, lambda at: str(at + 1), lambda at: chr(ord("A") + at))
    )


def _even(boxes: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    if len({end - start for start, end in boxes}) == 1:
        yield boxes


def _places(rows: Sequence[Sequence[str]], size: int) -> list[int] | None:
    """Where the cells of every box stand in it; None where that is not known."""
    many, width = BOXES[size][1], len(rows[0][0])
    used = {at for row in rows for box in row for at, symbol in enumerate(box) if symbol != " "}
    found = []
    for step in _STEPS:
        for first in range(step + 1):
            places = list(range(first, first + step * many, step))
            if used <= set(places) and 0 <= width - 1 - places[-1] <= step:
                found.append((abs(2 * first + step * (many - 1) - width + 1), places))
    if not found:
        return None
    # As far from the left bar as from the right one, or nearly; of two such only what stands in the cells could tell.
    least = min(off for off, _ in found)
    best = [places for off, places in found if off == least]
    return best[0] if len(best) == 1 else None
