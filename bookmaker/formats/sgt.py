"""Game ids of Simon Tatham's Solo: ``3x3:a5_3b...``: letters are runs of empty cells, ``_`` parts two numbers.

``2x3`` are boxes of 2 rows and 3 columns, ``x`` after it asks for the diagonals. Jigsaws (``9j``) are told apart and refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bookmaker.formats.cells import BAD_SYMBOL, shown
from bookmaker.formats.source import Block, Format, Source
from bookmaker.formats.tables import plain_name
from bookmaker.grid.geometry import BOXES
from bookmaker.grid.puzzle import Puzzle
from bookmaker.variants import geometry

_ID = re.compile(r"(\d{1,2})(?:x(\d{1,2})|j)(x?)((?:[rmad]\w*)?):([a-z_0-9]+)((?:,.*)?)", re.ASCII)
_PART = re.compile(r"_|[a-z]|[0-9]{1,2}")
_KINDS = {"classic": "", "x": "x"}


def claims(line: str) -> bool:
    """Whether the line is a game id without cages."""
    return len(line) < 5000 and _ID.fullmatch(line.strip().partition(" #")[0].rstrip()) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a game id; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            yield _parse_line(line, number, source)


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    word, _, name = line.strip().partition(" #")
    found = _ID.fullmatch(word.rstrip())
    if found is None:
        source.fault("this is no game id of Solo", number, 1, "such as 3x3:a5_3b...")
        return None
    if found[2] is None or found[6]:
        source.fault("a jigsaw; its regions cannot be read here", number, 1)
        return None
    box = int(found[1]), int(found[2])
    size = box[0] * box[1]
    if BOXES.get(size) != box:
        known = ", ".join(f"{height}x{width}" for height, width in BOXES.values())
        source.fault(f"there are no grids with boxes of {box[0]}x{box[1]} here", number, 1, f"there are {known}")
        return None
    cells = _cells(found[5], size, number, line.index(":") + 2, source)
    if cells is None:
        return None
    kind = "x" if found[3] else "classic" if source.kind not in _KINDS else source.kind
    return Puzzle(geometry(kind, size), cells, source.place(number, 1), plain_name(name))


def _cells(text: str, size: int, line: int, column: int, source: Source) -> bytes | None:
    cells = bytearray()
    for part in _PART.finditer(text):
        word = part[0]
        if word == "_":
            continue
        if word.isalpha():
            cells += bytes(ord(word) - ord("a") + 1)
        elif 1 <= int(word) <= size:
            cells.append(int(word))
        else:
            message = f"{shown(word)} is no digit of a grid of {size}×{size}"
            source.fault(message, line, column + part.start(), "", BAD_SYMBOL)
            return None
    if len(cells) != size * size:
        source.fault(f"{len(cells)} cells; a grid of {size}×{size} has {size * size}", line, column)
        return None
    return bytes(cells)


def render(puzzles: Sequence[Puzzle]) -> str:
    """One game id a line."""
    return "".join(map(_render_line, puzzles))


def _render_line(puzzle: Puzzle) -> str:
    height, width = puzzle.geometry.box
    out: list[str] = []
    empty = 0
    for digit in (*puzzle.givens, -1):
        if digit == 0:
            empty += 1
            continue
        while empty:
            run = min(empty, 26)
            out.append(chr(ord("a") + run - 1))
            empty -= run
        if digit > 0:
            out += ["_"] if out and out[-1].isdigit() else []
            out.append(str(digit))
    kind = _KINDS.get(puzzle.geometry.kind, "")
    return f"{height}x{width}{kind}:{''.join(out)}\n"


def lost(puzzle: Puzzle) -> str:
    """A game id without cages tells of classic grids and of diagonals only."""
    return "" if puzzle.geometry.kind in _KINDS else "kind"


FORMAT = Format(
    "sgt",
    frozenset({"givens", "kind"}),
    lambda block: any(claims(line) for _, line in block.content()),
    parse,
    render,
    claims=claims,
    lost=lost,
)
