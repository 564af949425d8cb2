"""``convert`` and ``answers``, and what commands do with many files."""

from __future__ import annotations

import csv
import gzip
import json
import re
from pathlib import Path

import pikepdf
import pytest
from conftest import PUZZLE, SOLUTION, Run

from bookmaker import formats, read
from bookmaker.base.language import languages
from bookmaker.cli.answers import SUFFIXES as KEY_SUFFIXES
from bookmaker.cli.argument_parts import FORMATS
from bookmaker.cli.puzzle_arguments import KEYS
from bookmaker.formats import BY_ENDING, parse
from bookmaker.formats.base.format import barrier

SEVERAL = PUZZLE[:-2] + ".."
SIX = "1" + "." * 35
KILLER = '{"cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}]}'


def test_what_names_tell_exists() -> None:
    assert set(BY_ENDING.values()) <= set(FORMATS)
    assert set(KEY_SUFFIXES.values()) == set(KEYS)


@pytest.mark.parametrize("format", FORMATS)
def test_convert_to_every_format_and_back(format: str, run: Run) -> None:
    told = run("convert", "--to", format, stdin=f"{PUZZLE}\n{PUZZLE[::-1]} # Ann\n")
    why = barrier(parse(PUZZLE)[0], formats.FORMATS[format])
    if why:
        assert told.code == 7
        assert told.out == ""
        assert told.faults == [f"<stdin>:{line}: not written: {why}" for line in (1, 2)]
        return
    assert told.code == 0
    back = run("convert", "--to", "lines", stdin=told.out)
    assert [line.split(" ")[0] for line in back.out.splitlines()] == [PUZZLE, PUZZLE[::-1]]
    held = "Ann" in back.out
    assert told.faults == ([] if held else [f"<stdin>:2: note: {format} does not hold its name"])


def test_convert_tells_what_is_lost_and_what_cannot_be_written(run: Run) -> None:
    text = f"{PUZZLE} {SOLUTION} # Ann\n{SIX}\n{KILLER}\n{PUZZLE[:-1]}\n"
    told = run("convert", "-o", "out.sdm", stdin=text)
    assert told.code == 4
    assert told.out == "out.sdm\n"
    assert Path("out.sdm").read_text() == PUZZLE.replace(".", "0") + "\n"
    assert sorted(told.faults) == [
        "<stdin>:1: note: sdm does not hold its answer",
        "<stdin>:1: note: sdm does not hold its name",
        "<stdin>:2: not written: sdm holds grids of 9×9 only, and this is 6×6",
        "<stdin>:3: not written: sdm holds no cages",
        "<stdin>:4:1: 80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it would be a proper puzzle)",
    ]
    assert run("convert", "--to", "sdm", stdin=f"{PUZZLE}\n{SIX}").code == 7
    told = run("convert", "--to", "lines", "--kind", "x", stdin="1" + "." * 15)
    assert told.faults == ["<stdin>:1: note: lines does not hold its kind: it has to be read with --kind x"]
    assert run("convert", "--to", "sgt", "--kind", "x", stdin="1" + "." * 15).faults == []
    told = run("convert", "--to", "penpa", "--kind", "killer-x", stdin="cages:\n- 3 r1c1 r1c2\n")
    assert told.faults == ["<stdin>:1: note: penpa does not hold its kind: it has to be read with --kind killer-x"]
    assert run("convert", "--to", "penpa", stdin="cages:\n- 3 r1c1 r1c2\n").faults == []


def test_convert_tells_of_many_losses_in_few_words(run: Run) -> None:
    told = run("convert", "--to", "sdm", stdin=f"{PUZZLE} # Ann\n" * 600)
    assert told.out.count("\n") == 600
    assert len(told.faults) == 21
    assert told.faults[-1] == "580 more puzzles: note: sdm does not hold its name"


