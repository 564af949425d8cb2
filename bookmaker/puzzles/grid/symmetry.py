"""The pattern of givens: its symmetries, which cages may have, too, and masks, which draw it in a text file."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from itertools import combinations
from typing import Literal, get_args

from bookmaker.base.errors import UsageError
from bookmaker.puzzles.grid.geometry import Geometry

EMPTY = ".0-_ "
"""The characters for a cell without a given; any other is a given."""

_DIGITS = "123456789"
"""The characters for a given of that digit, but where all givens of the drawing have the same one, as in drawings of 0 and 1."""


def parse_mask(text: str, size: int) -> dict[int, int]:
    """The cells of a drawing that hold givens, each with its digit, 0 for any: ``size`` lines of ``size`` characters.

    Lines may end early; the rest is empty. A digit up to ``size`` asks for itself. Raises ValueError with a message for people.
    """
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").rstrip("\n").split("\n")]
    if len(lines) == 1 and len(lines[0]) == size * size:
        lines = [lines[0][start : start + size] for start in range(0, size * size, size)]
    if len(lines) != size:
        raise ValueError(f"a mask of a {size}x{size} grid has {size} lines, not {len(lines)}")
    for number, line in enumerate(lines, 1):
        if len(line) > size:
            raise ValueError(f"line {number} of the mask has {len(line)} characters; a row has {size} cells")
    drawn = {r * size + c: char for r, line in enumerate(lines) for c, char in enumerate(line) if char not in EMPTY}
    digits = _DIGITS[:size] if len(set(drawn.values())) > 1 else ""
    return {cell: digits.find(char) + 1 for cell, char in drawn.items()}


def exchangeable(geometry: Geometry, mask: Set[int]) -> str:
    """Two rows of one band, or columns of one stack, that hold no given, in words; "" if there are none.

    In a grid of rows, columns and boxes, or of rows and columns alone, the two can change places in any solution, which makes a
    second one.
    """
    if geometry.bands is None:
        return ""
    size, (height, width) = geometry.size, geometry.bands
    for kind, group, cells in (
        ("rows", height, [range(r * size, (r + 1) * size) for r in range(size)]),
        ("columns", width, [range(c, size * size, size) for c in range(size)]),
    ):
        bare = [line for line in range(size) if not mask & {*cells[line]}]
        for one, other in combinations(bare, 2):
            if one // group == other // group:
                return f"{kind} {one + 1} and {other + 1}"
    return ""


Symmetry = Literal["none", "rotational", "mirror", "top-bottom", "diagonal", "quarter-turn", "varied"]
"""none; half turn; left-right; top-bottom; across the diagonal from r1c1; quarter turns; in orders only, one for each puzzle."""

VARIED: Symmetry = "varied"

SYMMETRIES: tuple[Symmetry, ...] = tuple(name for name in get_args(Symmetry) if name != VARIED)
"""Those that a pattern may have."""


def orbits(symmetry: Symmetry, ground: Geometry | int) -> list[tuple[int, ...]]:
    """The sets of cells that a symmetry maps onto each other, each ascending, in the order of their first cells.

    ``ground``: a geometry, or the size of a square. Raises UsageError for a symmetry that does not exist, or not of this
    geometry.
    """
    whole = ground if isinstance(ground, int) or ground.overlapping else ground.size
    return list(_orbits(symmetry, whole))


@lru_cache(maxsize=64)
def _orbits(symmetry: Symmetry, ground: Geometry | int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted({tuple(sorted(set(images))) for images in zip(*maps(symmetry, ground), strict=True)}))


def maps(symmetry: Symmetry, ground: Geometry | int) -> list[tuple[int, ...]]:
    """Where each map of the symmetry takes each cell; the first map is the identity.

    ``ground`` and errors: see :func:`orbits`.
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"there is no symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    if isinstance(ground, int):
        size = ground
        images = (_images(symmetry, divmod(cell, size), size, size) for cell in range(size * size))
        return list(zip(*(tuple(r * size + c for r, c in places) for places in images), strict=True))
    if symmetry not in symmetries_of(ground):
        raise UsageError(
            f"no {ground.kind} puzzle has the symmetry {symmetry!r}; it may have {', '.join(symmetries_of(ground))}"
        )
    places = (_images(symmetry, ground.place(cell), ground.height, ground.width) for cell in range(ground.cell_count))
    return list(zip(*(tuple(ground.cell_at[place] for place in moved) for moved in places), strict=True))


def symmetries_of(geometry: Geometry) -> tuple[Symmetry, ...]:
    """The symmetries that map the cells of a geometry onto its cells: all of a square."""
    if not geometry.overlapping:
        return SYMMETRIES
    height, width, cells = geometry.height, geometry.width, geometry.cell_at.keys()
    return tuple(
        name
        for name in SYMMETRIES
        if all(place in cells for here in geometry.places for place in _images(name, here, height, width))
    )


def _images(symmetry: Symmetry, place: tuple[int, int], height: int, width: int) -> tuple[tuple[int, int], ...]:
    row, column = place
    bottom, right = height - 1, width - 1
    match symmetry:
        case "rotational":
            return place, (bottom - row, right - column)
        case "mirror":
            return place, (row, right - column)
        case "top-bottom":
            return place, (bottom - row, column)
        case "diagonal":
            return place, (column, row)
        case "quarter-turn":
            return place, (column, right - row), (bottom - row, right - column), (bottom - column, row)
    return (place,)
