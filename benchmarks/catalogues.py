"""A catalogue on threads, on one worker process of Dask and on two. ``python -m benchmarks.catalogues [PUZZLES]``.

Each run begins with new processes and ends with them, so that start and warm-up count. The figures are seconds by the clock and
of processor time, and who spent the latter; on a machine with other work only that can be compared. At the end stand the two
ratios that we hold ourselves to: how much faster two workers are than one, by the clock, and how much more processor time the
cluster takes than threads do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SPEC = "book: {title: Many}\nseed: 18\nsections: [{title: Easy, puzzles: {count: 1, difficulty: easy}}]\n"

CLUSTER = """
import resource, sys
from distributed import LocalCluster

def spent(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime

if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as made:
        print(made.scheduler_address, flush=True)
        sys.stdin.read()
    print(spent(resource.RUSAGE_SELF), spent(resource.RUSAGE_CHILDREN))
"""

INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As an installed package, whose bytecode is on disk: else each process would compile the sources anew."""

QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
}
"""A scheduler and workers that measure little of themselves, as README.md starts them."""

FASTER, DEARER = 1.7, 15.0
"""What we hold ourselves to: two workers are so many times as fast as one; percent of processor time above threads."""


class Spent(NamedTuple):
    """Seconds: by the clock, and of processor time by the command, the scheduler, and the workers."""

    clock: float
    command: float
    scheduler: float = 0.0
    workers: float = 0.0

    @property
    def busy(self) -> float:
        """Processor time of all processes."""
        return self.command + self.scheduler + self.workers


def main() -> None:
    puzzles = sys.argv[1] if len(sys.argv) > 1 else "200000"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "many.yaml").write_text(SPEC)
        (folder / "cluster.py").write_text(CLUSTER)
        run(folder, "64", 0)  # Machine code is there before anything is measured.
        print(f"load at the beginning: {os.getloadavg()[0]:.1f}", flush=True)
        runs = []
        for what, workers in (("two threads", 0), ("one worker", 1), ("two workers", 2)):
            spent = run(folder, puzzles, workers)
            runs.append(spent)
            shared = f" (command {spent.command:.1f}, scheduler {spent.scheduler:.1f}, workers {spent.workers:.1f})"
            print(
                f"{puzzles} puzzles on {what}: {spent.clock:.1f} s by the clock, {spent.busy:.1f} s of processor time"
                f"{shared if workers else ''}",
                flush=True,
            )
    threads, one, two = runs
    faster, dearer = one.clock / two.clock, 100 * (two.busy / threads.busy - 1)
    print(f"two workers are {faster:.2f} times as fast as one: {verdict(faster >= FASTER)} (at least {FASTER})")
    print(f"processor time {dearer:.1f} % above threads: {verdict(dearer <= DEARER)} (at most {DEARER:.0f} %)")


def verdict(stands: bool) -> str:
    return "stands" if stands else "DOES NOT STAND"


def run(folder: Path, puzzles: str, workers: int) -> Spent:
    """Make a catalogue. ``workers``: processes of Dask, 0 for threads of one process."""
    bank = f"{workers}-{puzzles}.bank"
    words = [sys.executable, "-m", "bookmaker", "catalogue", "many.yaml", "--count", puzzles, "--bank", bank]
    begun = time.perf_counter()
    if not workers:
        command = finished(folder, [*words, "--jobs", "2"])
        return Spent(time.perf_counter() - begun, command)
    with subprocess.Popen(
        [sys.executable, "cluster.py", str(workers)],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**INSTALLED, **QUIET},
    ) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        command = finished(folder, [*words, "--cluster", address])
        clock = time.perf_counter() - begun
        scheduler, busy = map(float, cluster.communicate()[0].split())
    return Spent(clock, command, scheduler, busy)


def finished(folder: Path, words: list[str]) -> float:
    """Run a command to its end: its processor time."""
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=INSTALLED)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(words)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
