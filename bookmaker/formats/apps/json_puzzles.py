"""The puzzle of a JSON object or list, in the forms that programs and sites write.

Givens have one of the names that tables use, as a text or as rows. Without one, the list or text that is as large as a
grid is the puzzle, under whatever name, and a full one that agrees with it its answer. Cells may be objects that say whether
they are given. ``cages`` are lists of cells, by name (``r1c3``), as [row, column] from 0 on, or as indices from 0 on, with sums.
Names counted from 0 on, and pairs from 1 on, are seen where the cages cover the grid so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from math import isqrt
from typing import Any

from bookmaker.base.errors import Place, UsageError
from bookmaker.formats.apps import fpuzzles, ipuz, sudokupad
from bookmaker.formats.base import cages as cages_
from bookmaker.formats.base import clues, givens_one_by_one, json_cages, json_values
from bookmaker.formats.base.box_shapes import box_said, says_boxes
from bookmaker.formats.base.cell_records import Cells, words_of
from bookmaker.formats.base.cells import SIZE_OF, digits, fits, shown
from bookmaker.formats.base.json_grids import (
    Embedded,
    agree,
    are_puzzles,
    grid_of,
    grid_symbols,
    grids_within,
    is_grid,
    is_listed,
)
from bookmaker.formats.base.json_values import WrongError, says_more, shorten
from bookmaker.formats.base.source import ANSWER, NAMES, NO_ANSWER, PUZZLE, Source, plain_name
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, Clue, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, labels_text
from bookmaker.puzzles.rules import (
    CLASSIC,
    DIAGONALS,
    ClueType,
    arrangements,
    boxless,
    clue_called,
    geometry,
    has_boxes,
    is_caged,
    kind_of,
    known,
    regions_of,
    rules_of,
    unclued,
    with_cages,
)

_GIVENS = PUZZLE | {"mission"}
_KEYS = frozenset({"kind", "size", "diagonals", "regions", "clues", "cages", "candidates", *NAMES})
_OF_ALL = frozenset({"kind", "size", "diagonals"})
_READ_BY_NAME = frozenset({"givens", "size", *NAMES})


def items_of(found: Any) -> Iterator[tuple[str, Any]]:
    """The items of a document, each with its path: those of a list, with the keys around it that hold for all."""
    around: dict[str, Any] = {}
    if isinstance(found, dict) and are_puzzles(found.get("puzzles")):
        around = {key: value for key, value in found.items() if key != "puzzles" and (key in _OF_ALL or says_more(key))}
        found = found["puzzles"]
    if isinstance(found, list) and not is_one(found):
        for index, item in enumerate(found):
            if around and not isinstance(item, dict):
                item = {"givens": item}
            yield f"[{index}]", {**around, **item} if around else item
    else:
        yield "", found


def may_be_part(item: dict[str, Any]) -> bool:
    """Whether an object may be a cell or a cage of a list that is one puzzle."""
    return not any(isinstance(value, str) and len(value) in SIZE_OF for value in item.values()) and not _givens_key(
        item
    )


def is_one(item: Any) -> bool:
    """Whether a list is one puzzle by itself: a grid, its cells, or its cages."""
    if not isinstance(item, list):
        return False
    texts = bool(item) and all(isinstance(row, str) for row in item) and grid_of(item) is not None
    return texts or is_grid(item) or is_listed(item) or json_cages.covered(item) > 0


def read_all(
    item: Any, place: Place, source: Source, path: str, counted: Counter[str] | None = None
) -> Iterator[Puzzle | None]:
    """The puzzles of a JSON value at ``path`` of its document; its faults become faults of the source.

    ``counted`` counts the items of a document without a puzzle. The first ones are reported, and all together by
    :func:`report_others`.
    """
    try:
        yield from _read(item, place, source)
    except WrongError as wrong:
        if counted is not None and isinstance(wrong, _NoPuzzleError):
            counted[wrong.message] += 1
            if counted[wrong.message] > _REPORTED:
                return
        where = ".".join(part for part in (path, wrong.path) if part)
        source.fault(f"{where}: {wrong.message}" if where else wrong.message, place.line, place.column, wrong.advice)
        yield None


class _NoPuzzleError(WrongError):
    """A value that has nothing to do with a puzzle."""


_REPORTED = 3


def report_others(counted: Counter[str], place: Place, source: Source) -> None:
    """Record of each fault that was not reported each time how often it came."""
    for message, times in counted.items():
        if times > _REPORTED:
            source.fault(f"the same fault in {times - _REPORTED} more: {message}", place.line, place.column)


def _read(item: Any, place: Place, source: Source) -> Iterator[Puzzle]:
    if isinstance(item, list) and is_grid(item):
        item = {"givens": item}
    elif isinstance(item, list) and (size := json_cages.covered(item)):
        item = {"cages": item, "size": size}
    elif isinstance(item, dict):
        mapped = cages_.with_mapped(item)
        item = with_listed(item) if mapped is None else mapped[0]
    if isinstance(item, dict) and ipuz.knows(item):
        yield ipuz.from_fields(item, place, source)
    elif isinstance(item, dict) and sudokupad.knows(item):
        yield sudokupad.from_fields(item, place, source)
    elif isinstance(item, dict) and "formatVersion" in item and isinstance(item.get("puzzle"), dict):
        yield _own(_of_sudokumaker(item["puzzle"]), place, source)
    elif isinstance(item, dict) and fpuzzles.knows(item):
        yield fpuzzles.from_fields(item, place, source)
    elif isinstance(item, dict) and _is_own(flat := _flat(item)) and "newboard" not in item:
        yield _own(flat, place, source)
    else:
        yield from _searched(item, place, source)


def _is_own(item: Mapping[str, Any]) -> bool:
    sized = any("".join(words_of(key)) in _SIZES for key in item)
    clued = sized and any(lists_clues(str(key), value) for key, value in item.items())
    return bool(_givens_key(dict(item)) or json_cages.key_of(item) or clued)


def _flat(item: dict[str, Any]) -> dict[str, Any]:
    """The fields of an object, with the lists of an object among them whose keys name clues or cages, and with no empty ones."""
    fields: dict[str, Any] = {}
    for key, value in item.items():
        named = [_called(one) for one, listed in value.items() if listed] if isinstance(value, dict) else []
        if (
            not named
            or not all(named)
            or key in _KEYS
            or not all(isinstance(one, list) for one in value.values() if one)
        ):
            fields[key] = value
            continue
        for name, listed in zip(named, filter(None, value.values()), strict=True):
            if name in item or name in fields:
                return item
            fields[name] = [_of_circle(one) for one in listed]
    return fields


def _called(name: Any) -> str:
    """The name of cages, or of a clue as we call it, that another name means; "" for none."""
    if json_cages.names_cages(str(name)):
        return "cages"
    called = clue_called(str(name))
    return "" if called is None else called[0].name


def _of_circle(one: Any) -> Any:
    """A line written as its first cell and the whole of it, ``{"cells": [a], "lines": [[a, b, c]]}``, as its cells; without an
    empty value.
    """
    if not isinstance(one, dict):
        return one
    one = {key: value for key, value in one.items() if value != ""}
    cells, paths = one.get("cells"), one.get("lines")
    whole = isinstance(paths, list) and len(paths) == 1 and isinstance(paths[0], list) and paths[0]
    return paths[0] if whole and len(one) == 2 and isinstance(cells, list) and cells == paths[0][:1] else one


def with_listed(item: dict[str, Any]) -> dict[str, Any]:
    """The fields of an object whose givens are a list of cells with their digits, perhaps among its constraints."""
    within = item.get("constraints")
    fields = {**item, **within} if isinstance(within, dict) and not item.keys() & within.keys() else dict(item)
    sizes = [key for key, value in fields.items() if "".join(words_of(key)) in _SIZES and isinstance(value, int)]
    givens = [key for key, value in fields.items() if "".join(words_of(key)) in _LISTED and isinstance(value, list)]
    if not (len(sizes) == len(givens) == 1 and all(isinstance(one, dict) for one in fields[givens[0]])):
        return item
    if within is not None and fields.keys() > item.keys():
        del fields["constraints"]
    size, cells = fields.pop(sizes[0]), fields.pop(givens[0])
    found = grid_of(cells, size) if cells and size in BOXES else None
    if (cells and found is None) or size not in BOXES:
        return item
    return {**fields, "size": size, "givens": found.givens if found is not None else "." * size * size}


_SIZES = frozenset({"size", "gridsize", "boardsize", "puzzlesize", "dimension", "n"})
_LISTED = frozenset(
    f"{one}{other}"
    for one in ("fixed", "given", "prefilled")
    for other in ("", "s", "numbers", "digits", "cells", "values")
)


def _of_sudokumaker(puzzle: dict[str, Any]) -> dict[str, Any]:
    """Our own fields of a puzzle of SudokuMaker: cells, the usual rules, and cages. Raises WrongError for other rules."""
    cells, constraints = puzzle.get("cells"), puzzle.get("constraints")
    listed = constraints if isinstance(constraints, list) else []
    kinds = [one.get("type") if isinstance(one, dict) else one for one in listed if not _is_off(one)]
    strange = next((kind for kind in kinds if kind not in (_USUAL_RULES, _CAGES)), None)
    if strange is not None or _USUAL_RULES not in kinds or puzzle.get("minDigit", 1) != 1:
        named = shorten(strange) if strange is not None else "other than the usual ones"
        raise WrongError(f"constraints of SudokuMaker, {named}, that are not known here", "constraints")
    cages = [cage for one in listed if one.get("type") == _CAGES for cage in one.get("cages") or []]
    summed = [{**cage, "value": cage.get("value") or None} if isinstance(cage, dict) else cage for cage in cages]
    fields = {"size": puzzle["size"]} if "size" in puzzle else {}
    return {**fields, "givens": cells, "name": puzzle.get("title") or "", **({"cages": summed} if cages else {})}


def _is_off(constraint: Any) -> bool:
    return isinstance(constraint, dict) and constraint.get("enabled") is False


_USUAL_RULES, _CAGES = 0, 301


def _searched(item: Any, place: Place, source: Source) -> Iterator[Puzzle]:
    """The puzzles of a value that has its grids under other names, or deeper within."""
    whole = grid_of(item) if isinstance(item, dict | list) else None
    found = [] if whole else list(grids_within([item] if isinstance(item, str) else item))
    if whole is not None:
        found = [Embedded("", whole, "")]
    listed = [] if found else list(_cages_within(item))
    if listed:
        for cages in listed:
            kind = {"kind": "calcudoku"} if json_cages.are_signed(cages) else {}
            yield _own({**kind, "cages": cages, "size": json_cages.covered(cages)}, place, source)
        return
    if not found:
        if isinstance(item, dict):
            raise _NoPuzzleError('neither "cages" nor "givens"')
        raise _NoPuzzleError(f'{shorten(item)} is not a puzzle; an object with "cages" or "givens" is expected')
    for one in found:
        if one.path and isinstance(item, dict | list):
            source.guess(f"{shorten(one.path)} is taken for the puzzle", place.line, place.column)
        fields = dict(_of_others(one.others))
        yield _own({**fields, "givens": one.grid, "name": plain_name(one.name)}, place, source)


_DEEPEST = 6


def _cages_within(item: Any, depth: int = 0) -> Iterator[list[Any]]:
    """The lists of cages, each of which covers a grid, within objects and lists that have nothing else."""
    if isinstance(item, list) and json_cages.covered(item):
        yield item
    elif isinstance(item, list | dict) and depth < _DEEPEST:
        for one in item.values() if isinstance(item, dict) else item:
            yield from _cages_within(one, depth + 1)


def _of_others(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields around a grid under another name, which may mean anything by our own keys."""
    for key, value in fields.items():
        if key == "kind" and not (isinstance(value, str) and known(value)):
            yield "type", value
        elif key.lower() in ANSWER:
            found = grid_of(value)
            if found is not None and "." not in found.givens:
                yield key, found.givens
        elif key not in _READ_BY_NAME and (key not in ("regions", "clues") or isinstance(value, str | list)):
            yield key, value


