"""Automata over the digits of a line of cells: which digits the cells may hold together.

A declaration (:class:`Machine`) starts in a state and steps with each digit to another one, or nowhere. Its states for so
many cells (:class:`Automaton`) are those that a full line can pass, by layers: layer k holds those after k digits. States of
a layer from which the same lines lead on are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

State = Any
"""A state of a declaration: anything that can be compared and hashed."""


def _whole(state: State) -> bool:
    del state
    return True


@dataclass(frozen=True)
class Machine:
    """The rule of a line, digit by digit.

    ``step`` has the state after a digit, None if the digit cannot follow; ``accept`` says of a state after the last digit
    whether the line keeps the rule. States that a line with different digits never needs may be left out by keeping the digits
    used so far in the state.
    """

    start: Hashable
    step: Callable[[State, int], State | None]
    accept: Callable[[State], bool] = _whole

    def keeps(self, digits: Sequence[int]) -> bool:
        """Whether the digits of a full line keep the rule."""
        state: State = self.start
        for digit in digits:
            state = self.step(state, digit)
            if state is None:
                return False
        return self.accept(state)


@dataclass(frozen=True, eq=False)
class Automaton:
    """A machine for lines of ``len(layers) - 2`` cells, compared by identity.

    ``layers[k]`` is the number of the first state of layer k, the last entry the number of all states. ``edges`` has for each
    state pairs of a mask of digits (bit d - 1 is digit d) and the state that these lead to. The first layer and the last have one
    state each; there is none at all where no digits keep the rule.
    """

    layers: tuple[int, ...]
    edges: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def possible(self) -> bool:
        """Whether any digits keep the rule."""
        return self.layers[-1] > 0

    def keeps_names(self, names: Sequence[int]) -> bool:
        """Whether it accepts the same lines once digit d is called ``names[d - 1]``: no two states lead on alike, so that each
        must have one counterpart.
        """
        reached = {self.layers[0]: self.layers[0]}
        waiting = list(reached) if self.possible else []
        while waiting:
            state = waiting.pop()
            theirs = dict(_single_steps(self.edges[reached[state]]))
            mine = list(_single_steps(self.edges[state]))
            if len(mine) != len(theirs):
                return False
            for digit, to in mine:
                there = theirs.get(names[digit - 1])
                if there is None or reached.get(to, there) != there:
                    return False
                if to not in reached:
                    reached[to] = there
                    waiting.append(to)
        return True

    def left(self, held: Sequence[int]) -> list[int]:
        """The candidates of each cell that are left, masks as in ``held``: the digits of all full lines; 0 if there is none."""
        kept = [0] * len(held)
        if not self.possible:
            return kept
        reached = [{self.layers[0]}]
        for mask in held:
            reached.append({to for state in reached[-1] for digits, to in self.edges[state] if digits & mask})
        alive = reached[-1]
        for place in range(len(held) - 1, -1, -1):
            before = set()
            for state in reached[place]:
                for digits, to in self.edges[state]:
                    if digits & held[place] and to in alive:
                        kept[place] |= digits & held[place]
                        before.add(state)
            alive = before
        return kept

    def left_different(self, held: Sequence[int]) -> list[int]:
        """As :meth:`left`, of full lines that hold no digit twice.

        A whole number holds sets of digits: bit u for the set u, whose bit d-1 is digit d. To add a digit is a shift.
        """
        kept, size = [0] * len(held), max((mask.bit_length() for mask in held), default=0)
        if not self.possible:
            return kept
        lacking = [sum(1 << u for u in range(1 << size) if not u >> d & 1) for d in range(size)]
        steps = [
            [
                (state, d, to)
                for state in range(*self.layers[place : place + 2])
                for mask, to in self.edges[state]
                for d in range(size)
                if mask & held[place] & 1 << d
            ]
            for place in range(len(held))
        ]
        before, after = dict.fromkeys(range(self.layers[-1]), 0), dict.fromkeys(range(self.layers[-1]), 0)
        before[self.layers[0]] = 1
        for found in steps:
            for state, d, to in found:
                before[to] |= (before[state] & lacking[d]) << (1 << d)
        for state in range(*self.layers[-2:]):
            after[state] = before[state]
        for place in reversed(range(len(held))):
            for state, d, to in steps[place]:
                back = after[to] >> (1 << d) & lacking[d]
                after[state] |= back
                kept[place] |= (back & before[state] > 0) << d
        return kept


def _single_steps(edges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each digit of some edges with the state that it leads to."""
    for mask, to in edges:
        yield from ((digit, to) for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def automaton(machine: Machine, size: int, length: int) -> Automaton:
    """The automaton of a machine on lines of ``length`` cells that hold digits 1..size."""
    layers: list[dict[State, int]] = [{machine.start: 0}]
    steps: list[list[list[tuple[int, int]]]] = []
    for _ in range(length):
        after: dict[State, int] = {}
        rows = []
        for state in layers[-1]:
            row = []
            for digit in range(1, size + 1):
                to = machine.step(state, digit)
                if to is not None:
                    row.append((digit, after.setdefault(to, len(after))))
            rows.append(row)
        steps.append(rows)
        layers.append(after)
    return _merged(steps, [machine.accept(state) for state in layers[-1]])


_Row = tuple[tuple[int, int], ...]


def _merged(steps: list[list[list[tuple[int, int]]]], accepted: list[bool]) -> Automaton:
    """The automaton of these steps, in which states are joined that lead on alike, and left out that lead nowhere."""
    kept: list[list[_Row]] = [[()]]
    # For each state of the layer behind, its number there once joined; -1 leads nowhere.
    numbers = [0 if good else -1 for good in accepted]
    for rows in reversed(steps):
        known: dict[_Row, int] = {}
        mine = []
        for row in rows:
            masks: dict[int, int] = {}
            for digit, to in row:
                if numbers[to] >= 0:
                    masks[numbers[to]] = masks.get(numbers[to], 0) | 1 << digit - 1
            edges = tuple(sorted((mask, to) for to, mask in masks.items()))
            mine.append(known.setdefault(edges, len(known)) if edges else -1)
        numbers = mine
        kept.append(list(known))
    if not all(kept):
        return Automaton((0,) * (len(kept) + 1), ())
    kept.reverse()
    layers = [0]
    for states in kept:
        layers.append(layers[-1] + len(states))
    found: list[_Row] = []
    for layer, states in enumerate(kept):
        found += [tuple((mask, to + layers[layer + 1]) for mask, to in row) for row in states]
    return Automaton(tuple(layers), tuple(found))
