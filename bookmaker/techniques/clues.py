"""Sums and lines of clues: what the digits of a clue's cells can be together.

*Sum*: a candidate goes that makes the sum of its clue with no digits of the other cells, where cells that see each other differ.
*Line*: a candidate goes that keeps the rule of its line with no digits of the other cells. Either is easy where one cell is left.
"""

from bookmaker.techniques.declare import read_table

CLUES = read_table("""
technique       level       score    SE  source
clue-sum-last   easy           20   1.5  lore, finders/clues.py
clue-line-last  easy           20   1.5  lore, finders/clues.py
clue-sum        medium         50   2.6  lore, finders/clues.py
clue-line       medium         50   2.8  lore, finders/clues.py
""")
