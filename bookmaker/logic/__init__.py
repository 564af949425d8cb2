"""Solving, grading, making, checking and mending puzzles, on compiled kernels."""
