"""Mending: what is added is proper and the fewest, by brute force and by python-sat's Hitman; corrections; rules; moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from conftest import scaled
from pysat.examples.hitman import Hitman

from bookmaker import generate
from bookmaker.base.errors import UsageError
from bookmaker.logic.repair import added_givens, record, sampled_answers, ways
from bookmaker.logic.repair.added_givens import keeps_symmetry, with_givens
from bookmaker.logic.repair.fixes import METHODS, fix
from bookmaker.logic.repair.typing_errors import corrections
from bookmaker.logic.repair.ways import keeping, smallest_drops
from bookmaker.logic.solve.minimum_hitting_set import smallest_sets
from bookmaker.logic.solve.solver import count_solutions, sampled_solutions, solution_array, solutions, solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import check
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry, orbits
from bookmaker.puzzles.rules import geometry

# The example of Wikipedia's article "Sudoku", and its solution.
PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = bytes(map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179"))

# From Sudopedia's page of invalid test cases: puzzles of 2, 3, 4, 10 and 125 solutions; and of none.
SEVERAL = {
    2: ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.",
    3: "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........",
    4: "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........",
    10: "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65",
    125: "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...",
}
FEWEST = {2: 1, 3: 1, 4: 1, 10: 2, 125: 1}
UNSOLVABLE = {
    "box": ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.",
    "square": "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
    "column": "....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2...",
}
CLASH = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"


def puzzle(text: str) -> Puzzle:
    size = int(len(text) ** 0.5)
    return Puzzle(geometry("classic", size), bytes(0 if symbol == "." else int(symbol) for symbol in text))


def weakened(count: int, most: int) -> list[Puzzle]:
    """The example with some givens taken away, each with the example's answer."""
    choose = random.Random(3)
    whole = puzzle(PROPER)
    cells = [cell for cell, digit in enumerate(whole.givens) if digit]
    return [
        with_givens(whole, ((cell, 0) for cell in choose.sample(cells, choose.randint(1, most)))) for _ in range(count)
    ]


def by_hitman(here: Puzzle, answer: bytes) -> int:
    wanted = np.frombuffer(answer, np.uint8)
    sets = {tuple(np.flatnonzero(row != wanted).tolist()) for row in solution_array(here, 100_000)} - {()}
    with Hitman(bootstrap_with=[list(cells) for cells in sets], htype="sorted") as hitman:
        return len(hitman.get())


def fewest_by_brute_force(here: Puzzle) -> int:
    """The fewest candidates that one solution only has, over all answers."""
    found = [row.tobytes() for row in solution_array(here, 500)]
    candidates = sorted({pair for solution in found for pair in enumerate(solution)})
    for size in range(1, 9):
        for chosen in combinations(candidates, size):
            if sum(all(solution[cell] == digit for cell, digit in chosen) for solution in found) == 1:
                return size
    raise AssertionError


def test_the_smallest_sets_meet_all_of_a_family_and_are_all_there_are() -> None:
    choose = random.Random(1)
    for _ in range(60):
        family = [frozenset(choose.sample(range(70), choose.randint(1, 5))) for _ in range(choose.randint(1, 7))]

        def missed(chosen: tuple[int, ...], family: list[frozenset[int]] = family) -> frozenset[int] | None:
            return next((cells for cells in family if not cells & set(chosen)), None)

        found = smallest_sets(70, missed, 10, 10**6)
        touched = sorted(set().union(*family))
        expected = {
            chosen for chosen in combinations(touched, found.least) if all(cells & set(chosen) for cells in family)
        }
        assert set(found.sets) == expected
        assert len(found.sets) == len(expected)
        assert found.complete
        smaller = combinations(touched, found.least - 1)
        assert not any(all(cells & set(chosen) for cells in family) for chosen in smaller)


def test_an_empty_family_needs_nothing() -> None:
    found = smallest_sets(81, lambda chosen: None, 5)
    assert (found.sets, found.least, found.complete) == (((),), 0, True)


