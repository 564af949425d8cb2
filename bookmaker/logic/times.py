"""What is known of the time that a puzzle takes, by the evidence for its kind and level. Nothing here imports numba.

:mod:`bookmaker.logic.minutes` computes the minutes. The evidence: times of 1,533 classic puzzles with 10 to 43 solvers each, of
which 755 were fitted; for other kinds a few times of experts, publishers and people, which only place a range; none for the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Any

from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import RULES
from bookmaker.puzzles.rules.rule import Anchor

MEASURED, ANCHORED, BOUND, NONE = "measured", "anchored", "bound", "none"
"""The basis of a time: measured times of many such puzzles; a few times of people or of experts for the kind, so that only a
range is said; a least time; nothing, so that nothing is said."""

SERIES = (5, 10, 15, 20, 30, 45, 60, 90, 120)
"""The round numbers of minutes that a range has."""

LONGEST = 25.0
"""Beyond level hard nobody has measured more than a few classic puzzles: they take more minutes than this."""


@dataclass(frozen=True, slots=True)
class Time:
    """What is known of the time that a puzzle takes an average solver.

    mean: the expected minutes where the basis is MEASURED, else None. low, high: where four of five such puzzles lie if it is
    MEASURED, the range of round numbers if it is ANCHORED (from 0: less than ``high``; to 120: or more), only ``low`` if it is
    BOUND. late: the minutes after which four of five solvers are done, MEASURED only. middle: the minutes by which puzzles are
    put in order, None without evidence.
    """

    basis: str
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    late: float | None = None
    middle: float | None = None

    def __str__(self) -> str:
        """In the English of reports, such as ``12 minutes (9-16)`` or ``estimated 15-30 minutes``; "" where nothing is known."""
        if self.mean is not None:
            low, high = round(self.low or 0), round(self.high or 0)
            about = f"{self.mean:.{0 if self.mean >= 10 else 1}f} minutes"
            return about + (f" ({low}-{high})" if low < high else "")
        if self.low is None:
            return ""
        if self.high is None:
            return f"more than {self.low:.0f} minutes"
        return f"estimated {range_text(self.low, self.high)} minutes"

    def as_dict(self) -> dict[str, Any]:
        """The fields of JSON: ``minutes`` and ``minutes_80`` are null without measured times, the range without any."""
        low, high = _rounded(self.low), _rounded(self.high)
        return {
            "minutes": _rounded(self.mean),
            "minutes_80": _rounded(self.late),
            "minutes_range": None if low is None else [low, high],
            "basis": self.basis,
        }


def range_text(low: float, high: float) -> str:
    """A range of minutes in English: ``15-30``, ``under 5``, or ``over 60`` where it ends with the series."""
    if high >= SERIES[-1]:
        return f"over {low:.0f}"
    return f"{low:.0f}-{high:.0f}" if low else f"under {high:.0f}"


def _rounded(minutes: float | None) -> float | None:
    return None if minutes is None else round(minutes, 2)


def middle_of(model: float, anchor: Anchor, classic: bool) -> float:
    """The minutes of the model of classic puzzles, as the evidence for a kind corrects them."""
    return model if classic else anchor.factor * model**anchor.power


def time_of(minutes: float, anchor: Anchor | None, level: int, classic: bool) -> Time:
    """The time of a puzzle of a level by the evidence for its kind, from its corrected minutes."""
    if anchor is None or level > anchor.most:
        bounded = classic and Level.HARD < level < Level.EXTREME
        return Time(BOUND, low=LONGEST) if bounded else Time(NONE)
    if classic:
        # The mean of a puzzle over the predicted: 10 % and 90 % of 755 puzzles, on lines of the logarithm of the minutes; and
        # the spread of readers (1.41 for log-normal times) together with that error, which grows with the minutes.
        about = log(max(1.0, minutes))
        low, high = minutes * exp(min(0.0, 0.362 - 0.336 * about)), minutes * exp(0.071 + 0.145 * about)
        late = minutes * (LATE + 0.1 * max(0.0, about - log(4.0)))
        return Time(MEASURED, minutes, low, high, late, minutes)
    middle = min(SERIES[-1], minutes)
    low, high = (_nearest(bound) for bound in (middle / anchor.spread, middle * anchor.spread))
    return Time(ANCHORED, None, low, max(float(SERIES[0]), high), None, middle)


def _nearest(minutes: float) -> float:
    """The nearest number of the series by ratio; 0 below."""
    return float(min(SERIES, key=lambda one: abs(log(one / minutes)))) if minutes > 3.5 else 0.0


_USUAL = 9
_LARGE = Anchor(factor=2.5, power=0.65)
"""Classic grids of more than nine digits: one person took 110 minutes for a hard one of 16x16."""

LATE = 1.41
"""The time in which four of five solvers are done, over the mean time, where the mean is known.

The times of one puzzle have a deviation of 0.8 to 1.3 times their mean. It follows from how the scatter of mean times falls with
the number of solvers (``benchmarks/minutes.py``, ``noise``). For log-normal times with any such deviation the 80 % point is 1.40
to 1.42 times the mean.
"""


def known_time(geometry: Geometry, cages: bool, level: int, middle: float | None) -> Time:
    """The time of a puzzle of which only the middle was kept: a figure without evidence for the kind and level says nothing."""
    anchor = anchor_of(geometry, cages)
    if middle is None and anchor is not None and level <= anchor.most:
        return Time(NONE)
    return time_of(middle or 0.0, anchor, level, is_classic(geometry, cages))


def is_classic(geometry: Geometry, cages: bool) -> bool:
    """Whether it is the kind of which times were measured: 9x9 without further rules."""
    return geometry.plain and geometry.box == (3, 3) and not cages


def anchor_of(geometry: Geometry, cages: bool) -> Anchor | None:
    """The evidence for the times of a kind and size; None without any. Rules together have none, but for houses."""
    if not geometry.rules and not cages:
        return _LARGE if geometry.size > _USUAL else Anchor()
    found = [RULES[name] for name in sorted(geometry.rules)]
    # A Latin square is the ground of others.
    found = [rule for rule in found if rule.boxes or rule.clues] or found
    if len(found) != 1 or (cages and not found[0].cages):
        return None
    (rule,) = found
    anchor = rule.anchor or (Anchor() if rule.only_houses else None)
    return anchor if anchor is not None and (not anchor.sizes or geometry.size in anchor.sizes) else None
