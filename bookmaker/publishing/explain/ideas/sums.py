"""Ideas of sums: arrows, little killers, sums outside the grid, lines with equal parts, and cages that are reckoned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod

from bookmaker.publishing.explain.ideas.seen import NOTHING, Idea, Said, Seen, digits_of, makes, mask_of
from bookmaker.puzzles.grid.geometry import Total

_MOST_TRIED, _MOST_SUMS = 2_000, 8
"""The sums of some cells are listed from so many ways at most to fill them, and so many sums are named."""

_MOST_PAIRED = 20_000

Reads = Callable[[Seen], Iterator[Said]]


def _made(seen: Seen, total: Total) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The digits of the filled cells with a plus, and of those with a minus."""
    digits = seen.position.digits
    return tuple(digits[cell] for cell in total.plus if digits[cell]), tuple(
        digits[cell] for cell in total.minus if digits[cell]
    )


def add_up(seen: Seen) -> Iterator[Said]:
    """All digits but one with a minus are known: it is the sum of the others."""
    for total in seen.totals():
        plus, minus = _made(seen, total)
        if len(plus) == len(total.plus) and len(minus) == len(total.minus) - 1:
            (cell,) = seen.open(total.minus)
            digit = sum(plus) - sum(minus) - total.total
            yield Said(
                {cell: mask_of([digit])},
                total.cells,
                (digit,),
                (),
                (cell,),
                value=(sum(plus), sum(minus) or NOTHING),
                sets=(plus,),
            )


def missing(seen: Seen) -> Iterator[Said]:
    """All digits but one with a plus are known, which they lack."""
    for total in seen.totals():
        plus, minus = _made(seen, total)
        if len(minus) == len(total.minus) and len(plus) == len(total.plus) - 1:
            (cell,) = seen.open(total.plus)
            whole = total.total + sum(minus)
            digit = whole - sum(plus)
            yield Said(
                {cell: mask_of([digit])},
                total.cells,
                (digit,),
                (),
                (cell,),
                value=(whole, sum(plus) or NOTHING),
                sets=(plus,),
            )


def smallest(seen: Seen) -> Iterator[Said]:
    """Cells that see each other differ: the sum that they make at least, which bounds each."""
    for total in seen.totals():
        if len(total.minus) != 1 or total.total:
            continue
        least = seen.least(total.plus)
        left = {total.minus[0]: mask_of(range(least, seen.size + 1))}
        for cell in total.plus:
            others = [other for other in total.plus if other != cell]
            left[cell] = mask_of(range(1, seen.size - seen.least(others) + 1))
        count = len(total.plus)
        most = max(left[cell].bit_length() for cell in total.plus)
        value = count, least, least if least > count else -1, most if most < seen.size else -1
        yield Said(left, total.cells, (least,), (seen.size,), total.minus, total.plus, value=value)


def _ends(high: bool, candidates: bool) -> Reads:
    """The most (``high``) or the least that the other cells of a sum make bounds a cell; by all digits, or by the candidates."""

    def reads(seen: Seen) -> Iterator[Said]:
        for total in seen.totals():
            masks = {cell: seen.mask(cell) for cell in total.cells} if candidates else None
            left, bounds = dict[int, int](), dict[int, tuple[int, int]]()
            for cell in () if total.minus else total.plus:
                others = [other for other in total.plus if other != cell]
                made = seen.most(others, masks) if high else seen.least(others, masks)
                end = total.total - made
                left[cell] = mask_of(range(max(1, end), seen.size + 1) if high else range(1, min(seen.size, end) + 1))
                bounds[cell] = made, end
            said = {cell: mask for cell, mask in left.items() if seen.position.candidates[cell] & ~mask}
            for made, end in dict.fromkeys(bounds[cell] for cell in said):
                same = tuple(cell for cell in left if bounds[cell] == (made, end))
                value = len(total.plus) - 1, made, total.total, end
                yield Said({cell: left[cell] for cell in same}, total.cells, (end,), (), same, value=value)

    return reads


