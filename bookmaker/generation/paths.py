"""What the path of a puzzle has to be like: techniques that it needs, that it ends with, that it avoids, and its score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from bookmaker.generation.aiming import Course, Wish
from bookmaker.grading import Grade
from bookmaker.techniques import BY_CODE, BY_NAME, TECHNIQUES, engine
from bookmaker.techniques.declare import Level, Technique
from bookmaker.techniques.naming import named

_NO_BOUND = 1 << 62


@dataclass(frozen=True, slots=True)
class Path:
    """What is asked of the path of a puzzle's grade. Each name is a technique's or a family's (:mod:`bookmaker.techniques.naming`).

    requires: of each of these the techniques not harder than the puzzle's hardest do not finish without it (of a family:
    without all of its types). hardest: the hardest technique of the grade; the easier ones do not finish. avoid: none of
    these is on the path. score: its bounds, both included, None for no bound.
    """

    requires: tuple[str, ...] = ()
    hardest: str | None = None
    avoid: tuple[str, ...] = ()
    score: tuple[int | None, int | None] = (None, None)

    def level(self) -> Level | None:
        """The level that a puzzle with such a path has if no other is asked for: that of the hardest technique named, if any."""
        if self.hardest is not None:
            return max(t.level for t in named(self.hardest))
        return max((min(t.level for t in named(name)) for name in self.requires), default=None)

    def fault(self, level: Level | None) -> str | None:
        """Why no puzzle of ``level`` (None: of any) has such a path, as far as that can be told beforehand; None if one may."""
        for name in (*self.requires, *self.avoid, *([self.hardest] if self.hardest else [])):
            if not named(name):
                return f"there is no technique {name!r}"
        low, high = self.score
        if low is not None and high is not None and low > high:
            return f"no score is at least {low} and at most {high}"
        if level is not None and level > Level.BEGINNER and not any(t.level is level for t in TECHNIQUES):
            return f"no technique here is of the level {level}"
        barred = {t for name in self.avoid for t in named(name)}
        for name in (*self.requires, *([self.hardest] if self.hardest else [])):
            if barred.issuperset(named(name)):
                return f"{name} cannot be wanted and avoided"
        if self.hardest is not None and level is not None:
            levels = {max(t.level, Level.EASY) for t in named(self.hardest)}
            if max(level, Level.EASY) not in levels:
                return f"a puzzle with {self.hardest} as its hardest technique is {max(levels)}, not {level}"
        tops = _tops(self, level)
        last = max(map(TECHNIQUES.index, tops))
        for name in self.requires:
            if min(map(TECHNIQUES.index, named(name))) > last:
                than = f"than {self.hardest}" if self.hardest else f"than a puzzle of the level {level} can need"
                return f"{name} is harder {than}"
        return None

    def miss(self, grade: Grade) -> str | None:
        """What a grade lacks that can be seen from it; None if nothing."""
        if self.hardest is not None and grade.hardest not in {t.name for t in named(self.hardest)}:
            return f"its hardest technique is {grade.hardest}, not {self.hardest}"
        for name in self.requires:
            if not any(t.name in grade.techniques for t in named(name)):
                return f"it does not use {name}"
        for name in self.avoid:
            if any(t.name in grade.techniques for t in named(name)):
                return f"it uses {name}"
        low, high = self.score
        if not (low or 0) <= grade.score <= (_NO_BOUND if high is None else high):
            return f"its score is {grade.score}"
        return None


def _tops(path: Path, level: Level | None) -> tuple[Technique, ...]:
    """The techniques of which one has to be the hardest."""
    if path.hardest is not None:
        return tuple(t for t in named(path.hardest) if level is None or t.level is max(level, Level.EASY))
    level = path.level() if level is None else level
    if level is None:
        return TECHNIQUES
    return tuple(t for t in TECHNIQUES if t.level is max(level, Level.EASY))


def _flags(codes: list[int], techniques: Iterable[Technique]) -> list[int]:
    wanted = {technique.code for technique in techniques}
    return [code in wanted for code in codes]


def wish_for(path: Path, level: Level | None) -> Wish:
    """A path and a level as the kernels take them."""
    tops = _tops(path, level)
    allowed = TECHNIQUES[: 1 + max(map(TECHNIQUES.index, tops))]
    last = BY_NAME.get("brute-force")
    # What only the last resort finishes is known by the others' failure, and that is found sooner.
    stuck = last in tops and path == Path() and level is Level.EXTREME
    if stuck:
        allowed = tuple(t for t in TECHNIQUES if t.level < Level.EXTREME)
    plan = engine.Plan(technique.code for technique in allowed)
    parts = [codes.tolist() for _, _, codes in plan.stretches]
    codes = [code for part in parts for code in part]
    low, high = path.score
    return Wish(
        course=Course(
            codes=np.array(codes, np.int64),
            starts=np.cumsum([0, *map(len, parts)], dtype=np.int64),
            tiers=np.array([tier for tier, _, _ in plan.stretches], np.int64),
        ),
        top=np.array(_flags(codes, tops), np.uint8),
        barred=np.array(_flags(codes, (t for name in path.avoid for t in named(name))), np.uint8),
        needed=np.array([_flags(codes, named(name)) for name in path.requires], np.uint8).reshape(-1, len(codes)),
        scores=np.array([BY_CODE[code].score if code >= 0 else 0 for code in codes], np.int64),
        low=low or 0,
        high=_NO_BOUND if high is None else high,
        stuck=stuck,
    )
