"""Ways to mend a puzzle by its givens or by a further rule, on any grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bookmaker.logic.repair.added_givens import (
    MANY,
    NAMED,
    Additions,
    Candidates,
    by_frequency,
    discerned,
    keeps_symmetry,
    rarest_first,
    to_answer,
    with_givens,
)
from bookmaker.logic.repair.clue_errors import clue_mends, with_mend
from bookmaker.logic.repair.record import Application, Fix, rulings
from bookmaker.logic.repair.sampled_answers import LOOKS, MOST_PROVEN, few_givens, least_missing, least_number
from bookmaker.logic.repair.typing_errors import Slip, chosen, chosen_mend, corrections
from bookmaker.logic.solve.minimum_hitting_set import PATIENCE, Choices, smallest_sets
from bookmaker.logic.solve.solver import UNDECIDED, count_solutions, solution_array, solve
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.faults import many
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import orbits, symmetries_of
from bookmaker.puzzles.rules import ADDED

# Mending with as many givens as before: needed ones are added, and as many superfluous ones dropped.

_MENDS = 200
_TRIALS = 3000
"""The most puzzles to solve for one mend, in search of givens that can be dropped together."""


@dataclass(frozen=True, slots=True)
class Move:
    """Givens to add and to drop, each (cell, digit). ``even``: as many as were added could be dropped."""

    added: Candidates
    dropped: Candidates
    even: bool


def moves(puzzle: Puzzle, mends: Sequence[Candidates]) -> Move:
    """The first of the mends that allows dropping as many of the puzzle's own givens; else the one that allows most."""
    best: Move | None = None
    for mend in mends[:_MENDS]:
        dropped = _droppable(puzzle, with_givens(puzzle, mend), len(mend))
        move = Move(mend, tuple((cell, puzzle.givens[cell]) for cell in dropped), len(dropped) == len(mend))
        if move.even:
            return move
        if best is None or len(dropped) > len(best.dropped):
            best = move
    if best is None:
        raise ValueError("there is no mend to begin with")
    return best


def _droppable(puzzle: Puzzle, mended: Puzzle, wanted: int) -> tuple[int, ...]:
    """At most ``wanted`` cells of the puzzle's givens without which the mended one is still proper, as many as possible."""
    trials = 0
    best: tuple[int, ...] = ()

    def going(here: Puzzle, cells: list[int]) -> list[int]:
        counts = count_solutions([with_givens(here, [(cell, 0)]) for cell in cells], 2)
        return [cell for cell, count in zip(cells, counts.tolist(), strict=True) if count == 1]

    def look(here: Puzzle, cells: list[int], gone: tuple[int, ...]) -> bool:
        nonlocal best, trials
        if len(gone) > len(best):
            best = gone
        if len(gone) == wanted or not cells:
            return len(gone) == wanted
        trials += len(cells)
        # A given that is needed now is needed after others are dropped.
        free = going(here, cells)
        for at, cell in enumerate(free):
            if len(gone) + len(free) - at <= len(best):
                break
            if look(with_givens(here, [(cell, 0)]), free[at + 1 :], (*gone, cell)) or trials > _TRIALS:
                break
        return len(best) == wanted

    look(mended, [cell for cell, digit in enumerate(puzzle.givens) if digit], ())
    return best


# Puzzles without a solution: the fewest givens to drop so that there is one.
#
# Dropping givens leaves a solution if and only if they meet every contradictory set of givens (Reiter, "A theory of diagnosis
# from first principles", Artificial Intelligence 32, 1987). Such sets are learned one by one, see
# :mod:`bookmaker.logic.solve.minimum_hitting_set`.

_GUESSES = 200_000
_ALONE = 5000
"""Guesses to prove that givens contradict each other; to see whether one of them is the cause."""

LARGEST = 12
"""Nobody mends a puzzle by dropping more givens than this."""


def keeping(puzzle: Puzzle, cells: Iterable[int]) -> Puzzle:
    """The puzzle with the givens of these cells only."""
    givens = bytearray(len(puzzle.givens))
    for cell in cells:
        givens[cell] = puzzle.givens[cell]
    return replace(puzzle, givens=bytes(givens), answer=None)


def _contradicts(puzzle: Puzzle, cells: Iterable[int]) -> bool:
    """Whether it is proven that no solution has the givens of these cells."""
    return int(count_solutions(keeping(puzzle, cells), 1, max_nodes=_GUESSES)[0]) == 0


