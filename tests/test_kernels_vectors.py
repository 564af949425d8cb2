"""Vectors in jitted functions do what numpy does."""

from __future__ import annotations

import numpy as np
from numba import njit

from bookmaker.logic.kernels.vectors import (
    LANES,
    copies,
    lanes_with,
    load,
    nothing,
    peek,
    popcounts,
    some,
    store,
    tally,
)


@njit
def operations(work: np.ndarray, shift: int) -> None:
    one, other = load(work, 0), load(work, LANES)
    store(work, 2 * LANES, ((one & other) | (one >> shift)) ^ ~other)
    total = copies(7) + one - other
    for _ in range(3):
        total += one << 1
        total |= other & 12
        total &= ~copies(64)
    store(work, 3 * LANES, total)
    store(work, 4 * LANES, nothing(one & 3))
    store(work, 5 * LANES, popcounts(one))


@njit
def answers(work: np.ndarray, bits: int) -> tuple[int, bool, bool, tuple[int, int, int], int]:
    one = load(work, 0)
    return lanes_with(one, bits), some(one), some(one & 0), tally(one), peek(work, 5)


def test_operators():
    work = np.random.default_rng(1).integers(1 << 32, size=6 * LANES, dtype=np.uint32)
    one, other = work[:LANES].copy(), work[LANES : 2 * LANES].copy()
    operations(work, 5)
    found = work.reshape(6, LANES)
    assert found[2].tolist() == (((one & other) | (one >> 5)) ^ ~other).tolist()
    total = np.uint32(7) + one - other
    for _ in range(3):
        total = ((total + (one << 1)) | (other & 12)) & ~np.uint32(64)
    assert found[3].tolist() == total.tolist()
    assert found[4].tolist() == [0 if word & 3 else 0xFFFFFFFF for word in one.tolist()]
    assert found[5].tolist() == [word.bit_count() for word in one.tolist()]


def test_answers():
    generator = np.random.default_rng(2)
    for full in (0.03, 0.1, 0.2):
        bits = generator.random((LANES, 32)) < full
        work = (bits * (1 << np.arange(32, dtype=np.uint64))).sum(axis=1).astype(np.uint32)
        lanes, any_, none, tallied, word = answers(work, 6)
        assert lanes == sum(1 << lane for lane in range(LANES) if work[lane] & 6)
        assert any_
        assert not none
        for least, found in enumerate(tallied, 1):
            assert found == sum(1 << bit for bit in range(32) if bits[:, bit].sum() >= least)
        assert word == work[5]
