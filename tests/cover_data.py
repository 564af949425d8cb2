"""Books, editions and drawn covers for the tests of covers, and what stands in their files."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image
from typeset_data import filled, givens

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import Grade
from bookmaker.printing.printers import Edition, find
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.book.spec import spec_file
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

INCH = 72.0


TRIMS = ((6.0, 9.0), (5.0, 8.0), (8.5, 11.0), (8.5, 8.5), (8.25, 6.0))


@cache
def stocked(level: str = "easy", kind: str = "classic", size: int = 9) -> GradedPuzzle:
    grid = geometry(kind, size)
    grade = Grade(level, 0, None, {}, 0, 0, None, 0)  # type: ignore[arg-type]
    return GradedPuzzle(Puzzle(grid, givens(grid)), filled(grid), grade, None)


def book(folder: Path, wanted: str, title: str = "Sudoku for the Long Train Ride", code: str = "en") -> spec_file.Spec:
    folder.mkdir(exist_ok=True)
    if not (folder / "photo.png").exists():
        Image.linear_gradient("L").resize((330, 500)).convert("RGB").save(folder / "photo.png")
    path = folder / "book.yaml"
    path.write_text(
        f"book: {{title: {title!r}, subtitle: Puzzles, author: Ángela Щукина, publisher: Press, language: {code}, "
        "isbn: 978-0-306-40615-7}\n"
        "date: 2026-11-22\n"
        f"sections:\n  - {{title: One, puzzles: {{count: 3}}}}\ncover: {wanted}\n",
        encoding="utf-8",
    )
    return spec_file.load(path)


def edition(printer: str, trim: tuple[float, float] = (6.0, 9.0)) -> Edition:
    found = find(printer)
    return Edition(found, found.bindings[0], found.paper("white"), (trim[0] * INCH, trim[1] * INCH))


def drawn(
    one: spec_file.Spec, printer: str, pages: int, trim: tuple[float, float] = (6.0, 9.0), **keys: Any
) -> tuple[bytes, tuple[str, ...]]:
    sections = [[stocked("easy"), stocked("medium"), stocked("hard")]]
    made = cover.cover_files(one, sections, {edition(printer, trim): pages}, lenient=True, fronts=False, **keys)
    (content,) = made.files.values()
    return content, made.notes


def operators(content: bytes) -> list[tuple[list[float], str]]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [
            ([float(one) for one in step.operands], str(step.operator))  # type: ignore[arg-type, union-attr]
            for step in pikepdf.parse_content_stream(pdf.pages[0], "re k K rg RG g G cm Do")
            if str(step.operator) != "Do"
        ]


def wish(name: str, more: str = "") -> str:
    return f"{{design: {name}, image: photo.png, spine: 0.52in, volume: 3, series: Rides{more}}}"
