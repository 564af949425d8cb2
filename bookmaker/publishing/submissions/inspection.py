"""Further remarks on a puzzle that may be proper: redundant givens, a pattern broken by one cell, the same puzzle twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.base.errors import Place
from bookmaker.logic.solve.canonical_form import Copies, least_image, likeness
from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.logic.verify.blamed_clues import rule_of, says_more, without
from bookmaker.logic.verify.check import Verdict
from bookmaker.logic.verify.puzzle_fault import PuzzleFault, listed_cells
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, orbits, symmetries_of

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
