"""Hints at the back of a book: for each puzzle one or two nudges, which say where to look and for what.

They come from the reader's path, which ``explain`` shows: the first step beyond singles, and the hardest; practice has steps of
the technique of its lesson. The path keeps to techniques no harder than the grade's hardest, which the book prints: a reader may
see others sooner, but does not need them. No choice looks at what a digit is, so that the same step is named if all digits of a
puzzle are exchanged: that is how little a hint gives away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.base.parallel import ordered_map
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, SINGLES
from bookmaker.logic.techniques.declare import Level, Step, Technique
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.printing.pages.columns import ColumnsPage, column_pages
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Paragraph, heading_of
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.slots import symbols_of
from bookmaker.publishing.book.pages.technique_chapter import explanation, named_grids
from bookmaker.publishing.explain.ideas.table import insight_of
from bookmaker.publishing.explain.position import Position, filled_by_singles
from bookmaker.publishing.explain.readers_path import Reading, readers_path
from bookmaker.publishing.explain.solution_path import place_to_look, question
from bookmaker.publishing.explain.step_words import Speaker, raised, with_nouns
from bookmaker.puzzles.grid.puzzle import Puzzle

# The words of hints explained: the names of cells and grids, and the techniques that nothing else in a book explains.


def introduction(words: Catalogue, puzzles: Sequence[GradedPuzzle], *, walls: bool = False) -> list[str]:
    """The paragraphs below the title of the hints: how cells are named, and the grids of each arrangement of several.

    ``walls``: whether some hint is for where no cell can be filled in, and does not say so itself.
    """
    terms = language.techniques_of(words)
    paragraphs = [*terms.paragraphs("hint.intro"), *([terms.text("hint.walls")] if walls else [])]
    return [*paragraphs, *named_grids(words, (stocked.puzzle.geometry for stocked in puzzles))]


def place_of(words: Catalogue, title: str, page: int | None) -> str:
    """A chapter or lesson as hints refer to it; ``page``: its number, None where that is not known yet."""
    if page is None:
        return title
    return language.techniques_of(words).text("hint.place", title=title, page=words.text("number.page", page=page))


def glossary(
    look: Style,
    words: Catalogue,
    named: Sequence[tuple[GradedPuzzle, Sequence[str]]],
    explained: Mapping[str, str],
    entry: Callable[[str, str], Paragraph],
) -> list[Block]:
    """The techniques that hints name, in a few lines each, but for those that other pages explain; easiest first.

    ``named``: each puzzle with the techniques of its hints. ``explained``: by technique, where the book explains it: see
    :func:`place_of`. ``entry`` sets a paragraph with its lead.
    """
    terms = language.techniques_of(words)
    needing: dict[str, list[GradedPuzzle]] = {}
    for stocked, techniques in named:
        for name in techniques:
            needing.setdefault(name, []).append(stocked)
    wanted = sorted((name for name in needing if name not in explained), key=lambda name: BY_NAME[name].level)
    key = "elsewhere" if wanted else "all_elsewhere"
    places = dict.fromkeys(explained[name] for name in explained if name in needing)
    separator = terms.text("list.separator")
    elsewhere: list[Block] = []
    if places:
        elsewhere = [entry("", terms.text(f"hint.{key}", places=separator.join(places)))]
    if not wanted:
        return elsewhere
    blocks: list[Block] = [heading_of(look, terms.text("hint.names")), entry("", terms.text("hint.terms"))]
    for name in wanted:
        texts = explanation(name, terms, [stocked.puzzle.geometry for stocked in needing[name]])
        text = " ".join(with_nouns(words, symbols_of(needing[name][0]), texts))
        blocks.append(entry(f"{terms.text(f'name.{name}')}.", text))
    return [*blocks, *elsewhere]


LEADS = ("first", "then", "hardest", "tight", "wall")
"""The keys of the words that lead a nudge."""

_SINGLES = frozenset(technique.name for technique in SINGLES)
_FULL_HOUSE, _NAKED_SINGLE = SINGLES[0].name, SINGLES[1].name


@dataclass(frozen=True, slots=True)
class _Moment:
    """A step of the reader's path that may be worth a hint.

    ``ways``: how many cells singles of any kind fill at this point; ``opens``: whether this step leads on at once.
    """

    step: Step
    position: Position
    ways: int
    opens: bool
    rank: int


@dataclass(frozen=True, slots=True)
class Nudges:
    """The nudges of a puzzle, in the order of its path, and the names of the techniques that they name.

    ``walls``: whether one of them is for where no cell can be filled in, which the introduction says once for all of these.
    ``place``: where the first of them is to be looked for, as a sentence.
    """

    said: tuple[str, ...]
    techniques: tuple[str, ...]
    walls: bool = False
    place: str = ""


REMEMBERED = 5000
"""Puzzles whose nudges are remembered: a change of the look asks for them again."""


def nudges(
    stocked: GradedPuzzle, count: int, words: str | Catalogue, lesson: str | None = None, *, asking: bool = False
) -> Nudges:
    """``count`` (1 or 2) nudges for a puzzle. One of a single step has one.

    ``lesson``: the technique that the puzzle is to practise. ``asking``: put singles as questions, and name no technique that has
    one.
    """
    return _nudges(stocked.puzzle, symbols_of(stocked), stocked.grade.hardest, count, words, lesson, asking)


def _nudges(
    puzzle: Puzzle,
    symbols: Symbols,
    hardest: str | None,
    count: int,
    words: str | Catalogue,
    lesson: str | None,
    asking: bool,
) -> Nudges:
    techniques = known(puzzle)
    speaker = Speaker(words, puzzle.geometry, symbols)
    rank = {technique.name: index for index, technique in enumerate(techniques)}
    path: list[_Moment] = []
    for step, position, _ in _graded_path(puzzle, techniques, {hardest, lesson}):
        if BY_NAME[step.technique].level is Level.BEYOND:
            found = _said(_chosen(path, 1, lesson), path, speaker, asking)
            return replace(found, said=(*found.said, _supposed(position, speaker))[:count])
        opens = _opens(step, position)
        path.append(_Moment(step, position, len(filled_by_singles(position)), opens, rank[step.technique]))
    return _said(_chosen(path, count, lesson), path, speaker, asking)


def _graded_path(puzzle: Puzzle, techniques: Sequence[Technique], named: Collection[str | None]) -> list[Reading]:
    """The reader's path with techniques no harder than the hardest of these; with all where these do not lead to the answer."""
    last = max((at for at, technique in enumerate(techniques) if technique.name in named), default=-1)
    path = list(readers_path(puzzle, techniques[: last + 1])) if last >= 0 else []
    solved = path and 0 not in path[-1].position.after([path[-1].step]).digits
    return path if solved else list(readers_path(puzzle, techniques))


