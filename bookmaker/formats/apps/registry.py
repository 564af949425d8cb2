"""The list of all formats, and the way from puzzles to text."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from bookmaker.base.errors import Fault, UsageError
from bookmaker.formats.apps import DECLARED, candidates, clue_drawings, links, tatham
from bookmaker.formats.base.format import Format, unheld
from bookmaker.formats.base.source import plain_name
from bookmaker.puzzles.grid.puzzle import Puzzle


def declared(name: str, where: str) -> Format:
    """The format that a line of ``DECLARED`` names. Raises TypeError, with the name, for one that is not sound."""
    module, _, attribute = where.partition(".")
    path = f"bookmaker.formats.apps.{module}"
    try:
        format = getattr(import_module(path), attribute)
    except (AttributeError, TypeError) as error:
        raise TypeError(f"the format {name!r} in {path}: {error}") from error
    if not isinstance(format, Format) or format.name != name:
        raise TypeError(f"the format {name!r} in {path}: {attribute} is not a Format of that name")
    return format


FORMATS = {name: declared(name, where) for name, where in DECLARED.items()}
"""By name."""

BY_ENDING = {
    ".txt": "lines",
    ".json": "jsonl",
    **{f".{name}": name for name in ("sdk", "sdm", "ss", "sdx", "csv", "jsonl", "ipuz", "opensudoku")},
}
"""The formats that the ending of a file's name means."""

READ = {
    format.name: format
    for format in (candidates.FORMAT, tatham.SAVE, clue_drawings.FORMAT, *FORMATS.values(), links.LINKS)
}
"""Candidates first: a row of them may be as long as a small puzzle. Then what is drawn with clues, whose numbers may look like
labels or cages."""


def render(puzzles: Sequence[Puzzle], format: str = "lines", sources: Sequence[str] = ()) -> str:
    """Puzzles as text. ``sources`` says where each came from: it is kept in what place the format has for it, if any, which the
    name of a puzzle is not.

    Raises UsageError for a format that does not exist, or one that has no room for cages, clues or several grids.
    """
    chosen = FORMATS[format] if format in FORMATS else format_named(format)
    assert chosen is not None
    faults = [
        Fault(f"the format {format} cannot hold {part}", puzzle.source)
        for puzzle in puzzles
        if (part := unheld(puzzle, chosen))
    ]
    if faults:
        raise UsageError(faults)
    return f"{chosen.head}{_sourced(puzzles, sources, chosen) if sources else chosen.render(puzzles)}{chosen.tail}"


def _sourced(puzzles: Sequence[Puzzle], sources: Sequence[str], format: Format) -> str:
    if format.sourced is None:
        # A path is not a name: it would be printed above the puzzle.
        return format.render(puzzles)
    pairs = [(puzzle, plain_name(source)) for puzzle, source in zip(puzzles, sources, strict=True)]
    return format.between.join(format.sourced(format.render([puzzle]), source) for puzzle, source in pairs)


def format_named(format: str | None) -> Format | None:
    """The format of a name, None for None. Raises UsageError for one that does not exist."""
    if format is not None and format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; there are {', '.join(FORMATS)}")
    return FORMATS[format] if format is not None else None
