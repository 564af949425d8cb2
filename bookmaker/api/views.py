"""A book to look at while it is being written: its faults, the lines of its parts, and its pages as pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import BookmakerError, Fault, Place, SpecError

if TYPE_CHECKING:
    from bookmaker.logic.generation.distinct_puzzles import Memory
    from bookmaker.publishing.book.making.draft import Drafted

Progress = Callable[..., None]


def spec_faults(path: Path, text: bytes) -> list[dict[str, Any]]:
    """The faults of the text of a spec, each with line and column, as ``check --json`` has them; the file need not be there."""
    from bookmaker.publishing.book.spec import spec_file as specs

    try:
        specs.load(path, data=text)
    except BookmakerError as error:
        return [fault.as_dict() for fault in error.faults]
    return []


def spec_model(text: bytes) -> dict[str, Any] | None:
    """The ``data`` of a spec as YAML has it, and ``lines``: for each part, by its path such as ``/sections/0/title``, its first
    and its last line, from 1 on. None for a text that is no YAML.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        node = loader.get_single_node()
        data = loader.construct_document(node) if node is not None else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    finally:
        loader.dispose()
    return {"data": data, "lines": dict(_lines(node, ""))} if isinstance(data, dict) else None


def decoded(text: bytes, path: Path) -> tuple[str, str]:
    """The mark at the beginning of a text ("" without one), and the rest. Raises SpecError for other bytes than UTF-8."""
    try:
        said = text.decode()
    except UnicodeDecodeError:
        raise SpecError(Fault("is not text in UTF-8", Place(str(path)), "save it in UTF-8")) from None
    return (said[:1], said[1:]) if said.startswith("\ufeff") else ("", said)


def with_edits(text: bytes, edits: Iterable[Mapping[str, Any]], path: Path) -> bytes:
    """The text of a spec after edits: see :func:`bookmaker.api.specs.edited`."""
    from bookmaker.api import specs

    mark, said = decoded(text, path)
    return (mark + specs.edited(said, edits, str(path))).encode()


def with_text(old: bytes, text: str) -> bytes:
    """A text that was edited as a whole, with the mark at the beginning and the line ends that the file had before."""
    if b"\r\n" in old and "\r" not in text:
        text = text.replace("\n", "\r\n")
    mark = "\ufeff" if old.startswith("\ufeff".encode()) and not text.startswith("\ufeff") else ""
    return (mark + text).encode(errors="replace")


def title_of(text: bytes) -> str:
    """The title of a book by the text of its spec, "" if it has none."""
    model = spec_model(text)
    book = (model or {}).get("data", {}).get("book") if model else None
    title = book.get("title") if isinstance(book, dict) else None
    return title if isinstance(title, str) else ""


def _lines(node: Any, path: str) -> Iterator[tuple[str, list[int]]]:
    if node is None:
        return
    last = node.end_mark.line + (1 if node.end_mark.column else 0)
    yield path, [node.start_mark.line + 1, max(last, node.start_mark.line + 1)]
    if node.id == "mapping":
        for key, value in node.value:
            yield from _lines(value, f"{path}/{key.value}")
    elif node.id == "sequence":
        for index, value in enumerate(node.value):
            yield from _lines(value, f"{path}/{index}")


@dataclass(frozen=True, slots=True)
class BookView:
    """A book as it is now: its ``title``, the number of its ``puzzles`` and ``pages``, ``front`` of them numbered in roman
    numerals, and the ``files`` that its spec names.
    """

    title: str
    files: frozenset[Path]
    book: Drafted

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.book.pages)

    def places(self) -> dict[str, Any]:
        """For each page its printed number."""
        front = self.book.front
        return {
            "pages": [
                {"sheet": n, "number": n - front if n > front else None, "puzzles": []}
                for n in range(1, self.pages + 1)
            ]
        }

    def picture(self, number: int, dpi: int) -> bytes:
        """Page ``number``, from 1 on, as PNG, at ``dpi`` pixels to the inch."""
        from bookmaker.printing.canvases.raster import RasterCanvas
        from bookmaker.printing.pages.page_kinds import draw_page

        canvas = RasterCanvas(dpi)
        # One drawing at a time: the library that draws letters is not made for several.
        with _DRAWING:
            draw_page(canvas, self.book.pages[number - 1], self.book.setup, number - 1, self.book.total)
            return canvas.png()


_DRAWING = threading.Lock()


def book_view(path: Path, jobs: int, progress: Progress, memory: Memory, seed: int) -> BookView:
    """Make a book to look at. ``seed``: of a spec that names none. An error that ``progress`` raises ends the work.

    Raises the errors of :mod:`bookmaker.base.errors`.
    """
    from bookmaker.publishing.book.making.draft import draft
    from bookmaker.publishing.book.spec import spec_file as specs

    spec = replace(specs.load(path), drawn_seed=seed)
    return BookView(spec.book.title, frozenset(named_files(spec)), draft(spec, None, jobs, progress, memory))


def kinds(code: str = "en") -> Iterator[dict[str, Any]]:
    """Each kind of puzzle, with its rules, the sizes that exist and those that are made, and its rule in words of a language: the
    lines of ``kinds --json``.
    """
    from bookmaker.base import language
    from bookmaker.publishing.book.spec.puzzle_keys import kind_in_words
    from bookmaker.puzzles.rules import KINDS, rules_of, sizes_of
    from bookmaker.puzzles.rules.limits import made_sizes

    words = language.load(code)
    for name in KINDS:
        rules = sorted(rules_of(name))
        sizes = {"sizes": list(sizes_of(rules)), "made": list(made_sizes(name))}
        yield {"kind": name, "rules": rules, **sizes, "rule": kind_in_words(name, words)}


def new_memory() -> Memory:
    """A memory of puzzles and pages that outlives the process, for :func:`book_view`."""
    from bookmaker.publishing.bank.unfinished import Unfinished

    return Unfinished()


def named_files(value: object) -> Iterator[Path]:
    """Every file that a spec names, wherever in it."""
    if isinstance(value, Path):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from named_files(item)
    elif is_dataclass(value):
        for one in fields(value):
            if one.name != "node":
                yield from named_files(getattr(value, one.name, None))
    design = getattr(value, "design", None)
    if design is not None and str(getattr(design, "style", "")).endswith((".yaml", ".yml")):
        # A style of the user's own may have another one as its base.
        yield from (_folder(value) / design.style).parent.glob("*.y*ml")


def _folder(spec: Any) -> Path:
    return Path(spec.path).parent
