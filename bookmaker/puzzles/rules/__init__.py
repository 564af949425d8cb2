"""The rules of puzzles. A new rule is one declaration and one name in ``registry.py``; a kind is a name for a usual set.

A rule says which houses a grid has, which pairs of cells hold which digits, what foreign formats call it, and more:
:class:`bookmaker.puzzles.rules.rule.Rule`. Solver, techniques, printer and formats use the :class:`Geometry` of a set of rules,
and no rule's name.
"""

from __future__ import annotations

from bookmaker.puzzles.rules.cages import TARGET, operation_named, target_of
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.geometries import geometry, one_of_its_grids, with_clues
from bookmaker.puzzles.rules.kinds import (
    ADDED,
    CLASSIC,
    DIAGONALS,
    KINDS,
    arrangements,
    boxless,
    clue_called,
    clue_kinds,
    clues_meant,
    exists,
    expressed,
    has_boxes,
    house_kinds,
    houses_listed,
    is_caged,
    kind_called,
    kind_of,
    kinds_named,
    known,
    maps_of,
    names_kinds,
    regions_of,
    rules_of,
    sizes_of,
    unclued,
    understood,
    understood_houses,
    unknown_kind,
    vocabulary,
    with_cages,
)
from bookmaker.puzzles.rules.registry import CLUES, RULES

__all__ = [
    "ADDED",
    "CLASSIC",
    "CLUES",
    "DIAGONALS",
    "KINDS",
    "RULES",
    "TARGET",
    "ClueType",
    "arrangements",
    "boxless",
    "clue_called",
    "clue_kinds",
    "clues_meant",
    "exists",
    "expressed",
    "geometry",
    "has_boxes",
    "house_kinds",
    "houses_listed",
    "is_caged",
    "kind_called",
    "kind_of",
    "kinds_named",
    "known",
    "maps_of",
    "names_kinds",
    "one_of_its_grids",
    "operation_named",
    "regions_of",
    "rules_of",
    "sizes_of",
    "target_of",
    "unclued",
    "understood",
    "understood_houses",
    "unknown_kind",
    "vocabulary",
    "with_cages",
    "with_clues",
]
