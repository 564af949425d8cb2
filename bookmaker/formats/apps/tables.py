"""Tables: CSV with or without a header, the lines of the Sudoku Exchange bank, and the names that columns go by.

Columns are parted by commas, semicolons, tabs or bars. A header names the columns of puzzle, answer and name, in any order,
among others that are not ours (clues, difficulty, rating). Without one, the first field that is as long as a puzzle is it, and
the next of the same length without empty cells the answer.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from bookmaker.formats.apps import killer_strings
from bookmaker.formats.base import json_values
from bookmaker.formats.base.cells import BAD_SYMBOL, BLANKS, SIZE_OF, cells_of, digits, fits
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import (
    ANSWER,
    NAMES,
    NO_ANSWER,
    PUZZLE,
    Block,
    Source,
    of_table_cell,
    plain_name,
    table_cell,
)
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import kind_of, rules_of

_SUM = expression(r"[0-9]{1,3}(?![0-9])")
_NAMED = expression("|".join(sorted(PUZZLE)), re.IGNORECASE)
_SEPARATORS = ",;\t|"
_LOOKED_AT = 10
_LONGEST_HEADER = 2000
_SHORTEST = 30
"""Symbols that a puzzle in a column without a name has more of."""

_BANK = expression(r"([0-9a-f]{12})\s+([0-9.]{81})(?:\s+([0-9.]+))?\s*")


def _fields(line: str, separator: str) -> list[str]:
    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:
        return []


def _header(line: str) -> tuple[str, list[str]] | None:
    """The separator and the columns of a header, None if the line is none."""
    if len(line) > _LONGEST_HEADER or _NAMED.search(line) is None:
        return None
    for separator in _SEPARATORS:
        columns = [field.lower().strip("\ufeff ") for field in _fields(line, separator)]
        if not {*PUZZLE, "puzz_color"}.isdisjoint(columns) and all(len(column) < 40 for column in columns):
            return separator, columns
    return None


def opens(line: str) -> bool:
    """Whether the line is a header with a column of puzzles among others. One word alone may as well head a drawn grid."""
    return (line[:1].isalpha() or line[:1] in "\"'") and len((_header(line) or ("", []))[1]) > 1


def stays(line: str) -> bool:
    """A blank line ends a table."""
    return bool(line.strip())


def _guessed(line: str) -> tuple[str, int, int] | None:
    """The separator, the column of the puzzle and that of the answer (-1 for none) of a line of a table without header."""
    for separator in _SEPARATORS:
        if len(line) <= _SHORTEST or separator not in line:
            continue
        fields = _fields(line, separator)
        lengths = [len(field) if len(field) in SIZE_OF and len(field) > _SHORTEST else 0 for field in fields]
        likely = [place for place, length in enumerate(lengths) if length and _like_a_puzzle(fields[place])]
        if not likely or len(fields) < 2:
            continue
        # The answer may come first.
        at = next((place for place in likely if not _full(fields[place])), likely[0])
        at = at if lengths[at] == lengths[likely[0]] else likely[0]
        answer = next(
            (place for place in likely if place != at and lengths[place] == lengths[at] and _full(fields[place])), -1
        )
        return separator, at, answer
    return None


def _like_a_puzzle(field: str) -> bool:
    return fits(digits(field), SIZE_OF[len(field)])


def _full(field: str) -> bool:
    return 0 not in digits(field) and _like_a_puzzle(field)


def detect(block: Block) -> bool:
    """Whether most of the first lines have a puzzle among several columns; or a header of one, above lines of puzzles."""
    lines = [line for _, line in islice(block.content(), _LOOKED_AT)]
    if len(lines) == 1 and _header(lines[0]) is not None:
        return True
    return sum(_guessed(line) is not None for line in lines) * 2 > len(lines)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every row that is a puzzle; the others become faults of the source."""
    columns: tuple[str, list[str]] | None = None
    begun = False
    for block in blocks:
        for number, line in block.content():
            if not begun:
                columns, begun = _header(line), True
                if columns is not None:
                    continue
            if not line.strip():
                continue
            yield _headed(line, number, columns, source) if columns is not None else _headless(line, number, source)


def _headed(line: str, number: int, header: tuple[str, list[str]], source: Source) -> Puzzle | None:
    separator, columns = header
    row = dict(zip(columns, _fields(line, separator), strict=False))
    field = next((row[column] for column in columns if column in PUZZLE and column in row), "")
    answer = next((row[column] for column in columns if column in ANSWER and column in row), "")
    name = next((row[column] for column in NAMES if row.get(column)), "")
    cages = next((one for one in row.values() if killer_strings.LETTERS.fullmatch(one)), "")
    if cages:
        return _caged(cages, row, plain_name(name), number, source)
    if not field:
        source.fault("no puzzle in this row of the table", number, 1)
        return None
    others = {column: value for column, value in row.items() if value.strip() and _may_be_rule(column)}
    try:
        kinds = json_values.said(others, (), source.kind, source.place(number, 1), source)
    except json_values.WrongError as wrong:
        source.fault(wrong.message, number, 1, wrong.advice)
        return None
    kind = kind_of(rules_of([source.kind, *kinds])) if kinds else source.kind
    source.kind, before = kind, source.kind
    puzzle = _taken(line, number, field, answer, plain_name(of_table_cell(name)), source)
    source.kind = before
    return puzzle


