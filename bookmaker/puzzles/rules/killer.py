"""Killer: puzzles have cages, cells of different digits with a sum."""

from __future__ import annotations

from bookmaker.puzzles.rules.rule import Rule

KILLER = Rule(name="killer", cages=True, made=frozenset({4, 6, 9}))