def test_who_has_no_patience_is_told_the_bound() -> None:
    found = smallest_sets(81, lambda chosen: {cell for cell in range(81) if cell not in chosen}, 81, patience=50_000)
    assert not found.sets
    assert not found.complete
    assert found.least > 1


@pytest.mark.parametrize("count", sorted(SEVERAL))
def test_the_fewest_givens_for_any_answer(count: int) -> None:
    here = puzzle(SEVERAL[count])
    found = ways.to_any(here)
    assert (found.least, found.proven, found.any_answer) == (FEWEST[count], True, True)
    assert found.complete
    assert all(count_solutions([with_givens(here, mend) for mend in found.mends]) == 1)
    assert len(set(found.mends)) == len(found.mends)
    assert fewest_by_brute_force(here) == found.least
    # All of them, not only some: as many as single candidates that one solution only has.
    if found.least == 1:
        counts = added_givens.frequencies(solution_array(here, 1000), 9)
        assert len(found.mends) == int((counts == 1).sum())


def test_the_fewest_givens_for_a_wanted_answer_as_an_independent_program_finds_them() -> None:
    for here in weakened(25, 4):
        found = added_givens.to_answer(here, ANSWER)
        assert solve(with_givens(here, found.mends[0])).solution == ANSWER
        if count_solutions(here, 20_000)[0] < 20_000:
            assert found.proven
            assert found.least == by_hitman(here, ANSWER)


SIXTEEN = "...........5....9...4....1.2....3.5....7.....438...2......9.....1.4...6.........."
"""From Sudopedia's page of invalid test cases: 16 givens, more than a hundred million solutions."""


@pytest.mark.thorough("test_repair_sampled.py::test_a_proof_ends_after_so_many_looks_and_they_are_charged")
def test_more_solutions_than_can_be_listed() -> None:
    here = puzzle(SIXTEEN)
    found = ways.to_any(here, effort=0.04)
    assert solve(with_givens(here, found.mends[0])).solutions == 1
    assert len(found.mends[0]) <= 5
    assert not found.proven
    assert found.least >= 3


def test_four_givens_that_the_rarest_digits_of_listed_solutions_name_are_too_few() -> None:
    """Found greedily among the 200,000 solutions met first, they leave one of those, and 2,095 of the others."""
    four = [(60, 4), (3, 6), (75, 8), (0, 8)]
    assert count_solutions(with_givens(puzzle(SIXTEEN), four), 10_000)[0] == 2096


def test_few_givens_are_few_and_always_the_same() -> None:
    """Grids with some givens left: a mend of as few givens as those that were taken away is known for each."""
    choose = random.Random(2)
    whole = puzzle(PROPER)
    cells = [cell for cell, digit in enumerate(whole.givens) if digit]
    for again in (True, False)[: scaled(1, 2)]:
        gone = choose.sample(cells, 7)
        here = with_givens(whole, ((cell, 0) for cell in gone))
        few = sampled_answers.few_givens(here)
        assert solve(with_givens(here, few)).solutions == 1
        assert len(few) < len(gone)
        assert not again or few == sampled_answers.few_givens(here)


def test_a_sample_of_solutions_is_unbiased() -> None:
    """The weights come to the number of solutions, all of them and those with one more digit."""
    here = puzzle("1" + "." * 15)
    found, weights = sampled_solutions(here, 4000, 1)
    assert abs(weights.sum() / 72 - 1) < 0.05
    exact = count_solutions(with_givens(here, [(5, 4)]), 1000)[0]
    assert abs(weights[found[:, 5] == 4].sum() / exact - 1) < 0.15
    assert len(sampled_solutions(puzzle(CLASH), 10, 1)[0]) == 0


