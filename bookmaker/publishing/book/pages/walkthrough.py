"""The way to the answer on pages: one picture for rounds of singles, one for easy steps of a round that only strike out
candidates (those of the cages), and one for each other step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.step_picture import CandidatePicture, least_cell
from bookmaker.printing.pages.page_kinds import TextPage, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagram, Diagrams, TextWithDiagram, diagram_rows
from bookmaker.printing.text.text_blocks import Block, Paragraph
from bookmaker.publishing.book.pages.technique_chapter import named_grids
from bookmaker.publishing.explain.chain_words import letter
from bookmaker.publishing.explain.pictures import gathered, parts, picture, struck_together
from bookmaker.publishing.explain.solution_path import NOTATION, ExplainedStep, Explanation, at_once, level_of
from bookmaker.publishing.explain.step_words import Speaker, raised
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.rules.cages import cage_marks


def explanation_pages(
    explained: Explanation, look: Style, area: Box, title: str = "", intro: Sequence[str] = ()
) -> list[TextPage]:
    """The pages of one puzzle: the puzzle itself, then the way step by step, and how it ended.

    ``title``: that of the first page, "" for the usual one; ``intro``: the first words beside the puzzle.
    """
    words = explained.speaker.words
    start = CandidatePicture(
        explained.puzzle.geometry,
        explained.puzzle.givens,
        (0,) * len(explained.puzzle.givens),
        frozenset(cell for cell, digit in enumerate(explained.puzzle.givens) if digit),
        cages=cage_marks(explained.puzzle),
        symbols=explained.speaker.symbols,
    )
    # Steps name the boxes of several grids by the letters of these.
    said = [*intro, *named_grids(words, [start.geometry])]
    if any(map(at_once, explained.rounds)) and explained.steps[0].register != NOTATION:
        said.append(words.text("path.at_once"))
    grids = " ".join(said)
    diagrams = [Diagram(start, explained.puzzle.name or words.text("path.start"), grids)]
    diagrams += _diagrams(explained.rounds, explained.speaker)
    return _pages(title or words.text("path.title"), diagrams, explained.summary, look, area)


def hint_pages(explained: ExplainedStep, speaker: Speaker, look: Style, area: Box) -> list[TextPage]:
    """The page of one step."""
    diagram = Diagram(picture(explained), explained.name, _sentences([explained]))
    grids = " ".join(named_grids(speaker.words, [speaker.geometry]))
    return _pages(speaker.words.text("hint.title"), [diagram], grids, look, area)


def _pages(title: str, diagrams: Sequence[Diagram], ending: str, look: Style, area: Box) -> list[TextPage]:
    """Pages with as many rows as can be read, each row as large as the page then allows."""
    width, height = area[2] - area[0], area[3] - area[1]
    rows = [*_rows(look, diagrams, width, height)]
    if ending:
        sizes = look.writing
        # Text pages set everything larger on wide pages; a paragraph across the whole page must not grow with it.
        rows.append(_Row(Paragraph(look, ending, look.face("text"), sizes.size, sizes.ending_before)))
    pages: list[TextPage] = []
    group: list[_Row] = []

    def close(group: Sequence[_Row]) -> None:
        room = height - (0.0 if pages else title_height(look, title, width, height))
        blocks = next(
            found
            for step in range(_STEPS, -1, -1)
            for found in [[row.sized(step / _STEPS) for row in group]]
            if not step or _height(found, width) <= room
        )
        pages.append(TextPage(look=look, title="" if pages else title, blocks=tuple(blocks)))

    for row in rows:
        room = height - (0.0 if pages else title_height(look, title, width, height))
        if group and _height([one.sized(0.0) for one in (*group, row)], width) > room:
            # The last words do not stand on a page by themselves.
            kept = -1 if isinstance(row.block, Paragraph) and len(group) > 1 else len(group)
            close(group[:kept])
            group = group[kept:]
        group.append(row)
    close(group)
    return pages


_STEPS = 16
"""Sizes of the pictures of a page that are tried, from the largest to the least."""


def _height(blocks: Sequence[Block], width: float) -> float:
    return sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(blocks))


@dataclass(frozen=True, slots=True)
class _Row:
    """A block of a page. ``least`` and ``most``: the sides of its pictures in points; 0 for one without."""

    block: Block
    least: float = 0.0
    most: float = 0.0

    def sized(self, share: float) -> Block:
        """The block with its pictures as large as a share of the way from the least to the largest."""
        side = self.least + share * (self.most - self.least)
        if isinstance(self.block, TextWithDiagram):
            return replace(self.block, picture=replace(self.block.picture, most=side))
        return replace(self.block, most=side) if isinstance(self.block, Diagrams) else self.block


def _rows(look: Style, diagrams: Sequence[Diagram], width: float, height: float) -> Iterator[_Row]:
    """Diagrams as rows: singles with their words beside them, others side by side, or alone with the words below."""
    scale = look.scale_for(width)
    for row in _dealt(look, [_shown(look, one, height) for one in diagrams], width):
        (first, *more) = row.row
        row = row.scaled(scale)
        least = max(_least(look, one.picture) for one in row.row)
        most = replace(row, most=width).side(width)
        if not more and not any(first.picture.candidates):
            font, bold, size = look.face("caption"), look.face("caption_bold"), look.diagrams.text
            words = [Paragraph(look, first.heading, bold, size, 0.0), Paragraph(look, first.text, font, size, size / 2)]
            alone = Diagrams(look, (Diagram(first.picture),), 1, most)
            beside = TextWithDiagram(look, tuple(one for one in words if one.text), alone, row.before)
            least = max(least, look.diagrams.small * _SMALL)
            yield _Row(beside, least, max(least, min(most, _HALF * width)))
            continue
        lines = first.text.split("\n")
        kept = len(lines)
        while not more and kept > 1 and _with(row, lines[:kept], least).height(width) > height:
            kept -= 1
        # A chain that no page has room for beside its picture goes on below.
        yield _Row(_with(row, lines[:kept], row.most) if kept < len(lines) else row, least, most)
        if kept < len(lines):
            size = max(look.type.least_word, look.diagrams.text * scale)
            yield _Row(Paragraph(look, "\n".join(lines[kept:]), look.face("caption"), size, 0.0))


def _least(look: Style, picture: CandidatePicture) -> float:
    """The least side of a grid in points; one with the candidates of one digit can be smaller than one with all."""
    side = least_cell(look, picture) * picture.geometry.span
    return max(_SMALL * look.diagrams.small, _ALONE * side) if picture.alone else side


def _shown(look: Style, diagram: Diagram, height: float) -> Diagram:
    """A diagram, or the bands of it that matter, where two of the whole would not go on a page of this height."""
    drawn = diagram.picture
    if not any(drawn.candidates) or _least(look, drawn) < _TWO * height:
        return diagram
    some = (part for part in parts(drawn) if part.shown.high < drawn.shown.high)
    return replace(diagram, picture=next(some, drawn))


_TWO = 0.4
"""The most of the height of a page that the grid of a picture may take where two are to go there."""

_SMALL, _HALF, _ALONE = 0.8, 0.5, 0.75
"""The least size of a picture of singles, as a share of that of a small one; its largest, as a share of the page's width; and the
least size of a picture of one digit, as a share of that of all.
"""


def _with(row: Diagrams, lines: Sequence[str], most: float) -> Diagrams:
    """A row of one diagram with these lines below it."""
    return replace(row, row=(replace(row.row[0], text="\n".join(lines)),), most=most)


def _dealt(look: Style, diagrams: Sequence[Diagram], width: float) -> Iterator[Diagrams]:
    """Diagrams in rows; those without candidates alone, for their words stand beside them."""
    waiting: list[Diagram] = []
    for diagram in diagrams:
        if any(diagram.picture.candidates):
            waiting.append(diagram)
            continue
        yield from diagram_rows(look, waiting, width)
        waiting = []
        yield from diagram_rows(look, [diagram], width)
    yield from diagram_rows(look, waiting, width)


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
    """Steps below one picture: each a sentence, or its notation. Several that place digits have the letters of the picture."""
    if steps[0].register == NOTATION:
        return "; ".join(explained.notation for explained in steps)
    if len(steps) > 1 and not any(explained.step.eliminations for explained in steps):
        return "\n".join(f"({letter(index)}) {raised(explained.below)}" for index, explained in enumerate(steps))
    return " ".join(explained.below for explained in steps)
