"""Which answers share pages, in which layout, under which title; and what stands on these pages, at feet and on leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import lettered, loaded
from typeset_data import filled, givens

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.columns import TablePage
from bookmaker.printing.pages.page_furniture import grid_foot, line_feet
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, HalfPage, content_area, title_height
from bookmaker.printing.styles.style import find
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.answer_runs import Run, back_runs, in_key, key_runs, overleaf, run_of
from bookmaker.publishing.book.pages.answers import Answered, AnswerPages, feet, foot_room, leaves, rows_on
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.pages.slots import Slots, check_words
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

LOOK = find()
WORDS = language.load("en")


def book(folder: Path, *sections: str, more: str = "") -> tuple[Spec, list[Answered], Box]:
    """A spec of sections with these keys, four 9x9 puzzles in each, or those that ``kind`` and ``size`` name, and an area."""
    spec = loaded(folder, f"book: {{title: T}}\n{more}{lettered('count: 4', sections)}")
    parts = []
    for at, section in enumerate(spec.sections):
        ground = geometry("classic", 9)
        stocked = replace(as_graded(Puzzle(ground, givens(ground))), solution=filled(ground))
        parts.append(
            Answered.of(section, [stocked] * 4, range(4 * at + 1, 4 * at + 5), section.answers.within(spec.answers))
        )
    return spec, parts, content_area(spec.look, page_setup(book_of(spec)).live(0, 100))


def of(part: Answered, kind: str, size: int = 9, count: int = 4) -> Answered:
    """The section with puzzles of another kind."""
    ground = geometry(kind, size)
    ground = geometry(kind, size, None, ()) if ground.needs_clues else ground
    stocked = as_graded(Puzzle(ground, bytes(ground.cell_count)))
    numbers = range(part.numbers.start, part.numbers.start + count)
    return Answered.of(part.section, [stocked] * count, numbers, part.answers)


def shown(runs: Sequence[Run[Answered]]) -> list[tuple[str, str, str]]:
    return [
        ("".join(part.section.title for part in run.parts), run.title, run.layout.name if run.layout else "")
        for run in runs
    ]


SIX, LINES = ", answers: {layout: six-up-answers}", ", answers: {show: row}"


def test_answers_share_pages_where_they_are_printed_alike_and_lines_come_last(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, "", LINES, "", SIX, SIX, "", LINES)
    found = [*back_runs(book_of(spec), parts, area, apart=False)]
    assert [titles for titles, *_ in shown(found)] == ["AC", "DE", "F", "BG"]
    assert all(run.area == area for run in found)
    apart = [*back_runs(book_of(spec), parts, area, apart=True)]
    assert [titles for titles, *_ in shown(apart)] == ["A", "C", "D", "E", "F", "B", "G"]
    assert [run.title for run in apart] == ["Answers · A", "C", "D", "E", "F", "B", "G"]
    assert [run.title for run in back_runs(book_of(spec), parts, area, apart=True, titled=False)] == [""] * 7
    assert [run.title for run in key_runs(book_of(spec), parts, area, apart=True)] == [""] * 7
    assert [titles for titles, *_ in shown([*key_runs(book_of(spec), parts, area, apart=False)])] == [
        "AC",
        "DE",
        "F",
        "BG",
    ]


def test_a_title_takes_its_height_from_the_answers(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, "", LINES)
    left, bottom, right, top = area
    for part in parts:
        run = run_of(book_of(spec), [part], "A Title", area)
        height = title_height(spec.look, "A Title", right - left, top - bottom)
        assert height > 0
        assert run.area == (left, bottom, right, top - height)
        assert (run.title, run.parts, run.layout is None) == ("A Title", [part], part is parts[1])
    assert run_of(book_of(spec), parts[:1], "", area).area == area
    # A long title is set smaller where the page is low.
    low, title = (left, 400.0, right, 520.0), "A title of many words " * 9
    height = title_height(spec.look, title, right - left, 120.0)
    assert height != title_height(spec.look, title, right - left, 920.0)
    assert run_of(book_of(spec), parts[1:], title, low).area == (left, 400.0, right, 520.0 - height)


def test_what_is_too_large_for_a_page_lies_over_two_and_takes_no_smaller_answers_along(tmp_path: Path) -> None:
    spec, (one, two, three, four), area = book(tmp_path, "", "", "", "")
    parts = [one, of(two, "shogun", count=2), of(three, "shogun", count=1), four]
    found = [*back_runs(book_of(spec), parts, area, apart=False)]
    assert [titles for titles, *_ in shown(found)] == ["A", "BC", "D"]
    assert [run.layout is not None and run.layout.spread is not None for run in found] == [False, True, False]
    # Where one page holds all of them, they share it.
    alike = [one, of(two, "classic", 16), four]
    large = (0.0, 0.0, 700.0, 900.0)
    assert [titles for titles, *_ in shown([*back_runs(book_of(spec), alike, large, apart=False)])] == ["ABD"]


def test_the_key_has_whole_grids_in_the_books_layout_or_in_that_of_a_section_too_large_for_it(tmp_path: Path) -> None:
    whole = ", answers: {layout: whole-page}"
    spec, (one, two, three), area = book(tmp_path, LINES, whole, SIX, more="answers: {layout: six-up-answers}\n")
    usual = in_key(book_of(spec), one, area)
    assert (usual.show, usual.layout) == ("grid", "six-up-answers")
    large = in_key(book_of(spec), of(two, "gattai-8", count=1), area)
    assert (large.show, large.layout) == ("grid", "whole-page")
    assert in_key(book_of(spec), three, area).layout == "six-up-answers"
    free, (plain,), area = book(tmp_path, LINES)
    found = in_key(book_of(free), of(plain, "shogun", count=1), area)
    assert (found.show, found.layout) == ("grid", None)


def test_overleaf_an_answer_has_the_place_of_its_puzzle_unless_the_spec_names_a_layout(tmp_path: Path) -> None:
    wishes = (f", answers: {{place: overleaf{more}}}" for more in ("", ", show: row", ", layout: six-up-answers"))
    spec, (plain, lines, named), area = book(tmp_path, *wishes)
    two, eight = layouts.find("two-up", LOOK), layouts.find("nine-up", LOOK)
    found = overleaf(book_of(spec), plain, two, area)
    assert found is not None and (found.use, found.note, found.per_page) == ("answers", two.note, two.per_page)
    assert overleaf(book_of(spec), lines, two, area) is None
    own = overleaf(book_of(spec), named, layouts.find("six-up", LOOK), area)
    assert own is not None and own.name == "six-up-answers"
    with pytest.raises(SpecError) as caught:
        overleaf(book_of(spec), named, eight, area)
    (fault,) = caught.value.faults
    assert fault.message == "`six-up-answers` has 6 answers to a page, and `nine-up` 9 puzzles"
    assert fault.advice == "answers overleaf need a layout of as many"
    assert fault.place is not None and (fault.place.line, fault.place.column) == (5, 70)
    spread = replace(named, answers=replace(named.answers, layout="spread"))
    with pytest.raises(SpecError, match=r"the layout `spread` lays an answer over two pages, and only one is overleaf"):
        overleaf(book_of(spec), spread, two, area)
    with pytest.raises(SpecError, match="leaves"):
        overleaf(book_of(spec), of(named, "gattai-8", count=1), two, area)


def test_answers_that_cannot_be_read_are_refused_at_their_place(tmp_path: Path) -> None:
    spec, (part,), area = book(tmp_path, SIX)
    run_of(book_of(spec), [part], "", area).require_room(part)
    large = of(part, "gattai-8", count=1)
    with pytest.raises(SpecError) as caught:
        run_of(book_of(spec), [large], "", area).require_room(large)
    place = caught.value.faults[0].place
    assert place is not None and (place.line, place.column) == (3, 44)
    # Check lines need no room for grids.
    Run([large], "", None, area).require_room(large)


def pages_of(spec: Spec, area: Box) -> AnswerPages:
    return AnswerPages(Slots(spec.look, WORDS), area)


def test_answers_name_the_pages_of_their_puzzles_and_know_their_own(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, SIX, SIX)
    run = run_of(book_of(spec), parts, "", area)
    made = pages_of(spec, area).printed(run, [[1, 1, 2, 2], [3, 3, None, 4]], "Head")
    assert (made.side, [*made.at]) == ("any", [0] * 4 + [1] * 4)
    assert all(isinstance(page, GridsPage) and page.head == "Head" for page in made.pages)
    slots = [slot for page in made.pages if isinstance(page, GridsPage) for slot in page.slots]
    assert [slot.short for slot in slots] == [str(number) for number in range(1, 9)]
    assert [slot.aside for slot in slots] == [
        f"page\u00a0{page}" if page else "" for page in (1, 1, 2, 2, 3, 3, None, 4)
    ]
    assert [len(page.slots) for page in made.pages if isinstance(page, GridsPage)] == [4, 4]
    with pytest.raises(SpecError):
        large = of(parts[0], "gattai-8", count=1)
        pages_of(spec, area).printed(run_of(book_of(spec), [large], "", area), [[1]], "Head")


def test_answers_over_two_pages_begin_on_the_left(tmp_path: Path) -> None:
    spec, (part,), area = book(tmp_path, "")
    large = of(part, "shogun", count=3)
    made = pages_of(spec, area).printed(run_of(book_of(spec), [large], "", area), [[1, 3, 5]], "")
    assert (made.side, [*made.at], len(made.pages)) == ("left", [0, 2, 4], 6)
    assert all(isinstance(page, HalfPage) for page in made.pages)


def test_check_lines_stand_under_the_titles_of_sections_where_there_are_several(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, LINES, LINES)
    row = check_words(parts[0].puzzles[0])
    for own in (parts, parts[:1]):
        made = pages_of(spec, area).printed(run_of(book_of(spec), own, "T", area), [[None] * 4] * len(own), "Head")
        assert (made.side, [*made.at]) == ("any", [0] * 4 * len(own))
        (page,) = made.pages
        assert isinstance(page, TablePage) and (page.title, page.head) == ("T", "Head")
        assert page.intro and " ".join(page.intro) == WORDS.text("answers.bottom_rows")
        told = [(lead, words) for column in page.columns for lead, words, _ in column]
        lines = [(str(number), row) for number in range(1, 9)]
        assert told == ([("A", ""), *lines[:4], ("B", ""), *lines[4:]] if len(own) == 2 else lines[:4])


def test_the_page_of_each_line_is_counted_without_headings_and_carried_lines() -> None:
    def page(*columns: Sequence[tuple[str, str, float]]) -> TablePage:
        return TablePage(look=LOOK, title="", intro=(), columns=tuple(map(tuple, columns)), size=9, across=2, indent=9)

    first = page([("A", "", 1.0), ("1", "123", 0.0), ("2", "123", 0.0)], [("", "456", 0.0), ("3", "1", 0.0)])
    assert [*rows_on([first, page([]), page([("B", "", 1.0), ("4", "1", 0.0)])])] == [0, 0, 0, 2]
    assert [*rows_on([])] == []


def test_answers_at_the_foot_are_as_many_as_the_puzzles_of_their_page(tmp_path: Path) -> None:
    spec, (part, lines, back), _ = book(tmp_path, ", answers: {place: foot}", ", answers: {place: foot, show: row}", "")
    slots, layout, width = Slots(spec.look, WORDS), replace(layouts.find("two-up", LOOK)), 400.0
    three = replace(part, puzzles=part.puzzles[:3], numbers=range(7, 10), solved=part.solved[:3])
    found = feet(three, layout, slots, width)
    assert [[slot.short for slot in foot.slots] for foot in found if foot] == [["7", "8"], ["9"]]
    assert [slot.aside for foot in found if foot for slot in foot.slots] == [""] * 3
    empty = foot_room(three, layout, slots, width)
    assert empty == grid_foot(LOOK, 9, 2, width) and empty is not None and empty.slots == ()
    assert {foot.height for foot in found if foot} == {empty.height}
    mixed = replace(part, solved=[*of(part, "classic", 4).solved[:1], *part.solved[:1], *of(part, "classic", 6).solved])
    assert foot_room(mixed, layout, slots, width) == grid_foot(LOOK, 9, 2, width)
    # Lines have the number of their puzzle before them.
    row = check_words(lines.puzzles[0])
    told = feet(replace(lines, numbers=range(5, 9)), layout, slots, width)
    wanted = [[f"{number}:\u00a0{row}" for number in pair] for pair in ((5, 6), (7, 8))]
    assert [*told] == line_feet(LOOK, wanted, width)
    room = foot_room(lines, layout, slots, width)
    assert room is not None and room.lines == () and told[0] is not None and room.height == told[0].height
    assert foot_room(back, layout, slots, width) is None
    assert [*feet(back, layout, slots, width)] == [None, None]
    assert [*feet(replace(back, puzzles=back.puzzles * 2), layout, slots, width)] == [None] * 4


def test_an_answer_wider_than_the_page_is_refused(tmp_path: Path) -> None:
    spec, (part,), _ = book(tmp_path, ", answers: {place: foot}")
    slots, layout = Slots(spec.look, WORDS), layouts.find("one-up", LOOK)
    large = of(part, "classic", 16, 1)
    narrow = next(width for width in range(400, 0, -1) if not grid_foot(LOOK, 16, 1, width).columns)
    assert foot_room(large, layout, slots, narrow + 1) is not None
    with pytest.raises(SpecError) as caught:
        feet(large, layout, slots, narrow)
    (fault,) = caught.value.faults
    assert fault.message == "the answer of a 16x16 grid is wider than the page with digits that can be read"
    assert fault.advice == "print only a row of it, or choose another place"
    assert fault.place is not None and (fault.place.line, fault.place.column) == (3, 52)


def test_each_leaf_has_its_puzzles_before_what_is_on_its_back() -> None:
    one, two, three, four = (BlankPage(look=LOOK, folio=str(number)) for number in range(1, 5))
    assert leaves([one, two], []) == [one, two]
    assert leaves([one, two], [three, four]) == [one, three, two, four]


def test_pictures_of_puzzles_and_answers_are_drawn_once(tmp_path: Path) -> None:
    stocked = as_graded(Puzzle(geometry(), bytes(81)))
    section: Any = SimpleNamespace(title="S", cages="dashed")
    answers = book(tmp_path, "")[0].answers
    part = Answered.of(section, [stocked, stocked], range(3, 5), answers)
    assert (part.section, part.numbers, part.answers, len(part.asked), len(part.solved)) == (
        section,
        range(3, 5),
        answers,
        2,
        2,
    )
    assert "asked" not in repr(part) and "solved" not in repr(part)
    assert part.asked[0].digits == bytes(81) and part.solved[0].digits == stocked.solution


def test_large_grids_leave_other_sections_their_own_layout_where_none_is_named(tmp_path: Path) -> None:
    """A Samurai section let every answer of its book stand two to a page."""
    spec, (one, two, three, four), area = book(tmp_path, "", "", "", "")
    parts = [
        of(one, "classic", count=30),
        of(two, "classic", count=30),
        of(three, "samurai"),
        of(four, "classic", count=9),
    ]
    found = [*back_runs(book_of(spec), parts, area, apart=False)]
    assert [titles for titles, *_ in shown(found)] == ["AB", "C", "D"]
    each = [run.layout.per_page if run.layout else 0 for run in found]
    assert each[1] < 3
    assert each[0] >= 9 and each[2] >= 9
    # Named, it is the layout of all; and a few answers beside large grids share their pages, where that takes no more of them.
    named = [replace(part, answers=replace(part.answers, layout="two-up")) for part in parts]
    assert [titles for titles, *_ in shown([*back_runs(book_of(spec), named, area, apart=False)])] == ["ABCD"]
    few = [of(one, "classic", count=1), of(two, "samurai", count=1)]
    assert [titles for titles, *_ in shown([*back_runs(book_of(spec), few, area, apart=False)])] == ["AB"]
    # Grids that are a little larger are no reason for a change of layout.
    larger = [of(one, "classic", count=36), of(two, "classic", 12, count=36), of(three, "classic", count=36)]
    low = (0.0, 0.0, 360.0, 500.0)
    alone = [run_of(book_of(spec), [part], "", low).layout for part in larger]
    assert [layout.per_page for layout in alone if layout] == [12, 9, 12]
    assert [len(run.parts) for run in back_runs(book_of(spec), larger, low, apart=False)] == [3]


def cells_of(runs: Sequence[Run[Answered]]) -> list[set[float]]:
    """The sides of the cells of each run."""
    return [
        {
            round(run.layout.cell_in(run.area, picture.geometry), 3)
            for part in run.parts
            for picture in part.solved
            if run.layout
        }
        for run in runs
    ]


def test_grids_of_one_size_are_as_large_in_all_answers(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, "", "", "")
    mixed = [of(parts[0], "classic", count=58), of(parts[1], "sandwich", count=6), of(parts[2], "classic", count=6)]
    runs = [*back_runs(book_of(spec), mixed, area, apart=False)]
    assert len(runs) > 1 and len(set().union(*cells_of(runs))) == 1
    # What stands alone is as large as ever.
    alone = [*back_runs(book_of(spec), [mixed[2]], area, apart=False)]
    assert alone[0].layout == run_of(book_of(spec), [mixed[2]], "", area).layout
    # Other sizes, and several grids, have their own.
    other = [of(parts[0], "classic", count=58), of(parts[1], "samurai", count=2), of(parts[2], "classic", 16, 2)]
    classic, samurai = (
        cells_of([*back_runs(book_of(spec), other, area, apart=False)])[0],
        run_of(book_of(spec), [other[1]], "", area),
    )
    assert classic == cells_of([run_of(book_of(spec), [other[0]], "", area)])[0]
    assert samurai.layout is not None and not samurai.layout.alike


def test_answers_before_others_share_their_last_two_pages(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, "", "")
    runs = [
        *back_runs(
            book_of(spec), [of(parts[0], "classic", count=25), of(parts[1], "sandwich", count=6)], area, apart=False
        )
    ]
    assert [run.even for run in runs] == [True, False]
    made = AnswerPages(Slots(spec.look, WORDS), area).printed(runs[0], [[None] * 25], "")
    assert [len(page.slots) for page in made.pages if isinstance(page, GridsPage)] == [12, 7, 6]
    assert list(made.at) == [0] * 12 + [1] * 7 + [2] * 6


def test_answers_below_a_title_are_as_large_as_on_later_pages(tmp_path: Path) -> None:
    spec, parts, area = book(tmp_path, "")
    run = run_of(book_of(spec), [of(parts[0], "classic", count=20)], "Answers", area)
    made = AnswerPages(Slots(spec.look, WORDS), area).printed(run, [[None] * 20], "")
    assert [page.less for page in made.pages if isinstance(page, GridsPage)] == [0.0, area[3] - run.area[3]]


def test_answers_may_leave_clues_out(tmp_path: Path) -> None:
    _, parts, _ = book(tmp_path, ", answers: {clues: false}", "")
    assert [part.answers.clues for part in parts] == [False, True]
    assert [{picture.clues for picture in part.solved} for part in parts] == [{False}, {True}]
    whole, _, _ = book(tmp_path, "", more="answers: {clues: false}\n")
    assert not whole.sections[0].answers.within(whole.answers).clues
