"""What a book is likely to be before its puzzles are made: grids that need the most room, hints and examples as usual."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base import language
from bookmaker.base.errors import Fault, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.printing.pages.page_kinds import content_area
from bookmaker.printing.styles import style as styles
from bookmaker.publishing.book.making import estimate
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import (
    likely_parts,
    likely_runs,
    notes_on_cutting,
    notes_on_digits,
    notes_on_lessons,
    notes_on_levels,
    require_book_room,
    require_room_for_all,
)
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.hints import Nudges
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.explain.solution_path import ExplainedStep
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

WORDS = language.load("en")


def spec_of(folder: Path, sections: str, more: str = "") -> Spec:
    return loaded(folder, f"book: {{title: T}}\n{more}sections:\n{sections}")


@pytest.mark.parametrize(
    ("kind", "size", "mark"),
    [
        ("classic", 9, None), ("killer", 4, "88"), ("killer", 9, "88"), ("killer", 6, "88"),
        ("calcudoku", 5, "88×"), ("calcudoku", 6, "888×"), ("calcudoku", 9, "888×"),
    ],
)  # fmt: skip
def test_a_cage_has_a_sum_of_as_many_figures_as_there_can_be(
    tmp_path: Path, kind: str, size: int, mark: str | None
) -> None:
    (part,) = likely_parts(
        book_of(
            spec_of(tmp_path, f"- {{title: A, cages: tinted, puzzles: {{count: 3, kind: {kind}, size: {size}}}}}\n")
        )
    )
    shown = [(one.kind, one.cells, one.text) for one in part.asked.marks if one.kind == "cage"]
    assert shown == ([] if mark is None else [("cage", (0, 1), mark)])
    assert part.asked.cages == "tinted" and not any(part.asked.digits)
    assert len(part.solved) == 3 and part.section.title == "A"
    cells = part.asked.geometry.cell_count
    assert {one.digits for one in part.solved} == {bytes(cell % size + 1 for cell in range(cells))}


def test_pieces_to_cut_out_are_as_many_as_an_easy_puzzle_needs(tmp_path: Path) -> None:
    sections = "- {title: A, symbols: {set: animals, row: cut-out}, puzzles: {count: 1, size: SIZE}}\n"
    sections += "- {title: B, puzzles: {count: 1}}\n"
    for size in (4, 6, 9):
        one, other = likely_parts(book_of(spec_of(tmp_path, sections.replace("SIZE", str(size)))))
        held = one.asked.digits
        assert [at for at, digit in enumerate(held) if digit] == [at for at in range(size * size) if at % 5 < 2]
        assert all(digit == at % size + 1 for at, digit in enumerate(held) if digit)
        assert one.asked.symbols.row == "pieces" and not any(other.asked.digits)
        # Each symbol is there, so that all pieces are.
        assert size == 4 or {digit for digit in held if digit} == set(range(1, size + 1))


def test_sections_of_files_have_numbers_and_no_grids_yet(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("x")
    sections = (
        "- {title: A, puzzles: {count: 3}}\n- {title: F, puzzles: {from: p.txt}}\n"
        "- {title: G, puzzles: {from: p.txt, count: 4}}\n"
        "- {title: B, puzzles: {count: 2}, answers: {place: foot}}\n"
    )
    one, other = likely_parts(book_of(spec_of(tmp_path, sections, "number_from: 5\n")))
    assert (one.section.title, one.numbers, other.section.title, other.numbers) == (
        "A",
        range(5, 8),
        "B",
        range(13, 15),
    )
    assert (one.answers.place_name, other.answers.place_name) == ("back", "foot")


def test_each_section_is_judged_once_in_the_book_and_in_the_key(tmp_path: Path) -> None:
    sections = (
        "- {title: A, puzzles: {count: 3}}\n- {title: B, puzzles: {count: 2}, answers: {place: section, layout: nine-up}}\n"
        "- {title: C, puzzles: {count: 2, size: 6}, answers: {place: foot}}\n"
        "- {title: D, puzzles: {count: 1}, answers: {show: row}}\n"
    )
    spec = spec_of(tmp_path, sections)
    area = content_area(spec.look, page_setup(book_of(spec)).live(0, 0))
    found = list(likely_runs(book_of(spec), likely_parts(book_of(spec)), area))
    told = [(part.section.title, run.title, run.layout.name if run.layout else None) for run, part in found]
    assert told == [
        ("A", "Answers", "six-up-answers"),
        ("B", "Answers", "nine-up"),
        *((name, "", "twelve-up") for name in ("A", "B", "C", "D")),
    ]


def test_pieces_are_not_to_be_cut_out_of_puzzles_behind_them(tmp_path: Path) -> None:
    cut = "symbols: {set: animals, row: cut-out}"
    sections = f"- {{title: A, {cut}, puzzles: {{count: 1}}}}\n- {{title: B, puzzles: {{count: 1}}}}\n"
    said = "the pieces of {} are cut out of pages with puzzles behind: `puzzles_on: right` in the section leaves these to notes"
    assert notes_on_cutting(spec_of(tmp_path, sections)) == [said.format("'A'")]
    both = sections.replace("{title: B,", f"{{title: B, {cut},")
    assert notes_on_cutting(spec_of(tmp_path, both)) == [said.format("'A', 'B'")]
    assert notes_on_cutting(spec_of(tmp_path, both.replace("{title: A,", "{title: A, puzzles_on: right,"))) == [
        said.format("'B'")
    ]
    assert notes_on_cutting(spec_of(tmp_path, both, "page: {puzzles_on: right}\n")) == []
    assert notes_on_cutting(spec_of(tmp_path, sections.replace("cut-out", "models"))) == []
    design = "design: {symbols: {set: animals, row: cut-out}}\n"
    assert notes_on_cutting(spec_of(tmp_path, "- {title: C, puzzles: {count: 1}}\n", design)) == [said.format("'C'")]


@pytest.mark.parametrize(
    ("section", "more", "said"),
    [
        ("layout: six-up, puzzles: {count: 9}", "page: {trim: 4x4in}\n", "the layout `six-up` leaves"),
        ("layout: two-up, answers: {place: foot}, puzzles: {count: 9}", "page: {trim: 4x6in}\n", "the layout `two-up`"),
        ("layout: four-up, answers: {place: overleaf, layout: one-up}, puzzles: {count: 9}", "",
         "`one-up` has 1 answers to a page, and `four-up` 4 puzzles"),
        ("answers: {layout: twenty-up}, puzzles: {count: 9, kind: skyscrapers}", "", "the layout `twenty-up`"),
    ],
)  # fmt: skip
def test_what_cannot_fit_is_refused_before_anything_is_made(tmp_path: Path, section: str, more: str, said: str) -> None:
    sections = f"- {{title: A, {section}}}\n"
    with pytest.raises(SpecError) as caught:
        require_book_room(book_of(spec_of(tmp_path, sections, more)))
    assert any(said in fault.message for fault in caught.value.faults)
    # Two sections with one fault have one each, where they stand.
    with pytest.raises(SpecError) as twice:
        require_book_room(book_of(spec_of(tmp_path, 2 * sections, more)))
    assert len(twice.value.faults) >= len(caught.value.faults) and len(set(twice.value.faults)) == len(
        twice.value.faults
    )


def test_what_fits_for_one_printer_and_not_for_another_names_the_printer(tmp_path: Path) -> None:
    def told(printers: str, own: str = "") -> list[Fault]:
        more = f"date: 2026-11-27\npage: {{trim: 6x9in, gutter: auto}}\nprint: {{for: {printers}}}\n"
        sections = f"- {{title: A, layout: one-up{own}, puzzles: {{count: 300, kind: sandwich}}}}\n"
        try:
            require_room_for_all(spec_of(tmp_path, sections, f"{more}answers: {{layout: nine-up}}\n"))
        except SpecError as error:
            return error.faults
        return []

    (kdp,), (ingram,) = told("kdp"), told("ingramspark")
    assert kdp.message.startswith("the layout `nine-up` leaves") and kdp.message != ingram.message
    # Each has measures of its own, so each is named, once.
    assert [fault.message for fault in told("[kdp, ingramspark]")] == [
        f"for Amazon KDP, {kdp.message}",
        f"for IngramSpark, {ingram.message}",
    ]
    # Where the book has one layout for all, sections with such grids may have another.
    advice = ", or give sections with such grids `answers: {layout: ...}` of their own"
    assert kdp.advice.endswith(advice)
    assert not any(fault.advice.endswith(advice) for fault in told("kdp", ", answers: {layout: twelve-up}")[:1])
    assert told("[kdp, ingramspark]", ", answers: {layout: one-up}") == []


def test_answers_at_the_foot_take_room_as_grids_and_none_as_rows(tmp_path: Path) -> None:
    section = "- {title: A, layout: two-up, answers: {place: foot, show: SHOW}, puzzles: {count: 2}}\n"

    def fits(trim: str, show: str) -> bool:
        try:
            require_book_room(book_of(spec_of(tmp_path, section.replace("SHOW", show), f"page: {{trim: {trim}}}\n")))
        except SpecError:
            return False
        return True

    heights = [f"5x{height / 4:g}in" for height in range(20, 32, 2)]
    row = next(trim for trim in heights if fits(trim, "row"))
    assert not fits(row, "grid") and fits("5x9in", "grid")


# Hints, examples and the chapter.


def puzzle(level: str = "easy", size: int = 9, kind: str = "classic") -> GradedPuzzle:
    grid = geometry(kind, size)
    return as_graded(Puzzle(grid, bytes(grid.cell_count)), level)


def test_the_shortest_hint_is_as_short_as_a_hint_can_be() -> None:
    for size in (4, 9):
        (short,) = estimate.shortest_nudges([puzzle(size=size)], WORDS)
        speaker = Speaker(WORDS, geometry("classic", size))
        where = [speaker.cells([0]), *(speaker.houses([house]) for house in geometry("classic", size).houses)]
        said = [
            speaker.words.text(
                f"hint.{key}", step=speaker.words.text("hint.step", where=place, name=speaker.within(name))
            )
            for key in ("first", "then", "hardest", "tight", "wall")
            for place in where
            for name in BY_NAME
        ]
        assert len(short.said) == 1 and len(short.said[0]) == min(map(len, said)) and short.said[0] in said
    one, other, again = estimate.shortest_nudges([puzzle(size=4), puzzle(), puzzle(size=4)], WORDS)
    assert one == again and one.techniques == other.techniques == ()


def known(technique: Technique, _words: Any) -> ExplainedStep | None:
    """A stand-in for the example of each technique, of which one has none."""
    return None if technique.name == "claiming" else technique.name  # type: ignore[return-value]


def test_lessons_have_two_examples_each_and_the_chapter_what_the_levels_need(tmp_path: Path) -> None:
    sections = "- {lesson: x-wing}\n- {title: A, puzzles: {count: 1}}\n- {lesson: claiming}\n- {lesson: pointing}\n"
    spec = spec_of(tmp_path, sections)
    worked, hints, taught = estimate.likely_parts(spec, [puzzle()], known)
    assert (worked, hints) == ([], [])
    assert {index: [one.technique.name for one in own] for index, own in taught.items()} == {
        0: ["x-wing"] * 2, 2: [], 3: ["pointing"] * 2
    }  # fmt: skip
    assert all(one.explained == one.technique.name for own in taught.values() for one in own)


def of_level(level: Level, count: int) -> list[str]:
    """As many techniques as so many puzzles of a level, or a harder one, are likely to need."""
    names = [one.name for one in TECHNIQUES if one.level == level]
    return names[: 1 + round(sqrt(count))] if count else []


@pytest.mark.parametrize(
    ("wish", "least", "most"),
    [("{}", Level.EASY, 16), ("{from: medium}", Level.MEDIUM, 16), ("{most: 3}", Level.EASY, 3),
     ("{from: hard, most: 200}", Level.HARD, 200)],
)  # fmt: skip
def test_the_likely_chapter_has_as_many_techniques_as_the_root_of_the_puzzles(
    tmp_path: Path, wish: str, least: Level, most: int
) -> None:
    spec = spec_of(tmp_path, "- {title: A, puzzles: {count: 1}}\n", f"techniques: {wish}\n")
    puzzles = [*[puzzle("easy")] * 5, *[puzzle("medium")] * 3, *[puzzle("hard")] * 9]
    worked, _, _ = estimate.likely_parts(spec, puzzles, known)
    counts = {Level.BEGINNER: 17, Level.EASY: 17, Level.MEDIUM: 12, Level.HARD: 9}
    wanted = [name for level in Level if level >= least for name in of_level(level, counts.get(level, 0))]
    assert [one.technique.name for one in worked] == [name for name in wanted if name != "claiming"][:most]


@pytest.mark.parametrize("count", [1, 2])
def test_likely_hints_name_the_techniques_of_their_level_one_after_another(tmp_path: Path, count: int) -> None:
    spec = spec_of(tmp_path, "- {title: A, puzzles: {count: 1}}\n", f"hints: {{count: {count}}}\n")
    puzzles = [puzzle("hard"), puzzle("hard"), puzzle("easy", 6), puzzle("hard"), puzzle("beginner", 4)]
    _, hints, _ = estimate.likely_parts(spec, puzzles, known)
    assert len(hints) == 5
    met = {level: of_level(level, sum(Level[one.grade.level.upper()] >= level for one in puzzles)) for level in Level}
    for number, (one, hint) in enumerate(zip(puzzles, hints, strict=True)):
        level = Level[one.grade.level.upper()]
        own = met[level] or [single.name for single in SINGLES]
        name = own[number % len(own)]
        ground = one.puzzle.geometry
        speaker = Speaker(spec.catalogue, ground)
        keys = ("first", "hardest") if level > Level.EASY else ("first", "tight")
        places = speaker.houses([ground.houses[0]]), speaker.cells([0, 1])
        said = tuple(
            speaker.words.text(
                f"hint.{key}", step=speaker.words.text("hint.step", where=where, name=speaker.within(name))
            )
            for key, where in zip(keys, places, strict=True)
        )
        assert hint == Nudges(said[:count], (name,))


def test_lessons_that_may_need_more_grids_than_a_page_has_room_for_are_noted(tmp_path: Path) -> None:
    text = "- {lesson: %s, kind: %s, practice: 1}\n- {title: A, puzzles: {count: 1}}\n"

    def noted(lesson: str, kind: str, page: str = "6x9in") -> bool:
        notes = notes_on_lessons(spec_of(tmp_path, text % (lesson, kind), f"page: {{trim: {page}}}\n"))
        assert all(lesson in note and "may need 3" in note for note in notes)
        return bool(notes)

    assert noted("xy-wing", "samurai")
    # A larger page, no third grid, one grid, and what lies in one grid in any case.
    assert not noted("xy-wing", "samurai", "a4")
    assert not any((noted("xy-wing", "twin"), noted("xy-wing", "x"), noted("naked-pair", "samurai")))


def test_digits_that_touch_lines_are_noted_and_higher_than_cells_refused(tmp_path: Path) -> None:
    style, design = tmp_path / "mine.yaml", "design: {style: mine.yaml}\n"
    sections = "- {title: A, puzzles: {count: 1}}\n"
    for share, noted in ((0.6, []), (0.9, ["`digit` 0.9 of the cell"])):
        style.write_text(f"base: classic\nabout: Mine\ngrid: {{digit: {share}}}\n")
        assert [note.split(": ")[1] for note in notes_on_digits(spec_of(tmp_path, sections, design))] == noted
    for key in ("digit", "digit_in_answers", "digit_in_text"):
        style.write_text(f"base: classic\nabout: Mine\ngrid: {{{key}: 2.0}}\n")
        with pytest.raises(SpecError, match=f"`{key}` must be a number from 0.1 to 1"):
            spec_of(tmp_path, sections, design)
    for name in styles.names():
        assert not notes_on_digits(spec_of(tmp_path, sections, f"design: {{style: {name}}}\n"))


def test_a_label_with_a_level_that_is_never_printed_is_noted(tmp_path: Path) -> None:
    style, design = tmp_path / "mine.yaml", "design: {style: mine.yaml}\n"
    plain, mixed = (f"- {{title: A, puzzles: {{count: 2{more}}}}}\n" for more in ("", ", difficulty: any"))
    style.write_text("base: modern\nabout: Mine\nlabels: {right: '{level}'}\n")
    (note,) = notes_on_levels(spec_of(tmp_path, plain, design))
    assert '`right: "{level}"` of mine.yaml prints no level' in note and "every_level: true" in note
    assert notes_on_levels(spec_of(tmp_path, plain + mixed, design)) == []
    style.write_text("base: modern\nabout: Mine\nlabels: {right: '{level}', every_level: true}\n")
    assert notes_on_levels(spec_of(tmp_path, plain, design)) == []
    # What a shipped style says is no wish of the user's.
    style.write_text("base: classic\nabout: Mine\n")
    assert notes_on_levels(spec_of(tmp_path, plain, design)) == []
    assert notes_on_levels(spec_of(tmp_path, plain, "design: {style: classic}\n")) == []
