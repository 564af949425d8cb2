"""A second look at a text in which no puzzle was found: its tables, together, as one of another kind.

A map of cages and a number for each of its labels; cages as rows of numbers; a grid and pairs of cells of which the first is
smaller, or greater; a grid and the signs between its cells; the numbers along the four sides of a grid. Numbers alone may mean
anything: if no words say more, they are taken only where one way to take them makes a proper puzzle, and are a fault else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any

from bookmaker.formats.apps import json_puzzles
from bookmaker.formats.base import givens_one_by_one, json_cages, json_grids, json_values, row_or_column_first
from bookmaker.formats.base.cell_records import is_axis
from bookmaker.formats.base.cells import SIZE_OF, only_solution, soon_counted
from bookmaker.formats.base.patterns import expression, says
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import numbers_outside, tables_in_text, tables_of_cages
from bookmaker.formats.found.tables_in_text import Fields, Found, Row, Rule, Table, grid_beside, grid_of, numbers_of
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import (
    KINDS,
    RULES,
    boxless,
    clue_called,
    clue_kinds,
    kind_of,
    kinds_named,
    operation_named,
    rules_of,
)

_DIGIT = expression("[0-9]")
_NAME = expression(r"[A-Za-z]\w+")
_FEWEST_DIGITS = 5
_ADVICE = "write the puzzle as docs/formats.md shows it"
_SIZE = expression(
    r"(?i)\b(?:grid_?)?(?:size|dim(?:ension)?|order|n)\b[\"']?\s*(?:=>|:=|:\s*[a-z]\w*\s*=|[:=]|\bbe\b)?\s*([0-9]{1,2})\b"
)


def read(text: str, first: int, source: Source, taken: list[range]) -> Iterator[Puzzle | None]:
    """The puzzles of a text whose first line has the number ``first``; faults of tables that are nearly one.

    The numbers of the lines of both are added to ``taken``.
    """
    if len(_DIGIT.findall(text)) < _FEWEST_DIGITS:
        return
    words = f"{source.name}\n{text}"
    named = list(_of_objects(text, first, source, taken)) or list(_of_assignments(text, first, source, taken))
    if named:
        yield from named
        return
    framed = [
        *numbers_outside.fielded(text, first, words),
        *tables_of_cages.summed(text, first),
        *tables_of_cages.formulas(text, first),
        *tables_of_cages.signed(text, first),
        *tables_of_cages.counted(text, first),
        *tables_of_cages.called(text, first),
        *tables_of_cages.separated(text, first),
        *tables_of_cages.sets(text, first),
        *tables_of_cages.walled(text, first),
        *_cells_of_cages(text, first),
        *_cages_by_digits(text, first),
        *_related(text, first),
    ]
    for one in framed:
        fence = not "".join(text.split("\n")[one.last + 1 - first : one.last + 2 - first]).strip("\"'`); \t")
        taken.append(range(_paragraph(text, first, one.first), one.last + 1 + fence))
        yield from _decided(one, source)
    if framed:
        return
    calls = list(tables_in_text.in_calls(text, first))
    paired = any(len(one.rows) > 1 and one.width == 4 for one in calls)
    # Of a puzzle with pairs of cells a single one may be given.
    calls = [
        one
        for one in calls
        if (len(one.rows) > 1 and any(map(_DIGIT.search, one.flat)))
        or (paired and one.width == 3 and numbers_of(one.flat))
    ]
    called = {line for one in calls for line in range(one.first, one.last + 1)}
    bracketed = [
        one
        for one in tables_in_text.in_brackets(text, first)
        if not any(map(_NAME.fullmatch, one.flat)) and not (len(one.rows) == 1 and one.first in called)
    ]
    bracketed += calls
    bracketed.sort(key=lambda one: one.first)
    lined = sorted(
        [*tables_in_text.in_lines(text, first), *tables_of_cages.cage_lines(text, first)], key=lambda one: one.first
    )
    for tables in (bracketed, lined):
        at, any_found = 0, False
        while at < len(tables):
            found = next(filter(None, (rule(tables, at, text, first, words) for rule in _RULES)), None)
            if found is not None:
                any_found = True
                begin = _paragraph(text, first, found.first) if tables is lined else found.first
                taken.append(range(begin, found.last + 1))
                yield from _decided(found, source)
            at += found.tables if found is not None else 1
        if any_found:
            return
    for givens in givens_one_by_one.guessed(text, first, source):
        line = first + text.count("\n", 0, givens.start)
        taken.append(range(line, first + text.count("\n", 0, givens.end) + 1))
        fields = {"givens": "".join(givens.fields)}
        yield from json_puzzles.read_all(fields, source.place(line, 1), source, "")


def lists_of(text: str, first: int) -> Iterator[tuple[int, int]]:
    """The sizes of grids beside which the lists of a text may be clues, each with the number of its first line, or 0.

    These are a list of as many numbers, which do not merely count, and a table with a number between each two cells.
    """
    for table in tables_in_text.in_brackets(text, first):
        numbers, many = numbers_of(table.flat), len(table.rows)
        if numbers is None or not table.width:
            continue
        counting = numbers in ([*range(len(numbers))], [*range(1, len(numbers) + 1)])
        if many < 3 and table.width in SIZES and len(set(numbers)) > 1 and not counting:
            yield table.width, table.first if many == 1 else 0
        elif abs(many - table.width) == 1 and max(many, table.width) in SIZES:
            yield max(many, table.width), 0  # It is none of the grid's own lines.


def _paragraph(text: str, first: int, line: int) -> int:
    """The number of the first of the lines that end at one, without a blank one among them."""
    above = text.split("\n")[: line - first]
    while above and above[-1].strip():
        above.pop()
    return first + len(above)


_KEYED = expression(r"(?i)cage|fixed|given|prefilled|\bop(?:eration|erator)?\b")


def _of_objects(text: str, first: int, source: Source, taken: list[range]) -> Iterator[Puzzle | None]:
    """The puzzles of objects that list cages which cover a grid, or givens and the cells of a rule."""
    if text.lstrip()[:1] in ("{", "[") or not _KEYED.search(text):
        return
    for item, start, end in chain(tables_in_text.objects(text), _of_elements(text)):
        for one in _with_cages(item):
            line = first + text.count("\n", 0, start)
            taken.append(range(line, line + text.count("\n", start, end) + 1))
            yield from json_puzzles.read_all(one, source.place(line, 1), source, "")


def _of_elements(text: str) -> Iterator[tuple[Fields, int, int]]:
    """Elements of XML with a number, each around those of its cells, as one object with cages."""
    found = list(_CAGE_ELEMENT.finditer(text)) if "</" in text else []
    cages = [
        {**_attributes(one[2]), "cells": [_attributes(inner[1]) for inner in _CELL_ELEMENT.finditer(one[3])]}
        for one in found
    ]
    if cages:
        yield {"cages": cages}, found[0].start(), found[-1].end()


def _attributes(text: str) -> Fields:
    return {key: int(value) if value.isdecimal() else value for key, value in _ATTRIBUTE.findall(text)}


_ATTRIBUTE = expression(r"([\w:-]{1,40})\s*=\s*\"([^\"<>]{0,40})\"")
_CELL_ELEMENT = expression(r"<\w{1,40}((?:\s+[\w:-]{1,40}\s*=\s*\"[^\"<>]{0,40}\"){2,4})\s*(?:/>|>\s*</\w{1,40}>)")
_CAGE_ELEMENT = expression(
    rf"<(\w{{1,40}})((?:\s+[\w:-]{{1,40}}\s*=\s*\"[^\"<>]{{0,40}}\"){{1,6}})\s*>((?:\s*+(?:<cells>\s*+)?{_CELL_ELEMENT.pattern})+)"
)
"""An element, around elements with two attributes at the least."""


def _of_assignments(text: str, first: int, source: Source, taken: list[range]) -> Iterator[Puzzle | None]:
    """The puzzles of programs that assign a grid and lists of clues: ``START = "..."``, ``THERMOS = [["r1c1", ...]]``."""
    for assigned in tables_in_text.assigned(text):
        item = {key: value for key, (value, _, _) in assigned.items()}
        for value, start, end in assigned.values():
            if isinstance(value, list) and all(isinstance(one, dict) for one in value) and json_cages.covered(value):
                line = first + text.count("\n", 0, start)
                taken.append(range(line, line + text.count("\n", start, end) + 1))
                yield from json_puzzles.read_all(next(_with_cages({"cages": value})), source.place(line, 1), source, "")
        givens = [key for key, value in item.items() if json_puzzles.names_givens(key) and _is_grid(value)]
        listed = {key: value for key, value in item.items() if json_puzzles.lists_clues(key, value)}
        caged = json_cages.key_of(item)
        if caged and json_cages.are_cages(item[caged]):
            listed["cages"] = item[caged]
        if len(givens) != 1 or not listed:
            continue
        title = (value for key, value in item.items() if key.lower().endswith("title") and isinstance(value, str))
        said = {
            key: value
            for key, value in item.items()
            if value and key not in (*givens, caged) and not isinstance(value, dict) and json_values.says_more(key)
        }
        fields = {"title": next(title, ""), "givens": item[givens[0]], **said, **listed}
        # The lines of other names are not read: they may be another rule.
        for key in sorted({*givens, *listed, *said, caged} & set(assigned)):
            _, start, end = assigned[key]
            line = first + text.count("\n", 0, start)
            taken.append(range(line, line + text.count("\n", start, end) + 1))
        line = first + text.count("\n", 0, assigned[givens[0]][1])
        yield from json_puzzles.read_all(fields, source.place(line, 1), source, "")


def _is_grid(value: Any) -> bool:
    return len(value) in SIZE_OF if isinstance(value, str) else json_grids.grid_of(value) is not None


def _with_cages(item: Any) -> Iterator[Fields]:
    """The innermost objects with a list of cages, with the size of the grid that they cover, or with a list of givens."""
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
        if (listed := json_puzzles.with_listed(item)) is not item and len(listed) > 2:
            yield listed  # Without a rule beside its givens it would be read before.
            return
    for value in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from _with_cages(value)


def _decided(found: Found, source: Source) -> Iterator[Puzzle | None]:
    """The puzzle of the only way, or of the only way that makes a proper one; else a fault."""
    place = source.place(found.first, 1)
    made: list[tuple[str, Puzzle]] = []
    for note, fields in found.ways:
        own = source if len(found.ways) == 1 else Source(source.name, source.kind)
        some = [one for one in json_puzzles.read_all(fields, place, own, "") if one is not None]
        made += ((note, one) for one in some if one not in [other for _, other in made])
    if len(found.ways) == 1 and made:
        if found.guess:
            source.guess(found.guess, found.first, 1)
        yield made[0][1]
        return
    sound = [one for one in made if one[1].answer in (None, only_solution(one[1])) and soon_counted(one[1]) == 1]
    if found.boxed:
        sound = [one for one in sound if boxless(one[1].geometry.rules) != one[1].geometry.rules] or sound
    # Nothing speaks for a guess that no answer fits.
    possible = not sound and all(not note or soon_counted(one) != 0 for note, one in made[:1])
    usual = found.usual and (sound[:1] == made[:1] or possible)
    sound = made[:1] if usual else sound
    if len(sound) == 1:
        note, puzzle = sound[0]
        if note:
            source.guess(note, found.first, 1)
        yield puzzle
    elif len(found.ways) != 1:
        source.fault(found.doubt, found.first, 1, _ADVICE)
        yield None


_COLUMNS = expression(r"[ \t]*[\"']?[A-Za-z]\w*[\"']?(?:[ \t]*[,;\t|][ \t]*[\"']?[A-Za-z]\w*[\"']?){2,7}[ \t]*\r?")
_LABEL = expression(r"(?i)(?:cage|group|region)(?:[_ ]?(?:id|no|nr|number|name|label))?|label")
_TARGET = expression(r"(?i)(?:cage[_ ]?)?(?:target|sum|total|value|clue|result)")
_SIGN = expression(r"(?i)(?:cage[_ ]?)?op(?:eration|erator)?|sign")


def _cells_of_cages(text: str, first: int) -> Iterator[Found]:
    """Cages below a header, a cell to a line, with its cage and the number of this, in each line or the first of the cage."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if len(line) > _LONGEST_HEADER or _COLUMNS.fullmatch(line) is None:
            continue
        separator = next(sign for sign in ",;\t|" if sign in line)
        names = [name.strip(" \t\r\"'") for name in line.split(separator)]
        wanted = [[place for place, name in enumerate(names) if is_it(name)] for is_it in _IS_COLUMN]
        if any(len(one) != 1 for one in wanted[:4]) or sum(map(len, wanted)) != len(names):
            continue  # A further column may be a rule, or the givens.
        cages: dict[str, tuple[set[str], set[str], list[tuple[int, int]]]] = {}
        last = at
        for last in range(at + 1, len(lines)):
            fields = [field.strip(" \t\r\"'") for field in lines[last].split(separator)]
            row, column, label, number = (fields[one[0]] if len(fields) == len(names) else "" for one in wanted[:4])
            if not (row.isdecimal() and column.isdecimal() and label) or len(row) + len(column) > 4:
                break
            numbers, signs, cells = cages.setdefault(label, (set(), set(), []))
            cells.append((int(row), int(column)))
            numbers.update(filter(None, [number]))
            signs.update(fields[one] for one in wanted[4] if fields[one])
        signed = {sign: operation_named(sign) for _, signs, _ in cages.values() for sign in signs}
        if any(
            len(numbers) != 1 or len(signs) > 1 or not min(numbers).isdecimal() for numbers, signs, _ in cages.values()
        ):
            continue
        made = [
            (signed[min(signs)] if signs and len(cells) > 1 else None, int(min(numbers)), cells)
            for numbers, signs, cells in cages.values()
        ]
        yield from tables_of_cages.of_cover(made, first + at, first + last - 1)


