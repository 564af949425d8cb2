"""The grids of a picture, each with the chances of its cells: found, straightened and turned so that it can be read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from bookmaker.base.errors import UsageError
from bookmaker.camera.cages import ADVICE, UNCLEAR, cages_of
from bookmaker.camera.cell_net import LOOKS, Net, net
from bookmaker.camera.frames import Grey, Points, area, frames, single_threaded
from bookmaker.camera.lattice import (
    FAIR,
    FAIR_OTHERWISE,
    LEAST_CELL,
    USUAL,
    Lattice,
    Levels,
    best_lattice,
    looks_of,
    regions_of,
)
from bookmaker.camera.readings import SURE, Chances, GridReading, read_chances
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage
from bookmaker.puzzles.rules import CLASSIC, geometry

MOST_GRIDS = 24
"""Grids of a page that are read."""

_SEEN_AS_FRAME, _AS_LARGE = 0.5, 0.5
"""The worth of a lattice from which a frame is said to be there, and its area against that of the grids: words are smaller."""

_MOST_TRIES = 6
_MOST_PLACES = 40
_ALIKE = 0.3
"""Frames of one place that are fitted, places of a picture that are looked at, and how near the corners of one place lie, by
the side of the frame."""

_LEAST_ODDS = 1e-4

_NEAR = 30.0
"""How much less likely than the likeliest a turn may be, as a logarithm, to be tried with proof."""


@dataclass(frozen=True, eq=False)
class Scan:
    """A grid in a picture.

    ``lattice``: as it lies in the picture; ``quarters``: the quarter turns counter-clockwise after which it can be read.
    ``ground`` and ``chances`` are None where ``fault`` says why it cannot be read; ``reading`` follows from them. ``cages``: of a
    Killer; ``settled``: which of its sums are sure by their total alone.
    """

    lattice: Lattice
    quarters: int = 0
    ground: Geometry | None = None
    chances: Chances | None = None
    reading: GridReading | None = None
    fault: str = ""
    advice: str = ""
    cages: tuple[Cage, ...] = ()
    settled: str = ""

    @property
    def corners(self) -> Points:
        """The corners of its frame in the picture, clockwise from its own upper left."""
        return np.roll(self.lattice.corners, self.quarters, 0)

    @property
    def picture(self) -> Grey:
        """The straightened grid, turned to be read."""
        return np.ascontiguousarray(np.rot90(self.lattice.grey, self.quarters))

    def odds(self) -> tuple[tuple[int, int, float], ...]:
        """Each cell with another value that it may have, and how likely that is against what was read."""
        if self.chances is None or self.reading is None:
            return ()
        read = np.frombuffer(self.reading.cells, np.uint8)
        likely = self.chances[np.arange(len(read)), read]
        return tuple(
            (int(cell), int(value), float(min(self.chances[cell, value] / likely[cell], 1.0)))
            for cell, value in zip(*np.nonzero(self.chances[:, :-1] >= _LEAST_ODDS), strict=True)
            if value != read[cell]
        )

    def cell_corners(self, cell: int) -> Points:
        """The corners of a cell of the grid as it is read, in pixels of :attr:`picture`."""
        size, points = self.lattice.size, self.lattice.points
        row, column = divmod(int(np.rot90(np.arange(size * size).reshape(size, size), self.quarters).flat[cell]), size)
        corners = points[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
        side = self.lattice.grey.shape[0] - 1
        for _ in range(self.quarters):
            corners = np.stack([corners[:, 1], side - corners[:, 0]], 1)
        return corners

    def with_said(self, said: Mapping[int, int]) -> Scan:
        """The same where a person says what some cells hold, 0 for nothing."""
        if self.chances is None or self.ground is None:
            return self
        chances = self.chances.copy()
        for cell, digit in said.items():
            chances[cell] = 0
            chances[cell, digit] = 1
        return replace(self, chances=chances, reading=read_chances(chances, self.ground, cages=self.cages))

    def with_answer(self, answer: bytes) -> Scan:
        """The same where the answer is known."""
        assert self.chances is not None and self.ground is not None
        return replace(self, reading=read_chances(self.chances, self.ground, answer, self.cages))


def scans(grey: Grey, kind: str = CLASSIC) -> tuple[list[Scan], list[Lattice]]:
    """The grids of a picture in the order in which they are read, and frames that are there but make no grid.

    ``kind`` is the kind of puzzle that they are meant for.
    """
    single_threaded()
    good, poor = _lattices(grey)
    found = [_turned(lattice, kind, net()) for lattice in good]
    return _in_order(found), poor


def _lattices(grey: Grey) -> tuple[list[Lattice], list[Lattice]]:
    levels = Levels(grey)
    places: list[list[Points]] = []
    for corners in frames(grey):
        side = np.sqrt(area(corners))
        for place in places:
            if np.abs(place[0] - corners).max() < _ALIKE * side:
                place.append(corners)
                break
        else:
            places.append([corners])
    fitted = [lattice for place in places[:_MOST_PLACES] if (lattice := _best_of(levels, place)) is not None]
    fitted.sort(key=lambda one: (not one.square, -one.worth))
    good: list[Lattice] = []
    poor: list[Lattice] = []
    for lattice in fitted:
        if any(_overlap(lattice, other) for other in (*good, *poor)):
            continue
        fair = FAIR if lattice.size == USUAL else FAIR_OTHERWISE
        if lattice.worth >= fair and lattice.square and len(good) < MOST_GRIDS:
            good.append(lattice)
        elif lattice.worth >= _SEEN_AS_FRAME:
            poor.append(lattice)
    usual = float(np.median([area(lattice.corners) for lattice in good])) if good else 0.0
    return good, [lattice for lattice in poor if area(lattice.corners) >= _AS_LARGE * usual]


def _best_of(levels: Levels, place: Sequence[Points]) -> Lattice | None:
    best: Lattice | None = None
    # Words and pictures are refused at once, and only what may be a grid is counted.
    tried = (lattice for corners in place if (lattice := best_lattice(levels, corners)) is not None)
    for lattice in islice(tried, _MOST_TRIES):
        if best is None or lattice.worth > best.worth + 0.01:
            best = lattice
        if best.good:
            break
    return best


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one frame lies in the other."""

    def inside(point: npt.NDArray[np.float32], corners: Points) -> bool:
        sides = np.roll(corners, -1, 0) - corners
        away = point - corners
        return bool((sides[:, 0] * away[:, 1] - sides[:, 1] * away[:, 0] > 0).all())

    return inside(one.corners.mean(0), other.corners) or inside(other.corners.mean(0), one.corners)


