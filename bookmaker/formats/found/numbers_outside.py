"""Numbers outside a grid: along its four sides, around it as drawn or filled into a sheet, or lists for rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from bookmaker.formats.base.cells import digit_of
from bookmaker.formats.base.patterns import expression, says
from bookmaker.formats.found.tables_in_text import Fields, Found, Row, Table, grid_of, in_lines
from bookmaker.puzzles.grid.geometry import SIZES, cell_name
from bookmaker.puzzles.rules import CLUES, KINDS, RULES, ClueType, boxless, kind_of

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
        elif len(rows) != 4 or _is_full(rows):
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
    """The only row of a table that is as long as a side."""
    return table.rows[0] if len(table.rows) == 1 and table.width == size else None


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
        ("left", "rows?|left|horizontal"),
        ("top", "col(?:umn)?s?|top|vertical"),
        ("right", "right"),
        ("bottom", "bottom"),
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
                if words.search(table.label.rstrip(" =:[({")):
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
