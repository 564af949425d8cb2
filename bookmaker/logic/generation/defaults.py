"""The defaults of an order; the same in Python, on the command line and in a book spec.

Nothing is imported here but names: the command line must answer ``--help`` at once.
"""

from __future__ import annotations

from bookmaker.logic.techniques.labels import PLUS
from bookmaker.puzzles.grid.symmetry import Symmetry
from bookmaker.puzzles.rules import CLASSIC

KIND, SIZE, SEED = CLASSIC, 9, 1
"""The size is that of classic puzzles: an order that names none has the usual one of its kind."""

SYMMETRY: Symmetry | None = None
"""That which is usual for the kind (:func:`bookmaker.puzzles.rules.limits.usual_symmetry`)."""

BOOK_SYMMETRY: Symmetry = "rotational"
"""The usual symmetry of puzzles in a book, where readers expect one. A mask has the symmetry that it is drawn with."""

LEVELS = ("beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme")
"""The levels that a user can write, easiest first."""

LABELS = ("beginner", "easy", "medium", PLUS, "hard", "expert", "diabolical", "extreme")
"""The labels of puzzles, easiest first: ``medium`` orders any of that level, ``medium+`` those that need several techniques."""

ANY = "any"
"""All levels, also for puzzles that are beyond the techniques of a person."""

DIFFICULTIES = (ANY, *LABELS)

DIFFICULTY = "easy"
"""The difficulty of an order that names no difficulty, technique or score.

Easy puzzles exist in every kind and size, and every reader can solve them. No 4x4 puzzle is medium, and hardly any symmetric 6x6
puzzle. Among puzzles of any level, one Killer in five and nearly every non-consecutive puzzle is beyond a person.
"""


DRAFT = "draft"

EFFORTS = {DRAFT: 1, "print": 8, "gift": 40}
"""Of how many candidates the best is taken."""

BREAK_INS = ("any", "clue", "idea")
"""Steps to the first digit: any; one by a clue or a cage; one by an idea of several, or of a clue and a house."""


IN_ORDER, EQUAL = "digits-in-order", "equal-clues"
THEMES = ("none", IN_ORDER, EQUAL)
"""All 1s can be placed from the start, then all 2s, and so on; the clues outside the grid are all alike."""


def seeking_attempts(cells: int, usual: int, several: bool = False) -> int:
    """How many attempts at a rare solving path take about as long on a puzzle of so many cells as ``usual`` ones do on 81.

    ``several``: the puzzle consists of several grids.
    """
    if several:
        # An attempt at a flower (189 cells) takes 1 ms, at a Samurai (369) 30 ms, at a Sumo (909) half a second.
        return max(1, usual * 81**3 // (4 * max(81, cells) ** 3))
    # On 16x16 an attempt takes 35 ms, on 9x9 0.1 ms: the ratio of the cells to the power of five.
    return max(1, usual * 81**5 // max(81, cells) ** 5)