def circle(seen: Seen) -> Iterator[Said]:
    """The sums that an arrow can make are for its circle."""
    for total in seen.totals():
        masks = {cell: seen.mask(cell) for cell in total.cells}
        low, high = seen.least(total.plus, masks), min(seen.size, seen.most(total.plus, masks))
        yield Said({total.minus[0]: mask_of(range(low, high + 1))}, total.cells, cells=total.minus, value=(low, high))


def _arm(high: bool) -> Reads:
    """The circle and the other cells of the arrow bound a cell of it: from below (``high``) or from above."""

    def reads(seen: Seen) -> Iterator[Said]:
        for total in seen.totals():
            masks = {cell: seen.mask(cell) for cell in total.cells}
            ring = digits_of(masks[total.minus[0]])
            bounds: dict[tuple[int, int, int], list[int]] = {}
            for cell in seen.open(total.plus):
                others = [other for other in total.plus if other != cell]
                made, end = (seen.most(others, masks), ring[0]) if high else (seen.least(others, masks), ring[-1])
                bounds.setdefault((end, made, end - made), []).append(cell)
            for value, cells in bounds.items():
                rest = value[-1]
                left = mask_of(range(max(1, rest), seen.size + 1) if high else range(1, min(seen.size, rest) + 1))
                yield Said(dict.fromkeys(cells, left), total.cells, cells=tuple(cells), value=value)

    return reads


def sets(seen: Seen) -> Iterator[Said]:
    """There are few ways to make a sum."""
    digits = seen.position.digits
    for total in seen.totals():
        for own, opposite, whole in ((total.plus, total.minus, total.total), (total.minus, total.plus, -total.total)):
            hidden = tuple(seen.open(own))
            if hidden and not seen.open(opposite):
                made = sum(digits[cell] for cell in own)
                need = whole + sum(digits[cell] for cell in opposite)
                found = seen.few(hidden, partial(_adds, need - made))
                if found is not None:
                    value = need - made, need, made or NOTHING
                    yield Said(found[0], total.cells, cells=hidden, value=value, sets=found[1])


def into_circle(seen: Seen) -> Iterator[Said]:
    """There are few ways to fill an arrow whose circle is open."""
    for total in seen.totals():
        (ring,), hidden = total.minus, tuple(seen.open(total.plus))
        if len(hidden) == len(total.plus) and not seen.position.digits[ring]:
            found = seen.few(hidden, partial(_goes_into, seen.mask(ring)))
            if found is not None:
                sums = mask_of(sum(each) for each in found[1])
                yield Said(
                    {**found[0], ring: sums}, total.cells, digits_of(sums), cells=hidden, by=(ring,), sets=found[1]
                )


def sums_of(seen: Seen) -> Iterator[Said]:
    """The sums that an arrow makes with the candidates of its cells."""
    for total in seen.totals():
        (ring,), arm = total.minus, total.plus
        found = seen.ways(arm, lambda way: sum(way) <= seen.size, _MOST_TRIED)
        sums = mask_of(map(sum, found or ()))
        if found and not seen.position.digits[ring]:
            yield Said({ring: sums}, total.cells, digits_of(seen.mask(ring) & ~sums), (), (ring,), arm)


def into(seen: Seen) -> Iterator[Said]:
    """The ways to fill an arrow that make a digit of its circle."""
    for total in seen.totals():
        (ring,), arm = total.minus, total.plus
        ways = seen.ways(arm, partial(_goes_into, seen.mask(ring)), _MOST_TRIED)
        if ways:
            left = {cell: mask_of(way[i] for way in ways) for i, cell in enumerate(arm)}
            yield Said(left, total.cells, digits_of(seen.mask(ring)), (), arm, (ring,))


def same_sums(seen: Seen) -> Iterator[Said]:
    """The sums that one part can make are those of the other."""
    for total in seen.totals():
        for one, other in ((total.plus, total.minus), (total.minus, total.plus)):
            sums = set(map(sum, seen.ways(other, any, _MOST_TRIED) or ()))
            ways = seen.ways(one, partial(_one_of, sums), _MOST_TRIED)
            if ways and len(sums) <= _MOST_SUMS and not total.total:
                left = {cell: mask_of(way[i] for way in ways) for i, cell in enumerate(one)}
                yield Said(left, total.cells, cells=one, by=other, value=tuple(sorted(sums)))


