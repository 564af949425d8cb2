"""Digits of clues: legible on every page, and out of the way of the digits of answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import readback
from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import digits_in_circle, free_below, least_clue_cell, measures
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, answer_picture, draw_grid, puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.pages.page_fit import require_clue_room
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.marks import Look
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.places import views

LOOK, LARGE = style.find(), style.find("large-print")
CORNER = geometry("quadruples", 9, clues=(Clue("quadruple", (0, 1, 9, 10), (1, 2, 3, 4)),))
WHISPER = geometry("whispers", 9, clues=(Clue("whisper", (0, 1, 2)),))


def drawn(picture: GridPicture, side: float) -> list[str]:
    canvas = RecordingCanvas()
    draw_grid(canvas, picture, 0.0, 0.0, side, GridStyle.in_text(LOOK))
    return canvas.lines


def test_digits_in_circles_stay_above_the_floor_of_the_style() -> None:
    least = least_clue_cell(LOOK, ["quadruple-circle"], "")
    assert digits_in_circle(LOOK, least) == LOOK.type.least
    assert digits_in_circle(LOOK, 50.0) > LOOK.type.least
    # The circle has grown with them, and leaves the middle of the cells free.
    assert LOOK.clues.around / LOOK.clues.inside * LOOK.type.least == pytest.approx(LOOK.clues.around_most * least)
    assert least_clue_cell(LARGE, ["outside"], "88") > least_clue_cell(LOOK, ["outside"], "88")
    assert least_clue_cell(LOOK, ["tube"], "") == 0


@pytest.mark.parametrize("look", ["white-number", "black-number", "clone", "outside-arrow"])
def test_numbers_and_letters_of_marks_need_room_for_the_floor_of_the_style(look: Look) -> None:
    assert 0 < least_clue_cell(LOOK, [look], "88") < least_clue_cell(LARGE, [look], "88")


def test_letters_of_clones_keep_the_floor_where_the_outline_takes_of_their_room() -> None:
    clones = geometry("clones", 9, clues=(Clue("clone", (5, 14, 18, 27)),))
    tight = 9 * least_clue_cell(LOOK, ["clone"], "") - LOOK.grid.outline
    (size,) = {float(line.split()[4]) for line in drawn(puzzle_picture(clones, bytes(81)), tight) if "'A'" in line}
    assert size == LOOK.type.least


@pytest.mark.parametrize("name", style.names())
def test_letters_of_clones_are_clear_of_the_digits_in_their_cells(name: str) -> None:
    look, clones = style.find(name), geometry("clones", 9, clues=(Clue("clone", (5, 14, 18, 27)),))
    for digit in range(1, 10):
        givens = bytes(digit * (cell == 5) for cell in range(81))
        for side in (9 * least_clue_cell(look, ["clone"], "") + 9, 300.0):
            canvas = PdfCanvas(Metadata("Clones"), look)
            canvas.begin_page(Sheet(side, side, (0.0, 0.0, side, side)))
            draw_grid(canvas, puzzle_picture(clones, givens), 0.0, 0.0, side, GridStyle.in_puzzles(look))
            canvas.end_page()
            (ink,) = readback.Reader(canvas.finish()).pages()
            assert {char for _, char, *_ in ink.chars} == {"A", str(digit)}
            assert [*readback.overlaps(ink)] == []


def test_a_layout_without_room_for_them_is_refused() -> None:
    page, small = (0.0, 0.0, 540.0, 700.0), (0.0, 0.0, 230.0, 300.0)
    pictures = [puzzle_picture(CORNER, bytes(81))]
    four = layouts.find("four-up", LOOK)
    require_clue_room(four, pictures, page, None)
    with pytest.raises(SpecError, match="the digits of its clues need"):
        require_clue_room(four, pictures, small, None)
    # Answers have none of them.
    require_clue_room(four.for_answers(), pictures, small, None)


def test_answers_leave_circles_out_and_have_pale_lines() -> None:
    full = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    asked, answered = (puzzle_picture(CORNER, bytes(81)), answer_picture(CORNER, bytes(81), full))
    assert any("'12'" in line for line in drawn(asked, 240.0))
    assert not any("'12'" in line for line in drawn(answered, 240.0))
    inks = LOOK.clues.wire_ink, LOOK.clues.wire_ink * LOOK.clues.answer_ink
    pictures = puzzle_picture(WHISPER, bytes(81)), answer_picture(WHISPER, bytes(81), full)
    for picture, ink in zip(pictures, inks, strict=True):
        assert any(
            line.endswith(f" {ink:g}") or f"ink {ink:g}" in line or f" {ink:g} " in line
            for line in drawn(picture, 240.0)
        )


def test_answers_in_small_cells_leave_numbers_around_them_out() -> None:
    full = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    lines = [range(9 * row, 9 * row + 9) for row in range(9)]
    ground = geometry("sandwich", 9, clues=[Clue("sandwich", tuple(line), (17,)) for line in lines])
    least = least_clue_cell(LOOK, ["outside"], "88")
    assert sum("'17'" in line for line in drawn(answer_picture(ground, bytes(81), full), ground.span * least)) == 9
    assert not any(
        "'17'" in line for line in drawn(answer_picture(ground, bytes(81), full), ground.span * least * 0.85)
    )
    # A puzzle is nothing without them.
    assert any("'17'" in line for line in drawn(puzzle_picture(ground, bytes(81)), ground.span * least * 0.85))


def test_cages_keep_clear_of_the_outline_too() -> None:
    bold = replace(LOOK, grid=replace(LOOK.grid, box=2.0, outline=8.0, outline_share=0.0, box_share=0.0))
    fitted = GridStyle.in_text(bold).fitted(20.0)
    heavy = max(fitted.box, fitted.outline)
    assert measures(bold, 20.0, fitted.thin, heavy).inset >= fitted.outline / 2 + LOOK.cages.line_gap


def test_notes_stand_below_the_grid_where_no_number_does() -> None:
    ways = list(views(4))

    def free(kind: str, lines: list[tuple[int, ...]]) -> bool:
        return free_below(geometry(kind, 4, None, [Clue("skyscraper", line, (2,)) for line in lines]))

    below = [line for line in ways if line[0] >= 12 and line[1] < line[0] - 1]
    assert len(below) == 4
    assert not free("skyscrapers", ways)
    assert free("skyscrapers", [line for line in ways if line not in below])
    assert not any(free("skyscrapers", [line]) for line in below)
    assert not free_below(geometry("classic", 9))


def test_a_page_sets_the_note_there() -> None:
    layout, above = layouts.find("one-up", LOOK), [line for line in views(4) if line[0] < 4 and line[1] > 3]

    def height(lines: list[tuple[int, ...]]) -> float:
        ground = geometry("skyscrapers", 4, None, [Clue("skyscraper", line, (2,)) for line in lines])
        slot = Slot(puzzle_picture(ground, bytes(16)), "1", note="There")
        canvas = RecordingCanvas()
        GridsPage(look=LOOK, layout=layout, slots=(slot,), head="").draw(canvas, (0.0, 0.0, 300.0, 500.0))
        (note,) = [line for line in canvas.lines if line.endswith("'There'")]
        return float(note.split()[2])

    assert height(above) - height(list(views(4))) > 30


def test_answers_without_clues_have_digits_and_lines_alone() -> None:
    full = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    pictures = answer_picture(geometry(), bytes(81), full), answer_picture(WHISPER, bytes(81), full)
    plain, bare = (
        [line for line in drawn(replace(one, clues=False), 240.0) if "stamp" not in line] for one in pictures
    )
    assert plain == bare
    # They need no room for clues, but for numbers around the grid.
    asked = [replace(puzzle_picture(CORNER, bytes(81)), clues=False)]
    require_clue_room(layouts.find("four-up", LOOK), asked, (0.0, 0.0, 230.0, 300.0), None)