def test_the_least_number_is_proven_as_by_brute_force() -> None:
    choose = random.Random(4)
    numbers = set()
    for _ in range(scaled(2, 4)):
        grid = sampled_solutions(puzzle("." * 16), 20, choose.randrange(1000))[0][0].tobytes()
        kept = choose.sample(range(16), choose.randint(0, 4))
        here = Puzzle(geometry("classic", 4), bytes(grid[cell] if cell in kept else 0 for cell in range(16)))
        fewest = fewest_by_brute_force(here)
        number, mend = sampled_answers.least_number(here, 4)
        numbers.add(fewest)
        assert number == fewest
        if mend is not None:
            assert len(mend) == number
            assert solve(with_givens(here, mend)).solutions == 1
        # A search without much budget returns a bound.
        assert sampled_answers.least_number(here, 4, asked=100)[0] <= fewest
        assert sampled_answers.least_number(here, 4, looks=1)[0] <= fewest
    assert len(numbers) > 1


def test_the_published_method_tells_its_chain() -> None:
    here = puzzle(SEVERAL[10])
    for answer in solutions(here, 10):
        added, chain = added_givens.by_frequency(here, answer)
        assert solve(with_givens(here, added)).solution == answer
        # By hand: the table counts the answer's digits over all solutions, and the rarest is added.
        left = solutions(here, 10)
        for (cell, digit), stage in zip(added, chain, strict=False):
            table = [sum(solution[at] == answer[at] for solution in left) for at in range(81)]
            assert stage.solutions == len(left)
            assert list(stage.table) == table
            assert stage.choices == table.count(min(table))
            assert (cell, digit) == (table.index(min(table)), answer[table.index(min(table))])
            left = [solution for solution in left if solution[cell] == digit]
        assert added_givens.chain_text(chain).endswith(", 1")
        assert len(chain) == len(added) + 1
    added, chain = added_givens.by_frequency(here, None)
    assert added_givens.chain_text(chain) == "10(13), 2(4), 1"
    assert solve(with_givens(here, added)).solutions == 1


def test_every_way_through_equal_choices_is_followed() -> None:
    here = puzzle(SEVERAL[10])
    answer = solutions(here, 10)[0]

    def ways(left: list[bytes]) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(left) == 1:
            yield ((1, 0),)
            return
        table = [sum(solution[at] == answer[at] for solution in left) for at in range(81)]
        for at in (at for at in range(81) if table[at] == min(table)):
            for rest in ways([solution for solution in left if solution[at] == answer[at]]):
                yield ((len(left), table.count(min(table))), *rest)

    found = added_givens.branches(here, answer)
    assert found is not None and found.complete
    assert {chain.stages: chain.ways for chain in found.chains} == Counter(ways(solutions(here, 10)))
    assert [chain.ways for chain in found.chains] == sorted((chain.ways for chain in found.chains), reverse=True)
    assert all(chain.added == str(chain).count(",") for chain in found.chains)
    # As the publication notes branches.
    for stage, told in {
        ((27, 2),): "27(2)",
        ((32, 4), (32, 3)): "32(4×3)",
        ((2, 10),) * 7: "2(10)",
        (*((2, 4),) * 5, *((2, 2),) * 3): "2(8×4|2)",
        ((1, 0),) * 20: "1",
        ((2, 6), (1, 0)): "2|1(2×6)",
    }.items():
        assert added_givens.stage_text(stage) == told
    assert found.notation.startswith("10(") and found.notation.endswith(", 1")


@pytest.mark.parametrize("name", [*UNSOLVABLE, "clash"])
def test_the_fewest_givens_to_drop(name: str) -> None:
    here = puzzle(CLASH if name == "clash" else UNSOLVABLE[name])
    cells = [cell for cell, digit in enumerate(here.givens) if digit]
    drops = smallest_drops(here)
    expected = [
        (cell,) for cell in cells if count_solutions(keeping(here, [at for at in cells if at != cell]), 1)[0] == 1
    ]
    assert sorted(drops.sets) == expected


