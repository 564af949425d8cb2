"""Pages that the user wrote: read, checked, filled in, and set as pages of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookmaker.book import quotes
from bookmaker.book.glyphs import glyph_faults
from bookmaker.book.page_fit import page_setup
from bookmaker.book.spec import Spec
from bookmaker.book.spec_pages import IMAGE_ENDS, BookPage
from bookmaker.errors import Fault, Place, ResourceError, SpecError
from bookmaker.language import Catalogue
from bookmaker.schema import either_of, tree
from bookmaker.typeset import images, own_page
from bookmaker.typeset.canvas import Box
from bookmaker.typeset.images import ImageBlock, Picture
from bookmaker.typeset.markdown import Part, parse
from bookmaker.typeset.own_page import Leaf, Standing
from bookmaker.typeset.pages import Page, content_area

Fields = Mapping[str, str | None]
"""What stands for a name in braces; None for one that has no value in this book."""


def fields(spec: Spec, words: Catalogue | None = None, puzzles: int = 0) -> Fields:
    """The fields of a user's texts; without a catalogue, before the puzzles are counted, some are known by name only."""
    book = spec.book
    count = words.number if words is not None else str
    first = spec.number_from
    return {
        "title": spec.printed(book.title),
        "subtitle": None if book.subtitle is None else spec.printed(book.subtitle),
        "author": None if book.author is None else spec.printed(book.author),
        "publisher": None if book.publisher is None else spec.printed(book.publisher),
        "isbn": book.isbn,
        "year": None if book.year is None else str(book.year),
        "puzzles": count(puzzles),
        "sections": count(len(spec.sections)),
        "first": str(first),
        "last": str(first + max(puzzles, 1) - 1),
    }


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text of the user's as it was read: its parts, and all that is wrong with it."""

    path: Path
    parts: tuple[Part, ...]
    faults: tuple[Fault, ...]


def read(spec: Spec, path: Path, known: Fields) -> OwnText:
    """Read a Markdown file; what is wrong with it stands in the result."""
    try:
        source = tree.decode(tree.read_bytes(path), str(path)).replace("\r\n", "\n")
    except SpecError as error:
        return OwnText(path, (), tuple(error.faults))
    parts, faults = parse(source, str(path), known, quotes.marks(spec.book.language))
    dashed = tuple(_dashed(part, spec.book.language) for part in parts)
    if not any(part.kind != "page" for part in parts) and not faults:
        faults.append(Fault("the file has no text", Place(str(path)), "write some, or take the page out of the spec"))
    faults += _missing_glyphs(spec, source, dashed, path)
    return OwnText(path, dashed, tuple(faults))


def _dashed(part: Part, code: str) -> Part:
    return replace(part, runs=tuple(replace(run, text=quotes.dashes(run.text, code)) for run in part.runs))


def _missing_glyphs(spec: Spec, source: str, parts: Sequence[Part], path: Path) -> Iterator[Fault]:
    """A fault for the characters of each part that the fonts lack, at the first of them in the file."""
    told: set[str] = set()
    for part in parts:
        for fault in glyph_faults(spec.look, part.text, part.place):
            if fault.message not in told:
                told.add(fault.message)
                lost = next((found for found in re.finditer(r"U\+([0-9A-F]+)", fault.message)), None)
                at = source.find(chr(int(lost[1], 16))) if lost else -1
                place = part.place if at < 0 else _place_of(source, at, path)
                yield Fault(fault.message, place, fault.advice)


def _place_of(source: str, at: int, path: Path) -> Place:
    before = source[:at]
    return Place(str(path), before.count("\n") + 1, at - before.rfind("\n"))


def picture(spec: Spec, page: Path, part: Part) -> Picture:
    """The image of a part: beside the page that names it, or beside the spec. Raises SpecError at its place."""
    name = part.source
    advice = "its place is relative to the page, or to the spec"
    if re.match(r"[a-z][a-z0-9+.-]*://", name):
        raise SpecError(
            Fault(f"the image {name} is not a file", part.place, "save it beside the page: nothing is fetched")
        )
    if not name.lower().endswith(IMAGE_ENDS):
        raise SpecError(Fault(f"the image `{name}` must end in {either_of(IMAGE_ENDS)}", part.place))
    found = next((path for path in (page.parent / name, spec.path.parent / name) if path.is_file()), None)
    if found is None:
        raise SpecError(Fault(f"there is no image `{name}`", part.place, advice))
    return load(found, part.place)


def load(path: Path, place: Place) -> Picture:
    """An image file. Raises SpecError at the place that names it."""
    try:
        return images.read(path)
    except ResourceError as error:
        raise SpecError([Fault(f"{path.name}: {one.message}", place, one.advice) for one in error.faults]) from error


def standing(page: BookPage) -> Standing | None:
    """Where the text of a file stands on its page; None from the top on."""
    if page.at is not None:
        return None if page.at == "top" else page.at
    return {"title-page": "middle", "copyright": "foot"}.get(page.name)  # type: ignore[return-value]


def set_text(spec: Spec, page: BookPage, known: Fields) -> list[Leaf]:
    """The text of a page of the user's, as blocks. Raises SpecError with all of its faults."""
    assert page.source is not None
    text = read(spec, page.source, known)
    if text.faults:
        raise SpecError(text.faults)
    at = standing(page)
    align = page.align or ("centre" if at == "middle" else "left")
    return own_page.leaves(spec.look, text.parts, lambda part: picture(spec, text.path, part), align, titled=at is None)


def pages(spec: Spec, page: BookPage, known: Fields, area: Box) -> tuple[str, list[Page]]:
    """The title of a user's page, "" if it has none, and its pages. Raises SpecError with all of its faults."""
    leaves = set_text(spec, page, known)
    small = page.name == "copyright" and page.at in (None, "foot")
    made = own_page.own_pages(spec.look, leaves, area, standing(page), small=small)
    return (leaves[0].title if leaves else ""), made


def sources(spec: Spec) -> Iterator[BookPage]:
    """The pages of the book that are files of the user's own."""
    return (page for page in [*spec.front_parts, *spec.back_parts] if page.source is not None)


def faults_and_notes(spec: Spec) -> tuple[list[Fault], list[str]]:
    """All that is wrong with the pages and images of the user's own, and what a printer would ask about, before a build."""
    known = fields(spec)
    area = content_area(spec.look, page_setup(spec).live(0, 0))
    measure = area[2] - area[0]
    faults: list[Fault] = []
    notes: list[str] = []
    for page in sources(spec):
        assert page.source is not None
        text = read(spec, page.source, known)
        faults += text.faults
        for part in text.parts:
            if part.kind == "image":
                _look_at(spec, text.path, part, measure, faults, notes)
    return faults, notes


def _look_at(spec: Spec, page: Path, part: Part, measure: float, faults: list[Fault], notes: list[str]) -> None:
    try:
        found = picture(spec, page, part)
    except SpecError as error:
        faults += error.faults
        return
    width = ImageBlock(spec.look, found, wanted=part.width, share=part.share).width(measure)
    fault, note = images.resolution_fault(found, width)
    if fault is not None:
        faults.append(Fault(fault.message, part.place, fault.advice))
    if note:
        notes.append(f"{part.place}: {note}")


def require_pages(spec: Spec) -> list[str]:
    """Check the pages of the user's own. Raises SpecError with every fault; returns notes for the printer."""
    faults, notes = faults_and_notes(spec)
    if faults:
        raise SpecError(faults)
    return notes
