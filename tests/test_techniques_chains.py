"""The chains against their naive twins, under isomorphisms, and what a told chain must be."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from conftest import scaled
from techniques_data import (
    CLASSIC_9,
    X_9,
    Position,
    case_position,
    fewest_first,
    instances,
    listed_cases,
    random_position,
)
from techniques_naive_chains import TWINS, Net
from techniques_naive_wings_and_rectangles import kept

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine, techniques_on
from bookmaker.logic.techniques.families import Tier
from bookmaker.logic.techniques.finders.scratch import KEYS
from bookmaker.puzzles.rules import geometry

CHAINS = [technique for technique in TECHNIQUES if technique.tier is Tier.CHAINS]
RICH, THIN = (0.45, 0.5), (0.5, 0.75)


def agree(position: Position, name: str, counted: dict[str, int]) -> None:
    ours = instances(engine.found(position.ground, position.board(), BY_NAME[name].code))
    theirs = kept(TWINS[name](position))
    if len(theirs) <= KEYS // 4 * 3:
        assert ours == theirs, name
    else:  # More are applied but not told.
        assert ours < theirs
    counted[name] += len(ours)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "ground",
    [("classic", 6), CLASSIC_9, X_9, ("x", 6), ("classic", 4)],
    ids=str,
)
def test_finders_agree_with_their_twins(ground):
    found = dict.fromkeys(TWINS, 0)
    for seed in range(2 if ground[1] == 9 else 5):
        position = random_position(seed, geometry(*ground), THIN if seed % 2 else RICH)
        for name in TWINS:
            if seed % 2 or ground[1] < 9 or not name.startswith("als-"):
                agree(position, name, found)
    if ground[1] == 9:
        assert all(found.values()), found


@pytest.mark.thorough("test_techniques_chains.py::test_finders_agree_with_their_twins")
def test_finders_agree_with_their_twins_on_the_cases():
    compared = dict.fromkeys(TWINS, 0)
    for case in fewest_first():
        name = case.technique.name
        if name in TWINS and compared[name] < (scaled(1, 4) if name.startswith("als-") else scaled(1, 16)):
            agree(case_position(case), name, compared)
    assert all(compared.values())


def turned(position: Position, rng: random.Random) -> tuple[Position, dict[int, int], list[int]]:
    """An isomorph of a classic position, where each cell comes to lie, and what each digit becomes."""
    size, (height, width) = position.ground.size, position.ground.box

    def lines(step: int) -> list[int]:
        groups = [rng.sample(range(start, start + step), step) for start in range(0, size, step)]
        return [line for group in rng.sample(groups, len(groups)) for line in group]

    rows, columns, turn = lines(height), lines(width), height == width and rng.random() < 0.5
    digits = [0, *rng.sample(range(1, size + 1), size)]
    place = {}
    for r in range(size):
        for c in range(size):
            place[rows[r] * size + columns[c]] = c * size + r if turn else r * size + c
    givens, candidates = bytearray(size * size), [frozenset[int]()] * (size * size)
    for cell, at in place.items():
        givens[at] = digits[position.givens[cell]]
        candidates[at] = frozenset(digits[d] for d in position.candidates[cell])
    return Position(position.ground, b"", bytes(givens), tuple(candidates)), place, digits


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ground", [CLASSIC_9, ("classic", 6), ("classic", 12)], ids=str)
def test_isomorphs_have_the_same_chains(ground):
    rng = random.Random(5)
    for seed in range(6 if ground[1] < 12 else 1):
        position = random_position(seed, geometry(*ground), THIN if seed % 2 else RICH)
        other, place, digits = turned(position, rng)
        for technique in CHAINS:
            ours = instances(engine.found(position.ground, position.board(), technique.code))
            there = instances(engine.found(other.ground, other.board(), technique.code))
            assert len(ours) == len(there), technique.name
            if len(ours) <= KEYS // 4 * 3:
                assert there == {(d, frozenset((place[c], digits[x]) for c, x in out)) for d, out in ours}, (
                    technique.name
                )


def test_chains_are_told_link_by_link():
    """Each told chain is a walk of the twin's graph from its assumption to what its shape promises."""
    for case in listed_cases()[:: scaled(36, 6)]:
        technique = case.technique
        if technique not in CHAINS or (technique.name.startswith("als-") and int(case.line[-1]) % 2):
            continue
        position = case_position(case)
        prefix = next((p for p in ("grouped-", "als-") if technique.name.startswith(p)), "")
        shape = technique.name.removeprefix(prefix)
        net = Net(position, prefix if shape in ("aic", "continuous-nice-loop", "discontinuous-nice-loop") else shape)
        for step in engine.found(position.ground, position.board(), technique.code)[:5]:
            chain, sets = read(step)
            for (one, on), (two, then) in pairwise(chain):
                assert then == (not on) and two in (net.weak if on else net.strong)[one], (case.line, one, two)
            (first, begins), (last, ends) = chain[0], chain[-1]
            if shape == "continuous-nice-loop":
                assert first == last and not begins and not ends and len(chain) % 2 == 1
            elif shape == "discontinuous-nice-loop":
                assert first == last and begins != ends
            else:
                assert not begins and ends and (shape == "aic" or first[0] == last[0])
            strong = [(a, b) for (a, _), (b, on) in pairwise(chain) if on]
            needed = [(a, b) for a, b in strong if b not in net.plain.get(a, ())]
            if prefix == "grouped-":
                assert needed and any(len(node[1]) > 1 for node, _ in chain)
            if prefix == "als-":
                assert needed and len(sets) == len(needed)
                assert all(
                    told in [cells for cells, _ in net.sets[pair]] for told, pair in zip(sets, needed, strict=True)
                )


