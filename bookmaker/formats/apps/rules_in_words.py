"""The rules of a puzzle as its solver reads them in a link: those of a Sudoku, and a paragraph for each rule beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bookmaker.base.language import load, plain
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import CLASSIC, RULES

USUAL = "Normal sudoku rules apply."
"""What setters write of rows, columns and boxes."""


def rules_in_words(ground: Geometry, said: Collection[str] = ()) -> Iterator[str]:
    """The paragraphs for a puzzle, in English; none for one that has the usual rules only.

    ``said``: names of rules that other words explain already.
    """
    if ground.kind == CLASSIC:
        return
    words = load("en")
    if ground.boxed or ground.mapped:
        yield USUAL
    rules = [name for name in RULES if name in ground.rules]
    # A kind whose rules read better together has a text of its own.
    own = [ground.kind] if f"how.{ground.kind}" in words and ground.kind not in RULES and not said else []
    for name in [*(name for name in rules if not own or RULES[name].cages), *own]:
        key = words.for_grid(name, ground)
        if name not in said and key in words:
            yield from map(plain, words.paragraphs(key))
