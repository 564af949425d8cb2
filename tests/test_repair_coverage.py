"""Cells in two cages or in none: every way to put each into one, by hand on a grid of 4x4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bookmaker.logic.repair.cage_errors import recaged, resolutions
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

GRID = "1234341221434321"
SHAPES = ["AABB", "CCDD", "CEED", "FFEG"]
CELLS = {name: tuple(at for at, one in enumerate("".join(SHAPES)) if one == name) for name in "ABCDEFG"}


def caged(sums: bool = True, **other: Sequence[int]) -> Puzzle:
    """The cages, some with other cells than they should have."""
    whole = {name: sum(int(GRID[cell]) for cell in cells) if sums else None for name, cells in CELLS.items()}
    cages = tuple(Cage(tuple(other.get(name, cells)), whole[name]) for name, cells in CELLS.items())
    return Puzzle(geometry("killer", 4), bytes(16), cages=cages)


def ways(puzzle: Puzzle) -> dict[str, set[str]]:
    """What is found: for each kind the cells of the new cages."""
    found: dict[str, set[str]] = {}
    for mend in resolutions(puzzle):
        cages = [cage.cells for cage in recaged(puzzle, mend).cages]
        assert sorted(cell for cells in cages for cell in cells) == list(range(16))
        assert not {cage for cage in mend.old if mend.old.count(cage) > puzzle.cages.count(cage)}
        new = " ".join(sorted("".join(f"{cell:x}" for cell in cage.cells) for cage in mend.new))
        assert new not in found.setdefault(mend.kind, set())
        found[mend.kind].add(new)
    return found


def test_where_each_cell_is_in_one_cage_nothing_is_to_do() -> None:
    assert ways(caged()) == {}
    # With hardly a cage, nobody meant them to cover the grid.
    assert ways(Puzzle(geometry("killer", 4), bytes(16), cages=(Cage((0, 1), 3),))) == {}


def test_a_cage_that_is_there_twice_goes_once() -> None:
    puzzle = caged()
    (mend,) = resolutions(replace(puzzle, cages=(*puzzle.cages, puzzle.cages[2])))
    assert (mend.kind, mend.old, mend.new) == ("cage-twice", (puzzle.cages[2],), ())
    (mend,) = resolutions(replace(puzzle, cages=(*puzzle.cages, puzzle.cages[2], puzzle.cages[2], puzzle.cages[0])))
    assert sorted(cage.cells for cage in mend.old) == [(0, 1), (4, 5, 8), (4, 5, 8)]


def test_a_forgotten_cell_belongs_to_a_cage_beside_it_or_was_one() -> None:
    assert ways(caged(sums=False, C=(4, 8))) == {"cell-forgotten": {"015", "458", "567b", "59ae"}}
    # Of these only one makes a sum that so many digits can have; what is lacking is the sum of a cage that was forgotten.
    assert ways(caged(C=(4, 8))) == {"cell-forgotten": {"458"}}
    whole = caged()
    (lost,) = (cage for cage in whole.cages if cage.cells == CELLS["G"])
    without = replace(whole, cages=tuple(cage for cage in whole.cages if cage != lost))
    assert [mend.new for mend in resolutions(without) if mend.kind == "cage-forgotten"] == [(lost,)]


def test_two_forgotten_cells_go_together_or_each_alone() -> None:
    found = ways(caged(sums=False, C=(4, 8), E=(10, 14)))
    assert found["cage-split"] == {"0159", "4589", "59ae", "59cd"}
    assert found["cell-forgotten"] == {
        "015 489", "015 9ae", "015 9cd", "458 9ae", "458 9cd", "489 567b", "567b 9ae", "567b 9cd",
    }  # fmt: skip
    assert set(found) == {"cage-split", "cell-forgotten"}
    # Two that lie apart have nothing to do with each other.
    apart = ways(caged(sums=False, B=(2,), F=(13,)))
    assert apart == {"cell-forgotten": {"23 458c", "23 cd", "367b 458c", "367b cd"}}


def test_up_to_four_forgotten_cells_may_belong_to_different_cages() -> None:
    ground = geometry("killer", 6)
    for number, alone in ((4, True), (5, False)):
        # A row of which the first cells are in no cage, and a cage for each other cell.
        cages = tuple(Cage((cell,), None) for cell in range(number, 36))
        kinds = {mend.kind for mend in resolutions(Puzzle(ground, bytes(36), cages=cages))}
        assert kinds == ({"cage-split", "cell-forgotten"} if alone else {"cage-split"})


@pytest.mark.parametrize(("number", "found"), [(1, 2), (2, 4), (3, 8), (4, 16), (5, 2)])
def test_cells_that_two_cages_share_stay_in_one_of_them(number: int, found: int) -> None:
    """All in the same, which comes first, or up to four each in one of its own."""
    ground = geometry("killer", 6)
    shared = tuple(range(1, 1 + number))
    rest = (Cage((cell,), None) for cell in range(36) if cell not in (0, *shared, 7))
    cages = (Cage((0, *shared), None), Cage((*shared, 7), None), *rest)
    puzzle = Puzzle(ground, bytes(36), cages=cages)
    mends = list(resolutions(puzzle))
    assert {mend.kind for mend in mends} == {"cell-twice"}
    places = [[cage.cells for cage in recaged(puzzle, mend).cages if {0, 7} & set(cage.cells)] for mend in mends]
    assert len(places) == len({frozenset(both) for both in places}) == found
    assert all(sorted(cell for cells in both for cell in cells) == [0, *shared, 7] for both in places)
    assert {frozenset(map(len, both)) for both in places[:2]} == {frozenset((1, number + 1))}


def test_a_cell_in_three_cages_stays_in_one() -> None:
    found = ways(caged(sums=False, B=(1, 2, 3), D=(1, 6, 7, 11)))
    assert found == {"cell-twice": {"23 67b", "0 67b", "0 23"}}


def test_a_cell_that_was_typed_for_another_may_be_that() -> None:
    """A cage of one cell has the first cell of the grid, and the last one is in none."""
    assert ways(caged(sums=False, G=(0,))) == {
        "cell-mistyped": {"f", "1f"},
        "cell-forgotten": {"67bf", "9aef", "1 67bf", "1 9aef"},
    }


def test_a_cell_twice_in_a_cage_or_outside_the_grid_may_be_the_one_that_is_in_none() -> None:
    for wrong in (Cage((0, 0), 3), Cage((0,), 3, ("r9c9",))):
        whole = caged()
        puzzle = replace(whole, cages=(wrong, *whole.cages[1:]))
        kinds = {mend.kind: mend for mend in resolutions(puzzle)}
        assert kinds["cell-mistyped"].new == (whole.cages[0],)
    wrong = Cage((0, 1, 1), 3, ("r9c9",))
    puzzle = replace(whole, cages=(wrong, *whole.cages[1:]))
    (mend,) = resolutions(puzzle)
    assert (mend.kind, mend.old, mend.new) == ("cell-twice", (wrong,), (whole.cages[0],))


def test_a_cage_keeps_no_more_cells_than_there_are_digits() -> None:
    assert not any(
        len(cells) > 4 for new in ways(caged(sums=False, F=(12,)))["cell-forgotten"] for cells in new.split()
    )
    assert ways(caged(sums=False, C=(4, 8), E=(9, 10, 14)))["cell-forgotten"] == {"015", "458", "567b", "59ae"}
