"""Sums of cages where lines of clues cross their corner: on paper of their own, and read back from the page as before."""

from __future__ import annotations

import pytest

from benchmarks import proof_books, proofs
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import CAGE_STYLES, CageStyle
from bookmaker.printing.grids.grid_drawing import GridStyle, crossed, draw_grid
from bookmaker.printing.styles import style
from bookmaker.publishing.book.pages.slots import puzzle_of

BOOK = """
book: {title: Sums under Arrows, author: A. Tester, language: LANGUAGE}
seed: 5
page: {trim: 6x9in}
design: {style: STYLE}
sections:
  - {title: Dashes, puzzles: {kind: killer+arrow, size: 6, count: 1}, layout: two-up}
  - {title: Tints, puzzles: {kind: killer+arrow+x, size: 6, count: 1}, layout: two-up, cages: tinted}
  - {title: Shades, puzzles: {kind: killer+arrow+x, size: 6, count: 1}, layout: two-up}
front_matter: [title-page, how-to-play]
"""
LOOK = style.find()


@pytest.fixture(scope="module")
def made() -> list[list[GradedPuzzle]]:
    return proof_books.made_for(proof_books.spec_of(BOOK, "classic"))


def test_cages_and_arrows_are_read_from_the_page(made: list[list[GradedPuzzle]]) -> None:
    proof = proofs.proof_of(proof_books.printed(proof_books.spec_of(BOOK, "classic"), made))
    assert proof.found == ()
    assert proof.counts["unique"] == proof.counts["answers"] == 3


@pytest.mark.parametrize("cages", CAGE_STYLES)
@pytest.mark.parametrize("section", [0, 2])
def test_sums_that_a_clue_crosses_lie_on_the_ink_of_their_cells(
    section: int, cages: CageStyle, made: list[list[GradedPuzzle]]
) -> None:
    """Circles and shafts of arrows struck them through."""
    picture = puzzle_of(made[section][0], cages)
    canvas = RecordingCanvas()
    draw_grid(canvas, picture, 0.0, 0.0, 240.0, GridStyle.in_puzzles(LOOK))
    struck = crossed(picture.geometry)
    sums = [mark for mark in picture.caged if mark.text]
    assert {mark.cells[0] in struck for mark in sums} == {True, False}
    first = next(at for at, line in enumerate(canvas.lines) if line.startswith("text"))
    fills = [[*map(float, line.split()[1:])] for line in canvas.lines[:first] if line.startswith("fill ")]
    shaded = {cell for mark in picture.geometry.marks if mark.kind == "shade" for cell in mark.cells}
    for mark in sums:
        row, column = divmod(mark.cells[0], 6)
        left, top = column * 40.0, 240.0 - row * 40.0
        plates = [
            ink
            for ink, x1, y1, x2, y2 in fills
            if left < x1 < left + 8 and top - 8 < y2 < top and x2 - x1 < 40 > y2 - y1
        ]
        ink = LOOK.cages.tints[mark.tone] if cages == "tinted" else LOOK.grid.shade if mark.cells[0] in shaded else 0.0
        assert plates == ([pytest.approx(ink)] if mark.cells[0] in struck else [])


def test_a_line_crosses_the_corner_of_a_cell_beside_it(made: list[list[GradedPuzzle]]) -> None:
    """A slanting line from the cell above to the one on the left goes through it."""
    ground = made[0][0].puzzle.geometry
    for mark in ground.marks:
        if mark.kind == "shaft":
            for one, other in zip(mark.cells, mark.cells[1:], strict=False):
                (up, right), (down, left) = sorted((divmod(one, 6), divmod(other, 6)))
                if (down, left) == (up + 1, right - 1):
                    assert down * 6 + right in crossed(ground)
