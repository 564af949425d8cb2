"""What a cover shows of its book: words, puzzles, counts, an image, a barcode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bookmaker.base.errors import Place
from bookmaker.printing.covers.barcode import Barcode
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.styles.style import Style


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the book: its rank from 1, its name, and how many puzzles have it, in words."""

    rank: int
    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a cover shows.

    ``texts`` are named as in :data:`bookmaker.printing.covers.elements.WORDS`, ``places`` say where the spec has them.
    ``puzzle`` is the one of the pictures, ``solution`` its digits, ``marked`` the cells that stand out: its givens, or some
    others if it has none; ``sample`` stands on the back above ``sample_caption``. ``spine_words``: whether the spine bears any;
    ``spine_upwards``: whether they are read from the foot to the head. ``covered``: the middle and the radius, in points of the
    page, of the badge under which patterns of cells stay empty.
    """

    look: Style
    texts: Mapping[str, str]
    places: Mapping[str, Place]
    puzzle: GridPicture
    solution: bytes
    marked: frozenset[int]
    sample: GridPicture
    sample_caption: str
    sample_rank: int
    levels: tuple[Level, ...]
    seed: int
    image: Path | None = None
    barcode: Barcode | None = None
    barcode_box: bool = True
    covered: tuple[float, float, float] | None = None
    spine_upwards: bool = False
