"""Ideas of numbers outside the grid: sandwiches, skyscrapers, X-sums and their kin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations, product

from bookmaker.publishing.explain.ideas.seen import (
    MOST_SETS,
    NOTHING,
    Idea,
    Left,
    Said,
    Seen,
    digits_of,
    makes,
    mask_of,
)
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import CLUES

_MOST_TRIED = 2_000
Reads = Callable[[Seen], Iterator[Said]]


@lru_cache(maxsize=512)
def fillings(size: int, total: int) -> tuple[tuple[int, ...], ...]:
    """The sets of digits but the lowest and the highest that make a sum, the smallest first."""
    inner = range(2, size)
    return tuple(each for length in range(size - 1) for each in combinations(inner, length) if sum(each) == total)


def sandwiched(ground: Geometry) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Each sum of a sandwich around a grid, with the sets of digits that make it."""
    for clue in ground.clues or ():
        if clue.kind in _SANDWICH:
            yield clue.value[0], fillings(ground.size, clue.value[0])


def crusts(seen: Seen) -> Left:
    """The places of the lowest and the highest digit, so far apart as the sum needs: the digits of every cell."""
    apart = {len(each) + 1 for each in fillings(seen.size, seen.value)}
    top = 1 << seen.size - 1
    kept = dict.fromkeys(seen.cells, 0)
    for one, low in enumerate(seen.cells):
        for other, high in enumerate(seen.cells):
            if seen.mask(low) & 1 and seen.mask(high) & top and abs(one - other) in apart:
                kept[low] |= 1
                kept[high] |= top
    return {cell: seen.every & ~(1 | top) | mask for cell, mask in kept.items()}


