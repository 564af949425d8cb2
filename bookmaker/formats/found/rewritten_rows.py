"""Lines rewritten so that another format knows them: without quotes or bullets, LaTeX as fields, blanks as dots.

Each way gives the lines of a part as they would stand in a file of puzzles, or None where it does not apply. None of them
moves a cell: what is not plain stays as it is.
"""

from __future__ import annotations

import math
import re
from itertools import groupby
from string import ascii_letters

from bookmaker.formats.base.cells import SIZES
from bookmaker.formats.found.frames import Numbered, framed
from bookmaker.formats.found.reflowed import (
    COMMENTED,
    LABELLED,
    LISTED,
    ROWED,
    SLASHED,
    candidates,
    in_one_line,
    labelled,
    padded,
)
from bookmaker.puzzles.grid.geometry import BOXES

QUOTE = re.compile(r"\s*+(?:>\s?)+")
BULLET = re.compile(r"\s*+(?:[-*+•]\s+|\(?\d{1,4}[.):]\s+)(?=\S)")
BARRED = re.compile("\\s*[|+│-╿].*[|+│-╿]\\s*$")
MARKS = (QUOTE, BULLET, BARRED, LISTED, COMMENTED, SLASHED, ROWED, LABELLED)
"""Marks of lines that belong together, where text stands around them."""

LEAST_LOOSE = 6
"""The smallest grid that is looked for among other things: smaller ones are anything."""

_LATEX_ROW = re.compile(r"\s*(\|(?:[^|]*\|){4,})\s*\.?\s*$")
_LATEX_END = re.compile(r"\\(?:\\|hline|cline\{[^}]*\}|tabularnewline)")
_BRACED = re.compile(r"\{\s*([0-9A-Za-z.]?)\s*\}")
_NUMBER = re.compile("[0-9]+")
_CAGES = re.compile("[A-Za-z]+")
_SEPARATORS = re.compile(r"[|,;]")
_LETTER_SUM = re.compile(r"([A-Za-z])\s*+(?:[=:→]|[-–]?>?)\s*+([0-9]{1,3})(?![0-9])")
_LETTER_SUMS = re.compile(rf"[\s,;]*+(?:{_LETTER_SUM.pattern}[\s,;.]*+)+")
_SUMS = re.compile(r"[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*[\s,;]*")


def _plain(part: list[Numbered]) -> list[Numbered] | None:
    return part


def _unquoted(part: list[Numbered]) -> list[Numbered] | None:
    """The lines without the marks of quoted mail, of a comment, or the bullets or numbers of a list."""
    for mark in (QUOTE, BULLET, COMMENTED):
        if all(mark.match(line) for _, line in part):
            return [(number, mark.sub("", line, count=1)) for number, line in part]
    return None


def _dequoted(part: list[Numbered]) -> list[Numbered] | None:
    """The lines without the quotes before the first and after the last of them."""
    first, last = part[0][1].strip(), part[-1][1].strip()
    if len(part) < 4 or first[:1] not in "\"'`" or first[:1] != last[-1:] or not first:
        return None
    return [(part[0][0], first[1:]), *part[1:-1], (part[-1][0], last[:-1])]


def _drawn(part: list[Numbered]) -> list[Numbered] | None:
    """The rows of LaTeX, of its package for puzzles or of a table, as fields between bars."""
    rows = []
    for number, line in part:
        found = _LATEX_ROW.match(line)
        if found is not None:
            rows.append((number, found[1]))
        elif line.count("&") > 2:
            rows.append((number, f"|{'|'.join(_LATEX_END.sub('', line).split('&'))}|"))
    return rows or None


def _summed(part: list[Numbered]) -> list[Numbered] | None:
    """A map of cages in letters with their sums, in the line above or below, as one line: KrazyDad's form."""
    for at in range(len(part) - 1):
        for sums, (number, letters) in ((part[at][1], part[at + 1]), (part[at + 1][1], part[at])):
            bare = letters.strip()
            size = SIZES.get(len(bare), 0)
            if size < LEAST_LOOSE or not _CAGES.fullmatch(bare) or not _SUMS.fullmatch(sums):
                continue
            numbers = _NUMBER.findall(sums)
            if len(set(bare)) == len(numbers) and sum(map(int, numbers)) == size * size * (size + 1) // 2:
                return [(number, f"K{bare} | {','.join(numbers)}")]
    return None


def with_sums(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where a map of cages in letters, a row to a line, and the list of their sums below it ("A=11, B=8")
    stand as one line in KrazyDad's form. A letter without a sum is a cage without one.
    """
    out: list[list[Numbered]] = []
    held: list[Numbered] = []
    for part in parts:
        for is_sums, run in groupby(part, lambda one: _LETTER_SUMS.fullmatch(one[1]) is not None):
            lines = list(run)
            sums = _sums_of(lines) if is_sums else {}
            letters = _letters_of(held)
            if letters and sums.keys() and sums.keys() <= set(letters):
                order = sorted(set(letters), key=ascii_letters.swapcase().index)
                size = math.isqrt(len(letters))
                out += [held[:-size]] if held[:-size] else []
                out.append([(held[-size][0], f"K{letters} | {','.join(str(sums.get(one, 0)) for one in order)}")])
                held = []
            else:
                out += [held] if held else []
                held = lines
        if held and not _letters_of(held):
            out.append(held)
            held = []
    return [*out, held] if held else out


def _letters_of(lines: list[Numbered]) -> str:
    """The letters of a map of cages that ends some lines, row by row; "" if they do not end in one."""
    rows = ["".join(_SEPARATORS.sub("", line).split()) for _, line in lines]
    size = len(rows[-1]) if rows else 0
    letters = "".join(rows[-size:])
    sound = size in BOXES and LEAST_LOOSE <= size <= len(rows) and all(len(row) == size for row in rows[-size:])
    return letters if sound and letters.isascii() and letters.isalpha() and len(set(letters)) >= size else ""


def _sums_of(lines: list[Numbered]) -> dict[str, int]:
    """The sums of a list by their letters; nothing where a letter has two."""
    found = [one for _, line in lines for one in _LETTER_SUM.findall(line)]
    return {letter: int(total) for letter, total in found} if len({one[0] for one in found}) == len(found) else {}


def unbraced(part: list[Numbered]) -> list[Numbered]:
    """The lines, where rows of cells in braces stand as plain rows."""
    return [(number, _row_in_braces(line) or line) for number, line in part if line.strip() != ":"]


def _row_in_braces(line: str) -> str:
    cells = _BRACED.findall(line) if "{" in line else ()
    if len(cells) not in BOXES or len(cells) < LEAST_LOOSE or len(_BRACED.sub("", line).split()) > 1:
        return ""
    return " ".join(cell or "." for cell in cells)


WAYS = (_plain, _unquoted, _dequoted, _drawn, framed, _summed, in_one_line, padded, candidates, labelled)
"""In the order in which they are tried."""
