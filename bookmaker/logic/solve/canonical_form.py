"""One form for all symmetric images of a puzzle: whether two puzzles are the same, turned or relabelled.

The canonical form is the least image in reading order, an empty cell counting less than any digit ("min-lex"). Images are made by
the symmetries of the rules and by relabelling the digits. Classic grids: bands, stacks, rows in a band and columns in a stack
permuted and, where boxes are square, rows and columns exchanged (:mod:`bookmaker.logic.kernels.canon` finds the least). Other
rules: the symmetries that keep them (:mod:`bookmaker.puzzles.grid.automorphisms`), tried one by one. Cages and regions are
connected, so puzzles with them are only turned and reflected. With cages or relations digits are relabelled only by counting
from the other end, if at all.

Grids of sizes above 9 are only turned and reflected: the search for a solution grid's form would have hundreds of thousands of
starts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from bookmaker.base.errors import Fault, UsageError
from bookmaker.logic.solve.solver import as_cells
from bookmaker.puzzles.grid.automorphisms import LARGEST, automorphisms, both_ends, relabellings, turns
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLUES, boxless, regions_of, unclued
from bookmaker.puzzles.rules import geometry as geometry_of

T = TypeVar("T")


def canonical(puzzles: npt.ArrayLike, geometry: Geometry | None = None) -> npt.NDArray[np.uint8]:
    """The canonical form of each puzzle or solution grid: [n, cells] of any integer type (0 = empty) -> uint8[n, cells].

    ``geometry`` is 9x9 classic if None. Givens may clash. Raises ValueError for a wrong shape or type or a digit out of range,
    UsageError for a geometry with cages, regions or clues, which belong to the form too.
    """
    ground = geometry or geometry_of()
    cells = as_cells(puzzles, ground)
    if ground.regions is not None or ground.clued:
        raise UsageError("the canonical form of such a puzzle has other regions or clues: use canonical_of")
    if ground.plain and ground.size <= LARGEST:
        return _plain_forms(cells, ground)[0]
    forms = np.zeros_like(cells)
    for at, row in enumerate(cells):
        forms[at] = np.frombuffer(_least(Puzzle(ground, row.tobytes()))[0].givens, np.uint8)
    return forms


def canonical_of(puzzle: Puzzle) -> Puzzle:
    """The canonical form of a puzzle, which keeps the name and the source but not the answer.

    Raises UsageError for a plain grid larger than 9x9, whose rows and columns have too many orders.
    """
    ground = puzzle.geometry
    if ground.plain and ground.size > LARGEST and not puzzle.cages:
        size = f"{ground.size}×{ground.size}"
        raise UsageError(Fault(f"{size} puzzles of kind {ground.kind} have no canonical form", puzzle.source))
    return least_image(puzzle)


def least_image(puzzle: Puzzle) -> Puzzle:
    """The canonical form; for a plain grid larger than 9x9 the least of its turned and relabelled images."""
    return _form(puzzle)[0]


def likeness(puzzle: Puzzle) -> object:
    """An invariant of all images of a puzzle that few other puzzles share; puzzles that differ in it need no canonical form.

    For each given it has how often its digit is given, and the numbers of givens in its box and, in either order, its row and
    column; for each cage its size and sum, or those that it has where digits are counted from the other end; for each clue how
    far its cells lie from the edges.
    """
    geometry, size = puzzle.geometry, puzzle.geometry.size
    digits = np.frombuffer(puzzle.givens, np.uint8)
    (given,) = digits.nonzero()
    counts = [np.bincount(of)[of] for of in (digits[given], *_lines_of(geometry.ground)[:, given])]
    held = counts[0] * _MOST + counts[1]
    for part in np.minimum(*counts[2:]), np.maximum(*counts[2:]):
        held = held * _MOST + part
    held.sort()
    cages = min(_sums(puzzle.cages, size, mirrored) for mirrored in (False, True)) if puzzle.cages else []
    clues = sorted([_alike(clue, size) for clue in puzzle.clues])
    return geometry.kind, size, geometry.box, held.tobytes(), tuple(cages), tuple(clues)


def _sums(cages: Iterable[Cage], size: int, mirrored: bool) -> list[tuple[int, int]]:
    """Size and sum (-1 for none) of each cage, sorted; with each digit d as size + 1 - d if ``mirrored``."""
    return sorted((len(cage.cells), -1 if (total := _total(cage, size, mirrored)) is None else total) for cage in cages)


def _total(cage: Cage, size: int, mirrored: bool) -> int | None:
    """The sum of a cage; if ``mirrored``, that of its digits counted from the other end."""
    return len(cage.cells) * (size + 1) - cage.sum if mirrored and cage.sum is not None else cage.sum


_MOST = 1 << 12
"""More than there are cells: four counts are digits of one number to this base."""


@lru_cache(maxsize=64)
def _lines_of(ground: Geometry) -> npt.NDArray[np.int64]:
    """The box, the row and the column of each cell, int64[3, cells]."""
    places = [ground.place(cell) for cell in range(ground.cell_count)]
    rows, columns = zip(*places, strict=True)
    return np.array([ground.box_of, rows, columns], np.int64)


@cache
def _depths(size: int) -> tuple[int, ...]:
    """For each cell of a square how far it lies from the edges, as one number: the same for all images of a cell by turns."""
    ends = [min(line, size - 1 - line) for line in range(size)]
    return tuple(size * min(row, column) + max(row, column) for row in ends for column in ends)


@lru_cache(maxsize=4096)
def _alike(clue: Clue, size: int) -> tuple[object, ...]:
    """What turns leave of a clue."""
    found = [_depths(size)[cell] for cell in clue.cells]
    return clue.kind, tuple(found if CLUES[clue.kind].ordered else sorted(found)), clue.value


def same_up_to_symmetry(a: Puzzle, b: Puzzle) -> bool:
    """Whether one puzzle is an image of the other."""
    one, other = a.geometry, b.geometry
    if (one.kind, one.size, one.box) != (other.kind, other.size, other.box):
        return False
    return _form(a)[0] == _form(b)[0]


class Copies(Generic[T]):
    """Puzzles, each with a value, among which copies are found: turned, relabelled, or counted from the other end.

    Only those that share a likeness get a canonical form, each once, so that the work grows as the number of puzzles does however
    alike they are.
    """

    def __init__(self) -> None:
        self._alike: dict[object, tuple[Puzzle, T] | dict[Puzzle, T]] = {}
        self._last: tuple[Puzzle | None, Puzzle | None] = None, None

    def find(self, puzzle: Puzzle, looks: object) -> T | None:
        """The value of the puzzle that this one is a copy of, if any. ``looks``: its :func:`likeness`, or a digest of it."""
        forms = self._forms(looks)
        return None if forms is None else forms.get(self._form(puzzle))

    def add(self, puzzle: Puzzle, looks: object, value: T) -> None:
        """Remember a puzzle, unless one of its copies is there."""
        forms = self._forms(looks)
        if forms is None:
            self._alike[looks] = puzzle, value
        else:
            forms.setdefault(self._form(puzzle), value)

    def _forms(self, looks: object) -> dict[Puzzle, T] | None:
        held = self._alike.get(looks)
        if held is None or isinstance(held, dict):
            return held
        first, value = held
        forms = {least_image(first): value}
        self._alike[looks] = forms
        return forms

    def _form(self, puzzle: Puzzle) -> Puzzle:
        # A puzzle is looked for, and then added.
        last, form = self._last
        if form is None or last is not puzzle:
            form = least_image(puzzle)
            self._last = puzzle, form
        return form


def symmetry_count(puzzle: Puzzle) -> int:
    """How many symmetries of the cells, with a relabelling of the digits, map a puzzle to itself; 1 for most."""
    return _form(puzzle)[1]


def _form(puzzle: Puzzle) -> tuple[Puzzle, int]:
    ground = puzzle.geometry
    if puzzle.cages or not ground.plain or ground.size > LARGEST:
        return _least(puzzle)
    cells = as_cells(np.frombuffer(puzzle.givens, np.uint8).reshape(1, -1), ground)
    forms, symmetries = _plain_forms(cells, ground)
    return Puzzle(ground, forms[0].tobytes(), puzzle.source, puzzle.name), int(symmetries[0])


def _plain_forms(
    cells: npt.NDArray[np.uint8], geometry: Geometry
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Canonical forms on a plain grid, and numbers of symmetries."""
    forms = np.zeros_like(cells)
    symmetries = np.zeros(len(cells), np.int64)
    full = (cells != 0).all(axis=1)
    if full.any():
        from bookmaker.logic.kernels.canon import grids_batch

        found = forms[full], symmetries[full]
        grids_batch(cells[full], *geometry.box, *found)
        forms[full], symmetries[full] = found
    # A full grid may still clash, and is then no solution grid.
    rest = symmetries == 0
    if rest.any():
        from bookmaker.logic.kernels.canon import canonical_batch

        found = forms[rest], symmetries[rest]
        canonical_batch(cells[rest], *geometry.box, *found)
        forms[rest], symmetries[rest] = found
    return forms, symmetries


