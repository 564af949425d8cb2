"""The command ``render``: prints puzzles or their answers as PDF or PNG."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bookmaker.base import language, output
from bookmaker.base.errors import UsageError
from bookmaker.cli.input import Input
from bookmaker.cli.paper import page_files, read_style, read_trim
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.publishing.documents import sheets


def render(arguments: Namespace) -> int:
    """Write the pages. Exit code 4 if a puzzle cannot be read."""
    path = Path(arguments.output)
    if path.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"--output {path}: the name must end in .pdf or .png")
    trim = read_trim(arguments.trim)
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
    for name in files:
        print(name)
    return read.code(0)
