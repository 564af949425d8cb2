"""Relations between two cells, beyond what a digit takes from the related cells when it is written.

*Cell*: whatever a cell holds, a related cell cannot hold a digit, because no candidate of the cell allows it there. *House*:
wherever a house holds a digit, that is in a cell or related to it, so that the cell loses each candidate that forbids the digit
there.
"""

from bookmaker.techniques.declare import Level, Technique

_LORE = "common lore of non-consecutive solvers, without one source; defined in techniques/finders/relations.py"

CELL = Technique(
    "non-consecutive-cell",
    0x120,
    Level.MEDIUM,
    50,
    None,
    2.6,
    "Non-consecutive cell: {cells} holds one of {digits}",
    _LORE,
)
HOUSE = Technique(
    "non-consecutive-house",
    0x121,
    Level.MEDIUM,
    50,
    None,
    2.8,
    "Non-consecutive house: {digits} in {base} is confined to {cells}",
    _LORE,
)
RELATIONS = (CELL, HOUSE)
