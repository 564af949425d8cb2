"""A technique with a place where a puzzle needs it: the example of ``bookmaker techniques``, in words and as a picture.

The puzzles are in ``technique_examples.txt``, a technique and a puzzle as JSON on each line: some techniques are so rare that
a search of minutes finds one. ``python -m benchmarks.technique_examples`` made the file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bookmaker.base.language import Catalogue
from bookmaker.base.units import MM
from bookmaker.formats import parse
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import engine
from bookmaker.logic.techniques.declare import Technique
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagram, Diagrams
from bookmaker.publishing.documents.drawing import drawing
from bookmaker.publishing.explain.pictures import picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Puzzle

_FILE = Path(__file__).with_name("technique_examples.txt")

_WIDTH, _MARGIN = 120 * MM, 5 * MM
_DPI = 300


@cache
def _lines() -> dict[str, str]:
    """The puzzle of each technique, as JSON."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return {name: puzzle for name, _, puzzle in (line.partition(" ") for line in lines)}


def puzzle_of(technique: Technique) -> Puzzle | None:
    """A puzzle that needs a technique; None for brute force, which has no place to show, and where none is known."""
    line = _lines().get(technique.name)
    if line is None:
        return None
    (puzzle,) = parse(line)
    return puzzle


def example(technique: Technique, words: str | Catalogue = "en") -> ExplainedStep | None:
    """The first step of a technique in the puzzle kept for it, with its reasons; None without such a puzzle.

    ``words`` is a language, or the catalogue of a book.
    """
    puzzle = puzzle_of(technique)
    if puzzle is None:
        return None
    ground, position = puzzle.geometry, Position.of(puzzle)
    way = engine.rounds(ground, puzzle.givens, known(puzzle), cages=puzzle.cages)
    for number, steps in enumerate(way, 1):
        if steps[0].technique == technique.name:
            return explained_step(steps[0], number, position, Speaker(words, ground), TEACH)
        position = position.after(steps)
    return None


def pictured(explained: ExplainedStep, ending: str, code: str, dpi: int = _DPI) -> bytes:
    """A step as a picture, 13 cm wide: its name, the candidates with the pattern, and the sentence.

    ``ending``: see :data:`bookmaker.publishing.documents.drawing.ENDINGS`; ``dpi``: of a PNG.
    """
    look = style.find()
    row = Diagrams(look, (Diagram(picture(explained), explained.name, explained.below),), 1, look.diagrams.most)
    wide, high = _WIDTH + 2 * _MARGIN, row.height(_WIDTH) + 2 * _MARGIN

    return drawing(
        lambda canvas: row.draw(canvas, _MARGIN, high - _MARGIN, _WIDTH),
        (wide, high),
        ending,
        dpi,
        explained.name,
        code,
        look,
    )
