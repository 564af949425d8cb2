"""What the words of hints mean: how cells and grids are named, and the techniques that nothing else in a book explains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bookmaker import language
from bookmaker.book.dressing import symbols_of
from bookmaker.book.technique_words import sums_of
from bookmaker.explain.nouns import about
from bookmaker.explain.step_words import Speaker
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grid.geometry import cell_name
from bookmaker.language import Catalogue
from bookmaker.techniques import BY_NAME
from bookmaker.typeset.style import Style
from bookmaker.typeset.text import Block, Writing, heading_of


def introduction(words: Catalogue, puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The paragraphs below the title of the hints: how cells are named, and the grids of each arrangement of several."""
    terms = language.techniques_of(words)
    several = dict.fromkeys(
        stocked.puzzle.geometry.ground for stocked in puzzles if stocked.puzzle.geometry.overlapping
    )
    named = dict.fromkeys(_grids(Speaker(words, ground)) for ground in several)
    return [*terms.paragraphs("hint.intro"), *(terms.text("hint.grids", grids=grids) for grids in named)]


def _grids(speaker: Speaker) -> str:
    """The letters of the grids of an arrangement, each with the first cell of its first row."""
    first = {
        house.grid: min(house.cells)
        for house in reversed(speaker.geometry.houses)
        if house.kind == "row" and house.grid
    }
    return speaker.listed(
        [f"{grid}~{cell_name(first[grid], speaker.geometry)}".replace("~", "\u00a0") for grid in sorted(first)]
    )


def glossary(
    look: Style,
    words: Catalogue,
    named: Sequence[tuple[GradedPuzzle, Sequence[str]]],
    explained: Collection[str],
    entry: Callable[[str, str], Writing],
) -> list[Block]:
    """The techniques that hints name, in a few lines each, but for those that other pages explain; easiest first.

    ``named``: each puzzle with the techniques of its hints. ``entry`` sets a paragraph with its lead.
    """
    terms = language.techniques_of(words)
    first: dict[str, GradedPuzzle] = {}
    for stocked, techniques in named:
        for name in techniques:
            first.setdefault(name, stocked)
    wanted = sorted((name for name in first if name not in explained), key=lambda name: BY_NAME[name].level)
    key = "elsewhere" if wanted else "all_elsewhere"
    elsewhere: list[Block] = [entry("", terms.text(f"hint.{key}"))] if len(wanted) < len(first) else []
    if not wanted:
        return elsewhere
    blocks: list[Block] = [heading_of(look, terms.text("hint.names")), entry("", terms.text("hint.terms"))]
    for name in wanted:
        stocked = first[name]
        texts = terms.paragraphs(f"text.{name}", **sums_of(stocked.puzzle.geometry.size))
        text = " ".join(about(words, symbols_of(stocked), texts))
        blocks.append(entry(f"{terms.text(f'name.{name}')}.", text))
    return [*blocks, *elsewhere]
