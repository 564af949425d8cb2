"""Errors in the cages of a Killer: every small change of the cages that makes the puzzle proper, the likeliest first.

What can be seen without a search comes first: cells in two cages or in none, and a cage that is there twice. Only where nothing
of this kind is wrong, sums, shapes and pairs of sums are tried. Where cages cover the grid, all sums together must make what all
digits make. So a single wrong sum is off by the missing sum, and where nothing is missing no single sum is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, islice, product
from math import log

from bookmaker.logic.repair.likelihood import CAGES, sum_distance, sum_error
from bookmaker.logic.solve.cage_sums import sum_bounds
from bookmaker.logic.solve.solver import UNDECIDED, solutions, solve, solve_many
from bookmaker.logic.verify.faults import uncovered
from bookmaker.puzzles.grid.geometry import beside, connected
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

# The sums of a Killer as an answer has them.


@dataclass(frozen=True, slots=True)
class Resum:
    """The cage with these cells gets the sum ``new``; ``old`` is None if it had none."""

    cells: tuple[int, ...]
    old: int | None
    new: int


def resummed(puzzle: Puzzle, changes: Sequence[Resum]) -> Puzzle:
    """The puzzle with other sums."""
    new = {change.cells: change.new for change in changes}
    cages = tuple(replace(cage, sum=new.get(cage.cells, cage.sum)) for cage in puzzle.cages)
    return replace(puzzle, cages=cages)


def by_answer(puzzle: Puzzle, answer: bytes) -> tuple[Resum, ...]:
    """The sums that are missing, or differ from the answer's."""
    pairs = ((cage, sum(answer[cell] for cell in cage.cells)) for cage in puzzle.cages)
    return tuple(Resum(cage.cells, cage.sum, new) for cage, new in pairs if cage.sum != new)


