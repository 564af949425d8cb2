"""What is left when work is killed. ``python -m benchmarks.interruptions [MOMENTS] [PUZZLES] [--only PART] [--each KILLS]``.

Builds of a book and runs of a catalogue are killed with ``kill -9`` at random moments, begun again until they are done, and
compared with undisturbed ones: files byte by byte, banks row by row, and ``bank check`` proves every row. ``cluster``: the
catalogue is made on two workers of Dask, and by turns the command, a worker and the scheduler are killed. ``troubles``: a disk
that is full, a bank that another process holds, and two runs on one bank. ``commands``: those that end soon are killed or asked
to end, and leave each file as it was or as it becomes; ``memory``: they begin with few addresses. Every process that is killed
was started here.
``--each``: so many kills of each run, about; after each the run goes on, so that all of it costs a few times one run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import bookmaker
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.records import records

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
        folder.mkdir(exist_ok=True)
        (folder / "long.yaml").write_text(SPEC.format(easy=puzzles // 2, small=puzzles - puzzles // 2))
        (folder / "cluster.py").write_text(CLUSTER)
        self.catalogue = ["catalogue", "long.yaml", "--count", str(10 * puzzles), "--jobs", "1"]
        self.kills = self.runs = self.wrong = 0

    def start(
        self, *words: str, cache: str = "kept", limit: int | None = None, addresses: int | None = None,
        folder: Path | None = None,
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        """A bookmaker process. ``limit``: the most bytes of a file, as if the disk were full; ``addresses``: of its memory."""
        command = [sys.executable, "-m", "bookmaker", *words]
        if limit is not None:
            command = ["sh", "-c", f'ulimit -f {limit // 512}; exec "$@"', "sh", *command]
        if addresses is not None:
            command = ["sh", "-c", f'ulimit -v {addresses >> 10}; exec "$@"', "sh", *command]
        return subprocess.Popen(
            command, cwd=folder or self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
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


_BOOK = """
book: {title: Short, author: A. B.}
seed: 43
cover: {design: classic}
sections:
- {title: Small, id: small, puzzles: {count: 6, size: 4, difficulty: easy}, layout: two-up}
"""
_PUZZLE = "3...4.5...2......4...3.1.524.6..3.12"
COMMANDS = {
    "cover": ["cover", "a.yaml"], "proof": ["proof", "build/a/interior.pdf", "-o", "found.pdf"],
    "regrade": ["bank", "regrade", "a.bank"], "add": ["bank", "add", "a.bank", "p.txt"],
    "export": ["export", "build/a", "--formats", "svg"], "booklet": ["booklet", "build/a/interior.pdf"],
    "listing": ["listing", "build/a"], "copy": ["books", "--copy", "a.yaml", "--title", "Other"],
    "remove": ["books", "--remove", "a.yaml"], "keep": ["keep", "a.yaml", "CODE"],
    "leave-out": ["leave-out", "a.yaml", "CODE"], "set": ["set", "a.yaml", "book.title=Longer"],
    "answers": ["answers", "p.txt", "-o", "key.pdf"], "fix": ["fix", "several.txt", "-o", "fixed.txt"],
    "convert": ["convert", "p.txt", "-o", "p.json"], "generate": ["generate", "--count", "9", "--seed", "1", "-o", "g.txt"],
}  # fmt: skip


def stocked(bench: Bench) -> dict[str, list[str]]:
    """A folder with a book, a bank of another version and puzzles; and the commands with the code of a puzzle."""
    stock = bench.folder / "stock"
    stock.mkdir()
    (stock / "a.yaml").write_text(_BOOK)
    (stock / "p.txt").write_text(f"{_PUZZLE}\n")
    (stock / "several.txt").write_text(f"{'.' * 9}{_PUZZLE[9:]}\n")
    made = bookmaker.generate(60, "easy", seed=1, size=6)
    with Bank(stock / "a.bank", write=True) as bank:
        bank.add_records(records(made, "0.0.1"))
    code, said = bench.done("build", "stock/a.yaml", "--no-proof")
    assert code == 0, said
    shutil.move(bench.folder / "build", stock / "build")
    listed = subprocess.run(
        [sys.executable, "-m", "bookmaker", "puzzles", "stock/a.yaml", "--json"],
        cwd=bench.folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    code_of_one = json.loads(listed.stdout.splitlines()[0])["code"]
    return {name: [code_of_one if word == "CODE" else word for word in words] for name, words in COMMANDS.items()}


def left(folder: Path) -> dict[str, str]:
    """A digest of each file but temporary ones; of a bank, of its rows."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".bookmaker-") and not path.name.endswith(("-wal", "-shm")):
            data = path.read_bytes()
            if path.suffix == ".bank":
                with closing(sqlite3.connect(path)) as bank:
                    data = repr(bank.execute("SELECT * FROM puzzles ORDER BY id").fetchall()).encode()
            found[str(path.relative_to(folder))] = digest(data)
    return found


