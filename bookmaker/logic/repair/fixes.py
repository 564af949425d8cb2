"""Mending one puzzle: its fault decides what can be done, the method decides how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from bookmaker.base.errors import UsageError
from bookmaker.logic.repair.added_givens import MANY, to_answer, with_givens
from bookmaker.logic.repair.clue_errors import by_answer, clue_mends, with_mend
from bookmaker.logic.repair.killer_fixes import fix_killer, whole
from bookmaker.logic.repair.record import APPLICATIONS, COUNTED, METHODS, UNDECIDED_NOTE, Application, Fix, Method
from bookmaker.logic.repair.typing_errors import Slip, chosen, chosen_mend, corrections, toward
from bookmaker.logic.repair.ways import add_givens, add_rule, counted, is_solution, offhand, preferred, without_solution
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import WORK, Spent, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import Verdict, answer_faults, check
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle


def fix(
    puzzle: Puzzle,
    answer: bytes | None = None,
    method: Method = "minimal",
    difficulty: Level | None = None,
    apply: Application | None = None,
    seconds: float | None = None,
    others: Sequence[Puzzle] = (),
    deep: bool = False,
) -> Fix:
    """Mend a puzzle. ``answer``: the solution that it is meant to have (default: the one that came with it, if any).

    ``difficulty``: preferred among mends that are equally small and equally symmetric, and among typing errors. ``apply``: for
    a puzzle without a solution, make the likeliest correction ("edit"), if it is likely enough
    (:data:`~bookmaker.logic.repair.typing_errors.SURE`) or an answer shows it, that of a number, from 1 on, or drop the fewest
    givens ("drop"); it is left alone otherwise. ``seconds`` bounds the time; None: work of
    :data:`~bookmaker.logic.solve.work.WORK`. ``others``: puzzles of the same source, by the same author, which show what a typing
    error spoilt. ``deep``: search long for a smallest mend where there are more solutions than can be listed; otherwise such a
    puzzle gets givens that are found at once, or a note on how many are missing. The result has all that was found before the
    bound, and ``note`` says which part is missing. Raises UsageError for a method that does not exist.
    """
    if not isinstance(method, str) or method not in METHODS:
        raise UsageError(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    if apply is not None and not (
        apply in APPLICATIONS if isinstance(apply, str) else isinstance(apply, int) and apply > 0
    ):
        raise UsageError(
            f"{apply!r} cannot be applied; there are {', '.join(APPLICATIONS)} and the numbers of corrections"
        )
    wanted = puzzle.answer if answer is None else answer
    asked = replace(puzzle, answer=None)
    with spending(WORK, seconds):
        try:
            if asked.geometry.caged:
                blank = Fix(puzzle, method, "none", 0, None)
                fixed = whole(fix_killer(blank, asked, wanted, difficulty, apply, deep))
                return _with_clues(fixed, asked, wanted, apply) if asked.geometry.clued else fixed
            return _fix_givens(puzzle, asked, wanted, method, difficulty, apply, others, deep)
        except Spent:
            return Fix(puzzle, method, "undecided", 0, None, note=UNDECIDED_NOTE)


def _with_clues(fixed: Fix, asked: Puzzle, answer: bytes | None, apply: Application | None) -> Fix:
    """What was found of the cages of a Killer, and which of its other clues may be wrong, if it has no solution."""
    if fixed.result is not None or fixed.status not in {"none", "broken"}:
        return fixed
    # With givens, the search for wrong givens has tried the clues, too (:func:`bookmaker.logic.repair.ways.without_solution`).
    if fixed.clue_mends or (asked.given_count and answer is None):
        return fixed
    mends, _ = clue_mends(asked)
    mend = None if fixed.cage_mends else chosen_mend(mends, apply)
    if mend is not None:
        return replace(fixed, note="", clue_mend=mend, clue_mends=mends, result=with_mend(asked, mend))
    return replace(fixed, clue_mends=mends, note="nothing was applied; see the clues" if mends else fixed.note)


def _fix_givens(
    puzzle: Puzzle,
    asked: Puzzle,
    wanted: bytes | None,
    method: Method,
    difficulty: Level | None,
    apply: Application | None,
    others: Sequence[Puzzle],
    deep: bool,
) -> Fix:
    verdict = check(asked)
    emptied = 0 in (asked.candidates or (1,))
    asked = replace(asked, candidates=None)
    if emptied:
        alone = check(asked)
        if alone.status not in {"none", "broken"}:
            note = (
                f"its givens alone are {alone.status}"
                if alone.status != "several"
                else "its givens alone have several solutions"
            )
            note += "; write its candidates anew, or leave them out"
            return Fix(puzzle, method, verdict.status, 0, None, faults=_why(verdict), note=note)
        verdict = alone
    solutions, limit = counted(asked, COUNTED, deep) if verdict.status == "several" else (verdict.solutions, COUNTED)
    blank = Fix(
        puzzle,
        method,
        verdict.status,
        solutions,
        None,
        faults=_why(verdict),
        limit=limit,
        solution=verdict.solution,
    )
    if verdict.status == "undecided":
        return replace(blank, note=UNDECIDED_NOTE)
    if verdict.status == "proper" and wanted in (None, verdict.solution):
        return replace(blank, result=puzzle, proven_minimal=True)
    if wanted is not None and not is_solution(asked, wanted):
        return _unlike_answer(blank, asked, wanted, difficulty, apply, others)
    if verdict.status in {"none", "broken"}:
        return without_solution(blank, asked, difficulty, apply, others)
    if not (any(asked.givens) or asked.clues):
        return replace(blank, note=_NO_GIVEN)
    if verdict.status == "several" and solutions >= min(limit, MANY) and not deep:
        return offhand(blank, asked, wanted, difficulty)
    if method == "constraint":
        return add_rule(blank, asked, wanted)
    # With more solutions than could be counted givens are missing, rather than mistyped.
    if wanted is None and method == "minimal" and solutions < limit:
        slips = corrections(asked, difficulty, others)
        blank = replace(blank, corrections=slips)
        if (slip := chosen(slips, apply)) is not None:
            changed = slip.changes
            return replace(blank, result=with_givens(asked, ((cell, new) for cell, _, new in changed)), changed=changed)
    return add_givens(blank, asked, wanted, difficulty)


_NO_GIVEN = "the grid has no given, so that any full grid would do: there is nothing to mend"


def _why(verdict: Verdict) -> tuple[PuzzleFault, ...]:
    return verdict.faults if verdict.status in {"none", "broken"} else ()


def _unlike_answer(
    blank: Fix,
    puzzle: Puzzle,
    answer: bytes,
    difficulty: Level | None,
    apply: Application | None,
    others: Sequence[Puzzle],
) -> Fix:
    """The answer is not a solution: either it or some givens are wrong."""
    size = puzzle.geometry.size
    whole = len(answer) == len(puzzle.givens) and all(1 <= digit <= size for digit in answer)
    if whole and solve(with_givens(puzzle, enumerate(answer)), 1).solutions == 1:
        pairs = zip(puzzle.givens, answer, strict=True)
        changes = tuple((cell, old, new) for cell, (old, new) in enumerate(pairs) if old not in (0, new))
        slips = toward(puzzle, answer, difficulty, others) or (Slip("answer", changes),)
        # All of them give it this answer.
        slip = chosen(slips, 1 if apply == "edit" else apply)
        if slip is not None:
            mended = with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes))
            mend = () if slip.kind != "answer" else preferred(mended, to_answer(mended, answer).mends, difficulty)[0]
            result = with_givens(mended, mend)
            return replace(blank, result=result, changed=slip.changes, added=mend, corrections=slips, answered=True)
        named = (
            f"{cell_name(cell, puzzle.geometry)} ({SYMBOLS[old - 1]}, answer {SYMBOLS[new - 1]})"
            for cell, old, new in changes
        )
        note = f"its answer has other digits than these givens: {', '.join(named)}"
        return replace(blank, corrections=slips, note=note, answered=True)
    mends = by_answer(puzzle, answer) if whole and puzzle.geometry.clued else ()
    mended = reduce(with_mend, mends, puzzle)
    if mends and is_solution(mended, answer):
        blank = replace(blank, clue_mends=mends)
        if len(mends) == 1 and apply == "edit" and solve(mended, 2).solution == answer:
            return replace(blank, clue_mend=mends[0], result=mended)
        return replace(
            blank, note=f"its answer breaks {len(mends)} clue{'s' * (len(mends) > 1)}; see what they should be"
        )
    if blank.status in {"none", "broken"}:
        corrected = without_solution(blank, puzzle, difficulty, apply, others)
        return replace(
            corrected, note="; ".join(filter(None, ("its answer is no solution grid either", corrected.note)))
        )
    said = "; ".join(
        fault.message for fault in answer_faults(replace(puzzle, answer=answer), blank.solution, blank.solutions)
    )
    return replace(blank, note=f"{said}; mend the answer, or leave it out")
