"""The cages of a Killer in a straightened grid: dashes beside the borders of cells, and a sum in the first cell of each cage.

A dash is looked for on both sides of each border, so that every border is seen twice; the sums of all cells have a known total.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from bookmaker.camera.lattice import CELL, CUT, Lattice, filled
from bookmaker.camera.readings import HARD, SURE, Chances
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Cage

Values = npt.NDArray[np.float32]

Read = Callable[[Values], Chances]
"""What reads figures of a sum: cells of the net, float32 ``(n, CUT, CUT)``, to the chances of a grid of nine."""

_NEAREST, _DEEPEST = 1.5, 12.5
"""How far from a border its dashes may lie, in pixels of the straightened grid."""

_PARTS = ((0.08, 0.62), (0.38, 0.92))
"""The parts of a side in which dashes are looked for, each: the sum hides them in one."""

_PAPER = 4
"""Depths, in half pixels from the deepest, at which there is paper beside dashes."""

_RIM, _INK, _DARK = 0.8, 0.3, 98
"""The share of sides at the rim of the grid that have dashes, where there are cages; the ink of dashes against that of lines; and
the percentile of all ink that heavy lines have."""

_LOW, _HIGH = 0.2, 0.45
"""The ink beside a border, against that of most borders with dashes, up to which it has none, and from which it has some."""

_BAND = 5
"""Pixels across dashes that are taken away."""

_CORNER = (0.48, 0.64)
"""The part of a cell, down and across, in which the sum of its cage lies."""

_FIGURE, _LEVEL = (0.13, 0.4), 0.05
"""The height of a figure of a sum, and how far two of them may differ, in cells."""

UNCLEAR = "its cages are not clear"
ADVICE = "scan it flat at 200 dpi or more, or send it as text"


@dataclass(frozen=True, eq=False)
class CagesSeen:
    """The cages of a grid, as they are read after ``quarters`` quarter turns counter-clockwise.

    ``lattice``: the grid without dashes and sums. ``fault``: why they cannot be read, "" if they can.
    """

    cages: tuple[Cage, ...]
    quarters: int
    lattice: Lattice
    fault: str = ""
    settled: str = ""
    """Which sums are sure only since all sums together have their total, "" for none."""


def cages_of(lattice: Lattice, read: Read) -> CagesSeen | None:
    """The cages of a grid; None where no dashes lie along its rim."""
    sides = _sides(lattice)
    # A pixel more or less: a sheet is not as flat as its lines.
    wide = np.asarray(cv2.dilate(sides.reshape(-1, sides.shape[-1]), np.ones((1, 5), np.uint8))).reshape(sides.shape)
    rim = np.concatenate([wide[0][0], wide[2][-1], wide[3][:, 0], wide[1][:, -1]])
    typical = np.median(rim, 0)
    at = int(np.median(np.flatnonzero(typical >= 0.98 * typical.max())))
    # The dots of a tint are as deep as the cell, and the blur of a frame beside faint lines is darkest at the frame.
    dashed = typical[at] >= _INK * lattice.strength and typical[-_PAPER:].max() < _HIGH * typical[at]
    dashed &= typical[0] < _HIGH * typical[at] or typical[at] >= _INK * float(np.percentile(lattice.ink, _DARK))
    if not dashed or (rim[:, at] > _HIGH * typical[at]).mean() < _RIM:
        return None
    depth = _NEAREST + at / 2
    share = wide[..., at] / typical[at]
    # Each border has a side below or to the right of it, and one above or to the left: dashes on both, or on none.
    borders = (share[2][:-1] + share[0][1:]) / 2, (share[1][:, :-1] + share[3][:, 1:]) / 2
    walls = [border >= _HIGH for border in borders]
    unclear = sum(int(((border > _LOW) & (border < _HIGH)).sum()) for border in borders)
    if unclear:
        return CagesSeen((), 0, lattice, f"{UNCLEAR}: {unclear} borders may or may not have dashes")
    size = lattice.size
    regions = np.array(filled(walls[0], walls[1], size)).reshape(size, size)
    tried = [_turned(lattice, regions, quarters, depth, read) for quarters in range(4)]
    return max(tried, key=lambda one: one[0])[1]


def _sides(lattice: Lattice) -> Values:
    """How much ink comes and goes along each side of each cell at each depth: float32 ``(4, size, size, depths)``, the upper
    side first, clockwise.
    """
    points = lattice.points
    corners = np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]])
    depths = np.arange(_NEAREST, _DEEPEST, 0.5, dtype=np.float32)
    found = []
    for side in range(4):
        start, end = corners[side], corners[(side + 1) % 4]
        inwards = (corners[(side + 3) % 4] - start) / np.float32(CELL)
        seen = []
        for low, high in _PARTS:
            along = np.linspace(low, high, 28, dtype=np.float32)[:, None, None]
            places = start[..., None, None, :] + (end - start)[..., None, None, :] * along
            places = places + inwards[..., None, None, :] * depths[:, None]
            flat = np.ascontiguousarray(places.reshape(-1, along.size * depths.size, 2))
            held = cv2.remap(lattice.ink, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            held = held.reshape(*start.shape[:2], along.size, depths.size)
            # Dashes come and go along a side; a heavy border and a tint do not.
            held = np.sort(held, 2)
            seen.append(held[:, :, 22] - held[:, :, 5])
        found.append(np.minimum(*seen))
    return np.array(found, np.float32)


def _turned(
    lattice: Lattice, regions: npt.NDArray[np.int64], quarters: int, depth: float, read: Read
) -> tuple[float, CagesSeen]:
    """How well the sums of a turn are read, and the cages of that turn."""
    size, upright = lattice.size, lattice.turned(quarters)
    numbers = np.rot90(regions, quarters).ravel()
    mask = _rings(upright, depth)
    cells = [np.flatnonzero(numbers == number).tolist() for number in range(int(numbers.max()) + 1)]
    figures = [_figures(upright, some[0], mask) for some in cells]
    pictures = [picture for some in figures for picture, _ in some]
    chances = _sums(figures, read(np.array(pictures))) if pictures else [{}] * len(cells)
    wanted = size * size * (size + 1) // 2
    sums = likeliest_sums(chances, wanted)
    named = [f"the cage of {cell_name(some[0], size)}" for some in cells]
    summed = sum(sums)
    poor = [f"{name} shows no sum that can be read" for name, total in zip(named, sums, strict=True) if not total]
    if not poor and summed != wanted:
        # With the total of all digits known, a sum that was misread is seen; which one it is, is not.
        poor = [f"its sums are read as {summed} in all, and the digits of a grid are {wanted}"]
        poor += [
            f"{name} may have {total} ({one[total]:.2f})"
            for name, total, one in zip(named, sums, chances, strict=True)
            if one[total] < SURE
        ]
    elif not poor and _share(sums, chances, wanted) < SURE:
        poor = ["several readings of its sums have the total of the digits of a grid"]
    cages = tuple(Cage(tuple(some), total) for some, total in zip(cells, sums, strict=True))
    clean = replace(lattice, ink=np.where(np.rot90(mask, -quarters) > 0, np.float32(0), lattice.ink))
    more = f"; and {len(poor) - _MOST_SAID} more" if len(poor) > _MOST_SAID else ""
    fault = f"{UNCLEAR}: {'; '.join(poor[:_MOST_SAID])}{more}" if poor else ""
    worth = sum(one.get(total, 0.0) for total, one in zip(sums, chances, strict=True)) / len(cells)
    unsure = [
        f"{cell_name(some[0], size)}: {total}"
        for some, total, one in zip(cells, sums, chances, strict=True)
        if one.get(total, 0.0) < SURE
    ]
    settled = f"sums that are sure only by the total of all ({wanted}): {', '.join(unsure)}" if unsure else ""
    return worth, CagesSeen(cages, quarters, clean, fault, settled)


def likeliest_sums(chances: Sequence[Mapping[int, float]], wanted: int) -> list[int]:
    """The likeliest sums of all cages: those that have this total, where the picture leaves some open.

    A sure sum stays, and so do all where the total needs what is far less likely: a sum may be misprinted.
    """
    first = [max(one, key=lambda total: one[total], default=0) for one in chances]
    held: dict[int, tuple[float, list[int]]] = {0: (1.0, [])}
    for best, one in zip(first, chances, strict=True):
        following: dict[int, tuple[float, list[int]]] = {}
        for total, chance in [(best, 1.0)] if one.get(best, 1.0) >= SURE else one.items():
            for so_far, (had, some) in held.items():
                if had * chance > following.get(so_far + total, (0.0, []))[0]:
                    following[so_far + total] = had * chance, [*some, total]
        held = following
    most = max(chance for chance, _ in held.values()) if held else 0.0
    likely, sums = held.get(wanted, (0.0, first))
    return sums if likely >= _MISPRINT * most else first


_MISPRINT = 0.05
"""How much less likely than the likeliest sums those of the right total may be."""


def _share(sums: Sequence[int], chances: Sequence[Mapping[int, float]], wanted: int) -> float:
    """How likely sums are among all readings with the same total, of which every cage may have several."""
    held = np.zeros(wanted + 1)
    held[0] = 1.0
    for one in chances:
        following = np.zeros_like(held)
        for total, chance in one.items():
            if total <= wanted:
                following[total:] += chance * held[: len(held) - total]
        held = following
    own = float(np.prod([one[total] for total, one in zip(sums, chances, strict=True)]))
    return own / float(held[wanted]) if held[wanted] else 0.0


_MOST_SAID = 3


def _corners(lattice: Lattice, cell: int) -> Values:
    row, column = divmod(cell, lattice.size)
    return lattice.points[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]


def _rings(lattice: Lattice, depth: float) -> npt.NDArray[np.uint8]:
    """Where the dashes of cages lie: 1 in a ring within the borders of each cell."""
    mask = np.zeros(lattice.ink.shape, np.uint8)
    for cell in range(lattice.size**2):
        corners = _corners(lattice, cell)
        ring = corners + (corners.mean(0) - corners) * np.float32(2 * depth / CELL)
        cv2.polylines(mask, [np.round(ring).astype(np.int32)], True, 1, _BAND)
    return mask


def _figures(lattice: Lattice, cell: int, mask: npt.NDArray[np.uint8]) -> list[tuple[Values, bool]]:
    """The figures in the first corner of a cell, as cells of the net, and whether each is a ring.

    Their places are marked in ``mask``.
    """
    side = _FINE * CELL
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    turn = cv2.getPerspectiveTransform(_corners(lattice, cell), square)
    ink = cv2.warpPerspective(lattice.ink, turn, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    across, upright = lattice.borders
    row, column = divmod(cell, lattice.size)
    top, left = (int(_FINE * (one[row, column] / 2 + 0.5)) for one in (across, upright))
    ink[:top], ink[:, :left] = 0, 0
    down, over = (int(share * side) for share in _CORNER)
    peak = float(np.percentile(ink[:down, :over], 98))
    dark = (ink > _HALF * peak).astype(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    for x, y, wide, high, _ in boxes[1:].tolist():
        if wide > high >= _FIGURE[0] * side and x + wide <= over and y + high <= down:
            # Two figures that touch part where there is least ink.
            third = slice(x + wide // 3, x + wide - wide // 3)
            dark[y : y + high, third.start + int(ink[y : y + high, third].sum(0).argmin())] = 0
            _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    figures = []
    for number in range(1, len(boxes)):
        x, y, wide, high = (int(length) for length in boxes[number][:4])
        # Of a heavy border a seam may be left, less than a pixel wide.
        fits = _FINE <= wide <= high and y + high <= down and x + wide <= over
        if fits and _FIGURE[0] * side <= high <= _FIGURE[1] * side:
            figures.append((x, y, wide, high, number))
    figures.sort()
    if not 0 < len(figures) <= 2 or np.ptp([one[1] for one in figures]) > _LEVEL * side:
        return []
    # The figures of a sum are equally high: what goes on below one of them is a dash.
    lowest = min(one[3] for one in figures)
    figures = [(x, y, wide, high if high <= lowest + _LEVEL * side else lowest, at) for x, y, wide, high, at in figures]
    pictures = np.zeros((len(figures), CUT, CUT), np.float32)
    back = np.linalg.inv(turn)
    for picture, (x, y, wide, high, number) in zip(pictures, figures, strict=True):
        near = cv2.dilate((labels == number).astype(np.uint8), np.ones((5, 5), np.uint8))
        figure = (ink * near)[max(y - 2, 0) : y + high + 2, max(x - 2, 0) : x + wide + 2] / max(peak, 0.05)
        share = _HEIGHT / figure.shape[0]
        figure = cv2.resize(figure, (max(2, round(figure.shape[1] * share)), _HEIGHT), interpolation=cv2.INTER_AREA)
        start = (CUT - figure.shape[1]) // 2
        picture[(CUT - _HEIGHT) // 2 :][:_HEIGHT, start : start + figure.shape[1]] = np.clip(figure, 0, 1.2)
        box = np.array([[x - 3, y - 3], [x + wide + 3, y - 3], [x + wide + 3, y + high + 3], [x - 3, y + high + 3]])
        place = cv2.perspectiveTransform(box[None].astype(np.float32), back)[0]
        cv2.fillConvexPoly(mask, np.round(place).astype(np.int32), 1)
    rings = [_ring((labels == number)[y : y + high, x : x + wide]) for x, y, wide, high, number in figures]
    return list(zip(pictures, rings, strict=True))


def _sums(figures: Sequence[Sequence[tuple[Values, bool]]], read: Chances) -> list[dict[int, float]]:
    """The sums that each cage may have, each with its chance, from the chances of all figures in their order."""
    # Another mark may be a figure that is hard to read, as in cells: any.
    values = iter(read[:, 1:-1] + HARD * (read[:, :1] + read[:, -1:]) / 9)
    sums = []
    for some in figures:
        found = {0: 1.0} if some else {}
        for at, (_, ring) in enumerate(some):
            own = next(values)
            digits = {0: 1.0} if ring and at else {digit: float(chance) for digit, chance in enumerate(own, 1)}
            found = {
                10 * total + digit: had * chance for total, had in found.items() for digit, chance in digits.items()
            }
        sums.append(found)
    return sums


_FINE, _HEIGHT, _HALF = 3, 18, 0.45
"""Pixels of a cell that is looked at closely, for each of the straightened grid; the height of a figure for the net; and the
least ink of a figure, of the darkest."""


def _ring(figure: npt.NDArray[np.bool_]) -> bool:
    """Whether a figure is a 0, which a grid has none of: one hole, in its middle, and as high as a hole can be."""
    _, labels, boxes, middles = cv2.connectedComponentsWithStats(
        np.pad(~figure, 1, constant_values=True).astype(np.uint8)
    )
    holes = [at for at in range(1, len(boxes)) if at != labels[0, 0]]
    if len(holes) != 1:
        return False
    high = figure.shape[0]
    return bool(boxes[holes[0]][3] > _HOLE * high and abs(middles[holes[0]][1] - 1 - (high - 1) / 2) < 0.08 * high)


_HOLE = 0.5
