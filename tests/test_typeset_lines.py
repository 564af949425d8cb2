"""Breaking, balancing, shortening of lines, and dealing paragraphs onto pages: nothing lost, nothing too wide."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from typeset_data import LOOK, InkCanvas, text_blocks

from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.grids.step_picture import CandidatePicture
from bookmaker.printing.styles.fonts import load
from bookmaker.printing.styles.style import find as find_style
from bookmaker.printing.text.diagrams import Diagram, Diagrams
from bookmaker.printing.text.flow import draw_blocks, flow
from bookmaker.printing.text.lines import (
    NO_BREAK,
    balance_lines,
    break_lines,
    capitals,
    clean,
    even_lines,
    fitted_title,
    shorten,
)
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph, heading_of, text_of
from bookmaker.puzzles.rules import geometry

FONT = LOOK.face("text")
TEXTS = st.text(st.sampled_from("aWщ-–/ \u00a0 .…"), max_size=200)
WIDTHS = st.floats(30, 400)
SIZES = st.floats(7, 34)


def bare(text: str) -> str:
    return "".join(text.split())


@settings(max_examples=scaled(40, 200), deadline=None)
@given(text=TEXTS, size=SIZES, width=WIDTHS, balanced=st.booleans())
def test_no_word_is_lost_and_no_line_too_wide(text: str, size: float, width: float, balanced: bool) -> None:
    lines = (balance_lines if balanced else break_lines)(text, FONT, size, width)
    assert bare("".join(lines)) == bare(text)
    for line in lines:
        assert line.strip(" ") == line != ""
        assert FONT.width(line, size) <= width + 1e-3 or len(line) == 1
    whole = [word for word in clean(text).split(" ") if word]
    if all(FONT.width(word, size) <= width for word in whole):
        # With words that fit, lines break at spaces only: no-break spaces stay where they are.
        assert " ".join(lines) == " ".join(whole)


@settings(max_examples=scaled(20, 100), deadline=None)
@given(text=TEXTS, size=SIZES, width=WIDTHS)
def test_balanced_lines_are_as_few_and_no_more_uneven(text: str, size: float, width: float) -> None:
    greedy, balanced = break_lines(text, FONT, size, width), balance_lines(text, FONT, size, width)
    assert len(balanced) == len(greedy)

    def widest(lines: list[str]) -> float:
        return max((FONT.width(line, size) for line in lines), default=0.0)

    assert widest(balanced) <= widest(greedy) + 1e-3


@settings(max_examples=scaled(20, 100), deadline=None)
@given(
    words=st.lists(st.sampled_from(["one", "another", "three", "-", "–", "—"]), min_size=1, max_size=12), width=WIDTHS
)
def test_no_line_begins_with_a_dash_that_stands_between_words(words: list[str], width: float) -> None:
    text = " ".join(f"word {word} word" for word in words)
    if width < FONT.width("another —", 12):
        return
    for lines in (break_lines(text, FONT, 12, width), balance_lines(text, FONT, 12, width)):
        assert not any(line[0] in "-–—" for line in lines)


def test_a_title_is_balanced_and_does_not_leave_one_word_on_the_second_line() -> None:
    subtitle = "Fifty puzzles from a first warm-up to a long tunnel"
    assert break_lines(subtitle, load("NotoSerif-Italic"), 15, 342)[-1] == "tunnel"
    assert balance_lines(subtitle, load("NotoSerif-Italic"), 15, 342) == [
        "Fifty puzzles from a first",
        "warm-up to a long tunnel",
    ]


@pytest.mark.parametrize(
    ("title", "width", "lines"),
    [
        ("Судоку на все выходные", 240, ["Судоку", "на все", "выходные"]),
        ("Sudoku for all Weekenders", 180, ["Sudoku", "for all", "Weekenders"]),
        # Nothing can join the word, or it is no shorter than its neighbours.
        ("Weekenders a Weekenders", 260, ["Weekenders", "a", "Weekenders"]),
        ("The Samurai Book", 220, ["The", "Samurai", "Book"]),
    ],
)
def test_no_line_of_one_short_word_stands_between_longer_ones(title: str, width: float, lines: list[str]) -> None:
    face = LOOK.face("title")
    size = width / face.width(max(title.split(), key=len), 1.0) * 0.99
    assert balance_lines(title, face, size, width) == lines


def test_words_too_long_break_best_at_no_break_spaces_then_hyphens() -> None:
    assert break_lines(f"aaaa{NO_BREAK}bbbb", FONT, 10, 30) == ["aaaa", "bbbb"]
    assert break_lines("aaaa-bbbb", FONT, 10, 35) == ["aaaa-", "bbbb"]
    assert "".join(break_lines("a" * 50, FONT, 10, 30)) == "a" * 50


def test_line_feeds_break_lines() -> None:
    assert break_lines("One.\nTwo.\n\nThree.", FONT, 10, 300) == ["One.", "Two.", "Three."]


def test_no_line_breaks_before_a_mark_or_inside_quotes_as_french_has_them() -> None:
    assert clean("Tous à table !") == f"Tous à table{NO_BREAK}!"
    assert clean("« Oui » ; et : non ?") == f"«{NO_BREAK}Oui{NO_BREAK}»{NO_BREAK}; et{NO_BREAK}: non{NO_BREAK}?"
    assert clean("a :b ?!") == "a :b ?!"
    assert break_lines("aaaa bbbb !", FONT, 10, 45) == ["aaaa", f"bbbb{NO_BREAK}!"]


def test_white_space_that_fonts_lack_is_made_plain() -> None:
    assert clean("a\tb\u2009c\u202fd\u00a0e\u00adf\ng") == f"a b c{NO_BREAK}d{NO_BREAK}ef\ng"
    canvas = InkCanvas()
    draw_blocks(canvas, [text_of(LOOK, "a\tb\u2009c\u2003d\u00adé")], (0, 0, 300, 300))
    assert [text for _, _, text, _, _ in canvas.strings] == ["a b c dé"]


@settings(max_examples=scaled(30, 150), deadline=None)
@given(text=TEXTS, size=SIZES, width=WIDTHS)
def test_shortened_text_fits_and_says_that_it_is_shortened(text: str, size: float, width: float) -> None:
    text = clean(text)
    short = shorten(text, FONT, size, width)
    assert FONT.width(short, size) <= width + 1e-3
    if short != text:
        assert FONT.width(text, size) > width
        assert short == "" or (short.endswith("…") and text.startswith(short[:-1]))


@settings(max_examples=scaled(20, 100), deadline=None)
@given(text=TEXTS.filter(str.strip), width=WIDTHS, height=st.floats(20, 300))
def test_titles_fit_their_frame(text: str, width: float, height: float) -> None:
    size, lines = fitted_title(text, LOOK, 34, width, height)
    assert 7 <= size <= 34
    assert len(lines) == 1 or len(lines) * size * 1.22 <= height + 1e-3
    for line in lines:
        assert LOOK.face("title").width(line, size) <= width + 1e-3 or len(line) == 1


def test_a_last_line_is_no_scrap_where_narrower_lines_can_help_it() -> None:
    sentence = "The cells of a diagonal tell you as much about each other as those of a row do."
    words = [(word, FONT) for word in sentence.split(" ")]
    width = FONT.width(" ".join(word for word, _ in words[:-1]), 10) + 1
    lines = even_lines(words, 10, width, LOOK.type.scrap)
    assert [word for line in lines for word in line] == words
    assert len(lines) == 2
    assert len(lines[-1]) > 1


@settings(max_examples=scaled(20, 100), deadline=None)
@given(
    counts=st.lists(st.integers(1, 120), min_size=1, max_size=6),
    width=st.floats(80, 300),
    height=st.floats(60, 300),
    first=st.floats(0.3, 1.0),
)
def test_flow_keeps_every_line_and_leaves_none_alone(
    counts: list[int], width: float, height: float, first: float
) -> None:
    blocks: list[Block] = [
        replace(text_of(LOOK, " ".join(["word"] * count), "Lead it."), before=8.0) for count in counts
    ]
    dealt = flow(blocks, width, height, height * first)
    drawn = 0
    for number, page in enumerate(dealt):
        room = height * (first if number == 0 else 1.0)
        canvas = InkCanvas()
        draw_blocks(canvas, page, (0, 0, width, room))
        drawn += sum(text.count("word") for _, _, text, _, _ in canvas.strings)
        assert sum(b.height(width) + (b.before if i else 0.0) for i, b in enumerate(page)) <= room + 1e-3
        for block in page:
            assert isinstance(block, Paragraph)
            split = block.skip or block.take is not None
            assert not split or len(block.lines(width)) >= 2
    assert drawn == sum(counts)


def test_a_heading_does_not_stay_behind_a_paragraph_too_short_to_be_split() -> None:
    heading, filler = heading_of(LOOK, "Heading"), text_of(LOOK, "word")
    body = next(text_of(LOOK, "word " * n) for n in range(200) if len(text_of(LOOK, "word " * n).lines(200)) == 3)
    room = filler.height(200) + heading.before + heading.height(200) + body.before + 2.5 * body.line
    assert [len(page) for page in flow([filler, heading, body], 200, room)] == [1, 2]


def test_a_heading_goes_over_with_its_text() -> None:
    heading = heading_of(LOOK, "Heading")
    body = text_of(LOOK, "word " * 80)
    line = body.line
    filler = text_of(LOOK, "word")
    room = filler.height(200) + 14 + heading.height(200) + 6 + line * 1.5
    assert len(flow([filler, heading, body], 200, room)[0]) == 1
    room += line
    first, *_ = flow([filler, heading, body], 200, room)
    assert len(first) == 3


@pytest.mark.parametrize(("width", "across"), [(342, True), (200, True), (144, False)])
def test_figures_stand_one_under_another_where_digits_would_be_too_small(width: float, across: bool) -> None:
    figures = next(block for block in text_blocks() if isinstance(block, Figures))
    canvas = InkCanvas()
    figures.draw(canvas, 0, 500, width)
    (first, _), (second, _) = canvas.outlines
    assert (first[1] == second[1]) == across
    assert min(size for _, _, size in canvas.digits) >= 7
    assert figures.fitted(width, 80, force=True).height(width) <= 80
    canvas = InkCanvas()
    figures.fitted(width, 80).draw(canvas, 0, 500, width)
    assert min(size for _, _, size in canvas.digits) >= 7


def test_room_for_a_puzzle_is_room_for_its_answer() -> None:
    """The digits of an answer may need a larger cell than those of its puzzle, which alone has to fit a page."""
    look, ground = find_style("high-contrast"), geometry("clueless-1")
    puzzle = GridPicture(ground, bytes([1] * ground.cell_count))
    answer = replace(puzzle, bold=frozenset({0}), plain="answer")
    both = Figures(look, ((puzzle, "Sudoku"), (answer, "Answer")))
    width = next(width for width in range(200, 500) if both.readable(width))
    assert both.split(width + 60, 1000, force=False)
    for height in range(width, width + 80, 4):
        assert both.fitted(width + 60, height).split(width + 60, 1000, force=False), height


def test_figures_too_small_to_read_grow_no_more_than_they_need_and_stay_alike_over_pages() -> None:
    look, ground = find_style("modern"), geometry("gattai-8")
    puzzle = GridPicture(ground, bytes([1] * ground.cell_count))
    both = Figures(look, ((puzzle, "Puzzle"), (replace(puzzle, bold=frozenset({0}), plain="answer"), "Answer")))
    canvas = InkCanvas()
    both.draw(canvas, 0, 900, 540)
    assert look.type.least <= min(size for _, _, size in canvas.digits) < look.type.least + 0.1
    # Nothing stands beside another, and a page that has room for one has room for the other, at the same size.
    left, right = min(box[0] for _, box, _ in canvas.digits), max(box[2] for _, box, _ in canvas.digits)
    pages = both.split(540, 1000, force=False)
    assert pages
    assert pages[0].height(540) == pages[1].height(540)
    # As high as its rows and a caption, not a square.
    assert pages[0].height(540) < (right - left) * ground.height / ground.width + 40
    assert pages[1].fitted(540, pages[1].height(540) - 5).same == 0


def test_diagrams_too_high_for_a_page_become_smaller_and_no_smaller_than_can_be_read() -> None:
    shown = CandidatePicture(geometry("classic", 4), bytes(16), (15,) * 16)
    row = Diagrams(LOOK, (Diagram(shown, "1. Heading", "Words."),), 1, 200.0)
    usual = row.height(300)
    assert row.fitted(300, usual) == replace(row, most=row.side(300))
    assert usual - 30 < row.fitted(300, usual - 20).height(300) <= usual - 20
    assert 18 <= row.fitted(300, 1.0).most <= 20
    assert 18 <= replace(row, most=201.0).fitted(300, 1.0).most <= 20


def test_capitals_leave_a_letter_for_a_word_before_a_number() -> None:
    """A Russian "с. 12" (page 12) became "С. 12"."""
    assert capitals("Ответ на\u00a0с.\u00a042") == "ОТВЕТ НА\u00a0с.\u00a042"
    assert capitals("Ответ с. 4, час. 5, с. а") == "ОТВЕТ с. 4, ЧАС. 5, С. А"
    assert capitals("page\u00a012") == "PAGE\u00a012"
