"""The first pages of a book, to look at: only the puzzles on them are made.

The puzzles of later pages have stand-ins, empty grids of the same size and level, so that numbers, contents and margins are
those of the whole book.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bookmaker.base import output
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.publishing.book.making import folders, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import metadata_of, plan
from bookmaker.publishing.book.making.checks import require_book_room, require_glyphs
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.making.stock import stand_ins
from bookmaker.publishing.book.pages.assemble import Place
from bookmaker.publishing.book.pages.own_pages import require_pages
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec

DRAFT = "draft.pdf"

Progress = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Drafted:
    """The first ``pages`` of a book of ``total`` pages, with ``made`` of its puzzles, drawn with the ``setup``.

    ``front`` of them are numbered in roman numerals. ``sections``: the puzzles of each section, and stand-ins for those that
    are not made; ``places``: where each is; ``held``: its puzzles, for the next state of the book.
    """

    pages: tuple[Page, ...]
    total: int
    front: int
    setup: PageSetup
    made: int
    puzzles: int
    sections: tuple[tuple[GradedPuzzle, ...], ...]
    places: tuple[Place, ...]
    held: stock.Held


def draft(
    spec: Spec,
    most: int | None,
    jobs: int,
    progress: Progress,
    memory: Memory | None = None,
    held: stock.Held | None = None,
) -> Drafted:
    """The first ``most`` pages of a book; all of them if None. ``held``: of the book as it was before.

    ``progress`` and errors: see :func:`bookmaker.publishing.book.making.build.build`. The puzzles made keep the order of the
    book.
    """
    book = book_of(spec)
    require_glyphs(spec)
    require_book_room(book)
    require_pages(book)
    memory, held = {} if memory is None else memory, stock.Held() if held is None else held
    wanted = [0 if most is not None and isinstance(one.puzzles, Generated) else None for one in spec.sections]
    until = None if most is None else 0
    while True:
        sections, made = _sections(spec, wanted, jobs, progress, memory, held)
        assembled = plan(spec, dressed(spec, sections), jobs, memory, until)
        pages = [place.file_page for place in assembled.places]
        needed, reached = _needed(sections, pages, wanted, most), _reached(sections, pages, most)
        if (needed, reached) == (wanted, until):
            break
        wanted, until = needed, reached
    total = len(assembled.interior)
    setup = page_setup(book)
    # The gutter is that of the whole book.
    setup = replace(setup, gutter=setup.inside(total))
    puzzles = sum(map(len, sections))
    all_of = tuple(map(tuple, sections))
    front, places = assembled.front, assembled.places
    return Drafted(assembled.interior[:most], total, front, setup, made, puzzles, all_of, places, held)


def _needed(
    sections: Sequence[Sequence[GradedPuzzle]], pages: Sequence[int], wanted: Sequence[int | None], most: int | None
) -> list[int | None]:
    """How many puzzles of each section the first pages have, or more where more are made; None for all."""
    needed, first = list(wanted), 0
    for index, section in enumerate(sections):
        known = wanted[index]
        if known is not None and most is not None:
            needed[index] = max(known, sum(page <= most for page in pages[first : first + len(section)]))
        first += len(section)
    return needed


def _reached(sections: Sequence[Sequence[GradedPuzzle]], pages: Sequence[int], most: int | None) -> int | None:
    """The last section of which a page may be among the first: the next one's puzzles begin after them."""
    if most is None:
        return None
    first = 0
    for index, section in enumerate(sections):
        if section and pages[first] > most:
            return index
        first += len(section)
    return len(sections)


def _sections(
    spec: Spec, wanted: Sequence[int | None], jobs: int, progress: Progress, memory: Memory, held: stock.Held
) -> tuple[list[list[GradedPuzzle]], int]:
    """The puzzles of each section with stand-ins behind those that are wanted, and how many are made."""
    fewer = [
        section if count is None else _shortened(section, count)
        for section, count in zip(spec.sections, wanted, strict=True)
    ]
    listener, volume = partial(progress, "puzzles"), stock.volume_of(spec)
    made = stock.fill_sections(fewer, spec.seed, jobs, listener, memory=memory, volume=volume, held=held)
    ordered = stock.in_order(spec.sections, spec.seed, made)
    whole = [
        [*puzzles, *stand_ins(section, len(puzzles))] for section, puzzles in zip(spec.sections, ordered, strict=True)
    ]
    return whole, sum(map(len, ordered))


def _shortened(section: Section, count: int) -> Section:
    """The section with so many puzzles, if they are made."""
    if isinstance(section, Lesson):
        return replace(section, practice=count)
    if isinstance(section.puzzles, Generated):
        chosen = section.puzzles.instead or section.puzzles.keep
        if count and chosen:
            return section
        if chosen:
            return replace(section, puzzles=replace(section.puzzles, count=0, instead=(), keep=()))
        if count and (len(section.puzzles.levels) > 1 or section.puzzles.givens.first is not None):
            # The first of the book are the easiest of all, or those with the first numbers of givens.
            return section
        return replace(section, puzzles=replace(section.puzzles, count=count))
    return section


def write_draft(
    spec: Spec, most: int, jobs: int, progress: Progress = lambda *_: None, memory: Memory | None = None
) -> tuple[Path, Drafted]:
    """Write the first pages of a book as ``draft.pdf`` into its folder; no other file is touched."""
    folders.require_own(spec, replace=False)
    with output.prepared(spec.destination):
        made = draft(spec, most, jobs, progress, memory)
        progress("pages", 0, 1)
        front = min(made.front, len(made.pages))
        content = pdf_document(made.pages, made.setup, metadata_of(spec), front, DRAFT)
        path = spec.destination / DRAFT
        output.commit({path: content})
    return path, made
