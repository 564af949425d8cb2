"""Cages as tables: a map of them and a number for each of its labels, rows of numbers, and texts such as ``'11 + A1 A2'``; drawn
walls with a number in each cage, and cells that point to one beside them (``<``, ``^``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import isqrt, prod
from operator import itemgetter
from typing import Any

from bookmaker.formats.base.cages import SIGN_OF, caged, covering, index_of, linked, of_records, total_of
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.found import tables_in_text
from bookmaker.formats.found.tables_in_text import Fields, Found, Table, grid_beside, grid_of, numbers_of
from bookmaker.puzzles.grid.geometry import SIZES
from bookmaker.puzzles.rules import TARGET, operation_named, target_of

_LABEL_FIRST = expression(rf"(?<![\w.*+/-])([A-Za-z]{{0,3}}[0-9]{{0,3}})(?:\s*[:=]\s*|\s+)({TARGET})(?![\w.])")
_ONLY_TARGETS = expression(rf"\s*{TARGET}\s*")
_MOST_LINES = 160


def mapped(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A map of labels, and a number, perhaps with an operation, for each."""
    table = tables[at]
    size = isqrt(len(table.flat))
    square = len(table.rows) == 1 or len(table.rows) == table.width
    if not 2 < size <= max(SIZES) or size * size != len(table.flat) or not square:
        return None
    labels = [field.lstrip(".") for field in table.flat]
    cells: dict[str, list[int]] = {}
    for cell, label in enumerate(labels):
        cells.setdefault(label, []).append(cell)
    apart = {label for label, some in cells.items() if not linked(some, size)}
    if not 2 < len(cells) < size * size or "" in cells or any(not label.isdecimal() for label in apart):
        return None
    lists = [one for one in tables[max(0, at - 2) : at + 3] if one is not table]
    targets, begin, last = None, table.first, table.last
    for one in lists:
        ways = (_listed_targets([one], cells), _headed_targets([one], labels), _ordered_targets([one], cells, size))
        targets = next((way for way in ways if way is not None), None)
        if targets is not None:
            # Lines between the two may be another rule.
            if 0 <= table.first - one.last <= 2:
                begin = one.first
            if 0 <= one.first - table.last <= 2:
                last = one.last
            break
    if targets is None and len(table.rows) > 1:
        targets, last = _line_targets(text, first, table, cells)
    targets = targets or _worded_targets(text, cells)
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
    grids = [
        one for one in map(grid_of, sorted(lists, key=lambda one: abs(one.first - table.first))) if one is not None
    ]
    grid = next((one for one in grids if one[0] == size and "." in one[1]), None)
    if grid is not None and not _headed_targets(lists, labels):
        givens = list(grid[1])
    operated = any(kind is not None for kind, _, _ in cages)
    total = sum(number for _, number, _ in cages)
    if not operated and total != total_of(size):
        doubt = "a map of cages and a number for each, which are not their sums, without an operation"
        return Found([], begin, last, 1, doubt)
    return Found([("", caged(size, cages, "".join(givens), operated))], begin, last, 1)


def _listed_targets(lists: Sequence[Table], cells: Mapping[str, Sequence[int]]) -> dict[str, tuple[Any, int]] | None:
    """The number of each label from a table of two columns, or of labels and numbers in turn."""
    for one in lists:
        flat = one.flat
        if len(flat) == 2 * len(cells) and (one.width == 2 or len(one.rows) == 1):
            numbers = numbers_of(flat[1::2])
            if set(flat[::2]) == set(cells) and numbers is not None:
                return {label: (None, number) for label, number in zip(flat[::2], numbers, strict=True)}
    return None


def _ordered_targets(
    lists: Sequence[Table], cells: Mapping[str, Sequence[int]], size: int
) -> dict[str, tuple[Any, int]] | None:
    """The number of each label from a list of as many, the labels being numbers from 0 or 1 on."""
    many = len(cells)
    if set(cells) not in ({str(one) for one in range(first, many + first)} for first in (0, 1)):
        return None
    for one in lists:
        written = [_ONLY_TARGETS.fullmatch(field) for field in one.flat]
        if len(one.flat) == many and all(written):
            found = [target_of(field.strip()) for field in one.flat]
            if any(kind is not None for kind, _ in found) or sum(number for _, number in found) == total_of(size):
                return dict(zip(sorted(cells, key=int), found, strict=True))
    return None


