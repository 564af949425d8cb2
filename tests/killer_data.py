"""What the Killer tests share: published puzzles of ``tests/data``, and random cages on a filled grid."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np

from bookmaker.formats import parse
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent / "data"


@cache
def published() -> tuple[tuple[Puzzle, bytes | None], ...]:
    """Puzzles, and the answers that came with them; None for those that are known to be improper."""
    found = []
    with gzip.open(DATA / "killers.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            row = json.loads(line)
            ground = geometry(row["kind"], row["size"])
            cages = tuple(Cage(tuple(cells), total) for total, cells in row["cages"])
            answer = bytes(map(int, row["solution"])) if row["solution"] else None
            found.append((Puzzle(ground, bytes(ground.cell_count), name=row["id"], cages=cages), answer))
    return tuple(found)


def cut(grid: bytes, size: int, most: int, generator: np.random.Generator, covered: float = 1.0) -> list[Cage]:
    """Random cages of connected cells with different digits of a filled grid; cells are left out now and then."""
    free = set(range(size * size))
    cages = []
    for cell in generator.permutation(size * size).tolist():
        if cell not in free or generator.random() > covered:
            continue
        cells = [cell]
        free.discard(cell)
        wanted = int(generator.integers(1, most + 1))
        while len(cells) < wanted:
            ways = [
                other
                for one in cells
                for other in (one - size, one + size, one - 1, one + 1)
                if other in free
                and abs(other % size - one % size) <= 1
                and grid[other] not in {grid[place] for place in cells}
            ]
            if not ways:
                break
            chosen = int(generator.choice(ways))
            cells.append(chosen)
            free.discard(chosen)
        cages.append(Cage(tuple(sorted(cells)), sum(grid[place] for place in cells)))
    return cages


def odd_killers() -> list[tuple[Puzzle, int, int]]:
    """Puzzles, the limit to which they were counted, and the count."""
    found = []
    with gzip.open(DATA / "odd_killers.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                row = json.loads(line)
                limit, counted = row.pop("limit"), row.pop("solutions")
                (puzzle,) = parse(json.dumps(row))
                found.append((puzzle, limit, counted))
    return found
