"""Volumes of a series are different books: no two of them may have the same ISBN."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing import printers
from bookmaker.printing.covers.barcode import isbn_13
from bookmaker.publishing.book.making.stock import volume_of
from bookmaker.publishing.book.spec.book_keys import BookDetails
from bookmaker.publishing.book.spec.cover_keys import Cover
from bookmaker.publishing.book.spec.spec_file import Spec

# A spine that the printer's template names is that of one number of pages: volumes of other lengths have others.


def one_spine_for_all(spec: Spec, manifests: Mapping[int, Path]) -> Iterator[str]:
    """Notes on printers for which the spec has one width of the spine, or one template, and its volumes several page counts.

    ``manifests``: that of each finished volume, by its number.
    """
    cover, series = spec.cover, spec.series
    if cover is None or series is None:
        return
    pages: dict[str, dict[int, int]] = defaultdict(dict)
    for volume, path in sorted(manifests.items()):
        made = json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
        for name, edition in made.get("printers", {}).items():
            if edition["spine"] is None or cover.template_for(name) is not None:
                pages[name][volume] = edition["pages"]
    for name, counts in pages.items():
        template = cover.template_for(name) is not None
        if len(set(counts.values())) < 2 or not (template or (cover.spine is not None and not series.spines)):
            continue
        listed = ", ".join(f"{count} in volume {volume}" for volume, count in counts.items())
        what = "one template" if template else "one `spine`"
        advice = (
            "give each volume a spec of its own with the template of its pages"
            if template
            else "request its template for each number of pages, and list the widths in `series: {spines: [...]}`"
        )
        yield f"{what} of {printers.find(name).title} serves volumes of different lengths ({listed}): {advice}"


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


def _named(spec: Spec) -> list[tuple[BookDetails | Cover, str]]:
    """The keys of the spec that have an ISBN, and its 13 digits."""
    return [(one, isbn_13(one.isbn)) for one in (spec.book, spec.cover) if one is not None and one.isbn is not None]
