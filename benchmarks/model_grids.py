"""Puzzles as clauses for a SAT solver, written apart from the package: cells, houses, what rules and clues say.

Puzzles are those in JSON, on 9x9 grids or several of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, count, product
from typing import Any

from pysat.solvers import Cadical153  # type: ignore[import-untyped]

from benchmarks.model_lines import LOST, Line, Place, lines_of, place_of, sum_of, table

KIND_NAMES = {
    "killer-x": ("killer", "x"),
    "futoshiki": ("latin", "greater-than"),
    "skyscraper-square": ("latin", "skyscrapers"),
    "calcudoku": ("latin", "operations"),
    "easy-as-abc": ("latin", "first-seen"),
    "kropki-square": ("latin", "kropki"),
    "consecutive-square": ("latin", "consecutive"),
}
"""The kinds whose name is not that of their rules, joined by plus signs."""

_NINE = range(9)
_DOWN = [(i, i) for i in _NINE]
_UP = [(8 - i, i) for i in _NINE]
_THREES = list(product(range(3), range(3)))


def _drawing(rows: str) -> list[Place]:
    return [(row, column) for row, line in enumerate(rows.split()) for column, sign in enumerate(line) if sign == "o"]


_HOUSES: dict[str, list[list[Place]]] = {
    "x": [_DOWN, _UP],
    "diagonal-falling": [_DOWN],
    "diagonal-rising": [_UP],
    "windoku": [[(r + i, c + j) for i, j in _THREES] for r, c in product((1, 5), (1, 5))],
    "disjoint-groups": [[(3 * i + r, 3 * j + c) for i, j in _THREES] for r, c in _THREES],
    "centre-dot": [[(3 * i + 1, 3 * j + 1) for i, j in _THREES]],
    "asterisk": [_drawing("_________ ____o____ __o___o__ _________ _o__o__o_ _________ __o___o__ ____o____ _________")],
    "girandola": [
        _drawing("o_______o ____o____ _________ _________ _o__o__o_ _________ _________ ____o____ o_______o")
    ],
}
"""Further houses, which hold each digit once."""


def _moves(*steps: Place) -> list[tuple[Place, Place]]:
    cells = list(product(_NINE, _NINE))
    return [((r, c), (r + i, c + j)) for r, c in cells for i, j in steps if 0 <= r + i < 9 and 0 <= c + j < 9]


_NEIGHBOURS = _moves((0, 1), (1, 0))


def _on_diagonals(offsets: Sequence[int]) -> Iterator[tuple[Place, Place]]:
    cells = list(product(_NINE, _NINE))
    for one, other in combinations(cells, 2):
        (r, c), (s, d) = one, other
        if (r - c == s - d and r - c in offsets) or (r + c == s + d and r + c - 8 in offsets):
            yield one, other


_UNLIKE: dict[str, list[tuple[Place, Place]]] = {
    "anti-knight": _moves((1, 2), (2, 1), (1, -2), (2, -1)),
    "anti-king": _moves((1, 1), (1, -1)),
    "argyle": list(_on_diagonals((-4, -1, 1, 4))),
}
"""Pairs of cells that differ."""

_NOWHERE: dict[str, Callable[[int, int], bool]] = {
    "non-consecutive": lambda one, other: abs(one - other) != 1,
    "kropki": lambda one, other: abs(one - other) != 1 and one != 2 * other and other != 2 * one,
    "doubles": lambda one, other: one != 2 * other and other != 2 * one,
    "consecutive": lambda one, other: abs(one - other) != 1,
    "xv": lambda one, other: one + other not in (5, 10),
}
"""What two neighbours keep that no clue stands between."""

_SHOWN = {
    "kropki": ("white-dot", "black-dot"),
    "doubles": ("black-dot",),
    "consecutive": ("bar",),
    "xv": ("x-sum", "v-sum"),
}
"""The clues of these rules: on a border with one of them they say nothing more."""

_FEW: dict[str, list[list[Place]]] = {"anti-diagonal": [_DOWN, _UP]}
"""Lines that hold three different digits only."""


def _steps(*corners: Place) -> list[Place]:
    return list(corners)


_CORNERS: dict[str, list[Place]] = {
    "twin": _steps((0, 0), (6, 6)),
    "butterfly": list(product((0, 3), (0, 3))),
    "flower": _steps((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "samurai": [*product((0, 12), (0, 12)), (6, 6)],
    "windmill": _steps((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "sohei": _steps((0, 6), (6, 0), (6, 12), (12, 6)),
    "gattai-8": [*product((0, 12), (0, 12, 24)), (6, 6), (6, 18)],
    "shogun": [*product((0, 12), (0, 12, 24, 36)), (6, 6), (6, 18), (6, 30)],
    "sumo": [*product((0, 12, 24), (0, 12, 24)), *product((6, 18), (6, 18))],
    "clueless-1": list(product((0, 9, 18), (0, 9, 18))),
    "clueless-2": list(product((0, 9, 18), (0, 9, 18))),
}
"""Where the grids of several begin."""

_APART = {"clueless-1": range(1, 27, 3), "clueless-2": [*range(3, 6), *range(12, 15), *range(21, 24)]}
"""The rows, and columns, of a tenth grid whose cells lie apart."""

_CLUED = frozenset(
    {
        *(
            "kropki",
            "doubles",
            "kropki-partial",
            "consecutive",
            "xv",
            "xv-partial",
            "greater-than",
            "even-odd",
            "differences",
        ),
        *("dutch-whispers", "modular", "parity-lines", "double-arrows", "ten-lines", "minima", "hidden-skyscrapers"),
        *("ratios", "low-high", "fortress", "clones", "thermometers", "slow-thermometers", "whispers", "renban"),
        *("nabners", "palindrome", "arrow", "between", "lockouts", "quadruples", "region-sums", "zippers"),
        *("outside-sums", "skyscrapers", "sandwich", "x-sums", "numbered-rooms", "first-seen", "little-killer"),
        "entropic",
        "operations",
    }
)
"""Rules that say nothing but what their clues say, or their absence."""

_PLAIN = "killer", "jigsaw", "toroidal", "latin", "classic", "global-entropy", "one-five-nine"

_RULES = frozenset({*_HOUSES, *_UNLIKE, *_NOWHERE, *_FEW, *_CORNERS, *_CLUED, *_PLAIN})


def rules_of(kind: str) -> frozenset[str]:
    """The rules of a kind. Raises KeyError for one that the model does not know."""
    rules = frozenset(name for part in kind.split("+") for name in KIND_NAMES.get(part, (part,)))
    if rules <= _RULES:
        return rules
    raise KeyError(min(rules - _RULES))


def _grids(rules: frozenset[str]) -> list[list[Place]]:
    """The cells of each grid in its own reading order."""
    name = next((name for name in rules if name in _CORNERS), "")
    corners = _CORNERS.get(name, [(0, 0)])
    grids = [[(top + r, left + c) for r, c in product(_NINE, _NINE)] for top, left in corners]
    lines = _APART.get(name)
    return grids if lines is None else [*grids, list(product(lines, lines))]


def _houses(puzzle: dict[str, Any], rules: frozenset[str]) -> Iterator[list[Place]]:
    for cells in _grids(rules):
        own = [[cells[9 * r + c] for c in _NINE] for r in _NINE]
        own += [[cells[9 * r + c] for r in _NINE] for c in _NINE]
        if rules & {"jigsaw", "toroidal"}:
            labels = puzzle["regions"]
            own += [[cells[at] for at in range(81) if labels[at] == label] for label in sorted(set(labels))]
        elif "latin" not in rules:
            own += [[cells[9 * (r + i) + c + j] for i, j in _THREES] for r, c in product((0, 3, 6), (0, 3, 6))]
        for name in rules & set(_HOUSES):
            own += [[cells[9 * r + c] for r, c in house] for house in _HOUSES[name]]
        yield from own


def _unlike(puzzle: dict[str, Any], rules: frozenset[str]) -> set[tuple[Place, Place]]:
    found = {pair for house in _houses(puzzle, rules) for pair in combinations(sorted(house), 2)}
    for cells in _grids(rules):
        for name in rules & set(_UNLIKE):
            found |= {(cells[9 * r + c], cells[9 * s + d]) for (r, c), (s, d) in _UNLIKE[name]}
    for cage in puzzle.get("cages", []):
        found |= set(combinations(sorted(map(place_of, cage["cells"])), 2))
    return found


def _lines(puzzle: dict[str, Any], rules: frozenset[str]) -> Iterator[Line]:
    clues = puzzle.get("clues", [])
    for clue in clues:
        yield from lines_of(clue)
    for cage in puzzle.get("cages", []):
        yield sum_of([place_of(name) for name in cage["cells"]], cage["sum"])
    for name in sorted(rules & set(_NOWHERE)):
        keeps = _NOWHERE[name]
        shown = {frozenset(map(place_of, clue["cells"])) for clue in clues if clue["kind"] in _SHOWN.get(name, ())}
        for cells in _grids(rules):
            for (r, c), (s, d) in _NEIGHBOURS:
                pair = cells[9 * r + c], cells[9 * s + d]
                if frozenset(pair) not in shown:
                    yield table(pair, lambda digits, keeps=keeps: keeps(*digits))  # type: ignore[misc]
    for name in sorted(rules & set(_FEW)):
        for cells in _FEW[name]:
            yield Line(cells, frozenset(), lambda held, place, digit: _at_most_three(held | {digit}))
    for kind, sign in (("fortress", 1), ("minimum", -1)):
        marked = {place_of(clue["cells"][0]) for clue in clues if clue["kind"] == kind}
        for pair in _NEIGHBOURS:
            for one, other in (pair, pair[::-1]):
                if one in marked and other not in marked:
                    yield table((one, other), lambda digits, sign=sign: sign * (digits[0] - digits[1]) > 0)  # type: ignore[misc]
    for cells in _grids(rules):
        yield from _of_rows(cells, rules)


def _of_rows(cells: list[Place], rules: frozenset[str]) -> Iterator[Line]:
    if "global-entropy" in rules:
        for r, c in product(range(8), range(8)):
            four = [cells[9 * (r + down) + c + right] for down in (0, 1) for right in (0, 1)]
            yield table(four, lambda digits: {-(-digit // 3) for digit in digits} == {1, 2, 3})
    if "one-five-nine" in rules:
        for r, c, d in product(_NINE, (1, 5, 9), _NINE):
            # Where the digit in column c is d + 1, the digit there is c.
            pair = cells[9 * r + c - 1], cells[9 * r + d]
            if d + 1 != c:
                yield table(pair, lambda digits, c=c, d=d: digits[0] != d + 1 or digits[1] == c)  # type: ignore[misc]


def _at_most_three(held: frozenset[int]) -> object:
    return held if len(held) <= 3 else LOST


def _clauses(puzzle: dict[str, Any], rules: frozenset[str]) -> Iterator[list[int]]:
    """A puzzle as clauses. Variable 9 * cell + digit: the digit stands in the cell; others are states of lines."""
    places = sorted({place for cells in _grids(rules) for place in cells})
    number = {place: 9 * cell for cell, place in enumerate(places)}
    for first in number.values():
        yield [first + digit for digit in range(1, 10)]
        yield from ([-first - one, -first - other] for one, other in combinations(range(1, 10), 2))
    for one, other in sorted(_unlike(puzzle, rules)):
        yield from ([-number[one] - digit, -number[other] - digit] for digit in range(1, 10))
    for cell, symbol in enumerate(puzzle.get("givens") or ""):
        if symbol not in ".0":
            yield [9 * cell + int(symbol)]
    fresh = count(9 * len(places) + 1)
    for line in _lines(puzzle, rules):
        yield from _of_line(line, number, fresh)


def _of_line(line: Line, number: dict[Place, int], fresh: Iterator[int]) -> Iterator[list[int]]:
    """A line as clauses: each state and digit lead to the next state, and none may be lost or not accepted."""
    layer: dict[Hashable, int] = {line.start: next(fresh)}
    yield [layer[line.start]]
    last = len(line.cells) - 1
    for at, cell in enumerate(line.cells):
        after: dict[Hashable, int] = {}
        for state, variable in layer.items():
            for digit in range(1, 10):
                to = line.step(state, at, digit)
                stands = number[cell] + digit
                if to is LOST or (at == last and not line.accept(to)):
                    yield [-variable, -stands]
                elif at < last:
                    if to not in after:
                        after[to] = next(fresh)
                    yield [-variable, -stands, after[to]]
        layer = after


def is_proper(puzzle: dict[str, Any], solution: Sequence[int]) -> bool:
    """Whether a puzzle in JSON has this solution, the digits of its cells in reading order, and no other."""
    rules = rules_of(puzzle["kind"])
    with Cadical153(bootstrap_with=list(_clauses(puzzle, rules))) as solver:
        answer = [9 * cell + digit for cell, digit in enumerate(solution)]
        if not solver.solve(assumptions=answer):
            return False
        solver.add_clause([-variable for variable in answer])
        return not solver.solve()
