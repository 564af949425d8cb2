"""Whether grids fit their pages: the page of a spec, what each fault says, and where exactly too small begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import floor
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from typeset_data import LOOK

from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH, MM
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.clue_drawing import least_clue_cell
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of, one_each
from bookmaker.publishing.book.pages.page_fit import (
    answer_layout,
    fits,
    grid_name,
    page_setup,
    require_clue_room,
    require_lesson_room,
    require_room,
    require_spread,
    require_sum_room,
    require_symbol_room,
    section_layout,
)
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules import geometry

PAGE: Box = (0.0, 0.0, 331.7, 483.1)
TWO, NINE = layouts.find("two-up", LOOK), layouts.find("nine-up", LOOK)
ADVICE = "choose a layout with fewer grids, a larger trim or smaller margins"


def spec_of(folder: Path, more: str = "", section: str = "puzzles: {count: 1}") -> Spec:
    return loaded(folder, f"book: {{title: T}}\nsections:\n- {{title: A, {section}}}\n{more}")


def blank(kind: str = "classic", size: int = 9, marks: Sequence[Mark] = ()) -> GridPicture:
    grid = geometry(kind, size)
    return puzzle_picture(grid, bytes(grid.cell_count), tuple(marks))


def fault(check: Callable[..., object], *given: object) -> tuple[str, str]:
    with pytest.raises(SpecError) as caught:
        check(*given)
    (one,) = caught.value.faults
    return one.message, one.advice


def down(length: float) -> str:
    return f"{floor(length * 100) / 100:.2f}"


def test_a_page_is_as_the_spec_says(tmp_path: Path) -> None:
    usual = page_setup(book_of(spec_of(tmp_path)))
    assert (usual.trim, usual.gutter, usual.bleed, usual.side) == ((6 * INCH, 9 * INCH), None, False, 0.0)
    assert (usual.outside, usual.top, usual.bottom) == (INCH / 2, INCH / 2, INCH / 2)
    more = "page: {trim: 8x10in, gutter: 1in, bleed: true, margins: {outside: 10mm, top: 11mm, bottom: 12mm}}\n"
    own = page_setup(book_of(spec_of(tmp_path, more)))
    assert (own.trim, own.gutter, own.bleed) == ((8 * INCH, 10 * INCH), INCH, True)
    assert (own.outside, own.top, own.bottom) == pytest.approx((10 * MM, 11 * MM, 12 * MM))
    # The first printer decides, also whether the sheets have more than the page.
    printed = page_setup(
        book_of(spec_of(tmp_path, "print: {for: [ingramspark, kdp], bleed: true}\ndate: 2026-11-22\n"))
    )
    assert printed.bleed and printed.edition.printer.name == "ingramspark"
    (tmp_path / "mine.yaml").write_text("base: classic\npage: {side: 0.25}\n")
    assert page_setup(book_of(spec_of(tmp_path, "design: {style: mine.yaml}\npage: {trim: 8x10in}\n"))).side == 2 * INCH


def test_a_grid_is_named_by_its_size_and_what_it_takes_room_for() -> None:
    assert grid_name(geometry("classic", 6)) == grid_name(geometry("killer", 6)) == "a 6x6 grid"
    assert grid_name(geometry("skyscrapers", 9)) == "a 9x9 grid with numbers around it"
    assert grid_name(geometry("samurai")) == "the kind samurai, which is 21 cells wide or high,"


def test_cells_are_no_smaller_than_the_layout_allows() -> None:
    ground = geometry()
    cell = TWO.cell_in(PAGE, ground)
    require_room(replace(TWO, cell=replace(TWO.cell, least=cell)), [ground], PAGE, None)
    tight = replace(TWO, cell=replace(TWO.cell, least=cell + 0.01))
    assert fault(require_room, tight, [ground], PAGE, None) == (
        f"the layout `two-up` leaves {down(cell / MM)}mm for a cell of a 9x9 grid on this page; "
        f"it allows no less than {(cell + 0.01) / MM:.2f}mm",
        ADVICE,
    )
    # Of several grids the smallest is named that does not fit.
    wide = replace(TWO, cell=replace(TWO.cell, least=TWO.cell_in(PAGE, geometry("classic", 12)) + 0.01))
    grounds = [geometry("classic", size) for size in (25, 16, 9, 12, 4)]
    if TWO.cell_in(PAGE, geometry()) >= wide.cell.least:
        assert "a cell of a 12x12 grid" in fault(require_room, wide, grounds, PAGE, None)[0]
    place = type("P", (), {})()
    with pytest.raises(SpecError) as caught:
        require_room(tight, [ground], PAGE, place)
    assert caught.value.faults[0].place is place
    require_room(tight, [], PAGE, None)


def test_a_grid_alone_on_its_page_is_sent_to_two_pages_if_it_can_be_parted() -> None:
    one, spread = layouts.find("one-up", LOOK), layouts.find("spread", LOOK)
    small, wider = (0.0, 0.0, 260.0, 400.0), "choose a larger trim or smaller margins"
    over = "`layout: spread` lays it over two facing pages; or "
    for layout, kind, wanted in (
        (one, "samurai", over + wider),
        (one, "jigsaw", wider),
        (spread, "samurai", wider),
        (TWO, "samurai", ADVICE),
    ):
        tight = replace(layout, cell=replace(layout.cell, least=100.0))
        assert fault(require_room, tight, [geometry(kind)], small, None)[1] == wanted


@pytest.mark.parametrize(("layout", "key"), [(TWO, "least_digit"), (NINE, "least_answer_digit")])
def test_digits_are_no_smaller_than_the_style_allows(layout: Layout, key: str) -> None:
    ground = geometry()
    digits = layout.style.digit_size(layout.cell_in(PAGE, ground))

    def allowing(least: float) -> Layout:
        other = "least_answer_digit" if key == "least_digit" else "least_digit"
        look = replace(LOOK, grid=replace(LOOK.grid, **{key: least, other: 99.0}))
        return replace(layout, style=replace(layout.style, look=look))

    # A two-hundredth of a point forgives what is lost in rounding.
    require_room(allowing(digits + 0.004), [ground], PAGE, None)
    assert fault(require_room, allowing(digits + 0.006), [ground], PAGE, None) == (
        f"the layout `{layout.name}` sets the digits of a 9x9 grid in {down(digits)}pt on this page; "
        f"the style allows no less than {digits + 0.006:.2f}pt",
        ADVICE,
    )


def test_a_grid_that_cannot_be_parted_does_not_lie_over_two_pages() -> None:
    spread = layouts.find("spread", LOOK)
    require_room(spread, [geometry("samurai")], PAGE, None)
    assert fault(require_room, spread, [geometry("killer")], PAGE, None) == (
        "the layout `spread` parts a grid between two boxes, and a 9x9 grid cannot be parted there",
        "choose a layout of one page: it is for plain grids with boxes",
    )


def test_pictures_and_letters_are_no_smaller_than_the_style_allows(tmp_path: Path) -> None:
    words = spec_of(tmp_path).catalogue
    for name, role, keys in (
        ("animals", TWO, ("least_picture", "least_answer", "symbols")),
        ("letters", TWO, ("least_digit", "least_answer_digit", "grid")),
    ):
        symbols = SymbolWish(name).made(9, words)
        shown = [replace(blank(), symbols=symbols)]
        for layout, key in ((role, keys[0]), (role.for_answers(), keys[1])):
            cell = layout.cell_in(PAGE, geometry())
            points = symbols.points(LOOK, symbols.face(LOOK, layout.style.role), layout.style.digit * cell, cell)

            def allowing(
                least: float, layout: Layout = layout, key: str = key, part: str = keys[2], other: Sequence[str] = keys
            ) -> Layout:
                held = dict.fromkeys(other[:2], 99.0) | {key: least}
                look = replace(LOOK, **{part: replace(getattr(LOOK, part), **held)})
                return replace(layout, style=replace(layout.style, look=look))

            require_symbol_room(allowing(points + 0.004), shown, PAGE, None)
            message, advice = fault(require_symbol_room, allowing(points + 0.006), shown, PAGE, None)
            assert advice == ADVICE and message == (
                f"the layout `two-up` sets {symbols.names[8]} in {down(points)}pt in a 9x9 grid on this page; "
                f"the style allows no less than {points + 0.006:.2f}pt"
            )
            # Digits are not looked at here.
            require_symbol_room(allowing(99.0), [blank()], PAGE, None)


def test_the_smallest_grid_whose_symbols_are_too_small_is_named(tmp_path: Path) -> None:
    words = spec_of(tmp_path).catalogue
    shown = [replace(blank(size=size), symbols=SymbolWish("animals").made(size, words)) for size in (9, 6, 4)]
    look = replace(LOOK, symbols=replace(LOOK.symbols, least_picture=99.0))
    strict = replace(TWO, style=replace(TWO.style, look=look))
    assert " in a 4x4 grid on " in fault(require_symbol_room, strict, shown, PAGE, None)[0]
    assert " in a 6x6 grid on " in fault(require_symbol_room, strict, shown[:2], PAGE, None)[0]


def test_sums_of_cages_need_room_and_the_worst_is_told() -> None:
    four = layouts.find("four-up", LOOK)

    def caged(size: int) -> GridPicture:
        return blank("killer", size, [Mark("cage", (0, 1), "45")])

    def small(side: float) -> Box:
        return 0.0, 0.0, side, 1.5 * side

    def narrow(size: int) -> float:
        """The least width of an area in which the sums of this size fit, to a tenth of a point."""
        wide = next(side for side in range(60, 700) if fits_sums(side, size))
        return next(wide - 1 + tenth / 10 for tenth in range(11) if fits_sums(wide - 1 + tenth / 10, size))

    def fits_sums(side: float, size: int) -> bool:
        try:
            require_sum_room(four, [caged(size)], small(side), None)
        except SpecError:
            return False
        return True

    edge = narrow(9)
    assert narrow(6) < edge
    area = small(edge - 1.0)
    message, advice = fault(require_sum_room, four, [caged(6), caged(9), blank()], area, None)
    cell = four.cell_in(area, geometry("killer", 9))
    least = caged(9).least_cell(four.style, cell)
    assert advice == ADVICE and message == (
        f"the layout `four-up` leaves {down(cell / MM)}mm for a cell of a 9x9 grid on this page; "
        f"to be legible the sums of its cages need {least / MM:.2f}mm"
    )
    # Where both are too small, the one that lacks most is named, whatever the order.
    area = small(narrow(6) - 1.0)
    for pictures in ([caged(6), caged(9)], [caged(9), caged(6)]):
        assert "a 9x9 grid" in fault(require_sum_room, four, pictures, area, None)[0]  # type: ignore[misc]
    require_sum_room(four, [blank()], area, None)


@pytest.mark.parametrize(("size", "text"), [(4, "8"), (6, "88"), (9, "88")])
def test_numbers_around_grids_need_room_for_as_many_figures_as_they_may_have(size: int, text: str) -> None:
    four = layouts.find("four-up", LOOK)
    ground = geometry("skyscrapers", size)
    shown = [puzzle_picture(geometry("skyscrapers", size, None, ()), bytes(size * size))]
    looks = ["outside"]
    least = least_clue_cell(LOOK, looks, text)  # type: ignore[arg-type]
    found = set()
    for side in range(60, 500, 4):
        area = (0.0, 0.0, float(side), 1.5 * side)
        cell = four.cell_in(area, ground)
        found.add(cell >= least)
        if cell >= least - 1e-6:
            require_clue_room(four, shown, area, None)
        else:
            assert fault(require_clue_room, four, shown, area, None) == (  # type: ignore[misc]
                f"the layout `four-up` leaves {down(cell / MM)}mm for a cell of a {size}x{size} grid with numbers around it on "
                f"this page; to be legible the digits of its clues need {least / MM:.2f}mm",
                ADVICE,
            )
    assert found == {True, False}
    require_clue_room(four, [blank()], (0.0, 0.0, 20.0, 20.0), None)


def test_what_fits_is_what_no_check_refuses() -> None:
    four = layouts.find("four-up", LOOK)
    sums = blank("killer", 9, [Mark("cage", (0, 1), "45")])
    for side in (150, 200, 250, 300, 331):
        area = (0.0, 0.0, float(side), 1.5 * side)
        for layout in (four, four.for_answers()):
            for picture in (blank(), sums):
                bad = refused(require_room, layout, [picture.geometry], area, None)
                bad |= layout.use == "puzzles" and refused(require_sum_room, layout, [picture], area, None)
                assert fits(layout, [picture], area) != bad
    # Answers show no sums.
    area = (0.0, 0.0, 215.0, 322.0)
    assert fits(four.for_answers(), [sums], area) or not fits(four, [sums], area)


def refused(check: Callable[..., object], *given: object) -> bool:
    try:
        check(*given)
    except SpecError:
        return True
    return False


BEGINS = "it begins on the left, and the section, which no page opens, on the right"


@pytest.mark.parametrize(
    ("more", "section", "why"),
    [
        ("", "", ""),
        ("page: {puzzles_on: right}\n", "", "puzzles on right-hand pages only do not lie over two pages"),
        ("", "puzzles_on: right, ", "puzzles on right-hand pages only do not lie over two pages"),
        ("page: {puzzles_on: right}\n", "puzzles_on: any, ", ""),
        ("answers: {place: foot}\n", "", "a puzzle on two facing pages has no answer at `foot`"),
        ("", "answers: {place: overleaf}, ", "a puzzle on two facing pages has no answer at `overleaf`"),
        ("answers: {place: foot}\n", "answers: {place: section}, ", ""),
        ("", "start: right, ", ""),
        ("design: {openers: none}\n", "start: right, ", BEGINS),
        ("design: {openers: none}\n", "start: any, ", ""),
        ("design: {openers: none}\n", "start: right, intro: Words., ", ""),
        ("design: {openers: none}\n", "start: right, intro: none, ", BEGINS),
        ("design: {openers: none, style: large-print}\n", "start: right, ", ""),
        ("design: {openers: page}\n", "start: right, ", ""),
    ],
)  # fmt: skip
def test_what_two_facing_pages_do_not_go_with(tmp_path: Path, more: str, section: str, why: str) -> None:
    spec = spec_of(tmp_path, more, f"{section}layout: spread, puzzles: {{count: 1}}")
    part, spread = spec.sections[0], layouts.find("spread", spec.look)
    if why:
        message, advice = fault(require_spread, book_of(spec), part, spread)
        assert (message, advice) == (
            f"the layout `spread` lays a puzzle over two pages: {why}",
            "choose a layout of one page",
        )
    else:
        require_spread(book_of(spec), part, spread)
        assert fault(require_spread, book_of(spec), part, replace(spread, row=1.0))[0].endswith(
            "a row of symbols goes above a puzzle of one page only"
        )
    require_spread(book_of(spec), part, layouts.find("two-up", spec.look))
    require_spread(book_of(spec), part, replace(layouts.find("two-up", spec.look), row=1.0))


OWN = "base: classic\npuzzle_layouts: [spread, four-up, two-up, one-up]\nanswer_layouts: [twelve-up, six-up-answers, two-up]\n"


def test_a_section_has_the_first_layout_of_the_style_in_which_it_fits(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    more = "design: {style: mine.yaml}\n"
    spec = spec_of(tmp_path, more)
    wide: Box = (0.0, 0.0, 900.0, 1200.0)
    asked: list[str] = []

    def chosen(pictures: Sequence[GridPicture], area: Box = wide, spec: Spec = spec) -> str:
        def room(layout: Layout) -> Box:
            asked.append(layout.name)
            return area

        return section_layout(book_of(spec), spec.sections[0], pictures, room).name

    assert chosen([blank()]) == "spread" and asked[0] == "spread"
    # What cannot be parted, or does not go with two pages, has the next one.
    assert chosen([blank(), blank("killer")]) == chosen([blank("killer")]) == "four-up"
    right = spec_of(tmp_path, more + "page: {puzzles_on: right}\n")
    assert chosen([blank()], spec=right) == "four-up"
    sizes = ((300.0, 450.0), (200.0, 400.0), (200.0, 300.0), (50.0, 75.0))
    found = [chosen([blank("killer")], (0.0, 0.0, *size)) for size in sizes]
    assert found == ["two-up", "one-up", "one-up", "one-up"]
    named = spec_of(tmp_path, more, "layout: two-up, puzzles: {count: 1}")
    assert chosen([blank()], (0.0, 0.0, 50.0, 50.0), named) == "two-up"
    # A style with no other layout is refused later, with the reason.
    (tmp_path / "mine.yaml").write_text(OWN.replace("spread, four-up, two-up, one-up", "spread"))
    assert chosen([blank("killer")], spec=spec_of(tmp_path, more)) == "spread"


def test_a_row_of_symbols_is_part_of_the_layout(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "", "symbols: animals, layout: two-up, puzzles: {count: 1}")
    wish = spec.sections[0].symbols
    assert wish is not None
    symbols = wish.made(9, spec.catalogue)
    found = section_layout(book_of(spec), spec.sections[0], [replace(blank(), symbols=symbols)], lambda _: PAGE)
    assert found.row > 0 and section_layout(book_of(spec), spec.sections[0], [blank()], lambda _: PAGE).row == 0


def test_answers_have_larger_grids_where_these_take_no_more_pages(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    spec = spec_of(tmp_path, "design: {style: mine.yaml}\n")
    grid = geometry()
    answer = answer_picture(grid, bytes(81), bytes(cell % 9 + 1 for cell in range(81)))

    def chosen(count: int, area: Box = PAGE, spec: Spec = spec, name: str | None = None) -> str:
        return answer_layout(book_of(spec), name, [answer] * count, area).name

    counts = {
        0: "twelve-up",
        1: "six-up-answers",
        6: "six-up-answers",
        7: "twelve-up",
        12: "twelve-up",
        13: "twelve-up",
    }
    assert {count: chosen(count) for count in counts} == counts
    assert chosen(1, name="nine-up") == "nine-up"
    # One named for puzzles serves answers, without a line for notes.
    two = answer_layout(book_of(spec), "two-up", [answer], PAGE)
    assert (two.use, two.note, two.name) == ("answers", 0.0, "two-up")
    # Larger means a good deal larger: a style says how much.
    look: Any = replace(spec.look, larger_answers=9.0)
    assert answer_layout(book_of(with_look(spec, look)), None, [answer], PAGE).name == "twelve-up"
    fewest: Any = replace(spec.look, fewest_answers=7)
    assert answer_layout(book_of(with_look(spec, fewest)), None, [answer], PAGE).name == "twelve-up"
    assert chosen(1, (0.0, 0.0, 60.0, 60.0)) == "two-up"


def with_look(spec: Spec, look: style.Style) -> Spec:
    """The spec in a look of the test's own: it is worked out once, and kept."""
    other = replace(spec)
    other.__dict__["look"] = look
    return other


