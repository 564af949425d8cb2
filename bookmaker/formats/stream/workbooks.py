"""The sheets of an .xlsx workbook, from its XML: texts, numbers, merged cells, and the lines around cells.

Source: ECMA-376, part 1, section 18 (SpreadsheetML). Formats of numbers are not looked at. A formula counts as its
last result.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.document_tables import Table
from bookmaker.formats.stream.inputs import Budget
from bookmaker.formats.stream.office import number_text, parse

WORKBOOK = "xl/workbook.xml"
_PIECE = 1 << 17
_REFERENCE = expression(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_SIDES = {"top": 0, "left": 1, "start": 1, "bottom": 2, "right": 3, "end": 3}
_WEIGHTS = {
    "none": 0,
    "medium": 2,
    "mediumDashed": 2,
    "mediumDashDot": 2,
    "mediumDashDotDot": 2,
    "double": 3,
    "thick": 4,
}
"""How heavy lines are; all others are thin."""


def sheets(archive: zipfile.ZipFile, budget: Budget) -> Iterator[Table]:
    """The sheets in their order. Raises InputError, the errors of zip files, expat.ExpatError, and ValueError or IndexError for
    a cell that points nowhere.
    """
    names = _Workbook()
    _parse(archive, WORKBOOK, names, budget)
    budget.charge("tables", len(names.sheets))
    targets = _Relations()
    _parse(archive, "xl/_rels/workbook.xml.rels", targets, budget)
    files = {name.lower(): name for name in archive.namelist()}
    texts, styles = _Texts(budget), _Styles()
    for reader, kind, usual in ((texts, "sharedStrings", "xl/sharedStrings.xml"), (styles, "styles", "xl/styles.xml")):
        file = targets.kinds.get(kind, usual)
        if file.lower() in files:
            _parse(archive, files[file.lower()], reader, budget)
    for name, identity in names.sheets:
        file = targets.files.get(identity, "").lower()
        if file in files:
            sheet = _Sheet(name, texts.found, styles, budget)
            _parse(archive, files[file], sheet, budget)
            yield sheet.table


class _Elements:
    """What takes the elements of a file: names come without their prefixes, texts whole at the end of their elements."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""

    def end(self, name: str, text: str) -> None:
        """Take the end of an element, with the text directly in it."""


def _parse(archive: zipfile.ZipFile, name: str, reader: _Elements, budget: Budget) -> None:
    texts: list[list[str]] = []

    def start(element: str, attributes: dict[str, str]) -> None:
        budget.charge("elements")
        texts.append([])
        reader.start(element.rpartition(":")[2], attributes)

    def end(element: str) -> None:
        reader.end(element.rpartition(":")[2], "".join(texts.pop()))

    def data(text: str) -> None:
        budget.charge("characters", len(text))
        texts[-1].append(text)

    with archive.open(name) as file:
        parse(iter(lambda: file.read(_PIECE), b""), start, end, data)


class _Workbook(_Elements):
    def __init__(self) -> None:
        self.sheets: list[tuple[str, str]] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            identity = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.sheets.append((attributes.get("name", ""), identity))


class _Relations(_Elements):
    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            target = attributes.get("Target", "")
            file = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join("xl", target))
            self.files[attributes.get("Id", "")] = file
            self.kinds[attributes.get("Type", "").rpartition("/")[2]] = file


class _Texts(_Elements):
    """The shared texts, without the signs that say how they are spoken."""

    def __init__(self, budget: Budget) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._spoken = 0
        self._budget = budget

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._spoken += name == "rPh"
        if name in ("si", "is"):
            self._parts = []

    def end(self, name: str, text: str) -> None:
        if name == "t" and not self._spoken:
            self._parts.append(text)
        elif name in ("si", "is"):
            self.found.append(" ".join("".join(self._parts).split()))
        self._spoken -= name == "rPh"


class _Styles(_Elements):
    """The lines around the cells of each style."""

    def __init__(self) -> None:
        self._borders: list[list[int]] = []
        self._of_styles: list[int] = []
        self._inside = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "cellXfs":
            self._inside = True
        elif name == "border":
            self._borders.append([0] * 4)
        elif name in _SIDES and self._borders:
            style = attributes.get("style", "none")
            self._borders[-1][_SIDES[name]] = _WEIGHTS.get(style, 1)
        elif name == "xf" and self._inside:
            self._of_styles.append(int(attributes.get("borderId", "0")))

    def end(self, name: str, text: str) -> None:
        self._inside = self._inside and name != "cellXfs"

    def sides(self, style: str | None) -> list[int] | None:
        """The weights of the lines above, before, below and behind a cell; None if there are none."""
        at = int(style or 0)
        border = self._of_styles[at] if at < len(self._of_styles) else 0
        sides = self._borders[border] if border < len(self._borders) else []
        return sides if any(sides) else None


class _Sheet(_Texts):
    def __init__(self, name: str, shared: list[str], styles: _Styles, budget: Budget) -> None:
        super().__init__(budget)
        self.table = Table(name)
        self._shared, self._styles = shared, styles
        self._row, self._column = -1, -1
        self._kind = self._formula = ""
        self._value: str | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        super().start(name, attributes)
        if name == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1
        elif name == "c":
            place = _place(attributes.get("r", ""))
            self._row, self._column = place or (self._row, self._column + 1)
            self._kind, self._value, self._formula = attributes.get("t", "n"), None, ""
            sides = self._styles.sides(attributes.get("s"))
            if sides is not None:
                self._budget.charge("cells")
                self.table.draw((self._row, self._column), sides)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            start, end = _place(first), _place(last)
            if start is not None and end is not None:
                self._budget.charge("cells")
                self.table.merged.append((*start, *end))

    def end(self, name: str, text: str) -> None:
        if name == "v":
            self._value = text
        elif name == "f":
            self._formula = f"={text}"
        elif name == "c":
            self._add(self._text())
        else:
            super().end(name, text)

    def _text(self) -> str:
        value = self._value or ""
        if self._kind == "inlineStr":
            return self.found.pop() if self.found else value
        if not value and self._kind != "str":
            return self._formula  # Without a result: the program that wrote it has not reckoned.
        if self._kind == "s":
            return self._shared[int(value)]
        return number_text(value) if self._kind == "n" else " ".join(value.split())

    def _add(self, text: str) -> None:
        if text:
            self._budget.charge("cells")
            self._budget.charge("characters", len(text))
            self.table.cells[self._row, self._column] = text


def _place(reference: str) -> tuple[int, int] | None:
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1


DAMAGED = (expat.ExpatError, ValueError, IndexError, KeyError, OverflowError)
"""Errors of a damaged part of an office file."""
