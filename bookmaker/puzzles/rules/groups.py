"""Further houses of single cells: disjoint groups, and the one house of centre dot, asterisk and girandola."""

from __future__ import annotations

from collections.abc import Callable

from bookmaker.puzzles.grid.geometry import BOXES, House, rows_columns_boxes
from bookmaker.puzzles.rules.rule import Rule


def _groups(size: int) -> tuple[House, ...]:
    """The cells at the same place of each box."""
    boxes = [house.cells for house in rows_columns_boxes(size, BOXES[size]) if house.kind == "box"]
    return tuple(House("group", place + 1, tuple(sorted(box[place] for box in boxes))) for place in range(size))


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
    houses=_groups,
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
