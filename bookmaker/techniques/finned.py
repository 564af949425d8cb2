"""Finned fish: a fish that further places, the fins, keep from being one.

Either all fins are empty and the fish is there, or one of them holds the digit: what a cover line loses *and* sees all fins
goes in both cases. *Sashimi*: without its fins some base line has one place only, so that the fish alone would be none.
Base and cover are rows and columns, as in ``fish``.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

FINNED, SASHIMI = 0x90, 0x94
"""Finder codes of size 2; a line more is one more."""

_WORDS = ("X-Wing", "swordfish", "jellyfish")


def _finned(code: int, size: int, hodoku: Hodoku, se: float) -> Technique:
    kind, words = ("finned", "sashimi")[code == SASHIMI], _WORDS[size - 2]
    return Technique(
        f"{kind}-{words.lower()}",
        code + size - 2,
        Level.EXPERT,
        hodoku.score,
        hodoku,
        se,
        f"{kind.capitalize()} {words} on {{digits}} in {{base}}, with {{fins:a fin|fins}} in {{fins}}",
        "Sudopedia, Finned Fish",
    )


FINNED_X_WING = _finned(FINNED, 2, Hodoku("0310", "HARD", 130), 7.2)
SASHIMI_X_WING = _finned(SASHIMI, 2, Hodoku("0320", "HARD", 150), 7.2)
FINNED_SWORDFISH = _finned(FINNED, 3, Hodoku("0311", "UNFAIR", 200), 7.6)
SASHIMI_SWORDFISH = _finned(SASHIMI, 3, Hodoku("0321", "UNFAIR", 240), 7.6)
FINNED_JELLYFISH = _finned(FINNED, 4, Hodoku("0312", "UNFAIR", 250), 8.0)
SASHIMI_JELLYFISH = _finned(SASHIMI, 4, Hodoku("0322", "UNFAIR", 260), 8.0)
