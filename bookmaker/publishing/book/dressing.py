"""Puzzles in the symbols of their section: letters, numbers or pictures for digits, and a word that stands in the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.grids.symbols import DIGITS, Symbols, usual_symbols
from bookmaker.publishing.book import rule_examples, stock
from bookmaker.publishing.book.section_seeds import parts
from bookmaker.publishing.book.spec import Section, Spec
from bookmaker.publishing.book.spec_symbols import Line, SymbolWish
from bookmaker.puzzles.grid.geometry import Geometry

WORD = -3
"""Where a section's index stands in a seed, the seed of the line that a word stands on has this."""


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
    """Puzzles in the symbols of their section; ``part``: of :func:`bookmaker.publishing.book.section_seeds.parts`."""
    wish = section.symbols or spec.design.symbols
    if wish is None:
        return [_in_letters(stocked) for stocked in puzzles]
    place = section_place(spec, section)
    return [
        in_symbols(stocked, wish, words, place, seed_for(spec.seed, part, index, WORD))
        for index, stocked in enumerate(puzzles)
    ]


def _in_letters(stocked: GradedPuzzle) -> GradedPuzzle:
    """A puzzle with the symbols that its rules have where a spec says nothing."""
    ground = stocked.puzzle.geometry
    if not ground.blank:
        return stocked
    return Dressed(stocked.puzzle, stocked.solution, stocked.grade, stocked.seed, usual_symbols(ground))


def examples_of(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue) -> list[GradedPuzzle]:
    """The examples of the rules, that of the usual grid first, each in the symbols that most puzzles of its grid have.

    Where none can be made, they are puzzles of the book: of those without a printed answer only if there are no others.
    """
    first = spec.look.voice == "child"
    usual = rule_examples.example(sections, spec.seed, first=first)
    open_ = [
        own for part, own in zip(spec.sections, sections, strict=True) if part.answers.within(spec.answers).printed
    ]
    kept = {id(one) for own in sections for one in own} - {id(one) for own in open_ for one in own}
    if id(usual) in kept and open_:
        usual = rule_examples.example(open_, spec.seed, first=first)
    further = [one for one in rule_examples.further(sections, spec.seed, usual) if id(one) not in kept]
    return [_in_usual_symbols(spec, sections, words, one) for one in (usual, *further)]


def _in_usual_symbols(
    spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue, example: GradedPuzzle
) -> GradedPuzzle:
    ground = example.puzzle.geometry
    wishes = [
        (section.symbols or spec.design.symbols, section_place(spec, section))
        for section, puzzles in zip(spec.sections, sections, strict=True)
        for stocked in puzzles
        if (stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size) == (ground.rules, ground.size)
    ]
    wish, place = max(dict.fromkeys(wishes), key=wishes.count)
    return (
        _in_letters(example)
        if wish is None
        else in_symbols(example, wish, words, place, seed_for(spec.seed, stock.EXAMPLE, WORD))
    )


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
