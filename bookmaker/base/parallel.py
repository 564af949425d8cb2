"""Ordered execution on several threads: results come in the order of the work.

Threads, not processes: kernels release the GIL, share one compiled copy, and processes that compile into the same cache at once
have been reported to crash (numba issue 4807). A piece of work depends only on its argument, which holds its own seed, so one
worker and many give the same results.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

Stop = Callable[[], bool]
"""True once nobody needs the result; long work checks it now and then."""

Waiting = Callable[[], None]
"""Called before results are waited for: who prints them may show those that are there."""


def at_once() -> None:
    """Nothing is to be done while results are waited for."""


_AHEAD = 8
"""Pieces of work for each thread that may be ready before they are read."""


def cpu_count() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def ordered_map(work: Callable[[T, Stop], R], items: Iterable[T], jobs: int, waiting: Waiting = at_once) -> Iterator[R]:
    """``work(item, stop)`` for each item on ``jobs`` threads, a few items ahead of the consumer. The first error ends it."""
    ended = threading.Event()
    todo = iter(items)
    if jobs <= 1:
        for item in todo:
            waiting()
            yield work(item, ended.is_set)
        return
    # The first piece runs alone: it compiles or loads the kernels, which two threads would do twice.
    for item in todo:
        yield work(item, ended.is_set)
        break
    pool = ThreadPoolExecutor(jobs)
    pending: deque[Future[R]] = deque()

    def first() -> R:
        if not pending[0].done():
            waiting()
        return pending.popleft().result()

    try:
        for item in todo:
            pending.append(pool.submit(work, item, ended.is_set))
            while pending and (len(pending) > _AHEAD * jobs or pending[0].done()):
                yield first()
        while pending:
            yield first()
    finally:
        ended.set()
        pool.shutdown(wait=False, cancel_futures=True)