_FIRST = frozenset({"initial", "start", "starting", "given", "begin"})


def names_givens(key: str) -> bool:
    """Whether a key names the givens: ``puzzle``, ``initial_board``, ``startGrid``."""
    words = words_of(key)
    return key.lower() in _GIVENS or (len(words) == 2 and bool(_FIRST & set(words)) and bool(_GIVENS & set(words)))


def _givens_key(item: dict[str, Any]) -> str:
    """The name under which an object has its givens, "" if it has none under a usual one. A mere number is none."""
    keys = [key for key in item if names_givens(key) and isinstance(item[key], str | list | Cells)]
    if len(keys) != 1:
        return keys[0] if keys and json_cages.key_of(item) else ""
    # A full grid may be the answer of a puzzle that has another name.
    value = item[keys[0]]
    others = [one for one in item.values() if isinstance(one, list) and one is not value and is_grid(one)]
    rows = isinstance(value, list) and _by_name(value) is None and is_grid(value)
    full = rows and "." not in "".join(grid_symbols(value))
    return "" if full and others else keys[0]


def _own(item: dict[str, Any], place: Place, source: Source) -> Puzzle:
    item = {key: value for key, value in item.items() if key.lower() not in ANSWER or not _is_no_answer(value)}
    givens_key = _givens_key(item) or _other_givens(item) or "givens"
    # A number under "solutions" is how many there are, as our own commands print it.
    solution_key = _answer_key(item, givens_key)
    cages_key = json_cages.key_of(item) or "cages"
    found = _grid(item.get(givens_key), item.get("size"))
    if found is not None:
        for guess in found.guesses:
            source.guess(guess, place.line, place.column)
        mapped = {} if found.regions is None else {"regions": labels_text(found.regions)}
        item = {"size": found.size, solution_key: found.answer, **mapped, **item, givens_key: found.givens}
    listed = item.get(cages_key) or []
    if json_cages.is_guessed(cages_key, listed):
        source.guess(f"{shorten(cages_key)} is taken for cages", place.line, place.column)
    size = _size(item, source, listed, givens_key, solution_key)
    lined = _lines_by_name(item, size)
    read = {*_KEYS, givens_key, solution_key, cages_key, *lined}
    rules = _rules(item, source, bool(listed), read, place)
    for guess in filter(None, (guess for _, _, guess in lined.values())):
        source.guess(guess, place.line, place.column)
    of_cages = json_cages.read(
        listed, size, lambda: _answered(item, solution_key, size), cages_key, not rules.isdisjoint(json_cages.OPERATED)
    )
    cages = of_cages.cages
    if of_cages.guess:
        source.guess(of_cages.guess, place.line, place.column)
    for cage in of_cages.others:
        if json_values.said(cage, (), kind_of(with_cages(CLASSIC)), place, source):
            raise WrongError(f"a cage with {shorten(cage)}, which is not known here", cages_key)
    ground = _ground(item, size, with_cages(rules) if cages and "kind" not in item else rules, of_cages, lined)
    if any(map(says_boxes, item)):
        source.boxed.add(place)
    answer = _cells(item, solution_key, ground)
    if answer is not None and 0 in answer:
        raise WrongError("an answer has no empty cells", solution_key)
    if cages and not ground.caged:
        raise WrongError(f"a puzzle of the kind {ground.kind} has no cages", "kind")
    name = plain_name(str(next((item[key] for key in NAMES if item.get(key) not in (None, "")), "")))
    if not name and isinstance(item.get("puzzle"), int):
        name = str(item["puzzle"])
    givens = _cells(item, givens_key, ground) or bytes(ground.cell_count)
    for cell, digit in of_cages.givens:
        givens = givens[:cell] + bytes([digit]) + givens[cell + 1 :]
    if found is not None and not (any(givens) or cages or ground.clued):
        raise WrongError("no cell has a digit", givens_key)
    try:
        return Puzzle(ground, givens, place, name, answer, cages, _masks(item.get("candidates"), givens))
    except ValueError as error:
        raise WrongError(str(error)) from None


