"""What the tests of the user's own pages share: specs with files beside them, their faults, and images."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.own_pages import faults_and_notes
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"

Write = Callable[..., Spec]


def writer(folder: Path) -> Write:
    """What writes a spec with further keys, and files beside it, and loads it."""

    def written(keys: str = "", section: str = "", book: str = "", **files: str | bytes) -> Spec:
        for name, content in {"p.txt": PUZZLE, **files}.items():
            path = folder / name.replace("__", ".")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        text = f"book: {{title: 'A *b* \"c\"', author: D{book}}}\nsections: [{{title: S, puzzles: {{from: p.txt}}{section}}}]\n"
        (folder / "book.yaml").write_text(text + keys, encoding="utf-8")
        return specs.load(folder / "book.yaml")

    return written


def assembled(spec: Spec, made: list[list[GradedPuzzle]] | None = None) -> Assembled:
    made = made or stock.fill_sections(spec.sections, 1, 1, lambda *_: None)
    return assemble(book_of(spec), made, made[0][0])


def told(spec: Spec) -> list[str]:
    """The faults of a spec's pages, without the folder."""
    return [str(fault).replace(f"{spec.path.parent}/", "") for fault in faults_and_notes(book_of(spec))[0]]


def picture(width: int, height: int, mode: str = "L", colour: object = 0, form: str = "PNG", **how: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (width, height), colour).save(out, form, **how)  # type: ignore[arg-type]
    return out.getvalue()
