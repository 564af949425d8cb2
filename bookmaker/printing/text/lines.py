"""Lines of type: breaking, hyphens, balancing, shortening. Everything here is measured; nothing is drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style

HYPHEN = "-"
_LEAST_PIECE = 3
"""Letters of a word that stay together before and after a division: shorter pieces are hard to read."""
_VARIANTS = {"en": "en_US"}
"""Where the dictionary of a language's bare code is not the usual one."""


@dataclass(frozen=True, slots=True)
class Hyphens:
    """Divides words of a language; ``rough`` is the share of a line that may stay empty instead."""

    code: str
    rough: float

    def divided(self, word: str) -> list[tuple[str, str]]:
        """The ways to divide a word, the longest first part first; the hyphen belongs to the first."""
        return [(f"{word[:at]}{HYPHEN}", word[at:]) for at in reversed(_places(self.code, word))]


def hyphens_for(style: Style, size: float, width: float) -> Hyphens | None:
    """How words are divided in lines of this width and type size, in points; None where they are not."""
    if not style.language or width > style.type.hyphenate * size:
        return None
    return Hyphens(style.language, style.type.rough)


@lru_cache(maxsize=1 << 14)
def _places(code: str, word: str) -> tuple[int, ...]:
    # Only plain words have syllables; r2c5, 3-5 and addresses have none.
    core = word.strip("«»“”„\"'’()[].,;:!?…")
    start = word.find(core)
    dictionary = _dictionary(code)
    if dictionary is None or not core.isalpha() or core.isupper():
        return ()
    return tuple(start + at for at in dictionary.positions(core))


@cache
def _dictionary(code: str) -> Any:
    import pyphen

    found = pyphen.language_fallback(_VARIANTS.get(code, code))
    return pyphen.Pyphen(lang=found, left=_LEAST_PIECE, right=_LEAST_PIECE) if found else None


NO_BREAK = "\u00a0"
ELLIPSIS = "…"
_SOFT_HYPHEN = "\u00ad"
_SLACK = 1e-6

Word = tuple[str, Face]


def capitals(text: str) -> str:
    """The text in capitals, but for a letter that abbreviates a word before a number, such as the Russian "с. 12" (page 12)."""
    return "".join(part if index % 2 else part.upper() for index, part in enumerate(_ABBREVIATION.split(text)))


_ABBREVIATION = re.compile(r"((?<![^\W_])[^\W\d_]\.(?=[ \u00a0]\d))")


def clean(text: str) -> str:
    """The text with white space that a font may lack made plain, and no place to break a line before a dash."""
    if text.isascii() and text.isprintable() and " - " not in text and ". " not in text and not _HIGH.search(text):
        return text
    plain = {"\u202f": NO_BREAK, "\u2007": NO_BREAK, _SOFT_HYPHEN: ""}
    kept = {"\n", NO_BREAK}
    made = "".join(plain.get(char, " " if char.isspace() and char not in kept else char) for char in text)
    # A dash stays on the line of the word before it, as French marks do, and an initial on that of the name.
    made = _HIGH.sub(NO_BREAK, made)
    return _INITIAL.sub(f"\\1{NO_BREAK}", _DASH.sub(f"{NO_BREAK}\\1 ", made))


_DASH = re.compile(r"(?<=[^ \n]) ([-–—]) ")
_HIGH = re.compile(r"(?<=\S) (?=[!?;:»](?!\S))|(?<=«) ")
"""Spaces before marks and inside quotes as French has them, where a text has plain ones."""
_CAPITALS = "A-ZÀ-ÖØ-ÞЀ-Я"
_INITIAL = re.compile(rf"(?<![^\s(«“\"])([{_CAPITALS}]\.) (?=[{_CAPITALS}])")


def fill_lines(words: Sequence[Word], size: float, width: float, hyphens: Hyphens | None = None) -> list[list[Word]]:
    """Words dealt onto lines, first fit; a word wider than the measure is broken (see :func:`_pieces`).

    With ``hyphens`` a word is divided where it would leave much of a line empty, but not at the ends of two lines running.
    """
    lines: list[list[Word]] = []
    used, divided = 0.0, 0
    for word, font in words:
        wide = font.width(word, size)
        gap = font.width(" ", size)
        if lines and lines[-1] and used + gap + wide <= width + _SLACK:
            lines[-1].append((word, font))
            used += gap + wide
            continue
        if hyphens and lines and divided < len(lines) and width - used > hyphens.rough * width:
            room = width + _SLACK - used - gap
            ways = ((head, tail) for head, tail in hyphens.divided(word) if font.width(head, size) <= room)
            head, tail = next(ways, ("", word))
            if head:
                lines[-1].append((head, font))
                word, divided = tail, len(lines) + 1
                wide = font.width(word, size)
        pieces = [word] if wide <= width + _SLACK else _pieces(word, font, size, width)
        lines += [[(piece, font)] for piece in pieces]
        used = font.width(pieces[-1], size)
    return lines


def even_lines(
    words: Sequence[Word], size: float, width: float, scrap: float, hyphens: Hyphens | None = None
) -> list[list[Word]]:
    """Like :func:`fill_lines`, but no last line is shorter than ``scrap`` of the width if narrower lines can help it."""
    lines = fill_lines(words, size, width, hyphens)
    longest = max((font.width(word, size) for word, font in words), default=0.0)
    for step in range(1, 13):
        if len(lines) < 2 or _line_width(lines[-1], size) >= scrap * width:
            break
        narrower = width * (1 - step / 100)
        tried = fill_lines(words, size, narrower, hyphens)
        if len(tried) > len(lines) or longest > narrower + _SLACK:
            break
        lines = tried
    return lines


