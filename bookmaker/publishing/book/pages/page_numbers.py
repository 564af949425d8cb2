"""How pages are numbered: those before the puzzles in numerals of their own, or all in one row from the first page on."""

from __future__ import annotations

from collections.abc import Callable

from bookmaker.publishing.book.spec.spec_file import Spec


def roman(number: int) -> str:
    """A number above 0 in small roman numerals."""
    out = ""
    for worth, numeral in _NUMERALS:
        out += numeral * (number // worth)
        number %= worth
    return out


_NUMERALS = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        strict=True,
    )
)
"""All of them: five hundred sections on small pages fill more than a hundred pages of contents."""


def front_numbers(spec: Spec) -> Callable[[int], str]:
    """How pages before the puzzles show their numbers; the style may show none."""
    if spec.look.page.front_numbers == "none":
        return lambda _: ""
    return str if spec.page.numbers == "book" else roman
