"""Clues outside the grid against plain definitions on every grid of 4x4, and read back from pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import permutations

import naive
import numpy as np
import pytest
from typeset_data import IN_TEXT, LOOK

from bookmaker import formats
from bookmaker.base.errors import InputError, UsageError
from bookmaker.formats.base import lz
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridStyle, draw_grid, puzzle_picture
from bookmaker.printing.grids.symbols import usual_symbols
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.publishing.proof.clue_marks import stands_alone
from bookmaker.publishing.proof.grids import grids
from bookmaker.publishing.proof.ink import Glyph, Pages
from bookmaker.publishing.proof.kinds import alphabet, cells, frame_rules, marks
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, geometry
from bookmaker.puzzles.rules.places import slants, views


def _seen(line: Sequence[int]) -> int:
    return len({max(line[: end + 1]) for end in range(len(line))})


def _filling(line: Sequence[int]) -> int:
    one, other = sorted((line.index(min(line)), line.index(max(line))))
    return sum(line[one + 1 : other])


PLAIN: dict[str, tuple[str, Callable[[Sequence[int]], int]]] = {
    "skyscraper": ("skyscrapers", _seen),
    "sandwich": ("sandwich", _filling),
    "x-sum-outside": ("x-sums", lambda line: sum(line[: line[0]])),
    "numbered-room": ("numbered-rooms", lambda line: line[line[0] - 1]),
    "first-seen": ("first-seen", lambda line: line[0] if line[0] != len(line) else line[1]),
}
"""For each kind of clue a rule that has it, and the number that stands at a line of digits."""

_GRIDS = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))


@pytest.mark.parametrize("kind", PLAIN)
def test_clues_leave_the_grids_that_keep_them(kind: str) -> None:
    rule, plain = PLAIN[kind]
    chance = np.random.default_rng(2)
    for _ in range(6):
        wanted = _GRIDS[chance.integers(len(_GRIDS))]
        lines = list(views(4))
        some = [lines[place] for place in chance.permutation(len(lines))[:3].tolist()]
        clues = [Clue(kind, line, (plain([wanted[cell] for cell in line]),)) for line in some]
        kept = [grid for grid in _GRIDS if all(plain([grid[c] for c in one.cells]) == one.value[0] for one in clues)]
        puzzle = Puzzle(geometry(rule, 4, None, clues), bytes(16))
        assert count_solutions([puzzle], 500)[0] == len(kept)


@pytest.mark.parametrize("kind", ["skyscraper", "sandwich", "x-sum-outside", "numbered-room", "first-seen"])
def test_the_machine_of_a_line_keeps_what_its_definition_says(kind: str) -> None:
    _, plain = PLAIN[kind]
    declared = CLUES[kind]
    assert declared.machine is not None and declared.value is not None
    for line in permutations(range(1, 7)):
        value = plain(line)
        assert declared.value(line, 6) == (value,)
        for told in {max(value - 1, 1), value, value + 1}:
            assert declared.machine(6, 6, (told,)).keeps(line) == (told == value)


def test_sums_of_slanting_lines_leave_the_grids_that_keep_them() -> None:
    chance = np.random.default_rng(5)
    lines = list(slants(4))
    assert len(lines) == 20 and {len(line) for line in lines} == {2, 3, 4}
    for _ in range(10):
        wanted = _GRIDS[chance.integers(len(_GRIDS))]
        some = [lines[place] for place in chance.permutation(len(lines))[:3].tolist()]
        clues = [Clue("little-killer", line, (sum(wanted[cell] for cell in line),)) for line in some]
        kept = [grid for grid in _GRIDS if all(sum(grid[c] for c in one.cells) == one.value[0] for one in clues)]
        puzzle = Puzzle(geometry("little-killer", 4, None, clues), bytes(16))
        assert count_solutions([puzzle], 500)[0] == len(kept)


_ROW, _COLUMN = tuple(range(9)), tuple(range(2, 81, 9))
LINKS = {
    "skyscraper": ({"cell": "R0C3", "value": "4"}, Clue("skyscraper", _COLUMN, (4,))),
    "sandwichsum": ({"cell": "R1C10", "value": "0"}, Clue("sandwich", _ROW[::-1], (0,))),
    "xsum": ({"cell": "R10C3", "value": "30"}, Clue("x-sum-outside", _COLUMN[::-1], (30,))),
    "littlekillersum": (
        {"cell": "R0C4", "cells": ["R1C3", "R2C2", "R3C1"], "direction": "DL", "value": "17"},
        Clue("little-killer", (2, 10, 18), (17,)),
    ),
}


@pytest.mark.parametrize("word", LINKS)
def test_f_puzzles_names_the_place_outside_the_grid(word: str) -> None:
    item, clue = LINKS[word]
    grid = [[{} for _ in range(9)] for _ in range(9)]
    fields = {"size": 9, "grid": grid, word: [item]}
    (puzzle,) = formats.parse(f"https://www.f-puzzles.com/?load={lz.pack(json.dumps(fields))}")
    assert puzzle.clues == (clue,)
    text = formats.render([puzzle], "f-puzzles").strip().partition("load=")[2]
    assert json.loads(lz.unpack(text))[word] == [item]


@pytest.mark.parametrize(
    ("text", "kind", "cells", "value"),
    [
        (".Skyscraper~C3~~4", "skyscrapers", _COLUMN[::-1], 4),
        (".XSum~R1~12~", "x-sums", _ROW, 12),
        (".Sandwich~0~C3", "sandwich", _COLUMN, 0),
        (".NumberedRoom~C3~7~", "numbered-rooms", _COLUMN, 7),
        (".LittleKiller~34~R8C9", "little-killer", tuple(71 - 10 * step for step in range(8)), 34),
    ],
)
def test_the_interactive_solver_names_lines(text: str, kind: str, cells: tuple[int, ...], value: int) -> None:
    (puzzle,) = formats.parse(f"{text}.~R9C9_5", format="iss")
    assert puzzle.geometry.kind == kind
    assert [(clue.cells, clue.value) for clue in puzzle.clues] == [(cells, (value,))]
    (again,) = formats.parse(formats.render([puzzle], "iss"), format="iss")
    assert again == puzzle


def test_a_clue_at_an_end_that_a_format_has_not_is_a_loss() -> None:
    puzzle = Puzzle(geometry("sandwich", 9, None, [Clue("sandwich", _ROW[::-1], (5,))]), bytes(81))
    with pytest.raises(UsageError, match="at this end of a line"):
        formats.render([puzzle], "iss")


@pytest.mark.parametrize("rule", ["Skyscraper~C12~4~", "LittleKiller~9~R5C5", "XSum~R1", "Sandwich~x~R1"])
def test_a_clue_that_stands_nowhere_is_refused(rule: str) -> None:
    with pytest.raises(InputError, match="is not a clue beside a 9×9 grid"):
        formats.parse(f".{rule}.~R9C9_5", format="iss")


def test_letters_around_a_grid_and_blank_cells_are_read_back() -> None:
    """The highest digit is a blank cell: letters stand for the others, in the cells and around the grid."""
    some = [line for line in views(5) if line[0] in (0, 4, 20)]
    grid = bytes([5, 1, 2, 3, 4, 1, 2, 3, 4, 5, 2, 3, 4, 5, 1, 3, 4, 5, 1, 2, 4, 5, 1, 2, 3])
    clues = [Clue("first-seen", line, CLUES["first-seen"].value([grid[cell] for cell in line], 5)) for line in some]
    ground = geometry("easy-as-abc", 5, None, clues)
    assert sorted(clue.value[0] for clue in ground.clues) == [1, 1, 4, 4, 4, 4]
    canvas = PdfCanvas(Metadata("t"), LOOK)
    canvas.begin_page(Sheet(500, 500, (0, 0, 500, 500)))
    picture = puzzle_picture(ground, grid[:12] + bytes(13), symbols=usual_symbols(ground))
    draw_grid(canvas, picture, 50, 50, 400, GridStyle.in_puzzles(LOOK))
    canvas.end_page()
    pages = Pages(canvas.finish(), "t.pdf")
    (page,) = pages
    (read,), _ = grids(page, 0, 0)
    pages.close()
    assert frame_rules(read) == ["first-seen"]
    assert set(read.digits) == {"", *"ABCDX"}
    assert cells(read, alphabet([read]), ground) == grid[:12] + bytes(13)
    assert marks(read).ground is ground


@pytest.mark.parametrize("digits", [True, False])
def test_letters_that_name_columns_are_no_clues_of_digits(digits: bool) -> None:
    canvas = PdfCanvas(Metadata("t"), LOOK)
    canvas.begin_page(Sheet(600, 600, (0, 0, 600, 600)))
    givens = bytes(cell % 9 + 1 if digits and cell % 10 == 4 else 0 for cell in range(81))
    draw_grid(canvas, puzzle_picture(geometry("classic", 9), givens), 60, 60, 450, GridStyle.in_puzzles(LOOK))
    face = LOOK.face(GridStyle.in_puzzles(LOOK).role)
    size = 0.45 * 50 * face.units / face.cap_height
    for column, letter in enumerate("ABCDEFGHI"):
        canvas.text(85 + 50 * column - face.width(letter, size) / 2, 535 - 0.225 * 50, letter, face, size)
    canvas.end_page()
    pages = Pages(canvas.finish(), "t.pdf")
    (read,), outside = grids(next(iter(pages)), 0, 0)
    pages.close()
    assert bool(read.clues) is not digits
    if digits:
        assert cells(read, alphabet([read]), geometry("classic", 9)) == givens
        assert {glyph.char for glyph in outside} == {*"ABCDEFGHI"}


def test_letters_do_not_go_with_clues_that_speak_of_digits() -> None:
    for kind, refused in (("skyscrapers", True), ("even-odd", True), ("easy-as-abc", True), ("x", False)):
        assert bool(list(SymbolWish("letters").faults(geometry(kind, 6), None))) is refused


def test_the_frame_makes_room_around_the_grid() -> None:
    clues = [Clue("skyscraper", line, (2,)) for line in views(4)]
    ground = geometry("skyscrapers", 4, None, clues)
    assert ground.span == 6
    canvas = RecordingCanvas()
    draw_grid(canvas, puzzle_picture(ground, bytes(16)), 0, 0, 120, IN_TEXT)
    assert sum(line.lstrip().startswith("text") for line in canvas.lines) == 16


def test_a_figure_of_a_longer_label_is_no_number_beside_the_grid() -> None:
    def glyph(char: str, left: float) -> Glyph:
        return Glyph(char, left, 100.0, left + 3.0, 106.0, 100.0, 8.5, 1.0, 0, left)

    one, six, far = glyph("1", 0.0), glyph("6", 4.8), glyph("3", 9.0)
    assert not stands_alone([one], [one, six, far])
    assert stands_alone([one, six], [one, six, glyph("3", 14.0)])


def test_numbers_that_nearly_touch_are_read_each_in_its_place() -> None:
    columns = [tuple(range(column, 81, 9)) for column in range(9)]
    ground = geometry("sandwich", 9, None, [Clue("sandwich", line, (10 + at,)) for at, line in enumerate(columns)])
    canvas = PdfCanvas(Metadata("t"), LOOK)
    canvas.begin_page(Sheet(200, 200, (0, 0, 200, 200)))
    cell = 8.5
    draw_grid(canvas, puzzle_picture(ground, bytes(9) + bytes([5]) * 72), 60, 60, ground.span * cell, IN_TEXT)
    canvas.end_page()
    pages = Pages(canvas.finish(), "t.pdf")
    (read,), outside = grids(next(iter(pages)), 0, 0)
    pages.close()
    assert [mark.text for mark in read.clues if mark.kind == "outside"] == [str(10 + at) for at in range(9)]
    assert not outside
