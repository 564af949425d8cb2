"""The findings of a proof, each under its check; one puzzle with its verdict and answers; and the record of all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bookmaker.logic.verify.check import Verdict
from bookmaker.publishing.proof.answer_rows import AnswerRow
from bookmaker.publishing.proof.pdf_reading import Entry
from bookmaker.puzzles.grid.puzzle import Puzzle

CHECKS = (
    "marks", "unique", "answers", "references", "numbering", "duplicates", "levels", "count", "contents",
    "fonts", "ink", "boxes", "margins", "type", "lines", "cover",
)  # fmt: skip
"""Every check, in the order of the certificate, which names it in the catalogues under ``proof.check.<name>``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (a fault), or that somebody should know (a note).

    ``file`` is the name of the file, ``page`` its page from 1, ``number`` that of the puzzle; None where it is of the whole.
    """

    check: str
    severity: Literal["fault", "note"]
    message: str
    file: str = ""
    page: int | None = None
    number: int | None = None

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        where += [f"page {self.page}"] if self.page is not None else []
        where += [f"puzzle {self.number}"] if self.number is not None else []
        return f"{', '.join(where)}: {self.message}" if where else self.message

    def as_dict(self) -> dict[str, object]:
        """Its fields for JSON; those without a value are left out."""
        fields = {
            "check": self.check,
            "severity": self.severity,
            "message": self.message,
            "file": self.file or None,
            "page": self.page,
            "puzzle": self.number,
        }
        return {name: value for name, value in fields.items() if value is not None}


def listed(numbers: Iterable[int], most: int = 8) -> str:
    """Numbers in words, runs as ``3–5``: ``"1, 3–5 and 7 more"``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(low) if low == high else f"{low}–{high}" for low, high in runs]
    more = sum(high - low + 1 for low, high in runs[most:])
    return ", ".join(parts[:most]) + (f" and {more} more" if more else "")


@dataclass(slots=True)
class Judged:
    """One puzzle as read, with its verdict, its answers, and the digit of each sign."""

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
    """For each entry the number of its run; a run begins with each number 1."""
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
