"""Mending puzzles that are not proper: adding, moving, dropping or correcting givens, or adding a rule, and what that proves."""
