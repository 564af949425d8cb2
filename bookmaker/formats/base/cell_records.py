"""A grid from objects, one for each cell, whatever their keys are called: JSON, YAML, and the elements of XML.

The objects are the rows of a table. The meaning of a column follows from its values first, and from its name where they leave
it open: two columns of coordinates (``row`` and ``col``, ``x`` and ``y``) or one (``index``, ``"r1c1"``, ``"A1"``, ``[0, 2]``);
digits and empty cells; a full grid that extends them, which is the answer; flags that say which cells are given, or are not;
labels that are the boxes, or a map of regions. Cells without coordinates come row by row. A table whose digits are not found is
refused, and never read as empty cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bookmaker.formats.base import json_values
from bookmaker.formats.base.cells import ILLEGAL, SIZE_OF, digit_of, only_proper
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import BOXES, SIZES
from bookmaker.puzzles.grid.puzzle import cells_text
from bookmaker.puzzles.rules import geometry, regions_of

Record = Mapping[str, Any]
_Column = list[Any]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ROWS, _COLUMNS = _set("row r y i line rows"), _set("column col c x j cols columns")
_COUNTED = _set("data index idx id no num nr number pos position coord coordinate cell")
"""Words beside those: ``rowIndex``."""

_PLACES = _COUNTED | _set("location loc place coordinates coords key name address n i ref square field at")
_DIGITS = _set("value val digit number num n v symbol char character text content contents letter display label d")
_GIVENS = _set("given givens initial clue clues original puzzle start preset prefilled hint task mission quiz")
_ANSWERS = _set("solution answer solved correct actual expected truth final result sol target answers solutions real")
_OF_PLAYERS = _set("user player entered current guess input entry typed attempt")
_IS_GIVEN = _set(
    "given givens fixed locked original prefilled readonly clue visible shown revealed static preset initial start hint const"
    " constant immutable frozen disabled default known printed protected permanent predefined isgiven isfixed generated"
    " prefill locks show lock reveal"
)
_IS_NOT = _set(
    "editable mutable hidden blank empty removed masked erased open missing changeable user player guess entered variable free"
    " covered invisible writable dug hole playable input hide mask erase remove unknown guessed filled"
)
_NO = _set("not non un no isnt")
_BOXES = _set("box block square subgrid nonet quadrant sector house group section bloc boxid")
_REGIONS = _set("region zone area shape jigsaw piece chunk cage regionid")
_WORD = expression("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_NAMED = expression(r"(?i)(?:r(?:ow)?[ _-]?)?([0-9]{1,2})(?:[ _-]?c(?:ol(?:umn)?)?[ _-]?|[ ,;:._/-])([0-9]{1,2})")
_LETTERED = expression(r"([A-Za-z])([0-9]{1,2})")
_EMPTY = (None, "", " ", ".", "-", "_", "*", "?", "x", "X", -1, "-1", "null")
_FEWEST = 8
"""Cells of the shortest list that names its cells."""

_MOST_CELLS = 625
_USUAL, _FEWEST_GIVENS = 9, 17
_TRUE = _set("true yes")
_BOOLEANS = _TRUE | _set("false no")


@dataclass(frozen=True)
class Cells:
    """A grid that was found: its size, the symbols of its givens, its answer and its map of regions, None for none.

    ``guesses`` has the guesses in words.
    """

    size: int
    givens: str
    answer: str | None = None
    regions: tuple[int, ...] | None = None
    guesses: tuple[str, ...] = ()


def words_of(name: str) -> tuple[str, ...]:
    """The words of a key, in small letters."""
    return tuple(word.lower() for word in _WORD.findall(name.rpartition(".")[2][:80]))


def _is(name: str, words: frozenset[str]) -> bool:
    own = words_of(name)
    return not words.isdisjoint(own) or "".join(own) in words or "".join(own).removeprefix("is") in words


def read(records: Sequence[Any], size: int | None = None) -> Cells | None:
    """The grid of records; None where they are not the cells of one.

    Items that are not objects are their digits. Raises WrongError for cells whose digits, or which of them are given, is not
    known.
    """
    few = size is None and len(records) < _FEWEST
    if few or len(records) > _MOST_CELLS or not any(isinstance(one, Mapping) and one for one in records):
        return None
    columns = _columns(records)
    placed = _placed(columns, len(records), size)
    if placed is None:
        size = SIZE_OF.get(len(records))
        if size is None:
            return None
        placed = _Placed(size, list(range(len(records))), frozenset())
    left = {name: column for name, column in columns.items() if name not in placed.used}
    return _cells(left, placed)


def _columns(records: Sequence[Any]) -> dict[str, _Column]:
    """The columns of all fields, those of objects in objects by their path; a cell without one has None."""
    out: dict[str, _Column] = {}
    for at, record in enumerate(records):
        for name, value in _fields(record, ""):
            out.setdefault(name, [None] * len(records))[at] = value
    return out


def _fields(record: Any, path: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    if not isinstance(record, Mapping):
        yield path, record
        return
    for key, value in record.items():
        name = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping) and depth < 3:
            yield from _fields(value, name, depth + 1)
        else:
            yield name, value


@dataclass(frozen=True)
class _Placed:
    size: int
    cells: list[int]
    used: frozenset[str]
    guesses: tuple[str, ...] = ()


def _placed(columns: Mapping[str, _Column], count: int, size: int | None) -> _Placed | None:
    """Where the cells are by their own coordinates; None where they have none."""
    spots: list[tuple[Any, Any]] | None = None
    rows = [name for name in columns if is_axis(name, False)]
    across = [name for name in columns if is_axis(name, True)]
    used: list[str] = []
    guesses: list[str] = []
    for row in rows:
        for column in across:
            if spots is None and _numbers(columns[row]) and _numbers(columns[column]):
                pairs = list(zip(map(_number, columns[row]), map(_number, columns[column]), strict=True))
                if len(set(pairs)) == count:
                    spots, used = pairs, [row, column]
    for name, values in columns.items():
        if spots is None and (not name or _is(name, _PLACES)):
            named = _named(values, guesses)
            if named is not None and len(set(named)) == count:
                spots, used = list(named), [name]
    if spots is not None:
        return _on_grid(spots, columns, used, guesses, size)
    for name, values in columns.items():
        numbers = [_number(one) for one in values]
        first = min((one for one in numbers if one is not None), default=-1)
        whole = SIZE_OF.get(count)
        if whole and first in (0, 1) and sorted(one or 0 for one in numbers) == list(range(first, count + first)):
            return _Placed(whole, [(one or 0) - first for one in numbers], frozenset({name}))
    pairs_of = [name for name, column in columns.items() if name and _numbers(column)]
    whole = SIZE_OF.get(count)
    if whole:
        # Two columns that are all pairs of rows and columns, whatever they are called: the cells are listed by their rows.
        for one, other in ((a, b) for a in pairs_of for b in pairs_of if a != b):
            both = [(_number(a) or 0, _number(b) or 0) for a, b in zip(columns[one], columns[other], strict=True)]
            base = min(map(min, both))
            grid = [(row + base, column + base) for row in range(whole) for column in range(whole)]
            if base in (0, 1) and both == grid:
                return _Placed(whole, list(range(count)), frozenset({one, other}))
    return None


def is_axis(name: str, across: bool) -> bool:
    """Whether a key by its name has the row of a cell, or with ``across`` its column."""
    own, axis = words_of(name), _COLUMNS if across else _ROWS
    return bool(own) and (
        (own[0] in axis and set(own[1:]) <= _COUNTED) or (own[-1] in axis and set(own[:-1]) <= _COUNTED)
    )


def _number(value: Any) -> int | None:
    """A whole number, also as a text."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 4:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and -1 <= value < 1000 else None