def test_convert_needs_to_know_the_format(run: Run) -> None:
    for words in ([], ["-o", "a.xyz"], ["--to", "sdz"]):
        assert run("convert", *words, stdin=PUZZLE).code == 2
    Path("p.sdm").write_text(PUZZLE)
    told = run("convert", "p.sdm", "-o", "p.sdm")
    assert (told.code, told.faults) == (2, ["p.sdm: a file that is read is not written over; name another"])
    assert Path("p.sdm").read_text() == PUZZLE
    assert run("convert", "-o", "a.sdm", stdin=SIX).code == 4
    assert not Path("a.sdm").exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("format", ["csv", "opensudoku", "grid", "sdk"])
def test_convert_of_many_is_written_as_one(format: str, run: Run) -> None:
    told = run("convert", "--to", format, stdin=f"{PUZZLE}\n" * 1203)
    Path("f").write_text(told.out)
    assert len(read("f")) == 1203


def test_commands_take_folders_patterns_gzip_and_a_named_format(run: Run) -> None:
    Path("in").mkdir()
    Path("in/a.gz").write_bytes(gzip.compress(PUZZLE.encode()))
    Path("in/b.sdm").write_text(PUZZLE)
    for command in ("solve", "grade", "verify", "canon"):
        told = run(command, "in", "in/*.sdm")
        assert told.code == 0
        assert sum(".gz:1" in line or ".sdm:1" in line or line.startswith(".") for line in told.out.splitlines()) >= 3
    rows = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))
    assert run("solve", "--format", "grid", stdin=rows).code == 0
    assert run("solve", "--format", "csv", stdin=rows).code == 4
    assert run("solve", "--format", "sdz", stdin=rows).code == 2


FILE = f"{PUZZLE} # Ann\n{PUZZLE[:-1]}\n{PUZZLE[::-1]}\n{SEVERAL}\n{PUZZLE},{SOLUTION[:-2]}97\n"


def test_answers_as_text_are_numbered_as_in_the_source(run: Run) -> None:
    told = run("answers", stdin=FILE)
    assert told.code == 4
    assert told.out == f"1 (Ann): {SOLUTION}\n3: {SOLUTION[::-1]}\n4: several\n5: {SOLUTION}\n"
    assert [fault.partition(": ")[0] for fault in told.faults] == ["<stdin>:2:1", "<stdin>:4:1", "<stdin>:5:1"]
    assert told.faults[1].endswith("(it has no place in the key)")
    assert told.faults[2].endswith("(the key has the true one)")
    assert run("answers", stdin=SEVERAL).code == 5
    assert run("answers", stdin=PUZZLE).code == 0


def test_answers_as_tables_and_json(run: Run) -> None:
    Path("f").write_text(FILE)
    for name in ("k.csv", "k.json", "k.jsonl", "k.txt"):
        assert run("answers", "f", "-o", name).out == f"{name}\n"
    with Path("k.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    objects = json.loads(Path("k.json").read_text())
    assert objects == [json.loads(line) for line in Path("k.jsonl").read_text().splitlines()]
    for found in (rows, objects):
        assert [str(one["number"]) for one in found] == ["1", "3", "4", "5"]
        assert [one["solution"] or None for one in found] == [SOLUTION, SOLUTION[::-1], None, SOLUTION]
        assert [one["status"] for one in found] == ["proper", "proper", "several", "proper"]
        assert [one["source"] for one in found] == ["f:1", "f:3", "f:4", "f:5"]


def test_worked_answers(run: Run) -> None:
    told = run("answers", "--worked", "--to", "json", stdin=PUZZLE)
    (found,) = json.loads(told.out)
    # It is solved by singles: a step for each empty cell.
    assert len(found["way"]) == PUZZLE.count(".")
    assert found["way"][0].startswith("In box 4, the 6 can only go into r5c3: ")
    lines = run("answers", "--worked", stdin=PUZZLE).out.splitlines()
    assert lines[0] == f"1: {SOLUTION}"
    assert lines[1] == f"  1. {found['way'][0]}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("layout", "pages"),
    [("one-up", 20), ("two-up", 10), ("four-up", 5), ("six-up", 4), ("nine-up", 3), ("twelve-up", 2), ("twenty-up", 1)],
)
def test_answers_as_pages(layout: str, pages: int, run: Run) -> None:
    Path("f").write_text(f"{PUZZLE}\n" * 20)
    assert run("answers", "f", "-o", "key.pdf", "--layout", layout).out == "key.pdf\n"
    with pikepdf.open("key.pdf") as pdf:
        assert len(pdf.pages) == pages
    before = Path("key.pdf").read_bytes()
    assert run("answers", "f", "-o", "key.pdf", "--layout", layout, "--jobs", "1").code == 0
    assert Path("key.pdf").read_bytes() == before


