"""A puzzle in YAML or TOML: the same keys as in JSON (:mod:`bookmaker.formats.apps.json_files`), read as JSON with these data is.

    kind: thermometers
    givens: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    clues:
    - {kind: thermometer, cells: [r1c3, r1c4]}

Only a text that is such a file as a whole is read here: one puzzle, a list of them, the list under ``puzzles``, several
documents between ``---``, or a file of TOML with a table in it. Where no key says more than the givens, and where cages have
lines of their own (:mod:`bookmaker.formats.apps.cagelist`), other readers know the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import chain
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, Place
from bookmaker.formats.apps import json_puzzles
from bookmaker.formats.base import cell_records, json_values
from bookmaker.formats.base.format import LONGEST_NUMBER
from bookmaker.formats.base.json_values import WrongError, pairs_of
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import PUZZLE, Source
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    from bookmaker.base.schema import Node

MOST_TEXT = 1 << 20
"""Symbols of a file in YAML, which is read slowly and all at once."""

_LOOKED_AT = 4096
_HEAD = r"(?:[ \t]*(?:#[^\n]*)?\n)*+"
_BEGINS = expression(
    rf"{_HEAD}(?:---[ \t]*\n{_HEAD})?(?:- +)?(?:[\"']?[A-Za-z_][\w-]*[\"']?|\{{ *[A-Za-z_][\w-]*)[ ]*:(?:\s|$)"
)
_TABLE = expression(r"(?m)^\[{1,2}[A-Za-z_][\w.-]*\]{1,2}[ \t]*(?:#[^\n]*)?$")
_TABLE_KEY = expression(r"(?m)^[ \t]*(?:\[{1,2})?([A-Za-z_][\w-]*)(?:\]{1,2}|[ \t]*=)")
_BARE = expression(_HEAD + r"\Z")
_KEY = expression(r"(?:^(?:- +| {0,8})|[{,]\s*)[\"']?([A-Za-z_][\w-]*)[\"']? *:(?=\s|$)", re.MULTILINE)
_CAGE = expression(r"^[ \t]*+(?:-[ \t]*+)?(?:[0-9]+|\?|any)[:=]?[ \t]++[rR\[(0-9]", re.MULTILINE)
_BETWEEN = expression(r"^---[ \t]*$", re.MULTILINE)
_WHOLE = expression("0|-?[1-9][0-9]*")
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_SAYING = frozenset({"kind", "clues", "cages", "regions", "diagonals"})
"""Keys without which the puzzle is another."""

_GIVENS = PUZZLE | {"mission"}
_MOST_VALUES = 1 << 18
"""Values of one file, aliases counted each time: ten lines of them can mean a billion."""

_MOST_FAULTS = 5


def begins(data: bytes) -> bool:
    """Whether a text, of which this is the beginning, may be YAML of puzzles: it begins with a key, and there is one that says
    more than the givens.
    """
    head = data[:_LOOKED_AT].decode("utf-8", "replace")
    if _TABLE.search(head) is not None:
        return True
    return _BEGINS.match(head) is not None and _says_more(set(_KEY.findall(head)))


def _says_more(keys: Set[str]) -> bool:
    axes = any(cell_records.is_axis(key, False) for key in keys) and any(
        cell_records.is_axis(key, True) for key in keys
    )
    return axes or not keys.isdisjoint(_SAYING) or any(map(json_values.says_more, keys))


def read(
    rows: Iterator[Row | Batch | Fault], source: Source
) -> tuple[Iterator[Puzzle | None] | None, Iterable[Row | Batch | Fault]]:
    """The puzzles of the lines of a text, None if it is not such a file, and the lines again.

    A fault becomes one of the source while the puzzles are read.
    """
    held: list[Row | Batch | Fault] = []
    lines: list[str] = []
    length = 0
    for item in rows:
        held.append(item)
        if not isinstance(item, tuple) or length > MOST_TEXT:
            return None, chain(held, rows)
        lines += [""] * (item[0] - 1 - len(lines))
        lines.append(item[1])
        length += len(item[1]) + 1
    return _puzzles("\n".join(lines) + "\n", source), held


def _of_toml(text: str, source: Source) -> Iterator[Puzzle | None] | None:
    """The puzzles of a text of TOML, None if it is not one."""
    import tomllib  # Loaded where there is TOML.

    try:
        items = list(json_puzzles.items_of(tomllib.loads(text)))
    except (ValueError, RecursionError):
        return None

    def read_by(own: Source) -> Iterator[Puzzle | None]:
        return (one for path, item in items for one in json_puzzles.read_all(item, own.place(1, 1), own, path))

    # A text of no word of rules may be any: it is taken where it holds a puzzle.
    meant = _says_more(set(_TABLE_KEY.findall(text))) or any(read_by(Source(source.name, source.kind)))
    return read_by(source) if meant else None


def _puzzles(text: str, source: Source) -> Iterator[Puzzle | None] | None:
    if _TABLE.search(text) is not None:
        return _of_toml(text, source)
    keys = set(_KEY.findall(text))
    if not _says_more(keys) or _CAGE.search(text) is not None:
        return None
    found: list[tuple[Node, int]] = []
    before = 0
    for part in _BETWEEN.split(text):
        root, faults = _composed(part, source.name) if _BARE.match(part) is None else (None, [])
        if faults:
            # A list of clues is in no other text; without one, this may be any.
            meant = "kind" in keys and (keys & _GIVENS or "cages" in keys) and "clues" in keys
            return _spoilt(faults, before, source) if meant else None
        found += [] if root is None else [(root, before)]
        before += part.count("\n")
    if not all(_holds_puzzles(root) for root, _ in found):
        return None
    return _read(found, source)


def _composed(text: str, name: str) -> tuple[Node | None, list[Fault]]:
    import yaml  # Loaded where there is YAML, as are the shapes.

    from bookmaker.base.schema import compose

    # Both loaders end in an error of their own at such a character, before they begin.
    strange = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if strange is not None:
        place = Place(name, text.count("\n", 0, strange.start()) + 1, 1)
        return None, [Fault(f"control character U+{ord(strange[0]):04X} in the text", place, "delete it")]
    # The loader in C, which is not in every build, reads ten times as fast; the other one reports the fault better.
    quick = getattr(yaml, "CSafeLoader", None)
    root, faults = compose(text, name, quick)
    return compose(text, name) if faults and quick is not None else (root, faults)


def _listed(root: Node) -> Node | None:
    """The list of puzzles of a document: the document itself, or the value of ``puzzles``; None where it is one puzzle."""
    if root.kind == "list":
        return root
    listed = next((value for key, value in root.pairs if key.text == "puzzles" and value.kind == "list"), None)
    return listed if listed is not None and any(item.kind == "mapping" for item in listed.items) else None


def _holds_puzzles(root: Node) -> bool:
    """Whether a document is a puzzle, or a list of nothing else."""
    listed = _listed(root)
    items = (root,) if listed is None else listed.items
    return _are_cells(root) or (bool(items) and all(map(_is_puzzle, items)))


def _are_cells(node: Node) -> bool:
    """Whether it is a list of cells that have their row and column, or has such a list."""
    if node.kind == "mapping":
        return any(_are_cells(value) for _, value in node.pairs if value.kind == "list")
    keys = [{key.text for key, _ in item.pairs} for item in node.items if item.kind == "mapping"]
    return len(keys) == len(node.items) > 0 and all(
        any(cell_records.is_axis(key, across) for key in own) for own in keys for across in (False, True)
    )


def _is_puzzle(node: Node) -> bool:
    if node.kind != "mapping":
        return False
    fields = {key.text.lower(): value for key, value in node.pairs if key.kind == "scalar"}
    cages = fields.get("cages")
    # Cages in lines of words are another format's, which has words for none, too.
    if cages is not None and (not cages.items or not all(map(_is_cage, cages.items))):
        return False
    givens = any(not fields[key].empty and fields[key].kind != "mapping" for key in fields if key in _GIVENS)
    return givens or cages is not None or ("kind" in fields and "clues" in fields)


def _is_cage(node: Node) -> bool:
    return node.kind == "list" or any(key.text == "cells" for key, _ in node.pairs)


def _spoilt(faults: list[Fault], before: int, source: Source) -> Iterator[Puzzle | None]:
    for fault in faults[:_MOST_FAULTS]:
        place = fault.place or Place(source.name, 1)
        source.fault(fault.message, (place.line or 1) + before, place.column, fault.advice)
    yield None


def _read(found: list[tuple[Node, int]], source: Source) -> Iterator[Puzzle | None]:
    left = [_MOST_VALUES]
    repeated: Counter[str] = Counter()
    for root, before in found:
        listed = _listed(root)
        nodes = (root,) if listed is None else listed.items
        try:
            items = list(json_puzzles.items_of(_value(root, left)))
        except WrongError as wrong:
            source.fault(wrong.message, (root.place.line or 1) + before, root.place.column, wrong.advice)
            yield None
            continue
        for at, (path, item) in enumerate(items):
            node = nodes[at] if len(nodes) == len(items) else root
            yield from json_puzzles.read_all(
                item, source.place((node.place.line or 1) + before, node.place.column), source, path, repeated
            )
    json_puzzles.report_others(repeated, source.place(1, 1), source)


def _value(node: Node, left: list[int]) -> Any:
    """The value that JSON would have. Raises WrongError for a key that comes twice, and for more values than are ``left``."""
    left[0] -= 1
    if left[0] < 0:
        raise WrongError(f"with its aliases this file has more than {_MOST_VALUES} values")
    if node.kind == "list":
        return [_value(item, left) for item in node.items]
    if node.kind == "mapping":
        return pairs_of([(key.text, _value(value, left)) for key, value in node.pairs])
    if node.plain and node.text.lower() in _WORDS:
        return _WORDS[node.text.lower()]
    # A row of digits may begin with zeros, and a grid is longer than any number.
    whole = node.plain and len(node.text) <= LONGEST_NUMBER and _WHOLE.fullmatch(node.text) is not None
    return int(node.text) if whole else node.text
