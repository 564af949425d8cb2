"""What mending one puzzle found and did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from bookmaker.logic.repair.added_givens import Candidates
from bookmaker.logic.repair.added_rules import Ruling
from bookmaker.logic.repair.cage_changes import CageMend
from bookmaker.logic.repair.cage_sums import Resum
from bookmaker.logic.repair.clue_errors import ClueMend
from bookmaker.logic.repair.digit_frequency import Stage, chain_text
from bookmaker.logic.repair.typing_errors import Slip
from bookmaker.logic.verify.check import Status
from bookmaker.logic.verify.puzzle_fault import PuzzleFault
from bookmaker.puzzles.grid.geometry import Geometry, cell_name, clue_as_dict
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text

Method = Literal["minimal", "frequency", "constraint", "move"]
METHODS: tuple[Method, ...] = get_args(Method)
Application = Literal["edit", "drop"]
APPLICATIONS: tuple[Application, ...] = get_args(Application)

UNDECIDED_NOTE = (
    "too hard to decide within the work for one puzzle; are all of its givens there? Or allow more --seconds"
)

COUNTED = 1_000_000
"""Solutions are counted up to this number."""


@dataclass(frozen=True)
class Fix:
    """The faults of a puzzle, and how it was mended.

    puzzle: the original. method: the requested one. status, solutions: of ``puzzle``; ``solutions`` is at most ``limit``.
    result: the mended, proper puzzle; the puzzle itself if it has no fault; None if it was not mended, and ``note`` says why.
    added, dropped: givens (cell, digit). changed: givens (cell, old digit, new digit). rule: a rule that was added.
    proven_minimal: no smaller mend of this kind exists. least: the proven lower bound of additions. mends: the smallest mends,
    all if ``complete``. chain: the stages of the published method. rulings: the effect of each rule on the puzzle. corrections
    and drops: suggestions for a puzzle that is not proper, the likeliest first. sums: cages of a Killer that got the sums of
    its answer. cage_mend: the change of its cages that was made. cage_mends: all changes that would make it proper, the
    likeliest first. clue_mend, clue_mends: the same for one clue that is wrong. faults: why a puzzle has no solution. solution:
    the only one of ``puzzle``, if it is proper.
    """

    puzzle: Puzzle
    method: Method
    status: Status
    solutions: int
    result: Puzzle | None
    note: str = ""
    added: Candidates = ()
    dropped: Candidates = ()
    changed: tuple[tuple[int, int, int], ...] = ()
    rule: str = ""
    proven_minimal: bool = False
    least: int = 0
    mends: tuple[Candidates, ...] = ()
    complete: bool = True
    chain: tuple[Stage, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    corrections: tuple[Slip, ...] = ()
    drops: tuple[Candidates, ...] = ()
    sums: tuple[Resum, ...] = ()
    cage_mend: CageMend | None = None
    cage_mends: tuple[CageMend, ...] = ()
    clue_mend: ClueMend | None = None
    clue_mends: tuple[ClueMend, ...] = ()
    faults: tuple[PuzzleFault, ...] = ()
    limit: int = COUNTED
    solution: bytes | None = None

    @property
    def mended(self) -> bool:
        """Whether there is a proper puzzle now."""
        return self.result is not None

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``--json`` prints; cells by name."""
        ground = self.puzzle.geometry

        def named(candidates: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
            return [{"cell": cell_name(cell, ground), "digit": digit} for cell, digit in candidates]

        def altered(changes: Iterable[tuple[int, int, int]]) -> list[dict[str, Any]]:
            return [{"cell": cell_name(cell, ground), "from": old, "to": new} for cell, old, new in changes]

        return {
            "method": self.method,
            "status": self.status,
            "solutions": self.solutions,
            "added": named(self.added),
            "dropped": named(self.dropped),
            "changed": altered(self.changed),
            "rule": self.rule or None,
            "result": None if self.result is None else cells_text(self.result.givens),
            "proven_minimal": self.proven_minimal,
            "least": self.least,
            "alternatives": len(self.mends),
            "alternatives_complete": self.complete,
            "chain": chain_text(self.chain) or None,
            "rules": [
                {
                    "rule": ruling.rule,
                    "solutions": None if ruling.undecided else ruling.solutions,
                    "fits": ruling.fits,
                }
                for ruling in self.rulings
            ],
            "corrections": [
                {"kind": slip.kind, "changes": altered(slip.changes), "share": slip.share} for slip in self.corrections
            ],
            "drops": [named(drop) for drop in self.drops],
            "sums": [_resum(change, ground) for change in self.sums],
            "cages": None if self.cage_mend is None else _cage_mend(self.cage_mend, ground),
            "cage_mends": [_cage_mend(mend, ground) for mend in self.cage_mends],
            "clue": None if self.clue_mend is None else _clue_mend(self.clue_mend, ground),
            "clue_mends": [_clue_mend(mend, ground) for mend in self.clue_mends],
            "faults": [fault.as_dict(ground) for fault in self.faults],
            "note": self.note or None,
        }


def _resum(change: Resum, ground: Geometry) -> dict[str, Any]:
    return {"cells": [cell_name(cell, ground) for cell in change.cells], "from": change.old, "to": change.new}


def _cage_mend(mend: CageMend, ground: Geometry) -> dict[str, Any]:
    before, after = ([_cage(cage, ground) for cage in cages] for cages in (mend.old, mend.new))
    return {"kind": mend.kind, "from": before, "to": after}


def _clue_mend(mend: ClueMend, ground: Geometry) -> dict[str, Any]:
    both = (None if clue is None else clue_as_dict(clue, ground) for clue in (mend.old, mend.new))
    return {"kind": mend.kind, **dict(zip(("from", "to"), both, strict=True))}


def _cage(cage: Cage, ground: Geometry) -> dict[str, Any]:
    return {"sum": cage.sum, "cells": [cell_name(cell, ground) for cell in cage.cells]}
