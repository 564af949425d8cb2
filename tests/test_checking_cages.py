"""Checking Killers: every fault of the cages at once, each with its cage and cells."""

from __future__ import annotations

from dataclasses import replace

import pytest
from killer_data import published

from bookmaker.base.errors import ImproperError
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.verify.check import check, require_proper
from bookmaker.logic.verify.faults import BLOCKING
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

# All 4x4 grids by hand: rows 1234, 3412, 2143, 4321.
ANSWER = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])

PIECES = "is in pieces: its cells do not touch side by side"


def small(*cages: Cage, givens: bytes = bytes(16)) -> Puzzle:
    return Puzzle(geometry("killer", 4), givens, cages=cages)


def told(puzzle: Puzzle) -> list[tuple[str, tuple[int, ...], str]]:
    return [(fault.code, fault.cells, fault.message) for fault in check(puzzle).faults if fault.code.startswith("cage")]


@pytest.mark.parametrize(
    ("cages", "expected"),
    [
        (
            [Cage((0, 1), 3, ("r0c1", "r9c9"))],
            [("cage-outside", (0, 1), "the cage with sum 3 at r1c1 and r1c2 has r0c1 and r9c9 outside the 4x4 grid")],
        ),
        ([Cage((), 3)], [("cage-empty", (), "the cage with sum 3 has no cells")]),
        (
            [Cage((0, 1), 3), Cage((1, 2), 5)],
            [
                (
                    "cage-overlap",
                    (1,),
                    "r1c2 is in 2 cages: the cage with sum 3 at r1c1 and r1c2 and the cage with sum 5 at r1c2 and r1c3",
                )
            ],
        ),
        # A cage told more than once, and two that differ in their sums only.
        ([Cage((0, 1), 3)] * 2, [("cage-twice", (0, 1), "the cage with sum 3 at r1c1 and r1c2 is there twice")]),
        ([Cage((4,), 3)] * 3, [("cage-twice", (4,), "the cage with sum 3 at r2c1 is there 3 times")]),
        (
            [Cage((0, 1), 3), Cage((0, 1), 4)],
            [
                (
                    "cage-overlap",
                    (0, 1),
                    "r1c1 and r1c2 are in 2 cages: the cage with sum 3 at r1c1 and r1c2 and "
                    "the cage with sum 4 at r1c1 and r1c2",
                )
            ],
        ),
        (
            [Cage((0, 1, 1), 4)],
            [("cage-repeats-cell", (1,), "the cage with sum 4 at r1c1 and r1c2 has r1c2 more than once")],
        ),
        # With a sum that three digits make, too.
        (
            [Cage((0, 1, 1), 7)],
            [("cage-repeats-cell", (1,), "the cage with sum 7 at r1c1 and r1c2 has r1c2 more than once")],
        ),
        (
            [Cage((0, 2), 4)],
            [("cage-in-pieces", (0, 2), f"the cage with sum 4 at r1c1 and r1c3 {PIECES}")],
        ),
        # The last cell of a row does not touch the first of the next.
        ([Cage((3, 4), 7)], [("cage-in-pieces", (3, 4), f"the cage with sum 7 at r1c4 and r2c1 {PIECES}")]),
        (
            [Cage((0, 1, 2, 4, 5), 11)],
            [
                (
                    "cage-too-large",
                    (0, 1, 2, 4, 5),
                    "the cage with sum 11 at r1c1, r1c2, r1c3, r2c1 and r2c2 has 5 cells, and there are 4 different digits",
                )
            ],
        ),
        (
            [Cage((0, 1), 8)],
            [("cage-sum", (0, 1), "the cage with sum 8 at r1c1 and r1c2 cannot have this sum: 2 different digits make 3 to 7")],
        ),
        (
            [Cage((0, 1), None)],
            [("cage-without-sum", (0, 1), "the cage without a sum at r1c1 and r1c2: nobody can tell what its digits make")],
        ),
        (
            [Cage((0, 1), 4), Cage((2, 3), 7)],
            [
                (
                    "cage-house",
                    (0, 1, 2, 3),
                    "the cages of row 1 make 11, and its digits make 10: the cage with sum 4 at r1c1 and r1c2 and "
                    "the cage with sum 7 at r1c3 and r1c4",
                )
            ],
        ),
        (
            [Cage((0, 1), 7)],
            [],
        ),
        (
            [Cage((0, 1, 2), 6), Cage((4, 8, 12), 9), Cage((5, 6), 7), Cage((7, 11), 3)],
            [],
        ),
    ],
)  # fmt: skip
def test_each_fault_by_itself(cages: list[Cage], expected: list[tuple[str, tuple[int, ...], str]]) -> None:
    assert told(small(*cages)) == expected
    blocked = any(code in BLOCKING for code, _, _ in expected)
    assert (check(small(*cages)).status == "broken") == blocked


