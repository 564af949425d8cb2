"""How techniques are asked for: by name, or by a family's name that stands for all of its types."""

from __future__ import annotations

from functools import cache

from bookmaker.techniques import BY_NAME, TECHNIQUES
from bookmaker.techniques.declare import Technique


@cache
def families() -> dict[str, tuple[Technique, ...]]:
    """Each beginning of several names whose techniques are all of one finder family: ``unique-rectangle``, ``bug``, ``finned``.

    A beginning that is common to unlike techniques (``hidden`` single, pair and rectangle) names no family.
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
    """The technique of this name, or those of the family; empty if there is neither."""
    return (BY_NAME[name],) if name in BY_NAME else families().get(name, ())


def names() -> tuple[str, ...]:
    """Every name that :func:`named` knows: techniques from the easiest on, then families."""
    return (*BY_NAME, *families())
