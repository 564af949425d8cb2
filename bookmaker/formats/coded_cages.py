"""Cages as programs list them: ``([0, 1, 9], 15)``, ``(15, [(0, 0), (0, 1)])``: cells by index, or by row and column.

Numbers in brackets may mean anything, so a list is taken for cages only where these cover a grid, each cell once, and their sums
are those of a full grid: numbered boxes or regions cover one as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from bookmaker.grid.geometry import BOXES
from bookmaker.grid.puzzle import Cage

_INDICES = r"[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*"
_PAIR = r"[\[({]\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*[\])}]"
_CELLS = rf"[\[({{]\s*((?:{_INDICES}|{_PAIR}(?:\s*,\s*{_PAIR})*)(?:\s*,)?\s*)[\])}}]"
_CAGE = re.compile(
    rf"[\[({{]\s*(?:{_CELLS}\s*,\s*([0-9]{{1,3}})|([0-9]{{1,3}})\s*,\s*{_CELLS})(?:\s*,)?\s*[\])}}]", re.ASCII
)
_BETWEEN = re.compile(r"(?:[\s,;]|#[^\n]*|//[^\n]*)*")
_NUMBER = re.compile("[0-9]+")
_FEWEST = 4


@dataclass(frozen=True)
class Listed:
    """A list of cages that was found: the size of the grid that they cover, and where it begins and ends in the text."""

    size: int
    cages: tuple[Cage, ...]
    start: int
    end: int


def found(text: str) -> Iterator[Listed]:
    """The lists of cages in a text that cover a grid."""
    run: list[re.Match[str]] = []
    for cage in _CAGE.finditer(text):
        if run and _BETWEEN.fullmatch(text, run[-1].end(), cage.start()) is None:
            yield from _covering(run)
            run = []
        run.append(cage)
    yield from _covering(run)


def _covering(run: list[re.Match[str]]) -> Iterator[Listed]:
    if len(run) < _FEWEST:
        return
    listed = [one[1] or one[4] for one in run]
    numbers = [[int(number) for number in _NUMBER.findall(cells)] for cells in listed]
    paired = ["(" in cells or "[" in cells or "{" in cells for cells in listed]
    cells: list[list[tuple[int, ...]]]
    at: dict[tuple[int, ...], int]
    if all(paired):
        cells = [list(zip(some[::2], some[1::2], strict=True)) for some in numbers]
    elif not any(paired):
        cells = [[(number,) for number in some] for some in numbers]
    else:
        return
    many = [cell for some in cells for cell in some]
    size = isqrt(len(many))
    if size not in BOXES:
        return
    for first in (0, 1):
        if all(paired):
            at = {(cell // size + first, cell % size + first): cell for cell in range(size * size)}
        else:
            at = {(cell + first,): cell for cell in range(size * size)}
        if len(many) == len(at) and set(many) == at.keys():
            sums = [int(one[2] or one[3]) for one in run]
            if not _possible(list(map(len, cells)), sums, size):
                return
            cages = tuple(
                Cage(tuple(at[cell] for cell in some), total) for some, total in zip(cells, sums, strict=True)
            )
            yield Listed(size, cages, run[0].start(), run[-1].end())
            return


def _possible(counts: list[int], sums: list[int], size: int) -> bool:
    """Whether cages of so many cells each, which cover a grid, may have these sums."""
    return sum(sums) == size * size * (size + 1) // 2 and all(
        count <= size and count * (count + 1) // 2 <= total <= count * (2 * size + 1 - count) // 2
        for count, total in zip(counts, sums, strict=True)
    )
