"""The time that is left of a work on puzzles, from its pace so far. It reads no clock: callers say how late it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Section(Protocol):
    """The section that is worked at, and how far."""

    title: str
    ready: int
    count: int


SOON = 5.0
"""Seconds before the first estimate of the time left."""
MANY = 1000
"""Attempts are counted in these."""


@dataclass
class Pace:
    """How fast puzzles become ready, in the section at work and before it."""

    title: str | None = None
    began: float = 0.0
    first: float | None = None
    ready: int = -1
    attempts: int = 0

    def at(self, now: float, done: int, total: int, attempts: int, at: Section | None) -> tuple[int, float | None]:
        """The attempts since the last puzzle was ready, to the thousand, and the seconds left, None at first."""
        if self.first is None:
            self.first = now
        if at is None:
            return 0, None
        if at.title != self.title:
            self.title, self.began = at.title, now
        if done != self.ready:
            self.ready, self.attempts = done, attempts
        tried = (attempts - self.attempts) // MANY * MANY
        # The pace of this section for its own rest, and that of all so far for the sections after it.
        spent = now - self.first
        if spent < SOON or not done or not at.ready:
            return tried, None
        here = (now - self.began) / at.ready * (at.count - at.ready)
        after = spent / done * (total - done - (at.count - at.ready))
        return tried, here + after
