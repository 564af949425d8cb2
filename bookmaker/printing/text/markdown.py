"""CommonMark in, the parts of a page out: their order and nesting, before type sizes and lines.

A page holds headings, paragraphs with emphasis, lists, block quotes, rules and images; ``<!-- page -->`` on a line of its own
begins a new page. What paper cannot show (tables, code, HTML) is a fault with its line. Fields in braces are filled in
after the text is parsed, so that a title with an asterisk in it stays a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from bookmaker.base.errors import Fault, Place
from bookmaker.base.schema import did_you_mean
from bookmaker.base.units import parse_length

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Kind = Literal["heading", "text", "rule", "image", "page", "contents"]
BULLET = "-"


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one kind of type."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a page.

    ``level`` is a heading's, 1 to 6. ``lists`` and ``quotes`` count the lists and quotes around it; ``marker`` is the number of
    the item that it begins, such as ``2.``, or ``-`` for a bullet; ``close`` tells that it follows the part above without extra
    space. Of an image ``source`` is its path as written, ``width`` the width to print it at: points, with ``share`` a share of
    the page's (0 to 1), None if nothing is said. ``place`` is the file, line and column from 1 on.
    """

    kind: Kind
    place: Place
    runs: tuple[Run, ...] = ()
    level: int = 0
    lists: int = 0
    quotes: int = 0
    marker: str = ""
    close: bool = False
    source: str = ""
    width: float | None = None
    share: bool = False

    @property
    def text(self) -> str:
        """The words without their emphasis."""
        return "".join(run.text for run in self.runs)


FIELD = re.compile(r"(?<!\\)\{([A-Za-z_][\w-]*)\}")
_FIRST_MARK = 0xFDD0
_MOST_FIELDS = 32
"""While a text is parsed its fields are noncharacters of Unicode: no file may hold them, and they mean nothing in CommonMark."""

_COMMENTS = re.compile(r"(?:\s*<!--.*?-->\s*)*", re.DOTALL)
_BREAK = re.compile(r"\s*<!--\s*page\s*-->\s*")
_FRAGMENT = re.compile(r"width=([^&]+)")

_REFUSED = {
    "table_open": ("a table cannot be printed", "write it as a list, or place it as an image"),
    "fence": ("code cannot be printed", "write it as text, or in a quote: begin its lines with >"),
    "code_block": ("a text indented by four spaces is code, which cannot be printed", "begin its lines further left"),
    "code_inline": ("code between backticks cannot be printed", "leave the backticks out"),
    "html_block": ("HTML cannot be printed", "write Markdown; `<!-- page -->` on a line of its own begins a new page"),
    "html_inline": ("HTML cannot be printed", "write Markdown: *emphasis*, **strong**"),
}


