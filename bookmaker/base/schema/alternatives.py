"""Paths of keys, and the schema at a path: of alternatives that one which fits the keys of a mapping."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.schema.reading import JsonSchema
from bookmaker.base.schema.tree import Node

KeyPath = tuple[str | int, ...]
"""Keys, and positions in lists from 0."""
_STEP = re.compile(r"""\.?([\w-]+)|\[([0-9]+)\]|\["((?:[^"\\]|\\.)*)"\]""")


def path_of(text: str) -> KeyPath:
    """``sections[2].puzzles.count`` -> ``("sections", 2, "puzzles", "count")``. Raises UsageError.

    A key with other signs than letters, digits, ``_`` and ``-`` is written ``words["a b"]``.
    """
    found: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None or (step[0][0] not in "[." if at else step[0][0] == "."):
            message = f"{text!r} is not a path of keys: {text[at : at + 20]!r} cannot be read"
            raise UsageError(Fault(message, None, "write such as page.trim or sections[2].puzzles.count"))
        key, index, quoted = step.groups()
        found.append(key if key is not None else int(index) if index is not None else json.loads(f'"{quoted}"'))
        at = step.end()
    if not found:
        raise UsageError("a path of keys is empty")
    return tuple(found)


def path_text(path: KeyPath) -> str:
    """The text of a path, as :func:`path_of` reads it."""
    said = ""
    for step in path:
        if isinstance(step, int):
            said += f"[{step}]"
        elif re.fullmatch(r"[\w-]+", step):
            said += f".{step}" if said else step
        else:
            said += f"[{json.dumps(step, ensure_ascii=False)}]"
    return said


def branches(schema: JsonSchema, present: Sequence[str] | None = None) -> Iterator[JsonSchema]:
    """The alternatives of a schema, for a mapping that has these keys; None: for any."""
    if "if" in schema:
        sign = schema["if"]["required"][0]
        if present is None or sign in present:
            yield from branches(schema["then"], present)
        if present is None or sign not in present:
            yield from branches(schema["else"], present)
    elif "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from branches(one, present)
    else:
        yield schema


def keys_at(schema: JsonSchema, path: KeyPath, root: Node | None) -> dict[str, JsonSchema]:
    """The keys of the mapping at a path with their schemas, in their order; ``root`` says which of several mappings it is."""
    found, node = [schema], root
    for step in path:
        present = None if node is None else [key.text for key, _ in node.pairs]
        found = [inner for one in found for each in branches(one, present) for inner in below(each, step)]
        node = None if node is None else inner_node(node, step)
    present = None if node is None else [key.text for key, _ in node.pairs]
    return {
        key: one for each in found for way in branches(each, present) for key, one in way.get("properties", {}).items()
    }


def below(schema: JsonSchema, step: str | int) -> Iterator[JsonSchema]:
    """The schemas of a key, or of an entry."""
    if isinstance(step, int):
        inner = schema.get("items")
    else:
        inner = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    if isinstance(inner, dict):
        yield inner


def inner_node(node: Node, step: str | int) -> Node | None:
    """The value of a key, or the entry at a position; None where there is none."""
    if isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    return next((value for key, value in node.pairs if key.text == step), None)
