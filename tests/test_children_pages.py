"""Pages of a child's book: how to play in four pictures."""

from __future__ import annotations

import pytest

from bookmaker.base.language import languages, load
from bookmaker.printing.grids.symbols import DIGITS
from bookmaker.printing.pages.children import CardsPage, cards_of, readable
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.front_matter import how_to_play_cards
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
