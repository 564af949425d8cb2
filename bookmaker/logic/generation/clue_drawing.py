"""The clues of a made puzzle, drawn from its solution: which of those that hold are shown.

Every clue that is drawn holds in the solution. Where a rule says something of cells without a clue, all that hold are drawn;
otherwise as many as the rule's ``share`` says, or as many as are wanted: of clues on cells whole orbits of the symmetry, so that
they lie as evenly as the givens; lines until so many cells are on one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from bookmaker.base.seeds import seed_for, seeds_for, seeds_of
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.symmetry import Symmetry, maps, orbits
from bookmaker.puzzles.rules import RULES, with_clues
from bookmaker.puzzles.rules.clues import ClueType, all_shown
from bookmaker.puzzles.rules.places import views
from bookmaker.puzzles.rules.rule import Rule
from bookmaker.puzzles.rules.shown_clues import USUAL, Shown

_LONGEST = (7, 0.6)
"""The most cells of a line: the first number, or this share of the size, whichever is less."""

_NO_BOUND = 10_000
"""More clues than any grid has."""

_STARTS = 12
"""Cells from which a line is tried to grow, for each line that could be drawn."""


@dataclass(frozen=True, slots=True)
class _Amount:
    """How many clues of a rule are drawn: at ``share`` of the places, and at most ``most``."""

    share: float
    most: int

    def less(self, drawn: int) -> _Amount:
        return replace(self, most=self.most - drawn)


def clued(
    ground: Geometry,
    solution: bytes,
    symmetry: Symmetry,
    seed: int,
    shown: Shown = USUAL,
    fuller: float = 0.0,
    *,
    easy: bool = False,
) -> Geometry | None:
    """The geometry of a puzzle with this solution, with its clues; the same arguments draw the same ones.

    ``fuller``: how much of the way from the usual share of places to all of them. ``easy``: as easy puzzles have them.
    None if the solution holds fewer clues than are wanted, or if the symmetry allows no such number.
    """
    found: list[Clue] = []
    for number, name in enumerate(name for name in RULES if name in ground.rules and RULES[name].clues):
        amount = _amount(RULES[name], shown, fuller, seed, number)
        found += _of_rule(RULES[name], ground, solution, symmetry, seed_for(seed, number), amount, easy=easy)
    return with_clues(ground, tuple(found)) if shown.least is None or len(found) >= shown.least else None


def _amount(rule: Rule, shown: Shown, fuller: float, seed: int, number: int) -> _Amount:
    if shown.most is None:
        return _Amount(1.0 if shown.every else rule.share + (1 - rule.share) * fuller, _NO_BOUND)
    least = shown.least or 0
    return _Amount(1.0, least + seed_for(seed, number, 4) % (shown.most - least + 1))


def _of_rule(
    rule: Rule, ground: Geometry, solution: bytes, symmetry: Symmetry, seed: int, amount: _Amount, *, easy: bool
) -> Iterator[Clue]:
    draw = (easy and rule.draw_easy) or rule.draw
    if draw is not None:
        own = (clue for clue in draw(solution, ground, seed, amount.share) if _holds(rule, clue, ground, solution))
        yield from _some(list(own), amount.most, seed)
        return
    shown = [clue for clue in all_shown(rule.clues, solution, ground) if not rule.within or _inside(clue.cells, ground)]
    on_cells = [clue for clue in shown if len(clue.cells) == 1]
    on_borders = [clue for clue in shown if len(clue.cells) > 1]
    among = _some(on_borders, min(round(amount.share * len(on_borders)), amount.most), seed_for(seed, 0))
    yield from among
    amount = amount.less(len(among))
    if on_cells:
        among_cells = _on_orbits(on_cells, ground.size, amount, symmetry, seed_for(seed, 1))
        yield from among_cells
        amount = amount.less(len(among_cells))
    seen: set[tuple[int, ...]] = set()
    for kind in rule.clues:
        if kind.shape == "edge":
            drawn = _outside(kind, rule, ground, solution, symmetry, seed_for(seed, 3), amount)
            around = [clue for clue in drawn if clue.cells not in seen]
            yield from around
            seen.update(clue.cells for clue in around)
            amount = amount.less(len(around))
    for number, kind in enumerate(kind for kind in rule.clues if kind.shape == "line"):
        lines = list(_lines(kind, ground, solution, amount, seed_for(seed, 2, number)))
        yield from lines
        amount = amount.less(len(lines))


def _holds(rule: Rule, clue: Clue, ground: Geometry, solution: bytes) -> bool:
    """Whether a clue that a rule drew itself holds: its declaration may draw clues that it does not allow."""
    kind = next(kind for kind in rule.clues if kind.name == clue.kind)
    return kind.allows(solution, clue.cells, ground, clue.value)


def _outside(
    kind: ClueType,
    rule: Rule,
    ground: Geometry,
    solution: bytes,
    symmetry: Symmetry,
    seed: int,
    amount: _Amount,
) -> Iterator[Clue]:
    """Clues outside the grid, with their images by the symmetry."""
    size = ground.size
    # The first lines run to the right and down.
    lines = list(views(size))[: 2 * size if rule.sides == 2 else None]
    if rule.sides == 2 and amount.most >= len(lines):
        yield from _fitted(kind, lines, ground, solution)
        return
    images, taken = maps(symmetry, size), set[tuple[int, ...]]()
    for place in _shuffled(len(lines), seed):
        if len(taken) >= amount.share * len(lines):
            break
        whole = {tuple(image[cell] for cell in lines[place]) for image in images}
        if rule.sides == 2:
            whole = {line if line in lines else line[::-1] for line in whole}
        if len(taken | whole) <= amount.most:
            taken |= whole
    yield from _fitted(kind, (line for line in lines if line in taken), ground, solution)


def _fitted(kind: ClueType, lines: Iterable[tuple[int, ...]], ground: Geometry, solution: bytes) -> Iterator[Clue]:
    """The clues beside these lines that hold. Some lines have none: from one end of 123456789 no digit is hidden."""
    for line in lines:
        value = kind.fitting(solution, line, ground.size)
        if value is not None and kind.allows(solution, line, ground, value):
            yield kind.clue(line, value)


@lru_cache(maxsize=4096)
def _inside(cells: tuple[int, ...], ground: Geometry) -> bool:
    return len({ground.box_of[cell] for cell in cells}) == 1


def _some(clues: list[Clue], most: int, seed: int) -> list[Clue]:
    """At most so many random clues, in their order."""
    if most >= len(clues):
        return clues
    return [clues[place] for place in sorted(_shuffled(len(clues), seed)[:most])]


def _shuffled(count: int, seed: int) -> list[int]:
    return sorted(range(count), key=seeds_for(seed, range(count)).__getitem__)


def _on_orbits(clues: Sequence[Clue], size: int, amount: _Amount, symmetry: Symmetry, seed: int) -> list[Clue]:
    whole, taken, places = orbits(symmetry, size), set[int](), {clue.cells[0] for clue in clues}
    for place in _shuffled(len(whole), seed):
        if len(taken) >= amount.share * size * size:
            break
        if amount.most >= len(places) or len(places.intersection(taken.union(whole[place]))) <= amount.most:
            taken.update(whole[place])
    return [clue for clue in clues if clue.cells[0] in taken]


def _lines(kind: ClueType, ground: Geometry, solution: bytes, amount: _Amount, seed: int) -> Iterator[Clue]:
    """Lines without a common cell and without crossings, each grown cell by cell while the solution keeps it."""
    size = ground.size
    free, wanted, left = set(range(size * size)), amount.share * size * size, amount.most
    longest = min(_LONGEST[0], max(3, round(_LONGEST[1] * size)))
    crossed: set[tuple[int, int]] = set()
    own = seeds_of(seed)
    for attempt in range(_STARTS * size):
        if size * size - len(free) >= wanted or left == 0:
            return
        start = own(attempt)
        length = 3 + start % (longest - 2)
        line = _grown(kind, start // 7 % (size * size), length, ground, solution, free, crossed, start)
        if len(line) >= max(3, kind.least):
            free -= set(line)
            crossed |= _corners(line, size)
            left -= 1
            yield kind.clue(line, kind.fitting(solution, line, size) or ())


def _grown(
    kind: ClueType,
    start: int,
    length: int,
    ground: Geometry,
    solution: bytes,
    free: set[int],
    crossed: set[tuple[int, int]],
    seed: int,
) -> list[int]:
    """The longest line of at most ``length`` cells that a walk from a cell finds, backing up a bounded number of times."""
    if start not in free:
        return []
    size = ground.size
    best: list[int] = []
    line, taken = [start], list[tuple[int, int]]()
    left, around = 60, _steps(size)
    own = seeds_of(seed)

    def kept(cells: list[int]) -> bool:
        if kind.grows(len(cells), size):
            return True
        value = kind.fitting(solution, cells, size)
        return value is not None and kind.allows(solution, cells, ground, value)

    def grow() -> bool:
        nonlocal best, left
        if len(line) > len(best) and kept(line):
            best = list(line)
        if len(best) == length or left == 0:
            return True
        left -= 1
        if len(line) == length:
            return False
        # A palindrome is one only when it is whole; other lines fail at the first wrong cell.
        goes_on = kind.going_on(solution, line, ground)
        steps = [
            step
            for step in around[line[-1]]
            if step[1] in free
            and step[1] not in line
            and step[2] not in crossed
            and step[2] not in taken
            and goes_on(step[1])
        ]
        # A single step needs no seed, which would take longer than all else.
        keys = seeds_for(own(left), [place for place, *_ in steps]) if len(steps) > 1 else [0] * len(steps)
        for _, (_, cell, corner) in sorted(zip(keys, steps, strict=True)):
            line.append(cell)
            taken.append(corner or _NOWHERE)
            if grow():
                return True
            line.pop()
            taken.pop()
        return False

    grow()
    return best


_NOWHERE = 0, 0
"""The corner of the grid, which no step crosses."""


@cache
def _steps(size: int) -> list[list[tuple[int, int, tuple[int, int] | None]]]:
    """For each cell the cells that touch it: the number of the step, the cell, and the corner that a slanting step crosses."""
    found: list[list[tuple[int, int, tuple[int, int] | None]]] = []
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    for row in range(size):
        for column in range(size):
            found.append([])
            for place, (down, right) in enumerate(steps):
                if 0 <= row + down < size and 0 <= column + right < size:
                    corner = (max(row, row + down), max(column, column + right)) if down and right else None
                    found[-1].append((place, (row + down) * size + column + right, corner))
    return found


def _corners(line: Sequence[int], size: int) -> set[tuple[int, int]]:
    """The corners of cells, as (row, column) of lines of the grid, that a line crosses by its slanting steps."""
    found = set()
    for one, other in pairwise(line):
        (row, column), (down, right) = divmod(one, size), divmod(other, size)
        if row != down and column != right:
            found.add((max(row, down), max(column, right)))
    return found
