"""The puzzles on the how-to-play page: made for it, so that none of the book's own is given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.defaults import BOOK_SYMMETRY, DIFFICULTY
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, made_puzzle
from bookmaker.logic.generation.order import Order, level_named
from bookmaker.publishing.book.stock import EXAMPLE
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry

Kind = tuple[frozenset[str], int]
"""The rules of a grid and its size."""


def example(sections: Sequence[Sequence[GradedPuzzle]], seed: int, *, first: bool = False) -> GradedPuzzle:
    """An easy puzzle of the book's usual grid. ``seed`` is the book's; ``first``: of the grid that the book begins with.

    Usual is the kind that most puzzles have among those of the ground, size and boxes, that most puzzles have.
    """
    own = [stocked for section in sections for stocked in section]
    grounds = [_ground(stocked.puzzle.geometry) for stocked in own]
    usual = grounds[0] if first else max(dict.fromkeys(grounds), key=grounds.count)
    kinds = [_kind(stocked) for stocked, ground in zip(own, grounds, strict=True) if ground == usual]
    return _example(own, max(dict.fromkeys(kinds), key=kinds.count), seed_for(seed, EXAMPLE))


def further(sections: Sequence[Sequence[GradedPuzzle]], seed: int, usual: GradedPuzzle) -> Iterator[GradedPuzzle]:
    """One of each other kind whose rule is best shown: those with clues, and those of several grids. Then one of each that shades
    cells, draws lines or has regions of its own, for which the pages may have room; and of Killers.
    """
    own = [stocked for section in sections for stocked in section]
    shown = [stocked for stocked in own if stocked.puzzle.geometry.clued or stocked.puzzle.geometry.overlapping]
    shown += [stocked for stocked in own if stocked.puzzle.geometry.marks or stocked.puzzle.geometry.regions]
    shown += [stocked for stocked in own if stocked.puzzle.geometry.caged]
    for number, kind in enumerate(dict.fromkeys(_kind(stocked) for stocked in shown), 1):
        if kind != _kind(usual):
            yield _example(own, kind, seed_for(seed, EXAMPLE, number))


def _ground(one: Geometry) -> tuple[int, bool, bool, bool]:
    return one.size, one.boxed, bool(one.regions), one.overlapping


def _kind(stocked: GradedPuzzle) -> Kind:
    return stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size


def _example(own: Sequence[GradedPuzzle], kind: Kind, seed: int) -> GradedPuzzle:
    """An easy puzzle of a kind, else one of the easiest level that the book has of it; its own easiest as a last resort."""
    alike = [stocked for stocked in own if _kind(stocked) == kind]
    easiest = min(alike, key=lambda stocked: stocked.grade.score)
    for level in dict.fromkeys((DIFFICULTY, easiest.grade.level)):
        made = _made(*kind, level, seed)
        if made is not None:
            return made
    return easiest


@lru_cache(maxsize=128)
def _made(rules: frozenset[str], size: int, level: str, seed: int) -> GradedPuzzle | None:
    """Remembered, because a preview plans the same book again and again. None where there is no such puzzle."""
    try:
        return made_puzzle(Order(geometry(rules, size), level_named(level), BOOK_SYMMETRY), seed)
    except (UsageError, UnmetError):
        return None
