"""The cells of a grid by their columns: between bars, a sign to each, numbers, or with blanks for empty cells.

The rows of a grid have their cells and their bars in the same columns. Where blanks are empty cells, those columns are cells that
are as far from one another in every box and row, so that no blank is missing unseen. Lines whose columns allow two readings are
no grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise

from bookmaker.formats.base.cells import BLANKS, digits, fits, only_proper
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import is_comment
from bookmaker.formats.stream.rows import Row
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS
from bookmaker.puzzles.rules import CLASSIC, geometry

LEAST_FOUND = 6
"""The smallest grid that is looked for among other things: smaller ones are anything."""

BARS = "|¦│┃║┆┇┊┋"
_BAR = expression(f"[{BARS}]+")
_RULE = expression(
    rf"[\s{BARS}+=:*_~─-╿—–-]*(?:-{{2}}|={{2}}|_{{2}}|\*{{2}}|~{{2}}|—|–|[─━┄┅┈┉═╌╍])[\s{BARS}+=:*_~─-╿—–-]*"
)
WIDEST = 240
_TOKEN = expression(r"\S+")
_NUMBER = expression("[1-9][0-9]?")
_NONE = "\0"
"""The symbol of a token that has none."""

_WIDTH = 2
"""Characters of a cell that is a number."""

LINED = expression(r"[\s=*_~-]*")
"""A drawn line that may be a row of empty cells."""

_CROSSED = expression(rf"[{BARS}+=─-╿-]")
SOLID = expression(rf"[^\s{BARS}]{{26}}")
_STEPS = (1, 2, 3, 4, 5, 6)
"""Characters from one cell of a box to the next."""

GAP = 2
_GAPS = (0, 1, 2, 3)
"""Blanks between the boxes of a row without bars, besides those between its cells."""

_LONGEST_RUN = 2
"""Blank lines one after the other that may be rows without givens."""

_MOST_ROWS = 2 * max(BOXES)
"""Rows of a grid in bands, or with blank lines for rows without givens, and of what may follow it."""

_MOST_SPOILT = 3
_NINE = 9
_TWO = expression(r"(?<!\S)[0-9]{2}(?!\S)")
_SPACED = expression(r"(?=.*[1-9])[1-9 ]{1,40}")

_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid: its first line and the line behind its last, its columns, and its rows within these, by their lines."""

    first: int
    end: int
    left: int
    right: int
    rows: dict[int, str]
    filled: bool
    """Whether a blank or a number of two digits became a symbol."""


Lines = Sequence[Row]


class Seen:
    """What was looked at, so that no line is looked at again for the same columns."""

    def __init__(self, noted: bool) -> None:
        self.noted = noted
        self.found = 0
        self.margins: dict[int, tuple[int, int]] = {}
        self.texts: list[list[Row]] = []
        self.ends: dict[object, int] = {}
        self.guesses: list[tuple[int, str]] = []
        self.faults: list[tuple[int, str]] = []

    def of_rest(self) -> Seen:
        """The same for lines of which some columns were taken."""
        other = Seen(self.noted)
        other.texts, other.guesses, other.faults = self.texts, self.guesses, self.faults
        return other


def grid_at(lines: Lines, at: int, seen: Seen) -> Grid | None:
    """The grid whose first row is a line; None if there is none."""
    line = lines[at][1]
    if len(line) > WIDEST or "\t" in line or SOLID.search(line) or is_comment(line):
        return None
    if _BAR.search(line):
        return _barred(lines, at, seen)
    return _signed(lines, at, seen) or _spaced(lines, at, seen)


def are_counted(fields: Sequence[str]) -> bool:
    """Whether fields are labels: 0, 1, 2 ..., 1, 2, 3 ..., or A, B, C ..., each with a sign behind it or without."""
    bare = [field.rstrip(".:)").upper() for field in fields]
    return len(bare) in BOXES and any(
        bare == [label(at) for at in range(len(bare))]
        for label in (str, lambda at: str(at + 1), lambda at: chr(ord("A") + at))
    )


def is_rule(line: str, left: int, right: int, *, whole: bool = False) -> bool:
    """Whether a line is drawn above, below or between the rows of a grid in these columns, and ends where they end: ``whole``,
    or before.
    """
    inner = line[max(left, 0) : right]
    if whole and len(inner.strip()) < right - max(left, 0) - GAP:
        return False
    return (
        _RULE.fullmatch(inner) is not None
        and not line[right : right + 1].strip()
        and not line[max(left - 1, 0) : max(left, 0)].strip()
    )


