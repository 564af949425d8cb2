"""The key `symbols` of a spec: what it becomes, what a grid cannot have, what is said of a wrong one, its JSON Schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded, properties, refusal, section
from conftest import every_kind

from bookmaker.base import language
from bookmaker.printing.grids.symbols import DIGITS, PICTURE_SETS
from bookmaker.printing.grids.symbols import picture as sign
from bookmaker.publishing.book.spec.symbol_keys import NAMES, SymbolWish
from bookmaker.puzzles.rules import geometry

WORDS = language.load("en")


@pytest.mark.parametrize(
    ("wish", "count", "values"),
    [
        (SymbolWish("digits"), 25, True),
        (SymbolWish("letters"), 25, False),
        (SymbolWish("1-16"), 25, True),
        (SymbolWish("0-F"), 16, False),
        (SymbolWish("own", "ABCDEF"), 6, False),
        (SymbolWish("word", "DUMPLINGS"), 9, False),
        *((SymbolWish(name), len(own), False) for name, own in PICTURE_SETS.items()),
    ],
)
def test_a_set_has_so_many_symbols(wish: SymbolWish, count: int, values: bool) -> None:
    assert (wish.count, wish.values) == (count, values)
    assert wish.name in NAMES or wish.name in ("own", "word")


def test_symbols_are_made_for_the_size_of_the_grid() -> None:
    for size in (4, 9, 16):
        for name, texts in (
            ("digits", DIGITS.texts[:size]),
            ("1-16", tuple(str(number) for number in range(1, size + 1))),
            ("0-F", tuple("0123456789ABCDEF"[:size])),
            ("letters", tuple(WORDS.text("symbols.letters")[:size])),
        ):
            made = SymbolWish(name).made(size, WORDS)
            noun = "letter" if name == "letters" else "digit"
            assert (made.texts, made.names, made.noun, made.row) == (texts, texts, noun, "none")
    own = SymbolWish("own", "ABCDEF").made(6, WORDS)
    assert (own.texts, own.names, own.noun, own.word) == (tuple("ABCDEF"), tuple("ABCDEF"), "letter", "")
    for name, pictures in PICTURE_SETS.items():
        made = SymbolWish(name).made(4, WORDS)
        assert (made.noun, made.row) == ("picture", "models")
        assert made.texts == tuple(map(sign, pictures[:4]))
        assert made.names == tuple(WORDS.text(f"picture.{one}") for one in pictures[:4])


def test_the_letters_of_a_word_are_told_in_the_order_of_the_alphabet() -> None:
    made = SymbolWish("word", "BARK").made(4, WORDS)
    assert (made.texts, made.names, made.word, made.noun) == (tuple("BARK"), tuple("BARK"), "BARK", "letter")
    assert [made.texts[digit - 1] for digit in made.order()] == ["A", "B", "K", "R"]


@pytest.mark.parametrize(
    ("row", "of_pictures", "of_letters"), [(None, "models", "none"), ("none",) * 3, ("models",) * 3]
)
def test_a_row_stands_above_pictures_and_words_unless_the_spec_says_otherwise(
    row: Any, of_pictures: str, of_letters: str
) -> None:
    assert SymbolWish("animals", row=row).made(9, WORDS).row == of_pictures
    assert SymbolWish("word", "DUMPLINGS", row).made(9, WORDS).row == of_pictures
    assert SymbolWish("letters", row=row).made(9, WORDS).row == of_letters
    for wish in (
        SymbolWish("animals", row="cut-out"),
        SymbolWish("word", "DUMPLINGS", "cut-out"),
        SymbolWish("0-F", row="cut-out"),
    ):
        assert wish.made(9, WORDS).row == "pieces"


SIX = "take a word of 6 different letters"
DIGITS_WANTED = "give this section `symbols: digits`"


@pytest.mark.parametrize(
    ("wish", "kind", "size", "said", "advice"),
    [
        (SymbolWish("word", "BARKS"), "classic", 6, "the word BARKS has 5 letters, and a 6x6 grid needs 6", SIX),
        (SymbolWish("word", "BARKING"), "classic", 6, "the word BARKING has 7 letters, and a 6x6 grid needs 6", SIX),
        (SymbolWish("word", "BARKED"), "classic", 6, "", ""),
        (SymbolWish("own", "flowers"), "classic", 9, "no set of symbols is called `flowers`",
         "there are digits, letters, 1-16, 0-F, shapes, animals, fruit; symbols of your own for a 9x9 grid are 9"),
        (SymbolWish("own", "flowers"), "classic", 6, "no set of symbols is called `flowers`",
         "there are digits, letters, 1-16, 0-F, shapes, animals, fruit; symbols of your own for a 6x6 grid are 6"),
        (SymbolWish("own", "flower"), "classic", 6, "", ""),
        (SymbolWish("own", "FLOWERS"), "classic", 6, "", ""),
        (SymbolWish("own", "FLOWERS"), "classic", 9, "'FLOWERS' has 7 symbols, and a 9x9 grid needs 9", ""),
        (SymbolWish("own", "fl+wers"), "classic", 6, "no set of symbols is called `fl+wers`",
         "there are digits, letters, 1-16, 0-F, shapes, animals, fruit; symbols of your own for a 6x6 grid are 6"),
        (SymbolWish("own", "цветы"), "classic", 9, "'цветы' has 5 symbols, and a 9x9 grid needs 9", ""),
        (SymbolWish("0-F"), "classic", 16, "", ""),
        (SymbolWish("0-F"), "classic", 25, "`0-F` has 16 symbols, and a 25x25 grid needs 25", ""),
        (SymbolWish("1-16"), "classic", 25, "", ""),
        (SymbolWish("animals"), "classic", 9, "", ""),
        (SymbolWish("letters"), "killer", 9, "sums can be reckoned with numbers only", DIGITS_WANTED),
        (SymbolWish("1-16"), "killer", 9, "", ""),
        (SymbolWish("digits"), "killer", 9, "", ""),
        (SymbolWish("letters"), "non-consecutive", 9, "its rule is about consecutive digits", DIGITS_WANTED),
        (SymbolWish("letters"), "even-odd", 9, "its clues speak of digits", DIGITS_WANTED),
        (SymbolWish("letters"), "arrow", 9, "its clues speak of digits", DIGITS_WANTED),
        (SymbolWish("letters"), "kropki", 9, "its clues compare digits", DIGITS_WANTED),
        (SymbolWish("letters"), "thermometers", 9, "its clues compare digits", DIGITS_WANTED),
        (SymbolWish("letters"), "fortress", 9, "its clues compare digits", DIGITS_WANTED),
        (SymbolWish("letters"), "x", 9, "", ""),
        (SymbolWish("letters"), "anti-knight", 9, "", ""),
        (SymbolWish("digits"), "easy-as-abc", 6, "a easy-as-abc puzzle has letters, and a sign for the cell that stays empty",
         "leave out `symbols`"),
    ],
)  # fmt: skip
def test_a_grid_cannot_have_all_symbols(wish: SymbolWish, kind: str, size: int, said: str, advice: str) -> None:
    found = [(fault.message, fault.advice) for fault in wish.faults(geometry(kind, size), None)]
    if advice == DIGITS_WANTED:
        said = f"a {kind} puzzle cannot have other symbols than digits or numbers: {said}"
    assert found == ([(said, advice)] if said else [])
    place: Any = object()
    assert all(fault.place is place for fault in wish.faults(geometry(kind, size), place))


def test_a_spec_and_its_puzzles_have_one_answer() -> None:
    for puzzle in every_kind():
        ground = puzzle.geometry
        for wish in (SymbolWish("letters"), SymbolWish("1-16")):
            before = list(wish.faults(geometry(ground.kind, ground.size), None))
            assert before == list(wish.faults(ground, None)), ground.kind


WANTED = (
    "`digits`, `letters`, `1-16`, `0-F`, `shapes`, `animals` or `fruit`, the symbols themselves such as `ABCDEFGHI`, or a word "
    "such as `{word: DUMPLINGS}`"
)


@pytest.mark.parametrize(
    ("written", "size", "wish"),
    [
        ("animals", 9, SymbolWish("animals")),
        ("ABCD", 4, SymbolWish("own", "ABCD")),
        ("abcdef", 6, SymbolWish("own", "abcdef")),
        ("{set: animals}", 9, SymbolWish("animals")),
        ("{set: ABCD, row: models}", 4, SymbolWish("own", "ABCD", "models")),
        ("{word: bark}", 4, SymbolWish("word", "BARK")),
        ("{word: BARK, on: row, row: none}", 4, SymbolWish("word", "BARK", "none", "row")),
        ("{word: BARK, on: diagonal}", 4, SymbolWish("word", "BARK", None, "diagonal")),
    ],
)
def test_symbols_are_read(tmp_path: Path, written: str, size: int, wish: SymbolWish) -> None:
    kind = "x" if "diagonal" in written else "classic"
    spec = loaded(tmp_path, section(f"puzzles: {{kind: {kind}, count: 1, size: {size}}}, symbols: {written}"))
    assert spec.sections[0].symbols == wish


@pytest.mark.parametrize(
    ("written", "column", "said", "advice"),
    [
        ("{st: animals}", 2, "`symbols` has no key `st`", "there are set, word, pictures, row, on"),
        (
            "{row: none}",
            1,
            "`symbols` must have one of `set`, `word` and `pictures`",
            "such as {set: animals, row: cut-out}",
        ),
        (
            "{set: animals, word: BARK}",
            1,
            "`symbols` must have one of `set`, `word` and `pictures`",
            "such as {set: animals, row: cut-out}",
        ),
        ("{set: animals, on: row}", 16, "`on` is the place of a word, and `word` is missing", "leave it out"),
        ("{set: animals, row: up}", 21, "`row` must be `none`, `models` or `cut-out`, not the text 'up'", ""),
        ("{word: BARK, on: up}", 18, "`on` must be `row`, `diagonal` or `any`, not the text 'up'", ""),
        ("{word: BA-K}", 8, "the word BA-K must be made of letters only", ""),
        ("{word: bark b}", 8, "the word BARK B must be made of letters only", ""),
        ("{word: ABBA}", 8, "the word ABBA has `A` and `B` twice", "each must come once"),
        ("{word: ABCDEFGHIJKLMNOPQRSTUVWXYZ}", 8, "`word` has 26 characters; there is room for 25", ""),
        ("ABCA", 1, "`symbols`: 'ABCA' has `A` twice", "each must come once"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1, "`symbols` has 26 characters; there is room for 25", ""),
        ("{set: ABCA}", 7, "`set`: 'ABCA' has `A` twice", "each must come once"),
        ("ABC", 1, f"`symbols` must be {WANTED}, not the text 'ABC'", ""),
        ("AB CD", 1, f"`symbols` must be {WANTED}, not the text 'AB CD'", ""),
        ("animls", 1, f"`symbols` must be {WANTED}, not the text 'animls'", "did you mean `animals`?"),
        ("[ABCD]", 1, f"`symbols` must be {WANTED}, not a list", ""),
    ],
)
def test_wrong_symbols_are_refused_where_they_stand(
    tmp_path: Path, written: str, column: int, said: str, advice: str
) -> None:
    start = "sections: [{title: B, puzzles: {count: 1, size: 4}, symbols: "
    place = f"2:{len(start) + column}"
    assert refusal(tmp_path, f"book: {{title: A}}\n{start}{written}}}]\n") == (f"{place}: {said}", advice)


def test_the_schema_of_symbols() -> None:
    schema = properties("sections", "items", "else", "symbols")
    text = {"type": "string", "minLength": 4, "maxLength": 25}
    rows = {"enum": ["none", "models", "cut-out"], "description": "The row above a puzzle."}
    named, listed, by_set, by_word, by_pictures = schema["anyOf"]
    assert named == {**text, "examples": list(NAMES)}
    assert listed == {"enum": list(NAMES)}
    assert by_set == {
        "type": "object",
        "properties": {
            "set": {"anyOf": [{"enum": list(NAMES)}, text], "description": "A name, or the symbols themselves."},
            "row": rows,
        },
        "required": ["set"],
        "additionalProperties": False,
    }
    assert by_word == {
        "type": "object",
        "properties": {
            "word": {**text, "description": "A word of different letters that the answer shows."},
            "row": rows,
            "on": {"enum": ["row", "diagonal", "any"], "description": "Where the word can be read in the answer."},
        },
        "required": ["word"],
        "additionalProperties": False,
    }
    assert (by_pictures["required"], set(by_pictures["properties"])) == (["pictures"], {"pictures", "row"})
