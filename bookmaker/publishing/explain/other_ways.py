"""Whether a solver who does not see one step gets anywhere all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bookmaker.logic.techniques import engine
from bookmaker.logic.techniques.declare import Step, Technique
from bookmaker.publishing.explain.position import Position


def filled_without(position: Position, step: Step, techniques: Sequence[Technique]) -> int:
    """How many cells the first round that fills any fills without a step: 0 if none does, so that the step is the only way on.

    ``techniques``: those that are no more effort, easiest first. What they find is taken but for what the step does itself: in
    its cells, and of its eliminations. For that is the same step seen in another way, as a hidden triple is beside a naked pair.
    """
    struck, moved = set[str](), False
    while True:
        allowed = [technique for technique in techniques if technique.name not in struck]
        for steps in engine.rounds(
            position.geometry, position.digits, allowed, position.givens, position.removed(), position.cages
        ):
            others = _beside(step, steps)
            if filled := {cell for other in others for cell, _ in other.placements}:
                return len(filled)
            if others:
                position, moved = position.after(others), True
            if others != steps:
                # The engine would go on with the step's own effects. A technique that finds these waits until others have passed.
                struck.add(steps[0].technique)
                break
        else:
            if not (moved and struck):
                return 0
            struck, moved = set(), False


def _beside(step: Step, steps: Sequence[Step]) -> list[Step]:
    """What steps do that a step does not: those that do the same left out, without the eliminations that it has."""
    cells, gone = {cell for cell, _ in step.placements}, set(step.eliminations)
    others = []
    for other in steps:
        left = tuple(spot for spot in other.eliminations if spot not in gone and spot[0] not in cells)
        placed = tuple(spot for spot in other.placements if spot[0] not in cells)
        if left or placed:
            others.append(replace(other, eliminations=left, placements=placed))
    return others
