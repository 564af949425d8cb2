"""Misreads of real files: clues, answers, maps and lists of numbers that are no puzzles, and rules that were lost."""

from __future__ import annotations

import json
import random

import pytest
from formats_data import ANSWER, NUMBERS, PUZZLE, ROWS, found

from bookmaker.formats.stream.rows import cut

TABLES = [str.maketrans("123456789", into) for into in ("123456789", "987654321", "456789123")]
X = "4.....13....6.1.....7..29...76.....2....3..9.9.1....577...1.6..3...5.7...4......1"


def _framed(cells: str, row: int, right: bool) -> str:
    """A frame with blanks for empty cells, one row of which lacks the bar at one end."""
    out = ["+-------+-------+-------+"]
    for at in range(9):
        text = cells[at * 9 : at * 9 + 9].replace(".", " ")
        line = "| " + " | ".join(" ".join(text[start : start + 3]) for start in (0, 3, 6)) + " |"
        if at == row:
            line = line[:-1].rstrip() if right else f" {line[1:]}"
        out += [line, *(["+-------+-------+-------+"] if at % 3 == 2 else [])]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_a_digit_beside_a_bar_that_is_missing_is_no_clue(right: bool, table: dict[int, int]) -> None:
    cells = PUZZLE.translate(table)
    for row in range(9):
        puzzles = found(_framed(cells, row, right))
        assert [str(one) for one in puzzles] == [cells] or (not puzzles and puzzles.faults), row


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("cells", [ANSWER, PUZZLE])
def test_the_numbers_of_rows_and_columns_are_no_clues(first: int, cells: str) -> None:
    head = "     " + "   ".join(str(first + at) for at in range(9))
    rule = "   ├" + "┼".join(["───"] * 9) + "┤"
    rows = [
        f" {first + at} │ " + " │ ".join(cells[at * 9 : at * 9 + 9].replace(".", " ")) + " │\n{rule}" for at in range(9)
    ]
    puzzles = found("\n".join([head, rule, *(row.format(rule=rule) for row in rows)]) + "\n")
    assert [(one.geometry.kind, str(one), one.clues) for one in puzzles] == [("classic", cells, ())]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_numbers_below_a_grid_that_are_no_digits_spoil_it(size: int) -> None:
    """As a Futoshiki is typed: the pairs of cells with a sign between them, in as many rows as the grid has."""
    drawn = random.Random(size)
    for givens in (0, 1, 3):
        cells = ["0"] * size * size
        for at, place in enumerate(drawn.sample(range(size * size), givens)):
            cells[place] = str(at + 1)
        grid = [" ".join(cells[at : at + size]) for at in range(0, size * size, size)]
        numbers = [" ".join(drawn.choice("12") for _ in range(size)) for _ in range(size)]
        puzzles = found("\n".join([f"{size} {size}", *grid, *numbers]) + "\n")
        assert not puzzles and puzzles.faults


@pytest.mark.parametrize("key", ["type", '"kind"', "variant", "puzzleType"])
def test_a_kind_that_a_program_gives_holds_even_where_the_grid_is_proper_without_it(key: str) -> None:
    text = (
        "const puzzles = {\n  one: {\n    id: 'a',\n"
        f"    {key}: 'sudoku',\n    cells: '{PUZZLE}'\n  }},\n  two: {{\n    id: 'b',\n"
        f"    {key}: 'sudoku-x',\n    level: 3,\n    cells: '{X}'\n  }},\n  three: {{\n    id: 'c',\n"
        f"    {key}: 'killer-sudoku',\n    cells: 'unknown'\n  }}\n}};\nexport default puzzles;\nconst a = solve(one);\n"
    )
    puzzles = found(text)
    assert [(one.geometry.kind, str(one)) for one in puzzles] == [("classic", PUZZLE), ("x", X)]
    assert any("killer" in note.message for note in puzzles.notes)
    refused = found(text.replace("'sudoku-x'", "'thermo'"))
    assert [str(one) for one in refused] == [PUZZLE] and any("thermo" in fault.message for fault in refused.faults)


@pytest.mark.parametrize("pair", ["D4;C4", "a1 < a2", "B2>B3", "C3 - D3;"])
def test_a_line_of_two_neighbours_is_a_relation_that_was_not_understood(pair: str) -> None:
    grid = "Start\n" + "\n".join(ROWS) + f"\n\nrelation\n{pair.upper()}\n"
    assert any("may change the puzzle" in fault.message for fault in found(grid).faults)
    assert not found(grid.replace(pair.upper(), "A1 I9")).faults