@dataclass(frozen=True, slots=True)
class CageMend:
    """The cages ``new`` take the place of the cages ``old``, each of which is there once more than it should be.

    ``kind``: the error that is mended, one of :data:`bookmaker.logic.repair.likelihood.CAGES`.
    """

    kind: str
    old: tuple[Cage, ...]
    new: tuple[Cage, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all its cages, ascending."""
        return tuple(sorted({cell for cage in (*self.old, *self.new) for cell in cage.cells}))


def recaged(puzzle: Puzzle, mend: CageMend) -> Puzzle:
    """The puzzle with a change of its cages."""
    cages = list(puzzle.cages)
    for cage in mend.old:
        cages.remove(cage)
    return replace(puzzle, cages=(*cages, *mend.new))


# The ways to cut a cage in two connected parts.

_MOST_CELLS = 12
"""Cages of more cells are cut by no one: there would be thousands of ways."""


@cache
def cuts(cells: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The parts with the first cell that are connected and leave a connected rest, each ascending."""
    if not 1 < len(cells) <= _MOST_CELLS:
        return ()
    first, *others = cells
    found = []
    for mask in range((1 << len(others)) - 1):
        part = (first, *(cell for place, cell in enumerate(others) if mask >> place & 1))
        rest = tuple(cell for cell in cells if cell not in part)
        if connected(part, size) and connected(rest, size):
            found.append(part)
    return tuple(found)


_GUESSES = 3000
"""Guesses for one trial. A proper Killer takes some hundred, and an impossible one ends sooner."""

_MOST_TRIALS = 12_000
"""Trials of one kind of error: one takes a twentieth of a millisecond where it is impossible, and a few where it is not."""

_MOST_GUESSES = 100_000
_FEW = 4
"""Guesses for one of a few trials that were not decided; how many these may be."""

_WORK = 150_000
"""Guesses for all trials together, some three seconds."""

_ANSWERS = 100


class _Wrong:
    """The cages of a puzzle, and which changes could be meant."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.size = puzzle.geometry.size
        self.cages = puzzle.cages
        cells = [cell for cage in puzzle.cages for cell in cage.cells]
        self.covers = len(cells) == len(set(cells)) == puzzle.geometry.cell_count
        self.untold = [cage for cage in self.cages if cage.sum is None]
        self.lacking = self.size**2 * (self.size + 1) // 2 - sum(cage.sum or 0 for cage in self.cages)
        """The difference between the sum of all digits and the sums of the cages, if the cages cover the grid."""

    @cached_property
    def owner(self) -> dict[int, Cage]:
        return {cell: cage for cage in self.cages for cell in cage.cells}

    def possible(self, cells: Sequence[int], total: int | None) -> bool:
        low, high = sum_bounds(len(cells), self.size)
        return 0 < len(cells) <= self.size and (total is None or low <= total <= high)

    @cached_property
    def pairs(self) -> list[tuple[Cage, Cage]]:
        """Cages side by side."""
        found = dict.fromkeys(
            (cage, self.owner[near])
            for cage in self.cages
            for cell in cage.cells
            for near in beside(cell, self.size)
            if near in self.owner and self.owner[near].cells > cage.cells
        )
        return list(found)

    def sums_of(self, cage: Cage) -> Iterable[int]:
        """Sums that a cage could have, if it is the only one that is wrong."""
        low, high = sum_bounds(len(cage.cells), self.size)
        tried = [(cage.sum or 0) + self.lacking] if self.covers else range(low, high + 1)
        return [new for new in tried if low <= new <= high and new != cage.sum]

    def missing_sums(self) -> Iterator[CageMend]:
        if len(self.untold) == 1:
            (cage,) = self.untold
            for new in self.sums_of(cage):
                yield CageMend("sum-missing", (cage,), (replace(cage, sum=new),))

    def wrong_sums(self) -> Iterator[CageMend]:
        if self.untold:
            return
        for cage in self.cages:
            for new in self.sums_of(cage):
                yield CageMend(sum_error(cage.sum or 0, new), (cage,), (replace(cage, sum=new),))

    def exchanged_sums(self) -> Iterator[CageMend]:
        if self.untold or (self.covers and self.lacking):
            return
        for one, other in combinations(self.cages, 2):
            if one.sum != other.sum and self.possible(one.cells, other.sum) and self.possible(other.cells, one.sum):
                new = (replace(one, sum=other.sum), replace(other, sum=one.sum))
                yield CageMend("sums-exchanged", (one, other), new)

    def moved_cells(self) -> Iterator[CageMend]:
        if self.covers and (self.lacking or self.untold):
            return
        for one, other in (pair for both in self.pairs for pair in (both, both[::-1])):
            for cell in one.cells:
                if not any(near in other.cells for near in beside(cell, self.size)):
                    continue
                less = tuple(place for place in one.cells if place != cell)
                more = (*other.cells, cell)
                # A person draws cages in one piece; only one that was in pieces may stay so.
                whole = less and (connected(less, self.size) or not connected(one.cells, self.size))
                if whole and self.possible(less, one.sum) and self.possible(more, other.sum):
                    new = (replace(one, cells=less), replace(other, cells=tuple(sorted(more))))
                    yield CageMend("cell-moved", (one, other), new)

    def joins(self, weak: bool = False) -> Iterator[CageMend]:
        """Two cages made one: where one of them has no sum, or both have the whole sum; ``weak``: any two.

        Any two cages side by side of which one is wrong would be joined without contradiction, so that this says little.
        """
        for one, other in self.pairs:
            sums = {cage.sum for cage in (one, other)} - {None}
            if weak:
                total = None if self.untold else (one.sum or 0) + (other.sum or 0) + self.lacking * self.covers
            elif len(sums) == 1 and set(self.untold) <= {one, other}:
                total = next(iter(sums))
            else:
                continue
            cells = tuple(sorted(one.cells + other.cells))
            if total is not None and self.possible(cells, total):
                yield CageMend("cage-split", (one, other), (Cage(cells, total),))

    def half_known(self) -> Iterator[CageMend]:
        """A cage cut in two, of which one part has its sum and the other one the sum that is lacking."""
        if not self.covers or self.untold or self.lacking <= 0:
            return
        for cage in self.cages:
            for part in cuts(cage.cells, self.size):
                rest = tuple(cell for cell in cage.cells if cell not in part)
                for one, other in ((cage.sum, self.lacking), (self.lacking, cage.sum)):
                    if self.possible(part, one) and self.possible(rest, other):
                        yield CageMend("cages-joined", (cage,), (Cage(part, one), Cage(rest, other)))

    def splits(self, answer: bytes | None) -> Iterator[CageMend]:
        """Cuts of one cage. The sums of its parts come from the answers, or are all that make its sum where those are many."""
        answers = [answer] if answer is not None else solutions(self.puzzle, _ANSWERS, _GUESSES)
        if answer is None and len(answers) == _ANSWERS:
            answers = []
        for cage in self.cages:
            whole = None if cage.sum is None else cage.sum + (self.lacking if self.covers and not self.untold else 0)
            for part in cuts(cage.cells, self.size):
                rest = tuple(cell for cell in cage.cells if cell not in part)
                low, high = sum_bounds(len(part), self.size)
                tried = dict.fromkeys(
                    tuple(sum(answer[c] for c in cells) for cells in (part, rest)) for answer in answers
                )
                if not answers and whole is not None:
                    tried = dict.fromkeys((total, whole - total) for total in range(low, high + 1))
                for one, other in tried:
                    if self.possible(part, one) and self.possible(rest, other):
                        yield CageMend("cages-joined", (cage,), (Cage(part, one), Cage(rest, other)))

    def two_sums(self) -> Iterator[CageMend]:
        """Two wrong sums, together off by the lacking sum: each with a digit wrong or two transposed, or added up one off."""
        if self.untold or not self.covers:
            return
        for one, other in combinations(self.cages, 2):
            low, high = sum_bounds(len(one.cells), self.size)
            for new in range(low, high + 1):
                last = (other.sum or 0) + self.lacking - (new - (one.sum or 0))
                pairs = [(one.sum or 0, new), (other.sum or 0, last)]
                if (
                    all(old != fresh for old, fresh in pairs)
                    and self.possible(other.cells, last)
                    and all(abs(fresh - old) == 1 or sum_error(old, fresh) != "sum" for old, fresh in pairs)
                ):
                    yield CageMend("two-sums", (one, other), (replace(one, sum=new), replace(other, sum=last)))


class _Trials:
    """Tries changes, as long as there is work left."""

    def __init__(self, puzzle: Puzzle, answer: bytes | None) -> None:
        self._puzzle, self._answer = puzzle, answer
        self.left = _WORK
        self.complete = True

    def proper(self, mends: Iterable[CageMend]) -> list[CageMend]:
        """Those that leave exactly one solution: the answer, if there is one."""
        chosen = list(islice(dict.fromkeys(mends), _MOST_TRIALS))
        self.complete &= len(chosen) < _MOST_TRIALS
        if self._answer is not None:
            answer = self._answer
            chosen = [mend for mend in chosen if all(holds(cage, answer) for cage in mend.new)]
        found: list[CageMend] = []
        hard: list[CageMend] = []
        for begin in range(0, len(chosen), _BATCH):
            if self.left <= 0:
                self.complete = False
                break
            hard += self._decided(chosen[begin : begin + _BATCH], _GUESSES, found)
        # A few that take many guesses are given them.
        if not found and 0 < len(hard) <= _FEW:
            hard = self._decided(hard, _MOST_GUESSES, found)
        self.complete &= not hard
        return found

    def _decided(self, mends: Sequence[CageMend], guesses: int, found: list[CageMend]) -> list[CageMend]:
        """Add the proper ones to ``found``. Returns the undecided ones."""
        hard = []
        for mend, one in zip(
            mends, solve_many([recaged(self._puzzle, mend) for mend in mends], 2, guesses), strict=True
        ):
            self.left -= guesses if one.solutions == UNDECIDED else _EACH
            if one.solutions == UNDECIDED:
                hard.append(mend)
            if one.solution is not None and self._answer in (None, one.solution):
                found.append(mend)
        return hard


_BATCH = 256
_EACH = 10
"""The cost of a trial that was decided, in guesses."""


def holds(cage: Cage, answer: bytes) -> bool:
    """Whether the digits of an answer fill a cage."""
    digits = [answer[cell] for cell in cage.cells]
    return len(set(digits)) == len(digits) and cage.sum in (None, sum(digits)) and not cage.strays


def cage_mends(puzzle: Puzzle, answer: bytes | None = None) -> tuple[tuple[CageMend, ...], bool]:
    """Every change of the cages, of the kinds in :data:`bookmaker.logic.repair.likelihood.CAGES`, that makes a Killer proper.

    The likeliest comes first. With an ``answer``, only changes that leave it as the only solution. Also returns whether all were
    tried: the work is bounded.
    """
    trials = _Trials(puzzle, answer)
    found = trials.proper(resolutions(puzzle))
    if not found:
        wrong = _Wrong(puzzle)
        kinds = [
            wrong.missing_sums,
            wrong.wrong_sums,
            wrong.exchanged_sums,
            wrong.moved_cells,
            wrong.joins,
            wrong.half_known,
        ]
        if solve(puzzle, 2, _GUESSES).solutions > 1:
            # An error in a sum hardly ever leaves several solutions: two cages became one, or a sum is missing.
            found = trials.proper(wrong.missing_sums()) + trials.proper(wrong.splits(answer))
            kinds = [] if found else kinds
        for kind in kinds:
            found += trials.proper(kind())
        if not found:
            found = trials.proper(wrong.splits(answer)) or trials.proper(wrong.two_sums())
        if not found:
            found = trials.proper(wrong.joins(weak=True))
    return tuple(sorted(found, key=lambda mend: _likelihood(mend, puzzle))), trials.complete


def joined_by_answer(puzzle: Puzzle, answer: bytes) -> tuple[CageMend, ...]:
    """Ways to read the one cage whose sum is not that of an answer: cuts of which one part has the sum, and a mistyped sum.

    The likeliest comes first: a cut where the sum is impossible for so many cells, or differs by more than a typing error makes,
    and the mistyped sum elsewhere. None if there is no such cut.
    """
    (cage,) = (cage for cage in puzzle.cages if cage.sum != sum(answer[cell] for cell in cage.cells))
    wrong, trials = _Wrong(puzzle), _Trials(puzzle, answer)
    if cage.sum is None:
        return ()
    cut = []
    for part in cuts(cage.cells, wrong.size):
        parts = [part, tuple(cell for cell in cage.cells if cell not in part)]
        one, other = (Cage(cells, sum(answer[cell] for cell in cells)) for cells in parts)
        if cage.sum in (one.sum, other.sum):
            cut.append(CageMend("cages-joined", (cage,), (one, other)))
    ordered = sorted(trials.proper(cut), key=lambda mend: _likelihood(mend, puzzle))
    new = sum(answer[cell] for cell in cage.cells)
    kind = sum_error(cage.sum, new)
    mistyped = trials.proper([CageMend(kind, (cage,), (replace(cage, sum=new),))])
    if not ordered:
        return ()
    sums_first = wrong.possible(cage.cells, cage.sum) and kind != "sum"
    return (*mistyped, *ordered) if sums_first else (*ordered, *mistyped)


def _likelihood(mend: CageMend, puzzle: Puzzle) -> tuple[object, ...]:
    """The sort key, the likeliest first: the kind; then cages in one piece that touch, sums that are easily mistaken, usual
    sizes.
    """
    size = puzzle.geometry.size
    ragged = sum(not connected(cage.cells, size) for cage in mend.new)
    return (
        CAGES.index(error_of(mend)),
        ragged,
        not connected(mend.cells, size),
        _mistaken(mend),
        _unusual(mend, puzzle),
        [(cage.cells, cage.sum or 0) for cage in (*mend.old, *mend.new)],
    )


def error_of(mend: CageMend) -> str:
    """The name in :data:`bookmaker.logic.repair.likelihood.CAGES` by which a change is ranked."""
    if mend.kind == "cages-joined" and mend.old[0].sum in {cage.sum for cage in mend.new}:
        return "joined-with-one-sum"
    return "sum-digit-unlike" if mend.kind == "sum-digit" and _mistaken(mend) >= _UNLIKE else mend.kind


def _mistaken(mend: CageMend) -> int:
    if not mend.kind.startswith("sum") and mend.kind != "two-sums":
        return 0
    pairs = [(old.sum, new.sum) for old, new in zip(mend.old, mend.new, strict=True)]
    return sum(
        sum_distance(old, new) * _UNLIKE + abs(old - new) for old, new in pairs if old is not None and new is not None
    )


_UNLIKE = 100
"""What sums of which the digits are not easily taken for each other weigh: more than any difference."""


def _unusual(mend: CageMend, puzzle: Puzzle) -> float:
    """How much more unusual the sizes of the new cages are than of the old ones, among the cages of the puzzle."""
    sizes = Counter(len(cage.cells) for cage in puzzle.cages)

    def rarity(cages: Iterable[Cage]) -> float:
        return sum(-log((sizes[len(cage.cells)] + 0.5) / (len(puzzle.cages) + 1)) for cage in cages)

    return round(rarity(mend.new) - rarity(mend.old), 6)


# Cells in two cages or in none: every small change after which each cell is in one cage.
#
# An entry too many (a cell in a second cage, twice in one, or outside the grid) may belong to a cell that is in no cage; a cell
# in no cage may belong to a cage beside it, or be the rest of a cage that was forgotten. The ways are combined, the fewest
# changes first.

_MOST = 20_000
"""Combinations that are looked at."""

_APART = 4
"""Cells that may each be in a cage of their own: with more there would be too many ways, none of them likely."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A cell that a cage has too many. ``cell`` is None if it is outside the grid, or already there."""

    cage: int
    cell: int | None


def resolutions(puzzle: Puzzle) -> Iterator[CageMend]:
    """The changes; none if no cell is in two cages or, where the cages should cover the grid, in none."""
    kept = list(dict.fromkeys(puzzle.cages))
    again = list((Counter(puzzle.cages) - Counter(kept)).elements())
    cages = [sorted(set(cage.cells)) for cage in kept]
    loose = [
        _Entry(at, None)
        for at, cage in enumerate(kept)
        for _ in range(len(cage.cells) - len(set(cage.cells)) + len(cage.strays))
    ]
    bare = uncovered(puzzle)
    holders: dict[int, list[int]] = {}
    for at, cells in enumerate(cages):
        for cell in cells:
            holders.setdefault(cell, []).append(at)
    shared: dict[tuple[int, ...], list[int]] = {}
    for cell, places in sorted(holders.items()):
        if len(places) > 1:
            shared.setdefault(tuple(places), []).append(cell)
    if not (again or loose or shared or bare):
        return
    seen: set[tuple[tuple[Cage, ...], tuple[Cage, ...]]] = set()
    for taken in islice(product(*(_ways(places, cells) for places, cells in shared.items())), _MOST):
        gone = [entry for some in taken for entry in some]
        for kind, changed in _filled(puzzle, kept, cages, [*loose, *gone], bare):
            new = tuple(cage for cage in changed if cage.cells)
            old = Counter(puzzle.cages)
            fresh = Counter(new)
            mend = CageMend(kind, tuple((old - fresh).elements()), tuple((fresh - old).elements()))
            if (mend.old, mend.new) not in seen and all(_fits(cage, puzzle.geometry.size) for cage in mend.new):
                seen.add((mend.old, mend.new))
                yield mend


def _ways(places: Sequence[int], cells: Sequence[int]) -> list[list[_Entry]]:
    """For cells that the same cages share, what goes where they stay in one of these: all in the same first."""
    stays: list[tuple[int, ...]] = [(place,) * len(cells) for place in places]
    if len(cells) <= _APART:
        stays = sorted(product(places, repeat=len(cells)), key=lambda stay: len(set(stay)))
    return [
        [_Entry(at, cell) for cell, stay in zip(cells, chosen, strict=True) for at in places if at != stay]
        for chosen in stays
    ]


def _filled(
    puzzle: Puzzle, kept: Sequence[Cage], cages: Sequence[Sequence[int]], gone: Sequence[_Entry], bare: Sequence[int]
) -> Iterator[tuple[str, list[Cage]]]:
    """The cages without the entries that go, and with the cells that were in none."""
    size = puzzle.geometry.size
    rests = [[cell for cell in cells if _Entry(at, cell) not in gone] for at, cells in enumerate(cages)]
    base = [replace(cage, cells=tuple(cells), strays=()) for cage, cells in zip(kept, rests, strict=True)]
    if not bare:
        yield ("cell-twice" if gone else "cage-twice"), base
        return
    parts = _parts(bare, size)
    lacking = size**2 * (size + 1) // 2 - sum(cage.sum or 0 for cage in base if cage.cells)
    if len(parts) == 1 and all(cage.sum is not None for cage in base):
        yield "cage-forgotten", [*base, Cage(tuple(parts[0]), lacking)]
    # Cells that hang together go to one cage, or, if they are few, each to a cage of its own.
    groupings = [parts, [[cell] for cell in bare]] if len(parts) < len(bare) <= _APART else [parts]
    for groups in groupings:
        homes = [_homes(group, base, gone, size) for group in groups]
        for chosen in islice(product(*homes), _MOST):
            cells = [list(cage.cells) for cage in base]
            for group, at in zip(groups, chosen, strict=True):
                cells[at] += group
            mistyped = {entry.cage for entry in gone}.intersection(chosen)
            several = any(len(group) > 1 for group in groups)
            kind = "cell-mistyped" if mistyped else "cage-split" if several else "cell-forgotten"
            yield kind, [replace(cage, cells=tuple(sorted(own))) for cage, own in zip(base, cells, strict=True)]


def _homes(group: Sequence[int], base: Sequence[Cage], gone: Sequence[_Entry], size: int) -> list[int]:
    """The cages that cells may belong to: those that lost an entry, and those beside them."""
    near = {other for cell in group for other in beside(cell, size)}
    losers = [entry.cage for entry in gone]
    touching = [at for at, cage in enumerate(base) if near.intersection(cage.cells)]
    return list(dict.fromkeys([*(losers if len(group) == 1 else ()), *touching]))


def _parts(cells: Sequence[int], size: int) -> list[list[int]]:
    """Cells in connected parts."""
    left = set(cells)
    parts = []
    for cell in cells:
        if cell not in left:
            continue
        part, waiting = [], [cell]
        left.discard(cell)
        while waiting:
            part.append(waiting.pop())
            near = left.intersection(beside(part[-1], size))
            left -= near
            waiting += sorted(near)
        parts.append(sorted(part))
    return parts


def _fits(cage: Cage, size: int) -> bool:
    low, high = sum_bounds(len(cage.cells), size)
    return 0 < len(cage.cells) <= size and (cage.sum is None or low <= cage.sum <= high)
