"""Pages and covers compared with the needs of printers and readers: numbers, references, boxes, margins, type, ink, fonts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import UsageError
from bookmaker.base.units import INCH
from bookmaker.printing import printers
from bookmaker.printing.printers import CoverParts, Printer, Template, cover_parts
from bookmaker.publishing.proof.judgement import Finding, Judged, listed
from bookmaker.publishing.proof.objects import BLACK, COLOUR, FileObjects
from bookmaker.publishing.proof.page_reading import Measures
from bookmaker.publishing.proof.pdf_reading import Reading


@dataclass(frozen=True, slots=True)
class Bound:
    """How a book is bound, as far as it is known: paper, binding, and the lengths of the printer's template, in points."""

    paper: str | None = None
    binding: str | None = None
    spine: float | None = None
    template: Template | None = None


ANY = Bound()
"""Nothing is known: any paper and binding of the printer will do."""


@dataclass(frozen=True, slots=True)
class KnownCover:
    """The parts of a cover in one binding, for the inside on one paper."""

    binding: str
    paper: str
    parts: CoverParts


@dataclass(frozen=True, slots=True)
class PrintRules:
    """What one printer requires, or the usual one where it says nothing."""

    printer: Printer

    @property
    def margin(self) -> float:
        """The least outside, top and bottom margin of a book without bleed."""
        return self.printer.margins.plain

    @property
    def margin_with_bleed(self) -> float:
        """The same of a book with bleed."""
        return self.printer.margins.with_bleed

    @property
    def type_least(self) -> float:
        """The smallest type."""
        return self._least[0]

    @property
    def line_least(self) -> float:
        """The thinnest line."""
        return self._least[1]

    @property
    def _least(self) -> tuple[float, float]:
        least = self.printer.least or printers.find(printers.USUAL).least
        return (least.text, least.line) if least is not None else (0.0, 0.0)

    def gutter(self, pages: int) -> float:
        """The least inside margin of a book of so many pages."""
        return self.printer.gutter.inside(pages)

    def covers(self, trim: tuple[float, float], pages: int, bound: Bound) -> list[KnownCover]:
        """The covers that such a book may have. Raises UsageError for a paper or binding that the printer does not have."""
        papers, bindings = [one.name for one in self.printer.papers], [one.name for one in self.printer.bindings]
        for what, name, names in (("paper", bound.paper, papers), ("binding", bound.binding, bindings)):
            if name is not None and name not in names:
                raise UsageError(f"{self.printer.title} has no {what} {name!r}; it has {', '.join(names)}")
        found = []
        for one in self.printer.bindings:
            for name in one.papers if bound.binding in (None, one.name) else ():
                parts = cover_parts(one, self.printer.paper(name), trim, pages, bound.template, bound.spine)
                if parts is not None and bound.paper in (None, name):
                    found.append(KnownCover(one.name, name, parts))
        return found


def rules_of(name: str | None) -> PrintRules:
    """The rules of a printer by its name, those of the usual one for None. Raises ResourceError for an unknown printer."""
    return PrintRules(printers.find(name or printers.USUAL))


_SLACK = 0.06
"""Points by which measures may miss a rule: they are rounded when they are drawn, and letters overhang."""
_COVER_SLACK = 0.01
"""Inches by which a cover may miss its width or height."""
_OVERHANG = 1.0
"""Points by which a letter may reach out of its line."""
_MOST = 0.5
"""The share of pages from which a breach is the design of the whole book, and reported once."""


def numbering(reading: Reading, puzzles: Sequence[Judged], *, anew: bool) -> Iterator[Finding]:
    """Numbers of pages and puzzles that repeat, are missing or out of order; ``anew``: they begin again in each section."""
    for index, value in reading.odd_folios:
        yield Finding("numbering", "fault", f"shows the page number {value}", reading.name, index + 1)
    if anew:
        return
    numbers = [one.number for one in puzzles]
    counts = Counter(numbers)
    seen: set[int] = set()
    for one in puzzles:
        if one.number in seen:
            message = f"{counts[one.number]} puzzles have the number {one.number}"
            yield Finding("numbering", "fault", message, reading.name, one.entry.page + 1, one.number)
        seen.add(one.number)
    if numbers:
        missing = set(range(min(numbers), max(numbers) + 1)) - set(numbers)
        for before, after in _left_out(reading, puzzles):
            missing -= set(range(before.number + 1, after.number))
            message = f"the numbers go on with {after.number} after {before.number}"
            yield Finding("numbering", "note", message, reading.name, after.entry.page + 1, after.number)
        if missing:
            yield Finding("numbering", "fault", f"no puzzle has the number {listed(missing)}", reading.name)
    for before, after in itertools.pairwise(puzzles):
        if after.number < before.number and counts[after.number] == counts[before.number] == 1:
            message = f"comes after puzzle {before.number}"
            yield Finding("numbering", "fault", message, reading.name, after.entry.page + 1, after.number)


