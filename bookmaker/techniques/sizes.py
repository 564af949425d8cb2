"""Techniques that no puzzle of a small size needs, so that an order for one is refused before anything is made.

Sets and fish come with a complement: where k cells of a house hold k digits only, the others hold the other digits only. With few
cells the complement is the smaller of the two and the easier technique, which finds the same.
"""

from __future__ import annotations

from functools import cache

from bookmaker.grid.geometry import Geometry
from bookmaker.techniques import BY_NAME
from bookmaker.techniques.declare import Technique
from bookmaker.variants.limits import hardest_known

LEAST_SIZE = {
    "locked-triple": 5,
    "naked-triple": 5,
    "hidden-pair": 5,
    "hidden-triple": 7,
    "naked-quadruple": 8,
    "hidden-quadruple": 9,
    "swordfish": 6,
    "jellyfish": 8,
}
"""The smallest grid on which the complement is not easier: of k cells among n, a set of n - k cells; of a fish, n - k lines."""


def never_hardest(geometry: Geometry) -> frozenset[Technique]:
    """Techniques that are the hardest of no puzzle on this grid, as far as that is known."""
    return _never_hardest(geometry.kind, geometry.size)


@cache
def _never_hardest(kind: str, size: int) -> frozenset[Technique]:
    """The same of all techniques, also those that such grids do not have."""
    four = hardest_known(kind, size)
    return frozenset(
        technique
        for technique in BY_NAME.values()
        if LEAST_SIZE.get(technique.name, 0) > size or (four is not None and technique.name not in four)
    )
