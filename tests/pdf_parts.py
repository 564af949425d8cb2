"""A PDF file taken apart: its dictionaries, and what its pages, forms, patterns and glyphs draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pikepdf


class File:
    """A file with what several requirements look at."""

    def __init__(self, content: bytes, pdf: pikepdf.Pdf) -> None:
        self.content, self.pdf = content, pdf
        self.info: Any = pdf.trailer.get("/Info", {})
        self.things = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream)]
        # Dictionaries that stand within others have no number of their own.
        self.things += [inner for thing in self.things for inner in _inner(thing, 0)]

    @cached_property
    def drawn(self) -> list[Drawn]:
        """The content streams of pages, forms, patterns and glyphs."""
        found: list[Drawn] = []
        seen: set[tuple[int, int]] = set()
        for number, page in enumerate(self.pdf.pages, 1):
            found += _streams(f"page {number}", page.obj, page.get("/Resources", {}), seen)
        return found

    @property
    def intents(self) -> list[Any]:
        """The output intents for PDF/X."""
        return [one for one in self.pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]


def _inner(holder: Any, depth: int) -> Iterator[Any]:
    values = holder.values() if not isinstance(holder, pikepdf.Array) else holder
    for value in values:
        if isinstance(value, pikepdf.Dictionary | pikepdf.Array) and value.objgen == (0, 0) and depth < 9:
            if isinstance(value, pikepdf.Dictionary):
                yield value
            yield from _inner(value, depth + 1)


@dataclass(frozen=True)
class Drawn:
    """One content stream: the page it was met on, its operators and its resources."""

    where: str
    steps: list[Any]
    resources: Any

    def of(self, *names: str) -> list[Any]:
        """The steps with these operators."""
        return [step for step in self.steps if str(step.operator) in names]

    @property
    def images(self) -> list[Any]:
        """The inline images."""
        return [step.iimage for step in self.steps if isinstance(step, pikepdf.ContentStreamInlineImage)]


def _streams(where: str, holder: Any, resources: Any, seen: set[tuple[int, int]]) -> Iterator[Drawn]:
    if holder.objgen != (0, 0) and holder.objgen in seen:
        return
    seen.add(holder.objgen)
    yield Drawn(where, list(pikepdf.parse_content_stream(holder)), resources)
    for key in ("/XObject", "/Pattern"):
        for thing in dict(resources.get(key, {})).values():
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image":
                yield from _streams(where, thing, thing.get("/Resources", resources), seen)
    for font in dict(resources.get("/Font", {})).values():
        for glyph in dict(font.get("/CharProcs", {})).values():
            yield from _streams(where, glyph, font.get("/Resources", resources), seen)
