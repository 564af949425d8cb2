"""The key `series` of a spec: the volumes that the book belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.errors import Fault
from bookmaker.base.schema import Integer, Length, ListOf, Text, key
from bookmaker.printing.covers.barcode import isbn_13
from bookmaker.publishing.book.spec.values import check_isbn


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
    isbns: tuple[str, ...] = key(
        ListOf(Text(most=20, wanted="an ISBN", check=check_isbn), most=10_000),
        "The ISBN of each volume, in the order of their numbers, for its copyright page and barcode: volumes are different "
        "books, and no two may have the same. It stands in place of `isbn` of the book.",
        default=[],
        examples=[["978-0-306-40615-7", "978-0-306-40616-4"]],
    )

    spines: tuple[float, ...] = key(
        ListOf(Length("1mm", "5in"), most=10_000),
        "The width of the spine of each volume, in the order of their numbers, for printers that publish no formula: their "
        "template names it by the number of pages. It stands in place of `spine` of the cover; a volume that it does not reach "
        "waits for its template.",
        default=[],
        examples=[["0.52in", "0.53in"]],
    )

    @property
    def spine(self) -> float | None:
        """The width of the spine of this volume in points, if the list has it."""
        return self.spines[self.volume - 1] if self.volume <= len(self.spines) else None

    @property
    def isbn(self) -> str | None:
        """The ISBN of this volume, if the list has it."""
        return self.isbns[self.volume - 1] if self.volume <= len(self.isbns) else None

    def missing(self, volume: int) -> Iterator[Fault]:
        """A fault if volumes have ISBNs, and this one has none."""
        if 0 < len(self.isbns) < volume:
            counted = "1 ISBN" if len(self.isbns) == 1 else f"{len(self.isbns)} ISBNs"
            message = f"`isbns` has {counted}, and none for volume {volume}"
            yield Fault(message, self.place("isbns"), "name one for each volume, in their order")

    def cross_faults(self) -> Iterator[Fault]:
        """Volumes without an ISBN where others have one, and two with the same."""
        yield from self.missing(self.volume)
        first: dict[str, int] = {}
        for number, isbn in enumerate(self.isbns, 1):
            digits = isbn_13(isbn)
            if digits in first:
                message = f"volume {number} has the ISBN of volume {first[digits]}"
                yield Fault(message, self.place("isbns", number - 1), "each volume is a book of its own")
            first.setdefault(digits, number)


def same_words(one: str, other: str) -> bool:
    """Whether two names differ at most in capitals and spaces."""
    return one.casefold().split() == other.casefold().split()
