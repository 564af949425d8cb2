"""Numbers of puzzles that a text claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookmaker.publishing.proof.words import Piece, whole

NUMBER = r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+|\d+"
_THINGS = r"puzzles?|sudokus?|acertijos?|pasatiempos?|rompecabezas|судоку|головолом\w+|задач\w*|кроссворд\w*|killers?|kakuros?"
_JOINTS = {
    "of",
    "in",
    "the",
    "a",
    "and",
    "for",
    "with",
    "x",
    "×",
    "de",
    "del",
    "en",
    "la",
    "el",
    "y",
    "con",
    "в",
    "и",
    "на",
    "для",
}
_OVER = re.compile(
    r"(?:over|more than|more~than|plus de|más de|mas de|свыше|более|больше|über|mehr als)\s*$", re.IGNORECASE
)
_CLAIM = re.compile(
    rf"(?<![\d×x-])(?<![×x] )({NUMBER})(\+?)\s+((?:[^\W\d]+[\s-]+){{0,2}}?)({_THINGS})\b", re.IGNORECASE
)
_SERIES = re.compile(r"(?:volume|vol|book|no|nr|band|tomo|libro|núm|nº|том|книга|выпуск|№|#)[.\s]*$", re.IGNORECASE)
"""Before a number that counts books, not puzzles."""


def claims(text: str) -> Iterator[tuple[int, bool]]:
    """Each count of puzzles that a text claims, and whether it claims more than that: ``"Over 1,000 puzzles"``."""
    for found in _CLAIM.finditer(text):
        if _SERIES.search(text[: found.start()]) is not None:
            continue
        if _JOINTS & set(found[3].casefold().split()):
            continue
        over = bool(found[2]) or _OVER.search(text[: found.start()]) is not None
        yield whole(found[1]), over


def counted(pieces: Iterable[Piece]) -> bool:
    """Whether any of these texts claims a number of puzzles: on a page of puzzles, what stands above those of a section."""
    return any(True for piece in pieces for _ in claims(piece.text))
