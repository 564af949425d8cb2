"""The reasons of each step, family by family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, pairwise, product

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, RULE_OF_45, Family
from bookmaker.publishing.explain.cage_arithmetic import subtracted_cages
from bookmaker.publishing.explain.notation import Node, Set, chains_of, joints_of, overfilled, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import (
    CLUE_REASONS,
    Maker,
    Reason,
    Reasons,
    always,
    clash,
    confined,
    houses_of,
    left_beside,
    link,
    relations_of,
    sees,
)
from bookmaker.puzzles.grid.geometry import House, Relation
from bookmaker.puzzles.rules.relating import rules_that_part


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
    """The claim of an almost locked set: of a single cell, simply that it has two candidates."""
    return Reason("held" if len(held.cells) == 1 else "almost", held.digits, held.cells)


def _almost(step: Step, position: Position) -> Reasons:
    sets = sets_of(step)
    if step.technique == "death-blossom":
        yield from _blossom(step, position, sets)
        return
    linking = links_between(step, sets, position)
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


def links_between(step: Step, sets: Sequence[Set], position: Position) -> list[tuple[int, ...]]:
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
    # The petals have one that serves several digits of the stem once for each.
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


_BY_ONE_CAGE = (
    "cage-last-cell", "cage-single-combination", "cage-few-combinations", "cage-combinations", "cage-permutations",
)  # fmt: skip


def _sum_reasons(step: Step, position: Position) -> Reasons:
    """The sum of the houses, the share of it in each cage, and the sum that this leaves for the cells of the step."""
    found = subtracted_cages(step, position.geometry, position.cages)
    if found is None:
        return
    houses, size = houses_of(step, position, "base"), position.geometry.size
    whole, total = len(houses) * size * (size + 1) // 2, sum(cage.sum or 0 for cage in found.cages)
    yield Reason("whole-house", houses=houses, value=(whole,))
    if found.cages:
        by = tuple(cage.cells[0] for cage in found.cages)
        yield Reason("cages", (), tuple(sorted(found.covered)), by, value=tuple(cage.sum or 0 for cage in found.cages))
    more, less = (found.inside, found.outside) if whole >= total else (found.outside, found.inside)
    apart = () if less and whole == total else (abs(whole - total),)
    yield Reason("more" if less and apart else "adds", (), more, less, value=apart)
    if FAMILY_OF[step.technique] is Family.SPLIT:
        own = {*found.inside, *found.outside}
        cage = next(each for each in position.cages if own < {*each.cells})
        rest = tuple(cell for cell in cage.cells if cell not in own)
        yield Reason("adds", (), rest, value=((cage.sum or 0) - abs(whole - total),))


def _cage_reasons(step: Step, position: Position) -> Reasons:
    if step.technique not in _BY_ONE_CAGE:
        return
    changed = {cell for cell, _ in (*step.eliminations, *step.placements)}
    cage = next((cage for cage in position.cages if cage.sum is not None and changed <= set(cage.cells)), None)
    if cage is None or cage.sum is None:
        return
    yield Reason("cage", (), cage.cells, value=(cage.sum,))
    together: dict[tuple[int, ...], list[int]] = {}
    for digit in sorted({digit for _, digit in step.eliminations}):
        cells = tuple(sorted(cell for cell, gone in step.eliminations if gone == digit))
        together.setdefault(cells, []).append(digit)
    for cells, digits in together.items():
        yield Reason("unfilled", tuple(digits), cells)
    for cell, digit in step.placements:
        others = tuple(other for other in position.candidates_of(cell) if other != digit)
        if others:
            yield Reason("unfilled", others, (cell,))


CAGE_REASONS: dict[Family, Maker] = {
    **dict.fromkeys(RULE_OF_45, _sum_reasons),
    **dict.fromkeys((family for family in Family if set(family.value).intersection(_BY_ONE_CAGE)), _cage_reasons),
}


def reasons_of(step: Step, position: Position) -> tuple[Reason, ...]:
    """Why a step holds in the position where it was found; () for techniques whose sentence says all there is to say."""
    maker = _MAKERS.get(FAMILY_OF[step.technique])
    return tuple(_tied(maker(step, position), position)) if maker else ()


_SEEING = ("bars", "sees", "places", "clash")


def _tied(reasons: Reasons, position: Position) -> Reasons:
    """The reasons, and before those of cells that see or bar each other without a common house the rule by which they do."""
    said: set[Reason] = set()
    for reason in reasons:
        for tie in _ties(reason, position) if reason.kind in _SEEING else ():
            if tie not in said:
                said.add(tie)
                yield tie
        said.add(reason)
        yield reason


def _ties(reason: Reason, position: Position) -> Reasons:
    geometry = position.geometry
    together: dict[tuple[str, int], list[int]] = {}
    for by, cell in product(reason.by, reason.cells):
        held = position.digits[by]
        if reason.kind == "bars" and not (held in reason.digits and cell in position.seen(by)):
            said = (
                tie for tie, relation in relations_of(geometry, by, cell) if _forbids(relation, held, reason.digits)
            )
            yield from islice(said, 1)
            continue
        shared = [*(house.cells for house in geometry.houses), *(cage.cells for cage in position.cages)]
        if any({by, cell} <= set(cells) for cells in shared):
            continue
        for rule in islice(rules_that_part(geometry, by, cell), 1):
            together.setdefault((rule, by), []).append(cell)
    from_all: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for (rule, by), cells in together.items():
        from_all.setdefault((rule, tuple(cells)), []).append(by)
    for (rule, tied), others in from_all.items():
        yield Reason("tie", (), tied, tuple(others), rule=rule)


def _forbids(relation: Relation, held: int, digits: tuple[int, ...]) -> bool:
    return any(not relation.allowed[held - 1] >> digit - 1 & 1 for digit in digits)


def _single(step: Step, position: Position) -> Reasons:
    ((cell, digit),) = step.placements
    if step.technique == "full-house":
        yield Reason("last", (digit,), (cell,), houses=houses_of(step, position, "base"))
    elif step.technique == "naked-single":
        yield from _others_of_cell(cell, digit, position)
    else:
        (house,) = houses_of(step, position, "base")
        yield from _other_places(house, cell, digit, position)


_MANY = 2
"""A clue that takes fewer digits is not named where houses take them, too."""


def _others_of_cell(cell: int, digit: int, position: Position) -> Reasons:
    size = position.geometry.size
    left = set(range(1, size + 1)) - {digit}
    offers = list(left_beside(cell, position))
    while offers:
        # The clue comes before the houses: a person looks at the neighbour first.
        said, lets = min(offers, key=lambda offer: len(left.intersection(offer[1].digits)))
        if len(left.difference(lets.digits)) < _MANY:
            break
        yield said
        yield lets
        left &= set(lets.digits)
    for house in position.geometry.houses:
        held = {position.digits[each] for each in house.cells} & left if cell in house.cells else set()
        if held:
            yield Reason("has", tuple(sorted(held)), houses=(house,))
            left -= held
    for by in range(position.geometry.cell_count):
        barred = {other for other in left if position.bars(by, other, cell)}
        if barred:
            yield Reason("bars", tuple(sorted(barred)), (cell,), (by,))
            left -= barred
    if left:
        yield Reason("removed", tuple(sorted(left)), (cell,))


def _other_places(house: House, cell: int, digit: int, position: Position) -> Reasons:
    left = {other for other in house.cells if not position.digits[other] and other != cell}
    barred = {
        by: {other for other in left if position.bars(by, digit, other)}
        for by, held in enumerate(position.digits)
        if held
    }
    while left:
        # The fewest filled cells that bar all: a person points at them, one after another.
        by = max(barred, key=lambda each: (len(barred[each] & left), -each), default=None)
        if by is None or not barred[by] & left:
            yield Reason("removed", (digit,), tuple(sorted(left)))
            return
        yield Reason("bars", (digit,), tuple(sorted(barred[by] & left)), (by,))
        left -= barred[by]


def _intersection(step: Step, position: Position) -> Reasons:
    yield confined(step.digits[0], step.cells, houses_of(step, position, "base"))
    yield from _elsewhere(step, position, "cover") or sees(step, always(step.cells))


def _naked(step: Step, position: Position) -> Reasons:
    elsewhere = _elsewhere(step, position, "base")
    yield Reason("held", step.digits, step.cells, houses=() if elsewhere else houses_of(step, position, "base"))
    yield from elsewhere or _of_the_same(step, position, step.cells)


def _elsewhere(step: Step, position: Position, role: str) -> list[Reason]:
    """What the cells of the step take from the rest of their houses; nothing where a cell beyond these loses a digit."""
    houses = houses_of(step, position, role)
    every = {cell for house in houses for cell in house.cells}
    losing = {cell for cell, _ in step.eliminations}
    return [Reason("nowhere", step.digits, step.cells, houses=houses)] if every >= losing else []


def _of_the_same(step: Step, position: Position, cells: tuple[int, ...]) -> Reasons:
    """Each cell that loses a digit sees all the places of the digit; all of the cells, where every one does."""
    if all(position.seen(cell).issuperset(cells) for cell, _ in step.eliminations):
        return sees(step, always(cells))
    return sees(step, lambda cell, digit: [at for at in cells if digit in position.candidates_of(at)], "places")


def _hidden(step: Step, position: Position) -> Reasons:
    yield Reason("confined", step.digits, step.cells, houses=houses_of(step, position, "base"))
    yield Reason("full", step.digits, step.cells)


def _fish(step: Step, position: Position) -> Reasons:
    base, cover, fins = (houses_of(step, position, "base"), houses_of(step, position, "cover"), step.cells_of("fin"))
    yield confined(step.digits[0], (*step.cells, *fins), base)
    yield Reason("but-fins" if fins else "counted", step.digits, by=fins, houses=base, cover=cover)
    own = tuple(sorted({cell for cell, _ in step.eliminations}.intersection(step.cells)))
    if own:
        yield Reason("twice", step.digits, own, houses=base, cover=cover)
    yield from sees(step, always(fins))


def _turbot(step: Step, position: Position) -> Reasons:
    (digit,) = step.digits
    if step.technique == "empty-rectangle":
        yield from _empty_rectangle(step, position, digit)
        return
    order = list(dict.fromkeys(part.cell for part in step.pattern))
    start, one, other, end = order
    for pair in ((start, one), (other, end)):
        house = next(each for each in houses_of(step, position, "base") if set(pair) <= set(each.cells))
        yield confined(digit, pair, [house])
    yield clash(digit, [one], [other])
    yield Reason("one-of", (digit,), tuple(sorted((start, end))))
    yield from sees(step, always((start, end)))


def _empty_rectangle(step: Step, position: Position, digit: int) -> Reasons:
    (box,), (line,) = houses_of(step, position, "base"), houses_of(step, position, "cover")
    ends = position.places(line, digit)
    inside = position.places(box, digit)
    yield confined(digit, inside, [box])
    yield confined(digit, ends, [line])
    for near, far in (ends, ends[::-1]):
        rest = [cell for cell in inside if cell not in position.seen(near)]
        if all(position.seen(cell).issuperset((far, *rest)) for cell, _ in step.eliminations):
            yield clash(digit, [near], set(inside) - set(rest))
            yield Reason("one-of", (digit,), tuple(sorted((far, *rest))))
            yield from sees(step, always((far, *rest)))
            return


def _wing(step: Step, position: Position) -> Reasons:
    pivots, wings, links = step.cells_of("pivot"), step.cells, step.cells_of("link")
    lost = {digit for _, digit in step.eliminations}
    if step.technique == "remote-pair":
        yield Reason("held", step.digits, wings)
        colours = _colours_of_chain(wings, position)
        yield Reason("alternate", step.digits[:1], colours[0], colours[1])
        for cell in sorted({cell for cell, _ in step.eliminations}):
            ends = [next(at for at in colour if at in position.seen(cell)) for colour in colours]
            yield Reason("sees", tuple(sorted(lost)), (cell,), tuple(sorted(ends)))
        return
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in (*pivots, *wings):
        alike.setdefault(position.candidates_of(cell), []).append(cell)
    for digits, cells in alike.items():
        yield Reason("held", digits, tuple(cells))
    if links:
        linking = next(part.digit for part in step.pattern if part.role == "link")
        yield confined(linking, links, houses_of(step, position, "link"))
        for at in links:
            yield clash(linking, [at], [next(wing for wing in wings if wing in position.seen(at))])
    places = tuple(sorted(at for at in (*pivots, *wings) if lost & set(position.candidates_of(at))))
    for digit in sorted(lost):
        yield Reason("one-of", (digit,), places)
    yield from sees(step, always(places))


def _colours_of_chain(cells: tuple[int, ...], position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    colour, open_cells = {cells[0]: 0}, [cells[0]]
    for cell in open_cells:
        for near in cells:
            if near in position.seen(cell) and near not in colour:
                colour[near] = 1 - colour[cell]
                open_cells.append(near)
    one, other = (tuple(cell for cell in cells if colour[cell] == side) for side in (0, 1))
    return one, other


def _sue_de_coq(step: Step, position: Position) -> Reasons:
    yield Reason("held", step.digits, step.cells)
    # Two digits might be one where two of the cells do not see each other.
    sides = [cell for cell in step.cells if not position.seen(cell).issuperset(set(step.cells) - {cell})]
    one = [cell for cell in sides if cell == sides[0] or cell in position.seen(sides[0])]
    yield Reason("apart", cells=tuple(one), by=tuple(cell for cell in sides if cell not in one))
    yield Reason("once", step.digits, step.cells)
    yield from sees(step, lambda _, digit: [at for at in step.cells if digit in position.candidates_of(at)], "places")


def _coloured(step: Step, position: Position) -> Reasons:
    (digit,) = step.digits
    one, other = step.cells, step.cells_of("link")
    yield Reason("alternate", (digit,), one, other)
    second, opposite = step.cells_of("second-base"), step.cells_of("second-link")
    if step.technique == "simple-colours-wrap":
        pair = next((a, b) for a in one for b in one if b in position.seen(a))
        yield clash(digit, pair[:1], pair[1:])
        yield Reason("false", (digit,), one, other)
    elif step.technique == "simple-colours-trap":
        yield from sees(step, lambda cell, _: [_seen_of(colour, cell, position) for colour in (one, other)])
    else:
        yield Reason("alternate", (digit,), second, opposite)
        yield from _two_colourings(step, position, digit, (one, other), (second, opposite))


Colour = tuple[int, ...]


def _two_colourings(
    step: Step, position: Position, digit: int, first: tuple[Colour, Colour], second: tuple[Colour, Colour]
) -> Reasons:
    """Two colours that see each other are not both true; a colour that sees both of the other chain is false."""

    def met(one: Colour, other: Colour) -> Reason | None:
        found = next(((a, b) for a in one for b in other if b in position.seen(a)), None)
        return found and clash(digit, found[:1], found[1:])

    losing = list(dict.fromkeys(cell for cell, _ in step.eliminations))
    for side, true in (first, first[::-1], second, second[::-1]):
        clashes = [met(side, far) for far in (second if side in first else first)]
        if all(clashes) and set(losing) & set(side):
            yield from (reason for reason in clashes if reason)
            yield Reason("false", (digit,), side, true)
            losing = [cell for cell in losing if cell not in side]
            for at in true:
                seeing = tuple(sorted(cell for cell in losing if at in position.seen(cell)))
                if seeing:
                    yield Reason("sees", (digit,), seeing, (at,))
                losing = [cell for cell in losing if cell not in seeing]
    for one, other in product((0, 1), (0, 1)):
        reason, ends = met(first[one], second[other]), (first[1 - one], second[1 - other])
        between = [cell for cell in losing if all(position.seen(cell) & set(end) for end in ends)]
        if reason and between:
            yield reason
            yield Reason("colours", (digit,), *ends)
            for cell in between:
                yield Reason("sees", (digit,), (cell,), tuple(sorted(_seen_of(end, cell, position) for end in ends)))
            losing = [cell for cell in losing if cell not in between]


def _seen_of(colour: tuple[int, ...], cell: int, position: Position) -> int:
    return next(at for at in colour if at in position.seen(cell))


def _unique(step: Step, position: Position) -> Reasons:
    fins, links = step.cells_of("fin"), step.cells_of("link")
    extra = tuple(sorted({part.digit for part in step.pattern if part.role == "fin"}))
    if FAMILY_OF[step.technique] is Family.UNIVERSAL_GRAVES:
        yield Reason("grave", extra, by=fins)
    else:
        yield Reason("deadly", step.digits, step.cells)
    joining = houses_of(step, position, "link")
    if step.technique.endswith("-4"):
        yield Reason("extra", extra, fins)
    if joining:
        lost = {digit for _, digit in step.eliminations}
        locked = [digit for digit in step.digits if (digit in lost) == (step.technique == "unique-rectangle-6")]
        for digit in locked:
            for house in joining:
                yield confined(digit, set(house.cells) & set(step.cells), [house])
    elif step.technique.endswith(("-2", "-5")):
        yield Reason("one-of", extra, fins)
        yield from sees(step, always(fins))
    elif step.technique.endswith("-3"):
        yield Reason("extra", extra, fins)
        yield Reason("held", tuple(sorted({d for at in links for d in position.candidates_of(at)})), links)
        spots = [(part.cell, part.digit) for part in step.pattern if part.role in ("fin", "link")]
        yield from sees(step, lambda _, digit: [cell for cell, held in spots if held == digit], "places")
    elif step.technique == "bug-4":
        for digit in step.digits:
            for house in position.geometry.houses:
                if set(step.cells) == set(position.places(house, digit)):
                    yield confined(digit, step.cells, [house])


def _aligned(step: Step, position: Position) -> Reasons:
    for cell in step.cells_of("link"):
        yield Reason("held", position.candidates_of(cell), (cell,))
    for cell in dict.fromkeys(cell for cell, _ in step.eliminations):
        digits = tuple(digit for at, digit in step.eliminations if at == cell)
        others = tuple(at for at in step.cells if at != cell)
        yield Reason("starves", digits, (cell,), others)


_MAKERS: dict[Family, Maker] = {
    Family.ALIGNED_CELLS: _aligned,
    Family.SINGLES: _single,
    Family.INTERSECTIONS: _intersection,
    Family.LOCKED_SUBSETS: _naked,
    Family.NAKED_SUBSETS: _naked,
    Family.HIDDEN_SUBSETS: _hidden,
    **dict.fromkeys((Family.FISH, Family.FRANKEN_FISH, Family.FINNED_FISH, Family.SASHIMI_FISH), _fish),
    Family.FINNED_FRANKEN_FISH: _fish,
    Family.TURBOT_FISH: _turbot,
    Family.WINGS: _wing,
    Family.SUE_DE_COQ: _sue_de_coq,
    Family.COLOURS: _coloured,
    **dict.fromkeys((Family.RECTANGLES, Family.UNIVERSAL_GRAVES, Family.UNIQUE_LOOPS), _unique),
    **PROOFS,
    **CLUE_REASONS,
    **CAGE_REASONS,
}
