"""The labels that readers see in place of levels: the level, and ``"medium+"`` for some of those that are medium.

The New York Times has two levels where this project has one. Of its medium puzzles 17 of 19 need one technique beyond singles, of
its hard ones 123 of 150 need two or more; all of them are medium here. The number of different techniques tells them apart (AUC
0.88), the level does not (0.5). This holds for rules that add nothing but houses, since all Killers need several techniques, and
nobody has such puzzles of other kinds by level. Nothing here imports numba.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import Family
from bookmaker.puzzles.rules import RULES

PLUS = "medium+"
"""The label of a medium puzzle that needs several techniques."""

SEVERAL = 2
"""How many different techniques beyond singles that is, at least."""


def splits(rules: Collection[str], caged: bool) -> bool:
    """Whether medium puzzles of these rules have two labels."""
    return not caged and all(RULES[name].only_houses for name in rules)


def label_of(level: str, techniques: Iterable[str], split: bool) -> str:
    """The label of a puzzle of this level whose path has these techniques, by name. ``split``: see :func:`splits`."""
    if not split or level != str(Level.MEDIUM):
        return level
    return PLUS if len(set(techniques).difference(Family.SINGLES.value)) >= SEVERAL else level


def level_of(label: str) -> Level:
    """The level of puzzles with a label. Raises KeyError for another word."""
    return Level[label.removesuffix("+").upper()]
