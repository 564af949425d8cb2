"""Kernels compiled by several processes at once, before the first of them is needed.

Numba compiles one function at a time in a process. Each process goes through the same list from a place of its own and compiles
what no other has begun, so that all are busy to the end. What is compiled lies in the folder of machine code, where this
process finds it. If another process ends before its time, its kernels are compiled when they are needed.
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from bookmaker.logic.jit import cache

_LIST = "list"

Wanted = tuple[Any, Any]
"""A kernel and a signature, or the types of its arguments."""


def name_of(kernel: Any) -> str:
    """The name of the function that a kernel is made of, with its module."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"


def turns_of(length: int, number: int, processes: int) -> list[int]:
    """The places of a list in the order in which a process takes them: the first begins at its head, the last at its end.

    Neighbours have parts in common, which are compiled once in a process.
    """
    if number == processes - 1 and number:
        return list(range(length))[::-1]
    begin = length * number // processes
    return [*range(begin, length), *range(begin)]


def unclaimed(folder: Path, turns: Sequence[int]) -> Iterator[int]:
    """Those places that no other process has taken yet."""
    for place in turns:
        with suppress(FileExistsError):
            (folder / str(place)).touch(exist_ok=False)
            yield place


def compile_apart(wanted: Sequence[Wanted], processes: int) -> None:
    """Compile kernels, in the order of a list that has its costly ones at both ends.

    Nothing is compiled twice, and no process is left behind however this one ends.
    """
    folder, others = Path(tempfile.mkdtemp(prefix="bookmaker-")), []
    try:
        named = [(kernel.py_func.__module__, kernel.py_func.__qualname__, signature) for kernel, signature in wanted]
        (folder / _LIST).write_bytes(pickle.dumps(named))
        none = subprocess.DEVNULL
        for number in range(1, processes):
            words = [str(folder), str(os.getpid()), *map(str, turns_of(len(wanted), number, processes))]
            command = [sys.executable, "-P", "-c", f"from {__name__} import work; work()", *words]
            with suppress(OSError):
                others.append(subprocess.Popen(command, stdin=none, stdout=none, stderr=none))
        for place in unclaimed(folder, turns_of(len(wanted), 0, processes)):
            kernel, signature = wanted[place]
            kernel.compile(signature)
        for other in others:
            other.wait()
    finally:
        for other in others:
            other.kill()
            other.wait()
        shutil.rmtree(folder, ignore_errors=True)


def work() -> None:
    """What another process does. It ends when nothing is left, or when the first one has ended."""
    gc.disable()  # The process is short: there is nothing to gain from garbage.
    folder, parent, *turns = sys.argv[1:]
    named = pickle.loads((Path(folder) / _LIST).read_bytes())
    for place in unclaimed(Path(folder), list(map(int, turns))):
        if hasattr(os, "getppid") and os.getppid() != int(parent):
            return
        module, function, signature = named[place]
        getattr(import_module(module), function).compile(signature)


def able() -> bool:
    """Whether other processes can be started, and can hand over what they compile."""
    if not sys.executable or getattr(sys, "frozen", False):
        return False
    try:
        cache.check_place()
    except OSError:
        return False
    return True
