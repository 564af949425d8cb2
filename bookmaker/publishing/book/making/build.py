"""From a spec to the files of a book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, InputError, Note
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing import printers
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.printers import Edition
from bookmaker.publishing.bank.bank import Print
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.book.making import book_examples, checks, editions, folders, stock
from bookmaker.publishing.book.making.book_examples import chosen, rule_examples, unneeded, worked_examples
from bookmaker.publishing.book.making.books import book_of, one_each
from bookmaker.publishing.book.making.checks import (
    notes_on_colour,
    notes_on_cutting,
    notes_on_digits,
    notes_on_reading,
    require_glyphs,
    require_room_for_all,
)
from bookmaker.publishing.book.making.cover import COVERS, Covers, cover_files, cover_name, fronts_side_by_side
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.making.editions import INTERIOR, INTERIORS, Interior, filled_notes, opener_notes, planned
from bookmaker.publishing.book.making.estimate import expected
from bookmaker.publishing.book.making.report import contact_sheet, manifest, puzzle_records, report
from bookmaker.publishing.book.making.series_checks import require_own_isbn
from bookmaker.publishing.book.making.stock import Findings, Repaired
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.hints import all_nudges
from bookmaker.publishing.book.pages.own_pages import require_pages
from bookmaker.publishing.book.pages.page_fit import require_name_glyphs
from bookmaker.publishing.book.pages.slots import symbols_of
from bookmaker.publishing.book.spec.design_keys import Techniques
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec
from bookmaker.publishing.explain.solution_path import Explanation, explain
from bookmaker.publishing.proof.certificate import certificate
from bookmaker.publishing.proof.judgement import Finding
from bookmaker.publishing.proof.page_checks import ANY, Bound
from bookmaker.publishing.proof.page_reading import PageMemory
from bookmaker.publishing.proof.proof import Proof, Source, prove
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.version import VERSION

__all__ = ["ANSWERS", "INTERIOR", "MANIFEST", "PROOF", "RECORD", "REPORT", "Built", "build", "manifest"]
ANSWERS, MANIFEST = "answers.pdf", folders.MANIFEST
REPORT, PROOF, RECORD = "report.html", "proof.pdf", "proof.json"


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build.

    ``files``: the size in bytes of each; ``interiors``: the number of pages of each interior, ``pages`` of the first.
    ``notes`` are things that a printer would ask about; ``repaired`` the puzzles from files that were mended or left out;
    ``unread`` what of these files could not be read, with notes on text and guesses.
    ``passed_over`` are notes on puzzles of the bank that were not taken, ``faults`` those that the proof found on the finished
    pages, ``proven`` how many of these it read, and how many of them anew.
    """

    folder: Path
    files: dict[str, int]
    pages: int
    puzzles: int
    levels: dict[str, int]
    notes: tuple[str, ...]
    repaired: tuple[Repaired, ...] = ()
    unread: tuple[Fault, ...] = ()
    interiors: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[Finding, ...] = ()
    passed_over: tuple[Note, ...] = ()
    proven: tuple[int, int] = (0, 0)


def build(
    spec: Spec,
    jobs: int,
    progress: Callable[..., None] = lambda *_: None,
    *,
    lenient: bool = False,
    proof: bool = True,
    replacing: bool = False,
    memory: Memory | None = None,
    pages: PageMemory | None = None,
) -> Built:
    """Make the book. Nothing is written unless all of it can be: see :mod:`bookmaker.base.output`.

    ``progress(stage, done, total)`` is called as work goes on; stages are ``puzzles``, ``pages`` and ``proof``. ``puzzles`` has
    two more arguments, the attempts made so far and the section at work (:class:`~bookmaker.publishing.book.making.stock.At`).
    ``lenient``: a broken rule of a printer is a note, not an error. ``proof``: the finished interiors are read back from their
    pages. ``replacing``: the folder may hold another book, which is lost. Puzzles in ``memory`` are not made again, and what
    ``pages`` knows is not read again. Raises the errors of :mod:`bookmaker.base.errors`.
    """
    folders.require_own(spec, replacing)
    require_own_isbn(spec)
    notes = [
        *require_glyphs(spec),
        *checks.before_pages(spec, lenient),
        *notes_on_cutting(spec),
        *notes_on_digits(spec),
        *notes_on_reading(spec),
        *notes_on_colour(spec),
    ]
    require_room_for_all(spec)
    for one in one_each(spec):
        notes += require_pages(one)
    if (spec.editions and not lenient) or spec.page.pages is not None:
        # Before the puzzles are made, which takes far longer than to see that there are too few of them, or too many.
        expected(spec, lenient)
    with output.prepared(spec.destination):
        plan = _plan(spec, jobs, progress, lenient, memory)
        files = _drawn(plan, progress, lenient)
        plan = plan.drawn()
        proofs = _proven(plan, files, jobs, progress, pages) if proof else []
        built = _written(plan, files, proofs)
    return replace(built, notes=tuple(dict.fromkeys([*built.notes, *notes])))


