"""The contents of a grid: digits, sums, shades and cages, from the places of glyphs and lines in its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bookmaker.publishing.proof.clue_marks import clue_marks, frame_marks, unread_signs
from bookmaker.publishing.proof.ink import Area, Box, Glyph, InkByPlace, PageInk, Stroke, stroke_box
from bookmaker.publishing.proof.lattices import Lattice, Line, Sets, lattices, lines
from bookmaker.puzzles.grid.marks import SIGNS, Mark

_DIGIT = 0.28
"""The least height of a digit, as a share of its cell; a lower character is a candidate or part of a sum."""
_CENTRED = 0.17
"""How far the middle of a digit may lie beside that of its cell, as a share of the cell."""
_MIDDLE = 0.12
"""How far the middle of a digit that reaches into the corner may lie above or below that of its cell."""
_CORNER = 0.3
"""How near the upper left corner of a cell a sum begins."""
_INSET = (0.015, 0.42)
"""How far from the border of a cell the line around a cage runs, as shares of the cell."""
_BEHIND = 0.74
"""Where along a side the line behind a sum is looked for."""
_DASH = 4.0
"""The length of a dash and a gap, in points."""
_TINT = (0.02, 0.9)
"""How dark a shade is: a lighter area has no ink, a darker one is a plate."""
_JOINED = 0.55
"""The widest gap in em within a number: two narrow ones among figures of one width."""

Side = tuple[int, str]
"""A cell and one of its sides: left, right, top or bottom."""


@dataclass(frozen=True, slots=True)
class Grid:
    """One grid of a page as it was read.

    ``page`` counts from 0; ``quarter`` is its quarter turns. ``texts`` holds the ``digits`` with a space between cells, since a
    list of them takes four times as much, and a large book has thousands of grids. ``sums`` has the text in the corner of cells;
    ``tints`` how dark each cell is shaded; ``flags`` the cells with a black corner. ``sides`` are the sides of cells along which
    a cage's line runs, ``ties`` pairs of cells tied together across a corner. ``type_size`` is that of the digits. ``notes``
    counts the small characters that are neither, such as candidates; ``signs`` are the drawings that were not understood, by
    cell; ``clues`` the marks of clues, ``unread`` the signs around the grid that are none, each with the first cell of its line.
    ``sheets`` is the number of facing pages that it lies on.
    """

    page: int
    quarter: int
    lattice: Lattice
    texts: str
    sums: dict[int, str]
    tints: tuple[float, ...]
    flags: frozenset[int]
    sides: frozenset[Side]
    ties: tuple[tuple[int, int], ...]
    type_size: float
    notes: int
    signs: dict[int, tuple[object, ...]]
    clues: tuple[Mark, ...] = ()
    unread: tuple[tuple[str, int], ...] = ()
    sheets: int = 1

    @property
    def digits(self) -> list[str]:
        """The text in the middle of each cell, "" where there is none."""
        return self.texts.split(" ")

    @property
    def size(self) -> int:
        """Cells across."""
        return self.lattice.size

    @property
    def outer(self) -> Box:
        """The box of the grid with the numbers around it, if there are any."""
        left, bottom, right, top = self.lattice.box
        frame = self.lattice.cell if any(mark.kind == "outside" for mark in self.clues) else 0.0
        return left - frame, bottom - frame, right + frame, top + frame

    @property
    def occupied(self) -> tuple[int, ...]:
        """The places of the lattice that hold a cell: all, but for several grids that share cells."""
        return self.lattice.occupied

    @property
    def full(self) -> bool:
        """Whether every cell holds a digit."""
        digits = self.digits
        return all(digits[cell] for cell in self.occupied)

    @property
    def filled(self) -> int:
        """How many cells hold a digit."""
        return sum(map(bool, self.digits))


def grids(page: PageInk, index: int, quarter: int) -> tuple[list[Grid], list[Glyph]]:
    """The grids of a page that was turned so that their digits are upright, and the glyphs outside all of them."""
    whole, dashed = lines(page)
    found = list(lattices(whole))
    used = {line for _, group in found for line in group}
    loose = [line for line in whole if line not in used]
    inside: list[list[Glyph]] = [[] for _ in found]
    outside: list[Glyph] = []
    boxes = [lattice.bounds for lattice, _ in found]
    for glyph in page.glyphs:
        x, y = (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2
        for at, (left, bottom, right, top) in enumerate(boxes):
            if left < x < right and bottom < y < top:
                inside[at].append(glyph)
                break
        else:
            outside.append(glyph)
    made = []
    ink = InkByPlace(page)
    slanting = [stroke for stroke in page.strokes if _is_slanting(stroke)]
    for (lattice, _), glyphs in zip(found, inside, strict=True):
        # Nothing further than a cell away is part of what the cells of a grid hold.
        reader = _Reader(lattice, ink.near(lattice.bounds, lattice.cell))
        grid = reader.grid(index, quarter, glyphs, [*dashed, *loose])
        # Numbers around a grid may be all that it has.
        numbers: tuple[Mark, ...] = ()
        unread: tuple[tuple[str, int], ...] = ()
        if glyphs or not quarter:
            letters = not any(map(str.isdecimal, grid.digits))
            numbers, taken = frame_marks(lattice, outside, slanting, letters=letters)
            outside = [glyph for glyph in outside if glyph not in taken]
            unread = unread_signs(lattice, outside)
        made.append(replace(grid, clues=(*grid.clues, *numbers), unread=unread) if numbers or unread else grid)
    # A grid turned another way has lines here, too, but no upright glyph.
    return [grid for grid, glyphs in zip(made, inside, strict=True) if glyphs or not quarter], outside


def _is_slanting(stroke: Stroke) -> bool:
    """Whether a stroke is a straight line that is neither level nor upright."""
    if len(stroke.points) != 2:
        return False
    (x1, y1), (x2, y2) = stroke.points
    return x1 != x2 and y1 != y2


class _Reader:
    """Reads one grid."""

    def __init__(self, lattice: Lattice, page: PageInk) -> None:
        self.lattice = lattice
        self.clues, self.page = clue_marks(lattice, page)
        self.cell, self.size = lattice.cell, lattice.size

    def grid(self, index: int, quarter: int, glyphs: Sequence[Glyph], strokes: Sequence[Line]) -> Grid:
        type_size = max((one.size for one in glyphs), default=0.0)
        if self.clues:
            # Some of the characters may be parts of clues.
            own = set(self.page.glyphs)
            glyphs = [glyph for glyph in glyphs if glyph in own]
        digits, sums, notes = self._characters(glyphs)
        texts = {cell: text for cell, (text, _) in sums.items()}
        tints, flags, signs = self._areas()
        self._drawings(signs)
        return Grid(
            index,
            quarter,
            self.lattice,
            " ".join(digits),
            texts,
            tuple(tints),
            frozenset(flags),
            frozenset(self._sides(strokes, {cell: box for cell, (_, box) in sums.items()})),
            tuple(self._ties()),
            type_size if any(digits) else 0.0,
            notes,
            {cell: tuple(sorted(found, key=repr)) for cell, found in signs.items()},
            self.clues,
        )

    def _characters(self, glyphs: Sequence[Glyph]) -> tuple[list[str], dict[int, tuple[str, Box]], int]:
        digits, notes = [""] * self.size**2, 0
        sums: dict[int, tuple[str, Box]] = {}
        cells: dict[int, list[Glyph]] = {}
        (x0, _, _, y1), side = self.lattice.box, self.cell
        for glyph in glyphs:
            place = self.lattice.at((glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2)
            if place is not None:
                cells.setdefault(place, []).append(glyph)
        for cell, text, box in ((cell, *chunk) for cell, held in sorted(cells.items()) for chunk in chunks(held)):
            middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            row, column = divmod(cell, self.size)
            left, top = x0 + column * side, y1 - row * side
            x, y = (middle[0] - left) / side, (top - middle[1]) / side
            high = (box[3] - box[1]) / side
            in_corner = box[0] - left < _CORNER * side and top - box[3] < _CORNER * side
            centred = abs(x - 0.5) < _CENTRED
            several = len(text) > 1 and self.size < 10
            if (
                in_corner
                and (text.isdecimal() or _signed(text))
                and (several or not (centred and high >= _DIGIT and abs(y - 0.5) < _MIDDLE))
            ):
                if cell in sums:
                    notes += 1
                sums[cell] = text, box
            elif high >= _DIGIT and centred and not digits[cell]:
                digits[cell] = text
            else:
                notes += len(text)
        return digits, sums, notes

    def _areas(self) -> tuple[list[float], set[int], dict[int, list[object]]]:
        tints, flags = [0.0] * self.size**2, set()
        signs: dict[int, list[object]] = {}
        left, bottom, right, top = self.lattice.box
        slack, cell = 0.5 * self.cell, self.cell
        for area in self.page.areas:
            box = area.box
            if not (
                left - slack < box[0] and box[2] < right + slack and bottom - slack < box[1] and box[3] < top + slack
            ):
                continue
            wide, high = (box[2] - box[0]) / cell, (box[3] - box[1]) / cell
            if min(wide, high) >= 0.85:
                if _TINT[0] < area.ink < _TINT[1]:
                    for at in self._under(box):
                        tints[at] = round(area.ink, 2)
            elif max(wide, high) < 0.85 and area.ink > _TINT[0]:
                place = self.lattice.at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
                if place is None:
                    continue
                if len(area.points) == 3 and area.ink > _TINT[1] and max(wide, high) < 0.5:
                    flags.add(place)
                # An area as dark as the ground below it is a plate for a number, not a sign.
                elif min(wide, high) > 0.03 and round(area.ink, 2) != tints[place]:
                    signs.setdefault(place, []).append(self._shape(area, place))
        return tints, flags, signs

    def _shape(self, area: Area, place: int) -> object:
        left, top = self.lattice.corner(place)
        # To a tenth of a cell: the same sign is drawn alike in every cell, but for rounding.
        return tuple(
            sorted({(round((x - left) / self.cell * 10), round((top - y) / self.cell * 10)) for x, y in area.points})
        )

    def _under(self, box: Box) -> Iterator[int]:
        for at in range(self.size**2):
            left, top = self.lattice.corner(at)
            if box[0] < left + self.cell / 2 < box[2] and box[1] < top - self.cell / 2 < box[3]:
                yield at

    def _sides(self, strokes: Iterable[Line], sums: dict[int, Box]) -> Iterator[Side]:
        left, bottom, right, top = self.lattice.box
        cell, size = self.cell, self.size
        runs: dict[tuple[bool, float], list[tuple[float, float]]] = {}
        for line in strokes:
            low, high = (bottom, top) if line.level else (left, right)
            first, last = (left, right) if line.level else (bottom, top)
            if low < line.at < high and line.start > first - 1 and line.stop < last + 1:
                runs.setdefault((line.level, round(line.at, 1)), []).append((line.start, line.stop))
        for (level, at), spans in runs.items():
            place = (top - at if level else at - left) / cell
            row = int(place)
            off = place - row
            # From the middle of a line's cell the nearer border tells which of the cell's two sides it runs along.
            near_first, depth = off < 0.5, min(off, 1 - off)
            if not _INSET[0] <= depth <= _INSET[1]:
                continue
            joined = _merged(spans, 0.3 * cell)
            for along in range(size):
                index = row * size + along if level else along * size + row
                side = ("top" if near_first else "bottom") if level else ("left" if near_first else "right")
                # The sum cuts the line: there the line is looked for behind the sum.
                cut = index in sums and (near_first or self._crossed(index, sums[index]))
                share, reach = (_BEHIND, 0.05 * cell) if cut else (0.5, 0.12 * cell)
                middle = left + (along + share) * cell if level else top - (along + share) * cell
                if any(start <= middle - reach and middle + reach <= stop for start, stop in joined):
                    yield index, side
        if runs:
            for index, box in sums.items():
                x, y = self.lattice.corner(index)
                # Where the sum leaves no room for more than a dash, nothing is drawn behind it.
                room = min(0.85 * cell - 1 - max(0.25 * cell, _DASH), (_BEHIND - 0.12) * cell)
                if box[2] - x > room:
                    yield index, "top"
                if y - box[1] > room:
                    yield index, "left"

    def _crossed(self, index: int, box: Box) -> bool:
        """Whether the sum of a cell is so wide that it cuts the line on the right, too."""
        return box[2] - self.lattice.corner(index)[0] > 0.6 * self.cell

    def _ties(self) -> Iterator[tuple[int, int]]:
        for stroke in self.page.strokes:
            if len(stroke.points) != 2 or stroke.closed:
                continue
            (x1, y1), (x2, y2) = stroke.points
            wide, high = abs(x1 - x2) / self.cell, abs(y1 - y2) / self.cell
            if 0.05 < wide < 0.9 and 0.05 < high < 0.9:
                one, other = self.lattice.at(x1, y1), self.lattice.at(x2, y2)
                if one is not None and other is not None and abs(one // self.size - other // self.size) == 1:
                    yield one, other

    def _drawings(self, signs: dict[int, list[object]]) -> None:
        """Add strokes of more than one piece within one cell, such as a ring."""
        left, bottom, right, top = self.lattice.box
        for stroke in self.page.strokes:
            if len(stroke.points) < 3:
                continue
            box = stroke_box(stroke)
            if not (left < box[0] and box[2] < right and bottom < box[1] and box[3] < top):
                continue
            if max(box[2] - box[0], box[3] - box[1]) < 0.95 * self.cell:
                place = self.lattice.at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
                if place is not None:
                    area = Area(stroke.points, box, stroke.ink)
                    signs.setdefault(place, []).append(("stroke", self._shape(area, place)))


def _signed(text: str) -> bool:
    """Whether a text is a number with the sign of an operation."""
    return text[:-1].isdecimal() and text[-1] in SIGNS


def _merged(spans: list[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    spans.sort()
    found = [spans[0]]
    for start, stop in spans[1:]:
        if start <= found[-1][1] + gap:
            found[-1] = found[-1][0], max(found[-1][1], stop)
        else:
            found.append((start, stop))
    return found


def chunks(glyphs: Sequence[Glyph]) -> Iterator[tuple[str, Box]]:
    """Characters close together on one baseline, as the figures of one number are, each group with its box."""
    if len(glyphs) == 1:
        yield _chunk(glyphs)
        return
    ordered = sorted(glyphs, key=lambda one: (round(one.bottom - one.bottom % 1), one.left))
    rows: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in ordered:
        rows.setdefault((round(glyph.baseline), round(glyph.size * 4)), []).append(glyph)
    for row in rows.values():
        row.sort(key=lambda one: one.left)
        start = 0
        for at, (one, other) in enumerate(pairwise(row), 1):
            if other.left - one.right > _JOINED * one.size:
                yield _chunk(row[start:at])
                start = at
        yield _chunk(row[start:])


def _chunk(row: Sequence[Glyph]) -> tuple[str, Box]:
    first = row[0]
    if len(row) == 1:
        return first.char, (first.left, first.bottom, first.right, first.top)
    box = first.left, min(one.bottom for one in row), row[-1].right, max(one.top for one in row)
    return "".join(one.char for one in row), box


def cages(grid: Grid) -> list[list[int]]:
    """The groups of cells that lines of cages, or tints, set apart, each ascending; cells in none are left out."""
    size = grid.size
    joined = Sets(size * size)
    dashed = bool(grid.sides)
    for one, other, side, opposite in _neighbours(size):
        if dashed:
            parted = (one, side) in grid.sides or (other, opposite) in grid.sides
        else:
            parted = grid.tints[one] != grid.tints[other]
        if not parted:
            joined.join(one, other)
    for one, other in grid.ties:
        joined.join(one, other)
    groups: dict[int, list[int]] = {}
    for cell in range(size * size):
        groups.setdefault(joined.root(cell), []).append(cell)
    lined = {cell for cell, _ in grid.sides}
    return [group for group in groups.values() if not dashed or any(cell in lined for cell in group)]


def broken_cages(grid: Grid) -> list[int]:
    """Cells where the line around a cage is missing: it runs along one side of a border but not along the other."""
    if not grid.sides:
        return []
    size, found = grid.size, set()
    for one, other, side, opposite in _neighbours(size):
        here, there = (one, side) in grid.sides, (other, opposite) in grid.sides
        if here != there:
            missing = other if here else one
            # A cell in no cage at all has no line of its own.
            if (
                any((missing, each) in grid.sides for each in ("left", "right", "top", "bottom"))
                or missing in grid.sums
            ):
                found.add(missing)
    for along in range(size):
        for cell, side in (
            (along, "top"),
            (size * (size - 1) + along, "bottom"),
            (along * size, "left"),
            (along * size + size - 1, "right"),
        ):
            own = [each for each in ("left", "right", "top", "bottom") if (cell, each) in grid.sides]
            if (cell, side) not in grid.sides and (own or cell in grid.sums):
                found.add(cell)
    return sorted(found)


def _neighbours(size: int) -> Iterator[tuple[int, int, str, str]]:
    for row in range(size):
        for column in range(size):
            cell = row * size + column
            if column + 1 < size:
                yield cell, cell + 1, "right", "left"
            if row + 1 < size:
                yield cell, cell + size, "bottom", "top"
