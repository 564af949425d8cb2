"""Which way of mending is taken: by what is wrong, by the method that was asked for, and by what may be applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bookmaker.logic.repair import fixes, killer_fixes, ways
from bookmaker.logic.repair.added_givens import Additions, Candidates, Stage, with_givens
from bookmaker.logic.repair.cage_errors import CageMend, recaged
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.record import Fix, Method
from bookmaker.logic.repair.typing_errors import Slip
from bookmaker.logic.repair.ways import Move
from bookmaker.logic.solve.minimum_hitting_set import Choices
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import WORK, Spent, spending
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

FOUR = "1234341221434321"
ANSWER = bytes(map(int, FOUR))
OTHER = bytes(5 - digit for digit in ANSWER)


def four(cells: str) -> Puzzle:
    return Puzzle(geometry("classic", 4), bytes(map(int, cells.replace(".", "0"))))


PROPER, SEVERAL, CLASH = four("12..34..2.4.4..1"), four("12.............."), four("11..............")
SLIP = Slip("digit", ((1, 1, 2),))


def blank(puzzle: Puzzle, **other: Any) -> Fix:
    return replace(Fix(puzzle, "minimal", "several", 2, None), **other)


def told(note: str) -> Callable[..., Fix]:
    """A way to mend that says that it was taken, and with what."""
    return lambda begun, *others, **_: replace(begun, note=f"{note} {'answer' if ANSWER in others else 'any'}")


# Killers.

CAGES = (Cage((0, 1), 3), Cage((2, 3, 7), 9))
KILLER = Puzzle(geometry("killer", 4), bytes(16), cages=CAGES)
GIVEN = replace(KILLER, givens=bytes([1, *[0] * 15]))
SUM = CageMend("sum", CAGES[:1], (Cage((0, 1), 4),))
TWICE = CageMend("cage-twice", CAGES[:1], ())


def killer(
    monkeypatch: pytest.MonkeyPatch,
    puzzle: Puzzle,
    status: str,
    mends: tuple[CageMend, ...] = (),
    complete: bool = True,
    solutions: int = 5,
    method: str = "minimal",
    apply: Any = None,
    answer: bytes | None = None,
    dropped: Puzzle | None = None,
    later: tuple[CageMend, ...] = (),
) -> Fix:
    """What is done of a Killer that is judged so, of which these changes of the cages would make a proper one.

    ``later``: the changes where other sums were put in before.
    """
    verdict = SimpleNamespace(status=status, solutions=0, faults=(), solution=None)
    monkeypatch.setattr(killer_fixes, "check", lambda _: verdict)
    monkeypatch.setattr(killer_fixes, "counted", lambda _, most: (solutions, most))
    monkeypatch.setattr(killer_fixes, "cage_mends", lambda asked, *_: (mends if asked is puzzle else later, complete))
    monkeypatch.setattr(killer_fixes, "add_rule", told("rule"))
    monkeypatch.setattr(killer_fixes, "add_givens", told("givens"))
    monkeypatch.setattr(
        killer_fixes, "without_solution", lambda begun, *_: replace(begun, note="drops", result=dropped)
    )
    begun = Fix(puzzle, method, "none", 0, None)  # type: ignore[arg-type]
    return killer_fixes.fix_killer(begun, puzzle, answer, None, apply)


def test_a_killer_with_several_solutions_gets_the_only_change_of_its_cages(monkeypatch: pytest.MonkeyPatch) -> None:
    done = killer(monkeypatch, KILLER, "several", (SUM,))
    assert (done.cage_mend, done.cage_mends, done.result) == (SUM, (SUM,), recaged(KILLER, SUM))
    assert (done.status, done.solutions, done.complete) == ("several", 5, True)
    # Of several changes, or where not all were tried, none is made unless it is named.
    other = CageMend("sum", SUM.old, (Cage(SUM.new[0].cells, 9),))
    for mends, complete in (((SUM, other), True), ((SUM,), False)):
        done = killer(monkeypatch, KILLER, "several", mends, complete=complete)
        assert (done.cage_mend, done.cage_mends, done.note) == (None, mends, "givens any")
    assert killer(monkeypatch, KILLER, "several", (SUM, other), apply=2).result == recaged(KILLER, other)
    assert killer(monkeypatch, KILLER, "several", (TWICE, SUM)).cage_mend == TWICE
    # A thousand solutions may be the work of one cage; of more, givens are missing, as they are where no change helps.
    assert killer(monkeypatch, KILLER, "several", (SUM,), solutions=1000).cage_mend == SUM
    for done in (
        killer(monkeypatch, KILLER, "several", (SUM,), solutions=1001),
        killer(monkeypatch, KILLER, "several"),
        killer(monkeypatch, KILLER, "several", (SUM,), method="move"),
        killer(monkeypatch, KILLER, "several", (SUM,), method="frequency"),
    ):
        assert (done.note, done.result) == ("givens any", None)
    assert killer(monkeypatch, KILLER, "several", (SUM,), method="constraint").note == "rule any"


def test_a_killer_without_a_solution_is_changed_only_if_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for status in ("none", "broken"):
        for method in ("minimal", "constraint", "frequency"):
            left = killer(monkeypatch, KILLER, status, (SUM,), method=method)
            assert (left.result, left.cage_mends) == (None, (SUM,))
            assert left.note.startswith("nothing was applied")
        done = killer(monkeypatch, KILLER, status, (SUM,), apply="edit")
        assert (done.cage_mend, done.result) == (SUM, recaged(KILLER, SUM))
        # A cage that is there twice goes in any case: that takes nothing from the puzzle.
        assert killer(monkeypatch, KILLER, status, (TWICE, SUM)).cage_mend == TWICE
        assert killer(monkeypatch, KILLER, status, (SUM, TWICE)).cage_mend is None
        none = killer(monkeypatch, KILLER, status)
        assert none.note == "no small change of its cages makes it proper" and none.result is None
        assert "the bound of work" in killer(monkeypatch, KILLER, status, complete=False).note


def test_givens_of_a_killer_may_be_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert killer(monkeypatch, GIVEN, "none").note == "drops"
    both = killer(monkeypatch, GIVEN, "none", (SUM,))
    assert both.note.startswith("nothing was applied") and both.cage_mends == (SUM,)
    done = killer(monkeypatch, GIVEN, "none", (SUM,), dropped=KILLER)
    assert (done.note, done.result, done.cage_mends) == ("drops", KILLER, (SUM,))
    assert killer(monkeypatch, GIVEN, "none", apply="drop").note == "drops"
    assert (
        killer(monkeypatch, GIVEN, "none", apply="edit").note == "no small change of its cages makes it proper; drops"
    )
    # One wrong given is likelier than two wrong sums.
    two = CageMend("two-sums", CAGES, (Cage((0, 1), 4), Cage((2, 3, 7), 8)))
    assert killer(monkeypatch, GIVEN, "none", (two,), apply="edit", dropped=KILLER).result == KILLER
    assert killer(monkeypatch, GIVEN, "none", (two,), apply="edit").cage_mend == two
    assert killer(monkeypatch, GIVEN, "none", (SUM,), apply="edit", dropped=KILLER).cage_mend == SUM
    assert killer(monkeypatch, KILLER, "undecided").note.startswith("too hard to decide")


def test_a_killer_with_hardly_a_cage_is_to_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killer_fixes, "solve", lambda *_: SimpleNamespace(solutions=10_000, proper=False, first=None))
    assert killer(monkeypatch, KILLER, "several").note.startswith("too few of its cages are there, so that")
    bare = replace(KILLER, cages=())
    assert killer(monkeypatch, bare, "several").note.startswith("it has no cages, so that")
    monkeypatch.setattr(killer_fixes, "solve", lambda *_: SimpleNamespace(solutions=-1, proper=False, first=None))
    assert killer(monkeypatch, KILLER, "several").note.startswith("too few of its cages")
    monkeypatch.setattr(killer_fixes, "solve", lambda *_: SimpleNamespace(solutions=9_999, proper=False, first=None))
    assert killer(monkeypatch, KILLER, "several").note == "givens any"


def test_sums_that_are_missing_come_from_the_first_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two cages or more; and the puzzle is what it then is: proper, or with fewer solutions to go on from."""
    untold = tuple(replace(cage, sum=None) for cage in CAGES)
    first = solve(replace(KILLER, cages=()), 1).first
    assert first is not None
    for proper in (True, False):
        found = SimpleNamespace(solutions=2, proper=proper, first=first)
        monkeypatch.setattr(killer_fixes, "solve", lambda *_, found=found: found)
        done = killer(monkeypatch, replace(KILLER, cages=untold), "several")
        assert [(one.cells, one.old) for one in done.sums] == [(cage.cells, None) for cage in CAGES]
        assert (done.result is not None, done.note) == (proper, "" if proper else "givens any")
        one = killer(monkeypatch, replace(KILLER, cages=(CAGES[0], untold[1])), "several")
        assert (one.sums, one.note) == ((), "givens any")
        assert killer(monkeypatch, replace(KILLER, cages=untold), "none").sums == ()