def _chosen(path: Sequence[_Moment], count: int, lesson: str | None = None) -> list[_Moment]:
    """The steps that are named, in the order of the path."""
    hard = [one for one in path if one.step.technique not in _SINGLES]
    # Singles have no hardest one: it is hardest to find them where there are fewest. The last digit of a house is found anyway.
    narrow = [one for one in path if one.step.technique in _SINGLES and one.step.technique != _FULL_HOUSE]
    tight = sorted(narrow or path, key=lambda one: one.ways)
    practised = [one for one in path if one.step.technique == lesson]
    first = practised or hard or narrow or list(path)
    chosen = [one for one in first if one.opens][:1] or first[:1]
    if count > 1:
        # Two cells with one candidate each say less than one of them and a house where a digit has one place.
        naked = any(one.step.technique == _NAKED_SINGLE for one in chosen)
        hardest = sorted(hard, key=lambda one: (-one.rank, not one.opens))
        hardest = hardest or sorted(tight, key=lambda one: naked and one.step.technique == _NAKED_SINGLE)
        others = [one for one in (*practised, *hardest, *tight) if one not in chosen]
        # The same technique in the same house would be the same words twice.
        said = {(one.step.technique, one.step.houses) for one in chosen}
        chosen += [*(one for one in others if (one.step.technique, one.step.houses) not in said), *others][:1]
    return sorted(chosen, key=path.index)


def _said(chosen: Sequence[_Moment], path: Sequence[_Moment], speaker: Speaker, asking: bool) -> Nudges:
    found, named, before, walls, place = [], list[str](), None, False, ""
    for one in chosen:
        harder = before is not None and one.rank > before.rank and one.rank == max(other.rank for other in path)
        single = one.step.technique in _SINGLES
        if one is path[0]:
            key = "first"
        elif harder and not single:
            key = "hardest"
        elif before is not None and single == (before.step.technique in _SINGLES) and before is not path[0]:
            key = "then"
        else:
            # The easy techniques of clues and cages lead on like singles, also where their step only strikes out candidates.
            easy = BY_NAME[one.step.technique].level is Level.EASY
            key = "tight" if one.step.placements or easy else "wall" if before is None else "then"
        houses, cells = place_to_look(one.step, speaker.geometry)
        where, name = speaker.houses(houses) if houses else speaker.cells(cells), speaker.named(one.step, one.position)
        sentence = "hint.where_houses" if houses else "hint.where_cells"
        place = place or language.plain(speaker.words.text(sentence, houses=where, cells=where))
        if key == "wall":
            walls, where = True, raised(where)
        if single and asking:
            step = question(one.step, speaker)
            if len(chosen) == 1:
                # The only question needs no word for when it comes.
                return Nudges((raised(step),), (), place=place)
        else:
            step = speaker.words.text("hint.step", where=where, name=name)
            if insight_of(one.step, one.position) is None:
                named.append(one.step.technique)
        found.append(speaker.words.text(f"hint.{key}", step=step))
        before = one
    return Nudges(tuple(found), tuple(dict.fromkeys(named)), walls, place)


