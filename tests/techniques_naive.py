"""The techniques as anyone would write them down: sets, and every combination tried. Slow, and held against the finders.

Each function gives the instances as a set of (pattern key, placements, eliminations).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from techniques_data import Position

from bookmaker.puzzles.grid.geometry import House

Effects = frozenset[tuple[int, int]]
Instance = tuple[object, Effects, Effects]
NOTHING: Effects = frozenset()


def _places(at: Position, house: House, digit: int) -> frozenset[int]:
    return frozenset(cell for cell in house.cells if digit in at.candidates[cell])


def _digits(at: Position) -> range:
    return range(1, at.ground.size + 1)


def _gone(at: Position, cells: Iterator[int] | list[int] | set[int], digits: frozenset[int]) -> Effects:
    return frozenset((cell, digit) for cell in cells for digit in digits & at.candidates[cell])


def _seeing_all(at: Position, cells: frozenset[int] | tuple[int, ...]) -> set[int]:
    return set.intersection(*(set(at.ground.peers[cell]) for cell in cells))


def full_houses(at: Position) -> set[Instance]:
    out = set()
    for house in at.ground.houses:
        empty = [cell for cell in house.cells if at.givens[cell] == 0]
        if len(empty) == 1:
            missing = set(_digits(at)) - {at.givens[cell] for cell in house.cells}
            effect = frozenset({(empty[0], missing.pop())})
            out.add((effect, effect, NOTHING))
    return out


def naked_singles(at: Position) -> set[Instance]:
    out = set()
    for cell, left in enumerate(at.candidates):
        if len(left) == 1:
            effect = frozenset({(cell, next(iter(left)))})
            out.add((effect, effect, NOTHING))
    return out


def hidden_singles(at: Position) -> set[Instance]:
    out = set()
    for house in at.ground.houses:
        for digit in _digits(at):
            places = _places(at, house, digit)
            if len(places) == 1:
                effect = frozenset({(next(iter(places)), digit)})
                out.add((effect, effect, NOTHING))
    return out


def intersections(at: Position, box: bool) -> set[Instance]:
    out = set()
    for index, house in enumerate(at.ground.houses):
        for digit in _digits(at):
            places = _places(at, house, digit)
            if (house.kind == "box") == box and len(places) > 1:
                gone = _gone(at, _seeing_all(at, places), frozenset({digit}))
                if gone:
                    out.add(((index, digit), NOTHING, gone))
    return out


def naked(at: Position, size: int) -> set[Instance]:
    out = set()
    for house in at.ground.houses:
        for cells in combinations([cell for cell in house.cells if 2 <= len(at.candidates[cell]) <= size], size):
            digits = frozenset().union(*(at.candidates[cell] for cell in cells))
            gone = _gone(at, _seeing_all(at, cells), digits)
            if len(digits) == size and gone:
                out.add(((frozenset(cells), digits), NOTHING, gone))
    return out


def locked(at: Position, size: int) -> set[Instance]:
    out = set()
    for key, nothing, gone in naked(at, size):
        held = [house for house in at.ground.houses if key[0] <= set(house.cells)]
        if len(held) == 2 and any(house.kind == "box" for house in held):
            one, two = (set(house.cells) for house in held)
            touched = {cell for cell, _ in gone}
            if touched & (one - two) and touched & (two - one):
                out.add((key, nothing, gone))
    return out


def hidden(at: Position, size: int) -> set[Instance]:
    out = set()
    for house in at.ground.houses:
        places = {digit: _places(at, house, digit) for digit in _digits(at)}
        for digits in combinations([digit for digit, cells in places.items() if 2 <= len(cells) <= size], size):
            cells = frozenset().union(*(places[digit] for digit in digits))
            gone = _gone(at, set(cells), frozenset(_digits(at)) - set(digits))
            if len(cells) == size and gone:
                out.add(((cells, frozenset(digits)), NOTHING, gone))
    return out


def fish(at: Position, size: int) -> set[Instance]:
    out = set()
    for base_kind, cover_kind in (("row", "column"), ("column", "row")):
        bases = [house for house in at.ground.houses if house.kind == base_kind]
        covers = [house for house in at.ground.houses if house.kind == cover_kind]
        for digit in _digits(at):
            usable = [house for house in bases if 2 <= len(_places(at, house, digit)) <= size]
            for lines in combinations(usable, size):
                body = frozenset().union(*(_places(at, line, digit) for line in lines))
                over = [house for house in covers if body & set(house.cells)]
                gone = _gone(at, {cell for house in over for cell in house.cells} - body, frozenset({digit}))
                if len(over) == size and gone:
                    out.add(((digit, base_kind, frozenset(line.number for line in lines)), NOTHING, gone))
    return out


TWINS = {
    "full-house": full_houses,
    "naked-single": naked_singles,
    "hidden-single": hidden_singles,
    "pointing": lambda at: intersections(at, True),
    "claiming": lambda at: intersections(at, False),
    "locked-pair": lambda at: locked(at, 2),
    "locked-triple": lambda at: locked(at, 3),
    "naked-pair": lambda at: naked(at, 2),
    "naked-triple": lambda at: naked(at, 3),
    "naked-quadruple": lambda at: naked(at, 4),
    "hidden-pair": lambda at: hidden(at, 2),
    "hidden-triple": lambda at: hidden(at, 3),
    "hidden-quadruple": lambda at: hidden(at, 4),
    "x-wing": lambda at: fish(at, 2),
    "swordfish": lambda at: fish(at, 3),
    "jellyfish": lambda at: fish(at, 4),
}
