"""Edits of a YAML text: the part that an edit means changes, and every other byte stays.

An edit replaces the characters between the marks of a node. The text is then read again and compared with the data that were
wanted, so that a way of writing YAML that nobody thought of is refused, and never damaged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, NoReturn, get_args

from bookmaker.base.errors import Fault, Place, SpecError, UsageError
from bookmaker.base.schema import tree
from bookmaker.base.schema.completion import KeyPath, inner_node, keys_at, path_of, path_text
from bookmaker.base.schema.reading import JsonSchema, did_you_mean
from bookmaker.base.schema.tree import Node

Op = Literal["set", "unset", "insert", "copy", "move"]
WIDTH = 100
"""The most columns of a line that is written anew with several values in brackets or braces."""
_DASH = re.compile(r"(?:[ \t\r\n]|#[^\n]*\n)*-(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a spec.

    ``path`` leads to a value: keys, and positions in lists from 0. ``set`` gives it a ``value`` of plain data; None leaves the
    key out, as ``unset`` does. ``insert`` puts a value before the entry at the position, or behind the last one. ``copy`` and
    ``move`` take the entry there, with the comment directly above it, to the position ``value``, which it has afterwards.
    """

    path: KeyPath
    op: Op = "set"
    value: Any = None


def edit_of(record: Any) -> Edit:
    """An edit from its JSON: ``{"path": "page.trim", "value": "a4"}``, also with ``op`` and a list as path. Raises UsageError."""
    if not isinstance(record, Mapping) or not {"path"} <= set(record) <= {"path", "op", "value"}:
        raise UsageError(
            f"an edit has a `path`, an `op` and a `value`, and is not {json.dumps(record, default=str)[:80]}"
        )
    path, op = record["path"], record.get("op", "set")
    if op not in get_args(Op):
        raise UsageError(f"`op` of an edit is one of {', '.join(get_args(Op))}, and not {op!r}")
    if isinstance(path, str):
        steps = path_of(path)
    elif isinstance(path, Sequence) and path and all(type(one) in (str, int) for one in path):
        steps = tuple(path)
    else:
        raise UsageError(f"`path` of an edit is a text or a list of keys and positions, not {path!r}")
    return Edit(steps, op, record.get("value"))


def data_of(node: Node | None) -> Any:
    """The plain data of a tree: numbers and ``true`` and ``false`` as Python has them, and all other scalars as texts."""
    if node is None or node.empty:
        return None
    if node.kind == "mapping":
        return {name.text: data_of(value) for name, value in node.pairs}
    if node.kind == "list":
        return [data_of(item) for item in node.items]
    if not node.plain:
        return node.text
    if node.text in ("true", "false"):
        return node.text == "true"
    if re.fullmatch(r"[-+]?(0|[1-9][0-9]{0,18})", node.text):
        return int(node.text)
    if re.fullmatch(r"[-+]?[0-9]+\.[0-9]+", node.text):
        return float(node.text)
    return node.text


