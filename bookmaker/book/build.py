"""From a spec to the files of a book."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookmaker import output
from bookmaker.book import lessons, stock
from bookmaker.book.assemble import Assembled, assemble
from bookmaker.book.dressing import dressed, example_of, symbols_of
from bookmaker.book.glyphs import require_glyphs, require_name_glyphs
from bookmaker.book.hints import all_nudges
from bookmaker.book.own_pages import require_pages
from bookmaker.book.page_fit import page_setup, require_spec_room
from bookmaker.book.report import report
from bookmaker.book.slots import numbers
from bookmaker.book.spec import Spec
from bookmaker.book.submissions import Repaired
from bookmaker.book.technique_chapter import chosen, worked_examples
from bookmaker.errors import InputError
from bookmaker.formats.records import as_object
from bookmaker.generation.distinct_puzzles import GradedPuzzle, Memory
from bookmaker.grid.puzzle import cells_text
from bookmaker.language import Catalogue
from bookmaker.proof.certificate import certificate
from bookmaker.proof.findings import Finding
from bookmaker.proof.proof import Source, prove
from bookmaker.techniques.declare import Level
from bookmaker.typeset.document import pdf_document
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pdf import Metadata
from bookmaker.typeset.printer_limits import notes
from bookmaker.typeset.setup import PageSetup
from bookmaker.typeset.symbols import DIGITS, Symbols

INTERIOR, ANSWERS, MANIFEST = "interior.pdf", "answers.pdf", "manifest.json"
REPORT, PROOF, RECORD = "report.html", "proof.pdf", "proof.json"


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made. ``notes`` are things that a printer would ask about; ``repaired`` the puzzles from files that
    were mended or left out. ``faults`` are those that the proof found on the finished pages.
    """

    folder: Path
    files: dict[str, int]
    pages: int
    puzzles: int
    levels: dict[str, int]
    notes: tuple[str, ...]
    repaired: tuple[Repaired, ...] = ()
    faults: tuple[Finding, ...] = ()


def build(spec: Spec, jobs: int, progress: Callable[..., None] = lambda *_: None, *, proof: bool = True) -> Built:
    """Make the book. Nothing is written unless all of it can be: see :mod:`bookmaker.output`.

    ``progress(stage, done, total)`` is called as work goes on; stages are ``puzzles``, which has as a fourth argument the
    attempts made so far, ``pages`` and ``proof``. ``proof``: the finished files are read back from their pages. Raises the
    errors of :mod:`bookmaker.errors`.
    """
    require_glyphs(spec)
    require_spec_room(spec)
    pictures = require_pages(spec)
    folder = spec.destination
    with output.prepared(folder):
        made = _build(spec, jobs, progress, folder, proof)
        return replace(made, notes=(*made.notes, *pictures))


def _build(spec: Spec, jobs: int, progress: Callable[..., None], folder: Path, proven: bool) -> Built:
    words = spec.catalogue
    repaired: list[Repaired] = []
    made = stock.fill_sections(spec.sections, spec.seed, jobs, lambda *counts: progress("puzzles", *counts), repaired)
    sections = dressed(spec, stock.in_order(spec.sections, spec.seed, made), words)
    assembled = plan(spec, sections, words, jobs)
    setup = page_setup(spec)
    metadata = metadata_of(spec)
    progress("pages", 0, 2)
    interior = pdf_document(assembled.interior, setup, metadata, assembled.front, INTERIOR)
    progress("pages", 1, 2)
    key_title = Metadata(f"{words.text('answers.key_title')}: {spec.book.title}", metadata.author, metadata.language)
    key = pdf_document(assembled.key, setup, key_title, 0, ANSWERS)
    progress("pages", 2, 2)
    asked = (*_notes(sections, setup, assembled), *lessons.notes(spec, sections))
    files = {INTERIOR: interior, ANSWERS: key, MANIFEST: manifest(spec, sections, assembled, repaired)}
    proof = None
    if proven:
        progress("proof", 0, 1)
        try:
            proof = prove(Source(INTERIOR, interior), [Source(ANSWERS, key)], intended=True)
        except InputError as error:
            asked = (*asked, f"no proof was made: {error}")
        else:
            files |= {PROOF: certificate(proof), RECORD: proof.as_json()}
    files[REPORT] = report(spec, sections, assembled, setup, asked, repaired, proof)
    output.commit({folder / name: content for name, content in files.items()})
    levels: dict[str, int] = {}
    everything = [stocked for section in sections for stocked in section]
    for stocked in everything:
        levels[stocked.grade.level] = levels.get(stocked.grade.level, 0) + 1
    sizes = {name: len(content) for name, content in files.items()}
    pages = len(assembled.interior)
    faults = proof.faults if proof is not None else ()
    return Built(folder, sizes, pages, len(everything), levels, asked, tuple(repaired), faults)


