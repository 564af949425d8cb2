"""Puzzles kept on disk: a bank of graded puzzles and of what was printed, and what an unfinished build has made so far."""
