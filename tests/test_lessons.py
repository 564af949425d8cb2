"""Lessons: puzzles that need what was taught, pages that teach it, and what is said where there are no such puzzles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from book_data import loaded

from bookmaker.base import language, resources
from bookmaker.base.errors import SpecError, UnmetError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.solve.canonical_form import same_up_to_symmetry
from bookmaker.logic.techniques import BY_NAME, SINGLES
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.text.diagrams import Diagrams
from bookmaker.printing.text.text_blocks import UpsideDown
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import require_book_room
from bookmaker.publishing.book.making.estimate import expected, likely_parts, shortest_nudges
from bookmaker.publishing.book.pages import openers
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.hints import all_nudges
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec
from bookmaker.publishing.documents import technique_example
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Puzzle

BOOK = """
book: {title: Course, language: es}
seed: 4
sections:
- {lesson: hidden-single, practice: 2, size: 6, title: Own title}
- {title: Between, puzzles: {count: 2, difficulty: easy}}
- {lesson: naked-pair, practice: 3, intro: Some words.}
- {lesson: x-wing, practice: 3}
"""


Made = tuple[Spec, list[list[GradedPuzzle]], dict[int, list[Worked]], Assembled]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    spec = loaded(tmp_path_factory.mktemp("lessons"), BOOK)
    sections = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    taught = book_examples.lesson_examples(spec, sections, 1)
    return (
        spec,
        sections,
        taught,
        assemble(book_of(spec), sections, sections[0][0], (), (), taught),
    )


def test_practice_needs_the_technique_and_nothing_untaught(made: Made) -> None:
    spec, sections, _, _ = made
    known = {technique.name for technique in SINGLES}
    for section, puzzles in zip(spec.sections, sections, strict=True):
        if isinstance(section, Lesson):
            known.add(section.lesson)
            for stocked in puzzles:
                assert stocked.grade.hardest == section.lesson
                assert known.issuperset(stocked.grade.techniques)
    assert list(book_examples.untaught_notes(spec, sections)) == []
    assert [section.title for section in spec.sections] == ["Own title", "Between", "Par desnudo", "X-Wing"]


def test_examples_show_the_technique_and_are_no_puzzles_of_the_book(made: Made) -> None:
    spec, sections, taught, _ = made
    assert list(taught) == [0, 2, 3]
    own = [stocked.puzzle for section in sections for stocked in section]
    shown = []
    for index, pair in taught.items():
        section = spec.sections[index]
        assert isinstance(section, Lesson)
        for one in pair:
            assert one.technique.name == one.explained.step.technique == section.lesson
            shown.append(Puzzle(one.explained.position.geometry, one.explained.position.givens))
    for number, puzzle in enumerate(shown):
        assert not any(same_up_to_symmetry(puzzle, other) for other in [*own, *shown[:number]] if alike(puzzle, other))


def alike(one: Puzzle, other: Puzzle) -> bool:
    return one.geometry is other.geometry


def test_a_lesson_opens_with_its_pages(made: Made) -> None:
    spec, _, taught, book = made
    words = language.techniques("es")
    titles = {
        index: page.title for index, page in enumerate(book.interior) if isinstance(page, TextPage) and page.title
    }
    lessons_at = [index for index, title in titles.items() if title in ("Own title", "Par desnudo", "X-Wing")]
    assert len(lessons_at) == 3
    for start, (index, (_, riddle)) in zip(lessons_at, taught.items(), strict=True):
        teaching, trying = book.interior[start], book.interior[start + 1]
        assert isinstance(teaching, TextPage) and isinstance(trying, TextPage)
        assert book.interior[start].folio
        (drawn,) = [block for block in teaching.blocks if isinstance(block, Diagrams)]
        (bare,) = [block for block in trying.blocks if isinstance(block, Diagrams)]
        picture, plain = drawn.row[0].picture, bare.row[0].picture
        assert picture.marks or picture.placed
        assert not (plain.marks or plain.struck or plain.placed or plain.tiles or plain.links or plain.outlines)
        (answer,) = [block for block in trying.blocks if isinstance(block, UpsideDown)]
        assert answer.writing.text == words.text("lesson.answer", step=riddle.explained.printed)
        guide = words.text("lesson.guide")
        texts = [block.text for block in teaching.blocks if hasattr(block, "text")]
        assert (guide in texts) == (index == 0)
        assert ("Some words." in texts) == (spec.sections[index].intro is not None)


def test_where_nothing_needs_so_little_easier_techniques_come_in_and_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stock, "_STRICT_ATTEMPTS", 1)
    spec = loaded(tmp_path, "book: {title: T}\nsections:\n- {lesson: swordfish, practice: 2}\n")
    sections = stock.fill_sections(spec.sections, 1, 1, lambda *_: None)
    assert {stocked.grade.hardest for stocked in sections[0]} == {"swordfish"}
    (note,) = book_examples.untaught_notes(spec, sections)
    assert note.startswith("the lesson `swordfish`: puzzles also need ")


def test_faults_name_the_lesson(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "book: {title: T}\nsections:\n- {lesson: jellyfish, attempts: 1}\n")
    with pytest.raises(UnmetError, match=r"3:12: the lesson `jellyfish`: puzzle 1 of 8 could not be made"):
        stock.fill_sections(spec.sections, 1, 1, lambda *_: None)
    for written, told in (
        ("{lesson: xwing}", "3:12: `lesson` must be .*did you mean `x-wing`"),
        ("{lesson: brute-force}", "3:12: `lesson` must be"),
        ("{lesson: x-wing, puzzles: {count: 3}}", "`puzzles` cannot come with `lesson`"),
        ("{lesson: naked-pair, kind: killer}", "a lesson takes no Killers"),
        ("{lesson: x-wing, practice: 0}", "`practice` must be a whole number from 1"),
    ):
        with pytest.raises(SpecError, match=told):
            loaded(tmp_path, f"book: {{title: T}}\nsections:\n- {written}\n")


def test_a_lesson_on_what_no_known_puzzle_needs_bounds_its_attempts(tmp_path: Path) -> None:
    text = "book: {title: C}\nsections: [{lesson: franken-swordfish, practice: 1%s}]\n"
    with pytest.raises(SpecError, match="attempts"):
        loaded(tmp_path, text % "")
    (lesson,) = loaded(tmp_path, text % ", attempts: 5").sections
    assert isinstance(lesson, Lesson) and lesson.attempts == 5


def test_pictures_that_could_not_be_read_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    text = "book: {title: T}\ndesign: {style: large-print}\npage: {trim: 6x9in}\nsections:\n- {lesson: NAME}\n"
    require_book_room(book_of(loaded(tmp_path, text.replace("NAME", "hidden-single"))))
    with pytest.raises(SpecError, match=r"5:12: the candidates in the pictures of this lesson .* 16pt of the style"):
        require_book_room(book_of(loaded(tmp_path, text.replace("NAME", "pointing"))))
    require_book_room(book_of(loaded(tmp_path, text.replace("NAME", "pointing").replace("6x9in", "letter"))))


@pytest.mark.parametrize("code", language.languages())
def test_the_course_that_is_shipped_speaks_every_language(tmp_path: Path, code: str) -> None:
    path = resources.find("examples", "course.yaml")
    assert path is not None
    spec = loaded(tmp_path, path.read_text().replace("language: en", f"language: {code}"))
    taught = [section for section in spec.sections if isinstance(section, Lesson)]
    names = language.techniques(code)
    assert [section.title for section in taught] == [names.text(f"name.{section.lesson}") for section in taught]
    levels = [section.level for section in taught]
    assert len(taught) >= 15 and levels == sorted(levels)
    assert replace(taught[-1]).untaught == taught[-1].untaught


def test_a_lesson_of_singles_says_why_and_shows_what_bars_the_digit(made: Made) -> None:
    _, _, taught, _ = made
    shown, riddle = taught[0]
    for one in (shown, riddle):
        drawn = openers.picture_of(one)
        assert " solo " in one.explained.printed and " ya " in one.explained.printed
        ((cell, digit),) = drawn.placed
        # The digits that bar are ringed, the rays begin at them, and the empty cells that they bar have crosses.
        barring = {at for (at, ringed), _ in drawn.marks if ringed == drawn.digits[at] == digit}
        assert barring and len(barring) == len(drawn.marks) and {ray.cell for ray in drawn.rays} <= barring
        assert cell not in drawn.barred and not any(drawn.digits[at] for at in drawn.barred)


def test_the_picture_of_a_single_comes_with_its_reasons(made: Made) -> None:
    _, _, taught, _ = made
    for index, examples in taught.items():
        single = examples[0].technique in SINGLES
        assert all((" ya tiene" in one.explained.text) == single for one in examples), index


def test_check_knows_the_least_number_of_pages_and_a_likely_one(made: Made) -> None:
    spec, sections, taught, book = made
    puzzles = [(stocked, None) for section in sections for stocked in section]
    with_hints = loaded(spec.path.parent, f"{BOOK}hints: {{count: 2}}\n")
    hints = all_nudges(puzzles, 2, spec.catalogue, 1)
    more = assemble(book_of(with_hints), sections, sections[0][0], (), hints, taught)
    for one, real in ((spec, book), (with_hints, more)):
        found = expected(one, example=technique_example.example)
        (least,) = [len(interior.assembled.interior) for interior in found.interiors]
        (likely,) = found.likely
        assert not found.exact and least <= len(real.interior) <= least + 4
        assert least <= likely and abs(likely - len(real.interior)) <= 2
    assert all(len(short) <= min(len(one.said[0]) for one in hints) for short in _shortest_of(sections, spec))


def test_the_likely_chapter_begins_where_the_chapter_does(made: Made) -> None:
    spec, sections, _, _ = made
    hard = [replace(one, grade=one.grade.replaced(level="hard")) for one in sections[0][:1]] * 30
    book = loaded(spec.path.parent, f"{BOOK}techniques: {{from: hard, most: 2}}\n")
    worked, *_ = likely_parts(book, hard, technique_example.example)
    assert [one.technique.level for one in worked] == [Level.HARD] * 2


def test_no_technique_makes_a_shorter_hint_than_the_shortest(made: Made) -> None:
    words, puzzle = language.load("en"), made[1][0][0]
    (shortest,) = shortest_nudges([puzzle], words)
    speaker = Speaker(words, puzzle.puzzle.geometry.ground)
    where = speaker.cells([0])
    steps = [speaker.words.text("hint.step", where=where, name=speaker.name(name)) for name in BY_NAME]
    said = [speaker.words.text("hint.then", step=step) for step in steps]
    assert len(shortest.said[0]) <= min(map(len, said))


def _shortest_of(sections: list[list[GradedPuzzle]], spec: Spec) -> list[str]:
    puzzles = [stocked for section in sections for stocked in section]
    return [one.said[0] for one in shortest_nudges(puzzles, spec.catalogue)]
