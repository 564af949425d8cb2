"""Global entropy: every four cells that meet at a corner hold a low digit, a middle one and a high one."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.automaton import Machine, State, automaton
from bookmaker.puzzles.grid.geometry import Line
from bookmaker.puzzles.rules.places import corners
from bookmaker.puzzles.rules.rule import Rule

_PARTS = 3


def _mixed() -> Machine:
    """States: the thirds of all digits so far."""

    def step(state: State, digit: int) -> State | None:
        return state | {(digit - 1) // _PARTS}

    return Machine(frozenset(), step, lambda state: len(state) == _PARTS)


@cache
def _lines(size: int) -> tuple[Line, ...]:
    held = automaton(_mixed(), size, 4)
    fault = "four cells that meet hold no low, no middle or no high digit: {cells}"
    return tuple(Line(cells, held, fault) for cells in corners(size))


GLOBAL_ENTROPY = Rule(
    name="global-entropy",
    lines=_lines,
    sizes=frozenset({9}),
    why="its digits are low, middle and high, three each of nine",
    sentence="Every 2×2 square holds a low digit (1 to 3), a middle one (4 to 6) and a high one (7 to 9).",
    foreign={"f-puzzles": ("rule:global-entropy",), "iss": ("GlobalEntropy",)},
)
