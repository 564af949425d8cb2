"""Puzzles and answers on pages: the picture in its symbols, and the words of the style around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.times import SERIES, Time
from bookmaker.printing.grids.clue_drawing import CageStyle
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import DIGITS, Symbols, usual_symbols
from bookmaker.printing.pages import labels
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.ornament import Motif, first_motif
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import NO_BREAK
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.publishing.book.spec.symbol_keys import Line, SymbolWish
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.cages import cage_marks

# Puzzles in the symbols of their section: letters, numbers or pictures for digits, and a word in the answer.


@dataclass(frozen=True, slots=True)
class Dressed(GradedPuzzle):
    """A puzzle with the symbols that are printed for its digits."""

    symbols: Symbols


def symbols_of(puzzle: GradedPuzzle) -> Symbols:
    """The symbols printed for the digits of a puzzle."""
    return puzzle.symbols if isinstance(puzzle, Dressed) else DIGITS


def in_letters(stocked: GradedPuzzle) -> GradedPuzzle:
    """A puzzle with the symbols that its rules have where a spec says nothing."""
    ground = stocked.puzzle.geometry
    if not ground.blank:
        return stocked
    return Dressed(
        stocked.puzzle, stocked.solution, stocked.grade, stocked.seed, usual_symbols(ground), code=stocked.code
    )


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
    return Dressed(puzzle, solution, stocked.grade, stocked.seed, symbols, code=stocked.code)


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


def puzzle_of(stocked: GradedPuzzle, cages: CageStyle) -> GridPicture:
    """The picture of a puzzle."""
    puzzle = stocked.puzzle
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), cages, symbols_of(stocked))


def answer_of(stocked: GradedPuzzle) -> GridPicture:
    """The picture of its answer."""
    puzzle, symbols = stocked.puzzle, symbols_of(stocked)
    picture = answer_picture(puzzle.geometry, puzzle.givens, stocked.solution, symbols)
    if not symbols.word:
        return picture
    # The word's letters are the digits in their order.
    lines = [
        *word_lines(puzzle.geometry, stocked.solution, "diagonal"),
        *word_lines(puzzle.geometry, stocked.solution, "row"),
    ]
    found = [line for line in lines if _reads(stocked.solution, line)]
    return replace(picture, marks=tuple(Mark("shade", line) for line in found[:1]))


def _reads(solution: bytes, line: Sequence[int]) -> bool:
    """Whether the digits on a line rise one by one."""
    return all(solution[cell] == digit for digit, cell in enumerate(line, 1))


def motif_of(puzzles: Iterable[GradedPuzzle]) -> Motif | None:
    """The motif of the first of these puzzles that makes one."""
    return first_motif(puzzle_of(stocked, "dashed") for stocked in puzzles)


def kind_of(puzzles: Sequence[GradedPuzzle]) -> GridPicture:
    """The picture of the kind of these puzzles: the grid of the first one with its lines and marks, without any type."""
    puzzle = puzzles[0].puzzle
    ground = puzzle.geometry
    cages = tuple(replace(mark, text="") for mark in cage_marks(puzzle))
    return puzzle_picture(ground, bytes(ground.cell_count), cages)


def check_words(stocked: GradedPuzzle) -> str:
    """The bottom row of an answer, its digits in groups as wide as a box, on one line; pictures by their names."""
    geometry, names = stocked.puzzle.geometry, symbols_of(stocked).names
    row, wide = [names[digit - 1] for digit in stocked.solution[-geometry.size :]], geometry.box[1]
    if max(map(len, row)) > 1:
        return " ".join(row)
    return NO_BREAK.join("".join(row[start : start + wide]) for start in range(0, len(row), wide))


def time_text(time: Time, words: Catalogue) -> str:
    """The minutes of a puzzle as labels name them; "" where nothing is known.

    Where they are known: whole ones, from twenty on fives, for nobody's time is known any better.
    """
    if time.mean is not None:
        minutes = max(1, round(time.mean)) if time.mean < _COARSE else 5 * round(time.mean / 5)
        return words.text("number.minutes", minutes=minutes)
    if time.low is None:
        return ""
    if time.high is None:
        return words.text("number.minutes_more", minutes=round(time.low))
    if time.high >= SERIES[-1]:
        return words.text("number.minutes_over", minutes=round(time.low))
    if not time.low:
        return words.text("number.minutes_less", minutes=round(time.high))
    return words.text("number.minutes_range", low=round(time.low), high=round(time.high))


_COARSE = 20


def stair(sections: Sequence[Sequence[GradedPuzzle]], most: int) -> list[list[tuple[int, int]]]:
    """For each puzzle of each section the step of the book's stair on which it stands, from 1, and how many there are.

    Puzzles of a section that are of one size and level stand on one step, as high as their size, their level and the share of
    cells that they leave empty, of which a twentieth makes a difference. There are ``most`` steps at most; [] where all stand on
    one, or ``most`` is 0.
    """

    def flight(index: int, stocked: GradedPuzzle) -> tuple[int, int, int]:
        return index, stocked.puzzle.geometry.cell_count, Level[stocked.grade.level.upper()]

    empty: dict[tuple[int, int, int], list[float]] = {}
    for index, section in enumerate(sections):
        for stocked in section:
            givens = stocked.puzzle.givens
            empty.setdefault(flight(index, stocked), []).append(givens.count(0) / len(givens))
    heights = {own: (own[1], own[2], sum(shares) / len(shares)) for own, shares in empty.items()}
    steps: list[tuple[int, int, float]] = []
    for height in sorted(heights.values()):
        if not steps or height[:2] != steps[-1][:2] or height[2] - steps[-1][2] > _APART:
            steps.append(height)
    count = min(most, len(steps))
    if count < 2:
        return []
    at = {own: sum(step <= height for step in steps) for own, height in heights.items()}
    rank = {own: 1 + (step - 1) * count // len(steps) for own, step in at.items()}
    return [[(rank[flight(index, one)], count) for one in section] for index, section in enumerate(sections)]


_APART = 0.05
"""The difference in the share of empty cells by which two steps are told apart."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Makes the slots of a book in its style and language."""

    look: Style
    words: Catalogue

    def puzzle(
        self,
        picture: GridPicture,
        stocked: GradedPuzzle,
        number: int,
        answers: Answers,
        page: int | None,
        *,
        several: bool,
        step: tuple[int, int] | None = None,
    ) -> Slot:
        """A puzzle whose answer is on ``page``, None for no page. ``several``: its section has puzzles of several levels.
        ``step``: its step of the book's stair, and how many there are.

        It names the page only where a reader has to look for it.
        """
        named = answers.place_name in ("back", "section")
        own = answers.note or ""
        note = {"foot": "", "overleaf": self.words.text("answer.overleaf"), "none": own}
        fields = {
            **self._fields(stocked, number),
            "name": stocked.puzzle.name,
            "answer": note.get(answers.place_name, self.words.text("answer.on_page", page=page)),
            "answer_page": str(page) if named else "",
            "several_levels": "yes" if several else "",
        }
        rank, steps = step or (self._rank(stocked), 0)
        slot = labels.slot(self.look, picture, fields, rank, answer=False)
        slot = replace(slot, time=self.words.text("number.time"), steps=steps)
        if own and "{answer}" not in self.look.labels.note:
            # A style that names pages in another way has no place of its own for these words.
            slot = replace(slot, note=f"{slot.note} · {own}" if slot.note else own)
        return slot

    def answer(self, picture: GridPicture, stocked: GradedPuzzle, number: int, page: int | None) -> Slot:
        """The answer of a puzzle, which is on ``page``; None names none."""
        fields = {
            **self._fields(stocked, number),
            "page": "" if page is None else self.words.text("number.page", page=page),
            "page_number": "" if page is None else str(page),
        }
        return labels.slot(self.look, picture, fields, self._rank(stocked), answer=True)

    def _rank(self, stocked: GradedPuzzle) -> Level:
        return Level[stocked.grade.level.upper()]

    def _fields(self, stocked: GradedPuzzle, number: int) -> dict[str, str]:
        words, shown = self.words, self.words.number(number)
        blank = dict.fromkeys(("name", "answer", "answer_page", "page", "page_number"), "")
        return {
            **blank,
            "puzzle": words.text(words.for_puzzle("number.puzzle", stocked.puzzle.geometry), number=shown),
            "number": words.text("number.short", number=shown),
            "level": words.text(f"level.{stocked.grade.label}"),
            "minutes": time_text(stocked.grade.time, words),
            "several_levels": "yes",
        }
