"""Seeking with techniques whose finders work in rooms of their own: chains, almost locked sets, forcing nets.

A compiled search can only call finders that work on the board and at the desk (:func:`bookmaker.techniques.engine.searches`). For
the others the grid is dug by the compiled search, without a wish, and weighed and climbed here, by the rules of ``reasoning`` and
``seeking``: these techniques take milliseconds, beside which a call from Python is nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from bookmaker.generation.aiming import (
    BARRED,
    ENDS,
    MADE,
    NOT_MINIMAL,
    NOT_NEEDED,
    NOT_UNIQUE,
    TOO_EASY,
    TOO_HARD,
    TOO_MANY,
    Wish,
)
from bookmaker.generation.seeking import LOSSES, LOSSES_NEAR, TRIES
from bookmaker.grid.geometry import Geometry
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array
from bookmaker.solving import count_solutions
from bookmaker.techniques import engine
from bookmaker.techniques.finders.board import SOLVED
from bookmaker.techniques.finders.driver import INSTANCES, ROUNDS

Run = Callable[..., int]
"""See :func:`bookmaker.generation.running.runner`."""


def is_outside(wish: Wish) -> bool:
    """Whether the wish's course has tiers that a compiled search cannot call."""
    return bool((wish.course.tiers > len(engine.searches())).any())


class Outside:
    """Weighs puzzles for one wish, on one thread. Called as what :func:`bookmaker.generation.running.runner` returns."""

    def __init__(
        self, geometry: Geometry, wish: Wish, whole: list[tuple[int, ...]], most: int, minimal: bool, dig: Run
    ):
        """``whole``: the orbits, empty where the cells of the givens are given. ``dig`` makes any proper puzzle."""
        self._geometry, self._wish, self._whole, self._dig = geometry, wish, whole, dig
        self._most, self._minimal = most, minimal
        # The course marks the end of a stretch with a code that is no technique.
        self._real = wish.course.codes >= 0
        self._codes: list[int] = wish.course.codes[self._real].tolist()
        self._plans: dict[tuple[int, int], engine.Plan] = {}
        self._used = np.zeros(0, bool)

    @cached_property
    def _solver(self) -> engine.Solver:
        return engine.Solver(self._geometry)

    @cached_property
    def _plan(self) -> engine.Plan:
        return engine.Plan(self._codes)

    def __call__(
        self,
        states: Array,
        first: int,
        budget: int,
        patience: int,
        tallies: Array,
        givens: Array,
        solutions: Array,
    ) -> int:
        """Attempts at the puzzles from ``first`` on, at most ``budget``; the first that is not done."""
        for index in range(first, len(states)):
            one = slice(index, index + 1)
            while not tallies[index, MADE] and tallies[index].sum() < patience:
                if budget == 0:
                    return index
                budget -= 1
                dug = np.zeros((1, ENDS), np.int64)
                # How many attempts there were decides when a new grid is filled; how they ended does not matter to it.
                dug[0, TOO_EASY] = tallies[index].sum()
                self._dig(states[one], 0, 1, 1 << 62, dug, givens[one], solutions[one])
                dug[0, TOO_EASY] -= tallies[index].sum()
                end = int(dug[0].argmax())
                if end == MADE:
                    end = self._sought(states[one], givens[index], solutions[index])
                # A failed climb on a mask takes as long as many attempts, as in ``running``.
                tallies[index, end] += 1
                if end == NOT_UNIQUE and tallies[index, NOT_UNIQUE] * 200 >= patience:
                    break
        return len(states)

    def _sought(self, state: Array, givens: Array, solution: Array) -> int:
        end = self._weighed(givens)
        count = np.count_nonzero(givens)
        if end == TOO_HARD and self._whole and not self._minimal and count < self._most:
            end = self._climb(state, givens, solution)
        if end == MADE and np.count_nonzero(givens) > self._most:
            return TOO_MANY
        if end == MADE and self._minimal and not self._is_minimal(givens):
            return NOT_MINIMAL
        return end

    def _is_minimal(self, givens: Array) -> bool:
        fewer = np.repeat(givens[None, :], len(givens), axis=0)
        np.fill_diagonal(fewer, 0)
        return bool((count_solutions(fewer[givens > 0], 2, self._geometry) > 1).all())

    def _near(self) -> bool:
        rows = [self._wish.top, *self._wish.needed]
        return all((self._used & (row[self._real] > 0)).any() for row in rows)

    def _weighed(self, givens: Array) -> int:
        wish = self._wish
        status, tally = self._solver.run(givens, self._plan)
        self._used = tally[:, ROUNDS] > 0
        if status != SOLVED:
            return TOO_HARD
        score = int((tally[:, INSTANCES] * wish.scores[self._real]).sum())
        if not self._used.any():
            return TOO_EASY
        hardest = int(np.flatnonzero(self._used)[-1])
        if not wish.top[self._real][hardest] or score < wish.low:
            return TOO_EASY
        if score > wish.high:
            return TOO_HARD
        if (self._used & (wish.barred[self._real] > 0)).any():
            return BARRED
        if not self._near():
            return NOT_NEEDED
        for row, flags in enumerate(wish.needed):
            if not flags[self._real][hardest] and self._finishes_without(row, hardest, givens):
                return NOT_NEEDED
        return MADE

    def _finishes_without(self, row: int, hardest: int, givens: Array) -> bool:
        if (row, hardest) not in self._plans:
            flags = self._wish.needed[row][self._real]
            kept = [code for place, code in enumerate(self._codes[: hardest + 1]) if not flags[place]]
            self._plans[row, hardest] = engine.Plan(kept)
        return self._solver.run(givens, self._plans[row, hardest])[0] == SOLVED

    def _choices(self, givens: Array) -> list[Any]:
        empty = self._solver.board.digits == 0
        return [list(orbit) for orbit in self._whole if any(not givens[cell] and empty[cell] for cell in orbit)]

    def _climb(self, state: Array, givens: Array, solution: Array) -> int:
        end, held, lost = TOO_HARD, self._near(), 0
        choices = self._choices(givens)
        for _ in range(TRIES):
            if not choices or lost == (LOSSES_NEAR if held else LOSSES):
                break
            pick = int(below(state, len(choices)))
            choices[pick], choices[-1] = choices[-1], choices[pick]
            cells = choices.pop()
            givens[cells] = solution[cells]
            end = self._weighed(givens)
            if end == MADE:
                return MADE
            near = self._near()
            if end == TOO_HARD and near >= held:
                held, choices = near, self._choices(givens)
            else:
                givens[cells] = 0
                lost += 1
        return end
