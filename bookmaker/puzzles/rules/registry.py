"""The list of all rules. A new rule is one declaration in a module of this room, and one name here."""

from __future__ import annotations

from bookmaker.puzzles.rules.anti_diagonal import ANTI_DIAGONAL
from bookmaker.puzzles.rules.argyle import ARGYLE
from bookmaker.puzzles.rules.clones import CLONES
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.consecutive import CONSECUTIVE
from bookmaker.puzzles.rules.corners import QUADRUPLES
from bookmaker.puzzles.rules.diagonals import FALLING, RISING, X
from bookmaker.puzzles.rules.even_odd import EVEN_ODD
from bookmaker.puzzles.rules.fortress import FORTRESS, MINIMA
from bookmaker.puzzles.rules.global_entropy import GLOBAL_ENTROPY
from bookmaker.puzzles.rules.greater_than import GREATER_THAN
from bookmaker.puzzles.rules.groups import ASTERISK, CENTRE_DOT, DISJOINT_GROUPS, GIRANDOLA
from bookmaker.puzzles.rules.jigsaw import JIGSAW, TOROIDAL
from bookmaker.puzzles.rules.killer import KILLER
from bookmaker.puzzles.rules.kropki import DOUBLES, KROPKI, SOME_DOTS
from bookmaker.puzzles.rules.latin import LATIN
from bookmaker.puzzles.rules.line_ends import BETWEEN, LOCKOUT
from bookmaker.puzzles.rules.lines import (
    DUTCH_WHISPERS,
    ENTROPIC,
    MODULAR,
    NABNER,
    PALINDROMES,
    PARITY_LINES,
    RENBAN,
    SLOW_THERMO,
    THERMO,
    WHISPERS,
)
from bookmaker.puzzles.rules.little_killer import LITTLE_KILLER
from bookmaker.puzzles.rules.low_high import LOW_HIGH
from bookmaker.puzzles.rules.neighbours import ANTI_KING, ANTI_KNIGHT, NON_CONSECUTIVE
from bookmaker.puzzles.rules.numbered_dots import DIFFERENCES, RATIOS
from bookmaker.puzzles.rules.one_five_nine import ONE_FIVE_NINE
from bookmaker.puzzles.rules.operations import OPERATIONS
from bookmaker.puzzles.rules.outside import (
    HIDDEN_TOWERS,
    LETTERS_SEEN,
    NUMBERED_ROOMS,
    OUTSIDE_SUMS,
    SANDWICH,
    SKYSCRAPER,
    X_SUMS,
)
from bookmaker.puzzles.rules.rule import Rule
from bookmaker.puzzles.rules.several_grids import SEVERAL_GRIDS
from bookmaker.puzzles.rules.sums import ARROWS, DOUBLE_ARROWS, REGION_SUMS, TEN_LINES, ZIPPERS
from bookmaker.puzzles.rules.windoku import WINDOKU
from bookmaker.puzzles.rules.xv import SOME_XV, XV

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
