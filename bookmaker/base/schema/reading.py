"""The base of every shape: the reader that gathers faults, the words of their messages, and ``Shape`` itself."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from bookmaker.base.errors import Fault, Place, SpecError, said
from bookmaker.base.schema.tree import Node, NodeKind

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
A = TypeVar("A")
B = TypeVar("B")
JsonSchema = dict[str, Any]

MAX_VALUES = 50_000
"""The most values read from one document, aliases counted each time: ten lines of aliases can expand to a billion."""

NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
TRUE = ("true", "yes", "on")
FALSE = ("false", "no", "off")


class FaultyError(Exception):
    """A value could not be read; the reader has its fault already. Never leaves this package."""


class Reader:
    """What reading one document gathers. ``folder`` is the document's, None while defaults are read at import.

    ``homes`` says where keys belong in the document, as advice when they are elsewhere.
    """

    def __init__(self, folder: Path | None, homes: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.homes = homes or {}
        self.faults: list[Fault] = []
        self.values = 0

    def refuse(self, where: Node | Place, message: str, advice: str = "") -> NoReturn:
        """Report a fault and give up the value. Raises FaultyError."""
        self.faults.append(Fault(message, where.place if isinstance(where, Node) else where, advice))
        raise FaultyError

    def note(self, where: Node | Place, message: str, advice: str = "") -> None:
        """Report a fault and continue, to find others; :meth:`give_up` must follow."""
        self.faults.append(Fault(message, where.place if isinstance(where, Node) else where, advice))

    def give_up(self) -> NoReturn:
        """Give up a value whose faults are reported. Raises FaultyError."""
        raise FaultyError

    def mismatch(self, node: Node, label: str, wanted: str, advice: str = "") -> NoReturn:
        """Report "`label` must be *wanted*, not *the value there*". Raises FaultyError."""
        self.refuse(
            node,
            said("{label} must be {wanted}, not {found}", label=label, wanted=wanted, found=describe(node)),
            advice,
        )

    def trial(self) -> Reader:
        """A reader for an attempt; its faults may be discarded."""
        reader = Reader(self.folder, self.homes)
        reader.values = self.values
        return reader


def describe(node: Node) -> str:
    """The content of a node, in words."""
    if node.kind == "list":
        return "a list"
    if node.kind == "mapping":
        return "keys and values"
    if node.empty:
        return "nothing"
    if node.plain and NUMBER.fullmatch(node.text):
        return said("the number {number}", number=_short(node.text))
    if node.plain and node.text.lower() in TRUE + FALSE:
        return f"`{node.text}`"
    return said("the text {text}", text=repr(_short(node.text)))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def either_of(words: Iterable[object], quote: str = "`") -> str:
    """``easy, medium, hard`` -> "`easy`, `medium` or `hard`"."""
    *most, last = [f"{quote}{word}{quote}" for word in words]
    return said("{first} or {last}", first=", ".join(most), last=last) if most else last


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, or None: the nearest in spelling, if a third of its letters or fewer differ."""
    folded = {re.sub(r"[\s_-]+", "-", name.lower()): name for name in known}
    wanted = re.sub(r"[\s_-]+", "-", word.strip().lower())[:80]
    # Of equally near ones that with the same first letter, then that with the same letters in another order.
    ranked = [
        (_distance(wanted, name), name[:1] != wanted[:1], sorted(name) != sorted(wanted), name) for name in folded
    ]
    near = [rank for rank in ranked if rank[0] <= max(1, max(len(wanted), len(rank[3])) // 3)]
    return folded[min(near)[3]] if near else None


def _distance(one: str, other: str) -> int:
    """How many letters to insert, delete, change or exchange with the next (Damerau 1964, each pair once)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Advice naming the closest known word, or ""."""
    found = closest(word, known)
    return said("did you mean `{found}`?", found=found) if found is not None else ""


class Shape(ABC, Generic[T_co]):
    """The values that a key takes. Subclasses set ``wanted`` and implement ``_take`` and ``_json_schema``.

    ``wanted`` ends the sentence "`count` must be ..."; ``kinds`` are the kinds of node that ``_take`` accepts.
    """

    wanted: str
    kinds: ClassVar[tuple[NodeKind, ...]] = ("scalar",)

    def read(self, node: Node, label: str, reader: Reader) -> T_co:
        """The value; ``label`` names it in messages, such as "`count`". Raises FaultyError after reporting to the reader."""
        reader.values += 1
        if reader.values > MAX_VALUES:
            raise SpecError(
                [*reader.faults, Fault(f"aliases make this document hold more than {MAX_VALUES} values", node.place)]
            )
        if node.kind == "broken":
            raise FaultyError
        if node.empty:
            advice = (
                "a `#` begins a comment: put quotes around a text with one"
                if node.comment
                else "write it after the colon"
            )
            reader.refuse(
                node, said("{label} has no value; it must be {wanted}", label=label, wanted=self.wanted), advice
            )
        if node.kind not in self.kinds:
            reader.mismatch(node, label, self.wanted, self._advice(node))
        return self._take(node, label, reader)

    def json_schema(self) -> JsonSchema:
        """JSON Schema (draft 2020-12) of the values that this shape takes, without description and default."""
        return self._json_schema()

    @abstractmethod
    def _take(self, node: Node, label: str, reader: Reader) -> T_co:
        """Read a node that is neither broken nor empty and of one of ``kinds``."""

    def _advice(self, node: Node) -> str:
        """What to do about a node that is not of one of ``kinds``."""
        return ""

    @abstractmethod
    def _json_schema(self) -> JsonSchema:
        """See :meth:`json_schema`."""


def flow_text(value: object) -> str:
    """A plain value as it is written in YAML on one line: ``{title: Sudoku, pages: [1, 2]}``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow_text(name)}: {flow_text(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    # A text that YAML reads as something else needs quotes; JSON is YAML.
    return json.dumps(value, ensure_ascii=False)


_PLAIN = re.compile(r"(?!(?i:yes|no|true|false|null|on|off|y|n)\b)[^\W\d_](?:[\w '.()/-]*[\w.)])?")
"""Texts that need no quotes."""
