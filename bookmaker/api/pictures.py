"""Functions of ``import bookmaker`` that turn puzzles into text, pictures and pages, as the commands ``convert``, ``render`` and
``canon`` do.
"""

from __future__ import annotations

import json
import os
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bookmaker import formats
from bookmaker.api import arguments
from bookmaker.api.puzzles import AnyPuzzle, is_cells, puzzle_of, puzzles_of
from bookmaker.api.records import made_record
from bookmaker.base import output
from bookmaker.base.errors import Fault, OutputError, UsageError
from bookmaker.base.language import PLURALS
from bookmaker.base.units import MM, trim_of
from bookmaker.formats.apps.registry import format_named
from bookmaker.formats.base.format import barrier, losses
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, ProvenPuzzle
from bookmaker.logic.solve import canonical_form
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.grids.clue_drawing import CAGE_STYLES, CageStyle
from bookmaker.printing.styles import style as styles
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.documents import sheets
from bookmaker.publishing.documents.drawing import puzzle_drawing
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    from bookmaker.api.puzzles import Several

__all__ = ["canon", "draw", "render", "write"]

Picture = Literal["svg", "pdf", "png"]
PICTURES: tuple[Picture, ...] = ("svg", "pdf", "png")
"""The forms of a drawing."""

_LEAST_WIDTH, _MOST_WIDTH = 10 * MM, 1000 * MM

_MOST_DPI = 1_000_000
"""No picture has room for nearly as many, but their number can still be said."""


def write(
    puzzles: AnyPuzzle | Several, format: str | None = None, *, path: str | os.PathLike[str] | None = None
) -> str:
    """Write one or several puzzles in a format of ``bookmaker convert``, and return the text.

    ``puzzles`` may also be a text that holds several. ``path`` is a file that is written, too, whole or not at all. ``format``
    may be left out: the ending of ``path`` names it, else it is ``"jsonl"``, which holds all that a puzzle has. What ``generate``
    returns is written with its answer where the format holds one, and as ``"jsonl"`` with its seed and its grade.

    A warning names the parts of a puzzle that the format lacks, such as its name. Raises UsageError for an unknown format,
    OutputError for a puzzle that it cannot hold, with all of these, or a file that cannot be written; InputError for a text that
    is not a puzzle.

    >>> print(write("...4.3....2..2.3", "grid"), end="")
    . . | . 4
    . 3 | . .
    ----+----
    . . | 2 .
    . 2 | . 3
    """
    name = arguments.text("format", format, "sudokupad")
    file = None if path is None else arguments.path("path", path)
    if name is None:
        name = "jsonl" if file is None else formats.BY_ENDING.get(file.suffix.lower())
        if name is None:
            raise UsageError(f"no format is known by the ending of {file}; name one: {', '.join(formats.FORMATS)}")
    chosen = format_named(name)
    assert chosen is not None
    written, made = _with_answers(puzzles, "answer" in chosen.holds)
    if refused := [Fault(f"not written: {why}", one.source) for one in written if (why := barrier(one, chosen))]:
        raise OutputError(refused)
    left_out = Counter(what for one in written for what in losses(one, chosen))
    for what, count in left_out.items():
        warnings.warn(what if count == 1 else f"{count} puzzles: {what}", stacklevel=2)
    if name == "jsonl" and made:
        text = "".join(f"{json.dumps(made_record(one))}\n" for one in made)
    else:
        text = formats.render(written, name)
    if file is not None:
        output.commit({file: text.encode("utf-8", "backslashreplace")})
    return text


def _with_answers(puzzles: AnyPuzzle | Several, held: bool) -> tuple[list[Puzzle], list[GradedPuzzle | ProvenPuzzle]]:
    """The puzzles to write, those that were made with their answers if these are ``held``; and the made ones, if all are such."""
    one = isinstance(puzzles, str | bytes | Puzzle | GradedPuzzle | ProvenPuzzle) or is_cells(puzzles)
    items: Any = puzzles
    if one:
        items = [puzzles]
    elif isinstance(items, Iterable) and not hasattr(items, "ndim"):
        items = list(items)
    found = puzzles_of(puzzles if isinstance(puzzles, str) else items)
    made = [item for item in items if isinstance(item, GradedPuzzle | ProvenPuzzle)]
    if not made or len(made) < len(found):
        return found, []
    return [replace(item.puzzle, answer=item.solution) if held else item.puzzle for item in made], made


