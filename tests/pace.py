"""How fast this machine runs Python, for tests that bound time: a busy or slow machine is no fault of the code."""

from __future__ import annotations

import time

_USUAL = 0.03
"""Seconds of processor time that :func:`_loop` takes on a quick machine."""


def _loop() -> float:
    started, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number & 3
    return time.process_time() - started


def _pace() -> float:
    """How many times as long as on a quick machine Python takes here and now, at least 1."""
    return max(1.0, *(_loop() / _USUAL for _ in range(3)))


def in_time(taken: float, usual: float) -> bool:
    """Whether something that took so many seconds would take fewer than ``usual`` on a quick machine.

    How quick this one is takes a tenth of a second to find out: that is done only if it took longer.
    """
    return taken < usual or taken < usual * _pace()
