"""Answers of which only a row is printed: a number, and beside it as many different signs as its grid has digits."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bookmaker.publishing.proof.words import Piece
from bookmaker.puzzles.grid.geometry import BOXES

_NUMBER = re.compile(r"\D{0,12}?(\d{1,5})[.:)]?")
_FIGURES = 9
"""Up to so many digits a figure is a sign."""
_LINE = 0.5
"""Points by which the baselines of one line may differ."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The row of an answer: the number of its puzzle and the signs in the cells."""

    file: int
    page: int
    number: int
    signs: tuple[str, ...]


def rows(found: Sequence[Piece], file: int, page: int) -> Iterator[AnswerRow]:
    """The words of a page that may be rows of answers. Only the puzzles can tell whether they are."""
    ordered = sorted(found, key=lambda piece: (-piece.baseline, piece.box[0]))
    for _, line in groupby(ordered, key=lambda piece: round(piece.baseline / _LINE)):
        words = [word for piece in sorted(line, key=lambda one: one.box[0]) for word in piece.text.split()]
        if words == [str(number) for number in range(1, len(words) + 1)]:
            continue  # Digits at the foot of a page, to count with. No row of an answer goes on from the number of its puzzle.
        for at, word in enumerate(words):
            number = _NUMBER.fullmatch(word)
            if number:
                rest = words[at + 1 :]
                rest = rest[1:] if rest and not any(map(str.isalnum, rest[0])) else rest
                yield from (AnswerRow(file, page, int(number[1]), signs) for signs in _signs(rest))


def _signs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The rows that the first words may spell: each as long as that of a grid, with no sign twice.

    Which of several is meant follows from the puzzle.
    """
    for numbers in (False, True):
        signs: list[str] = []
        for word in words:
            # A number above nine is one sign where each sign is a word of its own.
            signs += [word] if numbers else word
            plain = word.isdecimal() if numbers else all(char.isdecimal() or char.isupper() for char in word)
            if not plain or len(set(signs)) < len(signs):
                break
            if len(signs) in BOXES and (not numbers or len(signs) > _FIGURES):
                yield tuple(signs)


def place_of(rows_: Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]]) -> tuple[str, int] | None:
    """Which row of the answers is printed, as ``("top", 0)`` or ``("foot", 0)``; None if most match no row of their answers.

    ``rows_`` has for each answer the printed signs and the signs of all rows of its solution.
    """
    votes: Counter[tuple[str, int]] = Counter()
    for signs, solution in rows_:
        for at, row in enumerate(solution):
            if agree(signs, row):
                votes["top", at] += 1
                votes["foot", len(solution) - 1 - at] += 1
    best = min(votes, key=lambda key: (-votes[key], key[1], key[0]), default=None)
    return best if best is not None and 2 * votes[best] > len(rows_) else None


def row_at(place: tuple[str, int], solution: Sequence[Sequence[str]]) -> Sequence[str]:
    """The row of a solution at a place."""
    return solution[place[1] if place[0] == "top" else -1 - place[1]]


def agree(signs: Sequence[str], row: Sequence[str]) -> bool:
    """Whether printed signs match a row; "" is a digit of which no sign is known."""
    return len(signs) == len(row) and all(not wanted or sign == wanted for sign, wanted in zip(signs, row, strict=True))


def by_number(found: Sequence[AnswerRow], *, anew: bool) -> Mapping[tuple[int, int], list[AnswerRow]]:
    """Rows by run and number; a run begins with each number 1 where numbers begin anew."""
    held: dict[tuple[int, int], list[AnswerRow]] = defaultdict(list)
    run = 0
    for at, row in enumerate(found):
        run += anew and at > 0 and row.number == 1
        held[run, row.number].append(row)
    return held
