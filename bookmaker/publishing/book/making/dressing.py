"""The puzzles of a book in the symbols of their sections."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.base.errors import Place
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.pages.slots import in_letters, in_symbols
from bookmaker.publishing.book.spec.section_keys import WORD, Section, parts
from bookmaker.publishing.book.spec.spec_file import Spec


def dressed(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]]) -> list[list[GradedPuzzle]]:
    """The puzzles of a book in the symbols of their sections. Raises SpecError for a puzzle that cannot have them."""
    return [
        dressed_in(spec, section, puzzles, part)
        for part, section, puzzles in zip(parts(spec.sections), spec.sections, sections, strict=True)
    ]


def dressed_in(spec: Spec, section: Section, puzzles: Sequence[GradedPuzzle], part: int) -> list[GradedPuzzle]:
    """Puzzles in the symbols of their section; ``part``: of :func:`bookmaker.publishing.book.spec.section_keys.parts`."""
    wish = section.symbols or spec.design.symbols
    if wish is None:
        return [in_letters(stocked) for stocked in puzzles]
    place = section_place(spec, section)
    return [
        in_symbols(stocked, wish, spec.catalogue, place, seed_for(spec.seed, part, index, WORD))
        for index, stocked in enumerate(puzzles)
    ]


def section_place(spec: Spec, section: Section) -> Place:
    """The place of a section's symbols in the spec."""
    return section.place("symbols") if section.symbols else spec.design.place("symbols")
