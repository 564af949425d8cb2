"""The chapter of worked examples: what the puzzles need, each on its page, from the first puzzle that needs it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from techniques_data import hard_puzzles
from test_techniques_complete import example
from typeset_data import SETUPS

from bookmaker import language
from bookmaker.book import spec as specs
from bookmaker.book.build import build
from bookmaker.book.technique_chapter import Worked, chapter_pages, worked_examples
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import grade_many
from bookmaker.techniques import TECHNIQUES
from bookmaker.techniques.declare import Level, Technique
from bookmaker.typeset.diagrams import Diagrams
from bookmaker.typeset.pages import content_area
from bookmaker.typeset.setup import PageSetup
from bookmaker.typeset.text import Writing
from bookmaker.units import INCH
from bookmaker.verify.check import require_proper

SMALL = PageSetup((4 * INCH, 6 * INCH), 0.4 * INCH, 0.4 * INCH, 0.4 * INCH)


@cache
def stock() -> tuple[GradedPuzzle, ...]:
    puzzles = list(hard_puzzles()[:60:4])
    both = zip(puzzles, require_proper(puzzles), grade_many(puzzles), strict=True)
    return tuple(GradedPuzzle(puzzle, solution, graded, None) for puzzle, solution, graded in both)


def test_the_examples_are_the_first_of_what_the_puzzles_need() -> None:
    worked = worked_examples(stock(), "en")
    needed = {name for stocked in stock() for name in stocked.grade.techniques}
    assert [one.technique.name for one in worked] == [t.name for t in TECHNIQUES if t.name in needed]
    for one in worked:
        first = next(n for n, stocked in enumerate(stock(), 1) if one.technique.name in stocked.grade.techniques)
        assert one.number == first
        assert one.told.step.technique == one.technique.name
        assert one.told.position.givens == stock()[first - 1].puzzle.givens


def test_singles_share_the_first_page_and_each_other_has_its_own() -> None:
    worked = worked_examples(stock(), "en")
    area = content_area(SETUPS["6x9in"].live(0, 40))
    pages = chapter_pages(worked, language.load("en"), area)
    assert pages[0].title == "Techniques"
    others = [one for one in worked if one.technique.level is not Level.EASY]
    titles = [page.title for page in pages if page.title][1:]
    assert titles == [language.techniques("en").text(f"name.{one.technique.name}") for one in others]
    captions = [block.row[0].text for page in pages[1:] for block in page.blocks if isinstance(block, Diagrams)]
    assert all(text.startswith("From puzzle") for text in captions)


@pytest.mark.parametrize("code", ["en", "es", "ru"])
@pytest.mark.parametrize("technique", [t for t in TECHNIQUES if t.level > Level.EASY], ids=lambda t: t.name)
def test_a_technique_fills_one_page_of_a_usual_book(technique: Technique, code: str) -> None:
    area = content_area(SETUPS["6x9in"].live(0, 400))
    _, *pages = chapter_pages([Worked(technique, 9999, example(technique))], language.load(code), area)
    assert len(pages) == 1
    kinds = [type(block) for block in pages[0].blocks]
    assert kinds[-1] is Diagrams and set(kinds[:-1]) == {Writing}


def test_a_small_page_is_no_trouble() -> None:
    area = content_area(SMALL.live(0, 40))
    height = area[3] - area[1]
    for page in chapter_pages(worked_examples(stock(), "ru"), language.load("ru"), area):
        width = area[2] - area[0]
        used = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(page.blocks))
        assert used <= height + 1e-6


SPEC = """
book: {title: Taught, language: LANGUAGE}
sections:
  - {title: One, puzzles: {from: puzzles.txt}, layout: four-up}
front_matter: [title-page, techniques, contents]
output: OUTPUT
"""


@pytest.mark.parametrize("code", ["en", "ru"])
def test_a_book_with_a_chapter_is_the_same_twice(tmp_path: Path, code: str) -> None:
    lines = "\n".join(str(stocked.puzzle) for stocked in stock()[:3])
    (tmp_path / "puzzles.txt").write_text(lines, encoding="utf-8")
    made = []
    for turn in ("a", "b"):
        path = tmp_path / "book.yaml"
        text = SPEC.replace("LANGUAGE", code).replace("OUTPUT", str(tmp_path / turn))
        path.write_text(text, encoding="utf-8")
        built = build(specs.load(path), jobs=1)
        made.append((built.folder / "interior.pdf").read_bytes())
    assert made[0] == made[1]
