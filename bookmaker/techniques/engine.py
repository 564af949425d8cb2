"""The engine's Python face: tables and boards for the kernels, plans, and the rounds of a puzzle as decoded steps.

A kernel of another room that wants to know whether techniques of the basic tier finish a grid calls
``run_logic(tables, givens, order, board, tally) == 1`` from :mod:`bookmaker.techniques.finders.driver`, with
:func:`tables`, :func:`order_of`, :func:`board` (one for each thread) and :func:`tally_for`, all made once by its Python caller.
Whoever wants all techniques has a :class:`Solver` run a :class:`Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.grid.geometry import Geometry
from bookmaker.kernels.rules import COLUMN, ROW
from bookmaker.solving import rule_arrays
from bookmaker.techniques import BY_CODE, TECHNIQUES
from bookmaker.techniques.declare import ROLES, HouseRef, PatternCandidate, Step, Technique
from bookmaker.techniques.finders import board as kernel
from bookmaker.techniques.finders import patterns, webs
from bookmaker.techniques.finders.board import STUCK, Board, Tables
from bookmaker.techniques.finders.desk import KEYS, Desk
from bookmaker.techniques.finders.driver import INSTANCES, NARROWEST, ONCE, ROUNDS, find, run_logic

_WORDS_CAPACITY = 1 << 14

_BASIC = 0
_TIERS: tuple[tuple[tuple[int, ...], Any], ...] = (
    ((0, 1, 2, 3), find),
    ((4, 6, 7, 8), patterns.search),
    ((5, 9, 10, 11), webs.search),
)
"""For each tier its families and its kernel: ``find`` for the basic one, the search for one round for the others."""

_TIER_OF = {family: tier for tier, (families, _) in enumerate(_TIERS) for family in families}


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


@cache
def rectangles(geometry: Geometry) -> npt.NDArray[np.int16]:
    """The cells of two rows and two columns that every house holds none of, or two neighbouring corners: int16[n, 4].

    The first is opposite the last. Two digits in such cells can change places without touching any house.
    """
    size, held = geometry.size, [frozenset(house.cells) for house in geometry.houses]
    touching: list[list[frozenset[int]]] = [[h for h in held if cell in h] for cell in range(geometry.cell_count)]

    def balanced(corners: tuple[int, int, int, int]) -> bool:
        a, b, c, d = corners
        return all(
            len(house & {a, d}) == 1 and len(house & {b, c}) == 1 for cell in corners for house in touching[cell]
        )

    found = [
        corners
        for one, two in combinations(range(size), 2)
        for left, right in combinations(range(size), 2)
        if balanced(corners := (one * size + left, one * size + right, two * size + left, two * size + right))
    ]
    return np.array(found, dtype=np.int16).reshape(-1, 4)


def desk(geometry: Geometry) -> Desk:
    """A new desk for one thread: room to work for the harder tiers."""
    cells, houses = geometry.cell_count, len(geometry.houses)
    return Desk(
        given=np.zeros(cells, dtype=np.uint8),
        rectangles=rectangles(geometry),
        sets=np.zeros((12, (cells + 63) // 64), dtype=np.int64),
        lists=np.zeros((8, max(cells, houses)), dtype=np.int64),
        groups=np.zeros((5, 32), dtype=np.int64),
        keys=np.zeros(KEYS, dtype=np.int64),
        marks=np.zeros(2, dtype=np.int64),
    )


def order_of(techniques: Iterable[Technique] = TECHNIQUES) -> npt.NDArray[np.int64]:
    """The techniques of the basic tier among these as its driver takes them: int64 codes, to be tried in this order."""
    return np.array([t.code for t in techniques if _TIER_OF[t.code >> 4] == _BASIC], dtype=np.int64)


def tally_for(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Room for what a run counts: int64[n, 3], instances, rounds and narrowest round of each technique of ``order``."""
    return np.zeros((order.size, 3), dtype=np.int64)


def searches() -> tuple[Any, ...]:
    """The kernels of the tiers after the basic one, in their order: ``search(tables, board, desk, order) -> index or -1``."""
    return tuple(search for _, search in _TIERS[1:])


class Plan:
    """An order of technique codes, cut into stretches of one tier: each round is of the first code that finds anything."""

    def __init__(self, codes: Iterable[int]) -> None:
        self.codes = tuple(codes)
        self.stretches: list[tuple[int, slice, npt.NDArray[np.int64]]] = []
        start = 0
        for tier, run in groupby(self.codes, key=lambda code: _TIER_OF[code >> 4]):
            part = list(run)
            codes_and_end = [*part, ONCE] if tier == _BASIC and start else part
            self.stretches.append((tier, slice(start, start + len(part)), np.array(codes_and_end, dtype=np.int64)))
            start += len(part)


