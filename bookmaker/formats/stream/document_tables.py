"""Tables of documents and sheets as lines of a text: a field for each cell, and each line knows the cells that it is of.

The grids in a table are found first: by the lines around them, or by how they stand side by side and below one another. Each
becomes lines of its own, below the text above it, so that two of them never share a line. Where the drawn lines part a grid into
boxes or regions that its size does not have by itself, it is written with them. All else is written row by row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bookmaker.base.errors import Fault, Note, Place
from bookmaker.formats.apps.sheet import are_labels
from bookmaker.formats.base.cells import ILLEGAL, digit_of, soon_counted
from bookmaker.formats.stream.inputs import Budget
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, SYMBOLS, boxes_of_map
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry

Cell = tuple[int, int]
"""Row and column, from 0 on."""

_MOST_BLANK = 9
"""Empty rows or columns in succession that are written: no grid has more."""


@dataclass
class Table:
    """The texts of the cells that are filled, and the lines around cells.

    ``above`` and ``before``: how heavy the line above a cell and the line before it are, 0 for none. ``merged``: first and last
    row and column of cells that are one. ``shape``: rows and columns of a table that ends somewhere; None: a sheet. ``box``:
    the height and width of the tables that it is a table of.
    """

    name: str = ""
    cells: dict[Cell, str] = field(default_factory=dict)
    above: dict[Cell, int] = field(default_factory=dict)
    before: dict[Cell, int] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    shape: Cell | None = None
    box: Cell | None = None

    def draw(self, cell: Cell, sides: Sequence[int]) -> None:
        """Note the weights of the lines above, before, below and behind a cell. Of two lines in one place the heavier counts."""
        row, column = cell
        for lines, where, weight in (
            (self.above, cell, sides[0]),
            (self.before, cell, sides[1]),
            (self.above, (row + 1, column), sides[2]),
            (self.before, (row, column + 1), sides[3]),
        ):
            if weight > lines.get(where, 0):
                lines[where] = weight


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text. ``area`` names the puzzle or the row that it is of; its fields are ``columns`` of ``row``."""

    text: str
    area: str = ""
    row: int = 0
    columns: Sequence[int] = ()
    cell_name: Callable[[int, int], str] | None = None

    def cell_at(self, column: int) -> str:
        """The name of the cell of a column of the text, from 1 on; "" if no cell is there."""
        if self.cell_name is None:
            return ""
        head = self.text[: column - 1]
        at = head.count("\t") if "\t" in self.text else len(head.replace("|", " ").split())
        return self.cell_name(self.row, self.columns[at]) if at < len(self.columns) else ""


class Whereabouts:
    """Says of places in lines where in the document they are."""

    def __init__(self, lines: Sequence[Line], before: int = 0, numbers: Sequence[int] = ()) -> None:
        """Take the lines, how many are before them, and, where they do not follow one another, the number of each."""
        self._lines, self._before, self._numbers = lines, before, numbers

    def __call__(self, place: Place, *, cell: bool) -> Place:
        """The place with the area of its line, or with its cell; lines count on behind those ``before``."""
        if place.line is None:
            return place
        line = self._lines[place.line - 1] if 0 < place.line <= len(self._lines) else Line("")
        exact = line.cell_at(place.column) if cell and place.column is not None else ""
        number = self._numbers[place.line - 1] if 0 < place.line <= len(self._numbers) else place.line + self._before
        return replace(place, line=number, area=exact or line.area)


# The names of cells and areas.