_SOLVED = ANSWER | {"solved", "filled", "complete", "completed", "final", "full"}


def _answer_key(item: dict[str, Any], givens_key: str) -> str:
    """The name under which an object has its answer: a usual one, or that of the only full grid called so.

    ``solutionGrid``, ``filled_board``.
    """
    usual = next((key for key in item if key.lower() in ANSWER and isinstance(item[key], str | list)), "")
    given = None if usual else _plain_grid(item.get(givens_key))
    keys = [
        key
        for key in item
        if given is not None and key != givens_key and not _SOLVED.isdisjoint(words_of(key))
        if (grid := _plain_grid(item[key])) is not None and "." not in grid.givens and grid.size == given.size
        if agree(given.givens, grid.givens) or not ANSWER.isdisjoint(words_of(key))
    ]
    return usual or (keys[0] if len(keys) == 1 else "solution")


def _plain_grid(value: Any) -> Cells | None:
    """The grid of a text, or of a list without objects."""
    if not isinstance(value, str | list) or (isinstance(value, list) and not is_grid(value)):
        return None
    try:
        return grid_of(value)
    except WrongError:
        return None


def _is_no_answer(value: Any) -> bool:
    return (type(value) is int and value == 0) or (isinstance(value, str) and value.strip().lower() in NO_ANSWER)