def _left_out(reading: Reading, puzzles: Sequence[Judged]) -> Iterator[tuple[Judged, Judged]]:
    """The puzzles between which numbers are left out on purpose, as it seems: another part of the book begins there, and no
    answer has one of these numbers.
    """
    answered = {entry.label.number for entry in reading.answers} | {row.number for row in reading.rows}
    for before, after in itertools.pairwise(puzzles):
        apart = after.entry.page > before.entry.page + 1
        if apart and after.number > before.number + 1 and answered.isdisjoint(range(before.number + 1, after.number)):
            yield before, after


def references(readings: Sequence[Reading], puzzles: Sequence[Judged]) -> tuple[list[Finding], int]:
    """Page references that lead elsewhere, both ways; and how many there are."""
    found: list[Finding] = []
    count = 0
    for one in puzzles:
        reading = readings[one.entry.file]
        for answer in one.answers:
            same = answer.file == one.entry.file
            if one.entry.label.overleaf and same:
                count += 1
                if answer.page != one.entry.page + 1:
                    message = f"is said to be answered overleaf; the answer is on page {answer.page + 1} of the file"
                    found.append(Finding("references", "fault", message, reading.name, one.entry.page + 1, one.number))
            for entry, target in ((one.entry, answer), (answer, one.entry)):
                printed = entry.label.reference
                if printed is None or not same:
                    continue
                count += 1
                folio = reading.folio(target.page)
                if folio is not None and printed != folio:
                    what = "answer" if target is answer else "puzzle"
                    message = f"refers to page {printed}; the {what} is on page {folio}"
                    found.append(Finding("references", "fault", message, reading.name, entry.page + 1, one.number))
        for row in one.rows:
            printed, folio = one.entry.label.reference, reading.folio(row.page)
            if printed is not None and row.file == one.entry.file:
                count += 1
                if folio is not None and printed != folio:
                    message = f"refers to page {printed}; the row of the answer is on page {folio}"
                    found.append(Finding("references", "fault", message, reading.name, one.entry.page + 1, one.number))
    # Where most puzzles have a reference, those without one have lost it; answers at the foot, or overleaf, need none.
    apart = []
    for one in puzzles:
        answers = [answer for answer in one.answers if answer.file == one.entry.file]
        pages = [answer.page for answer in answers]
        pages += [row.page for row in one.rows if row.file == one.entry.file]
        # A puzzle without an answer in this book has no page to name.
        if pages and not one.entry.label.overleaf and not any(0 <= page - one.entry.page <= 1 for page in pages):
            apart.append((one.entry, answers))
    for side, entries in (
        ("puzzle", [entry for entry, _ in apart]),
        ("answer", [answer for _, answers in apart for answer in answers]),
    ):
        without = [entry for entry in entries if entry.label.reference is None]
        if without and len(without) < (1 - _MOST) * len(entries):
            for entry in without:
                message = f"the {side} has no page reference"
                name = readings[entry.file].name
                found.append(Finding("references", "fault", message, name, entry.page + 1, entry.label.number))
    return found, count