_Takes = Callable[[str], bool]


def _runs(lines: Lines, at: int, left: int, right: int, takes: _Takes) -> Iterator[tuple[list[int], int, set[int]]]:
    """The rows from a line on that are in the same columns, the line behind them and what is drawn below them, and how many are
    between two blank lines: those up to a blank line or the end, then those up to the next, as a grid may be cut into bands.
    """
    rows: list[int] = []
    bands: set[int] = set()
    before = 0
    end, blank = at, False
    for here in range(at, len(lines)):
        line = lines[here][1]
        if takes(line):
            if blank:
                bands.add(len(rows) - before)
                before = len(rows)
                if len(rows) <= _MOST_ROWS:
                    yield rows, end, bands
            rows.append(here)
            end, blank = here + 1, False
        elif not line[max(left, 0) : right].strip():
            if blank:
                break
            blank = True
        elif is_rule(line, left, right) and not blank:
            blank = here > at and here - 1 not in rows[-1:]  # Below another, it is the first of the next grid.
            end += not blank
        elif not (is_comment(line) or is_rule(line, left, right)):
            break
    yield rows, end, bands | {len(rows) - before}


def _are_bands(bands: set[int], size: int, rows: int) -> bool:
    """Whether rows of so many between blank lines are those of a grid, or of several without any."""
    return bands in ({1}, {rows}) or (rows == size and any(bands == {height} for height in BOXES[size]))


def _choices(lines: Lines, rows: list[int], left: int, right: int) -> Iterator[list[int]]:
    """The rows of a grid: without those that may be drawn lines, with all, and with those between others."""
    lined = [at for at in rows if is_rule(lines[at][1], left, right)]
    yield [at for at in rows if at not in lined]
    if lined:
        yield rows
        inner = [at for at in rows if at not in lined]
        yield [at for at in rows if inner and inner[0] <= at <= inner[-1]]


# Between bars.


def _separators(line: str) -> Iterator[list[_Span]]:
    """The bars of a line, those together that are as far from one another as the first two of them."""
    run: list[_Span] = []
    for bar in _BAR.finditer(line):
        span = bar.span()
        if len(run) > 1 and span[0] - run[-1][1] != run[1][0] - run[0][1]:
            yield run
            run = []
        run.append(span)
    if run:
        yield run


def _barred(lines: Lines, at: int, seen: Seen) -> Grid | None:
    line = lines[at][1]
    for run in _separators(line):
        for many in range(len(run), 0, -1):
            for boxes in _boxes(line, run[:many], _margin(lines, at, run[0], seen) if many == 1 else 0):
                grid = _in_boxes(lines, at, run[:many], boxes, seen) if boxes[0][1] > boxes[0][0] else None
                # Of bars that go on beyond the last box, at least two blanks part those of another grid.
                if grid is not None and (
                    many == len(run)
                    or not any(lines[here][1][grid.right : grid.right + GAP].strip() for here in grid.rows)
                ):
                    return grid
    return None


def _margin(lines: Lines, at: int, bar: _Span, seen: Seen) -> int:
    """The column of the first symbol before a bar in the rows of which a line is the first."""
    start, end = bar
    if at >= seen.margins.get(start, (0, 0))[0]:
        least, here = start, at
        while here < len(lines) and (_CROSSED.match(line := lines[here][1], start) or not line.strip()):
            if _BAR.fullmatch(line, start, end):
                least = min(least, len(line) - len(line.lstrip()))
            here += 1
        seen.margins[start] = (here, least)
    return seen.margins[start][1]


def _boxes(line: str, bars: list[_Span], first: int) -> list[list[_Span]]:
    """Where boxes between bars may begin and end: with a frame around them, or without. One bar alone says only with the column
    of the ``first`` symbol how wide they are.
    """
    inner = [(one[1], two[0]) for one, two in pairwise(bars)]
    wide = inner[0][1] - inner[0][0] if inner else 0
    tried: list[list[_Span]] = [inner] if len(inner) > 1 else []
    for width in (wide,) if wide else range(bars[0][0] - first, bars[0][0] - first + 3):
        tried.append([(bars[0][0] - width, bars[0][0]), *inner, (bars[-1][1], bars[-1][1] + width)])
    outside = line[max(0, bars[0][0] - wide) : bars[0][0]].strip()
    return tried[::-1] if outside and len(tried) > 1 and not are_counted([outside]) else tried


