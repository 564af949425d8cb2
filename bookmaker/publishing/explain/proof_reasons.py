"""The reasons of chains, almost locked sets and proofs by supposition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import Family
from bookmaker.publishing.explain.notation import Node, Set, chains_of, joints_of, overfilled, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Maker, Reason, Reasons, always, clash, confined, houses_of, link, sees


def _links(chain: Sequence[Node], sets: Sequence[Set], position: Position) -> Reasons:
    for one, other in pairwise(chain):
        if not one.on and other.on:
            yield from link(position, (one.digit, other.digit), (one.cells, other.cells), sets)
        elif one.on and not other.on and one.digit == other.digit and _apart(one, other, position):
            yield clash(one.digit, one.cells, other.cells)


def _apart(one: Node, other: Node, position: Position) -> bool:
    """Whether all cells of two nodes see each other. A rule may link two that do not."""
    return all(position.seen(cell).issuperset(other.cells) for cell in one.cells)


def _chain(step: Step, position: Position) -> Reasons:
    (chain,), sets = chains_of(step), sets_of(step)
    yield from _links(chain, sets, position)
    start, end = chain[0], chain[-1]
    if "continuous-nice-loop" in step.technique and "discontinuous" not in step.technique:
        yield Reason("loop")
    elif "discontinuous" in step.technique:
        yield Reason("returns", (start.digit,), start.cells)
    elif start.digit == end.digit:
        ends = tuple(sorted({*start.cells, *end.cells}))
        yield Reason("one-of", (start.digit,), ends)
        yield from sees(step, always(ends))
    else:
        yield Reason("either", (start.digit,), start.cells, end.cells, other=(end.digit,))


def _all_but_one(held: Set) -> Reason:
    """What an almost locked set claims: of a single cell that is the plain claim that it has two candidates."""
    return Reason("held" if len(held.cells) == 1 else "almost", held.digits, held.cells)


def _almost(step: Step, position: Position) -> Reasons:
    sets = sets_of(step)
    if step.technique == "death-blossom":
        yield from _blossom(step, position, sets)
        return
    linking = _linking(step, sets, position)
    yield _all_but_one(sets[0])
    for one, other, digits in zip(sets, sets[1:], linking, strict=False):
        yield _all_but_one(other)
        for digit in digits:
            yield clash(digit, one.places(digit), other.places(digit))
    yield from _one_of_places(step, lambda cell, digit: _places_seen(cell, digit, sets, position))


def _one_of_places(step: Step, places: Callable[[int, int], set[int]]) -> Reasons:
    """Some cells hold a digit between them, and the cells that lose it see them all: ``places`` as for :func:`sees`."""
    ends = dict.fromkeys((digit, tuple(sorted(places(cell, digit)))) for cell, digit in sorted(step.eliminations))
    yield from (Reason("one-of", (digit,), cells) for digit, cells in ends if cells)
    yield from sees(step, places, "places" if len(ends) > 1 else "sees")


def _linking(step: Step, sets: Sequence[Set], position: Position) -> list[tuple[int, ...]]:
    """The digits that link each set to the next: one, other than that before it, or all of two sets that two digits link."""
    digits = [digit for joint in joints_of(step) for digit in joint.digits]
    choices = [
        tuple(digit for digit in digits if _exclusive(one, other, digit, position)) for one, other in pairwise(sets)
    ]
    if len(choices) == 1:
        return choices
    lost = {digit for _, digit in step.eliminations}
    ways = [way for way in product(*choices) if all(one != other for one, other in pairwise(way))]
    best = min(ways, key=lambda way: (way[0] in lost) + (way[-1] in lost), default=None)
    return choices if best is None else [(digit,) for digit in best]


def _exclusive(one: Set, other: Set, digit: int, position: Position) -> bool:
    first, last = one.places(digit), other.places(digit)
    return bool(first and last) and all(position.seen(cell).issuperset(last) for cell in first)


def _places_seen(cell: int, digit: int, sets: Sequence[Set], position: Position) -> set[int]:
    """The places that rule a digit out of a cell: in the first and the last set, or, where sets are doubly linked, in one."""
    choices = [sets[0].places(digit) | sets[-1].places(digit), *(one.places(digit) for one in sets)]
    return next((places for places in choices if places and position.seen(cell) >= places), set())


def _blossom(step: Step, position: Position, petals: Sequence[Set]) -> Reasons:
    (stem,) = step.cells_of("pivot")
    stem_digits = position.candidates_of(stem)
    yield Reason("held", stem_digits, (stem,))
    linked = {(part.cell, part.digit) for part in step.pattern if part.role == "link"}
    left = list(stem_digits)
    serving: dict[Set, list[int]] = {}
    for petal in petals:
        served = next(
            (d for d in left if petal.places(d) and petal.places(d) <= {c for c, at in linked if at == d}), None
        )
        own = serving.setdefault(petal, [])
        if served is not None:
            left.remove(served)
            own.append(served)
    # A petal that serves several digits of the stem stands among the petals once for each.
    for petal, digits in serving.items():
        yield _all_but_one(petal)
        for digit in digits:
            yield clash(digit, (stem,), petal.places(digit))
    yield from _one_of_places(step, lambda cell, digit: set().union(*(petal.places(digit) for petal in petals)))


def _forcing(step: Step, position: Position) -> Reasons:
    sets, chains = sets_of(step), chains_of(step)
    if len(chains) > 1:
        yield from _cases([chain[0] for chain in chains], position)
    for chain in chains:
        if len(chains) > 1:
            yield Reason("suppose", (chain[0].digit,), chain[0].cells)
        if all(one.on != other.on for one, other in pairwise(chain)):
            yield from _links(chain, sets, position)
        if step.technique in ("nishio-forcing-chain", "forcing-net"):
            yield from _end(step, chain, position)


def _cases(starts: Sequence[Node], position: Position) -> Reasons:
    """Why one of the suppositions is true: they are all candidates of a cell, or all places of a digit in a house."""
    digits, cells = {one.digit for one in starts}, {cell for one in starts for cell in one.cells}
    if len(cells) == 1 and digits == set(position.candidates_of(*cells)):
        yield Reason("held", tuple(sorted(digits)), tuple(cells))
    for digit in digits if len(digits) == 1 else ():
        for house in position.geometry.houses:
            if cells == set(position.places(house, digit)):
                yield confined(digit, cells, [house])
                return


def _end(step: Step, chain: Sequence[Node], position: Position) -> Reasons:
    """Where a supposition ends: a cell with two digits, a house without a place for one, or a cell without a candidate."""
    twice = overfilled(chain) if step.technique == "forcing-net" else None
    if twice is not None:
        cell, digits = twice
        yield Reason("overfilled", digits, (cell,))
        return
    off = {(cell, node.digit) for node in chain if not node.on for cell in node.cells}
    for house in houses_of(step, position, "cover"):
        for digit in range(1, position.geometry.size + 1):
            places = position.places(house, digit)
            if places and off.issuperset((cell, digit) for cell in places):
                yield Reason("unfillable", (digit,), houses=(house,))
                return
    for cell in sorted({cell for cell, _ in off}):
        if off.issuperset((cell, digit) for digit in position.candidates_of(cell)):
            yield Reason("emptied", cells=(cell,))
            return


PROOFS: dict[Family, Maker] = {
    **dict.fromkeys((Family.CHAINS, Family.NICE_LOOPS, Family.GROUPED_LOOPS, Family.ALS_LOOPS), _chain),
    Family.ALMOST_LOCKED_SETS: _almost,
    Family.FORCING: _forcing,
}
