"""A path without its detours: as few steps beyond singles as still lead to the answer.

A round applies all instances of a technique, and many lead nowhere. :func:`needed` keeps the steps that a later step rests on. A
step rests on places that are barred and candidates that are gone. Backwards from the answer, a step is needed if it fills a cell,
or if a needed step rests on a candidate that it takes away and no digit bars. Where the candidates
that a step rests on are unknown, it rests on every candidate that is gone. So each kept step holds at its place among the others.

:func:`fewest` then leaves out each of these on trial, the hardest and longest first: the steps after it are replayed where they
still hold, and singles fill all that they reach. If the answer is reached all the same, the step stays out. So no step of the
result can go alone.

A step holds in a position that has more candidates than the one where it was found if it rests on none of the additional ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.techniques import BY_NAME, CAGES, SINGLES, engine
from bookmaker.logic.techniques.declare import Step, Technique
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.logic.techniques.finders.board import load
from bookmaker.logic.techniques.finders.course import ROUND_BY_ROUND, run_logic
from bookmaker.logic.techniques.workspaces import caged_tables
from bookmaker.publishing.explain.notation import Node, chains_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason, houses_of
from bookmaker.publishing.explain.step_reasons import reasons_of
from bookmaker.puzzles.grid.geometry import Geometry, House
from bookmaker.puzzles.grid.puzzle import Puzzle

Spot = tuple[int, int]
"""A candidate: its cell and digit."""


def needed(rounds: Sequence[Sequence[Step]], start: Position) -> list[list[Step]]:
    """The steps of each round of a whole path that a later step needs, or that fill a cell. No round is left out, only emptied.

    ``start``: the position of the first round.
    """
    positions, takers = [start], dict[Spot, list[Spot]]()
    for number, steps in enumerate(rounds):
        positions.append(positions[-1].after(steps))
        for index, step in enumerate(steps):
            for spot in step.eliminations:
                takers.setdefault(spot, []).append((number, index))
    kept: set[Spot] = set()
    for number in range(len(rounds) - 1, -1, -1):
        position, filled = positions[number], set[int]()
        for index, step in enumerate(rounds[number]):
            places = {cell for cell, _ in step.placements}
            if (number, index) not in kept and places <= filled:
                continue
            filled |= places
            kept.add((number, index))
            for spot in rests_on(step, position):
                first = takers.get(spot)
                if first and not _is_barred(spot, position):
                    # Several steps may take the same candidate: one that stays anyhow, else the shortest.
                    before = [taker for taker in first if taker[0] < number]
                    if not kept.intersection(before):
                        kept.add(min(before, key=lambda taker: len(rounds[taker[0]][taker[1]].pattern)))
    return [
        [step for index, step in enumerate(steps) if (number, index) in kept] for number, steps in enumerate(rounds)
    ]


def _is_barred(spot: Spot, position: Position) -> bool:
    cell, digit = spot
    return any(position.bars(by, digit, cell) for by, held in enumerate(position.digits) if held)


def rests_on(step: Step, position: Position) -> set[Spot]:
    """Candidates of empty cells that are gone in the position, and without whose absence the step might not hold."""
    gone = basis(step, position)
    return {(cell, d) for cell, d in gone if not position.digits[cell] and not position.candidates[cell] >> (d - 1) & 1}


def basis(step: Step, position: Position) -> set[Spot]:
    """The cells and digits that decide whether the step holds in the position, filled cells among them."""
    return {spot for part in _parts(step, position) for spot in part}


def _parts(step: Step, position: Position) -> Iterator[Iterable[Spot]]:
    family, size = FAMILY_OF[step.technique], position.geometry.size
    reasons = () if family in (Family.RELATIONS, Family.CLUES) else reasons_of(step, position)
    everything = _cells(range(position.geometry.cell_count), size)
    pattern = {part.cell for part in step.pattern}
    if family is Family.FORCING:
        yield from _of_proof(step, position, everything)
    elif BY_NAME[step.technique] in CAGES:
        yield _cells(_cage_cells(step, position, pattern), size)
    elif family in (Family.RELATIONS, Family.CLUES):
        # A cell is filled where the step leaves one of its candidates: no other may be back.
        yield _cells(pattern.union(cell for cell, _ in step.placements), size)
        yield [(cell, d) for house in houses_of(step, position, "base") for cell in house.cells for d in step.digits]
    elif family in (Family.ALIGNED_CELLS, Family.UNIVERSAL_GRAVES, Family.BRUTE_FORCE) or _has_unsaid_links(
        step, reasons
    ):
        yield everything
    else:
        if family in (Family.RECTANGLES, Family.UNIQUE_LOOPS):
            yield _cells(pattern, size)
        for reason in reasons:
            yield _of_reason(reason, position)
            if reason.kind in ("held", "almost"):
                # Where less than all of the cells bars a digit, the digit must be absent from the others, too.
                inside = _barred_by_some(reason, reasons)
                yield [spot for spot in _cells(reason.cells, size) if spot[1] in inside]


def _barred_by_some(held: Reason, reasons: Sequence[Reason]) -> set[int]:
    if held.kind == "almost":
        return set(held.digits)
    barring = [r for r in reasons if r.kind in ("sees", "places", "clash") and not set(held.cells).issubset(r.by)]
    return {digit for reason in barring for digit in reason.digits}


def _cells(cells: Iterable[int], size: int) -> list[Spot]:
    return [(cell, digit) for cell in cells for digit in range(1, size + 1)]


def _of_reason(reason: Reason, position: Position) -> Iterable[Spot]:
    cells = set(reason.cells)
    if reason.kind == "confined":
        return [
            (cell, d) for house in reason.houses for cell in house.cells if cell not in cells for d in reason.digits
        ]
    if reason.kind in ("held", "almost"):
        return [spot for spot in _cells(cells, position.geometry.size) if spot[1] not in reason.digits]
    if reason.kind == "removed":
        return [(cell, digit) for cell in cells for digit in reason.digits]
    if reason.kind == "alternate":
        return [spot for house in _strong(reason, position) for spot in _of_house(house, reason.digits[0])]
    return ()


def _of_house(house: House, digit: int) -> list[Spot]:
    return [(cell, digit) for cell in house.cells]


def _strong(reason: Reason, position: Position) -> Iterator[House]:
    """The houses whose last two places for the digit have both colours."""
    for house in position.geometry.houses:
        places = set(position.places(house, reason.digits[0]))
        if len(places) == 2 and places & set(reason.cells) and places & set(reason.by):
            yield house


def _has_unsaid_links(step: Step, reasons: Sequence[Reason]) -> bool:
    """Whether a strong link of a chain has no reason that says why: there are as many reasons for links as links."""
    links = sum(not one.on and other.on for chain in chains_of(step) for one, other in pairwise(chain))
    return links > sum(reason.kind in ("confined", "held", "almost") for reason in reasons)


def _cage_cells(step: Step, position: Position, pattern: set[int]) -> set[int]:
    houses = [position.geometry.houses[ref.house].cells for ref in step.houses]
    touched = [cage.cells for cage in position.cages if pattern.intersection(cage.cells)]
    return pattern.union(*houses, *touched)


def _of_proof(step: Step, position: Position, everything: list[Spot]) -> Iterator[Iterable[Spot]]:
    """The places and candidates on which the branches of a proof rest.

    Each digit that follows is the last of its cell, or has the last place of a house; each that goes is seen by one that holds,
    or goes by a clue or relation.
    """
    size = position.geometry.size
    yield _cells(step.cells, size) if "cell-forcing" in step.technique else ()
    for role in ("base", "cover"):
        for house in houses_of(step, position, role):
            for digit in step.digits if role == "base" else range(1, size + 1):
                yield _of_house(house, digit)
    ends_in_cell = step.technique == "forcing-net" and not houses_of(step, position, "cover")
    if sets_of(step) or ends_in_cell:
        yield everything
        return
    for chain in chains_of(step):
        off = set[Spot]()
        for number, node in enumerate(chain):
            if not node.on:
                off.update((cell, node.digit) for cell in node.cells)
            if number and node.on:
                yield _why(node, off, position) or everything
            elif number and not _is_seen(node, chain[:number], position):
                yield _cells(_bound_to(node.cells, position.geometry), size)


def _why(node: Node, off: set[Spot], position: Position) -> list[Spot]:
    size, held = position.geometry.size, {(cell, node.digit) for cell in node.cells}
    for cell in node.cells:
        if off.union(held).issuperset((cell, digit) for digit in position.candidates_of(cell)):
            return _cells([cell], size)
    for house in position.geometry.houses:
        places = {(cell, node.digit) for cell in position.places(house, node.digit)}
        if held <= places <= off | held:
            return _of_house(house, node.digit)
    return []


def _is_seen(node: Node, before: Sequence[Node], position: Position) -> bool:
    """Whether nodes before this one, which is off, are on and exclude it, whatever else is gone."""
    return all(
        any(
            other.on and all(position.excludes(by, other.digit, cell, node.digit) for by in other.cells)
            for other in before
        )
        for cell in node.cells
    )


def _bound_to(cells: Iterable[int], geometry: Geometry) -> set[int]:
    """The cells that sums, lines and relations bind to these, and these."""
    bound = set(cells)
    for cell in cells:
        bound.update(*(total.cells for total in geometry.totals if cell in total.cells))
        bound.update(*(line.cells for line in geometry.lines if cell in line.cells))
        bound.update(*(near[cell] for near in geometry.related))
    return bound


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
        """For each step by its index, the candidates on which it rests: uint32[cells]. Filled by :meth:`basis`."""
        return {}

    def basis(self, index: int) -> npt.NDArray[np.uint32]:
        """Which candidates would have to be looked at again if they were back: uint32[cells], a mask of digits."""
        if index not in self.bases:
            masks = [0] * self.position.geometry.cell_count
            for cell, digit in basis(self.steps[index], self.position):
                masks[cell] |= 1 << (digit - 1)
            self.bases[index] = np.array(masks, np.uint32)
        return self.bases[index]


def _ranked(techniques: Sequence[Technique], way: Iterable[Sequence[Step]]) -> list[str]:
    """The names of the techniques, easiest first, and those that only a reader's own steps have, before all harder ones."""
    names = [technique.name for technique in techniques]
    for more in sorted({step.technique for steps in way for step in steps}.difference(names)):
        harder = (place for place, name in enumerate(names) if BY_NAME[name].level > BY_NAME[more].level)
        names.insert(next(harder, len(names)), more)
    return names


