"""The commands on their good days: what they print for people, what for programs, and what they write."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import PUZZLE, SOLUTION, Run

import bookmaker
from bookmaker import __version__
from bookmaker.publishing.book.spec import spec_file

SEVERAL = PUZZLE[:-2] + ".."
CLASH = "55" + PUZZLE[2:]
SIXES = "1.....\n.2....\n..3...\n...4..\n....5.\n.....6\n"

GRADE_FIELDS = {
    "level",
    "label",
    "score",
    "hardest",
    "techniques",
    "rounds",
    "narrowest",
    "minutes",
    "minutes_80",
    "minutes_range",
    "basis",
    "estimates",
}


def test_help_names_every_command_and_every_exit_code(run: Run) -> None:
    told = run("--help")
    assert told.code == 0
    for word in ("build", "check", "schema", "init", "solve", "grade", "verify", "generate", "render"):
        assert f"    {word} " in told.out
        shown = run(word, "--help").out
        assert shown.startswith(f"usage: bookmaker {word}")
        # A field that nothing filled in.
        assert not re.search(r"\{[A-Z_]+\}|%\(", shown)
    for code in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130):
        assert f" {code}  " in told.out
    assert run("--version").out == f"bookmaker {__version__}\n"


@pytest.mark.parametrize(
    "written", [PUZZLE, PUZZLE.replace(".", "0"), f"# a comment\n\n{PUZZLE}\n", f"\ufeff{PUZZLE}\r\n"]
)
def test_solve_from_stdin_and_from_files(run: Run, written: str) -> None:
    assert run("solve", stdin=written).out.endswith(f": {SOLUTION}\n")
    Path("a.txt").write_text(written, encoding="utf-8")
    number = written.count("\n", 0, written.index("53"))
    told = run("solve", "a.txt", "-", stdin=PUZZLE)
    assert told.out == f"a.txt:{number + 1}: {SOLUTION}\n<stdin>:1: {SOLUTION}\n"
    assert told.code == 0


def test_solve_json(run: Run) -> None:
    told = run("solve", "--json", "--limit", "5", stdin=f"{PUZZLE} # Ann's\n{SEVERAL}\n{CLASH}\n{'1' + '.' * 15}\n")
    assert told.code == 5
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["source"] for line in lines] == [f"<stdin>:{number}" for number in (1, 2, 3, 4)]
    assert [line["puzzle"] for line in lines] == [PUZZLE, SEVERAL, CLASH, "1" + "." * 15]
    assert lines[0]["name"] == "Ann's"
    assert lines[0]["solution"] == SOLUTION
    assert [line["solution"] for line in lines[1:]] == [None] * 3
    assert lines[0]["solutions"] == 1
    assert 2 <= lines[1]["solutions"] <= 5
    assert [line["solutions"] for line in lines[2:]] == [0, 5]
    assert {line["limit"] for line in lines} == {5}


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("1", "1 solution or more"),
        ("2", "2 solutions or more"),
        ("288", "288 solutions or more"),
        ("289", "288 solutions"),
    ],
)
def test_how_many_solutions_are_told(run: Run, limit: str, told: str) -> None:
    assert run("solve", "--limit", limit, stdin="." * 16).out == f"<stdin>:1: {told}\n"


def test_grade(run: Run) -> None:
    told = run("grade", stdin=f"{PUZZLE}\n{SEVERAL}\n{CLASH}\n")
    assert told.code == 5
    first, second, third = told.out.splitlines()
    assert first.startswith("<stdin>:1: beginner, score ")
    assert "hardest naked-single (14 full-house, 37 naked-single)" in first
    assert second == "<stdin>:2: the puzzle has more than one solution, so it has no grade"
    assert third == "<stdin>:3: the puzzle has no solution, so it has no grade"


def test_many_are_graded_together_and_told_one_by_one(run: Run) -> None:
    lines = [*[PUZZLE] * 257, PUZZLE[1:], SEVERAL, *[PUZZLE] * 3]
    told = run("grade", stdin="".join(f"{line}\n" for line in lines))
    assert told.code == 4 and "<stdin>:258:1: 80 symbols" in told.err
    alone = run("grade", stdin=PUZZLE).out.partition(": ")[2]
    for number, line in zip([*range(1, 258), *range(259, 263)], told.out.splitlines(keepends=True), strict=True):
        said = line.removeprefix(f"<stdin>:{number}: ")
        assert said == alone or (number == 259 and "more than one solution" in said)


def test_grade_without_uniqueness(run: Run) -> None:
    needs = ".................1.....2.34.....56....7....8..8..1.7.....8.....3..6.....9.5.....3"
    assert "unique-rectangle-1" in run("grade", stdin=needs).out
    assert "unique-rectangle" not in run("grade", "--no-uniqueness", stdin=needs).out
    without = bookmaker.grade(needs, uniqueness=False)
    assert "unique-rectangle-1" in bookmaker.grade(needs).techniques and "unique-rectangle-1" not in without.techniques


def test_grade_json(run: Run) -> None:
    told = run("grade", "--json", stdin=f"{PUZZLE}\n{SEVERAL}\n")
    assert told.code == 5
    good, bad = map(json.loads, told.out.splitlines())
    assert set(good) == {"source", "puzzle", *GRADE_FIELDS}
    assert set(good["estimates"]) == {"hodoku_level", "hodoku_score", "se_er"}
    assert (good["level"], good["hardest"]) == ("beginner", "naked-single")
    assert sum(good["techniques"].values()) == PUZZLE.count(".")
    # A program can read the same fields of every line.
    assert set(bad) == {"source", "puzzle", "error", *GRADE_FIELDS}
    assert bad["level"] is None


def test_verify(run: Run) -> None:
    wrong = f"{PUZZLE},{SOLUTION[:-2]}97"
    told = run(
        "verify", "--json", stdin=f"{PUZZLE},{SOLUTION}\n{SEVERAL}\n{CLASH}\n{PUZZLE[:2]}1{PUZZLE[3:]}\n{wrong}\n"
    )
    assert told.code == 5
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["status"] for line in lines] == ["proper", "several", "broken", "none", "proper"]
    assert [[fault["code"] for fault in line["faults"]] for line in lines] == [
        [], ["several-solutions"], ["clash", "clash"], ["no-solution"], ["answer-wrong"],
    ]  # fmt: skip
    assert lines[2]["faults"][0]["cells"] == ["r1c1", "r1c2"]
    assert lines[4]["faults"][0]["cells"] == ["r9c8", "r9c9"]
    assert run("verify", stdin=PUZZLE).out == "<stdin>:1: proper\n"
    assert run("verify", stdin=PUZZLE).code == 0
    assert "broken: the digit 5 stands twice in row 1: r1c1 and r1c2; " in run("verify", stdin=CLASH).out


def test_generate_json(run: Run) -> None:
    told = run("generate", "--json", "--count", "3", "--seed", "7", "--difficulty", "hard", "--symmetry", "mirror")
    assert told.code == 0
    made = [json.loads(line) for line in told.out.splitlines()]
    assert len(made) == 3
    assert len({line["seed"] for line in made}) == 3
    for line in made:
        assert set(line) == {"puzzle", "solution", "seed", *GRADE_FIELDS}
        assert line["level"] == "hard"
        solved = json.loads(run("solve", "--json", stdin=line["puzzle"]).out)
        assert solved["solution"] == line["solution"]
        graded = json.loads(run("grade", "--json", stdin=line["puzzle"]).out)
        assert {field: graded[field] for field in GRADE_FIELDS} == {field: line[field] for field in GRADE_FIELDS}
        pattern = [digit != "." for digit in line["puzzle"]]
        rows = [pattern[start : start + 9] for start in range(0, 81, 9)]
        assert all(row == row[::-1] for row in rows)
    lines = run("generate", "-n", "3", "--seed", "7", "-d", "hard", "--symmetry", "mirror").out.splitlines()
    assert lines == [line["puzzle"] for line in made]
    assert run("generate", "-n", "3", "--seed", "8", "-d", "hard", "--symmetry", "mirror").out.splitlines() != lines


@pytest.mark.parametrize(("kind", "said"), [("x", True), ("classic", False), ("jigsaw", False)])
def test_lines_that_do_not_say_their_kind_are_told(run: Run, kind: str, said: bool) -> None:
    assert (f"name `--kind {kind}` where they are read" in run("generate", "--kind", kind, "-d", "easy").err) == said
    assert run("generate", "--kind", kind, "-d", "easy", "--json").err == ""


@pytest.mark.parametrize("more", [(), ("--json",), ("--kind", "samurai"), ("--kind", "killer", "--size", "4")])
def test_generate_writes_into_a_file_what_it_prints(more: tuple[str, ...], run: Run) -> None:
    words = ("generate", "--count", "2", "--seed", "7", *more)
    printed = run(*words)
    written = run(*words, "-o", "made/two.txt")
    assert (printed.code, written.code, written.out) == (0, 0, "" if "--json" in more else "made/two.txt\n")
    assert Path("made/two.txt").read_text() == printed.out
    assert run(*words, "-o", "-").out == printed.out


def test_generate_is_the_same_for_any_number_of_jobs(run: Run) -> None:
    for wish in (["-n", "50"], ["-n", "12", "-d", "medium", "--minimal"], ["-n", "60", "--size", "4", "--givens", "4"]):
        one = run("generate", *wish, "--json", "--jobs", "1")
        assert one.out.count("\n") == int(wish[1])
        for jobs in ("2", "5"):
            assert run("generate", *wish, "--json", "--jobs", jobs) == one


@pytest.mark.parametrize(
    ("givens", "least", "most"), [("8-", 8, 15), ("-5", 0, 5), ("=-5", 0, 5), ("6", 6, 6), ("5-6", 5, 6)]
)
def test_ends_of_a_range_may_be_open(givens: str, least: int, most: int, run: Run) -> None:
    wish = [f"--givens{givens}"] if givens.startswith("=") else ["--givens", givens]
    told = run("generate", "-n", "5", "--size", "4", "-d", "any", *wish)
    assert told.code == 0, told.err
    counts = [sum(map(str.isdigit, line)) for line in told.out.splitlines()]
    assert len(counts) == 5 and least <= min(counts) <= max(counts) <= most
    assert run("generate", "--size", "4", "--score", "-500", "--minutes", "-90").code == 0


def test_the_first_puzzles_do_not_depend_on_how_many_follow(run: Run) -> None:
    many = run("generate", "-n", "40", "-d", "easy").out.splitlines()
    assert run("generate", "-n", "7", "-d", "easy").out.splitlines() == many[:7]


def test_render_pdf(run: Run) -> None:
    told = run("render", "-o", "out/sheet.PDF", "--title", "Für Anna", "--language", "es", stdin=f"{PUZZLE}\n" * 5)
    assert (told.code, told.out) == (0, "out/sheet.PDF\n")
    content = Path("out/sheet.PDF").read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    run("render", "-o", "again.PDF", "--title", "Für Anna", "--language", "es", stdin=f"{PUZZLE}\n" * 5)
    assert Path("again.PDF").read_bytes() == content
    assert run("render", "-o", "answers.pdf", "--answers", stdin=PUZZLE).code == 0
    assert run("render", "-o", "six.pdf", "--trim", "A5", "--layout", "six-up", stdin=PUZZLE).code == 0


def test_render_png_pages_are_numbered(run: Run) -> None:
    import PIL.Image

    told = run("render", "-o", "one.png", "--dpi", "40", "--trim", "6x9in", stdin=PUZZLE)
    assert told.out == "one.png\n"
    assert PIL.Image.open("one.png").size == (240, 360)
    told = run("render", "-o", "p.png", "--dpi", "30", "--layout", "one-up", stdin=f"{PUZZLE}\n" * 11)
    assert told.out.split() == [f"p-{number:02}.png" for number in range(1, 12)]
    assert Path("p-11.png").is_file()


def test_init_check_schema(run: Run) -> None:
    told = run("init", "mine/book")
    assert (told.code, told.out.split(" written")[0]) == (0, "mine/book/book.yaml")
    assert Path("mine/book/book.yaml").read_text(encoding="utf-8") == spec_file.starter_text(1)
    assert json.loads(Path("mine/book/bookmaker.schema.json").read_text()) == json.loads(run("schema").out)
    assert run("check", "mine/book/book.yaml").out == "mine/book/book.yaml: no faults\n"
    # A spec is hours of somebody's work: nothing writes over it.
    again = run("init", "mine/book")
    assert (again.code, again.faults[0][:36]) == (7, "mine/book/book.yaml: is there alread")
    assert json.loads(run("schema").out)["title"] == "bookmaker book spec"


def test_a_name_that_is_no_text_is_printed_all_the_same(run: Run) -> None:
    name = b"\xff\xfe.txt".decode("utf-8", "surrogateescape")
    Path(name).write_text(PUZZLE)
    assert run("solve", name).out == f"\\udcff\\udcfe.txt:1: {SOLUTION}\n"
    assert json.loads(run("solve", "--json", name).out)["source"] == f"{name}:1"


def test_a_name_that_is_no_text_goes_into_no_file_as_it_is(run: Run) -> None:
    name = b"\xff".decode("utf-8", "surrogateescape")
    Path(f"{name}.txt").write_text(PUZZLE)
    assert run("render", f"{name}.txt", "-o", f"{name}.pdf").code == 0
    assert Path(f"{name}.pdf").read_bytes().startswith(b"%PDF-")
    Path("b.yaml").write_text("book: {title: A}\nsections: [{title: B, puzzles: {from: '*.txt'}}]\n")
    assert run("build", "b.yaml").code == 0
    (puzzle,) = json.loads(Path("build/b/manifest.json").read_bytes())["puzzles"]
    assert puzzle["source"] == f"{name}.txt:1"


def test_json_is_ascii(run: Run) -> None:
    told = run("verify", "--json", stdin=f"{PUZZLE} # Häuschen ☃\n".encode())
    assert told.out.isascii()
    assert json.loads(told.out)["name"] == "Häuschen ☃"


def test_a_name_that_no_font_can_print_gives_way_to_a_number_in_a_key(run: Run) -> None:
    told = run("answers", "-o", "key.pdf", stdin=f"{PUZZLE} # Ann\n{PUZZLE} # 小林\n".encode())
    assert told.code == 0
    assert "<stdin>:2:1: printed as 2: the fonts have no glyph for '小'" in told.err
    assert Path("key.pdf").read_bytes().startswith(b"%PDF")
