"""Killers made to order: what a cage may be, symmetry, sizes, levels, proof by another solver, determinism, bad orders."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import sat_killer
from conftest import scaled

import bookmaker
from bookmaker.base.errors import SpecError, UnmetError, UsageError
from bookmaker.base.seeds import seed_for
from bookmaker.cli import main
from bookmaker.formats import parse
from bookmaker.logic.generation.cage_shapes import profiles
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, generated
from bookmaker.logic.generation.killer_maker import CageMaker, cage_shares, shape_of, usual_share
from bookmaker.logic.generation.order import Made, Order, order_for
from bookmaker.logic.grading import grade_many
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.bank.records import is_symmetric
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, VARIED, Symmetry, maps, orbits
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.cages import USUAL, parse_sizes

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)
EACH_LEVEL = [*LEVELS[:-1], pytest.param(Level.EXPERT, marks=pytest.mark.thorough)]
"""Puzzles for experts take longest: a usual run has them in ``test_promise.py`` only."""


@cache
def made(
    kind: str = "killer",
    size: int = 9,
    level: Level | None = None,
    symmetry: Symmetry = "none",
    count: int = scaled(24, 60),
) -> tuple[Made, ...]:
    if level is Level.EXPERT:
        count = min(count, 24)  # They take longest.
    order = Order(geometry(kind, size), level, symmetry)
    found = CageMaker(order).make([seed_for(7, index) for index in range(count)])
    assert all(isinstance(one, Made) for one in found), [one for one in found if isinstance(one, UnmetError)][:1]
    return tuple(one for one in found if isinstance(one, Made))


def neighbours(cell: int, size: int) -> set[int]:
    row, column = divmod(cell, size)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * size + c for r, c in places if 0 <= r < size and 0 <= c < size}


def connected(cells: tuple[int, ...], size: int) -> bool:
    met, waiting = {cells[0]}, [cells[0]]
    while waiting:
        for other in neighbours(waiting.pop(), size) & set(cells) - met:
            met.add(other)
            waiting.append(other)
    return met == set(cells)


def puzzle_of(one: Made, kind: str, size: int) -> Puzzle:
    return Puzzle(geometry(kind, size), one.givens, cages=one.cages)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("kind", "size"), [("killer", 4), ("killer", 6), ("killer", 9), ("killer-x", 6), ("killer-x", 9)]
)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_cages_are_whole_and_symmetric(kind: str, size: int, symmetry: Symmetry) -> None:
    for one in made(kind, size, None, symmetry, 4):
        assert sorted(cell for cage in one.cages for cell in cage.cells) == list(range(size * size))
        assert not any(one.givens)
        for cage in one.cages:
            digits = [one.solution[cell] for cell in cage.cells]
            assert connected(cage.cells, size)
            assert len(set(digits)) == len(digits)
            assert cage.sum == sum(digits)
        whole = {frozenset(cage.cells) for cage in one.cages}
        for moved in maps(symmetry, size):
            assert {frozenset(moved[cell] for cell in cage) for cage in whole} == whole
        assert solve(puzzle_of(one, kind, size)).solution == one.solution


def test_maps_and_orbits_tell_the_same() -> None:
    for symmetry in SYMMETRIES:
        for size in (4, 6, 9):
            images = maps(symmetry, size)
            assert images[0] == tuple(range(size * size))
            assert {tuple(sorted({moved[cell] for moved in images})) for cell in images[0]} == set(
                orbits(symmetry, size)
            )
    assert maps("top-bottom", 4)[1][:4] == (12, 13, 14, 15)
    assert maps("mirror", 4)[1][:4] == (3, 2, 1, 0)


@pytest.mark.parametrize("level", [Level.DIABOLICAL, Level.EXTREME])
def test_levels_that_no_kernel_weighs(level: Level) -> None:
    ground, number = geometry("killer"), scaled(1, 3)
    found = CageMaker(Order(ground, level)).make([seed_for(8, index) for index in range(number)])
    puzzles = [Puzzle(ground, one.givens, cages=one.cages) for one in found if isinstance(one, Made)]
    assert [graded.level for graded in grade_many(puzzles)] == [str(level)] * number


@pytest.mark.parametrize("level", EACH_LEVEL)
def test_a_level_is_what_the_grade_says(level: Level) -> None:
    for one in made(level=level)[: scaled(4, 60)]:
        assert bookmaker.grade(puzzle_of(one, "killer", 9)).level == str(level)


@pytest.mark.parametrize("level", EACH_LEVEL)
def test_another_solver_proves_them(level: Level) -> None:
    for kind in ("killer", "killer-x"):
        # The first are those of the test above, which are made once.
        found = made(level=level) if kind == "killer" else made(kind, level=level, count=scaled(1, 3))
        for one in found[: 2 if level >= Level.EXPERT else scaled(1, 6)]:
            cages = [(cage.sum or 0, cage.cells) for cage in one.cages]
            assert sat_killer.solutions(9, (3, 3), cages, one.givens, diagonals=kind == "killer-x") == [one.solution]


def shares(puzzles: tuple[Made, ...]) -> dict[int, float]:
    counts = Counter(len(cage.cells) for one in puzzles for cage in one.cages)
    return {size: 100 * number / counts.total() for size, number in counts.items()}


def near(found: dict[int, float], wanted: dict[int, int], within: float = 5) -> bool:
    total = sum(wanted.values())
    return all(abs(found.get(size, 0) - 100 * wanted.get(size, 0) / total) <= within for size in {*found, *wanted})


def profile(one: Made) -> tuple[int, ...]:
    return tuple(sorted(len(cage.cells) for cage in one.cages))


def shape(cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The shape of a cage, the same in all positions."""
    places, found = [divmod(cell, 9) for cell in cells], []
    for _ in range(4):
        places = [(c, -r) for r, c in places]
        for one in (places, [(r, -c) for r, c in places]):
            top, left = min(r for r, _ in one), min(c for _, c in one)
            found.append(tuple(sorted((r - top, c - left) for r, c in one)))
    return min(found)


