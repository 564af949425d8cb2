"""The key `series` of a spec: the volumes that the book belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker import schema
from bookmaker.schema import Integer, Text, key


@dataclass(frozen=True, kw_only=True)
class Series(schema.Record):
    """A series of books, no two of which have a puzzle in common."""

    name: str = key(Text(), "Name of the series.", examples=["Long Rides"])
    volume: int = key(
        Integer(1, 10_000), "Number of this volume; it is printed on the title page and the cover.", examples=[3]
    )
    bank: str = key(
        schema.FilePath(),
        "The bank that keeps what each volume printed, relative to the folder of the spec; made if there is none.",
        default="series.bank",
    )
