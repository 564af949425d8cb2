"""Aligned pair exclusion: two cells, and what they cannot hold at once.

Two digits are no pair for the two cells if they are equal and the cells see each other, or if a cell that sees both has these two
candidates and no others. A candidate that is in no pair left goes. The cells need not be in one line.
"""

from bookmaker.techniques.declare import Level, Technique

ALIGNED_PAIR_EXCLUSION = Technique(
    "aligned-pair-exclusion",
    0x110,
    Level.DIABOLICAL,
    340,
    None,
    6.2,
    "Aligned pair exclusion in {cells}, by {links}",
    "Sudopedia, Aligned Pair Exclusion",
)
