"""What is left when work is killed. ``python -m benchmarks.interruptions [MOMENTS] [PUZZLES] [--only PART] [--each KILLS]``.

Builds of a book and runs of a catalogue are killed with ``kill -9`` at random moments, begun again until they are done, and
compared with undisturbed ones: files byte by byte, banks row by row, and ``bank check`` proves every row. ``cluster``: the
catalogue is made on two workers of Dask, and by turns the command, a worker and the scheduler are killed. ``troubles``: a disk
that is full, a bank that another process holds, and two runs on one bank. Every process that is killed was started here.
``--each``: so many kills of each run, about; after each the run goes on, so that all of it costs a few times one run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

SPEC = """
book: {{title: Long}}
seed: 18
front_matter: []
sections:
- {{title: Easy, puzzles: {{count: {easy}, difficulty: easy}}, layout: four-up}}
- {{title: Small, puzzles: {{count: {small}, size: 6, difficulty: easy}}, layout: four-up}}
"""

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    made = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=int(sys.argv[1]))
    print(flush=True)
    for line in sys.stdin:
        print(*(nanny.pid for nanny in made.workers.values() if nanny.pid), flush=True)
"""


class Bench:
    """A folder to work in, and what was found."""

    def __init__(self, folder: Path, moments: int, puzzles: int) -> None:
        self.folder, self.moments, self.chance = folder, moments, random.Random(18)
        (folder / "long.yaml").write_text(SPEC.format(easy=puzzles // 2, small=puzzles - puzzles // 2))
        (folder / "cluster.py").write_text(CLUSTER)
        self.catalogue = ["catalogue", "long.yaml", "--count", str(10 * puzzles), "--jobs", "1"]
        self.kills = self.runs = self.wrong = 0

    def start(self, *words: str, cache: str = "kept", limit: int | None = None) -> subprocess.Popen[bytes]:
        """A bookmaker process. ``limit``: the most bytes of a file, as if the disk were full."""
        command = [sys.executable, "-m", "bookmaker", *words]
        if limit is not None:
            command = ["sh", "-c", f'ulimit -f {limit // 512}; exec "$@"', "sh", *command]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "BOOKMAKER_CACHE_DIR": str(self.folder / cache)},
        )  # fmt: skip

    def done(self, *words: str, cache: str = "kept", limit: int | None = None) -> tuple[int, str]:
        """Run to the end: the exit code, and the last line of what it said."""
        process = self.start(*words, cache=cache, limit=limit)
        said = process.communicate()[1].decode().strip()
        return process.returncode, said.splitlines()[-1] if said else ""

    def rows(self, bank: str) -> str:
        """A digest of all rows of a bank that passes its own check."""
        code, said = self.done("bank", "check", bank)
        if code:
            return said
        with sqlite3.connect(self.folder / bank) as connection:
            return digest(repr(connection.execute("SELECT * FROM puzzles ORDER BY id").fetchall()).encode())

    def held(self, bank: str) -> int:
        """How many rows a bank has that a process writes into, 0 if there is none yet."""
        try:
            with sqlite3.connect(f"file:{self.folder / bank}?mode=ro", uri=True) as connection:
                return int(connection.execute("SELECT count(*) FROM puzzles").fetchone()[0])
        except sqlite3.OperationalError:
            return 0

    def files(self) -> str:
        """A digest of the files of the book."""
        found = sorted((self.folder / "build/long").iterdir())
        return digest(repr([(path.name, digest(path.read_bytes())) for path in found]).encode())

    def killed(self, what: str, work: list[str], result: Callable[[], str], wanted: str, longest: float) -> None:
        """Kill the work at random moments, go on until it is done, compare, and begin again."""
        kills = runs = wrong = 0
        while kills < self.moments:
            process = self.start(*work)
            try:
                process.wait(self.chance.uniform(0.0, longest))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                kills += 1
            process.communicate()
            if process.returncode == 0 or kills == self.moments:
                if process.returncode:
                    self.done(*work)
                runs += 1
                wrong += result() != wanted
                self.forget()
        print(
            f"{what}: killed {kills} times, {runs} runs done, {wrong} of them other than the undisturbed one",
            flush=True,
        )

    def forget(self) -> None:
        """Remove what runs leave."""
        for name in ("kept", "build", "some.bank", "some.bank-wal", "some.bank-shm"):
            subprocess.run(["rm", "-rf", name], cwd=self.folder, check=True)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Cluster:
    """A scheduler and two workers on a fixed address. A worker that is killed comes again, the rest does not."""

    PORT = 28786
    ADDRESS = f"tcp://127.0.0.1:{PORT}"

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "cluster.py", str(self.PORT)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill one of the workers that are there now."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        workers = self._answer().split()
        if workers:
            os.kill(int(chance.choice(workers)), signal.SIGKILL)
        return bool(workers)

    def kill(self) -> None:
        """Kill the scheduler; its workers end by themselves."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End all of it in order."""
        self._process.communicate()


