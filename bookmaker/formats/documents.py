"""Documents of word processors (.docx, .odt) as text: a line for a paragraph, fields with tabs for a row of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

WORD, WRITER = "word/document.xml", b"application/vnd.oasis.opendocument.text"
"""The file in a .docx that holds its text, and the type of an .odt."""


@dataclass(frozen=True, slots=True)
class _Names:
    """What a format calls its paragraphs, the rows and cells of its tables, what holds text (None: anything), tabs and breaks."""

    paragraphs: frozenset[str]
    row: str
    cell: str
    text: str | None
    signs: Mapping[str, str]


_WORD = _Names(frozenset({"w:p"}), "w:tr", "w:tc", "w:t", {"w:tab": "\t", "w:br": "\n", "w:cr": "\n"})
_WRITER = _Names(
    frozenset({"text:p", "text:h"}),
    "table:table-row",
    "table:table-cell",
    None,
    {"text:tab": "\t", "text:line-break": "\n", "text:s": " "},
)


class _Reader:
    def __init__(self, names: _Names) -> None:
        self.out: list[str] = []
        self._names = names
        self._line: list[str] = []
        self._rows: list[list[str]] = []
        self._inside = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        names = self._names
        if name == names.row:
            self._rows.append([])
        elif name == names.cell and self._rows:
            self._rows[-1].append("")
        elif name == names.text or (names.text is None and name in names.paragraphs):
            self._inside += 1
        elif name in names.signs:
            self._line.append(names.signs[name])

    def end(self, name: str) -> None:
        names = self._names
        if name in names.paragraphs:
            line = "".join(self._line)
            if self._rows and self._rows[-1]:
                self._rows[-1][-1] = " ".join(f"{self._rows[-1][-1]} {line}".split())
            else:
                self.out.append(line)
            self._line = []
        elif name == names.row and self._rows:
            self.out.append("\t".join(self._rows.pop()))
        if name == names.text or (names.text is None and name in names.paragraphs):
            self._inside -= 1

    def data(self, text: str) -> None:
        if self._inside:
            self._line.append(text)


def text_of(content: bytes, *, word: bool) -> bytes:
    """The text of a document's main file, in UTF-8; ``word``: of a .docx, else of an .odt. Raises expat.ExpatError."""
    reader = _Reader(_WORD if word else _WRITER)
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.data
    parser.Parse(content, True)
    return ("\n".join(reader.out) + "\n").encode("utf-8", "replace")