_TARGETED = expression(
    r"[\"']?\b([A-Za-z0-9]{1,3})\b[\"']?[ \t]*[:=,(]{1,2}>?[ \t]*(?:new[ \t]+)?([A-Za-z_]\w*)[ \t]*\([ \t]*([0-9]{1,6})[ \t]*\)"
)


def _worded_targets(text: str, cells: Mapping[str, Sequence[int]]) -> dict[str, tuple[Any, int]] | None:
    """The number and the operation of each label from calls with words for it: ``'a': AddsTo(11)``."""
    found: dict[str, tuple[Any, int]] = {}
    for label, word, number in _TARGETED.findall(text):
        signs = [sign for sign, words in _WORDS_FOR.items() if any(one in word.lower() for one in words)]
        if label in cells and label not in found and len(signs) == 1:
            found[label] = (operation_named(signs[0]) if len(cells[label]) > 1 else None, int(number))
    return found if set(found) == set(cells) else None


def parallel(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A list of numbers, perhaps with operations, and one of as many lists of cells that cover a grid, as row and column."""
    listed, others = tables[at], [one for one in tables[max(0, at - 1) : at + 2] if one is not tables[at]]
    numbers = [numbers_of(row) for row in listed.rows]
    if len(numbers) < 2 or any(row is None or len(row) % 2 for row in numbers):
        return None
    groups = [list(zip(row[::2], row[1::2], strict=True)) for row in numbers if row is not None]
    size, base = isqrt(sum(map(len, groups))), min(min(cell) for own in groups for cell in own)
    whole = [(row + base, column + base) for row in range(size) for column in range(size)]
    if base not in (0, 1) or not 2 < size <= max(SIZES) or sorted(cell for own in groups for cell in own) != whole:
        return None
    placed = [[(row - base) * size + column - base for row, column in own] for own in groups]
    for one in others if all(linked(own, size) for own in placed) else ():
        if len(one.rows) != 1 or len(one.flat) != len(groups) or not all(map(_ONLY_TARGETS.fullmatch, one.flat)):
            continue
        found = [target_of(field.strip()) for field in one.flat]
        operated = any(kind is not None for kind, _ in found)
        if operated or sum(number for _, number in found) == total_of(size):
            cages = [(kind, number, own) for (kind, number), own in zip(found, placed, strict=True)]
            lines = (min(listed.first, one.first), max(listed.last, one.last))
            return Found([("", caged(size, cages, "." * (size * size), operated))], *lines, 1)
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
    small = {label for label in cells if label.isdecimal() and 0 < int(label) <= table.width}
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


def rows(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """Cages as rows of numbers that cover a grid, with their sums."""
    table = tables[at]
    numbers = [numbers_of(row) for row in table.rows] if table.remarks else []  # The lines of a text are read before.
    if len(numbers) < 4 or any(row is None or len(row) < 2 for row in numbers):
        return None
    found = of_records(_unfilled([row for row in numbers if row is not None]))
    if found is None:
        return None
    size, cages = found
    grid = grid_beside(tables, at, 1)
    givens = grid[1][1] if grid is not None and grid[1][0] == size else ""
    fields = caged(size, [(None, cage.sum or 0, cage.cells) for cage in cages], givens or ".", False)
    return Found([("", fields)], table.first, table.last, 1 + (grid is not None and grid[0] > 0))


def _unfilled(records: list[list[int]]) -> list[list[int]]:
    """Rows of a sum, the number of cells, and these, or of cells from 1 on and a sum, without the zeros that make all as long."""
    if len(set(map(len, records))) == 1 and len(records[0]) % 2 and any(0 in row[:-1] for row in records):
        placed = [list(zip(row[:-1:2], row[1::2], strict=True)) for row in records]
        if all(not any(map(any, own[own.index((0, 0)) :])) for own in placed if (0, 0) in own):
            cells = [[part for pair in own if pair != (0, 0) for part in pair] for own in placed]
            if all(all(own) for own in cells):
                return [[row[-1], *own] for row, own in zip(records, cells, strict=True)]
    for wide in (2, 1):
        ends = [2 + wide * row[1] for row in records]
        if len(set(map(len, records))) == 1 and all(
            end <= len(row) and not any(row[end:]) for end, row in zip(ends, records, strict=True)
        ):
            return [row[:end] for end, row in zip(ends, records, strict=True)]
    return records


_CELL = r"(?:[A-Pa-p][0-9]{1,2}|[rR][0-9]{1,2}[cC][0-9]{1,2})"
_CAGE = expression(rf"\s*[\"']?({TARGET})\s*[:=]?\s+({_CELL}(?:[\s,;+]+{_CELL})*)\s*[\"']?,?\s*")
_NAMES = expression(_CELL)


def texts(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
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
        made.append({"target": number, "op": SIGN_OF.get(kind.name, "=") if kind is not None else "=", "cells": names})
        many += len(names)
    size = next((one for one in range(2, 26) if one * one == many), 0)
    if (
        size
        and all(one["op"] == "=" for one in made)
        and sum(int(str(one["target"])) for one in made) == size * size * (size + 1) // 2
    ):
        sums = [{"sum": one["target"], "cells": one["cells"]} for one in made]
        return Found([("", {"kind": "killer", "size": size, "cages": sums})], table.first, table.last, 1)
    if not size or len({name.lower() for one in made for name in one["cells"]}) < many:  # type: ignore[attr-defined]
        return Found([], table.first, table.last, 1, "cages with operations that do not cover a grid, each cell once")
    return Found([("", {"kind": "calcudoku", "size": size, "cages": made})], table.first, table.last, 1)


def cage_lines(text: str, first: int) -> Iterator[Table]:
    """The lines that are each a cage as such a text, one below the other."""
    run: list[tuple[int, str]] = []
    for number, whole in [*enumerate(text.split("\n"), first), (0, "")]:
        # A row of a table has a bar between its fields.
        line = whole.replace("|", " ").strip() if whole.count("|") in (2, 3) else whole
        if len(line) < _LONGEST_CAGE and _CAGE.fullmatch(line) and not line.lstrip().startswith("- "):
            run.append((number, line.strip()))
        elif run:
            barred = "|" in text and all(not _SIGNED.match(one) for _, one in run)
            if len(run) > 2 and (barred or any(_SIGNED.match(one) for _, one in run)):
                yield Table((tuple(one for _, one in run),), run[0][0], run[-1][0])
            run = []


_LONGEST_CAGE = 200
_SIGNED = expression(r"\W|[0-9]+\s*[^\s\w]")


_INDEXED = expression(
    r"\b([A-Za-z_]\w*)\s*(?:\[\s*([0-9]{1,2})\s*(?:,|\]\s*\[)\s*([0-9]{1,2})\s*\]|\(\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*\))"
)
_SUMMED = expression(r"#?={1,3}\s*([0-9]{1,3})\b(?!\s*[.\w\[(*/+-])|\b([0-9]{1,3})\s*#?={1,3}(?!=)")
_BETWEEN = expression(
    r"(?i)(?:[\s,;:+()\[\]{}.'\"|#=]|\b(?:constraint|sum|cage|add|model|solver|problem|s|m|st|post|assert|and|subject|to|int)\b)*+"
)
"""Signs and words of a constraint around its cells and their sum."""


def summed(text: str, first: int) -> Iterator[Found]:
    """The cages of a program as sums of its cells: ``x[1,2] + x[1,3] == 15``, ``sum([x[1,2], x[1,3]]) = 15``; all of a grid."""
    made: list[tuple[int, list[tuple[int, int]]]] = []
    lines, above = list[int](), list[Any]()
    for number, line in enumerate(text.split("\n"), first):
        found = list(_INDEXED.finditer(line)) if len(line) < _LONGEST_SUM else []
        rest = _INDEXED.sub(" ", line)
        if above and not found and (below := _SUM_OF_LIST.fullmatch(line)) is not None:
            found, rest = above, f"= {below[1]}"
        above = found if found and _ASSIGNED.fullmatch(rest) is not None else []
        total = _SUMMED.search(rest) if found and len({one[1] for one in found}) == 1 else None
        if total is not None and all(_BETWEEN.fullmatch(part) for part in (rest[: total.start()], rest[total.end() :])):
            cells = [(int(one[2] or one[4]), int(one[3] or one[5])) for one in found]
            made.append((int(total[1] or total[2]), cells))
            lines.append(number)
    records = [[total, *(part for cell in cells for part in cell)] for total, cells in made]
    whole = of_records(records) if len(records) >= _FEWEST_SUMS else None
    if whole is not None:
        size, cages = whole
        fields = caged(size, [(None, cage.sum or 0, cage.cells) for cage in cages], ".", False)
        yield Found([("", fields)], lines[0], lines[-1], 1)


_LONGEST_SUM, _FEWEST_SUMS = 600, 4
_ASSIGNED = expression(r"\s*+\w{1,30}+\s*+:?=\s*+[\[({][\s,]*+[\])}][\s;]*+")
_SUM_OF_LIST = expression(r"(?i)[^\n=]{0,60}\bsum\s*+\(\s*+\*?\w{1,30}+\s*+\)\s*+={1,2}\s*+([0-9]{1,3})\W*+")


_LETTERED = r"[A-Za-z]{1,8}_?[0-9]{1,2}"
_CHAIN = rf"{_LETTERED}(?:(?:\s*\+\s*{_LETTERED})+|(?:\s*\*\s*{_LETTERED})+|\s*(?:-|//?)\s*{_LETTERED})?"
_FORMULA = expression(
    rf"(?<![\w.\[*/+-])(?:({_CHAIN})\s*(?:#=|={{1,3}})\s*([0-9]{{1,6}})(?![\w.]|\s*[*/+-])"
    rf"|([0-9]{{1,6}})\s*(?:#=|={{1,3}})\s*({_CHAIN})(?![\w.(]|\s*[*/+-]))"
)
_LETTERED_CELL = expression(r"([A-Za-z]{1,8})_?([0-9]{1,2})")
_OPERATOR = expression(r"\+|-|\*|/")
_ACROSS, _DOWN = expression(r"\bA_?1\s*,\s*A_?2\b"), expression(r"\bA_?1\s*,\s*B_?1\b")
"""A list of the cells of the first letter, and one of a cell of each letter."""


def formulas(text: str, first: int) -> Iterator[Found]:
    """The cages of a program as formulas of named cells: ``5 #= E11 + E12``, ``(B2 // C2 #= 2; C2 // B2 #= 2)``; all of a grid.

    Letters are rows where the first list of cells has those of one letter.
    """
    found = list(_FORMULA.finditer(text)) if "=" in text else []
    made: dict[frozenset[str], tuple[str, int]] = {}
    for one in found:
        chain = one[1] or one[4]
        names = [part[0] for part in _LETTERED_CELL.finditer(chain)]
        sign = (_OPERATOR.findall(chain) or [""])[0]
        # Both orders of a difference or a quotient are one cage.
        if len(set(names)) < len(names) or made.setdefault(frozenset(names), (sign, int(one[2] or one[3]))) != (
            sign,
            int(one[2] or one[3]),
        ):
            return
    parts = {name: _LETTERED_CELL.fullmatch(name) for own in made for name in own}
    letters = {part[1] for part in parts.values() if part is not None}
    size = isqrt(len(parts))
    if len(made) < _FEWEST_SUMS or size not in SIZES or None in parts.values():
        return
    across, down = _ACROSS.search(text), _DOWN.search(text)
    cells: dict[str, tuple[int, int]] = {}
    for name, part in parts.items():
        assert part is not None
        if len(letters) == 1 and len(part[2]) == 2:
            cells[name] = (int(part[2][0]), int(part[2][1]))
        elif len(part[1]) == 1:
            cells[name] = (ord(part[1].upper()) - 64, int(part[2]))
    whole = {(row, column) for row in range(1, size + 1) for column in range(1, size + 1)}
    if set(cells.values()) != whole or len(cells) != len(whole) or sum(map(len, made)) != len(whole):
        return
    turned = down is not None and (across is None or down.start() < across.start())
    cages = []
    for own, (sign, number) in made.items():
        placed = [cells[name][::-1] if turned and len(letters) > 1 else cells[name] for name in own]
        cages.append(
            (operation_named(sign) if sign else None, number, sorted(index_of(cell, 1, size) for cell in placed))
        )
    begin, last = (first + text.count("\n", 0, at) for at in (found[0].start(), found[-1].end()))
    if len(letters) > 1 and across is None and down is None:
        yield Found([], begin, last, 1, "formulas of cells, of which it is not said whether a letter is a row")
        return
    plain = {sign for sign, _ in made.values()} <= {"+", ""}
    summed_up = plain and sum(number for _, number in made.values()) == total_of(size)
    made_of = [(None, number, some) for _, number, some in cages] if summed_up else cages
    yield Found([("", caged(size, made_of, "." * (size * size), not summed_up))], begin, last, 1)


_SIGNED_LINE = expression(r"([-+*/x×÷!=#])[ \t]+([0-9]{1,6})((?:[ \t]+\(?[0-9]{1,2},[0-9]{1,2}\)?)+)[ \t]*")
_ANY_SIGNED = expression(rf"(?m)^{_SIGNED_LINE.pattern}\r?$")
_PAIRED = expression(r"([0-9]{1,2}),([0-9]{1,2})")


_USUAL = str.maketrans("x×÷", "**/")


def _gives(sign: str, number: int, digits: Sequence[int]) -> bool:
    """Whether an operation on digits gives a number."""
    low, high = min(digits), max(digits)
    of = {"+": sum(digits), "*": prod(digits), "-": high - low, "/": high / low if low else 0}
    return of.get(sign.translate(_USUAL), high) == number


def signed(text: str, first: int) -> Iterator[Found]:
    """Cages of a line each, an operation, a number and cells, ``+ 15 0,0 1,0``, and perhaps the answer below them."""
    if _ANY_SIGNED.search(text) is None:
        return
    lines = text.split("\n")
    rows = [
        (number, found) for number, line in enumerate(lines) if (found := _SIGNED_LINE.fullmatch(line.rstrip("\r")))
    ]
    if len(rows) < _FEWEST_SUMS or rows[-1][0] - rows[0][0] != len(rows) - 1:
        return
    made = [(found[1], int(found[2]), [(int(a), int(b)) for a, b in _PAIRED.findall(found[3])]) for _, found in rows]
    cells = [cell for _, _, own in made for cell in own]
    size, base = isqrt(len(cells)), min(map(min, cells))
    if (
        size not in SIZES
        or base > 1
        or sorted(cells) != [(row + base, column + base) for row in range(size) for column in range(size)]
    ):
        return
    below = [line.split() for line in lines[rows[-1][0] + 1 :] if line.strip()]
    full = len(below) == size and all(len(row) == size and all(map(str.isdecimal, row)) for row in below)
    answer = {"solution": [[int(one) for one in row] for row in below]} if full else {}
    ways = []
    for swapped in (False, True):
        cages = [
            (operation_named(sign) if len(own) > 1 else None, number,
             [index_of(cell[::-1] if swapped else cell, base, size) for cell in own])
            for sign, number, own in made
        ]  # fmt: skip
        # An answer tells the one from the other, of a puzzle with another solution too.
        if full and not all(
            _gives(sign, number, [int(below[cell[swapped] - base][cell[not swapped] - base]) for cell in own])
            for sign, number, own in made
        ):
            continue
        note = f"the {'column' if swapped else 'row'} of each cell is taken to come first"
        fields = {**caged(size, cages, "." * (size * size), True), **answer}
        ways.append(("" if not swapped and full else note, fields))
    doubt = "cages of which it is not said whether the row or the column of each cell comes first"
    last = first + (len("\n".join(lines).rstrip().split("\n")) - 1 if full else rows[-1][0])
    yield Found(ways, first + rows[0][0], last, 1, doubt, usual=not full)


_STREAM = expression(r"[\s,;:()\[\]]*(?:(?:[0-9]{1,4}|[-+*/=x×÷])(?:[\s,;:()\[\]]+|\Z))+")
_COMMENT = expression(r"(?m)^[ \t]*(?:#|//)[^\n]*$")
_ORDERS = [
    order
    for parts in ("KCTO", "KCT")
    for order in map("".join, permutations(parts))
    if order.index("K") < order.index("C")
]
"""How a cage may be written: K the number of its cells, C these, T its number, O its operation."""

_LONGEST_STREAM = 20_000


def counted(text: str, first: int) -> Iterator[Found]:
    """Cages that a text of nothing but numbers and signs lists, each with the number of its cells: ``2 0 0 1 0 + 7``.

    The size of the grid and the number of cages may come first.
    """
    bare = _COMMENT.sub("", text).strip()
    if len(bare) > _LONGEST_STREAM or _STREAM.fullmatch(bare) is None:
        return
    tokens = expression(r"[\s,;:()\[\]]+").split(bare.strip("()[],;: "))
    ways: list[tuple[str, Fields]] = []
    for wide, order in product((2, 1), _ORDERS):
        for start in range(3):
            found = _in_order(tokens[start:], order, wide)
            if found is None or not {*tokens[:start]} <= {str(found[0]), str(len(found[1]))}:
                continue
            size, cages = found
            operated = any(kind is not None for kind, _, _ in cages)
            if operated or sum(number for _, number, _ in cages) == total_of(size):
                fields = caged(size, cages, "." * (size * size), operated)
                ways += [("", fields)] if fields not in [other for _, other in ways] else []
    if ways:
        last = first + text.rstrip().count("\n")
        yield Found(ways, first, last, 1, "cages as numbers, of which it is not said what each means")


def _in_order(tokens: Sequence[str], order: str, wide: int) -> tuple[int, list[tuple[Any, int, list[int]]]] | None:
    """The size of the grid and its cages of numbers and signs in an order; None unless they cover the grid, each cell once, and
    hang together. ``wide``: the numbers of a cell, 1 where it is an index.
    """
    made: list[tuple[Any, int, list[tuple[int, ...]]]] = []
    at = 0
    while at < len(tokens):
        many, number, kind, pairs = 0, -1, None, list[tuple[int, ...]]()
        for part in order:
            some = tokens[at : at + (wide * many if part == "C" else 1)]
            at += len(some)
            if part == "O":
                kind = operation_named(some[0]) if some else None
                if not some or some[0].isdecimal():
                    return None
            elif not some or not all(map(str.isdecimal, some)):
                return None
            elif part == "K":
                many = int(some[0])
                if not 0 < many <= max(SIZES) ** 2:
                    return None
            elif part == "T":
                number = int(some[0])
            elif len(some) == wide * many:
                pairs = [tuple(map(int, some[first : first + wide])) for first in range(0, len(some), wide)]
        if not pairs or number < 1:
            return None
        made.append((kind if many > 1 else None, number, pairs))
    return covering(made)


_SEPARATED = expression(r"[^#|;:\n]++([#|;:])[^#|;:\n]++\1[^#|;:\n]++")
_ONLY_CELLS = expression(r"[\s(]*[0-9]{1,3}(?:[\s,()-]+[0-9]{1,3})*[\s)]*")


def separated(text: str, first: int) -> Iterator[Found]:
    """Cages of a line each, their number, cells and operation parted by a sign: ``11#0-6#+``."""
    made, lines = [], []
    for number, line in enumerate(text.split("\n") if any(map(text.count, "#|;:")) else (), first):
        found = _SEPARATED.fullmatch(line) if len(line) < _LONGEST_CAGE else None
        parts = [part.strip() for part in line.split(found[1])] if found is not None else []
        signs = [part for part in parts if operation_named(part) is not None or part == "="]
        rest = [part for part in parts if part not in signs]
        if len(signs) == 1 and rest[0].isdecimal() and _ONLY_CELLS.fullmatch(rest[1]):
            cells = [(int(one),) for one in expression("[0-9]+").findall(rest[1])]
            made.append((operation_named(signs[0]) if len(cells) > 1 else None, int(rest[0]), cells))
            lines.append(number)
    if len(made) >= _FEWEST_SUMS:
        yield from of_cover(made, lines[0], lines[-1])


_SET = expression(r"(?m)^[ \t]*set[ \t]+\w+[ \t]*\[[ \t]*(\w+)[ \t]*\][ \t]*:?=[ \t]*([^;]*);")
_PARAMETER = expression(r"\bparam[ \t]+\w+[ \t]*:?=((?:\s+\w+\s+[0-9]+)+)\s*;")


def sets(text: str, first: int) -> Iterator[Found]:
    """Cages as AMPL has them: a set of cells for each name, and a parameter with its number: ``set C[1] := (1,1) (1,2);``."""
    found = list(_SET.finditer(text)) if "set" in text else []
    cells = {one[1]: [(int(a), int(b)) for a, b in _PAIRED.findall(one[2])] for one in found}
    for parameter in _PARAMETER.finditer(text) if found else ():
        words = parameter[1].split()
        numbers = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        if numbers.keys() == cells.keys():
            begin, last = (first + text.count("\n", 0, at) for at in (found[0].start(), parameter.end()))
            yield from of_cover([(None, numbers[name], own) for name, own in cells.items()], begin, last)


_POINTS = {"<": (0, -1), "^": (-1, 0), ">": (0, 1), "v": (1, 0)}


def pointed(tables: Sequence[Table], at: int, text: str, first: int, said: str) -> Found | None:
    """A grid of numbers, perhaps with operations, one in each cage, and of cells that point to one of their cage beside them."""
    table, size = tables[at], len(tables[at].rows)
    if size not in SIZES or table.width != size or not {"<", "^", ">"} & set(table.flat):
        return None
    made: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in product(range(size), range(size)):
        head, steps = cell, 0
        while (step := _POINTS.get(table.rows[head[0]][head[1]].lower())) is not None and steps < size * size:
            head, steps = (head[0] + step[0], head[1] + step[1]), steps + 1
            if not (0 <= head[0] < size and 0 <= head[1] < size):
                return None
        made.setdefault(head, []).append(cell)
    written = [_ONLY_TARGETS.fullmatch(table.rows[row][column]) for row, column in made]
    if None in written:
        return None
    cages = [(*target_of(table.rows[row][column].strip()), own) for (row, column), own in made.items()]
    return next(
        of_cover([(kind if len(own) > 1 else None, n, own) for kind, n, own in cages], table.first, table.last), None
    )


_WALLED = expression(r"[ \t]*[+┌╔](?:[-─═=]{2,}[+┬╦┐╗]){4,25}[ \t]*")
_JOINTS, _BARS, _DASHES = "+┌┬┐├┼┤└┴┘╔╦╗", frozenset("|│┃║"), frozenset("-─═=")


def walled(text: str, first: int) -> Iterator[Found]:
    """Cages as walls drawn between cells, with the number of each in one of its cells."""
    lines = text.split("\n") if "--+" in text or "─┬" in text else []
    for top, line in enumerate(lines):
        if _WALLED.fullmatch(line) is None:
            continue
        edges = [at for at, sign in enumerate(line) if sign in _JOINTS]
        size = len(edges) - 1
        for high in (2, 3, 4):
            drawn = [row.ljust(edges[-1] + 1) for row in lines[top : top + size * high + 1]]
            found = _areas(drawn, edges, high) if len(drawn) == size * high + 1 else None
            if found is not None:
                operated = any(kind is not None for kind, _, _ in found)
                cages = [(kind, number, [index_of(cell, 0, size) for cell in own]) for kind, number, own in found]
                fields = caged(size, cages, "." * (size * size), operated)
                yield Found([("", fields)], first + top, first + top + size * high, 1)


def _areas(
    drawn: Sequence[str], edges: Sequence[int], high: int
) -> list[tuple[Any, int, list[tuple[int, int]]]] | None:
    """The cages between the walls of a drawing, whose cells take a number of lines each; None without walls or numbers."""
    size = len(edges) - 1
    area = {cell: cell for cell in product(range(size), range(size))}
    numbers: dict[tuple[int, int], str] = {}
    for row, column in [*area]:
        inner = slice(edges[column] + 1, edges[column + 1])
        beside = {one[edges[column]] for one in drawn[row * high + 1 : (row + 1) * high]}
        above = set(drawn[row * high][inner])
        for signs, walls, other in ((beside, _BARS, (row, column - 1)), (above, _DASHES, (row - 1, column))):
            if signs == {" "} and other in area:
                old, new = area[row, column], area[other]
                area = {cell: new if one == old else one for cell, one in area.items()}
            elif not signs <= walls:
                return None
        word = " ".join(one[inner].strip() for one in drawn[row * high + 1 : (row + 1) * high]).strip()
        if word:
            numbers[row, column] = word
    groups = {one: [cell for cell in area if area[cell] == one] for one in area.values()}
    words = {one: [numbers[cell] for cell in own if cell in numbers] for one, own in groups.items()}
    shown = {one: own for one, own in words.items() if own or len(groups[one]) > 1}
    if len(groups) == len(area) or any(len(own) != 1 or not _ONLY_TARGETS.fullmatch(own[0]) for own in shown.values()):
        return None
    made = [(*target_of(own[0]), groups[one]) for one, own in shown.items()]
    return [(kind if len(own) > 1 else None, number, own) for kind, number, own in made]


_MADE = expression(
    r"(?i)\b(?:(?:new|make_\w+|add|create)[ \t<.]*(?:\w+[ \t]*=[ \t]*)?|\w+[ \t]*=[ \t]*)(\w*(?:cage|constraint|block)\w*)>?"
    r"[ \t]*\((?:[\"']([-+*/x])[\"'],?)?"
)
_ADDED = expression(r"(?i)\b(?:add|push|set)\w*[ \t]*\(")
_PLACED = expression(r"(?<![\w.])([0-9]{1,6})(?![\w.])|\b[rR]([0-9]{1,2})[cC]([0-9]{1,2})\b")
_WORDS_FOR = {
    "+": ("plus", "sum", "add"),
    "-": ("minus", "sub", "diff"),
    "*": ("times", "mul", "prod"),
    "/": ("div", "quot", "ratio"),
}


def called(text: str, first: int) -> Iterator[Found]:
    """Cages that a program makes one after another, ``new Cage(15, 2)``, each with a call for each of its cells below."""
    made: list[tuple[str, list[int], list[tuple[int, int]]]] = []
    alone: dict[tuple[int, int], int] = {}
    lines: list[int] = []
    for number, whole in enumerate(text.split("\n"), first):
        line = whole.partition("//")[0][:_LONGEST_SUM]
        head = _MADE.search(line)
        parts = list(_PLACED.finditer(line, head.end() if head is not None else 0))
        plain = [int(one[1]) for one in parts if one[1]]
        named = [(int(one[2]), int(one[3])) for one in parts if one[2]]
        if head is not None and not named:
            made.append((head[2] or head[1].lower(), plain, []))
        elif len(plain) == len(named) == 1 and "=" in line:
            alone[named[0]] = plain[0]
        elif made and _ADDED.search(line) is not None and (len(named), len(plain)) in ((1, 0), (0, 2)):
            made[-1][2].append(named[0] if named else (plain[0], plain[1]))
        else:
            continue
        lines.append(number)
    cages: list[tuple[Any, int, Sequence[tuple[int, ...]]]] = [(None, digit, [cell]) for cell, digit in alone.items()]
    for name, numbers, own in filter(itemgetter(2), made):
        totals = [one for at, one in enumerate(numbers) if [*numbers[:at], *numbers[at + 1 :]] in ([], [len(own)])]
        words_for = _WORDS_FOR.items() if len(name) > 1 else ()
        sign = next((sign for sign, words in words_for if any(word in name for word in words)), name)
        if not totals:
            return
        cages.append((operation_named(sign), totals[0], own))
    if len(made) >= _FEWEST_SUMS:
        yield from of_cover(cages, lines[0], lines[-1])


def of_cover(made: Sequence[tuple[Any, int, Sequence[tuple[int, ...]]]], first: int, last: int) -> Iterator[Found]:
    """Cages that cover a grid as a puzzle, if they have operations or the sums of a full grid."""
    found = covering(made)
    if found is not None:
        size, cages = found
        operated = any(kind is not None for kind, _, _ in cages)
        if operated or sum(number for _, number, _ in cages) == total_of(size):
            yield Found([("", caged(size, cages, "." * (size * size), operated))], first, last, 1)
