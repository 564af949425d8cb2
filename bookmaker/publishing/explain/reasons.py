"""Why a step holds: reasons that anyone can check in the grid, in no language.

A step has a pattern and effects. In the order of the argument its reasons name the digits that bar the other places, those that
the cells of the pattern can hold, and the cells that see those that lose a candidate. :data:`KINDS` has the claim of each kind,
and ``tests/test_reasons.py`` checks the claims by a program of its own. The branch ``because`` of each catalogue of techniques
puts them into words.

Reasons by relations of cells, and by sums and lines of clues, say the rule, then the digits that the other cells can hold, as far
as these matter, and last the conclusion. They name a cell only if the conclusion fails without its digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import Family
from bookmaker.publishing.explain.notation import Set
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.geometry import Clue, Geometry, House, Line, Relation, Total, unlike
from bookmaker.puzzles.grid.relations import reversed_table
from bookmaker.puzzles.rules import CLUES
from bookmaker.puzzles.rules.relating import lines_of_rules, rules_between

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


_MOST_WAYS, _MOST_ON_TRIAL = 50_000, 2_000
"""The digits of a sum are listed up to so many ways to choose them; beyond, its bounds decide. On trial fewer are."""

_WAYS, _ALONE = "clue-line-ways", "clue-alone"

_EVERY = -1
"""The mask of all digits."""

Left = Callable[[list[int]], list[int]]
"""The candidates that a sum or line leaves to its cells, from those that they have, all as masks."""


def clue_reason(clue: Clue, geometry: Geometry) -> Reason:
    """A clue as a reason, with the row or column beside one that lies at an edge."""
    value = clue.value if all(1 <= number <= geometry.size for number in clue.value) else ()
    beside = (
        house for house in geometry.houses if house.kind in ("row", "column") and set(clue.cells) <= set(house.cells)
    )
    houses = tuple(islice(beside, 1)) if CLUES[clue.kind].shape == "edge" else ()
    return Reason("clue", value, clue.cells, houses=houses, rule=clue.kind, value=clue.value)


def _mask(cell: int, position: Position) -> int:
    digit = position.digits[cell]
    return 1 << digit - 1 if digit else position.candidates[cell]


def _digits(mask: int) -> tuple[int, ...]:
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def _what_it_holds(cells: Iterable[int], position: Position) -> Reasons:
    """The digits that cells hold or can hold, cells with the same digits together."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for cell in cells:
        groups.setdefault((position.digits[cell] > 0, _mask(cell, position)), []).append(cell)
    for (filled, mask), held in groups.items():
        if mask == (1 << position.geometry.size) - 1:
            continue  # A cell that can hold any digit gives no reason.
        yield Reason("holds" if filled else "held", _digits(mask), tuple(held))


def _conclusion(cell: int, possible: int, position: Position) -> Reason:
    """The conclusion about a cell that can hold only those of its candidates that are in ``possible``, a mask."""
    digits, size, left = _digits(possible), position.geometry.size, _digits(possible & position.candidates[cell])
    if len(left) == 1:
        return Reason("leaves", left, (cell,))
    if digits and digits == tuple(range(digits[0], size + 1)):
        return Reason("least", digits[:1], (cell,))
    if digits and digits == tuple(range(1, digits[-1] + 1)):
        return Reason("most", digits[-1:], (cell,))
    return Reason("leaves", left, (cell,))


def _lost(step: Step) -> dict[int, int]:
    """The cells that lose candidates, and these as masks."""
    lost: dict[int, int] = {}
    for cell, digit in step.eliminations:
        lost[cell] = lost.get(cell, 0) | 1 << digit - 1
    return lost


def relations_of(geometry: Geometry, one: int, other: int) -> Iterator[tuple[Reason, Relation]]:
    """The relations of two cells, as seen from the first, with their reasons: those of clues first, then those of rules."""
    for clue in geometry.clues or ():
        for pair, table in CLUES[clue.kind].related(clue, geometry.size):
            if set(pair) == {one, other}:
                relation = Relation((pair,), table, "")
                seen = table if pair == (one, other) else relation.reverse
                yield clue_reason(clue, geometry), Relation(((one, other),), seen, "")
    for rule, relation in rules_between(geometry, one, other):
        yield Reason("rule", rule=rule), relation


