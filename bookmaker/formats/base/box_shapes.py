"""The shape of the boxes that a text says: by keys of objects, or in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar

from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import SHAPES, box_text, parse_box
from bookmaker.puzzles.rules import geometry

_Cell = TypeVar("_Cell")

_PART = r"(?:sub)?(?:box|block|region|grid)(?:es|s)?"
_HIGH = expression(rf"{_PART}(?:height|rows?|h|r)|(?:height|rows?)(?:of|per|in)?{_PART}")
_WIDE = expression(rf"{_PART}(?:width|columns?|cols?|w|c)|(?:width|columns?|cols?)(?:of|per|in)?{_PART}")
_BOTH = expression(r"(?:sub)?(?:box|block|region|grid)(?:es|s)?(?:size|shape|dims?|dimensions?)?")
_GRID = expression(r"grid(?:height|rows?|h|r|width|columns?|cols?|w|c|size|shape|dims?|dimensions?)?")
"""Keys of the whole grid, not of one of its boxes."""


def box_said(item: Mapping[str, Any], size: int) -> tuple[int, int] | None:
    """The (height, width) of the boxes that an object says by its keys; None where it says nothing, or not in which order.

    Such are ``boxes: "3x2"``, rows by columns, as we write it; ``boxHeight`` and ``box_width``, of which one is enough; and
    ``box: {"rows": 3, "columns": 2}``. Raises WrongError for a shape that boxes of a grid of this size cannot have.
    """
    height = width = None
    path = ""
    for key, value in item.items():
        known = _key(str(key))
        if known == "both" and isinstance(value, Mapping):
            inner = {f"box{one}": number for one, number in value.items()}
            found = {_key(one): number for one, number in inner.items() if type(number) is int}
            if found.keys() >= {"high", "wide"}:
                height, width, path = found["high"], found["wide"], str(key)
        elif known == "high" and type(value) is int:
            height, path = value, str(key)
        elif known == "wide" and type(value) is int:
            width, path = value, str(key)
        elif key == "boxes" and isinstance(value, str):
            try:
                height, width = parse_box(value)
            except ValueError:
                continue  # Other programs may mean anything by it.
            path = key
    if height is None and width is None:
        return None
    for one in (height, width):
        if one is not None and (one < 1 or size % one):
            raise WrongError(f"boxes that are {one} cells high or wide do not fill a grid of {size}x{size}", path)
    box = (height or size // (width or 1), width or size // (height or 1))
    if size in SHAPES and box not in SHAPES[size]:
        if 1 in box:
            return None  # A grid without boxes, or one whose boxes are its rows: nothing that says a shape.
        raise WrongError(f"boxes of {box_text(box)} (rows x columns) do not fill a grid of {size}x{size}", path)
    return box if size in SHAPES else None


def from_boxes(cells: Sequence[_Cell], size: int) -> list[_Cell]:
    """The cells of a grid row by row, from those of its usual boxes, one box after another."""
    boxes = geometry(size=size).box_of
    order = sorted(range(size * size), key=lambda cell: (boxes[cell], cell))
    return [own for _, own in sorted(zip(order, cells, strict=True), key=itemgetter(0))]


def says_boxes(key: str) -> bool:
    """Whether a key may say the shape of boxes."""
    return bool(_key(key))


@lru_cache(1 << 10)
def _key(key: str) -> str:
    """The side of boxes that a key names: ``high``, ``wide``, ``both``, or "" for neither."""
    bare = "".join(char for char in key.lower() if char.isalnum()) if len(key) < 40 else ""
    if _GRID.fullmatch(bare):
        return ""
    return (
        "high"
        if _HIGH.fullmatch(bare)
        else "wide"
        if _WIDE.fullmatch(bare)
        else "both"
        if _BOTH.fullmatch(bare)
        else ""
    )
