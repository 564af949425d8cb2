"""The key `words` of a spec, read key by key: nested and dotted keys, forms and paragraphs, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base import language
from bookmaker.base.errors import Place, SpecError
from bookmaker.publishing.book.spec.own_words import OwnWords
from bookmaker.publishing.book.spec.spec_file import Spec

FORMS = ("zero", "one", "two", "few", "many", "other")
START = "book: {title: A, language: en}\nsections: [{title: C, puzzles: {count: 1}}]\nwords:\n  "


def read(folder: Path, words: str, code: str = "en") -> Spec:
    return loaded(folder, START.replace("language: en", f"language: {code}") + words + "\n")


def faults(folder: Path, words: str, code: str = "en") -> list[tuple[int, str, str]]:
    """Column from that of the words on, message and advice of each fault on their line."""
    with pytest.raises(SpecError) as caught:
        read(folder, words, code)
    assert all(one.place is not None and one.place.line == 4 for one in caught.value.faults)
    return [(one.place.column - 2, one.message, one.advice) for one in caught.value.faults]  # type: ignore[union-attr, operator]


def test_entries_have_the_form_of_those_that_they_replace(tmp_path: Path) -> None:
    words = read(
        tmp_path,
        "level: {easy: Gentle}\n  level.hard: Hard as nails\n  section: {count: X}\n  how: {tips: [One., Two.]}\n"
        "  title_page.count: {one: a, other: b}\n  copyright: {rights: ''}\n  how.killer: One paragraph.",
    ).words
    assert dict(words.entries) == {
        "level.easy": "Gentle",
        "level.hard": "Hard as nails",
        "section.count": dict.fromkeys(FORMS, "X"),
        "how.tips": ("One.", "Two."),
        "title_page.count": {"one": "a", "other": "b"},
        "copyright.rights": (),
        "how.killer": ("One paragraph.",),
    }
    path = str(tmp_path / "book.yaml")
    assert {key: (place.line, place.column) for key, place in words.places.items()} == {
        "level.easy": (4, 17), "level.hard": (5, 15), "section.count": (6, 20), "how.tips": (7, 15), "title_page.count": (8, 21),
        "copyright.rights": (9, 23), "how.killer": (10, 15),
    }  # fmt: skip
    assert {place.path for place in words.places.values()} == {path}
    told = list(words.texts())
    assert [text for _, text in told] == [
        "Gentle",
        "Hard as nails",
        *["X"] * 6,
        "One.",
        "Two.",
        "a",
        "b",
        "One paragraph.",
    ]
    assert told[0][0] == words.places["level.easy"] and told[-1][0] == words.places["how.killer"]


def test_tildes_keep_words_together(tmp_path: Path) -> None:
    words = read(tmp_path, "{level: {easy: a~b}, how: {tips: [c~d]}, section.count: {one: e~f, other: g}}").words
    assert list(words.entries.values()) == ["a\u00a0b", ("c\u00a0d",), {"one": "e\u00a0f", "other": "g"}]


MORE = "`number.page` has a field with more than its name in the braces"


@pytest.mark.parametrize(
    ("words", "column", "message", "advice"),
    [
        ("{zzzzzzzz: a}", 2, "the catalogue has no words `zzzzzzzz`", "ALL"),
        # Of very many none is listed.
        ("{techniques: {name: {zzzzzzzzzz: a}}}", 22, "the catalogue has no words `techniques.name.zzzzzzzzzz`", ""),
        ("{levl: {easy: a}}", 2, "the catalogue has no words `levl`", "did you mean `level`?"),
        ("{level: {esy: a}}", 10, "the catalogue has no words `level.esy`", "did you mean `easy`?"),
        ("{level: {zzzzzz: a}}", 10, "the catalogue has no words `level.zzzzzz`", "LEVELS"),
        ("{easy: a}", 2, "the catalogue has no words `easy`", "INSIDE"),
        ("{level: a}", 9, "`level` must be keys and words", "INNER"),
        ("{level: {easy: {one: a}}}", 16, "`level.easy` must be a text, not keys and values", ""),
        ("{how: {tips: {one: a}}}", 14, "`how.tips` must be paragraphs, not keys and values", ""),
        ("{section: {count: [a]}}", 19, "`section.count` must be plural forms, not a list", ""),
        ("{section: {count: {onee: a}}}", 20, "`section.count` has no plural form `onee`", "did you mean `one`?"),
        ("{section: {count: {zzzz: a}}}", 20, "`section.count` has no plural form `zzzz`", f"there are {', '.join(FORMS)}"),
        ("{section: {count: {one: [a]}}}", 25, "`one` of `section.count` must be text, not a list", "put quotes around the text"),
        ("{how: {tips: [[a]]}}", 15, "a paragraph of `how.tips` must be text, not a list", "put quotes around the text"),
        ("{level: {easy: a}, level.easy: b}", 20, "`level.easy` is here a second time", "delete one of them"),
        ("{level: {easy: '{x}'}}", 16, "`level.easy` has no field {x}", "it has no fields"),
        ("{number: {page: '{b} {a}'}}", 17, "`number.page` has no field {a}", "there are {page}"),
        ("{number: {page: '{page!r}'}}", 17, MORE, "there are {page}"),
        ("{number: {page: '{page:3}'}}", 17, MORE, "there are {page}"),
        ("{number: {page: 'a } b'}}", 17,
         "`number.page` has a brace without its other half: write {{ for a brace that is printed", "there are {page}"),
    ],
)  # fmt: skip
def test_wrong_words_are_told_with_what_is_right(
    tmp_path: Path, words: str, column: int, message: str, advice: str
) -> None:
    entries = language.load("en").entries
    beside = sorted({key.split(".")[1] for key in entries if key.startswith("level.")})
    inside = "it is further inside: `level.easy`, `level_inline.easy`, `how.level.easy` or `how.region_level.easy`"
    every = f"there are {', '.join(sorted({key.split('.')[0] for key in entries}))}"
    advice = {"ALL": every, "INSIDE": inside}.get(advice, advice)
    advice = {"LEVELS": f"there are {', '.join(beside)}", "INNER": f"it holds {', '.join(beside[:12])}"}.get(
        advice, advice
    )
    ((at, said, more),) = faults(tmp_path, words)
    assert (said, more) == (message, advice)
    assert at == column


def test_all_wrong_words_are_told_together(tmp_path: Path) -> None:
    found = faults(tmp_path, "{levl: {easy: a}, level: {esy: b, easy: '{x}', hard: c}, section: {count: {onee: a}}}")
    assert [message for _, message, _ in found] == [
        "the catalogue has no words `levl`",
        "the catalogue has no words `level.esy`",
        "`level.easy` has no field {x}",
        "`section.count` has no plural form `onee`",
    ]


def test_texts_may_be_long_and_empty_and_have_braces_that_are_printed(tmp_path: Path) -> None:
    words = read(tmp_path, f"{{level: {{easy: '', medium: '{{{{x}}}}', hard: {'x' * 5000}}}}}").words
    assert [len(text) for text in words.entries.values()] == [0, 5, 5000]  # type: ignore[arg-type]
    ((_, message, _),) = faults(tmp_path, f"{{level: {{hard: {'x' * 5001}}}}}")
    assert message == "`level.hard` has 5001 characters; there is room for 5000"


@pytest.mark.parametrize(
    ("code", "forms", "fine"),
    [
        ("en", ("one", "other"), True), ("en", ("one",), False), ("en", ("one", "few", "many"), False), ("en", FORMS, True),
        ("ru", ("one", "few", "many"), True), ("ru", ("one", "other"), False), ("ru", FORMS, True),
        ("es", ("one", "other"), True),
    ],
)  # fmt: skip
def test_a_language_has_its_own_forms(tmp_path: Path, code: str, forms: tuple[str, ...], fine: bool) -> None:
    words = f"{{section: {{count: {{{', '.join(f'{form}: a' for form in forms)}}}}}}}"
    if fine:
        assert set(read(tmp_path, words, code).words.entries["section.count"]) == set(forms)  # type: ignore[arg-type]
        return
    needs = {"en": "one, other", "ru": "one, few, many"}[code]
    assert faults(tmp_path, words, code) == [
        (
            19,
            f"`section.count` has the forms {', '.join(forms)}; a book in `{code}` needs {needs}",
            "or write one text for all of them",
        )
    ]


def test_words_of_techniques_have_a_catalogue_of_their_own(tmp_path: Path) -> None:
    words = read(tmp_path, "techniques: {name: {x-wing: 'The \"box\"'}}").words
    assert list(words.entries) == ["techniques.name.x-wing"]
    own = words.catalogue("en")
    assert language.techniques_of(own).text("name.x-wing") == "The “box”"
    assert own.entries == language.load("en").entries
    # Forms of fields are theirs to have.
    sentence: Any = language.techniques("en").entries["sentence.x-wing"]
    assert isinstance(sentence, str)
    ((_, message, _),) = faults(tmp_path, "{techniques: {name: {x-wng: a}}}")
    assert message == "the catalogue has no words `techniques.name.x-wng`"


def test_without_words_a_catalogue_is_the_usual_one() -> None:
    none = OwnWords({}, {})
    assert none.catalogue("en") is language.load("en")
    child = none.catalogue("en", "child")
    assert child is not language.load("en")
    voiced = {
        key.removeprefix("child."): entry
        for key, entry in language.load("en").entries.items()
        if key.startswith("child.")
    }
    usual = language.load("en").entries
    for key, entry in usual.items():
        assert child.entries[key] == voiced.get(key, entry)
    # What a child is told that others are not has no words to stand in for.
    assert {key for key in child.entries if key not in usual} == set()
    place = Place("b.yaml", 1, 1)
    own = OwnWords({"level.easy": 'So "easy"'}, {"level.easy": place}).catalogue("en")
    assert own.text("level.easy") == "So “easy”" and own.text("level.hard") == "Hard"
    assert language.load("en").text("level.easy") == "Easy"


def test_a_level_that_is_renamed_has_its_name_within_sentences_too() -> None:
    place, usual = Place("b.yaml", 1, 1), language.load("en")

    def own(**entries: str) -> dict[str, Any]:
        named: dict[str, Any] = {key.replace("__", "."): text for key, text in entries.items()}
        return dict(OwnWords(named, dict.fromkeys(named, place)).catalogue("en").entries)

    renamed = own(level__easy="Very Gentle")
    assert (renamed["level.easy"], renamed["level_inline.easy"]) == ("Very Gentle", "very Gentle")
    both = own(level__easy="Gentle", level_inline__easy="Soft")
    assert (both["level.easy"], both["level_inline.easy"]) == ("Gentle", "Soft")
    assert own(level__easy="")["level_inline.easy"] == ""
    # No other words have such a second place.
    for key in ("answers__title", "level_inline__hard", "hints__title"):
        assert set(own(**{key: "Own"})) == set(usual.entries)