def _supposed(position: Position, speaker: Speaker) -> str:
    """The hint where no technique goes on: the cell in which to suppose a digit."""
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    cell = min(cells, key=lambda cell: (position.candidates[cell].bit_count(), cell))
    return speaker.words.text("hint.suppose", where=speaker.cells([cell]))


def _opens(step: Step, position: Position) -> bool:
    """Whether a step leaves some cell one candidate, or some digit one place in a house."""
    if step.placements:
        return True
    masks, geometry = list(position.candidates), position.geometry
    for cell, digit in step.eliminations:
        masks[cell] &= ~(1 << (digit - 1))
    for cell, digit in step.eliminations:
        if masks[cell].bit_count() == 1:
            return True
        for house in geometry.houses:
            if cell in house.cells and sum(masks[at] >> (digit - 1) & 1 for at in house.cells) == 1:
                return True
    return False


_known_nudges = lru_cache(REMEMBERED)(_nudges)


def all_nudges(
    puzzles: Sequence[tuple[GradedPuzzle, str | None]], count: int, words: Catalogue, jobs: int, *, asking: bool = False
) -> list[Nudges]:
    """The nudges of each puzzle, in order; the same for any number of ``jobs`` (threads).

    ``puzzles``: each with the technique of its lesson, if it is practice. ``asking``: as for :func:`nudges`.
    """

    def work(one: tuple[GradedPuzzle, str | None], _stop: Callable[[], bool]) -> Nudges:
        stocked, lesson = one
        return _known_nudges(stocked.puzzle, symbols_of(stocked), stocked.grade.hardest, count, words, lesson, asking)

    return list(ordered_map(work, puzzles, jobs))


def hint_lead(words: Catalogue, number: int, page: int) -> str:
    """The words in front of the hints of a puzzle: its number and its page."""
    fields = {
        "number": words.text("number.short", number=words.number(number)),
        "page": words.text("number.page", page=page),
    }
    return words.text("hints.lead", **fields)


def hints_on(pages: Sequence[Page], leads: Sequence[str]) -> list[int | None]:
    """For each hint, by the words in front of it, the index of the page on which it begins; None where there is none."""
    blocks = (
        (index, block.lead)
        for index, page in enumerate(pages)
        if isinstance(page, ColumnsPage)
        for column in page.columns
        for block in column
        if isinstance(block, Paragraph) and block.lead and not block.skip
    )
    found: list[int | None] = []
    for index, lead in blocks:
        # Numbers may begin anew with each section, so that only the order tells hints apart.
        if len(found) < len(leads) and lead == leads[len(found)]:
            found.append(index)
    return found + [None] * (len(leads) - len(found))


def hint_pages(
    look: Style,
    words: Catalogue,
    parts: Sequence[Answered],
    pages_of: Sequence[Sequence[int]],
    hints: Sequence[Nudges],
    area: Box,
    explained: Mapping[str, str] = MappingProxyType({}),
) -> list[ColumnsPage]:
    """The pages of hints. ``pages_of``: the pages of each section's puzzles; ``hints``: the nudges of all puzzles, in order.

    ``explained``: the techniques that other pages of the book explain, each with where.
    """
    title, measures = words.text("hints.title"), look.hints
    size = max(look.type.least_word, measures.size * look.scale_for(area[2] - area[0]))

    def entry(lead: str, text: str) -> Paragraph:
        return Paragraph(look, text, look.face("text"), size, size * measures.before, lead=lead)

    puzzles = [stocked for part in parts for stocked in part.puzzles]
    named = [(stocked, one.techniques) for stocked, one in zip(puzzles, hints, strict=True)]
    named_blocks, blocks = glossary(look, words, named, explained, entry), list[Block]()
    remaining = iter(hints)
    for part, pages in zip(parts, pages_of, strict=True):
        if len(parts) > 1:
            blocks.append(heading_of(look, part.section.title))
        for number, page in zip(part.numbers, pages, strict=True):
            blocks.append(entry(hint_lead(words, number, page), " ".join(next(remaining).said)))
    intro = introduction(words, puzzles, walls=any(one.walls for one in hints))
    gap = size * measures.gap
    made = [*column_pages(look, title, intro, [*named_blocks, *blocks], area, size * measures.column, gap)]
    if named_blocks:
        # Names explained across the page leave the hints narrower columns, which spares pages where hints are short.
        opening = [*column_pages(look, title, intro, named_blocks, area, area[2] - area[0], gap)]
        apart = [*opening, *column_pages(look, "", (), blocks, area, size * measures.narrow, gap)]
    else:
        apart = [*column_pages(look, title, intro, blocks, area, size * measures.narrow, gap)]
    made = apart if len(apart) < len(made) else made
    # The first bears the title.
    return [*made[:1], *(replace(page, head=title) for page in made[1:])]