def test_every_slip_of_one_digit_is_found() -> None:
    choose = random.Random(8)
    whole = puzzle(PROPER)
    cells = [cell for cell, digit in enumerate(whole.givens) if digit]
    found = 0
    for _ in range(scaled(6, 12)):
        cell = choose.choice(cells)
        wrong = choose.choice([digit for digit in range(1, 10) if digit != whole.givens[cell]])
        typed = with_givens(whole, [(cell, wrong)])
        if solve(typed).solutions == 0:
            found += 1
            assert ((cell, wrong, whole.givens[cell]),) in [slip.changes for slip in corrections(typed)]
    assert found > scaled(2, 5)


def test_neighbours_exchanged_and_lines_that_slipped_are_found() -> None:
    whole = puzzle(PROPER)
    exchanged = with_givens(whole, [(0, 3), (1, 5)])
    assert ((0, 3, 5), (1, 5, 3)) in [slip.changes for slip in corrections(exchanged) if slip.kind == "swap"]
    # Row 2 is 6..195...; typed with one empty cell too few before the 1.
    slipped = with_givens(whole, zip(range(9, 18), (6, 0, 1, 9, 5, 0, 0, 0, 0), strict=True))
    wanted = tuple((9 + at, old, new) for at, old, new in ((2, 1, 0), (3, 9, 1), (4, 5, 9), (5, 0, 5)))
    assert wanted in [slip.changes for slip in corrections(slipped) if slip.kind == "row-slip"]


def test_an_answer_tells_which_correction_is_meant() -> None:
    typed = with_givens(puzzle(PROPER), [(0, 1)])
    first = fix(typed, ANSWER)
    assert first.corrections[0].changes == ((0, 1, 5),)
    assert not first.mended
    assert "r1c1 (1, answer 5)" in first.note
    applied = fix(typed, ANSWER, apply="edit")
    assert applied.result == puzzle(PROPER)
    assert applied.changed == ((0, 1, 5),)


def test_nothing_is_applied_that_was_not_asked_for() -> None:
    here = puzzle(UNSOLVABLE["box"])
    for method in METHODS:
        told = fix(here, method=method)
        assert told.result is None
        assert told.corrections
        assert told.drops
        assert told.note
    dropped = fix(here, apply="drop")
    assert dropped.result is not None
    assert check(dropped.result).status == "proper"
    assert len(dropped.dropped) == 1


@pytest.mark.sampled(8)
@pytest.mark.parametrize("method", ["minimal", "frequency", "move"])
@pytest.mark.parametrize("count", sorted(SEVERAL))
def test_what_is_mended_is_proper_and_differs_as_told(count: int, method: str) -> None:
    here = puzzle(SEVERAL[count])
    done = fix(here, method=method)  # type: ignore[arg-type]
    assert done.result is not None
    assert (done.status, done.solutions) == ("several", count)
    assert check(done.result).status == "proper"
    undone = with_givens(done.result, [(cell, 0) for cell, _ in done.added])
    assert with_givens(undone, done.dropped).givens == here.givens
    if method == "move":
        assert done.result.given_count == here.given_count
        assert len(done.dropped) == len(done.added)
    fields = done.as_dict()
    assert fields["result"] == str(done.result)
    assert [entry["digit"] for entry in fields["added"]] == [digit for _, digit in done.added]


def test_a_mend_keeps_the_symmetry_of_the_givens_where_it_can() -> None:
    """Two cells taken from a symmetric puzzle: both together are one of the smallest mends, and the one that is chosen."""
    whole = puzzle(PROPER)
    for cell in [cell for cell, digit in enumerate(whole.givens) if digit and cell < 40]:
        here = with_givens(whole, [(cell, 0), (80 - cell, 0)])
        found = added_givens.to_answer(here, ANSWER)
        if found.least == 2:
            assert fix(here, ANSWER).added == ((cell, ANSWER[cell]), (80 - cell, ANSWER[80 - cell]))
            return
    raise AssertionError


