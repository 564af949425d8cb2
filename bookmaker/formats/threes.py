"""Givens one by one: three numbers for each, its row, its column and its digit, in whatever signs a program writes them.

``given(1,3,5).`` (answer set programming), ``(1,3,5)`` (AMPL), ``c(1,3,5)``, ``grid[1,3,5] := 1``, ``(set! 0 2 5)`` (Scheme),
``a[1][3] = 5``, ``{1, 3} - 5``, ``value(cell(1,3),5)``, lines of three numbers, and words of three digits. Rows and columns are
counted from 0 or from 1. Only of facts in answer set programming every number of them is believed: of all others it is asked
that the givens are a proper puzzle, since three numbers in brackets may mean anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.formats.cells import only_proper
from bookmaker.formats.source import Source

_FACT = re.compile(r"\b([a-z]\w*)\(\s*(\d)\s*,\s*(\d)\s*,\s*(\d)\s*\)\s*\.")
_ANY_FACT = re.compile(r"\(\s*\d\s*,\s*\d\s*,")
_ANY_NAMED = re.compile(r"\d[ \t,;]*[cC]")
_ANY_LINE = re.compile(r"\n[ \t]*\d[ \t\d,;:]*(?=\n)")
"""Looked for first, because most texts have none: three numbers of a fact, a column by its name, a line of numbers."""

_GROUND = re.compile(r"\b[a-z]\w*\(\s*\d[^()]*\)?\s*\.?")
_FEWEST_FACTS = 8
_FEWEST = 17
"""Givens of a proper 9x9 puzzle, at the least (McGuire, Tugemann and Civario, 2012)."""

_CALL = re.compile(r"[(\[][ \t]*(\d)[ \t]*,[ \t]*(\d)[ \t]*,[ \t]*(\d)[ \t]*[)\]]")
_CALLED = re.compile(r"[\w.!-]*[ \t]?\Z")
_LONGEST_NAME = 60
_PLACED = re.compile(
    r"[\[({][ \t]*+(?:[a-z]{1,20}[ \t]++){0,2}([0-9])[ \t]*+(?:,|\][ \t]*+\[)?[ \t]*+([0-9])[ \t]*+[\])}]"
    r"([^\w\n]{1,6})([0-9])(?![\w.])"
)
"""A cell in brackets, and its digit behind them."""

_DRAWN = re.compile(r"(?m)^[ \t|]*+(?:[0-9._*-][ \t,;|]*+){9}$")
_FEWEST_ROWS = 9
_LONG = re.compile(r"[0-9._*-]{81}")
_MOST_PLACED = 40
"""More cells than half are an answer, or the record of how a puzzle was solved, which is a proper puzzle, too."""

_REMARK = re.compile(r"[ \t]*+(?:#|//|%|--|!|;)")
_LISP = re.compile(r"\(([a-z][\w!?*-]*) (\d) (\d) (\d)\)")
_LINE = re.compile(r"[ \t]*(\d)(?:[ \t]+|[ \t]*[,;:][ \t]*)(\d)(?:[ \t]+|[ \t]*[,;:][ \t]*)(\d)[ \t]*")
_WORDS = re.compile(r"[ \t]*[0-9]{3}(?:(?:[ \t]*[,;][ \t]*|[ \t]+)[0-9]{3})*[ \t]*")
# Each text fits in one way only: with two ways for each blank, one that does not fit takes hours.
_DIGITS = re.compile(r"[\s,;:.]*[0-9][\s,;:.0-9]*")
_WORD = re.compile(r"(\d)(\d)(\d)")
_LONGEST = 1000
NAMED = re.compile(
    r"(?i)\s*+\br(?:ow)?\.?[ \t]*+(\d{1,2})[ \t,;]*+c(?:ol(?:umn)?)?\.?[ \t]*+(\d{1,2})"
    r"(?:[ \t]*+(?:=|:|->|→|is)[ \t]*+|[ \t]++)(\d)(?!\d)"
)
"""A cell by its name with its digit."""

_NAMED_LINE = re.compile(rf"(?:{NAMED.pattern.removeprefix('(?i)')}[ \t]*(?:[,;.]|and\b)?[ \t]*)+", re.IGNORECASE)

Three = tuple[int, int, int]

_Call = tuple[int, int, tuple[str, ...]]
"""Where three numbers in brackets begin, with the name before them, and end; and the numbers."""


@dataclass(frozen=True)
class Givens:
    """Givens that were found: a field for each of 81 cells, and where they begin and end in the text."""

    fields: Sequence[str]
    start: int
    end: int


def found(text: str, first: int, source: Source, *, alone: bool = True) -> Iterator[Givens]:
    """The puzzles of a text whose first line has the number ``first``. Facts that have two readings become a fault.

    ``alone``: no other grid stands in the text. Beside one, cells with a digit behind them may be the record of how it is solved.
    """
    before = len(source.faults)
    facts = [*_facts(text, first, source), *_named(text, first, source)]
    yield from facts
    if not facts and len(source.faults) == before and len(text) > _FEWEST * len("113"):
        yield from _others(text, first, source, alone and not _is_drawn(text))


def _facts(text: str, first: int, source: Source) -> Iterator[Givens]:
    if _ANY_FACT.search(text) is None:
        return
    by_name: dict[str, list[re.Match[str]]] = {}
    for fact in _FACT.finditer(text):
        by_name.setdefault(fact[1], []).append(fact)
    name, facts = max(by_name.items(), key=lambda item: len(item[1]), default=("", []))
    if len(facts) < _FEWEST_FACTS:
        return
    threes = [(int(fact[2]), int(fact[3]), int(fact[4])) for fact in facts]
    line = first + text.count("\n", 0, facts[0].start())
    others = sum(".." not in fact for fact in _GROUND.findall(text)) - len(facts)
    if others or len({three[:2] for three in threes}) < len(threes) or any(three[2] == 0 for three in threes):
        message = f"facts {name}(row, column, digit), with others beside them, two for one cell, or the digit 0"
        source.fault(message, line, 1, "write a grid, or all givens in the same form and nothing else")
        return
    cells = _cells(threes, source, proper=False)
    if cells is None:
        message = f"facts {name}(row, column, digit) that may be counted from 0 or from 1"
        source.fault(message, line, 1, "write a grid, or a given in the first or last row or column")
        return
    source.guess(f"facts {name}(row, column, digit) are taken for a grid of 9×9", line, 1)
    yield Givens(cells, facts[0].start(), facts[-1].end())


def _named(text: str, first: int, source: Source) -> Iterator[Givens]:
    """Lines of nothing but cells by name with their digits: ``r1c3=5``, ``row 1, column 3: 5``. Nobody else writes so."""
    if _ANY_NAMED.search(text) is None:
        return
    at = 0
    run: list[tuple[Three, int]] = []
    for line in [*text.split("\n"), ""]:
        cells = NAMED.findall(line) if len(line) < _LONGEST and _NAMED_LINE.fullmatch(line) else []
        if run and not cells:
            start, end = run[0][1], at - 1
            threes = [three for three, _ in run]
            if len(threes) >= _FEWEST_FACTS and all(1 <= part <= 9 for three in threes for part in three):
                places = {three[:2] for three in threes}
                if len(places) < len(threes):
                    _report_twice(threes, first + text.count("\n", 0, start), source)
                else:
                    yield Givens(_grid_of(threes, 1), start, end)
            run = []
        run += [((int(row), int(column), int(digit)), at) for row, column, digit in cells]
        at += len(line) + 1


def _report_twice(threes: Sequence[Three], line: int, source: Source) -> None:
    row, column = next(one[:2] for at, one in enumerate(threes) if one[:2] in {two[:2] for two in threes[:at]})
    message = f"{len(threes)} numbers in threes (row, column, digit), of which two are for row {row}, column {column}"
    source.fault(message, line, 1, "leave one of them out, or write a grid")


def _grid_of(threes: Sequence[Three], base: int) -> list[str]:
    """The 81 cells of a grid with these givens, its rows and columns counted from ``base``."""
    cells = ["."] * 81
    for row, column, digit in threes:
        cells[(row - base) * 9 + column - base] = str(digit)
    return cells


def _is_drawn(text: str) -> bool:
    """Whether the rows of a grid stand in a text."""
    return _LONG.search(text) is not None or len(_DRAWN.findall(text)) >= _FEWEST_ROWS


def _others(text: str, first: int, source: Source, alone: bool) -> Iterator[Givens]:
    """Numbers in threes in any other form, where they are the givens of a proper puzzle."""
    for threes, start, end in (*_calls(text), *(_placed(text) if alone else ()), *_lines(text)):
        places = {three[:2] for three in threes}
        if len(threes) < _FEWEST or any(three[2] == 0 for three in threes):
            continue
        line = first + text.count("\n", 0, start)
        if len(threes) - 2 <= len(places) < len(threes):
            _report_twice(threes, line, source)
            continue
        cells = _cells(threes, source, proper=True) if len(places) == len(threes) else None
        if cells is not None:
            source.guess(f"{len(threes)} numbers in threes (row, column, digit) are taken for a grid of 9×9", line, 1)
            yield Givens(cells, start, end)


def _calls(text: str) -> Iterator[tuple[list[Three], int, int]]:
    """The threes in brackets, by what stands before the brackets, unless others beside them may be spoilt ones."""
    by_name: dict[str, list[_Call]] = {}
    for found in _CALL.finditer(text):
        # The name is looked for from its end: a word may be as long as the text.
        before = max(0, found.start() - _LONGEST_NAME)
        called = _CALLED.search(text[before : found.start()])
        assert called is not None
        by_name.setdefault(called[0].rstrip(" \t"), []).append((before + called.start(), found.end(), found.groups()))
    named = [(name, calls, r"(?<![\w.!-]){}[ \t]?[(\[][ \t]*\d") for name, calls in by_name.items()]
    by_name = {}
    for found in _LISP.finditer(text):
        by_name.setdefault(found[1], []).append((found.start(), found.end(), found.groups()[1:]))
    named += [(name, calls, r"\({}[ \t]+\d") for name, calls in by_name.items()]
    for name, calls, begins in named:
        if len(calls) < _FEWEST or len(re.findall(begins.format(re.escape(name)), text)) != len(calls):
            continue
        yield [(int(one), int(two), int(three)) for _, _, (one, two, three) in calls], calls[0][0], calls[-1][1]


def _placed(text: str) -> Iterator[tuple[list[Three], int, int]]:
    """Cells in brackets with their digits behind them, by what stands before and between; 0 is an empty cell.

    Where each line of the text that has several of them has those of one second number, this is the row.
    """
    by_form: dict[tuple[str, str], list[tuple[Three, int, int]]] = {}
    for found in _PLACED.finditer(text):
        begin = text.rfind("\n", max(0, found.start() - _LONGEST), found.start()) + 1
        if (begin == 0 and found.start() > _LONGEST) or _REMARK.match(text, begin) is None:
            called = _CALLED.search(text[max(0, found.start() - _LONGEST_NAME) : found.start()])
            name = called[0].strip() if called is not None else ""
            # The digit of the cell before is no name.
            form = "" if name.isdigit() else name, found[3].strip()
            three = int(found[1]), int(found[2]), int(found[4])
            by_form.setdefault(form, []).append((three, found.start(), found.end()))
    for cells in by_form.values():
        many, rest = divmod(len(cells), 81)
        whole = not rest and all(
            len({one[0][:2] for one in cells[at : at + 81]}) == 81 for at in range(0, 81 * many, 81)
        )
        for at in range(0, len(cells), 81 if whole else len(cells)):
            some = cells[at : at + 81] if whole else cells
            threes = [three for three, _, _ in some if three[2]]
            if not _FEWEST <= len(threes) <= _MOST_PLACED:
                continue
            if _is_row_second(text, some):
                threes = [(row, column, digit) for column, row, digit in threes]
            yield threes, some[0][1], some[-1][2]


def _is_row_second(text: str, cells: Sequence[tuple[Three, int, int]]) -> bool:
    """Whether lines of the text hold cells with the same second number each, and with several first ones."""
    by_line: dict[int, set[tuple[int, int]]] = {}
    line, at = 0, cells[0][1]
    for (one, other, _), start, _ in cells:
        line, at = line + text.count("\n", at, start), start
        by_line.setdefault(line, set()).add((one, other))
    several = [places for places in by_line.values() if len(places) > 1]
    return len(several) > 1 and all(len({other for _, other in places}) == 1 for places in several)


def _lines(text: str) -> Iterator[tuple[list[Three], int, int]]:
    """The threes in lines that hold nothing else; words of three digits, enough for a puzzle, may stand in one line."""
    if _ANY_LINE.search(f"\n{text}\n") is None:
        return
    threes: list[Three] = []
    at = start = 0
    sound = True  # A line of digits beside the others may be a spoilt one of them.
    for line in [*text.split("\n"), ""]:
        found = _LINE.fullmatch(line) if len(line) < _LONGEST else None
        words = _WORDS.fullmatch(line) if found is None and len(line) < _LONGEST else None
        own = [found] if found is not None else list(_WORD.finditer(line)) if words is not None else []
        strange = not own and _DIGITS.fullmatch(line) is not None
        if threes and (not own or len(own) >= _FEWEST):
            if sound and not strange:
                yield threes, start, at - 1
            threes = []
        sound = not strange if not own else sound
        if own:
            start = start if threes else at
            threes += [(int(one[1]), int(one[2]), int(one[3])) for one in own]
        if len(own) >= _FEWEST:
            yield threes, start, at + len(line)
            threes = []
        at += len(line) + 1


def _cells(threes: Sequence[Three], source: Source, *, proper: bool) -> list[str] | None:
    """The cells of a grid with these givens, rows and columns counted from 0 or 1; None where that is not known.

    ``proper``: only if they are a proper puzzle.
    """
    used = {part for row, column, _ in threes for part in (row, column)}
    bases = [base for base in (0, 1) if min(used) >= base and max(used) <= 8 + base]
    made = [_grid_of(threes, base) for base in bases]
    if len(made) == 1 and not proper:
        return made[0]
    ground = source.ground(9)
    if not made or ground is None or (not proper and len(threes) < _FEWEST):
        return None
    which = only_proper([(ground, bytes(0 if cell == "." else int(cell) for cell in cells)) for cells in made])
    return None if which is None else made[which]
