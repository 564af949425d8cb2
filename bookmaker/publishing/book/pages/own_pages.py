"""Pages that the user wrote: read, checked, filled in, and set as pages of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookmaker.base.errors import Fault, Place, ResourceError, SpecError
from bookmaker.base.resources import first_file
from bookmaker.base.schema import either_of, tree
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.pages import own_page
from bookmaker.printing.pages.contents import Entry, EntryBlock
from bookmaker.printing.pages.frontmatter import intro_measure
from bookmaker.printing.pages.own_page import Leaf, Standing
from bookmaker.printing.pages.page_kinds import Page, content_area
from bookmaker.printing.text import images, markdown
from bookmaker.printing.text.diagrams import RichText
from bookmaker.printing.text.images import ImageBlock, Placeable
from bookmaker.printing.text.markdown import Part, Run, parse
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import glyph_faults, page_setup
from bookmaker.publishing.book.spec import own_words
from bookmaker.publishing.book.spec.page_keys import IMAGE_ENDS, BookPage, Intro
from bookmaker.publishing.book.spec.section_keys import Section

MOST_TEXT = 200_000
"""Characters of one file: a hundred pages of text."""
Fields = Mapping[str, str | None]
"""The text for a name in braces; None for one that has no value in this book."""


CONTENTS = "\uffff"
"""The value of the field of the contents, on the page that may have it: a character that no text has."""


def fields(book: Book, puzzles: int | None = None) -> Fields:
    """The fields of a user's texts; before the puzzles are counted (None), some are known by name only."""
    details, first = book.details, book.number_from
    count = str if puzzles is None else book.words.number
    return {
        "title": details.title,
        "subtitle": details.subtitle,
        "author": details.author,
        "publisher": details.publisher,
        "isbn": details.isbn,
        "year": None if details.year is None else str(details.year),
        "puzzles": count(puzzles or 0),
        "sections": count(len(book.sections)),
        "first": count(first),
        "last": count(first + max(puzzles or 0, 1) - 1),
    }


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text of the user's as it was read: its parts, and all that is wrong with it."""

    path: Path
    parts: tuple[Part, ...]
    faults: tuple[Fault, ...]


def read(book: Book, path: Path, known: Fields) -> OwnText:
    """Read a Markdown file; the result has its faults."""
    try:
        source = tree.decode(tree.read_bytes(path), str(path)).replace("\r\n", "\n")
    except SpecError as error:
        return OwnText(path, (), tuple(error.faults))
    if len(source) > MOST_TEXT:
        advice = "divide it into several files"
        return OwnText(path, (), (Fault(f"the file has more than {MOST_TEXT:,} characters", Place(str(path)), advice),))
    parts, faults = parse(source, str(path), known, own_words.marks(book.details.language))
    dashed = tuple(_listing(_dashed(part, book.details.language), faults) for part in parts)
    if not any(part.kind != "page" for part in parts) and not faults:
        faults.append(Fault("the file has no text", Place(str(path)), "write some, or take the page out of the spec"))
    faults += _missing_glyphs(book, source, dashed, path)
    return OwnText(path, dashed, tuple(faults))


def _listing(part: Part, faults: list[Fault]) -> Part:
    """A paragraph that is the field of the contents as the place for them."""
    if CONTENTS not in part.text:
        return part
    if part.kind != "text" or part.text != CONTENTS or part.lists or part.quotes:
        faults.append(Fault("{contents} is among other words", part.place, "give it a paragraph of its own"))
        return replace(part, runs=(Run(part.text.replace(CONTENTS, "")),))
    return replace(part, kind="contents", runs=())


def _dashed(part: Part, code: str) -> Part:
    return replace(part, runs=tuple(replace(run, text=own_words.dashes(run.text, code)) for run in part.runs))


def _missing_glyphs(book: Book, source: str, parts: Sequence[Part], path: Path) -> Iterator[Fault]:
    """A fault for the characters of each part that the fonts lack, at the first of them in the file."""
    reported: set[str] = set()
    for part in parts:
        for fault in glyph_faults(book.look, part.text, part.place):
            if fault.message not in reported:
                reported.add(fault.message)
                lost = next((found for found in re.finditer(r"U\+([0-9A-F]+)", fault.message)), None)
                at = source.find(chr(int(lost[1], 16))) if lost else -1
                place = part.place if at < 0 else _place_of(source, at, path)
                yield Fault(fault.message, place, fault.advice)


