"""Seeds: every random choice of a book derives from its one seed by a stable hash, never from a clock or a global state.

The scrambler is the one of :mod:`bookmaker.logic.kernels.rng`, without numba, so that naming a seed loads no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _scramble(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def mix(a: int, b: int) -> int:
    """Hash two 64-bit words into one; ``mix(a, b)`` and ``mix(b, a)`` differ."""
    return _scramble((_scramble((a + _GAMMA) & _WORD) ^ (b & _WORD)) + _GAMMA & _WORD)


@cache
def _begun(head: int) -> int:
    # Nearly every seed begins with the same word.
    return mix(0, head)


def seed_for(book_seed: int, *parts: int) -> int:
    """A 64-bit seed for one place of a book, such as ``seed_for(book_seed, section, index)``.

    Any integers are allowed, negative or longer than 64 bits; different arguments give unrelated seeds. The result is
    part of the promise "same spec, same book": it must never change.
    """
    seed = 0
    for part in (book_seed, *parts):
        # Each integer is one word for sign and length, then its words: no two argument lists hash the same words.
        words = max(1, (abs(part).bit_length() + 63) // 64)
        head = 2 * words + (part < 0)
        seed = mix(seed, head) if seed else _begun(head)
        for index in range(words):
            seed = mix(seed, abs(part) >> (64 * index) & _WORD)
    return seed


def seeds_of(seed: int) -> Callable[[int], int]:
    """``seed_for(seed, number)`` as a function of the number, 0 to 2**64 - 1. What all share is computed once."""
    shared = mix(seed_for(seed), 2)
    return lambda number: mix(shared, number)


_MANY = 16
"""So many seeds are made faster together, the time to load numpy included."""


def seeds_for(seed: int, numbers: Iterable[int]) -> list[int]:
    """``seed_for(seed, number)`` for each number from 0 to 2**64 - 1."""
    listed = [*numbers]
    if len(listed) < _MANY:
        return [*map(seeds_of(seed), listed)]
    import numpy as np  # As secrets below.

    def scrambled(words: Any) -> Any:
        words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return words ^ words >> np.uint64(31)

    # As ``mix``: arrays of 64-bit words wrap around.
    begun = _scramble((mix(seed_for(seed), 2) + _GAMMA) & _WORD)
    found: list[int] = scrambled((np.array(listed, np.uint64) ^ np.uint64(begun)) + np.uint64(_GAMMA)).tolist()
    return found


def text_seed(text: str) -> int:
    """A 64-bit word for a name, to be a part in :func:`seed_for`. It, too, must never change."""
    import hashlib  # As secrets below: ``--help`` loads this module, and needs neither.

    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "backslashreplace")).digest()[:8], "big")


def drawn() -> int:
    """A seed of up to twelve digits from the operating system's entropy, for a book that names none."""
    import secrets

    return secrets.randbelow(10**12)
