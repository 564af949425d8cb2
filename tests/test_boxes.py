"""Boxes of any shape: read as they are drawn, said or needed; written, made, mended and printed."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import drawn_boxes
import naive
import pytest
import sat
from conftest import scaled

import bookmaker
from bookmaker.base.errors import UsageError
from bookmaker.formats import Reading, parse, render
from bookmaker.formats.apps.registry import FORMATS
from bookmaker.formats.base.format import barrier, losses
from bookmaker.formats.reading import Argument, items, read_stream
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import BOXES, SHAPES, SYMBOLS, box_text, parse_box
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

Case = tuple[tuple[int, int], str, str]


def _cases() -> list[Case]:
    lines = (Path(__file__).parent / "data" / "boxes.txt").read_text().splitlines()
    return [(parse_box(shape), givens, answer) for shape, givens, answer in map(str.split, lines[1:])]


CASES = _cases()
"""Several puzzles of each shape of 6x6 to 16x16 grids."""

FIRST = list({box: (box, givens, answer) for box, givens, answer in reversed(CASES)}.values())
"""One of each shape."""


def ids(case: Case) -> str:
    return box_text(case[0])


def puzzle_of(case: Case) -> Puzzle:
    box, givens, answer = case
    ground = geometry("classic", box[0] * box[1], box=box)
    digits = bytes(0 if sign == "." else SYMBOLS.index(sign) + 1 for sign in givens)
    return Puzzle(ground, digits, answer=bytes(SYMBOLS.index(sign) + 1 for sign in answer))


def found(text: str) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of a text, and what was said of it."""
    held = list(items(read_stream(Argument(text), Reading())))
    return [one for one in held if isinstance(one, Puzzle)], [str(one) for one in held if not isinstance(one, Puzzle)]


# The shape belongs to the grid.


def test_a_map_of_boxes_is_their_shape_and_the_usual_one_needs_no_name() -> None:
    for size, shapes in SHAPES.items():
        assert shapes[0] == BOXES[size]
        for box in shapes:
            ground = geometry("classic", size, box=box)
            assert ground.box == box and ground.own_box == (None if box == BOXES[size] else box)
            assert geometry("classic", size, tuple(one - 1 for one in ground.box_of)) is ground
            assert geometry("jigsaw", size, ground.areas or tuple(one - 1 for one in ground.box_of)) is ground
            assert pickle.loads(pickle.dumps(ground)) is ground
            assert sorted(map(sorted, (house.cells for house in ground.houses))) == sorted(
                map(sorted, naive.houses(size, *box))
            )


@pytest.mark.parametrize(
    ("kind", "size", "boxes", "fault"),
    [
        ("classic", 9, "9x1", "a box of 9x1 is a column: boxes of a 9x9 grid are 3x3"),
        ("classic", 9, "1x9", "a box of 1x9 is a row: boxes of a 9x9 grid are 3x3"),
        ("classic", 6, "3x3", "a box of 3x3 has 9 cells, and a 6x6 grid has boxes of 6: 2x3 or 3x2"),
        ("jigsaw", 6, "3x2", "the kind jigsaw has regions in place of boxes"),
        ("latin", 6, "3x2", "the kind latin has no boxes"),
        ("classic", 6, "3 by 2", "must be rows by columns of a box, such as 3x2"),
    ],
)
def test_boxes_that_cannot_be_are_refused_with_the_reason(kind: str, size: int, boxes: str, fault: str) -> None:
    with pytest.raises(UsageError) as error:
        bookmaker.generate(1, kind=kind, size=size, boxes=boxes)
    assert fault in str(error.value)


# Reading.


@pytest.mark.parametrize("case", FIRST[:: scaled(2, 1)], ids=ids)
def test_a_puzzle_has_the_boxes_that_are_drawn_around_its_cells(case: Case) -> None:
    """Every style with every sign for empty cells; nothing is guessed, and the drawn puzzle is proper."""
    box, givens, _ = case
    wanted = puzzle_of(case)
    assert solve(wanted).solutions == 1
    for name, text in drawn_boxes.drawings(givens, box):
        puzzles, said = found(text)
        assert [(str(one), one.geometry.box) for one in puzzles] == [(givens, box)], name
        assert not any("boxes of" in one for one in said), (name, said)


@pytest.mark.parametrize("case", [case for case in FIRST if case[0] != BOXES[case[0][0] * case[0][1]]], ids=ids)
def test_where_nothing_is_drawn_the_only_boxes_that_make_it_proper_are_taken_with_a_note(case: Case) -> None:
    box, givens, answer = case
    size = box[0] * box[1]
    rows = [givens[at : at + size] for at in range(0, size * size, size)]
    for text in (givens, "\n".join(rows), f"{givens}\n{answer}\n", json.dumps({"puzzle": givens, "solution": answer})):
        (puzzle,), said = found(f"{text}\n")
        assert (str(puzzle), puzzle.geometry.box) == (givens, box), text
        assert any(f"boxes of {box[0]} rows and {box[1]} columns are taken" in one for one in said)
        assert (puzzle.answer is not None) == (answer in text)


