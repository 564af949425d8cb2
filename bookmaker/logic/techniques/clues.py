"""Sums and lines of clues: what the digits of a clue's cells can be together.

*Sum*: a candidate goes that makes the sum of its clue with no digits of the other cells, where cells that see each other differ.
*Line*: a candidate goes that keeps the rule of its line with no digits of the other cells. Either is easy where one cell is left,
a line that holds every digit also where two or three are: these hold two or three known digits, in one of two or six orders.
*Pointing*: every way to keep the clue has a digit in cells that another cell sees. *Ways of a line*: the same as *line* where all
cells see each other, so that the line holds no digit twice. *Alone*: what the clue of such a line says before anything is
filled in, which people know by heart: in a sandwich of 35 both ends are 1 and 9.
"""

from bookmaker.logic.techniques.declare import read_table

CLUES = read_table("""
technique       level       score    SE  source
clue-sum-last   easy           20   1.5  lore, finders/clues.py
clue-line-last  easy           20   1.5  lore, finders/clues.py
clue-alone      medium         40   2.4  lore, finders/clues.py
clue-sum        medium         50   2.6  lore, finders/clues.py
clue-line       medium         50   2.8  lore, finders/clues.py
clue-pointing   hard           70   3.4  lore, finders/clues.py
clue-line-ways  expert        150   6.2  lore, finders/line_ways.py
""")