def draw(
    puzzle: AnyPuzzle,
    format: Picture = "svg",
    *,
    answer: bool = False,
    style: str | os.PathLike[str] = styles.USUAL,
    width: str = "90mm",
    cages: CageStyle = "dashed",
    dpi: int = 150,
) -> bytes:
    """Draw the grid of a puzzle alone, with nothing around it: an SVG, PDF or PNG with ``width`` and height alike.

    ``answer`` fills it in. ``style`` is the name of a style or a file of one's own, ``cages`` is ``"dashed"`` or ``"tinted"``,
    ``dpi`` the dots per inch of a PNG. An SVG has letters as outlines and no ground of its own. A puzzle is drawn as it is,
    proper or not.

    Raises ImproperError for the answer of a puzzle that has no solution, or several, or was not decided; SpecError for a style
    that does not exist or is faulty; InputError for a name that a PDF cannot have; UsageError for other arguments.

    >>> draw("...4.3....2..2.3")[:45]
    b'<svg xmlns="http://www.w3.org/2000/svg" width'
    """
    ending = f".{arguments.one_of('format', format, PICTURES)}"
    arguments.one_of("cages", cages, CAGE_STYLES)
    points = arguments.length("width", width, _LEAST_WIDTH, _MOST_WIDTH)
    resolution = arguments.whole("dpi", dpi, 1, _MOST_DPI)
    filled, look, taken = arguments.flag("answer", answer), _style(style), puzzle_of(puzzle)
    solution = _solution(puzzle, taken) if filled else None
    return puzzle_drawing(taken, solution, look, points, ending, resolution, cages)


def _solution(puzzle: AnyPuzzle, taken: Puzzle) -> bytes:
    if isinstance(puzzle, GradedPuzzle):
        return puzzle.solution
    (solution,) = require_proper([taken])
    return solution


def _style(style: str | os.PathLike[str]) -> Style:
    return styles.find(str(arguments.path("style", style)), Path())


def render(
    puzzles: AnyPuzzle | Several,
    *,
    answers: bool = False,
    layout: str | None = None,
    style: str | os.PathLike[str] = styles.USUAL,
    trim: str = "a4",
    title: str = "",
    language: str = "en",
    cages: CageStyle = "dashed",
) -> bytes:
    """Print puzzles, or their ``answers``, on the pages of a PDF, as ``bookmaker render`` does: each with its number, or its
    name, and its level.

    ``layout`` is the name of a layout, None for one that suits the number of puzzles. ``trim`` is the paper: ``"a4"``,
    ``"letter"``, ``"6x9in"``. ``title`` is at the head of the pages, whose words are in ``language``; ``style`` and
    ``cages`` as for :func:`draw`.

    Raises ImproperError if one of the puzzles is not proper; SpecError for a style or layout that does not exist, and a page
    without room for a puzzle; InputError for names that the fonts cannot print; UsageError for other arguments.

    >>> render("...4.3....2..2.3", trim="a5", title="Class 4b")[:5]
    b'%PDF-'
    """
    arguments.one_of("cages", cages, CAGE_STYLES)
    arguments.one_of("language", language, tuple(PLURALS))
    size = trim_of(arguments.text("trim", trim, "6x9in", optional=False), "`trim`")
    heading = arguments.text("title", title, "Class 4b", optional=False)
    named = arguments.text("layout", layout, "six-up")
    filled, look, taken = arguments.flag("answers", answers), _style(style), puzzles_of(puzzles)
    if not taken:
        raise UsageError("`puzzles` is empty; there must be one at least to print")
    chosen = sheets.chosen_layout(named, taken, filled, size, look)
    pages = sheets.sheets(taken, chosen, language, heading, filled, cages)
    return sheets.sheets_pdf(pages, size, heading, language, "the sheets")


def canon(puzzle: AnyPuzzle) -> Puzzle:
    """The canonical form of a puzzle: the same for all copies that are turned, mirrored or relabelled, with rows, columns, bands
    and stacks exchanged as its rules allow. It is a puzzle with the name and the source of the given one, but without the answer.

    Two puzzles are the same if their forms are equal; as text, ``write`` holds all of a form. Raises UsageError for a plain grid
    larger than 9x9, whose rows and columns have too many orders.

    >>> canon("3.2..2....3.4...") == canon("...4.3....2..2.3")  # turned by half
    True
    """
    return canonical_form.canonical_of(puzzle_of(puzzle))
