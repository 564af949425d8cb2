"""The keys `book`, `series` and `print` of a spec: the words of the first pages, the volumes, and where and how it is printed.

The words are those of the title page and the copyright page. `print` names printers, paper and binding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookmaker.base import language, schema
from bookmaker.base.dates import Day
from bookmaker.base.errors import Fault, said
from bookmaker.base.schema import Boolean, Choice, Either, Integer, JsonSchema, Length, ListOf, Node, Reader, Text, key
from bookmaker.printing import printers
from bookmaker.printing.covers.barcode import isbn_13
from bookmaker.printing.printers.rules import BINDINGS, BindingName

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


class PrinterName(schema.Shape[str]):
    """The name of a printer: a file of ``layouts/printers/``."""

    wanted = "the name of a printer such as `kdp`"

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        known = printers.names()
        if node.text not in known:
            advice = [schema.did_you_mean(node.text, known), f"there are {', '.join(known)}"]
            reader.mismatch(node, label, self.wanted, " ".join(part for part in advice if part))
        return node.text

    def _json_schema(self) -> JsonSchema:
        return {"enum": printers.names()}


def check_date(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text is a day such as 2026-11-22."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text) is None:
        raise ValueError("must be a date such as 2026-11-22: year, month, day")
    try:
        Day.fromisoformat(text)
    except ValueError as error:
        raise ValueError("must be a date of the calendar, such as 2026-11-22") from error


@dataclass(frozen=True, kw_only=True)
class Print(schema.Record):
    """Where the book is printed, and on what."""

    targets: tuple[str, ...] | str = key(
        Either(PrinterName(), ListOf(PrinterName(), least=1, unique=True)),
        "The printer, or a list of printers: each gets a file of its own, with its margins and its number of pages.",
        name="for",
        examples=["kdp", ["kdp", "ingramspark"]],
    )
    paper: str | None = key(
        Text(most=40, wanted="the name of a paper such as `white`", printed=False),
        "The paper; left out, white, which every printer has.",
        default=None,
        examples=["cream"],
    )
    binding: BindingName = key(
        BINDINGS,
        "The binding. A booklet is folded and stapled at home: its pages are a multiple of four, its inner margins even.",
        default="paperback",
    )
    bleed: bool | None = key(
        Boolean(),
        "Give the sheets what this printer wants beyond the trimmed page. Left out, as `bleed` of `page` says.",
        default=None,
    )

    pictures: bool = key(
        Boolean(), "Whether to draw previews of pages for a shop, and a contact sheet of all.", default=True
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the printers, in the order of the spec."""
        return (self.targets,) if isinstance(self.targets, str) else self.targets

    def editions(self, trim: tuple[float, float], bleed: bool) -> Iterator[printers.Edition]:
        """The edition of each printer; ``bleed`` holds where the key says nothing."""
        for name in self.names:
            printer = printers.find(name)
            binding = printer.binding(self.binding)
            assert binding is not None
            paper = printer.paper(self.paper or binding.papers[0])
            yield printers.Edition(printer, binding, paper, trim, bleed if self.bleed is None else self.bleed)

    def cross_faults(self) -> Iterator[Fault]:
        """Every printer has the binding and the paper."""
        for name in self.names:
            printer = printers.find(name)
            binding = printer.binding(self.binding)
            if binding is None:
                yield Fault(
                    said("{printer} binds no {binding}", printer=printer.title, binding=self.binding),
                    self.place("binding"),
                    "write paperback",
                )
            elif self.paper is not None and self.paper not in binding.papers:
                message = said(
                    "{printer} has no paper `{paper}` for a {binding}",
                    printer=printer.title,
                    paper=self.paper,
                    binding=self.binding,
                )
                yield Fault(message, self.place("paper"), said("it has {known}", known=", ".join(binding.papers)))
