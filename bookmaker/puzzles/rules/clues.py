"""The clues that a rule declares: signs that a puzzle shows on cells, on borders of cells, or along lines of cells.

A clue says which digits its cells may hold (a mask for each cell), which digits two of its cells may hold together (a table
for a pair of them), which sum they make, or which digits they hold one after another (an automaton). So solver, techniques, marks
and faults need to know no more than masks, tables, sums and automata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby

from bookmaker.puzzles.grid.automaton import Automaton, Machine, automaton
from bookmaker.puzzles.grid.geometry import Clue, Geometry, Limit, Line, Relation, Total
from bookmaker.puzzles.grid.marks import Look, Mark
from bookmaker.puzzles.grid.relations import Table, reversed_table
from bookmaker.puzzles.rules.places import Shape, borders, corners, fault_of_form

Holds = Callable[[int, int], bool]
Value = tuple[int, ...]
"""As ``Clue.value``."""


def table_of(size: int, holds: Holds) -> Table:
    """The table of the pairs of digits, the first cell's and the second's, for which ``holds`` is true."""
    digits = range(1, size + 1)
    return tuple(sum(holds(one, other) << other - 1 for other in digits) for one in digits)


def mask_of(size: int, holds: Callable[[int], bool]) -> int:
    """The mask of the digits for which ``holds`` is true."""
    return sum(holds(digit) << digit - 1 for digit in range(1, size + 1))


Pairs = Callable[[int], Iterable[tuple[int, int, Holds]]]
Sums = Callable[[Sequence[int], Value], Iterable[tuple[Sequence[int], Sequence[int], int]]]
"""By the boxes of a clue's cells and its value: the places of the cells with a plus, of those with a minus, and the sum."""
Digits = Sequence[int]


def _no_value(value: Value, size: int, length: int) -> str:
    del size, length
    return "has a value, but clues of its kind have none" if value else ""


