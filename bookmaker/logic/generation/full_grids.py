"""Random full grids of any rules, for puzzles that need one before they are dug.

The fill knows houses and relations, but no lines. Where rules have some, these are filled first, cell by cell with a digit drawn
among those that their automata and the cells so far leave; then the fill goes on from there. Where their lines cross, that hardly
ever succeeds: there the solver finds a grid for random digits in a few random cells.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bookmaker.base.seeds import seed_for
from bookmaker.logic.kernels import fill
from bookmaker.logic.solve.chosen_search import attempts
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry, unclued

_STARTS = 100
"""Ways to fill the lines until a grid counts as not found."""

_ATTEMPTS = 20
"""Attempts of the fill to go on from one of them."""

_GUIDES = 8
"""The random cells of a search: with more of them it takes long, and these leave few grids."""

_FIRST_GUESSES, _GUESSES = 300_000, 2_000
"""Guesses of the search for any grid, until there counts as none, and of one for a grid with a digit."""


def full_grid(ground: Geometry, seed: int) -> bytes | None:
    """A random full grid of the rules without their clues, None if none was found."""
    bare = geometry(unclued(ground.rules), ground.size, ground.regions)
    state, out = np.array([seed], np.uint64), np.zeros(bare.cell_count, np.uint8)
    if bare.lines:
        crossing = sum(len(line.cells) for line in bare.lines) > bare.cell_count
        return (None if crossing else _along_lines(bare, seed)) or _by_search(bare, seed)
    if not fill.fill(rule_arrays(bare), state, out):
        return None
    if bare.bands is not None:
        fill.shuffle_grid(state, *bare.box, out)
    return out.tobytes()


@lru_cache(maxsize=64)
def _first(bare: Geometry) -> bytes | None:
    return solve(Puzzle(bare, bytes(bare.cell_count)), 1, _FIRST_GUESSES).first


def _by_search(bare: Geometry, seed: int) -> bytes | None:
    solution = _first(bare)
    if solution is None:
        return None
    givens, search = np.zeros(bare.cell_count, np.uint8), attempts(Puzzle(bare, bytes(bare.cell_count)), _GUESSES)
    for cell in sorted(range(bare.cell_count), key=lambda cell: seed_for(seed, cell))[:_GUIDES]:
        for digit in sorted(range(1, bare.size + 1), key=lambda digit: seed_for(seed, cell, digit)):
            givens[cell] = digit
            if digit == solution[cell]:
                break
            count, found = search(givens)
            if count > 0:
                solution = found.tobytes()
                break
    return solution


def _along_lines(bare: Geometry, seed: int) -> bytes | None:
    for start in range(_STARTS):
        own = seed_for(seed, start)
        begun = _lines_filled(bare, own)
        if begun is None:
            continue
        state, out = np.array([own], np.uint64), np.zeros(bare.cell_count, np.uint8)
        if fill.fill_from(rule_arrays(bare), np.frombuffer(begun, np.uint8).copy(), state, _ATTEMPTS, out):
            return out.tobytes()
    return None


def _lines_filled(bare: Geometry, seed: int) -> bytes | None:
    """A grid with digits on the lines of its rules only, None where they contradict each other."""
    held = [(1 << bare.size) - 1] * bare.cell_count
    cells = bytearray(bare.cell_count)
    for line in bare.lines:
        for place, cell in enumerate(line.cells):
            left = line.automaton.left([held[other] for other in line.cells])[place]
            digits = [digit for digit in range(1, bare.size + 1) if left >> digit - 1 & 1]
            if not digits:
                return None
            cells[cell] = digits[seed_for(seed, cell) % len(digits)]
            held[cell] = 1 << cells[cell] - 1
            for other in bare.peers[cell]:
                held[other] &= ~held[cell]
    return bytes(cells)