def _column_name(column: int) -> str:
    """The letters of a column of a sheet, from 0 on: Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass(frozen=True, slots=True)
class _Names:
    """How the cells of a table are called: ``B3`` with the name of a sheet before it, or ``table 2, r3c2``."""

    name: str
    sheet: bool
    rows: Sequence[int] | range
    columns: Sequence[int] | range

    def cell(self, row: int, column: int) -> str:
        row, column = _of(self.rows, row), _of(self.columns, column)
        if self.sheet:
            return f"{self.name}{'!' * bool(self.name)}{_column_name(column)}{row + 1}"
        return f"{self.name}, r{row + 1}c{column + 1}"

    def area(self, first: Cell, last: Cell) -> str:
        if not self.sheet:
            return self.name
        row, column = _of(self.rows, last[0] + 1) - 1, _of(self.columns, last[1] + 1) - 1
        return f"{self.cell(*first)}:{_column_name(column)}{row + 1}"


def _of(starts: Sequence[int], at: int) -> int:
    return starts[at] if at < len(starts) else at + (starts[-1] - len(starts) + 1 if starts else 0)


# Cells that are several cells of the sheet each: the lattice of merged cells becomes one of single ones.

_FEWEST_MERGED = 16


def _unmerged(table: Table) -> tuple[Table, list[int], list[int]]:
    """The table with one cell for each of a lattice of merged cells of one shape, and where its rows and columns began."""
    shapes = Counter((last - first + 1, end - start + 1) for first, start, last, end in table.merged)
    ((high, wide), many) = shapes.most_common(1)[0] if shapes else ((1, 1), 0)
    own = [one for one in table.merged if (one[2] - one[0] + 1, one[3] - one[1] + 1) == (high, wide)]
    lattice = len({(one[0] % high, one[1] % wide) for one in own}) == 1
    if many < _FEWEST_MERGED or high > max(SIZES) or wide > max(SIZES) or not lattice:
        return table, [], []
    rows = _starts(min(one[0] for one in own), max(one[2] for one in own), high)
    columns = _starts(min(one[1] for one in own), max(one[3] for one in own), wide)

    def at(cell: Cell) -> Cell:
        return _at(rows, cell[0]), _at(columns, cell[1])

    new = Table(table.name, shape=table.shape and (_at(rows, table.shape[0]), _at(columns, table.shape[1])))
    for cell, text in sorted(table.cells.items()):
        new.cells[at(cell)] = f"{new.cells[at(cell)]} {text}" if at(cell) in new.cells else text
    for old, lines, side in ((table.above, new.above, 0), (table.before, new.before, 1)):
        for cell, weight in old.items():
            if cell[side] == _of((rows, columns)[side], at(cell)[side]):
                lines[at(cell)] = max(weight, lines.get(at(cell), 0))
    return new, rows, columns


def _starts(first: int, last: int, step: int) -> list[int]:
    """Where each row begins up to a lattice from ``first`` to ``last``, and in it."""
    return [*range(first), *range(first, last + 1, step), last + 1]


def _at(starts: Sequence[int], at: int) -> int:
    return bisect_right(starts, at) - 1 if at < starts[-1] else at - starts[-1] + len(starts) - 1


# The grids of a table.


@dataclass(frozen=True, slots=True)
class _Block:
    """A grid: its first row and column, and its size."""

    top: int
    left: int
    size: int

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] - self.top < self.size and 0 <= cell[1] - self.left < self.size

    def cells(self) -> Iterator[Cell]:
        return (
            (row, column)
            for row in range(self.top, self.top + self.size)
            for column in range(self.left, self.left + self.size)
        )


_SHARE = 0.6
"""Of the filled cells of a grid so many are digits, at least."""


def _blocks(table: Table) -> list[_Block]:
    """The grids that the lines around them, or their places, show; none where texts beside one may be a part of it."""
    if table.shape is not None and table.shape[0] == table.shape[1] and table.shape[0] in SIZES:
        return [_Block(0, 0, table.shape[0])]
    found = _outlined(table) or _in_rows_and_columns(table)
    free = {cell for block in found for cell in block.cells()}
    return [] if any(_has_clues(table, block, free) for block in found) else found


def _outlined(table: Table) -> list[_Block]:
    """The squares with a line all around them that does not go on at a corner both ways, the largest first, of two in one
    place the one with fewer texts besides digits.
    """
    above, before = table.above, table.before
    right, down = _run(above, 0, 1), _run(before, 1, 0)
    found = []
    for row, column in sorted(right.keys() & down.keys()):
        most = min(right[row, column], down[row, column])
        for size in SIZES:
            end, last = row + size, column + size
            if size > most or right.get((end, column), 0) < size or down.get((row, last), 0) < size:
                continue
            crossed = (
                (above.get((row, column - 1)) and before.get((row - 1, column)))
                or (above.get((row, last)) and before.get((row - 1, last)))
                or (above.get((end, column - 1)) and before.get((end, column)))
                or (above.get((end, last)) and before.get((end, last)))
            )
            if not crossed:
                found.append(_Block(row, column, size))
    kept: list[_Block] = []
    for _, _, block in sorted((-one.size, _odd(table, one), at) for at, one in enumerate(found)):
        one = found[block]
        apart = all(
            abs(one.top - other.top) >= other.size or abs(one.left - other.left) >= other.size for other in kept
        )
        if apart and _is_of_digits(table, one):
            kept.append(one)
    return sorted(kept, key=lambda one: (one.top, one.left))


def _run(lines: Mapping[Cell, int], high: int, wide: int) -> dict[Cell, int]:
    """Of how many cells in succession, to the right or down, each line is the first part."""
    found: dict[Cell, int] = {}
    for row, column in sorted(lines, reverse=True):
        if lines[row, column]:
            found[row, column] = found.get((row + high, column + wide), 0) + 1
    return found


def _odd(table: Table, block: _Block) -> int:
    fields = (table.cells.get(cell, "") for cell in block.cells())
    return sum(digit_of(one, block.size) == ILLEGAL for one in fields if one)


def _is_of_digits(table: Table, block: _Block) -> bool:
    filled = sum(cell in table.cells for cell in block.cells())
    return _odd(table, block) <= filled * (1 - _SHARE) and (block.size in BOXES or _map(table, block) is not None)


def _has_clues(table: Table, block: _Block, free: set[Cell]) -> bool:
    """Whether short texts that are no labels stand directly around a grid: they may be clues of it."""
    span = range(block.size)
    for line in (
        [(block.top - 1, block.left + at) for at in span],
        [(block.top + block.size, block.left + at) for at in span],
        [(block.top + at, block.left - 1) for at in span],
        [(block.top + at, block.left + block.size) for at in span],
    ):
        texts = [table.cells[cell] for cell in line if cell in table.cells and cell not in free]
        if texts and all(len(text) <= _LONGEST_CLUE for text in texts) and not are_labels(texts):
            return True
    return False


_LONGEST_CLUE = 2
_MOST_SLACK, _MOST_GAP, _MOST_BESIDE = 2, 6, 40
"""Empty rows or columns at the edges of all grids together, those between two grids, and grids side by side."""

_LIKE = 0.9


def _in_rows_and_columns(table: Table) -> list[_Block]:
    """Grids of one size at the same distance side by side and below one another, where only one arrangement fits."""
    texts = {cell: text for cell, text in table.cells.items() if len(text) <= _LONGEST_CLUE}
    if not texts or len(texts) < _LIKE * sum(not _is_word(text) for text in table.cells.values()):
        return []
    rows, columns = ({cell[side] for cell in texts} for side in (0, 1))
    square = max(rows) - min(rows) == max(columns) - min(columns)
    found: list[tuple[int, list[_Block]]] = []
    for size in BOXES:
        legal = sum(digit_of(text, size) != ILLEGAL for text in texts.values())
        if legal < _LIKE * len(texts):
            continue
        for slack, across in _laid(columns, size):
            for more, down in _laid(rows, size):
                # A square of squares without a gap is one larger grid.
                if square and len(across) > 1 and across[1] == across[0] + size:
                    continue
                found.append((slack + more, [_Block(row, column, size) for row in down for column in across]))
    # Where a small grid fits as well as a large one, no digit is one of the large one alone.
    best = min(((slack, blocks[0].size) for slack, blocks in found), default=(0, 0))
    fitting = [blocks for slack, blocks in found if (slack, blocks[0].size) == best]
    return fitting[0] if len(fitting) == 1 else []


def stand_beside(table: Table) -> bool:
    """Whether grids stand side by side in a table."""
    return len({block.left for block in _in_rows_and_columns(table)}) > 1


def _is_word(text: str) -> bool:
    return len(text) > _LONGEST_CLUE and text[0].isalpha()


def _laid(taken: set[int], size: int) -> Iterator[tuple[int, list[int]]]:
    """Where grids of a size can begin so that they hold all rows or columns that are taken, and how many are left empty."""
    first, last = min(taken), max(taken)
    for many in range(1, min(_MOST_BESIDE, (last - first + _MOST_SLACK + 1) // size) + 1):
        for gap in range(_MOST_GAP + 1) if many > 1 else (0,):
            slack = many * size + (many - 1) * gap - (last - first + 1)
            for start in range(max(first - slack, 0), first + 1) if 0 <= slack <= _MOST_SLACK * (gap > 0) else ():
                starts = [start + at * (size + gap) for at in range(many)]
                if not any((one - start) % (size + gap) >= size for one in taken):
                    yield slack, starts


# The boxes and regions that are drawn in a grid.


def _map(table: Table, block: _Block) -> list[int] | None:
    """The area of each cell, where lines of some weight part the grid into as many of them as it has rows; [] where they part
    it in another way; None where all lines between cells are alike.
    """
    size = block.size
    inner = [
        (cell, (cell[0] - down, cell[1] + down - 1), lines.get(cell, 0))
        for down, lines in ((1, table.above), (0, table.before))
        for cell in block.cells()
        if (cell[0] > block.top if down else cell[1] > block.left)
    ]
    odd = False
    for weight in sorted({one for _, _, one in inner if one}, reverse=True):
        areas = _areas(list(block.cells()), [(one, other) for one, other, line in inner if line < weight])
        many = Counter(areas)
        if len(many) == size and set(many.values()) == {size}:
            return areas
        odd = odd or 1 < len(many) < size * size
    return [] if odd else None


def _areas(cells: Sequence[Cell], joined: Iterable[tuple[Cell, Cell]]) -> list[int]:
    """The number of the area of each cell, in the order in which they begin."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for one, other in joined:
        beside[one].append(other)
        beside[other].append(one)
    found: dict[Cell, int] = {}
    for cell in cells:
        if cell not in found:
            number, waiting = len(set(found.values())), [cell]
            while waiting:
                one = waiting.pop()
                if one not in found:
                    found[one] = number
                    waiting += beside[one]
    return [found[cell] for cell in cells]


