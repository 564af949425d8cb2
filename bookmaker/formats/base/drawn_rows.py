"""The rows of a drawn grid with signs between its cells and numbers around it, by their columns.

``<`` and ``>`` between two cells of a row, ``^`` and ``v`` (and the like) between two rows; numbers above, below and beside the
rows, with a frame or without. A grid is read whole or not at all: what has no place in it makes it something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bookmaker.formats.base.cells import ILLEGAL, digit_of
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import BOXES, SIZES

Numbered = tuple[int, str]
"""The number of a line and its text."""

_ALIKE = {
    **dict.fromkeys(map(ord, "∧˄⋀⌃ʌΛ⏶▲△↑"), "^"),
    **dict.fromkeys(map(ord, "∨˅⋁⌄Ѵ⏷▼▽↓"), "v"),
    **dict.fromkeys(map(ord, "＜‹⟨←◀"), "<"),
    **dict.fromkeys(map(ord, "＞›⟩→▶"), ">"),
    **dict.fromkeys(map(ord, "│┃║┆┊╎╏┇┋╽╿"), "|"),
    **{code: "-" for code in range(0x2500, 0x2580) if chr(code) not in "│┃║┆┊╎╏┇┋╽╿"},
    **dict.fromkeys(map(ord, "□◻▢◯·•?"), "."),
    0xA0: " ",
    0x3000: " ",
}
"""Signs that look like another one."""

_TOKEN = expression(r"[0-9]+|[A-Za-z]|\S")
_SIGNS = frozenset("<>")
_SLOPES = frozenset("^v")
_BORDER = expression(r"[-+|=\s]*")
_SLOPED = expression(r"[\^vV.\s|+_=-]*")
_MOST_LINES = 120
_LONGEST = 400
_NONE = frozenset(".-_*")
"""Signs for no number around a grid, and for no sign between two rows."""


@dataclass(slots=True)
class Rows:
    """A grid that was read: its cells, the pairs of neighbours of which the first holds the greater digit, the number at each end
    of a row or column (by its side, ``"top"`` and so on, and its place), whether bars part it into boxes, and whether it has a
    frame.
    """

    size: int
    cells: bytes
    greater: list[tuple[int, int]] = field(default_factory=list)
    around: dict[tuple[str, int], int] = field(default_factory=dict)
    barred: bool = False
    framed: bool = False

    def outside(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The line of cells that each number around the grid sees, from its edge on, and the number."""
        size = self.size
        for (side, at), number in self.around.items():
            row = tuple(range(at * size, at * size + size))
            column = tuple(range(at, size * size, size))
            lines = {"left": row, "right": row[::-1], "top": column, "bottom": column[::-1]}
            yield lines[side], number


@dataclass(slots=True)
class _Token:
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    return [_Token(one[0], one.start(), one.end()) for one in _TOKEN.finditer(text)]


def rows_of(lines: Sequence[Numbered], *, wide: bool = False) -> Rows | None:
    """The grid of lines that follow one another, borders among them; None unless every sign in them has its place.

    ``wide``: rows that are two cells wider than there are rows between the first and the last have numbers at their ends.
    """
    if not 4 <= len(lines) <= _MOST_LINES or max(len(text) for _, text in lines) > _LONGEST:
        return None
    drawn = [text.translate(_ALIKE).expandtabs(4).rstrip() for _, text in lines]
    kept = [text for text in drawn if text and not _is_border(text, drawn)]
    slopes = [_is_slope(text) for text in kept]
    content = [text for text, slope in zip(kept, slopes, strict=True) if not slope]
    body = _body(content, wide)
    if body is None:
        return None
    first, last, size = body
    rows = [_tokens(text) for text in content[first:last]]
    if len({sum(token.text == "|" for token in tokens) for tokens in rows}) > 1:
        # A row without one of its bars: the next one is not the frame, and a digit before it does not count the row.
        return None
    sound = _parted(rows, size)
    columns = _columns([inner for _, inner, _ in sound], size)
    if columns is None:
        return None
    made = Rows(size, b"")
    cells = bytearray()
    for row, (left, inner, right) in enumerate(sound):
        digits = _row(inner, columns, row, made)
        if digits is None or not _beside(left, "left", row, made) or not _beside(right, "right", row, made):
            return None
        cells += digits
    made.cells = bytes(cells)
    made.barred = _is_barred(content[first:last], columns, size)
    made.framed = all(text.count("|") > 1 for text in content[first:last])
    for side, line in (("top", content[:first]), ("bottom", content[last:])):
        if len(line) > 1 or not all(_numbers_of(text, side, columns, made) for text in line):
            return None
    _without_counts(made)
    return made if _sloped(kept, slopes, first, size, columns, made) else None


