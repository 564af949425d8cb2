"""Cages in JSON and YAML: cells under any name and in any form, with a sum, or with a target and an operation.

``{"sum": 15, "cells": ["r1c1", [0, 1], 11, {"row": 0, "col": 3}]}``, ``[15, cells]``, ``{"target": 12, "op": "*", ...}``,
``{"clue": "12x", ...}``. Names are counted from 1 on, pairs and indices from 0 on, unless the cages as a whole show another base.
If any cage has another operation than a sum, the puzzle is a Calcudoku. A cage of one cell then becomes a given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import isqrt
from typing import Any

from bookmaker.base.errors import UsageError
from bookmaker.formats.base.cell_records import is_axis, words_of
from bookmaker.formats.base.cells import soon_counted
from bookmaker.formats.base.format import LONGEST_NUMBER
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import SIZES, Clue
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, TARGET, ClueType, boxless, geometry, kind_of, operation_named, target_of
from bookmaker.puzzles.rules.cages import SIGNS

_NAMED = expression(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_LETTERED = expression(r"([A-Za-z])([0-9]{1,2})")
_SPLIT = expression(r"([0-9]{1,9})[ ,;:._/-]+([0-9]{1,9})")
_CLUE = expression(rf"\s*{TARGET}\s*")
_WRITTEN = expression(rf"\s*({TARGET})\s*[:=]?\s+((?:(?:[A-Za-z]|[rR][0-9]+[cC])[0-9]+[\s,]*)+)")
_KEY = expression(r"(?i)(?:killer|sum|math)?[_-]?cages?")
_FEWEST = 4
_MOST = 625
_SUM = operation_named("+")
OPERATED = frozenset(name for name, rule in RULES.items() if _SUM in rule.clues)
"""The rules whose clues are cages with an operation."""

_NO_SIGNS = ("=", "none", "equals", "given", "single", "", None)
_OPERATIONS = frozenset({"op", "operation", "operator", "sign", "type", "symbol", "opr", "func", "function"})
_CODED = _OPERATIONS - {"type", "symbol"}
_TOTALS = ("sum", "value", "total", "target", "result", "number", "goal", "clue", "constraint")
_CELLS = (
    "cells",
    "boxes",
    "squares",
    "fields",
    "members",
    "positions",
    "coords",
    "coordinates",
    "points",
    "cell",
    "vars",
)
_NO_NUMBER = frozenset({"id", "idx", "index", "key", "no", "nr", "color", "colour", "name", "cage", "group", "order"})

_Spot = tuple[int, int] | int
"""Row and column, or an index, as written."""


@dataclass(frozen=True)
class Found:
    """The cages of a list: those with sums; or clues, and givens by cell; the guess; the fields that were not read."""

    cages: tuple[Cage, ...] = ()
    clues: tuple[Clue, ...] = ()
    givens: tuple[tuple[int, int], ...] = ()
    guess: str = ""
    others: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class _Item:
    path: str
    cells: Sequence[Any]
    number: int | None
    sign: ClueType | None
    others: dict[str, Any]
    bare: bool = False
    """Whether it is a mere list of cells."""
    code: int | str | None = None
    """A value for the operation that no sign or word has, such as 0 for +."""


def covered(listed: Any) -> int:
    """The size of the grid that a list of cages covers, each with a number; 0 where it is not such a list."""
    if not isinstance(listed, list) or not _FEWEST <= len(listed) <= _MOST:
        return 0
    try:
        items = [_item(one, "") for one in listed]
        spots = [_spot(cell, "")[0] for item in items for cell in item.cells]
    except WrongError:
        return 0
    size = isqrt(len(spots))
    sound = len(set(spots)) == len(spots) == size * size and size in SIZES
    return size if sound and all(item.number is not None for item in items) and len(items) < len(spots) else 0


def are_cages(listed: Any) -> bool:
    """Whether a list has nothing but cages, each with its cells and a number."""
    try:
        items = [_item(one, "") for one in listed] if isinstance(listed, list) and len(listed) <= _MOST else []
        spots = [_spot(cell, "") for item in items for cell in item.cells]
    except WrongError:
        return False
    return len(items) < len(spots) and all(item.number is not None for item in items)


def are_signed(listed: Any) -> bool:
    """Whether cages have the sign of an operation each, if only of sums, as those of a Killer have not."""
    signs = [_item(one, "").sign for one in listed] if are_cages(listed) else []
    return any(sign is not None for sign in signs)


def read(listed: Any, size: int, answer: Callable[[], bytes | None], key: str, operated: bool) -> Found:
    """The cages of a list under a key. ``operated``: the kind of puzzle has cages with an operation. Raises WrongError."""
    if isinstance(listed, dict) and all(isinstance(one, dict | list) for one in listed.values()):
        listed = list(listed.values())
    if not isinstance(listed, list):
        raise WrongError(f"{shorten(listed)} is not a list of cages", key)
    if len(listed) > 4 * size * size:
        raise WrongError(f"{len(listed)} cages in a grid of {size * size} cells", key)
    items = [_item(one, f"{key}[{index}]") for index, one in enumerate(listed)]
    for item in items:
        if len(item.cells) > size * size:
            raise WrongError(f"a cage of {len(item.cells)} cells; the grid has {size * size}", item.path)
    spots = [[_spot(cell, f"{item.path}[{at}]") for at, cell in enumerate(item.cells)] for item in items]
    base, guess = _base([spot for own in spots for spot in own], size)
    placed = [[_place(spot, named, base, size) for spot, named in own] for own in spots]
    items = _typed(items)
    others = tuple(item.others for item in items)
    if any(item.code is not None for item in items):
        items, guess = _decoded(items, placed, size, answer, guess)
        operated = True
    if operated or any(item.sign not in (None, _SUM) for item in items):
        return Found(*_operations(items, placed, size), guess=guess, others=others)
    cages = tuple(_cage(item, own, size, answer) for item, own in zip(items, placed, strict=True))
    return Found(cages, guess=guess, others=others)


def lines(listed: Any, size: int) -> tuple[list[tuple[tuple[int, ...], int | None]], str] | None:
    """Lines or groups of cells, each with its number, and a guess; None for a list of anything else."""
    if not isinstance(listed, list) or not listed or len(listed) > _MOST:
        return None
    try:
        items = [_item(_headed(one), "") for one in listed]
        spots = [[_spot(cell, "") for cell in item.cells] for item in items]
    except WrongError:
        return None
    base, guess = _base([spot for own in spots for spot in own], size)
    placed = [[_place(spot, named, base, size) for spot, named in own] for own in spots]
    inside = all(0 <= row < size and 0 <= column < size for own in placed for row, column in own)
    if not inside or any(item.others for item in items):
        return None
    cells = [tuple(row * size + column for row, column in own) for own in placed]
    return [(own, item.number) for own, item in zip(cells, items, strict=True)], guess


_HEADS = frozenset({"bulb", "circle", "start", "base", "from", "root", "origin", "pill"})


def _headed(one: Any) -> Any:
    """A line whose first cell has a key of its own, ``{"bulb": [0, 0], "path": [[0, 1], [0, 2]]}``, as a list of its cells."""
    if (
        isinstance(one, dict)
        and len(one) == 2
        and len(heads := [key for key in one if str(key).lower() in _HEADS]) == 1
    ):
        (rest,) = (value for key, value in one.items() if key != heads[0])
        head = one[heads[0]]
        if isinstance(rest, list) and rest:
            return rest if rest[0] == head else [head, *rest]
    return one


def _item(one: Any, path: str) -> _Item:
    """The parts of a cage. Raises WrongError."""
    one = _paired(one)
    if isinstance(one, list):
        return _Item(path, one, None, None, {}, bare=True)
    if not isinstance(one, dict):
        raise WrongError(f'{shorten(one)} is not a cage, such as {{"sum": 3, "cells": ["r1c1", "r1c2"]}}', path)
    lists = {key: value for key, value in one.items() if isinstance(value, list)}
    cells_key = next((key for key in _CELLS if key in lists), next(iter(lists), None) if len(lists) == 1 else None)
    if cells_key is None:
        raise WrongError(f'{shorten(one)} is not a cage, such as {{"sum": 3, "cells": ["r1c1", "r1c2"]}}', path)
    fields = {str(key): value for key, value in one.items() if key != cells_key}
    signs = [key for key in fields if key.lower() in _OPERATIONS]
    sign_key = next((key for key in signs if operation_named(fields[key]) or fields[key] in _NO_SIGNS), None)
    sign = operation_named(fields.pop(sign_key)) if sign_key else None
    coded = [key for key in signs if key.lower() in _CODED and _whole(fields.get(key))] if sign_key is None else []
    code = fields.pop(coded[0]) if len(coded) == 1 else None
    number_key = next((key for name in _TOTALS for key in fields if name in words_of(key)), None)
    if number_key is None:
        numbers = [key for key, value in fields.items() if _is_number(value) and _NO_NUMBER.isdisjoint(words_of(key))]
        if len(numbers) > 1:
            raise WrongError(f"{' and '.join(map(shorten, numbers))} may both be the sum of the cage", path)
        number_key = next(iter(numbers), None)
    number = fields.pop(number_key) if number_key else None
    parted = _CLUE.fullmatch(number) if isinstance(number, str) else None
    if parted is not None:
        own, number = target_of(str(number))
        sign = sign or own
    return _Item(
        f"{path}.{cells_key}", one[cells_key], _sum(number, path, number_key or "sum"), sign, fields, code=code
    )


def _typed(items: list[_Item]) -> list[_Item]:
    """The cages with the number under a key such as ``type`` as the code of their operation, where these differ."""
    keys = {key for item in items for key in item.others if key.lower() in _OPERATIONS}
    types = [[value for key, value in item.others.items() if key in keys] for item in items]
    if any(len(own) != 1 or not _whole(own[0]) for own in types) or len({own[0] for own in types}) < 2:
        return items
    return [
        replace(item, code=own[0], others={key: value for key, value in item.others.items() if key not in keys})
        for item, own in zip(items, types, strict=True)
    ]


def _is_number(value: Any) -> bool:
    return (isinstance(value, int | float) and not isinstance(value, bool)) or (
        isinstance(value, str) and _CLUE.fullmatch(value) is not None
    )


def _paired(item: Any) -> Any:
    """A cage that is written as [sum, cells], [cells, sum] or "11 + A1 A2", as an object; anything else as it is."""
    written = _WRITTEN.fullmatch(item) if isinstance(item, str) else None
    if written is not None:
        return {"clue": written[1], "cells": written[2].replace(",", " ").split()}
    if not (isinstance(item, list) and len(item) == 2):
        return item
    total, cells = item if isinstance(item[1], list) else (item[1], item[0])
    return {"sum": total, "cells": cells} if _is_number(total) and isinstance(cells, list) else item


def _sum(total: Any, path: str, key: str) -> int | None:
    if total is None or total == "":
        return None
    if isinstance(total, float) and total.is_integer():
        total = int(total)
    if isinstance(total, str) and total.isascii() and total.isdecimal() and len(total) <= LONGEST_NUMBER:
        total = int(total)
    if isinstance(total, bool) or not isinstance(total, int) or not 0 <= total < 10**LONGEST_NUMBER:
        raise WrongError(f"{shorten(total)} is not a sum", f"{path}.{key}")
    return total


def _spot(cell: Any, path: str) -> tuple[_Spot, bool]:
    """A cell as written, and whether it is a name, which is counted from 1 on. Raises WrongError."""
    if isinstance(cell, str):
        named, lettered, split = (one.fullmatch(cell.strip()) for one in (_NAMED, _LETTERED, _SPLIT))
        if named is not None:
            return (int(named[1]), int(named[2])), True
        if lettered is not None:
            return (int(lettered[2]), ord(lettered[1].upper()) - 64), True
        if split is not None:
            return (int(split[1]), int(split[2])), False
    elif isinstance(cell, list) and len(cell) == 2 and all(map(_whole, cell)):
        return (cell[0], cell[1]), False
    elif isinstance(cell, dict):
        rows, columns = ([value for key, value in cell.items() if is_axis(str(key), axis)] for axis in (False, True))
        if len(rows) == len(columns) == 1 and _whole(rows[0]) and _whole(columns[0]):
            return (rows[0], columns[0]), False
        # A pair of C++ or Kotlin has no names for its parts but these.
        if list(cell) in (["first", "second"], ["a", "b"]) and all(map(_whole, cell.values())):
            first, second = cell.values()
            return (first, second), False
    elif _whole(cell):
        return cell, False
    raise WrongError(f'{shorten(cell)} is not a cell, such as "r1c3"', path)


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**LONGEST_NUMBER


def _base(spots: Sequence[tuple[_Spot, bool]], size: int) -> tuple[int | None, str]:
    """From which number on cells are counted where that is not the usual one, and the guess; None and "" where it is."""
    kinds = {(isinstance(spot, int), named) for spot, named in spots}
    if len(kinds) != 1:
        return None, ""
    ((indexed, named),) = kinds
    first = 0 if named else 1
    numbers = [part for spot, _ in spots for part in ((spot,) if isinstance(spot, int) else spot)]
    most = size * size if indexed else size
    fits = min(numbers) == 0 and max(numbers) == most - 1 if named else min(numbers) == 1 and max(numbers) == most
    whole = len({spot for spot, _ in spots}) == len(spots) == size * size
    if not fits or not (whole or (not indexed and not named)):
        return None, ""
    return first, f"{'cells' if indexed else 'rows and columns'} are taken to be counted from {first}"


def _place(spot: _Spot, named: bool, base: int | None, size: int) -> tuple[int, int]:
    base = (1 if named else 0) if base is None else base
    if isinstance(spot, int):
        return divmod(spot - base, size)
    return spot[0] - base, spot[1] - base


def _cage(item: _Item, places: Sequence[tuple[int, int]], size: int, answer: Callable[[], bytes | None]) -> Cage:
    inside = [0 <= row < size and 0 <= column < size for row, column in places]
    cells = tuple(row * size + column for (row, column), sound in zip(places, inside, strict=True) if sound)
    strays = tuple(f"r{row + 1}c{column + 1}" for (row, column), sound in zip(places, inside, strict=True) if not sound)
    if not item.bare:
        return Cage(cells, item.number, strays)
    solved = answer()
    if solved is None or strays:
        raise WrongError("a cage without a sum, and no solution to take it from", item.path)
    return Cage(cells, sum(solved[cell] for cell in cells))


def _decoded(
    items: Sequence[_Item],
    placed: Sequence[Sequence[tuple[int, int]]],
    size: int,
    answer: Callable[[], bytes | None],
    guess: str,
) -> tuple[list[_Item], str]:
    """The cages with operations in place of their numbers, and the note on this guess: one way alone makes a proper puzzle.

    Raises WrongError where none does, or several do.
    """
    codes = sorted({item.code for item in items if item.code is not None}, key=str)
    rule, solved, ways = min(OPERATED), answer() or bytes(size * size), []
    for signs in permutations(dict.fromkeys(SIGNS.values()), len(codes)):
        named = dict(zip(codes, signs, strict=True))
        made = [replace(item, sign=named[item.code]) if item.code in named else item for item in items]
        _, clues, givens = _operations(made, placed, size)
        cells = bytearray(solved)
        for cell, digit in givens:
            cells[cell] = digit
        try:
            ground = geometry(kind_of(boxless({rule})), size, clues=clues)
        except UsageError:
            continue  # A difference of three cells, or a target that no digits reach.
        if soon_counted(Puzzle(ground, bytes(cells))) == 1:
            ways.append((made, ", ".join(f"{code} for {sign.name}" for code, sign in named.items())))
    if len(ways) != 1:
        raise WrongError("numbers for operations, of which it is not known which is which", "op", 'write "op": "+"')
    return ways[0][0], f"{guess}; {ways[0][1]}" if guess else f"numbers are taken for operations: {ways[0][1]}"


def _operations(
    items: Sequence[_Item], placed: Sequence[Sequence[tuple[int, int]]], size: int
) -> tuple[tuple[Cage, ...], tuple[Clue, ...], tuple[tuple[int, int], ...]]:
    """The clues, and the givens of cages of one cell. Raises WrongError."""
    clues, givens = [], []
    for item, places in zip(items, placed, strict=True):
        if not all(0 <= row < size and 0 <= column < size for row, column in places) or item.number is None:
            raise WrongError(f"a cage without a number, or with a cell outside a grid of {size}×{size}", item.path)
        cells = [row * size + column for row, column in places]
        if len(cells) == 1 and 1 <= item.number <= size:
            givens.append((cells[0], item.number))
        elif item.sign:
            clues.append(item.sign.clue(cells, (item.number,)))
        else:
            raise WrongError(
                "a cage of several cells without an operation", item.path, 'write "op": "+", "-", "*" or "/"'
            )
    return (), tuple(clues), tuple(givens)


def key_of(item: Mapping[str, Any]) -> str:
    """The key of an object that names a list of cages, or has one under any name, "" without one."""
    keys = (key for key, value in item.items() if isinstance(value, list | dict) and value)
    if "cages" in item:
        return "cages"
    named = next((key for key in keys if _KEY.fullmatch(key)), "")
    others = [(key, value) for key, value in item.items() if key != "clues"]
    return (
        named
        or next((key for key, value in others if covered(value)), "")
        or next((key for key, value in others if is_guessed(key, value)), "")
    )


def names_cages(key: str) -> bool:
    """Whether a name says cages: ``Killer Cage``."""
    return _KEY.fullmatch(key.replace(" ", "_")) is not None


def is_guessed(key: str, listed: Any) -> bool:
    """Whether a list under a name that says nothing of cages has nothing but these, which do not cover a grid: cells that hang
    together, no two alike, with a number that digits of them may add up to.
    """
    if _KEY.fullmatch(key) or not are_cages(listed) or covered(listed):
        return False
    items = [_item(one, "") for one in listed]
    spots = [[_spot(cell, "")[0] for cell in item.cells] for item in items]
    every = [spot for own in spots for spot in own]
    several = sum(len(own) > 1 for own in spots)
    may_add = all((item.number or 0) >= len(item.cells) * (len(item.cells) + 1) // 2 for item in items)
    return several > 1 and may_add and len(set(every)) == len(every) and all(map(_hangs, spots))


def _hangs(spots: Sequence[_Spot]) -> bool:
    """Whether cells hang together; of indices this is not known without the size."""
    left = [spot for spot in spots if not isinstance(spot, int)]
    if len(left) < len(spots):
        return True
    reached = [left.pop()]
    for row, column in reached:
        near = [one for one in left if abs(one[0] - row) + abs(one[1] - column) == 1]
        reached += near
        left = [one for one in left if one not in near]
    return not left
