"""What the page of rules says of a book: its levels, answers and symbols, in the words of the user where there are some."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rules_page_data import EXAMPLE, WORDS, in_letters, part, puzzle, say, told

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.styles import style
from bookmaker.publishing.book.pages.front_matter import levels_of, section_summary
from bookmaker.publishing.book.pages.slots import Dressed
from bookmaker.publishing.book.spec.own_words import OwnWords
from bookmaker.publishing.book.spec.symbol_keys import NUMBERS, SymbolWish


def test_letters_above_nine_are_explained_with_the_last_of_them() -> None:
    for sizes, largest, last in (((16,), 16, "G"), ((9, 12), 12, "C"), ((12, 9, 16), 16, "G")):
        assert say("how.letters", size=largest, last=last)[0] in told([puzzle(size=size) for size in sizes])
    for sizes in ((9, 6), (6,), (9,)):
        assert not any("printed as letters" in text for text in told([puzzle(size=size) for size in sizes]))


def test_letters_above_nine_are_those_of_digits_in_a_book_of_letters() -> None:
    large = puzzle(size=12)
    assert say("how.letters", size=12, last="C")[0] in told([in_letters(puzzle()), large])


def test_answers_in_one_place_are_spoken_of_as_what_is_printed_there() -> None:
    letters, digits, drawn = in_letters(puzzle(given=1)), puzzle(given=1), in_letters(puzzle(given=1), "animals")
    bold = WORDS.text("how.answers.grid")
    parts = [part([letters], "A"), part([digits], "B", "foot"), part([drawn], "C", "section")]
    back, foot, section = told([letters, digits, drawn], parts=parts)[-3:]
    assert back.endswith(bold.replace("Digit", "Letter")) and foot.endswith(bold) and "bold" not in section


def test_answers_in_several_places_are_told_by_sections() -> None:
    given, bare = [puzzle(given=1)], [puzzle()]
    bold = WORDS.text("how.answers.grid")
    back, row, foot = (WORDS.text(f"how.answers.{key}") for key in ("back", "row", "foot"))
    parts = [part(bare, "A"), part(given, "B", "foot"), part(bare, "C"), part(given, "D", "back", "row")]
    found = told([*bare, *given], parts=parts)
    assert found[found.index("# The answers") + 1 :] == [
        f"A, C: | {back}",
        f"B: | {foot} {bold}",
        f"D: | {back} {row}",
    ]
    # One with givens is enough.
    assert told(given, parts=[part(bare), part([*bare, *given])])[-1] == f"{back} {bold}"


def test_levels_occur_once_easiest_first_and_name_a_section() -> None:
    book = [puzzle(level=level) for level in ("hard", "beginner", "hard", "beyond", "easy")]
    assert levels_of(book) == ["beginner", "easy", "hard", "beyond"]
    assert levels_of([]) == []
    space = "\N{NO-BREAK SPACE}"
    assert section_summary(WORDS, book, "Hard Rain") == f"5{space}puzzles · beginner to off the scale"
    assert section_summary(WORDS, book[:1], "Rain") == f"1{space}puzzle · hard"
    assert section_summary(WORDS, book[:1], "Too HARD") == f"1{space}puzzle"


def test_levels_of_killers_beyond_hard_are_those_of_all_puzzles() -> None:
    found = told(
        [puzzle("killer", level="expert"), puzzle("jigsaw+killer", level="hard"), puzzle("killer", level="hard")]
    )
    assert f"Expert. | {WORDS.text('how.level.expert')}" in found
    # Where only some have regions, the text speaks of boxes.
    assert f"Hard. | {WORDS.text('how.killer_level.hard')}" in found


def test_a_level_is_explained_by_boxes_where_any_of_its_puzzles_has_boxes() -> None:
    for kinds, key in (
        (("latin", "classic", "jigsaw"), "how.level.medium"),
        (("jigsaw",), "how.region_level.medium"),
        (("latin",), "how.square_level.medium"),
        (("classic", "latin"), "how.level.medium"),
    ):
        found = told([puzzle(kind, level="medium") for kind in kinds])
        marked = f" {WORDS.text('how.medium_plus', level='Medium+')}" if "classic" in kinds else ""
        assert f"Medium. | {WORDS.text(key)}{marked}" in found


def test_a_child_is_told_of_stars_where_levels_are_stars() -> None:
    look = style.find("children")
    words = OwnWords({}, {}).catalogue("en", "child")
    found = told([puzzle(size=4)], look=look, words=words)
    stars = found.index(f"# {words.text('child.stars_title')}")
    assert found[stars + 1 :] == [
        words.text("child.stars"),
        f"# {words.text('how.answers_title')}",
        *words.paragraphs("child.answers"),
    ]
    assert not any(line.startswith(f"# {words.text('how.levels_title')}") for line in found)
    plain = told([puzzle(size=4)], words=words)
    assert words.text("child.stars") not in plain
    assert f"# {words.text('how.levels_title')}" in plain
    named = replace(look, labels=replace(look.labels, right="{level}"))
    assert f"# {words.text('how.levels_title')}" in told([puzzle(size=4)], look=named, words=words)


def test_what_the_user_empties_is_left_out() -> None:
    mine = OwnWords(
        {"how.classic": ("", "Fill {size}.", ""), "how.tips": ("", "*Begin.* "), "how.answers.back": ""}, {}
    )
    found = told([puzzle()], words=mine.catalogue("en"))
    assert found[:3] == ["Fill 9.", EXAMPLE, "# Ways to begin"]
    assert found[3:5] == ["Begin. | ", "# The levels in this book"]
    assert found[-1] == "# The answers"


@pytest.mark.parametrize(
    ("wish", "shown"),
    [("letters", "one of the letters A, B, C, D, E, F, G, H and I"), ("animals", "one of the 9\u00a0pictures")],
)
def test_rules_name_the_symbols_that_are_printed(wish: str, shown: str) -> None:
    symbols = SymbolWish(wish).made(9, WORDS)
    dressed = Dressed(*(getattr(puzzle(), name) for name in ("puzzle", "solution", "grade", "seed")), symbols)
    found = told([dressed, dressed])
    assert shown in found[1]


@pytest.mark.parametrize("size", [9, 16])
def test_numbers_above_nine_are_named_as_they_are_printed(size: int) -> None:
    one = puzzle(size=size)
    dressed = Dressed(one.puzzle, one.solution, one.grade, None, SymbolWish(NUMBERS).made(size, WORDS))
    for own in (one, dressed):
        assert f"a digit from 1 to\u00a0{size} so that" in told([own])[1]
    explained = any("printed as letters" in text for text in told([one]))
    assert explained is (size == 16) and not any("printed as letters" in text for text in told([dressed]))


def test_rows_of_pictures_and_symbols_of_some_puzzles_are_named() -> None:
    def in_symbols(name: str, row: str = "none", word: str = "") -> Dressed:
        symbols = replace(SymbolWish(name, word).made(9, WORDS), row=row)  # type: ignore[arg-type]
        return Dressed(*(getattr(puzzle(), field) for field in ("puzzle", "solution", "grade", "seed")), symbols)

    texts = {name: WORDS.text(f"how.symbols.{name}") for name in ("word", "some_words", "models", "pieces")}
    also = {name: WORDS.text(f"how.also.{name}") for name in ("digit", "letter", "picture", "letter_picture")}
    known = {text: name for name, text in {**texts, **{f"also {name}": text for name, text in also.items()}}.items()}

    def names(*puzzles: GradedPuzzle) -> list[str]:
        return [known[text] for text in told(puzzles) if text in known]

    word, letters, pictures = in_symbols("word", word="DUMPLINGS"), in_symbols("letters"), in_symbols("animals")
    models, pieces = in_symbols("animals", "models"), in_symbols("fruit", "pieces")
    assert names(puzzle()) == names(letters) == names(pictures) == []
    assert names(word) == names(word, word) == ["word"]
    assert names(word, letters) == names(letters, word) == ["some_words"]
    assert names(word, pictures) == ["some_words", "also picture"]
    assert names(pieces, models) == ["models", "pieces"]
    assert names(models) == ["models"] and names(pieces) == ["pieces"]
    assert names(in_symbols("letters", "models")) == []
    assert names(puzzle(), letters, pictures, letters) == ["also letter_picture"]
    assert names(letters, puzzle(), letters) == ["also digit"]
