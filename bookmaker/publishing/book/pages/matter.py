"""The pages before the puzzles and those after the answers, in the order of the book, and the contents that list them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.base import language
from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.order_fields import KIND
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.pages.columns import ColumnsPage, Heading, column_pages, table_pages
from bookmaker.printing.pages.columns import Entry as TableEntry
from bookmaker.printing.pages.contents import Entry, contents_pages
from bookmaker.printing.pages.frontmatter import SmallPrintPage, TitlePage, small_print_pages
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.ornament import Motif
from bookmaker.printing.pages.own_page import Kept, NotesPage, PlacedPage, TimesPage, times_pages
from bookmaker.printing.pages.page_kinds import BlankPage, Page, TextPage, grids_pages, text_pages
from bookmaker.printing.pages.reward_pages import CardsPage, RewardPage, cards_of, readable
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.printing.text.images import ImageBlock
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph, heading_of, text_of
from bookmaker.publishing.book.pages import front_matter as say
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.pages.answers import Answered, Side
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.foot_words import easy_sums, sums_of_sets
from bookmaker.publishing.book.pages.page_fit import hero_of
from bookmaker.publishing.book.pages.slots import motif_of, symbols_of
from bookmaker.publishing.book.pages.technique_chapter import Worked, chapter_pages
from bookmaker.publishing.book.pages.walkthrough import explanation_pages
from bookmaker.publishing.book.spec.page_keys import BookPage
from bookmaker.publishing.explain.solution_path import Explanation
from bookmaker.publishing.explain.step_words import with_nouns
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import boxless, exists, geometry

# The body of a book: parts one after another, each of which knows its first page before its pages are made.
#
# A puzzle names the page of its answer, which comes later, and an answer that of its puzzle. How many pages a part has depends on
# neither, so that all parts find their places first, and their pages are made when all places are known.


class Body:
    """Collects parts. Pages count from 1, on the right; odd pages are right-hand pages.

    ``filler`` fills the page where a part would begin on the wrong side, if the part brings none of its own. ``ahead``: so many
    pages before the first part are counted, too. ``blank`` counts the fillers so far that are blank.
    """

    def __init__(self, filler: Page, ahead: int = 0) -> None:
        self._filler, self._ahead = filler, ahead
        self._parts: list[Callable[[], Sequence[Page]]] = []
        self.count, self.blank = ahead, 0

    def turn(self, side: Side, filler: Page | None = None) -> None:
        """Go on to a page on this side, if the next part must begin there."""
        if side != "any" and (self.count % 2 == 1) == (side == "right"):
            held = filler or self._filler
            self._parts.append(lambda: [held])
            self.count += 1
            self.blank += isinstance(held, BlankPage)

    def add(
        self, count: int, make: Callable[[], Sequence[Page]], side: Side = "any", filler: Page | None = None
    ) -> int:
        """Add a part of ``count`` pages, which begins on this side. Returns the number of its first page."""
        self.turn(side, filler)
        first = self.count + 1
        if count:
            self._parts.append(make)
        self.count += count
        return first

    def add_pages(self, pages: Sequence[Page], side: Side = "any") -> int:
        """Add pages that need to know no places, as :meth:`add` does."""
        return self.add(len(pages), lambda: pages, side)

    def pages(self) -> Iterator[Page]:
        """All pages with their numbers; blank ones show none."""
        for number, page in enumerate((page for make in self._parts for page in make()), self._ahead + 1):
            yield page if isinstance(page, BlankPage) else replace(page, folio=str(number))


# How pages are numbered: those before the puzzles in numerals of their own, or all in one row from the first page on.


def roman(number: int) -> str:
    """A number above 0 in small roman numerals."""
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


def front_numbers(book: Book) -> Callable[[int], str]:
    """How pages before the puzzles show their numbers; the style may show none."""
    if book.look.page.front_numbers == "none":
        return lambda _: ""
    return str if book.page.numbers == "book" else roman


# The reward page of a book, in its language.


def reward_page(look: Style, words: Catalogue, title: str, count: int, motif: Motif | None = None) -> RewardPage:
    """The certificate for who has solved all ``count`` puzzles of the book of this title; ``motif`` is that of the book."""
    return RewardPage(
        look=look,
        title=words.text("reward.title"),
        name=words.text("reward.name"),
        words=words.plural("reward.words", count),
        book=title,
        date=words.text("reward.date"),
        signed=words.text("reward.signed"),
        motif=motif,
    )


# How to play in four pictures.


def how_to_play_cards(
    look: Style, words: Catalogue, puzzles: Sequence[GradedPuzzle], parts: Sequence[Answered]
) -> CardsPage | None:
    """The rules in four pictures, and a few words for who reads aloud; None where the style has no cards, or grids need words."""
    grounds = say.grounds(puzzles)
    if not look.cards.use or not grounds or any(ground is not geometry(KIND, ground.size) for ground, _ in grounds):
        return None
    ground, symbols = grounds[0]
    missing, row = words.text("child.cards.missing"), words.text("child.cards.row")
    column, box = words.text("child.cards.column"), words.text("child.cards.box")
    aloud = [words.text("child.cards.rule"), *say.on_symbols(words, puzzles, symbols)]
    aloud += [words.text("child.stars")] if "{stars}" in look.labels.right else []
    if all(part.answers.place_name == "back" for part in parts):
        aloud += words.paragraphs("child.answers")
    else:
        aloud += [f"{lead} {text}".strip() for lead, text in say.where_answers_are(look, words, parts, symbols)]
    own = [heading_of(look, words.text("child.cards.aloud")), text_of(look, " ".join(filter(None, aloud)))]
    return CardsPage(
        look=look,
        title=words.text("how.title"),
        cards=cards_of(ground, symbols, (missing, row, column, box)),
        blocks=tuple(replace(block, before=0.0, size=look.type.least_word) for block in own),
    )


# The table of cage combinations: for each number of cells and each sum, the sets of digits that make it.

_LARGEST_WHOLE = 9
_MOST_CELLS_BEYOND = 3
"""Grids above 9x9 have thousands of sets of four cells and more: their tables end with three."""


def combination_rows(
    look: Style, words: Catalogue, sizes: Sequence[int], largest: int | None = None
) -> Iterator[Heading | TableEntry]:
    """The rows of the table for grids of these sizes, in their order; ``largest``: the most cells of a cage."""
    wanted, shown = list(dict.fromkeys(sizes)), look.combinations
    between = "+" if shown.plus else ""
    for size in wanted:
        if len(wanted) > 1:
            yield Heading(words.text("combinations.grid", size=size), large=True)
        most = size if size <= _LARGEST_WHOLE else _MOST_CELLS_BEYOND
        for cells in range(2, min(most, largest or shown.cells) + 1):
            yield Heading(words.plural("combinations.cells", cells))
            for total, sets in sums_of_sets(size, cells).items():
                if len(sets) <= shown.ways:
                    yield TableEntry(str(total), tuple(map(between.join, sets)))


UNNUMBERED = (TitlePage, SmallPrintPage, PlacedPage, RewardPage, BlankPage)
"""Pages that are counted but print no number."""


Solved = Callable[[GradedPuzzle], Explanation | None]
"""The way to the answer of a puzzle; None before the puzzle is made."""


@dataclass(frozen=True, slots=True)
class Said:
    """The subjects of the pages: the puzzles of the book, one for the rules, those for the chapter of techniques, the sections.

    ``shown`` are puzzles for the rules of further kinds; ``hints`` are pages that are ready; ``opened`` are the rules of the
    grids that openers of sections teach. ``solved`` has the way to the answer of a puzzle.
    """

    puzzles: Sequence[GradedPuzzle]
    example: GradedPuzzle | None
    shown: Sequence[GradedPuzzle]
    worked: Sequence[Worked]
    parts: Sequence[Answered]
    hints: Sequence[Page]
    opened: Collection[frozenset[str]] = ()
    solved: Solved = lambda _: None


@dataclass(frozen=True, slots=True)
class _Part:
    """One entry of the front or back matter with its pages; an untitled one is not in the contents."""

    title: str
    pages: list[Page]
    start: str
    contents: BookPage | None = None


class Matter:
    """Front and back matter for one size of page; Raises SpecError where a page cannot be made."""

    def __init__(self, book: Book, said: Said, area: Box, layout: Layout) -> None:
        self.book, self.said, self.words, self.area, self.layout = book, said, book.words, area, layout
        self.fields = own_pages.fields(book, len(said.puzzles))
        self.front = [self._part(page) for page in book.front]
        self.back = [self._part(page) for page in book.back]

    def assembled(
        self, entries: Sequence[Entry], back: int, numbered: Callable[[int], str]
    ) -> tuple[list[Page], list[Page]]:
        """The pages before the puzzles, their numbers printed, and those after the answers.

        ``entries``: the lines of the contents for the pages between; ``back``: the number of the first page after these.
        """
        for blank in (True, False):
            # How many pages the contents take does not depend on the numbers in them.
            listed = [
                *self._entries(self.front, 1, numbered, blank=blank),
                *entries,
                *self._entries(self.back, back, str, blank=blank),
            ]
            for parts in (self.front, self.back):
                for index, part in enumerate(parts):
                    if part.contents is not None:
                        parts[index] = replace(part, pages=self._contents(part.contents, listed))
        front = _numbered(self._joined(self.front, 1), 1, numbered)
        return front, _numbered(self._joined(self.back, back), back, str)

    def _contents(self, page: BookPage, listed: Sequence[Entry]) -> list[Page]:
        if page.source is not None:
            return own_pages.pages(self.book, page, self.fields, self.area, listed)[1]
        return [*contents_pages(self.book.look, self.words.text("contents.title"), listed, self.area)]

    def _joined(self, parts: Iterable[_Part], first: int) -> list[Page]:
        pages: list[Page] = []
        for part in parts:
            pages += [BlankPage(look=self.book.look)] * self._blanks(part, first + len(pages))
            pages += part.pages
        return pages

    def _blanks(self, part: _Part, page: int) -> int:
        return int(bool(part.pages) and part.start == "right" and page % 2 == 0)

    def _entries(self, parts: Iterable[_Part], first: int, number: Callable[[int], str], *, blank: bool) -> list[Entry]:
        entries, page = [], first
        for part in parts:
            page += self._blanks(part, page)
            # Nobody can look for a page without a number.
            if part.title and part.pages and number(page):
                entries.append(Entry(part.title, "", "" if blank else number(page)))
            page += len(part.pages)
        return entries

    def _part(self, page: BookPage) -> _Part:
        if page.name == "contents":
            return _Part("", [], page.start, contents=page)
        if page.source is not None:
            title, pages = own_pages.pages(self.book, page, self.fields, self.area)
            return _Part(title or self._title(page.name), pages, page.start)
        pages = [*self._built_in(page)]
        return _Part(self._title(page.name), pages, page.start)

    def _title(self, name: str) -> str:
        """The title of a built-in page in the contents; "" for one that they do not list."""
        match name:
            case "how-to-play":
                return self.words.text("contents.how_to_play")
            case "killer-combinations":
                return self.words.text("combinations.title")
            case "techniques":
                return language.techniques_of(self.words).text("chapter.title")
            case "hints":
                return self.words.text("hints.title")
            case "times" | "index" | "other-books" | "worked-answers":
                return self.words.text(f"matter.{name.replace('-', '_')}")
        return ""

    def _built_in(self, page: BookPage) -> Iterable[Page]:
        words, look, area = self.words, self.book.look, self.area
        match page.name:
            case "title-page":
                return [self._title_page(page)]
            case "copyright":
                return small_print_pages(
                    look, say.copyright_paragraphs(words, self.book.details, answered=self._answered), area
                )
            case "techniques":
                return chapter_pages(look, self.said.worked, words, area)
            case "killer-combinations":
                return self._combinations(page)
            case "hints":
                return self.said.hints
            case "notes":
                return [notes_page(look, words, page.paper)] * page.count
            case "reward":
                made = reward_page(look, words, self.book.details.title, len(self.said.puzzles), self._motif())
                return [replace(made, hero=hero_of(self.book)) if self.book.story else made]
            case "times":
                return self.times()
            case "index":
                return self._index()
            case "other-books":
                return self._other_books(page)
            case "worked-answers":
                return self._worked(self._chosen(page))
            case "blank-grids":
                return self._blank_grids(page.count)
            case "how-to-play" if (example := self.said.example) is not None:
                return self._how_to_play(example)
        return []

    def _how_to_play(self, example: GradedPuzzle) -> list[Page]:
        """The rules, with examples also of kinds without clues as long as these take no further page."""
        look, words, said, area = self.book.look, self.words, self.said, self.area
        width = area[2] - area[0]
        cards = how_to_play_cards(look, words, said.puzzles, said.parts)
        if cards is not None and readable(look, cards, area):
            return [cards]

        sums = easy_sums(self.book, said.puzzles)

        def made(small: Collection[str]) -> list[Page]:
            text = say.how_to_play(look, words, said.puzzles, example, said.parts, said.shown, small, said.opened, sums)
            # Of a grid of so many cells that nobody could read it on this page, the words say enough.
            shown = [block for block in text if not isinstance(block, Figures) or block.readable(width)]
            return [*text_pages(look, words.text("how.title"), shown, area, compact=True)]

        unsaid = [one for one in said.puzzles if one.puzzle.geometry.rules not in said.opened]
        found, every = made(()), say.may_be_shown(words, unsaid, example, said.shown)
        # All of them, or the first ones that have room.
        for count in range(len(every), 0, -1):
            tried = made(every[:count])
            if len(tried) <= len(found):
                return tried
        return found

    def _title_page(self, page: BookPage) -> TitlePage:
        details, look = self.book.details, self.book.look
        image = None
        if page.image is not None:
            found, widest = own_pages.load(page.image, page.place("image")), look.title_page.image
            image = ImageBlock(look, found, wanted=page.width, widest=widest, align=look.title_page.side)
        return TitlePage(
            look=look,
            title=details.title,
            subtitle=details.subtitle or "",
            author=details.author or "",
            summary=self.words.plural(
                "title_page.count" if self._answered else "title_page.count_unanswered", len(self.said.puzzles)
            ),
            publisher=details.publisher or "",
            image=image,
            motif=self._motif(),
        )

    @property
    def _answered(self) -> bool:
        """Whether the book has the answers of all of its puzzles."""
        return all(part.answers.printed for part in self.said.parts)

    def _motif(self) -> Motif | None:
        # The first section's opener shows the first puzzle; a draft has no more than the first few.
        return motif_of([*self.said.puzzles[1:2], *self.said.puzzles])

    @property
    def _numbered(self) -> Iterator[tuple[GradedPuzzle, int]]:
        for part in self.said.parts:
            yield from zip(part.puzzles, part.numbers, strict=True)

    def times(self) -> list[TimesPage]:
        """The log of times: its levels, with the average of each where many such puzzles were measured."""
        words, puzzles = self.words, self.said.puzzles
        levels = say.levels_of(puzzles)
        legend = []
        for level in levels:
            means = [one.grade.time.mean for one in puzzles if one.grade.level == level]
            known = [mean for mean in means if mean is not None]
            average = words.text("number.minutes", minutes=max(1, round(sum(known) / len(known)))) if known else ""
            named = words.text("foot.average", minutes=average) if known and len(known) == len(means) else ""
            legend.append((words.text(f"level.{level}"), named))
        boxes = [Kept(str(number), levels.index(stocked.grade.level)) for stocked, number in self._numbered]
        return times_pages(self.book.look, words.text("matter.times"), boxes, legend, self.area)

    def _index(self) -> list[ColumnsPage]:
        """The puzzles by level and by their hardest technique, by number."""
        look, words, terms = self.book.look, self.words, language.techniques_of(self.words)
        size = max(look.type.least_word, look.hints.size * look.scale_for(self.area[2] - self.area[0]))
        found: dict[str, dict[str, list[int]]] = {level: {} for level in say.levels_of(self.said.puzzles)}
        for stocked, number in self._numbered:
            found[stocked.grade.level].setdefault(stocked.grade.hardest or "", []).append(number)
        blocks: list[Block] = []
        for level, techniques in found.items():
            blocks.append(heading_of(look, words.text(f"level.{level}")))
            for name in sorted(techniques, key=lambda name: list(BY_NAME).index(name) if name in BY_NAME else -1):
                lead = words.text("headed", head=terms.text(f"name.{name}")) if name else ""
                text = ", ".join(_runs(techniques[name]))
                blocks.append(Paragraph(look, text, look.face("text"), size, size * look.hints.before, lead=lead))
        column = size * look.hints.narrow, size * look.hints.gap
        return [
            *column_pages(
                look, words.text("matter.index"), [words.text("matter.index_intro")], blocks, self.area, *column
            )
        ]

    def _chosen(self, page: BookPage) -> list[Numbered]:
        """The puzzles that `worked-answers` names, or the hardest one that the techniques solve."""
        answered = [*self._answered_by_number]
        if not page.puzzles:
            hardest = sorted(answered, key=_hardness, reverse=True)
            return [one for one in hardest if self._solves(one)][:1] or hardest[:1]
        found, faults = list[Numbered](), list[Fault]()
        for number in page.puzzles:
            named = [one for one in answered if one[1] == number]
            if not named:
                known = any(number == other for _, other in self._numbered)
                message = f"the book has no {'answer of ' if known else ''}puzzle {number}"
                faults.append(Fault(message, page.place("puzzles"), "name puzzles whose answers are in the book"))
            found += named
        if faults:
            raise SpecError(faults)
        return found

    def filling(self, room: int) -> list[TextPage]:
        """Worked answers that fill a number of pages: hard puzzles, at most one of a section, the hardest first."""
        # Nothing on a page says which number a region of a jigsaw has.
        named = ([one for one in own if not one[0].puzzle.geometry.regions] for own in self._answered_sections)
        hard = {index: sorted(own, key=_hardness, reverse=True)[:_TRIED] for index, own in enumerate(named)}
        every = sorted(((index, one) for index, own in hard.items() for one in own), key=lambda at: _hardness(at[1]))
        chosen, pages = dict[int, Numbered](), list[TextPage]()
        for index, one in reversed(every):
            if index not in chosen and len(pages) < room and self._solves(one):
                made = self._worked([*chosen.values(), one])
                if len(made) <= room:
                    chosen[index], pages = one, made
        return pages

    @property
    def _answered_sections(self) -> Iterator[list[Numbered]]:
        """The puzzles of each section whose answers are in the book, with their numbers."""
        for part in self.said.parts:
            if part.answers.printed and part.puzzles:
                yield [*zip(part.puzzles, part.numbers, strict=True)]

    @property
    def _answered_by_number(self) -> Iterator[Numbered]:
        for own in self._answered_sections:
            yield from own

    def _solves(self, one: Numbered) -> bool:
        """Whether techniques solve a puzzle to the end."""
        way = self.said.solved(one[0])
        return way is not None and not way.left

    def _worked(self, chosen: Sequence[Numbered]) -> list[TextPage]:
        """The ways to the answers of puzzles step by step, each from a page of its own on."""
        words, look, pages = self.words, self.book.look, list[TextPage]()
        for stocked, number in chosen:
            named = words.text(words.for_puzzle("number.puzzle", stocked.puzzle.geometry), number=words.number(number))
            title, way = words.text("matter.worked_answer", puzzle=named), self.said.solved(stocked)
            if way is None:
                pages.append(TextPage(look=look, title=title, blocks=()))
                continue
            guide = [] if pages else with_nouns(words, symbols_of(stocked), [way.speaker.words.text("lesson.guide")])
            pages += explanation_pages(way, look, self.area, title, guide)
        head = words.text("matter.worked_answers")
        return [page if page.title else replace(page, head=head) for page in pages]

    def _other_books(self, page: BookPage) -> Iterable[Page]:
        look, title = self.book.look, self.words.text("matter.other_books")
        if not self.book.others:
            message = "`other-books` is listed, but the series names no other book"
            raise SpecError(Fault(message, page.place(), "list them as `books` of the series, or leave the page out"))
        blocks: list[Block] = []
        for one in self.book.others:
            blocks += [heading_of(look, one.title), *([text_of(look, one.about)] if one.about else [])]
        return text_pages(look, title, blocks, self.area)

    def _blank_grids(self, count: int) -> Iterable[Page]:
        """Pages of empty grids of the size that most puzzles have, in the layout of the first section."""
        grounds = [stocked.puzzle.geometry for stocked in self.said.puzzles]
        plain = [ground if ground.overlapping else _empty(ground.size) for ground in grounds]
        ground = max(dict.fromkeys(plain), key=plain.count)
        slot = Slot(puzzle_picture(ground, bytes(ground.cell_count), ()), "")
        layout = replace(self.layout, spread=None)
        return grids_pages([slot] * (count * layout.per_page), layout, self.words.text("notes.blank_grids"))

    def _combinations(self, page: BookPage) -> list[Page]:
        caged = [stocked.puzzle.geometry.size for stocked in self.said.puzzles if stocked.puzzle.geometry.caged]
        # The size of most of the Killers comes first.
        sizes = sorted(set(caged), key=lambda size: (-caged.count(size), size))
        if not sizes:
            message = "`killer-combinations` is listed, but no puzzle of the book is a Killer"
            raise SpecError(Fault(message, page.place(), "leave it out"))
        title, intro = self.words.text("combinations.title"), self.words.text("combinations.intro")
        look = self.book.look
        items = list(combination_rows(look, self.words, sizes, page.cells))
        return [*table_pages(look, title, intro, items, self.area)]


Numbered = tuple[GradedPuzzle, int]
"""A puzzle with its number."""

_TRIED = 3
"""So many of the hardest puzzles of a section may be the one whose answer is worked out."""


def _hardness(one: Numbered) -> tuple[Level, float]:
    """By which the hardest of puzzles is found."""
    grade = one[0].grade
    return Level[grade.level.upper()], grade.score


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers, ascending, those that follow each other as a range."""
    start = 0
    for at, number in enumerate(numbers, 1):
        if at == len(numbers) or numbers[at] != number + 1:
            yield f"{numbers[start]}–{number}" if at - start > 2 else ", ".join(map(str, numbers[start:at]))
            start = at


def _empty(size: int) -> Geometry:
    """The grid of that size without a rule of its own; where no box divides it, with rows and columns alone."""
    return geometry(KIND if exists(KIND, size) else boxless(()), size)


def notes_page(look: Style, words: Catalogue, paper: Paper | None = None) -> NotesPage:
    """A page for notes, or for drawing; None is the paper of the style."""
    paper = paper or look.notes.paper
    title = words.text("notes.drawing" if paper == "drawing" else "notes.title")
    return NotesPage(look=look, title=title, paper=paper)


def _numbered(pages: Sequence[Page], first: int, number: Callable[[int], str]) -> list[Page]:
    return [
        page if isinstance(page, UNNUMBERED) else replace(page, folio=number(index))
        for index, page in enumerate(pages, first)
    ]
