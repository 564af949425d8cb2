"""Layouts: lines drawn before any digit. Their looks, the proof of twins against all grids of 4x4, and what made puzzles keep."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest
from conftest import Run

import bookmaker
from bookmaker.base.errors import UnmetError
from bookmaker.logic.generation.clue_drawing import clued
from bookmaker.logic.generation.interest import layout_points
from bookmaker.logic.generation.layouts import drawn, fault_of, twin_of
from bookmaker.logic.generation.own_grounds import full_grid
from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, maps
from bookmaker.puzzles.rules import CLUES, RULES, geometry, with_clues
from bookmaker.puzzles.rules.places import Pattern, PatternError, parse_pattern


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ((0, 1, 2, 3), ""),
        ((0, 1, 10, 19), ""),
        ((0, 10, 9, 1), "hairpin"),
        ((0, 1, 10, 9), "curl"),
        ((0, 10, 2), ""),
        ((0, 10, 1), "hairpin"),
    ],
)
def test_what_a_setter_would_not_draw(line: tuple[int, ...], fault: str) -> None:
    assert fault_of(line, 9) == fault


@pytest.mark.parametrize("symmetry", ["none", "rotational", "mirror", "quarter-turn"])
def test_lines_come_with_their_images(symmetry: Symmetry) -> None:
    for seed in range(6):
        lines = [clue.cells for clue in drawn(geometry("thermometers", 9), symmetry, seed) or ()]
        cells = [cell for line in lines for cell in line]
        assert len(cells) == len(set(cells)) > 20
        assert not any(fault_of(line, 9) for line in lines)
        for image in maps(symmetry, 9):
            assert {frozenset(image[cell] for cell in line) for line in lines} == set(map(frozenset, lines))


def test_twins_by_all_solutions() -> None:
    """Lines that all run alike under a symmetry leave no puzzle without givens; those of mixed directions may."""
    found, ground = 0, geometry("thermometers", 4)
    for seed in range(40):
        lines = drawn(ground, "mirror", seed)
        own = with_clues(ground, lines or ())
        if twin_of(own):
            found += 1
            assert solve(Puzzle(own, bytes(16)), 2).solutions != 1
    assert found > 5
    whispers = with_clues(geometry("whispers", 9), drawn(geometry("whispers", 9), "none", 1) or ())
    assert twin_of(whispers) == "none"
    arrows = with_clues(geometry("arrow", 9), drawn(geometry("arrow", 9), "none", 1) or ())
    assert twin_of(arrows) == ""


def test_levels_and_kinds_share_no_answers() -> None:
    easy, medium = (bookmaker.generate(6, level, seed=5) for level in ("easy", "medium"))
    assert {one.solution for one in easy}.isdisjoint(one.solution for one in medium)
    other = bookmaker.generate(6, "easy", seed=5, kind="x")
    assert {one.solution for one in easy}.isdisjoint(one.solution for one in other)


def test_made_puzzles_look_meant() -> None:
    (made,) = bookmaker.generate(1, "medium", seed=3, kind="thermometers")
    puzzle = made.puzzle
    given = {cell for cell, digit in enumerate(puzzle.givens) if digit}
    image = maps("rotational", 9)[1]
    assert {image[cell] for cell in given} == given
    for clue in puzzle.geometry.clues or ():
        assert given.isdisjoint(clue.cells)
        assert not fault_of(clue.cells, 9)
    (few,) = bookmaker.generate(1, "easy", seed=3, kind="futoshiki")
    clues = few.puzzle.geometry.clues or ()
    assert (few.puzzle.geometry.size, len(clues) <= 12) == (5, True)
    assert all(CLUES[clue.kind].shape == "border" for clue in clues)
    assert not any(all(few.puzzle.givens[cell] for cell in clue.cells) for clue in clues)


@pytest.mark.parametrize(
    "kind", ["xv-partial", "kropki-partial", "fortress", "minima", "clones", "even-odd", "low-high"]
)
def test_clues_of_every_shape_lie_evenly(kind: str) -> None:
    """The answer seldom has signs, marked cells and clones that lie so: they are placed before it."""
    for seed in (5, 6):
        (made,) = bookmaker.generate(1, "easy", seed=seed, kind=kind)
        image = maps("rotational", 9)[1]
        places = {(clue.kind, frozenset(clue.cells)) for clue in made.puzzle.geometry.clues or ()}
        assert {(name, frozenset(image[cell] for cell in place)) for name, place in places} == places
        given = {cell for cell, digit in enumerate(made.puzzle.givens) if digit}
        assert {image[cell] for cell in given} == given


def test_layouts_are_filled_as_far_as_a_grid_holds_them() -> None:
    """A solver finds grids where random fills find none: they took layouts for full that were a third of what is wanted."""
    made = [bookmaker.generate(1, "hard", seed=seed, kind="thermometers")[0].puzzle for seed in range(50, 54)]
    covered = sorted(sum(len(clue.cells) for clue in puzzle.geometry.clues or ()) for puzzle in made)
    assert covered[1] >= 40
    assert sorted(puzzle.given_count for puzzle in made)[2] <= 6
    assert sorted(map(layout_points, made))[1] <= 42


BLANK = ".........\n"
TWO = "Aaaa.....\n" + BLANK * 3 + "...###...\n" + BLANK * 3 + ".....bbbB\n"


def test_a_pattern_is_drawn_in_letters() -> None:
    drawing = parse_pattern(TWO, 9)
    assert drawing == Pattern(((0, 1, 2, 3), (80, 79, 78, 77)), frozenset({39, 40, 41}))
    numbered = "a1 a2 .  .\n.  a3 a4 .\n.  .  .  .\nb1 b2 b3 #"
    assert parse_pattern(numbered, 4) == Pattern(((0, 1, 5, 6), (12, 13, 14)), frozenset({15}))


@pytest.mark.parametrize(
    ("drawing", "line", "column", "message"),
    [
        ("....\n....\n....", 3, 1, "has 4 lines, not 3"),
        ("....\n.....\n....\n....", 2, 6, "has 5 cells, not 4"),
        ("....\n..?.\n....\n....", 2, 3, "'?' is not a cell"),
        ("....\n.Aa.\n.aa.\n....", 2, 2, "could run in several ways from r2c2"),
        ("....\n.a.a\n....\n....", 2, 2, "not connected"),
        ("a1 . . .\n. a3 . .\n. . . .\n. . . .", 1, 1, "not numbered 1 to 2"),
    ],
)
def test_a_bad_pattern_is_named_by_its_place(drawing: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PatternError, match=re.escape(message)) as caught:
        parse_pattern(drawing, 4)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_puzzles_have_the_lines_of_the_pattern(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(TWO)
    made = run("generate", "--kind", "thermometers", "--pattern", str(path), "--json")
    assert [clue["cells"][0] for clue in json.loads(made.out)["clues"]] == ["r1c1", "r9c9"]
    told = run("generate", "--kind", "thermometers", "--explain-pattern")
    assert " drawn\n" in told.out
    refused = run("generate", "--kind", "thermometers", "--pattern", str(path), "--givens", "0", "-d", "any")
    assert (refused.code != 0, "has a twin" in refused.err) == (True, True)
    path.write_text(TWO[1:])
    assert f"{path}:1:9: " in run("generate", "--kind", "thermometers", "--pattern", str(path)).err


@pytest.mark.parametrize(("kind", "level", "most"), [("thermometers", "easy", 8), ("arrow", "hard", 6)])
def test_few_givens_at_a_level_are_made_on_layouts(kind: str, level: str, most: int) -> None:
    (made,) = bookmaker.generate(1, level, seed=1, kind=kind, givens=(0, most))
    assert made.puzzle.given_count <= most and made.grade.level == level
    assert not any(fault_of(clue.cells, 9) for clue in made.puzzle.geometry.clues or ())


def test_fewer_givens_than_a_level_has_end_soon_with_the_fewest_reached() -> None:
    with pytest.raises(UnmetError, match="the fewest givens reached are"):
        bookmaker.generate(1, "easy", seed=1, kind="thermometers", givens=(0, 0))


@pytest.mark.parametrize("kind", ["thermometers", "arrow"])
def test_medium_lines_have_few_givens_and_none_on_a_line(kind: str) -> None:
    made = bookmaker.generate(3, "medium", seed=4, kind=kind)
    assert sorted(one.puzzle.given_count for one in made)[1] <= 12
    for one in made:
        assert not any(one.puzzle.givens[cell] for clue in one.puzzle.geometry.clues or () for cell in clue.cells)


CORNERED = [name for name, rule in RULES.items() if any(kind.shape == "corner" for kind in rule.clues)]


@pytest.mark.parametrize("symmetry", ["none", "rotational", "diagonal"])
@pytest.mark.parametrize("name", CORNERED)
def test_clues_at_corners_leave_room_between_them(name: str, symmetry: Symmetry) -> None:
    """Circles at two corners of one side touch; more than half of all corners cannot be apart, and are drawn all the same."""
    ground = geometry([name], 9)
    for seed in range(4):
        solution = full_grid(ground, seed)
        assert solution is not None
        drawn = clued(ground, solution, symmetry, seed, usual=(14, 18))
        assert drawn is not None and drawn.clues is not None and len(drawn.clues) >= 13
        places = [set(clue.cells) for clue in drawn.clues]
        assert all(len(one & other) < 2 for one, other in combinations(places, 2))
        crowded = clued(ground, solution, symmetry, seed, usual=(60, 60))
        assert crowded is not None and len(crowded.clues or ()) == 60
