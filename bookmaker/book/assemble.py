"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker import errors
from bookmaker.book import words as say
from bookmaker.book.spec import Spec
from bookmaker.book.stock import Stocked
from bookmaker.errors import Fault, SpecError
from bookmaker.language import Catalogue
from bookmaker.typeset import layouts, pages
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.grids import answer_picture, puzzle_picture
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import (
    ContentsPage,
    Entry,
    GridsPage,
    OpenerPage,
    Page,
    Slot,
    SmallPrintPage,
    TextPage,
    TitlePage,
)
from bookmaker.typeset.setup import PageSetup
from bookmaker.typeset.text import flow
from bookmaker.units import MM


@dataclass(frozen=True, slots=True)
class Place:
    """Where a puzzle stands: printed page numbers of the puzzle and of its answer, and the puzzle's page in the file."""

    page: int
    answer_page: int
    file_page: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """The interior, the answer key, and where each puzzle went (in the order of the book)."""

    interior: tuple[Page, ...]
    front: int
    key: tuple[Page, ...]
    places: tuple[Place, ...]


def page_setup(spec: Spec) -> PageSetup:
    """The spec's page as the typesetter takes it."""
    page, margins = spec.page, spec.page.margins
    gutter = None if page.gutter == "auto" else page.gutter
    return PageSetup(page.trim, margins.outside, margins.top, margins.bottom, gutter, page.bleed)


def assemble(spec: Spec, sections: Sequence[Sequence[Stocked]], example: Stocked | None, words: Catalogue) -> Assembled:
    """Plan the whole book. Raises SpecError where a layout's cells would be too small on this page.

    The gutter depends on the number of pages, and the number of pages, through the lines of the running text, on the
    gutter. Both only grow from plan to plan, so this ends.
    """
    count = 0
    while True:
        planned = _Plan(spec, sections, example, words, count).assembled()
        if len(planned.interior) <= count:
            return planned
        count = len(planned.interior)


