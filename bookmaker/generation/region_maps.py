"""Maps of regions for jigsaws: connected regions of as many cells as there are digits, made from a seed.

A map begins as boxes, or as lines in a size that has none. Then neighbouring regions exchange random cells on their borders, and
both stay connected. Where regions go on beyond the edges of the grid, cells at opposite edges are neighbours, and without a
symmetry the boxes are moved by some cells first. Every exchange can be undone, so that every map can come out. Stringy maps are
rejected: few cells of a region may be thin, that is, have only one neighbour in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bookmaker.grid.adjacency import beside, beside_around, connected
from bookmaker.grid.geometry import BOXES, House, rows_columns, rows_columns_boxes
from bookmaker.grid.symmetry import Symmetry, maps
from bookmaker.seeds import seed_for
from bookmaker.variants import regions_of

_EXCHANGES = 2
"""Exchanges for each cell of the grid: more of them do not change the mix of shapes."""

_SMOOTHING = 40
"""Attempts for each cell, after these exchanges, at some that leave no more thin cells, on a map that began as lines."""

_TRIES = 60
"""Attempts for each wanted exchange."""

_PARTED = 3
"""Where regions go on beyond the edges, one region of so many at least holds together only there."""

_THIN = (2, 8)
"""The most thin cells of a region: the first number, and one more for each this many cells."""


def region_map(size: int, seed: int, symmetry: Symmetry = "none", beyond: bool = False) -> tuple[int, ...]:
    """The region 0..size-1 of each cell; the same size, symmetry and seed make the same map. Never the boxes themselves.

    ``beyond``: regions may go on beyond the edges of the grid, and some hold together only there.

    ``symmetry`` is that of the map; ``"none"`` makes symmetric maps only by chance. Lines have neither diagonal symmetry nor that
    of quarter turns: in a size without boxes half turns take their place.
    """
    if size not in BOXES and symmetry in ("diagonal", "quarter-turn"):
        symmetry = "rotational"
    images = maps(symmetry, size)
    for attempt in range(1 << 20):
        labels = _mixed(size, images, seed_for(seed, attempt), beyond)
        if _compact(labels, size, beyond) and (not beyond or _parted(labels, size) * _PARTED >= size):
            return regions_of(labels, size)
    raise AssertionError("exchanges of cells lead to compact maps sooner or later")


def _mixed(size: int, images: Sequence[Sequence[int]], seed: int, beyond: bool) -> list[int]:
    labels = [0] * size**2
    # With a symmetry the images of regions have to be regions.
    down, over = (seed % size, seed // size % size) if beyond and len(images) == 1 else (0, 0)
    for house in _beginning(size, upright=images[-1][0] == size - 1):
        for cell in house.cells:
            labels[(cell // size + down) % size * size + (cell + over) % size] = house.number
    left = _EXCHANGES * size * size // len(images)
    for attempt in range(left * _TRIES):
        if left == 0:
            break
        left -= _exchange(labels, size, images, seed_for(seed, attempt), beyond)
    for attempt in range(0 if size in BOXES else _SMOOTHING * size * size):
        if attempt % size == 0 and _compact(labels, size, beyond):
            break
        _exchange(labels, size, images, seed_for(seed, -1 - attempt), beyond, smooth=True)
    return labels


def _beginning(size: int, upright: bool) -> tuple[House, ...]:
    if size in BOXES:
        return rows_columns_boxes(size, BOXES[size])[2 * size :]
    return rows_columns(size)[size:] if upright else rows_columns(size)[:size]


def _near(beyond: bool) -> Callable[[int, int], tuple[int, ...]]:
    return beside_around if beyond else beside


def _exchange(
    labels: list[int], size: int, images: Sequence[Sequence[int]], seed: int, beyond: bool, smooth: bool = False
) -> bool:
    """Exchange two cells between two neighbouring regions, and their images. Returns whether that was possible.

    ``smooth``: only if it leaves no more thin cells.
    """
    given, near_to = seed % len(labels), _near(beyond)
    near = near_to(given, size)
    mine, theirs = labels[given], labels[near[(seed >> 16) % len(near)]]
    if mine == theirs:
        return False
    border = [
        cell
        for cell, label in enumerate(labels)
        if label == theirs and any(labels[other] == mine and other != given for other in near_to(cell, size))
    ]
    if not border:
        return False
    taken = border[(seed >> 32) % len(border)]
    after = list(labels)
    for image in images:
        # The images of two regions are two regions, since the map has the symmetry already.
        one, other = labels[image[given]], labels[image[taken]]
        after[image[given]], after[image[taken]] = other, one
    changed = {after[image[cell]] for image in images for cell in (given, taken)}
    if any(after.count(label) != size or not connected(_cells(after, label), size, beyond) for label in changed):
        return False
    if smooth and _thin_cells(after, size, beyond).total() > _thin_cells(labels, size, beyond).total():
        return False
    labels[:] = after
    return True


def _cells(labels: Sequence[int], label: int) -> list[int]:
    return [cell for cell, its in enumerate(labels) if its == label]


def _parted(labels: Sequence[int], size: int) -> int:
    """How many regions hold together only across the edges of the grid."""
    return sum(not connected(_cells(labels, label), size) for label in set(labels))


def _compact(labels: Sequence[int], size: int, beyond: bool) -> bool:
    if size in BOXES and all(len({labels[cell] for cell in house.cells}) == 1 for house in _beginning(size, False)):
        return False
    return max(_thin_cells(labels, size, beyond).values(), default=0) <= _THIN[0] + size // _THIN[1]


def _thin_cells(labels: Sequence[int], size: int, beyond: bool) -> Counter[int]:
    """How many cells of each region have only one neighbour in it."""
    near_to = _near(beyond)
    near = (sum(labels[other] == label for other in near_to(cell, size)) for cell, label in enumerate(labels))
    return Counter(label for label, count in zip(labels, near, strict=True) if count == 1)
