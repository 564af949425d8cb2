"""A technique with a place where a puzzle needs it: the example of ``bookmaker techniques``."""

from __future__ import annotations

from bookmaker.book.technique_chapter import puzzle_for
from bookmaker.explain.position import Position
from bookmaker.explain.solution_path import TEACH, ExplainedStep, explained_step
from bookmaker.explain.step_words import Speaker
from bookmaker.grading import known
from bookmaker.techniques import CAGES, RELATIONS, engine
from bookmaker.techniques.declare import Level, Technique
from bookmaker.variants import geometry

_SEED = 1


def example(technique: Technique, code: str = "en") -> ExplainedStep | None:
    """The first step of a technique in a classic puzzle made for it, with its reasons; None where none is soon made."""
    if technique in (*CAGES, *RELATIONS) or technique.level is Level.BEYOND:
        return None
    ground = geometry()
    puzzle = puzzle_for(technique.name, ground, _SEED)
    if puzzle is None:
        return None
    position = Position.of(puzzle)
    for number, steps in enumerate(engine.rounds(ground, puzzle.givens, known(puzzle)), 1):
        if steps[0].technique == technique.name:
            return explained_step(steps[0], number, position, Speaker(code, ground), TEACH)
        position = position.after(steps)
    return None
