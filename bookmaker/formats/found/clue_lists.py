"""Cages and regions as programs list them: cells in brackets or quotes, with a number and perhaps an operation.

``(22, "A1,A2,B1,B2")``, ``([(0, 0), (0, 1)], "12x")``, ``["r1c1 r1c2", 3, "-"]``, ``{sum: 15, cells: [[0, 2], [0, 3]]}``.
A region is a list of as many cells as the grid has rows, and all of them together cover it. Cells are named (``r1c2``,
``A2``), pairs of a row and a column from 0 or 1 on, or indices. Numbers alone may mean anything: such lists are taken for cages
only where these cover a grid, each cell once, and their sums add up to those of a full grid.

Lists that look like them, and drawn lines and walls, are found where they were not read (:func:`unread`).

Rules that a program says one by one, as cells under a name, are read as well (:func:`said_one_by_one`):
``.thermo([(2, 8), (2, 7)])``, ``whispers.append([...])``, ``KillerCage::new(vec![(0, 1), (0, 2)], 11)``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt

from bookmaker.formats.apps.clue_drawings import Target
from bookmaker.formats.base.cages import linked, possible
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.found import tables_in_text
from bookmaker.formats.found.named_rules import is_alone
from bookmaker.formats.found.numbers_outside import SIZE_SAID
from bookmaker.formats.found.program_lists import Cell, Node, Ruled, parsed
from bookmaker.formats.found.tables_in_text import Fields, Found
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, cell_name, rows_columns
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import (
    RULES,
    TARGET,
    ClueType,
    clue_called,
    is_caged,
    kinds_named,
    known,
    operation_named,
    rules_of,
    target_of,
    with_cages,
)

_PAIR = expression(r"[\[({]\s*([0-9]{1,2})\s*[,;|]\s*([0-9]{1,2})\s*[\])}]")
_FORMS = {
    "item": expression(r"\b[A-Za-z_]\w*\[\s*([0-9]{1,2})\s*(?:,|\]\s*\[)\s*([0-9]{1,2})\s*\]"),
    "pair": _PAIR,
    "name": expression(r"(?<![A-Za-z0-9])[rR]([0-9]{1,2})[cC]([0-9]{1,2})(?![0-9])"),
    "letter": expression(r"(?<![A-Za-z0-9])([A-Pa-p])([1-9][0-9]?)(?![0-9])"),
    "text": expression(r"([0-9]{1,2})[,;:._-]([0-9]{1,2})"),
    "index": expression(r"(?<![\w.])([0-9]{1,3})(?![\w.])"),
}
"""Cells of each form, in the order of trial."""

_DULL = expression(r"[\s,;|+'\"`\[\](){}]*")
_NUMBER = expression(r"(?<![\w.])[0-9]{1,7}(?![\w.])")
_SIGN = expression(r"(?<=[\s,\[({:])[-+*/×÷−](?=[\s,\])}])")
_SIGN_BEFORE = expression(r"[\s,;\[({]([-+*/])\Z")
_OPERATION = expression(r"(?:^|[\[(,])\s*([a-z]{3,9})\s*,")
_QUOTED = expression(r"(?:\"([^\"\n]{0,40})\"|'([^'\n]{0,40})')(?!\s*(?::|=>))")
_CELLS = expression(r"(?i)\bcells[\"']?\s*(?::|=>|=)")
_FEWEST = 4
_MOST = 625


@dataclass(frozen=True, slots=True)
class _Listed:
    """A cage or, without a target, a region: the form of its cells, these as written, and where it begins and ends."""

    form: str
    cells: Sequence[Cell]
    target: Target | None
    start: int
    end: int
    named: bool = False
    """Whether a field says that these are cells: ``{"sum": 10, "cells": [[0, 0], [1, 0]]}``."""


def has_lists(text: str) -> bool:
    """Whether a text has two brackets that open one after another, or a quote within brackets."""
    return re.search(r"[\[({][^\[\](){}]*[\[({\"'`]", text) is not None


def ruled(text: str, *_: object) -> Iterator[Ruled]:
    """The lists of cages and regions of a text."""
    yield from _within(parsed(text), text, root=True)


def _within(node: Node, text: str, *, root: bool = False) -> Iterator[Ruled]:
    run: list[_Listed] = []
    left: list[Node] = []
    lists = sum(child.word is None and bool(child.inside) for child in node.inside)
    for child in [*node.inside, None]:
        one = None if child is None or child.word is not None else _listed(child, text)
        if one is not None and (
            not run or ((one.target is None) == (run[0].target is None) and one.form == run[0].form)
        ):
            run.append(one)
            left.append(child)  # type: ignore[arg-type]
            continue
        if child is not None and child.word is not None:
            continue
        made = (
            _read(run, _CAGED.search(text, max(0, node.start - _LONGEST_NAME), node.start) is not None) if run else None
        )
        # A list with anything else among its cages would lose that.
        if made is not None and (root or node.dull or len(run) == lists):
            yield made
        else:
            for other in left:
                yield from _within(other, text)
        run, left = ([one], [child]) if one is not None and child is not None else ([], [])
        if one is None and child is not None:
            yield from _within(child, text)


def _beside(start: int, end: int, text: str) -> Target | None:
    """The number directly behind cells, ``((0, 0), (0, 1)): 3``, or before them: ``Cage 3 [(0,0), (0,1)]``."""
    found = _BEHIND.match(text, end) or _BEFORE.search(text, max(0, start - _LONGEST_NAME), start)
    return None if found is None else (None, int(found[1]))


_BEHIND = expression(r"[ \t]*(?::|=>|->)[ \t]*([0-9]{1,3})(?![\w.])")
_CAGED = expression(r"(?i)cages?\W{1,4}(?:[0-9]{1,3}\W{1,4})?\Z")
_BEFORE, _LONGEST_NAME = expression(r"\b[A-Z][A-Za-z]{2,20}[ \t]+([0-9]{1,3})[ \t]+\Z"), 30


def _listed(node: Node, text: str) -> _Listed | None:
    """The cage or region of a list; None where it is neither."""
    while node.dull and len(node.inside) == 1 and node.inside[0].word is None:
        only = node.inside[0]
        operation = _OPERATION.match(text, node.start)
        if _CELLS.search(text, node.start, only.start) or (operation and operation_named(operation[1])):
            break
        node = only  # A cage that is made in a call: add(new Cage(...)).
    raw = text[node.start + 1 : node.end - 1]
    if len(raw) > 4000:
        return None
    whole = cells_of(raw)
    beside = _beside(node.start, node.end, text) if whole is not None and whole[0] != "index" else None
    if whole is not None and whole[0] != "index" and (beside or len(whole[1]) > 3):
        return _Listed(*whole, beside, node.start, node.end)
    rest, parts = raw, []
    for child in _whole(node):
        if child.word is None or child.quoted:
            inner = text[child.start : child.end]
            flat = child.word is None and not any(one.word is None for one in child.inside)
            part = None if child.quoted and re.fullmatch(rf"\W*(?:{TARGET})\W*", inner) else cells_of(inner[flat:])
            if part is not None and part[0] == "index" and not (flat or child.quoted):
                return None
            if part is None and child.word is None:
                return None
            if part is not None:
                parts.append(part)
                rest = rest.replace(inner, " " * len(inner), 1)
    forms = {form for form, _ in parts}
    if len(forms) != 1:
        return None
    if forms == {"index"} and len(parts) > 1:
        if not all(len(cells) == 2 for _, cells in parts):
            return None
        parts = [("pair", [(first, second) for (_, cells) in parts for (_, first), (_, second) in [cells]])]
    target = _target(rest)
    before = _SIGN_BEFORE.search(text, max(0, node.start - 2), node.start)
    if target is not None and target[0] is None and before is not None:
        target = (operation_named(before[1]), target[1])
    cells = [cell for _, some in parts for cell in some]
    named = _CELLS.search(rest) is not None
    return None if target is None else _Listed(parts[0][0], cells, target, node.start, node.end, named)


def _whole(node: Node) -> Iterator[Node]:
    """The parts of a list, without the empty brackets of a type: ``new int[][]{{0, 0}, {0, 1}}``."""
    yield from (child for child in node.inside if child.word is not None or child.inside)


def _target(rest: str) -> Target | None:
    """The number and operation of the text around the cells of a cage; None where it has no number, or two."""
    # The name of a field, as in {"sum": 10}, is no operation.
    quoted = [one.strip() for pair in _QUOTED.findall(rest) for one in pair if one]
    numbers = list(map(int, _NUMBER.findall(re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", " ", rest))))
    whole = [target_of(one) for one in quoted if re.fullmatch(TARGET, one)]
    words = (*quoted, *_SIGN.findall(f" {rest} "), *_OPERATION.findall(rest))
    signs = [kind for one in words if (kind := operation_named(one)) is not None]
    if len(whole) == 1 and not numbers:
        kind, number = whole[0]
        return (kind or next(iter(signs), None), number)
    if len(numbers) != 1 or len(signs) > 1:
        return None
    return (signs[0] if signs else None, numbers[0])


def cells_of(raw: str) -> tuple[str, list[Cell]] | None:
    """The form of cells, and these; None where a text has anything else."""
    for form, pattern in _FORMS.items():
        if (found := pattern.findall(raw)) and _DULL.fullmatch(pattern.sub(" ", raw)) is not None:
            if form == "index":
                return form, [(0, int(one)) for one in found]
            if form == "letter":
                return form, [(ord(letter.upper()) - 64, int(number)) for letter, number in found]
            return form, [(int(row), int(column)) for row, column in found]
    return None


def _read(run: Sequence[_Listed], caged: bool = False) -> Ruled | None:
    """Lists of one form as cages or regions; None where they are neither. ``caged``: the words before them name cages."""
    if run[0].form == "index" and all(len(one.cells) % 2 == 0 for one in run):
        # Numbers in a row may be rows and columns in turn, as in ([0, 0, 0, 1], 17).
        flat = [[number for _, number in one.cells] for one in run]
        pairs = [list(zip(own[::2], own[1::2], strict=True)) for own in flat]
        paired = [replace(one, form="pair", cells=own) for one, own in zip(run, pairs, strict=True)]
        made = _read(paired)
        if made is not None and made.targets is not None and len(made.sizes) == 1:
            return made
    cells = [cell for one in run for cell in one.cells]
    if not 1 < len(run) <= _MOST or len(set(cells)) < len(cells):
        return None
    size = isqrt(len(cells))
    covered = size * size == len(cells) and size in SIZES
    form, regions = run[0].form, run[0].target is None
    ways = dict(_ways(run, size if covered else 0))
    if regions:
        sound = covered and len(run) == size and ways and all(len(one.cells) == size for one in run)
        sound = sound and _are_regions(ways, size)
        return Ruled(None, run[0].start, run[-1].end, frozenset({size}), True, ways) if sound else None
    operations = any(one.target is not None and one.target[0] is not None for one in run)
    if not ways or len(run) < _FEWEST or max(len(one.cells) for one in run) == 1:
        return None
    named = (
        form in ("name", "letter", "text", "item")
        or operations
        or (caged and form != "index")
        or all(one.named for one in run)
    )
    sums = [one.target[1] or 0 for one in run if one.target is not None]
    if not named and not (covered and possible([len(one.cells) for one in run], sums, size)):
        return None
    most = max(number + 1 for way in ways.values() for some in way for cell in some for number in cell)
    sizes = frozenset({size}) if covered else frozenset(one for one in BOXES if one >= most)
    targets = [one.target for one in run if one.target is not None]
    return Ruled(targets, run[0].start, run[-1].end, sizes, named, ways)


def _ways(run: Sequence[_Listed], size: int) -> Iterator[tuple[str, list[list[Cell]]]]:
    """The ways to take cells as rows and columns from 0 on. ``size``: of the grid that they cover, 0 for none."""
    form = run[0].form
    written = [list(one.cells) for one in run]
    if form == "letter":
        yield (
            "letters are taken for columns",
            [[(number - 1, letter - 1) for letter, number in some] for some in written],
        )
        yield "letters are taken for rows", [[(letter - 1, number - 1) for letter, number in some] for some in written]
        return
    flat = [number for some in written for cell in some for number in cell]
    if form == "index":
        first = min(number for some in written for _, number in some)
        if size and first in (0, 1):
            yield "", [[divmod(number - first, size) for _, number in some] for some in written]
        return
    first = 1 if form == "name" or min(flat) > 0 else 0
    if not size and form != "name" and min(flat) > 0 and max(flat) not in BOXES:
        return
    yield "", [[(row - first, column - first) for row, column in some] for some in written]


def _are_regions(ways: Mapping[str, Sequence[Sequence[Cell]]], size: int) -> bool:
    """Whether lists of cells are regions that hang together, and not the rows or the columns of a grid."""
    (way, *_) = ways.values()
    regions = [tuple(sorted(row * size + column for row, column in some)) for some in way]
    inside = all(0 <= cell < size * size for some in regions for cell in some)
    lines = {house.cells for house in rows_columns(size)}
    return inside and not lines & set(regions) and all(linked(some, size) for some in regions)


# Parts of a text that may be a rule, where no puzzle of it has any clue, cage or region: each would be another with it.

_MAY_LIST = expression(
    r"[\])}][ \t\n]*[,;]?[ \t\n]*[\[({]\s*[0-9]{1,2}\s*[,;]|(?i:r[0-9]{1,2}c[0-9]{1,2}\W[^\n]{0,80}r[0-9]{1,2}c[0-9])"
    r"|cage|killer|thermo|whisper|kropki|[\[({][0-9 ,\n]{20}"
)
"""Signs and words of a text that may have lists of cells or a map."""

_RULED = expression(r"(?i)cage|thermo|killer|whisper|kropki|renban")
"""Words beside a table of numbers that say that it is of a rule."""

_NAMED_CELLS = expression(
    r"(?i)(?!\W*(?:naked|hidden|pair|triple|quad|single|locked|pointing|claiming|wing|fish|chain|step|fault|error|wrong|clash))"
    r"(?:\W*+(?!R[0-9])[a-z]++)?+\W{0,4}+(?:[0-9._]{0,700}+[\s,;:=#-]++){0,2}+\bR([0-9]{1,2})C([0-9]{1,2})"
    r"((?:(?:\W|and|to){1,5}R[0-9]{1,2}C[0-9]{1,2})++)\b[\s,;:=]*+[0-9]{0,3}+\W*+"
)
"""A line of cells, perhaps with a word or two numbers before them and a number behind: no step of a solution has only that.
What is before the cells is read in one way only: 30,000 dashes would be read in as many ways as there are pairs of them."""

_WORDED_CELLS = expression(
    r"(?i)\b(?:cages?|thermos?|thermometers?|whispers?|renban|adds? up|sums? to)\b[^\n]{0,80}\bR[0-9]C[0-9]\W+R[0-9]C[0-9]"
)
_APPLY = expression(
    r"(?i)\bnormal\b[^.\n]{0,20}\bsudoku rules\b[^.\n]{0,10}\bapply\b(?s:.{0,2000}?)(?<![-\w])"
    r"(cages?|thermo\w*|arrows?|whispers?|renban|dots?|outside the grid)\b"
)
"""How setters begin their rules, and the words of the others."""

_HEAD = expression(r"[^\w\n]*([A-Za-z][\w -]{1,40}?)[\"'`]?\s*(?::=|=>|[:=(\[{])")
"""A name and the sign behind it: ``thermo = [``, ``# even: ``."""

_CAGE = expression(rf"\s*{TARGET}\s*[:=]?\s+[A-Pa-p][0-9]{{1,2}}(?:[\s,;+]+[A-Pa-p][0-9]{{1,2}})+\s*")

_JOINTS = expression(r"(?<=[+┼├┤┬┴┌┐└┘])(?:[-─═=]{2,}|[ .]{2,})(?=[+┼├┤┬┴┌┐└┘])")
_RULE_WORD = expression(
    r"(?:^|[^a-z]|(?<=[a-z])(?=[A-Z]))(?i:(?:killer)?cages?|thermo(?:meter)?s?|whispers?|kropki|renbans?|palindromes?|zippers?"
    r"|(?:white|black)[_-]?dots?)(?![a-z])"
)
"""A word of a rule, also as a part of a name: ``KropkiDot``, ``add_cage``."""

_SPOT = expression(
    r"\(\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*\)|\[\s*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})+\s*\]|\b[A-P][0-9]{1,2}\b|(?i:\br[0-9]{1,2}c[0-9])"
)
_NO_STATEMENT = expression(r"\s*(?:#|//|\*|--|%|;|def\b|function\b|class\b|fn\b|[\"']{3})")
_STATEMENT = 160
_FEWEST_WALLS, _FEWEST_CALLS, _LONGEST_LIST = 2, 3, 1000


def unread(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that may be a rule, each with its number: the first of each sort."""
    walls: dict[int, set[tuple[int, ...]]] = {}
    sorts = set[str]()
    for number, line in enumerate(text.split("\n"), 1):
        joints = (
            [one[0][0] in " ." for one in _JOINTS.finditer(line)] if "+" in line or "┼" in line or "├" in line else []
        )
        cells = _NAMED_CELLS.fullmatch(line)
        sort = ""
        if False in joints:
            some = walls.setdefault(len(joints), set())
            some.add(tuple(at for at, gap in enumerate(joints) if gap))
            sort = "walls" if len(some) >= _FEWEST_WALLS and True in joints else ""
        elif (
            (cells is not None and _are_near(_FORMS["name"].findall(line)))
            or _WORDED_CELLS.search(line)
            or _is_of_clue(line)
        ):
            sort = "cells"
        if sort and sort not in sorts:
            sorts.add(sort)
            yield number, line
    for found in _RULE_WORD.finditer(text):
        begin = text.rfind("\n", 0, found.start() + 1) + 1
        said = text[found.end() : found.end() + _STATEMENT].partition("\n\n")[0].partition(";\n")[0]
        if "cells" not in sorts and len(_SPOT.findall(said)) > 1 and not _NO_STATEMENT.match(text, begin):
            sorts.add("cells")
            yield 1 + text.count("\n", 0, found.end()), text[begin:].partition("\n")[0]
    labels = next((one for one in _LABELS.finditer(text) if _is_map(one[0], isqrt(len(one[0])))), None)
    if labels is not None:
        yield 1 + text.count("\n", 0, labels.start()), labels[0]
    element = _ELEMENT.search(text)
    if element is not None:
        yield 1 + text.count("\n", 0, element.start()), element[0]
    apply = _APPLY.search(text)
    if apply is not None:
        yield 1 + text.count("\n", 0, apply.start(1)), text[apply.start(1) : apply.start(1) + _MOST_SHOWN]
    if _MAY_LIST.search(text) is None:
        return
    for start in _chains(parsed(text), text, root=True):
        yield 1 + text.count("\n", 0, start), text[start:].partition("\n")[0]
        break
    for table in tables_in_text.in_brackets(text, 1):
        size = len(table.rows)
        ruled = _RULED.search(table.label) and len(table.flat) >= _FEWEST and tables_in_text.numbers_of(table.flat)
        if (ruled and tables_in_text.grid_of(table) is None) or (
            size == table.width in SIZES and _is_map(table.flat, size)
        ):
            yield table.first, table.label.rpartition("\n")[2].strip() or text.split("\n")[table.first - 1].strip()
            break


_CLUED = expression(
    r"(?i)(?:rows?|cols?|columns?|clues?|sums?|hints?|constraints?|rules?|edges?|dots?|horiz\w*|vert\w*|top|left|right|bottom"
    r"|signs?|relations?|pairs?|clones?)(?:_[a-z]+)?\W*$"
)
"""The end of a name that may be one of clues."""


def beside(text: str, size: int, own: Container[int]) -> Iterator[tuple[int, str]]:
    """The first list of a program, outside a grid's own lines, that may be its clues: lists of cells, or a name for clues."""
    for table in tables_in_text.in_brackets(text, 1):
        numbers = [tables_in_text.numbers_of([one for one in row if one != "."]) for row in table.rows]
        cells = [
            row for row in numbers if row and len(row) > 3 and len(row) % 2 == 0 and max(row) <= size and min(row) >= 0
        ]
        spots = [list(zip(row[::2], row[1::2], strict=True)) for row in cells]
        listed = len(cells) == len(table.rows) > 2 and all(len({*some}) == len(some) for some in spots)
        name = tables_in_text.NAMED_LIST.sub("", table.label).rstrip(" =:[({").rpartition("\n")[2]
        differ = any(len({*row}) > 1 for row in table.rows)
        called = _CLUED.search(name) and differ and tables_in_text.grid_of(table) is None
        if (called or (listed and not _are_houses(spots))) and table.first not in own:
            yield table.first, text.split("\n")[table.first - 1].strip()
            return


_MOST_SHOWN = 40
_LABELS = expression(r"(?<![A-Za-z0-9])(?:[A-Za-z]{36}|[A-Za-z]{64}|[A-Za-z]{81})(?![A-Za-z0-9])")
_ELEMENT = expression(r"(?i)<(?:cages?|thermo(?:meter)?s?|arrows?|whispers?|kropki|renbans?|killer)\b[^<>\n]{0,40}>")
"""The labels of all cells of a grid in one text, longer than words, and an element of XML for the cells of a rule."""


def _is_of_clue(line: str) -> bool:
    """Whether a line begins with the name of a clue, or is a number with its operation; and several cells are behind that."""
    if _CAGE.fullmatch(line):
        return True
    head = _HEAD.match(line)
    if head is None or clue_called(head[1]) is None:
        return False
    return any(len(_FORMS[form].findall(line, head.end() - 1)) > 1 for form in ("pair", "name", "letter"))


def _chains(node: Node, text: str, *, root: bool = False) -> Iterator[int]:
    """Where lists begin of which several are cells beside one another, in brackets or in calls of functions."""
    lists = [child for child in node.inside if child.word is None and child.inside]
    near = {child.start: cells for child in lists if (cells := _chain(child, text))}
    if len(near) >= (_FEWEST_CALLS if root or node.dull else _FEWEST_WALLS) and not _are_houses(near.values()):
        yield next(iter(near))
        return
    for child in lists:
        yield from _chains(child, text)


def _chain(node: Node, text: str) -> Sequence[Cell]:
    """The cells of a list that are beside one another, perhaps with a number; none of any other."""
    raw = text[node.start + 1 : node.end - 1]
    whole = cells_of(raw) if len(raw) <= _LONGEST_LIST else ("", [])
    listed = _listed(node, text) if whole is None or whole[0] == "index" else None
    form, cells = (listed.form, listed.cells) if listed is not None else whole or ("", [])
    return cells if form in ("pair", "name", "text" if listed else "") and _are_near(cells) else ()


def _are_near(cells: Sequence[Sequence[int | str]]) -> bool:
    """Whether cells are different, each beside the one before it or at its corner, as those of a line are, or hang together."""
    placed = [(int(row), int(column)) for row, column in cells]
    if not 1 < len(set(placed)) == len(placed) or max(map(max, placed)) > max(SIZES):
        return False
    wide = max(map(max, placed)) + 1
    line = all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(placed))
    return line or linked([row * wide + column for row, column in placed], wide)


def _are_houses(areas: Iterable[Sequence[Cell]]) -> bool:
    """Whether areas are rows, columns or boxes as programs list them: as many rectangles of as many cells."""
    listed = list(areas)
    sides = [[len(set(part)) for part in zip(*area, strict=True)] for area in listed]
    many = {len(area) for area in listed} | {rows * columns for rows, columns in sides}
    return len(many) == 1 and max(many) >= min(SIZES) and len(listed) % max(many) == 0


def _is_map(labels: Sequence[str], size: int) -> bool:
    """Whether the labels of all cells of a grid part it into areas that hang together, and are not the usual houses."""
    areas: dict[str, list[int]] = {}
    for cell, label in enumerate(labels):
        areas.setdefault(label, []).append(cell)
    hang = 2 < len(areas) < size * size and all(linked(area, size) for area in areas.values())
    return hang and not _are_houses([divmod(cell, size) for cell in area] for area in areas.values())


# Rules said one by one. Cells under no name that is known may be any rule: then nothing is read.

_COMMENT = expression(r"(?<![\"'\w])#[^\n]*|(?<![:\"'])//[^\n]*|/\*.*?\*/|\"\"\".*?\"\"\"|'''.*?'''", re.DOTALL)
_IDENTIFIER = expression(r"[A-Za-z_]\w*")
_PARTS = expression(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_VALUE = expression(r"(?<![\w.\[])[0-9]{1,3}(?![\w.])")
_LOOSE = expression(r"(?<![\"'\w.])(?!(?i:true|false|null|none)\b)[A-Za-z_]\w*(?![\w\"']|\s*[:=])")
_SAYS_NOTHING = expression(
    r"add|set|new|make|with|create|push|append|insert|extend|(?:constraint|rule|clue|variant|line|cell|region|group)s?|list|path"
    r"|sudoku|board|puzzle|grid|self|this|be|of|the"
)
"""Words of a name that say nothing of a rule."""

_SAID_FORMS = frozenset({"pair", "name", "letter", "item"})
_FARTHEST, _LONGEST, _LONGEST_LIST = 80, 60_000, 4000


@dataclass(frozen=True, slots=True)
class _Said:
    """Cells under the name of a clue, None for a cage, with their number, and where they begin and end."""

    kind: ClueType | None
    form: str
    cells: Sequence[Cell]
    number: int | None
    start: int
    end: int


class _UnknownError(Exception):
    """Cells under a name that is not known."""


def said_one_by_one(text: str, first: int, grids: Sequence[Puzzle]) -> Iterator[Found]:
    """The puzzle whose rules a program says so, with the givens of the only grid beside them."""
    if len(text) > _LONGEST or len(grids) > 1 or len(_SPOT.findall(text)) < 4:
        return
    if not any(map(_kind, dict.fromkeys(_IDENTIFIER.findall(text)))):
        return
    code = _MAKER.sub(_blank, _COMMENT.sub(_blank, text))
    if sum(map(code.count, "([{")) != sum(map(code.count, ")]}")):
        return  # A text that is cut short may have held another rule.
    try:
        said = list(_said_within(parsed(code), (), code))
    except _UnknownError:
        return
    if len(said) < 2 or len({one.form for one in said}) != 1:
        return
    sized = SIZE_SAID.search(code)
    size = grids[0].geometry.size if grids else int(sized[1]) if sized is not None else 9
    givens = "".join(".123456789ABCDEFGHIJKLMNOP"[digit] for digit in grids[0].givens) if grids else "." * (size * size)
    if size not in SIZES or len(givens) != size * size:
        return
    alone = _named_alone(code, said)
    ways = [
        (", ".join(filter(None, (note, kind and f"the kind {kind} is named in the text"))), fields)
        for kind in ("", *alone)
        for note, base, swapped in _orders(said, size, set(givens) != {"."})
        for fields in _fields_of(said, size, givens, base, swapped, kind)
    ]
    lines = [first + code.count("\n", 0, at) for at in (min(one.start for one in said), max(one.end for one in said))]
    doubt = "cells under the names of rules, which have not one solution"
    yield Found(ways, min(lines), max(lines), 1, doubt, usual=True, strict=True)


_MAKER = expression(
    r"\b(?:new[ \t]+)?(?:[A-Z]\w*\.)?(?:[Cc]ell|[Pp]os(?:ition)?|[Cc]oord(?:inate)?s?|[Pp]oint|[Ss]quare|[Pp]air|[Ll]istOf|vec!)"
    r"(?=\s*[(\[{])"
)
"""Names that make a cell, or a list, of those in brackets: ``Cell(0, 1)``."""


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _said_within(node: Node, around: tuple[Node, ...], code: str) -> Iterator[_Said]:
    for child in node.inside:
        if child.word is not None or not child.inside:
            continue
        found, *inner = (
            cells_of(raw) if len(raw := code[one.start + 1 : one.end - 1]) < _LONGEST_LIST else None
            for one in (child, *(one for one in child.inside if one.word is None and one.inside))
        )
        several = [one is not None and one[0] in _SAID_FORMS and len(one[1]) > 1 for one in inner]
        if found is None or found[0] not in _SAID_FORMS or (several and all(several)):
            yield from _said_within(child, (*around, node), code)
        else:
            yield from _under_name(child, (*around, node), found, code)


def _under_name(node: Node, around: tuple[Node, ...], found: tuple[str, list[Cell]], code: str) -> Iterator[_Said]:
    """The cells of a list under the nearest known name around it. Raises _UnknownError for several cells under no such name."""
    form, cells = found
    number: int | None = None
    child = node
    for parent in reversed(around):
        begin = max([parent.start, *(one.end for one in parent.inside if one.end <= child.start and one.word is None)])
        root = parent is around[0]
        before = code[max(begin, child.start - _FARTHEST) : child.start]
        before = re.split(r"[\n;]", before)[-1] if root and "=" in before.rpartition("\n")[2] else before
        lists = sum(one.word is None and bool(one.inside) for one in parent.inside)
        behind = code[child.end : parent.end - 1] if lists == 1 and not root else ""
        if _LOOSE.search(behind):
            raise _UnknownError  # The value of a name is not known.
        for name in [*reversed(_IDENTIFIER.findall(before)), *_IDENTIFIER.findall(behind)]:
            kind = _kind(name)
            if kind is None:
                continue
            numbers = [int(one) for one in _VALUE.findall(f"{before if not root else ''} {behind}")]
            number = number if number is not None or len(numbers) != 1 else numbers[0]
            if isinstance(kind, str):
                yield _Said(None, form, cells, number, node.start, node.end)
            elif kind.shape == "cell" and kind.value is None:
                yield from (_Said(kind, form, [one], None, node.start, node.end) for one in cells)
            elif (number is None) == (kind.value is None) and kind.shape in ("line", "border") and len(cells) > 1:
                yield _Said(kind, form, cells, number, node.start, node.end)
            else:
                raise _UnknownError
            return
        if lists == 1 and not root:
            numbers = [int(one) for one in _VALUE.findall(f"{before} {behind}")]
            number = numbers[0] if number is None and len(numbers) == 1 else number
        child = parent
    if len(cells) > 1:
        raise _UnknownError


def _kind(name: str) -> ClueType | str | None:
    """The clue that a name calls, or a cage, or neither."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    rest = [part for part in parts if not _SAYS_NOTHING.fullmatch(part)]
    if not rest:
        return None
    if {"cage", "cages"} & set(rest) or (known(one := "-".join(rest)) and is_caged(one)):
        return "cage"
    called = next((one for one in map(clue_called, ("-".join(rest), "-".join(parts))) if one is not None), None)
    return None if called is None else called[0]


def _named_alone(code: str, said: Sequence[_Said]) -> list[str]:
    """The kinds that names of a program call and that need nothing else, together; none where there is none."""
    words = " ".join(" ".join(_PARTS.findall(name)) + "," for name in dict.fromkeys(_IDENTIFIER.findall(code)))
    own = {rule for one in said if one.kind is not None for rule in RULES if one.kind in RULES[rule].clues}
    kinds = [kind for kind in kinds_named(words, alone=True) if is_alone(rules_of(kind)) and not rules_of(kind) & own]
    # A program may mean either of two diagonals.
    parts = sorted(set[str]().union(*(RULES[rule].absorbs for kind in kinds for rule in rules_of(kind))))
    rest = [kind for kind in kinds if not any(RULES[rule].absorbs for rule in rules_of(kind))]
    return ["+".join(kinds), *("+".join([*rest, part]) for part in parts)] if kinds else []


def _orders(said: Sequence[_Said], size: int, given: bool) -> Iterator[tuple[str, int, bool]]:
    """The ways to take cells: a note, the number from which rows and columns are counted, and whether the column is first.

    Without a given a puzzle and its mirror image are proper alike.
    """
    numbers = [number for one in said for cell in one.cells for number in cell]
    if said[0].form == "letter":
        yield "letters are taken for columns", 1, True
        if given:
            yield "letters are taken for rows", 1, False
        return
    bases = [1] if said[0].form == "name" or max(numbers) == size else [0] if min(numbers) == 0 else [0, 1]
    for swapped in (False, True) if given and said[0].form != "name" else (False,):
        for base in bases:
            note = "the column of each cell is taken to come first" if swapped else ""
            counted = f"rows and columns are taken to be counted from {base}" if len(bases) > 1 else ""
            yield ", ".join(filter(None, (note, counted))), base, swapped


def _fields_of(said: Sequence[_Said], size: int, givens: str, base: int, swapped: bool, kind: str) -> Iterator[Fields]:
    """The puzzle with these rules; none where a cell is outside the grid."""
    caged = any(one.kind is None for one in said)
    rules = [kind, *(with_cages(rules_of(kind)) - rules_of(kind) if caged else ())] if kind else []
    made: Fields = {"size": size, "givens": givens, **({"kind": "+".join(rules)} if rules else {})}
    for one in said:
        placed = [cell[::-1] if swapped else cell for cell in one.cells]
        if not all(base <= part < size + base for cell in placed for part in cell) or len(set(placed)) < len(placed):
            return
        names = [cell_name((row - base) * size + column - base, size) for row, column in placed]
        if one.kind is None:
            made.setdefault("cages", []).append({"cells": names, **({} if one.number is None else {"sum": one.number})})
        elif one.kind.shape == "cell":
            made.setdefault(one.kind.name, []).extend(names)
        else:
            made.setdefault(one.kind.name, []).append(
                names if one.number is None else {"cells": names, "value": one.number}
            )
    yield made