def test_no_two_look_alike() -> None:
    """As printed ones: nearly all are symmetric, and profiles, numbers of cages and shapes differ from puzzle to puzzle."""
    order = order_for(kind="killer", difficulty="medium")
    assert order.symmetry == VARIED
    puzzles = [one.puzzle for one in generated(order, 40, 1, 1)]
    cages = [[cage.cells for cage in puzzle.cages] for puzzle in puzzles]
    symmetric = sum(any(is_symmetric(puzzle, name) for name in SYMMETRIES[1:]) for puzzle in puzzles)
    assert symmetric >= 34
    assert len({tuple(sorted(map(len, cells))) for cells in cages}) >= 25
    assert np.std([len(cells) for cells in cages]) >= 1.8
    shapes = [{shape(one) for one in cells} for cells in cages]
    assert len(set().union(*shapes)) >= 22
    assert np.mean([len(some) for some in shapes]) < 7
    assert not any(len(one) == 1 for cells in cages for one in cells)
    assert len({order.drawn(seed).symmetry for seed in range(60)}) == 5


def test_gentle_puzzles_have_large_cages_in_many_shapes() -> None:
    puzzles = [one.puzzle for one in generated(order_for(kind="killer", difficulty="easy"), 40, 1, 1)]
    cages = [[cage.cells for cage in puzzle.cages] for puzzle in puzzles]
    sizes = Counter(len(one) for cells in cages for one in cells)
    assert sum(count for size, count in sizes.items() if size > 4) >= 0.035 * sizes.total()
    assert len(set().union(*({shape(one) for one in cells} for cells in cages))) >= 24
    assert len({tuple(sorted(map(len, cells))) for cells in cages}) >= 32
    assert sum(any(is_symmetric(puzzle, name) for name in SYMMETRIES[1:]) for puzzle in puzzles) >= 36


