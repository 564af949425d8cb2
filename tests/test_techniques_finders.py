"""Each finder against its naive twin, against the answer, and against the public cases."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import scaled
from techniques_data import GROUNDS, NO_CASE, cases, hard_puzzles, listed_cases, parameters, random_position, read_line
from techniques_naive import TWINS

from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine, up_to
from bookmaker.logic.techniques.declare import Level, Step
from bookmaker.logic.techniques.finders.board import CONTRADICTION, OVERFLOW, SOLVED, STUCK
from bookmaker.logic.techniques.finders.course import ROUND_BY_ROUND, run_logic
from bookmaker.puzzles.rules import geometry


def key(step: Step, ground) -> object:
    """What makes an instance one: as the twins say it."""
    if step.placements:
        return frozenset(step.placements)
    if step.technique in ("pointing", "claiming"):
        base = [ref.house for ref in step.houses if ref.role == "base"]
        return (base[0], step.digits[0])
    if "wing" in step.technique or "fish" in step.technique:
        base = [ground.houses[ref.house] for ref in step.houses if ref.role == "base"]
        return (step.digits[0], base[0].kind, frozenset(house.number for house in base))
    return (frozenset(step.cells), frozenset(step.digits))


@pytest.mark.parametrize("ground", parameters(GROUNDS))
def test_finders_agree_with_their_twins_and_never_contradict_the_answer(ground):
    times = scaled(20, 120) if ground.size == 9 else scaled(10, 30) if ground.size < 9 else scaled(1, 3)
    found = dict.fromkeys(TWINS, 0)
    for seed in range(times):
        position = random_position(seed, ground)
        for name, twin in TWINS.items():
            if ground.size > 9 and name.endswith(("quadruple", "jellyfish")):
                continue
            board = position.board()
            steps = engine.found(ground, board, BY_NAME[name].code)
            ours = [(key(step, ground), frozenset(step.placements), frozenset(step.eliminations)) for step in steps]
            assert len(set(ours)) == len(ours), f"an instance of {name} was written twice"
            assert set(ours) == twin(position), (name, seed)
            for step in steps:
                assert all(position.answer[cell] == digit for cell, digit in step.placements)
                assert all(position.answer[cell] != digit for cell, digit in step.eliminations)
            found[name] += len(ours)
    if ground.size == 9:
        assert all(found.values()), f"positions too poor to test {[name for name, n in found.items() if not n]}"


@pytest.mark.parametrize("ground", [geometry(), geometry("x", 9), geometry("classic", 16)], ids=["9", "x", "16"])
def test_a_short_buffer_loses_words_and_nothing_else(ground):
    for seed in range(scaled(1, 10)):
        for technique in up_to(Level.HARD):
            short, long = (random_position(seed, ground).board(capacity) for capacity in (0, 1 << 20))
            counts = {engine.Solver(ground, position=board).search(technique.code) for board in (short, long)}
            assert len(counts) == 1
            assert np.array_equal(short.removing, long.removing)
            assert np.array_equal(short.placing, long.placing)
            assert not long.marks[OVERFLOW]
    assert [
        len(engine.found(ground, random_position(3, ground).board(c), BY_NAME["pointing"].code))
        for c in (0, 5, 1 << 20)
    ] == [len(engine.found(ground, random_position(3, ground).board(1 << 16), BY_NAME["pointing"].code))] * 3


def test_paths_keep_the_answer():
    ground = geometry()
    solver, plan = engine.Solver(ground), engine.Plan(technique.code for technique in up_to(Level.EXPERT))
    board = solver.board
    statuses = {SOLVED: 0, STUCK: 0}
    for puzzle in hard_puzzles():
        answer = np.frombuffer(solve(puzzle).solution, dtype=np.uint8)
        status, _ = solver.run(np.frombuffer(puzzle.givens, dtype=np.uint8).copy(), plan)
        statuses[status] += 1
        filled = board.digits > 0
        assert np.array_equal(board.digits[filled], answer[filled])
        assert ((board.candidates >> (answer - 1))[~filled] & 1).all()
    assert min(statuses.values()) > 50


CONTRADICTIONS = {
    "givens clash": "11" + "." * 79,
    "a cell without a candidate": "12345678." + "........9" + "." * 63,
    "a house without a place": "123456..." + "......7.." + ".......7." + "........." * 5 + "........7",
    "two singles that clash": "." * 9 + "".join(f"{i}.......{i % 8 + 1}" for i in range(1, 9)),
}


@pytest.mark.parametrize("text", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_contradiction_has_a_status_of_its_own(text):
    puzzle, order = read_line(text), engine.order_of()
    board, tally = engine.board(puzzle.geometry), engine.tally_for(order)
    givens = np.array(list(puzzle.givens), np.uint8)
    assert solve(puzzle).solutions == 0
    assert run_logic(engine.tables(puzzle.geometry), givens, order, board, tally, ROUND_BY_ROUND) == CONTRADICTION


def test_cases_hold():
    missing = set(TECHNIQUES) - {case.technique for case in listed_cases()}
    assert not missing, [NO_CASE.format(technique.name) for technique in missing]
    assert [case.line for case in listed_cases() if not cases().holds(case)] == []


TOLD_OTHERWISE = {
    "two kites of one digit": ":0404:1:32.+5479.6..6+2+1+3.+5..+45+69+8+23.+5..+47+2.....+79.1.+25..28.+57..+2+1+4+3+5+9+67+86+73"
    "+1+84+5+9+2.5.+726143::149 168::",
    "two kites of two digits": ":0404:3:2+5479..3168...42....9.......9+6......7+48.6.1.2.+2.....6..+1+5...4....25+4..1646..819.5:"
    "536 344 345 545 346 364 365 565 366 371 381:334 738::",
    "siamese: a finned and a sashimi fish": ":03111:5:6...219...12..8..........+1+2.9+7+26413.24.+1....."
    "+1......+2.+7+295+3684+13.+1.472"
    "..+4.5.1+2+3.7:812 813 924 832 934 662 862 864 964:521 531 562::",
    "a chain that needs no set": ":0711-4:57:+3+745+2+68+91...3+9+1.7.619..+4+2+3+5...6.9+3.."
    "736+2.5.......4+3..2...+1.+8.23...+9.21"
    ".....4.7...:448 449 967:583 773::11",
}


@pytest.mark.parametrize("line", TOLD_OTHERWISE.values(), ids=TOLD_OTHERWISE)
def test_cases_hold_that_are_other_or_two_steps_here(line):
    (case,) = cases().read(line)
    assert cases().holds(case)
    (wrong,) = cases().read(
        line.replace(":149 168:", ":149:").replace("773:", "774:").replace("738:", "739:").replace("562:", "563:")
    )
    assert not cases().holds(wrong)
