"""The keys `book` and `series` of a spec: the words of the title page and the copyright page, and the volumes of a series."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookmaker.base import language, schema
from bookmaker.base.errors import Fault, said
from bookmaker.base.schema import Choice, Integer, Length, ListOf, Text, key
from bookmaker.printing.covers.barcode import isbn_13

# The key `series` of a spec: the volumes that the book belongs to.


def check_isbn(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text is an ISBN-10 or ISBN-13 with the right check digit (ISO 2108)."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"97[89][0-9]{10}", digits):
        rest = -sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits[:12])) % 10
        expected = str(rest)
    elif re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        rest = -sum(int(digit) * (10 - place) for place, digit in enumerate(digits[:9])) % 11
        expected = "X" if rest == 10 else str(rest)
    else:
        raise ValueError("must be an ISBN: 13 digits from 978 or 979, or 10 digits, with or without hyphens")
    if digits[-1] != expected:
        raise ValueError(
            said(
                "is not an ISBN: after these digits the last one must be {expected}, not {found}",
                expected=expected,
                found=digits[-1],
            )
        )


@dataclass(frozen=True, kw_only=True)
class OtherBook(schema.Record):
    """A book beside this one, for the page `other-books`."""

    title: str = key(Text(printed=True), "Its title.", examples=["Long Rides 4"])
    about: str | None = key(
        Text(most=500, printed=True),
        "Its contents, and when it appears.",
        default=None,
        examples=["A hundred Killers. In May."],
    )
    volume: int | None = key(
        Integer(1, 10_000), "Its number in the series: this volume itself leaves it out.", default=None, examples=[4]
    )


@dataclass(frozen=True, kw_only=True)
class Series(schema.Record):
    """A series of books, no two of which have a puzzle in common."""

    name: str = key(Text(printed=False), "Name of the series.", examples=["Long Rides"])
    volume: int = key(
        Integer(1, 10_000), "Number of this volume; it is printed on the title page and the cover.", examples=[3]
    )
    bank: str = key(
        schema.FilePath(),
        "The bank that keeps what each volume printed, relative to the folder of the spec; made if there is none.",
        default="series.bank",
    )
    isbns: tuple[str, ...] = key(
        ListOf(Text(most=20, wanted="an ISBN", check=check_isbn, printed=False), most=10_000),
        "The ISBN of each volume, in the order of their numbers, for its copyright page and barcode: volumes are different "
        "books, and no two may have the same. It replaces `isbn` of the book.",
        default=[],
        examples=[["978-0-306-40615-7", "978-0-306-40616-4"]],
    )

    books: tuple[OtherBook, ...] = key(
        ListOf(schema.Nested(OtherBook), most=100),
        "The books of the series, and others, for the page `other-books`: one list for all volumes.",
        default=[],
        examples=[[{"title": "Long Rides 4", "about": "60 harder ones, in autumn.", "volume": 4}]],
    )
    spines: tuple[float, ...] = key(
        ListOf(Length("1mm", "5in"), most=10_000),
        "The width of the spine of each volume, in the order of their numbers, for printers that publish no formula: their "
        "template names it by the number of pages. It replaces `spine` of the cover; a volume that it does not reach "
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


@dataclass(frozen=True, kw_only=True)
class BookDetails(schema.Record):
    """The words of the title page and the copyright page, and the language of every printed word."""

    title: str = key(Text(printed=True), "Title of the book.", examples=["Sudoku for the Long Train Ride"])
    subtitle: str | None = key(Text(printed=True), "Printed under the title.", default=None)
    author: str | None = key(Text(printed=True), "Printed on the title page and the copyright page.", default=None)
    publisher: str | None = key(Text(printed=True), "Printed on the title page and the copyright page.", default=None)
    isbn: str | None = key(
        Text(most=20, wanted="an ISBN", check=check_isbn, printed=False),
        "ISBN-13 or ISBN-10 for the copyright page; its check digit is checked.",
        default=None,
        examples=["978-0-306-40615-7"],
    )
    year: int | None = key(Integer(1000, 9999), "Year of the copyright; no year is printed without it.", default=None)
    rights: str | None = key(
        Text(most=2000, printed=True),
        "Printed on the copyright page instead of the usual reservation of rights.",
        default=None,
        examples=["Teachers may copy single pages for their own classes."],
    )
    imprint: bool = key(
        schema.Boolean(), "Whether the copyright page says that the book was made with bookmaker.", default=False
    )
    language: str = key(Choice(*language.PLURALS), "Language of every word that the book prints.", default="en")
