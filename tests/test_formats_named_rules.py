"""Rules that words beside a grid name: taken where they make it proper, a fault where it is not proper without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import every_kind
from formats_data import PUZZLE, found

from bookmaker.formats import FORMATS
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.puzzle import Puzzle

DATA = Path(__file__).parent / "data"
_ALL = every_kind()
BARE = {
    one.geometry.kind: one
    for one in _ALL
    if one.geometry.kind in ("x", "anti-knight", "non-consecutive", "windoku") and one.geometry.size == 9
}


def rows(puzzle: Puzzle | str) -> str:
    return "".join(str(puzzle)[at : at + 9] + "\n" for at in range(0, 81, 9))


@pytest.mark.parametrize("kind", BARE)
@pytest.mark.parametrize("words", ["{} Sudoku\n\n", "# {} sudoku 12\n", "Dear editor,\n\nmy {} Sudoku:\n\n"])
def test_a_rule_that_is_named_above_a_grid_is_taken(kind: str, words: str) -> None:
    puzzle = BARE[kind]
    said = words.format(kind.title() if kind != "x" else "X")
    assert found(said + rows(puzzle)) == [puzzle]
    both = found(f"{said}{rows(puzzle)}\n\nClassic\n\n{rows(PUZZLE)}")
    assert [one.geometry.kind for one in both] == [kind, "classic"]


@pytest.mark.parametrize("name", ["Killer Sudoku", "Jigsaw", "Kropki", "Thermometers", "Samurai"])
def test_a_rule_whose_cages_or_clues_are_not_there_is_a_fault(name: str) -> None:
    text = f"{name} 3\n\n{rows(BARE['windoku'])}"
    puzzles = found(text)
    assert not puzzles and "whose rule was not read" in puzzles.faults[0].message


def test_a_grid_that_is_proper_without_the_rule_is_taken_as_it_is() -> None:
    for name in ("Killer of the week", "X Sudoku", "Jigsaw"):
        (one,) = found(f"{name}\n\n{rows(PUZZLE)}")
        assert str(one) == PUZZLE and one.geometry.kind == "classic"


@pytest.mark.parametrize("words", ["Variant: {}\n\n", "#VARIANT(S)\n{}\n\n#BOARD\n", "Type: {}\n", "kind = '{}'\n\n"])
@pytest.mark.parametrize("kind", ["anti-knight", "anti-king", "x"])
def test_the_kind_that_a_line_gives_is_that_of_the_puzzle_below(words: str, kind: str) -> None:
    (one,) = found(words.format(kind.title()) + rows(PUZZLE))
    assert one.geometry.kind == kind and str(one) == PUZZLE
    (other,) = found(words.format("Classic") + rows(PUZZLE))
    assert other.geometry.kind == "classic"
    assert not found(words.format("Arrows") + rows(PUZZLE))


def test_a_kind_that_a_drawing_itself_gives_is_that_of_a_puzzle() -> None:
    held = [puzzle for puzzle in _ALL if puzzle.clues and not puzzle.geometry.overlapping]
    texts = [FORMATS["grid"].render([puzzle]) for puzzle in held if not list(FORMATS["grid"].lacks(puzzle))]
    assert sum("kind:" in text for text in texts) > 3
    for text in texts:
        assert not any("no puzzle was read below" in str(note) for note in found(text).notes), text


@pytest.mark.parametrize("words", ["# {} with cages\n", "# by somebody\n\n{}_rule = True\n", "class {}Solver:\n"])
@pytest.mark.parametrize("kind", ["anti-knight", "non-consecutive", "windoku"])
def test_a_rule_that_is_named_beside_cages_holds_with_them(kind: str, words: str) -> None:
    puzzle = BARE[kind]
    solution = puzzle.answer or solve(puzzle).solution
    assert solution is not None
    cages = [(solution[cell] + solution[cell + 1], [divmod(cell, 9), divmod(cell + 1, 9)]) for cell in (0, 30, 60)]
    grid = [list(puzzle.givens[at : at + 9]) for at in range(0, 81, 9)]
    name = kind.replace("-", "_") if "=" in words else kind.title().replace("-", "") if "class" in words else kind
    (one,) = puzzles = found(f"{words.format(name)}\ngrid = {grid}\ncages = {cages}\nsolve(grid, cages)\n")
    assert one.geometry.rules == puzzle.geometry.rules | {"killer"} and len(one.cages) == 3 and not puzzles.faults
    (other,) = found(f"grid = {grid}\ncages = {cages}\nsolve(grid, cages)\n")
    assert other.geometry.kind == "killer"


def program(head: str, *grids: str) -> str:
    """A program with these lines at its head and these grids."""
    made = [f"grid{at} = [" + ",\n".join(str([int(one) for one in row.replace(".", "0")]) for row in rows(one).split()) + "]"
            for at, one in enumerate(grids)]  # fmt: skip
    return f"import sys\n{head}\n" + "\n".join(made) + "\ndef solve(grid):\n    return search(grid)\n"


@pytest.mark.parametrize(
    "head",
    [
        "KNIGHT_CONSTRAINT = True",
        "#define ANTI_KNIGHT 1",
        "const rules = { antiKnight: true, antiKing: false };",
        "solver = Solver(diagonals=False, knight=True)",
        "class AntiKnightSudoku:",
        "def check_knights_move(row, column):",
        "solve(Variant.KNIGHT)",
        "# cells a knight's move apart differ",
    ],
)
@pytest.mark.parametrize("many", [1, 3])
def test_a_program_that_names_a_rule_has_puzzles_of_it(head: str, many: int) -> None:
    bare = str(BARE["anti-knight"])
    puzzles = found(program(head, *[bare] * many))
    assert [one.geometry.kind for one in puzzles] == ["anti-knight"] * many or (not puzzles and head.startswith("# "))


def test_a_rule_of_a_program_that_was_not_read_is_a_fault_and_one_that_is_off_is_none() -> None:
    bare = str(BARE["anti-knight"])
    for head in ("KILLER = True", "use_thermometers: true", "class JigsawSolver(Solver):"):
        puzzles = found(program(head, bare))
        assert not puzzles and "whose rule was not read" in puzzles.faults[0].message
    for head in ("KNIGHT_CONSTRAINT = False", "antiKing: false", "fillDiagonal(grid);", "debug = True"):
        (one,) = found(program(head, bare))
        assert one.geometry.kind == "classic"
    (one,) = found(program("KNIGHT_CONSTRAINT = True", PUZZLE))
    assert one.geometry.kind == "classic"  # Its answer breaks the rule.


def test_numbers_beside_a_grid_of_a_named_kind_are_read_or_a_fault() -> None:
    sums = "rows = [-1, 19, -1, 0, -1, 5, -1, -1, 33]\n"
    (one,) = found(
        f'"""Sandwich Sudoku"""\nimport solver\n{sums}grid = """\n{rows(PUZZLE)}"""\nsolver.run(grid, rows)\n'
    )
    assert one.geometry.kind == "sandwich" and len(one.clues) == 4
    puzzles = found(
        f'"""Kropki Sudoku"""\nimport solver\n{sums}grid = """\n{rows(PUZZLE)}"""\nsolver.run(grid, rows)\n'
    )
    assert not puzzles and "lists of numbers were not read" in puzzles.faults[0].message


def test_a_program_is_read_by_its_comments_and_its_kind_where_it_has_no_other_puzzle() -> None:
    windows = BARE["windoku"]
    drawn = "".join(f"/// {' '.join(row)}\n" for row in rows(windows).replace(".", "·").split())
    (one,) = found(f"use crate::*;\n\n/// A windoku:\n///\n{drawn}pub fn example() -> Game {{\n    Game::new()\n}}\n")
    assert one == windows
    cells = [(at, digit) for at, digit in enumerate(str(BARE["x"])) if digit != "."]
    listed = "".join(f"    Given::new({at // 9}, {at % 9}, {digit}),\n" for at, digit in cells)
    (one,) = found(f"fn test_diagonal_sudoku() {{\n  let givens = vec![\n{listed}  ];\n  let x = solve(givens);\n}}\n")
    assert one == BARE["x"]
