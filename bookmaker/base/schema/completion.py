"""The keys and values that may be written at a place of a YAML text, for editors: the text need not be finished.

The path to the place is read from indentation, dashes and brackets of the lines around it, since unfinished text has no tree.

Of alternatives, the schema at a path is that of the one which fits the keys of the mapping.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Literal

from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.schema.reading import JsonSchema, flow_text
from bookmaker.base.schema.shapes import FILES
from bookmaker.base.schema.tree import Node

KeyPath = tuple[str | int, ...]
"""Keys, and positions in lists from 0."""
_STEP = re.compile(r"""\.?([\w-]+)|\[([0-9]+)\]|\["((?:[^"\\]|\\.)*)"\]""")


def path_of(text: str) -> KeyPath:
    """``sections[2].puzzles.count`` -> ``("sections", 2, "puzzles", "count")``. Raises UsageError.

    A key with other signs than letters, digits, ``_`` and ``-`` is written ``words["a b"]``.
    """
    found: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None or (step[0][0] not in "[." if at else step[0][0] == "."):
            message = f"{text!r} is not a path of keys: {text[at : at + 20]!r} cannot be read"
            raise UsageError(Fault(message, None, "write such as page.trim or sections[2].puzzles.count"))
        key, index, quoted = step.groups()
        found.append(key if key is not None else int(index) if index is not None else json.loads(f'"{quoted}"'))
        at = step.end()
    if not found:
        raise UsageError("a path of keys is empty")
    return tuple(found)


def path_text(path: KeyPath) -> str:
    """The text of a path, as :func:`path_of` reads it."""
    said = ""
    for step in path:
        if isinstance(step, int):
            said += f"[{step}]"
        elif re.fullmatch(r"[\w-]+", step):
            said += f".{step}" if said else step
        else:
            said += f"[{json.dumps(step, ensure_ascii=False)}]"
    return said


def branches(schema: JsonSchema, present: Sequence[str] | None = None) -> Iterator[JsonSchema]:
    """The alternatives of a schema, for a mapping that has these keys; None: for any."""
    if "if" in schema:
        sign = schema["if"]["required"][0]
        if present is None or sign in present:
            yield from branches(schema["then"], present)
        if present is None or sign not in present:
            yield from branches(schema["else"], present)
    elif "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from branches(one, present)
    else:
        yield schema


def keys_at(schema: JsonSchema, path: KeyPath, root: Node | None) -> dict[str, JsonSchema]:
    """The keys of the mapping at a path with their schemas, in their order; ``root`` says which of several mappings it is."""
    found, node = [schema], root
    for step in path:
        present = None if node is None else [key.text for key, _ in node.pairs]
        found = [inner for one in found for each in branches(one, present) for inner in below(each, step)]
        node = None if node is None else inner_node(node, step)
    present = None if node is None else [key.text for key, _ in node.pairs]
    return {
        key: one for each in found for way in branches(each, present) for key, one in way.get("properties", {}).items()
    }


def below(schema: JsonSchema, step: str | int) -> Iterator[JsonSchema]:
    """The schemas of a key, or of an entry."""
    if isinstance(step, int):
        inner = schema.get("items")
    else:
        inner = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    if isinstance(inner, dict):
        yield inner


def inner_node(node: Node, step: str | int) -> Node | None:
    """The value of a key, or the entry at a position; None where there is none."""
    if isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    return next((value for key, value in node.pairs if key.text == step), None)


MOST_LINES_OF_FLOW = 200
"""So many lines above a place may a bracket be that is still open there."""
_KEY = re.compile(r"""([\w.+-]+|"(?:[^"\\]|\\.)*"|'[^']*')[ \t]*:(?=\s|$)""")
_TOKEN = re.compile(r"""[\[\]{},:]|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|\s+|[^\[\]{},:"'#\s]+|.""")
_VALUE_END = re.compile(r"[ \t]+(?:#.*)?$")


