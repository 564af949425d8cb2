"""Houses beside rows, columns and boxes; what takes the place of boxes; and several grids that share cells.

The falling diagonal begins in r1c1; Sudoku X has both. Windoku has four more boxes, one cell in from the corners. Disjoint groups
are the cells at one place of each box; centre dot, asterisk and girandola have one house each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from bookmaker.puzzles.grid.arrangement import Arrangement, Place
from bookmaker.puzzles.grid.geometry import BOXES, House, connected, rows_columns_boxes
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.rule import Anchor, Rule


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


# What takes the place of boxes, or lies over them.
#
# The regions of a jigsaw may have any shape and differ from puzzle to puzzle. In a toroidal one they go on beyond the edges of
# the grid and come in again from the opposite side: the first row lies below the last, the first column right of the last. A
# toroidal puzzle says no more than its map does.

LATIN = Rule(
    name="latin",
    boxes=False,
    uniqueness=True,
    foreign={"f-puzzles": (), "ipuz": (), "iss": ("NoBoxes",)},
)
KILLER = Rule(
    name="killer",
    cages=True,
    made=frozenset({4, 6, 8, 9, 10, 12, 16}),
    # The Times gives 55 minutes for its hardest, where the model without this says 137 (expert).
    anchor=Anchor(factor=0.3, power=1.0, by_score=True, spread=1.5, sizes=frozenset({9}), most=4),
)
JIGSAW = Rule(name="jigsaw", regions=True, uniqueness=True, anchor=Anchor())
TOROIDAL = Rule(name="toroidal", regions=True, wraps=True, uniqueness=True)


@lru_cache(maxsize=1024)
def rule_of_map(regions: tuple[int, ...], size: int) -> Rule:
    """The rule of a map: whether its regions hold together only across the edges of the grid."""
    parts = [[cell for cell, region in enumerate(regions) if region == number] for number in range(size)]
    if all(connected(part, size) for part in parts) or not all(connected(part, size, beyond=True) for part in parts):
        return JIGSAW
    return TOROIDAL


def open_edges(regions: tuple[int, ...], size: int) -> Iterator[Mark]:
    """A mark for each two cells at opposite edges in which a region goes on beyond the edge."""
    last = size - 1
    rows = ((row * size, row * size + last) for row in range(size))
    columns = ((column, last * size + column) for column in range(size))
    return (Mark("open", pair) for pair in (*rows, *columns) if regions[pair[0]] == regions[pair[1]])


# Several 9x9 grids that share cells: the Samurai family.
#
# Public collections print them under these names. Corners are rows and columns from 0.

_SIZE = 9


def _at(corners: Iterable[Place], lines: Iterable[int] = ()) -> Arrangement:
    return Arrangement(_SIZE, tuple(corners), tuple(lines))


_NINE = [(row, column) for row in (0, 9, 18) for column in (0, 9, 18)]
"""Nine grids side by side."""

_ARRANGEMENTS = {
    "twin": _at([(0, 0), (6, 6)]),
    "butterfly": _at([(0, 0), (0, 3), (3, 0), (3, 3)]),
    "flower": _at([(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)]),
    "samurai": _at([(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
    "windmill": _at([(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)]),
    "sohei": _at([(0, 6), (6, 0), (6, 12), (12, 6)]),
    "gattai-8": _at([(0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)]),
    "shogun": _at(
        [*((0, 12 * i) for i in range(4)), *((6, 6 + 12 * i) for i in range(3)), *((12, 12 * i) for i in range(4))]
    ),
    "sumo": _at(
        [
            *((12 * i, 12 * j) for i in range(2) for j in range(3)),
            *((6 + 12 * i, 6 + 12 * j) for i in range(2) for j in range(2)),
            *((24, 12 * j) for j in range(3)),
        ]
    ),
    "clueless-1": _at(_NINE, range(1, 27, 3)),
    "clueless-2": _at(_NINE, [*range(3, 6), *range(12, 15), *range(21, 24)]),
}
SEVERAL_GRIDS = tuple(
    Rule(
        name=name,
        arrangement=arrangement,
        sizes=frozenset({_SIZE}),
        why="its grids are known in print as 9x9 only",
        # A newspaper allows 30 minutes for its Samurai, a publisher 45; a first one takes readers over an hour.
        anchor=Anchor(factor=9.0, power=0.45) if name == "samurai" else None,
    )
    for name, arrangement in _ARRANGEMENTS.items()
)
