"""What the seeds of a book's puzzles hang on, besides the book's seed and their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.publishing.book.spec.spec_file import Section


def parts(sections: Sequence[Section]) -> list[int]:
    """What stands for each section in the seeds of its puzzles: it follows from the section's name, not from its place.

    So a section keeps its puzzles when another is put before it. Sections of one name are counted.
    """
    met: Counter[str] = Counter()
    found = []
    for section in sections:
        found.append(seed_for(text_seed(section.named), met[section.named]))
        met[section.named] += 1
    return found


EXAMPLE, MIXED, WORD = -1, -2, -3
"""In place of a section's index in a seed: for examples of rules and techniques, for a mixed order, for the line of a word."""
