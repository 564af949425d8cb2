"""The frozen puzzle: a grid's geometry and its givens, with where it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bookmaker.base.errors import Place
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, Geometry


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells that hold different digits with a sum.

    ``cells`` are indices, ascending in a puzzle; ``sum`` is None if the source has none. A cage is kept as it was read:
    ``strays`` are names of cells outside the grid, and cells may repeat, lie apart, or belong to two cages.
    :func:`bookmaker.logic.verify.check.check` reports all such faults together.
    """

    cells: tuple[int, ...]
    sum: int | None
    strays: tuple[str, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """Givens on a geometry, and cages on one that takes them. Two puzzles are equal when these are. Regions and
    clues belong to the geometry, since they decide which digits cells can hold beside each other.

    ``givens`` holds one digit 0..size for each cell in reading order, 0 for an empty cell. ``cages`` are sorted by their first
    cells, each with its cells ascending. ``answer`` is an answer that came with the puzzle: a claim, never trusted. ``name`` is a
    name from the source, "" if none; ``source`` is where the puzzle was read. ``candidates`` come from candidate grids: for each
    cell the mask of its candidates (bit d - 1 for digit d), one for a filled cell and 0 where none is left. They too are a claim
    that no solver relies on.

    Raises ValueError for givens, cages or candidates that the geometry has no place for.
    """

    geometry: Geometry
    givens: bytes
    source: Place | None = field(default=None, compare=False)
    name: str = field(default="", compare=False)
    answer: bytes | None = field(default=None, compare=False)
    cages: tuple[Cage, ...] = ()
    candidates: tuple[int, ...] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if len(self.givens) != self.geometry.cell_count:
            raise ValueError(f"{len(self.givens)} cells given for a grid of {self.geometry.cell_count}")
        if max(self.givens) > self.geometry.size:
            raise ValueError(f"digit {max(self.givens)} in a grid of size {self.geometry.size}")
        if self.candidates is not None:
            self._check_candidates(self.candidates)
            full = (1 << self.geometry.size) - 1
            if all(mask == full for mask, given in zip(self.candidates, self.givens, strict=True) if not given):
                object.__setattr__(self, "candidates", None)  # Full candidates say nothing.
        if self.geometry.needs_regions:
            raise ValueError(f"a puzzle of kind {self.geometry.kind} without a map of regions")
        if self.geometry.needs_clues:
            raise ValueError(f"a puzzle of kind {self.geometry.kind} without clues")
        if self.cages and not self.geometry.caged:
            raise ValueError(f"cages on a grid of kind {self.geometry.kind}")
        for cage in self.cages:
            if not all(0 <= cell < self.geometry.cell_count for cell in cage.cells):
                raise ValueError(f"a cage of cells {cage.cells} on a grid of {self.geometry.cell_count}")
        ordered = sorted((replace(cage, cells=tuple(sorted(cage.cells))) for cage in self.cages), key=_cage_key)
        object.__setattr__(self, "cages", tuple(ordered))

    def _check_candidates(self, candidates: tuple[int, ...]) -> None:
        if len(candidates) != self.geometry.cell_count:
            raise ValueError(f"candidates of {len(candidates)} cells for a grid of {self.geometry.cell_count}")
        for mask, given in zip(candidates, self.givens, strict=True):
            if not 0 <= mask < 1 << self.geometry.size or (given and mask != 1 << given - 1):
                raise ValueError(f"candidates {mask:b} in a cell whose given is {given}")

    @property
    def given_count(self) -> int:
        """Number of givens."""
        return len(self.givens) - self.givens.count(0)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of its rules besides givens and cages, sorted."""
        return self.geometry.clues or ()

    def __str__(self) -> str:
        return cells_text(self.givens)


def _cage_key(cage: Cage) -> tuple[object, ...]:
    return cage.cells, cage.sum is None, cage.sum, cage.strays


_TEXT = b"." + SYMBOLS.encode() + b"?" * (255 - len(SYMBOLS))


def labels_text(labels: Iterable[int]) -> str:
    """A map of regions in text: one character for each cell, ``1`` for region 0."""
    return "".join(SYMBOLS[label] for label in labels)


def cells_text(cells: bytes) -> str:
    """One character for each cell: ``.`` for empty, the digit's printed symbol otherwise."""
    return cells.translate(_TEXT).decode("ascii")
