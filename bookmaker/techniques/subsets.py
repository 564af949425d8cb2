"""Subsets: k cells of a house that hold k digits between them.

*Naked*: the cells have no other candidates, so the digits leave every cell that sees all of them. *Hidden*: the digits
have no other places, so other candidates leave the cells. *Locked*: a naked subset of a box that lies in a second house
too and eliminates in both, which a person sees as one step.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_WORDS = {2: "pair", 3: "triple", 4: "quadruple"}
LOCKED, NAKED, HIDDEN, DIRECT_HIDDEN = 0x20, 0x24, 0x28, 0x2C
"""Finder codes: the kind's code plus the size minus 2. Direct: hidden subsets after which another digit has one place in the
house, and that placement instead of eliminations (steps of their own to Sudoku Explainer, as in ``intersections``)."""


def _subset(kind: str, code: int, size: int, level: Level, hodoku: Hodoku, se: float) -> Technique:
    return Technique(
        f"{kind}-{_WORDS[size]}",
        code + size - 2,
        level,
        hodoku.score,
        hodoku,
        se,
        f"{kind.capitalize()} {_WORDS[size]} {{digits}} in {{cells}}",
        f"Sudopedia, {kind.capitalize()} Subset",
    )


LOCKED_PAIR = _subset("locked", LOCKED, 2, Level.MEDIUM, Hodoku("0110", "MEDIUM", 40), 3.0)
LOCKED_TRIPLE = _subset("locked", LOCKED, 3, Level.MEDIUM, Hodoku("0111", "MEDIUM", 60), 3.6)
NAKED_PAIR = _subset("naked", NAKED, 2, Level.MEDIUM, Hodoku("0200", "MEDIUM", 60), 3.0)
NAKED_TRIPLE = _subset("naked", NAKED, 3, Level.MEDIUM, Hodoku("0201", "MEDIUM", 80), 3.6)
NAKED_QUADRUPLE = _subset("naked", NAKED, 4, Level.HARD, Hodoku("0202", "HARD", 120), 5.0)
HIDDEN_PAIR = _subset("hidden", HIDDEN, 2, Level.MEDIUM, Hodoku("0210", "MEDIUM", 70), 3.4)
HIDDEN_TRIPLE = _subset("hidden", HIDDEN, 3, Level.MEDIUM, Hodoku("0211", "MEDIUM", 100), 4.0)
HIDDEN_QUADRUPLE = _subset("hidden", HIDDEN, 4, Level.HARD, Hodoku("0212", "HARD", 150), 5.4)
