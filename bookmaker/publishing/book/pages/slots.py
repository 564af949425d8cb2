"""Puzzles and answers as they stand on pages: the picture, and the words of the style around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.grids.cage_drawing import CageStyle
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.pages import labels
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.motifs import Motif, first_motif
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import NO_BREAK
from bookmaker.publishing.book.pages.dressing import symbols_of, word_lines
from bookmaker.publishing.book.spec.answer_keys import Answers
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.cages import cage_marks


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


def check_words(stocked: GradedPuzzle) -> str:
    """The bottom row of an answer, its digits in groups as wide as a box, on one line; pictures by their names."""
    geometry, names = stocked.puzzle.geometry, symbols_of(stocked).names
    row, wide = [names[digit - 1] for digit in stocked.solution[-geometry.size :]], geometry.box[1]
    if max(map(len, row)) > 1:
        return " ".join(row)
    return NO_BREAK.join("".join(row[start : start + wide]) for start in range(0, len(row), wide))


def shown_minutes(minutes: float) -> int:
    """Minutes as labels name them: whole ones, from twenty on fives, for nobody's time is known any better."""
    return max(1, round(minutes)) if minutes < _COARSE else 5 * round(minutes / 5)


_COARSE = 20


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
    ) -> Slot:
        """A puzzle whose answer stands on ``page``, None for no page. ``several``: its section has puzzles of several levels.

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
        slot = labels.slot(self.look, picture, fields, self._rank(stocked), answer=False)
        if own and "{answer}" not in self.look.labels.note:
            # A style that names pages in another way has no place of its own for these words.
            slot = replace(slot, note=f"{slot.note} · {own}" if slot.note else own)
        return slot

    def answer(self, picture: GridPicture, stocked: GradedPuzzle, number: int, page: int | None) -> Slot:
        """The answer of a puzzle, which stands on ``page``; None names none."""
        fields = {
            **self._fields(stocked, number),
            "page": "" if page is None else self.words.text("number.page", page=page),
            "page_number": "" if page is None else str(page),
        }
        return labels.slot(self.look, picture, fields, self._rank(stocked), answer=True)

    def _rank(self, stocked: GradedPuzzle) -> Level:
        return Level[stocked.grade.level.upper()]

    def _fields(self, stocked: GradedPuzzle, number: int) -> dict[str, str]:
        words = self.words
        blank = dict.fromkeys(("name", "answer", "answer_page", "page", "page_number"), "")
        return {
            **blank,
            "puzzle": words.text(words.for_puzzle("number.puzzle", stocked.puzzle.geometry), number=number),
            "number": words.text("number.short", number=number),
            "level": words.text(f"level.{stocked.grade.level}"),
            "minutes": words.text("number.minutes", minutes=shown_minutes(stocked.grade.minutes)),
            "several_levels": "yes",
        }
