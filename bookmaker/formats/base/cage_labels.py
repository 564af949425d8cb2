"""What the formats with cages share: how much of a puzzle a format can hold, and cages from labels of cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import Fault, UsageError
from bookmaker.formats.base.cells import shown
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, expressed

LONGEST_NUMBER = 9
"""Digits of a number in a puzzle file: no sum is as large, and Python itself refuses to read very long ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """What a format can hold of a puzzle. What it cannot hold, :func:`require` reports; nothing is dropped.

    ``format``: the name under which rules declare their words for it; ``uncaged``: puzzles on grids without cages;
    ``regions``: maps of regions; ``named``: every rule, by its own name; ``houses``: lists of further houses; ``several``:
    grids that share cells; ``sizes`` of grids; ``givens``; the largest sum, and the most cages and bare cells together (0:
    any); cages without a sum (``open``); cages in pieces (``apart``; else their cells must be linked side by side, or also by
    corners if ``cornered``); a cell in two cages or outside the grid (``broken``); cages of a single cell (``single``); cells
    that no cage covers (``bare``).
    """

    format: str = ""
    uncaged: bool = False
    regions: bool = False
    named: bool = False
    houses: bool = False
    several: bool = False
    sizes: tuple[int, ...] = ()
    givens: bool = False
    most_sum: int = 0
    most_regions: int = 0
    open: bool = True
    apart: bool = True
    cornered: bool = True
    broken: bool = False
    single: bool = True
    bare: bool = True

    def lacking(self, puzzle: Puzzle) -> Iterator[str]:
        """What of a puzzle the format cannot hold, in words."""
        ground, size = puzzle.geometry, puzzle.geometry.size
        unsaid = [
            name
            for name in expressed(ground.rules, self.format)[1]
            if not (self.houses and RULES[name].only_houses) and not (self.several and RULES[name].arrangement)
        ]
        unsaid = [] if self.named else unsaid
        if unsaid or not (ground.caged or self.uncaged) or (ground.regions and not (self.regions or self.named)):
            yield f"puzzles of the kind {ground.kind}"
        if self.sizes and size not in self.sizes:
            yield f"grids of {size}×{size}"
        if not self.givens and puzzle.given_count:
            first = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
            yield f"givens, such as the one in {cell_name(first, size)}"
        covered = Counter(cell for cage in puzzle.cages for cell in cage.cells)
        regions = len(puzzle.cages) + ground.cell_count - len(covered)
        if self.most_regions and regions > self.most_regions:
            yield f"{regions} cages and cells outside cages; the most are {self.most_regions}"
        if not self.broken:
            twice = [cell for cell, times in sorted(covered.items()) if times > 1]
            if twice:
                yield f"a cell named twice: {cell_name(twice[0], size)}"
        if not self.bare and ground.caged and len(covered) < ground.cell_count:
            bare = next(cell for cell in range(ground.cell_count) if cell not in covered)
            yield f"cells outside all cages, such as {cell_name(bare, size)}"
        for cage in puzzle.cages:
            yield from (f"{what} (the cage at {place_of(cage, size)})" for what in self._cage_lacks(cage, size))

    def _cage_lacks(self, cage: Cage, size: int) -> Iterator[str]:
        if not self.broken and (cage.strays or not cage.cells):
            yield "a cage without cells, or with cells outside the grid"
        if not self.single and len(cage.cells) == 1:
            yield "a cage of a single cell"
        if cage.sum is None:
            # In formats of labels a lone cell without a sum is no cage.
            if not self.open:
                yield "a cage without a sum"
            elif len(cage.cells) == 1 and not self.broken:
                yield "a cage of a single cell without a sum"
        elif cage.sum <= 0 and not self.broken:
            yield f"the sum {cage.sum}"
        elif self.most_sum and cage.sum > self.most_sum:
            yield f"the sum {cage.sum}; the largest is {self.most_sum}"
        if not self.apart and not linked(cage.cells, size, corners=self.cornered):
            yield "a cage in pieces"


def place_of(cage: Cage, size: int) -> str:
    """The cell that a cage is named after: its first."""
    return cell_name(cage.cells[0], size) if cage.cells else ", ".join(cage.strays[:1]) or "no cell"


def misnamed(puzzle: Puzzle, digits: int = LONGEST_NUMBER) -> Iterator[str]:
    """Cages with what is not named as a cell is, r1c12, in numbers from 1 on of so many digits: only a name is read back."""
    name = re.compile(rf"[rR](?!0+[cC])[0-9]{{1,{digits}}}[cC](?!0+\Z)[0-9]{{1,{digits}}}")
    for cage in puzzle.cages:
        wrong = [stray for stray in cage.strays if not name.fullmatch(stray)]
        if wrong:
            yield f"a cage with the cell {shown(wrong[0])!r}"


def require(format: str, lacks: Callable[[Puzzle], Iterable[str]], puzzles: Sequence[Puzzle]) -> None:
    """Raise one UsageError with everything that a format cannot hold of the puzzles."""
    faults = [
        Fault(f"the format {format} cannot hold {what}", puzzle.source) for puzzle in puzzles for what in lacks(puzzle)
    ]
    if faults:
        raise UsageError(faults)


def linked(cells: Sequence[int], size: int, *, corners: bool = False) -> bool:
    """Whether cells hang together side by side, or also by their corners."""
    return not cells or len(tree(cells, size, corners=corners)) == len(set(cells))


def tree(cells: Sequence[int], size: int, *, corners: bool = False) -> dict[int, int]:
    """For each cell that hangs together with the first one the next cell on its way there; the first one stands for itself."""
    inside = set(cells)
    steps = [(0, -1), (-1, 0), (0, 1), (1, 0)]
    if corners:
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    toward = {cells[0]: cells[0]}
    for sides in (steps[:4], steps):
        # Sides before corners: a corner is crossed only to where no side leads.
        queue = list(toward)
        for cell in queue:
            row, column = divmod(cell, size)
            for down, right in sides:
                r, c = row + down, column + right
                near = r * size + c
                if 0 <= r < size and 0 <= c < size and near in inside and near not in toward:
                    toward[near] = cell
                    queue.append(near)
    return toward


def owners(puzzle: Puzzle) -> list[int]:
    """For each cell the index of its cage, -1 for none."""
    found = [-1] * puzzle.geometry.cell_count
    for index, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            found[cell] = index
    return found


def labelled(labels: Sequence[object], sums: Sequence[int | None]) -> Iterator[Cage]:
    """Cages from one label for each cell (None: in no cage) and the sum that stands at each cell (None: no sum).

    A lone cell without a sum is no cage. The first sum among the cells of one label is taken.
    """
    cells: dict[object, list[int]] = {}
    for cell, label in enumerate(labels):
        if label is not None:
            cells.setdefault(label, []).append(cell)
    for members in cells.values():
        total = next((sums[cell] for cell in members if sums[cell] is not None), None)
        if total is not None or len(members) > 1:
            yield Cage(tuple(members), total)


def flooded(size: int, joined: Sequence[tuple[int, int]]) -> list[int]:
    """For each cell the first cell of its region, where pairs of joined cells make the regions."""
    root = list(range(size * size))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for one, other in joined:
        a, b = find(one), find(other)
        root[max(a, b)] = min(a, b)
    return [find(cell) for cell in range(size * size)]
