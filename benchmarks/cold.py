"""What a first run costs: commands with an empty folder of machine code, and as many in another checkout in turn.

``python -m benchmarks.cold [OTHER]`` prints the processor time of all processes, the clock, and the ratios to the checkout
OTHER. The clock says something on an idle machine only. ``--warm`` measures commands and the start of Python's face with all
machine code there, each five times. ``--table`` measures how long each kernel takes to compile, and writes the table of
:mod:`bookmaker.logic.generation.compile_apart` anew.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bookmaker.logic.generation import compile_apart
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.jit.workers import name_of

ROOT = Path(__file__).parent.parent
PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
COMMANDS = {
    "first build": ("build", "examples/starter.yaml"),
    "generate": ("generate", "--count", "1"),
    "Killer": ("generate", "--count", "1", "--kind", "killer"),
    "verify": ("verify", PUZZLE),
    "grade": ("grade", PUZZLE),
}
WARM = {
    "generate": COMMANDS["generate"],
    "hint": ("hint", PUZZLE),
    "explain": ("explain", PUZZLE),
    "solve": ("solve", PUZZLE),
    "verify": ("verify", PUZZLE),
    "solve in Python": ("-c", f"import bookmaker; bookmaker.solve({PUZZLE!r})"),
}
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux: processes that a command leaves behind are waited for, too.
_TIMES = 5


def cost(checkout: Path, words: Sequence[str], folder: Path) -> tuple[float, float]:
    """The seconds of processor time of a command and all its processes, and the seconds until it ends."""
    ours = {"PYTHONPATH": str(checkout), "NUMBA_CACHE_DIR": str(folder / "kernels"), "XDG_CACHE_HOME": str(folder)}
    named = [str(checkout / word) if word.startswith("examples/") else word for word in words]
    begun = time.monotonic()
    module = () if words[0] == "-c" else ("-m", "bookmaker")
    process = os.fork()
    if not process:
        os.chdir(folder)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        # Whoever installed the package has the bytecode of its modules on disk.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        os.execve(sys.executable, [sys.executable, "-P", *module, *named], kept | ours)
    spent, took = 0.0, 0.0
    while True:
        try:
            ended, _, used = os.wait4(-1, 0)
        except ChildProcessError:
            return spent, took
        spent += used.ru_utime + used.ru_stime
        if ended == process:
            took = time.monotonic() - begun


def least(checkout: Path, words: Sequence[str], times: int) -> tuple[float, float]:
    """The least cost of several runs: the first compiles if there is one only, else it is not counted."""
    with tempfile.TemporaryDirectory() as name:
        runs = [cost(checkout, words, Path(name)) for _ in range(times)]
    return min(runs[times > 1 :])


def table() -> str:
    """The lines of the table: each kernel that some order needs, compiled in this process."""
    orders = [order_for(kind="killer", difficulty=level) for level in ("easy", "extreme")]
    orders += [order_for(difficulty=level) for level in ("easy", "extreme")]
    orders += [order_for(minimal=True, symmetry="none"), order_for(size=6, difficulty="easy")]
    orders += [order_for(kind="samurai", difficulty="easy"), compile_apart.plain(order_for(kind="arrow"))]
    seconds = {}
    for kernel, signature in compile_apart.missing(orders, timed=True):
        begun = time.process_time()
        kernel.compile(signature)
        seconds[name_of(kernel)] = time.process_time() - begun
    return "".join(f'    "{name}": {took:.1f},\n' for name, took in sorted(seconds.items()))


def write_table() -> None:
    """Write the table into its module."""
    os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()
    file = Path(compile_apart.__file__)
    text = re.sub(
        r"(?s)(\n_SECONDS: .*? = \{\n).*?(\n?\}\n)", lambda found: f"{found[1]}{table()}}}\n", file.read_text()
    )
    file.write_text(text)


def main() -> None:
    """Print the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="?", type=Path, help="another checkout, to compare with")
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    if arguments.table:
        write_table()
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    print(f"load {os.getloadavg()[0]:.1f}; seconds of processor time and of the clock")
    for name, words in (WARM if arguments.warm else COMMANDS).items():
        times = _TIMES + 1 if arguments.warm else 1
        spent, took = least(ROOT, words, times)
        line = f"{name:16} {spent:6.2f} {took:6.2f}"
        if arguments.other is not None:
            before, waited = least(arguments.other.resolve(), words, times)
            line += f"   there {before:6.2f} {waited:6.2f}   ratio {spent / before:.2f} {took / waited:.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