def _masks(value: Any, cells: bytes) -> tuple[int, ...] | None:
    sound = isinstance(value, list) and len(value) == len(cells) and all(type(mask) is int for mask in value)
    return tuple(value) if sound else None


def _rules(item: dict[str, Any], source: Source, caged: bool, read: Collection[str], place: Place) -> frozenset[str]:
    """The rules that an object says. Raises WrongError."""
    kind, diagonals = item.get("kind"), item.get("diagonals")
    if not (diagonals is None or isinstance(diagonals, bool)):
        raise WrongError(f"{shorten(diagonals)} is neither true nor false", "diagonals")
    try:
        if kind is not None:
            rules = rules_of(kind_named(kind))
        else:
            rules = rules_of(source.kind if diagonals is None else DIAGONALS if diagonals else CLASSIC)
        own = "+".join(sorted(with_cages(rules) if caged else rules))
        more = rules_of(json_values.said(item, read, own, place, source) or [CLASSIC])
        if is_caged(kind_of(more)) and not caged:
            raise WrongError(f"it is called {kind_of(more)}, and has no cages")
        return rules if more <= rules else rules_of([*rules, *more])
    except UsageError as error:
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None


def _ground(
    item: dict[str, Any],
    size: int,
    rules: frozenset[str],
    found: json_cages.Found,
    lined: Mapping[str, tuple[Collection[str], Collection[Clue], str]],
) -> Geometry:
    areas = item.get("regions")
    mapped = json_values.map_of(areas, size) if isinstance(areas, list) else None
    labels = "".join(mapped) if mapped is not None and len("".join(mapped)) == len(mapped) else _joined(areas)
    if not (labels is None or isinstance(labels, str)):
        raise WrongError(f"{shorten(labels)} is not text of {size * size} symbols", "regions")
    try:
        regions = None if labels is None else regions_of(labels, size)
    except ValueError as error:
        raise WrongError(f"the map of its regions {error}", "regions") from None
    listed = clues.read(item.get("clues"), size)
    if found.clues:
        rules, listed = _operated(rules, size, found.clues), [*(listed or ()), *found.clues]
    for more, drawn, _ in lined.values():
        rules, listed = rules_of([*rules, *more]), [*(listed or ()), *drawn]
    try:
        box = None if regions is not None or not has_boxes(rules) else box_said(item, size)
        ground = geometry(rules, size, regions, box=box)
        if listed is not None and not ground.clued:
            raise WrongError(f"a puzzle of the kind {ground.kind} has no clues", "clues")
        if ground.clued:
            return clues.placed(rules, size, ground.areas, listed)
    except UsageError as error:  # Not every kind has every size.
        raise WrongError(error.faults[0].message, "kind", error.faults[0].advice) from None
    if ground.needs_regions:
        raise WrongError(f"a puzzle of the kind {ground.kind} needs a map of its regions", "regions")
    return ground


