"""What a rule declares of its clues: signs that a puzzle shows on cells, on borders of cells, or along lines of cells.

A clue says which digits its cells may hold (a mask for each cell), or which digits two of its cells may hold together (a table
for a pair of them). So solver, techniques, marks and faults need to know no more than tables and masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Literal

from bookmaker.grid.geometry import Clue, Geometry, Limit, Look, Mark, Relation, cell_name

Table = tuple[int, ...]
"""As ``Relation.allowed``: for each digit of the first cell the mask of the digits that the second may hold."""

Shape = Literal["cell", "border", "line"]
Holds = Callable[[int, int], bool]


def table_of(size: int, holds: Holds) -> Table:
    """The table of the pairs of digits, the first cell's and the second's, for which ``holds`` is true."""
    digits = range(1, size + 1)
    return tuple(sum(holds(one, other) << other - 1 for other in digits) for one in digits)


def mask_of(size: int, holds: Callable[[int], bool]) -> int:
    """The mask of the digits for which ``holds`` is true."""
    return sum(holds(digit) << digit - 1 for digit in range(1, size + 1))


Pairs = Callable[[int], Iterable[tuple[int, int, Holds]]]


@dataclass(frozen=True, kw_only=True, eq=False)
class ClueType:
    """One kind of clue.

    name      what files call it
    shape     ``"cell"``: on one cell; ``"border"``: between two neighbours; ``"line"``: along cells, each beside the next or
              touching it by a corner, none twice
    ordered   whether the order of the cells matters; otherwise the lower end comes first
    holds     on a border: whether two digits, of the first cell and of the second, may stand there
    pairs     along a line of so many cells: pairs of places in it, each with what ``holds`` is on a border
    may       on a cell: whether a digit may stand there
    least     the fewest cells of a line
    whole     whether the beginning of a line may break what the whole line keeps
    fault     the sentence about two cells (fields ``one``, ``other``, ``cells``), or one (``digit``, ``cell``), that break it
    look      how it is drawn; ``text`` is written on it
    foreign   for each foreign format what it calls the clue; a value that it needs follows after ``=``, one that it has if it
              says none after ``~``
    """

    name: str
    shape: Shape
    fault: str
    look: Look
    ordered: bool = False
    holds: Holds | None = None
    pairs: Pairs | None = None
    may: Callable[[int], bool] | None = None
    least: int = 2
    whole: bool = False
    text: str = ""
    foreign: Mapping[str, str] = field(default_factory=dict)

    def clue(self, cells: Sequence[int]) -> Clue:
        """The clue on these cells, in their usual order."""
        whole = tuple(cells)
        if not self.ordered and self.shape != "cell":
            whole = min(whole, whole[::-1])
        return Clue(self.name, whole)

    def fault_of(self, cells: Sequence[int], size: int) -> str:
        """What is wrong with the cells of a clue, as the end of a sentence; "" if nothing is."""
        if not all(0 <= cell < size * size for cell in cells):
            return "names a cell outside the grid"
        wanted = {"cell": 1, "border": 2}.get(self.shape)
        if wanted is not None and len(cells) != wanted:
            return f"has {len(cells)} cells, not {wanted}"
        if self.shape == "line" and len(cells) < self.least:
            return f"has fewer than {self.least} cells"
        if len(set(cells)) < len(cells):
            return "names a cell twice"
        for one, other in pairwise(cells):
            down, right = abs(one // size - other // size), abs(one % size - other % size)
            if down + right != 1 and (self.shape == "border" or max(down, right) != 1):
                return f"joins {cell_name(one, size)} and {cell_name(other, size)}, which are no neighbours"
        return ""

    def related(self, clue: Clue, size: int) -> Iterator[tuple[tuple[int, int], Table]]:
        """The pairs of cells that the clue relates, each with its table."""
        for one, other, table in _tables(self, len(clue.cells), size):
            yield (clue.cells[one], clue.cells[other]), table

    def allows(self, grid: bytes, cells: Sequence[int], size: int) -> bool:
        """Whether the digits of a full grid keep the clue on these cells."""
        if self.may is not None and not all(map(self.may, (grid[cell] for cell in cells))):
            return False
        tables = _tables(self, len(cells), size)
        return all(table[grid[cells[one]] - 1] >> grid[cells[other]] - 1 & 1 for one, other, table in tables)

    def mark(self, clue: Clue) -> Mark:
        """What the printer draws for the clue."""
        return Mark(self.look, clue.cells, self.text)


@cache
def _tables(kind: ClueType, length: int, size: int) -> tuple[tuple[int, int, Table], ...]:
    """The pairs of places in a clue of so many cells, each with its table."""
    if kind.holds is not None:
        return ((0, 1, table_of(size, kind.holds)),)
    pairs = kind.pairs(length) if kind.pairs is not None else ()
    return tuple((one, other, table_of(size, holds)) for one, other, holds in pairs)


@dataclass(frozen=True, kw_only=True, eq=False)
class Unmarked:
    """What it says of two neighbours that no clue of the rule stands between them: all clues of the rule are shown.

    ``holds`` and ``fault`` are as those of :class:`ClueType`. ``foreign``: for each format the words that say so there.
    """

    holds: Holds
    fault: str
    foreign: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def relation(self, size: int, clues: Iterable[Clue]) -> Relation:
        """The relation of all neighbours without one of these clues."""
        shown = {(min(clue.cells), max(clue.cells)) for clue in clues}
        pairs = tuple(pair for pair in borders(size) if pair not in shown)
        return Relation(pairs, _unmarked_table(self, size), self.fault)


@cache
def _unmarked_table(unmarked: Unmarked, size: int) -> Table:
    return table_of(size, unmarked.holds)


@cache
def borders(size: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that share a side, ascending."""
    beside = ((cell, cell + 1) for cell in range(size * size) if (cell + 1) % size)
    below = ((cell, cell + size) for cell in range(size * size - size))
    return tuple(sorted((*beside, *below)))


