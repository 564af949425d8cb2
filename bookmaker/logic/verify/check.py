"""Every fault of a puzzle at once: what its givens break, how many solutions it has, and whether its answer is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bookmaker.base.errors import Fault, ImproperError
from bookmaker.logic.solve.solver import UNDECIDED, Solved, solve_many, solve_or_bound
from bookmaker.logic.solve.work import WORK, Bound, Seconds, Work, guesses_for, spending
from bookmaker.logic.verify.contradiction import (
    Contradiction,
    blamed_clues,
    blamed_givens,
    clue_named,
    contradicting_cages,
    contradiction,
)
from bookmaker.logic.verify.faults import (
    BLOCKING,
    PuzzleFault,
    blocked,
    cage_faults,
    cage_named,
    listed,
    listed_cells,
    many,
    uncovered_fault,
)
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, House, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.limits import fewest_givens

# A puzzle without a solution: what contradicts what, in words.

NO_SOLUTION = "no-solution"
"""The code of this fault."""


def no_solution(puzzle: Puzzle) -> PuzzleFault:
    """The fault of a puzzle without a solution, with the clues, givens or cages that may be wrong."""
    clues = blamed_clues(puzzle) if puzzle.geometry.clued else ()
    if clues:
        names = " or ".join(clue_named(clue, puzzle) for clue in clues)
        wrong = blamed_givens(puzzle)
        cells = tuple(sorted({*wrong, *(cell for clue in clues for cell in clue.cells)}))
        if not wrong:
            message = f"it has no solution; if its givens are right, it would have one without {names}"
        else:
            places = " or ".join(cell_name(cell, puzzle.geometry) for cell in wrong)
            message = f"it has no solution; it would have one without {names}, or with another digit in {places}"
        return PuzzleFault(NO_SOLUTION, cells, message)
    found = contradiction(puzzle)
    if found is None or not puzzle.cages:
        return no_solution_fault(puzzle.geometry, puzzle.givens, found)
    return no_solution_fault(puzzle.geometry, puzzle.givens, found, *contradicting_cages(puzzle, found.cells))


def no_solution_fault(
    ground: Geometry,
    digits: Sequence[int],
    found: Contradiction | None,
    cages: Sequence[Cage] = (),
    proven: bool = True,
) -> PuzzleFault:
    """The fault of givens ``digits`` that contradict each other and the cages. ``proven``: that no cage can be left out."""
    if found is None or not (found.cells or cages):
        return PuzzleFault(NO_SOLUTION, (), "it has no solution")
    givens = [_given_named(ground, cell, digits[cell]) for cell in found.cells]
    parts = [many(len(held), what) for held, what in ((givens, "given"), (cages, "cage")) if held]
    lists = [", ".join(givens)] if givens else []
    lists += [listed([cage_named(cage, ground) for cage in cages], "cage")] if cages else []
    if len(givens) + len(cages) == 1:
        message = f"it has no solution: no grid has {lists[0]}"
    else:
        ending = _NO_FEWER if found.smallest and not cages else _NONE_LEFT_OUT * proven
        message = _contradicting(" and ".join(parts), "; ".join(lists), ending)
    cells = {*found.cells, *(cell for cage in cages for cell in cage.cells)}
    return PuzzleFault(NO_SOLUTION, tuple(sorted(cells)), message)


_NO_FEWER, _NONE_LEFT_OUT = ", and no fewer do", ", and none of them can be left out"


def _contradicting(what: str, names: str, ending: str) -> str:
    return f"it has no solution: {what} contradict each other ({names}){ending}"


@lru_cache(1 << 12)
def _given_named(ground: Geometry, cell: int, digit: int) -> str:
    return f"{SYMBOLS[digit - 1]} in {cell_name(cell, ground)}"


Status = Literal["proper", "several", "none", "broken", "undecided"]

_COMPARED = 4
"""Wrong cells of an answer that are listed with their digits; where there are more, it is rather another answer."""

_COVERAGE = frozenset({"cage-overlap", "cage-uncovered"})

SEVERAL_SOLUTIONS = "several-solutions"
"""The code of this fault."""

FULL_GRID = "full-grid"
"""The code of the remark that nothing is left to fill in."""

REMARKS = frozenset(
    {
        "redundant-givens",
        "redundant-cages",
        "redundant-clues",
        "broken-symmetry",
        "duplicate",
        "cage-overlap",
        "cage-uncovered",
        FULL_GRID,
    }
)
"""Codes of remarks: faults of a puzzle that is proper nevertheless."""


@dataclass(frozen=True)
class Verdict:
    """All that is wrong with a puzzle.

    ``status`` is ``broken`` if givens clash or cages cannot be as meant (:data:`bookmaker.logic.verify.faults.BLOCKING`),
    and otherwise follows from the number of solutions. A wrong answer, a cage in pieces or one without a sum is a fault of a
    puzzle that may still be proper. ``solutions`` is capped at ``limit``, and 0 if ``undecided``. ``solution`` is the only one,
    or None; ``examples`` are two of several. ``prover`` names who decided that, if not our own search.
    """

    puzzle: Puzzle
    status: Status
    solutions: int
    limit: int
    faults: tuple[PuzzleFault, ...]
    solution: bytes | None = None
    examples: tuple[bytes, ...] = ()
    prover: str | None = None

    def __bool__(self) -> bool:
        """Whether the puzzle is proper."""
        return self.status == "proper"

    @property
    def sound(self) -> bool:
        """Whether the puzzle is proper and nothing is wrong with its answer."""
        return all(fault.code in REMARKS for fault in self.faults)

    def as_dict(self) -> dict[str, object]:
        """The fields that ``--json`` prints; cells by name."""
        prover = {} if self.prover is None else {"prover": self.prover}
        return fields(self.puzzle.geometry, self.status, self.solutions, self.faults, self.examples) | prover


def fields(
    ground: Geometry, status: Status, solutions: int, faults: Sequence[PuzzleFault], examples: Sequence[bytes]
) -> dict[str, object]:
    """What ``--json`` prints of a verdict on a grid of this geometry."""
    return {
        "status": status,
        "solutions": solutions,
        "faults": [fault.as_dict(ground) for fault in faults],
        **({"examples": [cells_text(example) for example in examples]} if examples else {}),
    }


def undecided(puzzle: Puzzle, limit: int, bound: Bound) -> str:
    """The message on a puzzle whose search was given up, and the advice."""
    given = "are all of its givens and cages there?" if puzzle.cages else "are all of its givens there?"
    if isinstance(bound, Seconds):
        return f"not decided within {bound:g} seconds; {given} Or allow more --seconds"
    guesses = guesses_for(puzzle.geometry, bool(puzzle.cages), limit, bound) if isinstance(bound, Work) else bound
    return f"not decided within {guesses:,} guesses, the work for one puzzle; {given} Or let --seconds decide how long"


def check(puzzle: Puzzle, limit: int = 2, bound: Bound = WORK, others: bool = False) -> Verdict:
    """Every fault of a puzzle; raises nothing for a faulty one.

    Solutions are counted up to ``limit``, 2 or more (ValueError otherwise), within a ``bound`` for each puzzle:
    guesses (0: none), :class:`~bookmaker.logic.solve.work.Work`, or :class:`~bookmaker.logic.solve.work.Seconds`.
    ``others``: another solver, where installed, may decide what ours does not, and the verdict names it. Only what people read
    sets this.
    """
    return check_many([puzzle], limit, bound, others)[0]


def check_many(puzzles: Sequence[Puzzle], limit: int = 2, bound: Bound = WORK, others: bool = False) -> list[Verdict]:
    """:func:`check` for each of several puzzles, which are solved together."""
    if limit < 2:
        raise ValueError(f"limit {limit}: two solutions have to be looked for to know that there is one only")
    faults = [[*_clashes(puzzle), *cage_faults(puzzle)] for puzzle in puzzles]
    whole = [
        not any(fault.code == "clash" or fault.code in BLOCKING for fault in found) and not _emptied(puzzle)
        for puzzle, found in zip(puzzles, faults, strict=True)
    ]
    able_ones = [puzzle for puzzle, able in zip(puzzles, whole, strict=True) if able]
    solved = iter(solve_or_bound(able_ones, limit, bound, others))
    return [
        _verdict(puzzle, found, next(solved) if able else None, limit, bound)
        for puzzle, found, able in zip(puzzles, faults, whole, strict=True)
    ]


def _verdict(puzzle: Puzzle, faults: list[PuzzleFault], solved: Solved | None, limit: int, bound: Bound) -> Verdict:
    """The verdict on a puzzle whose givens and cages have these faults; ``solved`` is None if they make it broken."""
    status: Status = "broken"
    solution = None
    examples: tuple[bytes, ...] = ()
    count = 0
    if (emptied := _emptied(puzzle)) and not faults:
        status = "none"
    if solved is not None:
        count, solution = solved.solutions, solved.solution
        status = "undecided" if count == UNDECIDED else "none" if count == 0 else "proper" if count == 1 else "several"
    too_few = too_few_fault(puzzle.geometry, puzzle.given_count)
    if too_few is not None:
        faults.append(too_few)
    faults += uncovered_fault(puzzle, proper=status == "proper")
    if emptied:
        message = f"no candidate is left in {listed_cells(emptied, puzzle.geometry)}"
        faults.append(PuzzleFault(NO_SOLUTION, emptied, message))
    elif status == "none":
        # Cells in two cages or in none are the cause that a person looks for, not the cages that contradict each other for it.
        seen = any(fault.code in _COVERAGE for fault in faults)
        with spending(WORK, bound if isinstance(bound, Seconds) else None):
            faults.append(PuzzleFault(NO_SOLUTION, (), "it has no solution") if seen else no_solution(puzzle))
    elif status == "several":
        assert solved is not None
        one, other = examples = solved.examples
        cells = _differing(one, other)
        faults.append(several_fault(count, solved.limit, cells, puzzle.geometry))
    elif status == "undecided":
        faults.append(PuzzleFault("undecided", (), undecided(puzzle, limit, bound)))
    if 0 not in puzzle.givens and status == "proper":
        faults.append(full_fault())
    faults += answer_faults(puzzle, solution, count)
    if puzzle.candidates is not None and solution is not None:
        faults += _candidate_faults(puzzle, puzzle.candidates, solution)
    prover = None if solved is None else solved.prover
    return Verdict(puzzle, status, max(count, 0), limit, tuple(faults), solution, examples, prover)


def require_proper(puzzles: Sequence[Puzzle]) -> list[bytes]:
    """The solution of each puzzle. Raises one ImproperError with every fault of every puzzle, at its source."""
    found: list[bytes] = []
    faults: list[Fault] = []
    for puzzle, solved in zip(puzzles, solve_many(puzzles, 2, WORK), strict=True):
        solution = solved.solution
        if solution is None or blocked(puzzle) or puzzle.answer not in (None, solution):
            faults.append(_in_one(check(puzzle)))
        else:
            found.append(solution)
    if faults:
        raise ImproperError(faults)
    return found


def _in_one(verdict: Verdict) -> Fault:
    """All faults of one puzzle in one sentence, for people."""
    subject = f"the puzzle {verdict.puzzle.name!r}" if verdict.puzzle.name else "the puzzle"
    return Fault(f"{subject} cannot be used: {'; '.join(f.message for f in verdict.faults)}", verdict.puzzle.source)


def _repeats(geometry: Geometry, cells: bytes) -> Iterator[tuple[House, int, tuple[int, ...]]]:
    """Each house with each digit that it holds more than once, and the cells of that digit, ascending."""
    for house in geometry.houses:
        held = [cells[cell] for cell in house.cells if cells[cell]]
        if len(held) == len(set(held)):
            continue
        stands: dict[int, list[int]] = {}
        for cell in house.cells:
            if cells[cell]:
                stands.setdefault(cells[cell], []).append(cell)
        for digit, where in sorted(stands.items()):
            if len(where) > 1:
                yield house, digit, tuple(sorted(where))


def _clashes(puzzle: Puzzle) -> Iterator[PuzzleFault]:
    if not any(puzzle.givens):
        return
    for house, digit, cells in _repeats(puzzle.geometry, puzzle.givens):
        times = "twice" if len(cells) == 2 else f"{len(cells)} times"
        names = listed_cells(cells, puzzle.geometry)
        message = f"the digit {SYMBOLS[digit - 1]} stands {times} in {house.kind} {house.label}: {names}"
        yield PuzzleFault("clash", cells, message)
    for relation, *pair in puzzle.geometry.broken(puzzle.givens):
        one, other = (SYMBOLS[puzzle.givens[cell] - 1] for cell in pair)
        message = relation.fault.format(one=one, other=other, cells=listed_cells(pair, puzzle.geometry))
        yield PuzzleFault("clash", tuple(pair), message)
    for limit, cell in puzzle.geometry.beyond(puzzle.givens):
        held, name = SYMBOLS[puzzle.givens[cell] - 1], cell_name(cell, puzzle.geometry)
        yield PuzzleFault("clash", (cell,), limit.fault.format(digit=held, cell=name))
    for clue in puzzle.geometry.failing(puzzle.givens):
        yield PuzzleFault("clash", clue.cells, clue.fault.format(cells=listed_cells(clue.cells, puzzle.geometry)))


def full_fault() -> PuzzleFault:
    """The remark on a grid without an empty cell and without an error."""
    return PuzzleFault(FULL_GRID, (), "this is a full grid and no puzzle: all cells are given")


def too_few_fault(ground: Geometry, givens: int) -> PuzzleFault | None:
    """The fault of fewer givens than any proper puzzle has, only on grids where that number is well known."""
    fewest, _ = fewest_givens(ground.kind, ground.size)
    if ground != geometry() or givens >= fewest:
        return None
    return PuzzleFault("too-few-givens", (), f"{many(givens, 'given')}; no proper puzzle has fewer than {fewest}")


def _emptied(puzzle: Puzzle) -> tuple[int, ...]:
    """The cells of a candidate grid in which no candidate is left."""
    return tuple(cell for cell, mask in enumerate(puzzle.candidates or ()) if not mask)


def _candidate_faults(puzzle: Puzzle, candidates: tuple[int, ...], solution: bytes) -> Iterator[PuzzleFault]:
    wrong = tuple(cell for cell, mask in enumerate(candidates) if not mask >> solution[cell] - 1 & 1)
    if wrong:
        message = f"its candidates lack the digit of the solution in {listed_cells(wrong, puzzle.geometry)}"
        yield PuzzleFault("candidates-wrong", wrong, message)


def several_fault(count: int, limit: int, cells: Sequence[int], ground: Geometry) -> PuzzleFault:
    """The fault of several solutions, two of which differ in these cells."""
    number = f"{limit} or more" if count == limit else str(count)
    message = f"it has {number} solutions; two of them differ in {listed_cells(cells, ground)}"
    return PuzzleFault(SEVERAL_SOLUTIONS, tuple(cells), message)


def answer_faults(
    puzzle: Puzzle, solution: bytes | None, count: int, what: str = "its answer"
) -> Iterator[PuzzleFault]:
    """The faults of the answer of a puzzle, which messages call ``what``.

    ``solution``: the only one, None if there is none or several.
    """
    answer, geometry = puzzle.answer, puzzle.geometry
    if answer is None or answer == solution:
        return
    if len(answer) != geometry.cell_count:
        message = f"{what} has {many(len(answer), 'cell')}, not {geometry.cell_count}"
        yield PuzzleFault("answer-wrong", (), message)
        return
    if solution is not None:
        cells = _differing(answer, solution)
        message = f"{what} is not its solution: they differ in {_compared(cells, answer, solution, geometry)}"
        yield PuzzleFault("answer-wrong", cells, message)
        return
    wrong = _unlike(puzzle, answer)
    if wrong:
        message = f"{what} is not a solution: see {listed_cells(wrong, geometry)}"
        yield PuzzleFault("answer-wrong", wrong, message)
    elif count > 1:
        yield PuzzleFault("answer-not-only", (), f"{what} is one of several solutions")


def _compared(cells: tuple[int, ...], answer: bytes, solution: bytes, ground: Geometry) -> str:
    """Cells in which an answer is wrong: a few with the digit that it has and the right one."""
    if len(cells) > _COMPARED:
        return listed_cells(cells, ground)

    def symbol(digit: int) -> str:
        return SYMBOLS[digit - 1] if 1 <= digit <= ground.size else "nothing"

    return listed(
        [f"{cell_name(cell, ground)} ({symbol(answer[cell])} for {symbol(solution[cell])})" for cell in cells], "cell"
    )


def _unlike(puzzle: Puzzle, answer: bytes) -> tuple[int, ...]:
    """The cells that keep an answer from being a solution: empty, not a digit, unlike the given, or clashing."""
    size = puzzle.geometry.size
    wrong = {
        cell
        for cell, (given, digit) in enumerate(zip(puzzle.givens, answer, strict=True))
        if not 1 <= digit <= size or given not in (0, digit)
    }
    for _, _, cells in _repeats(puzzle.geometry, answer):
        wrong.update(cells)
    for _, *pair in puzzle.geometry.broken(answer):
        wrong.update(pair)
    wrong.update(cell for _, cell in puzzle.geometry.beyond(answer))
    wrong.update(cell for clue in puzzle.geometry.failing(answer) for cell in clue.cells)
    for cage in puzzle.cages:
        digits = [answer[cell] for cell in cage.cells]
        if len(set(digits)) < len(digits) or cage.sum not in (None, sum(digits)):
            wrong.update(cage.cells)
    return tuple(sorted(wrong))


def _differing(one: bytes, other: bytes) -> tuple[int, ...]:
    return tuple(cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
