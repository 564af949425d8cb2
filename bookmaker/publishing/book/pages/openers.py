"""What opens each section: a page, a lesson, a band above its first puzzles, or the running head alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bookmaker.base import language
from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques import SINGLES
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.step_picture import CandidatePicture, label_room, least_cell, legible
from bookmaker.printing.pages.frontmatter import OpenerPage, TeachingPage, opener_pages
from bookmaker.printing.pages.page_kinds import Band, BlankPage, Page, TextPage, text_pages, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagram, Diagrams, diagram_rows
from bookmaker.printing.text.images import ImageBlock
from bookmaker.printing.text.text_blocks import Block, Paragraph, RuledLines, UpsideDown, heading_of, text_of
from bookmaker.publishing.book.pages import front_matter as say
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.slots import motif_of, symbols_of
from bookmaker.publishing.book.pages.technique_chapter import Worked, legend, marks_in, named_grids, text_of_technique
from bookmaker.publishing.book.spec.cover_keys import NONE
from bookmaker.publishing.book.spec.section_keys import Section, groups
from bookmaker.publishing.explain.pictures import gathered, picture
from bookmaker.publishing.explain.step_words import with_nouns
from bookmaker.puzzles.grid.geometry import Geometry

# Lessons: the pages that teach a technique, with an example that is shown and another to try.
#
# The examples are puzzles made for the lesson, by the same order as its practice puzzles; none of them is a puzzle of the book.

SINGLE_NAMES = frozenset(technique.name for technique in SINGLES)


def lesson_pages(
    look: Style,
    lesson: Section,
    summary: str,
    intro: Sequence[Block],
    shown: Sequence[Worked],
    words: Catalogue,
    area: Box,
    before: Sequence[Worked],
) -> list[Page]:
    """The pages of a lesson. ``summary`` counts the puzzles after it, ``intro`` is the publisher's, ``shown`` are two examples.

    ``before``: the examples of the lessons before it. The first one explains the terms, and each the marks in its pictures and
    the grids of an arrangement that none before it had. The free space below the picture of the second page is ruled, for the
    reader's own words. Without examples, before the puzzles are made, there are as few pages as there can be: one to read, one
    to try.
    """
    if not shown:
        return [TextPage(look=look, title=title, blocks=()) for title in (lesson.title, "")]
    sentences = language.techniques_of(words)
    width, height = area[2] - area[0], area[3] - area[1]
    example, riddle = shown
    for one in shown:
        if not (legible(look, picture_of(one), width) and legible(look, _unmarked(one), width)):
            message = (
                f"the digits of its pictures would be smaller on this page than the {look.type.least:g}pt of the style"
            )
            raise SpecError(Fault(message, lesson.place("lesson"), "choose a larger trim, or another style"))
    symbols = example.explained.symbols
    summary = sentences.text("lesson.summary", number=1 + len(before) // len(shown), puzzles=summary)
    note = Paragraph(look, summary, look.face("text_italic"), look.writing.level, 0.0)
    texts: list[Block] = [note, *intro]
    known_marks = marks_in([picture_of(one) for one in before])
    new = legend([mark for mark in marks_in([picture_of(one) for one in shown]) if mark not in known_marks], sentences)
    guide = [] if before else [sentences.text("lesson.guide")]
    known_grids = named_grids(words, map(_ground, before))
    guide += [text for text in named_grids(words, map(_ground, shown)) if text not in known_grids]
    texts += [text_of(look, text) for text in with_nouns(words, symbols, guide)]
    texts += [text_of(look, text) for text in text_of_technique(example, sentences, words)]
    texts += [text_of(look, text) for text in with_nouns(words, symbols, [new]) if text]
    caption = _caption(look, example.explained.below)
    free = height - title_height(look, lesson.title, width, height)
    pages = text_pages(look, lesson.title, _fitted(look, picture_of(example), texts, [caption], width, free), area)
    answer = _caption(look, sentences.text("lesson.answer", step=riddle.explained.printed))
    task: list[Block] = [
        heading_of(look, sentences.text("lesson.try")),
        *(text_of(look, text) for text in with_nouns(words, symbols, [sentences.text("lesson.find")])),
    ]
    # It is set apart from the lines to write on.
    turned = UpsideDown(replace(answer, before=look.writing.heading_before))
    unmarked = _fitted(look, _unmarked(riddle), task, [turned], width, height)
    ruled = _ruled(look, unmarked, sentences.text("lesson.yours"), width, height)
    return [*pages, *text_pages(look, "", ruled, area)]


def _ruled(look: Style, blocks: Sequence[Block], title: str, width: float, height: float) -> list[Block]:
    """The blocks of a page, with lines to write on above the last of them as far as the page has room."""
    scale = look.scale_for(width)
    heading = replace(heading_of(look, title), before=look.writing.heading_before)
    for count in range(look.lessons.lines, 1, -1):
        lines = RuledLines(look, count)
        found = [*blocks[:-1], heading, lines, blocks[-1]]
        if _height(found, width, scale) <= height:
            return found
    return [*blocks]


def _height(blocks: Sequence[Block], width: float, scale: float) -> float:
    """The height of blocks that are set in a scale."""
    scaled = [block.scaled(scale) for block in blocks]
    return sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(scaled))


def _fitted(
    look: Style, drawn: CandidatePicture, above: Sequence[Block], below: Sequence[Block], width: float, height: float
) -> list[Block]:
    """Words above and below a picture that is as large as a page of this height has room for.

    Where there is no room for one that can be read, the words go on to another page.
    """
    scale = look.scale_for(width)
    most = look.lessons.most if any(drawn.candidates) else look.lessons.small
    (row,) = diagram_rows(look, [Diagram(drawn)], width, most)
    least = min(least_cell(look, drawn) * drawn.geometry.span, row.most)
    blocks: list[Block] = []
    for step in range(_STEPS, -1, -1):
        # Text pages make everything larger on wide pages; the picture has the right size already.
        side = least + (row.most - least) * step / _STEPS
        if blocks and not legible(look, drawn, _room_of(look, drawn, side)):
            break
        fitted: Diagrams = replace(row, most=side / scale, centred=True, across=1, keep_with_next=True)
        blocks = [*above, fitted, *below]
        if _height(blocks, width, scale) <= height:
            break
    return blocks


def _room_of(look: Style, drawn: CandidatePicture, side: float) -> float:
    """The width of an area that a grid of this side fills with its outline and its numbers."""
    return side + label_room(look, side / drawn.geometry.span) + look.grid.outline


_STEPS = 20
"""Sizes of pictures that are tried, from the largest to the least."""


def _caption(look: Style, text: str) -> Paragraph:
    return Paragraph(look, text, look.face("caption"), look.diagrams.text, look.writing.before)


def picture_of(worked: Worked) -> CandidatePicture:
    """The step of an example; of a single, with all that it rests on."""
    single = worked.technique.name in SINGLE_NAMES
    return gathered([worked.explained]) if single else picture(worked.explained)


def _ground(worked: Worked) -> Geometry:
    return worked.explained.position.geometry


def _unmarked(worked: Worked) -> CandidatePicture:
    """The position of an example without anything that shows the step."""
    drawn = replace(picture_of(worked), tiles=(), marks=(), struck=(), placed=(), links=(), outlines=())
    return replace(drawn, letters=(), rays=(), barred=(), lit=(), alone=False)


_RUN_ON = 0.82
"""The size of words of a section that shares its page, as a share of the usual."""
_TITLE = 0.7
"""The same of its title, and of the space below it."""

MOST_OPENED = 0.2
"""So much of a book may open sections without teaching anything, or be blank, before bands take the place of these pages."""


def bare_and_blank(pages: Sequence[Page]) -> tuple[int, int]:
    """How many pages open a section and teach nothing, and how many are blank."""
    openers = [page for page in pages if isinstance(page, OpenerPage) and not isinstance(page, TeachingPage)]
    bare = sum(not any(isinstance(block, Diagrams) for block in page.blocks) for page in openers)
    return bare, sum(isinstance(page, BlankPage) for page in pages)


def _pictured(leaves: Sequence[Sequence[Block]]) -> bool:
    """Whether an introduction has a picture of the user's own."""
    return any(isinstance(block, ImageBlock) for leaf in leaves for block in leaf)


