"""Files as people keep them: what is read of them, what is passed over, and what is refused rather than guessed."""

from __future__ import annotations

import gzip
import io
import json
import random
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from conftest import scaled
from formats_data import ANSWER, NUMBERS, PUZZLE, ROWS, found
from pace import in_time

import bookmaker
from bookmaker import formats
from bookmaker.base.errors import Fault, InputError
from bookmaker.formats import Argument, items, read, read_stream, render
from bookmaker.formats.stream import containers
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

WILD = Path(__file__).parent / "data" / "wild"
FILES = sorted(path for path in WILD.iterdir() if path.name != "README.md")
MANY = {"project_euler_p096.txt": 3, "numbered.txt": 4, "headings.txt": 2}
GUESSED = {
    *(
        "middle_dots.txt",
        "en_dashes.txt",
        "question_marks.txt",
        "spaces.txt",
        "no_break_spaces.txt",
        "pandas.csv",
        "sudoku.lp",
    ),
    *("cells.xml", "wrapped.txt", "values.json", "nulls.json", "dosuku.json", "shadify.json", "gnome_sudoku.save"),
}
ANSWERED = {"side_by_side.txt", "dosuku.json", "shadify.json"}


SLIP = " (with an empty cell before symbol 1 or among symbols 1 to 4 it would be a proper puzzle)"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_read_as_it_is_meant(path: Path) -> None:
    puzzles = read(path)
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE] * MANY.get(path.name, 1)
    assert puzzles.faults == []
    assert any("guess" in note.message for note in puzzles.notes) == (path.name in GUESSED)
    if path.name in ANSWERED:
        assert puzzles[0].answer is not None
        assert cells_text(puzzles[0].answer) == ANSWER


def test_every_file_has_its_source_beside_it() -> None:
    listed = (WILD / "README.md").read_text()
    assert all(f"| {path.name} |" in listed for path in FILES)


def test_text_above_a_puzzle_is_its_name() -> None:
    assert [puzzle.name for puzzle in read(WILD / "project_euler_p096.txt")] == ["Grid 01", "Grid 02", "Grid 03"]
    assert [puzzle.name for puzzle in read(WILD / "numbered.txt")] == ["", "", "Puzzle 3", ""]
    assert [puzzle.name for puzzle in read(WILD / "headings.txt")] == ["Puzzle 1", "Puzzle 2"]
    # A line of a program is not a name.
    assert {puzzle.name for name in ("solver.c", "solver.py", "Solver.java") for puzzle in read(WILD / name)} == {""}


_SET = [f"({at // 9},{at % 9},{cell})" for at, cell in enumerate(PUZZLE) if cell != "."]
CUT = {
    "letters that no scan has": "\n".join(" ".join(row.replace(".", "O").replace("1", "Q")) for row in ROWS),
    "one cell twice in threes": " ".join(_SET) + " (0,0,7)",
    "a spoilt one among threes": " ".join(_SET).replace("(0,1,3)", "(0,13)"),
    "a spoilt line among threes": "\n".join(one.strip("()") for one in _SET).replace("3,0,8", "3,08"),
    "threes that are no proper puzzle": " ".join(_SET[:-3]).replace("(0,0,5)", "(0,0,3)"),
    "bars and a blank too few": "\n".join(
        "|".join((row[:3], row[3:6], row[6:])).replace(".", " ") for row in ROWS
    ).replace("   |", "  |", 1),
    "rows of 8 and of 10 cells": "\n".join([*ROWS[:3], ROWS[3][:8], ROWS[4] + "1", *ROWS[5:]]),
    "a line of 80": PUZZLE[1:],
    "two signs for empty cells": PUZZLE.replace(".", "?").replace("?", "!", 9),
    "eight rows under a heading": "\n".join(["Grid 01", *ROWS[:8]]),
    "a list of eight rows": json.dumps(NUMBERS[:8]),
    "a list with a row of eight": "x = " + json.dumps([*NUMBERS[:8], NUMBERS[8][:8]]),
    "a comma that is missing": "x = " + json.dumps(NUMBERS).replace("0, 0, 7", "0 07", 1),
    "two grids in progress": json.dumps({"a": NUMBERS, "b": [[5, 3, 4, *NUMBERS[0][3:]], *NUMBERS[1:]]}),
    "cages under an unknown name": json.dumps({"values": NUMBERS, "killer_cages": [[1, 2]]}),
    "facts from 0 or from 1": " ".join(f"at({n},{n},{n})." for n in range(1, 9)),
    "a fact that is spoilt": read(WILD / "sudoku.lp") and (WILD / "sudoku.lp").read_text().replace("(1,1,5)", "(1,15)"),
    "side by side, but no answer": "\n".join(f"{row} {'1' * 9}" for row in ROWS),
    "0 to 9 and dots on 10 by 10": "\n".join(["0123456789"] + ["." * 10] * 9),
    "labels or a larger grid": "\n".join(["," + ",".join("123456789")] + [f"{row}{',' * 9}" for row in range(1, 10)]),
    "another kind that was saved": '<!DOCTYPE ksudoku><ksudoku><game><puzzle><graph order="9" type="custom" '
    f'specific-type="KillerSudoku"/><values>{"_" * 81}</values></puzzle></game></ksudoku>',
    "no given is marked": '<opensudoku><game data="version: 3&#10;' + "5|0|1|" * 81 + '"/></opensudoku>',
    "an entity": f'<!DOCTYPE a [<!ENTITY b "5">]><opensudoku><game data="&b;{PUZZLE[1:]}"/></opensudoku>',
}


