"""Interactive Sudoku Solver: ``.Cage~15~R1C3~R1C4~R1C5.~R1C9_5.Diagonal~1``, by itself or after ``?q=`` in an address.

Each rule begins with a dot. Givens (a rule without a name), cages (with the sum 0 if it is unknown), maps of regions are read,
and the rules that have a word of this format; any other rule is a fault, as the puzzle would be another without it. Only 9×9 can
be written so. Source: ``js/sudoku_constraint.js`` of github.com/sigh/Interactive-Sudoku-Solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from bookmaker.errors import UsageError
from bookmaker.formats import clues
from bookmaker.formats.cage_labels import LONGEST_NUMBER, Capacity
from bookmaker.formats.cells import digits, fits
from bookmaker.formats.objects import WrongError
from bookmaker.formats.oneline import Line, one_line, shown
from bookmaker.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.variants import expressed, geometry, regions_of, understood, vocabulary, with_cages

_ADDRESS = re.compile(r"https?://[^\s?#]*[Ii]nteractive-[Ss]udoku-[Ss]olver[^\s?#]*")
_STARTS = rf"{_ADDRESS.pattern}|\.(?:[A-Z][A-Za-z]*)?~[-RrSs0-9]|\.[A-Z][a-z]{{3,}}[A-Za-z]*[.~]"
_QUERY = re.compile(r"[?&]q=([^&#]*)")
_CELL = re.compile(r"[Rr]([1-9])[Cc]([1-9])")
_GIVEN = re.compile(r"([Rr][1-9][Cc][1-9])_([1-9])")
_SIZE = 9
_NAME = "iss"
_CLUES = clues.words(_NAME)
_SHOWN = clues.all_shown_words(_NAME)


def _read(line: Line) -> Puzzle | None:
    text, at = line.text, 0
    address = _ADDRESS.match(text)
    if address is not None:
        query = _QUERY.search(text)
        if query is None:
            line.fault("this address holds no puzzle", 0, "copy the whole address, with q= in it")
            return None
        text, at = unquote(query[1]), query.start(1)
        if len(text) == _SIZE * _SIZE and fits(digits(text), _SIZE):
            return line.source.puzzle(_SIZE, digits(text), line.place, line.name)
    givens = bytearray(_SIZE * _SIZE)
    cages: list[Cage] = []
    extra: list[str] = []
    regions: list[str] = []
    found_clues: dict[str, list[tuple[int, ...]]] = {}
    sound = True
    for found in re.finditer(r"\.([^.]*)|[^.]+", text):
        # Places within an address are those of its beginning: what is encoded there is longer than what is read.
        offset = at if address is not None else found.start()
        rule = found[1] if found[1] is not None else None
        wrong = (
            f"{shown(found[0])} is no rule, such as .Cage~3~R1C1~R1C2"
            if rule is None
            else _take(rule.rstrip(), givens, cages, extra, regions, found_clues)
        )
        if wrong:
            line.fault(wrong, offset)
            sound = False
    if not sound:
        return None
    labels = regions_of(regions[0], _SIZE) if regions else None
    try:
        rules, held = clues.understood(found_clues, [word for word in extra if word in _SHOWN], _NAME)
        rules |= understood([word for word in extra if word not in _SHOWN], _NAME)
        ground = geometry(with_cages(rules) if cages else rules, _SIZE, labels, held)
    except (WrongError, UsageError) as error:
        line.fault(error.message if isinstance(error, WrongError) else error.faults[0].message, at)
        return None
    return Puzzle(ground, bytes(givens), line.place, line.name, cages=tuple(cages))


def _take(
    rule: str,
    givens: bytearray,
    cages: list[Cage],
    extra: list[str],
    regions: list[str],
    clued: dict[str, list[tuple[int, ...]]],
) -> str:
    """Add a rule; what is wrong with it, "" if nothing."""
    name, *words = rule.split("~")
    if not name:
        for word in words:
            given = _GIVEN.fullmatch(word)
            if given is None:
                return f"{shown(word)} is no given, such as R1C9_5"
            cell = _cell(given[1])
            assert cell is not None
            if givens[cell] not in (0, int(given[2])):
                return f"two givens in {given[1]}"
            givens[cell] = int(given[2])
        return ""
    if name == "Shape":
        return "" if words == ["9x9"] else f"a grid of the shape {shown('~'.join(words))}; only 9x9 can be read"
    if name == "Cage" and words and words[0].isascii() and words[0].isdigit() and len(words[0]) <= LONGEST_NUMBER:
        cells = [_cell(word) for word in words[1:]]
        if None in cells:
            return f"{shown(words[1 + cells.index(None)])} is no cell, such as R1C2"
        cages.append(Cage(tuple(cell for cell in cells if cell is not None), int(words[0]) or None))
        return ""
    if name == "Jigsaw" and len(words) == 1 and not regions:
        try:
            regions_of(words[0], _SIZE)
        except ValueError as error:
            return f"the map of regions {shown(words[0])} {error}"
        regions.append(words[0])
        return ""
    if name == "NoBoxes" and not words:
        return "" if regions else "a grid without boxes, which is not known here without a map of regions before it"
    if name in _CLUES:
        return _take_clue(name, words, clued)
    if rule in vocabulary(_NAME) or rule in _SHOWN:
        extra.append(rule)
        return ""
    return f"the rule {shown(rule)} is not known here, and without it this would be another puzzle"


def _take_clue(name: str, words: list[str], clued: dict[str, list[tuple[int, ...]]]) -> str:
    """Add a clue; what is wrong with it, "" if nothing."""
    value = words.pop(0) if words and words[0].isdigit() else None
    key = clues.key_of(_NAME, name, value)
    if key is None:
        return f"the rule {shown(f'{name}~{value}')} is not known here, and without it this would be another puzzle"
    cells = [_cell(word) for word in words]
    if None in cells or not cells:
        return f"{shown('~'.join(words))} is no list of cells, such as R1C2~R1C3"
    clued.setdefault(key, []).append(tuple(cell for cell in cells if cell is not None))
    return ""


def _cell(word: str) -> int | None:
    found = _CELL.fullmatch(word)
    return None if found is None else (int(found[1]) - 1) * _SIZE + int(found[2]) - 1


def _write(puzzle: Puzzle) -> str:
    ground = puzzle.geometry
    out = [f".Jigsaw~{''.join(map(str, ground.regions))}"] if ground.regions else []
    out += [f".{rule}" for rule in sorted(expressed(ground.rules, _NAME)[0])]
    if ground.clued:
        found, shown = clues.expressed(puzzle, _NAME)
        out += [f".{word}" for word in shown]
        out += [
            f".{'~'.join([*filter(None, clues.written(word)), *map(_name, cells)])}"
            for word, held in found.items()
            for cells in held
        ]
    out += [f".Cage~{cage.sum or 0}~{'~'.join(map(_name, cage.cells))}" for cage in puzzle.cages]
    given = [f"~{_name(cell)}_{symbol}" for cell, symbol in enumerate(cells_text(puzzle.givens)) if symbol != "."]
    return "".join([*out, f".{''.join(given)}" if given else ""])


def _name(cell: int) -> str:
    return f"R{cell // _SIZE + 1}C{cell % _SIZE + 1}"


_CAPACITY = Capacity(format=_NAME, uncaged=True, regions=True, sizes=(_SIZE,), givens=True)


def _also(puzzle: Puzzle) -> Iterator[str]:
    yield from clues.lacking(puzzle, _NAME)
    if puzzle.geometry.caged and not puzzle.cages:
        yield "a Killer without cages"
    elif not puzzle.geometry.rules and not puzzle.given_count:
        yield "a puzzle without givens"


FORMAT = one_line(
    _NAME, _STARTS, _CAPACITY, _read, _write, frozenset({"kind", "givens", "cages", "clues", "name"}), _also
)
