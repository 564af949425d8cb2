"""One thing that is wrong with a puzzle, and how its message names cells and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bookmaker.puzzles.grid.geometry import Geometry, cell_name

_CELLS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class PuzzleFault:
    """One thing that is wrong with a puzzle.

    ``code`` is ``clash``, ``too-few-givens``, ``no-solution``, ``several-solutions``, ``undecided``, ``answer-wrong``,
    ``answer-not-only``, ``answer-foreign`` (that of another puzzle), ``candidates-wrong``, a remark
    (:data:`bookmaker.logic.verify.check.REMARKS`), or one of a cage (:mod:`bookmaker.logic.verify.cage_faults`). ``cells`` are
    the indices of the cells it is about, ascending, empty if it is about the whole.
    """

    code: str
    cells: tuple[int, ...]
    message: str

    def as_dict(self, ground: Geometry) -> dict[str, object]:
        """The fields that ``--json`` prints; cells by name."""
        cells = [cell_name(cell, ground) for cell in self.cells]
        return {"code": self.code, "cells": cells, "message": self.message}


def many(count: int, what: str) -> str:
    """``2, "cell"`` -> ``"2 cells"``."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def listed(names: Sequence[str], what: str, beyond: int = 0) -> str:
    """``r1c1, r1c2 and r5c6``, or the first few and how many more there are of ``what``, ``beyond`` of them without a name."""
    beyond += len(names)
    if beyond > _CELLS_SHOWN:
        return f"{', '.join(names[:_CELLS_SHOWN])} and {many(beyond - _CELLS_SHOWN, f'more {what}')}"
    return f"{', '.join(names[:-1])} and {names[-1]}" if beyond > 1 else names[0]


def listed_cells(cells: Sequence[int], ground: Geometry) -> str:
    """:func:`listed` of cells by their names."""
    if ground.overlapping:
        shown = [cell_name(cell, ground) for cell in cells[:_CELLS_SHOWN]]
    else:
        names = _cell_names(ground.size)
        shown = [names[cell] for cell in cells[:_CELLS_SHOWN]]
    return listed(shown, "cell", len(cells) - len(shown))


@cache
def _cell_names(size: int) -> tuple[str, ...]:
    return tuple(cell_name(cell, size) for cell in range(size * size))
