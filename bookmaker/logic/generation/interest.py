"""How much a puzzle looks meant: its layout and its solving path, as numbers, and the choice of the best of several.

Three parts. The *layout*: clues with a partner under the best symmetry, few shapes that come again, straight lines; up to what
hand-made puzzles reach and no further. The *path*: it begins with a clue, clues are used from first to last, ideas differ,
and candidates are not removed for long without a digit. The *values*: some repeat. A puzzle of a section is also held against
the few before it: symmetry, profile, first step, and places that both share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from statistics import mean

from bookmaker.logic.grading import Grade, steps
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, RULE_OF_45, Family
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, maps, symmetries_of
from bookmaker.puzzles.rules import CLUES, geometry, unclued

OF_CLUES = (Family.RELATIONS, Family.CAGES, Family.CAGES_TOGETHER, Family.CLUES, *RULE_OF_45)
"""The families whose steps rest on clues or cages."""

_ONE_CLUE = {
    *("relation-cell", "clue-sum-last", "clue-sum", "clue-line-last", "clue-line"),
    *("cage-last-cell", "cage-single-combination", "cage-few-combinations", "cage-combinations"),
}
"""Techniques that follow from one clue and the candidates; the others of these families are ideas."""

MOST_LAYOUT = 45
"""About the 80th percentile of hand-made layouts: more symmetry and more repetition than people have is a fault as well."""

ENOUGH = 36, 44
"""The points of a layout, and of a path with values, with which no further candidate is made."""

LIKENESS = 12
"""The points that a puzzle loses if it is like one of those before it in all."""

WINDOW = 4
"""How many of these it is held against."""

_FORMS = range(4, 8)
"""Shapes of cages in a printed puzzle."""

_Places = frozenset[frozenset[int]]
_Line = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Interest:
    """The points of a puzzle, and what others are held against: its best symmetry, profile, first step and places of clues."""

    layout: float
    path: float
    values: float
    symmetry: str
    profile: tuple[int, ...]
    break_in: str
    places: tuple[_Places, ...]

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return min(self.layout, MOST_LAYOUT) + self.path + self.values

    @property
    def is_enough(self) -> bool:
        """Whether no better puzzle is looked for."""
        layout, rest = ENOUGH
        return self.layout >= layout and self.path + self.values >= rest

    def likeness(self, other: Interest) -> float:
        """From 0 to 1."""
        shared = max(len(turned & other.places[0]) / (len(turned | other.places[0]) or 1) for turned in self.places)
        same = (self.symmetry == other.symmetry, self.profile == other.profile, self.break_in == other.break_in)
        return mean([shared, *map(float, same)])


def interest_of(puzzle: Puzzle, grade: Grade) -> Interest:
    """The interest of a proper puzzle with its grade."""
    rounds, clues = steps(puzzle), _clues(puzzle)
    places = frozenset(frozenset(cells) for cells in clues)
    partner, symmetry = _best_partners(puzzle.geometry.ground, places)
    turned = [
        frozenset(frozenset(way[cell] for cell in one) for one in places) for way in _turns(puzzle.geometry.ground)
    ]
    return Interest(
        layout_points(puzzle),
        _path(puzzle, clues, rounds, grade),
        _values(puzzle),
        symmetry if partner > 0 else "none",
        tuple(sorted(map(len, clues))),
        break_in(puzzle, rounds),
        (places, *turned),
    )


def layout_points(puzzle: Puzzle) -> float:
    """The points of the layout: those of hand-made ones are between the bounds that ``Lines.band`` of a convention has."""
    clues = _clues(puzzle)
    return 30 * _best_partners(puzzle.geometry.ground, frozenset(map(frozenset, clues)))[0] + _shapes(puzzle, clues)


def break_in(puzzle: Puzzle, rounds: Sequence[Sequence[Step]] | None = None) -> str:
    """The technique without which nothing can be placed at first: the last one up to the first digit; "" if none gets there."""
    found = _first(steps(puzzle) if rounds is None else rounds)
    return found[0].technique if found else ""


def begins(wish: str, puzzle: Puzzle) -> bool:
    """Whether a puzzle begins as ordered: ``"any"``, with a ``"clue"``, or with an ``"idea"`` of clues."""
    if wish == "any":
        return True
    rounds = steps(puzzle)
    return _begins_with_clue(rounds, clues_named(puzzle, rounds)) and (wish == "clue" or _is_idea(rounds))


def clues_at_work(puzzle: Puzzle) -> tuple[bool, int]:
    """Whether the first digit needs a clue, and how many clues no step names."""
    rounds = steps(puzzle)
    named = clues_named(puzzle, rounds)
    used = frozenset[_Line]().union(*(one for found in named for one in found))
    return _begins_with_clue(rounds, named), sum(cells not in used for cells in _clues(puzzle))


def _first(rounds: Sequence[Sequence[Step]]) -> Sequence[Step]:
    """The steps of the last technique up to the first digit, without which nothing can be placed; empty if none gets there."""
    last: Sequence[Step] = ()
    for found in rounds:
        # A single follows from the eliminations before it.
        single = FAMILY_OF[found[0].technique] is Family.SINGLES
        last = last if single and last else found
        if any(step.placements for step in found):
            return last
    return ()


def _is_idea(rounds: Sequence[Sequence[Step]]) -> bool:
    return _first(rounds)[0].technique not in (*_ONE_CLUE, *Family.SINGLES.value)


def _begins_with_clue(rounds: Sequence[Sequence[Step]], named: Sequence[Sequence[frozenset[_Line]]]) -> bool:
    first = _first(rounds)
    return bool(first) and all(named[[*rounds].index(first)])


def clues_named(puzzle: Puzzle, rounds: Sequence[Sequence[Step]]) -> list[list[frozenset[_Line]]]:
    """For each step of the rounds the clues and cages, by their cells, that its reason names.

    A single names those that hold digits off its cell, or off the other cells of its house, which rows, columns, boxes, regions
    and further houses leave there.
    """
    ground = puzzle.geometry
    bare = geometry(unclued(ground.rules), ground.size, ground.areas)
    may = [(1 << ground.size) - 1] * ground.cell_count
    digits, clues = bytearray(ground.cell_count), _clues(puzzle)

    def place(cell: int, digit: int) -> None:
        digits[cell] = digit
        may[cell] = 0
        for other in bare.peers[cell]:
            may[other] &= ~(1 << digit - 1)

    def of_single(step: Step) -> frozenset[_Line]:
        (cell, digit), *_ = step.placements
        houses = [ground.houses[one.house].cells for one in step.houses]
        rest = [{other for other in house if other != cell and may[other] >> digit - 1 & 1} for house in houses]
        barred = min(rest, key=len) if rest else {cell} if may[cell] != 1 << digit - 1 else set()
        return frozenset(
            cells
            for cells in clues
            if not barred.isdisjoint(cells) and (len(cells) == 1 or any(digits[other] for other in cells))
        )

    for cell, digit in enumerate(puzzle.givens):
        if digit:
            place(cell, digit)
    found: list[list[frozenset[_Line]]] = []
    for steps_of in rounds:
        found.append([])
        for step in steps_of:
            if FAMILY_OF[step.technique] is Family.SINGLES:
                found[-1].append(of_single(step))
            elif FAMILY_OF[step.technique] in OF_CLUES:
                cells = _cells_of(puzzle, step)
                found[-1].append(frozenset(one for one in clues if not cells.isdisjoint(one)))
            else:
                found[-1].append(frozenset())
        for step in steps_of:
            for cell, digit in step.eliminations:
                may[cell] &= ~(1 << digit - 1)
            for cell, digit in step.placements:
                place(cell, digit)
    return found


def _clues(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """The cells of each clue or cage; of a puzzle without, its givens."""
    clues = [cage.cells for cage in puzzle.cages] + [clue.cells for clue in puzzle.geometry.clues or ()]
    return clues or [(cell,) for cell, digit in enumerate(puzzle.givens) if digit]


@cache
def _images(ground: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((name, maps(name, ground)[1]) for name in SYMMETRIES[1:] if name in symmetries_of(ground))


@cache
def _turns(ground: Geometry) -> list[tuple[int, ...]]:
    """The seven other positions of a grid; none of several grids."""
    if ground.overlapping:
        return []
    quarter, mirror = maps("quarter-turn", ground)[1:], maps("mirror", ground)[1]
    return [*quarter, mirror, *(tuple(one[cell] for cell in mirror) for one in quarter)]


def _best_partners(ground: Geometry, places: _Places) -> tuple[float, str]:
    """The largest share of clues with a partner, and the symmetry that gives it."""
    return max(
        ((_partners(places, image), name) for name, image in _images(ground)),
        key=lambda found: found[0],
        default=(0.0, "none"),
    )


def _partners(places: _Places, image: Sequence[int]) -> float:
    return mean([frozenset(image[cell] for cell in one) in places for one in places] or [0])


def _shapes(puzzle: Puzzle, clues: Sequence[tuple[int, ...]]) -> float:
    """The points of shapes: of cages few, one of them large, and a grain; of lines straight ones that come again."""
    size, points = puzzle.geometry.ground.size, 0.0
    if puzzle.cages:
        forms = {_form(cage.cells, size) for cage in puzzle.cages}
        pairs = [abs(one - other) > 1 for one, other in (cage.cells for cage in puzzle.cages if len(cage.cells) == 2)]
        points -= 3 * max(_FORMS[0] - len(forms), len(forms) - _FORMS[-1], 0)
        points += 5 * (max(map(len, clues)) >= 5) + 5 * (abs(mean(pairs or [0.5]) - 0.5) >= 0.1)
    lines = [clue.cells for clue in puzzle.geometry.clues or () if CLUES[clue.kind].shape == "line"]
    if lines:
        forms = {_form(line, size) for line in lines}
        straight = [len({other - one for one, other in pairwise(line)}) == 1 for line in lines]
        ends = sum(puzzle.givens[line[-1]] > 0 for line in lines)
        points += 15 * (1 - len(forms) / len(lines)) + 15 * mean(straight) - 1.5 * ends
    return points


def _form(cells: Sequence[int], size: int) -> tuple[tuple[int, int], ...]:
    """A shape in the first of its positions, turned and mirrored."""
    at, ways = [divmod(cell, size) for cell in cells], []
    for _ in range(4):
        at = [(c, -r) for r, c in at]
        for one in (at, [(r, -c) for r, c in at]):
            top, left = min(r for r, _ in one), min(c for _, c in one)
            ways.append(tuple(sorted((r - top, c - left) for r, c in one)))
    return min(ways)


def _path(puzzle: Puzzle, clues: Sequence[tuple[int, ...]], rounds: Sequence[Sequence[Step]], grade: Grade) -> float:
    """The points of the path. Steps of one technique in a round count as one where no digit is waited for."""
    if not rounds:
        return 0.0
    of_clues = [[step for step in found if FAMILY_OF[step.technique] in OF_CLUES] for found in rounds]
    names = {step.technique for found in of_clues for step in found}
    named = clues_named(puzzle, rounds)
    points = 6 * min(1.0, len(names) / 4)
    if _begins_with_clue(rounds, named):
        points += 16 if _is_idea(rounds) else 8
    points += 8 * min(1.0, sum(map(len, of_clues)) / sum(map(len, rounds)) / 0.4)
    used = frozenset[_Line]().union(*(one for found in named for one in found))
    points += 8 * min(1.0, max(0.0, mean(cells in used for cells in clues) - 0.7) / 0.3)
    points += 4 * any(of_clues[2 * len(rounds) // 3 :])
    waiting = longest = 0
    for found in rounds:
        waiting = 0 if any(step.placements for step in found) else waiting + 1
        longest = max(longest, waiting)
    points -= max(0, longest - 6)
    lonely = mean(len(found) == 1 for found in rounds)
    return (
        points
        - 6 * max(0.0, lonely - 0.6) / 0.4
        + (0 if puzzle.cages or puzzle.geometry.clued else len(grade.techniques))
    )


def _cells_of(puzzle: Puzzle, step: Step) -> set[int]:
    cells = {candidate.cell for candidate in step.pattern} | {
        cell for cell, _ in (*step.placements, *step.eliminations)
    }
    return cells.union(*(puzzle.geometry.houses[one.house].cells for one in step.houses))


def _values(puzzle: Puzzle) -> float:
    """The points of clues that have one value."""
    values = Counter(cage.sum for cage in puzzle.cages) + Counter(clue.value for clue in puzzle.geometry.clues or ())
    del values[None], values[()]
    return 5 * min(1.0, max(values.values()) / values.total() / 0.6) if values.total() > 1 else 0.0


def chosen(found: Sequence[Interest], before: Sequence[Interest]) -> int:
    """The index of the one that is taken: the first is the draft, and none with a lower score is taken in its place.

    ``before``: those that were taken last. The likeness to them counts against each.
    """

    def worth(index: int) -> float:
        alike = max((found[index].likeness(other) for other in before), default=0.0)
        return found[index].score - LIKENESS * alike

    return max((index for index, one in enumerate(found) if one.score >= found[0].score), key=worth)
