"""The steps of a path that matter: those without which a later step would not hold.

A step rests on places that are barred and candidates that are gone. Backwards from the answer, a step is needed if it fills a
cell, or if a needed step rests on a candidate that it takes away and no digit bars. Where nothing says what a step rests on, it
rests on every candidate that is gone. So each step that is kept holds at its place among those that are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bookmaker.logic.techniques import BY_NAME, CAGES
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.because import because
from bookmaker.publishing.explain.notation import Node, chains_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason, houses_of
from bookmaker.puzzles.grid.geometry import Geometry, House

Spot = tuple[int, int]
"""A candidate: its cell and digit."""


def needed(rounds: Sequence[Sequence[Step]], start: Position) -> list[list[Step]]:
    """The steps of each round of a whole path that a later step needs, or that fill a cell. No round is left out, only emptied.

    ``start``: the position of the first round.
    """
    positions, takers = [start], dict[Spot, list[Spot]]()
    for number, steps in enumerate(rounds):
        positions.append(positions[-1].after(steps))
        for index, step in enumerate(steps):
            for spot in step.eliminations:
                takers.setdefault(spot, []).append((number, index))
    kept: set[Spot] = set()
    for number in range(len(rounds) - 1, -1, -1):
        position, filled = positions[number], set[int]()
        for index, step in enumerate(rounds[number]):
            places = {cell for cell, _ in step.placements}
            if (number, index) not in kept and places <= filled:
                continue
            filled |= places
            kept.add((number, index))
            for spot in rests_on(step, position):
                first = takers.get(spot)
                if first and not _is_barred(spot, position):
                    # Several steps may take the same candidate: one that stays anyhow, else the shortest.
                    before = [taker for taker in first if taker[0] < number]
                    if not kept.intersection(before):
                        kept.add(min(before, key=lambda taker: len(rounds[taker[0]][taker[1]].pattern)))
    return [
        [step for index, step in enumerate(steps) if (number, index) in kept] for number, steps in enumerate(rounds)
    ]


def _is_barred(spot: Spot, position: Position) -> bool:
    cell, digit = spot
    return any(position.bars(by, digit, cell) for by, held in enumerate(position.digits) if held)


def rests_on(step: Step, position: Position) -> set[Spot]:
    """Candidates of empty cells that are gone in the position, and without whose absence the step might not hold."""
    gone = basis(step, position)
    return {(cell, d) for cell, d in gone if not position.digits[cell] and not position.candidates[cell] >> (d - 1) & 1}


def basis(step: Step, position: Position) -> set[Spot]:
    """The cells and digits that decide whether the step holds in the position, filled cells among them."""
    return {spot for part in _parts(step, position) for spot in part}


def _parts(step: Step, position: Position) -> Iterator[Iterable[Spot]]:
    family, size = FAMILY_OF[step.technique], position.geometry.size
    reasons = () if family in (Family.RELATIONS, Family.CLUES) else because(step, position)
    everything = _cells(range(position.geometry.cell_count), size)
    pattern = {part.cell for part in step.pattern}
    if family is Family.FORCING:
        yield from _of_proof(step, position, everything)
    elif BY_NAME[step.technique] in CAGES:
        yield _cells(_cage_cells(step, position, pattern), size)
    elif family in (Family.RELATIONS, Family.CLUES):
        yield _cells(pattern, size)
        yield [(cell, d) for house in houses_of(step, position, "base") for cell in house.cells for d in step.digits]
    elif family in (Family.ALIGNED_CELLS, Family.UNIVERSAL_GRAVES, Family.BRUTE_FORCE) or _has_unsaid_links(
        step, reasons
    ):
        yield everything
    else:
        if family in (Family.RECTANGLES, Family.UNIQUE_LOOPS):
            yield _cells(pattern, size)
        for reason in reasons:
            yield _of_reason(reason, position)
            if reason.kind in ("held", "almost"):
                # Where less than all of the cells bars a digit, the digit must be absent from the others, too.
                inside = _barred_by_some(reason, reasons)
                yield [spot for spot in _cells(reason.cells, size) if spot[1] in inside]


def _barred_by_some(held: Reason, reasons: Sequence[Reason]) -> set[int]:
    if held.kind == "almost":
        return set(held.digits)
    barring = [r for r in reasons if r.kind in ("sees", "places", "clash") and not set(held.cells).issubset(r.by)]
    return {digit for reason in barring for digit in reason.digits}


def _cells(cells: Iterable[int], size: int) -> list[Spot]:
    return [(cell, digit) for cell in cells for digit in range(1, size + 1)]


def _of_reason(reason: Reason, position: Position) -> Iterable[Spot]:
    cells = set(reason.cells)
    if reason.kind == "confined":
        return [
            (cell, d) for house in reason.houses for cell in house.cells if cell not in cells for d in reason.digits
        ]
    if reason.kind in ("held", "almost"):
        return [spot for spot in _cells(cells, position.geometry.size) if spot[1] not in reason.digits]
    if reason.kind == "removed":
        return [(cell, digit) for cell in cells for digit in reason.digits]
    if reason.kind == "alternate":
        return [spot for house in _strong(reason, position) for spot in _of_house(house, reason.digits[0])]
    return ()


def _of_house(house: House, digit: int) -> list[Spot]:
    return [(cell, digit) for cell in house.cells]


def _strong(reason: Reason, position: Position) -> Iterator[House]:
    """The houses whose last two places for the digit have both colours."""
    for house in position.geometry.houses:
        places = set(position.places(house, reason.digits[0]))
        if len(places) == 2 and places & set(reason.cells) and places & set(reason.by):
            yield house


def _has_unsaid_links(step: Step, reasons: Sequence[Reason]) -> bool:
    """Whether a strong link of a chain has no reason that says why: there are as many reasons for links as links."""
    links = sum(not one.on and other.on for chain in chains_of(step) for one, other in pairwise(chain))
    return links > sum(reason.kind in ("confined", "held", "almost") for reason in reasons)


def _cage_cells(step: Step, position: Position, pattern: set[int]) -> set[int]:
    houses = [position.geometry.houses[ref.house].cells for ref in step.houses]
    touched = [cage.cells for cage in position.cages if pattern.intersection(cage.cells)]
    return pattern.union(*houses, *touched)


def _of_proof(step: Step, position: Position, everything: list[Spot]) -> Iterator[Iterable[Spot]]:
    """What the branches of a proof rest on: each digit that follows is the last of its cell, or has the last place of a house;
    each that goes is seen by one that holds, or goes by a clue or relation.
    """
    size = position.geometry.size
    yield _cells(step.cells, size) if "cell-forcing" in step.technique else ()
    for role in ("base", "cover"):
        for house in houses_of(step, position, role):
            for digit in step.digits if role == "base" else range(1, size + 1):
                yield _of_house(house, digit)
    ends_in_cell = step.technique == "forcing-net" and not houses_of(step, position, "cover")
    if sets_of(step) or ends_in_cell:
        yield everything
        return
    for chain in chains_of(step):
        off = set[Spot]()
        for number, node in enumerate(chain):
            if not node.on:
                off.update((cell, node.digit) for cell in node.cells)
            if number and node.on:
                yield _why(node, off, position) or everything
            elif number and not _is_seen(node, chain[:number], position):
                yield _cells(_bound_to(node.cells, position.geometry), size)


def _why(node: Node, off: set[Spot], position: Position) -> list[Spot]:
    size, held = position.geometry.size, {(cell, node.digit) for cell in node.cells}
    for cell in node.cells:
        if off.union(held).issuperset((cell, digit) for digit in position.candidates_of(cell)):
            return _cells([cell], size)
    for house in position.geometry.houses:
        places = {(cell, node.digit) for cell in position.places(house, node.digit)}
        if held <= places <= off | held:
            return _of_house(house, node.digit)
    return []


def _is_seen(node: Node, before: Sequence[Node], position: Position) -> bool:
    """Whether nodes before this one, which is off, are on and exclude it, whatever else is gone."""
    return all(
        any(
            other.on and all(position.excludes(by, other.digit, cell, node.digit) for by in other.cells)
            for other in before
        )
        for cell in node.cells
    )


def _bound_to(cells: Iterable[int], geometry: Geometry) -> set[int]:
    """The cells that sums, lines and relations bind to these, and these."""
    bound = set(cells)
    for cell in cells:
        bound.update(*(total.cells for total in geometry.totals if cell in total.cells))
        bound.update(*(line.cells for line in geometry.lines if cell in line.cells))
        bound.update(*(near[cell] for near in geometry.related))
    return bound