def _numbers(column: _Column) -> bool:
    return all(_number(value) is not None for value in column)


def _named(column: _Column, guesses: list[str]) -> list[tuple[int, int]] | None:
    """Rows and columns of a column of names, or of pairs; None where it is not one."""
    if all(isinstance(one, list | tuple) and len(one) == 2 and _numbers(list(one)) for one in column):
        return [(_number(one[0]) or 0, _number(one[1]) or 0) for one in column]
    if not all(isinstance(one, str) for one in column):
        return None
    found = [_NAMED.fullmatch(one.strip(" ()[]")) for one in column]
    if all(found):
        turned = all(one.strip(" ([")[:1] in "cC" for one in column)
        pairs = [(int(one[1]), int(one[2])) for one in found if one]
        return [pair[::-1] for pair in pairs] if turned else pairs
    lettered = [_LETTERED.fullmatch(one.strip()) for one in column]
    if all(lettered):
        pairs = [(ord(one[1].upper()) - 64, int(one[2])) for one in lettered if one]
        # Whichever changes slower as the cells are listed is the row; alone, letters are rows as in most programs.
        turned = sum(a[1] == b[1] for a, b in pairwise(pairs)) > sum(a[0] == b[0] for a, b in pairwise(pairs))
        guesses.append(f"letters before numbers are taken for {'columns' if turned else 'rows'}")
        return [pair[::-1] for pair in pairs] if turned else pairs
    return None


