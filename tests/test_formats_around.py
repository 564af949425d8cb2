"""A puzzle among other things, in forms that can be read in one way only: what stands around it is passed over."""

from __future__ import annotations

import json
import re
import time

import pytest
from formats_data import ANSWER, NUMBERS, PUZZLE, ROWS, found
from pace import in_time

import bookmaker
from bookmaker.base.errors import InputError
from bookmaker.formats import parse
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import RULES


def _grouped(rows: list[str], between: str) -> str:
    return "\n\n".join("\n".join(between.join(row) for row in rows[at : at + 3]) for at in (0, 3, 6))


TEXTS = {
    "bands of fields": _grouped([row.replace(".", "0") for row in ROWS], ","),
    "stars between boxes": "\n".join(
        " ".join("*".join((row[:3], row[3:6], row[6:]))) for row in (row.replace(".", "0") for row in ROWS)
    ),
    "numbers as numpy prints them": "\n".join(" ".join(f"{cell}." for cell in row.replace(".", "0")) for row in ROWS),
    "quotes around all rows": f'"{chr(10).join(ROWS)}"',
    "rows of fields in JSON": json.dumps({"rows": [",".join(row).replace(".", "") for row in ROWS]}),
    "cells in braces": "\\begin{tikzpicture}\n"
    + "\n".join(f"\\setrow {' '.join('{' + cell.replace('.', ' ') + '}' for cell in row)}" for row in ROWS),
    "words above a table": "DIM=9x9\n" + "\n".join(",".join(row) for row in ROWS),
    "JSON in a program": f"import x\nconst a = f(b);\nlet y = 1;\nconst d = JSON.parse(`{json.dumps({'value': NUMBERS})}`);\n",
    "a text in a text of a program": f'public class A {{\n  String f() {{\n  return "<game data=\\"{PUZZLE}\\"/>";\n  }}\n}}\n',
    "a link in a program": "import x\nlet a = f(b);\nconst c = g(d);\n"
    f'const u = "https://sudokuexchange.com/play/?s={PUZZLE.replace(".", "0")}";\n',
    "prose around bands": "This is a text of some words. It goes on for a while and says much.\n" * 4
    + "\n"
    + _grouped(ROWS, " ")
    + "\n\nAnd here it goes on for a while and says some more.\n",
}


