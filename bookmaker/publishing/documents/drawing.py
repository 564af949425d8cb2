"""One drawing as a file of its own, without margins: SVG, PDF, EPS or PNG. A puzzle alone is such a drawing."""

from __future__ import annotations

import threading
from collections.abc import Callable

from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.base.units import INCH
from bookmaker.printing.canvases.canvas import Canvas, Sheet
from bookmaker.printing.canvases.eps import EpsCanvas
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.prepress import finish
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.canvases.svg import SvgCanvas
from bookmaker.printing.grids.clue_drawing import CageStyle
from bookmaker.printing.grids.grid_drawing import GridStyle, answer_picture, draw_grid, puzzle_picture
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import CandidatePicture
from bookmaker.printing.grids.symbols import Symbols, usual_symbols
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.cages import cage_marks

ENDINGS = (".png", ".svg", ".pdf")
"""The kinds of file that a drawing can be."""

DRAWING = threading.Lock()
"""One drawing at a time: the library that draws letters is not made for several threads."""
_MOST_PIXELS = 40_000_000
"""The largest picture: drawing it takes sixteen bytes for each pixel."""


def require_memory(size: tuple[float, float], dpi: int, name: str = "`dpi`") -> None:
    """Check that a picture of this size in points is not too large. Raises UsageError; ``name`` is the option for ``dpi``."""
    width, height = (round(side / INCH * dpi) for side in size)
    if width * height > _MOST_PIXELS:
        message = f"a page of {width}x{height} pixels is too large; there is room for {_MOST_PIXELS // 10**6} million"
        raise UsageError(Fault(message, None, f"lower {name}, or write a PDF"))


def drawing(
    draw: Callable[[Canvas], None], size: tuple[float, float], ending: str, dpi: int, title: str, code: str, look: Style
) -> bytes:
    """What ``draw`` draws on a sheet of ``size``, width and height in points, as a file.

    ``ending``: see ENDINGS, or .eps. ``dpi`` is that of a PNG; a PDF has ``title`` and the language ``code``. Letters of an SVG
    are outlines, and it has no ground. Raises UsageError for a PNG that is too large.
    """

    def onto(canvas: Canvas) -> None:
        canvas.begin_page(Sheet(*size, (0.0, 0.0, *size)))
        draw(canvas)
        canvas.end_page()

    if ending == ".png":
        require_memory(size, dpi)
        raster = RasterCanvas(dpi)
        onto(raster)
        return raster.png()
    if ending == ".svg":
        svg = SvgCanvas(outlined=True)
        onto(svg)
        return svg.finish()
    if ending == ".eps":
        eps = EpsCanvas(title)
        onto(eps)
        return eps.finish()
    pdf = PdfCanvas(Metadata(title, "", code), look)
    onto(pdf)
    return finish(pdf.finish(), title)


def _require_title(puzzle: Puzzle) -> None:
    # Half of a pair of UTF-16 is not a character; JSON can name it nevertheless.
    try:
        puzzle.name.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(puzzle.name[error.start]):04X}"
        message = f"the name of the puzzle has {half}, which is not a character, and cannot be the title of a PDF"
        raise InputError(Fault(message, puzzle.source, "leave it out")) from None


def puzzle_drawing(
    puzzle: Puzzle,
    solution: bytes | None,
    look: Style,
    width: float,
    ending: str,
    dpi: int,
    cages: CageStyle,
    symbols: Symbols | None = None,
) -> bytes:
    """The grid of a puzzle and nothing else, ``width`` points wide; filled if there is a ``solution``, a byte for each cell.

    ``symbols``: those of its digits, None for the usual ones.

    Raises UsageError for a PNG that is too large, InputError for a name that a PDF cannot have as its title.
    """
    if ending == ".pdf":
        _require_title(puzzle)
    ground = puzzle.geometry
    symbols = symbols or usual_symbols(ground)
    if solution is None:
        picture = puzzle_picture(ground, puzzle.givens, cage_marks(puzzle), cages, symbols)
        style = GridStyle.in_puzzles(look)
    else:
        picture = answer_picture(ground, puzzle.givens, solution, symbols)
        style = GridStyle.in_answers(look)
    # The outer half of the outline lies outside the grid.
    line = style.fitted(width / ground.span).outline
    return drawing(
        lambda canvas: draw_grid(canvas, picture, line / 2, line / 2, width - line, style),
        (width, width),
        ending,
        dpi,
        puzzle.name or ground.kind,
        "en",
        look,
    )


def step_drawing(picture: CandidatePicture, look: Style, width: float, dpi: int) -> bytes:
    """The picture of a step as a PNG, ``width`` points wide, with the numbers of rows and columns. Raises UsageError as
    :func:`drawing`.
    """
    style = GridStyle.in_answers(look)
    edge = width / 16
    side = width - 1.2 * edge
    return drawing(
        lambda canvas: draw_candidates(canvas, picture, edge, edge / 5, side, style),
        (width, width),
        ".png",
        dpi,
        "",
        "en",
        look,
    )
