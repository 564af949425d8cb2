"""What mending one puzzle found and did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from bookmaker.logic.repair.added_givens import MANY, Candidates, Stage, chain_text
from bookmaker.logic.repair.cage_errors import CageMend, Resum
from bookmaker.logic.repair.clue_errors import ClueMend
from bookmaker.logic.repair.typing_errors import Slip
from bookmaker.logic.solve.solver import UNDECIDED, solve
from bookmaker.logic.verify.check import Status
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.puzzles.grid.geometry import Geometry, cell_name, clue_as_dict
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import ADDED, exists, geometry

# Adding a rule instead of givens: the rules that leave exactly one solution.
#
# A rule adds houses (a diagonal, both, four windows), or forbids consecutive neighbours; each makes a puzzle of another kind.
# Mending by a diagonal is from the Russian articles that :mod:`bookmaker.logic.repair.added_givens` follows.

_GUESSES = 1_000_000
"""Guesses for one rule: some seconds."""


@dataclass(frozen=True)
class Ruling:
    """The effect of a rule on a puzzle. ``result``: the puzzle with that rule, None if the rule does not fit.

    ``solutions``: at most MANY. ``undecided``: they could not be counted within a bound of work; ``solutions`` is then 2 if there
    are several for certain, else 0.
    """

    rule: str
    solutions: int
    undecided: bool
    result: Puzzle | None
    answer: bytes | None

    @property
    def fits(self) -> bool:
        """Whether the rule leaves exactly one solution."""
        return self.answer is not None


def rulings(puzzle: Puzzle, answer: bytes | None = None) -> tuple[Ruling, ...]:
    """The effect of each rule on a classic puzzle. With an ``answer``, a rule that it breaks leaves no solution.

    Only classic puzzles take further rules: none are returned for others.
    """
    if puzzle.geometry.rules:
        return ()
    return tuple(_ruling(puzzle, rule, answer) for rule in ADDED if exists(rule, puzzle.geometry.size))


def _ruling(puzzle: Puzzle, rule: str, answer: bytes | None) -> Ruling:
    ruled = replace(puzzle, geometry=geometry(rule, puzzle.geometry.size, box=puzzle.geometry.own_box), answer=None)
    solved = solve(ruled, MANY, _GUESSES)
    undecided = solved.solutions == UNDECIDED
    if undecided:
        solved = solve(ruled, 2, _GUESSES)
    only = solved.solution if answer in (None, solved.solution) else None
    return Ruling(rule, max(solved.solutions, 0), undecided, ruled if only is not None else None, only)


Method = Literal["minimal", "frequency", "constraint", "move"]
METHODS: tuple[Method, ...] = get_args(Method)
Application = Literal["edit", "drop"] | int
APPLICATIONS = ("edit", "drop")
"""What can be applied by a word; a number is that of a correction, from 1 on."""

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
    the only one of ``puzzle``, if it is proper. answered: the corrections all give it the answer that it came with.
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
    answered: bool = False

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
            "ways": [named(way) for way in self.mends],
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
