"""``render``: puzzles of a file as PDF or PNG."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from bookmaker import formats, output, units
from bookmaker.book import sheets
from bookmaker.book.spec import LARGEST_TRIM, TRIMS
from bookmaker.errors import Fault, UsageError


def render(arguments: Namespace) -> int:
    """Write the pages."""
    path = Path(arguments.output)
    if path.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"--output {path}: the name must end in .pdf or .png")
    trim = _trim(arguments.trim)
    puzzles = formats.read_all(arguments.files, arguments.kind)
    layout_name = arguments.layout or sheets.usual_layout(puzzles, arguments.answers, trim)
    layout = sheets.find_layout(layout_name, puzzles, trim)
    pages = sheets.sheets(puzzles, layout, arguments.language, arguments.title, arguments.answers, arguments.cages)
    if path.suffix.lower() == ".pdf":
        # A file may have a name that is no text, and the title inside a PDF is text.
        title = arguments.title or os.fsencode(path.stem).decode("utf-8", "replace")
        files = {path: sheets.sheets_pdf(pages, trim, title, arguments.language, path.name)}
    else:
        _require_memory(trim, arguments.dpi)
        pictures = sheets.sheets_png(pages, trim, arguments.dpi)
        files = {_numbered(path, index, len(pictures)): picture for index, picture in enumerate(pictures, 1)}
    output.commit(files)
    for name in files:
        print(name)
    return 0


def _trim(text: str) -> tuple[float, float]:
    try:
        trim = units.parse_size(TRIMS.get(text.lower(), text))
    except ValueError as error:
        raise UsageError(f"--trim: {error}") from error
    if max(trim) > LARGEST_TRIM:
        raise UsageError(f"--trim: {text} is larger than {LARGEST_TRIM / units.INCH:g}in")
    return trim


_MOST_PIXELS = 40_000_000
"""Of one page, which takes sixteen bytes a pixel while it is drawn."""


def _require_memory(trim: tuple[float, float], dpi: int) -> None:
    width, height = (round(side / units.INCH * dpi) for side in trim)
    if width * height > _MOST_PIXELS:
        message = f"a page of {width}x{height} pixels is too large; there is room for {_MOST_PIXELS // 10**6} million"
        raise UsageError(Fault(message, None, "lower --dpi, or write a PDF"))


def _numbered(path: Path, index: int, count: int) -> Path:
    if count == 1:
        return path
    return path.with_name(f"{path.stem}-{index:0{len(str(count))}}{path.suffix}")
