"""From chances to digits: a cell is sure, settled by proof, or unsure, and nothing else is handed on as read.

A cell whose likeliest value has a chance of :data:`SURE` or more is never changed, whatever proof says: a printed fault is to be
reported, not read away. Proof chooses among the values that the picture leaves open in the other cells. It tells digits apart
well; whether a cell is empty or has the digit of the solution it can hardly say, so that each open value must be refuted.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.solve.work import WORK
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

Chances = npt.NDArray[np.float64]
"""For each cell the chance that it is empty, that it holds each digit, and that it holds another mark."""

SURE = 0.99
"""The chance from which proof never changes a cell."""

POSSIBLE = 0.001
"""The chance from which a value of another cell has to be refuted."""

SHARE = 0.9
"""The share of the best reading among all that are listed, from which it is taken."""

MOST_READINGS = 400
"""Readings of a grid that are proved."""

_DEEPEST = 14.0
"""How much less likely than the first a reading may be, as a logarithm."""

_MOST_OPEN = 24
"""Cells that are not sure, beyond which a picture is too poor for proof."""

HARD = 0.3
"""The share of other marks that may be digits."""

_MARK = 0.5
"""The chance of another mark from which a cell is said to hold one."""

Status = Literal["proper", "several", "none", "broken"]

_PRINTED: dict[Status, float] = {
    "proper": 0.0,
    "several": math.log(1e-3),
    "none": math.log(1e-3),
    "broken": math.log(1e-5),
}
"""How likely somebody prints such a puzzle, as a logarithm: most printed puzzles are proper."""

_WITH: dict[Status, str] = {
    "proper": "the puzzle is proper",
    "several": "it has several solutions",
    "none": "it has no solution",
    "broken": "a house has a digit twice",
}


@dataclass(frozen=True)
class Doubt:
    """A cell that is not sure: its values (0 for empty) with their chances, the likeliest first, and what proof says of it.

    ``mark``: the chance that it holds another mark. ``digit``: as it was read, None where that is open. ``refuted``:
    the other values that proof refutes, each with the status of the puzzle that it gives.
    """

    cell: int
    values: tuple[tuple[int, float], ...]
    mark: float
    digit: int | None
    refuted: Mapping[int, Status]

    def said(self, ground: Geometry) -> str:
        """The sentence on this cell, for people."""
        name = cell_name(self.cell, ground)
        if self.mark >= _MARK:
            return f"{name} holds a mark other than a printed digit ({self.mark:.2f})"
        parts = [(value_named(value), chance) for value, chance in self.values]
        parts += [("another mark", self.mark)] if self.mark >= _SHOWN else []
        words = " or ".join(word for word, _ in parts)
        chances = ", ".join(f"{chance:.2f}" for _, chance in parts)
        opening = f"{name} is {words} ({chances})"
        refuted = [f"with {value_named(value)} {_WITH[status]}" for value, status in self.refuted.items()]
        if self.digit is not None:
            return f"{opening}; {', '.join([*refuted, f'read as {value_named(self.digit)}'])}"
        if refuted:
            return f"{opening}; {', '.join(refuted)}"
        return opening

    def as_dict(self, ground: Geometry) -> dict[str, object]:
        """The fields that ``--json`` prints of it."""
        return {
            "cell": cell_name(self.cell, ground),
            "values": [{"digit": value, "chance": round(chance, 4)} for value, chance in self.values],
            "mark": round(self.mark, 4),
            "read": self.digit,
        }


def value_named(value: int) -> str:
    """A digit, or the word for an empty cell."""
    return SYMBOLS[value - 1] if value else "empty"


@dataclass(frozen=True)
class GridReading:
    """The cells of a grid as read, a digit each and 0 for empty; ``settled`` and ``unsure`` cells by their doubts.

    ``taken``: nothing is unsure. ``evidence``: the logarithm of how likely the picture and the puzzle are together, by which
    turns of a page are compared.
    """

    cells: bytes
    settled: tuple[Doubt, ...]
    unsure: tuple[Doubt, ...]
    status: Status
    evidence: float

    @property
    def taken(self) -> bool:
        """Whether nothing is unsure."""
        return not self.unsure


def read_chances(
    chances: Chances, ground: Geometry, answer: bytes | None = None, cages: tuple[Cage, ...] = ()
) -> GridReading:
    """The reading of a grid whose cells have these chances, float64 ``(cells, size + 2)``.

    ``answer``: the full grid that is printed for it; a cell that is not sure holds its digit or is empty, and is named as
    settled. ``cages``: of a Killer, read for sure. Costs at most :data:`MOST_READINGS` proofs, and one more for each open value.
    """
    before = chances
    if answer is not None:
        chances = _answered(chances, answer)
    values = chances[:, :-1]
    order = np.argsort(-values, axis=1, kind="stable")
    first = order[:, 0]
    cells = np.arange(len(values))
    best = values[cells, first]
    sure = best >= SURE
    likeliest = first.astype(np.uint8)
    open_ = [int(cell) for cell in np.flatnonzero(~sure)]
    agreed = [int(cell) for cell in np.flatnonzero(sure & (before[:, :-1].max(1) < SURE))]
    by_answer = tuple(_doubt(before, cell, int(first[cell]), {}) for cell in agreed)
    base = float(np.log(np.maximum(best, 1e-12)).sum())
    if not open_:
        (status,) = _statuses([likeliest], ground, cages)
        return GridReading(likeliest.tobytes(), by_answer, (), status, base + _PRINTED[status])
    # Another mark may also be a digit that is hard to read: any, or one that was struck out.
    spread = values + HARD * chances[:, -1:] / values.shape[1]
    marked = [cell for cell in open_ if chances[cell, -1] >= _MARK]
    if len(open_) > _MOST_OPEN or marked:
        (status,) = _statuses([likeliest], ground, cages)
        unsure = tuple(_doubt(chances, cell, None, {}) for cell in open_)
        return GridReading(likeliest.tobytes(), by_answer, unsure, status, base + _PRINTED[status])
    listed = list(_in_order(spread, open_, likeliest))
    statuses = _statuses([one for _, one in listed], ground, cages)
    weights = np.array([chance + _PRINTED[status] for (chance, _), status in zip(listed, statuses, strict=True)])
    top = int(np.argmax(weights))
    total = float(np.logaddexp.reduce(weights))
    chosen, status = listed[top][1], statuses[top]
    good = status == "proper" and math.exp(weights[top] - total) >= SHARE
    refuted = _refuted(spread, open_, chosen, ground, cages)
    settled, unsure_ = [], []
    for cell in open_:
        left = [
            value
            for value in range(values.shape[1])
            if value != chosen[cell] and spread[cell, value] >= POSSIBLE and value not in refuted[cell]
        ]
        if good and not left:
            settled.append(_doubt(chances, cell, int(chosen[cell]), refuted[cell]))
        else:
            unsure_.append(_doubt(chances, cell, None, refuted[cell] if good else {}))
    return GridReading(chosen.tobytes(), (*by_answer, *settled), tuple(unsure_), status, base + total)


def _answered(chances: Chances, answer: bytes) -> Chances:
    """The chances once it is known that a cell which is not sure is empty or holds the digit of the answer."""
    digits = np.frombuffer(answer, np.uint8)
    open_ = chances[:, :-1].max(1) < SURE
    held = np.zeros_like(chances)
    for value in (np.zeros_like(digits), digits):
        held[np.arange(len(digits)), value] = chances[np.arange(len(digits)), value]
    held[:, -1] = chances[:, -1]
    held /= np.maximum(held.sum(1, keepdims=True), 1e-12)
    return np.where(open_[:, None], held, chances)


def _doubt(chances: Chances, cell: int, digit: int | None, refuted: Mapping[int, Status]) -> Doubt:
    order = [int(value) for value in np.argsort(-chances[cell, :-1], kind="stable")]
    some = [order[0], *(value for value in order[1:_MOST_SHOWN] if chances[cell, value] >= _SHOWN)]
    if digit is not None and digit not in some:
        some = [*some[: _MOST_SHOWN - 1], digit]
    held = tuple((value, float(chances[cell, value])) for value in some)
    kept = {value: status for value, status in refuted.items() if value in some}
    return Doubt(cell, held, float(chances[cell, -1]), digit, kept)


_SHOWN, _MOST_SHOWN = 0.01, 4
"""The chance from which a value is shown, and how many are."""


def _statuses(grids: Sequence[npt.NDArray[np.uint8]], ground: Geometry, cages: tuple[Cage, ...]) -> list[Status]:
    puzzles = [Puzzle(ground, one.tobytes(), cages=cages) for one in grids]
    counts = count_solutions(puzzles, 2, max_nodes=WORK).tolist()
    found: list[Status] = []
    for count, one in zip(counts, grids, strict=True):
        without: Status = "broken" if count == 0 and _clashes(one, ground) else "none"
        # A puzzle that a bound of work leaves undecided has many solutions far more often than none.
        found.append("proper" if count == 1 else without if count == 0 else "several")
    return found


def _clashes(cells: npt.NDArray[np.uint8], ground: Geometry) -> bool:
    for house in ground.houses:
        held = [digit for digit in cells[list(house.cells)].tolist() if digit]
        if len(held) != len(set(held)):
            return True
    return False


def _refuted(
    spread: Chances, open_: Iterable[int], chosen: npt.NDArray[np.uint8], ground: Geometry, cages: tuple[Cage, ...]
) -> dict[int, dict[int, Status]]:
    """Of each open cell the values with which the other cells, as read, make no proper puzzle."""
    tried: list[tuple[int, int]] = []
    grids = []
    for cell in open_:
        for value in range(spread.shape[1]):
            if value != chosen[cell] and spread[cell, value] >= POSSIBLE:
                other = chosen.copy()
                other[cell] = value
                tried.append((cell, value))
                grids.append(other)
    found: dict[int, dict[int, Status]] = {cell: {} for cell in open_}
    for (cell, value), status in zip(tried, _statuses(grids, ground, cages), strict=True):
        if status != "proper":
            found[cell][value] = status
    return found


def _in_order(
    spread: Chances, open_: Sequence[int], likeliest: npt.NDArray[np.uint8]
) -> Iterator[tuple[float, npt.NDArray[np.uint8]]]:
    """Readings with the logarithm of their chance against the first, in falling order, over independent changes of cells."""
    changes = sorted(
        (math.log(spread[cell, likeliest[cell]] / spread[cell, value]), cell, value)
        for cell in open_
        for value in range(spread.shape[1])
        if value != likeliest[cell] and spread[cell, value] >= POSSIBLE
    )
    yield 0.0, likeliest
    waiting: list[tuple[float, tuple[int, ...]]] = [(changes[0][0], (0,))] if changes else []
    listed = 1
    while waiting and listed < MOST_READINGS:
        cost, some = heapq.heappop(waiting)
        if cost > _DEEPEST:
            return
        if len({changes[at][1] for at in some}) == len(some):
            cells = likeliest.copy()
            for at in some:
                cells[changes[at][1]] = changes[at][2]
            listed += 1
            yield -cost, cells
        last = some[-1] + 1
        if last < len(changes):
            heapq.heappush(waiting, (cost + changes[last][0], (*some, last)))
            heapq.heappush(waiting, (cost - changes[last - 1][0] + changes[last][0], (*some[:-1], last)))
