"""Parts of a book that need no puzzles: places of its parts, numbers of its puzzles, check lines, stand-ins."""

from __future__ import annotations

import importlib
import pkgutil
import re
import runpy
import sys
from collections.abc import Callable
from dataclasses import is_dataclass, replace
from inspect import Parameter, isfunction, signature
from math import ceil
from pathlib import Path

import pytest
from book_data import loaded

from bookmaker.base.errors import SpecError
from bookmaker.base.units import MM
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.layouts import dealt
from bookmaker.printing.pages.page_kinds import BlankPage, TextPage, content_area
from bookmaker.printing.styles.style import find
from bookmaker.publishing import book
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded, notes, stand_ins
from bookmaker.publishing.book.pages.answer_runs import repeated
from bookmaker.publishing.book.pages.assemble import Body
from bookmaker.publishing.book.pages.page_fit import answer_layout, page_setup, require_room
from bookmaker.publishing.book.pages.slots import answer_of, check_words
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

LOOK = find()
BLANK = BlankPage(look=LOOK)
SPEC = """book: {title: T}
seed: 1
number_from: 7
sections:
- {title: One, puzzles: {count: 3, difficulty: hard}}
- {title: Two, puzzles: {count: 2, size: 6}}
- {title: Three, number_from: 100, puzzles: {count: 4, kind: killer}}
- {title: Four, puzzles: {count: 1}}
"""


def text(title: str) -> TextPage:
    return TextPage(look=LOOK, title=title, blocks=())


def test_parts_begin_on_their_side_and_pages_are_numbered_but_for_blank_ones() -> None:
    body = Body(BLANK)
    assert body.add_pages([text("a")], "right") == 1
    assert body.add_pages([text("b"), text("c")], "right") == 3
    assert body.add(1, lambda: [text("d")], "left", text("filler")) == 6
    assert body.add_pages([text("e")], "left") == 8
    assert body.add_pages([], "right") == 9
    assert body.add_pages([text("f")]) == 9
    assert body.count == 9
    pages = list(body.pages())
    assert [page.title if isinstance(page, TextPage) else "" for page in pages] == [
        "a", "", "b", "c", "filler", "d", "", "e", "f",
    ]  # fmt: skip
    assert [page.folio for page in pages] == ["1", "", "3", "4", "5", "6", "", "8", "9"]


def test_numbers_go_on_begin_anew_or_are_as_a_section_says(tmp_path: Path) -> None:
    spec, counts = loaded(tmp_path, SPEC), (3, 2, 4, 1)
    through = book_of(spec).numbers(counts)
    assert through == [range(7, 10), range(10, 12), range(100, 104), range(104, 105)]
    assert not repeated(through)
    each = book_of(replace(spec, numbering="section")).numbers(counts)
    assert each == [range(7, 10), range(7, 9), range(100, 104), range(7, 8)]
    assert repeated(each)


def test_puzzles_are_dealt_to_pages_and_the_last_has_what_is_left() -> None:
    assert list(dealt(7, 3)) == [range(3), range(3, 6), range(6, 7)]
    assert list(dealt(6, 3)) == [range(3), range(3, 6)] and list(dealt(0, 3)) == []


@pytest.mark.parametrize(
    ("size", "words"), [(4, "43\u00a021"), (6, "321\u00a0654"), (9, "321\u00a0654\u00a0987"), (16, "GFED CBA9")]
)
def test_check_lines_are_the_last_row_in_groups_as_wide_as_a_box(size: int, words: str) -> None:
    stocked = as_graded(Puzzle(geometry("classic", size), bytes(size * size)))
    row = {4: [4, 3, 2, 1], 6: [3, 2, 1, 6, 5, 4], 9: [3, 2, 1, 6, 5, 4, 9, 8, 7], 16: list(range(16, 0, -1))}[size]
    stocked = replace(stocked, solution=bytes(size * (size - 1)) + bytes(row))
    assert check_words(stocked).startswith(words.replace(" ", "\u00a0"))


