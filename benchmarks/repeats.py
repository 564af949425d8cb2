"""Whether a puzzle comes twice in books, by a program apart. ``python -m benchmarks.repeats build/*/manifest.json``.

Nothing of bookmaker is used. A puzzle is a graph: its cells, and the lines, boxes, regions, cages, clues and digits that hold
some of them together. Colours of the graph are refined from the colours next to them. Puzzles that are turned or relabelled
copies get the same colours, so puzzles with other colours are no copies. The graph leaves out what could tell copies apart: the
order of digits, the direction of lines, and the boxes of kinds that may exchange them for other houses. Puzzles with the same
colours are listed; they need not be copies. 4x4 puzzles are compared as they stand, as the promise is.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    20: (4, 5),
    25: (5, 5),
}
CORNERS = {
    "twin": "0,0 6,6",
    "butterfly": "0,0 0,3 3,0 3,3",
    "flower": "0,3 3,0 3,3 3,6 6,3",
    "samurai": "0,0 0,12 6,6 12,0 12,12",
    "windmill": "0,3 3,12 6,6 9,0 12,9",
    "sohei": "0,6 6,0 6,12 12,6",
    "gattai-8": "0,0 0,12 0,24 6,6 6,18 12,0 12,12 12,24",
    "shogun": "0,0 0,12 0,24 0,36 6,6 6,18 6,30 12,0 12,12 12,24 12,36",
    "sumo": "0,0 0,12 0,24 12,0 12,12 12,24 6,6 6,18 18,6 18,18 24,0 24,12 24,24",
    "clueless-1": "0,0 0,9 0,18 9,0 9,9 9,18 18,0 18,9 18,18",
    "clueless-2": "0,0 0,9 0,18 9,0 9,9 9,18 18,0 18,9 18,18",
}
"""Row and column of the first cell of each 9x9 grid, where several share cells. Their cells are listed row by row, each once."""

WITH_BOXES = ("classic", "killer")
TINY = 4
ROUNDS = 6


def main() -> None:
    met: dict[str, str] = {}
    puzzles = twice = 0
    for name in sys.argv[1:]:
        for one in json.loads(Path(name).read_text())["puzzles"]:
            puzzles += 1
            place = f"{name}, number {one['number']}, {one['kind']}"
            known = met.setdefault(colours(one), place)
            if known != place:
                twice += 1
                print(f"{place}: like {known}")
    print(f"{puzzles} puzzles in {len(sys.argv) - 1} books, {twice} of them like another")
    sys.exit(bool(twice))


def colours(puzzle: dict[str, Any]) -> str:
    """A digest that copies of a puzzle share."""
    kind, size, givens = puzzle["kind"], puzzle["size"], puzzle["givens"]
    if size <= TINY:
        return f"{kind} {size} {givens}"
    digits = sorted(givens.count(digit) for digit in set(givens) - {"."})
    several = next((CORNERS[part] for part in kind.split("+") if part in CORNERS), None)
    if several:
        groups = shared(several)
    elif len(givens) != size * size:
        return f"{kind} {size} {digits}"
    else:
        groups = [*lines(kind, size), *held_together(puzzle, size)]
    groups += [("digit", [at for at, here in enumerate(givens) if here == digit]) for digit in set(givens) - {"."}]
    inside: list[list[int]] = [[] for _ in givens]
    for number, (_, cells) in enumerate(groups):
        for cell in cells:
            inside[cell].append(number)
    of_cells = [digest("given" if digit != "." else "empty") for digit in givens]
    of_groups = [digest(what) for what, _ in groups]
    for _ in range(ROUNDS):
        before = of_cells
        of_cells = [
            digest(own, *sorted(of_groups[at] for at in around)) for own, around in zip(before, inside, strict=True)
        ]
        of_groups = [
            digest(own, *sorted(before[at] for at in cells)) for own, (_, cells) in zip(of_groups, groups, strict=True)
        ]
    return digest(kind, str(size), *sorted(of_cells), *sorted(of_groups))


def lines(kind: str, size: int) -> list[tuple[str, list[int]]]:
    """Rows and columns, which may change places, and boxes."""
    found = [("line", [size * row + column for column in range(size)]) for row in range(size)]
    found += [("line", [size * row + column for row in range(size)]) for column in range(size)]
    if kind in WITH_BOXES:
        tall, wide = BOXES[size]
        boxes: dict[tuple[int, int], list[int]] = {}
        for cell in range(size * size):
            boxes.setdefault((cell // size // tall, cell % size // wide), []).append(cell)
        found += [("box", cells) for cells in boxes.values()]
    return found


def shared(corners: str) -> list[tuple[str, list[int]]]:
    """The lines and boxes of several 9x9 grids that share cells."""
    starts = [tuple(map(int, corner.split(","))) for corner in corners.split()]
    every = sorted({(top + row, left + column) for top, left in starts for row in range(9) for column in range(9)})
    number = {place: at for at, place in enumerate(every)}
    found = []
    for top, left in starts:
        for one in range(9):
            found.append(("line", [number[top + one, left + other] for other in range(9)]))
            found.append(("line", [number[top + other, left + one] for other in range(9)]))
            box = [(top + one // 3 * 3 + other // 3, left + one % 3 * 3 + other % 3) for other in range(9)]
            found.append(("box", [number[place] for place in box]))
    return found


def held_together(puzzle: dict[str, Any], size: int) -> list[tuple[str, list[int]]]:
    """Regions, cages and clues."""
    regions: dict[str, list[int]] = {}
    for cell, name in enumerate(puzzle.get("regions") or ""):
        regions.setdefault(name, []).append(cell)
    found = [("region", cells) for cells in regions.values()]
    found += [(f"cage {cage['sum']}", places(cage["cells"], size)) for cage in puzzle.get("cages") or ()]
    clues = puzzle.get("clues") or ()
    return found + [(f"{clue['kind']} {clue.get('value')}", places(clue["cells"], size)) for clue in clues]


def places(names: list[str], size: int) -> list[int]:
    found = [re.fullmatch(r"r(\d+)c(\d+)", name) for name in names]
    return [size * (int(one[1]) - 1) + int(one[2]) - 1 for one in found if one]


def digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=12).hexdigest()


if __name__ == "__main__":
    main()