def _given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def smallest_drops(puzzle: Puzzle, enough: int = 1000) -> Choices:
    """The smallest sets of givens without which there is a solution. The puzzle must have none."""
    cells = _given_cells(puzzle)
    # Most often one given is wrong, and the trials are fewer than the proofs that lead to it.
    trials = [with_givens(puzzle, [(cell, 0)]) for cell in cells]
    counts = count_solutions(trials, 1, max_nodes=_ALONE)
    single = tuple((cell,) for cell, count in zip(cells, counts.tolist(), strict=True) if count > 0)
    if single:
        return Choices(single[:enough], len(single) <= enough and bool((counts != UNDECIDED).all()), 1)

    def missed(chosen: tuple[int, ...]) -> list[int] | None:
        kept = [cell for cell in cells if cell not in chosen]
        if not _contradicts(puzzle, kept):
            return None
        for cell in tuple(kept):
            fewer = [other for other in kept if other != cell]
            if _contradicts(puzzle, fewer):
                kept = fewer
        return kept

    return smallest_sets(puzzle.geometry.cell_count, missed, min(len(cells), LARGEST), enough)


# The fewest givens that leave one solution, no matter which.
#
# If all solutions can be listed, sets of candidates are tried on the list, the rarest first. If not, sampling finds few givens
# and proves a lower bound (:mod:`bookmaker.logic.repair.sampled_answers`); then the fewest for the answer so found follow.

_LOOKED_AT = 1_500_000_000
"""Solutions times cells to examine for one number of additions, some seconds; beyond that nothing is proven."""

_LISTED_EFFORT = 0.3
"""The least effort where all solutions can be listed, which takes no second then."""


def to_any(puzzle: Puzzle, effort: float = 1.0) -> Additions:
    """The smallest additions that leave one solution, no matter which. The puzzle must have several.

    ``effort``: the part of the usual work after which nothing more is proven.
    """
    patience, looked_at = int(PATIENCE * effort), int(_LOOKED_AT * max(effort, _LISTED_EFFORT))
    solutions = solution_array(puzzle, MANY)
    if len(solutions) == MANY:
        return _too_many(puzzle, patience, effort)
    for number in range(1, puzzle.geometry.cell_count + 1):
        found = discerned(solutions, puzzle.geometry.size, number, looked_at, NAMED)
        if found.mends:
            return Additions(found.mends, found.complete, number, True, True)
        if found.tired:
            few = with_givens(puzzle, rarest_first(solutions, puzzle.geometry.size))
            known = to_answer(puzzle, solution_array(few, 1)[0].tobytes(), patience=patience)
            proven = len(known.mends[0]) == number
            return replace(known, least=number, proven=proven, complete=False, any_answer=True)
    raise ValueError("a single solution needs no additions")


def _at_once(puzzle: Puzzle, answer: bytes | None) -> Additions:
    """Additions that are found at once, for an answer or for any, with what is proven at once."""
    if answer is not None:
        return to_answer(puzzle, answer, patience=int(PATIENCE * _GLANCE))
    mend = few_givens(puzzle, listed=_FEW, looks=0, starts=_DESCENTS, bound=_OFFHAND)
    least, smallest = least_number(puzzle, looks=int(LOOKS * _GLANCE))
    mend = mend if smallest is None else smallest
    return Additions((mend,), False, least, len(mend) == least, True)


_GLANCE, _DESCENTS, _FEW = 0.01, 3, 2000
"""The part of the usual work, the descents and the solutions to list for additions at once."""


def _too_many(puzzle: Puzzle, patience: int, effort: float) -> Additions:
    least, mend = least_number(puzzle, looks=int(LOOKS * effort))
    if mend is None:
        mend = few_givens(puzzle, least)
    answer = solution_array(with_givens(puzzle, mend), 1)[0].tobytes()
    found = to_answer(puzzle, answer, patience=patience)
    mends = found.mends if len(found.mends[0]) <= len(mend) else (mend,)
    return Additions(mends, False, least, len(mends[0]) == least, True)


_NONE_CAN_GO = "none of its own givens can go"

_GRADED = 60
"""Mends that are graded to find the wanted difficulty."""


def is_solution(puzzle: Puzzle, grid: bytes) -> bool:
    """Whether a full grid solves a puzzle."""
    if len(grid) != len(puzzle.givens) or not all(1 <= digit <= puzzle.geometry.size for digit in grid):
        return False
    full = with_givens(puzzle, enumerate(grid))
    return (
        all(given in (0, digit) for given, digit in zip(puzzle.givens, grid, strict=True))
        and solve(full, 1).solutions == 1
    )