@pytest.mark.parametrize("level", [None, *EACH_LEVEL])
@pytest.mark.parametrize("size", [4, 6, 9, 12, 16])
def test_a_profile_covers_the_grid(size: int, level: Level | None) -> None:
    for cells in (size * size, size * size - 7):
        rows = profiles(size, level, cells)
        assert (rows >= 0).all()
        if size * size == cells == 81:
            assert (rows @ np.arange(size + 1) == cells).all()
        else:
            assert (abs(rows @ np.arange(size + 1) - cells) <= 1).all()
        assert not rows[:, :2].any()


def test_hard_puzzles_that_are_turned_have_as_many_profiles() -> None:
    for level in (Level.HARD, Level.EXPERT):
        rows = profiles(9, level, 81, turned=True)
        assert (rows @ np.arange(10) == 81).all()
        # All but the cage in the middle come in pairs.
        assert (rows % 2 == np.eye(10, dtype=np.int64)[(rows % 2).argmax(axis=1)]).all()
        _, counts = np.unique(rows, axis=0, return_counts=True)
        assert len(counts) >= 120
        assert counts.max() <= 0.05 * len(rows)
        assert rows.sum(axis=1).std() >= 2.4


def test_cells_without_a_cage_and_cages_without_a_sum() -> None:
    levels = "easy", "medium", "hard", "any"
    for level, wish in (("medium", {"gaps": (6, 10)}), *((level, {"sumless": (2, 5)}) for level in levels)):
        order = order_for(kind="killer", difficulty=level, **wish)  # type: ignore[arg-type]
        for one in generated(order, 2, 2, 1):
            cages = one.puzzle.cages
            least, most = order.gaps
            assert (least or 0) <= 81 - sum(len(cage.cells) for cage in cages) <= (most or 0)
            least, most = order.sumless
            assert (least or 0) <= sum(cage.sum is None for cage in cages) <= (most or 0)
            summed = [(cage.sum, cage.cells) for cage in cages]
            assert sat_killer.solutions(9, (3, 3), summed, one.puzzle.givens, diagonals=False) == [one.solution]
            assert level in ("any", one.grade.level)


def test_the_path_is_as_asked() -> None:
    for wish in ({"hardest": "innies-outies"}, {"requires": ("cage-pointing",)}, {"score": (None, 400)}):
        order = order_for(kind="killer", size=6, **wish)  # type: ignore[arg-type]
        for one in generated(order, 2, 3, 1):
            grade = one.grade
            assert order.miss(grade.level, grade.hardest, grade.techniques, grade.score) == "", wish
    avoiding = order_for(kind="killer", size=6, difficulty="medium", avoid=("cage-pointing",))
    for one in generated(avoiding, 3, 3, 1):
        assert one.grade.level == "medium"
        assert "cage-pointing" not in one.grade.techniques


def test_no_given_is_superfluous() -> None:
    order = order_for(kind="killer", size=6, difficulty="medium", givens=(1, 4), minimal=True)
    for one in generated(order, 2, 1, 1):
        puzzle = one.puzzle
        assert 1 <= puzzle.given_count <= 4
        for cell in np.flatnonzero(list(puzzle.givens)):
            fewer = bytearray(puzzle.givens)
            fewer[cell] = 0
            assert solve(Puzzle(puzzle.geometry, bytes(fewer), cages=puzzle.cages)).solution is None


def test_sizes_that_no_grid_can_be_cut_into_are_dealt_all_the_same() -> None:
    (dealt,) = shape_of(Order(geometry("killer"), cage_sizes={7: USUAL})).deals.tolist()
    assert dealt in ([0, 0, 0, 0, 0, 0, 0, number, 0, 0] for number in (11, 12))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("sizes", "level"),
    [
        ("2:80 3:20", Level.EASY),
        ("3", None),
        ("1-3", Level.EASY),
        ("2-9", Level.HARD),
        ("2:20 4:60 6:20", None),
        ("3-5", None),
    ],
)
def test_sizes_are_as_asked(sizes: str, level: Level | None) -> None:
    order = Order(geometry("killer"), level, cage_sizes=parse_sizes(sizes))
    found = CageMaker(order).make([seed_for(9, index) for index in range(40)])
    puzzles = tuple(one for one in found if isinstance(one, Made))
    assert len(puzzles) == 40
    assert near(shares(puzzles), cage_shares(order)), (shares(puzzles), cage_shares(order))
    assert min(shares(puzzles)) >= min(cage_shares(order))
    assert max(shares(puzzles)) <= max(cage_shares(order))


