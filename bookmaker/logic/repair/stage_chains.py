"""All ways through the published method of adding givens, where several cells are equally good choices.

The publication (see :mod:`digit_frequency`) notes them at each stage: ``584(2), 32(4×3), 2(10), 1`` says that of 584 solutions
either of two choices leaves 32, that the one choice then leaves 4 equally good ones and the other 3, and that after each of
these seven there are 10. ``4(8), 2(8×4|2), 1``: after each of the 8 choices there are 4 or 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bookmaker.logic.repair.digit_frequency import LISTED, digit_table
from bookmaker.logic.solve.solver import solution_array
from bookmaker.puzzles.grid.puzzle import Puzzle

_MOST_STATES = 3000


@dataclass(frozen=True)
class Chain:
    """One course of numbers, (solutions, choices) at each stage, and how many ways through the choices have it."""

    stages: tuple[tuple[int, int], ...]
    ways: int

    @property
    def added(self) -> int:
        """How many givens it adds."""
        return len(self.stages) - 1

    def __str__(self) -> str:
        return ", ".join(f"{solutions}({choices})" if choices else str(solutions) for solutions, choices in self.stages)


@dataclass(frozen=True)
class Branches:
    """All chains, the commonest first. ``notation``: the branches of each stage as published. ``complete``: none is missing."""

    chains: tuple[Chain, ...]
    notation: str
    complete: bool


def branches(puzzle: Puzzle, answer: bytes | None, most: int = _MOST_STATES) -> Branches | None:
    """Every way through the equally good choices; None where there are too many solutions to list.

    ``answer``: one of the solutions, or None for any. ``most``: different sets of solutions at one stage that are followed.
    """
    found = solution_array(puzzle, LISTED)
    if len(found) == LISTED:
        return None
    every = np.arange(len(found), dtype=np.int32)
    # Sets of solutions that are left -> the chains that lead there, each with its number of ways.
    states: dict[bytes, Counter[tuple[tuple[int, int], ...]]] = {every.tobytes(): Counter({(): 1})}
    done: Counter[tuple[tuple[int, int], ...]] = Counter()
    stages: list[str] = []
    complete = True
    edges = [every.tobytes()]
    while states:
        choices: dict[bytes, int] = {}
        following: dict[bytes, Counter[tuple[tuple[int, int], ...]]] = {}
        order: list[bytes] = []
        for key, chains in states.items():
            left = np.frombuffer(key, np.int32)
            if len(left) == 1:
                choices[key] = 0
                for chain, ways in chains.items():
                    done[(*chain, (1, 0))] += ways
                continue
            table, digits = digit_table(found[left], puzzle.geometry.size, answer)
            cells = np.flatnonzero(table == table.min()).tolist()
            choices[key] = len(cells)
            for cell in cells:
                next_key = left[found[left, cell] == digits[cell]].tobytes()
                order.append(next_key)
                if next_key not in following and len(following) == most:
                    complete = False
                    continue
                onward = following.setdefault(next_key, Counter())
                for chain, ways in chains.items():
                    onward[(*chain, (len(left), len(cells)))] += ways
        stages.append(stage_text([(len(key) // 4, choices[key]) for key in edges if key in choices]))
        states, edges = following, order
    chains_found = sorted(sorted(done.items()), key=lambda item: item[1], reverse=True)
    return Branches(tuple(Chain(*item) for item in chains_found), ", ".join(stages), complete)


def stage_text(found: Sequence[tuple[int, int]]) -> str:
    """One stage as published, from the solutions and the choices of each of its branches, in order."""
    solutions = "|".join(map(str, sorted({number for number, _ in found}, reverse=True)))
    choices = [number for _, number in found if number]
    different = sorted(set(choices), reverse=True)
    if not different:
        return solutions
    if len(choices) == len(found) and len(different) == 1:
        return f"{solutions}({different[0]})"
    if len(different) == len(found) > 1:
        return f"{solutions}({'×'.join(map(str, choices))})"
    return f"{solutions}({len(found)}×{'|'.join(map(str, different))})"
