"""Cages: their sizes as users write them, and the marks of a puzzle's cages for the printer, which knows nothing of sums."""

from __future__ import annotations

import re

from bookmaker.puzzles.grid.adjacency import COLOURS, coloured
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle

USUAL = 0
"""The share of a size without a stated share: the usual one."""

_PART = re.compile(r"([0-9]{1,2})(?:\s*-\s*([0-9]{1,2})|\s*:\s*([0-9]{1,6}))?$")


def parse_sizes(text: str) -> dict[int, int]:
    """Sizes of cages: ``"2-4"`` -> ``{2: USUAL, 3: USUAL, 4: USUAL}``; with shares, ``"2:60 3:40"`` -> ``{2: 60, 3: 40}``.

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


def cage_marks(puzzle: Puzzle) -> tuple[Mark, ...]:
    """A mark for each cage, with its sum, and with tones that differ wherever two cages share a side.

    Clues that look like cages are among them.
    """
    ground = puzzle.geometry
    cages = [(cage.cells, "" if cage.sum is None else str(cage.sum)) for cage in puzzle.cages if cage.cells]
    cages += [(mark.cells, mark.text) for mark in ground.marks if mark.kind == "cage"]
    if not cages:
        return ()
    owner = list(range(-1, -1 - ground.cell_count, -1))
    for index, (cells, _) in enumerate(cages):
        for cell in cells:
            owner[cell] = index
    try:
        tones = coloured(owner, ground.size)
    except ValueError:  # A cage in pieces, which no proper puzzle has; it is drawn so that its fault can be seen.
        tones = [number % COLOURS for number in owner]
    return tuple(Mark("cage", cells, text, tones[cells[0]]) for cells, text in cages)
