"""The key `print` of a spec: the printers that a book is sent to, its paper and its binding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookmaker.base import schema
from bookmaker.base.dates import Day
from bookmaker.base.errors import Fault, said
from bookmaker.base.schema import Boolean, Either, JsonSchema, ListOf, Node, Reader, Text, key
from bookmaker.printing import printers
from bookmaker.printing.printers.rules import BINDINGS, BindingName


class PrinterName(schema.Shape[str]):
    """The name of a printer: a file of ``layouts/printers/``."""

    wanted = "the name of a printer such as `kdp`"

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        known = printers.names()
        if node.text not in known:
            advice = [schema.did_you_mean(node.text, known), f"there are {', '.join(known)}"]
            reader.mismatch(node, label, self.wanted, " ".join(part for part in advice if part))
        return node.text

    def _json_schema(self) -> JsonSchema:
        return {"enum": printers.names()}


def check_date(text: str, folder: Path | None) -> None:
    """Raise ValueError unless the text is a day such as 2026-11-22."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text) is None:
        raise ValueError("must be a date such as 2026-11-22: year, month, day")
    try:
        Day.fromisoformat(text)
    except ValueError as error:
        raise ValueError("must be a date of the calendar, such as 2026-11-22") from error


@dataclass(frozen=True, kw_only=True)
class Print(schema.Record):
    """Where the book is printed, and on what."""

    targets: tuple[str, ...] | str = key(
        Either(PrinterName(), ListOf(PrinterName(), least=1, unique=True)),
        "The printer, or a list of printers: each gets a file of its own, with its margins and its number of pages.",
        name="for",
        examples=["kdp", ["kdp", "ingramspark"]],
    )
    paper: str | None = key(
        Text(most=40, wanted="the name of a paper such as `white`", printed=False),
        "The paper; left out, white, which every printer has.",
        default=None,
        examples=["cream"],
    )
    binding: BindingName = key(
        BINDINGS,
        "The binding. A booklet is folded and stapled at home: its pages are a multiple of four, its inner margins even.",
        default="paperback",
    )
    bleed: bool | None = key(
        Boolean(),
        "Give the sheets what this printer wants beyond the trimmed page. Left out, as `bleed` of `page` says.",
        default=None,
    )

    pictures: bool = key(
        Boolean(), "Whether to draw previews of pages for a shop, and a contact sheet of all.", default=True
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the printers, in the order of the spec."""
        return (self.targets,) if isinstance(self.targets, str) else self.targets

    def editions(self, trim: tuple[float, float], bleed: bool) -> Iterator[printers.Edition]:
        """The edition of each printer; ``bleed`` holds where the key says nothing."""
        for name in self.names:
            printer = printers.find(name)
            binding = printer.binding(self.binding)
            assert binding is not None
            paper = printer.paper(self.paper or binding.papers[0])
            yield printers.Edition(printer, binding, paper, trim, bleed if self.bleed is None else self.bleed)

    def cross_faults(self) -> Iterator[Fault]:
        """Every printer has the binding and the paper."""
        for name in self.names:
            printer = printers.find(name)
            binding = printer.binding(self.binding)
            if binding is None:
                yield Fault(
                    said("{printer} binds no {binding}", printer=printer.title, binding=self.binding),
                    self.place("binding"),
                    "write paperback",
                )
            elif self.paper is not None and self.paper not in binding.papers:
                message = said(
                    "{printer} has no paper `{paper}` for a {binding}",
                    printer=printer.title,
                    paper=self.paper,
                    binding=self.binding,
                )
                yield Fault(message, self.place("paper"), said("it has {known}", known=", ".join(binding.papers)))