def _on_grid(
    spots: Sequence[tuple[Any, Any]],
    columns: Mapping[str, _Column],
    used: list[str],
    guesses: list[str],
    size: int | None,
) -> _Placed | None:
    """The cells on the grid that they fit, counted from 0 or 1."""
    low, high = min(map(min, spots)), max(map(max, spots))
    if low < 0:
        return None
    whole = size or SIZE_OF.get(len(spots))
    digits = [_number(one) for name, column in columns.items() if name not in used for one in column]
    top = max([one for one in digits if one is not None and one <= _MOST_CELLS] or [0])
    if whole is None or high > whole:
        fitting = [one for one in SIZES if one >= high and one >= min(top, high + 1)]
        whole = next(iter(fitting), None)
        if whole is not None and len(spots) >= _FEWEST_GIVENS and whole < _USUAL:
            whole = _USUAL
        if whole is None:
            return None
    bases = [base for base in (0, 1) if low >= base and high <= whole - 1 + base]
    if not bases:
        raise WrongError(f"cells in rows and columns {low} to {high}; a grid of {whole}×{whole} has no such cells")
    if len(bases) > 1:
        bases = _proper_base(spots, columns, used, whole, bases)
    if len(spots) < whole * whole:
        guesses = [*guesses, f"{len(spots)} cells by row and column are taken for a grid of {whole}×{whole}"]
    return _Placed(
        whole, [(row - bases[0]) * whole + column - bases[0] for row, column in spots], frozenset(used), tuple(guesses)
    )


def _proper_base(
    spots: Sequence[tuple[int, int]], columns: Mapping[str, _Column], used: Sequence[str], size: int, bases: list[int]
) -> list[int]:
    """From which number on rows and columns are counted, by which the digits are a proper puzzle. Raises WrongError."""
    readings = []
    for base in bases:
        placed = _Placed(size, [(row - base) * size + column - base for row, column in spots], frozenset(used))
        cells = _cells({name: column for name, column in columns.items() if name not in used}, placed)
        if cells is None or size not in BOXES:
            break
        readings.append((geometry(size=size), bytes(digit_of(one, size) for one in cells.givens)))
    which = only_proper(readings) if len(readings) == len(bases) else None
    if which is None:
        raise WrongError("rows and columns that may be counted from 0 or from 1", "", 'name all cells, or add "size"')
    return [bases[which]]


