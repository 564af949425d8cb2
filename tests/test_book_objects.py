"""Books as objects of Python, puzzles that come one by one, and the words of levels and kinds as types."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

import bookmaker
from bookmaker import Book, Section, SpecError, UsageError, generate, generate_iter
from bookmaker.logic.generation.order_fields import DIFFICULTIES
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.rules import KINDS


def a_book(**more: Any) -> Book:
    sections = [
        Section("Warm-up", count=2, difficulty="easy", size=4, layout="two-up"),
        Section("Mine", generate(2, size=4, seed=9), order="as-made"),
        {"title": "As YAML", "puzzles": {"count": 2, "size": 4}},
    ]
    return Book("Ten minutes", sections, author="A. Publisher", seed=1, page={"trim": "a5"}, **more)


def test_a_book_is_built_from_objects(tmp_path: Path) -> None:
    book, steps = a_book(), []
    assert book.check().editions == ()
    built = book.build(tmp_path / "mine", proof=False, progress=lambda *step: steps.append(step[0]))
    assert built.folder.resolve() == tmp_path / "mine" and built.puzzles == 6 and "puzzles" in steps
    manifest = json.loads((tmp_path / "mine" / "manifest.json").read_text())
    own = [one["givens"] for one in manifest["puzzles"] if one["section"] == "Mine"]
    assert own == [str(one.puzzle) for one in generate(2, size=4, seed=9)]
    # The file that it writes makes the same book.
    spec = book.write(tmp_path / "ten.yaml")
    assert bookmaker.build(spec).levels == built.levels
    again = Book.of(yaml.safe_load(str(book))).build(tmp_path / "again", proof=False)
    assert (again.folder / "interior.pdf").read_bytes() == (built.folder / "interior.pdf").read_bytes()


def test_pages_of_a_book_are_pictures() -> None:
    (page,) = a_book().pages(1, dpi=20)
    assert page.number == 1 and page.png.startswith(b"\x89PNG")


def test_an_expected_edition_is_said(tmp_path: Path) -> None:
    (edition,) = a_book(print={"for": ["kdp"]}, folder=tmp_path).check(lenient=True).editions
    assert (
        edition.likely
        and edition.pages > 4
        and f"{edition.pages} pages, " in str(edition)
        and edition.as_dict()["gutter"] > 0
    )


def test_faults_have_places_in_the_text_of_the_book() -> None:
    book = Book("Faulty", [Section("A", count=0, colour="red")])
    with pytest.raises(SpecError) as met:
        book.check()
    lines = str(book).splitlines()
    assert ["count: 0" in lines[fault.place.line - 1] for fault in met.value.faults if fault.place] == [False, True]
    with pytest.raises(UsageError, match="a spec has texts, numbers, lists and dicts, not <object"):
        Book("Faulty", [], cover=object())


def test_puzzles_come_one_by_one_and_end_when_nobody_wants_more() -> None:
    assert list(generate_iter(5, "easy", size=4)) == generate(5, "easy", size=4)
    assert [one.seed for one in islice(generate_iter(10**9, size=4), 2)] == [one.seed for one in generate(2, size=4)]
    steps: list[tuple[int, int, int]] = []
    found = list(
        generate_iter(10**6, size=4, jobs=2, progress=lambda *at: steps.append(at), cancel=lambda: len(steps) > 5)
    )
    assert len(found) < 1000 and steps[0][:2] == (0, 10**6)
    with pytest.raises(UsageError):
        generate_iter(1, "easy", givens="90-")
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        generate(1, colour="red")  # type: ignore[call-overload]


def test_types_have_the_words_that_there_are() -> None:
    assert get_args(bookmaker.Level) == tuple(map(str, Level))
    assert get_args(bookmaker.Difficulty) == DIFFICULTIES
    assert get_args(bookmaker.Kind) == tuple(KINDS)
    assert get_args(bookmaker.Technique) == tuple(BY_NAME)
