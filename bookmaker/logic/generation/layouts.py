"""Layouts: clues that are placed before any digit, as setters place them, and the proof that some can never do without givens.

A layout of lines has two or three motifs: a motif is a walk over a few cells. Copies of them fill it, turned and mirrored, each
together with its images by the symmetry. A copy is refused if it leaves the grid, meets or crosses another line, turns by more
than a right angle, or lies beside itself. Of other clues whose ``convention`` says so, groups are placed with their images:
marked cells, signs between cells, clones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from bookmaker.base.seeds import seeds_of
from bookmaker.puzzles.grid.geometry import Clue, Geometry, beside
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry, maps
from bookmaker.puzzles.rules import CLUES, RULES
from bookmaker.puzzles.rules.clues import ClueType, table_of
from bookmaker.puzzles.rules.places import Pattern, borders
from bookmaker.puzzles.rules.rule import Convention, Lines, Rule
from bookmaker.puzzles.rules.shown_clues import USUAL, Shown

_T = TypeVar("_T")
_Step = tuple[int, int]
_Line = tuple[int, ...]

STRAIGHT: tuple[_Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED: tuple[_Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_WAYS = (STRAIGHT, STRAIGHT, SLANTED, STRAIGHT + SLANTED)
"""The steps that a motif may take, each as likely."""

_BENDS = (0, 0, 1, 1, 2)
"""How often it turns."""

_MOTIFS, _TRIES, _NO_BOUND = 3, 500, 10_000

_MISFITS = 12
"""So many copies with which no digits fit, and a layout is full."""

_GROUP = 5
"""The most cells of a group of marked ones, or of a clone."""


class _Chance:
    """Random numbers that follow from a seed."""

    def __init__(self, seed: int) -> None:
        self._own, self._drawn = seeds_of(seed), 0

    def below(self, count: int) -> int:
        self._drawn += 1
        return self._own(self._drawn) % count

    def one_of(self, things: Sequence[_T]) -> _T:
        return things[self.below(len(things))]


@dataclass(frozen=True, slots=True)
class _Motif:
    kind: ClueType
    length: int
    bends: int
    ways: tuple[_Step, ...]


def corners(line: Sequence[int], size: int) -> set[_Step]:
    """The corners of cells, as (row, column) of lines of the grid, that a line crosses by its slanting steps."""
    found = set()
    for one, other in pairwise(line):
        (row, column), (down, right) = divmod(one, size), divmod(other, size)
        if row != down and column != right:
            found.add((max(row, down), max(column, right)))
    return found


def fault_of(line: Sequence[int], size: int) -> str:
    """Why a setter would not draw a line: ``"hairpin"``, ``"curl"``, ``"crossing"``; "" if nothing speaks against it."""
    places = [divmod(cell, size) for cell in line]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
    if any(a[0] * b[0] + a[1] * b[1] < 0 for a, b in pairwise(steps)):
        return "hairpin"
    for place, one in enumerate(places):
        if any(abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1 for other in places[place + 2 :]):
            return "curl"
    slanting = sum(bool(down and right) for down, right in steps)
    return "crossing" if len(set(line)) < len(line) or len(corners(line, size)) < slanting else ""


def drawn(
    ground: Geometry,
    symmetry: Symmetry,
    seed: int,
    cover: float = 1.0,
    shown: Shown = USUAL,
    pattern: Pattern | None = None,
    refused: Counter[str] | None = None,
    fits: Callable[[Sequence[Clue]], bool] = bool,
) -> tuple[Clue, ...] | None:
    """The lines of a layout for the rules of a geometry that have some; the same arguments draw the same ones.

    ``cover``: how much of the usual share of cells lies on lines. ``shown``: bounds of their number; None if there are fewer.
    ``pattern``: a drawing of the lines, or of cells that none may take. ``refused`` counts the copies that were not drawn, by
    the reason. ``fits``: whether some digits fit these lines; those with which it says no are not drawn.
    """
    chance, size, clues = _Chance(seed), ground.size, list[Clue]()
    images, refusals = maps(symmetry, size), Counter[str]() if refused is None else refused
    used, crossed = set(pattern.barred if pattern is not None else ()), set[_Step]()
    rules = [rule for name, rule in RULES.items() if name in ground.rules and is_placed(rule, symmetry)]
    if pattern is not None and pattern.lines:
        (kind,) = (kind for rule in rules for kind in lined(rule.clues))
        return tuple(kind.clue(line) for line in pattern.lines)
    for rule in rules:
        form = (rule.convention or Convention()).lines
        kinds = lined(rule.clues)
        motifs = [_motif(chance, kinds, form, size) for _ in range(_MOTIFS)] if kinds else []
        mixed = bool(kinds) and chance.below(2) == 0
        cells = form.cover if kinds else (100 * rule.share, 100 * rule.share)
        least, most = (round(share * cover * size * size / 100 / len(rules)) for share in cells)
        wanted, covered = least + chance.below(most - least + 1), 0
        count = (
            _NO_BOUND if shown.most is None else chance.below(shown.most - (shown.least or 0) + 1) + (shown.least or 0)
        )
        misfits = 0
        for _ in range(_TRIES):
            if misfits == _MISFITS or len(clues) >= count or (covered >= wanted and len(clues) >= (shown.least or 0)):
                break
            if kinds:
                motif = chance.one_of(motifs)
                line = _walked(chance, motif, ground, used)
                orbit = (
                    None if line is None else _orbit(line, images, motif.kind, reverses=mixed and chance.below(2) == 0)
                )
                fault = "off the grid" if line is None or orbit is None else _refusal(line, orbit, size, used, crossed)
                added = [] if orbit is None else [motif.kind.clue(one) for one in orbit]
            else:
                added = _group(chance, _by_chance(chance, rule.clues, size), ground, images)
                meets = any(
                    clue.cells in {one.cells for one in clues} or not used.isdisjoint(clue.cells) for clue in added
                )
                fault = "off the grid" if not added else "overlap" if meets else ""
            if not fault and len(clues) + len(added) > count:
                fault = "too many"
            if not fault and not fits([*clues, *added]):
                fault = "no full grid"
                misfits += 1
            if fault:
                refusals[fault] += 1
                continue
            clues += added
            for clue in added:
                if CLUES[clue.kind].shape != "border":
                    used |= set(clue.cells)
                crossed |= corners(clue.cells, size) if kinds else set()
                covered += len(clue.cells)
    return tuple(clues) if len(clues) >= (shown.least or 0) else None


def is_placed(rule: Rule, symmetry: Symmetry) -> bool:
    """Whether clues of a rule are placed before the digits: lines are, others where digits seldom have such that lie evenly."""
    placed = rule.convention is not None and rule.convention.placed and symmetry != "none"
    return bool(lined(rule.clues)) or placed


def _by_chance(chance: _Chance, kinds: Sequence[ClueType], size: int) -> ClueType:
    """One of some kinds, as often as digits go together under it."""
    ways = [1 if kind.holds is None else sum(map(int.bit_count, table_of(size, kind.holds))) for kind in kinds]
    place = chance.below(sum(ways))
    return next(kind for at, kind in enumerate(kinds) if place < sum(ways[: at + 1]))


def _group(chance: _Chance, kind: ClueType, ground: Geometry, images: Sequence[_Line]) -> list[Clue]:
    """A sign between two cells, some cells side by side, or a pair of clones, with its images; none if they cannot be so."""
    size = ground.size
    if kind.shape == "border":
        places: list[_Line] = [chance.one_of(borders(size))]
    else:
        area = [chance.below(size * size)]
        for _ in range(chance.below(_GROUP) if kind.shape == "cell" else 1 + chance.below(_GROUP - 1)):
            near = [cell for cell in beside(chance.one_of(area), size) if cell not in area]
            area += [chance.one_of(near)] if near else []
        places = [(cell,) for cell in area]
        if kind.shape == "areas":
            both = _clones(chance, area, ground)
            places = [both] if both else []
    found = dict.fromkeys(kind.clue([image[cell] for cell in place]) for image in images for place in places)
    cells = [cell for clue in found for cell in clue.cells]
    return [] if len(set(cells)) < len(cells) else list(found)


def _clones(chance: _Chance, area: Sequence[int], ground: Geometry) -> _Line:
    """The cells of an area and those of another one of its form that may hold the same digits; none if it leaves the grid."""
    size = ground.size
    down, right = chance.below(size), chance.below(2 * size - 1) - size + 1
    moved = [(cell // size + down, cell % size + right) for cell in area]
    if any(not (0 <= row < size and 0 <= column < size) for row, column in moved):
        return ()
    other = [row * size + column for row, column in moved]
    if any(one == there or there in ground.peers[one] for one, there in zip(area, other, strict=True)):
        return ()
    return (*area, *other) if not any(set(beside(cell, size)) & set(other) for cell in area) else ()


def lined(kinds: Sequence[ClueType]) -> list[ClueType]:
    """Those of some kinds of clues that are lines."""
    return [kind for kind in kinds if kind.shape == "line"]


def _motif(chance: _Chance, kinds: Sequence[ClueType], form: Lines, size: int) -> _Motif:
    kind = chance.one_of(kinds)
    least, most = max(form.least, kind.least), max(form.least, kind.least, min(form.most, round(form.most * size / 9)))
    length = least + chance.below(most - least + 1)
    return _Motif(kind, length, min(chance.one_of(_BENDS), max(0, length - 2)), chance.one_of(_WAYS))


def _walked(chance: _Chance, motif: _Motif, ground: Geometry, used: set[int]) -> _Line | None:
    """A copy of a motif from a free cell, of two the one in the emptier box; None if it leaves the grid."""
    size = ground.size
    free = [cell for cell in range(size * size) if cell not in used]
    if not free:
        return None
    held = Counter(ground.box_of[cell] for cell in used)
    start = min((chance.one_of(free) for _ in range(2)), key=lambda cell: held[ground.box_of[cell]])
    at, line = divmod(start, size), [start]
    turns = {1 + chance.below(motif.length - 2) for _ in range(motif.bends)} if motif.length > 2 else set()
    step = chance.one_of(motif.ways)
    for place in range(motif.length - 1):
        if place in turns:
            ways = [way for way in motif.ways if way != step and way[0] * step[0] + way[1] * step[1] >= 0]
            step = chance.one_of(ways)
        at = at[0] + step[0], at[1] + step[1]
        if not (0 <= at[0] < size and 0 <= at[1] < size):
            return None
        line.append(at[0] * size + at[1])
    return tuple(line)


def _orbit(line: _Line, images: Sequence[_Line], kind: ClueType, *, reverses: bool) -> list[_Line] | None:
    """A line and its images, each once; None if two of them meet. ``reverses``: every other image begins at the other end."""
    found: list[_Line] = []
    for number, image in enumerate(images):
        moved = tuple(image[cell] for cell in line)
        if reverses and number % 2 and kind.ordered:
            moved = moved[::-1]
        if all(set(moved) != set(one) for one in found):
            found.append(moved)
    return found if len({cell for one in found for cell in one}) == sum(map(len, found)) else None


def _refusal(line: _Line, orbit: Sequence[_Line], size: int, used: set[int], crossed: set[_Step]) -> str:
    if any(cell in used for one in orbit for cell in one):
        return "overlap"
    fault = fault_of(line, size)
    points = [point for one in orbit for point in corners(one, size)]
    if not fault and (len(set(points)) < len(points) or crossed.intersection(points)):
        return "crossing"
    return fault


# The twin rule: puzzles that can never be proper without givens.
#
# A map of the cells, together with a map of the digits, that takes each constraint of a puzzle to one of its constraints takes
# solutions to solutions. The image of a solution is another one unless the solution is its own image. Take a house that the map
# takes to itself, and let k of its cells stay in their places. In a solution that is its own image, a digit in such a cell
# stays the same; and a digit that stays the same is in such a cell, because its image is in the same house and is the same
# digit. So k is the number of digits that stay the same. If it is not, in some house, no solution is its own image: there are
# two or none.


def twin_of(ground: Geometry) -> str:
    """The symmetry by which each solution of a puzzle without givens has a twin; "" if none was found."""
    size = ground.size
    if ground.overlapping or ground.lines or ground.caged:
        return ""
    digits = (tuple(range(size)), tuple(reversed(range(size))))
    for name in SYMMETRIES:
        for image in maps(name, size):
            for moved in digits:
                whole = image == tuple(range(size * size)) and moved == digits[0]
                if not whole and _has_no_own(ground, image, moved) and _maps(ground, image, moved):
                    return name
    return ""


def _has_no_own(ground: Geometry, image: Sequence[int], moved: Sequence[int]) -> bool:
    same = sum(digit == other for digit, other in enumerate(moved))
    for house in ground.houses:
        cells = set(house.cells)
        if {image[cell] for cell in cells} == cells and sum(image[cell] == cell for cell in cells) != same:
            return True
    return False


def _maps(ground: Geometry, image: Sequence[int], moved: Sequence[int]) -> bool:
    """Whether houses, relations, limits and sums go to such."""
    houses = {frozenset(house.cells) for house in ground.houses}
    if {frozenset(image[cell] for cell in house) for house in houses} != houses:
        return False
    size, falls = ground.size, moved[0] != 0
    pairs = {
        way
        for relation in ground.relations
        for one, other in relation.pairs
        for way in ((one, other, relation.allowed), (other, one, relation.reverse))
    }

    def table(allowed: Sequence[int]) -> tuple[int, ...]:
        return tuple(_mask(allowed[digit], moved) for digit in moved)

    if any((image[a], image[b], table(allowed)) not in pairs for a, b, allowed in pairs):
        return False
    limits = {(cell, limit.allowed) for limit in ground.limits for cell in limit.cells}
    if any((image[cell], _mask(allowed, moved)) not in limits for cell, allowed in limits):
        return False
    totals = {(frozenset(t.plus), frozenset(t.minus), t.total) for t in ground.totals}
    totals |= {(minus, plus, -total) for plus, minus, total in totals}
    for plus, minus, total in totals:
        other = (len(plus) - len(minus)) * (size + 1) - total if falls else total
        if (frozenset(image[c] for c in plus), frozenset(image[c] for c in minus), other) not in totals:
            return False
    return True


def _mask(mask: int, moved: Sequence[int]) -> int:
    return sum(1 << other for digit, other in enumerate(moved) if mask >> digit & 1)
