"""Colours of a cover: how a screen shows them, and the four inks that print them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bookmaker.base import schema
from bookmaker.base.schema import JsonSchema, Node, Reader

Space = Literal["rgb", "cmyk"]
"""The colours in which a printer wants a cover."""

MOST_INK = 2.4
"""The most ink on one place, as the sum of the four shares: paper that takes more dries too slowly."""


@dataclass(frozen=True, slots=True)
class Colour:
    """Red, green and blue, and cyan, magenta, yellow and black; shares from 0 to 1."""

    rgb: tuple[float, float, float]
    cmyk: tuple[float, float, float, float]

    def over(self, other: Colour, share: float) -> Colour:
        """So much of this colour on another, as one flat colour: print files have no transparency."""
        if share >= 1:
            return self

        def mixed(mine: float, under: float) -> float:
            return under + (mine - under) * share

        red, green, blue = (mixed(a, b) for a, b in zip(self.rgb, other.rgb, strict=True))
        cyan, magenta, yellow, black = (mixed(a, b) for a, b in zip(self.cmyk, other.cmyk, strict=True))
        return Colour((red, green, blue), (cyan, magenta, yellow, black))


BLACK = Colour((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
WHITE = Colour((1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0))


def inks(red: float, green: float, blue: float) -> tuple[float, float, float, float]:
    """The four inks for a colour of a screen: black takes the part common to the three, and all is kept under the limit.

    The plain formula without a profile of the press; whoever needs a certain tone writes its inks.
    """
    black = 1 - max(red, green, blue)
    if black >= 1:
        return 0.0, 0.0, 0.0, 1.0
    coloured = [(1 - share - black) / (1 - black) for share in (red, green, blue)]
    room = (MOST_INK - black) / max(sum(coloured), 1e-9)
    cyan, magenta, yellow = (share * min(1.0, room) for share in coloured)
    return cyan, magenta, yellow, black


def contrast(one: Colour, other: Colour) -> float:
    """How much two colours differ in lightness, from 1 to 21 (WCAG 2.1, contrast ratio)."""
    high, low = max(_light(one), _light(other)), min(_light(one), _light(other))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_WRITTEN = re.compile(r"#([0-9a-fA-F]{6})(?:\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3}))?")


def parse(text: str) -> Colour:
    """``#1d3557``, or with the percentages of the four inks ``#1d3557 90 70 20 45``. Raises ValueError."""
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise ValueError("must be a colour such as `#1d3557`, or with its four inks in percent `#1d3557 90 70 20 45`")
    red, green, blue = (int(match[1][place : place + 2], 16) / 255 for place in (0, 2, 4))
    if match[2] is None:
        return Colour((red, green, blue), inks(red, green, blue))
    cyan, magenta, yellow, black = (int(match[place]) / 100 for place in range(2, 6))
    total = cyan + magenta + yellow + black
    if max(cyan, magenta, yellow, black) > 1:
        raise ValueError("has more than 100 percent of an ink")
    if total > MOST_INK + 1e-9:
        raise ValueError(f"has {total * 100:.0f} percent of ink; at most {MOST_INK * 100:.0f} percent dry in time")
    return Colour((red, green, blue), (cyan, magenta, yellow, black))


class ColourValue(schema.Shape[Colour]):
    """A colour with a number sign, in quotes, since YAML takes the sign for a comment."""

    wanted = "a colour such as `#1d3557`, in quotes"

    def _take(self, node: Node, label: str, reader: Reader) -> Colour:
        try:
            return parse(node.text)
        except ValueError as error:
            reader.refuse(node, f"{label} {error}")

    def _json_schema(self) -> JsonSchema:
        return {"type": "string", "pattern": _WRITTEN.pattern}