def left_beside(cell: int, position: Position) -> Iterator[tuple[Reason, Reason]]:
    """The clues that let a cell hold few digits, at most half of them, beside a cell that is filled: each with these digits."""
    geometry = position.geometry
    for clue in geometry.clues or ():
        for pair, table in CLUES[clue.kind].related(clue, geometry.size) if cell in clue.cells else ():
            (by,) = {*pair} - {cell} if cell in pair else {cell}
            held = position.digits[by]
            if held:
                seen = table if pair == (by, cell) else reversed_table(table)
                same = 1 << held - 1 if cell in position.seen(by) else 0
                digits = _digits(seen[held - 1] & ~same)
                if len(digits) <= geometry.size // 2:
                    yield clue_reason(clue, geometry), Reason("lets", digits, (cell,), (by,), other=(held,))


def _allowed(said: Sequence[tuple[Reason, Relation]], mask: int) -> int:
    """The digits that the other cell may hold where this one holds a digit of ``mask``, under all of the relations."""
    allowed = 0
    for digit in _digits(mask):
        beside = _EVERY
        for _, relation in said:
            beside &= relation.allowed[digit - 1]
        allowed |= beside
    return allowed


def _related(step: Step, position: Position) -> Reasons:
    if step.houses:
        yield from _related_to_places(step, position)
        return
    (by,) = step.cells
    mask = _mask(by, position)
    reasons: dict[Reason, None] = {}
    ends: list[Reason] = []
    for cell, lost in sorted(_lost(step).items()):
        said = list(relations_of(position.geometry, by, cell))
        if cell in position.seen(by):
            every = Relation(((by, cell),), unlike(position.geometry.size), "")
            said.insert(0, (Reason("sees", (), (cell,), (by,)), every))
        for one in tuple(said):
            rest = [each for each in said if each is not one]
            if not lost & _allowed(rest, mask):
                said = rest
        reasons |= {reason: None for reason, _ in reversed(said)}
        ends.append(_conclusion(cell, _allowed(said, mask), position))
    yield from reasons
    yield from _what_it_holds((by,), position)
    yield from ends


def _related_to_places(step: Step, position: Position) -> Reasons:
    """Whichever place of the house holds the digit rules out what goes."""
    (digit,), said, ends = step.digits, dict[Reason, None](), list[Reason]()
    for cell, other in step.eliminations:
        places = tuple(at for at in step.cells if at != cell)
        for at in places:
            for reason, relation in relations_of(position.geometry, at, cell):
                if not relation.allowed[digit - 1] >> other - 1 & 1:
                    said[reason] = None
                    break
        ends.append(Reason("rules-out", (digit,), (cell,), places, other=(other,)))
    yield from said
    yield confined(digit, step.cells, houses_of(step, position, "base"))
    yield from ends


def sum_left(total: Total, position: Position, most: int) -> Left:
    """The digits of all ways to make a sum in which cells that see each other differ; by bounds where there are too many."""
    signs = [1] * len(total.plus) + [-1] * len(total.minus)
    sees = [[at for at in range(i) if total.cells[at] in position.seen(cell)] for i, cell in enumerate(total.cells)]

    def bounds(masks: Sequence[int]) -> list[tuple[int, int]]:
        ends = [(_digits(mask)[0], _digits(mask)[-1]) for mask in masks]
        return [(low, high) if sign > 0 else (-high, -low) for sign, (low, high) in zip(signs, ends, strict=True)]

    def bounded(masks: Sequence[int]) -> list[int]:
        ends, left = bounds(masks), []
        low, high = (sum(end[side] for end in ends) for side in (0, 1))
        for mask, sign, (small, large) in zip(masks, signs, ends, strict=True):
            kept = [d for d in _digits(mask) if low - small <= total.total - sign * d <= high - large]
            left.append(sum(1 << d - 1 for d in kept))
        return left

    def listed(masks: Sequence[int]) -> list[int]:
        ends, left, chosen = bounds(masks), [0] * len(masks), list[int]()
        rests = [[sum(end[side] for end in ends[i:]) for side in (0, 1)] for i in range(len(masks) + 1)]

        def go_on(rest: int) -> bool:
            at = len(chosen)
            if at == len(masks):
                return True
            found = False
            for digit in _digits(masks[at]):
                more, (low, high) = rest - signs[at] * digit, rests[at + 1]
                if low <= more <= high and all(chosen[seen] != digit for seen in sees[at]):
                    chosen.append(digit)
                    if go_on(more):
                        left[at] |= 1 << digit - 1
                        found = True
                    chosen.pop()
            return found

        go_on(total.total)
        return left

    def left(masks: list[int]) -> list[int]:
        if not all(masks):
            return [0] * len(masks)
        ways = 1
        for mask in masks:
            ways *= mask.bit_count()
        return listed(masks) if ways <= most else bounded(masks)

    return left


