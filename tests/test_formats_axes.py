"""Givens listed one by one in texts that say whether their column comes before their row, and in those that do not say it."""

from __future__ import annotations

import pytest
from formats_data import ANSWER, PUZZLE, found

GIVENS = [(at // 9, at % 9, digit) for at, digit in enumerate(PUZZLE) if digit != "."]
MIRRORED = "".join(PUZZLE[at % 9 * 9 + at // 9] for at in range(81))


def _listed(form: str, base: int = 1) -> str:
    return "\n".join(form.format(r=row + base, c=column + base, d=digit) for row, column, digit in GIVENS) + "\n"


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("col row value\n", "{c} {r} {d}"),
        ("Column,Row,Digit\n", "{c},{r},{d}"),
        ("columns;rows;numbers\n", "{c};{r};{d}"),
        ("C R V\n", "{c} {r} {d}"),
        ("# column row value\n", "{c} {r} {d}"),
        ("// col, row, digit\n", "{c} {r} {d}"),
        ("My puzzle\ncol\trow\tval\n", "{c}\t{r}\t{d}"),
        ("The first number is the column, the second the row, the third the digit.\n", "{c} {r} {d}"),
        ("column, row, value:\n\n", "{c} {r} {d}"),
        ("column first, then row, then value\n", "{c} {r} {d}"),
        ("param: col row val :=\n", "{c} {r} {d}"),
        ("// (column, row, digit)\n", "({c}, {r}, {d}),"),
        ("% given(Column, Row, Digit)\n", "given({c},{r},{d})."),
        ("cell(Col,Row,N) :- given(Col,Row,N).\n\n", "given({c},{r},{d})."),
        ("% X is the column, Y the row\n1 { at(X,Y,N) : n(N) } 1 :- x(X), y(Y).\n", "at({c},{r},{d})."),
        ("void set(int col, int row, int value);\n\nvoid f() {\n", "    game.set({c}, {r}, {d});"),
        ("import os\nimport sys\n\ngrid = f()\n# grid[column][row]\n", "grid[{c}][{r}] = {d}"),
        ("", "grid[{c},{r}] = {d};  // column, row"),
        ("void set(int col, int row, int v) { b[row][col] = v; }\nvoid f() {\n", "  set({c}, {r}, {d});"),
        ("Each line is column, row, digit:\n", "{c} {r} {d}"),
    ],
)
def test_the_column_comes_first_where_the_text_says_so(said: str, form: str, base: int) -> None:
    puzzles = found(said + _listed(form, base))
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
    assert "column, row, digit" in " ".join(note.message for note in puzzles.notes)


@pytest.mark.parametrize("form", ["c{c}r{r}={d}", "C{c}R{r}: {d}", "col {c}, row {r}: {d}", "column {c} row {r} = {d}"])
def test_names_of_cells_with_the_column_first(form: str) -> None:
    (puzzle,) = found(_listed(form))
    assert str(puzzle) == PUZZLE
    # Both orders in one list, as names tell.
    lines = _listed(form).splitlines()[:10] + _listed("r{r}c{c}={d}").splitlines()[10:]
    assert [str(puzzle) for puzzle in found("\n".join(lines))] == [PUZZLE]


@pytest.mark.parametrize("form", ["c{c}r{r}={d}", "column {c}, row {r}: {d}"])
def test_steps_to_the_solution_below_a_grid_are_no_second_puzzle(form: str) -> None:
    rows = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))
    steps = [form.format(r=at // 9 + 1, c=at % 9 + 1, d=digit) for at, digit in enumerate(ANSWER) if PUZZLE[at] == "."]
    for some in (steps, [*steps[:10], "", *steps[10:]], ["My way:", *steps]):
        puzzles = found("\n".join([rows, "", *some]) + "\n")
        assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
        assert not puzzles.faults and "of the solution of the puzzle above" in " ".join(
            n.message for n in puzzles.notes
        )
    # Cells of another solution, and the givens once more, are what they were.
    other = [*steps[:-1], steps[-1][:-1] + str(int(steps[-1][-1]) % 9 + 1)]
    assert len(found("\n".join([rows, "", *other]) + "\n")) == 2
    assert len(found(f"{rows}\n\n{_listed(form)}")) == 2


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("", "{r} {c} {d}"),
        ("row column value\n", "{r} {c} {d}"),
        ("x y value\n", "{r} {c} {d}"),
        ("# row, column, digit\n", "{r},{c},{d}"),
        ("Each column, row and box must hold the digits once.\n", "{r} {c} {d}"),
        ("Columns, rows and boxes: numbers 1 to 9.\n", "{r} {c} {d}"),
        ("Column and row numbers begin with 1.\n", "{r} {c} {d}"),
        ("No digit twice in columns, rows\n", "{r} {c} {d}"),
        (
            "First the row, then the column, then the value; a column, row, value order was used before.\n",
            "{r} {c} {d}",
        ),
        ("% given(Row, Column, Digit)\n", "given({r},{c},{d})."),
        ("% a row is r, a col is c\nat(C,A,N) :- x(C,A,N).\n\n", "at({r},{c},{d})."),
        (":- given(Row,Col,N), given(Col,Row,N), Row < Col.\n", "given({r},{c},{d})."),
        ("void draw(int col, int row);\n\nvoid f() {\n", "    set({r}, {c}, {d});"),
        ("void draw(int col, int row, int digit);\n\nvoid f() {\n", "    set({r}, {c}, {d});"),
        ("Columns, rows: digits 1-9 once.\n", "{r} {c} {d}"),
        ("In each column, row, the number is unique\n", "{r} {c} {d}"),
        ("In each column, row: the number\n", "{r} {c} {d}"),
        ("Every column, row and digit counts once.\n", "{r} {c} {d}"),
        ("Given column, row numbers start at 1.\n", "{r} {c} {d}"),
        ("[column, row] sums are 45\n", "{r} {c} {d}"),
        ("void set(int row, int col, int v) { b[col][row] = v; }\nvoid f() {\n", "  set({r}, {c}, {d});"),
        ("int main() {\n int tmp = old[col][row];\n", "  grid[{r}][{c}] = {d};"),
        (
            "for (col = 0; col < 9; col++)\n for (row = 0; row < 9; row++) grid[col][row] = 0;\n",
            "  set({r}, {c}, {d});",
        ),
        ("print('(col, row)')\n", "put({r}, {c}, {d})"),
        ("# grid[col][row] is wrong, use row first\n", "grid[{r}][{c}] = {d}"),
    ],
)
def test_else_the_row_comes_first(said: str, form: str) -> None:
    puzzles = found(said + _listed(form))
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
    assert any("row, column, digit" in note.message and "guess" in note.message for note in puzzles.notes)


