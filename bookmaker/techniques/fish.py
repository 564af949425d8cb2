"""Fish: in k rows all places of a digit lie in k columns, so the columns' other places go; and the same turned round.

Base and cover are rows and columns on every kind of grid: the names mean that, and other houses make other fish.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

FISH = 0x30
"""Finder code of the fish of size 2; a line more is one more."""


def _fish(name: str, words: str, size: int, hodoku: Hodoku, se: float) -> Technique:
    sentence = f"{words} on {{digits}} in {{base}}"
    return Technique(name, FISH + size - 2, Level.HARD, hodoku.score, hodoku, se, sentence, f"Sudopedia, {words}")


X_WING = _fish("x-wing", "X-Wing", 2, Hodoku("0300", "HARD", 140), 3.2)
SWORDFISH = _fish("swordfish", "Swordfish", 3, Hodoku("0301", "HARD", 150), 3.8)
JELLYFISH = _fish("jellyfish", "Jellyfish", 4, Hodoku("0302", "HARD", 160), 5.2)
