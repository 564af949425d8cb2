"""Catalogues: the same rows whoever makes them and however often they are stopped, and banks as tables."""

from __future__ import annotations

import csv
import io
import json
import re
import socket
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Run

import bookmaker
from bookmaker.base.errors import BookmakerError, UnmetError
from bookmaker.publishing.bank import cluster, filling, rows
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.filling import Piece, fill
from bookmaker.publishing.bank.records import made, threads
from bookmaker.publishing.bank.rows import Record
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
from bookmaker.publishing.book.making.stock import fill_sections
from bookmaker.publishing.book.spec import spec_file as specs

SPEC = """
book: {title: Many}
seed: 4
sections:
- {title: Tiny, puzzles: {size: 4, count: 3}}
- {title: Symmetric, puzzles: {size: 4, count: 1, symmetry: quarter-turn, givens: {max: 4}}}
"""


@pytest.fixture(autouse=True)
def spec(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("many.yaml").write_text(SPEC)
    monkeypatch.setattr(filling, "_MANY", 16)
    monkeypatch.setattr(filling, "_KEPT_TOGETHER", 16)


def rows_of(path: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT * FROM puzzles ORDER BY id").fetchall()


def fill_bank(path: str, count: int, jobs: int = 1) -> filling.Report:
    with Bank(Path(path), write=True) as bank:
        return fill(bank, catalogue_parts(specs.load(Path("many.yaml")), count), threads(jobs))


def test_stopped_anywhere_and_extended_it_is_the_same_catalogue(run: Run) -> None:
    assert fill_bank("whole.bank", 120).rows == 120
    whole = rows_of("whole.bank")
    assert len(whole) == 120
    fill_bank("two.bank", 120, jobs=2)
    assert rows_of("two.bank") == whole

    class Killed(Exception):
        pass

    def stopped_after(pieces: int) -> filling.Workers:
        def results(wanted: Iterator[Piece]) -> Iterator[list[Record | None]]:
            for _ in range(pieces):
                yield made(next(wanted))
            raise Killed

        return results

    parts = catalogue_parts(specs.load(Path("many.yaml")), 120)
    for stop in (1, 0, 2, 1):
        with Bank(Path("cut.bank"), write=True) as bank, pytest.raises(Killed):
            fill(bank, parts, stopped_after(stop))
    report = fill_bank("cut.bank", 120)
    assert report.new < report.rows == 120
    assert rows_of("cut.bank") == whole
    # A larger one begins with the smaller one, and nothing is made again.
    for path, count in (("grown.bank", 50), ("grown.bank", 90), ("grown.bank", 120)):
        fill_bank(path, count)
    assert rows_of("grown.bank") == whole
    assert fill_bank("grown.bank", 120).new == 0
    told = run("bank", "check", "grown.bank")
    assert (told.code, told.out) == (0, "grown.bank: 120 puzzles, no faults\n")


def test_nothing_is_made_ahead_that_is_not_needed() -> None:
    asked: list[Piece] = []

    def all_ahead(wanted: Iterator[Piece]) -> Iterator[list[Record | None]]:
        pieces = list(wanted)
        asked.extend(pieces)
        return map(made, pieces)

    parts = catalogue_parts(specs.load(Path("many.yaml")), 120)
    for number, part in enumerate(parts):
        with Bank(Path(f"{number}.bank"), write=True) as bank:
            report = fill(bank, [part], all_ahead)
            numbers = sum(piece.count for piece in asked)
            assert numbers >= report.rows + report.repeats + report.unmade == bank.position(part.name).next
        # Puzzles that repeat are made up for as often as others of the part repeat.
        assert numbers == part.count or numbers < part.count + 3 * (report.repeats + report.unmade + 1)
        asked.clear()


def test_two_runs_on_one_bank_add_each_piece_once() -> None:
    fill_bank("whole.bank", 100)
    parts = catalogue_parts(specs.load(Path("many.yaml")), 100)

    def in_between(wanted: Iterator[Piece]) -> Iterator[list[Record | None]]:
        # While a piece is made, another process adds the same and more.
        for piece in wanted:
            rows = made(piece)
            with Bank(Path("both.bank"), write=True) as other:
                fill(other, [parts[0]], threads(1))
            yield rows

    with Bank(Path("both.bank"), write=True) as bank:
        assert fill(bank, parts, in_between).rows == 100
    assert rows_of("both.bank") == rows_of("whole.bank")


def test_the_workers_of_dask_make_the_same_rows(run: Run) -> None:
    distributed = pytest.importorskip("distributed")
    fill_bank("whole.bank", 60)
    local = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    )
    with local:
        told = run(
            "catalogue", "many.yaml", "--count", "40", "--bank", "dask.bank", "--cluster", local.scheduler_address
        )
        assert told.code == 0, told.err
        with distributed.Client(local) as client:
            assert bookmaker.catalogue("many.yaml", 60, "dask.bank", client=client).new == 20
    assert rows_of("dask.bank") == rows_of("whole.bank")


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("scheduler-connection-lost", "the scheduler does not answer any more: its connection is lost"),
        ("scheduler-restart", "the scheduler gave the work up: scheduler-restart"),
        ("", "the scheduler gave the work up: CancelledError"),
        (None, "the scheduler does not answer any more: unreachable"),
    ],
)
def test_work_that_a_cluster_gives_up_is_reported_with_the_reason(reason: str | None, said: str) -> None:
    class Lost:
        def result(self) -> None:
            if reason is None:
                raise OSError("unreachable")
            error = CancelledError()
            if reason:
                setattr(error, "reason", reason)  # noqa: B010 -- as the library's own error has it
            raise error

        def release(self) -> None:
            released.append(self)

    released: list[Lost] = []
    client = SimpleNamespace(nthreads=lambda: {"w": 1}, submit=lambda *_, **__: Lost())
    pieces: Any = iter([object(), object()])
    with pytest.raises(BookmakerError, match=f"^{re.escape(said)}") as raised:
        list(cluster.on(client)(pieces))
    assert "run again" in str(raised.value)
    assert len(released) == 1


