"""Clues that a made puzzle does without: those that say nothing more, and those without which it still meets its order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bookmaker.base.seeds import seeds_for
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.grading import grade_many
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, maps
from bookmaker.puzzles.rules import CLUES, geometry, unclued, with_clues
from bookmaker.puzzles.rules.places import OUTSIDE

_GUESSES = 20_000
"""Guesses of a proof. A clue whose loss needs more stays: undecided is not proper."""

_BARE_GUESSES = 3_000
"""Guesses of a proof without givens: sets of clues are many, and one that needs more is passed over."""


def without_idle(ground: Geometry, givens: bytes) -> Geometry:
    """The geometry without clues on single cells that are given, which say nothing more."""
    clues = ground.clues or ()
    kept = [clue for clue in clues if CLUES[clue.kind].may is None or not givens[clue.cells[0]]]
    return ground if len(kept) == len(clues) else with_clues(ground, kept)


def are_enough(ground: Geometry) -> bool:
    """Whether clues alone are soon found to leave one solution. Where no givens are ordered, digging ends there or nowhere."""
    return solve(Puzzle(ground, bytes(ground.cell_count)), 2, _BARE_GUESSES).solutions == 1


def is_plain(ground: Geometry, givens: bytes) -> bool:
    """Whether a puzzle is proper without any of its clues: as a Sudoku without them it has the same answer."""
    bare = geometry(unclued(ground.rules), ground.size, ground.regions)
    return not bare.clued and solve(Puzzle(bare, givens), 2, _GUESSES).solutions == 1


def without_superfluous(order: Order, made: Made) -> Made:
    """The puzzle with as few clues as a walk through them in random order leaves; the same for the same puzzle and seed."""
    ground = made.geometry
    assert ground is not None
    left = list(ground.clues or ())
    for group in _groups(ground, left, order.symmetry, made.seed):
        fewer = [clue for clue in left if clue not in group]
        if fewer and _meets(order, replace(made, geometry=with_clues(ground, fewer))):
            left = fewer
    return replace(made, geometry=with_clues(ground, left))


def _groups(ground: Geometry, clues: Sequence[Clue], symmetry: Symmetry, seed: int) -> Iterator[set[Clue]]:
    """The clues in random order: those on cells and outside the grid with their images, which lie as evenly as givens do."""
    images = [tuple(range(ground.cell_count))] if ground.overlapping else maps(symmetry, ground.size)
    keys = seeds_for(seed, range(len(clues)))
    seen, shown = set[Clue](), {clue.cells for clue in clues}
    for place in sorted(range(len(clues)), key=keys.__getitem__):
        clue = clues[place]
        if clue in seen:
            continue
        group = {clue}
        if CLUES[clue.kind].shape in ("cell", *OUTSIDE):
            places = {tuple(image[cell] for cell in clue.cells) for image in images}
            # What says the same from both ends stands at one of them.
            places = {cells if cells in shown else cells[::-1] for cells in places}
            group |= {other for other in clues if other.cells in places}
        seen |= group
        yield group


def _meets(order: Order, made: Made) -> bool:
    puzzle = made.puzzle(order.geometry)
    if solve(puzzle, 2, _GUESSES).solutions != 1:
        return False
    (grade,) = grade_many([puzzle])
    return not order.miss(grade.level, grade.hardest, grade.techniques, grade.score)
