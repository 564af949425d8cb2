"""Puzzles in the pages of a PDF, as submissions: read as the proof reads a finished book, each with its answer and its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, Note, Place
from bookmaker.formats.found.headings import ONLY_ANSWERS, LooseAnswer
from bookmaker.formats.found.one_text import NO_PUZZLE
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, rules_of

if TYPE_CHECKING:
    from bookmaker.publishing.proof.judgement import Judged
    from bookmaker.publishing.proof.pdf_reading import Entry, Reading


def pdf_puzzles(content: bytes, name: str, kind: str = CLASSIC) -> Iterator[Puzzle | Fault]:
    """The puzzles of a PDF in the order of its pages, and a fault for each grid that was not understood.

    A grid with a number is the puzzle of that number, and grids without one are examples; in a file without numbers all grids
    are puzzles. Full grids are answers: of the puzzle of their number, or of the one on their page. Of rules that only words
    name those are taken without which the puzzles have several solutions, with a note; ``kind`` names more.

    Raises InputError for a file that is no PDF, costs too much, or holds no grid of lines.
    """
    # The readers of pages are many, and few submissions are PDFs.
    from bookmaker.publishing.proof.judging import Judge
    from bookmaker.publishing.proof.objects import require_light
    from bookmaker.publishing.proof.page_reading import read_squared
    from bookmaker.publishing.proof.pdf_reading import put_together
    from bookmaker.publishing.proof.proof import require_grids

    require_light(content, name)
    reading, alone = _numbered(put_together(name, 0, read_squared(content, name)))
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
    yield replace(one.puzzle, geometry=ground, answer=answer, source=place, name=name)
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
