"""Non-consecutive puzzles: no two cells side by side hold consecutive digits. Solver, formats, techniques, making, mending."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import kernel_data
import naive
import numpy as np
import pytest
import sat
from conftest import scaled
from techniques_data import easy_puzzle

import bookmaker
from bookmaker import formats
from bookmaker.base.errors import InputError, SpecError, UsageError
from bookmaker.logic.kernels import fill
from bookmaker.logic.solve import search_statistics, solver
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.techniques import RELATIONS, engine, techniques_on
from bookmaker.logic.verify.check import check
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import explain
from bookmaker.publishing.submissions.stream import print_of
from bookmaker.puzzles.grid.geometry import BOXES, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

CELL, HOUSE = RELATIONS
NC6, NC9 = geometry("non-consecutive", 6), geometry("non-consecutive", 9)


def full_grids(ground: Geometry, count: int, seed: int = 1) -> np.ndarray:
    """Random full grids uint8[count, cells]."""
    grids, state = np.zeros((count, ground.cell_count), np.uint8), np.array([seed], np.uint64)
    for grid in grids:
        assert fill.fill(rule_arrays(ground), state, grid)
    return grids


def keeps_rules(grid: Sequence[int], size: int) -> bool:
    rules = naive.houses(size, *BOXES[size])
    return naive.legal(grid, rules) and all(abs(int(grid[a]) - int(grid[b])) != 1 for a, b in naive.sides(size))


def test_geometry() -> None:
    (relation,) = NC9.relations
    assert sorted(relation.pairs) == sorted(naive.sides(9))
    assert NC9.related[0][0] == (1, 9)
    assert NC9.related[0][40] == (31, 39, 41, 49)
    assert relation.allowed == relation.reverse
    assert [bin(mask) for mask in relation.allowed[:2]] == ["0b111111101", "0b111111010"]
    assert not NC9.plain and geometry("classic", 9).plain
    with pytest.raises(UsageError, match="no non-consecutive puzzle of size 4: of four digits, only 2413"):
        geometry("non-consecutive", 4)


def test_no_grid_of_four() -> None:
    assert not list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2), naive.sides(4)))


def test_all_grids_of_six_are_found() -> None:
    expected = {bytes(grid) for grid in naive.solutions([0] * 36, 6, naive.houses(6, 2, 3), naive.sides(6))}
    found = solver.solutions(Puzzle(NC6, bytes(36)), 1000)
    assert len(found) == len(expected) == 48
    assert set(found) == expected


@pytest.mark.parametrize("size", [6, 8, 9, 10, 12, 16])
def test_fills_keep_the_rules(size: int) -> None:
    for grid in full_grids(geometry("non-consecutive", size), 3):
        assert keeps_rules(grid, size)


def test_counts_of_six_agree_with_the_naive_twin() -> None:
    generator = np.random.default_rng(5)
    # Some of other grids: those have solutions only by chance.
    classic = np.zeros((40, 36), np.uint8)
    for grid in classic:
        fill.fill(rule_arrays(geometry("classic", 6)), generator.integers(1 << 60, size=1, dtype=np.uint64), grid)
    puzzles = np.concatenate(
        [kernel_data.subgrids(full_grids(NC6, 60), 0, 8, generator), kernel_data.subgrids(classic, 1, 4, generator)]
    )
    rules = naive.houses(6, 2, 3)
    expected = [len(list(naive.solutions(puzzle.tolist(), 6, rules, naive.sides(6)))) for puzzle in puzzles]
    assert solver.count_solutions(puzzles, 1000, NC6).tolist() == expected
    assert min(expected) == 0 and 1 in expected and max(expected) > 10


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "least", "most"), [(8, 5, 14), (9, 8, 18), (10, 18, 30), (12, 36, 60), (16, 88, 130)])
def test_counts_agree_with_sat(size: int, least: int, most: int) -> None:
    ground = geometry("non-consecutive", size)
    generator = np.random.default_rng(size)
    puzzles = kernel_data.subgrids(full_grids(ground, 30), least, most, generator)
    # A wrong given in every third: most of those have no solution.
    for puzzle in puzzles[::3]:
        cell = generator.choice(np.flatnonzero(puzzle))
        puzzle[cell] = puzzle[cell] % size + 1
    prover = sat.Prover(size, BOXES[size], apart=naive.sides(size))
    limit = 12
    counts = []
    for puzzle in puzzles:
        expected = prover.solutions(puzzle.tolist(), limit)
        found = solver.solutions(Puzzle(ground, puzzle.tobytes()), limit)
        assert len(set(found)) == len(found) == len(expected)
        if len(found) < limit:
            assert set(found) == set(expected)
        assert all(keeps_rules(grid, size) for grid in found)
        counts.append(len(found))
    assert 0 in counts and 1 in counts and max(counts) > 1


def test_consecutive_givens_side_by_side_leave_nothing() -> None:
    givens = bytearray(81)
    givens[0], givens[1] = 4, 5
    assert solver.solve(Puzzle(NC9, bytes(givens))).solutions == 0
    givens[1] = 6
    assert solver.solve(Puzzle(NC9, bytes(givens))).solutions == 2


def test_search_gives_up_as_asked() -> None:
    assert solver.count_solutions(np.zeros((1, 81), np.uint8), 10, NC9, max_nodes=1).tolist() == [solver.UNDECIDED]


def test_no_given_is_never_proper_and_the_middle_digit_tells_nothing() -> None:
    # Digits can be counted from the other end: every solution has a mirror image, and 5 is its own.
    middle = bytearray(81)
    middle[40] = 5
    first, *_ = solver.solutions(Puzzle(NC9, bytes(middle)), 2)
    assert solver.solve(Puzzle(NC9, bytes(10 - digit for digit in first))).solutions == 1


def test_plain_search_finds_the_same_solution() -> None:
    generator = np.random.default_rng(3)
    for puzzle in kernel_data.subgrids(full_grids(NC6, 8), 2, 6, generator):
        (searched,) = search_statistics.search([Puzzle(NC6, puzzle.tobytes())])
        assert searched.solved
    givens = bytearray(36)
    givens[0], givens[1] = 2, 3
    (searched,) = search_statistics.search([Puzzle(NC6, bytes(givens))])
    assert searched.solved is False


def test_samples_are_solutions_and_estimate_their_number() -> None:
    found, weights = solver.sampled_solutions(Puzzle(NC6, bytes(36)), 4000, 1)
    assert all(keeps_rules(grid, 6) for grid in np.unique(found, axis=0))
    assert 40 < weights.sum() < 56


@cache
def proper(ground: Geometry, seed: int, extra: int = 0) -> Puzzle:
    return easy_puzzle(seed, ground.kind, ground.size, extra)


def test_checking_names_consecutive_givens_and_a_wrong_answer() -> None:
    givens = bytearray(81)
    givens[0], givens[9] = 4, 5
    verdict = check(Puzzle(NC9, bytes(givens)))
    assert verdict.status == "broken"
    (fault,) = [fault for fault in verdict.faults if fault.code == "clash"]
    assert fault.cells == (0, 9)
    assert "the digits 4 and 5 are consecutive and side by side" in fault.message
    # A grid that keeps the houses only is no answer: told by its cells.
    (grid,) = solver.solutions(Puzzle(geometry("classic", 9), bytes(81)), 1)
    several = check(Puzzle(NC9, bytes(81), answer=grid))
    assert any(fault.code == "answer-wrong" and fault.cells for fault in several.faults)


def test_copies_counted_from_the_other_end_are_duplicates_and_relabelled_ones_are_not() -> None:
    puzzle = proper(NC6, 1)
    mirrored = bytes(7 - digit if digit else 0 for digit in puzzle.givens)
    moved = bytes(digit % 6 + 1 if digit else 0 for digit in puzzle.givens)
    assert print_of(puzzle).form == print_of(Puzzle(NC6, mirrored)).form != print_of(Puzzle(NC6, moved)).form
    assert print_of(puzzle) == print_of(proper(NC6, 1))
    assert print_of(puzzle) != print_of(Puzzle(geometry("classic", 6), puzzle.givens))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["json", "jsonl", "f-puzzles", "sudokupad"])
@pytest.mark.parametrize("ground", [NC6, NC9], ids=["6", "9"])
def test_formats_that_hold_the_rule(name: str, ground: Geometry) -> None:
    if name not in formats.FORMATS:
        pytest.skip("no such format")
    puzzle = proper(ground, 2)
    solved = Puzzle(ground, puzzle.givens, name="Apart", answer=solver.solve(puzzle).solution)
    (again,) = formats.parse(formats.render([solved], name))
    assert again == puzzle
    assert (again.name, again.answer) == (solved.name, solved.answer)


def test_links_with_the_rule_and_others() -> None:
    from bookmaker.formats.base import lz

    def link(**fields: object) -> str:
        rows = [[{} for _ in range(9)] for _ in range(9)]
        text = json.dumps({"size": 9, "grid": rows, "nonconsecutive": True, **fields})
        return "https://www.f-puzzles.com/?load=" + lz.pack(text)

    assert formats.parse(link())[0].geometry is NC9
    assert formats.parse(link(**{"diagonal+": True, "diagonal-": True}))[0].geometry is geometry("non-consecutive+x")
    four = json.dumps({"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], "nonconsecutive": True})
    with pytest.raises(InputError, match="there is no non-consecutive puzzle of size 4"):
        formats.parse("https://www.f-puzzles.com/?load=" + lz.pack(four))


def test_formats_without_the_rule_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bookmaker.cli import main

    source = tmp_path / "p.json"
    source.write_text(formats.render([proper(NC9, 2)], "json"), encoding="utf-8")
    assert main(["convert", str(source), "--to", "sgt"]) != 0
    assert "sgt cannot hold puzzles of the kind non-consecutive" in capsys.readouterr().err
    assert main(["convert", str(source), "--to", "lines"]) == 0
    assert "--kind non-consecutive" in capsys.readouterr().err


@pytest.mark.parametrize(("ground", "seeds"), [(NC6, 12), (NC9, scaled(1, 3))], ids=["6", "9"])
def test_no_step_contradicts_the_solution(ground: Geometry, seeds: int) -> None:
    met = set()
    for seed in range(seeds):
        puzzle = proper(ground, seed, extra=seed % 3 * 3)
        solution = solver.solve(puzzle).solution
        assert solution is not None
        position = Position.of(puzzle)
        for steps in engine.rounds(ground, puzzle.givens, techniques_on(ground)[:-1]):
            for step in steps:
                met.add(step.technique)
                assert all(solution[cell] == digit for cell, digit in step.placements), (seed, step)
                assert all(solution[cell] != digit for cell, digit in step.eliminations), (seed, step)
                # What is shown to a reader has the candidates that the step takes.
                assert all(position.candidates[cell] >> digit - 1 & 1 for cell, digit in step.eliminations), (
                    seed,
                    step,
                )
            position = position.after(steps)
    assert {CELL.name, HOUSE.name, "naked-single"} <= met or seeds == 1


def excluded(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a candidate (cell, digit) keeps another from being true, by sides alone."""
    (cell, digit), (near, beside) = one, other
    return near in NC6.related[0][cell] and abs(digit - beside) <= 1


