"""Givens one by one in forms that mean nothing else: facts of answer set programming, ``given(1,3,5).``, and cells by their
names, ``r1c3=5``, ``row 1, column 3: 5``, ``c3r1=5``.

Rows and columns of facts are counted from 0 or from 1. Every number of these forms is believed: two for one cell are a fault, and
they need not be a proper puzzle. What may mean anything else is in :mod:`triples`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bookmaker.base.errors import Place
from bookmaker.formats.base import axes
from bookmaker.formats.base.cells import shown
from bookmaker.formats.base.source import Source
from bookmaker.formats.base.triples import ORDERS, Givens, Triple, grid_of, placed, report_twice, turned_round

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

_LEAD = r"(?:the[ \t]++)?(?:givens?|given[ \t]++(?:digits|cells|numbers)|vorgaben|pistas|dados)(?:[ \t]++are\b)?"
_LEAD += r"[ \t]*+(?:\([0-9]{1,2}\)[ \t]*+)?[-:=]?[ \t]*+"
_LED = re.compile(rf"(?i)\s*+{_LEAD}(?=[rc])")
"""The word that says what follows in the same line: ``Givens: r1c3=5 r1c7=2``."""

_ALONE = re.compile(rf"(?i)\s*+{_LEAD}$")
"""The word in a line of its own, above the cells."""

_DASH = re.compile(r"\s*+[-*•][ \t]++")
"""Before each line of a list, below the word."""

BEGINS = re.compile(rf"(?i)(?:\s*+{_LEAD}(?=[rc]))?+{NAMED.pattern.removeprefix('(?i)')}")
"""What begins with a cell by its name and its digit, or with the word for givens and such a cell."""

BEGINS_LIST = re.compile(rf"{BEGINS.pattern}|\s*+{_LEAD}$")
"""The same, or the word alone."""

# Each blank fits in one way only: with several, a line with one cell spoilt takes hours.
_NAMED_LINE = re.compile(
    rf"(?:{NAMED.pattern.removeprefix('(?i)')}[ \t]*+(?:(?:[,;.]|and\b)[ \t]*+)?+)++", re.IGNORECASE
)


def listed(line: str) -> str | None:
    """The cells by name of a line below the word for givens, without the dash before them; None where there is anything else."""
    dash = _DASH.match(line)
    cells = line if dash is None else line[dash.end() :]
    return cells if len(line) < _LONGEST and _NAMED_LINE.fullmatch(cells) is not None else None


def cells_of(text: str, size: int) -> str | None:
    """The cells of a grid whose givens a text lists by their names, and nothing else: a symbol for each. None if it does not.

    The word for givens may stand before them. ``size`` is at most 9, since digits stand beside numbers of cells.
    """
    rows = [line for line in text.splitlines() if line.strip()]
    if rows and len(rows[0]) < _LONGEST:
        led = _LED.match(rows[0]) or _ALONE.match(rows[0])
        if led is not None:
            rows = [rows[0][led.end() :], *rows[1:]] if led.end() < len(rows[0]) else rows[1:]
    if not rows or any(len(line) >= _LONGEST or _NAMED_LINE.fullmatch(line) is None for line in rows):
        return None
    threes = [_three(cell) for line in rows for cell in NAMED.findall(line)]
    placed = {(row, column): digit for row, column, digit in threes}
    if len(placed) < len(threes) or not all(1 <= part <= min(size, 9) for three in threes for part in three):
        return None
    places = ((row, column) for row in range(1, size + 1) for column in range(1, size + 1))
    return "".join(str(placed.get(place, ".")) for place in places)


def _three(cell: tuple[str, ...]) -> Triple:
    row, column, first_column, second, digit = cell
    return int(row or second), int(column or first_column), int(digit)


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
    """Lines of nothing but cells by name with their digits: ``r1c3=5``, ``column 3, row 1: 5``. Nobody else writes so.

    The first of them may begin with the word for givens, or stand below it.
    """
    if _ANY_NAMED.search(text) is None:
        return
    at, start, by_word = 0, 0, False
    word: int | None = None
    run: list[Triple] = []
    for line in [*text.split("\n"), ""]:
        short = len(line) < _LONGEST
        led = _LED.match(line)
        alone = short and _ALONE.match(line) is not None
        below = word is not None or (by_word and bool(run))
        begun = led or (_DASH.match(line) if below else None)
        lead = 0 if begun is None else begun.end()
        cells = NAMED.findall(line, lead) if short and _NAMED_LINE.fullmatch(line, lead) else []
        if (led is not None or word is not None) and not cells:
            _report_spoilt(line, lead, first + text.count("\n", 0, at), source)
        if run and (led is not None or not cells):
            place = source.place(first + text.count("\n", 0, start), start - text.rfind("\n", 0, start))
            if _are_givens(run, place, by_word, source):
                source.named.add(place)
                if by_word:
                    source.said.add(place)
                yield Givens(grid_of(run, 1), start, at - 1)
            run = []
        if cells and not run:
            by_word = led is not None or word is not None
            start = at if led is not None or word is None else word
        if alone:
            word = at
        elif line.strip():
            word = None
        run += map(_three, cells)
        at += len(line) + 1


def _are_givens(threes: Sequence[Triple], place: Place, by_word: bool, source: Source) -> bool:
    """Whether these cells and digits make a grid.

    A cell with two digits is a fault. Where a word announces givens, a cell or digit that the grid lacks is a fault, too.
    """
    if len(threes) < _FEWEST_FACTS:
        return False
    strange = next((three for three in threes if not all(1 <= part <= 9 for part in three)), None)
    if strange is not None:
        if by_word:
            row, column, digit = strange
            message = f"the given {digit} in r{row}c{column}: a grid of 9×9 has no such cell, or no such digit"
            source.fault(message, place.line, place.column, "write each as its cell and its digit, such as r1c3=5")
        return False
    if len({three[:2] for three in threes}) < len(threes):
        assert place.line is not None
        report_twice(threes, place.line, source)
        return False
    return True


def _report_spoilt(line: str, lead: int, number: int, source: Source) -> None:
    """Record as a fault what stands among many cells behind the word for givens and is no cell with its digit."""
    sound = _NAMED_LINE.match(line, lead) if len(line) < _LONGEST else None
    if sound is not None and len(NAMED.findall(line)) >= _FEWEST_FACTS:
        what = shown(line[sound.end() :].split(maxsplit=1)[0])
        message = f"{what} among givens is no cell with its digit"
        source.fault(message, number, sound.end() + 1, "write each as its cell and its digit, such as r1c3=5")
