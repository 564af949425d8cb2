"""Colours of covers as inks and on paper, images cut to their boxes, and words set as large as they fit."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typeset_data import LOOK

from bookmaker.base.errors import Place, SpecError
from bookmaker.printing.canvases.canvas import Pixels, spaced_width
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.covers import colour, pictures
from bookmaker.printing.covers.design import Item
from bookmaker.printing.covers.setting import NoRoomError, set_stack
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.styles.fonts import ink_extent
from bookmaker.printing.text.diagrams import RichText
from bookmaker.printing.text.images import ImageBlock, Picture

HERE = Place("book.yaml", 2, 1)


@pytest.mark.parametrize(
    ("text", "rgb", "cmyk"),
    [
        ("#000000", (0, 0, 0), (0, 0, 0, 1)),
        ("#ffffff", (1, 1, 1), (0, 0, 0, 0)),
        ("#ff0000", (1, 0, 0), (0, 1, 1, 0)),
        # What the three have in common is black; what is left is shared by the others.
        ("#804000", (128 / 255, 64 / 255, 0), (0, 0.5, 1, 127 / 255)),
        ("#1d3557 90 70 20 45", (29 / 255, 53 / 255, 87 / 255), (0.9, 0.7, 0.2, 0.45)),
        (" #ABCDEF ", (171 / 255, 205 / 255, 239 / 255), (68 / 239, 34 / 239, 0, 16 / 255)),
    ],
)
def test_a_colour_has_its_inks(text: str, rgb: tuple[float, ...], cmyk: tuple[float, ...]) -> None:
    found = colour.parse(text)
    assert found.rgb == pytest.approx(rgb) and found.cmyk == pytest.approx(cmyk)


def test_no_colour_has_more_ink_than_dries() -> None:
    shares = [0.0, 0.1, 0.3, 0.6, 1.0]
    for red in shares:
        for green in shares:
            for blue in shares:
                cmyk = colour.inks(red, green, blue)
                assert sum(cmyk) <= colour.MOST_INK + 1e-9 and min(cmyk) >= 0 and min(cmyk[:3]) == 0
                light = 1 - cmyk[3]
                assert light == pytest.approx(max(red, green, blue))
    # A dark one has less of the others, in the same proportions.
    dark = colour.inks(0.0, 0.0, 0.3)
    assert sum(dark) == pytest.approx(2.4) and dark[0] == dark[1] == pytest.approx(0.85) and dark[2] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red", "must be a colour"),
        ("#12345", "must be a colour"),
        ("#123456 1 2 3", "must be a colour"),
        ("#123456 101 0 0 0", "more than 100 percent"),
        ("#123456 70 70 60 41", "241 percent of ink; at most 240"),
    ],
)
def test_a_colour_that_cannot_be_printed_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        colour.parse(text)


def test_the_limits_of_ink_are_allowed() -> None:
    assert sum(colour.parse("#123456 70 70 60 40").cmyk) == pytest.approx(2.4)
    assert colour.parse("#123456 100 0 0 100").cmyk == (1, 0, 0, 1)


def test_contrast_is_that_of_the_web_guidelines() -> None:
    def of(one: str, other: str) -> float:
        return colour.contrast(colour.parse(one), colour.parse(other))

    # Published pairs: black on white, the lightest grey of 4.5 and of 3, and the primaries on white.
    assert of("#000000", "#ffffff") == of("#ffffff", "#000000") == pytest.approx(21)
    assert of("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert of("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert of("#ff0000", "#ffffff") == pytest.approx(4.00, abs=0.005)
    assert of("#00ff00", "#ffffff") == pytest.approx(1.37, abs=0.005)
    assert of("#0000ff", "#ffffff") == pytest.approx(8.59, abs=0.005)
    assert of("#0a0a0a", "#000000") == pytest.approx(1.06, abs=0.005)


def test_a_share_of_a_colour_on_another_lies_between_them() -> None:
    one, other = colour.parse("#ff0000 0 90 90 0"), colour.parse("#0000ff 90 70 0 0")
    assert one.over(other, 1.0) is one
    half = one.over(other, 0.25)
    assert half.rgb == pytest.approx((0.25, 0, 0.75)) and half.cmyk == pytest.approx((0.675, 0.75, 0.225, 0))


# Images.


def saved(folder: Path, made: Image.Image, name: str = "i.png") -> Path:
    made.save(folder / name)
    return folder / name


def striped(wide: int, high: int) -> Image.Image:
    """Each column and each row of its own colour."""
    found = Image.new("RGB", (wide, high))
    found.putdata([(x % 256, y % 256, 0) for y in range(high) for x in range(wide)])
    return found


@pytest.mark.parametrize(
    ("box", "cut"),
    [((100.0, 100.0), (50, 0, 150, 100)), ((200.0, 50.0), (0, 25, 200, 75)), ((40.0, 80.0), (75, 0, 125, 100))],
)
def test_an_image_keeps_its_middle_in_the_proportions_of_its_box(
    box: tuple[float, float], cut: tuple[int, int, int, int], tmp_path: Path
) -> None:
    made = striped(200, 100)
    found = pictures.cut(saved(tmp_path, made), HERE, *box, "rgb")
    assert found.tobytes() == made.crop(cut).tobytes()


def test_a_very_fine_image_is_made_as_fine_as_printers_want(tmp_path: Path) -> None:
    path = saved(tmp_path, Image.new("RGB", (1300, 650), "red"))
    # Of 1300 pixels on 144 points, 650 on an inch; on 160, 585.
    assert pictures.cut(path, HERE, 144.0, 72.0, "rgb").size == (600, 300)
    assert pictures.cut(path, HERE, 160.0, 80.0, "rgb").size == (1300, 650)
    assert pictures.cut(path, HERE, 160.0, 80.0, "cmyk").mode == "CMYK"


def test_an_image_that_is_none_or_too_coarse_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "no.png").write_text("no image")
    with pytest.raises(SpecError, match=r"no\.png cannot be read as an image") as caught:
        pictures.cut(tmp_path / "no.png", HERE, 9.0, 9.0, "rgb")
    assert caught.value.faults[0].place == HERE
    fine, coarse = (pictures.coarse(Image.new("RGB", (wide, 10)), "i.png", 144.0, 72.5) for wide in (598, 597))
    assert fine is None and coarse is not None
    assert coarse.message == "i.png would be printed with 298 pixels an inch; printers want 300"
    assert coarse.advice == "give an image of at least 600 x 303 pixels"


def test_pixels_are_parted_into_inks_as_colours_are() -> None:
    shades = [(0, 0, 0), (255, 255, 255), (255, 0, 0), (128, 64, 0), (0, 0, 77), (10, 200, 90)]
    found = Image.new("RGB", (len(shades), 1))
    found.putdata(shades)
    data = pictures.separated(found).tobytes()
    for at, shade in enumerate(shades):
        inks = data[4 * at : 4 * at + 4]
        wanted = colour.inks(*(part / 255 for part in shade))
        assert [share / 255 for share in inks] == pytest.approx(list(wanted), abs=1.01 / 255)
        assert sum(inks) <= 255 * colour.MOST_INK


def test_images_side_by_side_stand_in_rows_of_four_on_grey() -> None:
    tones = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255)]
    sheet = Image.open(io.BytesIO(pictures.side_by_side([Image.new("RGB", (30, 20), tone) for tone in tones]))).convert(
        "RGB"
    )
    assert sheet.size == (4 * 42 + 12, 2 * 32 + 12)
    for at, tone in enumerate(tones):
        left, top = 12 + at % 4 * 42, 12 + at // 4 * 32
        for x, y in ((left, top), (left + 29, top + 19)):
            assert sheet.getpixel((x, y)) == pytest.approx(tone, abs=8)
        for x, y in ((left - 1, top), (left, top - 1), (left + 30, top), (left, top + 20)):
            assert sheet.getpixel((x, y)) == pytest.approx((176, 176, 176), abs=8)
    assert Image.open(io.BytesIO(pictures.side_by_side([Image.new("RGB", (30, 20))]))).size == (54, 44)


@pytest.mark.parametrize(
    ("width", "fault", "note"),
    [
        (144.0, None, ""),
        (145.0, None, "i.png has 298 dots per inch at a width of 2.01in: printers want 300"),
        (288.0, None, "i.png has 150 dots per inch at a width of 4.00in: printers want 300"),
        (291.0, "i.png has 148 dots per inch at a width of 4.04in; 150 are the least", ""),
    ],
)
def test_an_image_in_a_text_is_as_fine_as_its_width_lets_it_be(width: float, fault: str | None, note: str) -> None:
    shown = Picture(Path("i.png"), (0, 0), 600, 300)
    assert (shown.ratio, shown.natural) == (0.5, 144.0)
    found, told = shown.concern(width)
    assert (found and found.message, told) == (fault, note)
    assert found is None or found.advice == "print it at most 2.00in wide, or take one of 1212 pixels across"


class Plate:
    natural, height, ratio = 200.0, 80.0, 0.4

    def draw(self, canvas: Any, box: Any) -> None:
        canvas.image(box, Pixels("p", 1, 1, b"a"))


def test_an_image_is_as_wide_as_it_is_wanted_and_never_wider_than_the_text() -> None:
    block = ImageBlock(LOOK, Plate())  # type: ignore[arg-type]
    of = lambda **keys: ImageBlock(LOOK, Plate(), **keys).width(300.0)  # type: ignore[arg-type]  # noqa: E731
    assert (block.width(300.0), block.width(150.0)) == (200.0, 150.0)
    assert (of(widest=0.5), of(wanted=120.0), of(wanted=400.0), of(wanted=0.25, share=True)) == (
        150.0,
        120.0,
        300.0,
        75.0,
    )
    assert (of(most=40.0), of(shrink=0.5), of(wanted=120.0, shrink=0.5)) == (100.0, 100.0, 60.0)
    own = LOOK.own_pages
    assert block.height(300.0) == pytest.approx(80.0 + own.image_after) and block.before == own.image_before
    double = block.scaled(2.0)
    assert double.width(300.0) == 200.0 and double.height(300.0) == pytest.approx(80.0 + 2 * own.image_after)
    words = RichText(LOOK, "", LOOK.face("caption"), 9.0, 0.0, runs=(("A caption", LOOK.face("caption")),))
    told = ImageBlock(LOOK, Plate(), words)  # type: ignore[arg-type]
    assert told.height(300.0) == pytest.approx(80.0 + own.caption_gap + words.height(300.0) + own.image_after)
    assert told.scaled(2.0).height(300.0) == pytest.approx(
        80.0 + 2 * (own.caption_gap + own.image_after) + words.scaled(2.0).height(300.0)
    )
    fitted = told.fitted(300.0, 60.0)
    assert fitted.height(300.0) == pytest.approx(60.0) and told.fitted(300.0, 500.0) is told
    for align, left in (("left", 40.0), ("centre", 90.0), ("right", 140.0)):
        canvas = RecordingCanvas()
        ImageBlock(LOOK, Plate(), align=align).draw(canvas, 40.0, 500.0, 300.0)  # type: ignore[arg-type]
        assert canvas.lines == [f"image {left:g} 420 {left + 200:g} 500 1 1"]


# Panels and words.


def test_places_of_a_panel_are_shares_from_its_upper_left_corner() -> None:
    panel = Panel("front", (100.0, 50.0, 300.0, 350.0), (1.0, 2.0, 3.0, 4.0), (10.0, 20.0))
    assert (panel.width, panel.height, panel.short) == (200.0, 300.0, 200.0)
    assert panel.safe == (110.0, 70.0, 290.0, 330.0)
    assert panel.at((0.25, 0.1)) == pytest.approx((150.0, 320.0))
    assert panel.frame((0.25, 0.1, 0.75, 0.5)) == pytest.approx((150.0, 200.0, 250.0, 320.0))
    # Fills run on beyond the sides that they reach, and only there.
    for box, spread in (
        ((0, 0, 1, 1), (99.0, 48.0, 303.0, 354.0)),
        ((0, 0.1, 0.5, 0.5), (99.0, 200.0, 200.0, 320.0)),
        ((0.1, 0.5, 0.5, 1), (120.0, 48.0, 200.0, 200.0)),
        ((0.5, 0, 1, 0.5), (200.0, 200.0, 303.0, 354.0)),
    ):
        assert panel.spread(box) == pytest.approx(spread)
    assert panel.words((0, 0, 1, 1)) == panel.safe
    assert panel.words((0.25, 0.1, 0.75, 0.5)) == pytest.approx((150.0, 200.0, 250.0, 320.0))


FACE = LOOK.face("text")


def stack(*items: Item, box: tuple[float, float] = (200.0, 300.0), **texts: str) -> Any:
    return set_stack(items, texts, lambda _: FACE, 100.0, (0.0, 0.0, *box))


def test_words_are_as_large_as_they_are_wanted_where_they_fit() -> None:
    made = stack(Item(what="title", size=0.2, leading=1.5, before=0.3), title="Words that take two lines or more of it")
    assert {line.size for line in made.lines} == {20.0} and len(made.lines) > 1
    assert all(line.width == pytest.approx(FACE.width(line.text, 20.0)) and line.width <= 200.0 for line in made.lines)
    assert [b.drop - a.drop for a, b in pairwise(made.lines)] == pytest.approx([30.0] * (len(made.lines) - 1))
    # The first begins at the top, whatever the space above it.
    assert made.lines[0].drop == pytest.approx(
        20.0 * max(FACE.cap_height / FACE.units, ink_extent(FACE, made.lines[0].text)[1])
    )
    assert made.height == pytest.approx(made.lines[-1].drop - 20.0 * ink_extent(FACE, "p")[0])


def test_words_that_need_more_lines_than_allowed_are_set_smaller() -> None:
    text = "Words that take three lines or more at their usual size"
    (line,) = stack(Item(what="title", size=0.2, lines=1), title=text).lines
    assert line.width <= 200.0 < FACE.width(text, line.size / 0.96) and line.size >= 8.0
    with pytest.raises(NoRoomError) as caught:
        stack(Item(what="title", size=0.2, lines=1, least=15.0), title=text)
    assert (caught.value.what, caught.value.size) == ("title", 15.0)
    # One word that is too long for a line, too, and letters set apart.
    for apart in (0.0, 0.3):
        (word,) = stack(Item(what="title", size=0.5, tracking=apart), title="Extraordinarily").lines
        assert spaced_width(word.text, FACE, word.size, apart) <= 200.0 + 1e-6
        assert spaced_width(word.text, FACE, word.size / 0.95, apart) > 190.0


def test_paragraphs_are_set_apart_and_capitals_made() -> None:
    item = Item(what="blurb", size=0.1, leading=1.2, apart=0.5, caps=True)
    made = stack(item, blurb="one\ntwo\n\nthree")
    assert [line.text for line in made.lines] == ["ONE", "TWO", "THREE"]
    assert [b.drop - a.drop for a, b in pairwise(made.lines)] == pytest.approx([17.0, 17.0])


def test_stacks_shrink_together_until_they_fit() -> None:
    items = Item(what="title", size=0.4), Item(what="author", size=0.2, before=0.1)
    large = stack(*items, title="Title", author="Author")
    small = stack(*items, box=(200.0, large.height * 0.7), title="Title", author="Author")
    assert small.height <= large.height * 0.7 < small.height / 0.96
    ratios = [one.size / other.size for one, other in zip(small.lines, large.lines, strict=True)]
    assert ratios[0] == pytest.approx(ratios[1]) and ratios[0] < 1
    with pytest.raises(NoRoomError) as caught:
        stack(*items, box=(200.0, 15.0), title="Title", author="A longer author")
    assert caught.value.what == "author"


def test_rules_go_with_the_text_under_them() -> None:
    items = Item(what="title", size=0.2), Item(what="rule", size=0.01, length=0.5), Item(what="author", size=0.2)
    made = stack(*items, title="Title", author="Author")
    assert [line.face is None for line in made.lines] == [False, True, False]
    assert (made.lines[1].size, made.lines[1].width) == (1.0, 100.0)
    assert [line.text for line in stack(*items, title="Title").lines] == ["Title"]
    # A rule that ends a stack stays.
    assert len(stack(*items[:2], title="Title").lines) == 2


def test_wide_lines_fill_the_width_and_take_the_most_of_the_room() -> None:
    item = Item(what="headline", size=1.0, wide=True, lines=3, leading=1.1)
    made = stack(item, box=(200.0, 200.0), headline="Sudoku for everyone")
    assert all(line.width == pytest.approx(200.0, abs=0.01) or line.size == 100.0 for line in made.lines)
    one = stack(item, box=(200.0, 30.0), headline="Sudoku for everyone")
    assert len(one.lines) == 1 and one.lines[0].width == pytest.approx(200.0, abs=0.01)
    assert min(line.size for line in made.lines) > one.lines[0].size
    for above, below in pairwise(made.lines):
        gap = below.drop - above.drop - below.size * max(FACE.cap_height / FACE.units, 0.0)
        assert gap == pytest.approx(0.1 * below.size)
    with pytest.raises(NoRoomError):
        stack(Item(what="headline", size=1.0, wide=True, least=90.0), headline="Sudoku for everyone who has time")


def test_a_title_is_broken_where_its_letters_are_largest_and_no_small_word_stands_alone() -> None:
    item = Item(what="title", size=0.5, wide=True, lines=4, leading=1.1, colour="type", second="second")
    parts = {"before": "", "headline": "Sudoku", "rest": "de\u00a0bolsillo", "title": "Sudoku de bolsillo"}
    made = stack(item, box=(200.0, 200.0), **parts)
    assert [(line.text, line.tone) for line in made.lines] == [
        ("Sudoku", "type"),
        ("bolsillo", "second"),
        ("de", "second"),
    ]
    _, large, small = made.lines
    assert small.size == pytest.approx(0.45 * large.size) and small.drop == large.drop
    assert small.shift == 0 and large.shift > FACE.width("de", small.size)
    assert large.width == small.width == pytest.approx(large.shift + FACE.width("bolsillo", large.size))
    # Each line fills the width, or all are made smaller together until they are half as high as their box.
    full = [line.width == pytest.approx(200.0) for line in made.lines]
    assert all(full) or made.height == pytest.approx(100.0, abs=25)
    # Words beside the headline do not become larger than it: GRAND and TOUR share a line.
    tour = stack(item, box=(200.0, 200.0), headline="Sudoku Grand Tour", main="Sudoku", title="Sudoku Grand Tour")
    assert [line.text for line in tour.lines] == ["Sudoku", "Grand Tour"]
    with pytest.raises(NoRoomError):
        stack(replace(item, least=90.0), headline="Sudoku for everyone who has time", title="x")