def _turned(lattice: Lattice, kind: str, reader: Net) -> Scan:
    """A grid with the turn that makes it likeliest, under proof where the picture alone does not say."""
    if lattice.cell < LEAST_CELL:
        message = f"a cell is {lattice.cell:.0f} pixels wide; {LEAST_CELL} are needed"
        return Scan(lattice, fault=message, advice="photograph from nearer, or scan at a higher resolution")
    size = lattice.size
    seen = cages_of(lattice, lambda figures: with_alike(reader.chances(figures, USUAL, LOOKS), figures))
    if seen is not None:
        if seen.fault:
            return Scan(lattice, seen.quarters, fault=seen.fault, advice=ADVICE)
        lattice = seen.lattice
    regions, why = regions_of(lattice)
    if why:
        return Scan(lattice, fault=why, advice="photograph it flat and in more light, or send it as text")
    if kind == CLASSIC and lattice.crossed:
        return Scan(
            lattice, fault="a line runs along its diagonal, which may be a rule", advice="name the rule with --kind"
        )
    kind = "killer" if seen is not None and kind == CLASSIC else kind
    squares = lattice.cells.reshape(size, size, *lattice.cells.shape[1:])
    tried: list[tuple[float, int, npt.NDArray[np.float32]]] = []
    for quarters in range(4) if seen is None else [seen.quarters]:
        turned = np.ascontiguousarray(np.rot90(np.rot90(squares, quarters, (0, 1)), quarters, (2, 3)))
        cells = turned.reshape(size * size, *turned.shape[2:])
        chances = with_specks(reader.chances(cells, size), cells)
        tried.append((float(np.log(chances[:, :-1].max(1)).sum()), quarters, cells))
    most = max(evidence for evidence, _, _ in tried)
    best: Scan | None = None
    for _, quarters, cells in [one for one in tried if one[0] >= most - _NEAR]:
        chances = with_alike(with_specks(reader.chances(cells, size, LOOKS), cells), cells)
        chances = with_print(chances, cells)
        map_ = (
            None
            if regions is None
            else tuple(np.rot90(np.array(regions).reshape(size, size), quarters).ravel().tolist())
        )
        try:
            ground = geometry(kind, size, map_)
        except UsageError as error:
            return Scan(lattice, quarters, fault=error.faults[0].message, advice=error.faults[0].advice)
        if ground.needs_clues or ground.overlapping:
            message = f"a {kind} puzzle has clues or grids that are not read from pictures"
            return Scan(lattice, quarters, fault=message, advice="send it as text")
        if (seen is None) == ground.caged:
            what = "no cages are seen" if ground.caged else f"a {kind} puzzle has no cages, and cages are seen"
            return Scan(lattice, quarters, fault=what, advice=ADVICE)
        cages, settled = (seen.cages, seen.settled) if seen is not None else ((), "")
        reading = read_chances(chances, ground, cages=cages)
        if settled and reading.status != "proper":
            return Scan(lattice, quarters, fault=f"{UNCLEAR}: {settled}; with them it is not proper", advice=ADVICE)
        if best is None or best.reading is None or reading.evidence > best.reading.evidence:
            best = Scan(lattice, quarters, ground, chances, reading, cages=cages, settled=settled)
    assert best is not None
    return best


