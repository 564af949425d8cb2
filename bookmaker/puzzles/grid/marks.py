"""Marks: the drawings for rules and clues, each named by its look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_InCells = Literal[
    "open", "shade", "line", "cage", "disc", "block", "tube", "bulb", "wire", "cord", "shaft", "ends", "hollow-bulb"
]
_Beaded = Literal[
    "diamonds", "double-ends", "beads", "rhombs", "pearls", "lozenges", "boxes", "triangles", "spikes", "pluses"
]
_Areas = Literal["up-triangle", "down-triangle", "tile", "frame", "clone"]
_Dots = Literal["white-dot", "black-dot", "white-number", "black-number"]
Look = Literal[
    _InCells, _Beaded, _Areas, _Dots, "bar", "letter", "sign", "quadruple-circle", "outside", "outside-arrow"
]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to draw under the digits, named by its look and not by its rule.

    kind: ``"open"`` opens the outline at two cells of one row or column, at opposite edges. ``"shade"`` tints ``cells``;
    ``"line"`` draws one straight line through the centres of the first and last cell; ``"cage"`` sets ``cells`` apart from the
    others, by a dashed outline or by the tint ``tone`` (0..3; no two cages side by side have the same), with ``text`` in the
    upper left corner of the first cell. ``"disc"`` and ``"block"`` tint a round or a square part of one cell,
    ``"up-triangle"`` and ``"down-triangle"`` one of three corners, ``"tile"`` nearly all of it, of which ``"frame"`` has the
    outline; ``"clone"`` tints the first half of ``cells``, and the second, as one area each with ``text`` in the corner of its
    first cell.

    On the border of two cells are ``"white-dot"``, ``"black-dot"``, ``"white-number"`` and ``"black-number"`` (dots with
    ``text``), ``"bar"``, ``"letter"`` (with ``text``) and ``"sign"``, which opens towards the first of the two.

    ``"tube"`` is a thick tinted line through the centres of all cells, ``"bulb"`` the same with a disc in the first,
    ``"wire"`` a narrow and ``"cord"`` a hollow one, ``"hollow-bulb"`` a hollow line with a hollow disc in the first cell.
    ``"shaft"`` is a thin line with a circle in the first cell and a head in the last, ``"ends"`` one with circles in both,
    ``"double-ends"`` with double ones, ``"diamonds"`` with diamonds. In every cell ``"beads"`` has a small square,
    ``"rhombs"`` a square on its tip, ``"spikes"`` a triangle, ``"pluses"`` a plus; ``"pearls"`` a white disc, ``"lozenges"`` a
    white square on its tip, ``"boxes"`` a white square, ``"triangles"`` a white triangle.

    ``"quadruple-circle"`` is a circle with ``text`` where four cells meet. ``"outside"`` sets ``text`` outside the grid,
    beside the first cell of a line, ``"outside-arrow"`` the same with an arrow to a line that slants. ``digit``: the one whose
    symbol is ``text``, 0 if it is a number.
    """

    kind: Look
    cells: tuple[int, ...]
    text: str = ""
    tone: int = 0
    digit: int = 0


SIGNS = "+–×÷"
"""The signs of operations behind the numbers of cages."""