def test_the_answer_of_a_killer_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = tuple(replace(cage, sum=sum(ANSWER[cell] for cell in cage.cells)) for cage in CAGES)
    puzzle = replace(KILLER, cages=exact)
    refused = killer(monkeypatch, puzzle, "several", answer=bytes([2, *ANSWER[1:]]))
    assert refused.note == "its answer breaks the rules or the givens"
    # A change of shapes that leaves the answer; with none of them sums of the answer, then givens or a rule.
    cut = CageMend("cage-split", exact[:1], (Cage((0, 1, 4), 6),))
    done = killer(monkeypatch, puzzle, "several", (cut,), answer=ANSWER, complete=False)
    assert (done.cage_mend, done.cage_mends, done.complete) == (cut, (cut,), False)
    assert done.result == recaged(puzzle, cut)
    assert killer(monkeypatch, puzzle, "several", answer=ANSWER).note == "givens answer"
    assert killer(monkeypatch, puzzle, "several", answer=ANSWER, method="constraint").note == "rule answer"
    for method in ("minimal", "move", "frequency"):
        assert killer(monkeypatch, puzzle, "several", answer=ANSWER, method=method).note == "givens answer"
    twice = replace(KILLER, cages=(Cage((0, 6), 2), *exact[1:]))
    assert killer(monkeypatch, twice, "several", answer=ANSWER).note == "its answer has a digit twice in a cage"
    # Sums alone are put right, all of them, and not only those of the likeliest change.
    wrong = replace(KILLER, cages=tuple(replace(cage, sum=(cage.sum or 0) + 1) for cage in exact))
    off = CageMend("sum", wrong.cages[:1], exact[:1])
    done = killer(monkeypatch, wrong, "none", (off,), answer=ANSWER, later=(cut,))
    assert [(one.old, one.new) for one in done.sums] == [
        (cage.sum, one.sum) for cage, one in zip(wrong.cages, exact, strict=True)
    ]
    # After that a change of the cages may still be needed.
    assert (done.cage_mend, done.cage_mends, done.result) == (cut, (cut,), recaged(puzzle, cut))
    for method, note in (("minimal", "givens answer"), ("move", "givens answer"), ("constraint", "rule answer")):
        done = killer(monkeypatch, wrong, "none", (off,), answer=ANSWER, method=method)
        assert (done.note, done.cage_mend) == (note, None)
    assert killer(monkeypatch, wrong, "none", (off,), answer=ANSWER, method="move", later=(cut,)).cage_mend is None


