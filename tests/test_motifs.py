"""Puzzles as patterns on title pages and openers."""

from dataclasses import replace

import pytest

from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.ornament import Motif, draw_motif, first_motif
from bookmaker.printing.styles import style
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.rules import geometry
from tests.typeset_data import picture

LOOK = style.find()
AREA = (36.0, 50.0, 396.0, 600.0)


def drawn(page: TitlePage | OpenerPage) -> list[str]:
    canvas = RecordingCanvas()
    page.draw(canvas, AREA)
    return [line for line in canvas.lines if line.startswith("area")]


def test_weights_are_the_digits_of_what_the_page_shows() -> None:
    shown = picture(answers=False)
    motif = Motif.of(shown)
    assert motif is not None and motif.span == 9
    assert {(9 * row + column): round(weight * 9) for row, column, weight in motif.cells} == dict(
        enumerate(shown.digits)
    )


def test_a_puzzle_that_shows_too_little_makes_none() -> None:
    empty = puzzle_picture(geometry(), bytes(81))
    assert Motif.of(empty) is None
    assert first_motif([empty, picture(answers=False)]) == Motif.of(picture(answers=False))


def test_clues_make_one_where_there_are_no_digits() -> None:
    dots = tuple(Clue("white-dot", (cell, cell + 1)) for cell in range(0, 81, 9))
    ground = geometry("kropki-partial", 9, clues=dots)
    motif = Motif.of(puzzle_picture(ground, bytes(81)))
    assert motif is not None
    assert sum(weight > 0 for *_, weight in motif.cells) == 18


@pytest.mark.parametrize("name", style.names())
def test_it_stands_inside_its_page(name: str) -> None:
    look = style.find(name)
    motif = Motif.of(picture(answers=False))
    canvas = RecordingCanvas()
    assert motif is not None
    draw_motif(canvas, motif, look.motifs, 100.0, 200.0, 90.0)
    points = [tuple(map(float, word.split(","))) for line in canvas.lines for word in line.split() if "," in word]
    assert points
    assert all(100 <= x <= 190 and 200 <= y <= 290 for x, y in points)


def test_openers_and_title_pages_have_one_unless_the_style_says_none() -> None:
    motif = Motif.of(picture(answers=False))
    bare = replace(LOOK, motifs=replace(LOOK.motifs, title=0.0, opener=0.0))
    for look, count in ((LOOK, 2), (bare, 0)):
        assert len(drawn(OpenerPage(look=look, title="One", summary="", motif=motif))) == count
        assert len(drawn(TitlePage(look=look, title="One", motif=motif))) == count