def test_harder_puzzles_have_larger_cages() -> None:
    means = [81 / np.mean([len(one.cages) for one in made(level=level)]) for level in LEVELS[: scaled(3, 4)]]
    assert all(one < other for one, other in pairwise(means)), means


def test_cages_cross_the_lines_of_boxes() -> None:
    place = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    cages = [[cage.cells for cage in one.cages] for one in made(level=Level.EASY)[:20]]
    shares = [np.mean([len({place[cell] for cell in cells}) > 1 for cells in own]) for own in cages]
    assert min(shares) > 0.1 and 0.25 < np.mean(shares) < 0.5


def test_givens_only_if_asked() -> None:
    order = Order(geometry("killer"), Level.HARD, "rotational", least=3, most=6)
    for one in CageMaker(order).make(range(scaled(3, 20))):
        assert isinstance(one, Made)
        given = {cell for cell in range(81) if one.givens[cell]}
        assert 3 <= len(given) <= 6
        assert {80 - cell for cell in given} == given
        assert all(one.givens[cell] == one.solution[cell] for cell in given)
        assert solve(puzzle_of(one, "killer", 9)).solution == one.solution


def test_a_wanted_answer() -> None:
    answer = made()[0].solution
    order = Order(geometry("killer"), Level.MEDIUM, solution=answer)
    one, other = CageMaker(order).make([1, 2])
    assert isinstance(one, Made)
    assert isinstance(other, Made)
    assert one.solution == other.solution == answer
    assert one.cages != other.cages
    with pytest.raises(UsageError, match="not a full grid"):
        Order(geometry("killer"), solution=answer[1:] + answer[:1])


def test_a_seed_makes_one_puzzle() -> None:
    order = Order(geometry("killer"), Level.HARD, "rotational")
    seeds, count = [seed_for(5, index) for index in range(scaled(2, 10))], scaled(3, 9)
    at_once = CageMaker(order).make(seeds)
    assert at_once == [CageMaker(order).make([seed])[0] for seed in seeds]
    assert list(generated(order, count, 3, 1)) == list(generated(order, count, 3, 3))


def test_what_cannot_be_made_is_told() -> None:
    order = Order(geometry("killer"), Level.EASY, cage_sizes={9: USUAL}, attempts=5)
    (unmet,) = CageMaker(order).make([1])
    assert isinstance(unmet, UnmetError)
    assert "in 5 attempts" in unmet.faults[0].message
    assert CageMaker(order).make([1, 2], stopped=lambda: True)[1].faults  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "mix"),
    [
        ("2-4", {2: USUAL, 3: USUAL, 4: USUAL}),
        (" 2 - 3 ", {2: USUAL, 3: USUAL}),
        ("3", {3: USUAL}),
        ("2, 5", {2: USUAL, 5: USUAL}),
        ("2:40 3 : 60", {2: 40, 3: 60}),
    ],
)
def test_sizes_as_text(text: str, mix: dict[int, int]) -> None:
    assert parse_sizes(text) == mix


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be sizes of cages"),
        ("two", "must be sizes of cages"),
        ("2-", "must be sizes of cages"),
        ("5-2", "5 is more than 2"),
        ("0-3", "a cage has a cell at least"),
        ("2:0 3:1", "leave the size out"),
        ("2-4 3", "the size 3 twice"),
        ("2:40 3", "all of them one, or none"),
        ("1", "cages of one cell alone"),
    ],
)
def test_bad_sizes(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_sizes(text)


def test_usual_shares_fall_off() -> None:
    large = [usual_share(cells, Level.HARD) for cells in range(5, 10)]
    assert usual_share(1, None) > 0
    assert all(share > 0 for share in large)
    assert large[1:] == sorted(large[1:], reverse=True)


def test_orders_that_no_puzzle_meets() -> None:
    ground = geometry("killer")
    for order, message in (
        ({"level": Level.BEYOND}, "levels easy, .*, extreme, not beyond"),
        ({"cage_sizes": {10: 1, 2: 1}}, "cages of 10 cells"),
        ({"least": 5, "most": 2}, "no number of givens"),
        ({"most": 81}, "81 givens: a 9x9 grid .* at most 80"),
        ({"least": 90, "most": 99}, "90 givens: a 9x9 grid .* at most 80"),
    ):
        with pytest.raises(UsageError, match=message):
            Order(ground, **order)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="in sizes 4, 6, 8, 9, 10, 12, 16, not 15"):
        Order(geometry("killer", 15))
    with pytest.raises(UsageError, match="4x4 Killers are made at the levels easy, medium, not hard"):
        Order(geometry("killer", 4), Level.HARD)


