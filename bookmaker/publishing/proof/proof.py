"""The proof of a book: every check over its files, as one record that can be printed and kept."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.base.output import json_file
from bookmaker.publishing.proof import claims, page_checks
from bookmaker.publishing.proof.judgement import CHECKS, Finding, Judged, solution_rows
from bookmaker.publishing.proof.judging import Judge
from bookmaker.publishing.proof.objects import FileObjects, objects, require_light
from bookmaker.publishing.proof.page_checks import ANY, Bound, rules_of
from bookmaker.publishing.proof.page_reading import PageMemory, read_pages
from bookmaker.publishing.proof.pdf_reading import Reading, put_together

_MOST_UNREAD = 12
"""Words beside grids that are listed because nothing was made of them."""


@dataclass(frozen=True, slots=True)
class ProvenFile:
    """One file of the proof: its name, the digest of its bytes, its pages."""

    name: str
    sha256: str
    pages: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a proof. ``counts`` says for each check how many things it looked at; a check without any is missing.

    ``assumed`` lists the assumptions of the proof, ``unread`` the words and drawings that it did not understand. ``read_anew``,
    which is not part of the record, is how many pages were read and not remembered.
    """

    title: str
    files: tuple[ProvenFile, ...]
    kinds: dict[str, int]
    counts: dict[str, int]
    found: tuple[Finding, ...]
    assumed: tuple[str, ...]
    unread: tuple[str, ...]
    puzzles: tuple[dict[str, object], ...]
    pages: tuple[dict[str, object], ...]
    read_anew: int

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are wrong, not only worth knowing."""
        return tuple(one for one in self.found if one.severity == "fault")

    def of(self, check: str) -> tuple[Finding, ...]:
        """The findings of one check."""
        return tuple(one for one in self.found if one.check == check)

    def as_json(self) -> bytes:
        """The whole record, the same bytes for the same files."""
        record = {
            "title": self.title,
            "files": [{"name": one.name, "sha256": one.sha256, "pages": one.pages} for one in self.files],
            "sound": not self.faults,
            "kinds": self.kinds,
            "checked": self.counts,
            "findings": [one.as_dict() for one in self.found],
            "assumed": list(self.assumed),
            "unread": list(self.unread),
            "puzzles": list(self.puzzles),
            "pages": list(self.pages),
        }
        return json_file(record)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to prove: its name as printed, and its bytes."""

    name: str
    content: bytes


def prove(
    book: Source,
    more: Sequence[Source] = (),
    cover: Source | None = None,
    bound: Bound = ANY,
    printer: str | None = None,
    progress: Callable[..., None] = lambda *_: None,
    *,
    intended: bool = False,
    jobs: int = 1,
    memory: PageMemory | None = None,
) -> Proof:
    """Prove a book; ``more`` are files with answers, ``bound`` the paper and binding of the cover, ``printer`` the one whose
    rules hold (None: the usual one).

    ``intended``: margins, type and lines below those that printers require were wished for, and are notes.
    ``jobs`` is the most processes that read pages; those that ``memory`` knows are not read.

    Raises InputError for a file that is not a PDF, for a book without a numbered puzzle that can be read, and for one of
    ``more`` that holds puzzles as well as their answers.
    """
    sources, rules = [book, *more], rules_of(printer)
    progress("reading", 0, 1)
    everything = [*sources, *([cover] if cover else [])]
    for source in everything:
        require_light(source.content, source.name)
    read, read_anew = read_pages([(source.content, source.name) for source in everything], jobs, memory)
    made = [put_together(source.name, at, read[at]) for at, source in enumerate(everything)]
    del read
    readings, covers = made[: len(sources)], made[len(sources) :]
    if not any(reading.puzzles or reading.answers for reading in readings):
        require_grids(readings[0])
    for reading in readings[1:]:
        if reading.answers and 2 * len(reading.puzzles) >= len(reading.answers):
            raise InputError(_own_book(reading))
    files = [_objects(source) for source in sources]
    progress("solving", 0, 1)
    judgement = Judge(readings).judgement()
    found = list(judgement.found)
    counts: Counter[str] = Counter()
    counts["marks"] = len(judgement.puzzles)
    counts["unique"], counts["answers"], counts["levels"] = (
        judgement.proven,
        judgement.compared,
        judgement.levels_checked,
    )
    counts["duplicates"] = len(judgement.puzzles)
    for reading in readings[:1]:
        own = [one for one in judgement.puzzles if one.entry.file == 0]
        found += page_checks.numbering(reading, own, anew=judgement.counted_anew)
        counts["numbering"] = len(own) + sum(page.folio is not None for page in reading.pages)
    references, counts["references"] = page_checks.references(readings, judgement.puzzles)
    found += references
    title = files[0].title
    found += claims.counts(readings, title, judgement.puzzles, covers)
    counts["count"] = len(judgement.puzzles)
    entries, counts["contents"] = claims.contents(readings[0])
    found += entries
    assumed = list(judgement.assumed)
    for reading, file in zip(readings, files, strict=True):
        links = any(page.annotated for page in file.pages)
        screen = file.outline and links
        if screen:
            assumed.append(f"{reading.name} has an outline and links: it is an edition for screens, not for print")
        found += page_checks.PageChecks(
            reading, file, rules=rules, print_edition=not screen, intended=intended
        ).findings()
        pages = len(reading.pages)
        counts.update(dict.fromkeys(("fonts", "ink", "boxes", "margins", "type", "lines"), pages))
    if cover is not None:
        found_of_cover, taken = page_checks.cover(covers[0], readings[0], rules, bound)
        found += found_of_cover
        found += _cover_fonts(cover)
        counts["cover"] = 1
        if taken:
            assumed.append(f"the cover is meant for {taken}, which has its size")
    order = {check: at for at, check in enumerate(CHECKS)}
    found.sort(key=lambda one: (order[one.check], one.severity, one.file, one.page or 0, one.number or 0, one.message))
    kinds = Counter(_kind(one) for one in judgement.puzzles)
    return Proof(
        title,
        tuple(map(_file, everything, made)),
        dict(sorted(kinds.items())),
        {check: counts[check] for check in CHECKS if counts[check]},
        tuple(dict.fromkeys(found)),
        tuple(dict.fromkeys(assumed)),
        tuple(_unread(readings, judgement.puzzles)),
        tuple(_puzzle(one, readings) for one in judgement.puzzles),
        tuple(_page(reading, index) for reading in readings for index in range(len(reading.pages))),
        read_anew,
    )


