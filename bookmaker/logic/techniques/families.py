"""Which finder looks for which technique, and which tier runs that finder.

Compiled finders know a technique as an integer, its code: the number of its family times 16, plus the place of its name in the
family. So ``code >> 4`` is the family and ``code & 15`` the pattern. Finders rely on the order of the names: sizes, types and
numbers of houses ascend.

Finders import this module and no other declaration, so that a change of a level or a score recompiles no finder. Nothing here
imports numba. No file may store codes: they change from one version to the next.
"""

from __future__ import annotations

from enum import Enum


def _types(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}-{number}" for number in range(1, count + 1))


def _of_houses(name: str) -> tuple[str, ...]:
    return tuple(name + houses for houses in ("", "-two-houses", "-three-houses", "-four-houses"))


def worded_as(name: str) -> str:
    """The technique whose sentence and text a technique shares: a sum of several houses reads as that of one."""
    return next((name[: -len(each)] for each in _of_houses("") if each and name.endswith(each)), name)


class Family(Enum):
    """The techniques that one finder looks for, by name."""

    SINGLES = ("full-house", "naked-single", "hidden-single")
    INTERSECTIONS = ("pointing", "claiming")
    LOCKED_SUBSETS = ("locked-pair", "locked-triple")
    NAKED_SUBSETS = ("naked-pair", "naked-triple", "naked-quadruple")
    HIDDEN_SUBSETS = ("hidden-pair", "hidden-triple", "hidden-quadruple")
    FISH = ("x-wing", "swordfish", "jellyfish")
    TURBOT_FISH = ("skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle")
    COLOURS = ("simple-colours-trap", "simple-colours-wrap", "multi-colours-1", "multi-colours-2")
    FINNED_FISH = ("finned-x-wing", "finned-swordfish", "finned-jellyfish")
    SASHIMI_FISH = ("sashimi-x-wing", "sashimi-swordfish", "sashimi-jellyfish")
    WINGS = ("remote-pair", "w-wing", "xy-wing", "xyz-wing", "wxyz-wing")
    RECTANGLES = (*_types("unique-rectangle", 6), "hidden-rectangle", *_types("avoidable-rectangle", 2))
    UNIVERSAL_GRAVES = _types("bug", 4)
    SUE_DE_COQ = ("sue-de-coq",)
    UNIQUE_LOOPS = _types("unique-loop", 4)
    FRANKEN_FISH = ("franken-x-wing", "franken-swordfish", "franken-jellyfish")
    FINNED_FRANKEN_FISH = ("finned-franken-x-wing", "finned-franken-swordfish", "finned-franken-jellyfish")
    ALIGNED_CELLS = ("aligned-pair-exclusion", "aligned-triplet-exclusion")
    CHAINS = ("x-chain", "xy-chain")
    NICE_LOOPS = ("continuous-nice-loop", "aic", "discontinuous-nice-loop")
    GROUPED_LOOPS = ("grouped-continuous-nice-loop", "grouped-aic", "grouped-discontinuous-nice-loop")
    ALS_LOOPS = ("als-continuous-nice-loop", "als-aic", "als-discontinuous-nice-loop")
    ALMOST_LOCKED_SETS = ("als-xz", "als-xy-wing", "als-chain", "death-blossom")
    FORCING = (
        *("nishio-forcing-chain", "cell-forcing-chain", "house-forcing-chain"),
        *("forcing-net", "cell-forcing-net", "house-forcing-net"),
    )
    BRUTE_FORCE = ("brute-force",)
    RELATIONS = ("relation-cell", "relation-house")
    CAGES = (
        *("cage-last-cell", "cage-single-combination", "cage-few-combinations", "cage-combinations"),
        *("cage-permutations", "cage-pointing", "cage-claiming"),
    )
    CAGES_TOGETHER = ("killer-pair", "killer-triple", "blocked-combinations", "cage-comparison")
    INNIE = _of_houses("innie")
    OUTIE = _of_houses("outie")
    INNIES = _of_houses("innies-outies")
    LARGE_INNIES = _of_houses("large-innies-outies")
    DIFFERENCE = _of_houses("innie-outie-difference")
    LARGE_DIFFERENCE = _of_houses("large-innie-outie-difference")
    SPLIT = _of_houses("cage-split")
    CLUES = (
        "clue-sum-last",
        "clue-sum",
        "clue-line-last",
        "clue-line",
        "clue-pointing",
        "clue-line-ways",
        "clue-alone",
    )

    @property
    def number(self) -> int:
        """The family's place in this list."""
        return list(Family).index(self)

    @property
    def code(self) -> int:
        """The code of the family's first technique."""
        return self.number << 4


