"""Almost locked sets: cells of one house that hold one digit more than there are cells.

As soon as such a set lacks one of its digits, each of the others stands in it. A digit is *restricted* between two
sets if each of its cells in the one sees each of its cells in the other: it stands in one of them at most, hence the other
lacks it and holds all the rest. Sets may share cells, as long as the restricted digit is in none of those.

*ALS-XZ*: two sets with a restricted digit X. One of them lacks X, so that a digit Z of both stands in one or the other; what
sees all its cells goes. With two restricted digits each set lacks one of the two: all other digits are locked in
their set, and the restricted ones in the two together. *ALS-XY-Wing*: two sets, each with a restricted digit of its own to
a third. *ALS chain*: three links or more, in which neighbouring links have different digits; a set may be met again.
All digits that the two ends share, but for those of the first and the last link, go at once.
*Death blossom*: a cell, the stem, and for each of its candidates a set of which it sees all cells with that candidate. One of
the sets lacks its digit, so that a digit of all sets stands in that one.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

ALS_XZ = Technique(
    "als-xz",
    0xD0,
    Level.DIABOLICAL,
    300,
    Hodoku("0901", "UNFAIR", 300),
    7.5,
    "ALS-XZ of {sets}, linked by {joints}",
    "Sudopedia, ALS-XZ",
)
ALS_XY_WING = Technique(
    "als-xy-wing",
    0xD1,
    Level.DIABOLICAL,
    320,
    Hodoku("0902", "UNFAIR", 320),
    8.0,
    "ALS-XY-Wing of {sets}, linked by {joints}",
    "Sudopedia, ALS-XY-Wing",
)
ALS_CHAIN = Technique(
    "als-chain",
    0xD2,
    Level.DIABOLICAL,
    340,
    Hodoku("0903", "UNFAIR", 340),
    8.0,
    "ALS chain of {sets}, linked by {joints}",
    "Sudopedia, ALS-XY-Chain",
)
DEATH_BLOSSOM = Technique(
    "death-blossom",
    0xD3,
    Level.DIABOLICAL,
    360,
    Hodoku("0904", "UNFAIR", 360, by_default=False),
    8.2,
    "Death blossom on the stem {pivots} with {sets}",
    "Sudopedia, Death Blossom",
)
