"""Almost locked sets, Franken fish and aligned pairs: against naive twins, against the answer, and on isomorphs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from conftest import scaled
from techniques_data import (
    CLASSIC_9,
    X_9,
    Position,
    case_position,
    instances,
    listed_cases,
    proper_position,
    random_position,
)
from techniques_naive_almost import TWINS
from techniques_naive_wings_and_rectangles import kept

from bookmaker.logic.generation.targets import STRICKEN
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.finders.almost_net import NODE_COUNT, NODES, SET_COUNT, SETS, STATE_COUNT, STATES
from bookmaker.logic.techniques.finders.scratch import KEYS
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry

ALMOST = ("als-xz", "als-xy-wing", "als-chain", "death-blossom")
TRIPLES = ("franken-swordfish", "finned-franken-swordfish")
NAMES = (*TWINS, "franken-jellyfish", "finned-franken-jellyfish")


def ours(position: Position, name: str):
    """The instances; of sets, the digits are those eliminated."""
    steps = engine.found(position.ground, position.board(), BY_NAME[name].code)
    if name not in ALMOST:
        return instances(steps)
    out = {(frozenset(d for _, d in step.eliminations), frozenset(step.eliminations)) for step in steps}
    assert len(out) == len(steps), "an instance was written twice"
    return out


@pytest.mark.parametrize(
    ("ground", "seeds"),
    [
        pytest.param(("classic", 9), 1, marks=pytest.mark.thorough),
        pytest.param(("classic", 6), 2, marks=pytest.mark.thorough),
        (("x", 6), 1),
        (("classic", 4), 9),
    ],
    ids=str,
)
def test_finders_agree_with_their_twins(ground, seeds):
    found = dict.fromkeys(TWINS, 0)
    for seed in range(seeds):
        for shares in (
            ((0.5, 0.2),) if ground[1] == 9 else ((0.3, 0.85), (0.45, 0.4))[ground == ("x", 6) and not scaled(0, 1) :]
        ):
            position = random_position(seed, geometry(*ground), shares)
            for name, twin in TWINS.items():
                if ground[1] < 9 or name not in (*TRIPLES, "als-chain"):
                    theirs = kept(twin(position))
                    assert len(theirs) < KEYS // 4 * 3
                    assert ours(position, name) == theirs, (name, seed, shares)
                    found[name] += len(theirs)
    assert ground[1] == 9 or all(found.values()), found


def test_finders_agree_with_their_twins_on_the_cases():
    compared = set()
    for case in sorted(listed_cases(), key=lambda case: len(case.deleted) * scaled(1, -1)):
        name = case.technique.name
        # The twin of triplets takes seconds here: the test above compares it in every run.
        left_out = (*TRIPLES, *("aligned-triplet-exclusion",)[: scaled(1, 0)])
        if name in TWINS and name not in compared and name not in left_out:
            position = case_position(case)
            assert ours(position, name) == kept(TWINS[name](position)), case.line
            compared.add(name)
    assert compared >= {*ALMOST, "finned-franken-x-wing", "aligned-pair-exclusion"}


def image(position: Position, rng: random.Random) -> tuple[Position, list[int], list[int]]:
    """The position on a random isomorph of its classic grid, and where its cells and digits went."""
    ground: Geometry = position.ground
    size, (height, width) = ground.size, ground.box

    def lines(step: int) -> list[int]:
        groups = [rng.sample(range(start, start + step), step) for start in range(0, size, step)]
        rng.shuffle(groups)
        return [line for group in groups for line in group]

    rows, columns = lines(height), lines(width)
    turned = height == width and rng.random() < 0.5
    cells = [
        columns[cell % size] * size + rows[cell // size] if turned else rows[cell // size] * size + columns[cell % size]
        for cell in range(ground.cell_count)
    ]
    digits = [0, *rng.sample(range(1, size + 1), size)]
    givens = bytearray(ground.cell_count)
    candidates: list[frozenset[int]] = [frozenset()] * ground.cell_count
    for cell, to in enumerate(cells):
        givens[to] = digits[position.givens[cell]]
        candidates[to] = frozenset(digits[digit] for digit in position.candidates[cell])
    return Position(ground, b"", bytes(givens), tuple(candidates)), cells, digits


def renamed(found, cells: list[int], digits: list[int]):
    return {
        (frozenset(digits[d] for d in held), frozenset((cells[cell], digits[d]) for cell, d in effects))
        for held, effects in found
    }


@pytest.mark.parametrize(
    "size", [pytest.param(9, marks=pytest.mark.thorough), 6, pytest.param(16, marks=pytest.mark.thorough)]
)
def test_isomorphs_have_the_same_instances(size):
    rng = random.Random(size)
    total = dict.fromkeys(NAMES, 0)
    for seed in range(1 if size == 16 else 10):
        if size == 16:
            # Rich enough that there is no room for the largest sets.
            position = random_position(seed, geometry("classic", size), (0.25, 0.45))
        else:
            position, _ = proper_position(seed, geometry("classic", size))
        turned, cells, digits = image(position, rng)
        for name in NAMES:
            if size == 16 and ("jellyfish" in name or "blossom" in name):
                continue
            expected = renamed(ours(position, name), cells, digits)
            if len(expected) < KEYS // 4 * 3:
                assert ours(turned, name) == expected, (name, seed)
                total[name] += len(expected)
    assert size == 16 or all(total.values()), total


def test_that_no_fish_was_found_is_known_of_the_same_fish_only():
    """A search that found nothing is not made again on the same places, but one for other fish is."""
    position = case_position(next(case for case in listed_cases() if case.technique.name == "franken-jellyfish"))
    solver = engine.Solver(position.ground, position=position.board())
    sizes = ("swordfish", "swordfish", "jellyfish", "jellyfish", "swordfish")
    assert [solver.search(BY_NAME[f"franken-{size}"].code) for size in sizes] == [0, 0, 1, 1, 0]


def test_what_does_not_fit_is_left_out_by_size():
    position = random_position(1, geometry("classic", 16), (0.15, 0.5))
    taken = []
    for at in (position, image(position, random.Random(1))[0]):
        solver = engine.Solver(at.ground, position=at.board())
        solver.search(BY_NAME[ALMOST[0]].code)
        room = solver.part("sets")
        count = int(room.counts[SET_COUNT])
        assert 0 < count <= SETS and room.counts[STATE_COUNT] <= STATES and room.counts[NODE_COUNT] <= NODES
        taken.append(Counter(sum((int(word) % 2**64).bit_count() for word in cells) for cells in room.cells[:count]))
    assert taken[0] == taken[1] and max(taken[0]) < 14


@pytest.mark.parametrize("ground", [CLASSIC_9, X_9, ("classic", 6), ("x", 6)], ids=str)
def test_no_step_contradicts_the_answer(ground):
    total = dict.fromkeys(NAMES, 0)
    for seed in range(4):
        crowded = random_position(seed, geometry(*ground), (0.45, 0.3) if ground[1] == 9 else (0.3, 0.6))
        # Such a random position may have thousands of instances.
        for position in (proper_position(seed, geometry(*ground))[0], crowded)[
            : 1 if seed > 1 and ground[1] == 9 else 2
        ]:
            for name in NAMES:
                if ground[1] > 9 and "jellyfish" in name:
                    continue
                steps = engine.found(position.ground, position.board(), BY_NAME[name].code)
                total[name] += len(steps)
                for step in steps:
                    assert all(position.answer[cell] != digit for cell, digit in step.eliminations), (name, seed, step)
    assert all(total[name] for name in ALMOST), total


def test_a_chain_of_sets_is_told_in_its_order():
    """Each set has a digit in common with the next, and each restricted digit is noted in both of them."""
    for case in listed_cases():
        if case.technique.name != "als-chain":
            continue
        position = case_position(case)
        for step in engine.found(position.ground, position.board(), case.technique.code):
            told: list[set[tuple[int, int]]] = []
            for candidate in step.pattern:
                if candidate.role == "set":
                    told.append(set())
                if candidate.role in ("set", "member"):
                    told[-1].add((candidate.cell, candidate.digit))
            assert len(told) >= 4
            for one in told:
                assert len({digit for _, digit in one}) == len({cell for cell, _ in one}) + 1
            links = {(c.cell, c.digit) for c in step.pattern if c.role == "link"}
            for one, two in pairwise(told):
                assert {d for _, d in one & links} & {d for _, d in two & links}


def test_techniques_that_are_left_out_are_not_looked_for():
    """What was not looked for does not count as absent afterwards, either (Franken fish remember that)."""
    position = random_position(0, geometry("classic"), (0.5, 0.2))
    solver = engine.Solver(position.ground, position=position.board())
    for tier, search in engine.harder().items():
        solver.make_ready(tier)
        assert search(solver.tables, solver.board, solver.workspace, np.array([STRICKEN])) == -1, tier
    assert solver.search(BY_NAME["finned-franken-x-wing"].code)
    assert solver.search(BY_NAME["x-chain"].code)