class PageChecks:
    """Holds every page of one file to the printers' rules."""

    def __init__(
        self, reading: Reading, objects: FileObjects, *, rules: PrintRules, print_edition: bool, intended: bool
    ) -> None:
        self.reading, self.objects, self.for_print, self.intended = reading, objects, print_edition, intended
        self.rules = rules
        self.gutter = rules.gutter(len(reading.pages))

    def findings(self) -> Iterator[Finding]:
        """The faults of the pages, and notes on them."""
        yield from self._fonts()
        yield from self._boxes()
        if self.for_print:
            yield from self._ink()
            yield from self._margins()
        yield from self._small("type", lambda page: page.type_least, self.rules.type_least, "type")
        yield from self._small("lines", lambda page: page.line_least, self.rules.line_least, "a line")

    def _finding(self, check: str, message: str, page: int | None = None, *, note: bool = False) -> Finding:
        return Finding(check, "note" if note else "fault", message, self.reading.name, page)

    def _reported(
        self, check: str, faults: Sequence[tuple[int, str]], whole: str, *, note: bool = False
    ) -> Iterator[Finding]:
        """A fault for each page; one for the whole book if most pages have it."""
        if len(faults) > _MOST * len(self.reading.pages) and len(faults) > 2:
            yield self._finding(check, whole.format(count=len(faults)), note=note)
            return
        for page, message in faults:
            yield self._finding(check, message, page, note=note and self.intended)

    def _fonts(self) -> Iterator[Finding]:
        seen: set[str] = set()
        for index, page in enumerate(self.objects.pages, 1):
            for name in page.unembedded:
                if name not in seen:
                    seen.add(name)
                    yield self._finding("fonts", f"the font {name} is not embedded", index)
        for index, page in enumerate(self.objects.pages, 1):
            if self.for_print and page.annotated:
                yield self._finding("boxes", "has annotations or links", index)
        if self.objects.encrypted:
            yield self._finding("boxes", "the file is encrypted")
        if self.for_print and self.objects.outline:
            yield self._finding("boxes", "the file has bookmarks")

    def _ink(self) -> Iterator[Finding]:
        for ink in sorted({ink for page in self.objects.pages for ink in page.inks} - {BLACK, COLOUR}):
            pages = [index for index, page in enumerate(self.objects.pages, 1) if ink in page.inks]
            faults = [(index, f"prints {ink}: not the black plate alone") for index in pages]
            whole = f"{{count}} pages print {ink}, not the black plate alone"
            yield from self._reported("ink", faults, whole, note=True)
        coloured = [index for index, page in enumerate(self.objects.pages, 1) if COLOUR in page.inks]
        if coloured:
            black = len(self.objects.pages) - len(coloured)
            few = len(coloured) <= 0.2 * len(self.objects.pages)
            faults = [(index, f"prints in colour, as {black} other pages do not") for index in coloured]
            if few and black:
                yield from (self._finding("ink", message, index) for index, message in faults)
            else:
                yield self._finding("ink", f"{len(coloured)} pages print in colour", note=True)
        faults = [
            (index, "is transparent in places") for index, page in enumerate(self.objects.pages, 1) if page.transparent
        ]
        yield from self._reported("ink", faults, "{count} pages are transparent in places")

    def _boxes(self) -> Iterator[Finding]:
        trims = Counter(_size(page.measures.trim) for page in self.reading.pages)
        usual = min(trims, key=lambda size: (-trims[size], size))
        sets = Counter(frozenset(page.measures.boxes) for page in self.reading.pages)
        usual_set = min(sets, key=lambda names: (-sets[names], sorted(names)))
        for page in self.reading.pages:
            at, boxes = page.index + 1, page.measures.boxes
            size = _size(page.measures.trim)
            if max(abs(size[0] - usual[0]), abs(size[1] - usual[1])) > _SLACK:
                yield self._finding("boxes", f"is {_inches(size)}, most pages are {_inches(usual)}", at)
            if page.measures.turn:
                yield self._finding("boxes", f"is turned by {90 * page.measures.turn} degrees", at)
            for name in sorted(usual_set - set(boxes)):
                yield self._finding("boxes", f"has no {name}", at)
            crop, media = boxes.get("CropBox"), boxes["MediaBox"]
            if (
                crop is not None
                and any(abs(a - b) > _SLACK for a, b in zip(crop, media, strict=True))
                and self.for_print
            ):
                trim = boxes.get("TrimBox", crop)
                if any(abs(a - b) > _SLACK for a, b in zip(crop, trim, strict=True)):
                    yield self._finding(
                        "boxes", "is cropped: its crop box is neither the sheet nor the trimmed page", at
                    )
            order = [boxes[name] for name in ("TrimBox", "BleedBox", "MediaBox") if name in boxes]
            for inner, outer in itertools.pairwise(order):
                if not _within(inner, outer):
                    yield self._finding("boxes", "has a trim or bleed box that reaches over the box around it", at)
                    break

    def _margins(self) -> Iterator[Finding]:
        bleeds = any(_bleeding(page.measures) for page in self.reading.pages)
        least = self.rules.margin_with_bleed if bleeds else self.rules.margin
        sides: dict[str, list[tuple[int, str]]] = {"inside": [], "outside": [], "top": [], "bottom": []}
        limits = {"inside": self.gutter, "outside": least, "top": least, "bottom": least}
        for page in self.reading.pages:
            for side, room in margins(page.measures, page.index).items():
                if room < limits[side] - _OVERHANG:
                    message = f"ink in the {side} margin: {room / INCH:.3f}in, of {limits[side] / INCH:g}in that printers require"
                    sides[side].append((page.index + 1, message))
        for side, faults in sides.items():
            limit = f"{limits[side] / INCH:g}in"
            yield from self._reported(
                "margins",
                faults,
                f"{{count}} pages have an {side} margin below the {limit} that printers require",
                note=self.intended,
            )

    def _small(
        self, check: str, measure: Callable[[Measures], float | None], least: float, what: str
    ) -> Iterator[Finding]:
        faults = []
        for page in self.reading.pages:
            size = measure(page.measures)
            if size is not None and size < least - 0.02:
                faults.append((page.index + 1, f"{what} of {size:.2f}pt; printers require {least:g}pt"))
        whole = f"{{count}} pages have {what} below the {least:g}pt that printers require"
        yield from self._reported(check, faults, whole, note=self.intended)


