"""Why a puzzle has no solution: a smallest contradictory set of its givens, or of its cages.

A *correction set* is the complement of a largest set without contradiction. Every contradictory set of givens meets every
correction set. So a smallest set that meets all known correction sets is no larger than the smallest contradictory one. If it is
contradictory, it is smallest; if not, it leads to another correction set (Ignatiev, Previti, Liffiton, Marques-Silva: Smallest
MUS extraction with minimal hitting set dualization, CP 2015). The bound of the search is work, not time, so that it always ends
in the same way. Beyond the bound it returns a set of which no given can be left out. Cages are only left out one by one, from
either end, as long as there is still no solution; their set need not be smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.chosen_search import attempts
from bookmaker.logic.solve.per_thread import PerThread
from bookmaker.logic.solve.solver import UNDECIDED, solve
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, geometry, with_clues
from bookmaker.puzzles.rules.rule import Rule

_kept = PerThread(1)

_MOST_GUESSES = 20_000
_MOST_SOLVED = 3000
_MOST_NODES = 200_000
_MOST_CAGED = 2000
_WORK = Work(4)
"""Guesses for one set of givens; sets of givens to examine; steps in the search for sets that meet others; guesses for one set of
cages; the work for all.
"""

WORD = 64
"""Givens that are too many for a mask of one word."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Cells whose givens contradict each other, ascending; none can be left out. ``smallest``: whether no fewer do is proven."""

    cells: tuple[int, ...]
    smallest: bool


