"""The names by which users choose techniques: a technique's own name, or one for several of a family."""

from __future__ import annotations

from functools import cache

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES
from bookmaker.logic.techniques.declare import Technique


@cache
def families() -> dict[str, tuple[Technique, ...]]:
    """Each name that stands for several techniques, with these: ``unique-rectangle``, ``bug``, ``franken``.

    The name is the common beginning of the names of one :class:`Family`. A beginning that unlike techniques share (``hidden``
    single, pair and rectangle) is no such name.
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
    return (BY_NAME[name],) if name in BY_NAME else families().get(name, ())


def names() -> tuple[str, ...]:
    """Every name that :func:`named` knows: techniques, the easiest first, then names of several."""
    return (*BY_NAME, *families())
