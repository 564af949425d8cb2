"""Typing errors on grids of 4x4: all that there are, by brute force, and how what is known weighs."""

from __future__ import annotations

import sys
from itertools import combinations
from math import exp
from types import SimpleNamespace

import pytest

from bookmaker.logic.repair import typing_errors
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.companions import redundant, symmetric
from bookmaker.logic.repair.likelihood import SHARES
from bookmaker.logic.repair.typing_errors import Slip, corrections
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry("classic", 4)
ROWS = [list(range(at, at + 4)) for at in range(0, 16, 4)]
COLUMNS = [list(range(at, 16, 4)) for at in range(4)]
WRONG = [
    "23..1.......4.3.", "....2.3..24.4...", ".....2...341..3.", "2..4..2.1...3...", "3....1.4....1..3", "11..34..2.4.4..1",
    "12..34.22.4.4..1", "21..34..2.4.4..1", "12..34..2.4..4.1", "1.2.34..2.4.4..1", "34..12..2.4.4..1", "..123.4.2.4.4.1.",
]  # fmt: skip


def four(cells: str) -> Puzzle:
    return Puzzle(GROUND, bytes(map(int, cells.replace(".", "0"))))


def moved(cells: bytes, away: int, to: int) -> bytes:
    """The cells with one left out and an empty one put in."""
    rest = bytearray(cells)
    del rest[away]
    rest.insert(to, 0)
    return bytes(rest)


def meant(wrong: bytes) -> set[bytes]:
    """All that one slip may have spoilt."""
    found = set()

    def put(cells: list[int], digits: bytes) -> None:
        mended = bytearray(wrong)
        for cell, digit in zip(cells, digits, strict=True):
            mended[cell] = digit
        found.add(bytes(mended))

    for cell in range(16):
        for digit in range(5):
            if wrong[cell]:
                put([cell], bytes([digit]))
    for lines in (ROWS, COLUMNS):
        for one, other in combinations(lines, 2):
            put([*one, *other], bytes(wrong[cell] for cell in (*other, *one)))
    for line in (*ROWS, *COLUMNS):
        held = bytes(wrong[cell] for cell in line)
        for i, j in combinations(range(4), 2):
            if j == i + 1 or (held[i] and held[j]):
                put([line[i], line[j]], bytes([held[j], held[i]]))
        for away in range(4):
            for to in range(4):
                if not held[away]:
                    put(line, moved(held, away, to))
    found |= {moved(wrong, i, j) for i in range(16) for j in range(16) if not wrong[i] and i // 4 != j // 4}
    return found - {wrong}


def mended(wrong: Puzzle, slip: Slip) -> Puzzle:
    assert all(wrong.givens[cell] == old != new for cell, old, new in slip.changes)
    return with_givens(wrong, [(cell, new) for cell, _, new in slip.changes])


@pytest.mark.parametrize("cells", WRONG)
def test_every_slip_that_makes_a_puzzle_proper_is_found_once(cells: str) -> None:
    wrong = four(cells)
    found = corrections(wrong)
    expected = {givens for givens in meant(wrong.givens) if solve(Puzzle(GROUND, givens)).proper}
    assert {mended(wrong, slip).givens for slip in found} == expected
    assert len(found) == len(expected)
    assert all(slip.kind in SHARES for slip in found)
    shares = [slip.share for slip in found]
    if len(found) < 2:
        assert shares == [None] * len(found)
    else:
        known = [share for share in shares if share is not None]
        assert known == sorted(known, reverse=True) and sum(known) == pytest.approx(1, abs=0.02)


def odds(
    monkeypatch: pytest.MonkeyPatch, wrong: Puzzle, pattern: float = 0.0, needed: float = 0.0, level: float = 0.0
) -> dict[Slip, float]:
    """The shares of the corrections, where the puzzles beside say so much, as logarithms; ``level``: of easy ones."""
    beside = SimpleNamespace(
        symmetric_odds=pattern, minimal_odds=needed, level_odds=lambda one: level if one == Level.EASY else 0.0
    )
    monkeypatch.setattr(typing_errors, "Companions", lambda *_: beside)
    return {slip: slip.share or 0.0 for slip in corrections(wrong)}


def test_what_puzzles_beside_say_multiplies_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bayes' rule: of corrections with a symmetric pattern, and of those that need all of their givens."""
    wrong = four(".....2...341..3.")
    even = {slip: symmetric(mended(wrong, slip)) for slip in corrections(wrong)}
    lean = {slip: redundant(mended(wrong, slip)) == 0 for slip in corrections(wrong)}
    assert len(set(even.values())) == len(set(lean.values())) == 2
    for with_it, one, other in (
        (even, odds(monkeypatch, wrong, -8.0), odds(monkeypatch, wrong, -6.0)),
        (lean, odds(monkeypatch, wrong, -8.0, -4.0), odds(monkeypatch, wrong, -8.0, -2.0)),
    ):
        parts = [
            sum(share for slip, share in shares.items() if with_it[slip])
            / sum(share for slip, share in shares.items() if not with_it[slip])
            for shares in (one, other)
        ]
        assert parts[1] / parts[0] == pytest.approx(exp(2), rel=0.1)


def test_a_level_that_was_named_or_is_usual_beside_multiplies_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = four(".....2...341..3.")
    slips = list(corrections(wrong))

    class Graded:
        def __init__(self, puzzle: Puzzle) -> None:
            self.level = "easy" if puzzle == mended(wrong, slips[0]) else "hard"

    grading = SimpleNamespace(Grade=Graded, graded=lambda puzzles, bound: [Graded(puzzle) for puzzle in puzzles])
    monkeypatch.setitem(sys.modules, "bookmaker.logic.grading", grading)
    before, after = odds(monkeypatch, wrong, -8.0), odds(monkeypatch, wrong, -8.0, level=2.0)
    first = [shares[slips[0]] / (1 - shares[slips[0]]) for shares in (before, after)]
    assert first[1] / first[0] == pytest.approx(exp(2), rel=0.1)
    assert corrections(wrong, Level.EASY)[0] == slips[0]
    shares = {
        level: {slip: slip.share or 0.0 for slip in corrections(wrong, level)}[slips[0]]
        for level in (Level.EASY, Level.HARD)
    }
    assert shares[Level.EASY] > before[slips[0]] > shares[Level.HARD]


def test_an_answer_that_came_with_it_tells_which_slip_it_was() -> None:
    wrong = four(".....2...341..3.")
    slips = corrections(wrong)
    for slip in slips:
        answer = solve(mended(wrong, slip)).solution
        wanted = [one for one in slips if solve(mended(wrong, one)).solution == answer]
        found = corrections(Puzzle(GROUND, wrong.givens, answer=answer))
        assert sorted(one.changes for one in found) == sorted(one.changes for one in wanted)
    # An answer of no correction tells nothing.
    none = corrections(Puzzle(GROUND, wrong.givens, answer=bytes([1] * 16)))
    assert [one.changes for one in none] == [one.changes for one in slips]
