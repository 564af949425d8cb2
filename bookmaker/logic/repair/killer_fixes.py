"""Mending a Killer: its cages first, decided by the answer if there is one; then its givens."""

from __future__ import annotations

from dataclasses import replace

from bookmaker.logic.repair.cage_errors import by_answer, cage_mends, holds, joined_by_answer, recaged, resummed
from bookmaker.logic.repair.likelihood import SUMS
from bookmaker.logic.repair.record import UNDECIDED_NOTE, Application, Fix
from bookmaker.logic.repair.typing_errors import chosen_mend
from bookmaker.logic.repair.ways import add_givens, add_rule, counted, is_solution, offhand, without_solution
from bookmaker.logic.solve.solver import UNDECIDED, solve
from bookmaker.logic.solve.work import WORK
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import check
from bookmaker.logic.verify.faults import IN_PIECES, cage_faults
from bookmaker.puzzles.grid.puzzle import Puzzle

_COUNTED = 10_000
"""Solutions of a Killer are counted up to this number: each takes some forty microseconds."""

_MANY_OPEN = 1000
"""With more solutions than this no single cage is the cause."""

_SURE = {"cage-twice"}
"""Errors with one mend, which takes nothing from the puzzle."""

_OF_TWO = {"two-sums"}
"""Two errors: one wrong given, or one wrong clue, is the likelier cause."""


def fix_killer(
    blank: Fix,
    puzzle: Puzzle,
    answer: bytes | None,
    difficulty: Level | None,
    apply: Application | None,
    deep: bool = False,
) -> Fix:
    """Mend a Killer.

    An answer decides which change of the cages was meant, and is followed. Without one, a puzzle with several solutions gets the
    only change of its cages that makes it proper, and givens where there are more such changes; one without a solution is only
    changed if ``apply`` says so.
    """
    verdict = check(puzzle)
    several = verdict.status == "several"
    solutions, limit = counted(puzzle, _COUNTED) if several else (verdict.solutions, _COUNTED)
    broken = verdict.status in {"none", "broken"}
    blank = replace(
        blank,
        status=verdict.status,
        solutions=solutions,
        limit=limit,
        faults=verdict.faults if broken else (),
        solution=verdict.solution,
    )
    if verdict.status == "undecided":
        return replace(blank, note=UNDECIDED_NOTE)
    if verdict.status == "proper" and answer in (None, verdict.solution):
        untold = () if verdict.solution is None else by_answer(puzzle, verdict.solution)
        return replace(blank, sums=untold, result=resummed(puzzle, untold), proven_minimal=True)
    if answer is not None:
        return _to_answer(blank, puzzle, answer, difficulty, deep)
    without = [cage for cage in puzzle.cages if cage.sum is None]
    if len(without) > 1 and not broken:
        first = solve(puzzle, 1, WORK).first
        if first is not None and all(holds(cage, first) for cage in puzzle.cages):
            sums = by_answer(puzzle, first)
            blank, puzzle = replace(blank, sums=sums), resummed(puzzle, sums)
            if solve(puzzle, 2, WORK).proper:
                return replace(blank, result=puzzle)
    if blank.method == "constraint" and not broken:
        return add_rule(blank, puzzle, None)
    if not broken and (solutions > _MANY_OPEN or blank.method != "minimal"):
        return _open(blank, puzzle, None, difficulty, deep)
    mends, complete = cage_mends(puzzle)
    found = replace(blank, cage_mends=mends, complete=complete)
    named = chosen_mend(mends, apply)
    sure = bool(mends) and (mends[0].kind in _SURE or (not broken and complete and len(mends) == 1))
    mend = mends[0] if sure and named is None else named
    givens = broken and puzzle.given_count > 0
    if mend is not None and not (givens and mend.kind in _OF_TWO):
        return replace(found, cage_mend=mend, result=recaged(puzzle, mend))
    if not broken:
        return _open(found, puzzle, None, difficulty, deep)
    if givens:
        found = replace(without_solution(found, puzzle, difficulty, apply), cage_mends=mends)
        if found.result is not None:
            return found
    if mend is not None:
        return replace(found, note="", cage_mend=mend, result=recaged(puzzle, mend))
    if mends:
        also = "the corrections and " * bool(found.corrections) + "the clues and " * bool(found.clue_mends)
        return replace(found, note=f"nothing was applied; see {also}the changes of its cages that would make it proper")
    if givens and apply != "edit":
        return found
    none = f"no small change of its cages makes it proper{'' if complete else _BOUND}"
    return replace(found, note="; ".join(filter(None, (none, found.note))))


