"""Marks of clues, read from shapes, strokes and numbers: on borders, in cells, along cells, and around a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bookmaker.publishing.proof.ink import Area, Glyph, PageInk, Point, Stroke
from bookmaker.publishing.proof.lattices import Lattice
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.marks import Look, Mark
from bookmaker.puzzles.rules.places import slants, views

_NEAR = 0.04
"""How far the middle of a mark may lie beside the middle of its cell or border, as a share of the cell."""
_WHITE, _BLACK = 0.03, 0.9
"""Inks below and above which an area is white or black."""
_ON_BORDER = 0.4
"""The widest area on a border."""
_NUMBERED = (0.305, 0.65)
"""How wide a dot with a number in it is."""
_IN_CELL = (0.55, 0.85)
"""How wide a circle or a square in a cell is, and a bulb. Smaller tinted circles are the round corners of lines."""
_ROUND_CORNER = 0.25
"""How far a character in a circle is from the corner where four cells meet, to the side or up."""
_BEAD = 0.24
"""The least width of a small shape in a cell of a line: wider than the round corners of narrow lines."""
_PLUS = 12
"""The corners of a plus. A shape with more is round."""
_HOLLOW: dict[int, Look] = {3: "triangles", 4: "boxes"}
"""By their corners, small shapes that have a white one within them."""
_BAR = 2.0
"""How many times longer than wide a bar is."""
_TILE = (0.87, 0.96)
"""How wide a grey cell is."""
_LETTER = 0.35
"""How far the letter of an area is from the upper left corner of its first cell, at most."""
_SETBACK = 0.03
"""How far an area of cells keeps from their sides, at least."""
_LINE = 0.08
"""The least width of a line along cells."""
_BROAD = 0.17
"""The least width of a broad one."""
_LONG = 1.5
"""A level or upright stroke that is longer is not part of a mark: such a one goes from one cell to the next."""
_INSIDE = 0.97
"""The strokes of a letter end within its white plate, those of a sign reach its edge: the share between the two."""


def clue_marks(lattice: Lattice, page: PageInk) -> tuple[tuple[Mark, ...], PageInk]:
    """The marks of clues in a grid, sorted, and the page without them."""
    reader = _Reader(lattice)
    areas = tuple(area for area in page.areas if not reader.takes_area(area))
    strokes = tuple(stroke for stroke in page.strokes if not reader.takes_stroke(stroke))
    glyphs = tuple(glyph for glyph in page.glyphs if not reader.takes_glyph(glyph))
    found = tuple(sorted(reader.marks(), key=lambda mark: (mark.kind, mark.cells)))
    if not found:
        return (), page
    return found, replace(page, areas=areas, strokes=strokes, glyphs=glyphs)


class _Reader:
    def __init__(self, lattice: Lattice) -> None:
        self._lattice, self._cell, self._size = lattice, lattice.cell, lattice.size
        self._found: list[Mark] = []
        self._discs: dict[int, float] = {}
        self._plates: dict[tuple[int, int], tuple[float, list[Stroke]]] = {}
        self._lines: list[tuple[list[int], float, float]] = []
        self._hollow: set[tuple[int, int]] = set()
        self._rings: set[int] = set()
        self._heads: set[int] = set()
        self._circles: dict[int, list[Glyph]] = {}
        self._diamonds: set[int] = set()
        self._beads: dict[int, Look] = {}
        self._numbers: dict[tuple[int, int], tuple[bool, list[Glyph]]] = {}
        self._areas: dict[int, tuple[tuple[int, ...], list[str]]] = {}

    def _place(self, point: Point) -> tuple[float, float]:
        """Row and column of a point, in cells from the upper left corner."""
        left, _, _, top = self._lattice.box
        return (top - point[1]) / self._cell, (point[0] - left) / self._cell

    def _cell_at(self, point: Point) -> int | None:
        """The cell whose middle the point is."""
        row, column = self._place(point)
        near = abs(row % 1 - 0.5) < _NEAR and abs(column % 1 - 0.5) < _NEAR
        return self._lattice.at(*point) if near else None

    def _border_at(self, point: Point) -> tuple[int, int] | None:
        """The two cells whose border has the point as its middle."""
        row, column = self._place(point)
        across = abs(row % 1 - 0.5) < _NEAR and abs(column - round(column)) < _NEAR and 0 < round(column) < self._size
        down = abs(column % 1 - 0.5) < _NEAR and abs(row - round(row)) < _NEAR and 0 < round(row) < self._size
        if across and 0 <= row < self._size:
            right = int(row) * self._size + round(column)
            return right - 1, right
        if down and 0 <= column < self._size:
            below = round(row) * self._size + int(column)
            return below - self._size, below
        return None

    def _corner_at(self, point: Point) -> int | None:
        """The first of the four cells that meet at the point."""
        row, column = self._place(point)
        near = abs(row - round(row)) < _NEAR and abs(column - round(column)) < _NEAR
        inside = 0 < round(row) < self._size and 0 < round(column) < self._size
        return (round(row) - 1) * self._size + round(column) - 1 if near and inside else None

    def _middle(self, border: tuple[int, int]) -> tuple[float, float]:
        """Row and column of the middle of a border, as :meth:`_place`."""
        one, other = border
        return (
            one // self._size / 2 + other // self._size / 2 + 0.5,
            one % self._size / 2 + other % self._size / 2 + 0.5,
        )

    def takes_glyph(self, glyph: Glyph) -> bool:
        """Take up a character if it is in a circle where four cells meet; areas come first."""
        if not (self._numbers or self._areas or self._circles):
            return False
        row, column = self._place(((glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2))
        for border, (_, held) in self._numbers.items():
            if (
                max(abs(at - place) for at, place in zip((row, column), self._middle(border), strict=True))
                < _ON_BORDER / 2
            ):
                held.append(glyph)
                return True
        # Another grid of the page may have its clues in the same rows.
        if not (0 < row < self._size and 0 < column < self._size):
            return False
        cell = int(row) * self._size + int(column)
        if cell in self._areas and glyph.char.isalpha() and max(row % 1, column % 1) < _LETTER:
            self._areas[cell][1].append(glyph.char)
            return True
        first = (round(row) - 1) * self._size + round(column) - 1
        inside = 0 < round(row) < self._size and 0 < round(column) < self._size
        far = max(abs(row - round(row)), abs(column - round(column))) > _ROUND_CORNER
        if far or not inside or first not in self._circles:
            return False
        self._circles[first].append(glyph)
        return True

    def takes_area(self, area: Area) -> bool:
        """Take up an area if it is part of a mark."""
        box = area.box
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        wide, high = (box[2] - box[0]) / self._cell, (box[3] - box[1]) / self._cell
        border, round_ = self._border_at(middle), len(area.points) > _PLUS
        if border is not None and max(wide, high) < 0.8:
            return self._takes_on_border(area, border, wide, high, round_)
        corner = self._corner_at(middle)
        if corner is not None and round_ and area.ink < _WHITE and max(wide, high) < _IN_CELL[1]:
            self._circles[corner] = []
            return True
        if self._takes_cells(area, max(wide, high)):
            return True
        if self._takes_hollow(area, middle, wide):
            return True
        cell = self._cell_at(middle)
        if cell is None or abs(wide - high) > _NEAR or wide > _IN_CELL[1]:
            return cell is not None and self._takes_tile(area, cell, wide, high)
        bead = _bead(area, round_, self._cell) if _BEAD < wide < _IN_CELL[0] else None
        if bead is not None:
            self._beads[cell] = bead
            return True
        if wide < _IN_CELL[0]:
            return round_ and area.ink < _BLACK and wide > _LINE
        if area.ink < _WHITE and round_:
            self._rings.add(cell)
            return True
        if area.ink < _WHITE and len(area.points) == 4:
            self._diamonds.add(cell)
            return True
        if _WHITE < area.ink < _BLACK:
            if round_:
                self._discs[cell] = area.ink
            elif len(area.points) == 4:
                self._found.append(Mark("block", (cell,)))
            elif len(area.points) == 3:
                ys = sorted(y for _, y in area.points)
                self._found.append(Mark("up-triangle" if ys[1] - ys[0] < ys[2] - ys[1] else "down-triangle", (cell,)))
            return round_ or len(area.points) in (3, 4)
        return False

    def _takes_hollow(self, area: Area, middle: Point, wide: float) -> bool:
        """Take up the white inner part of a shape in a cell: of a small one on a line, or of a frame.

        That of a triangle has its middle below that of the cell.
        """
        cell = self._lattice.at(*middle)
        if cell is None or area.ink >= _WHITE:
            return False
        if cell in self._beads and wide < _IN_CELL[0] and len(area.points) in _HOLLOW:
            self._beads[cell] = _HOLLOW[len(area.points)]
            return True
        block = Mark("block", (cell,))
        if block in self._found and len(area.points) == 4 and _is_upright(area, self._cell):
            self._found[self._found.index(block)] = Mark("frame", (cell,))
            return True
        return False

    def _takes_tile(self, area: Area, cell: int, wide: float, high: float) -> bool:
        grey = _WHITE < area.ink < _BLACK and len(area.points) == 4
        if not grey or not all(_TILE[0] < side < _TILE[1] for side in (wide, high)):
            return False
        self._found.append(Mark("tile", (cell,)))
        return True

    def _takes_cells(self, area: Area, reach: float) -> bool:
        """Take up an area of several cells, whose sides keep clear of those of the cells."""
        places = [self._place(point) for point in area.points]
        clear = all(_SETBACK < abs(part - round(part)) < _LETTER for place in places for part in place)
        if not (_WHITE < area.ink < _BLACK and clear and reach > 1 and 4 <= len(places) < 4 * self._size**2):
            return False
        held = tuple(cell for cell in range(self._size**2) if _inside(cell // self._size, cell % self._size, places))
        if len(held) < 2:
            return False
        self._areas[held[0]] = held, []
        return True

    def _takes_on_border(self, area: Area, border: tuple[int, int], wide: float, high: float, round_: bool) -> bool:
        looks: list[Look] = []
        if _NUMBERED[0] < max(wide, high) < _NUMBERED[1] and round_ and not _WHITE <= area.ink <= _BLACK:
            self._numbers[border] = area.ink < _WHITE, []
            return True
        if max(wide, high) < _ON_BORDER and round_:
            looks = ["white-dot"] if area.ink < _WHITE else ["black-dot"] if area.ink > _BLACK else []
        elif len(area.points) == 4 and area.ink > _BLACK and max(wide, high) > _BAR * min(wide, high):
            looks = ["bar"]
        elif len(area.points) == 4 and area.ink < _WHITE and abs(wide - high) < _NEAR:
            self._plates[border] = wide, []
            return True
        self._found += [Mark(look, border) for look in looks]
        return bool(looks)

    def takes_stroke(self, stroke: Stroke) -> bool:
        """Take up a stroke if it is part of a mark; areas come first."""
        if len(stroke.points) == 2 and not stroke.closed:
            (x1, y1), (x2, y2) = stroke.points
            if (x1 == x2 or y1 == y2) and max(abs(x1 - x2), abs(y1 - y2)) > _LONG * self._cell:
                return False  # Most are lines of the grid itself.
        xs, ys = [x for x, _ in stroke.points], [y for _, y in stroke.points]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        reach = max(max(xs) - min(xs), max(ys) - min(ys)) / self._cell
        if stroke.closed:
            # The outline of a shape that was taken up.
            cell, border = self._cell_at(middle), self._border_at(middle)
            outlined = ("block", "white-dot", "up-triangle", "down-triangle")
            shapes = {mark.cells for mark in self._found if mark.kind in outlined}
            own = (self._discs, self._rings, self._diamonds, self._beads)
            held = border in shapes or border in self._numbers
            if cell is not None:
                held = (cell,) in shapes or any(cell in cells for cells in own)
            return (held or self._corner_at(middle) in self._circles) and reach < _IN_CELL[1]
        border = self._border_at(middle)
        if border in self._plates and reach < _ON_BORDER and stroke.width < _LINE * self._cell:
            assert border is not None
            self._plates[border][1].append(stroke)
            return True
        tip = self._cell_at(stroke.points[1]) if len(stroke.points) == 3 else None
        if tip is not None and self._lines and self._lines[-1][0][-1] == tip and reach < _ON_BORDER + _LINE:
            self._heads.add(tip)
            return True
        if self._takes_diagonal(stroke):
            return True
        if len(stroke.points) != 2 or stroke.width < _LINE * self._cell or stroke.dashed:
            return False
        ends = [self._cell_at(point) for point in stroke.points]
        one, other = ends
        if one is None or other is None or one == other:
            return False
        rows, columns = abs(one // self._size - other // self._size), abs(one % self._size - other % self._size)
        if max(rows, columns) != 1:
            return False
        if stroke.ink < _WHITE:
            self._hollow.add((one, other))
        elif self._goes_on(one, stroke.width):
            self._lines[-1][0].append(other)
        else:
            self._lines.append(([one, other], stroke.width, stroke.ink))
        return True

    def _takes_diagonal(self, stroke: Stroke) -> bool:
        """Take up a slanting line from the middle of a cell to that of one farther away."""
        ends = [self._cell_at(point) for point in stroke.points]
        one, other = (ends[0], ends[-1]) if len(ends) == 2 else (None, None)
        if one is None or other is None or stroke.dashed:
            return False
        (row, column), (down, right) = divmod(one, self._size), divmod(other, self._size)
        steps = abs(down - row)
        if steps < 2 or abs(right - column) != steps:
            return False
        step = (down - row) // steps * self._size + (right - column) // steps
        self._found.append(Mark("line", tuple(one + place * step for place in range(steps + 1))))
        return True

    def _goes_on(self, cell: int, width: float) -> bool:
        """Whether a stroke from a cell belongs to the line before it."""
        if not self._lines or cell in self._rings or cell in self._heads:
            return False
        cells, same, _ = self._lines[-1]
        return cells[-1] == cell and abs(same - width) < 0.01

    def marks(self) -> Iterator[Mark]:
        """The marks of all that was taken up."""
        for cells, width, ink in self._lines:
            look: Look = "tube" if width >= _BROAD * self._cell else "wire"
            if tuple(cells[:2]) in self._hollow:
                look = "hollow-bulb" if cells[0] in self._rings else "cord"
                self._discs.pop(cells[0], None)
            elif cells[0] in self._beads:
                # The inner one of two rings looks like a pearl.
                look = "double-ends" if cells[0] in self._rings else self._beads[cells[0]]
            elif cells[0] in self._diamonds:
                look = "diamonds"
            elif cells[0] in self._discs and abs(self._discs[cells[0]] - ink) < 0.02:
                look = "bulb"
                self._discs.pop(cells[0])
            elif cells[0] in self._rings:
                look = "shaft" if cells[-1] in self._heads else "ends"
            yield Mark(look, tuple(cells))
        yield from self._found
        for first, glyphs in self._circles.items():
            around = first, first + 1, first + self._size, first + self._size + 1
            ordered = sorted(glyphs, key=lambda one: (-round(one.baseline), one.left))
            yield Mark("quadruple-circle", around, "".join(one.char for one in ordered))
        for border, (white, held) in self._numbers.items():
            text = "".join(one.char for one in sorted(held, key=lambda one: one.left))
            yield Mark("white-number" if white else "black-number", border, text)
        yield from self._of_areas()
        yield from (Mark("disc", (cell,)) for cell in self._discs)
        for border, (wide, strokes) in self._plates.items():
            yield from self._on_plate(border, wide * self._cell, strokes)

    def _of_areas(self) -> Iterator[Mark]:
        """Areas with the same letter together."""
        pairs: dict[str, tuple[int, ...]] = {}
        for cells, letters in self._areas.values():
            letter = "".join(letters)
            pairs[letter] = pairs.get(letter, ()) + cells
        yield from (Mark("clone", cells, letter) for letter, cells in pairs.items())

    def _on_plate(self, border: tuple[int, int], wide: float, strokes: Sequence[Stroke]) -> Iterator[Mark]:
        points = [point for stroke in strokes for point in stroke.points]
        if not points:
            return
        reach = max(x for x, _ in points) - min(x for x, _ in points)
        if reach < _INSIDE * wide:
            yield Mark("letter", border, "X" if len(strokes) > 1 else "V")
        elif len(strokes) == 1 and len(points) == 3:
            # The tip points at the smaller of the two.
            row, column = self._place(points[1])
            middle = self._place(((points[0][0] + points[2][0]) / 2, (points[0][1] + points[2][1]) / 2))
            forward = row + column > sum(middle)
            yield Mark("sign", border if forward else border[::-1])


def _is_upright(area: Area, cell: float) -> bool:
    """Whether the sides of a square are level, not slanted."""
    return len({round(x / cell, 1) for x, _ in area.points}) == 2


def _bead(area: Area, round_: bool, cell: float) -> Look | None:
    """The look of a line with such a small shape in its cells, None if there is none."""
    white, sides = area.ink < _WHITE, len(area.points)
    if round_:
        return "pearls" if white else None
    if sides == _PLUS:
        return None if white else "pluses"
    if sides == 3:
        return None if white else "spikes"
    if sides != 4:
        return None
    if _is_upright(area, cell):
        return None if white else "beads"
    return "lozenges" if white else "rhombs"


def _inside(row: int, column: int, corners: Sequence[tuple[float, float]]) -> bool:
    """Whether the middle of a cell lies inside a border, given as rows and columns of its corners."""
    down, over = row + 0.5, column + 0.5
    crossed = 0
    for (y1, x1), (y2, x2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > down) != (y2 > down):
            crossed += x1 + (down - y1) / (y2 - y1) * (x2 - x1) > over
    return crossed % 2 == 1


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
"""The most room between two words of a line, in em: a space, and the tracking of capitals."""
_LEVEL = 0.1
"""By how much the baselines of one line differ at most, in em."""
_ABOVE = 3.0
"""How many cells above a grid with numbers around it the number of the puzzle is at most."""
_FEWEST = 2
"""A single number beside a grid is a label that happens to be there."""

_Place = tuple[int, int]


def frame_marks(
    lattice: Lattice, glyphs: Sequence[Glyph], slanting: Sequence[Stroke], *, letters: bool
) -> tuple[tuple[Mark, ...], frozenset[Glyph]]:
    """The numbers around a grid among the glyphs outside all grids, as marks, and the glyphs that they consist of.

    ``slanting``: all slanting strokes of the page; arrows among them say which numbers belong to slanting lines. ``letters``:
    whether single letters count; beside a grid of digits they are the names of its rows and columns.
    """
    arrows = dict(_arrows(lattice, slanting))
    numbers: dict[_Place, list[Glyph]] = {}
    for glyph in glyphs:
        place = _place(lattice, (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2)
        if place is not None:
            numbers.setdefault(place, []).append(glyph)
    singles = SYMBOLS if letters else ""
    placed = {
        place: group for place, group in numbers.items() if _is_number(lattice, place, group, singles, place in arrows)
    }
    # In small cells numbers nearly touch: numbers in the middles of their places are not parts of one word.
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


def unread_signs(lattice: Lattice, glyphs: Sequence[Glyph]) -> tuple[tuple[str, int], ...]:
    """Signs that are neither letters nor digits in the places of numbers around a grid, each with the first cell of its line."""
    places: dict[_Place, list[Glyph]] = {}
    for glyph in glyphs:
        place = _place(lattice, (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2)
        if place is not None and not glyph.char.isspace():
            places.setdefault(place, []).append(glyph)
    first = {_before(line, lattice.size): line[0] for line in views(lattice.size)}
    found = []
    for place, group in sorted(places.items()):
        text = "".join(one.char for one in sorted(group, key=lambda one: one.left))
        x, y = _middle(lattice, place)
        left, right = min(one.left for one in group), max(one.right for one in group)
        low, high = min(one.bottom for one in group), max(one.top for one in group)
        off = max(abs((left + right) / 2 - x), abs((low + high) / 2 - y)) / lattice.cell
        if place in first and off < _SHIFTED and not any(map(str.isalpha, text)) and not text.isdecimal():
            found += [(text, first[place])] if stands_alone(group, glyphs) and not _in_words(group, glyphs) else []
    return tuple(found) if len(found) >= _FEWEST else ()


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
    """Whether a letter or sign is as near on the line of a number as the words of a label are: "page 40", "12 min"."""
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

    Above numbers that belong to the grid there is the number of the puzzle, too.
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
