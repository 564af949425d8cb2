"""A catalogue on threads, on one worker process of Dask and on two. ``python -m benchmarks.catalogues [PUZZLES]``.

Each run begins with new processes and ends with them, so that start and warm-up count. The figures are seconds by the clock and
of processor time, of all processes together; on a machine with other work only the latter can be compared.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SPEC = "book: {title: Many}\nseed: 18\nsections: [{title: Easy, puzzles: {count: 1, difficulty: easy}}]\n"

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as made:
        print(made.scheduler_address, flush=True)
        sys.stdin.read()
"""


def main() -> None:
    puzzles = sys.argv[1] if len(sys.argv) > 1 else "200000"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "many.yaml").write_text(SPEC)
        (folder / "cluster.py").write_text(CLUSTER)
        run(folder, "64", 0)  # Machine code is there before anything is measured.
        for what, workers in (("two threads", 0), ("one worker", 1), ("two workers", 2)):
            clock, spent = run(folder, puzzles, workers)
            print(
                f"{puzzles} puzzles on {what}: {clock:.1f} s by the clock, {spent:.1f} s of processor time", flush=True
            )


def run(folder: Path, puzzles: str, workers: int) -> tuple[float, float]:
    """Make a catalogue. ``workers``: processes of Dask, 0 for threads of one process."""
    bank = f"{workers}-{puzzles}.bank"
    words = [sys.executable, "-m", "bookmaker", "catalogue", "many.yaml", "--count", puzzles, "--bank", bank]
    begun, busy = time.perf_counter(), processor_time()
    if workers:
        with subprocess.Popen(
            [sys.executable, "cluster.py", str(workers)], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as cluster:
            assert cluster.stdout is not None
            address = cluster.stdout.readline().decode().strip()
            subprocess.run([*words, "--cluster", address], cwd=folder, check=True, capture_output=True)
            clock = time.perf_counter() - begun
            cluster.communicate()
    else:
        subprocess.run([*words, "--jobs", "2"], cwd=folder, check=True, capture_output=True)
        clock = time.perf_counter() - begun
    return clock, processor_time() - busy


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
