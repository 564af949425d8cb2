"""A 9x9 grid turned, with other digits: the same puzzle, in which a search that got lost begins anew and takes other ways."""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.jit.views import octets
from bookmaker.logic.kernels.rules import NOT, Array

_FURTHER = 4
"""How many digits further each digit is when a grid is turned."""


def _turned() -> list[int]:
    rows, columns = [4, 5, 3, 8, 6, 7, 0, 1, 2], [7, 6, 8, 0, 2, 1, 5, 3, 4]
    return [9 * rows[cell % 9] + columns[cell // 9] for cell in range(81)]


TURN = np.array(_turned(), dtype=np.uint8)
"""[cell] -> the cell that a turn brings there: rows become columns, and all lines change places."""


@inner
def turn(cells: Array, turns: int, turned: Array) -> None:
    """Write the grid ``cells``, turned by TURN several times and with other digits, to ``turned`` uint8[81]."""
    for cell in range(81):
        source: Any = np.int64(cell)
        for _ in range(turns):
            source = np.int64(TURN[source])
        digit = np.int64(cells[source])
        turned[cell] = (digit & NOT) + ((digit & ~NOT) + _FURTHER * turns - 1) % 9 + 1 if digit else 0


@lean
def turn_back(work: Array, room_at: int, turns: int, out: Array) -> None:
    """Turn the grids ``out`` uint8[k, 81] back, each through 81 bytes of ``work`` uint64[], from the word ``room_at`` on."""
    room = octets(work)[8 * room_at : 8 * room_at + 81]
    for grid in range(len(out)):
        for cell in range(81):
            source: Any = np.int64(cell)
            for _ in range(turns):
                source = np.int64(TURN[source])
            room[source] = (np.int64(out[grid, cell]) + (9 - _FURTHER) * turns - 1) % 9 + 1
        for cell in range(81):
            out[grid, cell] = room[cell]