def margins(page: Measures, index: int) -> dict[str, float]:
    """The room between a page's ink and its trimmed edges, in points; odd pages (index 0 is page 1) are on the right."""
    if page.ink is None:
        return {}
    left, right = page.ink[0] - page.trim[0], page.trim[2] - page.ink[2]
    inside, outside = (left, right) if index % 2 == 0 else (right, left)
    return {
        "inside": inside,
        "outside": outside,
        "top": page.trim[3] - page.ink[3],
        "bottom": page.ink[1] - page.trim[1],
    }


def _bleeding(page: Measures) -> bool:
    media = page.boxes["MediaBox"]
    return any(abs(a - b) > 1 for a, b in zip(media, page.trim, strict=True))


def _size(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return round(box[2] - box[0], 2), round(box[3] - box[1], 2)


def _inches(size: tuple[float, float]) -> str:
    return f"{size[0] / INCH:.3f}×{size[1] / INCH:.3f}in"


def _within(inner: tuple[float, float, float, float], outer: tuple[float, float, float, float]) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )


def cover(reading: Reading, book: Reading, rules: PrintRules, bound: Bound) -> tuple[list[Finding], str]:
    """The faults in the size of a cover of back, spine and front in one page; and the binding and paper assumed.

    Of all papers and bindings of the printer, or of those that are named, the one counts that comes nearest. Raises UsageError
    for a paper or binding that it does not have.
    """
    pages = len(book.pages) + len(book.pages) % 2
    trim = _usual_trim(page.measures for page in book.pages)
    if len(reading.pages) != 1:
        return [Finding("cover", "fault", f"has {len(reading.pages)} pages, not one", reading.name)], ""
    sheet = reading.pages[0].measures.boxes["MediaBox"]
    box = reading.pages[0].measures.boxes.get("BleedBox", sheet)
    width, height = (box[2] - box[0]) / INCH, (box[3] - box[1]) / INCH
    known = rules.covers(trim, pages, bound)
    if not known:
        rest = width - 2 * trim[0] / INCH
        message = f"is {width:.3f}x{height:.3f}in, {rest:.3f}in wider than two pages: the printer's template has to confirm it"
        return [Finding("cover", "note", message, reading.name, 1)], ""
    wanted = {one: (one.parts.sheet[0] / INCH, one.parts.sheet[1] / INCH) for one in known}
    best = min(
        known, key=lambda one: (abs(wanted[one][0] - width) + abs(wanted[one][1] - height), one.binding, one.paper)
    )
    found = []
    if abs(height - wanted[best][1]) > _COVER_SLACK:
        message = f"is {height:.3f}in high; a {best.binding} of this page takes {wanted[best][1]:.3f}in"
        found.append(Finding("cover", "fault", message, reading.name, 1))
    if abs(width - wanted[best][0]) > _COVER_SLACK:
        other = (best.parts.sheet[0] - best.parts.spine) / INCH
        of_paper = [one for one in known if one.binding == best.binding]
        spines = ", ".join(f"{one.paper} {one.parts.spine / INCH:.3f}in" for one in of_paper)
        message = f"leaves {width - other:.3f}in for the spine of a {best.binding}; {pages} pages take: {spines}"
        found.append(Finding("cover", "fault", message, reading.name, 1))
    return found, "" if found or (bound.paper and bound.binding) else f"a {best.binding} on {best.paper} paper"


def _usual_trim(pages: Iterable[Measures]) -> tuple[float, float]:
    sizes = [(page.trim[2] - page.trim[0], page.trim[3] - page.trim[1]) for page in pages]
    return max(sorted(set(sizes)), key=sizes.count)
