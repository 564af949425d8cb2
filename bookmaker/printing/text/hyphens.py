"""Where long words may be divided at the end of a line, by language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from bookmaker.printing.styles.style import Style

HYPHEN = "-"
_LEAST = 3
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
    # What is no plain word has no syllables: r2c5, 3-5, an address.
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
    return pyphen.Pyphen(lang=found, left=_LEAST, right=_LEAST) if found else None
