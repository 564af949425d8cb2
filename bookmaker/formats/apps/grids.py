"""Several grids that share cells, drawn in text: a row to a line, with blanks where no cell is.

The shape says which arrangement it is, unless it is a whole rectangle (a butterfly, a clueless): then the kind has to be named.
Two other ways to write them are read, too: rows without the blanks, of 18, 21 or 9 cells, and whole rows parted by blanks, with
the sign for an empty cell where no cell is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from bookmaker.formats.base.cells import BLANKS, ILLEGAL, digits
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import arrangements, geometry, rules_of

_LARGEST = 9
_LONGEST = 200
"""Symbols of a row, blanks and a remark behind it included."""

_Shape = tuple[tuple[int, ...], ...]
"""For each row the columns that have a cell."""


@cache
def _shapes() -> dict[_Shape, list[str]]:
    """The arrangements of each shape."""
    found: dict[_Shape, list[str]] = {}
    for name in arrangements():
        found.setdefault(_shape(geometry(name)), []).append(name)
    return found


def _shape(ground: Geometry) -> _Shape:
    rows: list[list[int]] = [[] for _ in range(ground.height)]
    for row, column in map(ground.place, range(ground.cell_count)):
        rows[row].append(column)
    return tuple(map(tuple, rows))


def _shape_of(lines: Iterable[str]) -> _Shape:
    return tuple(tuple(at for at, symbol in enumerate(line) if not symbol.isspace()) for line in lines)


def _telling(ground: Geometry) -> bool:
    """Whether the shape of a puzzle says which arrangement it has."""
    return ground.cell_count < ground.height * ground.width and len(_shapes()[_shape(ground)]) == 1


def _spread(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]] | None:
    """Rows without blanks where no cell is, or with empty cells there, as drawn rows; None where this is not the only reading."""
    rows = ["".join(text.split()) for _, text in lines]
    made = []
    for shape in _shapes():
        width = max(map(max, shape)) + 1
        if len(shape) != len(rows) or all(len(row) == width for row in shape):
            continue
        if all(len(text) == len(row) for text, row in zip(rows, shape, strict=True)):
            made.append([dict(zip(row, text, strict=True)) for text, row in zip(rows, shape, strict=True)])
        elif {len(text) for text in rows} == {width} and all(len(text.split()) == width for _, text in lines):
            outside = {text[at] for text, row in zip(rows, shape, strict=True) for at in range(width) if at not in row}
            if len(outside) == 1 and outside <= set(BLANKS):
                made.append([{at: text[at] for at in row} for text, row in zip(rows, shape, strict=True)])
    if len(made) != 1:
        return None
    return [
        (number, "".join(row.get(at, " ") for at in range(max(row) + 1)))
        for (number, _), row in zip(lines, made[0], strict=True)
    ]


def heights(width: int) -> list[int]:
    """How many rows arrangements have whose rows are so wide."""
    return sorted({len(shape) for shape in _shapes() if max(map(max, shape)) + 1 == width})


def drawn(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """Rows of fields as they would be drawn, with blanks where no cell is, if they have one sign there that stands nowhere else,
    and digits and one other sign in the cells; None where they have not, or where this is not the only reading.
    """
    made = []
    for shape in _shapes():
        width = max(map(max, shape)) + 1
        if len(shape) != len(rows) or any(len(row) != width for row in rows):
            continue
        outside = {row[at] for row, cells in zip(rows, shape, strict=True) for at in range(width) if at not in cells}
        inside = {row[at] for row, cells in zip(rows, shape, strict=True) for at in cells}
        others = {field for field in inside if not (len(field) == 1 and field in _DIGITS)}
        if len(outside) == 1 and outside.isdisjoint(inside) and not outside & set(_DIGITS) and len(others) <= 1:
            signs = {**dict.fromkeys(outside, " "), **dict.fromkeys(others, ".")}
            made.append(["".join(signs.get(field, field) for field in row).rstrip() for row in rows])
    return made[0] if len(made) == 1 else None


_DIGITS = "123456789"


def detect(block: Block) -> bool:
    """Whether cells and blanks have the shape of an arrangement with blanks, or rows could be nothing else."""
    if len(block.lines) not in {len(shape) for shape in _shapes()} or any(len(line) > _LONGEST for line in block.lines):
        return False
    content = list(block.content())
    if len(content) != len(block.lines):
        return False
    spread = _spread(content)
    cells = [symbol for _, line in spread or () for symbol in line if not symbol.isspace()]
    if spread is not None and all(digit <= _LARGEST for digit in digits("".join(cells))):
        content = spread
    names = _shapes().get(_shape_of(line for _, line in content), ())
    return any(_telling(geometry(name)) for name in names)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Each block as one puzzle."""
    for block in blocks:
        lines = list(block.content())
        if _shape_of(text for _, text in lines) not in _shapes():
            lines = _spread(lines) or lines
        yield _read(lines, block.first, source)


def _read(lines: Sequence[tuple[int, str]], first: int, source: Source) -> Puzzle | None:
    names = _shapes().get(_shape_of(text for _, text in lines), [])
    rules = rules_of(source.kind)
    chosen = [name for name in names if name in rules] or (names if not rules.intersection(arrangements()) else [])
    if len(chosen) != 1:
        said = f"these may be {' or '.join(names)}" if names else "no arrangement of grids has these rows and blanks"
        source.fault(said, first, 1, f"name its kind: one of {', '.join(arrangements())}")
        return None
    ground = source.placed(lambda: geometry(rules | {chosen[0]}), first)
    if ground is None:
        return None
    cells = bytearray()
    for number, text in lines:
        for column, symbol in enumerate(text, 1):
            if not symbol.isspace():
                digit = digits(symbol)[0]
                if digit == ILLEGAL or digit > ground.size:
                    source.fault(f"{symbol!r} is neither a digit nor an empty cell", number, column)
                    return None
                cells.append(digit)
    return Puzzle(ground, bytes(cells), source.place(first, 1))


def _lost(puzzle: Puzzle) -> str:
    ground = puzzle.geometry
    return "" if len(ground.rules) == 1 and _telling(ground) else "kind"


def _lacks(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.geometry.overlapping:
        yield "a puzzle of one grid"


def render(puzzles: Sequence[Puzzle]) -> str:
    """Rows with blanks, and an empty line after each puzzle."""
    made = []
    for puzzle in puzzles:
        ground, text = puzzle.geometry, cells_text(puzzle.givens)
        rows = [[" "] * ground.width for _ in range(ground.height)]
        for cell, symbol in enumerate(text):
            row, column = ground.place(cell)
            rows[row][column] = symbol
        made.append("".join("".join(row).rstrip() + "\n" for row in rows))
    return "\n".join(made)


FORMAT = Format(
    "grids",
    frozenset({"givens", "kind", "several"}),
    detect,
    parse,
    render,
    lost=_lost,
    lacks=_lacks,
    between="\n",
)