def _operated(rules: frozenset[str], size: int, found: Collection[Clue]) -> frozenset[str]:
    """The rules with that of cages with an operation: alone these are a Latin square's, where they cover it."""
    cells = sum(len(clue.cells) for clue in found)
    alone = not unclued(rules) and cells * 2 > size * size
    rules = unclued(rules) | json_cages.OPERATED
    return boxless(rules) if alone else rules


def lists_clues(key: str, value: Any) -> bool:
    """Whether a value is a list of clues by its name, or by the names that its items begin with."""
    if not isinstance(value, list) or not value or key in _KEYS:
        return False
    return clue_called(key) is not None or all(
        isinstance(one, list) and len(one) > 1 and isinstance(one[0], str) and clue_called(one[0]) for one in value
    )


def _lines_by_name(item: Mapping[str, Any], size: int) -> dict[str, tuple[list[str], list[Clue], str]]:
    """Lists of clues under the name of their rule (``thermos``, ``white_dots``), or of which each begins with it
    (``[["white_dot", "r1c1", "r1c2"]]``), by their keys: the rules, their clues, and a guess.
    """
    parts: list[tuple[str, ClueType, str, list[Any]]] = []
    for key, value in item.items():
        if lists_clues(str(key), value):
            parts += ((str(key), kind, rule, some) for kind, rule, some in _shared(str(key), value, size))
    # All of them count their cells from the same number on.
    read = json_cages.lines([one for *_, some in parts for one in some], size) if parts else None
    found: dict[str, tuple[list[str], list[Clue], str]] = {}
    rest, guess = iter(read[0] if read is not None else ()), read[1] if read is not None else ""
    for key, kind, rule, some in parts if read is not None else ():
        rules, drawn, _ = found.setdefault(key, ([], [], guess))
        rules.append(rule)
        drawn += (kind.clue(cells, () if number is None else (number,)) for cells, number in islice(rest, len(some)))
    return found


