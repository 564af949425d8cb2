"""Volumes of a series are different books: no two of them may have the same ISBN."""

from __future__ import annotations

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing.covers.barcode import isbn_13
from bookmaker.publishing.book.making.stock import volume_of
from bookmaker.publishing.book.spec.book_keys import Book
from bookmaker.publishing.book.spec.cover_keys import Cover
from bookmaker.publishing.book.spec.spec_file import Spec

_ADVICE = "each volume is a book of its own: name theirs in `series: {isbns: [...]}`"


def require_own_isbn(spec: Spec) -> None:
    """Check that no other volume of its series, as far as they were printed, has the ISBN of a book. Raises SpecError."""
    volume, named = volume_of(spec), _named(spec)
    # A list of them has none twice; the bank may still have the one that all volumes had before there was a list.
    if volume is None or spec.series is None or spec.series.isbns or not named:
        return
    printed = {isbn_13(isbn): number for number, isbn in sorted(volume.editions().items()) if isbn}
    faults = [
        Fault(f"volume {printed[digits]} of the series has this ISBN", one.place("isbn"), _ADVICE)
        for one, digits in named
        if digits in printed
    ]
    if faults:
        raise SpecError(faults)


def require_own_isbns(spec: Spec, first: int, last: int) -> None:
    """Check that volumes ``first`` to ``last``, which are to be made of one spec, have an ISBN each. Raises SpecError."""
    faults = [] if spec.series is None else [*spec.series.missing(last)]
    if first < last and spec.series is not None and not spec.series.isbns:
        message = f"volumes {first} to {last} would all have this ISBN"
        faults += [Fault(message, one.place("isbn"), _ADVICE) for one, _ in _named(spec)]
    if faults:
        raise SpecError(faults)


def _named(spec: Spec) -> list[tuple[Book | Cover, str]]:
    """The keys of the spec that have an ISBN, and its 13 digits."""
    return [(one, isbn_13(one.isbn)) for one in (spec.book, spec.cover) if one is not None and one.isbn is not None]