def _clue_of(step: Step, position: Position) -> Iterator[tuple[Reason, Total | Line, Left, Left]]:
    """The sums and lines of clues and rules on the cells of the step, each with its reason and the masks that it leaves: as the
    finder sees it, and on trial.
    """
    geometry = position.geometry
    for name, line in lines_of_rules(geometry):
        if set(line.cells) == set(step.cells):
            left = line.automaton.left_different if step.technique in (_WAYS, _ALONE) else line.automaton.left
            yield Reason("rule", rule=name), line, left, left
    for clue in geometry.clues or ():
        kind, said = CLUES[clue.kind], clue_reason(clue, geometry)
        for total in kind.totals(clue, geometry.box_of):
            if set(total.cells) == set(step.cells):
                yield said, total, sum_left(total, position, _MOST_WAYS), sum_left(total, position, _MOST_ON_TRIAL)
        for line in kind.lines(clue, geometry.size):
            if set(line.cells) == set(step.cells):
                left = line.automaton.left_different if step.technique in (_WAYS, _ALONE) else line.automaton.left
                yield said, line, left, left


def _pointing(step: Step, position: Position) -> Reasons:
    """Wherever a way to keep the clue has the digit, the cells that lose it see it."""
    digit = step.eliminations[0][1]
    for said, part, left, _ in _clue_of(step, position):
        masks = [_mask(cell, position) for cell in part.cells]
        near = {cell: position.seen(cell).intersection(part.cells) for cell, _ in step.eliminations}
        places = {
            cell: tuple(at for at in part.cells if at in seen and _mask(at, position) >> digit - 1 & 1)
            for cell, seen in near.items()
        }
        without = (
            left([mask & ~(1 << digit - 1) if at in held else mask for at, mask in zip(part.cells, masks, strict=True)])
            for held in places.values()
        )
        if any(all(each) for each in without):
            continue
        yield said
        yield from _what_it_holds(part.cells, position)
        for held in dict.fromkeys(places.values()):
            # That one of some cells has the digit says it of more of them.
            if not any({*fewer} < {*held} for fewer in places.values()):
                yield Reason("one-of", (digit,), held)
        yield from sees(step, _given(places))
        return


def _given(places: Mapping[int, Sequence[int]]) -> Callable[[int, int], Sequence[int]]:
    return lambda cell, digit: places[cell]


def _of_clue(step: Step, position: Position) -> Reasons:
    if step.technique == "clue-pointing":
        yield from _pointing(step, position)
        return
    lost, every = _lost(step), (1 << position.geometry.size) - 1
    for said, part, left, tried in _clue_of(step, position):
        masks = [every if step.technique == _ALONE else _mask(cell, position) for cell in part.cells]
        if not _leaves_out(lost, part.cells, left(masks)):
            continue
        for place, cell in enumerate(part.cells):
            freed = [*masks[:place], every, *masks[place + 1 :]]
            if cell not in lost and _leaves_out(lost, part.cells, tried(freed)):
                masks = freed
        yield said
        if isinstance(part, Total) and set(part.cells) != set(said.cells):
            yield Reason("adds", (), part.plus, part.minus, value=() if part.minus else (part.total,))
        held = [cell for cell, mask in zip(part.cells, masks, strict=True) if mask != every]
        yield from _what_it_holds([cell for cell in held if cell not in lost or len(lost) > 1], position)
        for place, cell in enumerate(part.cells):
            if cell in lost:
                possible = tried([*masks[:place], every, *masks[place + 1 :]])[place]
                yield _conclusion(cell, left(masks)[place] if possible & lost[cell] else possible, position)
        return


def _leaves_out(lost: dict[int, int], cells: Sequence[int], left: Sequence[int]) -> bool:
    return not any(lost.get(cell, 0) & mask for cell, mask in zip(cells, left, strict=True))


CLUE_REASONS: dict[Family, Maker] = {Family.RELATIONS: _related, Family.CLUES: _of_clue}
