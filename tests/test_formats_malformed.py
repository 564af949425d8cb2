"""Malformed puzzle files: each is reported with its place, in words that say what to mend."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from bookmaker import formats
from bookmaker.base.errors import InputError
from bookmaker.formats import parse, read, reading
from bookmaker.puzzles.grid.puzzle import Puzzle

PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
GRID = b"\n".join(ROWS)
FILLED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
LARGE = b"1G" + b"." * 254

CASES: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["f: it is empty"]),
    "only a BOM": (b"\xef\xbb\xbf", ["f: there is no puzzle in it"]),
    "only blank lines": (b"\n \n\t\n", ["f: there is no puzzle in it"]),
    "only comments": (b"# one\n# two\n", ["f: there is no puzzle in it"]),
    "gzip without an end": (gzip.compress(PUZZLE)[:-9], ["f: the gzip file is cut short"]),
    "gzip of gzip": (gzip.compress(gzip.compress(PUZZLE)), ["f:1:"]),
    "gzip that is none": (b"\x1f\x8b\x08\xffjunkjunkjunk", ["f: the gzip file is damaged"]),
    "empty gzip": (gzip.compress(b""), ["f: it is empty"]),
    "PDF in gzip": (gzip.compress(b"%PDF-1.7\n"), ["f: this is a PDF"]),
    "spreadsheet": (b"PK\x03\x04junk", ["f: the zip file is damaged"]),
    "PDF": (b"%PDF-1.7\n", ["f: this is a PDF"]),
    "PNG": (b"\x89PNG\r\n\x1a\n", ["f: this is a picture"]),
    "JPEG": (b"\xff\xd8\xff\xe0", ["f: this is a picture"]),
    "UTF-16 with BOM": (PUZZLE.decode().encode("utf-16")[:-1], ["f: the text in UTF-16 is damaged"]),
    "UTF-16 without BOM": (PUZZLE.decode().encode("utf-16-le"), ["f:1:2: a NUL byte; this is not a text file"]),
    "NUL in the third line": (PUZZLE + b"\n\n12\0", ["f:3:3: a NUL byte"]),
    "Latin-1 in a comment": (b"# M\xfcller\n" + PUZZLE, ["f:1:4: byte 0xFC is not UTF-8"]),
    "Latin-1 in two lines": (
        PUZZLE + b" # \xe9\n" + PUZZLE + b"\xe9\n",
        ["f:1:85: byte 0xE9 is not", "f:2:82: byte 0xE9"],
    ),
    "80 symbols": (PUZZLE[:-1], ["f:1:1: 80 symbols; a puzzle of 9×9 has 81"]),
    "82 symbols": (PUZZLE + b"1", ["f:1:1: 82 symbols; a puzzle of 9×9 has 81"]),
    "15 symbols": (b"1..............", ["f:1:1: 15 symbols; a puzzle of 4×4 has 16"]),
    "255 symbols": (LARGE[:-1], ["f:1:1: 255 symbols; a puzzle of 16×16 has 256"]),
    "two bad lines among good ones": (
        b"\n".join([PUZZLE, PUZZLE[:-1], PUZZLE, PUZZLE[:-2], PUZZLE]),
        ["f:2:1: 80 symbols", "f:4:1: 79 symbols"],
    ),
    "CRLF counts lines once": (b"\r\n\r\n" + PUZZLE[:-1] + b"\r\n", ["f:3:1: 80 symbols"]),
    "indented": (b"   " + PUZZLE[:-1], ["f:1:4: 80 symbols"]),
    "BOM is no column": (b"\xef\xbb\xbf?" + PUZZLE[1:], ["f:1:1: '?' is neither a digit (1 to 9) nor an empty cell"]),
    "question mark": (PUZZLE[:4] + b"?" + PUZZLE[5:], ["f:1:5: '?' is neither a digit (1 to 9) nor an empty cell"]),
    "letter O": (PUZZLE[:2] + b"O" + PUZZLE[3:], ["f:1:3: 'O' is neither", "(a letter O; write 0 or a dot"]),
    "small l": (PUZZLE[:2] + b"l" + PUZZLE[3:], ["f:1:3: 'l' is neither"]),
    "three bad symbols": (
        b"?" + PUZZLE[1:40] + b"!" + PUZZLE[41:80] + b"$",
        ["f:1:1: '?'", "f:1:41: '!'", "f:1:81: '$'"],
    ),
    "Arabic digit": ("٥".encode() + PUZZLE[1:], ["f:1:1: '٥' is neither", "(write it as 5)"]),
    "full-width digit": ("５".encode() + PUZZLE[1:], ["f:1:1: '５' is neither", "(write it as 5)"]),
    "escape character": (b"\x1b" + PUZZLE[1:], [r"f:1:1: '\x1b' is neither"]),
    "too long and a bad symbol": (b"?" + PUZZLE, ["f:1:1: 82 symbols", "f:1:1: '?' is neither"]),
    "5 in a 4x4": (b"1234..5.........", ["f:1:7: the digit 5 is too large for a grid of 4×4"]),
    "9 in a 6x6": (b"9" + b"." * 35, ["f:1:1: the digit 9 is too large for a grid of 6×6"]),
    "H in a 16x16": (b"H" + b"." * 255, ["f:1:1: 'H' is too large for a grid of 16×16, whose highest digit is G"]),
    "? in a 16x16": (b"?" + b"." * 255, ["f:1:1: '?' is neither a digit (1 to 9, A to G) nor an empty cell"]),
    "? in a 10x10": (b"?" + b"." * 99, ["f:1:1: '?' is neither a digit (1 to 9, A) nor an empty cell"]),
    "0 to F in a 16x16": (b"0" + LARGE[1:], ["f:1:1: 0 and another symbol are both used for empty cells"]),
    "prose": (b"Dear editor,\nhere is my puzzle", ["f: there is no puzzle in it (a line of 81 digits and dots, or"]),
    "two puzzles in a line": (
        PUZZLE + b" " + PUZZLE,
        ["f:1:83: 81 more symbols, which are not a complete answer of 81 digits"],
    ),
    "an answer of 80": (PUZZLE + b"," + FILLED[:-1], ["f:1:83: 80 more symbols, which are not a complete answer"]),
    "an answer with a typing error": (PUZZLE + b"," + FILLED[:-1] + b"q", ["f:1:83: 81 more symbols"]),
    "escape character in a name": (PUZZLE + b" # \x1b[31A", [r"f:1:83: the name holds the control character '\x1b'"]),
    "two signs that are none, many times": (
        PUZZLE.replace(b".", b"?").replace(b"5", b"!"),
        [
            "f:1:3: '?' is neither a digit (1 to 9) nor an empty cell, and comes here 51 times",
            "f:1:1: '!'",
            "f:1:15: '!'",
            "f:1:72: '!'",
        ],
    ),
    "8 rows": (b"\n".join(ROWS[:8]), ["f:1:1: 8 rows of 9 cells; a grid of 9×9 has 9"]),
    "10 rows": (GRID + b"\n" + ROWS[0], ["f:1:1: 10 rows of 9 cells; a grid of 9×9 has 9"]),
    "a row of 8": (
        b"\n".join([*ROWS[:4], ROWS[4][:8], *ROWS[5:]]),
        ["f:5:1: 8 cells in this row; a grid of 9×9 has 9"],
    ),
    "a row of 10": (GRID + b"1", ["f:9:1: 10 cells in this row; a grid of 9×9 has 9"]),
    "bad symbol in a grid": (GRID[:-1] + b"?", ["f:9:9: '?' is neither a digit (1 to 9) nor an empty cell"]),
    "two faults in a grid": (b"?" + GRID[1:-1] + b"!!", ["f:1:1: '?'", "f:9:9: '!'", "f:9:10: '!'", "f:9:1: 10 cells"]),
    "second grid short": (
        GRID + b"\n\n" + b"\n".join(ROWS[:7]),
        ["f:11:1: 7 rows of 9 cells; a grid of 9×9 has 9"],
    ),
    "borders only": (b"|---|\n|---|", ["f:1:1: borders without rows"]),
    "a row without end": (GRID + b"\n" + b"." * 1001, ["f:10:1: 1001 characters in a row of a grid"]),
    "rows of seven": (b"+---+\n|1234567|\n|1234567|\n+---+", ["f:2:1: rows of 7 cells; no grid has that size"]),
    "a band missing": (b"\n".join(ROWS[:3]) + b"\n\n" + b"\n".join(ROWS[3:6]), ["f:1:1: 6 rows of 9 cells"]),
    "a band of two rows": (
        b"\n\n".join([b"\n".join(ROWS[:3]), b"\n".join(ROWS[3:5])]),
        ["f:1:1: 3 rows", "f:5:1: 2 rows"],
    ),
    "a digit too large for a grid of 4": (
        b"12..\n..34\n.5..\n....",
        ["f:3:2: the digit 5 is too large for a grid of 4×4"],
    ),
    "a good line, a bad grid and a bad line": (
        PUZZLE + b"\n\n" + GRID[:-1] + b"\n\n" + PUZZLE[:-1],
        ["f:11:1: 8 cells in this row", "f:13:1: 80 symbols"],
    ),
    "0 to F in a grid": (
        b"\n".join([b"0123456789ABCDEF"] + [b"." * 16] * 15),
        ["f:1:1: 0 and another symbol are both used for empty cells"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_fault_is_told_at_its_place(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, expected = CASES[name]
    monkeypatch.chdir(tmp_path)
    Path("f").write_bytes(data)
    with pytest.raises(InputError) as raised:
        read(Path("f"), strict=True)
    told = str(raised.value)
    for words in expected:
        assert words in told, told
    assert len(raised.value.faults) == sum(words.startswith("f:") for words in expected), told


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(path: Path | str) -> str:
        with pytest.raises(InputError) as raised:
            read(path)
        return str(raised.value)

    assert told(tmp_path / "no").endswith("no: there is no such file")
    assert told(tmp_path).endswith(": there is no file in this folder")
    assert "it cannot be read" in told("a\0b")
    assert "it cannot be read" in told("a" * 5000)
    file = tmp_path / "file"
    file.write_bytes(PUZZLE)
    assert "it cannot be read" in told(file / "below")
    monkeypatch.setattr(reading, "MOST_TEXT", len(PUZZLE) - 1)
    with pytest.raises(InputError, match="the file is larger than"):
        formats.read_text(file)
    monkeypatch.setattr(reading, "MOST_TEXT", len(PUZZLE))
    assert formats.read_text(file) == PUZZLE.decode()
    assert len(read(file)) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(PUZZLE)
    file.chmod(0)
    with pytest.raises(InputError, match="no permission to read it"):
        read(file)


def test_junk_is_not_read_to_its_end() -> None:
    with pytest.raises(InputError) as raised:
        parse(f"{PUZZLE.decode()[1:]}\n" * 1500)
    assert len(raised.value.faults) == 1001
    assert str(raised.value.faults[-1]) == "<text>:1000: too many faults; the rest was not read"


def test_a_name_with_a_control_character_is_told_and_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"{PUZZLE.decode()} # a\x02b")
    fault, puzzle = formats.items(formats.read_stream(path))
    assert not isinstance(fault, Puzzle)
    assert "the name holds the control character" in fault.message
    assert isinstance(puzzle, Puzzle)
    assert puzzle.name == ""


def test_no_advice_to_write_a_digit_that_the_grid_does_not_have() -> None:
    for first in "9٩":
        with pytest.raises(InputError) as raised:
            parse(first + "." * 35)
        assert [fault.advice for fault in raised.value.faults] == [""]
