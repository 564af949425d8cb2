"""The engine's Python face: tables and boards for the kernels, and the rounds of a puzzle as decoded steps.

A kernel of another room that wants to know whether techniques up to a level finish a grid calls
``run_logic(tables, givens, order, board, tally) == 1`` from :mod:`bookmaker.techniques.finders.driver`, with
:func:`tables`, :func:`order_of`, :func:`board` (one for each thread) and :func:`tally_for`, all made once by its Python caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from bookmaker.grid.geometry import Geometry
from bookmaker.kernels.rules import COLUMN, ROW
from bookmaker.solving import rule_arrays
from bookmaker.techniques import BY_CODE, TECHNIQUES
from bookmaker.techniques.declare import ROLES, HouseRef, PatternCandidate, Step, Technique
from bookmaker.techniques.finders import board as kernel
from bookmaker.techniques.finders.board import Board, Tables
from bookmaker.techniques.finders.driver import find

_WORDS_CAPACITY = 1 << 14


def _as_set(cells: Iterable[int], words: int) -> list[int]:
    """Cells as int64 words; the top bit makes a word negative."""
    out = [0] * words
    for cell in cells:
        out[cell >> 6] |= 1 << (cell & 63)
    return [word - (1 << 64) if word >> 63 else word for word in out]


@cache
def tables(geometry: Geometry) -> Tables:
    """The geometry as the finders see it. Cached: the arrays are shared and must not be written to."""
    rules = rule_arrays(geometry)
    houses, kinds = rules.houses, rules.house_kind
    words = (geometry.cell_count + 63) // 64
    rank = {"box": 0, "row": 1, "column": 2}
    boxes_first = sorted(range(len(houses)), key=lambda h: (rank.get(geometry.houses[h].kind, 3), h))
    lines = {kind: [h for h in range(len(houses)) if kinds[h] == kind] for kind in (ROW, COLUMN)}
    line_place = np.full(len(houses), -1, dtype=np.int16)
    crossing = np.full(houses.shape, -1, dtype=np.int16)
    for kind, other in ((ROW, COLUMN), (COLUMN, ROW)):
        for i, house in enumerate(lines[kind]):
            line_place[house] = i
            crossing[house] = lines[other]
            # Fish read place p of a row as "column p" and the other way round.
            if any(houses[house][p] != houses[line][i] for p, line in enumerate(lines[other])):
                raise ValueError("rows and columns must list their cells in reading order")
    place = {(h, int(cell)): p for h in range(len(houses)) for p, cell in enumerate(houses[h])}
    cell_place = np.full(rules.cell_houses.shape, -1, dtype=np.int16)
    for cell, held in enumerate(rules.cell_houses):
        cell_place[cell] = [place.get((int(h), cell), -1) for h in held]
    return Tables(
        size=rules.size,
        houses=houses,
        house_kind=kinds,
        boxes_first=np.array(boxes_first, dtype=np.int16),
        line_place=line_place,
        crossing=crossing,
        cell_houses=rules.cell_houses,
        cell_place=cell_place,
        house_count=(rules.cell_houses >= 0).sum(axis=1).astype(np.int16),
        peers=rules.peers,
        peer_count=rules.peer_count,
        seen=np.array([_as_set(peers, words) for peers in geometry.peers], dtype=np.int64),
        members=np.array([_as_set(house.cells, words) for house in geometry.houses], dtype=np.int64),
    )


def board(geometry: Geometry, capacity: int = 0) -> Board:
    """A new board for one thread. ``capacity``: items of ``records``; 0 is enough for all but words and pictures."""
    cells, houses = geometry.cell_count, len(geometry.houses)
    return Board(
        candidates=np.zeros(cells, dtype=np.uint32),
        digits=np.zeros(cells, dtype=np.uint8),
        places=np.zeros((houses, geometry.size + 1), dtype=np.uint32),
        placed=np.zeros(houses, dtype=np.uint32),
        spots=np.zeros((geometry.size + 1, (cells + 63) // 64), dtype=np.int64),
        removing=np.zeros(cells, dtype=np.uint32),
        placing=np.zeros(cells, dtype=np.uint8),
        records=np.zeros(capacity, dtype=np.int32),
        marks=np.zeros(7, dtype=np.int64),
        scratch=np.zeros((5, 32), dtype=np.int64),
    )


def order_of(techniques: Iterable[Technique] = TECHNIQUES) -> npt.NDArray[np.int64]:
    """The techniques as a driver takes them: int64 codes, to be tried in this order."""
    return np.array([technique.code for technique in techniques], dtype=np.int64)


def tally_for(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Room for what a run counts: int64[2, n], instances and rounds of each technique of ``order``."""
    return np.zeros((2, order.size), dtype=np.int64)


def _decoded(record: npt.NDArray[np.int32]) -> Step:
    parts: tuple[list[tuple[int, int, int]], ...] = ([], [], [], [])
    for item in record[2:].tolist():
        parts[item >> 28 & 7].append((item >> 20 & 0xFF, item >> 5 & 0x7FFF, item & 31))
    return Step(
        technique=BY_CODE[int(record[1])].name,
        placements=tuple((cell, digit) for _, cell, digit in parts[kernel.PLACED]),
        eliminations=tuple((cell, digit) for _, cell, digit in parts[kernel.REMOVED]),
        pattern=tuple(PatternCandidate(ROLES[role], cell, digit) for role, cell, digit in parts[kernel.CANDIDATE]),
        houses=tuple(HouseRef(ROLES[role], house) for role, house, _ in parts[kernel.HOUSE]),
    )


def found(geometry: Geometry, position: Board, code: int) -> list[Step]:
    """All instances of one technique on the board, decoded. The board afterwards holds them as pending effects."""
    rules = tables(geometry)
    trial = position
    while True:
        count = int(find(rules, trial, code))
        if not trial.marks[kernel.OVERFLOW]:
            break
        trial = position._replace(records=np.zeros(max(_WORDS_CAPACITY, 2 * trial.records.size), dtype=np.int32))
    steps, head = [], 0
    for _ in range(count):
        length = int(trial.records[head])
        steps.append(_decoded(trial.records[head : head + length]))
        head += length
    return steps


def rounds(geometry: Geometry, givens: bytes, techniques: Iterable[Technique] = TECHNIQUES) -> Iterator[list[Step]]:
    """The rounds of a grid, one after another, until it is solved, stuck, or contradicts itself."""
    rules, position = tables(geometry), board(geometry, _WORDS_CAPACITY)
    kernel.load(rules, position, np.frombuffer(givens, dtype=np.uint8), position.removing[:0])
    codes = [technique.code for technique in techniques]
    while not position.marks[kernel.CLASH] and position.marks[kernel.FILLED] < geometry.cell_count:
        for code in codes:
            steps = found(geometry, position, code)
            if steps:
                yield steps
                kernel.apply(rules, position)
                break
        else:
            return
