"""Pieces of catalogues made, here or on a worker: all that needs kernels."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, made_puzzles
from bookmaker.publishing.bank.catalogue import Piece, Workers
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.bank.rows import Record
from bookmaker.version import VERSION


def made(piece: Piece, stop: Stop = lambda: False) -> list[Record | None]:
    """The rows of a piece, one for each number, None where no puzzle could be made."""
    seeds = [seed_for(piece.seed, piece.part, number) for number in range(piece.first, piece.first + piece.count)]
    found = made_puzzles(piece.order, seeds, stop)
    rows = iter(records([item for item in found if isinstance(item, GradedPuzzle)], VERSION))
    return [next(rows) if isinstance(item, GradedPuzzle) else None for item in found]


def threads(jobs: int) -> Workers:
    """Threads of this machine."""

    def results(pieces: Iterator[Piece]) -> Iterator[list[Record | None]]:
        return ordered_map(made, pieces, jobs)

    return results
