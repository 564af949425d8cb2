"""What the README, the pages for users and the Python functions show is what happens: each example is run or read.

Files that the examples name are made here, so that each does what its comment says.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import textwrap
from ast import literal_eval
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml
from conftest import PUZZLE, Run
from PIL import Image

import bookmaker
from bookmaker.api import functions
from bookmaker.cli.arguments import whole_parser
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.page_kinds import draw_page
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.draft import Drafted, draft
from bookmaker.publishing.book.spec import spec_file
from bookmaker.publishing.book.spec.spec_file import Spec

ROOT = Path(__file__).parent.parent
PAGES = {
    page.relative_to(ROOT).as_posix().removeprefix("docs/"): page.read_text(encoding="utf-8")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs").glob("??/*.md")))
    if page.name not in ("json.md", "formats.md")
}
"""The pages whose examples are run here; those of the other two have tests of their own."""

SLOW = (
    "bookmaker proof",
    "bookmaker build",
    "bookmaker prepare",
    "bookmaker preview",
    "bookmaker booklet",
    "bookmaker catalogue",
    "bookmaker stock",
    "bookmaker series",
    "bookmaker cover",
    "bookmaker studio",
    "bookmaker check rides.yaml",
    "bookmaker verify photos/",
    "bookmaker answers photos/",
    "bookmaker bank export app.bank",
)
"""Commands that other tests run, and those on files that the pages make by one of these."""

_FAULTS = (
    "bookmaker verify submissions/",
    "bookmaker verify submissions/ --report desk.html --language es",
    "bookmaker verify submissions/ --report letters.html",
)
ENDS = dict.fromkeys(_FAULTS, 5)
"""Commands that end with another exit code than 0, as their comments say."""

HEART = """\
.###.###.
#########
#########
###...###
##.....##
.##...##.
..##.##..
...###...
....#....
"""
STAR = """\
.........
.a.....b.
..a...b..
...A.B...
.........
...C.D...
..c...d..
.c.....d.
.........
"""

SMALL = """\
book: {title: Small ones}
sections: [{title: Small, puzzles: {size: 4, count: 3}, layout: one-up}]
"""


def blocks(language: str, *names: str) -> list[str]:
    """The examples in a language, of these pages or of all."""
    texts = [PAGES[name] for name in names or PAGES]
    return [
        block for text in texts for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    ]


def commands() -> list[str]:
    """The commands of the pages, each once."""
    lines = [" ".join(line.partition(" #")[0].split()) for block in blocks("sh") for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith("bookmaker ")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    bands = [PUZZLE[start : start + 27] for start in (0, 27, 54)]
    Path("one.txt").write_text(PUZZLE)
    Path("submissions.txt").write_text(f"{PUZZLE}\n{PUZZLE[::-1]}\n")
    Path("submissions").mkdir()
    Path("submissions/letters.txt").write_text(f"{PUZZLE[:-2]}..\n{''.join(bands[::-1])}\n")
    Path("old.sdk").write_text("\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)))
    Path("heart.txt").write_text(HEART)
    Path("star.txt").write_text(STAR)
    Path("book.yaml").write_text(SMALL)
    Path("mybook").mkdir()
    Path("mybook/book.yaml").write_text(blocks("yaml", "book.md")[0])
    (own_style,) = [block for block in blocks("yaml", "looks.md") if block.startswith("# mine.yaml")]
    Path("mine.yaml").write_text(own_style)
    Path("page.jpg").symlink_to(ROOT / "examples/photos/image1.jpg")
    Path("mybook/submissions").symlink_to(tmp_path / "submissions")
    return tmp_path


def test_the_printers_of_the_readme(run: Run, folder: Path) -> None:
    sent, club = [block for block in blocks("yaml", "printers.md") if "print:" in block]
    Path("book.yaml").write_text(sent + SMALL.replace("size: 4, count: 3", "count: 100, difficulty: easy"))
    told = run("check", "book.yaml")
    assert (told.code, told.err) == (0, "")
    assert [line.split(":")[0].strip() for line in told.out.splitlines()] == [
        "book.yaml", "Amazon KDP", "IngramSpark", "Lulu",
    ]  # fmt: skip
    Path("club.yaml").write_text(club + SMALL)
    told = run("check", "club.yaml")
    assert (told.code, told.err) == (0, "") and "5.5x8.5in booklet" in told.out


def test_the_style_of_the_readme(folder: Path) -> None:
    own, base = style.find("mine.yaml", folder), style.find("modern")
    assert own.labels.number > base.labels.number
    assert own.face("title") is style.find("classic").face("title")


def test_the_symbols_of_the_readme(folder: Path) -> None:
    (block,) = [block for block in blocks("yaml", "book.md") if "symbols: animals" in block]
    Path("symbols.yaml").write_text(f"book: {{title: T}}\n{block}")
    assert all(section.symbols for section in spec_file.load("symbols.yaml").sections)


def session(text: str, name: str, names: dict[str, object]) -> None:
    """Run the examples of a text; what they print must be what it shows."""
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert test.examples
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


def test_python_of_the_readme(folder: Path) -> None:
    for block in blocks("pycon"):
        session(block, "README", {})


@pytest.mark.parametrize(
    "name", [name for name in functions.__all__ if ">>>" in (getattr(functions, name).__doc__ or "")]
)
def test_examples_of_functions(name: str) -> None:
    session(
        getattr(functions, name).__doc__ or "", name, {each: getattr(bookmaker, each) for each in bookmaker.__all__}
    )


@pytest.mark.parametrize("command", [line for line in commands() if not line.startswith(SLOW)])
def test_commands_of_the_readme(command: str, run: Run, folder: Path) -> None:
    if command.startswith("bookmaker init"):
        Path("mybook/book.yaml").unlink()
    if command.startswith("bookmaker fix"):
        Path("submissions.txt").write_text(f"{PUZZLE[:-2]}..\n")
        Path("killers.json").write_text(run("generate", "--kind", "killer", "--size", "4", "--json").out)
    if "build/mybook" in command and not Path("build/mybook").exists():
        Path("mybook.yaml").write_text("book: {title: T}\nsections: [{title: S, puzzles: {count: 2, size: 4}}]\n")
        assert run("build", "mybook.yaml", "--no-proof").code == 0
    if command.startswith("bookmaker bank"):
        assert run("bank", "add", "my.bank", "one.txt").code == 0
    told = run(*shlex.split(command)[1:])
    assert told.code == ENDS.get(command, 0), told.err


def test_the_spec_of_the_readme_and_its_mistakes(run: Run, folder: Path) -> None:
    book = Path("mybook/book.yaml")
    assert len(spec_file.load(book).sections) == 7
    written = book.read_text().splitlines()
    shown = re.findall(r"^bookmaker: book\.yaml:(\d+):(\d+): (.*)$", PAGES["book.md"], re.MULTILINE)
    assert len(shown) == 2
    for line, mistake in ((14, ("layout", "layuot")), (16, ("count: 12", "count: many"))):
        assert mistake[0] in written[line]
        written[line] = written[line].replace(*mistake)
    book.write_text("\n".join(written))
    told = run("check", "mybook/book.yaml")
    assert told.code == 3
    assert [fault.removeprefix("mybook/") for fault in told.faults] == [
        f"book.yaml:{line}:{column}: {message}" for line, column, message in shown
    ]


@pytest.mark.parametrize("page", ["tutorial.md", "es/tutorial.md", "ru/tutorial.md"])
def test_what_check_says_of_the_book_of_the_tutorial(page: str, run: Run, folder: Path) -> None:
    book, _, cover, sent, both, *_ = blocks("yaml", page)
    parts = re.findall(r"^```(\w*)\n(.*?)^```$", PAGES[page], re.DOTALL | re.MULTILINE)
    shown = [text for language, text in parts if not language]
    assert run("init", "first").code == 0
    lines = Path("first/book.yaml").read_text().splitlines()
    at = int(shown[0].split(":")[2]) - 1
    assert "layout" in lines[at]
    Path("mybook/book.yaml").write_text(
        "\n".join([*lines[:at], lines[at].replace("layout", "layuot"), *lines[at + 1 :]])
    )
    assert run("check", "mybook/book.yaml").err.splitlines()[0] == shown[0].strip()
    for printers, said in ((sent, shown[2]), (both, shown[3])):
        Path("rides.yaml").write_text(book + cover + printers)
        assert run("check", "rides.yaml").out == said


def test_the_own_pages_of_the_readme(run: Run, folder: Path) -> None:
    (pages,) = [block for block in blocks("yaml", "own-pages.md") if "back_matter" in block]
    Path("own.yaml").write_text(f"book: {{title: A}}\n{pages}")
    for name in re.findall(r"[\w-]+[.](?:md|png|jpg)", pages):
        if name.endswith(".md"):
            Path(name).write_text("# A title\n\nSome *words* of {title}.\n")
        else:
            Image.new("RGB", (600, 400)).save(name)
    told = run("check", "own.yaml")
    assert (told.code, told.out) == (0, "own.yaml: no faults\n"), told.err


def test_every_function_has_an_example() -> None:
    missing = [name for name in functions.__all__ if ">>>" not in (getattr(functions, name).__doc__ or "")]
    assert missing == ["build", "catalogue", "count_solutions"], "these are shown in docs/"


def test_every_command_that_is_shown_is_one() -> None:
    parser = whole_parser()
    for command in commands():
        assert parser.parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("name", [name for name in PAGES if blocks("yaml", name)])
def test_every_piece_of_a_spec_has_keys_of_a_spec(name: str) -> None:
    schema = jsonschema.Draft202012Validator(spec_file.json_schema())
    for block in blocks("yaml", name):
        piece = json.loads(json.dumps(yaml.safe_load(block.replace(" on:", ' "on":')), default=str))
        if "base" not in piece:
            whole = {"book": {"title": "T"}, "sections": [{"title": "S", "puzzles": {"count": 1}}], **piece}
            assert [fault.message for fault in schema.iter_errors(whole)] == [], block


BOOKS = sorted(set(re.findall(r"\]\(\.\./examples/([\w-]+\.yaml)\)", PAGES["cookbook.md"] + PAGES["tutorial.md"])))


def first_pages(spec: Spec, most: int) -> Drafted:
    """The first pages of a book. Of many sections there are a few only: each rule has examples to be made."""
    return draft(
        replace(spec, sections=spec.sections[:: 40 if len(spec.sections) > 40 else 1]), most, 1, lambda *_: None
    )


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_of_the_cookbook_are_built_small(name: str) -> None:
    """With all their own files and pages, up to some of their puzzles."""
    book, canvas = first_pages(spec_file.load(ROOT / "examples" / name), 14), RecordingCanvas()
    for number, page in enumerate(book.pages):
        draw_page(canvas, page, book.setup, number, book.total)
    assert 0 < book.made <= book.puzzles and canvas.grids


@pytest.mark.parametrize("code", ["de", "fr"])
def test_the_words_of_a_book_in_another_language(code: str) -> None:
    """Copyright, contents, rules and the first lesson of the course. A reader of the language can read the file aloud."""
    written = (ROOT / "examples" / "course.yaml").read_text(encoding="utf-8")
    Path("course.yaml").write_text(written.replace("language: en", f"language: {code}"), encoding="utf-8")
    book, paragraphs = first_pages(spec_file.load("course.yaml"), 8), list[str]()
    for number, page in enumerate(book.pages):
        canvas = RecordingCanvas()
        draw_page(canvas, page, book.setup, number, book.total)
        words = [literal_eval(found[0]) for line in canvas.lines if (found := re.search(r"['\"].+['\"]", line))]
        paragraphs.append(textwrap.fill(" ".join(words).replace("\xa0", "~"), 130))
    golden, said = ROOT / "tests" / "golden" / f"course-{code}.txt", "\n\n".join(paragraphs) + "\n"
    if os.environ.get("BOOKMAKER_WRITE_GOLDENS") == "1":
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_every_example_is_on_a_page() -> None:
    assert {*BOOKS, "starter.yaml"} == {path.name for path in (ROOT / "examples").glob("*.yaml")}


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= 10_000
