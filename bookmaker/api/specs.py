"""Specs as text: edited without losing a byte that an edit does not mean, completed and explained.

These are the functions under ``bookmaker set``, ``bookmaker complete`` and the studio.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bookmaker.api import arguments
from bookmaker.base import output, resources
from bookmaker.base.errors import BookmakerError, ChangedError, Fault, Place
from bookmaker.base.language import meanings
from bookmaker.base.schema import FILES, NAMES, JsonSchema, completion, edits, tree
from bookmaker.base.schema.completion import Completion, Completions, Hover
from bookmaker.base.schema.edits import Edit
from bookmaker.base.schema.record import BASE, keys_of

__all__ = [
    "Completion",
    "Completions",
    "Edit",
    "Hover",
    "SpecText",
    "complete",
    "describe",
    "edit_spec",
    "edited",
    "read_spec",
    "spec_schema",
    "write_spec",
]

MOST_FILES = 1000
"""So many files of a folder are offered."""
_BOM = "\ufeff"
AnyEdit = Edit | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SpecText:
    """A spec as it is on disk: its ``text``, and the ``hash`` by which a later write sees that nobody else has changed it."""

    path: Path
    text: str
    hash: str

    def as_dict(self) -> dict[str, Any]:
        """The record of a file that was edited."""
        return {"path": str(self.path), "hash": self.hash}


@cache
def spec_schema(language: str = "en") -> JsonSchema:
    """The JSON Schema of a spec, as ``bookmaker schema`` prints it. It is the same object in each call.

    ``language``: that of its sentences on keys, as far as there are any in it.
    """
    from bookmaker.publishing.book.spec import spec_file

    made: JsonSchema = _said(spec_file.json_schema(), meanings(language))
    return made


def _said(part: Any, words: Mapping[str, str]) -> Any:
    if isinstance(part, list):
        return [_said(one, words) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: words.get(inner, inner) if name == "description" and isinstance(inner, str) else _said(inner, words)
        for name, inner in part.items()
    }


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read_spec(path: str | os.PathLike[str]) -> SpecText:
    """The text of a spec, which need not be without faults. Raises SpecError for a file that is missing or not text."""
    where = arguments.path("path", path)
    data = tree.read_bytes(where)
    return SpecText(where, tree.decode(data, str(where)), _hash(data))


def write_spec(path: str | os.PathLike[str], text: str, base: str | None = None) -> SpecText:
    """Write the text of a spec: whole, or not at all.

    ``base`` is the hash of the text that was read; ChangedError if the file has another by now. Raises SpecError for a text
    that is not YAML, and OutputError.
    """
    where = arguments.path("path", path)
    edits.composed(text, str(where))
    return _written(where, text, base)


def _written(where: Path, text: str, base: str | None) -> SpecText:
    old = tree.read_bytes(where) if where.exists() else b""
    if base is not None and _hash(old) != base:
        message = "the file was changed by another program since it was read, and is left as it is"
        raise ChangedError(Fault(message, Place(str(where)), "read it again, and repeat the edit"))
    data = ((_BOM if old.startswith(_BOM.encode()) else "") + text).encode()
    if data != old:
        output.commit({where: data})
    return SpecText(where, text, _hash(data))


def edited(text: str, changes: Iterable[AnyEdit], name: str = "") -> str:
    """The text of a spec after edits, one after another; every byte that they do not mean stays.

    An edit is an :class:`Edit`, or its JSON, such as ``{"path": "page.trim", "value": "a4"}``. ``name`` is that of the file, for
    messages. Raises SpecError if the text is not YAML or an edit does not fit it, UsageError for anything else.

    >>> print(edited("page: {trim: 6x9in}   # as the first volume", [Edit(("page", "trim"), "set", "a4")]))
    page: {trim: a4}   # as the first volume
    """
    asked = [one if isinstance(one, Edit) else edits.edit_of(one) for one in changes]
    return edits.edited(text, asked, spec_schema(), name)


def edit_spec(path: str | os.PathLike[str], changes: Iterable[AnyEdit], base: str | None = None) -> SpecText:
    """Edit the file of a spec as :func:`edited` does, whole or not at all.

    ``base``: see :func:`write_spec`; None: that of the file as it is now. Raises SpecError, UsageError, OutputError.
    """
    old = read_spec(path)
    text = edited(old.text, changes, str(old.path))
    return _written(old.path, text, old.hash if base is None else base)


def complete(text: str, offset: int, folder: str | os.PathLike[str] | None = None, language: str = "en") -> Completions:
    """What may be written at an offset of the text of a spec, from 0, finished or not.

    beside the lists of the schema: the files of ``folder``, which is that of the spec, its own styles and layouts, and the
    palettes of the cover's design.
    """
    return completion.complete(text, offset, spec_schema(language), _further(text, folder))


def describe(
    text: str, offset: int, folder: str | os.PathLike[str] | None = None, language: str = "en"
) -> Hover | None:
    """The meaning of the key or the value at an offset of a spec; None where there is nothing to say."""
    return completion.hover(text, offset, spec_schema(language), _further(text, folder))


def _further(text: str, folder: str | os.PathLike[str] | None) -> completion.Also:
    beside = None if folder is None else arguments.path("folder", folder)

    def further(schemas: Sequence[JsonSchema]) -> Iterator[Completion]:
        endings = tuple(ending for one in schemas for ending in one.get(FILES, ()))
        if endings and beside is not None:
            for path in _files(beside, endings):
                yield Completion(path, edits.plain_text(path), "file")
        for what in dict.fromkeys(one[NAMES] for one in schemas if NAMES in one):
            for name, about in _names(what, text, beside):
                yield Completion(name, edits.plain_text(name), "value", about)

    return further


def _files(folder: Path, endings: tuple[str, ...]) -> list[str]:
    """The files in a folder and in those inside it, but for hidden ones and specs, by their names from there."""
    found: list[str] = []
    for above, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))[: MOST_FILES // 10]
        for name in sorted(names):
            if not name.startswith(".") and ("*" in endings or name.lower().endswith(endings)):
                found.append((Path(above) / name).relative_to(folder).as_posix())
        if len(found) > MOST_FILES:
            break
    return found[:MOST_FILES]


def _names(what: str, text: str, folder: Path | None) -> Iterator[tuple[str, str]]:
    """The names of a thing that no schema lists, each with its meaning."""
    if what == "palette":
        yield from _palettes(text, folder)
    elif what.startswith("layout for"):
        for path in sorted((folder / "layouts").glob("*.yaml")) if folder is not None else ():
            yield path.stem, "A layout of your own."
    elif what in ("style", "cover design"):
        for path in sorted(folder.glob("*.y*ml")) if folder is not None else ():
            if _is_look(path, what):
                yield path.name, f"A {what} of your own."
    else:
        for name in resources.names(what, ".txt"):
            yield name, "A drawing of this program."


def _is_look(path: Path, what: str) -> bool:
    """Whether a file is a style or a cover design, by its keys."""
    from bookmaker.printing.covers.design import Design
    from bookmaker.printing.styles.style import Style

    try:
        data = edits.data_of(edits.composed(tree.decode(tree.read_bytes(path), str(path)), str(path)))
    except BookmakerError:
        return False
    known = keys_of(Style if what == "style" else Design)
    return isinstance(data, dict) and data.keys() <= {BASE, *known}


def _palettes(text: str, folder: Path | None) -> Iterator[tuple[str, str]]:
    from bookmaker.printing.covers import design as designs

    named = completion.scalar_at(text, ("cover", "design")) or designs.USUAL
    try:
        found = designs.find(named, folder)
    except BookmakerError:
        return
    for palette in found.palettes:
        yield palette.name, f"A palette of `{named}`."