def _without_counts(made: Rows) -> None:
    """Leave out the numbers of rows and columns, which count from 0 or 1 on at two sides of the grid or more."""
    size = made.size
    sides: dict[str, list[int | None]] = {
        side: [made.around.get((side, at)) for at in range(size)] for side in ("left", "right", "top", "bottom")
    }
    for start in (0, 1):
        counting = {side for side, numbers in sides.items() if numbers == list(range(start, start + size))}
        if counting & {"left", "right"} and counting & {"top", "bottom"}:
            made.around = {key: number for key, number in made.around.items() if key[0] not in counting}


def _is_border(text: str, drawn: Sequence[str]) -> bool:
    """Whether a line is nothing but the frame: a row of dashes may be one of empty cells where other rows have such."""
    if _BORDER.fullmatch(text) is None:
        return False
    dashes = _empty_dashes(drawn)
    return not (dashes and "+" not in text and "=" not in text and "--" not in text)


def _empty_dashes(drawn: Sequence[str]) -> bool:
    return any(re.search(r"(?<![-+])-(?![-+])", text) and any(map(str.isdecimal, text)) for text in drawn)


def _is_slope(text: str) -> bool:
    return bool(_SLOPES & set(text.replace("V", "v"))) and _SLOPED.fullmatch(text) is not None


def _body(content: Sequence[str], wide: bool) -> tuple[int, int, int] | None:
    """The first row of cells, the end of them, and how many there are."""
    barred = [at for at, text in enumerate(content) if "|" in text]
    if barred and barred[-1] - barred[0] + 1 == len(barred):
        first, last = barred[0], barred[-1] + 1
    elif wide and len(content) - 2 in SIZES:
        first, last = 1, len(content) - 1
    elif wide and len(content) - 1 in SIZES:
        first, last = 1, len(content)
    else:
        first, last = 0, len(content)
    size = last - first
    return (first, last, size) if size in SIZES and first < 2 and len(content) - last < 2 else None


_Part = tuple[list[_Token], list[_Token], list[_Token]]


def _parted(rows: Sequence[list[_Token]], size: int) -> list[_Part]:
    """The tokens before the frame of each row, within it, and behind it. Bars are a frame where they are at the same end of all
    rows, with one number beside them at most; else they part boxes.
    """
    bars = [[at for at, token in enumerate(tokens) if token.text == "|"] for tokens in rows]
    left = all(at and at[0] < 2 for at in bars)
    right = all(at and at[-1] > max(at[0], len(tokens) - 3) for at, tokens in zip(bars, rows, strict=True))
    made = []
    for tokens, at in zip(rows, bars, strict=True):
        first, last = at[0] if left else 0, at[-1] if right else len(tokens)
        inner = [token for token in tokens[first:last] if token.text != "|"]
        before, behind = tokens[:first], tokens[last + 1 :]
        many = sum(token.text not in _SIGNS for token in inner)
        if not (left or right) and many in (size + 1, size + 2):
            before, inner = inner[:1], inner[1:]
            behind, inner = ([inner[-1]], inner[:-1]) if many == size + 2 else ([], inner)
        made.append((before, _single(inner, size), behind))
    return made


def _single(tokens: Sequence[_Token], size: int) -> list[_Token]:
    """One token for each cell: 53 becomes two digits, unless a large grid has so many numbers in its rows."""
    many = sum(token.text not in _SIGNS for token in tokens)
    if size > 9 and many <= size:
        return list(tokens)
    return [
        _Token(symbol, token.start + at, token.start + at + 1)
        for token in tokens
        for at, symbol in enumerate(token.text)
    ]


def _columns(inner: Sequence[Sequence[_Token]], size: int) -> list[float] | None:
    """Where each cell of a row is, by the first full row, else by all."""
    for tokens in inner:
        cells = [token for token in tokens if token.text not in _SIGNS]
        if len(cells) > size:
            return None
        if len(cells) == size:
            return [(token.start + token.end - 1) / 2 for token in cells]
    places = sorted({token.start for tokens in inner for token in tokens if token.text not in _SIGNS})
    return list(map(float, places)) if len(places) == size else None


