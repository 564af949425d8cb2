"""Readers and writers of puzzles, in four rooms and a face.

``base``: what all formats share. ``apps``: one declared format a module; a new one is a module there and one line in
:data:`bookmaker.formats.apps.DECLARED`. ``stream``: bytes to blocks of lines, in constant memory. ``found``: puzzles in text that
is written in no format. :mod:`bookmaker.formats.reading` is the face: its public functions are the names below, which load it on
first use, so that the names of all formats cost nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bookmaker.formats.apps.registry import BY_ENDING, FORMATS, render
    from bookmaker.formats.found.headings import LooseAnswer
    from bookmaker.formats.found.one_text import Reading
    from bookmaker.formats.reading import (
        Argument,
        Numbers,
        Piece,
        Puzzles,
        is_text,
        items,
        named,
        parse,
        pieces,
        read,
        read_all,
        read_stream,
        read_text,
    )
    from bookmaker.formats.stream.inputs import STDIN, Opened, expanded
    from bookmaker.formats.stream.rows import Batch

__all__ = [
    "BY_ENDING",
    "FORMATS",
    "STDIN",
    "Argument",
    "Batch",
    "LooseAnswer",
    "Numbers",
    "Opened",
    "Piece",
    "Puzzles",
    "Reading",
    "expanded",
    "is_text",
    "items",
    "named",
    "parse",
    "pieces",
    "read",
    "read_all",
    "read_stream",
    "read_text",
    "render",
]


_HOMES = {
    "apps.registry": {"BY_ENDING", "FORMATS", "render"},
    "found.headings": {"LooseAnswer"},
    "found.one_text": {"Reading"},
    "stream.inputs": {"STDIN", "Opened", "expanded"},
    "stream.rows": {"Batch"},
}
"""The modules of the names that are not in :mod:`bookmaker.formats.reading`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'bookmaker.formats' has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "reading")
    found = globals()[name] = getattr(import_module(f"bookmaker.formats.{home}"), name)
    return found
