"""The bank of puzzles: rows added a second, a pick of 200 unused ones, bytes a row. ``python -m benchmarks.bank [ROWS]``.

Puzzles are relabelled copies of a few hundred with other grids' hashes, so that a million need not be made: what is measured
is the bank, not the generator. ``add`` is what a row costs in the database, ``with forms`` what it costs with its form, too.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

import bookmaker
from bookmaker.publishing.bank import records as stored
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import identities, records

TOGETHER = 16_000
"""Rows of one transaction, as ``bank add`` has them."""


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    made = [item for level in ("easy", "medium", "hard") for item in bookmaker.generate(200, level, seed=18)]
    chance = random.Random(18)
    start = time.process_time()
    identities([item.puzzle for item in made])
    form = (time.process_time() - start) / len(made)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "big.bank")
        with Bank(path, write=True) as bank:
            start, wall = time.process_time(), time.perf_counter()
            for _ in range(0, rows, TOGETHER):
                some = chance.choices(made, k=TOGETHER)
                hashes = [chance.getrandbits(64) - 2**63 for _ in some]
                with patch.object(stored, "identities", lambda _, hashes=hashes: hashes):
                    bank.add_records(records(some, bookmaker.__version__))
            spent, wall = (time.process_time() - start) / rows, (time.perf_counter() - wall) / rows
        print(f"rows {rows}")
        print(f"add {1 / spent:,.0f} rows/s of processor time, {1 / wall:,.0f} by the clock")
        print(f"with forms {1 / (spent + form):,.0f} rows/s of processor time")
        print(f"{path.stat().st_size / rows:.0f} bytes a row")
        with Bank(path) as bank:
            for name, wanted in (
                ("hard", Filter(kind="classic", size=9, level="hard", unused=True)),
                ("score 600-900", Filter(kind="classic", size=9, score=(600, 900), unused=True)),
                ("uses x-wing", Filter(kind="classic", size=9, level="hard", uses=("x-wing",), unused=True)),
            ):
                picks = [pick(bank, wanted, chance.getrandbits(64) - 2**63) for _ in range(9)]
                clock, spent = (sorted(column)[len(picks) // 2] * 1000 for column in zip(*picks, strict=True))
                print(f"200 unused, {name}: {clock:.1f} ms by the clock, {spent:.1f} of processor time")


def pick(bank: Bank, wanted: Filter, start: int) -> tuple[float, float]:
    """Seconds by the clock and of processor time."""
    begun, busy = time.perf_counter(), time.process_time()
    assert len(list(bank.find(wanted, 200, start))) == 200
    return time.perf_counter() - begun, time.process_time() - busy


if __name__ == "__main__":
    main()