# Givens and rules.


def test_what_takes_too_much_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> None:
        raise Spent

    monkeypatch.setattr(ways, "to_any", spent)
    done = ways.add_givens(blank(SEVERAL), SEVERAL, None, None)
    assert done.note == "no further givens were found within the work for one puzzle; allow more --seconds"
    assert not done.complete and done.result is None
    monkeypatch.setattr(ways, "corrections", lambda *_: ())
    monkeypatch.setattr(ways, "smallest_drops", spent)
    done = ways.without_solution(blank(CLASH), CLASH, None, None)
    assert "no givens to drop were found within the work" in done.note
    assert (done.drops, done.complete, done.least) == ((), False, 0)
    monkeypatch.setattr(ways, "corrections", lambda *_: (SLIP,))
    done = ways.without_solution(blank(CLASH), CLASH, None, None)
    assert done.note.startswith("nothing was applied") and done.corrections == (SLIP,)


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize(
    ("cells", "method", "answered"),
    [
        ("1".ljust(81, "."), "minimal", False),
        ("1".ljust(80, ".") + "2", "frequency", False),
        (HARD[:25].ljust(81, "."), "minimal", True),
        *(
            (HARD.replace("7", ".").replace("1", "."), method, False)
            for method in ("minimal", "frequency", "constraint")
        ),
    ],
)
def test_where_few_givens_are_left_little_work_is_done_unless_more_is_asked_for(
    cells: str, method: Method, answered: bool
) -> None:
    puzzle = Puzzle(geometry(), bytes(map(int, cells.replace(".", "0"))))
    answer = solve(Puzzle(geometry(), bytes(map(int, HARD.replace(".", "0"))))).solution if answered else None
    with spending() as account:
        done = fix(puzzle, answer, method)
    assert WORK - account.left() < 3
    assert done.solutions >= 200_000 and done.note.endswith("--deep searches all the same")
    # 17 givens are needed: McGuire, Tugemann and Civario, 2012.
    assert done.least == 17 - puzzle.given_count
    assert (done.result is not None) == (method == "minimal" and done.least <= 3)
    assert done.result is None or (solve(done.result).proper and len(done.added) >= done.least)


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("deep", [False, True])
def test_a_grid_without_a_given_is_never_mended(deep: bool, answered: bool) -> None:
    answer = solve(Puzzle(geometry(), bytes(map(int, HARD.replace(".", "0"))))).solution if answered else None
    done = fix(Puzzle(geometry(), bytes(81)), answer, deep=deep)
    assert done.result is None and "the grid has no given" in done.note