def _place_of(source: str, at: int, path: Path) -> Place:
    before = source[:at]
    return Place(str(path), before.count("\n") + 1, at - before.rfind("\n"))


def picture(book: Book, page: Path, part: Part) -> Placeable:
    """The image of a part: beside the page that names it, or beside the spec. Raises SpecError at its place."""
    name = part.source
    advice = "its place is relative to the page, or to the spec"
    if re.match(r"[a-z][a-z0-9+.-]*://", name):
        raise SpecError(
            Fault(f"the image {name} is not a file", part.place, "save it beside the page: nothing is fetched")
        )
    if not name.lower().endswith(IMAGE_ENDS):
        raise SpecError(Fault(f"the image `{name}` must end in {either_of(IMAGE_ENDS)}", part.place))
    found = first_file(str(folder / name) for folder in (page.parent, book.path.parent))
    if found is None:
        raise SpecError(Fault(f"the image `{name}` was not found", part.place, advice))
    return load(found, part.place)


def load(path: Path, place: Place) -> Placeable:
    """An image file. Raises SpecError at the place that names it."""
    try:
        return images.read(path)
    except ResourceError as error:
        raise SpecError([Fault(f"{path.name}: {one.message}", place, one.advice) for one in error.faults]) from error


def standing(page: BookPage) -> Standing | None:
    """The place of a file's text on its page; None from the top on."""
    if page.at is not None:
        return None if page.at == "top" else page.at
    return {"title-page": "middle", "copyright": "foot"}.get(page.name)  # type: ignore[return-value]


def set_text(book: Book, page: BookPage, known: Fields, entries: Sequence[Entry] = ()) -> list[Leaf]:
    """The text of a page of the user's, as blocks. Raises SpecError with all of its faults.

    ``entries`` are the lines of the contents, which go where the page has the field for them.
    """
    assert page.source is not None
    text = read(book, page.source, _known_on(page, known))
    if text.faults:
        raise SpecError(text.faults)
    at = standing(page)
    align = page.align or ("centre" if at == "middle" else "left")
    look, before = book.look, book.look.writing.before
    listed = [EntryBlock(look, entry, 0.0 if index else before) for index, entry in enumerate(entries)]
    return own_page.leaves(
        look, text.parts, lambda part: picture(book, text.path, part), align, titled=at is None, listed=listed
    )


def _known_on(page: BookPage, known: Fields) -> Fields:
    return {**known, "contents": CONTENTS} if page.name == "contents" else known


def pages(
    book: Book, page: BookPage, known: Fields, area: Box, entries: Sequence[Entry] = ()
) -> tuple[str, list[Page]]:
    """The title of a user's page, "" if it has none, and its pages, with these entries of the contents.

    Raises SpecError with all of its faults.
    """
    leaves = set_text(book, page, known, entries)
    small = page.name == "copyright" and page.at in (None, "foot")
    made = own_page.own_pages(book.look, leaves, area, standing(page), small=small)
    return (leaves[0].title if leaves else ""), made


def section_fields(book: Book, known: Fields, section: Section, numbers: range | None = None) -> Fields:
    """The fields of an introduction: those of the book, but the puzzles are the section's own, of these numbers."""
    own = {"section": section.title}
    if numbers:
        own |= {"puzzles": book.words.number(len(numbers)), "first": book.words.number(numbers[0])}
        own["last"] = book.words.number(numbers[-1])
    return {**known, **own}


def filled_in(text: str, place: Place, known: Fields) -> str:
    """A text of the spec itself with the fields in its braces filled in. Raises SpecError with every fault."""
    _, faults = markdown.fields_in(text, place.path, known)
    if faults:
        raise SpecError([replace(fault, place=place) for fault in faults])
    return markdown.FIELD.sub(lambda found: known[found[1]] or "", text).replace("\\{", "{")


def _intro_text(section: Section, known: Fields) -> str:
    """The words of an introduction that are in the spec itself, "" for none. Raises SpecError."""
    given = section.intro
    if isinstance(given, Intro):
        return filled_in(given.text or "", given.place("text"), known)
    return filled_in(given or "", section.place("intro"), known)