def read(step):
    """The chain as (node, on), and the sets of cells."""
    chain, sets = [], []
    for item in step.pattern:
        if item.role == "more":
            (digit, cells), on = chain[-1]
            assert digit == item.digit
            chain[-1] = ((digit, cells | {item.cell}), on)
        elif item.role in ("set", "member"):
            sets = [*sets, frozenset({item.cell})] if item.role == "set" else [*sets[:-1], sets[-1] | {item.cell}]
        else:
            assert (item.role in ("if-on", "if-off")) == (not chain)
            chain.append(((item.digit, frozenset({item.cell})), item.role.endswith("on")))
    return chain, sets


def _forbidden_by_sets(at: Position) -> set[tuple[int, int]]:
    """Candidates that take a digit from an almost locked set of two cells, which then has one beside which they cannot stand."""
    found = set()
    for house in at.ground.houses:
        for one, other in combinations(house.cells, 2):
            both = at.candidates[one] | at.candidates[other]
            if not (at.candidates[one] and at.candidates[other] and len(both) == 3):
                continue
            for digit, other_digit in permutations(both, 2):
                places = [cell for cell in (one, other) if digit in at.candidates[cell]]
                (*several, last) = [cell for cell in (one, other) if other_digit in at.candidates[cell]]
                for cell in set.intersection(*(set(at.ground.peers[place]) for place in places)) - {one, other}:
                    near = last in at.ground.related[0][cell] and abs(digit - other_digit) == 1
                    if digit in at.candidates[cell] and near and not several:
                        found.add((cell, digit))
    return found


def _where_easier_ones_are_stuck(at: Position) -> Position:
    easier = engine.Plan(t.code for t in techniques_on(at.ground) if t.tier in (Tier.BASIC, Tier.RELATIONS))
    solver = engine.Solver(at.ground)
    solver.run(np.array(list(at.givens), np.uint8), easier)
    masks = solver.board.candidates.tolist()
    left = (frozenset(d for d in range(1, 10) if mask >> d - 1 & 1) for mask in masks)
    return Position(at.ground, at.answer, solver.board.digits.tobytes(), tuple(left))


def test_a_set_that_a_candidate_locks_may_forbid_it_by_a_relation():
    names = ["discontinuous-nice-loop", "grouped-discontinuous-nice-loop", "als-discontinuous-nice-loop"]
    ground, met = geometry("non-consecutive"), 0
    # In two of these no other chain eliminates the same.
    for seed in (25, 93, *range(scaled(1, 8))):
        at = _where_easier_ones_are_stuck(random_position(seed, ground, (0.08, 0)))
        told = [step for name in names for step in engine.found(ground, at.board(), BY_NAME[name].code)]
        gone = {effect for step in told for effect in step.eliminations}
        assert all(at.answer[cell] != digit for cell, digit in gone)
        assert _forbidden_by_sets(at) <= gone, seed
        met += len(_forbidden_by_sets(at))
    assert met