CODES = {name: family.code + place for family in Family for place, name in enumerate(family.value)}
"""The code of each technique."""

FAMILY_OF = {name: family for family in Family for name in family.value}
"""The family of each technique."""

HIDDEN_SINGLE_IN_BOX = CODES["hidden-single"] + 1
"""Finder code of hidden singles in boxes only; the records name them ``hidden-single``."""

BEGINNERS = CODES["hidden-single"] + 2
"""Finder code of full houses together with hidden singles in boxes, as a beginner sees them; the records name them so."""

DIRECT = 8
"""Added to the code of an intersection or a hidden subset: the finder reports only those that leave a digit one place in a house,
and that placement instead of the eliminations. Sudoku Explainer rates these as easier steps, because a person sees them without
writing candidates.
"""

RULE_OF_45 = (
    *(Family.INNIE, Family.OUTIE, Family.INNIES, Family.LARGE_INNIES),
    *(Family.DIFFERENCE, Family.LARGE_DIFFERENCE, Family.SPLIT),
)
"""The families that add up houses."""

UNIQUENESS = (Family.RECTANGLES, Family.UNIVERSAL_GRAVES, Family.UNIQUE_LOOPS)
"""The families whose argument is "otherwise there would be another solution". They prove nothing about a puzzle that is not known
to be proper."""


class Tier(Enum):
    """The families whose finders are compiled together, and only when a puzzle needs one of them.

    The basic tier comes first, brute force last. :mod:`bookmaker.logic.techniques.engine` names the kernel of each.
    """

    BASIC = (
        *(Family.SINGLES, Family.INTERSECTIONS, Family.FISH),
        *(Family.LOCKED_SUBSETS, Family.NAKED_SUBSETS, Family.HIDDEN_SUBSETS),
    )
    WINGS_AND_RECTANGLES = (Family.TURBOT_FISH, Family.WINGS, Family.RECTANGLES, Family.UNIVERSAL_GRAVES)
    FISH_AND_COLOURS = (
        *(Family.FINNED_FISH, Family.SASHIMI_FISH, Family.SUE_DE_COQ),
        *(Family.COLOURS, Family.UNIQUE_LOOPS),
    )
    FRANKEN_FISH = (Family.FRANKEN_FISH, Family.FINNED_FRANKEN_FISH)
    ALIGNED_CELLS = (Family.ALIGNED_CELLS,)
    RELATIONS = (Family.RELATIONS,)
    CLUES = (Family.CLUES,)
    CAGES = (Family.CAGES, Family.CAGES_TOGETHER, *RULE_OF_45)
    CHAINS = (Family.CHAINS, Family.NICE_LOOPS, Family.GROUPED_LOOPS, Family.ALS_LOOPS)
    ALMOST_LOCKED_SETS = (Family.ALMOST_LOCKED_SETS,)
    FORCING = (Family.FORCING,)
    BRUTE_FORCE = (Family.BRUTE_FORCE,)

    @property
    def number(self) -> int:
        """The tier's place in this list."""
        return list(Tier).index(self)


TIER_OF = {family: tier for tier in Tier for family in tier.value}
"""The tier of each family."""
