"""One row to a line, with or without borders: nine rows of nine, or the same of another size.

Blank lines end a grid, except that a grid may also be cut into its bands by them. Borders are drawn with ``| + - * = :`` or
with box-drawing characters. ``-`` and ``*`` are borders unless they stand in a line that also holds a digit: then they
are empty cells, as nobody draws a border through a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bookmaker.formats.cells import BAD_SYMBOL, ILLEGAL, WRONG_LENGTH, digits, shown, stray_x, tell_symbols, two_zeros
from bookmaker.formats.source import Block, Format, Source
from bookmaker.grid.geometry import BOXES, SYMBOLS
from bookmaker.grid.puzzle import Puzzle, cells_text

_LINES = "|+=:" + "".join(map(chr, range(0x2500, 0x2580)))
_BORDER = _LINES + "-*"
_DIGITS = frozenset(SYMBOLS + SYMBOLS.lower())
_SIXTEEN = frozenset("ABCDEFGabcdefg")
_LOOKED_AT = 40
_LONGEST = 1000
_DROP_BORDERS = str.maketrans("", "", _LINES)
_DROP_ALL = str.maketrans("", "", _BORDER)

Row = tuple[int, str, tuple[int, ...]]
"""Line number, the symbols of the row's cells, and the column of each."""


