"""One spec that is open: its text and file, the steps to undo, the book as it is shown, and the thread that makes it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base import output, seeds
from bookmaker.base.errors import BookmakerError, ChangedError, Fault, OutputError, Place, UsageError
from bookmaker.studio.guard import VERSIONS
from bookmaker.studio.history import History

if TYPE_CHECKING:
    from bookmaker.api.views import BookView

EVERY = 1.0
"""Seconds between two looks at the files of the book: a look is some ten calls of the system."""
OWN = "own"
"""The folder beside a spec that has the pages of one's own."""
_KINDS = frozenset({".yaml", ".yml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".ttf", ".otf", ".woff2"})
"""Endings of files beside the spec that its pages may depend on."""
_PICTURES = 400
"""Pictures of pages that are held: some 25 kB each."""
CHANGED = "Changed on disk"
"""The label of a change that another program made."""


class ConflictError(BookmakerError):
    """The request does not fit the state of the studio."""


class _StaleError(Exception):
    """The text has changed while the book was made."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A book as it is shown. ``version`` is 0 before the first book is ready, and then of this book and state alone: browsers
    keep the answers of each address that names it.
    """

    version: int = 0
    view: BookView | None = None
    pictures: OrderedDict[tuple[int, int], bytes] = field(default_factory=OrderedDict)


def digest(text: bytes) -> str:
    """The name of a text: its SHA-256 in hexadecimal digits."""
    return sha256(text).hexdigest()


class Session:
    """A spec that is open. ``publish(name, data)`` is called with news, from any thread;
    ``memory()`` is that of puzzles and pages, which all books and builds share; ``greeted`` is set
    when the page is there.

    Raises OutputError for a file that cannot be read.
    """

    def __init__(
        self,
        path: Path,
        history: History,
        jobs: int,
        publish: Callable[[str, dict[str, Any]], None],
        memory: Callable[[], Any],
        greeted: threading.Event | None = None,
    ) -> None:
        self.path, self.jobs, self.publish, self.memory = path, jobs, publish, memory
        self._history, self._greeted = history, greeted or threading.Event()
        self._lock = threading.RLock()
        self._news = threading.Condition()
        self._ended = self._wanted = False
        self.seed = seeds.drawn()
        self._stamps: dict[Path, int] = {}
        self.text = self._read()
        self.work: dict[str, Any] | None = None
        self.shown = Shown()
        self.faults: list[dict[str, Any]] = []
        self._book_faults: list[dict[str, Any]] = []
        history.meet(path, self.text, CHANGED)
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._make_all, self._watch)]

    def start(self) -> None:
        """Begin to make the book, and to follow its files."""
        self._wanted = True
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Stop all work, as soon as it says how far it is."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    @property
    def title(self) -> str:
        """The title in the text, "" if it has none."""
        from bookmaker.api import views

        return views.title_of(self.text)

    def digest(self) -> str:
        """The digest of the text."""
        return digest(self.text)

    def _read(self) -> bytes:
        try:
            return output.finished(self.path)
        except OSError as error:
            raise OutputError(Fault(f"cannot be read: {error.strerror}", Place(str(self.path)))) from error

    def state(self) -> dict[str, Any]:
        """The fields with which a page begins: ``GET /api/state``."""
        from bookmaker.api import views

        with self._lock:
            text, unsaved = self.text, self._history.unsaved(self.path)
            # The work first: where it is done, the pages are at least those that it made.
            work = self.work
            shown = self.shown
        labels = self._history.labels(self.path)
        model = views.spec_model(text)
        return {
            "path": self.path.name,
            "text": text.decode("utf-8", "replace"),
            "hash": digest(text),
            "unsaved": None if unsaved is None else unsaved.decode("utf-8", "replace"),
            **(model or {"data": None, "lines": {}}),
            "faults": self.all_faults(text),
            "undo": labels.undo,
            "redo": labels.redo,
            **self._counts(shown),
            "work": work,
        }

    def all_faults(self, text: bytes) -> list[dict[str, Any]]:
        """The faults of the text of the spec, and where it has none, those that making its pages found."""
        from bookmaker.api import views

        return views.spec_faults(self.path, text) or self._book_faults

    @staticmethod
    def _counts(shown: Shown) -> dict[str, Any]:
        view = shown.view
        return {
            "version": shown.version,
            "title": view.title if view else None,
            "pages": view.pages if view else 0,
            "front": view.front if view else 0,
            "puzzles": len(view.records) if view else 0,
            "editions": view.editions if view else [],
        }

    def change(self, base: str, label: str, edited: Callable[[bytes], bytes], *, force: bool = False) -> dict[str, Any]:
        """Change the text: ``base`` is the digest of the text that the change was made from.

        A text that cannot be read as YAML is kept and not written, unless ``force``. Raises ChangedError where the file has
        another text.
        """
        from bookmaker.api import views

        with self._lock:
            self._look_at_file()
            if base != digest(self.text):
                raise ChangedError(Fault("the file has changed since", Place(str(self.path)), "compare both texts"))
            text = edited(self.text)
            if views.spec_model(text) is None and not force:
                self._history.keep(self.path, text)
                return {**self._answer(text), "saved": False}
            if text != self.text:
                self._history.add(self.path, label, text)
                self._write(text)
            self._history.keep(self.path, None)
            return {**self._answer(text), "saved": True}

    def others(self, version: int, number: int, count: int) -> list[dict[str, Any]]:
        """The next puzzles for the place of one, which are not written."""
        return list(self.view(version).others(number, count, self.jobs, self.memory()))

    def take_by_hand(self, version: int, number: int, cells: str, label: str | None) -> dict[str, Any]:
        """Put a puzzle with other givens in the place of one: its file is written, and the spec names it."""
        view = self.view(version)
        return self._put(view.by_hand(number, cells), label or f"Edit puzzle {view.records[number - 1]['number']}")

    def keep(self, version: int, number: int, label: str | None) -> dict[str, Any]:
        """Keep the puzzle of a place whatever the seed becomes: its file is written, and the spec names it."""
        view = self.view(version)
        return self._put(view.keeping(number), label or f"Keep puzzle {view.records[number - 1]['number']}")

    def _put(self, made: tuple[Path, bytes, list[dict[str, Any]]], label: str) -> dict[str, Any]:
        """Write a file, and name it in the spec."""
        path, content, edits = made
        with self._lock:
            self._look_at_file()
            output.commit({path: content})
            return self._with_edits(label, edits)

    def _with_edits(self, label: str, edits: list[dict[str, Any]]) -> dict[str, Any]:
        from bookmaker.api import views

        return self.change(digest(self.text), label[:200], lambda text: views.with_edits(text, edits, self.path))

    def own_page(self, name: str) -> str:
        """The Markdown text of a page that the spec names by its path. Raises UsageError for another file."""
        try:
            return self._own(name).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{name} cannot be read: {error}") from None

    def write_page(self, text: str, name: str | None, title: str) -> str:
        """Write a page of one's own: that of a name, or a new one whose name follows from its title. Returns the name."""
        with self._lock:
            if name is None:
                name = f"{OWN}/{output.free(self.path.parent / OWN, title, '.md', 'page').name}"
            output.commit({self._own(name): text.encode()})
            self._changed(None)
        return name

    def _own(self, name: str) -> Path:
        path = (self.path.parent / name).resolve()
        if path.suffix.lower() != ".md" or not path.is_relative_to(self.path.parent.resolve()):
            raise UsageError(f"{name} is not a Markdown file in the folder of the book")
        return path

    def add_section(self, section: dict[str, Any]) -> dict[str, Any]:
        """Add a section behind the last one."""
        from bookmaker.api import views

        with self._lock:
            self._look_at_file()
            place = views.section_count(self.text)
            edits = [{"op": "insert", "path": ["sections", place], "value": section}]
            return self._with_edits(f"Add {section['title']}", edits)

    def step(self, by: int) -> dict[str, Any]:
        """Undo a change (``by`` -1), or do it again (1). Raises ConflictError where there is nothing to do."""
        with self._lock:
            self._look_at_file()
            found = self._history.neighbour(self.path, by)
            if found is None:
                raise ConflictError(Fault("there is nothing to undo" if by < 0 else "there is nothing to do again"))
            label, text = found
            self._write(text)
            self._history.meet(self.path, text, label)
            self._history.keep(self.path, None)
            return {**self._answer(text), "saved": True, "label": label}

    def _answer(self, text: bytes) -> dict[str, Any]:
        from bookmaker.api import views

        labels = self._history.labels(self.path)
        return {
            **(views.spec_model(text) or {"data": None, "lines": {}}),
            "hash": digest(self.text),
            "text": text.decode("utf-8", "replace"),
            "faults": self.all_faults(text),
            "undo": labels.undo,
            "redo": labels.redo,
        }

    def _write(self, text: bytes) -> None:
        output.commit({self.path: text})
        self.text = text
        self._stamps[self.path] = _stamp(self.path)
        self._changed(None)

    def _changed(self, label: str | None) -> None:
        self.publish("file", {"hash": digest(self.text), "label": label})
        with self._news:
            # Together: who asks now must not hear that all is done, and be given the pages of the text before.
            self._wanted = True
            self._progress("reading", 0, 1)
            self._news.notify_all()

    def _look_at_file(self) -> None:
        """Take over what another program has written."""
        with self._lock:
            try:
                text = self._read()
            except OutputError:
                return  # Some editors remove a file before they write it anew.
            if text != self.text:
                self.text = text
                self._history.meet(self.path, text, CHANGED)
                self._changed(CHANGED)

    def _watch(self) -> None:
        view = self.shown.view
        self._stamps = self._all_stamps()
        while True:
            with self._news:
                self._news.wait_for(lambda: self._ended, EVERY)
                if self._ended:
                    return
            with self._lock:
                now = self._all_stamps()
                if self.shown.view is not view:
                    # Only when its book is made the files that the spec names are known.
                    view = self.shown.view
                    self._stamps = {path: self._stamps.get(path, stamp) for path, stamp in now.items()}
                changed = {path for path in now.keys() | self._stamps.keys() if now.get(path) != self._stamps.get(path)}
                self._stamps = now
                if self.path in changed:
                    self._look_at_file()
                if changed - {self.path}:
                    self._changed(None)

    def _all_stamps(self) -> dict[Path, int]:
        folder, view = self.path.parent, self.shown.view
        named = view.files if view else frozenset()
        beside = [path for place in (folder, folder / "layouts") if place.is_dir() for path in place.iterdir()]
        found = {self.path, *named, *(path for path in beside if path.suffix.lower() in _KINDS)}
        return {path: _stamp(path) for path in found}

    def _make_all(self) -> None:
        # What makes books takes seconds to load, and the page is to be there before.
        self._greeted.wait(2.0)
        with self._news:
            # The end of the studio closes the history after that of its books.
            if self._ended:
                return
            self._history.opened(self.path, self.title)
        while True:
            with self._news:
                self._news.wait_for(lambda: self._wanted or self._ended)
                if self._ended:
                    return
                self._wanted = False
            self._make()

    def _make(self) -> None:
        """Make the book once. A fault is kept to be shown, and the book as it was before stays."""
        self._progress("reading", 0, 1)
        from bookmaker.api import making, views

        thread = threading.get_ident()

        def progress(stage: str, done: int, total: int, _attempts: int = 0, at: Any = None) -> None:
            self._progress(stage, done, total, at)
            if threading.get_ident() == thread and (self._wanted or self._ended):
                raise _StaleError

        faults = [Fault("the work has ended; the terminal says why").as_dict()]
        try:
            view = views.book_view(self.path, self.jobs, progress, self.memory(), self.seed, self.shown.view)
        except (BookmakerError, OSError) as error:
            faults = making.faults_of(error, self.path)
        except _StaleError:
            pass
        else:
            faults = []
            if self._ended:
                return
            if view is not self.shown.view:
                with self._lock:
                    self.shown = Shown(next(VERSIONS), view)
                self.publish("version", self._counts(self.shown))
        finally:
            with self._news:
                done = not self._wanted and not self._ended
                if done:
                    self._book_faults, self.work = faults, None
            if done:
                self.publish("faults", {"faults": faults})
                self.publish("work", {"stage": None})

    def _progress(self, stage: str, done: int, total: int, at: Any = None) -> None:
        work = {"stage": stage, "done": done, "total": total, "section": at.title if at else None}
        if work != self.work:
            self.work = work
            self.publish("work", work)

    def view(self, version: int) -> BookView:
        """The book of a version. Raises ConflictError if another is shown by now."""
        shown = self.shown
        if shown.view is None or shown.version != version:
            raise ConflictError(Fault("the pages of the book are others by now", None, "look again"))
        return shown.view

    def picture(self, version: int, number: int, dpi: int) -> bytes | None:
        """Page ``number``, from 1 on, as PNG; None if it is not of the version that is shown."""
        shown = self.shown
        if shown.view is None or version != shown.version or not 1 <= number <= shown.view.pages:
            return None
        known = shown.pictures.get((number, dpi))
        if known is None:
            known = shown.view.picture(number, dpi)
            with self._lock:
                shown.pictures[number, dpi] = known
                while len(shown.pictures) > _PICTURES:
                    shown.pictures.popitem(last=False)
        return known


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