def _in_boxes(lines: Lines, at: int, bars: list[_Span], boxes: list[_Span], seen: Seen) -> Grid | None:
    left, right = boxes[0][0], boxes[-1][1]
    framed = bars[0][0] < left
    left, right = (bars[0][0], bars[-1][1]) if framed else (left, right)
    key = (left, right, tuple(bars))
    if seen.ends.get(key, 0) > at:
        return None

    form = _of_bars(max(left, 0), right, tuple(bars))

    def takes(line: str) -> bool:
        if form.match(line) is None:
            return False
        apart_before = left <= 0 or not line[left - 1 : left].strip() or not line[left : left + 1].strip()
        return framed or (apart_before and not (line[right - 1 : right].strip() and line[right : right + 1].strip()))

    end = at
    for rows, end, bands in _runs(lines, at, left, right, takes):
        for chosen in _choices(lines, rows, left, right):
            made = _filled([lines[here][1] for here in chosen], boxes, bands)
            if made is not None:
                texts, filled = made
                if _is_table(lines, chosen[0], len(bars)):
                    continue
                whole = {
                    here: text[max(left, 0) :] + lines[here][1][boxes[-1][1] : right]
                    for here, text in zip(chosen, texts, strict=True)
                }
                return Grid(chosen[0], end, left, right, whole, filled)
    seen.ends[key] = end
    return None


@cache
def _of_bars(left: int, right: int, bars: tuple[_Span, ...]) -> re.Pattern[str]:
    """What a row is like that has bars in these columns only, from one on to another."""
    form, at = f"[^\t]{{{left}}}", left
    for start, end in bars:
        form += f"[^\t{BARS}]{{{start - at}}}[{BARS}]{{{end - start}}}"
        at = end
    return re.compile(f"{form}[^\t{BARS}]{{0,{right - at}}}(?:$|(?<=.{{{right}}}))" if right > at else form)


def _is_table(lines: Lines, first: int, bars: int) -> bool:
    """Whether a line with as many bars and a rule are above the first row, as in Markdown: it is the head of a table."""
    rule, head = (lines[at][1] if at >= 0 else "" for at in (first - 1, first - 2))
    return rule.lstrip()[:1] == "|" and rule.count("|") == head.count("|") == bars


def _filled(rows: Sequence[str], boxes: Sequence[_Span], bands: set[int]) -> tuple[list[str], bool] | None:
    """The rows of a grid with boxes between bars, up to the last box, with a symbol in each cell, and whether that changed them;
    None where they are none, or where it is not known which columns are cells.
    """
    if not rows:
        return None
    shift = max(0, -boxes[0][0])
    right = boxes[-1][1] + shift
    rows = [" " * shift + row.ljust(right)[: boxes[-1][1]] for row in rows]
    spans = [(start + shift, end + shift) for start, end in boxes]
    parts = [[row[start:end] for start, end in spans] for row in rows]
    for size in _sizes(len(rows), len(boxes), spans[0][1] - spans[0][0]):
        if not _are_bands(bands, size, len(rows)):
            continue
        many = size // len(boxes)
        width = len(parts[0][0])
        wide = size if size > _NINE and width >= 3 * many - 1 and any(map(_TWO.search, chain(*parts))) else 0
        if not wide and all(len(part) - part.count(" ") == many for row in parts for part in row):
            cells = "".join(map("".join, parts)).replace(" ", "")
            if _are_cells(cells, size):
                return [row[shift:] for row in rows], False
            continue
        found = [[_words(part, wide) for part in row] for row in parts]
        full = all(len(words) == many for row in found for words in row)
        ends = {place for row in found for words in row for place, _ in words}
        places = sorted(ends) if full else _places(ends, many, width, int(wide > 0))
        if places is None or (not full and not ends <= set(places)):
            continue
        cells = "".join(symbol for row in found for words in row for _, symbol in words)
        if not _are_cells(cells, size) or (not full and set(cells) & set(BLANKS)):
            continue
        made = []
        for row, words in zip(rows, found, strict=True):
            new = list(row)
            for (start, end), some in zip(spans, words, strict=True):
                new[start:end] = " " * (end - start)
                for place in () if full else places:
                    new[start + place] = "."
                for place, symbol in some:
                    new[start + place] = symbol
            made.append("".join(new)[shift:])
        return made, True
    return None


