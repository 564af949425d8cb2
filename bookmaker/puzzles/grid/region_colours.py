"""Colouring regions of a grid so that any two that share a side differ: at most four colours if each region is connected."""

from __future__ import annotations

from collections.abc import Sequence

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