def whole(fixed: Fix) -> Fix:
    """What was found, without a result in which a cage is in pieces: what its letters or cells should be nobody can tell, and on
    paper its parts are cages of their own.
    """
    if fixed.result is None or not any(one.code == IN_PIECES for one in cage_faults(fixed.result)):
        return fixed
    faults = [one for one in cage_faults(fixed.puzzle) if one.code == IN_PIECES]
    note = "what is wrong with the cage in pieces has to be mended first"
    nothing = replace(fixed, result=None, note=note, added=(), sums=(), cage_mend=None, changed=(), dropped=())
    known = {fault.message for fault in fixed.faults}
    return replace(nothing, faults=(*fixed.faults, *(one for one in faults if one.message not in known)))


_BOUND = ", as far as the bound of work allowed to try"


def _to_answer(blank: Fix, puzzle: Puzzle, answer: bytes, difficulty: Level | None, deep: bool) -> Fix:
    """The change of the cages that fits the answer; else sums, splits and givens until it is the only solution."""
    if not is_solution(replace(puzzle, cages=()), answer):
        return replace(blank, note="its answer breaks the rules or the givens")
    sums = by_answer(puzzle, answer)
    drawn = all(holds(replace(cage, sum=None), answer) and cage.cells for cage in puzzle.cages)
    drawn &= blank.status != "broken" or not any(fault.code == "cage-twice" for fault in blank.faults)
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    apart = len(set(cells)) == len(cells)
    joined = joined_by_answer(puzzle, answer) if drawn and apart and len(sums) == 1 else ()
    if joined and joined[0].kind not in SUMS:
        return replace(blank, cage_mend=joined[0], cage_mends=joined, result=recaged(puzzle, joined[0]))
    mends, complete = cage_mends(puzzle, answer)
    if mends and not (drawn and mends[0].kind in SUMS):
        return replace(blank, cage_mend=mends[0], cage_mends=mends, complete=complete, result=recaged(puzzle, mends[0]))
    if not drawn:
        return replace(blank, note="its answer has a digit twice in a cage")
    blank, puzzle = replace(blank, sums=sums, cage_mends=joined[1:]), resummed(puzzle, sums)
    if solve(puzzle, 2, WORK).solution == answer:
        return replace(blank, result=puzzle, proven_minimal=not sums)
    if blank.method == "constraint":
        return add_rule(blank, puzzle, answer)
    mends = cage_mends(puzzle, answer)[0] if sums and blank.method == "minimal" else ()
    if mends:
        return replace(blank, cage_mend=mends[0], cage_mends=mends, result=recaged(puzzle, mends[0]))
    return _open(blank, puzzle, answer, difficulty, deep)


def _open(blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None, deep: bool) -> Fix:
    """Several solutions: add givens."""
    if solve(puzzle, _COUNTED, WORK).solutions in (UNDECIDED, _COUNTED):
        if answer is None:
            what = "too few of its cages are there" if puzzle.cages else "it has no cages"
            return replace(blank, note=f"{what}, so that no few changes mend it; read it again from its source")
        if not deep:
            return offhand(blank, puzzle, answer, difficulty)
    return add_givens(blank, puzzle, answer, difficulty)