def _cells(columns: Mapping[str, _Column], placed: _Placed) -> Cells | None:
    """The grid of the columns that are not coordinates."""
    size = placed.size
    flags = {name: flag for name, column in columns.items() if (flag := _flag(name, column)) is not None}
    regions, columns = _without_regions(columns, placed, flags)
    digits = {
        name: made
        for name, column in columns.items()
        if name not in flags and (made := _digits(column, size)) is not None
    }
    some = {name: column for name, column in digits.items() if any(column)}
    if not some:
        return _undecided(columns, digits, placed)
    said = [flag for flag in flags.values() if len(set(flag)) > 1]
    chosen, given, answer = _chosen(some, bool(said))
    full = 0 not in given and len(given) == size * size
    if said:
        shown = [all(flag[at] for flag in said) for at in range(len(given))]
        if not any(map(int.__and__, shown, map(bool, given))):
            raise WrongError(f"no cell with a digit is given, by {', '.join(map(shorten, flags))}")
        answer = given if full and answer is None else answer
        given = [digit if is_given else 0 for digit, is_given in zip(given, shown, strict=True)]
    _refuse_unread(columns, {chosen, *flags}, full and answer is None)
    grid, solved = _laid(given, placed), None if answer is None else _laid(answer, placed)
    return Cells(
        size, cells_text(grid), None if solved is None or 0 in solved else cells_text(solved), regions, placed.guesses
    )


def _laid(digits: Sequence[int], placed: _Placed) -> bytes:
    cells = bytearray(placed.size * placed.size)
    for cell, digit in zip(placed.cells, digits, strict=True):
        cells[cell] = digit
    return bytes(cells)


def _digits(column: _Column, size: int) -> list[int] | None:
    """The digits of a column, 0 for an empty cell; None where it has anything else."""
    out = []
    for value in column:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, list | dict | bool):
            return None
        if value in _EMPTY:
            out.append(0)
            continue
        digit = digit_of(str(value).strip(), size) if isinstance(value, int | str) else ILLEGAL
        if digit > size:
            return None
        out.append(digit)
    none = any(value in (None, "") for value in column)
    if none and any(value in (0, "0") and value is not False for value in column) and size not in out and any(out):
        raise WrongError(
            f"0 and null among digits of which none is {size}: 0 may be a digit", "", "write 1 for the lowest"
        )
    return out


def _flag(name: str, column: _Column) -> list[bool] | None:
    """For each cell whether a column says that it is given; None where it says nothing of it."""
    given = says_given(name)
    texts = {one.lower() for one in column if isinstance(one, str)}
    mixed = any(one is not None and not isinstance(one, str) for one in column)
    if texts and mixed:
        return None
    if texts and not texts <= _BOOLEANS:
        # A word of its own in each cell: "given", "empty".
        said = {text: (_is(text, _IS_GIVEN), _is(text, _IS_NOT)) for text in texts if text}
        if len(texts) < 6 and any(a != b for a, b in said.values()) and all(not text.isdecimal() for text in texts):
            return [bool(one) and said[str(one).lower()] == (True, False) for one in column]
        return None
    values = [str(one).lower() in _TRUE if isinstance(one, str) else one for one in column]
    if given is None or any(one not in (None, True, False) for one in values):
        return None
    if not any(isinstance(one, bool) for one in values) and {one for one in values if one is not None} == {1}:
        return None  # It may be the digit 1.
    missing = not any(values) if given else False
    flags = [missing if one is None else bool(one) for one in values]
    return [one == given for one in flags]


def says_given(name: str) -> bool | None:
    """Whether a flag of this name is one of given cells, or of others; None where it does not say."""
    given, entered = _is(name, _IS_GIVEN), _is(name, _IS_NOT)
    return None if given == entered else given == _NO.isdisjoint(words_of(name)[:2])


def _without_regions(
    columns: Mapping[str, _Column], placed: _Placed, flags: Mapping[str, Any]
) -> tuple[tuple[int, ...] | None, dict[str, _Column]]:
    """The map of regions that a column has, None without one, and the other columns but those that number the boxes."""
    size, regions = placed.size, None
    left = dict(columns)
    for name, column in columns.items():
        named = _is(name, _BOXES | _REGIONS)
        if name in flags or not named or len(column) != size * size:
            continue
        if not all(isinstance(one, int | str) and not isinstance(one, bool) for one in column):
            continue
        labels: list[Hashable] = [None] * len(column)
        for cell, label in zip(placed.cells, column, strict=True):
            labels[cell] = label
        counts = Counter(labels)
        if len(counts) != size or set(counts.values()) != {size}:
            continue
        mapped = regions_of(labels, size)
        del left[name]
        boxes = regions_of(geometry(size=size).box_of, size) if size in BOXES else ()
        if mapped != boxes:
            regions = mapped
    return regions, left