def _line_width(line: Sequence[Word], size: float) -> float:
    return sum(font.width(f"{word} ", size) for word, font in line)


def _pieces(word: str, font: Face, size: float, width: float) -> list[str]:
    # The page's edge outranks the word: better broken than cut off. Best at a no-break space, then after a hyphen or a slash.
    pieces = []
    while (most := _fitting(word, font, size, width)) < len(word):
        space = word.rfind(NO_BREAK, 1, most + 1)
        hyphen = max(word.rfind(mark, 0, most) for mark in "-–/")
        if space > 0 and word[space + 1 : space + 2] not in ("-", "–", "—"):
            pieces.append(word[:space])
            word = word[space + 1 :]
        else:
            cut = hyphen + 1 if hyphen > 0 else most
            pieces.append(word[:cut])
            word = word[cut:]
    return [*pieces, word] if word else pieces


def _fitting(word: str, font: Face, size: float, width: float) -> int:
    """How many of the first characters of a word fit a width; one at least, however narrow it is."""
    used, most = 0, (width + _SLACK) * font.units / size
    for count, char in enumerate(word):
        used += font.advances.get(char, 0)
        if used > most:
            return max(count, 1)
    return len(word)


def break_lines(text: str, font: Face, size: float, width: float) -> list[str]:
    """Break at spaces, first fit, and at every line feed. No-break spaces hold words together."""
    lines: list[str] = []
    for paragraph in clean(text).split("\n"):
        words = [(word, font) for word in paragraph.split(" ") if word]
        lines += [" ".join(word for word, _ in line) for line in fill_lines(words, size, width)]
    return lines


def balance_lines(text: str, font: Face, size: float, width: float) -> list[str]:
    """As few lines as :func:`break_lines` makes, of lengths as even as can be: for centred text, which shows a lone last word.

    No line of one word is between two longer ones where the words before or after it can join it.
    """
    lines = break_lines(text, font, size, width)
    wanted = len(lines)
    if wanted < 2:
        return lines
    low, high = 0.0, width
    while high - low > size / 20:
        middle = (low + high) / 2
        # A narrower measure that breaks inside words is not considered, even if the number of lines stays the same.
        tried = break_lines(text, font, size, middle)
        if len(tried) <= wanted and " ".join(tried) == " ".join(lines):
            high, lines = middle, tried
        else:
            low = middle
    return _joined(lines, text, font, size)


def _joined(lines: list[str], text: str, font: Face, size: float) -> list[str]:
    """Balanced lines without a line of one word between two longer ones, if others of no more width have none so short."""
    widths = [font.width(line, size) for line in lines]
    lone = any(
        " " not in line and width < min(before, after)
        for line, before, width, after in zip(lines[1:], widths, widths[1:], widths[2:], strict=False)
    )
    words = clean(text).split(" ")
    # Where a word is broken, or a line ends by itself, the lines stay.
    if not lone or "\n" in text or " ".join(lines) != " ".join(filter(None, words)):
        return lines
    words = " ".join(lines).split(" ")
    most = max(widths) + _SLACK

    @cache
    def best(start: int, count: int) -> tuple[float, tuple[str, ...]]:
        """The lines from a word on whose narrowest is widest, and its width; no lines and -1 if there are none so narrow."""
        ways = []
        for end in range(start + 1, len(words) - count + 2) if count > 1 else [len(words)]:
            line = " ".join(words[start:end])
            if (width := font.width(line, size)) <= most:
                rest = best(end, count - 1) if count > 1 else (width, ())
                ways.append((min(width, rest[0]), (line, *rest[1])))
        return max(ways, key=itemgetter(0), default=(-1.0, ()))

    least, found = best(0, len(lines))
    return [*found] if least > min(widths) + _SLACK else lines


def shorten(text: str, font: Face, size: float, width: float) -> str:
    """One line no wider than ``width``: a longer text ends in an ellipsis after a word, or inside the first one."""
    text = " ".join(clean(text).split("\n"))
    if font.width(text, size) <= width + _SLACK:
        return text
    room = width - font.width(ELLIPSIS, size)
    most = 0
    while most < len(text) and font.width(text[: most + 1], size) <= room + _SLACK:
        most += 1
    if room < 0:
        return ""
    if most < len(text) and text[most] not in f" {NO_BREAK}":
        space = max(text.rfind(" ", 0, most), text.rfind(NO_BREAK, 0, most))
        most = space if space > 0 else most
    return text[:most].rstrip(f" {NO_BREAK},;:·.–—-(«“") + ELLIPSIS


def fitted_title(text: str, style: Style, most: float, width: float, height: float) -> tuple[float, list[str]]:
    """The largest size, from ``most`` down, at which a title needs no more than ``height`` and breaks no word; its lines.

    At the style's least size it may break words; a title that does not fit even so loses its end to an ellipsis.
    """
    font, least, leading = style.face("title"), style.type.least_word, style.type.title_leading
    size = most
    while size > least:
        whole = all(font.width(word, size) <= width + _SLACK for word in clean(text).split(" "))
        lines = balance_lines(text, font, size, width)
        if whole and len(lines) * size * leading <= height + _SLACK:
            return size, lines
        size = max(least, size * 0.95)
    lines = break_lines(text, font, least, width)
    room = max(1, int((height + _SLACK) / (least * leading)))
    if len(lines) > room:
        lines = [*lines[: room - 1], shorten(" ".join(lines[room - 1 :]), font, least, width)]
    return least, lines
