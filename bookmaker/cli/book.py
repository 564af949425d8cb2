"""The commands that take a book spec or write one: ``build``, ``check``, ``lock``, ``schema`` and ``init``."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from bookmaker.base import output, seeds
from bookmaker.base.errors import Fault, ImproperError, InputError, OutputError, Place, ProofError, SpecError
from bookmaker.base.language import PLURALS, languages
from bookmaker.printing.printers.edition import size_of
from bookmaker.printing.styles import style
from bookmaker.publishing.book.pages.glyphs import require_glyphs
from bookmaker.publishing.book.pages.own_pages import require_pages
from bookmaker.publishing.book.pages.printer_rules import before_pages
from bookmaker.publishing.book.pages.room import (
    notes_on_cutting,
    notes_on_digits,
    notes_on_filling,
    notes_on_lessons,
    notes_on_levels,
    require_room_for_all,
)
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.puzzle_keys import Imported
from bookmaker.publishing.explain.step_words import require_words


def build(arguments: Namespace) -> int:
    """Build a book and print in a few lines what it holds."""
    spec = specs.load(arguments.spec)
    from bookmaker.base.parallel import cpu_count
    from bookmaker.publishing.book.making.build import build as make

    if arguments.draft is not None:
        return _draft(spec, arguments)
    from bookmaker.cli.making import making, print_findings, print_unread
    from bookmaker.logic.generation.two_processes import share

    for section in spec.sections:
        if not isinstance(section.puzzles, Imported):
            share(section.puzzles.order().geometry)
    with making(spec, arguments) as work:
        spec = work.spec
        built = make(
            spec,
            arguments.jobs or cpu_count(),
            work.progress,
            lenient=arguments.lenient,
            proof=not arguments.no_proof,
            replacing=arguments.replace,
            memory=work.memory,
        )
        work.memory.finished(spec.path)
    unreadable = print_unread(built)
    levels = ", ".join(f"{count} {level}" for level, count in built.levels.items())
    puzzles = "1 puzzle" if built.puzzles == 1 else f"{built.puzzles} puzzles, each"
    print(f"{spec.book.title}: {puzzles} proven to have one solution ({levels})")
    for name, size in built.files.items():
        pages = f", {built.interiors[name]} pages" if name in built.interiors else ""
        print(f"  {built.folder / name}  ({_kilobytes(size)}{pages})")
    if built.repaired:
        out = sum(one.fixed is None for one in built.repaired)
        print(f"  puzzles from files: {len(built.repaired) - out} mended, {out} left out; listed in manifest.json")
    if unreadable:
        print(
            f"  puzzles from files: what could not be read is left out ({unreadable} faults); `strict: true` refuses it"
        )
    print_findings(built)
    if spec.own_seed is None:
        _print_drawn(spec)
    if built.faults:
        return ProofError.exit_code
    return InputError.exit_code if unreadable else 0


def _print_drawn(spec: specs.Spec) -> None:
    print(f"  note: the spec has no seed; {spec.seed} was drawn. To make this book again: bookmaker lock {spec.path}")


def _draft(spec: specs.Spec, arguments: Namespace) -> int:
    """Write the first pages and print what stands on them."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.draft import write_draft

    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        path, made = write_draft(work.spec, arguments.draft, jobs, work.progress, work.memory)
    # Techniques, hints and lessons of puzzles that are not made may take more pages, or fewer.
    open_ended = made.made < made.puzzles and (
        spec.teaches or spec.nudges or any(isinstance(one, specs.Lesson) for one in spec.sections)
    )
    whole = f"about {made.total}" if open_ended else str(made.total)
    print(
        f"{spec.book.title}: the first {len(made.pages)} of {whole} pages, with {made.made} of {made.puzzles} puzzles"
    )
    print(f"  {path}  ({_kilobytes(path.stat().st_size)})")
    if made.made < made.puzzles:
        print("  note: the other puzzles are not made; in the book those of a section may stand in another order")
    print("  note: only this file was written; the files of the book are as they were")
    return 0


def _kilobytes(size: int) -> str:
    return f"{max(1, round(size / 1000))} kB"


