"""Two strong links of one digit, joined by a weak one: one of the two far ends holds the digit.

A strong link: a house with two places left for the digit. *Skyscraper*: two rows joined in a column, or turned. *Two-string
kite*: a row and a column joined in a box. *Turbot fish*: any two houses, joined in any. *Empty rectangle*: in a box all
places lie in one row and one column, which plays the part of the one link.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

SKYSCRAPER = Technique(
    "skyscraper",
    0x40,
    Level.EXPERT,
    130,
    Hodoku("0400", "HARD", 130),
    6.6,
    "Skyscraper on {digits} in {base}",
    "Sudopedia, Skyscraper",
)
TWO_STRING_KITE = Technique(
    "two-string-kite",
    0x41,
    Level.EXPERT,
    150,
    Hodoku("0401", "HARD", 150),
    6.6,
    "Two-string kite on {digits} in {base}",
    "Sudopedia, 2-String Kite",
)
TURBOT_FISH = Technique(
    "turbot-fish",
    0x42,
    Level.EXPERT,
    120,
    Hodoku("0403", "HARD", 120),
    6.6,
    "Turbot fish on {digits} in {base}",
    "Sudopedia, Turbot Fish",
)
EMPTY_RECTANGLE = Technique(
    "empty-rectangle",
    0x43,
    Level.EXPERT,
    120,
    Hodoku("0402", "HARD", 120),
    6.7,
    "Empty rectangle on {digits} in {base}, with the two places in {cover}",
    "Sudopedia, Empty Rectangle",
)
