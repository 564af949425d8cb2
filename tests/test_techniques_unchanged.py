"""What finders need not look at again, and ratings that go on from where another path was stuck: nothing else is found."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import scaled
from numba import njit
from techniques_data import GROUNDS, ground_of, hard_puzzles, parameters, random_position

from bookmaker.logic.techniques import TECHNIQUES, engine, explainer_rating
from bookmaker.logic.techniques.families import CODES, DIRECT, TIER_OF, Family, Tier
from bookmaker.logic.techniques.finders.board import CHANGE_BITS, CONTRADICTION, Board, Tables, take_up
from bookmaker.logic.techniques.finders.course import INSTANCES
from bookmaker.puzzles.rules import geometry

OF_HOUSES = (
    *(Family.SINGLES, Family.INTERSECTIONS, Family.LOCKED_SUBSETS, Family.NAKED_SUBSETS, Family.HIDDEN_SUBSETS),
    *(Family.SUE_DE_COQ, Family.RELATIONS),
)
OF_DIGITS = (Family.FISH, Family.TURBOT_FISH, Family.COLOURS, Family.FINNED_FISH, Family.SASHIMI_FISH)
SPARED = [t for t in TECHNIQUES if t.family in (*OF_HOUSES, *OF_DIGITS) or t.name == "x-chain"]
"""Techniques that skip houses, or digits, without a change."""


@njit
def apply(tables: Tables, board: Board) -> int:
    """Take up what is shown, which otherwise only kernels do."""
    return int(take_up(tables, board))


def test_each_finder_that_skips_has_a_bit_of_its_own():
    codes = [technique.code for technique in SPARED]
    codes += [CODES[name] | DIRECT for name in (*Family.INTERSECTIONS.value, *Family.HIDDEN_SUBSETS.value)]
    for families in (OF_HOUSES, OF_DIGITS):
        held = [code for code in codes if list(Family)[code >> 4] in families]
        held += [CODES["x-chain"]] if families is OF_DIGITS else []
        assert len({code % CHANGE_BITS for code in held}) == len(held)
    # What is known of the basic tier is noted for houses and digits alike.
    basic = {code % CHANGE_BITS for code in codes if TIER_OF[list(Family)[code >> 4]] is Tier.BASIC}
    assert basic.isdisjoint(technique.code % CHANGE_BITS for technique in SPARED if technique.tier is not Tier.BASIC)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ground", parameters([*GROUNDS, ("non-consecutive", 9)]))
def test_skipped_houses_and_digits_hide_nothing(ground):
    rules, again = engine.tables(ground), 0
    for seed in range(scaled(3, 12) if ground.size <= 9 else 2):
        board = random_position(seed, ground).board(1 << 16)
        for _ in range(6):
            pending = []
            for technique in SPARED:
                asked = engine.found(ground, board, technique.code)
                pending.append((board.removing.copy(), board.placing.copy()))
                board.removing[:] = 0
                board.placing[:] = 0
                changed = board.house_changed.copy(), board.digit_changed.copy()
                again += sum(int((one != -1).sum()) for one in changed)
                board.house_changed[:] = -1
                board.digit_changed[:] = -1
                assert engine.found(ground, board, technique.code) == asked, (seed, technique.name)
                board.house_changed[:], board.digit_changed[:] = changed
                board.removing[:] = 0
                board.placing[:] = 0
            shown = [effects for effects in pending if any(part.any() for part in effects)]
            if not shown:
                break
            # The hardest that shows anything: so that most of what was looked at before is as it was.
            board.removing[:], board.placing[:] = shown[-1]
            if apply(rules, board) == CONTRADICTION:
                break
    assert again


QUIET = ["xy-wing", "xyz-wing", "wxyz-wing", "aligned-pair-exclusion", "aligned-triplet-exclusion"]
"""Techniques that look only at what has to do with a cell that has changed."""


@pytest.mark.parametrize("ground", parameters(GROUNDS))
def test_cells_that_have_not_changed_hide_nothing(ground):
    spared = 0
    for seed in range(12 if ground.size <= 9 else 2):
        board = random_position(seed, ground).board()
        quick = engine.Solver(ground, position=board)
        for _ in range(6):
            shown = []
            for name in QUIET:
                effects = []
                for solver in (quick, engine.Solver(ground, position=board)):
                    found = solver.search(CODES[name])
                    effects.append((found, board.removing.copy()))
                    board.removing[:] = 0
                assert effects[0][0] == effects[1][0], (seed, name)
                assert np.array_equal(effects[0][1], effects[1][1]), (seed, name)
                shown += [effects[0][1]] if effects[0][0] else []
            spared += int((quick.part("scratch").quiet == board.candidates).all(axis=1).sum())
            # Half of what one of them removes, so that most cells are as they were.
            board.removing[:] = shown[-1] if shown else 0
            if not shown and board.candidates.any():
                cell = int(np.flatnonzero(board.candidates)[seed % np.count_nonzero(board.candidates)])
                board.removing[cell] = board.candidates[cell] & -board.candidates[cell].astype(np.int64)
            if apply(engine.tables(ground), board) == CONTRADICTION:
                break
    assert spared


def test_nothing_is_quiet_in_a_position_that_does_not_follow():
    ground = ground_of("classic", 9)
    solver = engine.Solver(ground)
    for seed in range(3):
        given = random_position(seed, ground)
        other = engine.Solver(ground)
        for each in (solver, other):
            each.run(np.array(list(given.givens), np.uint8), engine.Plan([CODES["naked-single"]]))
        for name in QUIET:
            assert solver.search(CODES[name]) == other.search(CODES[name])
            assert np.array_equal(solver.board.removing, other.board.removing)
            solver.board.removing[:] = other.board.removing[:] = 0


def test_ratings_go_on_from_where_the_path_was_stuck():
    solver, plan = engine.Solver(geometry()), engine.Plan(technique.code for technique in TECHNIQUES)
    grids = np.array([list(puzzle.givens) for puzzle in hard_puzzles()[:: scaled(12, 4)]], dtype=np.uint8)
    positions = engine.Positions.empty(len(grids), grids.shape[1])
    _, tallies = solver.run_many(grids, plan, keep=positions)
    path = explainer_rating.Path(plan, tallies[:, :, INSTANCES] > 0, positions, np.zeros(len(grids), np.int64))
    assert positions.candidates.any(axis=1).sum() > scaled(15, 50)
    ratings = explainer_rating.ratings(solver, grids, True, path)
    assert ratings == explainer_rating.ratings(solver, grids)
