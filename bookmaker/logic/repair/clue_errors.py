"""A wrong clue in a puzzle without a solution: which one it is, and its right value.

A clue is to blame only if the puzzle has a solution without it: then another number, the other direction or another sign in its
place, or a line that ends a cell or two earlier, may make it proper. Where all clues of a rule are shown, a place without one
says something, too: there the other signs and none are tried as they are, and clues in all places that have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.logic.verify.contradiction import rule_of, says_more, without
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, with_clues
from bookmaker.puzzles.rules.places import borders
from bookmaker.puzzles.rules.rule import Rule

ClueError = Literal["value", "turned", "sign", "shorter", "missing", "superfluous"]
_ORDER: tuple[ClueError, ...] = get_args(ClueError)
"""Looked for first: a wrong number is the usual slip."""

_WORK = Work(6)
_FEWER = 2
"""A line may have so many cells too many: of two short lines a longer one says nothing."""

_LARGEST = 100
"""Numbers of clues that are tried where several solutions are left without it."""


@dataclass(frozen=True, slots=True)
class ClueMend:
    """A change of one clue that makes a puzzle proper. ``old`` is None for one that is missing, ``new`` for one too many."""

    kind: ClueError
    old: Clue | None
    new: Clue | None


def with_mend(puzzle: Puzzle, mend: ClueMend) -> Puzzle:
    """The puzzle with another clue in place of the wrong one."""
    clues = [clue for clue in (*(puzzle.geometry.clues or ()), mend.new) if clue not in (None, mend.old)]
    return replace(puzzle, geometry=with_clues(puzzle.geometry, [clue for clue in clues if clue is not None]))


def clue_mends(puzzle: Puzzle) -> tuple[tuple[ClueMend, ...], bool]:
    """The changes of one clue that make a puzzle without a solution proper, and whether all were tried within the work."""
    found: list[ClueMend] = []
    whole = False
    try:
        with spending(_WORK):
            for clue in puzzle.geometry.clues or ():
                found += _of_clue(puzzle, clue)
            found += [mend for mend in _missing(puzzle.geometry) if _is_proper(puzzle, mend)]
            whole = True
    except Spent:
        pass
    return tuple(sorted(found, key=lambda mend: (_ORDER.index(mend.kind), _cells_lost(mend)))), whole


def by_answer(puzzle: Puzzle, answer: bytes) -> tuple[ClueMend, ...]:
    """The clues that an answer breaks, each with its right value there; () if one cannot be said, or givens differ."""
    ground = puzzle.geometry
    if any(given not in (0, digit) for given, digit in zip(puzzle.givens, answer, strict=True)):
        return ()
    found: list[ClueMend] = []
    for clue in ground.clues or ():
        if CLUES[clue.kind].allows(answer, clue.cells, ground, clue.value):
            continue
        tried = [
            *_values(ground, clue, answer),
            *_signs(ground, rule_of(clue, puzzle), clue),
            *_shorter(clue, ground.size),
        ]
        fits = [
            mend
            for mend in tried
            if mend.new is not None and CLUES[mend.new.kind].allows(answer, mend.new.cells, ground, mend.new.value)
        ]
        found += fits[:1] or [ClueMend("superfluous", clue, None)]
    return tuple(found)


def _cells_lost(mend: ClueMend) -> int:
    return len(mend.old.cells) - len(mend.new.cells) if mend.old and mend.new else 0


def _of_clue(puzzle: Puzzle, clue: Clue) -> list[ClueMend]:
    rule = rule_of(clue, puzzle)
    gone = ClueMend("superfluous", clue, None)
    if says_more(rule):
        several = [mend for mend in _signs(puzzle.geometry, rule, clue) if _is_proper(puzzle, mend)]
        return several or [gone] * _is_proper(puzzle, gone)
    bare = solve(without(puzzle, clue), 2)
    if bare.solutions < 1:
        return []
    tried = _values(puzzle.geometry, clue, bare.solution)
    several = [mend for mend in tried if _is_proper(puzzle, mend)]
    several = several or [mend for mend in _signs(puzzle.geometry, rule, clue) if _is_proper(puzzle, mend)]
    if several:
        return several
    return [mend for mend in _shorter(clue, puzzle.geometry.size) if _is_proper(puzzle, mend)] + [gone] * bare.proper


def _is_proper(puzzle: Puzzle, mend: ClueMend) -> bool:
    return solve(with_mend(puzzle, mend), 2).proper


def _values(ground: Geometry, clue: Clue, answer: bytes | None) -> Iterator[ClueMend]:
    """The clue with another number: with that of the only answer without it, if there is one."""
    kind = CLUES[clue.kind]
    if kind.value is None:
        return
    values: list[tuple[int, ...] | None]
    if len(clue.value) > 1:
        # Several digits in a circle, of which one is wrong: as many as its author wrote.
        digits = range(1, ground.size + 1)
        values = [
            tuple(sorted((*clue.value[:at], digit, *clue.value[at + 1 :])))
            for at in range(len(clue.value))
            for digit in digits
        ]
        values = list(dict.fromkeys(value for value in values if value and not kind.wrong(value, ground.size, 4)))
    elif answer is not None and kind.shape != "corner":
        values = [kind.fitting(answer, clue.cells, ground.size)]
    else:
        values = [(number,) for number in range(_LARGEST) if not kind.wrong((number,), ground.size, len(clue.cells))]
    for value in values:
        if value is not None and value != clue.value:
            yield ClueMend("value", clue, kind.clue(clue.cells, value))


def _signs(ground: Geometry, rule: Rule, clue: Clue) -> Iterator[ClueMend]:
    """The clue the other way round, and other clues of its rule in its place."""
    kind = CLUES[clue.kind]
    if kind.ordered and kind.shape in ("border", "line"):
        yield ClueMend("turned", clue, kind.clue(clue.cells[::-1], clue.value))
    for other in rule.clues:
        value = () if other.value is None else clue.value
        if other is not kind and not other.fault_of(clue.cells, ground.size, value):
            yield ClueMend("sign", clue, other.clue(clue.cells, value))


def _shorter(clue: Clue, size: int) -> Iterator[ClueMend]:
    """A line that ends a cell or two earlier, at either end; one with a bulb or circle where it begins keeps that."""
    kind, cells = CLUES[clue.kind], clue.cells
    if kind.shape != "line":
        return
    for fewer in range(1, _FEWER + 1):
        for rest in (cells[:-fewer], cells[fewer:])[: 1 if kind.ordered else 2]:
            if not kind.fault_of(rest, size, clue.value):
                yield ClueMend("shorter", clue, kind.clue(rest, clue.value))


def _missing(ground: Geometry) -> Iterator[ClueMend]:
    """Clues where there is none, of rules whose clues are all shown."""
    size = ground.size
    for rule in (RULES[name] for name in RULES if name in ground.rules):
        if not says_more(rule):
            continue
        held = {clue.cells for clue in ground.clues or () if CLUES[clue.kind] in rule.clues}
        taken = held | {cells[::-1] for cells in held}
        for kind in rule.clues:
            places = borders(size) if kind.shape == "border" else tuple((cell,) for cell in range(size * size))
            for cells in places:
                for way in (cells, cells[::-1]) if kind.ordered else (cells,):
                    if way not in taken:
                        yield ClueMend("missing", None, kind.clue(way))
