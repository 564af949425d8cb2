"""Rich text (.rtf) as paragraphs and tables.

Source: Rich Text Format Specification, version 1.9.1 (Microsoft, 2008). Fonts and looks are left out. Unknown words
are passed over, so that nothing but a missing beginning makes a file unreadable.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, replace

from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.document_tables import Table
from bookmaker.formats.stream.inputs import Budget
from bookmaker.formats.stream.office import Flow

BEGINS = b"{\\rtf"
_TOKEN = expression(
    r"\\([a-zA-Z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)"
)
_PASSED_OVER = frozenset(
    {"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer"}
    | {"footerl", "footerr", "footerf", "footnote", "annotation", "nonesttables", "fldinst", "themedata", "bkmkstart"}
    | {
        "bkmkend",
        "generator",
        "datastore",
        "listtext",
        "pntext",
        "xmlnstbl",
        "listtable",
        "listoverridetable",
        "rsidtbl",
    }
)
_SIGNS = {"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’"} | {
    "ldblquote": "“",
    "rdblquote": "”",
}
_MARKS = {"~": " ", "_": "-", "-": ""}
_CHARSETS = {
    **{0: "cp1252", 2: "cp1252", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254"},
    **{163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250"},
}
"""The code pages of the character sets of fonts."""

_DEEPEST = 500


@dataclass(frozen=True, slots=True)
class _State:
    """A group takes these from the one around it: whether it is passed over, the signs in place of a letter, the code page, and
    whether the paragraph is in a table.
    """

    hidden: bool = False
    fonts: bool = False
    instead: int = 1
    codes: str = ""
    in_table: bool = False


def flow_of(content: bytes, budget: Budget) -> Flow:
    """The paragraphs and tables of a file. Raises InputError where it is beyond the budget."""
    reader = _Reader(budget)
    for token in _TOKEN.finditer(content.decode("latin-1")):
        budget.charge("elements")
        reader.take(*token.groups())
    return reader.end()


class _Reader:
    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._flow: Flow = []
        self._state = _State()
        self._outer: list[_State] = []
        self._text: list[str] = []
        self._bytes = bytearray()
        self._fields: list[str] = []
        self._rows: list[list[str]] = []
        self._usual, self._font = "cp1252", 0
        self._pages: dict[int, str] = {}
        self._skipped = 0
        self._first = False
        """Whether the group has only begun, so that ``\\*`` hides it."""

    def take(
        self,
        word: str | None,
        number: str | None,
        code: str | None,
        sign: str | None,
        brace: str | None,
        text: str | None,
    ) -> None:
        """Take a token: a word with its number, a byte, a sign, a brace, or text."""
        if brace:
            self._end_bytes()
            self._brace(brace)
            return
        first, self._first = self._first, False
        if word is not None:
            self._word(word, None if number is None else int(number))
        elif code is not None:
            if self._skipped:
                self._skipped -= 1
            elif not self._state.hidden:
                self._bytes.append(int(code, 16))
        elif sign is not None:
            if sign == "*" and first:
                self._state = replace(self._state, hidden=True)
            elif sign in "\r\n":
                self._paragraph()
            else:
                self._add(_MARKS.get(sign, sign if sign in "\\{}" else ""))
        elif text is not None:
            self._first = first and not text.strip()
            kept = text[self._skipped :]
            self._skipped = max(self._skipped - len(text), 0)
            if not self._state.hidden:
                # Letters above ASCII that are written as they are have the code page of the text around them.
                self._bytes += kept.encode("latin-1")

    def _brace(self, brace: str) -> None:
        self._skipped = 0
        if brace == "{":
            if len(self._outer) < _DEEPEST:
                self._outer.append(self._state)
            self._first = True
        elif self._outer:
            self._state = self._outer.pop()

    def _word(self, word: str, number: int | None) -> None:
        state = self._state
        if word in _PASSED_OVER:
            self._state = replace(state, hidden=True, fonts=word == "fonttbl")
        elif word == "f" and number is not None:
            self._end_bytes()
            self._font = number
            if not state.fonts:
                self._state = replace(state, codes=self._pages.get(number, ""))
        elif word == "fcharset" and state.fonts:
            self._pages[self._font] = _CHARSETS.get(number or 0, "")
        elif word == "ansicpg" and number is not None:
            self._usual = _page(f"cp{number}")
        elif word == "uc":
            self._state = replace(state, instead=min(max(number or 0, 0), 10))
        elif word == "nestrow":
            self._end_row()
        elif state.hidden:
            if word == "bin":
                self._skipped = max(number or 0, 0)
        elif word == "u" and number is not None:
            self._end_bytes()
            self._add(chr(number % 65536) if not 0xD800 <= number % 65536 < 0xE000 else "\ufffd")
            self._skipped = state.instead
        elif word in ("par", "sect", "page"):
            self._paragraph()
        elif word in ("cell", "nestcell"):
            self._end_bytes()
            self._fields.append(" ".join("".join(self._text).split()))
            self._text = []
        elif word == "row":
            self._end_row()
        elif word in ("pard", "intbl"):
            self._end_bytes()
            self._state = replace(state, in_table=word == "intbl")
        elif word in _SIGNS:
            self._end_bytes()
            self._add(_SIGNS[word])

    def _add(self, text: str) -> None:
        if not self._state.hidden:
            self._end_bytes()
            self._budget.charge("characters", len(text))
            self._text.append(text)

    def _end_bytes(self) -> None:
        if self._bytes:
            text = bytes(self._bytes).decode(self._state.codes or self._usual, "replace")
            self._budget.charge("characters", len(text))
            self._text.append(text)
            self._bytes.clear()

    def _paragraph(self) -> None:
        if self._state.hidden:
            return
        self._end_bytes()
        if self._state.in_table or self._fields:
            self._text.append(" ")
            return
        self._end_table()
        self._flow.append("".join(self._text))
        self._text = []

    def _end_row(self) -> None:
        self._end_bytes()
        self._budget.charge("cells", len(self._fields))
        self._rows.append(self._fields)
        self._fields = []

    def _end_table(self) -> None:
        if self._rows:
            self._budget.charge("tables")
            self._flow.append(_table(self._rows))
            self._rows = []

    def end(self) -> Flow:
        """All paragraphs and tables; a row or a paragraph that is not ended counts."""
        self._end_bytes()
        if self._fields:
            self._end_row()
        self._end_table()
        if self._text:
            self._flow.append("".join(self._text))
        return self._flow


def _table(rows: list[list[str]]) -> Table:
    table = Table(shape=(len(rows), max(map(len, rows))))
    table.cells.update({(at, column): text for at, row in enumerate(rows) for column, text in enumerate(row) if text})
    return table


def _page(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