_PAIR = expression("[0-9]{2}")
_CAGE = expression(r"[ \t]*([0-9]{1,5}) ?([-+*x/:÷×=c]) ?((?:[0-9]{2}[., \t]{1,2}){0,24}[0-9]{2})[ \t]*\r?")


def _cages_by_digits(text: str, first: int) -> Iterator[Found]:
    """Cages of a line each, a number, an operation and cells as two digits: ``8+02.03.12``."""
    made: list[tuple[Any, int, list[tuple[int, int]]]] = []
    last = 0
    for number, line in enumerate(text.split("\n"), first):
        found = _CAGE.fullmatch(line) if len(line) < _LONGEST_HEADER else None
        if found is not None and (not made or last == number - 1):
            cells = [(int(cell[0]), int(cell[1])) for cell in _PAIR.findall(found[3])]
            made.append((operation_named(found[2]) if len(cells) > 1 else None, int(found[1]), cells))
            last = number
    if len(made) > 2 and all(kind is not None or len(cells) == 1 for kind, _, cells in made):
        yield from tables_of_cages.of_cover(made, last - len(made) + 1, last)


_LONGEST_HEADER = 200
_IS_COLUMN: tuple[Callable[[str], object], ...] = (
    lambda name: is_axis(name, False),
    lambda name: is_axis(name, True),
    _LABEL.fullmatch,
    _TARGET.fullmatch,
    _SIGN.fullmatch,
)
"""Whether the name of a column is that of the row, the column, the cage, its number and its operation."""