def test_the_wanted_difficulty_is_preferred() -> None:
    here = puzzle(SEVERAL[125])
    from bookmaker.logic.grading import grade

    levels = [Level[grade(with_givens(here, mend)).level.upper()] for mend in ways.to_any(here).mends]
    assert len(set(levels)) > 1
    for level in set(levels):
        done = fix(here, difficulty=level)
        assert done.result is not None
        assert grade(done.result).level == str(level)


def test_rules_leave_the_solutions_that_keep_them() -> None:
    here = puzzle("." * 16)
    by_rule = {found.rule: found.solutions for found in record.rulings(here)}
    grids = [np.frombuffer(solution, np.uint8).reshape(4, 4) for solution in solutions(here, 1000)]
    assert len(grids) == 288
    falling = [grid for grid in grids if len(set(grid.diagonal().tolist())) == 4]
    rising = [grid for grid in grids if len(set(np.fliplr(grid).diagonal().tolist())) == 4]
    both = [grid for grid in falling if len(set(np.fliplr(grid).diagonal().tolist())) == 4]
    assert by_rule["diagonal-falling"] == len(falling)
    assert by_rule["diagonal-rising"] == len(rising)
    assert by_rule["x"] == len(both)
    # No 4x4 grid keeps consecutive digits apart, so that nobody is offered the rule.
    assert "non-consecutive" not in by_rule


def test_a_rule_instead_of_givens() -> None:
    """Givens of an X grid, taken away while it is proper with its diagonals: without them it has several solutions."""
    grid = sampled_solutions(Puzzle(geometry("x"), bytes(81)), 20, 5)[0][0].tobytes()
    here = Puzzle(geometry("x"), grid)
    for cell in range(81):
        fewer = with_givens(here, [(cell, 0)])
        if solve(fewer).solutions == 1:
            here = fewer
    classic = Puzzle(geometry(), here.givens)
    assert solve(classic).solutions > 1
    done = fix(classic, grid, "constraint")
    assert done.rule
    assert done.result is not None
    assert solve(done.result).solution == grid
    assert "x" in [found.rule for found in done.rulings if found.answer == grid]


def test_a_proper_puzzle_is_left_alone() -> None:
    done = fix(puzzle(PROPER))
    assert done.result == puzzle(PROPER)
    assert not done.added
    assert done.proven_minimal


def test_other_sizes_and_kinds() -> None:
    small = puzzle("123456465213" + "." * 24)
    done = fix(small)
    assert done.result is not None
    assert solve(done.result).solutions == 1
    x = fix(Puzzle(geometry("x", 6), small.givens))
    assert x.result is not None
    assert solve(x.result).solutions == 1
    assert "no further rule" in fix(Puzzle(geometry("x", 6), small.givens), method="constraint").note


def test_unknown_words_are_refused() -> None:
    with pytest.raises(UsageError, match="no method"):
        fix(puzzle(PROPER), method="guess")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="cannot be applied"):
        fix(puzzle(PROPER), apply="all")  # type: ignore[arg-type]


@pytest.mark.parametrize("symmetry", ["rotational", "mirror", "diagonal"])
def test_a_mend_restores_the_symmetry_that_a_given_left_behind(symmetry: Symmetry) -> None:
    """The given that was taken away is one of the smallest mends, among others at other places."""
    tried = 0
    for made in generate(4, "easy", 7, symmetry=symmetry, jobs=1):
        ground, whole = made.puzzle.geometry, orbits(symmetry, made.puzzle.geometry)
        for cell in [at for at, digit in enumerate(made.puzzle.givens) if digit][::5]:
            without = with_givens(made.puzzle, [(cell, 0)])
            if keeps_symmetry(without, whole) or solve(without, 2).solutions == 1:
                continue
            fixed = fix(without)
            assert fixed.proven_minimal and len(fixed.added) == 1 and fixed.result is not None
            usual = (orbits(name, ground) for name in SYMMETRIES if name != "none")
            assert any(keeps_symmetry(fixed.result, one) for one in usual), cell
            tried += 1
    assert tried > 3
