"""Several grids that share cells: houses, proofs by another solver, steps, files, symmetries, pages read back."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from conftest import Run
from rules_data import check_steps, prover

from bookmaker import formats
from bookmaker.base.errors import UsageError
from bookmaker.formats.base.format import barrier
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, order_for
from bookmaker.logic.grading import grade_many
from bookmaker.logic.solve.canonical_form import canonical_of, likeness
from bookmaker.logic.solve.solver import solutions, solve
from bookmaker.printing.grids.grid_drawing import grid_lines
from bookmaker.publishing.explain.solution_path import explain
from bookmaker.puzzles.grid.automorphisms import automorphisms
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import maps, symmetries_of
from bookmaker.puzzles.rules import arrangements, geometry

SHAPES = {
    # cells, rows, columns, boxes
    "twin": (153, 15, 15, 17),
    "butterfly": (144, 12, 12, 16),
    "flower": (189, 15, 15, 21),
    "samurai": (369, 21, 21, 41),
    "windmill": (333, 21, 21, 37),
    "sohei": (288, 21, 21, 32),
    "gattai-8": (576, 21, 33, 64),
    "shogun": (783, 21, 45, 87),
    "sumo": (909, 33, 33, 101),
    "clueless-1": (729, 27, 27, 90),
    "clueless-2": (729, 27, 27, 81),
}
TRIED = ("twin", "samurai", "clueless-1")
"""One of few cells, the usual one, one with a grid whose cells lie apart."""


@cache
def made(kind: str, difficulty: str, seed: int) -> Puzzle:
    order = order_for(kind=kind, difficulty=difficulty)
    (found,) = Maker(order).make([seed])
    assert isinstance(found, Made)
    return found.puzzle(order.geometry)


@pytest.mark.parametrize("name", arrangements())
def test_cells_and_houses(name: str) -> None:
    ground = geometry(name)
    cells, height, width, boxes = SHAPES[name]
    assert (ground.cell_count, ground.height, ground.width) == (cells, height, width)
    assert sum(house.kind == "box" for house in ground.houses) == boxes
    rows = [house for house in ground.houses if house.kind == "row"]
    assert all(len({ground.place(cell)[0] for cell in house.cells}) == 1 for house in rows)
    assert len({frozenset(house.cells) for house in ground.houses}) == len(ground.houses)
    assert {cell for house in ground.houses for cell in house.cells} == set(range(cells))
    labels = [(house.kind, house.label) for house in ground.houses]
    assert len(set(labels)) == len(labels)
    # The heavy lines part boxes, and none is longer than the picture.
    assert all(0 <= end <= ground.span for line in grid_lines(ground)[1] for end in line)


@pytest.mark.parametrize("name", TRIED)
def test_another_solver_finds_the_same_solutions(name: str) -> None:
    puzzle = made(name, "easy", 3)
    chance, filled = np.random.default_rng(2), [cell for cell, digit in enumerate(puzzle.givens) if digit]
    for gone in (0, 6, 30):
        bare = set(chance.permutation(filled)[:gone].tolist())
        givens = bytes(0 if cell in bare else digit for cell, digit in enumerate(puzzle.givens))
        ours, theirs = solutions(Puzzle(puzzle.geometry, givens), 3), prover(puzzle.geometry).solutions(givens, 3)
        assert len(ours) == len(theirs)
        assert len(theirs) == 3 or set(ours) == set(theirs)
        assert all(puzzle.geometry.holds(grid) for grid in ours)


@pytest.mark.parametrize(("name", "difficulty"), [("twin", "expert"), ("twin", "hard"), ("butterfly", "medium")])
def test_no_step_contradicts_the_solution(name: str, difficulty: str) -> None:
    for seed in range(3):
        check_steps(made(name, difficulty, seed))


@pytest.mark.parametrize("difficulty", ["hard", "expert", "diabolical", "extreme"])
def test_the_harder_levels_are_made(difficulty: str) -> None:
    puzzle = made("samurai", difficulty, 1)
    (grade,) = grade_many([puzzle])
    assert str(grade.level) == difficulty
    # A third fewer givens than easy ones have: those of a single grid would leave too many.
    assert sum(map(bool, puzzle.givens)) < 0.31 * puzzle.geometry.cell_count


def test_no_given_of_a_minimal_one_is_superfluous() -> None:
    order = order_for(kind="samurai", difficulty="any", minimal=True)
    (found,) = Maker(order).make([3])
    assert isinstance(found, Made)
    puzzle = found.puzzle(order.geometry)
    for cell in np.flatnonzero(np.frombuffer(puzzle.givens, np.uint8)):
        without = bytearray(puzzle.givens)
        without[cell] = 0
        assert len(solutions(Puzzle(puzzle.geometry, bytes(without)), 2)) == 2


def test_words_name_the_grid_of_a_house() -> None:
    told = explain(made("twin", "medium", 1), "en")
    assert any(house in step.text for step in told.steps for house in (" A", " B"))
    assert all("{" not in step.text for step in told.steps)


@pytest.mark.parametrize("name", arrangements())
def test_files_hold_them(name: str) -> None:
    ground = geometry(name)
    puzzle = Puzzle(ground, bytes((cell * 7) % 10 for cell in range(ground.cell_count)))
    for format in ("json", "jsonl"):
        assert formats.parse(formats.render([puzzle], format)) == [puzzle]
    drawn = formats.render([puzzle], "grids")
    assert formats.parse(drawn, kind=name, format="grids") == [puzzle]
    if formats.FORMATS["grids"].lost(puzzle) != "kind":
        assert formats.parse(f"{drawn}\n{drawn}") == [puzzle, puzzle]
    assert "share cells" in barrier(puzzle, formats.FORMATS["lines"])


def test_what_is_drawn_wrong_is_reported(run: Run) -> None:
    puzzle = made("samurai", "easy", 1)
    text = formats.render([puzzle], "grids")
    # An x is an empty cell here as in other texts.
    (less,) = formats.parse(text.replace("8", "x", 1))
    assert less.givens.count(0) == puzzle.givens.count(0) + 1
    rows = text.splitlines()
    Path("five.txt").write_text("\n".join([rows[0].replace(" ", ".", 1), *rows[1:]]))
    told = run("verify", "five.txt", "--format", "grids")
    assert told.code == 4
    assert "five.txt:1:1: no arrangement of grids has these rows and blanks" in told.err


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("samurai+killer", "killer does not go with several grids"),
        ("samurai+jigsaw", "jigsaw does not go with several grids"),
        ("samurai+twin", "two arrangements"),
    ],
)
def test_what_does_not_go_together_is_refused(kind: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        geometry(kind)


def test_other_rules_hold_in_every_grid() -> None:
    ground = geometry("twin+x")
    assert sum(house.kind == "diagonal" for house in ground.houses) == 4
    solution = solve(Puzzle(ground, bytes(ground.cell_count)), 1).first
    assert solution is not None and ground.holds(solution)


def test_symmetries_are_those_of_the_arrangement() -> None:
    windmill = geometry("windmill")
    assert symmetries_of(windmill) == ("none", "rotational", "quarter-turn")
    with pytest.raises(UsageError, match="no windmill puzzle has the symmetry 'mirror'"):
        maps("mirror", windmill)
    for name in arrangements():
        ground = geometry(name)
        for symmetry in symmetries_of(ground):
            for image in maps(symmetry, ground):
                assert sorted(image) == list(range(ground.cell_count))


def test_fish_lie_in_one_grid() -> None:
    step = next(
        step
        for seed in range(20)
        for step in explain(made("twin", "hard", seed), "en").steps
        if step.step.technique == "x-wing"
    )
    letters = [word[0] for word in step.text.replace(",", " ").split() if word[:1] in "AB" and word[1:2].isdigit()]
    assert len(letters) >= 2 and len(set(letters)) == 1


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_turned_puzzles_are_the_same(difficulty: str) -> None:
    puzzle = made("twin", difficulty, 5)
    form, (grade,) = canonical_of(puzzle), grade_many([puzzle])
    for image in automorphisms(puzzle.geometry)[1:]:
        labels = np.r_[0, np.random.default_rng(1).permutation(9) + 1]
        turned = labels[np.frombuffer(puzzle.givens, np.uint8)[image]].astype(np.uint8).tobytes()
        other = Puzzle(puzzle.geometry, turned)
        assert (canonical_of(other), likeness(other), grade_many([other])[0]) == (form, likeness(puzzle), grade)


def test_a_book_of_them_is_read_back_and_proven(run: Run) -> None:
    """The build proves the finished pages from their lines and digits alone: a wide arrangement, and one with a shaded grid."""
    Path("book.yaml").write_text(
        """
book: {title: Together}
seed: 2
page: {trim: [400mm, 500mm]}
front_matter: [how-to-play]
sections:
- {title: Wide, puzzles: {kind: gattai-8, count: 1, difficulty: easy}, layout: one-up}
- {title: Small, puzzles: {kind: butterfly, count: 1, difficulty: easy}, layout: one-up}
- {title: Ten, puzzles: {kind: clueless-2, count: 1, difficulty: easy}, layout: one-up}
answers: {layout: two-up}
"""
    )
    built = run("build", "book.yaml")
    assert (built.code, "fault:" in built.out + built.err) == (0, False), built.out + built.err