def test_a_column_to_a_line_is_no_row_where_the_text_says_so() -> None:
    columns = [
        " ".join(f"[{row + 1},{column + 1}]={digit};" for row, column, digit in GIVENS if column == at)
        for at in range(9)
    ]
    program = "#include <a.h>\nint a[9][9];\nint main() {\n"
    for said in ("[row, column]\n", "row, column, value\n", f"{program}// [row, col]\n"):
        assert [str(puzzle) for puzzle in found(said + "\n".join(columns) + "\n")] == [PUZZLE]
    # Where nothing is said, a line is taken for a row, with a note.
    puzzles = found(program + "\n".join(columns) + "\n")
    assert [str(puzzle) for puzzle in puzzles] == [MIRRORED]
    assert any("column, row, digit" in note.message and "guess" in note.message for note in puzzles.notes)


def test_the_line_that_says_it_is_no_name_of_the_puzzle() -> None:
    for said in ("col row value", "# column row value"):
        (puzzle,) = found(f"{said}\n{_listed('{c} {r} {d}')}")
        assert puzzle.name == ""
    (puzzle,) = found(f"Evening puzzle\ncol row value\n{_listed('{c} {r} {d}')}")
    assert puzzle.name == "Evening puzzle"


def test_two_for_one_cell_are_named_by_their_row_and_column() -> None:
    (first, *_) = found(f"col row value\n{_listed('{c} {r} {d}')}5 1 8\n").faults
    assert "row 1, column 5" in first.message


def test_long_lines_that_nearly_say_it_take_no_time() -> None:
    from bookmaker.formats.base import row_or_column_first

    for text in ("col " * 70, "column " + " , the " * 40, "c" * 290, "column, the " * 24):
        assert not row_or_column_first.declares(text)
    assert row_or_column_first.said("column row value " * 1000, 9000, "given") == (None, 9000)


@pytest.mark.parametrize(
    ("cell", "row", "column", "fixed"),
    [("cell", "row", "col", "given"), ("case", "ligne", "colonne", "fixe"), ("Feld", "zeile", "spalte", "fest")],
)
def test_elements_with_places_are_cells_where_they_say(cell: str, row: str, column: str, fixed: str) -> None:
    """By boxes in the file, each digit with its place; those of the answer are not marked as given."""
    places = [
        (3 * box_row + r, 3 * box + c) for box_row in range(3) for box in range(3) for r in range(3) for c in range(3)
    ]
    lines = [
        f'<{cell} {row}="{r + 1}" {column}="{c + 1}"{f" {fixed}=`true`" * (PUZZLE[9 * r + c] != ".")}>'.replace(
            "`", '"'
        )
        + f"{ANSWER[9 * r + c]}</{cell}>"
        for r, c in places
    ]
    (one,) = found("<?xml version='1.0'?>\n<puzzle>\n" + "\n".join(lines) + "\n</puzzle>\n")
    assert str(one) == PUZZLE