KEYS = (
    {"boxes": "3x2"},
    {"boxHeight": 3, "boxWidth": 2},
    {"box_width": 2},
    {"block_rows": 3},
    {"box": {"rows": 3, "columns": 2}},
    {"boxSize": {"width": 2, "height": 3}},
    {"regions": "112233112233112233445566445566445566"},
)
WORDS = (
    "boxes 3 rows by 2 columns",
    "Each box is 2 wide and 3 high.",
    "The boxes have three rows and two columns",
    "regions of 2 columns x 3 rows",
    "boxes of 3x2 (rows x columns)",
    "Cada caja tiene 3 filas y 2 columnas",
    "блоки: 3 строки и 2 столбца",
)
IMPROPER = "2....1...........12.....5...5......."
"""Several solutions with boxes of either shape: nothing but words and keys tells which."""


@pytest.mark.parametrize("extra", KEYS, ids=str)
def test_keys_say_the_boxes(extra: dict[str, object]) -> None:
    for name in ("puzzle", "values"):
        puzzles, said = found(json.dumps({name: IMPROPER, **extra}) + "\n")
        if puzzles or name == "puzzle":
            assert [one.geometry.box for one in puzzles] == [(3, 2)], (name, said)


@pytest.mark.parametrize("words", WORDS)
def test_words_say_the_boxes(words: str) -> None:
    for text in (f"{words}\n\n{IMPROPER}\n", f"{IMPROPER}\n\n{words}\n"):
        assert [one.geometry.box for one in found(text)[0]] == [(3, 2)]


@pytest.mark.parametrize(
    "words", ["boxes of 3x2", "3 rows and 2 columns", "2 rows, 3 boxes", "6 rows and 6 columns of boxes"]
)
def test_words_that_do_not_say_which_are_rows_say_nothing(words: str) -> None:
    assert [one.geometry.box for one in found(f"{words}\n\n{IMPROPER}\n")[0]] == [(2, 3)]


def test_keys_that_cannot_be_are_a_fault() -> None:
    for extra in ({"boxHeight": 3, "boxWidth": 3}, {"boxHeight": 4}):
        puzzles, said = found(json.dumps({"puzzle": IMPROPER, **extra}) + "\n")
        assert not puzzles and any("a grid of 6x6" in one for one in said)


def test_the_reader_of_a_file_may_name_its_boxes(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{IMPROPER}\n{'1' + '.' * 15}\n")
    assert [one.geometry.box for one in bookmaker.read(path, boxes="3x2")] == [(3, 2), (2, 2)]
    with pytest.raises(UsageError, match="a box of 9x1 is a column"):
        bookmaker.read(path, boxes="9x1")


# Writing.


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("case", FIRST, ids=ids)
def test_what_is_written_is_read_back_or_the_loss_is_named(name: str, case: Case) -> None:
    puzzle = replace(puzzle_of(case), answer=None)
    for rules in ("classic", "x", "anti-king"):
        one = replace(puzzle, geometry=geometry(rules, puzzle.geometry.size, box=case[0]))
        if barrier(one, FORMATS[name]):
            continue
        lost = " ".join(losses(one, FORMATS[name]))
        again = parse(render([one], name), format=name)
        assert [str(each) for each in again] == [str(one)]
        if "its kind" not in lost:
            assert again[0].geometry.rules == one.geometry.rules
            if "its boxes" not in lost:
                assert again[0].geometry is one.geometry
            else:
                assert one.geometry.own_box and f"--boxes {box_text(case[0])} (rows x columns)" in lost


# Mending.


@pytest.mark.parametrize("case", [case for case in CASES if case[0][0] * case[0][1] <= 8], ids=ids)
def test_no_given_of_a_puzzle_that_is_proper_in_its_boxes_is_dropped(case: Case) -> None:
    for text in (drawn_boxes.doubled(case[1].replace(".", " "), case[0]), drawn_boxes.compact(case[1], case[0])):
        (puzzle,), _ = found(text)
        mended = bookmaker.fix(puzzle, apply="drop")
        assert mended.status == "proper" and mended.result == puzzle and not mended.dropped


# Solving and making.


@pytest.mark.parametrize("case", CASES[:: scaled(3, 1)], ids=ids)
def test_solvers_that_get_the_boxes_as_lists_find_the_same(case: Case) -> None:
    puzzle, size = puzzle_of(case), case[0][0] * case[0][1]
    for box in SHAPES[size]:
        ours = solve(Puzzle(geometry("classic", size, box=box), puzzle.givens), 2).solutions
        assert ours == len(sat.Prover(size, box).solutions(puzzle.givens))
        if size == 6:
            assert ours == naive.count(list(puzzle.givens), size, naive.houses(size, *box), 2)


@pytest.mark.parametrize("kind", ["classic", "x", "killer", "disjoint-groups", "anti-king", "thermometers", "kropki"])
def test_puzzles_of_any_kind_are_made_graded_and_explained(kind: str) -> None:
    for made in bookmaker.generate(2, "any", kind=kind, size=6, boxes="3x2", seed=4):
        ground = made.puzzle.geometry
        assert ground.box == (3, 2)
        assert naive.legal(list(made.solution), naive.houses(6, 3, 2, diagonals=kind == "x"))
        assert bookmaker.verify(made.puzzle).status == "proper"
        assert parse(render([made.puzzle], "json"))[0] == made.puzzle
        assert bookmaker.explain(made.puzzle)
    if kind == "disjoint-groups":
        # The cells at one place of each box: r1c1, r1c3, r1c5, r4c1, r4c3, r4c5.
        assert next(house.cells for house in ground.houses if house.kind == "group") == (0, 2, 4, 18, 20, 22)