def listed(
    spec: Spec, jobs: int, progress: Callable[..., None] = lambda *_: None, memory: Memory | None = None
) -> list[dict[str, object]]:
    """The puzzles of a book as its manifest lists them, without the book being drawn. Raises as :func:`build` does."""
    plan = _plan(spec, jobs, progress, True, memory)
    first = plan.interiors[0]
    return puzzle_records(spec, plan.sections, first.book, first.assembled.places)


def build_cover(
    spec: Spec,
    jobs: int,
    progress: Callable[..., None] = lambda *_: None,
    *,
    lenient: bool = False,
    memory: Memory | None = None,
) -> tuple[Path, Covers]:
    """Make the cover alone: the folder of the book, and the files that were written there. Otherwise as :func:`build`."""
    folders.require_own(spec, replace=False)
    require_own_isbn(spec)
    require_glyphs(spec)
    checks.before_pages(spec, lenient)
    folder = spec.destination
    with output.prepared(folder):
        plan = _plan(spec, jobs, progress, lenient, memory)
        # As in a build, a cover that waits for a template holds up no other; where all of them wait, it is said why.
        covers = _covers(spec, plan.sections, plan.interiors, progress, lenient, known_only=True)
        covers = covers if covers.files else _covers(spec, plan.sections, plan.interiors, progress, lenient)
        written = {folder / name: content for name, content in covers.files.items()}
        output.commit(written)
        output.discard([folder / name for name in COVERS], written)
    return folder, covers


def compare_covers(
    spec: Spec,
    jobs: int,
    progress: Callable[..., None] = lambda *_: None,
    *,
    memory: Memory | None = None,
) -> bytes:
    """The front of a book with a cover in every design that needs nothing more, side by side, as a PNG file.

    Raises as :func:`build`, but for no rule of a printer: only fronts are drawn.
    """
    require_glyphs(spec)
    made = _plan(spec, jobs, progress, True, memory)
    first, *_ = editions = [one.setup.edition for one in made.interiors]
    # Where none of its printers takes covers, the fronts are those of a book that names no printer.
    usual = printers.usual(first.trim, first.bleed)
    return fronts_side_by_side(
        spec, made.sections, next((one for one in editions if one.binding.cover is not None), usual)
    )


def _covers(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    interiors: Sequence[Interior],
    progress: Callable[..., None],
    lenient: bool,
    *,
    known_only: bool = False,
) -> Covers:
    if spec.cover is None:
        return Covers({}, ())
    progress("cover", 0, 1)
    editions = {one.setup.edition: len(one.assembled.interior) for one in interiors}
    answers = {one.setup.edition: [place.answer_page for place in one.assembled.places] for one in interiors}
    covers = cover_files(spec, sections, editions, lenient=lenient, known_only=known_only, answers=answers)
    progress("cover", 1, 1)
    return covers


@dataclass(frozen=True, slots=True)
class _Plan:
    """A book before it is drawn: its puzzles by section, its interiors, and the findings about its puzzles.

    ``shown`` is the contact sheet of the first interior once it is drawn.
    """

    spec: Spec
    sections: list[list[GradedPuzzle]]
    interiors: list[Interior]
    findings: Findings
    shown: tuple[str, ...] = ()

    def drawn(self) -> _Plan:
        """The same once the files are made, without the pages, of which a large book has thousands, but with their pictures."""
        first = self.interiors[0]
        interiors = [replace(one, assembled=one.assembled.drawn()) for one in self.interiors]
        return replace(self, interiors=interiors, shown=tuple(contact_sheet(first.assembled, first.setup)))

    @property
    def puzzles(self) -> list[GradedPuzzle]:
        """All puzzles of the book, in order."""
        return [stocked for section in self.sections for stocked in section]


def _plan(spec: Spec, jobs: int, progress: Callable[..., None], lenient: bool, memory: Memory | None = None) -> _Plan:
    """The first step of a build: fill the sections with puzzles, and plan the pages of each interior."""
    findings = Findings()
    volume, listener = stock.volume_of(spec), partial(progress, "puzzles")
    made = stock.fill_sections(
        spec.sections, spec.seed, jobs, listener, findings, memory, volume, estimates=spec.estimates
    )
    sections = dressed(spec, stock.in_order(spec.sections, spec.seed, made))
    interiors = planned(spec, sections, planner(spec, sections, jobs, memory), lenient)
    return _Plan(spec, sections, interiors, findings)


