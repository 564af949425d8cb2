"""Python makes the same text, pictures and pages as the commands ``convert``, ``render`` and ``canon``."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from conftest import PUZZLE, SOLUTION, Run, every_kind
from PIL import Image

import bookmaker
from bookmaker import ImproperError, InputError, OutputError, Puzzle, SpecError, UsageError
from bookmaker.formats import FORMATS, parse
from bookmaker.formats.base.format import barrier

FOUR = "...4.3....2..2.3"
SEVERAL = PUZZLE[:-2] + ".."


def of_kind(kind: str) -> Puzzle:
    return next(one for one in every_kind() if one.geometry.kind == kind)


@pytest.mark.sampled(13)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_as_convert_writes_it(name: str, run: Run) -> None:
    puzzles = [one for one in every_kind() if not barrier(one, FORMATS[name])][:5]
    assert puzzles, name
    text = FORMATS["jsonl"].render(puzzles)
    told = run("convert", "--to", name, stdin=text)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert bookmaker.write(puzzles, name) == bookmaker.write(text, name) == told.out
    lost = set(re.findall(r"note: (.*)", told.err))
    assert {re.sub(r"^\d+ puzzles: ", "", str(one.message)) for one in said} == lost


def test_a_file_is_written_in_the_format_of_its_ending(tmp_path: Path) -> None:
    made = bookmaker.generate(2, size=4)
    path = tmp_path / "some.csv"
    text = bookmaker.write(made, path=path)
    assert path.read_text() == text
    assert bookmaker.read(path) == [one.puzzle for one in made]
    bookmaker.write(made[0], "lines", path=str(path))
    (held,) = bookmaker.read(path)
    assert (held, held.answer) == (made[0].puzzle, made[0].solution)
    whole = replace(made[0].puzzle, answer=made[0].solution)
    assert parse(bookmaker.write(whole))[0].answer == made[0].solution
    assert bookmaker.write([]) == ""


def test_what_a_format_leaves_out_is_a_warning_and_what_it_cannot_hold_an_error() -> None:
    (puzzle,) = parse(PUZZLE)
    named = replace(puzzle, name="Ann")
    with pytest.warns(UserWarning, match="^sdm does not hold its name$"):
        bookmaker.write(named, "sdm")
    with pytest.warns(UserWarning, match="^2 puzzles: sdm does not hold its name$"):
        bookmaker.write([named, named], "sdm")
    with pytest.raises(OutputError) as met:
        bookmaker.write([of_kind("killer"), PUZZLE, of_kind("arrow")], "sdk")
    assert [one.message for one in met.value.faults] == [
        "not written: sdk holds no cages",
        "not written: sdk holds no clues",
    ]


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"puzzles": PUZZLE, "format": "nix"}, UsageError, "there is no format 'nix'; there are lines, sdk"),
        ({"puzzles": PUZZLE, "format": 5}, UsageError, "`format` must be a text"),
        (
            {"puzzles": PUZZLE, "path": "some.abc"},
            UsageError,
            "no format is known by the ending of some.abc; name one: lines",
        ),
        ({"puzzles": PUZZLE, "path": 5}, UsageError, "`path` must be the path of a file"),
        (
            {"puzzles": PUZZLE, "format": "jsonl", "path": "a\0b"},
            UsageError,
            "`path` must be a path that a file can have",
        ),
        ({"puzzles": PUZZLE, "path": Path("\ud800.sdk")}, UsageError, "`path` must be a path that a file can have"),
        ({"puzzles": PUZZLE, "format": "sdk", "path": "/dev/null/a"}, OutputError, "cannot write"),
        ({"puzzles": "nonsense"}, InputError, "there is no puzzle in it"),
        ({"puzzles": 5}, UsageError, "puzzles or texts of some are wanted, not 5"),
        ({"puzzles": [PUZZLE, None]}, UsageError, "a Puzzle or a text of one is wanted, not None"),
    ],
)
def test_what_write_refuses(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        bookmaker.write(**arguments)


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def test_a_drawing_is_a_puzzle_alone_in_three_forms() -> None:
    svg = bookmaker.draw(PUZZLE).decode()
    assert svg.startswith("<svg") and 'viewBox="0 0 255.12 255.12"' in svg and "<text" not in svg
    with pikepdf.open(io.BytesIO(bookmaker.draw(PUZZLE, "pdf", width="2in"))) as document:
        assert [round(float(side)) for side in document.pages[0].mediabox] == [0, 0, 144, 144]
    assert opened(bookmaker.draw(PUZZLE, "png", width="2in", dpi=100)).size == (200, 200)
    # Nothing is cut off: the outline is as thick as elsewhere.
    drawn = opened(bookmaker.draw(PUZZLE, "png", dpi=600)).convert("L")
    across = [drawn.getpixel((at, drawn.height // 18)) for at in range(drawn.width)]
    assert across[0] == across[-1] == 0


def test_a_drawing_has_the_answer_and_the_style_that_are_wanted(tmp_path: Path) -> None:
    plain, answer = bookmaker.draw(PUZZLE), bookmaker.draw(PUZZLE, answer=True)
    assert len(answer) > len(plain)
    (made,) = bookmaker.generate(1, size=4)
    assert bookmaker.draw(made, answer=True) == bookmaker.draw(made.puzzle, answer=True) != bookmaker.draw(made)
    # The digits of an answer are lighter than those of a full puzzle, whose digits are all given.
    assert answer != bookmaker.draw(SOLUTION)
    own = tmp_path / "mine.yaml"
    own.write_text("base: modern\ngrid: {outline: 4pt}\n")
    assert len({plain, bookmaker.draw(PUZZLE, style="modern"), bookmaker.draw(PUZZLE, style=own)}) == 3
    killer = of_kind("killer")
    assert bookmaker.draw(killer, cages="tinted") != bookmaker.draw(killer)
    # It need not be proper: an editor draws what is not finished.
    assert bookmaker.draw(SEVERAL) != plain
    with pytest.raises(ImproperError, match="2 or more solutions"):
        bookmaker.draw(SEVERAL, answer=True)


@pytest.mark.parametrize("puzzle", every_kind(), ids=lambda one: one.geometry.kind)
def test_every_kind_can_be_drawn(puzzle: Puzzle) -> None:
    assert bookmaker.draw(puzzle).endswith(b"</svg>\n")


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"format": "gif"}, UsageError, '`format` must be "svg" or "pdf" or "png", not \'gif\''),
        ({"width": "9"}, UsageError, "`width`: '9' is not a length"),
        ({"width": 90}, UsageError, '`width` must be a text such as "90mm", not 90'),
        ({"width": "1mm"}, UsageError, "`width` must be from 10mm to 1000mm, not '1mm'"),
        ({"style": "nix"}, SpecError, "there is no style 'nix'"),
        ({"style": None}, UsageError, "`style` must be the path of a file"),
        ({"cages": "dotted"}, UsageError, '`cages` must be "dashed" or "tinted"'),
        ({"dpi": 0}, UsageError, "`dpi` must be a whole number from 1 to 1000000"),
        ({"format": "png", "dpi": 10**400}, UsageError, "`dpi` must be a whole number from 1 to 1000000"),
        ({"format": "png", "dpi": 10**6}, UsageError, "is too large; there is room for 40 million .lower `dpi`"),
        ({"style": "a\0.yaml"}, UsageError, "`style` must be a path that a file can have"),
        ({"format": "png", "dpi": 10**5}, UsageError, "is too large; there is room for 40 million .lower `dpi`"),
        ({"puzzle": "nonsense"}, InputError, "there is no puzzle in it"),
        ({"puzzle": None}, UsageError, "a Puzzle or a text of one is wanted, not None"),
    ],
)
def test_what_draw_refuses(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        bookmaker.draw(**{"puzzle": PUZZLE, **arguments})


def test_a_name_that_is_no_text_is_refused_where_it_would_be_written() -> None:
    (named,) = (replace(one, name="A\ud800") for one in parse(FOUR))
    for write in (lambda: bookmaker.draw(named, "pdf"), lambda: bookmaker.render(named)):
        with pytest.raises(InputError, match=r"U\+D800"):
            write()
    assert bookmaker.draw(named) == bookmaker.draw(FOUR)
    # Other names are not printed, and need no glyphs.
    assert bookmaker.draw(replace(named, name="日本"), "pdf").startswith(b"%PDF")


def test_pages_are_those_of_the_command(run: Run) -> None:
    for words, arguments in (
        ((), {}),
        (("--answers", "--language", "es"), {"answers": True, "language": "es"}),
        (
            ("--layout", "six-up", "--style", "modern", "--trim", "letter", "--title", "4b"),
            {"layout": "six-up", "style": "modern", "trim": "letter", "title": "4b"},
        ),
    ):
        run("render", "-o", "a.pdf", *words, stdin=f"{PUZZLE}\n{PUZZLE[::-1]}\n")
        written, made = (
            pikepdf.open(io.BytesIO(content))
            for content in (Path("a.pdf").read_bytes(), bookmaker.render([PUZZLE, PUZZLE[::-1]], **arguments))
        )
        (one,), (other,) = written.pages, made.pages
        assert one.Contents.read_bytes() == other.Contents.read_bytes()
        assert one.mediabox == other.mediabox


def test_letters_are_printed_where_a_puzzle_has_them(run: Run) -> None:
    """Answers of Easy as ABC have letters and an X, as its puzzles have."""
    abc = of_kind("easy-as-abc")
    for answers in (False, True):
        (page,) = pypdfium2.PdfDocument(bookmaker.render(abc, answers=answers))
        letters = page.get_textpage().get_text_range()
        assert not re.search(r"[2-9]", letters)
        assert letters.count("X") == (6 if answers else sum(digit == 6 for digit in abc.givens))
    run("answers", "-o", "key.pdf", stdin=bookmaker.write(abc))
    (page,) = pypdfium2.PdfDocument("key.pdf")
    assert page.get_textpage().get_text_range().count("X") == 6
    run(
        "daily",
        "--from",
        "2027-01-01",
        "--days",
        "2",
        "--week",
        "easy-as-abc:easy",
        "--size",
        "6",
        "--formats",
        "pdf",
        "-o",
        "days",
    )
    (page,) = pypdfium2.PdfDocument("days/2027-01-02.pdf")
    assert page.get_textpage().get_text_range().count("X") >= 6


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"puzzles": []}, UsageError, "`puzzles` is empty"),
        ({"puzzles": SEVERAL}, ImproperError, "2 or more solutions"),
        ({"layout": "nix"}, SpecError, "there is no layout 'nix'"),
        ({"layout": ""}, SpecError, "there is no layout ''"),
        ({"layout": "nine-up"}, UsageError, "the layout nine-up is for answers, and puzzles are printed"),
        ({"layout": 5}, UsageError, "`layout` must be a text"),
        ({"trim": "9"}, UsageError, "`trim`: '9' is not a page size"),
        ({"trim": "3x3in"}, SpecError, "it allows no less than 7.00mm"),
        ({"trim": None}, UsageError, "`trim` must be a text"),
        ({"title": None}, UsageError, "`title` must be a text"),
        ({"title": "日本"}, UsageError, "the title cannot be printed"),
        ({"language": "xx"}, UsageError, "`language` must be "),
    ],
)
def test_what_render_refuses(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        bookmaker.render(**{"puzzles": PUZZLE, **arguments})


@pytest.mark.parametrize("kind", ["classic", "killer", "jigsaw", "arrow"])
def test_canonical_forms_are_those_of_the_command(kind: str, run: Run) -> None:
    puzzle = of_kind(kind)
    form = bookmaker.canon(puzzle)
    assert bookmaker.canon(form) == form
    assert form.answer is None
    assert run("canon", stdin=bookmaker.write(puzzle)).out.strip() in (str(form), bookmaker.write(form).strip())
    with pytest.raises(UsageError, match="16×16 puzzles of kind classic have no canonical form"):
        bookmaker.canon("." * 256)
