"""The commands on a finished book for shops and others: ``listing`` and ``export``."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.units import MM
from bookmaker.cli import messages
from bookmaker.cli.book_arguments import EXPORT_FORMATS
from bookmaker.cli.paper import read_style
from bookmaker.cli.progress import Bar
from bookmaker.publishing.book.making.ownership import owner_of
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.documents import finished_book

_LEAST_WIDTH, _MOST_WIDTH = 10 * MM, 1000 * MM


def listing(arguments: Namespace) -> int:
    """Write the files of a listing, all or none, and print its sheet."""
    from bookmaker.publishing.documents import listing as documents

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
