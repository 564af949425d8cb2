"""Records: the keys of a mapping, declared once as the fields of a frozen dataclass.

A document may have a ``base``: it says only the differences, and the base says the rest.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, overload

from bookmaker.base.errors import Fault, Place, SpecError, said
from bookmaker.base.schema import tree
from bookmaker.base.schema.reading import (
    A,
    B,
    FaultyError,
    JsonSchema,
    Reader,
    Shape,
    T,
    closest,
    describe,
    either_of,
    flow_text,
)
from bookmaker.base.schema.shapes import ListOf, Text
from bookmaker.base.schema.tree import Node, NodeKind

R = TypeVar("R", bound="Record")
Plain = str | int | float | bool | Sequence[Any] | Mapping[str, Any]


class _Required:
    """The default of a key that has none."""


REQUIRED: Final = _Required()
MAX_FAULTS = 100
"""The most faults reported for one file: more mean that it is the wrong file."""
_KEY = "bookmaker.base.schema"
_NOWHERE = Node("mapping", Place(""))


@dataclass(frozen=True, slots=True)
class Key:
    """The declaration of one key: its name in the file, its shape, a sentence about it."""

    name: str
    shape: Shape[Any]
    doc: str
    default: Plain | _Required | None
    examples: tuple[Plain, ...]
    varies: bool = False


@overload
def key(
    shape: Shape[T], doc: str, *, default: None, name: str = "", examples: Sequence[Plain] = (), varies: bool = False
) -> T | None: ...
@overload
def key(
    shape: Shape[T],
    doc: str,
    *,
    default: Plain | _Required = REQUIRED,
    name: str = "",
    examples: Sequence[Plain] = (),
    varies: bool = False,
) -> T: ...
def key(
    shape: Shape[Any],
    doc: str,
    *,
    default: Plain | _Required | None = REQUIRED,
    name: str = "",
    examples: Sequence[Plain] = (),
    varies: bool = False,
) -> Any:
    """One field of a record: write ``count: int = `` and this.

    ``default`` and ``examples`` are written as in the file (``"6x9in"``, not points) and are read by the shape at
    import; None as default makes the key optional. ``name`` is for names that Python cannot have, such as ``from``. ``varies``:
    the value that a key left out has depends on other keys, so that no editor may write the default for it.
    """
    metadata = {_KEY: Key(name, shape, doc, default, tuple(examples), varies)}
    for example in examples:
        _read_plain(shape, example)
    if isinstance(default, _Required):
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=None if default is None else _read_plain(shape, default), metadata=metadata)


def _plain_node(value: Plain, place: Place) -> Node:
    """A node at this place as if the user had written the value."""
    if isinstance(value, Mapping):
        return Node(
            "mapping", place, pairs=tuple((_plain_node(k, place), _plain_node(v, place)) for k, v in value.items())
        )
    if isinstance(value, str):
        return Node("scalar", place, value)
    if isinstance(value, Sequence):
        return Node("list", place, items=tuple(_plain_node(item, place) for item in value))
    return Node("scalar", place, str(value).lower(), plain=True)


def _read_plain(shape: Shape[T], value: Plain) -> T:
    reader = Reader(None)
    try:
        return shape.read(_plain_node(value, Place("")), f"the declared {value!r}", reader)
    except FaultyError:
        raise ValueError("; ".join(fault.message for fault in reader.faults)) from None


_WHOLE = re.compile("[0-9]+")


@dataclass(frozen=True, kw_only=True)
class Record:
    """Base of every record.

    Subclasses are ``@dataclass(frozen=True, kw_only=True)`` and declare each field with :func:`key`.
    """

    node: Node = dataclasses.field(default=_NOWHERE, repr=False, compare=False)

    def place(self, *path: str | int) -> Place:
        """The place of a value: ``place("trim")``, ``place("margins", "top")``, ``place("front_matter", 2)``, from 0.

        For a value that the user left out: the place of the record that would hold it. ``place()`` is the record itself.
        """
        node = self.node
        for part in path:
            if isinstance(part, int):
                inner = node.items[part] if part < len(node.items) else None
            else:
                inner = next((value for name, value in node.pairs if name.text == part), None)
            if inner is None:
                break
            node = inner
        return node.place

    def cross_faults(self) -> Iterable[Fault]:
        """Faults between keys; called only if each key alone is right. Override it; point with :meth:`place`."""
        return ()


def keys_of(record: type[Record]) -> dict[str, tuple[str, Key]]:
    """Name in the file -> (name of the field, declaration), in the order declared. Cached: not to be written to."""
    known: Any = record  # That a class can be hashed mypy does not see.
    return _keys_of(known)


@cache
def _keys_of(record: Any) -> dict[str, tuple[str, Key]]:
    found = {}
    for field in dataclasses.fields(record):
        declared = field.metadata.get(_KEY)
        if declared is not None:
            name = declared.name or field.name
            found[name] = (field.name, dataclasses.replace(declared, name=name))
    return found


def _required(record: type[Record]) -> list[str]:
    return [name for name, (_, declared) in keys_of(record).items() if isinstance(declared.default, _Required)]


class Nested(Shape[R]):
    """A record inside a record, or the document itself."""

    kinds: ClassVar[tuple[NodeKind, ...]] = ("mapping",)

    def __init__(self, record: type[R]) -> None:
        self.record = record
        self.keys = keys_of(record)
        names = list(self.keys)
        listed = either_of(names[:3])
        many = said("a mapping with keys such as {names}", names=listed)
        self.wanted = said("a mapping with the key {name}", name=listed) if len(names) == 1 else many

    def _take(self, node: Node, label: str, reader: Reader) -> R:
        written, faulty = self._written(node, reader)
        values: dict[str, Any] = {}
        for name, (attribute, declared) in self.keys.items():
            value = written.get(name)
            if value is None:
                if isinstance(declared.default, _Required):
                    example = (
                        said("write for example {example}", example=f"`{name}: {flow_text(declared.examples[0])}`")
                        if declared.examples
                        else declared.doc
                    )
                    reader.faults.append(
                        Fault(said("{label} has no `{name}`", label=label, name=name), node.place, example)
                    )
                    faulty = True
                    continue
                if declared.default is None:
                    values[attribute] = None
                    continue
                # Read again, so that places in the defaults point at the record that leaves them out.
                value = _plain_node(declared.default, node.place)
            try:
                values[attribute] = declared.shape.read(value, f"`{name}`", reader)
            except FaultyError:
                faulty = True
        if faulty:
            raise FaultyError
        record = self.record(node=node, **values)
        across = list(record.cross_faults())
        if across:
            reader.faults.extend(across)
            raise FaultyError
        return record

    def _written(self, node: Node, reader: Reader) -> tuple[dict[str, Node], bool]:
        written: dict[str, Node] = {}
        lines: dict[str, int | None] = {}
        faulty = False
        for name, value in node.pairs:
            fault = None
            if name.kind == "broken":
                faulty = True
            elif name.kind != "scalar":
                fault = Fault(said("a key must be a word, not {found}", found=describe(name)), name.place)
            elif name.text == "<<" and name.plain:
                fault = Fault("merging keys with `<<` is not done here", name.place, "write the keys out")
            elif name.text in lines:
                fault = Fault(
                    said(
                        "`{name}` is here a second time; the first is on line {line}",
                        name=_printable(name.text),
                        line=lines[name.text],
                    ),
                    name.place,
                    "delete one of them",
                )
            elif name.text not in self.keys:
                fault = Fault(
                    said("unknown key `{name}`", name=_printable(name.text)),
                    name.place,
                    self._key_advice(name.text, reader),
                )
            else:
                written[name.text] = value
            if fault is not None:
                reader.faults.append(fault)
                faulty = True
            if name.kind == "scalar":
                lines.setdefault(name.text, name.place.line)
        return written, faulty

    def _key_advice(self, name: str, reader: Reader) -> str:
        home = {**reader.homes, **self.homes()}.get(name)
        if home is not None:
            return home
        found = closest(name, self.keys)
        return (
            said("did you mean `{found}`?", found=found)
            if found is not None
            else said("there are {known}", known=", ".join(f"`{known}`" for known in self.keys))
        )

    def homes(self) -> dict[str, str]:
        """Where the keys of the records inside this one belong, as advice."""
        return {
            name: said("it belongs inside `{outer}`", outer=outer)
            for outer, (_, declared) in reversed(self.keys.items())
            for name in _inner_names(declared.shape)
        }

    def _advice(self, node: Node) -> str:
        return (
            "write its keys below it, indented, or in braces"
            if node.kind == "scalar"
            else "write the keys without dashes"
        )

    def _json_schema(self) -> JsonSchema:
        properties: dict[str, Any] = {}
        for name, (_, declared) in self.keys.items():
            properties[name] = {"description": declared.doc, **declared.shape.json_schema()}
            if not (declared.default is None or isinstance(declared.default, _Required) or declared.varies):
                properties[name]["default"] = declared.default
            if declared.examples:
                properties[name]["examples"] = list(declared.examples)
        required = _required(self.record)
        schema: JsonSchema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**schema, "required": required} if required else schema


class Range(Nested[R]):
    """A record of the bounds ``min`` and ``max``, or a text for both: ``8-12``, ``8-``, ``-12``, ``12``."""

    kinds = ("mapping", "scalar")

    def __init__(self, record: type[R]) -> None:
        super().__init__(record)
        self.wanted = "a range such as `{min: 8, max: 12}` or `8-12`"

    def _take(self, node: Node, label: str, reader: Reader) -> R:
        if node.kind == "mapping":
            return super()._take(node, label, reader)
        least, dash, most = (part.strip() for part in node.text.partition("-"))
        bounds = {"min": least, "max": most if dash else least}
        if not any(bounds.values()) or not all(_WHOLE.fullmatch(part) for part in bounds.values() if part):
            reader.mismatch(node, label, self.wanted, self._advice(node))
        named = {name: replace(node, text=text, plain=True) for name, text in bounds.items() if text}
        for name, bound in named.items():
            # Under the name of the range: the user wrote no key.
            self.keys[name][1].shape.read(bound, label, reader)
        whole = Node("mapping", node.place, pairs=tuple((replace(node, text=name), one) for name, one in named.items()))
        return super()._take(whole, label, reader)

    def _advice(self, node: Node) -> str:
        return "write such as 8-12" if node.kind == "list" else ""

    def _json_schema(self) -> JsonSchema:
        text = {"type": ["string", "integer"], "pattern": "^ *([0-9]+ *(- *[0-9]*)?|- *[0-9]+) *$"}
        return {"anyOf": [super()._json_schema(), text]}


def with_printed(record: R, change: Callable[[str], str]) -> R:
    """The record, and all records inside it, with ``change`` made to each text whose key says ``Text(printed=True)``."""
    found = {}
    for attribute, declared in keys_of(type(record)).values():
        value = getattr(record, attribute)
        changed = _with_printed(declared.shape, value, change)
        if changed is not value:
            found[attribute] = changed
    return replace(record, **found)


def _with_printed(shape: Shape[Any] | None, value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Record):
        return with_printed(value, change)
    if isinstance(value, tuple) and any(isinstance(one, Record) for one in value):
        return tuple(_with_printed(None, one, change) for one in value)
    if isinstance(value, tuple) and isinstance(shape, ListOf) and _is_printed(shape):
        return tuple(map(change, value))
    return change(value) if isinstance(value, str) and shape is not None and _is_printed(shape) else value


def _is_printed(shape: Shape[Any]) -> bool:
    """Whether a text that the shape takes is printed: an ``Either`` may have a text beside a choice or a record."""
    return any(part.printed is True for part in (shape, *vars(shape).values()) if isinstance(part, Text))


def printed_texts(record: Record) -> Iterator[tuple[Place, str]]:
    """Each text of the record that is printed, and of all records inside it, with its place, in the order of the keys."""
    for name, (attribute, declared) in keys_of(type(record)).items():
        value = getattr(record, attribute)
        if isinstance(value, str) and _is_printed(declared.shape):
            yield record.place(name), value
        if isinstance(value, tuple) and isinstance(declared.shape, ListOf) and _is_printed(declared.shape):
            yield from ((record.place(name), text) for text in value)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Record):
                yield from printed_texts(one)


class Switch(Shape[A | B]):
    """One record if a certain key is there, another if not: ``Switch("from", Nested(A), Nested(B), "...")``.

    ``clash`` is the advice for a key of the other record.
    """

    kinds: ClassVar[tuple[tree.NodeKind, ...]] = ("mapping",)

    def __init__(self, telling: str, present: Shape[A], absent: Shape[B], clash: str) -> None:
        self.telling, self.present, self.absent, self.clash = telling, present, absent, clash
        self.wanted = said(
            "a mapping with the key `{key}`, or with keys such as {names}",
            key=telling,
            names=either_of(_inner_names(absent)[:3]),
        )

    def _take(self, node: Node, label: str, reader: Reader) -> A | B:
        here, there = _inner_names(self.present), _inner_names(self.absent)
        if all(name.text != self.telling for name, _ in node.pairs):
            for name, _ in node.pairs:
                # The key is misspelt: reading the other record would only add false faults.
                if name.text not in there and closest(name.text, [self.telling, *there]) == self.telling:
                    reader.refuse(
                        name,
                        said("unknown key `{name}`", name=_printable(name.text)),
                        f"did you mean `{self.telling}`?",
                    )
            return self.absent.read(node, label, reader)
        clashing = [name for name, _ in node.pairs if name.text in there and name.text not in here]
        pairs = tuple(pair for pair in node.pairs if pair[0] not in clashing)
        for name in clashing:
            reader.faults.append(Fault(f"`{name.text}` cannot come with `{self.telling}`", name.place, self.clash))
        value = self.present.read(dataclasses.replace(node, pairs=pairs), label, reader)
        if clashing:
            raise FaultyError
        return value

    def _json_schema(self) -> JsonSchema:
        return {
            "type": "object",
            # Something empty, which is not yet an object, has the required keys of any.
            "if": {"type": "object", "required": [self.telling]},
            "then": self.present.json_schema(),
            "else": self.absent.json_schema(),
        }


def _inner_names(shape: Shape[Any]) -> list[str]:
    if isinstance(shape, Nested):
        return list(shape.keys)
    if isinstance(shape, Switch):
        return list(dict.fromkeys([*_inner_names(shape.present), *_inner_names(shape.absent)]))
    return []


def _printable(text: str) -> str:
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= 40 else shown[:39] + "…"


def load(record: type[R], path: Path) -> R:
    """Read a file into a record. Raises SpecError with every fault of the file, in the order of their places."""
    root, faults = tree.read(path)
    return read_root(record, root, faults, str(path), path.parent)


def loads(record: type[R], data: bytes, name: str, folder: Path) -> R:
    """Read bytes into a record, as :func:`load` does.

    Messages use ``name``; relative paths start at ``folder``.
    """
    root, faults = tree.compose(tree.decode(data, name), name)
    return read_root(record, root, faults, name, folder)


def read_root(record: type[R], root: Node | None, faults: list[Fault], name: str, folder: Path) -> R:
    """Read the root of a document, composed with ``faults``, into a record. Raises SpecError with these and all others."""
    whole = Nested(record)
    reader = Reader(folder, {**dict.fromkeys(whole.keys, "it belongs outside, not indented"), **whole.homes()})
    reader.faults = faults
    if root is not None:
        try:
            value = whole.read(root, "the file", reader)
        except FaultyError:
            pass
        else:
            if not reader.faults:
                return value
    found = sorted(dict.fromkeys(reader.faults), key=lambda fault: _order(fault.place or Place(name), name))
    if len(found) > MAX_FAULTS:
        found[MAX_FAULTS:] = [Fault(f"and {len(found) - MAX_FAULTS} more faults", Place(name))]
    raise SpecError(found)


def _order(place: Place, name: str) -> tuple[bool, str, int, int]:
    """Sort key: the file itself first, then other files that it names."""
    return place.path != name, place.path, place.line or 0, place.column or 0


def json_schema(record: type[Record], title: str) -> JsonSchema:
    """The JSON Schema (draft 2020-12) that editors complete and check with."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **Nested(record).json_schema()}


BASE = "base"
"""The key of a file that names the file from which it takes the keys that it leaves out."""


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
        else:
            _require_base(record, whole, known)
    return read_root(record, whole, faults, str(path), path.parent)


def _require_base(record: type[Record], whole: Node, known: list[str]) -> None:
    """Raise SpecError if most keys are left out and no base gives them: one fault says more than one for each key."""
    required = _required(record)
    if 2 * len({name.text for name, _ in whole.pairs}.intersection(required)) < len(required):
        message = f"the file has no `{BASE}`, which gives the keys that it leaves out"
        raise SpecError(Fault(message, whole.place, f"write `{BASE}:` and {either_of(known)}"))


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
