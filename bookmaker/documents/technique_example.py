"""A technique with a place where a puzzle needs it: the example of ``bookmaker techniques``, in words and as a picture."""

from __future__ import annotations

from bookmaker.book.technique_chapter import puzzle_for
from bookmaker.explain.pictures import picture
from bookmaker.explain.position import Position
from bookmaker.explain.solution_path import TEACH, ExplainedStep, explained_step
from bookmaker.explain.step_words import Speaker
from bookmaker.grading import known
from bookmaker.techniques import CAGES, CLUES, RELATIONS, engine
from bookmaker.techniques.declare import Level, Technique
from bookmaker.typeset import style
from bookmaker.typeset.canvas import Canvas, Sheet
from bookmaker.typeset.diagrams import Diagram, diagram_rows
from bookmaker.typeset.pdf import Metadata, PdfCanvas
from bookmaker.typeset.prepress import finish
from bookmaker.typeset.raster import RasterCanvas
from bookmaker.typeset.svg import SvgCanvas
from bookmaker.units import MM
from bookmaker.variants import geometry

_SEED = 1

ENDINGS = (".png", ".svg", ".pdf")
"""The kinds of file that a picture can be."""

_WIDTH, _MARGIN = 120 * MM, 5 * MM
_DPI = 300


def example(technique: Technique, code: str = "en") -> ExplainedStep | None:
    """The first step of a technique in a classic puzzle made for it, with its reasons; None where none is soon made."""
    if technique in (*CAGES, *RELATIONS, *CLUES) or technique.level is Level.BEYOND:
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


def pictured(explained: ExplainedStep, ending: str, code: str) -> bytes:
    """A step as a picture, 13 cm wide: its name, the candidates with the pattern, and the sentence. ``ending``: see ENDINGS."""
    look = style.find()
    (row,) = diagram_rows(look, [Diagram(picture(explained), explained.name, f"{explained.printed}.")], _WIDTH)
    wide, high = _WIDTH + 2 * _MARGIN, row.height(_WIDTH) + 2 * _MARGIN

    def draw(canvas: Canvas) -> None:
        canvas.begin_page(Sheet(wide, high, (0.0, 0.0, wide, high)))
        row.draw(canvas, _MARGIN, high - _MARGIN, _WIDTH)
        canvas.end_page()

    if ending == ".png":
        raster = RasterCanvas(_DPI)
        draw(raster)
        return raster.png()
    if ending == ".svg":
        svg = SvgCanvas(outlined=True)
        draw(svg)
        return svg.finish()
    pdf = PdfCanvas(Metadata(explained.name, "", code), look)
    draw(pdf)
    return finish(pdf.finish(), explained.name)
