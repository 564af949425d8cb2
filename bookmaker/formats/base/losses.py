"""What a puzzle loses in a format, so that a command can report it."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.formats.base.source import Format
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES

_TOLD = {
    "name": "its name",
    "answer": "its answer",
    "candidates": "its candidates",
}


def unheld(puzzle: Puzzle, format: Format) -> str:
    """The part of a puzzle that a format has no room for, without which it would be another puzzle; "" if there is none."""
    ground = puzzle.geometry
    parts = {
        "cages": ("cages", bool(puzzle.cages)),
        "several": ("grids that share cells", ground.overlapping),
        "clues": ("clues", ground.clued),
        "kind": ("grid without boxes", not ground.boxed and (not ground.mapped or ground.size not in BOXES)),
    }
    return next((part for field, (part, has) in parts.items() if has and field not in format.holds), "")


def _without_clues(puzzle: Puzzle) -> Iterator[str]:
    """The rules of the puzzle that have clues, none of which it shows."""
    shown = {clue.kind for clue in puzzle.clues}
    for name in sorted(puzzle.geometry.rules):
        if RULES[name].clues and shown.isdisjoint(kind.name for kind in RULES[name].clues):
            yield name


def barrier(puzzle: Puzzle, format: Format) -> str:
    """Why a puzzle cannot be written in a format at all, as it would be another; "" if it can."""
    size = puzzle.geometry.size
    if format.sizes is not None and size not in format.sizes:
        known = ", ".join(f"{one}×{one}" for one in sorted(format.sizes))
        return f"{format.name} holds grids of {known} only, and this is {size}×{size}"
    part = unheld(puzzle, format)
    if part:
        return f"{format.name} holds no {part}"
    if puzzle.geometry.regions and "kind" not in format.holds:
        return f"{format.name} holds no map of regions"
    bare = next(_without_clues(puzzle), "")
    if bare and "kind" not in format.holds:
        return f"{format.name} knows {bare} by clues, and this puzzle has none"
    if format.lacks is not None:
        lacking = "; ".join(format.lacks(puzzle))
        return f"{format.name} cannot hold {lacking}" if lacking else ""
    return ""


def losses(puzzle: Puzzle, format: Format) -> Iterator[str]:
    """What of a puzzle is left out in a format that can hold it, in words for people."""
    own = format.lost(puzzle)
    for field, what in _TOLD.items():
        if getattr(puzzle, field) and (field not in format.holds or field == own):
            yield f"{format.name} does not hold {what}"
    kind = puzzle.geometry.kind
    # Cages say that it is a Killer, and clues what they are, but not which other rules it has.
    said = {
        name
        for name in puzzle.geometry.rules
        if (RULES[name].cages and puzzle.cages) or (RULES[name].clues and "clues" in format.holds)
    }
    if puzzle.geometry.rules - said and ("kind" not in format.holds or own == "kind"):
        yield f"{format.name} does not hold its kind: it has to be read with --kind {kind}"
