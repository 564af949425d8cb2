"""Puzzles and positions for the tests of the techniques. All choices come from seeded generators."""

from __future__ import annotations

import gzip
import importlib.util
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Step, Technique
from bookmaker.logic.techniques.finders.board import Board, load
from bookmaker.publishing.documents.technique_example import puzzle_of
from bookmaker.publishing.explain.position import Position as Shown
from bookmaker.publishing.explain.solution_path import ExplainedStep, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Geometry, House
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent / "data"
GROUNDS = [
    *(("classic", 4), ("classic", 6), ("classic", 9), ("x", 9), ("x", 6), ("jigsaw", 9), ("jigsaw", 6)),
    *(("classic", 12), ("classic", 16)),
]
"""Kinds and sizes for :func:`ground_of`."""

X_9 = pytest.param(("x", 9), marks=pytest.mark.thorough)
CLASSIC_9 = pytest.param(("classic", 9), marks=pytest.mark.thorough)

_THOROUGH = (("x", 9), ("jigsaw", 9), ("classic", 6))
"""Those that say little more than the same kind in another size: tried by ``make thorough`` only."""


def parameters(grounds: Iterable[tuple[str, int]]) -> list[Any]:
    """A parameter for each geometry, some marked thorough."""
    return [
        pytest.param(
            ground_of(*ground),
            marks=pytest.mark.thorough if ground in _THOROUGH else (),
            id=f"{ground[0]}-{ground[1]}",
        )
        for ground in grounds
    ]


