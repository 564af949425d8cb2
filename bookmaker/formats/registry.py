"""The list of all formats, and the way from puzzles to text."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.base.errors import Fault, UsageError
from bookmaker.formats import (
    arrows,
    cagelist,
    candidates,
    fpuzzles,
    grid,
    grids,
    hodoku,
    iss,
    json_lines,
    krazydad,
    lines,
    links,
    loose,
    opensudoku,
    penpa,
    perfect,
    records,
    sdk,
    sheet,
    sudokupad,
    sudokuwiki,
    sumocue,
    tables,
    tatham,
)
from bookmaker.formats.losses import unheld
from bookmaker.formats.names import plain_name
from bookmaker.formats.source import Format
from bookmaker.puzzles.grid.puzzle import Puzzle

FORMATS = {
    format.name: format
    for format in (
        lines.FORMAT,
        sdk.FORMAT,
        sdk.SDM,
        sdk.SS,
        candidates.FORMAT,
        candidates.SDX,
        tables.FORMAT,
        tables.BANK,
        hodoku.FORMAT,
        json_lines.FORMAT,
        opensudoku.FORMAT,
        penpa.FORMAT,
        tatham.FORMAT,
        cagelist.FORMAT,
        perfect.FORMAT,
        sumocue.FORMAT,
        fpuzzles.FORMAT,
        sudokupad.FORMAT,
        sudokuwiki.FORMAT,
        krazydad.FORMAT,
        arrows.FORMAT,
        iss.FORMAT,
        records.FORMAT,
        sheet.FORMAT,
        grids.FORMAT,
        grid.FORMAT,
    )
}
"""By name. Of several formats that recognise a line or a block, the first reads it."""

BY_ENDING = {
    ".txt": "lines",
    ".json": "jsonl",
    **{f".{name}": name for name in ("sdk", "sdm", "ss", "sdx", "csv", "jsonl", "opensudoku")},
}
"""The formats that the ending of a file's name stands for."""

READ = tuple(dict.fromkeys((candidates.FORMAT, tatham.SAVE, *FORMATS.values(), links.FORMAT)))
"""Candidates first: a row of them may be as long as a small puzzle."""

LOOSE = loose.Loose((candidates.FORMAT, *READ[1:]))


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
        # A path is no name: it would be printed above the puzzle.
        return format.render(puzzles)
    pairs = [(puzzle, plain_name(source)) for puzzle, source in zip(puzzles, sources, strict=True)]
    return format.between.join(format.sourced(format.render([puzzle]), source) for puzzle, source in pairs)


def format_named(format: str | None) -> Format | None:
    """The format of a name, None for None. Raises UsageError for one that does not exist."""
    if format is not None and format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; there are {', '.join(FORMATS)}")
    return FORMATS[format] if format is not None else None
