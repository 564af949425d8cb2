"""Puzzles as rows of a bank, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import and_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import Grade
from bookmaker.grid.automorphisms import LARGEST
from bookmaker.grid.geometry import Clue, Geometry
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.grid.symmetry import SYMMETRIES, Symmetry, maps
from bookmaker.grid.symmetry import symmetries_of as symmetries_on
from bookmaker.solve.canonical_form import canonical, least_image
from bookmaker.variants import geometry as geometry_of

_TINY = 4
"""Up to this size puzzles are compared cell by cell, as :class:`bookmaker.generation.distinct_puzzles.Seen` does."""


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


def _hash(form: Puzzle, givens: bytes) -> int:
    ground = form.geometry
    clues = f"{_clues(form)}/" if ground.clued else ""
    described = f"{ground.kind}/{ground.size}/{ground.regions}/{_cages(form.cages)}/{clues}".encode()
    return int.from_bytes(hashlib.blake2b(described + givens, digest_size=8).digest(), "big", signed=True)


def _cages(cages: Sequence[Cage]) -> list[tuple[int | None, tuple[int, ...]]]:
    return [(cage.sum, cage.cells) for cage in cages]


def _clues(puzzle: Puzzle) -> list[tuple[object, ...]]:
    return [(clue.kind, clue.cells, clue.value) if clue.value else (clue.kind, clue.cells) for clue in puzzle.clues]


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


def unpacked(data: bytes, size: int, cells: int) -> bytes:
    """The digits of :func:`packed`, one for each of so many cells."""
    return data if size > 15 else data.hex().encode().translate(_FROM_HEX)[:cells]


_HEX = b"0123456789abcdef"
_FROM_HEX = bytes(_HEX.find(code) if code in _HEX else 0 for code in range(256))


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


def _masked(mask: bytes, solution: bytes) -> bytes:
    # As many symbols as there are cells, 0 or 1, become bytes that keep a digit or none of it.
    bits = f"{int.from_bytes(mask, 'big'):0{len(solution)}b}".encode().translate(_TO_MASKS)
    return bytes(map(and_, solution, bits))


_TO_MASKS = bytes(255 if code == ord("1") else 0 for code in range(256))


def extra(puzzle: Puzzle) -> str | None:
    """Regions, clues and cages as JSON; None without any."""
    parts: dict[str, object] = {}
    if puzzle.geometry.regions is not None:
        parts["regions"] = list(puzzle.geometry.regions)
    if puzzle.geometry.clued:
        parts["clues"] = _clues(puzzle)
    if puzzle.cages:
        parts["cages"] = _cages(puzzle.cages)
    return json.dumps(parts, separators=(",", ":")) if parts else None


def puzzle_of(kind: str, size: int, mask: bytes, solution: bytes, more: str | None) -> Puzzle:
    """The puzzle of a row, with its solution as its answer. Raises ValueError, UsageError for a row that makes no sense."""
    parts = json.loads(more) if more else {}
    regions = tuple(parts["regions"]) if "regions" in parts else None
    clues = [Clue(name, *map(tuple, rest)) for name, *rest in parts["clues"]] if "clues" in parts else None
    ground = geometry_of(kind, size, regions, clues) if parts else _plain_ground(kind, size)
    cages = tuple(Cage(tuple(cells), total) for total, cells in parts.get("cages", ()))
    answer = unpacked(solution, size, ground.cell_count)
    return Puzzle(ground, _masked(mask, answer), answer=answer, cages=cages)


@lru_cache(maxsize=256)
def _plain_ground(kind: str, size: int) -> Geometry:
    return geometry_of(kind, size)


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
    given = {frozenset([cell]) for cell, digit in enumerate(puzzle.givens) if digit}
    marked = given or {frozenset(cage.cells) for cage in puzzle.cages}
    images = maps(symmetry, _shape(puzzle.geometry))
    return all({frozenset(image[cell] for cell in mark) for mark in marked} == marked for image in images)


def including(symmetry: Symmetry, ground: Geometry) -> tuple[Symmetry, ...]:
    """The symmetries whose patterns have this one, too: quarter turns twice are a half turn."""
    shape = _shape(ground)
    wanted = set(maps(symmetry, shape))
    return tuple(name for name in _richest(shape) if wanted <= set(maps(name, shape)))


_Shape = Geometry | int
"""What decides where cells go: the size of a square, or several grids that share cells."""


def _shape(ground: Geometry) -> _Shape:
    return ground if ground.overlapping else ground.size


def _richest(shape: _Shape) -> list[Symmetry]:
    names = SYMMETRIES if isinstance(shape, int) else symmetries_on(shape)
    return sorted(names, key=lambda name: -len(maps(name, shape)))


@cache
def _turned(shape: _Shape) -> list[tuple[Symmetry, list[np.ndarray]]]:
    """Where the cells of a pattern come from under each symmetry, the richest symmetry first."""
    return [(name, [np.array(image) for image in maps(name, shape)]) for name in _richest(shape)]


@dataclass(frozen=True, slots=True)
class Stored:
    """A puzzle of a bank. ``minutes``: those of the grade when it was added; ``printed``: where, newest first."""

    identity: int
    puzzle: Puzzle
    solution: bytes
    level: str
    score: int
    hardest: str | None
    techniques: dict[str, int]
    minutes: float
    symmetry: str
    seed: int | None
    version: str
    printed: int


class Class(NamedTuple):
    """What the puzzles of a class have in common (:mod:`bookmaker.bank.classes`). ``octave``: how many bits their scores have."""

    kind: str
    size: int
    level: str
    hardest: str | None
    symmetry: str
    octave: int

    def scores_within(self, least: int | None, most: int | None) -> bool:
        """Whether such a puzzle may have a score between these bounds, None for none."""
        return (least is None or least < 1 << self.octave) and (most is None or most >= (1 << self.octave) >> 1)


Techniques = tuple[tuple[str, int], ...]
"""Names of techniques with counts."""

Record = tuple[
    int,
    Class,
    int,
    int,
    int,
    str,
    int | None,
    bytes,
    bytes,
    Techniques,
    str | None,
]
"""A row as any process can make it: identity, class, score, minutes in hundredths, number of givens, version, seed as SQLite
holds it, mask of givens, packed solution, techniques with counts, and regions and cages. Rows that are made together share
their classes and techniques, so that they travel in few bytes and are written as fast as the file takes them."""

CLASS, GIVEN = 1, 4
"""Places in a :data:`Record`."""


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
                identity, classes.setdefault(own, own), grade.score, round(grade.minutes * 100), puzzle.given_count, version,
                signed(item.seed), mask, solution, paths.setdefault(path, path), extra(puzzle),
            )
        )  # fmt: skip
    return made


def class_of(ground: Geometry, grade: Grade, symmetry: str) -> Class:
    """The class of a puzzle with this grade and symmetry."""
    return Class(ground.kind, ground.size, grade.level, grade.hardest, symmetry, grade.score.bit_length())


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


def signed(seed: int | None) -> int | None:
    """A seed of 64 bits as SQLite holds it."""
    return None if seed is None else (seed + 2**63) % 2**64 - 2**63


def unsigned(seed: int | None) -> int | None:
    """The seed of :func:`signed`."""
    return None if seed is None else seed % 2**64
