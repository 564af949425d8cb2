"""What the words of hints mean: how cells and grids are named, and the techniques that nothing else in a book explains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques import BY_NAME
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Paragraph, heading_of
from bookmaker.publishing.book.pages.dressing import symbols_of
from bookmaker.publishing.book.pages.technique_words import explanation, named_grids
from bookmaker.publishing.explain.step_words import with_nouns


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
