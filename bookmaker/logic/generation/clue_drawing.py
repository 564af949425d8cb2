"""The clues of a made puzzle, drawn from its solution: which of those that hold are shown.

Every clue that is drawn holds in the solution. Where a rule says something of cells without a clue, all that hold are drawn;
otherwise as many as the rule's ``share`` says, or as many as are wanted or usual: whole orbits of the symmetry, so that they lie
as evenly as the givens; lines until so many cells are on one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from bookmaker.base.seeds import seed_for, seeds_for, seeds_of
from bookmaker.logic.generation.interest import clues_named
from bookmaker.logic.generation.layouts import corners, lined
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.generation.themes import LEAST_ALIKE
from bookmaker.logic.grading import grade_many, steps
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, maps
from bookmaker.puzzles.rules import CLUES, RULES, geometry, unclued, with_clues
from bookmaker.puzzles.rules.clues import ClueType, all_shown
from bookmaker.puzzles.rules.places import OUTSIDE, usual_slants, views
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
    """How many clues of a rule are drawn: at ``share`` of the places, and at most ``most``.

    So many as ``least`` are drawn even if the symmetry is lost by it.
    """

    share: float
    most: int
    least: int = 0

    def of(self, places: int) -> int:
        return min(round(self.share * places), self.most)

    def less(self, drawn: int) -> _Amount:
        return replace(self, most=self.most - drawn, least=self.least - drawn)


def clued(
    ground: Geometry,
    solution: bytes,
    symmetry: Symmetry,
    seed: int,
    shown: Shown = USUAL,
    fuller: float = 0.0,
    *,
    easy: bool = False,
    usual: tuple[int, int] | None = None,
    lines: Sequence[Clue] | None = None,
    equal: bool = False,
) -> Geometry | None:
    """The geometry of a puzzle with this solution, with its clues; the same arguments draw the same ones.

    ``fuller``: how much of the way from the usual share of places to all of them. ``easy``: as easy puzzles have them.
    ``lines``: the clues of a layout; None: lines that hold are grown. ``usual``: how many good sources show, if they agree.
    ``equal``: of the clues outside the grid all that have the commonest value, and no others.
    None if the solution holds fewer clues than are wanted, or if the
    symmetry allows no such number.
    """
    found: list[Clue] = []
    if shown == USUAL and usual is not None and not fuller and not equal:
        shown = Shown(*usual)
    placed = {CLUES[clue.kind] for clue in lines or ()}
    for number, name in enumerate(name for name in RULES if name in ground.rules and RULES[name].clues):
        if not lined(RULES[name].clues) and not placed.isdisjoint(RULES[name].clues):
            continue
        amount = _amount(RULES[name], shown, fuller, seed, number)
        own = seed_for(seed, number)
        found += _of_rule(
            RULES[name], ground, solution, symmetry, own, amount, easy=easy, laid=lines is not None, equal=equal
        )
    found += lines or ()
    enough = shown.least is None or len(found) >= shown.least
    return with_clues(ground, tuple(found)) if enough and (found or not equal) else None


def _amount(rule: Rule, shown: Shown, fuller: float, seed: int, number: int) -> _Amount:
    if shown.most is None:
        return _Amount(1.0 if shown.every else rule.share + (1 - rule.share) * fuller, _NO_BOUND)
    least = shown.least or 0
    return _Amount(1.0, least + seed_for(seed, number, 4) % (shown.most - least + 1), least)


def _of_rule(
    rule: Rule,
    ground: Geometry,
    solution: bytes,
    symmetry: Symmetry,
    seed: int,
    amount: _Amount,
    *,
    easy: bool,
    laid: bool,
    equal: bool,
) -> Iterator[Clue]:
    if equal and any(kind.shape in OUTSIDE for kind in rule.clues):
        yield from _commonest([*_outside(rule, ground, solution)])
        return
    draw = (easy and rule.draw_easy) or rule.draw
    if draw is not None:
        own = [clue for clue in draw(solution, ground, seed, amount.share) if _holds(rule, clue, ground, solution)]
        yield from (own[at] for at in sorted(_shuffled(len(own), seed)[: amount.most]))
        return
    shown = [clue for clue in all_shown(rule.clues, solution, ground) if not rule.within or _inside(clue.cells, ground)]
    for number, at in enumerate((shown, [*_outside(rule, ground, solution)])):
        several = number == 1 and rule.sides > 2
        by_place = {clue.cells if several else tuple(sorted(clue.cells)): clue for clue in at}
        order = seed_for(seed, number)
        keys, places = _shuffled(len(by_place), order), list(by_place)
        mixed = [places[key] for key in keys]
        if not number and all(len(place) == _BESIDE for place in places):
            mixed = _in_chains(mixed, by_place, order)
        taken = _in_orbits(mixed, amount, symmetry, ground.size, several=several)
        yield from (clue for place, clue in by_place.items() if place in taken)
        amount = amount.less(len(taken))
    for number, kind in enumerate(() if laid else lined(rule.clues)):
        lines = list(_lines(kind, ground, solution, amount, seed_for(seed, 2, number)))
        yield from lines
        amount = amount.less(len(lines))


def _commonest(clues: Sequence[Clue]) -> list[Clue]:
    """Those that have the commonest value, of several such values the least; none if they are too few to see it."""
    counts = Counter(clue.value for clue in clues)
    most = max(counts.values(), default=0)
    value = min((value for value, count in counts.items() if count == most), default=None)
    return [clue for clue in clues if clue.value == value] if most >= LEAST_ALIKE else []


def _holds(rule: Rule, clue: Clue, ground: Geometry, solution: bytes) -> bool:
    """Whether a clue that a rule drew itself holds: its declaration may draw clues that it does not allow."""
    kind = next(kind for kind in rule.clues if kind.name == clue.kind)
    return kind.allows(solution, clue.cells, ground, clue.value)


_LEAST_SLANT = 3
"""The fewest cells of a slanting line with a clue: of fewer a sum says too much."""


def _outside(rule: Rule, ground: Geometry, solution: bytes) -> Iterator[Clue]:
    """The clues outside the grid. Some lines have none: from one end of 123456789 no digit is hidden."""
    size, seen = ground.size, set[tuple[int, ...]]()
    for kind, line in _seats(rule.clues, rule.sides, size):
        value = kind.fitting(solution, line, size)
        if line not in seen and value is not None and kind.allows(solution, line, ground, value):
            seen.add(line)
            yield kind.clue(line, value)


def values_outside(rule: Rule, size: int, solution: bytes) -> list[object]:
    """The value that the clue at each place outside the grid would have, in an order of its own; None for no clue."""
    return [kind.fitting(solution, line, size) for kind, line in _seats(rule.clues, rule.sides, size)]


@cache
def _seats(kinds: tuple[ClueType, ...], sides: int, size: int) -> list[tuple[ClueType, tuple[int, ...]]]:
    """The lines that may have a clue outside the grid, each with the kind of clue."""
    found = list[tuple[ClueType, tuple[int, ...]]]()
    for kind in kinds:
        if kind.shape == "edge":
            # The first lines run to the right and down.
            found += [(kind, line) for line in list(views(size))[: 2 * size if sides == 2 else None]]
        elif kind.shape == "diagonal":
            found += [(kind, line) for line in usual_slants(size) if len(line) >= min(_LEAST_SLANT, size - 1)]
    return found


@lru_cache(maxsize=4096)
def _inside(cells: tuple[int, ...], ground: Geometry) -> bool:
    return len({ground.box_of[cell] for cell in cells}) == 1


def _shuffled(count: int, seed: int) -> list[int]:
    return sorted(range(count), key=seeds_for(seed, range(count)).__getitem__)


_BESIDE = 2
"""The cells of a clue between neighbours."""

_CHAINED = 5
"""The most clues between neighbours that follow each other on purpose."""


def _in_chains(
    places: Sequence[tuple[int, ...]], clues: Mapping[tuple[int, ...], Clue], seed: int
) -> list[tuple[int, ...]]:
    """The places of clues between neighbours in another order: in chains of one kind, signs in chains that rise."""
    left, found = dict.fromkeys(places), list[tuple[int, ...]]()
    at: dict[int, list[tuple[int, ...]]] = {}
    for place in places:
        for cell in place:
            at.setdefault(cell, []).append(place)
    own = seeds_of(seed)

    def follows(one: Clue, other: Clue) -> bool:
        rises = one.cells[0] == other.cells[-1] or one.cells[-1] == other.cells[0]
        return one.kind == other.kind and (rises or not CLUES[one.kind].ordered)

    while left:
        next_one: tuple[int, ...] | None = next(iter(left))
        for _ in range(1 + own(len(found)) % _CHAINED):
            if next_one is None:
                break
            del left[next_one]
            found.append(next_one)
            beside = [other for cell in next_one for other in at[cell] if other in left]
            next_one = next((other for other in beside if follows(clues[found[-1]], clues[other])), None)
    return found


def _in_orbits(
    places: Sequence[tuple[int, ...]], amount: _Amount, symmetry: Symmetry, size: int, *, several: bool
) -> set[tuple[int, ...]]:
    """The first of the places of clues, as many as are wanted: whole orbits of the symmetry, as far as all of one are places.

    ``several``: the same cells are a place from each of their ends.
    """
    wanted, known, taken = amount.of(len(places)), set(places), set[tuple[int, ...]]()
    if wanted >= len(places):
        return known
    images = maps(symmetry, size)
    # Circles at corners side by side touch each other: the first round leaves room between them.
    apart = all(len(place) == _MEETING for place in places)
    for spaced in (True, False) if apart else (False,):
        for place in places:
            moved = [tuple(image[cell] for cell in place) for image in images]
            orbit = {cells if several else tuple(sorted(cells)) for cells in moved}
            if orbit <= known and len(taken | orbit) <= wanted and not (spaced and _touch(taken | orbit)):
                taken |= orbit
    # The rest is single: a symmetric pattern of ratios, say, has few. Where all places are free, no odd one is left over.
    whole = wanted - len(taken) < len(images)
    least = amount.least if whole or amount.most != _NO_BOUND else wanted
    return taken.union([place for place in places if place not in taken][: max(0, least - len(taken))])


_MEETING = 4
"""The cells of a clue at a corner."""


def _touch(places: set[tuple[int, ...]]) -> bool:
    """Whether two corners are side by side: they have two cells in common."""
    pairs = Counter(pair for place in places for pair in (place[:2], place[2:], place[::2], place[1::2]))
    return max(pairs.values(), default=0) > 1


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
            crossed |= corners(line, size)
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


# Clues that a made puzzle does without: those that say nothing more, and those without which it still meets its order.

_NEED_GUESSES = 20_000
"""Guesses of a proof. A clue whose loss needs more stays: undecided is not proper."""

_BARE_GUESSES = 3_000
"""Guesses of a proof without givens: sets of clues are many, and one that needs more is passed over."""


def without_idle(ground: Geometry, givens: bytes) -> Geometry:
    """The geometry without clues all cells of which are given: they say nothing more, where their absence says nothing."""
    clues = ground.clues or ()
    telling = {
        kind for rule in map(RULES.__getitem__, ground.rules) if rule.unmarked or rule.contrast for kind in rule.clues
    }
    kept = [clue for clue in clues if CLUES[clue.kind] in telling or not all(givens[cell] for cell in clue.cells)]
    return ground if len(kept) == len(clues) else with_clues(ground, kept)


def are_enough(ground: Geometry) -> bool:
    """Whether clues alone are soon found to leave one solution. Where no givens are ordered, digging ends there or nowhere."""
    return solve(Puzzle(ground, bytes(ground.cell_count)), 2, _BARE_GUESSES).solutions == 1


def is_plain(ground: Geometry, givens: bytes) -> bool:
    """Whether a puzzle is proper without any of its clues: as a Sudoku without them it has the same answer."""
    bare = geometry(unclued(ground.rules), ground.size, ground.areas)
    return not bare.clued and solve(Puzzle(bare, givens), 2, _NEED_GUESSES).solutions == 1


def without_superfluous(order: Order, made: Made) -> Made:
    """The puzzle with as few clues as a walk through them in random order leaves; the same for the same puzzle and seed."""
    ground = made.geometry
    assert ground is not None
    left = list(ground.clues or ())
    for group in _groups(ground, left, order.symmetry, made.seed):
        fewer = [clue for clue in left if clue not in group]
        if fewer and _meets(order, replace(made, geometry=with_clues(ground, fewer))):
            left = fewer
    return replace(made, geometry=with_clues(ground, left))


def without_unnamed(order: Order, made: Made, least: int) -> Made:
    """The puzzle without clues that no step names, as far as ``least`` are left and it still meets its order."""
    ground = made.geometry
    assert ground is not None
    left = list(ground.clues or ())
    rounds = steps(made.puzzle(order.geometry))
    named = {cells for found in clues_named(made.puzzle(order.geometry), rounds) for one in found for cells in one}
    for group in _groups(ground, left, order.symmetry, made.seed, evenly=True):
        fewer = [clue for clue in left if clue not in group]
        if len(fewer) < least or any(clue.cells in named for clue in group):
            continue
        if _meets(order, replace(made, geometry=with_clues(ground, fewer))):
            left = fewer
    return replace(made, geometry=with_clues(ground, left))


def _groups(
    ground: Geometry, clues: Sequence[Clue], symmetry: Symmetry, seed: int, evenly: bool = False
) -> Iterator[set[Clue]]:
    """The clues in random order: those on cells and outside the grid with their images, ``evenly``: all, as they lie."""
    images = [tuple(range(ground.cell_count))] if ground.overlapping else maps(symmetry, ground.size)
    keys = seeds_for(seed, range(len(clues)))
    seen, shown = set[Clue](), {clue.cells for clue in clues}
    for place in sorted(range(len(clues)), key=keys.__getitem__):
        clue = clues[place]
        if clue in seen:
            continue
        group, shape = {clue}, CLUES[clue.kind].shape
        if evenly or shape in ("cell", *OUTSIDE):
            places = {tuple(image[cell] for cell in clue.cells) for image in images}
            # A clue that says the same from both ends is put at one of them.
            places = {cells if cells in shown else cells[::-1] for cells in places}
            sets = set(map(frozenset, places))
            group |= {o for o in clues if (o.cells in places if shape in OUTSIDE else frozenset(o.cells) in sets)}
        seen |= group
        yield group


def _meets(order: Order, made: Made) -> bool:
    puzzle = made.puzzle(order.geometry)
    if solve(puzzle, 2, _NEED_GUESSES).solutions != 1:
        return False
    (grade,) = grade_many([puzzle])
    return not order.miss(grade.level, grade.hardest, grade.techniques, grade.score)
