"""Ordered execution on several threads: results come in the order of the work, whatever thread did it.

Threads, not processes: kernels release the GIL, share one compiled copy, and processes that compile into the same cache at
once have been reported to crash (numba issue 4807). A piece of work depends on nothing but its argument, which holds its
own seed; so one worker and many give the same results.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cpu_count() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def ordered_map(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """``map`` over ``jobs`` threads, at most a few items ahead of the consumer. The first error ends it."""
    if jobs <= 1:
        yield from map(work, items)
        return
    pool = ThreadPoolExecutor(jobs)
    pending: deque[Future[R]] = deque()
    try:
        for item in items:
            pending.append(pool.submit(work, item))
            if len(pending) > 4 * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        # On an error or Ctrl-C nobody waits for work whose result nobody will read.
        pool.shutdown(wait=False, cancel_futures=True)
