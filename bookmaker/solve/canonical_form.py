"""One form for all symmetric images of a puzzle: whether two puzzles are the same, turned or relabelled.

The canonical form is the least image in reading order, an empty cell counting less than any digit ("min-lex"). Images are made by
the symmetries of the geometry and by relabelling the digits. Classic grids: bands, stacks, rows in a band and columns in a stack
permuted and, where boxes are square, rows and columns exchanged (:mod:`bookmaker.kernels.canon` tells how the least is
found). X grids: those of them that move the diagonals onto the diagonals; they are few, and tried one by one.

Sizes up to 9; in larger grids the search for a solution grid's form would begin at hundreds of thousands of places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.errors import Fault, Place, UsageError
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solve.solver import as_cells, by_geometry
from bookmaker.variants import geometry as geometry_of

_LARGEST = 9


def has_canonical(geometry: Geometry) -> bool:
    """Whether puzzles on this geometry have a canonical form here."""
    return geometry.kind in {"classic", "x"} and geometry.size <= _LARGEST


def canonical(puzzles: npt.ArrayLike, geometry: Geometry | None = None) -> npt.NDArray[np.uint8]:
    """The canonical form of each puzzle or solution grid: [n, cells] of any integer type (0 = empty) -> uint8[n, cells].

    ``geometry`` is 9x9 classic if None. Givens may clash. Raises ValueError for a wrong shape or type or a digit out of range,
    UsageError for a geometry without canonical forms.
    """
    ground = geometry or geometry_of("classic", 9)
    _require_canonical(ground)
    return _forms(as_cells(puzzles, ground), ground)[0]


def canonical_of(puzzle: Puzzle) -> Puzzle:
    """The canonical form of a puzzle, which keeps the name and the source but not the answer. Raises UsageError."""
    return Puzzle(puzzle.geometry, _form(puzzle)[0], puzzle.source, puzzle.name)


def canonical_forms(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """:func:`canonical_of` for each of several puzzles, those of one geometry together."""
    out: dict[int, Puzzle] = {}
    for ground, chosen in by_geometry(puzzles).items():
        _require_canonical(ground, puzzles[chosen[0]].source)
        givens = b"".join(puzzles[place].givens for place in chosen)
        cells = as_cells(np.frombuffer(givens, np.uint8).reshape(len(chosen), -1), ground)
        for place, form in zip(chosen, _forms(cells, ground)[0], strict=True):
            out[place] = Puzzle(ground, form.tobytes(), puzzles[place].source, puzzles[place].name)
    return [out[place] for place in range(len(puzzles))]


def likeness(puzzle: Puzzle) -> object:
    """What all images of a puzzle have in common and few others share: where it differs, no canonical form need be compared.

    Each given is told by how often its digit is given, how many givens its box has, and how many its row and its column,
    which may change places.
    """
    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box
    cells = [(*divmod(cell, size), digit) for cell, digit in enumerate(puzzle.givens) if digit]
    across = size // width
    rows, columns, boxes, digits = ([0] * (size + 1) for _ in range(4))
    for row, column, digit in cells:
        rows[row] += 1
        columns[column] += 1
        boxes[row // height * across + column // width] += 1
        digits[digit] += 1
    told = [
        (digits[digit], boxes[row // height * across + column // width], *sorted((rows[row], columns[column])))
        for row, column, digit in cells
    ]
    return puzzle.geometry.kind, size, tuple(sorted(told))


def same_up_to_symmetry(a: Puzzle, b: Puzzle) -> bool:
    """Whether one puzzle is an image of the other. Raises UsageError for a geometry without canonical forms."""
    return a.geometry == b.geometry and _form(a)[0] == _form(b)[0]


def automorphisms(puzzle: Puzzle) -> int:
    """How many symmetries of the cells, with a relabelling of the digits, map a puzzle to itself; 1 for most.

    Raises UsageError for a geometry without canonical forms.
    """
    return _form(puzzle)[1]


def _require_canonical(geometry: Geometry, source: Place | None = None) -> None:
    if not has_canonical(geometry):
        size = f"{geometry.size}×{geometry.size}"
        raise UsageError(Fault(f"{size} puzzles of kind {geometry.kind} have no canonical form here", source))


def _form(puzzle: Puzzle) -> tuple[bytes, int]:
    _require_canonical(puzzle.geometry, puzzle.source)
    cells = as_cells(np.frombuffer(puzzle.givens, np.uint8).reshape(1, -1), puzzle.geometry)
    forms, symmetries = _forms(cells, puzzle.geometry)
    return forms[0].tobytes(), int(symmetries[0])


def _forms(cells: npt.NDArray[np.uint8], geometry: Geometry) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Canonical forms and numbers of symmetries: the one place that chooses how."""
    forms = np.zeros_like(cells)
    symmetries = np.zeros(len(cells), np.int64)
    if geometry.kind == "x":
        for at, puzzle in enumerate(cells):
            forms[at], symmetries[at] = _least_of(puzzle[_x_maps(*geometry.box)], geometry.size)
        return forms, symmetries
    full = (cells != 0).all(axis=1)
    if full.any():
        from bookmaker.kernels.canon_grids import grids_batch

        found = forms[full], symmetries[full]
        grids_batch(cells[full], *geometry.box, *found)
        forms[full], symmetries[full] = found
    # Givens that clash can fill a grid too, and are no solution grid.
    rest = symmetries == 0
    if rest.any():
        from bookmaker.kernels.canon import canonical_batch

        found = forms[rest], symmetries[rest]
        canonical_batch(cells[rest], *geometry.box, *found)
        forms[rest], symmetries[rest] = found
    return forms, symmetries


