"""Lines rewritten where the cells of a grid stand, but not as rows of symbols: all rows in one line, cells of two characters,
candidates between slashes, labels of cages. Each way is as those in :mod:`rewritten`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bookmaker.formats.base.cells import SIZES, WRONG_LENGTH, digits, fits, only_proper, report_symbol
from bookmaker.formats.base.source import Source
from bookmaker.formats.found.frames import BORDER, Numbered
from bookmaker.puzzles.grid.geometry import BOXES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle

# The blanks at the beginning of a line are never given back: where a look ahead follows them, each of them would repeat it.
IN_ONE_LINE = re.compile(r"(?:[^|/,;]*[|/,;]){5}")
"""Five of the signs that may part rows at the least, for a first look."""

ROWED = re.compile(r"\s*+[^|/,;\s]{0,40}\s?[|/,;]?(?:[0-9._*xX-]{6,25}[|/,;]){5}")
"""A line in which rows stand so, whatever is before them."""

LISTED = re.compile(r"\s*+(?:[0-9]{1,2}|[._?-])\s*(?:,\s*(?:[0-9]{1,2}|[._?-])\s*){3,}(?:,\s*)?$")
"""A row of fields between commas, with one behind the last or none."""

COMMENTED = re.compile(r"\s*+(?:#|//|%|--|!|;+)[ \t]*(?=[0-9._](?:[ \t|]*[0-9._-]){3,}[ \t|]*$)")
"""The sign of a comment before a row of symbols."""

SLASHED = re.compile(r"\s*+(?:\|\s*)?(?:\(?[1-9](?:/[1-9])*\)?\s*\|\s*){8}\(?[1-9](?:/[1-9])*\)?\s*(?:\|\s*)?$")
"""A row of digits and candidates between bars."""

_FIELD = r"(?:[A-Za-z][A-Za-z0-9]{0,3}(?::[0-9]{1,3})?|[0-9.])"
LABELLED = re.compile(rf"\s*+(?=[^A-Za-z]*[A-Za-z])(?:{_FIELD}(?:\s*[,;|]\s*|\s+)){{3,}}{_FIELD}\s*$")
"""A row of a map of labels."""

_LEAST = 6
"""The smallest grid of which all rows are looked for in one line."""

_USUAL = 9
"""The smallest grid whose rows are hardly anything else: a smaller one may be a list of numbers."""

_LONGEST = 1 << 12
_HEAD = re.compile(r"([^=:|/,;]{0,60})[=:]\s*")
_RULE = re.compile(r"[+|*]{0,3}[-=─━═]{3,}[-=+|*─━═┼╋╬]*")
_BARS = re.compile(r"[\s|│┃║]+")
_PADDED = re.compile(r"(?:\.\.|[._ ][1-9]|[12][0-9])(?=[\s|]|$)")
_WORD = re.compile(r"[^\s|]+")
_CANDIDATES = re.compile(r"(\(?)([1-9](?:/[1-9])*)\)?")
_LABEL = re.compile(r"(?P<label>[A-Za-z][A-Za-z0-9]{0,3})(?::(?P<sum>[0-9]{1,3}))?|(?P<given>[0-9.])")


def in_one_line(part: list[Numbered]) -> list[Numbered] | None:
    """The cells of grids whose rows all stand in one line, parted by one sign, or drawn in a frame that lost its line ends."""
    found = [(number, _rows_of(line)) for number, line in part]
    return found if all(cells for _, cells in found) else None


def _rows_of(line: str) -> str:
    """The cells of one such line, behind what stands before them; "" if there are none."""
    if len(line) > _LONGEST or IN_ONE_LINE.match(line) is None:
        return ""
    line = line.strip()
    head = _HEAD.match(line)
    name, rest = (f"{head[1].strip()} ", line[head.end() :]) if head is not None else ("", line)
    for sign in "|/,;":
        pieces = [piece.strip() for piece in rest.split(sign)]
        if not pieces[0]:
            del pieces[0]
        size = len(pieces[0]) if pieces else 0
        cells = "".join(pieces[:size])
        whole = _LEAST <= size == len(pieces[0]) and size in BOXES and len(cells) == size * size
        whole = whole and all(len(piece) == size for piece in pieces[:size]) and fits(digits(cells), size)
        if whole and (size >= _USUAL or _is_grid(pieces[:size], size)):
            # Fewer cells behind them may be how many givens there are, or a level; as many are more than a grid.
            return "" if any(len(piece) == size for piece in pieces[size:]) else name + cells
    bare = _BARS.sub("", _RULE.sub(" ", rest))
    size = SIZES.get(len(bare), 0)
    drawn = size >= _LEAST and "|" in rest and _RULE.search(rest) is not None
    return name + bare if drawn and fits(digits(bare), size) else ""


def _is_grid(rows: Sequence[str], size: int) -> bool:
    """Whether rows of digits are those of a small grid rather than numbers: full and sound, or with empty cells and no digit
    twice in a row or column. Round numbers such as 100000 have zeros at their ends only.
    """
    cells = digits("".join(rows))
    down, across = BOXES[size]
    houses = [cells[at * size : (at + 1) * size] for at in range(size)] + [cells[at::size] for at in range(size)]
    if 0 in cells:
        if all("0" in row and "0" not in row.rstrip("0") and row.isdecimal() for row in rows):
            return False
    else:
        tops = [(row, column) for row in range(0, size, down) for column in range(0, size, across)]
        houses += [b"".join(cells[(row + at) * size + column :][:across] for at in range(down)) for row, column in tops]
    filled = [house.replace(b"\0", b"") for house in houses]
    return all(len(set(house)) == len(house) for house in filled)


def guess(found: Sequence[Numbered], source: Source) -> None:
    """Note of each small grid that :func:`in_one_line` has found that it may be something else."""
    for number, line in found:
        size = SIZES.get(len(line.split()[-1]), _USUAL)
        if size < _USUAL:
            source.guess(f"{size} runs of symbols in one line are taken for the rows of a grid", number, 1)


def padded(part: list[Numbered]) -> list[Numbered] | None:
    """The rows of a large grid whose cells are two characters each (``.. .1 14``), as numbers and dots."""
    words = _padded(part)
    if words is None or _too_large(words):
        return None
    return [(number, " ".join(word.strip("._") or "." for word, _ in row)) for number, row in words]


_Words = list[tuple[int, list[tuple[str, int]]]]
"""The words of lines, each with its column from 1 on."""


def _padded(part: list[Numbered]) -> _Words | None:
    """The words of the rows of such a grid; None where the lines are none."""
    rows: _Words = []
    for number, line in part:
        if BORDER.fullmatch(line) and ".." not in line:
            continue
        row = [(word[0], word.start() + 1) for word in _WORD.finditer(line)]
        if not all(_PADDED.fullmatch(word) for word, _ in row):
            return None
        rows.append((number, row))
    widths = {len(row) for _, row in rows}
    return rows if len(widths) == 1 and min(widths) in BOXES and min(widths) > _USUAL else None


def _too_large(words: _Words) -> list[tuple[str, int, int]]:
    """The numbers above the size of such a grid, each with its line and column."""
    size = len(words[0][1])
    return [
        (word, number, column) for number, row in words for word, column in row if word.isdecimal() and int(word) > size
    ]


def report_large(part: list[Numbered], source: Source) -> bool:
    """Record the numbers that are too large for a grid whose cells are two characters each; whether there are any.

    Without a padded cell, numbers of two digits may be candidates.
    """
    words = _padded(part)
    if words is None or not any(word[0] in "._" for _, row in words for word, _ in row):
        return False
    wrong = _too_large(words)
    times = Counter(word for word, _, _ in wrong)
    first = {word: (line, column) for word, line, column in reversed(wrong)}
    for word, place in sorted(first.items(), key=lambda one: one[1]):
        report_symbol(source, word, len(words[0][1]), *place, times[word])
    return bool(wrong)


def candidates(part: list[Numbered]) -> list[Numbered] | None:
    """Rows of digits and candidates between slashes (``7|(1/5/8)|...``) as groups of digits. What stands in parentheses is no
    given, even if it is one digit.
    """
    if not all(SLASHED.match(line) for _, line in part):
        return None
    found = [(number, _CANDIDATES.findall(line)) for number, line in part]
    return [
        (number, " ".join(f"{'u' if sign and len(some) == 1 else ''}{some.replace('/', '')}" for sign, some in row))
        for number, row in found
    ]


def labelled(part: list[Numbered]) -> list[Numbered] | None:
    """A map of cages in which the first cell of each has its sum (``a:17 a b:7``), and cells outside cages have a digit or a dot,
    as lines of cages.
    """
    if ":" not in part[0][1] or len(part) not in BOXES:
        return None
    size = len(part)
    rows = [[_LABEL.fullmatch(word) for word in re.split(r"[\s,;|]+", line.strip())] for _, line in part]
    found = [field for row in rows for field in row if field is not None]
    if len(found) != size * size or any(len(row) != size for row in rows):
        return None
    cells: dict[str, list[str]] = {}
    sums: dict[str, str] = {}
    for at, field in enumerate(found):
        label = field["label"]
        if label and field["sum"] and sums.setdefault(label, field["sum"]) != field["sum"]:
            return None
        if label:
            cells.setdefault(label, []).append(cell_name(at, size))
    if not sums or sums.keys() != cells.keys():
        return None
    givens = "".join(field["given"] or "." for field in found)
    lines = [f"size: {size}", f'givens: "{givens}"', "cages:"]
    lines += [f"- {sums[label]} {' '.join(cells[label])}" for label in cells]
    return [(part[0][0] + at, line) for at, line in enumerate(lines)]


def blanks(drawn: Sequence[Numbered], source: Source) -> Puzzle | None:
    """The puzzle of rows of digits and blanks where the last row has lost its last blanks, as a text loses those at its end.

    Since a row may also be too short by a symbol, it must be a proper puzzle; one that is not is a fault. Where other rows
    are short, too, nothing tells.
    """
    size = len(drawn)
    lines = [line for _, line in drawn]
    if size not in BOXES or size > 9 or {len(line) for line in lines[:-1]} != {size} or not 0 < len(lines[-1]) < size:
        return None
    if not all(set(line) <= set(" 123456789") for line in lines):
        return None
    cells = digits("".join(line.ljust(size) for line in lines).replace(" ", "."))
    ground = source.ground(size) if fits(cells, size) else None
    if ground is None or not any(" " in line for line in lines[:-1]):
        return None
    if only_proper([(ground, cells)]) is None:
        message = f"the last row has {len(lines[-1])} of {size} cells, and with empty ones behind them this is no proper puzzle"
        source.fault(message, drawn[-1][0], 1, "write dots for empty cells", WRONG_LENGTH)
        return None
    source.guess("blanks that the last row lacks are taken for empty cells", drawn[-1][0], 1)
    return source.puzzle(size, cells, source.place(drawn[0][0], 1))
