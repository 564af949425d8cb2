"""The rules of the 9x9 solver on ARM: ``python -m benchmarks.neon``.

Clang compiles what settles one node (:func:`bookmaker.logic.kernels.propagation9.emit`) for ARM's vectors of 128 bits. Printed
are the instructions of a round, the longest loop, and for how many nodes of made puzzles, half of them spoilt, the result under
qemu is another than this machine's. The exit code is 1 if it is for one. (Debian: ``apt-get install clang gcc-aarch64-linux-gnu
libc6-dev-arm64-cross qemu-user``)
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from llvmlite import ir
from numba import njit

from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.kernels import propagation9
from bookmaker.puzzles.rules import geometry

_PUZZLES = 4_000
_TARGET = "aarch64-linux-gnu"
_NODE = propagation9.NODE

_HARNESS = """
#include <stdint.h>
#include <stdio.h>
extern int64_t settle(uint64_t *);
int main(void) {
    uint64_t node[NODE];
    while (fread(node, 8, NODE, stdin) == NODE) {
        int64_t ended = settle(node);
        fwrite(&ended, 8, 1, stdout);
        fwrite(node, 8, NODE, stdout);
    }
    return 0;
}
"""


def source() -> str:
    """A function ``settle`` for one node, in LLVM's language, for ARM."""
    module = ir.Module("neon")
    module.triple = _TARGET
    whole = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(whole, [whole.as_pointer()]), "settle")
    builder = ir.IRBuilder(function.append_basic_block())
    node = function.args[0]
    builder.ret(propagation9.emit(builder, propagation9.load(builder, node), [node])[0])
    return str(module)


def longest_loop(assembly: str) -> int:
    """How many instructions stand between a label and the last jump back to it, at most."""
    labels: dict[str, int] = {}
    longest = count = 0
    for line in assembly.splitlines():
        label = re.match(r"(\.L\w+):", line)
        if label:
            labels[label[1]] = count
        elif re.match(r"\t[a-z]", line):
            count += 1
            target = re.search(r"(\.L\w+)\s*$", line)
            if target and target[1] in labels and re.match(r"\t(b\.|cb|tb|b\t)", line):
                longest = max(longest, count - labels[target[1]])
    return longest


@njit
def begun(work: np.ndarray, cells: np.ndarray) -> None:
    propagation9.begin(work, 0, cells)


@njit
def settled(work: np.ndarray) -> int:
    return propagation9.settle(work, 0)


def puzzles() -> np.ndarray:
    """Minimal puzzles; in half of them one cell has another digit, or one more."""
    made = Maker(Order(geometry(), minimal=True)).make([seed_for(23, number) for number in range(_PUZZLES)])
    cells = np.array([list(puzzle.givens) for puzzle in made if isinstance(puzzle, Made)], np.uint8)
    chance = np.random.default_rng(23)
    for row in cells[::2]:
        row[chance.integers(81)] = chance.integers(1, 10)
    return cells


def main() -> int:
    """Compile, count and compare."""
    before, after = [], []
    for cells in puzzles():
        work = np.zeros(_NODE, np.uint64)
        begun(work, cells)
        before.append(work.copy())
        ended = settled(work)
        after.append(np.r_[np.uint64(ended), work])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settle.ll").write_text(source())
        (folder / "harness.c").write_text(_HARNESS.replace("NODE", str(_NODE)))
        run(folder, "clang", "-O3", f"--target={_TARGET}", "-mcpu=apple-m1", "-fno-addrsig", "-S", "settle.ll")
        print(f"a round of one node: {longest_loop((folder / 'settle.s').read_text())} instructions")
        run(folder, "aarch64-linux-gnu-gcc", "-O2", "-static", "-o", "harness", "harness.c", "settle.s")
        out = run(folder, "qemu-aarch64", "./harness", given=np.array(before).tobytes())
    theirs = np.frombuffer(out, np.uint64).reshape(-1, 1 + _NODE)
    ours = np.array(after)
    # What is left in a dead node means nothing.
    differ = (theirs[:, 0] != ours[:, 0]) | ((ours[:, 0] != propagation9.DEAD) & (theirs != ours).any(axis=1))
    print(f"{len(ours):,} nodes, {int(differ.sum())} end otherwise on ARM")
    return int(differ.any() or len(theirs) != len(ours))


def run(folder: Path, *words: str, given: bytes = b"") -> bytes:
    return subprocess.run(words, cwd=folder, input=given, check=True, capture_output=True).stdout


if __name__ == "__main__":
    sys.exit(main())
