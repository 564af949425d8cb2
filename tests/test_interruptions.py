"""What is left when the disk is full, when another process holds the bank, and when two builds have one bank.

``python -m benchmarks.interruptions`` kills builds and catalogues, too, at full size.
"""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import PUZZLE, Run

import bookmaker
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.order import Order
from bookmaker.publishing.bank import filling
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.bank.volumes import Volume

MANY = """
book: {title: Many}
seed: 4
sections: [{title: Tiny, puzzles: {size: 4, count: 1}}]
"""

RIDES = """
book: {title: Rides}
series: {name: Long Rides, volume: 1}
seed: 5
sections: [{title: Tiny, puzzles: {size: 4, count: 24, symmetry: none}}]
"""
STOCKED = "sections: [{title: Tiny, puzzles: {size: 4, count: 2, symmetry: none, stock: true}}]\n"


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """No file may have more bytes, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def held(path: str) -> Iterator[None]:
    """Another process writes into a bank."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def rows(path: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT * FROM puzzles ORDER BY id").fetchall()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.publishing.bank.database.PATIENCE", 0.1)
    monkeypatch.setattr(filling, "_KEPT_TOGETHER", 64)


def test_a_catalogue_goes_on_after_a_full_disk_and_a_bank_that_was_held(run: Run) -> None:
    Path("many.yaml").write_text(MANY)
    work = ("catalogue", "many.yaml", "--count", "900", "--jobs", "1", "--bank")
    assert run(*work, "whole.bank").code == 0
    with no_file_above(150_000):
        told = run(*work, "my.bank")
    assert (told.code, len(told.faults)) == (7, 1), told.err
    assert "the disk is full" in told.err or "look whether the disk is full" in told.err
    kept = len(rows("my.bank"))
    assert 0 < kept < 900
    assert run("bank", "check", "my.bank").code == 0
    with held("my.bank"):
        told = run(*work, "my.bank")
    assert told.faults == ["my.bank: another process is writing into this file (try again when it is done)"]
    assert (told.code, len(rows("my.bank"))) == (7, kept)
    assert run(*work, "my.bank").code == 0
    assert rows("my.bank") == rows("whole.bank")
    # Nor is anything added in part.
    Path("more.txt").write_text(f"{PUZZLE}\n")
    with no_file_above(Path("my.bank").stat().st_size), held("my.bank"):
        assert run("bank", "add", "my.bank", "more.txt").code == 7
    assert rows("my.bank") == rows("whole.bank")


def test_a_volume_is_written_with_its_record_or_not_at_all(run: Run) -> None:
    Path("rides.yaml").write_text(RIDES)
    assert run("bank", "add", "series.bank", stdin=PUZZLE).code == 0
    with held("series.bank"):
        told = run("build", "rides.yaml", "--no-proof")
    assert (told.code, len(told.faults)) == (7, 1)
    assert "another process is writing" in told.err
    with no_file_above(40_000):
        told = run("build", "rides.yaml", "--no-proof")
    assert (told.code, len(told.faults)) == (7, 1), told.err
    assert not Path("build/rides-1").exists()
    assert "1 puzzles, 0 of them printed" in run("bank", "stats", "series.bank").out
    assert run("build", "rides.yaml", "--no-proof").code == 0
    assert "25 puzzles, 24 of them printed" in run("bank", "stats", "series.bank").out


@pytest.mark.thorough("test_volumes.py::test_volumes_never_repeat_and_stay_the_same")
def test_two_builds_on_one_bank_never_print_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("rides.yaml").write_text(RIDES[: RIDES.index("sections")] + STOCKED)
    with Bank(Path("series.bank"), write=True) as bank:
        bank.add_records(records(bookmaker.generate(3, "easy", size=4, seed=3), "1"))
    taken, others = Volume.stock, []

    def meanwhile(self: Volume, order: Order, count: int, section: str) -> list[GradedPuzzle]:
        found = taken(self, order, count, section)
        if self.number == 2 and not others:
            others.append(bookmaker.build("rides.yaml"))
        return found

    monkeypatch.setattr(Volume, "stock", meanwhile)
    told = run("series", "rides.yaml", "--volumes", "2-2")
    assert (told.code, len(told.faults)) == (7, 1), told.err
    assert "another build has printed 2 of these puzzles in volume 1" in told.err
    assert not Path("build/rides-2").exists()
    assert Path("build/rides-1").exists()
    told = run("series", "rides.yaml", "--volumes", "2-2")
    assert "4 puzzles in 2 volumes, none of them twice" in told.out
