"""The techniques of cages: each on a position followed by eye, none against an answer, the same for every copy."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from killer_data import published

from bookmaker.logic.grading import grade
from bookmaker.logic.techniques import BY_NAME, CAGED_TECHNIQUES, CAGES, TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import Tier
from bookmaker.logic.techniques.finders import board as kernel
from bookmaker.logic.techniques.workspaces import caged_tables
from bookmaker.publishing.explain import step_words
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry("killer")


def on(technique: str, *cages: Cage, digits: bytes = bytes(81), removed: dict[int, str] | None = None) -> list[Step]:
    """All instances of a technique where these candidates (cell: digits that are left) stand."""
    position = engine.board(GROUND, 1 << 12)
    gone = np.zeros(81, np.uint32)
    for cell, left in (removed or {}).items():
        gone[cell] = sum(1 << (digit - 1) for digit in range(1, 10) if str(digit) not in left)
    kernel.load(caged_tables(GROUND, cages), position, np.frombuffer(bytearray(digits), np.uint8), gone)
    return engine.found(GROUND, position, BY_NAME[technique].code, cages=cages)


def gone(found: list[Step]) -> dict[int, str]:
    """What is eliminated, and what is placed with =: {cell: digits}."""
    out: dict[int, str] = {}
    for step in found:
        for cell, digit in sorted(step.eliminations):
            out[cell] = out.get(cell, "") + str(digit)
        for cell, digit in step.placements:
            out[cell] = f"{digit}="
    return {cell: "".join(sorted(set(told))) for cell, told in sorted(out.items())}


def test_last_cell() -> None:
    assert gone(on("cage-last-cell", Cage((0, 1, 2), 15), digits=bytes([4, 0, 6]) + bytes(78))) == {1: "5="}


def test_single_combination() -> None:
    assert gone(on("cage-single-combination", Cage((0, 1), 17), Cage((9, 10), 10))) == {0: "1234567", 1: "1234567"}


def test_few_combinations_are_two_or_three() -> None:
    # 6 is 15, 24; 8 is 17, 26, 35; 10 has four; 17 one, and nothing else is left of it.
    cages = (Cage((0, 1), 6), Cage((9, 10), 8), Cage((18, 19), 10), Cage((4, 5), 17))
    found = on("cage-few-combinations", *cages, removed={4: "89", 5: "89"})
    assert gone(found) == {0: "36789", 1: "36789", 9: "489", 10: "489"}


def test_combinations_are_those_that_candidates_allow() -> None:
    # 12 is 39, 48, 57; without 3 and 9 there are two.
    assert gone(on("cage-combinations", Cage((0, 1), 12), removed={0: "456789", 1: "45678"})) == {0: "69", 1: "6"}


def test_permutations_see_where_digits_go() -> None:
    # 123 in three cells of which two have 1 and 2 only.
    left = {0: "12", 1: "12", 2: "123"}
    assert gone(on("cage-permutations", Cage((0, 1, 2), 6), removed=left)) == {2: "12"}


def test_a_digit_that_a_cage_needs() -> None:
    # 23 in three cells is 689: none of these elsewhere in row 1 or box 1.
    found = on("cage-pointing", Cage((0, 1, 2), 23), removed=dict.fromkeys(range(3), "689"))
    assert len(found) == 3
    assert gone(found) == dict.fromkeys((*range(3, 9), 9, 10, 11, 18, 19, 20), "689")


def test_a_digit_that_a_house_leaves_to_a_cage() -> None:
    # 3 of row 1 is in the cage of 11: 38, not 29, 47 or 56.
    left = dict.fromkeys(range(2, 9), "12456789")
    assert gone(on("cage-claiming", Cage((0, 1), 11), removed=left | {0: "2356789", 1: "23456789"})) == {
        0: "25679",
        1: "245679",
    }


ROW = tuple(Cage((c, c + 1), total) for c, total in ((0, 9), (2, 11), (4, 8), (6, 10)))


def test_innies_and_outies() -> None:
    assert gone(on("innie", *ROW)) == {8: "7="}
    # A cage of three, two of its cells inside: 9 + 11 + 8 + 20 = 48, 3 more than 45.
    cages = (Cage((0, 1), 9), Cage((2, 3), 11), Cage((4, 5), 8), Cage((6, 7, 8, 17), 20))
    assert gone(on("outie", *cages)) == {17: "3="}
    # 17 for three cells of row 1, of which one has 1 and 2: the others make 15 or 16.
    found = on("large-innies-outies", *ROW[:3], removed={6: "12"})
    assert gone(found) == {7: "12345", 8: "12345"}
    assert on("innies-outies", *ROW[:3], removed={6: "12"}) == []
    # With r1c7 filled, 16 is left for two.
    found = on("innies-outies", *ROW[:3], digits=bytes([0, 0, 0, 0, 0, 0, 1]) + bytes(74))
    assert gone(found) == {7: "234568", 8: "234568"}
    assert on("large-innies-outies", *ROW[:3], digits=bytes([0, 0, 0, 0, 0, 0, 1]) + bytes(74)) == []


def test_innie_less_outie() -> None:
    # Cages of two sticking out of row 1 at each end: r1c9 is an innie, r2c1 belongs to a cage of three.
    cages = (Cage((0, 1, 9), 12), Cage((2, 3), 11), Cage((4, 5), 8), Cage((6, 7), 10))
    (step,) = on("innie-outie-difference", *cages, removed={8: "123456789", 9: "1234"})
    # r1c9 - r2c1 = 45 - 41 = 4.
    assert gone([step]) == {8: "12349"}
    assert (step.cells_of("base"), step.cells_of("fin")) == ((8,), (9,))
    # Without the last cage: r1c7 + r1c8 + r1c9 - r2c1 = 14, and the first two make 9 at most.
    found = on("large-innie-outie-difference", *cages[:3], removed={6: "123", 7: "456"})
    assert gone(found) == {8: "12345", 9: "56789"}


def test_split() -> None:
    # Row 1 leaves r1c8 and r1c9 15 - of the cage of 20 with r2c9, which then is 5.
    cages = (Cage((0, 1, 2), 13), Cage((3, 4, 5, 6), 17), Cage((7, 8, 16, 17), 22))
    (step,) = on("cage-split", *cages, removed={16: "123456789", 17: "3456789"})
    assert gone([step]) == {16: "56789", 17: "789"}


def test_killer_pair() -> None:
    # The cage of 9 in row 1 without 4 5 7 and 2: 18 or 36; with r1c5 of 1 and 3 they take both.
    left = {0: "1368", 1: "1368", 4: "13"}
    found = on("killer-pair", Cage((0, 1), 9), removed=left)
    rest = dict.fromkeys((2, 3, 5, 6, 7, 8), "13")
    assert gone(found) == rest
    assert found[0].digits == (1, 3)


def test_blocked_combinations() -> None:
    # 9 as 18, 27, 36, 45; r1c5 of 1 and 8 forbids 18, and the cage of 3 (12) forbids 27 and 18.
    found = on("blocked-combinations", Cage((0, 1), 9), removed={0: "12345678", 1: "12345678", 4: "18"})
    assert gone(found) == {0: "18", 1: "18"}
    left = {0: "12345678", 1: "12345678", 2: "12", 3: "12"}
    assert gone(on("blocked-combinations", Cage((0, 1), 9), Cage((2, 3), 3), removed=left)) == {
        0: "1278",
        1: "1278",
    }


def test_comparison_tries_all_ways_to_fill_two_cages() -> None:
    # 4 is 13 in r1c1 and r1c2, one of 1 and 3 in r2c1: with 1 or 3 in r2c1 gone from r1c1, ...
    cages = (Cage((0, 1), 4), Cage((9, 10), 4))
    found = on("cage-comparison", *cages, removed={0: "13", 1: "13", 9: "13", 10: "13"})
    # Two cages of 4 in one box cannot be: nothing is left.
    assert gone(found) == dict.fromkeys((0, 1, 9, 10), "13")


WITHOUT_CHAINS = [technique for technique in CAGED_TECHNIQUES if technique.tier in (Tier.CAGES, Tier.BASIC)]


def consistent(puzzle: Puzzle, answer: bytes) -> None:
    for found in engine.rounds(puzzle.geometry, puzzle.givens, WITHOUT_CHAINS, cages=puzzle.cages):
        for step in found:
            assert all(answer[cell] == digit for cell, digit in step.placements), (puzzle.name, step)
            assert all(answer[cell] != digit for cell, digit in step.eliminations), (puzzle.name, step)
            assert step_words.english(step, puzzle.geometry)


def test_no_step_contradicts_an_answer() -> None:
    for puzzle, answer in published()[::4]:
        if answer is not None and not puzzle.name.startswith(("tarek", "assassin")):
            consistent(puzzle, answer)


def turned(puzzle: Puzzle, generator: np.random.Generator) -> Puzzle:
    """The puzzle with bands, stacks, their rows and columns in another order, reflected or not, digits counted from the other end
    or not; cages move along.
    """

    def order() -> list[int]:
        return [3 * int(band) + int(line) for band in generator.permutation(3) for line in generator.permutation(3)]

    rows, columns, flip, mirror = order(), order(), bool(generator.integers(2)), bool(generator.integers(2))

    def moved(cell: int) -> int:
        row, column = rows[cell // 9], columns[cell % 9]
        return column * 9 + row if flip else row * 9 + column

    def total(cage: Cage) -> int | None:
        return 10 * len(cage.cells) - cage.sum if mirror and cage.sum else cage.sum

    cages = tuple(Cage(tuple(moved(cell) for cell in cage.cells), total(cage)) for cage in puzzle.cages)
    return replace(puzzle, cages=cages)


def test_copies_have_the_same_grade() -> None:
    generator = np.random.default_rng(5)
    chosen = [
        puzzle for puzzle, answer in published() if answer and puzzle.geometry is GROUND and puzzle.name[0] in "Kj"
    ]
    for puzzle in chosen[::4]:
        expected = grade(puzzle)
        assert grade(turned(puzzle, generator)) == expected, puzzle.name


def test_techniques_are_in_order_and_named_once() -> None:
    levels = [technique.level for technique in CAGED_TECHNIQUES]
    assert levels == sorted(levels)
    assert [technique.level for technique in CAGES] == sorted(technique.level for technique in CAGES)
    names = [technique.name for technique in (*TECHNIQUES, *CAGES)]
    assert len(names) == len(set(names))
    assert all(technique.tier is Tier.CAGES for technique in CAGES)
    assert not any(technique.presumes_proper for technique in CAGED_TECHNIQUES)


def test_every_region_sum_is_true_of_the_answer() -> None:
    puzzle, answer = next((puzzle, answer) for puzzle, answer in published() if answer)
    room = engine.Solver(GROUND, puzzle.cages).part("cages")
    for number in range(int(room.marks[0])):
        start, minus, end = room.sum_start[number], room.sum_minus[number], room.sum_start[number + 1]
        made = sum(answer[cell] for cell in room.sum_cells[start:minus])
        made -= sum(answer[cell] for cell in room.sum_cells[minus:end])
        assert made == room.sum_target[number]


def test_cages_loaded_one_after_another_are_those_of_their_puzzle() -> None:
    solver, made = engine.Solver(GROUND), set[int]()
    for puzzle in [puzzle for puzzle, _ in published() if puzzle.geometry == GROUND][:6]:
        quiet = tuple(replace(cage, sum=cage.sum if at % 3 else None) for at, cage in enumerate(puzzle.cages))
        for cages in (puzzle.cages, quiet):
            solver.take(GROUND, cages)
            loaded, expected, room = solver.tables, caged_tables(GROUND, cages), solver.part("cages")
            made.add(loaded.address)
            for cell, count in enumerate(expected.peer_count.tolist()):
                assert loaded.peers[cell, : loaded.peer_count[cell]].tolist() == expected.peers[cell, :count].tolist()
            assert (loaded.seen == expected.seen).all() and (loaded.sights == expected.sights).all()
            assert (loaded.unlike == (expected.unlike if len(expected.unlike) else 0)).all()
            # A cage without a sum makes peers, and no sums.
            ends = room.start[: room.marks[1] + 1].tolist()
            held = [(int(room.sums[at]), tuple(room.cells[slice(*ends[at : at + 2])])) for at in range(len(ends) - 1)]
            assert held == [(cage.sum, cage.cells) for cage in cages if cage.sum]
    assert len(made) == 1  # No puzzle has tables of its own.


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_combinations_against_a_naive_list(count: int) -> None:
    generator = np.random.default_rng(count)
    cells = tuple(range(count))
    for _ in range(40):
        left = {cell: "".join(str(d) for d in range(1, 10) if generator.random() < 0.5) or "5" for cell in cells}
        total = int(generator.integers(count * (count + 1) // 2, count * (19 - count) // 2 + 1))
        live = [
            {str(d) for d in combo}
            for combo in combinations(range(1, 10), count)
            if sum(combo) == total
            and {str(d) for d in combo} <= set("".join(left.values()))
            and all({str(d) for d in combo} & set(left[cell]) for cell in cells)
        ]
        allowed = set().union(*live) if live else set()
        expected = {cell: "".join(d for d in left[cell] if d not in allowed) for cell in cells}
        found = gone(on("cage-combinations", Cage(cells, total), removed=left))
        assert found == {cell: told for cell, told in expected.items() if told}
