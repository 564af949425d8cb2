"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bookmaker import language
from bookmaker.book import combination_table
from bookmaker.book import front_matter as say
from bookmaker.book.answers import Answered, AnswerPages, feet, overleaf, rows_on, runs
from bookmaker.book.body import Body
from bookmaker.book.hints import hint_pages
from bookmaker.book.lessons import lesson_pages
from bookmaker.book.page_fit import answer_layout, page_setup, require_room, require_sum_room, section_layout
from bookmaker.book.slots import Slots, answer_of, dealt, numbers, puzzle_of, repeated, sizes_of
from bookmaker.book.spec import Spec
from bookmaker.book.technique_chapter import Worked, chapter_pages
from bookmaker.errors import Fault, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.language import Catalogue
from bookmaker.typeset import pages
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.frontmatter import (
    Entry,
    SmallPrintPage,
    TitlePage,
    contents_pages,
    opener_pages,
    small_print_pages,
)
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import BlankPage, GridsPage, Page, grids_pages, text_pages
from bookmaker.typeset.tables import table_pages


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
    layouts: tuple[Layout, ...]
    answer_layouts: tuple[Layout, ...]
    places: tuple[Place, ...]


def assemble(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    example: GradedPuzzle | None,
    words: Catalogue,
    worked: Sequence[Worked] = (),
    hints: Sequence[Sequence[str]] = (),
    taught: Mapping[int, Sequence[Worked]] = MappingProxyType({}),
) -> Assembled:
    """Plan the whole book; ``example`` is for the rules, ``worked`` for the chapter of techniques.

    ``hints``: the nudges of each puzzle, if the book has hints. ``taught``: the examples of the lessons, by section.

    Raises SpecError where a layout's cells would be too small on this page.

    The gutter depends on the number of pages, and the number of pages, through the lines of the running text, on the
    gutter. Both only grow from plan to plan, so this ends.
    """
    spec, count = spec.as_printed(), 0
    while True:
        planned = _Plan(spec, sections, example, words, (worked, hints, taught), count).assembled()
        if len(planned.interior) <= count:
            return planned
        count = len(planned.interior)


def _roman(number: int) -> str:
    out = ""
    for worth, numeral in _NUMERALS:
        out += numeral * (number // worth)
        number %= worth
    return out


_NUMERALS = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        strict=True,
    )
)
"""All of them: five hundred sections on small pages fill more than a hundred pages of contents."""


