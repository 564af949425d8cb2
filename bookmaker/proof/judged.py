"""Puzzles that were read, with what is made of them, and how they stand in runs and sections."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from bookmaker.grid.puzzle import Puzzle
from bookmaker.proof.answer_rows import AnswerRow
from bookmaker.proof.reading import Entry
from bookmaker.verify.check import Verdict


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
    def number(self) -> int:
        """The number printed beside it."""
        assert self.entry.label.number is not None
        return self.entry.label.number


def runs(entries: Sequence[Entry]) -> list[int]:
    """For each entry in which run it stands, where a run begins with each number 1."""
    run, found = 0, []
    for at, entry in enumerate(entries):
        run += at > 0 and entry.label.number == 1
        found.append(run)
    return found


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