def with_specks(chances: Chances, cells: npt.NDArray[np.float32]) -> Chances:
    """The chances of cells once it is known how much ink they have: too little for a digit of this grid is dirt, not a mark.

    ``cells``: as :attr:`Lattice.cells` has them. Cells that may hold many marks keep their chances: dots are small, and a rule.
    Where there is next to no ink, there is nothing but paper, and lines.
    """
    middle = cells[:, _MIDDLE, _MIDDLE].reshape(len(cells), -1)
    ink = np.maximum(middle - np.median(middle, axis=1, keepdims=True) - _PALE, 0).sum(1)
    printed = chances[:, 1:-1].max(1) >= SURE
    known = printed.sum() >= _MANY_DIGITS
    faintest = ink[printed].min() if known else _FAINT
    bare = chances[:, :-1].argmax(1) == 0
    nothing = bare & (ink + _beside(cells) < _NOTHING * faintest)
    dirt = bare & ~nothing & (chances[:, -1] < _MARK) & (ink < _SPECK * faintest)
    found = chances.copy()
    found[nothing, 1:] *= 1 - _SURELY
    if known and chances[dirt, -1].sum() < _MARK:
        found[dirt, -1] *= 1 - _DIRT
    found[:, 0] += chances[:, 1:].sum(1) - found[:, 1:].sum(1)
    return found


