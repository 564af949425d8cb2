"""Sizes of cages as users write them: ``2-5``, ``3``, ``2,3,5``, or with shares, ``2:40 3:40 4:20``."""

from __future__ import annotations

import re

USUAL = 0
"""The share of a size without a stated share: the usual one."""

_PART = re.compile(r"([0-9]{1,2})(?:\s*-\s*([0-9]{1,2})|\s*:\s*([0-9]{1,6}))?$")


def parse_sizes(text: str) -> dict[int, int]:
    """``"2-4"`` -> ``{2: USUAL, 3: USUAL, 4: USUAL}``; ``"2:60 3:40"`` -> ``{2: 60, 3: 40}``, in any unit.

    Raises ValueError with the end of the sentence "`cage_sizes` ...".
    """
    mix: dict[int, int] = {}
    for part in re.split(r"[,;\s]+", re.sub(r"\s*([-:])\s*", r"\1", text.strip())):
        found = _PART.match(part)
        if not found:
            raise ValueError(f"must be sizes of cages such as `2-5` or, with shares, `2:40 3:40 4:20`, not {text!r}")
        first, last, share = found.groups()
        sizes = range(int(first), int(last or first) + 1)
        if not sizes:
            raise ValueError(f"names the sizes {part}, and {first} is more than {last}")
        if 0 in sizes or (share is not None and int(share) == 0):
            raise ValueError(
                f"cannot be {part}: " + ("a cage has a cell at least" if 0 in sizes else "leave the size out")
            )
        for size in sizes:
            if size in mix:
                raise ValueError(f"names the size {size} twice")
            mix[size] = USUAL if share is None else int(share)
    if len({share == USUAL for share in mix.values()}) > 1:
        raise ValueError("gives some sizes a share and others none: give all of them one, or none")
    if max(mix) == 1:
        raise ValueError("must name another size than 1: cages of one cell alone make no puzzle")
    return mix


def sizes_fault(mix: dict[int, int], size: int) -> str:
    """Why cages on a grid of ``size`` digits cannot have these sizes, as the end of a sentence; "" if they can."""
    too_large = [cells for cells in mix if cells > size]
    return f"has cages of {max(too_large)} cells, but a cage of this grid has {size} at most" if too_large else ""