def check(arguments: Namespace) -> int:
    """Report all faults of the specs, and those of the catalogues of all languages: a rule or technique needs words in each.

    What the specs say is looked at first, and its faults are printed at once; then the pages of the others are planned and
    measured. Raises the error that a build would, or SpecError for several; prints a line for each spec without a fault.
    """
    faults: list[Fault] = []
    kinds: set[type[SpecError | InputError | ImproperError]] = set()
    sound: list[tuple[specs.Spec, list[str]]] = []
    for path in arguments.spec:
        try:
            spec = specs.load(path)
            sound.append((spec, _check_contents(spec, arguments.lenient)))
        except SpecError as error:
            for fault in error.faults:
                print(f"bookmaker: {fault}", file=sys.stderr, flush=True)
    require_words(*sorted({*PLURALS, *languages()}))
    for spec, notes in sound:
        if sys.stderr.isatty():
            print(f"{spec.path}: nothing wrong with what it says; planning its pages", file=sys.stderr)
        try:
            lines = [*_check_print(spec, arguments.lenient), *(f"note: {note}" for note in notes)]
        except (SpecError, InputError, ImproperError) as error:
            faults += error.faults
            kinds.add(type(error))
            continue
        print(f"{spec.path}: no faults", flush=True)
        for line in lines:
            print(f"  {line}")
    if faults:
        # As a build would end; of several specs with faults of several kinds, as one with a wrong spec.
        raise (kinds.pop() if len(kinds) == 1 else SpecError)(faults)
    return 0 if len(sound) == len(arguments.spec) else SpecError.exit_code


def _check_contents(spec: specs.Spec, lenient: bool) -> list[str]:
    """Check texts, fonts, pages of the user's own, what printers take and what has room; report all that is wrong at once.

    Returns notes.
    """
    faults: list[Fault] = []
    notes: list[str] = []
    for checked in (require_glyphs, require_pages, partial(before_pages, lenient=lenient)):
        try:
            notes += checked(spec)
        except SpecError as error:
            faults += error.faults
    try:
        require_room_for_all(spec)
    except SpecError as error:
        faults += error.faults
    if faults:
        raise SpecError(faults)
    room = [*notes_on_cutting(spec), *notes_on_digits(spec), *notes_on_filling(spec), *notes_on_lessons(spec)]
    return [*notes, *room, *notes_on_levels(spec)]


def _check_print(spec: specs.Spec, lenient: bool) -> list[str]:
    """Check files of puzzles, and the planned pages by the rules of each printer; lines on each edition, and notes."""
    notes: list[str] = []
    if spec.series is not None:
        from bookmaker.publishing.book.making.volume_isbns import require_own_isbn

        require_own_isbn(spec)
    if any(isinstance(section.puzzles, Imported) for section in spec.sections):
        from bookmaker.publishing.book.making.stock import require_files

        require_files(spec.sections)
    if not spec.editions and spec.cover is None and spec.page.pages is None:
        return notes
    # Planning loads the compiler, which a book without printers need not wait for.
    from bookmaker.publishing.book.making.estimate import expected
    from bookmaker.publishing.documents import technique_example

    found = expected(spec, lenient, technique_example.example)
    lines = []
    if spec.cover is not None:
        from bookmaker.publishing.book.making.cover import cover_files

        editions = {interior.setup.edition: len(interior.assembled.interior) for interior in found.interiors}
        covers = cover_files(
            spec, found.sections, editions, lenient=lenient, fronts=False, certain=found.exact, known_only=True
        )
        notes += covers.notes
    for interior, about in zip_longest(found.interiors, found.likely) if spec.editions else ():
        edition, made = interior.setup.edition, interior.as_dict(found.interiors[0])
        least = "" if found.exact else "at least "
        spine = (
            f"spine {least}{made['spine']:g}in" if made["spine"] is not None else "the spine is that of its template"
        )
        probably = f", probably about {about}" if about else ""
        pages = f"{least}{made['pages']} pages{probably}"
        title = edition.printer.title
        line = (
            f"{title[0].upper()}{title[1:]}: {pages}, {size_of(interior.setup.trim)} {edition.binding.name} on "
            f"{edition.paper.name} paper, gutter {made['gutter']:g}in"
        )
        lines.append(f"{line}, {spine}" if edition.binding.cover else line)
    if spec.editions and not found.exact:
        notes.append("how many pages the book has is known when it is built: order no cover by the number above")
    return [*lines, *(f"note: {note}" for note in dict.fromkeys([*notes, *found.notes]))]


def lock(arguments: Namespace) -> int:
    """Write the seed of the last build into the spec."""
    from bookmaker.publishing.book.making.lock import lock as locked

    spec = specs.load(arguments.spec)
    seed = locked(spec)
    kept = "it has this seed already" if spec.own_seed is not None else "written; every build now makes the same book"
    print(f"{arguments.spec}: seed {seed}: {kept}")
    return 0


def schema(arguments: Namespace) -> int:
    """Print the JSON Schema of a spec, or of a style file."""
    json.dump(style.json_schema() if arguments.style else specs.json_schema(), sys.stdout, indent=2, ensure_ascii=False)
    print()
    return 0


def init(arguments: Namespace) -> int:
    """Write the starter spec. Raises OutputError if the file exists: nobody's spec is overwritten."""
    path = Path(arguments.folder) / "book.yaml"
    if path.exists():
        raise OutputError(Fault("is there already", Place(str(path)), "take another folder, or move it away"))
    output.commit({path: specs.starter_text(seeds.drawn()).encode()})
    print(f"{path} written; change it to taste, then: bookmaker build {path}")
    return 0
