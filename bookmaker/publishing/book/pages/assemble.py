"""Sections of puzzles in, numbered pages out: the plan of the book before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from types import MappingProxyType

from bookmaker.base import language
from bookmaker.base.errors import Fault, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.pages import page_kinds
from bookmaker.printing.pages.columns import ColumnsPage
from bookmaker.printing.pages.contents import Entry
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout, dealt
from bookmaker.printing.pages.own_page import NotesPage, with_models
from bookmaker.printing.pages.page_furniture import Foot, with_answers
from bookmaker.printing.pages.page_kinds import Band, BlankPage, GridsPage, Page, SharedPage, grids_pages, half_pages
from bookmaker.printing.pages.reward_pages import PrizePage
from bookmaker.printing.printers.edition import closing_blanks
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.printing.text.text_blocks import Block, heading_of, text_of
from bookmaker.publishing.book.pages.answer_runs import Run, back_runs, in_key, key_runs, overleaf, repeated, run_of
from bookmaker.publishing.book.pages.answers import (
    Answered,
    AnswerPages,
    Drawn,
    Side,
    feet,
    foot_room,
    leaves,
    shared_foot,
)
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.foot_words import LEAST_BOOK, FootWords
from bookmaker.publishing.book.pages.hints import Nudges, hint_lead, hint_pages, hints_on, place_of
from bookmaker.publishing.book.pages.matter import Body, Matter, Said, Solved, front_numbers, notes_page
from bookmaker.publishing.book.pages.openers import MOST_OPENED, Openers, bare_and_blank
from bookmaker.publishing.book.pages.page_fit import (
    Sharing,
    frame_of,
    head_of,
    name_line,
    page_setup,
    require_all_room,
    require_lesson_room,
    require_pages_wanted,
    require_spread,
    section_layout,
    shared_boxes,
    shared_layout,
)
from bookmaker.publishing.book.pages.slots import Slots, kind_of, stair
from bookmaker.publishing.book.pages.technique_chapter import Worked, chapter_pages, shown_names
from bookmaker.publishing.book.spec.page_keys import BuiltIn, prints
from bookmaker.publishing.book.spec.section_keys import groups

_MANY_PAGES = 24
_FEW_SHEETS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """The pages of a puzzle: printed page numbers of the puzzle and of its answer, and the puzzle's page in the file.

    ``answer_page`` is None where the book has no answer.
    """

    page: int
    answer_page: int | None
    file_page: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """The interior, the answer key, and where each puzzle went (in the order of the book).

    ``front``: the pages before page 1; ``layouts``: that of each section; ``answer_layouts``: those of the answers, each with
    the answers that it draws; ``filled``: pages that make up the number of pages of the spec, with worked answers or for notes.
    """

    interior: tuple[Page, ...]
    front: int
    key: tuple[Page, ...]
    layouts: tuple[Layout, ...]
    answer_layouts: tuple[Drawn, ...]
    places: tuple[Place, ...]
    filled: int = 0

    def drawn(self) -> Assembled:
        """The same once the files are made: nothing needs its pages any more, only their number."""
        return replace(self, interior=self.interior[:1] * len(self.interior), key=())


def assemble(
    book: Book,
    sections: Sequence[Sequence[GradedPuzzle]],
    example: GradedPuzzle | None,
    worked: Sequence[Worked] = (),
    hints: Sequence[Nudges] = (),
    taught: Mapping[int, Sequence[Worked]] = MappingProxyType({}),
    shown: Sequence[GradedPuzzle] = (),
    solved: Solved = lambda _: None,
) -> Assembled:
    """Plan the whole book; ``example`` is for the rules, ``shown`` for those of further kinds, ``worked`` for the techniques.

    ``hints``: the nudges of each puzzle, if the book has hints. ``taught``: the examples of the lessons, by section. ``solved``:
    the ways to answers, for pages that show them.

    Raises SpecError where a layout's cells would be too small on this page, or the book has more pages than it may.

    The gutter depends on the number of pages, and the number of pages, through the lines of the running text, on the
    gutter. Both only grow from plan to plan, so this ends. Where all pages are numbered in one row, the numbers depend on the
    pages before the puzzles, and these on the gutter alone.
    """
    count, ahead, sparing = book.page.pages or 0, 0, False
    ranges = book.numbers([len(section) for section in sections])
    parts = [
        replace(
            Answered.of(wanted, section, own, wanted.answers.within(book.answers)),
            earlier=book.earlier.get(index, ()),
        )
        for index, (wanted, section, own) in enumerate(zip(book.sections, sections, ranges, strict=True))
    ]
    while True:
        plan = _Plan(book, parts, (example, shown), (worked, hints, taught), (count, ahead), solved, sparing=sparing)
        made = plan.placed()
        bare, blank = plan.poor
        if bare and bare + blank > MOST_OPENED * (made - plan.filled) and not (sparing or book.openers_asked):
            count, ahead, sparing = book.page.pages or 0, 0, True
            continue
        # With the same gutter the next plan is the same.
        if plan.ahead == ahead and (made <= count or plan.setup.inside(made) == plan.setup.inside(count)):
            require_pages_wanted(book, made)
            return plan.assembled()
        count, ahead = max(count, made), plan.ahead


class _Plan:
    """One pass of planning for an assumed number of pages, and of those ahead of the first section that are counted with it.

    Once all parts are placed, ``ahead`` is how many there are, ``filled`` as of :class:`Assembled`, and ``poor`` how many
    pages open a section and teach nothing, and how many are blank.
    """

    def __init__(
        self,
        book: Book,
        parts: Sequence[Answered],
        examples: tuple[GradedPuzzle | None, Sequence[GradedPuzzle]],
        explained: tuple[Sequence[Worked], Sequence[Nudges], Mapping[int, Sequence[Worked]]],
        assumed: tuple[int, int],
        solved: Solved,
        *,
        sparing: bool,
    ) -> None:
        count, self.ahead = assumed
        self.book, self.parts, self.examples, self.words = book, parts, examples, book.words
        self.worked, self.hints, self.taught = explained
        self.solved = solved
        self.setup = page_setup(book)
        self.area = page_kinds.content_area(book.look, self.setup.live(0, count))
        self.all = [stocked for part in parts for stocked in part.puzzles]
        self.slots = Slots(book.look, book.words)
        self.stair = stair([part.puzzles for part in parts], book.look.labels.stair)
        self.answers, self.drawn = AnswerPages(self.slots, self.area), list[Drawn]()
        example, shown = examples
        self.foot_words, self.hints_on = FootWords(book, len(self.all)), list[int | None]()
        self.openers = Openers(
            book,
            parts,
            self.area,
            self.taught,
            [one for one in (example, *shown) if one is not None],
            sparing=sparing,
        )
        self.name_line = name_line(book)
        self.groups, self.shared = groups(book.sections), dict[int, tuple[Box, tuple[Block, ...]]]()
        self.shared_feet = dict[int, Foot | None]()
        self.bands: list[Band | None] = []
        self.layouts: list[Layout] = []
        for group in self.groups:
            if len(group) > 1:
                self._share(group, count)
            else:
                self.bands.append(self.openers.band(group[0]))
                self.layouts.append(self._opened(group[0], count))
        self.pages_before = [0, *accumulate(map(self._pages_of, range(len(self.parts))))]
        for wanted in book.sections:
            require_lesson_room(book.look, wanted, self.area)

    def _opened(self, index: int, count: int) -> Layout:
        """The layout of a section. A band that leaves its puzzles too little room, or is above one of two pages, goes: then a
        page opens the section.
        """
        part, band = self.parts[index], self.bands[index]
        if band is not None:
            try:
                layout = self._layout(part, count, band)
            except SpecError:
                pass
            else:
                if layout.spread is None:
                    return layout
            self.bands[index] = None
        return self._layout(part, count, None)

    def _pages_of(self, index: int) -> int:
        """How many pages the puzzles of a section have; none where they are on one of a section before them."""
        if index in self.shared:
            return int(any(index == group[0] for group in self.groups))
        return len(list(dealt(len(self.parts[index].puzzles), self.layouts[index].per_page)))

    def _below_head(self, count: int) -> Box:
        """The part of a page of puzzles below what each of them has at its head."""
        whole = page_kinds.content_area(self.book.look, self.setup.live(0, count, side=True))
        return whole if self.name_line is None else self.name_line.below(whole)

    def _share(self, group: range, count: int) -> None:
        """Give each of the sections that share a page its place on it. Raises SpecError where they have no room."""
        parts = [self.parts[index] for index in group]
        area, bands = self._below_head(count), [self.openers.shared(index) for index in group]
        wanted = [
            Sharing(
                len(part.puzzles),
                shared_layout(self.book, part.section, part.asked, sum(len(one.puzzles) for one in parts)),
                replace(band, blocks=()),
                band.blocks,
            )
            for part, band in zip(parts, bands, strict=True)
        ]
        foot = self.shared_feet[group[0]] = shared_foot(parts, self.slots, area[2] - area[0])
        area = area if foot is None else foot.above(area)
        found, last = shared_boxes(self.book.look, wanted, area), parts[-1].section.place("start")
        if found is None:
            names = ", ".join(part.section.title for part in parts)
            raise SpecError(Fault(f"one page has no room for {names}", last, "say less, or begin one on another page"))
        for index, part, one, shared in zip(group, parts, wanted, found, strict=True):
            left, bottom, right, top = shared.box
            own = one.band.below((left, bottom + shared.words, right, top))
            largest = max((picture.geometry for picture in part.asked), key=lambda ground: ground.span)
            layout = one.layout.of_few(shared.rows, shared.columns).with_column(own, largest)
            require_all_room(layout, part.asked, own, last)
            self.shared[index] = (left, bottom + shared.words, right, top), one.words
            self.bands.append(one.band)
            self.layouts.append(layout)

    def _layout(self, part: Answered, count: int, band: Band | None) -> Layout:
        self.puzzle_area = area = self._below_head(count)
        area = area if band is None else band.below(area)

        def room(layout: Layout) -> Box:
            foot = foot_room(part, layout, self.slots, area[2] - area[0])
            return area if foot is None else foot.above(area)

        level = max((Level[stocked.grade.level.upper()] for stocked in part.puzzles), default=Level.EASY)
        layout = section_layout(self.book, part.section, part.asked, room, count=len(part.puzzles), level=level)
        require_spread(self.book, part.section, layout)
        left, place = room(layout), part.section.place("layout")
        require_all_room(layout, part.asked, left, place)
        return layout

    def placed(self) -> int:
        """Give each part its place. Returns the number of pages, most of which are made in the end only."""
        openers, ahead = self.book.page.openers or "any", self.ahead
        body = Body(self._filler(self.book.page.puzzles_on == "right"), ahead)
        starts: list[int] = []
        opened: list[Page] = []
        pages_of: list[list[int]] = []
        answers_on: list[list[int | None]] = []
        for group in self.groups:
            index = group[0]
            part = self.parts[index]
            if len(group) > 1:
                body.turn(part.section.side or self.book.page.openers or "any")
                pages_of += [[] for _ in group]
                answers_on += [[] for _ in group]
                starts += [self._add_shared(body, group, pages_of, answers_on)] * len(group)
                continue
            opener = self.openers.pages(index, banded=self.bands[index] is not None)
            # Only a page of its own makes a long section begin on the right where nobody asks for it.
            usual: Side = "right" if opener and self._long(index) else "any"
            side = part.section.side or self.book.page.openers or usual
            if opener or self.layouts[index].spread is None:
                body.turn(side)
            starts.append(body.add_pages(opener))
            opened += opener
            pages_of.append([])
            answers_on.append([])
            self._add_section(body, index, pages_of[-1], answers_on[-1])
            starts[-1] = starts[-1] if opener else pages_of[-1][0]
        after: list[Entry] = []
        chapter = self._back_chapter()
        chapter_page = body.add_pages(chapter, openers) if chapter else None
        if chapter_page is not None:
            after.append(Entry(language.techniques_of(self.words).text("chapter.title"), "", str(chapter_page)))
        hints = self._hint_pages(pages_of, starts, chapter_page)
        hints_at = None
        if hints and not self._prints("hints"):
            title = self.words.text("hints.title")
            hints_at = body.add_pages(hints, openers)
            after.append(Entry(title, "", str(hints_at)))
        start = self._add_back(body, pages_of, answers_on)
        after += [Entry(self.words.text("contents.answers"), "", str(start))] if start else []
        entries = [
            Entry(part.section.title, summary, str(first), picture=kind_of(part.puzzles) if self._varied else None)
            for part, summary, first in zip(self.parts, self.openers.summaries, starts, strict=True)
        ]
        said = Said(self.all, *self.examples, self.worked, self.parts, hints, self.openers.rules_of, self.solved)
        matter = Matter(self.book, said, self.area, self.layouts[0])
        front, back = matter.assembled([*entries, *after], body.count + 1, front_numbers(self.book))
        if hints:
            title = self.words.text("hints.title")
            first = hints_at or next(int(page.folio) for page in back if getattr(page, "title", "") == title)
            leads = [
                hint_lead(self.words, number, page)
                for part, own in zip(self.parts, pages_of, strict=True)
                for number, page in zip(part.numbers, own, strict=True)
            ]
            self.hints_on += [None if index is None else first + index for index in hints_on(hints, leads)]
        last: list[Page] = [*back]
        count = body.count - ahead
        if self.book.page.numbers == "book":
            self.ahead = len(front)
        else:
            # Page 1 is a right-hand page, so the front matter fills whole leaves.
            front += [BlankPage(look=self.book.look)] * (len(front) % 2)
        apart = len(front) - self.ahead
        fill = self._fill(len(front) + count + len(last), apart)
        log = matter.times() if self.book.look.voice != "child" and fill and len(self.all) >= LEAST_BOOK else []
        if 0 < len(log) <= len(fill) and not self._prints("times"):
            # The first pages that would be blank, or for notes, are for the reader's times.
            fill = fill[len(log) :]
            last += [replace(page, folio=str(body.count + len(last) + at + 1)) for at, page in enumerate(log)]
        self.filled = len(fill) if self._wanted else 0
        if self.filled and self.book.look.voice != "child" and not self._prints("worked-answers"):
            # Those after them show how the hardest puzzles are solved.
            ways = matter.filling(self.filled)
            last += [replace(page, folio=str(body.count + len(last) + at + 1)) for at, page in enumerate(ways)]
            fill = fill[len(ways) :]
        last += fill
        # The last page is not one of the blank ones so far, which come before other pages.
        last += [BlankPage(look=self.book.look)] * self._closing(len(front) + count + len(last))
        self.places = tuple(
            Place(page, answer, apart + page)
            for section in zip(pages_of, answers_on, strict=True)
            for page, answer in zip(*section, strict=True)
        )
        bare, blank = bare_and_blank([*front, *opened, *last])
        self.poor = bare, blank + body.blank
        self.body, self.front, self.last, self.apart = body, front, last, apart
        return len(front) + count + len(last)

    def assembled(self) -> Assembled:
        """Make the pages, once all parts are placed."""
        interior = tuple(with_models([*self.front, *self.body.pages(), *self.last]))
        key, layouts = tuple(self._key()), tuple(self.layouts)
        return Assembled(interior, self.apart, key, layouts, tuple(self.drawn), self.places, self.filled)

    @property
    def _varied(self) -> bool:
        """Whether the sections differ in the kinds of their puzzles, of which each has one."""
        kinds = [{stocked.puzzle.geometry.kind for stocked in part.puzzles} for part in self.parts]
        return len(set.union(*kinds)) > 1 and all(len(own) == 1 for own in kinds) and not self.taught

    def _prints(self, name: BuiltIn) -> bool:
        """Whether the spec names a place for a built-in page."""
        return prints([*self.book.front, *self.book.back], name)

    def _long(self, index: int) -> bool:
        """Whether a section has so many pages that the page that opens it may cost a blank one."""
        layout, count = self.layouts[index], len(self.parts[index].puzzles)
        return len(list(dealt(count, layout.per_page))) * layout.sheets >= _MANY_PAGES

    def _fill(self, count: int, apart: int) -> list[Page]:
        """Pages for notes after ``count`` pages, up to the number in the spec, or to a whole number of leaves; ``apart``: pages
        that are counted by themselves.

        A last page that the printer wants blank is left to it.
        """
        end = count + self._closing(count) - self.setup.edition.printer.count.last_blank
        notes = notes_page(self.book.look, self.words, self.book.page.notes)
        return [replace(notes, folio=str(number)) for number in range(count - apart + 1, end - apart + 1)]

    @property
    def _wanted(self) -> int:
        """The number of pages of the book, 0 for none."""
        return self.book.page.pages or 0

    def _closing(self, count: int) -> int:
        """How many blank pages end the book after ``count`` pages."""
        edition = self.setup.edition
        wanted = count + edition.printer.count.last_blank <= self._wanted
        return self._wanted - count if wanted else closing_blanks(edition, count)

    def _hint_pages(
        self, pages_of: Sequence[Sequence[int]], starts: Sequence[int], chapter_page: int | None
    ) -> Sequence[ColumnsPage]:
        """``starts``: the first page of each section; ``chapter_page``: of the chapter of techniques, if it is at the back."""
        if not self.hints:
            return []
        # The hints need not explain a technique that a chapter or a lesson explains.
        title = language.techniques_of(self.words).text("chapter.title")
        chapter = place_of(self.words, title, chapter_page)
        explained = {
            one.technique.name: place_of(self.words, self.parts[index].section.title, starts[index])
            for index, shown in self.taught.items()
            for one in shown
        }
        shown_there = sorted(shown_names(self.book.look, self.worked, self.area))
        explained = dict.fromkeys(shown_there, chapter) | explained
        return hint_pages(self.book.look, self.words, self.parts, pages_of, self.hints, self.area, explained)

    def _filler(self, apart: bool, paper: Paper | None = None) -> Page:
        """A page without contents of its own."""
        if apart or self.book.look.notes.fill:
            return notes_page(self.book.look, self.words, paper or self.book.page.notes)
        return BlankPage(look=self.book.look)

    def _add_section(self, body: Body, index: int, pages_of: list[int], answers_on: list[int | None]) -> None:
        """Add the puzzles of a section, and its answers if they follow it; notes the pages of both."""
        part, layout, band = self.parts[index], self.layouts[index], self.bands[index]
        place, title = part.answers.place_name, self.words.text("answers.title")
        feet_of = feet(part, layout, self.slots, self.puzzle_area[2] - self.puzzle_area[0], banded=band is not None)
        largest = max((picture.geometry for picture in part.asked), key=lambda ground: ground.span)
        cut = self.book.cuts(part.section)
        frame = frame_of(self.book.look, self.stair[index][0][0] - 1 if self.stair else index)
        numbers, running = part.numbers, part.section.title
        if len(numbers) > 1:
            ends = {"first": self.words.number(numbers[0]), "last": self.words.number(numbers[-1])}
            running = self.words.text("section.range", title=running, **ends)

        def make() -> list[Page]:
            slots = self._slots(index, answers_on)
            if layout.spread is not None:
                return [*half_pages(slots, layout, running)]
            if part.section.prize is not None:
                return [self._prize(part, slots, layout)]
            ahead, pages = self.pages_before[index], self.pages_before[-1]
            made = [
                replace(
                    one,
                    name_line=head_of(self.book, self.name_line, one.slots, ahead + at, pages),
                    cut=cut,
                    frame=frame,
                )
                for at, one in enumerate(grids_pages(slots, layout, running))
            ]
            # The band shows the title, so that the running head need not.
            made[:1] = [replace(made[0], band=band, head="")] if band else made[:1]
            # On few sheets all grids are alike; in a longer section none is made smaller for the sake of its first page.
            below = self.puzzle_area if band is None or len(made) > _FEW_SHEETS else band.below(self.puzzle_area)
            less = self.puzzle_area[3] - below[3]
            made[1:] = [replace(page, less=less) for page in made[1:]]
            made = [replace(page, foot=foot) if foot else page for page, foot in zip(made, feet_of, strict=True)]
            return [*made] if cut else [arranged(page) for page in made]

        def arranged(page: GridsPage) -> GridsPage:
            area = self.puzzle_area if page.band is None else page.band.below(self.puzzle_area)
            area = area if page.foot is None else page.foot.above(area)
            area = area[0], area[1], area[2], area[3] - page.less
            return replace(page, layout=layout.for_page(len(page.slots), area, largest), notes=self._notes)

        behind: list[Page] = []
        apart = self.book.puzzles_apart(part.section)
        filler = self._filler(apart, part.section.notes) if apart else None
        wish = part.section.symbols or self.book.symbols
        if isinstance(filler, NotesPage) and wish is not None:
            # Behind fruit to cut out there is fruit to draw.
            among, font = wish.drawings()
            filler = replace(filler, among=among, font=font)
        if place == "overleaf":
            behind = self._behind(part, layout)
        elif filler is not None:
            behind = [filler] * len(feet_of)
        stride = 2 if behind else layout.sheets
        side: Side = "right" if behind else "any" if layout.spread is None else "left"
        first = body.add(stride * len(feet_of), lambda: leaves(make(), behind), side, filler)
        own = dealt(len(part.puzzles), layout.per_page)
        pages_of += [first + at * stride for at, page in enumerate(own) for _ in page]
        if place == "section":
            head = f"{title} · {part.section.title}"
            self._add_answers(body, run_of(self.book, [part], title, self.area), head, [pages_of], [answers_on])
        elif place == "none":
            answers_on += [None] * len(part.puzzles)
        elif place != "back":
            answers_on += [page + (place == "overleaf") for page in pages_of]

    @property
    def _notes(self) -> str:
        """What is above lines to write on in a place without a puzzle; "" for none."""
        return "" if self.book.look.voice == "child" else self.words.text("notes.title")

    def _slots(self, index: int, answers_on: Sequence[int | None]) -> list[Slot]:
        """The puzzles of a section with the words around them; those of one page each with their feet."""
        part = self.parts[index]
        several = len({stocked.grade.label for stocked in part.puzzles}) > 1
        steps = self.stair[index] if self.stair else [None] * len(part.puzzles)
        before = sum(len(other.puzzles) for other in self.parts[:index])

        def footed(slot: Slot, at: int) -> Slot:
            """The slot of a puzzle with its foot; ``at``: its place in the section, from 0."""
            every = before + at
            hint, on = (self.hints[every], self.hints_on[every]) if self.hints_on else (None, None)
            place = at + 1, len(part.puzzles)
            foot = self.foot_words.fields(part.puzzles[at], every + 1, place, hint, on)
            return replace(slot, foot=foot, time=slot.time if self.foot_words.timed else "")

        slots = [
            self.slots.puzzle(picture, stocked, number, part.answers, page, several=several, step=step)
            for picture, stocked, number, page, step in zip(
                part.asked, part.puzzles, part.numbers, answers_on, steps, strict=True
            )
        ]
        whole = self.layouts[index].spread is None
        return [footed(slot, at) for at, slot in enumerate(slots)] if whole else slots

    def _add_shared(
        self, body: Body, group: range, pages_of: Sequence[list[int]], answers_on: Sequence[list[int | None]]
    ) -> int:
        """Add the page that sections share; notes it as that of their puzzles. Returns its number."""
        ahead, pages = self.pages_before[group[0]], self.pages_before[-1]

        def make() -> list[Page]:
            blocks = [
                GridsPage(
                    look=self.book.look,
                    layout=self.layouts[index],
                    slots=tuple(self._slots(index, answers_on[index])),
                    band=self.bands[index],
                    frame=frame_of(self.book.look, self.stair[index][0][0] - 1 if self.stair else index),
                    notes=self._notes,
                )
                for index in group
            ]
            slots = tuple(slot for block in blocks for slot in block.slots)
            head = head_of(self.book, self.name_line, slots, ahead, pages)
            placed = tuple((block, *self.shared[index]) for block, index in zip(blocks, group, strict=True))
            first = self.layouts[group[0]]
            foot = self.shared_feet[group[0]]
            if foot is not None:
                parts = [self.parts[index] for index in group]
                answers = [one for part in parts for one in zip(part.solved, part.puzzles, part.numbers, strict=True)]
                foot = with_answers(foot, [self.slots.answer(*one, None) for one in answers])
            return [
                SharedPage(look=self.book.look, layout=first, slots=slots, name_line=head, blocks=placed, foot=foot)
            ]

        page = body.add(1, make)
        for index in group:
            count = len(self.parts[index].puzzles)
            pages_of[index].extend([page] * count)
            place = self.parts[index].answers.place_name
            if place != "back":
                answers_on[index].extend([page if place == "foot" else None] * count)
        return page

    def _prize(self, part: Answered, slots: Sequence[Slot], layout: Layout) -> PrizePage:
        """The page of a prize puzzle. Raises SpecError where it has several puzzles, or more words than room."""
        prize, words, look = part.section.prize, self.words, self.book.look
        assert prize is not None
        if len(slots) > 1:
            message = f"a prize is for one puzzle, and the section has {len(slots)}"
            raise SpecError(Fault(message, part.section.place("prize"), "give it a section of one puzzle"))
        blocks: list[Block] = [heading_of(look, words.text("prize.title")), text_of(look, prize.text)]
        if prize.how:
            blocks.append(heading_of(look, words.text("prize.how")))
            blocks += [text_of(look, step, f"{number} ") for number, step in enumerate(prize.how, 1)]
        page = PrizePage(
            look=look,
            layout=layout,
            slots=tuple(slots),
            heading=part.section.title,
            blocks=tuple(blocks),
            closing=(words.text("prize.closes"), prize.closes) if prize.closes else None,
            coupon=(words.text("prize.answer"), *words.text("prize.lines").split("|")) if prize.coupon else (),
        )
        if not page.fits(self.puzzle_area):
            message = "the words of the prize need more room than the page has beside the puzzle"
            raise SpecError(Fault(message, part.section.place("prize"), "say it shorter, or leave out the coupon"))
        return page

    def _behind(self, part: Answered, puzzles: Layout) -> list[Page]:
        """The pages of answers on the back of each leaf."""
        head = self.words.text("answers.running_head")
        layout = overleaf(self.book, part, puzzles, self.area)
        if layout is not None:
            self._note(layout, [part])
            slots = [self.slots.answer(*one, None) for one in zip(part.solved, part.puzzles, part.numbers, strict=True)]
        made: list[Page] = []
        for page in dealt(len(part.puzzles), puzzles.per_page):
            at = slice(page.start, page.stop)
            if layout is not None:
                made += grids_pages(slots[at], layout, head)
            else:
                own = replace(part, puzzles=part.puzzles[at], numbers=part.numbers[at])
                made += self.answers.rows([own], "", head, named=False)
        return made

    def _note(self, layout: Layout | None, parts: Sequence[Answered]) -> None:
        """Note the layout of some answers, and the grids that it draws."""
        if layout is not None:
            self.drawn.append((layout, [picture.geometry for part in parts for picture in part.solved]))

    def _add_answers(
        self,
        body: Body,
        run: Run[Answered],
        head: str,
        pages_of: Sequence[Sequence[int]],
        answers_on: Sequence[list[int | None]],
    ) -> None:
        """Add the answers of sections that share pages; writes down the page of each."""
        made = self.answers.printed(run, pages_of, head)
        self._note(run.layout, run.parts)
        first = body.add_pages(made.pages, made.side)
        pages = iter(first + index for index in made.at)
        for part, answers in zip(run.parts, answers_on, strict=True):
            answers += [next(pages) for _ in part.puzzles]

    def _add_back(self, body: Body, pages_of: Sequence[list[int]], answers_on: Sequence[list[int | None]]) -> int:
        """Add the answers at the back. Returns their first page, 0 where there are none."""
        back = [index for index, part in enumerate(self.parts) if part.answers.place_name == "back"]
        if not back:
            return 0
        parts, head = [self.parts[index] for index in back], self.words.text("answers.running_head")
        index_of = {id(part): index for part, index in zip(parts, back, strict=True)}
        # Where numbers come again, the answers of each section have its title.
        apart = repeated([part.numbers for part in parts])
        body.turn(self.book.page.openers or "any")
        start = body.count + 1
        for run in back_runs(self.book, parts, self.area, apart=apart):
            own = [index_of[id(part)] for part in run.parts]
            running = f"{head} · {run.parts[0].section.title}" if apart else head
            self._add_answers(body, run, running, [pages_of[i] for i in own], [answers_on[i] for i in own])
        return start

    def _back_chapter(self) -> list[Page]:
        back = self.book.techniques is not None and self.book.techniques.where == "back"
        back = back and all(page.name != "techniques" for page in self.book.back)
        return [*chapter_pages(self.book.look, self.worked, self.words, self.area)] if back else []

    def _key(self) -> Iterator[Page]:
        """The pages of the answer key, which has whole grids and names no pages: it may lie beside any edition of the book."""
        head = f"{self.words.text('answers.key_title')} · {self.book.details.title}"
        apart = repeated([part.numbers for part in self.parts])
        alike = [replace(part, answers=in_key(self.book, part, self.area)) for part in self.parts]
        # A key has no page before its first, which is on the right, as in a book.
        body = Body(BlankPage(look=self.book.look))
        for run in key_runs(self.book, alike, self.area, apart=apart):
            running = f"{head} · {run.parts[0].section.title}" if apart else head
            made = self.answers.printed(run, [[None] * len(part.puzzles) for part in run.parts], running)
            body.add_pages(made.pages, made.side)
        return body.pages()