def test_worked_answers_speak_the_language_of_the_book(run: Run) -> None:
    ways = {}
    for code in languages():
        found = json.loads(run("answers", "--worked", "--to", "jsonl", "--language", code, stdin=PUZZLE).out)
        ways[code] = found["way"]
    assert len({len(way) for way in ways.values()}) == 1
    assert len({way[0] for way in ways.values()}) == len(ways)
    assert not any("\u00a0" in step for way in ways.values() for step in way)


PROPER_KILLER = (Path(__file__).parent / "data/killers/one_puzzle.json").read_text(encoding="utf-8")


def test_answers_of_killers_have_their_cages_in_files_and_none_on_paper(run: Run) -> None:
    text = json.loads(PROPER_KILLER)["ps"]
    (found,) = json.loads(run("answers", "--to", "json", stdin=text).out)
    assert found["cages"][0] == {"sum": 3, "cells": ["r1c1", "r1c2"]}
    assert run("answers", "-o", "k.pdf", stdin=text).code == 0
    with pikepdf.open("k.pdf") as pdf:
        content = pdf.pages[0].Contents.read_bytes()
        # Around each digit the dashes would only be in its way.
        assert not re.search(rb"\[[0-9. ]+\] [-0-9.]+ d", content)


def test_worked_answers_as_pages(run: Run) -> None:
    for code in ("en", "es", "ru"):
        assert run("answers", "-o", f"{code}.pdf", "--worked", "--language", code, stdin=PUZZLE).code == 0
    with pikepdf.open("en.pdf") as pdf:
        assert len(pdf.pages) == 3


def test_keys_that_cannot_be_made(run: Run) -> None:
    assert run("answers", "-o", "k.xyz", stdin=PUZZLE).code == 2
    assert run("answers", "--to", "pdf", stdin=PUZZLE).code == 2
    for layout in ("no-up", ""):
        assert run("answers", "-o", "k.pdf", "--layout", layout, stdin=PUZZLE).code == 3
    assert run("answers", "-o", "k.pdf", stdin=SEVERAL).code == 5
    assert run("answers", "-o", "k.pdf", stdin="Dear editor").code == 4
    assert not list(Path().glob("k.*"))


def test_a_name_that_no_font_can_print_takes_its_number(run: Run) -> None:
    made = run("answers", "-o", "k.pdf", stdin=f"{PUZZLE} # 小林".encode())
    assert (made.code, Path("k.pdf").exists()) == (0, True)
    assert "printed as 1: the fonts have no glyph for '小' (U+5C0F)" in made.err