def _shared(key: str, listed: list[Any], size: int) -> Iterator[tuple[ClueType, str, list[Any]]]:
    """The kinds of clues of a list, and the cells of each; none where one of them is not known."""
    called = clue_called(key)
    groups = [(called, listed)]
    if called is None:
        names = dict.fromkeys(one[0] for one in listed)
        groups = [(clue_called(name), [one[1:] for one in listed if one[0] == name]) for name in names]
    parts = [
        (named[0], named[1], [[one] for one in some] if named[0].shape == "cell" else some)
        for named, some in groups
        if named is not None
    ]
    for kind, _, some in parts:
        lines = json_cages.lines(some, size)
        if lines is None or not all((number is None) == (kind.value is None) for _, number in lines[0]):
            return
        if kind.shape == "border" and any(len(cells) != 2 for cells, _ in lines[0]):
            return
    yield from parts


def _other_givens(item: Mapping[str, Any]) -> str:
    """The only key of an object with cages under which there is a grid, whatever it is called. Raises WrongError for several.

    A full grid may be the answer, or a map, unless it is called the givens.
    """
    size, named = item.get("size"), {*_KEYS, json_cages.key_of(item)}
    sized = size if isinstance(size, int) and size in BOXES else 9
    keys = [
        key
        for key, value in item.items()
        if key not in named and key.lower() not in ANSWER and isinstance(value, str | list | dict)
        if not says_more(key) and (grid := grid_of(value, sized)) is not None and grid.size == sized
        if "." in grid.givens or key.lower().startswith("given")
    ]
    if len(keys) > 1:
        raise WrongError(f"{' and '.join(map(shorten, keys))} may both be the givens", "", 'call them "givens"')
    return keys[0] if keys else ""