def test_finders_agree_with_their_definitions() -> None:
    for seed in range(6):
        puzzle = proper(NC6, 20 + seed)
        position = engine.board(NC6, 1 << 14)
        from bookmaker.logic.techniques.finders.board import load

        load(engine.tables(NC6), position, np.frombuffer(bytearray(puzzle.givens), np.uint8), position.removing[:0])
        held = {
            (c, d) for c, mask in enumerate(Position.of(puzzle).candidates) for d in range(1, 7) if mask >> d - 1 & 1
        }
        assert held == {(c, d) for c in range(36) for d in range(1, 7) if position.candidates[c] >> d - 1 & 1}
        by_cells = set()
        for cell in {cell for cell, _ in held}:
            mine = [(c, d) for c, d in held if c == cell]
            by_cells |= {other for other in held if all(excluded(one, other) for one in mine)}
        steps = engine.found(NC6, position, CELL.code)
        assert {effect for step in steps for effect in step.eliminations} == by_cells
        by_houses = set()
        for house in NC6.houses:
            for digit in range(1, 7):
                places = [(c, d) for c, d in held if d == digit and c in house.cells]
                for cell, other in held if places else ():
                    if abs(other - digit) == 1 and all(cell == c or cell in NC6.related[0][c] for c, _ in places):
                        by_houses.add((cell, other))
        position = engine.board(NC6, 1 << 14)
        load(engine.tables(NC6), position, np.frombuffer(bytearray(puzzle.givens), np.uint8), position.removing[:0])
        steps = engine.found(NC6, position, HOUSE.code)
        assert {effect for step in steps for effect in step.eliminations} == by_houses


