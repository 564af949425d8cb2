"""Clues beside the cells of a grid: numbers along its four sides, around it as drawn or filled into a sheet, or as lists; and
signs between cells, of a Futoshiki and dots of two colours.

Pairs of cells of which the first is smaller, or greater; formulas that compare cells; a grid and the signs between its cells,
beside it or within, also as the fields of a sheet. Numbers alone are taken only where one way to take them makes a proper puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product

from bookmaker.formats.base import row_or_column_first
from bookmaker.formats.base.cells import digit_of
from bookmaker.formats.base.patterns import expression, says
from bookmaker.formats.found.tables_in_text import (
    NAMED_LIST,
    Fields,
    Found,
    Row,
    Table,
    field_of,
    grid_beside,
    grid_of,
    in_lines,
    numbers_of,
)
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, cell_name
from bookmaker.puzzles.rules import CLUES, KINDS, RULES, ClueType, boxless, clue_kinds, kind_of, kinds_named, rules_of

_SCHOOL = expression(r"(?i)\bpoints? of view\b|\brush[-_ ]?0?1\b")
_SEEN = expression(
    rf"{_SCHOOL.pattern}|sk[iy]y?s[ck]raper|\btowers?\b|\bbuildings?\b|rascacielos|hochh[äa]user|небоскр"
)

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
    ("top", "left", "bottom", "right"),
    ("left", "bottom", "right", "top"),
    ("left", "top", "bottom", "right"),
)
"""Orders of sides, and those that make the mirror image of the same numbers."""

_TAKEN = "numbers of skyscrapers are taken to be those at the {}"
_ALONG = expression(r"(?i)\b(?:left|right|top|bottom|up|down)[ -]to[ -](?:the[ ])?(?:left|right|top|bottom|up|down)\b")
"""The words of a way along a line, which name no order of sides."""

_CLOCK = expression(r"(?i)\bclock[- ]?wise\b")
_CLOSE = 80
"""Symbols between the names of two sides in an order of them."""


def sides(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """Four rows of as many numbers as a grid has, or all of them around it in one row, in a text that names skyscrapers."""
    if not says(_SEEN, said):
        return None
    table, many = tables[at], 1
    rows: list[Row] = list(table.rows)
    size = table.width
    grid = ""
    labels: list[str] = list(table.remarks)
    flat = len(rows) == 1 and size % 4 == 0 and size // 4 in SIZES and len(set(rows[0])) > 2
    if flat and all(_is_seen(field, size // 4) for field in rows[0]):
        size //= 4
        rows, labels = [rows[0][start : start + size] for start in range(0, 4 * size, size)], []
        ways = [("numbers are taken to go around the grid by the clock", _round(rows))]
        if not says(_CLOCK, said):
            one_by_one = [(_TAKEN.format(", ".join(one)), dict(zip(one, rows, strict=True))) for one in _ORDERS]
            ways = [*one_by_one[:1], *ways, *one_by_one[1:]] if says(_SCHOOL, said) else [*ways, *one_by_one]
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
        elif len(rows) != 4 or _is_full(rows) or {*table.flat} <= {".", "0"}:
            return None
        order = _named_order(labels) or _said_order(text) or (_ORDERS[0] if _SCHOOL.search(said) else ())
        ways = []
    if size not in SIZES or len(rows) != 4 or not all(_is_seen(field, size) for row in rows for field in row):
        return None
    last = tables[at + many - 1].last
    if not grid and at + many < len(tables):
        behind = grid_of(tables[at + many])
        if behind is not None and behind[0] == size and len(set(tables[at + many].flat)) <= size + 1:
            grid, last, many = behind[1], tables[at + many].last, many + 1
    for one in [order] if order else _ORDERS if not ways else ():
        ways.append((_TAKEN.format(", ".join(one)), dict(zip(one, rows, strict=True))))
    seen = next(kind for kind in CLUES.values() if kind.look == "outside" and _SEEN.search(kind.name))
    made = [(note, _seen_from(seen, size, sides, grid)) for note, sides in ways]
    doubt = "numbers of skyscrapers along four sides, of which it is not said which are at which side"
    # Only numbers all in one row have a usual order: each order of four rows has another that makes the mirror image.
    return Found(made, table.first, last, many, doubt, usual=flat)


def _is_full(rows: Sequence[Row]) -> bool:
    """Whether rows are a full grid, which may be an answer."""
    return len({frozenset(line) for line in (*rows, *zip(*rows, strict=True))}) == 1 and len(set(rows[0])) == len(rows)


def _is_seen(field: str, size: int) -> bool:
    return field == "." or (field.isdecimal() and int(field) <= size)


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
    for found in _ANY_SIDE.finditer(_ALONG.sub(lambda found: " " * len(found[0]), text)):
        side = next(side for side, words in _SIDES.items() if words.fullmatch(found[0].lower()))
        if run and found.start() - run[-1][1] > _CLOSE:
            run = []
        run = [*run[next((at for at, (one, _) in enumerate(run, 1) if one == side), 0) :], (side, found.end())]
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
                clues.append({"kind": kind.name, "cells": cells, "value": int(field) if field.isdecimal() else field})
    rule = next(rule for rule in RULES.values() if kind in rule.clues)
    alone = boxless({rule.name})
    rules = alone if alone in KINDS.values() else {rule.name}
    answer = {"solution": givens} if givens and "." not in givens else {}
    shown = givens if givens and not answer else "." * (size * size)
    return {"kind": kind_of(rules), "size": size, "givens": shown, "clues": clues, **answer}


_OUTSIDE = {
    kind.name: (kind, expression(rf"(?i){re.sub('[^a-z]+', '[ _-]?', rule.name.removesuffix('s'))}"))
    for rule in RULES.values()
    for kind in rule.clues
    if kind.look == "outside"
}
"""The clues beside a grid that see its lines, with the words that name their rule."""


def framed(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
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
    named = [kind for kind, words in _OUTSIDE.values() if says(words, said)]
    lines = (
        (before or body).first if above is not None else body.first,
        (behind or body).last if below is not None else body.last,
    )
    if len(named) != 1:
        doubt = "a grid with numbers around it, whose rule is not named"
        return Found([], *lines, 1 + (below is not None), doubt)
    fields = _seen_from(named[0], size, sides, cells)
    return Found([("", fields)], *lines, 1 + (below is not None))


def _edge(table: Table, size: int) -> Row | None:
    """The only row of a table that is as long as a side, and has no name of its own."""
    named = table.label.rstrip().endswith(("=", ":")) or NAMED_LIST.search(table.label)
    return table.rows[0] if len(table.rows) == 1 and table.width == size and not named else None


_SPLITS = ("\t", ";", ",", "|")
_BLANK = frozenset({"", ".", "-", "_", "x", "X", "*"})


def fielded(text: str, first: int, said: str) -> Iterator[Found]:
    """Grids with numbers around them, as the fields of a sheet: a row more above, below, or both, and so of columns."""
    kinds = [kind for kind, words in _OUTSIDE.values() if says(words, said)]
    sign = max(_SPLITS, key=text.count)
    if len(kinds) != 1 or sign not in text:
        return
    lines = text.split("\n")
    run: list[tuple[int, list[str]]] = []
    for number, line in [*enumerate(lines, first), (0, "")]:
        fields = [field.strip().strip("\"'") for field in line.split(sign)] if sign in line else []
        # A title has a row of its own.
        sound = [field for field in fields if field not in _BLANK and not field.isdecimal()] == []
        if fields and sound and (not run or len(fields) == len(run[0][1])):
            run.append((number, fields))
            continue
        if len(run) > 3 and (found := _of_fields(run, kinds[0])) is not None:
            yield found
        run = [(number, fields)] if fields and sound else []


def _of_fields(run: Sequence[tuple[int, list[str]]], kind: ClueType) -> Found | None:
    rows = [["." if field in _BLANK else field for field in fields] for _, fields in run]
    taken = [at for at, row in enumerate(rows) if set(row) != {"."}]
    wide = [at for at in range(len(rows[0])) if any(row[at] != "." for row in rows)]
    rows = [row[wide[0] : wide[-1] + 1] for row in rows[taken[0] : taken[-1] + 1]] if taken and wide else []
    corners = {(0, 0): "top left", (0, -1): "top right", (-1, 0): "bottom left", (-1, -1): "bottom right"}
    free = [names.split() for (down, right), names in corners.items() if rows and rows[down][right] == "."]
    size = len(rows) - (len(free) == 4) - 1
    if not free or size not in SIZES or any(len(row) != len(rows) for row in rows):
        return None
    # With numbers on two sides only, these meet in the empty corner.
    named = {"top", "bottom", "left", "right"} if len(free) == 4 else set(free[0])
    above, before = "top" in named, "left" in named
    cells = [row[before : before + size] for row in rows[above : above + size]]
    if len(free) not in (1, 4) or any(cell != "." and digit_of(cell, size) > size for row in cells for cell in row):
        return None
    sides = {
        "top": rows[0][before : before + size],
        "bottom": rows[-1][before : before + size],
        "left": [row[0] for row in rows[above : above + size]],
        "right": [row[-1] for row in rows[above : above + size]],
    }
    own = {side: tuple(fields) for side, fields in sides.items() if side in named}
    fields = _seen_from(kind, size, own, "".join(cell for row in cells for cell in row))
    return Found([("", fields)], run[0][0], run[-1][0], 1)


_OF_NUMBERS = "(?:sum|clue|hint|total|number|value|sandwich)(?:e?s)?"
_OF_LINES = {
    side: expression(rf"\b(?:\w+_)?(?:{words})(?:_\w+|{_OF_NUMBERS})?\W*$", re.IGNORECASE)
    for side, words in (
        ("left", "rows?|left|horizontal|west|l"),
        ("top", "col(?:umn)?s?|top|vertical|north|up|t"),
        ("right", "right|east|r"),
        ("bottom", "bottom|south|down|b"),
    )
}


def listed(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """Lists of numbers named after rows and columns, in a text that names the rule of such clues, and a grid."""
    kinds = [kind for kind, words in _OUTSIDE.values() if says(words, said)]
    sides: dict[str, Row] = {}
    grid: tuple[int, str] | None = None
    for table in tables if at == 0 and len(kinds) == 1 else ():
        if len(table.rows) == 1 and table.width in SIZES:
            for side, words in _OF_LINES.items():
                if words.search(NAMED_LIST.sub("", table.label).rstrip(" =:[({")):
                    sides.setdefault(side, tuple("." if field.startswith("-") else field for field in table.rows[0]))
        grid = grid or (grid_of(table) if len(table.rows) > 1 or table.width > max(SIZES) else None)
    if sides and grid is None:
        drawn = (grid_of(table) for table in in_lines(text, first) if len(table.rows) > 1)
        grid = next((one for one in drawn if one is not None), None)
    if not sides and grid is not None and at == 0 and len(kinds) == 1:
        return _unnamed(tables, kinds[0], *grid)
    if not sides or len({len(row) for row in sides.values()}) > 1:
        return None
    size = len(next(iter(sides.values())))
    if not all(field == "." or field.isdecimal() for row in sides.values() for field in row):
        return None
    fields = _seen_from(kinds[0], size, sides, grid[1] if grid is not None and grid[0] == size else "")
    return Found([("", fields)], tables[0].first, tables[-1].last, len(tables))


def _unnamed(tables: Sequence[Table], kind: ClueType, size: int, givens: str) -> Found | None:
    """Two lists of as many numbers as the grid beside them has rows: one of the rows, the other of the columns."""
    lists = [row for table in tables if len(table.rows) < 3 and table.width == size for row in table.rows]
    if len(lists) != 2 or not all(field == "." or field.isdecimal() for row in lists for field in row):
        return None
    orders = (("left", "top"), ("top", "left"))
    ways = [
        (
            f"the first list of numbers is taken for those of the {'rows' if order[0] == 'left' else 'columns'}",
            _seen_from(kind, size, dict(zip(order, lists, strict=True)), givens),
        )
        for order in orders
    ]
    doubt = "two lists of numbers beside a grid, of which it is not said which is that of the rows"
    return Found(ways, tables[0].first, tables[-1].last, len(tables), doubt)


# Signs between cells.

SIZE_SAID = expression(
    r"(?i)\b(?:grid_?)?(?:size|dim(?:ension)?|order|n)\b[\"']?\s*(?:=>|:=|:\s*[a-z]\w*\s*=|[:=]|\bbe\b)?\s*([0-9]{1,2})\b"
)

_LESS = expression(r"\blt|less|small|lower|minor|menor|kleiner|petit|\]\s*#?<\s*\w+\s*\[|\) *< *\w*\(")
_GREATER = expression(
    r"\bgt|[._]gt|addgt|great|larg|bigg|higher|more|maggior|mayor|gr(?:ö|oe)(?:ss|ß)er|grand|\]\s*#?>\s*\w+\s*\["
)


def pairs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A list of pairs of neighbours, as row and column each, and a grid, or givens one by one, beside it."""
    table = tables[at]
    rows, signs = _of_four(table)
    if len(rows) < 2:
        return None
    if not all(abs(a - c) + abs(b - d) == 1 for a, b, c, d in rows):
        return None
    grid, start, many = grid_beside(tables, at, 1), table, 1
    base = 0 if min(min(row) for row in rows) == 0 else 1
    most = max(max(row) for row in rows) + 1 - base
    size, drawn = grid[1] if grid is not None else (0, "")
    listed: list[tuple[int, int, str]] = []
    if grid is not None and grid[0] > 0:
        many = 2
    near = [one for one in (*tables[at + 1 : at + 2], *tables[at - 1 : at]) if one.width == 3]
    triples = numbers_of(near[0].flat) if near and grid is None else None
    arrows = _GIVEN.findall(text) if grid is None and not triples else []
    if arrows:
        triples, near = [int(part) for one in arrows for part in one], [table]
    if triples:
        sized = SIZE_SAID.search(text)
        size = max(most, int(sized[1]) if sized is not None else 0)
        for row, column, digit in zip(triples[::3], triples[1::3], triples[2::3], strict=True):
            if not (base <= row < size + base and base <= column < size + base and 1 <= digit <= size):
                return None
            listed.append((row, column, "123456789ABCDEFGHIJKLMNOP"[digit - 1]))
        many = 2 if near[0].first > table.first else 1
    sized = SIZE_SAID.search(text) if grid is None and not triples else None
    if sized is not None and any(_GREATER_THAN.name in rules_of(kind) for kind in kinds_named(said.replace("_", " "))):
        size = int(sized[1])  # No cell of it is given.
    if size < most or size not in SIZES:
        return None
    ways = []
    less, greater = _direction(table, text)
    known = bool(signs) or less or greater
    orders, usual = row_or_column_first.of_pairs(text)
    for swapped in orders if known or not usual else orders[:1]:

        def cell(row: int, column: int, swapped: bool = swapped) -> int:
            return (column - base) * size + row - base if swapped else (row - base) * size + column - base

        cells = ["."] * (size * size)
        for row, column, shown in listed:
            cells[cell(row, column)] = shown
        pairs = [(cell(a, b), cell(c, d)) for a, b, c, d in rows]
        for turned in (less,) if known else (True, False):
            turns = [sign == "<" for sign in signs] or [turned] * len(pairs)
            clues = [pair[::-1] if turn else pair for pair, turn in zip(pairs, turns, strict=True)]
            notes = (
                []
                if known
                else [f"the first cell of each pair is taken for the {'smaller' if turned else 'greater'} one"]
            )
            notes += (
                []
                if swapped == orders[0] and usual
                else [f"the {'column' if swapped else 'row'} of each cell is taken to come first"]
            )
            ways.append((", ".join(notes), _futoshiki(size, drawn or "".join(cells), clues)))
    lines = [start.first, start.last, *(one.first for one in tables[max(0, at - 1) : at + 2])]
    doubt = "pairs of neighbouring cells, of which it is not said " + (
        "whether the row or the column of each cell comes first"
        if known
        else "whether the first is the smaller or the greater one"
    )
    return Found(ways, min(lines), max(lines), many, doubt, usual=known and usual)


