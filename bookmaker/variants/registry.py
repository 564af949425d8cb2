"""The list of all rules. A new rule is one declaration in a module of this room, and one name here."""

from __future__ import annotations

from bookmaker.variants.anti_diagonal import ANTI_DIAGONAL
from bookmaker.variants.argyle import ARGYLE
from bookmaker.variants.clones import CLONES
from bookmaker.variants.clues import ClueType
from bookmaker.variants.consecutive import CONSECUTIVE
from bookmaker.variants.corners import QUADRUPLES
from bookmaker.variants.diagonals import FALLING, RISING, X
from bookmaker.variants.even_odd import EVEN_ODD
from bookmaker.variants.fortress import FORTRESS, MINIMA
from bookmaker.variants.global_entropy import GLOBAL_ENTROPY
from bookmaker.variants.greater_than import GREATER_THAN
from bookmaker.variants.groups import ASTERISK, CENTRE_DOT, DISJOINT_GROUPS, GIRANDOLA
from bookmaker.variants.jigsaw import JIGSAW, TOROIDAL
from bookmaker.variants.killer import KILLER
from bookmaker.variants.kropki import DOUBLES, KROPKI, SOME_DOTS
from bookmaker.variants.latin import LATIN
from bookmaker.variants.line_ends import BETWEEN, LOCKOUT
from bookmaker.variants.lines import (
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
from bookmaker.variants.little_killer import LITTLE_KILLER
from bookmaker.variants.low_high import LOW_HIGH
from bookmaker.variants.neighbours import ANTI_KING, ANTI_KNIGHT, NON_CONSECUTIVE
from bookmaker.variants.numbered_dots import DIFFERENCES, RATIOS
from bookmaker.variants.one_five_nine import ONE_FIVE_NINE
from bookmaker.variants.operations import OPERATIONS
from bookmaker.variants.outside import (
    HIDDEN_TOWERS,
    LETTERS_SEEN,
    NUMBERED_ROOMS,
    OUTSIDE_SUMS,
    SANDWICH,
    SKYSCRAPER,
    X_SUMS,
)
from bookmaker.variants.rule import Rule
from bookmaker.variants.several_grids import SEVERAL_GRIDS
from bookmaker.variants.sums import ARROWS, DOUBLE_ARROWS, REGION_SUMS, TEN_LINES, ZIPPERS
from bookmaker.variants.windoku import WINDOKU
from bookmaker.variants.xv import SOME_XV, XV

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