def test_grades_do_not_depend_on_how_the_puzzle_lies() -> None:
    for seed in range(scaled(2, 4)):
        puzzle = proper(NC6, 40 + seed)
        grid = np.frombuffer(puzzle.givens, np.uint8).reshape(6, 6)
        turned = np.where(grid[::-1, ::-1] > 0, 7 - grid[::-1, ::-1], 0).astype(np.uint8)
        one, other = bookmaker.grade(puzzle), bookmaker.grade(Puzzle(NC6, turned.tobytes()))
        assert one == other
        assert one.estimates.hodoku_score is None
        assert not any("rectangle" in name or "bug" in name or "loop" in name for name in one.techniques)


@pytest.mark.parametrize("code", ["de", "en", "es", "ru"])
def test_the_way_is_told(code: str) -> None:
    told = [explain(proper(NC6, seed), code) for seed in range(6)]
    names = {step.step.technique for way in told for step in way.steps}
    assert {CELL.name, HOUSE.name} <= names
    assert all("{" not in step.text for way in told for step in way.steps)


def test_made_to_order() -> None:
    made = bookmaker.generate(3, kind="non-consecutive", size=6, difficulty="medium", seed=2)
    for stocked in made:
        assert stocked.puzzle.geometry is NC6
        assert solver.solve(stocked.puzzle).solution == stocked.solution
        assert bookmaker.grade(stocked.puzzle).level == "medium"
    with pytest.raises(UsageError, match="is no technique for puzzles of this kind"):
        bookmaker.generate(1, kind="non-consecutive", requires=["unique-rectangle-1"])
    with pytest.raises(UsageError, match="is no technique for puzzles of this kind"):
        bookmaker.generate(1, requires=["relation-cell"])


def test_a_section_of_a_book(tmp_path: Path) -> None:
    spec = tmp_path / "book.yaml"
    spec.write_text(
        f"""
book: {{title: Apart, language: es}}
seed: 3
sections:
  - title: Apart
    puzzles: {{kind: non-consecutive, size: 6, count: 4, difficulty: easy}}
front_matter: [title-page, how-to-play]
output: {tmp_path}/build/
""",
        encoding="utf-8",
    )
    bookmaker.build(str(spec))
    manifest = json.loads(next((tmp_path / "build").rglob("manifest.json")).read_text(encoding="utf-8"))
    assert [puzzle["kind"] for puzzle in manifest["puzzles"]] == ["non-consecutive"] * 4
    assert all(keeps_rules([int(digit) for digit in puzzle["solution"]], 6) for puzzle in manifest["puzzles"])
    spec.write_text(spec.read_text(encoding="utf-8").replace("size: 6", "size: 4"), encoding="utf-8")
    with pytest.raises(SpecError, match="there is no non-consecutive puzzle of size 4"):
        bookmaker.build(str(spec))
