"""Which answers of a book share pages, and in which layout: one account for a book that is checked and for the pages printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, inf
from typing import Generic, Protocol, TypeVar

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import title_height
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import (
    answer_layout,
    fits,
    require_clue_room,
    require_room,
    require_symbol_room,
)
from bookmaker.publishing.book.spec.section_keys import Answers, Section
from bookmaker.puzzles.grid.geometry import Geometry


class Due(Protocol):
    """A section whose answers are to be printed."""

    @property
    def section(self) -> Section:
        """The section."""

    @property
    def answers(self) -> Answers:
        """How its answers are printed."""

    @property
    def solved(self) -> Sequence[GridPicture]:
        """A picture of each answer."""


Part = TypeVar("Part", bound=Due)


@dataclass(frozen=True, slots=True)
class Run(Generic[Part]):
    """Sections whose answers share pages, under one title ("" for none), in ``area``, the part of a page below the title.

    ``layout`` may not fit; None: check lines, not grids. ``even``: the last two pages share their answers, since others follow.
    """

    parts: Sequence[Part]
    title: str
    layout: Layout | None
    area: Box
    even: bool = False

    def require_room(self, part: Part) -> None:
        """Check that the answers of one of its sections can be read. Raises SpecError."""
        if self.layout is None:
            return
        place = part.answers.place()
        try:
            require_room(self.layout, [picture.geometry for picture in part.solved], self.area, place)
            require_symbol_room(self.layout, part.solved, self.area, place)
            require_clue_room(self.layout, part.solved, self.area, place)
        except SpecError as error:
            if part.answers.layout is None or part.section.answers.layout is not None:
                raise
            own = ", or give sections with such grids `answers: {layout: ...}` of their own"
            faults = [replace(one, advice=one.advice + own) for one in error.faults]
            raise SpecError(faults) from error


def run_of(book: Book, parts: Sequence[Part], title: str, area: Box) -> Run[Part]:
    """The answers of these sections, whatever else there is; ``area``: that of a page."""
    left, bottom, right, top = area
    below = left, bottom, right, top - title_height(book.look, title, right - left, top - bottom)
    return Run(parts, title, None if parts[0].answers.show == "row" else _layout(book, parts, below), below)


def back_runs(book: Book, parts: Sequence[Part], area: Box, *, apart: bool, titled: bool = True) -> Iterator[Run[Part]]:
    """The answers that are together at the back, and in an answer key. ``apart``: each section has pages of its own.

    They share pages one after another where they are printed alike. Check lines follow all whole grids. A grid too large
    for a page lies over two, and draws no smaller answers after it; nor does one kind of large grids where no layout is named.
    """
    head = book.words.text("answers.title") if titled else ""
    dealt = [
        some for shared in _shared(book, parts, area) for some in ([[part] for part in shared] if apart else [shared])
    ]
    runs = [run_of(book, some, some[0].section.title if apart and titled else "", area) for some in dealt]
    if head and runs:
        # The title of all is on the first page, whose grids give way to it, if they can; those of others stay as they are.
        first, own = runs[0], " · ".join(filter(None, (head, runs[0].title)))
        below = run_of(book, first.parts, own, area).area
        pictures = [picture for part in first.parts for picture in part.solved]
        fitting = first.layout is None or fits(first.layout, pictures, below)
        runs[0] = replace(first, title=own) if fitting else first
    yield from _alike(book, runs)


def _alike(book: Book, runs: Sequence[Run[Part]]) -> Iterator[Run[Part]]:
    """The runs with plain grids of each size as large on all pages as on those where they are smallest, where no layout is named.

    A run in which they would be much larger takes the densest layout instead: small grids far apart look lost.
    """
    free = [
        run for run in runs if run.layout is not None and not run.layout.spread and run.parts[0].answers.layout is None
    ]
    cells: dict[int, set[float]] = {}
    for run in free:
        for ground in _plain(run):
            cells.setdefault(ground.size, set()).add(_cell(run, ground))
    alike = tuple((size, min(found)) for size, found in sorted(cells.items()) if len(found) > 1)
    for run in runs:
        if run not in free or not any(size == ground.size for size, _ in alike for ground in _plain(run)):
            yield run
            continue
        pictures = [picture for part in run.parts for picture in part.solved]
        dense = replace(run, layout=answer_layout(book, None, pictures, run.area, large=False))
        smaller = any(_cell(run, ground) * _LOST > dict(alike).get(ground.size, inf) for ground in _plain(run))
        chosen = dense if smaller else run
        assert chosen.layout is not None
        layout = replace(chosen.layout, alike=alike)
        # Clues may need the larger cells.
        yield replace(chosen, layout=layout, even=run is not runs[-1]) if fits(layout, pictures, run.area) else run


_LOST = 0.87
"""Grids that would be so much smaller than their frames allow are set closer."""


def _plain(run: Run[Part]) -> list[Geometry]:
    """The single grids of a run, one of each sort."""
    grounds = dict.fromkeys(picture.geometry.ground for part in run.parts for picture in part.solved)
    return [ground for ground in grounds if not ground.overlapping]


def _cell(run: Run[Part], ground: Geometry) -> float:
    assert run.layout is not None
    return round(run.layout.cell_in(run.area, ground), 6)


def key_runs(book: Book, parts: Sequence[Part], area: Box, *, apart: bool) -> Iterator[Run[Part]]:
    """The runs of the answer key from parts that it prints :func:`in_key`: its pages have no titles."""
    return back_runs(book, parts, area, apart=apart, titled=False)


def in_key(book: Book, part: Due, area: Box) -> Answers:
    """How the key prints the answers of a section: as whole grids, in the layout of the book's, or in that of the section where
    they are too large for it.
    """
    usual = replace(book.answers, show="grid")
    found = answer_layout(book, usual.layout, part.solved, area)
    if found.spread is not None or fits(found, part.solved, area):
        return usual
    return replace(part.answers, show="grid")


def overleaf(book: Book, part: Part, puzzles: Layout, area: Box) -> Layout | None:
    """The layout of answers on the back of the leaf: that of the puzzles, if none is named; None: check lines.

    Raises SpecError for one that does not fit, or has fewer of them to a page.
    """
    if part.answers.show == "row":
        return None
    if part.answers.layout is None:
        # Its strips stay as they are, so that an answer is as large as its puzzle.
        return replace(puzzles.for_answers(), note=puzzles.note)
    run = run_of(book, [part], "", area)
    run.require_room(part)
    found = run.layout
    assert found is not None
    if found.spread is not None:
        message = f"the layout `{found.name}` lays an answer over two pages, and only one is overleaf"
        raise SpecError(Fault(message, part.answers.place("layout"), "choose a layout of one page, or another place"))
    if found.per_page < puzzles.per_page:
        message = (
            f"`{found.name}` has {found.per_page} answers to a page, and `{puzzles.name}` {puzzles.per_page} puzzles"
        )
        raise SpecError(Fault(message, part.answers.place("layout"), "answers overleaf need a layout of as many"))
    return found


def _shared(book: Book, parts: Sequence[Part], area: Box) -> Iterator[list[Part]]:
    ordered = sorted(parts, key=lambda part: part.answers.show == "row")
    for (show, layout), alike in groupby(ordered, key=lambda part: (part.answers.show, part.answers.layout)):
        run = list(alike)
        if show == "row":
            yield run
            continue
        whole = [run]
        if not _one_page_holds(book, run, area):
            whole = [list(own) for _, own in groupby(run, key=lambda part: _layout(book, [part], area).spread is None)]
        for some in whole:
            yield from [some] if layout is not None else _parted(book, some, area)


def _parted(book: Book, parts: Sequence[Part], area: Box) -> list[list[Part]]:
    """The sections dealt to runs one after another, of which each has the style's densest layout for its own answers.

    They are parted only where large grids leave a page less than half of what others alone would have on it: a layout of its own
    for every section would be a change that spares readers little. Then they take as few pages as there can be, in as few runs.
    """
    together = _layout(book, parts, area)
    if max(_layout(book, [part], area).per_page for part in parts) < _MANY_MORE * together.per_page:
        return [list(parts)]
    # The best way to deal the sections before each of them: its pages, its runs.
    best: list[tuple[int, list[list[Part]]]] = [(0, [])]
    for end in range(1, len(parts) + 1):
        ways = [
            (best[start][0] + _pages(book, parts[start:end], area), [*best[start][1], list(parts[start:end])])
            for start in range(end)
        ]
        best.append(min(ways, key=lambda way: (way[0], len(way[1]))))
    return best[-1][1]


_MANY_MORE = 2
"""So many times the answers on a page are worth a layout of their own."""


def _pages(book: Book, parts: Sequence[Due], area: Box) -> int:
    """The pages of the answers of these sections in one layout."""
    found = _layout(book, parts, area)
    return ceil(sum(len(part.solved) for part in parts) / found.per_page) * found.sheets


def _one_page_holds(book: Book, parts: Sequence[Due], area: Box) -> bool:
    """Whether one page has room for any answer of these sections."""
    found = _layout(book, parts, area)
    return found.spread is None and fits(found, [picture for part in parts for picture in part.solved], area)


def _layout(book: Book, parts: Sequence[Due], area: Box) -> Layout:
    """The layout for the answers of these sections, which may not fit it."""
    return answer_layout(book, parts[0].answers.layout, [picture for part in parts for picture in part.solved], area)


def repeated(ranges: Sequence[range]) -> bool:
    """Whether two sections have a number in common."""
    everything = [number for section in ranges for number in section]
    return len(set(everything)) < len(everything)
