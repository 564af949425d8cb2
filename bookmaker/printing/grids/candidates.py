"""Drawing a picture of a deduction: a grid with its candidates, and marks on them.

The marks are named by their look, not by what they stand for; black and grey are all there is, so that they differ in shape
(rings, squares, diamonds), in texture (tint, hatching), and in the kind of line (whole, dashed).
"""

from __future__ import annotations

from itertools import pairwise

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Canvas, Point, write
from bookmaker.printing.grids.cage_drawing import outline_cages, write_sums
from bookmaker.printing.grids.candidate_picture import (
    CandidatePicture,
    Outline,
    Places,
    Shape,
    Texture,
    cage_measures,
    label_size,
)
from bookmaker.printing.grids.clue_drawing import FILLED
from bookmaker.printing.grids.grid_drawing import (
    GridPicture,
    GridStyle,
    Layer,
    digit_place,
    draw_digits,
    draw_ground,
    in_corner,
    set_symbols,
)
from bookmaker.printing.grids.sum_grounds import ground_sums
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
    _run_on(paper, picture, x, y, cell, fitted)
    fitted_cages = cage_measures(look, cell)
    ground_sums(canvas, geometry, picture.cages, cell, (x, y), fitted_cages)
    if picture.cages:
        outline_cages(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
        write_sums(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
    digits = GridPicture(geometry, picture.digits, picture.bold, picture.cages, symbols=picture.symbols)
    draw_digits(canvas, digits, x, y, side, style)
    _labels(paper, look, picture, x, y, cell, fitted.outline)
    for outline in picture.outlines:
        _outline(canvas, outline, places, fitted.box)
    _links(canvas, picture, places)
    for spot, shape in picture.marks:
        if spot[1] in places.shown and not picture.digits[spot[0]]:
            _mark(canvas, look, places.at(spot), shape, places.radius)
        elif picture.digits[spot[0]]:
            # Around the digit, which sums and outlines of cages make smaller and move.
            height, drop = digit_place(digits, fitted, cell)
            (across, up), share = places.centre(spot[0]), height / (style.digit * cell)
            radius, width = look.candidates.digit_mark * share * cell / 2, _ring_width(look, cell)
            _mark(canvas, look, (across, up - drop), shape, radius, width)
    _figures(canvas, picture, places)
    for spot in picture.struck:
        if spot[1] in places.shown:
            _strike(canvas, look, places.at(spot), places.radius)
    _placed(canvas, picture, places)
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


def _run_on(canvas: Canvas, picture: CandidatePicture, x: float, y: float, cell: float, style: GridStyle) -> None:
    """Draw where the grids go on from which these were taken."""
    grid, half = style.look.grid, style.outline / 2
    widths = {"thin": style.thin, "box": style.box, "outline": style.outline}
    for line in picture.run_on:
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
    if texture in tints:
        canvas.fill(box, tints[texture])
    else:
        marks = look.candidates
        gap = max(marks.hatch_gap, (box[2] - box[0]) * marks.hatch_share)
        strokes.hatch(canvas, box, gap, marks.hatch, marks.hatch_ink, crossed=texture == "cross")


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


def _links(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
    size, marks = len(picture.digits), places.look.candidates
    things = [
        places.at((cell, digit))
        for cell in range(size)
        for digit in places.shown
        if picture.candidates[cell] >> (digit - 1) & 1
    ]
    # A large digit is as wide and high as a few candidates.
    for cell in (cell for cell in range(size) if picture.digits[cell]):
        x, y = places.middle(cell)
        reach = marks.clear_digit * places.cell
        things += [
            (x, y),
            (x - reach, y + reach),
            (x + reach, y + reach),
            (x - reach, y - reach),
            (x + reach, y - reach),
        ]
    (top, bottom), (first, last), side = picture.shown.rows, picture.shown.columns, places.cell
    high = places.bottom + places.ground.span * side
    grid = places.left + first * side, high - bottom * side, places.left + last * side, high - top * side
    drawn: list[Point] = []
    for link in picture.links:
        if link.start[1] not in places.shown or link.end[1] not in places.shown:
            continue
        start, end = places.at(link.start), places.at(link.end)
        others = [thing for thing in things if thing not in (start, end)]
        curve = strokes.clear_bow(start, end, others, marks.clear * places.radius, drawn, 2.5 * places.radius, grid)
        drawn += curve[3:-3]
        reach = places.radius * 1.02
        # Two candidates side by side leave no room between their rings: the line then goes round.
        path = strokes.trimmed(curve, reach, reach)
        path = path or strokes.trimmed(strokes.bow(start, end, 1.4 * places.radius), reach, reach)
        if path:
            width = marks.link_dashed if link.dashed else marks.link
            strokes.stroke(canvas, path, width, (marks.dash, marks.dash_space) if link.dashed else None)


def _ring_width(look: Style, cell: float) -> float:
    """The width of a line around a digit."""
    return max(look.candidates.placed_line, look.candidates.placed_share * cell)


def _mark(canvas: Canvas, look: Style, at: Point, shape: Shape, radius: float, width: float = 0.0) -> None:
    x, y = at
    marks = look.candidates
    width = width or max(marks.mark, radius * marks.mark_share)
    if shape == "square":
        canvas.stroke(strokes.square(x, y, marks.square * radius), width, closed=True)
    elif shape == "diamond":
        canvas.stroke(strokes.diamond(x, y, marks.diamond * radius), width, closed=True)
    else:
        if shape == "disc":
            strokes.disc(canvas, x, y, radius, marks.tints[1])
        canvas.stroke(strokes.circle(x, y, radius), width, closed=True)
        if shape == "double":
            canvas.stroke(strokes.circle(x, y, radius + marks.double_gap * width), marks.double * width, closed=True)


def _figures(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
    symbols, font, points = places.symbols, places.symbols.face(places.look, "candidate"), places.type_size
    half = font.digit_height() * points / 2
    filled = {cell for cell, _ in picture.placed}
    placed = []
    for cell, mask in enumerate(picture.candidates):
        if picture.digits[cell] or cell in filled:
            continue
        for digit in places.shown:
            if mask >> (digit - 1) & 1:
                x, y = places.at((cell, digit))
                across, up = symbols.shift(digit, font)
                placed.append((x - across * points, y - half + up * points, symbols.texts[digit - 1]))
    set_symbols(canvas, placed, font, points)


def _strike(canvas: Canvas, look: Style, at: Point, radius: float) -> None:
    x, y = at
    marks = look.candidates
    reach = marks.strike_reach * radius
    aside = marks.strike_slant * reach
    canvas.stroke([(x - aside, y + reach), (x + aside, y - reach)], max(marks.strike, radius * marks.strike_share))


def _placed(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
    symbols, marks = places.symbols, places.look.candidates
    font = symbols.face(places.look, "answer_given")
    height = marks.placed * places.half
    points = min(height / font.digit_height(), 2 * marks.placed_ring * places.half / symbols.widest(font))
    width = _ring_width(places.look, places.cell)
    for cell, digit in picture.placed:
        x, y = places.middle(cell)
        canvas.stroke(strokes.circle(x, y, marks.placed_ring * places.half), width, closed=True)
        across, up = symbols.shift(digit, font)
        foot = y - font.digit_height() * points / 2
        set_symbols(canvas, [(x - across * points, foot + up * points, symbols.texts[digit - 1])], font, points)
