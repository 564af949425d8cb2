"""One thing that is wrong with a puzzle, and how cells and numbers are told in its message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.grid.geometry import cell_name

_CELLS_TOLD = 8


@dataclass(frozen=True, slots=True)
class PuzzleFault:
    """One thing that is wrong with a puzzle.

    ``code`` is ``clash``, ``too-few-givens``, ``no-solution``, ``several-solutions``, ``undecided``, ``answer-wrong``
    or ``answer-not-only``, ``candidates-wrong``, a remark (:data:`bookmaker.verify.check.REMARKS`), or one of a cage
    (:mod:`bookmaker.verify.cage_faults`). ``cells`` are the indices of the cells it is about, ascending, empty if it is about
    the whole.
    """

    code: str
    cells: tuple[int, ...]
    message: str


def many(count: int, what: str) -> str:
    """``2, "cell"`` -> ``"2 cells"``."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def listed(names: Sequence[str], what: str) -> str:
    """``r1c1, r1c2 and r5c6``, or the first few and how many more there are of ``what``."""
    if len(names) > _CELLS_TOLD:
        return f"{', '.join(names[:_CELLS_TOLD])} and {many(len(names) - _CELLS_TOLD, f'more {what}')}"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def listed_cells(cells: Sequence[int], size: int) -> str:
    """:func:`listed` of cells by their names."""
    return listed([cell_name(cell, size) for cell in cells], "cell")
