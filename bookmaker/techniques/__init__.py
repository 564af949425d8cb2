"""Human techniques: what each is called and worth (here, light), and how it is found (``finders``, jitted).

Importing this package never imports numba, so that a spec can be checked and a name completed at once;
:mod:`bookmaker.techniques.engine` is the door to the jitted side. To add a technique: write its row in ``table.py``, its name in
its family in ``families.py``, its finder in ``finders/``, its words in ``catalogues/techniques/`` and a case in
``tests/data/technique_cases.txt``. A new family is also one line in the kernel of its tier. Tests fail when one is missing.
"""

from __future__ import annotations

from bookmaker.grid.geometry import Geometry
from bookmaker.techniques.apart import APART
from bookmaker.techniques.cages import CAGES
from bookmaker.techniques.declare import Level, Technique
from bookmaker.techniques.families import Family
from bookmaker.techniques.table import TECHNIQUES

__all__ = ["APART", "CAGES", "TECHNIQUES"]

SINGLES = tuple(technique for technique in TECHNIQUES if technique.family is Family.SINGLES)

*_NAKED, _HIDDEN_SINGLE = SINGLES
_PLAIN = tuple(t for t in TECHNIQUES if t not in SINGLES and not t.presumes_proper)

CAGED_TECHNIQUES: tuple[Technique, ...] = (
    *_NAKED,
    *sorted(
        (
            *(t for t in CAGES if t.level == Level.EASY),
            _HIDDEN_SINGLE,
            *(t for t in CAGES if t.level > Level.EASY),
            *_PLAIN,
        ),
        key=lambda t: t.level,
    ),
)
"""The techniques for puzzles with cages, easiest first. At each level the cages come before techniques without sums. Hidden
singles come after the easy cages: a grid without givens shows none before the cages have removed candidates. Techniques that
presume a proper puzzle are left out: two digits of a deadly pattern cannot change places where that changes a sum.
"""

APART_TECHNIQUES: tuple[Technique, ...] = (*SINGLES, *sorted((*APART, *_PLAIN), key=lambda t: t.level))
"""The techniques for grids with cells that must not hold consecutive digits, easiest first. Techniques that presume a proper
puzzle are left out: two digits that change places get other neighbours.
"""

BY_NAME = {technique.name: technique for technique in (*TECHNIQUES, *CAGES, *APART)}
BY_CODE = {technique.code: technique for technique in (*TECHNIQUES, *CAGES, *APART)}


def techniques_on(geometry: Geometry) -> tuple[Technique, ...]:
    """The techniques for puzzles without cages on this grid, easiest first."""
    return APART_TECHNIQUES if geometry.apart else TECHNIQUES


def up_to(level: Level) -> tuple[Technique, ...]:
    """The techniques of ``level`` and below, easiest first."""
    return tuple(technique for technique in TECHNIQUES if technique.level <= level)
