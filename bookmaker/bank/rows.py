"""Puzzles as rows of a bank, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import and_

import numpy as np

from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grid.automorphisms import LARGEST
from bookmaker.grid.geometry import Clue, Geometry
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.grid.symmetry import SYMMETRIES, Symmetry, maps
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
    told = f"{ground.kind}/{ground.size}/{ground.regions}/{_cages(form.cages)}/{clues}".encode()
    return int.from_bytes(hashlib.blake2b(told + givens, digest_size=8).digest(), "big", signed=True)


def _cages(cages: Sequence[Cage]) -> list[tuple[int | None, tuple[int, ...]]]:
    return [(cage.sum, cage.cells) for cage in cages]


def _clues(puzzle: Puzzle) -> list[tuple[object, ...]]:
    return [(clue.kind, clue.cells, clue.value) if clue.value else (clue.kind, clue.cells) for clue in puzzle.clues]


def packed(cells: bytes, size: int) -> bytes:
    """The digits of a full grid in half a byte each, where that is enough."""
    if size > 15:
        return cells
    text = cells.translate(_TO_HEX).decode()
    return bytes.fromhex(text + "0" * (len(text) % 2))


def unpacked(data: bytes, size: int) -> bytes:
    """The digits of :func:`packed`."""
    return data if size > 15 else data.hex().encode().translate(_FROM_HEX)[: size * size]


_HEX = b"0123456789abcdef"
_TO_HEX = _HEX + bytes(240)
_FROM_HEX = bytes(_HEX.find(code) if code in _HEX else 0 for code in range(256))


def given_mask(givens: bytes) -> bytes:
    """Which cells are given, a bit for each, the first cell's the highest. With the solution that makes the givens."""
    bits = int(givens.translate(_TO_BITS), 2)
    return bits.to_bytes((len(givens) + 7) // 8, "big")


_TO_BITS = b"0" + b"1" * 255


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
    ground = geometry_of(kind, size, regions, clues)
    cages = tuple(Cage(tuple(cells), total) for total, cells in parts.get("cages", ()))
    answer = unpacked(solution, size)
    return Puzzle(ground, _masked(mask, answer), answer=answer, cages=cages)


def symmetry_of(puzzle: Puzzle) -> str:
    """The richest symmetry of the pattern of givens, or of the cages where there are none; ``"none"`` if it has none."""
    return symmetries_of([puzzle])[0]


def symmetries_of(puzzles: Sequence[Puzzle]) -> list[str]:
    """:func:`symmetry_of` each; patterns of one size are compared together."""
    found = [""] * len(puzzles)
    sizes: dict[int, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        if any(puzzle.givens):
            sizes.setdefault(puzzle.geometry.size, []).append(index)
        else:
            found[index] = _of_cages(puzzle)
    for size, indices in sizes.items():
        cells = np.frombuffer(b"".join(puzzles[index].givens for index in indices), np.uint8)
        patterns = cells.reshape(len(indices), -1) != 0
        left = np.arange(len(indices))
        for name, turned in _turned(size):
            kept = patterns[left]
            holds = np.all([np.all(kept[:, image] == kept, axis=1) for image in turned], axis=0)
            for place in left[holds]:
                found[indices[place]] = name
            left = left[~holds]
    return found


def _of_cages(puzzle: Puzzle) -> str:
    size = puzzle.geometry.size
    marked = {frozenset(cage.cells) for cage in puzzle.cages}
    for name in _richest(size):
        if all({frozenset(image[cell] for cell in mark) for mark in marked} == marked for image in maps(name, size)):
            return name
    return "none"


def _richest(size: int) -> list[Symmetry]:
    return sorted(SYMMETRIES, key=lambda name: -len(maps(name, size)))


@cache
def _turned(size: int) -> list[tuple[Symmetry, list[np.ndarray]]]:
    """Where the cells of a pattern come from under each symmetry, the richest symmetry first."""
    return [(name, [np.array(image) for image in maps(name, size)]) for name in _richest(size)]


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


Record = tuple[
    int,
    str,
    int,
    str,
    int,
    str | None,
    int,
    str,
    int,
    str,
    int | None,
    bytes,
    bytes,
    tuple[tuple[str, int], ...],
    str | None,
]
"""A row as any process can make it: identity, kind, size, level, score, hardest, minutes in hundredths, symmetry, number of
givens, version, seed as SQLite holds it, mask of givens, packed solution, techniques with counts, and regions and cages."""

LEVEL, HARDEST, GIVEN = 3, 5, 8
"""Places in a :data:`Record`."""


def records(puzzles: Sequence[GradedPuzzle], version: str) -> list[Record]:
    """The rows of proven and graded puzzles. ``version``: who graded them."""
    made: list[Record] = []
    every = [item.puzzle for item in puzzles]
    for identity, symmetry, item in zip(identities(every), symmetries_of(every), puzzles, strict=True):
        puzzle, grade = item.puzzle, item.grade
        size = puzzle.geometry.size
        made.append(
            (
                identity, puzzle.geometry.kind, size, grade.level, grade.score, grade.hardest, round(grade.minutes * 100),
                symmetry, puzzle.given_count, version, signed(item.seed), given_mask(puzzle.givens),
                packed(item.solution, size), tuple(grade.techniques.items()), extra(puzzle),
            )
        )  # fmt: skip
    return made


def signed(seed: int | None) -> int | None:
    """A seed of 64 bits as SQLite holds it."""
    return None if seed is None else (seed + 2**63) % 2**64 - 2**63


def unsigned(seed: int | None) -> int | None:
    """The seed of :func:`signed`."""
    return None if seed is None else seed % 2**64
