"""Levels that are drawn: bars that rise to the right, the first of them dark, or a row of stars."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from bookmaker.logic.generation.defaults import LEVELS
from bookmaker.publishing.proof.ink import Area, Box

_HIGHEST, _LEAST, _MOST = 24.0, 3, 7
"""Points that a bar or a star is high at most; bars in a row, and stars at most."""
_STAR = 10
"""Corners of a star of five points."""
_SLACK = 0.06
"""By what share of their height marks may lie or be sized unevenly."""
_DARKER, _DARK = 0.2, 0.5
"""The difference in ink between bars that count and those that do not; how dark bars are that all count."""

_WIDE = 3.0
"""A plate below a label is more than so many times as wide as high."""


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A drawn level: how many bars are dark, or stars are there (``rank``), of how many bars (``of``, 0 for stars); its box."""

    rank: int
    of: int
    box: Box

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that it may mean: no bar is the lowest, the last bar all above it, one star the lowest two."""
        if self.of:
            return LEVELS[self.rank : self.rank + 1] if self.rank < self.of else LEVELS[self.rank :]
        return LEVELS[: self.rank + 1] if self.rank == 1 else LEVELS[self.rank : self.rank + 1]

    def __str__(self) -> str:
        return f"{self.rank} of {self.of} bars" if self.of else f"{self.rank} star{'s' if self.rank > 1 else ''}"


def level_marks(areas: Sequence[Area]) -> Iterator[LevelMark]:
    """The levels drawn on a page."""
    rows: dict[tuple[int, int], list[Area]] = defaultdict(list)
    plates: list[Area] = []
    for area in areas:
        left, bottom, right, top = area.box
        wide, high = right - left, top - bottom
        corners = len(area.points)
        bar, star = corners == 4 and wide < high, corners == _STAR and abs(wide - high) < 0.2 * high
        if area.ink > _DARK and wide > _WIDE * high:
            plates.append(area)
        if high <= _HIGHEST and (bar or star):
            # On a plate what is white counts.
            contrast = abs(area.ink - (1.0 if any(_within(area.box, plate.box) for plate in plates) else 0.0))
            if contrast > 0.01:
                rows[corners, round(bottom * 2)].append(area._replace(ink=contrast))
    for (corners, _), row in rows.items():
        for run in _runs(sorted(row, key=lambda area: area.box[0])):
            made = _stars(run) if corners == _STAR else _bars(run)
            if made is not None:
                yield made


def _within(box: Box, around: Box) -> bool:
    return around[0] < box[0] and around[1] < box[1] and box[2] < around[2] and box[3] < around[3]


def _runs(row: Sequence[Area]) -> Iterator[list[Area]]:
    """Shapes of one width that follow each other at one distance, closer than they are high."""
    run: list[Area] = []
    for area in row:
        left, bottom, right, top = area.box
        slack = _SLACK * (top - bottom)
        if run:
            before = run[-1].box
            gap, same = left - before[2], abs((right - left) - (before[2] - before[0])) <= slack
            even = len(run) < 2 or abs((left - before[0]) - (before[0] - run[-2].box[0])) <= slack
            if not (0 <= gap < max(right - left, 0.5 * (top - bottom)) and same and even):
                yield run
                run = []
        run.append(area)
    if run:
        yield run


def _box(run: Sequence[Area]) -> Box:
    return run[0].box[0], run[0].box[1], run[-1].box[2], max(area.box[3] for area in run)


def _stars(run: Sequence[Area]) -> LevelMark | None:
    return LevelMark(len(run), 0, _box(run)) if len(run) <= _MOST else None


def _bars(run: Sequence[Area]) -> LevelMark | None:
    highs = [area.box[3] - area.box[1] for area in run]
    rises = [after - before for before, after in pairwise(highs)]
    if not _LEAST <= len(run) <= _MOST or min(rises) <= 0:
        return None
    if any(abs(rise - mean(rises)) > _SLACK * max(highs) for rise in rises):
        return None
    inks = [area.ink for area in run]
    dark = [ink > max(inks) - _DARKER / 2 for ink in inks]
    if max(inks) - min(inks) < _DARKER:
        dark = [mean(inks) > _DARK] * len(run)
    rank = sum(dark)
    return LevelMark(rank, len(run), _box(run)) if all(dark[:rank]) else None