def metadata_of(spec: Spec) -> Metadata:
    """What the interior's file says of itself."""
    book = spec.book
    return Metadata(spec.printed(book.title), book.author or "", book.language, spec.printed(book.subtitle or ""))


def plan(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    words: Catalogue,
    jobs: int,
    memory: Memory | None = None,
    until: int | None = None,
) -> Assembled:
    """The pages of the book, with what its rules, lessons, hints and chapter of techniques show.

    ``memory`` and ``until`` are those of :func:`bookmaker.book.lessons.examples`. Raises InputError, SpecError, UnmetError.
    """
    require_name_glyphs(spec.look, (stocked.puzzle for section in sections for stocked in section))
    example = example_of(spec, sections, words) if spec.prints("how-to-play") else None
    everything = [stocked for section in sections for stocked in section]
    worked = worked_examples(everything, words, spec.seed) if spec.teaches else []
    if spec.techniques is not None:
        least = spec.techniques.least
        worked = chosen(worked, None if least is None else Level[least.upper()], spec.techniques.most)
    hints = all_nudges(everything, spec.hints.count, words, jobs) if spec.hints else []
    taught = lessons.examples(spec, sections, jobs, memory, until)
    return assemble(spec, sections, example, words, worked, hints, taught)


def _notes(sections: Sequence[Sequence[GradedPuzzle]], setup: PageSetup, assembled: Assembled) -> Iterator[str]:
    used: dict[str, tuple[Layout, set[int]]] = {}
    for layout, section in zip(assembled.layouts, sections, strict=True):
        for one in (layout, *assembled.answer_layouts):
            used.setdefault(one.name, (one, set()))[1].update(stocked.puzzle.geometry.size for stocked in section)
    return notes(setup, len(assembled.interior), used)


def manifest(
    spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], assembled: Assembled, repaired: Sequence[Repaired] = ()
) -> bytes:
    """Every puzzle of the book, as JSON: its number, pages, givens, solution, grade and seed or source.

    ``repairs`` are the puzzles from files that were mended or left out.
    """
    puzzles: list[dict[str, object]] = []
    places = iter(assembled.places)
    told = numbers(spec, [len(section) for section in sections])
    for wanted, section, own in zip(spec.sections, sections, told, strict=True):
        for stocked, number in zip(section, own, strict=True):
            place = next(places)
            puzzle = stocked.puzzle
            puzzles.append(
                {
                    "number": number,
                    "section": wanted.title,
                    "page": place.page,
                    "answer_page": place.answer_page,
                    "file_page": place.file_page,
                    "kind": puzzle.geometry.kind,
                    "size": puzzle.geometry.size,
                    "givens": cells_text(puzzle.givens),
                    **{key: value for key, value in as_object(puzzle).items() if key in ("cages", "regions")},
                    "solution": cells_text(stocked.solution),
                    **_symbols(symbols_of(stocked)),
                    "seed": stocked.seed,
                    "source": None
                    if puzzle.source is None
                    else f"{Path(puzzle.source.path).name}:{puzzle.source.line}",
                    **stocked.grade.as_dict(),
                }
            )
    book = {
        "title": spec.book.title,
        "author": spec.book.author,
        "language": spec.book.language,
        "seed": spec.seed,
        "pages": len(assembled.interior),
        "front_pages": assembled.front,
        "puzzles": puzzles,
        "repairs": [one.as_dict() for one in repaired],
    }
    # A source may have a name that is no text: what UTF-8 cannot hold is escaped as JSON does it.
    return (json.dumps(book, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def _symbols(symbols: Symbols) -> dict[str, object]:
    """What is printed for digits 1, 2, ...; nothing for digits themselves."""
    if symbols is DIGITS:
        return {}
    return {"symbols": list(symbols.names), **({"word": symbols.word} if symbols.word else {})}
