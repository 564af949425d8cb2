"""Mending one puzzle: its fault decides what can be done, the method decides how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from bookmaker.errors import UsageError
from bookmaker.grid.geometry import SYMBOLS, cell_name
from bookmaker.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.grid.symmetry import SYMMETRIES, orbits
from bookmaker.repair.added_givens import Additions, Candidates, keeps_symmetry, to_answer, with_givens
from bookmaker.repair.added_rules import Ruling, rulings
from bookmaker.repair.any_answer import to_any
from bookmaker.repair.cage_sums import Resum, Split, by_answer, other_sums, proper_splits, resummed, split
from bookmaker.repair.digit_frequency import Stage, by_frequency, told
from bookmaker.repair.dropped_givens import smallest_drops
from bookmaker.repair.moved_givens import moves
from bookmaker.repair.typing_errors import Slip, corrections
from bookmaker.solve.solver import solution_array, solve
from bookmaker.techniques.declare import Level
from bookmaker.verify.check import Status, Verdict, answer_faults, check
from bookmaker.verify.puzzle_fault import PuzzleFault

Method = Literal["minimal", "frequency", "constraint", "move"]
METHODS: tuple[Method, ...] = get_args(Method)
Application = Literal["edit", "drop"]
APPLICATIONS: tuple[Application, ...] = get_args(Application)

COUNTED = 1_000_000
"""Solutions are counted up to this number."""

_NONE_CAN_GO = "none of its own givens can go"

_GRADED = 60
"""Mends that are graded to find the wanted difficulty."""


@dataclass(frozen=True)
class Fix:
    """The faults of a puzzle, and how it was mended.

    puzzle: the original. method: the requested one. status, solutions: of ``puzzle``; ``solutions`` is at most COUNTED. result:
    the mended, proper puzzle; the puzzle itself if it has no fault; None if it was not mended, and ``note`` says why. added,
    dropped: givens (cell, digit). changed: givens (cell, old digit, new digit). rule: a rule that was added. proven_minimal: no
    smaller mend of this kind exists. least: the proven lower bound of additions. mends: the smallest mends, all if ``complete``.
    chain: the stages of the published method. rulings: the effect of each rule on the puzzle. corrections and drops: suggestions
    for a puzzle without a solution, the likeliest first. sums, split: cages of a Killer that got another sum, and the one that
    was cut in two. other_sums: changes of one sum that would make it proper. faults: why a puzzle has no solution.
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
    split: Split | None = None
    other_sums: tuple[Resum, ...] = ()
    faults: tuple[PuzzleFault, ...] = ()

    @property
    def mended(self) -> bool:
        """Whether there is a proper puzzle now."""
        return self.result is not None

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``--json`` prints; cells by name."""
        size = self.puzzle.geometry.size

        def named(candidates: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
            return [{"cell": cell_name(cell, size), "digit": digit} for cell, digit in candidates]

        def altered(changes: Iterable[tuple[int, int, int]]) -> list[dict[str, Any]]:
            return [{"cell": cell_name(cell, size), "from": old, "to": new} for cell, old, new in changes]

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
            "chain": told(self.chain) or None,
            "rules": [
                {
                    "rule": ruling.rule,
                    "solutions": None if ruling.undecided else ruling.solutions,
                    "fits": _fits(ruling),
                }
                for ruling in self.rulings
            ],
            "corrections": [{"kind": slip.kind, "changes": altered(slip.changes)} for slip in self.corrections],
            "drops": [named(drop) for drop in self.drops],
            "sums": [_resum(change, size) for change in self.sums],
            "split": None if self.split is None else [_cage(part, size) for part in (self.split.one, self.split.other)],
            "other_sums": [_resum(change, size) for change in self.other_sums],
            "faults": [
                {"code": fault.code, "cells": [cell_name(cell, size) for cell in fault.cells], "message": fault.message}
                for fault in self.faults
            ],
            "note": self.note or None,
        }


def _resum(change: Resum, size: int) -> dict[str, Any]:
    return {"cells": [cell_name(cell, size) for cell in change.cells], "from": change.old, "to": change.new}


def _cage(cage: Cage, size: int) -> dict[str, Any]:
    return {"sum": cage.sum, "cells": [cell_name(cell, size) for cell in cage.cells]}


def _fits(ruling: Ruling) -> bool:
    return ruling.answer is not None


def fix(
    puzzle: Puzzle,
    answer: bytes | None = None,
    method: Method = "minimal",
    difficulty: Level | None = None,
    apply: Application | None = None,
) -> Fix:
    """Mend a puzzle. ``answer``: the solution that it is meant to have (default: the one that came with it, if any).

    ``difficulty``: preferred among mends that are equally small and equally symmetric. ``apply``: for a puzzle
    without a solution, make the likeliest correction ("edit") or drop the fewest givens ("drop"); it is left alone
    otherwise. Raises UsageError for a method that does not exist.
    """
    if method not in METHODS:
        raise UsageError(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    if apply is not None and apply not in APPLICATIONS:
        raise UsageError(f"{apply!r} cannot be applied; there are {', '.join(APPLICATIONS)}")
    wanted = puzzle.answer if answer is None else answer
    asked = replace(puzzle, answer=None)
    if asked.cages:
        return _fix_killer(Fix(puzzle, method, "none", 0, None), asked, wanted, difficulty, apply)
    verdict = check(asked, COUNTED)
    blank = Fix(puzzle, method, verdict.status, verdict.solutions, None, faults=_why(verdict))
    if verdict.status == "undecided":
        return replace(blank, note="its solutions could not be counted")
    if verdict.status == "proper" and wanted in (None, verdict.solution):
        return replace(blank, result=puzzle, proven_minimal=True)
    if wanted is not None and not _is_solution(asked, wanted):
        return _unlike_answer(blank, asked, wanted, difficulty, apply)
    if verdict.status in {"none", "broken"}:
        return _without_solution(blank, asked, difficulty, apply)
    if method == "constraint":
        return _with_rule(blank, asked, wanted)
    return _added(blank, asked, wanted, difficulty)


def _why(verdict: Verdict) -> tuple[PuzzleFault, ...]:
    return verdict.faults if verdict.status in {"none", "broken"} else ()


def _fix_killer(
    blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None, apply: Application | None
) -> Fix:
    """A Killer: sums first, from the answer if there is one; then splits of cages and givens."""
    verdict = check(puzzle, COUNTED)
    blank = replace(blank, status=verdict.status, solutions=verdict.solutions, faults=_why(verdict))
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    if len(set(cells)) < len(cells) or any(cage.strays or not cage.cells for cage in puzzle.cages):
        return replace(blank, note="its cages cannot be drawn so; only who made it knows how they are meant")
    bare = replace(puzzle, cages=tuple(replace(cage, sum=None) for cage in puzzle.cages))
    if answer is not None and not _is_solution(bare, answer):
        return replace(blank, note="its answer breaks the rules, the givens, or has a digit twice in a cage")
    if answer is None and any(cage.sum is None for cage in puzzle.cages):
        first = solve(puzzle, 1).first
        if first is None:
            return replace(blank, note="no solution gives its cages sums")
        answer = first
    if answer is not None:
        sums = by_answer(puzzle, answer)
        blank, puzzle = replace(blank, sums=sums), resummed(puzzle, sums)
    found = solution_array(puzzle, _MOST_ANSWERS)
    if len(found) == 1:
        return replace(blank, result=puzzle, proven_minimal=not blank.sums)
    if not len(found):
        return _unsolvable_killer(blank, puzzle, difficulty, apply)
    if blank.method == "constraint":
        return _with_rule(blank, puzzle, answer)
    answers = [answer] if answer is not None else [bytes(row) for row in found]
    splits = proper_splits(puzzle, answers)
    if splits and blank.method == "minimal":
        result = split(puzzle, splits[0])
        return replace(blank, result=result, split=splits[0], proven_minimal=True, least=1, complete=len(splits) == 1)
    return _added(blank, puzzle, answer, difficulty)


_MOST_ANSWERS = 100


def _unsolvable_killer(blank: Fix, puzzle: Puzzle, difficulty: Level | None, apply: Application | None) -> Fix:
    others = other_sums(puzzle)
    told = replace(blank, other_sums=others)
    if apply == "edit" and others:
        return replace(told, sums=(*blank.sums, others[0]), result=resummed(puzzle, others[:1]))
    if puzzle.given_count:
        return replace(_without_solution(told, puzzle, difficulty, apply), other_sums=others)
    if others:
        return replace(told, note="nothing was applied; see the sums that would make it proper")
    return replace(told, note="no change of one sum makes it proper")


def _is_solution(puzzle: Puzzle, grid: bytes) -> bool:
    if len(grid) != len(puzzle.givens) or not all(1 <= digit <= puzzle.geometry.size for digit in grid):
        return False
    full = with_givens(puzzle, enumerate(grid))
    return (
        all(given in (0, digit) for given, digit in zip(puzzle.givens, grid, strict=True))
        and solve(full, 1).solutions == 1
    )


def _added(blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None) -> Fix:
    """Several solutions: add givens."""
    if blank.method == "frequency":
        added, chain = by_frequency(puzzle, answer)
        return replace(blank, result=with_givens(puzzle, added), added=added, chain=chain)
    found = to_any(puzzle) if answer is None else to_answer(puzzle, answer)
    fixed = replace(
        blank,
        proven_minimal=found.proven,
        least=found.least,
        mends=found.mends,
        complete=found.complete,
        note=_bound(found),
    )
    mends = _preferred(puzzle, found.mends, difficulty)
    if blank.method == "move":
        move = moves(puzzle, mends)
        note = (
            "" if move.even else f"only {len(move.dropped)} of its own givens can go" if move.dropped else _NONE_CAN_GO
        )
        going = [(cell, 0) for cell, _ in move.dropped]
        result = with_givens(with_givens(puzzle, move.added), going)
        return replace(fixed, result=result, added=move.added, dropped=move.dropped, note=note or fixed.note)
    return replace(fixed, result=with_givens(puzzle, mends[0]), added=mends[0])


def _bound(found: Additions) -> str:
    if found.proven:
        return ""
    which = "any answer" if found.any_answer else "this answer"
    return f"not proven smallest: for {which} at least {found.least} {'is' if found.least == 1 else 'are'} needed"


def _preferred(puzzle: Puzzle, mends: Sequence[Candidates], difficulty: Level | None) -> Sequence[Candidates]:
    """Mends that keep the symmetry of the givens come first; among them those nearest to the wanted difficulty."""
    size = puzzle.geometry.size
    kept = [orbits(name, size) for name in SYMMETRIES if name != "none" and keeps_symmetry(puzzle, orbits(name, size))]
    first = [mend for mend in mends if kept and any(keeps_symmetry(with_givens(puzzle, mend), orbit) for orbit in kept)]
    rest = [mend for mend in mends if mend not in first] if first else list(mends)
    if difficulty is None:
        return [*first, *rest]
    from bookmaker.grading import grade

    def distance(mend: Candidates) -> int:
        return abs(Level[grade(with_givens(puzzle, mend)).level.upper()] - difficulty)

    front = first or rest
    graded = sorted(front[:_GRADED], key=distance)
    return [*graded, *front[_GRADED:], *(rest if first else ())]


def _with_rule(blank: Fix, puzzle: Puzzle, answer: bytes | None) -> Fix:
    """Several solutions: add a rule."""
    tried = rulings(puzzle, answer)
    if not tried:
        return replace(blank, note=f"a {puzzle.geometry.kind} puzzle takes no further rule here")
    fitting = [ruling for ruling in tried if _fits(ruling)]
    if not fitting:
        return replace(blank, rulings=tried, note="none of the rules leaves exactly one solution")
    best = fitting[0]
    return replace(blank, result=best.result, rule=best.rule, rulings=tried)


def _without_solution(blank: Fix, puzzle: Puzzle, difficulty: Level | None, apply: Application | None) -> Fix:
    """No solution: suggest what could be meant; apply it if requested."""
    slips = corrections(puzzle)
    sets = smallest_drops(puzzle)
    drops = tuple(tuple((cell, puzzle.givens[cell]) for cell in cells) for cells in sorted(sets.sets))
    told = replace(blank, corrections=slips, drops=drops, complete=sets.complete, least=sets.least)
    if apply == "edit" and slips:
        mended = with_givens(puzzle, ((cell, new) for cell, _, new in slips[0].changes))
        return _finished(replace(told, changed=slips[0].changes), mended, difficulty)
    if apply == "drop" and drops:
        mended = with_givens(puzzle, ((cell, 0) for cell, _ in drops[0]))
        return _finished(replace(told, dropped=drops[0], proven_minimal=True), mended, difficulty)
    return replace(told, note=_advice(bool(slips), bool(drops), apply))


def _advice(slips: bool, drops: bool, apply: Application | None) -> str:
    if apply == "edit" and not slips:
        return "no correction of one slip makes it proper"
    if not slips and not drops:
        return "too many of its givens contradict one another"
    return "nothing was applied; see the corrections and the givens to drop" if slips else "see the givens to drop"


def _finished(fixed: Fix, mended: Puzzle, difficulty: Level | None) -> Fix:
    """After a correction there may be several solutions still."""
    if solve(mended).solutions == 1:
        return replace(fixed, result=mended)
    found = to_any(mended)
    mend = _preferred(mended, found.mends, difficulty)[0]
    return replace(
        fixed, result=with_givens(mended, mend), added=mend, proven_minimal=found.proven and fixed.proven_minimal
    )


def _unlike_answer(
    blank: Fix, puzzle: Puzzle, answer: bytes, difficulty: Level | None, apply: Application | None
) -> Fix:
    """The answer is no solution: either it or some givens are wrong."""
    size = puzzle.geometry.size
    whole = len(answer) == len(puzzle.givens) and all(1 <= digit <= size for digit in answer)
    if whole and solve(with_givens(puzzle, enumerate(answer)), 1).solutions == 1:
        pairs = zip(puzzle.givens, answer, strict=True)
        changes = tuple((cell, old, new) for cell, (old, new) in enumerate(pairs) if old not in (0, new))
        slip = Slip("answer", changes)
        if apply == "edit":
            mended = with_givens(puzzle, ((cell, new) for cell, _, new in changes))
            found = to_answer(mended, answer) if solve(mended).solutions != 1 else None
            mend = _preferred(mended, found.mends, difficulty)[0] if found else ()
            return replace(blank, result=with_givens(mended, mend), changed=changes, added=mend, corrections=(slip,))
        named = (
            f"{cell_name(cell, size)} ({SYMBOLS[old - 1]}, answer {SYMBOLS[new - 1]})" for cell, old, new in changes
        )
        note = f"its answer has other digits than these givens: {', '.join(named)}"
        return replace(blank, corrections=(slip,), note=note)
    if blank.status in {"none", "broken"}:
        told = _without_solution(blank, puzzle, difficulty, apply)
        return replace(told, note="; ".join(filter(None, ("its answer is no solution grid either", told.note))))
    solution = solve(puzzle).solution if blank.status == "proper" else None
    said = "; ".join(
        fault.message for fault in answer_faults(replace(puzzle, answer=answer), solution, blank.solutions)
    )
    return replace(blank, note=f"{said}; mend the answer, or leave it out")
