"""Quotes and dashes from those that keyboards have: which mark opens, which closes, and which is an apostrophe."""

from __future__ import annotations

import pytest

from bookmaker.publishing.book.spec.own_words import dashes, marks, printed


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("", ""),
        ('"a"', "“a”"),
        ('say "a" and "b" now', "say “a” and “b” now"),
        ('("a") ["b"] {"c"} –"d"', "(“a”) [“b”] {“c”} –“d”"),
        ('\u00a0"a"', "\u00a0“a”"),
        # One that nothing opened closes, and one before a blank opens nothing.
        ('6" wide', "6” wide"),
        ('a " b', "a ” b"),
        ('"', "”"),
        # A quote in a quote.
        ("\"the 'inner' one\"", "“the ‘inner’ one”"),
        ("\"'inner' one\"", "“‘inner’ one”"),
        ("\"one 'inner'\"", "“one ‘inner’”"),
        ("\"a 'b' c 'd'\"", "“a ‘b’ c ‘d’”"),
        # No mark behind it closes the single one, so it opens nothing.
        ('"rock \'n roll"', "“rock ’n roll”"),
        ('\'n "rock"', "’n “rock”"),
        ("\"rock 'n' roll\"", "“rock ‘n’ roll”"),
        # A quote in single marks alone: more than a letter, and no word without its beginning.
        ("the 'hard' one", "the ‘hard’ one"),
        ("'so it is' he said", "‘so it is’ he said"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("'tis the reader's 'best' day", "’tis the reader’s ‘best’ day"),
        ("'Twas said' once", "’Twas said’ once"),
        ("'it's mine' he said", "‘it’s mine’ he said"),
        ("the boys' toys", "the boys’ toys"),
        ("'open and never closed", "’open and never closed"),
        ("the '90s and '80s", "the ’90s and ’80s"),
        ("'a b 'c", "’a b ’c"),
        # What is typed with its own marks stays.
        ("“a” ‘b’ «c»", "“a” ‘b’ «c»"),
    ],
)
def test_marks_open_and_close(typed: str, set_: str) -> None:
    assert printed(typed, "en") == set_


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
def test_each_language_has_its_own_marks(code: str) -> None:
    first, last, inner_first, inner_last = marks(code)
    assert len({first, last, inner_first, inner_last}) == 4
    assert printed("\"a 'bc' d\" it's", code) == f"{first}a {inner_first}bc{inner_last} d{last} it’s"
    assert (
        "".join(marks(code)) == {"de": "„“‚‘", "en": "“”‘’", "es": "«»“”", "fr": "«\u00a0\u00a0»“”", "ru": "«»„“"}[code]
    )


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("a - b", "a – b"),
        ("a -- b", "a – b"),
        ("a --- b", "a --- b"),
        ("well-known, 3-4", "well-known, 3-4"),
        ("- a", "- a"),
        ("a -", "a -"),
        ("a\n- b - c", "a\n– b – c"),
        ("a - b - c", "a – b – c"),
    ],
)
def test_hyphens_between_spaces_are_dashes(typed: str, set_: str) -> None:
    assert dashes(typed, "en") == set_ == printed(typed, "en")
    assert dashes(typed, "ru") == set_.replace("–", "—")
