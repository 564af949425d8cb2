"""Human techniques: the name and worth of each (here, light), and how it is found (``finders``, jitted).

Importing this package never imports numba, so that a spec can be checked and a name completed at once;
:mod:`bookmaker.logic.techniques.engine` is the door to the jitted side. ``docs/extending/technique.md`` says how to add a
technique; the tables are checked when this package is loaded.
"""

from __future__ import annotations

from functools import cache

from bookmaker.logic.techniques.declare import Level, Technique, require_rows
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.table import CAGES, CLUES, RELATIONS, TECHNIQUES
from bookmaker.puzzles.grid.geometry import Geometry

__all__ = ["CAGES", "CLUES", "RELATIONS", "TECHNIQUES"]

require_rows((TECHNIQUES, CAGES, RELATIONS, CLUES))

SINGLES = tuple(technique for technique in TECHNIQUES if technique.family is Family.SINGLES)

*_NAKED, _HIDDEN_SINGLE = SINGLES
_PLAIN = tuple(t for t in TECHNIQUES if t not in SINGLES and not t.presumes_proper)

BY_NAME = {technique.name: technique for technique in (*TECHNIQUES, *CAGES, *RELATIONS, *CLUES)}
BY_CODE = {technique.code: technique for technique in BY_NAME.values()}


def techniques_on(geometry: Geometry, cages: bool = False) -> tuple[Technique, ...]:
    """The techniques for puzzles on this grid, easiest first. ``cages``: whether the puzzles have cages.

    Techniques that presume a proper puzzle are left out where two digits of a deadly pattern cannot change places without an
    effect on some rule, such as a sum or a relation between cells.
    """
    return _techniques(cages, bool(geometry.tables), geometry.has_sums_or_lines, geometry.uniqueness and not cages)


@cache
def _techniques(cages: bool, relations: bool, clues: bool, uniqueness: bool) -> tuple[Technique, ...]:
    if not (cages or relations or clues):
        return tuple(t for t in TECHNIQUES if uniqueness or not t.presumes_proper)
    related = (*(RELATIONS if relations else ()), *(CLUES if clues else ()))
    if not cages:
        return (*SINGLES, *sorted((*related, *_PLAIN), key=lambda t: t.level))
    # At each level the cages come before techniques without sums. Hidden singles come after the easy cages: a grid without givens
    # shows none before the cages have removed candidates.
    easy = [t for t in CAGES if t.level == Level.EASY]
    others = [t for t in CAGES if t.level > Level.EASY]
    return (*_NAKED, *sorted((*easy, _HIDDEN_SINGLE, *others, *related, *_PLAIN), key=lambda t: t.level))


CAGED_TECHNIQUES = _techniques(True, False, False, False)
"""The techniques for puzzles with cages on a grid without relations."""


@cache
def up_to(level: Level) -> tuple[Technique, ...]:
    """The techniques of ``level`` and below, easiest first."""
    return tuple(technique for technique in TECHNIQUES if technique.level <= level)


@cache
def shared_names() -> dict[str, tuple[Technique, ...]]:
    """Each name that stands for several techniques, with these: ``unique-rectangle``, ``bug``, ``franken``.

    The name is the common beginning of the names of one :class:`Family`. A beginning that unlike techniques share (``hidden``
    single, pair and rectangle) is not such a name.
    """
    found: dict[str, list[Technique]] = {}
    for technique in TECHNIQUES:
        words = technique.name.split("-")
        for length in range(1, len(words)):
            found.setdefault("-".join(words[:length]), []).append(technique)
    return {
        name: tuple(members)
        for name, members in found.items()
        if name not in BY_NAME and len(members) > 1 and len({technique.family for technique in members}) == 1
    }


def named(name: str) -> tuple[Technique, ...]:
    """The technique of this name, or all that the name stands for; empty if the name is unknown."""
    return (BY_NAME[name],) if name in BY_NAME else shared_names().get(name, ())


def names() -> tuple[str, ...]:
    """Every name that :func:`named` knows: techniques, the easiest first, then names of several."""
    return (*BY_NAME, *shared_names())
