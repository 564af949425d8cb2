"""The keys of a spec, a style, a layout, a cover design and a printer: each with its default, its values and an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from bookmaker.base.schema import ListOf, Record, Shape
from bookmaker.base.schema.record import REQUIRED, Key, Nested, keys_of
from bookmaker.printing.covers.design import KINDS, Design, ElementValue
from bookmaker.printing.pages.layouts import LayoutFile
from bookmaker.printing.printers.rules import Printer
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.spec.spec_file import Spec

FILES: dict[str, tuple[str, type[Record], str]] = {
    "spec": ("Keys of a spec", Spec, "A spec is one YAML file, such as `book.yaml`. [Books](../book.md) explains it."),
    "style-keys": (
        "Keys of a style",
        Style,
        "A style of yours is a file with a `base` and the differences from it. [How to write one](../extending/style.md).",
    ),
    "layout-keys": (
        "Keys of a layout",
        LayoutFile,
        "A layout of yours is a file beside the spec. [How](../extending/layout.md).",
    ),
    "cover-keys": (
        "Keys of a cover design",
        Design,
        "A design of yours is a file with a `base` and the differences from it. [How](../extending/cover.md).",
    ),
    "printer-keys": ("Keys of a printer", Printer, "The rules of a printer are a file in `layouts/printers/`."),
}
"""Page -> its title, the record of the whole file, and a sentence."""


SHIPPED = {
    "spec": "examples/*.yaml",
    "style-keys": "layouts/styles/*.yaml",
    "layout-keys": "layouts/*.yaml",
    "cover-keys": "layouts/covers/*.yaml",
    "printer-keys": "layouts/printers/*.yaml",
}
"""Page -> the shipped files of its sort. A key that declares no example has the first value that one of them gives it."""

_SHORT = 100
"""Characters of an example that fits into a table."""


class Group(NamedTuple):
    """A record and the keys that lead to it: ``sections[].puzzles``."""

    path: str
    record: type[Record]


def inner(shape: Any) -> Iterator[Shape[Any]]:
    """The shapes that a shape is made of."""
    for value in vars(shape).values():
        for one in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(one, Shape):
                yield one


def records_in(shape: Shape[Any], path: str) -> Iterator[Group]:
    """The records that a value of this shape may be, with the path of each."""
    if isinstance(shape, Nested):
        yield Group(path, shape.record)
        return
    if isinstance(shape, ElementValue):
        yield from (Group(f"{path}, `draw: {name}`", element) for name, element in KINDS.items())
    listed = f"{path}[]" if isinstance(shape, ListOf) else path
    for one in inner(shape):
        yield from records_in(one, listed)


def groups(record: type[Record]) -> list[Group]:
    """All records of a file, each once, in the order in which its keys lead to them."""
    found: dict[type[Record], Group] = {}

    def add(group: Group) -> None:
        if group.record in found:
            return
        found[group.record] = group
        for name, (_, key) in keys_of(group.record).items():
            for one in records_in(key.shape, f"{group.path}.{name}".lstrip(".")):
                add(one)

    add(Group("", record))
    return list(found.values())


def pages() -> dict[str, str]:
    """The Markdown of each page by its name."""
    return {name: page(name) for name in FILES}


@cache
def shipped(name: str) -> list[Any]:
    """The contents of the shipped files of a page's sort, numbers as they are written; files without a base come first."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    files = sorted(Path(__file__).parents[2].glob(SHIPPED[name]))
    return sorted((yaml.load(path.read_bytes(), loader) for path in files), key=lambda data: "base" in data)


def everywhere(data: Any) -> Iterator[dict[str, Any]]:
    """All mappings in a tree."""
    if isinstance(data, dict):
        yield data
    for one in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from everywhere(one)


def mappings(data: Any, path: str) -> list[dict[str, Any]]:
    """The mappings of a file to which this path of a :class:`Group` leads."""
    found = [data]
    for part in filter(None, path.split(".")):
        name, listed, drawn = re.fullmatch(r"(\w+)((?:\[\])*)(?:, `draw: ([\w-]+)`)?", part).groups()  # type: ignore[union-attr]
        if drawn:
            found = [one for one in everywhere(data) if one.get("draw") == drawn]
            continue
        inside = [one[name] for one in found if isinstance(one, dict) and name in one]
        found = [one for each in inside for one in (each if listed and isinstance(each, list) else [each])]
    return [one for one in found if isinstance(one, dict)]


def given(name: str, path: str, key: Key) -> list[Any]:
    """An example of a key from the shipped files, if there is a short one that is not its default."""
    default = "" if key.default is REQUIRED else written(key.default)
    for data in shipped(name):
        for one in mappings(data, path):
            value = one.get(key.name)
            if value and not any(everywhere(value)) and written(value) != default and len(written(value)) <= _SHORT:
                return [value]
    return []


def page(name: str) -> str:
    """A heading and a table for each record of a file."""
    title, record, about = FILES[name]
    based = record in (Style, Design)
    parts = [f"# {title}\n", f"{about}\n"]
    known = groups(record)
    paths: dict[type[Record], str] = {group.record: group.path for group in known}
    for group in known:
        twice = sum(other.path == group.path for other in known) > 1
        named = f"{group.path} ({_first_line(group.record)})" if twice else group.path
        parts.append(f"## {named or 'The file itself'}\n")
        parts.append(f"{_first_line(group.record)}\n")
        parts += ["| key | values | default | meaning |", "|---|---|---|---|"]
        for _, key in keys_of(group.record).values():
            shown = [one for one in key.examples if one != key.default] or given(name, group.path, key)
            parts.append(_row(key, paths, based, shown))
        parts.append("")
    return "\n".join(parts)


def _first_line(record: type[Record]) -> str:
    return " ".join((record.__doc__ or "").split("\n\n")[0].split()).replace("``", "`")


def _row(key: Key, paths: dict[type[Record], str], based: bool, shown: list[Any]) -> str:
    """``based``: a file of this sort takes from its base what it leaves out. ``shown``: examples."""
    if key.default is REQUIRED:
        default = "as the base" if based else "**required**"
    else:
        default = "" if key.default in (None, "") else f"`{written(key.default)}`"
    examples = f"<br>Example: {', '.join(f'`{key.name}: {written(one)}`' for one in shown)}." if shown else ""
    nested = dict.fromkeys(paths[one.record] for one in records_in(key.shape, ""))
    values = key.shape.wanted
    if nested:
        paths_said = " or ".join(f"`{path}`" for path in nested) if len(nested) < 4 else "one of those below"
        values = f"{values.split(' with ')[0]}: see {paths_said}"
    return f"| `{key.name}` | {cell(values)} | {cell(default)} | {cell(key.doc)}{cell(examples)} |"


def written(value: Any) -> str:
    """A value as a spec has it."""
    text = json.dumps(value, ensure_ascii=False)
    return text.strip('"') if isinstance(value, str) and value.strip() else text.replace('"', "")


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
