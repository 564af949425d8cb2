"""The clues of puzzles in files: in JSON of our own, and in the words that f-puzzles and others have for them.

A word of a foreign format may belong to several rules: dots of which all are shown, or only some. Which rule it is follows from
the format's words for "all are shown" (``Unmarked.foreign``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from bookmaker.base.errors import UsageError
from bookmaker.formats.base.json_values import WrongError, shorten
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import Clue, Geometry, clue_as_dict
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, clue_kinds, clues_meant, geometry
from bookmaker.puzzles.rules.places import slants, usual_slants, views
from bookmaker.puzzles.rules.rule import Rule
from bookmaker.puzzles.rules.suggestions import question

# Clues outside the grid in files of other programs: their places, and the lines of cells that they see from there.

_CELL = expression(r"R([0-9]{1,4})C([0-9]{1,4})")
_Line = tuple[int, ...]

_WAYS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""Rows down and columns right, for the directions of arrows."""


def _way(line: Sequence[int], size: int) -> tuple[int, int]:
    (row, column), (down, right) = divmod(line[0], size), divmod(line[1], size)
    return down - row, right - column


def _before(line: Sequence[int], size: int) -> tuple[int, int]:
    row, column = divmod(line[0], size)
    down, right = _way(line, size)
    return row - down, column - right


@cache
def _lines(size: int) -> dict[tuple[int, int, str], _Line]:
    """The line seen from a place around the grid, and in a direction, "" where there is an only one."""
    names = {way: name for name, way in _WAYS.items()}
    return {(*_before(line, size), names.get(_way(line, size), "")): line for line in (*views(size), *slants(size))}


def line_of(cell: Any, direction: Any, size: int, path: str) -> _Line:
    """The line of a clue at a cell outside the grid, such as ``R0C3``, with the direction of its arrow. Raises WrongError."""
    found = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    place = (int(found[1]) - 1, int(found[2]) - 1) if found else (size, size)
    line = _lines(size).get((*place, direction if isinstance(direction, str) else ""))
    if line is None:
        raise WrongError(f"{shorten(cell)} is not a place of such a clue beside a {size}×{size} grid", path)
    return line


def beside(line: Sequence[int], names: list[str], size: int) -> dict[str, Any]:
    """The fields of such a clue; ``names`` are those of its cells."""
    row, column = _before(line, size)
    direction = next((name for name, way in _WAYS.items() if way == _way(line, size)), "")
    place = {"cell": f"R{row + 1}C{column + 1}"}
    return {**place, "cells": names, "direction": direction} if direction else place


def read_words(name: str, words: Sequence[str], size: int, lines: str) -> Iterator[tuple[_Line, int]]:
    """The clues of a rule of the Interactive Sudoku Solver: ``Skyscraper~C1~4~6``, ``Sandwich~10~C8``, ``LittleKiller~9~R3C1``.

    ``lines`` are the symbols of rows and columns from 0. Raises ValueError.
    """
    if name == "LittleKiller":
        number, first = words
        row, column = (_number(symbol, lines) for symbol in (first[1], first[3:]))
        yield _starting(size)[row * size + column], int(number)
        return
    where, numbers = (words[1], words[:1]) if name == "Sandwich" else (words[0], words[1:])
    forward = _forward(where, size, lines)
    if not 1 <= len(numbers) <= 2 or not any(numbers):
        raise ValueError(f"{len(numbers)} numbers")
    for number, line in zip(numbers, (forward, forward[::-1]), strict=False):
        if number:
            yield line, int(number)


def _forward(where: str, size: int, lines: str) -> _Line:
    number = _number(where[1:], lines)
    if where[0] not in "RC" or not 0 <= number < size:
        raise ValueError(where)
    return tuple(views(size))[number if where[0] == "R" else size + number]


def _number(symbol: str, lines: str) -> int:
    if len(symbol) != 1:
        raise ValueError(symbol)
    return lines.index(symbol.lower()) - 1


@cache
def _starting(size: int) -> dict[int, _Line]:
    return {line[0]: line for line in usual_slants(size)}


def words_of(name: str, held: Sequence[tuple[_Line, Sequence[int]]], size: int, lines: str) -> Iterator[str]:
    """The rules of that program for these clues. Raises ValueError for one that it has no place for."""
    ends: dict[str, list[list[str]]] = {}
    for line, (number,) in held:
        if name == "LittleKiller":
            names = [f"R{lines[cell // size + 1]}C{lines[cell % size + 1]}" for cell in line]
            # It has one end of each diagonal only; from the other it is the sum of the same cells.
            usual = line in _starting(size).values()
            yield f"{name}~{number}~{names[0]}" if usual else f"Sum~{number}~{'~'.join(names)}"
            continue
        forward = line[0] < line[-1]
        along_row = abs(line[1] - line[0]) == 1
        first = min(line[0], line[-1])
        where = f"R{lines[first // size + 1]}" if along_row else f"C{lines[first % size + 1]}"
        if name == "Sandwich":
            if not forward:
                raise ValueError("it has one end of each line only")
            yield f"{name}~{number}~{where}"
            continue
        # Two clues at one end contradict each other, and are kept.
        rules = ends.setdefault(where, [])
        if not rules or rules[-1][not forward] not in ("", str(number)):
            rules.append(["", ""])
        rules[-1][not forward] = str(number)
    yield from (f"{name}~{where}~{'~'.join(numbers)}" for where, rules in ends.items() for numbers in rules)


