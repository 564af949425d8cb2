"""What goes wrong with specs, and with the files of books: each with its exit code, its place and words that help."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import PUZZLE as P
from conftest import Run
from faulty_puzzles import CLASH, NONE, SEVERAL, UNIQUE, WRONG

from bookmaker.base import output, resources
from bookmaker.logic.generation import maker
from bookmaker.printing.styles import fonts, style
from bookmaker.publishing.book.making import build as building

BOOK = "book: {title: A}\n"
SECTION = "sections: [{title: B, puzzles: {count: 1}}]\n"


def section(written: str, layout: str = "two-up") -> str:
    return f"{BOOK}sections:\n- title: B\n  puzzles: {written}\n  layout: {layout}\n"


# The exit code of `build`, its message; and whether `check`, which makes and reads no puzzle, says the same.
SPECS: list[tuple[str, int, str, bool]] = [
    ("", 3, "book.yaml:1:1: the file is empty", True),
    ("# only a comment\n", 3, "book.yaml:1:1: the file ", True),
    ("just words", 3, "book.yaml:1:1: ", True),
    ("[1, 2]", 3, "book.yaml:1:1: ", True),
    ("book: [", 3, "book.yaml:1:8: ", True),
    ("book: {title: A", 3, "book.yaml:1:", True),
    ("\tbook: 1", 3, "book.yaml:1:1: broken YAML: a tab is where only spaces may be", True),
    ("a: &a [*a]", 3, "book.yaml:1:", True),
    ("book: {title: A}\nbook: {title: B}\n" + SECTION, 3, "book.yaml:2:1: `book` is here a second time", True),
    (BOOK, 3, "book.yaml:1:1: the file has no `sections`", True),
    (SECTION, 3, "book.yaml:1:1: the file has no `book`", True),
    (f"{BOOK}{SECTION}sed: 1\n", 3, "book.yaml:3:1: unknown key `sed` (did you mean `seed`?)", True),
    (f"{BOOK}{SECTION}seed: lucky\n", 3, "book.yaml:3:7: `seed` must be a whole number", True),
    (f"{BOOK}{SECTION}page: {{trim: a3}}\n", 3, "book.yaml:3:14: `trim` must be", True),
    (f"{BOOK}{SECTION}page: {{margins: {{outside: 3in}}}}\n", 3, "book.yaml:3:17: the margins leave", True),
    (section("{count: 0}"), 3, "book.yaml:4:20: `count` must be a whole number from 1", True),
    (section("{count: 1, difficulty: fiendish}"), 3, "book.yaml:4:35: `difficulty` must be", True),
    (section("{count: 1, givens: {max: 16}}"), 3, "book.yaml:4:37: 16 givens: no proper", True),
    (section("{count: 1}", "tow-up"), 3, "book.yaml:5:11: there is no layout `tow-up` (did you mean `two-up`?", True),
    (section("{count: 1}", "nine-up"), 3, "book.yaml:5:11: `nine-up` is a layout for answers", True),
    (section("{from: none.txt}"), 3, "book.yaml:4:19: `from`: there is no file `none.txt`", True),
    ("book:\n  title: A 😀\n" + SECTION, 3, "book.yaml:2:10: the fonts have no glyph for '😀' (U+1F600)", True),
    ("book: {title: A, author: 漢字}\n" + SECTION, 3, "book.yaml:1:26: the fonts have no glyph for '字'", True),
    (f"{BOOK}sections: [{{title: שלום, puzzles: {{count: 1}}}}]", 3, "book.yaml:2:20: the fonts have no glyph", True),
    (f"{section('{count: 1}')}  intro: |\n    →\n    ☃\n", 3, "book.yaml:6:10: the fonts have no glyph", True),
    (
        f"{section('{count: 1}', 'six-up')}page: {{trim: 4x4in}}\n",
        3,
        "book.yaml:5:11: the layout `six-up` leaves",
        True,
    ),
    (f"{section('{count: 1}')}page: {{trim: 3x9in, margins: {{outside: 0.5in}}}}\n", 3, "allows no less than", True),
    (section("{from: p.txt, count: 2}"), 3, "book.yaml:4:33: `count` is 2, but `from` holds only 1", True),
    (section("{from: prose.txt}"), 4, "prose.txt: there is no puzzle in it", True),
    (section("{from: twice.txt}"), 4, "twice.txt:3:1: the same puzzle as twice.txt:1:1 (take one of them out)", True),
    (section("{from: '[pq].txt'}"), 4, "q.txt:1:1: the same puzzle as p.txt:1:1", True),
    (section("{from: several.txt}"), 5, f"several.txt:1:1: {UNIQUE}it has 2 or more solutions", True),
    (section("{from: none.txt.txt}"), 5, f"none.txt.txt:1:1: {UNIQUE}it has no solution", True),
    (
        section("{from: clash.txt}"),
        5,
        f"clash.txt:1:1: {UNIQUE}the digit 5 stands twice in row 1: r1c1 and r1c2",
        True,
    ),
    (section("{from: wrong.txt}"), 5, f"wrong.txt:1:1: {UNIQUE}its answer is not its solution", True),
    (
        section("{count: 1, difficulty: hard, givens: {min: 79, max: 80}}"),
        6,
        "book.yaml:4:12: section 'B': puzzle 1 of 1 could not",
        False,
    ),
    (
        section("{kind: x, size: 4, count: 200, symmetry: quarter-turn, givens: {max: 4}}"),
        6,
        "of 200 could not be made: ",
        False,
    ),
    (f"{BOOK}{SECTION}output: p.txt\n", 7, "p.txt/book: cannot write: Not a directory", False),
    (f"{BOOK}{SECTION}output: p.txt/deep\n", 7, "p.txt/deep/book: cannot write: Not a directory", False),
    (f"{BOOK}{SECTION}output: {'a' * 300}\n", 7, "cannot write: File name too long", False),
    (f"{BOOK}{SECTION}output: taken\n", 7, "taken/book: cannot write: File exists", False),
]


def test_there_are_many_of_them() -> None:
    assert len(SPECS) >= 40


@pytest.fixture
def command(run: Run) -> Run:
    """Puzzle files for the specs."""
    files = {"p": P, "q": P, "prose": "Dear editor", "twice": f"{P}\n\n{P}", "several": SEVERAL, "none.txt": NONE}
    for name, text in {**files, "clash": CLASH, "wrong": WRONG}.items():
        Path(f"{name}.txt").write_text(text)
    Path("taken").mkdir()
    Path("taken/book").write_text("")
    return run


@pytest.mark.parametrize(("text", "code", "message", "checked"), SPECS)
def test_specs(
    text: str, code: int, message: str, checked: bool, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "PATIENCE", 100)
    monkeypatch.setattr(maker, "SEEKING_PATIENCE", 100)
    Path("book.yaml").write_text(text, encoding="utf-8")
    told = command("build", "book.yaml")
    assert told.code == code, told.err
    assert message in told.err
    assert told.out == ""
    assert not list(Path().rglob("*.pdf"))
    assert not list(Path().rglob(".*"))
    once = command("check", "book.yaml")
    if checked:
        assert (once.code, once.err) == (code, told.err)
    else:
        assert (once.code, once.err) == (0, "")


def test_the_same_puzzle_in_two_sections(command: Run) -> None:
    two = "sections:\n- {title: B, puzzles: {from: p.txt}}\n- {title: C, puzzles: {from: q.txt}}\n"
    Path("book.yaml").write_text(BOOK + two)
    told = command("build", "book.yaml")
    assert (told.code, told.faults) == (4, ["q.txt:1:1: the same puzzle as p.txt:1:1 (take one of them out)"])


def test_check_tells_the_faults_of_every_spec(command: Run) -> None:
    Path("good.yaml").write_text(BOOK + SECTION)
    Path("bad.yaml").write_text(f"{BOOK}{SECTION}seed: x\nsed: 1\n")
    told = command("check", "bad.yaml", "good.yaml", "none.yaml")
    assert told.code == 3
    assert told.out.startswith("good.yaml: no faults\n")
    assert [fault.split(" ")[0] for fault in told.faults] == ["bad.yaml:3:7:", "bad.yaml:4:1:", "none.yaml:"]


def test_a_font_that_is_missing(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Path("book.yaml").write_text(BOOK + section("{from: p.txt}").removeprefix(BOOK))
    real = resources.find
    for cached in (fonts.packaged, style.shipped):
        cached.cache_clear()
    instead: Path | None = None
    monkeypatch.setattr(
        resources, "find", lambda folder, *rest, **named: instead if folder == "fonts" else real(folder, *rest, **named)
    )
    for words in (["build", "book.yaml"], ["check", "book.yaml"], ["render", "p.txt", "-o", "a.pdf"]):
        told = command(*words)
        assert told.code == 8
        assert "there is no font Noto" in told.err
    instead = tmp_path / "junk.ttf"
    instead.write_bytes(b"no font")
    told = command("build", "book.yaml")
    assert told.code == 8
    assert "junk.ttf: this is not a usable font" in told.err
    assert not list(tmp_path.rglob("*.pdf"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to(command: Run) -> None:
    Path("book.yaml").write_text(f"{BOOK}{SECTION}output: locked\n")
    Path("locked").mkdir(mode=0o555)
    for words in (["build", "book.yaml"], ["render", "p.txt", "-o", "locked/a.pdf"], ["init", "locked"]):
        told = command(*words)
        assert told.code == 7
        assert "cannot write: Permission denied" in told.err


def test_a_full_disk_leaves_the_old_book_whole(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("book.yaml").write_text(section("{from: p.txt}"))
    assert command("build", "book.yaml").code == 0
    folder = Path("build/book")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    names = {building.INTERIOR, building.ANSWERS, building.MANIFEST}
    assert {path.name for path in before} == names | {building.PROOF, building.RECORD, building.REPORT}
    Path("book.yaml").write_text(section("{from: p.txt}").replace("A", "Another"))
    synced = []

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 2:  # The second file.
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.os, "fsync", full)
    told = command("build", "book.yaml")
    assert told.code == 7
    assert told.faults == [
        "build/book/answers.pdf: cannot write: No space left on device (choose another output or free the place)"
    ]
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    monkeypatch.undo()


def test_a_folder_where_a_file_should_be_leaves_the_others_alone(command: Run) -> None:
    Path("book.yaml").write_text(section("{from: p.txt}"))
    Path("build/book/manifest.json").mkdir(parents=True)
    told = command("build", "book.yaml")
    assert told.code == 7
    assert "build/book/manifest.json: cannot write: there is a folder of this name" in told.err
    assert [path.name for path in Path("build/book").iterdir()] == ["manifest.json"]


@pytest.mark.parametrize("written", ["seed: x\n", "output: p.txt\n"])
def test_a_failed_build_leaves_the_old_book_whole(written: str, command: Run) -> None:
    Path("book.yaml").write_text(section("{from: p.txt}"))
    assert command("build", "book.yaml").code == 0
    before = {path: path.read_bytes() for path in Path("build/book").iterdir()}
    for later in (section("{from: p.txt}") + written, section("{from: several.txt}"), section("{from: prose.txt}")):
        Path("book.yaml").write_text(later)
        assert command("build", "book.yaml").code in (3, 4, 5, 7)
        assert {path: path.read_bytes() for path in Path("build/book").iterdir()} == before


def test_check_says_what_is_wrong_with_a_spec_before_it_plans_pages(
    command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planned(*_: object) -> list[str]:
        raise AssertionError("pages were planned")

    monkeypatch.setattr("bookmaker.cli.book.check_print", planned)
    Path("bad.yaml").write_text(f"{BOOK}{SECTION}seed: x\n")
    Path("worse.yaml").write_text(f"{BOOK}{SECTION}front_matter: [missing.md]\n")
    told = command("check", "bad.yaml", "worse.yaml")
    assert told.code == 3
    assert [fault.split(" ")[0] for fault in told.faults] == ["bad.yaml:3:7:", "worse.yaml:3:16:"]


def test_check_reports_letters_printers_and_room_at_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(
        "book: {title: 漢}\npage: {trim: 4x4in}\nprint: {for: [kdp]}\n"
        "sections:\n- {title: A, puzzles: {size: 16, difficulty: easy, count: 4}, layout: two-up}\n",
        encoding="utf-8",
    )
    told = run("check", "book.yaml")
    assert told.code == 3
    for wanted in ("no glyph", "Amazon KDP prints no paperback", "the layout `two-up` leaves"):
        assert wanted in told.err