def _one_of(sums: set[int], way: tuple[int, ...]) -> bool:
    return sum(way) in sums


def _needs(multiplied: bool) -> Reads:
    """With a digit in a cell the others would need a sum that they cannot make."""

    def reads(seen: Seen) -> Iterator[Said]:
        totals = [(seen.cells, seen.value)] if multiplied else [(t.plus, t.total) for t in seen.totals() if not t.minus]
        for cells, total in totals:
            for cell in seen.open(cells):
                others = tuple(other for other in cells if other != cell)
                gone: dict[int, int] = {}
                for digit in digits_of(seen.mask(cell)) if others else ():
                    need = total // digit if multiplied else total - digit
                    keeps = partial(makes, prod if multiplied else sum, need)
                    masks = {
                        at: seen.mask(at) & ~(1 << digit - 1 if at in seen.position.seen(cell) else 0) for at in others
                    }
                    ways = seen.ways(others, keeps, _MOST_TRIED, masks)
                    if ways == []:
                        gone[digit] = need
                if gone:
                    yield Said(
                        *({cell: seen.every & ~mask_of(gone)}, cells, tuple(gone), (), (cell,), others),
                        value=tuple(gone.values()),
                    )

    return reads


def unequal(seen: Seen) -> Iterator[Said]:
    """With a digit in a cell the two parts could not make the same."""
    for total in seen.totals():
        count = len(total.plus)
        ways = seen.ways(total.cells, partial(_level, count), _MOST_PAIRED)
        for place, cell in enumerate(total.cells):
            gone = digits_of(seen.mask(cell) & ~mask_of(way[place] for way in ways or ()))
            if ways and gone and not total.total and not seen.position.digits[cell]:
                others = tuple(at for at in total.cells if at != cell)
                yield Said({cell: seen.every & ~mask_of(gone)}, total.cells, gone, (), (cell,), others)


def _level(count: int, way: tuple[int, ...]) -> bool:
    return sum(way[:count]) == sum(way[count:])


def by_parts(seen: Seen) -> Iterator[Said]:
    """The part of a sum in one box makes all that the rest does not."""
    for total in seen.totals():
        boxes: dict[int, list[int]] = {}
        for cell in total.plus:
            boxes.setdefault(seen.position.geometry.box_of[cell], []).append(cell)
        for part in boxes.values() if len(boxes) > 1 and not total.minus else ():
            rest = [cell for cell in total.plus if cell not in part]
            masks = {cell: seen.mask(cell) for cell in total.plus}
            low = max(total.total - seen.most(rest, masks), seen.least(part, masks))
            high = min(total.total - seen.least(rest, masks), seen.most(part, masks))
            hidden, made = tuple(seen.open(part)), sum(seen.position.digits[cell] for cell in part)
            found = seen.few(hidden, partial(_within, low - made, high - made))
            if found is not None and low <= high:
                value = seen.least(rest, masks), seen.most(rest, masks), low - made, high - made
                yield Said(found[0], total.cells, cells=hidden, by=tuple(rest), value=value, sets=found[1])


def _within(low: int, high: int, way: tuple[int, ...]) -> bool:
    return low <= sum(way) <= high


def prime(seen: Seen) -> Iterator[Said]:
    """A product with a factor that one digit alone has needs this digit."""
    for digit in (2, 3, 5, 7):
        if seen.value % digit == 0 and digit <= seen.size < 2 * digit:
            places = tuple(cell for cell in seen.cells if seen.mask(cell) >> digit - 1 & 1)
            bit = 1 << digit - 1
            left = dict.fromkeys(range(seen.position.geometry.cell_count), seen.every & ~bit)
            near = {cell: mask for cell, mask in left.items() if seen.position.seen(cell).issuperset(places)}
            if len(places) == 1:
                near[places[0]] = bit
            if places and not any(seen.position.digits[cell] == digit for cell in places):
                yield Said(near, seen.cells, (digit,), (), places, value=(seen.value,))


