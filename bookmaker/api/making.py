"""A book being built for someone who waits at a screen, and its finished files."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.api import views
from bookmaker.api.records import build_record
from bookmaker.base.errors import BookmakerError, Fault, InputError, Place
from bookmaker.base.units import INCH

if TYPE_CHECKING:
    from bookmaker.logic.generation.distinct_puzzles import Memory
    from bookmaker.printing.printers.rules import Printer
    from bookmaker.publishing.book.spec.spec_file import Spec

KINDS = {
    "interior": "interior",
    "cover-front": "picture",
    "cover": "cover",
    "answers": "answers",
    "proof": "proof",
    "screen": "screen",
    "report": "report",
    "manifest": "record",
}
"""The kind of a finished file by the beginning of its name; all others are pictures."""


def build_book(
    path: Path,
    jobs: int,
    progress: Callable[..., None],
    memory: Memory,
    seed: int,
    *,
    lenient: bool = False,
    proof: bool = True,
) -> dict[str, Any]:
    """Build the book of a spec and return the record of it; ``seed``: of a spec that names none.

    An error that ``progress`` raises ends the work, and no file is left half done. Raises the errors of
    :mod:`bookmaker.base.errors`.
    """
    from bookmaker.publishing.book.making.build import build
    from bookmaker.publishing.book.spec import spec_file as specs

    spec = replace(specs.load(path), drawn_seed=seed)
    pages: Any = memory
    return build_record(spec, build(spec, jobs, progress, lenient=lenient, proof=proof, memory=memory, pages=pages))


def _finished(path: Path) -> tuple[Spec, Path, dict[str, Any]]:
    """A spec, the folder of its last build, and the manifest there. Raises InputError without one."""
    from bookmaker.publishing.book.spec import spec_file as specs
    from bookmaker.publishing.documents import finished_book

    spec = specs.load(path)
    manifest, held = finished_book.manifest_of(spec.destination)
    return spec, manifest.parent, held


def _last_build(path: Path) -> tuple[Path, dict[str, Any]]:
    """The folder of the last build of a spec, and the manifest there, also while other keys have faults. Raises InputError
    without one.
    """
    from bookmaker.publishing.book.spec.spec_file import folder_name, shelf_of
    from bookmaker.publishing.documents import finished_book

    try:
        said = (views.spec_model(path.read_bytes()) or {}).get("data") or {}
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(str(path)))) from error
    output, series = said.get("output"), said.get("series")
    volume = series.get("volume") if isinstance(series, dict) else None
    shelf = shelf_of(path, output if isinstance(output, str) else None)
    manifest, held = finished_book.manifest_of(shelf / folder_name(path, volume if isinstance(volume, int) else None))
    return manifest.parent, held


def finished_files(path: Path) -> tuple[Path, list[dict[str, Any]]]:
    """The folder of the last build of a spec, and its files: name, bytes, kind, and pages and printer where they have any.

    Raises InputError for a book that was not built.
    """
    folder, held = _last_build(path)
    printers = held.get("printers", {})
    pages = {one["file"]: one["pages"] for one in printers.values()} or {"interior.pdf": held["pages"]}
    found = []
    for name in [*held["files"], "manifest.json"]:
        file = folder / name
        if not file.is_file():
            continue
        kind = "record" if name.endswith(".json") else None
        kind = kind or next((kind for start, kind in KINDS.items() if name.startswith(start)), "picture")
        found.append(
            {
                "name": name,
                "bytes": file.stat().st_size,
                "pages": pages.get(name),
                "kind": kind,
                "printer": _printer_of(name, printers),
            }
        )
    return folder, found


def _printer_of(name: str, printers: dict[str, Any]) -> str | None:
    own = next((one for one in printers if f"-{one}." in name), None)
    shared = name.startswith(("interior.", "proof.")) and len(printers) == 1
    return own or (next(iter(printers)) if shared else None)


def zipped(path: Path, printer: str | None) -> bytes:
    """The files of the last build in one archive: those that a printer takes, or all. The same files make the same bytes."""
    folder, files = finished_files(path)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as archive:
        for one in files:
            if printer is None or (one["printer"] == printer and one["kind"] not in ("record", "proof")):
                archive.writestr(zipfile.ZipInfo(one["name"]), (folder / one["name"]).read_bytes())
    return held.getvalue()


def finished_proof(path: Path) -> dict[str, Any]:
    """The record of the proof of the first interior, as ``proof --json`` prints it. Raises InputError without one."""
    _, folder, held = _finished(path)
    name = next((one for one in held["files"] if one.startswith("proof") and one.endswith(".json")), "proof.json")
    try:
        record: dict[str, Any] = json.loads((folder / name).read_bytes())
    except (OSError, ValueError):
        raise InputError(Fault("cannot be read", Place(str(folder / name)), "build the book again")) from None
    return record


STEPS = ("format", "interior", "cover", "listing", "copy")
"""The things to do at a printer; a book without a cover file leaves out its own."""
AT_HOME = ("print",)
"""The things to do at a printer of one's own."""


def checklist(path: Path) -> Iterator[dict[str, Any]]:
    """The things to do at each printer of the last build, what they are ``about``, and whether it is a ``shop`` or one's own.

    Raises InputError for a book not built.
    """
    from bookmaker.printing import printers
    from bookmaker.printing.printers.edition import paper_of, size_of

    _, _, held = _finished(path)
    for name, one in held.get("printers", {}).items():
        found = printers.find(name)
        shop = _is_shop(found)
        size = one["trim"][0] * INCH, one["trim"][1] * INCH
        trim = size_of(size) if shop else paper_of(found, size)
        cover = f"cover-{name}.pdf"
        about = {name: one[name] for name in ("file", "pages", "binding", "paper", "gutter")} | {
            "trim": trim,
            "cover": cover,
        }
        steps = [step for step in (STEPS if shop else AT_HOME) if step != "cover" or cover in held["files"]]
        todo = [{"name": f"{name}.{step}", "step": step} for step in steps]
        yield {"name": name, "title": found.title, "shop": shop, "about": about, "todo": todo}


def _is_shop(printer: Printer) -> bool:
    """Who binds covers prints for others."""
    return any(binding.cover is not None for binding in printer.bindings)


def finished_listing(path: Path) -> dict[str, Any] | None:
    """The words for a shop: the record of ``listing --json`` without its files; None where all printers are one's own.

    Raises InputError for a book not built.
    """
    from bookmaker.printing import printers
    from bookmaker.publishing.documents.finished_book import listing_of

    spec, _, held = _finished(path)
    names = held.get("printers", {})
    if names and not any(_is_shop(printers.find(name)) for name in names):
        return None
    return asdict(listing_of(held, spec))


def faults_of(error: BookmakerError | OSError, path: Path) -> list[dict[str, Any]]:
    """The faults of an error as records."""
    if isinstance(error, BookmakerError):
        return [fault.as_dict() for fault in error.faults]
    return [Fault(f"{error.strerror or error}", Place(str(error.filename or path))).as_dict()]
