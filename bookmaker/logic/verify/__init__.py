"""Faults of a puzzle, contradictions, duplicates, and many puzzles judged as a stream."""
