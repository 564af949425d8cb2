"""Puzzles of files on their way into a book: what is done where one does not have exactly one solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault, Place
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.verify.check import Verdict, check
from bookmaker.publishing.book.spec.puzzle_keys import Repair
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text


@dataclass(frozen=True, slots=True)
class Repaired:
    """A puzzle that could not stay as it came. ``section`` is the title of its section.

    ``fixed`` is how it was mended; None where it was left out, and ``note`` says why it was not mended if that was tried.
    ``verdict`` is of the puzzle as it came.
    """

    section: str
    verdict: Verdict
    fixed: Fix | None
    note: str = ""

    @property
    def fault(self) -> Fault:
        """What was wrong and what was done, for people."""
        wrong = "; ".join(fault.message for fault in self.verdict.faults)
        done = "left out of the book" if self.fixed is None else f"mended: {_done(self.fixed)}"
        return Fault(f"{wrong}: {done}", self.verdict.puzzle.source, self.note)

    def as_dict(self) -> dict[str, Any]:
        """The fields of the manifest; ``result`` is null where the puzzle was left out."""
        puzzle = self.verdict.puzzle
        place = puzzle.source
        found: dict[str, Any] = {
            "section": self.section,
            "source": None if place is None else Place(Path(place.path).name, place.line).to_line,
            "name": puzzle.name,
            "givens": cells_text(puzzle.givens),
            "status": self.verdict.status,
            "faults": [fault.message for fault in self.verdict.faults],
        }
        if self.fixed is None:
            return {**found, "result": None}
        fields = self.fixed.as_dict()
        return {**found, **{key: fields[key] for key in ("result", "added", "sums", "cages", "proven_minimal")}}


def taken_in(
    puzzles: Sequence[Puzzle], how: Repair, section: str, most: int | None
) -> tuple[list[Puzzle], list[Repaired]]:
    """The first ``most`` puzzles (None: all) that can be in a book, mended where that is wanted; and those that were not proper.

    With ``how="none"`` all are taken as they are: that they are proper is proven later, and the build stops if not.
    """
    if how == "none":
        return list(puzzles[:most]), []
    taken: list[Puzzle] = []
    repaired: list[Repaired] = []
    for puzzle in puzzles:
        if len(taken) == most:
            break
        verdict = check(replace(puzzle, answer=None, candidates=None))
        if verdict.status == "proper":
            taken.append(puzzle)
            continue
        verdict = replace(verdict, puzzle=puzzle)
        # The sums of a Killer follow from its answer; givens that are wrong are nobody's to guess at.
        mendable = verdict.status == "several" or (puzzle.cages and puzzle.answer is not None)
        fixed = fix(puzzle) if how == "add-givens" and mendable else None
        if fixed is None or fixed.result is None:
            repaired.append(Repaired(section, verdict, None, fixed.note if fixed is not None else ""))
            continue
        repaired.append(Repaired(section, verdict, fixed))
        taken.append(replace(fixed.result, name=puzzle.name, source=puzzle.source))
    return taken, repaired


def _done(fixed: Fix) -> str:
    ground = fixed.puzzle.geometry

    def cage(total: int | None, cells: Sequence[int]) -> str:
        return f"{total} in {' '.join(cell_name(cell, ground) for cell in cells)}"

    done = []
    if fixed.added:
        done.append(
            f"added {', '.join(f'{cell_name(cell, ground)}={SYMBOLS[digit - 1]}' for cell, digit in fixed.added)}"
        )
    if fixed.sums:
        done.append(f"gave cages sums: {', '.join(cage(change.new, change.cells) for change in fixed.sums)}")
    if fixed.cage_mend is not None:
        cages = ", ".join(cage(part.sum, part.cells) for part in fixed.cage_mend.new) or "none"
        done.append(f"changed cages ({fixed.cage_mend.kind}): now {cages}")
    done.append("proven the fewest" if fixed.proven_minimal else fixed.note)
    return "; ".join(filter(None, done))
