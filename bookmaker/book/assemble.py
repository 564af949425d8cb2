"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bookmaker import language
from bookmaker.book import combination_table
from bookmaker.book import front_matter as say
from bookmaker.book.page_fit import page_setup, require_look, require_room, require_sum_room
from bookmaker.book.spec import Spec
from bookmaker.book.technique_chapter import Worked, chapter_pages
from bookmaker.errors import Fault, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.language import Catalogue
from bookmaker.typeset import layouts, pages
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
from bookmaker.typeset.pages import Page, Slot, grids_pages, text_pages
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
    count = 0
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
        self.setup = page_setup(spec.page)
        self.area = pages.content_area(self.setup.live(0, count))
        self.all = [stocked for section in sections for stocked in section]
        folder = spec.path.parent
        self.layouts = [layouts.find(section.layout, folder) for section in spec.sections]
        self.answer_layout = layouts.find(spec.answers.layout, folder)
        for layout, wanted, section in zip(self.layouts, spec.sections, sections, strict=True):
            require_room(layout, wanted.layout, _sizes(section), self.area, wanted.place("layout"))
            pictures = [_picture(stocked, wanted.cages) for stocked in section]
            require_look(pictures, wanted.place("cages"))
            require_sum_room(layout, wanted.layout, pictures, self.area, wanted.place("layout"))
        require_room(self.answer_layout, spec.answers.layout, _sizes(self.all), self.area, spec.place("answers"))

    def assembled(self) -> Assembled:
        """Number everything, then make the pages."""
        summaries = [say.section_summary(self.words, section) for section in self.sections]
        openers = [
            opener_pages(wanted.title, summary, wanted.intro or "", self.area)
            for wanted, summary in zip(self.spec.sections, summaries, strict=True)
        ]
        pages_of: list[int] = []
        starts: list[int] = []
        page = 1
        for opener, layout, section in zip(openers, self.layouts, self.sections, strict=True):
            starts.append(page)
            page += len(opener)
            pages_of += [page + i // layout.per_page for i in range(len(section))]
            page += _ceil(len(section), layout.per_page)
        closing = self._answers_opener()
        answers_start, per_page = page, self.answer_layout.per_page
        answer_pages = [page + len(closing) + i // per_page for i in range(len(self.all))]
        body = [
            *self._section_pages(openers, answer_pages),
            *closing,
            *grids_pages(self._answer_slots(pages_of), self.answer_layout, self.words.text("answers.running_head")),
        ]
        body = [replace(page, folio=str(number)) for number, page in enumerate(body, 1)]
        front = self._front(starts, summaries, answers_start)
        # The body begins on a right-hand page, so the front matter fills whole leaves; and so does the book.
        front += [Page()] * (len(front) % 2)
        body += [Page()] * (len(body) % 2)
        places = tuple(Place(p, a, len(front) + p) for p, a in zip(pages_of, answer_pages, strict=True))
        return Assembled((*front, *body), len(front), tuple(self._key()), places)

    def _section_pages(self, openers: Sequence[Sequence[Page]], answer_pages: Sequence[int]) -> Iterator[Page]:
        words, number = self.words, 0
        for wanted, opener, layout, section in zip(
            self.spec.sections, openers, self.layouts, self.sections, strict=True
        ):
            slots = []
            for stocked in section:
                number += 1
                slots.append(
                    Slot(
                        _picture(stocked, wanted.cages),
                        _label(words.text("number.puzzle", number=number), stocked.puzzle.name),
                        words.text(f"level.{stocked.grade.level}"),
                        words.text("answer.on_page", page=answer_pages[number - 1]),
                        words.text("number.short", number=number),
                    )
                )
            yield from opener
            yield from grids_pages(slots, layout, wanted.title)

    def _answers_opener(self) -> list[Page]:
        words, count = self.words, len(self.all)
        summary = words.text("answers.range", first=1, last=count) if count > 1 else ""
        return opener_pages(words.text("answers.title"), summary, "", self.area)

    def _answer_slots(self, pages_of: Sequence[int] | None) -> list[Slot]:
        # The answer key on its own names no pages: it may lie beside any edition of the book.
        words = self.words
        return [
            Slot(
                _answer(stocked, cages),
                words.text("answer.of_puzzle", number=number),
                "" if pages_of is None else words.text("number.page", page=pages_of[number - 1]),
                short=words.text("number.short", number=number),
            )
            for number, (stocked, cages) in enumerate(self._with_looks(), 1)
        ]

    def _with_looks(self) -> Iterator[tuple[GradedPuzzle, CageStyle]]:
        for wanted, section in zip(self.spec.sections, self.sections, strict=True):
            yield from ((stocked, wanted.cages) for stocked in section)

    def _key(self) -> Iterator[Page]:
        head = f"{self.words.text('answers.key_title')} · {self.spec.book.title}"
        for number, page in enumerate(grids_pages(self._answer_slots(None), self.answer_layout, head), 1):
            yield replace(page, folio=str(number))

    def _front(self, starts: Sequence[int], summaries: Sequence[str], answers_start: int) -> list[Page]:
        """The front matter, numbered in roman numerals; title page and copyright page are counted but show no number."""
        entries = [
            Entry(wanted.title, summary, str(start))
            for wanted, summary, start in zip(self.spec.sections, summaries, starts, strict=True)
        ]
        entries.append(Entry(self.words.text("contents.answers"), "", str(answers_start)))
        parts: dict[str, list[Page]] = {
            part: self._front_part(part) for part in self.spec.front_matter if part != "contents"
        }
        if "contents" in self.spec.front_matter:
            title, titled = self.words.text("contents.title"), self._titled(parts)
            # How many pages the contents take does not depend on the numbers in these entries.
            parts["contents"] = [*contents_pages(title, [*titled.values(), *entries], self.area)]
            starts_at: dict[str, str] = {
                part: _roman(1 + sum(len(parts[before]) for before in self.spec.front_matter[:index]))
                for index, part in enumerate(self.spec.front_matter)
            }
            front = [replace(entry, page=starts_at[part]) for part, entry in titled.items()]
            parts["contents"] = [*contents_pages(title, [*front, *entries], self.area)]
        pages = [page for part in self.spec.front_matter for page in parts[part]]
        return [
            page if isinstance(page, TitlePage | SmallPrintPage) else replace(page, folio=_roman(number))
            for number, page in enumerate(pages, 1)
        ]

    def _combinations(self) -> list[Page]:
        sizes = {stocked.puzzle.geometry.size for stocked in self.all if stocked.puzzle.geometry.caged}
        if not sizes:
            message = "`killer-combinations` is asked for, but no puzzle of the book is a Killer"
            raise SpecError(Fault(message, self.spec.place("front_matter"), "leave it out"))
        title, intro = self.words.text("combinations.title"), self.words.text("combinations.intro")
        return [*table_pages(title, intro, list(combination_table.table(self.words, sizes)), self.area)]

    def _titled(self, parts: Mapping[str, Sequence[Page]]) -> dict[str, Entry]:
        titles: dict[str, str] = {
            "how-to-play": self.words.text("contents.how_to_play"),
            "killer-combinations": self.words.text("combinations.title"),
            "techniques": language.techniques(self.words.code).text("chapter.title"),
        }
        return {part: Entry(titles[part], "", "") for part in self.spec.front_matter if part in titles and parts[part]}

    def _front_part(self, part: str) -> list[Page]:
        words, book = self.words, self.spec.book
        if part == "title-page":
            title_page = TitlePage(
                title=book.title,
                subtitle=book.subtitle or "",
                author=book.author or "",
                summary=words.plural("title_page.count", len(self.all)),
                publisher=book.publisher or "",
            )
            return [title_page]
        if part == "copyright":
            return [*small_print_pages(say.copyright_paragraphs(words, book), self.area)]
        if part == "techniques":
            return [*chapter_pages(self.worked, words, self.area)]
        if part == "killer-combinations":
            return self._combinations()
        if self.example is None:
            return []
        return [*text_pages(words.text("how.title"), say.how_to_play(words, self.all, self.example), self.area)]


_TOLD = {"how-to-play": "contents.how_to_play", "killer-combinations": "combinations.title"}
"""Parts of the front that the contents list, and the words for them."""


def _picture(stocked: GradedPuzzle, cages: CageStyle) -> GridPicture:
    puzzle = stocked.puzzle
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), cages)


def _answer(stocked: GradedPuzzle, cages: CageStyle) -> GridPicture:
    puzzle = stocked.puzzle
    return answer_picture(puzzle.geometry, puzzle.givens, stocked.solution, cage_marks(puzzle), cages)


def _sizes(puzzles: Iterable[GradedPuzzle]) -> set[int]:
    return {stocked.puzzle.geometry.size for stocked in puzzles}


def _label(number: str, name: str) -> str:
    # A name from a file, such as the sender's, stands beside the number that the answers refer to.
    return f"{number} · {name}" if name else number


def _ceil(count: int, each: int) -> int:
    return -(-count // each)
