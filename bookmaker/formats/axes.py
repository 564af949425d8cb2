"""What a text says of givens that it lists one by one: whether the row or the column of each comes first.

``column row value`` above lines of numbers, ``given(Column, Row, Digit)`` beside facts ``given(3,1,5).``, ``(col, row)`` in a
comment. Both readings of such givens are proper puzzles, one the mirror image of the other, so that only words tell. Letters
that are not those of the words say nothing: ``x`` and ``i`` are rows in one program and columns in the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.formats.source import Block, is_comment

_MOST_LINES = 4
_LONGEST = 300
"""Lines above givens, and symbols of each, that are looked at."""

_SUFFIX = r"(?:_?(?:idx|index|no|nr|num))?"
_COLUMN, _ROW = rf"col(?:umn)?s?{_SUFFIX}", rf"rows?{_SUFFIX}"
_DIGIT = r"(?:val(?:ue)?|digit|num(?:ber)?|given|entry)s?"
_FILL = r"(?:[^A-Za-z0-9\n]|\b(?:the|then|int|integer|byte|short|usize|u8|i32|const|first|second|third|is|a|its|number)\b){1,40}?"
_LAST = rf"(?:{_FILL}|[ ,]+and[ ]+)"


def _in_order(one: str, other: str) -> re.Pattern[str]:
    """Two words and the digit's, or two words alone in brackets or in a remark."""
    return re.compile(
        rf"\b{one}\b{_FILL}\b{other}\b(?:{_LAST}\b{_DIGIT}\b)"
        rf"|(?:[\[({{]|//|#|%|--)[ \t]*{one}[ \t]*(?:,|;|/|\|)[ \t]*{other}[ \t]*(?:[\])}}]|$)"
        rf"|\[{one}\][ \t]*\[{other}\]",
        re.IGNORECASE | re.MULTILINE,
    )


def _by_letters(one: str, other: str) -> re.Pattern[str]:
    """A line of nothing but the first letters of the words."""
    return re.compile(rf"(?im)^\W*{one}[\W_]+{other}[\W_]+(?:[dvn]|{_DIGIT})\W*$")


_COLUMN_FIRST = (_in_order(_COLUMN, _ROW), _by_letters("c", "r"))
_ROW_FIRST = (_in_order(_ROW, _COLUMN), _by_letters("r", "c"))
_MEANT = re.compile(
    r"(?i)\b([a-z])\b(?:[ \t]{0,3}(?:is|=|:|stands for)[ \t]{1,3}(?:the[ \t]{1,3})?|[ \t]{1,3}the[ \t]{1,3})"
    r"(?:(col(?:umn)?)|(row))\b"
)
"""What a letter stands for: ``X is the column, Y the row``."""


def declares(line: str) -> bool:
    """Whether a line says that the column comes first."""
    return len(line) <= _LONGEST and any(one.search(line) for one in _COLUMN_FIRST)


def content(block: Block) -> Iterator[tuple[int, str]]:
    """The number and the text of each line of a block that is no comment, or one that says that the column comes first."""
    for number, line in enumerate(block.lines, block.first):
        if not is_comment(line) or declares(line):
            yield number, line


def said(text: str, start: int, name: str) -> tuple[bool | None, int]:
    """Whether a text says that the column of givens comes first, None where it says nothing or both; and where they begin.

    Their first one is at ``start``, with ``name`` before its bracket. What is directly above them and says that the column comes
    first belongs to them.
    """
    above, begin = _above(text, start)
    if above is not None:
        return above, begin if above else start
    return _behind(text, name), start


def _above(text: str, start: int) -> tuple[bool | None, int]:
    """What the lines directly above a place of a text, and its own, say, and where the line begins that says it."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    first = text.rfind("\n", 0, start) + 1
    if first == 0 and start > _LONGEST:
        return None, start
    begins = [first]
    while len(begins) <= _MOST_LINES and begins[-1] > 0:
        begin = text.rfind("\n", max(0, begins[-1] - 1 - _LONGEST), begins[-1] - 1) + 1
        blank = not text[begin : begins[-1]].strip()
        # A blank line may stand between the givens and what is above them.
        if (blank and len(begins) > 1) or begins[-1] - begin > _LONGEST:
            break
        begins.append(begin)
    lines = text[begins[-1] : min(end, first + _LONGEST)]
    column, row = (any(one.search(lines) for one in some) for some in (_COLUMN_FIRST, _ROW_FIRST))
    if column == row:
        return None, start
    begin = next((begin for begin in begins if declares(text[begin:end].split("\n", 1)[0])), first)
    return column, min(begin, start)


def _behind(text: str, name: str) -> bool | None:
    """Whether a text has the column before the row in brackets behind a name, as in ``given(Column, Row, Digit)``."""
    name = name.rsplit(".", 1)[-1]
    if not name or len(name) > _LONGEST:
        return None
    column, row = _words(text)
    orders = _has(text, name, column, row), _has(text, name, row, column)
    return None if orders[0] == orders[1] else orders[0]


def _has(text: str, name: str, one: str, other: str) -> bool:
    """Whether two words stand in brackets behind a name, with or without the words of their types: ``set(int col, int row)``."""
    begin = rf"(?i)(?<!\w){re.escape(name)}[ \t]?[\[({{][ \t]*(?:\w{{1,10}}[ \t]+)?"
    return re.search(rf"{begin}{one}\b[^()\[\]\n]{{0,20}}?(?:\][ \t]*\[)?\b{other}\b", text) is not None


def _words(text: str) -> tuple[str, str]:
    """The words for a column and for a row, with the letters that a text says stand for them."""
    meant = _MEANT.findall(text[: 1 << 16])
    columns = {letter for letter, column, _ in meant if column}
    rows = {letter for letter, _, row in meant if row}
    return (
        "|".join([_COLUMN, "c", *sorted(columns - rows)]).join(("(?:", ")")),
        "|".join([_ROW, "r", *sorted(rows - columns)]).join(("(?:", ")")),
    )