@pytest.mark.parametrize("name", CUT)
def test_what_has_two_readings_or_none_is_refused(name: str) -> None:
    puzzles = found(CUT[name])
    assert list(puzzles) == []
    assert puzzles.faults


def test_a_symbol_too_few_in_rows_never_makes_another_puzzle() -> None:
    chance = random.Random(1)
    for name in (
        "project_euler_p096.txt",
        "mail_quote.txt",
        "solver.py",
        "sudoku.mzn",
        "rows.xml",
        "double_spaced.txt",
    ):
        text = (WILD / name).read_text()
        places = [at for at, symbol in enumerate(text) if symbol in "0123456789._" and at > len(text) // 3]
        for at in chance.sample(places, scaled(8, 25)):
            for spoilt in (text[:at] + text[at + 1 :], text[:at] + "1" + text[at:]):
                for puzzle in found(spoilt):
                    changed = [one for one, other in zip(str(puzzle), PUZZLE, strict=True) if one != other]
                    # Where cells are parted, a digit that goes leaves a field that is empty, or has two digits.
                    assert len(changed) <= 1 and puzzle.geometry.size == 9


def test_hexadecimal_digits_are_taken_where_only_they_make_a_proper_puzzle() -> None:
    full = bookmaker.generate(1, "any", size=16, givens=(200, 220))[0].puzzle
    text = "".join("." if not digit else "0123456789ABCDEF"[digit - 1] for digit in full.givens)
    puzzles = found(text)
    assert [puzzle.givens for puzzle in puzzles] == [full.givens]
    assert "0 is taken for the lowest of 16 digits" in puzzles.notes[0].message
    letters = "".join("." if not digit else "ABCDEFGHIJKLMNOP"[digit - 1] for digit in full.givens)
    assert [puzzle.givens for puzzle in found(letters)] == [full.givens]
    numbers = "\n".join(" ".join(str(digit or ".") for digit in full.givens[at : at + 16]) for at in range(0, 256, 16))
    assert [puzzle.givens for puzzle in found(numbers)] == [full.givens]


def test_a_numbered_line_with_a_slip_says_so() -> None:
    for text in (f"1 {PUZZLE[1:]} {ANSWER}", f"0 {PUZZLE}9 {ANSWER}"):
        (fault,) = found(f"1 {PUZZLE}\n{text}\n").faults
        assert str(fault).startswith(f"<argument>:2:3: {len(text.split()[1])} symbols; a puzzle of 9×9 has 81")


def test_text_and_an_unreadable_puzzle_are_two_things() -> None:
    puzzles = found(f"Dear editor,\nhere are two.\n\n{PUZZLE}\n{PUZZLE[1:]}\nYours, Ann\n")
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
    assert [str(fault) for fault in puzzles.faults] == ["<argument>:5:1: 80 symbols; a puzzle of 9×9 has 81" + SLIP]
    assert [note.text for note in puzzles.notes] == ["Dear editor,", "Yours, Ann"]
    assert [str(fault) for fault in found("import os\n\nos.exit(1)\n" * 200).faults] == [
        "<argument>: there is no puzzle in it (a line of 81 digits and dots, or nine rows of nine, are expected)"
    ]


def test_read_takes_what_is_good_unless_it_is_strict(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{PUZZLE}\n{PUZZLE[1:]}\n")
    with pytest.warns(UserWarning, match="80 symbols"):
        puzzles = bookmaker.read(path)
    assert len(puzzles) == len(puzzles.faults) == 1
    with pytest.raises(InputError, match="80 symbols"):
        bookmaker.read(path, strict=True)
    path.write_text(PUZZLE[1:])
    with pytest.raises(InputError):
        bookmaker.read(path)


@pytest.mark.parametrize("value", [None, 7, True, [], ["classic"], {}, {"a": 1}, "x" * 99, 1.5, [[1]], [None], -1])
def test_no_type_of_a_field_is_a_traceback(value: object) -> None:
    fields = (
        "kind",
        "size",
        "givens",
        "puzzle",
        "cages",
        "solution",
        "regions",
        "name",
        "candidates",
        "grid",
        "cells",
        "puzzles",
    )
    for field in fields:
        for other in ({"puzzle": PUZZLE}, {"cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}]}, {}):
            text = json.dumps({**other, field: value})
            for item in items(read_stream(Argument(f"{text}\n{PUZZLE}"))):
                assert isinstance(item, Puzzle | Fault)
            assert str(found(f"{text}\n{PUZZLE}")[-1]) == PUZZLE


def test_a_killer_may_be_numbered_and_come_in_a_table() -> None:
    (puzzle,) = found('{"puzzle": 2, "cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}]}')
    assert [(cage.cells, cage.sum) for cage in puzzle.cages] == [((0, 1), 3)]
    letters = "K" + "".join("ABCDEFGHI"[row] * 9 for row in range(9))
    table = (
        f'ptitle,vol,book,puzzle,puzz_color,puzz_hint,solved,sOrder\nKD_1,1,1,7,{letters},"{"45," * 8}45",{ANSWER},ab\n'
    )
    (puzzle,) = found(table)
    assert puzzle.name == "KD_1"
    assert puzzle.answer == bytes(map(int, ANSWER))
    assert [cage.sum for cage in puzzle.cages] == [45] * 9


def test_no_cell_of_a_table_is_a_formula() -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)"):
        (puzzle,) = formats.parse(f"{PUZZLE} # {name}")
        text = render([puzzle], "csv")
        assert f",'{name}" in text
        assert formats.parse(text)[0].name == name


def _ods() -> bytes:
    rows = "".join(
        "<table:table-row>"
        + "".join(
            "<table:table-cell/>" if cell == "." else f'<table:table-cell office:value="{cell}"/>' for cell in row
        )
        + "</table:table-row>"
        for row in ROWS
    )
    names = 'xmlns:table="t" xmlns:office="o"'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", f'<a {names}><table:table table:name="A">{rows}</table:table></a>')
    return file.getvalue()


def test_the_type_of_a_document_is_not_unpacked_without_bound(tmp_path: Path) -> None:
    large = tmp_path / "large.ods"
    large.write_bytes(_ods())
    with zipfile.ZipFile(large) as archive:
        content = archive.read("content.xml")
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", bytes(30 << 20))
        archive.writestr("content.xml", content)
    tracemalloc.start()
    try:
        assert [str(puzzle) for puzzle in read(large)] == [PUZZLE]
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


def test_what_is_a_workbook_is_read_as_one(tmp_path: Path) -> None:
    """A document of a word processor is none, whatever else its zip file holds."""
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", '<w:d xmlns:w="w"><w:p><w:t>no puzzle</w:t></w:p></w:d>')
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<a/>")
    assert [type(part) for part in containers.parts(path)] == [containers.Text]


def test_workbooks_and_zip_files(tmp_path: Path) -> None:
    (tmp_path / "a.ods").write_bytes(_ods())
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("deep/one.txt", PUZZLE)
        archive.writestr("two.csv", "\n".join(",".join(row.replace(".", " ")) for row in ROWS))
        archive.writestr("__MACOSX/junk", "junk")
        archive.writestr("bad.txt", PUZZLE[1:])
    assert [str(puzzle) for puzzle in read(tmp_path / "a.ods")] == [PUZZLE]
    puzzles = read(tmp_path / "b.zip")
    assert [str(puzzle) for puzzle in puzzles] == [PUZZLE] * 2
    assert [str(puzzle.source) for puzzle in puzzles] == [
        f"{tmp_path}/b.zip/{name}:1:1" for name in ("deep/one.txt", "two.csv")
    ]
    assert [str(fault) for fault in puzzles.faults] == [
        f"{tmp_path}/b.zip/bad.txt:1:1: 80 symbols; a puzzle of 9×9 has 81" + SLIP
    ]
    for size in (10, 100, 300):
        (tmp_path / "c.zip").write_bytes((tmp_path / "b.zip").read_bytes()[:size])
        with pytest.raises(InputError, match="damaged"):
            read(tmp_path / "c.zip")


def test_workbooks_of_excel(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    for row in NUMBERS:
        sheet.append([cell or None for cell in row])
    other = book.create_sheet("Labelled")
    other.append([None, *range(1, 10)])
    for letter, row in zip("ABCDEFGHI", NUMBERS, strict=True):
        other.append([letter, *[cell or None for cell in row]])
    corner = book.create_sheet("Corner")
    for row in [[0] * 9, *NUMBERS[1:8], [0] * 9]:
        corner.append([None, None, *[cell or None for cell in row]])
    book.save(tmp_path / "a.xlsx")
    puzzles = read(tmp_path / "a.xlsx")
    assert [str(puzzle) for puzzle in puzzles[:2]] == [PUZZLE] * 2
    # Nothing tells on which side of this grid the empty rows and columns lie.
    assert len(puzzles) == 2
    assert puzzles.faults


def test_a_gzip_file_of_millions_of_newlines_takes_no_long_time(tmp_path: Path) -> None:
    path = tmp_path / "n.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(100):
            file.write(b"\n" * 1_000_000)
    start = time.process_time()
    with pytest.raises(InputError, match="more than 50 times its size"):
        read(path)
    assert in_time(time.process_time() - start, 4)
