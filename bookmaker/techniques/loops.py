"""Unique loops: six or more empty cells that must not come to hold two digits by turns.

In every house that holds cells of the loop there are two, one of each parity, so that the two digits could change places. Every
cell of the loop still has both digits. Types as for rectangles: 1, one cell has extra candidates; 2, all extras are one
digit; 3, the extras of two cells make a naked subset; 4, one digit is confined to two cells.
"""

from bookmaker.techniques.declare import Level, Technique


def _loop(kind: int, se: float) -> Technique:
    more = {3: " that make a subset with {links}", 4: ", where {kept} is locked in {joining}"}.get(kind, "")
    sentence = f"Unique loop type {kind} on {{digits}} in {{cells}}, with extra candidates in {{fins}}{more}"
    source = "Sudopedia, Unique Loop"
    return Technique(
        f"unique-loop-{kind}", 0xAF + kind, Level.EXPERT, 110, None, se, sentence, source, presumes_proper=True
    )


LOOPS = tuple(_loop(kind, se) for kind, se in ((1, 4.6), (2, 4.6), (3, 4.7), (4, 4.6)))
