"""Where ink lies: inside the live area on any page, grids square, digits in the middle of their cells, lines on the borders."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from conftest import scaled
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from typeset_data import IN_TEXT, LAYOUTS, LOOK, SETUPS, FrontWords, InkCanvas, front_pages, grids_page, picture

from bookmaker.base.units import INCH, MM
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, draw_grid, grid_lines
from bookmaker.printing.pages import layouts, page_kinds
from bookmaker.printing.pages.document import layout_breaches, page_breaches
from bookmaker.printing.pages.page_kinds import Page, draw_page
from bookmaker.printing.printers.edition import Breach, count_breaches, gutter_breaches
from bookmaker.puzzles.grid.geometry import BOXES, Geometry, House
from bookmaker.puzzles.rules import geometry

SIZES = (4, 6, 8, 9, 10, 12, 16)
WORDS = st.text(st.sampled_from("ab  WÁйЩ—-"), min_size=1, max_size=12)
LONG = st.lists(WORDS, min_size=1, max_size=30).map(" ".join).filter(str.strip)


@st.composite
def setups(draw: st.DrawFn) -> PageSetup:
    """A page that a spec may ask for: the margins leave two inches across and down."""
    length = st.floats(3 * MM, 1.5 * INCH)
    margins = [draw(length) for _ in range(3)]
    gutter = draw(st.none() | length)
    least = 2 * INCH + 1.5 * INCH
    width, height = (draw(st.floats(3 * INCH, 14 * INCH)) for _ in range(2))
    trim = (max(width, least + margins[0]), max(height, 2 * INCH + margins[1] + margins[2]))
    return PageSetup(trim, *margins, gutter, draw(st.booleans()))


def drawn(page: Page, setup: PageSetup, index: int, count: int) -> InkCanvas:
    canvas = InkCanvas()
    draw_page(canvas, page, setup, index, count)
    return canvas


def assert_within(canvas: InkCanvas, setup: PageSetup, index: int, count: int) -> None:
    left, bottom, right, top = setup.live(index, count)
    # An italic or an accent may hang over its advance by a hair, which no printer sees.
    hair = 0.9
    for box in canvas.everything():
        assert left - hair <= box[0], box
        assert bottom - hair <= box[1], box
        assert box[2] <= right + hair, box
        assert box[3] <= top + hair, box


@settings(max_examples=scaled(12, 120), deadline=None)
@given(
    setup=setups(),
    layout=st.sampled_from(LAYOUTS),
    sizes=st.lists(st.sampled_from(SIZES), min_size=1, max_size=3),
    index=st.integers(0, 1),
    count=st.sampled_from([2, 200, 800]),
    number=st.sampled_from([1, 97, 9993]),
    kind=st.sampled_from(["classic", "x"]),
    words=st.fixed_dictionaries({}, optional={"label": LONG, "aside": LONG, "note": LONG, "head": LONG}),
)
def test_pages_of_grids_keep_within_the_margins(
    setup: PageSetup,
    layout: str,
    sizes: list[int],
    index: int,
    count: int,
    number: int,
    kind: str,
    words: dict[str, str],
) -> None:
    page = grids_page(layout, sizes, number, kind, **words)
    frames = page.layout.frames(page_kinds.content_area(LOOK, setup.live(index, count)))
    assume(all(page.layout.side(frames[0], size) / size >= page.layout.cell.least for size in sizes))
    canvas = drawn(page, setup, index, count)
    assert_within(canvas, setup, index, count)
    assert len(canvas.outlines) == page.layout.per_page
    for (left, bottom, right, top), width in canvas.outlines:
        assert right - left == pytest.approx(top - bottom)
        assert width >= 1.5
    assert_apart([grown(box, width / 2) for box, width in canvas.outlines])
    for x, y, text, font, size in canvas.strings:
        assert size >= 7.0
        frame = next((f for f in frames if f[1] <= y <= f[3] and f[0] - 1 <= x <= f[2]), None)
        if frame is not None:
            assert font.width(text, size) <= frame[2] - frame[0] + 1e-6
    for (_, first, _), (_, second, _) in zip(canvas.chars, canvas.chars[1:], strict=False):
        assert first != second


@settings(max_examples=scaled(4, 60), deadline=None)
@given(setup=setups(), words=st.builds(FrontWords, LONG, LONG, LONG, LONG), count=st.sampled_from([2, 200, 800]))
@example(
    PageSetup(trim=(278.5, 224.9), outside=26.5, top=61.2, bottom=19.7),
    FrontWords("WЩÁW ЩйWa " * 16, "W", "W", "W"),
    200,
)
def test_pages_of_the_front_keep_within_the_margins(setup: PageSetup, words: FrontWords, count: int) -> None:
    words = FrontWords(words.title[:200], words.subtitle[:200], words.author[:200], words.intro)
    for kind, made in front_pages(setup, count, words).items():
        assert made, kind
        for page in made:
            for index in (0, 1):
                canvas = drawn(page, setup, index, count)
                assert_within(canvas, setup, index, count)
                assert all(size >= 7.0 - 1e-9 for *_, size in canvas.strings), kind


@pytest.mark.thorough("test_typeset_lines.py::test_flow_keeps_every_line_and_leaves_none_alone")
@settings(max_examples=20, deadline=None)
@given(
    setup=setups(),
    intro=st.integers(1, 250).map(lambda n: "Quiet words of an introduction.\n" * (n // 9) + "word " * n),
)
def test_a_long_introduction_keeps_all_its_words(setup: PageSetup, intro: str) -> None:
    made = front_pages(setup, 200, FrontWords(intro=intro))["opener"]
    found: Counter[str] = Counter()
    for page in made:
        canvas = drawn(page, setup, 0, 200)
        assert_within(canvas, setup, 0, 200)
        found.update(word for _, _, text, _, _ in canvas.strings for word in text.split())
    assert Counter(intro.split()) - found == Counter()


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def assert_apart(boxes: list[Box]) -> None:
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] <= b[0] + 1e-6 or b[2] <= a[0] + 1e-6 or a[3] <= b[1] + 1e-6 or b[3] <= a[1] + 1e-6


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("number", [1, 1234])
@pytest.mark.parametrize(
    "words", [{}, {"label": "Судоку\u00a0№\u00a0{}", "aside": "Экстремальный", "note": "Ответ на\u00a0с.\u00a0{}"}]
)
def test_type_does_not_touch_other_type_or_grids(layout: str, setup: str, number: int, words: dict[str, str]) -> None:
    canvas = drawn(grids_page(layout, [9, 6, 4], number, **words), SETUPS[setup], 0, 300)
    strings = []
    for x, y, text, font, size in canvas.strings:
        strings.append((x, y - 0.24 * size, x + font.width(text, size), y + 0.78 * size))
    assert_apart(strings + [grown(box, width / 2) for box, width in canvas.outlines])


@pytest.mark.parametrize("size", sorted(BOXES))
@pytest.mark.parametrize("answers", [False, True])
@pytest.mark.parametrize("cell", [9.0, 20.0, 55.0])
def test_digits_stand_in_the_middle_of_their_cells(size: int, answers: bool, cell: float) -> None:
    canvas, style = InkCanvas(), IN_TEXT
    shown = picture(answers, size=size)
    draw_grid(canvas, shown, 100, 50, size * cell, style)
    assert len(canvas.digits) == sum(map(bool, shown.digits))
    seen = set()
    for char, (left, bottom, right, top), _ in canvas.digits:
        column, row = int((left - 100) // cell), int(((bottom + top) / 2 - 50) // cell)
        seen.add((column, row))
        assert abs((left + right) / 2 - (100 + (column + 0.5) * cell)) <= 0.02 * cell
        assert abs((bottom + top) / 2 - (50 + (row + 0.5) * cell)) <= 0.02 * cell
        assert 0.5 * cell <= top - bottom <= (0.72 if char == "J" else 0.6) * cell
        assert right - left <= 0.62 * cell
    assert len(seen) == len(canvas.digits)


def jigsaw(size: int, regions: list[int]) -> Geometry:
    houses = [House("box", n, tuple(i for i, r in enumerate(regions) if r == n)) for n in sorted(set(regions))]
    return Geometry("jigsaw", size, (1, size), tuple(houses))


def borders(size: int, regions: list[int]) -> dict[tuple[bool, int, int], bool]:
    """Each border between two neighbouring cells, as (across, line, place), and whether it is one between regions."""
    found = {}
    for line in range(1, size):
        for place in range(size):
            found[True, line, place] = regions[(line - 1) * size + place] != regions[line * size + place]
            found[False, line, place] = regions[place * size + line - 1] != regions[place * size + line]
    return found


@settings(max_examples=scaled(16, 80), deadline=None)
@given(size=st.integers(2, 9), regions=st.integers(1, 6), seed=st.integers(0, 10**6))
def test_lines_cover_exactly_the_borders(size: int, regions: int, seed: int) -> None:
    rng = random.Random(seed)
    labels = [rng.randrange(1, regions + 1) for _ in range(size * size)]
    check_lines(jigsaw(size, labels), borders(size, labels))


@pytest.mark.parametrize("size", sorted(BOXES))
def test_lines_of_grids_with_boxes(size: int) -> None:
    grid = geometry("classic", size)
    check_lines(grid, borders(size, list(grid.box_of)))
    _, heavy = grid_lines(grid)
    height, width = grid.box
    assert len(heavy) == size // height - 1 + size // width - 1
    assert all(abs(x2 - x1) + abs(y2 - y1) == size for x1, y1, x2, y2 in heavy)


def check_lines(grid: Geometry, wanted: dict[tuple[bool, int, int], bool]) -> None:
    thin, heavy = grid_lines(grid)
    found: Counter[tuple[bool, int, int, bool]] = Counter()
    for runs, is_heavy in ((thin, False), (heavy, True)):
        for x1, y1, x2, y2 in runs:
            across = y1 == y2
            start, stop = (x1, x2) if across else (y1, y2)
            assert start < stop
            assert (x1 == x2) != across
            line = int(y1 if across else x1)
            found.update((across, line, place, is_heavy) for place in range(int(start), int(stop)))
            if not is_heavy:
                # A thin line is cut wherever a heavy one crosses it, and only then drawn through.
                for place in range(int(start) + 1, int(stop)):
                    assert not wanted[not across, place, line - 1] or not wanted[not across, place, line]
    assert found == Counter((*border, is_heavy) for border, is_heavy in wanted.items())


@pytest.mark.parametrize("cell", [8.5, 24.0, 70.0])
def test_lines_have_their_widths_and_stand_on_the_borders(cell: float) -> None:
    canvas, style = InkCanvas(), IN_TEXT
    draw_grid(canvas, picture(False), 30, 40, 9 * cell, style)
    fitted = style.fitted(cell)
    assert fitted.thin >= 0.75
    assert fitted.box >= 2.0
    assert canvas.outlines == [((30, 40, 30 + 9 * cell, 40 + 9 * cell), fitted.box)]
    assert {width for *_, width in canvas.lines} == {fitted.thin, fitted.box}
    for (x1, y1), (x2, y2), width in canvas.lines:
        line = (y1 - 40) / cell if y1 == y2 else (x1 - 30) / cell
        assert line == pytest.approx(round(line))
        assert (width == fitted.box) == (round(line) % 3 == 0)
        # The ends stop at the inner edge of the outline: no join is inked twice, none is left open.
        for x, y in ((x1, y1), (x2, y2)):
            along, place = (x - 30, y - 40) if y1 == y2 else (y - 40, x - 30)
            assert fitted.box / 2 - 1e-6 <= along <= 9 * cell - fitted.box / 2 + 1e-6, place


def test_grids_of_one_kind_and_size_with_other_boxes_are_other_pictures() -> None:
    canvas = RecordingCanvas()
    for regions in ([1, 1, 2, 2], [1, 2, 1, 2]):
        draw_grid(canvas, GridPicture(jigsaw(2, regions), bytes(4)), 0, 0, 40, IN_TEXT)
    assert sum(line.startswith("end-stamp") for line in canvas.lines) == 2


def test_smaller_grids_of_a_page_hang_from_the_same_lines() -> None:
    canvas = drawn(grids_page("nine-up", [9, 4, 6]), SETUPS["a4"], 0, 40)
    outer = [grown(box, width / 2) for box, width in canvas.outlines]
    assert len({round(box[3], 6) for box in outer}) == 3
    assert len({round(box[0], 6) for box in outer}) == 3
    assert len({round(box[2] - box[0], 3) for box in outer}) > 1


def test_labels_of_a_page_have_one_size_and_fall_back_to_the_number() -> None:
    page = grids_page("twelve-up", [4], 1234, label="A Very Long Name {}", aside="on page {}")
    canvas = drawn(page, SETUPS["6x9in"], 0, 40)
    labels = [text for _, _, text, font, _ in canvas.strings if font is LOOK.face("number")]
    assert labels == [str(number) for number in range(1234, 1246)]
    assert len({size for _, _, _, font, size in canvas.strings if font is LOOK.face("number")}) == 1


def test_a_running_title_too_long_for_the_page_ends_in_an_ellipsis() -> None:
    canvas = drawn(grids_page("two-up", [9], head="All the words of a title " * 9), SETUPS["6x9in"], 0, 40)
    _, _, head, _, _ = canvas.strings[0]
    assert head.startswith("All the words")
    assert head.endswith("…")
    assert head[:-1].split()[-1] in ["All", "the", "words", "of", "a", "title"]


@pytest.mark.parametrize("pages_", [24, 151, 400, 650, 828])
@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("outside", [3 * MM, 0.25 * INCH, 0.6 * INCH])
def test_the_automatic_gutter_keeps_the_printers_floor(pages_: int, bleed: bool, outside: float) -> None:
    setup = PageSetup((6 * INCH, 9 * INCH), outside, 0.5 * INCH, 0.5 * INCH, None, bleed)
    floor = {24: 0.375, 151: 0.5, 400: 0.625, 650: 0.75, 828: 0.875}[pages_] * INCH
    assert setup.inside(pages_) >= floor
    right, left = setup.live(0, pages_), setup.live(1, pages_)
    trims = [setup.sheet(index).trim for index in (0, 1)]
    assert right[0] - trims[0][0] == pytest.approx(setup.inside(pages_)) == pytest.approx(trims[1][2] - left[2])
    assert trims[0][2] - right[2] == pytest.approx(outside) == pytest.approx(left[0] - trims[1][0])


def book_breaches(setup: PageSetup, count: int) -> list[Breach]:
    edition = setup.edition
    return [*count_breaches(edition, count), *gutter_breaches(edition, setup.inside(count), count)]


def test_a_shipped_layout_on_a_common_page_breaks_no_rule_of_the_printer() -> None:
    grounds = [geometry("classic", size) for size in (4, 6, 9)]
    for setup in SETUPS.values():
        assert not [*page_breaches(setup), *book_breaches(setup, 100)]
        for name in LAYOUTS:
            assert not list(layout_breaches(setup, 100, {name: (layouts.find(name, LOOK), grounds)}))


def test_what_the_usual_printer_would_object_to_is_found() -> None:
    layout = layouts.find("twelve-up", LOOK)
    small = PageSetup((3.5 * INCH, 5 * INCH), 0.3 * INCH, 0.2 * INCH, 0.5 * INCH, 0.3 * INCH, bleed=True)
    found = [
        *page_breaches(small),
        *book_breaches(small, 10),
        *layout_breaches(small, 10, {"twelve-up": (layout, [geometry()])}),
    ]
    assert [breach.what for breach in found] == ["trim", "outside", "top", "gutter", "digits"]
    assert "prints no paperback of 3.5x5in" in found[0].message
    assert "the outside margin is 0.3in; Amazon KDP wants 0.375in or more in a book with bleed" in found[1].message
    assert "the gutter is 0.3in; Amazon KDP wants 0.375in or more in a book of 10 pages" in found[3].message
    assert "the layout `twelve-up` sets digits in 4.0pt; Amazon KDP wants 7pt or more" in found[4].message
    plain = PageSetup((8.5 * INCH, 11 * INCH), 0.3 * INCH, 0.3 * INCH, 0.3 * INCH, 0.5 * INCH)
    assert not [*page_breaches(plain), *book_breaches(plain, 300)]
    assert [breach.what for breach in book_breaches(plain, 600)] == ["pages", "gutter"]


def test_the_column_for_notes_lies_between_the_page_and_its_outer_margin() -> None:
    setup = PageSetup(trim=(430.0, 600.0), outside=20.0, top=30.0, bottom=40.0, side=70.0)
    for index in (0, 1):
        left, bottom, right, top = setup.live(index, 100, side=True)
        whole = setup.live(index, 100)
        column = setup.side_column(index, 100)
        # A seventh of the column parts it from the page.
        wanted = (right + 10, 40.0, 410.0, 570.0) if index == 0 else (20.0, 40.0, left - 10, 570.0)
        assert column == pytest.approx(wanted)
        assert column[2] - column[0] == pytest.approx(60) and (bottom, top) == (40.0, 570.0)
        assert whole == pytest.approx((min(left, column[0]), bottom, max(right, column[2]), top))