def test_a_full_grid_of_0_to_8_is_one_of_1_to_9() -> None:
    for table in TABLES:
        cells = ANSWER.translate(table)
        shifted = "\n".join(" ".join(str(int(digit) - 1) for digit in cells[at : at + 9]) for at in range(0, 81, 9))
        assert [str(one) for one in found(shifted + "\n")] == [cells]


def test_a_jigsaw_of_sumocue_has_its_givens_in_place_of_sums() -> None:
    regions = [at // 27 * 3 + at % 9 // 3 for at in range(81)]
    text = "".join(f"={PUZZLE[at].replace('.', '0')}J{regions[at]}" for at in range(81))
    assert [(str(one), one.cages) for one in found(f"SumoCueV1{text}\n")] == [(PUZZLE, ())]


@pytest.mark.parametrize("lines", [1, 0])
@pytest.mark.parametrize("joined", [False, True])
def test_a_packed_notebook_is_read_as_one_with_a_line_to_each_line(lines: int, joined: bool) -> None:
    source = ["board = [\n", *(f"    {row},\n" for row in NUMBERS), "]\n", "print(board)"]
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# A puzzle\n"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "".join(source) if joined else source},
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4}
    assert [str(one) for one in found(json.dumps(notebook, indent=lines or None) + "\n")] == [PUZZLE]


@pytest.mark.parametrize("sign", ["#", "# ", "#' ", "//", "// "])
def test_a_text_of_nothing_but_comments_is_read(sign: str) -> None:
    text = "".join(f"{sign}{row}\n" for row in ROWS)
    assert [str(one) for one in found(text)] == [PUZZLE]
    assert [str(one) for one in found(f"{text}\n{PUZZLE.translate(TABLES[1])}\n")] == [PUZZLE.translate(TABLES[1])]


def test_a_drawn_grid_in_one_pair_of_quotes_is_read() -> None:
    drawn = "\\n".join(" ".join(row) for row in ROWS)
    code = f'func Test(t *testing.T) {{\n\tgrid := "{drawn}"\n\tif grid == "" {{\n\t\tt.Fatal(grid)\n\t}}\n}}\n'
    assert [str(one) for one in found(code)] == [PUZZLE]
    assert cut('write(1, "3 4 2 1\\n2 1 3 4\\n1 2 4 3\\n4 3 1 2\\n", 32);') == []
    assert cut('say("one\\ntwo\\n3\\n4\\n5\\n6\\n");') == []


def test_a_moment_is_no_spoilt_puzzle() -> None:
    for moment in ("2026-02-20T22:53:00Z", "2026-02-20T22:53:00.125+01:00"):
        assert not found("\n".join(ROWS) + f"\n\nLast solved: {moment} UTC (commit abc1234)\n").faults


def test_cages_drawn_in_boxes_of_letters_in_a_program_are_read() -> None:
    rows = ["AAB|BCC", "DDB|EEC", "FFG|EHH", "IIG|JJH", "KKL|LMM", "NNN|OOO"]
    answer = ["123456", "456123", "231564", "564231", "312645", "645312"]
    sums: dict[str, int] = {}
    for row, digits in zip(rows, answer, strict=True):
        for label, digit in zip(row.replace("|", ""), digits, strict=True):
            sums[label] = sums.get(label, 0) + int(digit)
    legend = "\n".join(f"    {label} = {total}" for label, total in sums.items())
    drawn = "\n".join(f"    {row}" for row in rows)
    code = f'var rules = Cage("""\n{drawn}\n\n{legend}\n""");\n\nvar x = Solve(rules);'
    text = f"### Killer Sudoku\n\nThe solver can solve cages:\n\n``` csharp\n{code}\n```\n"
    puzzles = found(text)
    assert [len(one.cages) for one in puzzles] == [len(sums)] and not puzzles.faults


@pytest.mark.parametrize("end", ["\\", ",\\", ""])
def test_rows_as_lists_may_end_with_the_sign_of_markdown_for_the_end_of_a_line(end: str) -> None:
    rows = f"{end}\n".join(str([int(sign) for sign in ANSWER[at : at + 9]]) for at in range(0, 81, 9))
    puzzles = found(f"An example of a file:\n\n{ROWS}\n\nThe solver prints:\n\n{rows}\n")
    assert [str(one) for one in puzzles] == [PUZZLE] and not puzzles.faults