def detect(block: Block) -> bool:
    """Whether most lines are as wide as a row of some grid, or are borders between such rows."""
    lines = [line.partition("#")[0] for _, line in islice(block.content(), _LOOKED_AT)]
    if all(len(line.strip()) == 16 for line in lines) and not any(map(_SIXTEEN.intersection, lines)):
        return False  # 4x4 puzzles, one to a line. A proper 16x16 puzzle lacks no two of its digits: it has letters.
    return len(lines) > 1 and sum(map(_like_a_row, lines)) * 2 >= len(lines)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every grid of the blocks; rows that make no grid become faults of the source."""
    bands: list[Row] = []
    size = 0
    for block in blocks:
        rows, width = _rows(block, source)
        if bands and (width != size or len(rows) != BOXES[size][0]):
            _tell_rows(bands, size, source)
            bands = []
        size = width
        if not rows:
            source.fault("borders without rows", block.first, 1)
        elif size not in BOXES:
            source.fault(f"rows of {size} cells; no grid has that size", block.first, 1, "write dots for empty cells")
        elif len(rows) == BOXES[size][0]:
            bands += rows
            if len(bands) == size:
                yield from _puzzle(bands, size, source)
                bands = []
        elif len(rows) % size == 0:
            for start in range(0, len(rows), size):
                yield from _puzzle(rows[start : start + size], size, source)
        else:
            _tell_rows(rows, size, source)
        yield None
    if bands:
        _tell_rows(bands, size, source)


def render(puzzles: Sequence[Puzzle]) -> str:
    """Grids with borders between the boxes and dots for empty cells, a blank line between two grids."""
    return "\n".join(_render_grid(puzzle) for puzzle in puzzles)


FORMAT = Format("grid", frozenset({"givens"}), detect, parse, render, between="\n")


def _like_a_row(line: str) -> bool:
    """Whether a line has as many cells as a row or none at all, taking ``-`` and ``*`` for borders or for empty cells."""
    symbols = "".join(line[:_LONGEST].split())
    for cells in (symbols.translate(_DROP_ALL), symbols.translate(_DROP_BORDERS)):
        if not cells or (len(cells) in BOXES and digits(cells).count(ILLEGAL) * 2 <= len(cells)):
            return True
    return False


def _rows(block: Block, source: Source) -> tuple[list[Row], int]:
    """The rows of a block without borders, and how wide they are: as most of them, the first of the commonest."""
    lines = []
    for number, line in block.content():
        if len(line) > _LONGEST:
            source.fault(f"{len(line)} characters in a row of a grid", number, 1)
        else:
            lines.append((number, line.partition("#")[0]))
    blank = {symbol for _, line in lines if not _DIGITS.isdisjoint(line) for symbol in line if symbol in "-*"}
    rows: list[Row] = []
    for number, line in lines:
        kept = [
            (column, symbol)
            for column, symbol in enumerate(line, 1)
            if not symbol.isspace() and (symbol not in _BORDER or symbol in blank)
        ]
        if kept:
            rows.append((number, "".join(symbol for _, symbol in kept), tuple(column for column, _ in kept)))
    texts = dict(lines)
    widths = Counter(len(symbols) for _, symbols, _ in rows if not blank.issuperset(symbols))
    width = widths.most_common(1)[0][0] if widths else len(rows[0][1]) if rows else 0
    rows = [row for row in rows if not _is_border(row, texts[row[0]], blank, width)]
    foreign = {row for row in rows if sum(digit > width for digit in digits(row[1])) * 2 > len(row[1])}
    if len(foreign) == len(rows):
        return rows, width
    for number, _, columns in sorted(foreign):
        text = shown(texts[number].strip())
        source.fault(f"{text!r} is no row of a grid", number, columns[0], "a comment begins with #")
    return [row for row in rows if row not in foreign], width


def _is_border(row: Row, line: str, blank: set[str], width: int) -> bool:
    """Whether a line of nothing but ``-`` or ``*`` is a border, though they are blank elsewhere in its block."""
    return bool(blank) and blank.issuperset(row[1]) and ("+" in line or len(row[1]) != width)


def _puzzle(rows: list[Row], size: int, source: Source) -> Iterator[Puzzle]:
    """The puzzle of ``size`` rows, unless something is wrong with it."""
    if _sound(rows, size, source):
        cells = digits("".join(symbols for _, symbols, _ in rows))
        yield Puzzle(source.geometry(size), cells, source.place(rows[0][0], 1))


def _sound(rows: list[Row], size: int, source: Source) -> bool:
    """Whether every row is as wide as the grid and of its symbols; records what is wrong."""
    before = len(source.faults)
    wrong: list[tuple[str, int, int]] = []
    for number, symbols, columns in rows:
        if len(symbols) != size:
            source.fault(
                f"{len(symbols)} cells in this row; a grid of {size}×{size} has {size}",
                number,
                columns[0],
                "",
                WRONG_LENGTH,
            )
        wrong += [(symbols[at], number, columns[at]) for at, digit in enumerate(digits(symbols)) if digit > size]
    tell_symbols(source, wrong, size)
    stray = stray_x("".join(symbols for _, symbols, _ in rows))
    if stray >= 0 and len(source.faults) == before:
        number, symbols, columns = rows[stray // size]
        message = f"{symbols[stray % size]!r} among other symbols for empty cells"
        source.fault(
            message, number, columns[stray % size], "write one symbol, such as a dot, for every empty cell", BAD_SYMBOL
        )
    if two_zeros("".join(symbols for _, symbols, _ in rows), size):
        message = "0 and another symbol both stand for empty cells"
        source.fault(message, rows[0][0], 1, "write dots for empty cells", BAD_SYMBOL)
    return len(source.faults) == before


def _tell_rows(rows: list[Row], size: int, source: Source) -> None:
    """Record that rows make no grid, and what is wrong within them."""
    source.fault(
        f"{len(rows)} rows of {size} cells; a grid of {size}×{size} has {size}", rows[0][0], 1, "", WRONG_LENGTH
    )
    _sound(rows, size, source)


def _render_grid(puzzle: Puzzle) -> str:
    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box
    text = cells_text(puzzle.givens)
    border = "+".join("-" * (2 * width + (0 < box < size // width - 1)) for box in range(size // width)) + "\n"
    out = []
    for row in range(size):
        if row and row % height == 0:
            out.append(border)
        cells = text[row * size : (row + 1) * size]
        out.append(" | ".join(" ".join(cells[left : left + width]) for left in range(0, size, width)) + "\n")
    return "".join(out)