_GIVEN = expression(r"[(\[]\s*([0-9]{1,2})\s*(?:,|\]\s*\[)\s*([0-9]{1,2})\s*[)\]]\s*(?:--?>|=>|:=?|=)\s*([0-9]{1,2})\b")
"""A cell and its digit: ``(1,1) --> 2``."""

_CELL = (
    r"(?:\b([A-Za-z_]\w*?)(?:\[ *([0-9]{1,2}) *(?:,|\] *\[) *([0-9]{1,2}) *\]|\( *([0-9]{1,2}) *, *([0-9]{1,2}) *\)"
    r"|_?([0-9])_?([0-9]))|\b([A-Pa-p])_?([A-P]|[0-9]{1,2}))(?!\w)"
)
"""A cell of a formula: ``x[0][1]``, ``X(1, 2)``, ``cell_1_2``, ``x12``, ``A_B``, ``A1``."""

_ANY_CELL = expression(_CELL)
_RELATED = expression(rf"{_CELL} *\)? *(?:#|\\)?([<>])(?![=<>]) *\(? *{_CELL}")
_EQUAL = expression(rf"{_CELL} *(?:#=|:=|={{1,3}}|\bis\b|,) *([0-9]{{1,2}})(?![\w.\[(])")
_DOMAIN = expression(r"\b1 *(?:\.\.\.?|\bto\b) *([0-9]{1,2})\b")
_FEWEST_RELATED = 4