def counted(puzzle: Puzzle, limit: int, deep: bool = False) -> tuple[int, int]:
    """The solutions of a puzzle that has several, up to a limit, and the limit: 2 if more could not be counted."""
    try:
        with spending(_COUNTING):
            number = int(count_solutions(puzzle, limit, max_nodes=0 if deep else _GLANCING)[0])
    except Spent:
        number = UNDECIDED
    return (2, 2) if number == UNDECIDED else (number, limit)


_COUNTING = Work(3)
"""Of the work for one puzzle, what may go into counting its solutions."""

_GLANCING, _OFFHAND = Work(0.6), Work(1)
"""The same, and what may go into adding givens to a puzzle with more solutions than are listed, if no more is asked for."""


def offhand(blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None) -> Fix:
    """More solutions than are listed: givens that are found at once, or how many are missing at least."""
    least = least_missing(puzzle)
    if least <= MOST_PROVEN and blank.method != "frequency":
        try:
            with spending(_OFFHAND):
                if blank.method == "constraint":
                    return add_rule(blank, puzzle, answer)
                found = _at_once(puzzle, answer)
            fixed = _added(blank, puzzle, found, difficulty)
            return fixed if fixed.proven_minimal else replace(fixed, note=f"{fixed.note}; {_DEEPER}")
        except Spent:
            pass
    note = f"with so many solutions no smallest mend is worth a search (it lacks at least {many(least, 'given')}); {_DEEPER}"
    return replace(blank, least=least, complete=False, note=note)


_DEEPER = "--deep searches all the same"


def add_givens(blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None) -> Fix:
    """Several solutions: add givens."""
    try:
        return _with_added(blank, puzzle, answer, difficulty)
    except Spent:
        return replace(blank, note=f"no further givens were found {_SPENT}", complete=False)


def rule_of_name(puzzle: Puzzle) -> str:
    """The rule that the name of a classic puzzle has in it, if with this rule the puzzle is proper; "" if there is none."""
    words = set(re.findall(r"[^\W\d_]+", puzzle.name.casefold()))
    named = [rule for rule in ADDED if words.issuperset(rule.casefold().split("-"))] if words else []
    fitting = [ruling.rule for ruling in rulings(puzzle) if ruling.fits] if named else []
    return next((rule for rule in named if rule in fitting), "")


_LITTLE = 0.05
"""The part of the usual effort that goes into proving that no fewer givens suffice."""

_SPENT = "within the work for one puzzle; allow more --seconds"


def _with_added(blank: Fix, puzzle: Puzzle, answer: bytes | None, difficulty: Level | None) -> Fix:
    if blank.method == "frequency":
        added, chain = by_frequency(puzzle, answer)
        return replace(blank, result=with_givens(puzzle, added), added=added, chain=chain)
    # Where a typing error explains all, nobody needs a long proof.
    effort = _LITTLE if blank.corrections else 1.0
    return _added(blank, puzzle, to_any(puzzle, effort) if answer is None else to_answer(puzzle, answer), difficulty)


def _added(blank: Fix, puzzle: Puzzle, found: Additions, difficulty: Level | None) -> Fix:
    rule = rule_of_name(puzzle)
    said = (
        f"as its name says it may be meant with the rule {rule}, by which it is proper (--kind {rule})" if rule else ""
    )
    fixed = replace(
        blank,
        proven_minimal=found.proven,
        least=found.least,
        mends=found.mends,
        complete=found.complete,
        note="; ".join(filter(None, (said, _bound(found)))),
    )
    mends = preferred(puzzle, found.mends, difficulty)
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


def preferred(puzzle: Puzzle, mends: Sequence[Candidates], difficulty: Level | None) -> Sequence[Candidates]:
    """Mends that keep or restore a symmetry of the givens come first; among them those nearest to the wanted difficulty."""
    usual = [orbits(name, puzzle.geometry) for name in symmetries_of(puzzle.geometry) if name != "none"]
    first = [mend for mend in mends if any(keeps_symmetry(with_givens(puzzle, mend), one) for one in usual)]
    rest = [mend for mend in mends if mend not in first]
    if difficulty is None:
        return [*first, *rest]
    from bookmaker.logic.grading import grade

    def distance(mend: Candidates) -> int:
        return abs(Level[grade(with_givens(puzzle, mend)).level.upper()] - difficulty)

    front = first or rest
    graded = sorted(front[:_GRADED], key=distance)
    return [*graded, *front[_GRADED:], *(rest if first else ())]