_Kept = tuple[frozenset[int], ...]
"""For each stage the steps that are kept, by index."""


class _Replay:
    """Replays the stages of a path with some of their steps."""

    def __init__(
        self, puzzle: Puzzle, techniques: Sequence[Technique], way: Sequence[Sequence[Step]], start: Position
    ) -> None:
        self._puzzle = puzzle
        self._tables, self._board = caged_tables(puzzle.geometry, puzzle.cages), engine.board(puzzle.geometry)
        self._all = tuple(technique for technique in techniques if technique.family is SINGLES[0].family)
        names = _ranked(techniques, way)
        position, self.stages = start, list[_Stage]()
        for source, steps in enumerate(way):
            name = steps[0].technique
            if name not in _SINGLES:
                before = names.index(name)
                singles = tuple(each for each in techniques[:before] if each in self._all)
                self.stages.append(_Stage(source, position, tuple(steps), singles))
            position = position.after(steps)
        self.end = position.digits
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


def fewest(
    puzzle: Puzzle, techniques: Sequence[Technique], way: Sequence[Sequence[Step]], start: Position | None = None
) -> list[Round]:
    """The rounds of a shorter path, none of them empty.

    ``way``: all rounds of the whole path, found by these ``techniques`` in their order. ``start``: the position in which it
    begins, that of the puzzle as printed if None.
    """
    start = start or Position.of(puzzle)
    replay, kept = _Replay(puzzle, techniques, way, start), needed(way, start)
    chosen: _Kept = tuple(
        frozenset(index for index, step in enumerate(stage.steps) if step in kept[stage.source])
        for stage in replay.stages
    )
    found = replay.run(chosen, [replay.start])
    if found is None:
        return [Round(tuple(steps), source) for source, steps in enumerate(kept) if steps]
    rank = {name: number for number, name in enumerate(_ranked(techniques, way))}
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