def test_where_a_typing_error_explains_all_nobody_waits_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[float] = []

    def any_answer(puzzle: Puzzle, effort: float) -> Additions:
        efforts.append(effort)
        return Additions((((2, 3), (4, 3)),), True, 2, True, True)

    monkeypatch.setattr(ways, "to_any", any_answer)
    ways.add_givens(blank(SEVERAL), SEVERAL, None, None)
    ways.add_givens(blank(SEVERAL, corrections=(SLIP,)), SEVERAL, None, None)
    assert efforts[0] == 1 and 0 < efforts[1] <= 0.1


@pytest.mark.parametrize(
    ("found", "note"),
    [
        (Additions((((2, 3),),), True, 1, True, True), ""),
        (Additions((((2, 3),),), False, 1, False, True), "not proven smallest: for any answer at least 1 is needed"),
        (Additions((((2, 3),),), False, 2, False, False), "not proven smallest: for this answer at least 2 are needed"),
    ],
)
def test_what_is_not_proven_is_said(monkeypatch: pytest.MonkeyPatch, found: Additions, note: str) -> None:
    monkeypatch.setattr(ways, "to_any", lambda *_: found)
    monkeypatch.setattr(ways, "rule_of_name", lambda _: "")
    done = ways.add_givens(blank(SEVERAL), SEVERAL, None, None)
    assert (done.note, done.proven_minimal, done.least, done.complete) == (
        note,
        found.proven,
        found.least,
        found.complete,
    )
    assert (done.added, done.mends, done.result) == (found.mends[0], found.mends, with_givens(SEVERAL, found.mends[0]))
    monkeypatch.setattr(ways, "rule_of_name", lambda _: "x")
    both = ways.add_givens(blank(SEVERAL), SEVERAL, None, None).note
    assert both.startswith("as its name says it may be meant with the rule x, by which it is proper (--kind x)")
    assert both.endswith(f"; {note}" if note else "(--kind x)")


def test_moved_givens_say_how_many_could_go(monkeypatch: pytest.MonkeyPatch) -> None:
    mend: Candidates = ((2, 3), (4, 3))
    monkeypatch.setattr(ways, "to_any", lambda *_: Additions((mend,), True, 2, True, True))
    for dropped, note in (((), "none of its own givens can go"), (((0, 1),), "only 1 of its own givens can go"),
                          (((0, 1), (1, 2)), "")):  # fmt: skip
        monkeypatch.setattr(ways, "moves", lambda *_, dropped=dropped: Move(mend, dropped, len(dropped) == 2))
        done = ways.add_givens(blank(SEVERAL, method="move"), SEVERAL, None, None)
        assert (done.note, done.added, done.dropped) == (note, mend, dropped)
        assert done.result == with_givens(with_givens(SEVERAL, mend), [(cell, 0) for cell, _ in dropped])


