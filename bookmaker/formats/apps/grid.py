"""One row to a line, with or without borders: nine rows of nine, or the same of another size.

Blank lines end a grid, except that a grid may also be cut into its bands by them. Borders are drawn with ``| + - * = :`` or
with box-drawing characters. ``-`` and ``*`` are borders unless they are in a line that also holds a digit: then they
are empty cells, as nobody draws a border through a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from operator import eq

from bookmaker.formats.apps import clue_drawings, sheet
from bookmaker.formats.apps.sheet import Row
from bookmaker.formats.base.cells import BLANKS, ILLEGAL, digits, fits
from bookmaker.formats.base.format import Format, require
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source, is_comment
from bookmaker.puzzles.grid.geometry import BOXES, HEIGHTS, SYMBOLS, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import arrangements, geometry, rules_of

# Several grids that share cells, drawn in text: a row to a line, with blanks where no cell is.
#
# The shape says which arrangement it is, unless it is a whole rectangle (a butterfly, a clueless): then the kind has to be named.
# Two other ways to write them are read, too: rows without the blanks, of 18, 21 or 9 cells, and whole rows parted by blanks, with
# the sign for an empty cell where no cell is.

_LARGEST = 9
_LONGEST_OF_SEVERAL = 200
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
        elif {len(text) for text in rows} == {width}:
            outside = {text[at] for text, row in zip(rows, shape, strict=True) for at in range(width) if at not in row}
            inside = {text[at] for text, row in zip(rows, shape, strict=True) for at in row}
            own = outside.isdisjoint(inside) or all(len(text.split()) == width for _, text in lines)
            if len(outside) == 1 and outside <= set(BLANKS) and own:
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
    """Rows of fields as they would be drawn, with blanks where no cell is, if they have one sign there that is nowhere else,
    and digits and one other sign in the cells; None where they have not, or where this is not the only reading.
    """
    made = []
    for shape in _shapes():
        width = max(map(max, shape)) + 1
        if len(shape) != len(rows) or any(len(row) != width for row in rows):
            continue
        outside = {row[at] for row, cells in zip(rows, shape, strict=True) for at in range(width) if at not in cells}
        inside = {row[at] for row, cells in zip(rows, shape, strict=True) for at in cells}
        others = {field for field in inside if not (len(field) == 1 and field in _NINE_DIGITS)}
        if len(outside) == 1 and outside.isdisjoint(inside) and not outside & set(_NINE_DIGITS) and len(others) <= 1:
            signs = {**dict.fromkeys(outside, " "), **dict.fromkeys(others, ".")}
            made.append(["".join(signs.get(field, field) for field in row).rstrip() for row in rows])
    return made[0] if len(made) == 1 else None


_NINE_DIGITS = "123456789"


def detect_several(block: Block) -> bool:
    """Whether cells and blanks have the shape of an arrangement with blanks, or rows could be nothing else."""
    if len(block.lines) not in {len(shape) for shape in _shapes()} or any(
        len(line) > _LONGEST_OF_SEVERAL for line in block.lines
    ):
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


def parse_several(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
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


def render_several(puzzles: Sequence[Puzzle]) -> str:
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


GRIDS = Format(
    "grids",
    frozenset({"givens", "kind", "several"}),
    detect_several,
    parse_several,
    render_several,
    lost=_lost,
    lacks=_lacks,
    between="\n",
    bare=True,
)


_LINES = "|+=:" + "".join(map(chr, range(0x2500, 0x2580)))
_BORDER = _LINES + "-*"
_DIGITS = frozenset(SYMBOLS + SYMBOLS.lower())
_LOOKED_AT = 40
_LONGEST = 1000
_WORD = expression("[^\\W\\d_xXoO]{3,}")
_FEWEST_ROWS = 4
"""Lines that are rows of a grid by themselves; fewer may be one of its bands, or a signature."""
_TWO = expression("[12][0-9]")
_DOT = expression(r"(?<=[0-9])\.(?=[\s\]]|$)")
_DOTTED = expression(r"[\s\[]*(?:(?:[0-9]\.?|[._])\s+)*[0-9]\.\s(?:[0-9]\.?|[._]|\s)*[\s\],]*")
_WIDTHS = frozenset({*BOXES, *(size + 1 for size in BOXES), 18})
"""Symbols of a row: its cells, with a label, or two grids of 9×9 side by side."""

_BLANK = expression(r"\s")
_BARE = expression(r"[0-9A-Za-z._]+")
_NINE = 9
_NINE_ROWS = expression("[0-9.]{9}(?:\n[0-9.]{9})*")
_COUNTS = ("01234567", "12345678")
_COLUMNS = range(1, _LONGEST + 1)
_DROP_BORDERS = str.maketrans("", "", _LINES)
_DROP_ALL = str.maketrans("", "", _BORDER)
_BORDERS_APART = str.maketrans(dict.fromkeys(_LINES, " "))
_PADDED = expression("0[0-9]")


def detect(block: Block) -> bool:
    """Whether most lines are as wide as a row of some grid, or are borders between such rows."""
    lines = [line.partition("#")[0] for _, line in islice(block.content(), _LOOKED_AT)]
    if all(len(line.strip()) == 16 and fits(digits(_BLANK.sub(".", line.strip())), 4) for line in lines):
        return False  # 4x4 puzzles, one to a line. A proper 16x16 puzzle lacks no two of its digits: it has letters.
    if _in_numbers(lines):
        return False
    wordy = sum(map(_has_words, lines))
    if wordy == len(lines) or (wordy and len(lines) < _FEWEST_ROWS):
        return False
    like = [_like_a_row(line) for line in lines]
    return len(lines) > 1 and sum(map(bool, like)) * 2 >= len(lines) and (max(like) > 1 or min(like) == 1)


def _has_words(line: str) -> bool:
    """Whether a line holds a word whose letters are not digits of a grid as wide as the line: "tel. 555 1234"."""
    width = len("".join(line.split()))
    return any(max(digits(word)) > width for word in _WORD.findall(line[:_LONGEST]))


def _in_numbers(lines: Sequence[str]) -> bool:
    """Whether lines are rows of a large grid in numbers, which only by chance have as many symbols as a row has cells."""
    rows = [line.split() for line in lines if line.strip()]
    width, many = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
    fields = {field for row in rows if len(row) == width for field in row}
    return width in BOXES and width > 9 and many * 2 > len(rows) and any(map(_TWO.fullmatch, fields))


def _parts(block: Block) -> Iterator[Block]:
    """The block; where comments part whole grids of different sizes, each of these."""
    parts: list[list[str]] = [[]]
    firsts = [block.first]
    for number, line in enumerate(block.lines, block.first):
        if is_comment(line):
            parts.append([])
            firsts.append(number + 1)
        else:
            parts[-1].append(line)
    widths = [{len("".join(line.split())) for line in part} for part in parts if part]
    sizes = [min(width) for width in widths]
    whole = all(len(width) == 1 for width in widths) and len(set(sizes)) > 1 and set(sizes) <= set(BOXES)
    if not whole or any(len(part) % size for part, size in zip(filter(None, parts), sizes, strict=True)):
        yield block
        return
    yield from (Block(first, part) for first, part in zip(firsts, parts, strict=True) if part)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every grid of the blocks; rows that make no grid become faults of the source, and text around grids notes."""
    bands: list[Row] = []
    size = tall = 0
    for block in chain.from_iterable(map(_parts, blocks)):
        if clue_drawings.detect(block):
            yield from clue_drawings.parse([block], source)
            continue
        if is_plain(block):
            if bands:
                sheet.read_labelled(bands, size, source)
                bands = []
            yield from _plain(block, source)
            continue
        rows, width = _rows(block, source)
        if bands and (width != size or len(rows) != tall):
            sheet.read_labelled(bands, size, source)
            bands = []
        size = width
        height = sheet.rows_of_each(rows, width) if rows else 0
        if not rows:
            if not source.notes:
                source.fault("borders without rows", block.first, 1)
        elif len(rows) in HEIGHTS.get(size, ()) and height == size:
            tall = len(rows)
            bands += rows
            if len(bands) == size:
                yield sheet.read_labelled(bands, size, source)
                bands = []
        else:
            whole = len(rows) % height == 0
            for start in range(0, len(rows), height if whole else len(rows)):
                yield sheet.read_labelled(rows[start : start + height] if whole else rows, size, source)
        yield None
    if bands:
        sheet.read_labelled(bands, size, source)


