"""Drawing pictures of a deduction: every mark stands beside or around the figure that it is about, and none on a figure.

A ring goes around a candidate; one that goes is white on a black disc. Links and rays go round all figures and marks
that are not their own (:mod:`bookmaker.printing.canvases.routes`); letters stand where there is room beside their candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Canvas, Point, write
from bookmaker.printing.canvases.outlines import borders, inset_border
from bookmaker.printing.canvases.routes import Plan
from bookmaker.printing.grids.clue_drawing import AROUND, FILLED, OVER, outline_cages, outside_place, write_sums
from bookmaker.printing.grids.grid_drawing import (
    GridPicture,
    GridStyle,
    Layer,
    digit_place,
    draw_digits,
    draw_ground,
    in_corner,
    set_symbols,
    whiten_sums,
)
from bookmaker.printing.grids.step_picture import (
    CandidatePicture,
    Link,
    Outline,
    Places,
    Ray,
    Spot,
    Texture,
    cage_measures,
    label_size,
)
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style


def draw_candidates(
    canvas: Canvas, picture: CandidatePicture, x: float, y: float, side: float, style: GridStyle
) -> None:
    """Draw a grid of ``side`` points, or a part of it, the numbers of rows and columns outside of it.

    The lower left corner of the cells that are drawn is at (x, y); over an open edge lines run on.
    """
    geometry, look = picture.geometry, style.look
    cell = side / geometry.span
    fitted, part, paper = style.fitted(cell), picture.shown, canvas
    x, y = x - part.columns[0] * cell, y - (part.size - part.rows[1]) * cell
    canvas = part.canvas(canvas, (x, y), cell, look.candidates.open_edge * cell)
    places = Places.of(look, picture, x, y, cell)
    filled = {index for index, _ in picture.tiles}.union(*(outline.cells for outline in picture.outlines))
    corner = in_corner(geometry, filled)
    layers: tuple[Layer, ...] = ("below", "above") if geometry.marks else ("whole",)
    draw_ground(canvas, geometry, x, y, side, style, picture.symbols, sharp=corner, layer=layers[0])
    # No shaded cell may look like one of the pattern.
    shaded = any(mark.kind == "shade" or mark.kind in FILLED for mark in geometry.marks)
    light, dark = look.candidates.tints_beside_shade if shaded else look.candidates.tints
    for index, texture in picture.tiles:
        box = places.tile(index, 0.5 * fitted.box + look.candidates.tile_gap)
        _tile(canvas, look, box, texture, {"light": light, "dark": dark})
    if len(layers) > 1:
        # Above the tints, which would hide the dots, circles and lines of the very clue that a step is about.
        draw_ground(canvas, geometry, x, y, side, style, picture.symbols, sharp=corner, layer=layers[1])
    _outgoing_lines(paper, picture, x, y, cell, fitted)
    fitted_cages = cage_measures(look, cell)
    whiten_sums(canvas, geometry, picture.cages, cell, (x, y), fitted_cages)
    if picture.cages:
        outline_cages(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
        write_sums(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
    digits = GridPicture(geometry, picture.digits, picture.bold, picture.cages, symbols=picture.symbols)
    draw_digits(canvas, digits, x, y, side, style)
    _labels(paper, look, picture, x, y, cell, fitted.outline)
    for outline in picture.outlines:
        _outline(canvas, outline, places, fitted.box)
    over = Marks(picture, places, style)
    over.draw(canvas)
    _notes(canvas, picture, places)


def _notes(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
    if not picture.notes:
        return
    look = places.look
    font, most = look.face("caption"), look.candidates.note_most
    widest = max(font.width(text, 1.0) for _, text in picture.notes)
    size = min(
        look.candidates.note * places.cell,
        most * places.free[0] / widest,
        most * places.free[1] / font.digit_height(),
    )
    for cell, text in picture.notes:
        x, y = places.middle(cell)
        write(canvas, x, y - font.digit_height() * size / 2, text, font, size, "centre")


def _outgoing_lines(
    canvas: Canvas, picture: CandidatePicture, x: float, y: float, cell: float, style: GridStyle
) -> None:
    """Draw where the grids go on from which these were taken."""
    grid, half = style.look.grid, style.outline / 2
    widths = {"thin": style.thin, "box": style.box, "outline": style.outline}
    for line in picture.outgoing_lines:
        row, column = line.start
        level, sign = line.side in ("left", "right"), 1 if line.side in ("right", "above") else -1
        across, up = x + column * cell, y + (picture.geometry.span - row) * cell
        ends = [
            (across + sign * far, up) if level else (across, up + sign * far)
            for far in (half, style.look.candidates.open_edge * cell)
        ]
        canvas.stroke(ends, widths[line.weight], ink=grid.thin_ink if line.weight == "thin" else 1.0)


def _labels(
    canvas: Canvas, look: Style, picture: CandidatePicture, x: float, y: float, cell: float, outline: float
) -> None:
    geometry, part = picture.geometry, picture.shown
    size, font = label_size(look, cell), look.face("caption")
    gap, half = outline / 2 + look.candidates.coordinate_gap * size, font.digit_height() * size / 2
    side = geometry.span * cell
    (top, bottom), (first, last), cut = part.rows, part.columns, picture.open_sides
    beyond = look.candidates.open_edge * cell
    left = x + first * cell - gap - beyond * ("left" in cut)
    above = y + side - top * cell + gap + beyond * ("above" in cut)
    # A frame for clues belongs to no row or column: the numbers begin at the grid, as in the names of cells.
    down, over = (geometry.span - geometry.height) // 2, (geometry.span - geometry.width) // 2
    rows, columns = picture.among.first if picture.among else (0, 0)
    for number in range(max(geometry.height, geometry.width)):
        if number < geometry.width and first <= over + number < last:
            write(canvas, x + (over + number + 0.5) * cell, above, str(columns + number + 1), font, size, "centre")
        if number < geometry.height and top <= down + number < bottom:
            middle = (down + number + 0.5) * cell
            write(canvas, left, y + side - middle - half, str(rows + number + 1), font, size, "right")


def _tile(canvas: Canvas, look: Style, box: Box, texture: Texture, tints: dict[str, float]) -> None:
    """Tint a cell, or its rim, which leaves figures on white."""
    if texture != "frame":
        canvas.fill(box, tints["dark" if texture == "dark" else "light"])
    if texture in ("frame", "framed"):
        wide = look.candidates.rim * (box[2] - box[0])
        left, bottom, right, top = (at + side * wide / 2 for at, side in zip(box, (1, 1, -1, -1), strict=True))
        canvas.stroke(strokes.corners((left, bottom, right, top)), wide, closed=True, ink=look.candidates.rim_ink)


def _outline(canvas: Canvas, outline: Outline, places: Places, line: float) -> None:
    marks, spots = places.look.candidates, [places.ground.spot(cell) for cell in outline.cells]
    rows, columns = sorted({row for row, _ in spots}), sorted({column for _, column in spots})
    whole = len(rows) * len(columns) == len(outline.cells)
    whole = whole and rows[-1] - rows[0] + 1 == len(rows) and columns[-1] - columns[0] + 1 == len(columns)
    groups = [outline.cells] if whole else [(cell,) for cell in outline.cells]
    for group in groups:
        boxes = [places.tile(cell, 0.5 * line + marks.outline_gap) for cell in group]
        left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
        corners = strokes.corners((left, bottom, right, top))
        if outline.dashed:
            for start, end in pairwise([*corners, corners[0]]):
                strokes.stroke(canvas, [start, end], marks.outline_dashed, (marks.dash, marks.dash_space))
        else:
            canvas.stroke(corners, marks.outline, closed=True)


def _ring_width(look: Style, cell: float) -> float:
    """The width of a line around a digit."""
    return max(look.candidates.placed_line, look.candidates.placed_share * cell)


def _contours(places: Places, cells: Sequence[int], inset: float) -> list[list[Point]]:
    """The closed lines around cells, ``inset`` points within their borders."""
    ground, left = places.ground, places.left
    top, span = places.bottom + ground.span * places.cell, ground.span
    spots = [ground.spot(cell) for cell in cells]
    # Cells of several grids in an arrangement may stand beyond the last row: no cell is then the neighbour of a wrong one.
    around = borders([row * span + column for row, column in spots], span)
    return [[(left + x, top - y) for x, y in inset_border(one, places.cell, inset)] for one in around]


@dataclass(frozen=True)
class Drawn:
    """A line with its width, and the things whose figures it may touch: none, or its two ends. ``head``: of an arrow."""

    path: Sequence[Point]
    width: float
    dashed: bool = False
    head: tuple[Point, ...] = ()
    own: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Marks:
    """All that is drawn over a grid with its candidates."""

    picture: CandidatePicture
    places: Places
    style: GridStyle

    # Figures

    @cached_property
    def _digit_font(self) -> tuple[Face, float, float]:
        """The face of the digits in the grid, their type size, and how far their middle lies under that of the cell."""
        picture, look, cell = self.picture, self.style.look, self.places.cell
        digits = GridPicture(picture.geometry, picture.digits, picture.bold, picture.cages, symbols=picture.symbols)
        height, drop = digit_place(digits, self.style.fitted(cell), cell)
        font = picture.symbols.face(look, "answer_given")
        return font, picture.symbols.points(look, font, height, cell), drop

    @cached_property
    def _placed_font(self) -> tuple[Face, float]:
        """The face and the type size of digits that the step places."""
        symbols, marks, half = self.places.symbols, self.places.look.candidates, self.places.half
        font = symbols.face(self.places.look, "answer_given")
        return font, min(marks.placed * half / font.digit_height(), 2 * marks.placed_ring * half / symbols.widest(font))

    @cached_property
    def shown(self) -> frozenset[Spot]:
        """The candidates that are drawn."""
        filled = {cell for cell, _ in self.picture.placed}
        return frozenset(
            (cell, digit)
            for cell, mask in enumerate(self.picture.candidates)
            if mask and not self.picture.digits[cell] and cell not in filled
            for digit in self.places.shown
            if mask >> (digit - 1) & 1
        )

    @cached_property
    def figures(self) -> dict[Spot, Box]:
        """The box of each figure in a cell: candidates, the digits of the grid, and those that the step places."""
        symbols, look, out = self.places.symbols, self.places.look, dict[Spot, Box]()
        font, points = symbols.face(look, "candidate"), self.places.type_size
        for spot in sorted(self.shown):
            out[spot] = self._box(spot[1], self.places.at(spot), font, points)
        large, size, drop = self._digit_font
        for cell, digit in enumerate(self.picture.digits):
            if digit:
                x, y = self.places.centre(cell)
                out[cell, digit] = self._box(digit, (x, y - drop), large, size)
        for cell, digit in self.picture.placed:
            out[cell, digit] = self._box(digit, self.places.middle(cell), *self._placed_font)
        return out

    def _box(self, digit: int, at: Point, font: Face, points: float) -> Box:
        symbols, size = self.places.symbols, points / font.units
        text = symbols.texts[digit - 1]
        across, up = symbols.shift(digit, font)
        x, foot = at[0] - across * points, at[1] - font.digit_height() * points / 2 + up * points
        if text in font.inks:
            left, bottom, right, top = font.inks[text]
            return x + left * size, foot + bottom * size, x + right * size, foot + top * size
        return x, foot, x + font.width(text, points), foot + font.digit_height() * points

    # Marks around them

    def ring(self, spot: Spot) -> tuple[Point, float]:
        """The middle and the radius of what a mark on a candidate or a digit goes around."""
        cell, look = spot[0], self.places.look.candidates
        if self.picture.digits[cell]:
            _, points, drop = self._digit_font
            share = self._digit_font[0].digit_height() * points / (self.style.digit * self.places.cell)
            x, y = self.places.centre(cell)
            return (x, y - drop), look.digit_mark * share * self.places.cell / 2
        if spot in self._unringed:
            left, bottom, right, top = self.figures[spot]
            return self.places.middle(cell), max(right - left, top - bottom) / 2
        if spot in self.picture.placed:
            return self.places.middle(cell), look.placed_ring * self.places.half
        return self.places.at(spot), self.places.radius

    @cached_property
    def _line(self) -> float:
        marks = self.places.look.candidates
        return max(marks.mark, self.places.radius * marks.mark_share)

    def strokes_around(self) -> Iterator[tuple[Spot, list[Point], float, bool]]:
        """The lines of each mark: what it is about, its corners, its width, and whether it is closed."""
        look, width = self.places.look.candidates, self._line
        for spot, shape in self.picture.marks:
            if spot not in self.figures:
                continue
            (x, y), radius = self.ring(spot)
            # The ring of the digit to write in is the heavy one.
            line = look.mark if self.picture.digits[spot[0]] else width
            if shape == "square":
                yield spot, strokes.square(x, y, look.square * radius), line, True
            elif shape == "dashed":
                ring = strokes.circle(x, y, radius)
                for piece in strokes.dashes([*ring, ring[0]], look.ring_dash * radius, look.ring_dash * radius):
                    yield spot, piece, line, False
            else:
                wide = line * (look.heavy if shape == "heavy" else 1.0)
                # What is heavy about a ring lies outside.
                yield spot, strokes.circle(x, y, radius + (wide - line) / 2), wide, True
        for spot in self.picture.placed:
            if spot in self._unringed:
                continue
            (x, y), radius = self.ring(spot)
            yield spot, strokes.circle(x, y, radius), _ring_width(self.places.look, self.places.cell), True
        for cell in self.picture.barred:
            (x, y), reach = self.places.middle(cell), look.barred * self.places.half
            for side in (-1, 1):
                yield (cell, 0), [(x - reach, y - side * reach), (x + reach, y + side * reach)], look.barred_line, False

    @cached_property
    def _unringed(self) -> frozenset[Spot]:
        """Placed digits with letters, which leave rings no room in small cells; no candidates stand around them."""
        several = not any(self.picture.candidates) and self.picture.letters
        return (
            frozenset(spot for spot, _ in self.picture.letters if spot in self.picture.placed)
            if several
            else frozenset()
        )

    @cached_property
    def struck(self) -> tuple[Spot, ...]:
        """The candidates that go, and are drawn."""
        return tuple(spot for spot in self.picture.struck if spot in self.shown)

    # Lines between them

    def _plan(self, around: float) -> Plan:
        """A plan on which all figures and marks have so much room around them, in points."""
        places, picture = self.places, self.picture
        (top, bottom), (first, last), side = picture.shown.rows, picture.shown.columns, places.cell
        high = places.bottom + places.ground.span * side
        plan = Plan(
            (places.left + first * side, high - bottom * side, places.left + last * side, high - top * side), side
        )
        for spot, box in self.figures.items():
            plan.block(self._number(spot), _grown(box, around))
        for spot, path, width, _ in self.strokes_around():
            if spot in self.figures:
                at, radius = self.ring(spot)
                plan.block_disc(self._number(spot), at, max(radius, _reach(path, at)) + width / 2 + around)
            else:
                plan.block(self._number(spot), _grown(_box_of(path), around))
        for spot in self.struck:
            plan.block_disc(self._number(spot), self.places.at(spot), self.places.radius + around)
        for number, box in enumerate(self._signs(), 1):
            plan.block(-1 - number, _grown(box, around / 2))
        plan.avoid_grid()
        # Nothing runs along the frame.
        (west, south, east, north), rim = plan.box, self.style.fitted(side).outline
        for strip in (
            (west, south, west + rim, north),
            (east - rim, south, east, north),
            (west, south, east, south + rim),
            (west, north - rim, east, north),
        ):
            plan.block(_LETTER, strip)
        return plan

    def _number(self, spot: Spot) -> int:
        return 1 + spot[0] * (self.places.ground.size + 1) + spot[1]

    def _signs(self) -> Iterator[Box]:
        """The boxes of what the puzzle itself has in cells and on borders besides digits: sums, dots, letters."""
        places, cell = self.places, self.places.cell
        if self.picture.cages:
            fitted = cage_measures(places.look, cell)
            for mark in self.picture.cages:
                if mark.text:
                    left, top, right, bottom = fitted.sum_box(mark.text)
                    x, y = places.centre(mark.cells[0])
                    x, y = x - cell / 2, y + cell / 2
                    yield x + left, y - bottom, x + right, y - top
        for mark in places.ground.marks:
            if mark.kind in OVER - AROUND:
                spots = [places.centre(at) for at in mark.cells]
                x, y = (sum(at[way] for at in spots) / len(spots) for way in (0, 1))
                half = places.look.clues.dot * cell
                yield x - half, y - half, x + half, y + half

    @cached_property
    def letters(self) -> tuple[tuple[Point, str], ...]:
        """The letters beside candidates and digits, each with the middle of its place."""
        if not self.picture.letters:
            return ()
        look, cell = self.places.look, self.places.cell
        plan = self._plan(look.candidates.clear / 2 * cell)
        plan.block_grid(_LETTER)
        font, size = self._letter_type
        found = []
        for spot, text in self.picture.letters:
            if spot not in self.figures:
                continue
            (x, y), radius = self.ring(spot)
            wide, high = font.width(text, size) / 2, font.digit_height() * size / 2
            around = [*_around((x, y), radius + self._line, (wide, high), cell * look.candidates.letter_far)]
            own, home = self.places.centre(spot[0]), cell / 2
            # In the cell of the candidate if there is room.
            around.sort(key=lambda at: max(abs(at[0] - own[0]) + wide, abs(at[1] - own[1]) + high) > home)
            for place in around:
                box = place[0] - wide, place[1] - high, place[0] + wide, place[1] + high
                if plan.open(box):
                    plan.block(_LETTER, box)
                    found.append((place, text))
                    break
        return tuple(found)

    @cached_property
    def _letter_type(self) -> tuple[Face, float]:
        look = self.places.look
        return look.face("caption_bold"), max(look.type.least, look.candidates.letter * self.places.cell)

    @cached_property
    def lines(self) -> tuple[Drawn, ...]:
        """The links and rays, each where it goes."""
        picture, marks, cell = self.picture, self.places.look.candidates, self.places.cell
        if not picture.links and not picture.rays:
            return ()
        wide, tight = (self._plan(share * cell) for share in (marks.clear, marks.clear / 2))
        wide_face, points = self._letter_type
        for (x, y), text in self.letters:
            across, up = wide_face.width(text, points) / 2, wide_face.digit_height() * points / 2
            for plan in (wide, tight):
                plan.block(_LETTER, _grown((x - across, y - up, x + across, y + up), marks.clear / 2 * cell))
        out = [piece for ray in picture.rays for piece in self._ray(ray)]
        for link in picture.links:
            if link.start in self.figures and link.end in self.figures:
                drawn = self._link(link, wide, tight)
                for plan in (wide, tight):
                    plan.line(drawn.path, _BESIDE)
                out.append(drawn)
        return tuple(out)

    def _ray(self, ray: Ray) -> Iterator[Drawn]:
        """A straight line from the ring around a digit to the last cell that it bars, in pieces beside figures and crosses."""
        marks, (at, radius) = self.places.look.candidates, self.ring((ray.cell, self.picture.digits[ray.cell]))
        x, y = self.places.middle(ray.to)
        length = hypot(x - at[0], y - at[1]) or 1.0
        ahead = (x - at[0]) / length, (y - at[1]) / length
        gap = marks.clear * self.places.cell
        boxes = [_grown(box, gap) for spot, box in self.figures.items() if spot[0] != ray.cell]
        boxes += [_grown(_box_of(path), 0.0) for (_, digit), path, _, _ in self.strokes_around() if not digit]
        pieces: list[list[Point]] = [[]]
        for piece in range(round(length / gap) + 1):
            far = min(piece * gap, length)
            place = at[0] + ahead[0] * far, at[1] + ahead[1] * far
            if far < radius + marks.ray or any(b[0] <= place[0] <= b[2] and b[1] <= place[1] <= b[3] for b in boxes):
                pieces.append([])
            else:
                pieces[-1].append(place)
        yield from (Drawn([one[0], one[-1]], marks.ray) for one in pieces if len(one) > 1)

    def _link(self, link: Link, wide: Plan, tight: Plan) -> Drawn:
        marks, cell = self.places.look.candidates, self.places.cell
        (start, near), (end, far) = self.ring(link.start), self.ring(link.end)
        own = self._number(link.start), self._number(link.end)
        width = marks.link_dashed if link.dashed else marks.link
        near, far = near + self._line / 2, far + self._line / 2
        if hypot(end[0] - start[0], end[1] - start[1]) < near + far + marks.arrow * cell:
            return Drawn(
                self._hop((start, end), (near, far), own, tight), width, link.dashed, (), (link.start, link.end)
            )
        least = 2.5 * self.places.radius
        path = (
            wide.bowed(start, end, own, least)
            or wide.way(start, end, own, tight)
            or tight.bowed(start, end, own, least)
            or tight.way(start, end, own, tight)
            or strokes.bow(start, end, 0.0)
        )
        path = strokes.resampled(path, cell / _PIECES)
        head: tuple[Point, ...] = ()
        long = marks.arrow * cell if link.directed else 0.0
        path = strokes.trimmed(path, near, far)
        if long and len(path) > 1:
            body = strokes.trimmed(path, 0.0, long)
            if len(body) > 1:
                head = strokes.arrow_head(body[-1], path[-1], marks.arrow_wide * cell)
                path = body
        return Drawn(path, width, link.dashed, head, (link.start, link.end))

    def _hop(
        self, ends: tuple[Point, Point], radii: tuple[float, float], own: tuple[int, int], plan: Plan
    ) -> list[Point]:
        """A bridge between two rings side by side, which leave no room between them."""
        (start, end), reach = ends, max(radii)
        curves = [strokes.bow(start, end, side * reach * 1.15) for side in (1, -1)]
        curves = [strokes.trimmed(strokes.resampled(curve, reach / 4), *radii) for curve in curves]
        return next((curve for curve in curves if curve and plan.free(curve, own)), curves[0])

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw them all, the figures above what lies under them."""
        picture, places, marks = self.picture, self.places, self.places.look.candidates
        for cells in picture.lit:
            self._light(canvas, cells)
        for spot, shape in picture.marks:
            if shape == "disc" and spot in self.figures and not picture.digits[spot[0]]:
                at, radius = self.ring(spot)
                strokes.disc(canvas, *at, radius, marks.tints[1])
        for line in self.lines:
            if len(line.path) > 1:
                strokes.stroke(canvas, line.path, line.width, (marks.dash, marks.dash_space) if line.dashed else None)
            if line.head:
                canvas.shape(line.head, 1.0)
        for spot in self.struck:
            canvas.shape(strokes.circle(*places.at(spot), places.radius), 1.0)
        for spot, path, width, closed in self.strokes_around():
            if spot not in self.struck:
                canvas.stroke(path, width, closed=closed)
        self._candidates(canvas)
        font, points = self._placed_font
        for cell, digit in picture.placed:
            x, y = places.middle(cell)
            across, up = places.symbols.shift(digit, font)
            foot = y - font.digit_height() * points / 2
            text = places.symbols.texts[digit - 1]
            set_symbols(canvas, [(x - across * points, foot + up * points, text)], font, points)
        font, points = self._letter_type
        for (x, y), text in self.letters:
            write(canvas, x, y - font.digit_height() * points / 2, text, font, points, "centre")

    def _light(self, canvas: Canvas, cells: tuple[int, ...]) -> None:
        """Light a clue: a ring around its number beside the grid, else a line around its cells."""
        places, marks, cell = self.places, self.places.look.candidates, self.places.cell
        ground = places.ground
        outside = [mark for mark in ground.marks if mark.kind in AROUND and mark.cells == cells]
        for mark in outside:
            x, y = outside_place(mark, [places.centre(at) for at in mark.cells[:2]], cell, places.look.clues)
            canvas.stroke(strokes.circle(x, y, marks.lit_ring * cell), marks.outline, closed=True)
        if outside:
            return
        for contour in _contours(places, cells, self.style.fitted(cell).box / 2 + marks.outline_gap):
            canvas.stroke(contour, marks.outline, closed=True)

    def _candidates(self, canvas: Canvas) -> None:
        places, symbols = self.places, self.places.symbols
        font, points = symbols.face(places.look, "candidate"), places.type_size
        half = font.digit_height() * points / 2
        placed, white = [], set(self.struck)
        for cell, digit in sorted(self.shown):
            x, y = places.at((cell, digit))
            across, up = symbols.shift(digit, font)
            at = x - across * points, y - half + up * points, symbols.texts[digit - 1]
            if (cell, digit) in white:
                canvas.text(*at, font, points, _PAPER)
            else:
                placed.append(at)
        set_symbols(canvas, placed, font, points)


_PAPER = 0.0
"""The ink of figures on black."""
_LETTER = -1_000_000
"""The number of letters on a plan: no line ends at one."""
_BESIDE = 2
"""So many places of a plan lines keep from each other, if they can."""
_PIECES = 12
"""Of a line, along the side of a cell."""
_TURNS = 24
"""Directions in which a letter may stand from its candidate."""


def _around(at: Point, radius: float, half: Point, far: float) -> Iterator[Point]:
    """Places for a letter around a ring, the nearest first, above before below."""
    for step in range(4):
        for turn in sorted(range(_TURNS), key=lambda one: (abs((one - 7) % _TURNS), one)):
            angle = 2 * pi * turn / _TURNS
            across, up = cos(angle), sin(angle)
            reach = radius + abs(across) * half[0] + abs(up) * half[1] + far * step / 4
            yield at[0] + across * reach, at[1] + up * reach


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _box_of(path: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return min(xs), min(ys), max(xs), max(ys)


def _reach(path: Sequence[Point], at: Point) -> float:
    return max(hypot(x - at[0], y - at[1]) for x, y in path)