def _roman(number: int) -> str:
    values = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    out = ""
    for value, numeral in values:
        out += numeral * (number // value)
        number %= value
    return out


class _Plan:
    """One pass of planning for an assumed number of pages."""

    def __init__(
        self, spec: Spec, sections: Sequence[Sequence[Stocked]], example: Stocked | None, words: Catalogue, count: int
    ) -> None:
        self.spec, self.sections, self.example, self.words = spec, sections, example, words
        self.setup = page_setup(spec)
        self.area = pages.content_area(self.setup.live(0, count))
        self.all = [stocked for section in sections for stocked in section]
        folder = spec.path.parent
        self.layouts = [layouts.find(section.layout, folder) for section in spec.sections]
        self.answer_layout = layouts.find(spec.answers.layout, folder)
        for layout, wanted, section in zip(self.layouts, spec.sections, sections, strict=True):
            require_room(layout, wanted.layout, _sizes(section), self.area, wanted.place("layout"))
        require_room(self.answer_layout, spec.answers.layout, _sizes(self.all), self.area, spec.place("answers"))

    def assembled(self) -> Assembled:
        """Number everything, then make the pages."""
        pages_of: list[int] = []
        starts: list[int] = []
        page = 1
        for layout, section in zip(self.layouts, self.sections, strict=True):
            starts.append(page)
            pages_of += [page + 1 + i // layout.per_page for i in range(len(section))]
            page += 1 + _ceil(len(section), layout.per_page)
        answers_start = page
        per_page = self.answer_layout.per_page
        answer_pages = [page + 1 + i // per_page for i in range(len(self.all))]
        body = [*self._section_pages(pages_of, answer_pages), *self._answer_pages(pages_of, answers_start)]
        front = list(self._front(starts, answers_start))
        # The body begins on a right-hand page, so the front matter fills whole leaves; and so does the book.
        front += [Page()] * (len(front) % 2)
        body += [Page()] * (len(body) % 2)
        places = tuple(Place(p, a, len(front) + p) for p, a in zip(pages_of, answer_pages, strict=True))
        return Assembled((*front, *body), len(front), tuple(self._key()), places)

    def _section_pages(self, pages_of: Sequence[int], answer_pages: Sequence[int]) -> Iterator[Page]:
        words, number = self.words, 0
        for wanted, layout, section in zip(self.spec.sections, self.layouts, self.sections, strict=True):
            slots = []
            for stocked in section:
                number += 1
                slots.append(
                    Slot(
                        puzzle_picture(stocked.puzzle.geometry, stocked.puzzle.givens),
                        words.text("number.puzzle", number=number),
                        words.text(f"level.{stocked.grade.level}"),
                        words.text("answer.on_page", page=answer_pages[number - 1]),
                    )
                )
            first = pages_of[number - len(section)]
            summary = say.section_summary(words, section)
            yield OpenerPage(title=wanted.title, summary=summary, intro=wanted.intro or "", folio=str(first - 1))
            yield from _dealt(slots, layout, wanted.title, first)

    def _answer_pages(self, pages_of: Sequence[int], start: int) -> Iterator[Page]:
        words = self.words
        slots = [
            replace(slot, aside=words.text("number.page", page=page))
            for slot, page in zip(self._answer_slots(), pages_of, strict=True)
        ]
        summary = words.text("answers.range", first=1, last=len(slots)) if len(slots) > 1 else ""
        yield OpenerPage(title=words.text("answers.title"), summary=summary, folio=str(start))
        yield from _dealt(slots, self.answer_layout, words.text("answers.running_head"), start + 1)

    def _answer_slots(self) -> list[Slot]:
        return [
            Slot(
                answer_picture(stocked.puzzle.geometry, stocked.puzzle.givens, stocked.solution),
                self.words.text("answer.of_puzzle", number=number),
            )
            for number, stocked in enumerate(self.all, 1)
        ]

    def _key(self) -> Iterator[Page]:
        head = f"{self.words.text('answers.key_title')} · {self.spec.book.title}"
        return _dealt(self._answer_slots(), self.answer_layout, head, 1)

    def _front(self, starts: Sequence[int], answers_start: int) -> Iterator[Page]:
        """The front matter, numbered in roman numerals; title page and copyright page are counted but show no number."""
        index = 0
        for part in self.spec.front_matter:
            for page in self._front_part(part, starts, answers_start):
                index += 1
                bare = isinstance(page, TitlePage | SmallPrintPage)
                yield page if bare else replace(page, folio=_roman(index))

    def _front_part(self, part: str, starts: Sequence[int], answers_start: int) -> Iterator[Page]:
        words, book = self.words, self.spec.book
        left, bottom, right, top = self.area
        height = top - bottom - pages.TITLE_HEIGHT
        if part == "title-page":
            yield TitlePage(
                title=book.title,
                subtitle=book.subtitle or "",
                author=book.author or "",
                summary=words.plural("title_page.count", len(self.all)),
                publisher=book.publisher or "",
            )
        elif part == "copyright":
            yield SmallPrintPage(paragraphs=tuple(say.copyright_paragraphs(words, self.spec)))
        elif part == "how-to-play" and self.example is not None:
            title = words.text("how.title")
            for blocks in flow(say.how_to_play(words, self.all, self.example), right - left, height):
                yield TextPage(title=title, blocks=tuple(blocks))
                title = ""
        elif part == "contents":
            entries = [
                Entry(wanted.title, say.section_summary(words, section), str(start))
                for wanted, section, start in zip(self.spec.sections, self.sections, starts, strict=True)
            ]
            entries.append(Entry(words.text("contents.answers"), "", str(answers_start)))
            each = max(1, int(height // pages.ENTRY_HEIGHT))
            title = words.text("contents.title")
            for first in range(0, len(entries), each):
                yield ContentsPage(title=title, entries=tuple(entries[first : first + each]))
                title = ""


def require_room(layout: Layout, name: str, sizes: Iterable[int], area: Box, place: errors.Place | None) -> None:
    """Check that the layout's cells are no smaller than it allows, for grids of these sizes. Raises SpecError at ``place``."""
    for size in sorted(sizes):
        cell = layout.side(layout.frames(area)[0], size) / size
        if cell < layout.cell.least:
            message = (
                f"the layout `{name}` leaves {cell / MM:.1f}mm for a cell of a {size}x{size} grid on this page; "
                f"it allows no less than {layout.cell.least / MM:.1f}mm"
            )
            advice = "choose a layout with fewer grids, a larger trim or smaller margins"
            raise SpecError(Fault(message, place, advice))


def _sizes(puzzles: Iterable[Stocked]) -> set[int]:
    return {stocked.puzzle.geometry.size for stocked in puzzles}


def _ceil(count: int, each: int) -> int:
    return -(-count // each)


def _dealt(slots: Sequence[Slot], layout: Layout, head: str, first: int) -> Iterator[Page]:
    for start in range(0, len(slots), layout.per_page):
        folio = str(first + start // layout.per_page)
        yield GridsPage(layout=layout, slots=tuple(slots[start : start + layout.per_page]), head=head, folio=folio)