def _beside(cells: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The ink between the middle of cells and their lines that does not run along the lines: that of a dot on a border."""
    turned = cells.swapaxes(1, 2)
    sides = np.stack([some[:, band, _MIDDLE] for some in (cells, turned) for band in _BESIDE], 1)
    found: npt.NDArray[np.float32] = np.maximum(sides - np.median(sides, -1, keepdims=True) - _PALE, 0).sum((1, 2, 3))
    return found


def with_alike(chances: Chances, cells: npt.NDArray[np.float32]) -> Chances:
    """The chances of cells once it is known which look alike: print of one digit is the same, and a mark by hand is not.

    A cell that may be a digit or another mark has the mean of what cells of that digit say that look like it, by logarithm, and
    few marks come twice in one form. What digits may be there is left as it was.
    """
    found = chances.copy()
    best = chances[:, :-1].argmax(1)
    for digit in range(1, chances.shape[1] - 1):
        same = np.flatnonzero((best == digit) & (chances[:, digit] > chances[:, -1]))
        open_ = np.flatnonzero(chances[same, digit] < SURE)
        if len(same) < 2 or not len(open_):
            continue
        alike = _likeness(cells[same], open_) >= _SAME
        logs = np.log(np.maximum(chances[same, -1], _LEAST_MARK))
        for at, near in zip(open_, alike, strict=True):
            before = float(chances[same[at], -1])
            mark = float(np.exp(logs[near].mean())) * (_TWICE if near.sum() > 1 else 1.0)
            if mark < before:
                found[same[at], :-1] *= (1 - mark) / (1 - before)
                found[same[at], -1] = mark
    return found


def with_print(chances: Chances, cells: npt.NDArray[np.float32]) -> Chances:
    """The chances of cells once the print of their grid is known: digits of one grid are alike in height, place, ink and stroke.

    A cell that is read as a digit and differs from the others is a mark by hand or of another print, though its form is that of
    the digit: the farther it is from them, the likelier. One that looks like another of its digit differs less: in some fonts a 4
    is higher than the rest. One that looks like none of its digit differs more. What the digits among themselves are likely to be
    is left as it was.
    """
    best = chances[:, :-1].argmax(1)
    read = np.flatnonzero((best > 0) & (chances[:, :-1].max(1) > _READ))
    seen = looks_of(cells[read])
    clear = ~np.isnan(seen[:, 0])
    usual = clear & (chances[read, best[read]] > _USUAL)
    if usual.sum() < _MANY_DIGITS:
        return chances
    found = chances.copy()
    likeness = _likeness(cells[read], np.arange(len(read)))
    np.fill_diagonal(likeness, -1)
    for at, cell in enumerate(read):
        others = seen[usual & (np.arange(len(read)) != at)]
        middle = np.median(others, 0)
        spread = np.maximum(_NORMAL * np.median(np.abs(others - middle), 0), _LEAST_SPREAD)
        if clear[at]:
            squares = ((seen[at] - middle) / spread) ** 2
            squares[_INK] = min(squares[_INK], _FADED)  # Print fades, and light falls unevenly.
            far = float(squares.sum())
        else:  # It reaches a border, or has no ink to speak of: where others do, too, that says nothing.
            far = _UNLIKE if clear.mean() > _MOSTLY_CLEAR else 0.0
        nearest = float(likeness[at, best[read] == best[cell]].max())
        if nearest > -1:
            far += min((max(_SAME - nearest, 0) / _LIKE_SPREAD) ** 2, _LEAST_ALIKE)
        away = (far * (_AS_TWIN if nearest >= _SAME else 1.0) - _FAR) / 2
        if away > 0:
            before = float(chances[cell, -1])
            odds = max(before, _LEAST_MARK) / (1 - before) * math.exp(min(away, _MOST_AWAY))
            mark = max(before, min(odds / (1 + odds), _SURE_MARK))
            found[cell, :-1] *= (1 - mark) / (1 - before)
            found[cell, -1] = mark
    return found


_READ, _USUAL, _NORMAL, _LEAST_SPREAD = 0.5, 0.9, 1.4826, np.array([0.5, 0.4, 0.5, 0.15, 0.12])
"""The chance from which a cell is read as a digit, and from which it shows how the print of its grid looks; the deviation of a
normal spread against the median one; and the least that is believed of the height, the places, the ink and the strokes."""

_FAR, _MOST_AWAY, _UNLIKE, _AS_TWIN = 16.0, 30.0, 99.0, 0.4
"""The sum of squares from which a cell differs, more than 99 of 100 printed digits have; how much of the rest counts;
the sum of a cell that cannot be measured; and the share that counts where another of its digit looks like it."""

_LIKE_SPREAD, _LEAST_ALIKE = 0.05, 10.0
"""The spread of likeness below that of cells of one print, and the most that its square adds: of printed digits 99 in 100 look
like the nearest of their digit by 0.89 or more, of marks by hand 1 in 39; but a crease or a curled corner bends print, too."""

_INK, _FADED, _MOSTLY_CLEAR, _SURE_MARK = 3, 16.0, 0.6, 0.95
"""The ink among the looks, and how much of its square counts; the share of cells that can be measured, from which one that cannot
be differs; and the most that is believed of a mark."""

_SAME, _LEAST_MARK, _TWICE = 0.93, 1e-4, 0.02
"""How much alike cells of one print are, as a correlation; the least chance of another mark that counts; and the most marks that
come twice in one form: of 594 pairs of one digit by a pen none was as much alike."""


def _likeness(cells: npt.NDArray[np.float32], some: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """How much some cells look like each of all, moved by a pixel at most: float32 ``(some, cells)``."""

    def drawn(moved: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        flat = moved[:, _INSIDE, _INSIDE].reshape(len(moved), -1)
        flat = flat - flat.mean(1, keepdims=True)
        scaled: npt.NDArray[np.float32] = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
        return scaled

    still = drawn(cells).T
    moves = [(down, over) for down in (-1, 0, 1) for over in (-1, 0, 1)]
    found = np.max([drawn(np.roll(cells[some], move, (1, 2))) @ still for move in moves], 0)
    return np.asarray(found, np.float32)


_INSIDE = slice(5, 27)
"""The inside of a cell, beside its lines."""

_MIDDLE, _PALE, _MANY_DIGITS, _FAINT = slice(7, 25), 0.15, 8, 15.0
"""The middle of a cell, without its lines; ink that paper may have; sure digits of a grid that show how much a digit has; and how
much the faintest has where they are too few."""

_BESIDE = slice(4, 7), slice(25, 28)

_SPECK, _DIRT = 0.25, 0.9
"""The ink of a speck against the faintest digit, at most, and how much of the chance of another mark is that of dirt then."""

_NOTHING, _SURELY = 0.04, 0.99
"""The ink against the faintest digit below which there is nothing to read: the marks of rules have 0.14 of it and more. How much
of the chances of digits and marks is that of paper then."""

_MARK = 0.5
"""The chance of other marks in cells with little ink, from which they are taken for marks."""


def _in_order(found: Sequence[Scan]) -> list[Scan]:
    """Grids in reading order, as the page is turned for most of them."""
    if not found:
        return []
    turns = [scan.quarters for scan in found]
    quarters = max(range(4), key=lambda turn: (turns.count(turn), -turn))
    places = np.array([scan.corners.mean(0) for scan in found], np.float64)
    for _ in range(quarters):
        places = np.stack([places[:, 1], -places[:, 0]], 1)
    high = float(np.median([np.sqrt(area(scan.lattice.corners)) for scan in found])) / 2
    order = sorted(range(len(found)), key=lambda at: places[at, 1])
    rows: list[list[int]] = []
    for at in order:
        if rows and places[at, 1] - places[rows[-1][0], 1] < high:
            rows[-1].append(at)
        else:
            rows.append([at])
    return [found[at] for row in rows for at in sorted(row, key=lambda one: places[one, 0])]
