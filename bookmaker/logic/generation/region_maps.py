"""Maps of regions for jigsaws: connected regions of as many cells as there are digits, made from a seed.

A map begins as boxes, or as lines in a size that has none. Then neighbouring regions exchange random cells on their borders, and
both stay connected. Where regions go on beyond the edges of the grid, cells at opposite edges are neighbours, and without a
symmetry the boxes are moved by some cells first. Every exchange can be undone, so that every map can come out. Stringy maps are
rejected: few cells of a region may be thin, that is, have only one neighbour in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from bookmaker.base.errors import Fault, UnmetError
from bookmaker.base.seeds import seed_for, seeds_of
from bookmaker.puzzles.grid.geometry import (
    BOXES,
    House,
    beside,
    beside_around,
    boxes_of_map,
    connected,
    rows_columns,
    rows_columns_boxes,
)
from bookmaker.puzzles.grid.symmetry import Symmetry, maps
from bookmaker.puzzles.rules import regions_of

_ATTEMPTS = 1000
"""Maps to mix for one that can be taken: nearly always one of the first few."""

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
    of quarter turns: in a size without boxes half turns take their place. Raises UnmetError where there is hardly any such map.
    """
    if size not in BOXES and symmetry in ("diagonal", "quarter-turn"):
        symmetry = "rotational"
    images = maps(symmetry, size)
    for attempt in range(_ATTEMPTS):
        labels = _mixed(size, images, seed_for(seed, attempt), beyond)
        if _compact(labels, size, beyond) and (not beyond or _parted(labels, size) * _PARTED >= size):
            return regions_of(labels, size)
    advice = "choose another symmetry, or a larger size"
    raise UnmetError(Fault(f"no map of regions of size {size} was found with the symmetry {symmetry}", None, advice))


def _mixed(size: int, images: Sequence[Sequence[int]], seed: int, beyond: bool) -> list[int]:
    labels = [0] * size**2
    # With a symmetry the images of regions have to be regions.
    down, over = (seed % size, seed // size % size) if beyond and len(images) == 1 else (0, 0)
    for house in _beginning(size, upright=images[-1][0] == size - 1):
        for cell in house.cells:
            labels[(cell // size + down) % size * size + (cell + over) % size] = house.number
    regions = [sum(1 << cell for cell in _cells(labels, label)) for label in range(size + 1)]
    left = _EXCHANGES * size * size // len(images)
    own = seeds_of(seed)
    for attempt in range(left * _TRIES):
        if left == 0:
            break
        left -= _exchange(labels, regions, size, images, own(attempt), beyond)
    for attempt in range(0 if size in BOXES else _SMOOTHING * size * size):
        if attempt % size == 0 and _compact(labels, size, beyond):
            break
        _exchange(labels, regions, size, images, seed_for(seed, -1 - attempt), beyond, smooth=True)
    return labels


def _beginning(size: int, upright: bool) -> tuple[House, ...]:
    if size in BOXES:
        return rows_columns_boxes(size, BOXES[size])[2 * size :]
    return rows_columns(size)[size:] if upright else rows_columns(size)[:size]


def _near(beyond: bool) -> Callable[[int, int], tuple[int, ...]]:
    return beside_around if beyond else beside


@cache
def _nearby(size: int, beyond: bool) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The neighbours of each cell, in their order and as a set: bit c is cell c."""
    near = tuple(_near(beyond)(cell, size) for cell in range(size * size))
    return near, tuple(sum(1 << other for other in set(others)) for others in near)


def _members(region: int) -> Iterator[int]:
    """The cells of a set, ascending."""
    while region:
        low = region & -region
        yield low.bit_length() - 1
        region ^= low


def _exchange(
    labels: list[int],
    regions: list[int],
    size: int,
    images: Sequence[Sequence[int]],
    seed: int,
    beyond: bool,
    smooth: bool = False,
) -> bool:
    """Exchange two cells between two neighbouring regions, and their images. Returns whether that was possible.

    ``regions`` are the sets of cells of each label. ``smooth``: only if it leaves no more thin cells.
    """
    given = seed % len(labels)
    near, sets = _nearby(size, beyond)
    others = near[given]
    mine, theirs = labels[given], labels[others[(seed >> 16) % len(others)]]
    if mine == theirs:
        return False
    rest = regions[mine] & ~(1 << given)
    border = [cell for cell in _members(regions[theirs]) if sets[cell] & rest]
    if not border:
        return False
    taken = border[(seed >> 32) % len(border)]
    moved: dict[int, int] = {}
    for image in images:
        # The images of two regions are two regions, since the map has the symmetry already.
        moved[image[given]], moved[image[taken]] = labels[image[taken]], labels[image[given]]
    after = {label: regions[label] for label in moved.values()}
    for cell in moved:
        if labels[cell] in after:
            after[labels[cell]] &= ~(1 << cell)
    for cell, label in moved.items():
        after[label] |= 1 << cell
    if any(region.bit_count() != size or not _whole(region, sets) for region in after.values()):
        return False
    if smooth:
        new = [moved.get(cell, label) for cell, label in enumerate(labels)]
        if _thin_cells(new, size, beyond).total() > _thin_cells(labels, size, beyond).total():
            return False
    for cell, label in moved.items():
        labels[cell] = label
    for label, region in after.items():
        regions[label] = region
    return True


def _whole(region: int, sets: Sequence[int]) -> bool:
    """Whether the cells of a set are connected."""
    waiting = region & -region
    region ^= waiting
    while waiting:
        cell = waiting.bit_length() - 1
        found = sets[cell] & region
        region ^= found
        waiting ^= found | 1 << cell
    return not region


def _cells(labels: Sequence[int], label: int) -> list[int]:
    return [cell for cell, its in enumerate(labels) if its == label]


def _parted(labels: Sequence[int], size: int) -> int:
    """How many regions hold together only across the edges of the grid."""
    return sum(not connected(_cells(labels, label), size) for label in set(labels))


def _compact(labels: Sequence[int], size: int, beyond: bool) -> bool:
    if boxes_of_map(labels, size) is not None:
        return False
    return max(_thin_cells(labels, size, beyond).values(), default=0) <= _THIN[0] + size // _THIN[1]


def _thin_cells(labels: Sequence[int], size: int, beyond: bool) -> Counter[int]:
    """How many cells of each region have only one neighbour in it."""
    near_to = _near(beyond)
    near = (sum(labels[other] == label for other in near_to(cell, size)) for cell, label in enumerate(labels))
    return Counter(label for label, count in zip(labels, near, strict=True) if count == 1)
