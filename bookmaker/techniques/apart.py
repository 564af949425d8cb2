"""Consecutive digits kept apart, beyond what a digit takes from its neighbours when it is written.

*Cell*: whatever a cell holds keeps a digit from a neighbour. Its candidates are e - 1, e or e + 1, no others:
e - 1 and e + 1 must not stand beside e, and e not beside itself. *House*: wherever a house holds e, that is in a cell
or beside it, which therefore holds neither e - 1 nor e + 1. Neighbours are the cells that the rule keeps apart from a cell.
"""

from bookmaker.techniques.declare import read_table

APART = read_table("""
technique              level       score    SE  source
non-consecutive-cell   medium         50   2.6  lore, finders/apart.py
non-consecutive-house  medium         50   2.8  lore, finders/apart.py
""")