@dataclass(frozen=True, kw_only=True, eq=False)
class ClueType:
    """One kind of clue.

    name      what files call it
    shape     ``"cell"``: on one cell; ``"border"``: between two neighbours; ``"corner"``: on four that meet; ``"line"``: along
              cells, each beside the next or touching it by a corner, none twice; ``"areas"``: two halves of one form;
              ``"edge"``: outside the grid, on a row or column from its first or last cell on; ``"diagonal"``: the same on a
              slanting line; ``"group"``: two cells or more, connected by their sides
    ordered   whether the order of the cells matters; otherwise the lower end comes first
    holds     on a border: whether two digits, of the first cell and of the second, go together
    pairs     along a line of so many cells: pairs of places in it, each with what ``holds`` is on a border
    relates   on a border, for clues with a value: by the value, what ``holds`` is
    may       on a cell: whether a digit may be in it, on a grid of this size
    sums      sums of some of the cells
    machine   for digits 1..size, so many cells and a value: the automaton that accepts the digits of the cells in turn
    reckoned  whether its digits make a number, by adding, multiplying or the like; a clue with ``sums`` does so in any case
    lettered  whether each clue of a puzzle has a letter of its own, from A on, which is written on it
    value     by the digits of a full grid in the cells, and the size: the value that fits them, None if there is none. None: the
              clue has no value
    wrong     by a value, the size and the number of cells: its fault as the end of a sentence, "" if it has none
    named     whether its value is a digit by its name only, for which any symbol will do
    least     the fewest cells of a line
    whole     whether the beginning of a line may break the rule of the whole line
    begins    whether a line may begin with these digits in these boxes, for those that would seldom come about by chance
    fault     the sentence about two cells (fields ``one``, ``other``, ``cells``), one (``digit``, ``cell``), or all of a sum or
              machine (``cells``) that break it
    look      how it is drawn; ``text`` is written on it, or its value
    circled   whether the first cell of a line has a circle, which some formats name
    foreign   for each foreign format its word for the clue; a value that it needs follows after ``=``, one that it has if it
              says none after ``~``
    """

    name: str
    shape: Shape
    fault: str
    look: Look
    ordered: bool = False
    holds: Holds | None = None
    pairs: Pairs | None = None
    relates: Callable[[Value], Holds] | None = None
    may: Callable[[int, int], bool] | None = None
    sums: Sums | None = None
    machine: Callable[[int, int, Value], Machine] | None = None
    value: Callable[[Digits, int], Value | None] | None = None
    wrong: Callable[[Value, int, int], str] = _no_value
    named: bool = False
    least: int = 2
    whole: bool = False
    begins: Callable[[Digits, Sequence[int]], bool] | None = None
    circled: bool = False
    reckoned: bool = False
    lettered: bool = False
    text: str = ""
    foreign: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "foreign", dict(sorted({**_drawn_or_coded(self), **self.foreign}.items())))

    @property
    def only_masks(self) -> bool:
        """Whether ``may`` says all of it."""
        more = (self.holds, self.pairs, self.relates, self.sums, self.machine, self.value)
        return self.may is not None and more == (None,) * len(more)

    def clue(self, cells: Sequence[int], value: Sequence[int] = ()) -> Clue:
        """The clue on these cells, in their usual order."""
        whole = tuple(cells)
        if self.shape == "areas":
            half = len(whole) // 2
            pairs = sorted(zip(*sorted((whole[:half], whole[half:]), key=min), strict=True))
            whole = tuple(one for one, _ in pairs) + tuple(other for _, other in pairs)
        elif self.shape in ("corner", "group"):
            whole = tuple(sorted(whole))
        elif not self.ordered and self.shape != "cell":
            whole = min(whole, whole[::-1])
        return Clue(self.name, whole, tuple(value))

    def fault_of(self, cells: Sequence[int], size: int, value: Sequence[int] = ()) -> str:
        """The fault of a clue's cells or value as the end of a sentence, "" if they have none."""
        if not all(0 <= cell < size * size for cell in cells):
            return "names a cell outside the grid"
        wanted = {"cell": 1, "border": 2, "corner": 4}.get(self.shape)
        if wanted is not None and len(cells) != wanted:
            return f"has {len(cells)} cells, not {wanted}"
        if self.shape == "line" and len(cells) < self.least:
            return f"has fewer than {self.least} cells"
        if len(set(cells)) < len(cells):
            return "names a cell twice"
        return fault_of_form(self.shape, cells, size) or self.wrong(tuple(value), size, len(cells))

    def related(self, clue: Clue, size: int) -> Iterator[tuple[tuple[int, int], Table]]:
        """The pairs of cells that the clue relates, each with its table."""
        for one, other, table in _tables(self, len(clue.cells), size, clue.value):
            yield (clue.cells[one], clue.cells[other]), table

    def totals(self, clue: Clue, box_of: Sequence[int]) -> Iterator[Total]:
        """The sums of the clue's cells."""
        boxes = [box_of[cell] for cell in clue.cells]
        for plus, minus, total in self.sums(boxes, clue.value) if self.sums is not None else ():
            with_plus, with_minus = (tuple(clue.cells[place] for place in places) for places in (plus, minus))
            yield Total(with_plus, with_minus, total, self.fault)

    def lines(self, clue: Clue, size: int) -> Iterator[Line]:
        """The line of the clue's cells, if an automaton accepts its digits."""
        if self.machine is not None:
            yield Line(clue.cells, _automaton(self, size, len(clue.cells), clue.value), self.fault)

    def allows(self, grid: bytes, cells: Sequence[int], ground: Geometry, value: Value = ()) -> bool:
        """Whether the digits of a full grid keep the clue on these cells, and it says anything there."""
        size, digits = ground.size, [grid[cell] for cell in cells]
        if self.may is not None and not all(self.may(digit, size) for digit in digits):
            return False
        if not all(table[digits[a] - 1] >> digits[b] - 1 & 1 for a, b, table in _tables(self, len(cells), size, value)):
            return False
        if self.machine is not None and not self.machine(size, len(cells), value).keeps(digits):
            return False
        if self.sums is None:
            return True
        sums = list(self.sums([ground.box_of[cell] for cell in cells], value))
        for plus, minus, total in sums:
            if sum(digits[place] for place in plus) - sum(digits[place] for place in minus) != total:
                return False
        return bool(sums)

    def going_on(self, grid: bytes, cells: Sequence[int], ground: Geometry) -> Callable[[int], bool]:
        """Whether a line that keeps the clue may begin with these cells of a full grid and a further one.

        As far as is easily said. It may begin with these cells alone.
        """
        begins = self.begins
        if begins is not None:
            digits, boxes = [grid[cell] for cell in cells], [ground.box_of[cell] for cell in cells]
            return lambda cell: begins([*digits, grid[cell]], [*boxes, ground.box_of[cell]])
        if self.whole:
            return lambda cell: True
        added = _added(self, len(cells) + 1, ground.size)
        if added is None:
            return lambda cell: self.allows(grid, [*cells, cell], ground)
        left = (1 << ground.size) - 1
        for place, table in added:
            left &= table[grid[cells[place]] - 1]
        return lambda cell: left >> grid[cell] - 1 & 1 == 1

    def grows(self, length: int, size: int) -> bool:
        """Whether a line of so many cells keeps the clue if it may begin with them, cell by cell."""
        return self.begins is None and not self.whole and _added(self, length, size) is not None

    def fitting(self, grid: bytes, cells: Sequence[int], size: int) -> Value | None:
        """The value of the clue on these cells of a full grid, None if it has none there."""
        return () if self.value is None else self.value([grid[cell] for cell in cells], size)

    def mark(self, clue: Clue, number: int) -> Mark:
        """The mark of the clue, which has this number, from 0, among those of its kind."""
        return _mark(self, clue, chr(ord("A") + number % 26) if self.lettered else "")