def add_rule(blank: Fix, puzzle: Puzzle, answer: bytes | None) -> Fix:
    """Several solutions: add a rule."""
    tried = rulings(puzzle, answer)
    if not tried:
        return replace(blank, note=f"a {puzzle.geometry.kind} puzzle takes no further rule here")
    fitting = [ruling for ruling in tried if ruling.fits]
    if not fitting:
        return replace(blank, rulings=tried, note="none of the rules leaves exactly one solution")
    best = fitting[0]
    return replace(blank, result=best.result, rule=best.rule, rulings=tried)


def without_solution(
    blank: Fix,
    puzzle: Puzzle,
    difficulty: Level | None,
    apply: Application | None,
    others: Sequence[Puzzle] = (),
) -> Fix:
    """No solution: suggest what could be meant; apply it if requested."""
    slips = corrections(puzzle, difficulty, others)
    mends, tried = clue_mends(puzzle) if puzzle.geometry.clued else ((), True)
    if mends:
        blank = replace(blank, corrections=slips, clue_mends=mends)
        # Another digit in one cell is the usual slip; rows that were exchanged are less likely than one wrong clue.
        mend = None if isinstance(apply, int) and slips else chosen_mend(mends, apply)
        if mend is not None and not _of_one_given(slips):
            return replace(blank, clue_mend=mend, result=with_mend(puzzle, mend))
    try:
        # Nobody drops three givens where one clue is wrong: sets are not looked for, unless that is ordered.
        sets = Choices((), False, 0) if mends and apply != "drop" else smallest_drops(puzzle)
    except Spent:
        sets = Choices((), False, 0)
    drops = tuple(tuple((cell, puzzle.givens[cell]) for cell in cells) for cells in sorted(sets.sets))
    known = replace(blank, corrections=slips, drops=drops, complete=sets.complete, least=sets.least)
    if (slip := chosen(slips, apply)) is not None:
        mended = with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes))
        return finished(replace(known, changed=slip.changes), mended, difficulty)
    if apply == "drop" and drops:
        mended = with_givens(puzzle, ((cell, 0) for cell, _ in drops[0]))
        return finished(replace(known, dropped=drops[0], proven_minimal=True), mended, difficulty)
    if mends and apply is None:
        return replace(known, note=_of_clues_and_givens(slips) + ("" if tried else f"; not all were tried {_SPENT}"))
    return replace(known, note=advice(slips, sets, apply, puzzle.geometry.clued))


def _of_one_given(slips: Sequence[Slip]) -> bool:
    return any(len(slip.changes) == 1 for slip in slips)


def _of_clues_and_givens(slips: Sequence[Slip]) -> str:
    if _of_one_given(slips):
        return "nothing was applied; one given or one clue may be wrong; see the corrections and the clues"
    return f"nothing was applied; see the clues{' and the corrections' * bool(slips)}"


def advice(slips: Sequence[Slip], sets: Choices, apply: Application | None, clued: bool = False) -> str:
    """The note on a puzzle that was not mended: where to look, or the failure."""
    if isinstance(apply, int) and slips:
        return f"there is no correction {apply}; there are {len(slips)}"
    if apply == "edit" and slips:
        share = round(100 * (slips[0].share or 0))
        return f"nothing was applied: the likeliest correction has {share} %; name one by its number"
    if apply not in (None, "drop") and not slips:
        return "no correction of one slip makes it proper"
    if not slips and not sets.sets:
        if sets.least <= LARGEST:
            return f"no correction of one slip makes it proper, and no givens to drop were found {_SPENT}"
        return f"too many of its givens {'and clues ' * clued}contradict one another"
    return "nothing was applied; see the corrections and the givens to drop" if slips else "see the givens to drop"


def finished(fixed: Fix, mended: Puzzle, difficulty: Level | None) -> Fix:
    """After a correction there may be several solutions still."""
    if solve(mended).solutions == 1:
        return replace(fixed, result=mended)
    found = to_any(mended)
    mend = preferred(mended, found.mends, difficulty)[0]
    return replace(
        fixed, result=with_givens(mended, mend), added=mend, proven_minimal=found.proven and fixed.proven_minimal
    )
