"""Which clues and givens of a puzzle without a solution may be wrong: those without one of which it has a solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, with_clues
from bookmaker.puzzles.rules.rule import Rule

T = TypeVar("T")

_WORK = Work(4)
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
