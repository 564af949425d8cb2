"""A build in the background."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bookmaker.base.errors import BookmakerError, Fault
from bookmaker.base.pace import Pace
from bookmaker.studio.session import ConflictError, digest

_NONE: dict[str, Any] = dict.fromkeys(("stage", "section", "puzzle", "of", "left", "result"))
_EACH = 0.2
"""Seconds between two pieces of news of the same stage."""


class _CancelledError(Exception):
    """The user has cancelled the build."""


class Build:
    """The build of a book: at most one runs. ``publish(name, data)`` is called with its news."""

    def __init__(self, publish: Callable[[str, dict[str, Any]], None]) -> None:
        self._publish = publish
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None
        self.state: dict[str, Any] = {**_NONE, "state": "none", "done": 0, "total": 0, "attempts": 0, "faults": []}

    @property
    def running(self) -> bool:
        """Whether a build runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(
        self, path: Path, jobs: int, memory: Callable[[], Any], seed: int, lenient: bool, proof: bool,
        built: Callable[[str], object],
    ) -> dict[str, Any]:  # fmt: skip
        """Begin. ``built`` is called with the digest of the text that was built. Raises ConflictError while another runs."""
        with self._lock:
            if self.running:
                raise ConflictError(Fault("the book is being built"))
            self._cancelled.clear()
            self.state = {**_NONE, "state": "running", "done": 0, "total": 0, "attempts": 0, "faults": []}
            self._thread = threading.Thread(
                target=self._run, args=(path, jobs, memory, seed, lenient, proof, built), daemon=True
            )
            self._thread.start()
        return self.state

    def cancel(self) -> dict[str, Any]:
        """Stop as soon as the work says how far it is; no file is left half done."""
        with self._lock:
            if self.running and not self._cancelled.is_set():
                self._cancelled.set()
                self._set(state="cancelling")
        return self.state

    def _set(self, **fields: Any) -> None:
        self.state = {**self.state, **fields}
        self._publish("build", self.state)

    def _run(
        self, path: Path, jobs: int, memory: Callable[[], Any], seed: int, lenient: bool, proof: bool,
        built: Callable[[str], object],
    ) -> None:  # fmt: skip
        from bookmaker.api import making

        pace = Pace()
        last = (0.0, "")

        def progress(stage: str, done: int, total: int, attempts: int = 0, at: Any = None) -> None:
            nonlocal last
            if self._cancelled.is_set():
                raise _CancelledError
            now = time.monotonic()
            tried, left = pace.at(now, done, total, attempts, at)
            if stage == last[1] and done < total and now - last[0] < _EACH:
                return
            last = (now, stage)
            busy = at is not None and at.ready < at.count
            self._set(
                stage=stage,
                done=done,
                total=total,
                attempts=tried,
                left=None if left is None else round(left),
                section=at.title if busy else None,
                puzzle=at.ready + 1 if busy else None,
                of=at.count if busy else None,
            )

        try:
            text = path.read_bytes()
            result = making.build_book(path, jobs, progress, memory(), seed, lenient=lenient, proof=proof)
        except (BookmakerError, OSError) as error:
            self._set(**_NONE, state="failed", faults=making.faults_of(error, path))
        except _CancelledError:
            self._set(**_NONE, state="cancelled")
        else:
            built(digest(text))
            self._set(**{**_NONE, "result": result}, state="done")
        finally:
            # An error that nobody foresaw is on the terminal; the page must not wait for ever.
            if self.state["state"] in ("running", "cancelling"):
                self._set(
                    **_NONE, state="failed", faults=[Fault("the work has ended; the terminal says why").as_dict()]
                )
