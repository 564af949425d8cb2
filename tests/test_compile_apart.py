"""A first run compiles what its orders need, each kernel once and for one signature, on several processors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from contextlib import nullcontext
from itertools import zip_longest
from pathlib import Path

import pytest

from bookmaker.logic.generation import compile_apart
from bookmaker.logic.generation.distinct_puzzles import made_puzzle
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.jit import workers
from bookmaker.logic.jit.workers import name_of
from bookmaker.logic.techniques import engine
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.rules import RULES, geometry

ROOT = Path(__file__).parent.parent


class Stub:
    """In place of a kernel: it notes that it was compiled, or fails."""

    def __init__(self, done: list[int], number: int, error: type[BaseException] | None = None) -> None:
        self.py_func, self._done, self._number, self._error = name_of, done, number, error

    def compile(self, _signature: object) -> None:
        self._done.append(self._number)
        if self._error is not None:
            raise self._error


def test_each_place_of_the_list_is_taken_once(tmp_path: Path) -> None:
    for length, processes in ((1, 1), (7, 1), (7, 2), (13, 3), (2, 4)):
        folder = tmp_path / f"{length}-{processes}"
        folder.mkdir()
        turns = [workers.turns_of(length, number, processes) for number in range(processes)]
        assert all(sorted(own) == list(range(length)) for own in turns)
        assert turns[0][0] == 0 and turns[-1][0] == (length - 1 if processes > 1 else 0)
        taking = [workers.unclaimed(folder, own) for own in turns]
        taken = [place for places in zip_longest(*taking) for place in places if place is not None]
        assert sorted(taken) == list(range(length))


@pytest.mark.skipif(os.name != "posix", reason="a script in place of Python")
@pytest.mark.parametrize(("other", "error"), [("exit 1", None), ("exec sleep 100", KeyboardInterrupt)])
def test_no_process_is_left_behind_and_one_that_fails_delays_nothing(
    other: str, error: type[BaseException] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "python"
    script.write_text(f"#!/bin/sh\n{other}\n")
    script.chmod(0o755)
    monkeypatch.setattr(workers.sys, "executable", str(script))
    monkeypatch.setattr(workers.tempfile, "tempdir", str(tmp_path))
    begun: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen
    monkeypatch.setattr(workers.subprocess, "Popen", lambda *a, **k: begun.append(start(*a, **k)) or begun[-1])
    done: list[int] = []
    wanted = [(Stub(done, 0), None), (Stub(done, 1, error), None), (Stub(done, 2), None)]
    with nullcontext() if error is None else pytest.raises(error):
        workers.compile_apart(wanted, 3)
    assert done == ([0, 1, 2] if error is None else [0, 1])
    assert len(begun) == 2 and all(process.returncode is not None for process in begun)
    assert list(tmp_path.iterdir()) == [script]


SHARED = """
import time
from types import SimpleNamespace
from numba import types
from bookmaker.logic.jit import cache, workers
from bookmaker.logic.kernels.rng import next_u64

def wait(_):
    ends = time.monotonic() + 100
    while not cache.is_kept(next_u64) and time.monotonic() < ends:
        time.sleep(0.05)

here = SimpleNamespace(py_func=workers.name_of, compile=wait)
workers.compile_apart([(here, None), (next_u64, types.uint64(types.uint64[::1]))], 2)
assert not next_u64.stats.cache_misses
next_u64.compile((types.uint64[::1],))
print(sum(next_u64.stats.cache_hits.values()), sum(next_u64.stats.cache_misses.values()))
"""


def test_what_another_process_compiles_is_loaded(tmp_path: Path) -> None:
    places = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", SHARED]
    done = subprocess.run(
        command, env={**os.environ, **places}, capture_output=True, text=True, check=True, timeout=200
    )
    assert done.stdout.split() == ["1", "0"]


def starter() -> list[Order]:
    spec = specs.load(ROOT / "examples" / "starter.yaml")
    return [share.order for section in spec.sections for share in section.puzzles.shares(0)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("orders", "timed", "most"),
    [
        (starter(), True, 17),
        ([order_for(difficulty="easy")], False, 7),
        ([order_for(kind="killer", difficulty="easy")], False, 12),
    ],
    ids=["starter", "generate", "killer"],
)
def test_few_kernels_are_needed_and_each_has_one_signature(
    orders: list[Order], timed: bool, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_apart, "is_kept", lambda _: False)
    wanted = compile_apart.missing(orders, timed)
    names = Counter(name_of(kernel) for kernel, _ in wanted)
    assert len(names) <= most and set(names.values()) == {1}, names
    assert not {name for name in names if name.endswith(".rate")}
    # The first and the last take longest, so that two processes meet at a short one.
    costs = [compile_apart.cost(one) for one in wanted]
    assert min(costs[0], costs[-1]) >= sorted(costs)[len(costs) // 2] > min(costs)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ["classic", *RULES])
def test_to_note_what_an_order_needs_leaves_nothing_behind(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pointer that was only noted leads nowhere: whoever kept one would end the process."""
    monkeypatch.setattr(engine.Solver, "_kernels", None)
    order = order_for(kind=kind, size=max(RULES[kind].made or [9]) if kind in RULES else 9, difficulty="easy")
    monkeypatch.setattr(compile_apart, "is_kept", lambda _: False)
    assert compile_apart.missing([order], timed=True)
    assert vars(engine.Solver)["_kernels"] is None
    monkeypatch.undo()
    assert made_puzzle(order, 1).grade.level in ("beginner", "easy")


def test_to_note_what_an_order_needs_leaves_the_kernels_of_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tier that was noted while a solver had others ended the process of who made a harder puzzle next."""
    engine.Solver(geometry())
    shared = vars(engine.Solver)["_kernels"]
    pointers, ready = list(shared.searches), shared.ready
    monkeypatch.setattr(compile_apart, "is_kept", lambda _: False)
    compile_apart.missing([order_for(kind=kind, difficulty="diabolical") for kind in ("killer", "classic")])
    assert vars(engine.Solver)["_kernels"] is shared
    assert shared.searches == pointers and shared.ready == ready
