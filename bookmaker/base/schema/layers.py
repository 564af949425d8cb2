"""Documents with a base: a file says what differs from its ``base``, and the base says the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.schema import tree
from bookmaker.base.schema.reading import JsonSchema, either_of
from bookmaker.base.schema.record import R, Record, json_schema, read_root
from bookmaker.base.schema.tree import Node

BASE = "base"


def load_layered(record: type[R], path: Path, find_base: Callable[[str], Path | None], known: list[str]) -> R:
    """Read a file and its bases into one record.

    ``find_base(name)`` is the file of a base, None if there is none; ``known`` are the names to choose from. Raises SpecError
    with every fault, each placed in its own file.
    """
    faults: list[Fault] = []
    files: list[Path] = []
    whole: Node | None = None
    following: Path | None = path
    while following is not None:
        files.append(following)
        root, found = tree.read(following)
        faults += found
        following, named = None, None
        if root is None or root.kind != "mapping":
            whole = whole or root
            break
        named = next((value for name, value in root.pairs if name.text == BASE), None)
        root = Node("mapping", root.place, pairs=tuple(pair for pair in root.pairs if pair[0].text != BASE))
        whole = root if whole is None else merged(root, whole)
        if named is not None:
            following = _base_file(named, find_base, files, known)
    return read_root(record, whole, faults, str(path), path.parent)


def layered_schema(record: type[Record], title: str, known: list[str]) -> JsonSchema:
    """The JSON Schema of such a file: a ``base``, one of ``known`` or a file, and any of the keys; or all keys and no base."""
    whole = json_schema(record, title)
    partial = _optional(whole)
    named = {"anyOf": [{"enum": known}, {"type": "string", "pattern": r"\.ya?ml$"}]}
    base = {**named, "description": "The document that says what this one leaves out."}
    required = whole["required"]
    return {
        **partial,
        "properties": {BASE: base, **partial["properties"]},
        "anyOf": [{"required": [BASE]}, {"required": required}],
    }


def _optional(found: JsonSchema) -> JsonSchema:
    """The same with no key required, at any depth: the base may have it."""
    keys = {name: _optional(one) for name, one in found.get("properties", {}).items()}
    return {name: value for name, value in found.items() if name != "required"} | ({"properties": keys} if keys else {})


def _base_file(named: Node, find_base: Callable[[str], Path | None], files: list[Path], known: list[str]) -> Path:
    found = find_base(named.text) if named.kind == "scalar" and named.text else None
    if found is None:
        raise SpecError(Fault(f"`{BASE}` must be {either_of(known)}, or a file beside this one", named.place))
    if found in files:
        raise SpecError(Fault(f"`{BASE}: {named.text}` leads back to {found.name}", named.place, "name another"))
    return found


def merged(under: Node, over: Node) -> Node:
    """A mapping with the keys of both; ``over`` wins where both have a key, and nested mappings are merged in the same way."""
    if under.kind != "mapping" or over.kind != "mapping":
        return over
    below = {name.text: value for name, value in under.pairs}
    above = {name.text for name, _ in over.pairs}
    mixed = tuple(
        (name, merged(below[name.text], value) if name.text in below else value) for name, value in over.pairs
    )
    return Node("mapping", over.place, pairs=(*(pair for pair in under.pairs if pair[0].text not in above), *mixed))
