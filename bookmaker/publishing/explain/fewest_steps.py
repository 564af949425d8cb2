"""A path without its detours: as few steps beyond singles as still lead to the answer.

A round applies all instances of a technique, and many lead nowhere. :mod:`bookmaker.publishing.explain.pruning` keeps the steps
that a later step rests on. Here each of these is left out on trial, the hardest and longest first: the steps after it are
replayed where they still hold, and singles fill what they can. If the answer is reached all the same, the step stays out. So no
step of the result can go alone.

A step holds in a position that has more candidates than the one where it was found if all the additional ones are beside what
it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.techniques import SINGLES, engine
from bookmaker.logic.techniques.declare import Step, Technique
from bookmaker.logic.techniques.finders.board import load
from bookmaker.logic.techniques.finders.driver import ROUND_BY_ROUND, run_logic
from bookmaker.logic.techniques.workspaces import caged_tables
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.pruning import basis, needed
from bookmaker.puzzles.grid.puzzle import Puzzle

_SINGLES = frozenset(technique.name for technique in SINGLES)

_MOST_TRIALS = 400
"""The most steps that are left out on trial. Longer paths keep the rest."""


@dataclass(frozen=True, slots=True)
class Round:
    """Steps of the shorter path that are found in one position. ``source``: their round in the whole path; None for singles."""

    steps: tuple[Step, ...]
    source: int | None = None


class _State(NamedTuple):
    digits: npt.NDArray[np.uint8]
    candidates: npt.NDArray[np.uint32]

    def equals(self, other: _State) -> bool:
        return bool((self.digits == other.digits).all() and (self.candidates == other.candidates).all())


@dataclass(frozen=True, eq=False)
class _Stage:
    """The steps beyond singles of one round of the whole path, and the singles that come before their technique."""

    source: int
    position: Position
    steps: tuple[Step, ...]
    singles: tuple[Technique, ...]

    @cached_property
    def candidates(self) -> npt.NDArray[np.uint32]:
        """uint32[cells], of the position."""
        return np.array(self.position.candidates, np.uint32)

    @cached_property
    def order(self) -> npt.NDArray[np.int64]:
        """The singles as the engine takes them."""
        return engine.order_of(self.singles)

    @cached_property
    def bases(self) -> dict[int, npt.NDArray[np.uint32]]:
        """For each step by its index, what it rests on: uint32[cells]. Filled by :meth:`basis`."""
        return {}

    def basis(self, index: int) -> npt.NDArray[np.uint32]:
        """Which candidates would have to be looked at again if they were back: uint32[cells], a mask of digits."""
        if index not in self.bases:
            masks = [0] * self.position.geometry.cell_count
            for cell, digit in basis(self.steps[index], self.position):
                masks[cell] |= 1 << (digit - 1)
            self.bases[index] = np.array(masks, np.uint32)
        return self.bases[index]


_Kept = tuple[frozenset[int], ...]
"""For each stage the steps that are kept, by index."""


class _Replay:
    """Replays the stages of a path with some of their steps."""

    def __init__(self, puzzle: Puzzle, techniques: Sequence[Technique], way: Sequence[Sequence[Step]]) -> None:
        self._puzzle = puzzle
        self._tables, self._board = caged_tables(puzzle.geometry, puzzle.cages), engine.board(puzzle.geometry)
        self._all = tuple(technique for technique in techniques if technique.family is SINGLES[0].family)
        names = [technique.name for technique in techniques]
        position, self.stages = Position.of(puzzle), list[_Stage]()
        for source, steps in enumerate(way):
            name = steps[0].technique
            if name not in _SINGLES:
                before = names.index(name)
                singles = tuple(each for each in techniques[:before] if each in self._all)
                self.stages.append(_Stage(source, position, tuple(steps), singles))
            position = position.after(steps)
        self.end = position.digits
        start = Position.of(puzzle)
        self.start = _State(np.frombuffer(start.digits, np.uint8).copy(), np.array(start.candidates, np.uint32))
        self.last = engine.order_of(self._all)

    def _settled(self, state: _State, order: npt.NDArray[np.int64]) -> _State:
        """The position in which these singles find nothing more."""
        board = self._board
        load(self._tables, board, state.digits, ~state.candidates)
        run_logic(self._tables, board.digits[:0], order, board, engine.tally_for(order), ROUND_BY_ROUND)
        return _State(board.digits.copy(), board.candidates.copy())

    def _after(self, state: _State, steps: Iterable[Step]) -> _State:
        digits, candidates = state.digits.copy(), state.candidates.copy()
        for step in steps:
            for cell, digit in step.eliminations:
                candidates[cell] &= ~np.uint32(1 << (digit - 1))
            for cell, digit in step.placements:
                digits[cell] = digit
        load(self._tables, self._board, digits, ~candidates)
        return _State(self._board.digits.copy(), self._board.candidates.copy())

    def _holding(self, stage: _Stage, kept: Iterable[int], state: _State) -> Iterator[int]:
        """The steps of a stage that hold in a position and change it."""
        back = state.candidates & ~stage.candidates
        for index in sorted(kept):
            step = stage.steps[index]
            gone = any(state.candidates[cell] >> (digit - 1) & 1 for cell, digit in step.eliminations)
            new = gone or any(not state.digits[cell] for cell, _ in step.placements)
            if new and not (back & stage.basis(index)).any():
                yield index

    def run(self, kept: _Kept, states: Sequence[_State], begin: int = 0) -> tuple[_Kept, list[_State]] | None:
        """Replay from stage ``begin`` on with the steps ``kept``: those that held, and the positions before each stage and at
        the end.

        ``states``: those of the replay before, which was the same up to ``begin``. None if the answer is not reached.
        """
        held, now = list(kept[:begin]), list(states[:begin])
        state = states[begin]
        for number in range(begin, len(self.stages)):
            if number > begin and number < len(states) and state.equals(states[number]):
                return (*held, *kept[number:]), [*now, *states[number:]]
            now.append(state)
            stage, holding = self.stages[number], frozenset[int]()
            if kept[number]:
                settled = self._settled(state, stage.order)
                holding = frozenset(self._holding(stage, kept[number], settled))
                state = self._after(settled, (stage.steps[index] for index in holding)) if holding else settled
            held.append(holding)
        now.append(state)
        end = self._settled(state, self.last)
        return (tuple(held), now) if end.digits.tobytes() == self.end else None

    def rounds(self, kept: _Kept) -> Iterator[Round]:
        """The path with these steps, singles between them."""
        state = self.start
        for stage, indices in zip(self.stages, kept, strict=True):
            if indices:
                yield from self._singles(state, stage.singles)
                state = self._settled(state, stage.order)
                steps = tuple(stage.steps[index] for index in sorted(indices))
                yield Round(steps, stage.source)
                state = self._after(state, steps)
        yield from self._singles(state, self._all)

    def _singles(self, state: _State, singles: tuple[Technique, ...]) -> Iterator[Round]:
        puzzle = self._puzzle
        removed = [
            (cell, digit)
            for cell, mask in enumerate(state.candidates.tolist())
            for digit in range(1, puzzle.geometry.size + 1)
            if not state.digits[cell] and not mask >> (digit - 1) & 1
        ]
        digits = state.digits.tobytes()
        for steps in engine.rounds(puzzle.geometry, digits, singles, puzzle.givens, removed, puzzle.cages):
            by_cell = {step.placements[0][0]: step for step in reversed(steps)}
            yield Round(tuple(step for step in steps if by_cell[step.placements[0][0]] is step))


def fewest(puzzle: Puzzle, techniques: Sequence[Technique], way: Sequence[Sequence[Step]]) -> list[Round]:
    """The rounds of a shorter path, none of them empty.

    ``way``: all rounds of the whole path, found by these ``techniques``, easiest first.
    """
    replay, kept = _Replay(puzzle, techniques, way), needed(way, Position.of(puzzle))
    chosen: _Kept = tuple(
        frozenset(index for index, step in enumerate(stage.steps) if step in kept[stage.source])
        for stage in replay.stages
    )
    found = replay.run(chosen, [replay.start])
    if found is None:
        return [Round(tuple(steps), source) for source, steps in enumerate(kept) if steps]
    rank = {technique.name: number for number, technique in enumerate(techniques)}
    trials = [
        (-rank[step.technique], -len(step.pattern), -number, index)
        for number, stage in enumerate(replay.stages)
        for index, step in enumerate(stage.steps)
        if index in chosen[number]
    ]
    for _, _, number, index in sorted(trials)[:_MOST_TRIALS]:
        chosen, states = found
        if index in chosen[-number]:
            without = list(chosen)
            without[-number] -= {index}
            found = replay.run(tuple(without), states, -number) or found
    return list(replay.rounds(found[0]))
