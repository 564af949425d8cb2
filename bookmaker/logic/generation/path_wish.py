"""Requirements on a solving path, as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bookmaker.logic.generation.targets import FINNED, FISH, HIDDEN, NAKED, NOTHING, Wish
from bookmaker.logic.techniques import BY_CODE, effort, engine, named
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.logic.techniques.requirements import Path

_NO_BOUND = 1 << 62


def _flags(codes: tuple[int, ...], techniques: Iterable[Technique]) -> list[bool]:
    wanted = {technique.code for technique in techniques}
    return [code in wanted for code in codes]


_STEERED = {
    "naked-quadruple": NAKED, "hidden-quadruple": HIDDEN, "jellyfish": FISH, "finned-jellyfish": FINNED,
    "sashimi-jellyfish": FINNED,
}  # fmt: skip
"""The techniques that are so rare that digging is steered to them."""


def wish_for(path: Path, level: Level | None, known: Sequence[Technique], steered: bool) -> Wish:
    """A path without fault, and a level, as arrays. ``known``: the techniques that the puzzles are graded by.

    ``steered``: whether the geometry has rows and columns of nine, to which digging can be steered.
    """
    tops = path.tops(level, known)
    allowed = known[: 1 + max(map(known.index, tops))]
    plan = engine.Plan(technique.code for technique in allowed)
    codes = plan.codes
    low, high = path.score
    wanted = [_STEERED[name] for name in (path.hardest, *path.requires) if steered and name in _STEERED]
    return Wish(
        course=plan.course,
        top=np.array(_flags(codes, tops), np.uint8),
        barred=np.array(_flags(codes, (t for name in path.avoid for t in named(name))), np.uint8),
        needed=np.array([_flags(codes, named(name)) for name in path.requires], np.uint8).reshape(-1, len(codes)),
        costs=effort.costs([BY_CODE[code] for code in codes], caged=False),
        # Scores are rounded: these are the lowest and highest sums of tenths that are rounded to the bounds.
        low=effort.UNIT * (low or 0) - effort.UNIT // 2,
        high=_NO_BOUND if high is None else effort.UNIT * high + effort.UNIT // 2 - 1,
        steer=wanted[0] if wanted else NOTHING,
    )


def no_wish() -> Wish:
    """The wish in the aim of an order that requires nothing of the path."""
    return Wish.blank({"n": 0, "m": 0}, course=engine.Plan(()).course, low=0, high=_NO_BOUND, steer=NOTHING)
