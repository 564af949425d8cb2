"""A progress bar on standard error, shown only if that is a terminal."""

from __future__ import annotations

import sys
from types import TracebackType

_WIDTH = 32
_MANY, _MANY_EACH = 1000, 50
"""The bar shows the attempts from so many on: in all, and for each puzzle that is ready."""


class Bar:
    """Shows one line on standard error, and removes it at the end."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = ""

    def __call__(self, stage: str, done: int, total: int, attempts: int = 0, unit: str = "") -> None:
        """Show that ``done`` of ``total`` units are ready, and the number of attempts so far where it is large."""
        if not self._shown or total <= 0:
            return
        filled = min(_WIDTH * done // total, _WIDTH)
        line = f"{stage:8} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}{unit and f' {unit}'}"
        if attempts >= max(_MANY, _MANY_EACH * done):
            line += f", {attempts // _MANY * _MANY:,} attempts"
        if line != self._last:
            # Spaces cover the rest of a longer line before.
            sys.stderr.write("\r" + line.ljust(len(self._last)))
            sys.stderr.flush()
            self._last = line

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._last:
            sys.stderr.write("\r" + " " * len(self._last) + "\r")
            sys.stderr.flush()
