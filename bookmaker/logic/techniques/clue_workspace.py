"""What the engine needs for a puzzle whose clues have sums or lines."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.cage_arrays import as_words
from bookmaker.logic.solve.clue_arrays import line_rules
from bookmaker.logic.techniques.finders.clues import ROWS, ClueWorkspace
from bookmaker.logic.techniques.finders.line_ways import LARGEST
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry


@lru_cache(maxsize=64)
def _watched(geometry: Geometry) -> npt.NDArray[np.int64]:
    """The field ``watch`` of :class:`ClueWorkspace`. Cached: not to be written to."""
    words = (geometry.cell_count + 63) // 64
    cells = [clue.cells for clue in geometry.totals] + [clue.cells for clue in geometry.lines]
    return np.array([as_words(own, words) for own in cells], np.int64).reshape(-1, words)


@lru_cache(maxsize=1 << 10)
def _left_alone(automaton: Automaton, length: int, size: int) -> tuple[int, ...]:
    return tuple(automaton.left_different([(1 << size) - 1] * length))


@lru_cache(maxsize=64)
def _alone(geometry: Geometry, most: int) -> npt.NDArray[np.int64]:
    """The field ``alone`` of :class:`ClueWorkspace`. All digits where cells do not see each other. Cached: not written to."""
    masks = np.full((len(geometry.lines), most), (1 << geometry.size) - 1, np.int64)
    for row, line in enumerate(geometry.lines if geometry.size <= LARGEST else ()):
        if all({*line.cells} - {cell} <= {*geometry.peers[cell]} for cell in line.cells):
            masks[row, : len(line.cells)] = _left_alone(line.automaton, len(line.cells), geometry.size)
    return masks


def clue_workspace(geometry: Geometry) -> ClueWorkspace:
    """New arrays for one thread, with the sums and lines of a puzzle's clues."""
    lines = line_rules(geometry)
    most = max((len(clue.cells) for clues in (geometry.totals, geometry.lines) for clue in clues), default=0)
    words = (geometry.cell_count + 63) // 64
    sets = (1 << geometry.size) + 63 >> 6 if lines.line_layer.size and geometry.size <= LARGEST else 0
    lengths = {
        "sets": sets,
        "cells": geometry.cell_count,
        "ROWS": ROWS,
        "most": most,
        "states": lines.edge_start.size,
        "words": words,
    }
    return ClueWorkspace.blank(lengths, lines=lines, watch=_watched(geometry), alone=_alone(geometry, most))
