"""The parts of a studio: the folder that it was given, its memory, the book that is open, its build, and the pages that listen
(server-sent events).
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault, OutputError, Place, UsageError
from bookmaker.base.pace import Pace
from bookmaker.studio.child import Child
from bookmaker.studio.history import History
from bookmaker.studio.intake import Intake
from bookmaker.studio.session import ConflictError, Session, digest

MOST_LISTENERS = 8
"""Pages that may listen at a time."""


class Listener:
    """One page that listens. News that it has not fetched yet is replaced by later news of the same name."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wakes = asyncio.Event()
        self._lock = threading.Lock()
        self._waiting: dict[str, str] = {}
        self._ended = False

    def put(self, name: str, data: str) -> None:
        """Add news, from any thread."""
        with self._lock:
            self._waiting.pop(name, None)
            self._waiting[name] = data
        self._loop.call_soon_threadsafe(self._wakes.set)

    def end(self) -> None:
        """End the stream."""
        self._ended = True
        self._loop.call_soon_threadsafe(self._wakes.set)

    async def stream(self) -> AsyncIterator[bytes]:
        """The events as bytes, until the end."""
        yield b"retry: 1000\n\n"
        while not self._ended:
            await self._wakes.wait()
            self._wakes.clear()
            with self._lock:
                waiting, self._waiting = self._waiting, {}
            for name, data in waiting.items():
                yield f"event: {name}\ndata: {data}\n\n".encode()


class News:
    """All pages that listen."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def alone(self) -> bool:
        """Whether no page listens."""
        return not self._listeners

    def add(self) -> Listener | None:
        """A new listener; None if there are too many."""
        if len(self._listeners) >= MOST_LISTENERS:
            return None
        made = Listener()
        self._listeners.add(made)
        return made

    def remove(self, listener: Listener) -> None:
        """Forget a page that has gone."""
        self._listeners.discard(listener)

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send news to every page."""
        text = json.dumps(data)
        for listener in tuple(self._listeners):
            listener.put(name, text)

    def end(self) -> None:
        """End all streams."""
        for listener in tuple(self._listeners):
            listener.end()


_NONE: dict[str, Any] = dict.fromkeys(("stage", "section", "puzzle", "of", "left", "result"))
_BEGIN: dict[str, Any] = {**_NONE, "done": 0, "total": 0, "attempts": 0, "faults": []}


@dataclass
class _At:
    title: str
    ready: int
    count: int


class Build:
    """The build of a book: at most one runs. ``publish(name, data)`` is called with its news."""

    def __init__(self, publish: Callable[[str, dict[str, Any]], None]) -> None:
        self._publish = publish
        self._lock = threading.Lock()
        self._child: Child | None = None
        self.state: dict[str, Any] = {**_BEGIN, "state": "none"}

    @property
    def running(self) -> bool:
        """Whether a build runs."""
        return bool(self.state["state"] == "running")

    def start(
        self, path: Path, jobs: int, seed: int, lenient: bool, proof: bool, built: Callable[[str], object]
    ) -> dict[str, Any]:
        """Begin. ``built`` is called with the digest of the text that was built. Raises ConflictError while another runs."""
        with self._lock:
            if self.running:
                raise ConflictError(Fault("the book is being built"))
            wish = {"path": str(path), "jobs": jobs, "seed": seed, "lenient": lenient, "proof": proof}
            text, self._child = path.read_bytes(), Child("build", wish)
            self._set(**_BEGIN, state="running")
            thread = threading.Thread(target=self._follow, args=(self._child, lambda: built(digest(text))), daemon=True)
            thread.start()
            return self.state

    def cancel(self) -> dict[str, Any]:
        """Stop: no file is left half done, and the puzzles that are made are kept."""
        with self._lock:
            if self.running and self._child is not None:
                self._child.end()
                self._set(**_NONE, state="cancelled")
            return self.state

    def _set(self, **fields: Any) -> None:
        self.state = {**self.state, **fields}
        self._publish("build", self.state)

    def _follow(self, child: Child, built: Callable[[], object]) -> None:
        pace = Pace()
        for news in child.news():
            with self._lock:
                if self._child is not child or not self.running:
                    continue
                if "faults" in news:
                    self._set(**_NONE | {"faults": news["faults"]}, state="failed")
                elif "result" in news:
                    built()
                    self._set(**_NONE | {"result": news["result"]}, state="done")
                else:
                    self._show(news, pace)

    def _show(self, news: dict[str, Any], pace: Pace) -> None:
        where = news["at"]
        at = _At(where["section"], where["ready"], where["count"]) if where else None
        tried, left = pace.at(time.monotonic(), news["done"], news["total"], news["attempts"], at)
        busy = at is not None and at.ready < at.count
        self._set(
            stage=news["stage"],
            done=news["done"],
            total=news["total"],
            attempts=tried,
            left=None if left is None else round(left),
            section=at.title if at is not None and busy else None,
            puzzle=at.ready + 1 if at is not None and busy else None,
            of=at.count if at is not None and busy else None,
        )


