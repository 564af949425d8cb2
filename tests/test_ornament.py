"""Ornament from the data of puzzles: devices, borders, the head of a page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from recorded import Ink, inks

from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.ornament import (
    DEVICES,
    Emblem,
    Motif,
    bordered,
    cornered,
    draw_device,
    draw_pattern,
    shares,
)
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style

AREA = (40.0, 50.0, 360.0, 560.0)
ONE = Motif(9, tuple((cell // 9, cell % 9, (cell % 7 % 5) / 9) for cell in range(81)))
OTHER = Motif(9, tuple((cell // 9, cell % 9, (cell % 5) / 9) for cell in range(81)))


def ornamented() -> list[str]:
    return [name for name in style.names() if style.find(name).ornament.device != "none"]


def lines(look: Style, motif: Motif = ONE, side: float = 40.0) -> list[Ink]:
    canvas = RecordingCanvas()
    draw_device(canvas, motif, look, 100, 200, side)
    return inks(canvas)


def test_each_device_has_a_style() -> None:
    assert {style.find(name).ornament.device for name in ornamented()} == set(DEVICES)


def test_parts_are_as_large_as_digits_are_often_given() -> None:
    motif = Motif(3, ((0, 0, 0.1), (0, 1, 0.2), (0, 2, 0.2), (1, 0, 0.0), (1, 1, 0.5), (1, 2, 0.2), (2, 0, 0.1)))
    assert shares(motif) == pytest.approx([2 / 3, 1, 1 / 3])


@pytest.mark.parametrize("name", ornamented())
@pytest.mark.parametrize("side", [24.0, 90.0])
def test_a_device_stays_in_its_square_and_no_line_is_too_thin(name: str, side: float) -> None:
    found = lines(style.find(name), side=side)
    assert all(one.width >= 0.75 for one in found if one.width)
    assert all(100 <= x <= 100 + side and 200 <= y <= 200 + side for one in found for x, y in one.points)
    assert found != lines(style.find(name), OTHER, side)
    # Only how often digits are given counts, not where they stand.
    moved = Motif(9, tuple((row, column, weight) for row, column, weight in reversed(ONE.cells)))
    assert found == lines(style.find(name), moved, side)


def test_a_border_is_mirrored_and_stays_around_the_rest_of_its_area() -> None:
    look, canvas = style.find("gift"), RecordingCanvas()
    rest = bordered(canvas, ONE, look, AREA)
    found = inks(canvas)
    assert AREA[0] < rest[0] < rest[2] < AREA[2] and AREA[1] < rest[1] < rest[3] < AREA[3]
    assert all(one.width >= 0.75 for one in found)
    points = {(round(x, 1), round(y, 1)) for one in found for x, y in one.points}
    for x, y in points:
        assert AREA[0] <= x <= AREA[2] and AREA[1] <= y <= AREA[3]
        assert not (rest[0] < x < rest[2] and rest[1] < y < rest[3])
    # Tenths of a point, of each point and of those around it.
    near = {(round(10 * x) + over, round(10 * y) + up) for x, y in points for over in (-1, 0, 1) for up in (-1, 0, 1)}
    for mirrored in ({(AREA[0] + AREA[2] - x, y) for x, y in points}, {(x, AREA[1] + AREA[3] - y) for x, y in points}):
        assert {(round(10 * x), round(10 * y)) for x, y in mirrored} <= near


def test_corners_are_mirrored_and_keep_to_the_corners() -> None:
    look, canvas = style.find("gift"), RecordingCanvas()
    cornered(canvas, ONE, look, AREA)
    points = {(round(x, 1), round(y, 1)) for one in inks(canvas) for x, y in one.points}
    reach = 2 * look.ornament.tile * (AREA[2] - AREA[0]) + 1
    assert len(points) > 100
    assert all(min(x - AREA[0], AREA[2] - x) <= reach and min(y - AREA[1], AREA[3] - y) <= reach for x, y in points)
    near = {(round(10 * x) + over, round(10 * y) + up) for x, y in points for over in (-1, 0, 1) for up in (-1, 0, 1)}
    assert {(round(10 * (AREA[0] + AREA[2] - x)), round(10 * y)) for x, y in points} <= near
    plain = RecordingCanvas()
    cornered(plain, ONE, style.find(), AREA)
    assert not plain.lines


def test_a_style_without_ornament_draws_motifs_and_no_border() -> None:
    look, canvas = style.find(), RecordingCanvas()
    assert bordered(canvas, ONE, look, AREA) == AREA and not canvas.lines
    draw_pattern(canvas, ONE, look, 0, 0, 90)
    assert {one.kind for one in inks(canvas)} == {"area"}


@pytest.mark.parametrize(("rank", "filled"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3)])
def test_lozenges_are_filled_by_the_level(rank: int, filled: int) -> None:
    look, canvas = style.find("winter"), RecordingCanvas()
    emblem = Emblem(look, None, ONE, rank)
    rest = emblem.draw(canvas, AREA)
    assert rest == emblem.below(AREA)
    assert sum(one.kind == "shape" for one in inks(canvas)) == filled
    assert all(rest[3] <= y <= AREA[3] and AREA[0] <= x <= AREA[2] for one in inks(canvas) for x, y in one.points)


def test_the_words_of_a_title_stay_clear_of_its_border() -> None:
    look, canvas = style.find("gift"), RecordingCanvas()
    wide = replace(look, ornament=replace(look.ornament, tile=0.06))
    assert bordered(canvas, ONE, wide, AREA)[0] > bordered(canvas, ONE, look, AREA)[0] > AREA[0] + 20