def _part(found: re.Match[str], at: int) -> tuple[str, int, int]:
    """The array, the row and the column of a cell of a formula, whose first group has that number; letters from 1 on."""
    name, *pairs = found.groups()[at - 1 : at + 8]
    row, column = next((one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True) if one is not None)
    first, second = (int(one) if one.isdecimal() else ord(one.upper()) - 64 for one in (row, column))
    return name or "", first, second


def related(text: str, first: int) -> Iterator[Found]:
    """Cells of formulas of which one is smaller than the other, ``x[0][1] < x[0][2]``, ``A_B #> B_B``, and their givens."""
    relations = list(_RELATED.finditer(text)) if "<" in text or ">" in text else []
    if len(relations) < _FEWEST_RELATED:
        return
    name = _part(relations[0], 1)[0]
    cells = [
        (one, other)[:: 1 if relation[10] == ">" else -1]
        for relation in relations
        for one, other in [(_part(relation, 1), _part(relation, 11))]
    ]
    pairs = list(dict.fromkeys((one[1:], other[1:]) for one, other in cells))
    near = all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairs)
    if len(pairs) < _FEWEST_RELATED or not near or {own[0] for pair in cells for own in pair} != {name}:
        return
    all_cells = [one for one in (_part(found, 1) for found in _ANY_CELL.finditer(text)) if one[0] == name]
    base = min(1, *(number for one in all_cells for number in one[1:]))
    sizes = [int(found[1]) for found in (SIZE_SAID.search(text), _DOMAIN.search(text)) if found is not None]
    size = max(
        [number + 1 - base for one in all_cells for number in one[1:]] + [one for one in sizes if one <= max(SIZES)]
    )
    if size not in SIZES:
        return
    givens = ["."] * (size * size)
    for found in _EQUAL.finditer(text):
        own, row, column = _part(found, 1)
        if own == name and 1 <= int(found[10]) <= size:
            givens[(row - base) * size + column - base] = "123456789ABCDEFGHIJKLMNOP"[int(found[10]) - 1]
    greater = [[(row - base) * size + column - base for row, column in pair] for pair in pairs]
    note = "formulas that compare cells are taken for the signs of a Futoshiki"
    begin, last = (first + text.count("\n", 0, one.start()) for one in (relations[0], relations[-1]))
    yield Found([("", _futoshiki(size, "".join(givens), greater))], begin, last, 1, guess=note)


