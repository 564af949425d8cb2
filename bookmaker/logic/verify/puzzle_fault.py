"""One thing that is wrong with a puzzle, and how its message names cells and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from bookmaker.logic.verify.text_arrays import Part, joined, table
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


def listed_rows(held: npt.NDArray[np.bool_], ground: Geometry) -> Part:
    """:func:`listed_cells` of each row of a table bool[n, 81] on a 9x9 grid, at once. Each row has at least two cells."""
    none = held.shape[1]
    # For each row and column np.nonzero takes twice as long.
    places = np.append(np.flatnonzero(held) % none, none)
    numbers = np.count_nonzero(held, axis=1)
    begins = np.cumsum(numbers) - numbers
    slots = np.arange(_CELLS_SHOWN)
    shown = places.take(begins[:, None] + slots, mode="clip")
    shown[slots >= numbers[:, None]] = none
    names, separators, tails = _parts_of_lists(ground.size)
    lists = np.concatenate([names.take(shown, axis=0), separators.take(numbers, axis=0)], axis=2)
    return joined(len(held), lists.reshape(len(held), _CELLS_SHOWN * lists.shape[2]), tails.take(numbers, axis=0))


@cache
def _parts_of_lists(size: int) -> tuple[Part, Part, Part]:
    """The names of cells, and of none. By the number of cells: what stands behind each name that is shown, and behind all."""
    cells = size * size
    separators, tails = [], []
    for number in range(cells + 1):
        last = min(number, _CELLS_SHOWN) - 1
        line = ["" if slot >= last else " and " if slot == last - 1 else ", " for slot in range(_CELLS_SHOWN)]
        tails.append("")
        if number > _CELLS_SHOWN:
            line[-2], tails[-1] = ", ", f" and {many(number - _CELLS_SHOWN, 'more cell')}"
        separators += line
    names = table([*_cell_names(size), ""])
    return names, table(separators).reshape(cells + 1, _CELLS_SHOWN, -1), table(tails)


@cache
def _cell_names(size: int) -> tuple[str, ...]:
    return tuple(cell_name(cell, size) for cell in range(size * size))
