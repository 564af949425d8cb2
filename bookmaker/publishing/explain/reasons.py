"""Why a step holds: reasons that anyone can check in the grid, in no language.

A step has a pattern and effects. In the order of the argument its reasons name the digits that bar the other places, those that
the cells of the pattern can hold, and the cells that see those that lose a candidate.
:data:`KINDS` has the claim of each kind, and
``tests/test_reasons.py`` checks the claims by a program of its own. The branch ``because`` of each catalogue of techniques puts
them into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bookmaker.logic.techniques.declare import Step
from bookmaker.publishing.explain.notation import Set
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.geometry import House

KINDS = (
    "has",  # the house holds the digits already
    "bars",  # the filled cell `by` keeps the digits out of the cells
    "lets",  # beside `by`, which holds the digit `other`, the clue just named lets the cell hold the digits only
    "removed",  # the digits were taken from the cells by steps before, not by filled cells
    "last",  # the cell is the only empty one of the houses, and the digit the only one missing
    "confined",  # each of the houses has places for the digits in these cells only
    "nowhere",  # the digits are in the cells, which each of the houses holds, so in no other cell of these
    "held",  # the cells, of the houses if named, have candidates among the digits only
    "full",  # there are as many digits as cells, so that the cells hold nothing else
    "apart",  # no digit is a candidate both of one of the cells and of one of `by`
    "once",  # there are as many digits as cells, and no digit fits twice, so that the cells hold each once
    "counted",  # each of the houses needs the digit, in one of as many cover houses
    "but-fins",  # the same, if no fin (`by`) holds the digit
    "twice",  # each of the cells lies in one of the houses and in two covers: with the digit there these have a place too few
    "clash",  # all of the cells see all of `by`: the digit cannot be in both
    "one-of",  # one of the cells holds the digit
    "either",  # one of the cells holds the digit, or one of `by` the other digit
    "sees",  # each of the cells sees all of `by`, which are all the places in question
    "places",  # each of the cells sees all of `by`, and each of the digits is in one of them
    "false",  # the digit is in none of the cells, but in all of `by`
    "colours",  # the digit is in all of the cells, or in all of `by`
    "alternate",  # one colour, the cells, holds the digit, or the other, `by`
    "deadly",  # with these digits only, the cells could change them: two solutions
    "grave",  # without the extra candidates of `by` there would be two solutions or none
    "extra",  # one of the cells takes one of the digits, its extra candidates
    "almost",  # the cells hold one digit fewer than these
    "too-few",  # without the digit in the cells and the other in `by`, the cells named before have fewer digits, none twice
    "loop",  # the chain closes, so that of two linked candidates one is true
    "returns",  # the chain comes back to its beginning
    "suppose",  # a branch of a proof begins: the digit in the cells
    "unfillable",  # then the houses have no place for the digits
    "emptied",  # then the cells have no candidate
    "overfilled",  # then the cell would hold both digits
    "starves",  # with any of the digits in the cell, all digits of `by` clash or leave another cell without a candidate
    "clue",  # a clue of the kind `rule` lies on the cells, with its value; at an edge, beside the row or column of `houses`
    "rule",  # the rule of this name holds between the cells of the step
    "whole-house",  # the digits of all the houses make the value
    "cages",  # the cages whose first cells are `by`, which hold all other `cells`, make the values
    "cage",  # the cells are a cage, and make the value
    "last-of-cage",  # of the value of the cage just named the filled cells `by` take the second, which leaves the digit
    "unfilled",  # no way to fill the cage just named has any of the digits in any of the cells
    "tie",  # by the rule of this name each of the cells differs from `by`, with which it shares no house
    "adds",  # the digits of the cells make as much as those of `by`, or the value
    "more",  # the digits of the cells make by the value more than those of `by`
    "holds",  # each of the filled cells has the digit
    "least",  # by all this the cell cannot hold less than the digit
    "most",  # by all this the cell cannot hold more than the digit
    "leaves",  # by all this the cell can hold the digits only
    "idea",  # the idea `rule` leaves the cells of the claims `leaves` behind it their digits, by the clues and claims before it
    "wherever",  # the same of each of `by`, and of all that the step eliminates
    "every-way",  # each way to keep the clue that the candidates leave has the digit in one of the cells
    "rules-out",  # the digit in any of `by` keeps the other digit out of the cells
)
"""The claim of each kind of reason."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One claim of an argument, of one of the :data:`KINDS`."""

    kind: str
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    cover: tuple[House, ...] = ()
    other: tuple[int, ...] = ()
    rule: str = ""
    value: tuple[int, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()


Reasons = Iterable[Reason]
Maker = Callable[[Step, Position], Reasons]


def houses_of(step: Step, position: Position, role: str) -> tuple[House, ...]:
    """The houses of a step with a role, in the order of the geometry."""
    return tuple(position.geometry.houses[index] for index in sorted(r.house for r in step.houses if r.role == role))


def confined(digit: int, cells: Iterable[int], houses: Sequence[House]) -> Reason:
    """The houses have places for a digit in these cells only."""
    return Reason("confined", digits=(digit,), cells=tuple(sorted(set(cells))), houses=tuple(houses))


def clash(digit: int, cells: Iterable[int], by: Iterable[int]) -> Reason:
    """Cells that cannot hold a digit together with others."""
    return Reason("clash", digits=(digit,), cells=tuple(sorted(set(cells))), by=tuple(sorted(set(by))))


def sees(step: Step, places: Callable[[int, int], Iterable[int]], kind: str = "sees") -> Reasons:
    """The cells that those that lose candidates see: ``places`` gives the cells in question for an elimination (cell, digit).

    ``kind`` is ``"places"`` where these are not the same for all digits, so that a reader has to know of which they are.
    """
    groups: dict[tuple[int, ...], dict[str, set[int]]] = {}
    for cell, digit in step.eliminations:
        by = tuple(sorted(set(places(cell, digit)) - {cell}))
        if by:
            group = groups.setdefault(by, {"cells": set(), "digits": set()})
            group["cells"].add(cell)
            group["digits"].add(digit)
    for by, group in groups.items():
        yield Reason(kind, tuple(sorted(group["digits"])), tuple(sorted(group["cells"])), by)


def always(places: Iterable[int]) -> Callable[[int, int], Iterable[int]]:
    """For :func:`sees`: the same cells for every elimination."""
    held = tuple(places)
    return lambda cell, digit: held


def link(
    position: Position, digits: tuple[int, int], cells: tuple[Sequence[int], Sequence[int]], sets: Sequence[Set]
) -> Reasons:
    """Why one of two candidates (or groups) holds if the other does not; nothing where nothing simple says so."""
    (one, other), both = digits, {*cells[0], *cells[1]}
    if one == other:
        for house in position.geometry.houses:
            if both.issuperset(position.places(house, one)) and both.issubset(house.cells):
                return [confined(one, both, [house])]
    elif len(both) == 1 and position.candidates_of(cells[0][0]) == tuple(sorted(digits)):
        return [Reason("held", tuple(sorted(digits)), tuple(both))]
    for held in sets:
        if held.places(one) == set(cells[0]) and held.places(other) == set(cells[1]):
            return [Reason("almost", held.digits, held.cells)]
    for held in sets:
        gone = {(cell, digit) for digit, among in zip(digits, cells, strict=True) for cell in among}
        if held.spots >= gone and _too_few(held.spots - gone, position) and not _too_few(held.spots, position):
            return [
                Reason("held", held.digits, held.cells),
                Reason("too-few", (one,), tuple(sorted(cells[0])), tuple(sorted(cells[1])), other=(other,)),
            ]
    return []


def _too_few(spots: frozenset[tuple[int, int]], position: Position) -> bool:
    """Whether candidates (cell, digit) have fewer digits than cells, and none of the digits fits twice."""
    digits = {digit for _, digit in spots}
    once = all(
        one in position.seen(other)
        for digit in digits
        for one, other in combinations([cell for cell, held in spots if held == digit], 2)
    )
    return once and len(digits) < len({cell for cell, _ in spots})
