"""What the words of hints mean: how cells and grids are named, and the techniques that nothing else in a book explains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bookmaker import language
from bookmaker.book.dressing import symbols_of
from bookmaker.book.technique_words import named_grids, sums_of
from bookmaker.explain.nouns import about
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.language import Catalogue
from bookmaker.techniques import BY_NAME
from bookmaker.typeset.style import Style
from bookmaker.typeset.text import Block, Writing, heading_of


def introduction(words: Catalogue, puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The paragraphs below the title of the hints: how cells are named, and the grids of each arrangement of several."""
    paragraphs = language.techniques_of(words).paragraphs("hint.intro")
    return [*paragraphs, *named_grids(words, (stocked.puzzle.geometry for stocked in puzzles))]


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
