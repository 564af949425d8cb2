"""Clues outside the grid in files of other programs: where they stand, and the lines of cells that they see from there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.puzzles.rules.places import slants, usual_slants, views

_CELL = re.compile(r"R([0-9]{1,4})C([0-9]{1,4})")
_Line = tuple[int, ...]

_WAYS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""Rows down and columns right, for the directions of arrows."""


def _way(line: Sequence[int], size: int) -> tuple[int, int]:
    (row, column), (down, right) = divmod(line[0], size), divmod(line[1], size)
    return down - row, right - column


def _before(line: Sequence[int], size: int) -> tuple[int, int]:
    row, column = divmod(line[0], size)
    down, right = _way(line, size)
    return row - down, column - right


@cache
def _lines(size: int) -> dict[tuple[int, int, str], _Line]:
    """The line seen from a place around the grid, and in a direction, "" where there is an only one."""
    names = {way: name for name, way in _WAYS.items()}
    return {(*_before(line, size), names.get(_way(line, size), "")): line for line in (*views(size), *slants(size))}


def line_of(cell: Any, direction: Any, size: int, path: str) -> _Line:
    """The line of a clue at a cell outside the grid, such as ``R0C3``, with the direction of its arrow. Raises WrongError."""
    found = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    place = (int(found[1]) - 1, int(found[2]) - 1) if found else (size, size)
    line = _lines(size).get((*place, direction if isinstance(direction, str) else ""))
    if line is None:
        raise WrongError(f"{shorten(cell)} is no place of such a clue beside a {size}×{size} grid", path)
    return line


def beside(line: Sequence[int], names: list[str], size: int) -> dict[str, Any]:
    """The fields of such a clue; ``names`` are those of its cells."""
    row, column = _before(line, size)
    direction = next((name for name, way in _WAYS.items() if way == _way(line, size)), "")
    place = {"cell": f"R{row + 1}C{column + 1}"}
    return {**place, "cells": names, "direction": direction} if direction else place


def read_words(name: str, words: Sequence[str], size: int, lines: str) -> Iterator[tuple[_Line, int]]:
    """The clues of a rule of the Interactive Sudoku Solver: ``Skyscraper~C1~4~6``, ``Sandwich~10~C8``, ``LittleKiller~9~R3C1``.

    ``lines`` are the symbols of rows and columns from 0. Raises ValueError.
    """
    if name == "LittleKiller":
        number, first = words
        row, column = (_number(symbol, lines) for symbol in (first[1], first[3:]))
        yield _starting(size)[row * size + column], int(number)
        return
    where, numbers = (words[1], words[:1]) if name == "Sandwich" else (words[0], words[1:])
    forward = _forward(where, size, lines)
    if not 1 <= len(numbers) <= 2 or not any(numbers):
        raise ValueError(f"{len(numbers)} numbers")
    for number, line in zip(numbers, (forward, forward[::-1]), strict=False):
        if number:
            yield line, int(number)


def _forward(where: str, size: int, lines: str) -> _Line:
    number = _number(where[1:], lines)
    if where[0] not in "RC" or not 0 <= number < size:
        raise ValueError(where)
    return tuple(views(size))[number if where[0] == "R" else size + number]


def _number(symbol: str, lines: str) -> int:
    if len(symbol) != 1:
        raise ValueError(symbol)
    return lines.index(symbol.lower()) - 1


@cache
def _starting(size: int) -> dict[int, _Line]:
    return {line[0]: line for line in usual_slants(size)}


def words_of(name: str, held: Sequence[tuple[_Line, Sequence[int]]], size: int, lines: str) -> Iterator[str]:
    """The rules of that program for these clues. Raises ValueError for one that it has no place for."""
    ends: dict[str, list[list[str]]] = {}
    for line, (number,) in held:
        if name == "LittleKiller":
            names = [f"R{lines[cell // size + 1]}C{lines[cell % size + 1]}" for cell in line]
            # It has one end of each diagonal only; from the other it is the sum of the same cells.
            usual = line in _starting(size).values()
            yield f"{name}~{number}~{names[0]}" if usual else f"Sum~{number}~{'~'.join(names)}"
            continue
        forward = line[0] < line[-1]
        along_row = abs(line[1] - line[0]) == 1
        first = min(line[0], line[-1])
        where = f"R{lines[first // size + 1]}" if along_row else f"C{lines[first % size + 1]}"
        if name == "Sandwich":
            if not forward:
                raise ValueError("it has one end of each line only")
            yield f"{name}~{number}~{where}"
            continue
        # Two clues at one end contradict each other, and are kept.
        rules = ends.setdefault(where, [])
        if not rules or rules[-1][not forward] not in ("", str(number)):
            rules.append(["", ""])
        rules[-1][not forward] = str(number)
    yield from (f"{name}~{where}~{'~'.join(numbers)}" for where, rules in ends.items() for numbers in rules)
