"""What a build says of a book for programs: each puzzle with its place, and what the files were made by."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from bookmaker.base.errors import Place
from bookmaker.formats.apps.json_files import as_object
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.publishing.book.making.editions import Interior
from bookmaker.publishing.book.making.ownership import MANIFEST
from bookmaker.publishing.book.making.repairs import Repaired
from bookmaker.publishing.book.pages.dressing import symbols_of
from bookmaker.publishing.book.pages.numbering import numbers
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import cells_text
from bookmaker.version import VERSION


def manifest(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    interiors: Sequence[Interior],
    repaired: Sequence[Repaired] = (),
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """Every puzzle of the book, as JSON: its number, pages, givens, solution, grade and seed or source.

    Pages are those of the first interior. ``repaired`` are the puzzles from files that were mended or left out. ``bookmaker`` is
    the version that made the book, ``files`` the SHA-256 of every other file.
    """
    assembled = interiors[0].assembled
    puzzles: list[dict[str, object]] = []
    places = iter(assembled.places)
    numbered = numbers(spec, [len(section) for section in sections])
    for wanted, section, own in zip(spec.sections, sections, numbered, strict=True):
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
                    **{key: value for key, value in as_object(puzzle).items() if key in ("cages", "clues", "regions")},
                    "solution": cells_text(stocked.solution),
                    **_symbols(symbols_of(stocked)),
                    "seed": stocked.seed,
                    "source": None
                    if puzzle.source is None
                    else Place(Path(puzzle.source.path).name, puzzle.source.line).to_line,
                    **stocked.grade.as_dict(),
                }
            )
    hashes = {name: sha256(content).hexdigest() for name, content in (files or {}).items() if name != MANIFEST}
    book: dict[str, object] = {
        "bookmaker": VERSION,
        "files": hashes,
        "title": spec.book.title,
        "author": spec.book.author,
        "language": spec.book.language,
        "seed": spec.named_seed,
        **_volume(spec),
        "pages": len(assembled.interior),
        "front_pages": assembled.front,
        "puzzles": puzzles,
        "repairs": [one.as_dict() for one in repaired],
    }
    if spec.editions:
        book["printers"] = {one.setup.edition.printer.name: one.as_dict(interiors[0]) for one in interiors}
    # A source may have a name that is no text: what UTF-8 cannot hold is escaped as JSON does it.
    return (json.dumps(book, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def _volume(spec: Spec) -> dict[str, object]:
    return {} if spec.series is None else {"series": spec.series.name, "volume": spec.series.volume}


def _symbols(symbols: Symbols) -> dict[str, object]:
    """What is printed for digits 1, 2, ...; nothing for digits themselves."""
    if symbols is DIGITS:
        return {}
    return {"symbols": list(symbols.names), **({"word": symbols.word} if symbols.word else {})}
