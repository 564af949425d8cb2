"""Givens one by one in forms that mean nothing else: facts of answer set programming, ``given(1,3,5).``, and cells by their
names, ``r1c3=5``, ``row 1, column 3: 5``, ``c3r1=5``.

Rows and columns of facts are counted from 0 or from 1. Every number of these forms is believed: two for one cell are a fault, and
they need not be a proper puzzle. What may mean anything else is in :mod:`triples`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.formats import axes
from bookmaker.formats.source import Source
from bookmaker.formats.triples import ORDERS, Givens, Triple, grid_of, placed, report_twice, turned_round

_FACT = re.compile(r"\b([a-z]\w*)\(\s*(\d)\s*,\s*(\d)\s*,\s*(\d)\s*\)\s*\.")
_ANY_FACT = re.compile(r"\(\s*\d\s*,\s*\d\s*,")
_ANY_NAMED = re.compile(r"\d[ \t,;]*[cCrR]")
"""Looked for first, because most texts have none: three numbers of a fact, the second part of the name of a cell."""

_GROUND = re.compile(r"\b[a-z]\w*\(\s*\d[^()]*\)?\s*\.?")
_FEWEST_FACTS = 8
_LONGEST = 1000
_ROW, _COLUMN = r"r(?:ow)?\.?[ \t]*+(\d{1,2})", r"c(?:ol(?:umn)?)?\.?[ \t]*+(\d{1,2})"
NAMED = re.compile(
    rf"(?i)\s*+\b(?:{_ROW}[ \t,;]*+{_COLUMN}|{_COLUMN}[ \t,;]*+{_ROW})"
    r"(?:[ \t]*+(?:=|:|->|→|is)[ \t]*+|[ \t]++)(\d)(?!\d)"
)
"""A cell by its name with its digit: row and column, or column and row."""

_NAMED_LINE = re.compile(rf"(?:{NAMED.pattern.removeprefix('(?i)')}[ \t]*(?:[,;.]|and\b)?[ \t]*)+", re.IGNORECASE)


def found(text: str, first: int, source: Source) -> Iterator[Givens]:
    """The puzzles of a text whose first line has the number ``first``. Facts that have two readings become a fault."""
    yield from _facts(text, first, source)
    yield from _named(text, first, source)


def _facts(text: str, first: int, source: Source) -> Iterator[Givens]:
    if _ANY_FACT.search(text) is None:
        return
    by_name: dict[str, list[re.Match[str]]] = {}
    for fact in _FACT.finditer(text):
        by_name.setdefault(fact[1], []).append(fact)
    name, facts = max(by_name.items(), key=lambda item: len(item[1]), default=("", []))
    if len(facts) < _FEWEST_FACTS:
        return
    turned, _ = axes.said(text, facts[0].start(), name)
    threes = [(int(fact[2]), int(fact[3]), int(fact[4])) for fact in facts]
    threes = turned_round(threes) if turned else threes
    said = f"facts {name}({ORDERS[bool(turned)]})"
    line = first + text.count("\n", 0, facts[0].start())
    others = sum(".." not in fact for fact in _GROUND.findall(text)) - len(facts)
    if others or len({three[:2] for three in threes}) < len(threes) or any(three[2] == 0 for three in threes):
        message = f"{said}, with others beside them, two for one cell, or the digit 0"
        source.fault(message, line, 1, "write a grid, or all givens in the same form and nothing else")
        return
    cells = placed(threes, source, proper=False)
    if cells is None:
        message = f"{said} that may be counted from 0 or from 1"
        source.fault(message, line, 1, "write a grid, or a given in the first or last row or column")
        return
    source.guess(f"{said} are taken for a grid of 9×9", line, 1)
    yield Givens(cells, facts[0].start(), facts[-1].end())


def _named(text: str, first: int, source: Source) -> Iterator[Givens]:
    """Lines of nothing but cells by name with their digits: ``r1c3=5``, ``column 3, row 1: 5``. Nobody else writes so."""
    if _ANY_NAMED.search(text) is None:
        return
    at = 0
    run: list[tuple[Triple, int]] = []
    for line in [*text.split("\n"), ""]:
        cells = NAMED.findall(line) if len(line) < _LONGEST and _NAMED_LINE.fullmatch(line) else []
        if run and not cells:
            start, end = run[0][1], at - 1
            threes = [three for three, _ in run]
            if len(threes) >= _FEWEST_FACTS and all(1 <= part <= 9 for three in threes for part in three):
                places = {three[:2] for three in threes}
                if len(places) < len(threes):
                    report_twice(threes, first + text.count("\n", 0, start), source)
                else:
                    column = start - text.rfind("\n", 0, start)
                    source.named.add(source.place(first + text.count("\n", 0, start), column))
                    yield Givens(grid_of(threes, 1), start, end)
            run = []
        run += [
            ((int(row or second), int(column or first_column), int(digit)), at)
            for row, column, first_column, second, digit in cells
        ]
        at += len(line) + 1