def is_plain(block: Block) -> bool:
    """Whether a block is nothing but the bare rows of grids of 9×9, none of which may be labels: by far the most are so."""
    lines = block.lines
    if len(lines) % _NINE or len(lines[0]) != _NINE or _NINE_ROWS.fullmatch("\n".join(lines)) is None:
        return False
    beside = "".join(line[0] for line in lines[: _NINE - 1])
    return beside not in _COUNTS and not any(map(_may_count, lines[::_NINE]))


def _may_count(row: str) -> bool:
    """Whether a row of nine may be labels above a grid, with a slip or two."""
    near = any(sum(map(eq, row[1:], count)) > len(count) - 3 for count in _COUNTS)
    return near or row in ("012345678", "123456789")


def _plain(block: Block, source: Source) -> Iterator[Puzzle | None]:
    """The puzzles of such a block: the reading of the careful way."""
    for at in range(0, len(block.lines), _NINE):
        place = source.place(block.first + at, 1)
        yield source.puzzle(_NINE, digits("".join(block.lines[at : at + _NINE])), place)


def render(puzzles: Sequence[Puzzle]) -> str:
    """Grids with borders between the boxes and dots for empty cells, a blank line between two grids.

    Those of further rules have their kind above them, and their clues (:mod:`bookmaker.formats.apps.clue_drawings`).
    """
    require("grid", clue_drawings.lacking, puzzles)
    return "\n".join(clue_drawings.render(one) if one.geometry.rules else render_cells(one) for one in puzzles)


