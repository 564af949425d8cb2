"""The command ``booklet``: the pages of a finished PDF on sheets to print at home, fold and staple."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, InputError, Place, UsageError
from bookmaker.base.units import INCH
from bookmaker.cli.paper import read_trim
from bookmaker.printing.canvases import booklet as folding
from bookmaker.printing.printers.edition import size_of


def booklet(arguments: Namespace) -> int:
    """Write the sheets, and say how they are printed."""
    sheet = None if arguments.sheet is None else read_trim(arguments.sheet, "--sheet")
    if sheet is not None and min(sheet) < INCH:
        raise UsageError(f"--sheet: {arguments.sheet} is smaller than 1in")
    book = Path(arguments.book)
    try:
        content = book.read_bytes()
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(arguments.book))) from None
    path = Path(arguments.output) if arguments.output else book.with_name(f"{book.stem}-booklet.pdf")
    if path.suffix.lower() != ".pdf":
        raise UsageError(f"--output: {arguments.output} must end in .pdf, which the sheets are")
    if path.resolve() == book.resolve():
        raise UsageError(f"--output: {arguments.output} is the file whose pages are put on sheets; name another one")
    made = folding.booklet(content, book.name, sheet)
    output.commit({path: made.content})
    pages = f"{made.pages} page{'' if made.pages == 1 else 's'}"
    blank = f" and {made.blank} blank at the end" if made.blank else ""
    sheets = f"{made.sheets} sheet{'' if made.sheets == 1 else 's'}"
    print(f"{path}: {sheets} of {size_of(made.size)} with {pages}{blank}")
    print(f"  print on both sides, turned {made.flip}, at full size; fold all of them together in the middle")
    return 0
