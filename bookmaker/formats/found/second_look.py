"""A second look at a text in which no puzzle was found: its tables, together, as one of another kind.

A map of cages and a number for each of its labels; cages as rows of numbers; a grid and pairs of cells of which the first is
smaller, or greater; a grid and the signs between its cells; the numbers along the four sides of a grid. Numbers alone may mean
anything: if no words say more, they are taken only where one way to take them makes a proper puzzle, and are a fault else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bookmaker.formats.apps import json_puzzles
from bookmaker.formats.base import givens_one_by_one, json_cages
from bookmaker.formats.base.cages import linked, of_records
from bookmaker.formats.base.cells import digit_of, soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import tables_in_text
from bookmaker.formats.found.tables_in_text import Row, Table, numbers_of
from bookmaker.puzzles.grid.geometry import SIZES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, KINDS, RULES, TARGET, ClueType, boxless, kind_of, operation_named, target_of

Fields = dict[str, Any]
"""A puzzle as our own JSON has it."""

_DIGIT = expression("[0-9]")
_NAME = expression(r"[A-Za-z]\w+")
_FEWEST_DIGITS = 5
_ADVICE = "write the puzzle as docs/formats.md shows it"
_SEEN = expression(r"(?i)sk[iy]y?s[ck]raper|\btowers?\b|\bbuildings?\b|rascacielos|hochh[äa]user|небоскр")
_SIZE = expression(
    r"(?i)\b(?:grid_?)?(?:size|dim(?:ension)?|order|n)\b[\"']?\s*(?:=>|:=|[:=]|\bbe\b)?\s*([0-9]{1,2})\b"
)


@dataclass(frozen=True)
class _Found:
    """Some tables that are one puzzle: ways to take them, each with the words of a note, and their first and last line."""

    ways: Sequence[tuple[str, Fields]]
    first: int
    last: int
    tables: int
    doubt: str = ""
    """The words of the fault where no way, or more than one, is proper."""
    mirrored: bool = False
    """Whether of two ways that are proper, one of which is the mirror image of the other, the first is the usual one."""


def read(text: str, first: int, source: Source, taken: list[range]) -> Iterator[Puzzle | None]:
    """The puzzles of a text whose first line has the number ``first``; faults of tables that are nearly one.

    The numbers of the lines of both are added to ``taken``.
    """
    if len(_DIGIT.findall(text)) < _FEWEST_DIGITS:
        return
    words = f"{source.name}\n{text}"
    named = list(_of_objects(text, first, source, taken))
    if named:
        yield from named
        return
    calls = [one for one in tables_in_text.in_calls(text, first) if len(one.rows) > 1]
    called = {line for one in calls for line in range(one.first, one.last + 1)}
    bracketed = [
        one
        for one in tables_in_text.in_brackets(text, first)
        if not any(map(_NAME.fullmatch, one.flat)) and not (len(one.rows) == 1 and one.first in called)
    ]
    bracketed += calls
    bracketed.sort(key=lambda one: one.first)
    lined = sorted([*tables_in_text.in_lines(text, first), *_cage_lines(text, first)], key=lambda one: one.first)
    for tables in (bracketed, lined):
        at, any_found = 0, False
        while at < len(tables):
            found = next(filter(None, (rule(tables, at, text, first, words) for rule in _RULES)), None)
            if found is not None:
                any_found = True
                above = text.split("\n")[: found.first - first]
                while tables is lined and above and above[-1].strip():
                    above.pop()
                taken.append(range(first + len(above), found.last + 1))
                yield from _decided(found, source)
            at += found.tables if found is not None else 1
        if any_found:
            return
    for givens in givens_one_by_one.guessed(text, first, source):
        line = first + text.count("\n", 0, givens.start)
        taken.append(range(line, first + text.count("\n", 0, givens.end) + 1))
        fields = {"givens": "".join(givens.fields)}
        yield from json_puzzles.read_all(fields, source.place(line, 1), source, "")


_KEYED = expression(r"(?i)cage|\bop(?:eration|erator)?\b")


def _of_objects(text: str, first: int, source: Source, taken: list[range]) -> Iterator[Puzzle | None]:
    """The puzzles of objects that list cages which cover a grid."""
    if text.lstrip()[:1] in ("{", "[") or not _KEYED.search(text):
        return
    for item, start, end in tables_in_text.objects(text):
        for one in _with_cages(item):
            line = first + text.count("\n", 0, start)
            taken.append(range(line, line + text.count("\n", start, end) + 1))
            yield from json_puzzles.read_all(one, source.place(line, 1), source, "")


def _with_cages(item: Any) -> Iterator[Fields]:
    """The innermost objects with a list of cages, with the size of the grid that they cover."""
    if isinstance(item, dict):
        key = json_cages.key_of(item)
        listed = item.get(key)
        if isinstance(listed, list) and (json_cages.covered(listed) or json_cages.are_cages(listed)):
            size = json_cages.covered(listed) or next((item[one] for one in ("size", "n", "width") if one in item), 9)
            kind = {"kind": "calcudoku"} if json_cages.are_signed(listed) else {}
            others = {
                name: value for name, value in item.items() if name not in (key, "width", "height", "rows", "cols")
            }
            yield {**kind, "size": size, **others, "cages": listed}
            return
    for value in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from _with_cages(value)


def _decided(found: _Found, source: Source) -> Iterator[Puzzle | None]:
    """The puzzle of the only way, or of the only way that makes a proper one; else a fault."""
    place = source.place(found.first, 1)
    made: list[tuple[str, Puzzle]] = []
    for note, fields in found.ways:
        own = source if len(found.ways) == 1 else Source(source.name, source.kind)
        some = [one for one in json_puzzles.read_all(fields, place, own, "") if one is not None]
        made += ((note, one) for one in some if one not in [other for _, other in made])
    if len(found.ways) == 1 and made:
        yield made[0][1]
        return
    sound = [one for one in made if soon_counted(one[1]) == 1] if made else []
    if len(sound) == 1 or (found.mirrored and len(sound) == 2):
        note, puzzle = sound[0]
        source.guess(note, found.first, 1)
        yield puzzle
    elif len(found.ways) != 1:
        source.fault(found.doubt, found.first, 1, _ADVICE)
        yield None


def _grid(table: Table) -> tuple[int, str] | None:
    """The size and the cells of a table that is a grid of a puzzle."""
    fields = table.flat
    size = len(table.rows) if len(table.rows) > 1 else next((one for one in SIZES if one * one == len(fields)), 0)
    if size not in SIZES or len(fields) != size * size or (len(table.rows) > 1 and table.width != size):
        return None
    cells = ["." if field in (".", "0") else field for field in fields]
    if any(digit_of(cell, size) > size for cell in cells):
        return None
    return size, "".join(chr(64 + int(cell)) if cell.isdigit() and int(cell) > 9 else cell for cell in cells)


def _beside(tables: Sequence[Table], at: int, many: int) -> tuple[int, tuple[int, str]] | None:
    """The grid directly before or behind some tables: -1 or 1, its size and its cells."""
    for step, index in ((-1, at - 1), (1, at + many)):
        found = _grid(tables[index]) if 0 <= index < len(tables) else None
        if found is not None:
            return step, found
    return None


# Futoshiki.

_LESS = expression(r"\blt|less|small|lower|\]\s*#?<\s*\w+\s*\[|\) *< *\w*\(")
_GREATER = expression(r"\bgt|[._]gt|addgt|great|larg|bigg|higher|more|\]\s*#?>\s*\w+\s*\[")


def _pairs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """A list of pairs of neighbours, as row and column each, and a grid, or givens one by one, beside it."""
    table = tables[at]
    rows, signs = _of_four(table)
    if len(rows) < 2:
        return None
    if not all(abs(a - c) + abs(b - d) == 1 for a, b, c, d in rows):
        return None
    grid, start, many = _beside(tables, at, 1), table, 1
    base = 0 if min(min(row) for row in rows) == 0 else 1
    most = max(max(row) for row in rows) + 1 - base
    size, givens = grid[1] if grid is not None else (0, "")
    if grid is not None and grid[0] > 0:
        many = 2
    near = [one for one in (*tables[at + 1 : at + 2], *tables[at - 1 : at]) if one.width == 3]
    triples = numbers_of(near[0].flat) if near and grid is None else None
    if triples:
        sized = _SIZE.search(text)
        size = max(most, int(sized[1]) if sized is not None else 0)
        cells = ["."] * (size * size)
        for row, column, digit in zip(triples[::3], triples[1::3], triples[2::3], strict=True):
            if not (base <= row < size + base and base <= column < size + base and 1 <= digit <= size):
                return None
            cells[(row - base) * size + column - base] = "123456789ABCDEFGHIJKLMNOP"[digit - 1]
        givens, many = "".join(cells), 2 if near[0].first > table.first else 1
    if size < most or size not in SIZES:
        return None
    pairs = [((a - base) * size + b - base, (c - base) * size + d - base) for a, b, c, d in rows]
    ways = []
    less, greater = _direction(table, text)
    for note, turned in (
        ("the first cell of each pair is taken for the smaller one", True),
        ("the first cell of each pair is taken for the greater one", False),
    ):
        if signs:
            turned_each = [sign == "<" for sign in signs]
        elif less or greater:
            turned_each = [less] * len(pairs)
        else:
            turned_each = [turned] * len(pairs)
        clues = [pair[::-1] if turn else pair for pair, turn in zip(pairs, turned_each, strict=True)]
        ways.append((note, _futoshiki(size, givens, clues)))
        if signs or less or greater:
            break
    lines = [start.first, start.last, *(one.first for one in tables[max(0, at - 1) : at + 2])]
    doubt = "pairs of neighbouring cells, of which it is not said whether the first is the smaller or the greater one"
    return _Found(ways, min(lines), max(lines), many, doubt)


def _of_four(table: Table) -> tuple[list[list[int]], list[str]]:
    """The rows of two cells each, and the sign of each that has one."""
    signs = [field for row in table.rows for field in row if field in ("<", ">")]
    plain = [tuple(field for field in row if field not in ("<", ">")) for row in table.rows]
    if len(plain) == 1 and len(plain[0]) % 4 == 0 and len(plain[0]) > 4:
        plain = [plain[0][start : start + 4] for start in range(0, len(plain[0]), 4)]
    numbers = [numbers_of(row) for row in plain]
    if any(row is None or len(row) != 4 or min(row) < 0 for row in numbers):
        return [], []
    return [row for row in numbers if row is not None], signs if len(signs) == len(plain) else []


def _direction(table: Table, text: str) -> tuple[bool, bool]:
    """Whether the first cell of a pair is the smaller, or the greater one, as the words beside it, or else a formula, say."""
    for words in (table.label, text.lower() if "<" in text or ">" in text else ""):
        less, greater = _LESS.search(words) is not None, _GREATER.search(words) is not None
        if less != greater:
            return less, greater
    return False, False


_GREATER_THAN = min(
    (rule for rule in RULES.values() if any(kind.name == rule.name for kind in rule.clues) and "great" in rule.name),
    key=lambda rule: len(rule.clues),
)


def _futoshiki(size: int, givens: str, pairs: Sequence[Sequence[int]]) -> Fields:
    (kind,) = _GREATER_THAN.clues
    clues = [{"kind": kind.name, "cells": [cell_name(cell, size) for cell in pair]} for pair in pairs]
    rules = kind_of(boxless({_GREATER_THAN.name}))
    return {"kind": rules, "size": size, "givens": givens or "." * (size * size), "clues": clues}


_ABOVE, _BELOW = frozenset("^∧Λn"), frozenset("vV∨u_")
"""Signs between two cells, one above the other: the upper one is the smaller, or the greater one."""


def _signs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """A grid, the signs between cells side by side, and those between cells one above the other."""
    if at + 2 >= len(tables):
        return None
    found, across, down = _grid(tables[at]), tables[at + 1], tables[at + 2]
    size = found[0] if found is not None else 0
    if found is None or across.width != size - 1 or len(across.rows) != size:
        return None
    turned = down.width == size - 1 and len(down.rows) == size
    if not turned and (down.width != size or len(down.rows) != size - 1):
        return None
    columns: list[Row] = list(zip(*down.rows, strict=True)) if turned else list(down.rows)
    between = [
        *((field, cell, cell + 1) for row, fields in enumerate(across.rows) for at_, field in enumerate(fields)
          for cell in [row * size + at_]),
        *((field, cell, cell + size) for row, fields in enumerate(columns) for at_, field in enumerate(fields)
          for cell in [row * size + at_]),
    ]  # fmt: skip
    shown = [one for one in between if one[0] not in (".", "0")]
    used = {field for field, _, _ in shown}
    ways = []
    for less, greater in (
        ({"<", "1"} | _ABOVE, {">", "-1", "2"} | _BELOW),
        ({"<", "-1", "2"} | _ABOVE, {">", "1"} | _BELOW),
    ):
        if not shown or not used <= less | greater:
            return None
        pairs = [(two, one) if field in less else (one, two) for field, one, two in shown]
        named = "1" if "1" in used else "-1" if "-1" in used else "2"
        note = f"a {named} between two cells is taken for {'<' if named in less else '>'}"
        ways.append((note, _futoshiki(size, found[1], pairs)))
        if not used & {"1", "-1", "2"}:
            break
    doubt = "numbers between the cells of a grid, of which it is not said which means < and which >"
    return _Found(ways, tables[at].first, down.last, 3, doubt)


# The numbers along the sides.

_SIDES = {
    "top": expression(r"\b(?:top|up(?:per)?|north|above|cu|oben|arriba)\b"),
    "right": expression(r"\b(?:right|east|rr|rechts|derecha)\b"),
    "bottom": expression(r"\b(?:bottom|down|low(?:er)?|south|below|cl|unten|abajo)\b"),
    "left": expression(r"\b(?:left|west|rl|links|izquierda)\b"),
}
_ANY_SIDE = expression(rf"(?i){'|'.join(one.pattern for one in _SIDES.values())}")
_ORDERS = (
    ("top", "bottom", "left", "right"),
    ("left", "right", "top", "bottom"),
    ("top", "right", "bottom", "left"),
    ("left", "top", "right", "bottom"),
    ("top", "left", "right", "bottom"),
)
_CLOSE = 80
"""Symbols between the names of two sides in an order of them."""


def _sides(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """Four rows of as many numbers as a grid has, or all of them around it in one row, in a text that names skyscrapers."""
    if not _SEEN.search(said):
        return None
    table, many = tables[at], 1
    rows: list[Row] = list(table.rows)
    size = table.width
    grid = ""
    labels: list[str] = list(table.remarks)
    if len(rows) == 1 and size not in SIZES and size % 4 == 0 and size // 4 in SIZES and len(set(rows[0])) > 2:
        size //= 4
        rows, labels = [rows[0][start : start + size] for start in range(0, 4 * size, size)], []
        ways = [("numbers are taken to go around the grid by the clock", _round(rows))]
        order: tuple[str, ...] = ()
    else:
        if len(rows) == 1:
            run = tables[at : at + 4]
            if len(run) < 4 or any(len(one.rows) > 1 or one.width != size for one in run):
                return None
            rows, many, labels = [one.rows[0] for one in run], 4, [one.label.rpartition("\n")[2] for one in run]
        elif len(rows) in (4 + size, 4) and size != 4:
            grid = "".join(field for row in rows[4:] for field in row)
            rows = rows[:4]
        elif len(rows) != 4:
            return None
        order = _named_order(labels) or _said_order(text)
        ways = []
    if size not in SIZES or len(rows) != 4 or not all(_is_seen(field, size) for row in rows for field in row):
        return None
    last = tables[at + many - 1].last
    if not grid and at + many < len(tables):
        behind = _grid(tables[at + many])
        if behind is not None and behind[0] == size and len(set(tables[at + many].flat)) <= size + 1:
            grid, last, many = behind[1], tables[at + many].last, many + 1
    for one in [order] if order else _ORDERS if not ways else ():
        note = f"numbers of skyscrapers are taken to be those at the {', '.join(one)}"
        ways.append((note, dict(zip(one, rows, strict=True))))
    seen = next(kind for kind in CLUES.values() if kind.look == "outside" and _SEEN.search(kind.name))
    made = [(note, _seen_from(seen, size, sides, grid)) for note, sides in ways]
    doubt = "numbers of skyscrapers along four sides, of which it is not said which are at which side"
    return _Found(made, table.first, last, many, doubt, mirrored=not order and len(made) > 1)


def _is_seen(field: str, size: int) -> bool:
    return field == "." or (field.isdigit() and int(field) <= size)


def _round(rows: Sequence[Row]) -> Mapping[str, Row]:
    """The sides of numbers that go around a grid by the clock, from its upper left corner on."""
    return {"top": rows[0], "right": rows[1], "bottom": rows[2][::-1], "left": rows[3][::-1]}


def _named_order(labels: Sequence[str]) -> tuple[str, ...]:
    """The sides that the words beside four rows name, () unless each names another."""
    named = [[side for side, words in _SIDES.items() if words.search(label)] for label in labels]
    order = tuple(sides[0] for sides in named if len(sides) == 1)
    return order if len(set(order)) == 4 else ()


def _said_order(text: str) -> tuple[str, ...]:
    """The order of the sides that a text names one after another, () where it does not."""
    run: list[tuple[str, int]] = []
    for found in _ANY_SIDE.finditer(text):
        side = next(side for side, words in _SIDES.items() if words.fullmatch(found[0].lower()))
        if run and (found.start() - run[-1][1] > _CLOSE or side in [one for one, _ in run]):
            run = []
        run.append((side, found.end()))
        if len(run) == 4:
            return tuple(one for one, _ in run)
    return ()


def _seen_from(kind: ClueType, size: int, sides: Mapping[str, Row], givens: str) -> Fields:
    none = "." if not kind.wrong((0,), size, size) else ".0"
    clues = []
    for side, fields in sides.items():
        for at, field in enumerate(fields):
            line = [at * size + step if side in ("left", "right") else step * size + at for step in range(size)]
            line = line if side in ("left", "top") else line[::-1]
            if field not in none:
                cells = [cell_name(cell, size) for cell in line]
                clues.append({"kind": kind.name, "cells": cells, "value": int(field) if field.isdigit() else field})
    rule = next(rule for rule in RULES.values() if kind in rule.clues)
    alone = boxless({rule.name})
    rules = alone if alone in KINDS.values() else {rule.name}
    return {"kind": kind_of(rules), "size": size, "givens": givens or "." * (size * size), "clues": clues}


_OUTSIDE = {
    kind.name: (kind, expression(rf"(?i){re.sub('[^a-z]+', '[ _-]?', rule.name.removesuffix('s'))}"))
    for rule in RULES.values()
    for kind in rule.clues
    if kind.look == "outside"
}
"""The clues beside a grid that see its lines, with the words that name their rule."""


def _framed(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """A grid with numbers around it: a row above, one below, and a number before and behind each row, or some of these."""
    body = tables[at]
    size = len(body.rows)
    before, behind = (tables[one] if 0 <= one < len(tables) else None for one in (at - 1, at + 1))
    above = _edge(before, size) if before is not None and before.last + 1 == body.first else None
    below = _edge(behind, size) if behind is not None and behind.first == body.last + 1 else None
    rows = body.rows
    if (above is None and below is None) or size not in SIZES or body.width - size not in (0, 1, 2):
        return None
    left = body.width > size and any(row[0] not in (".", "0") or body.width == size + 2 for row in rows)
    start = 1 if left else 0
    cells = "".join(field for row in rows for field in row[start : start + size])
    if any(digit_of(cell, size) > size for cell in cells if cell != "."):
        return None
    sides: dict[str, Row] = {}
    if above is not None:
        sides["top"] = above
    if below is not None:
        sides["bottom"] = below
    if left:
        sides["left"] = tuple(row[0] for row in rows)
    if body.width - size - start > 0:
        sides["right"] = tuple(row[-1] for row in rows)
    named = [kind for kind, words in _OUTSIDE.values() if words.search(said)]
    lines = (
        (before or body).first if above is not None else body.first,
        (behind or body).last if below is not None else body.last,
    )
    if len(named) != 1:
        doubt = "a grid with numbers around it, whose rule is not named"
        return _Found([], *lines, 1 + (below is not None), doubt)
    fields = _seen_from(named[0], size, sides, cells)
    return _Found([("", fields)], *lines, 1 + (below is not None))


def _edge(table: Table, size: int) -> Row | None:
    """The only row of a table that is as long as a side."""
    return table.rows[0] if len(table.rows) == 1 and table.width == size else None


# Cages.

_LABEL_FIRST = expression(rf"(?<![\w.*+/-])([A-Za-z]{{0,3}}[0-9]{{0,3}})(?:\s*[:=]\s*|\s+)({TARGET})(?![\w.])")
_ONLY_TARGETS = expression(rf"\s*{TARGET}\s*")
_MOST_LINES = 160


def _mapped(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """A map of labels, and a number, perhaps with an operation, for each."""
    table = tables[at]
    size = table.width
    if not 2 < size <= max(SIZES) or len(table.rows) != size:
        return None
    labels = [field.lstrip(".") for field in table.flat]
    cells: dict[str, list[int]] = {}
    for cell, label in enumerate(labels):
        cells.setdefault(label, []).append(cell)
    apart = {label for label, some in cells.items() if not linked(some, size)}
    if not 2 < len(cells) < size * size or "" in cells or any(not label.isdigit() for label in apart):
        return None
    lists = [one for one in tables[max(0, at - 2) : at + 3] if one is not table]
    targets, last = _listed_targets(lists, cells) or _headed_targets(lists, labels), table.last
    if targets is None:
        targets, last = _line_targets(text, first, table, cells)
    if targets is None or apart & set(targets):
        return None
    givens = ["."] * (size * size)
    cages = []
    for label, some in cells.items():
        if label not in targets:
            for cell in some:
                givens[cell] = label
            continue
        kind, number = targets[label]
        cages.append((kind, number, some))
    grid = _beside(tables, at, 1)
    if grid is not None and grid[1][0] == size and "." in grid[1][1] and not _headed_targets(lists, labels):
        givens = list(grid[1][1])
    operated = any(kind is not None for kind, _, _ in cages)
    total = sum(number for _, number, _ in cages)
    whole = size * size * (size + 1) // 2
    if not operated and total != whole:
        doubt = "a map of cages and a number for each, which are not their sums, without an operation"
        return _Found([], table.first, last, 1, doubt)
    return _Found([("", _caged(size, cages, "".join(givens), operated))], table.first, last, 1)


def _caged(size: int, cages: Sequence[tuple[Any, int, Sequence[int]]], givens: str, operated: bool) -> Fields:
    made = [
        {"target": number, "op": kind.name if kind is not None else "=", "cells": [cell_name(one, size) for one in some]}
        if operated
        else {"sum": number, "cells": [cell_name(one, size) for one in some]}
        for kind, number, some in cages
    ]  # fmt: skip
    for one in made if operated else ():
        one["op"] = _SIGN_OF.get(str(one["op"]), "=")
    fields: Fields = {"size": size, "cages": made}
    if set(givens) != {"."}:
        fields["givens"] = givens
    return {**fields, "kind": "calcudoku" if operated else "killer"}


_SIGN_OF = {kind.name: sign for sign in "+-*/" if (kind := operation_named(sign)) is not None}


def _listed_targets(lists: Sequence[Table], cells: Mapping[str, Sequence[int]]) -> dict[str, tuple[Any, int]] | None:
    """The number of each label from a table of two columns, or of labels and numbers in turn."""
    for one in lists:
        flat = one.flat
        if len(flat) == 2 * len(cells) and (one.width == 2 or len(one.rows) == 1):
            numbers = numbers_of(flat[1::2])
            if set(flat[::2]) == set(cells) and numbers is not None:
                return {label: (None, number) for label, number in zip(flat[::2], numbers, strict=True)}
    return None


def _headed_targets(lists: Sequence[Table], labels: Sequence[str]) -> dict[str, tuple[Any, int]] | None:
    """The number of each label from a table as large as the map, with a number in one cell of each cage."""
    for one in lists:
        heads = [(label, field) for label, field in zip(labels, one.flat, strict=False) if field not in (".", "0")]
        numbers = numbers_of([field for _, field in heads])
        whole = len(one.flat) == len(labels) and len(heads) == len(set(labels)) == len(dict(heads))
        if whole and numbers is not None:
            return {label: (None, number) for (label, _), number in zip(heads, numbers, strict=True)}
    return None


def _line_targets(
    text: str, first: int, table: Table, cells: Mapping[str, Sequence[int]]
) -> tuple[dict[str, tuple[Any, int]] | None, int]:
    """The number of each label from the lines below a map, or of the labels in order from those above it; and the last line."""
    lines = list(tables_in_text.lines_of(text, first))
    found: dict[str, tuple[Any, int]] = {}
    last = table.last
    small = {label for label in cells if label.isdigit() and 0 < int(label) <= table.width}
    for number, line in [one for one in lines if one[0] > table.last][:_MOST_LINES]:
        pairs = list(_LABEL_FIRST.finditer(line))
        if pairs and not _LABEL_FIRST.sub("", line).strip(" \t,;"):
            found |= {pair[1]: target_of(pair[2]) for pair in pairs if pair[1] not in found}
            last = number
        elif line.strip(" \t-=,;") and (found or number > table.last + 3):
            break
    if found and set(found) <= set(cells) and set(cells) - set(found) <= small:
        return found, last
    above = [line for number, line in lines if number < table.first and line.strip()]
    run = []
    while above and _ONLY_TARGETS.fullmatch(above[-1]):
        run.append(target_of(above.pop().strip()))
    ordered = sorted(cells, key=lambda label: (len(label), label))
    if len(run) == len(ordered) > 3:
        return dict(zip(ordered, run[::-1], strict=True)), table.last
    return None, table.last


def _rows(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """Cages as rows of numbers that cover a grid, with their sums."""
    table = tables[at]
    numbers = [numbers_of(row) for row in table.rows] if table.remarks else []  # The lines of a text are read before.
    if len(numbers) < 4 or any(row is None or len(row) < 2 for row in numbers):
        return None
    found = of_records([row for row in numbers if row is not None])
    if found is None:
        return None
    size, cages = found
    grid = _beside(tables, at, 1)
    givens = grid[1][1] if grid is not None and grid[1][0] == size else ""
    fields = _caged(size, [(None, cage.sum or 0, cage.cells) for cage in cages], givens or ".", False)
    return _Found([("", fields)], table.first, table.last, 1 + (grid is not None and grid[0] > 0))


_CELL = r"(?:[A-Pa-p][0-9]{1,2}|[rR][0-9]{1,2}[cC][0-9]{1,2})"
_CAGE = expression(rf"\s*[\"']?({TARGET})\s*[:=]?\s+({_CELL}(?:[\s,;+]+{_CELL})*)\s*[\"']?,?\s*")
_NAMES = expression(_CELL)


def _texts(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> _Found | None:
    """Cages as texts, each a number, an operation and cells: ``'11 + A1 A2'``."""
    table = tables[at]
    cages = [_CAGE.fullmatch(field) for field in table.flat]
    if len(cages) < 4 or None in cages:
        return None
    made, many = [], 0
    for cage in cages:
        assert cage is not None
        names = _NAMES.findall(cage[2])
        kind, number = target_of(cage[1])
        made.append({"target": number, "op": _SIGN_OF.get(kind.name, "=") if kind is not None else "=", "cells": names})
        many += len(names)
    size = next((one for one in range(2, 26) if one * one == many), 0)
    if not size or len({name.lower() for one in made for name in one["cells"]}) < many:  # type: ignore[attr-defined]
        return _Found([], table.first, table.last, 1, "cages with operations that do not cover a grid, each cell once")
    return _Found([("", {"kind": "calcudoku", "size": size, "cages": made})], table.first, table.last, 1)


def _cage_lines(text: str, first: int) -> Iterator[Table]:
    """The lines that are each a cage as such a text, one below the other."""
    run: list[tuple[int, str]] = []
    for number, line in [*enumerate(text.split("\n"), first), (0, "")]:
        if len(line) < _LONGEST_CAGE and _CAGE.fullmatch(line) and not line.lstrip().startswith("- "):
            run.append((number, line.strip()))
        elif run:
            if len(run) > 2 and any(_SIGNED.match(one) for _, one in run):
                yield Table((tuple(one for _, one in run),), run[0][0], run[-1][0])
            run = []


_LONGEST_CAGE = 200
_SIGNED = expression(r"\W|[0-9]+\s*[^\s\w]")

_Rule = Callable[[Sequence[Table], int, str, int, str], _Found | None]
_RULES: Sequence[_Rule] = (_signs, _pairs, _texts, _mapped, _rows, _framed, _sides)
