"""Faults planted into finished PDFs, by editing their content streams and objects.

What is planted is known from the book's manifest and from PDF syntax alone: nothing here knows how a proof reads. Each function
takes a book and a source of chance and returns the faulty file, or None where the book has no place for its fault.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pikepdf

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"


@dataclass(frozen=True)
class Book:
    """A clean book: its interior, and what its manifest says."""

    name: str
    interior: bytes
    manifest: dict[str, Any]
    cover: bytes | None = None

    @property
    def puzzles(self) -> list[dict[str, Any]]:
        return list(self.manifest["puzzles"])

    def answer_page(self, puzzle: dict[str, Any]) -> int:
        """The page of the file, from 1, on which a puzzle's answer stands."""
        return int(puzzle["answer_page"]) + int(self.manifest["front_pages"])


@dataclass(frozen=True)
class Planted:
    """A faulty file, and what was done to it. ``cover`` is there if the cover is what is faulty."""

    interior: bytes
    what: str
    cover: bytes | None = None


Plant = Callable[[Book, Random], Planted | None]
PLANTS: dict[str, Plant] = {}


def plant(function: Plant) -> Plant:
    """Name a way to plant a fault after its function."""
    PLANTS[function.__name__.replace("_", "-")] = function
    return function


@dataclass
class Shown:
    """One string that a page shows: where its operator stands, its text and codes, and where it begins."""

    at: int
    block: int
    font: str
    size: float
    codes: bytes
    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Drawn:
    """One path that is painted: where its first operator and the one that paints it stand, its corners, its ink and width."""

    first: int
    at: int
    paint: str
    points: tuple[tuple[float, float], ...]
    grey: float
    width: float
    box: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is."""
        xs, ys = zip(*self.points, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)


@dataclass
class Page:
    """The content stream of one page, or of a form that it places, to be edited."""

    pdf: pikepdf.Pdf
    page: Any
    steps: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.steps = [
            pikepdf.ContentStreamInstruction(step.operands, step.operator)
            for step in pikepdf.parse_content_stream(self.page)
        ]

    def shown(self) -> Iterator[Shown]:
        """Every string, with the text that its font's table gives its codes."""
        font, size, x, y, block = "", 0.0, 0.0, 0.0, 0
        for at, step in enumerate(self.steps):
            match str(step.operator):
                case "BT":
                    x, y, block = 0.0, 0.0, at
                case "Td":
                    x, y = x + float(step.operands[0]), y + float(step.operands[1])
                case "Tf":
                    font, size = str(step.operands[0]), float(step.operands[1])
                case "Tj":
                    codes = bytes(step.operands[0])
                    table = self.table(font)
                    text = "".join(table.get(code, "?") for code in codes)
                    yield Shown(at, block, font, size, codes, text, x, y)
                case "TJ":
                    # Kerned: strings with numbers between them.
                    codes = b"".join(bytes(one) for one in step.operands[0] if isinstance(one, pikepdf.String))
                    table = self.table(font)
                    text = "".join(table.get(code, "?") for code in codes)
                    yield Shown(at, block, font, size, codes, text, x, y)

    def drawn(self) -> Iterator[Drawn]:
        """Every path that is filled or stroked."""
        grey = width = 0.0
        points: list[tuple[float, float]] = []
        first, box = 0, False
        for at, step in enumerate(self.steps):
            values = [float(one) for one in step.operands] if str(step.operator) in ("g", "w", "m", "l", "re") else []
            match str(step.operator):
                case "g":
                    (grey,) = values
                case "w":
                    (width,) = values
                case "m":
                    points, first, box = [(values[0], values[1])], at, False
                case "l":
                    points.append((values[0], values[1]))
                case "re":
                    x, y, wide, high = values
                    points, first, box = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], at, True
                case "f" | "S" | "s" as paint if points:
                    yield Drawn(first, at, paint, tuple(points), grey, width, box)

    def forms(self) -> list[Page]:
        """The forms that a page places."""
        things = self.page.Resources.get("/XObject", {}).values()
        return [Page(self.pdf, thing) for thing in things if thing.get("/Subtype") == "/Form"]

    def table(self, font: str) -> dict[int, str]:
        """The characters of a font's codes."""
        return unicode_of(self.page.Resources.Font[font])

    def show(self, at: int, codes: bytes) -> None:
        """Let the operator at a place show other codes."""
        self.steps[at] = pikepdf.ContentStreamInstruction([pikepdf.String(codes)], pikepdf.Operator("Tj"))

    def put(self, at: int, operator: str, *operands: Any) -> None:
        """Replace the operator at a place."""
        self.steps[at] = pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))

    def add(self, text: str) -> None:
        """Draw something more at the end."""
        self.page.contents_add(self.pdf.make_stream(text.encode("latin-1")))

    def keep(self) -> None:
        """Write the edited operators into the page or form."""
        content = pikepdf.unparse_content_stream(self.steps)
        if isinstance(self.page, pikepdf.Stream):
            self.page.write(content)
        else:
            self.page.Contents = self.pdf.make_stream(content)

    def grids(self) -> list[list[Shown]]:
        """The digits of grids: text blocks of single characters on three baselines or more."""
        blocks: dict[int, list[Shown]] = {}
        for one in self.shown():
            blocks.setdefault(one.block, []).append(one)
        return [held for held in blocks.values() if len({round(one.y) for one in held}) >= 3]


def unicode_of(font: Any) -> dict[int, str]:
    """The characters of a simple font's codes, from its ToUnicode table."""
    found: dict[int, str] = {}
    text = bytes(font.ToUnicode.read_bytes()).decode("ascii")
    for block in text.split("beginbfrange")[1:]:
        for line in block.split("endbfrange")[0].strip().splitlines():
            if "[" not in line:
                first, _, target = line.replace("<", " ").replace(">", " ").split()
                found[int(first, 16)] = bytes.fromhex(target).decode("utf-16-be")
                continue
            start = int(line.split("<")[1].split(">")[0], 16)
            codes = line.split("[")[1].split("]")[0].replace("<", " ").replace(">", " ").split()
            found |= {start + at: bytes.fromhex(code).decode("utf-16-be") for at, code in enumerate(codes)}
    for block in text.split("beginbfchar")[1:]:
        for line in block.split("endbfchar")[0].strip().splitlines():
            code, target = line.replace("<", " ").replace(">", " ").split()
            found[int(code, 16)] = bytes.fromhex(target).decode("utf-16-be")
    return found


def opened(book: Book) -> pikepdf.Pdf:
    """The interior, to be edited."""
    return pikepdf.open(io.BytesIO(book.interior))


def saved(pdf: pikepdf.Pdf, what: str) -> Planted:
    """The edited file."""
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return Planted(out.getvalue(), what)


def page_of(pdf: pikepdf.Pdf, number: int) -> Page:
    """A page by its number in the file, from 1."""
    return Page(pdf, pdf.pages[number - 1])
