"""Forms in which files of public repositories hold puzzles, each with a puzzle of our own (``benchmarks/wild_sources.tsv``)."""

from __future__ import annotations

import json
import time

import pytest
from formats_data import PUZZLE, ROWS, ZEROS, found, one, refused
from pace import in_time

from bookmaker.formats import FORMATS, parse
from bookmaker.formats.base.format import barrier
from bookmaker.logic.solve.solver import solutions
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

# A Killer of 4×4: the sum of each cage and its cells by index.
CAGES = [(3, [0, 1]), (7, [2, 3]), (10, [4, 5, 8, 9]), (3, [6, 7]), (4, [12]), (3, [13]), (7, [10, 11]), (3, [14, 15])]
FOUND = [(tuple(cells), total) for total, cells in sorted(CAGES, key=lambda cage: cage[1])]
GIVENS = [(at // 9, at % 9, digit) for at, digit in enumerate(PUZZLE) if digit != "."]


def _pairs(cells: list[int], sign: str = ",", base: int = 0) -> list[str]:
    return [f"{cell // 4 + base}{sign}{cell % 4 + base}" for cell in cells]


@pytest.mark.parametrize(
    "text",
    [
        "4 8\n" + "\n".join(";".join([str(total), *_pairs(cells)]) for total, cells in CAGES),
        "2,8\n" + "\n".join(",".join([str(len(cells)), str(total), *_pairs(cells, ".", 1)]) for total, cells in CAGES),
        "\n".join(",".join(map(str, [*cells, total])) for total, cells in CAGES),
        json.dumps([{"total": total, "boxes": [[cell // 4, cell % 4] for cell in cells]} for total, cells in CAGES]),
        json.dumps([{"sum": total, "cells": [cell + 1 for cell in cells]} for total, cells in CAGES], indent=2),
    ],
    ids=["sum first", "count and sum", "sum last", "objects", "objects with indices from 1 on"],
)
def test_cages_as_mere_numbers(text: str) -> None:
    (killer,) = parse(text + "\n")
    assert killer.geometry.kind == "killer"
    assert [(cage.cells, cage.sum) for cage in killer.cages] == FOUND


def test_numbers_that_cover_no_grid_are_no_cages() -> None:
    lines = [",".join(map(str, [*cells, total])) for total, cells in CAGES]
    refused("\n".join(lines[:-1]))
    refused("\n".join([*lines[:-1], "14,15,4"]))
    objects = [{"sum": total, "cells": cells} for total, cells in CAGES[:-1]]
    assert "[0]" in refused(json.dumps(objects))


@pytest.mark.parametrize(
    "line",
    [
        "    matrix[{row},{column}] := {digit};",
        "    board[{row}][{column}] = {digit};",
        "(assert (= (select grid {row} {column}) {digit}))",
        "value(cell({row},{column}),{digit}).",
    ],
)
def test_cells_in_brackets_with_their_digits_behind(line: str) -> None:
    lines = [line.format(row=row + 1, column=column + 1, digit=digit) for row, column, digit in GIVENS]
    text = "\n".join(["program sudoku;", "% " + lines[0].replace(f"{GIVENS[0][2]}", "9"), *lines, "end."])
    assert str(one(text)) == PUZZLE


def test_every_cell_assigned_and_two_puzzles_one_after_the_other() -> None:
    cells = [f"grid[{at // 9}][{at % 9}] = {digit};" for at, digit in enumerate(ZEROS)]
    assert str(one("int main() {\n" + "\n".join(cells) + "\n}\n")) == PUZZLE
    turned = "".join(str((int(digit) + 4) % 9 + 1) if digit != "0" else "0" for digit in ZEROS)
    more = [f"grid[{at // 9}][{at % 9}] = {digit};" for at, digit in enumerate(turned)]
    found = parse("int main() {\n" + "\n".join(cells + more) + "\n}\n")
    assert [str(puzzle) for puzzle in found] == [PUZZLE, turned.replace("0", ".")]


def test_column_before_row_is_seen_where_the_lines_of_the_text_are_rows() -> None:
    rows = [[f"{{{column + 1}, {row + 1}}} - {digit}" for row, column, digit in GIVENS if row == at] for at in range(9)]
    text = "main(!IO) :-\n  Problem = map.from_assoc_list([\n" + ",\n".join(map(", ".join, rows)) + "\n  ]),\n"
    assert str(one(text)) == PUZZLE


@pytest.mark.sampled(5)
@pytest.mark.parametrize("text", ["1{}, x", "{}name: x", "name: x{}y", "3 r1c1{}x", "name: {}x", "1{}1", "[{}name: x"])
@pytest.mark.parametrize("sign", [" ", ",", "1", "[", '"', "."])
def test_twenty_thousand_equal_signs_between_two_words_are_read_at_once(text: str, sign: str) -> None:
    before = time.process_time()
    refused(text.format(sign * 20_000))
    assert in_time(time.process_time() - before, 0.5)  # 0.01 s on an idle machine


def test_a_quoted_text_that_runs_over_the_lines_of_a_program() -> None:
    rows = "\n".join(ZEROS[at : at + 9] for at in range(0, 81, 9))
    for begin in ('"\\\n', '"\n', '"', "'\\\n"):
        text = f"class Table\n  def run\n    play(1)\n  end\nend\n\ns = Table.str {begin}{rows}{begin[0]}\n\ns.run\ns.show(1);\n"
        assert str(one(text)) == PUZZLE, begin


def test_quoted_rows_in_which_a_blank_is_an_empty_cell() -> None:
    rows = [PUZZLE[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
    listed = "\n".join(f'        "{row}"' for row in rows)
    text = f"module Solver =\n    let step board =\n        board |> loop (1)\n\nlet s =\n    [|\n{listed}\n    |]\n\nrun ()\n"
    assert str(one(text)) == PUZZLE
    assert str(one("x = [\n" + ",\n".join(f"'{row}'" for row in rows) + "\n]\nimport this\n")) == PUZZLE


# A jigsaw of 6×6 whose regions are no boxes, its answer, and a puzzle of it.
REGIONS = "aaaabb", "acabbb", "ccccdb", "cedddd", "eeedff", "eeffff"
FULL = "123456", "615324", "546231", "364512", "231645", "452163"
OPEN = "......", ".15...", "...23.", "..4...", "2.....", ".5...."


@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_grid_and_a_map_of_its_regions(between: str) -> None:
    numbers = [" ".join(str("abcdef".index(label) + 1) for label in row) for row in REGIONS]
    zeros = [" ".join(row.replace(".", "0")) for row in OPEN]
    for first, second in ((zeros, numbers), (REGIONS, OPEN), (OPEN, [row.upper() for row in REGIONS])):
        for head in ("", "6\n"):
            found = one(head + "\n".join(first) + between + "\n".join(second) + "\n")
            assert found.geometry.kind == "jigsaw"
            assert str(found) == "".join(OPEN)
            assert [found.geometry.regions[cell] for cell in (0, 4, 7, 8)] == [0, 1, 2, 0]


def test_the_answer_of_a_jigsaw_and_what_is_no_map() -> None:
    found = one("\n\n".join("\n".join(part) for part in (OPEN, REGIONS, FULL)))
    assert found.answer == bytes(map(int, "".join(FULL)))
    # Letters with sums are cages, a full grid is no map, and neither are letters that do not hang together.
    assert one("\n".join(OPEN) + "\n").geometry.kind == "classic"
    assert [puzzle.geometry.kind for puzzle in parse("\n".join(OPEN) + "\n\n" + "\n".join(FULL))] == ["classic"] * 2
    apart = "\n".join([REGIONS[0].replace("b", "f", 1), *REGIONS[1:5], REGIONS[5].replace("f", "b", 1)])
    assert one("\n".join(OPEN) + "\n\n" + apart).geometry.kind == "classic"


def test_objects_of_a_program_that_say_whether_a_cell_is_given() -> None:
    full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    cells = [
        f"Cell(number: {digit}, given: {str(given != '.').lower()})" for digit, given in zip(full, PUZZLE, strict=True)
    ]
    rows = ",\n".join(f"            [{', '.join(cells[at : at + 9])}]" for at in range(0, 81, 9))
    text = f"import Foundation\n\nclass Sudoku {{\n    init() {{\n        solution = [\n{rows}\n        ]\n    }}\n}}\n"
    assert str(one(text)) == PUZZLE


def test_lines_of_haskell_above_its_grids() -> None:
    rows = ",\n    ".join(f"[ {','.join(ZEROS[at : at + 9])} ]" for at in range(0, 81, 9))
    head = [
        "show' :: Show a => [[a]] -> IO ()",
        'showSudoku xs = putStr ("\\n" ++ text xs ++',
        '    " +-------+\\n\\n")',
        "text [] = []",
        'text xs = ( " +-------+\\n" ++',
        "    (f $ take 3 xs) ++ text (drop 3 xs) )",
    ]
    assert str(one("\n".join([*head, "", "s1 = -- Easy", f"  [ {rows} ]"]))) == PUZZLE


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_samurai_with_a_sign_where_no_cell_is(separator: str) -> None:
    ground = geometry("samurai")
    puzzle = Puzzle(ground, bytes((at * 7 % 10) * (at % 3 == 0) for at in range(ground.cell_count)))
    rows = [["X"] * ground.width for _ in range(ground.height)]
    for cell, digit in enumerate(puzzle.givens):
        row, column = ground.place(cell)
        rows[row][column] = str(digit or "Q")
    lines = [separator.join(row) for row in rows]
    assert parse("\n".join(["0_Easy", *lines, "1_Easy", *lines]) + "\n") == [puzzle, puzzle]
    # With the sign for no cell in a cell, or a cell where none is, it is no such puzzle.
    assert "X" in rows[9][0]
    lines[9] = separator.join(["Q", *rows[9][1:]])
    refused("\n".join(["0_Easy", *lines]) + "\n")


@pytest.mark.parametrize("first", [0, 1])
def test_the_numbers_of_the_cells_are_no_puzzle(first: int) -> None:
    rows = ["".join(f"{at + first:3d}" for at in range(start, start + 9)) for start in range(0, 81, 9)]
    grid = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))
    text = "Cells:\n" + "\n".join(rows[:3]) + "\n\n" + "\n".join(rows[3:]) + "\n\n" + grid + "\n"
    assert str(one(text)) == PUZZLE
    assert "rows of" in refused("\n".join([*rows[:8], "  1" * 9]))


def test_a_short_text_of_a_program_whose_answer_stands_below() -> None:
    text = (
        "import test from 'ava';\nconst puzzle = '.....3..1.2....4';\nconst other = '1...';\n\ntest('solve', () => {\n"
    )
    rows = "".join(f"      {', '.join(row)},\n" for row in ("4132", "2341", "1423", "3214"))
    text += f"  equal(solve(puzzle),\n    [\n{rows}    ],\n  );\n}});\n"
    found = one(text)
    assert str(found) == ".....3..1.2....4"
    assert found.answer is not None


REGIONS = ["aaaabb", "acabbb", "ccccdb", "cedddd", "eeedff", "eeffff"]


def test_a_map_that_the_grid_does_without_is_passed_over() -> None:
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    for drawn in (["123456789"] * 9, [str(row) * 9 for row in range(1, 10)]):
        assert str(parse("\n".join([*rows, "", *drawn]) + "\n")[0]) == PUZZLE


def test_a_border_above_the_grid_is_no_row_of_a_jigsaw() -> None:
    rows = [".......15......23...4...2......5...."[at : at + 6] for at in range(0, 36, 6)]
    text = "\n".join(["------", *rows, "------", "", *REGIONS]) + "\n"
    assert "".join(rows) in [str(found) for found in parse(text)]


def test_the_record_of_how_a_grid_is_solved_is_no_puzzle() -> None:
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    (answer,) = solutions(one(PUZZLE), 2)
    log = [f"Placed ({at // 9 + 1},{at % 9 + 1}) -> {answer[at]}" for at in range(81) if PUZZLE[at] == "."]
    assert [str(found) for found in parse("\n".join([*rows, "", *log]) + "\n")] == [PUZZLE]
    everything = [f"cell[{at // 9},{at % 9}] = {answer[at]};" for at in range(81)]
    assert "puzzle" in refused("program p;\n" + "\n".join(everything) + "\n")


def test_what_fuzzing_found() -> None:
    assert "control character" in refused(f"na\x05me {PUZZLE}\n")
    cages = [{"sum": 3, "cells": ["r1c1", "r1c2"]}, {"sum": None, "cells": ["r5c5", "r0c0"]}]
    (killer,) = parse(json.dumps({"kind": "killer", "size": 9, "cages": cages, "givens": PUZZLE}))
    assert "the cell 'r0c0'" in str(barrier(killer, FORMATS["cages"]))


def test_the_puzzles_of_a_script_of_sql_are_read() -> None:
    values = f"  (1, '{PUZZLE.replace('.', '0')}', 'easy'),\n  (2, '{PUZZLE}', 'hard');\n"
    puzzles = found(
        f"CREATE TABLE puzzles (id INT, givens CHAR(81));\nINSERT INTO puzzles (id, givens) VALUES\n{values}"
    )
    assert [str(one) for one in puzzles] == [PUZZLE, PUZZLE] and not puzzles.faults


GIVENS = [(at // 9, at % 9, int(cell)) for at, cell in enumerate(PUZZLE) if cell != "."]
COLUMNS = ["".join(row[at] for row in ROWS) for at in range(9)]
BOXES = ["".join(ROWS[at // 3 * 3 + cell // 3][at % 3 * 3 + cell % 3] for cell in range(9)) for at in range(9)]
COUNTED = {
    "ini": ("[puzzle]\nname=one\n", [f"row{at + 1}={row}" for at, row in enumerate(ROWS)]),
    "basic": ("10 REM GRID\n", [f"{100 + 10 * at} DATA {','.join(row)}" for at, row in enumerate(ROWS)]),
    "bash": ("#!/bin/bash\n", [f'board[{at}]="{row}"' for at, row in enumerate(ROWS)]),
    "cobol": ("", [f'MOVE "{row}" TO ROW-TEXT({at}).' for at, row in enumerate(ROWS)]),
    "words": ("", [f"Row {at + 1}: {' '.join(row).replace('.', 'blank')}" for at, row in enumerate(ROWS)]),
    "columns": ("", [f"Column {at + 1}: {row}" for at, row in enumerate(COLUMNS)]),
    "boxes": ("", [f"Box {at + 1}: {row}" for at, row in enumerate(BOXES)]),
    "hexadecimal": ("", [f"0x{row.replace('.', '0')}" for row in ROWS]),
    "perl": ("my @b = (\n", [f"[qw({' '.join(row).replace('.', '0')})]," for row in ROWS]),
}


@pytest.mark.parametrize("form", COUNTED)
def test_rows_behind_words_that_count_them(form: str) -> None:
    above, rows = COUNTED[form]
    assert [str(puzzle) for puzzle in found(above + "\n".join(rows) + "\n")] == [PUZZLE]
    # A row that is too short, or a number that is left out, is never read as anything else.
    for spoilt in ([*rows[:4], rows[4].replace("8", "", 1), *rows[5:]], [*rows[:4], *rows[5:]]):
        assert not [str(puzzle) for puzzle in found(above + "\n".join(spoilt) + "\n")]


@pytest.mark.parametrize(
    "form",
    [
        "(assert (= x_{0}_{1} {2}))", "(assert (= x{0}{1} {2}))", "cell_{0}_{1}={2}", "board[N{0}][N{1}] = N{2}",
        "grid.setValue({2}, {0}, {1});", "{0}{1}{2} 0",
    ],
)  # fmt: skip
def test_givens_in_lines_of_one_form(form: str) -> None:
    lines = [form.format(row + 1, column + 1, digit) for row, column, digit in GIVENS]
    above = "" if form.endswith(" 0") else "(begin)\n\n"
    assert [str(puzzle) for puzzle in found(above + "\n".join(lines) + "\n")] == [PUZZLE]
    for spoilt in (lines[0].replace("1", "12"), lines[-1][:-4], lines[3].replace("=", "!")):
        if spoilt not in lines:
            assert not found(above + "\n".join([*lines[:9], spoilt, *lines[9:]]) + "\n")


def test_places_on_a_page_are_no_rows_and_columns() -> None:
    """There rows may be counted from below, and the puzzle would be its mirror image."""
    for form in ("\\node at ({1}.5,{0}.5) {{{2}}};", "draw({1}, {0}, '{2}')"):
        assert not found("\n".join(form.format(8 - row, column, digit) for row, column, digit in GIVENS) + "\n"), form


@pytest.mark.parametrize("signs", [("⬜", "{}\ufe0f\u20e3"), ("⬛", "{}\ufe0f\u20e3")])
def test_keycaps_and_squares_are_cells(signs: tuple[str, str]) -> None:
    rows = ["".join(signs[0] if cell == "." else signs[1].format(cell) for cell in row) for row in ROWS]
    assert [str(puzzle) for puzzle in found("\n".join(rows) + "\n")] == [PUZZLE]