def limits_of(types: Mapping[str, ClueType], clues: Iterable[Clue], size: int) -> tuple[Limit, ...]:
    """The limits of clues on single cells, one for each kind of clue."""
    cells: dict[str, list[int]] = {}
    for clue in clues:
        if types[clue.kind].may is not None:
            cells.setdefault(clue.kind, []).extend(clue.cells)
    found = []
    for name, held in cells.items():
        may = types[name].may
        assert may is not None
        found.append(Limit(tuple(held), mask_of(size, may), types[name].fault))
    return tuple(found)


def relations_of(types: Mapping[str, ClueType], clues: Iterable[Clue], size: int) -> tuple[Relation, ...]:
    """The relations of clues, pairs with the same kind and table in one."""
    pairs: dict[tuple[str, Table], list[tuple[int, int]]] = {}
    for clue in clues:
        for pair, table in types[clue.kind].related(clue, size):
            pairs.setdefault((clue.kind, table), []).append(pair)
    return tuple(Relation(tuple(held), table, types[name].fault) for (name, table), held in pairs.items())


def all_shown(types: Iterable[ClueType], grid: bytes, ground: Geometry) -> Iterator[Clue]:
    """Every clue on a cell or a border that a full grid keeps; of several kinds on one border the first that holds."""
    size = ground.size
    kinds = list(types)
    on_cells = [kind for kind in kinds if kind.shape == "cell"]
    for cell in range(size * size) if on_cells else ():
        found = next((kind for kind in on_cells if kind.allows(grid, (cell,), size)), None)
        if found is not None:
            yield found.clue((cell,))
    tables = [(kind, _tables(kind, 2, size)[0][2]) for kind in kinds if kind.shape == "border"]
    for one, other in borders(size) if tables else ():
        first, second = grid[one] - 1, grid[other] - 1
        for kind, table in tables:
            if table[first] >> second & 1:
                yield kind.clue((one, other))
                break
            if table[second] >> first & 1:
                yield kind.clue((other, one))
                break