def _drawn(plan: _Plan, progress: Callable[..., None], lenient: bool) -> dict[str, bytes]:
    """The second step: the files of the interiors, of the answer key, for screens and shops, and of the cover, by name."""
    spec, interiors, words = plan.spec, plan.interiors, plan.spec.catalogue
    first, metadata = interiors[0], metadata_of(spec)
    progress("pages", 0, 2)
    files = {interior.name: interior.pdf(metadata) for interior in interiors}
    large = [note for one in interiors for note in one.file_notes(spec, files[one.name], lenient)]
    progress("pages", 1, 2)
    key_title = Metadata(f"{words.text('answers.key_title')}: {spec.book.title}", metadata.author, metadata.language)
    # The key goes to readers, not to a printer.
    setup = replace(first.setup, bleed=False) if spec.print else first.setup
    files[ANSWERS] = pdf_document(first.assembled.key, setup, key_title, 0, ANSWERS)
    progress("pages", 2, 2)
    if spec.print is not None:
        files[editions.SCREEN] = editions.screen(first, metadata, words, [len(section) for section in plan.sections])
        if spec.print.pictures:
            files |= editions.pictures(first, lambda *counts: progress("pictures", *counts))
    covers = _covers(spec, plan.sections, interiors, progress, lenient, known_only=True)
    plan.findings.notes.extend([*_notes(plan, large), *covers.notes])
    # The manifest has its place in the list, and is written last: it names the digests of all other files.
    return {**files, **covers.files, MANIFEST: b""}


def _notes(plan: _Plan, large: Sequence[str]) -> Iterator[str]:
    """Notes on the interiors, ``large`` among them on the size of their files, and on the puzzles."""
    spec, interiors = plan.spec, plan.interiors
    for interior in interiors:
        yield from interior.notes
    yield from (*large, *filled_notes(interiors), *opener_notes(interiors))
    for one in interiors:
        if one.setup.edition.binding.name == "booklet":
            yield f"`bookmaker booklet {spec.destination / one.name}` puts these pages on sheets to fold"
    yield from (*book_examples.untaught_notes(spec, plan.sections), *stock.notes(plan.sections))
    for name in unneeded((spec.techniques or Techniques()).only, plan.puzzles):
        yield f"no puzzle needs `{name}`, which `techniques: {{only}}` names: the chapter has no example of it"


def _proven(
    plan: _Plan, files: dict[str, bytes], jobs: int, progress: Callable[..., None], pages: PageMemory | None
) -> list[Proof]:
    """The third step: read each interior back from its pages. Adds the certificates to ``files``."""
    proofs: list[Proof] = []
    for interior in plan.interiors:
        progress("proof", len(proofs), len(plan.interiors))
        edition = interior.setup.edition
        source, key = Source(interior.name, files[interior.name]), [Source(ANSWERS, files[ANSWERS])]
        try:
            cover = _cover_of(plan.spec, edition, files)
            proof = prove(source, key, *cover, printer=edition.printer.name, intended=True, jobs=jobs, memory=pages)
        except InputError as error:
            plan.findings.notes.append(f"no proof was made: {error}")
            continue
        record = interior.name.replace("interior", "proof")
        files |= {record: certificate(proof), str(Path(record).with_suffix(".json")): proof.as_json()}
        # The record of each puzzle is written by now, and a large book has thousands.
        proofs.append(replace(proof, puzzles=(), pages=()))
    progress("proof", len(plan.interiors), len(plan.interiors))
    return proofs


def _written(plan: _Plan, files: dict[str, bytes], proofs: Sequence[Proof]) -> Built:
    """The last step: add report and manifest, write all files, and discard those of an earlier build that are not made again."""
    spec, sections, interiors, findings = plan.spec, plan.sections, plan.interiors, plan.findings
    first, folder = interiors[0], spec.destination
    files[REPORT] = report(
        spec, sections, first.assembled, plan.shown, findings.notes, findings.repaired, proofs[0] if proofs else None
    )
    files[MANIFEST] = manifest(spec, sections, interiors, findings.repaired, files)
    written = {folder / name: content for name, content in files.items()}
    with recorded(spec, sections, [place.page for place in first.assembled.places]):
        output.commit(written)
    # Of an earlier build of this book, with other printers or other pages: beside the new ones they would mislead.
    old = [name.replace("interior", kind) for name in INTERIORS for kind in ("interior", "proof")]
    output.discard([folder / name for name in (*old, *(f"{name[:-3]}json" for name in old), *COVERS)], written)
    output.discard(editions.earlier(folder), written)
    folders.record_owner(spec)
    return Built(
        folder=folder,
        files={name: len(content) for name, content in files.items()},
        pages=len(first.assembled.interior),
        puzzles=len(plan.puzzles),
        levels=dict(Counter(stocked.grade.label for stocked in plan.puzzles)),
        notes=tuple(findings.notes),
        repaired=tuple(findings.repaired),
        unread=tuple(findings.unread),
        interiors={interior.name: len(interior.assembled.interior) for interior in interiors},
        faults=tuple(fault for proof in proofs for fault in proof.faults),
        passed_over=tuple(findings.passed_over),
        proven=(
            sum(file.pages for proof in proofs for file in proof.files),
            sum(proof.read_anew for proof in proofs),
        ),
    )


