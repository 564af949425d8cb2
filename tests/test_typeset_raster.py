"""Pictures of pages: grey, of the right size, with ink where the vectors have it."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from typeset_data import IN_TEXT, SETUPS, InkCanvas, grids_page, picture

from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, draw_grid
from bookmaker.printing.pages.page_kinds import draw_page
from bookmaker.puzzles.grid.geometry import Geometry, House
from bookmaker.puzzles.grid.marks import Look, Mark


@pytest.mark.parametrize("dpi", [72, 150])
def test_a_page_is_grey_and_has_its_size_and_resolution(dpi: int) -> None:
    canvas = RasterCanvas(dpi)
    draw_page(canvas, grids_page("two-up", [9]), SETUPS["6x9in"], 0, 40)
    image = Image.open(io.BytesIO(canvas.png()))
    assert image.mode == "L"
    assert image.size == (6 * dpi, 9 * dpi)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


@pytest.mark.parametrize("kind", ["classic", "x"])
def test_ink_lies_where_the_vectors_have_it(kind: str) -> None:
    dpi, vectors, raster = 144, InkCanvas(), RasterCanvas(144)
    page = grids_page("four-up", [9], kind=kind)
    draw_page(vectors, page, SETUPS["6x9in"], 0, 40)
    draw_page(raster, page, SETUPS["6x9in"], 0, 40)
    image, scale = raster.pages[0], dpi / 72

    def darkest(left: float, bottom: float, right: float, top: float) -> int:
        box = (int(left * scale), int((648 - top) * scale), int(right * scale) + 1, int((648 - bottom) * scale) + 1)
        return image.crop(box).getextrema()[0]

    for _, box, _ in vectors.digits + vectors.chars:
        assert darkest(*box) < 120
    for (x1, y1), (x2, y2), _ in vectors.lines:
        assert darkest((x1 + x2) / 2, (y1 + y2) / 2, (x1 + x2) / 2, (y1 + y2) / 2) < 140
    for left, bottom, right, top in vectors.fills:
        x, y = left + (right - left) * 0.12, bottom + (top - bottom) * 0.12
        assert 200 < image.getpixel((int(x * scale), int((648 - y) * scale))) < 245
    assert image.getpixel((3, 3)) == 255
    # Ink and paper: the picture holds no more black than the vectors' boxes together.
    inked = sum(count for value, count in enumerate(image.histogram()) if value < 250)
    area = sum((r - left + 2) * (t - b + 2) for left, b, r, t in vectors.everything()) * scale**2
    assert inked <= area


def test_corners_of_the_outline_are_square_and_black() -> None:
    canvas = RasterCanvas(288)
    canvas.begin_page(Sheet(120, 120, (0, 0, 120, 120)))
    draw_grid(canvas, picture(False, size=4), 10, 10, 100, IN_TEXT)
    canvas.end_page()
    image = canvas.pages[0]
    for x, y in ((9.2, 9.2), (9.2, 110.8), (110.8, 9.2), (110.8, 110.8)):
        assert image.getpixel((int(x * 4), int((120 - y) * 4))) == 0
    assert image.getpixel((32, 240)) == 255


def test_a_straight_mark_is_drawn_through_the_centres_of_its_ends() -> None:
    house = House("box", 1, tuple(range(9)))
    grid = Geometry("marked", 3, (3, 3), (house,), (Mark("line", (0, 4, 8)),))
    canvas = InkCanvas()
    draw_grid(canvas, GridPicture(grid, bytes(9)), 0, 0, 90, IN_TEXT)
    assert ((15.0, 75.0), (75.0, 15.0), 1.5) in canvas.lines


@pytest.mark.parametrize("look", ["cord", "hollow-bulb"])
def test_a_hollow_line_is_never_too_thin_inside(look: Look) -> None:
    house = House("box", 1, tuple(range(9)))
    grid = Geometry("marked", 3, (3, 3), (house,), (Mark(look, (0, 4, 8)),))
    canvas = InkCanvas()
    draw_grid(canvas, GridPicture(grid, bytes(9)), 0, 0, 30, IN_TEXT)
    assert min(width for *_, width in canvas.lines) >= 0.75
