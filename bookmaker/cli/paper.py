"""Pages on paper: ``render``, ``booklet`` and ``styles``, and the pages that other commands write, as PDF or PNG files."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bookmaker.base import language, output
from bookmaker.base.errors import Fault, InputError, Place, SpecError, UsageError
from bookmaker.base.units import INCH, trim_of
from bookmaker.cli.input import Input
from bookmaker.cli.puzzles import files_record
from bookmaker.printing.canvases import prepress as folding
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.printing.printers.edition import size_of
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.documents import sheets
from bookmaker.publishing.documents.drawing import require_memory


def read_style(name: str) -> Style:
    """The style of that name, or a file of the user's. Raises SpecError."""
    return style.find(name, Path())


def page_files(
    pages: Sequence[Page], path: Path, trim: tuple[float, float], *, title: str, code: str, dpi: int
) -> dict[Path, bytes]:
    """The pages as one PDF, or as a PNG each, by the ending of the path. Raises UsageError for pictures that are too large."""
    if path.suffix.lower() == ".pdf":
        # The title inside a PDF is text, which the name of a file need not be.
        shown = title or os.fsencode(path.stem).decode("utf-8", "replace")
        return {path: sheets.sheets_pdf(pages, trim, shown, code, path.name)}
    require_memory(trim, dpi, "--dpi")
    pictures = sheets.sheets_png(pages, trim, dpi)
    return {_numbered(path, index, len(pictures)): picture for index, picture in enumerate(pictures, 1)}


def _numbered(path: Path, index: int, count: int) -> Path:
    if count == 1:
        return path
    return path.with_name(f"{path.stem}-{index:0{len(str(count))}}{path.suffix}")


def render(arguments: Namespace) -> int:
    """Write the pages. Exit code 4 if a puzzle cannot be read."""
    path = Path(arguments.output)
    if path.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"--output {path}: the name must end in .pdf or .png")
    trim = trim_of(arguments.trim, "--trim")
    read = Input(arguments)
    read.require_other(path)
    numbered = list(read.numbered())
    if not numbered:
        return read.code(0)
    puzzles = [puzzle for _, puzzle in numbered]
    look = read_style(arguments.style)
    layout = sheets.chosen_layout(arguments.layout, puzzles, arguments.answers, trim, look)
    numbers = [number for number, _ in numbered]
    pages: Sequence[Page]
    pages = plain = sheets.sheets(
        puzzles, layout, arguments.language, arguments.title, arguments.answers, arguments.cages, numbers
    )
    if arguments.rules and not arguments.answers:
        pages = sheets.with_rules(plain, puzzles, language.load(arguments.language), trim)
    files = page_files(pages, path, trim, title=arguments.title, code=arguments.language, dpi=arguments.dpi)
    output.commit(files)
    if arguments.json:
        print(json.dumps({"files": files_record(files), "puzzles": len(puzzles)}))
        return read.code(0)
    for name in files:
        print(name)
    return read.code(0)


def booklet(arguments: Namespace) -> int:
    """Write the sheets, and say how they are printed."""
    sheet = None if arguments.sheet is None else trim_of(arguments.sheet, "--sheet")
    if sheet is not None and min(sheet) < INCH:
        raise UsageError(f"--sheet: {arguments.sheet} is smaller than 1in")
    book = Path(arguments.book)
    try:
        content = output.finished(book)
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(arguments.book))) from None
    path = Path(arguments.output) if arguments.output else book.with_name(f"{book.stem}-booklet.pdf")
    if path.suffix.lower() != ".pdf":
        raise UsageError(f"--output: {arguments.output} must end in .pdf, which the sheets are")
    if path.resolve() == book.resolve():
        raise UsageError(f"--output: {arguments.output} is the file whose pages are put on sheets; name another one")
    made = folding.booklet(content, book.name, sheet)
    output.commit({path: made.content})
    if arguments.json:
        fields = {"sheets": made.sheets, "size": list(made.size), "pages": made.pages, "blank": made.blank}
        print(json.dumps({"files": files_record({path: made.content}), **fields, "flip": made.flip}))
        return 0
    pages = f"{made.pages} page{'' if made.pages == 1 else 's'}"
    blank = f" and {made.blank} blank at the end" if made.blank else ""
    sheets = f"{made.sheets} sheet{'' if made.sheets == 1 else 's'}"
    print(f"{path}: {sheets} of {size_of(made.size)} with {pages}{blank}")
    print(f"  print on both sides, turned {made.flip}, at full size; fold all of them together in the middle")
    return 0


def styles(arguments: Namespace) -> int:
    """List the styles with their uses; with --output, draw their pages side by side."""
    names = arguments.styles or style.names()
    for name in names:
        if style.path_of(name, Path()) is None:
            raise SpecError(f"there is no style {name!r}; there are {', '.join(style.names())}")
    if arguments.output is None:
        for name in names:
            about = style.find(name, Path()).about
            print(json.dumps({"style": name, "about": about}) if arguments.json else f"{name:14} {about}")
        return 0
    path = Path(arguments.output)
    if path.suffix.lower() != ".png":
        raise UsageError(f"--output {path}: the name must end in .png")
    from bookmaker.publishing.documents.style_pages import style_pages

    output.commit({path: style_pages(names, Path(), trim_of(arguments.trim, "--trim"), arguments.dpi)})
    print(json.dumps({"files": [{"path": str(path), "bytes": path.stat().st_size}]}) if arguments.json else path)
    return 0
