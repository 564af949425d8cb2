"""What finders need not look for, and nets that run side by side, find what each search finds alone."""

from __future__ import annotations

import random

import numpy as np
import pytest
from techniques_data import full_grid, ground_of, random_position

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine
from bookmaker.logic.techniques.families import Family, Tier
from bookmaker.logic.techniques.finders.prospects import HOPES
from bookmaker.puzzles.rules import geometry

CHAINS = [technique for technique in TECHNIQUES if technique.tier in (Tier.CHAINS, Tier.ALMOST_LOCKED_SETS)]
CHAINS.sort(key=lambda technique: (technique.family is Family.ALS_LOOPS, TECHNIQUES.index(technique)))
"""Those with sets after those that tell what is to be hoped for."""
FORCING_CHAINS = [BY_NAME["cell-forcing-chain"], BY_NAME["house-forcing-chain"]]
GROUNDS = [
    *(("classic", 9), ("anti-knight", 9), ("non-consecutive", 9), ("jigsaw", 6), ("classic", 12)),
    *(("anti-king", 9), ("windoku", 9), ("x", 9), ("samurai", 9)),
]
EASIER = [technique.code for technique in TECHNIQUES if technique.tier in (Tier.BASIC, Tier.RELATIONS)]
PLANS = [engine.Plan(EASIER), engine.Plan([*EASIER, *(t.code for t in CHAINS if t.family is not Family.ALS_LOOPS)])]
_POSITIONS, _ENOUGH = 60, 6
"""The most positions that are tried on a grid, and how many searches that find something are enough: many find nothing."""
_SHARES = {"non-consecutive": (0.05, 0.2)}
"""How much of a full grid is given: easier techniques solve non-consecutive puzzles with as many givens as others."""


def searched(solver: engine.Solver, code: int) -> tuple[bytes, bytes, int]:
    board = solver.board
    found = solver.search(code)
    effects = board.removing.tobytes(), board.placing.tobytes(), found
    board.removing[:] = 0
    board.placing[:] = 0
    return effects


@pytest.mark.parametrize("ground", GROUNDS, ids=str)
def test_what_is_not_hoped_for_is_not_found(ground):
    """In positions where easier techniques are stuck, and in those where chains and sets are, too."""
    spared = found = 0
    cells = ground_of(*ground)
    quick, thorough = (engine.Solver(cells) for _ in range(2))
    for seed in range(_POSITIONS):
        if found >= _ENOUGH and spared:
            break
        rng = random.Random(seed)
        share = rng.uniform(*_SHARES.get(ground[0], (0.25, 0.4)))
        givens = np.array([digit if rng.random() < share else 0 for digit in full_grid(rng, cells)], np.uint8)
        for solver in (quick, thorough):
            solver.run(givens, PLANS[seed % 2])
        if not quick.board.candidates.any():
            continue
        for part in ("graph", "sets"):
            prospects = thorough.part(part).prospects
            prospects.known[:] = thorough.board.candidates
            prospects.marks[HOPES] = -1
        for technique in (*CHAINS, *FORCING_CHAINS):
            asked = searched(thorough, technique.code)
            assert searched(quick, technique.code) == asked, (seed, technique.name)
            found += asked[-1] > 0
        assert (thorough.part("graph").prospects.marks[HOPES], thorough.part("sets").prospects.marks[HOPES]) == (-1, -1)
        hopes = quick.part("graph").prospects.marks[HOPES] | quick.part("sets").prospects.marks[HOPES]
        spared += 7 - int(hopes).bit_count()
    assert found
    assert spared, "always hope"


def test_nothing_is_known_of_a_puzzle_with_other_rules():
    one, other = geometry("anti-king"), geometry("anti-knight")
    solver = engine.Solver(one)
    for part in ("graph", "sets"):
        solver.part(part).prospects.known[:] = 511
    solver.part("scratch").quiet[:] = 511
    solver.take(other, ())
    assert not solver.part("scratch").quiet.any()
    assert not any(solver.part(part).prospects.known.any() for part in ("graph", "sets"))


CLASSES = (6, 8, 10, 14, 18, 26, 34, 50, 66)
"""The most nodes of proofs that are alike."""


def failing_layer(board, tables, source: tuple[int, int], wide: bool) -> int:
    """The layer in which the net of a candidate (cell, digit) fails, 0 if it does not, one candidate after another."""
    live = {
        (cell, digit)
        for cell, mask in enumerate(board.candidates.tolist())
        for digit in range(1, tables.size + 1)
        if mask >> digit - 1 & 1 and (wide or digit == source[1])
    }
    holders = [
        {(cell, digit) for digit in range(1, 1 + tables.size)} & live for cell in range(len(board.digits) * wide)
    ]
    for house in tables.houses.tolist():
        holders += [{(cell, digit) for cell in house} & live for digit in range(1, tables.size + 1)]
    holders = [holder for holder in holders if holder]

    def bit(words, cell):
        return int(words[cell >> 6]) >> (cell & 63) & 1

    def bars(one, two) -> bool:
        (cell, digit), (at, other) = one, two
        if cell == at or (digit == other and bit(tables.seen[cell], at)):
            return True
        return wide and any(
            bit(related[cell], at) and not allowed[digit - 1] >> other - 1 & 1
            for allowed, related in zip(tables.allowed.tolist(), tables.related, strict=True)
        )

    begun, gone, on, new, layer = set(live), set(), {source}, {source}, 0
    while True:
        excluded = set()
        for cell in {at for at, _ in gone} if wide else ():
            mine = [digit for at, digit in live if at == cell]
            for allowed, related in zip(tables.allowed.tolist(), tables.related, strict=True):
                ways = {e for e in range(1, tables.size + 1) if any(allowed[d - 1] >> e - 1 & 1 for d in mine)}
                excluded |= {(at, e) for at, e in live if e not in ways and bit(related[cell], at)}
        lost = {one for one in live if any(one != other and bars(other, one) for other in new)} | excluded
        if not new and not lost:
            return 0
        layer += 2
        live -= lost
        gone = begun - live
        new = set()
        for holder in holders:
            left = holder & live
            if not left and holder & lost:
                return layer
            if len(left) == 1 and holder & lost:
                new |= left - on
        on |= new


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ground", [("non-consecutive", 6), ("classic", 9), ("non-consecutive", 9)], ids=str)
def test_nets_side_by_side_fail_where_each_fails(ground):
    found = 0
    for seed in range(4):
        at = random_position(seed, geometry(*ground), (0.3, 0.35))
        tables, board = engine.tables(at.ground), at.board()
        candidates = [
            (cell, digit)
            for cell, mask in enumerate(board.candidates.tolist())
            for digit in range(1, tables.size + 1)
            if mask >> digit - 1 & 1
        ]
        for name in ("nishio-forcing-chain", "forcing-net"):
            layers = {one: failing_layer(board, tables, one, name == "forcing-net") for one in candidates}
            most = max(layers.values()) if name != "forcing-net" else 0
            if name == "forcing-net" and any(layers.values()):
                least = 2 * min(layer for layer in layers.values() if layer)
                most = next(size for size in CLASSES if size >= least) // 2
            expected = np.zeros_like(board.removing)
            for (cell, digit), layer in layers.items():
                if 0 < layer <= most:
                    expected[cell] |= 1 << digit - 1
            engine.Solver(at.ground, position=board).search(BY_NAME[name].code)
            assert np.array_equal(board.removing, expected), (seed, name)
            found += int(expected.any())
            board.removing[:] = 0
    assert found
