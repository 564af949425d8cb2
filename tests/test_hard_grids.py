"""Large grids that our search gives up on go to CaDiCaL, where installed: right counts and solutions, a name in the verdict."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bookmaker import verify
from bookmaker.base.errors import ImproperError
from bookmaker.logic.kernels import search as kernel
from bookmaker.logic.solve import hard_grids, solver
from bookmaker.logic.solve.hard_grids import Clauses
from bookmaker.logic.verify.check import Verdict, check, require_proper
from bookmaker.publishing.submissions.stream import judged
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry(size=16)


def full() -> npt.NDArray[np.uint8]:
    """A full grid, by a formula."""
    rows, columns = np.divmod(np.arange(256), 16)
    digits: npt.NDArray[np.uint8] = ((4 * rows + rows // 4 + columns) % 16 + 1).astype(np.uint8)
    return digits


def counted(cells: npt.NDArray[np.uint8], most: int = 0, others: bool = True) -> tuple[int, npt.NDArray[np.uint8]]:
    """Up to two solutions, and these. What is decided, the other solver has decided."""
    out = np.zeros((2, 256), np.uint8)
    found, by_other = hard_grids.count(GROUND, cells, 2, most, out, others)
    assert by_other == (found >= 0)
    return found, out


@pytest.fixture
def taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if our search could not even decide these puzzles. A bound of 1 contradiction would do for hard ones only."""
    if not hard_grids.available():
        pytest.skip("python-sat is not installed")
    monkeypatch.setattr(Clauses, "count", lambda *_: -1)


@pytest.mark.usefixtures("taken_over")
def test_counts_and_solutions_are_right() -> None:
    answer = full()
    proper = answer.copy()
    proper[::5] = 0
    found, out = counted(proper)
    assert found == 1 and (out[0] == answer).all() and not out[1].any()
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
    assert counted(full(), others=False)[0] == -1


@pytest.mark.usefixtures("taken_over")
def test_only_verdicts_that_ask_for_it_are_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a book or a bank takes a puzzle does not depend on what is installed; a name stays with its one verdict."""
    # As if the first search could not decide anything either.
    monkeypatch.setattr(kernel, "count_batch", lambda *arguments: arguments[4].fill(-1))
    monkeypatch.setattr(kernel, "search", lambda *_: -1)
    proper = full()
    proper[::5] = 0
    puzzle = Puzzle(GROUND, proper.tobytes())
    found = verify(puzzle)
    assert (found.status, found.solution, found.prover) == ("proper", full().tobytes(), solver.CADICAL)
    (streamed,) = judged([puzzle], "classic", 2, 1, others=True)
    assert isinstance(streamed, Verdict) and streamed.prover == solver.CADICAL
    assert (check(puzzle).status, check(puzzle).prover) == ("undecided", None)
    assert verify(puzzle, seconds=10).prover == solver.CADICAL
    with pytest.raises(ImproperError, match="not decided"):
        require_proper([puzzle])
    monkeypatch.undo()
    assert (verify(puzzle).status, verify(puzzle).prover) == ("proper", None)


def test_a_verdict_names_it() -> None:
    puzzle = Puzzle(GROUND, bytes(256))
    assert Verdict(puzzle, "proper", 1, 2, (), prover="cadical").as_dict()["prover"] == "cadical"
    assert "prover" not in Verdict(puzzle, "proper", 1, 2, ()).as_dict()