class Library:
    """``root``: the folder under which books are; ``state``: the folder of its memory; ``jobs``: threads;
    ``read_only``: nothing is changed.
    """

    def __init__(self, root: Path, state: Path, jobs: int, *, read_only: bool = False) -> None:
        self.root, self.jobs, self.read_only = root.resolve(), jobs, read_only
        self.history = History(state)
        self.news = News()
        self.greeted = threading.Event()
        self.session: Session | None = None
        self.build = Build(self.news.publish)
        self.intake = Intake(self.news.publish, jobs)
        self._lock, self._remembering = threading.Lock(), threading.Lock()
        self._memory: Any = None

    def memory(self) -> Any:
        """The memory of puzzles and pages that outlives the studio. Only what makes books has to load it."""
        from bookmaker.api import views

        with self._remembering:
            if self._memory is None:
                self._memory = views.new_memory()
            return self._memory

    def inside(self, name: str | Path) -> Path:
        """A path under the root, with links followed; relative ones begin there. Raises OutputError for any other, and for
        a name that no file can have.
        """
        try:
            path = (self.root / name).resolve()
            path.exists()
        except (OSError, ValueError):
            raise OutputError(Fault("no file can have this name", Place(str(name)), "choose another")) from None
        if not path.is_relative_to(self.root):
            raise OutputError(
                Fault("lies outside the folder of the studio", Place(str(name)), f"move it under {self.root}")
            )
        return path

    def opened(self) -> Session:
        """The book that is open. Raises UsageError without one."""
        if self.session is None:
            raise UsageError("no book is open")
        return self.session

    def open(self, name: str | Path) -> Session:
        """Open a book instead of the one that is open, and work in its folder, as a command there would: the files of a build
        come beside it. Raises ConflictError while a book is being built.
        """
        path = self.inside(name)
        with self._lock:
            if self.session is not None and self.session.path == path:
                return self.session
            if self.build.running:
                raise ConflictError(Fault("a book is being built", None, "wait until it is done, or cancel it"))
            made = Session(path, self.history, self.jobs, self.news.publish, self.memory, self.greeted)
            # Only now: where this book cannot be read, the one that is open goes on in its own folder.
            os.chdir(path.parent)
            before, self.session = self.session, made
        if before is not None:
            before.end()
        made.start()
        self.news.publish("open", {"path": str(path)})
        return made

    def close(self) -> None:
        """Close the book that is open. Raises ConflictError while it is being built."""
        with self._lock:
            if self.build.running:
                raise ConflictError(Fault("a book is being built", None, "wait until it is done, or cancel it"))
            before, self.session = self.session, None
        if before is not None:
            before.end()
        self.news.publish("open", {"path": None})

    def leave(self, name: str | Path) -> Path:
        """The path of a book that is to be renamed or removed: if it is open, it is closed, and nothing works in its folder.

        Raises ConflictError while it is being built, UsageError if it is not there.
        """
        path = self.inside(name)
        if not path.is_file():
            raise UsageError(Fault("the file is not there any more", Place(str(name))))
        if self.session is None or self.session.path == path:
            self.close()
            os.chdir(self.root)
        return path

    def end(self) -> None:
        """Stop all work."""
        self.news.end()
        self.build.cancel()
        self.intake.end()
        if self.session is not None:
            self.session.end()
        if self._memory is not None:
            self._memory.close()
        self.history.close()


class Routes:
    """The functions behind some routes of a studio."""

    def __init__(self, library: Library) -> None:
        self.library = library
