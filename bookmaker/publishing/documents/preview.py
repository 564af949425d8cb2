"""The pages of a book in a browser on this machine, made anew whenever its spec or a file that it names is saved; and a style as
one picture of the pages of an example book.

The server listens on the loopback address only. Puzzles are kept in memory by what decides them, so that a change of the look
makes none of them again. A page is drawn when the browser wants it.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from bookmaker.base import language, resources, seeds
from bookmaker.base.errors import BookmakerError, Fault, OutputError, ResourceError, SpecError
from bookmaker.base.schema.tree import require_file
from bookmaker.logic.generation.distinct_puzzles import Memory
from bookmaker.printing.canvases.raster import RasterCanvas, contact_sheet
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import draw_document
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.page_kinds import GridsPage, HalfPage, Page, TextPage, draw_page
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.book.making import made_examples, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.draft import Drafted, draft
from bookmaker.publishing.book.making.stock import At
from bookmaker.publishing.book.pages.assemble import assemble
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec

HOST = "127.0.0.1"
_EVERY = 0.4
"""Seconds between two looks at the files."""
_KINDS = frozenset({".yaml", ".yml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".ttf", ".otf", ".woff2"})
"""Endings of files beside the spec that its pages may depend on."""


class _StaleError(Exception):
    """The files have changed while the book was made."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A book as it is shown. ``version`` counts from 1; 0 is before the first book is ready."""

    version: int = 0
    title: str = ""
    book: Drafted | None = None


class Preview:
    """A book that follows its spec. ``most``: only so many of its first pages, all if None; ``dpi``: of the pictures.

    Raises SpecError for a pipe or a device, which cannot be read again.
    """

    def __init__(self, path: Path, jobs: int, most: int | None = None, dpi: int = 100) -> None:
        require_file(path)
        self.path, self.jobs, self.most, self.dpi = path, jobs, most, dpi
        self.memory: Memory = Unfinished()
        self.drawn = seeds.drawn()
        self.fault = self.work = ""
        self._shown = _Shown()
        self._named: set[Path] = set()
        self._pictures: dict[int, bytes] = {}
        self._drawing = threading.Lock()
        self._ended = threading.Event()

    def state(self) -> dict[str, object]:
        """The fields that the page in the browser asks for twice a second."""
        shown = self._shown
        pages = len(shown.book.pages) if shown.book else 0
        total = shown.book.total if shown.book else 0
        fields = {"version": shown.version, "title": shown.title, "pages": pages, "total": total}
        return {**fields, "fault": self.fault, "work": self.work}

    def picture(self, version: int, number: int) -> bytes | None:
        """Page ``number``, from 1 on, as PNG; None if it is not of the version that is shown."""
        # One drawing at a time: the library that draws letters is not made for several.
        with self._drawing:
            shown = self._shown
            if shown.book is None or version != shown.version or not 1 <= number <= len(shown.book.pages):
                return None
            if number not in self._pictures:
                canvas = RasterCanvas(self.dpi)
                draw_page(canvas, shown.book.pages[number - 1], shown.book.setup, number - 1, shown.book.total)
                self._pictures[number] = canvas.png()
            return self._pictures[number]

    def follow(self) -> None:
        """Make the book, and again after each change of its files, until :meth:`end`."""
        seen: dict[Path, int] | None = None
        while not self._ended.is_set():
            now = self._stamps()
            if now != seen:
                seen = now
                self.make(now)
                # Only now the files that the spec names are known.
                seen = {**self._stamps(), **{path: seen[path] for path in seen if path in self._watched()}}
            self._ended.wait(_EVERY)

    def make(self, stamps: dict[Path, int] | None = None) -> None:
        """Make the book once. A fault is kept to be shown, and the book as it was before stays."""
        thread = threading.get_ident()

        def progress(stage: str, done: int, total: int, _attempts: int = 0, at: At | None = None) -> None:
            self.work = f"{stage} {done}/{total}{f', {at.title}' if at else ''}"
            stale = stamps is not None and any(self._stamp(path) != stamp for path, stamp in stamps.items())
            if threading.get_ident() == thread and (stale or self._ended.is_set()):
                raise _StaleError

        self.work = "reading"
        try:
            # One draw for all versions of a spec without a seed: a change of the look is to make no puzzle again.
            spec = replace(specs.load(self.path), drawn_seed=self.drawn)
            self._named = set(named_files(spec))
            book = draft(spec, self.most, self.jobs, progress, self.memory)
        except BookmakerError as error:
            self.fault = "\n".join(map(str, error.faults))
        except OSError as error:
            self.fault = f"{error.filename or self.path}: {error.strerror or error}"
        except _StaleError:
            pass
        else:
            with self._drawing:
                self._pictures.clear()
                self._shown = _Shown(self._shown.version + 1, spec.book.title, book)
            self.fault = ""
        self.work = ""

    def end(self) -> None:
        """Stop following."""
        self._ended.set()

    def _watched(self) -> set[Path]:
        folder = self.path.parent
        beside = [path for place in (folder, folder / "layouts") if place.is_dir() for path in place.iterdir()]
        found = {self.path, *self._named, *(path for path in beside if path.suffix.lower() in _KINDS)}
        # A folder changes when a file comes to it or leaves it.
        return found | {path.parent for path in self._named}

    def _stamps(self) -> dict[Path, int]:
        return {path: self._stamp(path) for path in self._watched()}

    @staticmethod
    def _stamp(path: Path) -> int:
        try:
            return path.stat().st_mtime_ns
        except OSError:
            return 0


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
    if isinstance(value, Spec) and value.design.style.endswith((".yaml", ".yml")):
        # A style of the user's own may have another one as its base.
        yield from (value.path.parent / value.design.style).parent.glob("*.y*ml")