def _cover_of(spec: Spec, edition: Edition, files: Mapping[str, bytes]) -> tuple[Source | None, Bound]:
    """The cover of an edition, if one was made, and the paper, binding and template that it was made for."""
    name = cover_name(edition)
    if spec.cover is None or name not in files:
        return None, ANY
    template = spec.cover.template_for(edition.printer.name)
    figures = None if template is None else template.figures()
    return Source(name, files[name]), Bound(edition.paper.name, edition.binding.name, spec.cover.spine, figures)


def metadata_of(spec: Spec) -> Metadata:
    """The title, author and language in the interior's file."""
    book = spec.book
    return Metadata(spec.printed(book.title), book.author or "", book.language, spec.printed(book.subtitle or ""))


def plan(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    jobs: int = 1,
    memory: Memory | None = None,
    until: int | None = None,
) -> Assembled:
    """The pages of the book for its first printer, or for none: as :func:`planner` plans them."""
    return planner(spec, sections, jobs, memory, until)(book_of(spec))


def planner(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    jobs: int,
    memory: Memory | None = None,
    until: int | None = None,
) -> Callable[[Book], Assembled]:
    """What plans the pages of the book for one printer after another.

    The examples of its rules, lessons, hints and chapter of techniques are made once. ``memory`` and ``until`` serve
    :func:`bookmaker.publishing.book.making.book_examples.lesson_examples`. Raises InputError, SpecError, UnmetError.
    """
    require_name_glyphs(spec.look, (stocked.puzzle for section in sections for stocked in section))
    words = spec.catalogue
    kinds = {stocked.puzzle.geometry.rules for section in sections for stocked in section}
    teaching = spec.prints("how-to-play") or (len(kinds) > 1 and spec.look.opener.where == "page")
    usual, *further = rule_examples(spec, sections, words) if teaching else [None]
    shown = [one for one in further if one is not None]
    everything = [stocked for section in sections for stocked in section]
    chapter = spec.techniques or Techniques()
    answered = [
        part.answers.within(spec.answers).printed
        for part, section in zip(spec.sections, sections, strict=True)
        for _ in section
    ]
    unanswered = {index for index, printed in enumerate(answered) if not printed}
    own = chapter.examples == "own"
    worked = worked_examples(everything, words, spec.seed, own=own, unanswered=unanswered) if spec.teaches else []
    least = None if chapter.least is None else Level[chapter.least.upper()]
    worked = chosen(worked, everything, least, chapter.most, chapter.only)
    practice = [
        (stocked, wanted.lesson if isinstance(wanted, Lesson) else None)
        for wanted, section in zip(spec.sections, sections, strict=True)
        for stocked in section
    ]
    hints = all_nudges(practice, spec.nudges, words, jobs, asking=spec.asks) if spec.nudges else []
    taught = book_examples.lesson_examples(spec, sections, jobs, memory, until)

    def solved(stocked: GradedPuzzle) -> Explanation:
        return _way(stocked.puzzle, symbols_of(stocked), words)

    return lambda one: assemble(one, sections, usual, worked, hints, taught, shown, solved)


@lru_cache(64)
def _way(puzzle: Puzzle, symbols: Symbols, words: Catalogue) -> Explanation:
    """The way to the answer of a puzzle, remembered for the next plan of its book."""
    return explain(puzzle, words, symbols=symbols)


@contextmanager
def recorded(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], pages: Sequence[int]) -> Iterator[None]:
    """Record the puzzles of a volume in the bank of its series, in one transaction with the files that are written meanwhile."""
    volume, book = stock.volume_of(spec), spec.book
    if volume is None:
        yield
        return
    numbered = book_of(spec).numbers([len(section) for section in sections])
    where = iter(pages)
    rows = iter(records([item for section in sections for item in section], VERSION))
    prints = [
        Print(next(rows), number, wanted.named, next(where))
        for wanted, section, own in zip(spec.sections, sections, numbered, strict=True)
        for _, number in zip(section, own, strict=True)
    ]
    with volume.recording(prints, book.title, book.isbn or ""):
        yield
