"""Ideas of lines of cells: thermometers, whispers, renban, palindromes, between lines and their kin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from bookmaker.publishing.explain.ideas.pairs import lacking, partner
from bookmaker.publishing.explain.ideas.seen import Idea, Said, Seen, digits_of, mask_of

Reads = Callable[[Seen], Iterator[Said]]


def full_range(seen: Seen) -> Iterator[Said]:
    """A thermometer of as many cells as there are digits."""
    if len(seen.cells) == seen.size:
        yield Said(seen.left(()), seen.cells, (1,), (seen.size,), seen.cells)


def count(seen: Seen) -> Iterator[Said]:
    """So many cells of a thermometer are lower than a cell, so many higher."""
    length = len(seen.cells)
    highest = seen.size - length + 1
    yield Said(seen.left(()), seen.cells, cells=seen.cells[:1], value=(length, highest, highest + 1))


def squeeze(seen: Seen) -> Iterator[Said]:
    """Cells of a thermometer between two that are filled."""
    known = [place for place, cell in enumerate(seen.cells) if seen.position.digits[cell]]
    for one, other in pairwise(known):
        inner = seen.cells[one + 1 : other]
        low, high = (seen.position.digits[seen.cells[place]] for place in (one, other))
        if inner and high - low < seen.size - 1:
            left = {cell: mask_of(range(low + i, high - len(inner) + i)) for i, cell in enumerate(inner, 1)}
            ends = seen.cells[one], seen.cells[other]
            yield Said(left, ends, (low,), (high,), inner, ends, value=(len(inner), high - low - 1))


def _from_bound(up: bool, filled: bool) -> Reads:
    """The least of the cells behind one, or the most of those before it; from a filled cell or from its candidates."""

    def reads(seen: Seen) -> Iterator[Said]:
        places = range(len(seen.cells))
        # From the farthest cell on: one that is nearer says more.
        for place in places if up else reversed(places):
            cell = seen.cells[place]
            if bool(seen.position.digits[cell]) != filled:
                continue
            mask = seen.mask(cell)
            end = digits_of(mask)[0] if up else mask.bit_length()
            bound = mask_of(range(end, seen.size + 1)) if up else mask_of(range(1, end + 1))
            others = seen.cells[place + 1 :] if up else seen.cells[:place]
            beside = seen.beside(cell, bound)
            yield Said(
                {other: beside[other] for other in others if other in beside}, (cell,), (end,), (), others, (cell,)
            )

    return reads


def rising(seen: Seen) -> Iterator[Said]:
    """Cells of a slow thermometer that see each other differ, so that they rise."""
    yield Said(seen.left(()), seen.cells, cells=seen.cells)


def sides(seen: Seen) -> Iterator[Said]:
    """Low and high digits take turns on a whisper line."""
    half = seen.size // 2
    low, high = mask_of(range(1, half + 1)), mask_of(range(seen.size - half + 1, seen.size + 1))
    for place, cell in enumerate(seen.cells):
        mask = seen.mask(cell)
        if mask & ~low and mask & ~high:
            continue
        own, opposite = (low, high) if not mask & ~low else (high, low)
        left = {other: own if (i - place) % 2 == 0 else opposite for i, other in enumerate(seen.cells) if other != cell}
        lows = tuple(c for c in seen.cells if left.get(c, own) == low)
        yield Said(left, (cell,), digits_of(mask), (), lows, tuple(c for c in seen.cells if c not in lows))


def between_different(seen: Seen) -> Iterator[Said]:
    """A cell of a whisper line whose two neighbours differ, so that it leaves them two digits."""
    tables = {(one, other): table for one, other, table in seen.related()}
    for before, cell, after in zip(seen.cells, seen.cells[1:], seen.cells[2:], strict=False):
        if after in seen.position.seen(before):
            table = tables[cell, before]
            left = mask_of(d for d in range(1, seen.size + 1) if table[d - 1].bit_count() > 1)
            gone = tuple(d for d in range(1, seen.size + 1) if table[d - 1].bit_count() == 1)
            yield Said({cell: left}, (before, after), gone, (), (cell,), (before, after))


def no_middle(seen: Seen) -> Iterator[Said]:
    """Digits that have no neighbour on a line."""
    left = seen.left(())
    gone = digits_of(seen.every & ~left[seen.cells[0]])
    if gone and all(mask == left[seen.cells[0]] for mask in left.values()):
        yield Said(left, seen.cells, gone)


def reach(seen: Seen) -> Iterator[Said]:
    """From one cell of a renban line so far down and up."""
    length = len(seen.cells)
    for cell in sorted(seen.cells, key=lambda cell: seen.mask(cell).bit_count()):
        held = digits_of(seen.mask(cell))
        low, high = max(1, held[0] - length + 1), min(seen.size, held[-1] + length - 1)
        left = mask_of(range(low, high + 1))
        if left != seen.every:
            others = tuple(other for other in seen.cells if other != cell)
            yield Said(dict.fromkeys(others, left), (cell,), held, (), (cell,), value=(length, low, high))


def closed(seen: Seen) -> Iterator[Said]:
    """Two cells of a renban line whose digits are as far apart as they can be."""
    length = len(seen.cells)
    for one, other in combinations(seen.filled(seen.cells), 2):
        low, high = sorted((seen.position.digits[one], seen.position.digits[other]))
        if high - low == length - 1:
            left = mask_of(range(low + 1, high))
            rest = seen.open(seen.cells)
            yield Said(dict.fromkeys(rest, left), (one, other), (low, high), digits_of(left), tuple(rest), (one, other))


def must_hold(seen: Seen) -> Iterator[Said]:
    """A renban line in one house holds the middle digits, so that the rest of the house does not."""
    length, geometry = len(seen.cells), seen.position.geometry
    lows = range(1, seen.size - length + 2)
    kept = seen.every
    for low in lows:
        run = range(low, low + length)
        if all(any(seen.mask(cell) >> digit - 1 & 1 for cell in seen.cells) for digit in run):
            kept &= mask_of(run)
    for house in geometry.houses:
        if kept and kept != seen.every and {*seen.cells} <= {*house.cells}:
            rest = [cell for cell in house.cells if cell not in seen.cells]
            yield Said(
                dict.fromkeys(rest, seen.every & ~kept), seen.cells, digits_of(kept), (), seen.cells, value=(length,)
            )


def mirrored(seen: Seen) -> Iterator[Said]:
    """What one of two mirrored cells cannot hold the other cannot."""
    half = len(seen.cells) // 2
    for cell, other in zip(seen.cells[:half], seen.cells[::-1], strict=False):
        both = seen.mask(cell) & seen.mask(other)
        yield Said({cell: both, other: both}, (cell, other), digits_of(both), (), (cell, other))


def _circles(name_circles: bool) -> Reads:
    """The digits of both circles bound those between (True), or these and one circle the other (False)."""

    def reads(seen: Seen) -> Iterator[Said]:
        ends, inner = (seen.cells[0], seen.cells[-1]), seen.cells[1:-1]
        if name_circles:
            whole = seen.left(ends)
            low, high = (f(f(digits_of(seen.mask(end))) for end in ends) for f in (min, max))
            yield Said({cell: whole[cell] for cell in inner}, ends, (low,), (high,), inner, ends)
            return
        for end, other in (ends, ends[::-1]):
            held = [digits_of(seen.mask(cell)) for cell in inner]
            least, most = min(each[-1] for each in held), max(each[0] for each in held)
            if least < most or seen.position.digits[other]:
                yield Said({end: seen.left((*inner, other))[end]}, (*inner, other), (least,), (most,), (end,), (other,))

    return reads


def no_room(seen: Seen) -> Iterator[Said]:
    """With a digit in one circle some cell between has no digit, whatever the other circle holds."""
    ends, inner = (seen.cells[0], seen.cells[-1]), seen.cells[1:-1]
    for end, other in (ends, ends[::-1]):
        gone = [
            digit
            for digit in digits_of(seen.mask(end) if not seen.position.digits[end] else 0)
            if not any(
                all(seen.mask(cell) & mask_of(range(min(digit, far) + 1, max(digit, far))) for cell in inner)
                for far in digits_of(seen.mask(other))
            )
        ]
        if gone:
            yield Said({end: seen.every & ~mask_of(gone)}, seen.cells, tuple(gone), (), (end,), (other, *inner))


def inside(seen: Seen) -> Iterator[Said]:
    """A digit between two others is neither the lowest nor the highest."""
    if not seen.apart(seen.cells):
        yield Said(seen.left(()), seen.cells, (1,), (seen.size,), seen.cells[1:-1])


def distance(seen: Seen) -> Iterator[Said]:
    """So many different digits between two circles."""
    if seen.apart(seen.cells):
        length = len(seen.cells) - 2
        yield Said(seen.left(()), seen.cells, (1,), (seen.size,), seen.cells[1:-1], value=(length, length + 1))


_WHISPERS = ("whisper", "dutch-whisper")
_THERMOS = ("thermometer",)
_SLOW = ("slow-thermometer",)
_MORE = ("renban", "nabner", "entropic", "modular-line", "parity-line", "clone")

IDEAS = (
    Idea("thermometer-full", _THERMOS, full_range),
    Idea("thermometer-count", _THERMOS, count, once=True),
    Idea("thermometer-squeeze", _THERMOS, squeeze),
    Idea("thermometer-after", _THERMOS, _from_bound(up=True, filled=True)),
    Idea("thermometer-before", _THERMOS, _from_bound(up=False, filled=True)),
    Idea("thermometer-least", _THERMOS, _from_bound(up=True, filled=False)),
    Idea("thermometer-most", _THERMOS, _from_bound(up=False, filled=False)),
    Idea("slow-count", _SLOW, rising),
    Idea("slow-least", _SLOW, _from_bound(up=True, filled=False)),
    Idea("slow-most", _SLOW, _from_bound(up=False, filled=False)),
    Idea("whisper-middle", _WHISPERS, no_middle, once=True),
    Idea("whisper-sides", ("whisper",), sides),
    Idea("whisper-between", _WHISPERS, between_different),
    Idea("whisper-partner", _WHISPERS, partner),
    Idea("renban-closed", ("renban",), closed),
    Idea("renban-reach", ("renban",), reach),
    Idea("renban-middle", ("renban",), must_hold),
    Idea("palindrome-mirror", ("palindrome",), mirrored),
    Idea("between-inside", ("between",), inside),
    Idea("between-distance", ("between",), distance),
    Idea("between-squeeze", ("between",), _circles(True)),
    Idea("between-circle", ("between",), _circles(False)),
    Idea("between-room", ("between",), no_room),
    Idea("line-partner", _MORE, partner),
    Idea("line-lacks-partner", (*_MORE, *_WHISPERS), lacking),
)
