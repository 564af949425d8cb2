"""Bounds of work and of time: they end every search, change no result, and keep no verdict waiting."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from bookmaker.cli import main
from bookmaker.logic.repair import fixes
from bookmaker.logic.repair.companions import Companions
from bookmaker.logic.repair.typing_errors import corrections
from bookmaker.logic.solve import work
from bookmaker.logic.solve.chosen_search import searched
from bookmaker.logic.solve.solver import UNDECIDED, count_solutions, solve, solve_or_bound
from bookmaker.logic.solve.work import WORK, Seconds, Spent, Work, guess_cost, guesses_for, spending
from bookmaker.publishing.submissions.stream import judged
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

EMPTY = Puzzle(geometry(), bytes(81))
LARGE = Puzzle(geometry("classic", 16), bytes(256))
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_a_guess_costs_more_on_larger_grids() -> None:
    sizes = (9, 12, 16, 25)
    costs = [guess_cost(geometry("classic", size)) for size in sizes]
    assert costs == sorted(costs)
    assert [guesses_for(geometry("classic", size)) for size in (9, 25)] == [5_000_040, 426_666]
    assert all(guesses_for(geometry("classic", s)) * guess_cost(geometry("classic", s)) <= WORK for s in sizes)
    assert guess_cost(geometry("killer"), caged=True) > guess_cost(geometry("non-consecutive")) > costs[0]


def test_an_account_ends_searches_in_the_same_way_each_time() -> None:
    left = []
    for _ in range(2):
        with spending(Work(0.05)) as account:
            with pytest.raises(Spent):
                count_solutions(LARGE, 10**9)
            left.append(account.left())
    assert left[0] == left[1] < 0


def test_what_an_account_lets_finish_is_what_it_is_without() -> None:
    puzzles = [Puzzle(geometry(), bytes(int(c) if c != "." else 0 for c in HARD)), EMPTY]
    plain = [solve(puzzle, 500) for puzzle in puzzles]
    with spending():
        assert [solve(puzzle, 500) for puzzle in puzzles] == plain


def test_no_search_begins_that_may_cost_more_than_is_left_of_all() -> None:
    """A search begins anew with ten times the guesses; on 25x25 the last step took forty seconds of a budget of twenty."""
    begun: list[int] = []

    def run(rows: object, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        begun.append(most)
        return np.array([UNDECIDED]), np.zeros((1, 0, 4), np.uint8), np.array([False])

    with spending(Work(1)) as account, pytest.raises(Spent):
        searched(run, 1, 0.001, 0)
    assert begun == [100, 895]
    assert account.left() <= 0.001 * 10
    begun.clear()
    # A part of another account may be overdrawn as before, as what it is a part of has more.
    with spending(Work(1)), spending(Work(0.05)), pytest.raises(Spent):
        searched(run, 1, 0.001, 0)
    assert begun == [100]


def test_an_account_within_another_is_part_of_it() -> None:
    with spending(Work(0.05)) as outer:
        with pytest.raises(Spent), spending(Work(1)):
            count_solutions(LARGE, 10**9)
        assert outer.left() < 0


def test_a_clock_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr(work.time, "monotonic", lambda: float(next(clock)))
    assert solve(LARGE, 10**9, Seconds(5)).solutions == UNDECIDED
    assert next(clock) >= 5
    fixed = fixes.fix(EMPTY, seconds=1)
    assert fixed.result is None
    assert "--seconds" in fixed.note


def test_two_solutions_are_several_even_if_not_all_can_be_counted() -> None:
    (found,) = solve_or_bound([LARGE], 10**9, 2000)
    assert (found.solutions, found.limit, len(found.examples)) == (2, 2, 2)


def test_corrections_stop_where_the_work_does() -> None:
    wrong = Puzzle(geometry(), bytes(int(c) if c != "." else 0 for c in HARD.replace("36", "66", 1)))
    assert corrections(wrong)
    with spending(Work(0)):
        assert corrections(wrong) == ()


def test_puzzles_beside_a_wrong_one_say_nothing_where_there_is_no_work_left_for_them() -> None:
    page = (Puzzle(geometry(), bytes(int(c) if c != "." else 0 for c in HARD)),)
    with spending(Work(0)):
        assert Companions(page, geometry()).proper == ()
    known = Companions(page, geometry())
    assert known.proper == page
    with spending(Work(0)):
        assert known.minimal_odds == 0.0
    assert Companions(page, geometry()).minimal_odds != 0.0


def test_no_verdict_waits_for_a_stubborn_puzzle_after_it() -> None:
    taken = []

    def stream() -> Iterator[Puzzle]:
        for number in range(2):
            taken.append(number)
            yield LARGE

    verdicts = judged(stream(), "classic", 2, 1)
    assert next(verdicts).status == "several"  # type: ignore[union-attr]
    assert taken == [0]


def test_what_to_do_about_an_undecided_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(step=100)
    monkeypatch.setattr(work.time, "monotonic", lambda: float(next(clock)))
    assert main(["verify", "--seconds", "1", "--limit", "1000000000", "." * 256]) == 5
    assert "several: it has 2 or more solutions" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--seconds", "0", HARD])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("Could not find/load shared object file 'x.so'. This could mean much"), "a library cannot be loaded"),
        (ImportError("x.so: failed to map segment from shared object"), "a library cannot be loaded"),
        (ImportError("\nPLEASE READ\n\n * this page\n\nx.so: no room\n"), "cannot be loaded: x.so: no room (check"),
        (MemoryError(), "there is not enough memory"),
    ],
)
def test_a_library_that_finds_no_memory_is_no_fault_of_the_output(
    error: Exception, reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(_: object) -> int:
        raise error

    monkeypatch.setattr("bookmaker.cli.paper.styles", load)
    assert main(["styles"]) == 1
    said = capsys.readouterr().err
    assert reason in said
    assert "memory" in said
