"""Cells side by side, whether cells are connected by their sides, and colours that tell regions side by side apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

# At most four colours if each region is connected.
COLOURS = 4


def neighbours(labels: Sequence[int], size: int) -> dict[int, set[int]]:
    """For each region the others that share a side with it; ``labels`` holds one label for each cell."""
    near: dict[int, set[int]] = {label: set() for label in labels}
    for cell, label in enumerate(labels):
        for other in ([cell + 1] if (cell + 1) % size else []) + ([cell + size] if cell + size < len(labels) else []):
            if labels[other] != label:
                near[label].add(labels[other])
                near[labels[other]].add(label)
    return near


def coloured(labels: Sequence[int], size: int) -> list[int]:
    """A colour 0..3 for each cell: one for each region, others across every side between two regions.

    The regions must be connected, as the four-colour theorem requires. Raises ValueError if four colours do not suffice. The same
    labels give the same colours.
    """
    near = neighbours(labels, size)
    # A region with three neighbours or fewer can be coloured last, whatever their colours. Backtracking is needed only for the
    # few regions that remain without these.
    order: list[int] = []
    left = {label: set(others) for label, others in near.items()}
    while left:
        label = min(left, key=lambda label: len(left[label]))
        for other in left.pop(label):
            left[other].discard(label)
        order.append(label)
    order.reverse()
    colours: dict[int, int] = {}
    tried = [-1] * len(order)
    at = 0
    while at < len(order):
        label = order[at]
        colours.pop(label, None)
        taken = {colours[other] for other in near[label] if other in colours}
        free = next((colour for colour in range(tried[at] + 1, COLOURS) if colour not in taken), None)
        if free is None:
            tried[at] = -1
            at -= 1
            if at < 0:
                raise ValueError("regions that do not hang together may need more than four colours")
            continue
        tried[at] = colours[label] = free
        at += 1
    return [colours[label] for label in labels]


@cache
def beside(cell: int, size: int) -> tuple[int, ...]:
    """The cells above, below, left and right of one, in this order."""
    row, column = divmod(cell, size)
    sides = ((row > 0, -size), (row < size - 1, size), (column > 0, -1), (column < size - 1, 1))
    return tuple(cell + step for inside, step in sides if inside)


@cache
def beside_around(cell: int, size: int) -> tuple[int, ...]:
    """The same where each edge of the grid meets the opposite one: four cells for every cell."""
    row, column = divmod(cell, size)
    rows, columns = (row - 1) % size, (column - 1) % size
    return (
        rows * size + column,
        (row + 1) % size * size + column,
        row * size + columns,
        row * size + (column + 1) % size,
    )


def connected(cells: Iterable[int], size: int, beyond: bool = False) -> bool:
    """Whether the cells, at least one, are connected by their sides; ``beyond``: or across the edges of the grid."""
    left, near_to = set(cells), beside_around if beyond else beside
    waiting = [left.pop()]
    while waiting:
        near = left.intersection(near_to(waiting.pop(), size))
        left -= near
        waiting += near
    return not left
