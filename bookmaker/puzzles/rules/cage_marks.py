"""A puzzle's cages as marks for the printer, which knows nothing of sums."""

from __future__ import annotations

from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.region_colours import COLOURS, coloured


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
