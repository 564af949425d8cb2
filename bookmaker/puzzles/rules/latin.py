"""Latin squares: rows and columns alone, without boxes."""

from __future__ import annotations

from bookmaker.puzzles.rules.rule import Rule

LATIN = Rule(
    name="latin",
    boxes=False,
    uniqueness=True,
    foreign={"f-puzzles": (), "iss": ("NoBoxes",)},
)
