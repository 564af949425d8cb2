"""The chains against their naive twins and the answer, and what a told chain must be."""

from __future__ import annotations

import random

import pytest
from techniques_data import case_position, instances, listed_cases, proper_position, random_position
from techniques_naive_chains import TWINS, Net
from techniques_naive_patterns import kept

from bookmaker.techniques import BY_NAME, engine
from bookmaker.techniques.chains import CHAINS
from bookmaker.variants import geometry


@pytest.mark.parametrize("ground", [("classic", 9), ("x", 9), ("classic", 6), ("x", 6), ("classic", 4)], ids=str)
def test_finders_agree_with_their_twins(ground):
    found = dict.fromkeys(TWINS, 0)
    for seed in range(4 if ground[1] == 9 else 16):
        for shares in ((0.3, 0.6), (0.35, 0.75), (0.45, 0.5)):
            position = random_position(seed, geometry(*ground), shares)
            for name, twin in TWINS.items():
                ours = instances(engine.found(position.ground, position.board(), BY_NAME[name].code))
                assert ours == kept(twin(position)), (name, seed, shares)
                found[name] += len(ours)
    if ground[1] == 9:
        assert all(found.values()), found


def test_finders_agree_with_their_twins_on_the_cases():
    compared = dict.fromkeys(TWINS, 0)
    for case in listed_cases():
        name = case.technique.name
        if name in TWINS and compared[name] < 60:
            position = case_position(case)
            ours = instances(engine.found(position.ground, position.board(), case.technique.code))
            assert ours == kept(TWINS[name](position)), case.line
            compared[name] += len(ours)
    assert all(compared.values())