def _images(puzzle: Puzzle) -> npt.NDArray[np.intp]:
    """The maps of cells that make images of the puzzle: the cell that comes to each place, intp[maps, cells]."""
    ground = puzzle.geometry
    if ground.regions is not None or ground.clued:
        # A turned map of regions is a map of regions, too, and so are clues. Only the other rules must stay the same.
        others = unclued(ground.rules)
        return turns(geometry_of(others if ground.boxed else boxless(others), ground.size, box=ground.own_box))
    return turns(ground) if puzzle.cages else automorphisms(ground)


def _least(puzzle: Puzzle) -> tuple[Puzzle, int]:
    """The least image of a puzzle, by regions, clues, cages and givens in this order, and how many images are equal to it."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    maps = _images(puzzle)
    regions = ground.regions
    if regions is not None:
        turned = [regions_of([regions[cell] for cell in image], size) for image in maps.tolist()]
        regions = min(turned)
        maps = maps[[one == regions for one in turned]]
    clues = ground.clues
    if clues is not None:
        moved = [_moved(clues, image) for image in maps]
        clues = min(moved)
        maps = maps[[one == clues for one in moved]]
    givens = np.frombuffer(puzzle.givens, np.uint8)[maps]
    labels = relabellings(ground)
    if labels is None and puzzle.cages:
        labels = both_ends(size)
    if labels is None:
        least, count = _least_of(givens, size)
        cages: tuple[Cage, ...] = ()
    else:
        ways = [
            (_sorted(puzzle.cages, image, size, way[1] != 1), way[row].astype(np.uint8).tobytes())
            for image, row in zip(maps, givens, strict=True)
            for way in labels
        ]
        cages, held = min(ways, key=lambda way: (_keys(way[0]), way[1]))
        least, count = np.frombuffer(held, np.uint8), sum(way == (cages, held) for way in ways)
    own = regions is not None or clues is not None
    form = geometry_of(ground.rules, size, regions, clues, ground.own_box) if own else ground
    return Puzzle(form, least.tobytes(), puzzle.source, puzzle.name, cages=cages), count


def _moved(clues: tuple[Clue, ...], image: npt.NDArray[np.intp]) -> tuple[Clue, ...]:
    """Clues where a map takes them, sorted."""
    places = np.argsort(image).tolist()
    return tuple(sorted(CLUES[clue.kind].clue([places[cell] for cell in clue.cells], clue.value) for clue in clues))


def _sorted(cages: Iterable[Cage], image: npt.NDArray[np.intp], size: int, mirrored: bool) -> tuple[Cage, ...]:
    """Cages where a map takes them, in order, with sums of digits that are counted from the other end if ``mirrored``."""
    places = np.argsort(image)
    turned = []
    for cage in cages:
        cells = tuple(sorted(places[list(cage.cells)].tolist()))
        turned.append(Cage(cells, _total(cage, size, mirrored), cage.strays))
    return tuple(sorted(turned, key=lambda cage: _keys([cage])))


def _keys(cages: Iterable[Cage]) -> list[tuple[object, ...]]:
    return [(cage.cells, cage.sum is None, cage.sum or 0, cage.strays) for cage in cages]


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
