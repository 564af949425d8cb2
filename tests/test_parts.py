"""Parts of grids in pictures of deductions: whole boxes, all that the picture is about, read back from the page as such."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typeset_data import LOOK, SETUPS

from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.grids.step_picture import CandidatePicture, Link, Outline, Part, box_lines, parts_around
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.text.diagrams import Diagram, diagram_rows
from bookmaker.publishing.explain.pictures import parts
from bookmaker.publishing.proof.grids import grids
from bookmaker.publishing.proof.ink import Pages
from bookmaker.publishing.proof.pdf_reading import read
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.cages import cage_marks


def shapes(ground: Geometry, *cells: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Rows and columns of the parts around these cells."""
    return [(part.rows, part.columns) for part in parts_around(ground, cells)]


def test_parts_are_whole_boxes_and_no_mere_strips() -> None:
    nine = geometry("classic")
    whole, middle = ((0, 9), (0, 9)), ((3, 6), (0, 9))
    # r5c5: a box is shown with the one beside it, and r9c9 with the one before it.
    assert shapes(nine, 40) == [whole, middle, ((3, 6), (3, 9))]
    assert shapes(nine, 80) == [whole, ((6, 9), (0, 9)), ((6, 9), (3, 9))]
    assert shapes(nine, 0, 72) == [whole, ((0, 9), (0, 3))]
    assert shapes(nine, 27, 35) == [whole, middle]
    assert shapes(nine, 0, 80) == [whole] and shapes(nine) == [whole]
    # Four rows of sixteen would be too long for a part.
    assert shapes(geometry("classic", 16), 0) == [((0, 16), (0, 16)), ((0, 8), (0, 16)), ((0, 4), (0, 8))]
    assert shapes(geometry("killer", 6), 0)[-1] == ((0, 2), (0, 6))


@pytest.mark.parametrize("name", ["jigsaw", "toroidal", "samurai", "latin"])
def test_grids_without_boxes_of_their_own_have_no_parts(name: str) -> None:
    assert box_lines(geometry(name)) == ((), ()) and len(shapes(geometry(name), 0)) == 1


def test_a_frame_has_its_numbers_all_around() -> None:
    framed = geometry({"x-sums"}, 6, None, [Clue("x-sum-outside", tuple(range(6)), (21,))])
    assert len(shapes(framed, 0)) == 1


def picture(**more: object) -> CandidatePicture:
    """A Killer whose upper left cage of three cells, r1c1, r1c2 and r2c1, has the sum 9."""
    grid, digits = geometry("killer"), bytearray(81)
    digits[3:6] = b"\7\5\6"
    marks = cage_marks(Puzzle(grid, bytes(81), cages=(Cage((0, 1, 9), 9), Cage((27, 36), 8), Cage((11, 12), 5))))
    masks = tuple(0 if digit else 511 for digit in digits)
    return CandidatePicture(grid, bytes(digits), masks, cages=marks, **more)  # type: ignore[arg-type]


def test_a_part_shows_all_that_the_picture_is_about() -> None:
    def least(**more: object) -> Part:
        return [*parts(picture(**more))][-1].shown

    assert (least(tiles=((0, "light"),)).rows, least(marks=(((30, 1), "ring"),)).rows) == ((0, 3), (3, 6))
    assert least(struck=((0, 1), (60, 1))).rows == (0, 9)
    assert least(links=(Link((0, 1), (33, 1)),)).columns == (0, 9)
    assert least(outlines=(Outline(tuple(range(0, 81, 9))),)).rows == (0, 9)
    # The whole cage, whose sum stands in another box; where a house is outlined, its cells are what counts.
    assert least(tiles=((12, "light"),)).columns == (0, 6)
    assert least(tiles=((12, "light"),), outlines=(Outline((12, 13)),)).columns == (3, 9)


@pytest.mark.parametrize(("rows", "columns"), [((0, 3), (0, 9)), ((3, 9), (3, 6)), ((3, 6), (3, 9)), ((0, 6), (0, 6))])
def test_the_proof_reads_a_part_as_a_picture(rows: tuple[int, int], columns: tuple[int, int]) -> None:
    drawn = replace(picture(tiles=((0, "light"),)), part=Part(rows, columns, 9))
    setup = SETUPS["6x9in"]
    (row,) = diagram_rows(LOOK, [Diagram(drawn)], 300.0)
    page = TextPage(look=LOOK, title="", blocks=(replace(row, centred=True),), folio="1")
    content = pdf_document([page], setup, Metadata("T"), 0, "t.pdf")
    found = read(content, "t.pdf")
    assert not found.puzzles and not found.answers and len(found.pictures) == 1
    (ink,) = Pages(content, "t.pdf")
    ((grid,), outside) = grids(ink, 0, 0)
    high, wide = rows[1] - rows[0], columns[1] - columns[0]
    assert grid.size == max(high, wide) and len(grid.occupied) == high * wide
    shown = [bytes(drawn.digits)[row * 9 + column] for row in range(*rows) for column in range(*columns)]
    assert [grid.digits[place] for place in grid.occupied] == [str(digit) if digit else "" for digit in shown]
    # Its rows and columns keep their numbers, and nothing else stands around it but the page number.
    left, bottom, right, top = grid.lattice.bounds
    assert [glyph.char for glyph in outside if glyph.bottom > top] == [str(n + 1) for n in range(*columns)]
    beside = [glyph.char for glyph in outside if glyph.right < left and glyph.top > bottom]
    assert sorted(beside) == [str(n + 1) for n in range(*rows)]
    # Lines run on over an open edge, and over no other.
    reach = LOOK.candidates.open_edge * grid.lattice.cell
    boxes = [(min(x for x, _ in s.points), max(x for x, _ in s.points)) for s in ink.strokes]
    assert (min(low for low, _ in boxes) < left - 1) == (columns[0] > 0)
    assert min(low for low, _ in boxes) >= left - reach - 1 and max(high for _, high in boxes) <= right + reach + 1
