"""Answers where the readers of a book want them: at the back, after each section, overleaf, or at the foot of the page.

Each place has the whole grids, or a check line of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Literal

from bookmaker.base.errors import Fault, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages.columns import Entry, Heading, TablePage, table_pages
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout, dealt
from bookmaker.printing.pages.page_furniture import Foot, grid_foot, line_feet, with_answers
from bookmaker.printing.pages.page_kinds import GridsPage, Page, grids_pages, half_pages
from bookmaker.publishing.book.pages.answer_runs import Run
from bookmaker.publishing.book.pages.page_fit import (
    grid_name,
)
from bookmaker.publishing.book.pages.slots import Slots, answer_of, check_words, puzzle_of
from bookmaker.publishing.book.spec.section_keys import Answers, Section
from bookmaker.puzzles.grid.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Answered:
    """A section with its puzzles, their numbers, how its answers are printed, and the pictures of puzzles and answers.

    ``earlier``: answers of an earlier issue for the feet of its pages, with their numbers.
    """

    section: Section
    puzzles: Sequence[GradedPuzzle]
    numbers: range
    answers: Answers
    asked: Sequence[GridPicture] = field(repr=False)
    solved: Sequence[GridPicture] = field(repr=False)
    earlier: Sequence[tuple[int, GridPicture]] = field(default=(), repr=False)

    @staticmethod
    def of(section: Section, puzzles: Sequence[GradedPuzzle], numbers: range, answers: Answers) -> Answered:
        """A section with the pictures drawn, which no plan of its pages needs to draw again."""
        asked = [puzzle_of(stocked, section.cages) for stocked in puzzles]
        solved = [replace(answer_of(stocked), clues=answers.clues) for stocked in puzzles]
        return Answered(section, puzzles, numbers, answers, asked, solved)


Side = Literal["left", "right", "any"]
"""The side of an open book on which a part begins."""

Drawn = tuple[Layout, Sequence[Geometry]]
"""A layout, and the grids that it draws."""


_FEW = 3
"""A last page with at most one answer for so many frames shares those of the page before it."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Pages of answers, the side on which the first begins, and for each answer in order the index of its page."""

    pages: Sequence[Page]
    side: Side
    at: Sequence[int]