def test_the_pictures_of_a_lesson_can_be_read(tmp_path: Path) -> None:
    text = "book: {title: T}\nsections:\n- {lesson: %s}\n- {title: A, puzzles: {count: 1}}\n"

    def least(name: str) -> int:
        spec = loaded(tmp_path, text % name)
        require_lesson_room(LOOK, spec.sections[1], (0.0, 0.0, 1.0, 1.0))
        for wide in range(40, 600, 5):
            if not refused(
                lambda wide=wide: require_lesson_room(LOOK, spec.sections[0], (100.0, 0.0, 100.0 + wide, 9.0))
            ):  # type: ignore[misc]
                return wide
        raise AssertionError

    # Without candidates, large digits alone need less room.
    assert least("hidden-single") < least("pointing") == least("x-wing")
    # Of several grids two share the page, not all.
    assert least("pointing") < least("pointing, kind: samurai") < 1.8 * least("pointing")
    spec = loaded(tmp_path, text % "pointing")
    message, advice = fault(require_lesson_room, LOOK, spec.sections[0], (0.0, 0.0, 60.0, 900.0))
    assert message == (
        "the candidates in the pictures of this lesson would be smaller on this page than the "
        f"{LOOK.type.least:g}pt of the style"
    )
    assert advice == "choose a larger trim, or another style"


