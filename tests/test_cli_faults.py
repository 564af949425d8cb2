"""What goes wrong through no fault of ours: each with its exit code, its place and words that help; never a traceback.

What is wrong in specs, and with books, is in ``test_cli_spec_faults.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import PUZZLE as P
from conftest import SOLUTION, Run
from faulty_puzzles import CLASH, GRID, NONE, ROWS, SEVERAL, UNIQUE, WRONG

from bookmaker.logic.generation import maker

LARGE = "1G" + "." * 254

UNREADABLE: list[tuple[str | bytes, str]] = [
    ("", "it is empty"),
    ("\n \n\t\n", "there is no puzzle in it"),
    ("\ufeff", "there is no puzzle in it"),
    ("# one\n# two", "there is no puzzle in it"),
    (b"\x1f\x8b\x08\0", "the gzip file is cut short"),
    (b"%PDF-1.4", "cannot be read as a PDF"),
    (b"%PDF-1.7", "cannot be read as a PDF"),
    (b"\x89PNG\r\n", "this is a picture"),
    (P.encode("utf-16")[:-1], "the text in UTF-16 is damaged"),
    (P.encode("utf-16-le"), "1:2: a NUL byte"),
    (P + "\0", "1:82: a NUL byte"),
    (b"# M\xfcller\n" + P.encode(), "1:4: byte 0xFC is not UTF-8 text"),
    (b"\xf0\x9f\x98" + P.encode(), "1:1: byte 0xF0 is not UTF-8 text"),
    (P[:-1], "1:1: 80 symbols; a puzzle of 9×9 has 81"),
    (P + "1", "1:1: 82 symbols; a puzzle of 9×9 has 81"),
    (P[:40], "1:1: 40 symbols; a puzzle of 9×9 has 81"),
    (f"{P}\n{P[:-2]}", "2:1: 79 symbols"),
    (f"\r\n{P[:-1]}\r\n", "2:1: 80 symbols"),
    (f"   {P[:-1]}", "1:4: 80 symbols"),
    (f"?{P[1:]}", "1:1: '?' is neither a digit (1 to 9) nor an empty cell"),
    (f"{P[:-1]}?", "1:81: '?' is neither a digit"),
    (f"{P[:2]}O{P[3:]}", "1:3: 'O' is neither a digit (1 to 9) nor an empty cell (a letter O; write 0"),
    (f"٥{P[1:]}", "1:1: '٥' is neither a digit"),
    (f"\x1b{P[1:]}", r"1:1: '\x1b' is neither a digit"),
    ("1234..5.........", "1:7: the digit 5 is too large for a grid of 4×4"),
    ("9" + "." * 35, "1:1: the digit 9 is too large for a grid of 6×6"),
    ("H" + "." * 255, "1:1: 'H' is too large for a grid of 16×16, whose highest digit is G"),
    (f"0{LARGE[1:]}", "1:1: 0 and another symbol are both used for empty cells"),
    ("Dear editor", "there is no puzzle in it (a line of 81 digits and dots, or nine rows of nine, are expected)"),
    (f"{P} {P}", "1:83: 81 more symbols, which are not a complete answer of 81 digits (each puzzle needs a line"),
    (f"{P},{SOLUTION[:-1]}", "1:83: 80 more symbols"),
    (f"{P} # \x07", r"1:83: the name holds the control character '\x07'"),
    ("\n".join(ROWS[:8]), "1:1: 8 rows of 9 cells; a grid of 9×9 has 9"),
    (f"{GRID}\n{ROWS[0]}", "1:1: 10 rows of 9 cells"),
    (f"{GRID}1", "9:1: 10 cells in this row; a grid of 9×9 has 9"),
    (f"{GRID[:-1]}?", "9:9: '?' is neither a digit"),
    ("|---|\n|---|", "1:1: borders without rows"),
    ("+---+\n|1234567|\n|1234567|\n+---+", "2:1: rows of 7 cells; no grid has that size"),
]

NOT_PROPER: list[tuple[str, str]] = [
    (SEVERAL, "it has 2 or more solutions; two of them differ in r1c7"),
    (NONE, "it has no solution"),
    (CLASH, "the digit 5 stands twice in row 1: r1c1 and r1c2; the digit 5 stands twice in box 1: r1c1 and r1c2"),
    ("1" + "." * 80, "1 given; no proper puzzle has fewer than 17; it has 2 or more solutions"),
    ("1" * 81, "the digit 1 stands 9 times in row 1: r1c1, r1c2, r1c3"),
    ("1" + "." * 15, "it has 2 or more solutions"),
    (WRONG, "its answer is not its solution: they differ in r9c8 (9 for 7) and r9c9 (7 for 9)"),
    (f"{SEVERAL},{SOLUTION}", "its answer is one of several solutions"),
    (f"{NONE},{SOLUTION}", "its answer is not a solution: see r1c3"),
]

WORDS: list[tuple[str, str]] = [
    ("", "the following arguments are required"),
    ("bind", "invalid choice: 'bind'"),
    ("build", "required: spec"),
    ("build a.yaml b.yaml", "unrecognized arguments: b.yaml"),
    ("build a.yaml --jobs 0", "'0' is not a whole number from 1 to 256"),
    ("build a.yaml -j many", "'many' is not a whole number"),
    ("check", "required: spec"),
    ("schema --json", "unrecognized arguments: --json"),
    ("init a b", "unrecognized arguments: b"),
    ("solve --limit 0", "'0' is not a whole number from 1 to 1000000000"),
    ("solve --limit 1e3", "'1e3' is not a whole number"),
    ("solve --kind shinobi", "there is no kind of puzzle 'shinobi'"),
    ("solve --quick", "unrecognized arguments: --quick"),
    ("verify --limit 1", "'1' is not a whole number from 2 to"),
    ("grade --limit 3", "unrecognized arguments: --limit"),
    ("generate --count 0", "'0' is not a whole number from 1 to 10000000"),
    ("generate -n 1.5", "'1.5' is not a whole number"),
    ("generate --seed -1", "'-1' is not a whole number from 0 to 9223372036854775807"),
    ("generate --seed 9223372036854775808", "'9223372036854775808' is not a whole number"),
    ("generate --requires xwing", "there is no technique 'xwing' (did you mean `x-wing`?)"),
    ("generate --hardest hidden", "there is no technique 'hidden'"),
    ("generate --score 900-800", "no score is at least 900 and at most 800"),
    ("generate --score -", "'-' is not a range such as 300-500, 300- or -500"),
    ("generate -d beyond", "invalid choice: 'beyond'"),
    ("generate --kind shinobi", "there is no kind of puzzle 'shinobi'"),
    (
        "generate --size 5",
        "there is no grid of size 5 with boxes; puzzles of the kind classic are made in sizes 4, 6, 8, 9, 10, 12, 16, 25 (the",
    ),
    ("generate --size 5 --kind kropki", "12, 16 (the kind kropki-square has the same rules without boxes)"),
    ("generate --size 5 --kind greater-than", "12, 16 (the kind futoshiki has the same rules without boxes)"),
    ("generate --size 5 --kind anti-knight", "12, 16\n"),
    ("generate --size nine", "invalid int value: 'nine'"),
    ("generate --symmetry spiral", "invalid choice: 'spiral'"),
    ("generate --givens few", "'few' is not a whole number from 0 to 625"),
    ("generate --givens 30-20", "no number of givens is at least 30 and at most 20"),
    ("generate --givens -", "'-' is not a range such as 24-30, 24- or -30"),
    ("generate --givens 700-", "'700' is not a whole number from 0 to 625"),
    ("series a.yaml --volumes 3-", "'' is not a whole number from 0 to 625"),
    ("generate --givens 24-30-36", "'30-36' is not a whole number"),
    ("generate --givens 81", "81 givens: a 9x9 grid with an empty cell has at most 80"),
    ("generate --givens 100-200", "100 givens: a 9x9 grid"),
    ("generate --size 4 --givens 16-20", "16 givens: a 4x4 grid with an empty cell has at most 15"),
    ("render p.txt", "required: --output"),
    ("render p.txt -o sheet", "--output sheet: the name must end in .pdf or .png"),
    ("render p.txt -o sheet.svg", "--output sheet.svg: the name must end in .pdf or .png"),
    ("render p.txt -o a.pdf --trim a3", "--trim: 'a3' is not a page size"),
    ("render p.txt -o a.pdf --trim 6x9", "--trim: '6x9' is not a page size; write width x height and a unit"),
    ("render p.txt -o a.pdf --trim 41x9in", "--trim: 41x9in is larger than 40in"),
    (f"render p.txt -o a.pdf --trim {'9' * 400}x9in", "is larger than 40in"),
    ("render p.txt -o a.png --dpi 29", "'29' is not a whole number from 30 to 1200"),
    (
        "render p.txt -o a.png --dpi 1200",
        "a page of 9921x14031 pixels is too large; there is room for 40 million (lower",
    ),
    ("render p.txt -o a.pdf --language xx", "invalid choice: 'xx'"),
    (
        "render p.txt -o a.pdf --title 漢字",
        "the title cannot be printed: the fonts have no glyph for '字' (U+5B57), '漢'",
    ),
]


def test_there_are_many_of_them() -> None:
    assert len(UNREADABLE) + len(NOT_PROPER) + len(WORDS) >= 90


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", ["solve", "grade --json", "verify", "render -o out.pdf"])
def test_files_that_are_no_puzzles(command: str, run: Run) -> None:
    for content, message in UNREADABLE:
        Path("f").write_bytes(content.encode() if isinstance(content, str) else content)
        told = run(*command.split(), "f")
        assert told.code == 4, content
        # Some hold a puzzle besides, with which a command does what it does with others.
        assert told.out.count("\n") <= 2, content
        assert Path("out.pdf").exists() == ("out.pdf" in told.out)
        separator = ":" if message[0].isdigit() else ": "
        assert any(fault.startswith(f"f{separator}{message}") for fault in told.faults), told.err
        Path("out.pdf").unlink(missing_ok=True)


def test_standard_input_that_is_no_puzzle(run: Run) -> None:
    for content, message in UNREADABLE:
        told = run("solve", stdin=content)
        assert told.code == 4
        assert message in told.err
        assert told.err.startswith("bookmaker: <stdin>:")


def test_a_pipe_in_a_folder_is_passed_over(run: Run, tmp_path: Path) -> None:
    """Nobody writes to it, so that reading it would never end."""
    (tmp_path / "folder").mkdir()
    Path("folder/good").write_text(P)
    os.mkfifo("folder/pipe")
    told = run("solve", "folder")
    assert (told.code, told.out) == (0, f"folder/good:1: {SOLUTION}\n")


@pytest.mark.parametrize("command", ["proof", "booklet"])
def test_a_finished_book_is_a_file(run: Run, command: str) -> None:
    """A device has no end, and nobody writes into the pipe."""
    os.mkfifo("pipe.pdf")
    for name in ("/dev/zero", "pipe.pdf"):
        told = run(command, name)
        assert told.code == 4
        assert f"{name}: cannot be read: this is a pipe or a device, and not a file" in told.err


def test_the_faults_of_all_files_are_told(run: Run, tmp_path: Path) -> None:
    Path("good").write_text(P)
    (tmp_path / "folder").mkdir()
    Path("bad").write_text(f"{P[:-1]}\n{P}\n?{P[1:]}")
    told = run("solve", "none", "bad", "good", "folder", "*.sdk")
    # What can be read is solved all the same.
    assert (told.code, told.out) == (4, f"bad:2: {SOLUTION}\ngood:1: {SOLUTION}\n")
    assert told.faults == [
        "none: there is no such file",
        "bad:1:1: 80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it would be a proper puzzle)",
        "bad:3:1: '?' is neither a digit (1 to 9) nor an empty cell",
        "folder: there is no file in this folder",
        "*.sdk: no file matches this pattern",
    ]


def test_of_very_many_faults_the_rest_is_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.cli.input.MOST_FAULTS", 4)
    told = run("solve", "-", stdin="\n".join([f"?{P[1:]}"] * 7))
    assert told.code == 4
    assert [fault.split(":")[0] for fault in told.faults] == ["<stdin>"] * 4 + ["3 more faults are not listed"]


def test_a_name_that_is_too_long_for_the_file_system(run: Run) -> None:
    Path("p.txt").write_text(P)
    long = "a" * 5000
    assert run("solve", long).code == 4
    assert run("check", long).code == 3
    for words in (
        ["init", long],
        ["render", "p.txt", "-o", f"{long}.pdf"],
        ["render", "p.txt", "-o", "a.pdf", "--layout", long],
    ):
        told = run(*words)
        assert told.code in (1, 3, 7)
        assert "File name too long" in told.err or "there is no layout" in told.err
    # As long as may be is not too long.
    assert run("render", "p.txt", "-o", f"{'a' * 251}.pdf").code == 0


@pytest.mark.parametrize(("puzzle", "message"), NOT_PROPER)
def test_puzzles_that_are_not_proper(puzzle: str, message: str, run: Run) -> None:
    Path("f").write_text(f"{P}\n\n{puzzle}\n")
    told = run("verify", "f")
    assert told.code == 5
    assert told.out.startswith("f:1: proper\nf:3: ")
    assert message in told.out
    told = run("render", "f", "-o", "a.pdf")
    assert told.code == 5
    assert told.faults[0].startswith(f"f:3:1: {UNIQUE}")
    assert message in told.faults[0]
    assert not Path("a.pdf").exists()
    # An answer that is wrong does not make a proper puzzle worse to solve or to grade.
    proper = puzzle == WRONG
    assert run("solve", "f").code == (0 if proper else 5)
    assert run("grade", "f").code == (0 if proper else 5)


@pytest.mark.parametrize(("words", "message"), WORDS)
def test_command_lines_that_make_no_sense(words: str, message: str, run: Run) -> None:
    Path("p.txt").write_text(P)
    told = run(*words.split())
    assert (told.code, told.out) == (2, "")
    assert message in told.err
    if message.startswith("unrecognized arguments"):
        assert told.err.startswith(f"usage: bookmaker {words.split(maxsplit=1)[0]} [-h]")
    assert sorted(path.name for path in Path().iterdir()) == ["p.txt"]


def test_a_wish_that_cannot_be_met_from_the_command_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "PATIENCE", 100)
    monkeypatch.setattr(maker, "SEEKING_PATIENCE", 100)
    told = run("generate", "--givens", "79-80", "-d", "hard", "-n", "3", "--jobs", "2")
    assert (told.code, told.out) == (6, "")
    assert "puzzle 1 of 3 could not be made: no such puzzle was found in 100 attempts: 100 came out easier" in told.err
    told = run("generate", "--givens", "0-18", "--symmetry", "rotational")
    assert told.code == 6
    assert "30 kept too many givens; the fewest givens reached are 24 (" in told.err


def test_a_puzzle_name_that_cannot_be_printed(run: Run) -> None:
    told = run("render", "-o", "a.pdf", stdin=f"{P} # Ann\n{'.' + SOLUTION[1:]} # 小林\n".encode())
    assert told.code == 4
    assert told.faults[0].startswith(
        "<stdin>:2:1: the fonts have no glyph for '小' (U+5C0F), '林' (U+6797) (leave them"
    )
    # Answers are printed with names, too.
    assert run("render", "--answers", "-o", "a.pdf", stdin=f"{P} # 小林".encode()).code == 4
    assert not Path("a.pdf").exists()


def test_a_layout_that_does_not_fit(run: Run) -> None:
    for words in (["--trim", "2x2in"], ["--trim", "0x0in"], ["--layout", "six-up", "--trim", "4x6in"]):
        told = run("render", "-o", "a.pdf", *words, stdin=P)
        assert told.code == 3
        assert "mm for a cell of a 9x9 grid on this page; it allows no less than " in told.err
    told = run("render", "-o", "a.pdf", "--layout", "tow-up", stdin=P)
    assert told.code == 3
    assert "there is no layout 'tow-up'" in told.err
