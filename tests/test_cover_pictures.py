"""Pictures of covers, by where they lie on their panel: grids, fields of digits, giant digits, bands, dots, drawings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import Any

import pytest
from cover_canvas import CoverCanvas, Drawn, reach
from typeset_data import LOOK, filled, givens

from bookmaker.printing.covers import design, pictures, scenes
from bookmaker.printing.covers.colour import contrast, parse
from bookmaker.printing.covers.pictures import Content
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.grids.symbols import PICTURE_SETS, Symbols, picture
from bookmaker.puzzles.rules import geometry

DESIGN = design.find("classic")
ROLES = {role: parse(f"#{20 * place:02x}{60 + 9 * place:02x}33") for place, role in enumerate(design.ROLES)}
TONES = replace(design.find("quilt").palettes[0], **ROLES)
"""Nine tones and eight roles, no two of one colour."""

PANEL = Panel("front", (100.0, 50.0, 532.0, 698.0), (3.0, 5.0, 7.0, 11.0), (18.0, 18.0))
WIDE, HIGH = 432.0, 648.0


def content(kind: str = "classic", size: int = 9, **keys: Any) -> Content:
    grid = geometry(kind, size)
    picture = puzzle_picture(grid, givens(grid))
    marked = frozenset(cell for cell, digit in enumerate(givens(grid)) if digit)
    return Content(LOOK, {"giant": "9"}, {}, picture, filled(grid), marked, picture, "", 1, (), seed=7, **keys)


def drawn(draw: Any, element: design.Element, shown: Content, panel: Panel = PANEL, look: Any = DESIGN) -> list[Drawn]:
    canvas = CoverCanvas()
    draw(canvas, element, panel, shown, look, TONES)
    return canvas.drawn


def near(*values: float) -> Any:
    return pytest.approx(values, abs=1e-6)


def tone(colour: Any) -> int:
    return TONES.tones.index(colour) + 1


def test_dots_stand_in_rows_in_the_middle_of_their_box_and_grow_by_area() -> None:
    shown = content(size=6)
    element = design.Dots(box=(0.1, 0.2, 0.9, 0.7), least=0.3, most=0.8, gap=0.5)
    dots = drawn(scenes.draw_dots, element, shown)
    assert {one.kind for one in dots} == {"circle"} and len(dots) == 36
    places = [one.points[0] for one in dots]
    xs, ys = sorted({round(x, 6) for x, _ in places}), sorted({round(y, 6) for _, y in places})
    steps, rises = [b - a for a, b in pairwise(xs)], [b - a for a, b in pairwise(ys)]
    cell = min(steps)
    # Boxes of 6x6 are three cells wide and two high.
    assert steps == pytest.approx([cell, cell, 1.5 * cell, cell, cell])
    assert rises == pytest.approx([cell, 1.5 * cell, cell, 1.5 * cell, cell])
    left, bottom, right, top = 100 + 0.1 * WIDE, 698 - 0.7 * HIGH, 100 + 0.9 * WIDE, 698 - 0.2 * HIGH
    assert (xs[0] + xs[-1], ys[0] + ys[-1]) == near(left + right, bottom + top)
    # As large as the box lets them be: a cell has half a cell of its own beyond the middles of the first and the last.
    free = right - left - (xs[-1] - xs[0] + cell), top - bottom - (ys[-1] - ys[0] + cell)
    assert min(free) == pytest.approx(0.0, abs=1e-6) and max(free) >= 0
    radii: dict[int, set[float]] = {}
    for one, digit in zip(dots, shown.solution, strict=True):
        radii.setdefault(digit, set()).add(round(one.size, 9))
    assert all(len(found) == 1 for found in radii.values())
    sizes = [radii[digit].pop() for digit in range(1, 7)]
    assert (sizes[0], sizes[-1]) == near(0.3 * cell / 2, 0.8 * cell / 2)
    areas = [pi * size**2 for size in sizes]
    assert [b - a for a, b in pairwise(areas)] == pytest.approx([areas[1] - areas[0]] * 5)
    # Row by row from the top, givens in their own colour.
    assert [round(y, 6) for _, y in places] == [y for y in ys[::-1] for _ in xs]
    assert [one.colour == TONES.accent for one in dots] == [cell in shown.marked for cell in range(36)]
    assert {one.colour for one in dots} == {TONES.accent, TONES.second}
    coloured = drawn(scenes.draw_dots, replace(element, by_tone=True), shown)
    assert [tone(one.colour) for one in coloured] == list(shown.solution)


@pytest.mark.parametrize("upright", [False, True])
def test_bands_are_as_wide_as_the_digits_of_a_row_or_a_column(upright: bool) -> None:
    shown = content()
    ground, *bands = drawn(scenes.draw_bands, design.Bands(box=(0, 0.5, 1, 1), upright=upright, gap=0.01), shown)
    # The box runs on into the bleed at three sides.
    box = (97.0, 45.0, 539.0, 374.0)
    assert (ground.box, ground.colour) == (near(*box), TONES.paper)
    digits = list(shown.solution[:: 9 if upright else 1][:9])
    assert [tone(one.colour) for one in bands] == digits
    along = 0 if upright else 1
    assert all((one.box[1 - along], one.box[3 - along]) == near(box[1 - along], box[3 - along]) for one in bands)
    widths = [one.box[along + 2] - one.box[along] for one in bands]
    assert [width / digit for width, digit in zip(widths, digits, strict=True)] == pytest.approx(
        [widths[0] / digits[0]] * 9
    )
    assert [b.box[along] - a.box[along + 2] for a, b in pairwise(bands)] == pytest.approx([0.01 * WIDE] * 8)
    assert (bands[0].box[along], bands[-1].box[along + 2]) == near(box[along], box[along + 2])


@pytest.mark.parametrize("upright", [False, True])
def test_woven_bands_go_over_and_under_by_turns(upright: bool) -> None:
    shown = content()
    element = design.Bands(box=(0.1, 0.2, 0.9, 0.8), upright=upright, woven=True, gap=0.02, digit=0.5)
    every = drawn(scenes.draw_bands, element, shown)
    crossings, texts = [one for one in every[1:] if one.kind == "fill"], [one for one in every if one.kind == "text"]
    assert len(crossings) == 81
    lying, standing = shown.solution[:9], shown.solution[::9]
    lefts, feet = (sorted({round(one.box[side], 6) for one in crossings}) for side in (0, 1))
    seen = Counter[tuple[bool, int]]()
    for one in crossings:
        across, up = lefts.index(round(one.box[0], 6)), feet.index(round(one.box[1], 6))
        # Widths: of lying bands by a row, from the foot up; of standing ones by a column, from the left.
        wide, high = one.box[2] - one.box[0], one.box[3] - one.box[1]
        assert wide / standing[across] == pytest.approx((0.8 * WIDE - 8 * 0.02 * WIDE) / 45)
        assert high / lying[up] == pytest.approx((0.6 * HIGH - 8 * 0.02 * WIDE) / 45)
        over = tone(one.colour)
        assert over in (standing[across], lying[up])
        if standing[across] != lying[up]:
            seen[over == standing[across], (across + up) % 2] += 1
    # One of a band's neighbours lies over it and the next under it.
    assert len(seen) == 2 and {flag for _, flag in seen} == {0, 1}
    # Givens stand in the middle of their crossings, as high as the room says, and stand out.
    assert len(texts) == len(shown.marked)
    for one in texts:
        x, y = one.digit_place
        (under,) = [c for c in crossings if c.box[0] < x < c.box[2] and c.box[1] < y < c.box[3]]
        assert ((under.box[0] + under.box[2]) / 2, (under.box[1] + under.box[3]) / 2) == near(x, y)
        column, row = lefts.index(round(under.box[0], 6)), 8 - feet.index(round(under.box[1], 6))
        assert row * 9 + column in shown.marked and one.text == str(shown.solution[row * 9 + column])
        room = min(under.box[2] - under.box[0], under.box[3] - under.box[1])
        assert one.face is not None and one.size * one.face.digit_height() == pytest.approx(0.5 * room)
        assert contrast(one.colour, under.colour) == max(
            contrast(colour, under.colour) for colour in (TONES.paper, TONES.ink)
        )
    assert not [one for one in drawn(scenes.draw_bands, replace(element, digit=0), shown) if one.kind == "text"]


@pytest.mark.parametrize("angle", [0, 30, -75])
def test_a_field_of_digits_fills_its_window(angle: float) -> None:
    shown = content(size=6)
    element = design.Digits(box=(0, 0.3, 0.6, 0.8), columns=10, angle=angle, height=0.5, given="type")
    field = drawn(scenes.draw_field, element, shown)
    cell = 0.6 * WIDE / 10
    window = (97.0, 698 - 0.8 * HIGH, 100 + 0.6 * WIDE, 698 - 0.3 * HIGH)
    assert all(one.clips == (pytest.approx(window),) for one in field)
    if not angle:
        places = [one.digit_place for one in field]
        xs, ys = sorted({round(x, 5) for x, _ in places}), sorted({round(y, 5) for _, y in places})
        assert [b - a for a, b in pairwise(xs)] == pytest.approx([cell] * (len(xs) - 1))
        assert [b - a for a, b in pairwise(ys)] == pytest.approx([cell] * (len(ys) - 1))
        assert len(field) == len(xs) * len(ys)
        assert xs[0] <= window[0] and ys[0] <= window[1] and xs[-1] >= window[2] and ys[-1] >= window[3]
        # Rows are those of the answer, from the top down, over and over again.
        grid = {(round(x, 5), round(y, 5)): one for (x, y), one in zip(places, field, strict=True)}
        field_of = {(row, column): grid[x, y] for row, y in enumerate(ys[::-1]) for column, x in enumerate(xs)}
        begins = [
            (down, right)
            for down in range(6)
            for right in range(6)
            if all(
                one.text == str(shown.solution[index]) and (one.colour == TONES.type) == (index in shown.marked)
                for (row, column), one in field_of.items()
                for index in [(row + down) % 6 * 6 + (column + right) % 6]
            )
        ]
        assert len(begins) == 1
    # No corner of the window is left without digits.
    for corner in ((window[0], window[1]), (window[0], window[3]), (window[2], window[1]), (window[2], window[3])):
        assert min(reach(one.points[0], corner) for one in field) < 1.2 * cell
    assert all(
        window[0] - 2 * cell < x < window[2] + 2 * cell and window[1] - 2 * cell < y < window[3] + 2 * cell
        for x, y in (one.points[0] for one in field)
    )
    assert {one.turn for one in field} == {angle}
    assert all(
        one.face is not None and one.size * one.face.digit_height() == pytest.approx(0.5 * cell) for one in field
    )
    assert {one.colour for one in field} == {TONES.soft, TONES.type}
    share = sum(one.colour == TONES.type for one in field) / len(field)
    assert share == pytest.approx(len(shown.marked) / 36, abs=0.1)
    coloured = drawn(scenes.draw_field, replace(element, by_tone=True), shown)
    assert all(tone(one.colour) == int(one.text) for one in coloured)


@pytest.mark.parametrize("name", design.names())
def test_a_giant_digit_is_clear_of_the_words_beside_it_and_of_the_top_of_its_place(name: str) -> None:
    front = design.find(name).front
    for giant in (one for one in front if isinstance(one, design.Giant)):
        beside = [one for one in front if isinstance(one, design.Stack) and one.part == giant.part]
        assert all(one.box[2] + 0.02 <= giant.centre[0] - giant.widest / 2 for one in beside)
        assert giant.centre[1] - giant.height / 2 >= giant.box[1] + 0.02


def test_a_giant_digit_stands_in_the_middle_of_its_place_as_high_as_it_is_said_to_be() -> None:
    element = design.Giant(box=(0, 0, 1, 1), centre=(0.4, 0.6), height=0.5, angle=10)
    (giant,) = drawn(scenes.draw_giant, element, content())
    assert giant.text == "9" and giant.colour == TONES.accent and giant.turn == 10
    # No edge cuts it: it is in the middle of the height.
    assert giant.middle == near(100 + 0.4 * WIDE, 374)
    (tall,) = drawn(scenes.draw_giant, replace(element, middle=0.4), content())
    assert tall.middle == near(100 + 0.4 * WIDE, 698 - 0.6 * HIGH)
    assert giant.face is not None and giant.size * giant.face.digit_height() == pytest.approx(0.5 * HIGH)
    assert giant.clips == (pytest.approx((97.0, 45.0, 539.0, 709.0)),)
    # One that is too wide is made lower.
    (narrow,) = drawn(scenes.draw_giant, replace(element, widest=0.2), content())
    assert reach(*narrow.points) == pytest.approx(0.2 * WIDE)
    assert narrow.middle == near(*giant.middle)
    (same,) = drawn(scenes.draw_giant, replace(element, widest=2), content())
    assert same == giant


def test_a_giant_digit_is_a_window_on_a_grid() -> None:
    shown = content(size=6)
    element = design.Giant(box=(0, 0, 1, 1), centre=(0.5, 0.5), height=0.6, cells=0.11)
    giant, clip, *inside = drawn(scenes.draw_giant, element, shown)
    assert (clip.kind, clip.text, clip.size, clip.points) == ("clip", giant.text, giant.size, giant.points)
    cell, (mx, my) = 0.11 * WIDE, (316.0, 374.0)
    lines, digits = [one for one in inside if one.kind == "stroke"], [one for one in inside if one.kind == "text"]
    assert len(lines) + len(digits) == len(inside)
    left, bottom, right, top = (
        mx - reach(*giant.points) / 2,
        my - 0.3 * HIGH,
        mx + reach(*giant.points) / 2,
        my + 0.3 * HIGH,
    )
    grid = LOOK.grid
    for upright in (True, False):
        mine = [one for one in lines if (one.points[0][0] == pytest.approx(one.points[1][0])) is upright]
        along = 0 if upright else 1
        places = [one.points[0][along] for one in mine]
        assert [b - a for a, b in pairwise(places)] == pytest.approx([cell] * (len(places) - 1))
        low, high = (left, right) if upright else (bottom, top)
        assert places[0] < low and places[-1] > high
        # They reach beyond the digit both ways, and those of boxes are heavier.
        assert all(one.box[1 - along] < (bottom if upright else left) for one in mine)
        assert all(one.box[3 - along] > (top if upright else right) for one in mine)
        middle = (mx, my)[along]
        for one, place in zip(mine, places, strict=True):
            heavy = round((place - middle) / cell) % (3 if upright else 2) == 0
            assert one.size == pytest.approx(max(grid.box_share if heavy else grid.thin_share, 0.02) * cell)
    assert {one.colour for one in inside} == {TONES.ground}
    found = {}
    for one in digits:
        x, y = one.digit_place
        column, row = (x - mx) / cell - 0.5, (my - y) / cell - 0.5
        assert (column, row) == near(round(column), round(row))
        found[round(row), round(column)] = one.text
        assert one.face is not None and one.size * one.face.digit_height() == pytest.approx(grid.digit * cell)
    # The grid below and to the right of the middle is the puzzle's own answer, cell by cell, and so again on each side.
    for (row, column), text in found.items():
        index = (row + 1) % 6 * 6 + column % 6
        assert index in shown.marked and text == str(shown.solution[index])
    lows, rights = [row for row, _ in found], [column for _, column in found]
    assert min(rights) * cell <= left - mx + cell and max(rights) * cell >= right - mx - 2 * cell
    assert (max(lows) + 2) * cell >= my - bottom and -(min(lows) - 1) * cell >= top - my


GRID = design.Grid(box=(0, 0, 1, 1), centre=(0.5, 0.5), size=0.9, filled=0.5, margin=0.25)


def test_a_grid_lies_on_its_paper_with_givens_and_digits_by_hand() -> None:
    shown = content()
    side = 0.9 * WIDE
    cell, (mx, my) = side / 9, (316.0, 374.0)
    paper, *rest = drawn(pictures.draw_puzzle, GRID, shown)
    edge = side / 2 + 0.25 * cell
    assert (paper.box, paper.colour) == (near(mx - edge, my - edge, mx + edge, my + edge), TONES.paper)
    assert all(one.clips == (pytest.approx((97.0, 45.0, 539.0, 709.0)),) for one in rest)
    given = [one for one in rest if one.kind == "glyph"]
    assert len(given) == len(shown.marked) and {one.colour for one in given} == {TONES.ink}
    by_hand = [one for one in rest if one.kind == "text"]
    empty = 81 - len(shown.marked)
    assert len(by_hand) == round(0.5 * empty) and {one.colour for one in by_hand} == {TONES.accent}
    leans, cells = [], set()
    for one in by_hand:
        assert one.face is not None and one.size * one.face.digit_height() == pytest.approx(GRID.height * cell)
        # A digit leans about the middle of its cell.
        x, y = one.digit_place
        column, row = (x - mx) / cell + 4.5, 4.5 - (y - my) / cell
        assert (column % 1, row % 1) == near(0.5, 0.5)
        index = int(row) * 9 + int(column)
        assert index not in shown.marked and one.text == str(shown.solution[index])
        cells.add(index)
        leans.append(one.turn)
    assert len(cells) == len(by_hand)
    assert max(map(abs, leans)) <= GRID.unsteady and min(leans) < -1 and max(leans) > 1 and len(set(leans)) > 20
    widths = sorted({round(one.size / cell, 4) for one in rest if one.kind in ("stroke", "outline")})
    assert widths[-1] == pytest.approx(GRID.outline) and pytest.approx(GRID.heavy) in widths and widths[0] <= 0.03


def test_a_higher_share_fills_in_the_same_cells_and_more() -> None:
    def texts(share: float) -> set[tuple[float, float]]:
        found = drawn(pictures.draw_puzzle, replace(GRID, filled=share, unsteady=0), content())
        return {tuple(round(v, 6) for v in one.digit_place) for one in found if one.kind == "text"}  # type: ignore[misc]

    assert not texts(0)
    assert texts(0.2) < texts(0.5) < texts(1)
    assert len(texts(1)) == 81 - len(content().marked)


def test_a_grid_may_have_a_shadow_tiles_and_no_lines() -> None:
    cell, (mx, my) = 0.9 * WIDE / 9, (316.0, 374.0)
    shadow, paper, *_ = drawn(pictures.draw_puzzle, replace(GRID, shadow="soft", shadow_by=(0.4, 0.1)), content())
    assert shadow.colour == TONES.soft
    left, bottom, right, top = paper.box
    assert shadow.box == near(left + 0.4 * cell, bottom - 0.1 * cell, right + 0.4 * cell, top - 0.1 * cell)
    cells = ("tone 1", "tone 2", "tone 3")
    tiled = drawn(pictures.draw_puzzle, replace(GRID, cells=cells, lines=False, filled=1, unsteady=0), content())
    tiles = [one for one in tiled if one.kind == "fill"][1:]
    assert len(tiles) == 81 and not [one for one in tiled if one.kind in ("stroke", "outline", "glyph")]
    solution = content().solution
    for index, one in enumerate(tiles):
        x, y = mx + (index % 9 - 4.5) * cell, my + (4.5 - index // 9) * cell
        assert one.box == near(x, y - cell, x + cell, y)
        assert tone(one.colour) == (solution[index] - 1) % 3 + 1
    # Without lines there are no givens, and every cell may be filled in.
    assert len([one for one in tiled if one.kind == "text"]) == 81


@pytest.mark.parametrize("angle", [0.0, 25.0])
def test_a_drawing_lies_at_its_place_or_at_the_foot_of_the_nearest_digit_by_hand(angle: float) -> None:
    paths = (design.Shape(colour="tone 4", points=((0, 0), (10, 0), (0, 20))),)
    element = design.Drawing(box=(0, 0, 1, 1), centre=(0.6, 0.4), unit=0.01, angle=90, paths=paths)
    (shape,) = drawn(scenes.draw_drawing, element, content())
    unit, (x, y) = 0.01 * WIDE, (100 + 0.6 * WIDE, 698 - 0.4 * HIGH)
    assert shape.points == (near(x, y), near(x, y + 10 * unit), near(x - 20 * unit, y))
    assert tone(shape.colour) == 4
    grid = replace(GRID, angle=angle, unsteady=0)
    look = replace(DESIGN, front=(grid,))
    (moved,) = drawn(scenes.draw_drawing, replace(element, at_hand=True), content(), look=look)
    digits = [one for one in drawn(pictures.draw_puzzle, grid, content()) if one.kind == "text"]
    feet = []
    for one in digits:
        mx, my = one.digit_place
        up = GRID.height * 0.9 * WIDE / 9 / 2
        feet.append((mx + up * sin(radians(angle)), my - up * cos(radians(angle))))
    assert moved.points[0] == near(*min(feet, key=lambda foot: reach(foot, (x, y))))
    # Without a grid that has such digits it stays where it is.
    bare = replace(DESIGN, front=(replace(grid, filled=0),))
    (still,) = drawn(scenes.draw_drawing, replace(element, at_hand=True), content(), look=bare)
    assert still.points == shape.points


def test_other_symbols_are_drawn_in_their_own_font() -> None:
    names = PICTURE_SETS["animals"]
    symbols = Symbols("picture", tuple(map(picture, names)), names)
    shown = content()
    shown = replace(shown, puzzle=replace(shown.puzzle, symbols=symbols))
    found = [one for one in drawn(pictures.draw_puzzle, replace(GRID, unsteady=0), shown) if one.kind == "text"]
    cell = 0.9 * WIDE / 9
    for one in found:
        assert one.face is not None and one.face.name == "Pictures"
        x, y = one.digit_place
        column, row = (x - 316) / cell + 4.5, 4.5 - (y - 374) / cell
        assert (column % 1, row % 1) == near(0.5, 0.5)
        assert one.text == picture(names[shown.solution[int(row) * 9 + int(column)] - 1])


def test_the_badge_cuts_no_digit_of_a_pattern() -> None:
    bands = next(one for one in design.find("woven").front if isinstance(one, design.Bands))
    tiles = next(one for one in design.find("quilt").front if isinstance(one, design.Grid))
    for draw, element in ((scenes.draw_bands, bands), (pictures.draw_puzzle, tiles)):
        x, y = PANEL.at((0.7, 0.7))
        radius = 70.0
        usual = [one for one in drawn(draw, element, content()) if one.kind == "text"]
        beside = [one for one in drawn(draw, element, content(covered=(x, y, radius))) if one.kind == "text"]
        assert len(beside) < len(usual) and set(beside) <= set(usual)
        for one in beside:
            # No corner of a figure lies under the badge.
            left, bottom, right, top = one.box
            assert hypot(max(left - x, x - right, 0), max(bottom - y, y - top, 0)) >= radius - 0.2 * one.size


def test_a_mosaic_shows_a_part_of_every_kind_and_no_two_neighbours_alike() -> None:
    kinds = tuple(content(kind).puzzle for kind in ("classic", "x", "windoku"))
    shown = replace(content(), kinds=kinds)
    canvas = CoverCanvas()
    element = design.Mosaic(box=(0.0, 0.3, 1.0, 0.9))
    made = pictures.tiles_of(element, PANEL, TONES)
    pictures.draw_mosaic(canvas, element, made, 8, shown)  # type: ignore[arg-type]
    # On a panel of another proportion tiles are as many, and nearly square.
    low = pictures.tiles_of(element, replace(PANEL, box=(0.0, 0.0, 612.0, 400.0)), TONES)
    assert [len({tile.box[0] for tile in own}) for own in (made, low)] == [3, 4] and 8 <= len(low) <= 10
    wide = (WIDE + PANEL.bleed[0] + PANEL.bleed[2]) / 3
    tiles = [
        one for one in canvas.drawn if one.kind == "fill" and abs(one.points[1][0] - one.points[0][0] - wide) < 0.01
    ]
    assert len(tiles) == 9
    tones = [one.colour for one in tiles]
    assert all(tones[place] != tones[place + 1] for place in range(8) if place % 3 < 2)
    assert all(tones[place] != tones[place + 3] for place in range(6))


@pytest.mark.parametrize("panel", [PANEL, replace(PANEL, box=(0.0, 0.0, 594.0, 432.0))])
def test_a_corner_is_at_the_same_place_at_every_proportion(panel: Panel) -> None:
    element = design.Grid(box=(0, 0, 1, 1), centre=(0.5, 0.5), corner=(0.1, 0.4), size=1.2)
    canvas = CoverCanvas()
    pictures.draw_puzzle(canvas, element, panel, content(), DESIGN, TONES)
    xs, ys = zip(*(point for one in canvas.drawn for point in one.points), strict=True)
    left, top = panel.at((0.1, 0.4))
    assert min(xs) == pytest.approx(left, abs=8) and max(ys) == pytest.approx(top, abs=8)
