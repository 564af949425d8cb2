"""A grid as spreadsheets save it: one cell to a field, empty fields for empty cells.

Fields are parted by commas, semicolons, tabs or bars, as in tables of Markdown; digits above 9 may also be written as
numbers. A row of empty fields between two grids parts them. All cells of a puzzle may also stand in one line, and are then
also parted by blanks: ``5 3 0 0 7 ...``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bookmaker.formats.base import labels
from bookmaker.formats.base.cells import ILLEGAL, SIZES, WRONG_LENGTH, decoded, digit_of
from bookmaker.formats.base.labels import Field, Row
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

_CLOSED = "||"
"""Bars between fields, and also before the first and after the last."""

_ENDING = (",", ";", "\t")
"""Separators that may also stand behind the last field of a row."""

_SEPARATORS = (*_ENDING, _CLOSED, "|")
_RULE = re.compile(r"[\s|+:*=─-╿-]*[+:=─-╿-][\s|+:*=─-╿-]*")
_BARS = str.maketrans("│┃║", "|||")
_TWO = re.compile(r"(?<!\S)[12][0-9](?!\S)")
_LONG_WORD = re.compile(r"[^\s,;|]{7}")
_LETTERS = re.compile(r"[A-Za-z]{3}")
_LOOKED_AT = 40
_LETTERED = 16
"""The smallest grid that is also written with letters only."""

_LONGEST = 4000
_FEWEST_IN_A_LINE = 36
"""Fields of a whole puzzle in one line: fewer are a row of a larger grid."""

_WIDTHS = frozenset({*BOXES, *(size + 1 for size in BOXES), *(count for count in SIZES if count >= _FEWEST_IN_A_LINE)})
"""Fields of a line: a row, a row with a label, or a whole puzzle."""


def _fields(line: str, separator: str | None) -> list[Field]:
    """The fields of a line; those between blanks for None."""
    if separator is None:
        return [(word[0], word.start() + 1) for word in re.finditer(r"\S+", line)]
    line = line.translate(_BARS)
    column = 1
    if separator == _CLOSED:
        column += len(line) - len(line.lstrip()) + 1
        line = line.strip()[1:-1]
    out = []
    for field in line.split(separator[0]):
        bare = field.strip().strip("\"'").strip()
        out.append((bare, column + (field.index(bare) if bare else 0)))
        column += len(field) + 1
    return out


def _is_rule(line: str, separator: str | None) -> bool:
    """Whether a line is drawn between rows; fields of one ``-`` each are empty cells."""
    return _RULE.fullmatch(line) is not None and any(len(field) > 1 for field, _ in _fields(line, separator))


def _is_closed(line: str) -> bool:
    inner = line.translate(_BARS).strip()
    return len(inner) > 1 and inner[0] == inner[-1] == "|"


def _shape(lines: Sequence[str]) -> tuple[str | None, int] | None:
    """The separator (None: blanks) and the fields of most lines, if they are rows of a grid or whole puzzles."""
    lines = [line[:_LONGEST].translate(_BARS) for line in lines]
    # Of most texts one line shows that they are something else.
    inner = [line for line in lines if not _RULE.fullmatch(line)] or lines
    plain = next((line for line in inner if not _LETTERS.search(line)), inner[0] if inner else "")
    if not inner or _LONG_WORD.search(plain):
        return None
    if _ends_bare(inner):
        lines = inner = [_end(line)[:-1] for line in inner]
    for separator in (*_SEPARATORS, None):
        if separator is not None:
            counts = Counter(line.count(separator[0]) for line in inner if separator[0] in line).most_common(1)
            common = counts[0][0] if counts else 0
            if common + 3 - 2 * len(separator) not in _WIDTHS:
                continue
        if separator is None and len(inner[0]) < 2 * _FEWEST_IN_A_LINE and not any(map(_TWO.search, lines)):
            continue
        drawn = [line for line in lines if not _is_rule(line, separator)]
        if not drawn or (separator == _CLOSED and not all(map(_is_closed, drawn))):
            continue
        rows = [_fields(line, separator) for line in drawn]
        width, many = Counter(map(len, rows)).most_common(1)[0]
        whole = width in SIZES and width >= _FEWEST_IN_A_LINE
        size = SIZES[width] if whole else width
        if many * 2 <= len(rows) or not (whole or len(rows) > 1):
            continue
        fields = [field for row in rows if len(row) == width for field, _ in row]
        if size not in BOXES:
            # Its first column can only be labels.
            size, fields = size - 1, [field for row in rows[1:] for field, _ in row[1:]]
            if size not in BOXES:
                continue
        if separator is None and not whole and not {"10", "11"}.issubset(fields) and not _of_numbers(rows, width):
            continue  # Such rows are a drawn grid, or candidates, unless there are numbers that no list of candidates is.
        legal = sum(digit_of(field, size) != ILLEGAL for field in fields)
        if size >= _LETTERED and all(len(field) <= 1 for field in fields):
            signs = Counter(field for field in fields if not field.isalnum()).most_common(1)
            legal = max(legal, sum(map(str.isalnum, fields)) + (signs[0][1] if signs else 0))
        # Bars without a digit between them are a drawing of something else.
        filled = separator in _ENDING or any(0 < digit_of(field, size) < ILLEGAL for field in fields)
        if legal * 10 >= len(fields) * 9 and filled:
            return separator, width
    return None


def _ends_bare(lines: Sequence[str]) -> bool:
    """Whether every line ends with a separator after its last field, so that there seems to be a column more than rows.

    Not where the first fields may be labels, since then the last column may as well be an empty one of the grid.
    """
    ends = [_end(line) for line in lines]
    if not lines or not all(end.endswith(_ENDING) for end in ends):
        return False
    rows = [re.split("\t" if end.endswith("\t") else "[,;]", end) for end in ends]
    if len(lines) not in BOXES or {len(row) for row in rows} != {len(lines) + 1}:
        return False
    return not labels.counts([row[0].strip().strip("\"'") or "." for row in rows])


def _end(line: str) -> str:
    """A line up to its last field, or up to the tab behind it."""
    bare = line.rstrip()
    return bare if bare.endswith((",", ";")) else line.rstrip(" \r")


def _of_numbers(rows: Sequence[Sequence[Field]], width: int) -> bool:
    """Whether rows are a band or the whole of a large grid in numbers: so many fields to each, one of two digits among them."""
    like = [[field for field, _ in row] for row in rows if len(row) == width]
    many = width >= _LETTERED and width in BOXES and len(like) in (width, BOXES[width][0])
    return many and any(_TWO.fullmatch(field) for row in like for field in row)


def detect(block: Block) -> bool:
    """Whether most lines have as many fields as a row, or a whole puzzle, has cells, and nearly all fields are cells."""
    lines = [line for _, line in islice(block.content(), _LOOKED_AT)]
    return not any("[" in line or "{" in line for line in lines) and _shape(lines) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every grid; rows that make none become faults of the source."""
    bands: list[Row] = []
    for block in blocks:
        content = [(number, line) for number, line in block.content() if line.strip() or "\t" in line]
        if _ends_bare([line for _, line in content]):
            content = [(number, _end(line)[:-1]) for number, line in content]
        shape = _shape([line for _, line in content[:_LOOKED_AT]])
        width = shape[1] if shape else 0
        if bands and (width != len(bands[0][1]) or len(content) != BOXES[width][0]):
            labels.read(bands, len(bands[0][1]), source)
            bands = []
        if shape is None:
            if content:
                advice = "nine lines of nine fields, parted by commas, are expected"
                source.fault("this is no grid of fields", content[0][0], 1, advice)
            yield None
            continue
        separator, width = shape
        rows = [(number, _fields(line, separator)) for number, line in content if not _is_rule(line, separator)]
        if separator == _CLOSED and _has_empty_heading(content, rows):
            rows = rows[-width:]
        if width in SIZES and width >= _FEWEST_IN_A_LINE:
            for number, fields in rows:
                yield _in_one_line(fields, SIZES[width], number, source)
        elif width in BOXES and len(rows) == BOXES[width][0] and all(len(fields) == width for _, fields in rows):
            bands += rows
            if len(bands) == width:
                yield labels.read(bands, width, source)
                bands = []
        else:
            rows = labels.without_text(rows, width, dict(content), source)
            for grid in _parted(rows, width, labels.height(rows, width)):
                yield labels.read(grid, width, source, ends=separator in _ENDING)
    if bands:
        labels.read(bands, len(bands[0][1]), source)
        yield None


