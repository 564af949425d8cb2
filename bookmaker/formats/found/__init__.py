"""Puzzles in text that is written in no format: programs, prose, markup, givens listed one by one."""
