"""The table of cage combinations: for each number of cells and each sum, the sets of digits that make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bookmaker.base.language import Catalogue
from bookmaker.printing.pages.columns import Entry, Heading
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import SYMBOLS

_LARGEST_WHOLE = 9
_MOST_CELLS_BEYOND = 3
"""Grids above 9x9 have thousands of sets of four cells and more: their tables end with three."""


def sums(size: int, cells: int) -> dict[int, list[str]]:
    """For each sum, ascending, the sets of so many different digits from 1 to ``size`` that make it, in order."""
    found: dict[int, list[str]] = {}
    for digits in combinations(range(1, size + 1), cells):
        found.setdefault(sum(digits), []).append("".join(SYMBOLS[digit - 1] for digit in digits))
    return dict(sorted(found.items()))


def table(look: Style, words: Catalogue, sizes: Sequence[int], largest: int | None = None) -> Iterator[Heading | Entry]:
    """The rows of the table for grids of these sizes, in their order; ``largest``: the most cells of a cage."""
    wanted, shown = list(dict.fromkeys(sizes)), look.combinations
    between = "+" if shown.plus else ""
    for size in wanted:
        if len(wanted) > 1:
            yield Heading(words.text("combinations.grid", size=size), large=True)
        most = size if size <= _LARGEST_WHOLE else _MOST_CELLS_BEYOND
        for cells in range(2, min(most, largest or shown.cells) + 1):
            yield Heading(words.plural("combinations.cells", cells))
            for total, sets in sums(size, cells).items():
                if len(sets) <= shown.ways:
                    yield Entry(str(total), tuple(map(between.join, sets)))
