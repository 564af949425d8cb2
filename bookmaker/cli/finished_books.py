"""The commands on finished books: ``listing`` and ``export`` for shops and others, and ``series``.

``series`` builds volumes, and proves over their files that no puzzle comes twice.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from bookmaker import formats
from bookmaker.api.records import build_record
from bookmaker.base import output
from bookmaker.base.errors import Fault, InputError, ProofError, SpecError, UsageError
from bookmaker.base.parallel import cpu_count
from bookmaker.base.units import MM
from bookmaker.cli import messages
from bookmaker.cli.book_arguments import EXPORT_FORMATS
from bookmaker.cli.making import findings, making, unread
from bookmaker.cli.messages import Bar
from bookmaker.cli.paper import read_style
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.book.making.build import MANIFEST
from bookmaker.publishing.book.making.build import build as make
from bookmaker.publishing.book.making.folders import owner_of
from bookmaker.publishing.book.making.series_checks import one_spine_for_all, require_own_isbns
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.documents import finished_book

_LEAST_WIDTH, _MOST_WIDTH = 10 * MM, 1000 * MM


def listing(arguments: Namespace) -> int:
    """Write the files of a listing, all or none, and print its sheet."""
    from bookmaker.publishing.documents import finished_book as documents

    spec, book = _spec_and_book(Path(arguments.book))
    path, held = finished_book.manifest_of(book)
    folder = Path(arguments.output) if arguments.output else path.parent / "listing"
    with output.prepared(folder):
        files = documents.listing_files(path.parent, held, spec)
        output.commit({folder / name: content for name, content in files.items()})
    if arguments.json:
        print(json.dumps(json.loads(files[documents.RECORD]), ensure_ascii=False))
        return 0
    print(files[documents.SHEET].decode(), end="")
    print()
    for name in files:
        print(folder / name)
    return 0


def _spec_and_book(path: Path) -> tuple[Spec | None, Path]:
    """The spec of a book and the folder of its build, whichever of them is named; None where the spec is not known."""
    if path.suffix.lower() in (".yaml", ".yml"):
        spec = specs.load(path)
        return spec, spec.destination
    folder = path if path.is_dir() else path.parent
    owner = owner_of(folder)
    if owner is None or not owner.is_file():
        return None, path
    _, held = finished_book.manifest_of(path)
    return specs.load(owner, held.get("volume")), path


def export(arguments: Namespace) -> int:
    """Write each puzzle of a finished book as a drawing, and its answer. All files are written, or none."""
    endings = list(dict.fromkeys(part.strip() for part in arguments.formats.split(",")))
    for one in endings:
        if one not in EXPORT_FORMATS:
            raise UsageError(f"--formats: unknown format {one!r}; there are {', '.join(EXPORT_FORMATS)}")
    if not _LEAST_WIDTH <= arguments.width <= _MOST_WIDTH:
        raise UsageError(Fault("--width: a drawing is from 10mm to 1000mm wide", None, "write such as --width 90mm"))
    look = read_style(arguments.style)
    path, held = finished_book.manifest_of(Path(arguments.book))
    folder = Path(arguments.output) if arguments.output else path.parent / "export"
    puzzles, notes = finished_book.puzzles_of(path, held)
    with output.prepared(folder), Bar() as bar:
        files = finished_book.drawings(
            puzzles,
            endings,
            look,
            arguments.width,
            arguments.dpi,
            arguments.cages,
            lambda done, total: bar("drawings", done, total),
            answers=arguments.answers,
        )
        written = {folder / name: content for name, content in files.items()}
        old = list(finished_book.earlier(folder))
        output.commit(written)
        # Of an export in other formats or of another edition: beside the new ones they would mislead.
        output.discard(old, written)
    for note in notes:
        messages.note(str(note))
    if arguments.json:
        for entry in json.loads(files[finished_book.INDEX])["puzzles"]:
            print(json.dumps(entry, ensure_ascii=False))
        return 0
    with_answers = " with its answer" if arguments.answers else ""
    print(f"{folder}: {len(puzzles)} puzzles of {held['title']!r}, each{with_answers}, as {', '.join(endings)}")
    print(f"  {folder / finished_book.INDEX} says which is which")
    return 0


def series(arguments: Namespace) -> int:
    """Build the volumes in their order, and print the contents of each and the findings of the proof of its files.

    Raises ProofError if a puzzle comes twice.
    """
    spec = specs.load(arguments.spec)
    if spec.series is None:
        fault = Fault("this book is not a volume", spec.place(), "add `series: {name: ..., volume: 1}`")
        raise SpecError(fault)
    if spec.own_seed is None:
        raise SpecError(Fault("a series needs a seed", spec.place(), f"bookmaker lock {spec.path}"))
    first, last = arguments.volumes or (1, 0)
    if arguments.volumes and not 1 <= first <= last:
        raise UsageError(f"--volumes: {first}-{last} is not a range of volumes such as 1-12")
    require_own_isbns(spec, first, last)
    unreadable = wrong = 0
    for number in range(first, last + 1):
        with making(specs.load(arguments.spec, number), arguments) as work:
            jobs = arguments.jobs or cpu_count()
            built = make(
                work.spec, jobs, work.progress, lenient=arguments.lenient, memory=work.memory, pages=work.memory
            )
        lines, faults_of_files = unread(built)
        print("".join(f"{line}\n" for line in lines), end="", file=sys.stderr)
        unreadable += faults_of_files
        if arguments.json:
            print(json.dumps(build_record(work.spec, built)), flush=True)
        else:
            print(f"volume {number}: {built.puzzles} puzzles, {built.pages} pages, {built.folder}")
            print("".join(f"{line}\n" for line in findings(built)), end="")
        wrong += len(built.faults)
    finished = _finished(spec)
    count, faults = _proof(finished)
    notes = list(one_spine_for_all(spec, finished))
    if arguments.json:
        fields = {"series": spec.series.name, "volumes": len(finished), "puzzles": count}
        print(json.dumps({**fields, "notes": notes, "faults": [fault.as_dict() for fault in faults]}))
    else:
        print("".join(f"note: {note}\n" for note in notes), end="")
    if faults:
        raise ProofError(faults)
    if not arguments.json:
        print(
            f"{spec.series.name}: {count} puzzles in {len(finished)} volumes, none of them twice, turned or relabelled"
        )
    if wrong:
        return ProofError.exit_code
    return InputError.exit_code if unreadable else 0


def _finished(spec: Spec) -> dict[int, Path]:
    """The manifest of each finished volume of a series, by its number, in the order of the folders' names."""
    assert spec.series is not None
    stem = spec.destination.name.removesuffix(f"-{spec.series.volume}")
    folders = [(one.name.removeprefix(f"{stem}-"), one) for one in sorted(spec.shelf.glob(f"{_escaped(stem)}-*"))]
    return {int(number): one / MANIFEST for number, one in folders if number.isdecimal() and (one / MANIFEST).is_file()}


def _proof(finished: Mapping[int, Path]) -> tuple[int, list[Fault]]:
    """The puzzles of finished volumes, and those that come twice: read from the files, not from the bank."""
    found: dict[int, str] = {}
    faults: list[Fault] = []
    count = 0
    for manifest in finished.values():
        puzzles = formats.read_all([manifest])
        count += len(puzzles)
        for place, identity in enumerate(identities(puzzles), 1):
            where = f"{manifest}, puzzle {place}"
            if identity in found:
                faults.append(
                    Fault(f"{where}: the same puzzle as {found[identity]}", None, "build the later one again")
                )
            found.setdefault(identity, where)
    return count, faults


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