def _file(source: Source, reading: Reading) -> ProvenFile:
    return ProvenFile(source.name, hashlib.sha256(source.content).hexdigest(), len(reading.pages))


def _objects(source: Source) -> FileObjects:
    try:
        return objects(source.content)
    except ValueError as error:
        raise InputError(Fault(f"cannot be read as a PDF: {error}", Place(source.name))) from None


def _cover_fonts(cover: Source) -> list[Finding]:
    file = _objects(cover)
    names = {name for page in file.pages for name in page.unembedded}
    return [Finding("fonts", "fault", f"the font {name} is not embedded", cover.name, 1) for name in sorted(names)]


def require_grids(reading: Reading) -> None:
    """Raise InputError for a file of which no puzzle or answer was read."""
    if reading.puzzles or reading.answers:
        return
    pictures = sum(page.measures.pictures for page in reading.pages)
    glyphs = sum(page.measures.glyphs for page in reading.pages)
    if reading.pictures:
        count = len(reading.pictures)
        found = "1 grid was" if count == 1 else f"{count} grids were"
        why = f"{found} found, without a number beside it"
    elif pictures and not glyphs:
        why = "its pages are pictures, and only lines and type can be read"
    elif pictures:
        why = f"no grid of lines was found; {pictures} pictures cannot be read"
    else:
        why = "no square grid of lines was found"
    raise InputError(Fault(f"no puzzle can be read from its pages: {why}", Place(reading.name)))


def _own_book(reading: Reading) -> Fault:
    count = len(reading.puzzles)
    return Fault(
        f"is a book of its own, with {count} puzzles and their answers: prove it by itself", Place(reading.name)
    )


def _unread(readings: Sequence[Reading], puzzles: Sequence[Judged]) -> list[str]:
    notes = []
    answers = {id(answer) for one in puzzles for answer in one.answers}
    for reading in readings:
        pictures = [page.index + 1 for page in reading.pages if page.measures.pictures]
        if pictures:
            notes.append(f"{reading.name}: pictures on {len(pictures)} pages, first on page {pictures[0]}")
        alone = sum(id(picture) not in answers for picture in reading.pictures)
        if alone:
            notes.append(f"{reading.name}: {alone} grids without a number, taken for pictures of techniques")
        signs = [entry for entry in (*reading.puzzles, *reading.answers) if entry.grid.signs]
        if signs:
            notes.append(
                f"{reading.name}: drawings in the cells of {len(signs)} grids, first on page {signs[0].page + 1}"
            )
        words = reading.unread[:_MOST_UNREAD]
        if words:
            more = len(reading.unread) - len(words)
            notes.append(
                f"{reading.name}: words beside grids: {'; '.join(words)}" + (f"; and {more} more" if more else "")
            )
    return notes


def _kind(one: Judged) -> str:
    size = one.entry.grid.size
    kind = "unread" if one.puzzle is None else one.puzzle.geometry.kind
    return f"{kind} {size}×{size}"


def _puzzle(one: Judged, readings: Sequence[Reading]) -> dict[str, object]:
    reading, digits = readings[one.entry.file], one.entry.grid.digits
    signs = [sign or "?" for row in solution_rows(one) for sign in row]
    return {
        "number": one.number,
        "file": reading.name,
        "page": one.entry.page + 1,
        "printed_page": reading.folio(one.entry.page),
        "kind": _kind(one),
        "givens": " ".join(digits[cell] or "." for cell in one.entry.grid.occupied),
        "cages": [] if one.puzzle is None else [[cage.sum, list(cage.cells)] for cage in one.puzzle.cages],
        "status": "unread" if one.verdict is None else one.verdict.status,
        "solution": " ".join(signs) or None,
        "level": one.entry.label.levels[0] if len(one.entry.label.levels) == 1 else None,
        "answer_pages": [[readings[answer.file].name, answer.page + 1] for answer in one.answers],
    }


def _page(reading: Reading, index: int) -> dict[str, object]:
    page = reading.pages[index]
    measures = page.measures
    room = page_checks.margins(measures, index)
    return {
        "file": reading.name,
        "page": index + 1,
        "printed_page": None if page.folio is None else page.folio.value,
        "least_type": None if measures.type_least is None else round(measures.type_least, 2),
        "thinnest_line": None if measures.line_least is None else round(measures.line_least, 2),
        "margins_in": {side: round(value / 72, 3) for side, value in room.items()},
    }
