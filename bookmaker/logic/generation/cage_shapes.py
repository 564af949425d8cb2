"""The sizes and shapes that published Killers have, for a grid of any size, and changes of cages that keep them.

``published_cages.txt`` has the counts. A puzzle is given the profile of a published one: how many cages of each size. On grids of
other sizes all numbers grow or shrink with the cells. Shapes of sizes that nobody prints are drawn at random.

A change cuts two or three cages that lie side by side, and their images, in another way into cages of the same sizes. So the
profile and the shapes of a puzzle stay, and its symmetry. Two become one where a puzzle is too easy, and one becomes two where it
is too hard: more sums leave an only solution the only one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.cage_cutting import FREE, NEAR, WIDE, CageWorkspace, Shape, cells_of, choose, copy, fill
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.declare import Level

_FILE = Path(__file__).with_name("published_cages.txt")

_CELLS = 81
"""Of the grids that were counted."""

_SEED = 45
"""The same for all orders: rows of numbers and drawn shapes depend on the order only."""

_ROWS = 512
"""Rows of numbers for grids of other sizes."""

_DRAWN = 24
"""Shapes of a size that nobody prints."""

_ODD = 6, 5
"""The fewest cells of cages whose rare shapes come more often than books print them, as few cages are so large; and the same
where sizes are free.
"""

_MEASURED = 9
"""The most cells of a published cage."""

_MANY = {"easy": 28, "medium": 27}
"""The fewest cages of gentle puzzles: with fewer hardly a puzzle is as easy."""

_APART = ((3, 3), (3, 4), (4, 4), (3, 5), (4, 5), (3, 5), (4, 5))
"""Sizes of cages in gentle profiles of which the first becomes smaller and the second larger, in turn: pairs make a puzzle
gentle, and large cages have more shapes.
"""

_HARD = 23, 10
"""The fewest cages of hard puzzles, and how many numbers there are from it on: with more cages a puzzle is seldom hard. Small
cages of a profile become larger ones.
"""

_HARDEST = 22, 11
"""The same of harder ones. Their sizes are about those of Tarek's twenty extreme Killers, which have 23.9 cages: in a hundred
24, 29, 32 and 13 have two to five cells.
"""

_LARGEST = 6, 7, 8
"""Cells of a first cage of these puzzles, by turns: their large cages have the shapes that are rare."""

_MIDDLES = 3, 3, 5
"""Sizes of the cage in the middle where a half turn keeps the others in pairs."""

_JOINED = (((2, 2), (4,)), ((2, 2), (4,)), ((2, 2, 2), (3, 3)), ((2, 2, 2), (3, 3)), ((2, 3), (5,)))
"""Sizes that become others, in turn."""

Shapes = tuple[tuple[frozenset[tuple[int, int]], int], ...]
"""Shapes by their cells, rows and columns, with how common each is."""


@cache
def _published() -> tuple[dict[str, dict[tuple[int, ...], int]], dict[frozenset[tuple[int, int]], int]]:
    """For each source its profiles (cages of 1, 2, ... 6 and more cells) with the number of puzzles; and shapes with theirs."""
    profiles: dict[str, dict[tuple[int, ...], int]] = {}
    shapes: dict[frozenset[tuple[int, int]], int] = {}
    source, what = "", ""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        words = line.split()
        if len(words) == 2 and words[1] in ("profiles", "shapes"):
            source, what = words
        for word in words if ":" in line else ():
            text, number = word.split(":")
            if what == "profiles":
                profiles.setdefault(source, {})[tuple(map(int, text.split(".")))] = int(number)
            else:
                rows = text.split("/")
                cells = frozenset((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")
                shapes[cells] = shapes.get(cells, 0) + int(number)
    return profiles, shapes


@cache
def shapes_of(cells: int) -> Shapes:
    """The shapes of cages with so many cells."""
    if cells > _MEASURED:
        return tuple((_grown(cells, number), 1) for number in range(_DRAWN))
    return tuple((shape, count) for shape, count in _published()[1].items() if len(shape) == cells)


def _grown(cells: int, number: int) -> frozenset[tuple[int, int]]:
    """A shape that grows at random, rather round than long."""
    shape = [(0, 0)]
    while len(shape) < cells:
        beside = [(r + dr, c + dc) for r, c in shape for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        free = sorted(place for place in beside if place not in shape)
        shape.append(free[seed_for(_SEED, cells, number, len(shape)) % len(free)])
    return frozenset(shape)


def forms_of(shape: Iterable[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """The shape in its positions, turned and mirrored: its cells row by row, counted from the first."""
    found: set[tuple[tuple[int, int], ...]] = set()
    cells = list(shape)
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for one in (cells, [(r, -c) for r, c in cells]):
            (top, left), *_ = ordered = sorted(one)
            found.add(tuple((r - top, c - left) for r, c in ordered))
    return sorted(found)


@cache
def catalogue(size: int, free: bool) -> dict[str, npt.NDArray[np.int64]]:
    """The fields of a :class:`bookmaker.logic.generation.cage_cutting.Shape` that say which shapes and forms there are."""
    forms: list[tuple[tuple[int, int], ...]] = []
    first, of_size, weights = [0], [0, 0], []
    for cells in range(1, size + 1):
        for shape, count in shapes_of(cells):
            forms += forms_of(shape)
            first.append(len(forms))
            weights.append(count if cells < _ODD[free] else isqrt(count))
        of_size.append(len(weights))
    places, views = np.zeros((len(forms), size, 2), np.int64), np.zeros((len(forms), size), np.int64)
    for number, form in enumerate(forms):
        places[number, : len(form)] = form
        for place, (row, column) in enumerate(form):
            beside = [(r - row, c - column) for r, c in form]
            near = [(r, c) for r, c in beside if max(abs(r), abs(c)) <= NEAR]
            views[number, place] = sum(1 << WIDE * (NEAR + r) + NEAR + c for r, c in near)
    upright = [(len({c for _, c in form}) == 1) - (len({r for r, _ in form}) == 1) for form in forms]
    return {
        "forms": places,
        "views": views,
        "upright": np.array(upright, np.int64),
        "first": np.array(first, np.int64),
        "of_size": np.array(of_size, np.int64),
        "weights": np.array(weights, np.int64),
    }


@cache
def profiles(size: int, level: Level | None, cells: int, turned: bool = False) -> npt.NDArray[np.int64]:
    """How many cages of each size puzzles of a level have: int64[k, size + 1], a row for a puzzle.

    Common ones come more often, by the root of their number: a book has fewer puzzles than were counted. ``cells``: how many
    cells of the grid lie in cages. ``turned``: only those that a half turn can keep, if there are such.
    """
    rows = _profiles(size, level, cells, turned and size % 2 == 1)
    # Only one cage, that of an odd size in the middle, is its own image.
    fit = rows[(rows % 2).sum(axis=1) == (rows[:, 1::2] % 2).sum(axis=1)]
    fit = fit[(fit % 2).sum(axis=1) == size % 2]
    return fit if turned and len(fit) else rows


def _profiles(size: int, level: Level | None, cells: int, turned: bool) -> npt.NDArray[np.int64]:
    found, _ = _published()
    rows: list[list[int]] = []
    for source in ("krazydad", "janko"):
        for numbers, count in sorted(found[source].items()):
            # Cages of one cell give a digit away.
            if numbers[0] == 0 and sum(numbers) >= _MANY.get(str(level), 0):
                for _ in range(isqrt(count)):
                    row = _split(numbers, len(rows), size)
                    rows.append(_uneven(row, len(rows)) if str(level) in _MANY else row)
    if level is Level.HARD:
        fewest, span = _HARD
        rows = [_with_fewer(row, fewest + seed_for(_SEED, number, 2) % span, number) for number, row in enumerate(rows)]
    elif level is not None and level > Level.HARD:
        rows = [_spread(number, size, turned) for number in range(_ROWS)]
    if size * size == _CELLS == cells:
        return np.array(rows, np.int64)
    chosen = [rows[seed_for(_SEED, number) % len(rows)] for number in range(_ROWS)]
    return np.array([_scaled(row, cells, number) for number, row in enumerate(chosen)], np.int64)


def _split(numbers: tuple[int, ...], number: int, size: int) -> list[int]:
    """A profile by size, from 0 on. The cells that are left to cages of more than six are shared among these at random."""
    row = [0, *numbers[:-1], *(0 for _ in range(7, max(size, _MEASURED) + 1))]
    large = [7] * numbers[-1]
    for turn in range(_CELLS - sum(cells * count for cells, count in enumerate(row)) - sum(large)):
        one = seed_for(_SEED, number, turn) % len(large)
        # With more cells than nine the next one has them.
        large[large.index(min(large)) if large[one] == _MEASURED else one] += 1
    for cells in large:
        row[cells] += 1
    # Cages that no grid of this size holds are of three cells.
    for cells in range(max(size, 4), len(row)):
        if cells > size or size < _MEASURED:
            row[3] += row[cells]
            row[cells] = 0
    return row[: size + 1]


def _uneven(row: list[int], number: int) -> list[int]:
    """The profile with up to three times two cages smaller, and as many larger: also where a symmetry keeps cages in pairs."""
    row = row.copy()
    for turn in range(seed_for(_SEED, number, 8) % 4):
        ways = [way for way in _APART if way[1] + 1 < len(row) and all(row[n] >= 2 * way.count(n) for n in way)]
        if not ways:
            break
        small, large = ways[seed_for(_SEED, number, 9, turn) % len(ways)]
        for cells, more in ((small, -2), (large, -2), (small - 1, 2), (large + 1, 2)):
            row[cells] += more
    return row


def _with_fewer(row: list[int], cages: int, number: int) -> list[int]:
    """The profile with at most so many cages, as far as small ones become larger."""
    row, turn = row.copy(), number
    while sum(row) > cages:
        ways = [way for way in _JOINED if max(way[1]) < len(row) and all(row[n] >= way[0].count(n) for n in way[0])]
        if not ways:
            break
        before, after = ways[seed_for(_SEED, turn, 3) % len(ways)]
        for cells in before:
            row[cells] -= 1
        for cells in after:
            row[cells] += 1
        turn += 1
    return row


def _spread(number: int, size: int, turned: bool) -> list[int]:
    """A profile of few cages: of three cells at first, then of more until they cover the grid, then of more and of fewer.

    ``turned``: all but the one in the middle come in pairs.
    """
    fewest, span = _HARDEST
    count = fewest + seed_for(_SEED, number, 4) % span
    middle = _MIDDLES[seed_for(_SEED, number, 6) % len(_MIDDLES)]
    largest = min(size, _LARGEST[seed_for(_SEED, number, 7) % len(_LARGEST)])
    cages = [largest, *[3] * ((count // 2 if turned else count) - 1)]
    turn, whole = 0, (_CELLS - middle) // 2 if turned else _CELLS
    while (missing := whole - sum(cages)) or turn < len(cages):
        one, other = (seed_for(_SEED, number, 5 + part, turn) % len(cages) for part in (0, 1))
        turn += 1
        if missing:
            cages[one] = min(size, max(2, cages[one] + (1 if missing > 0 else -1)))
        elif one != other and cages[one] > 2 and cages[other] < min(size, 6):
            cages[one] -= 1
            cages[other] += 1
    if turned:
        cages = [middle, *cages, *cages]
    return [cages.count(cells) for cells in range(size + 1)]


def _scaled(row: list[int], cells: int, number: int) -> list[int]:
    """The numbers for so many cells: rounded at random, then with pairs and threes more or less."""
    scaled = [
        count * cells // _CELLS + (seed_for(_SEED, number, 0, size) % _CELLS < count * cells % _CELLS)
        for size, count in enumerate(row)
    ]
    missing = cells - sum(size * count for size, count in enumerate(scaled))
    while missing > 1 or missing < 0:
        step = 1 if missing > 0 else -1
        size = 3 if missing == 3 or (scaled[2] == 0 and step < 0) else 2
        scaled[size] += step
        missing -= step * size
        if min(scaled) < 0:
            largest = max(size for size, count in enumerate(scaled) if count > 0)
            scaled[size] += 1
            scaled[largest] -= 1
            missing += largest - size
    if missing and scaled[2]:
        scaled[2] -= 1
        scaled[3] += 1
    return scaled


int64: Any = np.int64

_TRIES = 4
"""The ways of cutting some cages to try before they stay as they are."""

_LEAST = 2
"""The fewest cells of each of two cages that one becomes."""

_MOST = 6
"""The most cells of a cage that two make as they are."""

ANEW, JOIN, SPLIT = range(3)
"""What becomes of some cages: as many of the same sizes; one of two; two of one."""


@lean
def pack(space: CageWorkspace, solution: Array) -> int:
    """Write the cages of ``owner`` to ``cages`` as puzzle 0, in the order of their first cells. Returns their number."""
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        if space.owner[cell] >= 0:
            space.sizes[space.owner[cell]] += 1
    cages = space.cages
    count = end = int64(0)
    space.number[:] = -1
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        if owner >= 0 and space.number[owner] < 0:
            space.number[owner] = count
            cages.sums[count] = 0
            cages.start[count] = end
            end += space.sizes[owner]
            count += 1
    cages.start[count] = end
    cages.first[0], cages.first[1] = 0, count
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        if owner < 0:
            continue
        cage = space.number[owner]
        cages.cells[cages.start[cage] + space.sizes[cage]] = cell
        if not space.silent[owner]:
            cages.sums[cage] += int64(solution[cell])
        space.sizes[cage] += 1
    return int(count)


@inner
def _take(shape: Shape, space: CageWorkspace, cell: int, count: int, cages: int) -> Any:
    """Free the cage of a cell and its images. ``count``: cells in the region so far; ``cages``: names so far.

    Returns both numbers anew; the names are the first so many of ``names``.
    """
    for one in range(len(shape.maps)):
        name = space.owner[shape.maps[one, cell]]
        if name < 0:
            continue
        size = int64(0)
        for other in range(len(space.owner)):
            if space.owner[other] == name:
                space.owner[other] = FREE
                space.region[count] = other
                count += 1
                size += 1
        space.quota[size] += 1
        space.names[cages] = name
        cages += 1
    return count, cages


@inner
def _neighbour(shape: Shape, space: CageWorkspace, state: Array, count: int) -> Any:
    """A random cell beside the region whose cage shows a sum; -1 if a few tries find none."""
    for _ in range(6):
        other = shape.near[space.region[below(state, count)], below(state, 4)]
        if other >= 0 and space.owner[other] >= 0 and not space.silent[space.owner[other]]:
            return int64(other)
    return int64(-1)


@inner
def _differs(shape: Shape, space: CageWorkspace, count: int) -> bool:
    """Whether two cells side by side in the region that were in one cage are not now, or the other way round."""
    differs = False
    for place in range(count):
        cell = space.region[place]
        for side in range(4):
            other = shape.near[cell, side]
            if other >= 0:
                now, before = space.owner[cell] == space.owner[other], space.best[cell] == space.best[other]
                differs |= now != before
    return differs


@lean
def _ask_for_two(shape: Shape, space: CageWorkspace, state: Array) -> None:
    """Let the quota, of a cage and its images, be of cages that have a part of its cells each."""
    for whole in range(2 * _LEAST, len(space.quota)):
        number = space.quota[whole]
        if number:
            part = _LEAST + below(state, whole - 2 * _LEAST + 1)
            space.quota[whole] = 0
            for size in (part, whole - part):
                if space.chosen_count[size] == 0:
                    choose(shape, space, state, size)
                space.quota[size] += number


@lean
def _ask_for_one(shape: Shape, space: CageWorkspace, state: Array) -> None:
    """Let the quota, of two cages and their images, be of cages that have the cells of both."""
    small, large, number = int64(0), int64(0), int64(0)
    for size in range(len(space.quota)):
        if space.quota[size]:
            small, large = (small or int64(size)), int64(size)
            number += space.quota[size]
    whole = small + large
    if whole < len(space.quota) and number % 2 == 0 and (small == large or 2 * space.quota[small] == number):
        if space.chosen_count[whole] == 0:
            choose(shape, space, state, whole)
        space.quota[small] = space.quota[large] = 0
        space.quota[whole] = number // 2


@inner
def _is_named(space: CageWorkspace, cages: int, name: int) -> bool:
    found = False
    for place in range(cages):
        found |= space.names[place] == name
    return found


@lean
def recut(shape: Shape, space: CageWorkspace, state: Array, solution: Array, way: int) -> bool:
    """Cut two or three random neighbouring cages, one with a loose cell, in another way. ``best`` keeps the old cages.

    ``way``: ANEW, JOIN to make one of two, SPLIT to make two of one. Returns False, and changes nothing, if these cannot be
    cut so.
    """
    cells = len(space.owner)
    loose = int64(0)
    for cell in range(cells):
        loose += space.loose[cell]
    if loose == 0:
        return False
    skip = below(state, loose)
    chosen = int64(-1)
    for cell in range(cells):
        skip -= space.loose[cell]
        if skip < 0 and (way != SPLIT or cells_of(space, space.owner[cell]) >= 2 * _LEAST):
            chosen = int64(cell)
            break
    if chosen < 0:
        return False
    if space.owner[chosen] < 0 or space.silent[space.owner[chosen]]:
        return False
    copy(space.owner, space.best)
    space.quota[:] = 0
    count, cages = _take(shape, space, chosen, int64(0), int64(0))
    for _ in range(0 if way == SPLIT else 1 if way == JOIN else 1 + below(state, 2)):
        other = _neighbour(shape, space, state, count)
        if other >= 0:
            count, cages = _take(shape, space, other, count, cages)
    # Beyond the names of these cages there are others, for a cut into too many: it is taken back. Parts of cages stay.
    name = int64(cells if way != SPLIT else 0)
    for spare in range(count):
        while way == SPLIT and (cells_of(space, name) or _is_named(space, cages, name)):
            name += 1
        space.names[cages + spare] = name
        name += 1
    if way == JOIN:
        _ask_for_one(shape, space, state)
    elif way == SPLIT:
        _ask_for_two(shape, space, state)
    copy(space.quota, space.sizes)
    for _ in range(_TRIES):
        if fill(shape, space, state, solution, count, 0, int64(0)) == 0 and _differs(shape, space, count):
            return True
        for place in range(count):
            space.owner[space.region[place]] = FREE
        for size in range(len(space.quota)):
            space.quota[size] = space.sizes[size]
    copy(space.best, space.owner)
    return False


@lean
def merge(shape: Shape, space: CageWorkspace, state: Array, solution: Array) -> bool:
    """Make one cage of two random neighbouring ones, whatever its shape, and so of their images. ``best`` keeps the old cages.

    Returns False if it would hold a digit twice, be too large, or have a part of another image; ``owner`` may then be changed.
    """
    owner, cell = space.owner, below(state, len(space.owner))
    other = shape.near[cell, below(state, 4)]
    copy(owner, space.best)
    if other < 0 or owner[cell] < 0 or owner[other] < 0 or owner[cell] == owner[other]:
        return False
    if space.silent[owner[cell]] or space.silent[owner[other]]:
        return False
    wanted = int64(cells_of(space, owner[cell]) + cells_of(space, owner[other]))
    if wanted > min(_MOST, int64(shape.size)):
        return False
    for image in range(len(shape.maps)):
        mine, theirs = owner[shape.maps[image, cell]], owner[shape.maps[image, other]]
        for one in range(len(owner)):
            if owner[one] == theirs:
                owner[one] = mine
    for image in range(len(shape.maps)):
        size, digits = int64(0), int64(0)
        for one in range(len(owner)):
            if owner[one] == owner[shape.maps[image, cell]]:
                size += 1
                digits |= int64(1) << int64(solution[one])
        if size != wanted or popcount(digits) != wanted:
            return False
    return True