def test_a_key_takes_the_layout_that_fits(run: Run) -> None:
    grid = "".join("123456789ABCDEFG"[(4 * row + row // 4 + column) % 16] for row in range(16) for column in range(16))
    assert run("answers", "-o", "small.pdf", "--trim", "5x8in", stdin=f"{grid}\n" * 5).code == 0
    with pikepdf.open("small.pdf") as pdf:
        assert len(pdf.pages) > 1
    told = run("answers", "-o", "k.pdf", "--trim", "5x8in", "--layout", "nine-up", stdin=grid)
    assert (told.code, Path("k.pdf").exists()) == (3, False)


def test_a_dash_is_standard_output(run: Run) -> None:
    assert run("convert", "-o", "-", "--to", "lines", stdin=PUZZLE).out == f"{PUZZLE}\n"
    assert not Path("-").exists()


def test_render_wants_a_layout_for_what_it_prints(run: Run) -> None:
    told = run("render", "-o", "a.pdf", "--layout", "nine-up", stdin=PUZZLE)
    said = "the layout nine-up is for answers, and puzzles are printed (print answers, or take a layout for puzzles)"
    assert (told.code, told.faults) == (2, [said])
    assert run("render", "-o", "a.pdf", "--layout", "four-up", "--answers", stdin=PUZZLE).code == 2


@pytest.mark.parametrize(
    "command", ["solve", "grade", "verify", "fix", "canon", "explain", "convert --to lines", "answers"]
)
def test_a_puzzle_itself_as_an_argument(command: str, run: Run) -> None:
    Path("f").write_text(f"{PUZZLE[:-1]}\n{PUZZLE}\n")
    told = run(*command.split(), PUZZLE, f'{{"givens": "{PUZZLE}"}}', "f", "nowhere")
    assert told.code == 4
    assert [fault.partition(": ")[0] for fault in told.faults] == ["f:1:1", "nowhere"]
    if command in ("solve", "grade", "verify", "fix"):
        assert [line.rpartition(":1: ")[0] for line in told.out.splitlines()[:2]] == ["<argument>"] * 2
    assert run(*command.split(), PUZZLE).code == 0


def test_what_cannot_be_read_does_not_stop_pages_and_experiments(run: Run) -> None:
    Path("f").write_text(f"{PUZZLE[:-1]}\n{PUZZLE}\n")
    for words in (["render", "-o", "a.png"], ["bench", "-o", "a.svg"], ["explain", "--pdf", "a.pdf"]):
        told = run(*words, "f")
        assert told.code == 4
        assert len(told.faults) == 1
        assert Path(words[-1]).exists()
    assert run("hint", PUZZLE[:-1]).code == 4
    assert run("hint", PUZZLE[:-1] + "!").code == 4
    told = run("render", "f", "-o", "f")
    assert told.code == 2


def test_files_that_cannot_be_read_keep_their_numbers(run: Run) -> None:
    """A file that cannot be read keeps its number in the key, as a spoilt line does: a person counts the files that were sent."""
    Path("1.txt").write_text(PUZZLE)
    Path("2.json").write_text('{"puzzle": 5}')
    Path("3.txt").write_text("Dear editor,\n\nhow are you?\n\nYours, Ann\n")
    Path("4.txt").write_text(f"Dear editor\n\n{PUZZLE[::-1]}\n")
    Path("5.txt").write_text(f"{PUZZLE}\n12345\n")
    told = run("answers", *(f"{name}" for name in ("1.txt", "2.json", "3.txt", "none.txt", "4.txt", "5.txt", "1.txt")))
    assert [line.partition(" ")[0] for line in told.out.splitlines()] == ["1", "5", "6", "7"]


def test_numbers_count_puzzles_and_not_messages(tmp_path: Path, run: Run) -> None:
    spoilt = "\n".join(f"{'QRSTUVWYZ'[at]}3..7...{at + 1}" for at in range(9))
    (tmp_path / "a.txt").write_text(PUZZLE)
    (tmp_path / "b.txt").write_text(f"{spoilt}\n\nA=3\nB=15\n")
    (tmp_path / "c.txt").write_text(f"{PUZZLE}\n{PUZZLE[:-1]}\n{PUZZLE[:-2]}\n{PUZZLE}\n")
    done = run("answers", str(tmp_path))
    assert [line.split(":")[0].split(" ")[0] for line in done.out.splitlines()] == ["1", "3", "6"]
    assert run("verify", str(tmp_path)).out.splitlines()[-1] == "3 puzzles: 3 proper; 3 could not be read"
