"""Anti-diagonal: each of the two diagonals from corner to corner holds three different digits only."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.automaton import Machine, State, automaton
from bookmaker.puzzles.grid.geometry import Line
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.rule import Rule

_DIGITS = 3
"""How many there are on a diagonal. In a box it has as many cells, which differ, so that there can be no fewer."""


def _few() -> Machine:
    """States: the digits so far."""

    def step(state: State, digit: int) -> State | None:
        held = state | {digit}
        return held if len(held) <= _DIGITS else None

    return Machine(frozenset(), step, lambda state: len(state) == _DIGITS)


@cache
def _lines(size: int) -> tuple[Line, ...]:
    held = automaton(_few(), size, size)
    fault = f"a diagonal holds more than {_DIGITS} different digits: {{cells}}"
    falling = tuple(place * size + place for place in range(size))
    rising = tuple((size - 1 - place) * size + place for place in range(size))
    return Line(falling, held, fault), Line(rising, held, fault)


ANTI_DIAGONAL = Rule(
    name="anti-diagonal",
    lines=_lines,
    marks=lambda size: tuple(Mark("line", line.cells) for line in _lines(size)),
    sizes=frozenset({9}),
    why="three digits to a diagonal are as many as it has cells in a box of 3×3",
    # Diagonals hold nine digits there; with argyle a SAT solver finds no grid, as for anti-knight.
    sentence="Each of the two diagonals from corner to corner holds three different digits only.",
    foreign={"f-puzzles": ("line:anti-diagonal",), "iss": ("SameValues:anti-diagonal",)},
    bars=frozenset({"diagonal-falling", "diagonal-rising", "x", "argyle"}),
)
