"""The page of rules, block by block: which rules it has, in which order, and in which words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rules_page_data import EXAMPLE, NINE, ROWS, WORDS, ground_of, in_letters, letters_of, puzzle, say, tips, told

from bookmaker.base.language import load
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.front_matter import rule_keys, section_rules
from bookmaker.publishing.explain.step_words import with_nouns
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


def test_the_rules_of_a_classic_book_stand_in_their_order() -> None:
    book = [puzzle(level="hard", given=1), puzzle(), puzzle(level="hard")]
    assert told(book) == [
        *say("how.classic", **NINE),
        EXAMPLE,
        "# Ways to begin",
        *tips("how.tips"),
        "# The levels in this book",
        f"Easy. | {WORDS.text('how.level.easy')}",
        f"Hard. | {WORDS.text('how.level.hard')}",
        "# The answers",
        f"{WORDS.text('how.answers.back')} {WORDS.text('how.answers.grid')}",
    ]


@pytest.mark.parametrize(
    ("kind", "size", "base", "tips_of", "level", "killer"),
    [
        ("twin", 9, "several", "tips", "level", False),
        ("jigsaw", 6, "regions", "region_tips", "region_level", False),
        ("latin", 6, "square", "square_tips", "square_level", False),
        ("killer", 6, "killer_grid", "tips", "", True),
        ("jigsaw+killer", 6, "regions", "region_tips", "", True),
        ("killer+latin", 6, "square", "square_tips", "", True),
    ],
)
def test_each_shape_of_grid_has_its_own_rules_ways_and_levels(
    kind: str, size: int, base: str, tips_of: str, level: str, killer: bool
) -> None:
    found = told([puzzle(kind, size)])
    ground = ground_of(kind, size)
    height, width = ground.box
    fields = {"size": size, "height": height, "width": width, "range": f"a digit from 1 to\N{NO-BREAK SPACE}{size}"}
    rules = say(f"how.{base}", **fields)
    assert found[: len(rules)] == rules
    assert (say("how.killer")[0] in found) is killer
    begin = found.index("# Ways to begin")
    end = found.index("# The levels in this book")
    own = tips(f"how.{tips_of}")
    assert found[end - len(own) : end] == own
    assert (end - begin - 1 - len(own)) == (3 if killer else 0)
    region = "region_" if ground.regions else ""
    wanted = f"how.{level}.easy" if level else f"how.{region}killer_level.easy"
    assert found[end + 1] == f"Easy. | {WORDS.text(wanted)}"
    pair = f"{ground.kind} {size}"
    assert f"[{pair}: Puzzle | {pair}: Answer]" in found


def test_grids_of_other_sizes_are_named_once_each_the_smallest_first() -> None:
    found = told([puzzle(), puzzle(size=6), puzzle(size=4), puzzle("x", 6), puzzle(size=6)])
    fields = [
        {"size": size, "height": 2, "width": width, "range": f"a digit from 1 to\N{NO-BREAK SPACE}{size}"}
        for size, width in ((4, 2), (6, 3))
    ]
    classic = say("how.classic", **NINE)
    assert found[len(classic) : found.index(EXAMPLE)] == [WORDS.text("how.other_size", **own) for own in fields]


def test_what_other_grids_are_like_is_said_from_the_first_grid() -> None:
    six = {"size": 6, "height": 2, "width": 3, "range": "a digit from 1 to\N{NO-BREAK SPACE}6"}
    assert WORDS.text("how.other_boxed", **six) in told([puzzle("latin", 4), puzzle(size=6)])
    assert WORDS.text("how.other_square", size=6, range=six["range"]) in told([puzzle(), puzzle("latin", 6)])
    # Regions are explained by their own text.
    found = told([puzzle(), puzzle("jigsaw", 6)])
    assert found[: found.index(EXAMPLE)] == say("how.classic", **NINE)


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
def test_a_rule_speaks_of_what_is_printed_in_its_own_puzzles(code: str) -> None:
    words = load(code)
    digit, letter = {
        "de": ("Ziffer", "Letter"),
        "en": ("digit", "letter"),
        "es": ("cifra", "letra"),
        "fr": ("chiffre", "caractère"),
        "ru": ("цифр", "букв"),
    }[code]

    def said(book: Sequence[GradedPuzzle]) -> tuple[str, str]:
        """The text on thermometers or diagonals, and that on the level hard."""
        found = told(book, words=words)
        texts = [*words.paragraphs("how.thermometers"), *words.paragraphs("how.x")]
        texts += with_nouns(words, letters_of(9), texts)
        (rule,) = (text for text in found if text.removesuffix(" >") in texts)
        (level,) = (text for text in found if text.startswith(words.text("level.hard")))
        return rule, level

    letters, bulbs = in_letters(puzzle()), puzzle("thermometers", level="hard")
    rule, level = said([letters, bulbs])
    assert digit in rule and letter not in rule
    assert digit in level and letter not in level
    rule, level = said([puzzle(), in_letters(puzzle("x", level="hard"))])
    assert letter in rule and digit not in rule
    assert letter in level and digit not in level
    # Kinds of several rules yield to the one that is named after the rule.
    rule, _ = said([letters, puzzle("x", level="hard"), *[in_letters(puzzle("x+anti-king", level="hard"))] * 2])
    assert digit in rule and letter not in rule
    # Of different symbols those of the first example do as well as others.
    rule, _ = said([letters, *[puzzle("x", level="hard")] * 2, in_letters(puzzle("x", level="hard"))])
    assert letter in rule and digit not in rule


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
@pytest.mark.parametrize(
    ("kind", "reckoned"),
    [
        *[(kind, False) for kind in ("classic", "x", "thermometers", "kropki", "greater-than", "skyscrapers")],
        *[(kind, True) for kind in ("killer", "arrow", "little-killer", "sandwich", "x-sums", "outside-sums", "xv")],
        *[(kind, True) for kind in ("ten-lines", "zippers", "differences", "operations", "calcudoku")],
    ],
)
def test_there_is_something_to_add_up_in_a_book_with_sums(code: str, kind: str, reckoned: bool) -> None:
    words = load(code)
    ground = geometry(kind)
    made = puzzle(kind) if not ground.clued else as_graded(Puzzle(geometry(kind, 9, None, ()), bytes(81)), "easy")
    rules = "\n".join(told([puzzle(), puzzle(), made], words=words))
    assert (words.text("how.no_sums").strip() in rules) is not reckoned
    # So there is where a section of its own teaches the sums.
    taught = "\n".join(told([puzzle(), puzzle(), made], words=words, opened=[made.puzzle.geometry.rules]))
    assert (words.text("how.no_sums").strip() in taught) is not reckoned
    assert words.paragraphs("how.classic", **NINE, no_sums="")[-1].rstrip(" ") in rules


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
@pytest.mark.parametrize(
    ("kind", "key"), [("operations", 0), ("x+operations", 0), ("jigsaw+operations", 1), ("x+latin+operations", 2)]
)
def test_the_rule_of_cages_with_operations_names_boxes_where_there_are_some(code: str, kind: str, key: int) -> None:
    words = load(code)
    box, region = {
        "de": ("Block", "Gebiet"),
        "en": ("box", "region"),
        "es": ("bloque", "región"),
        "fr": ("bloc", "région"),
        "ru": ("блоке", "фигуре"),
    }[code]
    regions = ROWS[6] if "jigsaw" in kind else None
    made = as_graded(Puzzle(geometry(kind, 6, regions, ()), bytes(36)), "easy")
    texts = [words.paragraphs(f"how.{own}operations")[0] for own in ("", "region_", "square_")]
    assert [text for text in texts if f"{text} >" in told([puzzle(), made], words=words)] == [texts[key]]
    assert [text for text in texts if text in section_rules(words, [made])] == [texts[key]]
    assert box in texts[0] and region in texts[1] and not any(name in texts[2] for name in (box, region))


@pytest.mark.parametrize(
    ("kinds", "keys"),
    [
        (["classic"], []),
        (["classic", "x"], ["how.x"]),
        (["x", "classic", "windoku"], ["how.x", "how.windoku"]),
        (["killer", "killer"], []),
        (["classic", "killer"], ["how.killer"]),
        (["classic", "killer-x"], ["how.killer", "how.killer-x"]),
        (["killer", "killer-x", "x"], ["how.killer-x", "how.x"]),
        (["jigsaw"], []),
        (["classic", "jigsaw"], ["how.jigsaw"]),
        (["jigsaw", "toroidal"], ["how.toroidal"]),
        (["latin"], []),
        (["classic", "latin"], ["how.latin"]),
        (["classic", "twin", "x"], ["how.twin", "how.x"]),
    ],
)
def test_each_rule_is_explained_once_where_the_first_text_has_not_done_so(kinds: list[str], keys: list[str]) -> None:
    first, *others = map(ground_of, kinds)
    assert rule_keys(WORDS, first, others) == keys


def test_a_section_says_what_its_puzzles_have_beside_the_usual_rules() -> None:
    assert section_rules(WORDS, [puzzle("x"), puzzle("x", level="hard")]) == say("how.x")
    assert section_rules(WORDS, [puzzle("killer-x")]) == [*say("how.killer"), *say("how.killer-x")]
    assert section_rules(WORDS, [puzzle()]) == section_rules(WORDS, [puzzle("x"), puzzle()]) == []
    assert section_rules(WORDS, []) == []
