"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker import language
from bookmaker.book import front_matter as say
from bookmaker.book import own_pages
from bookmaker.book.dressing import symbols_of
from bookmaker.book.matter import Matter, Said
from bookmaker.book.page_fit import (
    answer_layout,
    page_setup,
    require_picture_room,
    require_room,
    require_sum_room,
    section_layout,
)
from bookmaker.book.spec import Section, Spec
from bookmaker.book.technique_chapter import Worked, chapter_pages
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.language import Catalogue
from bookmaker.techniques.declare import Level
from bookmaker.typeset import labels, pages
from bookmaker.typeset.cage_drawing import CageStyle
from bookmaker.typeset.frontmatter import Entry, opener_pages
from bookmaker.typeset.grids import GridPicture, answer_picture, puzzle_picture
from bookmaker.typeset.labels import Slot
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.own_page import NotesPage
from bookmaker.typeset.pages import BlankPage, Page, grids_pages
from bookmaker.variants.cage_marks import cage_marks


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
    answer_layout: Layout
    places: tuple[Place, ...]


def assemble(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    example: GradedPuzzle | None,
    words: Catalogue,
    worked: Sequence[Worked] = (),
) -> Assembled:
    """Plan the whole book; ``example`` is for the rules, ``worked`` for the chapter of techniques.

    Raises SpecError where a layout's cells would be too small on this page.

    The gutter depends on the number of pages, and the number of pages, through the lines of the running text, on the
    gutter. Both only grow from plan to plan, so this ends.
    """
    spec, count = spec.as_printed(), 0
    while True:
        planned = _Plan(spec, sections, example, words, worked, count).assembled()
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
        worked: Sequence[Worked],
        count: int,
    ) -> None:
        self.spec, self.sections, self.example, self.words = spec, sections, example, words
        self.worked = worked
        self.setup = page_setup(spec)
        self.area = pages.content_area(spec.look, self.setup.live(0, count))
        puzzle_area = pages.content_area(spec.look, self.setup.live(0, count, side=True))
        self.all = [stocked for section in sections for stocked in section]
        self.layouts = []
        everything = []
        for wanted, section in zip(spec.sections, sections, strict=True):
            pictures = [_picture(stocked, wanted.cages) for stocked in section]
            everything += pictures
            layout = section_layout(spec, wanted, pictures, puzzle_area)
            require_room(layout, _sizes(section), puzzle_area, wanted.place("layout"))
            require_sum_room(layout, pictures, puzzle_area, wanted.place("layout"))
            require_picture_room(layout, pictures, puzzle_area, wanted.place("layout"))
            self.layouts.append(layout)
        self.answer_layout = answer_layout(spec, everything, self.area)
        require_room(self.answer_layout, _sizes(self.all), self.area, spec.place("answers"))
        require_picture_room(self.answer_layout, everything, self.area, spec.place("answers"))

    def assembled(self) -> Assembled:
        """Number everything, then make the pages."""
        summaries = [
            say.section_summary(self.words, section, wanted.title)
            for wanted, section in zip(self.spec.sections, self.sections, strict=True)
        ]
        openers = [
            self._opener(wanted, summary, number)
            for number, (wanted, summary) in enumerate(zip(self.spec.sections, summaries, strict=True), 1)
        ]
        pages_of: list[int] = []
        starts: list[int] = []
        page = 1
        for wanted, opener, layout, section in zip(
            self.spec.sections, openers, self.layouts, self.sections, strict=True
        ):
            page += self._blanks(page, wanted.start)
            starts.append(page)
            page += len(opener)
            page += int(self._apart and page % 2 == 0)
            pages_of += [page + i // layout.per_page * (1 + self._apart) for i in range(len(section))]
            page += _ceil(len(section), layout.per_page) * (1 + self._apart)
        chapter = self._back_chapter()
        page += self._blanks(page) if chapter else 0
        chapter_start = page
        page += len(chapter)
        closing = self._answers_opener()
        page += self._blanks(page)
        answers_start, per_page = page, self.answer_layout.per_page
        answer_pages = [page + len(closing) + i // per_page for i in range(len(self.all))]
        body: list[Page] = []
        for start, part in [
            *zip(starts, self._section_pages(openers, answer_pages), strict=True),
            *([(chapter_start, chapter)] if chapter else []),
            (
                answers_start,
                [
                    *closing,
                    *grids_pages(
                        self._answer_slots(pages_of), self.answer_layout, self.words.text("answers.running_head")
                    ),
                ],
            ),
        ]:
            body += [self._filler] * (start - len(body) - 1)
            body += part
        body = [
            page if isinstance(page, BlankPage) else replace(page, folio=str(number))
            for number, page in enumerate(body, 1)
        ]
        front, back = self._matter(len(body) + 1, starts, summaries, answers_start, chapter_start if chapter else None)
        body += back
        # The body begins on a right-hand page, so the front matter fills whole leaves; and so does the book.
        front += [BlankPage(look=self.spec.look)] * (len(front) % 2)
        body += [BlankPage(look=self.spec.look)] * (len(body) % 2)
        places = tuple(Place(p, a, len(front) + p) for p, a in zip(pages_of, answer_pages, strict=True))
        return Assembled(
            (*front, *body), len(front), tuple(self._key()), tuple(self.layouts), self.answer_layout, places
        )

    def _opener(self, wanted: Section, summary: str, number: int) -> list[Page]:
        known = own_pages.fields(self.spec, self.words, len(self.all))
        text, leaves = own_pages.intro(self.spec, wanted, known, self.area)
        blocks = [leaf.blocks for leaf in leaves]
        pictures = symbols_of(self.sections[number - 1][0]).pictures
        return opener_pages(self.spec.look, wanted.title, summary, text, self.area, str(number), blocks, pictures)

    def _matter(
        self, back: int, starts: Sequence[int], summaries: Sequence[str], answers_start: int, chapter_start: int | None
    ) -> tuple[list[Page], list[Page]]:
        """The front matter, numbered in roman numerals, and the pages after the answers, the first of them ``back``."""
        entries = [
            Entry(wanted.title, summary, str(start))
            for wanted, summary, start in zip(self.spec.sections, summaries, starts, strict=True)
        ]
        if chapter_start is not None:
            title = language.techniques_of(self.words).text("chapter.title")
            entries.append(Entry(title, "", str(chapter_start)))
        entries.append(Entry(self.words.text("contents.answers"), "", str(answers_start)))
        said = Said(self.all, self.example, self.worked)
        return Matter(self.spec, said, self.words, self.area, self.layouts[0]).assembled(entries, back, _roman)

    def _blanks(self, page: int, start: str | None = None) -> int:
        """Pages before an opener that would stand on this page of the body: odd pages are on the right."""
        return int((start or self.spec.page.openers) == "right" and page % 2 == 0)

    @property
    def _apart(self) -> bool:
        """Whether puzzles stand on right-hand pages only."""
        return self.spec.page.puzzles_on == "right"

    @property
    def _filler(self) -> Page:
        """What stands on a page without contents of its own."""
        if self._apart:
            return NotesPage(look=self.spec.look, title=self.words.text("notes.title"), paper=self.spec.page.notes)
        return BlankPage(look=self.spec.look)

    def _section_pages(self, openers: Sequence[Sequence[Page]], answer_pages: Sequence[int]) -> Iterator[list[Page]]:
        number, page = 0, 1
        for wanted, opener, layout, section in zip(
            self.spec.sections, openers, self.layouts, self.sections, strict=True
        ):
            slots = []
            several = len({stocked.grade.level for stocked in section}) > 1
            for stocked in section:
                picture = _picture(stocked, wanted.cages)
                slots.append(self._slot(picture, stocked, number, answer_page=answer_pages[number], several=several))
                number += 1
            made = [*opener]
            page += self._blanks(page, wanted.start) + len(opener)
            made += [self._filler] * int(self._apart and page % 2 == 0)
            for grids in grids_pages(slots, layout, wanted.title):
                made += [grids, self._filler] if self._apart else [grids]
            page += len(made) - len(opener)
            yield made

    def _back_chapter(self) -> list[Page]:
        back = self.spec.techniques is not None and self.spec.techniques.where == "back"
        back = back and all(page.name != "techniques" for page in self.spec.back_parts)
        return [*chapter_pages(self.spec.look, self.worked, self.words, self.area)] if back else []

    def _answers_opener(self) -> list[Page]:
        words, count, first = self.words, len(self.all), self.spec.number_from
        summary = words.text("answers.range", first=first, last=first + count - 1) if count > 1 else ""
        return opener_pages(self.spec.look, words.text("answers.title"), summary, "", self.area)

    def _answer_slots(self, pages_of: Sequence[int] | None) -> list[Slot]:
        # The answer key on its own names no pages: it may lie beside any edition of the book.
        return [
            self._slot(_answer(stocked), stocked, index, page=pages_of[index] if pages_of else None)
            for index, stocked in enumerate(self.all)
        ]

    def _slot(
        self,
        picture: GridPicture,
        stocked: GradedPuzzle,
        index: int,
        page: int | None = None,
        answer_page: int | None = None,
        several: bool = True,
    ) -> Slot:
        """A puzzle, or the answer of one that stands on ``page``, with the words of the style around it.

        ``several``: its section has puzzles of several levels.
        """
        number = index + self.spec.number_from
        words, level, answer = self.words, str(stocked.grade.level), answer_page is None
        fields = {
            "puzzle": words.text("number.puzzle", number=number),
            "number": words.text("number.short", number=number),
            "name": "" if answer else stocked.puzzle.name,
            "level": words.text(f"level.{level}"),
            "answer": "" if answer else words.text("answer.on_page", page=answer_page),
            "answer_page": "" if answer else str(answer_page),
            "page": "" if page is None else words.text("number.page", page=page),
            "several_levels": "yes" if several else "",
            "page_number": "" if page is None else str(page),
        }
        return labels.slot(self.spec.look, picture, fields, Level[level.upper()], answer=answer)

    def _key(self) -> Iterator[Page]:
        head = f"{self.words.text('answers.key_title')} · {self.spec.book.title}"
        for number, page in enumerate(grids_pages(self._answer_slots(None), self.answer_layout, head), 1):
            yield replace(page, folio=str(number))


def _picture(stocked: GradedPuzzle, cages: CageStyle) -> GridPicture:
    puzzle = stocked.puzzle
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), cages, symbols_of(stocked))


def _answer(stocked: GradedPuzzle) -> GridPicture:
    puzzle = stocked.puzzle
    return answer_picture(puzzle.geometry, puzzle.givens, stocked.solution, symbols_of(stocked))


def _sizes(puzzles: Iterable[GradedPuzzle]) -> set[int]:
    return {stocked.puzzle.geometry.size for stocked in puzzles}


def _ceil(count: int, each: int) -> int:
    return -(-count // each)
