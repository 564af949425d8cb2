"""Shapes of values: text, numbers, choices, lengths, sizes, lists. Each reads one node and gives its JSON Schema."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from bookmaker.base.errors import Fault, said
from bookmaker.base.schema.reading import (
    FALSE,
    NUMBER,
    TRUE,
    A,
    B,
    FaultyError,
    JsonSchema,
    Reader,
    Shape,
    T,
    describe,
    did_you_mean,
    either_of,
)
from bookmaker.base.schema.tree import Node
from bookmaker.base.units import parse_length, parse_size


class ListOf(Shape[tuple[T, ...]]):
    """A list, read into a tuple, of ``least`` to ``most`` entries; with ``unique`` none may come twice."""

    kinds = ("list",)

    def __init__(self, item: Shape[T], *, least: int = 0, most: int = 10_000, unique: bool = False) -> None:
        self.item, self.least, self.most, self.unique = item, least, most, unique
        self.wanted = "a list"

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[T, ...]:
        found: list[T] = []
        count = len(node.items)
        faulty = not self.least <= count <= self.most
        if faulty:
            few, bound = count < self.least, self.least if count < self.least else self.most
            parts = {"label": label, "bound": bound, "entries": "entry" if bound == 1 else "entries", "count": count}
            least = said("{label} must have at least {bound} {entries}, not {count}", **parts)
            most = said("{label} must have at most {bound} {entries}, not {count}", **parts)
            reader.faults.append(Fault(least if few else most, node.place))
        for number, item in enumerate(node.items[: self.most], 1):
            try:
                value = self.item.read(item, said("entry {number} of {label}", number=number, label=label), reader)
            except FaultyError:
                faulty = True
                continue
            if self.unique and value in found:
                shown = (
                    f"names {describe(item).removeprefix('the text ')}"
                    if item.kind == "scalar"
                    else "has the same entry"
                )
                reader.faults.append(Fault(f"{label} {shown} twice", item.place, "delete one of them"))
                faulty = True
            found.append(value)
        if faulty:
            raise FaultyError
        return tuple(found)

    def _advice(self, node: Node) -> str:
        return "start each entry with a dash" if node.kind == "mapping" else "write it in brackets, such as [one, two]"

    def _json_schema(self) -> JsonSchema:
        schema: JsonSchema = {"type": "array", "items": self.item.json_schema()}
        if self.least:
            schema["minItems"] = self.least
        schema["maxItems"] = self.most
        if self.unique:
            schema["uniqueItems"] = True
        return schema


class Either(Shape[A | B]):
    """One shape or another: ``Either(Choice("auto"), Length())``. The first that takes the value wins."""

    kinds = ("scalar", "list", "mapping")

    def __init__(self, first: Shape[A], second: Shape[B]) -> None:
        self.first, self.second = first, second
        self.wanted = said("{first} or {last}", first=first.wanted, last=second.wanted)

    def _take(self, node: Node, label: str, reader: Reader) -> A | B:
        advice = ""
        for shape in (self.first, self.second):
            trial = reader.trial()
            try:
                value = shape.read(node, label, trial)
            except FaultyError:
                advice = advice or next((fault.advice for fault in trial.faults if fault.advice), "")
                continue
            finally:
                reader.values = trial.values
            return value
        fitting = [shape for shape in (self.first, self.second) if node.kind in shape.kinds]
        if len(fitting) == 1:
            # Only one alternative is of this kind of node: its own faults say more than "neither fits".
            fitting[0].read(node, label, reader)
        reader.mismatch(node, label, self.wanted, advice)

    def _json_schema(self) -> JsonSchema:
        return {"anyOf": [self.first.json_schema(), self.second.json_schema()]}


C = TypeVar("C", bound=str | int)

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_SEXAGESIMAL = re.compile(r"[-+]?[0-9]+(?::[0-5]?[0-9])+")
_LENGTH = r"([0-9]+(\.[0-9]+)?|\.[0-9]+)"
_UNIT = r"([mM][mM]|[cC][mM]|[iI][nN]|[pP][tT])"


_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that turn the direction of the text around them, so that a title would read as another."""