def intro(book: Book, section: Section, known: Fields, area: Box) -> tuple[str, list[Leaf]]:
    """The introduction of a section: a plain text, or leaves of blocks. Raises SpecError with all faults.

    ``known``: its fields, as of :func:`section_fields`.
    """
    given, words = section.intro, _intro_text(section, known)
    if not isinstance(given, Intro):
        return words, []
    measure = intro_measure(book.look, area[2] - area[0])
    found: list[Leaf] = []
    parts: list[Part] = []
    folder = book.path
    if given.page is not None:
        text = read(book, given.page, known)
        if text.faults:
            raise SpecError(text.faults)
        parts, folder = list(text.parts), text.path
    else:
        parts = [Part("text", given.place(), (Run(line),)) for line in words.split("\n") if line.strip()]
    for align in (book.look.opener.side, "left"):
        found = own_page.leaves(book.look, parts, lambda part: picture(book, folder, part), align, titled=False)
        # A few lines are aligned as the title is; lists, and more lines, are read from the left.
        lines = [
            line for leaf in found for one in leaf.blocks if isinstance(one, RichText) for line in one.lines(measure)
        ]
        if len(lines) <= book.look.opener.centred and not any(part.lists for part in parts):
            break
    if given.image is not None:
        found_image, side = load(given.image, given.place("image")), book.look.opener.side
        image = ImageBlock(book.look, found_image, wanted=given.width, align=side)
        blocks = found[0].blocks if found else ()
        found[:1] = [Leaf("", (image, *blocks))]
    return "", found


@dataclass(frozen=True, slots=True)
class _Placed:
    """An image that a spec names, where it is named, and the widths that are wanted and at hand in points."""

    path: Path
    place: Place
    wanted: float | None
    measure: float


def _texts(book: Book) -> Iterator[tuple[Path, Fields, float]]:
    """Each file of the user's own with its fields and the length of its lines in points."""
    known, width = fields(book), _width(book)
    for page in [*book.front, *book.back]:
        if page.source is not None:
            yield page.source, _known_on(page, known), width
    for section in book.sections:
        if isinstance(section.intro, Intro) and section.intro.page is not None:
            yield section.intro.page, section_fields(book, known, section), intro_measure(book.look, width)


def _placed(book: Book) -> Iterator[_Placed]:
    """Each image that the spec itself names."""
    width = _width(book)
    for page in [*book.front, *book.back]:
        if page.image is not None:
            yield _Placed(page.image, page.place("image"), page.width, width)
    for section in book.sections:
        given = section.intro
        if isinstance(given, Intro) and given.image is not None:
            yield _Placed(given.image, given.place("image"), given.width, intro_measure(book.look, width))


def _width(book: Book) -> float:
    # Of a book without pages, whose gutter is the least: nowhere are images larger, and their pixels coarser.
    left, _, right, _ = content_area(book.look, page_setup(book).live(0, 0))
    return right - left


def faults_and_notes(book: Book) -> tuple[list[Fault], list[str]]:
    """The faults of the pages and images of the user's own, and the questions that a printer would have, before a build."""
    faults: list[Fault] = []
    notes: list[str] = []

    def look_at(found: Placeable, place: Place, width: float) -> None:
        fault, note = found.concern(width)
        if fault is not None:
            faults.append(replace(fault, place=place))
        if note:
            notes.append(f"{place}: {note}")

    for section in book.sections:
        try:
            _intro_text(section, section_fields(book, fields(book), section))
        except SpecError as error:
            faults += error.faults
    for one in _placed(book):
        try:
            found = load(one.path, one.place)
        except SpecError as error:
            faults += error.faults
        else:
            look_at(found, one.place, ImageBlock(book.look, found, wanted=one.wanted).width(one.measure))
    for path, known, measure in _texts(book):
        text = read(book, path, known)
        faults += text.faults
        for part in text.parts:
            if part.kind != "image":
                continue
            try:
                found = picture(book, path, part)
            except SpecError as error:
                faults += error.faults
            else:
                width = ImageBlock(book.look, found, wanted=part.width, share=part.share).width(measure)
                look_at(found, part.place, width)
    return list(dict.fromkeys(faults)), list(dict.fromkeys(notes))


def require_pages(book: Book) -> list[str]:
    """Check the pages of the user's own. Raises SpecError with every fault; returns notes for the printer."""
    faults, notes = faults_and_notes(book)
    if faults:
        raise SpecError(faults)
    return notes
