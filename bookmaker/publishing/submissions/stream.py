"""Many puzzles judged: in their order, on several threads, in constant memory.

Plain lines without cages are counted by the thousand, and only those that are not proper become a Puzzle each. Other proper
puzzles without cages are counted together, too. :func:`bookmaker.logic.verify.check.check_many` judges the rest. ``deep``
inspects every puzzle, and remembers all to find duplicates.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bookmaker.base.errors import Fault, Place
from bookmaker.base.parallel import Stop, Waiting, at_once, ordered_map
from bookmaker.formats import Batch, Piece, pieces
from bookmaker.logic.solve.canonical_form import Copies, least_image, likeness
from bookmaker.logic.solve.few_puzzles import few_decided, starting
from bookmaker.logic.solve.solver import count_solutions, first_solutions, solve, two_solutions
from bookmaker.logic.solve.work import EACH_SOLUTION, WORK, Bound, Work
from bookmaker.logic.verify.check import Status, Verdict, check_many, several_fault, too_few_fault
from bookmaker.logic.verify.contradiction import rule_of, says_more, without
from bookmaker.logic.verify.faults import PuzzleFault, listed_cells
from bookmaker.puzzles.grid.geometry import Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, orbits, symmetries_of
from bookmaker.puzzles.rules import geometry

FEW_GUESSES = 20_000
"""Nearly every line is decided by these; the few others are searched one by one."""

Faulty = tuple[Status, tuple[PuzzleFault, ...], tuple[bytes, ...]]
"""The status of a line, its faults, and two solutions if there are several."""


@dataclass(frozen=True, eq=False)
class JudgedLines:
    """Consecutive lines that hold a puzzle each, without an answer, and their verdicts.

    ``first`` is the number of the first line; ``cells`` uint8[n, 81]; ``counts`` int64[n] the numbers of solutions, capped at
    the limit. The rows that are not ``faulty`` are proper. ``full`` intp[k] are the rows without an empty cell. ``text`` is the
    output of a command about the lines, if it has been made.
    """

    name: str
    first: int
    cells: Any
    counts: Any
    faulty: dict[int, Faulty]
    full: Any
    text: str = ""

    @property
    def statuses(self) -> Counter[str]:
        """How many rows have each status."""
        found = Counter[str](status for status, _, _ in self.faulty.values())
        found["proper"] += len(self.cells) - len(self.faulty)
        return found

    @property
    def codes(self) -> Counter[str]:
        """How many rows have each code of a fault."""
        return Counter(code for _, faults, _ in self.faulty.values() for code in {fault.code for fault in faults})


Judged = JudgedLines | Verdict | Fault

_LITTLE = Work(0.1)
"""Nearly every proper puzzle is decided by this; the few others are searched one by one."""


def judged(
    stream: Iterable[Puzzle | Fault | Batch],
    kind: str,
    limit: int,
    jobs: int,
    deep: bool = False,
    bound: Bound = WORK,
    waiting: Waiting = at_once,
    others: bool = False,
    words: Callable[[JudgedLines], str] | None = None,
) -> Iterator[Judged]:
    """A judgement of every puzzle of a stream, in its order, with reading faults in their places.

    ``kind`` is that of the puzzles in batches; the rest is as for :func:`bookmaker.logic.verify.check.check`, but that
    ``waiting`` is called before work that may take long, and ``words`` makes the text of each batch on the thread that judged it.
    """
    ground = geometry(kind, 9)

    def work(piece: Piece, _stop: Stop) -> list[tuple[Judged, Print | None]]:
        if isinstance(piece, Batch) and not deep:
            lines = _judged_lines(piece, ground, limit, bound)
            return [(lines if words is None else replace(lines, text=words(lines)), None)]
        items = [*piece.puzzles(ground)] if isinstance(piece, Batch) else piece
        return list(_of_items(items, limit, deep, bound, others))

    seen = Duplicates()
    for results in ordered_map(work, pieces(stream), jobs, waiting):
        for one, known in results:
            if isinstance(one, Verdict) and known is not None:
                again = seen.repeat(one.puzzle, known)
                yield one if again is None else replace(one, faults=(*one.faults, again))
            else:
                yield one


def _judged_lines(batch: Batch, ground: Geometry, limit: int, bound: Bound) -> JudgedLines:
    """The verdicts of a batch of lines. ``bound`` is for each puzzle."""
    most = FEW_GUESSES + EACH_SOLUTION * limit
    counts = count_solutions(batch.cells, limit, ground, most)
    full = np.flatnonzero(batch.cells.all(axis=1))
    rest = counts != 1
    rest[full] = True
    faulty: dict[int, Faulty] = {}
    # A grid that has solutions is at fault in nothing else, unless its rules want cages.
    several = np.flatnonzero(counts > 1) if not ground.caged else counts[:0]
    again, pairs = two_solutions(batch.cells[several], ground, most, limit)
    several, pairs = several[again > 1], pairs[again > 1]
    rest[several] = False
    given = np.count_nonzero(batch.cells[several], axis=1).tolist()
    for row, givens, pair in zip(several.tolist(), given, pairs, strict=True):
        few = too_few_fault(ground, givens)
        fault = several_fault(int(counts[row]), limit, np.flatnonzero(pair[0] != pair[1]).tolist(), ground)
        faulty[row] = "several", (fault,) if few is None else (few, fault), (pair[0].tobytes(), pair[1].tobytes())
    rows = np.flatnonzero(rest).tolist()
    puzzles = [Puzzle(ground, batch.cells[row].tobytes(), Place(batch.name, batch.first + row, 1)) for row in rows]
    for row, verdict in zip(rows, check_many(puzzles, limit, bound), strict=True):
        counts[row] = verdict.solutions
        # The search within a larger bound may find it proper.
        if verdict.faults:
            faulty[row] = verdict.status, verdict.faults, verdict.examples
    return JudgedLines(batch.name, batch.first, batch.cells, counts, faulty, full)


def _of_items(
    items: Sequence[Puzzle | Fault], limit: int, deep: bool, bound: Bound, others: bool
) -> Iterator[tuple[Judged, Print | None]]:
    known = {} if deep else _proper_ones(items, limit)
    rest = [item for place, item in enumerate(items) if isinstance(item, Puzzle) and place not in known]
    checked = iter(check_many(rest, limit, bound, others))
    for place, item in enumerate(items):
        if isinstance(item, Fault):
            yield item, None
        elif place in known:
            yield known[place], None
        elif deep:
            verdict = next(checked)
            yield replace(verdict, faults=(*verdict.faults, *remarks(verdict))), print_of(item)
        else:
            yield next(checked), None


def _proper_ones(items: Sequence[Puzzle | Fault], limit: int) -> dict[int, Verdict]:
    """The verdicts of the puzzles, by their places, that our own search finds proper at once, if their answers are true."""
    places: dict[Geometry, list[int]] = {}
    for place, item in enumerate(items):
        if isinstance(item, Puzzle) and not item.geometry.caged and item.candidates is None and 0 in item.givens:
            places.setdefault(item.geometry, []).append(place)
    found: dict[int, Verdict] = {}
    for ground, chosen in places.items():
        puzzles = [item for place in chosen if isinstance(item := items[place], Puzzle)]
        for place, puzzle, solution in zip(chosen, puzzles, _only_solutions(puzzles, ground), strict=True):
            if solution is not None and puzzle.answer in (None, solution):
                found[place] = Verdict(puzzle, "proper", 1, limit, (), solution)
    return found


def _only_solutions(puzzles: Sequence[Puzzle], ground: Geometry) -> list[bytes | None]:
    """The solutions of the puzzles on one geometry that a short search finds proper."""
    few = few_decided(puzzles, 2) if starting() else None
    if few is not None:
        return [solution for _, solution in few]
    cells = np.frombuffer(b"".join(puzzle.givens for puzzle in puzzles), np.uint8).reshape(len(puzzles), -1)
    counts, firsts = first_solutions(cells, ground, 2, _LITTLE)
    return [first.tobytes() if count == 1 else None for count, first in zip(counts.tolist(), firsts, strict=True)]


# Further remarks on a puzzle that may be proper: redundant givens, a pattern broken by one cell, the same puzzle twice.

_CALLED: dict[Symmetry, str] = {
    "quarter-turn": "symmetric by quarter turns",
    "rotational": "symmetric by a half turn",
    "mirror": "the same left and right",
    "diagonal": "symmetric about the diagonal",
}
_FEWEST_CELLS = 4
"""Fewer givens make no pattern."""

_MOST_GUESSES = 200_000
_MOST_NAMED = 8
"""Cages or clues that a message names; the fault has the cells of all."""


def remarks(verdict: Verdict) -> Iterator[PuzzleFault]:
    """What else is worth knowing: ``redundant-givens``, ``redundant-cages`` and ``redundant-clues`` of a proper puzzle,
    ``broken-symmetry`` of any.
    """
    puzzle = verdict.puzzle
    if verdict.status == "proper":
        yield from _redundant(puzzle)
        yield from _redundant_cages(puzzle)
        yield from _redundant_clues(puzzle)
    yield from _broken_symmetry(puzzle)


def _redundant(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    """A given is redundant if the puzzle stays proper without it alone."""
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    fewer = [
        replace(puzzle, givens=puzzle.givens[:cell] + b"\0" + puzzle.givens[cell + 1 :], candidates=None)
        for cell in given
    ]
    counts = count_solutions(fewer, 2, max_nodes=_MOST_GUESSES)
    cells = tuple(cell for cell, count in zip(given, counts.tolist(), strict=True) if count == 1)
    if cells:
        one = len(cells) == 1
        message = f"not minimal: the given in {listed_cells(cells, puzzle.geometry)} could be left out"
        if not one:
            message = (
                f"not minimal: any of the givens in {listed_cells(cells, puzzle.geometry)} could be left out alone"
            )
        yield PuzzleFault("redundant-givens", cells, message)


def _redundant_cages(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    """A cage is redundant if the puzzle stays proper without it alone: its cells may then hold any sum, and repeat."""
    cages = puzzle.cages
    fewer = [replace(puzzle, cages=(*cages[:place], *cages[place + 1 :])) for place in range(len(cages))]
    found = [cage for cage, one in zip(cages, fewer, strict=True) if _is_proper(one)]
    named = [f"{cage.sum or ''} at {cell_name(cage.cells[0], puzzle.geometry)}".strip() for cage in found]
    yield from _needless("redundant-cages", "cage", named, [cage.cells for cage in found])


def _redundant_clues(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    """A clue is redundant if the puzzle stays proper without it alone; not one of a rule by which all clues are shown."""
    found = [
        clue
        for clue in puzzle.clues
        if not says_more(rule_of(clue, puzzle)) and _is_proper(without(replace(puzzle, candidates=None), clue))
    ]
    named = []
    for clue in found:
        value = "".join(f" {number}" for number in clue.value)
        ends = dict.fromkeys((clue.cells[0], clue.cells[-1]))
        where = "–".join(cell_name(cell, puzzle.geometry) for cell in ends)
        named.append(f"{clue.kind.replace('-', ' ')}{value} at {where}")
    yield from _needless("redundant-clues", "clue", named, [clue.cells for clue in found])


def _is_proper(puzzle: Puzzle) -> bool:
    """Whether a puzzle is soon found to be proper."""
    return solve(puzzle, 2, _MOST_GUESSES).solutions == 1


def _needless(code: str, what: str, named: Sequence[str], cells: Sequence[tuple[int, ...]]) -> Iterator[PuzzleFault]:
    if not named:
        return
    message = f"not minimal: the {what} {named[0]} could be left out"
    if len(named) > 1:
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        message = (
            f"not minimal: any of {len(named)} {what}s could be left out alone: {', '.join(named[:_MOST_NAMED])}{more}"
        )
    yield PuzzleFault(code, tuple(sorted({cell for own in cells for cell in own})), message)


def _broken_symmetry(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    """The pattern of givens if it lacks one cell, or has one too many, to be symmetric: a likely slip in copying."""
    ground = puzzle.geometry
    given = frozenset(cell for cell, digit in enumerate(puzzle.givens) if digit)
    if len(given) < _FEWEST_CELLS:
        return
    found: tuple[Symmetry, tuple[int, ...]] | None = None
    for symmetry in symmetries_of(ground):
        if symmetry not in _CALLED:
            continue
        torn = [orbit for orbit in orbits(symmetry, ground) if 0 < len(given.intersection(orbit)) < len(orbit)]
        if not torn:
            return  # It is symmetric.
        # One cell of an orbit of four breaks a half turn, too, which comes before quarter turns.
        if found is None and len(torn) == 1 and len(torn[0]) == 2:
            found = symmetry, torn[0]
    if found is None:
        return
    symmetry, orbit = found
    with_given = tuple(cell for cell in orbit if cell in given)
    without = tuple(cell for cell in orbit if cell not in given)
    message = (
        f"the givens would be {_CALLED[symmetry]} but for {listed_cells(with_given, ground)}, "
        f"which {'is' if len(with_given) == 1 else 'are'} given, and {listed_cells(without, ground)}, "
        f"which {'is' if len(without) == 1 else 'are'} not"
    )
    yield PuzzleFault("broken-symmetry", orbit, message)


@dataclass(frozen=True, slots=True)
class Print:
    """What two puzzles share if they are the same (``exact``), or the same turned or relabelled (``form``).

    The form of a puzzle with cages takes long: ``form`` is then its likeness.
    """

    exact: bytes
    form: bytes


def print_of(puzzle: Puzzle) -> Print:
    """Digests of a puzzle and of its canonical form, or of its likeness if it has cages."""
    if puzzle.cages:
        return Print(_digest(*_parts(puzzle)), _digest(repr(likeness(puzzle)).encode()))
    return Print(_digest(*_parts(puzzle)), _digest(*_parts(least_image(puzzle))))


def _parts(puzzle: Puzzle) -> tuple[bytes, bytes]:
    ground = puzzle.geometry
    return f"{ground.kind}/{ground.size}/{ground.areas}/{puzzle.cages}{_clues(puzzle)}".encode(), puzzle.givens


def _clues(puzzle: Puzzle) -> str:
    return f"/{puzzle.clues}" if puzzle.geometry.clued else ""


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"\0".join(parts), digest_size=12).digest()


class Duplicates:
    """The puzzles seen so far. Each takes some hundred bytes."""

    def __init__(self) -> None:
        self._exact: dict[bytes, Place | None] = {}
        self._forms: dict[bytes, Place | None] = {}
        self._caged: Copies[Puzzle] = Copies()

    def repeat(self, puzzle: Puzzle, seen: Print) -> PuzzleFault | None:
        """Add a puzzle. Returns whether it was there before."""
        message = ""
        if seen.exact in self._exact:
            message = f"the same puzzle as {_place(self._exact[seen.exact])}"
        elif puzzle.cages:
            same = self._caged.find(puzzle, seen.form)
            if same is not None:
                message = f"the same puzzle as {_place(same.source)}, turned or relabelled"
            self._caged.add(puzzle, seen.form, puzzle)
        elif seen.form in self._forms:
            message = f"the same puzzle as {_place(self._forms[seen.form])}, turned or relabelled"
        self._exact.setdefault(seen.exact, puzzle.source)
        self._forms.setdefault(seen.form, puzzle.source)
        return PuzzleFault("duplicate", (), message) if message else None


def _place(place: Place | None) -> str:
    return "one before" if place is None else place.to_line
