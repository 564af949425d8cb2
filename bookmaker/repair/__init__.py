"""Mending puzzles that are not proper: ways to add, to move, to drop or to correct givens, or to add a rule, and what
they prove.
"""