def _size(item: dict[str, Any], source: Source, listed: Any, *keys: str) -> int:
    size = item.get("size")
    if size is not None:
        if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
            raise WrongError(f"{shorten(size)} is not a size of a grid; sizes are {', '.join(map(str, SIZES))}", "size")
        return size
    kind = item.get("kind", source.kind)
    if any(name in arrangements() for name in (kind if isinstance(kind, list) else str(kind).split("+"))):
        return 9
    for key in keys:
        text = _joined(item.get(key))
        if isinstance(text, str) and text and _by_name(item.get(key)) is None:
            side = isqrt(len(text))
            return side if side * side == len(text) and side in SIZES else 9
    return json_cages.covered(listed) or 9


def _answered(item: dict[str, Any], key: str, size: int) -> bytes | None:
    """The answer, from which cages without a sum have theirs."""
    text = _joined(item.get(key))
    cells = digits(text) if isinstance(text, str) else b""
    return cells if len(cells) == size * size and 0 not in cells and fits(cells, size) else None


def _grid(value: Any, sized: Any) -> Cells | None:
    """The grid of a value that is more than a text: records of cells, or rows of them."""
    if isinstance(value, Cells) or not isinstance(value, list | dict) or _by_name(value) is not None:
        return value if isinstance(value, Cells) else None
    return grid_of(value, sized if isinstance(sized, int) and sized in BOXES else None)


def _joined(value: Any) -> Any:
    """Cells in one text, from a text or from rows of texts or numbers."""
    if isinstance(value, list):
        named = _by_name(value)
        if named is not None:
            return named
        if is_grid(value):
            return "".join(grid_symbols(value))
        return "".join("".join(map(str, row)) if isinstance(row, list) else str(row) for row in value[:_MOST_CELLS])
    return "".join(value.split()) if isinstance(value, str) and "\n" in value else value


_MOST_CELLS = 1000
"""More than there are in any puzzle."""


def _by_name(value: Any) -> str | None:
    """The text of givens by the names of their cells, of a text or of texts in a list; None for anything else."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value[:_MOST_CELLS]):
        value = "\n".join(value[:_MOST_CELLS])
    # Cells may begin a line below the word.
    begins = isinstance(value, str) and givens_one_by_one.BEGINS.match(" ".join(value[:_MOST_CELLS].split()))
    return value if begins else None


def _cells(item: dict[str, Any], key: str, ground: Geometry) -> bytes | None:
    text, size, count = _joined(item.get(key)), ground.size, ground.cell_count
    if ground.overlapping and isinstance(text, str):
        # Rows of several grids have blanks where no cell is.
        text = "".join(text.split())
    if text is None or text == "":
        return None
    if not isinstance(text, str):
        raise WrongError(f"{shorten(text)} is not text of {count} symbols", key)
    named = None if ground.overlapping else _by_name(item[key])
    if named is not None:
        text = givens_one_by_one.cells_of(named, size) or text
    cells = digits(text)
    if len(text) != count:
        raise WrongError(f"{len(text)} symbols; the grid has {count} cells", key)
    if not fits(cells, size):
        at = next(at for at, digit in enumerate(cells) if digit > size)
        raise WrongError(
            f"{text[at]!r} in {cell_name(at, ground)} is neither a digit of a {size}×{size} grid nor an empty cell", key
        )
    return cells


def kind_named(kind: Any) -> str:
    """The kind that a field names, one name or a list of them. Raises UsageError for anything else."""
    names = kind if isinstance(kind, list) else [kind]
    for name in names or [kind]:
        if not isinstance(name, str) or not known(name):
            rules_of(shown(name if isinstance(name, str) else json.dumps(kind)).strip("'"))
    return "+".join(names)