@dataclass(frozen=True, slots=True)
class Completion:
    """One thing that may be written: ``text`` in place of the word there, shown as ``label``; ``about`` is its meaning."""

    label: str
    text: str
    kind: Literal["key", "value", "file"]
    about: str = ""
    default: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``complete --json`` prints."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Completions:
    """What may be written in place of the characters from ``start`` to ``end``, at ``path``."""

    path: KeyPath
    start: int
    end: int
    items: tuple[Completion, ...]

    def as_dict(self) -> dict[str, Any]:
        """The record that ``complete --json`` prints."""
        items = [one.as_dict() for one in self.items]
        return {"path": list(self.path), "start": self.start, "end": self.end, "items": items}


@dataclass(frozen=True, slots=True)
class Hover:
    """The meaning of the key or the value from ``start`` to ``end``, at ``path``, and the ``values`` that it may have."""

    path: KeyPath
    start: int
    end: int
    label: str
    about: str
    values: tuple[str, ...]
    default: str | None

    def as_dict(self) -> dict[str, Any]:
        """The record of ``complete --explain --json``."""
        return {name: list(one) if isinstance(one := getattr(self, name), tuple) else one for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place: ``path`` to the mapping, the list or the value there, with the keys that each mapping above has (``present``).

    ``role``: a ``key`` belongs there, a ``value``, or ``either``; ``none`` within a comment or a text of several lines. The word
    that is there goes from ``start`` to ``end``.
    """

    path: KeyPath
    present: tuple[tuple[str, ...], ...]
    role: Literal["key", "value", "either", "none"]
    start: int
    end: int


Also = Callable[[Sequence[JsonSchema]], Iterable[Completion]]
"""Values for schemas that no schema lists, such as the files of a folder."""


def complete(text: str, offset: int, schema: JsonSchema, also: Also | None = None) -> Completions:
    """What may be written at an offset of a text: keys that are not there yet, and values.

    ``also`` gives further values.
    """
    at = cursor(text, offset)
    found: dict[str, Completion] = {}
    if at.role in ("key", "either"):
        for key, one in keys_of(schema, at).items():
            found.setdefault(key, Completion(key, f"{key}: ", "key", one.get("description", "")))
    if at.role in ("value", "either") and not (at.role == "either" and at.present[-1]):
        further = also(alternatives(schema, at)) if also is not None else ()
        for value in (*values_of(schema, at), *further):
            known = found.get(value.label)
            found[value.label] = value if known is None or value.about else replace(known, kind=value.kind)
        quote = text[at.start : at.start + 1]
        if quote in ('"', "'") and at.end > at.start:
            found = {name: replace(one, text=f"{quote}{one.label}{quote}") for name, one in found.items()}
    return Completions(at.path, at.start, at.end, tuple(found.values()))


def hover(text: str, offset: int, schema: JsonSchema, also: Also | None = None) -> Hover | None:
    """The meaning of the key or value at an offset; None where there is nothing to say."""
    at = cursor(text, offset)
    word = text[at.start : at.end].strip().strip("\"'")
    if at.role == "none" or not word:
        return None
    if at.role != "value":
        inner = found_at(schema, (*at.path, word), [*at.present[:-1], (*at.present[-1], word)])
        if inner:
            values = _values(inner)
            return Hover(
                (*at.path, word),
                at.start,
                at.end,
                word,
                _about(inner),
                tuple(one.label for one in values),
                _default(inner),
            )
    inner = found_at(schema, at.path, at.present)
    further = also(alternatives(schema, at)) if also is not None else ()
    offered = {one.label: one for one in [*_values(inner), *further]}
    one = offered.get(word)
    about = one.about if one is not None and one.about else _about(inner)
    return Hover(at.path, at.start, at.end, word, about, tuple(offered), _default(inner)) if about else None


def _about(schemas: Sequence[JsonSchema]) -> str:
    return next((one["description"] for one in schemas if "description" in one), "")


def _default(schemas: Sequence[JsonSchema]) -> str | None:
    return next((flow_text(one["default"]) for one in schemas if one.get("default") not in (None, {}, [])), None)


def found_at(schema: JsonSchema, path: KeyPath, present: Sequence[Sequence[str]]) -> list[JsonSchema]:
    """The schemas of the value at a path."""
    found = [schema]
    for depth, step in enumerate(path):
        keys = present[depth] if depth < len(present) else ()
        found = [inner for one in found for way in branches(one, keys) for inner in below(way, step)]
    return found


def keys_of(schema: JsonSchema, at: Cursor) -> dict[str, JsonSchema]:
    """The keys that the mapping at a place may have and has not. Of a key that says which of two mappings it is, too."""
    here = at.present[-1] if at.present else ()
    found: dict[str, JsonSchema] = {}
    for one in found_at(schema, at.path, at.present):
        ways = [way.get("properties", {}) for way in branches(one, here)]
        if not here:
            ways += [way.get("properties", {}) for way in branches(one, None)]
        for sign in signs(one):
            ways += [
                {sign: way["properties"][sign]} for way in branches(one, [sign]) if sign in way.get("properties", {})
            ]
        for way in ways:
            found |= {key: inner for key, inner in way.items() if key not in here and key not in found}
    return found


def signs(schema: JsonSchema) -> Iterator[str]:
    """The keys by which a mapping is one of two."""
    if "if" in schema:
        yield schema["if"]["required"][0]
    for one in schema.get("anyOf", ()):
        yield from signs(one)


def values_of(schema: JsonSchema, at: Cursor) -> list[Completion]:
    """The values that a schema names for a place."""
    return _values(found_at(schema, at.path, at.present))


def alternatives(schema: JsonSchema, at: Cursor) -> list[JsonSchema]:
    """The schemas of the value at a place, each alternative by itself."""
    return [way for one in found_at(schema, at.path, at.present) for way in branches(one, ())]


def _values(schemas: Sequence[JsonSchema]) -> list[Completion]:
    found: dict[str, Completion] = {}

    def add(value: Any, about: str = "", default: bool = False) -> None:
        text = flow_text(value)
        label = value if isinstance(value, str) else text
        known = found.get(label)
        found[label] = Completion(
            label,
            text,
            "value",
            about or (known.about if known else ""),
            default or (known is not None and known.default),
        )

    for outer in schemas:
        for one in branches(outer, ()):
            if "const" in one:
                add(one["const"], one.get("description", ""))
            for value in one.get("enum", ()):
                add(value)
            if one.get("type") == "boolean":
                add(True)
                add(False)
            if one.get("type") == "array" and not found:
                for each in _values([one.get("items", {})]):
                    found[each.label] = replace(each, text=f"[{each.text}]")
        # The files of an example are not there.
        for value in () if any(FILES in one for one in branches(outer, ())) else outer.get("examples", ()):
            add(value)
        if outer.get("default") not in (None, {}, []):
            add(outer["default"], default=True)
    return list(found.values())


# Where a place is.


def cursor(text: str, offset: int) -> Cursor:
    """The place of an offset in a text that need not be finished."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    offset = max(0, min(offset, len(text)))
    number = bisect_right(starts, offset) - 1
    lines = [line.rstrip("\r") for line in lines]
    found = _Lines(text, lines, starts)
    line, column = lines[number], offset - starts[number]
    in_flow = found.flow(number, offset)
    if in_flow is not None:
        return in_flow
    if _comment(line[:column]):
        return Cursor((), ((),), "none", offset, offset)
    tokens = found.tokens[number]
    key = next((one for one in tokens if one.key is not None), None)
    content = key.column if key is not None else tokens[-1].column + 1 if tokens else None
    if content is None or (key is None and column > content):
        rest = line[tokens[-1].column + 1 :] if tokens else line
        begin = len(line) - len(rest.lstrip()) if rest.strip() else column
        content = min(begin, column) if not rest.strip() else begin
    bound = min(content, column) if key is None and not line.strip(" -") else content
    path, present = found.above(number, bound)
    if found.in_text(number, path, bound):
        return Cursor(path, present, "none", offset, offset)
    if key is not None and column > key.colon:
        here = (*path, key.key or "")
        present = (*present[:-1], (*present[-1], key.key or ""))
        begin = key.colon + 1 + (len(line[key.colon + 1 :]) - len(line[key.colon + 1 :].lstrip()))
        end = max(begin, len(_VALUE_END.sub("", line)))
        if line[begin : begin + 1] == "#" or begin >= len(line):
            begin = end = column
        begin = min(begin, column)
        return Cursor(here, (*present, ()), "value", starts[number] + begin, starts[number] + max(end, column))
    if key is not None:
        return Cursor(path, present, "key", starts[number] + key.column, starts[number] + key.colon)
    begin = min(bound, column)
    end = max(column, len(_VALUE_END.sub("", line)))
    return Cursor(path, present, "either", starts[number] + begin, starts[number] + end)


def scalar_at(text: str, path: KeyPath) -> str | None:
    """The value of a key on its line, in a text that need not be finished; None where it has none."""
    lines = text.split("\n")
    found = _Lines(text, lines, [0, *accumulate(len(line) + 1 for line in lines)])
    for number, tokens in enumerate(found.tokens):
        for token in tokens:
            if token.key == path[-1] and (*found.above(number, token.column)[0], token.key) == path:
                return _VALUE_END.sub("", lines[number][token.colon + 1 :]).strip().strip("\"'") or None
    return None


def _comment(before: str) -> bool:
    """Whether a comment has begun on a line."""
    return any(token.startswith("#") for token in _TOKEN.findall(before)) and re.search(r"(^|\s)#", before) is not None


@dataclass(frozen=True, slots=True)
class _Token:
    """A dash or a key of a line of a block, at its column; ``colon``: the column of the key's colon."""

    column: int
    key: str | None
    colon: int = -1


def _tokens(line: str) -> tuple[_Token, ...]:
    found = []
    at = len(line) - len(line.lstrip(" "))
    while (dash := re.compile(r"-(?: +|$)").match(line, at)) is not None:
        found.append(_Token(at, None))
        at = dash.end()
    key = _KEY.match(line, at)
    if key is not None:
        found.append(_Token(at, key[1].strip("\"'"), key.end() - 1))
    return tuple(found)


class _Lines:
    """The lines of a text with their dashes and keys."""

    def __init__(self, text: str, lines: list[str], starts: list[int]) -> None:
        self.text, self.lines, self.starts = text, lines, starts
        self.tokens = [() if line.lstrip().startswith("#") else _tokens(line) for line in lines]

    def above(self, number: int, bound: int) -> tuple[KeyPath, tuple[tuple[str, ...], ...]]:
        """The path to what begins in the column ``bound`` of a line, with the keys of each mapping on the way and of the last."""
        steps: list[str | int] = []
        present = [self.siblings(number, bound)]
        listed: int | None = None
        count = 0
        for at in range(number, -1, -1):
            for token in reversed(self.tokens[at]):
                if at == number and token.column >= bound:
                    continue
                if token.key is None:
                    if token.column == listed:
                        count += 1
                    elif token.column < bound:
                        if listed is not None:
                            steps.append(count)
                        bound, listed, count = token.column, token.column, 0
                        present.append(())
                elif token.column < bound or (token.column == listed and self.tokens[at][0] is token):
                    if listed is not None:
                        steps.append(count)
                    bound, listed = token.column, None
                    steps.append(token.key)
                    present.append((*self.siblings(at, bound), token.key))
        if listed is not None:
            steps.append(count)
        return tuple(reversed(steps)), tuple(reversed(present))

    def siblings(self, number: int, column: int) -> tuple[str, ...]:
        """The keys in a column above and below a line, as far as one mapping goes, without that of the line."""
        found: list[str] = []
        here = self.tokens[number]
        if not (here and here[0].column < column):
            for at in range(number - 1, -1, -1):
                tokens = self.tokens[at]
                found += [one.key for one in tokens if one.column == column and one.key is not None]
                if tokens and tokens[0].column < column:
                    break
        for at in range(number + 1, len(self.lines)):
            tokens = self.tokens[at]
            if tokens and tokens[0].column < column:
                break
            found += [one.key for one in tokens[:1] if one.column == column and one.key is not None]
        return tuple(found)

    def in_text(self, number: int, path: KeyPath, bound: int) -> bool:
        """Whether a line is in a text of several lines below a ``|`` or ``>``."""
        for at in range(number - 1, -1, -1):
            line = self.lines[at]
            if line.strip() and len(line) - len(line.lstrip(" ")) < bound:
                above = self.tokens[at][-1].column if self.tokens[at] else bound
                return above < bound and re.search(r"(?::|-)[ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?$", line) is not None
        return False

    def flow(self, number: int, offset: int) -> Cursor | None:
        """The place in brackets or braces that are open there; None where none are."""
        for at in range(number, max(-1, number - MOST_LINES_OF_FLOW), -1):
            tokens = self.tokens[at]
            last = tokens[-1] if tokens else _Token(-1, None)
            begin = last.colon + 1 if last.key is not None else last.column + 1
            opened = re.compile(r"[ \t]*([\[{])").match(self.lines[at], begin)
            if opened is not None and self.starts[at] + opened.end() <= offset:
                path, present = self.above(at, last.column if last.key is not None else last.column + 1)
                path = (*path, last.key) if last.key is not None else path
                column = tokens[0].column if tokens else -1
                found = self._in_flow(self.starts[at] + opened.start(1), offset, column, path, present)
                if found is not None:
                    return found
            if tokens and tokens[0].column == 0:
                break
        return None

    def _in_flow(
        self, start: int, offset: int, column: int, path: KeyPath, present: tuple[tuple[str, ...], ...]
    ) -> Cursor | None:
        frames: list[_Frame] = []
        at = start
        before: list[_Frame] | None = None
        while at < len(self.text):
            token = _TOKEN.match(self.text, at)
            assert token is not None
            said, end = token[0], token.end()
            if before is None and at >= offset:
                before = frames
            if before is None and end > offset and said.startswith("#"):
                return Cursor((), ((),), "none", offset, offset)
            if before is not None and len(frames) < len(before):
                break
            if "\n" in said and not said.strip():
                indent = len(said) - said.rfind("\n") - 1
                if indent <= column and end < len(self.text):
                    break
            frames = _fed(frames, said, at)
            if before is None and at < offset < end:
                before = frames
            at = end
            if not frames:
                break
        before = frames if before is None else before
        if not before:
            return None
        steps: list[str | int] = []
        keys = list(present)
        for depth, frame in enumerate(before):
            whole = frames[depth] if depth < len(frames) and frames[depth].start == frame.start else frame
            keys = [*keys, *[()] * (len(path) + len(steps) + 1 - len(keys))]
            keys[-1] = tuple(dict.fromkeys((*frame.keys, *whole.keys)))
            if frame.bracket == "[":
                steps.append(frame.index)
            elif frame.key is not None:
                steps.append(frame.key)
        last = before[-1]
        role: Literal["key", "value", "either"] = "either" if last.bracket == "[" else "value" if last.key else "key"
        begin = last.word if last.word is not None and last.word <= offset else offset
        rest = re.compile(r"""[^\[\]{},:\n#]*""").match(self.text, max(begin, offset))
        end = max(offset, begin + len(self.text[begin : rest.end() if rest else offset].rstrip()))
        keys = [*keys, *[()] * (len(path) + len(steps) + 1 - len(keys))]
        if role == "key":
            word = self.text[begin:end].strip("\"'")
            keys[-1] = tuple(key for key in keys[-1] if key != word)
        return Cursor((*path, *steps), tuple(keys), role, begin, end)


@dataclass(frozen=True, slots=True)
class _Frame:
    """An open bracket: its keys so far, the position in a list, the key whose value follows, and the start of the word."""

    bracket: str
    start: int
    keys: tuple[str, ...] = ()
    index: int = 0
    key: str | None = None
    word: int | None = None
    said: str = ""


def _fed(frames: list[_Frame], said: str, at: int) -> list[_Frame]:
    """The open brackets after one more token."""
    if said in ("[", "{"):
        return [*frames, _Frame(said, at)]
    if said in ("]", "}"):
        return frames[:-1]
    top = frames[-1]
    if said == ",":
        top = replace(top, index=top.index + 1, key=None, word=None, said="")
    elif said == ":" and top.bracket == "{" and top.key is None:
        key = top.said.strip().strip("\"'")
        top = replace(top, key=key, keys=(*top.keys, key), word=None, said="")
    elif not said.startswith("#") and (said.strip() or top.word is not None):
        top = replace(top, word=at if top.word is None else top.word, said=top.said + said)
    return [*frames[:-1], top]
