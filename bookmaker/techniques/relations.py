"""Relations between two cells, beyond what a digit takes from the related cells when it is written.

*Cell*: whatever a cell holds, a related cell cannot hold a digit, because no candidate of the cell allows it there. *House*:
wherever a house holds a digit, that is in a cell or related to it, so that the cell loses each candidate that forbids the digit
there.
"""

from bookmaker.techniques.declare import read_table

RELATIONS = read_table("""
technique       level       score    SE  source
relation-cell   medium         50   2.6  lore, finders/relations.py
relation-house  medium         50   2.8  lore, finders/relations.py
""")
