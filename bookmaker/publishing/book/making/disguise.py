"""The same puzzle in other clothes: turned, its lines exchanged and its digits renamed, as the rules of its grid allow.

Whatever solves one solves the other, step by step; but nobody who looks at one sees the other in it. The chapter of
techniques takes its examples from such copies, so that it gives away nothing of the book's own puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.automorphisms import relabellings, turns
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, maps, symmetries_of


def disguised(puzzle: Puzzle, seed: int) -> Puzzle:
    """A copy of a puzzle with its cells and digits exchanged, without its name and source; the same for the same seed."""
    geometry = puzzle.geometry
    size = geometry.size
    complement, same = list(range(size, 0, -1)), list(range(1, size + 1))
    # Sums stay what they are only if each digit becomes what it lacks to the largest and one.
    renamings = [complement, same] if puzzle.cages else [_shuffled(same, seed, 0), complement, same]
    places, allowed = next(_ways(puzzle, seed)), relabellings(geometry)
    renamed = next(digits for digits in renamings if allowed is None or [0, *digits] in allowed.tolist())

    def sum_of(total: int, cells: int) -> int:
        return cells * (size + 1) - total if renamed == complement else total

    givens = bytearray(len(puzzle.givens))
    for cell, digit in enumerate(puzzle.givens):
        givens[places[cell]] = renamed[digit - 1] if digit else 0
    cages = tuple(
        Cage(
            tuple(sorted(places[cell] for cell in cage.cells)),
            None if cage.sum is None else sum_of(cage.sum, len(cage.cells)),
        )
        for cage in puzzle.cages
    )
    return Puzzle(geometry, bytes(givens), cages=cages)


def _ways(puzzle: Puzzle, seed: int) -> Iterator[Sequence[int]]:
    """Where each cell may go: lines exchanged within their bands and stacks, the grid turned or mirrored, or left."""
    geometry, size = puzzle.geometry, puzzle.geometry.size
    # Exchanged lines would tear cages apart.
    if geometry.bands is not None and not puzzle.cages:
        height, width = geometry.bands
        rows, columns = _exchanged(size, height, seed, 1), _exchanged(size, width, seed, 2)
        yield [rows[cell // size] * size + columns[cell % size] for cell in range(size * size)]
    symmetries: tuple[Symmetry, ...] = ("rotational", "mirror", "diagonal", "quarter-turn")
    kept = turns(geometry).tolist()
    existing = (symmetry for symmetry in symmetries if symmetry in symmetries_of(geometry))
    yield from (places for symmetry in existing for places in maps(symmetry, geometry)[1:] if list(places) in kept)
    yield list(range(geometry.cell_count))


def _exchanged(size: int, deep: int, seed: int, part: int) -> list[int]:
    """Lines in another order: bands exchanged, and the lines of each band."""
    bands = _shuffled(range(0, size, deep), seed, part)
    return [line for first in bands for line in _shuffled(range(first, first + deep), seed, part)]


def _shuffled(things: Sequence[int], seed: int, part: int) -> list[int]:
    return sorted(things, key=lambda thing: seed_for(seed, part, thing))