def test_the_python_face() -> None:
    (one,) = bookmaker.generate(1, "easy", kind="killer", symmetry="mirror", cage_sizes="2-4")
    assert isinstance(one, GradedPuzzle)
    assert one.grade.level == "easy"
    assert {len(cage.cells) for cage in one.puzzle.cages} <= {2, 3, 4}
    for wish, message in (
        ({"cage_sizes": "x"}, "must be sizes"),
        ({"minimal": True}, "`minimal` says something of givens"),
        ({"gaps": (9, 3)}, "`gaps`: no number is at least 9"),
        ({"sumless": (1, 21)}, "`sumless` is 20 at most"),
        ({"requires": ["killer-pair"]}, "`killer-pair` is harder than any technique of the level easy"),
    ):
        with pytest.raises(UsageError, match=message):
            bookmaker.generate(1, "easy", kind="killer", **wish)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="goes with Killers only"):
        bookmaker.generate(1, "easy", cage_sizes="2-4")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "--kind", "killer-x", "--count", "2", "--difficulty", "medium", "--seed", "4"]
    assert main([*command, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["level"] for row in rows] == ["medium"] * 2
    assert {"puzzle", "solution", "seed", "cages", "score"} <= set(rows[0])
    assert set(rows[0]["cages"][0]) == {"sum", "cells"}
    assert main(command) == 0
    plain = parse(capsys.readouterr().out)
    assert plain == parse("\n".join(json.dumps(row) for row in rows))
    assert plain[0].geometry is geometry("killer-x")
    assert main([*command, "--mask", __file__]) != 0
    assert main([*command[:1], "--cage-sizes", "2-3"]) != 0


SPEC = """\
book: {title: Sums}
sections:
  - title: One
    puzzles: {kind: killer, count: 3, %s}
"""


def load(folder: Path, wish: str) -> specs.Spec:
    (folder / "book.yaml").write_text(SPEC % wish)
    return specs.load(folder / "book.yaml")


def test_a_section_is_an_order(tmp_path: Path) -> None:
    spec = load(tmp_path, "difficulty: hard, symmetry: top-bottom, cage_sizes: 2-4, givens: {max: 2}")
    wanted = spec.sections[0].puzzles
    assert isinstance(wanted, specs.Generated)
    order = wanted.order()
    assert (order.level, order.symmetry, order.bounds) == (Level.HARD, "top-bottom", (0, 2))
    assert list(cage_shares(order)) == [2, 3, 4]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ("difficulty: beginner", "levels easy, medium, hard, expert"),
        ("size: 25", "sizes 4, 6, 8, 9, 10, 12, 16, not 25"),
        ("size: 4, difficulty: expert", "4x4 Killers are made at the levels easy, medium, not expert"),
        ("minimal: true", "`minimal` says something of givens"),
        ("sumless: {min: 40}", "`sumless` is 20 at most"),
        ("cage_sizes: 5-3", "`cage_sizes` names the sizes 5-3"),
        ("size: 4, cage_sizes: 2-6", "`cage_sizes` has cages of 6 cells"),
    ],
)
def test_wishes_that_do_not_go_with_killers(tmp_path: Path, wish: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        load(tmp_path, wish)
    assert any(message in fault.message for fault in caught.value.faults), caught.value.faults