def _place(token: _Token, columns: Sequence[float]) -> int | None:
    """The column that a token is above, below or in; None where it is between two."""
    middle = (token.start + token.end - 1) / 2
    inside = [at for at, column in enumerate(columns) if token.start <= column < token.end]
    at = inside[0] if len(inside) == 1 else min(range(len(columns)), key=lambda one: abs(columns[one] - middle))
    pitch = min(b - a for a, b in pairwise(columns))
    return at if inside or abs(columns[at] - middle) < max(1, pitch / 2) else None


def _row(tokens: Sequence[_Token], columns: Sequence[float], row: int, made: Rows) -> bytes | None:
    size = len(columns)
    cells = [token for token in tokens if token.text not in _SIGNS]
    places = list(range(size)) if len(cells) == size else [_place(token, columns) for token in cells]
    if None in places or len(set(places)) < len(places):
        return None
    digits = bytearray(size)
    at: dict[int, int] = {}
    for token, place in zip(cells, places, strict=True):
        digit = digit_of(token.text, size)
        if digit == ILLEGAL or digit > size or place is None:
            return None
        digits[place] = digit
        at[id(token)] = place
    before = -1
    for token in tokens:
        if token.text not in _SIGNS:
            before = at[id(token)]
            continue
        if len(cells) < size:
            before = sum(column < token.start for column in columns) - 1
        pair = (row * size + before, row * size + before + 1)
        if not 0 <= before < size - 1 or pair in made.greater or pair[::-1] in made.greater:
            return None
        made.greater.append(pair if token.text == ">" else pair[::-1])
    return bytes(digits)


def _beside(tokens: Sequence[_Token], side: str, at: int, made: Rows) -> bool:
    for token in tokens:
        if token.text in _NONE:
            continue
        if not token.text.isdecimal() or len(token.text) > 3:
            return False
        made.around[side, at] = int(token.text)
    return len(tokens) < 2


def _numbers_of(text: str, side: str, columns: Sequence[float], made: Rows) -> bool:
    size = len(columns)
    tokens = _tokens(text)
    if len(tokens) == size + 2 and {tokens[0].text, tokens[-1].text} <= {*_NONE, "0", "#", "+", "x", "X"}:
        tokens = tokens[1:-1]
    if len(tokens) < size and min(b - a for a, b in pairwise(columns)) == 1:
        tokens = [
            _Token(one, token.start + at, token.start + at + 1) for token in tokens for at, one in enumerate(token.text)
        ]
    places = list(range(size)) if len(tokens) == size else [_place(token, columns) for token in tokens]
    if None in places or len(set(places)) < len(places):
        return False
    for token, place in zip(tokens, places, strict=True):
        if token.text in _NONE:
            continue
        if not token.text.isdecimal() or len(token.text) > 3 or place is None:
            return False
        made.around[side, place] = int(token.text)
    return True


def _sloped(
    kept: Sequence[str], slopes: Sequence[bool], first: int, size: int, columns: Sequence[float], made: Rows
) -> bool:
    """The signs between two rows; whether all have a place."""
    row = -first - 1
    before = False
    for text, slope in zip(kept, slopes, strict=True):
        row += not slope
        if not slope:
            before = False
            continue
        if before or not 0 <= row < size - 1:
            return False
        before = True
        tokens = _tokens(text.replace("V", "v").replace("|", " ").replace("+", " "))
        if len(tokens) != size:
            tokens = [token for token in tokens if token.text in _SLOPES]
        places = list(range(size)) if len(tokens) == size else [_place(token, columns) for token in tokens]
        if None in places or len(set(places)) < len(places):
            return False
        for token, place in zip(tokens, places, strict=True):
            if token.text in _SLOPES and place is not None:
                pair = (row * size + place, (row + 1) * size + place)
                made.greater.append(pair if token.text == "v" else pair[::-1])
    return True


def _is_barred(rows: Sequence[str], columns: Sequence[float], size: int) -> bool:
    """Whether bars part the cells of each row as boxes do."""
    if size not in BOXES:
        return False
    width = BOXES[size][1]
    wanted = set(range(width - 1, size - 1, width))
    for text in rows:
        bars = [at for at, symbol in enumerate(text) if symbol == "|" and columns[0] < at < columns[-1]]
        if {sum(column < bar for column in columns) - 1 for bar in bars} != wanted:
            return False
    return True
