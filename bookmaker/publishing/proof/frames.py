"""Numbers outside a grid, beside its rows and columns, read from their places on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bookmaker.publishing.proof.ink import Glyph, Stroke
from bookmaker.publishing.proof.lattices import Lattice
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.places import slants, views

_OFF = 0.06
"""How far the middle of a number may lie from the middle of its place, as a share of the cell."""
_SHIFTED = 0.14
"""The same beside an arrow."""
_ARROW = (0.05, 0.4)
"""How far an arrow reaches across and up."""
_HIGH = (0.3, 0.65)
"""How high its figures are, as a share of the cell."""
_GAP = 0.25
"""The most room between characters of one word, in em."""
_FIGURES = 0.5
"""The most room between two figures of one number, in em: a 1 is narrow among figures of one width."""
_WORDS = 0.75
"""The most room between two words of a line, in em: a space, and what letters of capitals stand apart."""
_LEVEL = 0.1
"""By how much the baselines of one line differ at most, in em."""
_ABOVE = 3.0
"""How many cells above a grid that has numbers around it its own number stands at most."""
_FEWEST = 2
"""A single number beside a grid is a label that happens to stand there."""

_Place = tuple[int, int]


def frame_marks(
    lattice: Lattice, glyphs: Sequence[Glyph], strokes: Sequence[Stroke], *, letters: bool
) -> tuple[tuple[Mark, ...], frozenset[Glyph]]:
    """The numbers around a grid among the glyphs outside all grids, as marks, and the glyphs that they consist of.

    ``strokes``: all of the page; its arrows say which numbers belong to slanting lines. ``letters``: whether single letters
    count; beside a grid of digits they are the names of its rows and columns.
    """
    arrows = dict(_arrows(lattice, strokes))
    numbers: dict[_Place, list[Glyph]] = {}
    for glyph in glyphs:
        place = _place(lattice, (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2)
        if place is not None:
            numbers.setdefault(place, []).append(glyph)
    singles = SYMBOLS if letters else ""
    placed = {
        place: group for place, group in numbers.items() if _is_number(lattice, place, group, singles, place in arrows)
    }
    # In small cells numbers nearly touch: each in the middle of its place, they are no parts of one word.
    ranged = {glyph for group in placed.values() for glyph in group}
    others = [glyph for glyph in glyphs if glyph not in ranged]
    held = {
        place: group
        for place, group in placed.items()
        if stands_alone(group, [*group, *others]) and not _in_words(group, others)
    }
    if len(held) < _FEWEST or _is_label(lattice, held, others):
        return (), frozenset()
    marks = tuple(_marks(lattice, held, arrows))
    return marks, frozenset(glyph for group in held.values() for glyph in group)


def _place(lattice: Lattice, x: float, y: float) -> _Place | None:
    """The row and column of a place around the grid, from -1 to the size; None for one farther away."""
    left, _, _, top = lattice.box
    row, column = int((top - y) // lattice.cell), int((x - left) // lattice.cell)
    last = lattice.size
    around = -1 <= row <= last and -1 <= column <= last and (row in (-1, last) or column in (-1, last))
    return (row, column) if around else None


def _is_number(lattice: Lattice, place: _Place, group: Sequence[Glyph], singles: str, shifted: bool) -> bool:
    left, right = min(one.left for one in group), max(one.right for one in group)
    low, high = min(one.bottom for one in group), max(one.top for one in group)
    x, y = _middle(lattice, place)
    # A 1 has its ink beside the middle of its width, by which numbers are set.
    off = max(abs((left + right) / 2 - x) / 3, abs((low + high) / 2 - y)) / lattice.cell
    tall = (high - low) / lattice.cell
    return (
        off < (_SHIFTED if shifted else _OFF)
        and _HIGH[0] < tall < _HIGH[1]
        and (all(one.char.isdecimal() for one in group) or (len(group) == 1 and group[0].char in singles))
    )


def stands_alone(group: Sequence[Glyph], glyphs: Sequence[Glyph]) -> bool:
    """Whether no other character is so near that the number is part of a longer word, such as the label of a grid."""
    low, high = min(one.bottom for one in group), max(one.top for one in group)
    gap = _GAP * max(one.size for one in group)
    left, right = min(one.left for one in group) - gap, max(one.right for one in group) + gap
    near = (one for one in glyphs if one.left < right and one.right > left and one.bottom < high and one.top > low)
    return all(one in group for one in near)


def _in_words(group: Sequence[Glyph], others: Sequence[Glyph]) -> bool:
    """Whether a letter or sign stands as near on the line of a number as the words of a label do: "page 40", "12 min"."""
    first, last = min(group, key=lambda one: one.left), max(group, key=lambda one: one.right)
    gap = _WORDS * first.size
    return any(
        not one.char.isdecimal()
        and abs(one.baseline - first.baseline) < _LEVEL * first.size
        and (0 <= first.left - one.right < gap or 0 <= one.left - last.right < gap)
        for one in others
    )


def _is_label(lattice: Lattice, held: dict[_Place, list[Glyph]], others: Sequence[Glyph]) -> bool:
    """Whether the only numbers are two words on the line above a grid: its own and that of a page.

    Above numbers that belong to the grid, that of the puzzle stands as well.
    """
    if len(held) > 2 * _FEWEST or any(row != -1 for row, _ in held):
        return False
    ordered = sorted((glyph for group in held.values() for glyph in group), key=lambda one: one.left)
    apart = sum(other.left - one.right > _FIGURES * one.size for one, other in pairwise(ordered))
    left, _, right, top = lattice.box
    low, high = top + lattice.cell, top + _ABOVE * lattice.cell
    above = (one for one in others if low < one.baseline < high and left < (one.left + one.right) / 2 < right)
    return apart < _FEWEST and not any(one.char.isdecimal() for one in above)


def _middle(lattice: Lattice, place: _Place) -> tuple[float, float]:
    left, _, _, top = lattice.box
    return left + (place[1] + 0.5) * lattice.cell, top - (place[0] + 0.5) * lattice.cell


def _arrows(lattice: Lattice, strokes: Sequence[Stroke]) -> Iterator[tuple[_Place, _Place]]:
    """The places around a grid with an arrow, and where it points: rows down and columns right."""
    for stroke in strokes:
        if len(stroke.points) != 2:
            continue
        (x1, y1), (x2, y2) = stroke.points
        across, up = x2 - x1, y2 - y1
        if abs(abs(across) - abs(up)) < _OFF * lattice.cell and _ARROW[0] < abs(across) / lattice.cell < _ARROW[1]:
            place = _place(lattice, (x1 + x2) / 2, (y1 + y2) / 2)
            if place is not None:
                yield place, (-1 if up > 0 else 1, 1 if across > 0 else -1)


def _marks(lattice: Lattice, held: dict[_Place, list[Glyph]], arrows: dict[_Place, _Place]) -> Iterator[Mark]:
    lines = {_before(line, lattice.size): line for line in views(lattice.size)}
    slanting = {(_before(line, lattice.size), _way(line, lattice.size)): line for line in slants(lattice.size)}
    for place, group in sorted(held.items()):
        text = "".join(one.char for one in sorted(group, key=lambda one: one.left))
        if (place, arrows.get(place)) in slanting:
            yield Mark("outside-arrow", slanting[place, arrows[place]], text)
        elif place in lines:
            yield Mark("outside", lines[place], text)


def _way(line: Sequence[int], size: int) -> _Place:
    (row, column), (down, right) = divmod(line[0], size), divmod(line[1], size)
    return down - row, right - column


def _before(line: Sequence[int], size: int) -> _Place:
    """The place outside the grid from which a line is seen."""
    (row, column), (down, right) = divmod(line[0], size), divmod(line[1], size)
    return 2 * row - down, 2 * column - right