class Openers:
    """The openers of all sections for one size of page. ``taught``: the examples of the lessons, by section.

    ``sparing``: bands in place of pages that teach nothing and show no picture of the user's own.
    """

    def __init__(
        self,
        book: Book,
        parts: Sequence[Answered],
        area: Box,
        taught: Mapping[int, Sequence[Worked]],
        examples: Sequence[GradedPuzzle] = (),
        *,
        sparing: bool = False,
    ) -> None:
        self.sparing = sparing
        self.book, self.parts, self.words, self.area, self.taught = book, parts, book.words, area, taught
        titled = [(part.puzzles, part.section.title) for part in parts]
        # One section that names its level below the title, and another that does not, would look like an omission.
        brief = all(say.names_level(book.words, *one) for one in titled)
        self.summaries = [say.section_summary(book.words, *one, brief=brief) for one in titled]
        puzzles = [stocked.puzzle for part in parts for stocked in part.puzzles]
        self._several_kinds = len({puzzle.geometry.kind for puzzle in puzzles}) > 1
        self._fields = own_pages.fields(book, len(puzzles))
        self._examples = {(one.puzzle.geometry.rules, one.puzzle.geometry.size): one for one in examples}
        self._teaching = {
            index: rules
            for index, rules in self._first_of_kinds()
            if self._teaching_page(index, self._intro(index)[0]).fits(area)
        }

    @property
    def rules_of(self) -> frozenset[frozenset[str]]:
        """The rules of the grids that openers teach: the front matter need not."""
        return frozenset(self._teaching.values())

    def _first_of_kinds(self) -> Iterator[tuple[int, frozenset[str]]]:
        """The sections whose pages teach a kind, with its rules: the first of each in a book of several kinds.

        A page with words or a picture of the user's own files stays as it is.
        """
        met: set[frozenset[str]] = set()
        sharing = {index for group in groups(self.book.sections) if len(group) > 1 for index in group}
        for index, part in enumerate(self.parts):
            if index in sharing:
                continue
            grounds = [stocked.puzzle.geometry for stocked in part.puzzles]
            rules, section = {ground.rules for ground in grounds}, part.section
            new = len(rules) == 1 and not rules <= met
            met |= rules
            plain = section.intro is None or (isinstance(section.intro, str) and section.intro != NONE)
            look = self.book.look
            if not (self._several_kinds and look.opener.where == "page" and look.voice == "adult" and plain and new):
                continue
            if index not in self.taught and say.rules_beside(self.words, grounds[0]):
                yield index, grounds[0].rules

    def band(self, index: int) -> Band | None:
        """What opens a section above its first puzzles; None where a page does, or the running head alone."""
        wanted, look = self.book.sections[index], self.book.look
        unnamed = wanted.prize is not None or (look.opener.where == "none" and look.head.where != "none")
        paged = look.opener.where == "page" and (not self.sparing or index in self._teaching)
        if paged or unnamed or index in self.taught:
            return None
        band, leaves = self._banded(index)
        if self.sparing and _pictured(leaves):
            return None
        fits = band.height(self.area) <= look.opener.band_most * (self.area[3] - self.area[1])
        return band if fits and len(leaves) < 2 else None

    def shared(self, index: int) -> Band:
        """The title and the words of a section that shares its page. Raises SpecError where its introduction has pages."""
        look = self.book.look
        band, leaves = self._banded(index, max(_RUN_ON, look.type.least_word / look.writing.size))
        if len(leaves) > 1:
            message = "its introduction has several pages, and the section shares one"
            raise SpecError(Fault(message, self.book.sections[index].place("intro"), "say it shorter"))
        page, writing, opener = look.page, look.writing, look.opener
        smaller = replace(
            look,
            page=replace(page, title_rule_drop=page.title_rule_drop * _TITLE),
            writing=replace(writing, title=writing.title * _TITLE, title_gap=writing.title_gap * _TITLE),
            opener=replace(opener, band_gap=opener.band_gap * _TITLE),
        )
        return replace(band, look=smaller)

    def _banded(self, index: int, smaller: float = 1.0) -> tuple[Band, list[tuple[Block, ...]]]:
        """The band of a section, with the first page of its introduction; and all of its pages. ``smaller``: its words."""
        wanted, look = self.book.sections[index], self.book.look
        scale = look.scale_for(self.area[2] - self.area[0]) * smaller
        text, leaves = self._intro(index)
        shown = tuple(block.scaled(scale) for block in (*self._texts(text), *(leaves[0] if leaves else ())))
        return Band(look, wanted.title, self.summaries[index], shown), leaves

    def pages(self, index: int, *, banded: bool) -> Sequence[Page]:
        """The pages that open a section, which has a band if ``banded``; none where that, or the running head, opens it."""
        wanted, look, summary = self.book.sections[index], self.book.look, self.summaries[index]
        text, blocks = self._intro(index)
        if wanted.prize is not None:
            # The page of its puzzle has its title.
            return []
        # A title that no running head shows, and no band, has a page.
        silent = look.opener.where == "none" and look.head.where != "none" and not text and not blocks
        if index not in self.taught and (silent or banded):
            return []
        if index in self._teaching:
            return [self._teaching_page(index, text)]
        if _pictured(blocks):
            # A picture of the user's own is the only one on its page.
            return opener_pages(look, wanted.title, summary, text, self.area, "", blocks)
        if index not in self.taught:
            symbols = symbols_of(self.parts[index].puzzles[0])
            shown = symbols if symbols.drawn else None
            motif = motif_of(self.parts[index].puzzles)
            return opener_pages(look, wanted.title, summary, text, self.area, str(index + 1), blocks, shown, motif)
        own = [*self._texts(text), *(block for leaf in blocks for block in leaf)]
        before = [one for other, shown in self.taught.items() if other < index for one in shown]
        return lesson_pages(look, wanted, summary, own, self.taught[index], self.words, self.area, before)

    def _teaching_page(self, index: int, text: str) -> TeachingPage:
        """The opener that teaches the kind of a section: an example with its answer, the rule, and how to begin."""
        wanted, look, words = self.book.sections[index], self.book.look, self.words
        first = self.parts[index].puzzles[0]
        ground = first.puzzle.geometry
        example = self._examples.get((ground.rules, ground.size), first)
        symbols = symbols_of(first)
        intro = self._texts(text) if wanted.intro else []
        rule = [
            heading_of(look, words.text("begin.rule")),
            *(text_of(look, one) for one in say.rules_beside(words, ground, symbols)),
        ]
        ways = say.ways_to_begin(words, ground, symbols)
        begin = [heading_of(look, words.text("begin.title"))]
        begin += [text_of(look, way, f"{number} ") for number, way in enumerate(ways, 1)]
        pair = say.pair_of(look, words, example)
        return TeachingPage(
            look=look,
            title=wanted.title,
            summary=self.summaries[index],
            lead=tuple(intro),
            pair=pair if pair.readable(self.area[2] - self.area[0]) else None,
            columns=(tuple(rule), tuple(begin)),
        )

    def _intro(self, index: int) -> tuple[str, list[tuple[Block, ...]]]:
        """The introduction of a section: a plain text, or blocks page by page."""
        wanted = self.book.sections[index]
        known = own_pages.section_fields(self.book, self._fields, wanted, self.parts[index].numbers)
        text, leaves = own_pages.intro(self.book, wanted, known, self.area)
        # A reader of several kinds of puzzles finds the rule of each where it begins.
        if wanted.intro == NONE:
            return "", []
        if wanted.intro is None and self.book.look.opener.where != "none" and self._several_kinds:
            text = "\n".join(say.section_rules(self.words, self.parts[index].puzzles))
        return text, [leaf.blocks for leaf in leaves]

    def _texts(self, text: str) -> list[Block]:
        """The paragraphs of a plain text."""
        return [text_of(self.book.look, paragraph) for paragraph in text.split("\n") if paragraph.strip()]
