"""Cages and the rule of 45: what the sums of a Killer leave of the candidates.

*Combinations* are the sets of different digits that make a cage's sum. By the *rule of 45* the houses of a region make 45
each (what all digits make, on other sizes): whole cages taken off, what remains is the sum of the cells inside that
no whole cage covers (innies), less those outside that the cages taken off stick out with (outies). A cage is taken
off if more than half of it lies inside.

A sum of one or two cells that are still empty is added up in the head; one of more is *large*, and its own technique.

Order and scores were fitted to the book numbers of 1,195 published KrazyDad Killers, whose books 1 to 100 get harder:
non-negative least squares on the instances of each technique, with the scores of classic techniques left as they are, then
raised by a third and rounded so that with more houses a sum never costs less. What most rises with the book's number is the work
on cages with many combinations and on sums of two cells. A path that goes through the cages before it adds up houses, and
follows digits through a cage only then, tells the books apart best; large sums cost less than small ones, because the number of
them hardly rises from book to book. The mean score of a book has a rank correlation of 0.90 with its number on these puzzles
(single puzzles: 0.49). Where the scores of all techniques are fitted to nine tenths of the books it is 0.91 on the others, and
fitted to one half 0.90 on the other (``python -m benchmarks.killer_logic books``). Little more can be hoped for: scores differ
so much within a book that 0.28 of the variance of the books' means is chance.

Levels were set by judgement and then held to what classic puzzles of the same levels take: see
``benchmarks/killer_levels.py``.
"""

from bookmaker.techniques.declare import Level, Technique

_WIKI = "SudokuWiki, Killer Sudoku: "
_LORE = "common lore of Killer solvers, without one source; defined in techniques/finders/"
_HOUSES = ("", "-two-houses", "-three-houses", "-four-houses")
INNIE, INNIES, DIFFERENCE, SPLIT, OUTIE, LARGE_INNIES, LARGE_DIFFERENCE = range(0x210, 0x22C, 4)
"""Finder codes of the rule of 45; plus the number of houses minus 1."""


def _cage(name: str, code: int, level: Level, score: int, se: float, sentence: str, source: str) -> Technique:
    return Technique(name, code, level, score, None, se, sentence, source)


def _by_houses(
    name: str, code: int, levels: tuple[Level, ...], scores: tuple[int, ...], se: float, sentence: str, source: str
) -> tuple[Technique, ...]:
    return tuple(
        _cage(name + more, code + i, levels[i], scores[i], se + 0.4 * i, sentence, source)
        for i, more in enumerate(_HOUSES)
    )


