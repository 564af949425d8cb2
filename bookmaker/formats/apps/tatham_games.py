"""Game ids of Simon Tatham's Keen, Towers and Unequal: ``4dn:_a_3a_ab__a_a3,a5s1s2m36``, ``4de:1/2/4/...``, ``5dt:3,0R,0,...``.

Before the colon are the size and the difficulty, which is not part of the puzzle. Keen: the lines between cages as in Solo, where
a letter with a number is repeated, and the operation and number of each cage in the order of their first cells. Towers: numbers
above, below, left and right of the grid, parted by slashes, and then perhaps the givens as in Solo. Unequal: each given, 0 for
none, and the sides on which its neighbour is smaller; ``a`` behind the size: the sides on which the neighbour is one more or
less, all of which are shown. Source: ``keen.c``, ``towers.c`` and ``unequal.c``. No grid has boxes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from bookmaker.formats.apps.clue_drawings import of_targets
from bookmaker.formats.base.format import Line
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import SIZES, Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, ClueType, boxless, geometry, operation_named
from bookmaker.puzzles.rules.places import views

KEEN = r"([0-9]{1,2})((?:d[a-z]|m)*):([a-z_][a-z_0-9]*),((?:[amsd][0-9]{1,9})+)"
TOWERS = r"([0-9]{1,2})((?:d[a-z])?):((?:[0-9]{0,2}/){15,}[0-9]{0,2})(?:,([a-z_0-9]+))?"
UNEQUAL = r"([0-9]{1,2})(a?(?:d[a-z])?):((?:[0-9]{1,2}[URDL]{0,4},){15,}(?:[0-9]{1,2}[URDL]{0,4})?)"
STARTS = rf"(?:{KEEN}|{TOWERS}|{UNEQUAL})(?=\s|$)"
GAMES = {"Keen": KEEN, "Towers": TOWERS, "Unequal": UNEQUAL}

_WORDS = {"a": "add", "s": "sub", "m": "mul", "d": "div"}
_LETTERS = {kind.name: letter for letter, word in _WORDS.items() if (kind := operation_named(word)) is not None}
_SIDES = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_RUN = expression(r"([a-z_])([0-9]+)")
_MOST = 2500
"""Lines and places between cells of the largest grid."""


def _with(look: str, word: str) -> ClueType:
    return next(kind for kind in CLUES.values() if kind.look == look and word in kind.foreign.get("iss", ""))


_TOWER, _SIGN, _BAR = _with("outside", "Skyscraper"), _with("sign", "Greater"), _with("bar", "Dot")


def _rules(kind: ClueType, whole: bool = False) -> frozenset[str]:
    """The rules of a grid without boxes that has these clues."""
    able = [rule for rule in RULES.values() if kind in rule.clues and (rule.unmarked is not None) == whole]
    return boxless({min(able, key=lambda rule: len(rule.clues)).name})


def read(
    line: Line,
    lines: Callable[[str, int, int, str, Line], list[int] | None],
    cells: Callable[[str, int, int, str, int, Line], list[int] | None],
) -> Puzzle | None:
    """The puzzle of a game id, or None once it is a fault. ``lines`` and ``cells`` read those of Solo."""
    matches = ((name, re.fullmatch(pattern, line.text)) for name, pattern in GAMES.items())
    name, found = next(((name, one) for name, one in matches if one is not None), ("", None))
    if found is None:
        line.fault("this is not a game id of Keen, Towers or Unequal")
        return None
    size = int(found[1])
    if size not in SIZES:
        line.fault(f"a grid of {size}×{size}; no grid has that size")
        return None
    if name == "Keen":
        return _keen(found, size, line, lines)
    if name == "Towers":
        numbers = found[3].split("/")
        if len(numbers) != 4 * size:
            line.fault(f"{len(numbers)} numbers around the grid; there are {4 * size} places", found.start(3))
            return None
        rows, columns = tuple(views(size))[:size], tuple(views(size))[size : 2 * size]
        ends = [*columns, *(one[::-1] for one in columns), *rows, *(one[::-1] for one in rows)]
        clues = [_TOWER.clue(end, (int(number),)) for end, number in zip(ends, numbers, strict=True) if number]
        given = cells(found[4], size * size, size, "the givens", found.start(4), line) if found[4] else [0] * size**2
        return None if given is None else _made(_rules(_TOWER), size, clues, given, line)
    fields = found[3].rstrip(",").split(",")
    if len(fields) != size * size:
        line.fault(f"{len(fields)} cells; the grid has {size * size}", found.start(3))
        return None
    adjacent = found[2].startswith("a")
    kind = _BAR if adjacent else _SIGN
    clues = []
    for at, field in enumerate(fields):
        for side in field.lstrip("0123456789"):
            row, column = at // size + _SIDES[side][0], at % size + _SIDES[side][1]
            if not (0 <= row < size and 0 <= column < size):
                line.fault(f"a sign {side} at the edge of the grid", found.start(3))
                return None
            clues.append(kind.clue((at, row * size + column), ()))
    given = [int(field.rstrip("URDL")) for field in fields]
    return _made(_rules(kind, adjacent), size, clues, given, line)


def _keen(
    found: re.Match[str], size: int, line: Line, lines: Callable[[str, int, int, str, Line], list[int] | None]
) -> Puzzle | None:
    if sum(int(many) for _, many in _RUN.findall(found[3])) > _MOST:
        line.fault("more lines between cages than the grid has", found.start(3))
        return None
    text = _RUN.sub(lambda run: run[1] * int(run[2]), found[3])
    labels = lines(text, size, found.start(3), "cages", line)
    targets = re.findall("([amsd])([0-9]+)", found[4])
    if labels is None:
        return None
    members = [[cell for cell, label in enumerate(labels) if label == one] for one in sorted(set(labels))]
    if len(members) != len(targets):
        line.fault(f"{len(targets)} numbers of {len(members)} cages", found.start(4))
        return None
    rules = _rules(next(kind for kind in CLUES.values() if kind.name in _LETTERS))
    listed = [
        ((operation_named(_WORDS[sign]), int(number)), own)
        for (sign, number), own in zip(targets, members, strict=True)
    ]
    try:
        clues, _, givens = of_targets(listed, bytes(size * size), rules, size)
    except ValueError as error:
        line.fault(str(error), found.start(4))
        return None
    return _made(rules, size, clues, list(givens), line)


def _made(rules: frozenset[str], size: int, clues: Iterable[Clue], givens: list[int], line: Line) -> Puzzle | None:
    if max(givens) > size:
        line.fault(f"{max(givens)} is too large for a grid of {size}×{size}")
        return None
    ground = line.source.placed(lambda: geometry(rules, size, None, clues), line.number)
    return None if ground is None else Puzzle(ground, bytes(givens), line.place, line.name)


def game_of(puzzle: Puzzle) -> str:
    """The game that has puzzles of this kind, "" if none has."""
    rules = puzzle.geometry.rules
    kinds = {"Towers": _rules(_TOWER), "Unequal": _rules(_SIGN), "Adjacent": _rules(_BAR, True)}
    kinds["Keen"] = _rules(next(kind for kind in CLUES.values() if kind.name in _LETTERS))
    return next((name for name, own in kinds.items() if own == rules), "")


def lacks(puzzle: Puzzle) -> Iterable[str]:
    """What of a puzzle of one of these games its id cannot hold."""
    size = puzzle.geometry.size
    covered = [cell for clue in puzzle.clues for cell in clue.cells]
    if game_of(puzzle) == "Keen":
        free = [cell for cell in range(size * size) if cell not in covered]
        if len(set(covered)) < len(covered) or puzzle.given_count > len(free):
            yield "givens besides those of cages, or a cell in two cages"
        elif any(not puzzle.givens[cell] for cell in free):
            yield "cells outside all cages"
    ends = [clue.cells for clue in puzzle.clues]
    if len(ends) > len(set(ends)):
        yield "two clues in one place"


def write(puzzle: Puzzle, lines: Callable[[list[int], int], str], runs: Callable[[bytes], str]) -> str:
    """The game id of a puzzle of one of these games."""
    size, game = puzzle.geometry.size, game_of(puzzle)
    if game == "Towers":
        numbers = {clue.cells: str(clue.value[0]) for clue in puzzle.clues}
        rows, columns = tuple(views(size))[:size], tuple(views(size))[size : 2 * size]
        ends = [*columns, *(one[::-1] for one in columns), *rows, *(one[::-1] for one in rows)]
        given = f",{runs(puzzle.givens)}" if puzzle.given_count else ""
        return f"{size}:{'/'.join(numbers.get(end, '') for end in ends)}{given}"
    if game == "Keen":
        owner = list(range(size * size))
        target = {cell: f"a{given}" for cell, given in enumerate(puzzle.givens) if given}
        for clue in puzzle.clues:
            for cell in clue.cells:
                owner[cell] = min(clue.cells)
            target[min(clue.cells)] = f"{_LETTERS[clue.kind]}{clue.value[0]}"
        parts = ["".join(run) for _, run in groupby(lines(owner, size))]
        packed = "".join(run if len(run) < 3 else f"{run[0]}{len(run)}" for run in parts)
        return f"{size}:{packed},{''.join(target[cell] for cell in sorted(set(owner)))}"
    sides = {(down * size + right): side for side, (down, right) in _SIDES.items()}
    signs: dict[int, str] = {}
    for clue in puzzle.clues:
        one, other = clue.cells
        pairs = [(one, other), (other, one)] if game == "Adjacent" else [(one, other)]
        for cell, near in pairs:
            signs[cell] = signs.get(cell, "") + sides[near - cell]
    ordered = {cell: "".join(side for side in _SIDES if side in own) for cell, own in signs.items()}
    return f"{size}{'a' * (game == 'Adjacent')}:" + "".join(
        f"{given}{ordered.get(cell, '')}," for cell, given in enumerate(puzzle.givens)
    )
