"""Ideas over several clues or houses, which people use and no finder of a grade looks for.

An idea reads a whole position. On the reader's path it is tried where single clues say nothing more, and before a harder
technique; those of one place for a digit, which ask for no candidates, are tried first of all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations, pairwise, product
from math import prod

from bookmaker.publishing.explain.ideas.outside import crusts
from bookmaker.publishing.explain.ideas.pairs import heights
from bookmaker.publishing.explain.ideas.seen import MOST_SETS, Said, Seen, digits_of, makes, mask_of
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.geometry import Clue, Geometry, House
from bookmaker.puzzles.rules.relating import differing_rules, rules_that_part

_MOST_LEFTOVERS = 4
_MOST_OPEN, _MOST_TRIED = 4, 2_000
_LINES = ("row", "column")

Reads = Callable[[Seen], Iterator[Said]]
"""From a position, seen without a clue."""


def _clues(at: Seen, *kinds: str) -> list[Clue]:
    return _named(at.position.geometry, *kinds)


def _named(geometry: Geometry, *kinds: str) -> list[Clue]:
    return [clue for clue in geometry.clues or () if clue.kind in kinds]


def _whole(at: Seen, *kinds: str) -> list[House]:
    """The houses that hold every digit, of some kinds or of all."""
    houses = at.position.geometry.houses
    return [house for house in houses if len(house.cells) == at.size and (not kinds or house.kind in kinds)]


def _within(clues: Iterable[Clue], house: House) -> list[Clue]:
    return [clue for clue in clues if {*clue.cells} <= {*house.cells}]


def _beside(at: Seen, house: House, cells: Collection[int], gone: int) -> dict[int, int]:
    """The other cells of a house, without some digits."""
    return {cell: at.every & ~gone for cell in house.cells if cell not in cells}


def _only_place(
    at: Seen,
    house: House,
    digit: int,
    barred: Mapping[int, Clue],
    rests: Sequence[int] = (),
    cover: Sequence[House] = (),
    shown: Sequence[int] = (),
) -> Iterator[Said]:
    """The one place of a digit in a house where clues bar the others."""
    places = at.position.places(house, digit)
    left, gone = [cell for cell in places if cell not in barred], tuple(cell for cell in places if cell in barred)
    if len(left) == 1 and gone:
        also = tuple(dict.fromkeys(barred[cell] for cell in gone))
        yield Said(
            *({left[0]: 1 << digit - 1}, tuple(rests), (digit,), (), tuple(left), gone),
            also=also,
            houses=(house,),
            cover=tuple(cover),
            shown=tuple(shown) or (digit,),
        )


@lru_cache(maxsize=64)
def _overlaps(geometry: Geometry) -> tuple[tuple[tuple[House, ...], tuple[House, ...], list[int], list[int]], ...]:
    """Lines side by side and as many regions: the cells of the regions alone, and those of the lines alone."""
    if geometry.overlapping or not geometry.mapped:
        return ()
    regions = [house for house in geometry.houses if house.kind == "region"]
    found = []
    for kind in _LINES:
        lines = [house for house in geometry.houses if house.kind == kind]
        for count, first in product(range(1, len(lines) // 2 + 1), range(len(lines))):
            chosen = lines[first : first + count]
            covered = {cell for house in chosen for cell in house.cells}
            near = sorted(regions, key=lambda house: -len(covered.intersection(house.cells)))[:count]
            reached = {cell for house in near for cell in house.cells}
            into, out = sorted(reached - covered), sorted(covered - reached)
            if len(chosen) == count and 0 < len(into) <= _MOST_LEFTOVERS:
                found.append((tuple(chosen), tuple(sorted(near, key=lambda house: house.number)), into, out))
    return tuple(sorted(found, key=lambda each: (len(each[2]), len(each[0]))))


def _leftovers(several: bool) -> Reads:
    """Lines and as many regions cover the same cells but for a few: the leftovers of both sides have the same digits."""

    def reads(at: Seen) -> Iterator[Said]:
        for lines, regions, into, out in _overlaps(at.position.geometry):
            if (len(into) > 1) != several:
                continue
            left = dict[int, int]()
            for own, opposite in ((into, out), (out, into)):
                can = 0
                for cell in opposite:
                    can |= at.mask(cell)
                left |= dict.fromkeys(own, can)
                for digit in range(1, at.size + 1):
                    # More of the other side have the digit than are filled with it here: as many places must take it.
                    held = [sum(at.position.digits[cell] == digit for cell in cells) for cells in (opposite, own)]
                    places = [cell for cell in own if at.position.candidates[cell] >> digit - 1 & 1]
                    if 0 < held[0] - held[1] == len(places):
                        left |= {cell: left[cell] & 1 << digit - 1 for cell in places}
            digits = digits_of(left[into[0]])
            yield Said(
                *(left, (*into, *out), digits, (), tuple(into), tuple(out)),
                houses=lines,
                cover=regions,
                value=(len(into),),
            )

    return reads


_Groups = tuple[tuple[tuple[House, ...], tuple[House, ...], tuple[int, ...]], ...]
"""Cells that hold each digit once, behind the lines on which they lie and the houses that show which of these cells."""


@lru_cache(maxsize=64)
def _hidden(geometry: Geometry) -> _Groups:
    """Lines side by side, one more than the windows that lie on them: the cells beside the windows hold each digit once."""
    windows = [house for house in geometry.houses if house.kind == "window"]
    found = []
    for kind, pair in product(_LINES, combinations(windows, 2)):
        inside = {cell for house in pair for cell in house.cells}
        lines = tuple(house for house in geometry.houses if house.kind == kind and inside.intersection(house.cells))
        rest = tuple(sorted({cell for house in lines for cell in house.cells} - inside))
        if len(lines) == 3:
            found.append((lines, pair, rest))
    return tuple(found)


@lru_cache(maxsize=64)
def _crossings(geometry: Geometry) -> _Groups:
    """Columns beside the windows, all but one of them filled by cells that hold each digit once: so do the cells left over.

    Of a Windoku they are the crossings with the rows beside the windows.
    """
    inside = {cell for house in geometry.houses if house.kind == "window" for cell in house.cells}
    rows, columns = (
        tuple(house for house in geometry.houses if house.kind == kind and inside.isdisjoint(house.cells))
        for kind in _LINES
    )
    free = {cell for house in columns for cell in house.cells}
    taken = [cells for _, _, cells in _hidden(geometry) if free.issuperset(cells)]
    rest = free.difference(*taken)
    # As many cells as digits are left only where the cells taken have none in common.
    once = bool(taken) and len(taken) == len(columns) - 1 and len(rest) == geometry.size
    return ((columns, rows, tuple(sorted(rest))),) if once else ()


def _each_once(groups: Callable[[Geometry], _Groups]) -> Reads:
    """The cells of each group hold each digit once."""

    def reads(at: Seen) -> Iterator[Said]:
        for lines, cover, cells in groups(at.position.geometry):
            for digit in range(1, at.size + 1):
                bit = 1 << digit - 1
                holds = [cell for cell in cells if at.position.digits[cell] == digit]
                places = [cell for cell in cells if at.position.candidates[cell] & bit]
                if holds:
                    left = dict.fromkeys(places, at.every & ~bit)
                    yield Said(left, tuple(holds), (digit,), (), tuple(holds), houses=lines, cover=cover)
                elif len(places) == 1:
                    named = (digit,), (), tuple(places)
                    yield Said({places[0]: bit}, (), *named, houses=lines, cover=cover, shown=(digit,))

    return reads


def two_arms(at: Seen) -> Iterator[Said]:
    """Two arrows with the same circle make the same."""
    clues = _clues(at, "arrow")
    for pair in combinations(clues, 2):
        ring = pair[0].cells[0]
        if ring != pair[1].cells[0] or at.position.digits[ring]:
            continue
        arms = [tuple(clue.cells[1:]) for clue in pair]
        filled = [at.ways(arm, lambda way: sum(way) <= at.size, _MOST_TRIED) or [] for arm in arms]
        if not all(filled):
            continue
        sums = [mask_of(map(sum, ways)) for ways in filled]
        both = sums[0] & sums[1] & at.mask(ring)
        left = {ring: both}
        for arm, ways in zip(arms, filled, strict=True):
            for place, cell in enumerate(arm):
                fits = mask_of(way[place] for way in ways if both >> sum(way) - 1 & 1)
                left[cell] = fits & left.get(cell, at.every)
        yield Said(left, (ring, *arms[0], *arms[1]), digits_of(both), (), (ring,), also=pair)


def arrows_of_house(at: Seen) -> Iterator[Said]:
    """Arrows within a house make as much as their circles, so that circles and other cells make the sum of the house."""
    whole = at.size * (at.size + 1) // 2
    for house in _whole(at):
        inside = [clue for clue in _clues(at, "arrow") if {*clue.cells[1:]} <= {*house.cells}]
        arms = [cell for clue in inside for cell in clue.cells[1:]]
        if not inside or len(arms) > len(set(arms)):
            continue
        rest = [cell for cell in house.cells if cell not in arms]
        added = [*(clue.cells[0] for clue in inside), *rest]
        hidden = at.open(added)
        made = sum(at.position.digits[cell] for cell in added)
        if 0 < len(hidden) == len(set(hidden)) <= _MOST_OPEN:
            found = at.made_of(hidden, whole - made)
            if found is not None:
                value = whole, made, whole - made
                rests = (*hidden, *arms, *rest)
                yield Said(
                    *(found[0], rests, (), (), tuple(hidden)),
                    value=value,
                    sets=found[1] if len(hidden) > 1 else (),
                    also=tuple(inside),
                    houses=(house,),
                )


def line_of_cages(product_cages: bool) -> Reads:
    """The digits of a line make a known sum, or product, and so do its cages."""
    kind = "product-cage" if product_cages else "sum-cage"

    def reads(at: Seen) -> Iterator[Said]:
        every = range(1, at.size + 1)
        whole = prod(every) if product_cages else sum(every)
        for house in _whole(at, *_LINES):
            cages = _within(_clues(at, kind), house)
            covered = {cell for clue in cages for cell in clue.cells}
            rest = [cell for cell in house.cells if cell not in covered]
            hidden, numbers = at.open(rest), [clue.value[0] for clue in cages]
            numbers += [at.position.digits[cell] for cell in at.filled(rest)]
            made = prod(numbers) if product_cages else sum(numbers)
            if not cages or not 0 < len(hidden) <= 3:
                continue
            need = whole // made if product_cages else whole - made
            found = at.few(hidden, partial(makes, prod if product_cages else sum, need))
            if len(hidden) == 1:
                found = {hidden[0]: mask_of([need])}, ((need,),)
            if found is not None:
                named = tuple(house.cells), (), (), tuple(hidden)
                value, sets = (whole, made, need), found[1] if len(hidden) > 1 else ()
                yield Said(found[0], *named, value=value, sets=sets, also=tuple(cages), houses=(house,))

    return reads


def bulbs_only(at: Seen) -> Iterator[Said]:
    """The lowest digit on a thermometer is in its bulb, the highest at its tip."""
    for digit, end in ((1, 0), (at.size, -1)):
        barred: dict[int, Clue] = {}
        for clue in _clues(at, "thermometer"):
            barred |= {cell: clue for cell in clue.cells if cell != clue.cells[end]}
        for house in _whole(at):
            found = _only_place(at, house, digit, barred)
            yield from (replace(said, value=(1 if end == 0 else -1,)) for said in found)


def thermometer_in_house(at: Seen) -> Iterator[Said]:
    """As many cells of a house lie between a digit and an end of the thermometer as there are digits beyond it."""
    for clue in _clues(at, "thermometer"):
        for place, cell in enumerate(clue.cells):
            digit = at.position.digits[cell]
            beyond = [(clue.cells[place + 1 :], range(digit + 1, at.size + 1)), (clue.cells[:place], range(1, digit))]
            for (cells, taken), house in product(beyond if digit else (), _whole(at)):
                inside = tuple(each for each in cells if each in house.cells)
                if len(inside) == len(taken) > 1:
                    left = _beside(at, house, inside, mask_of(taken))
                    named = (digit,), tuple(taken), inside, (cell,)
                    yield Said(left, (cell, *inside), *named, also=(clue,), houses=(house,))


def two_thermometers(at: Seen) -> Iterator[Said]:
    """From the bulb of one thermometer over a cell of both to the tip of the other, digits rise all the way."""
    for one, other in product(_clues(at, "thermometer"), repeat=2):
        shared = {*one.cells} & {*other.cells}
        for cell in shared if one != other else ():
            first, second = one.cells.index(cell), other.cells.index(cell)
            path = (*one.cells[: first + 1], *other.cells[second + 1 :])
            length = len(path)
            if first > 0 and second < len(other.cells) - 1 and len(set(path)) == length <= at.size:
                left = {each: mask_of(range(place, at.size - length + place + 1)) for place, each in enumerate(path, 1)}
                highest = at.size - length + 1
                yield Said(left, path, (), (), path, (cell,), value=(length, highest, highest + 1), also=(one, other))


def _met(at: Seen, one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[Clue, Clue, int, int, int]]:
    """Two clues of unlike kinds that meet at a cell: (clue, clue, outer, middle, outer)."""
    for first, second in product(_clues(at, *one), _clues(at, *other)):
        shared = {*first.cells} & {*second.cells}
        if len(shared) == 1:
            (middle,) = shared
            (near,), (far,) = {*first.cells} - shared, {*second.cells} - shared
            yield first, second, near, middle, far


def _meeting(one: Sequence[str], other: Sequence[str]) -> Reads:
    """The digits of a cell at two clues of unlike kinds, and of its two neighbours."""

    def reads(at: Seen) -> Iterator[Said]:
        for first, second, near, middle, far in _met(at, one, other):
            tables = [
                next(table for cell, _, table in Seen(clue, at.position).related() if cell == middle)
                for clue in (first, second)
            ]
            differ = far in at.position.seen(near)
            ways = [
                (a, b, c)
                for b in range(1, at.size + 1)
                for a in digits_of(tables[0][b - 1])
                for c in digits_of(tables[1][b - 1])
                if not (differ and a == c)
            ]
            left = {cell: mask_of(way[i] for way in ways) for i, cell in enumerate((near, middle, far))}
            sets = tuple(dict.fromkeys(ways)) if len(ways) <= MOST_SETS else ()
            yield Said(
                *(left, (near, middle, far), digits_of(left[middle]), (), (middle,)), sets=sets, also=(first, second)
            )

    return reads


def turns(at: Seen) -> Iterator[Said]:
    """Odd and even digits take turns from dot to dot."""
    clues = _clues(at, "white-dot", "bar")
    near: dict[int, list[tuple[int, Clue]]] = {}
    for clue in clues:
        for cell, other in (clue.cells, clue.cells[::-1]):
            near.setdefault(cell, []).append((other, clue))
    odd = mask_of(range(1, at.size + 1, 2))
    for begin in near:
        mask = at.mask(begin)
        if mask & odd and mask & ~odd:
            continue
        ways: dict[int, tuple[Clue, ...]] = {begin: ()}
        for cell in (queue := [begin]):
            for other, clue in near[cell]:
                if other not in ways:
                    ways[other] = (*ways[cell], clue)
                    queue.append(other)
        for cell, way in ways.items():
            if len(way) > 1:
                same = bool(mask & odd) == (len(way) % 2 == 0)
                left = odd if same else at.every & ~odd
                yield Said({cell: left}, (begin,), digits_of(mask), (), (cell,), (begin,), also=way)


def _filled_pairs(at: Seen, clues: Sequence[Clue]) -> list[int]:
    """The digits, as masks, of all ways to fill the cells of some clues on pairs in a house; [] for too many."""
    cells = tuple(dict.fromkeys(cell for clue in clues for cell in clue.cells))
    tables = {(one, other): table for clue in clues for one, other, table in Seen(clue, at.position).related()}
    found, chosen = set[int](), dict[int, int]()

    def go_on(used: int) -> None:
        if len(found) > _MOST_TRIED:
            return
        if len(chosen) == len(cells):
            found.add(used)
            return
        cell = cells[len(chosen)]
        can = at.mask(cell) & ~used
        for other, digit in chosen.items():
            table = tables.get((other, cell))
            can &= at.every if table is None else table[digit - 1]
        for digit in digits_of(can):
            chosen[cell] = digit
            go_on(used | 1 << digit - 1)
            del chosen[cell]

    go_on(0)
    return sorted(found) if len(found) <= _MOST_TRIED else []


def pairs_of_house(at: Seen) -> Iterator[Said]:
    """However the pairs of a house are filled, they use some digits."""
    for kind, house in product(("black-dot", "v-sum", "x-sum"), _whole(at)):
        clues = _within(_clues(at, kind), house)
        cells = tuple(dict.fromkeys(cell for clue in clues for cell in clue.cells))
        ways = _filled_pairs(at, clues) if len(clues) > 1 else []
        used = at.every if ways else 0
        for way in ways:
            used &= way
        if used:
            left = _beside(at, house, cells, used)
            yield Said(left, cells, digits_of(used), (), cells, value=(len(clues),), also=tuple(clues), houses=(house,))


def long_run(at: Seen) -> Iterator[Said]:
    """Cells of a house in a row of bars hold a run, which has the middle digits."""
    for kind, house in product(("bar", "white-dot"), _whole(at)):
        clues = _within(_clues(at, kind), house)
        near: dict[int, list[int]] = {}
        for clue in clues:
            for cell, other in (clue.cells, clue.cells[::-1]):
                near.setdefault(cell, []).append(other)
        for begin in [cell for cell, beside in near.items() if len(beside) == 1]:
            path = [begin]
            while step := [cell for cell in near[path[-1]] if cell not in path]:
                path.append(step[0])
            if len(path) > 2 and begin < path[-1] and all(len(near[cell]) < 3 for cell in path):
                used = at.every
                for low in range(1, at.size - len(path) + 2):
                    run = mask_of(range(low, low + len(path)))
                    if all(any(at.mask(cell) >> digit - 1 & 1 for cell in path) for digit in digits_of(run)):
                        used &= run
                if used and used != at.every:
                    also = tuple(clue for clue in clues if {*clue.cells} <= {*path})
                    left = _beside(at, house, path, used)
                    named = digits_of(used), (), tuple(path)
                    yield Said(left, tuple(path), *named, value=(len(path),), also=also, houses=(house,))


def low_and_high(at: Seen) -> Iterator[Said]:
    """The cells of whisper lines in a house hold all its low digits, or all its high ones."""
    half = at.size // 2
    for house in _whole(at):
        sides: tuple[list[int], list[int]] = [], []
        pairs: list[int] = []
        also: dict[int, Clue] = {}
        for clue in _clues(at, "whisper"):
            inside = [cell for cell in clue.cells if cell in house.cells and cell not in also]
            for cell in inside:
                for side, wanted in zip(
                    sides, (range(1, half + 1), range(at.size - half + 1, at.size + 1)), strict=True
                ):
                    if not at.mask(cell) & ~mask_of(wanted):
                        side.append(cell)
                        also[cell] = clue
            rest = [cell for cell in inside if cell not in also]
            for one, other in pairwise(clue.cells):
                if one in rest and other in rest and one not in pairs and other not in pairs:
                    pairs += [one, other]
                    also |= {one: clue, other: clue}
        for own, wanted in zip(sides, (range(1, half + 1), range(at.size - half + 1, at.size + 1)), strict=True):
            if len(own) + len(pairs) // 2 == half:
                cells = tuple(sorted((*own, *pairs)))
                left = _beside(at, house, cells, mask_of(wanted))
                clues = tuple(dict.fromkeys(also[cell] for cell in cells))
                yield Said(left, cells, tuple(wanted), (), cells, also=clues, houses=(house,))


def _runs(at: Seen, cells: Sequence[int]) -> list[tuple[int, ...]]:
    """The runs of digits that some cells can hold, by their candidates."""
    found = []
    for low in range(1, at.size - len(cells) + 2):
        run = tuple(range(low, low + len(cells)))
        every_digit = all(any(at.mask(cell) >> digit - 1 & 1 for cell in cells) for digit in run)
        if every_digit and all(at.mask(cell) & mask_of(run) for cell in cells):
            found.append(run)
    return found


def two_runs(at: Seen) -> Iterator[Said]:
    """Two renban lines in a house share no digit."""
    for house in _whole(at):
        lines = _within(_clues(at, "renban"), house)
        for one, other in product(lines, repeat=2):
            if {*one.cells} & {*other.cells}:
                continue
            beside = _runs(at, other.cells)
            runs = _runs(at, one.cells)
            fits = tuple(run for run in runs if any(not {*run} & {*each} for each in beside))
            if 0 < len(fits) < len(runs) and len(fits) <= MOST_SETS:
                left = dict.fromkeys(one.cells, mask_of(digit for run in fits for digit in run))
                value = len(one.cells), len(other.cells)
                yield Said(
                    *(left, (*one.cells, *other.cells), (), (), one.cells, other.cells),
                    value=value,
                    sets=fits,
                    also=(one, other),
                    houses=(house,),
                )


@lru_cache(maxsize=64)
def _mirrors(geometry: Geometry) -> dict[int, tuple[tuple[int, Clue], ...]]:
    """For each cell of a palindrome the cell that mirrors it."""
    found: dict[int, tuple[tuple[int, Clue], ...]] = {}
    for clue in _named(geometry, "palindrome"):
        for cell, other in zip(clue.cells, clue.cells[::-1], strict=True):
            found[cell] = (*found.get(cell, ()), *(((other, clue),) if other != cell else ()))
    return found


def mirror_and_house(at: Seen) -> Iterator[Said]:
    """No cell holds a digit that its mirror cannot hold, so that a house has one place for it."""
    mirrors = _mirrors(at.position.geometry)
    for house, digit in product(_whole(at) if mirrors else (), range(1, at.size + 1)):
        barred, rests = dict[int, Clue](), list[int]()
        for cell in at.position.places(house, digit):
            for other, clue in mirrors.get(cell, ()):
                if not at.mask(other) >> digit - 1 & 1:
                    barred[cell] = clue
                    rests.append(other)
        yield from _only_place(at, house, digit, barred, rests)


def _seen_or_mirrored(at: Seen, by: int, cell: int) -> tuple[bool, Clue | None]:
    """Whether a cell sees another one, or one that mirrors it; and the palindrome of that."""
    if by in at.position.seen(cell):
        return True, None
    found = (clue for other, clue in _mirrors(at.position.geometry).get(by, ()) if other in at.position.seen(cell))
    clue = next(found, None)
    return clue is not None, clue


def _barred_by(at: Seen, places: Sequence[int], digits: int) -> Iterator[tuple[int, tuple[Clue, ...]]]:
    """The cells that see each of some places or its mirror, and would lose some of these digits; with the palindromes."""
    for cell, mask in enumerate(at.position.candidates):
        if mask & digits and cell not in places:
            found = [_seen_or_mirrored(at, place, cell) for place in places]
            clues = tuple(dict.fromkeys(clue for _, clue in found if clue))
            if clues and all(seen for seen, _ in found):
                yield cell, clues


def seen_by_mirrors(at: Seen) -> Iterator[Said]:
    """A cell sees each place of a digit in a house, or the cell that mirrors it."""
    for house, digit in product(_whole(at) if _mirrors(at.position.geometry) else (), range(1, at.size + 1)):
        places = at.position.places(house, digit)
        if 1 < len(places) <= 3:
            for cell, clues in _barred_by(at, places, 1 << digit - 1):
                left = {cell: at.every & ~(1 << digit - 1)}
                yield Said(left, (), (digit,), (), (cell,), places, also=clues, houses=(house,), shown=(digit,))


def _twins(at: Seen) -> Iterator[tuple[int, int, int]]:
    """Two cells that see each other and have the same two candidates, and these as a mask."""
    twos = [cell for cell, mask in enumerate(at.position.candidates) if mask.bit_count() == 2]
    for one, other in combinations(twos, 2):
        if at.position.candidates[one] == at.position.candidates[other] and other in at.position.seen(one):
            yield one, other, at.position.candidates[one]


def mirrored_pair(at: Seen) -> Iterator[Said]:
    """A pair holds its digits at the mirror cells, too."""
    for one, other, mask in _twins(at) if _mirrors(at.position.geometry) else ():
        for cell, clues in _barred_by(at, (one, other), mask):
            yield Said({cell: at.every & ~mask}, (one, other), digits_of(mask), (), (cell,), (one, other), also=clues)


def pair_by_sight(at: Seen) -> Iterator[Said]:
    """Two cells that see each other by a rule, without a common house, are a pair."""
    geometry = at.position.geometry
    for one, other, mask in _twins(at) if geometry.rules.intersection(differing_rules()) else ():
        if any({one, other} <= {*house.cells} for house in geometry.houses):
            continue
        rule = next(rules_that_part(geometry, one, other), "")
        both = at.position.seen(one) & at.position.seen(other)
        left = {cell: at.every & ~mask for cell in sorted(both) if at.position.candidates[cell] & mask}
        if rule and left:
            yield Said(left, (one, other), digits_of(mask), (), tuple(left), (one, other), rule=rule)


def x_both_ends(at: Seen) -> Iterator[Said]:
    """The sums from both ends of a line say how far the two reach together."""
    size = at.size
    whole = size * (size + 1) // 2
    for one, other in combinations(_clues(at, "x-sum-outside"), 2):
        if one.cells != other.cells[::-1]:
            continue
        total, ends = one.value[0] + other.value[0], (one.cells[0], one.cells[-1])
        pairs = []
        for first, last in product(*(digits_of(at.mask(end)) for end in ends)):
            # Cells that both sums have, or that neither has.
            many, rest = abs(first + last - size), abs(total - whole)
            sense = total >= whole if first + last > size else total <= whole
            fits = sum(range(1, many + 1)) <= rest <= sum(range(size - many + 1, size + 1))
            if first != last and sense and fits and first <= one.value[0] and last <= other.value[0]:
                pairs.append((first, last))
        if 0 < len(pairs) <= MOST_SETS:
            left = {end: mask_of(pair[i] for pair in pairs) for i, end in enumerate(ends)}
            value = one.value[0], other.value[0], total, whole
            yield Said(left, ends, (), (), ends, value=value, sets=tuple(pairs), also=(one, other))


def row_against_column(at: Seen) -> Iterator[Said]:
    """Sandwiches of rows and columns leave the lowest or the highest digit one place in a box."""
    geometry, size = at.position.geometry, at.size
    barred: dict[int, dict[int, Clue]] = {1: {}, size: {}}
    for clue in _clues(at, "sandwich"):
        left = crusts(Seen(clue, at.position))
        for digit, cells in barred.items():
            cells |= {cell: clue for cell in clue.cells if not left[cell] >> digit - 1 & 1 and cell not in cells}
    beside = {clue.cells for clue in _clues(at, "sandwich")}
    lines = {cells: house for cells in beside for house in geometry.houses if {*house.cells} == {*cells}}
    for (digit, cells), house in product(barred.items(), _whole(at)):
        if house.kind not in _LINES:
            used = {cells[cell].cells for cell in at.position.places(house, digit) if cell in cells}
            cover = [lines[each] for each in sorted(used)]
            yield from _only_place(at, house, digit, cells, (), cover, (1, size))


def parity_count(at: Seen) -> Iterator[Said]:
    """The marked cells of a house hold all its digits of a sort."""
    half = at.size // 2
    sorts = {
        "even": range(2, at.size + 1, 2),
        "odd": range(1, at.size + 1, 2),
        "low": range(1, half + 1),
        "high": range(at.size - half + 1, at.size + 1),
    }
    kinds = {clue.kind for clue in at.position.geometry.clues or ()} & sorts.keys()
    for kind, house in product(sorted({*kinds, *(_OPPOSITE[kind] for kind in kinds)}), _whole(at)):
        digits = tuple(sorts[kind])
        cells = tuple(cell for cell in house.cells if not at.mask(cell) & ~mask_of(digits))
        if len(cells) == len(digits):
            yield Said(_beside(at, house, cells, mask_of(digits)), cells, digits, (), cells, houses=(house,))


_OPPOSITE = {"even": "odd", "odd": "even", "low": "high", "high": "low"}


@lru_cache(maxsize=64)
def _bounds(geometry: Geometry) -> tuple[tuple[int, int, int, Clue], ...]:
    """Each cell at signs, with the least and the most that it can be by its neighbours, and one of its signs."""
    signs = _named(geometry, "greater-than")
    lower, higher = heights(geometry, "greater-than")
    found = []
    for cell in sorted(lower.keys() | higher.keys()):
        near = [tuple(clue.cells[1 - side] for clue in signs if clue.cells[side] == cell) for side in (0, 1)]
        apart = [all({*each} <= {one, *geometry.peers[one]} for one in each) for each in near]
        least, most = (len(each) if differ else 0 for each, differ in zip(near, apart, strict=True))
        low, high = 1 + max(least, len(lower.get(cell, ()))), geometry.size - max(most, len(higher.get(cell, ())))
        found.append((cell, low, high, next(clue for clue in signs if cell in clue.cells)))
    return tuple(found)


def place_by_signs(at: Seen) -> Iterator[Said]:
    """Only one cell of a house has so few smaller neighbours, or so few greater ones, that it can hold a low or high digit."""
    bounds = _bounds(at.position.geometry)
    for digit, house in product(dict.fromkeys((1, at.size, 2, at.size - 1)), _whole(at) if bounds else ()):
        barred = {cell: clue for cell, low, high, clue in bounds if not low <= digit <= high}
        yield from _only_place(at, house, digit, barred)


@dataclass(frozen=True)
class Several:
    """An idea over several clues or houses. ``scan``: it finds the one place of a digit."""

    name: str
    reads: Reads = field(repr=False)
    scan: bool = False


SEVERAL = (
    Several("thermometer-ends", bulbs_only, scan=True),
    Several("sign-place", place_by_signs, scan=True),
    Several("sandwich-cross", row_against_column, scan=True),
    Several("palindrome-house", mirror_and_house, scan=True),
    Several("leftover", _leftovers(several=False)),
    Several("hidden-house", _each_once(_hidden)),
    Several("crossings", _each_once(_crossings)),
    Several("parity-count", parity_count),
    Several("line-sum", line_of_cages(product_cages=False)),
    Several("line-product", line_of_cages(product_cages=True)),
    Several("thermometer-house", thermometer_in_house),
    Several("thermometer-two", two_thermometers),
    Several("dots-take-turns", turns),
    Several("black-meets-white", _meeting(("black-dot",), ("white-dot",))),
    Several("v-meets-x", _meeting(("v-sum",), ("x-sum",))),
    Several("pairs-of-house", pairs_of_house),
    Several("long-run", long_run),
    Several("whisper-count", low_and_high),
    Several("renban-two", two_runs),
    Several("arrow-two-arms", two_arms),
    Several("arrow-house", arrows_of_house),
    Several("x-sum-both-ends", x_both_ends),
    Several("pair-by-sight", pair_by_sight),
    Several("palindrome-seen", seen_by_mirrors),
    Several("palindrome-pair", mirrored_pair),
    Several("leftovers", _leftovers(several=True)),
)


@lru_cache(maxsize=16)
def several_in(position: Position, scan: bool) -> tuple[tuple[str, Said], ...]:
    """The conclusions of these ideas that change a position: of those of one place for a digit (``scan``), or of the others."""
    found = []
    at = Seen(Clue("", ()), position)
    for idea in SEVERAL:
        if idea.scan == scan:
            for said in idea.reads(at):
                if any(position.candidates[cell] & ~mask for cell, mask in said.left.items()):
                    found.append((idea.name, said))
    return tuple(found)
