"""The way to the answer on pages: one picture for rounds of singles, one for easy steps of a round that only strike out
candidates (those of the cages), and one for each other step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.grids.step_picture import CandidatePicture, least_cell
from bookmaker.printing.pages.page_kinds import Page, content_area, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagram, Diagrams, diagram_rows
from bookmaker.printing.text.text_blocks import Block, Paragraph
from bookmaker.publishing.book.pages.technique_chapter import named_grids
from bookmaker.publishing.documents.sheets import loose_setup
from bookmaker.publishing.explain.pictures import gathered, picture, struck_together
from bookmaker.publishing.explain.solution_path import NOTATION, ExplainedStep, Explanation, at_once, level_of
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.rules.cages import cage_marks


def explanation_pages(explained: Explanation, trim: tuple[float, float]) -> list[Page]:
    """The pages of one puzzle: the puzzle itself, then the way step by step, and how it ended."""
    words = explained.speaker.words
    start = CandidatePicture(
        explained.puzzle.geometry,
        explained.puzzle.givens,
        (0,) * len(explained.puzzle.givens),
        frozenset(cell for cell, digit in enumerate(explained.puzzle.givens) if digit),
        cages=cage_marks(explained.puzzle),
    )
    # Steps name the boxes of several grids by the letters of these.
    said = named_grids(words, [start.geometry])
    if any(map(at_once, explained.rounds)) and explained.steps[0].register != NOTATION:
        said.append(words.text("path.at_once"))
    grids = " ".join(said)
    diagrams = [Diagram(start, explained.puzzle.name or words.text("path.start"), grids)]
    diagrams += _diagrams(explained.rounds, explained.speaker)
    return _pages(words.text("path.title"), diagrams, explained.summary, trim)


def hint_pages(explained: ExplainedStep, speaker: Speaker, trim: tuple[float, float]) -> list[Page]:
    """The page of one step."""
    diagram = Diagram(picture(explained), explained.name, _sentences([explained]))
    grids = " ".join(named_grids(speaker.words, [speaker.geometry]))
    return _pages(speaker.words.text("hint.title"), [diagram], grids, trim)


def _pages(title: str, diagrams: Sequence[Diagram], ending: str, trim: tuple[float, float]) -> list[Page]:
    look = style.find()
    area = content_area(look, loose_setup(trim).live(0, 1))
    width = area[2] - area[0]
    # Text pages set everything larger on wide pages; a paragraph across the whole page must not grow with it.
    high = area[3] - area[1]
    blocks: list[Block] = [_halved(look, row, width, high) for row in diagram_rows(look, diagrams, width)]
    if ending:
        sizes = look.writing
        size = sizes.size / look.scale_for(width)
        blocks.append(Paragraph(look, ending, look.face("text"), size, sizes.ending_before))
    return [*text_pages(look, title, blocks, area)]


def _halved(look: Style, row: Diagrams, width: float, height: float) -> Diagrams:
    """A row so small that a page of this width and height has room for two, where its pictures can still be read."""
    scale = look.scale_for(width)
    large = row.scaled(scale)
    small = large.fitted(width, height / 2 - large.before)
    least = max(least_cell(look, one.picture) * one.picture.geometry.span for one in row.row)
    return replace(row, most=small.most / scale) if small.most < large.most and small.most >= least else row


def _diagrams(rounds: Sequence[Sequence[ExplainedStep]], speaker: Speaker) -> Iterator[Diagram]:
    number = 0
    singles: list[ExplainedStep] = []
    noted = False
    for steps in [*rounds, ()]:
        is_easy = bool(steps) and level_of(steps[0]) is Level.EASY
        is_singles = is_easy and not any(explained.step.eliminations for explained in steps)
        # Rounds of few singles share one paragraph; its words give their order.
        if singles and (not is_singles or len(singles) + len(steps) > speaker.geometry.size):
            yield _of_singles(singles, number, speaker)
            number += len(singles)
            singles = []
        if is_singles:
            singles += steps
            continue
        share = speaker.geometry.size if is_easy else 1
        for start in range(0, len(steps), share):
            shown = steps[start : start + share]
            heading = speaker.words.text("path.step", number=_span(number, len(shown)), name=shown[0].name)
            drawn = picture(shown[0]) if len(shown) == 1 else struck_together(shown)
            text = _sentences(shown)
            if shown[0].noted and not noted:
                noted = True
                text = f"{speaker.words.plural('path.notes', shown[0].position.digits.count(0))} {text}"
            yield Diagram(drawn, heading, text)
            number += len(shown)


def _of_singles(steps: Sequence[ExplainedStep], before: int, speaker: Speaker) -> Diagram:
    names = {explained.name for explained in steps}
    name = steps[0].name if len(names) == 1 else speaker.words.text("chapter.singles")
    heading = speaker.words.text("path.step", number=_span(before, len(steps)), name=name)
    text = _placed(steps, speaker) if steps[0].register == NOTATION else _sentences(steps)
    return Diagram(gathered(steps), heading, text)


def _span(before: int, count: int) -> str:
    return f"{before + 1}" if count == 1 else f"{before + 1}–{before + count}"


def _placed(steps: Sequence[ExplainedStep], speaker: Speaker) -> str:
    ground = speaker.geometry
    placed = [spot for explained in steps for spot in explained.step.placements]
    said = [
        speaker.words.text("path.placed", cell=cell_name(cell, ground), digit=SYMBOLS[digit - 1])
        for cell, digit in placed
    ]
    return ", ".join(said)


def _sentences(steps: Sequence[ExplainedStep]) -> str:
    """Steps below one picture: each a sentence, or its notation."""
    if steps[0].register == NOTATION:
        return "; ".join(explained.notation for explained in steps)
    return " ".join(f"{explained.printed}." for explained in steps)
