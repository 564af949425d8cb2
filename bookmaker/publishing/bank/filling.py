"""Catalogues: puzzles by the million, made in pieces on threads or on a cluster, and written in order, each piece once.

A piece is a range of numbers of one part, and each number decides a seed; so any machine makes the same rows of it. The
bank records the progress of a part in the transaction that adds its rows: a run that is killed goes on from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from bookmaker.base.errors import Fault, UnmetError
from bookmaker.logic.generation.order import Order
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.requirements import Path
from bookmaker.publishing.bank.bank import Bank, Position, Tally, added
from bookmaker.publishing.bank.rows import Record

_MANY, _FEW, _RARE = 1024, 16, 4
"""Numbers of a piece: at most of those that are made fast, of those that take long, and of those that are sought."""

_PIECES = 32
"""The fewest pieces of a catalogue whose puzzles are made fast."""

_KEPT_TOGETHER, _MOST_TOGETHER = 2048, 8192
"""Numbers of one transaction of fast puzzles, at least and at most: each writes to pages all over a large file, but a run that is
killed loses the rows that it has not yet kept.
"""

_TRANSACTIONS = 24
"""A catalogue large enough for that has so many transactions, or more."""

_MOST_EMPTY = 4096
"""After so many numbers in a row without a new puzzle a part is exhausted."""


@dataclass(frozen=True, slots=True)
class Part:
    """Puzzles of one order. ``seed`` and ``part`` decide with a number the seed of a puzzle, as in a book."""

    title: str
    order: Order
    count: int
    seed: int
    part: int

    @property
    def name(self) -> str:
        """The name of the part in the bank, made of everything that decides its puzzles but their count."""
        key = repr((self.order, self.order.geometry.areas, self.seed, self.part))
        return hashlib.blake2b(key.encode(), digest_size=16).hexdigest()

    @property
    def each(self) -> int:
        """How many numbers a piece has."""
        if self.order.path != Path():
            return _RARE
        return _FEW if self._slow else max(_FEW, min(_MANY, self.count // _PIECES))

    @property
    def together(self) -> int:
        """How many numbers the bank gets in one transaction."""
        return self.each if self._slow else max(_KEPT_TOGETHER, min(_MOST_TOGETHER, self.count // _TRANSACTIONS))

    @property
    def _slow(self) -> bool:
        return self.order.path != Path() or (self.order.level or 0) >= Level.HARD or self.order.geometry.caged


@dataclass(frozen=True, slots=True)
class Piece:
    """A range of numbers of one part: all that a worker needs to know."""

    order: Order
    seed: int
    part: int
    first: int
    count: int


class Workers(Protocol):
    """Who makes pieces: results come in the order of the pieces, which are taken as they are needed."""

    def __call__(self, pieces: Iterator[Piece], /) -> Iterator[list[Record | None]]:
        """The rows of each piece."""


@dataclass(frozen=True, slots=True)
class Report:
    """The rows of a catalogue, those among them that this run made, and the number of rejected ones."""

    rows: int
    new: int
    repeats: int
    unmade: int
    tally: Tally

    def as_dict(self) -> dict[str, object]:
        """The fields of JSON."""
        rejected = {"repeats": self.repeats, "unmade": self.unmade}
        return {"rows": self.rows, "new": self.new, "rejected": rejected, **self.tally}


Progress = Callable[[str, int, int], None]
"""Called with the part at work, the rows that are in the bank, and all rows."""


def fill(bank: Bank, parts: Sequence[Part], workers: Workers, progress: Progress = lambda *_: None) -> Report:
    """Add the puzzles of all parts to a bank, or those that are missing from an earlier run.

    Raises UnmetError where a part is exhausted, and OutputError for a file that cannot be written. Rows that were added before
    stay.
    """
    total = sum(part.count for part in parts)
    done = before = 0
    reached: list[Position] = []
    for part in parts:
        at = bank.position(part.name)
        before += min(at.rows, part.count)
        at = _fill_one(bank, part, at, workers, partial(_shifted, progress, part.title, done, total))
        reached.append(at)
        done += part.count
    return Report(
        sum(at.rows for at in reached),
        done - before,
        sum(at.repeats for at in reached),
        sum(at.unmade for at in reached),
        added(at.tally for at in reached),
    )


def _shifted(progress: Progress, title: str, before: int, total: int, rows: int) -> None:
    progress(title, before + rows, total)


def _fill_one(bank: Bank, part: Part, at: Position, workers: Workers, progress: Callable[[int], None]) -> Position:
    progress(min(at.rows, part.count))
    if at.rows >= part.count:
        return at
    last_new = at.next
    ordered: list[Piece] = []
    ready: list[Record | None] = []
    start = 0  # The number of the first that is ready.

    def pieces(end: int) -> Iterator[Piece]:
        first = at.next
        # Another process may be further, and its pieces need not be made again.
        while (first := max(first, at.next)) < end:
            piece = Piece(part.order, part.seed, part.part, first, min(part.each, end - first))
            ordered.append(piece)
            yield piece
            first += piece.count

    def keep() -> None:
        nonlocal at, last_new
        if ready:
            known = at.rows
            at = bank.keep(part.name, start, ready, part.count)
            ready.clear()
            last_new = at.next if at.rows > known else last_new
            progress(min(at.rows, part.count))

    while at.rows < part.count:
        ordered.clear()
        results = workers(pieces(_likely_end(at, part.count)))
        try:
            for rows in results:
                piece = ordered.pop(0)
                if piece.first + piece.count <= at.next:
                    continue
                if piece.first != start + len(ready):
                    keep()
                if not ready:
                    start = piece.first
                ready += rows
                likely = at.rows + len(ready) - ready.count(None)
                progress(min(likely, part.count))
                if len(ready) >= part.together or likely >= part.count:
                    keep()
                if at.rows >= part.count or at.next - last_new >= _MOST_EMPTY:
                    break
            keep()
        except KeyboardInterrupt:
            keep()
            raise
        finally:
            close = getattr(results, "close", None)
            if close is not None:
                close()
        if at.rows < part.count and at.next - last_new >= _MOST_EMPTY:
            raise UnmetError(_exhausted(part, at))
    return at


def _likely_end(at: Position, count: int) -> int:
    """The number before which a part is likely to be done: pieces beyond it would be made ahead, and thrown away."""
    missing = count - at.rows
    return at.next + (missing * at.next // at.rows + 1 if at.rows else max(missing, at.next))


def _exhausted(part: Part, at: Position) -> Fault:
    why = (
        "could not be made"
        if at.unmade > at.repeats
        else "are in the bank already, turned or relabelled or as they are"
    )
    message = f"{part.title}: {at.rows} of {part.count} puzzles; the last {_MOST_EMPTY} that were tried {why}"
    return Fault(message, None, "lower the count, or ask for other puzzles")
