"""Answers where the readers of a book want them: at the back, after each section, overleaf, or at the foot of the page.

Each place has the whole grids, or a check line of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bookmaker.book.page_fit import answer_layout, fits, grid_name, require_clue_room, require_room, require_symbol_room
from bookmaker.book.slots import Slots, answer_of, check_words, dealt, sizes_of
from bookmaker.book.spec import Section, Spec
from bookmaker.book.spec_answers import Answers
from bookmaker.errors import Fault, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grid.geometry import Geometry
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.foot import Foot, grid_foot, line_feet, with_answers
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import Page, grids_pages, title_height
from bookmaker.typeset.spread import half_pages
from bookmaker.typeset.style import Style
from bookmaker.typeset.tables import Entry, Heading, TablePage, table_pages


@dataclass(frozen=True, slots=True)
class Answered:
    """A section with its puzzles, their numbers, and how its answers are printed."""

    section: Section
    puzzles: Sequence[GradedPuzzle]
    numbers: range
    answers: Answers

    @property
    def sizes(self) -> set[int]:
        """The sizes of its grids."""
        return sizes_of(self.puzzles)


Drawn = tuple[Layout, Sequence[Geometry]]
"""A layout, and the grids that it draws."""


class AnswerPages:
    """Makes the pages of answers of one book in an area of its pages."""

    def __init__(self, spec: Spec, slots: Slots, area: Box) -> None:
        self.spec, self.look, self.slots, self.area = spec, spec.look, slots, area
        self.words = slots.words
        self.drawn: list[Drawn] = []

    def titled(self, title: str) -> Box:
        """What a title leaves of the area."""
        left, bottom, right, top = self.area
        return left, bottom, right, top - title_height(self.look, title, right - left, top - bottom)

    def runs(self, parts: Sequence[Answered]) -> Iterator[list[Answered]]:
        """Sections whose answers share pages: one after another, printed alike. Check lines stand behind all whole grids.

        What is too large for a page lies over two, and draws no smaller answers after it.
        """
        ordered = sorted(parts, key=lambda part: part.answers.show == "row")
        for (show, _), alike in groupby(ordered, key=lambda part: (part.answers.show, part.answers.layout)):
            run = list(alike)
            if show == "row" or self._shared(run):
                yield run
                continue
            for _, own in groupby(run, key=lambda part: self.found([part], self.area).spread is None):
                yield list(own)

    def _shared(self, parts: Sequence[Answered]) -> bool:
        """Whether one page has room for any answer of these sections."""
        found = self.found(parts, self.area)
        pictures = [answer_of(stocked) for part in parts for stocked in part.puzzles]
        return found.spread is None and fits(found, pictures, self.area)

    def found(self, parts: Sequence[Answered], area: Box) -> Layout:
        """The layout for the answers of these sections, which may not fit it."""
        pictures = [answer_of(stocked) for part in parts for stocked in part.puzzles]
        return answer_layout(self.spec, parts[0].answers.layout, pictures, area)

    def layout(self, parts: Sequence[Answered], title: str) -> Layout:
        """The layout for the answers of these sections. Raises SpecError where they do not fit it."""
        answers, area = parts[0].answers, self.titled(title)
        pictures = [answer_of(stocked) for part in parts for stocked in part.puzzles]
        found = self.found(parts, area)
        require_room(found, [picture.geometry for picture in pictures], area, answers.place())
        require_symbol_room(found, pictures, area, answers.place())
        require_clue_room(found, pictures, area, answers.place())
        self.drawn.append((found, [picture.geometry for picture in pictures]))
        return found

    def behind(self, part: Answered, puzzles: Layout) -> Layout:
        """The layout of answers overleaf: that of the puzzles, if none is named. Raises SpecError for one that holds fewer."""
        if part.answers.layout is None:
            # Its strips stay as they are, so that an answer is as large as its puzzle.
            found = replace(puzzles.for_answers(), note=puzzles.note)
            self.drawn.append((found, [stocked.puzzle.geometry for stocked in part.puzzles]))
            return found
        found = self.layout([part], "")
        if found.spread is not None:
            message = f"the layout `{found.name}` lays an answer over two pages, and only one is overleaf"
            raise SpecError(
                Fault(message, part.answers.place("layout"), "choose a layout of one page, or another place")
            )
        if found.per_page < puzzles.per_page:
            message = f"`{found.name}` has {found.per_page} answers to a page, and `{puzzles.name}` {puzzles.per_page} puzzles"
            raise SpecError(Fault(message, part.answers.place("layout"), "answers overleaf need a layout of as many"))
        return found

    def grids(
        self, parts: Sequence[Answered], title: str, pages_of: Sequence[Sequence[int | None]], head: str
    ) -> list[Page]:
        """The answers of sections as whole grids. ``pages_of``: the pages of their puzzles; None names none."""
        found = self.layout(parts, title)
        slots = [
            self.slots.answer(stocked, number, page)
            for part, pages in zip(parts, pages_of, strict=True)
            for stocked, number, page in zip(part.puzzles, part.numbers, pages, strict=True)
        ]
        return [*(half_pages if found.spread else grids_pages)(slots, found, head, title)]

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
    """For each entry of a table the index of the page on which it stands."""
    for index, page in enumerate(pages):
        for column in page.columns:
            for lead, words, _ in column:
                if lead and words:
                    yield index


def feet(look: Style, part: Answered, layout: Layout, slots: Slots, width: float) -> list[Foot | None]:
    """The answers at the foot of each page of a section in this layout; None on all of them where they stand elsewhere.

    Raises SpecError where not one of them fits across the page.
    """
    pages = list(dealt(len(part.puzzles), layout.per_page))
    if part.answers.place_name != "foot":
        return [None] * len(pages)
    if part.answers.show == "row":
        lines = [
            [
                f"{slots.words.text('number.short', number=part.numbers[i])}:\u00a0{check_words(part.puzzles[i])}"
                for i in page
            ]
            for page in pages
        ]
        return [*line_feet(look, lines, width)]
    empty = grid_foot(look, max(part.sizes), layout.per_page, width)
    if not empty.columns:
        largest = max((stocked.puzzle.geometry for stocked in part.puzzles), key=lambda ground: ground.span)
        message = f"the answer of {grid_name(largest)} is wider than the page with digits that can be read"
        raise SpecError(Fault(message, part.answers.place("place"), "print only a row of it, or choose another place"))
    return [with_answers(empty, [slots.answer(part.puzzles[i], part.numbers[i], None) for i in page]) for page in pages]


def leaves(puzzles: Sequence[Page], behind: Sequence[Page]) -> list[Page]:
    """Each page of puzzles with what stands on the back of its leaf; the puzzles alone where nothing does."""
    if not behind:
        return [*puzzles]
    return [page for leaf in zip(puzzles, behind, strict=True) for page in leaf]
