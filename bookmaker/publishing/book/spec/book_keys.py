"""The key `book` of a spec: what the title page and the copyright page say."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import language, schema
from bookmaker.base.schema import Choice, Integer, Text, key
from bookmaker.publishing.book.spec.values import check_isbn


@dataclass(frozen=True, kw_only=True)
class Book(schema.Record):
    """What the title page and the copyright page say, and the language of every printed word."""

    title: str = key(Text(), "Title of the book.", examples=["Sudoku for the Long Train Ride"])
    subtitle: str | None = key(Text(), "Printed under the title.", default=None)
    author: str | None = key(Text(), "Printed on the title page and the copyright page.", default=None)
    publisher: str | None = key(Text(), "Printed on the title page and the copyright page.", default=None)
    isbn: str | None = key(
        Text(most=20, wanted="an ISBN", check=check_isbn),
        "ISBN-13 or ISBN-10 for the copyright page; its check digit is checked.",
        default=None,
        examples=["978-0-306-40615-7"],
    )
    year: int | None = key(Integer(1000, 9999), "Year of the copyright; no year is printed without it.", default=None)
    rights: str | None = key(
        Text(most=2000),
        "Printed on the copyright page instead of the usual reservation of rights.",
        default=None,
        examples=["Teachers may copy single pages for their own classes."],
    )
    imprint: bool = key(
        schema.Boolean(), "Whether the copyright page says that the book was made with bookmaker.", default=False
    )
    language: str = key(Choice(*language.PLURALS), "Language of every word that the book prints.", default="en")
