"""What the engine needs for a puzzle whose clues have sums or lines."""

from __future__ import annotations

from bookmaker.grid.geometry import Geometry
from bookmaker.solve.clue_arrays import line_rules
from bookmaker.techniques.finders.clues import ROWS, ClueWorkspace


def clue_workspace(geometry: Geometry) -> ClueWorkspace:
    """New arrays for one thread, with the sums and lines of a puzzle's clues."""
    lines = line_rules(geometry)
    most = max((len(clue.cells) for clues in (geometry.totals, geometry.lines) for clue in clues), default=0)
    lengths = {"cells": geometry.cell_count, "ROWS": ROWS, "most": most, "states": lines.edge_start.size}
    return ClueWorkspace.blank(lengths, lines=lines)
