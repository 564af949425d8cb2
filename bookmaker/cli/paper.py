"""The pages that a command writes: the size of the paper, and PDF or numbered PNG files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from bookmaker.printing.pages.page_kinds import Page
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.documents import sheets
from bookmaker.publishing.documents.drawing import require_memory


def read_trim(text: str, option: str = "--trim") -> tuple[float, float]:
    """``"6x9in"`` or ``"a4"`` -> width and height in points. Raises UsageError for a text that names no size."""
    return sheets.trim_of(text, option)


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