def _of_block(table: Table, block: _Block, names: _Names, faults: list[Fault]) -> Iterator[Line]:
    """The lines of a grid."""
    size = block.size
    columns = range(block.left, block.left + size)
    area = names.area((block.top, block.left), (block.top + size - 1, block.left + size - 1))
    regions = None if table.box is not None else _map(table, block)
    box = table.box if regions is None else boxes_of_map(regions, size) if regions else None
    if regions == []:
        message = f"the lines drawn in {area} part the grid in a way that is none of boxes or regions"
        if _is_proper(table, block):
            faults.append(Note(f"{message}; they are not read", advice="look at the puzzle"))
        else:
            faults.append(Fault(f"{message}, and without them it is not a proper puzzle", advice="correct the lines"))
            return

    def line(row: int, text: str) -> Line:
        return Line(text, area, row, columns, names.cell)

    rows = [
        (row, [table.cells.get((row, column), "") for column in columns]) for row in range(block.top, block.top + size)
    ]
    if regions and box is None:
        yield Line("kind: jigsaw", area)
        yield from (line(row, " ".join(_sign(one, size) for one in texts)) for row, texts in rows)
        yield Line("regions:", area)
        for at in range(0, size * size, size):
            yield Line(" ".join(SYMBOLS[one] for one in regions[at : at + size]), area)
    elif box is not None and box != BOXES.get(size):
        high, wide = box
        for at, (row, texts) in enumerate(rows):
            signs = [_sign(one, size) for one in texts]
            if at and at % high == 0:
                yield Line("+".join("-" * (2 * wide + 1) for _ in range(size // wide))[1:-1], area)
            yield line(row, " | ".join(" ".join(signs[start : start + wide]) for start in range(0, size, wide)))
    else:
        yield from (line(row, "\t".join(texts)) for row, texts in rows)


def _is_proper(table: Table, block: _Block) -> bool:
    """Whether a grid is a proper puzzle with the usual boxes."""
    digits = [digit_of(table.cells.get(cell, "0"), block.size) for cell in block.cells()]
    legal = block.size in BOXES and ILLEGAL not in digits
    return legal and soon_counted(Puzzle(geometry(CLASSIC, block.size), bytes(digits))) == 1


def _sign(text: str, size: int) -> str:
    """One sign for a cell, or its text if it has another."""
    digit = digit_of(text, size) if text else 0
    return (text.replace(" ", "") or "?") if digit == ILLEGAL else SYMBOLS[digit - 1] if digit else "."


_ABOVE = 3
"""Rows above a grid that may have its title."""


def lines_of(table: Table, name: str, budget: Budget, *, sheet: bool) -> tuple[list[Line], list[Fault]]:
    """The lines of a table, and faults and notes without a place on lines that are not read. ``name``: of the sheet or table.

    Raises InputError where they are beyond the budget.
    """
    found, starts, begun = _unmerged(table)
    names = _Names(name, sheet, starts, begun)
    faults: list[Fault] = []
    blocks = _blocks(found)
    lines: list[Line] = []
    for line in _around(found, blocks, names, faults) if blocks else _by_rows(found, names, faults):
        # The empty cells between others cost as much to read.
        budget.charge("cells", len(line.columns) or 1)
        lines.append(line)
    return lines, faults


def _around(table: Table, blocks: Sequence[_Block], names: _Names, faults: list[Fault]) -> Iterator[Line]:
    """The lines of grids, each below the text above it, and of all else in the order of the rows."""
    rest: dict[int, dict[int, str]] = {}
    for (row, column), text in table.cells.items():
        if not any((row, column) in block for block in blocks):
            rest.setdefault(row, {})[column] = text
    titles: dict[_Block, list[Line]] = {}
    for block in blocks:
        span = range(block.left - 1, block.left + block.size + 1)
        for row in range(max(block.top - _ABOVE, 0), block.top):
            own = {column: text for column, text in rest.get(row, {}).items() if column in span}
            _without_labels(own, block)
            if own:
                titles.setdefault(block, []).append(_text_line(row, own, names))
                rest[row] = {column: text for column, text in rest[row].items() if column not in own}
        for column in (block.left - 1, block.left + block.size):
            rows = range(block.top, block.top + block.size)
            if are_labels([rest[row][column] for row in rows if column in rest.get(row, {})]):
                for row in rows:
                    rest.get(row, {}).pop(column, None)
        for row in (block.top - 1, block.top + block.size):
            _without_labels(rest.get(row, {}), block)
    others = sorted(row for row in rest if rest[row])
    for block in blocks:
        while others and others[0] < block.top:
            yield _text_line(others[0], rest[others.pop(0)], names)
        yield from [Line(""), *titles.get(block, ())]
        yield from _of_block(table, block, names, faults)
        yield Line("")
    yield from (_text_line(row, rest[row], names) for row in others)


def _without_labels(row: dict[int, str], block: _Block) -> None:
    inside = [column for column in sorted(row) if block.left <= column < block.left + block.size]
    if are_labels([row[column] for column in inside]):
        for column in inside:
            del row[column]


def _text_line(row: int, texts: Mapping[int, str], names: _Names) -> Line:
    columns = sorted(texts)
    return Line("\t".join(texts[column] for column in columns), names.cell(row, columns[0]), row, columns, names.cell)


_USUAL = 9


def _by_rows(table: Table, names: _Names, faults: list[Fault]) -> Iterator[Line]:
    """The rows in tabs. Empty columns before all cells are left out, and a grid of 9×9 in the corner keeps its empty edges."""
    rows: dict[int, dict[int, str]] = {}
    for (row, column), text in table.cells.items():
        rows.setdefault(row, {})[column] = text
    # A title may be beside the columns of the grid.
    grid = [texts for texts in rows.values() if not _is_title(texts)] or list(rows.values())
    left, right = min(map(min, grid), default=0), max(map(max, grid), default=-1) + 1
    last = max(rows, default=-1) + 1
    if table.shape is not None:
        left, right, last = 0, table.shape[1], table.shape[0]
    elif right <= _USUAL and last <= _USUAL and (right, last) != (_USUAL - 1,) * 2 and max(right, last) > _USUAL - 2:
        left, right, last = 0, _USUAL, _USUAL
    first = min(rows, default=0) if left or right != _USUAL else 0
    if last - first == right - left and last - first in BOXES and not any(map(_is_title, rows.values())):
        yield from _of_block(table, _Block(first, left, last - first), names, faults)
        return
    columns = _without_gaps(
        sorted({column for texts in rows.values() for column in texts if left <= column < right}), left, right
    )
    before = -1
    for row in [*sorted(rows), last]:
        blank = row - max(before + 1, first)
        for empty in range(row - min(max(blank, 0), _MOST_BLANK), row):
            yield Line("\t" * (len(columns) - 1), names.cell(empty, left), empty, columns, names.cell)
        if row < last:
            texts = rows[row]
            yield _text_line(row, texts, names) if _is_title(texts) else _row(row, texts, columns, names)
        before = row


def _row(row: int, texts: Mapping[int, str], columns: Sequence[int], names: _Names) -> Line:
    text = "\t".join([texts.get(column, "") for column in columns])
    return Line(text, names.cell(row, min(texts)), row, columns, names.cell)


def _without_gaps(taken: Sequence[int], first: int, end: int) -> Sequence[int]:
    """The columns from the first to the end; of more than a few that are empty in succession, a few."""
    out: list[int] = []
    before = first - 1
    for column in [*taken, end]:
        out += range(max(before + 1, column - _MOST_BLANK), column)
        out += [column] if column < end else []
        before = column
    return out


def _is_title(texts: Mapping[int, str]) -> bool:
    """Whether a row holds one text and nothing else."""
    text = next(iter(texts.values())) if len(texts) == 1 else ""
    return len(text) > _LONGEST_CLUE and text[0].isalpha()
