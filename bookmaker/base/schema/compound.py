"""Shapes made of other shapes: lists, and one thing or another."""

from __future__ import annotations

from bookmaker.base.errors import Fault
from bookmaker.base.schema.reading import A, B, FaultyError, JsonSchema, Reader, Shape, T, describe
from bookmaker.base.schema.tree import Node


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
            bound, wanted = (self.least, "at least") if count < self.least else (self.most, "at most")
            entries = "entry" if bound == 1 else "entries"
            reader.faults.append(Fault(f"{label} must have {wanted} {bound} {entries}, not {count}", node.place))
        for number, item in enumerate(node.items[: self.most], 1):
            try:
                value = self.item.read(item, f"entry {number} of {label}", reader)
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
        self.wanted = f"{first.wanted} or {second.wanted}"

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
