"""What is said of the smallest grids of a book: there are so few of them that most puzzles may be copies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.solve.canonical_form import least_image, likeness

_TINY = 4
"""Up to this size the puzzles of a book may be copies, turned or relabelled, but never cell by cell."""


def notes(sections: Sequence[Sequence[GradedPuzzle]]) -> Iterator[str]:
    """A note if most puzzles of the smallest grids are turned or relabelled copies of others in the book."""
    tiny = [item.puzzle for section in sections for item in section if item.puzzle.geometry.size <= _TINY]
    # Copies have one likeness: with many of these there are few copies, and nobody waits for the compiler of canonical forms.
    if not tiny or 2 * len(set(map(likeness, tiny))) > len(tiny):
        return
    different = len(set(map(least_image, tiny)))
    if 2 * different <= len(tiny):
        size = tiny[0].geometry.size
        note = f"the {len(tiny)} puzzles of {size}x{size} are copies of {different}, turned or relabelled"
        yield f"{note}: so small a grid has few others"
