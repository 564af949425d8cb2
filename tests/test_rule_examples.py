"""The puzzles on the how-to-play page: of the right grids, and none of the book's own."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from benchmarks import readback
from bookmaker.base.errors import Place
from bookmaker.base.language import languages, load
from bookmaker.base.schema import Node
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, made_puzzle
from bookmaker.logic.generation.order import Order
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Figures, Paragraph
from bookmaker.publishing.book.making import book_examples
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.front_matter import how_to_play
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

EACH = {stocked.puzzle.geometry.kind: stocked for stocked in readback.one_of_each()}


def page(
    puzzles: list[GradedPuzzle], example: GradedPuzzle, further: list[GradedPuzzle], code: str = "en"
) -> list[object]:
    answers = Answers(node=Node("mapping", Place("book.yaml", 1, 1)))
    part = Answered.of(SimpleNamespace(title="S", cages="dashed"), puzzles, range(1, len(puzzles) + 1), answers)  # type: ignore[arg-type]
    return list(how_to_play(style.find(), load(code), puzzles, example, [part], further))


def words(blocks: list[object]) -> str:
    return " ".join(f"{block.lead} {block.text}" for block in blocks if isinstance(block, Paragraph))


def test_no_puzzle_of_the_book_is_given_away() -> None:
    book = [[EACH["classic"]] * 3, [EACH["thermometers"]] * 2, [EACH["sandwich"]], [EACH["twin"]]]
    usual = book_examples.rule_example(book, 7)
    further = list(book_examples.further_examples(book, 7, usual))
    assert [one.puzzle.geometry.kind for one in further] == ["thermometers", "sandwich", "twin"]
    every = [stocked for section in book for stocked in section]
    shown = [
        picture.digits
        for block in page(every, usual, further)
        if isinstance(block, Figures)
        for picture, _ in block.pictures
    ]
    assert len(shown) == 8
    assert not {stocked.solution for stocked in every} & set(shown)
    # Each has a solution of its own, so that none gives away another.
    assert len({one.solution[:81] for one in (usual, *further)}) == 4


def test_kinds_with_shades_lines_or_regions_have_an_example_behind_those_with_clues() -> None:
    """And the examples of the others stay what they were."""
    marked = [[EACH["classic"]] * 3, [EACH["x"]], [EACH["jigsaw"]], [EACH["thermometers"]], [EACH["anti-knight"]]]
    usual = book_examples.rule_example(marked, 7)
    found = list(book_examples.further_examples(marked, 7, usual))
    assert [one.puzzle.geometry.kind for one in found] == ["thermometers", "x", "jigsaw"]
    assert found[0] == next(book_examples.further_examples([marked[0], marked[3]], 7, usual))
    assert not {one[0].solution for one in marked} & {one.solution for one in found}


def test_the_usual_grid_is_that_of_most_puzzles_whatever_their_rules() -> None:
    small = EACH["calcudoku"]
    book = [[EACH["thermometers"]] * 2, [EACH["sandwich"]] * 2, [small] * 3]
    assert book_examples.rule_example(book, 7).puzzle.geometry.kind == "thermometers"
    assert book_examples.rule_example([[small], *book], 7, first=True).puzzle.geometry.kind == "calcudoku"


def test_a_kind_without_easy_puzzles_has_an_example_as_easy_as_its_own() -> None:
    hard = replace(EACH["calcudoku"], grade=EACH["calcudoku"].grade.replaced(level="hard"))
    assert book_examples.rule_example([[hard]], 7).puzzle.geometry.kind == "calcudoku"


@pytest.mark.parametrize("code", languages())
def test_boxes_are_explained_after_grids_without(code: str) -> None:
    small, large = EACH["calcudoku"], EACH["classic"]
    blocks = page([small, large], small, [], code)
    text = load(code).text("how.other_boxed", size=9, height=3, width=3, range="§").partition("§")[0]
    assert text in words(blocks)


@pytest.mark.parametrize(
    ("code", "box", "region"),
    [
        ("de", "Block", "Gebiet"),
        ("en", "box", "region"),
        ("es", "bloque", "región"),
        ("fr", "bloc", "région"),
        ("ru", "блок", "фигур"),
    ],
)
def test_a_killer_with_regions_has_no_boxes(code: str, box: str, region: str) -> None:
    rows = tuple(cell // 4 for cell in range(16))
    ground = geometry("jigsaw+killer", 4, rows)
    puzzle = Puzzle(ground, bytes(16), cages=(Cage((0, 1), 3),))
    stocked = replace(EACH["killer"], puzzle=puzzle, solution=bytes(cell % 4 + 1 for cell in range(16)))
    text = words(page([stocked], stocked, [], code))
    assert box not in text.replace("блокнот", "")
    assert region in text


def test_examples_are_made_once() -> None:
    made = made_puzzle(Order(geometry(size=4), Level.EASY, "rotational"), 1)
    assert book_examples.rule_example([[made]], 7) is book_examples.rule_example([[made]], 7)
