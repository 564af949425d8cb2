"""The part of a style that holds for the edition for screens alone."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.schema import key
from bookmaker.printing.styles.style_parts import INK, LENGTH, SHARE, TYPE


@dataclass(frozen=True, kw_only=True, eq=False)
class Jumps(schema.Record):
    """The line of links at the foot of a page on a screen: outside of where pens write, and off the edge."""

    size: float = key(TYPE, "Type size.")
    drop: float = key(LENGTH, "From the foot of the area between the margins down to the baseline.")
    least_drop: float = key(LENGTH, "Least distance of the baseline from the edge of the page.")
    gap: float = key(SHARE, "Distance between two links, as a share of the type size.")
    touch: float = key(SHARE, "Height of what may be touched, as a share of the type size.")
    small: float = key(
        SHARE, "The links stand in two lines where one would be set smaller, as a share of the type size."
    )
    ink: float = key(INK, "Ink.")
