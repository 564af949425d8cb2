"""Diagonals as further houses, printed shaded: the falling one from r1c1, the rising one, or both (Sudoku X)."""

from __future__ import annotations

from bookmaker.puzzles.grid.geometry import House
from bookmaker.puzzles.rules.rule import Rule


def _falling(size: int) -> tuple[House, ...]:
    return (House("diagonal", 1, tuple(i * size + i for i in range(size))),)


def _rising(size: int, number: int = 1) -> tuple[House, ...]:
    return (House("diagonal", number, tuple((size - 1 - i) * size + i for i in range(size))),)


def _both(size: int) -> tuple[House, ...]:
    return (*_falling(size), *_rising(size, 2))


FALLING = Rule(
    name="diagonal-falling",
    houses=_falling,
    uniqueness=True,
    foreign={"f-puzzles": ("diagonal-",), "iss": ("Diagonal~-1",)},
)
RISING = Rule(
    name="diagonal-rising",
    houses=_rising,
    uniqueness=True,
    foreign={"f-puzzles": ("diagonal+",), "iss": ("Diagonal~1",)},
)
X = Rule(
    name="x",
    houses=_both,
    absorbs=frozenset({FALLING.name, RISING.name}),
    uniqueness=True,
    foreign={
        "f-puzzles": ("diagonal+", "diagonal-"),
        "iss": ("Diagonal~1", "Diagonal~-1"),
        "sgt": ("x",),
        "ps": ("d",),
        "sumocue": ("D",),
        "sudokuwiki": ("SudokuX.aspx",),
    },
)
