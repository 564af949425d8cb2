"""One puzzle of a book with all that the proof made of it, the record of all, and how puzzles lie together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from bookmaker.logic.verify.check import Verdict
from bookmaker.publishing.proof.answer_rows import AnswerRow
from bookmaker.publishing.proof.findings import Finding
from bookmaker.publishing.proof.reading import Entry
from bookmaker.puzzles.grid.puzzle import Puzzle


@dataclass(slots=True)
class Judged:
    """One puzzle with all that was made of it."""

    entry: Entry
    puzzle: Puzzle | None = None
    verdict: Verdict | None = None
    answers: list[Entry] = field(default_factory=list)
    rows: list[AnswerRow] = field(default_factory=list)
    meaning: dict[str, int] = field(default_factory=dict)

    @property
    def answered(self) -> bool:
        """Whether an answer was found: a grid, or a row of it."""
        return bool(self.answers or self.rows)

    @property
    def number(self) -> int:
        """The number printed beside it."""
        assert self.entry.label.number is not None
        return self.entry.label.number


@dataclass(slots=True)
class Judgement:
    """All puzzles of a book, what was found, and what had to be assumed."""

    puzzles: list[Judged]
    found: list[Finding]
    assumed: list[str]
    proven: int = 0
    compared: int = 0
    levels_checked: int = 0
    counted_anew: bool = False


def solution_rows(one: Judged) -> list[list[str]]:
    """The signs of each row of a solution, "" for a digit that the puzzle does not show; nothing without a solution."""
    if one.verdict is None or one.verdict.solution is None or not one.meaning:
        return []
    size, signs = one.entry.grid.size, {digit: text for text, digit in reversed(one.meaning.items())}
    row_signs = [signs.get(digit, "") for digit in one.verdict.solution]
    return [row_signs[start : start + size] for start in range(0, size * size, size)]


def runs(entries: Sequence[Entry]) -> list[int]:
    """For each entry in which run it stands, where a run begins with each number 1."""
    run, found = 0, []
    for at, entry in enumerate(entries):
        run += at > 0 and entry.label.number == 1
        found.append(run)
    return found


def differing(puzzle: Entry, answer: Entry) -> float:
    """In how many cells a full grid has not the given of a puzzle."""
    if puzzle.grid.size != answer.grid.size:
        return float("inf")
    pairs = zip(puzzle.grid.digits, answer.grid.digits, strict=True)
    return sum(bool(given) and given != shown for given, shown in pairs)


def sections(puzzles: Sequence[Judged], opened: Collection[tuple[int, int]]) -> Iterator[list[Judged]]:
    """Puzzles in runs of pages that follow each other, as sections between title pages have them, and of one size.

    ``opened``: file and page of puzzles below the title of a section, where another one begins.
    """
    section: list[Judged] = []
    for one in puzzles:
        before = section[-1].entry if section else None
        at = one.entry.file, one.entry.page
        if before is not None and (
            at[0] != before.file
            or at[1] > before.page + 1
            or one.entry.grid.size != before.grid.size
            or (at in opened and at[1] != before.page)
        ):
            yield section
            section = []
        section.append(one)
    if section:
        yield section