def test_the_published_method_keeps_its_chain() -> None:
    for answer in (None, ANSWER):
        done = ways.add_givens(blank(SEVERAL, method="frequency"), SEVERAL, answer, None)
        assert done.result == with_givens(SEVERAL, done.added)
        assert solve(done.result).proper and (answer is None or solve(done.result).solution == answer)
        assert done.chain[-1] == Stage(1, False) and len(done.chain) == len(done.added) + 1


def test_a_rule_is_named_by_whole_words_and_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    fitting = ("x", "non-consecutive")
    monkeypatch.setattr(
        ways, "rulings", lambda _: tuple(SimpleNamespace(rule=one, fits=one in fitting) for one in ways.ADDED)
    )
    for name, rule in (
        ("Sudoku X", "x"), ("Max", ""), ("", ""), ("X, non consecutive", "x"), ("Non-Consecutive 3", "non-consecutive"),
        ("consecutive", ""), ("windoku", ""), ("x-sudoku 7", "x"),
    ):  # fmt: skip
        assert ways.rule_of_name(replace(SEVERAL, name=name)) == rule


def test_the_first_rule_that_fits_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    def ruling(rule: str, fits: bool) -> SimpleNamespace:
        return SimpleNamespace(rule=rule, fits=fits, result=PROPER if fits else None)

    tried = (ruling("windoku", False), ruling("x", True), ruling("non-consecutive", True))
    monkeypatch.setattr(ways, "rulings", lambda *_: tried)
    done = ways.add_rule(blank(SEVERAL), SEVERAL, None)
    assert (done.rule, done.result, done.rulings) == ("x", PROPER, tried)
    monkeypatch.setattr(ways, "rulings", lambda *_: tried[:1])
    done = ways.add_rule(blank(SEVERAL), SEVERAL, None)
    assert (done.note, done.rulings) == ("none of the rules leaves exactly one solution", tried[:1])
    monkeypatch.setattr(ways, "rulings", lambda *_: ())
    assert ways.add_rule(blank(SEVERAL), SEVERAL, None).note == "a classic puzzle takes no further rule here"


def test_what_may_be_applied_is_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    drops = Choices(((1,), (0,)), True, 1)
    monkeypatch.setattr(ways, "smallest_drops", lambda _: drops)
    monkeypatch.setattr(ways, "corrections", lambda *_: (SLIP,))
    left = ways.without_solution(blank(CLASH), CLASH, None, None)
    assert left.drops == (((0, 1),), ((1, 1),)) and left.result is None and not left.changed and not left.dropped
    edited = ways.without_solution(blank(CLASH), CLASH, None, "edit")
    assert edited.changed == SLIP.changes and edited.result is not None and solve(edited.result).proper
    dropped = ways.without_solution(blank(CLASH), CLASH, None, "drop")
    assert dropped.dropped == ((0, 1),) and dropped.result is not None and solve(dropped.result).proper
    assert dropped.proven_minimal and not edited.proven_minimal
    monkeypatch.setattr(ways, "corrections", lambda *_: ())
    assert ways.without_solution(blank(CLASH), CLASH, None, "edit").note == "no correction of one slip makes it proper"
    assert ways.without_solution(blank(CLASH), CLASH, None, None).note == "see the givens to drop"
    drops = Choices((), False, 20)
    assert "contradict one another" in ways.without_solution(blank(CLASH), CLASH, None, "drop").note


@pytest.mark.parametrize("minimal", [True, False])
@pytest.mark.parametrize("proven", [True, False])
def test_what_a_correction_leaves_is_the_least_if_both_parts_are(
    monkeypatch: pytest.MonkeyPatch, minimal: bool, proven: bool
) -> None:
    monkeypatch.setattr(ways, "to_any", lambda _: Additions((((2, 3), (4, 3)),), True, 2, proven, True))
    done = ways.finished(blank(SEVERAL, proven_minimal=minimal), SEVERAL, None)
    assert done.proven_minimal == (minimal and proven)
    whole = ways.finished(blank(PROPER, proven_minimal=minimal), PROPER, None)
    assert (whole.result, whole.added, whole.proven_minimal) == (PROPER, (), minimal)


