"""Puzzles in the pages of a PDF and in pictures, as submissions, each with its answer and its place.

Pages of lines and type are read as the proof reads a finished book; those that are pictures, by the reader of pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, InputError, Note, Place
from bookmaker.camera.pictures import PictureReader, require_installed
from bookmaker.formats.found.headings import ONLY_ANSWERS, LooseAnswer
from bookmaker.formats.found.one_text import NO_PUZZLE
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, rules_of

if TYPE_CHECKING:
    from bookmaker.publishing.proof.judgement import Judged
    from bookmaker.publishing.proof.pdf_reading import Entry, Reading, ReadPage


DPI = 200
"""Dots per inch at which a page that is a picture is read."""

_MOST_SCANNED = 100
"""Pages of one PDF that are read as pictures."""


@dataclass
class PrintedPages:
    """What reads printed pages for :attr:`bookmaker.formats.found.one_text.Reading.pages`: PDFs and pictures."""

    pictures: PictureReader = field(default_factory=PictureReader)

    def __call__(self, content: bytes, name: str, kind: str = CLASSIC) -> Iterator[Puzzle | Fault]:
        """The puzzles of a file, and a fault for each grid that cannot be read.

        Raises InputError for a file that costs too much, or shows no grid.
        """
        if content.startswith(b"%PDF"):
            yield from _pdf_puzzles(content, name, kind, self.pictures)
        else:
            yield from self.pictures.items(content, name, kind)


def _pdf_puzzles(content: bytes, name: str, kind: str, pictures: PictureReader) -> Iterator[Puzzle | Fault]:
    """The puzzles of a PDF in the order of its pages, and a fault for each grid that was not understood.

    A grid with a number is the puzzle of that number, and grids without one are examples; in a file without numbers all grids
    are puzzles. Full grids are answers: of the puzzle of their number, or of the one on their page. Of rules that only words
    name those are taken without which the puzzles have several solutions, with a note; ``kind`` names more. Pages without
    type, as scans are, are read as pictures.

    Raises InputError for a file that is no PDF, costs too much, or holds no grid of lines.
    """
    # The readers of pages are many, and few submissions are PDFs.
    from bookmaker.publishing.proof.judging import Judge
    from bookmaker.publishing.proof.objects import require_light
    from bookmaker.publishing.proof.page_reading import read_squared
    from bookmaker.publishing.proof.pdf_reading import put_together
    from bookmaker.publishing.proof.proof import require_grids

    require_light(content, name)
    whole = put_together(name, 0, read_squared(content, name))
    scanned = [page.index for page in whole.pages if not page.measures.glyphs and _shows(whole, page)]
    if scanned:
        yield from _scanned(content, name, kind, scanned, pictures)
        whole = replace(whole, pictures=tuple(one for one in whole.pictures if one.page not in scanned))
        if not (whole.puzzles or whole.answers or whole.pictures):
            return
    reading, alone = _numbered(whole)
    if not (alone and reading.pictures):
        require_grids(reading)
    judge = Judge([reading])
    for one, faults in judge.as_read():
        yield from _item(one, faults, reading.name, kind, named=not alone)
    yield from map(Note, judge.assumptions())
    if not alone and reading.pictures:
        count = len(reading.pictures)
        examples = "1 grid has" if count == 1 else f"{count} grids have"
        yield Note(f"{examples} no number and were taken as examples", _place(name, reading.pictures[0]))
    for entry in (*(() if reading.puzzles else reading.answers), *(_full(reading) if alone else ())):
        yield from _loose(entry, name)
    if not reading.puzzles:
        yield Fault(NO_PUZZLE, Place(name), "its full grids are answers", ONLY_ANSWERS)


def _shows(reading: Reading, page: ReadPage) -> bool:
    """Whether a page has a picture or a grid of lines."""
    return page.measures.pictures > 0 or any(entry.page == page.index for entry in reading.pictures)


def _scanned(
    content: bytes, name: str, kind: str, scanned: Sequence[int], pictures: PictureReader
) -> Iterator[Puzzle | Fault]:
    """The puzzles of pages that are pictures."""
    from bookmaker.publishing.proof.ink import Pages

    require_installed(name)
    if len(scanned) > _MOST_SCANNED:
        message = f"{len(scanned)} of its pages are pictures; at most {_MOST_SCANNED} are read"
        raise InputError(Fault(message, Place(name), "split it"))
    numbers = ", ".join(str(index + 1) for index in scanned)
    yield Note(f"read as pictures, at {DPI} dots per inch: pages {numbers}", Place(name), light=True)
    pages = Pages(content, name)
    try:
        several = ((f"page {index + 1}, ", pages.drawn(index, DPI)) for index in scanned)
        yield from pictures.of_pages(several, name, kind, content)
    finally:
        pages.close()


def _numbered(reading: Reading) -> tuple[Reading, bool]:
    """A file in which each puzzle has a number, and whether none was printed: then they count from 1."""
    if reading.puzzles or reading.answers:
        return reading, False
    open_ = [entry for entry in reading.pictures if not entry.grid.full and not entry.grid.notes]
    puzzles = [replace(entry, label=replace(entry.label, number=number)) for number, entry in enumerate(open_, start=1)]
    return replace(reading, puzzles=tuple(puzzles), pictures=tuple(_full(reading))), True


def _full(reading: Reading) -> list[Entry]:
    return [entry for entry in reading.pictures if entry.grid.full and not entry.grid.notes]


def _place(name: str, entry: Entry) -> Place:
    number = entry.label.number
    return Place(name, area=f"page {entry.page + 1}" + ("" if number is None else f", {number}"))


def _item(one: Judged, faults: list[str], file: str, kind: str, *, named: bool) -> Iterator[Puzzle | Fault]:
    from bookmaker.publishing.proof.kinds import with_rules

    place, number = _place(file, one.entry), f"puzzle {one.number}"
    if faults or one.puzzle is None:
        why = "; ".join(faults) or "its lines make no grid of a known kind"
        yield Fault(f"{number} cannot be read: {why}", place, "send it as text, or mend the page")
        return
    ground = one.puzzle.geometry if kind == CLASSIC else with_rules(one.puzzle.geometry, rules_of(kind))
    if ground is None:
        yield Fault(f"{number}: no {kind} grid has {one.puzzle.geometry.size} cells across", place)
        return
    answer, said = _answer(one)
    name = str(one.number) if named else ""
    try:
        puzzle = replace(one.puzzle, geometry=ground, answer=answer, source=place, name=name)
    except ValueError as error:  # The page lacks what the named kind has: the regions of a jigsaw.
        yield Fault(f"{number}: {error}", place)
        return
    yield puzzle
    if said:
        yield Note(f"the answer of {number} cannot be read: {said}", place)


def _answer(one: Judged) -> tuple[bytes | None, str]:
    """The printed answer of a puzzle, and why it cannot be read, "" if it can."""
    from bookmaker.publishing.proof.kinds import cells

    if not one.answers or one.puzzle is None:
        return None, ""
    grid, size = one.answers[0].grid, one.puzzle.geometry.size
    if grid.size != one.entry.grid.size:
        return None, f"it has {grid.size} cells across, the puzzle {size}"
    try:
        return cells(grid, one.meaning, one.puzzle.geometry), ""
    except KeyError as error:
        return None, f"{error.args[0]!r} is not a digit of its puzzle"


def _loose(entry: Entry, name: str) -> Iterator[Puzzle | Fault]:
    """A full grid that is not beside its puzzle: its digits say whose answer it is."""
    from bookmaker.publishing.proof.kinds import SymbolError, alphabet, cells, marks

    ground = marks(entry.grid).ground
    if ground is None:
        return
    try:
        held = cells(entry.grid, alphabet([entry.grid]), ground)
    except (KeyError, SymbolError):
        return
    grid = Puzzle(ground, held, _place(name, entry))
    label = () if entry.label.number is None else (str(entry.label.number),)
    yield LooseAnswer("a full grid, the answer of a puzzle", grid.source, grid=grid, label=label)