def _goes_into(held: int, way: tuple[int, ...]) -> bool:
    return held >> sum(way) - 1 & 1 == 1


def _adds(total: int, way: tuple[int, ...]) -> bool:
    return sum(way) == total


def parts(seen: Seen) -> Iterator[Said]:
    """The parts of a line with equal sums: the bounds of one are those of the other."""
    for total in seen.totals():
        masks = {cell: seen.mask(cell) for cell in total.cells}
        for one, other in ((total.plus, total.minus), (total.minus, total.plus)):
            low, high = seen.least(other, masks), seen.most(other, masks)
            left = {}
            for cell in one:
                rest = [each for each in one if each != cell]
                first, last = low - seen.most(rest, masks), high - seen.least(rest, masks)
                left[cell] = mask_of(range(max(1, first), min(seen.size, last) + 1))
            yield Said(left, total.cells, cells=one, by=other, value=(low, high))


def product_sets(seen: Seen) -> Iterator[Said]:
    """There are few ways to make a product."""
    hidden = tuple(seen.open(seen.cells))
    made = prod(seen.position.digits[cell] for cell in seen.filled(seen.cells))
    rest = seen.value // made
    found = seen.few(hidden, lambda way: prod(way) == rest)
    if found is not None:
        yield Said(
            found[0], seen.cells, cells=hidden, value=(rest, seen.value, made if made > 1 else NOTHING), sets=found[1]
        )


def product_missing(seen: Seen) -> Iterator[Said]:
    """All digits of a product but one are known."""
    hidden = seen.open(seen.cells)
    if len(hidden) == 1:
        made = prod(seen.position.digits[cell] for cell in seen.filled(seen.cells))
        digit = seen.value // made
        yield Said({hidden[0]: mask_of([digit])}, seen.cells, (digit,), (), tuple(hidden), value=(seen.value, made))


def factors(seen: Seen) -> Iterator[Said]:
    """A digit that does not divide the product is not in it."""
    gone = tuple(digit for digit in range(1, seen.size + 1) if seen.value % digit)
    if gone:
        yield Said(dict.fromkeys(seen.cells, seen.every & ~mask_of(gone)), seen.cells, gone, value=(seen.value,))


_ADDED = ("little-killer", "outside-sum", "sum-cage")
_EQUAL = ("region-sum", "zipper", "double-arrow")

IDEAS = (
    Idea("arrow-add", ("arrow", "zipper"), add_up),
    Idea("arrow-missing", ("arrow",), missing),
    Idea("sum-missing", _ADDED, missing),
    Idea("parts-missing", _EQUAL, missing),
    Idea("parts-add", _EQUAL, add_up),
    Idea("product-missing", ("product-cage",), product_missing),
    Idea("sum-sets", ("arrow", *_ADDED, *_EQUAL), sets),
    Idea("sum-parts", _ADDED, by_parts),
    Idea("arrow-few", ("arrow",), into_circle),
    Idea("product-sets", ("product-cage",), product_sets),
    Idea("arrow-smallest", ("arrow",), smallest, once=True),
    Idea("sum-high", _ADDED, _ends(high=True, candidates=False)),
    Idea("sum-low", _ADDED, _ends(high=False, candidates=False)),
    Idea("product-factors", ("product-cage",), factors),
    Idea("product-prime", ("product-cage",), prime),
    Idea("parts-bounds", _EQUAL, parts),
    Idea("sum-at-least", _ADDED, _ends(high=True, candidates=True)),
    Idea("sum-at-most", _ADDED, _ends(high=False, candidates=True)),
    Idea("arrow-circle", ("arrow",), circle),
    Idea("arrow-sums", ("arrow",), sums_of),
    Idea("arrow-at-most", ("arrow",), _arm(high=False)),
    Idea("arrow-at-least", ("arrow",), _arm(high=True)),
    Idea("arrow-into", ("arrow",), into),
    Idea("parts-sums", _EQUAL, same_sums),
    Idea("parts-needs", _EQUAL, unequal),
    Idea("sum-needs", _ADDED, _needs(multiplied=False)),
    Idea("product-needs", ("product-cage",), _needs(multiplied=True)),
)
