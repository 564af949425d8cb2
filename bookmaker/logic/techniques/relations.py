"""Relations between two cells, beyond what a placed digit removes from the related cells.

*Cell*: no candidate of a cell allows a digit in a related cell, so the related cell loses it. *House*: every place of a digit in
a house is a cell or related to it, so that the cell loses each candidate that forbids the digit there.
"""

from bookmaker.logic.techniques.declare import read_table

RELATIONS = read_table("""
technique       level       score    SE  source
relation-cell   medium         50   2.6  lore, finders/relations.py
relation-house  medium         50   2.8  lore, finders/relations.py
""")
