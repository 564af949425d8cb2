"""Many lines of output at once, by arrays: the name and number of each line, and what ``solve`` and ``canon`` say of it."""

from __future__ import annotations

import json
from itertools import count as count_from
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker import formats
from bookmaker.cli.input import Text
from bookmaker.cli.puzzles import how_many
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry

_NULL = ord("0")


def numbered_lines(name: str, first: int, texts: npt.NDArray[np.uint8]) -> str:
    """``name:number: text``, a line for each row of ``texts`` uint8[n, length], ASCII; ``first`` is the number of the first.

    Arrays take a quarter of the time of a Python loop over the rows, and other threads run meanwhile.
    """
    head: Any = np.frombuffer(f"{name}:".encode("utf-8", "surrogateescape"), np.uint8)
    parts = []
    row = 0
    while row < len(texts):
        width = len(str(first + row))
        some = texts[row : 10**width - first]
        numbers = np.arange(first + row, first + row + len(some))
        start, end = len(head), len(head) + width
        lines = np.empty((len(some), end + 2 + texts.shape[1] + 1), np.uint8)
        lines[:, :start] = head
        for place in range(width):
            lines[:, end - 1 - place] = numbers // 10**place % 10 + _NULL
        lines[:, end], lines[:, end + 1] = ord(":"), ord(" ")
        lines[:, end + 2 : -1] = some
        lines[:, -1] = ord("\n")
        parts.append(lines.tobytes().decode("utf-8", "surrogateescape"))
        row += len(some)
    return "".join(parts)


_ZERO = np.uint8(ord("0"))
_TEXT = bytes.maketrans(bytes(range(10)), b"." + SYMBOLS[:9].encode())

_FEW_GUESSES = 20_000
"""Nearly every plain line is decided by these; the few others are searched one by one."""


def solved_lines(batch: formats.Batch, ground: Geometry, limit: int, as_json: bool) -> Text | None:
    """The output for the lines. None if some of them take longer, so that they are searched one by one."""
    from bookmaker.logic.solve.solver import UNDECIDED, first_solutions
    from bookmaker.logic.solve.work import EACH_SOLUTION

    counts, firsts = first_solutions(batch.cells, ground, limit, _FEW_GUESSES + EACH_SOLUTION * limit)
    if (counts == UNDECIDED).any():
        return None
    if not as_json and limit > 1 and (counts == 1).all():
        return numbered_lines(batch.name, batch.first, firsts + _ZERO), True
    solutions = firsts.tobytes().translate(_TEXT).decode("ascii")
    counted = counts.tolist()
    rows = zip(count_from(batch.first), range(0, len(solutions), 81), counted)
    if as_json:
        start = f'{{"source": {json.dumps(batch.name)[:-1]}:'
        puzzles = batch.cells.tobytes().translate(_TEXT).decode("ascii")
        ends = {count: f'"solutions": {count}, "limit": {limit}, "solution": ' for count in set(counted)}
        lines = [
            f'{start}{number}", "puzzle": "{puzzles[at : at + 81]}", {ends[count]}'
            + (f'"{solutions[at : at + 81]}"}}\n' if count == 1 < limit else "null}\n")
            for number, at, count in rows
        ]
    else:
        others = {count: how_many(count, limit) for count in set(counted)}
        lines = [
            f"{batch.name}:{number}: {solutions[at : at + 81] if count == 1 < limit else others[count]}\n"
            for number, at, count in rows
        ]
    return "".join(lines), bool((counts == 1).all())


def canonical_lines(batch: formats.Batch, ground: Geometry, as_json: bool) -> str:
    """The canonical forms of the lines."""
    from bookmaker.logic.solve.canonical_form import canonical

    found = canonical(batch.cells, ground)
    if not as_json:
        ends = np.full((len(found), 1), ord("\n"), np.uint8)
        texts = np.frombuffer(found.tobytes().translate(_TEXT), np.uint8).reshape(found.shape)
        return np.hstack((texts, ends)).tobytes().decode("ascii")
    puzzles, texts_of = (cells.tobytes().translate(_TEXT).decode("ascii") for cells in (batch.cells, found))
    start = f'{{"source": {json.dumps(batch.name)[:-1]}:'
    rows = zip(count_from(batch.first), range(0, len(puzzles), 81), strict=False)
    lines = [
        f'{start}{number}", "puzzle": "{puzzles[at : at + 81]}", "canonical": "{texts_of[at : at + 81]}"}}\n'
        for number, at in rows
    ]
    return "".join(lines)