@lru_cache(maxsize=100)
def _may_be_rule(column: str) -> bool:
    """Whether a column by its name may have a rule: not the puzzle, and none of numbers of givens."""
    return column not in {*PUZZLE, *ANSWER, *NAMES, "clues", "givens", "hints"} and json_values.says_more(column)


def _caged(letters: str, row: Mapping[str, str], name: str, number: int, source: Source) -> Puzzle | None:
    """The Killer of a row with a map of cages in letters and, in another column, their sums; as KrazyDad's are published."""
    sums = [" ".join(_SUM.findall(one)) for one in row.values() if len(_SUM.findall(one)) > 4 and one != letters]
    full = next((digits(one) for one in row.values() if len(one) == 81 and _full(one)), None)
    if len(sums) != 1:
        source.fault(f"{len(sums)} columns of sums beside the letters of cages; one is expected", number, 1)
        return None
    found = next(killer_strings.KRAZYDAD.parse([Block(number, [f"{letters} | {sums[0]}"])], source), None)
    return None if found is None else replace(found, name=name, answer=full)


def _headless(line: str, number: int, source: Source) -> Puzzle | None:
    found = _guessed(line)
    if found is None:
        source.fault("no puzzle in this row of the table", number, 1, "81 digits and dots are expected in one column")
        return None
    separator, at, answer = found
    fields = _fields(line, separator)
    return _taken(line, number, fields[at], fields[answer] if answer >= 0 else "", "", source)


def _taken(line: str, number: int, field: str, answer: str, name: str, source: Source) -> Puzzle | None:
    cells = cells_of(field, source, number, max(line.find(field), 0) + 1)
    if cells is None:
        return None
    return source.puzzle(
        SIZE_OF[len(cells)],
        cells,
        source.place(number, 1),
        name,
        answer_of(answer, cells, source, number, max(line.rfind(answer), 0) + 1),
    )


def answer_of(text: str, cells: bytes, source: Source, line: int, column: int) -> bytes | None:
    """The answer that a field holds; a fault if it is none, nothing if the field is empty or says that there is none."""
    if not text or text.lower() in NO_ANSWER:
        return None
    found = digits(text)
    if len(found) > 81 and 0 in found and not set(text) & set(BLANKS.replace("0", "")):
        found = bytes(digit + 1 for digit in found if digit < 255)  # Written with 0 to F.
    if len(found) != len(cells) or not fits(found, SIZE_OF[len(cells)]) or 0 in found:
        message = f"an answer of {len(text)} symbols, which is not a complete one of {len(cells)} digits"
        source.fault(message, line, column, "the puzzle was read without it", BAD_SYMBOL)
        return None
    return found


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if set(text) & set(',;"|\t') else text


def render(puzzles: Sequence[Puzzle]) -> str:
    """A row for each puzzle, below the header ``puzzle,solution,name``."""
    rows = []
    for puzzle in puzzles:
        answer = "" if puzzle.answer is None else cells_text(puzzle.answer)
        rows.append(f"{cells_text(puzzle.givens)},{answer},{_quoted(table_cell(plain_name(puzzle.name)))}\n")
    return "".join(rows)


def claims_bank(line: str) -> bool:
    """Whether the line begins with twelve hexadecimal digits and a puzzle of 81."""
    return 94 <= len(line) < 200 and _BANK.fullmatch(line) is not None


def parse_bank(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a puzzle, named by its hash; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            found = _BANK.fullmatch(line)
            if found is None:
                advice = "12 hexadecimal digits, 81 digits and a rating are expected"
                source.fault("this is not a line of the Sudoku Exchange bank", number, 1, advice)
                yield None
                continue
            cells = cells_of(found[2], source, number, found.start(2) + 1)
            if cells is not None:
                yield source.puzzle(9, cells, source.place(number, 1), found[1])


def render_bank(puzzles: Sequence[Puzzle]) -> str:
    """The first twelve digits of the SHA-1 of the 81 digits, and these. No rating: none is known here."""
    return "".join(f"{_hash(puzzle)} {_zeros(puzzle)}\n" for puzzle in puzzles)


def _zeros(puzzle: Puzzle) -> str:
    return cells_text(puzzle.givens).replace(".", "0")


def _hash(puzzle: Puzzle) -> str:
    return hashlib.sha1(_zeros(puzzle).encode(), usedforsecurity=False).hexdigest()[:12]


FORMAT = Format(
    "csv",
    frozenset({"givens", "answer", "name"}),
    detect,
    parse,
    render,
    opens=opens,
    stays=stays,
    head="puzzle,solution,name\n",
)
BANK = Format(
    "bank",
    frozenset({"givens"}),
    lambda block: any(claims_bank(line) for _, line in block.content()),
    parse_bank,
    render_bank,
    frozenset({9}),
    claims=claims_bank,
)