@cache
def cases() -> ModuleType:
    """The runner of technique cases, which stands among the benchmarks."""
    spec = importlib.util.spec_from_file_location(
        "technique_cases", DATA.parents[1] / "benchmarks" / "technique_cases.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["technique_cases"] = module
    spec.loader.exec_module(module)
    return module


@cache
def ground_of(kind: str, size: int) -> Geometry:
    """The grid of a kind and size; a jigsaw has regions made at random from boxes, cell by cell, each in one piece."""
    if kind != "jigsaw":
        return geometry(kind, size)
    rng, boxes = random.Random(size), geometry("classic", size)
    regions, swapped = list(boxes.box_of), 0
    while swapped < 5 * size:
        one, other = rng.sample(range(size * size), 2)
        regions[one], regions[other] = regions[other], regions[one]
        if all(_in_one_piece(regions, size, region) for region in {regions[one], regions[other]}):
            swapped += 1
        else:
            regions[one], regions[other] = regions[other], regions[one]
    houses = [
        House("box", number, tuple(cell for cell, region in enumerate(regions) if region == number))
        for number in range(1, size + 1)
    ]
    return Geometry("jigsaw", size, boxes.box, (*boxes.houses[: 2 * size], *houses))


def _in_one_piece(regions: list[int], size: int, region: int) -> bool:
    left = {divmod(cell, size) for cell, of in enumerate(regions) if of == region}
    reached = [left.pop()]
    for row, column in reached:
        near = left & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        left -= near
        reached += near
    return not left


@cache
def listed_cases() -> tuple[Any, ...]:
    """The cases of ``data/technique_cases.txt``. A technique without one has that of the puzzle that shows it to readers."""
    listed = list(cases().read((DATA / "technique_cases.txt").read_text(encoding="utf-8")))
    for technique in set(TECHNIQUES) - {case.technique for case in listed}:
        puzzle = puzzle_of(technique)
        if puzzle is not None and puzzle.geometry is geometry():
            listed += cases().read("\n".join(cases().made(technique, puzzle.givens)))
    return tuple(listed)


@cache
def fewest_first() -> tuple[Any, ...]:
    """The same, those with fewest candidates first: a naive twin takes a tenth of the time there."""
    return tuple(sorted(listed_cases(), key=lambda case: sum(map(len, case_position(case).candidates))))


NO_CASE = (
    "{} has no case in tests/data/technique_cases.txt, and no classic puzzle in technique_examples.txt that needs it"
)


def read_line(line: str) -> Puzzle:
    givens = bytes(0 if char in ".0" else int(char) for char in line.strip()[:81])
    return Puzzle(geometry(), givens)


@cache
def hard_puzzles() -> tuple[Puzzle, ...]:
    """Proper puzzles that need more than singles, mostly: 17-given ones and a public list of hard ones."""
    out = []
    for name in ("17_clue_sample.txt.gz", "top1465_sample.txt.gz", "top95.txt.gz"):
        text = gzip.decompress((DATA / name).read_bytes()).decode()
        out += [read_line(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return tuple(out)


def easy_puzzle(seed: int, kind: str = "classic", size: int = 9, extra: int = 0) -> Puzzle:
    """A proper puzzle dug at random from a full grid, with ``extra`` givens put back."""
    return _dug(seed, geometry(kind, size), extra)


def _dug(seed: int, ground: Geometry, extra: int = 0) -> Puzzle:
    rng = random.Random(seed)
    answer = full_grid(rng, ground)
    givens, gone = bytearray(answer), []
    for cell in rng.sample(range(len(givens)), len(givens)):
        givens[cell] = 0
        if solve(Puzzle(ground, bytes(givens))).solutions != 1:
            givens[cell] = answer[cell]
        else:
            gone.append(cell)
    for cell in rng.sample(gone, min(extra, len(gone))):
        givens[cell] = answer[cell]
    return Puzzle(ground, bytes(givens))


def full_grid(rng: random.Random, ground: Geometry) -> bytes:
    """A full grid: the first row at random and one more cell tried, solved (and any solution will do)."""
    while True:
        givens = bytearray(ground.cell_count)
        givens[: ground.size] = bytes(rng.sample(range(1, ground.size + 1), ground.size))
        givens[rng.randrange(ground.size, ground.cell_count)] = rng.randint(1, ground.size)
        first = solve(Puzzle(ground, bytes(givens)), limit=1).first
        if first is not None:
            return first


@dataclass(frozen=True)
class Position:
    """A position that the full grid ``answer`` solves: givens and, for each cell, candidates as a set (empty if given)."""

    ground: Geometry
    answer: bytes
    givens: bytes
    candidates: tuple[frozenset[int], ...]

    def board(self, capacity: int = 1 << 14) -> Board:
        removed = np.zeros(self.ground.cell_count, dtype=np.uint32)
        for cell, kept in enumerate(self.candidates):
            if kept:
                removed[cell] = sum(1 << (d - 1) for d in range(1, self.ground.size + 1) if d not in kept)
        position = engine.board(self.ground, capacity)
        load(engine.tables(self.ground), position, np.frombuffer(self.givens, dtype=np.uint8).copy(), removed)
        return position


def random_position(seed: int, ground: Geometry, shares: tuple[float, float] | None = None) -> Position:
    """Random givens of a random full grid, and a random part of the false candidates taken away: rich in patterns.

    ``shares``: of the cells that are given, and of the false candidates that go; None draws them.
    """
    rng = random.Random(seed)
    answer = full_grid(rng, ground)
    share, thin = shares or rng.choice([(0.1, 0.5), (0.25, 0.35), (0.4, 0.3), (0.55, 0.15)])
    givens = bytes(digit if rng.random() < share else 0 for digit in answer)
    candidates = []
    for cell in range(ground.cell_count):
        seen = {givens[peer] for peer in ground.peers[cell]}
        left = {d for d in range(1, ground.size + 1) if d not in seen and (d == answer[cell] or rng.random() > thin)}
        candidates.append(frozenset() if givens[cell] else frozenset(left))
    return Position(ground, answer, givens, tuple(candidates))


def proper_position(seed: int, ground: Geometry) -> tuple[Position, list[bool]]:
    """A position on the way to the answer of a proper puzzle, and for each cell whether it is a given.

    Some of the other cells are filled and some false candidates gone, as after any sound steps.
    """
    rng = random.Random(seed)
    puzzle = _dug(seed, ground)
    answer = solve(puzzle).solution
    assert answer is not None
    filling, thin = rng.choice([(0.0, 0.4), (0.2, 0.5), (0.4, 0.7), (0.2, 0.85), (0.6, 0.6)])
    filled = bytes(
        given or (digit if rng.random() < filling else 0) for given, digit in zip(puzzle.givens, answer, strict=True)
    )
    candidates = []
    for cell in range(ground.cell_count):
        seen = {filled[peer] for peer in ground.peers[cell]}
        left = {d for d in range(1, ground.size + 1) if d not in seen and (d == answer[cell] or rng.random() > thin)}
        candidates.append(frozenset() if filled[cell] else frozenset(left))
    return Position(ground, answer, filled, tuple(candidates)), [digit > 0 for digit in puzzle.givens]


def case_position(case: Any) -> Position:
    """The position of a technique case. No one knows its answer, which is left empty."""
    ground = geometry()
    deleted = set(case.deleted)
    candidates = [
        frozenset(
            digit
            for digit in range(1, 10)
            if not case.grid[cell]
            and (cell, digit) not in deleted
            and digit not in {case.grid[p] for p in ground.peers[cell]}
        )
        for cell in range(81)
    ]
    return Position(ground, b"", case.grid, tuple(candidates))


def instances(steps: list[Step]) -> set[tuple[frozenset[int], frozenset[tuple[int, int]]]]:
    """The steps of the harder tiers as their twins give them: (digits, eliminations), each written once."""
    out = {(frozenset(step.digits), frozenset(step.eliminations)) for step in steps}
    assert len(out) == len(steps), "an instance was written twice"
    assert all(not step.placements and len(set(step.eliminations)) == len(step.eliminations) for step in steps)
    return out


@cache
def example(technique: Technique) -> ExplainedStep:
    """A step of a case of the technique, in words."""
    listed = [case for case in listed_cases() if case.technique is technique and case.variant != "x"]
    assert listed, NO_CASE.format(technique.name)
    case = listed[0]
    masks = tuple(sum(1 << (digit - 1) for digit in held) for held in case_position(case).candidates)
    givens = bytes(digit if given else 0 for digit, given in zip(case.grid, case.given, strict=True))
    (step, *_) = cases().steps(case)
    return explained_step(step, 1, Shown(geometry(), givens, case.grid, masks), Speaker("en", geometry()))