def _chosen(some: Mapping[str, list[int]], flagged: bool) -> tuple[str, list[int], list[int] | None]:
    """The column of the digits, these, and those of the answer where a column is one; ``flagged``: flags say which are given.

    Raises WrongError.
    """
    names = list(some)
    open_ones = [name for name in names if 0 in some[name] and not _is(name, _OF_PLAYERS)]
    answers = [
        name
        for name in names
        if _is(name, _ANSWERS) or (not flagged and any(_extends(some[name], some[one]) for one in open_ones))
    ]
    left = [name for name in names if name not in answers] or answers[:1]
    for words in (_GIVENS, _DIGITS):
        own = [name for name in left if _is(name, words)]
        left = own if own and (words is _GIVENS or len(left) > 1) else left
    if len(left) > 1:
        left = [name for name in left if not _is(name, _OF_PLAYERS)] or left
    # Scalars beside objects, and other columns that fill each other's gaps, are one.
    first = some[left[0]]
    answer = next((some[name] for name in answers if name not in left), None)
    for name in left[1:]:
        other = some[name]
        if all(not (a and b) for a, b in zip(first, other, strict=True)) and "" in (left[0], name):
            first = [a or b for a, b in zip(first, other, strict=True)]
        elif first == other:
            continue
        elif answer is None and _extends(other, first):
            answer = other
        elif answer is None and _extends(first, other):
            first, answer = other, first
        else:
            raise WrongError(f"{shorten(left[0])} and {shorten(name)} of the cells may both be their digits")
    return left[0], first, answer if answer is not None and 0 not in answer else None


def _extends(full: Sequence[int], digits: Sequence[int]) -> bool:
    return 0 not in full and all(not one or one == other for one, other in zip(digits, full, strict=True))


def _undecided(columns: Mapping[str, _Column], digits: Mapping[str, Any], placed: _Placed) -> Cells | None:
    """No column has a digit: a table with coordinates is certainly one of cells, and refused; another may be any list."""
    if not placed.used:
        return None
    known = ", ".join(map(shorten, columns)) or "nothing else"
    raise WrongError(
        f"cells by row and column, with {known}: none of it is a digit of a {placed.size}×{placed.size} grid"
    )


def _refuse_unread(columns: Mapping[str, _Column], read: Set[str], full: bool) -> None:
    """Raise WrongError for columns that may change the puzzle: by their name, or as a flag beside a full grid."""
    for name, column in columns.items():
        if name in read or len({repr(one) for one in column}) < 2 or not name:
            continue
        shown = name.rpartition(".")[2]
        if json_values.says_more(shown) and not _is(name, _BOXES | _GIVENS | _ANSWERS):
            raise WrongError(f"its cells have {shorten(shown)}, which is not known here")
        if full and all(isinstance(one, bool | None) for one in column):
            message = f"all cells have a digit, and {shorten(shown)} may say which of them are given"
            raise WrongError(message, "", 'call it "given"')


def in_map(item: Mapping[str, Any]) -> list[Any] | None:
    """The records of an object whose keys are names of cells, such as ``{"r1c1": 5}``; None for any other."""
    if not _FEWEST <= len(item) <= _MOST_CELLS or not all(_is_cell(str(key)) for key in item):
        return None
    records = []
    for key, value in item.items():
        inner = dict(value) if isinstance(value, Mapping) else {"value": value}
        records.append({"cell.position": str(key), **inner})
    return records


def _is_cell(key: str) -> bool:
    return (_NAMED.fullmatch(key.strip(" ()[]")) or _LETTERED.fullmatch(key)) is not None
