"""SumoCueV1: ``SumoCueV1=3+0=15+2+2...``, one piece for each cell.

``=`` and a sum begin a cage, ``=0`` one whose sum is unknown; ``+`` and the index of a cell, from 0 on, put a cell into that
cell's cage. ``D`` after the head adds the diagonals; ``J`` and a number after a piece is the cell's region. Source: SumoCue's
files and the programs that read them.
"""

from __future__ import annotations

import re

from bookmaker.formats.base.cage_labels import LONGEST_NUMBER, Capacity, labelled, owners
from bookmaker.formats.base.cells import SIZES
from bookmaker.formats.base.oneline import Line, one_line, shown
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import expressed, geometry, regions_of, understood, with_cages

_NAME = "sumocue"
_HEAD = "SumoCueV1"
_PIECE = re.compile(rf"([=+])([0-9]{{1,{LONGEST_NUMBER}}})(?:J([0-9]{{1,4}}))?")


def _read(line: Line) -> Puzzle | None:
    text = line.text
    flag = "D" if text.startswith("D", len(_HEAD)) else ""
    at = len(_HEAD) + len(flag)
    pieces: list[tuple[int, str, int, str | None]] = []
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            line.fault(f"{shown(text[at:])} is no cell", at, "a cell is = and a sum, or + and the index of a cell")
            return None
        pieces.append((at, piece[1], int(piece[2]), piece[3]))
        at = piece.end()
    size = SIZES.get(len(pieces))
    if size is None:
        line.fault(f"{len(pieces)} cells; a puzzle of 9×9 has 81")
        return None
    labels = [region for *_, region in pieces]
    if None in labels and set(labels) != {None}:
        line.fault(
            f"the cell with the index {labels.index(None)} has no region, and others have",
            pieces[labels.index(None)][0],
        )
        return None
    try:
        regions = None if set(labels) == {None} else regions_of(labels, size)
    except ValueError as error:
        line.fault(f"the map of its regions {error}")
        return None
    grid = geometry(with_cages(understood(flag, _NAME)), size, regions)
    heads = _heads(pieces, line)
    if heads is None:
        return None
    sums = [number if sign == "=" and number else None for _, sign, number, _ in pieces]
    return Puzzle(grid, bytes(len(pieces)), line.place, line.name, cages=tuple(labelled(heads, sums)))


def _heads(pieces: list[tuple[int, str, int, str | None]], line: Line) -> list[int] | None:
    """For each cell the cell that begins its cage; None if some lead nowhere."""
    toward = [cell if sign == "=" else number for cell, (_, sign, number, _) in enumerate(pieces)]
    for cell, (at, *_) in enumerate(pieces):
        if toward[cell] >= len(pieces):
            line.fault(f"+{toward[cell]} is no cell of a grid of {len(pieces)}; the first one has the index 0", at)
            return None
    for cell, (at, *_) in enumerate(pieces):
        way = cell
        for _ in pieces:
            if toward[way] == way:
                break
            way = toward[way]
        if pieces[way][1] != "=":
            line.fault(f"the cell with the index {cell} leads to no sum: its way goes round in a circle", at)
            return None
        toward[cell] = way
    return toward


def _write(puzzle: Puzzle) -> str:
    pieces = []
    for cell, index in enumerate(owners(puzzle)):
        if index < 0:
            pieces.append("=0")
            continue
        cage = puzzle.cages[index]
        pieces.append(f"={cage.sum or 0}" if cage.cells[0] == cell else f"+{cage.cells[0]}")
    if puzzle.geometry.regions:
        pieces = [f"{piece}J{region}" for piece, region in zip(pieces, puzzle.geometry.regions, strict=True)]
    return f"{_HEAD}{''.join(expressed(puzzle.geometry.rules, _NAME)[0])}{''.join(pieces)}"


_CAPACITY = Capacity(format=_NAME, regions=True)
FORMAT = one_line(_NAME, _HEAD, _CAPACITY, _read, _write)