def _of_four(table: Table) -> tuple[list[list[int]], list[str]]:
    """The rows of two cells each, and the sign of each that has one."""
    signs = [field for row in table.rows for field in row if field in ("<", ">")]
    plain = [tuple(field for field in row if field not in ("<", ">")) for row in table.rows]
    if len(plain) == 1 and len(plain[0]) % 4 == 0 and len(plain[0]) > 4:
        plain = [plain[0][start : start + 4] for start in range(0, len(plain[0]), 4)]
    # A row of -1 alone ends a list.
    numbers = [numbers_of(row) for row in plain if set(row) != {"-1"}]
    if any(row is None or len(row) != 4 or min(row) < 0 for row in numbers):
        return [], []
    return [row for row in numbers if row is not None], signs if len(signs) == len(numbers) else []


def _direction(table: Table, text: str) -> tuple[bool, bool]:
    """Whether the first cell of a pair is the smaller, or the greater one, as the words beside it, or else a formula, say."""
    for words in (table.label, text.lower() if "<" in text or ">" in text else ""):
        less, greater = says(_LESS, words), says(_GREATER, words)
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


def _dotted(grid: tuple[int, str], shown: Sequence[tuple[str, int, int]], said: str) -> Iterator[tuple[str, Fields]]:
    """The ways to take numbers between cells for dots of two colours, where the text names a kind that has these."""
    size, givens = grid
    for kind in kinds_named(said.replace("_", " ")):
        dots = clue_kinds(rules_of(kind))
        if len(dots) == 2 and all(one.shape == "border" and one.value is None for one in dots):
            some = f"{kind}-partial" if f"{kind}-partial" in KINDS else kind
            # The kind was one of squares without boxes before it was a Sudoku.
            squares = () if "sudoku" in said.lower() and size in BOXES else (kind_of(boxless(rules_of(some))),)
            signs = {field for field, _, _ in shown}
            orders = [one for one in (dots, dots[::-1]) if _are_signs_of(one, signs)]
            for order, own in product(orders, (*([some] if size in BOXES else []), *squares)):
                named = {field: order[_sign_of(field, order)] for field in signs}
                clues = [
                    {"kind": named[field].name, "cells": [cell_name(one, size), cell_name(other, size)]}
                    for field, one, other in shown
                ]
                note = (
                    ""
                    if len(orders) == 1
                    else f"1 between two cells is taken for {order[0].name}, 2 for {order[1].name}"
                )
                note += "" if own == some else f"{', and ' if note else ''}the grid is taken for one without boxes"
                yield note, {"kind": own, "size": size, "givens": givens, "clues": clues}
            return


