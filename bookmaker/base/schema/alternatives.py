"""The schema at a path: alternatives of a JSON Schema are told apart by the keys that a mapping has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookmaker.base.schema.reading import JsonSchema
from bookmaker.base.schema.tree import Node

KeyPath = tuple[str | int, ...]
"""Keys, and positions in lists from 0."""


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
