"""Puzzles in the symbols of their section: letters, numbers or pictures for digits, and a word that stands in the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.grids.symbols import DIGITS, Symbols, usual_symbols
from bookmaker.publishing.book.spec.section_seeds import WORD, parts
from bookmaker.publishing.book.spec.spec_file import Section, Spec
from bookmaker.publishing.book.spec.symbol_keys import Line, SymbolWish
from bookmaker.puzzles.grid.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Dressed(GradedPuzzle):
    """A puzzle with the symbols that are printed for its digits."""

    symbols: Symbols


def symbols_of(puzzle: GradedPuzzle) -> Symbols:
    """What is printed for the digits of a puzzle."""
    return puzzle.symbols if isinstance(puzzle, Dressed) else DIGITS


def dressed(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue) -> list[list[GradedPuzzle]]:
    """The puzzles of a book in the symbols of their sections. Raises SpecError for a puzzle that cannot have them."""
    return [
        dressed_in(spec, section, puzzles, words, part)
        for part, section, puzzles in zip(parts(spec.sections), spec.sections, sections, strict=True)
    ]


def dressed_in(
    spec: Spec, section: Section, puzzles: Sequence[GradedPuzzle], words: Catalogue, part: int
) -> list[GradedPuzzle]:
    """Puzzles in the symbols of their section; ``part``: of :func:`bookmaker.publishing.book.spec.section_seeds.parts`."""
    wish = section.symbols or spec.design.symbols
    if wish is None:
        return [in_letters(stocked) for stocked in puzzles]
    place = section_place(spec, section)
    return [
        in_symbols(stocked, wish, words, place, seed_for(spec.seed, part, index, WORD))
        for index, stocked in enumerate(puzzles)
    ]


def in_letters(stocked: GradedPuzzle) -> GradedPuzzle:
    """A puzzle with the symbols that its rules have where a spec says nothing."""
    ground = stocked.puzzle.geometry
    if not ground.blank:
        return stocked
    return Dressed(stocked.puzzle, stocked.solution, stocked.grade, stocked.seed, usual_symbols(ground))


def section_place(spec: Spec, section: Section) -> Place:
    """Where the symbols of a section stand in the spec."""
    return section.place("symbols") if section.symbols else spec.design.place("symbols")


def in_symbols(stocked: GradedPuzzle, wish: SymbolWish, words: Catalogue, place: Place, seed: int) -> Dressed:
    """A puzzle in symbols; ``seed`` chooses the line on which a word can be read. Raises SpecError."""
    puzzle = stocked.puzzle
    faults = list(wish.faults(puzzle.geometry, place))
    if faults:
        where = f"{puzzle.source}: " if puzzle.source else ""
        raise SpecError([Fault(where + fault.message, place, fault.advice) for fault in faults])
    solution = stocked.solution
    if wish.name == "word":

        def shown(line: tuple[int, ...]) -> int:
            return sum(puzzle.givens[cell] > 0 for cell in line)

        lines = list(word_lines(puzzle.geometry, solution, wish.on))
        if not lines:
            message = "the word cannot be read on a diagonal of this puzzle's answer: both have some digits twice"
            advice = "take puzzles with diagonals (`kind: x`), or leave out `on`"
            raise SpecError(Fault(message, place, advice))
        # Where the givens show least of the word.
        least = min(shown(line) for line in lines)
        lines = [line for line in lines if shown(line) == least]
        line = lines[seed % len(lines)]
        renamed = bytearray(puzzle.geometry.size + 1)
        for digit, cell in enumerate(line, 1):
            renamed[solution[cell]] = digit
        # Candidates that came with a puzzle have the old digits; no page prints them.
        givens = bytes(renamed[digit] for digit in puzzle.givens)
        puzzle = replace(puzzle, givens=givens, answer=None, candidates=None)
        solution = bytes(renamed[digit] for digit in solution)
    symbols = wish.made(puzzle.geometry.size, words)
    return Dressed(puzzle, solution, stocked.grade, stocked.seed, symbols)


def word_lines(geometry: Geometry, solution: bytes, on: Line = "any") -> Iterator[tuple[int, ...]]:
    """The lines on which a word of different letters can be read in an answer, each from left to right.

    ``any``: the diagonals that hold each digit once, else the rows, which always do.
    """
    diagonals = []
    if not geometry.overlapping:
        size = geometry.size
        both = tuple(range(0, size * size, size + 1)), tuple(range(size * (size - 1), 0, 1 - size))
        diagonals = [line for line in both if len({solution[cell] for cell in line}) == size]
    if on != "row":
        yield from diagonals
    if on == "row" or (on == "any" and not diagonals):
        yield from (house.cells for house in geometry.houses if house.kind == "row")