class AnswerPages:
    """Makes the pages of answers of one book in an area of its pages."""

    def __init__(self, slots: Slots, area: Box) -> None:
        self.look, self.words, self.slots, self.area = slots.look, slots.words, slots, area

    def printed(self, run: Run[Answered], pages_of: Sequence[Sequence[int | None]], head: str) -> Printed:
        """The answers of sections that share pages. ``pages_of``: the pages of their puzzles; None names none.

        Raises SpecError where they do not fit.
        """
        layout = run.layout
        if layout is None:
            lines = self.rows(run.parts, run.title, head, named=len(run.parts) > 1)
            return Printed(lines, "any", [*rows_on(lines)])
        for part in run.parts:
            run.require_room(part)
        slots = [
            self.slots.answer(*one)
            for part, pages in zip(run.parts, pages_of, strict=True)
            for one in zip(part.solved, part.puzzles, part.numbers, pages, strict=True)
        ]
        if layout.spread:
            halves = [*half_pages(slots, layout, head, run.title)]
            return Printed(halves, "left", [index * layout.sheets for index in range(len(slots))])
        each = layout.per_page
        made = [*grids_pages(slots, layout, head, run.title, least=each - 1 if run.even else each // _FEW + 1)]
        # The title of the first page leaves its grids less room.
        less = self.area[3] - run.area[3]
        made[1:] = [replace(page, less=less) for page in made[1:]]
        made = made if made[1:] else [self._filled(page, run.area) for page in made]
        at = [index for index, page in enumerate(made) for _ in page.slots]
        return Printed(made, "any", at)

    def _filled(self, page: GridsPage, area: Box) -> GridsPage:
        """The only page of a run, with fewer answers than frames: these are larger, unless they are as large as others."""
        layout, grounds = page.layout, [slot.picture.geometry for slot in page.slots]
        own = layout.for_page(len(grounds), area, max(grounds, key=lambda ground: ground.span))
        return page if own == layout or layout.alike else replace(page, layout=own, less=0.0)

    def rows(self, parts: Sequence[Answered], title: str, head: str, *, named: bool) -> list[TablePage]:
        """The check lines of sections; ``named``: with the titles of the sections."""
        items: list[Heading | Entry] = []
        for part in parts:
            items += [Heading(part.section.title)] if named else []
            items += [
                Entry(str(number), (check_words(stocked),))
                for stocked, number in zip(part.puzzles, part.numbers, strict=True)
            ]
        intro = self.words.text("answers.bottom_rows")
        return [*table_pages(self.look, title, intro, items, self.area, head)]


def rows_on(pages: Sequence[TablePage]) -> Iterator[int]:
    """For each entry of a table the index of its page."""
    for index, page in enumerate(pages):
        for column in page.columns:
            for lead, words, _ in column:
                if lead and words:
                    yield index


def foot_room(part: Answered, layout: Layout, slots: Slots, width: float) -> Foot | None:
    """The foot of a page in this layout, still without its answers; None where answers are elsewhere.

    Raises SpecError where not one of them fits across the page.
    """
    if part.earlier:
        largest = max((picture.geometry for _, picture in part.earlier), key=lambda ground: ground.span)
        pages = max(1, ceil(len(part.puzzles) / layout.per_page) - 1)
        heading = slots.words.text("answers.earlier")
        empty = grid_foot(slots.look, largest.span, ceil(len(part.earlier) / pages), width, heading)
        if not empty.columns:
            message = f"the answer of {grid_name(largest)} is wider than the page with digits that can be read"
            raise SpecError(Fault(message, part.section.answers.place("of"), "leave it out: name other `puzzles`"))
        return empty
    if part.answers.place_name != "foot":
        return None
    if part.answers.show == "row":
        return replace(_line_feet(part, layout, slots, width)[0], lines=())
    return _empty_foot([part], layout.per_page, slots, width)


def shared_foot(parts: Sequence[Answered], slots: Slots, width: float) -> Foot | None:
    """The foot of a page that sections share, still without its answers; None where these are elsewhere.

    Raises SpecError where not one of them fits across the page.
    """
    if parts[0].answers.place_name != "foot":
        return None
    return _empty_foot(parts, sum(len(part.puzzles) for part in parts), slots, width)


def _empty_foot(parts: Sequence[Answered], count: int, slots: Slots, width: float) -> Foot:
    """The foot for so many answers of sections at once."""
    largest = max((picture.geometry for part in parts for picture in part.solved), key=lambda ground: ground.span)
    empty = grid_foot(slots.look, largest.span, count, width)
    if not empty.columns:
        place = parts[0].answers.place("place")
        message = f"the answer of {grid_name(largest)} is wider than the page with digits that can be read"
        raise SpecError(Fault(message, place, "print only a row of it, or choose another place"))
    return empty


def feet(part: Answered, layout: Layout, slots: Slots, width: float, *, banded: bool = False) -> Sequence[Foot | None]:
    """The answers at the foot of each page of a section in this layout; None on all of them where they are elsewhere.

    ``banded``: the first page has a band, and so no answers of an earlier issue if others can take them.

    Raises SpecError where not one of them fits across the page.
    """
    empty, pages = foot_room(part, layout, slots, width), list(dealt(len(part.puzzles), layout.per_page))
    if empty is None:
        return [None] * len(pages)
    if part.earlier:
        shown = [Slot(picture, "", short=str(number)) for number, picture in part.earlier]
        free = int(banded and len(pages) > 1)
        each = ceil(len(shown) / (len(pages) - free))
        dealt_out = [shown[at * each : (at + 1) * each] for at in range(len(pages) - free)]
        return [*[None] * free, *(with_answers(empty, some) if some else None for some in dealt_out)]
    if part.answers.show == "row":
        return _line_feet(part, layout, slots, width)
    answers = [slots.answer(*one, None) for one in zip(part.solved, part.puzzles, part.numbers, strict=True)]
    return [with_answers(empty, answers[page.start : page.stop]) for page in pages]


def _line_feet(part: Answered, layout: Layout, slots: Slots, width: float) -> list[Foot]:
    lines = [
        f"{slots.words.text('number.short', number=number)}:\u00a0{check_words(stocked)}"
        for stocked, number in zip(part.puzzles, part.numbers, strict=True)
    ]
    pages = dealt(len(lines), layout.per_page)
    return line_feet(slots.look, [lines[page.start : page.stop] for page in pages], width)


def leaves(puzzles: Sequence[Page], behind: Sequence[Page]) -> list[Page]:
    """Each page of puzzles with the page on the back of its leaf; the puzzles alone where there is none."""
    if not behind:
        return [*puzzles]
    return [page for leaf in zip(puzzles, behind, strict=True) for page in leaf]
