"""A character for each cell: 81 of them for 9×9. A cage's head is its sum, its other cells point towards the head.

Sums are 0 to 9, A to Z for 10 to 35 and a to j for 36 to 45; 0 stands for no sum. ``< > ^ v`` point along rows and columns,
``` ` ' , .``` to the upper left, upper right, lower left and lower right. Source: forum.enjoysudoku.com, topic 6119.
"""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.formats.base.cage_labels import Capacity, labelled, tree
from bookmaker.formats.base.cells import SIZES
from bookmaker.formats.base.oneline import Line, one_line
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_ARROWS = {step: symbol for symbol, step in _STEPS.items()}
_LEAST_ARROWS = 3
_STARTS = rf"(?!</?[a-z!])(?=(?:[^\s<>^v]*[<>^v]){{{_LEAST_ARROWS}}})[^\s/=\"~]{{12,}}(?!\S)"
"""A long word with three arrows or more in it. No tag of HTML is one, and no code of another format with a ``v`` in it."""


def _read(line: Line) -> Puzzle | None:
    text = line.text
    if " " in text or "\t" in text:
        line.fault("more than one word; a name stands after #", text.find(" ") if " " in text else text.find("\t"))
        return None
    size = SIZES.get(len(text))
    if size is None:
        line.fault(f"{len(text)} symbols; a puzzle of 9×9 has 81")
        return None
    toward = _toward(line, size)
    if toward is None:
        return None
    heads = []
    for cell in range(len(text)):
        head = cell
        for _ in text:
            if toward[head] == head:
                break
            head = toward[head]
        if toward[head] != head:
            line.fault(f"the arrow in {cell_name(cell, size)} leads to no sum, but round in a circle", cell)
            return None
        heads.append(head)
    sums = [_SUMS.index(text[cell]) or None if cell == head else None for cell, head in enumerate(heads)]
    return line.source.puzzle(size, bytes(len(text)), line.place, line.name, cages=tuple(labelled(heads, sums)))


def _toward(line: Line, size: int) -> list[int] | None:
    toward, sound = [], True
    for cell, symbol in enumerate(line.text):
        row, column = divmod(cell, size)
        down, right = _STEPS.get(symbol, (0, 0))
        if symbol not in _STEPS and symbol not in _SUMS:
            line.fault(f"{symbol!r} is neither a sum (0 to 9, A to Z, a to j) nor an arrow", cell)
            sound = False
        elif not (0 <= row + down < size and 0 <= column + right < size):
            line.fault(f"{symbol!r} in {cell_name(cell, size)} points out of the grid", cell)
            sound = False
        toward.append((row + down) * size + column + right)
    return toward if sound else None


def _write(puzzle: Puzzle) -> str:
    size = puzzle.geometry.size
    symbols = ["0"] * puzzle.geometry.cell_count
    for cage in puzzle.cages:
        for cell, near in tree(cage.cells, size, corners=True).items():
            step = near // size - cell // size, near % size - cell % size
            symbols[cell] = _SUMS[cage.sum or 0] if near == cell else _ARROWS[step]
    return "".join(symbols)


_CAPACITY = Capacity(most_sum=45, apart=False)


def _also(puzzle: Puzzle) -> Iterator[str]:
    # A line of hardly any arrows is known from a line of digits by nothing, and a slip of the finger would make one of it.
    joined = sum(len(cage.cells) - 1 for cage in puzzle.cages)
    if joined < _LEAST_ARROWS:
        yield "so few cells in cages of two or more"


FORMAT = one_line("arrows", _STARTS, _CAPACITY, _read, _write, also=_also)
