from __future__ import annotations

from itertools import permutations

import numpy as np

from bookmaker.base import seeds
from bookmaker.logic.kernels import rng


def state(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


def test_splitmix64_reference():
    """The first draws from seed 1234567, as published with the generator (prng.di.unimi.it and Rosetta Code)."""
    generator = state(1234567)
    draws = [int(rng.next_u64(generator)) for _ in range(5)]
    assert draws == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_scrambler_is_the_same_with_and_without_numba():
    words = [0, 1, 5, 2**31, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15]
    for a in words:
        for b in words:
            once = int(rng.next_u64(state(a)))
            assert int(rng.next_u64(state(once ^ b))) == seeds.mix(a, b)


def test_seeds_never_change():
    """Frozen: a changed value is a changed book."""
    assert seeds.seed_for(2026) == 0xCE3B59D9A46B786B
    assert seeds.seed_for(2026, 0, 7) == 0x8E743F8087956EB9
    assert seeds.seed_for(-1, 2**70) == 0x772ED945634BCB06


def test_many_seeds_together_are_those_made_alone():
    for seed in (0, 7, -3, 2**64 - 1, 2**70):
        for numbers in (range(5), range(40), [2**64 - 1, 0, 2**63, *range(30)]):
            assert seeds.seeds_for(seed, numbers) == [seeds.seed_for(seed, number) for number in numbers]


def test_seeds_of_different_places_differ():
    places = [
        (1,),
        (1, 0),
        (0, 1),
        (1, 0, 0),
        (-1,),
        (2**64,),
        (2**64 + 1,),
        (0, 0),
        (0,),
        (1, 2),
        (2, 1),
        (1, 2**64),
        (1, -2),
    ]
    assert len({seeds.seed_for(*place) for place in places}) == len(places)
    assert len({seeds.seed_for(2026, section, index) for section in range(50) for index in range(200)}) == 10_000


def test_below_is_even():
    generator = state(7)
    for n in (1, 2, 3, 7, 25):
        draws = np.array([rng.below(generator, n) for _ in range(4000)])
        found = np.bincount(draws, minlength=n)
        assert len(found) == n
        assert ((found - 4000 / n) ** 2 / (4000 / n)).sum() < n + 5 * np.sqrt(2 * n)


def test_below_rejects_the_draws_that_would_favour_some():
    """For n = 3 * 2**30 a quarter of the 32-bit draws is rejected; without that the lowest third would come out too often."""
    generator = state(3)
    n = 3 << 30
    draws = np.array([rng.below(generator, n) for _ in range(6000)])
    assert draws.max() < n
    # Without rejection the quarters are not even: draws d * n >> 32 skip a fourth of the residues 0 modulo 3.
    assert abs((draws % 3 == 0).mean() - 1 / 3) < 0.03
    assert abs((draws < n // 3).mean() - 1 / 3) < 0.03


def test_shuffle_reaches_each_order_evenly():
    generator = state(11)
    found: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        items = np.arange(4)
        rng.shuffle(generator, items)
        found[tuple(items.tolist())] = found.get(tuple(items.tolist()), 0) + 1
    assert set(found) == set(permutations(range(4)))
    assert sum((times - 200) ** 2 / 200 for times in found.values()) < 23 + 5 * np.sqrt(2 * 23)


def test_same_seed_same_draws():
    one, other = state(99), state(99)
    assert [rng.next_u64(one) for _ in range(10)] == [rng.next_u64(other) for _ in range(10)]
    assert one[0] == other[0] != 99
