"""The path on which a reader meets the steps to the answer, one at a time.

The grade's path takes all instances of the easiest technique at once, with all candidates written down. A person scans: one
digit over the boxes, again after each find; then the lines, those with the fewest empty cells first; then single cells; and
only then are candidates written down and a step beyond singles taken, after which scanning begins anew. Of several grids a
person stays in one while it gives anything, and goes on to that which has gained most by the cells that they share. The steps
beyond singles are as few as lead to the answer (:mod:`bookmaker.publishing.explain.fewest_steps`), those of the puzzle's own
rules and sums first.

Nothing of a grade comes from here. Ties are broken by places in reading order, so that the path is always the same, whatever the
digits are called.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from bookmaker.logic.techniques import BY_NAME, CAGES, CLUES, RELATIONS, SINGLES, engine
from bookmaker.logic.techniques.declare import HouseRef, Level, Step, Technique
from bookmaker.publishing.explain.fewest_steps import Spot, fewest
from bookmaker.publishing.explain.ideas.table import seen_by_a_person, step_over_several, whole
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.arrangement import cells_of
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle

LINES = ("row", "column", "diagonal")
"""The kinds of houses that are read along a line; the cells of all others are seen at a glance, as those of a box."""

_FULL_HOUSE, _NAKED_SINGLE, _HIDDEN_SINGLE = (technique.name for technique in SINGLES)
_SINGLES = frozenset(technique.name for technique in SINGLES)

_OWN = frozenset((*CAGES, *CLUES, *RELATIONS))
"""The techniques of a puzzle's own sums and rules."""

_FIRST = (
    *("cage-last-cell", "innie", "outie", "cage-single-combination"),
    *("innie-two-houses", "outie-two-houses", "innie-three-houses", "outie-three-houses"),
    *("cage-few-combinations", "innies-outies", "innies-outies-two-houses", "innie-outie-difference"),
    *("cage-combinations", "cage-split"),
)
"""What a Killer's solver looks for, in this order, before all other steps of cages: the rule of 45 for one cell comes before any
list of combinations (forum.enjoysudoku.com, t1498; djape.net)."""


def reading_order(techniques: Iterable[Technique]) -> tuple[Technique, ...]:
    """Techniques in the order in which a reader tries them: singles, the puzzle's own sums and rules, then by the table."""
    place = {name: number for number, name in enumerate(_FIRST)}

    def rank(technique: Technique) -> tuple[int, int]:
        if technique.name in _SINGLES:
            return 0, 0
        is_own = technique in _OWN and technique.level <= Level.MEDIUM
        return (1, place.get(technique.name, len(_FIRST))) if is_own else (2, 0)

    return tuple(sorted(techniques, key=rank))


class Reading(NamedTuple):
    """A step of the path, and the position in which the reader finds it.

    ``noted``: whether candidates are written down by then: a step before has asked for them, or this one does. Sums and rules
    of the puzzle ask for none, but for the cell that they leave one candidate.
    """

    step: Step
    position: Position
    noted: bool


def readers_path(puzzle: Puzzle, techniques: Sequence[Technique], start: Position | None = None) -> Iterator[Reading]:
    """The steps from a position (None: the puzzle as printed) to the answer of a proper puzzle, as far as techniques go.

    ``techniques``: those that may be used, in any order. Steps are found as they are asked for; the first is cheap where
    scanning finds it.
    """
    chosen: list[Step] | None = None

    def beyond(position: Position) -> Step | None:
        nonlocal chosen
        if chosen is None:
            chosen = _chosen(puzzle, techniques, position)
        return _held(chosen, position)

    noted, named = False, set[int]()
    for step, position in _walk(start or Position.of(puzzle), beyond):
        single = step.technique in _SINGLES
        noted = noted or not (single or BY_NAME[step.technique] in _OWN)
        yield Reading(step, position, noted or (single and step.placements[0][0] in named))
        if not single:
            after = position.after([step]).candidates
            named |= {cell for cell, _ in step.eliminations if after[cell].bit_count() == 1}


