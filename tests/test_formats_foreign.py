"""Texts, tables and JSON that other programs wrote, or that their documentation shows."""

from __future__ import annotations

import pytest
from formats_data import ANSWER, PUZZLE, ROWS, ZEROS, one, refused

from bookmaker.formats import parse, render
from bookmaker.puzzles.grid.puzzle import cells_text
from bookmaker.puzzles.rules import geometry

GRID = "\n".join(ROWS)

# The example of http://sudocue.net/fileformats.php.
SUDOCUE = """#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""


def test_sdk_of_sudocue() -> None:
    found = one(SUDOCUE)
    assert found.name == "A random puzzle created by SudoCue"
    assert str(found).startswith("2..1.5..3.54...71.")
    assert found.source is not None
    assert found.source.line == 1
    assert [puzzle.name for puzzle in parse(f"{SUDOCUE}\n{SUDOCUE}\n{PUZZLE} # plain\n")] == [found.name] * 2 + [
        "plain"
    ]


def test_sdk_of_sadman_with_sections() -> None:
    state = GRID.replace("53..7....", "534678912")
    marks = "\n".join([",".join("12" if row == col == 4 else "" for col in range(9)) for row in range(9)])
    found = one(f"[Puzzle]\n{GRID}\n[State]\n{state}\n[PencilMarks]\n{marks}\n[Colours]\nanything\n")
    assert str(found) == PUZZLE
    assert found.candidates is not None
    assert [found.candidates[cell] for cell in (0, 2, 40)] == [1 << 4, 1 << 3, 0b11]
    assert "f:1:1: no rows after [Puzzle]" in refused("[Puzzle]\n\n[State]\n")
    assert "candidates of 2 cells; a row has 9" in refused(f"[Puzzle]\n{GRID}\n[PencilMarks]\n" + "1,2\n" * 9)
    assert "f:12:1: 8 rows" in refused(f"[Puzzle]\n{GRID}\n[State]\n" + "........1\n" * 8)


# Begins as the example of work in progress on the same page: givens, digits placed by the user (u), candidates.
SDX = """2 6789 6789 1 46789 5 469 49 3
389 5 4 u6 89 68 7 1 29
9 1 679 2 4679 3 4569 8 59
6 9 2 8 15 7 3 59 4
3489 34 3789 56 12456 46 159 2579 2579
1 4 5 3 24 9 8 27 6
3459 2 39 7 3589 1 59 6 589
359 8 1 569 3569 6 2 4 579
7 36 369 4 35689 2 59 359 1
"""


def test_sdx_tells_what_was_placed() -> None:
    found = one(SDX)
    assert str(found).startswith("2..1.5..3.54...71.")
    assert found.candidates is not None
    assert found.candidates[12] == 1 << 5
    assert found.candidates[1] == 0b111100000
    assert one(render([found], "sdx")).candidates == found.candidates


PENCILMARKS = """
.---------------------.----------------------.----------------------.
| 5     3      124    | 26     7      2468   | 1489   1249   248    |
| 6     247    247    | 1      9      5      | 3478   234    2478   |
| 12    9      8      | 23     34     24     | 1357   6      247    |
:---------------------+----------------------+----------------------:
| 8     125    1259   | 579    6      147    | 4579   2459   3      |
| 4     25     2569   | 8      5      3      | 579    259    1      |
| 7     15     1359   | 59     2      14     | 4589   459    6      |
:---------------------+----------------------+----------------------:
| 139   6      134579 | 357    35     7      | 2      8      4      |
| 23    278    237    | 4      1      9      | 36     3      5      |
| 123   1245   12345  | 2356   8      26     | 1346   7      9      |
'---------------------'----------------------'----------------------'
"""


def test_a_grid_of_pencil_marks() -> None:
    found = one(PENCILMARKS)
    assert str(found).startswith("53..7....6..195...")
    assert found.candidates is not None
    assert found.candidates[2] == 0b1011
    flat = "".join(
        "".join(str(digit + 1) if mask >> digit & 1 else "." for digit in range(9)) for mask in found.candidates
    )
    assert one(flat).candidates == found.candidates
    words = " ".join(
        "".join(sorted(group.replace(".", ""))) for group in (flat[at : at + 9] for at in range(0, 729, 9))
    )
    assert one("\n".join([words[:300], words[300:]])[:300] + words[300:]).candidates == found.candidates
    assert "'21' is not a list of candidates" in refused(PENCILMARKS.replace(" 124 ", " 21  ").replace("'", "-"))


# A line of HoDoKu's own regression file: placed digits, deleted candidates; and the short form that it copies.
HODOKU = (
    ":0702:9:.+4..62..3.....8.+6..6......+2..+8.5.+7..7..2.+8.+1..+1..+7.+8...+7......9.3..4+2..8..29...+7."
    ":913 929::929 943::"
)


def test_hodoku() -> None:
    found = one(HODOKU)
    assert found.givens[1] == 0
    assert found.candidates is not None
    assert found.candidates[1] == 1 << 3
    assert found.candidates[2] >> 8 & 1 == 0
    assert str(one(f":0000:x:{PUZZLE}:::")) == PUZZLE
    assert one(f":0000:x:{PUZZLE}:::").candidates is None
    assert one(f":0000:x:{PUZZLE}::::Ann: the first").name == "Ann: the first"
    assert "'91' is not a deleted candidate" in refused(HODOKU.replace("913", "91"))
    assert "80 symbols" in refused(f":0000:x:{PUZZLE[1:]}:::")


def test_the_sudoku_exchange_bank() -> None:
    line = "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2"
    found = one(line)
    assert found.name == "0000183b305c"
    assert render([found], "bank") == line[:94] + "\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"quizzes,solutions\n{ZEROS},{ANSWER}\n", [""]),
        (f"id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{ANSWER},30,0.0\n2,{PUZZLE},{ANSWER},30,2.2\n", ["1", "2"]),
        (f"1,{PUZZLE},{ANSWER},30,0.0\n", [""]),
        (f'Name;Puzzle\n"Ann; and Bob";{PUZZLE}\n', ["Ann; and Bob"]),
        (f"solution\tpuzzle\n{ANSWER}\t{ZEROS}\n", [""]),
        (f"puzzle\n{PUZZLE}\n", [""]),
        (f"\ufeffpuzzle,solution\r\n{PUZZLE},{ANSWER}\r\n", [""]),
    ],
)
def test_tables(text: str, names: list[str]) -> None:
    found = parse(text)
    assert [str(puzzle) for puzzle in found] == [PUZZLE] * len(names)
    assert [puzzle.name for puzzle in found] == names
    if ANSWER in text:
        assert all(puzzle.answer is not None and cells_text(puzzle.answer) == ANSWER for puzzle in found)


def test_a_word_above_a_drawn_grid_is_no_header_but_its_name() -> None:
    assert one(f"Sudoku\n{GRID}").name == "Sudoku"


def test_names_are_fit_to_be_printed() -> None:
    texts = [
        f'{{"puzzle": "{PUZZLE}", "name": "a\\ud800\\u001bb"}}',
        f"#Da\x1bb\n[Puzzle]\n{GRID}",
        f":0000:x:{PUZZLE}::::a\x1bb",
        f"name,puzzle\na\x1bb,{PUZZLE}",
    ]
    assert [one(text).name for text in texts] == ["a b"] * 4


def test_faults_of_tables() -> None:
    told = refused(f"id,puzzle,solution\n1,{PUZZLE[:-1]},\n2,,\n3,{PUZZLE},{ANSWER[:-1]}\n")
    assert "f:2:3: 80 symbols" in told
    assert "f:3:1: no puzzle in this row" in told
    assert "f:4:85: an answer of 80 symbols, which is not a complete one of 81 digits" in told


def test_a_table_ends_at_a_blank_line() -> None:
    found = parse(f"puzzle,name\n{PUZZLE},Ann\n\n{PUZZLE} # Bob\n")
    assert [puzzle.name for puzzle in found] == ["Ann", "Bob"]


def test_json_lines() -> None:
    found = parse(
        f'{{"puzzle": "{PUZZLE}", "solution": "{ANSWER}", "name": "Ann"}}\n'
        f'{{"id": "x1", "givens": "{PUZZLE}", "solutions": 2, "capped": false}}\n'
        '{"cages": [{"sum": 3, "cells": [[0, 0], [0, 1]]}, {"sum": null, "cells": ["r9c9", "r10c1"]}], "size": 9}\n'
        '{"grid": [[1, 0, 0, 0], [0, 0, 2, 0], "..3.", "...4"]}\n'
    )
    assert [puzzle.name for puzzle in found] == ["Ann", "x1", "", ""]
    assert found[0].answer is not None
    assert found[1].answer is None
    assert found[2].geometry is geometry("killer", 9)
    assert [(cage.cells, cage.sum, cage.strays) for cage in found[2].cages] == [
        ((0, 1), 3, ()),
        ((80,), None, ("r10c1",)),
    ]
    assert str(found[3]) == "1.....2...3....4"
    assert one(f'{{"puzzle": "{PUZZLE}", "kind": "x"}}').geometry is geometry("x", 9)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"puzzle": "12"}', "f:1:1: puzzle: 2 symbols; the grid has 81 cells"),
        ('{"puzzle": }', "f:1:12: this is not JSON"),
        ('{"puzzle": ' + "9" * 5000 + "}", "f:1:1: a number with too many digits"),
        ('{"cages": [7]}', "7 is not a cage"),
        (f'{{"puzzle": "{PUZZLE}", "kind": "shinobi"}}', "there is no kind of puzzle 'shinobi'"),
    ],
)
def test_faults_of_json(text: str, told: str) -> None:
    assert told in refused(text)
