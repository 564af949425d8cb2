"""Rows of a bank, and the puzzles that they hold; :mod:`bookmaker.publishing.bank.records` makes them, with kernels.

Tables for data programs have a row for each puzzle: Parquet, and CSV packed with Zstandard. Public collections of Sudokus have
the first columns: ``id, puzzle, solution, clues, difficulty``. Empty cells are dots.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.logic.techniques.labels import label_of, level_of, splits
from bookmaker.logic.times import Time, known_time
from bookmaker.puzzles.grid.geometry import Clue, Geometry, box_text
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import geometry as geometry_of
from bookmaker.version import VERSION

if TYPE_CHECKING:
    from bookmaker.logic.grading import Grade


def cages_of(cages: Sequence[Cage]) -> list[tuple[int | None, tuple[int, ...]]]:
    """Cages as rows hold them: sum and cells."""
    return [(cage.sum, cage.cells) for cage in cages]


def clues_of(puzzle: Puzzle) -> list[tuple[object, ...]]:
    """The clues of a puzzle as rows hold them: kind, cells, and the value if there is one."""
    return [(clue.kind, clue.cells, clue.value) if clue.value else (clue.kind, clue.cells) for clue in puzzle.clues]


def unpacked(data: bytes, size: int, cells: int) -> bytes:
    """The digits of :func:`bookmaker.publishing.bank.records.packed`, one for each of so many cells."""
    return data if size > 15 else data.hex().encode().translate(_FROM_HEX)[:cells]


_HEX = b"0123456789abcdef"
_FROM_HEX = bytes(_HEX.find(code) if code in _HEX else 0 for code in range(256))


def _masked(mask: bytes, solution: bytes) -> bytes:
    # As many symbols as there are cells, 0 or 1, become bytes that keep a digit or none of it.
    bits = f"{int.from_bytes(mask, 'big'):0{len(solution)}b}".encode().translate(_TO_MASKS)
    return bytes(map(and_, solution, bits))


_TO_MASKS = bytes(255 if code == ord("1") else 0 for code in range(256))


def extra(puzzle: Puzzle, *, named: bool = False) -> str | None:
    """Regions, clues and cages as JSON, and the name from its source if ``named``; None without any."""
    parts: dict[str, object] = {"name": puzzle.name} if named and puzzle.name else {}
    if puzzle.geometry.areas is not None:
        parts["regions"] = list(puzzle.geometry.areas)
    if puzzle.geometry.clued:
        parts["clues"] = clues_of(puzzle)
    if puzzle.cages:
        parts["cages"] = cages_of(puzzle.cages)
    return json.dumps(parts, separators=(",", ":")) if parts else None


def puzzle_of(kind: str, size: int, mask: bytes, solution: bytes, more: str | None) -> Puzzle:
    """The puzzle of a row, with its solution as its answer. Raises ValueError, UsageError for a row that makes no sense, also
    TypeError, LookupError or AttributeError for what JSON holds in place of lists.
    """
    if not (
        isinstance(mask, bytes) and isinstance(solution, bytes) and isinstance(kind, str) and isinstance(size, int)
    ):
        raise ValueError("a value of another type")
    parts, kind = json.loads(more) if more else {}, kind.partition(_BOXES)[0]
    regions = tuple(parts["regions"]) if "regions" in parts else None
    clues = [Clue(name, *map(tuple, rest)) for name, *rest in parts["clues"]] if "clues" in parts else None
    shaped = regions is not None or clues is not None
    ground = geometry_of(kind, size, regions, clues) if shaped else _plain_ground(kind, size)
    cages = tuple(Cage(tuple(cells), total) for total, cells in parts.get("cages", ()))
    answer = unpacked(solution, size, ground.cell_count)
    return Puzzle(ground, _masked(mask, answer), name=parts.get("name", ""), answer=answer, cages=cages)


@lru_cache(maxsize=256)
def _plain_ground(kind: str, size: int) -> Geometry:
    return geometry_of(kind, size)


def hundredths(grade: Grade) -> int:
    """The minutes by which a grade puts its puzzle in order, in hundredths; 0 where nothing is known."""
    return round((grade.time.middle or 0.0) * 100)


@dataclass(frozen=True, slots=True)
class Stored:
    """A puzzle of a bank. ``middle``: the minutes that put it in order when it was added, None if none are known; ``printed``:
    how often. ``sealed``: whether the row is as this program wrote it; None for one of a version that kept no seal.
    """

    identity: int
    puzzle: Puzzle
    solution: bytes
    level: str
    score: int
    hardest: str | None
    techniques: dict[str, int]
    middle: float | None
    symmetry: str
    seed: int | None
    version: str
    printed: int
    sealed: bool | None = field(compare=False)

    @property
    def time(self) -> Time:
        """The time that it takes, as far as there is evidence."""
        ground, caged = self.puzzle.geometry, bool(self.puzzle.cages)
        return known_time(ground, caged, level_of(self.level), self.middle)

    @property
    def label(self) -> str:
        """The level as readers are told it."""
        return label_of(self.level, self.techniques, splits(self.puzzle.geometry.rules, bool(self.puzzle.cages)))


_BOXES = " (boxes "


class Class(NamedTuple):
    """The properties that the puzzles of a class share (:mod:`bookmaker.publishing.bank.bank_tables`). ``kind``: with the shape
    of the boxes where it is not the usual one, ``"classic (boxes 3x2)"``. ``octave``: the number of bits of their scores.
    """

    kind: str
    size: int
    level: str
    hardest: str | None
    symmetry: str
    octave: int

    @property
    def kind_name(self) -> str:
        """The name of the kind alone."""
        return self.kind.partition(_BOXES)[0]

    @property
    def boxes(self) -> str:
        """The shape of its boxes where it is not the usual one, ``"3x2"``, else ""."""
        return self.kind.partition(_BOXES)[2].rstrip(")")

    def scores_within(self, least: int | None, most: int | None) -> bool:
        """Whether such a puzzle may have a score between these bounds, None for none."""
        return (least is None or least < 1 << self.octave) and (most is None or most >= (1 << self.octave) >> 1)


Techniques = tuple[tuple[str, int], ...]
"""Names of techniques with counts."""

Record = tuple[
    int,
    Class,
    int,
    int,
    int,
    str,
    int | None,
    bytes,
    bytes,
    Techniques,
    str | None,
]
"""A row as any process can make it: identity, class, score, minutes in hundredths, number of givens, version, seed as SQLite
holds it, mask of givens, packed solution, techniques with counts, and regions and cages. Rows that are made together share
their classes and techniques, so that they travel in few bytes and are written as fast as the file takes them."""

CLASS, GIVEN = 1, 4
"""Places in a :data:`Record`."""


def seal_of(record: Record) -> int:
    """A digest of a row as SQLite holds it. A bit that a disk turned, or another program, makes another puzzle or grade of it."""
    identity, own, *rest = record
    digest = hashlib.blake2b(repr((identity, *own, *rest)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def changed(identity: int, how: str) -> InputError:
    """The error of a row that something else than this program changed."""
    advice = "look with `bank check`, and restore the bank from a copy"
    return InputError(Fault(f"row {identity} of the bank was changed: {how}", None, advice))


def kind_with_boxes(ground: Geometry) -> str:
    """The name of a kind, with the shape of the boxes where it is not the usual one: ``"classic (boxes 3x2)"``."""
    return f"{ground.kind}{_BOXES}{box_text(ground.own_box)})" if ground.own_box else ground.kind


def class_of(ground: Geometry, grade: Grade, symmetry: str) -> Class:
    """The class of a puzzle with this grade and symmetry."""
    return Class(kind_with_boxes(ground), ground.size, grade.level, grade.hardest, symmetry, grade.score.bit_length())


def signed(seed: int | None) -> int | None:
    """A seed of 64 bits as SQLite holds it."""
    return None if seed is None else (seed + 2**63) % 2**64 - 2**63


def unsigned(seed: int | None) -> int | None:
    """The seed of :func:`signed`."""
    return None if seed is None else seed % 2**64


@cache
def program_digest() -> str:
    """A digest of everything of this program that may change the puzzle of a seed.

    Puzzles that another program kept, or made elsewhere, are of no use to this one.
    """
    digest = hashlib.sha256(VERSION.encode())
    package = Path(__file__).parents[2]
    for name in _DECIDING:
        room = package / name
        for path in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


_DECIDING = (
    "base/seeds.py",
    "logic/generation",
    "logic/grading.py",
    "logic/kernels",
    "logic/minutes.py",
    "logic/solve",
    "logic/techniques",
    "puzzles",
)


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