Beyond = Callable[[Position], Step | None]
"""The next step beyond singles in a position where scanning finds nothing; None where there is none."""


def _walk(position: Position, beyond: Beyond) -> Iterator[tuple[Step, Position]]:
    """The steps from a position on, singles by scanning, each with the position in which it is found."""
    stuck, last, scan = False, None, _Scan(position)
    while True:
        while (single := scan.next(stuck, last)) is not None:
            yield single, scan.position
            last = scan.place(single)
        position = scan.position
        step = beyond(position) if 0 in position.digits else None
        if step is None:
            return
        yield step, position
        scan.go_on(step)
        stuck, last = True, None


class _Part(NamedTuple):
    """A part that a reader sees at once: the cells of one of several grids, or all, and the numbers of its houses."""

    cells: frozenset[int]
    boxes: tuple[int, ...]
    lines: tuple[int, ...]


@lru_cache(maxsize=64)
def _parts(geometry: Geometry) -> tuple[_Part, ...]:
    """The grids of a geometry; houses that lie in several of them, as further parts."""
    whole = [(number, house) for number, house in enumerate(geometry.houses) if len(house.cells) == geometry.size]
    every, found = frozenset(range(geometry.cell_count)), list[_Part]()
    grids = [frozenset(cells_of(geometry, corner)) for corner in geometry.corners] if geometry.overlapping else []
    for cells in (*grids, every):
        # The last part has the houses that no grid holds.
        held = {number for part in found for number in (*part.boxes, *part.lines)} if cells is every else set[int]()
        own = [
            (number, house.kind in LINES)
            for number, house in whole
            if number not in held and cells.issuperset(house.cells)
        ]
        if own:
            boxes, lines = (tuple(number for number, line in own if line is wanted) for wanted in (False, True))
            seen = frozenset(cell for number, _ in own for cell in geometry.houses[number].cells)
            found.append(_Part(seen, boxes, lines))
    return tuple(found)