_WHITE, _BLACK = frozenset("wWoO○◯⚪"), frozenset("bBxX●⚫")
"""Signs for dots of two colours."""


def _sign_of(field: str, kinds: Sequence[ClueType]) -> int:
    """Which of two kinds a sign between two cells means; 2 for neither: a number, a colour, or the letter it begins with."""
    colours = [{"white": _WHITE, "black": _BLACK}.get(kind.name.partition("-")[0], frozenset()) for kind in kinds]
    called = [field in own or kind.name == field.lower() for own, kind in zip(colours, kinds, strict=True)]
    return "12".index(field) if field in ("1", "2") else called.index(True) if True in called else 2


def _are_signs_of(kinds: Sequence[ClueType], signs: Set[str]) -> bool:
    """Whether signs mean two kinds of clues in this order: letters say it themselves."""
    lettered = not signs <= {"1", "2"}
    return all(_sign_of(sign, kinds) < 2 for sign in signs) and (not lettered or kinds[0].name > kinds[1].name)


def dots(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """Pairs of neighbours with a number of two values for the colour of the dot between them, and perhaps a grid."""
    rows = [numbers_of(row) or [] for row in tables[at].rows]
    if any(len(row) != 5 or abs(row[0] - row[2]) + abs(row[1] - row[3]) != 1 for row in rows):
        return None
    colours, most = sorted({row[4] for row in rows}), max(max(row[:4]) for row in rows)
    base = min(1, *(min(row[:4]) for row in rows))
    gridded = [one for one in tables if (grid := grid_of(one)) is not None and grid[0] > most - base]
    grids = [one for one in map(grid_of, gridded) if one is not None]
    sized = SIZE_SAID.search(text)
    size = grids[0][0] if grids else int(sized[1]) if sized is not None else 0
    if len(colours) != 2 or len(grids) > 1 or most - base >= size or size not in SIZES:
        return None
    shown = [
        (str(1 + colours.index(e)), (a - base) * size + b - base, (c - base) * size + d - base)
        for a, b, c, d, e in rows
    ]
    ways = list(_dotted((size, grids[0][1] if grids else "." * (size * size)), shown, said))
    doubt = "pairs of cells of two sorts, of which it is not said which dots they are"
    begin, last = min(one.first for one in (*gridded, tables[at])), max(one.last for one in (*gridded, tables[at]))
    return Found(ways, begin, last, len(tables) - at, doubt, boxed=True) if ways else None


def signs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A grid, the signs between cells side by side, and those between cells one above the other."""
    if at + 2 >= len(tables):
        return None
    found, across, down = grid_of(tables[at]), tables[at + 1], tables[at + 2]
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
    ways = list(_dotted(found, shown, said)) if shown and not used & {"<", ">", "-1"} else []
    if ways:
        doubt = "numbers between the cells of a grid, of which it is not said which dots they are"
        return Found(ways, tables[at].first, down.last, 3, doubt, boxed=True)
    return _of_signs(size, found[1], shown, tables[at].first, down.last, 3)


def _of_signs(
    size: int, givens: str, shown: Sequence[tuple[str, int, int]], first: int, last: int, many: int = 1
) -> Found | None:
    """A grid and the signs between its cells, each with the left or upper cell and the other one."""
    used, ways = {field for field, _, _ in shown}, list[tuple[str, Fields]]()
    for less, greater in (
        ({"<", "1"} | _ABOVE, {">", "-1", "2"} | _BELOW),
        ({"<", "-1", "2"} | _ABOVE, {">", "1"} | _BELOW),
    ):
        if not shown or not used <= less | greater:
            return None
        pairs = [(two, one) if field in less else (one, two) for field, one, two in shown]
        named = "1" if "1" in used else "-1" if "-1" in used else "2"
        note = f"a {named} between two cells is taken for {'<' if named in less else '>'}"
        ways.append((note if used & {"1", "-1", "2"} else "", _futoshiki(size, givens, pairs)))
        if not used & {"1", "-1", "2"}:
            break
    doubt = "numbers between the cells of a grid, of which it is not said which means < and which >"
    return Found(ways, first, last, many, doubt)


_CORNER = frozenset({".", "X", "x", "+", "0", " "})


def interleaved(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A grid whose signs are in rows and columns of their own, between those of its cells: ``1 > . . .``, ``. . v . .``."""
    table = tables[at]
    return _of_interleaved(table.rows, table.first, table.last) if table.width == len(table.rows) else None


def _of_interleaved(rows: Sequence[Row], first: int, last: int) -> Found | None:
    size, rest = divmod(len(rows) + 1, 2)
    corners = {row[at] for row in rows[1::2] for at in range(1, len(row), 2)}
    cells = ["." if one in (".", "0") else one for row in rows[::2] for one in row[::2]]
    if (
        rest
        or size not in SIZES
        or not corners <= _CORNER
        or any(digit_of(one, size) > size for one in cells if one != ".")
    ):
        return None
    shown = [
        (field, row * size + column, row * size + column + (1 if across else size))
        for across in (True, False)
        for row, fields in enumerate(rows[0 if across else 1 :: 2])
        for column, field in enumerate(fields[1 if across else 0 :: 2])
        if field not in (".", "0")
    ]
    used = {field for field, _, _ in shown}
    if len(shown) < _FEWEST_RELATED or not (used & ({"<", ">", "-1"} | _ABOVE | _BELOW)):
        return None
    return _of_signs(size, "".join(cells), shown, first, last)


def sheets(text: str, first: int) -> Iterator[Found]:
    """The same as the fields of a sheet, of which empty ones are blank."""
    sign = max(_SPLITS, key=text.count)
    run: list[tuple[int, Row]] = []
    for number, line in [*enumerate(text.split("\n"), first), (0, "")] if sign in text else ():
        wide = line.count(sign) > 5 and line.count(sign) % 2 == 0
        fields = tuple(field_of(one.strip(" \t\r\"'")) for one in line.split(sign)) if wide else ()
        if run and len(fields) != len(run[0][1]):
            square = len(run) == len(run[0][1])
            found = _of_interleaved([row for _, row in run], run[0][0], run[-1][0]) if square else None
            yield from () if found is None else (found,)
            run = []
        if fields:
            run.append((number, fields))