def of_commands(bench: Bench) -> None:
    """Kill each command, by turns for good and by SIGTERM, at a moment of its run."""
    commands = stocked(bench)
    work = bench.folder / "work"

    def fresh(name: str) -> None:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(bench.folder / "stock", work)
        for made in (work / "build/a").glob("cover*.pdf") if name == "cover" else ():
            made.unlink()

    def run(words: list[str]) -> subprocess.Popen[bytes]:
        return bench.start(*words, cache="kept", folder=work)

    spent, before, after = {}, {}, {}
    for name, words in commands.items():
        fresh(name)
        before[name] = left(work)
        fresh(name)
        begun, process = time.monotonic(), run(words)
        said = process.communicate()[1]
        spent[name] = time.monotonic() - begun
        after[name] = left(work)
        assert process.returncode == 0 and after[name] != before[name], said
        print(f"{name}: {spent[name]:.1f} s undisturbed", flush=True)
    kills, ended, wrong = Counter[str](), Counter[str](), 0
    for turn in range(bench.moments):
        name = [*commands][turn % len(commands)]
        fresh(name)
        process = run(commands[name])
        sign = signal.SIGTERM if turn // len(commands) % 2 else signal.SIGKILL
        try:
            process.wait(bench.chance.uniform(0.0, spent[name]))
        except subprocess.TimeoutExpired:
            process.send_signal(sign)
            kills[sign.name] += 1
        try:
            said = process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            said = b"Traceback: it hangs"
        ended[str(process.returncode)] += 1
        now = left(work)
        half = {
            path
            for path in now.keys() | before[name].keys() | after[name].keys()
            if now.get(path) not in (before[name].get(path), after[name].get(path)) and not path.endswith(".bank")
        }
        if now != after[name]:
            said += run(commands[name]).communicate()[1]
        other = left(work) != after[name]
        if half or other or b"Traceback" in said:
            wrong += 1
            print(f"{name}: half files {half}, other than undisturbed: {other}\n{said.decode()[-2000:]}", flush=True)
        if turn % 10 == 9 or turn == bench.moments - 1:
            print(f"commands: {dict(kills)}, ended by {dict(ended)}, {wrong} wrong", flush=True)


def of_memory(bench: Bench) -> None:
    """Begin each command with 400 MB to 1.4 GB of addresses: it does its work, or says one message."""
    commands = stocked(bench)
    codes, wrong = Counter[int](), 0
    for megabytes in (400, 600, 800, 1000, 1200, 1400):
        for name, words in commands.items():
            work = bench.folder / "work"
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(bench.folder / "stock", work)
            process = bench.start(*words, folder=work, addresses=megabytes << 20)
            try:
                said = process.communicate(timeout=120)[1]
            except subprocess.TimeoutExpired:
                process.kill()
                said = b"Traceback: it hangs"
            codes[process.returncode] += 1
            if b"Traceback" in said or process.returncode not in range(10) or (process.returncode and not said.strip()):
                wrong += 1
                print(f"{name} with {megabytes} MB: {process.returncode} {said.decode()[-2000:]}", flush=True)
        print(f"memory to {megabytes} MB: exit codes {dict(codes)}, {wrong} wrong", flush=True)


PARTS = ("build", "catalogue", "troubles", "cluster", "commands", "memory")


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
        if "commands" in parts:
            of_commands(bench)
        if "memory" in parts:
            of_memory(Bench(Path(folder, "memory"), given.moments, given.puzzles))
        if not {"catalogue", "troubles", "cluster"}.intersection(parts):
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
