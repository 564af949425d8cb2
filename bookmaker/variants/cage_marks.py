"""A puzzle's cages as marks for the printer, which knows nothing of sums."""

from __future__ import annotations

from bookmaker.grid.marks import Mark
from bookmaker.grid.puzzle import Puzzle
from bookmaker.grid.region_colours import COLOURS, coloured


def cage_marks(puzzle: Puzzle) -> tuple[Mark, ...]:
    """A mark for each cage, with its sum, and with tones that differ wherever two cages share a side."""
    ground = puzzle.geometry
    if not puzzle.cages:
        return ()
    owner = list(range(-1, -1 - ground.cell_count, -1))
    for index, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            owner[cell] = index
    try:
        tones = coloured(owner, ground.size)
    except ValueError:  # A cage in pieces, which no proper puzzle has; it is drawn so that its fault can be seen.
        tones = [number % COLOURS for number in owner]
    return tuple(
        Mark("cage", cage.cells, "" if cage.sum is None else str(cage.sum), tones[cage.cells[0]])
        for cage in puzzle.cages
        if cage.cells
    )
