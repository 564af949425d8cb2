"""Which program makes the puzzles: what is kept, or made elsewhere, is only of use to the same one."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from bookmaker.version import VERSION


@cache
def source() -> str:
    """A digest of everything of this program that may change what a seed makes."""
    digest = hashlib.sha256(VERSION.encode())
    package = Path(__file__).parents[2]
    for name in _DECIDING:
        room = package / name
        for path in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


_DECIDING = (
    "base/seeds.py",
    "logic/generation",
    "logic/grading.py",
    "logic/kernels",
    "logic/minutes.py",
    "logic/solve",
    "logic/techniques",
    "puzzles",
)
