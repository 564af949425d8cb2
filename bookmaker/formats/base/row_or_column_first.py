"""Givens that a text lists one by one: whether the row or the column of each comes first.

``column row value`` above lines of numbers, ``given(Column, Row, Digit)`` beside facts ``given(3,1,5).``, ``(col, row)`` in a
comment. Both readings of such givens are proper puzzles, one the mirror image of the other, so that only words tell. Letters
that are not those of the words say nothing: ``x`` and ``i`` are rows in one program and columns in the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, is_comment

_MOST_LINES = 4
_LONGEST = 300
"""Lines above givens, and symbols of each, that are looked at."""

_SUFFIX = r"(?:_?(?:idx|index|no|nr|num))?"
_COLUMN, _ROW = rf"col(?:umn)?s?{_SUFFIX}", rf"rows?{_SUFFIX}"
_DIGIT = r"(?:val(?:ue)?|digit|num(?:ber)?|given|entry)s?"
_FILL = r"(?:[^A-Za-z0-9\n]|\b(?:the|then|int|integer|byte|short|usize|u8|i32|const|first|second|third|is|a|its|number)\b){1,40}?"
_LAST = rf"(?:{_FILL}|[ ,]+and[ ]+)"


_REMARK = r"(?://|#|%|--)"
_BETWEEN = r"[ \t]*[,;/|][ \t]*"
_ONE_COLUMN, _ONE_ROW = rf"col(?:umn)?{_SUFFIX}", rf"row{_SUFFIX}"

_NO_LEAD = expression(
    r"(?i)\b(?:each|every|all|any|no)\b"
    r"(?![ \t]+(?:of[ \t]+)?(?:the[ \t]+)?(?:lines?|givens?|entr(?:y|ies)|cells?|clues?|numbers?)\b)"
    r"|\b(?:in|a|once|twice|repeats?|unique|wrong|not|never|was|were|instead|without|fill|print\w*|echo|log|puts|return)\b"
    r"(?![ \t]+(?:the[ \t]+)?(?:order|form|format)\b)|\w[\[({]"
)
"""The text before the words where they are not an order of givens: a rule, a message, or the name of something called."""

_DOUBTED = expression(rf"(?im)^[ \t]*{_REMARK}[^\n]*\b(?:wrong|instead|never|not|was|were|bug)\b[^\n]*$")
"""A remark on an order that does not hold."""


def _in_order(one: str, other: str, single: str, second: str) -> re.Pattern[str]:
    """A line that ends with the two words and the digit's, or with the two in brackets or in a remark.

    ``single`` and ``second`` are the words for one of each. The words before them in a line are the group ``lead``.
    """
    last = rf"\b{_LAST}\b{_DIGIT}\b"
    return re.compile(
        rf"^(?:\W*\b{one}\b{_FILL}\b{other}{last}"
        rf"|(?P<lead>[^\n]{{0,60}}?)(?:\b{single}\b{_FILL}\b{second}{last}|[\[({{]{single}{_BETWEEN}{second}[\])}}])"
        rf"|\W*{_REMARK}[ \t]*{single}{_BETWEEN}{second}"
        rf"|\W*\[{single}\][ \t]*\[{second}\])\W*$",
        re.IGNORECASE,
    )


def _behind_givens(single: str, second: str) -> re.Pattern[str]:
    """A remark behind a given, of nothing but the words."""
    return re.compile(rf"(?i){_REMARK}\W*\b{single}{_BETWEEN}{second}(?:\W+{_DIGIT})?\W*$")


def _called(one: str, other: str) -> re.Pattern[str]:
    """The two words in brackets behind any name."""
    return re.compile(
        rf"(?i)\w[ \t]?[\[({{][ \t]*(?:\w{{1,10}}[ \t]+)?{one}\b[^()\[\]\n]{{0,20}}?(?:\][ \t]*\[)?\b{other}\b"
    )


def _by_letters(one: str, other: str) -> re.Pattern[str]:
    """A line of nothing but the first letters of the words."""
    return re.compile(rf"(?im)^[^\w\n]*+{one}[\W_]+{other}[\W_]+(?:[dvn]|{_DIGIT})\W*$")


_COLUMN_FIRST = (_in_order(_COLUMN, _ROW, _ONE_COLUMN, _ONE_ROW), _by_letters("c", "r"))
_ROW_FIRST = (_in_order(_ROW, _COLUMN, _ONE_ROW, _ONE_COLUMN), _by_letters("r", "c"))
_REMARKED = (_behind_givens(_ONE_COLUMN, _ONE_ROW), _behind_givens(_ONE_ROW, _ONE_COLUMN))
_CALLED, _CALLED_ROW = _called(_COLUMN, _ROW), _called(_ROW, _COLUMN)
_MEANT = expression(
    r"(?i)\b([a-z])\b(?:[ \t]{0,3}(?:is|=|:|stands for)[ \t]{1,3}(?:the[ \t]{1,3})?|[ \t]{1,3}the[ \t]{1,3})"
    r"(?:(col(?:umn)?)|(row))\b"
)
"""The meaning of a letter: ``X is the column, Y the row``."""


def _declares(line: str, orders: tuple[re.Pattern[str], re.Pattern[str]]) -> bool:
    """Whether a line has nothing but one of the orders, or that behind a few words."""
    if len(line) > _LONGEST or _DOUBTED.match(line):
        return False
    found = next((found for one in orders if (found := one.search(line)) is not None), None)
    lead = "" if found is None else found.groupdict().get("lead") or ""
    return found is not None and _NO_LEAD.search(lead) is None


def declares(line: str) -> bool:
    """Whether a line may say that the column comes first: of all givens, or of those in brackets behind a name."""
    if len(line) > _LONGEST or _DOUBTED.match(line):
        return False
    return _declares(line, _COLUMN_FIRST) or _CALLED.search(line) is not None


_BY_X = expression(r"(?i)[(,\[{][ \t]*(?:\w{1,10}[ \t]+)?x_?[01]?[ \t]*,[ \t]*(?:\w{1,10}[ \t]+)?y_?[01]?[ \t]*[),\]}]")
"""Cells named by ``x`` and ``y``, of which neither is always the row."""

_ROW_OF_X = expression(r"(?i)\b(?:rows?|rig[ah]e?|filas?|zeilen?|lignes?)[ \t]*\([ \t]*x_?[01]?[ \t]*\)")
_COLUMN_OF_X = expression(r"(?i)\b(?:col(?:umn|onn[ae]|umna)?s?|spalten?)[ \t]*\([ \t]*x_?[01]?[ \t]*\)")
_MOST_TEXT = 1 << 16


def of_pairs(text: str) -> tuple[tuple[bool, bool], bool]:
    """Whether the column comes first in pairs of numbers that are cells, the likelier order first; and whether this is usual.

    The row comes first unless the words of the text say otherwise. Neither is usual where cells are named by ``x`` and ``y``.
    """
    text = text[:_MOST_TEXT]
    lines = text.split("\n")
    column = any(one.search(text) for one in (_CALLED, _COLUMN_OF_X)) or any(
        _declares(line, _COLUMN_FIRST) for line in lines
    )
    row = any(one.search(text) for one in (_CALLED_ROW, _ROW_OF_X)) or any(
        _declares(line, _ROW_FIRST) for line in lines
    )
    first = column and not row
    return (first, not first), column != row or _BY_X.search(text) is None


def content(block: Block) -> Iterator[tuple[int, str]]:
    """The number and the text of each line of a block that is not a comment, or one that says that the column comes first."""
    for number, line in enumerate(block.lines, block.first):
        if not is_comment(line) or declares(line):
            yield number, line


def said(text: str, start: int, name: str) -> tuple[bool | None, int]:
    """Whether a text says that the column of givens comes first, None where it says nothing or both; and where they begin.

    Their first one is at ``start``, with ``name`` before its bracket. A line directly above them that says that the column
    comes first belongs to them.
    """
    lines = _above(text, start)
    # A function may put its numbers the other way round in the place that is written in the next line.
    first = _behind(text, name)
    if first is None:
        last = text[lines[0] : lines[0] + _LONGEST].split("\n", 1)[0]
        above = [text[begin : begin + _LONGEST + 1].split("\n", 1)[0] for begin in lines[1:]]
        column, row = (
            remarked.search(last) is not None or any(_declares(line, orders) for line in above)
            for remarked, orders in zip(_REMARKED, (_COLUMN_FIRST, _ROW_FIRST), strict=True)
        )
        first = None if column == row else column
    if not first:
        return first, start
    return True, min(
        [start, *(begin for begin in lines if declares(text[begin : begin + _LONGEST + 1].split("\n", 1)[0]))]
    )


def _above(text: str, start: int) -> list[int]:
    """Where the line of a place of a text begins, and those directly above it, the nearest first."""
    first = text.rfind("\n", 0, start) + 1
    begins = [first]
    while len(begins) <= _MOST_LINES and begins[-1] > 0:
        begin = text.rfind("\n", max(0, begins[-1] - 1 - _LONGEST), begins[-1] - 1) + 1
        blank = not text[begin : begins[-1]].strip()
        # A blank line may part the givens from the text above them.
        if (blank and len(begins) > 1) or begins[-1] - begin > _LONGEST:
            break
        begins.append(begin)
    return begins


def _behind(text: str, name: str) -> bool | None:
    """Whether a text has the column before the row in brackets behind a name, as in ``given(Column, Row, Digit)``."""
    name = name.rsplit(".", 1)[-1]
    if not name or len(name) > _LONGEST:
        return None
    column, row = _words(text)
    text = _DOUBTED.sub("", text)
    orders = _has(text, name, column, row), _has(text, name, row, column)
    return None if orders[0] == orders[1] else orders[0]


def _has(text: str, name: str, one: str, other: str) -> bool:
    """Whether two words are in brackets behind a name, with or without the words of their types: ``set(int col, int row)``."""
    begin = rf"(?i)(?<!\w){re.escape(name)}[ \t]?[\[({{][ \t]*(?:\w{{1,10}}[ \t]+)?"
    return re.search(rf"{begin}{one}\b[^()\[\]\n]{{0,20}}?(?:\][ \t]*\[)?\b{other}\b", text) is not None


def _words(text: str) -> tuple[str, str]:
    """The words for a column and for a row, with the letters that a text uses for them."""
    meant = _MEANT.findall(text[: 1 << 16])
    columns = {letter for letter, column, _ in meant if column}
    rows = {letter for letter, _, row in meant if row}
    return (
        "|".join([_COLUMN, "c", *sorted(columns - rows)]).join(("(?:", ")")),
        "|".join([_ROW, "r", *sorted(rows - columns)]).join(("(?:", ")")),
    )
