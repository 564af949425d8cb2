"""What the engine needs for a puzzle whose clues have sums or lines."""

from __future__ import annotations

import numpy as np

from bookmaker.grid.geometry import Geometry
from bookmaker.solve.clue_arrays import line_rules
from bookmaker.techniques.finders.clues import ROWS, ClueWorkspace


def clue_workspace(geometry: Geometry) -> ClueWorkspace:
    """New arrays for one thread, with the sums and lines of a puzzle's clues."""
    lines = line_rules(geometry)
    most = max((len(clue.cells) for clues in (geometry.totals, geometry.lines) for clue in clues), default=0)
    return ClueWorkspace(
        lines=lines,
        held=np.zeros(geometry.cell_count, np.int64),
        work=np.zeros((ROWS, most + 1), np.int64),
        reached=np.zeros((2, lines.edge_start.size), np.int64),
    )
