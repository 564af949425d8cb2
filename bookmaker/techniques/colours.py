"""Colours: cells that strong links of one digit join, in two colours by turns; all cells of one colour hold the digit.

*Simple, trap*: what sees both colours of a chain goes. *Wrap*: two cells of one colour see each other, so the colour is the
false one. *Multi, 1*: a colour of one chain sees a colour of another, hence one of the opposite colours is true, and
what sees both goes. *Multi, 2*: a colour sees both colours of another chain, hence it is false.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_CHAIN = "{words} on {{digits}}: {{cells}} against {{links}}"
_SECOND = "; {{second}} against {{second_links}}"


def _colours(name: str, code: int, hodoku: Hodoku, se: float, words: str) -> Technique:
    sentence = (_CHAIN + _SECOND if name.startswith("multi") else _CHAIN).format(words=words)
    return Technique(name, code, Level.EXPERT, hodoku.score, hodoku, se, sentence, "Sudopedia, Coloring")


SIMPLE_TRAP = _colours("simple-colours-trap", 0x50, Hodoku("0500", "HARD", 150), 6.6, "Simple colours, trap,")
SIMPLE_WRAP = _colours("simple-colours-wrap", 0x51, Hodoku("0501", "HARD", 150), 6.6, "Simple colours, wrap,")
MULTI_1 = _colours("multi-colours-1", 0x52, Hodoku("0502", "HARD", 200), 6.8, "Multi-colours, type 1,")
MULTI_2 = _colours("multi-colours-2", 0x53, Hodoku("0503", "HARD", 200), 6.8, "Multi-colours, type 2,")
