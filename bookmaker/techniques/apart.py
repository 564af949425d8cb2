"""Consecutive digits kept apart, beyond what a digit takes from its neighbours when it is written.

*Cell*: whatever a cell holds keeps a digit from a neighbour. Its candidates are e - 1, e or e + 1, no others:
e - 1 and e + 1 must not stand beside e, and e not beside itself. *House*: wherever a house holds e, that is in a cell
or beside it, which therefore holds neither e - 1 nor e + 1. Neighbours are the cells that the rule keeps apart from a cell.
"""

from bookmaker.techniques.declare import Level, Technique

_LORE = "common lore of non-consecutive solvers, without one source; defined in techniques/finders/apart.py"

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
APART = (CELL, HOUSE)
