"""The list of all rules. A new rule is one declaration in a module of this room, and one name here."""

from __future__ import annotations

from bookmaker.puzzles.rules.border_clues import (
    CONSECUTIVE,
    DIFFERENCES,
    DOUBLES,
    GREATER_THAN,
    KROPKI,
    QUADRUPLES,
    RATIOS,
    SOME_DOTS,
    SOME_XV,
    XV,
)
from bookmaker.puzzles.rules.cages import OPERATIONS
from bookmaker.puzzles.rules.cell_clues import CLONES, EVEN_ODD, FORTRESS, LOW_HIGH, MINIMA
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.houses import (
    ASTERISK,
    CENTRE_DOT,
    DISJOINT_GROUPS,
    FALLING,
    GIRANDOLA,
    JIGSAW,
    KILLER,
    LATIN,
    RISING,
    SEVERAL_GRIDS,
    TOROIDAL,
    WINDOKU,
    X,
)
from bookmaker.puzzles.rules.lines import (
    BETWEEN,
    DUTCH_WHISPERS,
    ENTROPIC,
    LOCKOUT,
    MODULAR,
    NABNER,
    PALINDROMES,
    PARITY_LINES,
    RENBAN,
    SLOW_THERMO,
    THERMO,
    WHISPERS,
)
from bookmaker.puzzles.rules.outside import (
    HIDDEN_TOWERS,
    LETTERS_SEEN,
    LITTLE_KILLER,
    NUMBERED_ROOMS,
    OUTSIDE_SUMS,
    SANDWICH,
    SKYSCRAPER,
    X_SUMS,
)
from bookmaker.puzzles.rules.rule import Rule
from bookmaker.puzzles.rules.sums import ARROWS, DOUBLE_ARROWS, REGION_SUMS, TEN_LINES, ZIPPERS
from bookmaker.puzzles.rules.whole_grid import (
    ANTI_DIAGONAL,
    ANTI_KING,
    ANTI_KNIGHT,
    ARGYLE,
    GLOBAL_ENTROPY,
    NON_CONSECUTIVE,
    ONE_FIVE_NINE,
)

_LIST = (
    *(KILLER, JIGSAW, TOROIDAL, LATIN, X, FALLING, RISING, WINDOKU, DISJOINT_GROUPS, CENTRE_DOT, ASTERISK, GIRANDOLA),
    *(NON_CONSECUTIVE, ANTI_KNIGHT, ANTI_KING, ANTI_DIAGONAL, ARGYLE, GLOBAL_ENTROPY, ONE_FIVE_NINE),
    *(KROPKI, DOUBLES, SOME_DOTS, CONSECUTIVE, XV, SOME_XV, GREATER_THAN, EVEN_ODD),
    *(DIFFERENCES, RATIOS, LOW_HIGH, FORTRESS, MINIMA, CLONES),
    *(THERMO, WHISPERS, RENBAN, PALINDROMES),
    *(ARROWS, BETWEEN, QUADRUPLES, REGION_SUMS, ZIPPERS, SLOW_THERMO, NABNER, LOCKOUT, ENTROPIC),
    *(DUTCH_WHISPERS, MODULAR, PARITY_LINES, DOUBLE_ARROWS, TEN_LINES),
    *(OUTSIDE_SUMS, SKYSCRAPER, SANDWICH, X_SUMS, NUMBERED_ROOMS, LETTERS_SEEN, HIDDEN_TOWERS, LITTLE_KILLER),
    OPERATIONS,
    *SEVERAL_GRIDS,
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _LIST}
"""Every rule by its name, in the order in which the name of a set lists them."""

CLUES: dict[str, ClueType] = {kind.name: kind for rule in _LIST for kind in rule.clues}
"""Every kind of clue by its name."""