def on_a_cluster(bench: Bench, wanted: str, each: int) -> None:
    """Kill the command, a worker and the scheduler by turns, at random moments."""
    work = [*bench.catalogue, "--bank", "some.bank", "--cluster", Cluster.ADDRESS]
    counts = {"the command": 0, "a worker": 0, "the scheduler": 0}
    cluster = Cluster(bench.folder)
    spent = undisturbed(bench, "on the cluster", work)
    again = undisturbed(bench, "on the cluster, with nothing left to do", work)
    longest = pace(spent, again, each)
    wrong = int(bench.rows("some.bank") != wanted)
    runs = turn = 0
    bench.forget()

    def ended(process: subprocess.Popen[bytes], last: bool = False) -> bool:
        """Whether it is done, as it must be in the ``last`` run, which nobody disturbs. What it says and leaves is looked at."""
        nonlocal runs, wrong
        said = process.communicate()[1].decode()
        done = process.returncode == 0
        if "Traceback" in said or (last and not done):
            wrong += 1
            print(said, flush=True)
        if done:
            runs += 1
            wrong += bench.rows("some.bank") != wanted
            print(f"runs done: {runs}, other than the undisturbed one: {wrong}", flush=True)
            bench.forget()
        return done

    try:
        process = bench.start(*work)
        while sum(counts.values()) < bench.moments:
            try:
                process.wait(bench.chance.uniform(0.0, longest))
            except subprocess.TimeoutExpired:
                victim = list(counts)[turn % len(counts)]
                turn += 1
                held = bench.held("some.bank")
                if victim == "the command":
                    process.kill()
                elif victim == "the scheduler":
                    cluster.kill()
                    cluster = Cluster(bench.folder)
                elif not cluster.kill_worker(bench.chance):
                    continue  # Both are on their way back.
                counts[victim] += 1
                print(f"{sum(counts.values())}: {victim} is killed when {held} rows are in the bank", flush=True)
                if victim == "a worker":
                    continue
            ended(process)
            process = bench.start(*work)
        if not ended(process):
            ended(bench.start(*work), last=True)
        told = ", ".join(f"{victim} {count} times" for victim, count in counts.items())
        print(
            f"catalogue on two workers, killed: {told}; {runs} runs done, {wrong} of them other than the undisturbed one"
        )
    finally:
        cluster.close()


def other_troubles(bench: Bench, wanted: str) -> None:
    """A full disk, a bank that is held, two runs at once."""
    work = [*bench.catalogue, "--bank", "some.bank"]
    print("disk full:", *bench.done(*work, limit=200_000))
    print("disk full in a build:", *bench.done("build", "long.yaml", "--jobs", "1", "--no-proof", limit=60_000))
    held = sqlite3.connect(bench.folder / "some.bank", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    print("bank held by another process:", *bench.done(*work))
    held.execute("ROLLBACK")
    held.close()
    both = [bench.start(*work, cache=cache) for cache in ("one", "two")]
    codes = [process.communicate() and process.returncode for process in both]
    same = bench.rows("some.bank") == wanted
    print(f"two runs on one bank: exit codes {codes}, {'the same rows' if same else 'NOT the same rows'}", flush=True)
    bench.forget()


PARTS = ("build", "catalogue", "troubles", "cluster")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("moments", type=int, nargs="?", default=100)
    words.add_argument("puzzles", type=int, nargs="?", default=2000)
    words.add_argument("--only", choices=PARTS, action="append", help="these parts (default: all)")
    words.add_argument("--each", type=int, default=10, help="kills of a run, about (default: 10)")
    given = words.parse_args()
    parts = given.only or PARTS
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.moments, given.puzzles)
        if "build" in parts:
            build = ["build", "long.yaml", "--jobs", "1", "--no-proof"]
            spent = undisturbed(bench, f"build of {given.puzzles}", build)
            built = bench.files()
            again = undisturbed(bench, "again, with every puzzle kept", build)
            bench.forget()
            bench.killed("build", build, bench.files, built, pace(spent, again, given.each))
        if parts == ["build"]:
            return
        spent = undisturbed(bench, f"catalogue of {10 * given.puzzles}", [*bench.catalogue, "--bank", "whole.bank"])
        again = undisturbed(bench, "again, with every row there", [*bench.catalogue, "--bank", "whole.bank"])
        wanted = bench.rows("whole.bank")
        if "catalogue" in parts:
            work = [*bench.catalogue, "--bank", "some.bank"]
            bench.killed("catalogue", work, lambda: bench.rows("some.bank"), wanted, pace(spent, again, given.each))
        if "troubles" in parts:
            other_troubles(bench, wanted)
        if "cluster" in parts:
            on_a_cluster(bench, wanted, given.each)


def pace(spent: float, again: float, each: int) -> float:
    """The latest moment of a kill, in seconds. ``again``: what a start with nothing left to make takes, as each one does."""
    return again + 2 * (spent - again) / each


def undisturbed(bench: Bench, what: str, work: list[str]) -> float:
    """Run the work to its end. Returns how many seconds it took."""
    begun = time.monotonic()
    code, said = bench.done(*work)
    assert code == 0, said
    spent = time.monotonic() - begun
    print(f"{what}: {spent:.0f} s undisturbed", flush=True)
    return spent


if __name__ == "__main__":
    main()
