"""Windoku: four more boxes, one cell in from the corners, printed shaded."""

from __future__ import annotations

from bookmaker.puzzles.grid.geometry import House
from bookmaker.puzzles.rules.rule import Rule


def _windows(size: int) -> tuple[House, ...]:
    corners = [(top, left) for top in (1, 5) for left in (1, 5)]
    windows = [tuple((top + i) * size + left + j for i in range(3) for j in range(3)) for top, left in corners]
    return tuple(House("window", number, cells) for number, cells in enumerate(windows, 1))


WINDOKU = Rule(
    name="windoku",
    houses=_windows,
    sizes=frozenset({9}),
    why="windows are known in print for 9x9 only",
    uniqueness=True,
    foreign={"iss": ("Windoku",)},
)
