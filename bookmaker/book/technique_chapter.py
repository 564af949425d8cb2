"""The chapter of worked examples: each technique that the book's puzzles need, on a page of its own.

The example of a technique is the first place where the first puzzle that needs it does so; of a round with several instances, the
one that is told first. Singles share a page, for their pictures are small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker import language
from bookmaker.explain.pictures import gathered, picture
from bookmaker.explain.solution_path import Position, Told, told_step
from bookmaker.explain.step_words import Speaker
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import known
from bookmaker.grid.geometry import SYMBOLS
from bookmaker.grid.puzzle import Puzzle
from bookmaker.language import Catalogue
from bookmaker.techniques import CAGES, RELATIONS, SINGLES, TECHNIQUES, engine
from bookmaker.techniques.declare import Level, Technique
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.diagrams import Diagram, diagram_rows
from bookmaker.typeset.lines import scale_for
from bookmaker.typeset.pages import TextPage, text_pages
from bookmaker.typeset.text import Block, Writing


@dataclass(frozen=True, slots=True)
class Worked:
    """A technique and its example, from the puzzle of this number."""

    technique: Technique
    number: int
    told: Told


def worked_examples(puzzles: Sequence[GradedPuzzle], code: str) -> list[Worked]:
    """The example of each technique that the puzzles need, easiest first. ``puzzles`` are those of the book, in its order."""
    wanted: dict[int, list[str]] = {}
    met: set[str] = set()
    for index, stocked in enumerate(puzzles):
        new = [name for name in stocked.grade.techniques if name not in met]
        if new:
            wanted[index] = new
            met.update(new)
    found: dict[str, Worked] = {}
    for index, names in wanted.items():
        for technique, told in _first_steps(puzzles[index].puzzle, names, code):
            found[technique.name] = Worked(technique, index + 1, told)
    easiest_first = sorted((*SINGLES, *CAGES, *RELATIONS, *TECHNIQUES[len(SINGLES) :]), key=lambda t: t.level)
    return [found[technique.name] for technique in easiest_first if technique.name in found]


def _first_steps(puzzle: Puzzle, names: Sequence[str], code: str) -> Iterator[tuple[Technique, Told]]:
    techniques = known(puzzle)
    wanted = {technique.name: technique for technique in techniques if technique.name in names}
    speaker, position = Speaker(code, puzzle.geometry), Position.of(puzzle)
    way = engine.rounds(puzzle.geometry, puzzle.givens, techniques, cages=puzzle.cages)
    for number, steps in enumerate(way, 1):
        technique = wanted.pop(steps[0].technique, None)
        if technique is not None:
            yield technique, told_step(steps[0], number, position, speaker)
        if not wanted:
            return
        position = position.after(steps)


def chapter_pages(examples: Sequence[Worked], words: Catalogue, area: Box) -> list[TextPage]:
    """The pages of the chapter; ``words`` is the book's catalogue."""
    told = language.techniques(words.code)
    singles = [worked for worked in examples if _is_single(worked)]
    others = [worked for worked in examples if not _is_single(worked)]
    pages = [*text_pages(told.text("chapter.title"), _opening(singles, told, area), area)]
    for worked in others:
        pages += _page(worked, words, told, area)
    return pages


def _is_single(worked: Worked) -> bool:
    # The easy steps of cages that strike out candidates cannot be seen in a small picture without any.
    return worked.technique.level is Level.EASY and not worked.told.step.eliminations


def _opening(singles: Sequence[Worked], told: Catalogue, area: Box) -> list[Block]:
    blocks: list[Block] = [Writing(text) for text in told.paragraphs("chapter.intro")]
    if singles:
        heading = Writing(told.text("chapter.singles"), "heading", 12.0, before=14.0, keep_with_next=True)
        blocks.append(heading)
    for worked in singles:
        lead = f"{told.text(f'name.{worked.technique.name}')}."
        blocks += [Writing(text, lead=lead) for text in _text(worked, told)]
    diagrams = [
        Diagram(gathered([worked.told]), told.text(f"name.{worked.technique.name}"), _caption(worked, told))
        for worked in singles
    ]
    # Pictures are scaled with the text of a page; these are as wide as the page allows already.
    width = area[2] - area[0]
    blocks += diagram_rows(diagrams, width, 170.0 / scale_for(width))
    return blocks


def _page(worked: Worked, words: Catalogue, told: Catalogue, area: Box) -> list[TextPage]:
    """A page for one technique: as large a picture as leaves room for the words."""
    name = worked.technique.name
    level = Writing(words.text(f"level.{worked.technique.level}"), "text-italic", 10.0)
    text = [Writing(paragraph) for paragraph in _text(worked, told)]
    (row,) = diagram_rows([Diagram(picture(worked.told), "", _caption(worked, told))], area[2] - area[0])
    pages: list[TextPage] = []
    for share in _SHARES:
        diagram = replace(row, most=row.most * share, centred=True, across=1)
        pages = [*text_pages(told.text(f"name.{name}"), [level, *text, diagram], area)]
        if len(pages) == 1:
            break
    return pages


def _text(worked: Worked, told: Catalogue) -> list[str]:
    """How a technique works, with the sums of the grid that its example stands on."""
    size = worked.told.position.geometry.size
    return told.paragraphs(f"text.{worked.technique.name}", **sums_of(size))


def sums_of(size: int) -> dict[str, object]:
    """The numbers that the texts of the cages name: what a house makes, and the largest sum of three cells with its digits."""
    return {
        "whole": size * (size + 1) // 2,
        "three_most": 3 * size - 3,
        "low": SYMBOLS[size - 3],
        "middle": SYMBOLS[size - 2],
        "high": SYMBOLS[size - 1],
    }


_SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)


def _caption(worked: Worked, told: Catalogue) -> str:
    return told.text("chapter.example", number=worked.number, sentence=worked.told.printed)
