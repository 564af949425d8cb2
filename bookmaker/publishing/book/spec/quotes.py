"""Quotes and dashes as the language of a book prints them, from those that keyboards have."""

from __future__ import annotations

import re

from bookmaker.base.language import load

_OPENS = re.compile(r"(?:^|(?<=[\s(\[{–—\u00a0\"']))[\"'](?=\S)")


_SINGLE = re.compile(r"'(?!(?:tis|twas|em|til)\b)[^\W\d_](?:[^'\"]|(?<=\w)'(?=\w))+(?<=\S)'(?!\w)", re.IGNORECASE)
"""A quote in single marks: more than one letter, no word that has lost its beginning, an apostrophe only within a word."""


def printed(text: str, language: str) -> str:
    """A text with straight quotes and hyphens for dashes -> the same with curly quotes and dashes.

    What is typed with its own marks already stays as it is.
    """
    first, last, inner_first, inner_last = marks(language)
    opened: list[str] = []
    out = []
    for place, char in enumerate(text):
        if char not in "\"'":
            out.append(char)
            continue
        opens = _OPENS.match(text, place) is not None
        if opens and (char == '"' or (text.find("'", place + 1) > 0 and '"' in opened) or _SINGLE.match(text, place)):
            opened.append(char)
            out.append(first if char == '"' else inner_first)
        elif char in opened:
            opened.remove(char)
            out.append(last if char == '"' else inner_last)
        else:
            out.append("’" if char == "'" else last)
    return dashes("".join(out), language)


def dashes(text: str, language: str) -> str:
    """A text with hyphens between spaces -> the same with dashes."""
    return _DASH.sub(load(language).text("quotes.dash"), text)


def marks(language: str) -> tuple[str, str, str, str]:
    """The quotation marks of a language: opening and closing, then those of a quote inside a quote.

    An apostrophe is the same in all languages.
    """
    text = load(language).text
    return text("quotes.opening"), text("quotes.closing"), text("quotes.inner_opening"), text("quotes.inner_closing")


_DASH = re.compile(r"(?<=\s)--?(?=\s)")