class Text(Shape[str]):
    """Text as the user wrote it: ``2026``, ``1.10`` and ``no`` are taken letter for letter.

    Ends are trimmed. The text is one line unless ``multiline``, has at most ``most`` characters, and some unless ``empty``.

    ``names``: the sort of thing that it names, for editors. ``check(text, folder)`` may raise ValueError with the end of the
    sentence "`isbn` ...". ``printed``: whether a book prints the text, with the quotes and dashes of its language
    (:func:`with_printed`); None in a document that says neither.
    """

    wanted = "text"

    def __init__(
        self,
        *,
        most: int = 200,
        multiline: bool = False,
        wanted: str = "text",
        check: Callable[[str, Path | None], object] | None = None,
        empty: bool = False,
        printed: bool | None = None,
        names: str = "",
    ) -> None:
        self.most = most
        self.names = names
        self.printed = printed
        self.multiline = multiline
        self.wanted = wanted
        self._check = check
        self.empty = empty

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        text = node.text.strip()
        if not text and not self.empty:
            reader.refuse(node, said("{label} is an empty text; it must be {wanted}", label=label, wanted=self.wanted))
        if not self.multiline and "\n" in text:
            reader.refuse(node, said("{label} must be one line of text", label=label))
        for letter in text:
            turning = unicodedata.bidirectional(letter) in _TURNING
            if turning or (unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t"):
                reader.refuse(node, f"{label} holds the control character U+{ord(letter):04X}", "delete it")
        if node.cut and self.printed:
            advice = f'put quotes around a text with one: "{text} {node.cut}"; a comment has a blank after its #'
            reader.refuse(node, f"{label} ends at a #, which begins a comment: it is {text!r}", advice)
        if len(text) > self.most:
            reader.refuse(
                node,
                said(
                    "{label} has {count} characters; there is room for {most}",
                    label=label,
                    count=len(text),
                    most=self.most,
                ),
            )
        if self._check is not None:
            try:
                self._check(text, reader.folder)
            except ValueError as error:
                reader.refuse(node, said("{label} {fault}", label=label, fault=error.args[0]))
        return text

    def _advice(self, node: Node) -> str:
        return "put quotes around the text" if node.kind != "scalar" else ""

    def _json_schema(self) -> JsonSchema:
        # YAML readers take an unquoted 2026 for a number; we take it for text, so the schema must allow it.
        least = 0 if self.empty else 1
        named = {NAMES: self.names} if self.names else {}
        return {"type": ["string", "number", "boolean"], "minLength": least, "maxLength": self.most, **named}


class FilePath(Text):
    """A path. A leading ``~`` is the home folder. The caller checks whether the path exists.

    ``endings``: of the files that an editor offers, ``*`` for any; none of a folder, or of a file that is yet to be made.
    """

    def __init__(self, endings: Sequence[str] = ()) -> None:
        super().__init__(most=1000, wanted="a path", printed=False)
        self.endings = tuple(endings)

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        # Path.expanduser raises for a home that does not exist; this one leaves the text as it is.
        return os.path.expanduser(super()._take(node, label, reader))  # noqa: PTH111

    def _json_schema(self) -> JsonSchema:
        offered = {FILES: list(self.endings)} if self.endings else {}
        return {"type": "string", "minLength": 1, "maxLength": self.most, **offered}


FILES, NAMES = "x-files", "x-names"
"""Keywords of the JSON Schema: the endings of files that a value may name, and the sort of thing that it names, as a style."""


class Integer(Shape[int]):
    """A whole number from ``low`` to ``high``, written in decimal digits."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.wanted = said("a whole number from {low} to {high}", low=low, high=high)

    def _take(self, node: Node, label: str, reader: Reader) -> int:
        if not node.plain or not _INTEGER.fullmatch(node.text):
            reader.mismatch(node, label, self.wanted, _number_advice(node))
        # int() refuses thousands of digits, and no bound of ours has more than twenty.
        if len(node.text) > 20 or not self.low <= int(node.text) <= self.high:
            reader.mismatch(node, label, self.wanted)
        return int(node.text)

    def _json_schema(self) -> JsonSchema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Number(Shape[float]):
    """A number from ``low`` to ``high``, whole or with a decimal point."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.wanted = said("a number from {low} to {high}", low=f"{low:g}", high=f"{high:g}")

    def _take(self, node: Node, label: str, reader: Reader) -> float:
        leading_zero = re.match(r"[-+]?0[0-9]", node.text)
        if not node.plain or not NUMBER.fullmatch(node.text) or leading_zero:
            reader.mismatch(node, label, self.wanted, _number_advice(node))
        if not self.low <= float(node.text) <= self.high:
            reader.mismatch(node, label, self.wanted)
        return float(node.text)

    def _json_schema(self) -> JsonSchema:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


def _number_advice(node: Node) -> str:
    text = node.text.strip()
    if not node.plain and NUMBER.fullmatch(text):
        return "leave out the quotes"
    if _SEXAGESIMAL.fullmatch(text):
        return "some YAML readers take a number with colons for sixtieths, so it is refused"
    if re.fullmatch(r"[-+]?0[0-9_]+(\.[0-9]*)?", text):
        return "some YAML readers take a leading zero for octal, so it is refused: write the number without it"
    if re.fullmatch(r"[-+]?[0-9][0-9]*([_' ,.][0-9]{3})+", text):
        return "write the digits without separators"
    if re.fullmatch(r"[-+]?0[xob][0-9a-fA-F]+", text):
        return "write it in decimal digits"
    return ""


class Boolean(Shape[bool]):
    """``true`` or ``false``; unquoted ``yes``, ``no``, ``on``, ``off`` are taken too, as YAML 1.1 has them."""

    wanted = "`true` or `false`"

    def _take(self, node: Node, label: str, reader: Reader) -> bool:
        word = node.text.lower()
        if node.plain and word in TRUE + FALSE:
            return word in TRUE
        reader.mismatch(node, label, self.wanted, "leave out the quotes" if word in TRUE + FALSE else "")

    def _json_schema(self) -> JsonSchema:
        return {"type": "boolean"}


class Choice(Shape[C]):
    """One of a few words, or of a few whole numbers: ``Choice("easy", "hard")``, ``Choice(4, 6, 9)``.

    ``wanted`` names them where there are too many to list, and ``advice`` where they are listed.
    """

    def __init__(self, *allowed: C, wanted: str = "", advice: str = "") -> None:
        self.allowed, self.advice = allowed, advice
        self.wanted = wanted or either_of(allowed, "" if isinstance(allowed[0], int) else "`")

    def _take(self, node: Node, label: str, reader: Reader) -> C:
        for value in self.allowed:
            if node.text == str(value) and (node.plain or isinstance(value, str)):
                return value
        number = isinstance(self.allowed[0], int)
        advice = _number_advice(node) if number else did_you_mean(node.text, [str(value) for value in self.allowed])
        reader.mismatch(node, label, self.wanted, advice or self.advice)

    def _json_schema(self) -> JsonSchema:
        return {"enum": list(self.allowed)}


class Length(Shape[float]):
    """A length with its unit; read into points. ``low`` and ``high`` are lengths as a user writes them."""

    pattern = rf"^\s*{_LENGTH}\s*{_UNIT}\s*$"

    def __init__(self, low: str = "0pt", high: str = "200in") -> None:
        self.low, self.high = parse_length(low), parse_length(high)
        self.wanted = said("a length from {low} to {high}", low=low, high=high)

    def _take(self, node: Node, label: str, reader: Reader) -> float:
        try:
            length = parse_length(node.text)
        except ValueError:
            number = NUMBER.fullmatch(node.text.strip())
            unit = (
                said("write the unit too, such as {example}", example=f"{node.text.strip()[:12]}mm")
                if number
                else "write a number and mm, cm, in or pt"
            )
            reader.mismatch(node, label, self.wanted, unit)
        # A millionth of a point forgives what 0.25in and 6.35mm differ by in binary.
        if not self.low - 1e-6 <= length <= self.high + 1e-6:
            reader.mismatch(node, label, self.wanted)
        return length

    def _json_schema(self) -> JsonSchema:
        return {"type": "string", "pattern": self.pattern}


class Size(Shape[tuple[float, float]]):
    """(width, height) in points: a name of ``names`` in any case, ``6x9in``, or a list of two lengths."""

    kinds = ("scalar", "list")
    pattern = rf"^\s*{_LENGTH}\s*{_UNIT}?\s*[x×]\s*{_LENGTH}\s*{_UNIT}\s*$"

    def __init__(self, names: Mapping[str, str], low: str, high: str) -> None:
        self.names = {name: parse_size(text) for name, text in names.items()}
        self.side = Length(low, high)
        named = said("{names}, ", names=either_of(names)) if names else ""
        self.wanted = said("{named}width x height such as `6x9in`, or [152mm, 229mm]", named=named)

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[float, float]:
        if node.kind == "list":
            if len(node.items) != 2:
                reader.refuse(
                    node, f"{label} must be a list of two lengths, width and height, not of {len(node.items)}"
                )
            width, height = (
                self.side.read(item, said("the {side} of {label}", side=side, label=label), reader)
                for item, side in zip(node.items, ("width", "height"), strict=True)
            )
            return width, height
        named = self.names.get(node.text.strip().lower())
        if named is not None:
            return named
        try:
            width, height = parse_size(node.text)
        except ValueError:
            unit = (
                said("write the unit too, such as {example}", example="6x9in")
                if re.fullmatch(r"[\d.\s]+[x×][\d.\s]+", node.text)
                else did_you_mean(node.text, self.names)
            )
            reader.mismatch(node, label, self.wanted, unit)
        for length, side in ((width, "width"), (height, "height")):
            if not self.side.low - 1e-6 <= length <= self.side.high + 1e-6:
                parts = {"side": side, "label": label, "wanted": self.side.wanted, "length": f"{length / 72:.4g}"}
                reader.refuse(node, said("the {side} of {label} must be {wanted}; it is {length}in", **parts))
        return width, height

    def _json_schema(self) -> JsonSchema:
        pair = {"type": "array", "items": self.side.json_schema(), "minItems": 2, "maxItems": 2}
        named: list[JsonSchema] = [{"enum": list(self.names)}] if self.names else []
        return {"anyOf": [*named, {"type": "string", "pattern": self.pattern}, pair]}
