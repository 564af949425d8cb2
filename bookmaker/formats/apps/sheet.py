"""A grid as spreadsheets save it: one cell to a field, empty fields for empty cells.

Fields are parted by commas, semicolons, tabs or bars, as in tables of Markdown; digits above 9 may also be written as
numbers. A row of empty fields between two grids parts them. All cells of a puzzle may also be in one line, and are then
also parted by blanks: ``5 3 0 0 7 ...``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from bookmaker.formats.base.cells import (
    ILLEGAL,
    SIZE_OF,
    WRONG_LENGTH,
    decoded,
    digit_of,
    digits_of,
    is_text,
    only_possible,
    only_proper,
    shown,
)
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, HEIGHTS
from bookmaker.puzzles.grid.puzzle import Puzzle

# Labels of rows and columns around a grid, as spreadsheets, data frames and chess-like drawings have them.

Field = tuple[str, int]
"""The text of a field, and its column."""

Row = tuple[int, list[Field]]
"""The number of a line, and its fields."""

_LABEL_LETTERS = expression(r"[A-Za-z]")
_NUMBERS = expression(r"(?i:r|c|row|col|column)?[ _]?([0-9]{1,2})[.:)]?")


_SLIPS = 2
"""Labels that may be spoilt where a grid with labels would else be read as a larger one."""


def are_labels(fields: Sequence[str], slips: int = 0) -> bool:
    """Whether fields count, but for ``slips`` of them: 0, 1, 2 ..., 1, 2, 3 ..., r1, r2 ..., or A, B, C ..."""
    if len(fields) < 2 + slips:
        return False
    numbers = []
    for field in fields:
        found = _NUMBERS.fullmatch(field)
        letter = _LABEL_LETTERS.fullmatch(field.rstrip(".:)"))
        numbers.append(int(found[1]) if found else ord(field[0].upper()) - 64 if letter else -1)
    return any(sum(number != at for at, number in enumerate(numbers, first)) <= slips for first in (0, 1))


def unlabelled(rows: Sequence[Row], slips: int = 0) -> tuple[list[Row], int] | None:
    """The rows of a grid without the labels around them, and its size; None if they are not those of a grid with labels.

    ``slips``: how many labels above, and how many beside, may be spoilt.
    """
    body = list(rows)
    above = [field for field, _ in body[0][1]] if body else []
    size = len(body) - 1
    if size in BOXES and len(above) in (size, size + 1) and are_labels(above[-size:], slips):
        body = body[1:]
    else:
        size = len(body)
    if size not in BOXES:
        return None
    if all(len(fields) == size + 1 for _, fields in body) and are_labels([fields[0][0] for _, fields in body], slips):
        return [(number, fields[1:]) for number, fields in body], size
    return (body, size) if len(body) < len(rows) and all(len(fields) == size for _, fields in body) else None


def without_text(rows: Sequence[Row], width: int, lines: Mapping[int, str], source: Source) -> list[Row]:
    """The rows without the text around complete grids, which is recorded as passed over; ``lines`` by their numbers.

    Where the other rows make no complete grids all rows stay, since what looks like text may be a spoilt row.
    """

    def whole(part: Sequence[Row]) -> bool:
        return len(part) % rows_of_each(part, width) == 0 or (above and len(part) in HEIGHTS.get(width, ()))

    odd = {at for at, (_, fields) in enumerate(rows) if _is_odd([field for field, _ in fields], width)}
    # A blank line may end the first band of a grid below text.
    above = odd == {0} and is_text(lines[rows[0][0]])
    parts: list[list[Row]] = [[]]
    for at, row in enumerate(rows):
        if at in odd:
            parts.append([])
        else:
            parts[-1].append(row)
    parts = [_without_empty(part, width) for part in parts]
    if not odd or not any(parts) or not all(map(whole, parts)):
        return list(rows)
    for at in sorted(odd):
        number, fields = rows[at]
        if is_text(lines[number]):
            source.passed_over(lines[number], number)
        else:
            message = f"{shown(lines[number].strip())!r} is not a row of the grid beside it"
            source.fault(message, number, fields[0][1], "a comment begins with #")
    return [row for part in parts for row in part]


def _without_empty(rows: list[Row], width: int) -> list[Row]:
    """The rows without empty ones above and below, where only then they are whole grids."""
    trimmed = list(rows)
    for at in (0, -1):
        while len(trimmed) % max(width, 1) and trimmed and not any(field for field, _ in trimmed[at][1]):
            del trimmed[at]
    return trimmed if trimmed and len(trimmed) % max(width, 1) == 0 else rows


def _is_odd(fields: Sequence[str], width: int) -> bool:
    if len(fields) != width:
        return not (len(fields) == width - 1 and are_labels(fields))
    filled = [field for field in fields if field]
    cells = digits_of(filled, width)
    return sum(digit > width for digit in cells) * 2 > len(filled) and not are_labels(filled)


def rows_of_each(rows: Sequence[Row], width: int) -> int:
    """How many rows each of several grids takes, one below the other, with its labels."""
    for count in (width + 1, width, width - 1):
        if count and len(rows) % count == 0 and unlabelled(rows[:count]) is not None:
            return count
    return max(width, 1)


_MOST_WRONG = 4
"""Rows of a wrong length that are reported one by one; of more, one message says it, and their symbols are not looked at."""


def read_labelled(rows: Sequence[Row], size: int, source: Source, *, ends: bool = False) -> Puzzle | None:
    """The puzzle of rows of fields; None once the fault is recorded.

    There may be labels above and beside the rows, or the answer to the right of them. A square of 10 by 10 fields may be a
    grid of that size, or a smaller one with labels: the reading that is a proper puzzle is taken, and recorded as a guess.
    So it is where the first fields count, the last ones are empty, and a separator may end a row (``ends``): there may be labels
    and an empty column, or neither.
    """
    if len(rows) in BOXES and all(len(fields) == 2 * len(rows) for _, fields in rows):
        return _with_answer(rows, len(rows), source)
    whole = len(rows) == size and all(len(fields) == size for _, fields in rows)
    inner = unlabelled(rows, _SLIPS if whole else 0)
    if whole and inner is not None:
        body, less = inner
        if all(digit_of(field, less) <= less for _, row in body for field, _ in row):
            return _either(rows, size, body, less, source)
    if inner is not None and not whole:
        if ends and len(rows) == inner[1] and not any(fields[-1][0] for _, fields in rows):
            return _ended(rows, inner[0], inner[1], source)
        return _puzzle(inner[0], inner[1], source)
    if size not in BOXES:
        source.fault(f"rows of {size} cells; no grid has that size", rows[0][0], 1, "write dots for empty cells")
        return None
    before = len(source.faults)
    if len(rows) != size:
        message = f"{len(rows)} rows of {size} cells; a grid of {size}×{size} has {size}"
        source.fault(message, rows[0][0], 1, "", WRONG_LENGTH)
    wrong = [row for row in rows if len(row[1]) != size]
    if len(wrong) > _MOST_WRONG:
        number, fields = wrong[0]
        message = f"{len(wrong)} of {len(rows)} rows have not the {size} cells of a grid of {size}×{size}, this one {len(fields)}"
        source.fault(message, number, fields[0][1], "this is not a grid, or it has text among its rows", WRONG_LENGTH)
        return None
    for number, fields in rows:
        if len(fields) != size:
            message = f"{len(fields)} cells in this row; a grid of {size}×{size} has {size}"
            source.fault(message, number, fields[0][1], "", WRONG_LENGTH)
    puzzle = _puzzle(rows, size, source)
    return puzzle if len(source.faults) == before else None


def _either(rows: Sequence[Row], size: int, body: Sequence[Row], less: int, source: Source) -> Puzzle | None:
    quiet = Source(source.name, source.kind)
    outer, inner = _puzzle(rows, size, quiet), _puzzle(body, less, quiet)
    if outer is None or inner is None:
        return _puzzle(rows, size, source) if inner is None else _puzzle(body, less, source)
    which = only_proper([(one.geometry, one.givens) for one in (outer, inner)])
    if which is None:
        message = f"a grid of {size}×{size}, or one of {less}×{less} with labels: neither or both are proper puzzles"
        source.fault(message, rows[0][0], 1, "take the labels away, or write dots for empty cells", WRONG_LENGTH)
    elif which == 1:
        source.guess(f"the first row and column are taken for labels of a grid of {less}×{less}", rows[0][0], 1)
    return None if which is None else (outer, inner)[which]


def _ended(rows: Sequence[Row], body: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    """The puzzle of rows that have a field more than cells: the first one is a label, or the last one is none."""
    quiet = Source(source.name, source.kind)
    labelled, bare = _puzzle(body, size, quiet), _puzzle([(number, row[:-1]) for number, row in rows], size, quiet)
    if labelled is None or bare is None:
        return _puzzle(body, size, source)
    which = only_possible([(one.geometry, one.givens) for one in (labelled, bare)])
    if which is None:
        message = f"{size + 1} fields in each row: labels and {size} cells, or the cells first: neither or both can be a puzzle"
        source.fault(message, rows[0][0], 1, "take the labels away, or write dots for empty cells", WRONG_LENGTH)
        return None
    source.guess(
        "the last column is taken to be none" if which else "the first column is taken for labels", rows[0][0], 1
    )
    return (labelled, bare)[which]


def _with_answer(rows: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    """The puzzle of two grids side by side of which the right one is the answer of the left one."""
    left = _puzzle([(number, fields[:size]) for number, fields in rows], size, source)
    right = _puzzle([(number, fields[size:]) for number, fields in rows], size, source)
    if left is None or right is None:
        return None
    if 0 in right.givens or any(
        given not in (0, digit) for given, digit in zip(left.givens, right.givens, strict=True)
    ):
        advice = "write one below the other"
        source.fault("two grids side by side, of which the right one is not the answer", rows[0][0], 1, advice)
        return None
    return replace(left, answer=right.givens)


def _puzzle(rows: Sequence[Row], size: int, source: Source) -> Puzzle | None:
    fields = [(field, (number, column)) for number, row in rows for field, column in row]
    cells = decoded([field for field, _ in fields], size, lambda at: fields[at][1], source)
    if cells is None or len(cells) != size * size:
        return None
    return source.puzzle(size, cells, source.place(rows[0][0], 1))


_CLOSED = "||"
"""Bars between fields, and also before the first and after the last."""

_ENDING = (",", ";", "\t")
"""Separators that may also follow the last field of a row."""

_SEPARATORS = (*_ENDING, _CLOSED, "|")
_RULE = expression(r"[\s|*]*+[+:=─-╿-][\s|+:*=─-╿-]*+")
_BARS = str.maketrans("│┃║", "|||")
_TWO = expression(r"(?<!\S)[12][0-9](?!\S)")
_DECIMAL = expression(r"(?<!\S)[0-9]\.0(?!\S)")
_LONG_WORD = expression(r"[^\s,;|]{7}")
_LETTERS = expression(r"[A-Za-z]{3}")
_LOOKED_AT = 40
_LETTERED = 16
"""The smallest grid that is also written with letters only."""

_LONGEST = 4000
_FEWEST_IN_A_LINE = 36
"""Fields of a whole puzzle in one line: fewer are a row of a larger grid."""

_BOLD = expression(r"^(\*{1,3}|_{1,3}|`)([^*_`]+)\1$")
"""A field of Markdown in bold, in italics, or as code."""

_WIDTHS = frozenset(
    {*BOXES, *(size + 1 for size in BOXES), *(count for count in SIZE_OF if count >= _FEWEST_IN_A_LINE)}
)
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
        bare = _BOLD.sub(r"\2", field.strip().strip("\"'").strip())
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
        decimal = separator is None and sum(_DECIMAL.search(line) is not None for line in inner) * 2 > len(inner)
        if (
            separator is None
            and len(inner[0]) < 2 * _FEWEST_IN_A_LINE
            and not (decimal or any(map(_TWO.search, lines)))
        ):
            continue
        drawn = [line for line in lines if not _is_rule(line, separator)]
        if not drawn or (separator == _CLOSED and not all(map(_is_closed, drawn))):
            continue
        rows = [_fields(line, separator) for line in drawn]
        width, many = Counter(map(len, rows)).most_common(1)[0]
        whole = width in SIZE_OF and width >= _FEWEST_IN_A_LINE
        size = SIZE_OF[width] if whole else width
        if many * 2 <= len(rows) or not (whole or len(rows) > 1):
            continue
        fields = [field for row in rows if len(row) == width for field, _ in row]
        if size not in BOXES:
            # Its first column can only be labels.
            size, fields = size - 1, [field for row in rows[1:] for field, _ in row[1:]]
            if size not in BOXES:
                continue
        large = decimal or {"10", "11"}.issubset(fields) or _of_numbers(rows, width)
        if separator is None and not whole and not large:
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
    return not are_labels([row[0].strip().strip("\"'") or "." for row in rows])


def _end(line: str) -> str:
    """A line up to its last field, or up to the tab behind it."""
    bare = line.rstrip()
    return bare if bare.endswith((",", ";")) else line.rstrip(" \r")


def _of_numbers(rows: Sequence[Sequence[Field]], width: int) -> bool:
    """Whether rows are a band or the whole of a large grid in numbers: so many fields to each, one of two digits among them."""
    like = [[field for field, _ in row] for row in rows if len(row) == width]
    many = width >= _LETTERED and width in BOXES and len(like) in (width, *HEIGHTS[width])
    return many and any(_TWO.fullmatch(field) for row in like for field in row)


def detect(block: Block) -> bool:
    """Whether most lines have as many fields as a row, or a whole puzzle, has cells, and nearly all fields are cells."""
    lines = [line for _, line in islice(block.content(), _LOOKED_AT)]
    return not any("[" in line or "{" in line for line in lines) and _shape(lines) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every grid; rows that make none become faults of the source."""
    bands: list[Row] = []
    tall = 0
    for block in blocks:
        content = [(number, line) for number, line in block.content() if line.strip() or "\t" in line]
        if _ends_bare([line for _, line in content]):
            content = [(number, _end(line)[:-1]) for number, line in content]
        shape = _shape([line for _, line in content[:_LOOKED_AT]])
        width = shape[1] if shape else 0
        if bands and (width != len(bands[0][1]) or len(content) != tall):
            read_labelled(bands, len(bands[0][1]), source)
            bands = []
        if shape is None:
            if content:
                advice = "nine lines of nine fields, parted by commas, are expected"
                source.fault("this is not a grid of fields", content[0][0], 1, advice)
            yield None
            continue
        separator, width = shape
        rows = [(number, _fields(line, separator)) for number, line in content if not _is_rule(line, separator)]
        if separator == _CLOSED and _has_empty_heading(content, rows):
            rows = rows[-width:]
        if width in SIZE_OF and width >= _FEWEST_IN_A_LINE:
            for number, fields in rows:
                yield _in_one_line(fields, SIZE_OF[width], number, source)
        elif len(rows) in HEIGHTS.get(width, ()) and all(len(fields) == width for _, fields in rows):
            tall = len(content)
            bands += rows
            if len(bands) == width:
                yield read_labelled(bands, width, source)
                bands = []
        else:
            rows = without_text(rows, width, dict(content), source)
            for grid in _parted(rows, width, rows_of_each(rows, width)):
                yield read_labelled(grid, width, source, ends=separator in _ENDING)
    if bands:
        read_labelled(bands, len(bands[0][1]), source)
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


FORMAT = Format("sheet", frozenset({"givens"}), detect, parse, render, between="\n", bare=True)
