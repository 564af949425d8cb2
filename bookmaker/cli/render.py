"""``render``: puzzles of a file as PDF or PNG."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bookmaker import formats, output, units
from bookmaker.book import sheets
from bookmaker.book.spec import TRIMS
from bookmaker.errors import UsageError


def render(arguments: Namespace) -> int:
    """Write the pages."""
    path = Path(arguments.output)
    if path.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"--output {path}: the name must end in .pdf or .png")
    try:
        trim = units.parse_size(TRIMS.get(arguments.trim.lower(), arguments.trim))
    except ValueError as error:
        raise UsageError(f"--trim: {error}") from error
    puzzles = formats.read_all(arguments.files, arguments.kind)
    layout_name = arguments.layout or sheets.usual_layout(len(puzzles), arguments.answers)
    layout = sheets.find_layout(layout_name, puzzles, trim)
    pages = sheets.sheets(puzzles, layout, arguments.language, arguments.title, arguments.answers)
    if path.suffix.lower() == ".pdf":
        title = arguments.title or path.stem
        files = {path: sheets.sheets_pdf(pages, trim, title, arguments.language, path.name)}
    else:
        pictures = sheets.sheets_png(pages, trim, arguments.dpi)
        files = {_numbered(path, index, len(pictures)): picture for index, picture in enumerate(pictures, 1)}
    output.commit(files)
    for name in files:
        print(name)
    return 0


def _numbered(path: Path, index: int, count: int) -> Path:
    if count == 1:
        return path
    return path.with_name(f"{path.stem}-{index:0{len(str(count))}}{path.suffix}")
