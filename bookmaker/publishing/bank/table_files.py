"""Banks as tables for data programs: Parquet, and CSV packed with Zstandard, a row for each puzzle.

Public collections of Sudokus have the first columns: ``id, puzzle, solution, clues, difficulty``. Empty cells are dots.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from bookmaker.base.errors import Fault, UsageError
from bookmaker.publishing.bank.rows import Stored, extra
from bookmaker.puzzles.grid.puzzle import cells_text

COLUMNS = {
    "id": "int64", "puzzle": "string", "solution": "string", "clues": "int16", "difficulty": "string", "score": "int32",
    "hardest": "string", "minutes": "float64", "minutes_low": "float64", "minutes_high": "float64", "basis": "string",
    "techniques": "string", "symmetry": "string", "kind": "string", "size": "int8", "rules": "string", "seed": "uint64",
    "version": "string", "printed": "int32",
}  # fmt: skip
"""Names and Parquet types. ``minutes`` are null but where such puzzles were timed (``basis``).
``techniques`` is JSON: uses by name. ``rules`` is JSON: regions and cages, empty without any."""

_TOGETHER = 10_000

Writer = Callable[[Iterable[Stored], Callable[[int], None]], tuple[bytes, int]]
"""Puzzles, and a function to call with the number of those that are written -> the file, and how many it holds."""


def writer_of(name: str) -> Writer | None:
    """The writer of a file of this name, None if it is not a table."""
    return next((writer for ending, writer in _WRITERS.items() if name.lower().endswith(ending)), None)


def _row(stored: Stored) -> tuple[object, ...]:
    puzzle, time = stored.puzzle, stored.time.as_dict()
    return (
        stored.identity, cells_text(puzzle.givens), cells_text(stored.solution), puzzle.given_count, stored.level, stored.score,
        stored.hardest, time["minutes"], *(time["minutes_range"] or (None, None)), time["basis"],
        json.dumps(stored.techniques, separators=(",", ":")), stored.symmetry,
        puzzle.geometry.kind, puzzle.geometry.size, extra(puzzle), stored.seed, stored.version, stored.printed,
    )  # fmt: skip


def _batches(found: Iterable[Stored]) -> Iterator[list[tuple[object, ...]]]:
    rows = map(_row, found)
    while some := list(islice(rows, _TOGETHER)):
        yield some


def parquet(found: Iterable[Stored], progress: Callable[[int], None]) -> tuple[bytes, int]:
    """A Parquet file, packed with Zstandard. Raises UsageError where pyarrow is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise _missing("Parquet", "pyarrow") from error
    arrow: Any = pyarrow
    table = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in COLUMNS.items()])
    out, count = io.BytesIO(), 0
    with arrow.parquet.ParquetWriter(out, table, compression="zstd") as writer:
        for rows in _batches(found):
            columns = [
                arrow.array(values, field.type) for values, field in zip(zip(*rows, strict=True), table, strict=True)
            ]
            writer.write_batch(arrow.record_batch(columns, schema=table))
            count += len(rows)
            progress(count)
    return out.getvalue(), count


def zstd_csv(found: Iterable[Stored], progress: Callable[[int], None]) -> tuple[bytes, int]:
    """CSV with a header, packed with Zstandard. Raises UsageError where zstandard is not installed."""
    try:
        import zstandard
    except ImportError as error:
        raise _missing("Zstandard", "zstandard") from error
    packer: Any = zstandard.ZstdCompressor(level=10).compressobj()
    parts, count = [], 0
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for rows in _batches(found):
        table.writerows(rows)
        parts.append(packer.compress(text.getvalue().encode()))
        text.seek(0)
        text.truncate()
        count += len(rows)
        progress(count)
    parts += [packer.compress(text.getvalue().encode()), packer.flush()]
    return b"".join(parts), count


def _missing(what: str, library: str) -> UsageError:
    message = f"{what} is written with the library {library}, which is not installed"
    return UsageError(Fault(message, None, f"pip install {library}"))


_WRITERS: dict[str, Writer] = {".parquet": parquet, ".csv.zst": zstd_csv}
