"""The chapter of worked examples: what the puzzles need, each on its page, from the first puzzle that needs it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from techniques_data import example, hard_puzzles
from typeset_data import LOOK, SETUPS

from bookmaker import generate
from bookmaker.base import language, resources
from bookmaker.base.units import INCH
from bookmaker.formats import read_all
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade, grade_many
from bookmaker.logic.solve.canonical_form import same_up_to_symmetry
from bookmaker.logic.techniques import BY_NAME, CAGES, SINGLES, TECHNIQUES
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.grids.step_picture import Places
from bookmaker.printing.pages.page_kinds import TextPage, content_area
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagrams, TextWithDiagram
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making import book_examples as examples
from bookmaker.publishing.book.making.book_examples import chosen, disguised, worked_examples
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.pages.technique_chapter import Worked, chapter_pages
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.puzzle import Puzzle

SMALL = PageSetup((4 * INCH, 6 * INCH), 0.4 * INCH, 0.4 * INCH, 0.4 * INCH)


@cache
def stock() -> tuple[GradedPuzzle, ...]:
    puzzles = list(hard_puzzles()[:60:4])
    both = zip(puzzles, require_proper(puzzles), grade_many(puzzles), strict=True)
    return tuple(GradedPuzzle(puzzle, solution, graded, None) for puzzle, solution, graded in both)


def test_the_examples_are_the_first_of_what_the_puzzles_need() -> None:
    worked = worked_examples(stock(), "en", 5, own=True)
    needed = {name for stocked in stock() for name in stocked.grade.techniques}
    assert [one.technique.name for one in worked] == [t.name for t in TECHNIQUES if t.name in needed]
    for one in worked:
        first = next(n for n, stocked in enumerate(stock(), 1) if one.technique.name in stocked.grade.techniques)
        assert one.explained.step.technique == one.technique.name
        shown = Puzzle(one.explained.position.geometry, one.explained.position.givens)
        assert shown.givens != stock()[first - 1].puzzle.givens
        assert same_up_to_symmetry(shown, stock()[first - 1].puzzle)


def test_examples_are_made_for_the_chapter_where_they_soon_are() -> None:
    worked, own = worked_examples(stock(), "en", 5), worked_examples(stock(), "en", 5, own=True)
    assert [one.technique for one in worked] == [one.technique for one in own]
    made = 0
    for one, other in zip(worked, own, strict=True):
        assert one.explained.step.technique == one.technique.name
        shown, copied = (Puzzle(w.explained.position.geometry, w.explained.position.givens) for w in (one, other))
        if shown.givens != copied.givens:
            made += 1
            assert grade(shown).hardest == one.technique.name
            assert not any(same_up_to_symmetry(shown, stocked.puzzle) for stocked in stock())
    assert made > len(worked) / 2
    walked = examples.first_steps.cache_info().misses
    assert worked_examples(stock(), "en", 5) == worked
    assert examples.first_steps.cache_info().misses == walked, (
        "steps of a Killer take seconds: a change of the look has them"
    )


def names_on(page: TextPage) -> list[str]:
    told = {language.techniques("en").text(f"name.{technique.name}") for technique in TECHNIQUES}
    blocks = [
        inner for block in page.blocks for inner in (block.words if isinstance(block, TextWithDiagram) else [block])
    ]
    return [block.text for block in blocks if isinstance(block, Paragraph) and block.text in told]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("trim", [(6.0, 9.0), (8.5, 11.0)])
def test_techniques_stand_in_their_order_and_together_where_the_page_has_room(trim: tuple[float, float]) -> None:
    worked = worked_examples(stock(), "en", 5)
    setup = PageSetup((trim[0] * INCH, trim[1] * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
    area = content_area(LOOK, setup.live(0, 40))
    pages = chapter_pages(LOOK, worked, language.load("en"), area)
    assert pages[0].title == "Techniques"
    shown = [name for page in pages for name in names_on(page)]
    assert shown == [language.techniques("en").text(f"name.{one.technique.name}") for one in worked]
    together = [len(names_on(page)) for page in pages[1:-1] if names_on(page)]
    assert min(together) >= 2 if trim[0] > 8 else sum(together) >= 1.4 * len(together)


@pytest.mark.parametrize("name", ["styles-killers", "styles", "styles-small"])
def test_a_disguised_puzzle_needs_the_same_and_looks_different(name: str) -> None:
    path = resources.find("examples", f"{name}.jsonl")
    assert path is not None
    puzzles = read_all((path,))
    copies = [disguised(puzzle, number) for number, puzzle in enumerate(puzzles)]
    for puzzle, copy, one, other in zip(puzzles, copies, grade_many(puzzles), grade_many(copies), strict=True):
        assert (copy.givens, copy.cages) != (puzzle.givens, puzzle.cages)
        assert one == other
    assert disguised(puzzles[0], 0) == copies[0]


def test_the_chapter_can_begin_later_and_end_sooner() -> None:
    worked = worked_examples(stock(), "en", 5)
    hard = [one for one in worked if one.technique.level >= Level.HARD]
    assert chosen(worked, stock(), Level.HARD, 2) == hard[:2]
    names = [one.technique.name for one in chosen(worked, stock(), Level.MEDIUM, 4)]
    # One puzzle needs a locked pair, which is easier than two of these, and two puzzles or more need each of the medium ones.
    assert names == ["locked-triple", "pointing", "claiming", "turbot-fish"]
    assert chosen(worked, stock(), None, None) == worked


def test_one_puzzle_of_a_kind_has_no_more_than_its_share_whatever_section_is_first() -> None:
    """Killers in front filled it with techniques of cages, and with pictures of their grids."""
    book = [*generate(1, "medium", kind="killer", seed=3), *stock()]
    worked = worked_examples(book, "en", 5)
    names = [one.technique.name for one in worked]
    assert len(names) > 16
    shown = chosen(worked, book, None, 7)
    assert len(shown) == 7
    assert sum(one.technique in CAGES for one in shown) == 1
    assert [names.index(one.technique.name) for one in shown] == sorted(
        names.index(one.technique.name) for one in shown
    )
    assert sum(one.explained.position.geometry.caged for one in shown) == 1


@pytest.mark.sampled(8)
@pytest.mark.parametrize("code", language.languages())
@pytest.mark.parametrize("technique", [t for t in TECHNIQUES if t.level > Level.EASY], ids=lambda t: t.name)
def test_a_technique_fills_at_most_a_page_of_a_usual_book(technique: Technique, code: str) -> None:
    area = content_area(LOOK, SETUPS["6x9in"].live(0, 400))
    first, *others = chapter_pages(LOOK, [Worked(technique, example(technique))], language.load(code), area)
    assert len(others) <= 1
    kinds = [type(block) for page in (first, *others) for block in page.blocks]
    assert len(kinds) - kinds.count(Paragraph) == kinds.count(Diagrams) + kinds.count(TextWithDiagram) == 1
    # It stands on one page: below the introduction, or on the next.
    assert not others or {type(block) for block in first.blocks} == {Paragraph}


@pytest.mark.parametrize("name", ["pointing", "x-wing", "skyscraper", "simple-colours-trap", "x-chain", "naked-pair"])
def test_pictures_of_one_digit_show_only_its_candidates(name: str) -> None:
    technique = BY_NAME[name]
    area = content_area(LOOK, SETUPS["6x9in"].live(0, 400))
    *_, page = chapter_pages(LOOK, [Worked(technique, example(technique))], language.load("en"), area)
    blocks = [block.picture if isinstance(block, TextWithDiagram) else block for block in page.blocks]
    (row,) = [block for block in blocks if isinstance(block, Diagrams)]
    drawn = row.row[0].picture
    shown = list(Places.of(LOOK, drawn, 0.0, 0.0, 30.0).shown)
    assert shown == (list(range(1, 10)) if name == "naked-pair" else drawn.digits_meant)
    assert (len(shown) == 1) == (name != "naked-pair")


def test_a_single_in_large_print_leaves_no_words_for_another_page() -> None:
    look = style.find("large-print")
    area = content_area(look, SETUPS["6x9in"].live(0, 40))
    worked = [one for one in worked_examples(stock()[:1], "en", 5) if one.technique in SINGLES]
    pages = chapter_pages(look, worked, language.load("en"), area)
    assert len(worked) > 1 and all(isinstance(block, Paragraph) for block in pages[0].blocks)
    # Each picture with its words on a page.
    assert [sum(isinstance(block, Diagrams) for block in page.blocks) for page in pages[1:]] == [1] * len(worked)


def test_a_small_page_is_no_trouble() -> None:
    area = content_area(LOOK, SMALL.live(0, 40))
    height = area[3] - area[1]
    for page in chapter_pages(LOOK, worked_examples(stock(), "ru", 5), language.load("ru"), area):
        width = area[2] - area[0]
        used = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(page.blocks))
        assert used <= height + 1e-6


@pytest.mark.parametrize("names", [("naked-pair",), ("finned-x-wing",), ("x-chain",)])
def test_the_introduction_explains_the_marks_that_the_pictures_have_and_no_others(names: tuple[str, ...]) -> None:
    worked = [Worked(BY_NAME[name], example(BY_NAME[name])) for name in names]
    area = content_area(LOOK, SETUPS["6x9in"].live(0, 40))
    first, *_ = chapter_pages(LOOK, worked, language.load("en"), area)
    said = " ".join(block.text for block in first.blocks if isinstance(block, Paragraph))
    assert ("Fins" in said) == (names == ("finned-x-wing",))
    assert ("solid line" in said) == (names == ("x-chain",))
    assert "white on black" in said and "large digit" not in said


SPEC = """
book: {title: Taught, language: LANGUAGE}
sections:
  - {title: One, puzzles: {from: puzzles.txt}, layout: four-up}
front_matter: [title-page, techniques, contents]
output: OUTPUT
"""


@pytest.mark.thorough("test_build.py::test_the_same_book_on_any_number_of_threads")
@pytest.mark.parametrize("code", ["en", "ru"])
def test_a_book_with_a_chapter_is_the_same_twice(tmp_path: Path, code: str) -> None:
    lines = "\n".join(str(stocked.puzzle) for stocked in stock()[:3])
    (tmp_path / "puzzles.txt").write_text(lines, encoding="utf-8")
    made = []
    for turn in ("a", "b"):
        path = tmp_path / "book.yaml"
        text = SPEC.replace("LANGUAGE", code).replace("OUTPUT", str(tmp_path / turn))
        path.write_text(text, encoding="utf-8")
        built = build(specs.load(path), jobs=1, proof=False)
        made.append((built.folder / "interior.pdf").read_bytes())
    assert made[0] == made[1]
