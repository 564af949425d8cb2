"""Jigsaw: regions of any shape, which differ from puzzle to puzzle, take the place of boxes."""

from __future__ import annotations

from bookmaker.variants.rule import Rule

JIGSAW = Rule(name="jigsaw", regions=True, uniqueness=True)
