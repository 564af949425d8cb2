"""Large grids that our search gives up on go to CaDiCaL, where installed: right counts and solutions, a name in the verdict."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bookmaker.grid.puzzle import Puzzle
from bookmaker.solve import hard_grids, provers, satisfiability
from bookmaker.solve.clauses import Clauses
from bookmaker.variants import geometry
from bookmaker.verify.check import Verdict

GROUND = geometry(size=16)


def full() -> npt.NDArray[np.uint8]:
    """A full grid, by a formula."""
    rows, columns = np.divmod(np.arange(256), 16)
    digits: npt.NDArray[np.uint8] = ((4 * rows + rows // 4 + columns) % 16 + 1).astype(np.uint8)
    return digits


def counted(cells: npt.NDArray[np.uint8], most: int = 0, verdict: bool = True) -> tuple[int, npt.NDArray[np.uint8]]:
    """Up to two solutions, and these."""
    out = np.zeros((2, 256), np.uint8)
    return hard_grids.count(GROUND, cells, 2, most, out, verdict), out


@pytest.fixture
def taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if our search could not even decide these puzzles. A bound of 1 contradiction would do for hard ones only."""
    if not satisfiability.available():
        pytest.skip("python-sat is not installed")
    monkeypatch.setattr(Clauses, "count", lambda *_: -1)


@pytest.mark.usefixtures("taken_over")
def test_counts_and_solutions_are_right() -> None:
    answer = full()
    proper = answer.copy()
    proper[::5] = 0
    found, out = counted(proper)
    assert found == 1 and (out[0] == answer).all() and not out[1].any()
    assert provers.prover_of(proper.tobytes()) == provers.CADICAL
    # Without the rows of two digits in all bands each of them may be the other.
    loose = np.where(answer <= 2, 0, answer).astype(np.uint8)
    found, out = counted(loose)
    assert found == 2 and (out[0] != out[1]).any()
    for one in out:
        assert (one[loose > 0] == loose[loose > 0]).all()
        assert all(len({one[cell] for cell in house.cells}) == 16 for house in GROUND.houses)
    clashing = proper.copy()
    clashing[0] = answer[1]
    assert counted(clashing)[0] == 0


@pytest.mark.usefixtures("taken_over")
def test_the_bound_counts_what_was_done_before() -> None:
    """All of the bound was used by our search: nothing is left for the other."""
    assert counted(np.where(full() <= 2, 0, full()).astype(np.uint8), most=1)[0] == -1


@pytest.mark.usefixtures("taken_over")
def test_a_search_that_is_no_verdict_is_our_own() -> None:
    assert counted(full(), verdict=False)[0] == -1


def test_a_verdict_names_it() -> None:
    puzzle = Puzzle(GROUND, bytes(256))
    assert Verdict(puzzle, "proper", 1, 2, (), prover="cadical").as_dict()["prover"] == "cadical"
    assert "prover" not in Verdict(puzzle, "proper", 1, 2, ()).as_dict()