class Solver:
    """Runs plans on grids of one geometry, for one thread: it owns a board and a desk."""

    def __init__(self, geometry: Geometry) -> None:
        self.tables, self.board, self.desk = tables(geometry), board(geometry), desk(geometry)
        self._none = np.zeros(0, dtype=np.uint8)
        self._nothing = np.zeros(0, dtype=np.int64)

    def run(self, givens: npt.NDArray[np.uint8], plan: Plan) -> tuple[int, npt.NDArray[np.int64]]:
        """Solve as far as the plan's techniques go: SOLVED, STUCK or CONTRADICTION, and a tally as ``run_logic`` has it.

        SOLVED proves that the puzzle is proper unless a technique was used that presumes it.
        """
        tally = np.zeros((len(plan.codes), 3), dtype=np.int64)
        first_tier, first, order = plan.stretches[0]
        if first_tier != _BASIC:
            raise ValueError("a plan begins with the basic tier")
        begun = tally[first]
        status = run_logic(self.tables, givens, order, self.board, begun)
        if status == STUCK and len(plan.stretches) > 1:
            self.desk.given[:] = givens > 0
            while status == STUCK and self._round(plan, tally):
                status = run_logic(self.tables, self._none, order, self.board, begun)
        return int(status), tally

    def _round(self, plan: Plan, tally: npt.NDArray[np.int64]) -> bool:
        """One round of a stretch after the first. Its effects are applied, or pending for the run that follows."""
        for tier, part, codes in plan.stretches[1:]:
            if tier == _BASIC:
                counts = np.zeros((codes.size, 3), dtype=np.int64)
                run_logic(self.tables, self._none, codes, self.board, counts)
                for row, (found, looked, narrowest) in enumerate(counts.tolist()):
                    if looked:
                        self._count(tally, part.start + row, found, narrowest)
                        return True
                continue
            index = _TIERS[tier][1](self.tables, self.board, self.desk, codes)
            if index >= 0:
                found = int(self.board.marks[kernel.FOUND])
                self._count(tally, part.start + index, found, found)
                return True
        return False

    @staticmethod
    def _count(tally: npt.NDArray[np.int64], row: int, found: int, narrowest: int) -> None:
        tally[row, INSTANCES] += found
        tally[row, ROUNDS] += 1
        if narrowest:
            tally[row, NARROWEST] = min(narrowest, int(tally[row, NARROWEST]) or narrowest)


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


def found(geometry: Geometry, position: Board, code: int, given: Iterable[bool] = ()) -> list[Step]:
    """All instances of one technique on the board, decoded. The board afterwards holds them as pending effects.

    ``given`` tells for each cell whether it holds a given; without it, no filled cell does.
    """
    rules = tables(geometry)
    search: Callable[..., Any] = _TIERS[_TIER_OF[code >> 4]][1]
    arguments: tuple[Any, ...] = (code,)
    if _TIER_OF[code >> 4] != _BASIC:
        room = desk(geometry)
        for cell, is_given in enumerate(given):
            room.given[cell] = is_given
        arguments = (room, np.array([code], dtype=np.int64))
    trial = position
    while True:
        search(rules, trial, *arguments)
        if not trial.marks[kernel.OVERFLOW]:
            break
        trial = position._replace(records=np.zeros(max(_WORDS_CAPACITY, 2 * trial.records.size), dtype=np.int32))
    steps, head = [], 0
    for _ in range(int(trial.marks[kernel.FOUND])):
        length = int(trial.records[head])
        steps.append(_decoded(trial.records[head : head + length]))
        head += length
    return steps


def rounds(geometry: Geometry, givens: bytes, techniques: Iterable[Technique] = TECHNIQUES) -> Iterator[list[Step]]:
    """The rounds of a grid, one after another, until it is solved, stuck, or contradicts itself."""
    rules, position = tables(geometry), board(geometry, _WORDS_CAPACITY)
    kernel.load(rules, position, np.frombuffer(givens, dtype=np.uint8), position.removing[:0])
    codes = [technique.code for technique in techniques]
    given = [digit > 0 for digit in givens]
    while not position.marks[kernel.CLASH] and position.marks[kernel.FILLED] < geometry.cell_count:
        for code in codes:
            steps = found(geometry, position, code, given)
            if steps:
                yield steps
                kernel.apply(rules, position)
                break
        else:
            return