class _Search:
    """Sets of givens are masks of their cells, bit c for cell c."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._givens = np.frombuffer(puzzle.givens, np.uint8)
        self._attempt = attempts(puzzle, _MOST_GUESSES)
        self.cells = [cell for cell, given in enumerate(puzzle.givens) if given]
        self.all = sum(1 << cell for cell in self.cells)
        self._solved = self._nodes = 0

    def agreeing(self, chosen: int) -> int | None:
        """The givens that some solution of the chosen ones agrees with; None if these contradict each other.

        A set that could not be decided counts as agreeing with itself only.
        """
        self._solved += 1
        if self._solved > _MOST_SOLVED:
            raise Spent
        number = len(self._givens)
        bits = np.frombuffer(chosen.to_bytes(-(-number // 8), "little"), np.uint8)
        found, first = self._attempt(self._givens * np.unpackbits(bits, count=number, bitorder="little"))
        if found == UNDECIDED:
            return chosen
        # Empty cells are not digits of a solution.
        return (
            int.from_bytes(np.packbits(first == self._givens, bitorder="little").tobytes(), "little") if found else None
        )

    def irreducible(self) -> tuple[int, list[int]]:
        """A contradictory set of which nothing can be left out. For each of its givens a set without contradiction that has all
        of the others.
        """
        chosen, agreeing = self.all, []
        for cell in reversed(self.cells):
            # Most often all others have a solution, too: then nothing is left to be added to the set. If not, that is soon known.
            rest = self.all & ~(1 << cell)
            found = self.agreeing(rest)
            if found is None and chosen != self.all:
                rest = chosen & ~(1 << cell)
                found = self.agreeing(rest)
            if found is None:
                chosen = rest
            else:
                agreeing.append(found | rest)
        return chosen, agreeing

    def corrected(self, agreeing: int) -> int:
        """The givens outside a largest set without contradiction, beginning with givens that agree with one solution."""
        out = self.all & ~agreeing
        for cell in self.cells:
            if out >> cell & 1:
                more = self.agreeing(agreeing | 1 << cell)
                if more is not None:
                    agreeing |= more | 1 << cell
                    out = self.all & ~agreeing
        return out

    def hitting(self, sets: Sequence[int], at_most: int) -> int | None:
        """A smallest mask that meets every set, None if it takes more than ``at_most``."""
        for size in range(1, at_most + 1):
            found = self._hit(sets, 0, size)
            if found is not None:
                return found
        return None

    def _hit(self, sets: Sequence[int], chosen: int, left: int) -> int | None:
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise Spent
        missed = [mask for mask in sets if not mask & chosen]
        if not missed:
            return chosen
        if _apart(missed) > left:
            return None
        smallest = min(missed, key=lambda mask: (mask.bit_count(), mask))
        banned = 0
        for bit in _bits(smallest):
            # Earlier choices need no second trial together with later ones.
            rest = [mask & ~banned for mask in missed]
            if not all(rest):
                return None
            found = self._hit(rest, chosen | bit, left - 1)
            if found is not None:
                return found
            banned |= bit
        return None


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _apart(sets: Sequence[int]) -> int:
    """How many disjoint sets a greedy choice finds: a lower bound of the number that meets all."""
    seen = count = 0
    for mask in sorted(sets, key=int.bit_count):
        if not mask & seen:
            seen |= mask
            count += 1
    return count


def contradiction(puzzle: Puzzle) -> Contradiction | None:
    """A smallest contradictory set of givens of a puzzle without a solution; None if the bound came before any set."""
    if puzzle.geometry == geometry() and puzzle.given_count < WORD:
        (held,), (smallest,) = classic_contradictions(np.frombuffer(puzzle.givens, np.uint8)[None])
        return Contradiction(tuple(np.flatnonzero(held).tolist()), bool(smallest)) if held.any() else None
    with spending(_WORK):
        return searched(puzzle)


def classic_contradictions(
    puzzles: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """:func:`contradiction` of each row of classic 9x9 puzzles, uint8[n, 81], 0 = empty, that have fewer than WORD givens each.

    Returns bool[n, 81], the cells of each set, none of which is true where no set was found, and bool[n], whether it is proven
    smallest. The same search as one kernel, with a mask of givens in one word: there a set of givens is solved in a microsecond.
    On other grids the solver takes nearly all the time, and is charged for it.
    """
    from bookmaker.logic.kernels import contradiction9 as compiled

    sets, proofs = np.zeros((2, len(puzzles)), np.int64)
    question = _kept.of(_MOST_GUESSES, lambda: compiled.question(_MOST_GUESSES))
    question.most[:] = _MOST_SOLVED, _MOST_NODES
    compiled.smallest(question, np.array(puzzles), sets, proofs)
    given = puzzles != 0
    masks = np.where(proofs == compiled.CONSISTENT, 0, sets)
    held = np.zeros(puzzles.shape, np.bool_)
    held[given] = (masks[:, None] >> (np.cumsum(given, axis=1) - 1) & 1)[given]
    return held, proofs == compiled.SMALLEST


def searched(puzzle: Puzzle) -> Contradiction | None:
    """:func:`contradiction` by the search for any grid, charged to the account of work that is open."""
    search = _Search(puzzle)
    try:
        if search.agreeing(search.all) is not None:
            return None
        best, agreeing = search.irreducible()
    except Spent:
        return None
    smallest = False
    try:
        sets = [search.corrected(found) for found in agreeing]
        while True:
            chosen = search.hitting(sets, best.bit_count() - 1)
            if chosen is None:
                smallest = True
                break
            found = search.agreeing(chosen)
            if found is None:
                best, smallest = chosen, True
                break
            sets.append(search.corrected(found | chosen))
    except Spent:
        pass
    return Contradiction(tuple(cell for cell in search.cells if best >> cell & 1), smallest)


def contradicting_cages(puzzle: Puzzle, cells: Sequence[int]) -> tuple[tuple[Cage, ...], bool]:
    """Cages that contradict each other and the givens of ``cells``, in their order, of a puzzle that has no solution with them.

    With them comes whether it is proven that none of them can be left out.
    """
    givens = bytes(given if cell in cells else 0 for cell, given in enumerate(puzzle.givens))
    with spending(_WORK):
        ways = [_thinned(replace(puzzle, givens=givens, candidates=None), order) for order in (1, -1)]
    return min(ways, key=lambda way: len(way[0]))


def _thinned(puzzle: Puzzle, step: int) -> tuple[tuple[Cage, ...], bool]:
    proven = True
    for cage in puzzle.cages[::step]:
        rest = replace(puzzle, cages=tuple(other for other in puzzle.cages if other != cage))
        try:
            found = solve(rest, 1, _MOST_CAGED).solutions
        except Spent:
            return puzzle.cages, False
        proven &= found != UNDECIDED
        puzzle = puzzle if found else rest
    return puzzle.cages, proven


# Which clues and givens of a puzzle without a solution may be wrong: those without one of which it has a solution.

T = TypeVar("T")

_MOST = 3
"""Of more clues to blame none is named: the puzzle is wrong elsewhere. So it is with givens."""

_FIRST_LETTER = SYMBOLS.index("A")
"""Where letters begin among the symbols: with a blank cell digits are printed as letters."""


def rule_of(clue: Clue, puzzle: Puzzle) -> Rule:
    """The rule of the puzzle that a clue belongs to."""
    rules = puzzle.geometry.rules
    return next(RULES[name] for name in RULES if name in rules and CLUES[clue.kind] in RULES[name].clues)


def says_more(rule: Rule) -> bool:
    """Whether a place without a clue of the rule says something, too, so that a puzzle with one less is as strong."""
    return rule.unmarked is not None or rule.contrast is not None


def without(puzzle: Puzzle, clue: Clue) -> Puzzle:
    """The puzzle without a clue."""
    ground = puzzle.geometry
    return replace(puzzle, geometry=with_clues(ground, [one for one in ground.clues or () if one != clue]), answer=None)


def _blamed(puzzle: Puzzle) -> Iterator[Clue]:
    for clue in puzzle.geometry.clues or ():
        if not says_more(rule_of(clue, puzzle)) and solve(without(puzzle, clue), 1).solutions > 0:
            yield clue


def blamed_clues(puzzle: Puzzle) -> tuple[Clue, ...]:
    """The clues without any one of which the puzzle has a solution, in their order; none where they are more than three, or the
    work does not allow to look at all.
    """
    return _few(_blamed(puzzle))


def blamed_givens(puzzle: Puzzle) -> tuple[int, ...]:
    """The cells in any one of which another digit would leave a solution, ascending; none as for clues."""
    return _few(_blamed_cells(puzzle))


def _few(blamed: Iterator[T]) -> tuple[T, ...]:
    try:
        with spending(_WORK):
            found = tuple(islice(blamed, _MOST + 1))
    except Spent:
        return ()
    return found if len(found) <= _MOST else ()


def _blamed_cells(puzzle: Puzzle) -> Iterator[int]:
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            givens = puzzle.givens[:cell] + b"\0" + puzzle.givens[cell + 1 :]
            if solve(replace(puzzle, givens=givens, answer=None), 1).solutions > 0:
                yield cell


def clue_named(clue: Clue, puzzle: Puzzle) -> str:
    """``sandwich 17 (r1c1 to r1c9)``, as messages name a clue; a digit by the symbol that is printed for it."""
    value = "".join(f" {number}" for number in clue.value)
    if CLUES[clue.kind].named:
        blank = any(RULES[name].blank for name in puzzle.geometry.rules)
        value = f" {SYMBOLS[clue.value[0] + (_FIRST_LETTER if blank else 0) - 1]}"
    names = [cell_name(cell, puzzle.geometry) for cell in clue.cells]
    shown = f"{names[0]} to {names[-1]}" if len(names) > 2 else " ".join(names)
    return f"{clue.kind}{value} ({shown})"
