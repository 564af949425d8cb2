"""A puzzle without a solution: what contradicts what, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from bookmaker.logic.verify.blamed_clues import blamed_clues, blamed_givens, clue_named
from bookmaker.logic.verify.cage_faults import cage_named
from bookmaker.logic.verify.contradiction import Contradiction, contradicting_cages, contradiction
from bookmaker.logic.verify.puzzle_fault import PuzzleFault, listed, many
from bookmaker.logic.verify.text_arrays import Part, joined, table
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

NO_SOLUTION = "no-solution"
"""The code of this fault."""


def no_solution(puzzle: Puzzle) -> PuzzleFault:
    """The fault of a puzzle without a solution, with the clues, givens or cages that may be wrong."""
    clues = blamed_clues(puzzle) if puzzle.geometry.clued else ()
    if clues:
        names = " or ".join(clue_named(clue, puzzle) for clue in clues)
        wrong = blamed_givens(puzzle)
        cells = tuple(sorted({*wrong, *(cell for clue in clues for cell in clue.cells)}))
        if not wrong:
            message = f"it has no solution; if its givens are right, it would have one without {names}"
        else:
            places = " or ".join(cell_name(cell, puzzle.geometry) for cell in wrong)
            message = f"it has no solution; it would have one without {names}, or with another digit in {places}"
        return PuzzleFault(NO_SOLUTION, cells, message)
    found = contradiction(puzzle)
    if found is None or not puzzle.cages:
        return no_solution_fault(puzzle.geometry, puzzle.givens, found)
    return no_solution_fault(puzzle.geometry, puzzle.givens, found, *contradicting_cages(puzzle, found.cells))


def no_solution_fault(
    ground: Geometry,
    digits: Sequence[int],
    found: Contradiction | None,
    cages: Sequence[Cage] = (),
    proven: bool = True,
) -> PuzzleFault:
    """The fault of givens ``digits`` that contradict each other and the cages. ``proven``: that no cage can be left out."""
    if found is None or not (found.cells or cages):
        return PuzzleFault(NO_SOLUTION, (), "it has no solution")
    givens = [_given_named(ground, cell, digits[cell]) for cell in found.cells]
    parts = [many(len(held), what) for held, what in ((givens, "given"), (cages, "cage")) if held]
    lists = [", ".join(givens)] if givens else []
    lists += [listed([cage_named(cage, ground) for cage in cages], "cage")] if cages else []
    if len(givens) + len(cages) == 1:
        message = f"it has no solution: no grid has {lists[0]}"
    else:
        ending = _NO_FEWER if found.smallest and not cages else _NONE_LEFT_OUT * proven
        message = _contradicting(" and ".join(parts), "; ".join(lists), ending)
    cells = {*found.cells, *(cell for cage in cages for cell in cage.cells)}
    return PuzzleFault(NO_SOLUTION, tuple(sorted(cells)), message)


def no_solution_messages(
    digits: npt.NDArray[np.uint8], held: npt.NDArray[np.bool_], smallest: npt.NDArray[np.bool_]
) -> Part:
    """The message of :func:`no_solution_fault` for each row of classic 9x9 grids ``digits`` uint8[n, 81] at once: the givens of
    the cells that are ``held``, bool[n, 81], contradict each other, at least two or none; ``smallest`` bool[n]: whether no
    fewer do.
    """
    numbers = np.count_nonzero(held, axis=1)
    most = int(numbers.max(initial=0))
    names = _names_of_givens()
    nothing = len(names) - 1
    given = np.append(np.flatnonzero(held) % held.shape[1] * 10 + digits[held], nothing)
    slots = np.arange(most)
    shown = given.take((np.cumsum(numbers) - numbers)[:, None] + slots, mode="clip")
    shown[slots >= numbers[:, None]] = nothing
    lists = np.concatenate([names.take(shown, axis=0), _separators(most).take(numbers, axis=0)], axis=2)
    whats = [f"{number} givens" for number in range(most + 1)]
    starts = table(["it has no solution", *(_contradicting(what, "|", "").partition("|")[0] for what in whats[1:])])
    ends = table([_contradicting("", "|", ending).partition("|")[2] for ending in (_NONE_LEFT_OUT, _NO_FEWER)] + [""])
    which = np.where(numbers > 0, smallest, 2)
    width = lists.shape[1] * lists.shape[2]
    return joined(len(held), starts.take(numbers, axis=0), lists.reshape(len(held), width), ends.take(which, axis=0))


@lru_cache(16)
def _separators(most: int) -> npt.NDArray[np.uint8]:
    """What stands behind each of ``most`` names, by how many there are: uint8[most + 1, most, length]."""
    texts = [", " if slot < number - 1 else "" for number in range(most + 1) for slot in range(most)]
    return table([*texts, ", "])[:-1].reshape(most + 1, most, len(", "))


_NO_FEWER, _NONE_LEFT_OUT = ", and no fewer do", ", and none of them can be left out"


def _contradicting(what: str, names: str, ending: str) -> str:
    return f"it has no solution: {what} contradict each other ({names}){ending}"


@cache
def _names_of_givens() -> Part:
    """The names of givens on the classic grid, by ten times the cell and the digit, and of none behind them."""
    ground = geometry()
    return table([*(_given_named(ground, cell, digit) for cell in range(81) for digit in range(10)), ""])


@lru_cache(1 << 12)
def _given_named(ground: Geometry, cell: int, digit: int) -> str:
    return f"{SYMBOLS[digit - 1]} in {cell_name(cell, ground)}"
