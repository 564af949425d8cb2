"""Human techniques: what each is called and worth (here, light), and how it is found (``finders``, jitted).

Importing this package or a family's module never imports numba, so that a spec can be checked and a name completed at
once; :mod:`bookmaker.techniques.engine` is the door to the jitted side. To add a technique: declare it in its family's
module, find it in ``finders/<family>.py``, and name it in the list below. A new family is also one line in its tier's
dispatch (``finders/driver.py``). Tests fail when one of these is missing.
"""

from __future__ import annotations

from functools import cache

from bookmaker.grid.geometry import Geometry
from bookmaker.techniques.aligned import ALIGNED_PAIR_EXCLUSION
from bookmaker.techniques.almost import ALS_CHAIN, ALS_XY_WING, ALS_XZ, DEATH_BLOSSOM
from bookmaker.techniques.bugs import BUGS
from bookmaker.techniques.cages import CAGES
from bookmaker.techniques.chains import ALMOST_LOOPS, GROUPED_LOOPS, NICE_LOOPS, X_CHAIN, XY_CHAIN
from bookmaker.techniques.colours import MULTI_1, MULTI_2, SIMPLE_TRAP, SIMPLE_WRAP
from bookmaker.techniques.declare import Level, Technique
from bookmaker.techniques.disjoint import SUE_DE_COQ
from bookmaker.techniques.finned import (
    FINNED_JELLYFISH,
    FINNED_SWORDFISH,
    FINNED_X_WING,
    SASHIMI_JELLYFISH,
    SASHIMI_SWORDFISH,
    SASHIMI_X_WING,
)
from bookmaker.techniques.fish import JELLYFISH, SWORDFISH, X_WING
from bookmaker.techniques.forcing import BRUTE_FORCE, FORCING
from bookmaker.techniques.franken import FRANKEN_FISH
from bookmaker.techniques.intersections import CLAIMING, POINTING
from bookmaker.techniques.loops import LOOPS
from bookmaker.techniques.rectangles import AVOIDABLE_1, AVOIDABLE_2, HIDDEN_RECTANGLE, UNIQUE
from bookmaker.techniques.relations import RELATIONS
from bookmaker.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from bookmaker.techniques.subsets import (
    HIDDEN_PAIR,
    HIDDEN_QUADRUPLE,
    HIDDEN_TRIPLE,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    NAKED_PAIR,
    NAKED_QUADRUPLE,
    NAKED_TRIPLE,
)
from bookmaker.techniques.turbot import EMPTY_RECTANGLE, SKYSCRAPER, TURBOT_FISH, TWO_STRING_KITE
from bookmaker.techniques.wings import REMOTE_PAIR, W_WING, WXYZ_WING, XY_WING, XYZ_WING

TECHNIQUES: tuple[Technique, ...] = (
    FULL_HOUSE,
    NAKED_SINGLE,
    HIDDEN_SINGLE,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    POINTING,
    CLAIMING,
    NAKED_PAIR,
    NAKED_TRIPLE,
    HIDDEN_PAIR,
    HIDDEN_TRIPLE,
    NAKED_QUADRUPLE,
    HIDDEN_QUADRUPLE,
    X_WING,
    SWORDFISH,
    JELLYFISH,
    REMOTE_PAIR,
    BUGS[0],
    SKYSCRAPER,
    TWO_STRING_KITE,
    TURBOT_FISH,
    EMPTY_RECTANGLE,
    W_WING,
    XY_WING,
    XYZ_WING,
    *UNIQUE,
    HIDDEN_RECTANGLE,
    AVOIDABLE_1,
    AVOIDABLE_2,
    *BUGS[1:],
    *LOOPS,
    FINNED_X_WING,
    SASHIMI_X_WING,
    FINNED_SWORDFISH,
    SASHIMI_SWORDFISH,
    FINNED_JELLYFISH,
    SASHIMI_JELLYFISH,
    SUE_DE_COQ,
    SIMPLE_TRAP,
    SIMPLE_WRAP,
    MULTI_1,
    MULTI_2,
    X_CHAIN,
    XY_CHAIN,
    *NICE_LOOPS,
    *GROUPED_LOOPS,
    WXYZ_WING,
    ALS_XZ,
    ALS_XY_WING,
    ALS_CHAIN,
    DEATH_BLOSSOM,
    *FRANKEN_FISH,
    ALIGNED_PAIR_EXCLUSION,
    *ALMOST_LOOPS,
    *FORCING,
    BRUTE_FORCE,
)
"""Every technique of grids that are houses only, easiest first: the order in which the engine tries them. Levels never fall
along it.
"""

SINGLES = (FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE)

_NAKED = (FULL_HOUSE, NAKED_SINGLE)
_PLAIN = tuple(t for t in TECHNIQUES if t not in SINGLES and not t.presumes_proper)

BY_NAME = {technique.name: technique for technique in (*TECHNIQUES, *CAGES, *RELATIONS)}
BY_CODE = {technique.code: technique for technique in (*TECHNIQUES, *CAGES, *RELATIONS)}


def techniques_on(geometry: Geometry, cages: bool = False) -> tuple[Technique, ...]:
    """The techniques for puzzles on this grid, easiest first. ``cages``: for those with cages.

    What presumes that a puzzle is proper is left out where a rule may notice that two digits of a deadly pattern change places:
    a sum, or a relation between cells.
    """
    return _techniques(cages, bool(geometry.tables), geometry.uniqueness and not cages)


@cache
def _techniques(cages: bool, relations: bool, uniqueness: bool) -> tuple[Technique, ...]:
    if not (cages or relations):
        return tuple(t for t in TECHNIQUES if uniqueness or not t.presumes_proper)
    related = RELATIONS if relations else ()
    if not cages:
        return (*SINGLES, *sorted((*related, *_PLAIN), key=lambda t: t.level))
    # At each level the cages come before what needs no sums. Hidden singles come after the easy cages: a grid without givens
    # shows none before the cages have been gone through.
    easy = [t for t in CAGES if t.level == Level.EASY]
    others = [t for t in CAGES if t.level > Level.EASY]
    return (*_NAKED, *sorted((*easy, HIDDEN_SINGLE, *others, *related, *_PLAIN), key=lambda t: t.level))


CAGED_TECHNIQUES = _techniques(True, False, False)
"""Those for puzzles with cages on a grid without relations."""


def up_to(level: Level) -> tuple[Technique, ...]:
    """The techniques of ``level`` and below, easiest first."""
    return tuple(technique for technique in TECHNIQUES if technique.level <= level)