class _Plan:
    """One pass of planning for an assumed number of pages."""

    def __init__(
        self,
        spec: Spec,
        sections: Sequence[Sequence[GradedPuzzle]],
        example: GradedPuzzle | None,
        words: Catalogue,
        told: tuple[Sequence[Worked], Sequence[Sequence[str]], Mapping[int, Sequence[Worked]]],
        count: int,
    ) -> None:
        self.spec, self.sections, self.example, self.words = spec, sections, example, words
        self.worked, self.hints, self.taught = told
        self.setup = page_setup(spec)
        self.area = pages.content_area(spec.look, self.setup.live(0, count))
        self.all = [stocked for section in sections for stocked in section]
        self.slots = Slots(spec.look, words)
        self.answers = AnswerPages(spec, self.slots, self.area)
        self.parts = [
            Answered(wanted, section, own, wanted.answers.within(spec.answers))
            for wanted, section, own in zip(
                spec.sections, sections, numbers(spec, [len(section) for section in sections]), strict=True
            )
        ]
        self.layouts = [self._layout(part, count) for part in self.parts]

    def _layout(self, part: Answered, count: int) -> Layout:
        area = pages.content_area(self.spec.look, self.setup.live(0, count, side=True))

        def room(layout: Layout) -> Box:
            foot = feet(self.spec.look, part, layout, self.slots, area[2] - area[0])[0]
            return area if foot is None else foot.above(area)

        pictures = [puzzle_of(stocked, part.section.cages) for stocked in part.puzzles]
        layout = section_layout(self.spec, part.section, pictures, room)
        require_room(layout, part.sizes, room(layout), part.section.place("layout"))
        require_sum_room(layout, pictures, room(layout), part.section.place("layout"))
        self.puzzle_width = area[2] - area[0]
        return layout

    def assembled(self) -> Assembled:
        """Give each part its place, then make the pages."""
        body, right = Body(self.spec.look), self.spec.page.openers == "right"
        summaries = [
            say.section_summary(self.words, section, wanted.title)
            for wanted, section in zip(self.spec.sections, self.sections, strict=True)
        ]
        starts: list[int] = []
        pages_of: list[list[int]] = []
        answers_on: list[list[int]] = []
        for index, (part, layout, summary) in enumerate(zip(self.parts, self.layouts, summaries, strict=True)):
            starts.append(body.add_pages(self._opener(index, summary), right=right))
            pages_of.append([])
            answers_on.append([])
            self._add_section(body, part, layout, pages_of[-1], answers_on[-1])
        after: list[Entry] = []
        chapter = self._back_chapter()
        if chapter:
            title = language.techniques(self.words.code).text("chapter.title")
            after.append(Entry(title, "", str(body.add_pages(chapter, right=right))))
        if self.hints:
            hints = hint_pages(self.spec.look, self.words, self.parts, pages_of, self.hints, self.area)
            title = self.words.text("hints.title")
            after.append(Entry(title, "", str(body.add_pages(hints, right=right))))
        start = self._add_back(body, pages_of, answers_on)
        after += [Entry(self.words.text("contents.answers"), "", str(start))] if start else []
        made = list(body.pages())
        front = self._front(starts, summaries, after)
        # The body begins on a right-hand page, so the front matter fills whole leaves; and so does the book.
        front += [BlankPage(look=self.spec.look)] * (len(front) % 2)
        made += [BlankPage(look=self.spec.look)] * (len(made) % 2)
        places = tuple(
            Place(page, answer, len(front) + page)
            for section in zip(pages_of, answers_on, strict=True)
            for page, answer in zip(*section, strict=True)
        )
        layouts = tuple(self.answers.layouts)
        return Assembled((*front, *made), len(front), tuple(self._key()), tuple(self.layouts), layouts, places)

    def _opener(self, index: int, summary: str) -> Sequence[Page]:
        wanted, look = self.spec.sections[index], self.spec.look
        if index in self.taught:
            return lesson_pages(
                look, wanted, summary, self.taught[index], self.words, self.area, first=index == min(self.taught)
            )
        return opener_pages(look, wanted.title, summary, wanted.intro or "", self.area, str(index + 1))

    def _add_section(
        self, body: Body, part: Answered, layout: Layout, pages_of: list[int], answers_on: list[int]
    ) -> None:
        """Add the puzzles of a section, and its answers where they stand with it; writes down the pages of both."""
        place, title = part.answers.place_name, self.words.text("answers.title")
        feet_of = feet(self.spec.look, part, layout, self.slots, self.puzzle_width)
        several = len({stocked.grade.level for stocked in part.puzzles}) > 1

        def make() -> list[GridsPage]:
            slots = [
                self.slots.puzzle(
                    puzzle_of(stocked, part.section.cages), stocked, number, part.answers, page, several=several
                )
                for stocked, number, page in zip(part.puzzles, part.numbers, answers_on, strict=True)
            ]
            made = grids_pages(slots, layout, part.section.title)
            return [replace(page, foot=foot) if foot else page for page, foot in zip(made, feet_of, strict=True)]

        stride = 2 if place == "overleaf" else 1
        if place == "overleaf":
            behind = self._behind(part, layout)
            first = body.add(2 * len(feet_of), lambda: overleaf(make(), behind), right=True)
        else:
            first = body.add(len(feet_of), make)
        pages_of += [first + index // layout.per_page * stride for index in range(len(part.puzzles))]
        if place == "section":
            head = f"{title} · {part.section.title}"
            self._add_answers(body, [part], title, head, [pages_of], [answers_on])
        elif place != "back":
            answers_on += [page + stride - 1 for page in pages_of]

    def _behind(self, part: Answered, layout: Layout) -> list[Page]:
        """The pages of answers on the back of each leaf."""
        head = self.words.text("answers.running_head")
        behind = self.answers.behind(part, layout) if part.answers.show == "grid" else None
        made: list[Page] = []
        for page in dealt(len(part.puzzles), layout.per_page):
            own = replace(part, puzzles=[part.puzzles[i] for i in page], numbers=part.numbers[page.start : page.stop])
            if behind is None:
                made += self.answers.rows([own], "", head, named=False)
            else:
                slots = [
                    self.slots.answer(stocked, number, None)
                    for stocked, number in zip(own.puzzles, own.numbers, strict=True)
                ]
                made += grids_pages(slots, behind, head)
        return made

    def _add_answers(
        self,
        body: Body,
        parts: Sequence[Answered],
        title: str,
        head: str,
        pages_of: Sequence[Sequence[int]],
        answers_on: Sequence[list[int]],
    ) -> None:
        """Add the answers of sections that share pages; writes down the page of each."""
        count = sum(len(part.puzzles) for part in parts)
        if parts[0].answers.show == "grid":
            made = self.answers.grids(parts, title, pages_of, head)
            per_page = self.answers.layouts[-1].per_page
            at = [index // per_page for index in range(count)]
        else:
            lines = self.answers.rows(parts, title, head, named=len(parts) > 1)
            made, at = [*lines], list(rows_on(lines))
        first = body.add_pages(made)
        pages = iter(first + index for index in at)
        for part, answers in zip(parts, answers_on, strict=True):
            answers += [next(pages) for _ in part.puzzles]

    def _add_back(self, body: Body, pages_of: Sequence[list[int]], answers_on: Sequence[list[int]]) -> int:
        """Add the answers at the back. Returns their first page, 0 where there are none."""
        back = [index for index, part in enumerate(self.parts) if part.answers.place_name == "back"]
        if not back:
            return 0
        parts, head = [self.parts[index] for index in back], self.words.text("answers.running_head")
        apart = repeated([part.numbers for part in parts])
        start = body.add_pages(self._answers_opener(parts, apart=apart), right=self.spec.page.openers == "right")
        index = 0
        for run in runs(parts):
            # Where numbers come again, the answers of each section stand under its title.
            for some in [[part] for part in run] if apart else [run]:
                own, index = back[index : index + len(some)], index + len(some)
                title = some[0].section.title if apart else ""
                running = f"{head} · {title}" if apart else head
                places = [pages_of[i] for i in own], [answers_on[i] for i in own]
                self._add_answers(body, some, title, running, *places)
        return start

    def _back_chapter(self) -> list[Page]:
        back = self.spec.techniques is not None and self.spec.techniques.where == "back"
        return [*chapter_pages(self.spec.look, self.worked, self.words, self.area)] if back else []

    def _answers_opener(self, parts: Sequence[Answered], *, apart: bool) -> list[Page]:
        words, told = self.words, [number for part in parts for number in part.numbers]
        # What the numbers have between them is a range only where none is left out.
        range_of = not apart and len(told) > 1 and told == list(range(told[0], told[-1] + 1))
        summary = words.text("answers.range", first=told[0], last=told[-1]) if range_of else ""
        return opener_pages(self.spec.look, words.text("answers.title"), summary, "", self.area)

    def _key(self) -> Iterator[Page]:
        """The pages of the answer key, which has whole grids and names no pages: it may lie beside any edition of the book."""
        head = f"{self.words.text('answers.key_title')} · {self.spec.book.title}"
        layout = answer_layout(self.spec, self.spec.answers.layout, map(answer_of, self.all), self.area)
        require_room(layout, sizes_of(self.all), self.area, self.spec.place("answers"))
        sections = [[part] for part in self.parts] if repeated([part.numbers for part in self.parts]) else [self.parts]
        number = 0
        for parts in sections:
            slots = [
                self.slots.answer(stocked, own, None)
                for part in parts
                for stocked, own in zip(part.puzzles, part.numbers, strict=True)
            ]
            running = f"{head} · {parts[0].section.title}" if len(sections) > 1 else head
            for page in grids_pages(slots, layout, running):
                number += 1
                yield replace(page, folio=str(number))

    def _front(self, starts: Sequence[int], summaries: Sequence[str], after: Sequence[Entry]) -> list[Page]:
        """The front matter, numbered in roman numerals; title page and copyright page are counted but show no number.

        ``after``: the entries of the contents that come after the sections.
        """
        entries = [
            Entry(wanted.title, summary, str(start))
            for wanted, summary, start in zip(self.spec.sections, summaries, starts, strict=True)
        ]
        entries += after
        parts: dict[str, list[Page]] = {
            part: self._front_part(part) for part in self.spec.front_parts if part != "contents"
        }
        if "contents" in self.spec.front_parts:
            title, titled = self.words.text("contents.title"), self._titled(parts)
            # How many pages the contents take does not depend on the numbers in these entries.
            parts["contents"] = [*contents_pages(self.spec.look, title, [*titled.values(), *entries], self.area)]
            starts_at: dict[str, str] = {
                part: _roman(1 + sum(len(parts[before]) for before in self.spec.front_parts[:index]))
                for index, part in enumerate(self.spec.front_parts)
            }
            front = [replace(entry, page=starts_at[part]) for part, entry in titled.items()]
            parts["contents"] = [*contents_pages(self.spec.look, title, [*front, *entries], self.area)]
        pages = [page for part in self.spec.front_parts for page in parts[part]]
        return [
            page if isinstance(page, TitlePage | SmallPrintPage) else replace(page, folio=_roman(number))
            for number, page in enumerate(pages, 1)
        ]

    def _combinations(self) -> list[Page]:
        caged = [stocked.puzzle.geometry.size for stocked in self.all if stocked.puzzle.geometry.caged]
        # The size of most of the Killers comes first.
        sizes = sorted(set(caged), key=lambda size: (-caged.count(size), size))
        if not sizes:
            message = "`killer-combinations` is asked for, but no puzzle of the book is a Killer"
            raise SpecError(Fault(message, self.spec.place("front_matter"), "leave it out"))
        title, intro = self.words.text("combinations.title"), self.words.text("combinations.intro")
        return [*table_pages(self.spec.look, title, intro, list(combination_table.table(self.words, sizes)), self.area)]

    def _titled(self, parts: Mapping[str, Sequence[Page]]) -> dict[str, Entry]:
        titles: dict[str, str] = {
            "how-to-play": self.words.text("contents.how_to_play"),
            "killer-combinations": self.words.text("combinations.title"),
            "techniques": language.techniques(self.words.code).text("chapter.title"),
        }
        return {part: Entry(titles[part], "", "") for part in self.spec.front_parts if part in titles and parts[part]}

    def _front_part(self, part: str) -> list[Page]:
        words, book, look = self.words, self.spec.book, self.spec.look
        if part == "title-page":
            title_page = TitlePage(
                look=self.spec.look,
                title=book.title,
                subtitle=book.subtitle or "",
                author=book.author or "",
                summary=words.plural("title_page.count", len(self.all)),
                publisher=book.publisher or "",
            )
            return [title_page]
        if part == "copyright":
            return [*small_print_pages(look, say.copyright_paragraphs(words, book), self.area)]
        if part == "techniques":
            return [*chapter_pages(look, self.worked, words, self.area)]
        if part == "killer-combinations":
            return self._combinations()
        if self.example is None:
            return []
        return [
            *text_pages(
                look,
                words.text("how.title"),
                say.how_to_play(look, words, self.all, self.example, self.parts),
                self.area,
            )
        ]