def _line_orders(group: int, groups: int) -> Iterator[tuple[int, ...]]:
    """All orders of group * groups lines that keep groups of ``group`` neighbours together."""
    for outside in permutations(range(groups)):
        for insides in product(permutations(range(group)), repeat=groups):
            yield tuple(g * group + line for g, inside in zip(outside, insides, strict=True) for line in inside)


@cache
def _x_maps(height: int, width: int) -> npt.NDArray[np.intp]:
    """The symmetries of an X grid: for each, the cell that comes to each place, intp[symmetries, cells].

    Let row i of the image be row p(i) and column i be column q(i). The falling diagonal of the image shows the cells
    (p(i), q(i)). They are on the falling diagonal exactly if q = p, on the rising one exactly if q(i) = last - p(i). In
    both cases the rising diagonal's cells (p(i), q(last - i)) are on the other diagonal exactly if
    p(last - i) = last - p(i). Exchanging rows and columns keeps both diagonals. For 9x9 there are 24 such p, hence
    24 * 2 * 2 = 96 symmetries.
    """
    size = height * width
    last = size - 1
    columns = set(_line_orders(width, height))
    cells = np.arange(size * size).reshape(size, size)
    maps = []
    for p in _line_orders(height, width):
        if all(p[last - i] == last - p[i] for i in range(size)):
            for q in (p, tuple(last - line for line in p)):
                if q in columns:
                    moved = cells[np.ix_(p, q)]
                    maps += [moved.ravel(), moved.T.ravel()] if height == width else [moved.ravel()]
    return np.array(maps)


def _least_of(images: npt.NDArray[Any], size: int) -> tuple[npt.NDArray[np.uint8], int]:
    """The least of images uint8[k, cells] after relabelling, and how many of them are equal to it."""
    labels = np.zeros((len(images), size + 1), np.uint8)
    known = 0
    least = np.zeros(images.shape[1], np.uint8)
    for cell in range(images.shape[1]):
        digits = images[:, cell]
        rows = np.arange(len(images))
        shown = labels[rows, digits]
        shown[(shown == 0) & (digits != 0)] = known + 1
        least[cell] = shown.min()
        kept = shown == least[cell]
        images, labels, digits = images[kept], labels[kept], digits[kept]
        if least[cell] > known:
            known += 1
            labels[np.arange(len(images)), digits] = known
    return least, len(images)
