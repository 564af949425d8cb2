"""Parts of the chapter of techniques: the numbers and marks that it explains, and how large its pictures are beside their words.

The sizes are held against a stored file; ``BOOKMAKER_WRITE_GOLDENS=1`` writes it anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import every_kind
from typeset_data import LOOK

from bookmaker.base import language
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade
from bookmaker.logic.techniques import BY_NAME, SINGLES
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import worded_as
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.grids.step_picture import CandidatePicture, Link
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagrams, TextWithDiagram
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making.book_examples import chosen, disguised, puzzle_for, unneeded, worked_examples
from bookmaker.publishing.book.pages.technique_chapter import (
    Worked,
    chapter_pages,
    legend,
    marks_in,
    picture_of,
    shown_names,
    sums_of,
    text_of_technique,
)
from bookmaker.publishing.documents.technique_example import example
from bookmaker.publishing.explain.solution_path import TEACH
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GOLDEN = Path(__file__).parent / "golden" / "chapter-sizes.txt"
WORDS = language.load("en")
TERMS = language.techniques("en")


@cache
def worked(name: str) -> Worked:
    found = example(BY_NAME[name], WORDS)
    assert found is not None
    return Worked(BY_NAME[name], found)


@pytest.mark.parametrize(("name", "high"), [("xy-chain", 480), ("forcing-net", 440)])
def test_the_steps_of_a_chain_take_no_second_page_for_a_few_lines(name: str, high: int) -> None:
    roomy, pages = (chapter_pages(LOOK, [worked(name)], WORDS, (0, 0, 353, height)) for height in (600, high))
    assert len(pages) == 2
    last, steps = pages[-1].blocks[-1], roomy[-1].blocks[-1]
    assert isinstance(last, Paragraph)
    assert isinstance(steps, Paragraph)
    assert "\n" in steps.text
    assert last.text == steps.text.replace("\n", " ")


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 25])
def test_the_sums_in_the_texts_are_those_of_the_grid(size: int) -> None:
    digits = range(1, size + 1)
    low, middle, high = (SYMBOLS[digit - 1] for digit in digits[-3:])
    assert sums_of(size) == {
        "whole": sum(digits),
        "three_most": sum(digits[-3:]),
        "low": low,
        "middle": middle,
        "high": high,
    }


def test_the_text_of_a_technique_names_the_sums_of_its_own_grid() -> None:
    one = worked("innie")
    assert one.explained.position.geometry.size == 9
    assert text_of_technique(one, TERMS, WORDS) == TERMS.paragraphs("text.innie", **sums_of(9))
    assert "45" in " ".join(text_of_technique(one, TERMS, WORDS))


BLANK = CandidatePicture(geometry(), bytes(81), (0,) * 81)
FULL = replace(BLANK, candidates=(3, *(0,) * 80))
MARKS = {
    "candidates": FULL,
    "pattern": replace(FULL, marks=(((0, 1), "ring"),)),
    "tinted": replace(FULL, tiles=((0, "light"),)),
    "taken": replace(FULL, tiles=((0, "dark"),)),
    "extra": replace(FULL, marks=(((0, 1), "square"),)),
    "linking": replace(FULL, marks=(((0, 1), "dashed"),)),
    "links": replace(FULL, links=(Link((0, 1), (0, 2)),)),
    "struck": replace(FULL, struck=((0, 2),)),
    "placed": replace(BLANK, placed=((0, 1),), tiles=((0, "light"),)),
    "barring": replace(BLANK, placed=((0, 1),), tiles=((0, "light"), (1, "light"))),
    "alone": replace(FULL, alone=True),
}
"""For each mark a picture that has it."""
WITH: dict[str, list[str]] = {
    "pattern": ["candidates"], "tinted": ["candidates"], "taken": ["candidates", "tinted"], "extra": ["candidates", "pattern"],
    "linking": ["candidates", "pattern"], "links": ["candidates"], "struck": ["candidates"], "barring": ["placed"],
    "alone": ["candidates"],
}  # fmt: skip
"""The marks that such a picture has besides."""


@pytest.mark.parametrize("mark", MARKS)
def test_marks_are_explained_that_are_there_and_no_others(mark: str) -> None:
    shown = [name for name in MARKS if name == mark or name in WITH.get(mark, [])]
    assert marks_in([MARKS[mark]]) == shown
    # One picture that has a mark is enough, wherever it stands, and those without any say nothing.
    assert marks_in([BLANK, MARKS[mark], BLANK]) == shown
    assert marks_in([]) == marks_in([BLANK]) == []
    for shape in ("disc", "heavy"):
        assert marks_in([replace(FULL, marks=(((0, 1), shape),))]) == ["candidates", "pattern"]


def test_cells_that_bar_are_those_of_pictures_without_candidates() -> None:
    tinted = replace(MARKS["barring"], candidates=FULL.candidates)
    # Rings around the digits that bar are no pattern of candidates.
    assert marks_in([replace(MARKS["barring"], marks=(((1, 1), "ring"),))]) == ["placed", "barring"]
    assert marks_in([tinted]) == ["candidates", "placed"]
    assert marks_in(list(MARKS.values())) == list(MARKS)


def test_the_legend_has_a_sentence_for_each_mark() -> None:
    assert legend([], TERMS) == ""
    assert legend(["struck"], TERMS) == TERMS.text("chapter.marks.struck")
    both = legend(["struck", "alone"], TERMS)
    assert both == f"{TERMS.text('chapter.marks.struck')} {TERMS.text('chapter.marks.alone')}"


def test_a_puzzle_is_made_whose_hardest_step_is_the_technique() -> None:
    for name in ("pointing", "x-wing"):
        made = puzzle_for(name, geometry(), 5)
        assert made is not None and grade(made).hardest == name
        assert puzzle_for(name, geometry(), 5) == made != puzzle_for(name, geometry(), 6)
    # No 4x4 puzzle needs a jellyfish: its order is refused.
    assert puzzle_for("jellyfish", geometry("classic", 4), 5) is None


@cache
def stocked(kind: str) -> GradedPuzzle:
    """A puzzle of a kind from those of every kind."""
    puzzle = next(one for one in every_kind() if one.geometry.kind == kind)
    (solution,) = require_proper([puzzle])
    return GradedPuzzle(puzzle, solution, grade(puzzle), None)


@pytest.mark.parametrize("kind", ["x", "jigsaw", "kropki", "killer", "thermometers"])
def test_what_is_made_to_show_a_technique_has_no_map_clues_or_cages(kind: str) -> None:
    one = stocked(kind)
    found = worked_examples([one], "en", 5)
    assert {held.technique.name for held in found} == set(one.grade.techniques)
    levels = [held.technique.level for held in found]
    assert levels == sorted(levels)
    for held in found:
        position = held.explained.position
        shown = Puzzle(position.geometry, position.givens, cages=position.cages)
        own = shown == disguised(one.puzzle, seed_for(5, -1, 0))
        # A single can be seen in any puzzle; others are made, where a puzzle of the kind is soon made without a map or clues.
        made = kind == "x" and held.technique.level > Level.EASY
        assert own or made, held.technique.name
        assert held.explained.step.technique == held.technique.name


def test_an_example_comes_from_the_first_puzzle_that_needs_it() -> None:
    one, other = stocked("jigsaw"), stocked("thermometers")
    both = worked_examples([one, other], "en", 5, own=True)
    copies = [disguised(item.puzzle, seed_for(5, -1, at)) for at, item in enumerate((one, other))]
    for held in both:
        copy = copies[0 if held.technique.name in one.grade.techniques else 1]
        assert held.explained.position.geometry == copy.geometry
        assert held.explained.position.givens == copy.givens
    assert {held.technique.name for held in both} == {*one.grade.techniques, *other.grade.techniques}


def test_singles_say_why_and_other_techniques_show_it() -> None:
    for held in worked_examples([stocked("classic")], "en", 5):
        single = held.technique in SINGLES
        assert (held.explained.register == TEACH) <= single
        if single and held.explained.register == TEACH:
            assert all(reason.kind != "removed" for reason in held.explained.reasons)


def test_techniques_are_shown_whose_pictures_can_be_read() -> None:
    look = style.find("large-print")
    some = [worked(name) for name in ("naked-single", "naked-pair", "x-wing")]
    wide = shown_names(look, some, (0.0, 0.0, 560.0, 700.0))
    assert wide == {"naked-single", "naked-pair", "x-wing"}
    # The width counts, not where the area begins.
    assert shown_names(look, some, (500.0, 0.0, 1060.0, 700.0)) == wide
    narrow = shown_names(look, some, (0.0, 0.0, 200.0, 700.0))
    assert narrow == shown_names(look, some, (900.0, 0.0, 1100.0, 700.0)) and narrow < wide


SIZES = {
    "classic-331x540": ("hidden-single", "pointing", "x-wing", "xy-wing"),
    "classic-520x700": ("naked-single", "x-wing", "x-chain", "naked-pair"),
    "classic-420x330": ("full-house", "x-wing", "aic"),
    "classic-240x380": ("full-house", "naked-pair", "skyscraper"),
    "classic-300x900": ("naked-pair", "x-wing", "als-xz"),
    "classic-331x500": ("cage-last-cell", "cage-combinations", "killer-pair"),
    "large-print-331x540": ("naked-single", "hidden-single"),
    "large-print-520x700": ("hidden-single", "naked-pair", "x-wing"),
    "children-300x700": ("naked-single", "pointing"),
}  # fmt: skip
"""A style, the width and the height of the area in points, and the techniques of the chapter."""


def outline(pages: Sequence[TextPage], width: float) -> Iterator[str]:
    """A line for each page, and for each picture on it: its name, the side of its grid, what is left beside it, and its words."""
    for page in pages:
        high = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(page.blocks))
        yield f"  page of {len(page.blocks)} blocks, {high:.2f} high"
        name = ""
        for block in page.blocks:
            if isinstance(block, Paragraph) and block.text in NAMES:
                name = f"{block.text} after {block.before:.2f}"
            if isinstance(block, TextWithDiagram):
                side = block.picture.side(block.picture.across_room(width))
                sizes = sorted({round(one.size, 2) for one in block.words})
                yield f"    {block.words[0].text} after {block.before:.2f}: {side:.2f} beside words of {sizes}"
            if isinstance(block, Diagrams):
                part = block.row[0].picture.part
                held = "" if part is None else f" of {part.wide}x{part.high} cells"
                yield f"    {name}: {block.side(width):.2f}{held}{' centred' * block.centred}"


@pytest.mark.parametrize("area", [(520.0, 360.0), (420.0, 330.0)])
def test_no_technique_stands_out_of_its_page(area: tuple[float, float]) -> None:
    names = ("xy-wing", "continuous-nice-loop", "als-chain")
    width, height = area
    for page in chapter_pages(LOOK, [*map(worked, names)], WORDS, (0.0, 0.0, width, height)):
        high = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(page.blocks))
        assert high <= height + 1e-6


@pytest.mark.parametrize(("height", "before"), [(200.0, True), (420.0, False)])
def test_a_picture_that_fills_its_page_stands_behind_its_step(height: float, before: bool) -> None:
    pages = chapter_pages(LOOK, [worked("xy-wing")], WORDS, (0.0, 0.0, 200.0, height))
    blocks = [block for page in pages for block in page.blocks]
    steps = [at for at, one in enumerate(blocks) if isinstance(one, Paragraph) and one.text.startswith("XY-Wing 2")]
    (picture,) = (at for at, one in enumerate(blocks) if isinstance(one, Diagrams))
    # A step may go on on the next page.
    assert picture == (steps[-1] + 1 if before else steps[0] - 1)


NAMES = {TERMS.text(f"name.{name}") for name in BY_NAME}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("title", SIZES)
def test_pictures_are_as_large_as_their_pages_leave_room_for(title: str) -> None:
    name, _, area = title.rpartition("-")
    width, height = map(float, area.split("x"))
    pages = chapter_pages(
        style.find(name), [*map(worked, SIZES[title])], WORDS, (50.0, 60.0, 50.0 + width, 60.0 + height)
    )
    text = "\n".join(outline(pages, width)) + "\n"
    stored = dict(part.split("\n", 1) for part in GOLDEN.read_text(encoding="utf-8").split("# ") if part)
    if os.environ.get("BOOKMAKER_WRITE_GOLDENS") == "1":
        stored = {key: stored[key] for key in SIZES if key in stored} | {title: text}
        GOLDEN.write_text("".join(f"# {key}\n{held}" for key, held in stored.items()), encoding="utf-8")
    assert text == stored[title]


@pytest.mark.parametrize("name", ["unique-rectangle-1", "hidden-pair", "xyz-wing"])
def test_no_ring_hides_a_figure_that_is_struck_out(name: str) -> None:
    shown = picture_of(worked(name))
    assert shown.struck and shown.marks
    assert not {spot for spot, _ in shown.marks} & set(shown.struck)


def test_each_kind_and_level_has_a_share_of_the_chapter() -> None:
    """Many puzzles that need the same techniques do not take all of it."""

    def puzzles(count: int, kind: str, *names: str) -> list[Any]:
        ground = SimpleNamespace(kind=kind, size=9)
        grade = SimpleNamespace(techniques=dict.fromkeys(names, 1))
        return [SimpleNamespace(puzzle=SimpleNamespace(geometry=ground), grade=grade)] * count

    cages = ("innies-outies", "large-innies-outies", "cage-pointing", "cage-claiming")
    some = [
        *puzzles(8, "killer", *cages),
        *puzzles(6, "classic", "pointing"),
        *puzzles(3, "classic", "pointing", "w-wing"),
    ]
    some += puzzles(2, "classic", "pointing", "skyscraper")
    names = {name for one in some for name in one.grade.techniques}
    examples: list[Any] = [SimpleNamespace(technique=one) for one in BY_NAME.values() if one.name in names]

    def shown(least: Level | None, most: int, *only: str) -> set[str]:
        return {one.technique.name for one in chosen(examples, some, least, most, only)}

    assert shown(Level.MEDIUM, 4) == {"innies-outies", "pointing", "w-wing", "large-innies-outies"}
    assert shown(Level.HARD, 1) == {"w-wing"}
    assert shown(None, 20) == names
    assert shown(Level.HARD, 1, "skyscraper", "innies-outies", "x-wing") == {"skyscraper", "innies-outies"}
    # The build names the techniques that have no example.
    assert unneeded(["skyscraper", "x-wing", "unique-rectangle"], some) == ["x-wing", "unique-rectangle"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("width", "height"), [(331.0, 540.0), (520.0, 700.0), (240.0, 380.0), (360.0, 576.0)])
def test_words_on_techniques_have_one_type_size(width: float, height: float) -> None:
    """Those in a narrow column beside a picture were smaller than others on the facing page."""
    names = ("hidden-single", "pointing", "naked-pair", "x-wing", "skyscraper", "xy-wing", "x-chain")
    shown = [Worked(BY_NAME[name], told) for name in names if (told := example(BY_NAME[name]))]
    pages = chapter_pages(LOOK, shown, WORDS, (0.0, 0.0, width, height))
    texts = {text for name in names for text in TERMS.paragraphs(f"text.{worded_as(name)}")}
    words = [one for page in pages for block in page.blocks for one in getattr(block, "words", (block,))]
    sizes = {round(one.size, 2) for one in words if isinstance(one, Paragraph) and one.text in texts}
    assert len(sizes) == 1


@pytest.mark.parametrize("name", ["classic", "modern", "course"])
def test_pictures_of_a_chapter_have_all_columns_where_these_can_be_read(name: str) -> None:
    names = ("cage-last-cell", "cage-combinations", "killer-pair", "hidden-single", "pointing")
    pages = chapter_pages(style.find(name), [*map(worked, names)], WORDS, (0.0, 0.0, 331.0, 560.0))
    rows = [block.picture if isinstance(block, TextWithDiagram) else block for page in pages for block in page.blocks]
    pictures = [row.row[0].picture for row in rows if isinstance(row, Diagrams)]
    assert len(pictures) >= len(names) and {picture.shown.wide for picture in pictures} == {9}
