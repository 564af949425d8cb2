"""Puzzles as rows of a bank, made with kernels: forms, patterns, whole batches packed, and pieces of catalogues."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, made_puzzles
from bookmaker.logic.solve.canonical_form import canonical, least_image
from bookmaker.publishing.bank.filling import Piece, Workers
from bookmaker.publishing.bank.rows import (
    Class,
    Record,
    Stored,
    Techniques,
    cages_of,
    changed,
    class_of,
    clues_of,
    extra,
    hundredths,
    signed,
)
from bookmaker.puzzles.grid.automorphisms import LARGEST
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, VARIED, Symmetry, maps
from bookmaker.puzzles.grid.symmetry import symmetries_of as symmetries_on
from bookmaker.version import VERSION

_TINY = 4
"""Up to this size puzzles are compared cell by cell, as :class:`bookmaker.logic.generation.distinct_puzzles.Seen` does."""


def identities(puzzles: Sequence[Puzzle]) -> list[int]:
    """A signed 64-bit hash of the canonical form of each puzzle: equal for puzzles that are turned or relabelled copies.

    Different puzzles share one with a chance of 3 in 100 for a billion puzzles; the second is then taken for a copy.
    """
    batches: dict[Geometry, list[int]] = {}
    found = [0] * len(puzzles)
    for index, puzzle in enumerate(puzzles):
        ground = puzzle.geometry
        if ground.size <= _TINY:
            found[index] = _hash(puzzle, puzzle.givens)
        elif ground.plain and ground.size <= LARGEST and not puzzle.cages:
            batches.setdefault(ground, []).append(index)
        else:
            form = least_image(puzzle)
            found[index] = _hash(form, form.givens)
    for ground, indices in batches.items():
        cells = np.frombuffer(bytearray(b"".join(puzzles[index].givens for index in indices)), np.uint8)
        forms = canonical(cells.reshape(len(indices), -1), ground)
        for index, form in zip(indices, forms, strict=True):
            found[index] = _hash(puzzles[index], form.tobytes())
    return found


def require_unchanged(rows: Sequence[Stored]) -> None:
    """Raise InputError for a row of a bank whose puzzle is another one than was added; a seal says so of its row already."""
    rows = [row for row in rows if not row.sealed]
    for row, identity in zip(rows, identities([row.puzzle for row in rows]), strict=True):
        if row.identity != identity:
            raise changed(row.identity, "its puzzle is another one than was added")


def _hash(form: Puzzle, givens: bytes) -> int:
    ground = form.geometry
    clues = f"{clues_of(form)}/" if ground.clued else ""
    described = f"{ground.kind}/{ground.size}/{ground.areas}/{cages_of(form.cages)}/{clues}".encode()
    return int.from_bytes(hashlib.blake2b(described + givens, digest_size=8).digest(), "big", signed=True)


def packed(grids: Sequence[bytes], size: int) -> list[bytes]:
    """The digits of full grids of one size, in half a byte each where that is enough."""
    if size > 15 or not grids:
        return list(grids)
    cells = np.frombuffer(b"".join(grids), np.uint8).reshape(len(grids), -1)
    even = np.zeros((len(grids), cells.shape[1] + cells.shape[1] % 2), np.uint8)
    even[:, : cells.shape[1]] = cells
    return _rows((even[:, ::2] << 4 | even[:, 1::2]).astype(np.uint8))


def _rows(table: npt.NDArray[np.uint8]) -> list[bytes]:
    data, width = table.tobytes(), table.shape[1]
    return [data[start : start + width] for start in range(0, len(data), width)]


def given_masks(puzzles: Sequence[bytes]) -> list[bytes]:
    """Which cells are given in puzzles of one size, a bit for each, the first cell's the highest.

    With the solution that makes the givens.
    """
    if not puzzles:
        return []
    cells = np.frombuffer(b"".join(puzzles), np.uint8).reshape(len(puzzles), -1)
    # The first byte begins with the bits that are left over.
    bits = np.zeros((len(puzzles), cells.shape[1] + -cells.shape[1] % 8), bool)
    bits[:, -cells.shape[1] :] = cells != 0
    return _rows(np.packbits(bits, axis=1))


def symmetry_of(puzzle: Puzzle) -> str:
    """The richest symmetry of the pattern of givens, or of the cages where there are none; ``"none"`` if it has none."""
    return symmetries_of([puzzle])[0]


def symmetries_of(puzzles: Sequence[Puzzle]) -> list[str]:
    """:func:`symmetry_of` each; patterns of one shape are compared together."""
    found = [""] * len(puzzles)
    shapes: dict[_Shape, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        if any(puzzle.givens):
            shapes.setdefault(_shape(puzzle.geometry), []).append(index)
        else:
            found[index] = next(name for name in _richest(_shape(puzzle.geometry)) if is_symmetric(puzzle, name))
    for shape, indices in shapes.items():
        cells = np.frombuffer(b"".join(puzzles[index].givens for index in indices), np.uint8)
        patterns = cells.reshape(len(indices), -1) != 0
        left = np.arange(len(indices))
        for name, turned in _turned(shape):
            kept = patterns[left]
            holds = np.all([np.all(kept[:, image] == kept, axis=1) for image in turned], axis=0)
            for place in left[holds]:
                found[indices[place]] = name
            left = left[~holds]
    return found


def is_symmetric(puzzle: Puzzle, symmetry: Symmetry) -> bool:
    """Whether the pattern of givens, or of the cages where there are none, has a symmetry, perhaps with others."""
    if symmetry == VARIED:
        return True
    given = {frozenset([cell]) for cell, digit in enumerate(puzzle.givens) if digit}
    marked = given or {frozenset(cage.cells) for cage in puzzle.cages}
    images = maps(symmetry, _shape(puzzle.geometry))
    return all({frozenset(image[cell] for cell in mark) for mark in marked} == marked for image in images)


def including(symmetry: Symmetry, ground: Geometry) -> tuple[Symmetry, ...]:
    """The symmetries whose patterns have this one, too: quarter turns twice are a half turn."""
    shape = _shape(ground)
    if symmetry == VARIED:
        return tuple(_richest(shape))
    wanted = set(maps(symmetry, shape))
    return tuple(name for name in _richest(shape) if wanted <= set(maps(name, shape)))


_Shape = Geometry | int
"""The key of the maps of cells: the size of a square, or several grids that share cells."""


def _shape(ground: Geometry) -> _Shape:
    return ground if ground.overlapping else ground.size


def _richest(shape: _Shape) -> list[Symmetry]:
    names = SYMMETRIES if isinstance(shape, int) else symmetries_on(shape)
    return sorted(names, key=lambda name: -len(maps(name, shape)))


@cache
def _turned(shape: _Shape) -> list[tuple[Symmetry, list[np.ndarray]]]:
    """Where the cells of a pattern come from under each symmetry, the richest symmetry first."""
    return [(name, [np.array(image) for image in maps(name, shape)]) for name in _richest(shape)]


def records(puzzles: Sequence[GradedPuzzle], version: str) -> list[Record]:
    """The rows of proven and graded puzzles. ``version``: who graded them."""
    made: list[Record] = []
    classes: dict[Class, Class] = {}
    paths: dict[Techniques, Techniques] = {}
    every = [item.puzzle for item in puzzles]
    masks, solutions = _compact(puzzles)
    columns = zip(puzzles, identities(every), symmetries_of(every), masks, solutions, strict=True)
    for item, identity, symmetry, mask, solution in columns:
        puzzle, grade = item.puzzle, item.grade
        own, path = class_of(puzzle.geometry, grade, symmetry), tuple(grade.techniques.items())
        made.append(
            (
                identity, classes.setdefault(own, own), grade.score, hundredths(grade), puzzle.given_count, version,
                signed(item.seed), mask, solution, paths.setdefault(path, path), extra(puzzle, named=True),
            )
        )  # fmt: skip
    return made


def _compact(puzzles: Sequence[GradedPuzzle]) -> tuple[list[bytes], list[bytes]]:
    """The masks of givens and the packed solutions of puzzles; those with as many cells of as many digits together."""
    masks, solutions = [b""] * len(puzzles), [b""] * len(puzzles)
    alike: dict[tuple[int, int], list[int]] = {}
    for index, item in enumerate(puzzles):
        alike.setdefault((item.puzzle.geometry.size, len(item.solution)), []).append(index)
    for (size, _), indices in alike.items():
        own = given_masks([puzzles[index].puzzle.givens for index in indices])
        full = packed([puzzles[index].solution for index in indices], size)
        for index, mask, solution in zip(indices, own, full, strict=True):
            masks[index], solutions[index] = mask, solution
    return masks, solutions


def made(piece: Piece, stop: Stop = lambda: False) -> list[Record | None]:
    """The rows of a piece, one for each number, None where no puzzle could be made."""
    seeds = [seed_for(piece.seed, piece.part, number) for number in range(piece.first, piece.first + piece.count)]
    found = made_puzzles(piece.order, seeds, stop)
    rows = iter(records([item for item in found if isinstance(item, GradedPuzzle)], VERSION))
    return [next(rows) if isinstance(item, GradedPuzzle) else None for item in found]


def threads(jobs: int) -> Workers:
    """Threads of this machine."""

    def results(pieces: Iterator[Piece]) -> Iterator[list[Record | None]]:
        return ordered_map(made, pieces, jobs)

    return results
