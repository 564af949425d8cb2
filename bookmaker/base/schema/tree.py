"""YAML bytes -> a tree of nodes with places, refusing everything that a document of ours has no use for.

PyYAML's events are composed here rather than by ``yaml.compose``, because its composer recurses (a thousand brackets end in
RecursionError), stops at the first fault, and lets duplicate keys and tags through. Scalars keep the text that the user wrote:
the shape that reads it decides what ``1.10`` or ``no`` means, not YAML's guesses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bookmaker.base import resources
from bookmaker.base.errors import Fault, Place, SpecError, said
from bookmaker.base.output import is_special

MAX_BYTES = 1 << 20
"""Files above this are refused unread: a hand-written document is a thousand times smaller."""
MAX_DEPTH = 32
"""Nesting above this is refused: no shape of ours is a quarter as deep."""
MAX_EVENTS = 40_000
"""Keys, values and their ends above this are refused: our largest catalogue has 2,600."""

NodeKind = Literal["scalar", "list", "mapping", "broken"]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One value of a document. The fault of a ``broken`` node is reported already, so it is skipped silently.

    ``text`` is a scalar's text, quotes and escapes undone; ``plain``: it had no quotes; ``comment``: a comment follows an empty
    value, as in ``title: #1 puzzles``; ``cut``: the comment directly behind a text that may have been meant as its end, as in
    ``title: The #1 Puzzles``. ``start`` and ``end`` are offsets of characters in the text, of a block
    without what follows its last value; -1 in a tree that comes from no text.
    """

    kind: NodeKind
    place: Place
    text: str = ""
    plain: bool = False
    comment: bool = False
    cut: str = ""
    items: tuple[Node, ...] = ()
    pairs: tuple[tuple[Node, Node], ...] = ()
    start: int = -1
    end: int = -1

    @property
    def empty(self) -> bool:
        """Whether the key has no value."""
        return self.kind == "scalar" and self.plain and self.text == ""


# PyYAML's words -> ours. The first fragment found in "context / problem" wins; {problem} is PyYAML's own sentence.
_TROUBLES = (
    (
        "scanning a quoted scalar / found unexpected end",
        "a quote is opened here and never closed",
        "add the closing quote",
    ),
    ("found unknown escape", "{problem}", "write a backslash as \\\\, or use single quotes"),
    ("escape sequence of", "{problem}", "write a backslash as \\\\, or use single quotes"),
    ("found character '\\t'", "a tab is where only spaces may be", "indent with spaces"),
    ("found character", "a text cannot begin with this character", "put quotes around the text"),
    ("scanning an alias", "a text cannot begin with `*`", "put quotes around the text"),
    ("scanning an anchor", "a text cannot begin with `&`", "put quotes around the text"),
    (
        "mapping values are not allowed",
        "a colon is where a key cannot be",
        "put quotes around a text with a colon in it, or mend the indentation",
    ),
    ("could not find expected ':'", "a key has no colon", "write `key: value`, with a space after the colon"),
    (
        "parsing a block mapping",
        "this does not fit the keys above it",
        "mend the indentation, or put quotes around the whole text",
    ),
    (
        "parsing a block collection",
        "this does not fit the list above it",
        "start each entry with a dash in the same column",
    ),
    (
        "parsing a flow sequence",
        "a list opened with `[` goes wrong here",
        "separate entries with commas and close with `]`",
    ),
    ("parsing a flow mapping", "keys opened with `{{` go wrong here", "separate pairs with commas and close with `}`"),
    (
        "expected the node content",
        "a value is missing or begins with a sign that means something to YAML",
        "put quotes around a text",
    ),
    (
        "expected '<document start>'",
        "something follows the end of the document",
        "mend the indentation of the lines above",
    ),
)

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def require_file(path: Path) -> None:
    """Raise SpecError for a pipe or a device, which may never end, and cannot be read again."""
    if is_special(path):
        raise SpecError(Fault("this is a pipe or a device, and not a file", Place(str(path)), "save it as a file"))


