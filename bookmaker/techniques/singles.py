"""Singles: a cell for which one digit is left, or a digit for which one cell is left."""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_SUDOPEDIA = "Sudopedia, "

FULL_HOUSE = Technique(
    "full-house", 0x00, Level.EASY, 4, Hodoku("0000", "EASY", 4), 1.0, "Full house in {base}", _SUDOPEDIA + "Full House"
)
NAKED_SINGLE = Technique(
    "naked-single", 0x01, Level.EASY, 4, Hodoku("0003", "EASY", 4), 2.3, "Naked single", _SUDOPEDIA + "Naked Single"
)
HIDDEN_SINGLE = Technique(
    "hidden-single",
    0x02,
    Level.EASY,
    14,
    Hodoku("0002", "EASY", 14),
    1.5,
    "Hidden single in {base}",
    _SUDOPEDIA + "Hidden Single",
)
HIDDEN_SINGLE_IN_BOX = 0x03
"""Finder code of hidden singles looked for in boxes only; the records name them ``hidden-single``."""

BEGINNERS = 0x04
"""Finder code of what a beginner sees, all at once: full houses, and hidden singles in boxes; the records name them so."""

BEGINNERS_WAYS = 3
"""So many cells can be filled at every point of a beginner's puzzle: nobody has to hunt for the only way on."""

BEGINNERS_SIZE = 6
"""The smallest grid on which the level is told apart: nearly every 4x4 puzzle would be of it, and some symmetries have
no other.
"""