def _sizes(rows: int, boxes: int, width: int) -> list[int]:
    """The sizes of which so many rows may be grids, one below the other, that have so many boxes side by side."""
    able = [size for size in BOXES if rows % size == 0 and size % boxes == 0 and size // boxes <= width]
    return sorted(able, key=lambda size: (size != rows, -size))


def _words(part: str, wide: int) -> list[tuple[int, str]]:
    """The symbols of the cells of a box in one row, each with its place; those of numbers up to ``wide``, where that is not 0."""
    if not wide:
        return [(at, symbol) for at, symbol in enumerate(part) if symbol != " "]
    found = []
    for word in _TOKEN.finditer(part):
        bare = word[0].lstrip("._0") if len(word[0]) == _WIDTH else word[0]
        value = int(bare) if _NUMBER.fullmatch(bare) else 0
        blank = not word[0].strip("._-*0") and len(word[0]) <= _WIDTH
        symbol = SYMBOLS[value - 1] if 0 < value <= wide else "." if blank else bare
        found.append((word.end() - 1, symbol if len(symbol) == 1 else _NONE))
    return found


def _are_cells(cells: str, size: int) -> bool:
    """Whether nearly all of the symbols in the cells of a grid are digits of it, or one sign for an empty cell."""
    values = digits(cells)
    if fits(values, size):
        least = 0 if size <= _NINE else _NINE  # A puzzle lacks no two of its digits.
        return max(values, default=0) > least
    wrong = {cell for cell, value in zip(cells, values, strict=True) if value > size}
    if _NONE in wrong:
        return False
    if len(wrong) == 1 and not next(iter(wrong)).isalnum():
        wrong = set()
    spoilt = sum(cell in wrong for cell in cells)
    given = sum(0 < value <= size for value in values)
    if size > _NINE and max((value for value in values if value <= size), default=0) <= _NINE:
        return False  # A puzzle lacks no two of its digits.
    return given > 0 and spoilt <= min(_MOST_SPOILT, given // 4)


def _places(used: set[int], many: int, width: int, lead: int) -> list[int] | None:
    """The places of the cells in every box, each with so many characters before it; None where that is not known."""
    found = []
    for step in _STEPS[2 * lead :]:
        for first in range(lead, step + 1 + lead):
            places = list(range(first, first + step * many, step))[:many]
            off = abs(first - lead - (width - 1 - places[-1]))
            if used <= set(places) and 0 <= width - 1 - places[-1] <= step and (off, places) not in found:
                found.append((off, places))
    if not found:
        return None
    # As far from the left bar as from the right one, or nearly; of two such only the contents of the cells could tell.
    least = min(off for off, _ in found)
    best = [places for off, places in found if off == least]
    return best[0] if len(best) == 1 else None


# Without bars, a sign in each cell.


def _signed(lines: Lines, at: int, seen: Seen) -> Grid | None:
    line = lines[at][1]
    tokens = [(token.start(), token.end()) for token in _TOKEN.finditer(line)]
    gaps = [two[0] - one[1] for one, two in pairwise(tokens)]
    for least in (WIDEST, *sorted({gap for gap in gaps if gap > 1}, reverse=True)):
        start = 0
        for last, gap in [*enumerate(gaps), (len(tokens) - 1, WIDEST)]:
            if gap < least:
                continue
            some = tokens[start : last + 1]
            start = last + 1
            columns = tuple(column for one in some for column in range(*one))
            if len(columns) in BOXES:
                grid = _in_columns(lines, at, columns, seen)
                if grid is not None:
                    return grid
            if len(some) > _NINE and len(some) in BOXES and all(end - start <= _WIDTH for start, end in some):
                grid = _in_numbers(lines, at, some, seen)
                if grid is not None:
                    return grid
    return None


def _in_columns(lines: Lines, at: int, columns: tuple[int, ...], seen: Seen) -> Grid | None:
    size, left, right = len(columns), columns[0], columns[-1] + 1
    if seen.ends.get(columns, 0) > at:
        return None
    form = _of_columns(columns)

    def takes(line: str) -> bool:
        if form.match(line) is None:
            return False
        cells = digits("".join(line[left:right].split()))
        return fits(cells, size) or sum(value > size for value in cells) * 3 <= size

    end = at
    for rows, end, bands in _runs(lines, at, left, right, takes):
        for chosen in _choices(lines, rows, left, right):
            cells = "".join("".join(lines[here][1][left:right].split()) for here in chosen)
            known = size >= LEAST_FOUND or 0 in digits(cells)
            known = known and _are_bands(bands, size, len(rows))
            if chosen and known and len(chosen) % size == 0 and _are_cells(cells, size):
                return Grid(chosen[0], end, left, right, {here: lines[here][1][left:right] for here in chosen}, False)
    seen.ends[columns] = end
    return None


@cache
def _of_columns(columns: tuple[int, ...]) -> re.Pattern[str]:
    """What a row is like that has symbols in these columns, and none beside and between them."""
    left, within = columns[0], set(columns)
    before = f"[^\t]{{{left - 1}}}[^\\S\t]" if left else ""
    inner = "".join("\\S" if at in within else "[^\\S\t]" for at in range(left, columns[-1] + 1))
    return re.compile(f"{before}{inner}(?!\\S)")


def _in_numbers(lines: Lines, at: int, words: Sequence[_Span], seen: Seen) -> Grid | None:
    """The grid whose cells are numbers, or signs, that end in the same columns as the words of a line."""
    size, left, right = len(words), max(words[0][1] - _WIDTH, 0), words[-1][1]
    ends = [end for _, end in words]
    key = ("numbers", tuple(ends))
    if seen.ends.get(key, 0) > at:
        return None

    def takes(line: str) -> bool:
        if len(line) < right or line[right : right + 1].strip() or (left and line[left - 1].strip()):
            return False
        return "\t" not in line and [one.end() + left for one in _TOKEN.finditer(line[left:right])] == ends

    last = at
    for rows, last, bands in _runs(lines, at, left, right, takes):
        found = [_words(lines[here][1][left:right], size) for here in rows]
        cells = "".join(symbol for row in found for _, symbol in row)
        if rows and len(rows) % size == 0 and _are_bands(bands, size, len(rows)) and _are_cells(cells, size):
            texts = ["".join(dict(row).get(place, " ") for place in range(right - left)) for row in found]
            return Grid(rows[0], last, left, right, dict(zip(rows, texts, strict=True)), True)
    seen.ends[key] = last
    return None


# Without bars, blanks for empty cells.


def _spaced(lines: Lines, at: int, seen: Seen) -> Grid | None:
    if not _SPACED.fullmatch(lines[at][1]) or (at and _SPACED.fullmatch(lines[at - 1][1])):
        return None
    rows: list[int] = []
    for here in range(at, min(len(lines), at + 2 * _MOST_ROWS)):
        if _SPACED.fullmatch(lines[here][1]):
            rows.append(here)
        elif lines[here][1].strip() or here - rows[-1] > _LONGEST_RUN:
            break
    used = {column for here in rows for column, symbol in enumerate(lines[here][1]) if symbol != " "}
    every = list(range(rows[0], rows[-1] + 1))
    found: list[tuple[list[int], list[int]]] = []
    for left in {0, min(used)}:
        for chosen in [rows] if every == rows else [rows, every]:
            size = len(chosen)
            if size not in BOXES or size > _NINE:
                continue
            for step in _STEPS[:3]:
                for gap in _GAPS:
                    places = [left + cell * step + cell // BOXES[size][1] * gap for cell in range(size)]
                    if used <= set(places) and max(used) == places[-1] and (chosen, places) not in found:
                        found.append((chosen, places))
    if len(found) != 1:
        return None
    chosen, places = found[0]
    size = len(chosen)
    texts = [lines[here][1].ljust(places[-1] + 1) for here in chosen]
    cells = digits("".join(text[place] for text in texts for place in places).replace(" ", "."))
    if not fits(cells, size) or 0 not in cells or not any(" " in lines[here][1].strip() for here in chosen):
        return None
    if all(len({text[place] == " " for text in texts}) == 1 for place in places):
        return None  # Digits that are parted by blanks in the same columns of all rows are numbers.
    lack = any(len(lines[here][1]) <= places[-1] for here in chosen)
    *others, last = (lines[here][1] for here in chosen)
    kept = len({len(line) for line in others}) == 1
    if lack and not kept and any(line.endswith(" ") for line in (*others, last)):
        return None  # A line that lacks a blank is not one whose last blanks were cut off, if others have theirs.
    if lack and (size < LEAST_FOUND or only_proper([(geometry(CLASSIC, size), cells)]) is None):
        if kept:
            seen.faults.append((lines[chosen[-1]][0], f"the last row has {len(last)} of {size} cells"))
        return None
    where = "blanks that rows lack" if lack else "blanks among digits"
    seen.guesses.append((lines[chosen[-1]][0], f"{where} are taken for empty cells"))
    whole = {}
    for here, text in zip(chosen, texts, strict=True):
        new = list(text)
        for place in places:
            new[place] = "." if text[place] == " " else text[place]
        whole[here] = "".join(new)
    return Grid(chosen[0], chosen[-1] + 1, 0, places[-1] + 1, whole, True)