def _has_empty_heading(content: Sequence[tuple[int, str]], rows: Sequence[Row]) -> bool:
    """Whether a table of Markdown begins with empty fields and a rule, as it must where its columns have no names."""
    number, fields = rows[0]
    under = len(rows) - len(fields) - 1  # A rule of one sign to a field counts as a row.
    if number != content[0][0] or any(field for field, _ in fields) or under not in (0, 1):
        return False
    return rows[under][0] == content[under][0] and _RULE.fullmatch(content[1][1]) is not None


def _parted(rows: list[Row], size: int, height: int) -> list[list[Row]]:
    """The grids, one below the other; where rows of empty fields part them, without these."""
    if len(rows) % height:
        parts: list[list[Row]] = [[]]
        for row in rows:
            if any(field for field, _ in row[1]):
                parts[-1].append(row)
            elif len(parts[-1]) == size:
                parts.append([])
            elif parts[-1]:
                parts[-1].append(row)
        return [part for part in parts if part]
    return [rows[start : start + height] for start in range(0, len(rows), height)]


def _in_one_line(fields: list[Field], size: int, number: int, source: Source) -> Puzzle | None:
    if len(fields) != size * size:
        message = f"{len(fields)} cells in this row; a puzzle of {size}×{size} has {size * size}"
        source.fault(message, number, 1, "", WRONG_LENGTH)
        return None
    cells = decoded([field for field, _ in fields], size, lambda at: (number, fields[at][1]), source)
    return None if cells is None else source.puzzle(size, cells, source.place(number, 1))


def render(puzzles: Sequence[Puzzle]) -> str:
    """A line for each row, with commas and numbers, a blank line between two grids."""
    return "\n".join(map(_render, puzzles))


def _render(puzzle: Puzzle) -> str:
    size = puzzle.geometry.size
    fields = [str(digit) if digit else "" for digit in puzzle.givens]
    return "".join(",".join(fields[at : at + size]) + "\n" for at in range(0, len(fields), size))


FORMAT = Format("sheet", frozenset({"givens"}), detect, parse, render, between="\n")