def test_a_cage_that_leaves_nothing_to_a_house() -> None:
    (found,) = told(Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1, 2, 3), 28), Cage((4, 5, 6), 15))))
    assert found[:2] == ("cage-house", tuple(range(9)))
    start = "the cages inside row 1 make 43, which cannot leave 2 of 45 for the 2 other cells: the cage with sum 28 at "
    assert found[2].startswith(start)
    (found,) = told(Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1, 2), 24), Cage((4, 5, 6), 23))))
    assert found[2].startswith("the cages inside row 1 make 47 of 45, which leaves nothing for the 3 other cells: ")


def test_givens_that_break_a_cage() -> None:
    givens = bytes([1, 3, 0, 0, 0, 0, 1, 0]) + bytes(8)
    cages = (Cage((0, 1), 5), Cage((2, 6, 7), 6), Cage((5, 4), 7))
    assert told(small(*cages, givens=givens)) == [
        ("cage-givens", (0, 1), "the givens in the cage with sum 5 at r1c1 and r1c2 make 4"),
    ]
    cages = (Cage((0, 4, 5), 9), Cage((1, 2, 6), 6))
    assert told(small(*cages, givens=bytes([1, 3]) + bytes(14))) == [
        (
            "cage-givens",
            (0,),
            "the givens in the cage with sum 9 at r1c1, r2c1 and r2c2 make 1, "
            "and 2 other digits cannot make the 8 that are left",
        ),
    ]
    twice = small(Cage((0, 4, 5), 9), givens=bytes([2, 0, 0, 0, 0, 2]) + bytes(10))
    assert (
        "cage-clash",
        (0, 5),
        "the digit 2 stands twice in the cage with sum 9 at r1c1, r2c1 and r2c2: r1c1 and r2c2",
    ) in told(twice)


def test_a_digit_that_clashes_in_a_cage_is_no_second_fault_of_its_sum() -> None:
    """The 1 alone would leave an 8 that two of 2, 3 and 4 do not make."""
    twice = small(Cage((0, 4, 5), 9), givens=bytes([1, 0, 0, 0, 0, 1]) + bytes(10))
    assert [code for code, _, _ in told(twice)] == ["cage-clash"]


def test_givens_in_a_cage_without_a_sum_have_none_to_break() -> None:
    bare = small(Cage((0, 1), None), givens=bytes([1]) + bytes(15))
    assert [code for code, _, _ in told(bare)] == ["cage-without-sum"]


def test_all_cages_have_to_make_what_all_digits_make() -> None:
    cages = [
        Cage((r * 4 + c, r * 4 + c + 1), ANSWER[r * 4 + c] + ANSWER[r * 4 + c + 1]) for r in range(4) for c in (0, 2)
    ]
    cages[0] = Cage(cages[0].cells, 4)
    faults = told(small(*cages))
    assert [code for code, _, _ in faults] == ["cage-house", "cage-house", "cage-total"]
    assert faults[-1][2] == "all cages together make 41, and all digits make 40"
    cages[:2] = [Cage(cages[0].cells, 3), Cage(cages[1].cells, 6)]
    assert told(small(*cages))[-1][2] == "all cages together make 39, and all digits make 40"


def test_all_at_once_and_the_solver_is_not_asked() -> None:
    puzzle = small(Cage((0, 0, 1), 100), Cage((1, 15), 4), Cage((2,), 9), Cage((3,), None, ("r5c5",)))
    verdict = check(puzzle)
    assert (verdict.status, verdict.solutions) == ("broken", 0)
    assert [fault.code for fault in verdict.faults] == [
        "cage-repeats-cell",
        "cage-in-pieces",
        "cage-sum",
        "cage-outside",
        "cage-without-sum",
        "cage-overlap",
    ]


def test_remarks_do_not_keep_a_puzzle_from_being_proper() -> None:
    cages = (*(Cage((c,), ANSWER[c]) for c in range(12)), Cage((12, 14), 6), Cage((13,), None))
    verdict = check(small(*cages))
    assert (verdict.status, verdict.solution) == ("proper", ANSWER)
    assert [fault.code for fault in verdict.faults] == ["cage-in-pieces", "cage-without-sum", "cage-uncovered"]
    assert require_proper([small(*cages)]) == [ANSWER]


def test_published_puzzles_have_no_fault_and_improper_ones_show_two_solutions() -> None:
    for puzzle, answer in published()[::3]:
        if answer is not None:
            verdict = check(puzzle)
            assert verdict.solution == answer
            # Some of the diagonal ones have cages whose cells touch at corners only, and some leave a few cells to no cage.
            assert {fault.code for fault in verdict.faults} <= {"cage-in-pieces", "cage-uncovered"}, puzzle.name
            assert verdict.sound or puzzle.geometry.kind == "killer-x"
    improper = [puzzle for puzzle, answer in published() if answer is None]
    for puzzle in improper[:-1]:
        verdict = check(puzzle, 10)
        assert verdict.status == "several"
        one, other = verdict.examples
        (fault,) = verdict.faults
        assert fault.cells == tuple(cell for cell in range(81) if one[cell] != other[cell])
        assert len(verdict.as_dict()["examples"]) == 2  # type: ignore[arg-type]


