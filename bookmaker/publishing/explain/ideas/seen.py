"""A clue as a person looks at it: its cells, their digits and candidates, and the conclusions from some of them alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import sum_left
from bookmaker.puzzles.grid.geometry import Clue, Geometry, House, Total
from bookmaker.puzzles.grid.relations import Table, differing, reversed_table
from bookmaker.puzzles.rules import CLUES

_MOST_WAYS = 50_000
"""The digits of a sum are listed up to so many ways to choose them; beyond, its bounds decide."""

_MOST_TRIED = 20_000
MOST_SETS = 4
"""The ways to fill cells are listed if there are so few, found among so many."""

NOTHING = -1
"""In place of a number that a sentence does not need."""

Sets = tuple[tuple[int, ...], ...]
Left = Mapping[int, int]
"""For some cells the mask of the digits that they can hold."""


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask, ascending."""
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def mask_of(digits: Iterable[int]) -> int:
    """The mask of some digits."""
    return sum(1 << digit - 1 for digit in set(digits))


def makes(made: Callable[[Sequence[int]], int], need: int, way: Sequence[int]) -> bool:
    """Whether digits make a sum or a product."""
    return made(way) == need


@dataclass(frozen=True)
class Seen:
    """A clue in a position."""

    clue: Clue
    position: Position

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the clue, in its order."""
        return self.clue.cells

    @property
    def size(self) -> int:
        """How many digits there are."""
        return self.position.geometry.size

    @property
    def every(self) -> int:
        """The mask of all digits."""
        return (1 << self.size) - 1

    @property
    def value(self) -> int:
        """The number on the clue; 0 if it has none."""
        return self.clue.value[0] if self.clue.value else 0

    def mask(self, cell: int) -> int:
        """The digit or the candidates of a cell."""
        digit = self.position.digits[cell]
        return 1 << digit - 1 if digit else self.position.candidates[cell]

    def filled(self, cells: Iterable[int]) -> list[int]:
        """Those of some cells that are filled."""
        return [cell for cell in cells if self.position.digits[cell]]

    def open(self, cells: Iterable[int]) -> list[int]:
        """Those of some cells that are empty."""
        return [cell for cell in cells if not self.position.digits[cell]]

    def apart(self, cells: Sequence[int]) -> bool:
        """Whether all of these cells see each other, so that their digits differ."""
        return all(self.position.seen(cell).issuperset(other for other in cells if other != cell) for cell in cells)

    def related(self) -> Iterator[tuple[int, int, Table]]:
        """Two cells that the clue relates, with the digits that the second can hold by that of the first; both ways."""
        for one, other, table in _related(self.clue, self.position.geometry):
            yield one, other, table
            yield other, one, reversed_table(table)

    def totals(self) -> list[Total]:
        """The sums that the clue makes."""
        return list(CLUES[self.clue.kind].totals(self.clue, self.position.geometry.box_of))

    def beside(self, cell: int, mask: int) -> dict[int, int]:
        """The digits that the clue leaves to its other cells if one of them holds a digit of a mask, by relations alone."""
        left: dict[int, int] = {}
        for one, other, table in self.related():
            if one == cell:
                allowed = 0
                for digit in digits_of(mask):
                    allowed |= table[digit - 1]
                left[other] = left.get(other, self.every) & allowed
        return left

    def left(self, known: Collection[int]) -> Left:
        """The digits that the clue leaves to its cells if only these are known, and the others might hold any digit."""
        if not known:
            return alone(self.clue, self.position.geometry)
        masks = {cell: self.mask(cell) if cell in known else self.every for cell in self.cells}
        return _left(self.clue, self.position.geometry, masks)

    def least(self, cells: Sequence[int], masks: Left | None = None) -> int:
        """A sum that digits in these cells make at least: those in cells that see each other differ.

        ``masks``: the digits that the cells can hold; None: any.
        """
        total = 0
        for group in self._groups(cells):
            lows = sorted(digits_of(masks[cell] if masks else self.every)[0] for cell in group)
            last = 0
            for low in lows:
                last = max(low, last + 1)
                total += last
        return total

    def most(self, cells: Sequence[int], masks: Left | None = None) -> int:
        """A sum that digits in these cells make at most."""
        total = 0
        for group in self._groups(cells):
            highs = sorted(((masks[cell] if masks else self.every).bit_length() for cell in group), reverse=True)
            last = self.size + 1
            for high in highs:
                last = min(high, last - 1)
                total += last
        return total

    def _groups(self, cells: Sequence[int]) -> list[list[int]]:
        groups: list[list[int]] = []
        for cell in cells:
            home = next((group for group in groups if self.position.seen(cell).issuperset(group)), None)
            if home is None:
                groups.append([cell])
            else:
                home.append(cell)
        return groups

    def ways(
        self,
        cells: Sequence[int],
        keeps: Callable[[tuple[int, ...]], object],
        most: int,
        masks: Left | None = None,
    ) -> list[tuple[int, ...]] | None:
        """The ways to fill these cells that ``keeps`` accepts in the end; None if more than ``most`` have to be tried.

        ``masks``: the digits that the cells can hold; None: their own.
        """
        can = [masks[cell] if masks else self.mask(cell) for cell in cells]
        tried, found = prod(mask.bit_count() for mask in can), list[tuple[int, ...]]()
        if tried > most:
            return None
        near = [[i for i in range(at) if cells[i] in self.position.seen(cell)] for at, cell in enumerate(cells)]
        digits = [digits_of(mask) for mask in can]
        chosen: list[int] = []

        def go_on() -> None:
            at = len(chosen)
            if at == len(cells):
                if keeps(tuple(chosen)):
                    found.append(tuple(chosen))
                return
            for digit in digits[at]:
                if all(chosen[i] != digit for i in near[at]):
                    chosen.append(digit)
                    go_on()
                    chosen.pop()

        go_on()
        return found

    def made_of(self, cells: Sequence[int], total: int) -> tuple[Left, Sets] | None:
        """As :meth:`few` for cells that make a sum; and the one digit that a single cell needs."""
        if len(cells) == 1 and 1 <= total <= self.size:
            return {cells[0]: 1 << total - 1}, ()
        return self.few(cells, lambda way: sum(way) == total)

    def few(self, cells: Sequence[int], keeps: Callable[[tuple[int, ...]], bool]) -> tuple[Left, Sets] | None:
        """The digits of some cells in the few ways to fill these, with the sets of digits; None if there are many, or none."""
        ways = self.ways(cells, keeps, _MOST_TRIED)
        found = sorted({tuple(sorted(way)) for way in ways or ()})
        if ways is None or len(cells) < 2 or not 0 < len(found) <= MOST_SETS:
            return None
        return {cell: mask_of(way[i] for way in ways) for i, cell in enumerate(cells)}, tuple(found)


@lru_cache(maxsize=4096)
def alone(clue: Clue, geometry: Geometry) -> Left:
    """The digits that a clue leaves to its cells in an empty grid."""
    return _left(clue, geometry, dict.fromkeys(clue.cells, (1 << geometry.size) - 1))


@lru_cache(maxsize=4096)
def _related(clue: Clue, geometry: Geometry) -> tuple[tuple[int, int, Table], ...]:
    """The relations of a clue, without equal digits in cells that see each other."""
    found = CLUES[clue.kind].related(clue, geometry.size)
    return tuple((a, b, differing(table) if b in geometry.peers[a] else table) for (a, b), table in found)


def _left(clue: Clue, geometry: Geometry, masks: dict[int, int]) -> Left:
    kind, left = CLUES[clue.kind], dict(masks)
    empty = Position(geometry, b"", b"", ())
    pairs = _related(clue, geometry)
    before: dict[int, int] = {}
    while pairs and left != before:
        before = dict(left)
        for one, other, table in pairs:
            for at, to, allowed in ((one, other, table), (other, one, reversed_table(table))):
                reached = 0
                for digit in digits_of(left[at]):
                    reached |= allowed[digit - 1]
                left[to] &= reached
    for total in kind.totals(clue, geometry.box_of):
        sweep = sum_left(total, empty, _MOST_WAYS)
        left |= dict(zip(total.cells, sweep([left[cell] for cell in total.cells]), strict=True))
    for line in kind.lines(clue, geometry.size):
        differ = all(empty.seen(cell).issuperset(set(line.cells) - {cell}) for cell in line.cells)
        swept = line.automaton.left_different if differ and geometry.size <= _LARGEST else line.automaton.left
        left |= dict(zip(line.cells, swept([left[cell] for cell in line.cells]), strict=True))
    return left


_LARGEST = 9
"""The most digits of which sets are swept, as in the finder."""


@dataclass(frozen=True)
class Said:
    """The conclusion of an idea from a clue in a position.

    ``left``: for some cells the digits that they can hold by it. ``rests``: the cells on whose digits or candidates it
    rests. ``also``: further clues that it needs. ``shown``: in its houses it rests on these
    digits. ``rule``: it needs this rule of the grid. The other fields fill its sentence.
    """

    left: Left
    rests: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    value: tuple[int, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    also: tuple[Clue, ...] = ()
    houses: tuple[House, ...] = ()
    cover: tuple[House, ...] = ()
    shown: tuple[int, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class Idea:
    """A way in which a person looks at clues, in words ``idea.<name>`` and ``idea-name.<name>`` of each catalogue.

    ``kinds``: the clues that it looks at. ``once``: it says the same of every clue of the kind with the same figures
    (``Said.value``), so that it is said of all of them together. ``tells``: its sentence names the cells of all its clues
    itself. ``reads``: its conclusions from a clue.
    """

    name: str
    kinds: tuple[str, ...]
    reads: Callable[[Seen], Iterable[Said]] = field(repr=False)
    once: bool = False
    tells: bool = False
