"""Texts on digits as texts on letters or pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.printing.grids.symbols import Symbols


def about(words: str | Catalogue, symbols: Symbols, texts: Sequence[str]) -> list[str]:
    """Texts in which the word for a digit gives way to that for what is printed instead.

    The catalogue (``words``, or that of a language) names the words to exchange under ``how.nouns``: for each language nouns were
    chosen that are declined alike.
    """
    catalogue = language.load(words) if isinstance(words, str) else words
    key = f"how.nouns.{symbols.noun}"
    found = _pattern(catalogue.text(key)) if key in catalogue else None
    if found is None:
        return list(texts)
    pattern, exchanged = found
    return [pattern.sub(lambda at: exchanged[at[0]], text) for text in texts]


@lru_cache(maxsize=16)
def _pattern(text: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    pairs = [pair.partition("=") for pair in text.split(", ")]
    exchanged = {old: new for old, _, new in pairs if old and new}
    exchanged |= {old.capitalize(): new.capitalize() for old, new in exchanged.items()}
    if not exchanged:
        return None
    return re.compile("|".join(map(re.escape, sorted(exchanged, key=len, reverse=True)))), exchanged