THREES = [(row + 1, column + 1, int(cell)) for row in range(9) for column, cell in enumerate(ROWS[row]) if cell != "."]
TEXTS |= {
    "AMPL's sets": "set G :=\n" + " ".join(f"({row},{column},{digit})" for row, column, digit in THREES) + ";\n",
    "terms in a list": "[\n" + ",\n".join(f"c({row},{column},{digit})" for row, column, digit in THREES) + "\n]\n",
    "assignments": "data;\n"
    + "\n".join(f"let g[{row},{column},{digit}] := 1;" for row, column, digit in THREES)
    + "\nend;",
    "calls in Scheme": '(load "a.ss")\n(define (f)\n  (reset)\n'
    + "\n".join(f"  (grid-set! {row - 1} {column - 1} {digit})" for row, column, digit in THREES)
    + ")\n",
    "lines of three numbers": "\n".join(f"{row - 1} {column - 1} {digit}" for row, column, digit in THREES),
    "words of three digits": "Hard, won with x-wing\n"
    + ",".join(f"{row}{column}{digit}" for row, column, digit in THREES),
    "a word of three digits in each line": "\n".join(f"{row}{column}{digit}" for row, column, digit in THREES),
    "nine words in a line below a word": "board\n" + " ".join(row.replace(".", "0") for row in ROWS),
    "bars and blanks": "\n".join(
        ("-----------\n" if at in (3, 6) else "")
        + "|".join((row[:3], row[3:6], row[6:])).replace(".", " ").rstrip(" " * (at % 2))
        for at, row in enumerate(ROWS)
    ),
    "a comma after each row": "\n".join(",".join(row.replace(".", "0")) + "," for row in ROWS),
    "a scan": "\n".join(" ".join(row.replace(".", "O").replace("1", "l")) for row in ROWS),
    "-1 for an empty cell": " ".join("-1" if cell == "." else str(int(cell) - 1) for cell in PUZZLE),
    "cells of XML with their places": "<sudoku>\n"
    + "\n".join(
        f'<cell row="{at // 9}" col="{at % 9}">{"" if cell == "." else cell}</cell>' for at, cell in enumerate(PUZZLE)
    )
    + "\n</sudoku>",
    "objects with numbers for keys": json.dumps(
        [{str(row): {str(at): cell for at, cell in enumerate(NUMBERS[row])} for row in range(9)}]
    ),
}
CELLS = [["" if cell == "." else cell for cell in row] for row in ROWS]
BOXED = [[ROWS[box // 3 * 3 + at // 3][box % 3 * 3 + at % 3] for at in range(9)] for box in range(9)]
SPACED = "\n".join(" ".join(row) for row in ROWS)
TEXTS |= {
    "an element for each cell": "<h1>Sudoku</h1>\n<div id=grid>\n"
    + "\n".join("".join(f'<div class="cell">{cell or "&nbsp;"}</div>' for cell in row) for row in CELLS)
    + "\n</div>",
    "buttons, given or not": "".join(
        f'<button class="{"given" if cell else "open"}" data-i="{at}">{cell}</button>\n'
        for row in CELLS
        for at, cell in enumerate(row)
    ),
    "an element for each box": "".join(
        '<div class="box">' + "".join(f"<span>{cell.strip('.')}</span>" for cell in box) + "</div>\n" for box in BOXED
    ),
    "digits in attributes": "<table>"
    + "".join("<tr>" + "".join(f'<td data-value="{cell or 0}"></td>' for cell in row) + "</tr>\n" for row in CELLS)
    + "</table>",
    "a table of a wiki": '{| class="wikitable"\n' + "".join(f"|-\n| {' || '.join(row)}\n" for row in CELLS) + "|}\n",
    "a wiki, a cell a line": "Hello\n{|\n"
    + "".join("|-\n" + "".join(f"| {cell}\n" for cell in row) for row in CELLS)
    + "|}",
    "AsciiDoc, a cell a line": "|===\n" + "\n".join("".join(f"|{cell}\n" for cell in row) for row in CELLS) + "|===\n",
    "AsciiDoc": "|===\n" + "".join(" ".join(f"|{cell or ' '}" for cell in row) + "\n" for row in CELLS) + "|===\n",
    "a table of a forum": "[table]\n"
    + "".join("[tr]" + "".join(f"[td]{cell}[/td]" for cell in row) + "[/tr]\n" for row in CELLS)
    + "[/table]\n",
    "quoted mail, signed": "Hi all,\n\nmy puzzle:\n\n"
    + "\n".join(f"> {' '.join(row)}" for row in ROWS)
    + "\n\nCheers,\nAnn\n-- \n0171 234567\n",
    "an address below": f"Hi\n\n{SPACED}\n\n--\nAnn Lee\n12 High Street\n0171 2345678\n+44 171 234567",
    "hyphens between cells": "\n".join("-".join(row.replace(".", "*")) for row in ROWS),
    "slashes between cells": "\n".join("/".join(row.replace(".", "0")) for row in ROWS),
    "counts of empty cells in each row": "\n".join(
        re.sub(r"\.+", lambda dots: chr(96 + len(dots[0])), row) for row in ROWS
    ),
    "counts of empty cells": "# A\n" + re.sub(r"\.+", lambda dots: chr(96 + len(dots[0])), PUZZLE),
    "ordinals": "\n".join(f"{at}. Zeile: {' '.join(row).replace('.', 'leer')}" for at, row in enumerate(ROWS, 1)),
    "a word for nothing": "\n".join(
        f"Строка {at}: {' '.join(row).replace('.', 'пусто')}" for at, row in enumerate(ROWS, 1)
    ),
    "YAML": "x:\n" + "\n".join(f"  - [{', '.join(row).replace('.', '~')}]" for row in ROWS),
    "Scheme": "(define board (vector\n"
    + "\n".join(f"(vector {' '.join(row).replace('.', '#f')})" for row in ROWS)
    + "))",
    "labels above and beside blanks": "    "
    + "  ".join("123456789")
    + "\n"
    + "\n".join(f"{at}   {'  '.join(row).replace('.', ' ')}" for at, row in enumerate(ROWS, 1)),
    "cells of CSV by their names": "cell,digit\n"
    + "".join(f"{'ABCDEFGHI'[row - 1]}{column},{digit}\n" for row, column, digit in THREES),
    "boxes of JSON": json.dumps({"boxes": ["".join(box) for box in BOXED]}),
}
SAMURAI = bookmaker.generate(1, "any", kind="samurai", seed=4)[0].puzzle
KILLER = (
    "AABBBBBCCAABDEFBCCAGHDEFIJCAGHKKKIJCLMHHNIIOPLMMHNIOOPQRRSSSTTUQRRVVVTTUWWRXXXTYY",
    "27 41 27 8 5 15 9 30 27 7 12 16 7 14 18 7 10 29 15 21 8 19 6 11 16",
)


def _drawn(puzzle: Puzzle, blank: str) -> list[str]:
    rows = [[" "] * puzzle.geometry.width for _ in range(puzzle.geometry.height)]
    for cell, digit in enumerate(puzzle.givens):
        row, column = puzzle.geometry.place(cell)
        rows[row][column] = str(digit) if digit else blank
    return ["".join(row) for row in rows]


def test_several_grids_need_not_be_drawn_with_blanks() -> None:
    drawn = _drawn(SAMURAI, "*")
    corners = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
    grids = ["\n".join(row[left : left + 9] for row in drawn[top : top + 9]) for top, left in corners]
    for text in (
        "\n".join(row.replace(" ", "") for row in drawn),
        "\n".join(" ".join(row.replace(" ", "0").replace("*", "0")) for row in drawn),
        "\n\n".join(grids).replace("*", "0"),
    ):
        puzzles = found(text)
        assert [(one.geometry.kind, one.givens) for one in puzzles] == [("samurai", SAMURAI.givens)]
        assert puzzles.faults == []
    # Five puzzles that share nothing stay five.
    assert len(found(f"{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n")) == 5
    assert len(found("\n\n".join([*grids, grids[0]]).replace("*", "0"))) == 6


def test_a_map_of_cages_may_stand_below_its_sums() -> None:
    for lines in (KILLER, KILLER[::-1]):
        (puzzle,) = found("Name: a Killer\n" + "\n".join(lines) + "\n")
        assert len(puzzle.cages) == 25 and sum(cage.sum or 0 for cage in puzzle.cages) == 405
        assert (puzzle.cages[2].sum, len(puzzle.cages[2].cells)) == (27, 6)
    assert not found(KILLER[0] + "\n" + KILLER[1].replace("27", "28", 1))


def test_a_letter_is_no_name_and_odd_rows_are_no_grid() -> None:
    for greeting in (
        "Dear editor,\n\nhere is my puzzle:",
        "Hola a todos:",
        "Здравствуйте!",
        "From: hal@example.org\nTo: a@b.c",
    ):
        (puzzle,) = found(f"{greeting}\n\n" + "\n".join(ROWS) + "\n\nYours, Ann\n")
        assert (str(puzzle), puzzle.name) == (PUZZLE, "")
    for sentence in (
        "Edith sends this one (letter, typed over)",
        "this is the one that I made for my mother's birthday",
    ):
        (puzzle,) = found(f"{sentence}\n\n" + "\n".join(ROWS))
        assert puzzle.name == ""
    for name in ("Hi-tech sudoku", "The Very Hard Sudoku of the Winter Almanac, Page 5"):
        (puzzle,) = found(f"{name}\n" + "\n".join(ROWS))
        assert puzzle.name == name
    assert not found("\n".join("1 . . . . | . . . . . | . . . 12 . . . ." for _ in range(17)))


def test_comments_part_grids_of_different_sizes() -> None:
    small = ["12..", "..12", "2.4.", "..2."]
    puzzles = found("# Puzzle 1\n" + "\n".join(ROWS) + "\n#\n# Puzzle 2\n" + "\n".join(small) + "\n")
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE, "".join(small)]
    assert puzzles.faults == []


def test_large_grids_in_numbers_come_in_bands_and_below_their_size() -> None:
    full = bookmaker.generate(1, "any", size=16, givens=(100, 140), seed=2)[0].puzzle
    rows = [" ".join(str(digit) for digit in full.givens[at : at + 16]) for at in range(0, 256, 16)]
    bands = "\n\n".join("\n".join(rows[at : at + 4]) for at in range(0, 16, 4))
    for text in (bands, "16\n" + "\n".join(rows)):
        assert [puzzle.givens for puzzle in found(text)] == [full.givens]


def test_what_a_spoilt_line_could_be_is_not_tried_for_ever() -> None:
    for text in ("5" + " , " * 75 + "9|];", "1" + "." * 254, "1" + "." * 623, "puzzle,so\n1" + "." * 220 + ",,"):
        start = time.process_time()
        assert not found(text)
        assert in_time(time.process_time() - start, 1.5)


@pytest.mark.parametrize("name", TEXTS)
def test_a_puzzle_is_found_in_what_stands_around_it(name: str) -> None:
    puzzles = found(TEXTS[name])
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
    assert puzzles.faults == []


def test_bands_below_hyphens_are_no_telephone_numbers() -> None:
    rows = [row.replace(".", "0") for row in ROWS]
    text = "\n--\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))
    assert [str(puzzle) for puzzle in found(f"{text}\n\nby Ann\n")] == [PUZZLE]
    digits = found(f"{PUZZLE}\n\nanother one\n\n--\nof Bob\n{rows[0]}\n{rows[1]}\n{rows[2]}\n")
    assert digits.faults


def test_a_full_grid_below_its_puzzle_is_its_answer() -> None:
    puzzles = found(f"{PUZZLE}\n{ANSWER}\n")
    assert [(str(puzzle), puzzle.answer) for puzzle in puzzles] == [(PUZZLE, bytes(map(int, ANSWER)))]
    assert any("taken for its answer" in note.message for note in puzzles.notes)
    # One that does not solve it, or solves nothing, is a puzzle of its own.
    assert len(found(f"{PUZZLE}\n{ANSWER[::-1]}\n")) == 2
    assert len(found(f"{'5' + '.' * 80}\n{'5' * 81}\n")) == 2


_FIELDS = {
    "none": ("", "."),
    "blanks": (" ", "."),
    "tabs": ("\t", ""),
    "commas": (",", ""),
    "bars": ("|", "."),
}


@pytest.mark.parametrize("between", _FIELDS)
@pytest.mark.parametrize("answer", ["Solution:\n{rows}", "Solution: {line}", "The answer\n{spaced}"])
@pytest.mark.parametrize("above", ["", "My puzzle\n"])
def test_an_answer_that_directly_follows_its_grid_is_no_puzzle(between: str, answer: str, above: str) -> None:
    sign, empty = _FIELDS[between]
    rows = [ANSWER[at : at + 9] for at in range(0, 81, 9)]
    grid = "\n".join(sign.join(empty if cell == "." else cell for cell in row) for row in ROWS)
    said = answer.format(rows="\n".join(rows), line=ANSWER, spaced="\n".join(" ".join(row) for row in rows))
    of_text = found(f"{above}{grid}\n{said}\n")
    assert [(str(puzzle), puzzle.answer) for puzzle in of_text] == [(PUZZLE, bytes(map(int, ANSWER)))]
    assert of_text.faults == []


def test_text_that_directly_follows_a_table_is_none_of_it() -> None:
    rows = [*ROWS[:4], "." * 9, *ROWS[5:]]
    grid = "\n".join("\t".join(cell.strip(".") for cell in row) for row in rows)
    of_text = found(f"Dear editor, here is my puzzle.\n{grid}\nBest wishes, Pete\n")
    assert [str(puzzle) for puzzle in of_text] == ["".join(rows)]


def test_a_full_grid_under_the_heading_of_an_answer_is_never_a_puzzle() -> None:
    of_text = found(f"2 8 3\n6 7 8 4\nSolution:\n{chr(10).join(ANSWER[at : at + 9] for at in range(0, 81, 9))}\n")
    assert of_text == []


def test_headings_of_answers_are_looked_at_in_no_time() -> None:
    spoilt = ["Solution" + " " * 700 + "x", "Solution:" + "1 " * 350 + "x", "solution" + "-" * 700 + "x"]
    started = time.process_time()
    found("\n".join(f"{ROWS[0]}\n{line}" for line in spoilt * 8))
    assert in_time(time.process_time() - started, 1)


@pytest.mark.parametrize(
    "notes", ["r1c3, r1c4 = 2", "R1C3, R1C4: 24", "Steps:\nr1c3 = 4\nr1c3, r1c4 = 2\nr5c5,r6c6 = 3"]
)
def test_notes_beside_a_puzzle_are_no_killer(notes: str) -> None:
    for text in (f"{PUZZLE}\n\n{notes}\n", f"{notes}\n\n{PUZZLE}\n"):
        puzzles = found(text)
        assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
        # A line above a puzzle may be its name.
        assert puzzles[0].name or any("passed over" in note.message for note in puzzles.notes)
    # With a key above them, or many cells, they are cages.
    assert len(found("kind: killer\nr1c3, r1c4 = 12\n")[0].cages) == 1
    columns = [" ".join(f"r{row}c{column}" for row in range(1, 10)) for column in (1, 2)]
    assert len(found("".join(f"{cells} = 45\n" for cells in columns))[0].cages) == 2


def test_a_program_without_a_puzzle_is_one_fault() -> None:
    lines = [f"    {{'row': {at}, 'cells': [{at}, {at + 1}, 12]}},\n" for at in range(40)]
    puzzles = found(
        f"import numpy\nfrom a import b\ndef f(x):\n    return g(x)\nTABLE = [\n{''.join(lines)}]\nprint(TABLE)\n"
    )
    assert puzzles == [] and len(puzzles.faults) <= 1


@pytest.mark.parametrize("order", [(0, 1, 3, 4, 2), (2, 0, 1, 3, 4), (4, 1, 0, 2, 3)])
def test_the_grids_of_a_samurai_are_one_puzzle_in_any_order(order: tuple[int, ...]) -> None:
    arrangement = RULES["samurai"].arrangement
    assert arrangement is not None
    cells = dict(zip(arrangement.places, cells_text(SAMURAI.givens), strict=True))
    grids = ["".join(cells[place] for place in grid) for grid in arrangement.grids]
    drawn = ["\n".join(grid[at : at + 9] for at in range(0, 81, 9)) for grid in grids]
    puzzles = found("\n\n".join(drawn[at] for at in order))
    assert [(one.geometry.kind, one.givens) for one in puzzles] == [("samurai", SAMURAI.givens)]


@pytest.mark.parametrize("text", [PUZZLE, "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))])
def test_a_killer_without_a_cage_is_a_fault(text: str) -> None:
    with pytest.raises(InputError, match="a puzzle of the kind killer without a cage"):
        parse(text, kind="killer")