LAST_CELL = _cage(
    "cage-last-cell",
    0x200,
    Level.EASY,
    10,
    1.0,
    "Last cell of the cage {cells}{sum}",
    _LORE + "cages.py",
)
SINGLE_COMBINATION = _cage(
    "cage-single-combination",
    0x201,
    Level.EASY,
    4,
    1.5,
    "The cage {cells} has one combination{sum}",
    _WIKI + "Killer Combinations (magic cages)",
)
FEW_COMBINATIONS = _cage(
    "cage-few-combinations",
    0x20A,
    Level.EASY,
    10,
    1.8,
    "The two or three combinations of the cage {cells}{sum}",
    _WIKI + "Killer Combinations (easy)",
)
COMBINATIONS = _cage(
    "cage-combinations",
    0x202,
    Level.EASY,
    20,
    2.0,
    "The combinations of the cage {cells}{sum}",
    _WIKI + "Killer Combinations (easy)",
)
PERMUTATIONS = _cage(
    "cage-permutations",
    0x203,
    Level.MEDIUM,
    12,
    3.4,
    "The ways to place a combination in the cage {cells}{sum}",
    _WIKI + "Killer Combinations (hard)",
)
POINTING = _cage(
    "cage-pointing",
    0x204,
    Level.MEDIUM,
    12,
    2.8,
    "The cage needs {digits}, in {cells}{sum}",
    _WIKI + "Cage/Unit Overlap, type 2",
)
CLAIMING = _cage(
    "cage-claiming",
    0x205,
    Level.MEDIUM,
    12,
    3.0,
    "{digits} in {base} lies in the cage, in {cells}{sum}",
    _WIKI + "Cage/Unit Overlap, type 1",
)
_EASY, _MEDIUM, _HARD, _EXPERT = Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT
INNIE_OF_HOUSES = _by_houses(
    "innie",
    INNIE,
    (_EASY, _MEDIUM, _MEDIUM, _HARD),
    (50, 50, 50, 60),
    2.0,
    "Rule of {whole} in {base} for {cells}{sum}",
    _WIKI + "Innies and Outies",
)
OUTIE_OF_HOUSES = _by_houses(
    "outie",
    OUTIE,
    (_EASY, _MEDIUM, _MEDIUM, _HARD),
    (60, 60, 60, 70),
    2.0,
    "Rule of {whole} in {base} for {cells} outside{sum}",
    _WIKI + "Innies and Outies",
)
INNIES_OF_HOUSES = _by_houses(
    "innies-outies",
    INNIES,
    (_MEDIUM, _MEDIUM, _HARD, _HARD),
    (45, 50, 60, 70),
    3.2,
    "Rule of {whole} in {base} for the cells {cells}{sum}",
    _WIKI + "Innies and Outies (two and more cells)",
)
LARGE_INNIES_OF_HOUSES = _by_houses(
    "large-innies-outies",
    LARGE_INNIES,
    (_MEDIUM, _MEDIUM, _HARD, _HARD),
    (15, 15, 30, 40),
    3.4,
    "Rule of {whole} in {base} for the cells {cells}{sum}",
    _WIKI + "Innies and Outies (two and more cells)",
)
DIFFERENCE_OF_HOUSES = _by_houses(
    "innie-outie-difference",
    DIFFERENCE,
    (_MEDIUM, _HARD, _HARD, _HARD),
    (40, 50, 60, 70),
    3.6,
    "Rule of {whole} in {base}: {cells} less {fins}{sum}",
    _LORE + "innies.py",
)
LARGE_DIFFERENCE_OF_HOUSES = _by_houses(
    "large-innie-outie-difference",
    LARGE_DIFFERENCE,
    (_HARD, _HARD, _HARD, _HARD),
    (60, 70, 80, 90),
    4.0,
    "Rule of {whole} in {base}: {cells} less {fins}{sum}",
    _LORE + "innies.py",
)
SPLIT_OF_HOUSES = _by_houses(
    "cage-split",
    SPLIT,
    (_MEDIUM, _HARD, _HARD, _HARD),
    (40, 50, 60, 70),
    3.4,
    "{base} splits a cage: {cells}{sum}",
    _WIKI + "Cage Splitting",
)
KILLER_PAIR = _cage(
    "killer-pair",
    0x206,
    Level.HARD,
    90,
    3.8,
    "Killer pair {digits} in {base}: {members}{fins_sum}",
    _LORE + "cagepairs.py",
)
KILLER_TRIPLE = _cage(
    "killer-triple",
    0x207,
    Level.HARD,
    120,
    4.4,
    "Killer triple {digits} in {base}: {members}{fins_sum}",
    _LORE + "cagepairs.py",
)
BLOCKED = _cage(
    "blocked-combinations",
    0x208,
    Level.HARD,
    100,
    4.0,
    "Combinations of the cage {cells}{sum} that leave nothing for {fins}{fins_sum}",
    _LORE + "cagepairs.py",
)
COMPARISON = _cage(
    "cage-comparison",
    0x209,
    Level.HARD,
    140,
    4.8,
    "The combinations of the cages {cells}{sum} and {fins}{fins_sum} compared",
    _WIKI + "Cage Comparison",
)

CAGES: tuple[Technique, ...] = (
    LAST_CELL,
    SINGLE_COMBINATION,
    FEW_COMBINATIONS,
    COMBINATIONS,
    INNIE_OF_HOUSES[0],
    OUTIE_OF_HOUSES[0],
    INNIES_OF_HOUSES[0],
    LARGE_INNIES_OF_HOUSES[0],
    SPLIT_OF_HOUSES[0],
    DIFFERENCE_OF_HOUSES[0],
    INNIE_OF_HOUSES[1],
    OUTIE_OF_HOUSES[1],
    INNIES_OF_HOUSES[1],
    LARGE_INNIES_OF_HOUSES[1],
    INNIE_OF_HOUSES[2],
    OUTIE_OF_HOUSES[2],
    POINTING,
    CLAIMING,
    PERMUTATIONS,
    LARGE_DIFFERENCE_OF_HOUSES[0],
    KILLER_PAIR,
    DIFFERENCE_OF_HOUSES[1],
    SPLIT_OF_HOUSES[1],
    BLOCKED,
    INNIE_OF_HOUSES[3],
    OUTIE_OF_HOUSES[3],
    *INNIES_OF_HOUSES[2:],
    *DIFFERENCE_OF_HOUSES[2:],
    *SPLIT_OF_HOUSES[2:],
    *LARGE_INNIES_OF_HOUSES[2:],
    *LARGE_DIFFERENCE_OF_HOUSES[1:],
    KILLER_TRIPLE,
    COMPARISON,
)
"""The techniques of cages, easiest first: a person goes through the cages, then adds up one house, then more of them, and
only then follows a digit through a cage. Levels never fall along it.
"""
