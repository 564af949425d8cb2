"""Quadruples: digits in a circle where four cells meet, all of which stand in these cells."""

from __future__ import annotations

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Digits, Value
from bookmaker.puzzles.rules.rule import Rule


def _held(size: int, length: int, value: Value) -> Machine:
    """States: the digits that are still wanted."""
    del size, length

    def step(state: State, digit: int) -> State | None:
        place = state.index(digit) if digit in state else len(state)
        return (*state[:place], *state[place + 1 :])

    return Machine(value, step, lambda state: not state)


def _wrong(value: Value, size: int, length: int) -> str:
    if not 1 <= len(value) <= length:
        return f"has {len(value)} digits, not 1 to {length}"
    return "" if all(1 <= digit <= size for digit in value) else f"has a digit that is not 1 to {size}"


def _all_of_them(digits: Digits, size: int) -> Value:
    del size
    return tuple(sorted(digits))


CIRCLE = ClueType(
    name="quadruple",
    shape="corner",
    machine=_held,
    value=_all_of_them,
    wrong=_wrong,
    fault="the digits in a circle do not all stand in the cells around it: {cells}",
    look="quadruple-circle",
    foreign={"f-puzzles": "quadruple", "iss": "Quad"},
)
QUADRUPLES = Rule(
    name="quadruples",
    clues=(CIRCLE,),
    share=0.2,
    sizes=frozenset({4, 6, 8, 9}),
    why="the circles have no room for digits above 9",
)