_MOST_SECONDS, _MOST_CONNECTIONS = 30, 16
"""Seconds that a connection may say nothing, and connections at a time: a browser has six."""

_NUMBER = re.compile("[0-9]{1,9}")


class _Server(ThreadingHTTPServer):
    """A server of few connections: more than these are closed at once."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._free = BoundedSemaphore(_MOST_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()


def serve(preview: Preview, port: int) -> ThreadingHTTPServer:
    """The server of a preview on a port of the loopback address, 0 for any that is free. Raises OutputError if it is taken."""

    class Handler(BaseHTTPRequestHandler):
        """Answers the three addresses that the page asks for."""

        timeout = _MOST_SECONDS

        def do_GET(self) -> None:
            """Send the page, the state, or a picture."""
            # A foreign page may lead its name to this machine, and read the book here: only our own name is answered.
            if self.headers.get("Host", "").partition(":")[0] not in (HOST, "localhost"):
                self.send_error(403)
                return
            parts = self.path.partition("?")[0].strip("/").split("/")
            if parts == [""]:
                self._send("text/html; charset=utf-8", Path(__file__).with_name("preview.html").read_bytes())
            elif parts == ["state"]:
                self._send("application/json", json.dumps(preview.state()).encode())
            elif len(parts) == 3 and parts[0] == "page" and parts[2].endswith(".png"):
                numbers = [parts[1], parts[2].removesuffix(".png")]
                known = all(_NUMBER.fullmatch(number) for number in numbers)
                picture = preview.picture(*map(int, numbers)) if known else None
                self._send("image/png", picture) if picture else self.send_error(404)
            else:
                self.send_error(404)

        def _send(self, kind: str, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the page asks twice a second."""

    try:
        server = _Server((HOST, port), Handler)
    except OSError as error:
        advice = "choose another with --port, or leave it out to take any that is free"
        raise OutputError(Fault(f"port {port} cannot be used: {error.strerror}", None, advice)) from error
    server.daemon_threads = True
    return server


def style_preview(names: Sequence[str], folder: Path, trim: tuple[float, float], dpi: int) -> bytes:
    """A PNG with a row of pages for each style: a name, or a file in ``folder``. One style alone has all of its pages."""
    path = resources.find("examples", "styles.yaml")
    if path is None:
        raise ResourceError("examples/styles.yaml is missing from this installation")
    spec = specs.load(path)
    spec = replace(spec, page=replace(spec.page, trim=trim))
    sections = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    example = made_examples.rule_example(sections, spec.seed)
    words = language.load(spec.book.language)
    rows = []
    for name in names:
        styled = replace(spec, design=replace(spec.design, style=_style_file(name, folder)))
        book = replace(book_of(styled), words=words)
        try:
            pages = assemble(book, sections, example).interior
        except SpecError:
            # On this page the style's digits have no room in the layouts of the example: it has layouts of its own.
            own = tuple(replace(section, layout=None) for section in book.sections)
            pages = assemble(replace(book, sections=own), sections, example).interior
        shown = [*range(len(pages))] if len(names) == 1 else shown_pages(pages)
        drawn = _drawn(book, pages, shown, dpi)
        rows += [drawn[first : first + _ACROSS] for first in range(0, len(drawn), _ACROSS)]
    return contact_sheet(rows, dpi)


_ACROSS = 9
"""Pages in a row."""


def _style_file(name: str, folder: Path) -> str:
    # The example's own folder is another one than that in which a user's style lies.
    return str((folder / name).resolve()) if name.endswith((".yaml", ".yml")) else name


def shown_pages(pages: Sequence[Page]) -> list[int]:
    """The pages that show most of a style: one of each kind, and the first of each layout."""
    kinds: dict[object, int] = {}
    for index, page in enumerate(pages):
        if isinstance(page, GridsPage):
            kinds.setdefault((page.layout.use, page.layout.per_page, bool(page.slots[0].picture.caged)), index)
        elif isinstance(page, HalfPage):
            kinds.setdefault((HalfPage, page.right), index)
        elif isinstance(page, TitlePage | ContentsPage | OpenerPage | TextPage):
            kinds.setdefault(type(page), index)
    return sorted(kinds.values())


def _drawn(book: Book, pages: Sequence[Page], shown: Sequence[int], dpi: int) -> list[RasterCanvas]:
    drawn = []
    for index in shown:
        canvas = RasterCanvas(dpi)
        draw_document(canvas, pages, page_setup(book), only=index)
        drawn.append(canvas)
    return drawn
