"""The pages of worked examples: each technique that the book's puzzles need, with a picture beside or below its words.

A single says why it holds, and its picture tints the cells that bar all others; other patterns can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.logic.techniques.families import worded_as
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.step_picture import CandidatePicture, least_cell, legible, readable
from bookmaker.printing.grids.symbols import DIGITS
from bookmaker.printing.pages.page_kinds import TextPage, text_pages, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagram, Diagrams, TextWithDiagram, diagram_rows
from bookmaker.printing.text.flow import flow
from bookmaker.printing.text.text_blocks import Block, Paragraph, heading_of, text_of
from bookmaker.publishing.explain.pictures import gathered, parts, picture
from bookmaker.publishing.explain.solution_path import ExplainedStep
from bookmaker.publishing.explain.step_words import Speaker, with_nouns
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry

# The words beside a picture of a step: how its technique works, the meaning of marks in pictures, the names of grids.


@dataclass(frozen=True, slots=True)
class Worked:
    """A technique and its example."""

    technique: Technique
    explained: ExplainedStep


def is_single(worked: Worked) -> bool:
    """Whether its step is shown without candidates."""
    # The easy steps of cages that strike out candidates cannot be seen in a small picture without any.
    return worked.technique.level is Level.EASY and not worked.explained.step.eliminations


def picture_of(worked: Worked) -> CandidatePicture:
    """The step of an example, with all that it rests on."""
    return gathered([worked.explained]) if is_single(worked) else picture(worked.explained)


def marks_in(pictures: Sequence[CandidatePicture]) -> list[str]:
    """What pictures show whose meaning a reader has to know: keys under ``chapter.marks`` of the catalogues."""
    singles = [drawn for drawn in pictures if drawn.placed and not any(drawn.candidates)]
    tinted = [drawn for drawn in pictures if any(drawn.candidates) and not drawn.marks and not drawn.placed]
    present = {
        "candidates": any(any(drawn.candidates) for drawn in pictures),
        "pattern": any(drawn.marks and any(drawn.candidates) for drawn in pictures),
        "tinted": any(drawn.tiles for drawn in tinted),
        "taken": any(texture == "dark" for drawn in tinted for _, texture in drawn.tiles),
        "extra": any(shape == "square" for drawn in pictures for _, shape in drawn.marks),
        "linking": any(shape == "dashed" for drawn in pictures for _, shape in drawn.marks),
        "links": any(drawn.links for drawn in pictures),
        "struck": any(drawn.struck for drawn in pictures),
        "placed": any(drawn.placed for drawn in pictures),
        "barring": any(len(drawn.tiles) > len(drawn.placed) for drawn in singles),
        "alone": any(drawn.alone for drawn in pictures),
        "grids": any(drawn.among for drawn in pictures),
    }
    return [mark for mark, shown in present.items() if shown]


def legend(marks: Sequence[str], terms: Catalogue) -> str:
    """What these marks mean, a sentence for each."""
    return " ".join(terms.text(f"chapter.marks.{mark}") for mark in marks)


def named_grids(words: Catalogue, grounds: Iterable[Geometry]) -> list[str]:
    """A paragraph for each arrangement of several grids: how its cells and its grids are named. Other grids need none."""
    terms = language.techniques_of(words)
    several = dict.fromkeys(ground.ground for ground in grounds if ground.overlapping)
    named = dict.fromkeys(_grids(Speaker(words, ground)) for ground in several)
    return [terms.text("hint.grids", grids=grids) for grids in named]


def _grids(speaker: Speaker) -> str:
    """The letters of the grids of an arrangement, each with the first cell of its first row."""
    first = {
        house.grid: min(house.cells)
        for house in reversed(speaker.geometry.houses)
        if house.kind == "row" and house.grid
    }
    return speaker.listed([f"{grid}~{speaker.cells([first[grid]])}".replace("~", "\u00a0") for grid in sorted(first)])


def text_of_technique(worked: Worked, terms: Catalogue, words: Catalogue) -> list[str]:
    """How a technique works, with the sums of the grid of its example, and its consequence under its rules."""
    texts = explanation(worked.technique.name, terms, [worked.explained.position.geometry])
    return with_nouns(words, worked.explained.symbols, texts)


def told_once(examples: Sequence[Worked], terms: Catalogue, words: Catalogue) -> dict[str, list[str]]:
    """How each of these techniques works, by its name, as :func:`text_of_technique`.

    A paragraph that begins several of the texts is in the first of them only; the others name that technique instead. The end
    of a text stays: it says what follows from the pattern.
    """
    first: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    for worked in examples:
        own = text_of_technique(worked, terms, words)
        name = worked.technique.name
        before = [text for text in own[:-1] if text in first]
        above = dict.fromkeys(first[text] for text in before)
        said = [terms.text("chapter.above", name=terms.text(f"name.{one}")) for one in above]
        texts[name] = [*said, *(text for text in own if text not in before)]
        for text in own[:-1]:
            first.setdefault(text, name)
    return texts


_FEW = 2
"""Of more rules than these examples would say less than general words."""


def explanation(name: str, terms: Catalogue, grounds: Sequence[Geometry]) -> list[str]:
    """The paragraphs on a technique, with an example for the rules of the grids that need it; without where these are many.

    ``grounds``: one grid at least; the first one's sums are named.
    """
    keys = (f"example.{name}.{rule}" for ground in grounds for rule in sorted(ground.rules))
    examples = dict.fromkeys(terms.text(key) for key in keys if key in terms)
    example = " ".join(examples) if len(examples) <= _FEW else ""
    texts = terms.paragraphs(f"text.{worded_as(name)}", **sums_of(grounds[0].size), example=example)
    return [text.rstrip(" ") for text in texts]


def sums_of(size: int) -> dict[str, object]:
    """The numbers that the texts of the cages name: the sum of a house, and the largest sum of three cells with its digits."""
    return {
        "whole": size * (size + 1) // 2,
        "three_most": 3 * size - 3,
        "low": SYMBOLS[size - 3],
        "middle": SYMBOLS[size - 2],
        "high": SYMBOLS[size - 1],
    }


def shown_names(look: Style, examples: Sequence[Worked], area: Box) -> frozenset[str]:
    """The techniques that the chapter shows: those whose pictures can be read on a page with this area."""
    width = area[2] - area[0]
    return frozenset(one.technique.name for one in examples if _legible_parts(look, one, width))


def chapter_pages(look: Style, examples: Sequence[Worked], words: Catalogue, area: Box) -> list[TextPage]:
    """The pages of the chapter; ``words`` is the book's catalogue.

    A page has as many techniques as fit with legible pictures, which are then made as large as the page allows; the
    first of them follow the introduction if there is room. Those that need more than a page each follow one another without
    a new page. One whose digits would be smaller than the style's least type on this page is left out.
    """
    terms = language.techniques_of(words)
    width = area[2] - area[0]
    shown = [one for one in examples if _legible_parts(look, one, width)]
    texts = told_once(shown, terms, words)

    def pages(type_: _Type, *, parted: bool) -> tuple[list[TextPage], list[TextPage]]:
        """The pages, and those of techniques alone; ``parted``: with parts of grids where these save room."""
        introduction = _opening(look, shown, terms, words)
        if type_ == "small":
            introduction = [block.scaled(look.diagrams.narrow_type) for block in introduction]
        opening = [*text_pages(look, terms.text("chapter.title"), introduction, area)]
        dealt = _dealt(_Telling(look, words, terms, texts, width, not parted, type_), opening, shown, area)
        first = dealt[len(opening) - 1]
        alone = [replace(first, blocks=first.blocks[len(opening[-1].blocks) :]), *dealt[len(opening) :]]
        return dealt, alone

    whole, some = (pages("usual", parted=parted) for parted in (False, True))
    # Whole grids are better to find one's way in: parts of them have to save a page.
    parted = len(some[0]) < len(whole[0])
    usual, alone = some if parted else whole
    if len(_text_sizes(look, alone)) < 2:
        # A few lines that go on to another page are worse than words a little smaller.
        small, _ = pages("small", parted=parted)
        return small if len(small) < len(usual) else usual
    # Where words of some techniques only have a narrow column, type of two sizes would be side by side.
    wide, _ = pages("wide", parted=parted)
    return wide if len(wide) <= len(usual) else pages("small", parted=parted)[0]


_Type = Literal["usual", "wide", "small"]
"""Words are small in narrow columns; have no narrow columns; or are small everywhere."""


def _text_sizes(look: Style, pages: Sequence[TextPage]) -> set[float]:
    """The type sizes of the paragraphs on techniques."""
    face = text_of(look, "").face
    blocks = (block for page in pages for block in page.blocks)
    words = (one for block in blocks for one in (block.words if isinstance(block, TextWithDiagram) else (block,)))
    return {round(one.size, 2) for one in words if isinstance(one, Paragraph) and one.face is face}


def _dealt(speak: _Telling, opening: Sequence[TextPage], shown: Sequence[Worked], area: Box) -> list[TextPage]:
    """The introduction, and techniques from below it on."""
    look, pages = speak.look, [*opening]
    width, height = area[2] - area[0], area[3] - area[1]
    left = height - _height(pages[-1].blocks, width) - title_height(look, pages[-1].title, width, height)
    first = 0
    while first < len(shown) and speak.least([*shown[: first + 1]], under=True) <= left:
        first += 1
    if first:
        more = speak.largest(shown[:first], left, under=True)
        pages[-1] = replace(pages[-1], blocks=(*pages[-1].blocks, *more))
    group: list[Worked] = []
    long: list[Worked] = []
    for worked in shown[first:]:
        fits = speak.least([worked]) <= height
        if group and (not fits or speak.least([*group, worked]) > height):
            pages.append(TextPage(look=look, title="", blocks=tuple(speak.largest(group, height))))
            group = []
        if long and fits:
            pages += speak.running(long, height)
            long = []
        (group if fits else long).append(worked)
    if group:
        pages.append(TextPage(look=look, title="", blocks=tuple(speak.largest(group, height))))
    return pages + speak.running(long, height)


def _legible_parts(look: Style, worked: Worked, width: float) -> list[CandidatePicture]:
    """The picture of a technique, and parts of it, that can be read in an area of this width, the largest first.

    These are as wide as the grid, so that pictures on a page are of one width; others only where nothing else can be read.
    """
    found = [part for part in parts(picture_of(worked)) if legible(look, part, width)]
    return [part for part in found if part.shown.wide == found[0].shown.wide]


def _opening(look: Style, shown: Sequence[Worked], terms: Catalogue, words: Catalogue) -> list[Block]:
    # Where examples differ in their symbols, the introduction speaks of digits.
    nouns = {worked.explained.symbols.noun: worked.explained.symbols for worked in shown}
    symbols = next(iter(nouns.values())) if len(nouns) == 1 else DIGITS
    marks = legend(marks_in([picture_of(worked) for worked in shown]), terms)
    grids = named_grids(words, (worked.explained.position.geometry for worked in shown))
    texts = [*terms.paragraphs("chapter.intro"), *grids, marks]
    return [text_of(look, text) for text in with_nouns(words, symbols, texts) if text]


_STEPS = 20
"""Sizes of pictures that are tried, from the largest to the least."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """Sets techniques on pages of one width, in points. ``whole``: with whole grids where these can be read. ``type_``: how
    large words are.

    ``texts``: the paragraphs on each technique, by its name.
    """

    look: Style
    words: Catalogue
    terms: Catalogue
    texts: Mapping[str, Sequence[str]]
    width: float
    whole: bool
    type_: _Type

    def least(self, group: Sequence[Worked], *, under: bool = False) -> float:
        """The least height of these techniques; ``under``: of those that are below something else."""
        tight = not under and len(group) == 1
        blocks = self._parts(group, 0.0, under=under, tight=tight, whole=self.whole)
        return _height(blocks, self.width) + under * blocks[0].before

    def largest(self, group: Sequence[Worked], height: float, *, under: bool = False) -> list[Block]:
        """The blocks of these techniques, their pictures as large as leaves room for the words.

        Of grids only parts are shown where the page has no room for whole ones.
        """
        ways = [(whole, tight) for tight in (False, True) for whole in ((True,) if self.whole else (True, False))]
        for whole, tight in ways:
            for share in range(_STEPS, -1, -1):
                blocks = self._parts(group, share / _STEPS, under=under, tight=tight, whole=whole)
                if _height(blocks, self.width) + under * blocks[0].before <= height:
                    return blocks
        return blocks

    def running(self, group: Sequence[Worked], height: float) -> list[TextPage]:
        """Pages of techniques that need more than a page each, one behind the other."""
        blocks: list[Block] = []
        for worked in group:
            own = self._parts([worked], 0.0, under=bool(blocks), whole=self.whole)
            # Words beside a picture are never split.
            if any(isinstance(block, TextWithDiagram) and block.height(self.width) > height for block in own):
                own = self._parts([worked], 0.0, under=bool(blocks), whole=self.whole, apart=True)
            row = own[-2] if len(own) > 1 else None
            if isinstance(row, Diagrams) and _height(own[-2:], self.width) > height:
                # A picture that takes a page of its own leaves no room for the step below it.
                own = [*own[:-2], own[-1], replace(row, keep_with_next=False)]
            blocks += own
        pages = flow(blocks, self.width, height) if blocks else []
        return [TextPage(look=self.look, title="", blocks=tuple(page)) for page in pages]

    def _parts(
        self,
        group: Sequence[Worked],
        share: float,
        *,
        under: bool = False,
        tight: bool = False,
        whole: bool = False,
        apart: bool = False,
    ) -> list[Block]:
        """The blocks of these techniques; ``share`` 0 has the least legible pictures, 1 the largest of the style.

        Where several share a page, words go beside a picture in a narrow column, too. ``tight``: words above a picture are
        as small as those in a narrow column, and a picture of one digit as small as several that share a page. ``whole``: no
        picture shows a part where the whole grid can be read. ``apart``: words stand above a picture, however wide the page.
        """
        blocks: list[Block] = []
        shared = (len(group) > 1 or under) and self.type_ != "wide"
        column = self.look.diagrams.narrow if shared else self.look.diagrams.beside
        column = inf if apart else column
        for worked in group:
            above = self.look.writing.heading_before * _BETWEEN if blocks or under else 0.0
            drawn = _legible_parts(self.look, worked, self.width)
            ways = [
                self._one(worked, part, share, above, column, tight=tight) for part in drawn[: 1 if whole else None]
            ]
            # Of parts that take the same height the largest.
            heights = [round(_height(found, self.width)) for found in ways]
            blocks += ways[heights.index(min(heights))]
        return blocks

    def _one(
        self, worked: Worked, drawn: CandidatePicture, share: float, above: float, column: float, *, tight: bool
    ) -> list[Block]:
        """The blocks of one technique with this picture; ``column``: the least room in points for words beside it."""
        look, words, terms, width = self.look, self.words, self.terms, self.width
        measures, scale = look.diagrams, look.scale_for(width)
        name, level = terms.text(f"name.{worked.technique.name}"), words.text(f"level.{worked.technique.level}")
        heading = replace(heading_of(look, name), before=above)
        note = Paragraph(look, level, look.face("text_italic"), look.writing.level, 0.0, keep_with_next=True)
        (row,) = diagram_rows(look, [Diagram(drawn)], width)
        least = min(_least_side(look, worked, drawn, shared=column < measures.beside, tight=tight), row.most)
        # Everything is made larger on wide pages in the end; the pictures have the right size already.
        most = (least + share * (row.most - least)) / scale
        row = replace(row, most=most, centred=True, across=1)
        texts = [text_of(look, paragraph) for paragraph in self.texts[worked.technique.name]]
        below, size = _caption(worked), measures.text
        if tight:
            # Steps of a chain have a line each; where that takes another page, they follow one another.
            below, size = below.replace("\n", " "), max(look.type.least_word, size * measures.narrow_type)
        caption = Paragraph(look, below, look.face("caption"), size, look.writing.before)
        room = width - row.scaled(scale).across_room(width) - measures.gap
        narrow = self.type_ != "wide" and room < measures.beside and (room >= column or tight)
        if self.type_ == "small" or narrow:
            texts = [text.scaled(measures.narrow_type) for text in texts]
        blocks: list[Block]
        if room >= column:
            row = replace(row, centred=False)
            blocks = [TextWithDiagram(look, (heading, note, *texts, caption), row, heading.before)]
        else:
            blocks = [heading, note, *texts, replace(row, keep_with_next=True), caption]
        return [block.scaled(scale) for block in blocks]


def _least_side(look: Style, worked: Worked, drawn: CandidatePicture, *, shared: bool, tight: bool) -> float:
    """The least side of a technique's grid in points."""
    size = drawn.geometry.span
    if is_single(worked):
        # One that leaves its words no room on a page of its own may be as small as its digits can be read.
        digits = look.type.least * look.face("answer_given").digit_height()
        read = max(least_cell(look, drawn), digits / look.grid.digit_in_text, 2 * digits / look.candidates.placed)
        return read * size if tight else max(look.diagrams.small, least_cell(look, drawn) * size)
    whole = least_cell(look, picture(worked.explained))
    if tight and drawn.alone:
        return min(whole * size, max(look.diagrams.small, whole * size * _ALONE))
    # A picture of one digit could be smaller, and would look lost beside the others.
    squeezed = whole * look.diagrams.squeeze
    return size * (squeezed if shared and readable(look, drawn, squeezed) else whole)


_ALONE = 0.7
"""The least size of a picture of one digit, as a share of that of one of all candidates."""


_BETWEEN = 1.6
"""Space above a technique that follows another on a page, as a multiple of that above a heading."""


def _height(blocks: Sequence[Block], width: float) -> float:
    return sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(blocks))


def _caption(worked: Worked) -> str:
    return worked.explained.below
