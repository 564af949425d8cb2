"""Cages from labels of cells, and cages as programs list them in mere numbers.

A cage to a line or to an object of JSON: ``12;2,6;2,5``, ``3,17,1.1,1.2,2.2`` (how many cells, their sum, the cells), ``0,9,15``
(the sum last), ``{"total": 10, "boxes": [[0, 0], [1, 0]]}``. Numbers may mean anything, so a list is taken for cages only where
these cover a grid, each cell once, and their sums add up to those of a full grid. Numbered boxes or regions cover one, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import TARGET, ClueType, operation_named, target_of


def linked(cells: Sequence[int], size: int, *, corners: bool = False) -> bool:
    """Whether cells hang together side by side, or also by their corners."""
    return not cells or len(tree(cells, size, corners=corners)) == len(set(cells))


def tree(cells: Sequence[int], size: int, *, corners: bool = False) -> dict[int, int]:
    """For each cell that hangs together with the first one the next cell on its way there; the first one has itself."""
    inside = set(cells)
    steps = [(0, -1), (-1, 0), (0, 1), (1, 0)]
    if corners:
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    toward = {cells[0]: cells[0]}
    for sides in (steps[:4], steps):
        # Sides before corners: a corner is crossed only to where no side leads.
        queue = list(toward)
        for cell in queue:
            row, column = divmod(cell, size)
            for down, right in sides:
                r, c = row + down, column + right
                near = r * size + c
                if 0 <= r < size and 0 <= c < size and near in inside and near not in toward:
                    toward[near] = cell
                    queue.append(near)
    return toward


def owners(puzzle: Puzzle) -> list[int]:
    """For each cell the index of its cage, -1 for none."""
    found = [-1] * puzzle.geometry.cell_count
    for index, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            found[cell] = index
    return found


def labelled(labels: Sequence[object], sums: Sequence[int | None]) -> Iterator[Cage]:
    """Cages from one label for each cell (None: in no cage) and the sum at each cell (None: no sum).

    A lone cell without a sum is not a cage. The first sum among the cells of one label is taken.
    """
    cells: dict[object, list[int]] = {}
    for cell, label in enumerate(labels):
        if label is not None:
            cells.setdefault(label, []).append(cell)
    for members in cells.values():
        total = next((sums[cell] for cell in members if sums[cell] is not None), None)
        if total is not None or len(members) > 1:
            yield Cage(tuple(members), total)


def flooded(size: int, joined: Sequence[tuple[int, int]]) -> list[int]:
    """For each cell the first cell of its region, where pairs of joined cells make the regions."""
    root = list(range(size * size))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for one, other in joined:
        a, b = find(one), find(other)
        root[max(a, b)] = min(a, b)
    return [find(cell) for cell in range(size * size)]


_BETWEEN = expression(r"(?:[\s,;]|#[^\n]*|//[^\n]*)*")
_NUMBER = expression("[0-9]+")
_FEWEST = 4
_MOST = 625
"""Cages of the largest grid."""

NUMBERS = expression(r"[ \t]*+[0-9]{1,3}(?:(?:[ \t]*+[,;:.|/][ \t]*+|[ \t]++)[0-9]{1,3}){0,60}[ \t,;]*+", re.ASCII)
"""A line of nothing but numbers."""

_MOST_ABOVE = 2
"""Lines of numbers above the cages, such as how many there are."""


@dataclass(frozen=True)
class Listed:
    """A list of cages that was found: the size of the grid that they cover, and where it begins and ends in the text.

    ``has_grid``: the rows of a grid of that size, in numbers, are directly above or below.
    """

    size: int
    cages: tuple[Cage, ...]
    start: int
    end: int
    has_grid: bool = False


def in_lines(text: str, *_: object) -> Iterator[Listed]:
    """The cages of lines that hold nothing but numbers, and cover a grid."""
    run: list[tuple[int, str]] = []
    at = 0
    for line in [*text.split("\n"), ""]:
        if NUMBERS.fullmatch(line) is not None:
            run.append((at, line))
        elif run:
            if _FEWEST <= len(run) <= _MOST + _MOST_ABOVE:
                yield from _first_of(run, at - 1)
            run = []
        at += len(line) + 1


def _first_of(run: list[tuple[int, str]], end: int) -> Iterator[Listed]:
    records = [[int(number) for number in _NUMBER.findall(line)] for _, line in run]
    ends = [at for at, _ in run[1:]] + [end + 1]
    for above, below in _around(records):
        made = of_records(records[above : len(records) - below])
        if made is not None:
            last = ends[len(records) - below - 1] - 1
            yield Listed(made[0], made[1], run[above][0], last, max(above, below) == made[0])
            return


def _around(records: list[list[int]]) -> Iterator[tuple[int, int]]:
    """How many lines of numbers above and below may be no cages: a few with their number, and the rows of a grid of givens."""
    most = len(records) - _FEWEST
    yield from ((above, 0) for above in range(min(_MOST_ABOVE, most) + 1))
    for size, below in ((len(records[0]), False), (len(records[-1]), True)):
        rows = records[-size:] if below else records[:size]
        if size in BOXES and size <= most and all(len(row) == size and max(row) <= size for row in rows):
            yield (0, size) if below else (size, 0)


def of_records(records: list[list[int]]) -> tuple[int, tuple[Cage, ...]] | None:
    """The size of a grid and its cages, where each record has the numbers of one: its sum first or last, or beside how many cells
    it has; and its cells by index, by row and column, or by both as two digits. None unless just one of these readings covers
    a grid.
    """
    readings = [[(one[0], one[1:]) for one in records], [(one[-1], one[:-1]) for one in records]]
    counted = [
        [(one[1 - at], one[2:]) for one in records]
        for at in (0, 1)
        if all(len(one) > 2 and len(one) - 2 in (one[at], 2 * one[at]) for one in records)
    ]
    readings = counted or readings
    made = []
    for reading in readings:
        for paired in (True, False):
            if paired and any(len(numbers) % 2 for _, numbers in reading):
                continue
            cells: list[list[tuple[int, ...]]] = [
                list(zip(numbers[::2], numbers[1::2], strict=True)) if paired else [(number,) for number in numbers]
                for _, numbers in reading
            ]
            one = _cover(cells, [total for total, _ in reading], paired)
            made += [] if one is None or max(map(len, cells)) == 1 else [one]
        one = _cover([list(map(_split, numbers)) for _, numbers in reading], [total for total, _ in reading], True)
        made += [] if one is None else [one]
    return made[0] if len(made) == 1 else None


def _split(number: int) -> tuple[int, ...]:
    """The row and the column that are the two digits of a number."""
    return divmod(number, 10)


def _cover(cells: list[list[tuple[int, ...]]], sums: list[int], paired: bool) -> tuple[int, tuple[Cage, ...]] | None:
    """The size of the grid that lists of cells cover, counted from 0 or 1, and the cages with these sums; None without one."""
    many = [cell for some in cells for cell in some]
    size = isqrt(len(many))
    if size not in BOXES or size * size != len(many) or not possible(list(map(len, cells)), sums, size):
        return None
    for first in (0, 1):
        at: dict[tuple[int, ...], int]
        if paired:
            at = {(cell // size + first, cell % size + first): cell for cell in range(size * size)}
        else:
            at = {(cell + first,): cell for cell in range(size * size)}
        if set(many) == at.keys():
            cages = (Cage(tuple(at[cell] for cell in some), total) for some, total in zip(cells, sums, strict=True))
            return size, tuple(cages)
    return None


def possible(counts: list[int], sums: list[int], size: int) -> bool:
    """Whether cages of so many cells each, which cover a grid, may have these sums."""
    return sum(sums) == size * size * (size + 1) // 2 and all(
        count <= size and count * (count + 1) // 2 <= total <= count * (2 * size + 1 - count) // 2
        for count, total in zip(counts, sums, strict=True)
    )


def caged(size: int, cages: Sequence[tuple[Any, int, Sequence[int]]], givens: str, operated: bool) -> dict[str, Any]:
    """Cages by the indices of their cells as a puzzle; sums alone make a Killer, unless they are ``operated``."""
    if size not in BOXES and not operated:
        # Sums alone make a Calcudoku where a grid has no boxes.
        operated = True
        cages = [(operation_named("+") if len(some) > 1 else None, number, some) for _, number, some in cages]
    made = [
        {"target": number, "op": kind.name if kind is not None else "=", "cells": [cell_name(one, size) for one in some]}
        if operated
        else {"sum": number, "cells": [cell_name(one, size) for one in some]}
        for kind, number, some in cages
    ]  # fmt: skip
    for one in made if operated else ():
        one["op"] = SIGN_OF.get(str(one["op"]), "=")
    fields: dict[str, Any] = {"size": size, "cages": made}
    if set(givens) != {"."}:
        fields["givens"] = givens
    return {**fields, "kind": "calcudoku" if operated else "killer"}


SIGN_OF = {kind.name: sign for sign in "+-*/" if (kind := operation_named(sign)) is not None}


def total_of(size: int) -> int:
    """The sum of all digits of a grid."""
    return size * size * (size + 1) // 2


def covering(
    made: Sequence[tuple[Any, int, Sequence[tuple[int, ...]]]],
) -> tuple[int, list[tuple[Any, int, list[int]]]] | None:
    """The size of the grid that cages cover, and these by index; None where they do not, each cell once, and hang together.

    Their cells are rows and columns, or indices, from 0 or 1 on.
    """
    cells = [cell for _, _, own in made for cell in own]
    size, base = isqrt(len(cells)), min((number for cell in cells for number in cell), default=0)
    if size not in SIZES or base > 1 or len(made) < 2 or len(set(map(len, cells))) > 1:
        return None
    cages = [
        (kind, number, [index_of((one[0], one[1]), base, size) if len(one) > 1 else one[0] - base for one in own])
        for kind, number, own in made
    ]
    whole = sorted(cell for _, _, own in cages for cell in own) == [*range(size * size)]
    inside = all(part - base < size for cell in cells for part in cell if len(cell) > 1)
    return (size, cages) if whole and inside and all(linked(own, size) for _, _, own in cages) else None


def index_of(cell: tuple[int, int], base: int, size: int) -> int:
    """The index of a cell whose row and column are counted from ``base`` on."""
    return (cell[0] - base) * size + cell[1] - base


# A map of cages and the number of each of its labels, under any names: ``{"board": ["aabb", ...], "cages": {"a": ["+", 3]}}``.

Target = tuple[ClueType | None, int]
"""The operation of a cage, None for a sum or a digit, and its number."""

_MAPPED_TARGET = expression(rf"\s*{TARGET}\s*")
_NO_OPERATION = frozenset({"=", "none", "given", "const", "constant", "equal", "equals", "single", ""})
_FEWEST_LABELS = 3


def with_mapped(fields: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, str]] | None:
    """The fields with a list of cages in place of a map and its numbers, and the names of these two; None without these."""
    targets = {key: found for key, value in fields.items() if (found := targets_of(value)) is not None}
    for key, labels in [(key, _labels(value)) for key, value in fields.items()] if targets else ():
        for other, found in targets.items():
            made = _of_labels(labels, found) if labels and other != key else None
            if made is not None:
                rest = {name: one for name, one in fields.items() if name not in (key, other)}
                return {**made, **rest}, (key, other)
    return None


def _labels(value: Any) -> Sequence[str]:
    """The labels of a map by cell: a text, texts that are its rows, or rows of texts or numbers; () for anything else."""
    if isinstance(value, str):
        value = value.split() if len(value) < max(SIZES) * (max(SIZES) + 1) else ()
    if not isinstance(value, list) or not value or len(value) > max(SIZES):
        return ()
    rows = [row.split() if isinstance(row, str) and " " in row.strip() else row for row in value]
    if any(not isinstance(row, str | list) or len(row) != len(rows) for row in rows):
        return ()
    labels = [one for row in rows for one in row]
    sound = all(isinstance(one, str) or type(one) is int for one in labels)
    return [str(one).strip() for one in labels] if sound else ()


def targets_of(value: Any) -> dict[str, Target] | None:
    """The number of each label of an object, or of rows that begin with it; None for anything else."""
    if isinstance(value, dict):
        rows = [(str(label), one) for label, one in value.items()]
    elif isinstance(value, list) and all(isinstance(one, list) and len(one) in (2, 3) for one in value):
        rows = [(str(one[0]), one[1] if len(one) == 2 else one[1:]) for one in value]
    else:
        return None
    found = {label: target for label, one in rows if (target := target_in(one)) is not None}
    return found if len(rows) == len(found) >= _FEWEST_LABELS else None


def target_in(value: Any) -> Target | None:
    """The number and the operation of a value: ``3``, ``"3+"``, ``["+", 3]``, ``{"op": "+", "target": 3}``."""
    parts = list(_parts(value))
    numbers = [part for part in parts if type(part) is int]
    words = [part for part in parts if isinstance(part, str)]
    whole = [target_of(word.strip()) for word in words if _MAPPED_TARGET.fullmatch(word)]
    words = [word for word in words if not _MAPPED_TARGET.fullmatch(word)]
    signs = [operation_named(word.strip(".:'\"")) for word in words]
    if len(numbers) + len(whole) != 1 or any(
        sign is None and word.strip().lower() not in _NO_OPERATION for sign, word in zip(signs, words, strict=True)
    ):
        return None
    kind, number = whole[0] if whole else (None, numbers[0])
    named = [sign for sign in (kind, *signs) if sign is not None]
    return (named[0] if named else None, number) if len(named) < 2 and number > 0 else None


def _parts(value: Any) -> Iterator[Any]:
    some = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if some is None:
        yield value
    elif len(some) > 3:
        yield from ([],)  # More than a number and an operation.
    else:
        for one in some:
            yield from (one,) if not isinstance(one, list | dict) else _parts(one)


def _of_labels(labels: Sequence[str], targets: Mapping[str, Target]) -> dict[str, Any] | None:
    """The cages of a map; None where its labels are others, but for digits that are given, or cages do not hang together."""
    size = isqrt(len(labels))
    cells: dict[str, list[int]] = {}
    for cell, label in enumerate(labels):
        cells.setdefault(label, []).append(cell)
    given = cells.keys() - targets.keys()
    sound = all(one.isdecimal() and 0 < int(one) <= size for one in given) and targets.keys() <= cells.keys()
    operated = any(kind is not None for kind, _ in targets.values())
    total = sum(number for _, number in targets.values()) + sum(int(one) * len(cells[one]) for one in given if sound)
    alone = [label for label, (kind, _) in targets.items() if kind is None and len(cells.get(label, ())) > 1]
    # Numbers without operations may mean anything unless they are sums.
    if not sound or size not in SIZES or (alone if operated else total != total_of(size)):
        return None
    if not all(linked(cells[label], size) for label in targets):
        return None
    made = [
        (kind if len(cells[label]) > 1 else None, number, cells[label]) for label, (kind, number) in targets.items()
    ]
    return caged(size, made, "".join(label if label in given else "." for label in labels), operated)
