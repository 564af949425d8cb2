"""The rule of pictures: a cell is sure, settled by proof, or unsure; no picture is needed to hold it."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import PUZZLE

from bookmaker.camera.readings import GridReading, read_chances
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry()
GIVENS = Puzzle(PUZZLE).givens
SOLUTION = solve(Puzzle(PUZZLE)).solution or b""
GIVEN = next(cell for cell, digit in enumerate(GIVENS) if digit)
EMPTY = GIVENS.index(0)

Changes = dict[int, dict[int, float]]


def read(changes: Changes, givens: bytes = GIVENS, answer: bytes | None = None) -> GridReading:
    """The reading of a puzzle whose cells are all sure, but for these chances of a cell; 10 is another mark."""
    chances = np.full((81, 11), 1e-6)
    for cell, digit in enumerate(givens):
        own = changes.get(cell, {digit: 1.0})
        for value, chance in own.items():
            chances[cell, value] = chance
    return read_chances(chances / chances.sum(1, keepdims=True), GROUND, answer)


def wrong(cell: int) -> int:
    """A digit with which the puzzle has no solution."""
    return next(
        digit
        for digit in range(1, 10)
        if digit != SOLUTION[cell]
        and not solve(Puzzle(GROUND, GIVENS[:cell] + bytes([digit]) + GIVENS[cell + 1 :])).solutions
    )


def test_a_printed_fault_is_never_read_away() -> None:
    # All cells are sure; one has a digit that makes the puzzle impossible, and proof knows a better one.
    bad = GIVENS[:GIVEN] + bytes([wrong(GIVEN)]) + GIVENS[GIVEN + 1 :]
    found = read({GIVEN: {bad[GIVEN]: 0.991, GIVENS[GIVEN]: 0.009}}, bad)
    assert found.taken and found.cells == bad and found.status != "proper" and not found.settled


def test_proof_settles_what_a_picture_leaves_open_and_says_so() -> None:
    digit, other = GIVENS[GIVEN], wrong(GIVEN)
    found = read({GIVEN: {other: 0.7, digit: 0.299}})
    assert found.taken and found.cells == GIVENS
    (doubt,) = found.settled
    said = doubt.said(GROUND)
    assert said.startswith(f"r1c1 is {other} or {digit} (0.70, 0.30); with {other} ") and said.endswith(
        f"read as {digit}"
    )


@pytest.mark.parametrize("chance", [0.95, 0.5, 0.02])
def test_proof_does_not_tell_empty_from_the_digit_of_the_solution(chance: float) -> None:
    found = read({EMPTY: {0: chance, SOLUTION[EMPTY]: 1 - chance}})
    assert not found.taken and [doubt.cell for doubt in found.unsure] == [EMPTY]


def test_a_mark_that_is_no_digit_is_never_guessed_through() -> None:
    found = read({GIVEN: {10: 0.9, GIVENS[GIVEN]: 0.1}})
    assert not found.taken and "a mark other than a printed digit" in found.unsure[0].said(GROUND)
    # A digit that may be another mark may be any digit, and none: one of them makes the puzzle proper, too.
    assert not read({EMPTY: {SOLUTION[EMPTY]: 0.95, 10: 0.05}}).taken


def test_an_improper_puzzle_with_an_open_cell_is_not_taken() -> None:
    cells = [cell for cell, digit in enumerate(GIVENS) if digit]
    bad = bytearray(GIVENS)
    bad[cells[0]] = wrong(cells[0])
    last = cells[-1]
    found = read({last: {bad[last]: 0.98, wrong(last): 0.02}}, bytes(bad))
    assert not found.taken and found.unsure[0].cell == last


def test_an_answer_in_the_picture_settles_and_is_named() -> None:
    digit, other = GIVENS[GIVEN], wrong(GIVEN)
    two = read({GIVEN: {other: 0.6, digit: 0.4}, EMPTY: {0: 0.6, other: 0.4}}, answer=SOLUTION)
    assert two.taken and two.cells == GIVENS and {doubt.cell for doubt in two.settled} >= {GIVEN}


def specked(marks: dict[int, float], ink: float, rows: slice = slice(15, 17)) -> GridReading:
    """The reading of a puzzle whose digits are strokes, and where these empty cells, with their chance of a mark, have ink."""
    pytest.importorskip("cv2")
    from bookmaker.camera.scans import with_specks

    cells = np.zeros((81, 32, 32), np.float32)
    chances = np.full((81, 11), 1e-6)
    for cell, digit in enumerate(GIVENS):
        chances[cell, digit] = 1.0
        cells[cell, 10:22, 15:18] = 1.0 if digit else 0.0
    for cell, mark in marks.items():
        chances[cell] = 0.0
        chances[cell, [0, 10]] = 1 - mark, mark
        cells[cell, rows, 15:17] = ink
    return read_chances(with_specks(chances, cells), GROUND)


def test_a_speck_has_too_little_ink_for_a_digit_and_many_are_marks() -> None:
    empty = [cell for cell, digit in enumerate(GIVENS) if not digit]
    assert specked({empty[0]: 0.08}, 0.6).taken
    # A mark that is likelier than not, or in many cells, is reported, however small: a dot may be a rule.
    assert not specked({empty[0]: 0.6}, 0.6).taken
    assert not specked(dict.fromkeys(empty[:8], 0.08), 0.6).taken
    # Less than any dot of a rule has is dirt, whatever the net says of it, in one cell or in many.
    assert specked(dict.fromkeys(empty[:8], 0.6), 0.3).taken
    # A dot on a border has its ink beside the middle of the cell.
    assert not specked(dict.fromkeys(empty[:8], 0.6), 0.6, slice(4, 7)).taken
    # As much ink as a digit may be one.
    assert not specked({empty[0]: 0.08}, 8.0).taken


def test_print_that_comes_twice_in_one_form_is_no_mark_by_hand() -> None:
    pytest.importorskip("cv2")
    from bookmaker.camera.scans import with_alike

    some = [cell for cell, digit in enumerate(GIVENS) if digit == GIVENS[GIVEN]]
    assert len(some) >= 2
    chances = np.full((81, 11), 1e-6)
    cells = np.zeros((81, 32, 32), np.float32)
    for cell, digit in enumerate(GIVENS):
        chances[cell, digit] = 1.0
    for cell in some:
        chances[cell, [GIVENS[GIVEN], 10]] = 0.75, 0.25
        cells[cell, 10:22, 12:20] = np.random.default_rng(3).random((12, 8))
    assert not read_chances(chances, GROUND).taken
    assert read_chances(with_alike(chances, cells), GROUND).taken
    # Cut a pixel apart they are the same; what has another form is still a mark.
    cells[some[0]] = np.roll(cells[some[0]], 1, 1)
    assert read_chances(with_alike(chances, cells), GROUND).taken
    cells[some[0], 10:22, 12:20] = np.random.default_rng(4).random((12, 8))
    found = read_chances(with_alike(chances, cells), GROUND)
    assert [doubt.cell for doubt in found.unsure] == [some[0]]
    # Which digit it is, others of its form do not say.
    chances[some[0], [GIVENS[GIVEN], GIVENS[GIVEN] % 9 + 1]] = 0.5, 0.25
    assert with_alike(chances, cells)[some[0]].max() < 0.9


@pytest.mark.parametrize("mark", ["as the others", "small", "beside", "thin", "at a border"])
def test_what_differs_from_the_print_of_its_grid_is_a_mark_though_its_form_is_a_digit(mark: str) -> None:
    pytest.importorskip("cv2")
    from bookmaker.camera.scans import with_print

    cells = np.zeros((81, 32, 32), np.float32)
    chances = np.full((81, 11), 1e-6)
    givens = bytearray(GIVENS)
    # The digit by hand is that of the answer: a proof cannot tell it from print.
    givens[EMPTY] = SOLUTION[EMPTY]
    for cell, digit in enumerate(givens):
        chances[cell, digit] = 1.0
        cells[cell, 8:24, 14:18] = 1.0 if digit else 0.0
    cells[EMPTY] = 0.0
    place = {
        "as the others": np.s_[8:24, 14:18],
        "small": np.s_[12:19, 14:18],
        "beside": np.s_[8:24, 18:22],
        "thin": np.s_[7:24, 15:17],
        "at a border": np.s_[6:32, 14:18],
    }[mark]
    cells[EMPTY][place] = 1.0
    found = read_chances(with_print(chances, cells), GROUND)
    assert [doubt.cell for doubt in found.unsure] == ([] if mark == "as the others" else [EMPTY])
    assert all(" mark" in doubt.said(GROUND) for doubt in found.unsure)


def test_a_digit_that_looks_like_none_of_its_digit_has_more_of_a_mark() -> None:
    pytest.importorskip("cv2")
    from bookmaker.camera.scans import with_print

    cells = np.zeros((81, 32, 32), np.float32)
    chances = np.full((81, 11), 1e-6)
    for cell, digit in enumerate(GIVENS):
        chances[cell, [digit, 10]] = 0.995, 0.005
        if digit:
            cells[cell, 8:24, 14:18] = cells[cell, 8:12, 10:14] = cells[cell, 20:24, 18:22] = 1.0
    # A little beside the place of the others it is still print.
    cells[GIVEN] = np.roll(cells[GIVEN], (1, 1), (0, 1))
    assert with_print(chances, cells)[GIVEN, 10] < 0.01
    # As high, with as much ink and as wide strokes; but the other way round.
    cells[GIVEN] = np.roll(cells[GIVEN, :, ::-1], 2, 1)
    assert with_print(chances, cells)[GIVEN, 10] > 0.01


def test_a_digit_of_a_font_that_is_lower_than_the_others_is_print_where_it_comes_twice() -> None:
    pytest.importorskip("cv2")
    from bookmaker.camera.scans import with_print

    some = [cell for cell, digit in enumerate(GIVENS) if digit == GIVENS[GIVEN]]
    cells = np.zeros((81, 32, 32), np.float32)
    chances = np.full((81, 11), 1e-6)
    for cell, digit in enumerate(GIVENS):
        chances[cell, digit] = 1.0
        cells[cell, 8:24, 14:18] = 1.0 if digit else 0.0
    for cell in some:
        cells[cell, 8:11] = 0.0
    assert read_chances(with_print(chances, cells), GROUND).taken
    for cell in some[1:]:
        cells[cell, 8:24, 14:18] = 1.0
    found = read_chances(with_print(chances, cells), GROUND)
    assert not found.taken or [doubt.cell for doubt in found.settled] == [GIVEN]
