"""Title pages and openers in every style: what stands at which side, in which order, and how far apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from recorded import Ink, Words, inks, words
from typeset_data import picture

from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage, intro_measure, opener_pages, small_print_width
from bookmaker.printing.pages.ornament import Motif, draw_frieze
from bookmaker.printing.pages.page_kinds import Page, TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import pictures
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.images import ImageBlock
from bookmaker.printing.text.text_blocks import Paragraph

AREA = (36.0, 50.0, 396.0, 600.0)
HIGH = 550.0
HAIR = 0.02
MOTIF = Motif.of(picture(answers=False))
NAMES = style.names()
PATTERNED = [name for name in NAMES if style.find(name).ornament.device == "none"]
"""The styles that show puzzles as patterns; the others have devices of their own."""


def drawn(page: Page, area: Box = AREA) -> tuple[list[Ink], list[Words]]:
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    return inks(canvas), words(canvas)


def width(look: Style, word: Words) -> float:
    roles = ("title", "text", "text_italic", "caption", "number", "text_bold")
    face = next(look.face(role) for role in roles if look.face(role).name == word.face)  # type: ignore[arg-type]
    return face.width(word.text, word.size)


def free(look: Style, word: Words, side: str) -> float:
    """How far a line stands from where the lines of a page of this side stand."""
    left, right = word.x - AREA[0], word.x + width(look, word) - AREA[2]
    return {"left": left, "centre": left + right, "right": right}[side]


def motif_box(shown: list[Ink]) -> Box:
    """The square of a motif: the middles of its first and last cells stand half a cell inside."""
    centres = []
    for contour in (contour for one in shown if one.kind == "area" for contour in one.contours):
        xs, ys = zip(*contour, strict=True)
        centres.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    half = (max(xs) - min(xs)) / 16
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def title_page(look: Style, **keys: Any) -> TitlePage:
    return TitlePage(
        look=look,
        title="Sudoku",
        subtitle="For trains",
        author="Publisher",
        summary="50 puzzles",
        publisher="Press",
        **keys,
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_of_a_title_page_stand_in_order_at_their_side(name: str) -> None:
    look = style.find(name)
    part = look.title_page
    look = replace(look, symbols=replace(look.symbols, title=0.0))
    shown, lines = drawn(title_page(look))
    assert [line.text for line in lines] == ["Sudoku", "For trains", "Publisher", "50 puzzles", "Press"]
    assert all(abs(free(look, line, part.side)) <= 2 * HAIR for line in lines)
    assert all(one.y > other.y for one, other in pairwise(lines))
    scale = look.scale_for(360.0)
    wanted = [part.title, part.subtitle, part.author, part.summary, part.publisher]
    assert [line.size for line in lines] == pytest.approx(
        [max(look.type.least_word, size * scale) for size in wanted], abs=HAIR
    )
    title, subtitle, author, summary, press = lines
    leading = {line.text: look.type.title_leading if line is title else look.type.leading for line in lines}

    def top(line: Words) -> float:
        return line.y + line.size * (leading[line.text] + 0.6) / 2

    def foot(line: Words) -> float:
        return top(line) - line.size * leading[line.text]

    # The share of the page above the title, the spaces between the lines, and nothing below the last.
    assert AREA[3] - top(title) == pytest.approx(HIGH * part.top, abs=HAIR)
    assert foot(title) - top(subtitle) == pytest.approx(part.subtitle_before * scale, abs=2 * HAIR)
    apart = (part.rule_before + part.author_before) * scale
    assert foot(subtitle) - top(author) == pytest.approx(apart, abs=2 * HAIR)
    assert foot(summary) - top(press) == pytest.approx(part.publisher_before * scale, abs=2 * HAIR)
    assert foot(press) == pytest.approx(AREA[1], abs=HAIR)
    if not part.rule:
        assert not shown
        return
    assert len(shown) == part.rules
    for index, rule in enumerate(shown):
        assert rule.width == part.rule_width and rule.box[2] - rule.box[0] == pytest.approx(part.rule)
        left, right = rule.box[0] - AREA[0], rule.box[2] - AREA[2]
        assert {"left": left, "centre": left + right, "right": right}[part.side] == pytest.approx(0.0, abs=HAIR)
        assert foot(subtitle) - rule.box[1] == pytest.approx(
            part.rule_before * scale + index * look.page.rule_gap, abs=2 * HAIR
        )


def test_a_title_page_without_some_of_its_words_has_no_space_for_them() -> None:
    look = style.find()
    shown, lines = drawn(TitlePage(look=look, title="Sudoku", publisher="Press"))
    assert [line.text for line in lines] == ["Sudoku", "Press"] and not shown
    _, whole = drawn(title_page(look))
    assert lines[0] == whole[0] and lines[1] == whole[-1]
    # Long titles are set smaller, so that all fits.
    _, long = drawn(replace(title_page(look), title="A very long title of many words " * 6, subtitle="And more " * 30))
    assert long[0].size < whole[0].size and min(line.y for line in long) > AREA[1]
    assert all(one.y > other.y for one, other in pairwise(long))


@pytest.mark.parametrize("name", PATTERNED)
def test_the_motif_of_a_title_page_stands_between_author_and_publisher(name: str) -> None:
    look = style.find(name)
    look = replace(look, symbols=replace(look.symbols, title=0.0))
    part = look.title_page
    shown, lines = drawn(title_page(look, motif=MOTIF))
    left, bottom, right, top = motif_box(shown)
    side = right - left
    assert top - bottom == pytest.approx(side, abs=HAIR)
    author, summary = lines[2], lines[3]
    leading = look.type.leading
    room = (
        summary.y + summary.size * (leading + 0.6) / 2,
        author.y + author.size * (leading + 0.6) / 2 - author.size * leading,
    )
    assert side == pytest.approx(min(look.motifs.title * HIGH, 360.0, (room[1] - room[0]) / look.motifs.free), abs=0.05)
    assert bottom - room[0] == pytest.approx(room[1] - top, abs=0.05) and bottom > room[0]
    across = left - AREA[0], right - AREA[2]
    assert {"left": across[0], "centre": sum(across), "right": across[1]}[part.side] == pytest.approx(0.0, abs=0.05)
    # Words stand higher above it than on a page without.
    _, bare = drawn(title_page(look))
    assert AREA[3] - lines[0].y - look.type.title_leading < AREA[3] - bare[0].y
    started = HIGH * part.top
    assert lines[0].y - bare[0].y == pytest.approx(started * (1 - part.image_top), abs=HAIR)


def test_the_mascot_of_a_title_page_stands_in_the_middle_of_its_space() -> None:
    look = style.find("children")
    shown, lines = drawn(title_page(look, motif=MOTIF))
    assert not [one for one in shown if one.kind == "area"]
    owl = lines[-1]
    assert owl.face == "Pictures" and owl.size == pytest.approx(look.symbols.title * HIGH, abs=HAIR)
    assert owl.x + owl.size / 2 == pytest.approx(216.0, abs=HAIR)


def test_a_frieze_is_in_the_middle_and_smaller_where_it_must_be() -> None:
    def frieze(count: int, room: Box, side: float) -> list[Words]:
        canvas = RecordingCanvas()
        draw_frieze(canvas, [picture_of(name) for name in ("owl", "cat", "bee")][:count], pictures(), room, side)
        return words(canvas)

    three = frieze(3, (10.0, 20.0, 310.0, 100.0), 40.0)
    assert {(one.size, one.y) for one in three} == {(40.0, 40.0)}
    assert [b.x - a.x for a, b in pairwise(three)] == pytest.approx([52.0, 52.0])
    assert three[0].x - 10.0 == pytest.approx(310.0 - three[-1].x - 40.0)
    (low,) = frieze(1, (10.0, 20.0, 310.0, 59.0), 40.0)
    assert (low.size, low.y) == (30.0, 24.5)
    narrow = frieze(3, (10.0, 20.0, 127.0, 100.0), 40.0)
    assert {one.size for one in narrow} == {30.0} and narrow[0].x == pytest.approx(14.5)
    assert frieze(1, (10.0, 20.0, 310.0, 45.9), 40.0) == [] and len(frieze(1, (10.0, 20.0, 310.0, 46.1), 40.0)) == 1


@pytest.mark.parametrize("name", PATTERNED)
def test_an_opener_has_its_motif_above_its_words_or_at_the_foot_below_a_number(name: str) -> None:
    look = style.find(name)
    part = look.opener
    bare = OpenerPage(look=look, title="Rolling Country", summary="2 puzzles")
    _, plain = drawn(bare)
    assert [line.text for line in plain] == ["Rolling Country", "2 puzzles"]
    assert all(abs(free(look, line, part.side)) <= 2 * HAIR for line in plain)
    scale = look.scale_for(360.0)
    head = plain[0].y + plain[0].size * (look.type.title_leading + 0.6) / 2
    spare = HIGH - bare.height(AREA)
    assert AREA[3] - head == pytest.approx(min(HIGH * part.top, spare * part.above), abs=HAIR)
    high = plain[0].size * look.type.title_leading + plain[1].size * look.type.leading
    assert bare.height(AREA) == pytest.approx(high + (part.rule_before + part.summary_before) * scale, abs=0.05)
    shown, lines = drawn(replace(bare, motif=MOTIF))
    left, bottom, right, top = motif_box(shown)
    side = look.motifs.opener * HIGH
    assert (right - left, top - bottom) == pytest.approx((side, side), abs=0.05)
    across = left - AREA[0], right - AREA[2]
    assert {"left": across[0], "centre": sum(across), "right": across[1]}[part.side] == pytest.approx(0.0, abs=0.05)
    begins = lines[0].y + lines[0].size * (look.type.title_leading + 0.6) / 2
    assert bottom - begins == pytest.approx(side * look.motifs.gap, abs=0.05)
    free_space = HIGH - bare.height(AREA) - side * (1 + look.motifs.gap)
    assert AREA[3] - top == pytest.approx(max(min(HIGH * part.top, free_space * part.above), 0.0), abs=0.05)
    numbered_shown, numbered = drawn(replace(bare, number="7", motif=MOTIF))
    if not part.numeral:
        assert (numbered_shown, numbered) == (shown, lines)
        return
    numeral = next(line for line in numbered if line.text == "7")
    face = look.face("number")
    tall = face.digit_height() * numeral.size
    assert (numeral.face, numeral.ink) == (face.name, part.numeral_ink)
    assert tall <= part.numeral * HIGH + HAIR and numeral.y + tall == pytest.approx(AREA[3], abs=HAIR)
    assert abs(free(look, numeral, part.numeral_side)) <= 2 * HAIR
    below = next(line for line in numbered if line.text == "Rolling Country")
    start = below.y + below.size * (look.type.title_leading + 0.6) / 2
    # The title stands where it did, or below the number.
    assert start == pytest.approx(min(head, AREA[3] - part.numeral_below * tall), abs=0.05)
    box = motif_box(numbered_shown)
    space = start - bare.height(AREA) - AREA[1]
    foot = (space - side) / 2 if part.side == "centre" else 0.0
    assert box[1] - AREA[1] == pytest.approx(foot, abs=0.05) and box[2] - box[0] == pytest.approx(side, abs=0.05)


def test_a_motif_below_a_number_is_smaller_where_words_take_its_room() -> None:
    look = style.find("modern")
    sizes = []
    for lines in range(0, 26, 5):
        page = OpenerPage(
            look=look, title="Rules", summary="2 puzzles", intro="\n".join(["A rule."] * lines), number="7"
        )
        shown, _ = drawn(replace(page, motif=MOTIF))
        low = [one for one in shown if one.kind == "area"]
        sizes.append(motif_box(shown)[2] - motif_box(shown)[0] if low else 0.0)
    usual = look.motifs.opener * HIGH
    assert sizes[0] == pytest.approx(usual, abs=0.05) and sizes[-1] == 0
    assert sizes == sorted(sizes, reverse=True) and any(0.6 * usual < size < 0.99 * usual for size in sizes)


THREE = Symbols("picture", tuple(map(picture_of, ("cat", "fish", "bee"))), ("cat", "fish", "bee"))


def test_pictures_of_an_opener_stand_below_its_words() -> None:
    look = style.find("children")
    page = OpenerPage(look=look, title="Animals", summary="9 puzzles", pictures=THREE, motif=MOTIF)
    shown, lines = drawn(page)
    assert not [one for one in shown if one.kind == "area"]
    placed = [line for line in lines if line.face == "Pictures"]
    title = lines[0].y + lines[0].size * (look.type.title_leading + 0.6) / 2
    below = title - page.height(AREA)
    assert [line.size for line in placed] == pytest.approx([look.symbols.opener * HIGH] * 3, abs=HAIR)
    assert placed[0].y + placed[0].size / 2 == pytest.approx((below + AREA[1]) / 2, abs=HAIR)
    assert placed[0].x - AREA[0] == pytest.approx(AREA[2] - placed[-1].x - placed[-1].size, abs=2 * HAIR)


@pytest.mark.parametrize("name", ["classic", "modern"])
def test_an_introduction_is_centred_where_it_is_short_and_runs_where_it_is_long(name: str) -> None:
    look = style.find(name)
    part = look.opener
    measure = intro_measure(look, 360.0)
    short, long = "A gentle ride.\nAnd a second line.", "A long ride through many words that goes on and on. " * 12
    _, lines = drawn(OpenerPage(look=look, title="T", summary="2 puzzles", intro=short))
    texts = [line.text for line in lines]
    if name == "classic":
        assert texts[-2:] == short.split("\n") and all(abs(free(look, line, "centre")) <= 2 * HAIR for line in lines)
        assert lines[-2].y - lines[-1].y == pytest.approx(lines[-1].size * look.type.leading, abs=HAIR)
    page = OpenerPage(look=look, title="T", summary="2 puzzles", intro=long)
    _, lines = drawn(page)
    running = lines[2:]
    begins = min(line.x for line in running if line.y == running[0].y)
    edge = AREA[0] + {"left": 0.0, "centre": (360.0 - measure) / 2, "right": 360.0 - measure}[part.side]
    assert begins == pytest.approx(edge, abs=HAIR) and len({line.y for line in running}) > part.centred
    assert all(line.x + width(look, line) <= edge + measure + HAIR for line in running)
    assert " ".join(line.text for line in running).split() == long.split()
    # The whole height that it states is used, and no more.
    top = lines[0].y + lines[0].size * (look.type.title_leading + 0.6) / 2
    last = min(line.y for line in running)
    assert top - page.height(AREA) < last < top - page.height(AREA) + 1.2 * running[0].size


def test_an_introduction_that_would_crowd_its_opener_has_pages_of_its_own() -> None:
    look = style.find()
    long = "\n".join("A long ride through many words that goes on and on and then ends." for _ in range(60))
    first, *rest = opener_pages(look, "T", "2 puzzles", long, AREA)
    assert isinstance(first, OpenerPage) and first.intro == "" and rest
    assert all(isinstance(page, TextPage) and page.title == "" for page in rest)
    (alone,) = opener_pages(look, "T", "2 puzzles", "Short.", AREA)
    assert isinstance(alone, OpenerPage) and alone.intro == "Short."
    leaf = [Paragraph(look, "Words.", look.face("text"), 11.0, 4.0)]
    opener, more = opener_pages(look, "T", "2 puzzles", "", AREA, leaves=[leaf, leaf])
    assert isinstance(opener, OpenerPage) and len(opener.blocks) == 1 and isinstance(more, TextPage)


def test_images_of_an_introduction_are_made_smaller_before_they_leave_the_opener() -> None:
    look = style.find()

    class Tall:
        natural, height, ratio = 360.0, 900.0, 2.5

    image = ImageBlock(look, Tall())  # type: ignore[arg-type]
    (opener,) = opener_pages(look, "T", "2 puzzles", "", AREA, leaves=[[image]])
    assert isinstance(opener, OpenerPage)
    room = HIGH * look.opener.full
    (block,) = opener.blocks
    assert isinstance(block, ImageBlock) and block.most in [pytest.approx(room * share) for share in look.opener.image]
    assert opener.height(AREA) <= room
    # As large as leaves room for the words.
    larger = [share for share in look.opener.image if room * share > (block.most or 0) + 1]
    assert all(replace(opener, blocks=(replace(image, most=room * share),)).height(AREA) > room for share in larger)


@pytest.mark.parametrize("name", NAMES)
def test_measures_of_small_print_and_introductions_stay_between_their_bounds(name: str) -> None:
    look = style.find(name)
    small, page = look.small_print, look.opener
    for wide in (100.0, 200.0, 300.0, 400.0, 600.0, 900.0):
        found = small_print_width(look, wide)
        assert found <= wide and found <= small.most_measure
        assert found >= min(wide, small.least_measure, small.most_measure)
        assert found in (wide, small.most_measure, small.least_measure, pytest.approx(small.measure * wide))
        intro, most = intro_measure(look, wide), page.most_measure * look.scale_for(wide)
        assert intro <= max(wide, 0) and intro <= most
        assert intro in (wide, pytest.approx(most), page.least_measure, pytest.approx(page.measure * wide))
        assert intro >= min(wide, page.least_measure, most)