_SIGNS: tuple[Look, ...] = ("up-triangle", "down-triangle", "sign")
"""Looks that links of f-puzzles have a character for."""


def _drawn_or_coded(kind: ClueType) -> dict[str, str]:
    """The words of a clue where a format has none of its own: links of f-puzzles draw it, the Interactive Sudoku Solver has it
    in a code for its meaning. A format that can do neither is left out.
    """
    found = {}
    if kind.shape == "line":
        found["f-puzzles"] = f"line:{kind.name}"
    elif kind.value is not None or kind.text or kind.look in _SIGNS:
        drawing = {"group": "cage", "cell": "text", "edge": "text"}.get(kind.shape, "text" * (kind.look == "sign"))
        found |= {"f-puzzles": f"{drawing}:{kind.name}"} if drawing else {}
    code = _code(kind)
    return {**found, "iss": f"{code}:{kind.name}"} if code else found


def _code(kind: ClueType) -> str:
    """The name of the code of such a clue in the Interactive Sudoku Solver, "" if one code cannot say it."""
    related = kind.holds or kind.relates or kind.pairs
    if sum(part is not None for part in (kind.may, kind.sums, kind.machine, related)) != 1:
        return ""
    if kind.pairs is not None:
        # Of four cells each two in a row, or any two.
        places = {frozenset((one, other)) for one, other, _ in kind.pairs(4)} if kind.shape == "line" else ()
        return {3: "Pair", 6: "PairX"}.get(len(places), "")
    if kind.sums is not None:
        return "Sum" if kind.value is not None else ""
    return "Given" if kind.only_masks else "NFA" if kind.machine is not None else "Pair"


@lru_cache(maxsize=4096)
def _mark(kind: ClueType, clue: Clue, letter: str) -> Mark:
    digit = clue.value[0] if kind.named else 0
    return Mark(kind.look, clue.cells, "".join(map(str, clue.value)) + kind.text + letter, digit=digit)


@lru_cache(maxsize=4096)
def _automaton(kind: ClueType, size: int, length: int, value: Value) -> Automaton:
    assert kind.machine is not None
    return automaton(kind.machine(size, length, value), size, length)