def test_there_are_only_so_many_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_MOST_EMPTY", 64)
    parts = catalogue_parts(specs.load(Path("many.yaml")), 16_000)
    with (
        Bank(Path("full.bank"), write=True) as bank,
        pytest.raises(UnmetError, match=r"Symmetric: .* are in the bank already"),
    ):
        fill(bank, parts[1:], threads(1))
    assert rows_of("full.bank")


def test_the_book_of_the_spec_has_the_first_puzzles() -> None:
    fill_bank("whole.bank", 4)
    loaded = specs.load(Path("many.yaml"))
    book = fill_sections(loaded.sections, loaded.seed, 1, lambda *_: None)
    with Bank(Path("whole.bank")) as bank:
        assert {str(row.puzzle) for row in bank.find(Filter())} == {str(one.puzzle) for own in book for one in own}


def test_the_command_reports_and_goes_on(run: Run) -> None:
    told = run("catalogue", "many.yaml", "--count", "30", "--bank", "my.bank", "--jobs", "1")
    assert told.code == 0
    assert told.out.startswith("my.bank: 30 puzzles, 30 of them new\n  levels: easy")
    assert "rejected: " in told.out
    held = json.loads(run("catalogue", "many.yaml", "--count", "40", "--bank", "my.bank", "--json").out)
    assert (held["rows"], held["new"], sum(held["levels"].values()), sum(held["givens"].values())) == (40, 10, 40, 40)
    # Stock counts what no book has printed, whoever made it.
    told = run("stock", "--size", "4", "--symmetry", "none", "--count", "3", "--bank", "new.bank")
    assert told.out.startswith("new.bank: 3 puzzles, 3 of them new")
    assert "  3 such puzzles are in the bank that no book has printed" in told.out
    assert "0 of them new" in run("stock", "--size", "4", "--symmetry", "none", "-n", "2", "--bank", "new.bank").out


def test_stock_of_several_kinds_and_levels_has_no_answer_twice(run: Run) -> None:
    for kind, level, *more in (
        ("even-odd", "easy"),
        ("thermometers", "easy"),
        ("thermometers", "medium"),
        ("classic", "easy"),
        ("classic", "easy", "--symmetry", "mirror"),
        ("classic", "easy", "--symmetry", "diagonal"),
    ):
        told = run("stock", "--kind", kind, "--difficulty", level, "--count", "2", "--bank", "new.bank", *more)
        assert told.out.startswith("new.bank: 2 puzzles, 2 of them new")
    # Only the seed of a puzzle and the order decide: another bank has the same ones.
    run("stock", "--kind", "thermometers", "--difficulty", "medium", "--count", "2", "--bank", "again.bank")
    with Bank(Path("new.bank")) as bank, Bank(Path("again.bank")) as again:
        rows, others = list(bank.find(Filter())), list(again.find(Filter()))
    assert len({row.solution for row in rows}) == len(rows) == 12
    assert {str(row.puzzle) for row in others} < {str(row.puzzle) for row in rows}


def test_faults(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    told = run("catalogue", "many.yaml", "--bank", "my.bank", "--cluster", "tcp://127.0.0.1:9")
    assert told.code == 2
    assert told.faults[0].startswith("--cluster: no scheduler answers at tcp://127.0.0.1:9")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        told = run("catalogue", "many.yaml", "--bank", "my.bank", "--cluster", address)
    assert (told.code, len(told.faults)) == (2, 1)
    assert told.faults[0].startswith(f"--cluster: no scheduler answers at {address}")
    told = run("catalogue", "many.yaml", "--bank", "my.bank", "--cluster", "nonsense")
    assert told.faults == ["--cluster: 'nonsense' is not an address (write one such as tcp://host:8786)"]
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = run("catalogue", "many.yaml", "--bank", "my.bank", "--cluster", "tcp://127.0.0.1:9")
    assert "pip install distributed" in told.faults[0]
    Path("free.yaml").write_text(SPEC.replace("seed: 4", ""))
    told = run("catalogue", "free.yaml", "--bank", "my.bank")
    assert (told.code, told.faults[0].split(" (")[0]) == (
        3,
        "free.yaml:2:1: a catalogue needs a seed, so that it can go on",
    )
    assert not Path("my.bank").exists()


def test_tables_hold_all_that_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("catalogue", "many.yaml", "--count", "8", "--bank", "my.bank")
    pyarrow, zstandard = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("zstandard")
    assert run("bank", "export", "my.bank", "-o", "all.parquet").out == "all.parquet: 8 puzzles\n"
    assert run("bank", "export", "my.bank", "-o", "all.csv.zst").code == 0
    table = pyarrow.read_table("all.parquet").to_pylist()
    with zstandard.ZstdDecompressor().stream_reader(Path("all.csv.zst").read_bytes()) as stream:
        listed = list(csv.DictReader(io.StringIO(stream.read().decode())))
    assert list(table[0]) == list(listed[0]) == list(rows.COLUMNS)
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in table] == listed
    with Bank(Path("my.bank")) as bank:
        held = {row.identity: (str(row.puzzle), row.level, row.techniques) for row in bank.find(Filter())}
    assert {row["id"]: (row["puzzle"], row["difficulty"], json.loads(row["techniques"])) for row in table} == held
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = run("bank", "export", "my.bank", "-o", "more.parquet")
    assert (told.code, Path("more.parquet").exists()) == (2, False)
    assert "pip install pyarrow" in told.faults[0]
