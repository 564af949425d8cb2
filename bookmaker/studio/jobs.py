"""A build in the background: a child process does the work, so that pages are drawn meanwhile and a cancel takes no time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault
from bookmaker.base.pace import Pace
from bookmaker.studio.child import Child
from bookmaker.studio.session import ConflictError, digest

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