@cache
def _tables(kind: ClueType, length: int, size: int, value: Value = ()) -> tuple[tuple[int, int, Table], ...]:
    """The pairs of places in a clue of so many cells and this value, each with its table."""
    holds = kind.relates(value) if kind.relates is not None else kind.holds
    if holds is not None:
        return ((0, 1, table_of(size, holds)),)
    pairs = kind.pairs(length) if kind.pairs is not None else ()
    return tuple((one, other, table_of(size, holds)) for one, other, holds in pairs)


@cache
def _added(kind: ClueType, length: int, size: int) -> tuple[tuple[int, Table], ...] | None:
    """The relations of the last of so many cells with the others: their places, each with the table of the last one's digits.

    None where pairs are not all that the clue says, or say something else on a shorter line.
    """
    more = (kind.holds, kind.relates, kind.may, kind.sums, kind.machine, kind.value)
    if kind.pairs is None or more != (None,) * len(more) or (length > 1 and _added(kind, length - 1, size) is None):
        return None
    tables, last = _tables(kind, length, size), length - 1
    if [one for one in tables if last not in one[:2]] != list(_tables(kind, last, size)):
        return None
    ways = ((one, table) if other == last else (other, reversed_table(table)) for one, other, table in tables)
    return tuple(way for way, (one, other, _) in zip(ways, tables, strict=True) if last in (one, other))


@dataclass(frozen=True, kw_only=True, eq=False)
class Unmarked:
    """The meaning of a border without a clue, under a rule that shows all of its clues.

    ``holds`` and ``fault`` are as those of :class:`ClueType`. ``foreign``: for each format the words that say so there.
    """

    holds: Holds
    fault: str
    foreign: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def relation(self, size: int, clues: Iterable[Clue]) -> Relation:
        """The relation of all neighbours without one of these clues."""
        shown = {way for clue in clues for way in (clue.cells, clue.cells[::-1])}
        pairs = tuple(pair for pair in borders(size) if pair not in shown)
        return Relation(pairs, _unmarked_table(self, size), self.fault)


@cache
def _unmarked_table(unmarked: Unmarked, size: int) -> Table:
    return table_of(size, unmarked.holds)


@dataclass(frozen=True, kw_only=True, eq=False)
class Contrast:
    """The digits of a cell with a clue of the rule and a neighbour without one: ``holds`` and ``fault`` are as those of
    :class:`ClueType`, for the digit of the cell with the clue and for that of the other.
    """

    holds: Holds
    fault: str

    def relation(self, size: int, clues: Iterable[Clue]) -> Relation:
        """The relation of all such neighbours, for clues on single cells."""
        marked = {clue.cells[0] for clue in clues}
        ways = (way for pair in borders(size) for way in (pair, pair[::-1]))
        pairs = tuple((one, other) for one, other in ways if one in marked and other not in marked)
        return Relation(pairs, table_of(size, self.holds), self.fault)


def _limit(kind: ClueType, size: int) -> int:
    may = kind.may
    assert may is not None
    return mask_of(size, lambda digit: may(digit, size))


def limits_of(types: Mapping[str, ClueType], clues: Iterable[Clue], size: int) -> tuple[Limit, ...]:
    """The limits of clues on single cells, one for each kind of clue."""
    cells: dict[str, list[int]] = {}
    for clue in clues:
        if types[clue.kind].may is not None:
            cells.setdefault(clue.kind, []).extend(clue.cells)
    found = []
    for name, held in cells.items():
        found.append(Limit(tuple(held), _limit(types[name], size), types[name].fault))
    return tuple(found)


def relations_of(types: Mapping[str, ClueType], clues: Iterable[Clue], size: int) -> tuple[Relation, ...]:
    """The relations of clues, pairs with the same kind and table in one."""
    pairs: dict[tuple[str, Table], list[tuple[int, int]]] = {}
    for (name, value, length), alike in groupby(clues, lambda clue: (clue.kind, clue.value, len(clue.cells))):
        ways = [
            (one, other, pairs.setdefault((name, table), []))
            for one, other, table in _tables(types[name], length, size, value)
        ]
        for clue in alike if ways else ():
            for one, other, held in ways:
                held.append((clue.cells[one], clue.cells[other]))
    return tuple(Relation(tuple(held), table, types[name].fault) for (name, table), held in pairs.items())


