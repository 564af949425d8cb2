"""Ordered execution: the order of the work, whoever did it; errors and ends as with one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from bookmaker.base.parallel import Stop, cpu_count, ordered_map

JOBS = [1, 2, 7]


@pytest.mark.parametrize("jobs", JOBS)
@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_results_come_in_the_order_of_the_work(jobs: int, count: int) -> None:
    def work(item: int, _stop: Stop) -> int:
        time.sleep(0.002 * (item % 3 == 0))
        return item * item

    assert list(ordered_map(work, range(count), jobs)) == [item * item for item in range(count)]


@pytest.mark.parametrize("jobs", JOBS)
def test_the_first_error_ends_it(jobs: int) -> None:
    def work(item: int, _stop: Stop) -> int:
        if item in (3, 5):
            time.sleep(0.02 * (item == 3))  # The later one fails first.
            raise ValueError(item)
        return item

    got = []
    with pytest.raises(ValueError, match="3"):
        for result in ordered_map(work, range(100), jobs):
            got.append(result)
    assert got == [0, 1, 2]


def test_work_is_done_by_several_threads_and_not_far_ahead() -> None:
    threads, done = set(), []
    together = threading.Barrier(3, timeout=120)

    def work(item: int, _stop: Stop) -> int:
        if 1 <= item <= 3:
            together.wait()  # Passes only if three threads are at work at once.
        threads.add(threading.get_ident())
        done.append(item)
        return item

    results = ordered_map(work, range(10**9), 3)
    assert [next(results) for _ in range(5)] == list(range(5))
    time.sleep(0.05)
    assert len(done) < 100
    assert len(threads) == 4
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("how", ["closed", "failed"])
def test_long_work_is_told_when_nobody_waits_for_it(how: str) -> None:
    begun, told = threading.Event(), threading.Event()

    def work(item: int, stop: Stop) -> int:
        if item == 1:
            begun.wait(120)
            if how == "failed":
                raise ValueError(item)
        if item == 2:
            begun.set()
            give_up = time.monotonic() + 120
            while not stop() and time.monotonic() < give_up:
                time.sleep(0.001)
            if stop():
                told.set()
        return item

    results: Iterator[int] = ordered_map(work, range(3), 2)
    assert next(results) == 0
    if how == "closed":
        assert next(results) == 1
        results.close()  # type: ignore[attr-defined]
    else:
        with pytest.raises(ValueError, match="1"):
            next(results)
    assert told.wait(5)


def test_the_first_piece_runs_alone() -> None:
    running, most = 0, 0
    lock = threading.Lock()

    def work(item: int, _stop: Stop) -> int:
        nonlocal running, most
        with lock:
            running += 1
            if item == 0:
                most = running
        time.sleep(0.01 * (item == 0))
        with lock:
            if item == 0:
                most = max(most, running)
            running -= 1
        return item

    list(ordered_map(work, range(20), 4))
    assert most == 1


def test_there_is_a_processor() -> None:
    assert cpu_count() >= 1