# Futoshiki.

_LESS = expression(r"\blt|less|small|lower|minor|menor|kleiner|petit|\]\s*#?<\s*\w+\s*\[|\) *< *\w*\(")
_GREATER = expression(
    r"\bgt|[._]gt|addgt|great|larg|bigg|higher|more|maggior|mayor|gr(?:ö|oe)(?:ss|ß)er|grand|\]\s*#?>\s*\w+\s*\["
)


def _pairs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
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
        sized = _SIZE.search(text)
        size = max(most, int(sized[1]) if sized is not None else 0)
        for row, column, digit in zip(triples[::3], triples[1::3], triples[2::3], strict=True):
            if not (base <= row < size + base and base <= column < size + base and 1 <= digit <= size):
                return None
            listed.append((row, column, "123456789ABCDEFGHIJKLMNOP"[digit - 1]))
        many = 2 if near[0].first > table.first else 1
    sized = _SIZE.search(text) if grid is None and not triples else None
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


def _related(text: str, first: int) -> Iterator[Found]:
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
    sizes = [int(found[1]) for found in (_SIZE.search(text), _DOMAIN.search(text)) if found is not None]
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


_NAMED = expression(r"([A-Za-z_]\w*)\W*$")


def _lines(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A list of lines of cells under the name of their rule, ``thermometers = [[(0, 1), (1, 1)], ...]``, and a grid."""
    table = tables[at]
    name = _NAMED.search(table.label)
    called = clue_called(name[1]) if name is not None else None
    numbers = [numbers_of(row) for row in table.rows]
    if called is None or called[0].value is not None or not all(numbers) or any(len(row or ()) % 2 for row in numbers):
        return None
    if sum((found := _NAMED.search(one.label)) is not None and clue_called(found[1]) is not None for one in tables) > 1:
        return None  # Lists of several rules, or of parts of one, would be another puzzle one by one.
    rows = [row for row in numbers if row is not None]
    grids = [one for one in map(grid_of, tables) if one is not None and one[0] >= _LEAST_LINED]
    base = 0 if min(map(min, rows)) == 0 else 1
    if (
        len(grids) != 1
        or "." not in grids[0][1]
        or min(map(len, rows)) < 4
        or max(map(max, rows)) >= grids[0][0] + base
    ):
        return None
    size, givens = grids[0]
    kind, rule = called
    clues = [
        {
            "kind": kind.name,
            "cells": [cell_name((a - base) * size + b - base, size) for a, b in zip(row[::2], row[1::2], strict=True)],
        }
        for row in rows
    ]
    lines = [one.first for one in tables if grid_of(one) is not None] + [table.first, table.last]
    fields = {"kind": kind_of({rule}), "size": size, "givens": givens, "clues": clues}
    return Found([("", fields)], min(lines), max(lines), len(tables) - at)


_LEAST_LINED = 4


def _dotted(grid: tuple[int, str], shown: Sequence[tuple[str, int, int]], said: str) -> Iterator[tuple[str, Fields]]:
    """The ways to take numbers between cells for dots of two colours, where the text names a kind that has these."""
    size, givens = grid
    for kind in kinds_named(said.replace("_", " ")):
        dots = clue_kinds(rules_of(kind))
        if len(dots) == 2 and all(one.shape == "border" and one.value is None for one in dots):
            some = f"{kind}-partial" if f"{kind}-partial" in KINDS else kind
            # The kind was one of squares without boxes before it was a Sudoku.
            squares = () if "sudoku" in said.lower() and size in BOXES else (kind_of(boxless(rules_of(some))),)
            for order, own in product((dots, dots[::-1]), (*([some] if size in BOXES else []), *squares)):
                named = dict(zip("12", order, strict=True))
                clues = [
                    {"kind": named[field].name, "cells": [cell_name(one, size), cell_name(other, size)]}
                    for field, one, other in shown
                ]
                note = f"1 between two cells is taken for {order[0].name}, 2 for {order[1].name}"
                note += "" if own == some else ", and the grid for one without boxes"
                yield note, {"kind": own, "size": size, "givens": givens, "clues": clues}
            return


def _dots(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """Pairs of neighbours with a number of two values for the colour of the dot between them, and perhaps a grid."""
    rows = [numbers_of(row) or [] for row in tables[at].rows]
    if any(len(row) != 5 or abs(row[0] - row[2]) + abs(row[1] - row[3]) != 1 for row in rows):
        return None
    colours, most = sorted({row[4] for row in rows}), max(max(row[:4]) for row in rows)
    base = min(1, *(min(row[:4]) for row in rows))
    gridded = [one for one in tables if (grid := grid_of(one)) is not None and grid[0] > most - base]
    grids = [one for one in map(grid_of, gridded) if one is not None]
    sized = _SIZE.search(text)
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


def _signs(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
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
    ways = list(_dotted(found, shown, said)) if shown and used <= {"1", "2"} else []
    if ways:
        doubt = "numbers between the cells of a grid, of which it is not said which dots they are"
        return Found(ways, tables[at].first, down.last, 3, doubt, boxed=True)
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
    return Found(ways, tables[at].first, down.last, 3, doubt)


_PARITY = {"E": "even", "O": "odd"}


def _parities(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A grid in which E and O say that a cell is even or odd, as the text does."""
    flat = [field.upper() for field in tables[at].flat]
    if not _PARITY.keys() <= set(flat):
        return None
    found = grid_of(
        replace(
            tables[at],
            rows=tuple(tuple("." if one.upper() in _PARITY else one for one in row) for row in tables[at].rows),
        )
    )
    if found is None or not all(word in text.lower() for word in _PARITY.values()):
        return None
    clues = [
        {"kind": _PARITY[field], "cells": [cell_name(cell, found[0])]}
        for cell, field in enumerate(flat)
        if field in _PARITY
    ]
    (kind,) = {rule.name for rule in RULES.values() for clue in rule.clues if clue.name == _PARITY["E"]}
    fields = {"kind": kind, "size": found[0], "givens": found[1], "clues": clues}
    return Found([("", fields)], tables[at].first, tables[at].last, 1)


_RULES: Sequence[Rule] = (
    _lines,
    _dots,
    _signs,
    _pairs,
    _parities,
    tables_of_cages.pointed,
    tables_of_cages.texts,
    tables_of_cages.mapped,
    tables_of_cages.parallel,
    tables_of_cages.rows,
    numbers_outside.framed,
    numbers_outside.sides,
    numbers_outside.listed,
)
