"""How much work something takes, for tests that bound it: in calls, which are the same on every machine, or in time.

Calls say nothing of what a regular expression or a kernel does inside one of them: only these are bounded by time, that of the
processor, in units of what this machine can do just now.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

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


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, of Python and of C, while something is done."""
    count = 0

    def counted(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