def read_bytes(path: Path) -> bytes:
    """The bytes of a document, at most ``MAX_BYTES``. Raises SpecError if the file is missing, special, unreadable or larger."""
    require_file(path)
    place = Place(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise SpecError(Fault("there is no such file", place)) from None
    except IsADirectoryError:
        raise SpecError(Fault("this is a folder, not a file", place)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SpecError(Fault(f"the file cannot be read: {reason}", place)) from None
    if len(data) > MAX_BYTES:
        raise SpecError(Fault(f"the file is larger than {MAX_BYTES >> 10} KiB; is it the right file?", place))
    return data


def decode(data: bytes, name: str) -> str:
    """UTF-8 bytes, with or without a byte order mark -> text.

    Raises SpecError with the place of the first byte that is not UTF-8, or of the first control character.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SpecError(Fault("the file is UTF-16 text", Place(name, 1, 1), "save it as UTF-8"))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode().removeprefix("\ufeff")
        message = f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8 text"
        raise SpecError(Fault(message, _place_after(before, name), "save the file as UTF-8")) from None
    text = text.removeprefix("\ufeff")
    found = _UNPRINTABLE.search(text)
    if found is not None:
        more = len(_UNPRINTABLE.findall(text)) - 1
        message = f"control character U+{ord(found[0]):04X} in the text" + (
            f", and {more} more after it" if more else ""
        )
        raise SpecError(Fault(message, _place_after(text[: found.start()], name), "delete it"))
    return text


def _place_after(before: str, name: str) -> Place:
    lines = _LINE_BREAK.split(before)
    return Place(name, len(lines), len(lines[-1]) + 1)


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still open."""

    place: Place
    is_list: bool
    anchor: str | None
    start: int
    flow: bool
    children: list[Node] = field(default_factory=list)

    def close(self, end: int) -> Node:
        if not self.flow:
            # A block has no sign for its end: the parser marks where the next value begins.
            end = max((child.end for child in self.children), default=self.start)
        if self.is_list:
            return Node("list", self.place, items=tuple(self.children), start=self.start, end=end)
        pairs = tuple(zip(self.children[::2], self.children[1::2], strict=True))
        return Node("mapping", self.place, pairs=pairs, start=self.start, end=end)


def read(path: Path) -> tuple[Node | None, list[Fault]]:
    """A file -> its tree and faults, as :func:`compose` does. Raises SpecError as :func:`read_bytes` and :func:`decode` do."""
    text = decode(read_bytes(path), str(path))
    if resources.is_layout(path):
        import yaml

        # The loader in C reads ten times as fast, but not all files alike, and its messages are others: it is for files that the
        # tests have read with both. It is not in every build of the library.
        root, faults = compose(text, str(path), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if not faults:
            return root, faults
    return compose(text, str(path))


def compose(text: str, name: str, loading: Any = None) -> tuple[Node | None, list[Fault]]:
    """Text -> the tree of its one document, and the faults found on the way; None where nothing can be read on.

    ``loading`` is a class of PyYAML's loaders: that in Python if it is None.
    """
    import yaml

    composer = _Composer(text, name)
    # typeshed and PyYAML disagree about loaders; these three methods have been there for twenty years.
    loader: Any = (loading or yaml.SafeLoader)(text)
    try:
        while loader.check_event() and not composer.ended:
            composer.take(loader.get_event())
    except yaml.MarkedYAMLError as error:
        composer.root = None
        composer.faults.append(_trouble(error, name))
    except (yaml.YAMLError, ValueError, OverflowError):
        # PyYAML's scanner lets int() and chr() fail on directives and on escapes such as "\UFFFFFFFF".
        composer.root = None
        place = _place(loader.get_mark(), name) if hasattr(loader, "get_mark") else Place(name)
        composer.faults.append(Fault("broken YAML: this names no character or number", place, "mend the escape"))
    finally:
        loader.dispose()
    if composer.root is None and not composer.faults:
        composer.faults.append(Fault("the file is empty", Place(name, 1, 1)))
    return composer.root, composer.faults


def _is_plain(event: Any) -> bool:
    """Whether a scalar has no quotes; the loader in Python says None of its style, that in C ""."""
    return not event.style


_CUT = re.compile(r"[ \t]+(#\w.*?)\s*$")
"""A comment that has no blank after its sign."""


class _Composer:
    """Builds the tree from events, one at a time, with a stack of its own."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.text = text
        self.lines = _LINE_BREAK.split(text)
        self.root: Node | None = None
        self.faults: list[Fault] = []
        self.ended = False
        self._documents = self._events = 0
        self._opened: list[_Open] = []
        self._anchors: dict[str, Node | None] = {}  # None while the value that is named so is still open

    def take(self, event: Any) -> None:
        """Take the next event of PyYAML's parser."""
        import yaml

        place = _place(event.start_mark, self.name)
        self._events += 1
        if self._events > MAX_EVENTS:
            self.ended = True
            self.root = None
            message = f"the file has more than {MAX_EVENTS:,} keys and values"
            self.faults.append(Fault(message, place, "is it the right file?"))
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self.ended = True
                advice = "a file holds one document: delete the line `---`"
                self.faults.append(Fault("a second document begins here", place, advice))
        elif isinstance(event, yaml.AliasEvent):
            self._add(self._alias(event.anchor, place))
        elif isinstance(event, yaml.ScalarEvent):
            kind: NodeKind = "scalar" if event.tag is None else "broken"
            self._refuse_tag(event.tag, place)
            start, end = _index(event.start_mark), _index(event.end_mark)
            if event.style in ("|", ">"):
                end = start + len(self.text[start:end].rstrip())
            comment, cut = self._comment_follows(event), self._cut(event)
            node = Node(kind, place, event.value, _is_plain(event), comment, cut, start=start, end=end)
            if event.anchor is not None:
                self._anchors[event.anchor] = node
            self._add(node)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._refuse_tag(event.tag, place)
            if len(self._opened) == MAX_DEPTH:
                self.ended = True
                self.root = None
                self.faults.append(Fault(f"values are nested more than {MAX_DEPTH} deep", place))
            if event.anchor is not None:
                self._anchors[event.anchor] = None
            is_list = isinstance(event, yaml.SequenceStartEvent)
            start = _index(event.start_mark)
            self._opened.append(_Open(place, is_list, event.anchor, start, bool(event.flow_style)))
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self._opened.pop()
            node = closed.close(_index(event.end_mark))
            if closed.anchor is not None:
                self._anchors[closed.anchor] = node
            self._add(node)

    def _add(self, node: Node) -> None:
        if self._opened:
            self._opened[-1].children.append(node)
        else:
            self.root = node

    def _comment_follows(self, event: Any) -> bool:
        if event.value or not _is_plain(event):
            return False
        rest: str = self.lines[event.end_mark.line][event.end_mark.column :]
        return rest.lstrip().startswith("#")

    def _cut(self, event: Any) -> str:
        if not event.value or not _is_plain(event):
            return ""
        found = _CUT.match(self.lines[event.end_mark.line], event.end_mark.column)
        return "" if found is None else found[1]

    def _refuse_tag(self, tag: str | None, place: Place) -> None:
        if tag is not None:
            advice = "delete the tag; put quotes around a text that begins with `!`"
            self.faults.append(Fault(f"tags such as `{_tag_name(tag)}` are not allowed", place, advice))

    def _alias(self, anchor: Any, place: Place) -> Node:
        node = self._anchors.get(anchor)
        if node is not None:
            return node
        if anchor in self._anchors:
            self.faults.append(Fault(f"`*{anchor}` is inside the very value that it repeats", place))
        else:
            advice = "put quotes around a text that begins with `*`"
            message = f"`*{anchor}` repeats a value that nothing above names `&{anchor}`"
            self.faults.append(Fault(message, place, advice))
        return Node("broken", place)


def _place(mark: Any, name: str) -> Place:
    return Place(name) if mark is None else Place(name, mark.line + 1, mark.column + 1)


def _index(mark: Any) -> int:
    return -1 if mark is None else int(mark.index)


def _tag_name(tag: str) -> str:
    short = tag.replace("tag:yaml.org,2002:", "!!")
    return short if len(short) <= 40 else short[:39] + "…"


def _trouble(error: Any, name: str) -> Fault:
    problem = str(error.problem or error.context or "broken YAML").strip()
    whole = f"{error.context or ''} / {problem}"
    for fragment, message, advice in _TROUBLES:
        if fragment in whole:
            # PyYAML marks where it gave up; of these, people look for the beginning.
            begins = fragment.startswith(("scanning", "could not find expected ':'"))
            mark = error.context_mark if begins else error.problem_mark
            return Fault(
                said("broken YAML: {problem}", problem=message.format(problem=problem)), _place(mark, name), advice
            )
    return Fault(
        said("broken YAML: {problem}", problem=problem), _place(error.problem_mark or error.context_mark, name)
    )
