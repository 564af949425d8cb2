"""The finders of fish with fins and colours against their naive twins: on the cases, and on random positions."""

from __future__ import annotations

import pytest
from conftest import scaled
from techniques_data import CLASSIC_9, X_9, case_position, fewest_first, instances, random_position
from techniques_naive_fish_and_colours import TWINS
from techniques_naive_wings_and_rectangles import kept

from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.puzzles.rules import geometry

SLOW = ("finned-swordfish", "sashimi-swordfish", "sue-de-coq")


@pytest.mark.parametrize("ground", [CLASSIC_9, X_9, ("classic", 6), ("x", 6)], ids=str)
def test_finders_agree_with_their_twins(ground):
    found = dict.fromkeys(TWINS, 0)
    for seed in range(2 if ground[1] == 9 else scaled(2, 6)):
        for shares in ((0.3, 0.85), (0.35, 0.5)):
            position = random_position(seed, geometry(*ground), shares)
            for name, twin in TWINS.items():
                if name in SLOW and seed > 1 and ground[1] == 9:
                    continue
                ours = instances(engine.found(position.ground, position.board(), BY_NAME[name].code))
                assert ours == kept(twin(position)), (name, seed, shares)
                found[name] += len(ours)
    if ground == ("classic", 9):
        assert sum(not count for count in found.values()) <= 5, found


def test_finders_agree_with_their_twins_on_the_cases():
    compared = dict.fromkeys(TWINS, 0)
    for case in fewest_first():
        name = case.technique.name
        if name in TWINS and compared[name] < scaled(2, 40):
            position = case_position(case)
            ours = instances(engine.found(position.ground, position.board(), case.technique.code))
            assert ours == kept(TWINS[name](position)), case.line
            compared[name] += len(ours)
    assert all(compared.values())
