"""The rules of each kind of puzzle. A new variant is one module here and one line in ``VARIANTS``.

A variant says which houses a grid has, which cells hold no consecutive digits, and which marks the printer draws; the solver
and the techniques know houses, peers and such cells only, the printer knows marks only.
"""

from __future__ import annotations

from functools import cache

from bookmaker.errors import UsageError
from bookmaker.grid.geometry import BOXES, Geometry
from bookmaker.variants import classic, killer, killer_x, nonconsecutive, windoku, x
from bookmaker.variants.one_diagonal import FALLING, RISING

VARIANTS = {module.NAME: module for module in (classic, x, FALLING, RISING, windoku, nonconsecutive, killer, killer_x)}


def geometry(kind: str = "classic", size: int = 9) -> Geometry:
    """The one geometry of this kind and size. Raises UsageError for a kind or size that does not exist."""
    # A cache of this function itself would hold geometry() and geometry("classic", 9) as two.
    return _made(kind, size)


@cache
def _made(kind: str, size: int) -> Geometry:
    if kind not in VARIANTS:
        raise UsageError(f"there is no kind of puzzle {kind!r}; there are {', '.join(VARIANTS)}")
    if size not in BOXES:
        raise UsageError(f"there is no grid of size {size}; there are {', '.join(map(str, BOXES))}")
    made: Geometry = VARIANTS[kind].geometry(size)
    return made
