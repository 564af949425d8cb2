"""The JSON Schema of each record that commands print with ``--json``, one for each thing, with a version.

The records are in ``records.json``. One may get further fields; those named there stay, and so does their meaning, as long as its
version is the same. Nothing of ours is imported here: ``bookmaker schema --record`` answers at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSION = 1
"""Of all records: it grows when a field goes or changes."""

_TYPES = {"text": "string", "whole": "integer", "number": "number", "flag": "boolean", "object": "object"}


def _shape(said: str) -> dict[str, Any]:
    """``[text]`` is a list, ``{whole}`` an object with any names, ``<fault>`` another record, and ``text|null`` may be null."""
    null = said.endswith("|null")
    said = said.removesuffix("|null")
    if said.startswith("["):
        shape: dict[str, Any] = {"type": "array", "items": _shape(said[1:-1])}
    elif said.startswith("{"):
        shape = {"type": "object", "additionalProperties": _shape(said[1:-1])}
    elif said.startswith("<"):
        shape = {"$ref": f"#/$defs/{said[1:-1]}"}
    elif said == "any":
        return {}
    else:
        shape = {"type": _TYPES[said]}
    return {"anyOf": [shape, {"type": "null"}]} if null else shape


_HELD = json.loads(Path(__file__).with_name("records.json").read_text(encoding="utf-8"))


def _fields(said: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields of a record; ``+grade`` has those of a group that several records share."""
    for name, shape in said.items():
        yield from _fields(_HELD["groups"][name[1:]]) if name.startswith("+") else [(name, shape)]


RECORDS: dict[str, tuple[str, dict[str, str]]] = {
    name: (one["about"], dict(_fields(one["fields"]))) for name, one in _HELD["records"].items()
}
"""A sentence on each record, and its fields: the shape, then the meaning. A question mark: the field may be left out."""


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a record."""
    used: dict[str, dict[str, Any]] = {}
    whole = _object(name, used)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"bookmaker/{name}/{VERSION}",
        "title": name,
        **whole,
        **({"$defs": used} if used else {}),
    }


def _object(name: str, used: dict[str, dict[str, Any]]) -> dict[str, Any]:
    about, fields = RECORDS[name]
    properties: dict[str, dict[str, Any]] = {}
    for field, said in fields.items():
        shape, _, means = said.partition(": ")
        properties[field.removesuffix("?")] = {**_shape(shape), "description": f"{means[0].upper()}{means[1:]}."}
        inner = shape.partition("<")[2].partition(">")[0]
        if inner and inner not in used:
            used[inner] = {}
            used[inner] = _object(inner, used)
    required = [field for field in fields if not field.endswith("?")]
    return {"description": about, "type": "object", "properties": properties, "required": required}
