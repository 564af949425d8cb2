"""Levels drawn as bars or stars: on paper and on a black plate, as they are drawn and read back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.canvases.strokes import bars_width, draw_bars, draw_stars, stars_width
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.labels import Labels, Slot
from bookmaker.printing.styles import style
from bookmaker.publishing.proof.ink import Pages
from bookmaker.publishing.proof.words import level_marks
from bookmaker.puzzles.rules import geometry

PICTURE = puzzle_picture(geometry("classic", 9), bytes(81))


@pytest.mark.parametrize("name", ["newspaper", "classic"])
@pytest.mark.parametrize("mark", ["stars", "bars"])
def test_a_drawn_level_is_seen_on_its_ground(mark: str, name: str) -> None:
    found = style.find(name)
    look = replace(found, labels=replace(found.labels, right=f"{{{mark}}}"))
    canvas = PdfCanvas(Metadata("t"), look)
    canvas.begin_page(Sheet(300, 100, (0, 0, 300, 100)))
    slot = Slot(PICTURE, "Sudoku 1", marks=(mark,), rank=3)
    labels = Labels.of(look, layouts.find("one-up", look), [slot], [260])
    labels.draw(canvas, slot, (20, 40, 280), (20, 0, 280, 100))
    canvas.end_page()
    pages = Pages(canvas.finish(), "t.pdf")
    (page,) = pages
    pages.close()
    (read,) = level_marks(page.areas)
    assert (read.rank, read.of) == (3, look.labels.bars if mark == "bars" else 0)
    plate = any(area.ink > 0.9 and area.box[0] <= 20 and area.box[2] >= 280 for area in page.areas)
    assert plate is (name == "newspaper")
    inks = [area.ink for area in page.areas if area.box[0] > 200 and area.box[1] == read.box[1]]
    assert (max(inks) < 0.9 and min(inks) < 0.01) if plate else max(inks) > 0.99


def test_the_style_says_how_large_bars_and_stars_are() -> None:
    look = style.find("modern").labels
    high = 10.0
    assert bars_width(high, replace(look, bars=5, bar=0.3, bar_gap=0.2)) == pytest.approx(10 * (5 * 0.3 + 4 * 0.2))
    assert stars_width(high, 3, replace(look, star=2.0, star_gap=0.5)) == pytest.approx(20 * (3 + 2 * 0.5))
    canvas = RecordingCanvas()
    draw_bars(canvas, 0, 0, high, 1, replace(look, bars=3, bar=0.3, bar_gap=0.2, bar_least=0.6), 0.25)
    boxes = [tuple(map(float, line.split()[2:6])) for line in canvas.lines]
    assert boxes == [(0, 0, 3, 6), (5, 0, 8, 8), (10, 0, 13, 10)]
    canvas = RecordingCanvas()
    draw_stars(canvas, 0, 0, high, 2, replace(look, star=2.0, star_gap=0.5))
    first, second = [[float(spot.split(",")[0]) for spot in line.split()[2:]] for line in canvas.lines]
    assert second[0] - first[0] == pytest.approx(30)
