"""Puzzles that commands refuse, and the words that they refuse those with that are not proper."""

from __future__ import annotations

from conftest import PUZZLE, SOLUTION

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
GRID = "\n".join(ROWS)
SEVERAL = PUZZLE[:-2] + ".."
CLASH = "55" + PUZZLE[2:]
NONE = PUZZLE[:2] + "1" + PUZZLE[3:]
WRONG = f"{PUZZLE},{SOLUTION[:-2]}97"
UNIQUE = "the puzzle cannot be used: "
