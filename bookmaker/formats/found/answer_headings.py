"""Headings of answers ("Solution:") that directly follow a grid, and text that directly follows a table: a blank line is put
before each, so that the rows above and those below are never tried as one grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookmaker.base.errors import Fault
from bookmaker.formats.stream.rows import Batch, Row

ANSWER = re.compile(r"(?i)\b(?:solution|answer|solved|l[öo]sung|soluci[óo]n|решение|ответ)")
"""A word of a heading that says that what follows is an answer."""

_HEADING = re.compile(
    r"(?i)[^\w\s]{0,9} ?(?:(?:the|my|its|our|die|la|el) )?"
    r"(?:solutions?|answers?|answer key|solved|l[öo]sung(?:en)?|soluci[óo]n(?:es)?|решени[ея]|ответы?)"
    r"(?: (?:to|of|for|zu|de|к))?(?: the)?(?: (?:puzzle|grid|sudoku))?(?: ?(?:no\.?|#))?(?: ?[0-9]{1,4})?"
    r" ?[^\w\s]{0,40}(?:(?<=[:=–—-]) ?[0-9.|][0-9. |]{14,700})?"
)
"""A line that is such a heading, or such a heading and the cells of a grid."""

_LONGEST = 800
_FEWEST_TABS = 3
"""Of a row of a table, as Word has them: text below is none of it."""

_WORD = re.compile(r"[^\W\d_]{2}")
_ROW = re.compile(r"(?![^\n]{0,800}?[^\W\d_]{2})[^\n]{0,80}?[0-9._|+-]")
"""What may be a row or a border of a grid: it has no word. A line of nothing but tabs may as well be a blank one."""


def parted(rows: Iterable[Row | Batch | Fault]) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, with a blank one between a row of a grid and the heading of an answer, or a row of fields and text."""
    before = ""
    for row in rows:
        if type(row) is not tuple:
            before = ""
            yield row
            continue
        number, text = row
        if before and len(text) < _LONGEST and _WORD.search(text) is not None and _is_below(text, before):
            yield number, ""
        before = text if _ROW.match(text) is not None else ""
        yield row


def _is_below(text: str, row: str) -> bool:
    """Whether a line directly below a row of a grid cannot belong to it."""
    below = _HEADING.fullmatch(" ".join(text.split())) is not None
    return below or ("\t" not in text and row.count("\t") >= _FEWEST_TABS)
