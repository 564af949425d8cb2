"""``bookmaker verify`` from a text file, end to end: ``python -m benchmarks.verifying [FILE]``.

FILE holds one 9x9 puzzle a line, plain or gzip (default: the 17-given puzzles of the tests). Each run is a process of its
own, the first of them not counted; wall-clock time therefore holds the start of Python and of the compiler (a run over
a hundred puzzles is listed to tell how much), and peak memory is that of the whole process.
"""

from __future__ import annotations

import gzip
import os
import resource
import sys
import tempfile
import time
from itertools import chain, islice, repeat
from pathlib import Path

DEFAULT = Path(__file__).parent.parent / "tests" / "data" / "17_clue_sample.txt.gz"

_FEW = 100
"""So many load the compiler, which a few do not, and take no time."""


def run(path: Path, *words: str) -> tuple[float, float, int]:
    """Seconds of wall clock, seconds of processors, and peak memory in megabytes of one run."""
    before = time.perf_counter()
    with Path(os.devnull).open("w") as nowhere:
        command = [sys.executable, "-m", "bookmaker", "verify", str(path), *words]
        spawned = os.posix_spawn(
            sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)]
        )
        _, status, used = os.wait4(spawned, 0)
    if status:
        raise SystemExit(f"{' '.join(command)}: status {status}")
    assert isinstance(used, resource.struct_rusage)
    return time.perf_counter() - before, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10


def main() -> None:
    """Print a line for each number of puzzles."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    text = gzip.decompress(source.read_bytes()) if source.suffix == ".gz" else source.read_bytes()
    lines = text.splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt")
        path.write_bytes(lines[0])
        run(path)
        print("  puzzles              wall s    cpu s  puzzles/s  peak MB")
        for count in (_FEW, 10_000, 49_158, 1_000_000):
            path.write_bytes(b"".join(islice(chain.from_iterable(repeat(lines)), count)))
            for words in ((), ("--json",), ("--jobs", "1")) if count > _FEW else ((),):
                wall, used, memory = run(path, *words)
                rate = f"{count / wall:10,.0f}" if count > _FEW else " " * 10
                print(f"{count:9,} {' '.join(words):10} {wall:9.2f} {used:8.2f} {rate} {memory:8}", flush=True)


if __name__ == "__main__":
    main()
