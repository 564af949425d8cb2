"""The examples of the page of rules: which of them it has, and what stands beside them."""

from __future__ import annotations

import pytest
from rules_page_data import EXAMPLE, LOOK, NINE, WORDS, part, puzzle, say, tips, told

from bookmaker.printing.text.text_blocks import Figures, Paragraph
from bookmaker.publishing.book.pages.front_matter import how_to_play, may_be_shown
from bookmaker.publishing.book.spec.own_words import OwnWords


@pytest.mark.parametrize(("kind", "size", "numbers"), [("killer", 9, (45, 17, 8, 9)), ("killer", 6, (21, 11, 5, 6))])
def test_sums_of_a_killer_are_those_of_its_size(kind: str, size: int, numbers: tuple[int, ...]) -> None:
    found = told([puzzle(kind, size)])
    fields = dict(zip(("total", "two_most", "two_low", "two_high"), numbers, strict=True))
    first, last = tips("how.killer_tips", **fields)
    begin = found.index("# Ways to begin")
    # The pictures of the last way stay with it.
    assert found[begin + 1 : begin + 3] == [first, f"{last} >"]
    assert found[begin + 3].startswith(f"[killer {size}: (")
    assert found[begin + 3].count(f"=\N{NO-BREAK SPACE}{numbers[0]}") == 2


def test_killers_among_others_have_their_rules_and_a_picture_after_the_example() -> None:
    """In books of several kinds Killers alone had no picture."""
    found = told([puzzle(), puzzle("killer", 6), puzzle("killer")])
    example, begin = found.index(EXAMPLE), found.index("# Ways to begin")
    small = {"size": 6, "height": 2, "width": 3, "range": "a digit from 1 to\N{NO-BREAK SPACE}6"}
    assert found[:example] == [*say("how.classic", sums=True, **NINE), WORDS.text("how.other_size", **small)]
    assert found[example + 1 : begin] == [f"{text} >" for text in say("how.killer")] + [
        "[killer 6: Puzzle | killer 6: Answer]"
    ]
    # The ways of the first grid with cages. Most puzzles are Killers, so that theirs come first.
    first, last = tips("how.killer_tips", total=21, two_most=11, two_low=5, two_high=6)
    assert found[begin + 1 : begin + 4] == ["In Killers: >", first, f"{last} >"]
    assert found[begin + 5 : begin + 9] == ["In all puzzles: >", *tips("how.tips")]


def test_ways_of_a_few_killers_come_after_the_usual_ones_and_say_so() -> None:
    found = told([puzzle(), puzzle(), puzzle("killer"), puzzle("x")])
    begin = found.index("# Ways to begin")
    first, last = tips("how.killer_tips", total=45, two_most=17, two_low=8, two_high=9)
    assert found[begin + 1 : begin + 7] == [*tips("how.tips"), "In Killers: >", first, f"{last} >"]


@pytest.mark.parametrize(
    "ways", [("Sums: {total}.", "*Rest.* Count."), ("Sums: {total}.", ""), ("", "*Rest.* Count."), ()]
)
def test_ways_of_killers_have_pictures_only_where_the_user_leaves_the_last_of_them(ways: tuple[str, ...]) -> None:
    mine = OwnWords({"how.killer_tips": ways}, {}).catalogue("en")
    found = told([puzzle("killer")], words=mine)
    own = found[found.index("# Ways to begin") + 1 : found.index(tips("how.tips")[0])]
    assert [text for text in own if not text.startswith("[")] == [
        *(["Sums: 45."] if "Sums: {total}." in ways else []),
        *(["Rest. | Count. >"] if "*Rest.* Count." in ways else []),
    ]
    assert any(text.startswith("[killer 9: (") for text in own[-1:]) is ("*Rest.* Count." in ways)


def test_rules_of_further_kinds_follow_the_example_each_with_a_puzzle_where_it_has_clues_or_several_grids() -> None:
    twin, thermo = puzzle("twin"), puzzle("thermometers")
    book = [puzzle(), puzzle("x"), thermo, twin]
    found = told(book)
    example, begin = found.index(EXAMPLE), found.index("# Ways to begin")
    middle = found[example + 1 : begin]
    (diagonals,), (bulbs,), (grids,) = say("how.x"), say("how.thermometers"), say("how.twin")
    assert diagonals in middle
    for text, kind in ((f"{bulbs} >", "thermometers"), (f"{grids} >", "twin")):
        assert middle[middle.index(text) + 1] == f"[{kind} 9: Puzzle | {kind} 9: Answer]"
    assert len(middle) == 5


def test_what_the_first_example_has_needs_no_picture_and_stands_before_it() -> None:
    found = told([puzzle("thermometers"), puzzle()])
    (text,) = say("how.thermometers")
    assert found.index(text) + 1 == found.index("[thermometers 9: Puzzle | thermometers 9: Answer]")
    assert sum(line.startswith("[") for line in found) == 1


def test_examples_that_were_made_go_before_puzzles_of_the_book() -> None:
    book, own = [puzzle(), puzzle("thermometers")], puzzle("thermometers", given=7)
    blocks = how_to_play(LOOK, WORDS, book, puzzle(), [part(book)], [own])
    shown = [picture for block in blocks if isinstance(block, Figures) for picture, _ in block.pictures]
    assert [one.geometry.kind for one in shown] == ["classic", "classic", "thermometers", "thermometers"]
    assert shown[2].digits[0] == 7
    assert not any(shown[2].digits[1:])


def test_rules_without_clues_have_no_pictures_of_their_own_but_for_cages() -> None:
    found = told([puzzle(), puzzle("killer-x"), puzzle("jigsaw")])
    pictures = [line for line in found[: found.index("# Ways to begin")] if line.startswith("[")]
    assert pictures == [EXAMPLE, "[killer-x 9: Puzzle | killer-x 9: Answer]"]
    said = (*say("how.killer"), *say("how.killer-x"), *say("how.jigsaw"))
    found = [text.removesuffix(" >") for text in found]
    assert [text for text in found if text in said] == [
        *say("how.killer"),
        *say("how.killer-x"),
        *say("how.jigsaw"),
    ]


def test_shades_lines_and_regions_have_small_examples_where_there_is_room() -> None:
    """A jigsaw and a Killer X had none, whatever room there was."""
    kinds = ("x", "jigsaw", "anti-diagonal", "killer-x", "anti-knight", "killer")
    book = [puzzle(), *map(puzzle, kinds)]
    keys = may_be_shown(WORDS, book, book[0], book[1:])
    assert sorted(keys) == ["how.anti-diagonal", "how.jigsaw", "how.killer-x", "how.x"]
    assert may_be_shown(WORDS, book, book[1], [book[4]]) == ["how.killer-x"]
    blocks = how_to_play(LOOK, WORDS, book, book[0], [part(book)], book[1:], keys[:2])
    shown = [block for block in blocks if isinstance(block, Figures) and block.pictures[0][1] == "Puzzle"]
    # The last is that of cages, which always has one, and a large one.
    *shown, cages = shown
    assert cages.pictures[0][0].geometry.kind == "killer" and len(shown) == 3
    assert {one.pictures[0][0].geometry.kind for one in shown[1:]} == {key.removeprefix("how.") for key in keys[:2]}
    assert all(one.height(400.0) < 0.85 * shown[0].height(400.0) for one in shown[1:])
    texts = [block for block in blocks if isinstance(block, Paragraph) and block.keep_with_next]
    assert {one.text for one in texts} >= {text for key in keys[:2] for text in say(key)}