def given(
    monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, slips: tuple[Slip, ...] = (), limit: int = 1_000_000, **asked: Any
) -> Fix:
    monkeypatch.setattr(fixes, "counted", lambda *_: (12, limit))
    monkeypatch.setattr(fixes, "corrections", lambda *_: slips)
    monkeypatch.setattr(fixes, "add_rule", told("rule"))
    monkeypatch.setattr(fixes, "add_givens", told("givens"))
    monkeypatch.setattr(fixes, "offhand", told("at once"))
    monkeypatch.setattr(fixes, "without_solution", told("none"))
    return fix(puzzle, **asked)


def test_what_is_wrong_and_the_method_say_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given(monkeypatch, PROPER).result == PROPER
    assert given(monkeypatch, PROPER, answer=ANSWER).proven_minimal
    several = given(monkeypatch, SEVERAL, (SLIP,))
    assert (several.note, several.corrections, several.solutions, several.status) == (
        "givens any",
        (SLIP,),
        12,
        "several",
    )
    assert given(monkeypatch, SEVERAL, answer=ANSWER).note == "givens answer"
    assert given(monkeypatch, replace(SEVERAL, answer=ANSWER)).note == "givens answer"
    assert given(monkeypatch, SEVERAL, answer=ANSWER, method="constraint").note == "rule answer"
    # Nobody looks for slips where the answer is known, another method was asked for, or too many solutions are left.
    many = tuple({"limit": limit, "deep": True} for limit in (12, 2))
    for other in ({"answer": ANSWER}, {"method": "move"}, {"method": "frequency"}, *many):
        left = given(monkeypatch, SEVERAL, (SLIP,), **other)  # type: ignore[arg-type]
        assert left.corrections == () and left.note.startswith("givens")
    for limit in (12, 2):
        assert given(monkeypatch, SEVERAL, (SLIP,), limit, answer=ANSWER).note == "at once answer"
    edited = given(monkeypatch, SEVERAL, (SLIP,), apply="edit")
    assert (edited.changed, edited.result) == (SLIP.changes, with_givens(SEVERAL, [(1, 2)]))
    assert given(monkeypatch, SEVERAL, apply="edit").note == "givens any"
    assert given(monkeypatch, SEVERAL, (SLIP,), apply="drop").note == "givens any"
    for method in ("minimal", "constraint", "move"):
        clash = given(monkeypatch, CLASH, method=method)
        assert clash.note == "none any" and clash.status == "broken" and clash.faults


def test_givens_unlike_the_answer_are_named_and_changed_where_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = with_givens(PROPER, [(0, 2), (5, 1)])
    left = given(monkeypatch, wrong, answer=ANSWER)
    assert left.corrections == (Slip("answer", ((0, 2, 1), (5, 1, 4))),)
    assert left.note == "its answer has other digits than these givens: r1c1 (2, answer 1), r2c2 (1, answer 4)"
    assert left.result is None
    edited = given(monkeypatch, wrong, answer=ANSWER, apply="edit")
    assert edited.changed == left.corrections[0].changes and edited.corrections == left.corrections
    assert edited.result is not None and solve(edited.result).solution == ANSWER
    assert given(monkeypatch, wrong, answer=ANSWER, apply="drop").result is None


def test_an_answer_that_is_no_grid_is_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (ANSWER[:-1], ANSWER[:-1] + b"\0", ANSWER[:-1] + b"\5", ANSWER[:-1] + b"\2"):
        clash = given(monkeypatch, CLASH, answer=answer)
        assert clash.note == "its answer is no solution grid either; none any"
        proper = given(monkeypatch, PROPER, answer=answer)
        assert proper.note.endswith("; mend the answer, or leave it out") and proper.result is None
        assert given(monkeypatch, SEVERAL, answer=answer).note.endswith("mend the answer, or leave it out")
