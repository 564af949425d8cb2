"""A second look at a text in which no puzzle was found: its tables, together, as one of another kind.

A map of cages and a number for each of its labels; cages as rows of numbers; a grid and pairs of cells of which the first is
smaller, or greater; a grid and the signs between its cells; the numbers along the four sides of a grid. Numbers alone may mean
anything: if no words say more, they are taken only where one way to take them makes a proper puzzle, and are a fault else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import Any

from bookmaker.formats.apps import json_puzzles
from bookmaker.formats.base import cages, givens_one_by_one, json_cages, json_grids, json_values
from bookmaker.formats.base.cell_records import is_axis
from bookmaker.formats.base.cells import SIZE_OF, only_solution, soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import clue_lists, numbers_outside, tables_in_text, tables_of_cages
from bookmaker.formats.found.tables_in_text import Fields, Found, Rule, Table, grid_of, numbers_of
from bookmaker.puzzles.grid.geometry import SIZES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, boxless, operation_named

_DIGIT = expression("[0-9]")
_SIGN_ALONE = expression(r"(?m)(?<![A-Za-z])[WBwbVv](?![A-Za-z])|(?<!^)[<>^∧∨○●]")
_NAME = expression(r"[A-Za-z]\w+")
_FEWEST_DIGITS = 5
_ADVICE = "write the puzzle as docs/formats.md shows it"


def read(
    text: str, first: int, source: Source, taken: list[range], grids: Sequence[Puzzle] = ()
) -> Iterator[Puzzle | None]:
    """The puzzles of a text whose first line has the number ``first``; faults of tables that are nearly one.

    The numbers of the lines of both are added to ``taken``. ``grids`` are those of the text whose rules are looked for.
    """
    if len(_DIGIT.findall(text)) + len(_SIGN_ALONE.findall(text)) < _FEWEST_DIGITS:
        return
    words = f"{source.name}\n{text}"
    text = _code_of(text)
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
        *numbers_outside.related(text, first),
        *numbers_outside.sheets(text, first),
    ]
    for one in framed:
        fence = not "".join(text.split("\n")[one.last + 1 - first : one.last + 2 - first]).strip("\"'`); \t")
        taken.append(range(_paragraph(text, first, one.first), one.last + 1 + fence))
        yield from _decided(one, source)
    if framed:
        return
    for one in clue_lists.said_one_by_one(text, first, grids):
        lines = [range(grid.source.line, grid.source.line + 1) for grid in grids if grid.source and grid.source.line]
        taken += [range(one.first, one.last + 1), *lines]
        yield from _decided(one, source)
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


_FENCE = expression(r"(?m)^[ \t]{0,3}(?:```|~~~)")


def _code_of(text: str) -> str:
    """A text with blank lines in place of its prose, where Markdown fences a program in it: its apostrophes are no quotes."""
    parts = _FENCE.split(text)
    if len(parts) < 3 or len(parts) % 2 == 0:
        return text
    # The rest of the line of a fence is the name of a language.
    inner = [part.partition("\n")[1:] if at % 2 else "\n" * part.count("\n") for at, part in enumerate(parts)]
    return "".join("".join(part) for part in inner)


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
        mapped = cages.with_mapped(item)
        if mapped is not None:
            _, start, end = min((assigned[key] for key in mapped[1]), key=itemgetter(1))
            line = first + text.count("\n", 0, start)
            for _, start, end in (assigned[key] for key in mapped[1]):
                begin = first + text.count("\n", 0, start)
                taken.append(range(begin, begin + text.count("\n", start, end) + 1))
            own = {key: mapped[0][key] for key in ("kind", "size", "cages", "givens") if key in mapped[0]}
            yield from json_puzzles.read_all(own, source.place(line, 1), source, "")
            continue
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
    if len(found.ways) == 1 and made and not found.strict:
        if found.guess:
            source.guess(found.guess, found.first, 1)
        yield made[0][1]
        return
    sound = [one for one in made if one[1].answer in (None, only_solution(one[1])) and soon_counted(one[1]) == 1]
    if found.boxed:
        sound = [one for one in sound if boxless(one[1].geometry.rules) != one[1].geometry.rules] or sound
    # Nothing speaks for a guess that no answer fits.
    possible = not sound and all(not note or soon_counted(one) != 0 for note, one in made[:1])
    usual = found.usual and (sound[:1] == made[:1] or (possible and not found.strict))
    sound = made[:1] if usual else sound
    if len(sound) == 1:
        note, puzzle = sound[0]
        if note:
            source.guess(note, found.first, 1)
        yield puzzle
    elif len(found.ways) != 1 or found.strict:
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
    numbers_outside.dots,
    numbers_outside.interleaved,
    numbers_outside.signs,
    numbers_outside.pairs,
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
