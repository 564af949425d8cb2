"""What one input may cost to take apart. It is charged as the work is done, so that an input ends anywhere alike."""

from __future__ import annotations

from typing import Literal

from bookmaker.base.errors import Fault, InputError, Place

Cost = Literal["bytes unpacked", "elements", "cells", "characters", "tables", "files", "parts of mail"]

_MOST: dict[Cost, int] = {
    "bytes unpacked": 256 << 20,
    "elements": 1_000_000,
    "cells": 1_000_000,
    "characters": 32_000_000,
    "tables": 1_000,
    "files": 10_000,
    "parts of mail": 20_000,
}
"""Cells, and the characters in them, count as often as a document repeats them. A sheet is a table."""

_DEEPEST = 6
"""Containers within one another: a workbook in a mail that was forwarded in a mail, in a zip file, takes four."""


class Budget:
    """The costs so far of one input, whatever it holds. ``spent``: it was exceeded, and nothing more of the input is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spent = False
        self._left = dict(_MOST)

    def charge(self, what: Cost, many: int = 1) -> None:
        """Take so much from the rest. Raises InputError where there is less."""
        self._left[what] = left = self._left[what] - many
        if left < 0:
            raise self.refused(f"it holds more than {_MOST[what]:,} {what}", "split it, or save the puzzles as text")

    def enter(self, depth: int) -> None:
        """Check how deep a container is in others. Raises InputError."""
        if depth > _DEEPEST:
            raise self.refused(f"more than {_DEEPEST} files are packed into one another", "unpack it")

    def refused(self, message: str, advice: str) -> InputError:
        """The error of an input that is not read any further."""
        self.spent = True
        return InputError(Fault(message, Place(self.name), advice))