def test_stand_ins_are_as_many_and_as_large_as_what_is_to_be_made(tmp_path: Path) -> None:
    one, two, three, _ = loaded(tmp_path, SPEC).sections
    assert [stocked.grade.level for stocked in stand_ins(one)] == ["hard"] * 3
    assert len(stand_ins(one, 2)) == 1 and stand_ins(one, 3) == [] == stand_ins(one, 4)
    assert [stocked.puzzle.geometry.size for stocked in stand_ins(two)] == [6, 6]
    (cage,) = stand_ins(three)[0].puzzle.cages
    assert (cage.cells, cage.sum) == ((0, 1), 45)
    assert set(stand_ins(two)[0].solution) == {1, 2, 3, 4, 5, 6}


def test_most_of_the_smallest_grids_are_said_to_be_copies_only_where_they_are() -> None:
    def four(*cells: int) -> Puzzle:
        return Puzzle(geometry("classic", 4), bytes(cells) + bytes(16 - len(cells)))

    one, turned, other = four(1, 2), four(*[0] * 14, 3, 4), four(1, 0, 0, 2, 3)
    alike, unlike = [as_graded(puzzle) for puzzle in (one, turned)], as_graded(other)
    (note,) = notes([alike])
    assert note.startswith("the 2 puzzles of 4x4 are copies of 1, turned or relabelled")
    (note,) = notes([alike, [unlike, unlike]])
    assert note.startswith("the 4 puzzles of 4x4 are copies of 2,")
    assert list(notes([alike, [unlike]])) == []
    assert list(notes([[as_graded(Puzzle(geometry("classic", 9), bytes(81)))] * 4])) == []


def test_a_length_that_is_too_small_is_never_said_to_be_one_that_would_do() -> None:
    layout, ground, area = layouts.find("two-up", LOOK), geometry(), (0.0, 0.0, 331.7, 483.1)
    cell = layout.cell_in(area, ground)
    require_room(layout, [ground], area, None)
    tight = replace(layout, cell=replace(layout.cell, least=cell + 0.001))
    with pytest.raises(SpecError) as caught:
        require_room(tight, [ground], area, None)
    found = re.search(r"leaves ([\d.]+)mm for a cell of a 9x9 grid", caught.value.faults[0].message)
    assert found is not None and cell / MM - 0.01 < float(found[1]) <= cell / MM


def test_larger_answers_take_no_more_pages(tmp_path: Path) -> None:
    spec = loaded(tmp_path, SPEC)
    area = content_area(spec.look, page_setup(book_of(spec)).live(0, 0))
    picture = answer_of(as_graded(Puzzle(geometry(), bytes(81))))
    usual = answer_layout(book_of(spec), None, [picture] * 500, area)
    larger = 0
    for count in range(1, 40):
        chosen = answer_layout(book_of(spec), None, [picture] * count, area)
        assert ceil(count / chosen.per_page) == ceil(count / usual.per_page), count
        larger += chosen.per_page < usual.per_page
    assert 0 < larger < 39


MODULES = sorted(
    name.removeprefix(f"{book.__name__}.")
    for _, name, package in pkgutil.walk_packages(book.__path__, f"{book.__name__}.")
    if not package
)


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
@pytest.mark.parametrize("name", MODULES)
def test_records_of_a_book_never_change_and_arguments_can_be_named(name: str) -> None:
    """Plans and specs are shared by several printers, and are keys of what is kept."""
    full = f"{book.__name__}.{name}"
    importlib.import_module(full)
    found = [one for one in runpy.run_module(full, run_name=full).values() if getattr(one, "__module__", "") == full]
    classes = [one for one in found if isinstance(one, type)]
    records = [one for one in classes if is_dataclass(one)]
    assert [one.__name__ for one in records if not one.__dataclass_params__.frozen] == []
    functions = [one for one in (*found, *(way for one in classes for way in vars(one).values())) if isfunction(one)]
    by_place = [one for one in functions for kind in kinds_of(one) if kind is Parameter.POSITIONAL_ONLY]
    assert [one.__qualname__ for one in by_place if one.__code__.co_filename == sys.modules[full].__file__] == []


def kinds_of(function: Callable[..., object]) -> list[object]:
    return [parameter.kind for parameter in signature(function).parameters.values()]
