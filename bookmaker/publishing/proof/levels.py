"""The levels that a book prints, compared with the grades of its puzzles and with each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from bookmaker.base.errors import BookmakerError
from bookmaker.logic.grading import graded
from bookmaker.publishing.proof.findings import Finding, listed
from bookmaker.publishing.proof.judged import Judged, sections
from bookmaker.publishing.proof.kinds import closing_rules, with_rules
from bookmaker.publishing.proof.reading import Entry

_AGREED = 0.7
"""The share of puzzles whose printed level must be ours before the others count as wrong: other houses have other scales."""


class Levels:
    """Compares levels. ``files`` are the names of the files, ``named`` has the rules that words of the book name."""

    def __init__(self, files: Sequence[str], named: Callable[[], Sequence[str]]) -> None:
        self._files, self._named = files, named
        self.found: list[Finding] = []

    def compare(self, puzzles: Sequence[Judged], opened: Collection[tuple[int, int]]) -> int:
        """Compare printed levels with the grades that the puzzles have; how many were compared.

        ``opened`` is as for :func:`bookmaker.publishing.proof.judged.sections`.
        """
        levelled = [
            one
            for one in puzzles
            if one.entry.label.levels and one.verdict is not None and one.verdict.solution is not None
        ]
        # Reckoned anew, with whatever rules the proof came to.
        grades = list(graded(one.puzzle for one in levelled if one.puzzle is not None)) if levelled else []
        wrong = [
            (one, grade.level)
            for one, grade in zip(levelled, grades, strict=True)
            if not isinstance(grade, BookmakerError) and grade.level not in one.entry.label.levels
        ]
        wrong = [(one, level) for one, level in wrong if not self._graded_closed(one)]
        if len(wrong) <= (1 - _AGREED) * len(levelled):
            for one, level in wrong:
                label = one.entry.label
                shown = f"is labelled {label.level}" if label.level else f"shows {label.drawn}"
                self._fault(f"{shown} and grades as {level}", one.entry)
        else:
            self._note(f"{len(wrong)} of {len(levelled)} levels follow another scale than this grader's")
        for section in sections([one for one in puzzles if one.entry.label.rank is not None], opened):
            self._order(section)
        self._drawn_levels(levelled)
        return len(levelled)

    def _fault(self, message: str, entry: Entry) -> None:
        name = self._files[entry.file]
        self.found.append(Finding("levels", "fault", message, name, entry.page + 1, entry.label.number))

    def _note(self, message: str) -> None:
        self.found.append(Finding("levels", "note", message))

    def _graded_closed(self, one: Judged) -> bool:
        """Whether a puzzle has its printed level once all its clues are taken to be shown, as words of the book say."""
        names = closing_rules(one.puzzle.geometry, self._named()) if one.puzzle is not None else []
        ground = with_rules(one.puzzle.geometry, names) if one.puzzle is not None and names else None
        if one.puzzle is None or ground is None:
            return False
        (grade,) = graded([replace(one.puzzle, geometry=ground)])
        return not isinstance(grade, BookmakerError) and grade.level in one.entry.label.levels

    def _drawn_levels(self, levelled: Sequence[Judged]) -> None:
        """Levels in words that the bars or stars beside them contradict, where most agree."""
        both = [
            one.entry for one in levelled if one.entry.label.level is not None and one.entry.label.drawn is not None
        ]
        wrong = [one for one in both if one.label.drawn is not None and one.label.level not in one.label.drawn.levels]
        if len(wrong) <= (1 - _AGREED) * len(both):
            for one in wrong:
                self._fault(f"is labelled {one.label.level} and shows {one.label.drawn}", one)

    def _order(self, section: Sequence[Judged]) -> None:
        ranks = [one.entry.label.rank or 0 for one in section]
        falls = [section[at].number for at, (before, after) in enumerate(pairwise(ranks), 1) if after < before]
        if falls:
            first, last = section[0].number, section[-1].number
            self._note(f"levels do not rise through puzzles {first}–{last}: they fall at {listed(falls)}")
