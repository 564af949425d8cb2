"""Puzzles kept on disk: a bank of graded puzzles with the record of printed ones, and the puzzles of unfinished builds."""
