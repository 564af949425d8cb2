"""The error tree: one class for each way a command can fail, one exit code for each class.

A :class:`Fault` is one thing that is wrong at one place. A :class:`BookmakerError` carries one or more of them, because a person
mending a file wants all of its faults at once. The command line prints the faults and turns the class into the exit code; it
never shows a traceback for these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

_UNSHOWN = r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def shown_name(name: str) -> str:
    """A name that others gave, as messages show it: its line ends and control characters are written out."""
    if name.isascii() and name.isprintable():
        return name
    return re.sub(_UNSHOWN, lambda found: found[0].encode("unicode_escape").decode(), name)


class Said(str):
    """A message in English that knows its ``template`` and the ``parts`` in it, so that it can be said in other languages."""

    template: str
    parts: dict[str, object]


def said(template: str, **parts: object) -> str:
    """A message with its parts filled in, as :meth:`str.format` does it; a part may be such a message, too."""
    made = Said(template.format_map(parts))
    made.template, made.parts = template, parts
    return made


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent a text by mail, by name or address, and what the mail is about."""

    name: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a fault: a file (or ``<stdin>``), and a line and a column of it, counted from 1; ``part`` says which of
    several things at one place it is, as ``[3]`` in a list. ``area``: what a document calls the place, ``Sheet1!B3:J11``, shown
    in place of the line. ``sender``: of the mail that the file is in.
    """

    path: str
    line: int | None = None
    column: int | None = None
    part: str = ""
    area: str = ""
    sender: Sender | None = None

    def __str__(self) -> str:
        path = shown_name(self.path)
        if self.area:
            return f"{path}[{shown_name(self.area)}]"
        parts = [path]
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(parts)

    @property
    def to_line(self) -> str:
        """The file, the line if it is known, and the part, as a puzzle is named by them."""
        path = shown_name(self.path)
        if self.area:
            return f"{path}[{shown_name(self.area)}]{self.part}"
        return (path if self.line is None else f"{path}:{self.line}") + self.part


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, its place, and advice; ``code`` names it for programs, and ``whole`` says that its
    line would have been a puzzle.
    """

    message: str
    place: Place | None = None
    advice: str = ""
    code: str = ""
    whole: bool = False

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place is not None else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{where}{self.message}{advice}"

    def as_dict(self) -> dict[str, str | int | None]:
        """The fields that ``--json`` prints of a fault."""
        place = self.place or Place("")
        where = {"path": place.path or None, "line": place.line, "column": place.column}
        return {**where, "message": self.message, "advice": self.advice}


@dataclass(frozen=True, slots=True)
class Note(Fault):
    """Something worth knowing and not a fault: text that was passed over, or a reading that is a guess.

    ``text`` is the text that was passed over, "" for a guess. ``light``: it says of nothing that may change a puzzle. No note
    changes an exit code.
    """

    text: str = ""
    light: bool = False

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place is not None else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{where}note: {self.message}{advice}"


class BookmakerError(Exception):
    """Root of every error that bookmaker reports on purpose; ``faults`` holds at least one fault."""

    exit_code: ClassVar[int] = 1

    def __init__(self, faults: str | Fault | Iterable[Fault]) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: Sequence[Fault] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UsageError(BookmakerError):
    """A command was called with arguments that make no sense (argparse's own exit code)."""

    exit_code = 2


class SpecError(BookmakerError):
    """A book spec or a layout is faulty: broken YAML, unknown key, wrong type, impossible value."""

    exit_code = 3


class InputError(BookmakerError):
    """A puzzle file cannot be read as puzzles."""

    exit_code = 4


class ImproperError(BookmakerError):
    """A puzzle that has to be proper has no solution, or more than one."""

    exit_code = 5


class UnmetError(BookmakerError):
    """A requested puzzle could not be made within its attempts."""

    exit_code = 6


class OutputError(BookmakerError):
    """A result cannot be written: no permission, no space, a folder where a file should be."""

    exit_code = 7


class ChangedError(OutputError):
    """A file is not written, because another program changed it since it was read: nothing of either is lost."""


class ResourceError(BookmakerError):
    """A layout, font or catalogue is missing, broken, or lacks something that the book needs."""

    exit_code = 8


class ProofError(BookmakerError):
    """A finished page failed its own check for print. Nothing was written; this is a bug worth reporting."""

    exit_code = 9


INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells count it (128 + SIGINT)."""


class Interrupted(BookmakerError):  # noqa: N818 (no error of anybody)
    """The user ended the work with Ctrl-C; the fault says how far it was."""

    exit_code = INTERRUPTED