@pytest.mark.parametrize(
    ("trim", "style", "printers", "expected"),
    [
        ("4.25x7in", "classic", "", [0.35]),
        ("5x8in", "classic", "", [0.5]),
        ("7x10in", "classic", "", [0.5]),
        ("8.5x11in", "classic", "", [0.7]),
        ("8.5x11in", "large-print", "", [0.5]),
        ("5x8in", "classic", "kdp, ingramspark", [0.5, 0.5]),
        ("4x6in", "classic", "ingramspark", [0.5]),
    ],
)
def test_the_outer_margin_follows_the_page(
    trim: str, style: str, printers: str, expected: list[float], tmp_path: Path
) -> None:
    text = f"book: {{title: A}}\nsections: [{{title: B, puzzles: {{count: 1}}}}]\ndesign: {{style: {style}}}\n"
    named = f"print: {{for: [{printers}]}}\n" if printers else ""
    spec = loaded(tmp_path, f"{text}page: {{trim: {trim}}}\n{named}")
    assert [page_setup(book).outside / INCH for book in one_each(spec)] == pytest.approx(expected)
    spec = loaded(tmp_path, f"{text}page: {{trim: {trim}, margins: {{outside: 0.9in}}}}\n")
    assert page_setup(book_of(spec)).outside == pytest.approx(0.9 * INCH)
