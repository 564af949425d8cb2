"""Killers for tests: one as other programs write it; random ones of any cages, proper or not, without our generator or solver."""

from __future__ import annotations

import json
import random
from pathlib import Path

from bookmaker.formats import parse
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

KILLERS = Path(__file__).parent / "data" / "killers"
EXAMPLES: dict[str, str] = json.loads((KILLERS / "one_puzzle.json").read_text(encoding="utf-8"))
"""One puzzle in each format, its solution under ``solution``."""

ANSWER = bytes(map(int, EXAMPLES["solution"]))


def example() -> Puzzle:
    """The puzzle of EXAMPLES, which has no answer of its own."""
    (puzzle,) = parse(EXAMPLES["ps"])
    return puzzle


def partition(rng: random.Random, size: int, most: int) -> list[int]:
    """A label for each cell: regions of up to ``most`` cells that hang together."""
    labels = [-1] * (size * size)
    cells = list(range(size * size))
    rng.shuffle(cells)
    for label, first in enumerate(cells):
        if labels[first] >= 0:
            continue
        labels[first], grown, wanted = label, [first], rng.randint(1, most)
        while len(grown) < wanted:
            free = [near for cell in grown for near in beside(cell, size) if labels[near] < 0]
            if not free:
                break
            grown.append(rng.choice(free))
            labels[grown[-1]] = label
    return labels


def beside(cell: int, size: int) -> list[int]:
    row, column = divmod(cell, size)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]


def killer(
    seed: int,
    *,
    sizes: tuple[int, ...] = (4, 6, 9, 16),
    kinds: tuple[str, ...] = ("killer", "killer-x"),
    most: int = 5,
    least: int = 1,
    bare: float = 0.0,
    open_: float = 0.0,
    givens: float = 0.0,
    most_sum: int = 10**6,
    broken: bool = False,
) -> Puzzle:
    """A random Killer; ``bare``, ``open_`` and ``givens`` are shares of cages left out, of cages without sum, of cells given."""
    rng = random.Random(seed)
    ground = geometry(rng.choice(kinds), rng.choice(sizes))
    size = ground.size
    members: dict[int, list[int]] = {}
    for cell, label in enumerate(partition(rng, size, most)):
        members.setdefault(label, []).append(cell)
    cages = []
    for cells in members.values():
        if rng.random() < bare:
            continue
        total = min(sum(rng.sample(range(1, size + 1), min(len(cells), size))), most_sum)
        untold = rng.random() < open_ and (len(cells) > 1 or broken)
        strays = ("r99c1",) if broken and rng.random() < 0.1 else ()
        again = (cells[0], rng.randrange(size * size)) if broken and rng.random() < 0.2 and len(cells) < 5 else ()
        cages.append(Cage((*cells, *again), None if untold else total, strays))
    digits = bytes(rng.randint(1, size) if rng.random() < givens else 0 for _ in range(size * size))
    answer = bytes(rng.randint(1, size) for _ in range(size * size)) if rng.random() < 0.5 else None
    name = rng.choice(["", "Ann", 'Nº 7, «hard» "one"', "a: b", "- x # y", "Задача", "'q'", "it's #1"])
    return Puzzle(ground, digits, None, name, answer, tuple(cages))