FORMAT = Format(
    "grid",
    frozenset({"givens", "kind", "cages", "clues", "boxes"}),
    detect,
    parse,
    render,
    lacks=clue_drawings.lacking,
    between="\n",
    bare=True,
)


def _like_a_row(line: str) -> int:
    """2 if a line has as many cells as a row, 1 if none at all, taking ``-`` and ``*`` for borders or for empty cells, else 0."""
    symbols = "".join(line[:_LONGEST].split())
    for cells in (symbols.translate(_DROP_ALL), symbols.translate(_DROP_BORDERS)):
        width = len(cells)
        if width in _WIDTHS and sum(digit > width for digit in digits(cells)) * 2 <= width:
            return 2
    return int(not symbols.translate(_DROP_ALL))


def _rows(block: Block, source: Source) -> tuple[list[Row], int]:
    """The rows of a block without borders and text, and how wide they are: as most of them, the first of the commonest."""
    lines = {}
    for number, line in block.content():
        if len(line) > _LONGEST:
            source.fault(f"{len(line)} characters in a row of a grid", number, 1)
        else:
            lines[number] = line.partition("#")[0].rstrip().rstrip("\\")  # Markdown breaks a line by a backslash.
    if sum(_DOTTED.fullmatch(line) is not None for line in lines.values()) * 2 > len(lines):
        # As numpy prints numbers, and as some programs mark the givens: "4. 0 7.".
        lines = {number: _DOT.sub(" ", line) for number, line in lines.items()}
    if all(map(_is_padded, lines.values())):
        lines = {number: _PADDED.sub(lambda number: " " + number[0][1], line) for number, line in lines.items()}
    blank = {symbol for line in lines.values() if not _DIGITS.isdisjoint(line) for symbol in line if symbol in "-*"}
    rows: list[Row] = []
    for number, line in lines.items():
        if _BARE.fullmatch(line) is not None:
            rows.append((number, list(zip(line, _COLUMNS, strict=False))))
            continue
        kept = [
            (symbol, column)
            for column, symbol in enumerate(line, 1)
            if not symbol.isspace() and (symbol not in _BORDER or symbol in blank)
        ]
        if kept:
            rows.append((number, kept))
    rows = _without_bars(rows, blank)
    widths = Counter(len(fields) for _, fields in rows if not blank.issuperset(symbol for symbol, _ in fields))
    width = widths.most_common(1)[0][0] if widths else len(rows[0][1]) if rows else 0
    rows = [row for row in rows if not _is_border(row, lines[row[0]], blank, width)]
    return sheet.without_text(rows, width, lines, source), width


def _is_padded(line: str) -> bool:
    """Whether a line has the numbers of a row, each with a zero before it ("01 00 | 04 02"), or is a border."""
    words = line.translate(_BORDERS_APART).split()
    return _DIGITS.isdisjoint(line) or (len(words) in BOXES and all(map(_PADDED.fullmatch, words)))


def _without_bars(rows: list[Row], blank: set[str]) -> list[Row]:
    """The rows without the columns of ``*`` or ``-`` that part the boxes, where only without these they are rows of a grid."""
    inner = [fields for _, fields in rows if not blank.issuperset(symbol for symbol, _ in fields)]
    width = len(inner[0]) if inner else 0
    bars = [
        at
        for at in range(width)
        if inner[0][at][0] in "-*"
        and all(len(fields) == width and fields[at][0] == inner[0][at][0] for fields in inner)
    ]
    size = width - len(bars)
    if width in BOXES or len(bars) + 1 not in HEIGHTS.get(size, ()) or len(inner) % size:
        return rows
    kept = [at for at in range(width) if at not in bars]
    return [
        (number, [fields[at] for at in kept])
        for number, fields in rows
        if len(fields) == width and not blank.issuperset(symbol for symbol, _ in fields)
    ]


def _is_border(row: Row, line: str, blank: set[str], width: int) -> bool:
    """Whether a line of nothing but ``-`` or ``*`` is a border, though they are blank elsewhere in its block."""
    return bool(blank) and blank.issuperset(symbol for symbol, _ in row[1]) and ("+" in line or len(row[1]) != width)


def render_cells(puzzle: Puzzle) -> str:
    """The cells alone, with borders between the boxes: as an answer is drawn, whatever its kind."""
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