@cache
def parser_with(quotes: tuple[str, ...]) -> MarkdownIt:
    """The parser that curls straight quotation marks to these four, outer pair first."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock, table
    from markdown_it.rules_core import StateCore

    def refused(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """A table, whose cells are not looked at: there may be thousands in a line."""
        if not table(state, start, end, True):
            return False
        if not silent:
            state.line = next((line for line in range(start, end) if state.isEmpty(line)), end)
            state.push("table_open", "table", 0).map = [start, state.line]
        return True

    def curled(state: StateCore) -> None:
        for token in state.tokens:
            if token.type == "inline" and token.children and _QUOTE.search(token.content):
                _curl(token.children, quotes)

    # Tables are not part of CommonMark; they are looked for because people write them.
    parser = MarkdownIt("commonmark").enable(["smartquotes", "table"])
    parser.core.ruler.at("smartquotes", curled)
    parser.block.ruler.at("table", refused, {"alt": ["paragraph", "reference"]})
    return parser


_QUOTE = re.compile("['\"]")


def _curl(tokens: Sequence[Token], marks: Sequence[str]) -> None:
    """Straight quotation marks become these, as the typographer of markdown-it has them, in time that grows with the text:
    its own rule copies the text, and looks through all open marks, for each mark.
    """
    from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace

    breaks = ("softbreak", "hardbreak")
    whole = f" {''.join(' ' if token.type in breaks else token.content for token in tokens)} "
    made: dict[int, str] = {}
    opened: dict[str, list[tuple[int, int]]] = {'"': [], "'": []}
    start = 1
    for token in tokens:
        for some in opened.values():
            while some and some[-1][1] > token.level:
                some.pop()
        for found in _QUOTE.finditer(whole, start, start + len(token.content)) if token.type == "text" else ():
            at, mark = found.start(), found[0]
            blank = [isWhiteSpace(ord(whole[side])) for side in (at - 1, at + 1)]
            point = [isMdAsciiPunct(ord(one)) or isPunctChar(one) for one in (whole[at - 1], whole[at + 1])]
            opens = not blank[1] and (not point[1] or blank[0] or point[0])
            closes = not blank[0] and (not point[0] or blank[1] or point[1])
            if mark == '"' == whole[at + 1] and whole[at - 1] in "0123456789":
                opens = closes = False  # The first of two marks behind a digit is the sign for inches.
            if opens and closes:
                opens, closes = point[0], point[1]
            pair = marks[:2] if mark == '"' else marks[2:]
            if closes and opened[mark] and opened[mark][-1][1] == token.level:
                begin, _ = opened[mark].pop()
                made |= {begin: pair[0], at: pair[1]}
                for some in opened.values():
                    while some and some[-1][0] > begin:
                        some.pop()
            elif opens:
                opened[mark].append((at, token.level))
            elif mark == "'":
                made[at] = "\N{RIGHT SINGLE QUOTATION MARK}"
        start += 1 if token.type in breaks else len(token.content)
    start = 1
    for token in tokens:
        end = start + (1 if token.type in breaks else len(token.content))
        if token.type == "text":
            token.content = "".join(made.get(at, whole[at]) for at in range(start, end))
        start = end


def parse(
    text: str, path: str, fields: Mapping[str, str | None], quotes: Sequence[str]
) -> tuple[list[Part], list[Fault]]:
    """The parts of a text, and all that is wrong with it.

    ``fields`` are the names that may be in braces; one whose value is None has none in this book, and is a fault where it
    is used. ``quotes``: the four quotation marks that straight ones become, outer pair first.
    """
    names, faults = fields_in(text, path, fields)
    marks = {name: chr(_FIRST_MARK + index) for index, name in enumerate(fields)}
    marked = FIELD.sub(lambda found: marks.get(found[1], found[0]), text)
    reading = _Reading(marked.split("\n"), path, {marks[name]: fields[name] or "" for name in names})
    reading.blocks(parser_with(tuple(quotes)).parse(marked))
    return reading.parts, sorted([*faults, *reading.faults], key=_line_of)


def _line_of(fault: Fault) -> int:
    assert fault.place is not None and fault.place.line is not None, "every fault of a text has its line"
    return fault.place.line


def fields_in(text: str, path: str, fields: Mapping[str, str | None]) -> tuple[set[str], list[Fault]]:
    """The fields that a text uses, and a fault for each that is unknown or has no value."""
    if len(fields) > _MOST_FIELDS:
        raise ValueError(f"{len(fields)} fields; there are marks for {_MOST_FIELDS}")
    faults = []
    for number, line in enumerate(text.split("\n"), 1):
        for column, char in enumerate(line, 1):
            if _FIRST_MARK <= ord(char) < _FIRST_MARK + _MOST_FIELDS:
                message = f"the character U+{ord(char):04X} is not text"
                faults.append(Fault(message, Place(path, number, column), "delete it"))
        for found in FIELD.finditer(line):
            name, place = found[1], Place(path, number, found.start() + 1)
            if name not in fields:
                near = did_you_mean(name.lower(), fields)
                known = f"there are {', '.join(f'{{{one}}}' for one in fields)}; \\{{ prints a brace"
                faults.append(Fault(f"there is no field {{{name}}}", place, near or known))
            elif fields[name] is None:
                advice = f"add `{name}` to `book`, or leave the field out"
                faults.append(Fault(f"{{{name}}} has no value in this book", place, advice))
    return {found[1] for found in FIELD.finditer(text) if found[1] in fields}, faults


class _Reading:
    """Walks over the tokens of one text."""

    def __init__(self, lines: Sequence[str], path: str, values: Mapping[str, str]) -> None:
        self.lines, self.path, self.values = lines, path, values
        self.parts: list[Part] = []
        self.faults: list[Fault] = []
        self.numbers: list[int | None] = []
        self.quotes = 0
        self.marker = ""

    def blocks(self, tokens: Sequence[Token]) -> None:
        """Read the tokens of a whole text."""
        heading, opening, tight, line = 0, False, False, 1
        for token in tokens:
            line = token.map[0] + 1 if token.map else line
            match token.type:
                case "heading_open":
                    heading = int(token.tag[1])
                case "heading_close":
                    heading = 0
                case "blockquote_open":
                    self.quotes += 1
                case "blockquote_close":
                    self.quotes -= 1
                case "bullet_list_open" | "ordered_list_open":
                    # The first item of a list has space above it, however close its items are.
                    opening = opening or not self.numbers
                    start = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
                    self.numbers.append(start)
                case "bullet_list_close" | "ordered_list_close":
                    self.numbers.pop()
                case "list_item_open":
                    self.marker = self._next_marker(token.markup)
                case "list_item_close":
                    self.marker = ""
                case "paragraph_open":
                    tight = token.hidden
                case "inline":
                    self._inline(token, line, heading, close=tight and not opening)
                    opening = False
                case "hr":
                    self.parts.append(self._part("rule", line))
                case "html_block":
                    self._html(token, line)
                case refused if refused in _REFUSED:
                    self._refuse(refused, line, 1)

    def _next_marker(self, punctuation: str) -> str:
        number = self.numbers[-1]
        if number is None:
            return BULLET
        self.numbers[-1] = number + 1
        return f"{number}{punctuation}"

    def _part(self, kind: Kind, line: int, column: int = 1) -> Part:
        return Part(kind, Place(self.path, line, column), lists=len(self.numbers), quotes=self.quotes)

    def _html(self, token: Token, line: int) -> None:
        for offset, text in enumerate(token.content.split("\n")):
            if _BREAK.fullmatch(text):
                self.parts.append(self._part("page", line + offset))
        if not _COMMENTS.fullmatch(token.content):
            self._refuse("html_block", line, 1)

    def _refuse(self, kind: str, line: int, column: int) -> None:
        message, advice = _REFUSED[kind]
        self.faults.append(Fault(message, Place(self.path, line, column), advice))

    def _filled(self, text: str) -> str:
        return "".join(self.values.get(char, char) for char in text)

    def _inline(self, token: Token, line: int, heading: int, *, close: bool) -> None:
        children = token.children or []
        seen = [child for child in children if child.content.strip() or child.type == "image"]
        if len(seen) == 1 and seen[0].type == "image" and not heading:
            self._image(seen[0], line)
            return
        runs: list[Run] = []
        for run in self._runs(children, line):
            joined = runs and (runs[-1].bold, runs[-1].italic) == (run.bold, run.italic)
            runs[-1:] = [replace(run, text=runs[-1].text + run.text)] if joined else [*runs[-1:], run]
        part = self._part("heading" if heading else "text", line)
        self.parts.append(replace(part, runs=tuple(runs), level=heading, marker=self.marker, close=close))
        self.marker = ""

    def _runs(self, children: Sequence[Token], line: int) -> Iterator[Run]:
        bold = italic = 0
        link, said = "", ""
        for child in children:
            text = ""
            match child.type:
                case "text":
                    text = self._filled(child.content)
                    text = text.removeprefix("mailto:") if link.startswith("mailto:") else text
                case "softbreak":
                    text, line = " ", line + 1
                case "hardbreak":
                    text, line = "\n", line + 1
                case "strong_open" | "strong_close":
                    bold += child.nesting
                case "em_open" | "em_close":
                    italic += child.nesting
                case "link_open":
                    link, said = str(child.attrs.get("href", "")), ""
                case "link_close":
                    address = unquote(self._filled(link)).removeprefix("mailto:")
                    # Paper cannot be clicked on: the address is printed, unless the words are the address.
                    text = "" if _bare(address) == _bare(said) or not address else f" ({_bare(address)})"
                    link = ""
                case "image":
                    message = "an image is inside a line of text"
                    self.faults.append(Fault(message, self._place("![", line), "give it a paragraph of its own"))
                case "code_inline":
                    self._refuse("code_inline", line, self._column("`", line))
                case "html_inline" if not child.content.startswith(("<!--", "</")):
                    self._refuse("html_inline", line, self._column(child.content, line))
            said += text
            if text:
                yield Run(text, bold > 0, italic > 0)

    def _column(self, text: str, line: int) -> int:
        # Not marked by the parser: the first such text of the line.
        return max(self.lines[line - 1].find(text), 0) + 1 if line <= len(self.lines) else 1

    def _place(self, text: str, line: int) -> Place:
        return Place(self.path, line, self._column(text, line))

    def _image(self, token: Token, line: int) -> None:
        place = self._place("![", line)
        source, _, fragment = self._filled(str(token.attrs.get("src", ""))).partition("#")
        width, share = None, False
        if fragment:
            found = _FRAGMENT.fullmatch(fragment)
            width, share = _width(unquote(found[1])) if found else (None, False)
            if width is None:
                advice = "write for example picture.png#width=60mm, or #width=80%"
                self.faults.append(Fault(f"`#{unquote(fragment)}` is not a width", place, advice))
        caption = self._filled(str(token.attrs.get("title", "")))
        self.parts.append(
            replace(
                self._part("image", line, place.column or 1),
                source=unquote(source),
                runs=(Run(caption),) if caption else (),
                width=width,
                share=share,
            )
        )


def _bare(address: str) -> str:
    return re.sub(r"^https?://", "", address).rstrip("/")


def _width(text: str) -> tuple[float | None, bool]:
    """(Points, False) of a length, (share, True) of a percentage, (None, False) of any other text, or one not above zero."""
    if re.fullmatch(r"[0-9]{1,3}%", text):
        share = int(text[:-1]) / 100
        return (share, True) if 0 < share <= 1 else (None, False)
    try:
        length = parse_length(text)
    except ValueError:
        return None, False
    return (length, False) if length > 0 else (None, False)
