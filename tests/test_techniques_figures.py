"""The figures behind the steps of a Killer: held to the answer, in which every sum that they name has to be true."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from conftest import scaled
from typeset_data import LOOK, SETUPS

import bookmaker
from bookmaker.base import language
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade_many
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.families import RULE_OF_45, Family
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.printing.pages.page_kinds import TextPage, content_area
from bookmaker.printing.text.diagrams import Diagrams, TextWithDiagram
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making.book_examples import worked_examples
from bookmaker.publishing.book.pages.technique_chapter import chapter_pages
from bookmaker.publishing.book.pages.walkthrough import explanation_pages
from bookmaker.publishing.documents.sheets import loose_area
from bookmaker.publishing.explain.pictures import picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import Explanation, explain, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

LESS = re.compile(r"\((\d+) – (\d+) = (–?\d+)(?:, (\d+) – (\d+) = (\d+))?(?: = ([^)]+))?\)")


@cache
def explained() -> tuple[tuple[Explanation, bytes], ...]:
    made = [
        *bookmaker.generate(scaled(1, 2), "easy", 3, kind="killer"),
        *bookmaker.generate(scaled(2, 3), "medium", 3, kind="killer"),
        *bookmaker.generate(scaled(3, 6), "hard", 3, kind="killer"),
        *bookmaker.generate(2, "medium", 3, kind="killer", size=6),
        *bookmaker.generate(2, "medium", 3, kind="killer-x"),
    ]
    return tuple((explain(one.puzzle), one.solution) for one in made)


def test_every_rule_of_45_tells_what_its_cells_make() -> None:
    met, listed = set(), 0
    for way, answer in explained():
        whole = way.puzzle.geometry.size * (way.puzzle.geometry.size + 1) // 2
        for told in way.steps:
            technique = BY_NAME[told.step.technique]
            if technique.family not in RULE_OF_45:
                continue
            met.add(technique.family)
            assert told.text.startswith(f"Rule of {whole} in ") or technique.family is Family.SPLIT
            found = LESS.search(told.text)
            assert found is not None, told.text
            one, other, result = int(found[1]), int(found[2]), int(found[3].replace("–", "-"))
            assert one - other == result
            sign = dict.fromkeys(told.step.cells_of("base"), 1) | dict.fromkeys(told.step.cells_of("fin"), -1)
            assert sum(answer[cell] * way for cell, way in sign.items()) == result, told.text
            if found[4]:
                assert int(found[4]) - int(found[5]) == int(found[6]) and int(found[5]) == result
            if found[7]:
                # The ways to make the sum, the right one among them.
                listed += 1
                assert "+".join(map(str, sorted(answer[cell] for cell in sign))) in found[7].split(", "), told.text
    assert len(met) >= 6 and listed >= 10


def test_the_right_combination_is_among_those_that_are_told() -> None:
    listed = 0
    for way, answer in explained():
        for told in way.steps:
            if told.step.technique not in ("cage-single-combination", "cage-few-combinations", "cage-combinations"):
                continue
            (cage,) = [cage for cage in way.puzzle.cages if set(told.step.cells) == set(cage.cells)]
            right = "+".join(map(str, sorted(answer[cell] for cell in cage.cells)))
            inside = told.text[told.text.index("(") + 1 : told.text.index(")")]
            total, _, combinations = inside.partition(" = ")
            assert total == str(cage.sum)
            assert not combinations or right in combinations.split(", "), told.text
            listed += bool(combinations)
            if told.step.technique == "cage-single-combination":
                assert combinations == right
    assert listed > 100


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("code", "one", "several"),
    [
        ("de", "Die einzige verbliebene Kombination des", "Die Kombinationen des"),
        ("en", "The only combination left of", "The combinations of"),
        ("es", "La única combinación que queda de", "Las combinaciones de"),
        ("ru", "Единственная оставшаяся комбинация", "Комбинации"),
    ],
)
def test_words_agree_with_the_number_of_combinations(code: str, one: str, several: str) -> None:
    met: set[bool] = set()
    for way, _ in explained()[: scaled(3, 99)]:
        for told in explain(way.puzzle, code).steps:
            listed = re.search(r"\(\d+ = ([^;)]*)\)", told.text)
            if told.step.technique in ("cage-few-combinations", "cage-combinations") and listed:
                single = "," not in listed[1]
                met.add(single)
                assert told.text.startswith(one if single else several)
    assert met == {True, False}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("code", language.languages())
def test_sentences_are_whole_in_every_language(code: str) -> None:
    for way, _ in explained()[4:8]:
        told = explain(way.puzzle, code)
        for step in told.steps:
            assert not missing_glyphs(LOOK, [step.printed])
            assert "  " not in step.text and " :" not in step.text and "{" not in step.text and "()" not in step.text


def test_blocked_combinations_name_what_forbids_them() -> None:
    # A cell of 1 and 8, then a cage of 3, forbid combinations of the cage of 9; without a 9 it has four.
    ground, only = geometry("killer"), [BY_NAME["blocked-combinations"]]
    nines = [(0, 9), (1, 9)]
    for cages, removed, end in (
        ((Cage((0, 1), 9),), [*nines, *((4, digit) for digit in (2, 3, 4, 5, 6, 7, 9))], "r1c5"),
        (
            (Cage((0, 1), 9), Cage((2, 3), 3)),
            [*nines, *((cell, digit) for cell in (2, 3) for digit in range(3, 10))],
            "r1c3 and r1c4 (3 = 1+2)",
        ),
    ):
        (step,) = next(engine.rounds(ground, bytes(81), only, None, removed, cages))
        position = Position.of(Puzzle(ground, bytes(81), cages=cages), None, removed)
        told = explained_step(step, 1, position, Speaker("en", ground)).text
        start = "Combinations of the cage r1c1 and r1c2 (9 = 1+8, 2+7, 3+6, 4+5) that leave nothing for "
        assert told.startswith(f"{start}{end}: ")


def test_easy_steps_of_cages_are_drawn_with_what_they_strike_out() -> None:
    way, _ = explained()[0]
    diagrams = [
        diagram
        for page in explanation_pages(way, *loose_area((595.0, 842.0)))
        if isinstance(page, TextPage)
        for block in page.blocks
        if isinstance(block, Diagrams)
        for diagram in block.row
        if any(diagram.picture.candidates)
    ]
    struck = {spot for diagram in diagrams for spot in diagram.picture.struck}
    assert struck == {spot for told in way.steps for spot in told.step.eliminations}
    assert all(diagram.text for diagram in diagrams)
    assert any("has one combination (" in diagram.text for diagram in diagrams)


def test_what_a_sum_strikes_out_is_not_hidden_by_rings() -> None:
    # Cells with a sum often have all candidates: rings around these, and strokes through some, would be black blots.
    ringed = set()
    for way, _ in explained():
        for told in way.steps:
            if (family := BY_NAME[told.step.technique].family) not in _OF_SUMS:
                continue
            shown = picture(told)
            assert {cell for cell, _ in shown.tiles} >= set(told.step.cells)
            assert not {spot for spot, _ in shown.marks} & set(shown.struck)
            digits = {digit for (_, digit), _ in shown.marks}
            out = {digit for cell, digit in shown.struck if cell not in {cell for cell, _ in shown.tiles}}
            assert digits <= out or len(digits) == 1
            ringed |= {family} if digits else set()
            # What a sum loses differs in its tint, on which figures can be read.
            assert {texture for _, texture in shown.tiles} <= {"light", "dark"}
    assert {Family.CAGES, Family.CAGES_TOGETHER} <= ringed


_OF_SUMS = {Family.CAGES, Family.CAGES_TOGETHER, *RULE_OF_45}


def texts(pages: Sequence[TextPage]) -> list[str]:
    """The paragraphs of pages, those beside pictures, too."""
    blocks = [block for page in pages for block in page.blocks]
    inner = [one for block in blocks for one in (block.words if isinstance(block, TextWithDiagram) else [block])]
    return [block.text for block in inner if isinstance(block, Paragraph)]


@pytest.mark.thorough("test_book_chapter.py::test_the_examples_are_the_first_of_what_the_puzzles_need")
def test_the_chapter_of_a_book_of_killers_shows_what_they_need() -> None:
    puzzles = [way.puzzle for way, _ in explained()[:6]]
    graded = grade_many(puzzles)
    stock = [
        GradedPuzzle(puzzle, answer, grade, None)
        for puzzle, (_, answer), grade in zip(puzzles, explained(), graded, strict=False)
    ]
    worked = worked_examples(stock, "en", 5)
    assert {one.technique.name for one in worked} == {name for grade in graded for name in grade.techniques}
    levels = [one.technique.level for one in worked]
    assert levels == sorted(levels)
    pages = chapter_pages(LOOK, worked, language.load("en"), content_area(LOOK, SETUPS["6x9in"].live(0, 40)))
    titles = set(texts(pages))
    assert {"Single combination", "Combinations of a cage", "Cage pointing"} <= titles
    # Parts of grids leave room for two on most pages, of which none shows less than its step is about.
    assert len(worked) > 2 * (len(pages) - 1)
    drawn = [block.picture if isinstance(block, TextWithDiagram) else block for page in pages for block in page.blocks]
    pictures = [diagram.picture for block in drawn if isinstance(block, Diagrams) for diagram in block.row]
    assert len(pictures) == len(worked) and any(shown.part for shown in pictures)
    for one, shown in zip(worked, pictures, strict=True):
        for cell in one.explained.step.cells:
            row, column = divmod(cell, shown.geometry.size)
            assert shown.shown.rows[0] <= row < shown.shown.rows[1]
            assert shown.shown.columns[0] <= column < shown.shown.columns[1]


def test_the_chapter_names_the_sums_of_the_grid_of_its_example() -> None:
    small = [pair for pair in explained() if pair[0].puzzle.geometry.size == 6]
    graded = grade_many([way.puzzle for way, _ in small])
    stock = [GradedPuzzle(way.puzzle, answer, grade, None) for (way, answer), grade in zip(small, graded, strict=True)]
    for code in language.languages()[: scaled(1, 9)]:
        pages = chapter_pages(
            LOOK, worked_examples(stock, code, 5), language.load(code), content_area(LOOK, SETUPS["6x9in"].live(0, 40))
        )
        told = " ".join(texts(pages))
        assert "21" in told and "45" not in told and "24" not in told and "{" not in told
