"""Grids as spreadsheets and programs save them: a field for each cell."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import openpyxl
import pytest

from bookmaker.base.errors import InputError
from bookmaker.formats import parse, read, render
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
EXPECTED = Puzzle(geometry("classic", 9), bytes(0 if symbol == "." else int(symbol) for symbol in PUZZLE))


def rows(separator: str, empty: str = "") -> str:
    return "".join(separator.join(row).replace(".", empty) + "\n" for row in ROWS)


def flat(separator: str) -> str:
    return separator.join(PUZZLE.replace(".", "0")) + "\n"


NUMBERS = [[0 if symbol == "." else int(symbol) for symbol in row] for row in ROWS]
MARKDOWN = "|" + "|\n|".join("|".join(f" {symbol} " for symbol in row).replace(".", " ") for row in ROWS) + "|\n"
RULED = "+---+---+---+---+---+---+---+---+---+\n".join(["", *(line + "\n" for line in MARKDOWN.splitlines()), ""])
FORMS = {
    "commas": rows(","),
    "commas and zeros": rows(",", "0"),
    "commas and blanks": rows(",", " "),
    "semicolons": rows(";"),
    "tabs": rows("\t"),
    "bars": rows("|", " "),
    "a table of Markdown": MARKDOWN,
    "ruled": RULED,
    "box drawing": RULED.replace("|", "│").replace("-", "─").replace("+", "┼"),
    "quotation marks": "\n".join(",".join(f'"{symbol.strip(".")}"' for symbol in row) for row in ROWS),
    "numbers of pandas": "\n".join(",".join("" if symbol == "." else f"{symbol}.0" for symbol in row) for row in ROWS),
    "a line with blanks": flat(" "),
    "a line with commas": flat(","),
    "a line with tabs": flat("\t"),
    "rows in JSON": json.dumps(NUMBERS),
    "rows in JSON over many lines": json.dumps(NUMBERS, indent=1),
    "cells in JSON": json.dumps([digit for row in NUMBERS for digit in row]),
    "rows in JSON with null and texts": json.dumps(
        [[str(digit) if digit else None for digit in row] for row in NUMBERS]
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_that_say_the_same(form: str) -> None:
    assert parse(FORMS[form]) == [EXPECTED]
    # Among others, too, and several in one file.
    assert parse(f"{PUZZLE}\n\n{FORMS[form]}\n\n{FORMS[form]}\n{PUZZLE}") == [EXPECTED] * 4


@pytest.mark.parametrize("names", ["123456789", "ABCDEFGHI"])
@pytest.mark.parametrize("separator", ["\t", ","])
def test_labels_beside_an_empty_last_column_are_no_cells(names: str, separator: str) -> None:
    hollow = "".join(row[:8] + "." for row in ROWS)
    lines = [separator.join(name + row[:8]).replace(".", "") for name, row in zip(names, ROWS, strict=True)]
    (puzzle,) = parse("".join(f"{line}{separator}\n" for line in lines))
    assert str(puzzle) == hollow


def test_a_first_column_that_counts_is_no_label_where_only_it_makes_a_puzzle() -> None:
    full = sorted("".join(str(1 + (3 * (row % 3) + row // 3 + at) % 9) for at in range(9)) for row in range(9))
    (puzzle,) = parse("".join("\t".join(row) + "\t\n" for row in full))
    assert str(puzzle) == "".join(full)
    with pytest.raises(InputError, match="neither or both"):
        parse("".join(f"{row + 1}" + "\t" * 9 + "\n" for row in range(9)))


def test_rows_of_empty_fields_part_grids_and_are_rows() -> None:
    between = "," * 8 + "\n"
    assert parse(rows(",") + between + between + rows(",")) == [EXPECTED] * 2
    hollow = Puzzle(EXPECTED.geometry, bytes(9) + EXPECTED.givens[9:])
    assert parse(between + "".join(rows(",").splitlines(keepends=True)[1:])) == [hollow]


@pytest.mark.parametrize("hollow", [(0,), (4,), (8,), (0, 8), (2, 3)])
def test_rows_of_tabs_only_are_rows(hollow: tuple[int, ...]) -> None:
    lines = rows("\t").splitlines(keepends=True)
    puzzle = bytearray(EXPECTED.givens)
    for row in hollow:
        lines[row] = "\t" * 8 + "\n"
        puzzle[9 * row : 9 * row + 9] = bytes(9)
    text, expected = "".join(lines), Puzzle(EXPECTED.geometry, bytes(puzzle))
    assert parse(text) == [expected]
    assert parse(text.replace("\n", "\r\n")) == [expected]
    assert parse(f"{PUZZLE}\n{text}\n{text}{PUZZLE}\n\t\n{text}") == [EXPECTED, expected, expected, EXPECTED, expected]


def test_several_puzzles_in_one_list() -> None:
    assert parse(json.dumps([NUMBERS, NUMBERS])) == [EXPECTED] * 2


def test_digits_above_nine_are_numbers_or_letters() -> None:
    ground = geometry("classic", 16)
    givens = bytes((cell * 7) % 17 for cell in range(256))
    puzzle = Puzzle(ground, givens)
    text = render([puzzle], "sheet")
    assert "16" in text
    assert parse(text) == [puzzle]
    lines = text.splitlines()
    assert parse("\n".join(" ".join(field or "." for field in line.split(",")) for line in lines)) == [puzzle]
    letters = [
        ",".join("" if not field else "123456789ABCDEFG"[int(field) - 1] for field in line.split(",")) for line in lines
    ]
    assert parse("\n".join(letters)) == [puzzle]
    numbers = [list(givens[at : at + 16]) for at in range(0, 256, 16)]
    assert parse(json.dumps(numbers)) == [puzzle]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (rows(",").replace("5,3", "O,3", 1), "f:1:1: 'O' is neither a digit (1 to 9) nor an empty cell (a letter O"),
        (rows(",").replace("5,3", "5,12", 1), "f:1:3: the digit 12 is too large for a grid of 9×9"),
        (rows(";", " ").replace("9;8", "9;8;", 1), "f:3:1: 10 cells in this row; a grid of 9×9 has 9"),
        ("".join(rows(",").splitlines(keepends=True)[:8]), "f:1:1: 8 rows of 9 cells; a grid of 9×9 has 9"),
        (f"{flat(' ')}{flat(' ')[:-4]}\n{flat(' ')}", "f:2:1: 79 cells in this row; a puzzle of 9×9 has 81"),
        (
            "\n".join([",".join(map(str, range(16)))] + ["," * 15] * 15),
            "f:1:1: 0 and another symbol are both used",
        ),
        (json.dumps([[12, *NUMBERS[0][1:]], *NUMBERS[1:]]), "f:1:1: 12 in r1c1 is neither a digit of a 9×9 grid"),
    ],
)
def test_faults_are_told_at_their_places(text: str, told: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert told in str(raised.value)


def test_a_workbook_is_one_by_what_is_in_it_and_a_damaged_one_is_said_to_be(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in NUMBERS:
        book.active.append([cell or None for cell in row])
    book.save(tmp_path / "a.xlsx")
    bare = tmp_path / "attachment"
    bare.write_bytes((tmp_path / "a.xlsx").read_bytes())
    assert [str(puzzle) for puzzle in read(bare)] == [PUZZLE]
    with zipfile.ZipFile(bare) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"):
        with zipfile.ZipFile(bare, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data[: len(data) // 2] if name == part else data)
        with pytest.raises(InputError, match="damaged"):
            read(bare)


def test_a_title_beside_the_columns_of_a_grid_makes_it_no_larger(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["B2"] = "My sudoku"
    for at, sign in enumerate(PUZZLE):
        if sign != ".":
            book.active.cell(4 + at // 9, 3 + at % 9, int(sign))
    book.save(tmp_path / "a.xlsx")
    (found,) = read(tmp_path / "a.xlsx")
    assert found.givens == parse(PUZZLE)[0].givens


@pytest.mark.parametrize("rule", ["|-" * 9 + "|", "|---" * 9 + "|"])
def test_a_table_of_markdown_may_have_an_empty_heading(rule: str) -> None:
    below = "." * 9 + PUZZLE[9:]
    rows = ["|" + "|".join(below[at : at + 9].replace(".", " ")) + "|" for at in range(0, 81, 9)]
    (found,) = parse("\n".join(["| " * 9 + "|", rule, *rows]))
    assert found.givens == parse(below)[0].givens


def test_a_sheet_of_answers_is_no_sheet_of_puzzles(tmp_path: Path) -> None:
    """Answers may stand on one sheet below one another, in another order, or beside a full grid that solves nothing."""
    answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    turned, other = PUZZLE[::-1], answer[27:] + answer[:27]
    book = openpyxl.Workbook()
    for name, grids in {"Puzzles": [PUZZLE, turned], "Solutions": [answer[::-1], answer, other]}.items():
        sheet = book.create_sheet(name)
        for grid in grids:
            for at in range(0, 81, 9):
                sheet.append([int(cell) if cell != "." else None for cell in grid[at : at + 9]])
            sheet.append([])
    book.remove(book.active)
    book.save(tmp_path / "a.xlsx")
    found = read(tmp_path / "a.xlsx")
    assert [str(puzzle) for puzzle in found] == [PUZZLE, turned, other]
    assert [one.answer and bytes(one.answer) for one in found[:2]] == [
        bytes(map(int, grid)) for grid in (answer, answer[::-1])
    ]
    assert [note.message for note in found.notes] == [
        "2 full grids of this sheet are taken for the answers of puzzles before"
    ]