def composed(text: str, name: str) -> Node | None:
    """The tree of a text, None of one that has no value. Raises SpecError for a text that is not YAML."""
    import yaml

    root, faults = tree.compose(text, name, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if faults:
        # The messages of the loader in Python are those that people see everywhere else.
        root, faults = tree.compose(text, name)
        if root is None and [fault.message for fault in faults] == ["the file is empty"]:
            return None
        raise SpecError(faults)
    return root


def edited(text: str, edits: Sequence[Edit], schema: JsonSchema | None = None, name: str = "") -> str:
    """The text after the edits, one after another. Raises SpecError if it is not YAML, or an edit does not fit it.

    ``schema`` says in which order keys come; without it a new key is the last. ``name`` is that of the file, for messages.
    """
    for edit in edits:
        edit = replace(edit, value=_said(edit.value))
        text = _Editor(text, name, schema or {}).made(edit)
    return text


def _said(value: Any) -> Any:
    """A value without the keys that have none."""
    if isinstance(value, Mapping):
        return {key: _said(one) for key, one in value.items() if one is not None}
    return [_said(one) for one in value] if isinstance(value, list | tuple) else value


def changed(data: Any, edit: Edit) -> Any:
    """Plain data after an edit: the text must say them afterwards. Raises LookupError where the edit does not fit."""
    if not edit.path:
        return edit.value
    step, *rest = edit.path
    value = edit.value
    gone = edit.op == "unset" or (edit.op == "set" and value is None)
    if isinstance(step, str):
        held = {} if data is None else data
        if not isinstance(held, dict):
            raise LookupError(step)
        if not rest and gone:
            return {key: one for key, one in held.items() if key != step}
        if not rest and edit.op == "set":
            return {**held, step: value}
        if gone and step not in held:
            return held
        inner = changed(held.get(step), Edit(tuple(rest), edit.op, value)) if rest else _no_entry(step)
        if gone and inner == {}:
            return {key: one for key, one in held.items() if key != step}
        return {**held, step: inner}
    entries = [] if data is None else data
    if not isinstance(entries, list):
        raise LookupError(step)
    if edit.op == "insert" and not rest:
        if step > len(entries):
            raise LookupError(step)
        return [*entries[:step], value, *entries[step:]]
    if step >= len(entries):
        raise LookupError(step)
    others = [*entries[:step], *entries[step + 1 :]]
    if rest:
        return [*entries[:step], changed(entries[step], Edit(tuple(rest), edit.op, value)), *entries[step + 1 :]]
    if gone:
        return others
    if edit.op == "set":
        return [*entries[:step], value, *entries[step + 1 :]]
    left = others if edit.op == "move" else entries
    if not isinstance(value, int) or not 0 <= value <= len(left):
        raise LookupError(value)
    return [*left[:value], entries[step], *left[value:]]


def _no_entry(step: str) -> NoReturn:
    raise LookupError(step)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a block, without the indentation before it: ``start`` is that of its comment, ``dash`` of the entry itself."""

    start: int
    dash: int
    end: int


class _Editor:
    """One text with its tree."""

    def __init__(self, text: str, name: str, schema: JsonSchema, quoting: bool = False) -> None:
        self.text, self.name, self.schema, self.quoting = text, name, schema, quoting
        self.root = composed(text, name)
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def made(self, edit: Edit) -> str:
        """The text after an edit, read again. Raises SpecError."""
        try:
            wanted = changed(data_of(self.root), edit)
        except LookupError as error:
            self.refuse(edit, f"`{path_text(edit.path)}` is not there to {edit.op}: {error.args[0]!r} does not fit")
        if _same(wanted, data_of(self.root)):
            return self.text
        for quoting in (False, True):
            self.quoting, editor, text = quoting, self, self.text
            for part in self._parts(self.root, edit):
                editor = editor if editor.text is text else _Editor(text, self.name, self.schema, quoting)
                text = editor._surgery(part)
            try:
                if _same(data_of(composed(text, self.name)), wanted):
                    return text
            except SpecError:
                pass  # Lines below a `|` took a comment with them, or the like: once more with quotes.
        self.refuse(edit, "this part is written in a way that such an edit would damage")

    def refuse(self, edit: Edit, message: str, advice: str = "edit it as text") -> NoReturn:
        """Raise SpecError with the place of the nearest value that is there."""
        node = self.root
        for step in edit.path:
            inner = None if node is None else inner_node(node, step)
            if inner is None:
                break
            node = inner
        raise SpecError(Fault(message, Place(self.name) if node is None else node.place, advice))

    def _parts(self, root: Node | None, edit: Edit) -> Iterator[Edit]:
        """An edit as the smallest ones: of a mapping or a list only the entries that differ."""
        node = root
        for step in edit.path:
            node = None if node is None else inner_node(node, step)
        if edit.op == "set" and edit.value is None:
            yield Edit(edit.path, "unset")
        elif edit.op != "set" or node is None or not edit.value:
            yield edit
        elif _same(data_of(node), edit.value):
            return
        elif node.kind == "mapping" and isinstance(edit.value, Mapping):
            for key, value in edit.value.items():
                yield from self._parts(root, Edit((*edit.path, key), "set", value))
            for key, _ in reversed(node.pairs):
                if key.text not in edit.value:
                    yield Edit((*edit.path, key.text), "unset")
        elif node.kind == "list" and isinstance(edit.value, list):
            yield from self._list_parts(root, node, edit)
        else:
            yield edit

    def _list_parts(self, root: Node | None, node: Node, edit: Edit) -> Iterator[Edit]:
        old, new = data_of(node), edit.value
        most = min(len(old), len(new))
        head = next((at for at in range(most) if not _same(old[at], new[at])), most)
        tail = next((at for at in range(most - head) if not _same(old[-1 - at], new[-1 - at])), most - head)
        both = most - head - tail
        for at in range(head, head + both):
            yield from self._parts(root, Edit((*edit.path, at), "set", new[at]))
        for at in reversed(range(head + both, len(old) - tail)):
            yield Edit((*edit.path, at), "unset")
        for at in range(head + both, len(new) - tail):
            yield Edit((*edit.path, at), "insert", new[at])

    def _surgery(self, edit: Edit) -> str:
        """The text after an edit of the smallest size."""
        *above, step = edit.path
        nodes: list[Node] = [] if self.root is None else [self.root]
        for at, one in enumerate(above):
            inner = inner_node(nodes[-1], one) if nodes else None
            if inner is None or inner.empty:
                if edit.op == "unset":
                    return self.text
                return self._added(nodes, edit, at + (inner is not None))
            nodes.append(inner)
        for outer, inner in pairwise(nodes):
            if self.text[inner.start : inner.start + 1] == "&" or inner.start < outer.start:
                self.refuse(edit, "this part is written once and repeated by an anchor (`&`, `*`)")
        if not nodes:
            return self._added(nodes, edit, 0)
        parent, inner = nodes[-1], inner_node(nodes[-1], step)
        if self.text[parent.start : parent.start + 1] == "&" or (
            inner is not None and (inner.start < parent.start or self.text[inner.start : inner.start + 1] == "&")
        ):
            self.refuse(edit, "this part is written once and repeated by an anchor (`&`, `*`)")
        if edit.op == "unset":
            return self._without(nodes, edit.path)
        if edit.op == "set" and inner is not None:
            return self._replaced(parent, inner, step, edit.value)
        if edit.op == "set":
            return self._added(nodes, edit, len(above))
        assert isinstance(step, int)
        return (
            self._moved(parent, step, edit) if edit.op in ("move", "copy") else self._inserted(parent, step, edit.value)
        )

    # Places in the text.

    def line_end(self, at: int) -> int:
        """The end of the line of an offset, before its break."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > at and self.text[end - 1] == "\r" else end

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def column(self, at: int) -> int:
        return at - self.line_start(at)

    def flow(self, node: Node) -> bool:
        """Whether a list or mapping is in brackets or braces."""
        return node.kind in ("list", "mapping") and self.text[node.start : node.start + 1] in ("[", "{")

    def below(self, at: int, column: int) -> int:
        """The end of an entry that ends at an offset: that of its line, and of comments below it that are indented deeper."""
        end = self.line_end(at)
        look = end
        while look < len(self.text):
            start = self.text.find("\n", look) + 1
            if not start:
                break
            look = self.line_end(start)
            line = self.text[start:look]
            if line.lstrip().startswith("#") and len(line) - len(line.lstrip()) > column:
                end = look
            elif line.strip():
                break
        return end

    def entries(self, node: Node) -> list[_Entry]:
        """The entries of a block: those of a list with the comments directly above them."""
        found: list[_Entry] = []
        at = node.start
        for entry in node.items or [key for key, _ in node.pairs]:
            seen = _DASH.match(self.text, at) if node.kind == "list" else None
            dash = entry.start if seen is None else seen.end() - 1
            start, column = dash, self.column(dash)
            if node.kind == "list" and not self.text[self.line_start(dash) : dash].strip():
                while start and self._comment_column(self.line_start(start) - 1) == column:
                    start = self.line_start(self.line_start(start) - 1) + column
            at = max(entry.end, dash + 1)
            end = at if node.kind == "list" else next(value.end for key, value in node.pairs if key is entry)
            found.append(_Entry(start, dash, self.below(max(end, dash), column)))
        return found

    def _comment_column(self, at: int) -> int | None:
        """The column of the comment that is the whole line which ends at an offset."""
        if at < 0:
            return None
        line = self.text[self.line_start(at) : at]
        return len(line) - len(line.lstrip()) if line.lstrip().startswith("#") else None

    # Values as they are written.

    def scalar(self, value: Any, like: Node | None, flow: bool, column: int) -> str:
        """A scalar in the style of the one that it replaces, as far as that can hold it. Lines after the first are indented."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int | float):
            return json.dumps(value)
        said = str(value)
        sign = self.text[like.start : like.start + 1] if like is not None and like.kind == "scalar" else ""
        if not flow and not self.quoting and (sign in ("|", ">") or "\n" in said.strip("\n")):
            written = self._block_text(said, sign, column)
            if written is not None:
                return written
        if sign == "'" and "\n" not in said and said.isprintable():
            return "'" + said.replace("'", "''") + "'"
        return said if sign != '"' and _is_safe(said, flow) else json.dumps(said, ensure_ascii=False)

    def _block_text(self, value: str, sign: str, column: int) -> str | None:
        """A text below a ``|`` or ``>``; None of one that it cannot hold."""
        lines = value.rstrip("\n").split("\n")
        ends = len(value) - len(value.rstrip("\n"))
        if not lines[0].strip() or lines[0][0] == " " or ends > 1 or not value.replace("\n", "").isprintable():
            return None
        pad = self.newline + " " * (column + 2)
        if sign == ">" and all(line and line == " ".join(line.split()) for line in lines):
            import textwrap

            wrapped = [
                textwrap.wrap(line, WIDTH - column, break_long_words=False, break_on_hyphens=False) for line in lines
            ]
            folded = (self.newline + pad).join(pad.join(one) for one in wrapped)
            return (">" if ends else ">-") + pad + folded
        return ("|" if ends else "|-") + "".join(pad + line if line else self.newline for line in lines)

    def flow_text(self, value: Any) -> str:
        """A value on one line."""
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{plain_text(key)}: {self.flow_text(one)}" for key, one in value.items()) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(map(self.flow_text, value)) + "]"
        return '""' if value is None else self.scalar(value, None, True, 0)

    def value(self, value: Any, like: Node | None, column: int, room: int) -> tuple[str, list[str]]:
        """A value behind ``key:`` in that column: the text on the same line, and lines below without their break.

        ``like``: a value whose style it keeps. ``room``: how many columns that line has left.
        """
        if not isinstance(value, Mapping | list | tuple):
            return self.scalar(value, like, False, column), []
        shown = self.flow_text(value)
        known = like is not None and like.kind in ("list", "mapping") and not like.start < 0
        in_line = self.flow(like) if known and like is not None else _is_flat(value)
        if not value or (in_line and (len(shown) <= room or known)):
            return shown, []
        return "", self.lines(value, like, column + 2)

    def lines(self, value: Mapping[str, Any] | Sequence[Any], like: Node | None, column: int) -> list[str]:
        """A list or mapping as lines of a block in that column."""
        found: list[str] = []
        pad = " " * column
        if isinstance(value, Mapping):
            for key, one in value.items():
                head = f"{plain_text(key)}:"
                inline, more = self.value(
                    one, inner_node(like, key) if like else None, column, WIDTH - column - len(head)
                )
                found += [f"{pad}{head} {inline}".rstrip(" "), *more]
            return found
        items = () if like is None else like.items
        for at, one in enumerate(value):
            alike = items[min(at, len(items) - 1)] if items else None
            found += self.item(one, alike, column)
        return found

    def item(self, value: Any, like: Node | None, column: int) -> list[str]:
        """An entry of a list as lines of a block whose dash is in that column."""
        flow = self.flow(like) if like is not None and like.kind in ("list", "mapping") else False
        if isinstance(value, Mapping) and value and not flow:
            first, *more = self.lines(value, like, column + 2)
            return [f"{' ' * column}- {first.lstrip()}", *more]
        shown = (
            self.flow_text(value)
            if isinstance(value, Mapping | list | tuple)
            else self.scalar(value, like, False, column)
        )
        return [f"{' ' * column}- {shown}"]

    # The edits.

    def _replaced(self, parent: Node, old: Node, step: str | int, value: Any) -> str:
        if self.flow(parent):
            new = (
                self.flow_text(value) if isinstance(value, Mapping | list | tuple) else self.scalar(value, old, True, 0)
            )
            before = " " if self.text[old.start - 1 : old.start] == ":" else ""
            return self.text[: old.start] + before + new + self.text[old.end :]
        at = next(entry for index, entry in enumerate(self.entries(parent)) if self._is_step(parent, index, step))
        column = self.column(at.dash)
        if isinstance(step, int) and isinstance(value, Mapping | list | tuple) and value:
            lines = self.item(value, old, column)
            return self.text[: at.dash] + self._joined(lines).lstrip() + self.text[max(old.end, at.dash + 1) :]
        head = at.dash + 1 if isinstance(step, int) else self._colon(parent, step)
        inline, more = self.value(value, old, column, WIDTH - (head - self.line_start(head)))
        collections = ("list", "mapping")
        if old.kind in collections and not self.flow(old) and self.line_start(old.start) == self.line_start(head):
            more_text = self.newline + self._joined(more) if more else ""
            return f"{self.text[:head]} {inline}".rstrip(" ") + more_text + self.text[old.end :]
        if old.kind in collections and not self.flow(old):
            # The block goes, and the rest of its line stays.
            return self._with_below(head, head, inline, more, self.line_end(head), old.end)
        blank = re.compile(r"[ \t]*").match(self.text, head)
        begin = max(old.start, head) if old.end > old.start or not blank else head
        return self._with_below(head, begin, inline, more, max(old.end, begin), None)

    def _with_below(self, head: int, begin: int, inline: str, more: list[str], rest: int, gone: int | None) -> str:
        """The text with ``inline`` in place of ``begin`` to ``rest``; or, up to ``gone``, of the whole block below the line."""
        end = self.line_end(rest)
        tail = self.text[head:end] if gone is not None else self.text[rest:end]
        before = self.text[:begin]
        if inline:
            before = before.rstrip(" \t") if begin == head else before
            before += ("" if before.endswith((" ", "\t")) else " ") + inline
            if "\n" in inline:
                # A comment may follow the sign of a text of several lines, and not its last line.
                first, lines = inline.split(self.newline, 1)
                before, more = before[: len(before) - len(inline)] + first, lines.split(self.newline)
            elif gone is None:
                tail = self._in_line(tail, self.column(rest), len(before) - self.line_start(begin))
        else:
            before = before.rstrip(" \t")
        below = self.newline + self._joined(more) if more else ""
        return before + tail + below + self.text[end if gone is None else self.line_end(gone) :]

    def _in_line(self, tail: str, before: int, after: int) -> str:
        """A comment behind a value stays in its column where the value has room, if blanks were there to align it."""
        gap = len(tail) - len(tail.lstrip(" "))
        if gap < 2 or not tail.lstrip(" ").startswith("#"):
            return tail
        return " " * max(before + gap - after, 2) + tail.lstrip(" ")

    def _is_step(self, parent: Node, index: int, step: str | int) -> bool:
        return index == step if parent.kind == "list" else parent.pairs[index][0].text == step

    def _colon(self, parent: Node, step: str | int) -> int:
        """The offset behind the colon of a key."""
        key = next(key for key, _ in parent.pairs if key.text == step)
        return self.text.index(":", key.end) + 1

    def _joined(self, lines: list[str]) -> str:
        return self.newline.join(lines)

    def _added(self, nodes: list[Node], edit: Edit, depth: int) -> str:
        """The text with a key that is not there, of the value at ``depth`` of the path, and all below it."""
        value = edit.value
        for inner in reversed(edit.path[depth + 1 :]):
            value = {inner: value} if isinstance(inner, str) else [value]
        step = edit.path[depth] if depth < len(edit.path) else None
        if depth and len(nodes) == depth and step is not None:
            # The key above is there and has no value.
            filled = {step: value} if isinstance(step, str) else [value]
            empty = inner_node(nodes[-1], edit.path[depth - 1])
            if empty is not None and empty.empty:
                return self._replaced(nodes[-1], empty, edit.path[depth - 1], filled)
        if not nodes:
            body = self._joined(self.lines({str(step): value}, None, 0))
            lead = "" if not self.text or self.text.endswith("\n") else self.newline
            return self.text + lead + body + self.newline
        parent = nodes[-1]
        if isinstance(step, int) or step is None:
            self.refuse(edit, f"`{path_text(edit.path)}` is not there", did_you_mean(str(step), ()))
        if parent.kind != "mapping":
            self.refuse(edit, f"`{path_text(edit.path[:depth])}` has no keys")
        present = [key.text for key, _ in parent.pairs]
        order = list(keys_at(self.schema, edit.path[:depth], self.root))
        rank = order.index(step) if step in order else len(order)
        ranks = [order.index(name) if name in order else len(order) + 1 for name in present]
        before = [at for at, one in enumerate(ranks) if one < rank or rank == len(order)]
        follow = max(before, key=lambda at: (ranks[at], at)) if before else None
        if self.flow(parent):
            pair = f"{plain_text(step)}: {self.flow_text(value)}"
            if follow is not None:
                at = max(parent.pairs[follow][1].end, parent.pairs[follow][0].end)
                return f"{self.text[:at]}, {pair}{self.text[at:]}"
            at = parent.pairs[0][0].start if parent.pairs else parent.start + 1
            return f"{self.text[:at]}{pair}{', ' if parent.pairs else ''}{self.text[at:]}"
        entries = self.entries(parent)
        column = self.column(entries[0].dash)
        like = self._sibling(nodes, edit.path[:depth], step)
        if like is None and len(nodes) == 1 and isinstance(value, Mapping) and value:
            written = [f"{plain_text(step)}:", *self.lines(value, None, column + 2)]
        else:
            written = self.lines(
                {step: value},
                Node("mapping", parent.place, pairs=((Node("scalar", parent.place, step), like),)) if like else None,
                column,
            )
        if follow is None:
            at = entries[0].dash
            return self.text[:at] + self._joined(written).lstrip() + self.newline + " " * column + self.text[at:]
        at = entries[follow].end
        return self.text[:at] + self.newline + self._joined(written) + self.text[at:]

    def _sibling(self, nodes: list[Node], path: KeyPath, step: str) -> Node | None:
        """The value of the same key in another entry of the list, whose style is kept."""
        for outer, at in zip(reversed(nodes[:-1]), reversed(path), strict=False):
            if isinstance(at, int) and outer.kind == "list":
                for other in outer.items:
                    found: Node | None = other
                    for inner in (*path[len(path) - list(reversed(path)).index(at) :], step):
                        found = None if found is None else inner_node(found, inner)
                    if found is not None and not found.empty:
                        return found
        return None

    def _without(self, nodes: list[Node], path: KeyPath) -> str:
        """The text without an entry, and without a mapping that it leaves empty."""
        parent, step = nodes[-1], path[-1]
        if inner_node(parent, step) is None:
            return self.text
        count = len(parent.items) or len(parent.pairs)
        if count == 1 and parent.kind == "mapping" and len(nodes) > 1 and isinstance(path[-2], str):
            return self._without(nodes[:-1], path[:-1])
        index = next(at for at in range(count) if self._is_step(parent, at, step))
        if self.flow(parent):
            spans = [(key.start, max(value.end, key.end)) for key, value in parent.pairs] or [
                (item.start, item.end) for item in parent.items
            ]
            start, end = spans[index]
            if count == 1:
                end = parent.end - 1
                start = parent.start + 1
            elif index:
                start = spans[index - 1][1]
            else:
                end = spans[1][0]
            return self.text[:start] + self.text[end:]
        if count == 1:
            empty = "[]" if parent.kind == "list" else "{}"
            if len(nodes) == 1:
                entry = self.entries(parent)[0]
                return self.text[: entry.start] + empty + self.text[entry.end :]
            return self._replaced(nodes[-2], parent, path[-2], [] if parent.kind == "list" else {})
        entries = self.entries(parent)
        entry = entries[index]
        if self.text[self.line_start(entry.start) : entry.start].strip():
            # It is on the line of a dash: what follows it comes there.
            return self.text[: entry.start] + self.text[entries[1].start :].lstrip(" ") if index == 0 else self.text
        start = self.line_start(entry.start)
        cut = self.text.find("\n", entry.end)
        if cut < 0:
            return self.text[:start].rstrip("\r\n") + ("" if start else self.text[entry.end :])
        rest = self.text[cut + 1 :]
        if index and not self.text[:start].endswith(("\n\n", "\r\n\r\n")):
            return self.text[:start] + rest
        # Of the blank lines on both sides one is enough.
        return self.text[:start] + re.sub(r"\A[ \t]*\r?\n", "", rest, count=1)

    def _inserted(self, parent: Node, index: int, value: Any) -> str:
        if self.flow(parent):
            new = self.flow_text(value)
            if not parent.items:
                return self.text[: parent.start + 1] + new + self.text[parent.start + 1 :]
            at = parent.items[index].start if index < len(parent.items) else parent.items[-1].end
            joined = f"{new}, " if index < len(parent.items) else f", {new}"
            return self.text[:at] + joined + self.text[at:]
        entries = self.entries(parent)
        column = self.column(entries[0].dash)
        lines = self.item(value, parent.items[min(index, len(entries) - 1)], column)
        return self._put(parent, index, self._joined(lines).lstrip(" "))

    def _put(self, parent: Node, index: int, chunk: str) -> str:
        """The text with an entry of a block before the one at a position, as far from its neighbours as they are apart."""
        entries = self.entries(parent)
        pad = " " * self.column(entries[0].dash)
        apart = self.newline
        if len(entries) > 1 and re.search(r"\n[ \t]*\r?\n", self.text[entries[0].end : entries[1].start]):
            apart = 2 * self.newline
        if index == len(entries):
            at = entries[-1].end
            return self.text[:at] + apart + pad + chunk + self.text[at:]
        at = entries[index].start
        return self.text[:at] + chunk + apart + pad + self.text[at:]

    def _moved(self, parent: Node, index: int, edit: Edit) -> str:
        flow = self.flow(parent)
        spans = [(one.start, one.end) for one in (parent.items if flow else self.entries(parent))]
        texts = [self.text[start:end] for start, end in spans]
        if edit.op == "copy":
            if not flow:
                return self._put(parent, edit.value, texts[index])
            at = spans[edit.value][0] if edit.value < len(spans) else spans[-1][1]
            joined = f"{texts[index]}, " if edit.value < len(spans) else f", {texts[index]}"
            return self.text[:at] + joined + self.text[at:]
        texts.insert(edit.value, texts.pop(index))
        found, last = "", 0
        for (start, end), one in zip(spans, texts, strict=True):
            found += self.text[last:start] + one
            last = end
        return found + self.text[last:]


def _same(one: Any, other: Any) -> bool:
    """Whether plain data are the same: 1 is neither 1.0 nor true, as it is in Python."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _is_flat(value: Any) -> bool:
    """Whether a value is short enough in kind to be written on one line: no list of mappings, and nothing deeper than two."""
    if isinstance(value, Mapping):
        return all(not isinstance(one, Mapping | list | tuple) or _is_leaf(one) for one in value.values())
    return _is_leaf(value)


def _is_leaf(value: Any) -> bool:
    inner = value.values() if isinstance(value, Mapping) else value
    return not any(isinstance(one, Mapping | list | tuple) for one in inner)


def plain_text(text: str) -> str:
    """A text as YAML has it on one line, in quotes where it needs them."""
    return text if _is_safe(text, True) else json.dumps(text, ensure_ascii=False)


_SAFE = re.compile(r"(?!(?i:yes|no|true|false|null|on|off|y|n)$)[a-zA-Z/][\w./-]*")
"""Texts that need no second look."""


def _is_safe(text: str, flow: bool) -> bool:
    """Whether a text that is written without quotes is read as the same text, by others as well."""
    import yaml

    if _SAFE.fullmatch(text):
        return True
    if not text or "\n" in text or not text.isprintable():
        return False
    root, faults = tree.compose(f"[{text}]" if flow else f"k: {text}", "")
    node = None if root is None else (root.items[0] if root.items else None) if flow else root.pairs[0][1]
    if faults or node is None or not node.plain or node.text != text or node.cut or len((root or node).items) > 1:
        return False
    resolved = yaml.resolver.Resolver().resolve(  # type: ignore[no-untyped-call]
        yaml.ScalarNode, text, (True, False)
    )
    return resolved in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:timestamp")
