"""Running text, known at a glance: lines in which there can be no row of a grid and no puzzle, so that no reader has to try them.

Each of such lines has a word that no row has, of a letter beyond the digits of any grid, and nothing that opens a puzzle: no
link, no brackets, no bars, no long word, no signs one by one. It may be that a line of prose is not known as such, never that
rows of a grid are taken for prose: what is not known here is tried by every reader. Givens told one by one in sentences are
looked for in the whole text before (``facts.py``, ``triples.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bookmaker.formats.base.cells import SIZES

_WORD = re.compile("[Q-WYZq-wyz][A-Za-z]{2}|[A-Za-z](?:[Q-WYZq-wyz][A-Za-z]|[A-Za-z][Q-WYZq-wyz])")
"""Three letters, one of which is no digit and no sign for an empty cell on any grid."""

_SIGNS = re.compile("[#|&{}\\[\\]<=\t\\\\│┃║┆┊]")
_SIZE = re.compile(r"[0-9]\s?[xX×*]\s?[0-9]")
_KEY = re.compile(r"\"\s*:")
_ONE_BY_ONE = re.compile(r"(?:[0-9.*_xX-][\s,;:]{1,3}){6}")
_IN_GROUPS = re.compile(
    r"\n[ \t]*(?:\S+|\S{2}(?: +\S{2})+|\S{3}(?: +\S{3})+|\S{4}(?: +\S{4})+|\S{5}(?: +\S{5})+)[ \t]*(?=\n)"
)
"""A line of one word, or of words of one length: a row of a large grid in letters, or of a map of cages, may look so."""

_LONG_CELLS = re.compile("[^\\sQ-WYZq-wyz]{16,}|(?<!\\S)\\S{25}(?!\\S)|\\S{36,}")
_LONG = 16
"""Cells of the smallest puzzle in a word."""

_MANY = 26
"""Lines of text that are more than any grid is high: what stands above them has nothing to do with what stands below."""


def is_running(lines: Sequence[str]) -> bool:
    """Whether all lines are running text, and together hold no row of a grid and no puzzle in one line."""
    text = "\n".join(lines)
    return _is_plain(text, lines) and len("".join(text.split())) not in SIZES and _differs(text)


def _is_plain(text: str, lines: Sequence[str]) -> bool:
    return (
        all(map(_WORD.search, lines))
        and _SIGNS.search(text) is None
        and (max(map(len, text.split()), default=0) < _LONG or _LONG_CELLS.search(text) is None)
        and "//" not in text
        and _SIZE.search(text) is None
        and ('"' not in text or _KEY.search(text) is None)
        and _ONE_BY_ONE.search(text) is None
        and _IN_GROUPS.search(f"\n{text}\n") is None
    )


def _differs(text: str) -> bool:
    """Whether there are two words that no cells are. One alone may be the word of a list for no digit."""
    seen = ""
    for word in text.split():
        if _WORD.search(word) is not None:
            if seen and word != seen:
                return True
            seen = word
    return False


def parted(lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Lines that follow one another, cut where many of running text part the others: first, end, and whether they are such."""
    if is_running(lines):
        yield 0, len(lines), True
        return
    start = at = 0
    if len(lines) > _MANY:
        plain = [_is_plain(line, (line,)) for line in lines]
        while at < len(lines):
            end = at
            while end < len(lines) and plain[end]:
                end += 1
            if end - at >= _MANY and is_running(lines[at:end]):
                if at > start:
                    yield start, at, False
                yield at, end, True
                start = end
            at = end + 1
    if start < len(lines):
        yield start, len(lines), False
