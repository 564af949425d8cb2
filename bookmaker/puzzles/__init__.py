"""Puzzles: their grids, and the rules that they keep."""
