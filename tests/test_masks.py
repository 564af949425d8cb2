"""Puzzles whose givens stand where a drawing says, and puzzles to a given solution."""

import json

import pytest

from bookmaker.base.errors import SpecError, UsageError
from bookmaker.cli import main
from bookmaker.logic.generation.maker import Maker, make
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.grid.symmetry import exchangeable, parse_mask
from bookmaker.puzzles.rules import geometry

DRAWING = """\
.X.XX.XX.
X..XX..X.
..X....X.
..X..X.XX
.X.XX..X.
X..XX.X..
.XX.XX..X
...XX....
X....XX..
"""
SMALL = "X..X\n....\n.X..\nX..X\n"


def test_a_drawing_is_read_row_by_row():
    assert parse_mask(SMALL, 4) == {0, 3, 9, 12, 15}
    assert parse_mask(SMALL.replace("\n", "\r\n"), 4) == {0, 3, 9, 12, 15}
    assert parse_mask(SMALL.replace("\n", ""), 4) == {0, 3, 9, 12, 15}
    assert parse_mask("1\n\n 5\n", 4 - 1) == {0, 7}, "a line may end early"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("X\n", "has 4 lines, not 1"),
        ("X....\n....\n....\n....\n", "line 1 of the mask has 5 characters"),
        ("", "not 1"),
    ],
)
def test_what_is_no_drawing(text, told):
    with pytest.raises(ValueError, match=told):
        parse_mask(text, 4)


def test_bare_rows_of_one_band_can_be_exchanged():
    cells = parse_mask(DRAWING, 9)
    assert exchangeable(geometry(), cells) == ""
    without = frozenset(cell for cell in cells if cell // 9 not in (3, 5))
    assert exchangeable(geometry(), without) == "rows 4 and 6"
    across = frozenset(cell for cell in cells if cell // 9 not in (2, 3))
    assert exchangeable(geometry(), across) == "", "rows of two bands cannot"
    assert exchangeable(geometry("x"), without) == "", "nor can rows that diagonals tell apart"
    with pytest.raises(UsageError, match="rows 4 and 6 without a given"):
        Order(geometry(), mask=without)


@pytest.mark.parametrize("level", [None, Level.EASY, Level.MEDIUM])
def test_givens_stand_on_the_mask_and_the_puzzle_is_proper(level):
    cells = parse_mask(DRAWING, 9)
    for made in Maker(Order(geometry(), level, mask=cells)).make(range(4)):
        assert isinstance(made, Made)
        assert {cell for cell, digit in enumerate(made.givens) if digit} == cells
        assert solve(Puzzle(geometry(), made.givens)).solution == made.solution


def test_what_is_made_on_a_mask_does_not_depend_on_what_was_made_before():
    order = Order(geometry(), mask=parse_mask(DRAWING, 9))
    seeds = range(6)
    assert Maker(order).make(seeds) == [make(order, seed) for seed in seeds]
    maker = Maker(order)
    assert [maker.make([seed])[0] for seed in reversed(seeds)] == [make(order, seed) for seed in reversed(seeds)]


def test_a_hopeless_mask_is_given_up():
    # Twenty givens in two bands and one column: too few to hold the third band.
    cells = frozenset([*range(17), 18, 27, 36, 45, 54, 63])
    (made,) = Maker(Order(geometry(), mask=cells, attempts=1000)).make([1])
    assert "had several solutions" in str(made)


def test_a_puzzle_to_a_solution():
    wanted = make(Order(geometry()), 1).solution
    made = make(Order(geometry(), Level.EASY, solution=wanted), 2)
    assert made.solution == wanted
    assert make(Order(geometry(), Level.EASY, solution=wanted), 3).givens != made.givens
    with pytest.raises(UsageError, match="not a full grid"):
        Order(geometry(), solution=bytes([1] * 81))


def test_commands(tmp_path, capsys):
    drawing = tmp_path / "drawing.txt"
    drawing.write_text(DRAWING)
    assert main(["generate", "-n", "2", "--mask", str(drawing)]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert {cell for cell, char in enumerate(line) if char != "."} == parse_mask(DRAWING, 9)
    wanted = cells_text(make(Order(geometry()), 1).solution)
    assert main(["generate", "--solution", wanted, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solution"] == wanted
    assert main(["generate", "--solution", wanted[:80] + "."]) == 2
    drawing.write_text("X")
    assert main(["generate", "--mask", str(drawing)]) == 4
    assert main(["generate", "--mask", str(tmp_path / "none.txt")]) == 4


def test_masks_of_a_spec(tmp_path):
    (tmp_path / "small.txt").write_text(SMALL)
    path = tmp_path / "book.yaml"
    text = "book: {title: T}\nsections:\n  - {title: S, puzzles: {count: 2, size: 4, mask: small.txt}}\n"
    path.write_text(text)
    assert specs.load(path).sections[0].puzzles.order().mask == parse_mask(SMALL, 4)
    path.write_text(text.replace("size: 4, mask: small.txt", "mask: other.txt"))
    with pytest.raises(SpecError, match=r"book.yaml:3:42: `mask`: there is no file `other.txt`"):
        specs.load(path)
    path.write_text(text.replace("size: 4", "size: 6"))
    with pytest.raises(SpecError, match=r"book.yaml:3:51: a mask of a 6x6 grid has 6 lines, not 4"):
        specs.load(path)
    path.write_text(text.replace("size: 4", "size: 4, symmetry: mirror"))
    with pytest.raises(SpecError, match=r"book.yaml:3:\d+: `symmetry` does not go with `mask`"):
        specs.load(path)
