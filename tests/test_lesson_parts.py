"""Parts of lessons: what their pages say, how large their pictures are, which examples they have.

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
from book_data import loaded
from typeset_data import LOOK

from bookmaker.base import language
from bookmaker.base.errors import Place, SpecError
from bookmaker.base.seeds import seed_for
from bookmaker.logic.techniques import BY_NAME
from bookmaker.printing.grids.step_picture import legible
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagrams
from bookmaker.printing.text.text_blocks import Paragraph, RuledLines, UpsideDown, text_of
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages import openers
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec.section_keys import parts
from bookmaker.publishing.documents.technique_example import example
from bookmaker.publishing.explain.solution_path import BRIEF, TEACH
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GOLDEN = Path(__file__).parent / "golden" / "lesson-sizes.txt"
WORDS, TERMS = language.load("en"), language.techniques("en")
LESSON: Any = SimpleNamespace(title="A lesson", place=lambda *_: Place("b.yaml", 3, 9))


@cache
def worked(name: str) -> Worked:
    found = example(BY_NAME[name], WORDS)
    assert found is not None
    return Worked(BY_NAME[name], found)


def pages(
    names: Sequence[str],
    area: tuple[float, float],
    before: Sequence[str] = (),
    look: style.Style = LOOK,
    intro: Sequence[Any] = (),
) -> list[TextPage]:
    width, height = area
    shown, earlier = [*map(worked, names)], [*map(worked, before)]
    box = (50.0, 60.0, 50.0 + width, 60.0 + height)
    made = openers.lesson_pages(look, LESSON, "8 puzzles", intro, shown, WORDS, box, earlier)
    assert all(isinstance(page, TextPage) for page in made)
    return made  # type: ignore[return-value]


def texts(page: TextPage) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, Paragraph)]


def test_the_first_lesson_explains_the_terms_and_each_its_new_marks() -> None:
    (first, riddle) = pages(("x-wing", "x-wing"), (520.0, 700.0), intro=[text_of(LOOK, "Our own words.")])
    said = texts(first)
    assert said[0] == TERMS.text("lesson.summary", number=1, puzzles="8 puzzles") and said[1] == "Our own words."
    assert said[2] == TERMS.text("lesson.guide")
    assert any(TERMS.text("chapter.marks.struck") in text for text in said)
    assert (first.title, riddle.title) == ("A lesson", "")
    assert said[-1] == f"{worked('x-wing').explained.printed}."
    assert texts(riddle)[:2] == [TERMS.text("lesson.try"), TERMS.text("lesson.find")]
    (answer,) = [block for block in riddle.blocks if isinstance(block, UpsideDown)]
    assert answer.writing.text == TERMS.text("lesson.answer", step=worked("x-wing").explained.printed)
    assert TERMS.text("lesson.yours") in texts(riddle)
    # Two lessons before: the third, and no mark that was explained.
    third = texts(pages(("x-wing", "x-wing"), (520.0, 700.0), ("pointing", "pointing", "x-wing", "x-wing"))[0])
    assert third[0] == TERMS.text("lesson.summary", number=3, puzzles="8 puzzles")
    assert TERMS.text("lesson.guide") not in third
    assert not any(TERMS.text("chapter.marks.struck") in text for text in third)
    chain = texts(pages(("x-chain", "x-chain"), (520.0, 700.0), ("x-wing", "x-wing"))[0])
    assert any(TERMS.text("chapter.marks.links") in text for text in chain)
    assert not any(TERMS.text("chapter.marks.struck") in text for text in chain)


def test_before_its_examples_are_made_a_lesson_has_a_page_to_read_and_one_to_try() -> None:
    made = openers.lesson_pages(LOOK, LESSON, "8 puzzles", [], [], WORDS, (0.0, 0.0, 300.0, 500.0), [])
    assert [(page.title, page.blocks) for page in made if isinstance(page, TextPage)] == [("A lesson", ()), ("", ())]


@pytest.mark.parametrize("name", ["pointing", "hidden-single"])
def test_pictures_that_could_not_be_read_are_refused(name: str) -> None:
    bare = replace(openers.picture_of(worked(name)), tiles=(), marks=(), struck=(), placed=(), links=(), outlines=())
    for wide in range(60, 400, 10):
        if legible(LOOK, openers.picture_of(worked(name)), wide) and legible(LOOK, bare, wide):
            pages((name, name), (float(wide), 540.0))
            break
        with pytest.raises(SpecError) as caught:
            pages((name, name), (float(wide), 540.0))
        (fault,) = caught.value.faults
        assert fault.message == (
            f"the digits of its pictures would be smaller on this page than the {LOOK.type.least:g}pt of the style"
        )
        assert (fault.place, fault.advice) == (Place("b.yaml", 3, 9), "choose a larger trim, or another style")
    else:
        raise AssertionError


SIZES = {
    "classic-331x540": ("x-wing", "x-chain"),
    "classic-520x700": ("naked-pair", "xy-wing"),
    "classic-520x360": ("x-wing", "skyscraper"),
    "classic-250x400": ("pointing", "naked-pair"),
    "classic-600x1000": ("x-wing", "x-wing"),
    "classic-331x541": ("hidden-single", "naked-single"),
    "classic-700x541": ("hidden-single", "full-house"),
    "large-print-520x700": ("hidden-single", "pointing"),
    "large-print-331x420": ("hidden-single", "naked-single"),
    "large-print-400x500": ("naked-single", "hidden-single"),
    "course-400x600": ("x-chain", "hidden-single"),
}
"""A style, the width and the height of the area in points, and the two examples."""


def outline(made: Sequence[TextPage], width: float) -> Iterator[str]:
    """A line for each page, and for each picture and each ruled field on it."""
    for page in made:
        high = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(page.blocks))
        yield f"  page of {len(page.blocks)} blocks, {high:.2f} high"
        for block in page.blocks:
            if isinstance(block, Diagrams):
                yield f"    grid of {block.side(width):.2f}{' centred' * block.centred}, {block.across} across"
            if isinstance(block, RuledLines):
                yield f"    lines on {block.height(width):.2f} after {block.before:.2f}"
            if isinstance(block, UpsideDown):
                yield f"    turned after {block.before:.2f}"


@pytest.mark.parametrize("title", SIZES)
def test_pictures_are_as_large_as_their_pages_leave_room_for(title: str) -> None:
    name, _, area = title.rpartition("-")
    width, height = map(float, area.split("x"))
    text = "\n".join(outline(pages(SIZES[title], (width, height), look=style.find(name)), width)) + "\n"
    stored = dict(part.split("\n", 1) for part in GOLDEN.read_text(encoding="utf-8").split("# ") if part)
    if os.environ.get("BOOKMAKER_WRITE_GOLDENS") == "1":
        stored = {key: stored[key] for key in SIZES if key in stored} | {title: text}
        GOLDEN.write_text("".join(f"# {key}\n{held}" for key, held in stored.items()), encoding="utf-8")
    assert text == stored[title]


def test_pictures_of_singles_show_what_they_rest_on_and_others_their_pattern() -> None:
    single, pattern = openers.picture_of(worked("hidden-single")), openers.picture_of(worked("x-wing"))
    assert single.placed and single.rays and not any(single.candidates)
    assert any(pattern.candidates) and pattern.marks and pattern.struck


BOOK = "book: {title: T}\nseed: 7\nsections:\n- {lesson: hidden-single, practice: 1, size: 6}\n"
BOOK += "- {title: A, puzzles: {count: 1}}\n"


def test_examples_have_seeds_of_their_own_and_the_steps_that_show_best(tmp_path: Path) -> None:
    spec = loaded(tmp_path, f"{BOOK}- {{lesson: naked-single, size: 6}}\n- {{lesson: naked-pair}}\n")
    none: list[list[Any]] = [[], [], [], []]
    found = book_examples.lesson_examples(spec, none, 1)
    assert list(found) == [0, 2, 3] and all(len(own) == 2 for own in found.values())
    own = parts(spec.sections)
    made = list(stock.lesson_puzzles(spec.sections[0], 2, 7, 1, seed_for(-3, own[0]), stock.Seen()))  # type: ignore[arg-type]
    assert [one.explained.position.givens for one in found[0]] == [item.puzzle.givens for item in made]
    registers = {index: {one.explained.register for one in shown} for index, shown in found.items()}
    assert registers == {0: {TEACH}, 2: {TEACH}, 3: {BRIEF}}
    for index, shown in found.items():
        names = {(one.technique.name, one.explained.step.technique) for one in shown}
        assert names == {(spec.sections[index].lesson,) * 2}  # type: ignore[attr-defined]
    # A draft that ends before a lesson shows the examples of the first in its place.
    draft = book_examples.lesson_examples(spec, none, 1, until=1)
    assert draft[0] == found[0] == draft[2] == draft[3]
    assert book_examples.lesson_examples(spec, none, 1, until=2)[2] == found[2]


def test_examples_on_several_grids_lie_in_two_at_the_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step in three was refused only when all puzzles were made: pages are checked to have room for two."""
    spec = loaded(tmp_path, f"{BOOK}- {{lesson: naked-pair, kind: twin}}\n")

    def found() -> list[bytes]:
        return [one.explained.position.givens for one in book_examples.lesson_examples(spec, [[], [], []], 1)[2]]

    first, second = found()
    wide: set[bytes] = set()

    def shown(one: Worked) -> Any:
        return SimpleNamespace(
            geometry=SimpleNamespace(corners=range(3 if one.explained.position.givens in wide else 1))
        )

    monkeypatch.setattr(book_examples, "lesson_picture", shown)
    assert found() == [first, second]
    wide.add(first)
    assert found()[0] == second
    assert found()[1] not in (first, second)
    wide.add(second)
    assert not wide.intersection(found())


def test_what_no_lesson_taught_is_noted(tmp_path: Path) -> None:
    spec = loaded(tmp_path, f"{BOOK}- {{lesson: x-wing, practice: 1}}\n")

    def used(**techniques: int) -> Any:
        one = as_graded(Puzzle(geometry(), bytes(81)))
        names = {name.replace("_", "-"): count for name, count in techniques.items()}
        return replace(one, grade=one.grade.replaced(techniques=names))

    needed = [used(x_wing=1, naked_pair=1), used(pointing=1, full_house=1)]
    sections = [[used(hidden_single=1)], [used(x_chain=1)], needed]
    assert list(book_examples.untaught_notes(spec, sections)) == [
        "the lesson `x-wing`: puzzles also need pointing, naked-pair, which no lesson before it teaches"
    ]
    assert list(book_examples.untaught_notes(spec, [*sections[:2], [used(x_wing=1, naked_single=3)]])) == []
