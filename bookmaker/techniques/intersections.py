"""Intersections: all places of a digit in one house see a cell outside it, which therefore cannot hold the digit.

On the classic grid this is exactly box against line. On grids with more houses it also finds what sees two places
through two houses (both ends of a diagonal and a corner), which a person finds by the same thought.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_SOURCE = "Sudopedia, Locked Candidates"

POINTING = Technique(
    "pointing",
    0x10,
    Level.MEDIUM,
    50,
    Hodoku("0100", "MEDIUM", 50),
    2.6,
    "Pointing: {digits} in {base} is confined to {cells}",
    _SOURCE,
)
CLAIMING = Technique(
    "claiming",
    0x11,
    Level.MEDIUM,
    50,
    Hodoku("0101", "MEDIUM", 50),
    2.8,
    "Claiming: {digits} in {base} is confined to {cells}",
    _SOURCE,
)

DIRECT = 0x02
"""Added to a code: only those after which the digit has one place in another house of that kind, and that placement instead
of eliminations. Sudoku Explainer rates them as easier steps of their own, seen without writing candidates."""
