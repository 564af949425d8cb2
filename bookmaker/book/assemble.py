"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bookmaker import language
from bookmaker.book import combination_table
from bookmaker.book import front_matter as say
from bookmaker.book.page_fit import (
    answer_layout,
    page_setup,
    require_room,
    require_sum_room,
    section_layout,
)
from bookmaker.book.spec import Spec
from bookmaker.book.technique_chapter import Worked, chapter_pages
from bookmaker.errors import Fault, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.language import Catalogue
from bookmaker.printers.breaches import closing_blanks
from bookmaker.techniques.declare import Level
from bookmaker.typeset import labels, pages
from bookmaker.typeset.cage_drawing import CageStyle
from bookmaker.typeset.frontmatter import (
    Entry,
    SmallPrintPage,
    TitlePage,
    contents_pages,
    opener_pages,
    small_print_pages,
)
from bookmaker.typeset.grids import GridPicture, answer_picture, puzzle_picture
from bookmaker.typeset.labels import Slot
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import BlankPage, Page, grids_pages, text_pages
from bookmaker.typeset.tables import table_pages
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
            self.layouts.append(layout)
        self.answer_layout = answer_layout(spec, everything, self.area)
        require_room(self.answer_layout, _sizes(self.all), self.area, spec.place("answers"))

    def assembled(self) -> Assembled:
        """Number everything, then make the pages."""
        summaries = [
            say.section_summary(self.words, section, wanted.title)
            for wanted, section in zip(self.spec.sections, self.sections, strict=True)
        ]
        openers = [
            opener_pages(self.spec.look, wanted.title, summary, wanted.intro or "", self.area, str(number))
            for number, (wanted, summary) in enumerate(zip(self.spec.sections, summaries, strict=True), 1)
        ]
        pages_of: list[int] = []
        starts: list[int] = []
        page = 1
        for opener, layout, section in zip(openers, self.layouts, self.sections, strict=True):
            page += self._blanks(page)
            starts.append(page)
            page += len(opener)
            pages_of += [page + i // layout.per_page for i in range(len(section))]
            page += _ceil(len(section), layout.per_page)
        chapter = self._back_chapter()
        page += self._blanks(page) if chapter else 0
        chapter_start = page
        page += len(chapter)
        closing = self._answers_opener()
        page += self._blanks(page)
        answers_start, per_page = page, self.answer_layout.per_page
        answer_pages = [page + len(closing) + i // per_page for i in range(len(self.all))]
        body: list[Page] = []
        for part in [
            *self._section_pages(openers, answer_pages),
            *([chapter] if chapter else []),
            [
                *closing,
                *grids_pages(self._answer_slots(pages_of), self.answer_layout, self.words.text("answers.running_head")),
            ],
        ]:
            body += [BlankPage(look=self.spec.look)] * self._blanks(len(body) + 1)
            body += part
        body = [
            page if isinstance(page, BlankPage) else replace(page, folio=str(number))
            for number, page in enumerate(body, 1)
        ]
        front = self._front(starts, summaries, answers_start, chapter_start if chapter else None)
        # The body begins on a right-hand page, so the front matter fills whole leaves; and so does the book.
        front += [BlankPage(look=self.spec.look)] * (len(front) % 2)
        closed = isinstance(body[-1], BlankPage)
        body += [BlankPage(look=self.spec.look)] * closing_blanks(self.setup.edition, len(front) + len(body), closed)
        places = tuple(Place(p, a, len(front) + p) for p, a in zip(pages_of, answer_pages, strict=True))
        return Assembled(
            (*front, *body), len(front), tuple(self._key()), tuple(self.layouts), self.answer_layout, places
        )

    def _blanks(self, page: int) -> int:
        """Empty pages before an opener that would stand on this page of the body: odd pages are on the right."""
        return int(self.spec.page.openers == "right" and page % 2 == 0)

    def _section_pages(self, openers: Sequence[Sequence[Page]], answer_pages: Sequence[int]) -> Iterator[list[Page]]:
        number = 0
        for wanted, opener, layout, section in zip(
            self.spec.sections, openers, self.layouts, self.sections, strict=True
        ):
            slots = []
            several = len({stocked.grade.level for stocked in section}) > 1
            for stocked in section:
                picture = _picture(stocked, wanted.cages)
                slots.append(self._slot(picture, stocked, number, answer_page=answer_pages[number], several=several))
                number += 1
            yield [*opener, *grids_pages(slots, layout, wanted.title)]

    def _back_chapter(self) -> list[Page]:
        back = self.spec.techniques is not None and self.spec.techniques.where == "back"
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

    def _front(
        self, starts: Sequence[int], summaries: Sequence[str], answers_start: int, chapter_start: int | None
    ) -> list[Page]:
        """The front matter, numbered in roman numerals; title page and copyright page are counted but show no number."""
        entries = [
            Entry(wanted.title, summary, str(start))
            for wanted, summary, start in zip(self.spec.sections, summaries, starts, strict=True)
        ]
        if chapter_start is not None:
            title = language.techniques(self.words.code).text("chapter.title")
            entries.append(Entry(title, "", str(chapter_start)))
        entries.append(Entry(self.words.text("contents.answers"), "", str(answers_start)))
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
            *text_pages(look, words.text("how.title"), say.how_to_play(look, words, self.all, self.example), self.area)
        ]


def _picture(stocked: GradedPuzzle, cages: CageStyle) -> GridPicture:
    puzzle = stocked.puzzle
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), cages)


def _answer(stocked: GradedPuzzle) -> GridPicture:
    puzzle = stocked.puzzle
    return answer_picture(puzzle.geometry, puzzle.givens, stocked.solution)


def _sizes(puzzles: Iterable[GradedPuzzle]) -> set[int]:
    return {stocked.puzzle.geometry.size for stocked in puzzles}


def _ceil(count: int, each: int) -> int:
    return -(-count // each)
