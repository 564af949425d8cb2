"""Sue de Coq: cells of a box and a line with as many digits as cells, each digit in the box or in the line.

Two or three cells where box and line meet hold at least two digits too many; cells of the rest of the line and cells of the
rest of the box, with no digit in common, make up for it. Every digit then stands in the cells exactly once and leaves
the other cells of box and line that see each of its cells.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

SUE_DE_COQ = Technique(
    "sue-de-coq",
    0xA0,
    Level.EXPERT,
    250,
    Hodoku("1101", "UNFAIR", 250),
    7.5,
    "Sue de Coq on {digits} in {base}: {crossing} with {beside}",
    "Sudopedia, Sue de Coq",
)
