"""Kernels that a second process compiles while this one compiles others.

Numba compiles one function at a time in a process. The second process names each kernel that it has put on disk. The first
goes on with its own, and waits for a kernel of the other where it needs it. If the second process ends before its time, or cannot
write to disk, the first compiles all kernels itself.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

_says = False
_awaited: set[str] = set()
_second: subprocess.Popen[str] | None = None


def name_of(function: Any) -> str:
    """The name of the function that a kernel is made of, with its module."""
    return f"{function.__module__}.{function.__qualname__}"


def start(module: str, kernels: Iterable[Any]) -> None:
    """Run a module in a second process, which compiles these kernels. It is ended when this process exits by itself."""
    global _second  # noqa: PLW0603
    if _second is not None or not sys.executable or getattr(sys, "frozen", False):
        return
    none = subprocess.DEVNULL
    try:
        _second = subprocess.Popen(
            [sys.executable, "-P", "-m", module], stdin=none, stdout=subprocess.PIPE, stderr=none, text=True
        )
    except OSError:
        return
    _awaited.update(map(name_of, kernels))
    atexit.register(_second.kill)


def wait_for(function: Any) -> bool:
    """Wait until the second process has compiled a kernel, if it is to do so. Returns whether the kernel may be on disk now."""
    name = name_of(function)
    if _second is None or _second.stdout is None or name not in _awaited:
        return False
    while name in _awaited:
        line = _second.stdout.readline()
        if not line:
            _awaited.clear()
        _awaited.discard(line.strip())
    return True


def say_what_is_kept() -> None:
    """In the second process: name each kernel on standard output as it is put on disk."""
    global _says  # noqa: PLW0603
    _says = True


def kept(function: Any) -> None:
    """The machine code of a kernel is on disk."""
    if _says:
        sys.stdout.write(f"{name_of(function)}\n")
        sys.stdout.flush()
