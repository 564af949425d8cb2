"""Givens one by one, by the names of their cells or as three numbers each.

Facts of answer set programming, ``given(1,3,5).``, and cells by name, ``r1c3=5``, ``row 1, column 3: 5``, ``c3r1=5``, mean
nothing else: every number is believed, two for one cell are a fault, and they need not be a proper puzzle. Three numbers in
other signs may mean anything, so they must be a proper puzzle: ``(1,3,5)`` (AMPL), ``c(1,3,5)``, ``grid[1,3,5] := 1``, ``(set!
0 2 5)`` (Scheme), ``a[1][3] = 5``, ``{1, 3} - 5``, ``value(cell(1,3),5)``, lines of three numbers, and words of three digits.
Rows and columns are counted from 0 or from 1. The row comes first unless the text says that the column does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import Place
from bookmaker.formats.base import row_or_column_first
from bookmaker.formats.base.cells import only_proper, shown
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source

FEWEST = 17
"""Givens of a proper 9x9 puzzle, at the least (McGuire, Tugemann and Civario, 2012)."""

_ANY_LINE = expression(r"\n[ \t]*\d[ \t\d,;:]*(?=\n)")
"""Looked for first, because most texts have none: a line of numbers."""

_CALL = expression(r"[(\[<{][ \t]*(\d)[ \t]*,[ \t]*(\d)[ \t]*,[ \t]*(\d)[ \t]*[)\]>}]")
_CALLED = expression(r"[\w.!-]*[ \t]?\Z")
_LONGEST_NAME = 60
_PLACED = expression(
    r"[\[({\"'][ \t]*+(?:[a-z]{1,20}[ \t]++){0,2}([0-9]{1,2}+)[ \t]*+(?:[,x_:-]|\][ \t]*+\[)?[ \t]*+([0-9]{1,2}+)[ \t]*+[\])}\"']"
    r"([^\w\n]{1,6})([0-9]{1,3}+|[A-Za-z_]\w{0,20}+)(?![\w.(\[])"
)
"""A cell in brackets or quotes, and its digit behind them, or what may be a spoilt one."""

_EMPTY = frozenset({"none", "null", "nil", "nan", "empty", "undefined", "_", "x"})

# Not the row that the readers of grids or of maps look for. Those ask for its cells: a blank is not a cell in the one, a
# letter is a region in the other. This only says whether the text has rows, full ones as well, with any sign between cells.
_DRAWN = expression(r"(?m)^[ \t|]*+(?:[0-9._*-][ \t,;|]*+){9}$")
_FEWEST_ROWS = 9
_LONG = expression(r"[0-9._*-]{81}")
_MOST_PLACED = 40
"""More cells than half are an answer, or the record of how a puzzle was solved, which is a proper puzzle, too."""

_REMARK = expression(r"[ \t]*+(?:#|//|%|--|!|;)")
_LISP = expression(r"\(([a-z][\w!?*-]*) (\d) (\d) (\d)\)")
_LINE = expression(r"[ \t]*(\d)(?:[ \t]+|[ \t]*[,;:][ \t]*)?(\d)(?:[ \t]+|[ \t]*[,;:][ \t]*)(\d)[ \t]*")
_WORDS = expression(r"[ \t]*[0-9]{3}(?:(?:[ \t]*[,;][ \t]*|[ \t]+)[0-9]{3})*[ \t]*")
# Each text fits in one way only: with two ways for each blank, one that does not fit takes hours.
_DIGITS = expression(r"[\s,;:.]*[0-9][\s,;:.0-9]*")
_WORD = expression(r"(\d)(\d)(\d)")

Triple = tuple[int, int, int]

ORDERS = ("row, column, digit", "column, row, digit")

_Call = tuple[int, int, tuple[str, ...]]
"""Where three numbers in brackets begin, with the name before them, and end; and the numbers."""


@dataclass(frozen=True)
class _Listed:
    """Three numbers of each given in the order of the text, where they begin and end, and the name before each.

    ``turned``: the lines of the text show that the row comes second.
    """

    threes: list[Triple]
    start: int
    end: int
    name: str = ""
    turned: bool = False


@dataclass(frozen=True)
class Givens:
    """Givens that were found: a field for each of 81 cells, and where they begin and end in the text."""

    fields: Sequence[str]
    start: int
    end: int


def guessed(text: str, first: int, source: Source, *, alone: bool = True) -> Iterator[Givens]:
    """The puzzles of a text whose first line has the number ``first``: numbers in threes that are givens of a proper puzzle.

    ``alone``: the text has no other grid. Beside one, cells with a digit behind them may be the record of how it is solved.
    """
    if len(text) <= FEWEST * len("113"):
        return
    alone = alone and not _is_drawn(text)
    for listed in (*_calls(text), *(_behind(text, first, source) if alone else ()), *_lines(text)):
        if len(listed.threes) < FEWEST or any(three[2] == 0 for three in listed.threes):
            continue
        said, start = row_or_column_first.said(text, listed.start, listed.name)
        turned = listed.turned if said is None else said
        threes = turned_round(listed.threes) if turned else listed.threes
        places = {three[:2] for three in threes}
        line = first + text.count("\n", 0, start)
        if len(threes) - 2 <= len(places) < len(threes):
            report_twice(threes, line, source)
            continue
        cells = placed(threes, source, proper=True) if len(places) == len(threes) else None
        if cells is not None:
            source.guess(f"{len(threes)} numbers in threes ({ORDERS[turned]}) are taken for a grid of 9×9", line, 1)
            yield Givens(cells, start, listed.end)


def turned_round(threes: Sequence[Triple]) -> list[Triple]:
    """The row, the column and the digit of givens that have the column first, or the other way round."""
    return [(row, column, digit) for column, row, digit in threes]


def report_twice(threes: Sequence[Triple], line: int, source: Source) -> None:
    """Record as a fault that two of the givens, the first in this line, are for one cell."""
    row, column = next(one[:2] for at, one in enumerate(threes) if one[:2] in {two[:2] for two in threes[:at]})
    message = f"{len(threes)} numbers in threes (row, column, digit), of which two are for row {row}, column {column}"
    source.fault(message, line, 1, "leave one of them out, or write a grid")


def grid_of(threes: Sequence[Triple], base: int) -> list[str]:
    """The 81 cells of a grid with these givens, its rows and columns counted from ``base``."""
    cells = ["."] * 81
    for row, column, digit in threes:
        cells[(row - base) * 9 + column - base] = str(digit)
    return cells


def _is_drawn(text: str) -> bool:
    """Whether a text has the rows of a grid."""
    return _LONG.search(text) is not None or len(_DRAWN.findall(text)) >= _FEWEST_ROWS


def _calls(text: str) -> Iterator[_Listed]:
    """The threes in brackets, by the text before the brackets, unless others beside them may be spoilt ones."""
    by_name: dict[str, list[_Call]] = {}
    for found in _CALL.finditer(text):
        # The name is looked for from its end: a word may be as long as the text.
        before = max(0, found.start() - _LONGEST_NAME)
        called = _CALLED.search(text[before : found.start()])
        assert called is not None
        by_name.setdefault(called[0].rstrip(" \t"), []).append((before + called.start(), found.end(), found.groups()))
    named = [(name, calls, r"(?<![\w.!-]){}[ \t]?[(\[<{{][ \t]*\d") for name, calls in by_name.items()]
    by_name = {}
    for found in _LISP.finditer(text):
        by_name.setdefault(found[1], []).append((found.start(), found.end(), found.groups()[1:]))
    named += [(name, calls, r"\({}[ \t]+\d") for name, calls in by_name.items()]
    for name, calls, begins in named:
        if len(calls) < FEWEST or len(re.findall(begins.format(re.escape(name)), text)) != len(calls):
            continue
        threes = [(int(one), int(two), int(three)) for _, _, (one, two, three) in calls]
        yield _Listed(threes, calls[0][0], calls[-1][1], name)


def _behind(text: str, first: int, source: Source) -> Iterator[_Listed]:
    """Cells in brackets with their digits behind them, by the text before and between; 0 is an empty cell.

    Numbers above 9 and words among them are a fault: the puzzle would be another without them.
    Where each line of the text that has several of them has those of one second number, this is the row.
    """
    by_form: dict[tuple[str, str], list[tuple[Triple, int, int]]] = {}
    spoilt: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for found in _PLACED.finditer(text):
        begin = text.rfind("\n", max(0, found.start() - _LONGEST), found.start()) + 1
        if (begin == 0 and found.start() > _LONGEST) or _REMARK.match(text, begin) is None:
            called = _CALLED.search(text[max(0, found.start() - _LONGEST_NAME) : found.start()])
            before = called[0].strip() if called is not None else ""
            # The digit of the cell before is not a name.
            form = "" if before.isdecimal() else before, found[3].strip(" \t\"'")
            if found[4].isdecimal():
                three = int(found[1]), int(found[2]), int(found[4])
                by_form.setdefault(form, []).append((three, found.start(), found.end()))
            elif found[4].lower() not in _EMPTY:
                spoilt.setdefault(form, []).append(found.span())
    for (name, sign), cells in by_form.items():
        many, rest = divmod(len(cells), 81)
        whole = not rest and all(
            len({one[0][:2] for one in cells[at : at + 81]}) == 81 for at in range(0, 81 * many, 81)
        )
        for at in range(0, len(cells), 81 if whole else len(cells)):
            some = cells[at : at + 81] if whole else cells
            threes = [three for three, _, _ in some if three[2] and max(three) < 10]
            if not FEWEST <= len(threes) <= _MOST_PLACED:
                continue
            strange = [(start, end) for three, start, end in some if max(three) > 9]
            strange += [one for one in spoilt.get((name, sign), ()) if some[0][1] < one[0] < some[-1][2]]
            if strange:
                start, end = min(strange)
                more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
                among = f"{text[start:end]!r}{more} among {len(threes)} givens"
                message = f"{among}: a grid of 9×9 has no such cell, or no such digit"
                source.fault(message, first + text.count("\n", 0, start), start - text.rfind("\n", 0, start))
                continue
            yield _Listed(threes, some[0][1], some[-1][2], name, _is_row_second(text, some))


def _is_row_second(text: str, cells: Sequence[tuple[Triple, int, int]]) -> bool:
    """Whether lines of the text hold cells with the same second number each, and with several first ones."""
    by_line: dict[int, set[tuple[int, int]]] = {}
    line, at = 0, cells[0][1]
    for (one, other, _), start, _ in cells:
        line, at = line + text.count("\n", at, start), start
        by_line.setdefault(line, set()).add((one, other))
    several = [places for places in by_line.values() if len(places) > 1]
    return len(several) > 1 and all(len({other for _, other in places}) == 1 for places in several)


def _lines(text: str) -> Iterator[_Listed]:
    """The threes in lines that hold nothing else; words of three digits, enough for a puzzle, may be in one line."""
    if _ANY_LINE.search(f"\n{text}\n") is None:
        return
    threes: list[Triple] = []
    at = start = 0
    sound = True  # A line of digits beside the others may be a spoilt one of them.
    for line in [*text.split("\n"), ""]:
        found = _LINE.fullmatch(line) if len(line) < _LONGEST else None
        words = _WORDS.fullmatch(line) if found is None and len(line) < _LONGEST else None
        own = [found] if found is not None else list(_WORD.finditer(line)) if words is not None else []
        strange = not own and _DIGITS.fullmatch(line) is not None
        if threes and (not own or len(own) >= FEWEST):
            if sound and not strange:
                yield _Listed(threes, start, at - 1)
            threes = []
        sound = not strange if not own else sound
        if own:
            start = start if threes else at
            threes += [(int(one[1]), int(one[2]), int(one[3])) for one in own]
        if len(own) >= FEWEST:
            yield _Listed(threes, start, at + len(line))
            threes = []
        at += len(line) + 1


def placed(threes: Sequence[Triple], source: Source, *, proper: bool) -> list[str] | None:
    """The cells of a grid with these givens, rows and columns counted from 0 or 1; None where that is not known.

    ``proper``: only if they are a proper puzzle.
    """
    used = {part for row, column, _ in threes for part in (row, column)}
    bases = [base for base in (0, 1) if min(used) >= base and max(used) <= 8 + base]
    made = [grid_of(threes, base) for base in bases]
    if len(made) == 1 and not proper:
        return made[0]
    ground = source.ground(9)
    if not made or ground is None or (not proper and len(threes) < FEWEST):
        return None
    which = only_proper([(ground, bytes(0 if cell == "." else int(cell) for cell in cells)) for cells in made])
    return None if which is None else made[which]


_FACT = expression(r"\b([a-z]\w*)\(\s*(\d)\s*,\s*(\d)\s*,\s*(\d)\s*\)\s*\.")
_ANY_FACT = expression(r"\(\s*\d\s*,\s*\d\s*,")
_ANY_NAMED = expression(r"\d[ \t,;]*[cCrR]")
"""Looked for first, because most texts have none: three numbers of a fact, the second part of the name of a cell."""

_GROUND = expression(r"\b[a-z]\w*\(\s*\d[^()]*\)?\s*\.?")
_FEWEST_FACTS = 8
_LONGEST = 1000
_ROW, _COLUMN = r"r(?:ow)?\.?[ \t]*+(\d{1,2})", r"c(?:ol(?:umn)?)?\.?[ \t]*+(\d{1,2})"
NAMED = expression(
    rf"(?i)\s*+\b(?:{_ROW}[ \t,;]*+{_COLUMN}|{_COLUMN}[ \t,;]*+{_ROW})"
    r"(?:[ \t]*+(?:=|:|->|→|is)[ \t]*+|[ \t]++)(\d)(?!\d)"
)
"""A cell by its name with its digit: row and column, or column and row."""

_LEAD = r"(?:the[ \t]++)?(?:givens?|given[ \t]++(?:digits|cells|numbers)|vorgaben|pistas|dados)(?:[ \t]++are\b)?"
_LEAD += r"[ \t]*+(?:\([0-9]{1,2}\)[ \t]*+)?[-:=]?[ \t]*+"
_LED = expression(rf"(?i)\s*+{_LEAD}(?=[rc])")
"""The word that says what follows in the same line: ``Givens: r1c3=5 r1c7=2``."""

_ALONE = expression(rf"(?i)\s*+{_LEAD}$")
"""The word in a line of its own, above the cells."""

_DASH = expression(r"\s*+[-*•][ \t]++")
"""Before each line of a list, below the word."""

BEGINS = expression(rf"(?i)(?:\s*+{_LEAD}(?=[rc]))?+{NAMED.pattern.removeprefix('(?i)')}")
"""What begins with a cell by its name and its digit, or with the word for givens and such a cell."""

BEGINS_LIST = expression(rf"{BEGINS.pattern}|\s*+{_LEAD}$")
"""The same, or the word alone."""

# Each blank fits in one way only: with several, a line with one cell spoilt takes hours.
_NAMED_LINE = expression(
    rf"(?:{NAMED.pattern.removeprefix('(?i)')}[ \t]*+(?:(?:[,;.]|and\b)[ \t]*+)?+)++", re.IGNORECASE
)


def listed(line: str) -> str | None:
    """The cells by name of a line below the word for givens, without the dash before them; None where there is anything else."""
    dash = _DASH.match(line)
    cells = line if dash is None else line[dash.end() :]
    return cells if len(line) < _LONGEST and _NAMED_LINE.fullmatch(cells) is not None else None


def cells_of(text: str, size: int) -> str | None:
    """The cells of a grid whose givens a text lists by their names, and nothing else: a symbol for each. None if it does not.

    The word for givens may come before them. ``size`` is at most 9, since digits are beside numbers of cells.
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


def certain(text: str, first: int, source: Source) -> Iterator[Givens]:
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
    turned, _ = row_or_column_first.said(text, facts[0].start(), name)
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

    The first of them may begin with the word for givens, or be below it.
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
    """Record as a fault anything among many cells behind the word for givens that is not a cell with its digit."""
    sound = _NAMED_LINE.match(line, lead) if len(line) < _LONGEST else None
    if sound is not None and len(NAMED.findall(line)) >= _FEWEST_FACTS:
        what = shown(line[sound.end() :].split(maxsplit=1)[0])
        message = f"{what} among givens is not a cell with its digit"
        source.fault(message, number, sound.end() + 1, "write each as its cell and its digit, such as r1c3=5")
