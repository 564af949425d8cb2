"""The frozen puzzle: a grid's geometry and its givens, with where it came from."""

from __future__ import annotations

from dataclasses import dataclass, field

from bookmaker.errors import Place
from bookmaker.grid.geometry import SYMBOLS, Geometry


@dataclass(frozen=True)
class Puzzle:
    """Givens on a geometry. Two puzzles are equal when geometry and givens are; the source is only where it was read.

    ``givens`` holds one digit 0..size for each cell in reading order, 0 for an empty cell. ``answer`` is an answer that came with
    the puzzle: a claim, never trusted. ``name`` is a name from the source, "" if none.
    """

    geometry: Geometry
    givens: bytes
    source: Place | None = field(default=None, compare=False)
    name: str = field(default="", compare=False)
    answer: bytes | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if len(self.givens) != self.geometry.cell_count:
            raise ValueError(f"{len(self.givens)} cells given for a grid of {self.geometry.cell_count}")
        if max(self.givens) > self.geometry.size:
            raise ValueError(f"digit {max(self.givens)} in a grid of size {self.geometry.size}")

    @property
    def given_count(self) -> int:
        """Number of givens."""
        return len(self.givens) - self.givens.count(0)

    def __str__(self) -> str:
        return cells_text(self.givens)


def cells_text(cells: bytes) -> str:
    """One character for each cell: ``.`` for empty, the digit's printed symbol otherwise."""
    return "".join("." if digit == 0 else SYMBOLS[digit - 1] for digit in cells)
