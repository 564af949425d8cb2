"""Pages of a child's book: how to play in four pictures, the thread through the book, frames around puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from book_data import loaded, refusal, section
from recorded import inks
from recorded import words as words_of

from bookmaker.base.language import languages, load
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.symbols import DIGITS
from bookmaker.printing.pages.page_furniture import Story, draw_frame
from bookmaker.printing.pages.reward_pages import CardsPage, cards_of, readable
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import pictures
from bookmaker.printing.styles.style_parts import Frame
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.matter import how_to_play_cards
from bookmaker.publishing.book.pages.page_fit import frame_of, name_line, words_on
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

CAPTIONS = ("missing", "row", "column", "box")


@pytest.mark.parametrize("size", [4, 6, 8, 9])
def test_cards_break_the_rules_only_in_the_barred_cell(size: int) -> None:
    ground = geometry("classic", size)
    cards = cards_of(ground, DIGITS, ("a", "b", "c", "d"))
    for card in cards:
        shown = [*card.picture.digits]
        if card.wrong is not None:
            assert shown[card.wrong]
            shown[card.wrong] = 0
        for house in ground.houses:
            held = [shown[cell] for cell in house.cells if shown[cell]]
            assert len(held) == len(set(held))
    first, second, third, last = cards
    assert first.asked is not None and not first.picture.digits[first.asked]
    assert second.right == first.asked and all(second.picture.digits[:size])
    assert third.right is not None and all(third.picture.digits[::size])
    assert last.wrong is not None
    assert any(
        house.kind == "box"
        and last.wrong in house.cells
        and [*last.picture.digits].count(last.picture.digits[last.wrong]) > 1
        and sum(last.picture.digits[cell] == last.picture.digits[last.wrong] for cell in house.cells) == 2
        for house in ground.houses
    )


@pytest.mark.parametrize("code", languages())
def test_captions_have_five_words_at_most_and_room_on_their_cards(code: str) -> None:
    words = load(code)
    captions = [words.text(f"child.cards.{name}") for name in CAPTIONS]
    assert all(len(caption.split()) <= 5 for caption in captions)
    look = style.find("children")
    page = how_to_play_cards(look, words, [as_graded(Puzzle(geometry("classic", 4), bytes(16)))], ())
    assert page is not None
    assert readable(look, page, (36, 56, 540, 684))
    assert not readable(look, page, (36, 56, 236, 256))


def test_only_plain_grids_of_a_style_with_cards_are_told_in_pictures() -> None:
    words, plain = load("en"), as_graded(Puzzle(geometry("classic", 4), bytes(16)))
    crossed = as_graded(Puzzle(geometry("x", 6), bytes(36)))
    child = style.find("children")
    assert isinstance(how_to_play_cards(child, words, [plain], ()), CardsPage)
    assert how_to_play_cards(child, words, [plain, crossed], ()) is None
    assert how_to_play_cards(style.find("classic"), words, [plain], ()) is None


AREA = (36.0, 56.0, 540.0, 684.0)


def story(at: int, words: str = "Hop!") -> Story:
    return Story(style.find("children"), None, ("c", pictures()), ("o", pictures()), at, 12, words)


def test_the_animal_walks_from_the_first_stone_to_its_goal() -> None:
    seen = []
    for at in (1, 7, 12):
        canvas = RecordingCanvas()
        one = story(at)
        assert one.draw(canvas, AREA) == one.below(AREA)
        hero, goal = [line for line in words_of(canvas) if line.face == "Pictures"]
        assert AREA[0] <= hero.x and hero.x + hero.size <= goal.x + 1e-6 and goal.x + goal.size <= AREA[2] + 1e-6
        stones = [ink for ink in inks(canvas) if ink.kind == "shape" and ink.ink == 1.0]
        assert len(stones) == at
        seen.append(hero.x)
    assert seen == sorted(seen)


def test_words_stay_on_the_page_however_long() -> None:
    for at in (1, 12):
        canvas = RecordingCanvas()
        story(at, "A very long sentence that nobody could say in one breath at all, ever.").draw(canvas, AREA)
        for ink in inks(canvas):
            assert all(AREA[0] - 1e-6 <= x <= AREA[2] + 1e-6 and y >= story(at).below(AREA)[3] for x, y in ink.points)


def test_each_sentence_is_said_once_and_words_of_cheer_between(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text("One.\n\n  Two.\nThree.\n", encoding="utf-8")
    book = book_of(
        loaded(tmp_path, section("puzzles: {size: 4, count: 1}") + "design: {style: children, story: story.txt}\n")
    )
    said = [words_on(book, page, 7) for page in range(7)]
    assert (said[0], said[3], said[6]) == book.story and all(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "`story`: the file `story.txt` has no text"),
        ("Short.\n" + "word " * 11, "story.txt:2:1: the line has more than 10 words"),
        (None, "there is no file"),
    ],
)
def test_a_story_that_cannot_be_told_is_refused(text: str | None, said: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "story.txt").write_text(text, encoding="utf-8")
    place, _ = refusal(tmp_path, section("puzzles: {size: 4, count: 1}") + "design: {story: story.txt}\n")
    assert said in place


@pytest.mark.parametrize("code", languages())
def test_sentences_of_every_language_are_short_and_as_many(code: str) -> None:
    words, english = load(code), load("en")
    for key, count in (("child.story", 24), ("child.cheers", 12)):
        lines = words.paragraphs(key)
        assert len(lines) == len(english.paragraphs(key)) == count == len(set(lines))
        assert all(len(line.replace("\u00a0", " ").split()) <= 8 for line in lines)


def test_a_book_has_no_thread_where_nobody_wants_one(tmp_path: Path) -> None:
    text = section("puzzles: {size: 4, count: 1}")
    assert book_of(loaded(tmp_path, text)).story == ()
    assert book_of(loaded(tmp_path, f"{text}design: {{style: children, story: none}}\n")).story == ()
    wide = book_of(loaded(tmp_path, f"{text}design: {{style: children}}\npage: {{trim: 8x10in}}\n"))
    low = book_of(loaded(tmp_path, f"{text}design: {{style: children}}\npage: {{trim: 6x8in}}\n"))
    assert isinstance(name_line(wide), Story) and name_line(low) is None


@pytest.mark.parametrize("kind", get_args(Frame))
def test_a_frame_lies_around_its_box_and_within_its_width(kind: Frame) -> None:
    look = style.find("children")
    canvas = RecordingCanvas()
    draw_frame(canvas, kind, (100, 100, 300, 300), look)
    pad = look.grid.frame_pad
    points = [(x + 100, y + 100) for ink in inks(canvas) for x, y in ink.points]
    assert points
    assert all(
        100 - pad - 1e-6 <= x <= 300 + pad + 1e-6 and 100 - pad - 1e-6 <= y <= 300 + pad + 1e-6 for x, y in points
    )
    assert all(x <= 100 + 1e-6 or x >= 300 - 1e-6 or y <= 100 + 1e-6 or y >= 300 - 1e-6 for x, y in points)


def test_frames_change_from_step_to_step() -> None:
    look = style.find("children")
    assert [frame_of(look, step) for step in range(5)] == ["band", "dots", "waves", "leaves", "band"]
    assert frame_of(style.find("classic"), 0) is None
