"""Puzzles whose givens stand where a drawing says, and puzzles to a given solution."""

import json
from dataclasses import replace

import pytest

from bookmaker import generate
from bookmaker.base.errors import SpecError, UnmetError, UsageError
from bookmaker.base.resources import names
from bookmaker.cli import main
from bookmaker.logic.generation.distinct_puzzles import generated
from bookmaker.logic.generation.maker import Maker, make
from bookmaker.logic.generation.order import Made, Order, order_for
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.book.making.stock import fill_sections
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.grid.symmetry import exchangeable, parse_mask
from bookmaker.puzzles.rules import RULES, geometry, with_clues

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
    cells = dict.fromkeys((0, 3, 9, 12, 15), 0)
    assert parse_mask(SMALL, 4) == cells
    assert parse_mask(SMALL.replace("\n", "\r\n"), 4) == cells
    assert parse_mask(SMALL.replace("\n", ""), 4) == cells
    assert parse_mask("X\n\n X\n", 4 - 1) == {0: 0, 7: 0}, "a line may end early"


def test_digits_of_a_drawing_ask_for_themselves():
    assert parse_mask("1X\n.2\n", 2) == {0: 1, 1: 0, 3: 2}
    assert parse_mask("1.\n.3\n", 2) == {0: 1, 3: 0}, "a 2x2 grid has no 3"
    assert parse_mask("01\n11\n", 2) == {1: 0, 2: 0, 3: 0}, "a drawing of 0 and 1"


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
    assert exchangeable(geometry(), cells.keys()) == ""
    without = dict.fromkeys((cell for cell in cells if cell // 9 not in (3, 5)), 0)
    assert exchangeable(geometry(), without.keys()) == "rows 4 and 6"
    across = {cell for cell in cells if cell // 9 not in (2, 3)}
    assert exchangeable(geometry(), across) == "", "rows of two bands cannot"
    assert exchangeable(geometry("x"), without.keys()) == "", "nor can rows that diagonals tell apart"
    with pytest.raises(UsageError, match="rows 4 and 6 without a given"):
        Order(geometry(), mask=without)


@pytest.mark.parametrize("level", [None, Level.EASY, Level.MEDIUM])
def test_givens_stand_on_the_mask_and_the_puzzle_is_proper(level):
    cells = parse_mask(DRAWING, 9)
    for made in Maker(Order(geometry(), level, mask=cells)).make(range(4)):
        assert isinstance(made, Made)
        assert {cell for cell, digit in enumerate(made.givens) if digit} == cells.keys()
        assert solve(Puzzle(geometry(), made.givens)).solution == made.solution


def test_what_is_made_on_a_mask_does_not_depend_on_what_was_made_before():
    order = Order(geometry(), mask=parse_mask(DRAWING, 9))
    seeds = range(6)
    assert Maker(order).make(seeds) == [make(order, seed) for seed in seeds]
    maker = Maker(order)
    assert [maker.make([seed])[0] for seed in reversed(seeds)] == [make(order, seed) for seed in reversed(seeds)]


def test_a_hopeless_mask_is_given_up():
    # Twenty givens in two bands and one column: too few to hold the third band.
    cells = dict.fromkeys([*range(17), 18, 27, 36, 45, 54, 63], 0)
    (made,) = Maker(Order(geometry(), mask=cells, attempts=1000)).make([1])
    assert "had several solutions" in str(made)


DATE = {36 + 2: 2, 36 + 4: 1, 36 + 5: 7}


def test_a_puzzle_holds_the_digits_of_its_mask():
    mask = parse_mask(DRAWING, 9) | DATE
    for made in Maker(Order(geometry(), mask=mask)).make(range(4)):
        assert isinstance(made, Made)
        assert {cell for cell, digit in enumerate(made.givens) if digit} == mask.keys()
        assert {cell: made.givens[cell] for cell in DATE} == DATE
        assert solve(Puzzle(geometry(), made.givens)).solution == made.solution


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ({0: 5, 8: 5}, "wants 5 in r1c1 and r1c9, which share a house"),
        ({0: 10}, "wants 10 in r1c1: the digits are 1 to 9"),
    ],
)
def test_digits_that_no_grid_has(held, told):
    with pytest.raises(UsageError, match=told):
        Order(geometry(), mask=parse_mask(DRAWING, 9) | held)


def test_a_mask_and_a_solution_must_agree():
    wanted = make(Order(geometry()), 1).solution
    mask = parse_mask(DRAWING, 9)
    cell = min(mask)
    Order(geometry(), mask=mask | {cell: wanted[cell]}, solution=wanted)
    with pytest.raises(UsageError, match=f"the solution has {wanted[cell]}"):
        Order(geometry(), mask=mask | {cell: wanted[cell] % 9 + 1}, solution=wanted)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", names("layouts/masks", ".txt"))
def test_each_picture_has_puzzles(name):
    order = order_for(mask=name, difficulty="any")
    assert exchangeable(geometry(), order.mask.keys()) == ""
    assert isinstance(make(order, 1), Made)


_HOLD_ALL = "thermometers", "whispers", "renban", "between"


@pytest.mark.parametrize("name", names("layouts/patterns", ".txt"))
def test_each_pattern_fits_lines_of_several_kinds(name):
    for kind in _HOLD_ALL:
        ground = geometry(kind)
        lines = order_for(kind=kind, pattern=name).pattern.lines
        clue = RULES[kind].clues[0]
        assert solve(Puzzle(with_clues(ground, [clue.clue(line) for line in lines]), bytes(81)), 1).solutions == 1


def test_a_pattern_that_no_grid_holds_is_refused_at_once():
    with pytest.raises(UnmetError, match="no arrow grid holds the lines of the pattern"):
        generate(1, kind="arrow", pattern="heart")


def test_a_series_has_one_layout_that_is_drawn_by_chance(tmp_path):
    path = tmp_path / "book.yaml"
    wanted = "kind: thermometers, count: 4, difficulty: easy-medium, pattern: drawn-3"
    path.write_text(f"book: {{title: T}}\nsections:\n  - {{title: S, puzzles: {{{wanted}}}}}\n")
    spec = specs.load(path)
    (found,) = fill_sections(spec.sections, 1, 1, lambda *_: None)
    assert {item.grade.level for item in found} == {"easy", "medium"}

    def layout(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
        return tuple(clue.cells for clue in puzzle.geometry.clues or ())

    layouts = [layout(item.puzzle) for item in found]
    assert set(layouts) == {layouts[0]} != {()}
    assert len({item.solution for item in found}) == len(found)
    order = replace(spec.sections[0].puzzles, difficulty="medium").order()
    (other,) = generated(replace(order, pattern=replace(order.pattern, number=4)), 1, 1, 1)
    assert layout(other.puzzle) != layouts[0]
    # Each puzzle has a symmetry of its own, but not here.
    varied = generated(replace(order, symmetry="varied"), 4, 1, 1)
    assert len({layout(item.puzzle) for item in varied}) == 1
    with pytest.raises(UsageError, match="does not go with regions"):
        order_for(kind="thermometers+jigsaw", pattern="drawn-1")


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
        assert {cell for cell, char in enumerate(line) if char != "."} == parse_mask(DRAWING, 9).keys()
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
    path.write_text(text.replace("size: 4, mask: small.txt", "mask: heart"))
    assert len(specs.load(path).sections[0].puzzles.order().mask) == 31
    path.write_text(text.replace("size: 4", "size: 6"))
    with pytest.raises(SpecError, match=r"book.yaml:3:51: a mask of a 6x6 grid has 6 lines, not 4"):
        specs.load(path)
    path.write_text(text.replace("size: 4", "size: 4, symmetry: mirror"))
    with pytest.raises(SpecError, match=r"book.yaml:3:\d+: `symmetry` does not go with `mask`"):
        specs.load(path)