class _Scan:
    """A grid that is scanned for singles: its position, the part that is looked at, and the digit that is looked for.

    Of each part it is known how many digits it had when it was left.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._had = {part: self._filled(part) for part in _parts(position.geometry)}
        self._begin(max(self._had, key=self._filled))

    def _begin(self, part: _Part) -> None:
        self._part, self._digits, self._found = part, list[int](), True

    def _filled(self, part: _Part) -> int:
        return sum(self.position.digits[cell] > 0 for cell in part.cells)

    def go_on(self, step: Step) -> None:
        """Take a step beyond singles. Scanning begins anew where it has changed most."""
        self.position = self.position.after([step])
        changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
        self._begin(max(self._had, key=lambda part: len(changed & part.cells)))

    def place(self, step: Step) -> int:
        """Fill the cell of a single; the cell."""
        self.position = self.position.after([step])
        ((cell, _),) = step.placements
        return cell

    def next(self, stuck: bool, last: int | None) -> Step | None:
        """The next single: see the module's docstring for the order.

        ``stuck``: whether scanning has ended before, so that some cells have notes. ``last``: the cell that was filled last.
        """
        for part in self._order():
            self._enter(part)
            single = (
                self._full_house(last)
                or (last is not None and self._again(last))
                or self._pass()
                or (stuck and self._cell(part.cells))
                or self._line()
            )
            if single:
                return single
        if (single := self._cell()) is not None:
            ((cell, _),) = single.placements
            self._enter(next(part for part in (self._part, *self._had) if cell in part.cells))
        return single

    def _enter(self, part: _Part) -> None:
        if part is not self._part:
            self._had[self._part] = self._filled(self._part)
            self._begin(part)

    def _order(self) -> list[_Part]:
        """The parts in the order in which they are looked at: this one, then those that have most digits since they were left."""
        others = [part for part in self._had if part is not self._part]
        return [
            self._part,
            *sorted(others, key=lambda part: (self._had[part] - self._filled(part), -self._filled(part))),
        ]

    def _full_house(self, last: int | None) -> Step | None:
        for number in (*self._part.boxes, *self._part.lines):
            cells = self.position.geometry.houses[number].cells
            if last is None or last in cells:
                empty = [cell for cell in cells if not self.position.digits[cell]]
                if len(empty) == 1 and (digits := self.position.candidates_of(empty[0])):
                    return _placing(_FULL_HOUSE, empty[0], digits[0], number)
        return None

    def _again(self, last: int) -> Step | None:
        """The digit placed last, in the other boxes: those near it first."""
        seen = self.position.seen(last)
        houses = self.position.geometry.houses
        near = sorted(self._part.boxes, key=lambda number: not seen.intersection(houses[number].cells))
        return self._digit(self.position.digits[last], near)

    def _pass(self) -> Step | None:
        """The digits one after another through the boxes, the most frequent first; again while a pass finds any."""
        while True:
            while self._digits:
                step = self._digit(self._digits[0], self._part.boxes)
                if step is not None:
                    self._found = True
                    return step
                self._digits.pop(0)
            if not self._found:
                self._found = True
                return None
            self._digits, self._found = self._by_frequency(), False

    def _by_frequency(self) -> list[int]:
        """The digits, the most frequent first, and of several the one that is met first: names of digits decide nothing."""
        digits = self.position.digits
        order = sorted(
            range(1, self.position.geometry.size + 1), key=lambda digit: digits.find(digit) % (len(digits) + 1)
        )
        return sorted(order, key=lambda digit: -digits.count(digit))

    def _digit(self, digit: int, houses: Iterable[int]) -> Step | None:
        for number in houses:
            places = self.position.places(self.position.geometry.houses[number], digit)
            if len(places) == 1:
                return _placing(self._kind(number), places[0], digit, number)
        return None

    def _kind(self, number: int) -> str:
        cells = self.position.geometry.houses[number].cells
        return _FULL_HOUSE if sum(not self.position.digits[cell] for cell in cells) == 1 else _HIDDEN_SINGLE

    def _line(self) -> Step | None:
        houses, digits = self.position.geometry.houses, self.position.digits
        empty = {number: sum(not digits[cell] for cell in houses[number].cells) for number in self._part.lines}
        order = self._by_frequency()
        for number in sorted((number for number in empty if empty[number]), key=lambda number: empty[number]):
            held = {digits[cell] for cell in houses[number].cells}
            for digit in order:
                if digit not in held and (step := self._digit(digit, [number])) is not None:
                    return step
        return None

    def _cell(self, within: Container[int] | None = None) -> Step | None:
        """A cell with one candidate, of some cells or of all; of several the one that sees the most different digits."""
        digits, single = self.position.digits, list[tuple[int, int]]()
        for cell, mask in enumerate(self.position.candidates):
            if mask and not mask & (mask - 1) and (within is None or cell in within):
                seen = {digits[peer] for peer in self.position.seen(cell)} - {0}
                single.append((-len(seen), cell))
        if not single:
            return None
        _, cell = min(single)
        return Step(_NAKED_SINGLE, ((cell, self.position.candidates[cell].bit_length()),), (), (), ())


def _placing(technique: str, cell: int, digit: int, house: int) -> Step:
    return Step(technique, ((cell, digit),), (), (), (HouseRef("base", house),))


def _chosen(puzzle: Puzzle, techniques: Sequence[Technique], start: Position) -> list[Step]:
    """The steps beyond singles of the path from a position on, in their order, none of which can be left out alone.

    A step that a person takes in place of a finder's may do more than that, so that steps after it become needless.
    """
    pending = _beyond_singles(puzzle, reading_order(techniques), start)
    way = list(_walk(start, lambda position: _next(pending, position, techniques)))
    # The explanation takes these steps alone; without the others each may do a little more or less.
    again = list(_walk(start, partial(_held, _harder(step for step, _ in way))))
    way = again if _end(again) == _end(way) else way
    while True:
        steps, end = _harder(step for step, _ in way), _end(way)
        rounds = fewest(puzzle, techniques, [[step] for step, _ in way], start)
        kept = _harder(step for found in rounds for step in found.steps)
        if len(kept) == len(steps):
            return steps
        # Of several needless steps one may take another's place: then one is left out at a time.
        fewer = (kept, *([step for step in steps if step is not one] for one in steps if one not in kept))
        ways = (list(_walk(start, partial(_held, list(left)))) for left in fewer)
        shorter = next((made for made in ways if _end(made) == end), None)
        if shorter is None:
            return steps
        way = shorter


def _harder(steps: Iterable[Step]) -> list[Step]:
    """Those of some steps that are beyond singles."""
    return [step for step in steps if step.technique not in _SINGLES]


def _end(way: Sequence[tuple[Step, Position]]) -> bytes:
    """The digits behind the last step of a path."""
    return way[-1][1].after([way[-1][0]]).digits if way else b""


def _held(steps: list[Step], position: Position) -> Step | None:
    """The first of these steps that still does something in a position, with its effects there. All up to it are taken off."""
    while steps:
        step = steps.pop(0)
        wanted = _doing(step, position)
        if wanted:
            left = replace(
                step,
                placements=tuple(spot for spot in step.placements if spot in wanted),
                eliminations=tuple(spot for spot in step.eliminations if spot in wanted),
            )
            return whole(left, position)
    return None


def _beyond_singles(puzzle: Puzzle, techniques: Sequence[Technique], start: Position) -> list[Step]:
    """The steps beyond singles that the answer needs from this position on, in the order of the path."""
    way = list(engine.rounds(puzzle.geometry, start.digits, techniques, puzzle.givens, start.removed(), puzzle.cages))
    return _harder(step for found in fewest(puzzle, techniques, way, start) for step in found.steps)


def _next(pending: list[Step], position: Position, techniques: Sequence[Technique]) -> Step | None:
    """The first of these steps that still does something, as it is found in this position; all before it are taken off.

    Singles have gone further than on the path where it was found, so that it may have changed or be found no more: then it is
    the first step of any technique. In place of a step of clues comes that of a person, and then its rest.
    """
    together = step_over_several(position, scan=True)
    while together is None and pending:
        step = pending.pop(0)
        wanted = _doing(step, position)
        if wanted and BY_NAME[step.technique] not in _OWN and (together := step_over_several(position, scan=False)):
            pending.insert(0, step)
        elif (
            wanted and (found := _best(first_round(position, [BY_NAME[step.technique]]), position, wanted)) is not None
        ):
            if (seen := seen_by_a_person(found, position)) is not None:
                pending.insert(0, step)
                return seen
            return found
    together = together or step_over_several(position, scan=False)
    if together is not None:
        return together
    found = _best(first_round(position, techniques), position, None)
    return found and (seen_by_a_person(found, position) or found)


def first_round(position: Position, techniques: Sequence[Technique]) -> Sequence[Step]:
    """The steps that the first of these techniques to find any finds in a position; () if none does."""
    rounds = engine.rounds(
        position.geometry, position.digits, techniques, position.givens, position.removed(), position.cages
    )
    return next(rounds, ())


def _doing(step: Step, position: Position) -> set[Spot]:
    """The effects that a step still has: candidates that it removes, and cells that it fills."""
    gone = {(cell, digit) for cell, digit in step.eliminations if position.candidates[cell] >> (digit - 1) & 1}
    return gone | {(cell, digit) for cell, digit in step.placements if not position.digits[cell]}


def _best(steps: Iterable[Step], position: Position, wanted: set[Spot] | None) -> Step | None:
    """Of these steps the one with most of the wanted effects, the shortest of several; None if none has any."""
    ranked = []
    for number, step in enumerate(steps):
        does = _doing(step, position)
        shared = does if wanted is None else does & wanted
        if shared:
            ranked.append((-len(shared), len(step.pattern), number, step))
    return min(ranked, key=lambda one: one[:3])[3] if ranked else None
