"""Further houses: diagonals, windows, and houses of single cells.

The falling diagonal begins in r1c1; Sudoku X has both. Windoku has four more boxes, one cell in from the corners. Disjoint groups
are the cells at one place of each box; centre dot, asterisk and girandola have one house each.
"""

from __future__ import annotations

from collections.abc import Callable

from bookmaker.puzzles.grid.geometry import BOXES, House, rows_columns_boxes
from bookmaker.puzzles.rules.rule import Rule


def _groups(box: tuple[int, int]) -> tuple[House, ...]:
    """The cells at the same place of each box."""
    size = box[0] * box[1]
    boxes = [house.cells for house in rows_columns_boxes(size, box) if house.kind == "box"]
    return tuple(House("group", place + 1, tuple(sorted(cells[place] for cells in boxes))) for place in range(size))


def _of(kind: str, drawing: str) -> Callable[[int], tuple[House, ...]]:
    """The house of the cells marked in a drawing of the 9x9 grid."""
    cells = tuple(cell for cell, sign in enumerate("".join(drawing.split())) if sign == "*")
    return lambda size: (House(kind, 1, cells),)


def _shape(name: str, drawing: str, foreign: str = "") -> Rule:
    words = {"iss": (foreign,)} if foreign else {}
    why = "its cells are known in print for 9x9 only"
    sizes = frozenset({9})
    return Rule(name=name, houses=_of(name, drawing), sizes=sizes, why=why, uniqueness=True, foreign=words)


DISJOINT_GROUPS = Rule(
    name="disjoint-groups",
    houses=lambda size: _groups(BOXES[size]),
    by_box=_groups,
    shaded=False,
    sizes=frozenset(BOXES),
    why="its groups are places in boxes, and there are none of this size",
    uniqueness=True,
    foreign={"f-puzzles": ("disjointgroups",), "iss": ("DisjointSets",)},
)
CENTRE_DOT = _shape(
    "centre-dot",
    "......... .*..*..*. ......... ......... .*..*..*. ......... ......... .*..*..*. .........",
)
ASTERISK = _shape(
    "asterisk",
    "......... ....*.... ..*...*.. ......... .*..*..*. ......... ..*...*.. ....*.... .........",
)
GIRANDOLA = _shape(
    "girandola",
    "*.......* ....*.... ......... ......... .*..*..*. ......... ......... ....*.... *.......*",
)


def _windows(size: int) -> tuple[House, ...]:
    corners = [(top, left) for top in (1, 5) for left in (1, 5)]
    windows = [tuple((top + i) * size + left + j for i in range(3) for j in range(3)) for top, left in corners]
    return tuple(House("window", number, cells) for number, cells in enumerate(windows, 1))


WINDOKU = Rule(
    name="windoku",
    houses=_windows,
    sizes=frozenset({9}),
    why="windows are known in print for 9x9 only",
    uniqueness=True,
    foreign={"iss": ("Windoku",)},
)


def _falling(size: int) -> tuple[House, ...]:
    return (House("diagonal", 1, tuple(i * size + i for i in range(size))),)


def _rising(size: int, number: int = 1) -> tuple[House, ...]:
    return (House("diagonal", number, tuple((size - 1 - i) * size + i for i in range(size))),)


def _both(size: int) -> tuple[House, ...]:
    return (*_falling(size), *_rising(size, 2))


FALLING = Rule(
    name="diagonal-falling",
    houses=_falling,
    uniqueness=True,
    foreign={"f-puzzles": ("diagonal-",), "iss": ("Diagonal~-1",)},
)
RISING = Rule(
    name="diagonal-rising",
    houses=_rising,
    uniqueness=True,
    foreign={"f-puzzles": ("diagonal+",), "iss": ("Diagonal~1",)},
)
X = Rule(
    name="x",
    houses=_both,
    absorbs=frozenset({FALLING.name, RISING.name}),
    uniqueness=True,
    foreign={
        "f-puzzles": ("diagonal+", "diagonal-"),
        "ipuz": ("diagonalsudoku",),
        "iss": ("Diagonal~1", "Diagonal~-1"),
        "sgt": ("x",),
        "ps": ("d",),
        "sumocue": ("D",),
        "sudokuwiki": ("SudokuX.aspx",),
    },
)