def _alone_if(fits: Callable[[Seen], bool], middle: bool = False) -> Reads:
    """The conclusion from a sandwich by itself, for sums of a sort: for all of its cells, or for that in the ``middle``."""

    def reads(seen: Seen) -> Iterator[Said]:
        if fits(seen):
            size, total = seen.size, seen.value
            inner = size * (size + 1) // 2 - 1 - size
            sizes = [len(each) for each in fillings(size, total)]
            rest = inner - total
            value = inner, total, rest, min(sizes), max(sizes), min(sizes) + 1, max(sizes) + 1
            left = {seen.cells[size // 2]: seen.every & ~mask_of((1, size))} if middle else seen.left(())
            yield Said(left, seen.cells, (1,), (size,), seen.cells, value=value, sets=_outside(size, total))

    return reads


def _outside(size: int, total: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(d for d in range(2, size) if d not in each) for each in fillings(size, total))


def _whole(seen: Seen) -> bool:
    return seen.value == sum(range(2, seen.size))


def _few_outside(seen: Seen) -> bool:
    return len(fillings(seen.size, seen.value)) <= 3 and min(map(len, _outside(seen.size, seen.value)), default=9) <= 2


def _long(seen: Seen) -> bool:
    return seen.size % 2 == 1 and min(map(len, fillings(seen.size, seen.value))) >= seen.size // 2


def side_by_side(seen: Seen) -> Iterator[Said]:
    """Nothing lies between the lowest and the highest digit."""
    if seen.value == 0:
        yield Said(crusts(seen), seen.cells, (1,), (seen.size,), seen.cells)


def one_digit(seen: Seen) -> Iterator[Said]:
    """One digit alone makes the sum."""
    sets, top = fillings(seen.size, seen.value), 1 << seen.size - 1
    if sets != ((seen.value,),):
        return
    own, ends = 1 << seen.value - 1, 1 | top
    left = dict.fromkeys(seen.cells, seen.every & ~own & ~ends)
    for before, cell, after in zip(seen.cells, seen.cells[1:], seen.cells[2:], strict=False):
        for one, other in ((1, top), (top, 1)):
            if seen.mask(before) & one and seen.mask(cell) & own and seen.mask(after) & other:
                left[before] |= one
                left[cell] |= own
                left[after] |= other
    yield Said(left, seen.cells, (seen.value,), (1, seen.size), seen.cells)


def how_many(seen: Seen) -> Iterator[Said]:
    """So many digits make the sum, so that the lowest and the highest are so far apart."""
    sizes = [len(each) for each in fillings(seen.size, seen.value)]
    value = seen.value, min(sizes), max(sizes), min(sizes) + 1, max(sizes) + 1
    known = tuple(c for c in seen.filled(seen.cells) if seen.position.digits[c] in (1, seen.size))
    yield Said(
        crusts(seen),
        seen.cells,
        (1,),
        (seen.size,),
        known,
        value=value,
    )


def between_ends(seen: Seen) -> Iterator[Said]:
    """Both ends are known: the cells between are like a cage, and so are those outside."""
    places = [place for place, cell in enumerate(seen.cells) if seen.position.digits[cell] in (1, seen.size)]
    if len(places) != 2:
        return
    inner = seen.cells[places[0] + 1 : places[1]]
    hidden = tuple(seen.open(inner))
    made = sum(seen.position.digits[cell] for cell in inner)
    rest = seen.value - made
    found = seen.made_of(hidden, rest)
    if found is not None:
        ends = seen.cells[places[0]], seen.cells[places[1]]
        yield Said(
            found[0], seen.cells, cells=hidden, by=ends, value=(rest, seen.value, made or NOTHING), sets=found[1]
        )


def _with_filling(seen: Seen) -> Left:
    """The digits of the cells in all ways to place the lowest and the highest so that those between can make the sum."""
    top = 1 << seen.size - 1
    left, within = dict.fromkeys(seen.cells, 0), seen.every & ~1 & ~top
    for (one, low), (other, high) in product(enumerate(seen.cells), repeat=2):
        if one == other or not (seen.mask(low) & 1 and seen.mask(high) & top):
            continue
        inner = seen.cells[min(one, other) + 1 : max(one, other)]
        masks = {cell: seen.mask(cell) & within for cell in inner}
        if not all(masks.values()) or not seen.least(inner, masks) <= seen.value <= seen.most(inner, masks):
            continue
        ways = seen.ways(inner, partial(makes, sum, seen.value), _MOST_TRIED, masks)
        if ways != []:
            can = {cell: seen.mask(cell) & within for cell in seen.cells} | {low: 1, high: top}
            if ways:
                can |= {cell: mask_of(way[place] for way in ways) for place, cell in enumerate(inner)}
            for cell, mask in can.items():
                left[cell] |= mask
    return left


def both_crusts(seen: Seen) -> Iterator[Said]:
    """Where the lowest and the highest digit can be so that the cells between can make the sum."""
    ends = 1 | 1 << seen.size - 1
    left = _with_filling(seen)
    # A cell that is one of the two in all ways holds nothing else.
    kept = {cell: mask if not mask & ~ends else seen.every & ~ends | mask for cell, mask in left.items()}
    among = tuple(cell for cell in seen.cells if left[cell] & ends)
    if among:
        yield Said(kept, seen.cells, (1,), (seen.size,), among, value=(seen.value,))


def filling(seen: Seen) -> Iterator[Said]:
    """Wherever the lowest and the highest digit are, some digits in a cell do not let those between make the sum."""
    ends, left = 1 | 1 << seen.size - 1, _with_filling(seen)
    for cell in seen.open(seen.cells) if any(left.values()) else ():
        gone = digits_of(seen.mask(cell) & ~left[cell] & ~ends)
        if gone and left[cell] & ~ends:
            yield Said({cell: seen.every & ~mask_of(gone)}, seen.cells, gone, (), (cell,), value=(seen.value,))


def one_seen(seen: Seen) -> Iterator[Said]:
    """Only the first one is seen: it is the highest."""
    if seen.value == 1:
        yield Said(seen.left(()), seen.cells, (seen.size,), (), seen.cells[:1])


def two_seen(seen: Seen) -> Iterator[Said]:
    """Only the first one and the highest are seen."""
    if seen.value == 2:
        yield Said(seen.left(seen.cells), seen.cells, (seen.size,), (), seen.cells[:1])


def all_seen(seen: Seen) -> Iterator[Said]:
    """All are seen: they rise."""
    if seen.value == seen.size:
        yield Said(seen.left(()), seen.cells, (1,), (seen.size,), seen.cells)


def ceiling(seen: Seen) -> Iterator[Said]:
    """So many must rise to the highest: the first cells are not too high."""
    size, most = seen.size, seen.size - seen.value + 1
    if 1 < seen.value < size:
        left = {cell: mask_of(range(1, most + place + 1)) for place, cell in enumerate(seen.cells[: seen.value - 1])}
        yield Said(left, seen.cells, (size,), (most,), seen.cells[:1], value=(seen.value,))


def both_sides(seen: Seen) -> Iterator[Said]:
    """The numbers at both ends of a line make one more than its cells: all rise to the highest, and fall after it."""
    for clue in seen.position.geometry.clues or ():
        if (
            clue.kind == seen.clue.kind
            and clue.cells == seen.cells[::-1]
            and seen.value + clue.value[0] == seen.size + 1
        ):
            top, size = seen.value - 1, seen.size
            left = {}
            for place, cell in enumerate(seen.cells):
                high = size - abs(place - top)
                low = 1 + (place if place < top else size - 1 - place)
                left[cell] = 1 << size - 1 if place == top else mask_of(range(low, high + 1))
            value = seen.value, clue.value[0], size + 1
            yield Said(left, seen.cells, (size,), (), seen.cells[top : top + 1], value=value, also=(clue,))


def highest_known(seen: Seen) -> Iterator[Said]:
    """The place of the highest is known: behind it nobody is seen."""
    for place, cell in enumerate(seen.cells):
        if seen.position.digits[cell] == seen.size and place:
            left = seen.left((cell,))
            yield Said(left, seen.cells, (seen.size,), (), seen.cells[:place], (cell,), value=(place, seen.value - 1))


def x_first(seen: Seen) -> Iterator[Said]:
    """Only some first digits can make the sum with as many cells."""
    left, size = seen.left(()), seen.size
    first = digits_of(left[seen.cells[0]])
    fewer, more = first[0] - 1, first[-1] + 1
    most = fewer + sum(sorted({*range(1, size + 1)} - {fewer})[-fewer + 1 :]) if fewer > 1 else fewer or NOTHING
    least = more + sum(sorted({*range(1, size + 1)} - {more})[: more - 1]) if more <= size else NOTHING
    yield Said(
        {seen.cells[0]: left[seen.cells[0]]}, seen.cells, first, (), seen.cells[:1], value=(seen.value, most, least)
    )


def x_cells(seen: Seen) -> Iterator[Said]:
    """There are few ways to fill as many cells as the first digit says."""
    found = []
    for first in digits_of(seen.mask(seen.cells[0])):
        masks = {cell: seen.mask(cell) for cell in seen.cells[:first]} | {seen.cells[0]: 1 << first - 1}
        ways = seen.ways(seen.cells[:first], partial(makes, sum, seen.value), _MOST_TRIED, masks)
        if ways is None:
            return
        found += ways
    if found:
        short = min(map(len, found))
        left = {cell: mask_of(way[place] for way in found) for place, cell in enumerate(seen.cells[:short])}
        sets = tuple(found) if len(found) <= MOST_SETS else ()
        yield Said(left, seen.cells, cells=seen.cells[:short], sets=sets, value=(seen.value,))


def x_bound(seen: Seen) -> Iterator[Said]:
    """With their candidates the cells make the sum with some first digits only."""
    first = seen.cells[0]
    fits = []
    for digit in digits_of(seen.mask(first)):
        masks = {cell: seen.mask(cell) & ~(1 << digit - 1) for cell in seen.cells[1:digit]}
        cells = seen.cells[1:digit]
        if all(masks.values()) and seen.least(cells, masks) <= seen.value - digit <= seen.most(cells, masks):
            fits.append(digit)
    yield Said({first: mask_of(fits)}, seen.cells, tuple(fits), (), (first,), value=(seen.value,))


def _x_known(beyond: bool) -> Reads:
    """The first digit is known: so many cells are a cage, and so are those beyond."""

    def reads(seen: Seen) -> Iterator[Said]:
        first, whole = seen.position.digits[seen.cells[0]], seen.size * (seen.size + 1) // 2
        if not first:
            return
        cells, total = (seen.cells[first:], whole - seen.value) if beyond else (seen.cells[:first], seen.value)
        hidden, made = tuple(seen.open(cells)), sum(seen.position.digits[cell] for cell in cells)
        found = seen.made_of(hidden, total - made)
        if found is not None:
            value = total - made, total, made or NOTHING, whole, seen.value
            yield Said(found[0], seen.cells, (first,), (), hidden, value=value, sets=found[1])

    return reads


def hidden_ones(seen: Seen) -> Iterator[Said]:
    """The first cells are filled: of these so many are seen, and so many must still come."""
    known = 0
    while known < len(seen.cells) and seen.position.digits[seen.cells[known]]:
        known += 1
    first = seen.cells[:known]
    digits = [seen.position.digits[cell] for cell in first]
    shown = [digit for place, digit in enumerate(digits) if digit == max(digits[: place + 1])]
    if shown and shown[-1] < seen.size:
        value = len(shown), seen.value - len(shown)
        yield Said(seen.left(first), seen.cells, (shown[-1],), (), first, value=value)


@lru_cache(maxsize=4096)
def _numbers_seen(size: int, masks: tuple[int, ...]) -> frozenset[int]:
    """How many can be seen along a line of cells with these digits, whatever repeats."""
    states = {(0, 0)}
    for mask in masks:
        states = {(max(high, d), count + (d > high)) for high, count in states for d in digits_of(mask)}
    return frozenset(count for high, count in states if high == size)


def too_many_or_few(seen: Seen) -> Iterator[Said]:
    """With a digit in a cell more would be seen, or fewer."""
    masks = [seen.mask(cell) for cell in seen.cells]
    for fewer in (False, True):
        for cell in seen.open(seen.cells):
            gone = []
            for digit in digits_of(seen.mask(cell)):
                bit = 1 << digit - 1
                near = [bit if at == cell else mask & ~bit or mask for at, mask in zip(seen.cells, masks, strict=True)]
                counts = _numbers_seen(seen.size, tuple(near))
                if counts and (max(counts) < seen.value if fewer else min(counts) > seen.value):
                    gone.append(digit)
            if gone:
                value = (seen.value, NOTHING) if fewer else (NOTHING, seen.value)
                yield Said({cell: seen.every & ~mask_of(gone)}, seen.cells, tuple(gone), (), (cell,), value=value)


def pointing(seen: Seen) -> Iterator[Said]:
    """A digit of the circle has one of its places: a cell that sees them all cannot hold it."""
    for digit in dict.fromkeys(seen.clue.value):
        bit = 1 << digit - 1
        places = tuple(cell for cell in seen.cells if seen.mask(cell) & bit)
        near = {
            cell: seen.every & ~bit
            for cell, mask in enumerate(seen.position.candidates)
            if mask & bit and seen.position.seen(cell).issuperset(places)
        }
        if near and places:
            yield Said(near, seen.cells, (digit,), (), places)


def twice(seen: Seen) -> Iterator[Said]:
    """A digit that the circle has twice needs two cells that do not see each other."""
    for digit in dict.fromkeys(seen.clue.value):
        bit = 1 << digit - 1
        if seen.clue.value.count(digit) == 2:
            places = [cell for cell in seen.cells if seen.mask(cell) & bit]
            paired = [cell for cell in places if {*places} - seen.position.seen(cell) - {cell}]
            left = {cell: seen.every & ~bit for cell in seen.cells if cell not in paired}
            if len(paired) == 2:
                left |= dict.fromkeys(paired, bit)
            yield Said(left, seen.cells, (digit,), (), tuple(paired))


def all_four(seen: Seen) -> Iterator[Said]:
    """As many digits as cells: nothing else fits."""
    if len(seen.clue.value) == len(seen.cells):
        yield Said(dict.fromkeys(seen.cells, mask_of(seen.clue.value)), seen.cells, seen.clue.value, (), seen.cells)


def only_place(seen: Seen) -> Iterator[Said]:
    """A digit of the circle has one cell left."""
    for digit in dict.fromkeys(seen.clue.value):
        places = [cell for cell in seen.cells if seen.mask(cell) >> digit - 1 & 1]
        if len(places) == seen.clue.value.count(digit):
            yield Said(dict.fromkeys(places, 1 << digit - 1), seen.cells, (digit,), (), tuple(places))


def taken_cells(seen: Seen) -> Iterator[Said]:
    """The digits that are missing in the circle have as many cells left: these hold nothing else."""
    missing = list(seen.clue.value)
    for cell in seen.filled(seen.cells):
        if seen.position.digits[cell] in missing:
            missing.remove(seen.position.digits[cell])
    wanted = mask_of(missing)
    places = [cell for cell in seen.open(seen.cells) if seen.mask(cell) & wanted]
    if missing and len(places) == len(missing):
        yield Said(dict.fromkeys(places, wanted), seen.cells, tuple(sorted(set(missing))), (), tuple(places))


def few_ways(seen: Seen) -> Iterator[Said]:
    """There are few ways to fill the open cells of a line."""
    hidden = tuple(seen.open(seen.cells))
    lines = [line for line in CLUES[seen.clue.kind].lines(seen.clue, seen.size) if line.cells == seen.cells]
    if not 1 < len(hidden) < 6 or not lines:
        return
    digits = [seen.position.digits[cell] for cell in seen.cells]
    at = [seen.cells.index(cell) for cell in hidden]

    def keeps(way: tuple[int, ...]) -> bool:
        for place, digit in zip(at, way, strict=True):
            digits[place] = digit
        return all(all(line.automaton.left([1 << digit - 1 for digit in digits])) for line in lines)

    ways = seen.ways(hidden, keeps, _MOST_TRIED) or []
    if 0 < len(ways) <= MOST_SETS:
        left = {cell: mask_of(way[i] for way in ways) for i, cell in enumerate(hidden)}
        yield Said(left, seen.cells, cells=hidden, sets=tuple(ways))


def by_itself(seen: Seen) -> Iterator[Said]:
    """The digits that a clue leaves whatever else is in the grid."""
    yield Said(seen.left(()), seen.cells, cells=seen.cells)


def by_filled(seen: Seen) -> Iterator[Said]:
    """The digits that a clue leaves by the cells that are filled."""
    filled = tuple(seen.filled(seen.cells))
    if filled:
        yield Said(seen.left(filled), seen.cells, cells=tuple(seen.open(seen.cells)), by=filled)


def by_all(seen: Seen) -> Iterator[Said]:
    """The digits that a clue leaves by all candidates of its cells."""
    yield Said(seen.left(seen.cells), seen.cells, cells=tuple(seen.open(seen.cells)))


_SANDWICH, _TOWERS, _X = ("sandwich",), ("skyscraper",), ("x-sum-outside",)
_LINES = (
    *(*_SANDWICH, *_TOWERS, *_X, "numbered-room", "first-seen", "hidden-skyscraper"),
    *("between", "lockout", "quadruple", "ten-line"),
)
_SUMS = ("arrow", "little-killer", "outside-sum", "sum-cage", "region-sum", "zipper", "double-arrow", "product-cage")
_PAIRS = (
    *("thermometer", "slow-thermometer", "whisper", "dutch-whisper", "renban", "nabner", "palindrome"),
    *("entropic", "modular-line", "parity-line"),
)

IDEAS = (
    Idea("sandwich-empty", _SANDWICH, side_by_side),
    Idea("sandwich-whole", _SANDWICH, _alone_if(_whole)),
    Idea("sandwich-one-digit", _SANDWICH, one_digit),
    Idea("sandwich-outside", _SANDWICH, _alone_if(_few_outside)),
    Idea("sandwich-middle", _SANDWICH, _alone_if(_long, middle=True)),
    Idea("sandwich-count", _SANDWICH, how_many),
    Idea("sandwich-filling", _SANDWICH, between_ends),
    Idea("sandwich-both", _SANDWICH, both_crusts),
    Idea("sandwich-inner", _SANDWICH, filling),
    Idea("skyscraper-one", _TOWERS, one_seen),
    Idea("skyscraper-all", _TOWERS, all_seen),
    Idea("skyscraper-both-ends", _TOWERS, both_sides),
    Idea("skyscraper-ceiling", _TOWERS, ceiling),
    Idea("skyscraper-hidden", _TOWERS, hidden_ones),
    Idea("skyscraper-highest", _TOWERS, highest_known),
    Idea("skyscraper-two", _TOWERS, two_seen),
    Idea("skyscraper-number", _TOWERS, too_many_or_few),
    Idea("x-sum-known", _X, _x_known(beyond=False)),
    Idea("x-sum-beyond", _X, _x_known(beyond=True)),
    Idea("x-sum-first", _X, x_first),
    Idea("x-sum-bound", _X, x_bound),
    Idea("x-sum-cells", _X, x_cells),
    Idea("quadruple-four", ("quadruple",), all_four),
    Idea("quadruple-place", ("quadruple",), only_place),
    Idea("quadruple-cells", ("quadruple",), taken_cells),
    Idea("quadruple-twice", ("quadruple",), twice),
    Idea("quadruple-pointing", ("quadruple",), pointing),
    Idea("few-ways", _LINES, few_ways),
    Idea("by-itself", (*_LINES, *_SUMS, *_PAIRS), by_itself),
    Idea("by-filled", (*_LINES, *_SUMS), by_filled),
    Idea("by-all", (*_LINES, *_SUMS), by_all),
)