_NAMED = expression(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")

_PARTS = expression("[=~#]")

_MOST = 20
"""The most clues for each cell of a grid: more are not a puzzle. As many numbers are on one clue at most."""

_LARGEST = 10_000
"""No number of a clue is so large."""


def listed(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The clues of a puzzle as JSON of our own has them."""
    return [clue_as_dict(clue, puzzle.geometry) for clue in puzzle.clues]


def read(value: Any, size: int) -> list[Clue] | None:
    """Clues from JSON of our own; None without a list of them. Raises WrongError."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > _MOST * size * size:
        raise WrongError(f"{shorten(value)} is not a list of clues", "clues")
    found = []
    for index, item in enumerate(value):
        path = f"clues[{index}]"
        if not (isinstance(item, dict) and isinstance(item.get("cells"), list) and isinstance(item.get("kind"), str)):
            example = '{"kind": "white-dot", "cells": ["r1c1", "r1c2"]}'
            raise WrongError(f"{shorten(item)} is not a clue, such as {example}", path)
        if item["kind"] not in CLUES:
            advice = question(clues_meant(item["kind"]))
            message = f"there is no clue {shorten(item['kind'])}" + (
                "" if advice else f"; there are {', '.join(CLUES)}"
            )
            raise WrongError(message, f"{path}.kind", advice)
        cells = cells_of(item["cells"], size, f"{path}.cells")
        found.append(Clue(item["kind"], cells, _value_of(item.get("value"), f"{path}.value")))
    return found


def _value_of(value: Any, path: str) -> tuple[int, ...]:
    several = value if isinstance(value, list) else [] if value is None else [value]
    if len(several) > _MOST or not all(type(one) is int and 0 <= one < _LARGEST for one in several):
        raise WrongError(f"{shorten(value)} is neither a number nor a list of numbers", path)
    return tuple(several)


def cells_of(names: Any, size: int, path: str) -> tuple[int, ...]:
    """Cells from a list of their names. Raises WrongError."""
    if not isinstance(names, list) or len(names) > size * size:
        raise WrongError(f"{shorten(names)} is not a list of cells", path)
    cells = []
    for name in names:
        found = _NAMED.fullmatch(name) if isinstance(name, str) else None
        row, column = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (1 <= row <= size and 1 <= column <= size):
            raise WrongError(f'{shorten(name)} is not a cell of a {size}×{size} grid, such as "r1c3"', path)
        cells.append((row - 1) * size + column - 1)
    return tuple(cells)


def placed(
    rules: Collection[str], size: int, regions: tuple[int, ...] | None, clues: Iterable[Clue] | None
) -> Geometry:
    """The geometry of these rules with clues. Raises WrongError for clues that are wrong, or missing."""
    try:
        ground = geometry(rules, size, regions, clues)
    except UsageError as error:
        raise WrongError(error.faults[0].message, "", error.faults[0].advice) from None
    if ground.needs_clues:
        raise WrongError(f"a puzzle of the kind {ground.kind} needs a list of its clues", "clues")
    return ground


def is_coded(word: str) -> bool:
    """Whether a word means a code or a drawing by its meaning, as ``Pair:difference``, and is in no file itself."""
    return ":" in word


def words(format: str) -> frozenset[str]:
    """The names of a foreign format for its clues, if it calls them anything."""
    return frozenset(_PARTS.split(key)[0] for key in _keys(format) if not is_coded(key))


@cache
def _keys(format: str) -> frozenset[str]:
    """The same words with their values, as ``ClueType.foreign`` has them."""
    return frozenset(kind.foreign[format] for kind in CLUES.values() if format in kind.foreign)


Found = Mapping[str, Sequence[tuple[tuple[int, ...], tuple[int, ...]]]]
"""For each word of a clue in a foreign format (``=`` and what always follows it after it) cells and value of each such clue."""


def has_number(key: str) -> bool:
    """Whether a clue's own number follows its word: ``difference#``."""
    return key.endswith("#")


def is_valued(format: str, word: str) -> bool:
    """Whether the clues that a foreign format calls so have numbers of their own."""
    return any(kind.foreign.get(format) == word and kind.value is not None for kind in CLUES.values())


@cache
def _keys_of_word(format: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """For each word of a format its keys, each with the value that it needs, "" for none."""
    found: dict[str, list[tuple[str, str]]] = {}
    for key in sorted(_keys(format)):
        name, *needed = _PARTS.split(key)
        found.setdefault(name, []).append((key, needed[0] if needed else ""))
    return found


def key_of(format: str, word: str, value: object) -> str | None:
    """The word with its value, None if the clue with this value (None: it has none) is not known."""
    for key, needed in _keys_of_word(format).get(word, ()):
        if value in (None, "") and not {"=", "#"} & set(key):
            return key
        if needed and str(value) == needed:
            return key
    numbered = f"{word}#" in _keys(format) and str(value).isascii() and str(value).isdecimal() and len(str(value)) < 4
    return f"{word}#" if numbered else None


def written(key: str) -> tuple[str, str]:
    """The word of a clue, and the value that is written with it, "" for none."""
    word, _, value = key.partition("=")
    return _PARTS.split(word)[0], value


def all_shown_words(format: str) -> frozenset[str]:
    """The words of a format that say of some kind of clue that all are shown."""
    return frozenset(word for rule in _rules(format) if rule.unmarked for word in rule.unmarked.foreign[format])


def _rules(format: str) -> Iterator[Rule]:
    """The rules with clues that a format has words for, those with the most words for "all are shown" first."""
    known = [rule for rule in RULES.values() if rule.clues and format in rule.foreign]
    yield from sorted(known, key=lambda rule: -len(rule.unmarked.foreign[format]) if rule.unmarked else 0)


def _sorted_out(found: Found, format: str) -> Found:
    """Clues with numbers of their own together: where some have another than the usual one, all have; else none has."""
    kept = {word: list(held) for word, held in found.items()}
    for key in filter(has_number, _keys(format)):
        usual = next((other for other in sorted(_keys(format)) if other.startswith(f"{key[:-1]}~")), "")
        number = int(usual.partition("~")[2]) if usual else 0
        if any(value != (number,) for _, value in kept.get(key, ())):
            kept[key] += [(cells, (number,)) for cells, _ in kept.pop(usual, [])]
        elif usual and kept.get(key):
            kept.setdefault(usual, []).extend((cells, ()) for cells, _ in kept.pop(key))
    return kept


def understood(found: Found, shown: Collection[str], format: str) -> tuple[frozenset[str], list[Clue]]:
    """The rules and the clues of a puzzle in a foreign format.

    ``shown`` are the words for kinds of which all are shown. Raises WrongError where the rules for them are not known.
    """
    found = _sorted_out(found, format)
    left, open_ = set(shown), {word for word, cells in found.items() if cells}
    rules: list[Rule] = []
    for rule in _rules(format):
        own = {kind.foreign[format] for kind in rule.clues}
        implied = set(rule.unmarked.foreign[format]) if rule.unmarked else set()
        if (implied and implied <= left) or (not rule.unmarked and own & open_):
            rules.append(rule)
            left -= implied
            open_ -= own
    if left or open_:
        wrong = sorted(left or open_)[0]
        raise WrongError(
            f"{shorten(wrong)} says that all clues of some kind are shown, in a way that is not known here"
        )
    clues = []
    for rule in rules:
        for kind in rule.clues:
            clues += [Clue(kind.name, *held) for held in found.get(kind.foreign[format], ())]
    return frozenset(rule.name for rule in rules), clues


def expressed(
    puzzle: Puzzle, format: str
) -> tuple[dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]], list[str]]:
    """The clues of a puzzle in a foreign format, by its words, and its words for kinds of which all are shown."""
    found: dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for clue in puzzle.clues:
        found.setdefault(CLUES[clue.kind].foreign[format], []).append((clue.cells, clue.value))
    own = [RULES[name] for name in RULES if name in puzzle.geometry.rules]
    return found, [word for rule in own if rule.unmarked for word in rule.unmarked.foreign[format]]


def lacking(puzzle: Puzzle, format: str) -> Iterator[str]:
    """Why the clues of a puzzle cannot be written in a foreign format, in words: it must be read back as the same puzzle."""
    rules = puzzle.geometry.rules
    if not puzzle.geometry.clued or any(
        not RULES[name].only_houses and format not in RULES[name].foreign for name in rules
    ):
        return
    kinds = [kind.foreign[format] for kind in clue_kinds(rules)]
    found, shown = expressed(puzzle, format)
    try:
        again, clues = understood(found, shown, format)
    except WrongError:
        again, clues = frozenset(), []
    own = {name for name in rules if RULES[name].clues}
    if len(set(kinds)) < len(kinds) or again != own or sorted(clues) != sorted(puzzle.clues):
        yield f"the clues of puzzles of the kind {puzzle.geometry.kind}"