def totals_of(types: Mapping[str, ClueType], clues: Iterable[Clue], box_of: Sequence[int]) -> tuple[Total, ...]:
    """The sums of clues."""
    return tuple(total for clue in clues if types[clue.kind].sums for total in types[clue.kind].totals(clue, box_of))


def lines_of(types: Mapping[str, ClueType], clues: Iterable[Clue], size: int) -> tuple[Line, ...]:
    """The lines of clues."""
    return tuple(line for clue in clues if types[clue.kind].machine for line in types[clue.kind].lines(clue, size))


@lru_cache(maxsize=64)
def _on_borders(types: tuple[ClueType, ...], size: int) -> tuple[list[list[int]], list[list[Clue]]]:
    """For each two digits the number of the first way to put a clue between them, -1 if none holds; for each border the clues of
    all ways: each kind from the lower end and from the higher one.
    """
    digits = range(1, size + 1)
    tables = [_tables(kind, 2, size)[0][2] for kind in types]
    ways = [way for table in tables for way in (table, reversed_table(table))]
    numbers = [[-1] * (size + 1)]
    for one in digits:
        held = [next((at for at, way in enumerate(ways) if way[one - 1] >> other - 1 & 1), -1) for other in digits]
        numbers.append([-1, *held])
    clues = [[kind.clue(way) for kind in types for way in (pair, pair[::-1])] for pair in borders(size)]
    return numbers, clues


def _shown_by_tables(types: Sequence[ClueType], grid: bytes, size: int) -> Iterator[Clue]:
    numbers, clues = _on_borders(tuple(types), size)
    for (one, other), ways in zip(borders(size), clues, strict=True):
        number = numbers[grid[one]][grid[other]]
        if number >= 0:
            yield ways[number]


@lru_cache(maxsize=64)
def _on_cells(types: tuple[ClueType, ...], size: int) -> tuple[list[int], list[list[Clue]]]:
    """For each digit the number of the first kind that holds, -1 if none does; for each cell its clue of each kind."""
    masks = [_limit(kind, size) for kind in types]
    held = [next((at for at, mask in enumerate(masks) if mask >> digit & 1), -1) for digit in range(size)]
    return [-1, *held], [[kind.clue((cell,)) for kind in types] for cell in range(size * size)]


def _shown_by_masks(types: Sequence[ClueType], grid: bytes, size: int) -> Iterator[Clue]:
    numbers, clues = _on_cells(tuple(types), size)
    for digit, kinds in zip(grid, clues, strict=True):
        if numbers[digit] >= 0:
            yield kinds[numbers[digit]]


def all_shown(types: Iterable[ClueType], grid: bytes, ground: Geometry) -> Iterator[Clue]:
    """Every clue on a cell, a border or a corner that a full grid keeps; of several kinds on one place the first that holds."""
    size = ground.size
    kinds = list(types)
    places: dict[str, Iterable[tuple[int, ...]]] = {
        "cell": ((cell,) for cell in range(size * size)),
        "border": borders(size),
        "corner": corners(size),
    }
    for shape, several in places.items():
        own = [kind for kind in kinds if kind.shape == shape]
        if not own:
            continue
        if all(kind.shape == "cell" and kind.only_masks for kind in own):
            yield from _shown_by_masks(own, grid, size)
            continue
        if all(kind.holds is not None and kind.value is None for kind in own):
            yield from _shown_by_tables(own, grid, size)
            continue
        for cells in several:
            ways = ((kind, way) for kind in own for way in ((cells, cells[::-1]) if shape == "border" else (cells,)))
            for kind, way in ways:
                value = kind.fitting(grid, way, size)
                if value is not None and kind.allows(grid, way, ground, value):
                    yield kind.clue(way, value)
                    break