def test_a_cage_that_is_there_twice_is_broken_even_where_one_grid_fits() -> None:
    puzzle = next(puzzle for puzzle, answer in published() if puzzle.name == "teun-EasyKiller")
    verdict = check(puzzle)
    assert verdict.status == "broken"
    (fault,) = verdict.faults
    assert (fault.code, fault.cells) == ("cage-twice", (47, 55, 56))
    assert fault.message == "the cage with sum 6 at r6c3, r7c2 and r7c3 is there twice"
    with pytest.raises(ImproperError, match="is there twice"):
        require_proper([puzzle])


def test_cages_that_overlap_on_purpose_are_proper() -> None:
    rows = [Cage(tuple(range(r * 4, r * 4 + 4)), 10) for r in range(4)]
    puzzle = small(
        *rows, *(Cage((c, c + 4), ANSWER[c] + ANSWER[c + 4]) for c in range(4)), givens=ANSWER[:6] + bytes(10)
    )
    for wanted in (puzzle, small(*puzzle.cages, givens=ANSWER[:15] + bytes(1))):
        verdict = check(wanted)
        assert verdict.status in {"several", "proper"}
        assert {fault.code for fault in verdict.faults} <= {"cage-overlap", "several-solutions"}
    assert (verdict.status, verdict.sound) == ("proper", True)
    assert require_proper([verdict.puzzle]) == [ANSWER]


def test_a_forgotten_cell_is_named_instead_of_the_cages_that_contradict_each_other_for_it() -> None:
    puzzle = next(puzzle for puzzle, answer in published() if answer is not None)
    for cage in puzzle.cages[:6]:
        less = Cage(cage.cells[1:], cage.sum)
        wrong = replace(
            puzzle, cages=(*(other for other in puzzle.cages if other != cage), *([less] if less.cells else []))
        )
        verdict = check(wrong)
        uncovered = [fault.cells for fault in verdict.faults if fault.code == "cage-uncovered"]
        assert uncovered == [cage.cells[:1]]
        assert verdict.sound == (verdict.status == "proper")
        assert "contradict" not in " ".join(fault.message for fault in verdict.faults)


def test_a_cage_that_was_left_out_is_named_where_the_others_suffice() -> None:
    """One rule for a cell and for a cage: verified as proper, with a remark."""
    found = []
    for puzzle in [puzzle for puzzle, answer in published() if answer is not None]:
        for cage in puzzle.cages:
            verdict = check(replace(puzzle, cages=tuple(other for other in puzzle.cages if other != cage)))
            if verdict.status == "proper":
                (fault,) = verdict.faults
                assert (fault.code, fault.cells, verdict.sound) == ("cage-uncovered", cage.cells, True)
                assert fault.message.endswith("in no cage, which is right only if no cage was left out")
                found.append(len(cage.cells))
        if len(found) > 4:
            break
    assert max(found) > 1
    # Where the setter left many cells without cages, they are meant.
    few = replace(puzzle, cages=puzzle.cages[:12])
    assert "cage-uncovered" not in [fault.code for fault in check(few).faults]


def test_sizes_beyond_reason_are_told_at_once() -> None:
    huge = Puzzle(geometry("killer"), bytes(81), cages=(Cage(tuple(range(81)) * 124, 1_000_000, ("r77c1",) * 10_000),))
    assert [fault.code for fault in check(huge).faults] == ["cage-outside", "cage-repeats-cell", "cage-too-large"]
    many = Puzzle(geometry("killer"), bytes(81), cages=tuple(Cage((5,), None) for _ in range(3000)))
    verdict = check(many)
    assert [fault.code for fault in verdict.faults][:2] == ["cage-without-sum", "cage-twice"]
    assert max(len(fault.message) for fault in verdict.faults) < 700


def test_many_cages_without_a_sum_are_one_fault_behind_the_others() -> None:
    cages = [Cage((at, at + 1), None) for at in range(0, 20, 2) if at % 9 != 8] + [Cage((40, 42), 9)]
    faults = check(Puzzle(geometry("killer"), bytes(81), cages=tuple(cages))).faults
    assert [fault.code for fault in faults][:2] == ["cage-in-pieces", "cage-without-sum"]
    said = faults[1].message
    assert said == "9 of 10 cages have no sum: r1c1 and r1c2; r1c3 and r1c4; r1c5 and r1c6; and 6 more"


def test_a_cage_in_pieces_is_not_passed_over_by_mending() -> None:
    others = [Cage((cell,), ANSWER[cell]) for cell in range(1, 14)]
    for cages in ((Cage((0, 14), None), *others), (Cage((0, 14), 3), *others[4:], Cage((1, 2), 5))):
        apart = small(*cages)
        fixed = fix(apart)
        assert not fixed.mended and any(fault.code == "cage-in-pieces" for fault in fixed.faults)
